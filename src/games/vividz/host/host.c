/* The host descriptor of Vividz. */
#include "games/host.h"
#include "games/vividz/vividz.h"

HOST_PARTS(vividz);

const GameHost host_vividz = {
    .game = &game_vividz,
    .rulebook = "1.1.0",
    .tongue = &vividz_tongue,
    .form = &vividz_form,
    .words = &vividz_words,
    .worth = &vividz_worth,
    .weights = &vividz_weights,
    .judge = &vividz_judge,
    .stage = &vividz_stage,
    .mat = &vividz_mat,
};
