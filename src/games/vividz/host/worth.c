/* Card values of Vividz for the greedy player (worth.h). */
#include "play/worth.h"
#include "games/vividz/vividz.h"

static const ZoneWorth zones[] = {
    {VZONE_AREA, 60, 0, -10}, {VZONE_MISSION, 0, 0, 400}, {VZONE_EXP, 20, 0, 0},
    {VZONE_HAND, 40, 0, 0},   {VZONE_ENERGY, 40, 8, 0},   {VZONE_KEEP, 30, 1, 0},
    {VZONE_TRASH, 1, 0, 0},   {VZONE_DECK, 2, 0, 0},      {0},
};

const GameWorth vividz_worth = {.zones = zones,
                                .answers = 3000,
                                .scale = 1000,
                                .defence = 30,
                                .tally = 100,
                                .near = 8,
                                .drained = -30};
