/* Computer players. A player gets the run and returns an option number. It must not read hidden
 * information: of the state it may use only the pending question, or a sample (play/sample.h). */
#pragma once
#include "kernel/run.h"
#include "play/rng.h"

/* A computer player. It holds no state between decisions except its random stream. */
typedef struct Chooser Chooser;
struct Chooser {
    const char *name;
    unsigned (*choose)(Chooser *, const Run *);
    Rng rng;               /* its own stream, not the game's */
    State *sample, *trial; /* blocks for players that search; else null */
    State *scratch;
    void *context; /* for a player supplied by a host */
};

/* Sets up the player of that name. Returns false if there is none or memory runs out. */
bool chooser_open(Chooser *c, const char *name);
/* Restarts the player's random stream. */
void chooser_seed(Chooser *c, uint64_t seed);
/* Frees the player's memory; a zeroed Chooser is allowed. */
void chooser_close(Chooser *c);
extern const char *const chooser_names[]; /* null-terminated */

unsigned random_choose(Chooser *c, const Run *r); /* uniform */
unsigned greedy_choose(Chooser *c,
                       const Run *r); /* tries each option on samples and takes the best */
