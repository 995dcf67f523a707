/* Mid-game boards of ニンジャスレイヤーTCG for `cards try`: what each zone holds and where the turn
 * stands. A count is drawn from the range of a rich or a poor board; rested, hurt and face down are
 * percentages. */
#include "sim/stage.h"
#include "games/ninja/ninja.h"

enum { CH = 1 << NK_CH, MAIN = CH | 1 << NK_KO };

static const ZonePlan zones[] = {
    /* zone, kinds, count on a rich and a poor board; % rested, % hurt, % face down */
    {NZ_FIELD, CH, {2, 6}, {0, 2}, 20, 15, 0},   {NZ_ETHER, MAIN, {5, 10}, {1, 4}, 10, 0, 0},
    {NZ_HAND, MAIN, {3, 7}, {0, 2}, 0, 0, 0},    {NZ_OHIGAN, MAIN, {4, 9}, {0, 2}, 0, 0, 0},
    {NZ_DAMAGE, MAIN, {1, 6}, {0, 4}, 0, 0, 20}, {NZ_REMOVED, MAIN, {0, 2}, {0, 0}, 0, 0, 0},
    {NZ_DECK, MAIN, {10, 18}, {4, 8}, 0, 0, 0},  {0},
};
static const PointPlan points[] = {
    {"character", false}, {"character", false}, {"character", false}, {"attack", false},
    {"attack", false},    {"battle", false},    {"turn", false},      {"turn", true},
    {"draw", false},      {"ether", false},     {"end", false},       {0},
};
static const WayPlan ways[] = {{NZ_SPACE, NZ_HAND}, {NZ_CHECK, NZ_DECK}, {0}};

const StagePlan ninja_stage = {
    .zones = zones,
    .points = points,
    .ways = ways,
    .copies = 6,
    .elsewhere = 1 << NZ_HAND | 1 << NZ_OHIGAN | 1 << NZ_DECK,
};
