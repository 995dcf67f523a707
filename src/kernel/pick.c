/* Choosing cards, one after the other, in canonical order: a card once passed over is not offered again, so that
 * every combination can be reached in exactly one way. */
#include "kernel/pick.h"
#include "kernel/procs.h"
#include "vm/vm.h"

enum { PICK_NEXT, PICK_ANSWERED };

static unsigned candidates(Run *r, Frame *f, CardRef *out) {
    Pick *p = pick_of(f);
    unsigned n;
    if (p->list) {
        n = r->g->candidates(r, f, p->list, out);
    } else {
        Eval e = eval_ctx(r, f->ctx);
        Pc pc = p->pc;
        n = vm_set(&e, &pc, out, MAX_SET);
    }
    if (p->flags & PICK_FREE) return n;
    /* what may not be chosen is no candidate; what must be preferred shuts the others out */
    unsigned m = 0;
    for (unsigned i = 0; i < n; i++)
        if (r->g->choosable(r, p->player, out[i].card, f->ctx)) out[m++] = out[i];
    return r->g->prefer ? r->g->prefer(r, p->player, f->ctx, out, m) : m;
}

/* Of each zone, each name: a candidate that repeats what is picked already is left out. */
static bool fits(Run *r, Frame *f, CardRef c) {
    const Pick *p = pick_of(f);
    const Context *x = &r->s->ctx[f->ctx];
    for (unsigned i = p->base; i < x->n[p->reg]; i++) {
        CardRef o = x->set[p->reg][i];
        if (o.card == c.card) return false;
        const Card *a = card_of(r->s, o.card), *b = card_of(r->s, c.card);
        if ((p->flags & PICK_EACH_ZONE) && a->zone == b->zone && a->holder == b->holder) return false;
        if ((p->flags & PICK_NAMES) && r->pack->def[a->def].name == r->pack->def[b->def].name) return false;
    }
    return true;
}

static void pick_random(Run *r, Frame *f, CardRef *c, unsigned n, Context *x) {
    Pick *p = pick_of(f);
    while (p->taken < p->max && n > 0) {
        unsigned i = random_below(r->s, n);
        x->set[p->reg][x->n[p->reg]++] = c[i];
        c[i] = c[--n];
        p->taken++;
    }
    frame_pop(r);
}

static void finish(Run *r, Frame *f, Context *x) {
    const Pick *p = pick_of(f);
    if (p->reg == REG_IT) x->did = p->taken > 0 && p->taken >= p->min;
    frame_pop(r);
}

void proc_pick(Run *r, Frame *f) {
    State *s = r->s;
    Context *x = &s->ctx[f->ctx];
    Pick *p = pick_of(f);
    CardRef c[MAX_SET];
    if (f->step == PICK_ANSWERED) {
        if (s->picked.kind != OPT_CARD) {
            finish(r, f, x);
            return;
        }
        x->set[p->reg][x->n[p->reg]++] = ref_to(s, s->picked.card);
        p->taken++;
        p->after = (uint16_t)(s->picked.c + 1);
    }
    unsigned n = candidates(r, f, c);
    if (p->flags & PICK_RANDOM) {
        pick_random(r, f, c, n, x);
        return;
    }
    unsigned open = 0;
    for (unsigned i = p->after; i < n; i++) open += fits(r, f, c[i]);
    unsigned left = (unsigned)(p->max - p->taken), must = p->min > p->taken ? (unsigned)(p->min - p->taken) : 0u;
    if (left == 0 || open == 0 || x->n[p->reg] >= MAX_SET) {
        finish(r, f, x);
        return;
    }
    if (must > open) must = open; /* as much as can be done */
    f->step = PICK_ANSWERED;
    ask_begin(r, p->player, ASK_CARD, p->clause);
    s->ask.min = (uint8_t)must;
    s->ask.max = (uint8_t)left;
    bool distinct = p->flags & (PICK_EACH_ZONE | PICK_NAMES);
    for (unsigned i = p->after, seen = 0; i < n; i++) {
        if (!fits(r, f, c[i])) continue;
        /* far enough from the end that the rest can still be picked */
        if (!distinct && open - seen < must) break;
        seen++;
        ask_add(r, (Option){.kind = OPT_CARD, .card = c[i].card, .c = (uint16_t)i});
    }
    if (must == 0) ask_add(r, (Option){.kind = OPT_DONE});
    ask_done(r);
}

Frame *pick_begin(Run *r, unsigned ctx, PlayerId player, unsigned min, unsigned max, unsigned flags, unsigned reg) {
    Context *x = &r->s->ctx[ctx];
    if ((flags & PICK_KEEP) && reg == REG_IT) {
        x->n[REG_KEEP] = x->n[REG_IT];
        memcpy(x->set[REG_KEEP], x->set[REG_IT], sizeof x->set[REG_IT]);
    }
    if (!(flags & PICK_ADD)) reg_clear(x, reg);
    Frame *f = frame_push(r, PROC_PICK);
    f->ctx = (uint8_t)ctx;
    Pick *p = pick_of(f);
    p->player = player;
    p->min = (uint8_t)min;
    p->max = (uint8_t)(max < MAX_SET ? max : MAX_SET);
    p->flags = (uint8_t)flags;
    p->reg = (uint8_t)reg;
    p->base = x->n[reg];
    return f;
}
