/* Properties of random games. A property plays game i of a series and returns whether it holds; it
 * is tried on every game that has decks. tests/prop/seeds.txt lists games that failed once, as
 * `PROPERTY KEY SERIES GAME [FORMAT]`; they are tried first. */
#pragma once
#include "sim/check.h"
#include "sim/stock.h"
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

/* SLOW: sanitizers are on, or limits are small and invariants checked, so play fewer games. */
#if defined(__SANITIZE_ADDRESS__) || defined(FUDA_TINY)
#define SLOW 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SLOW 1
#endif
#endif
#ifndef SLOW
#define SLOW 0
#endif

/* Input of a property. */
typedef struct Trial {
    const Stock *stock;
    const SimConfig *config;
    SimSeat seat; /* a state, scratch and random players */
    uint64_t game;
    FudaSetup setup; /* setup of the game */
    FudaDeck decks[MAX_PLAYERS];
    unsigned which[MAX_PLAYERS];
    char why[200]; /* set by fails() */
} Trial;
typedef bool (*Property)(Trial *t);

static bool fails(Trial *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Stores the reason and returns false. */
static bool fails(Trial *t, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(t->why, sizeof t->why, format, list);
    va_end(list);
    return false;
}

/* Tries game i; on failure prints the line for seeds.txt. */
static bool try_game(Trial *t, Property holds, const char *name, uint64_t i) {
    t->game = i;
    t->setup = sim_setup(t->config, i, t->decks, t->which);
    sim_seed(t->seat.chooser, t->seat.nchoosers, t->setup.seed);
    if (holds(t)) return true;
    print_error("%s: %s\n  line for tests/prop/seeds.txt: %s %s %" PRIu64 " %" PRIu64 "\n", name,
                t->why, name, t->config->game->key, t->config->seed, i);
    return false;
}

static int format_named(const Game *g, const char *key) {
    for (int i = 0; g->formats[i].key; i++)
        if (!strcmp(g->formats[i].key, key)) return i;
    return -1;
}

/* Tries a game in a given format, with its minimum number of players. */
static bool try_format(const Game *g, int format, uint64_t series, uint64_t i, Property holds,
                       const char *name) {
    static Stock stock;
    FileError e;
    if (!stock_open(&stock, g, &(StockOptions){.format = (unsigned)format}, &e)) {
        print_error("%s\n", e.line);
        return false;
    }
    SimConfig config = {.game = g,
                        .pack = stock.pack,
                        .decks = stock.fuda,
                        .ndecks = stock.ndecks,
                        .players = g->formats[format].least,
                        .format = (uint8_t)format,
                        .seed = series};
    Trial t = {.stock = &stock, .config = &config};
    if (!sim_seat_open(&t.seat, &config)) abort();
    bool good = try_game(&t, holds, name, i);
    sim_seat_close(&t.seat);
    stock_free(&stock);
    return good;
}

/* Tries the games recorded in seeds.txt. */
static bool try_recorded(Trial *t, SimConfig *config, Property holds, const char *name) {
    char line[256], prop[64], key[64], form[64];
    uint64_t series, game;
    bool good = true;
    FILE *in = fopen("tests/prop/seeds.txt", "r");
    while (in && fgets(line, sizeof line, in)) {
        int n =
            sscanf(line, "%63s %63s %" SCNu64 " %" SCNu64 " %63s", prop, key, &series, &game, form);
        if (n < 4 || strcmp(prop, name) || strcmp(key, config->game->key)) continue;
        int format = n == 5 ? format_named(config->game, form) : 0;
        config->seed = series;
        if (format < 0)
            good = false;
        else if (n == 5)
            good &= try_format(config->game, format, series, game, holds, name);
        else
            good &= try_game(t, holds, name, game);
    }
    if (in) fclose(in);
    return good;
}

/* PROP_TIMES in the environment: so many times as many games as in `make test` (`make soak`). */
static unsigned prop_times(void) {
    const char *times = getenv("PROP_TIMES");
    const int n = times ? atoi(times) : 1;
    return n > 1 ? (unsigned)n : 1;
}

/* Tries the property on recorded games and 'games' new ones of every game, PROP_TIMES as many.
 * Returns the number of failures. */
static int prop_run(const char *name, Property holds, unsigned games) {
    int bad = 0;
    games *= prop_times();
    for (unsigned k = 0; game_at(k); k++) {
        static Stock stock;
        FileError e;
        if (!stock_open(&stock, game_at(k), &(StockOptions){0}, &e)) {
            print_error("%s\n", e.line);
            bad++;
            continue;
        }
        SimConfig config = {.game = stock.game,
                            .pack = stock.pack,
                            .decks = stock.fuda,
                            .ndecks = stock.ndecks,
                            .players = 2};
        Trial t = {.stock = &stock, .config = &config};
        if (!sim_seat_open(&t.seat, &config)) abort();
        bad += !try_recorded(&t, &config, holds, name);
        config.seed = 2024;
        for (unsigned i = 0; i < games && bad < 5; i++) bad += !try_game(&t, holds, name, i);
        sim_seat_close(&t.seat);
        stock_free(&stock);
    }
    return bad;
}

/* main() of a property's program. */
#define PROP_MAIN(name, holds, games)                                                              \
    static void test_##holds(void **state) {                                                       \
        (void)state;                                                                               \
        assert_int_equal(prop_run(name, holds, games), 0);                                         \
    }                                                                                              \
    int main(void) {                                                                               \
        const struct CMUnitTest tests[] = {{name, test_##holds, NULL, NULL, NULL}};                \
        return cmocka_run_group_tests(tests, NULL, NULL);                                          \
    }
