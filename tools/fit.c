/* fit: finds a game's weights for the estimate of the search player (play/estimate.h) from games of
 * computer players against themselves, by logistic regression, and prints its weights.def.
 *
 *     fit KEY [--games N] [--rounds N] [--playouts N] [--duels N] [--seed S]
 *
 * Every round plays N games, fits, and plays duels of the new weights against the shipped ones,
 * each with the same playouts. The first round's games are the greedy player's, since weights that
 * know nothing teach nothing; later ones are the search's, with the weights of the round before.
 * What predicts results better need not play better, so the rounds' duels decide which to keep. */
#include "play/search.h"
#include "sim/sim.h"
#include "sim/stock.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    ONE_IN = 6,   /* decisions within a turn that are recorded; the first one always is */
    HELD_OUT = 5, /* every so many games are for testing only */
    STEPS = 12,   /* of Newton's method */
    RARE = 50,    /* a feature that differs in fewer than one position in so many is left out */
};
static const double shrink = 60; /* L2, per standardized feature */

/* A recorded position: the features of the first player less those of the second. */
typedef struct Row {
    float x[FEATURES];
    bool won, tests;
} Row;

typedef struct Rows {
    Row *row;
    size_t n, room;
} Rows;

typedef struct Fit {
    SimConfig config;
    Run run;
    State *copy; /* derived, to read features from */
    Chooser player[2];
    ZoneSet zones; /* all */
    Rows rows;
    uint64_t playouts, games, duels;
    Rng rng;
} Fit;

static void stop(const char *what) {
    fprintf(stderr, "fit: %s\n", what);
    exit(1);
}

/* ---- positions ------------------------------------------------------------------------------- */

static Row *add_row(Rows *a) {
    if (a->n == a->room) {
        a->room = a->room ? 2 * a->room : 4096;
        a->row = realloc(a->row, a->room * sizeof *a->row);
        if (!a->row) stop("out of memory");
    }
    return &a->row[a->n++];
}

static void record(Fit *f, bool tests) {
    float mine[FEATURES] = {0}, theirs[FEATURES] = {0};
    Run r = f->run;
    r.s = f->copy;
    memcpy(r.s, f->run.s, state_size(f->run.s));
    derive(&r);
    estimate_features(&r, 0, f->zones, mine);
    estimate_features(&r, 1, f->zones, theirs);
    Row *row = add_row(&f->rows);
    row->tests = tests;
    for (unsigned i = 0; i < FEATURES; i++) row->x[i] = mine[i] - theirs[i];
}

/* Plays game i; records positions if 'fits'. Returns the winner, -1: none. */
static int play(Fit *f, uint64_t i, uint64_t seed, bool swapped, bool fits) {
    FudaDeck decks[MAX_PLAYERS];
    unsigned which[MAX_PLAYERS], turn = 0;
    const size_t begin = f->rows.n;
    FudaSetup setup = sim_setup(&f->config, i, decks, which);
    setup.seed = seed_of(seed, i);
    if (!game_start(f->run.s, &setup)) stop("a deck does not fit");
    for (unsigned p = 0; p < 2; p++) chooser_seed(&f->player[p], seed_of(setup.seed, p));
    Run *r = &f->run;
    for (unsigned n = 0; n < SIM_MAX_DECISIONS && run_on(r) == STATUS_DECISION; n++) {
        const bool first = r->s->turn != turn;
        turn = r->s->turn;
        if (fits && (first || !rng_below(&f->rng, ONE_IN))) record(f, i % HELD_OUT == 0);
        Chooser *c = &f->player[r->s->ask.player ^ swapped];
        run_answer(r, c->choose(c, r));
    }
    if (r->s->result != RESULT_WIN) {
        f->rows.n = begin;
        return -1;
    }
    const int winner = !(r->s->player[0].flags & PLAYER_WON);
    for (size_t k = begin; k < f->rows.n; k++) f->rows.row[k].won = winner == 0;
    return winner;
}

/* ---- regression ------------------------------------------------------------------------------ */

static double loss_of(const Fit *f, const float *weight, bool tests) {
    double sum = 0;
    size_t n = 0;
    for (size_t k = 0; k < f->rows.n; k++) {
        const Row *row = &f->rows.row[k];
        double z = 0;
        if (row->tests != tests) continue;
        for (unsigned i = 0; i < FEATURES; i++) z += (double)(weight[i] * row->x[i]);
        sum += log(1 + exp(row->won ? -z : z));
        n++;
    }
    return n ? sum / (double)n : 0;
}

/* Solves a x = b for a symmetric positive definite a; x replaces b. */
static void solve(double *a, double *b, unsigned n) {
    for (unsigned j = 0; j < n; j++) {
        for (unsigned k = 0; k < j; k++) a[j * n + j] -= a[j * n + k] * a[j * n + k];
        a[j * n + j] = sqrt(a[j * n + j]);
        for (unsigned i = j + 1; i < n; i++) {
            for (unsigned k = 0; k < j; k++) a[i * n + j] -= a[i * n + k] * a[j * n + k];
            a[i * n + j] /= a[j * n + j];
        }
    }
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k < i; k++) b[i] -= a[i * n + k] * b[k];
        b[i] /= a[i * n + i];
    }
    for (unsigned i = n; i-- > 0;) {
        for (unsigned k = i + 1; k < n; k++) b[i] -= a[k * n + i] * b[k];
        b[i] /= a[i * n + i];
    }
}

/* The features that vary, and their scale. */
static unsigned choose_features(const Fit *f, unsigned *use, double *scale) {
    unsigned n = 0;
    for (unsigned i = 0; i < FEATURES; i++) {
        double sum = 0;
        size_t differs = 0;
        for (size_t k = 0; k < f->rows.n; k++) {
            const double x = (double)f->rows.row[k].x[i];
            sum += x * x;
            differs += x != 0;
        }
        if (differs * RARE < f->rows.n) continue;
        scale[n] = sqrt(sum / (double)f->rows.n);
        use[n++] = i;
    }
    return n;
}

/* Newton's method on the shrunken logarithm of the likelihood. No constant: the players' features
 * are exchangeable. */
static void fit(const Fit *f, float *weight) {
    static double hessian[FEATURES * FEATURES], gradient[FEATURES], w[FEATURES], x[FEATURES];
    unsigned use[FEATURES];
    double scale[FEATURES];
    const unsigned n = choose_features(f, use, scale);
    memset(w, 0, sizeof w);
    for (unsigned step = 0; step < STEPS; step++) {
        memset(hessian, 0, sizeof hessian);
        for (unsigned i = 0; i < n; i++) {
            gradient[i] = -shrink * w[i];
            hessian[i * n + i] = shrink;
        }
        for (size_t k = 0; k < f->rows.n; k++) {
            const Row *row = &f->rows.row[k];
            double z = 0;
            if (row->tests) continue;
            for (unsigned i = 0; i < n; i++) z += w[i] * (x[i] = (double)row->x[use[i]] / scale[i]);
            const double p = 1 / (1 + exp(-z)), q = p * (1 - p);
            for (unsigned i = 0; i < n; i++) {
                if (x[i] == 0) continue;
                gradient[i] += ((double)row->won - p) * x[i];
                for (unsigned j = 0; j <= i; j++) hessian[i * n + j] += q * x[i] * x[j];
            }
        }
        solve(hessian, gradient, n);
        for (unsigned i = 0; i < n; i++) w[i] += gradient[i];
    }
    for (unsigned i = 0; i < FEATURES; i++) weight[i] = 0;
    for (unsigned i = 0; i < n; i++) weight[use[i]] = (float)(w[i] / scale[i]);
}

/* ---- the table ------------------------------------------------------------------------------- */

static void print_table(const Fit *f, const float *weight, unsigned round) {
    const Game *g = f->config.game;
    printf(
        "/* WEIGHT(feature, zone, weight): for the search player's estimate (play/features.def).\n"
        " * Found by tools/fit.c: %s --games %" PRIu64 " --playouts %" PRIu64 " --seed %" PRIu64
        ", round %u. */\n",
        g->key, f->games, f->playouts, f->config.seed, round);
    for (unsigned k = 0; k < FEATURE_ZONES; k++)
        for (ZoneId z = 1; z < g->nzones; z++)
            if (weight[zone_feature(k, z)] != 0)
                printf("WEIGHT(%s, \"%s\", %.4gf)\n", estimate_feature_name(k), g->zones[z].key,
                       (double)weight[zone_feature(k, z)] + 0.0);
    for (unsigned i = FEATURE_PLAIN; i < FEATURES; i++)
        if (weight[i] != 0)
            printf("WEIGHT(%s, \"\", %.4gf)\n",
                   estimate_feature_name(i - FEATURE_PLAIN + FEATURE_ZONES), (double)weight[i]);
    printf("#undef WEIGHT\n");
    fflush(stdout);
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* Weights for a player in place of the shipped ones; null: those. */
static void give_weights(Fit *f, unsigned player, const float *weight) {
    Search *x = f->player[player].search;
    x->game = f->config.game;
    if (!estimate_open(&x->estimate, x->game)) stop("the shipped table names an unknown feature");
    if (weight) estimate_set(&x->estimate, x->game, weight);
}

static void open_players(Fit *f, const char *name) {
    for (unsigned p = 0; p < 2; p++) {
        chooser_close(&f->player[p]);
        if (!chooser_open(&f->player[p], name)) stop("out of memory");
    }
}

static void duel(Fit *f, const float *weight, unsigned round) {
    uint64_t won = 0, ended = 0;
    give_weights(f, 0, weight);
    give_weights(f, 1, NULL);
    for (uint64_t i = 0; i < f->duels; i++) {
        const bool swapped = i % 2; /* the same deal with the seats exchanged */
        const int winner = play(f, i / 2, f->config.seed + 7777, swapped, false);
        if (winner < 0) continue;
        ended++;
        won += (winner ^ swapped) == 0;
    }
    if (ended)
        fprintf(stderr, "round %u: the new weights won %" PRIu64 " of %" PRIu64 " (%.0f %%)\n",
                round, won, ended, 100.0 * (double)won / (double)ended);
}

static void rounds(Fit *f, unsigned count) {
    char name[40];
    float weight[FEATURES];
    snprintf(name, sizeof name, "search:%" PRIu64, f->playouts);
    for (unsigned round = 1; round <= count; round++) {
        f->rows.n = 0;
        open_players(f, round == 1 ? "greedy" : name);
        for (unsigned p = 0; round > 1 && p < 2; p++) give_weights(f, p, weight);
        for (uint64_t i = 0; i < f->games; i++)
            play(f, i, seed_of(f->config.seed, round), false, true);
        fit(f, weight);
        fprintf(stderr, "round %u: %zu positions, loss %.4f, held out %.4f\n", round, f->rows.n,
                loss_of(f, weight, false), loss_of(f, weight, true));
        print_table(f, weight, round);
        open_players(f, name);
        duel(f, weight, round);
    }
}

int main(int argc, char **argv) {
    static Stock stock;
    static Fit f;
    FileError e;
    const Game *g = argc > 1 ? game_by_key(argv[1]) : NULL;
    uint64_t count = 3;
    f.games = 1000;
    f.playouts = 50;
    f.config.seed = 1;
    for (int i = 2; i + 1 < argc; i += 2) {
        const uint64_t v = strtoull(argv[i + 1], NULL, 10);
        if (!strcmp(argv[i], "--games"))
            f.games = v;
        else if (!strcmp(argv[i], "--rounds"))
            count = v;
        else if (!strcmp(argv[i], "--playouts"))
            f.playouts = v;
        else if (!strcmp(argv[i], "--duels"))
            f.duels = v;
        else if (!strcmp(argv[i], "--seed"))
            f.config.seed = v;
        else
            g = NULL;
    }
    if (!g || argc % 2)
        stop("usage: fit KEY [--games N] [--rounds N] [--playouts N] [--duels N] [--seed S]");
    if (!stock_open(&stock, g, &(StockOptions){0}, &e)) stop(e.line);
    f.config.game = g;
    f.config.pack = stock.pack;
    f.config.decks = stock.fuda;
    f.config.ndecks = stock.ndecks;
    f.config.players = 2;
    f.zones = ZONES_ALL;
    f.rng.x = f.config.seed;
    State *blocks = calloc(3, sizeof(State));
    if (!blocks) stop("out of memory");
    f.run = (Run){.s = blocks, .g = g, .pack = stock.pack, .scratch = blocks + 1};
    f.copy = blocks + 2;
    rounds(&f, (unsigned)count);
    for (unsigned p = 0; p < 2; p++) chooser_close(&f.player[p]);
    free(f.rows.row);
    free(blocks);
    stock_free(&stock);
    return 0;
}
