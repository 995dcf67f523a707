/* Card values of グランブルーファンタジーTCG for the greedy player (worth.h). */
#include "play/worth.h"
#include "games/granblue/granblue.h"

static const ZoneWorth zones[] = {
    {GZ_ARMOUR, 1500, 0, 0}, {GZ_MEMBER, 400, 0, 0}, {GZ_HAND, 180, 0, 0},
    {GZ_GEM, 250, 0, 0},     {GZ_LEVEL, 120, 0, 0},  {GZ_GAUGE, 20, 12, 0},
    {GZ_DECK, 3, 0, 0},      {GZ_LEADER, 50, 0, 0},  {0},
};

const GameWorth granblue_worth = {.zones = zones,
                                  .samples = 2,
                                  .plain = 60,
                                  .attack = 40,
                                  .defence = 50,
                                  .near = 8,
                                  .drained = -300};
