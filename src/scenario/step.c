/* Runs the game under observation: takes snapshots, collects clauses, saves and restores. */
#include "scenario/judge.h"
#include <setjmp.h>
#include "text/message.h"
#include <stdlib.h>

enum { MAX_SNAPSHOTS = 1024, MAX_STEPS = 4000000 };

static Judge *judge_of(Observer *o) { return (Judge *)(void *)o; }
/* Leaves a run that never reaches a decision, from inside the observer. */
static _Thread_local jmp_buf endless;

static void clauses_join(ClauseSet *to, const ClauseSet *from) {
    for (unsigned i = 0; i < CLAUSE_WORDS; i++) to->bit[i] |= from->bit[i];
}

/* Clauses of the dropped snapshots that still count are kept in ran_before. */
void snapshots_clear(Judge *j) {
    for (unsigned i = 0; i < j->nsnapshots; i++) {
        if (i >= j->clauses_from) clauses_join(&j->ran_before, &j->snapshots[i].ran);
        free(j->snapshots[i].s);
    }
    clauses_join(&j->ran_before, &j->ran_now);
    j->nsnapshots = j->cursor = j->clauses_from = j->statement_base = 0;
    j->ran_now = (ClauseSet){0};
    j->shown_base = j->nshown;
    j->asked_base = j->nasked;
}

void deed_from(Judge *j, unsigned snapshot) {
    j->clauses_from = snapshot;
    j->shown_from = snapshot ? j->snapshots[snapshot - 1].nshown : j->shown_base;
    j->asked_from = snapshot ? j->snapshots[snapshot - 1].nasked : j->asked_base;
    j->ran_before = (ClauseSet){0};
    j->at_run_target = j->held = false;
}

bool clause_ran(const Judge *j, unsigned clause) {
    if (clause_in(&j->ran_before, clause)) return true;
    for (unsigned i = j->clauses_from; i < j->nsnapshots && i <= j->cursor; i++)
        if (clause_in(&j->snapshots[i].ran, clause)) return true;
    return j->cursor >= j->nsnapshots && clause_in(&j->ran_now, clause);
}

/* Makes room for one more element in a list of n. Null, and the list is kept, without memory. */
static void *list_more(void *list, unsigned n, unsigned *cap, size_t size) {
    if (n < *cap) return list;
    unsigned more = *cap ? *cap * 2 : 16;
    void *grown = realloc(list, more * size);
    if (grown) *cap = more;
    return grown;
}

/* Copies the game at a point, or at a question d that was answered with o by itself. Without
 * memory, or beyond MAX_SNAPSHOTS, the moment is just not available to statements. */
static void take_snapshot(Judge *j, const Run *r, unsigned point, const Decision *d,
                          const Option *o) {
    bool open = false;
    if (j->nsnapshots == MAX_SNAPSHOTS) return;
    Snapshot *list = list_more(j->snapshots, j->nsnapshots, &j->snapshot_cap, sizeof *list);
    if (!list) return;
    j->snapshots = list;
    State *s = malloc(state_size(r->s));
    if (!s) return;
    memcpy(s, r->s, state_size(r->s));
    if (d) { /* the state may not hold the question yet */
        s->ask = *d;
        s->option[0] = *o;
        s->ask.pending = s->ask.n = 1;
        for (unsigned i = 0; j->table->pauses[i]; i++)
            open |= !strcmp(j->table->pauses[i], ask_name(r->g, d->kind));
    }
    j->snapshots[j->nsnapshots++] = (Snapshot){.s = s,
                                               .ran = j->ran_now,
                                               .nshown = j->nshown,
                                               .nasked = j->nasked,
                                               .point = point,
                                               .open = open};
    j->ran_now = (ClauseSet){0};
}

bool asked_at(const Judge *j, unsigned moment, PlayerId player, const char *question) {
    const Snapshot *shot = moment < j->nsnapshots ? &j->snapshots[moment] : 0;
    Run r = {.s = shot ? shot->s : j->run.s, .g = j->run.g};
    if (shot ? shot->point != POINT_NONE : !r.s->ask.pending) return false;
    return (player == NOBODY || r.s->ask.player == player) && asks_for(&r, question);
}

void cursor_skip(Judge *j, bool ask) {
    if (j->held) return;
    while (j->cursor < j->nsnapshots && !j->snapshots[j->cursor].open) {
        if (!ask && j->snapshots[j->cursor].point != POINT_NONE && j->at_run_target) return;
        j->cursor++;
    }
}

/* Records a clause. Marks also reveal points of the turn and the start of a resolution. */
static void on_mark(Observer *o, const Run *r, Clause c) {
    Judge *j = judge_of(o);
    if (r->s != j->run.s) return; /* a trial on a copy of the game */
    clause_put(&j->ran_now, c);
    clause_put(&j->ran_total, c);
    if (j->trace) trace_clause(j, c);
    if (++j->marks > MAX_STEPS) longjmp(endless, 1);
    for (const Clause *x = j->table->resolves; x && *x; x++)
        if (*x == c) j->resolved++, j->happened++;
    for (unsigned i = 0; j->table->points[i].word; i++)
        if (j->table->points[i].clause == c) take_snapshot(j, r, i, 0, 0);
}

/* Notes a question. */
static void note_asked(Judge *j, const Decision *d) {
    Asked *list = list_more(j->asked, j->nasked, &j->asked_cap, sizeof *list);
    if (!list) return;
    j->asked = list;
    j->asked[j->nasked++] = (Asked){d->player, d->kind};
}

/* Notes who is shown a card: everybody, or who looks at it with the team. */
static void note_shown(Judge *j, const State *s, const Event *e) {
    Shown *list = list_more(j->shown, j->nshown, &j->shown_cap, sizeof *list);
    if (!list) return;
    j->shown = list;
    PlayerSet to = e->kind == EV_SHOW ? (PlayerSet)((1u << s->nplayers) - 1)
                   : s->team_size > 1 ? team_mates(s, e->player)
                                      : player_bit(e->player);
    j->shown[j->nshown++] = (Shown){e->card, to};
}

static void on_event(Observer *o, const Run *r, const Event *e) {
    Judge *j = judge_of(o);
    if (r->s != j->run.s) return;
    j->happened++;
    if (e->kind == EV_SHOW || e->kind == EV_LOOK) note_shown(j, r->s, e);
    if (j->trace) trace_event(j, r, e);
}

/* A question answered by itself, because there was one option: keep it as a snapshot. */
static void on_forced(Observer *o, const Run *r, const Decision *d, const Option *a) {
    Judge *j = judge_of(o);
    if (r->s != j->run.s) return;
    if (j->trace) trace_answer(j, r, d, a, true);
    if (!option_declines(r->g, a)) note_asked(j, d);
    take_snapshot(j, r, POINT_NONE, d, a);
}

/* Clauses executed while evaluating an expectation count as executed, but not for `expect
 * clause`. */
static void on_look_mark(Observer *o, const Run *r, Clause c) {
    (void)r;
    clause_put(&((LookObserver *)(void *)o)->judge->ran_total, c);
}

void judge_observe(Judge *j) {
    j->obs = (Observer){.mark = on_mark, .event = on_event, .forced = on_forced};
    j->look_observer = (LookObserver){.obs = {.mark = on_look_mark}, .judge = j};
    j->run.obs = &j->obs;
}

/* The old block is overwritten, so anything that still points into it shows up. */
bool judge_save(Judge *j, Pos pos) {
    State *from = j->run.s;
    size_t n = state_size(from);
    uint64_t hash = state_hash(from);
    memcpy(j->spare_state, from, n);
    memset(from, 0xA5, n);
    j->run.s = j->spare_state;
    j->spare_state = from;
    if (state_hash(j->run.s) == hash) return true;
    return judge_fail(j, pos, "the game differs after saving and loading");
}

static const char *const faults[] = {
    "none",         "frames",   "effects",        "waiting abilities",
    "listeners",    "contexts", "events at once", "options",
    "rule changes", "code",     "a loop",         "stack entries"};

bool judge_limited(Judge *j, const State *s) {
#ifdef FUDA_TINY
    bool limit = s->result == RESULT_FAULT && s->fault != FAULT_CODE && s->fault != FAULT_LOOP;
    j->hit_limit |= limit;
    return limit;
#else
    (void)j, (void)s;
    return false;
#endif
}

/* longjmp in on_mark returns here when no decision is reached within MAX_STEPS marks. */
bool judge_advance(Judge *j, Pos pos) {
    j->marks = 0;
    if (setjmp(endless))
        return judge_fail(j, pos, "the game does not reach a decision (endless loop)");
    run_on(&j->run);
    const State *s = j->run.s;
    if (judge_limited(j, s)) return false;
    if (s->result == RESULT_FAULT)
        return judge_fail(j, pos, "the engine met a limit: %s",
                          s->fault < sizeof faults / sizeof *faults ? message(faults[s->fault])
                                                                    : "?");
    if (s->ask.pending) note_asked(j, &s->ask);
    return record_decision(j, pos);
}

/* The turn and point are noted so that `run to` can tell a new visit of a point from the current
 * one. */
bool judge_answer(Judge *j, Pos pos, unsigned option) {
    State *s = j->run.s;
    if (j->trace) trace_answer(j, &j->run, &s->ask, &s->option[option], false);
    snapshots_clear(j);
    j->from_turn = s->turn;
    j->from_point = j->table->point(s);
    if (j->new_statement) deed_from(j, 0);
    j->new_statement = j->at_run_target = j->held = false;
    record_answer(j, option);
    if (!run_answer(&j->run, option))
        return judge_fail(j, pos, "option %u was offered and then refused", option);
    return judge_advance(j, pos);
}

/* Expectations work on a copy, so evaluating derived values never changes the game. */
Run judge_view(Judge *j) {
    const State *s = j->cursor < j->nsnapshots ? j->snapshots[j->cursor].s : j->run.s;
    memcpy(j->look_state, s, state_size(s));
    return (Run){.s = j->look_state,
                 .g = j->run.g,
                 .pack = j->run.pack,
                 .scratch = j->run.scratch,
                 .ask_single = j->run.ask_single};
}

/* Picks among identical cards read the same; the scenario cannot and need not tell them apart. */
bool judge_same_options(Judge *j) {
    const State *s = j->run.s;
    char first[256], other[256];
    if (!s->ask.pending || s->ask.n < 2) return false; /* a single answer is left to `do` */
    option_text(j, &j->run, &s->option[0], first, sizeof first);
    for (unsigned i = 1; i < s->ask.n; i++)
        if (strcmp(first, option_text(j, &j->run, &s->option[i], other, sizeof other)))
            return false;
    return true;
}
