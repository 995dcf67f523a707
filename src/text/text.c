/* The public side of the text compiler. */
#include "text/grammar.h"
#include "vm/vm.h"
#include <stdio.h>
#include <stdlib.h>

TextTree *text_parse(const Game *g, const char *printed, TextError *error) {
    TextTree *t = calloc(1, sizeof *t);
    size_t n = strlen(printed);
    t->game = g;
    t->grammar = grammar_of(g);
    t->printed = malloc(n + 1);
    memcpy(t->printed, printed, n + 1);
    if (text_normalise(t, error) && grammar_parse(t->grammar, t, error) && text_bind(t, error)) {
        text_refer(t);
        return t;
    }
    text_free(t);
    return 0;
}

void text_free(TextTree *t) {
    if (!t) return;
    free(t->printed);
    free(t->cp);
    free(t->src);
    free(t->owner);
    free(t->node);
    free(t->children);
    free(t);
}

typedef struct Buffer {
    char *s;
    size_t n, cap;
} Buffer;

static void add(Buffer *b, const char *s, size_t n) {
    if (b->n + n + 1 > b->cap) {
        b->cap = (b->n + n + 1) * 2;
        b->s = realloc(b->s, b->cap);
    }
    memcpy(b->s + b->n, s, n);
    b->n += n;
    b->s[b->n] = 0;
}

static void say_number(Buffer *b, int v) {
    char s[16];
    add(b, s, (size_t)snprintf(s, sizeof s, "%d", v));
}

/* The word "it" of its own, where what it stands for is known. */
static bool says_it(const char *row, const char *s) {
    return !strncmp(s, "it", 2) && (s == row || s[-1] == ' ') && (!s[2] || s[2] == ' ');
}

static void english(const TextTree *t, const Node *n, Buffer *b) {
    if (n->leaf == LEAF_NUMBER) {
        say_number(b, n->value);
        return;
    }
    if (n->leaf) {
        char *s = leaf_text(t, n);
        add(b, s, strlen(s));
        free(s);
        return;
    }
    const char *code = grammar_row(t->grammar, n->row)->code;
    if (*code == '!' && (!strcmp(code, "!self") || !strcmp(code, "!opp"))) { /* who was meant */
        const char *who = n->player == OP_OPP        ? "the opponent"
                          : n->player == OP_THAT     ? "that player"
                          : n->player == OP_NOT_THAT ? "that player's opponent"
                                                     : "you";
        add(b, who, strlen(who));
        return;
    }
    if (n->form == FORM_MAY) add(b, "may ", 4);
    if (n->form == FORM_BY) add(b, "(to do what follows) may ", 25);
    const Node *meant = n->means ? &t->node[n->means - 1] : 0;
    const char *row = grammar_row(t->grammar, n->row)->english;
    for (const char *s = row; *s; s++) {
        if (meant && says_it(row, s)) {
            english(t, meant, b);
            s++;
        } else if (*s == '{' && s[1] >= '1' && s[1] <= '9' && s[2] == '}') {
            if ((unsigned)(s[1] - '1') < n->nchild)
                english(t, node_child(t, n, (unsigned)(s[1] - '1')), b);
            s += 2;
        } else {
            add(b, s, 1);
        }
    }
    if (meant && !strcmp(code, "!also")) { /* for as long as before */
        add(b, ", ", 2);
        english(t, meant, b);
    }
}

/* The normalised text, as it was understood: what is read again gives the same tree. */
static void japanese(const TextTree *t, const Node *n, Buffer *b) {
    char *s = leaf_text(t, n);
    add(b, s, strlen(s));
    free(s);
}

char *text_explain(const TextTree *t, const char *lang) {
    Buffer b = {0};
    add(&b, "", 0);
    if (lang[0] == 'j') {
        japanese(t, &t->node[t->root], &b);
        return b.s;
    }
    english(t, &t->node[t->root], &b);
    char *out = b.s; /* a sentence ends in a full stop alone; no doubled blanks; "your" */
    for (char *s = b.s; *s; s++) {
        if (*s == ',' && (s[1] == '.' || s[1] == ',' || s[1] == ']')) continue;
        if (*s == ' ' && (s[1] == ' ' || s[1] == ':' || s[1] == ',')) continue;
        if (!strncmp(s, "you's", 5)) {
            memcpy(out, "your", 4);
            out += 4;
            s += 4;
            continue;
        }
        *out++ = *s;
    }
    *out = 0;
    return b.s;
}

static void dump(const TextTree *t, const Node *n, unsigned depth, Buffer *b) {
    char head[80];
    for (unsigned i = 0; i < depth; i++) add(b, "  ", 2);
    const char *name = n->leaf ? "leaf" : grammar_row(t->grammar, n->row)->phrase;
    add(b, head, (size_t)snprintf(head, sizeof head, "%s %u-%u ", name, n->start, n->end));
    char *s = leaf_text(t, n);
    add(b, s, strlen(s));
    free(s);
    add(b, "\n", 1);
    for (unsigned i = 0; i < n->nchild; i++) dump(t, node_child(t, n, i), depth + 1, b);
}

char *text_dump(const TextTree *t) {
    Buffer b = {0};
    add(&b, "", 0);
    dump(t, &t->node[t->root], 0, &b);
    return b.s;
}

/* Every node's children lie inside it in order without overlap; what lies between them are the
 * node's own literals. */
static const char *tiled(const TextTree *t, const Node *n) {
    unsigned at = n->start;
    for (unsigned i = 0; i < n->nchild; i++) {
        const Node *c = node_child(t, n, i);
        if (c->start < at || c->end > n->end || c->end < c->start)
            return "a part overlaps another one";
        const char *bad = tiled(t, c);
        if (bad) return bad;
        at = c->end;
    }
    return 0;
}

const char *text_ownership(const TextTree *t) {
    const Node *root = &t->node[t->root];
    if (root->start != 0 || root->end != t->n) return "the tree does not cover the text";
    for (unsigned i = 0; i < t->nchars; i++)
        if (!t->owner[i]) return "a character belongs to nothing";
    return tiled(t, root);
}

static bool same(const TextTree *a, const Node *x, const TextTree *b, const Node *y) {
    if (x->leaf != y->leaf || x->nchild != y->nchild || (!x->leaf && x->row != y->row) ||
        x->form != y->form)
        return false;
    if (x->leaf) {
        char *p = leaf_text(a, x), *q = leaf_text(b, y);
        bool ok = !strcmp(p, q);
        free(p);
        free(q);
        return ok;
    }
    for (unsigned i = 0; i < x->nchild; i++)
        if (!same(a, node_child(a, x, i), b, node_child(b, y, i))) return false;
    return true;
}

bool text_same(const TextTree *a, const TextTree *b) {
    return same(a, &a->node[a->root], b, &b->node[b->root]);
}
