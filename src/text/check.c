/* Checks the rows of a grammar without reading any text: unknown words, operands of the wrong
 * class, missing parts, duplicate patterns. Each segment of a phrase's code has a type: the operand
 * letters of ops.def that it fills, or a letter of specials.def for a part of a sentence. Types are
 * inferred from uses: the first use sets the type of a phrase, and then every row of the phrase
 * must produce it. So a row's code is read from left to right against the letters expected. */
#include "text/chart.h"
#include "text/tongue.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_SEGMENTS = 4, MAX_TYPE = 12, MAX_PARTS = 24 };

typedef struct CheckedPhrase {
    const char *name;
    char type[MAX_SEGMENTS][MAX_TYPE]; /* empty: not used yet */
} CheckedPhrase;

typedef struct Part {
    int phrase; /* -1: a leaf */
    unsigned leaf;
} Part;

typedef struct Checker {
    const Tongue *tongue;
    const WordTable *words;
    const Row **row;
    unsigned nrow;
    CheckedPhrase *phrase;
    unsigned nphrase;
    GrammarFault fault;
    void *self;
    unsigned faults;
} Checker;

/* Reads the code of one row; stops at the first error. */
typedef struct Reader {
    Checker *c;
    const Row *row;
    const char *s; /* rest of the code */
    Part part[MAX_PARTS];
    unsigned nparts, nroles; /* the roles of a frame come first */
    unsigned kind;           /* EV_* of the innermost pattern (ON); EV_NONE: outside */
    bool failed;
} Reader;

/* Passes one error to the caller and counts it. */
static void report(Checker *c, const Row *row, const char *format, ...) {
    char what[300];
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    c->faults++;
    c->fault(c->self, row, what);
}

#define ROW_ERROR(r, ...)                                                                          \
    do {                                                                                           \
        if (!(r)->failed) report((r)->c, (r)->row, __VA_ARGS__);                                   \
        (r)->failed = true;                                                                        \
    } while (0)

/* ---- patterns ---- */

static int find_phrase(const Checker *c, const char *name, size_t n) {
    for (unsigned i = 0; i < c->nphrase; i++)
        if (strlen(c->phrase[i].name) == n && !memcmp(c->phrase[i].name, name, n)) return (int)i;
    return -1;
}

/* LEAF_* of "#number" and the like, LEAF_NONE for other names. */
static unsigned find_leaf(const char *name, size_t n) {
    static const char *const leaves[] = {"", "#number", "#name", "#trait", "#quote", "#label"};
    for (unsigned i = 1; i < sizeof leaves / sizeof *leaves; i++)
        if (strlen(leaves[i]) == n && !memcmp(leaves[i], name, n)) return i;
    return 0;
}

/* Reads "phrase>" of a pattern; returns the position behind it. */
static const char *read_part(Reader *r, const char *s) {
    const char *end = strchr(s, '>');
    size_t n = end ? (size_t)(end - s) : 0;
    if (!end) {
        ROW_ERROR(r, "a < is never closed");
        return s + strlen(s);
    }
    if (n > 2 && s[n - 2] == '^') { /* <event^T> */
        if (!form_mark(s[n - 1]) && s[n - 1] != '*') ROW_ERROR(r, "unknown forms ^%c", s[n - 1]);
        n -= 2;
    }
    Part p = {.phrase = find_phrase(r->c, s, n), .leaf = find_leaf(s, n)};
    if (p.phrase < 0 && !p.leaf) ROW_ERROR(r, "no row for the phrase <%.*s>", (int)n, s);
    if (r->nparts == MAX_PARTS)
        ROW_ERROR(r, "too many parts");
    else
        r->part[r->nparts++] = p;
    return end + 1;
}

/* The phrase that fills a role, by the first chunk of the row's phrase that has it. */
static Part role_phrase(const Reader *r, char role) {
    for (unsigned i = 0; i < r->c->nrow; i++) {
        const Row *row = r->c->row[i];
        if (row->sort != ROW_CHUNK || strcmp(row->phrase, r->row->phrase)) continue;
        const char *at = strchr(row->roles, role), *s = row->pattern;
        if (!at) continue;
        for (long part = at - row->roles; (s = strchr(s, '<')) && part > 0; part--) s++;
        size_t n = s ? strcspn(s + 1, ">") : 0;
        if (s) return (Part){.phrase = find_phrase(r->c, s + 1, n), .leaf = find_leaf(s + 1, n)};
    }
    return (Part){.phrase = -1};
}

/* Collects the parts of a frame's roles. */
static void read_roles(Reader *r) {
    const char *s = r->row->sort == ROW_FRAME ? r->row->roles : "";
    for (; *s; s++) {
        if (*s == '!') continue;
        Part p = role_phrase(r, *s);
        if (!role_bit(*s) || (p.phrase < 0 && !p.leaf))
            ROW_ERROR(r, "no chunk has the role %c", *s);
        if (r->nparts < MAX_PARTS) r->part[r->nparts++] = p;
    }
    r->nroles = r->nparts;
}

/* Collects the parts of the pattern; literals are only skipped. */
static void read_pattern(Reader *r) {
    unsigned elements = 0;
    read_roles(r);
    for (const char *s = r->row->pattern; *s && !r->failed; elements++) {
        if (*s == '<') {
            s = read_part(r, s + 1);
        } else if (*s == '{') {
            s = strchr(s, '}');
            if (!s) ROW_ERROR(r, "a { is never closed");
            s = s ? s + 1 : "";
        } else if (*s == '~') {
            if (!verb_length(s + 1)) ROW_ERROR(r, "unknown verb: %s", s);
            s += 1 + verb_length(s + 1);
        } else {
            while (*s && !strchr("<{~", *s)) s++;
        }
    }
    if (elements > MAX_ELEMENTS) ROW_ERROR(r, "the pattern is too long");
}

/* Checks the references of the English to parts and roles: {1}, {a1}, {2*1}, {D}. */
static void read_english(Reader *r) {
    for (const char *s = r->row->english; (s = strchr(s, '{')); s++) {
        const char *end = strchr(s, '}');
        if (!end) ROW_ERROR(r, "a { of the English is never closed");
        if (!end) return;
        for (const char *c = s + 1; c < end; c++)
            if (*c >= '0' && *c <= '9' &&
                (*c == '0' || (unsigned)(*c - '0') + r->nroles > r->nparts))
                ROW_ERROR(r, "the English refers to part %c, but the pattern has %u", *c,
                          r->nparts);
        if (end == s + 2 && r->row->sort == ROW_FRAME && s[1] != '&' && s[1] > '9' &&
            !r->row->made && role_part(r->row, s[1]) < 0)
            ROW_ERROR(r, "the English refers to the role %c, which the frame has not", s[1]);
    }
}

/* ---- tokens ---- */

typedef struct Token {
    const char *s;
    size_t n; /* 0: end of the segment */
} Token;

/* The next token, without consuming it. { and } are tokens of their own. */
static Token peek(Reader *r) {
    while (*r->s == ' ') r->s++;
    Token t = {r->s, 0};
    while (t.s[t.n] && t.s[t.n] != ' ' && t.s[t.n] != ';') t.n++;
    return t;
}

static Token take(Reader *r) {
    Token t = peek(r);
    r->s += t.n;
    return t;
}

static bool is_token(Token t, const char *word) {
    return strlen(word) == t.n && !memcmp(word, t.s, t.n);
}

static bool is_number(Token t) {
    if (!t.n || (t.s[0] != '-' && (t.s[0] < '0' || t.s[0] > '9'))) return false;
    for (size_t i = 1; i < t.n; i++)
        if (t.s[i] < '0' || t.s[i] > '9') return false;
    return true;
}

/* ---- letters ---- */

/* Name of a letter in messages. */
static const char *letter_name(char letter) {
    static const char *const names[][2] = {
        {"n", "a number"},      {"b", "a truth"},
        {"p", "players"},       {"s", "a set of cards"},
        {"f", "a filter"},      {"A", "actions"},
        {"z", "zones"},         {"P", "flags of a destination"},
        {"d", "a duration"},    {"k", "a kind"},
        {"K", "a keyword"},     {"W", "a keyword"},
        {"S", "a stat"},        {"o", "a point of the turn"},
        {"r", "a role"},        {"h", "ways to move"},
        {"H", "a way to move"}, {"R", "a rule change"},
        {"c", "a clause"},      {"t", "a term"},
        {"T", "a term"},        {"E", "a kind of event"},
        {"a", "an ability"},    {"L", "a body in { }"},
        {"2", "a body"},        {"5", "an item of a sentence"},
    };
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (*names[i][0] == letter) return names[i][1];
    return strchr("134678MOYZIJ", letter) ? "another part of a text" : "a word";
}

static bool is_literal(char letter) {
    return letter && strchr("iwBctTzdkKWSorhHRFNQeEamqgP", letter) != 0;
}

/* Can a phrase of type 'has' be used where 'wanted' is expected? */
static bool accepts(char has, char wanted) {
    if (has == wanted) return true;
    if (wanted == 'i' || wanted == 'w') return is_literal(has);
    return (has == 'K' && wanted == 'W') || (has == 't' && wanted == 'T');
}

/* Is 'wanted' a more specific type, which the phrase has from now on? */
static bool is_stricter(char has, char wanted) {
    return accepts(wanted, has) && !accepts(has, wanted);
}

/* Can a constant with this name have the type? Its prefix says what it is. */
static bool name_allows(Token t, char letter) {
    static const struct {
        const char *start, *letters;
    } names[] = {{"K_", "k"},   {"KW_", "KW"}, {"H_", "H"},  {"BY_", "h"},
                 {"AT_", "oF"}, {"D_", "d"},   {"CL_", "c"}, {"G_", "g"},
                 {"Q_", "Q"},   {"DID_", "e"}, {"EV_", "E"}};
    if (letter == 'i' || letter == 'w') return true;
    if (t.n > 4 && !memcmp(t.s + t.n - 4, "_PUT", 4)) return letter == 'P';
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].start) < t.n && !memcmp(t.s, names[i].start, strlen(names[i].start)))
            return strchr(names[i].letters, letter) != 0;
    return !strchr("kKHhodcgQeE", letter);
}

/* ---- code against letters ---- */

static void read_letters(Reader *r, const char *wanted);
static void read_choice(Reader *r, const char *letters);
static unsigned use_part(Reader *r, Token t, const char *wanted);

/* Reads a literal operand. Returns its value, 0 after an error. */
static unsigned read_literal(Reader *r, char letter) {
    Token t = take(r);
    const Checker *c = r->c;
    int n = (int)t.n, value;
    if (is_number(t)) {
        value = atoi(t.s);
        if (letter == 'c' || letter == 'R' || letter == 'g')
            ROW_ERROR(r, "%.*s: wanted %s, by its name", n, t.s, letter_name(letter));
    } else {
        enum WordKind kind = words_kind(c->words, t.s, t.n);
        value = words_find(c->words, t.s, t.n);
        if (kind == WORD_UNKNOWN) {
            ROW_ERROR(r, "unknown word %.*s", n, t.s);
            return 0;
        }
        bool right = letter == 'R'   ? kind == WORD_RULE
                     : letter == 'c' ? kind == WORD_CLAUSE || kind == WORD_CONST
                                     : kind == WORD_CONST;
        if (!right || (kind == WORD_CONST && !name_allows(t, letter)))
            ROW_ERROR(r, "%.*s: wanted %s", n, t.s, letter_name(letter));
    }
    if (letter == 't') ROW_ERROR(r, "%.*s: wanted a name or trait of the text", n, t.s);
    const char *why = vm_literal_fault(c->tongue->game, 0, letter, (unsigned)value & 0xFFFF);
    if (why && !r->failed) ROW_ERROR(r, "%.*s: %s", n, t.s, why);
    return (unsigned)value & 0xFFFF;
}

/* Reads "{ … }". */
static void read_braces(Reader *r, const char *inside) {
    Token t = take(r);
    if (!is_token(t, "{")) {
        ROW_ERROR(r, "%.*s: wanted {", (int)t.n, t.s);
        return;
    }
    read_letters(r, inside);
    t = take(r);
    if (!is_token(t, "}")) ROW_ERROR(r, "%.*s: wanted }", (int)t.n, t.s);
}

/* Reads the operands of an op; D stands for two letters. */
static void read_op_operands(Reader *r, const char *o) {
    char letters[32];
    unsigned n = 0;
    for (; *o && n + 3 < sizeof letters; o++) {
        if (*o == 'D')
            letters[n++] = 'z', letters[n++] = 'P';
        else
            letters[n++] = *o;
    }
    letters[n] = 0;
    read_letters(r, letters);
}

/* Reads the kind of event and the truths of a pattern, of which there may be none. */
static void read_event_pattern(Reader *r) {
    unsigned outer = r->kind;
    r->kind = read_literal(r, 'E');
    if (is_token(peek(r), "0"))
        take(r);
    else
        read_letters(r, "*b");
    r->kind = outer;
}

/* OP_GAME is followed by the number of the game's own op, which decides the operands. */
static void read_operands_of(Reader *r, unsigned op) {
    if (op == OP_ON) {
        read_event_pattern(r);
        return;
    }
    if (op != OP_GAME) {
        read_op_operands(r, op_info[op].operands);
        return;
    }
    unsigned own = read_literal(r, 'g');
    if (!r->failed) read_op_operands(r, r->c->tongue->game->ops[own].operands);
}

static bool is_action(unsigned op) { return strchr("ASTEXC", op_info[op].cls) != 0; }

/* Reads an op of the class with its operands. */
static void read_op(Reader *r, char cls) {
    Token t = take(r);
    enum WordKind kind = words_kind(r->c->words, t.s, t.n);
    int op = words_find(r->c->words, t.s, t.n);
    if (kind == WORD_UNKNOWN && !is_number(t))
        ROW_ERROR(r, "unknown word %.*s", (int)t.n, t.s);
    else if (is_number(t) || !(kind == WORD_OP || (kind == WORD_CONST && cls == 'f')) || op <= 0 ||
             op >= OP_COUNT_ || (cls == 'A' ? !is_action((unsigned)op) : op_info[op].cls != cls))
        ROW_ERROR(r, "%.*s: wanted %s", (int)t.n, t.s, letter_name(cls));
    else if (r->kind && (vm_aspect((unsigned)op) & ~event_info[r->kind].carries))
        ROW_ERROR(r, "%.*s: %s", (int)t.n, t.s, event_info[r->kind].refusal);
    else
        read_operands_of(r, (unsigned)op);
}

typedef struct Special {
    const char *word, *gives, *rest, *parts;
} Special;

/* The entry of specials.def for a token that begins with '!', null if there is none. */
static const Special *find_special(Token t) {
    static const Special specials[] = {
#define SPECIAL(word, gives, rest, parts, emit) {#word, gives, rest, parts},
#include "text/specials.def"
#undef SPECIAL
    };
    for (unsigned i = 0; i < sizeof specials / sizeof *specials; i++)
        if (strlen(specials[i].word) == t.n - 1 && !memcmp(specials[i].word, t.s + 1, t.n - 1))
            return &specials[i];
    return 0;
}

static void use_phrase(Checker *c, unsigned phrase, unsigned segment, const char *type,
                       const Row *by);

/* The compiler itself reads part n of the row, with these types (segments separated by ';'). */
static void require_part(Reader *r, unsigned n, const char *letters) {
    for (unsigned segment = 0; *letters; segment++) {
        char type[MAX_TYPE] = "";
        size_t len = strcspn(letters, ";");
        memcpy(type, letters, len);
        const Part *p = &r->part[n];
        if (p->phrase >= 0)
            use_phrase(r->c, (unsigned)p->phrase, segment, type, r->row);
        else if ((p->leaf == LEAF_NUMBER) != (*type == 'n'))
            ROW_ERROR(r, "part %u: wanted %s", n + 1, letter_name(*type));
        letters += len + (letters[len] == ';');
    }
}

/* 'parts' holds alternative lists separated by '|'; one must have as many entries as the row has
 * parts. */
static void require_parts(Reader *r, const char *parts) {
    for (const char *list = parts; *parts; list += *list == '|') {
        size_t len = strcspn(list, "|");
        unsigned count = len ? 1 : 0;
        for (size_t i = 0; i < len; i++) count += list[i] == ',';
        if (count == r->nparts) {
            for (unsigned n = 0; n < count && !r->failed; n++) {
                char one[MAX_TYPE] = "";
                size_t of = strcspn(list, ",|");
                memcpy(one, list, of);
                require_part(r, n, one);
                list += of + (list[of] == ',');
            }
            return;
        }
        list += len;
        if (!*list) {
            ROW_ERROR(r, "this word does not take %u parts", r->nparts);
            return;
        }
    }
}

/* Part types of a right-recursive list of this type. */
static const char *list_of(char type) {
    return type == '4' ? "5|5,4" : type == 'M' ? "O|O,M" : "Z|Z,Y";
}

/* Reads the code behind a special word, as 'rest' of specials.def describes it. */
static void read_rest(Reader *r, const char *rest, char type) {
    char letters[2] = {type, 0};
    for (; *rest && !r->failed; rest++) {
        if (*rest == '*') { /* the game reads this word */
            take(r);
        } else if (*rest == '=') {
            read_letters(r, letters);
        } else if (*rest == ';') {
            if (!*r->s) return; /* the second segment is optional */
            if (*r->s++ != ';') ROW_ERROR(r, "there is more code than this word reads");
        } else if (*rest == '/') {
            if (!is_token(take(r), "/")) ROW_ERROR(r, "wanted /");
        } else {
            char one[2] = {*rest, 0};
            read_letters(r, one);
        }
    }
    peek(r);
}

/* Reads a special word where a letter, or nothing (0), is expected. Returns true if it produced the
 * letter. */
static bool read_special(Reader *r, char wanted) {
    Token t = take(r);
    const Special *sp = find_special(t);
    if (!sp) {
        ROW_ERROR(r, "unknown word %.*s", (int)t.n, t.s);
        return false;
    }
    if (*sp->gives == '-') return false;
    bool passes = *sp->gives == '=' && !strchr(sp->gives, wanted);
    if (!passes && (!wanted || !strchr(sp->gives, wanted))) {
        ROW_ERROR(r, "%.*s: wanted %s", (int)t.n, t.s, letter_name(wanted));
        return false;
    }
    if (sp->parts[0]) require_parts(r, sp->parts);
    if (!strcmp(sp->word, "items")) require_parts(r, list_of(wanted));
    if (wanted == '8' && r->nparts) require_part(r, 0, "b;s");
    if (wanted != 'J' || *sp->gives == 'J') read_rest(r, sp->rest, wanted);
    return true;
}

/* Parses $1, %1 or #1, with an optional segment. */
static bool parse_part(Reader *r, Token t, unsigned *n, unsigned *segment) {
    int role = t.n > 1 ? role_part(r->row, t.s[1]) : -1;
    *segment = 0;
    if (t.n < 2 || (role < 0 && (t.s[1] < '1' || t.s[1] > '9')) ||
        (t.n != 2 && (t.n != 4 || t.s[2] != '.'))) {
        ROW_ERROR(r, "%.*s is not a part", (int)t.n, t.s);
        return false;
    }
    *n = role >= 0 ? (unsigned)role : (unsigned)(t.s[1] - '1') + r->nroles;
    if (t.n == 4) *segment = (unsigned)(t.s[3] - '0');
    if (*n < r->nparts && *segment < MAX_SEGMENTS) return true;
    ROW_ERROR(r, "%.*s: there are %u parts", (int)t.n, t.s, r->nparts);
    return false;
}

static bool leads_to_number(const Checker *c, int phrase, unsigned depth);

/* Does the row pass its number on unchanged? */
static bool passes_number(const Checker *c, const Row *row, unsigned depth) {
    if (*row->pattern != '<' || strcmp(row->code, "$1")) return false;
    const char *end = strchr(row->pattern, '>');
    size_t n = end ? (size_t)(end - row->pattern - 1) : 0;
    if (find_leaf(row->pattern + 1, n)) return find_leaf(row->pattern + 1, n) == LEAF_NUMBER;
    return leads_to_number(c, find_phrase(c, row->pattern + 1, n), depth + 1);
}

/* Can the phrase be a plain number? Follows rows that consist of one part, to a limited depth. */
static bool leads_to_number(const Checker *c, int phrase, unsigned depth) {
    bool any = false;
    for (unsigned i = 0; phrase >= 0 && depth < 5 && i < c->nrow; i++)
        if (!strcmp(c->row[i]->phrase, c->phrase[phrase].name))
            any |= passes_number(c, c->row[i], depth);
    return any;
}

/* Type of a context reference such as @p. */
static char context_letter(char what) {
    return what == 'p' || what == 'd' || what == 'f'   ? what
           : what == 'v'                               ? 'n'
           : what == 'g' || what == 'm' || what == 's' ? 's'
                                                       : 0;
}

/* Reads & or &any, or & and a filter without operands, or with one of a word (&KIND:K_X). */
static void read_object(Reader *r) {
    Token t = take(r), filter = {t.s + 1, t.n - 1};
    static const char *const types[][2] = {{"F", "s"},     {"s", "s"}, {"t", "s"}, {"w", "f"},
                                           {"n", "n;n;w"}, {"u", "f"}, {"T", "p"}, {"v", "n"}};
    if (r->row->sort != ROW_FRAME) ROW_ERROR(r, "& stands for the cards of a frame's roles only");
    for (unsigned i = 0; i < sizeof types / sizeof *types && !r->failed; i++) {
        int part = role_part(r->row, *types[i][0]);
        if (part >= 0) require_part(r, (unsigned)part, types[i][1]);
    }
    if (!filter.n || is_token(filter, "any") || is_token(filter, "choose")) return;
    const char *colon = memchr(filter.s, ':', filter.n);
    const size_t name = colon ? (size_t)(colon - filter.s) : filter.n, rest = filter.n - name;
    int op = words_find(r->c->words, filter.s, name);
    if (op <= 0 || op >= OP_COUNT_ || op_info[op].cls != 'f' ||
        strlen(op_info[op].operands) != (colon != 0) ||
        (colon && words_find(r->c->words, colon + 1, rest - 1) < 0))
        ROW_ERROR(r, "%.*s: wanted a filter behind &", (int)t.n, t.s);
}

/* Reads one token where 'wanted' is expected. Returns how many letters it fills. */
static unsigned read_token(Reader *r, const char *wanted) {
    Token t = peek(r);
    unsigned n, segment;
    switch (*t.s) {
    case '$': take(r); return use_part(r, t, wanted);
    case '%':
        take(r);
        if (!parse_part(r, t, &n, &segment)) return 1;
        if (*wanted != 'n') ROW_ERROR(r, "%.*s: wanted %s", (int)t.n, t.s, letter_name(*wanted));
        require_part(r, n, "n");
        return 1;
    case '#':
        take(r);
        if (!parse_part(r, t, &n, &segment)) return 1;
        if (*wanted != 'i' && *wanted != 'w')
            ROW_ERROR(r, "%.*s: wanted %s", (int)t.n, t.s, letter_name(*wanted));
        else if (r->part[n].phrase < 0 ? r->part[n].leaf != LEAF_NUMBER
                                       : !leads_to_number(r->c, r->part[n].phrase, 0))
            ROW_ERROR(r, "%.*s is not a plain number", (int)t.n, t.s);
        return 1;
    case '@':
        take(r);
        if (t.n != 2 || context_letter(t.s[1]) != *wanted)
            ROW_ERROR(r, "%.*s: wanted %s", (int)t.n, t.s, letter_name(*wanted));
        return 1;
    case '|':
        take(r);
        if (!strchr("zwid", *wanted)) ROW_ERROR(r, "|: wanted %s", letter_name(*wanted));
        read_letters(r, *wanted == 'z' ? "z" : *wanted == 'd' ? "d" : "w");
        if (!r->failed) read_letters(r, *wanted == 'z' ? "z" : *wanted == 'd' ? "o" : "w");
        return 1; /* zones, flags, or a duration and the point that ends it */
    case '!': return read_special(r, *wanted);
    case '(': {
        const char letters[2] = {*wanted, 0};
        read_choice(r, letters);
        return 1;
    }
    case '&':
        read_object(r);
        if (*wanted != 's') ROW_ERROR(r, "&: wanted %s", letter_name(*wanted));
        return 1;
    default: break;
    }
    if (*wanted == 'G') {
        char gained = vm_gain_letter(read_literal(r, 'w')), letters[2] = {gained, 0};
        if (!gained)
            ROW_ERROR(r, "%.*s: nothing that can be gained", (int)t.n, t.s);
        else
            read_letters(r, letters);
    } else if (vm_operand_is_code(*wanted)) {
        read_op(r, *wanted);
    } else if (is_literal(*wanted)) {
        read_literal(r, *wanted);
    } else {
        ROW_ERROR(r, "%.*s: wanted %s", (int)t.n, t.s, letter_name(*wanted));
    }
    return 1;
}

/* Skips special words that modify what precedes them. */
static void read_trailing(Reader *r) {
    while (!r->failed && *peek(r).s == '!' && find_special(peek(r)) &&
           *find_special(peek(r))->gives == '-')
        take(r);
}

/* Reads "( a , b )". */
static void read_choice(Reader *r, const char *letters) {
    take(r);
    while (!r->failed && !is_token(peek(r), ")")) {
        read_letters(r, letters);
        if (is_token(peek(r), ","))
            take(r);
        else if (!is_token(peek(r), ")"))
            ROW_ERROR(r, "%.*s: wanted , or )", (int)peek(r).n, peek(r).s);
    }
    take(r);
}

/* Reads any number of actions, up to the end of the body or segment. */
static void read_actions(Reader *r) {
    for (Token t = peek(r); t.n && !strchr("}/,)", *t.s) && !r->failed; t = peek(r)) {
        if (*t.s == '(')
            read_choice(r, "A");
        else if (*t.s == '$')
            take(r), use_part(r, t, "A");
        else if (*t.s == '!')
            read_special(r, 'A');
        else if (*t.s == '&')
            read_object(r);
        else
            read_op(r, 'A');
    }
}

/* Reads "[ a , b ]". */
static void read_list(Reader *r, char letter) {
    char letters[2] = {letter, 0};
    take(r);
    while (!r->failed && !is_token(peek(r), "]")) {
        read_letters(r, letters);
        if (is_token(peek(r), ","))
            take(r);
        else if (!is_token(peek(r), "]"))
            ROW_ERROR(r, "%.*s: wanted , or ]", (int)peek(r).n, peek(r).s);
    }
    take(r);
}

/* Reads code that must produce these letters. */
static void read_letters(Reader *r, const char *w) {
    while (*w && !r->failed) {
        Token t = peek(r);
        if (*w == 'A') {
            read_actions(r);
            w++;
            continue;
        }
        if (!t.n) {
            ROW_ERROR(r, "the code ends too early: wanted %s", letter_name(*w));
        } else if (*w == '*' && is_token(t, "[")) {
            read_list(r, w[1]);
            w += 2;
        } else if (*w == '*') {
            unsigned count = is_number(t) ? (unsigned)atoi(t.s) : 0;
            char letter[2] = {w[1], 0};
            take(r);
            if (!count || count > 12) ROW_ERROR(r, "%.*s: wanted a count", (int)t.n, t.s);
            for (; count > 0 && !r->failed; count--) read_letters(r, letter);
            w += 2;
        } else if (*w == 'L') {
            char letter[2] = {vm_operand_is_code(w[1]) ? w[1] : 'A', 0};
            read_braces(r, letter);
            w += vm_operand_is_code(w[1]) ? 2 : 1;
        } else {
            w += read_token(r, w);
        }
    }
    read_trailing(r);
}

/* ---- phrases ---- */

/* Start of that segment of the row's code, null if there is none. */
static const char *segment_of(const Row *row, unsigned segment) {
    const char *s = row->code;
    for (; segment && s; segment--) {
        s = strchr(s, ';');
        if (s) s++;
    }
    return s;
}

/* Checks that the row produces this type in the segment and nothing more. */
static void check_row(Checker *c, const Row *row, unsigned segment, const char *type) {
    Reader r = {.c = c, .row = row, .s = segment_of(row, segment)};
    if (!r.s) {
        ROW_ERROR(&r, "there is no segment %u, but other rows read it", segment);
        return;
    }
    read_pattern(&r);
    if (*type == 'U' || (*type == 'J' && *row->code != '!')) {
        read_letters(&r, "K"); /* a keyword, and the condition under which it is valid */
        if (!r.failed && (*type == 'J' || peek(&r).n)) read_letters(&r, "b");
    } else if (*type == 'Z') { /* a condition; its body is the last part */
        read_letters(&r, "b");
        if (!r.nparts)
            ROW_ERROR(&r, "the row has no body");
        else
            require_part(&r, r.nparts - 1, "2");
    } else {
        read_letters(&r, type);
    }
    Token rest = peek(&r);
    if (rest.n) ROW_ERROR(&r, "unexpected %.*s", (int)rest.n, rest.s);
    if (row->sort == ROW_FRAME && *r.s == ';' && !r.failed) { /* on cards looked at */
        r.s++;
        read_letters(&r, type);
    }
}

/* Checks that all rows of the phrase produce its type in that segment. */
static void check_rows(Checker *c, unsigned phrase, unsigned segment) {
    char type[MAX_TYPE];
    strcpy(type, c->phrase[phrase].type[segment]);
    for (unsigned i = 0; i < c->nrow; i++)
        if (!strcmp(c->row[i]->phrase, c->phrase[phrase].name) &&
            (c->row[i]->sort == ROW_PLAIN || (c->row[i]->sort == ROW_FRAME && !segment)))
            check_row(c, c->row[i], segment, type);
}

/* Row 'by' uses a phrase as this type: infers the type or checks it. */
static void use_phrase(Checker *c, unsigned phrase, unsigned segment, const char *type,
                       const Row *by) {
    char *has = c->phrase[phrase].type[segment];
    bool same = strlen(has) == strlen(type), more = false;
    for (size_t i = 0; same && has[i]; i++) {
        if (is_stricter(has[i], type[i]))
            more = true;
        else
            same = accepts(has[i], type[i]);
    }
    if (*has && !same) {
        report(c, by, "<%s> gives %s, wanted %s", c->phrase[phrase].name, letter_name(*has),
               letter_name(*type));
        return;
    }
    if (*has && !more) return;
    strcpy(has, type);
    check_rows(c, phrase, segment);
}

/* How many literals a phrase that is not typed yet fills, judged by its first row; "| a b" is
 * one. */
static unsigned count_literals(Checker *c, unsigned phrase, unsigned segment, const char *wanted) {
    unsigned n = 0;
    if (!is_literal(*wanted)) return 1;
    for (unsigned i = 0; i < c->nrow; i++) {
        if (strcmp(c->row[i]->phrase, c->phrase[phrase].name)) continue;
        Reader r = {.c = c, .row = c->row[i], .s = segment_of(c->row[i], segment)};
        unsigned part, seg;
        if (!r.s) return 1;
        read_pattern(&r);
        for (Token t = take(&r); t.n; t = take(&r)) {
            if (is_token(t, "|")) take(&r), take(&r);
            if (*t.s == '$' && parse_part(&r, t, &part, &seg) && r.part[part].phrase >= 0)
                n += count_literals(c, (unsigned)r.part[part].phrase, seg, wanted);
            else
                n += *t.s != '!' || !find_special(t) || *find_special(t)->gives != '-';
        }
        return n ? n : 1;
    }
    return 1;
}

/* Uses a part where letters are expected. Returns how many it fills. */
static unsigned use_part(Reader *r, Token t, const char *wanted) {
    unsigned n, segment, filled = 1;
    if (!parse_part(r, t, &n, &segment)) return 1;
    const Part *p = &r->part[n];
    if (p->phrase < 0) {
        char has = p->leaf == LEAF_NUMBER ? 'n' : 't';
        if (segment || !accepts(has, *wanted))
            ROW_ERROR(r, "%.*s: wanted %s", (int)t.n, t.s, letter_name(*wanted));
        return 1;
    }
    const char *type = r->c->phrase[p->phrase].type[segment];
    char letters[MAX_TYPE] = "";
    filled =
        *type ? (unsigned)strlen(type) : count_literals(r->c, (unsigned)p->phrase, segment, wanted);
    if (filled > strlen(wanted) || filled >= sizeof letters) filled = 1;
    memcpy(letters, wanted, filled);
    use_phrase(r->c, (unsigned)p->phrase, segment, letters, r->row);
    return filled;
}

/* Checks the words of a row even if no code uses its phrase. */
static void check_words(Checker *c, const Row *row) {
    Reader r = {.c = c, .row = row, .s = row->code};
    unsigned n, segment;
    if (row->sort == ROW_AGREE) return;
    read_pattern(&r);
    if (row->sort == ROW_CHUNK) { /* a filler for each role */
        if (r.nparts != strlen(row->roles)) ROW_ERROR(&r, "a chunk has one part for each role");
        return;
    }
    read_english(&r);
    for (; !r.failed; r.s += *r.s == ';') {
        Token t = peek(&r);
        if (!t.n && *r.s != ';') return;
        if (!t.n) continue;
        take(&r);
        if (strchr("$%#", *t.s))
            parse_part(&r, t, &n, &segment);
        else if (*t.s == '!' ? !find_special(t)
                             : !strchr("@|{}/&[](),", *t.s) && !is_number(t) &&
                                   words_kind(c->words, t.s, t.n) == WORD_UNKNOWN &&
                                   strncmp(row->code, "!ability", 8))
            ROW_ERROR(&r, "unknown word %.*s", (int)t.n, t.s);
    }
}

/* Of two rows with the same phrase and pattern the second can never match. */
static void check_duplicate(Checker *c, unsigned i) {
    const Row *row = c->row[i];
    for (unsigned j = 0; j < i; j++)
        if (!strcmp(c->row[j]->pattern, row->pattern) && !strcmp(c->row[j]->phrase, row->phrase) &&
            row->sort == ROW_PLAIN && c->row[j]->sort == ROW_PLAIN) {
            report(c, row, "%s:%u has the same pattern", c->row[j]->file, c->row[j]->line);
            return;
        }
}

/* Phrases that the compiler itself reads, with their types. */
static const struct {
    const char *name, *type;
} roots[] = {{"quoted", "a"},  {"set", "s"},           {"f", "f"},           {"entry", "1"},
             {"ability", "a"}, {"body", "2"},          {"sentence", "3"},    {"last", "3"},
             {"items", "4"},   {"item", "5"},          {"cost", "6"},        {"replace", "7"},
             {"modes", "M"},   {"mode", "O"},          {"grades", "Y"},      {"whos", "Y"},
             {"grade", "Z"},   {"who", "Z"},           {"icons", "I"},       {"icon", "J"},
             {"keyword", "U"}, {"trigger", "b"},       {"deckrule", "n"},    {"aims", "b"},
             {"act", "A"},     {"playerreplace", "7"}, {"heldreplace", "8"}, {"moreicons", "I"}};

/* Lists all rows and phrases. */
static void collect_rows(Checker *c, const Row *rows, unsigned n) {
    c->nrow = n;
    c->row = malloc(n * sizeof *c->row);
    c->phrase = calloc(n, sizeof *c->phrase);
    if (!c->row || !c->phrase) abort();
    for (unsigned i = 0; i < n; i++) {
        c->row[i] = &rows[i];
        const char *name = rows[i].phrase;
        if (find_phrase(c, name, strlen(name)) < 0) c->phrase[c->nphrase++].name = name;
    }
}

/* Types are only inferred if all words are known, so that one typo causes one message. */
unsigned grammar_check(const Tongue *t, GrammarFault fault, void *self) {
    WordTable *words = words_make(t);
    Checker c = {.tongue = t, .words = words, .fault = fault, .self = self};
    unsigned nrows;
    Row *rows = rows_make(t, &nrows);
    collect_rows(&c, rows, nrows);
    for (unsigned i = 0; i < c.nrow; i++) {
        check_words(&c, c.row[i]);
        check_duplicate(&c, i);
    }
    for (unsigned i = 0; !c.faults && i < sizeof roots / sizeof *roots; i++) {
        int phrase = find_phrase(&c, roots[i].name, strlen(roots[i].name));
        if (phrase >= 0)
            use_phrase(&c, (unsigned)phrase, 0, roots[i].type, 0);
        else if (!strcmp(roots[i].name, "entry"))
            report(&c, 0, "no row for the phrase <%s>", roots[i].name);
    }
    free(c.row);
    free(c.phrase);
    free(words);
    rows_free(rows, nrows);
    return c.faults;
}
