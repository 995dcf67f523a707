/* Decks before a game: what is checked, and what is told of it. Every game has its own rules in
 * games/KEY/deck.c. */
#pragma once
#include "kernel/run.h"

/* A deck to be checked. Piles that a game does not have are empty. */
typedef struct DeckLists {
    const DefId *main, *side, *extra;
    unsigned nmain, nside, nextra;
    unsigned format;   /* to be played: index of Game.formats */
    const DefId *pool; /* cards that were opened for it; null: nobody says */
    unsigned npool;
} DeckLists;

/* One rule of deck building that is broken. */
typedef struct DeckFault {
    Clause clause;
    DefId def; /* the card it is about, 0: the pile as a whole */
    uint16_t have, allowed;
} DeckFault;

/* Checks a deck; r needs only its pack and observer. Returns how many faults there are, and writes
 * the first 'max' of them. */
typedef unsigned DeckCheck(const Run *r, const DeckLists *d, DeckFault *out, unsigned max);

/* What a check has found so far; more than 'max' are only counted. */
typedef struct Faults {
    DeckFault *out;
    unsigned n, max;
} Faults;

static inline void deck_fault(Faults *f, Clause clause, DefId def, unsigned have,
                              unsigned allowed) {
    if (f->n < f->max) f->out[f->n] = (DeckFault){clause, def, (uint16_t)have, (uint16_t)allowed};
    f->n++;
}
