/* The scheduler: frames in the state, one step at a time, until a decision is due or the game is
 * over. */
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
    memset(f, 0, sizeof *f);
    f->proc = (uint8_t)proc;
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
    memset(&s->frame[--s->nframes], 0, sizeof(Frame));
}

unsigned ctx_open(Run *r, AbilId abil, PlayerId master, CardRef source) {
    State *s = r->s;
    for (unsigned i = 1; i <= MAX_CONTEXTS; i++) {
        Context *c = &s->ctx[i];
        if (c->in_use) continue; /* what is not in use is all zero */
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

bool ctx_room(const State *s) {
    for (unsigned i = 1; i <= MAX_CONTEXTS; i++)
        if (!s->ctx[i].in_use) return true;
    return false;
}

/* What was looked at or shown for an ability is out of sight again when it is over. */
void ctx_close(Run *r, unsigned ctx) {
    Context *x = &r->s->ctx[ctx];
    if (!ctx) return;
    uint32_t used;
    _Static_assert(sizeof used == sizeof x->n, "asked in one go");
    memcpy(&used, x->n, sizeof used);
    for (unsigned g = 0; used && g < REG_COUNT; g++) {
        if (!x->n[g]) continue;
        for (unsigned i = 0; i < x->n[g]; i++)
            if (x->set[g][i].card) card_at(r->s, x->set[g][i].card)->known = 0;
        refs_clear(x->set[g], x->n[g]);
    }
    memset(x, 0, offsetof(Context, set)); /* behind what was used the registers are zero */
}

/* Rule 2 of the house: nothing waits on the native stack. */
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

/* The next question of the procedure on top may be what is left of this one. */
static bool pick_goes_on(State *s) {
    Frame *f = &s->frame[s->nframes - 1];
    return f->proc == PROC_PICK && pick_of(f)->shown;
}

bool run_answer(Run *r, unsigned option) {
    State *s = r->s;
    if (s->result || !s->ask.pending || option >= s->ask.n) return false;
    bool chosen = s->ask.n > 1 && !(r->g->asks_of_order >> s->ask.kind & 1);
    s->picked = s->option[option];
    if (s->here | s->open) loop_answered(r, s->ask.n);
    if (!pick_goes_on(s)) options_clear(s, s->ask.n);
    memset(&s->ask, 0, sizeof s->ask);
    s->choices++;
    if (chosen) s->forced = 0; /* what alone could be answered, or order, was no choice */
    return true;
}
