/* Shared by emit.c (rows, sentences) and ability.c (abilities, icons). */
#pragma once
#include "text/grammar.h"
#include "vm/vm.h"

enum { MAX_WORDS = 700 };
typedef struct Words {
    unsigned n;
    Code w[MAX_WORDS];
} Words;

typedef struct Emit {
    const TextTree *t;
    Sink *sink;
    TextError *error;
    bool failed, granted;
    unsigned duration, in_cost, nquoted;
    bool is_static;
    const Node *as_it; /* a set that was made "it" just before */
    Words last_set;    /* what was named last */
    Words last_if;     /* the condition that "otherwise" is about */
    Words each;        /* "for each …": multiplies the changes of the sentence */
} Emit;

bool fail(Emit *e, const Node *n, const char *what);
void put(Emit *e, Words *w, unsigned x);
void wrap(Emit *e, Words *w, unsigned from, const Words *head);
void emit_node(Emit *e, const Node *n, Words *out);
void emit_body(Emit *e, const Node *n, Words *out);
void emit_sentence(Emit *e, const Node *n, Words *out);
void emit_special(Emit *e, const Node *n, const char *s, size_t len, Words *out);
void emit_ability(Emit *e, const Node *n, AbilityDef *a);
uint32_t events_of(Emit *e, const Words *w); /* kinds of event a trigger listens to */
const char *node_code(const Emit *e, const Node *n);
