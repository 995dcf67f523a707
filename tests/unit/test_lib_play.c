/* The C interface: views, moves, reasons, samples, computer players, and many games at once. */
#include "fuda.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static fuda_cards *cards;
static fuda_pack *pack;

static void open_pack(const char *key) {
    fuda_error e = {0};
    const fuda_game *g = fuda_game_find(key);
    cards = fuda_cards_default(g, &e);
    fuda_deck *a = fuda_deck_default(g, 0, &e), *b = fuda_deck_default(g, 1, &e);
    const fuda_deck *decks[] = {a, b};
    pack = fuda_pack_new(cards, decks, 2, 0, 0, &e);
    if (!pack) fail_msg("%s", e.message);
    fuda_deck_free(a);
    fuda_deck_free(b);
}

static void close_pack(void) {
    fuda_pack_free(pack);
    fuda_cards_free(cards);
}

static fuda_state *begin(uint64_t seed, unsigned flags) {
    fuda_setup x = {
        .players = 2, .decks = {0, 1}, .seed = seed, .first = FUDA_BY_LOT, .flags = flags};
    fuda_state *s = fuda_new(pack, &x, NULL);
    assert_non_null(s);
    return s;
}

/* Answers the pending question; which way follows from the number. */
static bool go_on(fuda_state *s, unsigned i) {
    fuda_question q;
    if (fuda_run(s) != FUDA_DECISION || !fuda_asked(s, &q)) return false;
    assert_true(fuda_answer(s, (i * 2654435761u >> 16) % q.options, NULL));
    return fuda_run(s) == FUDA_DECISION;
}

static void refused(bool ok, const fuda_error *e, int code) {
    assert_false(ok);
    assert_int_equal(e->code, code);
    assert_true(*e->message);
}

/* ---- views ---- */

static void check_view(const fuda_state *s, const fuda_view *v, int viewer) {
    fuda_question q;
    unsigned count[FUDA_MAX_PLAYERS][FUDA_MAX_ZONES] = {{0}};
    assert_int_equal(v->viewer, viewer);
    assert_int_equal(v->players, 2);
    assert_true(v->ncards <= FUDA_MAX_CARDS && v->noptions <= FUDA_MAX_OPTIONS);
    for (unsigned i = 0; i < v->ncards; i++) {
        const fuda_card *c = &v->cards[i];
        assert_true(c->player < 2 && c->zone < FUDA_MAX_ZONES && c->tied < (int)v->ncards);
        assert_int_equal(c->handle != 0, c->def != 0);
        count[c->player][c->zone]++;
        for (unsigned k = 0; k < i; k++) assert_true(!c->handle || v->cards[k].handle != c->handle);
    }
    for (unsigned p = 0; p < 2; p++)
        for (unsigned z = 1; z < FUDA_MAX_ZONES; z++) assert_int_equal(count[p][z], v->count[p][z]);
    const bool asked = fuda_asked(s, &q);
    assert_int_equal(v->asked, asked ? q.player : FUDA_NOBODY);
    assert_int_equal(v->noptions, asked && q.player == viewer ? q.options : 0);
    for (unsigned i = 0; i < v->noptions; i++) assert_true(v->options[i].card < (int)v->ncards);
}

static void check_observation(const fuda_state *s, const fuda_view *v, int viewer) {
    static int32_t out[1 << 14];
    const size_t n = fuda_observe(s, viewer, NULL, 0);
    assert_int_equal(n, 16 + 2 * 24 + 2 * 75 * 14 + 160 * 5);
    assert_int_equal(fuda_observe(s, viewer, out, n - 1), n);
    assert_int_equal(fuda_observe(s, viewer, out, n), n);
    const int32_t *card = out + 16 + 48, *option = card + 2 * 75 * 14;
    unsigned rows = 0, options = 0;
    for (unsigned i = 0; i < 150; i++) rows += card[i * 14] != 0;
    for (unsigned i = 0; i < FUDA_MAX_OPTIONS; i++) options += option[i * 5] != 0;
    assert_int_equal(out[0], 2);
    assert_int_equal(out[14], viewer);
    assert_int_equal(rows, v->ncards);
    assert_int_equal(options, v->noptions);
    if (viewer >= 0) assert_int_equal(out[16 + 1], v->count[viewer][1]);
}

static void test_views(void **state) {
    (void)state;
    fuda_error e;
    fuda_view *v = fuda_view_new(&e);
    for (unsigned g = 0; fuda_game_at(g); g++) {
        open_pack(fuda_game_key(fuda_game_at(g)));
        fuda_state *s = begin(g + 1, 0);
        for (unsigned i = 0; i < 150 && go_on(s, i); i++) {
            const uint64_t before = fuda_hash(s);
            for (int p = FUDA_SPECTATOR; p < 2; p++) {
                assert_true(fuda_view_read(v, s, p, &e));
                check_view(s, v, p);
                if (i % 8 == 0) check_observation(s, v, p);
            }
            assert_true(fuda_hash(s) == before);
        }
        refused(fuda_view_read(v, s, 2, &e), &e, FUDA_ERROR_ARGUMENT);
        refused(fuda_view_read(v, NULL, 0, &e), &e, FUDA_ERROR_ARGUMENT);
        assert_int_equal(fuda_observe(s, 7, NULL, 0), 0);
        fuda_free(s);
        close_pack();
    }
    fuda_view_free(v);
}

/* ---- moves ---- */

typedef struct Log {
    unsigned n;
    char last[700];
} Log;

static void hear(void *context, const fuda_state *s, const fuda_move *move) {
    Log *log = context;
    log->n++;
    assert_true(fuda_move_words(s, move, false, log->last, sizeof log->last) > 3);
}

static void test_moves(void **state) {
    (void)state;
    fuda_error e;
    fuda_move move[200];
    unsigned kinds = 0, hidden = 0, kept = 0, turned = 0;
    open_pack("rebirth");
    fuda_state *s = begin(3, 0), *quiet = begin(3, FUDA_QUIET);
    Log log = {0};
    assert_true(fuda_listen(s, 0, hear, &log, &e));
    refused(fuda_listen(quiet, 0, hear, &log, &e), &e, FUDA_ERROR_STATE);
    refused(fuda_listen(s, 9, hear, &log, &e), &e, FUDA_ERROR_ARGUMENT);
    for (unsigned i = 0; i < 400 && go_on(s, i); i++) {
        const unsigned n = fuda_moves(s, 0, 0, move, 200);
        assert_int_equal(fuda_moves(s, 1, 0, NULL, 0), n);
        assert_int_equal(fuda_moves(s, 7, 0, NULL, 0), 0);
        assert_true(i < 1 || log.n == n);
        log.n = 0;
        for (unsigned k = 0; k < n; k++) {
            kinds |= 1u << move[k].kind;
            hidden += move[k].kind == FUDA_MOVE_MOVED && !move[k].def && !move[k].handle;
            kept += move[k].handle && move[k].handle == move[k].before;
            if (move[k].kind == FUDA_MOVE_TURNED) turned |= 1u << move[k].amount;
        }
    }
    assert_true(kinds >> FUDA_MOVE_MOVED & kinds >> FUDA_MOVE_ATTACKED &
                kinds >> FUDA_MOVE_DAMAGED & kinds >> FUDA_MOVE_SHUFFLED & 1);
    assert_true(hidden > 5 && kept > 20);
    assert_int_equal(turned, 1u << 0 | 1u << 1); /* cards stood and rested */
    assert_int_equal(fuda_moves(quiet, 0, 0, move, 200), 0);
    move[0] = (fuda_move){.kind = 99};
    assert_int_equal(fuda_move_words(s, &move[0], true, log.last, 5), 0);
    fuda_free(s), fuda_free(quiet);
    close_pack();
}

/* ---- words and reasons ---- */

static void test_words(void **state) {
    (void)state;
    fuda_question q;
    char words[700], cut[4];
    unsigned same = 0;
    for (unsigned g = 0; fuda_game_at(g); g++) {
        open_pack(fuda_game_key(fuda_game_at(g)));
        fuda_state *s = begin(9, FUDA_QUIET);
        assert_int_equal(fuda_option_words(s, 0, words, sizeof words), 0);
        assert_int_equal(fuda_option_find(s, "no"), -1);
        for (unsigned i = 0; i < 120 && go_on(s, i) && fuda_asked(s, &q); i++)
            for (unsigned k = 0; k < q.options; k++) {
                size_t n = fuda_option_words(s, k, words, sizeof words);
                assert_true(n && n == strlen(words));
                assert_int_equal(fuda_option_words(s, k, cut, sizeof cut), n);
                assert_true(strlen(cut) < sizeof cut && !strncmp(cut, words, strlen(cut)));
                const int found = fuda_option_find(s, words);
                assert_true(found >= 0 && found <= (int)k);
                same += found == (int)k;
            }
        fuda_free(s);
        close_pack();
    }
    assert_true(same > 1000);
}

static void test_reasons(void **state) {
    (void)state;
    fuda_error e;
    fuda_reason r;
    fuda_question q;
    char words[700];
    unsigned not_offered = 0, offered = 0, abilities = 0;
    open_pack("rebirth");
    fuda_state *s = begin(4, FUDA_QUIET);
    refused(fuda_why(s, &r, &e), &e, FUDA_ERROR_STATE);
    refused(fuda_why_not(s, "play", &r, &e), &e, FUDA_ERROR_STATE);
    fuda_view *v = fuda_view_new(NULL);
    for (unsigned i = 0; i < 300 && go_on(s, i) && fuda_asked(s, &q); i++) {
        const uint64_t before = fuda_hash(s);
        assert_true(fuda_why(s, &r, &e) && r.clause == q.clause && *r.rule.gist);
        abilities += *r.ability != 0;
        fuda_option_words(s, 0, words, sizeof words);
        assert_true(fuda_why_not(s, words, &r, &e) && r.option >= 0);
        refused(fuda_why_not(s, "castle kingside", &r, &e), &e, FUDA_ERROR_INPUT);
        refused(fuda_why_not(s, "attack with @9999", &r, &e), &e, FUDA_ERROR_INPUT);
        fuda_view_read(v, s, q.player, NULL);
        for (unsigned k = 0; k < v->ncards; k++) {
            fuda_printed p;
            if (!fuda_pack_card(pack, v->cards[k].def, &p)) continue;
            snprintf(words, sizeof words, k & 1 ? "attack with %s" : "attack with \"%s\"", p.name);
            if (!fuda_why_not(s, words, &r, &e)) continue;
            offered += r.option >= 0;
            not_offered += r.option < 0;
            assert_true(r.option >= 0 || (r.clause && *r.rule.id));
        }
        assert_true(fuda_hash(s) == before);
    }
    memset(words, 'x', sizeof words);
    words[sizeof words - 1] = 0;
    if (fuda_asked(s, &q)) refused(fuda_why_not(s, words, &r, &e), &e, FUDA_ERROR_INPUT);
    assert_true(not_offered > 100 && offered > 0 && abilities > 5);
    fuda_view_free(v);
    fuda_free(s);
    close_pack();
}

/* ---- samples, computer players ---- */

static void test_samples(void **state) {
    (void)state;
    fuda_error e;
    unsigned differ = 0;
    open_pack("ninja");
    fuda_state *s = begin(8, 0), *t = begin(8, FUDA_QUIET), *u = begin(8, 0);
    for (unsigned i = 0; i < 100 && go_on(s, i); i++) {
        assert_true(fuda_sample(t, s, (int)(i & 1), i, &e));
        assert_true(fuda_sample(u, s, (int)(i & 1), i, &e));
        assert_true(fuda_hash(t) == fuda_hash(u));
        differ += fuda_hash(t) != fuda_hash(s);
        go_on(t, i);
    }
    assert_true(differ > 90);
    assert_int_equal(fuda_replay_save(u, NULL, 0), 0);
    refused(fuda_sample(t, s, 2, 1, &e), &e, FUDA_ERROR_ARGUMENT);
    refused(fuda_sample(t, s, FUDA_SPECTATOR, 1, &e), &e, FUDA_ERROR_ARGUMENT);
    fuda_free(s), fuda_free(t), fuda_free(u);
    close_pack();
}

static void test_bots(void **state) {
    (void)state;
    fuda_error e;
    fuda_question q;
    refused(fuda_bot_new("nobody", 1, &e) != NULL, &e, FUDA_ERROR_ARGUMENT);
    assert_non_null(strstr(e.message, "greedy"));
    open_pack("luck");
    fuda_bot *bot[2] = {fuda_bot_new("greedy", 1, &e), fuda_bot_new("random", 2, &e)};
    fuda_state *s = begin(2, 0);
    assert_int_equal(fuda_bot_choose(bot[0], s), -1);
    while (fuda_run(s) == FUDA_DECISION && fuda_asked(s, &q)) {
        int option = fuda_bot_choose(bot[q.player], s);
        assert_true(option >= 0 && fuda_answer(s, (unsigned)option, &e));
    }
    fuda_bot_free(bot[0]), fuda_bot_free(bot[1]);
    fuda_free(s);
    close_pack();
}

/* ---- many games ---- */

static fuda_batch *batch_of(unsigned games, unsigned threads, bool observe) {
    fuda_error e;
    fuda_batch_setup x = {.games = games,
                          .threads = threads,
                          .setup = {.players = 2, .decks = {0, 1}, .seed = 6, .first = FUDA_BY_LOT},
                          .observe = observe};
    fuda_batch *b = fuda_batch_new(pack, &x, &e);
    if (!b) fail_msg("%s", e.message);
    return b;
}

/* Two threads do the same as one; a game of a batch does the same as a state. */
static void test_batch(void **state) {
    (void)state;
    enum { GAMES = 24, STEPS = 600 };
    fuda_error e;
    fuda_batch_arrays a, b;
    int32_t answers[GAMES];
    static int32_t seen[1 << 14];
    open_pack("vividz");
    fuda_batch *one = batch_of(GAMES, 1, true), *two = batch_of(GAMES, 2, true);
    fuda_batch_read(one, &a);
    fuda_batch_read(two, &b);
    fuda_state *s = begin(1, FUDA_QUIET), *t = begin(1, FUDA_QUIET);
    unsigned refusals = 0, finished = 0;
    for (unsigned k = 0; k < STEPS; k++) {
        for (unsigned i = 0; i < GAMES; i++) {
            answers[i] = a.options[i] ? (int32_t)((k * 31 + i * 17) % (unsigned)a.options[i]) : 0;
            if (k % 50 == 7 && i == 3) answers[i] = a.options[i];
            if (k % 50 == 9 && i == 4) answers[i] = -1;
        }
        assert_true(fuda_batch_copy(one, 5, s, &e));
        const bool over = a.player[5] == FUDA_NOBODY;
        fuda_batch_step(one, answers);
        fuda_batch_step(two, answers);
        assert_memory_equal(a.options, b.options, sizeof answers);
        assert_memory_equal(a.observation, b.observation, GAMES * a.width * sizeof(int32_t));
        assert_memory_equal(a.mask, b.mask, GAMES * FUDA_MAX_OPTIONS);
        refusals += (unsigned)(a.refused[3] + a.refused[4]);
        for (unsigned i = 0; i < GAMES; i++) {
            unsigned n = 0;
            for (unsigned o = 0; o < FUDA_MAX_OPTIONS; o++)
                n += a.mask[i * FUDA_MAX_OPTIONS + o] == (o < (unsigned)a.options[i]);
            assert_int_equal(n, FUDA_MAX_OPTIONS);
            assert_int_equal(a.player[i] == FUDA_NOBODY, a.result[i] != FUDA_OPEN);
        }
        if (over || a.refused[5]) continue;
        assert_true(fuda_answer(s, (unsigned)answers[5], &e));
        fuda_run(s);
        assert_true(fuda_batch_copy(one, 5, t, &e));
        assert_true(fuda_hash(s) == fuda_hash(t));
        if (a.player[5] < 0) continue;
        assert_int_equal(fuda_observe(t, a.player[5], seen, sizeof seen / sizeof *seen), a.width);
        assert_memory_equal(seen, a.observation + 5 * a.width, a.width * sizeof *seen);
    }
    for (unsigned i = 0; i < GAMES; i++) finished += (unsigned)a.finished[i];
    assert_true(refusals > 5 && finished > GAMES);
    refused(fuda_batch_copy(one, GAMES, s, &e), &e, FUDA_ERROR_ARGUMENT);
    fuda_free(s), fuda_free(t);
    fuda_batch_free(one), fuda_batch_free(two);
    close_pack();
}

static void test_batch_random(void **state) {
    (void)state;
    fuda_batch_arrays a, b;
    open_pack("granblue");
    fuda_batch *one = batch_of(50, 1, false), *two = batch_of(50, 3, false);
    fuda_batch_random(one, 500, 1);
    fuda_batch_random(two, 500, 1);
    fuda_batch_read(one, &a);
    fuda_batch_read(two, &b);
    assert_null(a.observation);
    assert_memory_equal(a.finished, b.finished, 50 * sizeof *a.finished);
    assert_memory_equal(a.turn, b.turn, 50 * sizeof *a.turn);
    assert_true(a.finished[0] + a.finished[1] > 0);
    fuda_batch_free(one), fuda_batch_free(two);
    close_pack();
}

static void test_series(void **state) {
    (void)state;
    fuda_error e;
    fuda_totals one, two;
    fuda_series x = {.games = 60, .seed = 3, .players = 2, .bot = {"random", NULL}};
    open_pack("rebirth");
    assert_true(fuda_play(pack, &x, &one, &e));
    x.threads = 2;
    assert_true(fuda_play(pack, &x, &two, &e));
    assert_int_equal(one.games, 60);
    assert_true(one.decisions == two.decisions && one.wins[0] == two.wins[0]);
    assert_true(one.wins[0] + one.wins[1] + one.draws >= one.finished && one.finished == 60);
    x.bot[1] = "wizard";
    refused(fuda_play(pack, &x, &one, &e), &e, FUDA_ERROR_ARGUMENT);
    x.players = 9;
    refused(fuda_play(pack, &x, &one, &e), &e, FUDA_ERROR_ARGUMENT);
    close_pack();
}

/* Null everywhere: refused, never a crash. */
static void test_null(void **state) {
    (void)state;
    fuda_error e;
    fuda_question q;
    fuda_result end;
    fuda_batch_arrays arrays;
    refused(fuda_answer(NULL, 0, &e), &e, FUDA_ERROR_ARGUMENT);
    refused(fuda_concede(NULL, 0, &e), &e, FUDA_ERROR_ARGUMENT);
    refused(fuda_clone(NULL, 0, &e) != NULL, &e, FUDA_ERROR_ARGUMENT);
    refused(fuda_copy(NULL, NULL, &e), &e, FUDA_ERROR_ARGUMENT);
    refused(fuda_load(NULL, "", 0, &e) != NULL, &e, FUDA_ERROR_ARGUMENT);
    refused(fuda_why(NULL, NULL, &e), &e, FUDA_ERROR_ARGUMENT);
    refused(fuda_listen(NULL, 0, NULL, NULL, &e), &e, FUDA_ERROR_ARGUMENT);
    refused(fuda_batch_new(NULL, NULL, &e) != NULL, &e, FUDA_ERROR_ARGUMENT);
    refused(fuda_replay_memory(NULL, NULL, 0, &e) != NULL, &e, FUDA_ERROR_ARGUMENT);
    refused(fuda_replay_verify(NULL, &e), &e, FUDA_ERROR_ARGUMENT);
    refused(fuda_cards_default(NULL, &e) != NULL, &e, FUDA_ERROR_ARGUMENT);
    refused(fuda_deck_file(NULL, NULL, &e) != NULL, &e, FUDA_ERROR_ARGUMENT);
    assert_false(fuda_asked(NULL, &q));
    assert_int_equal(fuda_run(NULL), FUDA_OVER);
    assert_int_equal(fuda_save(NULL, NULL, 0) + fuda_observe(NULL, 0, NULL, 0), 0);
    fuda_state_result(NULL, &end);
    fuda_batch_step(NULL, NULL);
    fuda_batch_random(NULL, 1, 1);
    fuda_batch_read(NULL, &arrays);
    assert_int_equal(fuda_bot_choose(NULL, NULL), -1);
    fuda_free(NULL), fuda_pack_free(NULL), fuda_cards_free(NULL), fuda_deck_free(NULL);
    fuda_view_free(NULL), fuda_bot_free(NULL), fuda_replay_free(NULL), fuda_batch_free(NULL);
    fuda_text_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_views),   cmocka_unit_test(test_moves),
        cmocka_unit_test(test_words),   cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_samples), cmocka_unit_test(test_bots),
        cmocka_unit_test(test_batch),   cmocka_unit_test(test_batch_random),
        cmocka_unit_test(test_series),  cmocka_unit_test(test_null)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
