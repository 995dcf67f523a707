/* The Game descriptor of ラクエンロジック: tables, the clauses behind the kernel's marks, and
 * hooks. */
#include "kernel/procs.h"
#include "games/luck/deck.h"
#include "kernel/pick.h"
#include "kernel/tables.h"
#include "vm/vm.h"

/* ---- tables ---- */

static const ZoneInfo zones[LZ_COUNT] = {
    [LZ_NOWHERE] = {.key = "nowhere", .name = ""},
#define ZONE(id, word, key_, printed, english, flags_, seats_, ...)                                \
    [LZ_##id] = {.key = key_, .name = printed, .flags = flags_, .seats = seats_},
#include "games/luck/zones.def"
#undef ZONE
};
static const FormatInfo formats[] = {
#define FORMAT(name, key_, clause_, ...)                                                           \
    {.key = key_, .least = 2, .most = 2, .team = 1, .clause = clause_},
#include "games/luck/formats.def"
#undef FORMAT
    {0}};

/* Maps the kernel's generic marks (KM_*) to the clauses of this rulebook. */
static const MarkRow marks[KM_COUNT] = {
    [KM_WIN] = {LL_1_2_1},
    [KM_ALL_OUT] = {LL_1_2_3},
    [KM_EFFECT_ENDS] = {LL_1_2_5},
    [KM_AS_MUCH] = {LL_1_3_2, LL_9_6_3_1_2},
    [KM_RULE_CHANGED] = {LL_1_3_1},
    [KM_ALREADY] = {LL_1_3_2_1},
    [KM_STANDS] = {LL_5_2_1, LL_4_1_3_1_1},
    [KM_RESTS] = {LL_5_2_1, LL_4_1_3_1_2},
    [KM_ZERO_TIMES] = {LL_1_3_2_2},
    [KM_FORBIDDEN] = {LL_1_3_3},
    [KM_NUMBER] = {LL_1_3_5},
    [KM_UP_TO] = {LL_1_3_5_1, LL_9_6_3_1_1},
    [KM_FROM_TOP] = {LL_4_8_1_2},
    [KM_PUT] = {LL_5_4_1},
    [KM_NEW_CARD] = {LL_4_1_5},
    [KM_OWNER_ZONE] = {LL_4_1_7, LL_3_2_1_1},
    [KM_ORDERED] = {LL_4_1_4, LL_4_1_4_1},
    [KM_OPEN_PUT] = {LL_4_1_2_1, LL_4_1_3_2_3},
    [KM_HIDDEN_PUT] = {LL_4_1_2_1},
    [KM_UPRIGHT_PUT] = {LL_4_1_3_1_3},
    [KM_DOWN_PUT] = {LL_4_1_3_2_2},
    [KM_SEAT_PUT] = {LL_4_4_2_3},
    [KM_ORDER] = {LL_4_1_6, LL_4_1_6_1},
    [KM_ONE_BY_ONE] = {LL_4_5_2, LL_4_1_4_2},
    [KM_ORIENTED] = {LL_5_2_1, LL_4_1_3_1},
    [KM_TURNED] = {LL_5_3_1, LL_4_1_3_2},
    [KM_FACE_DOWN_INFO] = {LL_4_1_3_2_2},
    [KM_SHUFFLED] = {LL_5_5_1},
    [KM_SHUFFLED_FEW] = {LL_5_5_1_1},
    [KM_REFACED] = {LL_4_8_1_1_2, LL_4_8_1_1_2_1},
    [KM_DRAW_ONE] = {LL_5_6_1},
    [KM_DRAW_MANY] = {LL_5_6_2},
    [KM_DRAW_UP_TO] = {LL_5_6_3_1},
    [KM_DRAW_UP_TO_ONE] = {LL_5_6_3_2, LL_5_6_3_3},
    [KM_LOOK] = {LL_5_7_1, LL_5_23_1, LL_5_23_3},
    [KM_LOOK_UP_TO] = {LL_5_7_2_2},
    [KM_LOOK_UP_TO_ONE] = {LL_5_7_2_3, LL_5_7_2_4, LL_5_7_2_1},
    [KM_TRIGGERED] = {LL_9_7_2},
    [KM_TRIGGERED_AGAIN] = {LL_9_7_2_1},
    [KM_MOVE_TRIGGER_OPEN] = {LL_9_7_4_1_1},
    [KM_MOVE_TRIGGER_SEAT] = {LL_9_7_4_1_2},
    [KM_MOVE_TRIGGER_IN] = {LL_9_7_4_1_3},
    [KM_MOVE_TRIGGER_IN_OPEN] = {LL_9_7_4_1_3},
    [KM_MOVE_TRIGGER_NEW] = {LL_9_7_4_1_3},
    [KM_MOVE_TRIGGER_TOGETHER] = {LL_9_7_4_2},
    [KM_DELAYED] = {LL_9_7_5},
    [KM_DELAYED_FIRES] = {LL_9_7_5, LL_9_7_5_1},
    [KM_STATE_TRIGGER] = {LL_9_7_6, LL_9_7_6_1},
    [KM_STATE_AGAIN] = {LL_9_7_6_1},
    [KM_PRINTED] = {LL_9_9_1_1},
    [KM_LAYER_ABILITY] = {LL_9_9_1_3},
    [KM_LAYER_INFO] = {LL_9_9_1_4},
    [KM_LAYER_NUMBER] = {LL_9_9_1_5},
    [KM_DEPENDENCY] = {LL_9_9_1_7},
    [KM_BY_TIME] = {LL_9_9_1_8},
    [KM_BY_TIME_STATIC] = {LL_9_9_1_8_1},
    [KM_BY_TIME_EFFECT] = {LL_9_9_1_8_2},
    [KM_LOCKED] = {LL_9_9_2},
    [KM_AT_ONCE_STATIC] = {LL_9_9_3},
    [KM_ARRIVED] = {LL_9_9_3_1},
    [KM_ONE_SHOT] = {LL_9_8_1},
    [KM_LASTS_GAME] = {LL_9_2_2_2},
    [KM_LASTS_TERM] = {LL_9_2_2_2},
    [KM_REPLACED_NOT] = {LL_9_10_1, LL_9_10_1_1},
    [KM_REPLACE_CARD] = {LL_9_10_2, LL_9_10_2_1},
    [KM_REPLACE_ACTION] = {LL_9_10_2, LL_9_10_2_2},
    [KM_REPLACE_ONCE] = {LL_9_10_2_3},
    [KM_REPLACE_MAY] = {LL_9_2_2_3_2},
    [KM_REPLACE_CANNOT] = {LL_9_10_3},
    [KM_LAST_KNOWN] = {LL_9_11_1},
    [KM_NEED_NOT_FIND] = {LL_9_6_3_1_4},
    [KM_CHOOSE_NONE] = {LL_9_6_3_1_3},
    [KM_DO_NOTHING_ELSE] = {LL_9_6_1, LL_3_2_1_2_1},
    [KM_MASTER_ACTS] = {LL_3_2_1_3_1},
    [KM_ZONE_PRINTED] = {LL_9_3_2_6, LL_9_3_2_6_1},
    [KM_REMINDER] = {LL_2_12_3},
    [KM_NOT_VALID] = {LL_9_3_3_2},
    [KM_VOID_STATIC] = {LL_9_3_3_1},
    [KM_VOID_TRIGGER] = {LL_9_3_3_2},
    [KM_GRANTED] = {LL_5_30_1},
    [KM_LOST] = {LL_5_31_1, LL_5_31_1_1},
    [KM_SHOWN] = {LL_5_19_1, LL_5_19_3, LL_5_19_4},
    [KM_NO_CARD] = {LL_1_3_6, LL_1_3_6_1},
    [KM_TIED_FOLLOWS] = {LL_12_2_1},
    [KM_FOLLOWS_IN_ORDER] = {LL_12_2_1_1},
    [KM_FACE_RECALLED] = {LL_9_11_2},
    [KM_ROUNDS] = {LL_12_5_1, LL_12_5_2},
    [KM_ROUNDS_OTHER] = {LL_12_5_3},
    [KM_TIES_KEPT] = {LL_12_2_2_1},
    [KM_TIED_ALONG] = {LL_5_24_2},
    [KM_NAME] = {LL_2_1_3, LL_2_1_1},
    [KM_NAME_PART] = {LL_2_1_2_1, LL_2_1_2},
    [KM_TRAIT] = {LL_2_5_4, LL_2_6_3},
    [KM_TRAITS] = {LL_2_5_5},
    [KM_COUNTS] = {LL_4_1_2_2},
    [KM_SEEN] = {LL_4_1_3_2_1},
    [KM_UNSEEN_DOWN] = {LL_4_1_3_2_4},
    [KM_YOU] = {LL_3_3_1},
    [KM_GIVEN_FACE_DOWN] = {LL_4_1_3_2_2_1},
    [KM_COST_KEPT] = {LL_5_22_3_1},
    [KM_ALL_OF_NONE] = {LL_5_22_4},
    [KM_LOOP] = {LL_12_1_1_2},
    [KM_LOOP_NUMBER] = {LL_12_1_1_1},
    [KM_LOOP_LESS] = {LL_12_1_1_1},
    [KM_LOOP_BOTH] = {LL_12_1_1_2},
    [KM_LOOP_DRAW] = {LL_12_1_1_3},
};

/* 6.2.1: gate deck, my logicalist and relics begin face down. */
static void begin(Run *r) {
    State *s = r->s;
    static const ZoneId down[] = {LZ_REMOVE, LZ_MY, LZ_RELIC};
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned z = 0; z < 3; z++)
            for (unsigned i = 0; i < s->player[p].count[down[z]]; i++) {
                CardId c = zone_card(&s->player[p], down[z], i);
                listen_leave(r, c);
                card_at(s, c)->flags |= CARD_DOWN;
                card_at(s, c)->known = 0;
                card_printed(r, c);
                card_touched(s, card_of(s, c));
            }
    s->point = LP_SETUP;
    listen_rebuild(r);
    frame_push(r, LPROC_SETUP);
}

/* Hook: every zone takes any card. A soul that leaves tells whose soul it was (12.2.2); whose a
 * set card was is known as long. */
static bool redirect(Run *r, Event *e) {
    const bool tied = r->g->zones[e->to].flags & ZONE_TIED;
    if (e->from == LZ_SET && !tied) r->s->facts[LF_FOLLOWED] = 1;
    if (e->from == LZ_SOUL && !tied) {
        r->s->facts[LF_FOLLOWED] = 1;
        if (e->other) return true;
        RULE(LL_12_2_2);
        e->other = card_of(r->s, e->card)->tie;
    }
    return true;
}

/* Hook: the face of an arriving card where the zone alone does not tell. */
static uint16_t put_face(Run *r, const Event *e) {
    (void)r;
    return e->put & PUT_DOWN ? CARD_DOWN : 0;
}

/* Clauses on how cards lie in a zone, marked when a card arrives. */
static const uint16_t arrival_clauses[LZ_COUNT][4] = {
#define CLAUSES(...)                                                                               \
    { __VA_ARGS__ }
#define ZONE(name, word, key, printed, english, flags, seats, clauses, ...)                        \
    [LZ_##name] = CLAUSES clauses,
#include "games/luck/zones.def"
#undef CLAUSES
#undef ZONE
};
static const uint16_t visibility_clause[LZ_COUNT] = {
#define ZONE(name, word, key, printed, english, flags, seats, clauses, loose, sight, ...)          \
    [LZ_##name] = sight,
#include "games/luck/zones.def"
#undef ZONE
};
/* Clauses that a zone keeps no order: nobody is asked for one when several cards arrive together.
 */
static const uint16_t loose_clause[LZ_COUNT] = {
#define ZONE(name, word, key, printed, english, flags, seats, clauses, loose, ...)                 \
    [LZ_##name] = loose,
#include "games/luck/zones.def"
#undef ZONE
};

/* Does another card of the same batch go to the same zone? */
static bool in_company(const State *s, const Event *e) {
    for (unsigned i = 0; i < s->nbatch; i++) {
        const Event *o = &s->batch[i];
        if (o != e && o->kind == EV_MOVE && o->to == e->to && o->to_player == e->to_player &&
            o->card != e->card)
            return true;
    }
    return false;
}

static void mark_entered(const Run *r, const Event *e) {
    for (unsigned i = 0; i < 4 && arrival_clauses[e->to][i]; i++)
        run_rule(r, arrival_clauses[e->to][i]);
    if (loose_clause[e->to] && in_company(r->s, e)) run_rule(r, loose_clause[e->to]);
}

/* ---- 4.4: places ---- */

/* Circles 1 to 3 are the front row from the left, 4 to 6 the back row; the other player's front row
 * is seen from the other side. */
static void next_to(const Run *r, unsigned how, unsigned p, unsigned seat, Places *out) {
    const bool front = seat <= 3;
    const unsigned column = (seat - 1) % 3;
    if (how == NEXT_BEFORE || how == NEXT_BEHIND) {
        RULE(LL_4_4_3_1);
        RULE(LL_4_4_3_3);
        if (how == NEXT_BEFORE && !front) out->of[p] |= seat_bit(seat - 3);
        if (how == NEXT_BEHIND && front) out->of[p] |= seat_bit(seat + 3);
        return;
    }
    RULE(LL_4_4_4_1);
    RULE(LL_4_4_4_2);
    out->of[p] |= seat_bit(front ? seat + 3 : seat - 3);
    if (column > 0) out->of[p] |= seat_bit(seat - 1);
    if (column < 2) out->of[p] |= seat_bit(seat + 1);
    if (!front) return;
    RULE(LL_4_4_4_3);
    out->of[1 - p] |= seat_bit(3 - column);
}

/* 8.2.6.3: the attacked circle. */
static void game_places(const Run *r, unsigned which, Places *out) {
    const State *s = r->s;
    if (which == 1 && s->facts[LF_CIRCLE])
        out->of[luck_other(s, s->turn_player)] |= seat_bit(s->facts[LF_CIRCLE]);
}

/* ---- queries of card text ---- */

/* Hook: the card in a role. 8.2.9.3: an attacker that moves goes on; 8.2.11.2: a defender that is
 * not on the attacked circle any more does not. */
/* 8.2.11.2: who defends and is moved off the attacked circle defends no more, wherever it goes
 * later. */
static void entered(Run *r, const Event *e) {
    State *s = r->s;
    CardRef *d = &s->fact_card[LR_DEFENDING];
    const Card *k = card_of(s, e->card);
    if (!s->facts[LF_BATTLE] || d->card != e->card || !ref_live(s, *d)) return;
    if (k->holder != s->turn_player && (k->seats & seat_bit(s->facts[LF_CIRCLE]))) return;
    RULE(LL_8_2_11_2);
    d->inc = 0; /* the number of no life: the card stays on record, but is none that defends */
    derived_read_changed(s, DEPENDS_ATTACK);
}

static CardRef role(const Run *r, unsigned role) {
    const State *s = r->s;
    const CardRef none = {0};
    if (!role || role >= LR_COUNT) return none;
    const CardRef c = s->fact_card[role];
    if (role == LR_UNITED) return c;
    if (!s->facts[LF_BATTLE] || !c.card) return none;
    const Card *k = card_of(s, c.card);
    if (role == LR_ATTACKING) {
        if (!ref_live(s, c) || k->zone != LZ_CIRCLE) {
            RULE(LL_8_2_9_4);
            return none;
        }
        RULE(LL_8_2_9_3);
        return c;
    }
    if (role == LR_DEFENDING) {
        if (!ref_live(s, c) || k->zone != LZ_CIRCLE) {
            RULE(LL_8_2_11_2_1);
            return none;
        }
        if (k->holder == luck_other(s, s->turn_player) &&
            (k->seats & seat_bit(s->facts[LF_CIRCLE])))
            return c;
        RULE(LL_8_2_11_2);
        return none;
    }
    return c;
}

static bool fact(Run *r, unsigned which, int arg, unsigned you) {
    const State *s = r->s;
    (void)you;
    switch (which) {
    case LFACT_BATTLE: return s->facts[LF_BATTLE];
    case LFACT_ATTACKS: return s->facts[LF_ATTACKS] >= arg;
    case LFACT_LAW: return s->facts[LF_BATTLE] && (int)luck_law(r) == arg;
    case LFACT_AT: return s->point == arg;
    case LFACT_VACANT: return s->facts[LF_BATTLE] && !s->fact_card[LR_DEFENDING].card;
    default: return false;
    }
}

static bool card_fact(Run *r, unsigned which, unsigned arg, unsigned you, uint16_t c) {
    const Card *k = card_of(r->s, c);
    (void)you;
    if (which == LQ_STOCKTOP || which == LQ_BOTTOM) {
        if (which == LQ_STOCKTOP) RULE(LL_4_8_1_2);
        const Player *q = &r->s->player[k->holder];
        unsigned i = 0, n = q->count[k->zone];
        if (k->zone != LZ_STOCK && (which == LQ_STOCKTOP || k->zone != LZ_DECK)) return false;
        while (i < n && zone_card(q, k->zone, i) != c) i++;
        return which == LQ_BOTTOM ? i < arg : n - i <= arg;
    }
    if (card_masked(r, k)) return false;
    switch (which) {
    case LQ_TERRITORY: RULE(LL_2_10_2_4); return luck_territory(r, c) == arg;
    case LQ_ICON: return luck_has_icon(r, c);
    case LQ_PLAIN: return !r->pack->def[k->def].nabil;
    case LQ_UNITING: return k->attacks && r->s->fact_card[LR_ATTACKING].card == c;
    default: return false;
    }
}

static int number(Run *r, unsigned which, unsigned p) {
    const State *s = r->s;
    switch (which) {
    case LN_TRANK:
        RULE(LL_5_35_1);
        RULE(LL_5_35_1_1);
        return counter_of(s, NONE, (PlayerId)p, LCOUNT_TRANK);
    case LN_REFRESH: return counter_of(s, NONE, (PlayerId)p, LCOUNT_REFRESH);
    case LN_DEFINED: return s->player[p].counter[LC_DEFINED];
    default: return s->player[p].counter[LC_UNIONS];
    }
}

/* Is the condition in front of a trigger met, and the ability not used up for the turn? Also the
 * hook for state triggers. */
static bool may_trigger(Run *r, uint16_t c, uint16_t a, unsigned player) {
    if (ability_spent(r, c, a)) {
        RULE(LL_12_4_1_1);
        RULE(LL_12_3_1_2);
        return false;
    }
    if (luck_condition_met(r, (PlayerId)player, c, a)) return true;
    RULE(LL_9_3_3_2);
    if (r->pack->abil[a].keywords >> LW_EXSOUL & 1) RULE(LL_11_6_1_2_1);
    if (r->pack->abil[a].keywords >> LW_VANGUARD & 1) RULE(LL_11_3_1);
    return false;
}

/* Hook, 9.3: validity beyond the zone and the printed condition. */
static bool playable(Run *r, uint16_t c, uint16_t a, unsigned player) {
    const AbilityDef *b = &r->pack->abil[a];
    const Card *k = card_of(r->s, c);
    if (WATCHED(r) && !(b->flags & ABIL_ZONES_PRINTED)) {
        if (k->zone == LZ_CIRCLE) RULE(LL_9_3_2_1);
        if (k->zone == LZ_GATE) RULE(LL_9_3_2_2);
        if (k->zone == LZ_BATTLE && (k->kinds >> LK_TACTICS & 1)) RULE(LL_9_3_2_3);
        if (k->kinds >> LK_PARADOX & 1) RULE(LL_9_3_2_4);
        if (k->zone == LZ_MY) RULE(LL_9_3_2_5);
    }
    if (b->kind == ABIL_STATIC && (b->keywords >> LW_EXSOUL & 1)) RULE(LL_11_6_1_1_1);
    if (b->kind == ABIL_TRIGGERED && !r->deriving &&
        luck_ability_forbidden(r, (PlayerId)player, c, a)) {
        RULE(LL_12_3_1_2);
        return false;
    }
    if (b->kind == ABIL_TRIGGERED && !r->deriving && luck_ability_void(r, (PlayerId)player, c, a)) {
        RULE(LL_9_3_3_2);
        return false;
    }
    return b->kind != ABIL_TRIGGERED || may_trigger(r, c, a, player);
}

/* Hook: writes the candidates of the game's own pick lists. */
static unsigned candidates(Run *r, Frame *f, unsigned list, struct CardRef *out) {
    const State *s = r->s;
    const PlayerId p = pick_of(f)->player;
    static const ZoneId hand[] = {LZ_HAND, 0}, level[] = {LZ_LEVEL, 0},
                        paradox[] = {LZ_BATTLE, LZ_PARADOX};
    const ZoneId *from = list == LLIST_HAND ? hand : list == LLIST_LEVEL ? level : paradox;
    unsigned n = 0;
    for (unsigned z = 0; z < 2 && from[z]; z++)
        for (unsigned i = 0; i < s->player[p].count[from[z]]; i++) {
            CardId c = zone_card(&s->player[p], from[z], i);
            if (list == LLIST_PARADOX &&
                ((card_of(s, c)->flags & CARD_DOWN) || !(card_of(s, c)->kinds >> LK_PARADOX & 1)))
                continue;
            out[n++] = ref_to(s, c);
        }
    return n;
}

static bool choosable(Run *r, unsigned player, uint16_t c, unsigned ctx) {
    const Context *x = &r->s->ctx[ctx];
    (void)player;
    if (x->paying) return true;
    RULE(LL_9_6_3);
    RULE(LL_9_6_3_1);
    if (!rule_on(r, LRC_NO_CHOOSE_BY, x->master, c)) return true;
    RULE(LL_1_3_3);
    return false;
}

static bool orient_forbidden(Run *r, uint16_t c, unsigned rest) {
    (void)r, (void)c, (void)rest;
    return false;
}
static bool move_forbidden(Run *r, uint16_t c, unsigned to, unsigned put, unsigned how) {
    (void)r, (void)c, (void)to, (void)put, (void)how;
    return false;
}

/* ---- numbers that rules change (9.9.1.2, 9.9.1.6) ---- */

static void add_logic(Run *r, CardId member, CardId logic) {
    const int power = luck_more(r, logic, LM_POWER), aura = luck_more(r, logic, LM_AURA),
              limit = luck_more(r, logic, LM_LIMIT);
    if (power) {
        RULE(LL_2_11_2_1);
        stat_add(r, member, LSTAT_POWER, power);
    }
    if (aura) {
        RULE(LL_2_11_2_2);
        stat_add(r, member, LSTAT_AURA, aura);
    }
    if (limit) {
        RULE(LL_2_11_2_3);
        stat_add(r, member, LSTAT_LIMIT, limit);
    }
    if (!power && !aura && !limit) RULE(LL_2_11_1_2_1);
    if ((power != 0) + (aura != 0) + (limit != 0) > 1) RULE(LL_2_11_1_1);
}

/* 4.12.1.1.2: effects of cards in the battle zone do not end when these are turned down. */
static void mark_lasting(const Run *r) {
    const State *s = r->s;
    for (unsigned i = 0; i < s->neffects; i++) {
        const Effect *e = &s->effect[i];
        const Card *k = card_of(s, e->source.card);
        if (e->source.card && ref_live(s, e->source) && k->zone == LZ_BATTLE &&
            (k->flags & CARD_DOWN) && r->pack->abil[e->abil].kind == ABIL_TRIGGERED)
            RULE(LL_4_12_1_1_2);
    }
}

/* The battling members: +1000 a soul for the attacker; the logic of each one's master; interceptors
 * for the defender. */
static void rule_numbers(Run *r, bool last) {
    State *s = r->s;
    if (last) {
        for (unsigned i = 0; i < s->nextra; i++) {
            const Extra *x = &s->extra[i];
            if (x->kind != ADD_KEYWORD || x->term != LW_HEARTED) continue;
            RULE(LL_9_9_1_6);
            stat_add(r, x->card, LSTAT_HEART, card_of(s, x->card)->now.third);
        }
        return;
    }
    if (!s->facts[LF_BATTLE]) return;
    if (WATCHED(r)) mark_lasting(r);
    for (unsigned w = LR_ATTACKING; w <= LR_DEFENDING; w++) {
        const CardRef c = role(r, w);
        if (!c.card) continue;
        const PlayerId p = card_of(s, c.card)->holder;
        for (unsigned i = 0; i < s->player[p].count[LZ_BATTLE]; i++) {
            CardId l = zone_card(&s->player[p], LZ_BATTLE, i);
            if (card_of(s, l)->flags & CARD_DOWN) {
                RULE(LL_4_12_1_1_1);
                continue;
            }
            RULE(LL_9_9_1_2);
            add_logic(r, c.card, l);
        }
        for (unsigned i = 0; w == LR_DEFENDING && i < s->player[p].count[LZ_INTERCEPT]; i++) {
            CardId l = zone_card(&s->player[p], LZ_INTERCEPT, i);
            if (!(card_of(s, l)->deeds & LDONE_INTERCEPT)) continue; /* a soul that came along */
            RULE(LL_8_3_4);
            add_logic(r, c.card, l);
        }
    }
    const CardRef a = role(r, LR_ATTACKING);
    int souls = 0;
    for (PlayerId p = 0; a.card && p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[LZ_SOUL]; i++) {
            const Card *k = card_of(s, zone_card(&s->player[p], LZ_SOUL, i));
            souls += k->tie == a.card && k->tie_inc == a.inc;
        }
    if (!souls) return;
    RULE(LL_8_2_9_2);
    RULE(LL_9_9_1_2);
    stat_add(r, a.card, LSTAT_POWER, 1000 * souls);
}

/* Hook: what a viewer knows of a hidden card's kinds: its back tells a gate (2.22). */
static KindSet kinds_known(Run *r, unsigned viewer, uint16_t c) {
    const Card *k = card_of(r->s, c);
    (void)viewer;
    run_rule(r, visibility_clause[k->zone]);
    const KindSet gate = r->pack->def[k->def].kinds & 1u << LK_GATE;
    if (gate && (k->flags & CARD_DOWN)) RULE(LL_2_22_1);
    if (k->zone == LZ_GATE) {
        RULE(LL_2_22_2);
        RULE(LL_4_3_1_1_1);
    }
    return gate;
}

/* ---- losing ---- */

static void decide_result(Run *r, unsigned lost) {
    if (lost == everyone(r->s)) {
        RULE(LL_1_2_3);
        players_all_lose(r);
        r->s->result = RESULT_DRAW;
        return;
    }
    RULE(LL_1_2_1);
    player_win(r, players_in(r->s));
}

static void conceded(Run *r, unsigned player) {
    (void)player;
    RULE(LL_1_2_4);
    RULE(LL_1_2_4_1);
}

/* Hook for scenarios: pushes the frames of a game that has reached the named point of the turn. */
static bool start_at(Run *r, const char *point) {
    static const struct {
        const char *word;
        uint8_t proc, step;
    } stops[] = {
#define STOP(name, word, clause, expected, proc, step) {word, proc, step},
#include "games/luck/stops.def"
#undef STOP
    };
    settled_recheck(r->s, UNCHECKED_ALL);
    listen_rebuild(r);
    for (unsigned i = 0; i < sizeof stops / sizeof *stops; i++) {
        if (stops[i].proc == PROC_NONE || strcmp(point, stops[i].word)) continue;
        const bool main = stops[i].proc == LPROC_MAIN;
        if (main) frame_push(r, LPROC_TURN)->step = LTURN_BATTLE;
        frame_push(r, stops[i].proc)->step = stops[i].step;
        if (main) luck_reach(r->s, LP_MAIN);
        if (main) luck_check_timing(r);
        return true;
    }
    return false;
}

static void pay(Run *r, unsigned ctx, unsigned player, unsigned n) {
    luck_pay_stock(r, ctx, (PlayerId)player, n);
}
static bool point_passed(Run *r, unsigned point) { return r->s->point >= point; }
static bool in_attack(Run *r) { return r->s->facts[LF_BATTLE]; }

/* 10.8: at an open position nobody has more level cards than may be there. Tells from a copy, since
 * it derives rule changes. */
static const char *check(Run *r) {
    State copy;
    Run run = {.s = &copy, .g = r->g, .pack = r->pack, .scratch = r->scratch};
    if (!r->s->ask.pending || !r->s->open) return 0;
    memcpy(&copy, r->s, state_size(r->s));
    for (PlayerId p = 0; p < copy.nplayers; p++)
        if (copy.player[p].count[LZ_LEVEL] > luck_level_limit(&run, p))
            return "a player has no more level cards than the level limit";
    return 0;
}

/* 9.9.1: the layer in which each kind of change is applied. */
static const uint8_t layer_of[CHANGE_COUNT] = {
    [CHANGE_TRAIT] = LAYER_INFO,   [CHANGE_KEYWORD] = LAYER_INFO, [CHANGE_GRANT] = LAYER_ABILITY,
    [CHANGE_LOSS] = LAYER_ABILITY, [CHANGE_INFO] = LAYER_INFO,    [CHANGE_COST] = LAYER_NUMBER,
    [CHANGE_NEW] = LAYER_NUMBER,
};

const Game game_luck = {
    .key = "luck",
    .name = "ラクエンロジック",
    .prefix = "LL",
    .nzones = LZ_COUNT,
    .nkinds = LK_COUNT,
    .npoints = LP_COUNT,
    .nkeywords = LW_COUNT,
    .nprocs = LPROC_END,
    .nrules = LRC_COUNT,
    .nfacts = LFACT_COUNT,
    .ncard_facts = LQ_COUNT,
    .nroles = LR_COUNT,
    .nhows = LH_COUNT,
    .ndeeds = LDEED_COUNT,
    .nnumbers = LN_COUNT,
    .nops = LOP_COUNT,
    .nasks = LASK_END - ASK_GAME,
    .formats = formats,
    .zones = zones,
    .kinds = kinds,
    .points = points,
    .point_passed = point_passed,
    .keywords = keywords,
    .rules = rules,
    .facts = facts,
    .asks = asks,
    .procs = procs,
    .ops = luck_ops,
    .marks = marks,
    .deck_zone = LZ_DECK,
    .hand_zone = LZ_HAND,
    .pile_zone = {[LPILE_GATES] = LZ_REMOVE, [LPILE_MY] = LZ_MY, [LPILE_RELICS] = LZ_RELIC},
    .seat_zone = LZ_CIRCLE,
    .seats = 6,
    .how_draw = LH_DRAW,
    .how_discard = LH_DISCARD,
    .numbered_kinds = 0xFF,
    .begin = begin,
    .start_at = start_at,
    .check = check,
    .face_down_is_blank = true,      /* 4.1.3.2.2 */
    .given_face_down = 1 << LZ_GATE, /* 4.1.3.2.2.1 */
    .orient_forbidden = orient_forbidden,
    .put_face = put_face,
    .master_zones = true, /* 4.1.7 */
    .redirect = redirect,
    .playable = playable,
    .state_enterable = may_trigger,
    .delayed_keywords = 1u << LW_AUTO, /* 9.1.4 */
    .interrupt = luck_interrupt,
    .processing_overlooked = luck_processing_overlooked,
    .layer_of = layer_of,
    .set_replaces_value = true,
    .dated_by_play = true, /* 9.9.1.8.2 */
    .in_attack = in_attack,
    .rule_numbers = rule_numbers,
    .rule_reads = 1 << LZ_BATTLE | 1 << LZ_INTERCEPT | 1 << LZ_SOUL | 1 << LZ_CIRCLE |
                  DEPENDS_STATUS | DEPENDS_ATTACK,
    .rule_touches = TOUCH_ATK | TOUCH_THIRD | TOUCH_FOURTH | TOUCH_FIFTH,
    .following_zones = 1 << LZ_SOUL,
    .beside_zones = 1 << LZ_SET,
    .followers_ordered = true, /* 12.2.1.1 */
    .ties_kept = true,         /* 12.2.2 */
    .move_forbidden = move_forbidden,
    .entered = entered,
    .mark_entered = mark_entered,
    .seatings = luck_seatings,
    .next_to = next_to,
    .places = game_places,
    .decide_result = decide_result,
    .conceded = conceded,
    .op = luck_op,
    .ordered_ops = 1 << LOP_RESHUFFLE,
    .op_payable = luck_op_payable,
    .fact = fact,
    .card_fact = card_fact,
    .number = number,
    .role = role,
    .candidates = candidates,
    .choosable = choosable,
    .chooser_sees_zone = true,
    .why_not = luck_why_not,
    .payable = luck_payable,
    .pay = pay,
    .parts_payable = luck_parts_payable,
    .pay_parts = luck_pay_parts,
    .pay_zone = LZ_STOCK,
    .parts_any_order = true,    /* 5.22.2 */
    .open_kinds = 1 << LK_GATE, /* 2.22.1 */
    .kinds_known = kinds_known,
    .clause_choose = LL_9_6_3,
    .clause_seat = LL_5_12_2,
    .clause_place = LL_9_6_3,
    .clause_order = LL_4_1_6,
    .clause_replace = LL_9_10_2,
    .clause_may = LL_9_7_3_3_1,
    .clause_mode = LL_9_6_3,
    .clause_number = LL_1_3_5,
    .clause_loop = LL_12_1_1_1,
    .clause_upto_draw = LL_5_6_3_1,
    .clause_upto_look = LL_5_7_2_2,
};
