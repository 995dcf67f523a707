/* A study: many games in which every deck meets every other one, and what became of the decks and
 * their cards. Counts only, so that a study does not depend on the number of threads, can be
 * interrupted after any game, saved, taken up again, and played in parts that are added up. */
#pragma once
#include "sim/gameset.h"
#include "sim/sim.h"
#include "sim/stock.h"

/* What is counted. Rates are for readers to compute. */
typedef enum StudyCount {
    STUDY_GAMES,
    STUDY_FINISHED,
    STUDY_DRAWS,
    STUDY_DECISIONS,
    STUDY_TURNS,
    STUDY_FIRST_GAMES, /* of two players, with a winner */
    STUDY_FIRST_WINS,  /* won by who went first */
    STUDY_TOTALS
} StudyCount;

/* Of a card in a deck: games of the deck, and among them those that it won. */
typedef enum CardCount {
    CARD_DRAWN,
    CARD_DRAWN_WON,
    CARD_PLAYED,
    CARD_PLAYED_WON,
    CARD_COUNTS
} CardCount;

enum { STUDY_LENGTHS = 100 }; /* games by number of turns; the last one: that many or more */

typedef struct Study {
    const SimConfig *config;
    unsigned ndecks, ncards; /* cards of the pack: DefId 1 .. ncards */
    GameSet done;            /* the games that are counted */
    uint64_t *count;         /* all counts; see the functions below */
    size_t size;
} Study;

/* An empty study of games as sim_setup makes them. The config must outlive it. False: no memory. */
bool study_open(Study *x, const SimConfig *config, unsigned ncards);
void study_close(Study *x);

/* Sets up a game of the study and plays it; false: a deck does not fit. The game is to be noted in
 * x->done. The seat was opened for x->config. */
bool study_play_one(Study *x, SimSeat *seat, uint64_t game);
/* Adds the counts of another study of the same config, but not the games. */
void study_add(Study *x, const Study *from);
/* Forgets counts and games. */
void study_clear(Study *x);

static inline uint64_t *study_total(const Study *x, StudyCount what) { return &x->count[what]; }
static inline uint64_t *study_length(const Study *x, unsigned turns) {
    return &x->count[STUDY_TOTALS + turns];
}
/* Games in which deck a met deck b (on the other side), and those that a won. */
static inline uint64_t *study_met(const Study *x, unsigned a, unsigned b) {
    return &x->count[STUDY_TOTALS + STUDY_LENGTHS + 2 * (a * x->ndecks + b)];
}
static inline uint64_t *study_beat(const Study *x, unsigned a, unsigned b) {
    return study_met(x, a, b) + 1;
}
/* Games of a deck, those it won; of two players the same for games in which it went first. */
static inline uint64_t *study_deck(const Study *x, unsigned deck) {
    return &x->count[STUDY_TOTALS + STUDY_LENGTHS + 2 * x->ndecks * x->ndecks + 4 * deck];
}
static inline uint64_t *study_card(const Study *x, unsigned deck, DefId card) {
    return study_deck(x, x->ndecks) + CARD_COUNTS * ((size_t)deck * x->ncards + card - 1u);
}

/* A share and its 95 % interval by Wilson; 0 to 1 if there is nothing to go by. */
typedef struct Share {
    double is, least, most;
} Share;
Share share_of(uint64_t part, uint64_t of);

/* ---- study_save.c ---------------------------------------------------------------------------- */

/* Of everything that determines the games: setup, players, decks with their cards, and what the
 * engine does with them. */
uint64_t study_fingerprint(const SimConfig *c, const Stock *stock);
/* Writes all counts into a file of the study's own format. */
bool study_save(const Study *x, const Stock *stock, const char *path, FileError *e);
/* Reads them back. False with *e set: it cannot be read, or is of another study: another game,
 * format, seed, players, decks or another behaviour of the engine. */
bool study_load(Study *x, const Stock *stock, const char *path, FileError *e);

/* ---- study_write.c, study_page.c ------------------------------------------------------------- */

/* Writes the study for readers into the folder: matrix.csv, decks.csv, cards.csv, study.json and
 * index.html, a page with charts in both languages. */
bool study_write(const Study *x, const Stock *stock, const char *folder, FileError *e);
/* The page; the caller frees it. Null: out of memory. */
char *study_page(const Study *x, const Stock *stock, size_t *size);
