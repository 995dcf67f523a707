/* The search player: information-set Monte Carlo tree search.
 *
 * It plays the position on many times, each time in another sample of what its player knows, and
 * answers with what it tried most. It knows no game: a game may bring weights for the estimate of a
 * position (GameHost.weights).
 *
 * Threads do not share anything: each has a tree of its own, a stream of random numbers of its own
 * and an equal part of the playouts, and the answers are counted when all are done. So the answer
 * depends on the seed, the playouts and the number of threads, never on their timing. */
#pragma once
#include "play/budget.h"
#include "play/player.h"
#include "play/playout.h"

/* What the search thinks of an answer. */
typedef struct Opinion {
    unsigned option; /* the first of those that look alike */
    double share;    /* of the playouts, those that gave this answer */
    double chance;   /* of its player to win, in these playouts */
} Opinion;

/* What the search thinks of its last answer. */
typedef struct Advice {
    unsigned option;
    double share;      /* of the playouts, those that gave this answer */
    double chance;     /* of its player to win, in these playouts */
    uint64_t playouts; /* 0: there was nothing to choose, share and chance say nothing */
} Advice;

/* Called now and then by the thread that asked while the search thinks; 'part' of the budget is
 * spent. False: it is to answer at once. */
typedef bool (*SearchGoesOn)(void *context, double part);

typedef struct Search {
    Budget budget;
    const Game *game; /* of 'estimate' */
    Estimate estimate;
    Walker *walker;     /* budget.threads of them */
    const State *state; /* what it knows is of the game that is played there, */
    PlayerId player;    /* and was found out for this player */
    bool keeps_on;      /* the trees go on from the last decision, at State.choices == next */
    uint32_t next;
    uint64_t usual; /* playouts of the last decision that began without a tree */
    Advice advice;
    Opinion opinion[MAX_OPTIONS]; /* of all answers to the last question, what was tried most first;
                                     with Advice.playouts */
    unsigned nopinions;
    SearchGoesOn goes_on; /* or null */
    void *context;
} Search;

/* Null: out of memory. */
Search *search_open(Budget budget);
void search_close(Search *x);
/* Forgets the game that was played. To be called if what comes next is not the game that it was
 * last asked about, or an earlier position of it. */
void search_forget(Search *x);
/* Lets it see the true hidden cards: for measurements and for testing the tests of blindness. */
void search_open_cards(Search *x);
unsigned search_choose(Chooser *c, const Run *r);
