/* Studies: intervals, and that the counts of a study agree with each other and with the threads. */
#include "sim/hall.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

static bool near(double a, double b) { return a - b < 0.0005 && b - a < 0.0005; }

/* Values of Wilson's interval from tables. */
static void test_share(void **state) {
    (void)state;
    Share s = share_of(85, 100);
    assert_true(near(s.is, 0.85) && near(s.least, 0.7672) && near(s.most, 0.9069));
    s = share_of(0, 10);
    assert_true(near(s.is, 0) && near(s.least, 0) && near(s.most, 0.2775));
    s = share_of(10, 10);
    assert_true(near(s.least, 0.7225) && s.most <= 1);
    s = share_of(0, 0);
    assert_true(s.least == 0 && s.most == 1);
}

/* With shrunken limits games end early, so that what is counted does not add up. */
#ifdef FUDA_TINY
enum { GAMES_ARE_WHOLE = 0 };
#else
enum { GAMES_ARE_WHOLE = 1 };
#endif

static void check_counts(const Study *x) {
    const uint64_t games = *study_total(x, STUDY_GAMES);
    uint64_t lengths = 0, met = 0, beat = 0, seats = 0, firsts = 0, played = 0;
    for (unsigned i = 0; i < STUDY_LENGTHS; i++) lengths += *study_length(x, i);
    for (unsigned a = 0; a < x->ndecks; a++) {
        seats += study_deck(x, a)[0];
        firsts += study_deck(x, a)[2];
        for (unsigned b = 0; b < x->ndecks; b++) {
            assert_int_equal(*study_met(x, a, b), *study_met(x, b, a));
            met += *study_met(x, a, b);
            beat += *study_beat(x, a, b);
        }
        for (DefId d = 1; d <= x->ncards; d++) {
            const uint64_t *n = study_card(x, a, d);
            assert_true(n[CARD_DRAWN] <= study_deck(x, a)[0]);
            assert_true(n[CARD_DRAWN_WON] <= n[CARD_DRAWN] && n[CARD_PLAYED_WON] <= n[CARD_PLAYED]);
            played += n[CARD_PLAYED];
        }
    }
    assert_true(lengths == games && seats == 2 * games && met == 2 * games && firsts == games);
    assert_true(beat == *study_total(x, STUDY_FIRST_GAMES) && played > games);
}

/* Plays the games that are missing. */
static void play(Study *x, const SimConfig *config, unsigned ncards, uint64_t until) {
    Hall *h = hall_open(config, ncards);
    assert_non_null(h);
    for (;;) {
        const Stretch s = games_missing(&x->done, until, 7);
        if (!stretch_size(s)) break;
        assert_true(hall_give(h, s));
        while (!hall_idle(h)) hall_wait(h, 1000);
        assert_true(hall_collect(h, x));
    }
    assert_int_equal(hall_waiting(h), 0);
    hall_close(h);
}

static void test_counts(void **state) {
    static Stock stock;
    FileError e;
    (void)state;
    for (unsigned i = 0; game_at(i); i++) {
        if (!stock_open(&stock, game_at(i), &(StockOptions){0}, &e)) fail_msg("%s", e.line);
        SimConfig config = {.game = stock.game,
                            .pack = stock.pack,
                            .decks = stock.fuda,
                            .ndecks = stock.ndecks,
                            .players = 2,
                            .games = 24,
                            .threads = 1,
                            .seed = 9};
        Study one, parts;
        assert_true(study_open(&one, &config, stock.ncards));
        assert_true(study_open(&parts, &config, stock.ncards));
        play(&one, &config, stock.ncards, 24);
        config.threads = 3;
        assert_true(games_add(&parts.done, (Stretch){4, 11})); /* played elsewhere */
        play(&parts, &config, stock.ncards, 24);
        Study rest = {0};
        assert_true(study_open(&rest, &config, stock.ncards));
        assert_true(games_add(&rest.done, (Stretch){0, 4}));
        play(&rest, &config, stock.ncards, 11);
        study_add(&parts, &rest);
        study_close(&rest);
        assert_true(games_count(&one.done) == 24 && games_count(&parts.done) == 24);
        assert_memory_equal(one.count, parts.count, one.size * sizeof *one.count);
        if (GAMES_ARE_WHOLE) check_counts(&one);
        study_close(&one);
        study_close(&parts);
        stock_free(&stock);
    }
}

static bool missing(const GameSet *set, uint64_t limit, uint64_t most, uint64_t from,
                    uint64_t until) {
    const Stretch s = games_missing(set, limit, most);
    return stretch_size(s) == until - from && (s.from == from || !stretch_size(s));
}

static void test_sets(void **state) {
    GameSet set = {0};
    (void)state;
    assert_true(missing(&set, 10, 4, 0, 4) && missing(&set, 0, 4, 0, 0));
    assert_true(games_add(&set, (Stretch){4, 6}) && missing(&set, 10, 9, 0, 4));
    assert_true(missing(&set, 3, 9, 0, 3));
    assert_true(games_add(&set, (Stretch){8, 9}) && games_add(&set, (Stretch){0, 2}));
    assert_true(set.n == 3 && games_count(&set) == 5 && missing(&set, 10, 9, 2, 4));
    assert_true(games_add(&set, (Stretch){2, 4}) && set.n == 2 && missing(&set, 10, 9, 6, 8));
    assert_true(games_add(&set, (Stretch){6, 8}) && set.n == 1 && missing(&set, 10, 9, 9, 10));
    assert_true(missing(&set, 9, 9, 9, 9) && games_add(&set, (Stretch){5, 5}) && set.n == 1);
    const Stretch a = games_take(&set, 4), b = games_take(&set, 9), c = games_take(&set, 9);
    assert_true(a.from == 0 && a.until == 4 && b.from == 4 && b.until == 9 && !stretch_size(c));
    for (unsigned i = 0; i < 40; i++) /* apart, from the end */
        assert_true(games_add(&set, (Stretch){200 - 4 * i, 202 - 4 * i}));
    assert_true(set.n == 40 && set.at[0].from == 44 && set.at[39].from == 200);
    games_free(&set);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_share), cmocka_unit_test(test_sets),
                                       cmocka_unit_test(test_counts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
