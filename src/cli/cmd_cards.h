/* Shared by the subcommands of `fuda cards`. */
#pragma once
#include "cards/load.h"
#include "cli/cli.h"

/* Options of all subcommands; each uses its own part. */
typedef struct CardsOptions {
    const Game *game;
    const char *base, *html, *only, *as_of;
    uint64_t games, least, seed;
    ArgList cards, rest; /* rest: positional words after KEY */
    const char *set, *out;
    uint64_t limit, packs, size;
    bool json, texts;
} CardsOptions;

/* fuda cards try (cmd_try.c). */
int cards_try(const CardsOptions *w);
/* fuda cards search (cmd_search.c). */
int cards_search(const CardsOptions *w);
/* fuda cards boosters (cmd_boosters.c). */
int cards_boosters(const CardsOptions *w);
/* Prints a card with what each of its abilities was understood to mean (cmd_cards.c). */
void card_show(const Game *g, const PrintedCard *c);
