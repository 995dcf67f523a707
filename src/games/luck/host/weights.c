/* What features of a position are worth in ラクエンロジック, for the search player. */
#include "play/estimate.h"

static const Weight rows[] = {
#define WEIGHT(feature, zone, weight) {#feature, zone, weight},
#include "games/luck/host/weights.def"
    {0},
};

const Weights luck_weights = {rows};
