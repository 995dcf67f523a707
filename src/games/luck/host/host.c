/* The host descriptor of ラクエンロジック. */
#include "games/host.h"
#include "games/luck/luck.h"

HOST_PARTS(luck);

const GameHost host_luck = {
    .game = &game_luck,
    .rulebook = "2.04",
    .tongue = &luck_tongue,
    .form = &luck_form,
    .words = &luck_words,
    .worth = &luck_worth,
    .weights = &luck_weights,
    .judge = &luck_judge,
    .stage = &luck_stage,
    .mat = &luck_mat,
};
