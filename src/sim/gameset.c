#include "sim/gameset.h"
#include <stdlib.h>
#include <string.h>

static bool make_room(GameSet *set) {
    if (set->n < set->room) return true;
    const unsigned room = set->room ? 2 * set->room : 8;
    Stretch *at = realloc(set->at, room * sizeof *at);
    if (!at) return false;
    set->at = at;
    set->room = room;
    return true;
}

/* Joins stretch i with the next one if they touch. */
static void join(GameSet *set, unsigned i) {
    if (i + 1 >= set->n || set->at[i].until != set->at[i + 1].from) return;
    set->at[i].until = set->at[i + 1].until;
    memmove(&set->at[i + 1], &set->at[i + 2], (set->n - i - 2) * sizeof *set->at);
    set->n--;
}

bool games_add(GameSet *set, Stretch s) {
    unsigned i = set->n;
    if (s.from >= s.until) return true;
    if (!make_room(set)) return false;
    while (i && set->at[i - 1].from > s.from) i--;
    memmove(&set->at[i + 1], &set->at[i], (set->n - i) * sizeof *set->at);
    set->at[i] = s;
    set->n++;
    join(set, i);
    if (i) join(set, i - 1);
    return true;
}

bool games_add_all(GameSet *set, const GameSet *from) {
    for (unsigned i = 0; i < from->n; i++)
        if (!games_add(set, from->at[i])) return false;
    return true;
}

uint64_t games_count(const GameSet *set) {
    uint64_t n = 0;
    for (unsigned i = 0; i < set->n; i++) n += stretch_size(set->at[i]);
    return n;
}

Stretch games_missing(const GameSet *set, uint64_t limit, uint64_t most) {
    const bool begins = set->n && !set->at[0].from;
    const uint64_t from = begins ? set->at[0].until : 0;
    uint64_t until = set->n > begins ? set->at[begins].from : limit;
    if (until > limit) until = limit;
    if (from >= until) return (Stretch){from, from};
    return (Stretch){from, until - from > most ? from + most : until};
}

Stretch games_take(GameSet *set, uint64_t most) {
    if (!set->n) return (Stretch){0, 0};
    Stretch s = set->at[0];
    if (stretch_size(s) > most) {
        s.until = s.from + most;
        set->at[0].from = s.until;
    } else {
        memmove(&set->at[0], &set->at[1], --set->n * sizeof *set->at);
    }
    return s;
}

void games_clear(GameSet *set) { set->n = 0; }

void games_free(GameSet *set) {
    free(set->at);
    *set = (GameSet){0};
}
