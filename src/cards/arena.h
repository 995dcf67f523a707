/* Arena allocator: memory that is freed all at once. Running out of memory ends the program with a
 * message. */
#pragma once
#include <stddef.h>

/* A zeroed Arena is empty. 'last' is the newest block; blocks link to their predecessor. */
typedef struct Arena {
    struct ArenaBlock *last;
} Arena;

void *arena_get(Arena *a, size_t size);                 /* zeroed, aligned for any type */
char *arena_copy(Arena *a, const char *s, size_t size); /* adds a terminating NUL */
char *arena_string(Arena *a, const char *s);            /* null stays null */
void arena_join(Arena *a, Arena *b); /* a takes over the memory of b; b is empty then */
void arena_free(Arena *a);
/* Makes room for one more element in a malloc'ed array of n elements. Doubles the array when n is a
 * power of two, so no capacity needs to be stored. */
void *array_grow(void *array, size_t n, size_t element);
