/* What features of a position are worth in グランブルーファンタジーTCG, for the search player. */
#include "play/estimate.h"

static const Weight rows[] = {
#define WEIGHT(feature, zone, weight) {#feature, zone, weight},
#include "games/granblue/host/weights.def"
    {0},
};

const Weights granblue_weights = {rows};
