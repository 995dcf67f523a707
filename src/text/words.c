/* Symbol table of row templates: a game's constants, VM ops, kinds of event, rule changes and
 * clauses.
 * Open-addressing hash table; where names collide the kind added first wins, in this order. */
#include "text/chart.h"
#include "text/tongue.h"
#include <stdlib.h>

enum { WORDS_SIZE = 4096 };
struct WordTable {
    const char *word[WORDS_SIZE]; /* name; for clauses the bare id, such as 9.14.2 */
    Code value[WORDS_SIZE];
    uint8_t kind[WORDS_SIZE]; /* enum WordKind */
};

/* FNV-1a. Treats '.' and '-' of clause ids as '_', which templates write instead. */
static uint32_t word_hash(const char *s, size_t n) {
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)(s[i] == '.' || s[i] == '-' ? '_' : s[i])) * 16777619u;
    return h ^ h >> 15;
}

static bool word_is(const char *word, const char *s, size_t n) {
    size_t i = 0;
    while (i < n && word[i] &&
           (word[i] == s[i] || ((word[i] == '.' || word[i] == '-') && s[i] == '_')))
        i++;
    return i == n && !word[i];
}

/* Adds a name unless it is there already. The table must stay sparse: it has no resize. */
static void word_add(WordTable *t, const char *word, unsigned value, enum WordKind kind) {
    size_t n = strlen(word);
    uint32_t at = word_hash(word, n) % WORDS_SIZE;
    for (; t->word[at]; at = (at + 1) % WORDS_SIZE)
        if (same_word(t->word[at], word)) return;
    t->word[at] = word;
    t->value[at] = (Code)value;
    t->kind[at] = (uint8_t)kind;
}

/* Only clauses of the game's own rulebook are included. */
WordTable *words_make(const Tongue *own) {
    WordTable *t = calloc(1, sizeof *t);
    const Game *g = own->game;
    if (!t) abort();
    for (unsigned i = 0; i < own->nword; i++)
        word_add(t, own->word[i].name, (unsigned)own->word[i].value, WORD_CONST);
    for (unsigned i = 1; i < OP_COUNT_; i++) word_add(t, op_info[i].name, i, WORD_OP);
    for (unsigned i = 1; i < EV_COUNT; i++)
        if (event_info[i].carries) word_add(t, event_info[i].name, i, WORD_CONST);
    for (unsigned i = 0; i < g->nrules; i++) word_add(t, g->rules[i].key, i, WORD_RULE);
    for (unsigned i = 1; i < CLAUSE_COUNT; i++)
        if (same_word(clause_info[i].game, g->key)) word_add(t, clause_info[i].id, i, WORD_CLAUSE);
    return t;
}

/* Index of the name in the table, WORDS_SIZE if unknown. */
static unsigned word_at(const WordTable *t, const char *s, size_t n) {
    if (n > 3 && s[2] == '_' && s[3] >= '0' && s[3] <= '9')
        s += 3, n -= 3; /* PREFIX_11_5_2 names a clause */
    for (uint32_t at = word_hash(s, n) % WORDS_SIZE; t->word[at]; at = (at + 1) % WORDS_SIZE)
        if (word_is(t->word[at], s, n)) return at;
    return WORDS_SIZE;
}

int words_find(const WordTable *t, const char *s, size_t n) {
    unsigned at = word_at(t, s, n);
    return at < WORDS_SIZE ? (int)t->value[at] : -1;
}

enum WordKind words_kind(const WordTable *t, const char *s, size_t n) {
    unsigned at = word_at(t, s, n);
    return at < WORDS_SIZE ? t->kind[at] : WORD_UNKNOWN;
}
