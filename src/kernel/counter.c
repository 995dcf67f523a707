/* Counters: rows of (card or player, kind, number). They are public and dropped when their card
 * leaves. */
#include "kernel/run.h"

static Counter *counter_row(State *s, CardId card, PlayerId player, unsigned kind) {
    for (unsigned i = 0; i < s->ncounters; i++) {
        Counter *x = &s->counter[i];
        if (x->card == card && x->kind == kind && (card || x->player == player)) return x;
    }
    return 0;
}

static void row_drop(State *s, Counter *x) {
    const Counter *last = &s->counter[--s->ncounters];
    memmove(x, x + 1, (size_t)(last - x) * sizeof *x);
    s->counter[s->ncounters] = (Counter){0};
}

int counter_of(const State *s, CardId card, PlayerId player, unsigned kind) {
    for (unsigned i = 0; i < s->ncounters; i++) {
        const Counter *x = &s->counter[i];
        if (x->card == card && x->kind == kind && (card || x->player == player)) return x->n;
    }
    return 0;
}

void counter_add(Run *r, CardId card, PlayerId player, unsigned kind, int by) {
    State *s = r->s;
    Counter *x = counter_row(s, card, player, kind);
    int n = (x ? x->n : 0) + by;
    if (n > INT16_MAX) n = INT16_MAX;
    if (n <= 0) {
        if (x) row_drop(s, x);
        return;
    }
    if (!x && s->ncounters == MAX_COUNTERS) {
        run_fault(r, FAULT_COUNTERS);
        return;
    }
    if (!x) {
        x = &s->counter[s->ncounters++];
        *x = (Counter){.card = card, .player = card ? NOBODY : player, .kind = (uint16_t)kind};
    }
    x->n = (int16_t)n;
}

void counters_drop(State *s, CardId card) {
    for (unsigned i = s->ncounters; i-- > 0;)
        if (s->counter[i].card == card) row_drop(s, &s->counter[i]);
}
