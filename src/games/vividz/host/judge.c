/* Scenario vocabulary of Vividz: points, roles, numbers and board defaults. */
#include "games/vividz/procs.h"
#include "scenario/judge_tables.h"

static const ZoneDefault defaults[] = {{"deck", "兵", 20}, {"energy", "兵", 5}, {0}};
static const KnownCard known[] = {{"兵", {1, 1000}}, {0}};
static const NumberWord numbers[] = {{"power", STAT_DEF}, {"cost", STAT_COST}, {0}};
static const char *const pauses[] = {"waiting", "action", "block", "scout", 0};

static bool fact(Run *r, unsigned which) { return r->g->fact(r, which, 0, NOBODY); }

const JudgeTable vividz_judge = {
    .points = points,
    .first_point = STOP_GAME,
    .default_point = STOP_MAIN,
    .roles = roles,
    .facts = facts,
    .defaults = defaults,
    .known = known,
    .numbers = numbers,
    .line = {STAT_COST, STAT_DEF},
    .line_said = "COST/POWER",
    .numbered = 1u << VK_CH,
    .byname = "account",
    .passing = 1u << VZONE_TEMPORARY | 1u << VZONE_SCOUT,
    .default_kind = VK_CH,
    .plain = {1, 1000},
    .no_cost = 0,
    .counters = true,
    .pauses = pauses,
    .point = point,
    .fact = fact,
};
