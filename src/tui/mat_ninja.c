/* The table's words for ninja: its formats. */
#include "tui/mat.h"

static const MatFormat formats[] = {
    {"constructed", SCORE_NONE, WORDS("constructed", "コンストラクテッド戦"),
     WORDS("one against one; decks of 50 cards", "1対1の対戦。デッキは50枚")},
    {"sealed", SCORE_NONE, WORDS("blitz sealed", "ブリッツシールド戦"),
     WORDS("one against one; decks of the 40 cards out of five boosters",
           "1対1の対戦。5パックから出た40枚がデッキ")},
};

const Mat mat_ninja = {
    .key = "ninja",
    .formats = formats,
    .nformats = sizeof formats / sizeof *formats,
};
