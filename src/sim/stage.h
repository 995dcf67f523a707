/* A stage: random positions in the middle of a game in which a card's ability has good chances to
 * be used. Copies of the card, of cards that its text speaks of and of any others lie in all zones
 * of both players; decks are not legal ones. Nothing of the rules is touched. */
#pragma once
#include "play/rng.h"
#include "sim/needs.h"

typedef struct Stage {
    const Game *game;
    const Pack *pack;
    DefId card;       /* the card, */
    AbilId abil;      /* its abilities, from this one, */
    unsigned n;       /* so many, */
    Needs needs;      /* and what the text speaks of */
    DefId helper[16]; /* cards that ask for a keyword of it, or make the moves that trigger it */
    unsigned nhelpers;
} Stage;

/* For abilities a .. a + n - 1 of a card of the pack. */
void stage_open(Stage *st, const Game *g, const Pack *p, DefId card, AbilId a, unsigned n);
/* Writes the position that follows from the seed into r->s; r has the stage's game and pack. False:
 * there is no stage for this game. */
bool stage_set(const Stage *st, uint64_t seed, Run *r);
