/* Runs scenario files and directories of them. */
#include "scenario/judge.h"
#include "text/message.h"
#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

typedef struct Runner {
    const ScenarioOptions *options;
    ScenarioFn fn;
    void *ctx;
    ScenarioCount count;
    unsigned all;  /* files there are, counted first */
    bool counting; /* nothing runs */
} Runner;

static const ClauseSet no_clauses;

static void report(Runner *x, const ScenarioResult *result) {
    if (result->passed)
        x->count.passed++;
    else
        x->count.failed++;
    if (x->fn) x->fn(x->ctx, result);
}

/* Reports errors that belong to no scenario as one failed result. */
static void report_file(Runner *x, const char *file, const ScenarioError *errors, unsigned n) {
    report(x, &(ScenarioResult){.file = file,
                                .title = "",
                                .line = errors->line,
                                .errors = errors,
                                .nerrors = n,
                                .named = &no_clauses,
                                .ran = &no_clauses});
}

/* Runs the scenarios of a file that match the filter. One with syntax errors fails without
 * running. */
static void run_parsed(Runner *x, const ScenarioFile *f) {
    if (f->nerrors) report_file(x, f->name, f->errors, f->nerrors);
    for (const Scenario *sc = f->first; sc; sc = sc->next) {
        if (x->options->filter && !strstr(sc->title, x->options->filter)) continue;
        Verdict verdict;
        ScenarioResult result = {.file = f->name,
                                 .title = sc->title,
                                 .line = sc->pos.line,
                                 .errors = sc->errors,
                                 .nerrors = sc->nerrors,
                                 .named = &sc->named,
                                 .ran = &no_clauses};
        FILE *trace = x->options->trace;
        if (trace) fprintf(trace, "%s:%u: %s\n", f->name, sc->pos.line, sc->title);
        if (!sc->nerrors) result = judge_scenario(f->name, sc, trace, &verdict);
        report(x, &result);
    }
}

/* Splits "name:3:5: message" of the file reader into its parts. */
static ScenarioError parse_file_error(const char *name, const FileError *failure) {
    ScenarioError e = {.line = 1, .column = 1};
    const char *s = failure->line;
    size_t n = strlen(name);
    if (!strncmp(s, name, n) && s[n] == ':') s += n + 1;
    char *end;
    for (unsigned *out[] = {&e.line, &e.column}, **o = out; o < out + 2; o++) {
        unsigned long v = strtoul(s, &end, 10);
        if (end == s || *end != ':') break;
        **o = (unsigned)v;
        s = end + 1;
    }
    snprintf(e.message, sizeof e.message, "%s", s + strspn(s, " "));
    return e;
}

/* Takes ownership of the text. */
static void run_text(Runner *x, const char *name, FileText *text) {
    ScenarioFile *f = scenario_parse(name, text->data, text->size);
    file_free(text);
    x->count.files++;
    run_parsed(x, f);
    scenario_free(f);
}

/* Runs one file; one that cannot be read is reported as a failure. */
static void run_file(Runner *x, const char *path) {
    FileText text;
    FileError failure;
    if (x->counting) {
        x->all++;
        return;
    }
    if (x->options->go_on && !x->count.stopped)
        x->count.stopped = !x->options->go_on(x->ctx, path, x->count.files, x->all);
    if (x->count.stopped) return;
    if (file_read(path, &text, &failure)) {
        run_text(x, path, &text);
        return;
    }
    ScenarioError e = parse_file_error(path, &failure);
    x->count.files++;
    report_file(x, path, &e, 1);
}

static bool is_scenario_name(const char *name) {
    size_t n = strlen(name);
    return n > 5 && !strcmp(name + n - 5, ".fuda");
}

/* Runs a file, or the *.fuda files of a directory. Hidden files are skipped; the depth limit stops
 * cycles of links. */
static void run_path(Runner *x, const char *path, unsigned depth) {
    struct stat info;
    struct dirent **names;
    if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode)) {
        if (depth == 0 || is_scenario_name(path)) run_file(x, path);
        return;
    }
    int n = depth < 32 ? scandir(path, &names, 0, alphasort) : -1;
    if (n < 0 && x->counting) return;
    if (n < 0) {
        ScenarioError e = {.line = 1, .column = 1};
        snprintf(e.message, sizeof e.message, "%s", message("cannot read this directory"));
        report_file(x, path, &e, 1);
        return;
    }
    for (int i = 0; i < n; i++) {
        char child[4096];
        int length = snprintf(child, sizeof child, "%s%s%s", path,
                              path[strlen(path) - 1] == '/' ? "" : "/", names[i]->d_name);
        bool hidden = names[i]->d_name[0] == '.';
        free(names[i]);
        if (!hidden && length > 0 && (size_t)length < sizeof child) run_path(x, child, depth + 1);
    }
    free(names);
}

static const ScenarioOptions no_options;

/* A path without any scenario file is an error: a mistyped path must not pass. */
ScenarioCount scenario_run_all(const char *const *paths, unsigned npaths,
                               const ScenarioOptions *options, ScenarioFn fn, void *ctx) {
    Runner x = {options ? options : &no_options, fn, ctx, {0}, 0, true};
    for (unsigned i = 0; i < npaths && x.options->go_on; i++)
        if (*paths[i]) run_path(&x, paths[i], 0);
    x.counting = false;
    for (unsigned i = 0; i < npaths && !x.count.stopped; i++) {
        unsigned before = x.count.files;
        if (*paths[i]) run_path(&x, paths[i], 0);
        if (x.count.files > before || x.count.stopped) continue;
        ScenarioError e = {.line = 1, .column = 1};
        snprintf(e.message, sizeof e.message, "%s", message("no *.fuda file below this path"));
        report_file(&x, paths[i], &e, 1);
    }
    return x.count;
}

ScenarioCount scenario_run_text(const char *file, const char *text, size_t n,
                                const ScenarioOptions *options, ScenarioFn fn, void *ctx) {
    Runner x = {.options = options ? options : &no_options, .fn = fn, .ctx = ctx};
    FileText text_copy;
    FileError failure;
    if (file_take(file, text, n, &text_copy, &failure)) {
        run_text(&x, file, &text_copy);
    } else {
        ScenarioError e = parse_file_error(file, &failure);
        report_file(&x, file, &e, 1);
    }
    return x.count;
}

bool scenario_check_text(const char *text, size_t n, ScenarioError *errors, unsigned max,
                         unsigned *nerrors) {
    FileText text_copy;
    FileError failure;
    *nerrors = 0;
    if (!file_take("scenario", text, n, &text_copy, &failure)) {
        if (max) errors[(*nerrors)++] = parse_file_error("scenario", &failure);
        return false;
    }
    ScenarioFile *f = scenario_parse("scenario", text_copy.data, text_copy.size);
    file_free(&text_copy);
    bool ok = !f->nerrors;
    for (unsigned i = 0; i < f->nerrors && *nerrors < max; i++) errors[(*nerrors)++] = f->errors[i];
    for (const Scenario *sc = f->first; sc; sc = sc->next) {
        ok &= !sc->nerrors;
        for (unsigned i = 0; i < sc->nerrors && *nerrors < max; i++)
            errors[(*nerrors)++] = sc->errors[i];
    }
    scenario_free(f);
    return ok;
}
