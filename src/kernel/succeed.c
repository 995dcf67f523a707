/* Succession: a card that is put on top of another takes its place. */
#include "kernel/run.h"

static void ref_pass(CardRef *ref, CardRef old, CardRef now) {
    if (ref->card == old.card && ref->inc == old.inc) *ref = now;
}

/* Counters keep their kind; both cards may have some of one kind. */
static void counters_pass(Run *r, CardId old, CardId now) {
    State *s = r->s;
    for (unsigned i = s->ncounters; i-- > 0;) {
        const Counter x = s->counter[i];
        if (x.card != old) continue;
        counter_add(r, old, NOBODY, x.kind, -x.n);
        counter_add(r, now, NOBODY, x.kind, x.n);
    }
}

static void ties_pass(State *s, CardRef old, CardRef now) {
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++) {
            Card *k = &s->player[p].card[i];
            if (k->tie != old.card || k->tie_inc != old.inc) continue;
            const uint64_t was = card_hash(k);
            k->tie = now.card;
            k->tie_inc = now.inc;
            card_changed(s, k, was);
        }
}

/* What texts that wait or are being carried out refer to. */
static void texts_pass(State *s, CardRef old, CardRef now) {
    for (unsigned i = 0; i < s->nwaiting; i++) {
        ref_pass(&s->waiting[i].source, old, now);
        ref_pass(&s->waiting[i].subject, old, now);
        ref_pass(&s->waiting[i].object, old, now);
    }
    for (unsigned i = 0; i < s->nstack; i++) {
        ref_pass(&s->stack[i].source, old, now);
        ref_pass(&s->stack[i].subject, old, now);
        ref_pass(&s->stack[i].object, old, now);
    }
    for (unsigned i = 0; i < s->ntargets; i++)
        if (s->target[i].kind == TARGET_CARD) ref_pass(&s->target[i].ref, old, now);
    for (unsigned i = 0; i <= s->ctx_top; i++) {
        Context *x = &s->ctx[i];
        if (x->source.card == old.card && ctx_source(x).inc == old.inc) {
            x->source = now;
            x->source_now = 0;
        }
        ref_pass(&x->subject, old, now);
        ref_pass(&x->object, old, now);
    }
    for (unsigned i = 0; i < s->nreg; i++) ref_pass(&s->reg[i], old, now);
}

void card_succeed(Run *r, CardRef old, CardRef now) {
    State *s = r->s;
    for (unsigned i = 0; i < s->neffects; i++) {
        ref_pass(&s->effect[i].target, old, now);
        ref_pass(&s->effect[i].source, old, now);
        ref_pass(&s->effect[i].memory, old, now);
    }
    for (unsigned i = 0; i < sizeof s->fact_card / sizeof *s->fact_card; i++)
        ref_pass(&s->fact_card[i], old, now);
    for (unsigned i = 0; i < s->ndeeds; i++) {
        ref_pass(&s->deed[i].by, old, now);
        ref_pass(&s->deed[i].on, old, now);
    }
    counters_pass(r, old.card, now.card);
    ties_pass(s, old, now);
    texts_pass(s, old, now);
    kmark(r, KM_SUCCEEDS);
    derived_invalidate(s, BECAUSE_EFFECT);
}
