/* Card values of ニンジャスレイヤーTCG for the greedy player (worth.h). */
#include "play/worth.h"
#include "games/ninja/ninja.h"

static const ZoneWorth zones[] = {
    {NZ_DAMAGE, -400, 0, 0},
    {NZ_HAND, 100, 0, 0},
    {NZ_ETHER, 260, 8, 0},
    {NZ_FIELD, 100, 0, 0},
    {NZ_DECK, 3, 0, 0},
    {NZ_OHIGAN, 1, 0, 0},
    {0},
};

const GameWorth ninja_worth = {
    .zones = zones,
    .answers = 2000,
    .turns = 2,
    .attack = 20,
    .defence = 30,
    .third = 60,
    .near = 6,
    .drained = -250,
    .indifferent = NS_1312_1,
};
