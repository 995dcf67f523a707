/* Parsing scenario files, with the positions of errors; and playing small ones. */
#include "scenario/ast.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static ScenarioError errors[16];
static unsigned nerrors;

static bool parses(const char *text) {
    return scenario_check_text(text, strlen(text), errors, 16, &nerrors);
}

/* Asserts the position and message of the text's first error. */
static void wrong(const char *text, unsigned line, unsigned column, const char *message) {
    assert_false(parses(text));
    assert_true(nerrors > 0);
    if (errors[0].line != line || errors[0].column != column || !strstr(errors[0].message, message))
        fail_msg("%u:%u: %s\nexpected %u:%u: … %s …", errors[0].line, errors[0].column,
                 errors[0].message, line, column, message);
}

static void good_files(void **state) {
    (void)state;
    static const char *const texts[] = {
        "scenario a\n",
        "# only a comment\n\n  # indented\nscenario a # not a comment\nat main\n",
        "game rebirth\ncard 甲 3/5 cost 2 〈海〉 〈空〉 title 海街\nscenario a\nP1\n  entry 甲 "
        "rested damage 2 as 主\n"
        "  member 1 乙(3/5 cost 1〈海〉)\n  hand none\n  souls of 主: 兵 x2\n  seats 4\nat "
        "main\nexpect 主 atk 3 def 5 rested\n",
        "scenario a\nat main\ndo P1 play 兵 to member 1, yes, done\nrefuse P1 option 4\nrun\nrun "
        "to main of P2\nsave\nconcede P1\n",
        "scenario a\nat main\nexpect P1 hand 2\nexpect P1 hand = 兵, 先 x2\nexpect P1 deck top = "
        "兵\nexpect P1 energy upright 2\n"
        "expect P2 sees P1 hand = ?, PA?, 兵\nexpect P1 members 2\nexpect P1 member 2 none\nexpect "
        "P1 souls of 先 = none\n"
        "expect P1 member 2 atk -1 not kind RE\nexpect options = use 兵 ability 2; "
        "attack-phase\nexpect no option done\n"
        "expect waiting 0\nexpect waiting 兵 1\nexpect no clause 9.6.2\nexpect not over\nexpect "
        "not attacking 兵\n"
        "expect why-not P1 use 兵: 9.6.2\nexpect nobody asked\nexpect asked P1 yesno\nexpect asked "
        "P1 "
        "card: 9.6.2\nexpect 兵 in "
        "P1 member 2\n",
        "as-of 2026-02-13\nscenario a\nat main\nrun to asked P1 card\nrun to asked P2\ndo now P1 "
        "done\nrefuse P1 energy 兵\nrefuse P1 attack: end attacks\nrefuse P1 attack with 兵\n"
        "do P1 card 兵, entry\nexpect option energy 兵\nexpect no option block: no block\nexpect "
        "options cancel = no cancel\nexpect P1 saw 兵\nexpect P2 not saw 兵, 先\n"
        "expect P1 saw = 兵 x2\nexpect P1 saw none\n",
        "scenario crlf\r\nat main\r\n",
        "\xef\xbb\xbfscenario with a mark\n",
        "card 《二 語》 1/1\ncard \"two words\" RE\nscenario a\nP1\n  hand 《二 語》, \"two "
        "words\"\nat main\nexpect 《二 語》 up\n",
    };
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!parses(texts[i]))
            fail_msg("text %u: %u:%u: %s", i, errors[0].line, errors[0].column, errors[0].message);
}

static void bad_lines(void **state) {
    (void)state;
    wrong("", 1, 1, "");
    wrong("# nothing\n", 1, 1, "no scenario");
    wrong("scenari a\n", 1, 1, "did you mean `scenario`");
    wrong("scenario\n", 1, 9, "needs a title");
    wrong("do P1 yes\n", 1, 1, "outside a scenario");
    wrong("scenario a\n  hand 兵\n", 2, 3, "an indented line belongs");
    wrong("scenario a\nexpct P1 hand 2\n", 2, 1, "did you mean `expect`");
    wrong("scenario a\nat main\nP1\n", 3, 1, "too late");
    wrong("scenario a\ndo P1 yes\ncard 甲 1/1\n", 3, 1, "too late");
    wrong("scenario a\nat 〈x\n", 2, 4, "never closed");
    wrong("scenario a\nP1\n  hand 甲(1/1\n", 3, 9, "never closed");
    wrong("scenario a\nP1\n  hand )\n", 3, 8, "without a `(`");
}

static void bad_headers(void **state) {
    (void)state;
    wrong("game rebrith\n", 1, 6, "did you mean `rebirth`");
    wrong("scenario a\nclauses 9.6.2 9.99\n", 2, 15, "no clause 9.99");
    wrong("scenario a\nat mian\n", 2, 4, "did you mean `main`");
    wrong("scenario a\nat attack-over\n", 2, 4, "cannot begin");
    wrong("scenario a\nplayers 9\n", 2, 9, "at most");
    wrong("scenario a\nplayers 1\n", 2, 1, "at least 2");
    wrong("scenario a\nformat standrad\n", 2, 8, "did you mean `standard`");
    wrong("scenario a\nturn P3\n", 2, 6, "a player");
    wrong("scenario a\nturns\n", 2, 6, "ends too early");
    wrong("scenario a\nseed 1 2\n", 2, 8, "end of the line");
    wrong("scenario a\nseed 99999999999999999999999\n", 2, 6, "a number");
}

static void bad_cards(void **state) {
    (void)state;
    wrong("card\n", 1, 5, "the name of a card");
    wrong("card 甲 3/5 5\n", 1, 12, "a kind");
    wrong("card 甲 cost x\n", 1, 13, "a cost");
    wrong("card 甲 9999/1\n", 1, 8, "at most 999");
    wrong("scenario a\nP1\n  hand 甲\n", 3, 8, "no card `甲`");
    wrong("card 見張り 1/1\nscenario a\nP1\n  hand 見張\n", 4, 8, "did you mean `見張り`");
    wrong("scenario a\nP1\n  hnad 兵\n", 3, 3, "did you mean `hand`");
    wrong("scenario a\nP1\n  member 兵\n", 3, 10, "number of a seat");
    wrong("scenario a\nP1\n  hand 兵 restd\n", 3, 10, "did you mean `rested`");
    wrong("scenario a\nP1\n  hand 兵 as A, 兵 as A\n", 3, 21, "is taken");
    wrong("scenario a\nP1\n  hand 兵 x2 as A\n", 3, 8, "names one card");
    wrong("scenario a\nP1\n  hand 兵 x99999999999\n", 3, 10, "at most 75");
    wrong("scenario a\nP1\n  souls 兵\n", 3, 9, "of CARD");
    wrong("scenario a\nP1\n  hand 甲(3/5 cots 2)\n", 3, 14, "cost");
}

static void bad_statements(void **state) {
    (void)state;
    wrong("scenario a\ndo P1\n", 2, 6, "an answer");
    wrong("scenario a\ndo P7 yes\n", 2, 4, "a player");
    wrong("scenario a\ndo P1 yess\n", 2, 7, "did you mean `yes`");
    wrong("scenario a\ndo P1 yes,\n", 2, 11, "an answer");
    wrong("scenario a\nrun main\n", 2, 5, "`to POINT`");
    wrong("scenario a\nexpect\n", 2, 7, "expected a condition");
    wrong("scenario a\nexpect P1\n", 2, 10, "a zone");
    wrong("scenario a\nexpect P1 hand\n", 2, 15, "a number");
    wrong("scenario a\nexpect P1 hand = 甲\n", 2, 18, "no card `甲`");
    wrong("scenario a\nexpect 兵 atck 3\n", 2, 10, "did you mean `atk`");
    wrong("scenario a\nexpect asked P1 crad\n", 2, 17, "did you mean `card`");
    wrong("scenario a\nexpect not asked P1 card: 9.6.2\n", 2, 25, "expected");
    wrong("scenario a\nexpect point main-start\n", 2, 14, "cannot be expected");
    wrong("scenario a\nexpect option done yes no yes no yes no yes no yes no yes no yes\n", 2, 59,
          "too many words");
    wrong("scenario a\nexpect clause 1.2.9.9\n", 2, 15, "no clause");
    wrong("scenario a\nrefuse P1 enregy 兵\n", 2, 11, "did you mean `energy`");
    wrong("scenario a\nrefuse P1 enregy: 兵\n", 2, 11, "unknown kind of question `enregy`; did");
    wrong("scenario a\nrefuse P1 energy:\n", 2, 18, "an answer");
    wrong("scenario a\nrun to asked card\n", 2, 14, "a player");
    wrong("scenario a\nrun to asked P1 crad\n", 2, 17, "did you mean `card`");
    wrong("scenario a\ndo now yes\n", 2, 8, "a player");
    wrong("scenario a\nexpect options crad = 兵\n", 2, 16, "did you mean `card`");
    wrong("scenario a\nexpect options card 兵\n", 2, 21, "`=`");
    wrong("scenario a\nexpect P1 saw\n", 2, 14, "a card");
    wrong("scenario a\nexpect P1 saw 甲\n", 2, 15, "no card `甲`");
    wrong("scenario a\nexpect P1 not sees\n", 2, 11, "`saw`");
    wrong("as-of 2026\nscenario a\n", 1, 7, "a day such as");
    wrong("turns 3\nscenario a\n", 1, 1, "outside a scenario");
    wrong("scenario a\nexpect not ovre\n", 2, 12, "over");
    wrong("scenario a\nexpect P1 sees P2 hand ?\n", 2, 24, "`=`");
    wrong("scenario a\nexpect why-not P1 yes 9.6\n", 2, 23, "neither a word");
}

/* An error in one scenario does not affect the others of the file. */
static void errors_are_local(void **state) {
    (void)state;
    static const char text[] = "scenario a\nexpect x\nscenario b\nat main\nscenario c\nexpect y\n";
    ScenarioFile *f = scenario_parse("f", text, sizeof text - 1);
    assert_int_equal(f->nscenarios, 3);
    assert_int_equal(f->nerrors, 0);
    assert_int_equal(f->first->nerrors, 1);
    assert_int_equal(f->first->next->nerrors, 0);
    assert_int_equal(f->last->nerrors, 1);
    scenario_free(f);
}

static void broken_bytes(void **state) {
    (void)state;
    wrong("scenario a\ndo P1 \xff\n", 2, 7, "");
    wrong("scenario \xe3\x81\n", 1, 10, "");
    char *text = malloc(3000000);
    assert_non_null(text);
    memset(text, 'x', 3000000);
    assert_false(scenario_check_text(text, 3000000, errors, 16, &nerrors));
    assert_int_equal(nerrors, 1);
    assert_int_equal(errors[0].line, 1);
    memset(text, ' ', 3000000);
    for (size_t i = 0; i < 3000000; i += 3) text[i] = '\n';
    assert_false(scenario_check_text(text, 3000000, errors, 16, &nerrors));
    free(text);
}

/* Parsing survives every prefix of a valid file and every file with one byte changed. */
static void cut_and_changed(void **state) {
    (void)state;
    static const char good[] =
        "card 甲 3/5 〈海〉\n  永【メンバー】あなたのエントリーを+2/±0。\nscenario a\nclauses "
        "9.6.2\nP1\n"
        "  member 1 甲 rested as 主, 兵 x2\n  souls of 主: 乙(1/1)\nat main\ndo P1 play 甲 to "
        "entry, yes\n"
        "expect P1 hand = 甲 x2; 兵\nexpect 《甲》 atk 3\nexpect why-not P1 use 甲: 9.6.2\n";
    char text[sizeof good];
    for (size_t i = 0; i < sizeof good; i++) scenario_check_text(good, i, errors, 16, &nerrors);
    for (size_t i = 0; i + 1 < sizeof good; i++)
        for (unsigned c = 0; c < 256; c += 17) {
            memcpy(text, good, sizeof good);
            text[i] = (char)c;
            scenario_check_text(text, sizeof good - 1, errors, 16, &nerrors);
        }
}

/* ---- playing ---- */

typedef struct Told {
    unsigned n, line, column;
    char message[1400];
    bool passed;
    unsigned nwarnings, warned; /* how many, line of the first */
    char warning[1400];
} Told;

static void record_result(void *ctx, const ScenarioResult *r) {
    Told *t = ctx;
    t->n++;
    t->passed = r->passed;
    t->nwarnings = r->nwarnings;
    if (r->nwarnings) {
        t->warned = r->warnings[0].line;
        snprintf(t->warning, sizeof t->warning, "%s", r->warnings[0].message);
    }
    if (!r->nerrors) return;
    t->line = r->errors[0].line;
    t->column = r->errors[0].column;
    snprintf(t->message, sizeof t->message, "%s", r->errors[0].message);
}

static void plays(const char *text, unsigned line, unsigned column, const char *message) {
    Told t = {0};
    scenario_run_text("test", text, strlen(text), 0, record_result, &t);
    if (!line && t.passed) return;
    if (t.passed || t.line != line || t.column != column || !strstr(t.message, message))
        fail_msg("%s: %u:%u: %s\nexpected %u:%u: … %s …", t.passed ? "passed" : "failed", t.line,
                 t.column, t.message, line, column, message);
}

static void playing(void **state) {
    (void)state;
    plays("scenario a\nP1\n  hand 甲(2/4), 乙(2/5)\nat main\nexpect asked P1 action\nexpect P1 "
          "hand 2\nexpect P1 deck 20\n"
          "do P1 play 甲 to member 2\nexpect P1 member 2 = 甲\nexpect 甲 atk 2 def 4 upright up\n",
          0, 0, "");
    plays("scenario a\nat main\nexpect P1 hand 1\n", 3, 1, "0 cards");
    plays("scenario a\nat main\nexpect asked P1 action: 7.4.2\n", 0, 0, "");
    plays("scenario a\nat main\nexpect asked P1 action: 7.4.1\n", 3, 1, "7.4.2 asks");
    plays("scenario a\nP1\n  hand 甲(2/4)\nat main\ndo P1 play 甲 to member 4\n", 5, 7,
          "cannot answer");
    plays("scenario a\nP1\n  hand 甲(2/4)\nat main\ndo P1 play 甲\n", 5, 7, "more than one");
    plays("scenario a\nP1\n  hand 甲(2/4)\nat main\nrefuse P1 play 甲 to entry\n", 5, 11,
          "is on offer");
    plays("scenario a\nat main\nexpect 兵 rested\n", 3, 8, "cards are called");
    plays("scenario a\nclauses 8.4.3\nat main\n", 2, 9, "did not run");
    plays("scenario a\nP1\n  deck 兵 x60\n  waiting 兵 x16\nat main\n", 4, 11, "too many cards");
    plays("scenario a\nP1\n  member 4 兵\nat main\n", 3, 3, "no seat 4");
    plays("scenario a\nP1\n  deck 兵 x9\nP2\n  deck 兵\nat game\nexpect P1 deck-fault 6.1.1.1\n", 0,
          0, "");
    plays("scenario a\nP1\n  deck 兵 x9\nP2\n  deck 兵\nat game\nexpect P1 deck-legal\n", 7, 1,
          "must have exactly 50");
    plays("scenario a\nP1\n  deck 兵 x9\nP2\n  deck 兵\nat game\nexpect P1 deck-fault 6.1.1.4\n", 7,
          1, "6.1.1.1");
    plays("scenario a\nat main\nexpect P1 deck-legal\n", 3, 11, "only be checked `at game`");
    plays(
        "scenario a\nP1\n  souls of 先: 兵\n  hand 兵\nat main\nexpect P1 souls of P1 entry = 兵\n",
        0, 0, "");
    plays("scenario a\ncard 甲 1/1\n  永【メンバー】あなたのふにゃふにゃ。\nat main\n", 3, 3 + 11,
          "not understood");
}

/* A hand of two, a scholar who draws and then discards, and somebody who can cancel. */
#define SCHOLAR                                                                                            \
    "card 学者 1/3\n  起【メンバー】[このキャラをレストする]あなたは1枚引く。" \
    "あなたは自分の手札を1枚すてる。\n"
#define CANCEL "card 止め 1/3\n  【キャンセル】：プレイ中の起動能力を取り消す。\n"

/* Statements that name a question refer to that one only. */
static void named_questions(void **state) {
    (void)state;
    static const char energy[] = "scenario a\nP1\n  hand 甲(1/3), 乙(1/3)\nat energy\n";
    char text[400];
    static const struct {
        const char *line;
        unsigned column;
        const char *message;
    } cases[] = {
        {"refuse P1 energy 兵\n", 0, ""},
        {"refuse P1 energy 甲\n", 11, "`energy: 甲` is on offer"},
        {"refuse P1 action 甲\n", 11, "P1 is not asked action; P1 is asked energy: 甲; 乙; done"},
        {"refuse P2 energy 兵\n", 11, "P2 is not asked energy"},
        {"expect option energy 甲\n", 0, ""},
        {"expect option action play 甲\n", 1, "P1 is asked energy"},
        {"expect no option action: attack-phase\n", 1, "P1 is asked energy"},
        {"expect options energy = 甲; 乙; done\n", 0, ""},
        {"expect options card = 甲; 乙; done\n", 1, "P1 is asked energy"},
        {"do P1 action: 甲\n", 7, "`action: 甲` matches more than one option"},
        {"do P1 block: 甲\n", 7, "P1 cannot answer `block: 甲`"},
        {"run to asked P1 action\nexpect no option energy 甲\n", 1, "P1 is asked action"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text, "%s%s", energy, cases[i].line);
        unsigned lines = strncmp(cases[i].line, "run", 3) ? 5 : 6;
        plays(text, cases[i].column ? lines : 0, cases[i].column, cases[i].message);
    }
}

/* `run to asked` stops at a question that the game answers by itself, and holds that moment. */
static void stops(void **state) {
    (void)state;
    static const char use[] =
        SCHOLAR "scenario a\nP1\n  member 1 学者\n  waiting none\nat main\ndo P1 use 学者\n";
    char text[800];
    static const struct {
        const char *lines;
        unsigned line, column;
        const char *message;
    } cases[] = {
        {"run to asked P1 card\nexpect P1 hand 1\nexpect P1 waiting 0\n", 0, 0, ""},
        {"run to asked P1 card\nrun to asked P1 card\nexpect P1 hand 1\n", 0, 0, ""},
        {"run to asked P1 card\nexpect P1 waiting 1\n", 10, 1, "0 cards"},
        {"run to asked P1 card\nrefuse P1 card 兵\n", 10, 11, "is on offer"},
        {"run to asked P1 card\nrefuse P1 action 兵\n", 10, 11,
         "not asked action; P1 is asked card"},
        {"run to asked P1 card\ndo P1 兵\nexpect P1 waiting 1\nrefuse P1 action 兵\n", 0, 0, ""},
        {"run to asked P1 card\ndo P1 兵\nrun to asked P1 card\n", 11, 1, "question card to P1"},
        {"run to asked P2 block\n", 9, 1, "cannot reach a question block to P2"},
        {"refuse P1 card 学者\n", 0, 0, ""},
        {"refuse P1 card 兵\n", 9, 11, "is on offer"},
        {"expect no option card 兵\n", 9, 1, "not true"},
        {"expect not asked P1 card\n", 9, 1, "P1 was asked card"},
        {"expect not asked P1 yesno\nexpect not asked P2\n", 0, 0, ""},
        {"expect not asked P1\n", 9, 1, "P1 was asked"},
        {"do P1 attack-phase\nexpect not asked P1 card\n", 0, 0, ""},
        {"run to turn of P2\nexpect not asked P1 attack\n", 10, 1, "P1 was asked attack"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text, "%s%s", use, cases[i].lines);
        plays(text, cases[i].line, cases[i].column, cases[i].message);
    }
}

/* Two questions of one kind: the first has a single answer, the second is pending. */
static void two_questions(void **state) {
    (void)state;
    static const char use[] =
        "card 学者 1/3\n  起【メンバー】[このキャラをレストする]あなたは1枚引く。"
        "あなたは自分の手札を1枚すてる。あなたは自分の控え室からキャラを1枚選び、手札に加える。\n"
        "scenario a\nP1\n  member 1 学者\n  waiting 乙(1/3)\n  deck 甲(1/3), 兵 x9\nat main\n"
        "do P1 use 学者\n";
    char text[800];
    static const struct {
        const char *lines;
        unsigned line, column;
        const char *message;
    } cases[] = {
        {"expect options = 甲; 乙\ndo P1 乙\nexpect P1 hand = 乙\n", 0, 0, ""},
        {"run to asked P1 card\nexpect options = 甲\ndo P1 甲\nexpect options = 甲; 乙\n"
         "do P1 乙\nexpect P1 waiting = 甲\n",
         0, 0, ""},
        {"refuse P1 card 乙\n", 10, 11, "is on offer"},
        {"run to asked P1 card\nrefuse P1 card 乙\n", 0, 0, ""},
        {"run to asked P1 card\nexpect clause 5.9.1\n", 0, 0, ""},
        {"run to asked P1 card\ndo P1 甲\nrun to asked P1 card\nexpect clause 4.1.4\n", 0, 0, ""},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text, "%s%s", use, cases[i].lines);
        plays(text, cases[i].line, cases[i].column, cases[i].message);
    }
    /* the pending question counts even if the game stopped for a waiting ability before */
    plays("card 学者 1/3\n  "
          "自【メンバー】このキャラが登場した時、あなたは1枚引く。あなたは自分の手札を"
          "1枚すてる。あなたは自分の控え室からキャラを1枚選び、手札に加える。\nscenario a\nP1\n"
          "  hand 学者\n  waiting 乙(1/3)\n  deck 甲(1/3), 兵 x9\nat main\n"
          "do P1 play 学者 to member 1\nrefuse P1 card 乙\n",
          10, 11, "is on offer");
    /* no question where only `no block` is possible; the last attack ends the turn by itself */
    static const char attack[] =
        "scenario a\nP1\n  member 1 甲(1/3)\nat attack\ndo P1 attack with 甲\n";
    snprintf(text, sizeof text, "%sexpect not asked P2 block\n", attack);
    plays(text, 0, 0, "");
    snprintf(text, sizeof text, "%sexpect not asked P2 energy\n", attack);
    plays(text, 6, 1, "P2 was asked energy");
}

/* `do now` fails once something has happened; `do` goes on to the next chance. */
static void now_or_never(void **state) {
    (void)state;
    static const char two[] =
        "card 旅人 1/3\n  起【メンバー】【ターン1回】あなたは1枚引く。\n" CANCEL
        "scenario a\nP1\n  member 1 旅人\nP2\n  hand 止め\nat main\ndo P1 use 旅人\n";
    char text[800];
    snprintf(text, sizeof text, "%s%s", two, "do now P2 cancel with 止め\nexpect P1 hand 0\n");
    plays(text, 0, 0, "");
    snprintf(text, sizeof text, "%s%s", two, "do now P1 play 兵 to member 2\n");
    plays(text, 12, 11,
          "`play 兵 to member 2` before the game went on; declined: P2 cancel; now P1");
    snprintf(text, sizeof text, "%s%s", two,
             "do P1 play 兵 to member 2\nexpect P1 member 2 = 兵\n");
    plays(text, 0, 0, "");
}

/* `do now` also fails if something resolved without any effect. */
static void now_without_effect(void **state) {
    (void)state;
    plays("game ninja\ncard 甲 1/1/1/1\n  ◆1エテルを支払う:あなたは手札を1枚選んで捨てる。\n"
          "scenario a\nP1\n  field 甲\n  ether 兵\ndo P1 use 甲\ndo now P1 no attack\n",
          9, 11, "declined: P1 priority, P2 priority; now P1 is asked priority");
    plays("card 一 1/3\n  "
          "自【メンバー】あなたの他のキャラが登場した時、あなたは自分の手札を1枚すてる。\n"
          "card 二 1/3\n  "
          "自【メンバー】あなたの他のキャラが登場した時、あなたは自分の手札を1枚すてる。\n"
          "card 止め 1/3\n  【キャンセル】：プレイ中の自動能力を取り消す。\n"
          "scenario a\nP1\n  member 1 一\n  member 2 二\n  hand 甲(1/3)\nP2\n  hand 止め\nat main\n"
          "do P1 play 甲 to entry\ndo P1 resolve 一\nexpect asked P2 cancel\n"
          "do now P1 attack-phase\n",
          18, 11, "declined: P2 cancel; now P2 is asked cancel");
}

/* What players were shown, since the last acting statement. */
static void shown(void **state) {
    (void)state;
    static const char look[] =
        "card 覗き 1/3\n  起【メンバー】[このキャラをレストする]"
        "あなたは自分のデッキの上から1枚を見て、デッキの下に置く。\n"
        "scenario a\nP1\n  member 1 覗き\n  deck 甲(1/3), 乙(1/3)\nat main\ndo P1 use 覗き\n";
    char text[800];
    static const struct {
        const char *lines;
        unsigned line;
        const char *message;
    } cases[] = {
        {"expect P1 saw 甲\nexpect P1 saw = 甲\nexpect P1 not saw 乙\nexpect P2 saw none\n", 0, ""},
        {"expect P1 saw 乙\n", 9, "P1 saw 甲"},
        {"expect P1 saw none\n", 9, "P1 saw 甲"},
        {"expect P1 not saw 乙, 甲\n", 9, "P1 saw 甲"},
        {"expect P1 saw = 甲 x2\n", 9, "P1 saw 甲"},
        {"expect P2 saw 甲\n", 9, "P2 saw nothing"},
        {"do P1 attack-phase\nexpect P1 saw none\n", 0, ""},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text, "%s%s", look, cases[i].lines);
        plays(text, cases[i].line, 1, cases[i].message);
    }
}

/* Clauses count from the last acting statement, also from `resolve` and `run`. */
static void clauses_since(void **state) {
    (void)state;
    static const char text[] =
        "game ninja\ncard 術 KO\nscenario a\nP1\n  hand 術\ndo P1 enter 術\nexpect clause 802.4b\n"
        "resolve\nexpect clause 1205.1c-2\nexpect no clause 802.4b\nrun\n"
        "expect no clause 1205.1c-2\n";
    plays(text, 0, 0, "");
}

/* A short answer that is another option as written is accepted with a warning. */
static void warnings(void **state) {
    (void)state;
    static const char use[] =
        "scenario a\ncard 甲 1/3\n  起【メンバー】【ターン1回】あなたは1枚引く。"
        "\nP1\n  member 1 甲\nat main\n";
    static const struct {
        const char *lines;
        unsigned n;
    } cases[] = {
        {"do P1 甲\n", 1},
        {"do P1 use 甲\n", 0},
        {"do P1 action: 甲\n", 0},
        {"expect option 甲\n", 1},
        {"expect no option 先\n", 0},
        {"expect option use 甲\n", 0},
        {"do P1 use 甲\ndo P1 甲\n", 0},
    };
    char text[400];
    Told no_rule = {0};
    static const char term[] = "scenario a\nat main\nexpect no clause 9.7.2\n";
    scenario_run_text("test", term, strlen(term), 0, record_result, &no_rule);
    assert_int_equal(no_rule.warned, 3);
    assert_non_null(strstr(no_rule.warning, "9.7.2 is not a rule"));
    Told late = {0};
    static const char energy[] =
        "scenario a\ncard 朝番 1/3\n  自【メンバー】ターン開始時、あなたは①して"
        "よい。そうしたら、あなたは1枚引く。\nP1\n  member 1 朝番\n  hand "
        "甲(1/3)\nat turn\ndo P1 甲\n";
    scenario_run_text("test", energy, strlen(energy), 0, record_result, &late);
    assert_int_equal(late.warned, 8);
    assert_non_null(strstr(late.warning, "`甲` answers the question energy after P1 has declined"));
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        Told t = {0};
        snprintf(text, sizeof text, "%s%s", use, cases[i].lines);
        scenario_run_text("test", text, strlen(text), 0, record_result, &t);
        assert_int_equal(t.nwarnings, cases[i].n);
        if (!t.nwarnings) continue;
        assert_true(t.passed);
        assert_int_equal(t.warned, 7);
        assert_non_null(strstr(t.warning, "`甲` is taken as `use 甲` (question action)"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_files),     cmocka_unit_test(bad_lines),
        cmocka_unit_test(bad_headers),    cmocka_unit_test(bad_cards),
        cmocka_unit_test(bad_statements), cmocka_unit_test(errors_are_local),
        cmocka_unit_test(broken_bytes),   cmocka_unit_test(cut_and_changed),
        cmocka_unit_test(playing),        cmocka_unit_test(named_questions),
        cmocka_unit_test(stops),          cmocka_unit_test(two_questions),
        cmocka_unit_test(now_or_never),   cmocka_unit_test(now_without_effect),
        cmocka_unit_test(shown),          cmocka_unit_test(clauses_since),
        cmocka_unit_test(warnings),
    };
    return cmocka_run_group_tests(tests, 0, 0);
}
