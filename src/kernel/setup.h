/* Setting up a game: decks, players, seed. */
#pragma once
#include "kernel/run.h"

/* A deck: definitions of the pack, in any order. */
typedef struct FudaDeck {
    const DefId *pile[PILES]; /* the main deck, then the game's other piles, such as partners */
    unsigned n[PILES];
} FudaDeck;

typedef struct FudaSetup {
    const Game *game;
    const Pack *pack;
    unsigned players; /* at least 2 */
    unsigned format;  /* index in Game.formats */
    uint64_t seed;
    const FudaDeck *decks; /* one per player */
    int first;             /* who goes first; -1 = random */
} FudaSetup;

/* Initializes the state for a new game; its previous contents do not matter. False: the number
 * of players does not fit the format, or a deck is too large. */
bool game_start(State *s, const FudaSetup *setup);
