/* The scheduler: runs the frames in the state, one step at a time, until a decision is due or
 * the game is over. */
#include "kernel/run.h"
#include "kernel/pick.h"
#include "kernel/procs.h"

void run_mark(const Run *r, unsigned clause) {
    r->obs->clause = (Clause)clause;
    if (r->obs->mark) r->obs->mark(r->obs, r, (Clause)clause);
}

void run_kernel_mark(const Run *r, KernelMark m) {
    for (unsigned i = 0; r->g->marks && i < 5 && r->g->marks[m][i]; i++)
        run_mark(r, r->g->marks[m][i]);
}

void run_fault(Run *r, unsigned fault) {
    r->s->fault = (uint8_t)fault;
    r->s->result = RESULT_FAULT;
}

Frame *frame_push(Run *r, unsigned proc) {
    State *s = r->s;
    if (s->nframes == MAX_FRAMES) {
        run_fault(r, FAULT_FRAMES);
        return &s->frame[MAX_FRAMES - 1];
    }
    Frame *f = &s->frame[s->nframes++];
    *f = (Frame){.proc = (uint8_t)proc};
    return f;
}

Frame *frame_push_under(Run *r, unsigned proc, unsigned over) {
    State *s = r->s;
    Frame *f = frame_push(r, proc);
    for (; f > s->frame && f[-1].proc == over; f--) {
        Frame g = f[-1];
        f[-1] = *f;
        *f = g;
    }
    return f;
}

void frame_pop(Run *r) {
    State *s = r->s;
    ASSERT(s->nframes > 0);
    s->frame[--s->nframes] = (Frame){0};
}

unsigned ctx_open(Run *r, AbilId abil, PlayerId master, CardRef source) {
    State *s = r->s;
    for (unsigned i = 1; i <= MAX_CONTEXTS; i++) {
        Context *c = &s->ctx[i];
        if (c->in_use) continue;
        if (i > s->ctx_top) { /* its registers follow all others */
            s->ctx_top = (uint8_t)i;
            c->base = s->nreg;
        }
        c->in_use = 1;
        c->abil = abil;
        c->master = master;
        c->player = NOBODY;
        c->opponent = NOBODY;
        c->source = source;
        c->begun = s->clock;
        return i;
    }
    run_fault(r, FAULT_CONTEXTS);
    return 0;
}

/* Resizes the part of the arena at 'at' from 'was' to n cards, moving what follows and the bases
 * of later contexts. New cards are zero. False: no room (fault). */
static bool arena_resize(Run *r, const Context *x, unsigned at, unsigned was, unsigned n) {
    State *s = r->s;
    const unsigned end = s->nreg, now = end - was + n;
    if (now > MAX_REGISTERED) {
        run_fault(r, FAULT_REGISTERS);
        return false;
    }
    if (n > was)
        for (unsigned i = end; i-- > at + was;) s->reg[i + n - was] = s->reg[i];
    else
        for (unsigned i = at + was; i < end; i++) s->reg[i + n - was] = s->reg[i];
    for (unsigned i = at + was; i < at + n; i++) s->reg[i] = (CardRef){0, 0};
    for (unsigned i = now; i < end; i++) s->reg[i] = (CardRef){0, 0};
    s->nreg = (uint16_t)now;
    for (unsigned i = (unsigned)(x - s->ctx) + 1; i <= s->ctx_top; i++)
        s->ctx[i].base = (uint16_t)(s->ctx[i].base + n - was);
    return true;
}

void reg_resize(Run *r, Context *x, unsigned reg, unsigned n) {
    ASSERT(n <= MAX_SET);
    if (arena_resize(r, x, reg_first(x, reg), x->n[reg], n)) x->n[reg] = (uint8_t)n;
}

void reg_set(Run *r, Context *x, unsigned reg, const CardRef *c, unsigned n) {
    if (x->n[reg] != n) reg_resize(r, x, reg, n);
    CardRef *to = reg_cards(r->s, x, reg);
    for (unsigned i = 0; i < x->n[reg]; i++) to[i] = c[i];
}

void reg_copy(Run *r, Context *x, unsigned to, unsigned from) {
    if (x->n[to] != x->n[from]) reg_resize(r, x, to, x->n[from]);
    const CardRef *c = reg_cards(r->s, x, from);
    CardRef *copy = reg_cards(r->s, x, to);
    for (unsigned i = 0; i < x->n[to]; i++) copy[i] = c[i];
}

void reg_push(Run *r, Context *x, unsigned reg, CardRef c) {
    State *s = r->s;
    const unsigned n = x->n[reg], at = reg_first(x, reg) + n;
    if (n == MAX_SET) {
        run_fault(r, FAULT_REGISTERS);
        return;
    }
    if (at == s->nreg && at < MAX_REGISTERED && x == &s->ctx[s->ctx_top])
        s->nreg++; /* common case: the last register of all, nothing moves */
    else if (!arena_resize(r, x, at, 0, 1))
        return;
    r->s->reg[at] = c;
    x->n[reg] = (uint8_t)(n + 1);
}

bool ctx_room(const State *s) {
    for (unsigned i = 1; i <= MAX_CONTEXTS; i++)
        if (!s->ctx[i].in_use) return true;
    return false;
}

Context ctx_borrow(Run *r, AbilId abil, PlayerId master, CardRef source) {
    Context *x = &r->s->ctx[0];
    const Context lent = *x;
    x->player = x->opponent = NOBODY;
    x->master = master;
    x->source = source;
    x->abil = abil;
    x->x = 0;
    return lent;
}

void ctx_give_back(Run *r, const Context *lent) { r->s->ctx[0] = *lent; }

/* What was shown or looked at is hidden again when the last ability is over, also what no register
 * holds any more. */
static void hide_glimpsed(State *s) {
    if (!s->glimpsed || s->ctx_top) return;
    s->glimpsed = 0;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++) s->player[p].card[i].known = 0;
}

/* Closes the context. Cards in its registers are hidden again. */
void ctx_close(Run *r, unsigned ctx) {
    State *s = r->s;
    Context *x = &s->ctx[ctx];
    if (!ctx) return;
    const CardRef *c = reg_cards(s, x, 0);
    const unsigned n = reg_first(x, REG_COUNT) - x->base;
    for (unsigned i = 0; i < n; i++)
        if (c[i].card) card_at(s, c[i].card)->known = 0;
    if (n) arena_resize(r, x, x->base, n, 0);
    *x = (Context){.base = x->base};
    while (s->ctx_top && !s->ctx[s->ctx_top].in_use) s->ctx[s->ctx_top--].base = 0;
    hide_glimpsed(s);
}

#ifdef FUDA_DEBUG
/* Recomputes and compares the caches at a decision. */
static const char *decision_ok(const Run *r) {
    State block;
    Run copy = {.s = &block, .g = r->g, .pack = r->pack, .scratch = r->scratch};
    memcpy(&block, r->s, state_size(r->s));
    return caches_ok(&copy, r->s);
}
#endif

/* Nothing waits on the native stack: each step returns here. */
Status run_on(Run *r) {
    State *s = r->s;
    const ProcInfo *procs = r->g->procs;
    while (!(s->result | s->ask.pending)) {
        if (!s->nframes) {
            run_fault(r, FAULT_CODE);
            break;
        }
        Frame *f = &s->frame[s->nframes - 1];
        procs[f->proc].fn(r, f);
        if (s->leaving) players_leave(r);
#ifdef FUDA_DEBUG
        const char *bad = s->result ? 0 : state_ok(r);
        if (!bad && s->ask.pending) bad = decision_ok(r);
        core_assert(!bad, bad ? bad : "", __FILE__, __LINE__);
#endif
    }
    if (s->result) memset(&s->ask, 0, sizeof s->ask);
    return s->result ? STATUS_OVER : STATUS_DECISION;
}

void options_clear(State *s, unsigned n) {
    enum { GROUP = 8 };
    _Static_assert(MAX_OPTIONS % GROUP == 0, "options are cleared in groups");
    for (unsigned i = 0; i < n; i += GROUP) memset(&s->option[i], 0, GROUP * sizeof(Option));
}

/* Does the pick on top reuse the options for its next question? */
static bool pick_goes_on(State *s) {
    Frame *f = &s->frame[s->nframes - 1];
    return f->proc == PROC_PICK && pick_of(f)->kept_options;
}

bool run_answer(Run *r, unsigned option) {
    State *s = r->s;
    if (s->result || !s->ask.pending || option >= s->ask.n) return false;
    bool chosen = s->ask.n > 1 && !(r->g->ordering_asks >> s->ask.kind & 1);
    s->picked = s->option[option];
    if (s->repeat.length && repeat_answered(r)) return true;
    if (s->here | s->open) loop_answered(r, s->ask.n);
    if (!pick_goes_on(s)) options_clear(s, s->ask.n);
    memset(&s->ask, 0, sizeof s->ask);
    s->choices++;
    if (chosen) s->forced = 0; /* a single option or a mere ordering is no choice */
    return true;
}
