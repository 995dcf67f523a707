/* Sets of games by number, as sorted stretches: which games of a study are counted or given out. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* The games from .. until - 1. */
typedef struct Stretch {
    uint64_t from, until;
} Stretch;

static inline uint64_t stretch_size(Stretch s) { return s.until - s.from; }

/* All zero: empty. The stretches do not touch. */
typedef struct GameSet {
    Stretch *at;
    unsigned n, room;
} GameSet;

/* Adds games of which none is in the set. False: out of memory. */
bool games_add(GameSet *set, Stretch s);
bool games_add_all(GameSet *set, const GameSet *from);
uint64_t games_count(const GameSet *set);
/* The first games below 'limit' that are not in the set, at most so many; an empty stretch if none
 * are left. */
Stretch games_missing(const GameSet *set, uint64_t limit, uint64_t most);
/* Takes the first games out, at most so many; an empty stretch if the set is empty. */
Stretch games_take(GameSet *set, uint64_t most);
void games_clear(GameSet *set);
void games_free(GameSet *set);
