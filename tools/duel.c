/* duel: how strong one computer player is against another.
 *
 *     duel KEY ONE OTHER [--games N] [--seed S] [--decks mirror|all] [--skip N]
 *
 * Games are played in pairs: the same deal twice, the second time with the players in each other's
 * seat. By default both have the same deck, all decks in turn; with --decks all every ordered pair
 * of decks comes up. Prints how many of the games ONE won, with the 95 % interval (Wilson), and
 * what its answers cost in processor time, which does not depend on how busy the machine is. Ctrl-C
 * stops and prints what was played. */
#include "play/search.h"
#include "sim/sim.h"
#include "sim/stock.h"
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct Duel {
    const Game *game;
    Stock stock;
    Run run;
    Chooser player[2]; /* ONE and OTHER */
    uint64_t games, seed, skip;
    bool all_pairs;
    /* of ONE */
    uint64_t won, lost, drawn, decisions, searched, playouts, unfinished, turns;
    double seconds, longest;
} Duel;

static volatile sig_atomic_t stopped;

static void stop_soon(int signal) {
    (void)signal;
    stopped = 1;
}

static void stop(const char *what) {
    fprintf(stderr, "duel: %s\n", what);
    exit(1);
}

/* Seconds of processor time of this thread. */
static double processor_time(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint64_t playouts_of(const Chooser *c) {
    uint64_t n = 0;
    for (unsigned i = 0; c->search && i < c->search->budget.threads; i++)
        n += c->search->walker[i].playouts;
    return n;
}

static unsigned answer_timed(Duel *d) {
    Chooser *c = &d->player[0];
    const uint64_t before = playouts_of(c);
    const double begun = processor_time();
    const unsigned option = c->choose(c, &d->run);
    const double took = processor_time() - begun;
    const uint64_t n = playouts_of(c) - before;
    d->seconds += took;
    if (took > d->longest) d->longest = took;
    d->decisions++;
    d->searched += n > 0;
    d->playouts += n;
    return option;
}

/* The decks of a pair of games, by seat. */
static void choose_decks(const Duel *d, uint64_t pair, FudaDeck *decks) {
    const unsigned n = d->stock.ndecks;
    decks[0] = decks[1] = d->stock.fuda[pair % n];
    if (d->all_pairs) decks[1] = d->stock.fuda[pair / n % n];
}

static void play(Duel *d, uint64_t i) {
    FudaDeck decks[2];
    const unsigned other_seat = !(i % 2);
    Run *r = &d->run;
    choose_decks(d, i / 2, decks);
    const FudaSetup setup = {.game = d->game,
                             .pack = d->stock.pack,
                             .players = 2,
                             .seed = seed_of(d->seed, i / 2),
                             .decks = decks,
                             .first = -1};
    if (!game_start(r->s, &setup)) stop("a deck does not fit");
    for (unsigned p = 0; p < 2; p++)
        chooser_seed(&d->player[p ^ !other_seat], seed_of(setup.seed, 1000 + p));
    for (unsigned n = 0; n < SIM_MAX_DECISIONS && run_on(r) == STATUS_DECISION; n++) {
        Chooser *other = &d->player[1];
        run_answer(r, r->s->ask.player == other_seat ? other->choose(other, r) : answer_timed(d));
    }
    d->turns += r->s->turn;
    if (r->s->result == RESULT_NONE || r->s->result == RESULT_FAULT)
        d->unfinished++;
    else if (r->s->result != RESULT_WIN)
        d->drawn++;
    else if (r->s->player[other_seat].flags & PLAYER_WON)
        d->lost++;
    else
        d->won++;
}

/* ---- the report ------------------------------------------------------------------------------ */

static double wilson(double won, double n, double z) {
    const double p = won / n, q = z * z / n;
    return (p + q / 2 + z * sqrt(p * (1 - p) / n + q / (4 * n))) / (1 + q);
}

static void report(const Duel *d, const char *one, const char *other) {
    const double z = 1.96, n = (double)(d->won + d->lost + d->drawn),
                 won = (double)d->won + 0.5 * (double)d->drawn, games = n ? n : 1;
    printf("%s: %s against %s: won %" PRIu64 " of %.0f (%" PRIu64 " draws), %.1f %% [%.1f, %.1f]",
           d->game->key, one, other, d->won, n, d->drawn, 100 * won / games,
           100 * wilson(won, games, -z), 100 * wilson(won, games, z));
    printf("; %.1f turns\n", (double)d->turns / games);
    if (d->unfinished) printf("%" PRIu64 " games did not end\n", d->unfinished);
    printf("  %s: %.1f decisions a game, %.2f ms each, %.1f ms at most", one,
           (double)d->decisions / games, 1e3 * d->seconds / (double)d->decisions, 1e3 * d->longest);
    if (d->playouts)
        printf("; %.1f searched, %.0f playouts each, %.0f playouts a second",
               (double)d->searched / games, (double)d->playouts / (double)d->searched,
               (double)d->playouts / d->seconds);
    printf(" (processor time)\n");
    fflush(stdout);
}

/* ---- the command line ------------------------------------------------------------------------ */

static bool read_option(Duel *d, const char *name, const char *value) {
    const uint64_t v = strtoull(value, NULL, 10);
    if (!strcmp(name, "--games"))
        d->games = v;
    else if (!strcmp(name, "--seed"))
        d->seed = v;
    else if (!strcmp(name, "--skip"))
        d->skip = v;
    else if (!strcmp(name, "--decks"))
        d->all_pairs = !strcmp(value, "all");
    else
        return false;
    return true;
}

int main(int argc, char **argv) {
    static Duel d;
    FileError e;
    d.game = argc > 3 ? game_by_key(argv[1]) : NULL;
    d.games = 200;
    d.seed = 1;
    bool good = d.game && argc % 2 == 0;
    for (int i = 4; good && i + 1 < argc; i += 2) good = read_option(&d, argv[i], argv[i + 1]);
    if (!good)
        stop("usage: duel KEY ONE OTHER [--games N] [--seed S] [--decks mirror|all] [--skip N]");
    if (!stock_open(&d.stock, d.game, &(StockOptions){0}, &e)) stop(e.line);
    for (unsigned p = 0; p < 2; p++)
        if (!chooser_open(&d.player[p], argv[2 + p])) stop("there is no such player");
    State *blocks = calloc(2, sizeof(State));
    if (!blocks) stop("out of memory");
    d.run = (Run){.s = blocks, .g = d.game, .pack = d.stock.pack, .scratch = blocks + 1};
    signal(SIGINT, stop_soon);
    signal(SIGTERM, stop_soon);
    for (uint64_t i = d.skip; i < d.games && !stopped; i++) play(&d, i);
    report(&d, argv[2], argv[3]);
    for (unsigned p = 0; p < 2; p++) chooser_close(&d.player[p]);
    free(blocks);
    stock_free(&d.stock);
    return stopped ? 130 : 0;
}
