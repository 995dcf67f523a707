/* For tests of the toy game: checked games of all games, with cards that got more abilities. */
#pragma once
#include "code_pack.h"
#include "toy_play.h"

/* Gives cards of the pack more abilities, and ends with code_done. */
typedef void (*GiveAbilities)(CodePack *c);

static inline void check_games(const Game *g, const Stock *stock, GiveAbilities give,
                               unsigned games) {
    CodePack own;
    code_open(&own, g, stock->pack);
    give(&own);
    SimConfig config = {.game = g,
                        .pack = &own.pack,
                        .decks = stock->fuda,
                        .ndecks = stock->ndecks,
                        .players = 2,
                        .seed = 5};
    SimSeat seat = {0};
    Checker *c = checker_new(&config);
    unsigned finished = 0;
    assert_true(c && sim_seat_open(&seat, &config));
    for (unsigned i = 0; i < games; i++) {
        FudaDeck decks[MAX_PLAYERS];
        unsigned which[MAX_PLAYERS];
        FudaSetup setup = sim_setup(&config, i, decks, which);
        SimResult result;
        Violation v = {0};
        sim_seed(seat.chooser, seat.nchoosers, setup.seed);
        if (!check_game(c, &setup, seat.chooser, &result, &v))
            fail_msg("%s, game %u, decision %u: %s", g->key, i, v.decision + 1, v.what);
        finished += result.result != RESULT_NONE;
    }
    assert_int_equal(finished, games);
    checker_free(c);
    sim_seat_close(&seat);
    code_free(&own);
}

static inline void check_all_games(GiveAbilities give) {
    check_games(&game_toy, &toy_stock, give, 60);
    for (unsigned i = 0; i < 2; i++) {
        Stock stock;
        FileError e;
        assert_true(stock_open(&stock, game_at(i), &(StockOptions){0}, &e));
        check_games(game_at(i), &stock, give, 15);
        stock_free(&stock);
    }
}
