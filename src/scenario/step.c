/* The game goes on: watched, saved and restored, and kept as it stood where nobody had to decide.
 */
#include "scenario/judge.h"
#include <setjmp.h>
#include <stdlib.h>

enum { MAX_SHOTS = 1024, MAX_STEPS = 4000000 };

static Judge *judge_of(Observer *o) { return (Judge *)(void *)o; }
static _Thread_local jmp_buf endless;

static void clauses_join(ClauseSet *to, const ClauseSet *from) {
    for (unsigned i = 0; i < CLAUSE_WORDS; i++) to->bit[i] |= from->bit[i];
}

void shots_clear(Judge *j) {
    for (unsigned i = 0; i < j->nshots; i++) {
        if (i >= j->since) clauses_join(&j->before, &j->shots[i].ran);
        free(j->shots[i].s);
    }
    clauses_join(&j->before, &j->now);
    j->nshots = j->cursor = j->since = j->base = 0;
    j->now = (ClauseSet){0};
}

bool clause_ran(const Judge *j, unsigned clause) {
    if (clause_in(&j->before, clause)) return true;
    for (unsigned i = j->since; i < j->nshots && i <= j->cursor; i++)
        if (clause_in(&j->shots[i].ran, clause)) return true;
    return j->cursor >= j->nshots && clause_in(&j->now, clause);
}

static void shot_take(Judge *j, const Run *r, unsigned point, const Decision *d, const Option *o) {
    bool open = false;
    if (j->nshots == MAX_SHOTS) return;
    if (j->nshots == j->cap) {
        unsigned cap = j->cap ? j->cap * 2 : 16;
        Shot *more = realloc(j->shots, cap * sizeof *more);
        if (!more) return;
        j->shots = more;
        j->cap = cap;
    }
    State *s = malloc(state_size(r->s));
    if (!s) return;
    memcpy(s, r->s, state_size(r->s));
    if (d) { /* perhaps told before it was asked */
        s->ask = *d;
        s->option[0] = *o;
        s->ask.pending = s->ask.n = 1;
        for (unsigned i = 0; j->table->pauses[i]; i++)
            open |= !strcmp(j->table->pauses[i], ask_name(r->g, d->kind));
    }
    j->shots[j->nshots++] = (Shot){.s = s, .ran = j->now, .point = point, .open = open};
    j->now = (ClauseSet){0};
}

void cursor_settle(Judge *j, bool ask) {
    while (j->cursor < j->nshots && !j->shots[j->cursor].open) {
        if (!ask && j->shots[j->cursor].point != POINT_NONE && j->landed) return;
        j->cursor++;
    }
}

static void on_mark(Observer *o, const Run *r, Clause c) {
    Judge *j = judge_of(o);
    if (r->s != j->run.s) return; /* a trial on another board */
    clause_put(&j->now, c);
    clause_put(&j->ran, c);
    if (j->trace) trace_clause(j, c);
    if (++j->steps > MAX_STEPS) longjmp(endless, 1);
    for (const Clause *x = j->table->resolves; x && *x; x++) j->resolved += *x == c;
    for (unsigned i = 0; j->table->points[i].word; i++)
        if (j->table->points[i].clause == c) shot_take(j, r, i, 0, 0);
}

static void on_event(Observer *o, const Run *r, const Event *e) {
    Judge *j = judge_of(o);
    if (j->trace && r->s == j->run.s) trace_event(j, r, e);
}

static void on_forced(Observer *o, const Run *r, const Decision *d, const Option *a) {
    Judge *j = judge_of(o);
    if (r->s != j->run.s) return;
    if (j->trace) trace_answer(j, r, d, a, true);
    shot_take(j, r, POINT_NONE, d, a);
}

static void on_seen(Observer *o, const Run *r, Clause c) {
    (void)r;
    clause_put(&((Eye *)(void *)o)->judge->ran, c);
}

void judge_observe(Judge *j) {
    j->obs = (Observer){.mark = on_mark, .event = on_event, .forced = on_forced};
    j->eye = (Eye){.obs = {.mark = on_seen}, .judge = j};
    j->run.obs = &j->obs;
}

/* Writes the game out and reads it in again: the bytes are all there is. */
bool judge_save(Judge *j, Pos pos) {
    State *from = j->run.s;
    size_t n = state_size(from);
    uint64_t hash = state_hash(from);
    memcpy(j->spare, from, n);
    memset(from, 0xA5, n);
    j->run.s = j->spare;
    j->spare = from;
    if (state_hash(j->run.s) == hash) return true;
    return judge_fail(j, pos, "a saved game is not the same when it is read in again");
}

static const char *const faults[] = {
    "none",         "frames",   "effects",        "waiting abilities",
    "listeners",    "contexts", "events at once", "options",
    "rule changes", "code",     "a loop",         "things in the space"};

bool judge_limited(Judge *j, const State *s) {
#ifdef FUDA_TINY
    bool limit = s->result == RESULT_FAULT && s->fault != FAULT_CODE && s->fault != FAULT_LOOP;
    j->limited |= limit;
    return limit;
#else
    (void)j, (void)s;
    return false;
#endif
}

bool judge_go(Judge *j, Pos pos) {
    j->steps = 0;
    if (setjmp(endless)) return judge_fail(j, pos, "the game never comes to a decision");
    run_on(&j->run);
    const State *s = j->run.s;
    if (judge_limited(j, s)) return false;
    if (s->result == RESULT_FAULT)
        return judge_fail(j, pos, "the engine met a limit: %s",
                          s->fault < sizeof faults / sizeof *faults ? faults[s->fault] : "?");
    return record_decision(j, pos);
}

bool judge_answer(Judge *j, Pos pos, unsigned option) {
    State *s = j->run.s;
    if (j->trace) trace_answer(j, &j->run, &s->ask, &s->option[option], false);
    shots_clear(j);
    j->from_turn = s->turn;
    j->from_point = j->table->point(s);
    if (j->fresh) j->before = (ClauseSet){0};
    j->fresh = j->landed = false;
    record_answer(j, option);
    if (!run_answer(&j->run, option))
        return judge_fail(j, pos, "option %u was offered and then refused", option);
    return judge_go(j, pos);
}

Run judge_view(Judge *j) {
    const State *s = j->cursor < j->nshots ? j->shots[j->cursor].s : j->run.s;
    memcpy(j->look, s, state_size(s));
    return (Run){.s = j->look,
                 .g = j->run.g,
                 .pack = j->run.pack,
                 .scratch = j->run.scratch,
                 .ask_single = j->run.ask_single};
}

bool judge_same_options(Judge *j) {
    const State *s = j->run.s;
    char first[256], other[256];
    if (!s->ask.pending || s->ask.n < 2) return false; /* one answer: asked for a judge to see */
    option_said(j, &j->run, &s->option[0], first, sizeof first);
    for (unsigned i = 1; i < s->ask.n; i++)
        if (strcmp(first, option_said(j, &j->run, &s->option[i], other, sizeof other)))
            return false;
    return true;
}
