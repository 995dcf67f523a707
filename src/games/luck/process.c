/* Chapter 10: rule processing. The reshuffle interrupts anything but a payment (10.2); all other
 * processing is checked at check timings and done at once, after the players have made the choices
 * in it, turn player first. */
#include "games/luck/luck.h"
#include "kernel/pick.h"
#include "vm/vm.h"

/* ---- 10.2 reshuffle ---- */

/* 5.20, 5.21: the drop zone goes into the deck, which is shuffled; a refresh adds a point. */
void luck_reshuffle(Run *r, PlayerId p, bool refresh, unsigned ctx) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(LL_5_20_1);
    if (refresh) RULE(LL_5_21_1);
    for (unsigned i = 0; i < s->player[p].count[LZ_DROP]; i++)
        batch_move(r, zone_card(&s->player[p], LZ_DROP, i), p, LZ_DECK, LH_RESHUFFLE)->actor = p;
    batch_add(r, EV_SHUFFLE, p, NONE)->from = LZ_DECK;
    if (refresh) {
        Event *e = batch_add(r, EV_COUNTERS, p, NONE);
        e->put = LCOUNT_REFRESH;
        e->amount = 1;
        if (ctx) event_caused(s, e, ctx, p);
        batch_deed(r, LDEED_REFRESH, p, NONE, NONE, 0);
    }
    batch_do(r, first);
    settled_recheck(s, 1u << LZ_DECK);
}

/* Is a payment going on (10.2.3)? */
static bool paying(const Run *r) {
    const State *s = r->s;
    if (s->facts[LF_PAYING]) return true;
    for (unsigned i = 0; i < s->nframes; i++)
        if (s->frame[i].proc == PROC_TEXT && text_is_cost(&s->frame[i])) return true;
    return false;
}

/* Does an effect keep the player from losing? Not from conceding (1.2.4.1). */
static bool kept_in_game(Run *r, PlayerId p) {
    return bans_in_force(r) && act_forbidden(r, EV_LEAVE, p, NONE, NONE, 0);
}

/* 10.2: an empty deck is refreshed at once; without a card to refresh from its player loses. */
void luck_interrupt(Run *r) {
    State *s = r->s;
    unsigned lost = 0;
    if (s->point == LP_SETUP || r->trying) return;
    for (unsigned i = 0; i < s->nplayers && !s->result; i++) {
        const PlayerId p = player_nth(s, i);
        if (s->player[p].count[LZ_DECK]) continue;
        if (paying(r)) {
            RULE(LL_10_2_3);
            return;
        }
        RULE(LL_10_2_1);
        if (!s->player[p].count[LZ_DROP]) {
            if (kept_in_game(r, p)) continue;
            RULE(LL_10_2_2_1);
            lost |= player_bit(p);
            continue;
        }
        RULE(LL_10_2_2);
        RULE(LL_10_1_2_1);
        for (unsigned k = 0; WATCHED(r) && k < s->nframes; k++)
            if (s->frame[k].proc == PROC_UPTO || s->frame[k].proc == PROC_PLACE) RULE(LL_4_5_2_1);
        luck_reshuffle(r, p, true, 0);
    }
    if (!lost || luck_count_forced(r)) return; /* a replaced loss may come again and again */
    unsigned first = batch_open(r);
    for (PlayerId p = 0; p < s->nplayers; p++)
        if (lost & player_bit(p)) batch_add(r, EV_LEAVE, p, NONE);
    batch_do(r, first);
}

/* ---- what is due ---- */

static bool is_member(Run *r, CardId c) { return card_kinds(r, c) & kinds_member(); }
static int refresh_points(const State *s, PlayerId p) {
    return counter_of(s, NONE, p, LCOUNT_REFRESH);
}

/* Face-down gates of the player (1.2.2.1). */
static unsigned gates_left(const State *s, PlayerId p) {
    unsigned n = 0;
    for (unsigned i = 0; i < s->player[p].count[LZ_GATE]; i++) {
        const Card *k = card_of(s, zone_card(&s->player[p], LZ_GATE, i));
        n += (k->flags & CARD_DOWN) && (k->kinds >> LK_GATE & 1);
    }
    return n;
}

/* 1.2.2.2: cards of main decks in the refresh zone. */
static unsigned refreshed(const Run *r, PlayerId p) {
    const State *s = r->s;
    unsigned n = 0;
    for (unsigned i = 0; i < s->player[p].count[LZ_REFRESH]; i++)
        n += !(r->pack->def[card_of(s, zone_card(&s->player[p], LZ_REFRESH, i))->def].kinds >>
                   LK_GATE &
               1);
    return n;
}

bool luck_lost(Run *r, PlayerId p) {
    if (kept_in_game(r, p)) return false;
    if (!gates_left(r->s, p)) {
        RULE(LL_10_3_1_1);
        RULE(LL_1_2_2_1);
        return true;
    }
    if (refreshed(r, p) < 2) return false;
    RULE(LL_10_3_1_2);
    RULE(LL_1_2_2_2);
    return true;
}

/* Cards of the seat that rule 10.4 or 10.5 is about. */
static unsigned sharing(Run *r, PlayerId p, ZoneId z, unsigned seat, CardId *out) {
    const Player *q = &r->s->player[p];
    unsigned n = 0;
    for (unsigned i = 0; i < q->count[z]; i++) {
        CardId c = zone_card(q, z, i);
        if (!(card_of(r->s, c)->seats & seat_bit(seat))) continue;
        if (z == LZ_CIRCLE ? is_member(r, c) : (card_kinds(r, c) >> LK_GATE & 1) != 0) out[n++] = c;
    }
    return n;
}

/* 10.4.2, 10.5.2: those put there last, together. */
static unsigned latest(const State *s, CardId *c, unsigned n) {
    const uint16_t last = card_of(s, c[n - 1])->arrived;
    unsigned m = 0;
    for (unsigned i = 0; i < n; i++)
        if (card_of(s, c[i])->arrived == last) c[m++] = c[i];
    return m;
}

static bool seats_shared(const State *s, PlayerId p, ZoneId z) {
    SeatSet all = 0, twice = 0;
    for (unsigned i = 0; i < s->player[p].count[z]; i++) {
        const SeatSet at = card_of(s, zone_card(&s->player[p], z, i))->seats;
        twice |= all & at;
        all |= at;
    }
    return twice;
}

static unsigned face_up_paradoxes(const State *s, PlayerId p, CardId *out) {
    static const ZoneId zones[] = {LZ_BATTLE, LZ_PARADOX};
    unsigned n = 0;
    for (unsigned z = 0; z < 2; z++)
        for (unsigned i = 0; i < s->player[p].count[zones[z]]; i++) {
            CardId c = zone_card(&s->player[p], zones[z], i);
            if ((card_of(s, c)->kinds >> LK_PARADOX & 1) && !(card_of(s, c)->flags & CARD_DOWN))
                out[n++] = c;
        }
    return n;
}

/* 10.6: how many paradoxes of the player must be turned down. */
static unsigned paradoxes_down(const State *s, PlayerId p) {
    CardId own[CARDS_PER_PLAYER * 2], other[CARDS_PER_PLAYER * 2];
    const unsigned n = face_up_paradoxes(s, p, own),
                   m = face_up_paradoxes(s, player_next(s, p), other);
    if (n && m) return n < m ? n : m;
    return n > 1 ? n - 1 : 0;
}

/* 10.7.1.3, 4.15.2: is the tied card without its host? */
static bool untied(const State *s, const Card *k) {
    const Card *host = card_of(s, k->tie);
    return !k->tie || host->inc != k->tie_inc ||
           (host->zone != LZ_CIRCLE && host->zone != LZ_GATE && host->zone != LZ_SET);
}

/* 10.7: wrong cards of the player's field, and souls without a member. */
static unsigned wrong_cards(Run *r, PlayerId p, bool move) {
    State *s = r->s;
    static const ZoneId zones[] = {LZ_CIRCLE, LZ_GATE, LZ_SET, LZ_SOUL};
    unsigned n = 0;
    for (unsigned z = 0; z < 4; z++)
        for (unsigned i = 0; i < s->player[p].count[zones[z]]; i++) {
            CardId c = zone_card(&s->player[p], zones[z], i);
            const Card *k = card_of(s, c);
            bool wrong = false, owners = false;
            switch (zones[z]) {
            case LZ_CIRCLE: wrong = !is_member(r, c); break;
            case LZ_GATE: wrong = !(k->kinds >> LK_GATE & 1); break;
            default: wrong = owners = untied(s, k);
            }
            if (!wrong) continue;
            n++;
            if (!move) continue;
            RULE(LL_10_7_1);
            RULE(zones[z] == LZ_CIRCLE ? LL_10_7_1_1
                 : zones[z] == LZ_GATE ? LL_10_7_1_2
                                       : LL_10_7_1_3);
            if (zones[z] == LZ_SET) RULE(LL_5_24_3);
            bool already = false;
            for (unsigned j = 0; j < s->nbatch; j++) already |= s->batch[j].card == c;
            if (!already) batch_move(r, c, owners ? card_owner(c) : p, LZ_DROP, LH_RULE);
        }
    return n;
}

enum {
    FIELD_ZONES = 1 << LZ_CIRCLE | 1 << LZ_GATE | 1 << LZ_SET | 1 << LZ_SOUL,
    PARADOX_ZONES = 1 << LZ_BATTLE | 1 << LZ_PARADOX
};

/* Is a seat of the zone shared by members, or by gates? */
static bool shared_wrongly(Run *r, PlayerId p, ZoneId z) {
    CardId c[CARDS_PER_PLAYER * 2];
    if (!seats_shared(r->s, p, z)) return false;
    for (unsigned seat = 1; seat <= 6; seat++)
        if (sharing(r, p, z, seat, c) > 1) return true;
    return false;
}

bool luck_process_due(Run *r, ZoneSet changed) {
    const State *s = r->s;
    if (changed & (FIELD_ZONES | PARADOX_ZONES)) derive_for(r, TOUCH_KINDS);
    for (PlayerId p = 0; p < s->nplayers; p++) {
        const Player *q = &s->player[p];
        if (!player_in(s, p)) continue;
        if ((changed & (1 << LZ_GATE | 1 << LZ_REFRESH)) && luck_lost(r, p)) return true;
        if ((changed >> LZ_DECK & 1) && q->count[LZ_DECK] && refresh_points(s, p) > 0) return true;
        if ((changed >> LZ_LEVEL & 1) && q->count[LZ_LEVEL] > luck_level_limit(r, p)) return true;
        if ((changed & PARADOX_ZONES) && paradoxes_down(s, p)) return true;
        if ((changed & FIELD_ZONES) && wrong_cards(r, p, false)) return true;
        if ((changed >> LZ_CIRCLE & 1) && shared_wrongly(r, p, LZ_CIRCLE)) return true;
        if ((changed >> LZ_GATE & 1) && shared_wrongly(r, p, LZ_GATE)) return true;
    }
    return false;
}

/* ---- the procedure ---- */

enum {
    PROCESS_LOSE,    /* 10.3 */
    PROCESS_SHARED,  /* 10.4.2, 10.5.2: which one stays? */
    PROCESS_STAYS,   /* answered */
    PROCESS_PARADOX, /* 10.6: which are turned down? */
    PROCESS_LEVEL,   /* 10.8: which stay? */
    PROCESS_MOVE,    /* all at once */
    PROCESS_END
};
typedef struct Process {
    uint8_t nth; /* the player who chooses, in turn order */
    uint8_t zone, seat;
    uint8_t asked; /* the next step of this player's question was asked */
} Process;
FRAME_LOCALS(Process, process_of)
/* Registers of context 0: cards that stay on a shared seat; paradoxes to turn; level cards that
 * stay. */
enum { KEPT_SEAT = REG_KEEP, DOWN_PARADOX = REG_IT, KEPT_CARD = REG_LOOK };

static bool in_register(const State *s, unsigned reg, CardId c) {
    for (unsigned i = 0; i < s->ctx[0].n[reg]; i++)
        if (reg_read(s, &s->ctx[0], reg)[i].card == c) return true;
    return false;
}

/* 10.3: everybody who meets a condition loses, together. */
static bool remove_losers(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(LL_1_2_2);
    for (unsigned i = 0; i < s->nplayers; i++) {
        const PlayerId p = player_nth(s, i);
        if (!luck_lost(r, p)) continue;
        RULE(LL_10_3_1);
        batch_add(r, EV_LEAVE, p, NONE);
    }
    if (s->nbatch == first) return false;
    batch_do(r, first);
    return true;
}

/* Asks about the next shared seat where several came last. False: none is left. */
static bool ask_shared(Run *r, Frame *f) {
    State *s = r->s;
    Process *v = process_of(f);
    CardId c[CARDS_PER_PLAYER * 2];
    for (; v->nth < s->nplayers; v->nth++, v->zone = LZ_CIRCLE)
        for (v->zone = v->zone ? v->zone : LZ_CIRCLE; v->zone <= LZ_GATE; v->zone++, v->seat = 0)
            while (++v->seat <= 6) {
                const PlayerId p = player_nth(s, v->nth);
                unsigned n = sharing(r, p, v->zone, v->seat, c);
                if (n < 2) continue;
                n = latest(s, c, n);
                if (n == 1) {
                    reg_push(r, &s->ctx[0], KEPT_SEAT, ref_to(s, c[0]));
                    continue;
                }
                const unsigned clause = v->zone == LZ_CIRCLE ? LL_10_4_2 : LL_10_5_2;
                run_rule(r, clause);
                f->step = PROCESS_STAYS;
                ask_begin(r, p, ASK_CARD, clause);
                for (unsigned i = 0; i < n; i++)
                    ask_add(r, (Option){.kind = OPT_CARD, .card = c[i]});
                ask_done(r);
                return true;
            }
    return false;
}

/* 10.6: the player with more of them chooses which are turned down; with as many or fewer, all. If
 * the other has none, one is chosen that stays up. */
static bool ask_paradoxes(Run *r, Frame *f) {
    State *s = r->s;
    Process *v = process_of(f);
    for (; v->nth < s->nplayers; v->nth++) {
        const PlayerId p = player_nth(s, v->nth);
        CardId own[CARDS_PER_PLAYER * 2], other[CARDS_PER_PLAYER * 2];
        const unsigned n = face_up_paradoxes(s, p, own),
                       m = face_up_paradoxes(s, player_next(s, p), other),
                       down = paradoxes_down(s, p);
        if (!down) continue;
        RULE(m ? n == m ? LL_10_6_1_1 : LL_10_6_1_2 : LL_10_6_2);
        if (m) RULE(LL_10_6_1);
        if (down == n) {
            for (unsigned i = 0; i < n; i++)
                reg_push(r, &s->ctx[0], DOWN_PARADOX, ref_to(s, own[i]));
            continue;
        }
        v->nth++;
        const unsigned some = m ? down : 1;
        Frame *g =
            pick_begin(r, 0, p, some, some, PICK_FREE | PICK_ADD, m ? DOWN_PARADOX : KEPT_CARD);
        pick_of(g)->list = LLIST_PARADOX;
        pick_of(g)->clause = m ? LL_10_6_1_2 : LL_10_6_2;
        return true;
    }
    return false;
}

/* 10.8: asks which level cards stay. */
static bool ask_levels(Run *r, Frame *f) {
    State *s = r->s;
    Process *v = process_of(f);
    for (; v->nth < s->nplayers; v->nth++) {
        const PlayerId p = player_nth(s, v->nth);
        const unsigned most = luck_level_limit(r, p);
        if (s->player[p].count[LZ_LEVEL] <= most) continue;
        RULE(LL_10_8_1);
        v->nth++;
        Frame *g = pick_begin(r, 0, p, most, most, PICK_FREE | PICK_ADD, KEPT_CARD);
        pick_of(g)->list = LLIST_LEVEL;
        pick_of(g)->clause = LL_10_8_1;
        return true;
    }
    return false;
}

/* 10.4, 10.5: who is not the one that stays leaves entirely. */
static void collect_shared(Run *r, PlayerId p, ZoneId z) {
    State *s = r->s;
    CardId c[CARDS_PER_PLAYER * 2];
    for (unsigned seat = 1; seat <= 6; seat++) {
        const unsigned n = sharing(r, p, z, seat, c);
        CardId stays = NONE;
        for (unsigned i = 0; i < n; i++)
            if (in_register(s, KEPT_SEAT, c[i])) stays = c[i];
        for (unsigned i = 0; n > 1 && i < n; i++) {
            bool already = false;
            for (unsigned j = 0; j < s->nbatch; j++) already |= s->batch[j].card == c[i];
            if (already || c[i] == stays) continue;
            if (z == LZ_CIRCLE) {
                RULE(LL_10_4_1);
                batch_move(r, c[i], card_owner(c[i]), LZ_DROP, LH_RULE);
            } else {
                RULE(LL_10_5_1);
                batch_move(r, c[i], card_owner(c[i]), LZ_REMOVE, LH_RULE)->put = PUT_DOWN;
            }
        }
    }
}

/* Everything due happens at once (10.1.2.2.1). */
static bool process_all(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(LL_10_1_2_2);
    for (unsigned i = 0; i < s->nplayers; i++) {
        const PlayerId p = player_nth(s, i);
        collect_shared(r, p, LZ_CIRCLE);
        collect_shared(r, p, LZ_GATE);
        wrong_cards(r, p, true);
        if (s->player[p].count[LZ_LEVEL] > luck_level_limit(r, p))
            for (unsigned j = 0; j < s->player[p].count[LZ_LEVEL]; j++) {
                CardId c = zone_card(&s->player[p], LZ_LEVEL, j);
                if (!in_register(s, KEPT_CARD, c)) batch_move(r, c, p, LZ_DROP, LH_RULE);
            }
        if (refresh_points(s, p) > 0 && zone_top(s, p, LZ_DECK)) {
            RULE(LL_10_9_1);
            batch_move(r, zone_top(s, p, LZ_DECK), p, LZ_REFRESH, LH_RULE);
            Event *e = batch_add(r, EV_COUNTERS, p, NONE);
            e->put = LCOUNT_REFRESH;
            e->amount = -1;
        }
    }
    for (PlayerId p = 0; p < s->nplayers; p++) { /* 10.6.2 */
        CardId c[CARDS_PER_PLAYER * 2];
        const unsigned n = face_up_paradoxes(s, p, c);
        bool kept = false;
        for (unsigned i = 0; i < n; i++) kept |= in_register(s, KEPT_CARD, c[i]);
        for (unsigned i = 0; kept && i < n; i++)
            if (!in_register(s, KEPT_CARD, c[i])) batch_add(r, EV_FACE, p, c[i])->amount = 1;
    }
    for (unsigned i = 0; i < s->ctx[0].n[DOWN_PARADOX]; i++) {
        const CardId c = reg_cards(s, &s->ctx[0], DOWN_PARADOX)[i].card;
        batch_add(r, EV_FACE, card_of(s, c)->holder, c)->amount = 1;
    }
    if (s->nbatch > first + 1) RULE(LL_10_1_2_2_1);
    for (unsigned reg = 0; reg < REG_COUNT; reg++) reg_clear(r, &s->ctx[0], reg);
    return batch_do(r, first);
}

/* Procedure, chapter 10: one pass. */
void luck_process(Run *r, Frame *f) {
    State *s = r->s;
    Process *v = process_of(f);
    switch (f->step) {
    case PROCESS_LOSE:
        f->step = PROCESS_END; /* a loss, or what replaces it, is a pass of its own */
        for (unsigned reg = 0; reg < REG_COUNT; reg++) reg_clear(r, &s->ctx[0], reg);
        if (remove_losers(r)) return;
        f->step = PROCESS_SHARED;
        /* fallthrough */
    case PROCESS_SHARED:
        if (ask_shared(r, f)) return;
        v->nth = 0;
        f->step = PROCESS_PARADOX;
        return;
    case PROCESS_STAYS:
        if (s->picked.card) reg_push(r, &s->ctx[0], KEPT_SEAT, ref_to(s, s->picked.card));
        f->step = PROCESS_SHARED;
        return;
    case PROCESS_PARADOX:
        if (ask_paradoxes(r, f)) return;
        v->nth = 0;
        f->step = PROCESS_LEVEL;
        return;
    case PROCESS_LEVEL:
        if (ask_levels(r, f)) return;
        f->step = PROCESS_MOVE;
        return;
    case PROCESS_MOVE:
        f->step = PROCESS_END;
        process_all(r);
        return;
    default:
        settled_recheck(s, UNCHECKED_ALL); /* the next pass looks at everything again */
        frame_pop(r);
    }
}
