/* Card values of ニンジャスレイヤーTCG for the greedy player: points per card in a zone, and up to
 * how many cards count (0: all). */
#include "play/worth.h"
#include "games/ninja/ninja.h"

static const ZoneWorth zones[] = {
    {NZ_DAMAGE, -400, 0},
    {NZ_HAND, 100, 0},
    {NZ_ETHER, 260, 8},
    {NZ_FIELD, 100, 0},
    {NZ_DECK, 3, 0},
    {NZ_OHIGAN, 1, 0},
    {0},
};

const GameWorth ninja_worth = {
    .zones = zones,
    .samples = 6,
    .third = 60,
    .near = 6,
    .drained = -250,
    .indifferent = NS_1312_1,
};
