#include "cli/clause_uses.h"
#include "cards/load.h"
#include "scenario/ast.h"
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What a search knows while it reads files. */
typedef struct Search {
    ClauseUses *p;
    const Game *game;
    const bool *wanted;
    bool mark[256];   /* kernel marks of wanted clauses, by row of marks.def as read */
    const char *root; /* cut off the front of paths */
} Search;

static void add(ClauseUses *p, Clause c, const char *file, const char *title, unsigned line) {
    p->at = array_grow(p->at, p->n, sizeof *p->at);
    p->at[p->n++] =
        (ClauseUse){c, arena_string(p->arena, file), arena_string(p->arena, title), line};
}

/* ---- files ----------------------------------------------------------------------------------- */

typedef void (*FileVisit)(Search *s, const char *path, const FileText *f);

static bool ends_with(const char *s, const char *end) {
    size_t n = strlen(s), m = strlen(end);
    return n >= m && !strcmp(s + n - m, end);
}

static bool is_wanted_file(const char *name, const char *endings) {
    char list[60];
    snprintf(list, sizeof list, "%s", endings);
    for (char *save, *e = strtok_r(list, " ", &save); e; e = strtok_r(NULL, " ", &save))
        if (ends_with(name, e)) return true;
    return false;
}

/* Visits the files below a folder whose names end in one of the endings, sorted. */
static void each_file(Search *s, const char *folder, const char *endings, FileVisit visit) {
    struct dirent **found;
    int n = scandir(folder, &found, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char path[PATH_MAX + 260];
        struct stat info;
        FileText f;
        FileError e;
        snprintf(path, sizeof path, "%s/%s", folder, found[i]->d_name);
        bool hidden = found[i]->d_name[0] == '.';
        free(found[i]);
        if (hidden || stat(path, &info) != 0) continue;
        if (S_ISDIR(info.st_mode)) {
            each_file(s, path, endings, visit);
        } else if (is_wanted_file(path, endings) && file_read(path, &f, &e)) {
            visit(s, path, &f);
            file_free(&f);
        }
    }
    if (n >= 0) free(found);
}

/* The path from the root of the repository. */
static const char *below_root(const Search *s, const char *path) {
    size_t n = strlen(s->root);
    return !strncmp(path, s->root, n) ? path + n : path;
}

/* ---- scenarios ------------------------------------------------------------------------------- */

static void visit_scenarios(Search *s, const char *path, const FileText *f) {
    ScenarioFile *file = scenario_parse(path, f->data, f->size);
    for (const Scenario *x = file->first; x; x = x->next)
        for (unsigned c = 1; c < CLAUSE_COUNT; c++)
            if (s->wanted[c] && clause_in(&x->named, c))
                add(s->p, (Clause)c, below_root(s, path), x->title, x->pos.line);
    scenario_free(file);
}

/* ---- code ------------------------------------------------------------------------------------ */

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Is the identifier of n bytes that of the clause: two letters, then its number with `_`? */
static bool is_clause(const char *word, size_t n, const char *id) {
    if (n != strlen(id) + 3 || word[2] != '_') return false;
    for (size_t i = 0; id[i]; i++)
        if (word[3 + i] != (is_word(id[i]) ? id[i] : '_')) return false;
    return true;
}

/* The wanted clause that the identifier names, 0: none. */
static Clause clause_named(const Search *s, const char *word, size_t n) {
    if (n < 4 || word[0] < 'A' || word[0] > 'Z' || word[1] < 'A' || word[1] > 'Z') return 0;
    for (unsigned c = 1; c < CLAUSE_COUNT; c++)
        if (s->wanted[c] && is_clause(word, n, clause_info[c].id)) return (Clause)c;
    return 0;
}

static const char *const kernel_marks[] = {
#define KMARK(name, meaning) #name,
#include "kernel/marks.def"
#undef KMARK
};
enum { NMARKS = sizeof kernel_marks / sizeof *kernel_marks };

/* The row of the kernel's mark KM_NAME, NMARKS: none. */
static unsigned mark_named(const char *word, size_t n) {
    unsigned k = NMARKS;
    if (n > 3 && !strncmp(word, "KM_", 3))
        for (k = 0; k < NMARKS; k++)
            if (strlen(kernel_marks[k]) == n - 3 && !strncmp(kernel_marks[k], word + 3, n - 3))
                break;
    return k;
}

/* Calls for every identifier of a file: 'mark' is the kernel's mark whose row the line stands in.
 */
typedef void (*WordVisit)(Search *s, const char *path, unsigned line, const char *word, size_t n,
                          unsigned mark);

static void each_word(Search *s, const char *path, const FileText *f, WordVisit visit) {
    unsigned line = 1, mark = NMARKS;
    for (const char *p = f->data; *p;) {
        if (*p == '\n') line++;
        if (*p == ';') mark = NMARKS; /* the end of the table */
        if (!is_word(*p)) {
            p++;
            continue;
        }
        const char *word = p;
        while (is_word(*p)) p++;
        unsigned k = mark_named(word, (size_t)(p - word));
        if (k < NMARKS && word > f->data && word[-1] == '[') mark = k;
        visit(s, below_root(s, path), line, word, (size_t)(p - word), mark);
    }
}

/* In a game's folder: marks of clauses. A row of the game's table of marks stands for the places
 * where the kernel uses the mark, which the second pass finds. */
static void visit_clause(Search *s, const char *path, unsigned line, const char *word, size_t n,
                         unsigned mark) {
    Clause c = clause_named(s, word, n);
    if (!c) return;
    if (mark < NMARKS) s->mark[mark] = true;
    for (unsigned i = s->p->n; i-- > 0 && s->p->at[i].line == line;)
        if (s->p->at[i].clause == c && !strcmp(s->p->at[i].file, path))
            return; /* twice in a line */
    char title[80] = "";
    if (mark < NMARKS) snprintf(title, sizeof title, "KM_%s", kernel_marks[mark]);
    add(s->p, c, path, title, line);
}

static void visit_game(Search *s, const char *path, const FileText *f) {
    each_word(s, path, f, visit_clause);
}

/* In the engine: a use of a mark belongs to all clauses whose row names it. */
static void visit_mark(Search *s, const char *path, unsigned line, const char *word, size_t n,
                       unsigned mark) {
    unsigned k = mark_named(word, n), rows = s->p->n;
    (void)mark;
    if (k >= NMARKS || !s->mark[k]) return;
    for (unsigned i = 0; i < rows; i++) {
        const ClauseUse *row = &s->p->at[i];
        if (!strncmp(row->title, "KM_", 3) && !strcmp(row->title + 3, kernel_marks[k]) &&
            ends_with(row->file, "/game.c"))
            add(s->p, row->clause, path, row->title, line);
    }
}

static void visit_engine(Search *s, const char *path, const FileText *f) {
    each_word(s, path, f, visit_mark);
}

void clause_uses_find(ClauseUses *p, const Game *g, const bool *wanted) {
    char folder[PATH_MAX], root[PATH_MAX], below[120];
    Search s = {.p = p, .game = g, .wanted = wanted, .root = root};
    *p = (ClauseUses){.arena = calloc(1, sizeof *p->arena)};
    if (!p->arena) return;
    snprintf(below, sizeof below, "scenarios/%.60s", g->key);
    if ((p->scenarios = data_path(below, folder, sizeof folder))) {
        snprintf(root, sizeof root, "%.*s", (int)(strlen(folder) - strlen(below)), folder);
        each_file(&s, folder, ".fuda", visit_scenarios);
    }
    snprintf(below, sizeof below, "src/games/%.60s", g->key);
    if ((p->code = data_path(below, folder, sizeof folder))) {
        snprintf(root, sizeof root, "%.*s", (int)(strlen(folder) - strlen(below)), folder);
        each_file(&s, folder, ".c .h .def", visit_game);
        for (unsigned i = 0; i < 2; i++) {
            snprintf(folder, sizeof folder, "%.4000ssrc/%s", root, i ? "vm" : "kernel");
            each_file(&s, folder, ".c", visit_engine);
        }
    }
}

void clause_uses_free(ClauseUses *p) {
    free(p->at);
    if (p->arena) arena_free(p->arena);
    free(p->arena);
    *p = (ClauseUses){0};
}
