/* Shared by enterable.c, which decides what can be entered, and enter.c, which does it. */
#pragma once
#include "games/ninja/ninja.h"
#include "vm/vm.h"

/* 1304.2a: an X that the player declares. */
typedef struct FreeX {
    AbilId abil; /* whose cost contains X, NONE: there is no such X */
    CardId card; /* the card being entered, NONE: an ability is */
    int ether;   /* ether to pay besides that cost */
    Pc entry;    /* the choices that may depend on X, NONE: none */
} FreeX;

/* 1204.2d, 1204.2l: the least X from n on that can be paid and has targets, -1 if there is none.
 * Leaves it in the context. */
int ninja_next_x(Run *r, unsigned ctx, const FreeX *l, int n);
/* Keeps those of the cards that leave targets for the choices from 'behind' on, which refer to the
 * card chosen here. Returns how many. */
unsigned ninja_filter_leading(Run *r, unsigned ctx, Pc behind, CardRef *c, unsigned n);
/* Bitmask of the modes whose targets exist. Sets *behind to the end of their entry code. */
unsigned ninja_modes_possible(Run *r, unsigned ctx, Pc pc, unsigned count, Pc *behind);
/* 1204.2g-5, 1204.2g-6: the additional ether an activated ability costs; negative: a reduction. */
int ninja_ether_surcharge(Run *r, PlayerId p, CardId c, const AbilityDef *b);
/* The n-th additional cost of the card (1204.2c, 1404.2), NONE after the last. */
AbilId ninja_nth_extra(const Run *r, CardId c, unsigned n);
/* Bitmask of the additional costs that are not optional. */
unsigned ninja_mandatory_extras(const Run *r, CardId c);
/* Could these additional costs (a bitmask) and the mandatory ones be paid together with the card's
 * own cost? */
bool ninja_extras_payable(Run *r, unsigned ctx, CardId c, unsigned bits, int ether);

/* Copies what a waiting trigger remembers of its event to its stack row. */
void ninja_stacked_event(State *s, Stacked *t, unsigned i);
/* Loads the stack row into the context in which it is entered or resolved. */
void ninja_context_load(Run *r, Context *x, const Stacked *t);
