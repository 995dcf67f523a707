/* The first minute: what to play, against whom, with which deck. */
#pragma once
#include "tui/front.h"

typedef struct Start {
    const Game *game; /* null: not chosen yet */
    Mode mode;
    bool mode_given, deck_given;
    unsigned which[2]; /* decks of the stock */
} Start;

/* Each asks only for what is not given; Enter takes the first. False: the player leaves. */
bool start_game(Front *f, Start *s);
bool start_mode(Front *f, Start *s);
bool start_deck(Front *f, Start *s, const Stock *stock);
