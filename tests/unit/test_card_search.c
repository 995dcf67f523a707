/* Searching cards: folding, the query language, matches and their order. */
#include "cards/search.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const Game *game;
static CardList cards;
static SearchIndex *shelf;
static FileError error;

static const char list[] = "id,name,type,cost,atk,def,traits,text\n"
                           "M-1,カラス,CH,1,2,3,鳥/森,\n"
                           "M-2,カラスの親方,CH,2,4,5,鳥,【起】：あなたは１枚引く。\n"
                           "M-3,猫,CH,3,6,7,森,【自】：カラスを１枚引く。\n"
                           "M-4,カラス,CH,1,2,3,鳥/森,\n"
                           "M-5,Ｃｒｏｗ 夜,RE,,,,,\n";

static void folding_drops_what_does_not_matter(void **state) {
    Arena a = {0};
    (void)state;
    assert_string_equal(card_search_fold(&a, "ＡｂＣ　カラスヴ１\n"), "abc からすゔ1 ");
    assert_string_equal(card_search_fold(&a, "漢字ー々𠮟"), "漢字ー々𠮟");
    assert_string_equal(card_search_fold(&a, ""), "");
    arena_free(&a);
}

/* The serials that a query finds, in order. */
static const char *found(const char *a, const char *b) {
    static char out[200];
    const char *const word[] = {a, b};
    SearchQuery q;
    Found *f;
    unsigned n;
    *out = 0;
    assert_true(card_search_parse(&q, game, word, b ? 2 : 1, &error));
    assert_true(card_search_run(shelf, &q, &f, &n, &error));
    for (unsigned i = 0; i < n; i++) {
        strcat(out, f[i].card->serial);
        strcat(out, f[i].printings > 1 ? "+ " : " ");
    }
    free(f);
    card_search_query_free(&q);
    return out;
}

static void names_come_before_texts(void **state) {
    (void)state;
    assert_string_equal(found("からす", NULL), "M-1+ M-2 M-3 ");
    assert_string_equal(found("カラス", "引く"), "M-2 M-3 ");
    assert_string_equal(found("crow", NULL), "M-5 ");
    assert_string_equal(found("M-4", NULL), "M-1+ "); /* a printing is found by its serial */
    assert_string_equal(found("カラス", "-親方"), "M-1+ M-3 ");
    assert_string_equal(found("象", NULL), "");
}

static void fields_and_numbers(void **state) {
    (void)state;
    assert_string_equal(found("trait:森", NULL), "M-1+ M-3 ");
    assert_string_equal(found("特徴:鳥", "コスト:2"), "M-2 ");
    assert_string_equal(found("cost:2+", NULL), "M-2 M-3 ");
    assert_string_equal(found("cost:1-2", NULL), "M-1+ M-2 ");
    assert_string_equal(found("cost:-1", NULL), "M-1+ ");
    assert_string_equal(found("cost<3", "cost>=2"), "M-2 ");
    assert_string_equal(found("atk>4", NULL), "M-3 ");
    assert_string_equal(found("kind:re", NULL), "M-5 ");
    assert_string_equal(found("-kind:ch", NULL), "M-5 ");
    assert_string_equal(found("understood:no", NULL), "M-3 ");
    assert_string_equal(found("understood:yes", "cost:3"), "");
}

static void wrong_queries_say_what_is_right(void **state) {
    static const char *const rows[][2] = {
        {"cost:", "something must follow"},        {"cost:x", "a number is written"},
        {"cost:1-x", "a number is written"},       {"cost:99999999999", "a number is written"},
        {"kind:zz", "no such kind; there are CH"}, {"foo:x", "no such field; there are name"},
        {"understood:maybe", "understood:yes"},    {"\xff", "broken UTF-8"}};
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        SearchQuery q;
        assert_false(card_search_parse(&q, game, &rows[i][0], 1, &error));
        assert_non_null(strstr(error.line, rows[i][1]));
    }
    SearchQuery q; /* a colon in a text is no field */
    const char *const text = "【起】：あなた";
    assert_true(card_search_parse(&q, game, &text, 1, &error));
    assert_int_equal(q.term[0].field, SEARCH_ANY);
    card_search_query_free(&q);
}

static void many_words_are_refused(void **state) {
    const char *word[SEARCH_MAX_TERMS + 1];
    SearchQuery q;
    (void)state;
    for (unsigned i = 0; i <= SEARCH_MAX_TERMS; i++) word[i] = "あ";
    assert_true(card_search_parse(&q, game, word, SEARCH_MAX_TERMS, &error));
    card_search_query_free(&q);
    assert_false(card_search_parse(&q, game, word, SEARCH_MAX_TERMS + 1, &error));
}

static int begin(void **state) {
    (void)state;
    game = game_by_key("rebirth");
    cards_init(&cards, game);
    if (!cards_take(&cards, "list.csv", list, sizeof list - 1, &error)) return 1;
    shelf = card_search_open(&cards, &error);
    return shelf ? 0 : 1;
}

static int end(void **state) {
    (void)state;
    card_search_close(shelf);
    cards_free(&cards);
    return 0;
}

int main(void) {
#define TEST(name) cmocka_unit_test(name)
    const struct CMUnitTest tests[] = {TEST(folding_drops_what_does_not_matter),
                                       TEST(names_come_before_texts), TEST(fields_and_numbers),
                                       TEST(wrong_queries_say_what_is_right),
                                       TEST(many_words_are_refused)};
    return cmocka_run_group_tests(tests, begin, end);
}
