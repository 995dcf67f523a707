/* Property: saving and loading the state at every decision, into a block of exactly state_size
 * bytes, does not change the game. */
#include "prop.h"

/* The second run's block is moved to fresh memory after every decision, and the old one
 * overwritten. */
static bool saved(Trial *t) {
    Run *r = &t->seat.run;
    Chooser *who = t->seat.chooser;
    if (!game_start(r->s, &t->setup)) return fails(t, "a deck does not fit");
    size_t size = state_size(r->s);
    State *block = malloc(size);
    memcpy(block, r->s, size);
    Run other = {.s = block, .g = r->g, .pack = r->pack, .scratch = r->scratch};
    bool good = true;
    for (unsigned n = 0; n < SIM_MAX_DECISIONS && good; n++) {
        if (run_on(r) != run_on(&other) || memcmp(r->s, other.s, size)) {
            good = fails(t, "game %" PRIu64 ", decision %u: another state after reading it in",
                         t->game, n);
            break;
        }
        if (r->s->result) break;
        void *saved = malloc(size);
        memcpy(saved, other.s, size);
        memset(other.s, 0xEE, size);
        free(other.s);
        other.s = saved;
        Chooser *c = &who[r->s->ask.player];
        unsigned answer = c->choose(c, r);
        run_answer(r, answer);
        run_answer(&other, answer);
    }
    free(other.s);
    return good;
}

PROP_MAIN("save", saved, SLOW ? 150 : 2000)
