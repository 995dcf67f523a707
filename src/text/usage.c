/* Which rows of the grammar texts use: a row that no text uses is not known to be right. */
#include "text/chart.h"
#include <stdio.h>
#include <stdlib.h>

unsigned text_row_count(const Game *g) { return grammar_of(g)->nrow; }

/* Counts the chunks that may have filled the roles of a frame's node; the tree does not tell which
 * of several with the same roles did. */
static void count_chunks(const Grammar *g, const Node *n, unsigned *count) {
    for (unsigned i = 0; i < g->nrow; i++) {
        const Row *row = &g->row[i];
        bool same = row->clause == g->row[n->row].clause;
        if (same && row->sort == ROW_CHUNK && !(row->takes & ~n->roles)) count[i]++;
        if (same && row->sort == ROW_AGREE) count[i]++;
    }
}

static void count_rows(const TextTree *t, const Node *n, unsigned *count) {
    if (!n->leaf) count[n->row]++;
    if (!n->leaf && t->grammar->row[n->row].sort == ROW_FRAME) count_chunks(t->grammar, n, count);
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
