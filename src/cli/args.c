/* Command line parsing, suggestions for misspelled words, JSON strings. */
#include "cli/cli.h"
#include "cards/cardlist.h"
#include "cli/complete.h"
#include "cli/speak.h"
#include "text/message.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int usage_error(const char *command, const char *format, ...) {
    va_list list;
    va_start(list, format);
    fprintf(stderr, "fuda %s: ", command);
    vfprintf(stderr, message(format), list);
    fprintf(stderr, message("\n(see `fuda %s --help`)\n"), command);
    va_end(list);
    return EXIT_USAGE;
}

/* ---- suggestions --------------------------------------------------------------------------------
 */

/* Levenshtein distance in bytes; 99 for words that are too long to compare. */
static unsigned edit_distance(const char *a, const char *b) {
    unsigned row[64], n = (unsigned)strlen(b);
    if (n >= 63 || strlen(a) >= 63) return 99;
    for (unsigned j = 0; j <= n; j++) row[j] = j;
    for (unsigned i = 0; a[i]; i++) {
        unsigned diagonal = row[0];
        row[0] = i + 1;
        for (unsigned j = 0; j < n; j++) {
            unsigned change = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            unsigned best = row[j] < diagonal ? row[j] + 1 : diagonal + 1;
            row[j + 1] = change < best ? change : best;
        }
    }
    return row[n];
}

/* Falls back to a word that starts with 'word' if none is within the edit distance. */
const char *closest_word(const char *word, const char *const *list, unsigned n) {
    const char *found = NULL;
    unsigned best = strlen(word) < 4 ? 2 : 3; /* accept distances below this */
    for (unsigned i = 0; i < n; i++) {
        unsigned d = edit_distance(word, list[i]);
        if (d < best) {
            best = d;
            found = list[i];
        }
    }
    for (unsigned i = 0; i < n && !found; i++)
        if (*word && !strncmp(word, list[i], strlen(word))) found = list[i];
    return found;
}

int subcommand_error(const char *command, const char *word, const char *const *names, unsigned n) {
    char all[200] = "";
    for (unsigned i = 0; i < n; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? tr(", ", "、") : "",
                 names[i]);
    if (!word || *word == '-') return usage_error(command, "which subcommand? there are %s", all);
    const char *near = closest_word(word, names, n);
    if (near)
        return usage_error(command, "unknown subcommand '%.60s'; did you mean '%s'?", word, near);
    return usage_error(command, "unknown subcommand '%.60s'; there are %s", word, all);
}

const Game *require_game(const char *command, const char *key) {
    const char *keys[16];
    unsigned n = 0;
    const Game *g = game_by_key(key);
    if (g) return g;
    for (; n < 16 && game_at(n); n++) keys[n] = game_at(n)->key;
    const char *near = closest_word(key, keys, n);
    if (near)
        usage_error(command, "unknown game '%.60s'; did you mean '%s'?", key, near);
    else
        usage_error(command, "unknown game '%.60s'; `fuda games` lists them", key);
    return NULL;
}

/* ---- options ------------------------------------------------------------------------------------
 */

/* Parses a decimal number within the option's limit. */
static bool take_number(const char *command, const Arg *a, const char *value) {
    char *end;
    errno = 0;
    unsigned long long n = strtoull(value, &end, 10);
    if (value[0] >= '0' && value[0] <= '9' && !*end && errno == ERANGE) {
        usage_error(command, "%s is too large: '%.60s'", a->name, value);
        return false;
    }
    if (value[0] < '0' || value[0] > '9' || *end || errno) {
        usage_error(command, "%s needs a number, not '%.60s'", a->name, value);
        return false;
    }
    if (a->max && n > a->max) {
        usage_error(command, "%s must be at most %llu", a->name, (unsigned long long)a->max);
        return false;
    }
    *(uint64_t *)a->to = n;
    return true;
}

/* Stores the value according to the option's kind. */
static bool take_value(const char *command, const Arg *a, const char *value) {
    switch (a->kind) {
    case ARG_FLAG: *(bool *)a->to = true; return true;
    case ARG_STRING: *(const char **)a->to = value; return true;
    case ARG_NUMBER: return take_number(command, a, value);
    case ARG_LIST: break;
    }
    ArgList *list = a->to;
    if (list->n == sizeof list->at / sizeof *list->at) {
        usage_error(command, "too many %s", a->name);
        return false;
    }
    list->at[list->n++] = value;
    return true;
}

/* Finds the option that 'word' names; *value points after '=' if there is one, else it is null. */
static const Arg *find_arg(const char *word, const Arg *args, unsigned n, const char **value) {
    size_t length = strcspn(word, "=");
    *value = NULL;
    for (unsigned i = 0; i < n; i++) {
        if (word[1] != '-') {
            if (args[i].short_name && word[1] == args[i].short_name && !word[2]) return &args[i];
            continue;
        }
        if (strlen(args[i].name) != length || strncmp(args[i].name, word, length)) continue;
        if (word[length]) *value = word + length + 1;
        return &args[i];
    }
    return NULL;
}

/* Usage error with a suggestion. */
static void unknown_option(const char *command, const char *word, const Arg *args, unsigned n) {
    const char *names[64];
    for (unsigned i = 0; i < n; i++) names[i] = args[i].name;
    const char *near = closest_word(word, names, n);
    if (near)
        usage_error(command, "unknown option '%.60s'; did you mean '%s'?", word, near);
    else
        usage_error(command, "unknown option '%.60s'", word);
}

/* Words that are not options go through take_value as well, as an ArgList. */
bool args_read(int argc, char **argv, const Arg *args, unsigned nargs, const char *help,
               ArgList *rest, bool *done) {
    const char *lang = NULL; /* speak_begin has set the language */
    Lang spoken;
    const Arg words = {"words", 0, ARG_LIST, rest, 0},
              lang_arg = {"--lang", 0, ARG_STRING, &lang, 0};
    bool options = true;
    *done = false;
    rest->n = 0;
    if (listing()) {
        for (unsigned i = 0; i < nargs; i++) list_word(args[i].name, args[i].kind);
        return *done = true;
    }
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i], *value;
        if (options && !strcmp(word, "--")) {
            options = false;
            continue;
        }
        if (!options || word[0] != '-' || !word[1]) {
            if (!take_value(argv[0], &words, word)) return false;
            continue;
        }
        if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
            print_help_of(argv[0], help);
            return *done = true;
        }
        const Arg *a = find_arg(word, args, nargs, &value);
        if (!a) a = find_arg(word, &lang_arg, 1, &value);
        if (!a) {
            unknown_option(argv[0], word, args, nargs);
            return false;
        }
        if (a->kind == ARG_FLAG ? value != NULL : !value && i + 1 == argc) {
            usage_error(argv[0], a->kind == ARG_FLAG ? "%s takes no value" : "%s needs a value",
                        a->name);
            return false;
        }
        if (a->kind != ARG_FLAG && !value) value = argv[++i];
        if (!take_value(argv[0], a, value)) return false;
    }
    if (!lang || lang_from_word(lang, &spoken)) return true;
    usage_error(argv[0], "--lang must be en or ja, not '%.60s'", lang);
    return false;
}

bool check_day(const char *command, const char *day) {
    if (!day || is_day(day)) return true;
    usage_error(command, "--as-of needs a date such as 2026-02-13, not '%.60s'", day);
    return false;
}

/* ---- JSON ---------------------------------------------------------------------------------------
 */

/* Length of the valid UTF-8 sequence at s, 0 if it is invalid. */
static unsigned utf8_sequence(const unsigned char *s) {
    if (s[0] < 0x80) return 1;
    unsigned n = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
    if (s[0] < 0xC2 || s[0] > 0xF4) return 0;
    for (unsigned i = 1; i < n; i++)
        if ((s[i] & 0xC0) != 0x80) return 0;
    if ((s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] > 0x9F)) return 0;
    if ((s[0] == 0xF0 && s[1] < 0x90) || (s[0] == 0xF4 && s[1] > 0x8F)) return 0;
    return n;
}

/* Number of bytes from s on that need no escaping. */
static size_t json_plain_bytes(const unsigned char *s) {
    const unsigned char *from = s;
    for (unsigned n; *s && (n = utf8_sequence(s)) > 0; s += n)
        if (*s == '"' || *s == '\\' || *s < 0x20 || *s == 0x7F) break;
    return (size_t)(s - from);
}

/* Writes runs of unescaped bytes at once. */
void json_string(const char *text) {
    const unsigned char *s = (const unsigned char *)text;
    putchar('"');
    for (;;) {
        size_t n = json_plain_bytes(s);
        fwrite(s, 1, n, stdout);
        s += n;
        if (!*s) break;
        if (!utf8_sequence(s))
            fputs("\xEF\xBF\xBD", stdout);
        else if (*s == '\n')
            fputs("\\n", stdout);
        else if (*s < 0x20 || *s == 0x7F)
            printf("\\u%04x", *s);
        else
            printf("\\%c", *s);
        s++;
    }
    putchar('"');
}

/* ---- formats ------------------------------------------------------------------------------------
 */

/* Index of the format, -1 after a message. */
static int find_format(const char *command, const Game *g, const char *name) {
    const char *keys[32];
    unsigned n = 0;
    int which = format_by_key(g, name);
    if (which >= 0) return which;
    for (; g->formats[n].key && n < 32; n++) keys[n] = g->formats[n].key;
    const char *near = closest_word(name, keys, n);
    if (near)
        usage_error(command, "unknown format '%.60s'; did you mean '%s'?", name, near);
    else
        usage_error(command, "unknown format '%.60s'; `fuda games` lists them", name);
    return -1;
}

/* The one-out variant of a format, -1 after a message. */
static int format_one_out(const char *command, const Game *g, int which) {
    char name[64];
    const char *key = g->formats[which].key;
    size_t n = strlen(key);
    if (n > 8 && !strcmp(key + n - 8, "-one-out")) return which;
    snprintf(name, sizeof name, "%s-one-out", key);
    int with = format_by_key(g, name);
    if (with < 0) usage_error(command, "--one-out does not apply to %s", key);
    return with;
}

/* --one-out without a format or number of seats means three players. */
bool require_format(const char *command, const Game *g, const FormatChoice *choice,
                    unsigned *format, unsigned *players) {
    uint64_t seats = choice->seats;
    if (!choice->name && !seats && choice->one_out) seats = 3;
    int which = choice->name ? find_format(command, g, choice->name) : 0;
    for (unsigned i = 0; !choice->name && seats && g->formats[i].key; i++)
        if (seats >= g->formats[i].least && seats <= g->formats[i].most) {
            which = (int)i; /* first format that allows this many players */
            break;
        }
    if (which >= 0 && choice->one_out) which = format_one_out(command, g, which);
    if (which < 0) return false;
    const FormatInfo *f = &g->formats[which];
    *format = (unsigned)which;
    *players = seats ? (unsigned)seats : f->least;
    if (*players >= f->least && *players <= f->most) return true;
    if (f->least == f->most)
        usage_error(command, "%s is a game for %u players", f->key, f->least);
    else
        usage_error(command, "%s is a game for %u to %u players", f->key, f->least, f->most);
    return false;
}
