/* The stack of entered cards and abilities, their targets, and deeds (who struck whom). */
#include "kernel/run.h"

Stacked *stack_push(Run *r, unsigned sort, PlayerId master) {
    State *s = r->s;
    if (s->nstack == MAX_STACK) {
        run_fault(r, FAULT_STACK);
        return &s->stack[MAX_STACK - 1];
    }
    Stacked *t = &s->stack[s->nstack++];
    s->top = (uint8_t)sort;
    *t = (Stacked){.sort = (uint8_t)sort,
                   .master = master,
                   .serial = ++s->serial,
                   .first = s->ntargets,
                   .player = NOBODY};
    return t;
}

Stacked *stack_row(State *s, unsigned serial) {
    for (unsigned i = s->nstack; serial && i-- > 0;)
        if (s->stack[i].serial == serial) return &s->stack[i];
    return 0;
}

static void targets_remove(State *s, unsigned first, unsigned n) {
    if (!n) return;
    s->ntargets = (uint8_t)(s->ntargets - n);
    memmove(&s->target[first], &s->target[first + n], (s->ntargets - first) * sizeof(Target));
    for (unsigned i = 0; i < n; i++) s->target[s->ntargets + i] = (Target){0};
    for (unsigned i = 0; i < s->nstack; i++)
        if (s->stack[i].first > first) s->stack[i].first = (uint8_t)(s->stack[i].first - n);
}

Stacked stack_take(State *s, unsigned serial) {
    Stacked *t = stack_row(s, serial), was = {0};
    if (!t) return was;
    was = *t;
    unsigned i = (unsigned)(t - s->stack);
    s->nstack--;
    memmove(t, t + 1, (s->nstack - i) * sizeof *t);
    memset(&s->stack[s->nstack], 0, sizeof *t);
    s->top = s->nstack ? s->stack[s->nstack - 1].sort : STACK_NONE;
    targets_remove(s, was.first, was.n);
    if (!s->nstack) s->serial = 0; /* no reference to a row is left */
    return was;
}

/* Inserts behind the row's last target and shifts the ranges of later rows. */
void stack_aim(Run *r, Stacked *t, Target target) {
    State *s = r->s;
    if (s->ntargets == MAX_TARGETS) {
        run_fault(r, FAULT_STACK);
        return;
    }
    unsigned at = t->first + t->n;
    memmove(&s->target[at + 1], &s->target[at], (s->ntargets - at) * sizeof target);
    s->target[at] = target;
    s->ntargets++;
    t->n++;
    for (Stacked *later = t + 1; later < s->stack + s->nstack; later++) later->first++;
}

void deed_add(Run *r, unsigned kind, CardRef by, CardRef on) {
    State *s = r->s;
    for (unsigned i = 0; i < s->ndeeds; i++) /* recorded once */
        if (s->deed[i].kind == kind && !memcmp(&s->deed[i].by, &by, sizeof by) &&
            !memcmp(&s->deed[i].on, &on, sizeof on))
            return;
    if (s->ndeeds == MAX_DEEDS) {
        run_fault(r, FAULT_STACK);
        return;
    }
    s->deed[s->ndeeds++] = (Deed){.kind = (uint8_t)kind, .by = by, .on = on};
    s->deed_kinds |= (uint8_t)(1u << kind);
}

void deeds_forget(State *s, unsigned kinds) {
    unsigned n = 0;
    if (!(s->deed_kinds & kinds)) return;
    s->deed_kinds &= (uint8_t)~kinds;
    for (unsigned i = 0; i < s->ndeeds; i++)
        if (!(kinds >> s->deed[i].kind & 1)) s->deed[n++] = s->deed[i];
    while (s->ndeeds > n) s->deed[--s->ndeeds] = (Deed){0};
}

void deeds_undo(State *s, unsigned kinds, CardId by, CardId on) {
    unsigned n = 0, left = 0;
    for (unsigned i = 0; i < s->ndeeds; i++) {
        const Deed d = s->deed[i];
        if ((kinds >> d.kind & 1) && d.by.card == by && d.on.card == on) continue;
        left |= 1u << d.kind;
        s->deed[n++] = d;
    }
    s->deed_kinds = (uint8_t)left;
    memset(&s->deed[n], 0, (s->ndeeds - n) * sizeof(Deed));
    s->ndeeds = (uint8_t)n;
}
