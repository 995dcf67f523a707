/* Scenario vocabulary of Vividz: points, roles, numbers and board defaults. */
#include "scenario/tables.h"
#include "games/vividz/procs.h"

enum {
#define STOP(name, ...) STOP_##name,
#include "games/vividz/stops.def"
#undef STOP
};
static const PointInfo points[] = {
#define STOP(name, word, clause, expected, proc, step)                                             \
    [STOP_##name] = {word, clause, (int)(proc) != PROC_NONE, expected},
#include "games/vividz/stops.def"
#undef STOP
    {0},
};
static const uint8_t stop_of[VP_COUNT] = {
#define POINT(name, key, printed, phase, stop) [VP_##name] = STOP_##stop,
#include "games/vividz/points.def"
#undef POINT
};
static const NumberWord roles[] = {
#define ROLE(name, word)
#define ROLE_SHOWN(name, word, key, words) {key, VR_##name},
#include "games/vividz/roles.def"
#undef ROLE
#undef ROLE_SHOWN
    {0},
};
static const NumberWord facts[] = {{0}};
static const ZoneDefault defaults[] = {{"deck", "兵", 20}, {"energy", "兵", 5}, {0}};
static const KnownCard known[] = {{"兵", {1, 1000}}, {0}};
static const NumberWord numbers[] = {{"power", STAT_DEF}, {"cost", STAT_COST}, {0}};
static const char *const pauses[] = {"waiting", "action", "block", "scout", 0};

/* The scenario's name for the current point of the turn, as an index into points. */
static unsigned point(const State *s) { return stop_of[s->point]; }
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
