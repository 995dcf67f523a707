/* A text that grows; shared by explain.c and the dump in text.c. */
#pragma once
#include "text/grammar.h"

typedef struct Buffer {
    char *s;
    size_t n, cap;
} Buffer;
void buffer_add(Buffer *b, const char *s, size_t n);

/* spell.c: the whole tree in Japanese, to be freed. */
char *text_spell(const TextTree *t);
