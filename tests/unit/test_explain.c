/* English explanations: what texts of every mood read like, and what no explanation may contain.
 * The texts of the second part are those of the starter set and the scenarios. */
#include "cards/cardlist.h"
#include "cards/file.h"
#include "text/text.h"
#include <dirent.h>
#include <regex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* Explanation of a text, null if it is refused. The caller frees it. */
static char *explain_in(const char *lang, const Game *game, const char *text) {
    TextError error;
    TextTree *t = text_parse(game, text, &error);
    char *out = t ? text_explain(t, lang) : NULL;
    text_free(t);
    return out;
}
static char *explain(const Game *game, const char *text) { return explain_in("en", game, text); }

static void texts_read_like_cards(void **state) {
    static const char *const pairs[][2] = {
        {"【自】【メンバー】：［このキャラを【レスト】する］このキャラがアタックした時、あなたはエ"
         "ネ①してよい。そうしたら、あなたは1枚引く。",
         "(Member) Rest this character: When this character attacks, you may pay 1 energy. If you "
         "do, draw a card."},
        {"起【メンバー】あなたは2枚引く。", "(Activated, member) Draw 2 cards."},
        {"起【メンバー】あなたは1枚引いてよい。", "(Activated, member) You may draw a card."},
        {"起【メンバー】相手は自分の手札から1枚選び、控え室に置く。",
         "(Activated, member) The opponent chooses a card from their hand and puts it into their "
         "waiting room."},
        {"起【メンバー】相手は自分の手札を2枚すて、1枚引いてよい。",
         "(Activated, member) The opponent may discard 2 cards from their hand and draw a card."},
        {"起【メンバー】各プレイヤーは自分の手札を1枚すてることで、2枚引く。",
         "(Activated, member) Each player may discard a card from their hand. If they do, they "
         "draw 2 cards."},
        {"起【メンバー】あなたは自分の手札を1枚すて、2枚引き、自分のメンバーから1枚選び、スタンドす"
         "る。",
         "(Activated, member) Discard a card from your hand, draw 2 cards, choose 1 of your "
         "members, and stand it."},
        {"起【メンバー】あなたは自分の手札を1枚すてることで、相手のメンバーから1枚選び、手札に戻す"
         "。このターン中、このキャラを+1/±0。",
         "(Activated, member) You may discard a card from your hand. If you do, choose 1 of the "
         "opponent's members and return it to the opponent's hand; this character gets +1/±0 this "
         "turn."},
        {"起【メンバー】あなたは自分の手札を1枚すてることで、1枚引く。あなたのエネルギーが5枚以上な"
         "ら、さらに1枚引く。",
         "(Activated, member) You may discard a card from your hand. If you do, draw a card; if "
         "you have 5 or more energy, in addition, draw a card."},
        {"起【メンバー】相手が自分の手札を1枚すてなければ、あなたは2枚引く。",
         "(Activated, member) Unless the opponent discards a card from their hand, draw 2 cards."},
        {"起【メンバー】あなたは自分の控え室から〔山〕を1枚選び、メンバーに置くか、手札に戻す。",
         "(Activated, member) Choose a 〔山〕 from your waiting room and put it into a member seat "
         "or return it to your hand."},
        {"起【メンバー】相手は1枚引いてよい。引いたら、あなたは1枚引く。引かないなら、あなたは2枚引"
         "く。",
         "(Activated, member) The opponent may draw a card. If they do, draw a card. If they "
         "don't, draw 2 cards."},
        {"【起】【メンバー】：［エネ②、このキャラをレストする］あなたは1枚引く。",
         "(Activated, member) Pay 2 energy, rest this character: Draw a card."},
        {"【起】【メンバー】：［手札を1枚すて、エネルギーから1枚控え室に置く］あなたは1枚引く。",
         "(Activated, member) Discard a card from your hand, put 1 of your energy into your "
         "waiting room: Draw a card."},
        {"起【メンバー】【ターン1回】[エネ③、メンバーに《帳場》がいるなら、かわりにエネ②]"
         "あなたは1枚引く。",
         "(Activated, member, once a turn) Pay 3 energy; if there is a 《帳場》 among your "
         "members, pay 2 energy instead: Draw a card."},
        {"自このキャラが効果で手札からメンバーに置かれた時、あなたは1枚引く。",
         "When this character is put from your hand into a member seat by an effect, draw a card."},
        {"自【メンバー】あなたの他のキャラが登場した時、あなたは1枚引く。",
         "(Member) When one of your other characters enters play, draw a card."},
        {"自【メンバー】相手のメンバーがあなたの効果で控え室に置かれた時、あなたは1枚引く。",
         "(Member) When one of the opponent's members is put into their waiting room by your "
         "effect, draw a card."},
        {"自【エントリー】このキャラが相手のキャラをリタイアさせた時、あなたは1枚引く。",
         "(Entry) When this character retires one of the opponent's characters, draw a card."},
        {"自【メンバー】あなたがカードを引いた時、ターン中、このキャラを+1/±0。",
         "(Member) When you draw a card, this character gets +1/±0 this turn."},
        {"自【エントリー】あなたがこのキャラをブロックした時、あなたは1枚引く。",
         "(Entry) When you block an attack on this character, draw a card."},
        {"自このキャラが《姫》をブロックした時、あなたは1枚引く。",
         "When this character blocks an attack on a 《姫》, draw a card."},
        {"自【メンバー】あなたのメインフェイズ開始時、あなたは1枚引く。",
         "(Member) At the start of your main phase, draw a card."},
        {"自【メンバー】ターン終了時、あなたは1枚引く。",
         "(Member) At the end of each turn, draw a card."},
        {"自【メンバー】あなたのエントリーに《主》がいて、自分のReバースがセットされた時、あなたは1"
         "枚引く。",
         "(Member) When one of your Re birth cards is set while there is a 《主》 in your entry, "
         "draw a card."},
        {"自【メンバー】あなたの手札がない時、あなたは1枚引く。",
         "(Member) When you have no cards in your hand, draw a card."},
        {"永【メンバー】相手がカードを引く時、かわりにそのプレイヤーは自分の手札を1枚すてる。",
         "(Member) If the opponent would draw a card, that player discards a card from their hand "
         "instead."},
        {"永【メンバー】あなたがゲームに敗北する時、かわりにあなたは3点回復する。",
         "(Member) If you would lose the game, heal 3 damage instead."},
        {"起【メンバー】このターン中、あなたのメンバーが控え室に置かれる時、かわりにそのキャラを手"
         "札に戻す。",
         "(Activated, member) This turn, if one of your members would be put into your waiting "
         "room, return that character to your hand instead."},
        {"永【メンバー】相手はカードを引けない。", "(Member) The opponent cannot draw a card."},
        {"永【メンバー】相手のメンバーはアタックできない。",
         "(Member) The opponent's members cannot attack."},
        {"永【メンバー】相手のキャラは控え室から手札に戻されない。",
         "(Member) The opponent's characters cannot be returned from their waiting room to their "
         "hand."},
        {"永【エントリー】このキャラは相手の効果で選ばれない。",
         "(Entry) This character cannot be chosen by the opponent's effects."},
        {"永【メンバー】相手は【キャンセル】を使えず、Reバースをセットできない。",
         "(Member) The opponent cannot use a cancel ability, and the opponent cannot set a "
         "Re birth card."},
        {"起【メンバー】このターンあなたがカードを引いていたなら、あなたは1枚引く。",
         "(Activated, member) If you have drawn a card this turn, draw a card."},
        {"起【メンバー】あなたは自分のこのターンアタックしたメンバーを1枚選び、スタンドする。",
         "(Activated, member) Choose 1 of your members that have attacked this turn and stand it."},
        {"起【メンバー】あなたは自分の控え室から1枚選ぶ。〈海〉を選んだら、それを手札に戻す。",
         "(Activated, member) Choose a card from your waiting room. If a 〈海〉 was chosen, return "
         "it to your hand."},
        {"起【メンバー】あなたは自分の手札から3枚まで控え室に置く。2枚以上置いたら、あなたは1枚引く"
         "。",
         "(Activated, member) Put up to 3 cards from your hand into your waiting room. If 2 or "
         "more cards were put there, draw a card."},
        {"起【メンバー】このターン終了時、このキャラを手札に戻す。",
         "(Activated, member) At the end of this turn, return this character to your hand."},
        {"起【エントリー】このターンこのキャラが次にアタックした時、あなたは1枚引く。",
         "(Activated, entry) When this character next attacks this turn, draw a card."},
        {"起【メンバー】次の相手のターン開始時、あなたは1枚引く。",
         "(Activated, member) At the start of the opponent's next turn, draw a card."},
        {"永【メンバー】あなたのメンバーを+1/±0。", "(Member) Your members get +1/±0."},
        {"永【メンバー】あなたのエントリーの〔山〕を+1/±0。",
         "(Member) Each 〔山〕 in your entry gets +1/±0."},
        {"永【エントリー】あなたのエネルギーが5枚以上なら、このキャラを+1/±0。",
         "(Entry) If you have 5 or more energy, this character gets +1/±0."},
        {"永【エントリー】あなたのメンバーに〔山〕がいるなら、このキャラを+1/±0。",
         "(Entry) If there is a 〔山〕 among your members, this character gets +1/±0."},
        {"永【エントリー】あなたのメンバーに〔山〕が3枚以上いないなら、このキャラを+1/±0。",
         "(Entry) If there are not 3 or more 〔山〕 among your members, this character gets "
         "+1/±0."},
        {"永【エントリー】あなたの手札がないなら、このキャラを+1/±0。",
         "(Entry) If you have no cards in your hand, this character gets +1/±0."},
        {"永【エントリー】あなたの手札が1枚以下なら、このキャラを+1/±0。",
         "(Entry) If you have 1 or fewer cards in your hand, this character gets +1/±0."},
        {"永【エントリー】あなたのリタイアが相手より多いなら、このキャラを+1/±0。",
         "(Entry) If you have more characters in your retire zone than the opponent, this "
         "character gets +1/±0."},
        {"永【エントリー】あなたのメンバーが1枚なら、このキャラを+1/±0。",
         "(Entry) If you have exactly 1 member, this character gets +1/±0."},
        {"永【エントリー】あなたのメンバーに、《甲》と《乙》がいるなら、このキャラを+1/±0。",
         "(Entry) If there are a 《甲》 and a 《乙》 among your members, this character gets "
         "+1/±0."},
        {"永【エントリー】あなたのメンバーがすべて【レスト】しているなら、このキャラを+1/±0。",
         "(Entry) If all your members are rested, this character gets +1/±0."},
        {"永【エントリー】あなたの控え室にReバースがないなら、このキャラを+1/±0。",
         "(Entry) If there is no Re birth card in your waiting room, this character gets +1/±0."},
        {"永【エントリー】このキャラのATKが5以下なら、このキャラを+1/±0。",
         "(Entry) If the ATK of this character is 5 or less, this character gets +1/±0."},
        {"起【メンバー】あなたのリタイアの〔山〕1枚につき、このターン中、このキャラを+1/±0。",
         "(Activated, member) For each 〔山〕 in your retire zone, this character gets +1/±0 this "
         "turn."},
        {"永【エントリー】あなたのメンバー2枚につき、このキャラを+1/±0。",
         "(Entry) For every 2 of your members, this character gets +1/±0."},
        {"永【エントリー】各ターンこのキャラの2回目のアタック中、このキャラを+4/±0。",
         "(Entry) During the second attack of this character each turn, this character gets "
         "+4/±0."},
        {"起【メンバー】次の相手のターン中、あなたのエントリーを±0/+2。",
         "(Activated, member) Your entry gets ±0/+2 during the opponent's next turn."},
        {"自【メンバー】このキャラがサポートした時、このアタック中、サポートされたキャラを+1/±0。",
         "(Member) When this character supports, the supported character gets +1/±0 during this "
         "attack."},
        {"起【メンバー】あなたは自分の手札からキャラを望む枚数選び、空席のメンバーに置く。",
         "(Activated, member) Choose any number of characters from your hand and put them into "
         "empty seats."},
        {"起【メンバー】あなたは自分の、手札とエネルギーから1枚ずつ選び、それらを入れ替える。",
         "(Activated, member) Choose 1 card each from your hand and energy and swap those "
         "cards."},
        {"起【メンバー】あなたは自分のリタイアと同じ枚数引く。",
         "(Activated, member) Draw as many cards as there are characters in your retire zone."},
        {"起【メンバー】あなたは自分の控え室から、コスト2以下の、〔山〕か〔海〕を1枚選び、手札に戻"
         "す。",
         "(Activated, member) Choose a card with cost 2 or less that is a 〔山〕 or a 〔海〕 from "
         "your waiting room and return it to your hand."},
        {"起【メンバー】あなたは自分の控え室から《甲》以外のコスト3以上のキャラを1枚まで選び、手札"
         "に戻す。",
         "(Activated, member) Choose up to 1 character other than 《甲》 with cost 3 or more from "
         "your waiting room and return it to your hand."},
        {"起【メンバー】あなたは自分のデッキの上から3枚見、その中からキャラを1枚まで選び、手札に加"
         "え、残りを望む順でデッキの下に置く。",
         "(Activated, member) Look at the top 3 cards of your deck, choose up to 1 character among "
         "them, add it to your hand, and put the rest under your deck in any order."},
        {"起【メンバー】お互いのメンバーをすべて控え室に置く。",
         "(Activated, member) Put all players' members into the waiting room."},
        {"起【メンバー】あなたは味方のメンバーから1枚選び、スタンドする。",
         "(Activated, member) Choose 1 of your team's members and stand it."},
        {"起【メンバー】あなたは自分の控え室からキャラを1枚選び、相手の空席のメンバーに置く。",
         "(Activated, member) Choose a character from your waiting room and put it into one of the "
         "opponent's empty seats."},
        {"起【メンバー】あなたは以下から1つ選ぶ。ⅰ．あなたは1枚引く。ⅱ．このターン中、このキャラを+"
         "2/±0。",
         "(Activated, member) Choose 1: • Draw a card. • This character gets +2/±0 this turn."},
        {"起【メンバー】このターン中、あなたのエントリーに〈永【エントリー】このキャラを+1/"
         "±0。〉を与える。",
         "(Activated, member) Your entry gets “(Entry) This character gets +1/±0.” this turn."},
        {"起【メンバー】あなたは1枚引き、手札から1枚選び、控え室に置く。あなたのメンバーに《帳場》"
         "がいるなら、かわりにエネルギーに置く。",
         "(Activated, member) Draw a card, choose a card from your hand, and put it into your "
         "waiting room. If there is a 《帳場》 among your members, put it into your energy zone "
         "instead."},
        {"起【メンバー】あなたの手札がないなら、あなたは2枚引く。違うなら、1枚引く。",
         "(Activated, member) If you have no cards in your hand, draw 2 cards. Otherwise, draw a "
         "card."},
        {"【キャンセル】：[②]【自】",
         "(Cancel) Pay 2 energy: Cancel a non-spark triggered ability."},
        {"【ブロッカー】〈海〉", "Blocker for attacks on 〈海〉"},
        {"起【メンバー】あなたはチェックする。勝ちなら、あなたは1枚引く。負けなら、相手は1枚引く。",
         "(Activated, member) Make a check. If the check is won, draw a card. If the check is "
         "lost, the opponent draws a card."},
        {"起【メンバー】このターン中、このキャラを+1/±0し、このキャラは相手から選ばれない。",
         "(Activated, member) This character gets +1/±0 this turn, and this character cannot be "
         "chosen by the opponent this turn."},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char *en = explain(game_by_key("rebirth"), pairs[i][0]);
        if (!en) fail_msg("%s is refused", pairs[i][0]);
        assert_string_equal(en, pairs[i][1]);
        free(en);
    }
}

/* ---- what no explanation contains ------------------------------------------------------------ */

/* In any game. */
static const char *const never[] = {
    "(^|[^a-z])own ", "'s's", "you's",    "(^| )1 cards", " [1-9][.] attack", "[{}#^~@\001]",
    "[(]null[)]",     "  ",   " [.,:;)]", ",[,.]",        " of of ",          " the the ",
};
/* In rebirth, where every row says sentences. */
static const char *const never_in_sentences[] = {
    "(you|opponent|player):",
    "[.] [a-z]",
    "[][]",
    " a [aeiou]",
    " ([2-9]|[1-9][0-9]) (card|character|member|partner)[ .]",
    "(cards|characters|members) (gets|loses|does) ",
    " (the|a) (your|the|a) ",
    " (your|their) (a|the) ",
    " (you|they) (gets|has|is|does|draws|loses|puts|chooses|discards) ",
    " (the opponent|each player|that player) (get|have|are|draw|lose|put|choose|discard) ",
    " (into to|to into|from from) ",
};

typedef struct Banned {
    regex_t re;
    const char *pattern;
} Banned;

typedef struct Check {
    const Game *game;
    Banned banned[32];
    unsigned nbanned, texts;
} Check;

static void ban(Check *k, const char *const *pattern, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        Banned *b = &k->banned[k->nbanned++];
        b->pattern = pattern[i];
        assert_int_equal(regcomp(&b->re, pattern[i], REG_EXTENDED | REG_NOSUB), 0);
    }
}

static void check_begin(Check *k, const char *key) {
    *k = (Check){.game = game_by_key(key)};
    ban(k, never, sizeof never / sizeof *never);
    if (!strcmp(key, "rebirth"))
        ban(k, never_in_sentences, sizeof never_in_sentences / sizeof *never_in_sentences);
}

static void check_end(Check *k) {
    for (unsigned i = 0; i < k->nbanned; i++) regfree(&k->banned[i].re);
}

static void check_text(Check *k, const char *text) {
    char *en = explain(k->game, text);
    if (!en) return; /* scenarios hold texts that are refused */
    for (unsigned i = 0; i < k->nbanned; i++)
        if (!regexec(&k->banned[i].re, en, 0, NULL, 0))
            fail_msg("%s\n%s\ncontains %s", text, en, k->banned[i].pattern);
    k->texts++;
    free(en);
}

static void check_cards(Check *k, const char *path) {
    CardList list;
    FileError error;
    cards_init(&list, k->game);
    if (!cards_read(&list, path, &error)) fail_msg("%s", error.line);
    for (unsigned i = 0; i < list.n; i++)
        for (unsigned j = 0; j < list.card[i].ntext; j++) check_text(k, list.card[i].text[j]);
    cards_free(&list);
}

static void is_explained(const char *lang, const char *text, const char *as) {
    char *out = explain_in(lang, game_by_key("rebirth"), text);
    assert_non_null(out);
    assert_string_equal(out, as);
    free(out);
}

/* Who or what a pronoun stands for, how many are meant, what a number or a state belongs to. */
static void words_refer_to_one_thing(void **state) {
    static const char *const pairs[][2] = {
        {"起【エントリー】あなたは自分のデッキの上から3枚公開し、その中からキャラの【スパーク】を1"
         "つ選"
         "び、このキャラの【スパーク】として発動させ、公開したカードを控え室に置く。",
         "(Activated, entry) Reveal the top 3 cards of your deck, choose one spark of a character "
         "among them, and that spark happens as a spark of this character, and you put the "
         "revealed cards into the waiting room."},
        {"起【エントリー】あなたは自分のエントリーから1枚選び、〈【スパーク】：あなたは1枚引く。〉"
         "を与"
         "え、それを発動させる。",
         "(Activated, entry) Choose a character from your entry, and it gets the following "
         "ability, which happens at once: “(Spark) Draw a card.”"},
        {"永【メンバー】あなたのエントリーの、《ノ》か《フ》を+1/±0。《ノ》なら、さらに+1/±0。",
         "(Member) Each 《ノ》 or 《フ》 in your entry gets +1/±0. If it is a 《ノ》, in "
         "addition, it gets +1/±0."},
        {"起【メンバー】あなたは自分のメンバーから2枚選び、このターン中、それらを+1/"
         "±0。《ノ》なら、さ"
         "らに+1/±0。",
         "(Activated, member) Choose 2 of your members, and those cards get +1/±0 this turn. If "
         "one of them is a 《ノ》, in addition, this turn, it gets +1/±0."},
        {"起【エントリー】あなたは自分のデッキの上から2枚公開する。〔星〕なら、1枚引く。",
         "(Activated, entry) Reveal the top 2 cards of your deck. If they are 〔星〕, draw a "
         "card."},
        {"起【エントリー】あなたは自分のメンバーからすべて選び、それらをコスト1でATK2/"
         "DEF3のキャラとし"
         "て裏向きにし、このターン終了時、表向きにする。",
         "(Activated, entry) Choose all of your members and turn those cards face down as "
         "characters with cost 1 and 2/3. At the end of this turn, turn them face up."},
        {"起【メンバー】あなたは自分のエントリーから1枚選び、キャラのいるメンバーに【レスト】で置く"
         "。",
         "(Activated, member) Choose a character from your entry and put it into your member zone "
         "rested in place of a character."},
        {"起【エントリー】あなたは自分の、パートナーかエネルギーから合計2枚選び、【スタンド】する"
         "。",
         "(Activated, entry) Choose a total of 2 of your partners or energy and stand them."},
        {"永【エントリー】あなたの、メンバーとリタイアの、〔山〕と《甲》合計2枚につき、このキャラを"
         "+2/"
         "±0。",
         "(Entry) For every total of 2 〔山〕 and 《甲》 in your members and retire zone, this "
         "character gets +2/±0."},
        {"起【エントリー】[メンバーから1枚とデッキの上から1枚をそれぞれ控え室に置く]"
         "あなたは1枚引く。",
         "(Activated, entry) Put 1 of your members and a card from the top of your deck into your "
         "waiting room: Draw a card."},
        {"永【エントリー】あなたの、メンバーとリタイアの、〔音〕以外の属性2種類につき、このキャラを"
         "+1/"
         "±0。5種類以上なら、相手のアタックはパートナーアタックにならない。",
         "(Entry) For every 2 different traits other than 〔音〕 in your members and retire zone, "
         "this character gets +1/±0. If there are 5 or more of them, the opponent's attacks are "
         "not partner attacks."},
        {"永【エントリー】各ターン相手の1回目と2回目のアタックはパートナーアタックにならない。",
         "(Entry) The opponent's first and second attacks each turn are not partner attacks."},
        {"永【エントリー】このキャラを+1/"
         "+1。この数値はあなたのセットされている2枚目以降のReバース1枚に"
         "つき、2倍になる。",
         "(Entry) This character gets +1/+1. This number is multiplied by 2 for each of your set "
         "Re birth cards from the second on."},
        {"起【メンバー】あなたは相手のエントリーから1枚選び、このターン中、そのキャラを-3/"
         "-3。ただし0以"
         "下にはならない。",
         "(Activated, member) Choose a character from the opponent's entry, and that character "
         "gets -3/-3 this turn, but neither number falls below 1."},
        {"自【メンバー】【ターン1】あなたのカードがデッキから控え室に置かれた時、あなたはその中から"
         "1枚選"
         "び、手札に戻す。",
         "(Member, once a turn) When one or more of your cards are put from your deck into your "
         "waiting room, choose 1 of them and return it to your hand."},
        {"起【メンバー】あなたはエネ②することで、自分の控え室からキャラを1枚選び、メンバーに置く。"
         "置いた"
         "時、あなたのメンバーが3枚以上いるなら、1枚引く。",
         "(Activated, member) You may pay 2 energy. If you do, choose a character from your "
         "waiting room and put it into a member seat; after doing so, if you have 3 or more "
         "members, draw a card."},
        {"起【メンバー】このターン次にいずれかのキャラがアタックした時、あなたは1枚引く。",
         "(Activated, member) When any character next attacks this turn, draw a card."},
        {"起【エントリー】あなたは自分のメンバーから1枚選び、【スタンド】するか、相手のメンバーから"
         "1枚選"
         "び、【レスト】する。",
         "(Activated, entry) Either choose 1 of your members and stand it, or choose 1 of the "
         "opponent's members and rest it."},
        {"起【エントリー】あなたは自分のメンバーをすべて選び、このターン中、それらに〔印〕を与え、"
         "その〔印"
         "〕1枚につき、このターン中、このキャラを+1/+1。",
         "(Activated, entry) Choose all of your members, those cards get 〔印〕 this turn, and "
         "for each of those 〔印〕, this character gets +1/+1 this turn."},
        {"自【エントリー】相手のエントリーが効果で、メンバーか控え室かデッキに置かれた時、このター"
         "ン中、こ"
         "のキャラを+2/+2。",
         "(Entry) When a character in the opponent's entry is put into a member seat, their "
         "waiting room or their deck by an effect, this character gets +2/+2 this turn."},
        {"起【メンバー】あなたは味方のメンバーから1枚選び、控え室に置く。",
         "(Activated, member) Choose 1 of your team's members and put it into its owner's waiting "
         "room."},
        {"起【メンバー】あなたは味方のメンバーから2枚まで選び、そのプレイヤーの控え室に置く。",
         "(Activated, member) Choose up to 2 of your team's members and put them into their "
         "owner's waiting room."},
        {"【スパーク】：このターン中、このキャラへの次のアタックはパートナーアタックにならない。",
         "(Spark) The next attack on this character this turn is not a partner attack."},
        {"起【エントリー】このキャラのATKが3以上なら、あなたは1枚引く。",
         "(Activated, entry) If the ATK of this character is 3 or more, draw a card."},
        {"起【エントリー】あなたは相手の、メンバーとエネルギーから1枚ずつ選び、控え室に置く。",
         "(Activated, entry) Choose 1 each of the opponent's members and energy and put them into "
         "the opponent's waiting room."},
        {"起【エントリー】あなたは自分と相手のメンバーから1枚ずつ選び、手札に戻す。",
         "(Activated, entry) Choose 1 each of your and the opponent's members and return them to "
         "the hand."},
        {"起【エントリー】あなたは自分の、手札か控え室かエネルギーから《甲》か《乙》か《丙》を1枚選"
         "び、メ"
         "ンバーに置く。",
         "(Activated, entry) Choose a 《甲》, a 《乙》 or a 《丙》 from your hand, waiting room "
         "or energy and put it into a member seat."},
    };
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        is_explained("en", pairs[i][0], pairs[i][1]);
}

/* What the Japanese explanation keeps of the print. */
static void japanese_keeps_words(void **state) {
    static const char *const pairs[][2] = {
        {"永【エントリー】このキャラのATKが相手のエントリーのDEFより大きいなら、このキャラを+1/"
         "±0。",
         "【永】【エントリー】:このキャラのATKが相手のエントリーのDEFより大きいなら、このキャラを+"
         "1/±0"
         "。"},
        {"永【エントリー】あなたのリタイアが相手より多いなら、このキャラを+1/±0。",
         "【永】【エントリー】:あなたのリタイアが相手より多いなら、このキャラを+1/±0。"},
        {"永【エントリー】このキャラのコストが相手より小さいなら、このキャラを+1/±0。",
         "【永】【エントリー】:このキャラのコストが相手より小さいなら、このキャラを+1/±0。"},
        {"永【エントリー】あなたのメンバーとリタイアに《甲》が合計2枚以上いるなら、このキャラを+2/"
         "±0。",
         "【永】【エントリー】:"
         "あなたのメンバーとリタイアに《甲》が合計2枚以上いるなら、このキャラを+2/"
         "±0。"},
        {"起【メンバー】あなたは自分のデッキの上から3枚見て、その中から1枚を手札に加え、残りを控え"
         "室に置"
         "く。",
         "【起】【メンバー】:"
         "あなたは自分のデッキの上から3枚見て、その中から1枚手札に加え、残りを控え室"
         "に置く。"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        is_explained("ja", pairs[i][0], pairs[i][1]);
}

/* In scenarios, indented lines below "card" are printed abilities. */
static void check_scenario(Check *k, char *s) {
    bool card = false;
    for (char *line = strtok(s, "\n"); line; line = strtok(NULL, "\n")) {
        bool indented = line[0] == ' ' && line[1] == ' ';
        if (!indented) card = !strncmp(line, "card ", 5);
        for (char *p = line; card && indented && (p = strstr(p, "\\n"));) {
            memmove(p, p + 1, strlen(p));
            *p = '\n';
        }
        if (card && indented) check_text(k, line + 2);
    }
}

static void check_scenarios(Check *k, const char *folder) {
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        char path[400];
        FileText f;
        FileError error;
        if (!strstr(e->d_name, ".fuda")) continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (!file_read(path, &f, &error)) fail_msg("%s", error.line);
        check_scenario(k, f.data);
        file_free(&f);
    }
    closedir(d);
}

static void rebirth_reads_well(void **state) {
    Check k;
    (void)state;
    check_begin(&k, "rebirth");
    check_cards(&k, "cards/rebirth/starter.csv");
    check_scenarios(&k, "scenarios/rebirth");
    assert_true(k.texts > 1000);
    check_end(&k);
}

static void ninja_reads_well(void **state) {
    Check k;
    (void)state;
    check_begin(&k, "ninja");
    check_scenarios(&k, "scenarios/ninja");
    assert_true(k.texts > 500);
    check_end(&k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_read_like_cards), cmocka_unit_test(words_refer_to_one_thing),
        cmocka_unit_test(japanese_keeps_words),  cmocka_unit_test(rebirth_reads_well),
        cmocka_unit_test(ninja_reads_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
