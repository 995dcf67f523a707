/* What a game brings to the host beside its rules: one descriptor, defined in
 * src/games/KEY/host/host.c. Every part belongs to a layer that asks for it and knows its type;
 * this header knows none of them, so that every layer may include it. */
#pragma once
#include "kernel/game.h"

typedef struct GameHost {
    const Game *game;
    const char *rulebook;           /* version of the rulebook that is carried out */
    const struct Tongue *tongue;    /* text: how its cards are written */
    const struct CardForm *form;    /* cards: columns of card files, piles of a deck, its faults */
    const struct GameWords *words;  /* play: options in words */
    const struct GameWorth *worth;  /* play: what cards are worth to the greedy player */
    const struct JudgeTable *judge; /* scenario: points, roles, facts, defaults of a board */
    const struct StagePlan *stage;  /* sim: what lies where in the middle of a game */
    const struct Mat *mat;          /* tui: where zones lie, and all words of the table */
} GameHost;

/* Never null: a game that is not in the list has a host side of null pointers. Any part of a host
 * side may be null: then what needs that part does not work for the game. */
const GameHost *game_host(const Game *g);

/* Declares the parts of a game, for its host.c: each is defined in the file of its name. */
#define HOST_PARTS(key)                                                                            \
    extern const struct Tongue key##_tongue;                                                       \
    extern const struct CardForm key##_form;                                                       \
    extern const struct GameWords key##_words;                                                     \
    extern const struct GameWorth key##_worth;                                                     \
    extern const struct JudgeTable key##_judge;                                                    \
    extern const struct StagePlan key##_stage;                                                     \
    extern const struct Mat key##_mat
