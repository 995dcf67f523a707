/* Replacement effects: a batch is offered to them before it is applied. The affected player picks the order,
 * each applies at most once to an event, optional ones only if their choice can be carried out. */
#include "kernel/procs.h"
#include "vm/vm.h"

/* u[0] first, u[1] end of the batch, u[2] event at hand, u[3] context of the running body, u[4] number applied,
 * then pairs: card, ability. */
enum { R_FIRST, R_END, R_AT, R_CTX, R_APPLIED, R_LIST };
enum { REPLACE_NEXT, REPLACE_CHOSEN, REPLACE_RAN };
enum { MAX_APPLIED = (FRAME_WORDS - R_LIST) / 2 };

static bool was_applied(const Run *r, CardId c, AbilId a) {
    for (unsigned i = 0; i < r->s->nframes; i++) {
        const Frame *f = &r->s->frame[i];
        if (f->proc != PROC_REPLACE) continue;
        for (unsigned j = 0; j < f->u[R_APPLIED]; j++)
            if (f->u[R_LIST + 2 * j] == c && f->u[R_LIST + 2 * j + 1] == a) return true;
    }
    return false;
}

/* The player who is affected: the card's master, else who does it. */
static PlayerId affected(const Run *r, const Event *e) {
    return e->card && card_of(r->s, e->card)->zone ? card_of(r->s, e->card)->holder : e->player;
}

static bool applies(Run *r, const Event *e, CardRef self, PlayerId you, AbilId a) {
    const AbilityDef *b = &r->pack->abil[a];
    if (!(b->events & ev_bit(e->kind)) || was_applied(r, self.card, a)) return false;
    Eval v = eval_source(r, you, self);
    v.ev = e;
    return vm_truth_at(&v, b->trig);
}

/* Calls 'add' for each replacement that applies; returns how many. */
static unsigned find(Run *r, const Event *e, bool add) {
    State *s = r->s;
    unsigned n = 0;
    for (unsigned i = 0; i < s->nlisteners; i++) {
        const Listener *l = &s->listen[i];
        if (!(l->events & ev_bit(EV_REPLACE))) continue;
        if (!ability_valid(r, l->card, l->abil)) continue;
        if (!applies(r, e, ref_to(s, l->card), card_of(s, l->card)->holder, l->abil)) continue;
        n++;
        if (add) ask_add(r, (Option){.kind = OPT_APPLY, .card = l->card, .c = l->abil});
    }
    for (unsigned i = 0; i < s->neffects; i++) {
        const Effect *x = &s->effect[i];
        if (x->kind != EFF_REPLACE || (x->flags & EFF_DORMANT)) continue;
        if (!applies(r, e, x->source, x->master, x->abil)) continue;
        n++;
        if (add) ask_add(r, (Option){.kind = OPT_APPLY, .card = x->source.card, .c = x->abil, .a = (uint8_t)(i + 1)});
    }
    return n;
}

static void begin_body(Run *r, Frame *f) {
    State *s = r->s;
    Option o = s->picked;
    const Event e = s->batch[f->u[R_AT]];
    PlayerId you = o.a ? s->effect[o.a - 1].master : card_of(s, o.card)->holder;
    if (f->u[R_APPLIED] < MAX_APPLIED) {
        f->u[R_LIST + 2 * f->u[R_APPLIED]] = o.card;
        f->u[R_LIST + 2 * f->u[R_APPLIED] + 1] = o.c;
        f->u[R_APPLIED]++;
    }
    unsigned c = ctx_open(r, o.c, you, ref_to(s, o.card));
    if (!c) return;
    Context *x = &s->ctx[c];
    x->player = e.player;
    x->subject = ref_to(s, e.card);
    x->object = ref_to(s, e.other);
    x->amount = e.amount;
    if (e.card) {
        x->set[REG_IT][0] = x->subject;
        x->n[REG_IT] = 1;
    }
    f->u[R_CTX] = (uint16_t)c;
    f->step = REPLACE_RAN;
    if (o.a && (s->effect[o.a - 1].flags & EFF_ONCE)) effect_remove(r, o.a - 1u);
    vm_call(r, c, r->pack->abil[o.c].body);
}

void proc_replace(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case REPLACE_NEXT: {
        if (f->u[R_AT] < f->u[R_FIRST]) f->u[R_AT] = f->u[R_FIRST];
        for (; f->u[R_AT] < f->u[R_END]; f->u[R_AT]++, f->u[R_APPLIED] = 0) {
            const Event *e = &s->batch[f->u[R_AT]];
            if (e->kind == EV_NONE || !find(r, e, false)) continue;
            f->step = REPLACE_CHOSEN;
            ask_begin(r, affected(r, e), ASK_REPLACE, r->g->clause_replace);
            find(r, e, true);
            ask_done(r);
            return;
        }
        unsigned first = f->u[R_FIRST];
        frame_pop(r);
        batch_apply(r, first);
        return;
    }
    case REPLACE_CHOSEN: begin_body(r, f); return;
    default: {
        Context *x = &s->ctx[f->u[R_CTX]];
        if (x->replaced) s->batch[f->u[R_AT]].kind = EV_NONE;
        ctx_close(r, f->u[R_CTX]);
        f->u[R_CTX] = 0;
        f->step = REPLACE_NEXT;
    }
    }
}
