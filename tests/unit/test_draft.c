/* A deck being built: plain lists, changes, undo, writing; and joining card lists. */
#include "cards/draft.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const Game *game;
static CardList cards;
static FileError error;

static const char list[] = "id,name,type,cost,atk,def,text\n"
                           "M-1,甲,CH,2,2,3,\n"
                           "M-2,乙 2,CH,1,4,5,\n"
                           "M-3,丙,RE,,,,\n"
                           "M-4,相棒,PA,,,,\n"
                           "M-5,双子,CH,1,1,1,\n"
                           "M-6,双子,CH,2,2,2,\n";

/* The draft after reading a list, as text. */
static char *read_list(Draft *d, const char *text, DraftReport *r) {
    draft_init(d, &cards);
    assert_true(draft_take(d, "list", text, strlen(text), r, &error));
    return draft_text(d, DRAFT_TEXT, "list");
}

static void plain_lists(void **state) {
    static const char *const rows[][2] = {
        {"4 甲", "4 甲\n"},
        {"甲 x4", "4 甲\n"},
        {"甲×4", "4 甲\n"},
        {"甲 4枚", "4 甲\n"},
        {"４枚　甲", "4 甲\n"},
        {"M-1,3", "3 甲\n"},
        {"3x 甲\r\n", "3 甲\n"},
        {"\"甲\",2", "2 甲\n"},
        {"甲", "1 甲\n"},
        {"乙 2", "1 乙 2\n"},
        {"乙 2 x3", "3 乙 2\n"},
        {"2 乙 2", "2 乙 2\n"},
        {"2 甲\n2 甲", "4 甲\n"},
        {"1 相棒", "partners\n1 相棒\n"},
        {"3 双子 [M-6]", "3 双子 [M-6]\n"},
        {"# a\n# b\n1 甲", "# a\n# b\n1 甲\n"},
        {"# a\n# cost 1\n1 甲\n# cost 2\n1 丙", "# a\n1 甲\n1 丙\n"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        Draft d;
        DraftReport r;
        char *text = read_list(&d, rows[i][0], &r);
        assert_string_equal(text, rows[i][1]);
        assert_int_equal(r.unknown + r.skipped, 0);
        free(text);
        draft_free(&d);
    }
}

static void what_is_no_card_is_said(void **state) {
    Draft d;
    DraftReport r;
    (void)state;
    char *text = read_list(&d, "my deck\n4 甲\n3 丁\n1 双子\n0 甲\n", &r);
    assert_int_equal(r.skipped, 2); /* the heading, and none of a card */
    assert_string_equal(r.first_skipped, "my deck");
    assert_int_equal(r.unknown, 2);
    assert_non_null(strstr(r.first_unknown, "unknown card '丁'"));
    assert_string_equal(text, "4 甲\n3 丁\n1 双子\n"); /* unknown lines stay as they were written */
    free(text);
    draft_free(&d);
}

static void changes_and_undo(void **state) {
    Draft d;
    (void)state;
    draft_init(&d, &cards);
    assert_false(draft_undo(&d));
    assert_int_equal(draft_change(&d, &cards.card[0], PILE_MAIN, 4), 4);
    assert_int_equal(draft_change(&d, &cards.card[0], PILE_MAIN, -1), 3);
    assert_int_equal(draft_change(&d, &cards.card[3], draft_pile(game, &cards.card[3]), 1), 1);
    assert_int_equal(draft_count(&d, PILE_MAIN), 3);
    assert_int_equal(draft_count(&d, 1), 1);
    assert_int_equal(draft_change(&d, &cards.card[0], PILE_MAIN, -9), 0);
    assert_int_equal(draft_count(&d, PILE_MAIN), 0);
    assert_true(draft_undo(&d));
    assert_int_equal(draft_count(&d, PILE_MAIN), 3);
    assert_true(draft_undo(&d) && draft_undo(&d) && draft_undo(&d));
    assert_false(draft_undo(&d));
    assert_int_equal(d.now.n, 0);
    assert_int_equal(draft_change(&d, &cards.card[0], PILE_MAIN, 100000), DECK_MAX_CARDS);
    draft_free(&d);
}

static void other_forms(void **state) {
    Draft d, back;
    DraftReport r;
    (void)state;
    char *text = read_list(&d, "2 甲\n1 双子 [M-6]\n1 相棒", &r);
    free(text);
    text = draft_text(&d, DRAFT_SERIALS, "x");
    assert_string_equal(text, "1 M-6\n2 M-1\npartners\n1 M-4\n");
    free(text);
    text = draft_text(&d, DRAFT_R4UDEK, "名\"前");
    draft_init(&back, &cards);
    assert_true(draft_take(&back, "x.r4udek", text, strlen(text), &r, &error));
    assert_int_equal(r.cards, 4);
    assert_int_equal(draft_count(&back, 1), 1);
    free(text);
    draft_free(&back);
    draft_free(&d);
}

/* ---- joining --------------------------------------------------------------------------------- */

static const char other[] = "id,name,type,cost,atk,def,text\n"
                            "M-1,甲,CH,9,2,3,\n" /* another card under a serial that is taken */
                            "M-3,丙,RE,,,,\n"    /* the same card */
                            "N-1,新,CH,1,1,1,\n";
static const char fixes[] =
    "id,from,what,value,clause\nN-1,2026-01-01,text,【起】：あなたは１枚引く。,\n"
    "M-1,2026-01-01,text,,\nX-9,2026-01-01,text,,\n";

static void joined_lists_keep_the_first_card(void **state) {
    CardList a, b;
    (void)state;
    cards_init(&a, game);
    cards_init(&b, game);
    assert_true(cards_take(&a, "list.csv", list, sizeof list - 1, &error));
    assert_true(cards_take(&b, "other.csv", other, sizeof other - 1, &error));
    assert_true(cards_take(&b, "fixes.csv", fixes, sizeof fixes - 1, &error));
    unsigned before = a.n;
    assert_int_equal(cards_join(&a, &b), 1);
    assert_int_equal(b.n, 0);
    assert_int_equal(a.n, before + 1);
    assert_int_equal(a.card[0].cost, 2);
    assert_int_equal(a.nnotes, 1);
    assert_non_null(strstr(a.note[0], "M-1"));
    assert_int_equal(a.ncorrections, 1); /* of the new card alone */
    assert_true(cards_correct(&a, NULL, &error));
    assert_int_equal(a.card[before].ntext, 1);
    cards_free(&b);
    cards_free(&a);
}

static int begin(void **state) {
    (void)state;
    game = game_by_key("rebirth");
    cards_init(&cards, game);
    return cards_take(&cards, "list.csv", list, sizeof list - 1, &error) ? 0 : 1;
}

static int end(void **state) {
    (void)state;
    cards_free(&cards);
    return 0;
}

int main(void) {
#define TEST(name) cmocka_unit_test(name)
    const struct CMUnitTest tests[] = {TEST(plain_lists), TEST(what_is_no_card_is_said),
                                       TEST(changes_and_undo), TEST(other_forms),
                                       TEST(joined_lists_keep_the_first_card)};
    return cmocka_run_group_tests(tests, begin, end);
}
