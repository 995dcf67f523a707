/* The Game descriptor of グランブルーファンタジーTCG: tables, the clauses behind the kernel's
 * marks, and hooks. */
#include "games/granblue/granblue.h"
#include "kernel/procs.h"
#include "kernel/pick.h"
#include "kernel/tables.h"
#include "vm/vm.h"

/* ---- tables ---- */

static const ZoneInfo zones[GZ_COUNT] = {
    [GZ_NOWHERE] = {.key = "nowhere", .name = ""},
#define ZONE(id, word, key_, printed, english, flags_, area_, ...)                                 \
    [GZ_##id] = {.key = key_, .name = printed, .flags = flags_, .area = area_},
#include "games/granblue/zones.def"
#undef ZONE
};
static const FormatInfo formats[] = {
#define FORMAT(name, key_, words) {.key = key_, .least = 2, .most = 2, .team = 1},
#include "games/granblue/formats.def"
#undef FORMAT
    {0},
};

/* Maps the kernel's generic marks (KM_*) to the clauses of this rulebook. */
static const MarkRow marks[KM_COUNT] = {
    [KM_WIN] = {GB_1_2_1},
    [KM_LOSE] = {GB_1_2_1},
    [KM_ALL_OUT] = {GB_1_2_3},
    [KM_EFFECT_ENDS] = {GB_1_2_5},
    [KM_AS_MUCH] = {GB_1_3_2},
    [KM_RULE_CHANGED] = {GB_1_3_1},
    [KM_ALREADY] = {GB_1_3_2_1},
    [KM_ZERO_TIMES] = {GB_1_3_2_2},
    [KM_FORBIDDEN] = {GB_1_3_3},
    [KM_NUMBER] = {GB_1_3_5},
    [KM_UP_TO] = {GB_8_6_3_2},
    [KM_NEW_CARD] = {GB_3_1_4},
    [KM_OWNER_ZONE] = {GB_3_1_6},
    [KM_UPRIGHT_PUT] = {GB_4_7_1, GB_4_7_1_1},
    [KM_RESTED_PUT] = {GB_4_7_1_2},
    [KM_ORIENTED] = {GB_10_8_1},
    [KM_ORDER] = {GB_3_1_5},
    [KM_ONE_BY_ONE] = {GB_3_2_3},
    [KM_TURNED] = {GB_10_9_1},
    [KM_SHUFFLED] = {GB_10_7_1, GB_3_2_4, GB_10_7_1_2},
    [KM_SHUFFLED_FEW] = {GB_10_7_1, GB_3_2_4},
    [KM_DRAW_ONE] = {GB_4_8_1, GB_4_8_2},
    [KM_DRAW_MANY] = {GB_4_8_3},
    [KM_DRAW_UP_TO] = {GB_4_8_4, GB_4_8_4_1},
    [KM_DRAW_UP_TO_ONE] = {GB_4_8_4_2, GB_4_8_4_3},
    [KM_TRIGGERED] = {GB_8_7_2},
    [KM_TRIGGERED_AGAIN] = {GB_8_7_2_1},
    [KM_MOVE_TRIGGER_OPEN] = {GB_8_7_4_1_1},
    [KM_MOVE_TRIGGER_SEAT] = {GB_8_7_4_1_2},
    [KM_MOVE_TRIGGER_IN_OPEN] = {GB_8_7_4_1_3},
    [KM_MOVE_TRIGGER_NEW] = {GB_8_7_4_1_3},
    [KM_STATE_TRIGGER] = {GB_8_7_5, GB_8_7_5_1},
    [KM_STATE_AGAIN] = {GB_8_7_5_1},
    [KM_PRINTED] = {GB_8_9_1_1},
    [KM_LAYER_ABILITY] = {GB_8_9_1_2},
    [KM_LAYER_INFO] = {GB_8_9_1_2},
    [KM_LAYER_NUMBER] = {GB_8_9_1_3},
    [KM_LOCKED] = {GB_8_9_2},
    [KM_ONE_SHOT] = {GB_8_8_1, GB_8_2_1_1},
    [KM_REPLACED_NOT] = {GB_8_10_1, GB_8_10_1_2},
    [KM_REPLACE_CARD] = {GB_8_10_2, GB_8_10_2_1},
    [KM_REPLACE_ACTION] = {GB_8_10_2, GB_8_10_2_2},
    [KM_REPLACE_ONCE] = {GB_8_10_2_3},
    [KM_REPLACE_MAY] = {GB_8_10_3},
    [KM_REPLACE_CANNOT] = {GB_8_10_3},
    [KM_LAST_KNOWN] = {GB_8_11_1},
    [KM_NEED_NOT_FIND] = {GB_8_6_3_5},
    [KM_ZONE_PLAIN] = {GB_2_5_2},
    [KM_ZONE_PRINTED] = {GB_2_5_2},
    [KM_COUNTS] = {GB_3_1_2},
    [KM_LOOP] = {GB_11_1_1_2},
    [KM_LOOP_NUMBER] = {GB_11_1_1_2},
    [KM_LOOP_LESS] = {GB_11_1_1_3},
    [KM_LOOP_BOTH] = {GB_11_1_1_3},
    [KM_LOOP_DRAW] = {GB_11_1_1_1},
    [KM_GRANTED] = {GB_10_10_1, GB_10_10_3},
    [KM_LOST] = {GB_10_10_2},
    [KM_LASTS] = {GB_8_2_1_2},
    [KM_REMINDER] = {GB_2_5_3},
    [KM_SUCCEEDS] = {GB_10_16_1_3},
    [KM_NAME] = {GB_2_1_2},
    [KM_TRAIT] = {GB_2_9_2},
    [KM_CHOOSE] = {GB_8_6_3, GB_8_6_3_1},
    [KM_CHOOSE_FEWER] = {GB_8_6_3_3},
    [KM_CHOOSE_NONE] = {GB_8_6_3_4},
    [KM_CHOOSE_RANDOM] = {GB_10_14_1},
    [KM_ORDER_MASTER] = {GB_3_1_5_1},
    [KM_COUNTERS_GONE] = {GB_10_16_1_2},
    [KM_DO_NOTHING_ELSE] = {GB_4_3_3_2},
    [KM_AT_ONCE_STATIC] = {GB_8_9_3},
    [KM_ARRIVED] = {GB_8_9_3_1},
    [KM_SHOWN] = {GB_10_6_1, GB_10_6_1_2, GB_10_6_1_3_1},
};

static void begin(Run *r) { frame_push(r, GPROC_SETUP); }

/* Hook: cards of other players lie in member areas only. */
static bool redirect(Run *r, Event *e) {
    if (card_owner(e->card) == e->to_player || !e->to) return true;
    if (zones[e->to].flags & ZONE_FOREIGN) {
        RULE(GB_4_3_2);
        return true;
    }
    RULE(GB_3_1_6);
    e->to_player = card_owner(e->card);
    return true;
}

/* Hook: the face of an arriving card where the zone does not give it. */
static uint16_t put_face(Run *r, const Event *e) {
    (void)r;
    if (e->put & PUT_DOWN) return CARD_DOWN;
    return e->to == GZ_LEADERS && !(e->put & PUT_UP) ? CARD_DOWN : 0;
}

static const uint16_t arrival_clauses[GZ_COUNT][4] = {
#define CLAUSES(...)                                                                               \
    { __VA_ARGS__ }
#define ZONE(name, word, key, printed, english, flags, area, clauses, ...)                         \
    [GZ_##name] = CLAUSES clauses,
#include "games/granblue/zones.def"
#undef CLAUSES
#undef ZONE
};
static const uint16_t visibility_clause[GZ_COUNT] = {
#define ZONE(name, word, key, printed, english, flags, area, clauses, sight, ...)                  \
    [GZ_##name] = sight,
#include "games/granblue/zones.def"
#undef ZONE
};

/* The words for these zones as the goal of a move by an effect name no player. */
static void mark_goal(const Run *r, const Event *e) {
    if (!e->ctx || e->how == GH_DRAW) return;
    if (e->to == GZ_DECK) {
        RULE(GB_3_2_1_1);
        RULE(GB_3_2_1_1_1);
    } else if (e->to == GZ_HAND) {
        RULE(GB_3_3_1_1);
        RULE(GB_3_3_1_1_1);
    } else if (e->to == GZ_ARMOUR) {
        RULE(GB_3_8_1_1);
    } else if (e->to == GZ_GAUGE) {
        RULE(GB_3_4_1_3_1);
        RULE(GB_3_4_1_3_1_1);
    }
}

static void mark_entered(const Run *r, const Event *e) {
    mark_goal(r, e);
    for (unsigned i = 0; i < 4 && arrival_clauses[e->to][i]; i++)
        run_rule(r, arrival_clauses[e->to][i]);
    if (e->to == GZ_GEM) RULE(GB_10_12_1);
}

/* Hook: a card has arrived. 10-17-1-1: a stone laid from the deck as a gem is triggered. */
static void entered(Run *r, const Event *e) {
    State *s = r->s;
    if (e->to == GZ_HAND && e->how == GH_DRAW && e->by != NOBODY)
        s->player[e->to_player].counter[GN_DRAWN]++;
    const bool fell = e->how == GH_FALL || e->how == GH_FALL_BATTLE || e->how == GH_FALL_BURST;
    if (e->to == GZ_GAUGE && e->from == GZ_MEMBER && fell) { /* 9-4-3-2 */
        RULE(GB_9_4_3_2);
        s->player[e->player].counter[GN_REFILL]++;
    }
    if (e->to == GZ_LEVEL && e->from == GZ_MEMBER) card_at(s, e->card)->known = everyone(s);
    if (e->to != GZ_GEM || e->from != GZ_DECK) return;
    const AbilId spell = granblue_spell(r, e->card);
    const PlayerId p = e->to_player;
    if (!spell || !(r->pack->def[card_of(s, e->card)->def].kinds >> GK_ST & 1)) return;
    if (granblue_forbidden(r, p, e->card, spell) || rule_on(r, GRC_NO_TRIGGER, p, e->card)) {
        RULE(GB_1_3_3);
        return;
    }
    RULE(GB_10_17_1_1);
    waiting_add(r, spell, p, ref_to(s, e->card), e, 0);
}

/* ---- queries of card text ---- */

/* Hook: the card that attacked last, and the battle opponent. */
static CardRef role(const Run *r, unsigned role) {
    const State *s = r->s;
    const CardRef none = {0}, c = s->fact_card[role == GR_ATTACKING ? GC_LATEST : GC_TARGET];
    return ref_live(s, c) ? c : none;
}

static bool fact(Run *r, unsigned which, int arg, unsigned you) {
    const State *s = r->s;
    (void)arg, (void)you;
    switch (which) {
    case GFACT_BATTLE: return s->facts[GF_BATTLE];
    case GFACT_MAIN: return s->point == GP_MAIN;
    case GFACT_COUNTER: return s->point == GP_COUNTER_STEP;
    default: return false;
    }
}

static bool playable(Run *r, uint16_t c, uint16_t a, unsigned player);

/* Is a text of the sort printed on the card, and not void? */
static bool has_text(Run *r, CardId c, unsigned keyword) {
    const CardDef *d = &r->pack->def[card_of(r->s, c)->def];
    for (AbilId a = d->abil; a < d->abil + d->nabil; a++)
        if ((r->pack->abil[a].keywords >> keyword & 1) && playable(r, c, a, NOBODY)) return true;
    return false;
}

/* 4-9-1-1, 4-9-1-2: the card that dealt the damage; in a battle all attack cards. */
static bool is_source(Run *r, CardId c) {
    const State *s = r->s;
    for (unsigned i = s->nframes; i-- > 0;) {
        if (s->frame[i].proc != PROC_TEXT) continue;
        const CardRef from = s->ctx[s->frame[i].ctx].object;
        if (!from.card) return false;
        RULE(GB_4_9_1);
        if (from.card == c) return ref_live(s, from);
        return s->facts[GF_BATTLE] && granblue_attacks(s, from.card) && granblue_attacks(s, c) &&
               s->point == GP_DAMAGE_STEP;
    }
    return false;
}

/* What the running text has declared, 0: nothing. */
static int declared(const State *s) {
    for (unsigned i = s->nframes; i-- > 0;)
        if (s->frame[i].proc == PROC_TEXT) return s->ctx[s->frame[i].ctx].x;
    return 0;
}

/* Bytes of one of these brackets at s, of either width; 0: there is none. */
static size_t bracket(const char *s, const char *narrow, const char *wide) {
    if (!strncmp(s, wide, strlen(wide))) return strlen(wide);
    return *s == *narrow ? 1 : 0;
}

/* 2-1-1-2, 2-1-1-3: has the card's name a part in such brackets that begins with the word, or is
 * the 'whole' word? */
static bool bracketed(const Run *r, CardId c, bool round, const char *word, bool whole) {
    const size_t n = strlen(word);
    for (const char *s = pack_name(r->pack, card_of(r->s, c)->def); *s; s++) {
        const size_t open = round ? bracket(s, "(", "（") : bracket(s, "[", "［");
        if (!open || strncmp(s + open, word, n)) continue;
        const char *end = s + open + n;
        if (!whole || (round ? bracket(end, ")", "）") : bracket(end, "]", "］"))) return true;
    }
    return false;
}

static bool card_fact(Run *r, unsigned which, unsigned arg, unsigned you, uint16_t c) {
    const State *s = r->s;
    switch (which) {
    case GQ_ATTACKER: return granblue_attacks(s, c);
    case GQ_OPPONENT:
        return s->fact_card[GC_TARGET].card == c && ref_live(s, s->fact_card[GC_TARGET]);
    case GQ_LEVELLED: return granblue_levels(s, ref_to(s, c)) >= arg;
    case GQ_CHIPPED: return granblue_chips_on(s, c, 0) >= (int)arg;
    case GQ_JOB_FITS: return granblue_can_job(r, (PlayerId)you, c, 0);
    case GQ_DECLARED: return r->pack->def[card_of(s, c)->def].title == declared(s);
    case GQ_DECLARED_RACE: return declared(s) && card_trait(r, c, (TermId)declared(s));
    case GQ_SOURCE: return is_source(r, c);
    case GQ_FALLEN: return card_of(s, c)->zone == GZ_GAUGE;
    case GQ_CHARGES: return has_text(r, c, GW_CHARGE);
    case GQ_EFFECTS: return has_text(r, c, GW_EFFECT);
    case GQ_EPITHET: return bracketed(r, c, false, pack_term(r->pack, (TermId)arg), true);
    case GQ_VERSION: return bracketed(r, c, true, pack_term(r->pack, (TermId)arg), true);
    case GQ_SEX: return bracketed(r, c, true, arg == 1 ? "男" : "女", false);
    case GQ_LIMIT_FITS: return granblue_can_limit(r, (PlayerId)you, c, 0);
    default: return false;
    }
}

/* Hook, 8-3-2, 10-10-2: are the effect texts or the charge attack of the card made void? */
static bool playable(Run *r, uint16_t c, uint16_t a, unsigned player) {
    const State *s = r->s;
    const uint32_t keys = r->pack->abil[a].keywords;
    const unsigned bar = keys >> GW_CHARGE & 1 ? GW_NO_CHARGE : GW_NO_EFFECTS;
    const unsigned kind = keys >> GW_ACT & 1    ? GW_NO_ACT
                          : keys >> GW_AUTO & 1 ? GW_NO_AUTO
                                                : GW_NO_STATIC;
    const bool charge = bar == GW_NO_CHARGE;
    (void)player;
    if (!r->deriving) derive_for(r, TOUCH_KEYS);
    for (unsigned i = 0; i < s->nextra; i++)
        if (s->extra[i].card == c && s->extra[i].kind == ADD_KEYWORD &&
            (s->extra[i].term == bar || (!charge && s->extra[i].term == kind))) {
            RULE(GB_8_3_2);
            RULE(GB_10_10_2);
            return false;
        }
    return true;
}

static unsigned candidates(Run *r, Frame *f, unsigned list, struct CardRef *out) {
    return list == GL_ICONS ? granblue_icon_gems(r, f, out) : 0;
}

/* Hook: a text may keep effects of a player from choosing a card; costs are no effects. */
static bool choosable(Run *r, unsigned player, uint16_t c, unsigned ctx) {
    const Context *x = &r->s->ctx[ctx];
    (void)player;
    return x->paying || !rule_on(r, GRC_NO_CHOOSE, x->master, c);
}

static bool orient_forbidden(Run *r, uint16_t c, unsigned rest) {
    (void)r, (void)c, (void)rest;
    return false;
}

static bool draw_forbidden(Run *r, unsigned player) {
    const State *s = r->s;
    if (!rule_any(r, GRC_DRAW_MOST)) return false;
    for (unsigned i = 0; i < s->nrules; i++)
        if (s->rule[i].rule == GRC_DRAW_MOST && (s->rule[i].players & player_bit(player)) &&
            s->player[player].counter[GN_DRAWN] >= s->rule[i].amount) {
            RULE(GB_1_3_3);
            return true;
        }
    return false;
}

/* Hook: no text puts cards into leader or member area but by appearing, job change, limit break. */
static bool move_forbidden(Run *r, uint16_t c, unsigned to, unsigned put, unsigned how) {
    (void)r, (void)c, (void)put, (void)how;
    return (to & (1u << GZ_MEMBER | 1u << GZ_LEADER)) != 0;
}

static KindSet kinds_known(Run *r, unsigned viewer, uint16_t c) {
    const Card *k = card_of(r->s, c);
    run_rule(r, visibility_clause[k->zone]);
    if (k->zone == GZ_HAND && k->holder != viewer) RULE(GB_3_3_3);
    return 0;
}

static void decide_result(Run *r, unsigned lost) {
    State *s = r->s;
    RULE(GB_1_2_1);
    if (lost != everyone(s)) player_win(r, players_in(s));
    if (lost == everyone(s)) {
        RULE(GB_1_2_3);
        s->result = RESULT_DRAW;
    }
}

static void conceded(Run *r, unsigned player) {
    (void)player;
    RULE(GB_1_2_4);
    RULE(GB_1_2_4_1);
}

/* A two-player game ends when a player leaves, so there is nothing to break off or to ask again. */
static void players_left(Run *r, unsigned players) { (void)r, (void)players; }
static bool rebuild_question(Run *r) { return (void)r, false; }

/* Hook for scenarios: pushes the frames of a game that has reached the named point of the turn. */
static bool start_at(Run *r, const char *point) {
    static const struct {
        const char *word;
        uint8_t proc, step;
    } stops[] = {
#define STOP(name, word, clause, expected, proc, step) {word, proc, step},
#include "games/granblue/stops.def"
#undef STOP
    };
    settled_recheck(r->s, UNCHECKED_ALL);
    for (unsigned i = 0; i < sizeof stops / sizeof *stops; i++) {
        if (stops[i].proc == PROC_NONE || strcmp(point, stops[i].word)) continue;
        bool main = stops[i].proc == GPROC_MAIN;
        if (main) frame_push(r, GPROC_TURN)->step = GTURN_BATTLE;
        frame_push(r, stops[i].proc)->step = stops[i].step;
        if (main) granblue_reach(r->s, GP_MAIN);
        if (stops[i].proc != GPROC_SETUP) granblue_interrupt(r); /* level cards of the board */
        return true;
    }
    return false;
}

/* 8-9-1: the layer in which each kind of change is applied. */
static const uint8_t layer_of[CHANGE_COUNT] = {
    [CHANGE_TRAIT] = LAYER_INFO,   [CHANGE_KEYWORD] = LAYER_TRAIT, [CHANGE_GRANT] = LAYER_ABILITY,
    [CHANGE_LOSS] = LAYER_ABILITY, [CHANGE_INFO] = LAYER_INFO,     [CHANGE_COST] = LAYER_NUMBER,
    [CHANGE_NEW] = LAYER_NUMBER,
};

static bool point_passed(Run *r, unsigned point) { return r->s->point >= point; }
static bool in_attack(Run *r) { return r->s->facts[GF_BATTLE]; }

static bool payable(Run *r, unsigned player, int n, uint16_t *reserved, unsigned *nreserved) {
    State *s = r->s;
    const Player *q = &s->player[player];
    int have = 0;
    for (unsigned i = 0; i < q->count[GZ_GEM] && have < n; i++) {
        CardId c = zone_card(q, GZ_GEM, i);
        bool taken = card_of(s, c)->flags & CARD_RESTED;
        for (unsigned j = 0; j < *nreserved; j++) taken |= reserved[j] == c;
        if (taken) continue;
        have++;
        if (*nreserved < MAX_SET) reserved[(*nreserved)++] = c;
    }
    return have >= n;
}

static void pay(Run *r, unsigned ctx, unsigned player, unsigned n) {
    granblue_pay_push(r, (PlayerId)player, ctx, 0, (int)n);
}

const Game game_granblue = {
    .key = "granblue",
    .name = "グランブルーファンタジーTCG",
    .prefix = "GB",
    .nzones = GZ_COUNT,
    .nkinds = GK_COUNT,
    .npoints = GP_COUNT,
    .nkeywords = GW_COUNT,
    .nprocs = GPROC_END,
    .nrules = GRC_COUNT,
    .nfacts = GFACT_COUNT,
    .nroles = GR_COUNT,
    .nhows = GH_COUNT,
    .ndeeds = GDEED_COUNT,
    .ncard_facts = GQ_COUNT,
    .nops = GOP_COUNT,
    .nasks = GASK_END - ASK_GAME,
    .formats = formats,
    .zones = zones,
    .kinds = kinds,
    .points = points,
    .keywords = keywords,
    .rules = rules,
    .facts = facts,
    .asks = asks,
    .procs = procs,
    .ops = granblue_ops,
    .marks = marks,
    .deck_zone = GZ_DECK,
    .hand_zone = GZ_HAND,
    .pile_zone = {[GPILE_LEADERS] = GZ_LEADERS}, /* 5-2-1-2 */
    .how_draw = GH_DRAW,
    .numbered_kinds = 1u << GK_CH | 1u << GK_ST,
    .begin = begin,
    .start_at = start_at,
    .face_down_is_blank = true, /* 3-6-3-1 */
    .orient_forbidden = orient_forbidden,
    .put_face = put_face,
    .redirect = redirect,
    .playable = playable,
    .interrupt = granblue_interrupt,
    .interrupt_kinds =
        UINT64_C(1) << EV_DAMAGE | UINT64_C(1) << EV_COUNTERS | UINT64_C(1) << EV_MOVE,
    .intercept = granblue_intercept,
    .move_kept = granblue_kept,
    .intercept_proc = GPROC_SAVE,
    .did = granblue_did,
    .layer_of = layer_of,
    .set_replaces_value = true, /* 8-9-1-3 */
    .mask_stat = STAT_THIRD,    /* elements */
    .rule_enters_rested = GRC_ENTERS_RESTED,
    .in_attack = in_attack,
    .point_passed = point_passed,
    .draw_forbidden = draw_forbidden,
    .move_forbidden = move_forbidden,
    .entered = entered,
    .master_orders_hidden = true, /* 3-1-5-1 */
    .mark_entered = mark_entered,
    .decide_result = decide_result,
    .conceded = conceded,
    .players_left = players_left,
    .rebuild_question = rebuild_question,
    .ordering_asks = 1u << GASK_WAITING | 1u << ASK_ORDER,
    .op = granblue_op,
    .ordered_ops = 1 << GOP_JOB | 1 << GOP_LIMIT,
    .op_payable = granblue_op_payable,
    .op_zones = granblue_op_zones,
    .fact = fact,
    .card_fact = card_fact,
    .role = role,
    .candidates = candidates,
    .choosable = choosable,
    .arrivals_belong = true, /* 自分の団員が登場した時 */
    .why_not = granblue_why_not,
    .payable = payable,
    .pay = pay,
    .pay_zone = GZ_GEM,
    .kinds_known = kinds_known,
    .clause_choose = GB_8_6_3,
    .clause_order = GB_3_1_5,
    .clause_replace = GB_8_10_2,
    .clause_reveal = GB_8_7_2,
    .clause_may = GB_8_6_2_2,
    .clause_mode = GB_8_6_2_2,
    .clause_number = GB_1_3_5,
    .clause_upto_draw = GB_4_8_4_1,
    .clause_upto_look = GB_8_6_3_2,
    .clause_loop = GB_11_1_1_2,
};
