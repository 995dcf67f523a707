/* The mat of Reバース for you and its UI text in both languages. */
#include "games/rebirth/rebirth.h"
#include "tui/mat_tables.h"

/* Chapter 4 does not say where the zones lie. Here the entry is front and centre, facing the other
 * one, with the three seats behind it, Re birth and retire zone on the left, deck and waiting room
 * on the right, energy and partners nearest to the player. Entry and seats are symmetrical, so that
 * they line up although one mat is turned round. Souls lie under the card they are tied to
 * (4.13.3.3) and are counted there. */
static const MatCell cells[] = {
    /* zone, form, argument of the form; row, column, width */
    {RZ_REBIRTH, FORM_NAMES, 0, 0, 0, 26},
    {RZ_ENTRY, FORM_CARD, 0, 0, 26, 28}, /* the name is in row 1 */
    {RZ_DECK, FORM_COUNT, 0, 0, 54, 15},
    {RZ_DEER, FORM_EXTRA, 0, 0, 69, 11}, /* 12.2.1.4 */
    {RZ_RETIRE, FORM_LIMIT, 7, 1, 0, 26},
    {RZ_WAITING, FORM_COUNT, 0, 1, 54, 14},
    {RZ_MEMORY, FORM_COUNT, 0, 1, 68, 12},
    {RZ_MEMBER, FORM_SEAT, 1, 2, 0, 27}, /* names in row 3 */
    {RZ_MEMBER, FORM_SEAT, 2, 2, 27, 26},
    {RZ_MEMBER, FORM_SEAT, 3, 2, 53, 27},
    {RZ_HAND, FORM_COUNT, 0, 4, 0, 17}, /* 4.10.4: of an opponent's hand, the number of partners */
    {RZ_ENERGY, FORM_READY, 0, 4, 17, 23},
    {RZ_ENERGY, FORM_NAMES, RK_PA + 1, 4, 40, 40}, /* partners lie face up: 4.6.2 */
};

static const MatCell brief[] = {
    {RZ_RETIRE, FORM_LIMIT, 7, 0, 0, 0},  {RZ_HAND, FORM_COUNT, 0, 0, 0, 0},
    {RZ_ENERGY, FORM_READY, 0, 0, 0, 0},  {RZ_DECK, FORM_COUNT, 0, 0, 0, 0},
    {RZ_REBIRTH, FORM_EXTRA, 0, 0, 0, 0}, {RZ_WAITING, FORM_COUNT, 0, 0, 0, 0},
    {RZ_MEMORY, FORM_EXTRA, 0, 0, 0, 0},  {RZ_DEER, FORM_EXTRA, 0, 0, 0, 0},
    {RZ_ENTRY, FORM_CARD, 0, 1, 1, 23},   {RZ_MEMBER, FORM_SEAT, 1, 1, 24, 19},
    {RZ_MEMBER, FORM_SEAT, 2, 1, 43, 19}, {RZ_MEMBER, FORM_SEAT, 3, 1, 62, 18},
};

static const MatZone zones[] = {
#define ZONE(name, word, key, printed, english, flags, clauses, sight, letter, help)               \
    {RZ_##name, letter, english, help},
#include "games/rebirth/zones.def"
#undef ZONE
};

/* Rows after an expanded table apply to a single question, clause or way of moving. */
static const MatOption options[] = {
#define OPTION(name, pattern, sense, logged, words, alone) {ROPT_##name, ANY, logged, words, alone},
#include "games/rebirth/options.def"
#undef OPTION
    {OPT_DONE, RASK_ENERGY, UNLOGGED, WORDS("put none", "置かない"), NO_WORDS},
};

static const MatAsk asks[] = {
#define QUESTION(name, key, words) {RASK_##name, 0, words},
#include "games/rebirth/questions.def"
#undef QUESTION
    {RASK_ENERGY, RB_6_2_1_6,
     WORDS("You do not go first: choose a partner for your energy",
           "後攻です。エネルギーに置くパートナーを選んでください")},
    {RASK_ENERGY, RB_7_3_2_1,
     WORDS("Put a partner into your energy?", "パートナーをエネルギーに置きますか？")},
    {RASK_ENERGY, RB_7_3_2_2,
     WORDS("Put a card of your hand into your energy, face down?",
           "手札を1枚、裏向きでエネルギーに置きますか？")},
    {ASK_PLAYER, RB_13_6_6, WORDS("Whom do you attack?", "だれにアタックしますか？")},
    {ASK_CARD, RB_5_14_1,
     WORDS("Pay: which energy do you rest?", "支払い：レストするエネルギーを選んでください")},
    {ASK_CARD, RB_5_16_1,
     WORDS("Heal: which retired card goes to the waiting room?",
           "回復：リタイアから控え室に置くカードを選んでください")},
    {ASK_CARD, RB_8_2_4_4,
     WORDS("Partner attack: which partners do you rest?",
           "パートナーアタック：レストするパートナーを選んでください")},
    {ASK_CARD, RB_10_3_3,
     WORDS("Several cards in your entry: which one stays?",
           "エントリーに残すカードを選んでください")},
    {ASK_CARD, RB_10_3_5,
     WORDS("Several characters in one seat: who stays?", "同じ席に残すキャラを選んでください")},
};

static const MatMove moves[] = {
    {RH_RULE, RZ_HAND, RZ_ENERGY, WORDS("{p}: put {c} into energy", "{p}：{c}をエネルギーに置く")},
    {RH_RULE, RZ_DECK, RZ_HAND, WORDS("{p}: take {c} into the hand", "{p}：{c}を手札に加える")},
    {RH_RULE, RZ_NOWHERE, RZ_HAND, WORDS("{p}: take {c} into the hand", "{p}：{c}を手札に加える")},
#define HOW(name, from, to, words) {RH_##name, from, to, words},
#include "games/rebirth/hows.def"
#undef HOW
    {ANY, RZ_DECK, RZ_DECK,
     WORDS("{p}: {c} to another place in the deck", "{p}：{c}をデッキの中で動かす")},
};

#define Z(z) (1u << (z))
static const MatDeed deeds[] = {
    {EV_BEAT, DEED_ANY, WORDS("< beat >", "<が>をリタイアさせた")},
    {EV_HIT, DEED_ANY, WORDS("< is hit by the partner attack", "<がパートナーアタックを受けた")},
    {EV_CANCELLED, DEED_ANY, WORDS("< is cancelled", "<はキャンセルされた")},
};

static const MatProbe probes[] = {
    {RASK_ACTION, ROPT_PLAY, Z(RZ_HAND), 1 << RK_CH | 1 << RK_DEER, 0, RZ_ENTRY, RB_7_4_2_1},
    {RASK_ACTION, ROPT_SET, Z(RZ_HAND), 1 << RK_RE, 0, 0, RB_7_4_2_4},
    {RASK_ACTION, ROPT_USE, ~0u, 0, ABIL_ACTIVATED, 0, RB_7_4_2_3},
    {RASK_ATTACK, ROPT_ATTACK, Z(RZ_MEMBER), 0, 0, 0, RB_8_2_4},
    {RASK_ATTACK, ROPT_ATTACK_ALONE, Z(RZ_ENTRY), 0, 0, 0, RB_8_2_4},
    {RASK_BLOCK, ROPT_BLOCK, Z(RZ_HAND), 0, 0, 0, RB_8_3_3},
    {RASK_CANCEL, ROPT_CANCEL, Z(RZ_HAND), 0, ABIL_CANCEL, 0, RB_9_7_3_1},
    {RASK_ENERGY, OPT_CARD, Z(RZ_HAND), 1 << RK_PA, 0, 0, RB_7_3_2_1},
    {RASK_PARTNER, ROPT_PARTNER_ATTACK, Z(RZ_ENERGY), 1 << RK_PA, 0, 0, RB_8_2_4_4},
};

static const MatFormat formats[] = {
#define FORMAT(name, key, least, most, team, circle, clause, turns, players, score, words, about)  \
    {key, score, words, about},
#include "games/rebirth/formats.def"
#undef FORMAT
};

/* The guided first turn: what to tell a beginner at each question. */
static const MatGuide guide[] = {
    {RASK_ENTRY, 0, 0, WORDS("Before the game: your first entry", "準備：最初のエントリー"),
     WORDS(
         "Choose the character that starts as your entry. It may cost at most 2, and it stays face "
         "down until the game begins. The numbers are attack/defence: more defence lives "
         "longer.\n\n"
         "Then you get three cards of your deck and your three partners into your hand.",
         "最初にエントリーに置くキャラを選びます。コスト2以下の1枚で、ゲームが始まるまで裏向きです"
         "。"
         "数字は ATK/DEF です。DEFが高いほど倒されにくくなります。\n\n"
         "そのあと、デッキのカード3枚とパートナー3枚が手札になります。")},
    {RASK_ENERGY, RB_6_2_1_6, 0, WORDS("You go second", "後攻です"),
     WORDS("Who goes second begins with one partner in the energy. Choose one: any will do.",
           "後攻は、パートナー1枚をエネルギーに置いて始めます。どれを選んでもかまいません。")},
    {RASK_ENERGY, RB_7_3_2_1, 0, WORDS("Energy phase: a partner", "エネルギーフェイズ：パートナー"),
     WORDS("In the standby phase your cards were stood up and you drew one. Now energy: each turn "
           "you "
           "may put one partner and one other card of your hand into your energy.\n\n"
           "Energy pays for everything, so in the first turns put both. Three upright partners "
           "also make "
           "a partner attack possible.",
           "スタンバイフェイズで自分のカードがスタンドし、1枚引きました。次はエネルギーです。"
           "毎ターン、パートナー1枚とそれ以外の手札1枚をエネルギーに置けます。\n\n"
           "何をするにもエネルギーが要るので、はじめのうちは両方とも置くのがおすすめです。"
           "パートナーが3枚スタンドしていると、パートナーアタックもできます。")},
    {RASK_ENERGY, RB_7_3_2_2, 0,
     WORDS("Energy phase: a card of your hand", "エネルギーフェイズ：手札から"),
     WORDS("The second card lies face down and cannot be played any more. Choose one you will not "
           "need "
           "soon: one that costs a lot, or a second copy.",
           "2枚目は裏向きに置き、もうプレイできません。"
           "コストの高いカードなど、しばらく使わないものを選びましょう。")},
    {RASK_ACTION, 0, 0, WORDS("Main phase", "メインフェイズ"),
     WORDS(
         "As often as you can pay:\n"
         "  - play a character to the entry or to a member seat (its cost is in brackets);\n"
         "  - move your entry to an empty seat: the next card of your deck becomes the entry, and "
         "its "
         "spark (スパーク) works;\n"
         "  - use an ability marked 【起】;\n"
         "  - set a Re birth card for this turn and draw a card.\n\n"
         "Members are your attacks: each upright one is one attack. Fill the seats first.\n\n"
         "`card h1` shows a card, `why not h1` tells why it is not offered.",
         "エネルギーのある限り、何度でもできます。\n"
         "  ・キャラをエントリーかメンバーの席にプレイする（かっこの中がコスト）\n"
         "  "
         "・エントリーを空席に移動する（デッキの上から次のエントリーが出て、スパークが働きます）\n"
         "  ・【起】の能力を使う\n"
         "  ・Reバースをこのターンだけセットし、1枚引く\n\n"
         "スタンドしているメンバー1枚につき1回アタックできます。まず席を埋めましょう。\n\n"
         "「card h1」でカードの説明、「why not h1」でなぜ選べないかがわかります。")},
    {RASK_ATTACK, 0, ROPT_TO_ATTACK, WORDS("Attack phase", "アタックフェイズ"),
     WORDS("Each attack rests one upright member, who supports: so many members, so many attacks. "
           "Your entry deals its attack number as damage to the attacked entry. When the damage "
           "reaches the defence, that entry retires, and the next card of its deck takes its "
           "place. Damage goes away at the end of the turn, so attack until it falls.\n\n"
           "Whoever goes first cannot attack in the very first turn: it ends here.",
           "アタックのたびに、スタンドしているメンバーを1枚レストしてサポートさせます。"
           "メンバーの数だけアタックできます。"
           "エントリーのATKの分だけ、アタックされたエントリーにダメージを与えます。"
           "ダメージがDEF以上になるとリタイアし、デッキの上から次のエントリーが出ます。"
           "ダメージはターンの終わりに消えるので、倒しきるまでアタックしましょう。\n\n"
           "先攻は、最初のターンだけアタックできません（ここでターンが終わります）。")},
    {RASK_PARTNER, 0, 0, WORDS("Partner attack", "パートナーアタック"),
     WORDS("With three upright partners you may rest them: the attacked entry then retires "
           "whatever its "
           "defence.",
           "パートナーを3枚レストすると、パートナーアタックになります。"
           "アタックされたエントリーは、DEFに関係なくリタイアします。")},
    {RASK_BLOCK, 0, 0, WORDS("Block", "ブロック"),
     WORDS("You hold a card with 【ブロッカー】. Discard it, and this attack deals no damage.",
           "手札に【ブロッカー】があります。すてると、このアタックのダメージが0になります。")},
    {RASK_CANCEL, 0, 0, WORDS("Cancel", "キャンセル"),
     WORDS("Something is being used that a card of yours can stop. `why` shows what it is.",
           "使われた能力を、手札のカードで止められます。「why」で何が起きているかわかります。")},
    {RASK_WAITING, 0, 0, WORDS("Abilities", "能力の解決"),
     WORDS("Something that happened set off an ability of yours. Now it does what it says.",
           "できごとに応じて、あなたの能力が誘発しました。書かれている効果を行います。")},
};

const Mat rebirth_mat = {
    MAT_TABLES,
    .rows = 5,
    .brief = brief,
    .nbrief = COUNT(brief),
    .team_asks = 1u << RASK_ACTION | 1u << RASK_ATTACK | 1u << RASK_WAITING,
    .face_asks = 1u << RASK_ENTRY,
    .front = RZ_ENTRY,
    .hand = RZ_HAND,
    .deck = RZ_DECK,
    .target_clause = RB_13_6_6,
    .intro_title = WORDS("Your first turn", "はじめてのターン"),
    .intro = WORDS(
        "The mat, from the middle of the table to you:\n"
        "  e エントリー (entry)   the character that fights: entry attacks entry\n"
        "  m メンバー (members)   three seats: each upright member is one attack\n"
        "  n エネルギー (energy)  what you pay with; partners lie there, too\n"
        "  h 手札 (hand)          only you see it\n"
        "At the sides: r Reバース, t リタイア (retire), d デッキ (deck), w 控え室 (waiting room). "
        "Every other side is the same, turned round.\n\n"
        "A turn: standby, energy, main, attack, end. The line at the top shows where you are.",
        "マットを、テーブルの中央から手前へ見ていきます。\n"
        "  e エントリー   戦うキャラ。アタックはエントリーからエントリーへ行います\n"
        "  m メンバー     3つの席。スタンドしている1枚につき1回アタックできます\n"
        "  n エネルギー   支払いに使います。パートナーもここに置きます\n"
        "  h 手札         見られるのは自分だけです\n"
        "両わきには r Reバース、t リタイア、d デッキ、w 控え室 があります。"
        "ほかの側は、これを向かい合わせにしたものです。\n\n"
        "ターンはスタンバイ、エネルギー、メイン、アタック、エンドの順に進みます。"
        "今どこかは一番上の行でわかります。"),
    .goal = WORDS("You win when seven of your opponent's characters lie in the retire zone.",
                  "相手のリタイアが7枚になれば、あなたの勝ちです。"),
    .numbers = WORDS("  cost %d  attack/defence %d/%d", "  コスト%d  ATK/DEF %d/%d"),
    .rested = WORDS(" rested", " レスト"),
    .upright = WORDS(" (%u upright)", "（スタンド%u）"),
    .several =
        WORDS("The other mats are shown in brief: > has the turn, 3/5-2 is a card with 2 damage, "
              "x is rested, N2/3 are 2 upright of 3 energy.\n"
              "  v              one of the others in full, then the next; `look 3` is player 3, "
              "Esc nobody\n"
              "  3M2            the second member of player 3; M2 is anybody's but yours\n",
              "ほかのプレイヤーは省略表示です。「>」はターン中、3/5-2 はダメージ2、x はレスト、"
              "N2/3 はエネルギー3枚のうちスタンド2枚です。\n"
              "  v              ほかのプレイヤーのマットを順に全部表示（look 3 で"
              "プレイヤー3、Escで戻る）\n"
              "  3M2            プレイヤー3の2番目のメンバー\n"),
    .mates =
        WORDS("Team mates see each other's cards (13.5.6). In the main and attack phase one of "
              "you answers for the team; the name behind an option tells whose card it is.\n",
              "チームメイトの手札は見られます（13.5.6）。メインとアタックでは1人がチームとして"
              "答え、選択肢のうしろにだれのカードかを示します。\n"),
    .attacks = WORDS(" attacks ", " がアタック："),
    .tags =
        WORDS("h3 is the third card of your hand, m2 your second "
              "member, e your entry; capitals are another player's. \"h3 m2\" plays that card to "
              "that seat.",
              "h3 は手札の3枚目、m2 は2番目のメンバー、e はエントリー"
              "。大文字はほかのプレイヤーのカードです。"
              "「h3 m2」で、手札の3枚目を2番の席にプレイします。"),
    .read_numbers =
        WORDS("6/6(4/6) is a number that "
              "differs from the printed one in brackets. In your hand (2) is the cost and 3/5 "
              "attack and defence.",
              "6/6(4/6) のかっこの中は元の数値です。"
              "手札の (2) はコスト、3/5 は ATK/DEF です。"),
    .pay_any = WORDS("any of them", "どれでもよい"),
    .over = WORDS(" (replaces {c})", "（{c}は控え室へ）"),
};
