/* Playouts: one walk each through the tree of a search and on at random, in a sample of what the
 * player knows, to the end of the turn after next.
 *
 * Below the tree mostly the answers are taken that did best in this game so far, whatever the
 * position ("habits"). No cards are known to it but what they do in the engine. */
#pragma once
#include "play/answer.h"
#include "play/estimate.h"
#include "play/rng.h"
#include "play/tree.h"

enum {
    PLAYOUT_TURNS = 3,  /* ends when so many turns have begun after the present one began */
    PLAYOUT_MOST = 600, /* answers: a longer one is cut */
};

/* What became of answers of one manner (answer_manner). */
typedef struct Habit {
    float sum, count;
} Habit;

/* One searching thread: all that it writes. */
typedef struct Walker {
    Tree tree;
    Habit habit[MANNERS];
    Rng rng;
    const Estimate *estimate;
    State *sample, *scratch;
    bool open_cards; /* plays with the true hidden cards: for measurements and tests only */
    uint64_t playouts;
    /* the present playout */
    Answers answers;
    uint32_t node[PLAYOUT_MOST]; /* the path through the tree */
    PlayerId asked[PLAYOUT_MOST];
    unsigned depth;
    struct {
        uint16_t manner;
        PlayerId asked;
    } said[PLAYOUT_MOST];
    unsigned nsaid;
} Walker;

/* Room for a tree of so many nodes. False: out of memory; walker_close is allowed then. */
bool walker_open(Walker *w, const Estimate *estimate, uint32_t nodes);
void walker_close(Walker *w);
/* Forgets everything about the game. */
void walker_forget(Walker *w);
/* A new decision: earlier habits count less. */
void walker_fade(Walker *w);
/* One playout from the game's pending question. Reads the game only to copy it into the sample. */
void walker_playout(Walker *w, const Run *game);
/* The answers to the game's pending question, as the asked player tells them apart. */
void walker_answers(Walker *w, const Run *game, Answers *out);
