/* Scenario vocabulary of Reバース for you: points, roles, facts, numbers and board defaults. */
#include "games/rebirth/procs.h"
#include "scenario/judge_tables.h"

static const ZoneDefault defaults[] = {
    {"entry", "先", 1}, {"deck", "兵", 20}, {"waiting", "兵", 5}, {"energy", "兵", 4}, {0}};
static const KnownCard known[] = {{"兵", {1, 3}}, {"先", {3, 5}}, {0}};
static const NumberWord numbers[] = {
    {"atk", STAT_ATK}, {"def", STAT_DEF}, {"cost", STAT_COST}, {0}};
static const char *const pauses[] = {"waiting", "action", "attack", 0};

static bool fact(Run *r, unsigned which) { return r->g->fact(r, which, 0, NOBODY); }

/* Hook: the board was laid out, so look for stray partners once (10.3.8). */
static void placed(State *s) { s->facts[RF_STRAY] = 1; }

const JudgeTable rebirth_judge = {
    .points = points,
    .first_point = STOP_GAME,
    .default_point = STOP_MAIN,
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
