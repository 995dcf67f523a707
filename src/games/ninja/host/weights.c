/* What features of a position are worth in ニンジャスレイヤーTCG, for the search player. */
#include "play/estimate.h"

static const Weight rows[] = {
#define WEIGHT(feature, zone, weight) {#feature, zone, weight},
#include "games/ninja/host/weights.def"
    {0},
};

const Weights ninja_weights = {rows};
