/* fuda text: compiles printed text and prints what was understood. */
#include "cards/file.h"
#include "cli/cli.h"
#include "cli/speak.h"
#include "cli/underline.h"
#include "text/text.h"
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: fuda text KEY [-f FILE] [TEXT]\n"
    "\n"
    "Compiles printed ability text and prints what was understood, in English and in Japanese. "
    "Text that\n"
    "is not completely understood is refused, with the position where parsing stopped.\n"
    "\n"
    "  -f, --file FILE  one ability per line, \\n for a line break; - is standard input\n"
    "      --tree       also print the tree: each node with the characters it covers\n"
    "      --code       also print the compiled code, one operation per line, without clause "
    "marks\n"
    "      --rows       print only how often the texts use each row of the grammar: number, "
    "place,\n"
    "                   phrase and pattern, separated by tabs\n"
    "      --json       print JSON: total, compiled, and for each ability text, ok, explain_en,\n"
    "                   explain_ja, code (a hash: equal if and only if the compiled code is),\n"
    "                   error {char, message}; where present also name (of the ability), reminder\n"
    "                   (the text in parentheses) and warning (the reminder contradicts the "
    "ability).\n"
    "                   char counts characters from 0. With --code also listing\n"
    "\n"
    "Exits with 1 if a text was refused.\n";

/* Options and totals of one run. */
typedef struct Job {
    const Game *game;
    const char *file; /* name for messages */
    bool json, tree, code;
    unsigned *rows; /* --rows: how often each row of the grammar was used; else null */
    unsigned total, compiled;
} Job;

/* Replaces \n by a newline, in place. */
static void unescape(char *s) {
    char *to = s;
    for (; *s; s++) {
        bool line = s[0] == '\\' && s[1] == 'n';
        *to++ = line ? '\n' : *s;
        s += line;
    }
    *to = 0;
}

/* Column in the file of character 'at': a newline was written as two characters. */
static unsigned column_of(const char *text, unsigned at) {
    unsigned column = at + 1;
    for (uint32_t c; at && (c = utf8_next(&text)); at--) column += c == '\n';
    return column;
}

/* Prints a label and text, aligning continuation lines. */
static void print_indented(const char *label, const char *text) {
    printf("    %s ", label);
    for (; text && *text; text++) {
        putchar(*text);
        if (*text == '\n' && text[1]) printf("       ");
    }
    putchar('\n');
}

/* Parses once more; compile_text does not keep the tree. */
static void print_tree(const Job *j, const char *text) {
    TextError error;
    TextTree *t = text_parse(j->game, text, &error);
    char *dump = t ? text_dump(t) : NULL;
    if (dump) fputs(dump, stdout);
    free(dump);
    text_free(t);
}

/* Counts the rows of a text that compiles. */
static void count_rows(Job *j, const char *text) {
    TextError error;
    TextTree *t = text_parse(j->game, text, &error);
    if (t) text_count_rows(t, j->rows);
    text_free(t);
}

static void print_rows(const Job *j) {
    for (unsigned i = 0; i < text_row_count(j->game); i++) {
        char *name = text_row_name(j->game, i);
        printf("%u\t%s\n", j->rows[i], name);
        free(name);
    }
}

/* Compiles one text and prints the result. */
static void compile_one(Job *j, char *text, unsigned line) {
    Compiled c;
    unescape(text);
    compile_listed(j->game, 1, text, &c);
    if (j->rows) {
        if (c.ok) count_rows(j, text);
    } else if (j->json) {
        fputs(j->total ? ",\n  {" : "\n  {", stdout);
        printf("\"line\": %u, ", line);
        json_compiled(text, &c);
        if (j->code && c.ok) {
            fputs(", \"listing\": ", stdout);
            json_string(c.listing);
        }
        putchar('}');
    } else if (c.ok) {
        printf("%s\n", text);
        print_indented("en", c.en);
        print_indented("ja", c.ja);
        if (c.names) print_indented("name", c.names);
        if (c.reminder) print_indented("reminder", c.reminder);
        if (*c.warning) print_indented("warning:", c.warning);
        if (j->tree) print_tree(j, text);
        if (j->code) fputs(c.listing, stdout);
    } else {
        printf("%s:%u:%u: %s\n", j->file, line, column_of(text, c.at), c.message);
        print_underlined(stdout, text, c.at, "    ");
    }
    j->total++;
    j->compiled += c.ok;
    compiled_free(&c);
}

/* Compiles every line that is not blank; s is modified. */
static void compile_lines(Job *j, char *s) {
    for (unsigned line = 1; s; line++) {
        char *end = strchr(s, '\n');
        if (end) *end++ = 0;
        size_t size = strlen(s);
        if (size && s[size - 1] == '\r') s[size - 1] = 0;
        if (s[strspn(s, " \t")]) compile_one(j, s, line);
        s = end;
    }
}

/* Rejects files with lines too long to be card text. */
static bool has_overlong_line(const FileText *f, const char *path, FileError *e) {
    unsigned line = 1;
    for (const char *s = f->data; s; line++) {
        const char *end = strchr(s, '\n');
        size_t size = end ? (size_t)(end - s) : strlen(s);
        if (size > LINE_MAX_BYTES) {
            file_error(e, path, line, 1, "line longer than %d bytes", LINE_MAX_BYTES);
            return true;
        }
        s = end ? end + 1 : NULL;
    }
    return false;
}

/* Compiles the file or the text of the command line. */
static int run(Job *j, const char *path, const char *words) {
    FileText f;
    FileError e;
    j->file = path ? path : "TEXT";
    bool ok = path ? file_read(path, &f, &e) : file_take("TEXT", words, strlen(words), &f, &e);
    if (ok && has_overlong_line(&f, j->file, &e)) {
        file_free(&f);
        ok = false;
    }
    if (!ok) {
        fprintf(stderr, "%s\n", e.line);
        return EXIT_INPUT;
    }
    if (j->json && !j->rows) fputs("{\"abilities\": [", stdout);
    if (path)
        compile_lines(j, f.data);
    else
        compile_one(j, f.data, 1);
    if (j->rows)
        print_rows(j);
    else if (j->json)
        printf("%s],\n \"total\": %u, \"compiled\": %u}\n", j->total ? "\n " : "", j->total,
               j->compiled);
    else if (path)
        printf(tr("%u of %u compiled\n", "%2$u件中%1$u件を解釈できました\n"), j->compiled,
               j->total);
    file_free(&f);
    return j->compiled == j->total ? EXIT_FINE : EXIT_INPUT;
}

int cmd_text(int argc, char **argv) {
    Job j = {0};
    const char *file = NULL;
    ArgList rest;
    bool done, rows = false;
    const Arg args[] = {{"--file", 'f', ARG_STRING, &file, 0},
                        {"--tree", 0, ARG_FLAG, &j.tree, 0},
                        {"--code", 0, ARG_FLAG, &j.code, 0},
                        {"--rows", 0, ARG_FLAG, &rows, 0},
                        {"--json", 0, ARG_FLAG, &j.json, 0}};
    if (!args_read(argc, argv, args, sizeof args / sizeof *args, help, &rest, &done))
        return EXIT_USAGE;
    if (done) return EXIT_FINE;
    if (!rest.n) return usage_error("text", "missing KEY; `fuda games` lists the games");
    if (!(j.game = require_game("text", rest.at[0]))) return EXIT_USAGE;
    if (rest.n > 2)
        return usage_error("text", "more than one TEXT; quote a text that contains blanks");
    if (file && rest.n == 2) return usage_error("text", "give either -f FILE or TEXT, not both");
    if (!file && rest.n < 2) return usage_error("text", "missing TEXT or -f FILE");
    if (rows && !(j.rows = calloc(text_row_count(j.game), sizeof *j.rows))) abort();
    int code = run(&j, file, rest.n == 2 ? rest.at[1] : NULL);
    free(j.rows);
    return code;
}
