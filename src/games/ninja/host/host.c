/* The host descriptor of ニンジャスレイヤーTCG. */
#include "games/host.h"
#include "games/ninja/ninja.h"

HOST_PARTS(ninja);

const GameHost host_ninja = {
    .game = &game_ninja,
    .rulebook = "1.0.2",
    .tongue = &ninja_tongue,
    .form = &ninja_form,
    .words = &ninja_words,
    .worth = &ninja_worth,
    .weights = &ninja_weights,
    .judge = &ninja_judge,
    .stage = &ninja_stage,
    .mat = &ninja_mat,
};
