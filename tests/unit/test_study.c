/* Studies: intervals, and that the counts of a study agree with each other and with the threads. */
#include "sim/study.h"
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

static void test_counts(void **state) {
    static Stock stock;
    FileError e;
    _Atomic bool stop = false;
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
        assert_true(study_play(&one, 24, &stop) && one.done == 24);
        config.threads = 3;
        assert_true(study_play(&parts, 10, &stop) && study_play(&parts, 24, &stop));
        assert_memory_equal(one.count, parts.count, one.size * sizeof *one.count);
#ifndef FUDA_TINY
        check_counts(&one);
#endif
        study_close(&one);
        study_close(&parts);
        stock_free(&stock);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_share), cmocka_unit_test(test_counts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
