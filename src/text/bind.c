/* Who is meant: あなた is the master; 自分 the player who is the topic of the sentence (else the
 * nearest one written before); 相手 that player's opponent; at the head of a sentence 相手は is the
 * master's opponent (9.14 and rules/rulings.md). */
#include "text/grammar.h"
#include "vm/vm.h"

typedef struct Bind {
    TextTree *t;
    unsigned topic, last; /* ops, 0 = none yet */
    bool as_topic, phase; /* phase: a phase or step was written and no action */
} Bind;

static unsigned opposite(unsigned op) {
    switch (op) {
    case OP_OPP: return OP_YOU;
    case OP_THAT: return OP_NOT_THAT;
    case OP_NOT_THAT: return OP_THAT;
    default: return OP_OPP;
    }
}

static unsigned reference(const Bind *b) {
    return b->topic ? b->topic : b->last ? b->last : OP_YOU;
}

static unsigned player_word(const Bind *b, const char *code) {
    if (!strcmp(code, "!you")) return OP_YOU;
    if (!strcmp(code, "!self")) return reference(b);
    if (!strcmp(code, "!opp")) return b->as_topic || !b->topic ? OP_OPP : opposite(b->topic);
    if (!strcmp(code, "!opps")) return OP_OPPS;
    if (!strcmp(code, "!that")) return OP_THAT;
    if (!strcmp(code, "!every")) return OP_EVERY;
    if (!strcmp(code, "!ally")) return OP_ALLY;
    if (!strcmp(code, "!turnp")) return OP_TURNP;
    return 0;
}

static void walk(Bind *b, unsigned i) {
    TextTree *t = b->t;
    Node *n = &t->node[i];
    if (n->leaf) return;
    const char *code = grammar_row(t->grammar, n->row)->code;
    unsigned p = player_word(b, code);
    if (p) {
        n->player = (uint8_t)p;
        n->value = !strcmp(code, "!that") ? b->phase : !b->last; /* no player was written before */
        b->last = p;
        return;
    }
    const char *phrase = grammar_row(t->grammar, n->row)->phrase;
    if (!strcmp(phrase, "point")) b->phase = true;
    if (!strcmp(phrase, "event")) b->phase = false;
    if (!strcmp(code, "!implicit")) {
        n->player = (uint8_t)(b->topic ? b->topic : OP_YOU);
        return;
    }
    if (!strncmp(code, "!ability", 8)) { /* a quoted ability speaks for its own master */
        Bind inner = {.t = t};
        for (unsigned c = 0; c < n->nchild; c++) walk(&inner, t->children[n->child + c]);
        return;
    }
    bool topic = !strncmp(code, "!topic", 6);
    if (topic) b->as_topic = true;
    n->player = (uint8_t)(b->topic ? b->topic : OP_YOU);
    if (!strcmp(grammar_row(t->grammar, n->row)->phrase,
                "mode")) { /* modes not chosen are as if they were not there */
        Bind inner = *b;
        for (unsigned c = 0; c < n->nchild; c++) walk(&inner, t->children[t->node[i].child + c]);
        return;
    }
    for (unsigned c = 0; c < n->nchild; c++) walk(b, t->children[t->node[i].child + c]);
    n = &t->node[i];
    if (topic) {
        b->as_topic = false;
        unsigned who = b->last;
        b->topic = who == OP_EVERY ? OP_THAT : who;
    }
}

bool text_bind(TextTree *t, TextError *error) {
    Bind b = {.t = t};
    (void)error;
    walk(&b, t->root);
    return true;
}
