/* Lines into words, errors with places, and suggestions. */
#pragma once
#include "scenario/ast.h"

enum { MAX_ERRORS = 8 };

typedef struct Lex {
    Arena *arena;
    ScenarioError **errors; /* where errors go just now: the scenario's or the file's */
    unsigned *nerrors;
    unsigned line;
    bool failed; /* the present line has an error */
    Token *tokens;
    unsigned ntokens;
    unsigned end_column;
} Lex;

void lex_error(Lex *x, Pos pos, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool lex_words(Lex *x, const char *s, const char *end, unsigned column);

/* The nearest of the words tried. */
typedef struct Near {
    const char *word;
    unsigned best;
    const char *found;
} Near;
static inline Near near_to(const char *word) { return (Near){word, 99, 0}; }
void near_try(Near *n, const char *known);
const char *near_said(const Near *n, char *buffer, size_t size); /* "; did you mean …?" or "" */
