/* Wording of the options of グランブルーファンタジーTCG in scenarios and replays. */
#include "play/words.h"
#include "games/granblue/granblue.h"

static const Pattern patterns[] = {
#define OPTION(name, pattern, sense, ...) {GOPT_##name, pattern, sense},
#include "games/granblue/options.def"
#undef OPTION
    {OPT_NONE, 0, 0},
};

/* Fills in the text of a stone, which the words do not name. */
static void complete(const Run *r, Option *o) {
    if (o->kind == GOPT_STONE || o->kind == GOPT_TRIGGER) o->c = granblue_spell(r, o->card);
}

const GameWords granblue_words = {
    .patterns = patterns,
    .tells = 1u << GASK_COUNTER | 1u << GASK_ANSWER,
    .use = GOPT_USE,
    .complete = complete,
    .pay_clause = GB_8_4_2_2,
};
