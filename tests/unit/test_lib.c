/* The C interface: what a program can do with fuda.h alone. */
#include "fuda.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* ---- a table to play at ---- */

typedef struct Table {
    const fuda_game *game;
    fuda_cards *cards;
    fuda_pack *pack;
} Table;

static Table open_table(const char *key, unsigned format) {
    fuda_error e = {0};
    Table t = {.game = fuda_game_find(key)};
    const fuda_deck *decks[2];
    t.cards = fuda_cards_default(t.game, &e);
    for (unsigned i = 0; i < 2; i++) decks[i] = fuda_deck_default(t.game, i, &e);
    if (!t.cards || !decks[0] || !decks[1]) fail_msg("%s", e.message);
    t.pack = fuda_pack_new(t.cards, decks, 2, format, 0, &e);
    if (!t.pack) fail_msg("%s", e.message);
    for (unsigned i = 0; i < 2; i++) fuda_deck_free((fuda_deck *)decks[i]);
    return t;
}

static void close_table(Table *t) {
    fuda_pack_free(t->pack);
    fuda_cards_free(t->cards);
}

static fuda_setup two(uint64_t seed) {
    return (fuda_setup){.players = 2, .decks = {0, 1}, .seed = seed, .first = FUDA_BY_LOT};
}

/* Answers n questions, or to the end; the answers follow from the seed. Returns how many. */
static unsigned play_on(fuda_state *s, unsigned n, unsigned seed) {
    fuda_question q;
    unsigned i = 0;
    for (; i < n && fuda_run(s) == FUDA_DECISION; i++) {
        assert_true(fuda_asked(s, &q));
        assert_true(fuda_answer(s, (seed = seed * 1103515245 + 12345) / 65536 % q.options, NULL));
    }
    fuda_run(s);
    return i;
}

/* ---- games, words, texts ---- */

static void test_games(void **state) {
    (void)state;
    fuda_format f;
    fuda_clause c;
    unsigned n = 0;
    assert_string_equal(fuda_version(), FUDA_VERSION);
    for (const fuda_game *g; (g = fuda_game_at(n)); n++) {
        assert_ptr_equal(fuda_game_find(fuda_game_key(g)), g);
        assert_true(*fuda_game_name(g) && *fuda_game_rulebook(g));
        assert_true(fuda_format_at(g, 0, &f) && f.least >= 2);
        assert_int_equal(fuda_format_find(g, f.key), 0);
        assert_false(fuda_format_at(g, 99, &f));
        assert_non_null(fuda_zone_word(g, 1, true));
        assert_null(fuda_zone_word(g, 0, false));
        assert_null(fuda_zone_word(g, 99, false));
        assert_non_null(fuda_kind_word(g, 0, false));
        assert_null(fuda_question_word(g, 99));
    }
    assert_int_equal(n, 5);
    assert_null(fuda_game_find("chess"));
    assert_null(fuda_game_find(NULL));
    assert_true(fuda_clause_at(1, &c) && *c.id && *c.gist && *c.gist_ja);
    assert_false(fuda_clause_at(0, &c) || fuda_clause_at(100000, &c));
}

static void test_text(void **state) {
    (void)state;
    fuda_error e;
    const fuda_game *g = fuda_game_find("rebirth");
    fuda_cards *cards = fuda_cards_default(g, &e);
    fuda_printed p;
    unsigned n = 0;
    for (unsigned i = 0; n < 20 && fuda_cards_at(cards, i, &p); i++)
        for (unsigned k = 0; k < p.nabilities; k++, n++) {
            fuda_text *t = fuda_text_compile(g, NULL, p.abilities[k], &e);
            assert_true(t->ok && *t->english && *t->japanese && *t->code && !*t->warning);
            fuda_text_free(t);
        }
    assert_true(n >= 20);
    fuda_cards_free(cards);
    fuda_text *t = fuda_text_compile(g, NULL, "何でもない。", &e);
    assert_false(t->ok);
    assert_true(*t->message);
    fuda_text_free(t);
    t = fuda_text_compile(g, NULL, "\xff", &e);
    assert_false(t->ok);
    fuda_text_free(t);
    assert_null(fuda_text_compile(g, "nonsense", "x", &e));
    assert_int_equal(e.code, FUDA_ERROR_ARGUMENT);
    assert_non_null(strstr(e.message, "nonsense"));
    assert_null(fuda_text_compile(NULL, NULL, "x", &e));
}

/* ---- cards, decks, packs ---- */

static void refused(bool ok, const fuda_error *e, int code, const char *word) {
    assert_false(ok);
    assert_int_equal(e->code, code);
    if (!strstr(e->message, word)) fail_msg("'%s' is not in: %s", word, e->message);
}

static void test_cards(void **state) {
    (void)state;
    static const char cards_csv[] = "name,type,cost,atk,def,text\n"
                                    "One,CH,1,2,3,\nTwo,CH,2,3,4,\n";
    static const char deck_text[] = "50 One\n";
    fuda_error e;
    fuda_printed p;
    const fuda_game *g = fuda_game_find("rebirth");
    fuda_cards *c = fuda_cards_new(g, &e);
    assert_int_equal(fuda_cards_count(c), 0);
    if (!fuda_cards_add_memory(c, "x.csv", cards_csv, sizeof cards_csv - 1, &e))
        fail_msg("%s", e.message);
    assert_int_equal(fuda_cards_count(c), 2);
    assert_true(fuda_cards_at(c, 1, &p));
    assert_string_equal(p.name, "Two");
    assert_int_equal(p.attack, 3);
    assert_false(fuda_cards_at(c, 2, &p));
    refused(fuda_cards_add_memory(c, "y.csv", "name,type\n,\n", 12, &e), &e, FUDA_ERROR_INPUT,
            "y.csv:2");
    assert_int_equal(fuda_cards_count(c), 2);
    refused(fuda_cards_add_file(c, "/nowhere.csv", &e), &e, FUDA_ERROR_INPUT, "/nowhere.csv");
    refused(fuda_cards_add_base(c, "/nowhere.db", &e), &e, FUDA_ERROR_INPUT, "/nowhere.db");
    refused(fuda_cards_correct(c, "tomorrow", &e), &e, FUDA_ERROR_ARGUMENT, "tomorrow");
    assert_true(fuda_cards_correct(c, NULL, &e));
    refused(fuda_deck_memory(g, "d", "5 One\nx\n", 8, &e) != NULL, &e, FUDA_ERROR_INPUT, "d:2");
    fuda_deck *d = fuda_deck_memory(g, "d", deck_text, sizeof deck_text - 1, &e);
    assert_int_equal(fuda_deck_size(d), 50);
    const fuda_deck *decks[] = {d};
    refused(fuda_pack_new(c, decks, 1, 0, 0, &e) != NULL, &e, FUDA_ERROR_INPUT, "illegal deck");
    refused(fuda_pack_new(c, decks, 1, 99, 0, &e) != NULL, &e, FUDA_ERROR_ARGUMENT, "99");
    refused(fuda_pack_new(c, decks, 0, 0, 0, &e) != NULL, &e, FUDA_ERROR_ARGUMENT, "0 decks");
    refused(fuda_cards_add_memory(c, "x", "", 0, &e), &e, FUDA_ERROR_STATE, "in use");
    fuda_deck_free(d);
    d = fuda_deck_memory(g, "d", "4 Three\n", 8, &e);
    decks[0] = d;
    refused(fuda_pack_new(c, decks, 1, 0, 0, &e) != NULL, &e, FUDA_ERROR_INPUT, "Three");
    fuda_deck_free(d);
    fuda_cards_free(c);
}

static void test_pack(void **state) {
    (void)state;
    fuda_printed p;
    Table t = open_table("ninja", 0), again = open_table("ninja", 0);
    assert_int_equal(fuda_pack_decks(t.pack), 2);
    assert_true(fuda_pack_cards(t.pack) > 10);
    for (unsigned d = 1; d <= fuda_pack_cards(t.pack); d++) {
        assert_true(fuda_pack_card(t.pack, d, &p) && *p.name);
        assert_int_equal(fuda_pack_left_out(t.pack, d), 0);
    }
    assert_false(fuda_pack_card(t.pack, 0, &p));
    assert_true(fuda_pack_hash(t.pack) == fuda_pack_hash(again.pack));
    close_table(&t);
    close_table(&again);
}

/* ---- playing ---- */

static void play_one(const char *key) {
    fuda_error e;
    fuda_result end;
    fuda_question q;
    Table t = open_table(key, 0);
    fuda_setup x = two(7);
    fuda_state *a = fuda_new(t.pack, &x, &e), *b = fuda_new(t.pack, &x, &e);
    x.flags = FUDA_QUIET;
    fuda_state *quiet = fuda_new(t.pack, &x, &e);
    assert_true(a && b && quiet);
    refused(fuda_answer(a, 0, &e), &e, FUDA_ERROR_STATE, "fuda_run");
    for (unsigned i = 0; fuda_run(a) == FUDA_DECISION; i++) {
        assert_true(fuda_asked(a, &q));
        assert_int_equal(fuda_run(a), FUDA_DECISION);
        refused(fuda_answer(a, q.options, &e), &e, FUDA_ERROR_ARGUMENT, "option");
        const unsigned answer = i * 7 % q.options;
        fuda_run(b);
        fuda_run(quiet);
        assert_true(fuda_hash(a) == fuda_hash(b) && fuda_hash(a) == fuda_hash(quiet));
        assert_true(fuda_answer(a, answer, &e) && fuda_answer(b, answer, &e) &&
                    fuda_answer(quiet, answer, &e));
    }
    fuda_state_result(a, &end);
    assert_true(end.result != FUDA_OPEN && end.result != FUDA_FAULT && end.turns > 2);
    refused(fuda_answer(a, 0, &e), &e, FUDA_ERROR_STATE, "over");
    refused(fuda_concede(a, 0, &e), &e, FUDA_ERROR_STATE, "over");
    fuda_free(a), fuda_free(b), fuda_free(quiet);
    close_table(&t);
}

static void test_play(void **state) {
    (void)state;
    for (unsigned i = 0; fuda_game_at(i); i++) play_one(fuda_game_key(fuda_game_at(i)));
}

static void test_setup(void **state) {
    (void)state;
    fuda_error e;
    fuda_result end;
    Table t = open_table("luck", 0);
    fuda_setup x = two(1);
    x.players = 5;
    refused(fuda_new(t.pack, &x, &e) != NULL, &e, FUDA_ERROR_ARGUMENT, "5 players");
    x = two(1);
    x.decks[1] = 2;
    refused(fuda_new(t.pack, &x, &e) != NULL, &e, FUDA_ERROR_ARGUMENT, "deck 2");
    x = two(1);
    x.first = 2;
    refused(fuda_new(t.pack, &x, &e) != NULL, &e, FUDA_ERROR_ARGUMENT, "go first");
    x = two(1);
    x.flags = 64;
    refused(fuda_new(t.pack, &x, &e) != NULL, &e, FUDA_ERROR_ARGUMENT, "flags");
    refused(fuda_new(NULL, &x, &e) != NULL, &e, FUDA_ERROR_ARGUMENT, "a pack");
    x = two(1);
    fuda_state *s = fuda_new(t.pack, &x, &e);
    fuda_run(s);
    refused(fuda_concede(s, 2, &e), &e, FUDA_ERROR_ARGUMENT, "player 2");
    assert_true(fuda_concede(s, 0, &e));
    assert_int_equal(fuda_run(s), FUDA_OVER);
    fuda_state_result(s, &end);
    assert_int_equal(end.result, FUDA_WIN);
    assert_int_equal(end.winners, 2);
    fuda_free(s);
    close_table(&t);
}

/* Every format of every game that two of its decks may play. */
static void test_formats(void **state) {
    (void)state;
    fuda_error e;
    fuda_format f;
    for (unsigned g = 0; fuda_game_at(g); g++)
        for (unsigned k = 0; fuda_format_at(fuda_game_at(g), k, &f); k++) {
            const fuda_game *game = fuda_game_at(g);
            fuda_cards *cards = fuda_cards_default(game, &e);
            fuda_deck *deck = fuda_deck_default(game, 0, &e);
            const fuda_deck *decks[] = {deck};
            fuda_pack *pack = fuda_pack_new(cards, decks, 1, k, 0, &e);
            fuda_setup x = {.players = f.least, .seed = 3, .first = FUDA_BY_LOT};
            if (pack) {
                fuda_state *s = fuda_new(pack, &x, &e);
                assert_non_null(s);
                assert_true(play_on(s, 120, 5) > 20);
                fuda_free(s);
            }
            fuda_pack_free(pack);
            fuda_deck_free(deck);
            fuda_cards_free(cards);
        }
}

/* ---- copies and saves ---- */

static void test_copies(void **state) {
    (void)state;
    fuda_error e;
    Table t = open_table("rebirth", 0);
    fuda_setup x = two(11);
    fuda_state *a = fuda_new(t.pack, &x, &e);
    play_on(a, 40, 1);
    fuda_state *b = fuda_clone(a, 0, &e), *quiet = fuda_clone(a, FUDA_QUIET, &e);
    assert_true(fuda_hash(a) == fuda_hash(b) && fuda_hash(a) == fuda_hash(quiet));
    const uint64_t before = fuda_hash(a);
    play_on(b, 30, 2);
    assert_true(fuda_hash(a) == before && fuda_hash(b) != before);
    play_on(quiet, 30, 2);
    assert_true(fuda_hash(b) == fuda_hash(quiet));
    refused(fuda_copy(a, quiet, &e), &e, FUDA_ERROR_ARGUMENT, "quiet");
    assert_true(fuda_copy(quiet, a, &e) && fuda_copy(a, a, &e));
    assert_true(fuda_hash(quiet) == before);
    Table other = open_table("rebirth", 0);
    fuda_state *c = fuda_new(other.pack, &x, &e);
    refused(fuda_copy(c, a, &e), &e, FUDA_ERROR_ARGUMENT, "packs");
    fuda_free(a), fuda_free(b), fuda_free(c), fuda_free(quiet);
    close_table(&t);
    close_table(&other);
}

/* Every truncation and every changed byte is refused. */
static void damage(const fuda_pack *pack, const unsigned char *save, size_t n) {
    fuda_error e;
    unsigned char *copy = malloc(n + 1);
    for (size_t i = 0; i < n; i += i < 300 ? 1 : 997) {
        memcpy(copy, save, n);
        assert_null(fuda_load(pack, copy, i, &e));
        assert_int_equal(e.code, FUDA_ERROR_DAMAGED);
        copy[i] ^= 0x40;
        assert_null(fuda_load(pack, copy, n, &e));
        assert_true(e.code == FUDA_ERROR_DAMAGED || e.code == FUDA_ERROR_VERSION);
    }
    memcpy(copy, save, n);
    copy[n] = 0;
    assert_null(fuda_load(pack, copy, n + 1, &e));
    copy[12] ^= 1; /* the version */
    assert_null(fuda_load(pack, copy, n, &e));
    assert_int_equal(e.code, FUDA_ERROR_VERSION);
    copy[12] ^= 1;
    copy[16] ^= 1; /* the layout */
    assert_null(fuda_load(pack, copy, n, &e));
    assert_int_equal(e.code, FUDA_ERROR_VERSION);
    assert_non_null(strstr(e.message, "layout"));
    free(copy);
}

static void test_saves(void **state) {
    (void)state;
    fuda_error e;
    Table t = open_table("granblue", 0), other = open_table("luck", 0);
    for (unsigned flags = 0; flags <= FUDA_QUIET; flags++) {
        fuda_setup x = two(5);
        x.flags = flags;
        fuda_state *a = fuda_new(t.pack, &x, &e);
        play_on(a, 50, 3);
        const size_t n = fuda_save(a, NULL, 0);
        unsigned char *save = malloc(n), *again = malloc(n);
        assert_int_equal(fuda_save(a, save, n), n);
        fuda_state *b = fuda_load(t.pack, save, n, &e);
        if (!b) fail_msg("%s", e.message);
        assert_int_equal(fuda_save(b, again, n), n);
        assert_memory_equal(save, again, n);
        damage(t.pack, save, n);
        assert_null(fuda_load(other.pack, save, n, &e));
        assert_int_equal(e.code, FUDA_ERROR_VERSION);
        play_on(a, 1000, 4);
        play_on(b, 1000, 4);
        assert_true(fuda_hash(a) == fuda_hash(b));
        fuda_free(a), fuda_free(b);
        free(save), free(again);
    }
    close_table(&t);
    close_table(&other);
}

static void test_replays(void **state) {
    (void)state;
    fuda_error e;
    for (unsigned g = 0; fuda_game_at(g); g++) {
        Table t = open_table(fuda_game_key(fuda_game_at(g)), 0);
        fuda_setup x = two(21);
        fuda_state *a = fuda_new(t.pack, &x, &e);
        unsigned answers = play_on(a, 60, 6);
        answers += fuda_concede(a, 1, NULL); /* refused if shrunken limits have ended the game */
        fuda_run(a);
        const size_t n = fuda_replay_save(a, NULL, 0);
        char *text = malloc(n);
        assert_int_equal(fuda_replay_save(a, text, n), n);
        fuda_replay *r = fuda_replay_memory("game", text, n, &e);
        if (!r) fail_msg("%s", e.message);
        assert_int_equal(fuda_replay_answers(r), answers);
        if (!fuda_replay_verify(r, &e)) fail_msg("%s", e.message);
        assert_null(fuda_replay_seek(r, answers + 1, &e));
        fuda_state *b = fuda_replay_seek(r, answers, &e);
        if (!b) fail_msg("%s", e.message);
        assert_true(fuda_hash(a) == fuda_hash(b));
        fuda_free(b);
        b = fuda_replay_seek(r, 10, &e);
        fuda_state *c = fuda_new(t.pack, &x, &e);
        play_on(c, 10, 6);
        assert_true(fuda_hash(c) == fuda_hash(b));
        assert_true(fuda_pack_cards(fuda_replay_pack(r)) > 10);
        fuda_free(a), fuda_free(b), fuda_free(c);
        fuda_replay_free(r);
        refused(fuda_replay_memory("cut", text, n / 2, &e) != NULL, &e, FUDA_ERROR_INPUT, "cut:");
        free(text);
        close_table(&t);
    }
    assert_null(fuda_replay_file("/nowhere", &e));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),   cmocka_unit_test(test_text),   cmocka_unit_test(test_cards),
        cmocka_unit_test(test_pack),    cmocka_unit_test(test_play),   cmocka_unit_test(test_setup),
        cmocka_unit_test(test_formats), cmocka_unit_test(test_copies), cmocka_unit_test(test_saves),
        cmocka_unit_test(test_replays)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
