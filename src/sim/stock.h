/* Loaded cards and decks, ready to play. The pack contains only the cards of these decks. */
#pragma once
#include "cards/load.h"
#include "sim/replay.h"

/* Owns the cards, the builder with its pack, and the decks; all live until stock_free. */
typedef struct StockDeck {
    const char *name;
    DefId pile[PILES][CARDS_PER_PLAYER];
    unsigned n[PILES];
} StockDeck;

typedef struct Stock {
    const Game *game;
    CardList cards;
    Builder *builder;
    const Pack *pack;
    CardText *text;              /* by DefId - 1; points into 'cards' */
    const PrintedCard **printed; /* likewise */
    unsigned ncards;
    StockDeck *deck;
    FudaDeck *fuda; /* the decks in the form of game_start */
    unsigned ndecks;
    const char **left_out; /* why the decks are missing that StockOptions.home left out */
    unsigned nleft_out;
    Arena arena;
} Stock;

typedef struct StockOptions {
    const char *const *decks; /* deck files; none: all of decks/KEY that fit the format */
    unsigned ndecks;
    const char *const *cards; /* card files; none: all of cards/KEY */
    unsigned ncards;
    const char *base;  /* a card base, or null */
    bool partial;      /* leave out abilities that do not compile (else: an error) */
    const char *as_of; /* date of the card texts, or null: all corrections */
    unsigned format;   /* decks must be legal in this format */
    /* The user's cards and decks as well (cards/home.h): no deck files means the user's decks,
     * then those of decks/KEY. A deck that cannot be played is then left out with a note. */
    bool home;
} StockOptions;

/* Reads and compiles everything. Returns false with *e set; then there is nothing to free. */
bool stock_open(Stock *s, const Game *g, const StockOptions *options, FileError *e);
void stock_free(Stock *s);

/* Reports the clauses behind corrected cards to r's observer. Call at the start of a game. */
void stock_report_corrections(const Stock *s, const Run *r);
/* Starts a replay of a game with this stock. which[p]: index of p's deck. */
void stock_replay(const Stock *s, Replay *p, const FudaSetup *setup, const unsigned *which);
