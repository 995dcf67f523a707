/* Card files, the card list and the card base. All cards are made up. */
#include "cards/base.h"
#include "cards/form.h"
#include "games/rebirth/rebirth.h"
#include "cards/report.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

static const Game *game;
static CardList list;
static FileError error;

static int begin(void **state) {
    (void)state;
    game = game_by_key("rebirth");
    cards_init(&list, game);
    error.line[0] = 0;
    return 0;
}

static int end(void **state) {
    (void)state;
    cards_free(&list);
    return 0;
}

/* Reads a file from memory into 'list'. */
static bool take(const char *path, const char *text) {
    return cards_take(&list, path, text, strlen(text), &error);
}

/* ---- UTF-8 ----------------------------------------------------------------------------------- */

/* Overlong forms, surrogates, code points above U+10FFFF and truncated sequences are invalid. */
static void utf8_validation(void **state) {
    static const char *const broken[] = {"\xff",         "\x80",
                                         "\xc0\x80",     "\xe0\x80\x80",
                                         "\xed\xa0\x80", "\xf4\x90\x80\x80",
                                         "\xe3\x81",     "\xf8\x88\x80\x80\x80",
                                         "\xc2"};
    (void)state;
    for (unsigned i = 0; i < sizeof broken / sizeof *broken; i++)
        assert_int_equal(utf8_good(broken[i], strlen(broken[i])), 0);
    assert_int_equal(utf8_good("a札\xff", 5), 4);
    assert_int_equal(utf8_count("a札①"), 3);
    const char *s = "札";
    assert_int_equal(utf8_next(&s), 0x672D);
    assert_int_equal(utf8_next(&s), 0);
}

/* Half-width kana and ambiguous characters are narrow; a combining mark has no width. */
static void terminal_widths(void **state) {
    static const struct {
        const char *text;
        unsigned width;
    } rows[] = {{"a", 1}, {"札", 2}, {"【", 2}, {"＋", 2},
                {"ｱ", 1}, {"±", 1},  {"ー", 2}, {"か\xe3\x82\x99", 2},
                {"①", 1}};
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *s = rows[i].text;
        unsigned width = 0;
        for (uint32_t c; (c = utf8_next(&s));) width += utf8_width(c);
        assert_int_equal(width, rows[i].width);
    }
}

static void clipping_keeps_whole_characters(void **state) {
    (void)state;
    assert_int_equal(utf8_clip("札札", 6), 6);
    assert_int_equal(utf8_clip("札札", 5), 3);
    assert_int_equal(utf8_clip("", 5), 0);
    assert_int_equal(utf8_distance("灯台守", "灯台主", 3), 1);
    assert_int_equal(utf8_distance("灯台", "灯台守", 3), 1);
    assert_int_equal(utf8_distance("abc", "xyz", 1), 2);
}

static void one_line_strips_control_characters(void **state) {
    char s[] = "a\x1b[31m\nb\xc2\x9b"
               "c\x7f";
    (void)state;
    text_one_line(s);
    assert_string_equal(s, "a?[31m b??c?");
    assert_null(text_control("札\n\t"));
    assert_non_null(text_control("札\x01"));
}

/* ---- CSV ------------------------------------------------------------------------------------- */

/* Byte order mark, CRLF, quoting, full-width digits, blank lines, abilities split at icons. */
static void csv_columns_in_any_order(void **state) {
    (void)state;
    assert_true(take("a.csv", "\xef\xbb\xbf"
                              "text,DEF,atk,cost,type,name,traits,id,mood\r\n"
                              "\"一行目\n【永】：二つ目\n（注）\n【印】．札\",5,２,1,ch,\"灯 "
                              "\"\"守\"\"\",海/空,X-1,glad\r\n"
                              "\r\n"
                              ",,,,PA,相棒,,,\r\n"));
    assert_int_equal(list.n, 2);
    const PrintedCard *c = &list.card[0];
    assert_string_equal(c->name, "灯 \"守\"");
    assert_string_equal(c->serial, "X-1");
    assert_int_equal(c->kinds, kinds_named(game, "CH"));
    assert_int_equal(c->cost, 1);
    assert_int_equal(c->atk, 2);
    assert_int_equal(c->def, 5);
    assert_int_equal(c->ntraits, 2);
    assert_string_equal(c->traits[1], "空");
    assert_int_equal(c->ntext, 2);
    assert_string_equal(c->text[0], "一行目");
    assert_string_equal(c->text[1], "【永】：二つ目\n（注）\n【印】．札");
    assert_int_equal(list.card[1].cost, -1);
    assert_int_equal(list.nnotes, 1);
    assert_string_equal(list.note[0], "a.csv:1:39: unknown column 'mood' is ignored");
}

static void deer_implies_character(void **state) {
    char words[40];
    (void)state;
    assert_int_equal(kinds_named(game, "DEER"), 1u << RK_DEER | 1u << RK_CH);
    assert_int_equal(kinds_named(game, "RE"), 1u << RK_RE);
    assert_int_equal(kinds_named(game, "XX"), 0);
    assert_string_equal(kinds_words(game, 1u << RK_DEER | 1u << RK_CH, words, sizeof words),
                        "DEER");
    assert_string_equal(kinds_words(game, 1u << RK_CH, words, sizeof words), "CH");
}

static void bad_files_report_one_line_with_position(void **state) {
    static const char *const rows[][3] = {
        {"a.csv", "", "a.csv: the file is empty"},
        {"a.csv", " \n", "a.csv: the file is empty"},
        {"a.csv", "name,type\n札,\xff\n",
         "a.csv:2:3: broken UTF-8 (byte 0xff); save the file as UTF-8"},
        {"a.csv", "name,type\na\x1b,CH\n",
         "a.csv:2:2: control character 0x1b: this is not a text file"},
        {"a.csv", "name,type\n", "a.csv: contains no cards"},
        {"a.csv", "name,type,name\n", "a.csv:1:11: duplicate column 'name'"},
        {"a.csv", "name,type\n\"a,CH\n", "a.csv:2:1: the quote that starts here is never closed"},
        {"a.csv", "name,type\n札\"a,CH\n",
         "a.csv:2:2: a quote inside an unquoted field; quote the whole field and double the inner "
         "quote"},
        {"a.csv", "name,type\n\"札\"a,CH\n",
         "a.csv:2:4: a comma or the end of the line must follow the quote"},
        {"a.csv", "name,type\na\n", "a.csv:2:1: 1 fields, but 2 in the header"},
        {"a.csv", "name,type\n札,XX\n", "a.csv:2:3: unknown type 'XX'; one of CH, RE, PA, DEER"},
        {"a.csv", "name,type\n,PA\n", "a.csv:2:1: the card has no name"},
        {"a.csv", "name,type,cost\n札,CH,one\n",
         "a.csv:2:6: 'one' is not a valid cost; write a number from 0 to 999 or leave it empty"},
        {"a.csv", "name,type,cost\n札,CH,1\n", "a.csv:2:1: 札: a card of this type needs an ATK"},
        {"a.json", "[{\"name\": \"札\"", "a.json:1:13: not JSON: '}' expected near end of file"},
        {"a.json", "{}",
         "a.json:1:1: neither an array of cards nor an object with 'Cards' (.r4uset)"},
        {"a.json", "[]", "a.json: contains no cards"},
        {"a.json", "[1]", "a.json: card 1 (without a name): must be an object"},
        {"a.json", "[{\"name\": 1}]", "a.json: card 1 (without a name): 'name' must be a string"},
        {"a.json", "[{\"name\": \"札\"}]", "a.json: card 1 (札): the card has no type"},
        {"a.json", "[{\"name\": \"札\", \"type\": \"PA\", \"cost\": -1}]",
         "a.json: card 1 (札): 'cost' must be a number from 0 to 999"},
        {"a.json", "[{\"name\": \"札\", \"type\": \"PA\", \"text\": [1]}]",
         "a.json: card 1 (札): 'text' must be an array of strings"},
        {"a.json", "[{\"name\": \"\\u001b\", \"type\": \"PA\"}]",
         "a.json: card 1 (without a name): control character in 'name'"},
        {"a.r4uset", "{\"Cards\": [{\"Name\": {\"JP\": \"札\"}, \"Type\": \"Pirate\"}]}",
         "a.r4uset: card 1 (札): unknown Type 'Pirate'; one of Character, Rebirth, Partner"},
        {"a.r4uset",
         "{\"Cards\": [{\"Name\": {\"JP\": null}, \"Serial\": \"A/1-1\", \"Type\": \"Partner\"}]}",
         "a.r4uset: card 1 (A/1-1): the card has no name"},
        {"a.r4uset",
         "{\"Cards\": [{\"Name\": {\"JP\": \"札\"}, \"Type\": \"Partner\", \"Effect\": {}}]}",
         "a.r4uset: card 1 (札): 'Effect' must be an array"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_false(take(rows[i][0], rows[i][1]));
        assert_string_equal(error.line, rows[i][2]);
        assert_int_equal(list.n, 0);
    }
}

/* Limits apply before a file is parsed, also to endless files. */
static void size_limits(void **state) {
    size_t size = LINE_MAX_BYTES + 100;
    char *text = malloc(size);
    (void)state;
    memset(text, 'a', size);
    assert_false(cards_take(&list, "a.csv", text, size, &error));
    assert_string_equal(error.line, "a.csv:1:1: record longer than 1048576 bytes");
    free(text);
    assert_false(cards_read(&list, "/dev/zero", &error));
    assert_string_equal(error.line, "/dev/zero: is a device, not a file");
    assert_false(cards_read(&list, "tests", &error));
    assert_string_equal(error.line, "tests: is a directory");
}

/* ---- JSON, .r4uset --------------------------------------------------------------------------- */

/* Traits and text as strings or arrays; an unknown field is noted once. */
static void json_fields(void **state) {
    (void)state;
    assert_true(take(
        "a.json",
        "[{\"name\": \"札\", \"type\": \"CH\", \"cost\": 2, \"atk\": 3, \"def\": 4, \"traits\": "
        "\"海/空\","
        " \"text\": [\"【永】：一\", \"【永】：二\"], \"alternates\": [\"X-1S\"], \"mood\": 1},"
        " {\"name\": \"祭\", \"type\": \"RE\", \"text\": \"【永】：一\\n【永】：二\", \"mood\": "
        "2}]"));
    assert_int_equal(list.n, 2);
    assert_int_equal(list.card[0].ntraits, 2);
    assert_int_equal(list.card[0].ntext, 2);
    assert_int_equal(list.card[0].nalso, 1);
    assert_int_equal(list.card[1].ntext, 2);
    assert_int_equal(list.nnotes, 1);
}

/* Missing Japanese text, null fields, names in Latin letters, and a card that lacks its cost. */
static void r4uset_quirks(void **state) {
    (void)state;
    assert_true(take("a.r4uset",
                     "\xef\xbb\xbf{\"Version\": 1, \"Cards\": ["
                     "{\"Serial\": \"Ab/001-1\", \"Name\": {\"EN\": \"Lamp\", \"JP\": \"灯\"}, "
                     "\"Type\": \"Character\", \"Cost\": 1,"
                     " \"ATK\": 2, \"DEF\": 3, \"Trait\": [{\"EN\": \"Sea\", \"JP\": \"海\"}], "
                     "\"Alternates\": [{\"Serial\": \"Ab/001-1S\"}],"
                     " \"Effect\": [{\"EN\": \"x\", \"JP\": \"【永】：一\\n（注）\"}, {\"EN\": "
                     "\"lost\", \"JP\": null}, {\"EN\": null, \"JP\": null}]},"
                     "{\"Serial\": \"Ab/001-2\", \"Name\": {\"EN\": \"Mate\", \"JP\": \"相\"}, "
                     "\"Type\": \"Partner\", \"Traits\": null, \"Effect\": null},"
                     "{\"Serial\": \"Ab/001-3\", \"Name\": {\"EN\": \"LATIN\", \"JP\": \"\"}, "
                     "\"Type\": \"Rebirth\", \"Cost\": null, \"Effect\": []},"
                     "{\"Serial\": \"Ab/001-4\", \"Name\": {\"EN\": \"Odd\", \"JP\": \"奇\"}, "
                     "\"Type\": \"Character\"}]}"));
    assert_int_equal(list.n, 4);
    const PrintedCard *c = list.card;
    assert_string_equal(c[0].title, "AB");
    assert_int_equal(c[0].ntraits, 1);
    assert_int_equal(c[0].ntext, 2);
    assert_string_equal(c[0].text[0], "【永】：一\n（注）");
    assert_string_equal(c[0].text[1], "");
    assert_string_equal(c[0].also[0], "Ab/001-1S");
    assert_int_equal(c[1].ntext, 0);
    assert_string_equal(c[2].name, "LATIN");
    assert_string_equal(c[3].fault, "a card of this type needs a cost");
    assert_int_equal(list.nnotes, 2);
}

/* ---- finding --------------------------------------------------------------------------------- */

static bool count(void *context, const PrintedCard *c) {
    (void)c;
    return ++*(unsigned *)context, true;
}

/* Number of cards that a lookup visits. */
static unsigned found(const char *name) {
    unsigned n = 0;
    cards_each(&list, name, count, &n);
    return n;
}

static void lookup_by_name_and_serial(void **state) {
    (void)state;
    assert_true(take(
        "a.json",
        "[{\"id\": \"X-1\", \"name\": \"灯台守\", \"type\": \"PA\", \"alternates\": [\"X-1S\"]},"
        " {\"id\": \"X-2\", \"name\": \"灯台守\", \"type\": \"RE\"}, {\"name\": \"岬\", \"type\": "
        "\"PA\"}]"));
    assert_int_equal(found("灯台守"), 2);
    assert_int_equal(found("X-1"), 1);
    assert_int_equal(found("X-1S"), 1);
    assert_int_equal(found("岬"), 1);
    assert_int_equal(found(""), 0);
    assert_int_equal(found("灯台"), 0);
    assert_string_equal(cards_nearest(&list, "灯台主"), "灯台守");
    assert_null(cards_nearest(&list, "まったく別の名"));
}

/* Order of traits, widths, blanks and reminder text do not matter; a number does. */
static void printings_compare_equal(void **state) {
    (void)state;
    assert_true(take("a.json", "[{\"name\": \"札\", \"type\": \"RE\", \"traits\": [\"海\", "
                               "\"空\"], \"text\": [\"【永】：＋１。（注）\"]},"
                               " {\"name\": \"札\", \"type\": \"RE\", \"traits\": [\"空\", "
                               "\"海\"], \"text\": [\"【永】： +1。\\n\"]},"
                               " {\"name\": \"札\", \"type\": \"RE\", \"traits\": [\"空\", "
                               "\"海\"], \"text\": [\"【永】：＋２。\"]}]"));
    assert_true(cards_equal(&list.card[0], &list.card[1]));
    assert_false(cards_equal(&list.card[1], &list.card[2]));
}

/* ---- the base -------------------------------------------------------------------------------- */

static char folder[] = "/tmp/fuda-test-XXXXXX", base_path[64];

/* Path of a base that does not exist. */
static const char *fresh_path(void) {
    snprintf(base_path, sizeof base_path, "%s/cards.db", folder);
    unlink(base_path);
    return base_path;
}

/* One card with an ability that compiles and one that does not, and a partner. */
static const char two_cards[] = "[{\"id\": \"X-1\", \"name\": \"灯台守\", \"type\": \"CH\", "
                                "\"cost\": 1, \"atk\": 2, \"def\": 3, \"traits\": [\"海\", \"空\"],"
                                " \"alternates\": [\"X-1S\"], \"text\": "
                                "[\"【スパーク】：あなたは１枚引く。\", \"【永】：読めない文。\"]},"
                                " {\"name\": \"相棒\", \"type\": \"PA\"}]";

/* Importing twice gives the same base; loading it gives the same cards. */
static void base_round_trip(void **state) {
    (void)state;
    SetReport r;
    CardList back;
    const char *path = fresh_path();
    assert_true(take("a.json", two_cards));
    Base *b = base_open(path, true, &error);
    assert_non_null(b);
    for (int again = 0; again < 2; again++) {
        assert_true(base_import(b, &list, "a", &r, &error));
        assert_int_equal(r.cards, 2);
        assert_int_equal(r.abilities, 2);
        assert_int_equal(r.compiled + r.refused, 2);
        assert_int_equal(r.refused, 1);
        assert_int_equal(r.cards_refused, 1);
    }
    base_close(b);
    cards_init(&back, game);
    assert_true(base_load(path, &back, &error));
    assert_int_equal(back.n, 2);
    for (unsigned i = 0; i < 2; i++) {
        assert_true(cards_equal(&list.card[i], &back.card[i]));
        assert_string_equal(list.card[i].serial, back.card[i].serial);
    }
    assert_int_equal(back.card[0].nalso, 1);
    cards_free(&back);
    unlink(path);
}

static void base_leaves_foreign_files_alone(void **state) {
    (void)state;
    const char *path = fresh_path();
    assert_null(base_open(path, false, &error));
    assert_non_null(strstr(error.line, "no such card base"));
    assert_int_not_equal(access(path, F_OK), 0);
    FILE *f = fopen(path, "w");
    fputs("this is somebody's diary and no data base at all, whatever its name may say about it",
          f);
    fclose(f);
    assert_null(base_open(path, true, &error));
    assert_non_null(strstr(error.line, "is not a card base"));
    unlink(path);
    Base *b = base_open(path, true, &error);
    assert_non_null(b);
    base_close(b); /* removes the empty base */
    assert_int_not_equal(access(path, F_OK), 0);
}

static void wait_ms(long ms) { nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL); }

/* Opens the base, imports the list as 'mine' if not null, and lets another process import it as
 * 'other' meanwhile. Returns the exit code of that. */
static int import_in_turn(const char *path, const char *mine, const char *other) {
    SetReport r;
    int code = 0;
    pid_t child = fork(); /* first: a lock is shared with processes made later */
    assert_true(child >= 0);
    if (child == 0) {
        wait_ms(150);
        Base *b = base_open(path, true, &error);
        const bool ok = b && base_import(b, &list, other, &r, &error) && r.cards == 2;
        base_close(b);
        _exit(!ok);
    }
    Base *b = base_open(path, true, &error);
    assert_non_null(b);
    if (mine) assert_true(base_import(b, &list, mine, &r, &error));
    wait_ms(400);
    base_close(b);
    assert_true(waitpid(child, &code, 0) == child);
    return code;
}

/* An import waits for the one that uses the base, and makes it anew if that left nothing. */
static void imports_take_turns(void **state) {
    (void)state;
    BaseTotals t;
    const char *path = fresh_path();
    assert_true(take("a.json", two_cards));
    assert_int_equal(import_in_turn(path, NULL, "a"), 0);
    assert_int_equal(import_in_turn(path, "b", "c"), 0);
    Base *b = base_open(path, false, &error);
    assert_non_null(b);
    assert_true(base_totals(b, game, &t, &error));
    assert_int_equal(t.cards, 6);
    base_close(b);
    unlink(path);
}

/* Phrases that name a group, and the page as a whole. */
static void report_names_missing_constructs(void **state) {
    (void)state;
    char words[64], html[80];
    report_words("【自】：１２枚引く。", 4, words, sizeof words);
    assert_string_equal(words, "N枚引く");
    report_words("あ。い、う", 1, words, sizeof words);
    assert_string_equal(words, "。い");
    report_words("あ", 1, words, sizeof words);
    assert_string_equal(words, "(end)");
    report_words("【自】：カラスを引く。", 5, words, sizeof words); /* whole words only */
    assert_string_equal(words, "カラスを引く");
    report_words("あなたの控え室オーバーフローカードを", 0, words, sizeof words);
    assert_string_equal(words, "あなたの控え室オーバーフローカード");
    assert_int_equal(report_heading_at("あなたの手札から選び、", 6), 4); /* 手札から */
    assert_int_equal(report_heading_at("する。それがこの", 4), 3);
    assert_int_equal(report_heading_at("１枚引く", 0), 0);
    assert_int_equal(report_heading_at("あ", 1), 1);
    assert_int_equal(report_heading_at("", 0), 0);
    const char *path = fresh_path();
    SetReport r;
    ReportTotals t;
    assert_true(take("a.json", two_cards));
    Base *b = base_open(path, true, &error);
    assert_true(base_import(b, &list, "a", &r, &error));
    snprintf(html, sizeof html, "%s/report.html", folder);
    assert_true(report_html(b, game, html, &t, &error));
    assert_int_equal(t.base.cards, 2);
    assert_int_equal(t.groups, 1);
    assert_int_equal(access(html, R_OK), 0);
    assert_false(report_html(b, game, "/nowhere/report.html", &t, &error));
    assert_non_null(strstr(error.line, "/nowhere/report.html: cannot be written"));
    base_close(b);
    unlink(html);
    unlink(path);
}

static void missing_text_never_compiles(void **state) {
    (void)state;
    Compiled made;
    compile_text(game, 1, "", &made);
    assert_false(made.ok);
    compiled_free(&made);
    compile_text(game, 1, "【スパーク】：あなたは１枚引く。", &made);
    assert_true(made.ok);
    assert_non_null(made.en);
    assert_non_null(made.ja);
    assert_true(made.code_size > 0);
    compiled_free(&made);
    assert_int_equal(strlen(compiler_version()), 16);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {TEST(utf8_validation),
                                       TEST(terminal_widths),
                                       TEST(clipping_keeps_whole_characters),
                                       TEST(one_line_strips_control_characters),
                                       TEST(csv_columns_in_any_order),
                                       TEST(deer_implies_character),
                                       TEST(bad_files_report_one_line_with_position),
                                       TEST(size_limits),
                                       TEST(json_fields),
                                       TEST(r4uset_quirks),
                                       TEST(lookup_by_name_and_serial),
                                       TEST(printings_compare_equal),
                                       TEST(base_round_trip),
                                       TEST(base_leaves_foreign_files_alone),
                                       TEST(imports_take_turns),
                                       TEST(report_names_missing_constructs),
                                       TEST(missing_text_never_compiles)};
    if (!mkdtemp(folder)) return 1;
    int code = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(folder);
    return code;
}
