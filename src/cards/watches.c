#include "cards/watches.h"
#include "vm/vm.h"

/* Length of the expression at pc. */
static unsigned code_length(const Game *g, const Code *code, Pc pc) {
    Pc end = pc;
    vm_skip(g, code, &end);
    return (unsigned)(end - pc);
}

/* Do the watches have the same pattern and mean the same card of the event? */
static bool same_watch(const Game *g, const Code *code, const AbilityDef *x, const AbilityDef *y) {
    const unsigned n = code_length(g, code, x->trig);
    return x->flags == y->flags && x->events == y->events && code_length(g, code, y->trig) == n &&
           !memcmp(&code[x->trig], &code[y->trig], n * sizeof *code);
}

bool watches_number(const Game *g, const Code *code, AbilityDef *abil, unsigned from, unsigned n) {
    for (unsigned i = from; i < n; i++) {
        unsigned number = 0;
        bool known = false;
        if (abil[i].kind != ABIL_WATCH) continue;
        for (unsigned j = 1; j < i && !known; j++) {
            if (abil[j].kind != ABIL_WATCH) continue;
            known = same_watch(g, code, &abil[i], &abil[j]);
            if (known || abil[j].index >= number) number = abil[j].index + !known;
        }
        if (number == MAX_WATCHES) return false;
        abil[i].index = (uint8_t)number;
    }
    return true;
}

void watches_collect(Pack *p) {
    p->nwatches = 0;
    p->watched = 0;
    for (unsigned i = 1; i < p->nabil; i++) {
        const AbilityDef *a = &p->abil[i];
        if (a->kind != ABIL_WATCH) continue;
        p->watch[a->index] = (WatchDef){a->events, a->trig, (a->flags & ABIL_IT_OBJECT) != 0};
        p->watched |= a->events;
        if (p->nwatches <= a->index) p->nwatches = a->index + 1u;
    }
}
