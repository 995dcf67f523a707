#include "scenario/tables.h"
#include "games/ninja/ninja.h"
#include "games/rebirth/procs.h"

/* ---- rebirth ---- */

enum { AT_GAME, AT_TURN, AT_ENERGY, AT_MAIN_START, AT_MAIN, AT_ATTACK, AT_END, AT_ATTACK_OVER };
static const PointInfo rebirth_points[] = {
    [AT_GAME] = {"game", RB_6_2_1_1, true, false},
    [AT_TURN] = {"turn", RB_7_2_1, true, true},
    [AT_ENERGY] = {"energy", RB_7_3_1, true, true},
    [AT_MAIN_START] = {"main-start", RB_7_4_1, true, false},
    [AT_MAIN] = {"main", RB_7_4_2, true, true},
    [AT_ATTACK] = {"attack", RB_8_2_1, true, true},
    [AT_END] = {"end", RB_7_6_1, true, true},
    [AT_ATTACK_OVER] = {"attack-over", RB_8_5_5, false, false},
    {0},
};
static const NumberWord rebirth_roles[] = {
    {"attacking", RR_ATTACKING}, {"attacked", RR_ATTACKED}, {"supporting", RR_SUPPORTING}, {0}};
enum { FACT_BLOCKED, FACT_PARTNER_ATTACK };
static const NumberWord rebirth_facts[] = {
    {"blocked", FACT_BLOCKED}, {"partner-attack", FACT_PARTNER_ATTACK}, {0}};
static const ZoneDefault rebirth_defaults[] = {
    {"entry", "先", 1}, {"deck", "兵", 20}, {"waiting", "兵", 5}, {"energy", "兵", 4}, {0}};
static const KnownCard rebirth_known[] = {{"兵", {1, 3}}, {"先", {3, 5}}, {0}};
static const NumberWord rebirth_numbers[] = {
    {"atk", STAT_ATK}, {"def", STAT_DEF}, {"cost", STAT_COST}, {0}};
static const char *const rebirth_pauses[] = {"waiting", "action", "attack", 0};

static unsigned rebirth_point(const State *s) {
    switch (s->point) {
    case RP_SETUP: return AT_GAME;
    case RP_GAME_START:
    case RP_TURN_START:
    case RP_STANDBY: return AT_TURN;
    case RP_ENERGY: return AT_ENERGY;
    case RP_MAIN: return AT_MAIN;
    case RP_TURN_END: return AT_END;
    default: return AT_ATTACK;
    }
}

static bool rebirth_fact(Run *r, unsigned fact) {
    return fact == FACT_BLOCKED ? r->s->facts[RF_BLOCKED] : rebirth_attack_is_partner(r);
}

static void rebirth_placed(State *s) { s->facts[RF_STRAY] = 1; /* look for stray partners once */ }

/* ---- ninja ---- */

enum {
    NAT_GAME,
    NAT_TURN,
    NAT_DRAW,
    NAT_ETHER,
    NAT_CHARACTER_START,
    NAT_CHARACTER,
    NAT_BATTLE,
    NAT_ATTACK,
    NAT_INTERRUPT,
    NAT_DAMAGE,
    NAT_BATTLE_END,
    NAT_END
};
static const PointInfo ninja_points[] = {
    [NAT_GAME] = {"game", NS_401_1, true, false},
    [NAT_TURN] = {"turn", NS_502_1, true, true},
    [NAT_DRAW] = {"draw", NS_502_3a, true, true},
    [NAT_ETHER] = {"ether", NS_502_4a, true, true},
    [NAT_CHARACTER_START] = {"character-start", NS_503_1, true, false},
    [NAT_CHARACTER] = {"character", NS_503_2, true, true},
    [NAT_BATTLE] = {"battle", NS_702_1, true, true},
    [NAT_ATTACK] = {"attack", NS_704_1, true, true},
    [NAT_INTERRUPT] = {"interrupt", NS_705_1, false, true},
    [NAT_DAMAGE] = {"damage", NS_706_1, false, true},
    [NAT_BATTLE_END] = {"battle-end", NS_707_1, true, true},
    [NAT_END] = {"end", NS_505_1, true, true},
    {0},
};
static const NumberWord ninja_roles[] = {
    {"attacking", NR_ATTACKING}, {"attacked", NR_ATTACKED}, {0}};
static const NumberWord ninja_facts[] = {{0}};
static const ZoneDefault ninja_defaults[] = {{"deck", "兵", 20}, {"ether", "兵", 9}, {0}};
static const KnownCard ninja_known[] = {{"兵", {1, 1, 1, 1}}, {0}};
static const NumberWord ninja_numbers[] = {{"karate", STAT_ATK},
                                           {"endurance", STAT_DEF},
                                           {"sabotage", STAT_THIRD},
                                           {"cost", STAT_COST},
                                           {0}};
static const char *const ninja_pauses[] = {
    0}; /* between questions of priority nothing is looked at */
static const Clause ninja_resolves[] = {NS_1205_1, NS_1104_1, 0};

static unsigned ninja_point(const State *s) {
    static const uint8_t at[NP_COUNT] = {
        [NP_SETUP] = NAT_GAME,    [NP_GAME_START] = NAT_TURN,   [NP_TURN_START] = NAT_TURN,
        [NP_DRAW] = NAT_DRAW,     [NP_ETHER] = NAT_ETHER,       [NP_CHARACTER] = NAT_CHARACTER,
        [NP_BATTLE] = NAT_BATTLE, [NP_AIM] = NAT_ATTACK,        [NP_INTERRUPT] = NAT_INTERRUPT,
        [NP_DAMAGE] = NAT_DAMAGE, [NP_DAMAGE_END] = NAT_DAMAGE, [NP_BATTLE_END] = NAT_BATTLE_END,
        [NP_TURN_END] = NAT_END,
    };
    return at[s->point < NP_COUNT ? s->point : 0];
}

static PlayerId ninja_attacked(const State *s) {
    unsigned aim = s->facts[NF_IN_ATTACK] ? s->facts[NF_AIM_PLAYER] : 0;
    return aim ? (PlayerId)(aim - 1) : NOBODY;
}

/* ---- all games ---- */

static const JudgeTable tables[] = {
    {.game = "rebirth",
     .points = rebirth_points,
     .first_point = AT_GAME,
     .default_point = AT_MAIN,
     .roles = rebirth_roles,
     .facts = rebirth_facts,
     .defaults = rebirth_defaults,
     .known = rebirth_known,
     .numbers = rebirth_numbers,
     .line = {STAT_ATK, STAT_DEF},
     .line_said = "ATK/DEF",
     .numbered = 1u << RK_CH,
     .byname = "title",
     .partners = 1u << RK_PA,
     .down_zone = "energy",
     .default_kind = RK_CH,
     .plain = {1, 3},
     .no_cost = -1,
     .pauses = rebirth_pauses,
     .point = rebirth_point,
     .fact = rebirth_fact,
     .placed = rebirth_placed},
    {.game = "ninja",
     .points = ninja_points,
     .first_point = NAT_GAME,
     .default_point = NAT_CHARACTER,
     .roles = ninja_roles,
     .facts = ninja_facts,
     .defaults = ninja_defaults,
     .known = ninja_known,
     .numbers = ninja_numbers,
     .line = {STAT_COST, STAT_ATK, STAT_DEF, STAT_THIRD},
     .line_said = "COST/KARATE/ENDURANCE/SABOTAGE",
     .numbered = 1u << NK_CH,
     .byname = "epithet",
     .epithets = true,
     .boxes = true,
     .passing = 1u << NZ_SPACE | 1u << NZ_CHECK,
     .default_kind = NK_CH,
     .plain = {1, 1, 1, 1},
     .pauses = ninja_pauses,
     .priority = "priority",
     .resolves = ninja_resolves,
     .point = ninja_point,
     .attacked = ninja_attacked},
};

const JudgeTable *judge_table(const Game *g) {
    for (unsigned i = 0; g && i < sizeof tables / sizeof *tables; i++)
        if (!strcmp(tables[i].game, g->key)) return &tables[i];
    return 0;
}

unsigned judge_priority(const JudgeTable *t, const Game *g) {
    for (unsigned k = 0; t->priority && k < g->nasks; k++)
        if (!strcmp(g->asks[k].key, t->priority)) return ASK_GAME + k;
    return POINT_NONE;
}

unsigned judge_point(const JudgeTable *t, const char *word) {
    for (unsigned i = 0; t->points[i].word; i++)
        if (!strcmp(t->points[i].word, word)) return i;
    return POINT_NONE;
}
