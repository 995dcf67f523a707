/* The Game descriptor of Vividz: tables, the clauses behind the kernel's marks, and hooks. */
#include "kernel/procs.h"
#include "games/vividz/procs.h"
#include "kernel/pick.h"
#include "kernel/tables.h"
#include "vm/vm.h"

/* ---- tables ---- */

static const ZoneInfo zones[VZONE_COUNT] = {
    [VZONE_NOWHERE] = {.key = "nowhere", .name = ""},
#define ZONE(id, word, key_, printed, english, flags_, seats_, ...)                                \
    [VZONE_##id] = {.key = key_, .name = printed, .flags = flags_, .seats = seats_},
#include "games/vividz/zones.def"
#undef ZONE
};
static const FormatInfo formats[] = {
#define FORMAT(name, key_, ...) {.key = key_, .least = 2, .most = 2, .team = 1},
#include "games/vividz/formats.def"
#undef FORMAT
    {0},
};

/* Maps the kernel's generic marks (KM_*) to the clauses of this rulebook. */
static const MarkRow marks[KM_COUNT] = {
    [KM_WIN] = {VZ_101_2},
    [KM_LOSE] = {VZ_101_2},
    [KM_LAST_LEFT] = {VZ_101_2},
    [KM_ALL_OUT] = {VZ_101_3},
    [KM_IN_ORDER] = {VZ_102_8},
    [KM_COST_CARDS_DIFFER] = {VZ_904_4c},
    [KM_AS_MUCH] = {VZ_102_3, VZ_102_5},
    [KM_RULE_CHANGED] = {VZ_102_2},
    [KM_ALREADY] = {VZ_102_6},
    [KM_STANDS] = {VZ_1104_1},
    [KM_RESTS] = {VZ_1104_2},
    [KM_NONE_MOVED] = {VZ_102_5},
    [KM_ZERO_TIMES] = {VZ_102_5, VZ_1101_2},
    [KM_FORBIDDEN] = {VZ_102_7},
    [KM_UNDEFINED] = {VZ_102_5, VZ_913_2},
    [KM_NUMBER] = {VZ_102_11},
    [KM_PUT] = {VZ_102_4},
    [KM_OWNER_ZONE] = {VZ_502_4c},
    [KM_NEW_CARD] = {VZ_501_4},
    [KM_UNTIED] = {VZ_501_6, VZ_513_3b},
    [KM_ORDERED] = {VZ_504_2},
    [KM_OPEN_PUT] = {VZ_502_3, VZ_502_4b},
    [KM_HIDDEN_PUT] = {VZ_502_4b},
    [KM_UPRIGHT_PUT] = {VZ_502_2, VZ_503_3},
    [KM_RESTED_PUT] = {VZ_502_2},
    [KM_ORIENTED] = {VZ_502_2},
    [KM_DOWN_PUT] = {VZ_502_4, VZ_502_4a},
    [KM_TURNED] = {VZ_502_3},
    [KM_ONE_BY_ONE] = {VZ_504_3},
    [KM_SHUFFLED] = {VZ_1105_1},
    [KM_SHUFFLED_FEW] = {VZ_1105_2},
    [KM_DRAW_ONE] = {VZ_1106_1},
    [KM_DRAW_MANY] = {VZ_1106_2},
    [KM_DRAW_UP_TO] = {VZ_504_4, VZ_504_4a},
    [KM_DRAW_UP_TO_ONE] = {VZ_504_4b},
    [KM_SHOWN] = {VZ_1108_1, VZ_1108_2},
    [KM_NOT_ARRIVED] = {VZ_1109_1},
    [KM_TALLIED] = {VZ_1005_1},
    [KM_TRIGGERED] = {VZ_908_1, VZ_908_1a, VZ_304_4c},
    [KM_TRIGGERED_AGAIN] = {VZ_908_1b, VZ_908_3c},
    [KM_MOVE_TRIGGER_OPEN] = {VZ_908_3a},
    [KM_MOVE_TRIGGER_SEAT] = {VZ_908_3, VZ_908_3a, VZ_908_3d},
    [KM_MOVE_TRIGGER_IN] = {VZ_908_3},
    [KM_MOVE_TRIGGER_NEW] = {VZ_908_3a},
    [KM_MOVE_TRIGGER_TOGETHER] = {VZ_908_3b},
    [KM_DELAYED] = {VZ_908_4},
    [KM_DELAYED_FIRES] = {VZ_908_4a, VZ_914_2a},
    [KM_STATE_TRIGGER] = {VZ_908_5, VZ_908_5a},
    [KM_STATE_AGAIN] = {VZ_908_5a},
    [KM_ONE_SHOT] = {VZ_902_2, VZ_902_2a, VZ_910_1},
    [KM_PRINTED] = {VZ_911_1, VZ_911_1a},
    [KM_LAYER_ABILITY] = {VZ_911_1b},
    [KM_LAYER_INFO] = {VZ_911_1b},
    [KM_LAYER_NUMBER] = {VZ_911_1c},
    [KM_DEPENDENCY] = {VZ_911_2},
    [KM_BY_TIME] = {VZ_911_3},
    [KM_BY_TIME_STATIC] = {VZ_911_3a},
    [KM_BY_TIME_EFFECT] = {VZ_911_3b},
    [KM_SAME_AGE] = {VZ_911_3c},
    [KM_IMMUNE] = {VZ_911_7},
    [KM_IMMUNE_LOWERING] = {VZ_911_8},
    [KM_FLOOR] = {VZ_911_9},
    [KM_LOCKED] = {VZ_501_4, VZ_911_4},
    [KM_THESE_ONLY] = {VZ_911_4},
    [KM_AT_ONCE_STATIC] = {VZ_911_5},
    [KM_ARRIVED] = {VZ_911_5},
    [KM_SET_VALUE] = {VZ_911_6},
    [KM_LASTS] = {VZ_902_2b},
    [KM_LASTS_GAME] = {VZ_902_2b},
    [KM_GRANTED] = {VZ_902_2b},
    [KM_REPLACED_NOT] = {VZ_902_2c, VZ_912_1},
    [KM_REPLACE_CARD] = {VZ_912_2},
    [KM_REPLACE_ACTION] = {VZ_912_2},
    [KM_COST_REPLACED] = {VZ_904_4b},
    [KM_THIS_TURN] = {VZ_102_12},
    [KM_NOT_CHOSEN] = {VZ_1107_2},
    [KM_OPEN_SET] = {VZ_911_4},
    [KM_COST_STATE] = {VZ_904_4a},
    [KM_COST_STUCK] = {VZ_904_4b},
    [KM_COST_TWICE] = {VZ_904_4c},
    [KM_LAST_KNOWN] = {VZ_913_1},
    [KM_NEED_NOT_FIND] = {VZ_102_10},
    [KM_DO_NOTHING_ELSE] = {VZ_901_2c},
    [KM_MASTER_ACTS] = {VZ_904_3a, VZ_502_1d},
    [KM_ZONE_PRINTED] = {VZ_304_1a, VZ_304_4a, VZ_903_1, VZ_903_1c},
    [KM_ZONE_PLAIN] = {VZ_903_1},
    [KM_NOT_VALID] = {VZ_903_2a},
    [KM_VOID_STATIC] = {VZ_903_2, VZ_903_2a},
    [KM_REMINDER] = {VZ_304_3},
    [KM_DAMAGE_SOURCE] = {VZ_1101_1, VZ_914_1, VZ_914_3},
    [KM_KILLED_BY_EFFECT] = {VZ_1103_1, VZ_1103_2, VZ_914_2},
    [KM_NAME] = {VZ_301_3},
    [KM_TRAIT] = {VZ_307_1},
    [KM_FOREIGN] = {VZ_102_4},
    [KM_COUNTS] = {VZ_501_3d},
    [KM_COUNTERS_SEEN] = {VZ_1301_3},
    [KM_SEEN] = {VZ_501_3, VZ_501_3a, VZ_502_4a},
    [KM_UNSEEN] = {VZ_501_3c},
    [KM_UNSEEN_DOWN] = {VZ_501_3b, VZ_502_4a},
    [KM_YOU] = {VZ_502_1e},
};

static void begin(Run *r) { frame_push(r, VPROC_SETUP); }
static void interrupt(Run *r) { (void)r; } /* an empty deck does nothing by itself (1007.2) */

/* Hook, 102.4: a card never goes to another player's zone. */
static bool redirect(Run *r, Event *e) {
    if (e->to == VZONE_NOWHERE || card_owner(e->card) == e->to_player) return true;
    RULE(VZ_102_4);
    return false;
}

/* Hook: face of an arriving card. */
static uint16_t put_face(Run *r, const Event *e) {
    (void)r;
    return e->put & PUT_DOWN ? CARD_DOWN : 0;
}

/* Clauses on how cards lie in a zone, marked when a card arrives. */
static const uint16_t arrival_clauses[VZONE_COUNT][4] = {
#define CLAUSES(...)                                                                               \
    { __VA_ARGS__ }
#define ZONE(name, word, key, printed, english, flags, seats, clauses, ...)                        \
    [VZONE_##name] = CLAUSES clauses,
#include "games/vividz/zones.def"
#undef CLAUSES
#undef ZONE
};
/* The clause on who may see the cards of a zone, marked when somebody looks. */
static const uint16_t visibility_clause[VZONE_COUNT] = {
#define ZONE(name, word, key, printed, english, flags, seats, clauses, sight, ...)                 \
    [VZONE_##name] = sight,
#include "games/vividz/zones.def"
#undef ZONE
};

/* Hook: marks the clauses of an arrival. */
static void mark_entered(const Run *r, const Event *e) {
    for (unsigned i = 0; i < 4 && arrival_clauses[e->to][i]; i++)
        run_rule(r, arrival_clauses[e->to][i]);
    unsigned moves = 0;
    for (unsigned i = 0; i < r->s->nbatch; i++) moves += r->s->batch[i].kind == EV_MOVE;
    if (moves > 1 && e->from != VZONE_DECK) RULE(VZ_501_5);
    if (e->to == VZONE_AREA && e->from != VZONE_AREA) RULE(VZ_1109_1);
    if (e->from == VZONE_ENERGY && e->to != VZONE_ENERGY) RULE(VZ_506_3);
    if (e->to == VZONE_REMOVED) RULE(VZ_1111_1);
    if (e->from == VZONE_DECK && e->to == VZONE_HAND && e->how != VH_DRAW) RULE(VZ_1106_3);
    if (e->to == VZONE_DECK && e->how != VH_RELOAD) RULE(VZ_1105_3);
    if (e->from == VZONE_AREA && e->to == VZONE_ENERGY && e->how != VH_LEAVE) RULE(VZ_1110_2);
    if (e->to == VZONE_ENERGY && e->how == VH_LEAVE) RULE(VZ_506_1);
    if (e->how == VH_LEAVE && e->from == VZONE_AREA) RULE(VZ_1110_1);
    if (e->from == VZONE_EXP && (e->how == VH_LEAVE || e->how == VH_PUT)) RULE(VZ_513_3b);
}

/* Hook: nothing is left of who beat a card that did not leave by that word. */
static void entered(Run *r, const Event *e) {
    if (e->how != VH_LEAVE) card_at(r->s, e->card)->beaten_by = NONE;
}

/* ---- queries of card text ---- */

/* Hook: the card that has a role in the current attack, card 0 if there is none. */
static CardRef role(const Run *r, unsigned role) {
    const State *s = r->s;
    const CardId c = vividz_attacker(s);
    if (!c) return (CardRef){0};
    if (role == VR_ATTACKING) return ref_to(s, c);
    const PlayerId p = vividz_opponent(card_of(s, c)->holder);
    return ref_to(s, vividz_char(s, p, vividz_lane(s, c)));
}

/* Hook: evaluates a predicate of facts.def. */
static bool fact(Run *r, unsigned which, int arg, unsigned you) {
    const State *s = r->s;
    switch (which) {
    case VFACT_ATTACKING: return s->facts[VF_ATTACKING];
    case VFACT_AT_POINT:
        if (arg == VP_MAIN) return s->point >= VP_MAIN && s->point <= VP_ATTACK_END;
        if (arg == VP_MISSION) return s->point >= VP_MISSION && s->point <= VP_MISSION_OVER;
        return s->point == arg;
    case VFACT_SECOND: return s->first_player != you;
    default: return false;
    }
}

bool vividz_icon(Run *r, CardId c, unsigned icon) {
    const CardDef *d = &r->pack->def[card_of(r->s, c)->def];
    if (!(card_keywords(r, c) >> icon & 1)) return false;
    for (AbilId a = d->abil; WATCHED(r) && a < d->abil + d->nabil; a++)
        if (r->pack->abil[a].kind == ABIL_KEYWORD && (r->pack->abil[a].keywords >> icon & 1))
            run_used(r, c, a);
    return true;
}

/* 304.5: a character without text; icons are none. */
static bool plain(const Run *r, CardId c) {
    const CardDef *d = &r->pack->def[card_of(r->s, c)->def];
    const unsigned icons = 1u << VW_SCOUT | 1u << VW_LEVEL | 1u << VW_NO_ATTACK;
    if (!(d->kinds >> VK_CH & 1)) return false;
    for (AbilId a = d->abil; a < d->abil + d->nabil; a++)
        if (r->pack->abil[a].kind != ABIL_KEYWORD || (r->pack->abil[a].keywords & ~icons))
            return false;
    RULE(VZ_304_5);
    return true;
}

/* Hook: a predicate of card_facts.def. */
static bool card_fact(Run *r, unsigned which, unsigned arg, unsigned you, uint16_t c) {
    (void)you;
    switch (which) {
    case VQ_AREAS: RULE(VZ_503_2); return card_of(r->s, c)->seats & arg;
    case VQ_SUCCEEDED: RULE(VZ_1118_2); return card_of(r->s, c)->deeds & VCARD_SUCCESS;
    case VQ_PLAIN: return plain(r, c);
    default: return false;
    }
}

/* Marks the clause by which abilities of that card are valid where it lies. */
static void mark_valid(const Run *r, CardId c) {
    const Card *k = card_of(r->s, c);
    if (k->zone == VZONE_ACCOUNT) RULE(VZ_903_1a);
    if (k->zone != VZONE_MISSION) return;
    RULE(VZ_304_1b);
    RULE(VZ_903_1b);
}

/* Hook, 903, 1005.1: validity of an ability beyond its zone and condition. */
static bool playable(Run *r, uint16_t c, uint16_t a, unsigned player) {
    State *s = r->s;
    const AbilityDef *b = &r->pack->abil[a];
    if (b->flags & ABIL_TALLY)
        return s->turn_player == player && s->point >= VP_MAIN && s->point <= VP_ATTACK_END;
    if (s->point == VP_SETUP) return false;
    mark_valid(r, c);
    if (b->kind == ABIL_TRIGGERED && rule_on(r, VRC_NO_TRIGGER, NOBODY, c)) return false;
    if (!b->cond || b->kind != ABIL_TRIGGERED) return true;
    Eval e = eval_source(r, (PlayerId)player, ref_to(s, c)); /* 903.2a: when it would trigger */
    RULE(VZ_903_2a);
    const bool met = condition_met(r, &e, b);
    if (!met) RULE(VZ_903_2);
    return met;
}

/* Hook, 908.5a: a state trigger that could not be played does not trigger. */
static bool state_enterable(Run *r, uint16_t c, uint16_t a, unsigned player) {
    const AbilityDef *b = &r->pack->abil[a];
    if (!b->cost) return true;
    const Context lent = ctx_borrow(r, a, (PlayerId)player, ref_to(r->s, c));
    const bool ok = vm_can(r, 0, b->cost);
    ctx_give_back(r, &lent);
    return ok;
}

/* Hook: writes the candidates of the game's own pick lists (VL_*). */
static unsigned candidates(Run *r, Frame *f, unsigned list, struct CardRef *out) {
    const State *s = r->s;
    const Player *q = &s->player[pick_of(f)->player];
    const ZoneId z = list == VL_ENERGY ? VZONE_ENERGY : VZONE_HAND;
    const unsigned clause = pick_of(f)->clause;
    unsigned n = 0;
    for (unsigned i = 0; i < q->count[z]; i++) {
        const CardId c = zone_card(q, z, i);
        const bool stays = clause == VZ_705_3
                               ? rule_move_forbidden(r, c, card_owner(c), VZONE_ENERGY, VH_CHARGE)
                               : clause != VZ_601_1e &&
                                     rule_move_forbidden(r, c, card_owner(c), VZONE_TRASH, VH_PAY);
        if (!stays) out[n++] = ref_to(s, c);
    }
    return n;
}

/* Hook, 1107: may the effect choose this card? A cost is no effect. */
static bool choosable(Run *r, unsigned player, uint16_t c, unsigned ctx) {
    const Context *x = &r->s->ctx[ctx];
    RULE(VZ_1107_1);
    if (x->n[REG_IT]) RULE(VZ_902_3);
    if (x->paying) return true;
    if (rule_on(r, VRC_NO_CHOOSE, x->master, c)) return false;
    if (!bans_in_force(r)) return true;
    Event e = event_make(r->s, EV_DEED, (PlayerId)player, c); /* as chosen() makes it */
    e.how = VDEED_CHOSEN;
    event_caused(r->s, &e, ctx, (PlayerId)player);
    return !event_forbidden(r, &e);
}

/* Hook, 1107.1: tells that cards have been chosen by an ability or effect; a cost is none. */
static void chosen(Run *r, unsigned player, unsigned ctx, unsigned base) {
    const State *s = r->s;
    const Context *x = &s->ctx[ctx];
    const unsigned first = batch_open(r);
    for (unsigned i = base; !x->paying && i < x->n[REG_IT]; i++) {
        Event *e =
            batch_deed(r, VDEED_CHOSEN, (PlayerId)player, reg_read(s, x, REG_IT)[i].card, NONE, 0);
        if (e) event_caused(r->s, e, ctx, (PlayerId)player);
    }
    batch_do(r, first);
}

/* Hook: by how much texts change the damage that the card takes. */
static int damage_added(Run *r, uint16_t c, uint16_t source) {
    return (source ? (int)rules_sum(r, VRC_MORE_DEALT, NOBODY, source) : 0) -
           (int)rules_sum(r, VRC_LESS_DAMAGE, NOBODY, c);
}

/* Hook, 1104.3: texts put characters and accounts to sleep and wake them, nothing else. */
static bool orient_forbidden(Run *r, uint16_t c, unsigned rest) {
    const ZoneId z = card_of(r->s, c)->zone;
    (void)rest;
    if (z == VZONE_AREA || z == VZONE_ACCOUNT) return false;
    RULE(VZ_1104_3);
    return true;
}

/* Hook: is the move to one of the zones 'to' forbidden? Missions and accounts stay where they are
 * unless a text names another zone than areas. */
static bool move_forbidden(Run *r, uint16_t c, unsigned to, unsigned put, unsigned how) {
    const Card *k = card_of(r->s, c);
    (void)put;
    if ((to >> VZONE_AREA & 1) && !(card_kinds(r, c) >> VK_CH & 1)) {
        RULE(VZ_503_1);
        return true;
    }
    if ((to >> VZONE_AREA & 1) && k->zone == VZONE_AREA && how == VH_SLIDE)
        return rule_on(r, VRC_NO_SLIDE, NOBODY, c) > 0;
    return false;
}

/* Hook: what a viewer knows of a hidden card's kinds: nothing. Marks who sees the zone. */
static KindSet kinds_known(Run *r, unsigned viewer, uint16_t c) {
    const Card *k = card_of(r->s, c);
    run_rule(r, visibility_clause[k->zone]);
    if (k->zone == VZONE_MISSION && (k->flags & CARD_DOWN) && k->holder == viewer) RULE(VZ_507_2);
    return 0;
}

/* Hook: the game ends when a player loses. */
static void decide_result(Run *r, unsigned lost) {
    if (lost == everyone(r->s)) {
        RULE(VZ_101_3);
        r->s->result = RESULT_DRAW;
    } else {
        RULE(VZ_101_2);
        player_win(r, players_in(r->s));
    }
}

static void players_left(Run *r, unsigned players) { (void)r, (void)players; }
static bool rebuild_question(Run *r) { return (void)r, false; }

/* Hook, 101.4. */
static void conceded(Run *r, unsigned player) {
    (void)player;
    RULE(VZ_101_4);
    RULE(VZ_101_5);
}

/* Hook for scenarios: pushes the frames of a game that has reached the named point of the turn. */
static bool start_at(Run *r, const char *point) {
    static const struct {
        const char *word;
        uint8_t proc, step;
    } stops[] = {
#define STOP(name, word, clause, expected, proc, step) {word, proc, step},
#include "games/vividz/stops.def"
#undef STOP
    };
    settled_recheck(r->s, UNCHECKED_ALL);
    for (unsigned i = 0; i < sizeof stops / sizeof *stops; i++) {
        if (stops[i].proc == PROC_NONE || strcmp(point, stops[i].word)) continue;
        bool main = stops[i].proc == VPROC_MAIN;
        if (main) frame_push(r, VPROC_TURN)->step = VTURN_MISSION;
        if (main) vividz_reach(r->s, VP_MAIN);
        frame_push(r, stops[i].proc)->step = stops[i].step;
        return true;
    }
    return false;
}

/* Hook: pushes the payment of energy. */
static void pay(Run *r, unsigned ctx, unsigned player, unsigned n) {
    vividz_pay_energy(r, ctx, (PlayerId)player, (int)n);
}

/* 911.1: the layer in which each kind of change is applied. */
static const uint8_t layer_of[CHANGE_COUNT] = {
    [CHANGE_TRAIT] = LAYER_ABILITY, [CHANGE_KEYWORD] = LAYER_ABILITY,
    [CHANGE_GRANT] = LAYER_ABILITY, [CHANGE_LOSS] = LAYER_ABILITY,
    [CHANGE_INFO] = LAYER_ABILITY,  [CHANGE_COST] = LAYER_NUMBER,
    [CHANGE_NEW] = LAYER_NUMBER,
};

/* Hook: has the turn reached this point? Relies on the order of points.def. */
/* Hook: no effect until that point of the turn any more? There may be another attack (806.6). */
static bool point_passed(Run *r, unsigned point) {
    return point != VP_ATTACK_OVER && r->s->point >= point;
}

static bool in_attack(Run *r) { return r->s->facts[VF_ATTACKING]; }

/* Hook, 1116.1: neighbouring areas, for texts. */
static void next_to(const Run *r, unsigned how, unsigned player, unsigned seat, Places *out) {
    (void)r;
    (void)how;
    if (seat > 1) out->of[player] |= seat_bit(seat - 1);
    if (seat < AREAS) out->of[player] |= seat_bit(seat + 1);
}

const Game game_vividz = {
    .key = "vividz",
    .name = "Vividz",
    .prefix = "VZ",
    .nzones = VZONE_COUNT,
    .nkinds = VK_COUNT,
    .npoints = VP_COUNT,
    .nkeywords = VW_COUNT,
    .nprocs = VPROC_END,
    .nrules = VRC_COUNT,
    .nfacts = VFACT_COUNT,
    .nroles = VR_COUNT,
    .nhows = VH_COUNT,
    .ndeeds = VDEED_COUNT,
    .ncard_facts = VQ_COUNT,
    .nnumbers = 1,
    .nops = VOP_COUNT,
    .nasks = VASK_END - ASK_GAME,
    .formats = formats,
    .zones = zones,
    .kinds = kinds,
    .points = points,
    .keywords = keywords,
    .rules = rules,
    .facts = facts,
    .asks = asks,
    .procs = procs,
    .ops = vividz_ops,
    .marks = marks,
    .deck_zone = VZONE_DECK,
    .hand_zone = VZONE_HAND,
    .pile_zone = {[VPILE_ACCOUNT] = VZONE_ACCOUNT}, /* 601.1a */
    .seat_zone = VZONE_AREA,
    .seats = AREAS,
    .how_draw = VH_DRAW,
    .how_kill = VH_LEAVE,
    .numbered_kinds = 1u << VK_CH,
    .bare_is_undefined = true, /* 305.1, 913.2 */
    .begin = begin,
    .start_at = start_at,
    .orient_forbidden = orient_forbidden,
    .put_face = put_face,
    .shared_zones = 1u << VZONE_TEMPORARY | 1u << VZONE_SCOUT,
    .redirect = redirect,
    .hears_being_turned = true,
    .playable = playable,
    .interrupt = interrupt,
    .processing_overlooked = vividz_processing_overlooked,
    .state_enterable = state_enterable,
    .layer_of = layer_of,
    .loss_is_hit = true,
    .set_replaces_value = true,
    .hidden_sets_open = true, /* 911.4 */
    .in_attack = in_attack,
    .point_passed = point_passed,
    .turn_player_replaces = true,
    .ties_counted = true, /* 913.1 */
    .following_zones = 1u << VZONE_EXP,
    .damage_added = damage_added,
    .move_forbidden = move_forbidden,
    .entered = entered,
    .mark_entered = mark_entered,
    .next_to = next_to,
    .lose_forbidden = vividz_lose_forbidden,
    .decide_result = decide_result,
    .conceded = conceded,
    .players_left = players_left,
    .rebuild_question = rebuild_question,
    .op = vividz_op,
    .ordered_ops = 1 << VOP_REDIRECT,
    .op_payable = vividz_op_payable,
    .fact = fact,
    .card_fact = card_fact,
    .role = role,
    .candidates = candidates,
    .choosable = choosable,
    .hidden_triggers_forced = true, /* 908.2, 904.2b */
    .cost_cards_differ = true,      /* 904.4c */
    .chosen = chosen,
    .chooser_sees_zone = true,
    .why_not = vividz_why_not,
    .payable = vividz_payable,
    .pay = pay,
    .rule_enters_rested = VRC_APPEARS_ASLEEP,
    .pay_zone = VZONE_ENERGY,
    .tops_in_full = true,    /* 904.2f */
    .replaced_undone = true, /* 912.1 */
    .kinds_known = kinds_known,
    .rule_open_cards = VRC_OPEN_CARDS,
    .clause_choose = VZ_1107_1,
    .clause_seat = VZ_906_1a,
    .clause_place = VZ_906_1a,
    .clause_order = VZ_504_2,
    .clause_replace = VZ_912_2,
    .clause_reveal = VZ_904_2b,
    .clause_may = VZ_904_3a,
    .clause_mode = VZ_904_3a,
    .clause_number = VZ_102_11,
    .clause_loop = VZ_703_2,
    .clause_upto_draw = VZ_504_4,
    .clause_upto_look = VZ_504_4,
    .clause_age = VZ_911_3c,
};
