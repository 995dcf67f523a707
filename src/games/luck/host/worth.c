/* Card values of ラクエンロジック for the greedy player: points per card in a zone, and up to how
 * many cards count (0: all). */
#include "play/worth.h"
#include "games/luck/luck.h"

static const ZoneWorth zones[] = {
    {LZ_CIRCLE, 400, 0}, {LZ_HAND, 120, 8}, {LZ_STOCK, 60, 8},     {LZ_LEVEL, 300, 4},
    {LZ_SOUL, 80, 0},    {LZ_DECK, 1, 0},   {LZ_REFRESH, -900, 0}, {0},
};

const GameWorth luck_worth = {
    .zones = zones, .samples = 1, .down_zone = LZ_GATE, .down = 1500, .scale = 1000};
