/* From files to a pack that can be played: the cards that are shipped, and decks. */
#pragma once
#include "cards/deck.h"
#include "cards/form.h"
#include "fuda.h"

/* Path of a file or folder below the data directory: $FUDA_DATA, or where the executable or the
 * current directory has cards/. E.g. data_path("cards/KEY", …). False: there is none. */
bool data_path(const char *below, char *out, size_t size);
/* Reads every card file below cards/<key> of the data directory, in order of their names. */
bool load_default_cards(CardList *l, FileError *e);
/* Reads the files and the card base that a command was given, or the default cards where it was
 * given none, and corrects them as of that day (null: by all corrections). */
bool load_cards(CardList *l, const char *const *files, unsigned nfiles, const char *base,
                const char *as_of, FileError *e);

enum LoadFlags {
    LOAD_PARTIAL = 1, /* abilities that are not understood are left out (else: an error) */
    LOAD_ILLEGAL = 2, /* the rules of deck building are not checked (else a fault is an error) */
};

typedef struct LoadedDeck {
    char name[208];
    DefId pile[PILE_COUNT][DECK_MAX_CARDS];
    unsigned n[PILE_COUNT];
    /* the different cards, in the order of the file; text points into the card list */
    struct {
        DefId def;
        unsigned count;
        CardText text;
        const PrintedCard *printed; /* in the card list */
        unsigned left_out;          /* abilities that were not understood */
    } card[DECK_MAX_LINES];
    unsigned ncards, left_out;
    unsigned nfaults; /* rules of deck building that it breaks, where these were checked */
} LoadedDeck;

/* Reads a deck, adds its cards to the builder and checks it for the format. 'path': a file, or the
 * name of a deck in decks/<key> of the data directory. False: *e is one line with file and place.
 */
bool load_deck(const Game *g, Builder *b, CardList *cards, const char *path, unsigned format,
               unsigned flags, LoadedDeck *out, FileError *e);
static inline FudaDeck loaded_deck(const LoadedDeck *d) {
    return (FudaDeck){d->pile[PILE_MAIN], d->n[PILE_MAIN],     d->pile[PILE_SIDE],
                      d->n[PILE_SIDE],    d->pile[PILE_EXTRA], d->n[PILE_EXTRA]};
}

/* ---- the steps, for `fuda deck check` -------------------------------------------------------- */

/* The deck's file: 'path' itself, or decks/<key>/<path>[.txt] of the data directory. */
const char *deck_path(const Game *g, const char *path, char *out, size_t size);
/* Adds a card. 0: it is not wholly understood; *why is one line. With LOAD_PARTIAL it is added all
 * the same. */
DefId load_card(Builder *b, const PrintedCard *c, unsigned flags, unsigned *left_out, char *why,
                size_t size);
/* The faults of a deck in a format; returns how many there are. pool: the cards that were opened
 * for it, or null. */
unsigned deck_faults(const Game *g, const Pack *p, const LoadedDeck *d, unsigned format,
                     const LoadedDeck *pool, DeckFault *out, unsigned max);
