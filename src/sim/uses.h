/* Observes a game for uses of one printed entry, which may compile to several abilities. */
#pragma once
#include "kernel/run.h"

/* The fields from 'open' on describe the ability being resolved. */
typedef struct Uses {
    Observer observer; /* pass to the run */
    AbilId first;
    unsigned n;         /* abilities first .. first + n - 1 */
    unsigned used;      /* bit per ability: resolved or applied */
    unsigned effective; /* bit per ability: had an effect */
    unsigned waited;    /* bit per ability: triggered */

    AbilId open;       /* ability being resolved, or 0 */
    unsigned happened; /* events since it started */
    unsigned effects;  /* continuous effects when it started */
    unsigned rested;   /* rested cards when it started; resting without a listener is no event */
} Uses;

/* Starts observing abilities first .. first + n - 1; n is at most 31. */
void uses_begin(Uses *u, AbilId first, unsigned n);
/* Call at each decision: checks for effects of an ability that is still resolving, and for waiting
 * ones. */
void uses_sample(Uses *u, const State *s);
/* Call at the end; 'over': the game ended, which counts as an effect of the ability being resolved.
 */
void uses_end(Uses *u, bool over);
/* Does 'seen' contain every ability of the entry? */
static inline bool uses_all(const Uses *u, unsigned seen) { return seen == (1u << u->n) - 1; }
