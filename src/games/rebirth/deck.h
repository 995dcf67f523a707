/* 6.1: what a deck must be like. */
#pragma once
#include "games/rebirth/rebirth.h"

/* One rule of deck building that is broken. */
typedef struct DeckFault {
    Clause clause;
    DefId def; /* the card it is about, 0: the pile as a whole */
    uint16_t have, allowed;
} DeckFault;

/* Checks a main deck, its partners and its deer deck; r needs only its pack and observer. Returns
 * how many faults there are, and writes the first 'max' of them. */
unsigned rebirth_deck_check(const Run *r, const DefId *main, unsigned nmain, const DefId *side,
                            unsigned nside, const DefId *extra, unsigned nextra, DeckFault *out,
                            unsigned max);
