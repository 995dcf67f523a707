#include "play/tree.h"
#include <stdlib.h>
#include <string.h>

bool tree_open(Tree *t, uint32_t room) {
    *t = (Tree){.node = malloc(room * sizeof(Node)), .spare = malloc(room * sizeof(Node))};
    t->room = room;
    if (!t->node || !t->spare) return false;
    tree_clear(t);
    return true;
}

void tree_close(Tree *t) {
    free(t->node);
    free(t->spare);
    memset(t, 0, sizeof *t);
}

void tree_clear(Tree *t) {
    t->node[0] = (Node){0};
    t->n = 1;
}

uint32_t tree_find(const Tree *t, uint32_t node, uint64_t key) {
    uint32_t i = t->node[node].first;
    while (i && t->node[i].key != key) i = t->node[i].sibling;
    return i;
}

uint32_t tree_add(Tree *t, uint32_t node, uint64_t key) {
    const uint32_t i = t->n++;
    t->node[i] = (Node){.key = key, .sibling = t->node[node].first};
    t->node[node].first = i;
    return i;
}

/* Copies breadth first: the copied nodes are the queue, and until its turn comes each still has the
 * links into the old array. */
void tree_descend(Tree *t, uint32_t node) {
    const Node *from = t->node;
    Node *to = t->spare;
    uint32_t n = 1;
    to[0] = from[node];
    to[0].sibling = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t begin = n;
        for (uint32_t x = to[i].first; x; x = from[x].sibling) to[n++] = from[x];
        to[i].first = begin < n ? begin : 0;
        for (uint32_t x = begin; x < n; x++) to[x].sibling = x + 1 < n ? x + 1 : 0;
    }
    t->spare = t->node;
    t->node = to;
    t->n = n;
}
