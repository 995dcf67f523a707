/* The grammar: rows of (kind of phrase, how it is written, code, English), and a chart parser over
 * them.
 *
 * A row's pattern holds literal text, <phrase> for a part, {a|b|} for spellings (the first is the
 * canonical one, an empty one makes it optional) and ~verb for an inflected verb of the table
 * below. Japanese has no word boundaries, so there is no separate lexer: literals are matched where
 * a phrase may begin, and all readings are kept until one covers the whole text; where several do,
 * the earlier row wins. */
#pragma once
#include "kernel/game.h"
#include "text/text.h"
#include "text/word.h"

/* Phrases that are known by name; grammar.c has the names in this order. */
enum KnownPhrase {
    IS_OTHER,
    IS_ABILITY,
    IS_ACT,
    IS_COST,
    IS_ENTRY,
    IS_EVENT,
    IS_F,
    IS_GRADE,
    IS_HOWMANY,
    IS_ITEM,
    IS_ITEMS,
    IS_LATER,
    IS_MODE,
    IS_NUM,
    IS_OWN,
    IS_POINT,
    IS_SET,
    IS_SET1,
    IS_WHO,
};

typedef struct Row {
    const char *phrase, *pattern, *code, *english;
    const char *file; /* where it stands */
    uint16_t line;
    /* found when the grammar is built */
    uint8_t is;     /* enum KnownPhrase */
    bool implicit;  /* its code has !implicit */
    bool varies;    /* its pattern has words to choose from, or a verb */
    uint16_t facts; /* refer_facts */
    uint16_t first; /* the first row that says the same in the same words: that one is spelled */
} Row;
/* What R(…) of the tables is. */
#define GRAMMAR_ROW(p, how, makes, says) GRAMMAR_ROW_AT(p, how, makes, says, __FILE__, __LINE__),
#define GRAMMAR_ROW_AT(p, how, makes, says, f, l)                                                  \
    { .phrase = p, .pattern = how, .code = makes, .english = says, .file = f, .line = l }

/* How a verb ends tells how its action is tied to the next one. */
enum Form {
    FORM_NONE,
    FORM_FINAL,
    FORM_CONT,
    FORM_MAY,
    FORM_BY,
    FORM_UNLESS, /* what is forbidden without it follows */
    FORM_COUNT,
    FORM_OR = FORM_COUNT
};

typedef struct Verb {
    const char *word, *forms[FORM_COUNT];
} Verb;

enum { MAX_ELEMENTS = 24, MAX_NORMAL = 2000 };

typedef struct Node {
    uint16_t row;
    uint8_t form, nchild;
    uint16_t child;      /* index of the first in TextTree.children */
    uint16_t start, end; /* in the normalised text */
    uint8_t player;      /* resolved player op for player words */
    uint8_t leaf;        /* LEAF_*, for rows of the machine's own */
    uint8_t bought;      /* refer.c: a sentence that a payment before it buys */
    uint8_t pairs;       /* refer.c: any number of cards change places, one with another */
    uint8_t one;         /* refer.c: a set in a cost that means one of its cards */
    uint8_t of_event;    /* refer.c: "among them" means the cards of the event */
    uint8_t makes_it;    /* refer.c: an action whose cards are spoken of later as "it" */
    uint16_t means;      /* refer.c: the node, + 1, that stands for what is left unsaid here */
    int value;
} Node;
enum { LEAF_NONE, LEAF_NUMBER, LEAF_NAME, LEAF_TRAIT, LEAF_QUOTE };

typedef struct Tongue Tongue;
struct TextTree {
    const Game *game;
    const Tongue *tongue;
    const struct Grammar *grammar;
    char *printed;
    unsigned nchars; /* code points of the printed text */
    uint32_t *cp;    /* normalised */
    uint16_t *src;   /* place of each in the printed text */
    unsigned n;
    uint32_t *folded; /* the printed text with widths and signs made one, place by place */
    uint8_t *owner;   /* for each printed character: 1 phrase, 2 reminder, 3 blank, 4 name of the
                         ability */
    Node *node;
    unsigned nnode, cap_node;
    uint16_t *children;
    unsigned nchildren, cap_children;
    unsigned root;
};

typedef struct Grammar Grammar;
/* Built once a process, by whichever thread asks first; never changed or freed then. */
const Grammar *grammar_of(const Game *g);
const Row *grammar_row(const Grammar *g, unsigned i);
const Row *grammar_common(unsigned *n); /* the rows of all games */
/* check.c: looks at every row of a game's grammar as it is printed in the tables, and tells the
 * faults one by one; returns how many. 'row' is null for a fault of no row. */
typedef void (*GrammarFault)(void *self, const Row *row, const char *what);
unsigned grammar_check(const Tongue *t, GrammarFault fault, void *self);
/* The row of the phrase with exactly this pattern; -1: there is none. */
int grammar_find(const Grammar *g, const char *phrase, const char *pattern);
/* Verbs of patterns: how long the word is that stands there; the i-th spelling of a form of it. */
size_t verb_length(const char *s);
bool verb_spelling(const char *verb, unsigned form, unsigned i, char *out, size_t size);
bool grammar_parse(const Grammar *g, TextTree *t, TextError *error);

/* text.c: text_parse in two steps. A tree whose text is normalised but not read; then read, or
 * freed if it is not understood. Null and *error as in text_parse. */
TextTree *text_begin(const Game *g, const char *printed, TextError *error);
TextTree *text_read(TextTree *t, TextError *error);

/* normal.c */
bool text_normalise(TextTree *t, TextError *error);
char *leaf_text(const TextTree *t,
                const Node *n); /* to be freed: what a name, trait or quote says */

/* bind.c: who is meant by あなた, 自分, 相手 (9.14); null or an error */
bool text_bind(TextTree *t, TextError *error);

/* refer.c: what それ, さらに and verbs without an object speak of: Node.means, Node.makes_it */
void text_refer(TextTree *t);
uint16_t refer_facts(const Row *row); /* what refer.c has to know of a row */

/* spell.c: fills Row.first. */
void grammar_find_first(Row *row, unsigned n);

static inline const Node *node_child(const TextTree *t, const Node *n, unsigned i) {
    return &t->node[t->children[n->child + i]];
}

/* emit.c: what the builder must provide */
typedef struct Sink {
    void *self;
    unsigned (*term)(void *self, const char *text);
    unsigned (*ability)(void *self,
                        const AbilityDef *a); /* adds one made by another ability; returns its id */
    unsigned (*code)(void *self, const Code *words, unsigned n); /* returns pc */
    unsigned kinds; /* kinds of the card the text stands on */
} Sink;
enum { MAX_ENTRY_ABILITIES = 6 };
/* Compiles all abilities of an entry; returns how many, 0 = error. */
unsigned text_emit(const TextTree *t, Sink *sink, AbilityDef *out, TextError *error);
bool text_error(TextError *e, unsigned at, const char *format, ...);
