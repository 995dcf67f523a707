/* What features of a position are worth in Reバース for you, for the search player. */
#include "play/estimate.h"

static const Weight rows[] = {
#define WEIGHT(feature, zone, weight) {#feature, zone, weight},
#include "games/rebirth/host/weights.def"
    {0},
};

const Weights rebirth_weights = {rows};
