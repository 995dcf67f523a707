/* Memory that is given out piece by piece and freed at once. Out of memory ends the program with a
 * line. */
#pragma once
#include <stddef.h>

typedef struct Arena {
    struct ArenaBlock *last;
} Arena;

void *arena_get(Arena *a, size_t size);                 /* zeroed, aligned for anything */
char *arena_copy(Arena *a, const char *s, size_t size); /* with a zero byte behind */
char *arena_string(Arena *a, const char *s);            /* null stays null */
void arena_free(Arena *a);
/* Makes room for one more of 'n' elements in an array from malloc: doubles it when n is a power of
 * two. */
void *array_grow(void *array, size_t n, size_t element);
