/* Deck files, card lookup and deck building rules. All cards are made up except the names of the
 * deer, which the rules list. */
#include "cards/load.h"
#include "games/rebirth/deck.h"
#include "vm/vm.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const Game *game;
static FileError error;

/* ---- files ----------------------------------------------------------------------------------- */

/* Comments, full-width counts, serials in brackets, section lines. */
static void text_deck(void **state) {
    DeckFile d;
    const char text[] = "\xef\xbb\xbf# a comment\r\n4 灯 守\r\n  ２x 岬 \n\nmain\n1 第二 "
                        "[X-2]\npartners\n3 相棒\ndeer:\n1 鹿\n";
    (void)state;
    assert_true(deck_take(&d, game, "a/night.txt", text, sizeof text - 1, &error));
    assert_int_equal(d.n, 5);
    assert_string_equal(d.name, "night");
    assert_string_equal(d.line[0].name, "灯 守");
    assert_int_equal(d.line[0].count, 4);
    assert_string_equal(d.line[1].name, "岬");
    assert_int_equal(d.line[1].count, 2);
    assert_int_equal(d.line[1].line, 3);
    assert_int_equal(d.line[1].column, 3);
    assert_int_equal(d.line[2].pile, PILE_MAIN);
    assert_int_equal(d.line[3].pile, RPILE_PARTNERS);
    assert_int_equal(d.line[4].pile, RPILE_DEER);
    deck_free(&d);
}

static void r4udek_deck(void **state) {
    DeckFile d;
    const char text[] =
        "{\"Name\": \"夜\", \"Remarks\": null, \"Ratios\": {\"X-1\": 4, \"X-2S\": 3}}";
    (void)state;
    assert_true(deck_take(&d, game, "a.r4udek", text, sizeof text - 1, &error));
    assert_int_equal(d.n, 2);
    assert_string_equal(d.name, "夜");
    assert_string_equal(d.line[1].name, "X-2S");
    assert_int_equal(d.line[1].pile, PILE_BY_KIND);
    deck_free(&d);
}

static void bad_decks_report_one_line_with_position(void **state) {
    static const char *const rows[][2] = {
        {"", "d.txt: the file is empty"},
        {"# nothing\n", "d.txt: contains no cards"},
        {"4 札\n  札\n", "d.txt:2:3: '札': a line is `4 card name`, `# comment`, or one of `main`, "
                         "`partners`, `deer`"},
        {"4札\n", "d.txt:1:1: '4札': a line is `4 card name`, `# comment`, or one of `main`, "
                  "`partners`, `deer`"},
        {"0 札\n", "d.txt:1:1: the count must be at least 1"},
        {"99999999999999999999 札\n", "d.txt:1:1: more than 1000 cards in one deck"},
        {"600 札\n600 札\n", "d.txt:2:1: more than 1000 cards in one deck"},
        {"4 \xe6\x9c\n", "d.txt:1:3: broken UTF-8 (byte 0xe6); save the file as UTF-8"},
        {"{\"Name\": ", "d.txt:1:9: not JSON: unexpected token near end of file"},
        {"{\"Name\": \"x\"}", "d.txt:1:1: no 'Ratios': this is not an r4utools deck"},
        {"{\"Ratios\": {\"X\": 0}}", "d.txt: card 1 (X): the count must be at least 1"},
        {"{\"Ratios\": {\"X\": \"4\"}}", "d.txt: card 1 (X): the count must be at least 1"},
        {"{\"Ratios\": {\"X\": 999, \"Y\": 2}}", "d.txt: more than 1000 cards in one deck"},
    };
    DeckFile d;
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_false(deck_take(&d, game, "d.txt", rows[i][0], strlen(rows[i][0]), &error));
        assert_string_equal(error.line, rows[i][1]);
    }
}

/* Cards that share names: across piles, with different texts, and as printings of one card. */
static const char own_cards[] =
    "[{\"id\": \"X-1\", \"name\": \"灯台守\", \"type\": \"RE\"}, {\"id\": \"X-1P\", \"name\": "
    "\"灯台守\", \"type\": \"PA\"},"
    " {\"id\": \"X-2\", \"name\": \"岬\", \"type\": \"RE\", \"alternates\": [\"X-2S\"]},"
    " {\"id\": \"X-3\", \"name\": \"岬\", \"type\": \"RE\", \"text\": \"【永】：別\"},"
    " {\"id\": \"X-4\", \"name\": \"港\", \"type\": \"RE\"}, {\"id\": \"X-5\", \"name\": \"港\", "
    "\"type\": \"RE\"}]";

static void lookup_by_pile_and_serial(void **state) {
    static const char text[] = "1 灯台守\n1 岬\n1 岬 [X-3]\n1 X-2S\n1 港\n1 灯台主\n1 "
                               "なにもない\npartners\n1 灯台守\n1 岬 [X-2]\n";
    static const char *const serial[] = {"X-1", NULL, "X-3",  "X-2", "X-4",
                                         NULL,  NULL, "X-1P", "X-2"};
    DeckFile d;
    CardList cards;
    (void)state;
    cards_init(&cards, game);
    assert_true(cards_take(&cards, "c.json", own_cards, strlen(own_cards), &error));
    assert_true(deck_take(&d, game, "d.txt", text, strlen(text), &error));
    assert_int_equal(deck_find(&d, &cards), 3);
    for (unsigned i = 0; i < d.n; i++) {
        if (!serial[i])
            assert_null(d.line[i].card);
        else
            assert_string_equal(d.line[i].card->serial, serial[i]);
    }
    assert_string_equal(d.line[1].why, "several cards are called 岬; add [X-2] or [X-3]");
    assert_string_equal(d.line[5].why, "unknown card '灯台主'; did you mean '灯台守'?");
    assert_string_equal(d.line[6].why, "unknown card 'なにもない'");
    assert_false(deck_error(&d, &d.line[6], &error, "%s", d.line[6].why));
    assert_string_equal(error.line, "d.txt:7:1: unknown card 'なにもない'");
    deck_free(&d);
    cards_free(&cards);
}

/* ---- the rules ------------------------------------------------------------------------------- */

/* Definitions of the test pack. */
enum { CH = 1, RE = CH + 13, PA, FREE, TWIN, DEER, DEFS = DEER + 5 };
static CardDef def[DEFS + 1];
static AbilityDef abil[2] = {{0}, {.kind = ABIL_DECK}};
static const Code code[] = {0, OP_NUM, 29};
static char names[(DEFS + 1) * 40];
static Pack pack = {
    .def = def, .abil = abil, .code = code, .strings = names, .ndef = DEFS + 1, .nabil = 2};
static unsigned char marked[CLAUSE_COUNT];

/* Observer.mark: records which clauses were applied. */
static void mark(Observer *o, const Run *r, Clause c) {
    (void)o;
    (void)r;
    marked[c] = 1;
}

static void name_def(unsigned d, const char *name, unsigned kinds) {
    def[d] = (CardDef){.name = d * 40, .kinds = (uint8_t)kinds};
    snprintf(names + d * 40, 40, "%s", name);
}

/* 13 characters, a Re birth card, a partner, a card without a limit of copies, one with the name of
 * the first character, deer. */
static void make_pack(void) {
    static const char *const deer[] = {"シカ", "共鳴 シカ", "シカコレ シカ", "激動 シカ",
                                       "ツノださん"};
    char name[40];
    for (unsigned d = CH; d <= DEFS; d++) {
        snprintf(name, sizeof name, "札%u", d);
        name_def(d, name, d == RE ? 1u << RK_RE : d == PA ? 1u << RK_PA : 1u << RK_CH);
    }
    def[FREE].nabil = 1;
    def[FREE].abil = 1;
    name_def(TWIN, "札1", 1u << RK_CH);
    for (unsigned i = 0; i < 5; i++) name_def(DEER + i, deer[i], 1u << RK_CH | 1u << RK_DEER);
}

/* A deck as the three lists that the check takes. */
typedef struct Deck {
    DefId main[120], side[8], extra[8];
    unsigned nmain, nside, nextra;
} Deck;

/* 50 characters, at most four of each, and three partners. */
static Deck legal_deck(void) {
    Deck d = {.nside = 3, .side = {PA, PA, PA}};
    for (unsigned i = 0; i < 50; i++) d.main[d.nmain++] = (DefId)(CH + i / 4);
    return d;
}

static DeckFault fault[16];
/* Returns the number of faults; sets fault[] and marked[]. */
static unsigned check(const Deck *d) {
    Observer o = {.mark = mark};
    Run r = {.g = game, .pack = &pack, .obs = &o};
    memset(marked, 0, sizeof marked);
    const DeckLists lists = {.pile = {d->main, d->side, d->extra},
                             .n = {d->nmain, d->nside, d->nextra}};
    return rebirth_deck_check(&r, &lists, fault, 16);
}

/* A clause is marked when it is checked, even if the deck satisfies it. */
static void legal_deck_marks_every_clause(void **state) {
    static const Clause clauses[] = {RB_6_1_1_1, RB_6_1_1_2, RB_6_1_1_3,
                                     RB_6_1_1_4, RB_6_1_1_5, RB_12_2_1_2};
    Deck d = legal_deck();
    (void)state;
    assert_int_equal(check(&d), 0);
    for (unsigned i = 0; i < sizeof clauses / sizeof *clauses; i++) assert_true(marked[clauses[i]]);
    assert_false(marked[RB_6_1_2_1]);
    assert_false(marked[RB_12_2_1_3]);
}

/* Exactly one fault, with these values. */
static void expect_fault(const Deck *d, Clause clause, DefId def_wanted, unsigned have,
                         unsigned allowed) {
    assert_int_equal(check(d), 1);
    assert_int_equal(fault[0].clause, clause);
    assert_int_equal(fault[0].def, def_wanted);
    assert_int_equal(fault[0].have, have);
    assert_int_equal(fault[0].allowed, allowed);
}

static void main_deck_has_fifty_cards(void **state) {
    (void)state;
    for (unsigned n = 49; n <= 51; n += 2) {
        Deck d = legal_deck();
        d.nmain = n;
        if (n > 50) d.main[50] = CH + 12;
        expect_fault(&d, RB_6_1_1_1, NONE, n, 50);
    }
}

static void at_most_four_of_a_name(void **state) {
    (void)state;
    Deck d = legal_deck();
    d.main[49] = CH;
    expect_fault(&d, RB_6_1_1_2, CH, 5, 4);
    d.main[49] = TWIN; /* another card with the same name */
    expect_fault(&d, RB_6_1_1_2, CH, 5, 4);
}

/* 6.1.2.1: without a number the limit is gone, with a number it changes. */
static void text_lifts_copy_limit(void **state) {
    (void)state;
    Deck d = legal_deck();
    for (unsigned i = 20; i < 50; i++) d.main[i] = FREE;
    assert_int_equal(check(&d), 0);
    assert_true(marked[RB_6_1_2_1]);
    abil[1].body = 1; /* NUM 29 */
    expect_fault(&d, RB_6_1_1_2, FREE, 30, 29);
    abil[1].body = 0;
}

static void at_most_eight_rebirths(void **state) {
    (void)state;
    Deck d = legal_deck();
    for (unsigned i = 0; i < 8; i++) d.main[i] = RE;
    def[RE].nabil = 1, def[RE].abil = 1; /* lifts the limit per name */
    assert_int_equal(check(&d), 0);
    d.main[8] = RE;
    expect_fault(&d, RB_6_1_1_3, NONE, 9, 8);
    make_pack();
}

static void three_separate_partners(void **state) {
    (void)state;
    Deck d = legal_deck();
    d.main[48] = d.main[49] = PA;
    expect_fault(&d, RB_6_1_1_4, PA, 2, 0);
    d = legal_deck();
    d.main[0] = d.main[1] = d.main[49] = PA; /* one fault, wherever they are */
    expect_fault(&d, RB_6_1_1_4, PA, 3, 0);
    d = legal_deck();
    d.nside = 2;
    expect_fault(&d, RB_6_1_1_5, NONE, 2, 3);
    d.nside = 4;
    d.side[3] = PA;
    expect_fault(&d, RB_6_1_1_5, NONE, 4, 3);
    d.side[3] = CH;
    expect_fault(&d, RB_6_1_1_5, CH, 1, 0);
}

static void deer_deck_has_one_of_each(void **state) {
    (void)state;
    Deck d = legal_deck();
    d.main[49] = DEER;
    expect_fault(&d, RB_12_2_1_2, DEER, 1, 0);
    d = legal_deck();
    for (unsigned i = 0; i < 5; i++) d.extra[i] = (DefId)(DEER + i);
    d.nextra = 5;
    assert_int_equal(check(&d), 0);
    assert_true(marked[RB_12_2_1_3]);
    d.nextra = 4;
    expect_fault(&d, RB_12_2_1_3, NONE, 4, 5);
    d.nextra = 6;
    d.extra[5] = DEER;
    expect_fault(&d, RB_12_2_1_3, DEER, 2, 1);
    d.extra[5] = CH;
    expect_fault(&d, RB_12_2_1_3, CH, 1, 0);
}

/* The check counts all faults even if it cannot store them. */
static void fault_count_exceeds_buffer(void **state) {
    const DeckLists none = {0};
    Run r = {.g = game, .pack = &pack};
    (void)state;
    assert_int_equal(rebirth_deck_check(&r, &none, fault, 1), 2);
    assert_int_equal(fault[0].clause, RB_6_1_1_1);
    assert_int_equal(rebirth_deck_check(&r, &none, NULL, 0), 2);
}

/* Each names the card it is about. */
static void every_fault_has_a_message(void **state) {
    static const DeckFault rows[] = {{RB_6_1_1_1, NONE, 49, 50}, {RB_6_1_1_2, CH, 5, 4},
                                     {RB_6_1_1_3, NONE, 9, 8},   {RB_6_1_1_4, PA, 1, 0},
                                     {RB_6_1_1_5, NONE, 2, 3},   {RB_6_1_1_5, CH, 1, 0},
                                     {RB_12_2_1_2, DEER, 1, 0},  {RB_12_2_1_3, NONE, 4, 5},
                                     {RB_12_2_1_3, DEER, 2, 1},  {RB_12_2_1_3, CH, 1, 0}};
    Run r = {.g = game, .pack = &pack};
    char what[300];
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        card_form(game)->say(&r, &rows[i], what, sizeof what);
        assert_true(strlen(what) > 10);
        if (rows[i].def) assert_non_null(strstr(what, pack_name(&pack, rows[i].def)));
    }
}

/* ---- loading --------------------------------------------------------------------------------- */

static void shipped_decks_load(void **state) {
    static const char *const decks[] = {"shiomi-control", "hoshimi-combo",
                                        "decks/rebirth/yoimachi-rush.txt"};
    CardList cards;
    LoadedDeck *d = malloc(sizeof *d);
    Builder *b = builder_new(game);
    (void)state;
    cards_init(&cards, game);
    if (!load_default_cards(&cards, &error)) fail_msg("%s", error.line);
    for (unsigned i = 0; i < 3; i++) {
        if (!load_deck(game, b, &cards, decks[i], 0, 0, d, &error)) fail_msg("%s", error.line);
        assert_int_equal(d->n[PILE_MAIN], 50);
        assert_int_equal(d->n[RPILE_PARTNERS], 3);
        assert_int_equal(d->left_out, 0);
        assert_int_equal(loaded_deck(d).n[PILE_MAIN], 50);
    }
    assert_false(load_deck(game, b, &cards, "no-such-deck", 0, 0, d, &error));
    assert_string_equal(
        error.line,
        "no-such-deck: there is no such deck or file; `fuda deck list rebirth` lists the decks");
    builder_free(b);
    cards_free(&cards);
    free(d);
}

static int begin(void **state) {
    (void)state;
    game = game_by_key("rebirth");
    make_pack();
    return game ? 0 : 1;
}

int main(void) {
#define TEST(name) cmocka_unit_test(name)
    const struct CMUnitTest tests[] = {TEST(text_deck),
                                       TEST(r4udek_deck),
                                       TEST(bad_decks_report_one_line_with_position),
                                       TEST(lookup_by_pile_and_serial),
                                       TEST(legal_deck_marks_every_clause),
                                       TEST(main_deck_has_fifty_cards),
                                       TEST(at_most_four_of_a_name),
                                       TEST(text_lifts_copy_limit),
                                       TEST(at_most_eight_rebirths),
                                       TEST(three_separate_partners),
                                       TEST(deer_deck_has_one_of_each),
                                       TEST(fault_count_exceeds_buffer),
                                       TEST(every_fault_has_a_message),
                                       TEST(shipped_decks_load)};
    return cmocka_run_group_tests(tests, begin, NULL);
}
