/* Reバース for you: what the words of a scenario mean. */
#include "scenario/tables.h"
#include "games/rebirth/procs.h"

enum { AT_GAME, AT_TURN, AT_ENERGY, AT_MAIN_START, AT_MAIN, AT_ATTACK, AT_END, AT_ATTACK_OVER };
static const PointInfo points[] = {
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
static const NumberWord roles[] = {
    {"attacking", RR_ATTACKING}, {"attacked", RR_ATTACKED}, {"supporting", RR_SUPPORTING}, {0}};
enum { FACT_BLOCKED, FACT_PARTNER_ATTACK };
static const NumberWord facts[] = {
    {"blocked", FACT_BLOCKED}, {"partner-attack", FACT_PARTNER_ATTACK}, {0}};
static const ZoneDefault defaults[] = {
    {"entry", "先", 1}, {"deck", "兵", 20}, {"waiting", "兵", 5}, {"energy", "兵", 4}, {0}};
static const KnownCard known[] = {{"兵", {1, 3}}, {"先", {3, 5}}, {0}};
static const NumberWord numbers[] = {
    {"atk", STAT_ATK}, {"def", STAT_DEF}, {"cost", STAT_COST}, {0}};
static const char *const pauses[] = {"waiting", "action", "attack", 0};

static unsigned point(const State *s) {
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

static bool fact(Run *r, unsigned which) {
    return which == FACT_BLOCKED ? r->s->facts[RF_BLOCKED] : rebirth_attack_is_partner(r);
}

static void placed(State *s) { s->facts[RF_STRAY] = 1; /* look for stray partners once */ }

const JudgeTable rebirth_judge = {
    .points = points,
    .first_point = AT_GAME,
    .default_point = AT_MAIN,
    .roles = roles,
    .facts = facts,
    .defaults = defaults,
    .known = known,
    .numbers = numbers,
    .line = {STAT_ATK, STAT_DEF},
    .line_said = "ATK/DEF",
    .numbered = 1u << RK_CH,
    .byname = "title",
    .partners = 1u << RK_PA,
    .down_zone = "energy",
    .default_kind = RK_CH,
    .plain = {1, 3},
    .no_cost = -1,
    .pauses = pauses,
    .point = point,
    .fact = fact,
    .placed = placed,
};
