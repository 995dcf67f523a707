/* The random player. */
#include "play/player.h"

unsigned random_choose(Chooser *c, const Run *r) { return rng_below(&c->rng, r->s->ask.n); }
