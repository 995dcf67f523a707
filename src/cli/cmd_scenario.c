/* fuda scenario: judge scenarios, run and told. */
#include "cli/cli.h"
#include "cli/mark.h"
#include "scenario/scenario.h"

static const char help[] =
    "usage: fuda scenario PATH... [--filter TEXT] [--quiet] [--trace] [--json]\n\n"
    "Runs judge scenarios: files, or folders with all *.fuda below them. docs/SCENARIOS.md tells "
    "how to write one.\n"
    "A failure is told as file:line:column: what was expected and what was found; the last line "
    "counts them.\n\n"
    "      --filter TEXT  only scenarios whose title contains TEXT\n"
    "      --quiet        only the last line\n"
    "      --trace        every statement, answer, clause and event as it happens\n"
    "      --json         {passed, failed, scenarios: [{file, line, title, passed, errors: [{line, "
    "column, message}],\n"
    "                     clauses: {named, ran}}]}\n\n"
    "Ends with 1 when a scenario failed or a file is wrong.\n";

typedef struct Teller {
    bool json, quiet, colour;
    unsigned n;
} Teller;

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

static void tell_json(const ScenarioResult *r, unsigned n) {
    fputs(n ? ",\n  {\"file\": " : "\n  {\"file\": ", stdout);
    json_string(r->file);
    printf(", \"line\": %u, \"title\": ", r->line);
    json_string(r->title);
    printf(", \"passed\": %s, \"errors\": [", r->passed ? "true" : "false");
    for (unsigned i = 0; i < r->nerrors; i++) {
        printf("%s{\"line\": %u, \"column\": %u, \"message\": ", i ? ", " : "", r->errors[i].line,
               r->errors[i].column);
        json_string(r->errors[i].message);
        putchar('}');
    }
    fputs("], \"clauses\": {", stdout);
    json_clauses("named", r->named);
    fputs(", ", stdout);
    json_clauses("ran", r->ran);
    fputs("}}", stdout);
}

static void tell(void *ctx, const ScenarioResult *r) {
    Teller *t = ctx;
    if (t->json) tell_json(r, t->n);
    t->n++;
    if (t->json || t->quiet || r->passed) return;
    for (unsigned i = 0; i < r->nerrors; i++) {
        const ScenarioError *e = &r->errors[i];
        if (t->colour)
            printf("\033[1m%s:%u:%u:\033[0m %s", r->file, e->line, e->column, e->message);
        else
            printf("%s:%u:%u: %s", r->file, e->line, e->column, e->message);
        if (*r->title) printf(" (scenario: %s)", r->title);
        putchar('\n');
    }
}

int cmd_scenario(int argc, char **argv) {
    Teller t = {0};
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
    if (!rest.n) return usage_error("scenario", "no file or folder given");
    if (trace && t.json) return usage_error("scenario", "--trace and --json do not go together");
    t.colour = colour_wanted(stdout);
    if (trace) options.trace = stdout;
    if (t.json) fputs("{\"scenarios\": [", stdout);
    ScenarioCount count = scenario_run_all(rest.at, rest.n, &options, tell, &t);
    if (t.json)
        printf("\n],\n\"passed\": %u, \"failed\": %u}\n", count.passed, count.failed);
    else
        printf("%u passed, %u failed\n", count.passed, count.failed);
    return count.failed ? EXIT_INPUT : EXIT_FINE;
}
