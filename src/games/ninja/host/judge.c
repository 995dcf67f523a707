/* Scenario vocabulary of ニンジャスレイヤーTCG: points, roles, facts, numbers and board defaults.
 */
#include "games/ninja/ninja.h"
#include "scenario/judge_tables.h"

static const ZoneDefault defaults[] = {{"deck", "兵", 20}, {"ether", "兵", 9}, {0}};
static const KnownCard known[] = {{"兵", {1, 1, 1, 1}}, {0}};
static const NumberWord numbers[] = {{"karate", STAT_ATK},
                                     {"endurance", STAT_DEF},
                                     {"sabotage", STAT_THIRD},
                                     {"cost", STAT_COST},
                                     {0}};
static const char *const pauses[] = {0}; /* questions with a single answer are never shown */
static const Clause resolves[] = {NS_1205_1, NS_1104_1, 0};

/* The player under attack, NOBODY if a character is attacked or there is no attack. */
static PlayerId attacked(const State *s) {
    unsigned aim = s->facts[NF_IN_ATTACK] ? s->facts[NF_AIM_PLAYER] : 0;
    return aim ? (PlayerId)(aim - 1) : NOBODY;
}

const JudgeTable ninja_judge = {
    .points = points,
    .first_point = STOP_GAME,
    .default_point = STOP_CHARACTER,
    .roles = roles,
    .facts = facts,
    .defaults = defaults,
    .known = known,
    .numbers = numbers,
    .line = {STAT_COST, STAT_ATK, STAT_DEF, STAT_THIRD},
    .line_said = "COST/KARATE/ENDURANCE/SABOTAGE",
    .numbered = 1u << NK_CH,
    .byname = "epithet",
    .epithets = true,
    .passing = 1u << NZ_SPACE | 1u << NZ_CHECK,
    .default_kind = NK_CH,
    .plain = {1, 1, 1, 1},
    .pauses = pauses,
    .priority = "priority",
    .resolves = resolves,
    .point = point,
    .attacked = attacked,
};
