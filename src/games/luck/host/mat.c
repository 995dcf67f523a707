/* The mat of ラクエンロジック and its UI text in both languages. */
#include "games/luck/luck.h"
#include "tui/mat_tables.h"

/* The front row is next to the opponent; a circle is a seat with its member. Behind the circles lie
 * the gates, levels and stock, then the hand and the piles. */
static const MatCell cells[] = {
    /* zone, form, argument of the form; row, column, width */
    {LZ_CIRCLE, FORM_SEAT, 1, 0, 0, 27},    {LZ_CIRCLE, FORM_SEAT, 2, 0, 27, 27},
    {LZ_CIRCLE, FORM_SEAT, 3, 0, 54, 26},   {LZ_CIRCLE, FORM_SEAT, 4, 2, 0, 27},
    {LZ_CIRCLE, FORM_SEAT, 5, 2, 27, 27},   {LZ_CIRCLE, FORM_SEAT, 6, 2, 54, 26},
    {LZ_GATE, FORM_NAMES, 0, 4, 0, 40},     {LZ_LEVEL, FORM_READY, 0, 4, 40, 20},
    {LZ_STOCK, FORM_COUNT, 0, 4, 60, 20},   {LZ_HAND, FORM_COUNT, 0, 5, 0, 14},
    {LZ_DECK, FORM_COUNT, 0, 5, 14, 14},    {LZ_DROP, FORM_COUNT, 0, 5, 28, 14},
    {LZ_REFRESH, FORM_LIMIT, 2, 5, 42, 16}, {LZ_BATTLE, FORM_NAMES, 0, 6, 0, 30},
    {LZ_PARADOX, FORM_NAMES, 0, 6, 30, 25}, {LZ_INTERCEPT, FORM_NAMES, 0, 6, 55, 25},
    {LZ_SOUL, FORM_EXTRA, 0, 5, 58, 11},    {LZ_MY, FORM_EXTRA, 0, 5, 69, 11},
};

static const MatZone zones[] = {
#define ZONE(name, word, key, printed, english, flags, seats, clauses, loose, sight, letter, help) \
    {LZ_##name, letter, english, help},
#include "games/luck/zones.def"
#undef ZONE
};

/* Rows after an expanded table apply to a single question, clause or way of moving. */
static const MatOption options[] = {
#define OPTION(name, pattern, sense, logged, words, alone) {LOPT_##name, ANY, logged, words, alone},
#include "games/luck/options.def"
#undef OPTION
    {OPT_NUMBER, ASK_NUMBER, LOGGED, WORDS("X is {n}", "Xは{n}"), NO_WORDS},
};

static const MatAsk asks[] = {
#define QUESTION(name, key, words) {LASK_##name, 0, words},
#include "games/luck/questions.def"
#undef QUESTION
    {ASK_CARD, LL_5_13_1_1, WORDS("With whom does it unite?", "どのカードと合体しますか？")},
    {ASK_CARD, LL_5_15_1,
     WORDS("Level boost: which level card is rested?",
           "レベルブースト：レストするカードを選んでください")},
    {ASK_CARD, LL_6_2_1_8,
     WORDS("Your first hand: which cards do you put under the deck?",
           "最初の手札です。山札の下に置くカードを選んでください")},
    {ASK_CARD, LL_7_7_6, WORDS("Which cards do you keep?", "手札に残すカードを選んでください")},
    {ASK_SEAT, LL_5_12_2, WORDS("To which circle?", "どのサークルに出撃しますか？")},
};

static const MatMove moves[] = {
    {LH_RULE, LZ_DECK, LZ_STOCK, WORDS("{p}: a card goes to the stock", "{p}：1枚ストックへ")},
    {LH_RULE, LZ_HAND, LZ_LEVEL, WORDS("{p}: {c} into the level zone", "{p}：{c}をレベル領域へ")},
    {LH_RULE, LZ_DECK, LZ_REFRESH,
     WORDS("{p}: refreshed, a card to the refresh zone",
           "{p}：リフレッシュ、1枚リフレッシュ領域へ")},
#define HOW(name, from, to, words) {LH_##name, from, to, words},
#include "games/luck/hows.def"
#undef HOW
};

static const MatDeed deeds[] = {
    {EV_ATTACK, DEED_NO_OTHER, WORDS("< attacks an empty circle", "<が空のサークルを攻撃")},
    {EV_ATTACK, DEED_ANY, WORDS("< attacks >", "<が>を攻撃")},
    {EV_USED, DEED_ANY, WORDS("@: ability of <%", "@：<の能力%")},
};

#define Z(z) (1u << (z))
static const MatProbe probes[] = {
    {LASK_ACTION, LOPT_SORTIE, Z(LZ_HAND), 0, 0, LZ_CIRCLE, LL_7_5_3_1},
    {LASK_ACTION, LOPT_USE, ~0u, 0, ABIL_ACTIVATED, 0, LL_7_5_3_7},
    {LASK_ACTION, LOPT_UNITE, Z(LZ_CIRCLE) | Z(LZ_MY), 0, 0, 0, LL_7_5_3_2},
    {LASK_ATTACK, LOPT_ATTACK, Z(LZ_CIRCLE), 0, 0, 0, LL_8_2_4},
    {LASK_INTERCEPT, LOPT_INTERCEPT, Z(LZ_CIRCLE), 0, 0, 0, LL_8_3_3},
};

static const MatFormat formats[] = {
#define FORMAT(name, key, clause, words, about) {key, SCORE_NONE, words, about},
#include "games/luck/formats.def"
#undef FORMAT
};

/* The guided first turn: what to tell a beginner at each question. */
static const MatGuide guide[] = {
    {LASK_LEVEL, 0, 0, WORDS("Level phase", "レベルフェイズ"),
     WORDS("You drew two cards and put one onto your stock. Now put a card of your hand into the "
           "level zone: you may play members up to as many levels as you have cards there, a "
           "transunion needs its world or color there, too, and you attack as often as cards lie "
           "face up.",
           "2枚引き、1枚をストックに置きました。手札を1枚レベル領域に置きましょう。"
           "そこの枚数までのレベルのメンバーを出撃でき、合理体には同じワールドか色も要ります。"
           "表向きの枚数だけ攻撃できます。")},
    {LASK_ACTION, 0, 0, WORDS("Main phase", "メインフェイズ"),
     WORDS(
         "Let members sortie to your six circles, paying their cost with your stock. A logicalist "
         "and a foreigner can unite into a transunion of your deck or hand: both become its souls. "
         "Rearranging members costs nothing.",
         "6つのサークルにメンバーを出撃させます（コストはストックから）。"
         "定理者と使者は合体して、山札か手札の合理体になれます。2枚はソウルになります。"
         "並べ替えは自由です。")},
    {LASK_ATTACK, 0, 0, WORDS("Battle phase", "バトルフェイズ"),
     WORDS(
         "An upright member attacks a circle. If nobody is there, its gate is destroyed; when all "
         "six gates of a player are destroyed, that player loses. Back circles can be attacked "
         "only once the gate in front of them is destroyed.",
         "スタンドしているメンバーでサークルを攻撃します。だれもいなければ門を破壊できます。"
         "6つの門がすべて破壊されると負けです。後列は、前の門が破壊されるまで攻撃できません。")},
    {LASK_DEFINE, 0, 0, WORDS("Logic", "ロジック定義"),
     WORDS(
         "Both sides put cards of their hand into the battle zone by turns, up to the limit of "
         "their member. Their icons add power, aura or limit; a paradox changes what is compared.",
         "おたがいに、リミットの枚数まで手札をバトル領域に置きます。アイコンの分だけパワー・オーラ"
         "・"
         "リミットが増え、逆理は勝負のしかたを変えます。")},
};

const Mat luck_mat = {
    MAT_TABLES,
    .rows = 7,
    .hand = LZ_HAND,
    .deck = LZ_DECK,
    .third = true,
    .face_asks = 1u << LASK_UNION,
    .over = WORDS(" (in place of {c})", "（{c}をドロップ）"),
    .numbers =
        WORDS("  cost %d  power/level/aura %d/%d/%d", "  コスト%d  パワー/レベル/オーラ %d/%d/%d"),
    .rested = WORDS(" rested", " レスト"),
    .upright = WORDS(" (%u upright)", "（スタンド%u）"),
    .several = WORDS("", ""),
    .mates = WORDS("", ""),
    .attacks = WORDS(" attacks ", " が攻撃："),
    .tags = WORDS("h3 is the third card of your hand, c2 the member on your circle 2; capitals are "
                  "the opponent's.",
                  "h3 は手札の3枚目、c2 は自分の2番のサークル。大文字は相手のカードです。"),
    .read_numbers = WORDS("5000/1/0 is power, level, aura; x is rested.",
                          "5000/1/0 はパワー、レベル、オーラ、x はレストです。"),
    .intro_title = WORDS("Your first turn", "はじめてのターン"),
    .intro = WORDS("Your six circles, each with a gate beneath it:\n"
                   "  1 2 3   the front row, next to the opponent\n"
                   "  4 5 6   the back row\n"
                   "Then the gates, your levels and your stock, which pays for everything; then "
                   "hand, deck and "
                   "drop zone. While a battle goes on, logic is shown below.\n\n"
                   "A turn: stand, draw, level, main, battle, end.",
                   "6つのサークルの下に、それぞれ門があります。\n"
                   "  1 2 3   前列（相手の側）\n"
                   "  4 5 6   後列\n"
                   "続いて門、レベル、支払いに使うストック、手札・山札・ドロップ領域があります。"
                   "バトル中は、その下にロジックを示します。\n\n"
                   "ターンはスタンド、ドロー、レベル、メイン、バトル、エンドの順に進みます。"),
    .goal = WORDS(
        "You win when all gates of your opponent are destroyed, or two cards lie in the "
        "opponent's refresh zone.",
        "相手の門をすべて破壊するか、相手のリフレッシュ領域が2枚になれば、あなたの勝ちです。"),
};
