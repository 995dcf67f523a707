/* fuda rules: shows the clause ledger, and measures how much of it the scenarios cover. */
#include "cli/cli.h"
#include "cli/speak.h"
#include "cli/progress.h"
#include "scenario/scenario.h"
#include "tui/lang.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: fuda rules KEY [CLAUSE] [--lang L] [--json]\n"
    "       fuda rules [KEY] --coverage [--chapters LIST] [--scenarios PATH] [--json]\n"
    "\n"
    "Shows clauses of a game's ledger: number, kind, and gist in our own words. CLAUSE selects a "
    "clause\n"
    "(8.2.4) with its ancestors and descendants, or with a trailing dot (8.2.) all clauses with "
    "that\n"
    "prefix.\n"
    "\n"
    "  --lang L          language of the gist, en or ja (default: from LC_ALL, LC_MESSAGES, LANG)\n"
    "  --coverage        run the scenarios and print which rule clauses they execute and assert; "
    "exits\n"
    "                    with 1 if a rule clause is not executed or not asserted\n"
    "  --chapters LIST   only these chapters: 1-12,14\n"
    "  --scenarios PATH  the scenarios to run (default: scenarios)\n"
    "  --json            print JSON, with the gist in both languages\n";

/* ---- showing
 * ---------------------------------------------------------------------------------------- */

static bool of_game(unsigned c, const char *key) {
    return !key || !strcmp(clause_info[c].game, key);
}

/* Is clause b below clause a, as 8.2.4 is below 8.2? */
static bool below(const char *a, const char *b) {
    size_t n = strlen(a);
    return !strncmp(a, b, n) && b[n] &&
           (b[n] == '.' || b[n] == '-' || !(a[n - 1] >= '0' && a[n - 1] <= '9') ||
            !(b[n] >= '0' && b[n] <= '9'));
}

/* Prints a clause and counts it in *n. */
static void print_clause(unsigned c, Lang lang, bool json, unsigned *n) {
    const ClauseInfo *i = &clause_info[c];
    if (!json) {
        printf("%-11s %-8s %s\n", i->id, clause_kind_names[i->kind], clause_gist(c, lang));
    } else {
        printf("%s\n  {\"id\": \"%s\", \"kind\": \"%s\", \"gist\": ", *n ? "," : "", i->id,
               clause_kind_names[i->kind]);
        json_string(i->gist);
        printf(", \"gist_ja\": ");
        json_string(i->gist_ja);
        putchar('}');
    }
    ++*n;
}

/* Selects clauses to show: all, those with a prefix, or a clause with its ancestors and
 * descendants. */
typedef bool (*ClausePredicate)(const char *id, const char *text);
static bool any(const char *id, const char *text) { return (void)id, (void)text, true; }
static bool begins(const char *id, const char *text) { return !strncmp(id, text, strlen(text)); }
static bool family(const char *id, const char *text) {
    return !strcmp(id, text) || below(text, id) || below(id, text);
}

/* An exact id shows the clause's family, anything else is a prefix. */
static int show(const char *key, const char *text, Lang lang, bool json) {
    bool exact = false, some = !text;
    for (unsigned c = 1; c < CLAUSE_COUNT && text; c++) {
        if (!of_game(c, key)) continue;
        exact |= !strcmp(clause_info[c].id, text);
        some |= begins(clause_info[c].id, text);
    }
    if (!some) {
        fprintf(stderr, "fuda rules: %s has no clause '%.40s'; `fuda rules %s` lists them\n", key,
                text, key);
        return EXIT_INPUT;
    }
    ClausePredicate matches = !text ? any : exact ? family : begins;
    unsigned n = 0;
    if (json) putchar('[');
    for (unsigned c = 1; c < CLAUSE_COUNT; c++)
        if (of_game(c, key) && matches(clause_info[c].id, text)) print_clause(c, lang, json, &n);
    if (json) puts("\n]");
    return EXIT_FINE;
}

/* ---- coverage
 * --------------------------------------------------------------------------------------- */

/* Clauses executed by any scenario, and those asserted: executed and named by a scenario that
 * passed. */
typedef struct Coverage {
    ClauseSet executed, asserted;
    unsigned failed;
} Coverage;

/* ScenarioResult callback: accumulates coverage. */
static void record(void *ctx, const ScenarioResult *x) {
    Coverage *v = ctx;
    v->failed += !x->passed;
    for (unsigned i = 0; i < CLAUSE_WORDS; i++) {
        v->executed.bit[i] |= x->ran->bit[i];
        if (x->passed) v->asserted.bit[i] |= x->ran->bit[i] & x->named->bit[i];
    }
}

/* Is the chapter in a list such as 1-12,14? */
static bool in_chapters(const char *list, unsigned long chapter) {
    while (*list) {
        char *end;
        unsigned long from = strtoul(list, &end, 10), to = from;
        if (*end == '-') to = strtoul(end + 1, &end, 10);
        if (chapter >= from && chapter <= to) return true;
        list = *end ? end + 1 : end;
    }
    return false;
}

/* Syntax check of such a list. */
static bool chapters_ok(const char *list) {
    if (!*list) return false;
    while (*list) {
        size_t n = strspn(list, "0123456789");
        if (!n || n > 6) return false;
        list += n;
        if (*list == '-') {
            n = strspn(++list, "0123456789");
            if (!n || n > 6) return false;
            list += n;
        }
        if (*list && (*list++ != ',' || !*list)) return false;
    }
    return true;
}

/* Totals of one game. */
typedef struct Row {
    unsigned clauses, rules, executed, asserted;
} Row;

/* Is the clause within the selected game and chapters? */
static bool counts(unsigned c, const char *key, const char *chapters) {
    return of_game(c, key) &&
           (!chapters || in_chapters(chapters, strtoul(clause_info[c].id, NULL, 10)));
}

/* Totals of a game. */
static Row count_row(const Coverage *v, const char *key, const char *chapters) {
    Row r = {0};
    for (unsigned c = 1; c < CLAUSE_COUNT; c++) {
        if (!counts(c, key, chapters)) continue;
        r.clauses++;
        if (clause_info[c].kind != CLAUSE_KIND_RULE) continue;
        r.rules++;
        r.executed += clause_in(&v->executed, c);
        r.asserted += clause_in(&v->asserted, c);
    }
    return r;
}

/* Rule clauses that are not in the set. */
static void print_missing(const ClauseSet *set, const char *key, const char *chapters, bool json) {
    unsigned n = 0;
    for (unsigned c = 1; c < CLAUSE_COUNT; c++) {
        if (!counts(c, key, chapters) || clause_info[c].kind != CLAUSE_KIND_RULE ||
            clause_in(set, c))
            continue;
        if (json)
            printf("%s\"%s\"", n++ ? ", " : "", clause_info[c].id);
        else
            printf(" %s", clause_info[c].id);
    }
}

/* Totals of a game, and its clauses without coverage. */
static void print_game(const Coverage *v, const char *key, const char *chapters, const Row *r,
                       bool json, bool first) {
    if (json) {
        printf("%s\n  \"%s\": {\"clauses\": %u, \"rule\": %u, \"executed\": %u, \"asserted\": "
               "%u,\n   \"not_executed\": [",
               first ? "" : ",", key, r->clauses, r->rules, r->executed, r->asserted);
        print_missing(&v->executed, key, chapters, true);
        printf("],\n   \"not_asserted\": [");
        print_missing(&v->asserted, key, chapters, true);
        printf("]}");
        return;
    }
    printf("%s: %u clauses, %u of them rules; %u executed, %u asserted\n", key, r->clauses,
           r->rules, r->executed, r->asserted);
    if (r->executed < r->rules) {
        printf("not executed:");
        print_missing(&v->executed, key, chapters, false);
        putchar('\n');
    }
    if (r->asserted < r->rules) {
        printf("not asserted:");
        print_missing(&v->asserted, key, chapters, false);
        putchar('\n');
    }
}

/* ScenarioOptions.go_on. */
static bool go_on(void *ctx, const char *file, unsigned done, unsigned all) {
    (void)ctx;
    return progress_step(done, all, file);
}

/* Runs all scenarios and prints the coverage of each game. Fails if a rule clause lacks coverage or
 * a scenario failed. */
static int coverage(const char *key, const char *chapters, const char *path, bool json) {
    static Coverage v;
    const ScenarioOptions options = {.go_on = go_on};
    progress_begin(tr("files", "ファイル"));
    ScenarioCount ran = scenario_run_all(&path, 1, &options, record, &v);
    progress_end();
    if (ran.stopped) return EXIT_STOPPED;
    bool incomplete = false, first = true;
    if (json) putchar('{');
    for (unsigned c = 1; c < CLAUSE_COUNT; c++) {
        const char *game = clause_info[c].game;
        if ((c > 1 && !strcmp(clause_info[c - 1].game, game)) || !of_game(c, key)) continue;
        Row r = count_row(&v, game, chapters);
        incomplete |= r.executed < r.rules || r.asserted < r.rules;
        print_game(&v, game, chapters, &r, json, first);
        first = false;
    }
    if (json) puts("\n}");
    if (ran.failed)
        fprintf(stderr, "%s: %u scenarios failed; `fuda scenario %s` shows why\n", path, ran.failed,
                path);
    if (!ran.passed && !ran.failed) fprintf(stderr, "%s: contains no scenarios\n", path);
    return incomplete || ran.failed ? EXIT_INPUT : EXIT_FINE;
}

int cmd_rules(int argc, char **argv) {
    bool json = false, cover = false, done;
    const char *chapters = NULL, *path = "scenarios", *key = NULL, *word = NULL;
    Lang lang = lang_from_environment();
    ArgList rest;
    const Arg args[] = {{"--json", 0, ARG_FLAG, &json, 0},
                        {"--coverage", 0, ARG_FLAG, &cover, 0},
                        {"--chapters", 0, ARG_STRING, &chapters, 0},
                        {"--scenarios", 0, ARG_STRING, &path, 0},
                        {"--lang", 0, ARG_STRING, &word, 0}};
    if (!args_read(argc, argv, args, 5, help, &rest, &done)) return EXIT_USAGE;
    if (done) return EXIT_FINE;
    if (rest.n > (cover ? 1u : 2u))
        return usage_error("rules", "unexpected '%.60s'", rest.at[rest.n - 1]);
    if (!rest.n && !cover) return usage_error("rules", "missing KEY; `fuda games` lists the games");
    if (chapters && !cover) return usage_error("rules", "--chapters goes with --coverage");
    if (chapters && !chapters_ok(chapters))
        return usage_error("rules", "--chapters needs a list such as 1-12,14");
    if (word && !lang_from_word(word, &lang))
        return usage_error("rules", "--lang must be en or ja, not '%.60s'", word);
    if (rest.n) {
        const Game *g = require_game("rules", rest.at[0]);
        if (!g) return EXIT_USAGE;
        key = g->key;
    }
    return cover ? coverage(key, chapters, path, json)
                 : show(key, rest.n > 1 ? rest.at[1] : NULL, lang, json);
}
