/* Card values of グランブルーファンタジーTCG for the greedy player: points per card in a zone, and
 * up to how many cards count (0: all). */
#include "play/worth.h"
#include "games/granblue/granblue.h"

static const ZoneWorth zones[] = {
    {GZ_ARMOUR, 900, 0}, {GZ_MEMBER, 260, 0}, {GZ_HAND, 120, 0},
    {GZ_GEM, 110, 0},    {GZ_LEVEL, 120, 0},  {GZ_GAUGE, 20, 12},
    {GZ_DECK, 3, 0},     {GZ_LEADER, 50, 0},  {0},
};

const GameWorth granblue_worth = {.zones = zones, .samples = 2, .near = 6, .drained = 120};
