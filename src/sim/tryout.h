/* Exercises abilities: puts every distinct compiled ability of a card list into checked random
 * games until it was used. */
#pragma once
#include "cards/cardlist.h"
#include "sim/check.h"

/* A printed ability and its results. */
typedef struct Tried {
    const PrintedCard *card; /* first card with this text */
    unsigned entry;          /* index on the card, from 0; behind the last: its box */
    unsigned games;          /* games played for it */
    bool compiled, used;
    bool effective; /* each part of it had an effect at least once */
    bool offered;   /* an option referred to it */
    bool waited;    /* it triggered */
    unsigned violations;
    const char *missing; /* a name, trait or title it needs that no card has, or null */
} Tried;

/* Parameters of a run; callbacks may be null. */
typedef struct TryConfig {
    const Game *game;
    CardList *cards;
    uint64_t seed;
    unsigned games;   /* maximum number of games per ability */
    unsigned least;   /* minimum number of games per ability */
    const char *only; /* "SERIAL" or "SERIAL#N"; null: all */
    /* Returns false to stop; the report is then of what was tried. */
    bool (*progress)(void *context, unsigned done, unsigned all);
    /* 'begin' is the position the game started from. */
    void (*violation)(void *context, const Tried *t, const Violation *v, const Run *begin);
    void *context;
} TryConfig;

typedef struct TryReport {
    Tried *tried; /* in list order */
    unsigned n;
    unsigned compiled, tries, used, effective, violations; /* numbers of abilities */
    uint64_t games, decisions;
    bool stopped; /* by 'progress' */
    double seconds;
    Arena arena;
} TryReport;

/* Returns false if the game has no stage (sim/stage.h) or memory runs out. */
bool tryout_run(const TryConfig *config, TryReport *out);
void tryout_free(TryReport *r);
