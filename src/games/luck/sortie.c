/* 5.12: sortie, by rule (with conditions and cost) and by effect; 2.10: where cards lie. */
#include "games/luck/luck.h"

/* 2.10.2: the circles a card of this territory may lie on: any one; two that are next to each
 * other; the middle ones with those on the left or on the right. Circles 1 to 3 are the front row
 * from the left, 4 to 6 the back row. */
static const SeatSet one[] = {1, 2, 4, 8, 16, 32}, two[] = {3, 6, 24, 48, 9, 18, 36},
                     four[] = {27, 54};

unsigned luck_seatings(Run *r, uint16_t c, unsigned player, unsigned zone, SeatSet *out,
                       unsigned max) {
    const unsigned t = zone == LZ_CIRCLE ? luck_territory(r, c) : 1;
    const SeatSet *from = t == 1 ? one : t == 2 ? two : four;
    const unsigned n = t == 1 ? 6 : t == 2 ? 7 : 2;
    (void)player;
    RULE(t == 1 ? LL_2_10_2_1 : t == 2 ? LL_2_10_2_2 : LL_2_10_2_3);
    for (unsigned i = 0; i < n && i < max; i++) out[i] = from[i];
    return n < max ? n : max;
}

int luck_cost(Run *r, CardId c) {
    const int n = card_cost(r, c);
    return n > 0 ? n : 0;
}

bool luck_stock_pays(Run *r, PlayerId p, int n) {
    if (n > (int)r->s->player[p].count[LZ_STOCK]) return false;
    return n <= 0 || !luck_deed_forbidden(r, LDEED_PAY, p, NONE);
}

/* 9.6.2.1.1, 9.6.2.1.2: does a face-up level card share a world or a colour with the card? */
static bool shares(Run *r, PlayerId p, CardId c, unsigned sort) {
    const State *s = r->s;
    TermId terms[MAX_TRAITS];
    const unsigned n = card_terms(r, c, sort + 1u, terms);
    RULE(sort == LSORT_WORLD ? LL_9_6_2_1_1 : LL_9_6_2_1_2);
    for (unsigned i = 0; i < s->player[p].count[LZ_LEVEL]; i++) {
        CardId l = zone_card(&s->player[p], LZ_LEVEL, i);
        for (unsigned t = 0; t < n; t++)
            if (!(card_of(s, l)->flags & CARD_DOWN) && card_trait(r, l, terms[t])) return true;
    }
    return false;
}

/* 9.6.2.1: the conditions of a card's level and, for a transunion, of its world or colour. */
static unsigned conditions_fail(Run *r, PlayerId p, CardId c) {
    const unsigned kinds = card_kinds(r, c);
    const int level = card_stat(r, ref_to(r->s, c), LSTAT_LEVEL);
    if (!(kinds & kinds_member())) return LL_7_5_3_1;
    RULE(LL_9_6_2_1_3);
    if (level > (int)r->s->player[p].count[LZ_LEVEL]) return LL_9_6_2_1_3;
    if (kinds >> LK_TRANSUNION & 1) {
        if (!shares(r, p, c, LSORT_WORLD) && !shares(r, p, c, LSORT_COLOUR)) return LL_9_6_2_1_4;
        RULE(LL_9_6_2_1_4);
    } else {
        RULE(LL_9_6_2_1_5);
    }
    return 0;
}

unsigned luck_play_barred(Run *r, PlayerId p, CardId c) {
    const unsigned clause = conditions_fail(r, p, c);
    if (clause) return clause;
    if (act_forbidden(r, EV_PLAY, p, c, NONE, 0)) return LL_1_3_3;
    return luck_stock_pays(r, p, luck_cost(r, c)) ? 0 : LL_9_6_2_3_2;
}

unsigned luck_union_barred(Run *r, PlayerId p, CardId c, bool free) {
    const unsigned clause = conditions_fail(r, p, c);
    if (clause) return clause;
    if (!(card_kinds(r, c) >> LK_TRANSUNION & 1)) return LL_5_13_1;
    return free || luck_stock_pays(r, p, luck_cost(r, c)) ? 0 : LL_9_6_2_3_2;
}

enum { SORTIE_SEAT, SORTIE_SEATED, SORTIE_PAY, SORTIE_PAID, SORTIE_CLEAR, SORTIE_PUT, SORTIE_END };

Frame *luck_sortie_begin(Run *r, unsigned ctx, PlayerId p, CardId c, unsigned flags) {
    Frame *f = frame_push(r, LPROC_SORTIE);
    f->ctx = (uint8_t)ctx;
    *sortie_of(f) = (Sortie){
        .card = ref_to(r->s, c), .player = p, .flags = (uint8_t)flags, .among = 63, .where = p};
    return f;
}

/* Does a text forbid that it sorties? Then nothing is done: not even others are dropped. */
static bool forbidden(Run *r, const Frame *f, const Sortie *v) {
    Event like = {.how = v->flags & SORTIE_UNION ? LH_UNITED : LH_SORTIE, .actor = v->player};
    if (!f->ctx || !bans_in_force(r)) return false; /* a sortie by rule was not offered */
    event_caused(r->s, &like, f->ctx, v->player);
    return move_banned(r, v->card.card, v->where, LZ_CIRCLE, &like);
}

bool luck_circles_barred(Run *r, unsigned ctx, PlayerId by, CardId c, PlayerId where, SeatSet seats,
                         unsigned how) {
    Event like = {.how = (uint8_t)how, .actor = by, .by = NOBODY, .seats_to = seats};
    if (!bans_in_force(r)) return false;
    if (ctx) event_caused(r->s, &like, ctx, by);
    if (!move_banned(r, c, where, LZ_CIRCLE, &like)) return false;
    RULE(LL_1_3_3);
    return true;
}

/* 5.12.2: asks for the circles. False: there are none it fits on. */
static bool ask_circles(Run *r, unsigned ctx, const Sortie *v) {
    SeatSet at[16];
    unsigned found = 0;
    ask_begin(r, v->player, ASK_SEAT, LL_5_12_2);
    for (unsigned i = 0, n = luck_seatings(r, v->card.card, v->where, LZ_CIRCLE, at, 16); i < n;
         i++) {
        if (at[i] & ~v->among ||
            luck_circles_barred(r, ctx, v->player, v->card.card, v->where, at[i], LH_SORTIE))
            continue;
        const bool several = at[i] & (at[i] - 1);
        found++;
        ask_add(r, (Option){.kind = OPT_SEAT,
                            .card = v->card.card,
                            .a = LZ_CIRCLE,
                            .b = (uint8_t)seat_number(at[i]),
                            .seats = several ? at[i] : 0});
    }
    if (!found) {
        ask_drop(r);
        return false;
    }
    RULE(LL_5_12_2);
    ask_done(r);
    return true;
}

/* 5.12.2.1: members on these circles are dropped before it is put there. */
static bool clear_circles(Run *r, const Sortie *v) {
    State *s = r->s;
    unsigned first = batch_open(r);
    const Player *q = &s->player[v->where];
    for (unsigned i = 0; i < q->count[LZ_CIRCLE]; i++) {
        CardId c = zone_card(q, LZ_CIRCLE, i);
        if (!(card_of(s, c)->seats & v->seats) || c == v->card.card) continue;
        RULE(LL_5_12_2_1);
        batch_move(r, c, v->where, LZ_DROP, LH_DISPLACED)->actor = v->player;
    }
    return batch_do(r, first);
}

static void add_sortie(Run *r, const Frame *f, const Sortie *v) {
    Event *e = batch_move(r, v->card.card, v->where, LZ_CIRCLE,
                          v->flags & SORTIE_UNION ? LH_UNITED : LH_SORTIE);
    e->actor = v->player;
    e->seats_to = v->seats;
    if (v->flags & SORTIE_RESTED || rule_on(r, LRC_SORTIES_RESTED, v->where, v->card.card))
        e->put = PUT_RESTED;
    if (f->ctx) event_caused(r->s, e, f->ctx, v->player);
}

/* 5.34.1.1.1: the souls that were purged with a flashing member come with it; they are still known
 * as its souls (12.2.2). */
static void add_flash_souls(Run *r, const Frame *f, const Sortie *v) {
    State *s = r->s;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[LZ_PURGE]; i++) {
            const CardId c = zone_card(&s->player[p], LZ_PURGE, i);
            const Card *k = card_of(s, c);
            if (k->tie != v->card.card || k->tie_inc != (uint16_t)(v->card.inc - 1)) continue;
            RULE(LL_5_34_1_1_1);
            Event *e = batch_move(r, c, v->where, LZ_SOUL, LH_SOUL);
            e->other = v->card.card;
            event_caused(s, e, f->ctx, s->ctx[f->ctx].master);
        }
}

static bool put_member(Run *r, Frame *f, Sortie *v) {
    unsigned first = batch_open(r);
    if (!ref_live(r->s, v->card)) return false;
    RULE(LL_5_12_1);
    RULE(v->flags & SORTIE_EFFECT ? LL_5_12_3_2 : LL_5_12_3_1);
    add_sortie(r, f, v);
    if (v->flags & SORTIE_FLASH) add_flash_souls(r, f, v);
    v->done = 1;
    return batch_do(r, first);
}

enum { MUSTER_NEXT, MUSTER_SEATED, MUSTER_PUT, MUSTER_END };

static Sortie one_of_muster(const Muster *v, unsigned i) {
    return (Sortie){.card = v->card[i],
                    .player = v->player,
                    .flags = v->flags,
                    .seats = v->seats[i],
                    .among = v->among,
                    .where = v->where};
}

/* 5.12.2.1: the members on the chosen circles, except those that sortie. */
static bool clear_for_all(Run *r, const Muster *v) {
    State *s = r->s;
    const Player *q = &s->player[v->where];
    const unsigned first = batch_open(r);
    for (unsigned i = 0; i < q->count[LZ_CIRCLE]; i++) {
        const CardId c = zone_card(q, LZ_CIRCLE, i);
        bool clears = false, sorties = false;
        for (unsigned j = 0; j < v->n; j++) {
            clears |= (card_of(s, c)->seats & v->seats[j]) != 0;
            sorties |= c == v->card[j].card;
        }
        if (!clears || sorties) continue;
        RULE(LL_5_12_2_1);
        batch_move(r, c, v->where, LZ_DROP, LH_DISPLACED)->actor = v->player;
    }
    return batch_do(r, first);
}

static bool put_all(Run *r, const Frame *f, const Muster *v) {
    const unsigned first = batch_open(r);
    RULE(LL_5_12_1);
    RULE(LL_5_12_3_2);
    for (unsigned i = 0; i < v->n; i++) {
        if (!v->seats[i] || !ref_live(r->s, v->card[i])) continue;
        const Sortie one = one_of_muster(v, i);
        add_sortie(r, f, &one);
    }
    return batch_do(r, first);
}

/* Procedure: several members sortie by an effect. Circles are chosen for each in turn; then all
 * are put down at once (9.7.4.2). */
void luck_muster(Run *r, Frame *f) {
    State *s = r->s;
    Muster *v = muster_of(f);
    for (;;) {
        switch (f->step) {
        case MUSTER_NEXT: {
            f->step = v->nth < v->n ? MUSTER_SEATED : MUSTER_PUT;
            if (f->step == MUSTER_PUT) {
                if (clear_for_all(r, v)) return;
                break;
            }
            const Sortie one = one_of_muster(v, v->nth);
            s->picked = (Option){0};
            if (!forbidden(r, f, &one) && ref_live(s, one.card) && ask_circles(r, f->ctx, &one))
                return;
            break;
        }
        case MUSTER_SEATED:
            v->seats[v->nth++] = s->picked.kind == OPT_SEAT ? option_seats(&s->picked) : 0;
            f->step = MUSTER_NEXT;
            break;
        case MUSTER_PUT:
            f->step = MUSTER_END;
            if (put_all(r, f, v)) return;
            break;
        default: {
            const Muster done = *v;
            Context *x = &s->ctx[f->ctx];
            frame_pop(r);
            for (unsigned i = 0; i < done.n; i++) {
                const CardId c = done.card[i].card;
                if (!done.seats[i] || card_of(s, c)->zone != LZ_CIRCLE) continue;
                x->did = 1;
                reg_push(r, x, REG_IT, ref_to(s, c));
            }
            return;
        }
        }
    }
}

/* Procedure, 5.12. A union pays and makes its souls itself (union.c). */
void luck_sortie(Run *r, Frame *f) {
    State *s = r->s;
    Sortie *v = sortie_of(f);
    switch (f->step) {
    case SORTIE_SEAT:
        f->step = v->seats ? SORTIE_PAY : SORTIE_SEATED;
        if (forbidden(r, f, v)) {
            frame_pop(r);
            return;
        }
        if (v->seats) return;
        if (!ref_live(s, v->card) || !ask_circles(r, f->ctx, v)) frame_pop(r);
        return;
    case SORTIE_SEATED:
        v->seats = s->picked.kind == OPT_SEAT ? option_seats(&s->picked) : 0;
        if (!v->seats) {
            frame_pop(r);
            return;
        }
        f->step = SORTIE_PAY;
        /* fallthrough */
    case SORTIE_PAY: /* 9.6.2.1, 9.6.2.3: it is shown, then its cost is paid */
        f->step = SORTIE_CLEAR;
        if (!(v->flags & SORTIE_EFFECT)) {
            const unsigned n = (unsigned)luck_cost(r, v->card.card);
            RULE(LL_9_6_2_1);
            RULE(LL_2_9_2);
            RULE(LL_9_6_2_3);
            event_show(r, v->player, v->card.card);
            event_tell(r, EV_PLAY, v->player, v->card.card, NONE, 0);
            if (luck_pay_stock(r, 0, v->player, n)) return;
        }
        /* fallthrough */
    case SORTIE_CLEAR:
        f->step = SORTIE_PUT;
        if (clear_circles(r, v)) return;
        /* fallthrough */
    case SORTIE_PUT:
        f->step = SORTIE_END;
        if (put_member(r, f, v)) return;
        /* fallthrough */
    default: {
        const Sortie done = *v;
        const unsigned ctx = f->ctx;
        frame_pop(r);
        if (ctx && done.done && card_of(s, done.card.card)->zone == LZ_CIRCLE) { /* "it" follows */
            s->ctx[ctx].did = 1;
            reg_push(r, &s->ctx[ctx], REG_IT, ref_to(s, done.card.card));
        }
    }
    }
}
