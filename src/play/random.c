/* The random player, and the registry of players. */
#include "play/player.h"
#include <stdlib.h>

unsigned random_choose(Chooser *c, const Run *r) { return rng_below(&c->rng, r->s->ask.n); }

const char *const chooser_names[] = {"random", "greedy", NULL};

/* Only the greedy player needs memory: a sample, a trial and scratch for it. */
bool chooser_open(Chooser *c, const char *name) {
    memset(c, 0, sizeof *c);
    if (!strcmp(name, "random")) {
        *c = (Chooser){.name = chooser_names[0], .choose = random_choose};
        return true;
    }
    if (strcmp(name, "greedy")) return false;
    *c = (Chooser){.name = chooser_names[1], .choose = greedy_choose};
    c->sample = calloc(3, sizeof(State));
    if (!c->sample) return false;
    c->trial = c->sample + 1;
    c->scratch = c->sample + 2;
    return true;
}

void chooser_seed(Chooser *c, uint64_t seed) { c->rng.x = seed; }

void chooser_close(Chooser *c) {
    free(c->sample);
    memset(c, 0, sizeof *c);
}
