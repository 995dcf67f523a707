/* Decks of ninja: names with epithets, and the deck rules of 402. All cards are made up. */
#include "cards/load.h"
#include "games/ninja/deck.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const Game *game;
static FileError error;

/* ---- reading --------------------------------------------------------------------------------- */

static const char cards[] =
    "id,name,epithet,type,cost,karate,endurance,sabotage,attributes,text,ukemi\n"
    "N-1,雨だれ,,CH,2,3,2,★,忍×影/流れ者,\"◆一。\n（注）\n◆二。\n・三\",\n"
    "N-2,雨だれ,夜,CH,3,4,1,★★★,,,箱。\n"
    "N-3,雨だれ,朝,CH,3,4,1,2,,,\n"
    "N-4,夕立,夏,KO,1,,,,,四。,\n"
    "N-5,時雨,秋,KO,0,,,,,,\n"
    "N-6,時雨◆冬,,キャラクター,10,０,１,,,,\n";

static void read_cards(CardList *l) {
    cards_init(l, game);
    if (!cards_take(l, "c.csv", cards, strlen(cards), &error)) fail_msg("%s", error.line);
}

/* Three stats, stars, epithets in a column or in the name, one ability per line. */
static void csv_stats_epithet_and_box(void **state) {
    CardList l;
    (void)state;
    read_cards(&l);
    const PrintedCard *c = l.card;
    assert_int_equal(l.n, 6);
    assert_int_equal(c[0].cost, 2);
    assert_int_equal(c[0].atk, 3);
    assert_int_equal(c[0].def, 2);
    assert_int_equal(c[0].third, 1);
    assert_int_equal(c[0].ntraits, 2);
    assert_string_equal(c[0].traits[0], "忍×影");
    assert_int_equal(c[0].ntext, 2);
    assert_string_equal(c[0].text[0], "◆一。\n（注）");
    assert_string_equal(c[0].text[1], "◆二。\n・三");
    assert_int_equal(c[1].third, 3);
    assert_string_equal(c[1].epithet, "夜");
    assert_string_equal(c[1].box, "箱。");
    assert_string_equal(c[1].label, "雨だれ◆夜");
    assert_int_equal(c[2].third, 2);
    assert_int_equal(c[3].kinds, 1u << NK_KO);
    assert_string_equal(c[5].name, "時雨"); /* name and epithet in one field */
    assert_string_equal(c[5].epithet, "冬");
    assert_int_equal(c[5].third, 0);
    assert_false(cards_equal(&c[1], &c[2]));
    cards_free(&l);
}

static void json_fields(void **state) {
    static const char text[] =
        "[{\"id\": \"N-2\", \"name\": \"雨だれ\", \"epithet\": \"夜\", \"type\": \"CH\", \"cost\": "
        "3, "
        "\"karate\": 4, \"endurance\": 1, \"sabotage\": \"★★★\", \"attributes\": [], \"ukemi\": "
        "\"箱。\"}, {\"name\": \"梅雨\", \"type\": \"CH\", \"cost\": 1, \"karate\": 2, "
        "\"endurance\": 3, "
        "\"sabotage\": 4, \"attributes\": \"忍/水\", \"atk\": 1}]";
    CardList l, other;
    (void)state;
    read_cards(&other);
    cards_init(&l, game);
    if (!cards_take(&l, "c.json", text, strlen(text), &error)) fail_msg("%s", error.line);
    assert_true(cards_equal(&l.card[0], &other.card[1]));
    assert_int_equal(l.card[1].third, 4);
    assert_int_equal(l.card[1].ntraits, 2);
    assert_int_equal(l.nnotes, 1); /* ninja has no atk */
    cards_free(&l);
    cards_free(&other);
}

static void bad_cards_report_one_line(void **state) {
    static const char *const rows[][2] = {
        {"name,type,cost,karate,endurance\n雨,CH,1,1,\n",
         "c.csv:2:1: 雨: a card of this type needs endurance"},
        {"name,type,cost,karate,endurance\n雨,KO,,,\n",
         "c.csv:2:1: 雨: a card of this type needs a cost"},
        {"name,type,cost,sabotage\n雨,KO,1,★x\n",
         "c.csv:2:8: '★x' is not a valid sabotage; write a number from 0 to 999 or leave it empty"},
        {"name,cost\n雨,1\n",
         "c.csv:1:1: the header has no column 'type' (a card file begins with a header such as "
         "id,name,epithet,type,cost,karate,endurance,sabotage,attributes,text,ukemi)"},
    };
    CardList l;
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        cards_init(&l, game);
        assert_false(cards_take(&l, "c.csv", rows[i][0], strlen(rows[i][0]), &error));
        assert_string_equal(error.line, rows[i][1]);
        cards_free(&l);
    }
}

/* A bare name means the card without epithet, or the only one of that name; else it is ambiguous.
 */
static void deck_lines_with_epithets(void **state) {
    static const char text[] =
        "4 雨だれ◆夜\n4 雨だれ\n4 夕立\n4 時雨\n4 N-3\n4 雨だれ◆昼\nmain\n1 時雨◆冬\n";
    static const char *const serial[] = {"N-2", "N-1", "N-4", NULL, "N-3", NULL, "N-6"};
    DeckFile d;
    CardList l;
    (void)state;
    read_cards(&l);
    if (!deck_take(&d, game, "d.txt", text, strlen(text), &error)) fail_msg("%s", error.line);
    assert_int_equal(deck_find(&d, &l), 2);
    for (unsigned i = 0; i < d.n; i++) {
        if (serial[i])
            assert_string_equal(d.line[i].card->serial, serial[i]);
        else
            assert_null(d.line[i].card);
    }
    assert_string_equal(d.line[3].why, "several cards are called 時雨; write 時雨◆秋 or 時雨◆冬");
    assert_string_equal(d.line[5].why, "unknown card '雨だれ◆昼'; did you mean '雨だれ◆夜'?");
    deck_free(&d);
    assert_false(deck_take(&d, game, "d.txt", "x\n", 2, &error));
    assert_string_equal(error.line,
                        "d.txt:1:1: 'x': a line is `4 card name`, `# comment`, or `main`");
    cards_free(&l);
}

/* ---- 402 ------------------------------------------------------------------------------------- */

/* Definitions of the test pack. */
enum { FIRST = 1, NIGHT = 15, DAY, BOX, DEFS = BOX + 20 };
static CardDef def[DEFS + 1];
static char strings[(DEFS + 1) * 20];
static const uint32_t term[] = {0, 1, 5};
static Pack pack = {.def = def, .strings = strings, .term = term, .ndef = DEFS + 1, .nterm = 3};
static unsigned char marked[CLAUSE_COUNT];

/* Observer.mark: records which clauses were applied. */
static void mark(Observer *o, const Run *r, Clause c) {
    (void)o;
    (void)r;
    marked[c] = 1;
}

/* 14 cards, two with the same name and different epithets, and 20 with a box. */
static void make_pack(void) {
    strcpy(strings + 1, "夜");
    strcpy(strings + 5, "昼");
    for (unsigned d = 1; d <= DEFS; d++) {
        def[d] = (CardDef){.name = d * 20, .kinds = 1u << (d & 1 ? NK_CH : NK_KO), .box = d >= BOX};
        snprintf(strings + d * 20, 20, "札%u", d);
    }
    def[DAY].name = def[NIGHT].name;
    def[NIGHT].epithet = 1;
    def[DAY].epithet = 2;
}

typedef struct Deck {
    DefId card[60], pool[60];
    DeckLists lists;
} Deck;

/* A deck of n cards, four copies of each. */
static void fill(Deck *d, unsigned n) {
    memset(d, 0, sizeof *d);
    for (unsigned i = 0; i < n; i++) d->card[i] = (DefId)(FIRST + i / 4);
    d->lists = (DeckLists){.pile = {d->card}, .n = {n}};
}

static DeckFault fault[8];
/* Returns the number of faults; sets fault[] and marked[]. */
static unsigned check(const Deck *d) {
    Observer o = {.mark = mark};
    Run r = {.g = game, .pack = &pack, .obs = &o};
    memset(marked, 0, sizeof marked);
    return ninja_deck_check(&r, &d->lists, fault, 8);
}

/* Exactly one fault, with these values. */
static void expect_fault(const Deck *d, Clause clause, DefId def_wanted, unsigned have,
                         unsigned allowed) {
    assert_int_equal(check(d), 1);
    assert_int_equal(fault[0].clause, clause);
    assert_int_equal(fault[0].def, def_wanted);
    assert_int_equal(fault[0].have, have);
    assert_int_equal(fault[0].allowed, allowed);
    assert_true(marked[clause]);
}

static void constructed_has_fifty_cards(void **state) {
    Deck d;
    (void)state;
    fill(&d, 50);
    assert_int_equal(check(&d), 0);
    assert_true(marked[NS_402_1] && marked[NS_402_2] && marked[NS_402_4a] && marked[NS_402_4b] &&
                marked[NS_402_4c]);
    assert_false(marked[NS_402_3a] || marked[NS_402_3b] || marked[NS_402_3c]);
    for (unsigned n = 49; n <= 51; n += 2) {
        fill(&d, n);
        expect_fault(&d, NS_402_4a, NONE, n, 50);
    }
}

static void at_most_four_of_a_label(void **state) {
    Deck d;
    (void)state;
    fill(&d, 50);
    d.card[49] = FIRST;
    expect_fault(&d, NS_402_4b, FIRST, 5, 4);
    fill(&d, 50);
    for (unsigned i = 40; i < 48; i++) d.card[i] = i < 44 ? NIGHT : DAY;
    assert_int_equal(check(&d), 0); /* a different epithet makes a different card */
    d.card[48] = DAY;
    expect_fault(&d, NS_402_4b, DAY, 5, 4);
}

static void at_most_sixteen_boxes(void **state) {
    Deck d;
    (void)state;
    fill(&d, 50);
    for (unsigned i = 0; i < 16; i++) d.card[i] = (DefId)(BOX + i);
    assert_int_equal(check(&d), 0);
    d.card[16] = BOX + 16;
    expect_fault(&d, NS_402_4c, NONE, 17, 16);
}

/* A sealed pool (G-11): seven copies of one card, 23 cards with a box. */
static void open_boosters(Deck *d) {
    fill(d, 40);
    for (unsigned i = 0; i < 7; i++) d->card[i] = BOX;
    for (unsigned i = 7; i < 23; i++) d->card[i] = (DefId)(BOX + 1 + i % 4);
    memcpy(d->pool, d->card, sizeof d->pool);
    d->lists.pool = d->pool;
    d->lists.npool = 40;
    d->lists.format = (unsigned)format_by_key(game, "sealed");
}

/* Cards outside the pool, too many copies, too many and too few cards. */
static void sealed_deck_uses_the_pool(void **state) {
    Deck d;
    (void)state;
    open_boosters(&d);
    assert_int_equal(check(&d), 0);
    assert_true(marked[NS_402_2] && marked[NS_402_3a] && marked[NS_402_3b] && marked[NS_402_3c]);
    assert_false(marked[NS_402_4a] || marked[NS_402_4b] || marked[NS_402_4c]);
    d.card[39] = NIGHT;
    expect_fault(&d, NS_402_3a, NIGHT, 1, 0);
    d.card[39] = BOX; /* the eighth copy */
    expect_fault(&d, NS_402_3a, BOX, 8, 7);
    open_boosters(&d);
    d.card[40] = NIGHT;
    d.lists.n[PILE_MAIN] = 41;
    assert_int_equal(check(&d), 2);
    assert_int_equal(fault[0].have, 41);
    assert_int_equal(fault[1].def, NIGHT);
    d.lists.n[PILE_MAIN] = 39; /* the whole pool must be in the deck */
    expect_fault(&d, NS_402_3a, NONE, 39, 40);
}

static void formats_have_different_rules(void **state) {
    Deck d;
    (void)state;
    open_boosters(&d);
    d.lists.format = 0;
    assert_int_equal(check(&d), 3); /* 40 cards, a card over its limit, 23 with a box */
    fill(&d, 50);
    d.lists.format = (unsigned)format_by_key(game, "sealed");
    expect_fault(&d, NS_402_3a, NONE, 50, 40);
}

static void every_fault_has_a_message(void **state) {
    static const DeckFault rows[] = {{NS_402_3a, NONE, 41, 40}, {NS_402_3a, NIGHT, 2, 1},
                                     {NS_402_3a, NIGHT, 1, 0},  {NS_402_4a, NONE, 49, 50},
                                     {NS_402_4b, NIGHT, 5, 4},  {NS_402_4c, NONE, 17, 16}};
    Run r = {.g = game, .pack = &pack};
    char what[300];
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        card_form(game)->say(&r, &rows[i], what, sizeof what);
        assert_true(strlen(what) > 10);
        if (rows[i].def) assert_non_null(strstr(what, "札15◆夜"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv_stats_epithet_and_box),    cmocka_unit_test(json_fields),
        cmocka_unit_test(bad_cards_report_one_line),    cmocka_unit_test(deck_lines_with_epithets),
        cmocka_unit_test(constructed_has_fifty_cards),  cmocka_unit_test(at_most_four_of_a_label),
        cmocka_unit_test(at_most_sixteen_boxes),        cmocka_unit_test(sealed_deck_uses_the_pool),
        cmocka_unit_test(formats_have_different_rules), cmocka_unit_test(every_fault_has_a_message),
    };
    game = game_by_key("ninja");
    make_pack();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
