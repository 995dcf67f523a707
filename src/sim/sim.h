/* Many games: the loop, the totals, and the signature of the engine's behaviour. */
#pragma once
#include "fuda.h"
#include "play/player.h"

enum {
    SIM_MAX_DECISIONS = 20000, /* a game that goes on longer is given up: "not finished" */
    SIM_MAX_DECKS = 64,
};

/* How a game ended. */
typedef struct SimResult {
    uint8_t result; /* RESULT_*; RESULT_NONE: given up */
    PlayerSet won;
    uint16_t turns;
    uint32_t decisions;
} SimResult;

/* What a thread needs to play; made once, for any number of games. */
typedef struct SimSeat {
    Run run;
    Chooser chooser[MAX_PLAYERS];
    unsigned nchoosers;
    struct Checker *checker; /* or null */
} SimSeat;

/* Goes on with the game in r->s until it is over. Nothing is allocated, nothing but the answers
 * decides. */
SimResult sim_game(Run *r, Chooser *who);

typedef struct Violation {
    uint64_t game, seed; /* of the game */
    unsigned deck[MAX_PLAYERS];
    unsigned decision; /* how many had been answered */
    char what[160];
    const uint8_t *answers; /* so far */
    unsigned nanswers;
} Violation;

typedef struct SimConfig {
    const Game *game;
    const Pack *pack;
    const FudaDeck *decks;
    unsigned ndecks;
    unsigned players, format;
    uint64_t games, seed;
    unsigned threads;
    const char *player[MAX_PLAYERS]; /* names of computer players, one a seat */
    bool check;
    void (*violation)(void *, const Violation *); /* one call at a time */
    void *context;
} SimConfig;

typedef struct SimTotals {
    uint64_t games, finished, draws, decisions, turns, violations;
    uint64_t wins[MAX_PLAYERS]; /* by seat */
    uint64_t deck_games[SIM_MAX_DECKS], deck_wins[SIM_MAX_DECKS];
    double seconds;
} SimTotals;

/* The totals do not depend on the number of threads. False: a deck does not fit, or there is no
 * memory. */
bool sim_run(const SimConfig *config, SimTotals *totals);

/* The setup of the i-th game of a series: every deck meets every other one from both seats. */
FudaSetup sim_setup(const SimConfig *config, uint64_t i, FudaDeck *decks, unsigned *which);
void sim_seed(Chooser *who, unsigned n, uint64_t seed);

bool sim_seat_open(SimSeat *seat, const SimConfig *config);
void sim_seat_close(SimSeat *seat);

/* A hash of what is asked, offered and answered in 'games' games of random players, and how they
 * end: it changes when the engine behaves otherwise, not when the state is laid out otherwise. 0: a
 * deck does not fit. */
uint64_t sim_signature(const SimConfig *config, unsigned games);
