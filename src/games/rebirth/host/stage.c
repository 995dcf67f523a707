/* Mid-game boards of Reバース for you for `cards try`: what each zone holds and where the turn
 * stands. A count is drawn from the range of a rich or a poor board; rested, hurt and face down are
 * percentages. */
#include "sim/stage.h"
#include "games/rebirth/rebirth.h"

enum { CH = 1 << RK_CH, RE = 1 << RK_RE, PA = 1 << RK_PA, DEER = 1 << RK_DEER, MAIN = CH | RE };

static const ZonePlan zones[] = {
    /* zone, kinds, count on a rich and a poor board; % rested, % hurt, % face down */
    {RZ_ENTRY, CH, {1, 1}, {1, 1}, 0, 40, 0},      {RZ_MEMBER, CH, {2, 3}, {0, 1}, 20, 0, 0},
    {RZ_ENERGY, MAIN, {4, 9}, {0, 3}, 10, 0, 100}, {RZ_REBIRTH, RE, {1, 2}, {0, 0}, 0, 0, 0},
    {RZ_RETIRE, CH, {3, 6}, {0, 2}, 0, 0, 0},      {RZ_HAND, MAIN, {3, 7}, {0, 1}, 0, 0, 0},
    {RZ_WAITING, MAIN, {4, 9}, {0, 2}, 0, 0, 0},   {RZ_MEMORY, MAIN, {0, 3}, {0, 0}, 0, 0, 0},
    {RZ_SOUL, CH, {0, 2}, {0, 0}, 0, 0, 0},        {RZ_DEER, DEER, {3, 5}, {0, 2}, 0, 0, 0},
    {RZ_DECK, MAIN, {8, 16}, {2, 6}, 0, 0, 0},     {0},
};
static const PointPlan points[] = {
    {"main", false},
    {"main", false},
    {"main", false},
    {"attack", false},
    {"attack", false},
    {"turn", false},
    {"turn", false},
    {"energy", false},
    {"main-start", false},
    {"end", false},
    {0},
};
static const FactPlan facts[] = {{RF_STRAY, 1}, {0}}; /* look for stray partners once */

const StagePlan rebirth_stage = {
    .zones = zones,
    .points = points,
    .facts = facts,
    .side = {.kinds = PA, .count = 3, .zone = RZ_ENERGY, .rest = RZ_HAND},
    .tie = {.zone = RZ_SOUL, .one = RZ_MEMBER, .other = RZ_ENTRY, .percent = 40},
    .elsewhere = 1 << RZ_HAND | 1 << RZ_WAITING | 1 << RZ_DECK,
    .apart = DEER,
    .open = PA,
};
