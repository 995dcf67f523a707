/* Deck validation: the input, the reported faults, and the shared helper. The rules themselves are
 * in games/KEY/deck.c. */
#pragma once
#include "kernel/run.h"

/* A deck to check. Piles that the game does not have are empty. */
typedef struct DeckLists {
    const DefId *pile[PILES];
    unsigned n[PILES];
    unsigned format;   /* index into Game.formats */
    const DefId *pool; /* cards opened for a sealed deck; null if unknown */
    unsigned npool;
} DeckLists;

/* One violated deck-building rule. */
typedef struct DeckFault {
    Clause clause;
    DefId def; /* the offending card; 0: the pile as a whole */
    uint16_t have, allowed;
} DeckFault;

/* Checks a deck. Of r only the pack and the observer are used. Returns the number of faults and
 * writes the first 'max' of them to 'out'. */
typedef unsigned DeckCheck(const Run *r, const DeckLists *d, DeckFault *out, unsigned max);

/* Collects faults. Those beyond 'max' are counted but not stored. */
typedef struct Faults {
    DeckFault *out;
    unsigned n, max;
} Faults;

/* Appends a fault, or only counts it once 'out' is full. */
static inline void deck_fault(Faults *f, Clause clause, DefId def, unsigned have,
                              unsigned allowed) {
    if (f->n < f->max) f->out[f->n] = (DeckFault){clause, def, (uint16_t)have, (uint16_t)allowed};
    f->n++;
}
