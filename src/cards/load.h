/* From files to a playable pack: the shipped cards, and decks. */
#pragma once
#include "cards/deck.h"
#include "cards/form.h"
#include "kernel/setup.h"

/* Stores the path of a file or directory of the data directory: $FUDA_DATA, or the place near the
 * executable, the library or the current directory that contains it. Example:
 * data_path("cards/KEY", ...). Returns false if there is none. */
bool data_path(const char *below, char *out, size_t size);
/* Reads every card file in cards/<key> of the data directory, sorted by name. */
bool load_default_cards(CardList *l, FileError *e);
/* Reads the given files and card base, or the default cards if there are none, and applies the
 * corrections of that date (null: all). */
bool load_cards(CardList *l, const char *const *files, unsigned nfiles, const char *base,
                const char *as_of, FileError *e);

enum LoadFlags {
    LOAD_PARTIAL = 1, /* leave out abilities that do not compile (else: an error) */
    LOAD_ILLEGAL = 2, /* do not check the deck building rules (else a fault is an error) */
};

/* A deck whose cards are in a builder: DefIds by pile. */
typedef struct LoadedDeck {
    char name[208];
    DefId pile[PILES][DECK_MAX_CARDS];
    unsigned n[PILES];
    /* The distinct cards, in the order of the file. 'text' and 'printed' point into the card list.
     */
    struct {
        DefId def;
        unsigned count;
        CardText text;
        const PrintedCard *printed;
        unsigned left_out; /* abilities that do not compile */
    } card[DECK_MAX_LINES];
    unsigned ncards, left_out;
    unsigned nfaults; /* broken deck building rules, if they were checked */
} LoadedDeck;

/* Reads a deck, adds its cards to the builder and checks it for the format. 'path' is a file, or
 * the name of a deck (deck_path). Returns false with *e set. */
bool load_deck(const Game *g, Builder *b, CardList *cards, const char *path, unsigned format,
               unsigned flags, LoadedDeck *out, FileError *e);
/* The same for a deck that was read, from wherever (deck_take). */
bool load_deck_file(Builder *b, CardList *cards, DeckFile *file, unsigned format, unsigned flags,
                    LoadedDeck *out, FileError *e);
static inline FudaDeck loaded_deck(const LoadedDeck *d) {
    FudaDeck deck = {0};
    for (unsigned p = 0; p < PILES; p++) {
        deck.pile[p] = d->pile[p];
        deck.n[p] = d->n[p];
    }
    return deck;
}

/* The path of deck i of decks/<key> of the data directory, in order of their names. */
bool default_deck(const Game *g, unsigned i, char *out, size_t size, FileError *e);

/* ---- single steps of load_deck, for `fuda deck check` ---------------------------------------- */

/* The deck's file: 'path' itself, or <path>[.txt] of the user's deck folder or of decks/<key> of
 * the data directory, stored in 'out'. */
const char *deck_path(const Game *g, const char *path, char *out, size_t size);
/* Adds a card. If it does not compile, 'why' gets the reason in one line and the result is 0, or
 * with LOAD_PARTIAL the partial card. */
DefId load_card(Builder *b, const PrintedCard *c, unsigned flags, unsigned *left_out, char *why,
                size_t size);
/* Checks a deck for a format. Stores the first 'max' faults and returns their total number. pool:
 * the opened cards of a sealed deck, or null. */
unsigned deck_faults(const Game *g, const Pack *p, const LoadedDeck *d, unsigned format,
                     const LoadedDeck *pool, DeckFault *out, unsigned max);
