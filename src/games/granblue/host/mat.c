/* The mat of グランブルーファンタジーTCG and its UI text in both languages. */
#include "games/granblue/granblue.h"
#include "tui/mat_tables.h"
#include <stdio.h>

static const MatCell cells[] = {
    /* zone, form, argument of the form; row, column, width */
    {GZ_MEMBER, FORM_FIELD, 3, 0, 0, 80},
    {GZ_LEADER, FORM_CARD, 0, 3, 0, 40}, /* the name is in row 4 */
    {GZ_ARMOUR, FORM_COUNT, 0, 3, 40, 20},
    {GZ_DECK, FORM_COUNT, 0, 3, 60, 20},
    {GZ_GAUGE, FORM_COUNT, 0, 4, 40, 20},
    {GZ_LEADERS, FORM_EXTRA, 0, 4, 60, 20},
    {GZ_HAND, FORM_COUNT, 0, 5, 0, 20},
    {GZ_GEM, FORM_READY, 0, 5, 20, 40},
    {GZ_LEVEL, FORM_EXTRA, 0, 5, 60, 20},
};

static const MatZone zones[] = {
#define ZONE(name, word, key, printed, english, flags, area, clauses, sight, letter, help)         \
    {GZ_##name, letter, english, help},
#include "games/granblue/zones.def"
#undef ZONE
};

static const MatOption options[] = {
#define OPTION(name, pattern, sense, logged, words, alone) {GOPT_##name, ANY, logged, words, alone},
#include "games/granblue/options.def"
#undef OPTION
    {OPT_DONE, GASK_REDRAW, UNLOGGED, WORDS("no more: draw as many", "これで引き直す"), NO_WORDS},
};

static const MatAsk asks[] = {
#define QUESTION(name, key, words) {GASK_##name, 0, words},
#include "games/granblue/questions.def"
#undef QUESTION
    {ASK_CARD, GB_8_4_2_1,
     WORDS("Pay: which gem do you rest?", "支払い：レストする宝晶石を選んでください")},
    {ASK_CARD, GB_8_4_2_2,
     WORDS("Pay: which gem do you rest?", "支払い：レストする宝晶石を選んでください")},
    {ASK_WORD, GB_10_11_2, WORDS("Declare", "宣言してください")},
};

static const MatMove moves[] = {
    {GH_RULE, GZ_DECK, GZ_HAND, WORDS("{p}: take {c} into the hand", "{p}：{c}を手札に加える")},
    {GH_RULE, GZ_DECK, GZ_ARMOUR, WORDS("{p}: lay armour", "{p}：アーマーを置く")},
    {GH_ENTER, ANY, GZ_LEADER, WORDS("{p}: the leader is {c}", "{p}：団長は{c}")},
#define HOW(name, from, to, words) {GH_##name, from, to, words},
#include "games/granblue/hows.def"
#undef HOW
};

#define Z(z) (1u << (z))
static const MatDeed deeds[] = {
    {EV_DAMAGE, DEED_NO_OTHER, WORDS("< takes # damage", "<に#ダメージ")},
    {EV_SUPPORT, DEED_ANY, WORDS("< follows up", "<が追撃")},
};

static const MatProbe probes[] = {
    {GASK_ACTION, GOPT_ENTER, Z(GZ_HAND), 1 << GK_ME, 0, 0, GB_6_3_1_2_1},
    {GASK_ACTION, GOPT_LIMIT, Z(GZ_HAND), 1 << GK_ME, 0, 0, GB_6_3_1_2_5},
    {GASK_ACTION, GOPT_STONE, Z(GZ_HAND), 1 << GK_ST, ABIL_SPELL, 0, GB_6_3_1_2_3},
    {GASK_ACTION, GOPT_JOB, Z(GZ_LEADERS), 1 << GK_LE, 0, 0, GB_6_3_1_2_4},
    {GASK_ACTION, GOPT_USE, ~0u, 0, ABIL_ACTIVATED, 0, GB_6_3_1_2_2},
    {GASK_ATTACK, GOPT_ATTACK, Z(GZ_MEMBER) | Z(GZ_LEADER), 0, 0, 0, GB_7_2_1_3_1},
    {GASK_ATTACK, GOPT_FOLLOW, Z(GZ_MEMBER) | Z(GZ_LEADER), 0, 0, 0, GB_7_2_1_3_2},
    {GASK_ATTACK, GOPT_USE, ~0u, 0, ABIL_ACTIVATED, 0, GB_6_3_1_2_2},
    {GASK_ATTACK, GOPT_STONE, Z(GZ_HAND), 1 << GK_ST, ABIL_SPELL, 0, GB_6_3_1_2_3},
    {GASK_ANSWER, GOPT_USE, ~0u, 0, ABIL_ACTIVATED, 0, GB_6_3_1_2_2},
    {GASK_ANSWER, GOPT_STONE, Z(GZ_HAND), 1 << GK_ST, ABIL_SPELL, 0, GB_6_3_1_2_3},
    {GASK_REFILL, GOPT_REFILL, Z(GZ_HAND), 1 << GK_ME, 0, 0, GB_9_4_3_3_1},
};

static const MatFormat formats[] = {
#define FORMAT(name, key, words) {key, SCORE_NONE, words, WORDS("one against one", "1対1の対戦")},
#include "games/granblue/formats.def"
#undef FORMAT
};

static const MatGuide guide[] = {
    {GASK_REDRAW, 0, 0, WORDS("Before the game", "準備"),
     WORDS("You have five cards. Once you may put any of them under your deck and draw as many. "
           "Keep members of low rank: they can be fielded first.",
           "手札は5枚です。1度だけ、好きな枚数をデッキの下に戻して引き直せます。"
           "はじめに出せる、ランクの低い団員を残しましょう。")},
    {GASK_ACTION, 0, 0, WORDS("Main phase", "メインフェイズ"),
     WORDS("Field members: they cost nothing, but their ranks together must not exceed the number "
           "of your gems, and no two may have one name. Once a turn each you may change jobs (a "
           "leader of your leader deck) and break a limit (a member of your hand onto one of the "
           "same name). Effects with a cost in [ ] rest gems; stones go to the gauge.\n\n"
           "`card h1` shows a card, `why not h1` tells why it is not offered.",
           "団員を登場させましょう。コストは要りませんが、ランクの合計は宝晶石の枚数までで、"
           "同じキャラ名は並べられません。1ターンに1回ずつ、ジョブチェンジと上限解放もできます。"
           "[ ]のある効果は宝晶石をレストして使い、召喚石は奥義ゲージに置いて使います。\n\n"
           "「card h1」でカードの説明、「why not h1」でなぜ選べないかがわかります。")},
    {GASK_ATTACK, 0, 0, WORDS("Battle phase", "バトルフェイズ"),
     WORDS("Attack with an active card: members before the leader. Further active cards may follow "
           "up; their ATK add up. When you pass, the damage is dealt.",
           "アクティブのカードでアタックします。相手の団員がいる間は団員が先です。"
           "ほかのアクティブのカードで追撃すると、ATKが合計されます。何もしないとダメージに進みます"
           "。")},
    {GASK_COUNTER, 0, 0, WORDS("Counter step", "カウンターステップ"),
     WORDS("Before the damage you may use effects and stones of your own.",
           "ダメージの前に、自分の起動効果と召喚石を使えます。")},
    {GASK_SHOWN, 0, 0, WORDS("Armour", "アーマー"),
     WORDS(
         "Your leader was hit: one armour card is turned up. A member may appear, a stone may be "
         "triggered; otherwise it goes to your hand.",
         "団長がダメージを受け、アーマーが1枚表向きになりました。団員なら登場、召喚石なら発動でき、"
         "そうでなければ手札に加わります。")},
};

/* 10-16: what a chip is called. */
static void chip_word(const Pack *p, unsigned kind, char *out, size_t size) {
    static const char *const sorts[] = {"HP", "ATK", "ランク"};
    static const char *const places[GCHIP_ZONES] = {"奥義ゲージ", "宝晶石",   "団長エリア",
                                                    "団員エリア", "アーマー", "デッキ"};
    if (kind >= GCHIP_ZONE && kind < GCHIP_ZONE + GCHIP_ZONES)
        snprintf(out, size, "%s", places[kind - GCHIP_ZONE]);
    else if (kind >= GCHIP_ZONE)
        snprintf(out, size, "%s「%s」", places[(kind - GCHIP_ZONE) % GCHIP_ZONES],
                 pack_term(p, (TermId)((kind - GCHIP_ZONE) / GCHIP_ZONES)));
    else if (kind >= GCHIP_NAMED)
        snprintf(out, size, "「%s」", pack_term(p, (TermId)(kind - GCHIP_NAMED)));
    else if (kind >= GCHIP_HP)
        snprintf(out, size, "%s%+d", sorts[(kind - GCHIP_HP) / 32], (int)(kind % 32) - 16);
    else
        snprintf(out, size, "チップ");
}

const Mat granblue_mat = {
    MAT_TABLES,
    .rows = 6,
    .face_asks = 1u << GASK_LEADER,
    .front = GZ_LEADER,
    .hand = GZ_HAND,
    .deck = GZ_DECK,
    .bare_kinds = 1 << GK_ST,
    .target_clause = GB_7_2_1_3_1_2,
    .pay_any = WORDS("any of them", "どれでもよい"),
    .intro_title = WORDS("Your first turn", "はじめてのターン"),
    .intro = WORDS(
        "The mat, from the middle of the table to you:\n"
        "  m 団員 (members)    up to three, attacked before the leader\n"
        "  l 団長 (leader)     yours: protect it\n"
        "  a アーマー (armour) five cards that nobody sees; each saves the leader once\n"
        "  n 宝晶石 (gems)     one more each turn; they pay, and limit the ranks you field\n"
        "  g 奥義ゲージ (gauge) fallen members and used stones; charge attacks turn them down\n"
        "  h 手札 (hand)       only you see it\n"
        "Also d デッキ (deck), x 団長デッキ (leader deck), v レベルカード (level cards).\n\n"
        "A turn: start, main, battle, burst. The line at the top shows where you are.",
        "マットを、テーブルの中央から手前へ見ていきます。\n"
        "  m 団員         3枚まで。団長より先にアタックされます\n"
        "  l 団長         守りましょう\n"
        "  a アーマー     だれも見られない5枚。団長を1回ずつ守ります\n"
        "  n 宝晶石       毎ターン1枚増えます。支払いに使い、登場できるランクも決めます\n"
        "  g 奥義ゲージ   戦闘不能の団員や使った召喚石。奥義で裏向きにします\n"
        "  h 手札         見られるのは自分だけです\n"
        "ほかに d デッキ、x 団長デッキ、v レベルカードがあります。\n\n"
        "ターンはスタート、メイン、バトル、バーストの順に進みます。今どこかは一番上の行でわかります"
        "。"),
    .goal = WORDS("You win when your opponent's leader is hit without armour, or the opponent's "
                  "deck is empty.",
                  "アーマーのない相手の団長を戦闘不能にするか、相手のデッキがなくなれば、"
                  "あなたの勝ちです。"),
    .numbers = WORDS("  rank %d  ATK/HP %d/%d", "  ランク%d  ATK/HP %d/%d"),
    .rested = WORDS(" rested", " レスト"),
    .tied = WORDS(" level %u", " レベル%u"),
    .counters = WORDS("chips", "チップ"),
    .counter = chip_word,
    .upright = WORDS(" (%u active)", "（アクティブ%u）"),
    .several = WORDS("", ""),
    .mates = WORDS("", ""),
    .attacks = WORDS(" attacks ", " がアタック："),
    .tags =
        WORDS("h3 is the third card of your hand, m2 your second member, l your leader; capitals "
              "are the opponent's.",
              "h3 は手札の3枚目、m2 は2番目の団員、l は団長。大文字は相手のカードです。"),
    .read_numbers =
        WORDS("3/5 is ATK 3, HP 5; 4/5(3/5) differs from the printed numbers in brackets, "
              "x is rested. In your hand (2) is the rank.",
              "3/5 はATK3、HP5です。4/5(3/5) のかっこの中は元の数値、x はレストです。"
              "手札の (2) はランクです。"),
};
