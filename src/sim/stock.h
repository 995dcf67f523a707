/* Cards and decks made ready to be played: the pack holds the cards of these decks and no others.
 */
#pragma once
#include "cards/load.h"
#include "sim/replay.h"

typedef struct StockDeck {
    const char *name;
    DefId pile[REPLAY_PILES][CARDS_PER_PLAYER];
    unsigned n[REPLAY_PILES];
} StockDeck;

typedef struct Stock {
    const Game *game;
    CardList cards;
    Builder *builder;
    const Pack *pack;
    CardText *text;              /* by DefId - 1; points into cards */
    const PrintedCard **printed; /* likewise */
    unsigned ncards;
    StockDeck *deck;
    FudaDeck *fuda; /* the same decks for fuda_new */
    unsigned ndecks;
    Arena arena;
} Stock;

typedef struct StockOptions {
    const char *const *decks; /* files; none: all of decks/KEY that fit the format */
    unsigned ndecks;
    const char *const *cards; /* files; none: all of cards/KEY */
    unsigned ncards;
    const char *base;  /* a card base, or null */
    bool partial;      /* abilities that are not understood are left out (else: an error) */
    const char *as_of; /* the day whose card texts count, or null: all corrections */
    unsigned format;   /* the decks must be legal in it */
} StockOptions;

/* False: *e tells which file is wrong and where; nothing is kept then. */
bool stock_open(Stock *s, const Game *g, const StockOptions *options, FileError *e);
void stock_free(Stock *s);

/* A game with this stock begins: tells r's observer the clauses by which its cards are corrected.
 */
void stock_report_corrections(const Stock *s, const Run *r);
/* A replay without answers: cards and decks of the stock. which[p]: number of p's deck. */
void stock_replay(const Stock *s, Replay *p, const FudaSetup *setup, const unsigned *which);
