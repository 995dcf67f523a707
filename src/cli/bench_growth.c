/* How the cost of a decision grows. Every game is played several times, and of each decision the
 * fastest time counts: what else runs on the machine disturbs one of them, hardly all. */
#include "cli/bench.h"
#include "cli/progress.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

const char bench_growth_head[] = "game,by,value,decisions,ns\n";

enum { TIMES = 5, MOST_DECISIONS = 4000, VALUES = 64, LEAST_DECISIONS = 300 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- by what there is in the game ------------------------------------------------------------ */

typedef enum Measure { BY_CARDS, BY_EFFECTS, BY_LISTENERS, MEASURES } Measure;
static const char *const measure_name[] = {"cards in play", "effects", "listening abilities"};

typedef struct Decided {
    double seconds;
    uint8_t value[MEASURES];
} Decided;

typedef struct Bin {
    uint64_t n;
    double seconds;
} Bin;

static unsigned cards_in_play(const Game *g, const State *s) {
    unsigned n = 0;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (ZoneId z = 1; z < g->nzones; z++)
            if (g->zones[z].flags & ZONE_FIELD) n += zone_count(s, p, z);
    return n;
}

/* Plays game i and keeps the shorter times. Returns the number of decisions. */
static unsigned play_timed(const SimConfig *c, SimSeat *seat, uint64_t i, Decided *list) {
    FudaDeck decks[MAX_PLAYERS];
    unsigned which[MAX_PLAYERS], n = 0;
    Run *r = &seat->run;
    const FudaSetup setup = sim_setup(c, i, decks, which);
    sim_seed(seat->chooser, seat->nchoosers, setup.seed);
    if (!game_start(r->s, &setup)) return 0;
    run_on(r);
    while (n < MOST_DECISIONS && r->s->ask.pending) {
        Chooser *who = &seat->chooser[r->s->ask.player];
        const unsigned answer = who->choose(who, r);
        Decided *d = &list[n++];
        d->value[BY_CARDS] = (uint8_t)cards_in_play(c->game, r->s);
        d->value[BY_EFFECTS] = r->s->neffects;
        d->value[BY_LISTENERS] = (uint8_t)r->s->nlisteners;
        const double begun = now();
        run_answer(r, answer);
        run_on(r);
        const double took = now() - begun;
        if (d->seconds <= 0 || took < d->seconds) d->seconds = took;
    }
    return n;
}

/* What reading the clock adds to a time. */
static double clock_cost(void) {
    double least = 1;
    for (unsigned i = 0; i < 1000; i++) {
        const double begun = now(), took = now() - begun;
        if (took < least) least = took;
    }
    return least;
}

static void print_bins(const SimConfig *c, Bin bin[MEASURES][VALUES]) {
    const double own = clock_cost();
    for (unsigned m = 0; m < MEASURES; m++)
        for (unsigned v = 0; v < VALUES; v++)
            if (bin[m][v].n >= LEAST_DECISIONS)
                printf("%s,%s,%u,%" PRIu64 ",%.1f\n", c->game->key, measure_name[m], v, bin[m][v].n,
                       (bin[m][v].seconds / (double)bin[m][v].n - own) * 1e9);
}

static bool growth_in_game(const SimConfig *c, double seconds) {
    static Bin bin[MEASURES][VALUES];
    Decided *list = calloc(MOST_DECISIONS, sizeof *list);
    SimSeat seat = {0};
    const bool good = list && sim_seat_open(&seat, c);
    const double until = bench_clock() + seconds;
    memset(bin, 0, sizeof bin);
    for (uint64_t i = 0; good && bench_clock() < until && !progress_stopped(); i++) {
        unsigned n = 0;
        memset(list, 0, MOST_DECISIONS * sizeof *list);
        for (unsigned k = 0; k < TIMES; k++) n = play_timed(c, &seat, i, list);
        for (unsigned k = 0; k < n; k++)
            for (unsigned m = 0; m < MEASURES; m++) {
                Bin *b = &bin[m][list[k].value[m] < VALUES ? list[k].value[m] : VALUES - 1];
                b->n++;
                b->seconds += list[k].seconds;
            }
    }
    if (good) print_bins(c, bin);
    sim_seat_close(&seat);
    free(list);
    return good;
}

/* ---- by players and threads ------------------------------------------------------------------ */

/* All of the loop, in processor time, so that it fits what `bench` prints. */
static bool growth_by_players(SimConfig c, double seconds) {
    SimSeat seat = {0};
    uint64_t decisions = 0;
    bool good = sim_seat_open(&seat, &c);
    const double begun = bench_clock();
    double took = 0;
    for (uint64_t i = 0; good && took < seconds && !progress_stopped(); i++) {
        FudaDeck decks[MAX_PLAYERS];
        unsigned which[MAX_PLAYERS];
        const FudaSetup setup = sim_setup(&c, i, decks, which);
        sim_seed(seat.chooser, seat.nchoosers, setup.seed);
        good = game_start(seat.run.s, &setup);
        if (good) decisions += sim_game(&seat.run, seat.chooser).decisions;
        took = bench_clock() - begun;
    }
    sim_seat_close(&seat);
    if (good && decisions)
        printf("%s,players (%s),%u,%" PRIu64 ",%.1f\n", c.game->key, c.game->formats[c.format].key,
               c.players, decisions, took * 1e9 / (double)decisions);
    return good;
}

/* In real time, and in processor time of all threads, which shows what they cost one another even
 * on a machine that is busy with other things. */
static bool growth_by_threads(SimConfig c, unsigned threads, uint64_t games) {
    SimTotals t;
    c.threads = threads;
    c.games = games;
    const double begun = bench_clock();
    if (!sim_run(&c, &t)) return false;
    const double processor = bench_clock() - begun;
    printf("%s,threads,%u,%" PRIu64 ",%.1f\n%s,threads (processor time),%u,%" PRIu64 ",%.1f\n",
           c.game->key, threads, t.decisions, t.seconds * 1e9 / (double)t.decisions, c.game->key,
           threads, t.decisions, processor * 1e9 / (double)t.decisions);
    return true;
}

static uint64_t games_for(const SimConfig *config, double seconds) {
    SimConfig c = *config;
    SimTotals t;
    c.threads = 1;
    c.games = 100;
    return sim_run(&c, &t) && t.seconds > 0 ? (uint64_t)(100 * seconds / t.seconds) + 1 : 100;
}

bool bench_growth(const SimConfig *c, double seconds) {
    enum { PAIRS = 10 };
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    bool good = growth_in_game(c, seconds);
    for (unsigned f = 0; good && c->game->formats[f].key; f++) {
        SimConfig x = *c;
        x.format = f;
        for (unsigned n = c->game->formats[f].least; good && n <= c->game->formats[f].most; n++) {
            x.players = n;
            good = growth_by_players(x, seconds / 4);
        }
    }
    const uint64_t games = games_for(c, seconds / 4);
    /* one and more threads in turn */
    for (unsigned k = 0; k < PAIRS && !progress_stopped(); k++)
        for (unsigned n = 1; good && n <= (unsigned)cores; n *= 2)
            good = growth_by_threads(*c, n, games);
    return good;
}
