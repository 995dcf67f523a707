/* Between enterable.c, which tells what can be entered, and enter.c, which does it. */
#pragma once
#include "games/ninja/ninja.h"
#include "vm/vm.h"

/* What an X is declared for: whose cost has it, the ether to be paid beside that, the card entered,
 * and the choices that may depend on it. */
typedef struct Letter {
    AbilId abil;
    CardId card;
    int ether;
    Pc entry;
} Letter;

/* 1204.2d, 1204.2l: the least X from n on that can be paid and has its targets; -1 there is none.
 */
int ninja_next_x(Run *r, unsigned ctx, const Letter *l, int n);
/* Those with which the choices behind have targets, too: they speak of what is chosen here. */
unsigned ninja_leads_on(Run *r, unsigned ctx, Pc behind, CardRef *c, unsigned n);
/* Modes that could be carried out, bit each; *behind is where their entry code ends. */
unsigned ninja_modes_possible(Run *r, unsigned ctx, Pc pc, unsigned count, Pc *behind);
/* 1204.2g-5, 2g-6: by how much ether an activated ability costs more, or less (below 0). */
int ninja_ether_more(Run *r, PlayerId p, CardId c, const AbilityDef *b);
/* The n-th additional cost of the card (1204.2c, 1404.2), NONE: it has no more. */
AbilId ninja_nth_extra(const Run *r, CardId c, unsigned n);
unsigned ninja_extras_due(const Run *r, CardId c); /* those that are no choice, bit each */
/* Could those of the additional costs be paid beside the card's own? Bit each. */
bool ninja_extras_payable(Run *r, unsigned ctx, CardId c, unsigned bits, int ether);

/* What the ability remembers of its event goes onto the stack with it, … */
void ninja_stacked_event(State *s, Stacked *t, unsigned i);
/* … and from there into the context in which it is carried out. */
void ninja_context_load(Run *r, Context *x, const Stacked *t);
