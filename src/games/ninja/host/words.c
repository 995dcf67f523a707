/* Wording of the options of ニンジャスレイヤーTCG in scenarios and replays. */
#include "play/words.h"
#include "games/ninja/ninja.h"

static const Pattern patterns[] = {
#define OPTION(name, pattern, sense, ...) {NOPT_##name, pattern, sense},
#include "games/ninja/options.def"
#undef OPTION
    {OPT_NONE, 0, 0},
};

const GameWords ninja_words = {
    .patterns = patterns,
    .tells = 1u << NASK_PRIORITY | 1u << NASK_INTERRUPT,
    .use = NOPT_USE,
    .pay_clause = NS_1312_1,
};
