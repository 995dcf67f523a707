/* What carries out single actions of compiled text: text.c, and lasting.c for effects that last. */
#pragma once

#include "vm/vm.h"

/* One step of a text frame. Actions read their operands at 'pc'; text_of(f)->pc must be set
 * before anything is pushed or asked. */
typedef struct TextStep {
    Run *r;
    Frame *f;
    Context *x;
    Eval e;
    Pc pc;
    bool described; /* the last set was described, not named; for marks only */
} TextStep;

static inline Code step_word(TextStep *a) { return a->r->pack->code[a->pc++]; }
static inline void step_skip(TextStep *a) { vm_pass(a->r, &a->pc); }
static inline unsigned step_set(TextStep *a, CardRef *out) {
    Pc pc = a->pc;
    while (WATCHED(a->r) && a->r->pack->code[pc] == OP_SMARK) pc = (Pc)(pc + 2);
    a->described =
        WATCHED(a->r) && (a->r->pack->code[pc] == OP_CARDS || a->r->pack->code[pc] == OP_BUT);
    return vm_set(&a->e, &a->pc, out, MAX_SET);
}
static inline int step_number(TextStep *a) { return vm_number(&a->e, &a->pc); }

/* Keeps the cards that are still in the referenced life. */
static inline void step_keep_live(TextStep *a, CardRef *c, unsigned *n) {
    unsigned m = 0;
    for (unsigned i = 0; i < *n; i++)
        if (ref_live(a->r->s, c[i])) c[m++] = c[i];
    *n = m;
}

/* lasting.c: carries out an action that makes continuous effects. False: 'op' is another one. */
bool step_lasting(TextStep *a, unsigned op);
/* Does the number read a stat of a card that is not there? Then SETSTAT does nothing. */
bool step_reads_no_card(const TextStep *a, Pc pc);
