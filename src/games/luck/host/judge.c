/* Scenario vocabulary of ラクエンロジック: points, roles, facts, numbers and board defaults. */
#include "games/luck/luck.h"
#include "scenario/judge_tables.h"

static const ZoneDefault defaults[] = {{"deck", "兵", 20}, {"drop", "兵", 5}, {"level", "兵", 4},
                                       {"stock", "兵", 8}, {"gate", "門", 6}, {0}};
static const KnownCard known[] = {{"兵", {1000}}, {"門", {0}}, {0}};
static const NumberWord known_kinds[] = {
    {"兵", 1u << LK_LOGICALIST | 1u << LK_MEMBER}, {"門", 1u << LK_GATE}, {0}};
static const NumberWord numbers[] = {{"power", LSTAT_POWER},
                                     {"level", LSTAT_LEVEL},
                                     {"aura", LSTAT_AURA},
                                     {"limit", LSTAT_LIMIT},
                                     {"heart", LSTAT_HEART},
                                     {"cost", STAT_COST},
                                     {0}};
static const char *const pauses[] = {"waiting", "action", "attack", "intercept", "define", 0};

static bool fact(Run *r, unsigned which) { return r->g->fact(r, which, 0, NOBODY); }

const JudgeTable luck_judge = {
    .points = points,
    .first_point = STOP_GAME,
    .default_point = STOP_MAIN,
    .roles = roles,
    .facts = facts,
    .defaults = defaults,
    .known = known,
    .known_kinds = known_kinds,
    .numbers = numbers,
    .line = {STAT_ATK},
    .line_said = "POWER",
    .numbered = 1u << LK_LOGICALIST | 1u << LK_FOREIGNER | 1u << LK_TRANSUNION | 1u << LK_SUPER,
    .byname = "kana",
    .default_kind = LK_LOGICALIST,
    .plain = {3000},
    .no_cost = 0,
    .pauses = pauses,
    .point = point,
    .fact = fact,
};
