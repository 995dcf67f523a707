/* The first minute: what to play, against whom, with which deck. */
#pragma once
#include "tui/front.h"

typedef struct Start {
    const Game *game;         /* null: not chosen yet */
    unsigned format, players; /* players 0: not chosen yet */
    unsigned people;          /* the first so many seats are people at this screen */
    Mode mode;
    bool mode_given, deck_given;
    unsigned which[MAX_PLAYERS]; /* decks of the stock */
} Start;

/* Each asks only for what is not given; Enter takes the first. False: the player leaves. */
bool start_game(Front *f, Start *s);
/* Against whom; there also the formats for several players are found. */
bool start_mode(Front *f, Start *s);
/* A deck for each person; human[p]: a person sits there. */
bool start_deck(Front *f, Start *s, const Stock *stock, PlayerSet human);
