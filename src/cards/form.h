/* What the files of one game look like beyond what the kernel's tables tell: which pile of a deck
 * takes which kinds, which kinds carry numbers, and how a deck is checked. One row a game. */
#pragma once
#include "games/rebirth/deck.h"

enum { PILE_MAIN, PILE_SIDE, PILE_EXTRA, PILE_COUNT };

typedef struct PileForm {
    const char *word; /* the section line in a deck file; null: the game has no such pile */
    unsigned kinds;   /* kinds that lie there, bit per kind */
} PileForm;

typedef struct CardForm {
    const char *game;
    PileForm pile[PILE_COUNT];
    unsigned numbered;   /* kinds that have cost, attack and defence */
    unsigned implied[2]; /* a card of the first kinds is also of the second */
    unsigned (*check)(const Run *r, const DefId *main, unsigned nmain, const DefId *side,
                      unsigned nside, const DefId *extra, unsigned nextra, DeckFault *out,
                      unsigned max);
    /* The fault in words, one line. */
    void (*say)(const Run *r, const DeckFault *fault, char *out, size_t size);
} CardForm;

/* Null for a game whose cards cannot be read yet. */
const CardForm *card_form(const Game *g);
/* The kinds a word stands for (key or printed name, several with '/'); 0: unknown. */
unsigned kinds_named(const Game *g, const char *word);
/* The keys of the kinds with '/' between them, written into 'out'. */
const char *kinds_words(const Game *g, unsigned kinds, char *out, size_t size);
/* The keys of all kinds, for messages. */
const char *kinds_all(const Game *g, char *out, size_t size);
