/* 9.6 check timing, 10.3 recovery, 10.4 waiting abilities, 10.5 entry process, 10.6 losing. */
#include "games/rebirth/procs.h"
#include "kernel/pick.h"

enum {
    CHECK_RECOVER,
    CHECK_RECOVERED,
    CHECK_WAITING,
    CHECK_WAITING_CHOSEN,
    CHECK_ENTRY,
    CHECK_LOSS,
    CHECK_LOST
};

static bool due_any(Run *r);

/* ---- 10.3 what is due -------------------------------------------------------------------------
 */

/* Adds the events that recovery asks for now to the batch; with dry, only tells whether there are
 * any. */
static bool due(Run *r, bool dry, CardId card, ZoneId to, unsigned how) {
    if (!dry) {
        const Card *k = card_of(r->s, card);
        (void)k;
        batch_move(r, card, card_owner(card), to, how);
    }
    return true;
}

/* Cards that share a place which holds one: all but the one placed last go. 'keep' was picked among
 * equals. */
static bool crowd(Run *r, bool dry, PlayerId p, ZoneId z, unsigned slot, CardId keep,
                  bool characters) {
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
    if (keep) last = keep;
    for (unsigned i = 0; i < q->count[z] && !dry; i++) {
        CardId c = q->zone[z][i];
        if (c != last && card_of(s, c)->slot == slot) due(r, dry, c, Z_WAITING, HOW_RULE);
    }
    return true;
}

static bool recover_entry(Run *r, bool dry, PlayerId p, const CardId *keep) {
    State *s = r->s;
    const Player *q = &s->player[p];
    bool any = false;
    if (q->count[Z_ENTRY] > 1) {
        RULE(RB_10_3_3);
        any |= crowd(r, dry, p, Z_ENTRY, 0, keep ? keep[0] : NONE, false);
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
        any |= due(r, dry, c, Z_RETIRE, HOW_RETIRE);
    }
    return any;
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

static bool recover_rest(Run *r, bool dry, PlayerId p, const CardId *keep) {
    State *s = r->s;
    const Player *q = &s->player[p];
    bool any = false;
    for (unsigned i = 0; i < q->count[Z_REBIRTH]; i++)
        if (!(card_of(s, q->zone[Z_REBIRTH][i])->kinds >> K_RE & 1)) {
            RULE(RB_10_3_2);
            any |= due(r, dry, q->zone[Z_REBIRTH][i], Z_WAITING, HOW_RULE);
        }
    for (unsigned i = 0; i < q->count[Z_MEMBER]; i++)
        if (!(card_of(s, q->zone[Z_MEMBER][i])->kinds >> K_CH & 1)) {
            RULE(RB_10_3_4);
            any |= due(r, dry, q->zone[Z_MEMBER][i], Z_WAITING, HOW_RULE);
        }
    if (q->count[Z_MEMBER] > 1 && crowded(s, p))
        for (unsigned seat = 1; seat <= q->seats; seat++)
            if (crowd(r, dry, p, Z_MEMBER, seat, keep ? keep[seat] : NONE, true)) {
                RULE(RB_10_3_5);
                any = true;
            }
    for (unsigned i = 0; i < q->count[Z_SOUL]; i++) {
        const Card *k = card_of(s, q->zone[Z_SOUL][i]);
        if (k->tie && card_of(s, k->tie)->inc == k->tie_inc) continue;
        RULE(RB_10_3_9);
        RULE(RB_4_13_3_2);
        any |= due(r, dry, q->zone[Z_SOUL][i], Z_WAITING, HOW_RULE);
    }
    return any;
}

/* 10.3.8: a partner anywhere but in hand or energy zone is removed. Such cards are noted when they
 * arrive. */
static bool recover_partners(Run *r, bool dry) {
    State *s = r->s;
    bool any = false;
    if (!s->facts[F_STRAY]) return false;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (ZoneId z = 1; z < Z_COUNT; z++) {
            if (z == Z_HAND || z == Z_ENERGY) continue;
            for (unsigned i = 0; i < s->player[p].count[z]; i++)
                if (card_of(s, s->player[p].zone[z][i])->kinds >> K_PA & 1) {
                    RULE(RB_10_3_8);
                    any |= due(r, dry, s->player[p].zone[z][i], Z_NOWHERE, HOW_RULE);
                }
        }
    return any;
}

static bool recovery(Run *r, bool dry, const CardId (*keep)[MAX_SEATS + 1]) {
    State *s = r->s;
    bool any = false;
    derive(r);
    for (PlayerId p = 0; p < s->nplayers; p++) {
        if (!player_in(s, p)) continue;
        any |= recover_entry(r, dry, p, keep ? keep[p] : 0);
        any |= recover_rest(r, dry, p, keep ? keep[p] : 0);
    }
    return any | recover_partners(r, dry);
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
                       .player = card_owner(k->beaten_by),
                       .card = k->beaten_by,
                       .other = c,
                       .by = NOBODY};
            k->beaten_by = NONE;
            if (r->obs && r->obs->event) r->obs->event(r->obs, r, &e);
            trigger_scan(r, &e, 0, 0);
        }
}

/* 5.15.2: who outlives the recovery after the damage is beaten by nobody. */
static void forget_hits(Run *r) {
    State *s = r->s;
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
        recovery(r, false, 0);
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
static bool entry_process(Run *r, bool dry) {
    State *s = r->s;
    derive(r);
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
            if (dry) return true;
            RULE(RB_10_5_1);
            if (kind == 0)
                RULE(i == 0 ? RB_10_5_1_1 : RB_10_5_1_2);
            else
                RULE(i == 0 ? RB_10_5_1_3 : RB_10_5_1_4);
            unsigned first = batch_open(r);
            batch_move(r, kind == 0 ? c : zone_top(s, p, Z_DECK), p,
                       kind == 0 ? Z_REBIRTH : Z_ENTRY, kind == 0 ? HOW_SET : HOW_FILL);
            batch_do(r, first);
            return true;
        }
    return false;
}

static bool loss(Run *r, bool dry) {
    State *s = r->s;
    unsigned first = batch_open(r), n = 0;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        if (!player_in(s, p) || s->player[p].count[Z_RETIRE] < 7) continue;
        if (dry) return true;
        RULE(RB_10_6_1);
        RULE(RB_10_6_2);
        RULE(RB_1_2_2_1);
        if (n++) RULE(RB_10_6_1_1);
        batch_add(r, EV_LEAVE, p, NONE);
    }
    if (n) batch_do(r, first);
    return n > 0;
}

/* ---- 9.6
 * ------------------------------------------------------------------------------------------- */

/* Is anything due for this player? Told from the few cards that can be wrong; the same conditions
 * as above. */
static bool due_for(const State *s, PlayerId p) {
    const Player *q = &s->player[p];
    if (q->count[Z_ENTRY] != 1 || q->count[Z_RETIRE] >= 7) return true;
    const Card *e = card_of(s, q->zone[Z_ENTRY][0]);
    if (!(e->kinds >> K_CH & 1) || e->damage >= e->def2 || (e->flags & CARD_HIT)) return true;
    unsigned seats = 0;
    for (unsigned i = 0; i < q->count[Z_MEMBER]; i++) {
        const Card *k = card_of(s, q->zone[Z_MEMBER][i]);
        if (!(k->kinds >> K_CH & 1) || (seats >> k->slot & 1)) return true;
        seats |= 1u << k->slot;
    }
    for (unsigned i = 0; i < q->count[Z_REBIRTH]; i++)
        if (!(card_of(s, q->zone[Z_REBIRTH][i])->kinds >> K_RE & 1)) return true;
    for (unsigned i = 0; i < q->count[Z_SOUL]; i++) {
        const Card *k = card_of(s, q->zone[Z_SOUL][i]);
        if (!k->tie || card_of(s, k->tie)->inc != k->tie_inc) return true;
    }
    return false;
}

static bool due_any(Run *r) {
    derive(r);
    for (PlayerId p = 0; p < r->s->nplayers; p++)
        if (player_in(r->s, p) && due_for(r->s, p)) return true;
    return false;
}

void check_timing(Run *r) {
    State *s = r->s;
    if (s->result || (!s->unchecked && !s->nwaiting)) return;
    bool due = s->nwaiting || s->facts[F_STRAY];
    s->unchecked = 0;
    derive(r);
    if (due || due_any(r))
        frame_push(r, PROC_CHECK);
    else
        forget_hits(r); /* recovery had nothing to do, but it has been */
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

void proc_check(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case CHECK_RECOVER:
        RULE(RB_9_6_2);
        RULE(RB_9_6_2_1);
        RULE(RB_10_1_2);
        if (endless(r, f)) return;
        if ((s->facts[F_STRAY] || due_any(r)) && recovery(r, true, 0)) {
            RULE(RB_10_3_1_1);
            s->facts[F_CHECKS] = 1;
            frame_push(r, PROC_RECOVER);
            return;
        }
        s->facts[F_STRAY] = 0;
        forget_hits(r);
        f->step = CHECK_WAITING;
        f->u[0] = 0;
        return;
    case CHECK_WAITING:
        RULE(RB_9_6_1_1);
        RULE(RB_9_6_2_2);
        for (; f->u[0] < s->nplayers; f->u[0]++) {
            PlayerId p = player_nth(s, f->u[0]);
            if (!player_in(s, p)) continue;
            f->step = CHECK_WAITING_CHOSEN;
            if (ask_waiting(r, p)) return;
        }
        f->step = CHECK_ENTRY;
        return;
    case CHECK_WAITING_CHOSEN:
        f->step = CHECK_RECOVER;
        waiting_chosen(r);
        return;
    case CHECK_ENTRY:
        RULE(RB_9_6_2_3);
        f->step = CHECK_LOSS;
        if (entry_process(r, true)) {
            f->step = CHECK_RECOVER;
            entry_process(r, false);
        }
        return;
    case CHECK_LOSS:
        RULE(RB_9_6_2_4);
        f->step = CHECK_LOST;
        if (loss(r, true)) {
            f->step = CHECK_RECOVER;
            loss(r, false);
        }
        return;
    default: RULE(RB_9_6_2_5); frame_pop(r);
    }
}
