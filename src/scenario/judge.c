/* Plays a scenario from its board to its last statement, then replays it unobserved. */
#include "scenario/judge.h"
#include "text/message.h"
#include <stdarg.h>
#include <stdlib.h>

/* Only the first error counts: later ones tend to follow from it. */
bool judge_fail(Judge *j, Pos pos, const char *format, ...) {
    if (j->error.line) return false;
    j->error.line = pos.line;
    j->error.column = pos.column;
    va_list args;
    va_start(args, format);
    vsnprintf(j->error.message, sizeof j->error.message, message(format), args);
    va_end(args);
    return false;
}

void judge_warn(Judge *j, Pos pos, const char *format, ...) {
    for (unsigned i = 0; i < j->nwarnings; i++)
        if (j->warnings[i].line == pos.line && j->warnings[i].column == pos.column) return;
    if (j->nwarnings == MAX_WARNINGS) return;
    ScenarioError *w = &j->warnings[j->nwarnings++];
    *w = (ScenarioError){.line = pos.line, .column = pos.column};
    va_list args;
    va_start(args, format);
    vsnprintf(w->message, sizeof w->message, message(format), args);
    va_end(args);
}

static bool run_statement(Judge *j, const Statement *st) {
    trace_statement(j, st);
    switch (st->kind) {
    case ST_DO: return judge_do(j, st);
    case ST_RUN:
    case ST_RUN_TO:
    case ST_RUN_ASKED: return judge_run(j, st);
    case ST_RESOLVE: return judge_resolve(j, st);
    case ST_REFUSE: return judge_refuse(j, st);
    case ST_CONCEDE: return judge_concede(j, st);
    case ST_SAVE: return judge_save(j, st->pos);
    default: return judge_expect(j, st);
    }
}

/* Every rule that the header names must have been executed. Clauses that are no rules are named for
 * the reader only. */
static bool clauses_ran(Judge *j) {
    char missing[400] = "";
    Pos pos = {0};
    unsigned n = 0, first = 0;
    for (unsigned c = 1; c < CLAUSE_COUNT; c++) {
        if (!clause_in(&j->sc->named, c) || clause_in(&j->ran_total, c)) continue;
        if (clause_info[c].kind != CLAUSE_KIND_RULE) continue;
        size_t at = strlen(missing);
        snprintf(missing + at, sizeof missing - at, "%s%s", n ? ", " : "", clause_info[c].id);
        if (n++) continue;
        first = c;
        pos = j->sc->clause_at[c];
    }
    if (!n) return true;
    if (n > 1) return judge_fail(j, pos, "clauses %s did not run", missing);
    return judge_fail(j, pos, "clause %s did not run: %s", missing,
                      either(clause_info[first].gist, clause_info[first].gist_ja));
}

/* A block for a state. Behind its last player it is not zero: who reads on finds a player in the
 * game, with cards that do not exist. */
static State *new_block(void) {
    State *s = malloc(sizeof *s);
    if (s) memset(s, 0xFE, sizeof *s);
    return s;
}

bool judge_room(Judge *j) {
    j->run.s = new_block();
    j->spare_state = new_block();
    j->look_state = new_block();
    j->run.scratch = new_block();
    return j->run.s && j->spare_state && j->look_state && j->run.scratch;
}

/* Statements stop at the first error. */
static bool judge_play(Judge *j) {
    const Scenario *sc = j->sc;
    if (!judge_room(j)) return judge_fail(j, sc->pos, "out of memory");
    judge_observe(j);
    if (!judge_build(j)) return false;
    j->from_turn = j->run.s->turn;
    j->from_point = sc->point;
    if (!record_begin(j)) return false;
    if (!judge_advance(j, sc->pos)) return false;
    for (unsigned i = 0; i < sc->nstatements; i++)
        if (!run_statement(j, &sc->statements[i])) return false;
    return clauses_ran(j) && judge_replay(j);
}

void judge_free(Judge *j) {
    snapshots_clear(j);
    record_free(j);
    free(j->snapshots);
    free(j->shown);
    free(j->asked);
    free(j->run.s);
    free(j->spare_state);
    free(j->look_state);
    free(j->run.scratch);
    free(j->plan);
    free(j->def);
    free(j->labels);
    if (j->cards) cards_free(j->cards);
    free(j->cards);
    if (j->builder) builder_free(j->builder);
}

/* A scenario that met a limit of the `tiny` preset passes without finishing. */
ScenarioResult judge_scenario(const char *file, const Scenario *sc, FILE *trace, Verdict *v) {
    Judge j = {.sc = sc, .table = judge_table(sc->game), .trace = trace, .warnings = v->warnings};
    bool ok = judge_play(&j) || (j.hit_limit && !j.error.line);
    v->ran = j.ran_total;
    v->error = j.error;
    judge_free(&j);
    return (ScenarioResult){.file = file,
                            .title = sc->title,
                            .line = sc->pos.line,
                            .passed = ok,
                            .errors = &v->error,
                            .nerrors = !ok,
                            .warnings = v->warnings,
                            .nwarnings = j.nwarnings,
                            .named = &sc->named,
                            .ran = &v->ran};
}
