/* Card values of Reバース for you for the greedy player (worth.h). */
#include "play/worth.h"
#include "games/rebirth/rebirth.h"

static const ZoneWorth zones[] = {
    {RZ_RETIRE, -1500, 0, 0}, {RZ_HAND, 150, 0, 0},   {RZ_ENERGY, 300, 8, 0}, {RZ_ENTRY, 200, 0, 0},
    {RZ_MEMBER, 300, 0, 0},   {RZ_REBIRTH, 80, 0, 0}, {RZ_DECK, 2, 0, 0},     {0},
};

const GameWorth rebirth_worth = {
    .zones = zones, .answers = 3000, .turns = 2, .attack = 20, .defence = 30};
