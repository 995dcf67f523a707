/* Mid-game boards of グランブルーファンタジーTCG for `cards try`: what each zone holds and where
 * the turn stands. A count is drawn from the range of a rich or a poor board; rested, hurt and face
 * down are percentages. */
#include "sim/stage.h"
#include "games/granblue/granblue.h"

enum { LE = 1 << GK_LE, ME = 1 << GK_ME, ST = 1 << GK_ST, MAIN = ME | ST };

static const ZonePlan zones[] = {
    /* zone, kinds, count on a rich and a poor board; % rested, % hurt, % face down */
    {GZ_LEADER, LE, {1, 1}, {1, 1}, 20, 0, 0},   {GZ_MEMBER, ME, {1, 3}, {0, 2}, 20, 0, 0},
    {GZ_GEM, MAIN, {5, 9}, {1, 4}, 20, 0, 0},    {GZ_GAUGE, MAIN, {4, 9}, {0, 3}, 0, 0, 30},
    {GZ_ARMOUR, MAIN, {2, 5}, {0, 1}, 0, 0, 0},  {GZ_HAND, MAIN, {3, 7}, {0, 2}, 0, 0, 0},
    {GZ_LEADERS, LE, {2, 4}, {0, 1}, 0, 0, 100}, {GZ_LEVEL, ME, {0, 2}, {0, 0}, 0, 0, 100},
    {GZ_DECK, MAIN, {10, 18}, {4, 8}, 0, 0, 0},  {0},
};
static const PointPlan points[] = {
    {"main", false}, {"main", false},       {"battle", false}, {"battle", false}, {"turn", false},
    {"turn", false}, {"main-start", false}, {"burst", false},  {"end", false},    {0},
};

const StagePlan granblue_stage = {
    .zones = zones,
    .points = points,
    .tie = {.zone = GZ_LEVEL, .one = GZ_MEMBER, .other = GZ_MEMBER, .percent = 100},
    .elsewhere = 1 << GZ_HAND | 1 << GZ_GAUGE | 1 << GZ_DECK,
    .apart = LE,
};
