/* Computer players. A player is asked for the number of an option. It is handed the run, and keeps
 * to this: of the state it reads the pending question, or a sample (play/sample.h); never what is
 * hidden. */
#pragma once
#include "kernel/run.h"
#include "play/rng.h"

typedef struct Chooser Chooser;
struct Chooser {
    const char *name;
    unsigned (*choose)(Chooser *, const Run *);
    Rng rng;               /* its own stream: not the game's */
    State *sample, *trial; /* blocks of its own for players that try things out; else null */
    State *scratch;
    void *context; /* of a player that a host brings itself */
};

/* Sets up the player of that name, with memory if it needs any. False: there is no such player (or
 * no memory). */
bool chooser_open(Chooser *c, const char *name);
void chooser_seed(Chooser *c, uint64_t seed);
void chooser_close(Chooser *c);
extern const char *const chooser_names[]; /* ends with null */

unsigned random_choose(Chooser *c, const Run *r); /* any option is as likely as any other */
unsigned greedy_choose(Chooser *c, const Run *r); /* tries each option on samples, takes the best */
