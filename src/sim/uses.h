/* Watching a game for the uses of one printed entry: it may be several abilities. */
#pragma once
#include "kernel/run.h"

typedef struct Uses {
    Observer observer; /* to be given to the run */
    AbilId first;
    unsigned n;         /* abilities first .. first + n - 1 */
    unsigned used;      /* bit per ability: it was carried out or applied */
    unsigned effective; /* … and something came of it */
    unsigned waited;    /* it triggered */
    /* of the one that is being carried out */
    AbilId open;
    unsigned happened; /* events since then */
    unsigned effects;  /* continuous effects there were */
    unsigned rested;   /* cards that were rested: resting that nobody listens to is no event */
} Uses;

void uses_begin(Uses *u, AbilId first, unsigned n);
/* At a decision: what came of an ability that is still being carried out, and what waits. */
void uses_sample(Uses *u, const State *s);
/* When the game is left: an ability that ended it did something. */
void uses_end(Uses *u, bool over);
static inline bool uses_all(const Uses *u, unsigned seen) { return seen == (1u << u->n) - 1; }
