/* What features of a position are worth in Vividz, for the search player. */
#include "play/estimate.h"

static const Weight rows[] = {
#define WEIGHT(feature, zone, weight) {#feature, zone, weight},
#include "games/vividz/host/weights.def"
    {0},
};

const Weights vividz_weights = {rows};
