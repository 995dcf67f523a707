/* Implementation of text.h. Phases of the compiler, in order: text_normalise (normal.c),
 * grammar_parse (chart.c), text_bind (players, bind.c), text_refer (antecedents, refer.c), and
 * text_emit (code, ability.c and emit.c), which the card builder calls. Explanations use the tree
 * after text_refer. Each phase only writes its own fields of TextTree and Node. */
#include "text/explain.h"
#include "text/tongue.h"
#include <stdio.h>
#include <stdlib.h>

TextTree *text_begin(const Game *g, const char *printed, TextError *error) {
    if (!tongue_of(g)) {
        text_error(error, 0, "%s has no text compiler", g->key);
        return 0;
    }
    TextTree *t = calloc(1, sizeof *t);
    size_t n = strlen(printed);
    t->game = g;
    t->tongue = tongue_of(g);
    t->grammar = grammar_of(g);
    t->printed = malloc(n + 1);
    memcpy(t->printed, printed, n + 1);
    if (text_normalise(t, error)) return t;
    text_free(t);
    return 0;
}

TextTree *text_read(TextTree *t, TextError *error) {
    if (grammar_parse(t->grammar, t, error) && text_bind(t, error)) {
        text_refer(t);
        return t;
    }
    text_free(t);
    return 0;
}

TextTree *text_parse(const Game *g, const char *printed, TextError *error) {
    TextTree *t = text_begin(g, printed, error);
    return t ? text_read(t, error) : 0;
}

void text_free(TextTree *t) {
    if (!t) return;
    free(t->printed);
    free(t->cp);
    free(t->src);
    free(t->owner);
    free(t->folded);
    free(t->node);
    free(t->children);
    free(t);
}

/* Writes one line per node, indented by depth: phrase, range of the normalised text, the text. */
static void dump(const TextTree *t, const Node *n, unsigned depth, Buffer *b) {
    char head[80];
    if (n->leaf == LEAF_ABSENT) return;
    for (unsigned i = 0; i < depth; i++) buffer_add(b, "  ", 2);
    const char *name = n->leaf ? "leaf" : grammar_row(t->grammar, n->row)->phrase;
    buffer_add(b, head, (size_t)snprintf(head, sizeof head, "%s %u-%u ", name, n->start, n->end));
    char *s = leaf_text(t, n);
    buffer_add(b, s, strlen(s));
    free(s);
    buffer_add(b, "\n", 1);
    for (unsigned i = 0; i < n->nchild; i++) dump(t, node_child(t, n, i), depth + 1, b);
}

/* Appends the reminders and ability names, which no node covers. Their ranges count printed
 * characters. */
static void dump_beside(const TextTree *t, Buffer *b) {
    static const char *const names[] = {[OWNER_REMINDER] = "reminder", [OWNER_NAME] = "name"};
    for (unsigned i = 0, end; i < t->nchars; i = end) {
        unsigned what = t->owner[i];
        for (end = i + 1; end < t->nchars && t->owner[end] == what;) end++;
        if (what != OWNER_REMINDER && what != OWNER_NAME) continue;
        char head[80];
        TextTree all = {.cp = t->folded};
        char *s = leaf_text(&all, &(Node){.start = (uint16_t)i, .end = (uint16_t)end});
        buffer_add(b, head, (size_t)snprintf(head, sizeof head, "%s %u-%u ", names[what], i, end));
        buffer_add(b, s, strlen(s));
        buffer_add(b, "\n", 1);
        free(s);
    }
}

char *text_dump(const TextTree *t) {
    Buffer b = {0};
    buffer_add(&b, "", 0);
    dump(t, &t->node[t->root], 0, &b);
    dump_beside(t, &b);
    return b.s;
}

/* Checks that a node's children lie inside it, in order and without overlap. Gaps between them are
 * the node's own literals. */
static const char *check_tiling(const TextTree *t, const Node *n) {
    unsigned at = n->start;
    uint16_t child[MAX_ELEMENTS];
    unsigned count = children_in_order(t, n, child);
    for (unsigned i = 0; i < count; i++) {
        const Node *c = &t->node[child[i]];
        if (c->start < at || c->end > n->end || c->end < c->start) return "two nodes overlap";
        const char *bad = check_tiling(t, c);
        if (bad) return bad;
        at = c->end;
    }
    return 0;
}

const char *text_ownership(const TextTree *t) {
    const Node *root = &t->node[t->root];
    if (root->start != 0 || root->end != t->n) return "the tree does not cover the text";
    for (unsigned i = 0; i < t->nchars; i++)
        if (!t->owner[i]) return "a character belongs to no node";
    return check_tiling(t, root);
}

/* Compares two subtrees; leaves by their text. */
static bool same_node(const TextTree *a, const Node *x, const TextTree *b, const Node *y) {
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
        if (!same_node(a, node_child(a, x, i), b, node_child(b, y, i))) return false;
    return true;
}

bool text_same(const TextTree *a, const TextTree *b) {
    return same_node(a, &a->node[a->root], b, &b->node[b->root]);
}
