/* The mat of Vividz and its UI text in both languages. */
#include "games/vividz/vividz.h"
#include "tui/mat_tables.h"

/* The areas are next to the opponent, so that the lanes face each other; behind each lies the
 * mission of its lane. EXP lie under their character and are counted there. */
static const MatCell cells[] = {
    /* zone, form, argument of the form; row, column, width */
    {VZONE_AREA, FORM_SEAT, 1, 0, 0, 27}, /* names in row 1 */
    {VZONE_AREA, FORM_SEAT, 2, 0, 27, 26},     {VZONE_AREA, FORM_SEAT, 3, 0, 53, 27},
    {VZONE_MISSION, FORM_SEAT, 1, 2, 0, 27}, /* names in row 3 */
    {VZONE_MISSION, FORM_SEAT, 2, 2, 27, 26},  {VZONE_MISSION, FORM_SEAT, 3, 2, 53, 27},
    {VZONE_HAND, FORM_COUNT, 0, 4, 0, 14},     {VZONE_ENERGY, FORM_COUNT, 0, 4, 14, 16},
    {VZONE_DECK, FORM_COUNT, 0, 4, 30, 14},    {VZONE_TRASH, FORM_COUNT, 0, 4, 44, 18},
    {VZONE_REMOVED, FORM_EXTRA, 0, 4, 62, 18}, {VZONE_ACCOUNT, FORM_NAMES, 0, 5, 0, 40},
    {VZONE_KEEP, FORM_NAMES, 0, 5, 40, 40},
};

static const MatCell brief[] = {
    {VZONE_HAND, FORM_COUNT, 0, 0, 0, 0},  {VZONE_ENERGY, FORM_COUNT, 0, 0, 0, 0},
    {VZONE_DECK, FORM_COUNT, 0, 0, 0, 0},  {VZONE_TRASH, FORM_COUNT, 0, 0, 0, 0},
    {VZONE_AREA, FORM_SEAT, 1, 1, 1, 26},  {VZONE_AREA, FORM_SEAT, 2, 1, 27, 26},
    {VZONE_AREA, FORM_SEAT, 3, 1, 53, 26},
};

static const MatZone zones[] = {
#define ZONE(name, word, key, printed, english, flags, seats, clauses, sight, letter, help)        \
    {VZONE_##name, letter, english, help},
#include "games/vividz/zones.def"
#undef ZONE
};

/* Rows after an expanded table apply to a single question, clause or way of moving. */
static const MatOption options[] = {
#define OPTION(name, pattern, sense, logged, words, alone) {VOPT_##name, ANY, logged, words, alone},
#include "games/vividz/options.def"
#undef OPTION
};

static const MatAsk asks[] = {
#define QUESTION(name, key, words) {VASK_##name, 0, words},
#include "games/vividz/questions.def"
#undef QUESTION
    {ASK_CARD, VZ_905_3a,
     WORDS("Pay: which energy goes to the trash?",
           "支払い：トラッシュに置くエネルギーを選んでください")},
    {ASK_YESNO, VZ_904_2c,
     WORDS("Pay the other price instead of energy?",
           "エネルギーのかわりに、もう一方の代償を支払いますか？")},
    {ASK_CARD, VZ_705_3,
     WORDS("Charge: which cards of your hand go to the energy zone?",
           "チャージ：エネルギーに置く手札を選んでください")},
    {ASK_CARD, VZ_601_1e,
     WORDS("You go second: choose two cards of your hand for your energy",
           "後攻です。エネルギーに置く手札を2枚選んでください")},
    {ASK_CARD, VZ_803_1,
     WORDS("Slide: which two cards of your hand go to the trash?",
           "スライド：トラッシュに置く手札を2枚選んでください")},
    {ASK_CARD, VZ_1002_1,
     WORDS("Several characters came to this area: which one stays?",
           "同じエリアに残すキャラを選んでください")},
};

static const MatMove moves[] = {
    {VH_RULE, VZONE_DECK, VZONE_HAND,
     WORDS("{p}: take {c} into the hand", "{p}：{c}を手札に加える")},
    {VH_RULE, ANY, VZONE_HAND, NO_WORDS}, /* missions, before the game */
    {VH_PLAY, ANY, VZONE_TEMPORARY, NO_WORDS},
#define HOW(name, from, to, words) {VH_##name, from, to, words},
#include "games/vividz/hows.def"
#undef HOW
};

static const MatDeed deeds[] = {
    {EV_BEAT, DEED_ANY, WORDS("< made > leave", "<が>を退場させた")},
    {EV_COUNTERS, DEED_ANY, WORDS("@: counters #", "@：カウンター #")},
};

#define Z(z) (1u << (z))
static const MatProbe probes[] = {
    {VASK_ACTION, VOPT_PLAY, Z(VZONE_HAND) | Z(VZONE_KEEP), 1 << VK_CH, 0, VZONE_AREA, VZ_703_2},
    {VASK_ACTION, VOPT_EVENT, Z(VZONE_HAND) | Z(VZONE_KEEP), 1 << VK_EV, 0, 0, VZ_703_2},
    {VASK_ACTION, VOPT_USE, ~0u, 0, ABIL_ACTIVATED, 0, VZ_703_2},
    {VASK_ACTION, VOPT_ATTACK, Z(VZONE_AREA), 0, 0, 0, VZ_802_1},
    {VASK_BLOCK, VOPT_USE, ~0u, 0, ABIL_ACTIVATED, 0, VZ_703_2},
    {VASK_BLOCK, VOPT_SLIDE, Z(VZONE_AREA), 0, 0, VZONE_AREA, VZ_803_1},
};

static const MatFormat formats[] = {
#define FORMAT(name, key, words, about) {key, SCORE_NONE, words, about},
#include "games/vividz/formats.def"
#undef FORMAT
};

/* The guided first turn: what to tell a beginner at each question. */
static const MatGuide guide[] = {
    {VASK_PLACE, 0, 0, WORDS("Before the game: your missions", "準備：ミッションの場所"),
     WORDS(
         "Your three missions lie behind your three areas, one in each lane. Choose where each of "
         "them lies; it stays there for the whole game.",
         "3枚のミッションを、3つのレーンに1枚ずつ置きます。"
         "どこに置くかを選んでください。ゲーム中は動かせません。")},
    {ASK_CARD, VZ_601_1e, 0, WORDS("You go second", "後攻です"),
     WORDS("Who goes second puts two cards of the hand into the energy zone.",
           "後攻は、手札2枚をエネルギーに置いて始めます。")},
    {VASK_ACTION, 0, 0, WORDS("Main phase", "メインフェイズ"),
     WORDS("As often as you can:\n"
           "  - play a character into an area, or an event; the cost is paid with energy;\n"
           "  - over a cheaper character of yours the new one levels up: the old one goes under it "
           "as "
           "EXP;\n"
           "  - use an ability marked 起;\n"
           "  - attack with an upright character.\n\n"
           "Your missions count what you do now. A mission whose check is met sleeps, and in the "
           "mission phase it is cleared if its second condition is met, too.\n\n"
           "`card h1` shows a card, `why not h1` tells why it is not offered.",
           "できる限り何度でもできます。\n"
           "  ・キャラをエリアに、またはイベントをプレイする（コストはエネルギーで支払います）\n"
           "  ・コストの低い自分のキャラに重ねるとLvUPし、下のキャラはEXPになります\n"
           "  ・「起」の能力を使う\n"
           "  ・リポート状態のキャラでアタックする\n\n"
           "ミッションは、今していることを数えています。チェックの条件を満たすとスリープし、"
           "ミッションフェイズにクリアの条件も満たしていればクリアです。\n\n"
           "「card h1」でカードの説明、「why not h1」でなぜ選べないかがわかります。")},
    {VASK_BLOCK, 0, 0, WORDS("Block step", "ブロックステップ"),
     WORDS("You are attacked. Once, you may use an ability, or put two cards of your hand into the "
           "trash to slide a character to the next area.",
           "アタックされました。1回だけ、能力を使うか、手札2枚をトラッシュに置いてキャラを隣の"
           "エリアにスライドできます。")},
    {VASK_SCOUT, 0, 0, WORDS("Scout", "スカウト"),
     WORDS("The top card of the deck was scouted. With ★ it may be played at once, free of cost; "
           "otherwise it becomes energy.",
           "デッキの上のカードをスカウトしました。★があればコストを支払わずにプレイできます。"
           "しなければエネルギーになります。")},
    {VASK_KEEP, 0, 0, WORDS("Charge phase", "チャージフェイズ"),
     WORDS(
         "You may lay one card of your hand aside in the keep zone; after that any number of cards "
         "may go to the energy zone. Then you draw up to five cards.",
         "手札を1枚キープゾーンに取っておけます。そのあと、好きな枚数をエネルギーに置けます。"
         "最後に5枚になるまで引きます。")},
    {VASK_WAITING, 0, 0, WORDS("Triggered abilities", "自動能力"),
     WORDS("Something set off several abilities. Choose which one is played next.",
           "いくつかの自動能力が誘発しました。次にプレイするものを選びます。")},
};

const Mat vividz_mat = {
    MAT_TABLES,
    .rows = 6,
    .brief = brief,
    .nbrief = COUNT(brief),
    .front = VZONE_AREA,
    .hand = VZONE_HAND,
    .deck = VZONE_DECK,
    .power = true,
    .bare_kinds = 1 << VK_EV | 1 << VK_MI | 1 << VK_AC,
    .intro_title = WORDS("Your first turn", "はじめてのターン"),
    .intro =
        WORDS("The mat, from the middle of the table to you:\n"
              "  a エリア (areas)        three lanes; your characters stand here\n"
              "  m ミッション (missions) one behind each area\n"
              "  n エネルギー (energy)   what you pay with\n"
              "  c アカウント (account)  with its ability\n"
              "  h 手札 (hand)           only you see it\n"
              "Also k キープ (keep zone), d デッキ (deck), t トラッシュ (trash).\n\n"
              "A turn: start draw, main, mission, charge, end draw.",
              "マットを、テーブルの中央から手前へ見ていきます。\n"
              "  a エリア       3つのレーン。キャラを置きます\n"
              "  m ミッション   エリアのうしろに1枚ずつ\n"
              "  n エネルギー   支払いに使います\n"
              "  c アカウント   能力を持ちます\n"
              "  h 手札         見られるのは自分だけです\n"
              "ほかに k キープ、d デッキ、t トラッシュ があります。\n\n"
              "ターンはスタートドロー、メイン、ミッション、チャージ、エンドドローの順に進みます。"),
    .goal = WORDS("You win when you have cleared all three of your missions.",
                  "自分のミッションを3枚ともクリアすれば、あなたの勝ちです。"),
    .numbers = WORDS("  cost %d  power %.0d%d", "  コスト%d  パワー%.0d%d"),
    .rested = WORDS(" asleep", " スリープ"),
    .counters = WORDS("counters", "カウンター"),
    .tied = WORDS(" EXP %u", " EXP%u"),
    .upright = WORDS(" (%u upright)", "（リポート%u）"),
    .attacks = WORDS(" attacks ", " がアタック："),
    .tags = WORDS("h3 is the third card of your hand, a2 your centre; capitals are the opponent's. "
                  "\"h3 a2\" plays that card there.",
                  "h3 は手札の3枚目、a2 はセンターです。大文字は相手のカードです。"
                  "「h3 a2」で、手札の3枚目をセンターにプレイします。"),
    .read_numbers = WORDS("In your hand (2) is the cost; the number behind is the power.",
                          "手札の (2) はコスト、その次の数がパワーです。"),
    .pay_any = WORDS("any of them", "どれでもよい"),
    .over = WORDS(" (over {c})", "（{c}の上へ）"),
};
