/* Trying out abilities: every different compiled ability of a list of cards is put into random
 * games until it was used. The games are checked as `fuda sim --check` checks them. */
#pragma once
#include "cards/cardlist.h"
#include "sim/check.h"

/* A printed ability, and what became of it. */
typedef struct Tried {
    const PrintedCard *card; /* the first one that has it */
    unsigned entry;          /* number on the card, from 0; behind the last one: its box */
    unsigned games;          /* that were played for it */
    bool compiled, used;
    bool effective; /* something came of each of its parts at least once */
    bool offered;   /* an option spoke of it */
    bool waited;    /* it triggered */
    unsigned violations;
    const char *missing; /* a name, trait or title that no card of the list has, or null */
} Tried;

typedef struct TryConfig {
    const Game *game;
    CardList *cards;
    uint64_t seed;
    unsigned games;   /* at most so many for one ability, */
    unsigned least;   /* and at least so many */
    const char *only; /* a serial, or serial/number; null: all */
    void (*progress)(void *context, unsigned done, unsigned all);
    /* 'begin': the position the game began with */
    void (*violation)(void *context, const Tried *t, const Violation *v, const Run *begin);
    void *context;
} TryConfig;

typedef struct TryReport {
    Tried *tried; /* in order of the list */
    unsigned n;
    unsigned compiled, tries, used, effective, violations; /* abilities; of these tried, … */
    uint64_t games, decisions;
    double seconds;
    Arena arena;
} TryReport;

/* False: the game has no stage (sim/stage.h), or there is no memory. */
bool tryout_run(const TryConfig *config, TryReport *out);
void tryout_free(TryReport *r);
