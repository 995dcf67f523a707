/* 5.13: union, also by transchange (11.5) and with a my logicalist. */
#include "games/luck/luck.h"
#include "kernel/pick.h"
#include "vm/vm.h"

enum {
    UNION_DECLARED,
    UNION_SEARCH,   /* 5.13.1.2: search the deck, with or without a refresh? */
    UNION_SEARCHED, /* answered */
    UNION_LOOK,     /* which one of the deck? */
    UNION_FOUND,    /* answered; 5.13.1.2.2: shuffle */
    UNION_HAND,     /* 5.13.1.2.3: which one of the hand? */
    UNION_CHOSEN,   /* answered */
    UNION_SEAT,     /* 5.12.2: its circles */
    UNION_SEATED,
    UNION_PAID,    /* 5.12.2.1: other members there leave */
    UNION_CLEARED, /* 5.13.1.3: the two become souls */
    UNION_SOULS,   /* the transunion is put down */
    UNION_PUT,     /* they are tied to it */
    UNION_FAILED   /* 5.13.1.4 */
};
typedef struct Union {
    CardRef first, second; /* the two that unite */
    CardRef card;          /* the transunion */
    ZoneSet from;          /* 5.13.1.2.4: where it may come from besides hand and deck */
    PlayerId player;
    uint8_t change; /* by transchange of the first */
    uint8_t searched;
    SeatSet seats;
} Union;
FRAME_LOCALS(Union, union_of)

static bool is_kind(Run *r, CardId c, unsigned kind) { return card_kinds(r, c) >> kind & 1; }
static bool is_logicalist(Run *r, CardId c) {
    if (is_kind(r, c, LK_SUPER)) RULE(LL_2_2_2_7_1);
    return is_kind(r, c, LK_LOGICALIST);
}
static bool is_my(const Run *r, CardId c) { return card_of(r->s, c)->zone == LZ_MY; }

/* A text lets the first unite with cards such as the second. */
static bool unites_by_text(Run *r, CardId a, CardId b) {
    const State *s = r->s;
    for (unsigned i = 0; rule_any(r, LRC_UNITES_LIKE) && i < s->nrules; i++) {
        const RuleNow *x = &s->rule[i];
        if (x->rule != LRC_UNITES_LIKE) continue;
        Eval e = eval_source(r, x->master, x->source);
        if (x->card == a && is_kind(r, b, (unsigned)x->amount)) return true;
        if (!x->card && card_of(s, a)->holder == x->master && x->pc &&
            vm_match_at(&e, x->pc, ref_to(s, a)) && vm_match_at(&e, x->pc, ref_to(s, b)))
            return true;
    }
    return false;
}

static bool kept_from_uniting(Run *r, CardId c) {
    return luck_deed_forbidden(r, LDEED_UNITE, card_of(r->s, c)->holder, c);
}

/* 5.13.1.1: may these two unite, in this order? */
static bool pair_fits(Run *r, CardId a, CardId b) {
    if (kept_from_uniting(r, a) || kept_from_uniting(r, b)) return false;
    if (is_my(r, a)) {
        if (is_my(r, b)) return false;
        if (card_of(r->s, a)->flags & CARD_RESTED) {
            RULE(LL_4_18_1_2);
            return false;
        }
        RULE(LL_2_2_2_8);
        if (is_kind(r, b, LK_FOREIGNER)) return true;
        if (is_kind(r, b, LK_SUPER)) RULE(LL_2_2_2_8_1);
        return is_kind(r, b, LK_SUPER) && luck_more(r, a, LM_SUPER);
    }
    if (is_my(r, b)) return false;
    if (is_logicalist(r, a) && is_kind(r, b, LK_FOREIGNER)) return true;
    if (is_kind(r, a, LK_SUPER) && is_kind(r, b, LK_SUPER)) {
        RULE(LL_2_2_2_7);
        return true;
    }
    return unites_by_text(r, a, b);
}

bool luck_unites(Run *r, CardId a, CardId b) {
    return a != b && (pair_fits(r, a, b) || pair_fits(r, b, a));
}

bool luck_may_unite(Run *r, PlayerId p, bool change) {
    const State *s = r->s;
    const unsigned most = change ? luck_limit(r, LRC_CHANGES_ARE, LRC_CHANGES, p, 1)
                                 : luck_limit(r, LRC_UNIONS_ARE, LRC_UNIONS, p, 1);
    const bool left = (change ? s->facts[LF_CHANGES] : s->facts[LF_UNIONS]) < (int)most;
    RULE(change ? LL_7_5_3_3_1 : LL_7_5_3_2_1);
    if (!left) RULE(change ? LL_7_5_3_3 : LL_7_5_3_2);
    return left && !luck_deed_forbidden(r, LDEED_UNION, p, NONE);
}

/* 11.5.1: has the member transchange? */
static bool changes(Run *r, CardId c) {
    const State *s = r->s;
    for (unsigned i = 0; rule_any(r, LRC_TRANSCHANGE) && i < s->nrules; i++)
        if (s->rule[i].rule == LRC_TRANSCHANGE && s->rule[i].source.card == c) return true;
    return false;
}

bool luck_changes_with(Run *r, CardId a, CardId b) {
    if (a == b || is_my(r, b) || !is_kind(r, b, LK_FOREIGNER)) return false;
    return !kept_from_uniting(r, a) && !kept_from_uniting(r, b);
}

/* 7.5.3.2, 7.5.3.3: offers the first of the two; the other one is asked for. */
void luck_offer_unions(Run *r, PlayerId p) {
    State *s = r->s;
    static const ZoneId zones[] = {LZ_CIRCLE, LZ_MY};
    const bool unite = luck_may_unite(r, p, false), change = luck_may_unite(r, p, true);
    CardId all[16];
    unsigned n = 0, members = 0;
    for (unsigned z = 0; z < 2; z++)
        for (unsigned i = 0; i < s->player[p].count[zones[z]] && n < 16; i++) {
            all[n++] = zone_card(&s->player[p], zones[z], i);
            members += !z;
        }
    for (unsigned i = 0; i < n; i++) {
        bool first = false, foreigner = false;
        for (unsigned j = 0; j < n; j++) {
            if (i == j) continue;
            first |=
                unite && pair_fits(r, all[i], all[j]) && (i < j || !pair_fits(r, all[j], all[i]));
            foreigner |= change && luck_changes_with(r, all[i], all[j]);
        }
        if (first) ask_add(r, (Option){.kind = LOPT_UNITE, .card = all[i]});
        if (change && foreigner && i < members && changes(r, all[i])) {
            RULE(LL_11_5_1);
            ask_add(r, (Option){.kind = LOPT_CHANGE, .card = all[i]});
        }
    }
}

void luck_union_begin(Run *r, unsigned ctx, PlayerId p, CardId first, CardId second, bool change,
                      ZoneSet from) {
    State *s = r->s;
    Frame *f = frame_push(r, LPROC_UNION);
    f->ctx = (uint8_t)ctx;
    *union_of(f) = (Union){.first = ref_to(s, first),
                           .second = ref_to(s, second),
                           .from = from,
                           .player = p,
                           .change = change};
}

/* 11.5.1: may this transunion come by the transchange of the first? */
static bool change_allows(Run *r, const Union *v, CardId c) {
    const State *s = r->s;
    for (unsigned i = 0; i < s->nrules; i++) {
        const RuleNow *x = &s->rule[i];
        if (x->rule != LRC_TRANSCHANGE || x->source.card != v->first.card) continue;
        Eval e = eval_source(r, x->master, x->source);
        RULE(LL_11_5_1_1);
        if (!x->pc || vm_match_at(&e, x->pc, ref_to(s, c))) return true;
    }
    return false;
}

/* 5.13.1.5: does a text let transunions such as this one come? Its own unions only, or all of its
 * players. */
static bool text_allows(Run *r, const Union *v, CardId c) {
    const State *s = r->s;
    if (v->change || !is_kind(r, c, LK_TRANSUNION) || !rule_any(r, LRC_UNION_INTO)) return false;
    for (unsigned i = 0; i < s->nrules; i++) {
        const RuleNow *x = &s->rule[i];
        const CardId by = x->source.card;
        if (x->rule != LRC_UNION_INTO || !(x->players & player_bit(v->player))) continue;
        if (x->amount && by != v->first.card && by != v->second.card) continue;
        Eval e = eval_source(r, x->master, x->source);
        if (!x->pc || vm_match_at(&e, x->pc, ref_to(s, c))) return true;
    }
    return false;
}

/* 5.13.1, 9.6.2.1: can the card sortie by this union? By an effect it is free (5.12.3.2). */
static bool can_come(Run *r, const Frame *f, const Union *v, CardId c) {
    if (text_allows(r, v, c)) {
        RULE(LL_5_13_1_5);
        return f->ctx || luck_stock_pays(r, v->player, luck_cost(r, c));
    }
    if (luck_union_barred(r, v->player, c, f->ctx)) return false;
    return !v->change || (rule_any(r, LRC_TRANSCHANGE) && change_allows(r, v, c));
}

/* Asks for a transunion among the zones' cards; none need be taken. */
static void ask_from(Run *r, const Frame *f, const Union *v, ZoneSet zones) {
    const State *s = r->s;
    ask_begin(r, v->player, LASK_UNION, zones >> LZ_DECK & 1 ? LL_5_13_1_2_1 : LL_5_13_1_2_3);
    for (ZoneSet left = zones; left; left &= left - 1) {
        ZoneId z = zone_first(left);
        for (unsigned i = 0; i < s->player[v->player].count[z]; i++) {
            CardId c = zone_card(&s->player[v->player], z, i);
            bool duplicate = false;
            for (unsigned j = 0; j < s->ask.n && !duplicate; j++)
                duplicate = card_of(s, s->option[j].card)->def == card_of(s, c)->def &&
                            card_of(s, s->option[j].card)->zone == z;
            if (!duplicate && can_come(r, f, v, c))
                ask_add(r, (Option){.kind = OPT_CARD, .card = c});
        }
    }
    ask_add(r, (Option){.kind = LOPT_NO_UNION});
    ask_done(r);
}

/* 5.13.1.2: whether to search is decided before the deck is seen. */
static void ask_search(Run *r, PlayerId p) {
    RULE(LL_5_13_1_2);
    ask_begin(r, p, LASK_SEARCH, LL_5_13_1_2);
    ask_add(r, (Option){.kind = LOPT_SEARCH});
    ask_add(r, (Option){.kind = LOPT_SEARCH_REFRESH});
    ask_add(r, (Option){.kind = LOPT_NO_SEARCH});
    ask_done(r);
}

/* 5.13.1.4: both are dropped; a my logicalist is rested. */
static void fail_union(Run *r, const Union *v) {
    const CardRef both[2] = {v->first, v->second};
    unsigned first = batch_open(r);
    RULE(LL_5_13_1_4);
    for (unsigned i = 0; i < 2; i++) {
        if (!ref_live(r->s, both[i])) continue;
        if (is_my(r, both[i].card)) {
            RULE(LL_5_13_1_4_1);
            batch_orient(r, v->player, both[i].card, true);
        } else {
            batch_move(r, both[i].card, v->player, LZ_DROP, LH_RULE)->actor = v->player;
        }
    }
    batch_do(r, first);
}

/* 11.2.1: covenants look at both while they are still on their circles. */
static void tell_united(Run *r, const Union *v) {
    const CardRef both[2] = {v->first, v->second};
    for (unsigned i = 0; i < 2; i++)
        luck_deed(r, LDEED_UNITE, v->player, both[i].card, both[1 - i].card, 0, 0);
}

/* 5.12.2.1: other members on the circles leave first. */
static bool clear_others(Run *r, const Union *v) {
    State *s = r->s;
    const Player *q = &s->player[v->player];
    unsigned first = batch_open(r);
    for (unsigned i = 0; i < q->count[LZ_CIRCLE]; i++) {
        CardId c = zone_card(q, LZ_CIRCLE, i);
        if (!(card_of(s, c)->seats & v->seats) || c == v->first.card || c == v->second.card)
            continue;
        RULE(LL_5_12_2_1);
        batch_move(r, c, v->player, LZ_DROP, LH_DISPLACED)->actor = v->player;
    }
    return batch_do(r, first);
}

/* 5.13.1.3: the two go to the soul zone, with the souls they have; a my logicalist is rested. All
 * of them are listed in a register of context 0 until they can be tied. */
static bool become_souls(Run *r, const Union *v) {
    State *s = r->s;
    const CardRef both[2] = {v->first, v->second};
    unsigned first = batch_open(r);
    reg_clear(r, &s->ctx[0], REG_LOOK);
    RULE(LL_5_13_1_3);
    for (unsigned i = 0; i < 2; i++) {
        if (!ref_live(s, both[i])) continue;
        if (is_my(r, both[i].card)) {
            RULE(LL_5_13_1_3_1);
            batch_orient(r, v->player, both[i].card, true);
            continue;
        }
        for (PlayerId p = 0; p < s->nplayers; p++)
            for (unsigned j = 0; j < s->player[p].count[LZ_SOUL]; j++) {
                CardId c = zone_card(&s->player[p], LZ_SOUL, j);
                const Card *k = card_of(s, c);
                if (k->tie != both[i].card || k->tie_inc != both[i].inc) continue;
                if (v->change) RULE(LL_11_5_3);
                reg_push(r, &s->ctx[0], REG_LOOK, (CardRef){c, 0});
            }
        reg_push(r, &s->ctx[0], REG_LOOK, (CardRef){both[i].card, 0});
        batch_move(r, both[i].card, v->player, LZ_SOUL, LH_UNION)->actor = v->player;
    }
    return batch_do(r, first);
}

/* 11.2.1: in covenant this card is the soul that it has become. */
static void covenants_follow(Run *r, const Union *v) {
    State *s = r->s;
    const CardRef both[2] = {v->first, v->second};
    for (unsigned i = 0; i < 2 * s->nwaiting; i++) {
        Waiting *w = &s->waiting[i / 2];
        const CardRef c = both[i % 2];
        if (!(r->pack->abil[w->abil].keywords >> LW_COVENANT & 1)) continue;
        if (w->source.card != c.card || w->source.inc != c.inc) continue;
        if (card_of(s, c.card)->zone == LZ_SOUL) w->source = ref_to(s, c.card);
    }
}

/* The transunion is put down, and the souls are tied to it: it has them when it sorties. */
static bool put_down(Run *r, Frame *f, const Union *v) {
    State *s = r->s;
    const Context *x = &s->ctx[0];
    unsigned first = batch_open(r);
    RULE(LL_5_13_1);
    Event *e =
        batch_move(r, v->card.card, v->player, LZ_CIRCLE, v->change ? LH_CHANGED : LH_UNITED);
    e->actor = v->player;
    e->seats_to = v->seats;
    if (f->ctx) event_caused(s, e, f->ctx, v->player);
    RULE(LL_4_15_2);
    for (unsigned i = 0; i < x->n[REG_LOOK]; i++) {
        const CardId c = reg_cards(s, x, REG_LOOK)[i].card;
        if (card_of(s, c)->zone == LZ_SOUL)
            batch_add(r, EV_TIE, v->player, c)->other = v->card.card;
    }
    return batch_do(r, first);
}

/* The union counts (5.35.1). */
static bool count_union(Run *r, const Union *v) {
    State *s = r->s;
    unsigned first = batch_open(r);
    if (card_of(s, v->card.card)->zone != LZ_CIRCLE) return false;
    s->fact_card[LR_UNITED] = ref_to(s, v->card.card);
    RULE(LL_5_35_1);
    Event *e = batch_add(r, EV_COUNTERS, v->player, NONE);
    e->put = LCOUNT_TRANK;
    e->amount = 1;
    return batch_do(r, first);
}

/* 7.5.3.2, 7.5.3.3, 11.5.2: a union by rule uses up the turn's. */
static void declare(Run *r, const Frame *f, const Union *v) {
    State *s = r->s;
    RULE(LL_5_13_1_1);
    if (is_my(r, v->first.card) || is_my(r, v->second.card)) RULE(LL_5_13_1_1_1);
    if (f->ctx) return;
    RULE(v->change ? LL_7_5_3_3 : LL_7_5_3_2);
    if (v->change) {
        RULE(LL_11_5_2);
        RULE(LL_11_5_4);
    }
    s->facts[v->change ? LF_CHANGES : LF_UNIONS]++;
}

/* Searching: the player sees the deck. */
static void search_steps(Run *r, Frame *f, Union *v) {
    State *s = r->s;
    unsigned first;
    switch (f->step) {
    case UNION_SEARCH:
        f->step = UNION_SEARCHED;
        ask_search(r, v->player);
        return;
    case UNION_SEARCHED:
        v->searched = s->picked.kind == LOPT_SEARCH || s->picked.kind == LOPT_SEARCH_REFRESH;
        f->step = v->searched ? UNION_LOOK : UNION_HAND;
        if (s->picked.kind == LOPT_SEARCH_REFRESH) luck_reshuffle(r, v->player, true, f->ctx);
        return;
    case UNION_LOOK:
        f->step = UNION_FOUND;
        vm_look_through(r, f->ctx, v->player, player_bit(v->player), zone_bit(LZ_DECK));
        RULE(LL_5_13_1_2_1);
        ask_from(r, f, v, zone_bit(LZ_DECK));
        return;
    default: /* UNION_FOUND */
        f->step = UNION_HAND;
        if (s->picked.kind == OPT_CARD) {
            v->card = ref_to(s, s->picked.card);
            event_show(r, v->player, s->picked.card);
            f->step = UNION_SEAT;
        }
        /* the chosen card stays where it is until it sorties; the rest is shuffled then */
        RULE(LL_5_13_1_2_2);
        first = batch_open(r);
        batch_add(r, EV_SHUFFLE, v->player, NONE)->from = LZ_DECK;
        batch_do(r, first);
    }
}

/* From the hand; or, instead of deck and hand, from the zones that a text names. */
static void choose_steps(Run *r, Frame *f, Union *v) {
    State *s = r->s;
    if (f->step == UNION_HAND) {
        const ZoneSet other = v->searched ? 0 : v->from;
        f->step = UNION_CHOSEN;
        RULE(LL_5_13_1_2_3);
        if (other) RULE(LL_5_13_1_2_4);
        ask_from(r, f, v, zone_bit(LZ_HAND) | other);
        return;
    }
    f->step = UNION_FAILED;
    if (s->picked.kind != OPT_CARD) return;
    v->card = ref_to(s, s->picked.card);
    f->step = UNION_SEAT;
}

/* False: there are none. */
static bool ask_circles(Run *r, unsigned ctx, const Union *v) {
    SeatSet at[16];
    unsigned found = 0;
    ask_begin(r, v->player, ASK_SEAT, LL_5_12_2);
    for (unsigned i = 0, n = luck_seatings(r, v->card.card, v->player, LZ_CIRCLE, at, 16); i < n;
         i++) {
        const bool several = at[i] & (at[i] - 1);
        const unsigned how = v->change ? LH_CHANGED : LH_UNITED;
        if (luck_circles_barred(r, ctx, v->player, v->card.card, v->player, at[i], how)) continue;
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

/* The sortie itself. */
static void sortie_steps(Run *r, Frame *f, Union *v) {
    State *s = r->s;
    switch (f->step) {
    case UNION_SEAT:
        f->step = UNION_SEATED;
        if (!ask_circles(r, f->ctx, v)) f->step = UNION_FAILED;
        return;
    case UNION_SEATED:
        v->seats = option_seats(&s->picked);
        f->step = v->seats ? UNION_PAID : UNION_FAILED;
        if (v->seats && !f->ctx) {
            event_show(r, v->player, v->card.card);
            event_tell(r, EV_PLAY, v->player, v->card.card, NONE, 0);
            luck_pay_stock(r, 0, v->player, (unsigned)luck_cost(r, v->card.card));
        }
        return;
    case UNION_PAID:
        f->step = UNION_CLEARED;
        if (clear_others(r, v)) return;
        /* fallthrough */
    case UNION_CLEARED:
        f->step = UNION_SOULS;
        tell_united(r, v);
        if (become_souls(r, v)) return;
        /* fallthrough */
    case UNION_SOULS:
        f->step = UNION_PUT;
        covenants_follow(r, v);
        if (put_down(r, f, v)) return;
        /* fallthrough */
    default: {
        const Union u = *v;
        const unsigned ctx = f->ctx;
        frame_pop(r);
        s->player[u.player].counter[LC_UNIONS]++;
        if (count_union(r, &u)) return;
        luck_deed(r, LDEED_UNION, u.player, u.card.card, NONE, 0, ctx);
        if (ctx) s->ctx[ctx].did = 1;
    }
    }
}

/* Procedure, 5.13 */
void luck_union(Run *r, Frame *f) {
    Union *v = union_of(f);
    switch (f->step) {
    case UNION_DECLARED:
        declare(r, f, v);
        f->step = UNION_SEARCH;
        if (f->ctx) r->s->ctx[f->ctx].did = 0;
        return;
    case UNION_SEARCH:
    case UNION_SEARCHED:
    case UNION_LOOK:
    case UNION_FOUND: search_steps(r, f, v); return;
    case UNION_HAND:
    case UNION_CHOSEN: choose_steps(r, f, v); return;
    case UNION_FAILED: {
        const Union u = *v;
        RULE(LL_5_35_2);
        frame_pop(r);
        fail_union(r, &u);
        return;
    }
    default: sortie_steps(r, f, v);
    }
}
