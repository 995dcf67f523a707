/* Wording of the options of Reバース for you in scenarios and replays. */
#include "play/words.h"
#include "games/rebirth/rebirth.h"

static const Pattern patterns[] = {
#define OPTION(name, pattern, sense, ...) {ROPT_##name, pattern, sense},
#include "games/rebirth/options.def"
#undef OPTION
    {OPT_NONE, 0, 0},
};

/* Fills in the card of "move entry", which the words do not name. */
static void complete(const Run *r, Option *o) {
    if (o->kind == ROPT_MOVE_ENTRY) o->card = zone_top(r->s, r->s->turn_player, RZ_ENTRY);
}

const GameWords rebirth_words = {
    .patterns = patterns,
    .tells = 1u << RASK_BLOCK | 1u << RASK_CANCEL,
    .use = ROPT_USE,
    .complete = complete,
    .pay_clause = RB_5_14_1,
    .pay_last = 1 << RK_PA,
    .over = 1ull << ROPT_PLAY,
};
