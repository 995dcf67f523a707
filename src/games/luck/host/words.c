/* Wording of the options of ラクエンロジック in scenarios and replays. */
#include "play/words.h"
#include "games/luck/luck.h"

static const Pattern patterns[] = {
#define OPTION(name, pattern, sense, ...) {LOPT_##name, pattern, sense},
#include "games/luck/options.def"
#undef OPTION
    {OPT_NONE, 0, 0},
};

const GameWords luck_words = {
    .patterns = patterns,
    .tells = 1u << LASK_INTERCEPT | 1u << LASK_DEFINE,
    .use = LOPT_USE,
    .over = 1ull << LOPT_SORTIE,
};
