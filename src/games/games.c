/* The list of games. A new game is one row here and a folder beside. */
#include "kernel/game.h"
#include "games/ninja/ninja.h"
#include "games/rebirth/rebirth.h"

static const Game *const games[] = {&game_rebirth, &game_ninja};

const Game *game_at(unsigned i) { return i < sizeof games / sizeof *games ? games[i] : 0; }

const Game *game_by_key(const char *key) {
    for (unsigned i = 0; game_at(i); i++)
        if (!strcmp(game_at(i)->key, key)) return game_at(i);
    return 0;
}

int format_by_key(const Game *g, const char *key) {
    for (int i = 0; g->formats[i].key; i++)
        if (!strcmp(g->formats[i].key, key)) return i;
    return -1;
}
