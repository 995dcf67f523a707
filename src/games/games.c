/* The list of games, from games.def: a new game is one row there and a folder beside. A test may
 * compile this file and hosts.c again with a list of its own (GAMES_DEF). */
#include "kernel/game.h"

#ifndef GAMES_DEF
#define GAMES_DEF "games/games.def"
#endif

#define GAME(key) extern const Game game_##key;
#include GAMES_DEF
#undef GAME

static const Game *const games[] = {
#define GAME(key) &game_##key,
#include GAMES_DEF
#undef GAME
};

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
