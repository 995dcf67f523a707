#include "cli/bench.h"
#include "cards/compile.h"
#include "kernel/view.h"
#include "play/search.h"
#include <stdlib.h>
#include <time.h>

double bench_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- positions ------------------------------------------------------------------------------- */

enum { POSITIONS = 48, ROUNDS = 400 };

typedef struct Positions {
    State *at, *copy; /* POSITIONS of them */
    unsigned n;
    FudaView *view;
} Positions;

static bool positions_open(Positions *p) {
    *p = (Positions){.at = calloc(POSITIONS, sizeof(State)),
                     .copy = calloc(POSITIONS, sizeof(State)),
                     .view = calloc(1, sizeof(FudaView))};
    return p->at && p->copy && p->view;
}

static void positions_close(Positions *p) {
    free(p->at);
    free(p->copy);
    free(p->view);
}

/* One position from each game, at its 10th to 80th question, as the answer left it. */
static bool find_positions(const SimConfig *c, SimSeat *seat, Positions *p) {
    Run *r = &seat->run;
    for (uint64_t i = 0; p->n < POSITIONS && i < 4 * POSITIONS; i++) {
        FudaDeck decks[MAX_PLAYERS];
        unsigned which[MAX_PLAYERS], n = 0;
        const FudaSetup setup = sim_setup(c, i, decks, which);
        sim_seed(seat->chooser, seat->nchoosers, setup.seed);
        if (!game_start(r->s, &setup)) return false;
        while (run_on(r) == STATUS_DECISION && n++ < 10 + 3 * (i % 24)) {
            Chooser *who = &seat->chooser[r->s->ask.player];
            run_answer(r, who->choose(who, r));
        }
        if (r->s->ask.pending) memcpy(&p->at[p->n++], r->s, state_size(r->s));
    }
    return p->n == POSITIONS;
}

static void restore(Positions *p) {
    for (unsigned i = 0; i < p->n; i++) memcpy(&p->copy[i], &p->at[i], state_size(&p->at[i]));
}

/* ---- operations ------------------------------------------------------------------------------ */

static double measure_hash(Positions *p) {
    double time = 0;
    uint64_t sum = 0;
    for (unsigned k = 0; k < ROUNDS; k++) {
        restore(p);
        const double begun = bench_clock();
        for (unsigned i = 0; i < p->n; i++) sum += state_hash(&p->copy[i]);
        time += bench_clock() - begun;
    }
    __asm__ volatile("" : : "r"(sum));
    return time * 1e9 / ROUNDS / p->n;
}

static double measure_view(Positions *p, Run run) {
    double time = 0;
    for (unsigned k = 0; k < ROUNDS; k++) {
        restore(p);
        const double begun = bench_clock();
        for (unsigned i = 0; i < p->n; i++) {
            run.s = &p->copy[i];
            view_make(&run, run.s->ask.player, p->view);
            __asm__ volatile("" : : "r"(p->view) : "memory");
        }
        time += bench_clock() - begun;
    }
    return time * 1e9 / ROUNDS / p->n;
}

/* Every printed entry of the cards, for so many rounds that it takes some time. */
static double measure_text(const SimConfig *c, const Stock *stock, unsigned *texts) {
    enum { LEAST = 400 };
    unsigned done = 0;
    *texts = 0;
    const double begun = bench_clock();
    do {
        for (unsigned d = 0; d < stock->ncards; d++)
            for (unsigned i = 0; i < stock->text[d].nabilities; i++, done++) {
                Compiled x;
                compile_text(c->game, stock->text[d].kinds, stock->text[d].abilities[i], &x);
                compiled_free(&x);
            }
        if (!*texts) *texts = done;
    } while (done && done < LEAST);
    return done ? (bench_clock() - begun) * 1e6 / done : 0;
}

/* Playouts for one answer in each position. */
static double measure_search(Positions *p, Run run) {
    Chooser who = {0};
    uint64_t before, playouts = 0;
    if (!chooser_open(&who, "search:200")) return 0;
    chooser_seed(&who, 1);
    const double begun = bench_clock();
    for (unsigned i = 0; i < p->n; i++) {
        before = who.search->walker[0].playouts;
        memcpy(&p->copy[0], &p->at[i], state_size(&p->at[i]));
        run.s = &p->copy[0];
        search_forget(who.search);
        who.choose(&who, &run);
        playouts += who.search->walker[0].playouts - before;
    }
    const double took = bench_clock() - begun;
    chooser_close(&who);
    return took > 0 ? (double)playouts / took : 0;
}

bool bench_parts(const SimConfig *c, const Stock *stock, BenchParts *out) {
    Positions p;
    SimSeat seat = {0};
    const bool good = positions_open(&p) && sim_seat_open(&seat, c) && find_positions(c, &seat, &p);
    if (good) {
        out->hash_ns = measure_hash(&p);
        out->view_ns = measure_view(&p, seat.run);
        out->text_us = measure_text(c, stock, &out->texts);
        out->playouts_per_second = measure_search(&p, seat.run);
    }
    sim_seat_close(&seat);
    positions_close(&p);
    return good;
}
