/* Card values of Vividz for the greedy player: points per card in a zone, and up to how many cards
 * count (0: all). */
#include "play/worth.h"
#include "games/vividz/vividz.h"

static const ZoneWorth zones[] = {
    {VZONE_AREA, 4000, 0},
    {VZONE_EXP, 600, 0},
    {VZONE_HAND, 900, 0},
    {VZONE_ENERGY, 700, 8},
    {VZONE_KEEP, 700, 1},
    {VZONE_DECK, 40, 0},
    {0},
};

const GameWorth vividz_worth = {.zones = zones, .samples = 2, .near = 8, .drained = -800};
