/* Mid-game boards of ラクエンロジック for `cards try`: what each zone holds and where the turn
 * stands. A count is drawn from the range of a rich or a poor board; rested, hurt and face down are
 * percentages. */
#include "sim/stage.h"
#include "games/luck/luck.h"

enum {
    MEMBER = 1 << LK_LOGICALIST | 1 << LK_FOREIGNER | 1 << LK_TRANSUNION | 1 << LK_SUPER,
    MAIN = MEMBER | 1 << LK_TACTICS | 1 << LK_PARADOX,
    GATE = 1 << LK_GATE
};

static const ZonePlan zones[] = {
    /* zone, kinds, count on a rich and a poor board; % rested, % hurt, % face down */
    {LZ_CIRCLE, MEMBER, {3, 5}, {1, 2}, 15, 0, 0}, {LZ_GATE, GATE, {6, 6}, {6, 6}, 0, 0, 60},
    {LZ_LEVEL, MAIN, {3, 4}, {1, 2}, 20, 0, 10},   {LZ_HAND, MAIN, {4, 7}, {1, 2}, 0, 0, 0},
    {LZ_STOCK, MAIN, {5, 9}, {1, 3}, 0, 0, 80},    {LZ_DROP, MAIN, {4, 9}, {1, 3}, 0, 0, 0},
    {LZ_SOUL, MEMBER, {1, 3}, {0, 1}, 0, 0, 0},    {LZ_PURGE, MAIN, {0, 3}, {0, 0}, 0, 0, 0},
    {LZ_MY, 1 << LK_MY, {1, 1}, {0, 1}, 0, 0, 0},  {LZ_RELIC, MAIN, {2, 4}, {0, 1}, 0, 0, 100},
    {LZ_DECK, MAIN, {8, 16}, {3, 6}, 0, 0, 0},     {0},
};
static const PointPlan points[] = {
    {"main", false},
    {"main", false},
    {"main", false},
    {"battle", false},
    {"battle", false},
    {"turn", false},
    {"turn", true},
    {"level", false},
    {"main-start", false},
    {"end", false},
    {0},
};
static const FactPlan facts[] = {{0}};

const StagePlan luck_stage = {
    .zones = zones,
    .points = points,
    .facts = facts,
    .tie = {.zone = LZ_SOUL, .one = LZ_CIRCLE, .other = LZ_CIRCLE, .percent = 100},
    .elsewhere = 1 << LZ_HAND | 1 << LZ_DROP | 1 << LZ_DECK,
    .apart = GATE | 1 << LK_MY,
};
