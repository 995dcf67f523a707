/* The toy game plays, so one folder and one row make a game; and the number of positions some
 * decisions from the beginning, of all games. */
#include "text/grammar.h"
#include "text/tongue.h"
#include "kernel/view.h"
#include "toy_play.h"

/* ---- whole games ---- */

enum { GAMES = 300 };

static void plays(void **state) {
    (void)state;
    SimConfig config = toy_config();
    SimSeat seat = {0};
    Checker *c = checker_new(&config);
    unsigned wins[2] = {0};
    assert_true(c && sim_seat_open(&seat, &config));
    for (unsigned i = 0; i < GAMES; i++) {
        FudaDeck decks[MAX_PLAYERS];
        unsigned which[MAX_PLAYERS];
        FudaSetup setup = sim_setup(&config, i, decks, which);
        SimResult result;
        Violation v = {0};
        sim_seed(seat.chooser, seat.nchoosers, setup.seed);
        if (!check_game(c, &setup, seat.chooser, &result, &v))
            fail_msg("game %u, decision %u: %s", i, v.decision + 1, v.what);
        assert_int_equal(result.result, RESULT_WIN);
        wins[result.won >> 1]++;
    }
    assert_true(wins[0] > GAMES / 4 && wins[1] > GAMES / 4);
    checker_free(c);
    sim_seat_close(&seat);
}

/* It changes with the toy's rules, cards and deck, and with nothing else. */
static void signature(void **state) {
    (void)state;
    SimConfig config = toy_config();
    assert_int_equal(sim_signature(&config, GAMES), 0xe0a2735a76dd4413);
}

/* The computer plays it by its worth. */
static void greedy(void **state) {
    (void)state;
    SimConfig config = toy_config();
    SimTotals totals;
    config.games = 6;
    config.threads = 1;
    config.check = true;
    config.player[0] = config.player[1] = "greedy";
    assert_true(sim_run(&config, &totals));
    assert_int_equal(totals.finished, 6);
    assert_int_equal(totals.violations, 0);
}

static void say_fault(void *self, const Row *row, const char *what) {
    (void)self;
    print_error("%s:%u: %s\n", row ? row->file : "", row ? row->line : 0, what);
}

/* As the build checks the grammars of shipped games. */
static void rows_are_right(void **state) {
    (void)state;
    assert_int_equal(grammar_check(tongue_of(&game_toy), say_fault, 0), 0);
}

/* ---- perft ---- */

/* Positions after so many decisions; a game that is over counts as one. */
static unsigned long perft(Run *r, unsigned depth) {
    if (run_on(r) == STATUS_OVER || !depth) return 1;
    State *const s = r->s, *next = malloc(sizeof *next);
    unsigned long n = 0;
    for (unsigned i = 0; i < s->ask.n; i++) {
        memcpy(next, s, state_size(s));
        r->s = next;
        assert_true(run_answer(r, i));
        n += perft(r, depth - 1);
        r->s = s;
    }
    free(next);
    return n;
}

static unsigned count(const Stock *stock, const unsigned long *wanted, unsigned depth) {
    static State s, scratch;
    const FudaDeck decks[2] = {stock->fuda[0], stock->fuda[stock->ndecks - 1]};
    const FudaSetup setup = {
        .game = stock->game, .pack = stock->pack, .players = 2, .seed = 7, .decks = decks};
    unsigned bad = 0;
    Run r = {.s = &s, .g = stock->game, .pack = stock->pack, .scratch = &scratch};
    for (unsigned i = 1; i <= depth; i++) {
        assert_true(game_start(&s, &setup));
        assert_true(game_start(&s, &setup));
        unsigned long n = perft(&r, i);
        if (n != wanted[i - 1]) print_error("%s %u: %lu\n", stock->game->key, i, n), bad++;
    }
    return bad;
}

static void perft_toy(void **state) {
    (void)state;
    static const unsigned long wanted[] = {4, 14, 64, 223};
    assert_int_equal(count(&toy_stock, wanted, 4), 0);
}

static void perft_shipped(void **state) {
    static const unsigned long wanted[][3] = {{9, 99, 297}, {6, 19, 68}};
    unsigned bad = 0;
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        Stock stock;
        FileError e;
        assert_true(stock_open(&stock, game_at(i), &(StockOptions){0}, &e));
        bad += count(&stock, wanted[i], 3);
        stock_free(&stock);
    }
    assert_int_equal(bad, 0);
}

/* ---- what a host sees and keeps ---- */

/* Of the view's card the state's own. */
static CardId seen_card(const State *s, const FudaSeen *x) {
    return zone_card(&s->player[x->player], x->zone, x->index);
}

static void view_is_right(Run *r, PlayerId viewer) {
    static FudaView v;
    const State *s = r->s;
    view_make(r, viewer, &v);
    for (unsigned i = 0; i < v.ncards; i++) {
        const FudaSeen *x = &v.cards[i];
        const Card *k = card_of(s, seen_card(s, x));
        bool open = x->zone != TZ_DECK && (x->zone != TZ_HAND || x->player == viewer);
        assert_int_equal(x->def, open ? k->def : 0);
        if (x->zone == TZ_FIELD) assert_int_equal(x->seats, k->seats);
        if (x->zone != TZ_CHARMS) continue;
        assert_int_not_equal(x->tie, -1);
        assert_int_equal(seen_card(s, &v.cards[x->tie]), k->tie);
    }
    if (v.asked != viewer) return;
    assert_int_equal(v.nchoices, s->ask.n);
    for (unsigned i = 0; i < v.nchoices; i++) {
        assert_int_equal(v.choices[i].kind, s->option[i].kind);
        if (s->option[i].card)
            assert_int_equal(seen_card(s, &v.cards[v.choices[i].seen]), s->option[i].card);
    }
}

/* Kept after each decision, taken up in another block, and played to the same end. */
static void views_and_saves(void **state) {
    static State kept, other, scratch;
    (void)state;
    Run r = toy_new(5);
    unsigned big = 0, tied = 0;
    while (run_on(&r) == STATUS_DECISION) {
        const unsigned answer = r.s->choices * 7 % r.s->ask.n;
        memset(&other, 0xA5, sizeof other);
        memcpy(&other, r.s, state_size(r.s));
        Run again = {.s = &other, .g = r.g, .pack = r.pack, .scratch = &scratch};
        assert_true(run_answer(&r, answer) && run_answer(&again, answer));
        run_on(&r);
        run_on(&again);
        assert_memory_equal(r.s, &other, state_size(r.s));
        memcpy(&kept, r.s, state_size(r.s));
        for (PlayerId p = 0; p < 2; p++) {
            const Player *q = &r.s->player[p];
            view_is_right(&again, p);
            tied += q->count[TZ_CHARMS];
            for (unsigned i = 0; i < q->count[TZ_FIELD]; i++)
                big += card_of(r.s, zone_card(q, TZ_FIELD, i))->def == TURTLE;
        }
        assert_memory_equal(r.s, &kept, state_size(r.s)); /* looking at a copy changes nothing */
    }
    assert_true(big > 5 && tied > 5); /* what is special about the toy was there to be seen */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays),           cmocka_unit_test(signature),
        cmocka_unit_test(greedy),          cmocka_unit_test(rows_are_right),
        cmocka_unit_test(perft_toy),       cmocka_unit_test(perft_shipped),
        cmocka_unit_test(views_and_saves),
    };
    return cmocka_run_group_tests(tests, toy_open, toy_close);
}
