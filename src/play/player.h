/* Computer players. A player gets the run and returns an option number. It must not read hidden
 * information: of the state it may use only the pending question, or a sample (play/sample.h). */
#pragma once
#include "kernel/run.h"
#include "play/rng.h"

struct Search;

/* A computer player. Between decisions it keeps its random stream, and a search (search.h) what it
 * found out about the game. */
typedef struct Chooser Chooser;
struct Chooser {
    const char *name;
    unsigned (*choose)(Chooser *, const Run *);
    Rng rng;               /* its own stream, not the game's */
    State *sample, *trial; /* blocks of the greedy player; else null */
    State *scratch;
    struct Search *search; /* of the search player; else null */
    void *context;         /* for a player supplied by a host */
};

/* Sets up the player of that name: "random", "first", "greedy", or a search with its budget for
 * each decision: "search:300ms" or "search:2000" (playouts; budget.h). Returns false if there is
 * none or memory runs out. */
bool chooser_open(Chooser *c, const char *name);
/* Begins a new game: restarts the player's random stream. */
void chooser_seed(Chooser *c, uint64_t seed);
/* Frees the player's memory; a zeroed Chooser is allowed. */
void chooser_close(Chooser *c);
/* Is there a player of that name? */
bool chooser_known(const char *name);
/* Writes what to say instead of a name that is not known. */
void chooser_explain(const char *name, char *out, size_t size);
extern const char *const chooser_names[]; /* examples of all sorts, null-terminated */

unsigned random_choose(Chooser *c, const Run *r); /* uniform */
/* What Enter alone would answer at the table (option_default). */
unsigned first_choose(Chooser *c, const Run *r);
unsigned greedy_choose(Chooser *c,
                       const Run *r); /* tries each option on samples and takes the best */
