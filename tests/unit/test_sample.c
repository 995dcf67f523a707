/* Samples are uniform: every hidden place gets every hidden face equally often, and two places are
 * independent of each other. */
#include "play/sample.h"
#include "sim/stock.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

enum { SAMPLES = 6000, MAX_DEFS = 64 };

/* Plays some decisions of a game at random. */
static bool advance(Run *r, const Stock *stock, unsigned decisions, Rng *rng) {
    const FudaDeck decks[2] = {stock->fuda[0], stock->fuda[1]};
    const FudaSetup setup = {
        .game = stock->game, .pack = stock->pack, .players = 2, .seed = 5, .decks = decks};
    if (!game_start(r->s, &setup)) return false;
    for (unsigned i = 0; i < decisions && run_on(r) == STATUS_DECISION; i++)
        run_answer(r, rng_below(rng, r->s->ask.n));
    return run_on(r) == STATUS_DECISION;
}

/* Pearson's statistic against equal expectations by the number of cards with each face. */
static double chi_square(const unsigned *seen, const unsigned *cards, unsigned ndefs, unsigned n,
                         unsigned *freedom) {
    double sum = 0;
    *freedom = 0;
    for (unsigned d = 0; d < ndefs; d++) {
        if (!cards[d]) continue;
        const double want = (double)SAMPLES * cards[d] / n, off = seen[d] - want;
        sum += off * off / want;
        ++*freedom;
    }
    --*freedom;
    return sum;
}

static void check_game(const Game *g) {
    static Stock stock;
    FileError e;
    static State blocks[4];
    Rng rng = {99};
    if (!stock_open(&stock, g, &(StockOptions){0}, &e)) fail_msg("%s", e.line);
    Run a = {.s = &blocks[0], .g = g, .pack = stock.pack, .scratch = &blocks[1]};
    Run b = {.s = &blocks[2], .g = g, .pack = stock.pack, .scratch = &blocks[3]};
    if (!advance(&a, &stock, 40, &rng)) {
#ifdef FUDA_TINY /* which meets limits in ordinary games */
        assert_true(a.s->result == RESULT_FAULT);
        stock_free(&stock);
        return;
#endif
        fail_msg("%s: the game is over too soon", g->key);
    }
    const State *s = a.s;
    const PlayerId viewer = s->ask.player, owner = player_next(s, viewer);
    const CardId top = zone_top(s, owner, g->deck_zone),
                 bottom = zone_card(&s->player[owner], g->deck_zone, 0);
    DefId def[MAX_DEFS];
    unsigned cards[MAX_DEFS] = {0}, seen[MAX_DEFS] = {0}, ndefs = 0, n = 0, alike = 0;
    const unsigned kinds = g->kinds_known ? g->kinds_known(&a, viewer, top) : 0;
    for (unsigned i = 1; i <= s->player[owner].ncards; i++) {
        const CardId c = card_id(owner, i);
        if (!card_of(s, c)->zone || card_visible(&a, viewer, c)) continue;
        if (pile_at(g, card_of(s, c)->zone)) continue;
        if ((g->kinds_known ? g->kinds_known(&a, viewer, c) : 0) != kinds) continue;
        unsigned d = 0;
        while (d < ndefs && def[d] != card_of(s, c)->def) d++;
        assert_true(d < MAX_DEFS);
        if (d == ndefs) def[ndefs++] = card_of(s, c)->def;
        cards[d]++;
        n++;
    }
    for (unsigned k = 0; k < SAMPLES; k++) {
        memcpy(b.s, s, state_size(s));
        sample_make(&b, viewer, &rng);
        unsigned d = 0;
        while (def[d] != card_of(b.s, top)->def) assert_true(++d < ndefs);
        seen[d]++;
        alike += card_of(b.s, top)->def == card_of(b.s, bottom)->def;
    }
    unsigned freedom;
    const double chi = chi_square(seen, cards, ndefs, n, &freedom);
    /* 99.99 % of a chi-square distribution lies below its mean and 5.5 standard deviations */
    assert_true(freedom > 5 && (chi - freedom) * (chi - freedom) < 30.0 * 2 * freedom);
    double expect = 0;
    for (unsigned d = 0; d < ndefs; d++)
        expect += (double)cards[d] * (cards[d] - 1) / ((double)n * (n - 1));
    const double off = alike - SAMPLES * expect, variance = SAMPLES * expect * (1 - expect);
    assert_true(off * off < 25 * variance);
    stock_free(&stock);
}

static void samples_are_uniform(void **state) {
    (void)state;
    for (unsigned k = 0; game_at(k); k++) check_game(game_at(k));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(samples_are_uniform)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
