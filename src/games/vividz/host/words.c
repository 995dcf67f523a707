/* Wording of the options of Vividz in scenarios and replays. */
#include "play/words.h"
#include "games/vividz/vividz.h"

static const Pattern patterns[] = {
#define OPTION(name, pattern, sense, ...) {VOPT_##name, pattern, sense},
#include "games/vividz/options.def"
#undef OPTION
    {OPT_NONE, 0, 0},
};

const GameWords vividz_words = {
    .patterns = patterns,
    .tells = 1u << VASK_BLOCK,
    .use = VOPT_USE,
    .pay_clause = VZ_905_3a,
    .over = 1ull << VOPT_PLAY,
};
