#include "cards/arena.h"
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A block of at least 64 KiB; larger requests get a block of their own. */
typedef struct ArenaBlock {
    struct ArenaBlock *before;
    size_t used, room;
    alignas(max_align_t) char data[];
} ArenaBlock;

/* Ends the program if an allocation failed. */
static void *must(void *p) {
    if (p) return p;
    fputs("fuda: out of memory\n", stderr);
    exit(1);
}

/* Memory left at the end of a block is not reused after a new block starts. */
void *arena_get(Arena *a, size_t size) {
    const size_t align = alignof(max_align_t);
    size = (size + align - 1) / align * align;
    if (!a->last || a->last->room - a->last->used < size) {
        size_t room = size > 1 << 16 ? size : 1 << 16;
        ArenaBlock *b = must(calloc(1, sizeof *b + room));
        b->before = a->last;
        b->room = room;
        a->last = b;
    }
    void *p = a->last->data + a->last->used;
    a->last->used += size;
    return p;
}

char *arena_copy(Arena *a, const char *s, size_t size) {
    char *copy = arena_get(a, size + 1);
    memcpy(copy, s, size);
    return copy;
}

char *arena_string(Arena *a, const char *s) { return s ? arena_copy(a, s, strlen(s)) : NULL; }

/* Puts b's blocks before a's newest one, which still has room. */
void arena_join(Arena *a, Arena *b) {
    struct ArenaBlock **oldest = a->last ? &a->last->before : &a->last, *rest = *oldest;
    *oldest = b->last;
    while (*oldest) oldest = &(*oldest)->before;
    *oldest = rest;
    b->last = NULL;
}

void arena_free(Arena *a) {
    while (a->last) {
        ArenaBlock *b = a->last;
        a->last = b->before;
        free(b);
    }
}

void *array_grow(void *array, size_t n, size_t element) {
    if (n & (n - 1) || n == 1) return n == 1 ? must(realloc(array, 2 * element)) : array;
    return must(realloc(array, (n ? n * 2 : 1) * element));
}
