/* Lexer: splits lines into tokens and keeps the column of each. */
#include "scenario/lex.h"
#include "text/message.h"
#include <stdarg.h>

void *arena_more(Arena *a, void *list, unsigned n, size_t size) {
    if (n & (n - 1)) return list; /* capacities are powers of two */
    void *more = arena_get(a, (n ? n * 2 : 1) * size);
    if (n) memcpy(more, list, n * size);
    return more;
}

void lex_error(Lex *x, Pos pos, const char *format, ...) {
    x->failed = true;
    unsigned *n = x->nerrors;
    if (*n >= MAX_ERRORS) return;
    if (!*n) *x->errors = arena_get(x->arena, MAX_ERRORS * sizeof **x->errors);
    ScenarioError *e = &(*x->errors)[(*n)++];
    e->line = pos.line;
    e->column = pos.column;
    va_list args;
    va_start(args, format);
    vsnprintf(e->message, sizeof e->message, message(format), args);
    va_end(args);
}

static bool starts(const char *s, const char *end, const char *what) {
    size_t n = strlen(what);
    return (size_t)(end - s) >= n && !memcmp(s, what, n);
}

static bool blank(char c) { return c == ' ' || c == '\t'; }

/* Separators, quotes and comments end a plain word. */
static bool ends_word(const char *s, const char *end) {
    return blank(*s) || strchr(",;:\"()", *s) || starts(s, end, "《") || starts(s, end, "〈");
}

static const struct Quote {
    const char *open, *close;
    TokenKind kind;
} quotes[] = {
    {"\"", "\"", TOK_NAME}, {"《", "》", TOK_NAME}, {"〈", "〉", TOK_TRAIT}, {"(", ")", TOK_SPEC}};

static Token *token_add(Lex *x, TokenKind kind, unsigned column, const char *s, size_t n) {
    x->tokens = arena_more(x->arena, x->tokens, x->ntokens, sizeof(Token));
    Token *t = &x->tokens[x->ntokens++];
    *t = (Token){kind, column, arena_copy(x->arena, s, n)};
    return t;
}

/* Number of code points: columns count characters, not bytes. */
static unsigned characters(const char *s, const char *end) {
    unsigned n = 0;
    for (; s < end; s++) n += ((unsigned char)*s & 0xC0) != 0x80;
    return n;
}

/* A 〈…〉 nested in (…) stays part of it; the parser lexes it again. */
bool lex_words(Lex *x, const char *s, const char *end, unsigned column) {
    x->ntokens = 0;
    x->tokens = 0;
    x->failed = false;
    const char *begin = s;
    while (s < end) {
        unsigned at = column + characters(begin, s);
        const char *single = strchr(",;:", *s);
        if (blank(*s)) {
            s++;
        } else if (*s == '#') {
            break;
        } else if (single && *single) {
            token_add(x, *s == ',' ? TOK_COMMA : *s == ';' ? TOK_SEMI : TOK_COLON, at, s, 1);
            s++;
        } else {
            const struct Quote *q = 0;
            for (unsigned i = 0; i < sizeof quotes / sizeof *quotes; i++)
                if (starts(s, end, quotes[i].open)) q = &quotes[i];
            const char *from = s;
            if (q) {
                from = s += strlen(q->open);
                while (s < end && !starts(s, end, q->close)) s++;
                if (s == end) {
                    lex_error(x, (Pos){x->line, at}, "`%s` is never closed; expected `%s`", q->open,
                              q->close);
                    return false;
                }
                token_add(x, q->kind, at, from, (size_t)(s - from));
                s += strlen(q->close);
            } else if (*s == ')') {
                lex_error(x, (Pos){x->line, at}, "`)` without a `(` before it");
                return false;
            } else {
                while (s < end && !ends_word(s, end)) s++;
                bool equal = s - from == 1 && *from == '=';
                token_add(x, equal ? TOK_EQUAL : TOK_WORD, at, from, (size_t)(s - from));
            }
        }
    }
    x->end_column = column + characters(begin, s);
    return true;
}

/* ---- suggestions ---- */

/* The edit distance allowed grows with the length of the word. Ties keep the word tried first. */
void near_try(Near *n, const char *known) {
    unsigned length = utf8_count(known), own = utf8_count(n->word);
    unsigned longer = length > own ? length : own;
    unsigned limit = longer < 4 ? 1 : longer < 7 ? 2 : longer / 3;
    if (limit >= longer || n->best <= 1) return;
    unsigned d = utf8_distance(n->word, known, limit);
    if (d > limit || d >= n->best) return;
    n->best = d;
    n->found = known;
}

const char *near_hint(const Near *n, char *buffer, size_t size) {
    if (!n->found) return "";
    snprintf(buffer, size, message("; did you mean `%.*s`?"), utf8_clip(n->found, 80), n->found);
    return buffer;
}
