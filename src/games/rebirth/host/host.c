/* The host descriptor of Reバース for you. */
#include "games/host.h"
#include "games/rebirth/rebirth.h"

HOST_PARTS(rebirth);

const GameHost host_rebirth = {
    .game = &game_rebirth,
    .rulebook = "1.20",
    .tongue = &rebirth_tongue,
    .form = &rebirth_form,
    .words = &rebirth_words,
    .worth = &rebirth_worth,
    .weights = &rebirth_weights,
    .judge = &rebirth_judge,
    .stage = &rebirth_stage,
    .mat = &rebirth_mat,
};
