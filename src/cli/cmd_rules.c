/* fuda rules: shows the clause ledger, and measures how much of it the scenarios cover. */
#include "cards/search.h"
#include "cli/cli.h"
#include "cli/clause_uses.h"
#include "cli/speak.h"
#include "cli/progress.h"
#include "scenario/scenario.h"
#include "tui/lang.h"
#include "tui/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: fuda rules KEY [CLAUSE] [--where] [--json]\n"
    "       fuda rules KEY WORD... [--where] [--json]\n"
    "       fuda rules [KEY] --coverage [--chapters LIST] [--scenarios PATH] [--json]\n"
    "\n"
    "Shows clauses of a game's ledger: number, kind, and gist in our own words. CLAUSE selects a "
    "clause\n"
    "(8.2.4) with its ancestors and descendants, or with a trailing dot (8.2.) all clauses with "
    "that\n"
    "prefix. WORD... searches the gists in English and Japanese, and shows for each clause "
    "scenarios\n"
    "that assert it and where in the code it is carried out.\n"
    "\n"
    "  --lang L          language of the gist, en or ja (default: from LC_ALL, LC_MESSAGES, LANG)\n"
    "  --where           print all scenarios and places in the code\n"
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

/* Places shown below a clause that was found by words; --where shows all. */
enum { PLACES_SHOWN = 3 };

/* How clauses are printed; 'n' counts them. */
typedef struct ClausePrinter {
    bool json, where, all; /* where: print the places; all: every one of them */
    ClauseUses places;
    unsigned n;
} ClausePrinter;

static void print_places(const ClausePrinter *x, unsigned c, bool code) {
    unsigned n = 0, most = x->all ? UINT32_MAX : PLACES_SHOWN;
    for (unsigned i = 0; i < x->places.n; i++) {
        const ClauseUse *p = &x->places.at[i];
        bool scenario = !code, is_scenario = !strncmp(p->file, "scenarios/", 10);
        if (p->clause != c || scenario != is_scenario || n++ >= most) continue;
        printf("            %s %s:%u%s%s\n",
               code ? tr("code    ", "コード  ") : tr("scenario", "シナリオ"), p->file, p->line,
               *p->title ? ": " : "", p->title);
    }
    if (n > most)
        printf(tr("            and %u more (--where shows all)\n",
                  "            ほか%u件（--where で全部）\n"),
               n - most);
    if (!n && clause_info[c].kind == CLAUSE_KIND_RULE &&
        (code ? x->places.code : x->places.scenarios))
        puts(code ? tr("            no code marks it", "            コードでの実行箇所なし")
                  : tr("            no scenario asserts it", "            検証するシナリオなし"));
}

static void json_places(const ClausePrinter *x, unsigned c, bool code) {
    unsigned n = 0;
    printf(", \"%s\": [", code ? "code" : "scenarios");
    for (unsigned i = 0; i < x->places.n; i++) {
        const ClauseUse *p = &x->places.at[i];
        if (p->clause != c || code == !strncmp(p->file, "scenarios/", 10)) continue;
        fputs(n++ ? ", {\"file\": " : "{\"file\": ", stdout);
        json_string(p->file);
        printf(", \"line\": %u, \"%s\": ", p->line, code ? "mark" : "title");
        json_string(p->title);
        putchar('}');
    }
    putchar(']');
}

/* By CLAUSE_KIND_*. */
static const char *const kinds_ja[CLAUSE_KIND_COUNT] = {
    [CLAUSE_KIND_RULE] = "ルール",  [CLAUSE_KIND_TERM] = "用語", [CLAUSE_KIND_HEADING] = "見出し",
    [CLAUSE_KIND_FLAVOUR] = "説明", [CLAUSE_KIND_TABLE] = "表",  [CLAUSE_KIND_VOID] = "欠番"};

/* Prints a clause and counts it. */
static void print_clause(ClausePrinter *x, unsigned c) {
    const ClauseInfo *i = &clause_info[c];
    if (!x->json) {
        const char *kind = tr(clause_kind_names[i->kind], kinds_ja[i->kind]);
        printf("%-11s %s%*s %s\n", i->id, kind, 8 - (int)text_width(kind), "",
               clause_gist(c, speak_lang()));
        if (x->where) print_places(x, c, false);
        if (x->where) print_places(x, c, true);
    } else {
        printf("%s\n  {\"id\": \"%s\", \"kind\": \"%s\", \"gist\": ", x->n ? "," : "", i->id,
               clause_kind_names[i->kind]);
        json_string(i->gist);
        printf(", \"gist_ja\": ");
        json_string(i->gist_ja);
        if (x->where) json_places(x, c, false);
        if (x->where) json_places(x, c, true);
        putchar('}');
    }
    x->n++;
}

/* Selects clauses to show: all, those with a prefix, or a clause with its ancestors and
 * descendants. */
typedef bool (*ClausePredicate)(const char *id, const char *text);
static bool any(const char *id, const char *text) { return (void)id, (void)text, true; }
static bool begins(const char *id, const char *text) { return !strncmp(id, text, strlen(text)); }
static bool family(const char *id, const char *text) {
    return !strcmp(id, text) || below(text, id) || below(id, text);
}

/* Prints the clauses that are wanted. */
static void print_wanted(const Game *g, const bool *wanted, ClausePrinter *x) {
    if (x->where) clause_uses_find(&x->places, g, wanted);
    if (x->json) putchar('[');
    for (unsigned c = 1; c < CLAUSE_COUNT; c++)
        if (wanted[c]) print_clause(x, c);
    if (x->json) puts("\n]");
    if (x->where && !x->places.code && !x->json)
        fputs(tr("note: the sources are not beside the program; no places in the code\n",
                 "注意：ソースコードがプログラムのそばにないので、コードの場所は表示できません\n"),
              stderr);
    clause_uses_free(&x->places);
}

/* Adds the clauses that the text names (null: all): an exact id stands for the clause's family,
 * anything else is a prefix. Returns false after a message if there is none. */
static bool want(const Game *g, const char *text, bool *wanted) {
    bool exact = false, some = !text;
    for (unsigned c = 1; c < CLAUSE_COUNT && text; c++) {
        if (!of_game(c, g->key)) continue;
        exact |= !strcmp(clause_info[c].id, text);
        some |= begins(clause_info[c].id, text);
    }
    if (!some) {
        fprintf(stderr,
                tr("fuda rules: %s has no clause '%.40s'; `fuda rules %s` lists them\n",
                   "fuda rules：%sに「%.40s」はありません。一覧は fuda rules %s で\n"),
                g->key, text, g->key);
        return false;
    }
    ClausePredicate matches = !text ? any : exact ? family : begins;
    for (unsigned c = 1; c < CLAUSE_COUNT; c++)
        wanted[c] |= of_game(c, g->key) && matches(clause_info[c].id, text);
    return true;
}

/* Shows the clauses that the words behind the game name; all, if there are none. */
static int show(const Game *g, const ArgList *words, ClausePrinter *x) {
    static bool wanted[CLAUSE_COUNT];
    if (words->n == 1) want(g, NULL, wanted);
    for (unsigned i = 1; i < words->n; i++)
        if (!want(g, words->at[i], wanted)) return EXIT_INPUT;
    x->all = true;
    print_wanted(g, wanted, x);
    return EXIT_FINE;
}

/* Shows the clauses whose gists, in either language, have all of the words. */
static int search(const Game *g, const ArgList *words, ClausePrinter *x) {
    static bool wanted[CLAUSE_COUNT];
    Arena arena = {0};
    unsigned n = 0;
    for (unsigned c = 1; c < CLAUSE_COUNT; c++) {
        const char *en = card_search_fold(&arena, clause_info[c].gist),
                   *ja = card_search_fold(&arena, clause_info[c].gist_ja);
        wanted[c] = of_game(c, g->key);
        for (unsigned i = 1; i < words->n && wanted[c]; i++) {
            const char *word = card_search_fold(&arena, words->at[i]);
            wanted[c] = strstr(en, word) || strstr(ja, word);
        }
        n += wanted[c];
    }
    arena_free(&arena);
    if (n || x->json) print_wanted(g, wanted, x);
    if (!n)
        fprintf(
            stderr,
            words->n > 2
                ? tr("fuda rules: no clause of %s has all of these words; try fewer, or others, in "
                     "English or Japanese\n",
                     "fuda "
                     "rules：%sに、これらの言葉がすべてあるルールはありません。言葉を減らすか変えて"
                     "探してください\n")
                : tr("fuda rules: no clause of %s says that; try another word, in English or "
                     "Japanese\n",
                     "fuda "
                     "rules：%sにその言葉のあるルールはありません。別の言葉で探してください\n"),
            g->key);
    else if (!x->json)
        printf(n == 1 ? tr("%u clause\n", "%u件\n") : tr("%u clauses\n", "%u件\n"), n);
    return n ? EXIT_FINE : EXIT_INPUT;
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
    printf(tr("%s: %u clauses, %u of them rules; %u executed, %u asserted\n",
              "%s：全%u条、うちルール%u条。実行%u、検証%u\n"),
           key, r->clauses, r->rules, r->executed, r->asserted);
    if (r->executed < r->rules) {
        printf("%s", tr("not executed:", "実行されていないもの："));
        print_missing(&v->executed, key, chapters, false);
        putchar('\n');
    }
    if (r->asserted < r->rules) {
        printf("%s", tr("not asserted:", "検証されていないもの："));
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
        fprintf(stderr,
                tr("%s: %u scenarios failed; `fuda scenario %s` shows why\n",
                   "%s：シナリオ%u件が失敗しました。理由は fuda scenario %s で\n"),
                path, ran.failed, path);
    if (!ran.passed && !ran.failed)
        fprintf(stderr, tr("%s: contains no scenarios\n", "%s：シナリオがありません\n"), path);
    return incomplete || ran.failed ? EXIT_INPUT : EXIT_FINE;
}

int cmd_rules(int argc, char **argv) {
    bool cover = false, done;
    const char *chapters = NULL, *path = "scenarios";
    const Game *g = NULL;
    static ArgList rest;
    static ClausePrinter x;
    const Arg args[] = {{"--json", 0, ARG_FLAG, &x.json, 0},
                        {"--where", 0, ARG_FLAG, &x.where, 0},
                        {"--coverage", 0, ARG_FLAG, &cover, 0},
                        {"--chapters", 0, ARG_STRING, &chapters, 0},
                        {"--scenarios", 0, ARG_STRING, &path, 0}};
    if (!args_read(argc, argv, args, sizeof args / sizeof *args, help, &rest, &done))
        return EXIT_USAGE;
    if (done) return EXIT_FINE;
    if (cover && rest.n > 1) return usage_error("rules", "unexpected '%.60s'", rest.at[1]);
    if (!rest.n && !cover) return usage_error("rules", "missing KEY; `fuda games` lists the games");
    if (chapters && !cover) return usage_error("rules", "--chapters goes with --coverage");
    if (chapters && !chapters_ok(chapters))
        return usage_error("rules", "--chapters needs a list such as 1-12,14");
    if (rest.n && !(g = require_game("rules", rest.at[0]))) return EXIT_USAGE;
    if (cover) return coverage(g ? g->key : NULL, chapters, path, x.json);
    bool clauses = true;
    for (unsigned i = 1; i < rest.n; i++) clauses &= rest.at[i][0] >= '0' && rest.at[i][0] <= '9';
    if (clauses) return show(g, &rest, &x);
    for (unsigned i = 1; i < rest.n; i++)
        if (utf8_good(rest.at[i], strlen(rest.at[i])) != strlen(rest.at[i]))
            return usage_error("rules", "broken UTF-8");
    x.all = x.where;
    x.where = true;
    return search(g, &rest, &x);
}
