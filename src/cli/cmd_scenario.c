/* fuda scenario: runs judge scenarios and prints failures. */
#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/speak.h"
#include "cli/underline.h"
#include "scenario/scenario.h"

static const char help[] =
    "usage: fuda scenario PATH... [--filter TEXT] [--quiet] [--trace] [--json]\n"
    "\n"
    "Runs judge scenarios: files, or directories with *.fuda files. docs/SCENARIOS.md explains how "
    "to\n"
    "write one. Prints each failure as file:line:column: expected and actual result; the last line "
    "counts\n"
    "passed and failed scenarios. Warnings, marked `warning:`, fail nothing.\n"
    "\n"
    "      --filter TEXT  only scenarios whose title contains TEXT\n"
    "  -q, --quiet        print only the last line\n"
    "      --trace        print every statement, answer, clause and event\n"
    "      --json         {passed, failed, scenarios: [{file, line, title, passed, errors: "
    "[{line,\n"
    "                     column, message}], warnings: [...], clauses: {named, ran}}]}\n"
    "\n"
    "Exits with 1 if a scenario fails or a file is malformed. Ctrl-C counts what has run and exits "
    "with "
    "130.\n";

/* Context of print_result; n counts scenarios. */
typedef struct Printer {
    bool json, quiet, colour;
    unsigned n;
} Printer;

static void json_clauses(const char *name, const ClauseSet *set) {
    bool first = true;
    printf("\"%s\": [", name);
    for (unsigned c = 1; c < CLAUSE_COUNT; c++) {
        if (!clause_in(set, c)) continue;
        printf("%s\"%s\"", first ? "" : ", ", clause_info[c].id);
        first = false;
    }
    putchar(']');
}

static void json_messages(const ScenarioError *list, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        printf("%s{\"line\": %u, \"column\": %u, \"message\": ", i ? ", " : "", list[i].line,
               list[i].column);
        json_string(list[i].message);
        putchar('}');
    }
}

/* One scenario as a JSON object. */
static void print_json(const ScenarioResult *r, unsigned n) {
    fputs(n ? ",\n  {\"file\": " : "\n  {\"file\": ", stdout);
    json_string(r->file);
    printf(", \"line\": %u, \"title\": ", r->line);
    json_string(r->title);
    printf(", \"passed\": %s, \"errors\": [", r->passed ? "true" : "false");
    json_messages(r->errors, r->nerrors);
    fputs("], \"warnings\": [", stdout);
    json_messages(r->warnings, r->nwarnings);
    fputs("], \"clauses\": {", stdout);
    json_clauses("named", r->named);
    fputs(", ", stdout);
    json_clauses("ran", r->ran);
    fputs("}}", stdout);
}

/* Prints errors or warnings, one line each. */
static void print_messages(const Printer *t, const ScenarioResult *r, const ScenarioError *list,
                           unsigned n, const char *kind) {
    for (unsigned i = 0; i < n; i++) {
        const char *bold = t->colour ? "\033[1m" : "", *plain = t->colour ? "\033[0m" : "";
        printf("%s%s:%u:%u:%s %s%s", bold, r->file, list[i].line, list[i].column, plain, kind,
               list[i].message);
        if (*r->title) printf(tr(" (scenario: %s)", "（シナリオ：%s）"), r->title);
        putchar('\n');
    }
}

/* ScenarioResult callback: prints failures and warnings. */
static void print_result(void *ctx, const ScenarioResult *r) {
    Printer *t = ctx;
    if (t->json) print_json(r, t->n);
    t->n++;
    if (t->json || t->quiet) return;
    if (r->nwarnings || !r->passed) progress_clear();
    print_messages(t, r, r->warnings, r->nwarnings, tr("warning: ", "注意："));
    if (!r->passed) print_messages(t, r, r->errors, r->nerrors, "");
}

/* ScenarioOptions.go_on. */
static bool go_on(void *ctx, const char *file, unsigned done, unsigned all) {
    (void)ctx;
    return progress_step(done, all, file);
}

int cmd_scenario(int argc, char **argv) {
    Printer t = {0};
    ScenarioOptions options = {0};
    ArgList rest = {0};
    bool done = false, trace = false;
    const Arg args[] = {{"--json", 0, ARG_FLAG, &t.json, 0},
                        {"--quiet", 'q', ARG_FLAG, &t.quiet, 0},
                        {"--trace", 0, ARG_FLAG, &trace, 0},
                        {"--filter", 0, ARG_STRING, &options.filter, 0}};
    if (!args_read(argc, argv, args, sizeof args / sizeof *args, help, &rest, &done))
        return EXIT_USAGE;
    if (done) return EXIT_FINE;
    if (!rest.n) return usage_error("scenario", "missing PATH");
    if (trace && t.json) return usage_error("scenario", "--trace and --json do not go together");
    t.colour = use_colour(stdout);
    if (trace) options.trace = stdout;
    if (t.json) fputs("{\"scenarios\": [", stdout);
    options.go_on = go_on;
    progress_begin(tr("files", "ファイル"));
    ScenarioCount count = scenario_run_all(rest.at, rest.n, &options, print_result, &t);
    progress_end();
    if (t.json)
        printf("\n],\n\"passed\": %u, \"failed\": %u, \"stopped\": %s}\n", count.passed,
               count.failed, count.stopped ? "true" : "false");
    else
        printf(tr("%u passed, %u failed%s\n", "成功%u、失敗%u%s\n"), count.passed, count.failed,
               count.stopped ? tr(" (stopped)", "（途中で止めました）") : "");
    const bool none = options.filter && !count.passed && !count.failed && !count.stopped;
    if (none)
        fprintf(stderr,
                tr("fuda scenario: no title contains '%.80s'\n",
                   "fuda scenario：「%.80s」を題名に含むシナリオがありません\n"),
                options.filter);
    return progress_code(count.failed || none ? EXIT_INPUT : EXIT_FINE);
}
