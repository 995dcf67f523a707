/* Printed text: the Japanese explanation compiles to the same code, and wordings with the same
 * meaning get the same explanation. The texts are those of the starter set and the scenarios. */
#include "cards/cardlist.h"
#include "cards/file.h"
#include "text/explain.h"
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const Game *game;

/* Compiles the text, explains it, and compiles the explanation: code and explanation must be the
 * same. Returns false if the text is refused. */
static bool explains_consistently(const char *text) {
    TextError error;
    TextTree *first = text_parse(game, text, &error);
    if (!first || !text_same_code(first, first)) {
        text_free(first);
        return false;
    }
    char *spelled = text_spell(first);
    TextTree *second = text_parse(game, spelled, &error);
    if (!second) fail_msg("%s\nexplained as %s\n%s", text, spelled, error.message);
    if (!text_same_code(first, second))
        fail_msg("%s\nexplained as %s\nhas other code", text, spelled);
    char *again = text_spell(second), *explained = text_explain(first, "ja");
    assert_string_equal(spelled, again);
    assert_string_equal(spelled, explained);
    free(explained);
    free(again);
    free(spelled);
    text_free(second);
    text_free(first);
    return true;
}

static void starter_set_explains_consistently(void **state) {
    CardList list;
    FileError error;
    unsigned n = 0;
    (void)state;
    cards_init(&list, game);
    if (!cards_read(&list, "cards/rebirth/starter.csv", &error)) fail_msg("%s", error.line);
    for (unsigned i = 0; i < list.n; i++)
        for (unsigned k = 0; k < list.card[i].ntext; k++, n++)
            assert_true(explains_consistently(list.card[i].text[k]));
    assert_true(n > 100);
    cards_free(&list);
}

/* In scenarios, indented lines below "card" are printed abilities. */
static unsigned check_scenario_texts(char *s) {
    unsigned n = 0;
    bool card = false;
    for (char *line = strtok(s, "\n"); line; line = strtok(NULL, "\n")) {
        bool indented = line[0] == ' ' && line[1] == ' ';
        if (!indented) card = !strncmp(line, "card ", 5);
        for (char *p = line; card && indented && (p = strstr(p, "\\n"));) {
            memmove(p, p + 1, strlen(p));
            *p = '\n';
        }
        if (card && indented) n += explains_consistently(line + 2);
    }
    return n;
}

static void scenarios_explain_consistently(void **state) {
    DIR *d = opendir("scenarios/rebirth");
    unsigned n = 0;
    (void)state;
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        char path[400];
        FileText f;
        FileError error;
        if (!strstr(e->d_name, ".fuda")) continue;
        snprintf(path, sizeof path, "scenarios/rebirth/%s", e->d_name);
        if (!file_read(path, &f, &error)) fail_msg("%s", error.line);
        n += check_scenario_texts(f.data);
        file_free(&f);
    }
    closedir(d);
    assert_true(n > 500);
}

/* Japanese explanation of a text that must compile. The caller frees it. */
static char *explain_ja(const char *text) {
    TextError error;
    TextTree *t = text_parse(game, text, &error);
    if (!t) fail_msg("%s: %s", text, error.message);
    char *out = text_explain(t, "ja");
    text_free(t);
    return out;
}

/* Pairs of wordings with one meaning. */
static void equal_meanings_explain_alike(void **state) {
    static const char *const pairs[][2] = {
        {"起【メンバー】[①]1枚引く。", "【起】【メンバー】:[エネ1]あなたは1枚引く。"},
        {"【自】【メンバー】：このキャラがサポートした時、あなたは手札を一枚控え室に置いてもよい。",
         "自【メンバー】このキャラがサポートした時、あなたは自分の手札から1枚控え室に置いてよい。"},
        {"起【メンバー】あなたは自分の山札の上から2枚見、その中から1枚を手札に加え、残りを好きな順"
         "でデッキの下に置く。",
         "【起】【メンバー】あなたは自分のデッキの上から2枚見て、その中から1枚手札に加え、残りをデ"
         "ッキの下に望む順で置く。"},
        {"永【エントリー】このキャラを＋1/+-0する。",
         "【永】【エントリー】：このキャラを+1/±0する。"},
        {"起【メンバー】あなたは自分のデッキの上から3枚公開し、その中からキャラを1枚まで選び、手札"
         "に加え、Reバースを1枚まで選び、手札に加える。",
         "起【メンバー】あなたは自分のデッキの上から3枚公開し、その中からキャラを1枚まで選び、手札"
         "に加え、その中からReバースを1枚まで選び、手札に加える。"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char *a = explain_ja(pairs[i][0]), *b = explain_ja(pairs[i][1]);
        assert_string_equal(a, b);
        free(a);
        free(b);
    }
}

/* Omitted subjects and owners are made explicit. */
static void explanations_name_players(void **state) {
    char *s =
        explain_ja("自【メンバー】このキャラがサポートした時、手札から1枚選び、控え室に置く。");
    (void)state;
    assert_string_equal(s,
                        "【自】【メンバー】:このキャラがサポートした時、あなたは自分の手札から1枚"
                        "選び、控え室に置く。");
    free(s);
    s = explain_ja("起【メンバー】相手は手札から1枚選び、控え室に置く。");
    assert_string_equal(s, "【起】【メンバー】:相手は自分の手札から1枚選び、控え室に置く。");
    free(s);
}

/* Roles stand in the usual order, a duration first, and what cannot happen has は. */
static void explanations_use_the_usual_order(void **state) {
    static const char *const pairs[][2] = {
        {"起【メンバー】このキャラをターン中±0/+2。",
         "【起】【メンバー】:ターン中、このキャラを±0/+2。"},
        {"永【メンバー】相手はカードを引けない。", "【永】【メンバー】:相手はカードを引けない。"},
        {"起【メンバー】相手が自分の手札を1枚すてなければ、あなたは2枚引く。",
         "【起】【メンバー】:相手が自分の手札から1枚すてなければ、あなたは2枚引く。"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char *s = explain_ja(pairs[i][0]);
        assert_string_equal(s, pairs[i][1]);
        free(s);
    }
}

/* ニンジャスレイヤー says これ, and its characters are counted with 人. */
static void explanations_use_the_words_of_the_game(void **state) {
    const Game *outer = game;
    (void)state;
    game = game_by_key("ninja");
    char *s =
        explain_ja("◆これを殺す:相手のキャラクターを1人選び、このターン、それは+1/+0を得る。");
    assert_string_equal(
        s, "◆これを殺す:あなたは相手のキャラクターを1人選び、このターン中、それは+1/+0を得る。");
    free(s);
    s = explain_ja(
        "キャラクターを1人選び、それを殺す。"); /* anyone's: あなたは would change that */
    assert_string_equal(s, "キャラクターを1人選び、それを殺す。");
    free(s);
    game = outer;
}

/* ---- reminder text --------------------------------------------------------------------------- */

/* How the reminder contradicts the text; "" if it does not. */
static const char *fault_of(const char *text) {
    static char out[400];
    TextError error;
    TextTree *t = text_parse(game, text, &error);
    if (!t) fail_msg("%s: %s", text, error.message);
    *out = 0;
    text_reminder_fault(t, out, sizeof out);
    text_free(t);
    return out;
}

/* Including reminders the checker has no opinion on. */
static void reminders_that_agree(void **state) {
    static const char *const good[] = {
        "【スパーク】【本領発揮Lv３】：あなたは1枚引く。（【本領発揮Lv３】：あなたの、メンバーとリ"
        "タイアが合計３枚以上で有効）",
        "【永】【エントリー】【Reコンボ】：このキャラを+1/"
        "+1。（【Reコンボ】：あなたのReバースがセットしてあれば有効）",
        "【永】【エントリー】【Reコンボ】《祭》：このキャラを+1/"
        "+1。（あなたの《祭》がセットしてあれば有効）",
        "【ブロッカー】〔山（やま）〕（手札から控え室に置くと、味方の〔山（やま）〕へのアタック１回"
        "のダメージを０にする）",
        "【キャンセル】：【スパーク】（手札から控え室に置くと、【スパーク】を１つ止める）",
        "自：このキャラが登場した時、あなたは1枚引く。（この効果は強制）",
        "自：このキャラが登場した時、あなたは1枚引く。（花より団子）",
    };
    (void)state;
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++)
        assert_string_equal(fault_of(good[i]), "");
}

static void reminders_that_contradict(void **state) {
    static const struct {
        const char *text, *why;
    } bad[] = {
        {"【スパーク】【本領発揮Lv３】：あなたは1枚引く。（【本領発揮Lv５】：あなたの、メンバーとリ"
         "タイアが合計５枚以上で有効）",
         "number differs"},
        {"【スパーク】：あなたは1枚引く。（【本領発揮Lv３】：あなたの、メンバーとリタイアが合計３枚"
         "以上で有効）",
         "no such rule"},
        {"【永】【エントリー】【Reコンボ】《祭》：このキャラを+1/"
         "+1。（あなたの《宴》がセットしてあれば有効）",
         "names or traits differ"},
        {"【永】【エントリー】【Reコンボ】《祭》：このキャラを+1/"
         "+1。（あなたのReバースがセットしてあれば有効）",
         "names or traits differ"},
        {"【ブロッカー】（手札から控え室に置くと、味方の〔山〕へのアタック１回のダメージを０にする"
         "）",
         "names or traits differ"},
        {"【キャンセル】：【スパーク】（手札から控え室に置くと、【起】を１つ止める）",
         "icons differ"},
        {"自：このキャラが登場した時、あなたは1枚引いてよい。（この効果は強制）", "decline"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        if (!strstr(fault_of(bad[i].text), bad[i].why))
            fail_msg("%s\n%s", bad[i].text, fault_of(bad[i].text));
}

/* Nested parentheses stay together; several reminders are separate lines. */
static void reminders_are_kept(void **state) {
    TextError error;
    TextTree *t = text_parse(
        game, "自：このキャラが登場した時、（花（はな）より団子）あなたは1枚引く。（また明日）",
        &error);
    (void)state;
    assert_non_null(t);
    char *s = text_reminder(t);
    assert_string_equal(s, "花(はな)より団子\nまた明日");
    free(s);
    text_free(t);
}

static void names_are_kept(void **state) {
    TextError error;
    TextTree *t = text_parse(game_by_key("ninja"),
                             "◆『影武者』これが登場した時、1枚ドロー。（本人ではない）", &error);
    (void)state;
    assert_non_null(t);
    char *name = text_names(t), *reminder = text_reminder(t), *tree = text_dump(t);
    assert_string_equal(name, "影武者");
    assert_string_equal(reminder, "本人ではない");
    assert_non_null(strstr(tree, "name 1-6 『影武者』"));
    assert_non_null(strstr(tree, "reminder 21-29 (本人ではない)"));
    free(name);
    free(reminder);
    free(tree);
    text_free(t);
}

/* A word that says which cards of a zone are meant stands where only the zone has a use. */
static void limits_without_use_are_refused(void **state) {
    static const char *const texts[] = {
        "自【メンバー】あなたの〔山〕が他のメンバーから控え室に置かれた時、あなたは1枚引く。",
        "起【メンバー】このターン、あなたの〔山〕がパートナーから控え室に置かれていたら、あなたは"
        "1枚引く。",
        "起【メンバー】あなたは自分のメンバーから1枚選び、控え室に置く。"
        "【レスト】しているメンバーを控え室に置いたら、あなたは1枚引く。",
        "永【メンバー】このキャラは他のメンバーの枚数に数えない。",
    };
    (void)state;
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        if (explains_consistently(texts[i])) fail_msg("%s is not refused", texts[i]);
}

/* Each text refers to something that no sentence before it provides. */
static void unfounded_texts_are_refused(void **state) {
    static const char *const texts[] = {
        "起【メンバー】各プレイヤーは自分の手札から1枚控え室に置いてよい。あなたは1枚引く。"
        "いずれかのプレイヤーが置いたら、1枚引く。",
        "起【メンバー】あなたは自分の手札から1枚控え室に置く。いずれかのプレイヤーが置いたら、1枚引"
        "く。",
        "起【メンバー】あなたは1枚引く。あなたの手札がないなら、追加でメンバーからも1枚選ぶ。",
        "起【メンバー】あなたは自分の控え室からキャラを1枚選び、手札のReバース1枚と入れ替える。"
        "《船》を選ぶなら、〔海〕ではなくキャラと入れ替えてもよい。",
        "起【メンバー】あなたは「甲」か「乙」から1つ選び、以下を行う。\n甲．1枚引く。\n丙．2枚引く"
        "。",
        "起【メンバー】あなたは、自分の手札が1枚ならⅰ、2枚なら、さらにⅱを行う。\n"
        "ⅰ．1枚引く。\nⅱ．2枚引く。",
        "起【メンバー】あなたのリタイアの、その能力を持つキャラ1枚につき、1枚引く。",
        "起【メンバー】あなたは自分のデッキの上から3枚公開する。"
        "あなたはそのどちらかを手札に加え、残りを控え室に置く。",
        "起【メンバー】あなたは自分のメンバーを同じ枚数選ぶ。",
        "起【メンバー】あなたはこのキャラを【魂】にする。",
        "永【メンバー】あなたのメンバーが2枚なら、さらに-1。",
        "永【メンバー】あなたのメンバーが2枚なら、このキャラを+1/±0し、"
        "リタイアもすべて違うなら、さらに+1/±0。",
        "起【メンバー】このターン中、このキャラは《鬼》を持つと+1/±0される。",
        "自【メンバー】このキャラがスタンドした時、そのアタック中、相手は【ブロッカー】を使えない"
        "。",
        "起【メンバー】あなたは1枚引く。この効果で置いたカードを控え室に置く。",
        "起【メンバー】あなたは自分の手札から1枚控え室に置き、1枚引く。"
        "この効果で置いたカードを手札に戻す。",
        "起【メンバー】あなたは自分の控え室からこの効果で置いたキャラを1枚選び、手札に戻す。",
        "自【メンバー】ターン終了時、手札に戻す。",
        "起【メンバー】あなたは",
        "起【メンバー】1枚引く。このターン中、",
        "起【メンバー】あなたの手札が2枚なら、",
        "起【メンバー】あなたの手札1枚につき、自分のメンバーを1枚選び、ターン中、+1/+1。",
    };
    (void)state;
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        if (explains_consistently(texts[i])) fail_msg("%s is not refused", texts[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starter_set_explains_consistently),
        cmocka_unit_test(scenarios_explain_consistently),
        cmocka_unit_test(equal_meanings_explain_alike),
        cmocka_unit_test(explanations_name_players),
        cmocka_unit_test(explanations_use_the_usual_order),
        cmocka_unit_test(explanations_use_the_words_of_the_game),
        cmocka_unit_test(reminders_that_agree),
        cmocka_unit_test(reminders_that_contradict),
        cmocka_unit_test(reminders_are_kept),
        cmocka_unit_test(names_are_kept),
        cmocka_unit_test(limits_without_use_are_refused),
        cmocka_unit_test(unfounded_texts_are_refused),
    };
    game = game_by_key("rebirth");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
