/* Card values of グランブルーファンタジーTCG for the greedy player (worth.h). */
#include "play/worth.h"
#include "games/granblue/granblue.h"

/* Most long games end because a deck is used up, so cards that cannot be used are left there. */
static const ZoneWorth zones[] = {
    {GZ_ARMOUR, 300, 0, 0}, {GZ_MEMBER, 400, 0, 0}, {GZ_HAND, 150, 3, 0},
    {GZ_GEM, 250, 8, 0},    {GZ_LEVEL, 300, 0, 0},  {GZ_GAUGE, 20, 12, 0},
    {GZ_DECK, 60, 0, 0},    {GZ_LEADER, 50, 0, 0},  {0},
};

const GameWorth granblue_worth = {.zones = zones,
                                  .answers = 1500,
                                  .turns = 2,
                                  .attack = 40,
                                  .defence = 50,
                                  .near = 8,
                                  .drained = -300};
