/* The search player: budgets and names, the tree, answers that look alike, weights of all games,
 * and that a seed and a budget of playouts determine what is answered, with threads as well. */
#include "play/search.h"
#include "sim/stock.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

static void test_budget(void **state) {
    static const char *const wrong[] = {
        "",     "ms",       "0",    "0ms",  "300 ms",  "-5",       "300m",
        "2x",   "2x0",      "2x65", "2x4x", "1000001", "600001ms", "99999999999999999999",
        "601s", "4294967s", "1.5s"};
    Budget b;
    (void)state;
    assert_true(budget_read(&b, "300ms") && b.ms == 300 && !b.playouts && b.threads == 1);
    assert_true(budget_read(&b, "2s") && b.ms == 2000);
    assert_true(budget_read(&b, "2000") && b.playouts == 2000 && !b.ms);
    assert_true(budget_read(&b, "2000x4") && b.playouts == 2000 && b.threads == 4);
    assert_true(budget_read(&b, "600s") && budget_read(&b, "1000000x64"));
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (budget_read(&b, wrong[i])) fail_msg("'%s' was read", wrong[i]);
}

static void test_names(void **state) {
    char what[200];
    Chooser c;
    (void)state;
    for (unsigned i = 0; chooser_names[i]; i++) {
        assert_true(chooser_known(chooser_names[i]));
        assert_true(chooser_open(&c, chooser_names[i]));
        chooser_close(&c);
    }
    assert_false(chooser_known("search") || chooser_known("search:") || chooser_known("searching"));
    assert_false(chooser_known("human") || chooser_known("") || chooser_open(&c, "search:x"));
    chooser_explain("search:fast", what, sizeof what);
    assert_non_null(strstr(what, "search:300ms"));
    chooser_explain("mcts", what, sizeof what);
    assert_non_null(strstr(what, "greedy"));
}

static void test_tree(void **state) {
    Tree t;
    (void)state;
    assert_true(tree_open(&t, 8));
    const uint32_t a = tree_add(&t, 0, 10), b = tree_add(&t, 0, 20), c = tree_add(&t, b, 30),
                   d = tree_add(&t, b, 31), e = tree_add(&t, d, 40);
    assert_true(tree_find(&t, 0, 10) == a && tree_find(&t, b, 30) == c && !tree_find(&t, a, 30));
    t.node[b].visits = 7;
    t.node[e].visits = 3;
    tree_descend(&t, b);
    assert_int_equal(t.n, 4);
    assert_int_equal(t.node[0].visits, 7);
    assert_true(tree_find(&t, 0, 30) && tree_find(&t, 0, 31) && !tree_find(&t, 0, 10));
    const uint32_t under = tree_find(&t, tree_find(&t, 0, 31), 40);
    assert_true(under && t.node[under].visits == 3 && !t.node[under].first);
    assert_false(t.node[tree_find(&t, 0, 30)].first);
    for (uint64_t key = 50; !tree_full(&t); key++) tree_add(&t, under, key);
    assert_int_equal(t.n, 8);
    tree_close(&t);
}

/* ---- in games -------------------------------------------------------------------------------- */

typedef struct Board {
    Stock stock;
    State *blocks;
    Run r;
} Board;

static void board_open_format(Board *b, const Game *g, unsigned format) {
    FileError e;
    if (!stock_open(&b->stock, g, &(StockOptions){.format = format}, &e)) fail_msg("%s", e.line);
    b->blocks = calloc(2, sizeof(State));
    b->r = (Run){.s = b->blocks, .g = g, .pack = b->stock.pack, .scratch = b->blocks + 1};
}

static void board_open(Board *b, const Game *g) { board_open_format(b, g, 0); }

static void board_close(Board *b) {
    free(b->blocks);
    stock_free(&b->stock);
}

static bool board_new(Board *b, uint64_t seed) {
    const FudaDeck decks[2] = {b->stock.fuda[0], b->stock.fuda[1]};
    const FudaSetup setup = {
        .game = b->r.g, .pack = b->r.pack, .players = 2, .seed = seed, .decks = decks, .first = -1};
    return game_start(b->r.s, &setup);
}

static void test_weights(void **state) {
    Estimate e;
    (void)state;
    for (unsigned i = 0; game_at(i); i++)
        if (!estimate_open(&e, game_at(i)) || !e.nused) fail_msg("%s", game_at(i)->key);
}

/* The chances of two players add up to 1, and are decided when the game is. */
static void test_chances(void **state) {
    static Board b;
    float chance[MAX_PLAYERS];
    Estimate e;
    Rng rng = {4};
    (void)state;
    for (unsigned i = 0; game_at(i); i++) {
        board_open(&b, game_at(i));
        assert_true(estimate_open(&e, game_at(i)) && board_new(&b, 3));
        for (unsigned n = 0; n < 30 && run_on(&b.r) == STATUS_DECISION; n++) {
            estimate_chances(&e, &b.r, chance);
            assert_true(chance[0] >= 0 && chance[0] <= 1);
            assert_true(chance[0] + chance[1] > 0.999f && chance[0] + chance[1] < 1.001f);
            run_answer(&b.r, rng_below(&rng, b.r.s->ask.n));
        }
        if (!b.r.s->result) run_concede(&b.r, 1);
        run_on(&b.r);
        estimate_chances(&e, &b.r, chance);
        if (b.r.s->result == RESULT_WIN) assert_true(chance[0] + chance[1] == 1.0f);
        board_close(&b);
    }
}

/* Different answers have different keys, and options that are left out look like one that is in. */
static void test_answers(void **state) {
    static Board b;
    static Answers a;
    unsigned grouped = 0;
    Rng rng = {5};
    (void)state;
    for (unsigned i = 0; game_at(i); i++) {
        board_open(&b, game_at(i));
        assert_true(board_new(&b, 8));
        for (unsigned n = 0; n < 80 && run_on(&b.r) == STATUS_DECISION; n++) {
            answers_list(&b.r, &a);
            assert_true(a.n >= 1 && a.n <= b.r.s->ask.n);
            grouped += a.n < b.r.s->ask.n;
            for (unsigned k = 1; k < a.n; k++) assert_true(a.option[k] > a.option[k - 1]);
            for (unsigned k = 0; k < b.r.s->ask.n; k++)
                assert_true(answer_manner(&b.r, &b.r.s->option[k]) < MANNERS);
            run_answer(&b.r, rng_below(&rng, b.r.s->ask.n));
        }
        board_close(&b);
    }
    assert_true(grouped > 0);
}

/* Plays against itself for a while; hashes what it answers and thinks. */
static uint64_t answers_of(Board *b, const char *name, uint64_t seed) {
    Chooser c;
    uint64_t h = 1;
    assert_true(chooser_open(&c, name) && board_new(b, 21));
    chooser_seed(&c, seed);
    for (unsigned n = 0; n < 25 && run_on(&b->r) == STATUS_DECISION; n++) {
        const State *s = b->r.s;
        const uint64_t before = state_hash(s);
        const unsigned x = c.choose(&c, &b->r);
        const Advice *a = &c.search->advice;
        assert_true(x < s->ask.n && a->option == x && state_hash(s) == before);
        assert_true(a->share >= 0 && a->share <= 1 && a->chance >= 0 && a->chance <= 1);
        h = (h * 31 + x) * 31 + a->playouts + (uint64_t)(a->chance * 1e6);
        run_answer(&b->r, x);
    }
    chooser_close(&c);
    return h;
}

static void test_deterministic(void **state) {
    static Board b;
    (void)state;
    for (unsigned i = 0; game_at(i); i++) {
        board_open(&b, game_at(i));
        assert_true(answers_of(&b, "search:24", 1) == answers_of(&b, "search:24", 1));
        assert_true(answers_of(&b, "search:24", 1) != answers_of(&b, "search:24", 2));
        assert_true(answers_of(&b, "search:24x3", 1) == answers_of(&b, "search:24x3", 1));
        board_close(&b);
    }
}

/* Plays on, a search in every seat, for a while; hashes the answers. */
static uint64_t play_all(Run *r, const char *name) {
    Chooser c[MAX_PLAYERS];
    uint64_t h = 1;
    for (PlayerId p = 0; p < r->s->nplayers; p++) {
        assert_true(chooser_open(&c[p], name));
        chooser_seed(&c[p], p);
    }
    for (unsigned n = 0; n < 50 && run_on(r) == STATUS_DECISION; n++) {
        Chooser *who = &c[r->s->ask.player];
        const unsigned x = who->choose(who, r);
        h = h * 31 + x;
        assert_true(run_answer(r, x));
    }
    for (PlayerId p = 0; p < r->s->nplayers; p++) chooser_close(&c[p]);
    return h;
}

/* All formats, teams too: the same answers for the same seed, also with threads. */
static void test_formats(void **state) {
    static Board b;
    FudaDeck decks[MAX_PLAYERS];
    (void)state;
    for (unsigned i = 0; game_at(i); i++)
        for (unsigned f = 0; game_at(i)->formats[f].key; f++) {
            const FormatInfo *x = &game_at(i)->formats[f];
            if (x->most < 3) continue;
            uint64_t hash[2];
            board_open_format(&b, game_at(i), f);
            for (unsigned p = 0; p < MAX_PLAYERS; p++) decks[p] = b.stock.fuda[p % b.stock.ndecks];
            const FudaSetup setup = {.game = b.r.g,
                                     .pack = b.r.pack,
                                     .players = x->most,
                                     .format = f,
                                     .seed = 5,
                                     .decks = decks,
                                     .first = -1};
            for (unsigned k = 0; k < 2; k++) {
                assert_true(game_start(b.r.s, &setup));
                hash[k] = play_all(&b.r, "search:4x2");
            }
            assert_true(hash[0] == hash[1]);
            board_close(&b);
        }
}

static bool stops(void *calls, double part) {
    assert_true(part >= 0 && part <= 1);
    return ++*(unsigned *)calls < 3;
}

/* All answers, the best first; for another player it begins anew; who shows the thinking can end
 * it. */
static void test_opinions(void **state) {
    static Board b;
    Chooser c;
    unsigned calls = 0, many = 0;
    (void)state;
    board_open(&b, game_at(0));
    assert_true(chooser_open(&c, "search:400") && board_new(&b, 2));
    Search *x = c.search;
    for (unsigned n = 0; n < 40 && run_on(&b.r) == STATUS_DECISION; n++) {
        const PlayerId before = x->player;
        const unsigned option = c.choose(&c, &b.r);
        double sum = 0;
        assert_true(x->player == b.r.s->ask.player);
        if (n && before != x->player) assert_true(x->advice.playouts <= 400);
        for (unsigned i = 0; i < x->nopinions; i++) {
            sum += x->opinion[i].share;
            if (i) assert_true(x->opinion[i].share <= x->opinion[i - 1].share);
        }
        if (x->nopinions) assert_true(x->opinion[0].option == option && sum > 0.999 && sum < 1.001);
        many += x->nopinions > 2;
        run_answer(&b.r, option);
    }
    assert_true(many > 5);
    chooser_forget(&c);
    x->goes_on = stops;
    x->context = &calls;
    assert_true(board_new(&b, 3) && run_on(&b.r) == STATUS_DECISION);
    c.choose(&c, &b.r);
    assert_int_equal(calls, 3);
    assert_true(x->advice.playouts < 100);
    chooser_close(&c);
    board_close(&b);
}

static void test_time(void **state) {
    static Board b;
    Chooser c;
    (void)state;
    board_open(&b, game_at(0));
    assert_true(chooser_open(&c, "search:1ms") && board_new(&b, 2));
    for (unsigned n = 0; n < 10 && run_on(&b.r) == STATUS_DECISION; n++)
        assert_true(run_answer(&b.r, c.choose(&c, &b.r)));
    chooser_close(&c);
    board_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_budget),  cmocka_unit_test(test_names),
        cmocka_unit_test(test_tree),    cmocka_unit_test(test_weights),
        cmocka_unit_test(test_chances), cmocka_unit_test(test_answers),
        cmocka_unit_test(test_time),    cmocka_unit_test(test_deterministic),
        cmocka_unit_test(test_formats), cmocka_unit_test(test_opinions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
