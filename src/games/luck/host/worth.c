/* Card values of ラクエンロジック for the greedy player (worth.h). */
#include "play/worth.h"
#include "games/luck/luck.h"

static const ZoneWorth zones[] = {
    {LZ_CIRCLE, 400, 0, 0}, {LZ_HAND, 120, 8, 0}, {LZ_STOCK, 60, 8, 0},     {LZ_LEVEL, 300, 4, 0},
    {LZ_SOUL, 80, 0, 0},    {LZ_DECK, 1, 0, 0},   {LZ_REFRESH, -900, 0, 0}, {0},
};

const GameWorth luck_worth = {.zones = zones,
                              .answers = 800,
                              .down_zone = LZ_GATE,
                              .down = 1500,
                              .scale = 1000,
                              .attack = 20,
                              .defence = 30};
