/* What grammar.c makes of the rows and chart.c reads with. One Grammar for each game; nothing here
 * changes once it is built. */
#pragma once
#include "text/grammar.h"

/* A part of a pattern. */
enum ElementKind { EL_LITERAL, EL_PHRASE, EL_VERB, EL_LEAF };
typedef struct Element {
    uint8_t kind, leaf;
    uint16_t phrase;    /* EL_PHRASE: number; EL_VERB: verb */
    uint16_t alt, nalt; /* EL_LITERAL, EL_VERB: spellings in Grammar.spelling */
} Element;
typedef struct Spelling {
    uint32_t text, len; /* in Grammar.chars */
    uint8_t form;
} Spelling;
typedef struct Rule {
    uint16_t element, nelement, row;
} Rule;
/* Rows of a phrase that begin alike share the beginning. */
typedef struct Branch {
    Element e;
    int16_t child, next; /* -1 = none */
    int16_t rule;        /* the rule that ends here, -1 = none */
    int16_t sorted;      /* on the first of many: its table, -1 = none */
    uint16_t starts;     /* the set of what the text can go on with where this branch is taken */
    uint16_t after;      /* of what it can go on with behind its element, unless a row ends there */
    uint16_t plain;      /* length of its word, if it is a word alone in its chain; else 0 */
} Branch;
typedef struct Phrase {
    const char *name;
    int16_t branch; /* first branch, -1 = none */
    int16_t empty;  /* rule with an empty pattern, -1 = none */
    uint16_t rule, nrule;
    uint64_t first[4]; /* hashed set of first characters; all ones when it may be empty */
    uint8_t nullable;
    uint16_t starts; /* the set of what its branches can begin with */
} Phrase;

/* starts.c. The words with which something can begin, as a tree of characters. Which of them stand
 * at a place is told by the last node reached from there: places have a class by it. A set of words
 * is a column of 'can'; the row of a class says of all sets at once whether one of their words
 * stands there. Many branches at one place are listed by class. */
typedef struct WordNode {
    uint32_t c;
    uint16_t child, next; /* 0 = none */
    uint16_t word;        /* that ends here, 0 = none */
    uint16_t class;       /* the last word that ends on the way here */
} WordNode;
typedef struct Starts {
    uint16_t root[0x10000]; /* node by the first character, 0 = none */
    WordNode *node;         /* 0: no word begins so */
    unsigned nnode;
    unsigned nclass, nset; /* a class for each word, and 0 */
    uint8_t *can;          /* for each class 'width' bytes, a bit for each set */
    unsigned width;
    uint32_t *sorted; /* for each table nclass + 1 places in 'candidate' */
    unsigned nsorted;
    uint16_t *candidate;
    unsigned ncandidate;
} Starts;

/* words.c: what the words of templates mean, by one table a game. */
typedef struct WordTable WordTable;
WordTable *words_make(const Tongue *t);
int words_find(const WordTable *t, const char *s, size_t n); /* -1: no such word */
enum WordKind { WORD_UNKNOWN, WORD_CONST, WORD_OP, WORD_RULE, WORD_CLAUSE };
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
    unsigned start;
    Starts starts;
};

/* Room for one more of 'size' in a list of n that was only ever grown so: doubles at powers of two.
 */
void *grammar_grow(void *p, unsigned n, size_t size);
/* A mistake in our own tables: says so and ends the program. */
void grammar_broken(const char *what, const char *where);
void grammar_free(Grammar *g);
/* Fills Phrase.first and nullable, Branch.starts and sorted, and Grammar.starts. */
void grammar_find_starts(Grammar *g);

/* The class of the place where this text begins; a 0 ends it. */
unsigned starts_class(const Grammar *g, const uint32_t *text);

/* Does a word of the set stand at a place of the class? */
static inline bool may_start(const Grammar *g, unsigned set, unsigned class) {
    return g->starts.can[class * g->starts.width + (set >> 3)] >> (set & 7) & 1;
}

static inline bool first_has(const uint64_t *set, uint32_t c) {
    return set[c >> 6 & 3] >> (c & 63) & 1;
}
