/* Chapter 8: attack and battle. Steps follow the order of the clauses. */
#include "games/luck/luck.h"
#include "kernel/pick.h"
#include "kernel/place.h"
#include "vm/vm.h"

enum {
    B_DECLARE, /* 8.2.2 */
    B_ASK,     /* 8.2.3, 8.2.4 */
    B_ASKED,
    B_BEGIN,    /* 8.2.4.1: after the check timing the battle begins */
    B_ATTACKER, /* 8.2.5: answered */
    B_AIM,      /* 8.2.6 */
    B_AIMED,
    B_AIM_CHECKED,   /* 8.2.8 */
    B_ATTACK,        /* 8.2.10, 8.2.11 */
    B_EMPTY_CHECKED, /* 8.2.10.2 */
    B_DESTROY,       /* 8.2.10.3 */
    B_DESTROYED,     /* 8.2.10.4, 8.2.10.5 */
    B_INTERCEPT,     /* 8.3.2 */
    B_INTERCEPT_ASK, /* 8.3.3 */
    B_INTERCEPT_ASKED,
    B_INTERCEPTED, /* 8.3.5, 8.3.6 */
    B_DEFINE,      /* 8.4.2 */
    B_DEFENDER,    /* 8.4.3 */
    B_DEFENDER_ASKED,
    B_DEFENDER_DID,
    B_DEFENDER_CHECK, /* 8.4.4 */
    B_OFFENDER,       /* 8.4.5 */
    B_OFFENDER_ASKED,
    B_OFFENDER_DID,
    B_OFFENDER_CHECK, /* 8.4.6, 8.4.7 */
    B_JUDGE,          /* 8.5.2 */
    B_JUDGED,         /* 8.5.3 to 8.5.5 */
    B_BEATEN,         /* 8.5.6 */
    B_BEATEN_ORDER,   /* 12.2.1.1: its souls in the order its master likes */
    B_BEATEN_DONE,    /* 8.5.8 */
    B_END,            /* 8.6.2, 8.6.3 */
    B_END_PARADOX,    /* 8.6.4 */
    B_END_CLEAR,      /* 8.6.5 */
    B_END_EFFECTS,    /* 8.6.6, 8.6.7 */
    B_OVER
};
typedef struct Battle {
    CardId attacker;  /* chosen, before the circle */
    uint8_t declared; /* this is not the first declaration step of the turn */
    uint8_t intercepts;
    uint8_t defines;  /* the player who acts chose to define logic, perhaps after a level boost */
    uint16_t defined; /* cards the acting player had defined before */
} Battle;
FRAME_LOCALS(Battle, battle_of)

void luck_deed(Run *r, unsigned deed, PlayerId p, CardId card, CardId other, int amount,
               unsigned ctx) {
    unsigned first = batch_open(r);
    Event *e = batch_deed(r, deed, p, card, other, amount);
    if (!e) return;
    e->actor = p;
    if (ctx) event_caused(r->s, e, ctx, p);
    batch_do(r, first);
}

bool luck_deed_forbidden(Run *r, unsigned deed, PlayerId p, CardId c) {
    if (!bans_in_force(r)) return false;
    Event e = event_make(r->s, EV_DEED, p, c);
    e.how = (uint8_t)deed;
    e.actor = p;
    if (!event_banned(r, &e)) return false;
    RULE(LL_1_3_3);
    return true;
}

/* ---- 8.2 declaration ---- */

int luck_attack_limit(Run *r, PlayerId p) {
    const State *s = r->s;
    int n = 0;
    for (unsigned i = 0; i < s->player[p].count[LZ_LEVEL]; i++)
        n += !(card_of(s, zone_card(&s->player[p], LZ_LEVEL, i))->flags & CARD_DOWN);
    RULE(LL_8_2_3);
    return (int)luck_limit(r, LRC_ATTACKS_ARE, LRC_ATTACKS, p, n);
}

/* 8.2.6.1: is the gate in front of this back circle intact? */
static bool shielded(const State *s, PlayerId foe, unsigned seat) {
    for (unsigned i = 0; seat > 3 && i < s->player[foe].count[LZ_GATE]; i++) {
        const Card *k = card_of(s, zone_card(&s->player[foe], LZ_GATE, i));
        if ((k->seats & seat_bit(seat - 3)) && (k->flags & CARD_DOWN) && (k->kinds >> LK_GATE & 1))
            return true;
    }
    return false;
}

/* Does an effect keep this circle, or a member on it, from being attacked by the card? One that
 * keeps the card from attacking at all comes too late now (8.2.7). */
static bool attack_warded(Run *r, PlayerId p, CardId c, PlayerId foe, unsigned seat) {
    const Player *q = &r->s->player[foe];
    if (!bans_in_force(r) || act_forbidden(r, EV_ATTACK, p, c, NONE, 0)) return false;
    uint8_t *circle = &r->s->facts[LF_CIRCLE], keep = *circle; /* borrowed for the test */
    *circle = (uint8_t)seat;
    bool warded = act_forbidden(r, EV_ATTACK, p, c, NONE, 0);
    for (unsigned i = 0; !warded && i < q->count[LZ_CIRCLE]; i++) {
        const CardId d = zone_card(q, LZ_CIRCLE, i);
        if (!(card_of(r->s, d)->seats & seat_bit(seat))) continue;
        warded = act_forbidden(r, EV_ATTACK, p, c, d, 0);
    }
    *circle = keep;
    return warded;
}

/* The circles that effects want attacked; the attacker picks one of them (8.2.6.2). */
static SeatSet demanded(Run *r, PlayerId p, PlayerId foe) {
    const Player *q = &r->s->player[foe];
    SeatSet out = rule_on(r, LRC_FRONT_FIRST, p, NONE) ? 7 : 0;
    if (!rule_any(r, LRC_AIM_AT)) return out;
    for (unsigned i = 0; i < q->count[LZ_CIRCLE]; i++) {
        const CardId c = zone_card(q, LZ_CIRCLE, i);
        if (rule_on(r, LRC_AIM_AT, p, c)) out |= card_of(r->s, c)->seats;
    }
    return out;
}

/* What keeps the circle from being named; CLAUSE_NONE: nothing but a demand. */
static unsigned aim_barred(Run *r, PlayerId p, CardId c, PlayerId foe, unsigned seat) {
    if (shielded(r->s, foe, seat) && !(c && rule_on(r, LRC_ANY_BACK, NOBODY, c))) return LL_8_2_6_1;
    return attack_warded(r, p, c, foe, seat) ? LL_1_3_3 : CLAUSE_NONE;
}

SeatSet luck_targets(Run *r, PlayerId p, CardId c) {
    const PlayerId foe = luck_other(r->s, p);
    SeatSet all = 0;
    for (unsigned seat = 1; seat <= 6; seat++) {
        const unsigned why = aim_barred(r, p, c, foe, seat);
        if (why)
            run_rule(r, why);
        else
            all |= seat_bit(seat);
    }
    const SeatSet wanted = all & demanded(r, p, foe);
    if (wanted) RULE(LL_8_2_6_2);
    return wanted ? wanted : all;
}

unsigned luck_aim_why(Run *r, PlayerId p, unsigned seat) {
    const State *s = r->s;
    if (s->ask.kind != LASK_AIM || s->ask.player != p) return CLAUSE_NONE;
    const CardId c = battle_of(frame_top(r))->attacker;
    const unsigned why = aim_barred(r, p, c, luck_other(s, p), seat);
    return why ? why : LL_8_2_6_2;
}

bool luck_attack_barred(Run *r, PlayerId p, CardId c) {
    return rule_on(r, LRC_NO_ATTACK, p, c) || act_forbidden(r, EV_ATTACK, p, c, NONE, 0);
}

static bool can_attack(Run *r, PlayerId p, CardId c) {
    if (card_of(r->s, c)->flags & CARD_RESTED) return false;
    if (!(card_kinds(r, c) & kinds_member()) || luck_attack_barred(r, p, c)) return false;
    return luck_targets(r, p, c) != 0;
}

/* 8.2.4: attack, or not. Once the limit is reached or nobody can, nothing is chosen. */
static bool ask_attack(Run *r) {
    State *s = r->s;
    const PlayerId p = s->turn_player;
    const Player *q = &s->player[p];
    RULE(LL_8_1_1);
    RULE(LL_8_2_4);
    ask_begin(r, p, LASK_ATTACK, LL_8_2_4);
    if (s->facts[LF_ATTACKS] < luck_attack_limit(r, p))
        for (unsigned i = 0; i < q->count[LZ_CIRCLE]; i++) {
            CardId c = zone_card(q, LZ_CIRCLE, i);
            if (can_attack(r, p, c)) ask_add(r, (Option){.kind = LOPT_ATTACK, .card = c});
        }
    ask_add(r, (Option){.kind = LOPT_END_ATTACKS});
    return ask_done(r);
}

/* 8.2.6 */
static bool ask_circle(Run *r, CardId c) {
    State *s = r->s;
    const SeatSet at = luck_targets(r, s->turn_player, c);
    RULE(LL_8_2_6);
    ask_begin(r, s->turn_player, LASK_AIM, LL_8_2_6);
    for (unsigned seat = 1; seat <= 6; seat++)
        if (at & seat_bit(seat))
            ask_add(r, (Option){.kind = LOPT_AIM, .a = LZ_CIRCLE, .b = (uint8_t)seat});
    return ask_done(r);
}

/* The member on the attacked circle. */
static CardId on_circle(Run *r, PlayerId p, unsigned seat) {
    const Player *q = &r->s->player[p];
    for (unsigned i = q->count[LZ_CIRCLE]; i-- > 0;) {
        CardId c = zone_card(q, LZ_CIRCLE, i);
        const SeatSet at = card_of(r->s, c)->seats;
        if (!(at & seat_bit(seat)) || !(card_kinds(r, c) & kinds_member())) continue;
        if (at & (at - 1)) RULE(LL_2_10_3);
        return c;
    }
    return NONE;
}

static CardRef attacker(const Run *r) { return r->g->role(r, LR_ATTACKING); }
static CardRef defender(const Run *r) { return r->g->role(r, LR_DEFENDING); }
static void battle_changed(State *s) { derived_read_changed(s, DEPENDS_ATTACK); }

/* 8.2.7: the battle goes on though the attacker could not attack any more. */
static void mark_barred_attacker(Run *r) {
    const CardId c = attacker(r).card;
    if (WATCHED(r) && c && luck_attack_barred(r, r->s->turn_player, c)) RULE(LL_8_2_7);
}

/* 11.8.1: cards with blast on the attacked circle; they wait though they lie face down. */
static void trigger_blasts(Run *r, PlayerId p, unsigned seat, CardId by) {
    State *s = r->s;
    const Player *q = &s->player[p];
    Event e = event_make(s, EV_ATTACK, s->turn_player, by);
    for (unsigned i = 0; i < q->count[LZ_SET]; i++) {
        CardId c = zone_card(q, LZ_SET, i);
        const Card *k = card_of(s, c);
        const CardDef *d = &r->pack->def[k->def];
        if (!(k->seats & seat_bit(seat)) || !(k->flags & CARD_DOWN)) continue;
        for (AbilId a = d->abil; a < d->abil + d->nabil; a++)
            if (r->pack->abil[a].keywords >> LW_BLAST & 1)
                waiting_add(r, a, p, ref_to(s, c), &e, 0);
    }
}

/* 8.2.10.1, 8.2.11.4: what triggers on the attack. */
static void tell_attack(Run *r, CardId by, CardId at) {
    State *s = r->s;
    const PlayerId p = s->turn_player, foe = luck_other(s, p);
    unsigned first = batch_open(r);
    Event *e = batch_add(r, EV_ATTACK, p, by);
    e->other = at;
    batch_do(r, first);
    if (at) luck_deed(r, LDEED_DEFEND, foe, at, by, 0, 0);
    trigger_blasts(r, foe, s->facts[LF_CIRCLE], by);
}

bool luck_destroy(Run *r, CardId gate, CardId by, unsigned ctx, PlayerId actor) {
    State *s = r->s;
    const Card *k = card_of(s, gate);
    unsigned first = batch_open(r);
    if (k->zone != LZ_GATE || !(k->flags & CARD_DOWN)) {
        RULE(LL_5_32_1_1);
        return false;
    }
    RULE(LL_5_32_1);
    RULE(ctx ? LL_5_32_2_2 : LL_5_32_2_1);
    Event *e = batch_add(r, EV_FACE, k->holder, gate);
    e->amount = 0;
    e->how = LH_DESTROY;
    e->actor = actor;
    e->other = by;
    if (ctx) event_caused(s, e, ctx, actor);
    return batch_do(r, first);
}

/* 8.2.10.3: the gate of an empty circle is destroyed. */
static bool destroy_gate(Run *r) {
    State *s = r->s;
    const PlayerId foe = luck_other(s, s->turn_player);
    const Player *q = &s->player[foe];
    if (!attacker(r).card) return false;
    RULE(LL_8_2_10_3);
    for (unsigned i = 0; i < q->count[LZ_GATE]; i++) {
        CardId c = zone_card(q, LZ_GATE, i);
        if (!(card_of(s, c)->seats & seat_bit(s->facts[LF_CIRCLE]))) continue;
        RULE(LL_8_2_10_3_1);
        return luck_destroy(r, c, attacker(r).card, 0, s->turn_player);
    }
    return false;
}

/* 8.2 up to the choice of the circle. False: something comes first. */
static bool declare_attack(Run *r, Frame *f) {
    State *s = r->s;
    Battle *v = battle_of(f);
    switch (f->step) {
    case B_DECLARE:
        luck_reach(s, LP_DECLARE);
        f->step = B_ASK;
        RULE(LL_8_2_2);
        if (!v->declared) trigger_point(r, LP_BATTLE, s->turn_player);
        v->declared = 1;
        trigger_point(r, LP_DECLARE, s->turn_player);
        if (luck_check_timing(r)) return false;
        /* fallthrough */
    case B_ASK:
        f->step = B_ASKED;
        if (ask_attack(r)) return false;
        /* fallthrough */
    case B_ASKED:
        v->attacker = s->picked.kind == LOPT_ATTACK ? s->picked.card : NONE;
        f->step = v->attacker ? B_BEGIN : B_OVER;
        RULE(v->attacker ? LL_8_2_4_1 : LL_8_2_4_2);
        if (!v->attacker || luck_check_timing(r)) return false;
        /* fallthrough */
    case B_BEGIN: { /* 8.1.3: the attack counts from here on */
        const CardId c = v->attacker;
        unsigned first = batch_open(r);
        RULE(LL_8_1_3);
        s->facts[LF_ATTACKS]++;
        s->facts[LF_BATTLE] = 1;
        s->spent |= SPENT_ATTACKS;
        battle_changed(s);
        f->step = B_AIM;
        if (card_of(s, c)->zone != LZ_CIRCLE || !can_attack(r, s->turn_player, c)) {
            f->step = B_END; /* nobody attacks any more */
            return false;
        }
        RULE(LL_8_2_5);
        card_at(s, c)->attacks++;
        if (!rule_on(r, LRC_ATTACKS_STANDING, NOBODY, c)) batch_orient(r, s->turn_player, c, true);
        if (batch_do(r, first)) return false;
    }
        /* fallthrough */
    case B_AIM:
        f->step = B_AIMED;
        if (ask_circle(r, v->attacker)) return false;
        /* fallthrough */
    default:
        s->facts[LF_CIRCLE] = s->picked.kind == LOPT_AIM ? s->picked.b : 0;
        s->fact_card[LR_ATTACKING] = ref_to(s, v->attacker);
        v->attacker = NONE;
        f->step = s->facts[LF_CIRCLE] ? B_ATTACK : B_END;
        battle_changed(s);
        RULE(LL_8_2_6_3);
        RULE(LL_8_2_9);
        RULE(LL_8_2_9_1);
        RULE(LL_8_2_8);
        return !luck_check_timing(r);
    }
}

/* 8.2.10, 8.2.11 */
static bool attack(Run *r, Frame *f) {
    State *s = r->s;
    const PlayerId foe = luck_other(s, s->turn_player);
    switch (f->step) {
    case B_ATTACK: {
        const CardId at = on_circle(r, foe, s->facts[LF_CIRCLE]), by = attacker(r).card;
        mark_barred_attacker(r);
        RULE(at ? LL_8_2_11 : LL_8_2_10);
        if (at) {
            RULE(LL_8_2_11_1);
            RULE(LL_8_2_11_1_1);
            RULE(LL_8_2_11_3);
            s->fact_card[LR_DEFENDING] = ref_to(s, at);
            battle_changed(s);
        }
        f->step = at ? B_INTERCEPT : B_DESTROY;
        RULE(at ? LL_8_2_11_4 : LL_8_2_10_1);
        tell_attack(r, by, at);
        RULE(at ? LL_8_2_11_5 : LL_8_2_10_2);
        return !luck_check_timing(r);
    }
    case B_DESTROY:
        f->step = B_DESTROYED;
        mark_barred_attacker(r);
        if (destroy_gate(r)) return false;
        /* fallthrough */
    default:
        f->step = B_END;
        RULE(LL_8_2_10_4);
        RULE(LL_8_2_10_5);
        return !luck_check_timing(r);
    }
}

/* ---- 8.3 intercept ---- */

bool luck_has_icon(Run *r, CardId c) {
    return luck_more(r, c, LM_IC) || (card_keywords(r, c) >> LW_IC & 1);
}

/* 8.3.3.1: offers members with the icon, not the attacked one. */
static bool ask_intercept(Run *r, Frame *f) {
    State *s = r->s;
    Battle *v = battle_of(f);
    const PlayerId p = luck_other(s, s->turn_player);
    const Player *q = &s->player[p];
    unsigned most = 6;
    for (unsigned i = 0; rule_any(r, LRC_INTERCEPTS) && i < s->nrules; i++)
        if (s->rule[i].rule == LRC_INTERCEPTS && (s->rule[i].players & player_bit(p)) &&
            s->rule[i].amount < (int)most)
            most = (unsigned)(s->rule[i].amount > 0 ? s->rule[i].amount : 0);
    RULE(LL_8_3_3);
    ask_begin(r, p, LASK_INTERCEPT, LL_8_3_3);
    for (unsigned i = 0;
         attacker(r).card && defender(r).card && v->intercepts < most && i < q->count[LZ_CIRCLE];
         i++) {
        CardId c = zone_card(q, LZ_CIRCLE, i);
        bool chosen = false;
        for (unsigned j = 0; j < s->ctx[0].n[REG_MOVE]; j++)
            chosen |= reg_cards(s, &s->ctx[0], REG_MOVE)[j].card == c;
        if (chosen || c == defender(r).card || !(card_kinds(r, c) & kinds_member()) ||
            !luck_has_icon(r, c) || rule_on(r, LRC_NO_INTERCEPT, p, c) ||
            luck_deed_forbidden(r, LDEED_INTERCEPT, p, c) ||
            rule_move_forbidden(r, c, p, LZ_INTERCEPT, LH_INTERCEPT))
            continue;
        RULE(LL_2_11_3);
        ask_add(r, (Option){.kind = LOPT_INTERCEPT, .card = c});
    }
    ask_add(r, (Option){.kind = LOPT_NO_INTERCEPT});
    return ask_done(r);
}

/* The chosen members go together; their souls go with them. */
static bool put_interceptors(Run *r) {
    State *s = r->s;
    const PlayerId p = luck_other(s, s->turn_player);
    unsigned first = batch_open(r);
    for (unsigned i = 0; i < s->ctx[0].n[REG_MOVE]; i++) {
        const CardId c = reg_cards(s, &s->ctx[0], REG_MOVE)[i].card;
        RULE(LL_8_3_3_1);
        RULE(LL_5_17_1);
        batch_move(r, c, p, LZ_INTERCEPT, LH_INTERCEPT)->actor = p;
    }
    if (s->nbatch == first) RULE(LL_8_3_3_2);
    return batch_do(r, first);
}

static bool intercept_step(Run *r, Frame *f) {
    State *s = r->s;
    Battle *v = battle_of(f);
    switch (f->step) {
    case B_INTERCEPT:
        luck_reach(s, LP_INTERCEPT);
        f->step = B_INTERCEPT_ASK;
        v->intercepts = 0;
        reg_clear(r, &s->ctx[0], REG_MOVE);
        RULE(LL_8_3_2);
        trigger_point(r, LP_INTERCEPT, s->turn_player);
        if (luck_check_timing(r)) return false;
        /* fallthrough */
    case B_INTERCEPT_ASK:
        f->step = B_INTERCEPT_ASKED;
        if (ask_intercept(r, f)) return false;
        /* fallthrough */
    case B_INTERCEPT_ASKED:
        if (s->picked.kind == LOPT_INTERCEPT) {
            reg_push(r, &s->ctx[0], REG_MOVE, ref_to(s, s->picked.card));
            v->intercepts++;
            f->step = B_INTERCEPT_ASK;
            return true;
        }
        f->step = B_INTERCEPTED;
        if (put_interceptors(r)) return false;
        /* fallthrough */
    default:
        f->step = B_DEFINE;
        for (unsigned i = 0; i < s->ctx[0].n[REG_MOVE]; i++) {
            const CardId c = reg_cards(s, &s->ctx[0], REG_MOVE)[i].card;
            if (card_of(s, c)->zone == LZ_INTERCEPT) card_at(s, c)->deeds |= LDONE_INTERCEPT;
        }
        battle_changed(s);
        for (unsigned i = 0; i < s->ctx[0].n[REG_MOVE]; i++) {
            const CardId c = reg_cards(s, &s->ctx[0], REG_MOVE)[i].card;
            RULE(LL_8_3_5);
            if (card_of(s, c)->zone == LZ_INTERCEPT)
                luck_deed(r, LDEED_INTERCEPT, card_of(s, c)->holder, c, defender(r).card, 0, 0);
        }
        reg_clear(r, &s->ctx[0], REG_MOVE);
        RULE(LL_8_3_6);
        return !luck_check_timing(r);
    }
}

/* ---- 8.4 definition of logic ---- */

/* 5.16.1: the zones from which the player may define logic. */
ZoneSet luck_logic_zones(Run *r, PlayerId p) {
    const State *s = r->s;
    ZoneSet zones = zone_bit(LZ_HAND);
    for (unsigned i = 0; rule_any(r, LRC_DEFINE_FROM) && i < s->nrules; i++)
        if (s->rule[i].rule == LRC_DEFINE_FROM && (s->rule[i].players & player_bit(p)))
            zones |= (ZoneSet)s->rule[i].amount;
    return zones;
}

static unsigned cards_in(const State *s, PlayerId p, ZoneSet zones) {
    unsigned n = 0;
    for (; zones; zones &= zones - 1) n += s->player[p].count[zone_first(zones)];
    return n;
}

/* 2.15.2: is the member's limit above the number of cards in its master's battle zone? */
static bool below_limit(Run *r, PlayerId p, CardRef member) {
    RULE(LL_2_15_2);
    return card_stat(r, member, LSTAT_LIMIT) > (int)r->s->player[p].count[LZ_BATTLE];
}

/* 8.4.3, 8.4.5: the three actions. */
static bool ask_define(Run *r, bool defends) {
    State *s = r->s;
    const PlayerId p = defends ? luck_other(s, s->turn_player) : s->turn_player;
    const CardRef own = defends ? defender(r) : attacker(r);
    ask_begin(r, p, LASK_DEFINE, defends ? LL_8_4_3 : LL_8_4_5);
    RULE(defends ? LL_8_4_3 : LL_8_4_5);
    if (attacker(r).card && defender(r).card && below_limit(r, p, own) &&
        !luck_deed_forbidden(r, LDEED_DEFINE, p, NONE)) {
        if (cards_in(s, p, luck_logic_zones(r, p))) ask_add(r, (Option){.kind = LOPT_DEFINE});
        if (zone_upright(&s->player[p], LZ_LEVEL) && !luck_deed_forbidden(r, LDEED_BOOST, p, NONE))
            ask_add(r, (Option){.kind = LOPT_BOOST});
    }
    ask_add(r, (Option){.kind = LOPT_NO_DEFINE});
    return ask_done(r);
}

enum { LOGIC_ZONE, LOGIC_ZONE_CHOSEN, LOGIC_CARD, LOGIC_CHOSEN, LOGIC_PUT, LOGIC_END };
typedef struct Logic {
    PlayerId player;
    ZoneSet zones;
    CardRef only[4]; /* a text names the cards */
    CardRef card;
    uint8_t nonly;
} Logic;
FRAME_LOCALS(Logic, logic_of)

void luck_logic_begin(Run *r, unsigned ctx, PlayerId p, const CardRef *c, unsigned n) {
    Frame *f = frame_push(r, LPROC_LOGIC);
    Logic *v = logic_of(f);
    f->ctx = (uint8_t)ctx;
    v->player = p;
    v->zones = luck_logic_zones(r, p);
    v->nonly = (uint8_t)(n < 4 ? n : 4);
    for (unsigned i = 0; i < v->nonly; i++) v->only[i] = c[i];
}

/* Asks for the card; all zones are offered together, since one card names its zone (5.16.1.2). */
static bool ask_logic(Run *r, const Logic *v) {
    State *s = r->s;
    ask_begin(r, v->player, LASK_LOGIC, LL_5_16_1);
    for (unsigned i = 0; i < v->nonly; i++)
        if (ref_live(s, v->only[i]))
            ask_add(r, (Option){.kind = OPT_CARD, .card = v->only[i].card});
    for (ZoneSet left = v->nonly ? 0 : v->zones; left; left &= left - 1) {
        const ZoneId z = zone_first(left);
        RULE(z == LZ_HAND ? LL_5_16_1_1 : LL_5_16_1_2);
        for (unsigned i = 0; i < s->player[v->player].count[z]; i++) {
            CardId c = zone_card(&s->player[v->player], z, i);
            if (!rule_move_forbidden(r, c, v->player, LZ_BATTLE, LH_DEFINE) &&
                !luck_deed_forbidden(r, LDEED_DEFINE, v->player, c))
                ask_add(r, (Option){.kind = OPT_CARD, .card = c});
        }
    }
    return ask_done(r);
}

/* Procedure, 5.16: one card is put into the battle zone, face up. */
void luck_logic(Run *r, Frame *f) {
    State *s = r->s;
    Logic *v = logic_of(f);
    switch (f->step) {
    case LOGIC_ZONE:
        f->step = LOGIC_CHOSEN;
        s->picked = (Option){0};
        if (ask_logic(r, v)) return;
        /* fallthrough */
    case LOGIC_CHOSEN:
        if (s->picked.kind != OPT_CARD) {
            if (f->ctx) s->ctx[f->ctx].did = 0;
            frame_pop(r);
            return;
        }
        v->card = ref_to(s, s->picked.card);
        f->step = LOGIC_END;
        RULE(LL_5_16_1);
        RULE(LL_5_16_3);
        {
            unsigned first = batch_open(r);
            Event *e = batch_move(r, v->card.card, v->player, LZ_BATTLE, LH_DEFINE);
            e->actor = v->player;
            if (f->ctx) event_caused(s, e, f->ctx, v->player);
            if (batch_do(r, first)) return;
        }
        /* fallthrough */
    default: {
        const Logic done = *v;
        const unsigned ctx = f->ctx;
        frame_pop(r);
        if (card_of(s, done.card.card)->zone != LZ_BATTLE) return;
        RULE(LL_5_16_2);
        s->player[done.player].counter[LC_DEFINED]++;
        if (ctx) s->ctx[ctx].did = 1;
        luck_deed(r, LDEED_DEFINE, done.player, done.card.card, NONE, 0, ctx);
    }
    }
}

/* Carries out the chosen action of 8.4.3 or 8.4.5. */
static void begin_define(Run *r, Frame *f, bool defends) {
    State *s = r->s;
    Battle *v = battle_of(f);
    const PlayerId p = defends ? luck_other(s, s->turn_player) : s->turn_player;
    v->defined = s->player[p].counter[LC_DEFINED];
    const bool boost = s->picked.kind == LOPT_BOOST;
    v->defines = boost || s->picked.kind == LOPT_DEFINE;
    if (!v->defines) return;
    RULE(boost ? defends ? LL_8_4_3_2 : LL_8_4_5_2 : defends ? LL_8_4_3_1 : LL_8_4_5_1);
    luck_logic_begin(r, 0, p, 0, 0);
    if (boost) luck_boost_begin(r, 0, p, false); /* comes first */
}

/* Did the player do nothing? A definition that did not come about counts as that (8.4.3.1.1). */
static void note_pass(Run *r, Frame *f, bool defends) {
    State *s = r->s;
    const Battle *v = battle_of(f);
    const PlayerId p = defends ? luck_other(s, s->turn_player) : s->turn_player;
    if (s->player[p].counter[LC_DEFINED] != v->defined) {
        s->facts[LF_PASSES] = 0;
        return;
    }
    RULE(defends ? LL_8_4_3_3 : LL_8_4_5_3);
    if (v->defines) RULE(defends ? LL_8_4_3_1_1 : LL_8_4_5_1_1);
    s->facts[LF_PASSES]++;
}

static bool define_step(Run *r, Frame *f) {
    State *s = r->s;
    const bool defends = f->step < B_OFFENDER;
    switch (f->step) {
    case B_DEFINE:
        luck_reach(s, LP_DEFINE);
        f->step = B_DEFENDER;
        s->facts[LF_PASSES] = 0;
        RULE(LL_8_4_2);
        trigger_point(r, LP_DEFINE, s->turn_player);
        return !luck_check_timing(r);
    case B_DEFENDER:
    case B_OFFENDER:
        f->step = defends ? B_DEFENDER_ASKED : B_OFFENDER_ASKED;
        if (ask_define(r, defends)) return false;
        /* fallthrough */
    case B_DEFENDER_ASKED:
    case B_OFFENDER_ASKED:
        f->step = defends ? B_DEFENDER_DID : B_OFFENDER_DID;
        begin_define(r, f, defends);
        return false;
    case B_DEFENDER_DID:
    case B_OFFENDER_DID:
        note_pass(r, f, defends);
        if (s->facts[LF_PASSES] >= 2) {
            f->step = B_JUDGE;
            return true;
        }
        f->step = defends ? B_OFFENDER : B_DEFENDER;
        RULE(defends ? LL_8_4_4 : LL_8_4_6);
        if (!defends) RULE(LL_8_4_7);
        return !luck_check_timing(r);
    default: f->step = B_JUDGE; return true;
    }
}

/* ---- 8.5 who wins ---- */

unsigned luck_law(Run *r) {
    const State *s = r->s;
    static const ZoneId zones[] = {LZ_PARADOX, LZ_BATTLE};
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned z = 0; z < 2; z++)
            for (unsigned i = 0; i < s->player[p].count[zones[z]]; i++) {
                CardId c = zone_card(&s->player[p], zones[z], i);
                if ((card_of(s, c)->flags & CARD_DOWN) || !(card_kinds(r, c) >> LK_PARADOX & 1))
                    continue;
                return (unsigned)luck_more(r, c, LM_LAW);
            }
    return 0;
}

/* 8.5.3: the winner and the loser; a loser there is only if both are there. */
static void judge(Run *r) {
    State *s = r->s;
    static const uint8_t stat[] = {LSTAT_POWER, LSTAT_AURA, LSTAT_HEART};
    const CardRef a = attacker(r), d = defender(r);
    CardRef won = a, lost = d;
    RULE(LL_8_5_3);
    if (a.card && d.card) {
        const unsigned law = luck_law(r);
        RULE(LL_8_5_3_4);
        RULE(law ? LL_8_5_3_4_2 : LL_8_5_3_4_1);
        if (law) RULE(law == 1 ? LL_2_16_1_1 : LL_2_16_1_2);
        if (law == 2) RULE(LL_2_21_3_1);
        if (card_stat(r, d, stat[law]) > card_stat(r, a, stat[law])) won = d, lost = a;
        RULE(LL_8_5_3_4_3);
    } else {
        RULE(a.card ? LL_8_5_3_1 : d.card ? LL_8_5_3_2 : LL_8_5_3_3);
        won = a.card ? a : d;
        lost = (CardRef){0};
    }
    if (lost.card && luck_deed_forbidden(r, LDEED_LOSE, card_of(s, lost.card)->holder, lost.card))
        lost = (CardRef){0};
    s->fact_card[LR_WINNER] = won;
    s->fact_card[LR_LOSER] = lost;
    battle_changed(s);
    RULE(LL_8_5_4);
    if (won.card) luck_deed(r, LDEED_WIN, card_of(s, won.card)->holder, won.card, lost.card, 0, 0);
    if (lost.card)
        luck_deed(r, LDEED_LOSE, card_of(s, lost.card)->holder, lost.card, won.card, 0, 0);
}

/* 8.5.6: a defender that has lost goes to the stock, and its souls with it in any order. */
static void beat_defender(Run *r) {
    State *s = r->s;
    const CardRef d = defender(r), lost = s->fact_card[LR_LOSER];
    if (!d.card || d.card != lost.card || d.inc != lost.inc) {
        RULE(LL_8_5_7);
        return;
    }
    RULE(LL_8_5_6);
    reg_set(r, &s->ctx[0], REG_MOVE, &d, 1);
    place_begin(r, 0, card_of(s, d.card)->holder, zone_bit(LZ_STOCK), 0, LH_LOST);
}

static bool judge_step(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case B_JUDGE:
        luck_reach(s, LP_JUDGE);
        f->step = B_JUDGED;
        RULE(LL_8_5_2);
        trigger_point(r, LP_JUDGE, s->turn_player);
        if (luck_check_timing(r)) return false;
        /* fallthrough */
    case B_JUDGED:
        f->step = B_BEATEN;
        mark_barred_attacker(r);
        judge(r);
        RULE(LL_8_5_5);
        if (luck_check_timing(r)) return false;
        /* fallthrough */
    case B_BEATEN:
        f->step = B_BEATEN_DONE;
        beat_defender(r);
        return false;
    default:
        f->step = B_END;
        RULE(LL_8_5_8);
        return !luck_check_timing(r);
    }
}

/* ---- 8.6 the end of the battle ---- */

/* 8.6.4, 8.6.5: both players' cards, each to its master's zones. */
static bool drop_hidden_paradoxes(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(LL_8_6_4);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[LZ_PARADOX]; i++) {
            CardId c = zone_card(&s->player[p], LZ_PARADOX, i);
            if (card_of(s, c)->flags & CARD_DOWN) batch_move(r, c, p, LZ_DROP, LH_RULE);
        }
    return batch_do(r, first);
}

static bool clear_battle(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(LL_8_6_5);
    for (PlayerId p = 0; p < s->nplayers; p++) {
        for (unsigned i = 0; i < s->player[p].count[LZ_BATTLE]; i++) {
            CardId c = zone_card(&s->player[p], LZ_BATTLE, i);
            const bool law =
                !(card_of(s, c)->flags & CARD_DOWN) && (card_kinds(r, c) >> LK_PARADOX & 1);
            batch_move(r, c, p, law ? LZ_PARADOX : LZ_DROP, LH_RULE);
        }
        for (unsigned i = 0; i < s->player[p].count[LZ_INTERCEPT]; i++)
            batch_move(r, zone_card(&s->player[p], LZ_INTERCEPT, i), p, LZ_DROP, LH_RULE);
    }
    return batch_do(r, first);
}

/* 8.6.7: nobody attacks or defends any more. */
static void end_battle(Run *r) {
    State *s = r->s;
    s->facts[LF_BATTLE] = s->facts[LF_CIRCLE] = 0;
    for (unsigned i = LR_ATTACKING; i <= LR_LOSER; i++) s->fact_card[i] = (CardRef){0};
    for (PlayerId p = 0; p < s->nplayers; p++) s->player[p].counter[LC_DEFINED] = 0;
    trigger_fired_clear(r);
    battle_changed(s);
}

static bool end_step(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case B_END:
        luck_reach(s, LP_BATTLE_END);
        f->step = B_END_PARADOX;
        RULE(LL_8_6_2);
        trigger_point_once(r, LP_BATTLE_END, s->turn_player);
        RULE(LL_8_6_3);
        if (luck_check_timing(r)) return false;
        /* fallthrough */
    case B_END_PARADOX:
        f->step = B_END_CLEAR;
        if (drop_hidden_paradoxes(r)) return false;
        /* fallthrough */
    case B_END_CLEAR:
        f->step = B_END_EFFECTS;
        if (clear_battle(r)) return false;
        /* fallthrough */
    default:
        RULE(LL_8_6_6);
        effects_end(r, DUR_ATTACK);
        RULE(LL_8_6_7);
        f->step = B_END;
        if (luck_processing_due(r) || s->nwaiting ||
            trigger_point_once(r, LP_BATTLE_END, s->turn_player))
            return !luck_count_forced(r);
        end_battle(r);
        f->step = B_DECLARE;
        return true;
    }
}

/* Procedure, chapter 8: battle after battle. */
void luck_battle(Run *r, Frame *f) {
    bool advance = true;
    while (advance && !r->s->result) {
        if (f->step == B_OVER) {
            frame_pop(r);
            return;
        }
        if (f->step <= B_AIMED)
            advance = declare_attack(r, f);
        else if (f->step <= B_DESTROYED)
            advance = attack(r, f);
        else if (f->step <= B_INTERCEPTED)
            advance = intercept_step(r, f);
        else if (f->step <= B_OFFENDER_CHECK)
            advance = define_step(r, f);
        else if (f->step <= B_BEATEN_DONE)
            advance = judge_step(r, f);
        else
            advance = end_step(r, f);
        if (f->step == B_OVER) advance = true;
    }
}
