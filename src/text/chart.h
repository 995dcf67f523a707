/* Compiled form of the rows: grammar.c builds it, chart.c parses with it. There is one Grammar per
 * game; it is immutable once built. */
#pragma once
#include "text/grammar.h"

/* One element of a pattern. */
enum ElementKind { EL_LITERAL, EL_PHRASE, EL_VERB, EL_LEAF, EL_CLAUSE };
typedef struct Element {
    uint8_t kind, leaf;
    uint16_t phrase;    /* EL_PHRASE, EL_CLAUSE: phrase index */
    uint16_t alt, nalt; /* EL_LITERAL, EL_VERB: range of Grammar.spelling */
    uint32_t forms;     /* EL_PHRASE: forms that its reading may have, 0 = any */
    bool inherit;       /* EL_PHRASE: the row takes over its form */
} Element;
typedef struct Spelling {
    uint32_t text, len; /* range of Grammar.chars */
    uint8_t form;       /* enum Form of a verb, else FORM_NONE */
} Spelling;
typedef struct Rule {
    uint16_t element, nelement, row;
    uint16_t twin; /* next frame with the same head, 0 = none */
} Rule;

/* Node of a phrase's prefix tree: rows that begin with the same elements share branches. Children
 * have higher indices than their parent. */
typedef struct Branch {
    Element e;
    int16_t child, next; /* first branch behind this one, next alternative; -1 = none */
    int16_t rule;        /* rule that ends here, -1 = none */
    int16_t dispatch;    /* on the first of a long chain: its dispatch table, -1 = none */
    uint16_t starts;     /* first set of the text from this branch on */
    uint16_t after;      /* first set behind its element, if no row ends there */
    uint16_t literal;    /* length, if this is one spelling and alone in its chain; else 0 */
} Branch;
enum { MAX_ROLE_SETS = 24 };
typedef struct Phrase {
    const char *name;
    uint32_t agreeing; /* of a clause: roles that must form one of the sets */
    uint32_t role_set[MAX_ROLE_SETS];
    unsigned nrole_sets;
    uint32_t *taken; /* of a clause: the different sets of roles that its frames take */
    unsigned ntaken;
    int16_t branch; /* first branch, -1 = none */
    int16_t empty;  /* rule with an empty pattern, -1 = none */
    uint16_t rule, nrule;
    uint16_t clause;   /* phrase that holds its chunks and frames, 0 = none */
    uint64_t first[4]; /* hashed set of first characters, for error messages only */
    uint8_t nullable;
    uint16_t starts; /* first set of its branches */
} Phrase;

/* First sets, built by starts.c. All words that a branch can begin with form a trie. The class of a
 * text position is the longest such word found there (0: none). Row 'class' of 'can' has one bit
 * per first set: does the set contain that word or a prefix of it? Long chains of branches have a
 * dispatch table that lists the candidates of each class. */
typedef struct TrieNode {
    uint32_t c;
    uint16_t child, next; /* 0 = none */
    uint16_t word;        /* number of the word that ends here, 0 = none */
    uint16_t class;       /* number of the last word that ends on the path to here */
} TrieNode;
typedef struct Starts {
    uint16_t root[0x10000]; /* trie node by first character, 0 = none */
    TrieNode *node;         /* node 0 is the empty class */
    unsigned nnode;
    unsigned nclass, nset; /* one class per word, and class 0 */
    uint8_t *can;          /* nclass rows of 'width' bytes, one bit per set */
    unsigned width;
    uint32_t *dispatch; /* per table nclass + 1 indices into 'candidate' */
    unsigned ndispatch;
    uint16_t *candidate; /* branch indices */
    unsigned ncandidate;
} Starts;

/* words.c: the symbol table of row templates, one per game. */
typedef struct WordTable WordTable;
enum WordKind { WORD_UNKNOWN, WORD_CONST, WORD_OP, WORD_RULE, WORD_CLAUSE };
WordTable *words_make(const Tongue *t);                      /* release with free() */
int words_find(const WordTable *t, const char *s, size_t n); /* the value, or -1 if unknown */
enum WordKind words_kind(const WordTable *t, const char *s, size_t n);

struct Grammar {
    const Tongue *tongue;
    WordTable *words;
    Row *row;
    unsigned nrow;
    Phrase *phrase;
    unsigned nphrase;
    Rule *rule;
    unsigned nrule;
    Element *element;
    unsigned nelement;
    Branch *branch;
    unsigned nbranch;
    Spelling *spelling;
    unsigned nspelling;
    uint32_t *chars;
    unsigned nchars;
    unsigned start; /* phrase that a whole text must match */
    Starts starts;
};

/* Makes room for one more element in an array of n. The array must only ever grow through this
 * function: capacities are powers of two. Aborts when out of memory. */
void *grammar_grow(void *p, unsigned n, size_t size);
/* Reports an error in our own tables and aborts. */
void grammar_abort(const char *what, const char *where);
void grammar_free(Grammar *g);
/* Fills Grammar.starts, Phrase.first, nullable and starts, Branch.starts, after, dispatch, literal.
 */
void grammar_find_starts(Grammar *g);

/* Class of the position where this zero-terminated text begins. */
unsigned starts_class(const Grammar *g, const uint32_t *text);

/* Can the first set begin at a position of the class? */
static inline bool may_start(const Grammar *g, unsigned set, unsigned class) {
    return g->starts.can[class * g->starts.width + (set >> 3)] >> (set & 7) & 1;
}

static inline bool first_has(const uint64_t *set, uint32_t c) {
    return set[c >> 6 & 3] >> (c & 63) & 1;
}
