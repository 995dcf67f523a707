/* The mat of ニンジャスレイヤーTCG and its UI text in both languages. */
#include "games/ninja/ninja.h"
#include "tui/mat_tables.h"

/* The rulebook does not say where the zones lie. Here the field is in front, two lines of
 * characters; behind it are the ether and the damage zone, which decides the game (1002). The
 * players share one space (310.2), shown in the middle while anything is in it. */
static const MatCell cells[] = {
    /* zone, form, argument of the form; row, column, width */
    {NZ_FIELD, FORM_FIELD, 2, 0, 0, 80},    {NZ_ETHER, FORM_READY, 0, 2, 0, 37},
    {NZ_DAMAGE, FORM_LIMIT, 10, 2, 37, 43}, {NZ_HAND, FORM_COUNT, 0, 3, 0, 16},
    {NZ_DECK, FORM_COUNT, 0, 3, 16, 18},    {NZ_OHIGAN, FORM_COUNT, 0, 3, 34, 22},
    {NZ_REMOVED, FORM_EXTRA, 0, 3, 56, 24},
};

static const MatZone zones[] = {
#define ZONE(name, word, key, printed, english, flags, follows, keeps, clauses, sight, letter,     \
             help)                                                                                 \
    {NZ_##name, letter, english, help},
#include "games/ninja/zones.def"
#undef ZONE
};

/* Text for the steps that have a round of priority. */
static const MatRound rounds[NP_COUNT] = {
#define POINT(name, key, printed, phase, stop, round, then) [NP_##name] = {round, then},
#include "games/ninja/points.def"
#undef POINT
};

/* Rows after an expanded table apply to a single question, clause or way of moving. */
static const MatOption options[] = {
#define OPTION(name, pattern, sense, logged, words, alone) {NOPT_##name, ANY, logged, words, alone},
#include "games/ninja/options.def"
#undef OPTION
    {OPT_PLAYER, NASK_AIM, UNLOGGED, WORDS("the player: {p}", "プレイヤー：{p}"), NO_WORDS},
    {OPT_YES, NASK_EXTRA, UNLOGGED, WORDS("pay it, too{k}", "追加コストも支払う{k}"), NO_WORDS},
    {OPT_NO, NASK_EXTRA, UNLOGGED, WORDS("do not", "支払わない"), NO_WORDS},
    {OPT_YES, NASK_UKEMI, UNLOGGED, WORDS("pay, and use the ukemi{k}", "支払ってウケミを使う{k}"),
     NO_WORDS},
    {OPT_NO, NASK_UKEMI, UNLOGGED, WORDS("do not: it goes to the ohigan", "使わない（オヒガンへ）"),
     NO_WORDS},
    {OPT_NUMBER, ASK_NUMBER, LOGGED, WORDS("the number {n}", "数は{n}"), NO_WORDS},
    {OPT_NUMBER, NASK_ALLOT, UNLOGGED, WORDS("{n} to {c}", "{c}に{n}"), NO_WORDS},
};

static const MatAsk asks[] = {
#define QUESTION(name, key, words) {NASK_##name, 0, words},
#include "games/ninja/questions.def"
#undef QUESTION
    {ASK_PLAYER, NS_1204_2e, WORDS("Which player is meant?", "どのプレイヤーを選びますか？")},
    {ASK_CARD, NS_1204_2e, WORDS("What is it aimed at?", "対象を選んでください")},
    {ASK_CARD, NS_1312_1,
     WORDS("Pay: which ether do you rest?", "支払い：オジギするエテルを選んでください")},
    {ASK_CARD, NS_1319_1,
     WORDS("Recover: which card of the damage zone goes to the ohigan?",
           "回復：ダメージ・ゾーンからオヒガンに置くカードを選んでください")},
    {ASK_CARD, NS_1320_1,
     WORDS("Jitsu: which card of the damage zone is turned face down?",
           "ジツ：ダメージ・ゾーンで裏にするカードを選んでください")},
    {ASK_NUMBER, NS_1304_2a, WORDS("How much is X?", "Xの数を決めてください")},
};

static const MatMove moves[] = {
    {NH_ENTER, NZ_SPACE, NZ_FIELD, WORDS("{p}: {c} comes to the field", "{p}：{c}が場に出た")},
    {NH_CHECK, NZ_CHECK, NZ_DAMAGE,
     WORDS("{p}: {c} to the damage zone", "{p}：{c}をダメージ・ゾーンへ")},
    {NH_CHECK, NZ_CHECK, ANY,
     WORDS("{p}: no ukemi, {c} to {to}", "{p}：ウケミを使わず、{c}を{to}へ")},
    {NH_RULE, NZ_SPACE, NZ_OHIGAN, NO_WORDS}, /* the resolution is reported */
    {NH_RULE, NZ_CHECK, NZ_OHIGAN, NO_WORDS},
    {NH_RULE, NZ_HAND, NZ_ETHER,
     WORDS("{p}: {c} into the ether zone", "{p}：{c}をエテル・ゾーンへ")},
    {NH_RULE, NZ_DECK, NZ_HAND, WORDS("{p}: take {c} into the hand", "{p}：{c}を手札に加える")},
#define HOW(name, from, to, words) {NH_##name, from, to, words},
#include "games/ninja/hows.def"
#undef HOW
    {ANY, NZ_FIELD, NZ_FIELD, WORDS("{p}: master of {c} from now on", "{p}：{c}の支配者になった")},
    {ANY, NZ_DECK, NZ_DECK,
     WORDS("{p}: {c} to another place in the deck", "{p}：{c}をデッキの中で動かす")},
};

static const MatDeed deeds[] = {
    {EV_DAMAGE, DEED_NO_CARD,
     WORDS("@: # damage (damage checks follow)", "@：#ダメージ（ダメージチェックへ）")},
    {EV_ATTACK, DEED_NO_OTHER, WORDS("< attacks &", "<が&にアイサツ")},
    {EV_ATTACK, DEED_ANY, WORDS("< attacks >", "<が>にアイサツ")},
    {EV_BLOCK, DEED_ANY,
     WORDS("@: < interrupts and is attacked instead",
           "@：<がインターラプト、アイサツ対象になった")},
    {EV_BEAT, DEED_ANY, NO_WORDS}, /* the kill itself is reported */
    {EV_USED, DEED_ANY, WORDS("@: ability of <%", "@：<の能力%")},
    {EV_CANCELLED, DEED_ANY, WORDS("< is negated", "<は打ち消された")},
};

#define Z(z) (1u << (z))
static const MatProbe probes[] = {
    {NASK_PRIORITY, NOPT_ENTER, Z(NZ_HAND), 0, 0, 0, NS_801_1},
    {NASK_PRIORITY, NOPT_USE, ~0u, 0, ABIL_ACTIVATED, 0, NS_1208_2},
    {NASK_ETHER, NOPT_ETHER, Z(NZ_HAND), 0, 0, 0, NS_502_4a},
    {NASK_ATTACK, NOPT_ATTACK, Z(NZ_FIELD), 0, 0, 0, NS_704_3},
    {NASK_AIM, NOPT_AIM, Z(NZ_FIELD), 0, 0, 0, NS_704_4},
    {NASK_INTERRUPT, NOPT_INTERRUPT, Z(NZ_FIELD), 0, 0, 0, NS_705_3a},
};

static const MatFormat formats[] = {
#define FORMAT(name, key, clause, words, about) {key, SCORE_NONE, words, about},
#include "games/ninja/formats.def"
#undef FORMAT
};

/* The guided first turn: what to tell a beginner at each question. */
static const MatGuide guide[] = {
    {NASK_ETHER, 0, 0, WORDS("Start phase: ether", "スタートフェイズ：エテル"),
     WORDS("Your cards were stood up and you drew two (one in the very first turn). Now you may "
           "put one "
           "card of your hand into the ether zone.\n\n"
           "Ether pays for everything: a cost of 3 rests three upright cards there, and they stand "
           "up again in your next turn. So in the first turns put one each time; it cannot be "
           "entered any more.\n\n"
           "In brackets behind a card is its cost, then karate/endurance/sabotage.",
           "自分のカードを縦に戻し、2枚引きました（ゲームの最初のターンは1枚）。"
           "ここで手札を1枚、エテル・ゾーンに置けます。\n\n"
           "何をするにもエテルが要ります。コスト3なら縦向きの3枚をオジギし、"
           "次の自分のターンに縦に戻ります。はじめのうちは毎ターン置きましょう。"
           "置いたカードはもうエントリーできません。\n\n"
           "カードのうしろのかっこはコスト、続く数字はカラテ/耐久力/工作力です。")},
    {NASK_PRIORITY, 0, 0, WORDS("Entering cards", "エントリー"),
     WORDS(
         "In your own character phase, while nothing waits on the space, you may enter characters. "
         "Kotodama and abilities can be entered whenever you have priority, also in the "
         "opponent's turn.\n\n"
         "What is entered waits on the space in the middle of the table. When both players pass "
         "one after the other, the topmost thing is resolved: a character comes to the field, a "
         "kotodama does what it says. With an empty space two passes go on to the next step. You "
         "are asked only if you can do something.\n\n"
         "`card h1` shows a card, `why not h1` tells why it is not offered.",
         "自分のキャラクターフェイズで、コトダマ空間が空なら、キャラクターをエントリーできます。"
         "コトダマと起動能力は、優先権があれば相手のターンでもエントリーできます。\n\n"
         "エントリーしたものは、まずテーブル中央のコトダマ空間で待ちます。"
         "2人が続けてパスすると一番上を解決し、キャラクターなら場に出て、"
         "コトダマなら書かれている効果を行います。空の時に2人がパスすると次へ進みます。"
         "できることがある時だけ聞かれます。\n\n"
         "「card h1」でカードの説明、「why not h1」でなぜ選べないかがわかります。")},
    {NASK_ATTACK, 0, 0, WORDS("Battle phase", "イクサフェイズ"),
     WORDS(
         "Each upright character may attack once; it is rested for that. It attacks the player, or "
         "a character.\n\n"
         "A character takes the attacker's karate as damage and is killed when that reaches its "
         "endurance. It does not strike back. Damage on characters goes away at the end of the "
         "turn.\n\n"
         "The player takes the attacker's sabotage as damage.",
         "縦向きのキャラクターは1回ずつアイサツできます（アイサツするとオジギします）。"
         "狙えるのは、相手プレイヤーか相手のキャラクターです。\n\n"
         "キャラクターにはカラテの分のダメージを与え、耐久力以上になると殺されます。"
         "反撃はありません。キャラクターのダメージはターンの終わりに消えます。\n\n"
         "プレイヤーには工作力の分のダメージを与えます。")},
    {NASK_AIM, 0, 0, WORDS("Whom to attack", "アイサツ対象"),
     WORDS("For each point of damage to a player one damage check is made: the top card of the "
           "deck is "
           "turned over and goes to the damage zone. Ten cards there lose the game. A card with an "
           "ukemi box does that instead and goes to the ohigan.",
           "プレイヤーがダメージを受けると、その数だけダメージチェックを行います。"
           "デッキの一番上をめくってダメージ・ゾーンに置き、10枚になると負けです。"
           "ウケミのあるカードなら、代わりにその効果を行ってオヒガンに置きます。")},
    {NASK_INTERRUPT, 0, 0, WORDS("Interrupt", "インターラプト"),
     WORDS("A character of yours with interrupt may take the attack on itself, once a turn; "
           "it need not be upright.",
           "インターラプトを持つキャラクターは、1ターンに1回、アイサツを自分に向けさせられます。"
           "オジギしていてもかまいません。")},
    {NASK_TRIGGER, 0, 0, WORDS("Triggered abilities", "誘発した能力"),
     WORDS("Several abilities of yours triggered at once. They are entered one after the other; "
           "what is entered last is resolved first.",
           "あなたの能力が同時に誘発しました。1つずつエントリーします。"
           "あとにエントリーしたものから解決します。")},
    {NASK_UKEMI, 0, 0, WORDS("Ukemi", "ウケミ"),
     WORDS("The damage check turned over a card with an ukemi that costs something. Whether you "
           "pay or "
           "not, the card does not become damage.",
           "ダメージチェックで、コストのあるウケミが出ました。"
           "支払っても支払わなくても、ダメージにはなりません。")},
};

/* The attacked player or card, also before battle begins (704.4 to 705.5). */
static MatAttack attack(const Run *r) {
    const State *s = r->s;
    MatAttack a = {NONE, NONE, NOBODY};
    if (!s->facts[NF_IN_ATTACK] || !ref_live(s, s->fact_card[NR_ATTACKING])) return a;
    a.by = s->fact_card[NR_ATTACKING].card;
    if (s->facts[NF_AIM_PLAYER])
        a.player = (PlayerId)(s->facts[NF_AIM_PLAYER] - 1);
    else if (ref_live(s, s->fact_card[NR_ATTACKED]))
        a.at = s->fact_card[NR_ATTACKED].card;
    return a;
}

const Mat ninja_mat = {
    MAT_TABLES,
    .rows = 4,
    .rounds = rounds,
    .nrounds = COUNT(rounds),
    .attack = attack,
    .hand = NZ_HAND,
    .deck = NZ_DECK,
    .space = NZ_SPACE,
    .round_ask = NASK_PRIORITY,
    .round_main = NP_CHARACTER,
    .extra_ask = NASK_EXTRA,
    .checked_ask = NASK_UKEMI,
    .third = true,
    .bare_kinds = 1 << NK_KO,
    .target_clause = NS_704_4,
    .round_own = WORDS("Your character phase, the space is empty. What do you do?",
                       "キャラクターフェイズです（コトダマ空間は空）。何をしますか？"),
    .round_empty = WORDS("You have priority ({f}, turn: {p}; the space is empty)",
                         "優先権があります（{p}のターン、{f}。コトダマ空間は空）"),
    .round_stacked = WORDS("You have priority; {n} on the space, next: {x}",
                           "優先権があります。コトダマ空間に{n}、次に解決：{x}"),
    .next = WORDS(" ({x} is resolved once both pass)", "（2人ともパスなら{x}を解決）"),
    .resolved = WORDS("resolved: {x}", "解決：{x}"),
    .checks = WORDS("damage check x%u", "ダメージチェック×%u"),
    .unpaid = WORDS(" without paying", "（支払わずに）"),
    .pass_on = WORDS("pass on, until something happens", "何か起きるまでパスを続ける"),
    .pay_any = WORDS("any of them", "どれでもよい"),
    .numbers = WORDS("  cost %d  karate/endurance/sabotage %d/%d/%d",
                     "  コスト%d  カラテ/耐久力/工作力 %d/%d/%d"),
    .rested = WORDS(" rested", " オジギ"),
    .upright = WORDS(" (%u upright)", "（アンタイ%u）"),
    .several = WORDS("", ""),
    .mates = WORDS("", ""),
    .attacks = WORDS(" attacks ", " がアイサツ："),
    .tags = WORDS("h3 is the third card of your hand, f2 your second character; capitals are the "
                  "opponent's, so F1 is the opponent's first character.",
                  "h3 は手札の3枚目、f2 は自分の2番目のキャラクター。"
                  "大文字は相手のカードで、F1 は相手の1番目のキャラクターです。"),
    .read_numbers =
        WORDS("3/5-2/1 is karate 3, endurance 5 with 2 damage, sabotage 1; 4/5/1(3/5/1) "
              "differs from the printed numbers in brackets (where there is no room: 4/5/1'), "
              "x is rested. In your hand (2) is the cost.",
              "3/5-2/1 はカラテ3、耐久力5でダメージ2、工作力1です。4/5/1(3/5/1) の"
              "かっこの中は元の数値（場所がない時は 4/5/1'）、x はオジギです。"
              "手札の (2) はコストです。"),
    .intro_title = WORDS("Your first turn", "はじめてのターン"),
    .intro = WORDS(
        "The mat, from the middle of the table to you:\n"
        "  f 場 (field)                your characters, with karate/endurance/sabotage\n"
        "  e エテル・ゾーン (ether)    what you pay with: 3/5 are 3 upright of 5\n"
        "  g ダメージ・ゾーン (damage) what you have taken\n"
        "  h 手札 (hand)               only you see it\n"
        "Then d デッキ (deck) and o オヒガン (ohigan), where killed and used cards lie. The other "
        "side is the same, turned round. Between them is shown what attacks whom, and what waits "
        "on "
        "the コトダマ空間 (space).\n\n"
        "A turn: start, character, battle, end. The line at the top shows where you are.",
        "マットを、テーブルの中央から手前へ見ていきます。\n"
        "  f 場                キャラクター。数字はカラテ/耐久力/工作力です\n"
        "  e エテル・ゾーン    支払いに使います。3/5 は5枚のうち縦向き3枚です\n"
        "  g ダメージ・ゾーン  受けたダメージ\n"
        "  h 手札              見られるのは自分だけです\n"
        "ほかに d デッキ、o オヒガン（殺されたり使ったりしたカード）があります。"
        "相手の側は、これを向かい合わせにしたものです。"
        "間には、アイサツのようすとコトダマ空間で待っているものを示します。\n\n"
        "ターンはスタート、キャラクター、イクサ、エンドの順に進みます。"
        "今どこかは一番上の行でわかります。"),
    .goal = WORDS(
        "You win when ten cards lie in your opponent's damage zone, or the opponent's deck is "
        "empty.",
        "相手のダメージ・ゾーンが10枚になるか、相手のデッキがなくなれば、あなたの勝ちです。"),
};
