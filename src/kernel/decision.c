/* Questions: the only way a player chooses. A question is built, posed, and answered by the
 * number of an option. One with a single option is answered at once and is no decision. */
#include "kernel/run.h"

void ask_begin(Run *r, PlayerId p, unsigned kind, unsigned clause) {
    Decision *d = &r->s->ask;
    ASSERT(!d->pending && !d->n);
    d->player = p;
    d->kind = (uint8_t)kind;
    d->clause = (uint16_t)clause;
}

void ask_add(Run *r, Option o) {
    State *s = r->s;
    if (s->ask.n == MAX_OPTIONS) {
        run_fault(r, FAULT_OPTIONS);
        return;
    }
    s->option[s->ask.n++] = o;
}

void ask_add_cards(Run *r, const CardRef *c, unsigned n) {
    State *s = r->s;
    if (n > (unsigned)(MAX_OPTIONS - s->ask.n)) {
        run_fault(r, FAULT_OPTIONS);
        return;
    }
    Option *out = &s->option[s->ask.n];
    for (unsigned i = 0; i < n; i++) out[i] = (Option){.kind = OPT_CARD, .card = c[i].card};
    s->ask.n = (uint8_t)(s->ask.n + n);
}

bool ask_player(Run *r, PlayerId p, PlayerSet among, unsigned clause) {
    ask_begin(r, p, ASK_PLAYER, clause);
    for (unsigned i = 0; i < r->s->nplayers; i++) {
        PlayerId q = player_nth(r->s, i);
        if (among & player_bit(q)) ask_add(r, (Option){.kind = OPT_PLAYER, .a = q});
    }
    return ask_done(r);
}

void ask_forced(Run *r, PlayerId p, unsigned kind, unsigned clause, Option only) {
    State *s = r->s;
    if (!WATCHED(r) || !r->obs->forced) return;
    ask_begin(r, p, kind, clause);
    ask_add(r, only);
    r->obs->forced(r->obs, r, &s->ask, &s->option[0]);
    s->option[0] = (Option){0};
    memset(&s->ask, 0, sizeof s->ask);
}

bool ask_done(Run *r) {
    State *s = r->s;
    if (s->ask.n >= 2) loop_question(r);
    if (s->repeat.times && s->ask.n >= 2) {
        const int i = repeat_choice(r);
        if (i >= 0) {
            s->ask.pending = 1;
            run_answer(r, (unsigned)i);
            return s->result != RESULT_NONE;
        }
    }
    if (s->ask.n >= 2) {
        s->ask.pending = 1;
        return true;
    }
    s->here = 0; /* not a choice: the loop rules ignore it */
    s->open = 0;
    if (s->ask.n && (r->ask_single >> s->ask.kind & 1) && !s->repeat.times) {
        s->ask.pending = 1;
        return true;
    }
    if (WATCHED(r) && s->ask.n && r->obs->forced) r->obs->forced(r->obs, r, &s->ask, &s->option[0]);
    s->picked = s->ask.n ? s->option[0] : (Option){.kind = OPT_NONE};
    s->option[0] = (Option){0};
    memset(&s->ask, 0, sizeof s->ask);
    return s->result != RESULT_NONE;
}
