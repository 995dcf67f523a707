/* What a game supplies to the host besides its rules: one descriptor, defined in
 * src/games/KEY/host/host.c. Each part belongs to one layer, which defines its type. This header
 * only forward-declares those types, so every layer may include it. */
#pragma once
#include "kernel/game.h"

typedef struct GameHost {
    const Game *game;
    const char *rulebook;           /* version of the rulebook that the code implements */
    const struct Tongue *tongue;    /* text: grammar and vocabulary of its cards */
    const struct CardForm *form;    /* cards: columns of card files, deck piles, deck errors */
    const struct GameWords *words;  /* play: wording of options */
    const struct GameWorth *worth;  /* play: card values for the greedy player */
    const struct Weights *weights;  /* play: what positions are worth to the search player */
    const struct JudgeTable *judge; /* scenario: points, roles, facts, board defaults */
    const struct StagePlan *stage;  /* sim: typical mid-game boards for `cards try` */
    const struct Mat *mat;          /* tui: layout of the mat and all UI text */
} GameHost;

/* Returns the host descriptor of a game; never null. A game that is not listed gets a descriptor of
 * null pointers. Any part may be null: features that need it are then unavailable for the game. */
const GameHost *game_host(const Game *g);

/* Declares the parts for a game's host.c. Each is defined in the file named after it, host/PART.c.
 */
#define HOST_PARTS(key)                                                                            \
    extern const struct Tongue key##_tongue;                                                       \
    extern const struct CardForm key##_form;                                                       \
    extern const struct GameWords key##_words;                                                     \
    extern const struct GameWorth key##_worth;                                                     \
    extern const struct Weights key##_weights;                                                     \
    extern const struct JudgeTable key##_judge;                                                    \
    extern const struct StagePlan key##_stage;                                                     \
    extern const struct Mat key##_mat
