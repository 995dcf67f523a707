/*
 * mkclauses: turns the clause ledger (rules/<key>.tsv) into identifiers.
 *
 *     mkclauses RULES_DIR OUT_DIR [KEY...]
 *
 * reads the ledgers that exist, in the order of `games` below, checks them all, and writes those of
 * the games KEY (of all games, if none is named): a ledger can be there before its game is.
 *
 *     OUT_DIR/clauses.h   enum Clause (RB_8_2_4_1 ...), ClauseKind, ClauseInfo
 *     OUT_DIR/clauses.c   clause_info[], one entry a clause
 *
 * A ledger is UTF-8, tab separated, with the header `id kind gist gist_ja`: what the clause says in
 * English and in Japanese. Every faulty row is reported as `file:line: message`; then nothing is
 * written and the exit code is 1. A file whose contents would not change is left alone, so that a
 * new gist does not recompile the engine.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *key, *prefix;
} GameName;

/* All games in their fixed order: key of the ledger, prefix of the identifiers. */
static const GameName games[] = {
    {"rebirth", "RB"}, {"ninja", "NS"}, {"vividz", "VZ"}, {"luck", "LL"}, {"granblue", "GB"},
};

/* The kinds of clause, in the order of ClauseKind. */
static const char *const kinds[] = {"rule", "term", "heading", "flavour", "table", "void"};

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define VOID_KIND    (COUNT(kinds) - 1)

typedef struct {
    size_t game, kind;         /* indices into games[] and kinds[] */
    char *id, *gist, *gist_ja; /* point into the file's text */
    char name[64];             /* the identifier */
    size_t line;
} Row;

typedef struct {
    Row *at;
    size_t count, room;
} Rows;

typedef struct {
    char *text;
    size_t size, room;
} Text;

static size_t errors;

/* Prints `file:line: message 'what'` and counts the error. */
static void fail(const char *file, size_t line, const char *message, const char *what) {
    errors++;
    fprintf(stderr, "%s:%zu: %s%s%s%s\n", file, line, message, what ? " '" : "", what ? what : "",
            what ? "'" : "");
}

/* realloc that exits on failure. */
static void *grow(void *block, size_t size) {
    block = realloc(block, size);
    if (!block) {
        fputs("mkclauses: out of memory\n", stderr);
        exit(2);
    }
    return block;
}

/* Appends n bytes. */
static void add(Text *t, const char *bytes, size_t n) {
    if (t->size + n + 1 > t->room) {
        t->room = (t->size + n + 1) * 2;
        t->text = grow(t->text, t->room);
    }
    memcpy(t->text + t->size, bytes, n);
    t->size += n;
    t->text[t->size] = '\0';
}

static void say(Text *t, const char *string) { add(t, string, strlen(string)); }

/* Reads a whole file; text is null if there is none. */
static Text slurp(const char *path) {
    Text t = {0};
    FILE *in = fopen(path, "rb");
    if (!in) return t;
    char block[1 << 14];
    size_t n;
    add(&t, "", 0);
    while ((n = fread(block, 1, sizeof block, in)) > 0) add(&t, block, n);
    if (ferror(in)) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(2);
    }
    fclose(in);
    return t;
}

/* "8.2.4.1" becomes "RB_8_2_4_1". Returns false if the id contains an invalid character or is too
 * long. */
static bool make_name(Row *row) {
    size_t n = (size_t)snprintf(row->name, sizeof row->name, "%s_", games[row->game].prefix);
    for (const char *c = row->id; *c; c++) {
        bool separator = *c == '.' || *c == '-';
        if (!separator && !isalnum((unsigned char)*c)) return false;
        if (n + 1 >= sizeof row->name) return false;
        row->name[n++] = separator ? '_' : *c;
    }
    row->name[n] = '\0';
    return *row->id != '\0';
}

/* Splits the line at tabs, in place. Stores at most 'max' fields and returns their total number. */
static size_t split(char *line, char **field, size_t max) {
    size_t n = 0;
    for (;;) {
        if (n < max) field[n] = line;
        n++;
        char *tab = strchr(line, '\t');
        if (!tab) return n;
        *tab = '\0';
        line = tab + 1;
    }
}

/* Parses and checks a row; a faulty one is reported and skipped. */
static void read_row(Rows *rows, size_t game, const char *path, size_t line, char *text) {
    char *field[4];
    if (split(text, field, 4) != 4) {
        fail(path, line, "a row has four fields: id, kind, gist, gist_ja", NULL);
        return;
    }
    Row row = {.game = game, .id = field[0], .gist = field[2], .gist_ja = field[3], .line = line};
    while (row.kind < COUNT(kinds) && strcmp(kinds[row.kind], field[1]) != 0) row.kind++;
    if (!make_name(&row)) {
        fail(path, line, "not a clause id:", row.id);
    } else if (row.kind == COUNT(kinds)) {
        fail(path, line, "unknown kind", field[1]);
    } else if (!*row.gist && row.kind != VOID_KIND) {
        fail(path, line, "no gist for clause", row.id);
    } else if (!*row.gist_ja && row.kind != VOID_KIND) {
        fail(path, line, "no gist_ja for clause", row.id);
    } else {
        if (rows->count == rows->room) {
            rows->room = rows->room ? rows->room * 2 : 1024;
            rows->at = grow(rows->at, rows->room * sizeof *rows->at);
        }
        rows->at[rows->count++] = row;
    }
}

/* Reads a ledger line by line; 'text' is modified and must outlive the rows. */
static void read_ledger(Rows *rows, size_t game, const char *path, Text text) {
    if (strlen(text.text) != text.size) {
        fail(path, 1, "not a text file (a zero byte)", NULL);
        return;
    }
    size_t number = 0;
    for (char *line = text.text, *next; *line; line = next) {
        size_t length = strcspn(line, "\n");
        next = line + length + (line[length] == '\n');
        line[length] = '\0';
        number++;
        if (strchr(line, '\r')) {
            fail(path, number, "carriage return in the line", NULL);
        } else if (number > 1) {
            read_row(rows, game, path, number, line);
        } else if (strcmp(line, "id\tkind\tgist\tgist_ja") != 0) {
            fail(path, number, "the header must be: id, kind, gist, gist_ja (tab separated)", NULL);
        }
    }
    if (number == 0) fail(path, 1, "empty file", NULL);
}

/* qsort order: by identifier, then by line. */
static int by_name(const void *a, const void *b) {
    const Row *x = *(Row *const *)a, *y = *(Row *const *)b;
    int order = strcmp(x->name, y->name);
    return order ? order : (x->line > y->line) - (x->line < y->line);
}

/* Reports duplicate clauses. Compares identifiers, because ids that differ only in '.' and '-'
 * collide. */
static void check_unique(const Rows *rows, char paths[][4096]) {
    if (rows->count < 2) return;
    const Row **sorted = grow(NULL, rows->count * sizeof *sorted);
    for (size_t i = 0; i < rows->count; i++) sorted[i] = &rows->at[i];
    qsort(sorted, rows->count, sizeof *sorted, by_name);
    for (size_t i = 1; i < rows->count; i++) {
        if (strcmp(sorted[i - 1]->name, sorted[i]->name) == 0) {
            fail(paths[sorted[i]->game], sorted[i]->line, "a second row for clause", sorted[i]->id);
        }
    }
    free(sorted);
}

/* Writes a C string literal: '?' escaped against trigraphs, control characters in octal. */
static void say_literal(Text *t, const char *s) {
    say(t, "\"");
    for (; *s; s++) {
        char octal[5];
        if (*s == '"' || *s == '\\' || *s == '?') {
            add(t, "\\", 1);
            add(t, s, 1);
        } else if (iscntrl((unsigned char)*s)) {
            snprintf(octal, sizeof octal, "\\%03o", (unsigned)(unsigned char)*s);
            say(t, octal);
        } else {
            add(t, s, 1);
        }
    }
    say(t, "\"");
}

static void say_kind(Text *t, const char *kind) {
    say(t, "CLAUSE_KIND_");
    for (; *kind; kind++) {
        char upper = (char)toupper((unsigned char)*kind);
        add(t, &upper, 1);
    }
}

static const char banner[] = "/* Generated by tools/mkclauses.c from rules/: do not edit. */\n";

/* Generates clauses.h. */
static Text make_header(const Rows *rows) {
    Text t = {0};
    say(&t, banner);
    say(&t,
        "#ifndef FUDA_CLAUSES_H\n#define FUDA_CLAUSES_H\n\n"
        "/* Every clause of every ledger. The numbers are this build's own: never store them. */\n"
        "typedef enum Clause {\n    CLAUSE_NONE = 0,\n");
    for (size_t i = 0; i < rows->count; i++) {
        say(&t, "    ");
        say(&t, rows->at[i].name);
        say(&t, ",\n");
    }
    say(&t,
        "    CLAUSE_COUNT\n} Clause;\n\ntypedef enum ClauseKind {\n    CLAUSE_KIND_NONE = 0,\n");
    for (size_t k = 0; k < COUNT(kinds); k++) {
        say(&t, "    ");
        say_kind(&t, kinds[k]);
        say(&t, ",\n");
    }
    say(&t, "    CLAUSE_KIND_COUNT\n} ClauseKind;\n\n"
            "typedef struct ClauseInfo {\n"
            "    const char *game, *id; /* \"rebirth\", \"8.2.4.1\" */\n"
            "    ClauseKind kind;\n"
            "    const char *gist, *gist_ja; /* our own words, English and Japanese */\n"
            "} ClauseInfo;\n\n"
            "/* Entry CLAUSE_NONE holds empty strings. Both tables live in the library "
            "fuda_clauses. */\n"
            "extern const ClauseInfo clause_info[CLAUSE_COUNT];\n"
            "extern const char *const clause_kind_names[CLAUSE_KIND_COUNT];\n\n"
            "#endif\n");
    return t;
}

/* Generates clauses.c. */
static Text make_source(const Rows *rows) {
    Text t = {0};
    say(&t, banner);
    say(&t, "#include \"clauses.h\"\n\n"
            "const char *const clause_kind_names[CLAUSE_KIND_COUNT] = {\n"
            "    [CLAUSE_KIND_NONE] = \"\",\n");
    for (size_t k = 0; k < COUNT(kinds); k++) {
        say(&t, "    [");
        say_kind(&t, kinds[k]);
        say(&t, "] = ");
        say_literal(&t, kinds[k]);
        say(&t, ",\n");
    }
    say(&t, "};\n\nconst ClauseInfo clause_info[CLAUSE_COUNT] = {\n"
            "    [CLAUSE_NONE] = {\"\", \"\", CLAUSE_KIND_NONE, \"\", \"\"},\n");
    for (size_t i = 0; i < rows->count; i++) {
        const Row *row = &rows->at[i];
        say(&t, "    [");
        say(&t, row->name);
        say(&t, "] = {");
        say_literal(&t, games[row->game].key);
        say(&t, ", ");
        say_literal(&t, row->id);
        say(&t, ", ");
        say_kind(&t, kinds[row->kind]);
        say(&t, ", ");
        say_literal(&t, row->gist);
        say(&t, ", ");
        say_literal(&t, row->gist_ja);
        say(&t, "},\n");
    }
    say(&t, "};\n");
    return t;
}

/* Writes the file unless its contents are the same. Frees the text. */
static void write_file(const char *dir, const char *name, Text t) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    Text old = slurp(path);
    if (!old.text || old.size != t.size || memcmp(old.text, t.text, t.size) != 0) {
        FILE *out = fopen(path, "wb");
        if (!out || fwrite(t.text, 1, t.size, out) != t.size || fclose(out) != 0) {
            fprintf(stderr, "%s: cannot be written\n", path);
            exit(2);
        }
    }
    free(old.text);
    free(t.text);
}

/* Marks the games to write: those named, or all. Returns false for an unknown key. */
static bool read_keys(char **keys, int n, bool wanted[COUNT(games)]) {
    for (size_t g = 0; g < COUNT(games); g++) wanted[g] = n == 0;
    for (int i = 0; i < n; i++) {
        size_t g = 0;
        while (g < COUNT(games) && strcmp(games[g].key, keys[i]) != 0) g++;
        if (g == COUNT(games)) {
            fprintf(stderr, "mkclauses: no such game: '%s'\n", keys[i]);
            return false;
        }
        wanted[g] = true;
    }
    return true;
}

/* Drops the rows of other games. */
static void keep_wanted(Rows *rows, const bool wanted[COUNT(games)]) {
    size_t kept = 0;
    for (size_t i = 0; i < rows->count; i++)
        if (wanted[rows->at[i].game]) rows->at[kept++] = rows->at[i];
    rows->count = kept;
}

int main(int argc, char **argv) {
    bool wanted[COUNT(games)];
    if (argc < 3) {
        fputs("usage: mkclauses RULES_DIR OUT_DIR [KEY...]\n", stderr);
        return 2;
    }
    if (!read_keys(argv + 3, argc - 3, wanted)) return 2;
    Rows rows = {0};
    Text ledger[COUNT(games)] = {0};
    char paths[COUNT(games)][4096];
    for (size_t g = 0; g < COUNT(games); g++) {
        snprintf(paths[g], sizeof paths[g], "%s/%s.tsv", argv[1], games[g].key);
        ledger[g] = slurp(paths[g]);
        if (ledger[g].text) read_ledger(&rows, g, paths[g], ledger[g]);
    }
    check_unique(&rows, paths);
    keep_wanted(&rows, wanted);
    if (errors == 0) {
        write_file(argv[2], "clauses.h", make_header(&rows));
        write_file(argv[2], "clauses.c", make_source(&rows));
    }
    for (size_t g = 0; g < COUNT(games); g++) free(ledger[g].text);
    free(rows.at);
    return errors ? 1 : 0;
}
