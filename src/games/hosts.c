/* The host descriptors of the games listed in games.def. */
#include "games/host.h"

#ifndef GAMES_DEF
#define GAMES_DEF "games/games.def"
#endif

#define GAME(key) extern const GameHost host_##key;
#include GAMES_DEF
#undef GAME

static const GameHost *const hosts[] = {
#define GAME(key) &host_##key,
#include GAMES_DEF
#undef GAME
};

const GameHost *game_host(const Game *g) {
    static const GameHost none = {0};
    for (unsigned i = 0; i < sizeof hosts / sizeof *hosts; i++)
        if (hosts[i]->game == g) return hosts[i];
    return &none;
}
