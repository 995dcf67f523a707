/* A growing string, shared by explain.c, spell.c, remind.c and the dump in text.c. */
#pragma once
#include "text/grammar.h"

/* 's' is null or zero-terminated; the owner frees it. A zeroed Buffer is empty. */
typedef struct Buffer {
    char *s;
    size_t n, cap;
} Buffer;
void buffer_add(Buffer *b, const char *s, size_t n);

/* spell.c: writes the whole tree in Japanese. The caller frees the result. */
char *text_spell(const TextTree *t);

/* moods.c: are these the cards that the ability's cost was paid with, 「コストで置いたカード」? */
bool made_by_cost(const TextTree *t, const Node *n);

/* Is 'own' an unstated owner of cards in open zones, so that they are anyone's
 * (Tongue.open_is_anyones)? */
bool is_anyones(const TextTree *t, const Node *n, const Node *own);
