/* Plays many games: the loop, totals, and the signature of the engine's behaviour. */
#pragma once
#include "kernel/setup.h"
#include "play/player.h"

enum {
    SIM_MAX_DECISIONS = 20000, /* a longer game counts as not finished */
    SIM_MAX_DECKS = 64,
};

/* How a game ended. */
typedef struct SimResult {
    uint8_t result; /* RESULT_*; RESULT_NONE: not finished */
    PlayerSet won;
    uint16_t turns;
    uint32_t decisions;
} SimResult;

/* What one thread needs to play; reused for any number of games. */
typedef struct SimSeat {
    Run run;
    Chooser chooser[MAX_PLAYERS];
    unsigned nchoosers;
    struct Checker *checker; /* or null */
} SimSeat;

/* Plays the game in r->s to its end. Allocates nothing; the answers alone determine the outcome. */
SimResult sim_game(Run *r, Chooser *who);

/* A broken invariant, with everything needed to reproduce the game. */
typedef struct Violation {
    uint64_t game, seed; /* number and seed of the game */
    unsigned deck[MAX_PLAYERS];
    unsigned decision; /* number of answers before it */
    char what[160];
    const uint8_t *answers; /* answers so far */
    unsigned nanswers;
} Violation;

/* Parameters of a series of games. Read-only while threads run. */
typedef struct SimConfig {
    const Game *game;
    const Pack *pack;
    const FudaDeck *decks;
    unsigned ndecks;
    unsigned players, format;
    uint64_t games, seed;
    unsigned threads;
    uint64_t begin, stride; /* sim_run: only games begin, begin + stride ...; stride 0: all */
    const char *player[MAX_PLAYERS]; /* computer player per seat; null: random */
    bool check;
    void (*violation)(void *, const Violation *); /* serialized across threads */
    /* Called after every game of the thread that called sim_run, with the number of the next game.
     * False: no game is begun any more, and the totals are of those that were. May be null. */
    bool (*go_on)(void *, uint64_t next);
    void *context;
} SimConfig;

typedef struct SimTotals {
    uint64_t games, finished, draws, decisions, turns, violations;
    uint64_t wins[MAX_PLAYERS]; /* by seat */
    uint64_t deck_games[SIM_MAX_DECKS], deck_wins[SIM_MAX_DECKS];
    double seconds;
} SimTotals;

/* Plays config->games games, or fewer if go_on says so. The totals do not depend on the number of
 * threads. Returns false if a deck does not fit or memory runs out. */
bool sim_run(const SimConfig *config, SimTotals *totals);

/* Setup of game i: every deck meets every other one from both seats. 'decks' and 'which' receive
 * the decks and their indices. */
FudaSetup sim_setup(const SimConfig *config, uint64_t i, FudaDeck *decks, unsigned *which);
/* Seeds the players of a game. */
void sim_seed(Chooser *who, unsigned n, uint64_t seed);

/* Allocates a seat's state and players. Call sim_seat_close even if this fails. */
bool sim_seat_open(SimSeat *seat, const SimConfig *config);
void sim_seat_close(SimSeat *seat);

/* Hash of every question, option list and answer in 'games' games of random players, and of the
 * results. It changes if the engine's behaviour changes, not if the state's layout does. 0 if a
 * deck does not fit. */
uint64_t sim_signature(const SimConfig *config, unsigned games);
