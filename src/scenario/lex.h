/* Tokens of a line, errors with positions, and spelling suggestions. */
#pragma once
#include "scenario/ast.h"

enum { MAX_ERRORS = 8 };

typedef struct Lex {
    Arena *arena;
    ScenarioError **errors; /* current destination: the scenario's list or the file's */
    unsigned *nerrors;
    unsigned line;
    bool failed; /* the current line has an error; parsing of it stops */
    Token *tokens;
    unsigned ntokens;
    unsigned end_column;
} Lex;

/* Adds an error unless MAX_ERRORS are there already, and sets 'failed'. */
void lex_error(Lex *x, Pos pos, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Splits [s, end), which starts at that column, into x->tokens. Returns false after an error. */
bool lex_words(Lex *x, const char *s, const char *end, unsigned column);

/* Finds the known word nearest to a misspelt one: near_to, near_try for each, near_hint. */
typedef struct Near {
    const char *word;
    unsigned best;
    const char *found;
} Near;
static inline Near near_to(const char *word) { return (Near){word, 99, 0}; }
void near_try(Near *n, const char *known);
const char *near_hint(const Near *n, char *buffer,
                      size_t size); /* "; did you mean …?", or "" if no word is near */
