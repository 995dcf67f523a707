/* The list of games, expanded from games.def. To add a game, add its folder and one row there.
 * Tests define GAMES_DEF to compile this file and hosts.c with a different list. */
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

/* Returns the i-th game, or null past the end of the list. */
const Game *game_at(unsigned i) { return i < sizeof games / sizeof *games ? games[i] : 0; }

/* Returns the game with that key, or null. */
const Game *game_by_key(const char *key) {
    for (unsigned i = 0; game_at(i); i++)
        if (!strcmp(game_at(i)->key, key)) return game_at(i);
    return 0;
}

/* Returns the index of the format in Game.formats, or -1. */
int format_by_key(const Game *g, const char *key) {
    for (int i = 0; g->formats[i].key; i++)
        if (!strcmp(g->formats[i].key, key)) return i;
    return -1;
}
