/* The start menu: which game, opponent, format and deck. */
#pragma once
#include "tui/front.h"

typedef struct Start {
    const Game *game;         /* null: ask */
    unsigned format, players; /* players 0: ask */
    unsigned people;          /* the first 'people' seats are humans at this screen */
    Mode mode;
    bool mode_given, deck_given;
    unsigned which[MAX_PLAYERS]; /* each player's deck, index into the stock */
} Start;

/* Offers to go on with an unfinished game. Returns false if the player leaves; *path is the chosen
 * game, "": a new one. */
bool start_open(Front *f, char *path, size_t size);
/* Each function asks only for what is not given; Enter takes the first choice. They return false if
 * the player leaves. */
bool start_game(Front *f, Start *s);
/* Opponent; also leads to the multiplayer formats. */
bool start_mode(Front *f, Start *s);
/* A deck for each human in 'human' (bit per player). */
bool start_deck(Front *f, Start *s, const Stock *stock, PlayerSet human);
