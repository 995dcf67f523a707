/* The rate of playouts. Processor time, because what else runs on the machine does not change it.
 */
#include "sim/rate.h"
#include "play/search.h"
#include <time.h>

enum { ONE_IN = 16 }; /* questions of a random game that are thought about */

static double processor_time(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Time that the search takes to think about the pending question. */
static double think(Chooser *search, const Run *r) {
    const double begun = processor_time();
    search->choose(search, r);
    return processor_time() - begun;
}

/* Plays game i at random, and thinks here and there. Returns the time that this took, at most a
 * little more than 'most'; less than 0: the game cannot be played. */
static double think_in_game(const SimConfig *c, SimSeat *seat, Chooser *search, uint64_t i,
                            double most) {
    FudaDeck decks[MAX_PLAYERS];
    unsigned which[MAX_PLAYERS];
    const FudaSetup setup = sim_setup(c, i, decks, which);
    Run *r = &seat->run;
    Rng rng = {setup.seed};
    double time = 0;
    if (!game_start(r->s, &setup)) return -1;
    chooser_seed(search, setup.seed);
    for (unsigned n = 0; n < SIM_MAX_DECISIONS && time < most && run_on(r) == STATUS_DECISION;
         n++) {
        if (!rng_below(&rng, ONE_IN)) time += think(search, r);
        run_answer(r, rng_below(&rng, r->s->ask.n));
    }
    return time;
}

double search_rate(const SimConfig *config, double seconds) {
    Chooser search;
    SimSeat seat;
    double time = 0;
    if (!chooser_open(&search, "search:500")) return 0;
    bool good = sim_seat_open(&seat, config);
    for (uint64_t i = 0; good && time < seconds; i++) {
        const double more = think_in_game(config, &seat, &search, i, seconds - time);
        good = more >= 0;
        time += more;
    }
    const double playouts = (double)search.search->walker[0].playouts;
    sim_seat_close(&seat);
    chooser_close(&search);
    return good && time > 0 ? playouts / time : 0;
}
