/* Property: the search player is blind to what is hidden from its player.
 *
 * Two searches with the same random numbers play the same seat of a game together. One is shown the
 * game, the other at every decision a twin of it: the cards that are hidden from the player have
 * other faces, and the game's random numbers to come are others. They must give the same answers,
 * and think the same of them, to the end of the game: neither samples nor trees that are kept from
 * one decision to the next may know more. The other seats answer at random.
 *
 * Of every game POSITIONS are compared, PROP_TIMES as many (20: 5,000). Only those count in which
 * there was something to choose and the twin had other faces.
 *
 * That the test would notice a leak is tested as well: two searches that look at the hidden cards
 * must disagree somewhere. */
#include "play/sample.h"
#include "play/search.h"
#include "prop.h"

enum { GAMES = 16, POSITIONS = SLOW ? 60 : 250, MOST_GAMES = 1000, PLAYOUTS = SLOW ? 6 : 12 };

static unsigned compared[GAMES]; /* positions, by number of the game */

static unsigned number_of(const Game *g) {
    unsigned i = 0;
    while (game_at(i) != g) i++;
    assert_true(i < GAMES);
    return i;
}

static bool enough(const Game *g) { return compared[number_of(g)] >= POSITIONS * prop_times(); }

/* Another position that looks the same to the player. Returns whether cards differ. */
static bool make_twin(const Run *r, Run *twin, PlayerId seat, Rng *rng) {
    memcpy(twin->s, r->s, state_size(r->s));
    random_seed(twin->s, rng_next(rng));
    return hide_permute(twin, seat, rng, HIDE_UNKNOWN, NULL) != 0;
}

/* Plays the seat with two searches until enough positions are compared. Returns false at the first
 * answer that differs. */
static bool same_answers(Trial *t, Chooser *one, Chooser *two, Run *twin, uint64_t seed) {
    Run *r = &t->seat.run;
    const PlayerId seat = (PlayerId)(seed % t->setup.players);
    Rng rng = {seed_of(seed, 3)};
    if (!game_start(r->s, &t->setup)) return fails(t, "a deck does not fit");
    chooser_seed(one, seed);
    chooser_seed(two, seed);
    while (!enough(r->g) && run_on(r) == STATUS_DECISION) {
        if (r->s->ask.player != seat) {
            run_answer(r, rng_below(&rng, r->s->ask.n));
            continue;
        }
        const bool differs = make_twin(r, twin, seat, &rng);
        const unsigned x = one->choose(one, r), y = two->choose(two, twin);
        const Advice *a = &one->search->advice, *b = &two->search->advice;
        compared[number_of(r->g)] += differs && a->playouts > 0;
        if (x != y || a->share != b->share || a->chance != b->chance)
            return fails(t, "game %" PRIu64 ", decision %u: option %u or %u, chances %.4f and %.4f",
                         t->game, r->s->choices, x + 1, y + 1, a->chance, b->chance);
        run_answer(r, x);
    }
    return true;
}

static void open_search(Chooser *c, bool peeks) {
    const Budget budget = {.playouts = PLAYOUTS, .threads = 1};
    char name[40];
    snprintf(name, sizeof name, "search:%u", (unsigned)budget.playouts);
    if (!chooser_open(c, name)) abort();
    if (peeks) search_open_cards(c->search);
}

static bool play(Trial *t, bool peeks) {
    Chooser one, two;
    State *blocks = calloc(2, sizeof(State));
    if (!blocks) abort();
    Run twin = {.s = blocks, .g = t->config->game, .pack = t->config->pack, .scratch = blocks + 1};
    open_search(&one, peeks);
    open_search(&two, peeks);
    const bool same = same_answers(t, &one, &two, &twin, seed_of(t->setup.seed, 11));
    chooser_close(&one);
    chooser_close(&two);
    free(blocks);
    return same;
}

static bool blind(Trial *t) { return play(t, false); }

/* A search that looks at the cards is found out in the first game of each game. */
static bool leak_found(Trial *t) {
    return !play(t, true) || fails(t, "nobody notices a search that peeks");
}

/* With shrunken limits a game may be over before it matters. */
#ifdef FUDA_TINY
enum { GAMES_ARE_WHOLE = 0 };
#else
enum { GAMES_ARE_WHOLE = 1 };
#endif

static void test_leak(void **state) {
    (void)state;
    memset(compared, 0, sizeof compared);
    for (unsigned i = 0; GAMES_ARE_WHOLE && game_at(i); i++)
        assert_true(try_format(game_at(i), 0, 2024, 0, leak_found, "blind-leak"));
}

static void test_blind(void **state) {
    (void)state;
    memset(compared, 0, sizeof compared);
    assert_int_equal(prop_run("blind", blind, MOST_GAMES), 0);
    for (unsigned i = 0; game_at(i); i++) {
        print_message("%s: %u positions compared with a twin\n", game_at(i)->key, compared[i]);
        assert_true(enough(game_at(i)));
    }
}

/* Among several players, and in teams, whose members see more than the others. */
static void test_formats(void **state) {
    (void)state;
    for (unsigned i = 0; game_at(i); i++)
        for (int f = 0; game_at(i)->formats[f].key; f++) {
            if (game_at(i)->formats[f].least < 3) continue;
            memset(compared, 0, sizeof compared);
            assert_true(try_format(game_at(i), f, 31, 0, blind, "blind"));
            assert_true(compared[i] > 0);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {{"blind", test_blind, NULL, NULL, NULL},
                                       {"blind in all formats", test_formats, NULL, NULL, NULL},
                                       {"a leak is noticed", test_leak, NULL, NULL, NULL}};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
