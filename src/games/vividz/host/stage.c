/* Mid-game boards of Vividz for `cards try`: what each zone holds and where the turn stands. A
 * count is drawn from the range of a rich or a poor board; rested, hurt and face down are
 * percentages. */
#include "sim/stage.h"
#include "games/vividz/vividz.h"

enum { CH = 1 << VK_CH, EV = 1 << VK_EV, MI = 1 << VK_MI, AC = 1 << VK_AC, MAIN = CH | EV };

static const ZonePlan zones[] = {
    /* zone, kinds, count on a rich and a poor board; % rested, % hurt, % face down */
    {VZONE_AREA, CH, {2, 3}, {0, 1}, 20, 10, 0},
    {VZONE_ACCOUNT, AC, {1, 1}, {1, 1}, 20, 0, 0},
    {VZONE_MISSION, MI, {3, 3}, {3, 3}, 30, 0, 20},
    {VZONE_ENERGY, MAIN, {5, 12}, {0, 4}, 0, 0, 0},
    {VZONE_HAND, MAIN, {4, 8}, {0, 2}, 0, 0, 0},
    {VZONE_KEEP, MAIN, {0, 1}, {0, 1}, 0, 0, 0},
    {VZONE_TRASH, MAIN, {4, 9}, {0, 2}, 0, 0, 0},
    {VZONE_REMOVED, MAIN, {0, 3}, {0, 0}, 0, 0, 0},
    {VZONE_EXP, MAIN, {1, 4}, {0, 1}, 0, 0, 0},
    {VZONE_DECK, MAIN, {10, 18}, {3, 7}, 0, 0, 0},
    {0},
};
static const PointPlan points[] = {
    {"main", false},   {"main", false},     {"main", false},        {"main", false},
    {"turn", false},   {"turn", true},      {"main-start", false},  {"mission", false},
    {"charge", false}, {"end-draw", false}, {"mission-end", false}, {0},
};

const StagePlan vividz_stage = {
    .zones = zones,
    .points = points,
    .tie = {.zone = VZONE_EXP, .one = VZONE_AREA, .other = VZONE_AREA, .percent = 60},
    .elsewhere = 1 << VZONE_HAND | 1 << VZONE_TRASH | 1 << VZONE_DECK,
    .apart = MI | AC,
};
