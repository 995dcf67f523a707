/* Corrections by date: what a card says on a date, and errors in a list. All cards are made up. */
#include "cards/base.h"
#include "cards/load.h"
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static const Game *game;
static FileError error;
static CardList list;

static const char cards[] =
    "id,name,epithet,type,cost,karate,endurance,sabotage,attributes,text,ukemi\n"
    "A-1,雨だれ,,CH,2,3,2,★,流れ者,\"◆古い。\n◆二つ目。\",\n"
    "A-2,雨だれ,夜,CH,3,3,2,★★,忍×影/流れ者,,古い箱。\n"
    "A-3,にわか雨,,KO,1,,,,,三行。,\n";

static bool take(const char *path, const char *text) {
    return cards_take(&list, path, text, strlen(text), &error);
}

/* Loads the cards with these corrections, as of a date. */
static bool begin(const char *rows, const char *as_of) {
    char text[2000];
    snprintf(text, sizeof text, "id,from,what,value,clause\n%s", rows);
    cards_free(&list);
    cards_init(&list, game);
    assert_true(take("c.csv", cards));
    return take("e.csv", text) && cards_correct(&list, as_of, &error);
}

static void correction_applies_from_its_date(void **state) {
    static const char rows[] = "A-1,2026-02-13,text,◆新しい。,1602.1\n";
    (void)state;
    assert_true(begin(rows, "2026-02-12"));
    assert_int_equal(list.card[0].ntext, 2);
    assert_string_equal(list.card[0].text[0], "◆古い。");
    assert_int_equal(list.card[0].nfix, 0);
    assert_true(cards_correct(&list, "2026-02-13", &error));
    assert_int_equal(list.card[0].ntext, 1);
    assert_string_equal(list.card[0].text[0], "◆新しい。");
    assert_int_equal(list.card[0].nfix, 1);
    assert_int_equal(list.card[0].fix[0]->clause, NS_1602_1);
    assert_true(cards_correct(&list, "2026-02-12", &error)); /* going back in time works */
    assert_string_equal(list.card[0].text[1], "◆二つ目。");
    assert_true(cards_correct(&list, NULL, &error)); /* all corrections */
    assert_string_equal(list.card[0].text[0], "◆新しい。");
}

/* The file's order does not matter. */
static void corrections_apply_in_date_order(void **state) {
    static const char rows[] = "A-1,2026-02-13,text,\"◆三。\n◆四。\",1604\n"
                               "A-1,2025-05-02,text,◆二。,1608.1\n";
    (void)state;
    assert_true(begin(rows, "2025-06-01"));
    assert_string_equal(list.card[0].text[0], "◆二。");
    assert_int_equal(list.card[0].nfix, 1);
    assert_true(cards_correct(&list, "2026-03-01", &error));
    assert_int_equal(list.card[0].ntext, 2);
    assert_string_equal(list.card[0].text[0], "◆三。");
    assert_int_equal(list.card[0].nfix, 2);
    assert_int_equal(list.card[0].fix[0]->clause, NS_1608_1);
    assert_int_equal(list.card[0].fix[1]->clause, NS_1604);
}

static void box_corrections(void **state) {
    (void)state;
    assert_true(begin("A-2,2025-05-02,ukemi,新しい箱。,1609.2\n", NULL));
    assert_string_equal(list.card[1].box, "新しい箱。");
    assert_int_equal(list.card[1].ntext, 0);
    assert_string_equal(card_text(&list.card[1]).box, "新しい箱。");
    assert_true(cards_correct(&list, "2025-05-01", &error));
    assert_string_equal(list.card[1].box, "古い箱。");
    assert_true(begin("A-2,2025-05-02,ukemi,,\n", NULL)); /* removes the box; names no clause */
    assert_null(card_text(&list.card[1]).box);
}

/* One attribute removed, then another added, on different dates. */
static void attribute_corrections(void **state) {
    static const char rows[] =
        "A-2,2025-05-02,attribute-,流れ者,1607.1\nA-2,2026-02-13,attribute+,水,1605.1\n"
        "A-3,2026-02-13,attribute+,水,1606.1\n";
    (void)state;
    assert_true(begin(rows, "2025-05-01"));
    assert_int_equal(list.card[1].ntraits, 2);
    assert_true(cards_correct(&list, "2025-05-02", &error));
    assert_int_equal(list.card[1].ntraits, 1);
    assert_string_equal(list.card[1].traits[0], "忍×影");
    assert_int_equal(list.card[2].ntraits, 0);
    assert_true(cards_correct(&list, NULL, &error));
    assert_int_equal(list.card[1].ntraits, 2);
    assert_string_equal(list.card[1].traits[1], "水");
    assert_int_equal(list.card[2].ntraits, 1);
    assert_string_equal(card_text(&list.card[2]).traits[0], "水");
}

/* Errors of a row, of the header, and of a correction that cannot apply. */
static void errors_name_the_line(void **state) {
    static const char *const rows[][2] = {
        {"A-1,2026-02-30,text,x,1602.1\n",
         "e.csv:2:5: '2026-02-30' is not a date; write it as 2026-02-13"},
        {"A-1,13.2.2026,text,x,\n", "e.csv:2:5: '13.2.2026' is not a date; write it as 2026-02-13"},
        {"A-1,2026-02-13,text,x,\nA-9,2026-02-13,text,x,\n",
         "e.csv:3:1: A-9: no card has this number"},
        {"A-1,2026-02-13,name,x,\n", "e.csv:2:16: 'name' cannot be corrected; use text, ukemi, "
                                     "attribute+ or attribute-"},
        {"A-1,2026-02-13,text,x,1699.1\n", "e.csv:2:23: '1699.1' is not a clause of the rulebook"},
        {"A-1,2026-02-13,attribute+,,\n", "e.csv:2:27: '' is not an attribute"},
        {"A-1,2026-02-13,attribute-,海,\n",
         "e.csv:2:1: A-1: the card does not have this attribute"},
        {",2026-02-13,text,x,\n", "e.csv:2:1: '' is not a card number"},
        {"A-1,2026-02-13,text\n", "e.csv:2:1: 3 fields, but 5 in the header"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_false(begin(rows[i][0], NULL));
        assert_string_equal(error.line, rows[i][1]);
    }
    assert_false(take("e.csv", "id,from,what,value,why\n"));
    assert_non_null(strstr(error.line, "e.csv:1:20: the column 'why' is unknown"));
    assert_false(take("e.csv", "id,from,what,value\n"));
    assert_non_null(strstr(error.line, "e.csv:1:1: the header has no column 'clause'"));
    assert_false(begin("A-9,2026-02-13,text,x,\n", "2020-01-01")); /* also before its date */
}

/* Leap years, lengths of months, exact format. */
static void calendar_dates(void **state) {
    static const char *const good[] = {"2024-02-29", "2000-02-29", "2025-12-31"};
    static const char *const bad[] = {"2025-02-29", "1900-02-29", "2025-00-10", "2025-13-10",
                                      "2025-04-31", "2025-04-00", "2025-4-01",  "20250401",
                                      "",           "2025-04-011"};
    (void)state;
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++) assert_true(is_day(good[i]));
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(is_day(bad[i]));
}

static void reading_more_files_reverts_corrections(void **state) {
    (void)state;
    assert_true(begin("A-1,2026-02-13,text,◆新しい。,1602.1\n", NULL));
    assert_true(take("d.csv", "id,name,type,cost,karate,endurance\nB-1,つゆ,CH,1,1,1\n"));
    assert_string_equal(list.card[0].text[0], "◆古い。"); /* adding a card reverts corrections */
    assert_true(cards_correct(&list, NULL, &error));
    assert_string_equal(list.card[0].text[0], "◆新しい。");
    assert_int_equal(list.n, 4);
}

/* ---- clauses --------------------------------------------------------------------------------- */

static unsigned char marked[CLAUSE_COUNT];
/* Observer.mark: records which clauses were reported. */
static void mark(Observer *o, const Run *r, Clause c) {
    (void)o;
    (void)r;
    marked[c] = 1;
}

static void clauses_in_force_are_reported(void **state) {
    Observer o = {.mark = mark};
    Run r = {.g = game, .obs = &o};
    (void)state;
    memset(marked, 0, sizeof marked);
    assert_true(begin("A-1,2026-02-13,text,◆新しい。,1602.1\nA-2,2025-05-02,ukemi,箱。,1609.2\n",
                      "2025-12-31"));
    card_tell_corrected(&list.card[0], &r);
    assert_false(marked[NS_1601_1] || marked[NS_1602_1]);
    card_tell_corrected(&list.card[1], &r);
    assert_true(marked[NS_1601_1] && marked[NS_1609_2]);
    assert_true(cards_correct(&list, NULL, &error));
    card_tell_corrected(&list.card[0], &r);
    assert_true(marked[NS_1602_1]);
}

static void cards_day_selection(void **state) {
    char day[11];
    (void)state;
    assert_true(begin("A-1,2999-01-01,text,x,\n", "2026-02-13"));
    cards_day(&list, day);
    assert_string_equal(day, "2026-02-13");
    assert_true(cards_correct(&list, NULL, &error));
    cards_day(&list, day);
    assert_string_equal(day, "2999-01-01"); /* all corrections include future ones */
}

/* ---- the base -------------------------------------------------------------------------------- */

/* Cards and corrections survive a round trip through a base. */
static void base_stores_corrections(void **state) {
    char path[] = "/tmp/fuda-errata-XXXXXX";
    SetReport report;
    CardList back;
    (void)state;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    unlink(path);
    assert_true(begin("A-2,2025-05-02,ukemi,新しい箱。,1609.2\n", "2020-01-01"));
    Base *b = base_open(path, true, &error);
    assert_non_null(b);
    assert_true(base_import(b, &list, "all", &report, &error));
    assert_int_equal(report.cards, 3);
    assert_int_equal(report.abilities, 4);
    assert_int_equal(report.corrections, 1);
    assert_true(
        base_import(b, &list, "all", &report, &error)); /* importing again replaces the set */
    base_close(b);
    cards_init(&back, game);
    assert_true(base_load(path, &back, &error));
    assert_int_equal(back.n, 3);
    assert_int_equal(back.ncorrections, 1);
    assert_true(cards_equal(&back.card[1], &list.card[1]));
    assert_string_equal(back.card[1].label, "雨だれ◆夜");
    assert_int_equal(back.card[1].third, 2);
    assert_true(cards_correct(&back, NULL, &error));
    assert_string_equal(back.card[1].box, "新しい箱。");
    assert_int_equal(back.card[1].fix[0]->clause, NS_1609_2);
    cards_free(&back);
    unlink(path);
}

/* Turns a base back into schema 1 and loads it. */
static void base_upgrades_schema_1(void **state) {
    static const char back[] = "ALTER TABLE card DROP COLUMN third; ALTER TABLE card DROP COLUMN "
                               "epithet; DROP TABLE correction; PRAGMA user_version = 1;";
    char path[] = "/tmp/fuda-errata-XXXXXX";
    SetReport report;
    CardList again;
    sqlite3 *db;
    (void)state;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    unlink(path);
    assert_true(begin("A-3,2026-02-13,attribute+,水,\n", "2020-01-01"));
    Base *b = base_open(path, true, &error);
    assert_non_null(b);
    assert_true(base_import(b, &list, "all", &report, &error));
    base_close(b);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, back, NULL, NULL, NULL)) fail_msg("%s", sqlite3_errmsg(db));
    sqlite3_close(db);
    cards_init(&again, game);
    if (!base_load(path, &again, &error)) fail_msg("%s", error.line);
    assert_int_equal(again.n, 3);
    assert_int_equal(again.ncorrections, 0);
    assert_string_equal(again.card[2].name, "にわか雨");
    cards_free(&again);
    unlink(path);
}

static int forget(void **state) {
    (void)state;
    cards_free(&list);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(correction_applies_from_its_date),
        cmocka_unit_test(corrections_apply_in_date_order),
        cmocka_unit_test(box_corrections),
        cmocka_unit_test(attribute_corrections),
        cmocka_unit_test(errors_name_the_line),
        cmocka_unit_test(calendar_dates),
        cmocka_unit_test(reading_more_files_reverts_corrections),
        cmocka_unit_test(clauses_in_force_are_reported),
        cmocka_unit_test(cards_day_selection),
        cmocka_unit_test(base_stores_corrections),
        cmocka_unit_test(base_upgrades_schema_1),
    };
    game = game_by_key("ninja");
    return cmocka_run_group_tests(tests, NULL, forget);
}
