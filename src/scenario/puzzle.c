#include "scenario/puzzle.h"
#include "scenario/judge.h"
#include <stdlib.h>

struct Puzzle {
    ScenarioFile *file;
    const Scenario *sc;
    Judge judge;
    State *initial;
    unsigned goal; /* index of the first statement of it */
    ScenarioError warnings[MAX_WARNINGS];
};

/* Does the expectation speak of the position, and not of questions or of what happened? */
static bool about_position(const Expect *e) {
    switch (e->kind) {
    case EX_ASKED:
    case EX_NOT_ASKED:
    case EX_NOBODY:
    case EX_OPTIONS:
    case EX_OPTION:
    case EX_WAITING:
    case EX_STACK:
    case EX_STACK_COUNT:
    case EX_SAW:
    case EX_CLAUSE:
    case EX_WHY_NOT: return false;
    default: return true;
    }
}

static unsigned goal_of(const Scenario *sc) {
    unsigned from = sc->nstatements;
    while (from && sc->statements[from - 1].kind == ST_EXPECT) from--;
    return from;
}

static const Scenario *find(const ScenarioFile *f, const char *title) {
    const Scenario *sc = f->first;
    while (sc && title && !strstr(sc->title, title)) sc = sc->next;
    return sc;
}

static bool fail(FileError *e, const char *path, const ScenarioError *x) {
    return file_error(e, path, x->line, x->column, "%s", x->message);
}

static bool lay(Puzzle *p, const char *path, FileError *e) {
    Judge *j = &p->judge;
    *j = (Judge){.sc = p->sc, .table = judge_table(p->sc->game), .warnings = p->warnings};
    if (!judge_room(j)) return file_error(e, path, 0, 0, "out of memory");
    judge_observe(j);
    if (!judge_build(j)) return fail(e, path, &j->error);
    j->run.ask_single = 0;
    memcpy(p->initial, j->run.s, sizeof(State));
    p->goal = goal_of(p->sc);
    return true;
}

/* Reads the file and finds the scenario. */
static bool parse(Puzzle *p, const char *path, const char *title, FileError *e) {
    FileText text;
    if (!file_read(path, &text, e)) return false;
    p->file = scenario_parse(path, text.data, text.size);
    file_free(&text);
    if (!p->file) return file_error(e, path, 0, 0, "out of memory");
    if (p->file->nerrors) return fail(e, path, p->file->errors);
    p->sc = find(p->file, title);
    if (!p->sc)
        return file_error(e, path, 0, 0,
                          title ? "has no scenario whose title contains '%.80s'"
                                : "has no scenario%s",
                          title ? title : "");
    return !p->sc->nerrors || fail(e, path, p->sc->errors);
}

Puzzle *puzzle_open(const char *path, const char *title, FileError *e) {
    Puzzle *p = calloc(1, sizeof *p);
    if (p) p->initial = calloc(1, sizeof(State));
    if (!p || !p->initial)
        file_error(e, path, 0, 0, "out of memory");
    else if (parse(p, path, title, e) && lay(p, path, e))
        return p;
    puzzle_close(p);
    return NULL;
}

void puzzle_close(Puzzle *p) {
    if (!p) return;
    judge_free(&p->judge);
    if (p->file) scenario_free(p->file);
    free(p->initial);
    free(p);
}

const char *puzzle_title(const Puzzle *p) { return p->sc->title; }
const Game *puzzle_game(const Puzzle *p) { return p->sc->game; }
const State *puzzle_state(const Puzzle *p) { return p->initial; }
const Pack *puzzle_pack(const Puzzle *p) { return p->judge.run.pack; }
const Builder *puzzle_builder(const Puzzle *p) { return p->judge.builder; }

bool puzzle_card(const Puzzle *p, DefId d, CardText *out) {
    const Judge *j = &p->judge;
    for (unsigned i = 0; i < j->nplans; i++)
        if (j->def[i] == d) return judge_card_text(&p->judge, j->plan[i], out);
    return false;
}

const char *puzzle_goal(const Puzzle *p, unsigned i) {
    for (unsigned k = p->goal; k < p->sc->nstatements; k++)
        if (about_position(&p->sc->statements[k].expect) && !i--)
            return p->sc->statements[k].source;
    return NULL;
}

/* Evaluated as statements at a moment are, one after the other. */
bool puzzle_reached(Puzzle *p, const State *s) {
    Judge *j = &p->judge;
    unsigned n = 0;
    snapshots_clear(j);
    memcpy(j->run.s, s, sizeof(State));
    j->cursor = 0;
    j->held = true;
    for (unsigned k = p->goal; k < p->sc->nstatements; k++) {
        if (!about_position(&p->sc->statements[k].expect)) continue;
        j->error.line = 0;
        if (!judge_expect(j, &p->sc->statements[k])) return false;
        n++;
    }
    return n > 0;
}
