/* The host descriptor of グランブルーファンタジーTCG. */
#include "games/host.h"
#include "games/granblue/granblue.h"

HOST_PARTS(granblue);

const GameHost host_granblue = {
    .game = &game_granblue,
    .rulebook = "1.10",
    .tongue = &granblue_tongue,
    .form = &granblue_form,
    .words = &granblue_words,
    .worth = &granblue_worth,
    .weights = &granblue_weights,
    .judge = &granblue_judge,
    .stage = &granblue_stage,
    .mat = &granblue_mat,
};
