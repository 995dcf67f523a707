/* The tree of a search: sequences of answers, and how the playouts that went through them ended.
 *
 * It is open loop: a node is reached by its answers alone, whatever the cards of a sample and the
 * dice were, so which answers continue it can differ from playout to playout. Every answer counts
 * how often it was possible ('offered'), and UCB1 uses that instead of the visits of its parent. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef struct Node {
    uint64_t key;            /* play/answer.h */
    double sum;              /* of the results for the player who gave this answer, 0 to 1 each */
    uint32_t visits;         /* playouts that went through it */
    uint32_t offered;        /* playouts that could have */
    uint32_t first, sibling; /* the first answer after it; the next one beside it; 0: none */
} Node;

/* Node 0 is the root. */
typedef struct Tree {
    Node *node, *spare; /* spare: room for tree_descend */
    uint32_t n, room;
} Tree;

/* Room for so many nodes. False: out of memory; tree_close is allowed then. */
bool tree_open(Tree *t, uint32_t room);
void tree_close(Tree *t);
void tree_clear(Tree *t);
static inline bool tree_full(const Tree *t) { return t->n >= t->room; }
/* The answer with this key after a node; 0: there is none. */
uint32_t tree_find(const Tree *t, uint32_t node, uint64_t key);
/* Adds an answer after a node; the tree must not be full. */
uint32_t tree_add(Tree *t, uint32_t node, uint64_t key);
/* Makes a node the root and drops everything that does not follow it. */
void tree_descend(Tree *t, uint32_t node);
