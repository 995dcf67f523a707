/* The chances of the players in a position, from what lies open or is counted.
 *
 * A position has features, the same in every game: cards by zone, numbers of the cards in play, and
 * so on. A game weighs them in GameHost.weights; tools/fit.c finds weights from games of the
 * search player against itself. */
#pragma once
#include "kernel/run.h"

/* Features of one player. Those of zones come first, MAX_ZONES each. */
enum Feature {
#define ZONE_FEATURE(name, doc) FEATURE_##name,
#define FEATURE(name, doc)
#include "play/features.def"
    FEATURE_ZONES, /* kinds of features that are of zones */
    FEATURE_PLAIN = FEATURE_ZONES * MAX_ZONES,
    FEATURE_BEFORE = FEATURE_PLAIN - 1,
#define ZONE_FEATURE(name, doc)
#define FEATURE(name, doc) FEATURE_##name,
#include "play/features.def"
    FEATURES
};
static inline unsigned zone_feature(unsigned kind, ZoneId z) { return kind * MAX_ZONES + z; }

/* A row of a game's table of weights: what one more of the feature adds to the logarithm of the
 * odds, against the same of the opponents. */
typedef struct Weight {
    const char *feature; /* its name in features.def */
    const char *zone;    /* key of the zone, "" for a feature that is of no zone */
    float weight;
} Weight;

/* A game's part of the host (GameHost.weights): rows up to a null feature. */
typedef struct Weights {
    const Weight *rows;
} Weights;

/* The weights of a game by feature. */
typedef struct Estimate {
    float weight[FEATURES];
    unsigned used[FEATURES], nused; /* features whose weight is not 0 */
    ZoneSet down;                   /* zones whose cards face down are counted */
} Estimate;

/* Takes the game's weights; without any, cards in play and in hand count a little. False: a row
 * names no feature or zone. */
bool estimate_open(Estimate *e, const Game *g);
/* Takes these weights, one for each feature. */
void estimate_set(Estimate *e, const Game *g, const float *weight);
/* Writes the features of a player; FEATURE_DOWN only of the zones in 'down'. The state must be
 * derived. */
void estimate_features(const Run *r, PlayerId p, ZoneSet down, float *out);
/* Writes for each player how likely he is to win: 1 and 0 if he has won or lost. */
void estimate_chances(const Estimate *e, Run *r, float *chance);
/* The names of features, for tools: null past the last. Those below FEATURE_ZONES are of zones; the
 * i-th of the others is feature FEATURE_PLAIN + i - FEATURE_ZONES. */
const char *estimate_feature_name(unsigned i);
