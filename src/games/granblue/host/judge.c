/* Scenario vocabulary of グランブルーファンタジーTCG: points, roles, facts, numbers, board
 * defaults. */
#include "scenario/tables.h"
#include "games/granblue/granblue.h"

enum {
#define STOP(name, ...) STOP_##name,
#include "games/granblue/stops.def"
#undef STOP
};
static const PointInfo points[] = {
#define STOP(name, word, clause, expected, proc, step)                                             \
    [STOP_##name] = {word, clause, (int)(proc) != PROC_NONE, expected},
#include "games/granblue/stops.def"
#undef STOP
    {0},
};
static const uint8_t stop_of[GP_COUNT] = {
#define POINT(name, key, printed, phase, stop) [GP_##name] = STOP_##stop,
#include "games/granblue/points.def"
#undef POINT
};
static const NumberWord roles[] = {
#define ROLE_SHOWN(name, word, key, words) {key, GR_##name},
#include "games/granblue/roles.def"
#undef ROLE_SHOWN
    {0},
};
static const NumberWord facts[] = {
#define FACT(name, word, meaning)
#define FACT_SHOWN(name, word, meaning, key) {key, GFACT_##name},
#include "games/granblue/facts.def"
#undef FACT
#undef FACT_SHOWN
    {0},
};
static const ZoneDefault defaults[] = {
    {"leader", "将", 1}, {"deck", "兵", 30}, {"armour", "兵", 5}, {"gem", "兵", 5}, {0}};
static const KnownCard known[] = {{"兵", {1, 1, 1}}, {"将", {0, 5, 2}}, {0}};
static const NumberWord known_kinds[] = {
    {"兵", 1u << GK_ME | 1u << GK_CH}, {"将", 1u << GK_LE | 1u << GK_CH}, {0}};
static const NumberWord numbers[] = {
    {"hp", STAT_DEF}, {"atk", STAT_ATK}, {"rank", STAT_COST}, {"element", STAT_THIRD}, {0}};
static const char *const pauses[] = {"waiting", "action", "attack", "answer", 0};

/* The scenario's name for the current point of the turn, as an index into points. */
static unsigned point(const State *s) { return stop_of[s->point]; }
static bool fact(Run *r, unsigned which) { return r->g->fact(r, which, 0, NOBODY); }

const JudgeTable granblue_judge = {
    .points = points,
    .first_point = STOP_GAME,
    .default_point = STOP_MAIN,
    .roles = roles,
    .facts = facts,
    .defaults = defaults,
    .known = known,
    .known_kinds = known_kinds,
    .numbers = numbers,
    .line = {STAT_COST, STAT_DEF, STAT_ATK},
    .line_said = "RANK/HP/ATK",
    .numbered = 1u << GK_CH,
    .byname = "title",
    .default_kind = GK_ME,
    .plain = {1, 1, 1},
    .no_cost = -1,
    .plain_third = 8, /* wind */
    .pauses = pauses,
    .point = point,
    .fact = fact,
};
