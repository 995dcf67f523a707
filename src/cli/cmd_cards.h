/* What the subcommands of `fuda cards` share. */
#pragma once
#include "cards/load.h"
#include "cli/cli.h"

typedef struct CardsWish {
    const Game *game;
    const char *base, *html, *only, *as_of;
    uint64_t games, least, seed;
    ArgList cards, rest; /* rest: without KEY */
    bool json;
} CardsWish;

int cards_try(const CardsWish *w);
