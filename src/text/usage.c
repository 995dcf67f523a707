/* Which rows of the grammar texts use: a row that no text uses is not known to be right. */
#include "text/chart.h"
#include <stdio.h>
#include <stdlib.h>

unsigned text_row_count(const Game *g) { return grammar_of(g)->nrow; }

static void count_rows(const TextTree *t, const Node *n, unsigned *count) {
    if (!n->leaf) count[n->row]++;
    for (unsigned i = 0; i < n->nchild; i++) count_rows(t, node_child(t, n, i), count);
}

void text_count_rows(const TextTree *t, unsigned *count) {
    count_rows(t, &t->node[t->root], count);
}

char *text_row_name(const Game *g, unsigned i) {
    const Row *r = grammar_row(grammar_of(g), i);
    size_t size = strlen(r->file) + strlen(r->phrase) + strlen(r->pattern) + 20;
    char *s = malloc(size);
    if (s) snprintf(s, size, "%s:%u\t%s\t%s", r->file, r->line, r->phrase, r->pattern);
    return s;
}
