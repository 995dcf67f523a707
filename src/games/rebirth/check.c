/* 9.6 check timing, 10.3 recovery, 10.4 waiting abilities, 10.5 entry process, 10.6 losing. */
#include "games/rebirth/procs.h"
#include "kernel/pick.h"

enum { CHECK_RECOVER, CHECK_WAITING_CHOSEN };

/* ---- 10.3 what is due -------------------------------------------------------------------------
 */

static void due(Run *r, CardId card, ZoneId to, unsigned how) {
    batch_move(r, card, card_owner(card), to, how);
}

/* Cards that share a place which holds one: all but the one placed last go. */
static bool crowd(Run *r, PlayerId p, ZoneId z, unsigned slot, bool characters) {
    State *s = r->s;
    const Player *q = &s->player[p];
    CardId last = NONE;
    unsigned n = 0;
    for (unsigned i = 0; i < q->count[z]; i++) {
        const Card *k = card_of(s, q->zone[z][i]);
        if (k->slot != slot || (characters && !(k->kinds >> K_CH & 1))) continue;
        n++;
        if (!last || k->stamp >= card_of(s, last)->stamp) last = q->zone[z][i];
    }
    if (n < 2) return false;
    for (unsigned i = 0; i < q->count[z]; i++) {
        CardId c = q->zone[z][i];
        if (c != last && card_of(s, c)->slot == slot) due(r, c, Z_WAITING, HOW_RULE);
    }
    return true;
}

static void recover_entry(Run *r, PlayerId p) {
    State *s = r->s;
    const Player *q = &s->player[p];
    if (q->count[Z_ENTRY] > 1) {
        RULE(RB_10_3_3);
        crowd(r, p, Z_ENTRY, 0, false);
    }
    for (unsigned i = 0; i < q->count[Z_ENTRY]; i++) {
        CardId c = q->zone[Z_ENTRY][i];
        const Card *k = card_of(s, c);
        if (!(k->kinds >> K_CH & 1)) continue;
        bool fallen = k->damage >= k->def2, hit = k->flags & CARD_HIT;
        if (!fallen && !hit) continue;
        if (fallen) {
            RULE(RB_10_3_6);
            RULE(RB_2_7_2);
        }
        if (hit) RULE(RB_10_3_7);
        due(r, c, Z_RETIRE, HOW_RETIRE);
    }
}

/* Does any place of the player hold more than one card? */
static bool crowded(const State *s, PlayerId p) {
    const Player *q = &s->player[p];
    unsigned seats = 0, twice = 0;
    for (unsigned i = 0; i < q->count[Z_MEMBER]; i++) {
        unsigned bit = 1u << card_of(s, q->zone[Z_MEMBER][i])->slot;
        twice |= seats & bit;
        seats |= bit;
    }
    return twice || q->count[Z_ENTRY] > 1;
}

/* 10.3.9: a soul whose card is gone. */
static bool untied(const State *s, const Card *k) {
    return !k->tie || card_of(s, k->tie)->inc != k->tie_inc;
}

static void recover_rest(Run *r, PlayerId p) {
    State *s = r->s;
    const Player *q = &s->player[p];
    for (unsigned i = 0; i < q->count[Z_REBIRTH]; i++)
        if (!(card_of(s, q->zone[Z_REBIRTH][i])->kinds >> K_RE & 1)) {
            RULE(RB_10_3_2);
            due(r, q->zone[Z_REBIRTH][i], Z_WAITING, HOW_RULE);
        }
    for (unsigned i = 0; i < q->count[Z_MEMBER]; i++)
        if (!(card_of(s, q->zone[Z_MEMBER][i])->kinds >> K_CH & 1)) {
            RULE(RB_10_3_4);
            due(r, q->zone[Z_MEMBER][i], Z_WAITING, HOW_RULE);
        }
    for (unsigned seat = 1; q->count[Z_MEMBER] > 1 && seat <= q->seats; seat++)
        if (crowd(r, p, Z_MEMBER, seat, true)) RULE(RB_10_3_5);
    for (unsigned i = 0; i < q->count[Z_SOUL]; i++) {
        if (!untied(s, card_of(s, q->zone[Z_SOUL][i]))) continue;
        RULE(RB_10_3_9);
        RULE(RB_4_13_3_2);
        due(r, q->zone[Z_SOUL][i], Z_WAITING, HOW_RULE);
    }
}

/* 10.3.8: a partner anywhere but in hand or energy zone. Such cards are noted when they arrive. */
static bool stray(const Run *r, PlayerId p, ZoneId z, unsigned i) {
    const State *s = r->s;
    return z != Z_HAND && z != Z_ENERGY && (card_of(s, s->player[p].zone[z][i])->kinds >> K_PA & 1);
}

static bool any_stray(const Run *r) {
    const State *s = r->s;
    for (PlayerId p = 0; s->facts[F_STRAY] && p < s->nplayers; p++)
        for (ZoneId z = 1; z < Z_COUNT; z++)
            for (unsigned i = 0; i < s->player[p].count[z]; i++)
                if (stray(r, p, z, i)) return true;
    return false;
}

static void recover_partners(Run *r) {
    State *s = r->s;
    for (PlayerId p = 0; s->facts[F_STRAY] && p < s->nplayers; p++)
        for (ZoneId z = 1; z < Z_COUNT; z++)
            for (unsigned i = 0; i < s->player[p].count[z]; i++)
                if (stray(r, p, z, i)) {
                    RULE(RB_10_3_8);
                    due(r, s->player[p].zone[z][i], Z_NOWHERE, HOW_RULE);
                }
}

/* Everything that is due, into the batch. */
static void recovery(Run *r) {
    State *s = r->s;
    derive(r);
    for (PlayerId p = 0; p < s->nplayers; p++) {
        if (!player_in(s, p)) continue;
        recover_entry(r, p);
        recover_rest(r, p);
    }
    recover_partners(r);
}

/* What rule processing is due, told from the few cards that can be wrong: the same conditions as
 * where it is carried out. */
enum { DUE_RECOVERY = 1, DUE_ENTRY = 2, DUE_LOSS = 4 };

static unsigned due_entry(const State *s, const Player *q) {
    if (!q->count[Z_ENTRY]) return q->count[Z_DECK] ? DUE_ENTRY : 0;
    unsigned due = q->count[Z_ENTRY] > 1 ? DUE_RECOVERY : 0;
    for (unsigned i = 0; i < q->count[Z_ENTRY]; i++) {
        const Card *k = card_of(s, q->zone[Z_ENTRY][i]);
        if ((k->kinds >> K_CH & 1) && (k->damage >= k->def2 || (k->flags & CARD_HIT)))
            due |= DUE_RECOVERY;
        if (k->kinds >> K_RE & 1) due |= DUE_ENTRY;
    }
    return due;
}

static unsigned due_for(const State *s, PlayerId p) {
    const Player *q = &s->player[p];
    unsigned due = due_entry(s, q) | (q->count[Z_RETIRE] >= 7 ? DUE_LOSS : 0u);
    unsigned seats = 0, wrong = 0;
    for (unsigned i = 0; i < q->count[Z_MEMBER]; i++) {
        const Card *k = card_of(s, q->zone[Z_MEMBER][i]);
        wrong |= (~(unsigned)k->kinds >> K_CH & 1) | (seats >> k->slot & 1);
        seats |= 1u << k->slot;
    }
    for (unsigned i = 0; i < q->count[Z_REBIRTH]; i++)
        wrong |= ~(unsigned)card_of(s, q->zone[Z_REBIRTH][i])->kinds >> K_RE & 1;
    for (unsigned i = 0; i < q->count[Z_SOUL]; i++)
        wrong |= untied(s, card_of(s, q->zone[Z_SOUL][i]));
    return due | (wrong ? DUE_RECOVERY : 0u);
}

static unsigned due_now(Run *r) {
    State *s = r->s;
    unsigned due = 0;
    derive(r);
    for (PlayerId p = 0; p < s->nplayers; p++)
        if (player_in(s, p)) due |= due_for(s, p);
    if (s->facts[F_STRAY] && any_stray(r)) due |= DUE_RECOVERY;
    return due;
}

/* ---- 10.3 carried out -------------------------------------------------------------------------
 */

/* 10.3.3, 10.3.5: among cards placed last together the zone's player picks. Finds the next such
 * place. */
static bool tie_at(Run *r, Frame *f, PlayerId p, unsigned slot, bool ask) {
    State *s = r->s;
    ZoneId z = slot ? Z_MEMBER : Z_ENTRY;
    const Player *q = &s->player[p];
    uint32_t last = 0;
    unsigned n = 0;
    for (unsigned i = 0; i < q->count[z]; i++) {
        const Card *k = card_of(s, q->zone[z][i]);
        if (k->slot != slot) continue;
        if (k->stamp > last) {
            last = k->stamp;
            n = 0;
        }
        n += k->stamp == last;
    }
    if (n < 2) return false;
    if (!ask) return true;
    ask_begin(r, p, ASK_CARD, slot ? RB_10_3_5 : RB_10_3_3);
    for (unsigned i = 0; i < q->count[z]; i++) {
        const Card *k = card_of(s, q->zone[z][i]);
        if (k->slot == slot && k->stamp == last)
            ask_add(r, (Option){.kind = OPT_CARD, .card = q->zone[z][i]});
    }
    (void)f;
    ask_done(r);
    return true;
}

/* 5.15.2: who made whom retire: told right after the recovery that follows the damage. */
static void tell_beaten(Run *r) {
    State *s = r->s;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[Z_RETIRE]; i++) {
            CardId c = s->player[p].zone[Z_RETIRE][i];
            Card *k = card_at(s, c);
            if (!k->beaten_by) continue;
            RULE(RB_5_15_2);
            Event e = {.kind = EV_BEAT,
                       .player = card_owner(hit_card(k->beaten_by)),
                       .card = hit_card(k->beaten_by),
                       .other = c,
                       .by = NOBODY};
            if (hit_card(k->beaten_by) == r->g->role(r, ROLE_ATTACKING))
                s->fact_card[ROLE_BEATEN] = ref_to(s, c);
            k->beaten_by = NONE;
            if (r->obs && r->obs->event) r->obs->event(r->obs, r, &e);
            trigger_scan(r, &e, 0, 0);
        }
}

/* 5.15.2: who outlives the recovery after the damage is beaten by nobody. */
static void forget_hits(Run *r) {
    State *s = r->s;
    if (!s->hits) return;
    s->hits = 0;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[Z_ENTRY]; i++) {
            Card *k = card_at(s, s->player[p].zone[Z_ENTRY][i]);
            if (!k->hit_by) continue;
            RULE(RB_5_15_2);
            k->hit_by = NONE;
        }
}

enum { REC_TIES, REC_TIE_CHOSEN, REC_MOVE, REC_DONE };
void proc_recover(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case REC_TIE_CHOSEN: /* keep it by making it the last one placed */
        card_at(s, s->picked.card)->stamp = ++s->clock;
        f->step = REC_TIES;
        return;
    case REC_TIES:
        for (; f->u[0] < s->nplayers; f->u[0]++, f->u[1] = 0)
            for (bool any = crowded(s, player_nth(s, f->u[0]));
                 any && f->u[1] <= s->player[player_nth(s, f->u[0])].seats; f->u[1]++)
                if (tie_at(r, f, player_nth(s, f->u[0]), f->u[1], false)) {
                    f->step = REC_TIE_CHOSEN;
                    tie_at(r, f, player_nth(s, f->u[0]), f->u[1], true);
                    return;
                }
        f->step = REC_MOVE;
        return;
    case REC_MOVE: {
        unsigned first = batch_open(r);
        f->step = REC_DONE;
        recovery(r);
        if (s->nbatch > first + 1) {
            RULE(RB_10_1_3);
            RULE(RB_10_3_1_2);
        }
        s->facts[F_STRAY] = 0;
        for (PlayerId p = 0; p < s->nplayers; p++)
            for (unsigned i = 0; i < s->player[p].count[Z_ENTRY]; i++)
                card_at(s, s->player[p].zone[Z_ENTRY][i])->flags &= (uint8_t)~CARD_HIT;
        batch_do(r, first);
        return;
    }
    default:
        frame_pop(r);
        tell_beaten(r);
        forget_hits(r);
    }
}

/* ---- 10.4
 * ---------------------------------------------------------------------------------------- */

static bool same_waiting(const Waiting *a, const Waiting *b) { return !memcmp(a, b, sizeof *a); }

/* 9.8.3.1: all of one's own are offered; dropping only where the icon or an optional cost allows
 * it. */
static bool ask_waiting(Run *r, PlayerId p) {
    State *s = r->s;
    unsigned n = 0;
    for (unsigned i = 0; i < s->nwaiting; i++) n += s->waiting[i].master == p;
    if (!n) return false;
    RULE(p == s->turn_player ? RB_10_4_1 : RB_10_4_2);
    RULE(RB_9_8_3);
    RULE(RB_9_8_3_1);
    ask_begin(r, p, ASK_WAITING, RB_9_8_3);
    for (unsigned i = 0; i < s->nwaiting; i++) {
        const Waiting *w = &s->waiting[i];
        bool again = false;
        for (unsigned j = 0; j < i && !again; j++) again = same_waiting(&s->waiting[j], w);
        if (w->master != p || again) continue;
        Option o = {.kind = OPT_RESOLVE, .card = w->source.card, .c = w->abil, .a = (uint8_t)i};
        ask_add(r, o);
        unsigned flags = r->pack->abil[w->abil].flags;
        if (!(flags & (ABIL_ONCE | ABIL_COST_MAY)) || !waiting_playable(r, i)) continue;
        if (flags & ABIL_ONCE) RULE(RB_9_2_2_2);
        if (flags & ABIL_COST_MAY) RULE(RB_9_8_3_1_1);
        o.kind = OPT_DROP;
        ask_add(r, o);
    }
    ask_done(r);
    return true;
}

static void waiting_chosen(Run *r) {
    State *s = r->s;
    unsigned i = s->picked.a;
    bool drop = s->picked.kind == OPT_DROP;
    s->facts[F_CHECKS] = 1;
    if (i >= s->nwaiting) return;
    if (!drop && waiting_playable(r, i)) {
        const Waiting *w = &s->waiting[i];
        play_ability(r, w->master, w->source.card, w->abil, (int)i);
        return;
    }
    if (drop && (r->pack->abil[s->waiting[i].abil].flags & ABIL_COST_MAY)) RULE(RB_9_8_3_2_1);
    if (!drop) {
        RULE(RB_9_8_3_2);
        RULE(RB_10_4_3);
    }
    waiting_drop(r, i);
}

/* ---- 10.5, 10.6
 * ----------------------------------------------------------------------------------- */

/* The first of the four conditions that is met. */
static void entry_process(Run *r) {
    State *s = r->s;
    for (unsigned kind = 0; kind < 2; kind++)
        for (unsigned i = 0; i < s->nplayers; i++) {
            PlayerId p = player_nth(s, i);
            if (!player_in(s, p)) continue;
            CardId c = NONE;
            for (unsigned j = 0; j < s->player[p].count[Z_ENTRY]; j++)
                if (card_of(s, s->player[p].zone[Z_ENTRY][j])->kinds >> K_RE & 1)
                    c = s->player[p].zone[Z_ENTRY][j];
            if (kind == 0 ? !c : s->player[p].count[Z_ENTRY] > 0 || !zone_top(s, p, Z_DECK))
                continue;
            RULE(RB_10_5_1);
            if (kind == 0)
                RULE(i == 0 ? RB_10_5_1_1 : RB_10_5_1_2);
            else
                RULE(i == 0 ? RB_10_5_1_3 : RB_10_5_1_4);
            unsigned first = batch_open(r);
            batch_move(r, kind == 0 ? c : zone_top(s, p, Z_DECK), p,
                       kind == 0 ? Z_REBIRTH : Z_ENTRY, kind == 0 ? HOW_SET : HOW_FILL);
            batch_do(r, first);
            return;
        }
}

static void loss(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r), n = 0;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        if (!player_in(s, p) || s->player[p].count[Z_RETIRE] < 7) continue;
        RULE(RB_10_6_1);
        RULE(RB_10_6_2);
        RULE(RB_1_2_2_1);
        if (n++) RULE(RB_10_6_1_1);
        batch_add(r, EV_LEAVE, p, NONE);
    }
    batch_do(r, first);
}

/* ---- 9.6
 * ------------------------------------------------------------------------------------------- */

bool check_timing(Run *r) {
    State *s = r->s;
    if (s->result || (!s->unchecked && !s->nwaiting)) return false;
    s->unchecked = 0;
    unsigned due = due_now(r);
    if (!due && !s->nwaiting) {
        s->facts[F_STRAY] = 0;
        forget_hits(r); /* recovery had nothing to do, but it has been */
        return false;
    }
    frame_push_under(r, PROC_CHECK, PROC_REVEAL); /* first who shows what */
    return true;
}

/* No player can stop it: the same position again and again without a choice ends in a draw. */
static bool endless(Run *r, Frame *f) {
    State *s = r->s;
    uint32_t choices = (uint32_t)s->choices, then;
    memcpy(&then, &f->u[2], sizeof then);
    if (then != choices) {
        memcpy(&f->u[2], &choices, sizeof choices);
        f->u[1] = 0;
    }
    if (++f->u[1] < 200) return false;
    RULE(RB_14_1_1_3);
    s->result = RESULT_DRAW;
    return true;
}

/* 9.6.2.2: the next waiting ability of the first player who has one. */
static bool next_waiting(Run *r) {
    State *s = r->s;
    for (unsigned i = 0; s->nwaiting && i < s->nplayers; i++) {
        PlayerId p = player_nth(s, i);
        if (player_in(s, p) && ask_waiting(r, p)) return true;
    }
    return false;
}

void proc_check(Run *r, Frame *f) {
    State *s = r->s;
    unsigned due;
    if (f->step == CHECK_WAITING_CHOSEN) {
        f->step = CHECK_RECOVER;
        waiting_chosen(r);
        return;
    }
    RULE(RB_9_6_2);
    RULE(RB_9_6_2_1);
    RULE(RB_10_1_2);
    if (endless(r, f)) return;
    due = due_now(r);
    if (due & DUE_RECOVERY) {
        RULE(RB_10_3_1_1);
        s->facts[F_CHECKS] = 1;
        frame_push(r, PROC_RECOVER);
        return;
    }
    s->facts[F_STRAY] = 0;
    forget_hits(r);
    RULE(RB_9_6_1_1);
    RULE(RB_9_6_2_2);
    f->step = CHECK_WAITING_CHOSEN;
    if (next_waiting(r)) return;
    f->step = CHECK_RECOVER;
    RULE(RB_9_6_2_3);
    if (due & DUE_ENTRY) {
        entry_process(r);
        return;
    }
    RULE(RB_9_6_2_4);
    if (due & DUE_LOSS) {
        loss(r);
        return;
    }
    RULE(RB_9_6_2_5);
    frame_pop(r);
}
