/* Card values of Reバース for you for the greedy player: points per card in a zone, and up to how
 * many cards count (0: all). */
#include "play/worth.h"
#include "games/rebirth/rebirth.h"

static const ZoneWorth zones[] = {
    {RZ_RETIRE, -1500, 0},
    {RZ_HAND, 150, 0},
    {RZ_ENERGY, 120, 0},
    {RZ_MEMBER, 250, 0},
    {RZ_REBIRTH, 80, 0},
    {RZ_DECK, 2, 0},
    {0},
};

const GameWorth rebirth_worth = {.zones = zones, .samples = 2};
