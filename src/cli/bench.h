/* What `fuda bench` measures beside whole games, in processor time of this process: what else runs
 * on the machine slows it down but is not counted. */
#pragma once
#include "sim/sim.h"
#include "sim/stock.h"

/* Processor time of the process in seconds. */
double bench_clock(void);

/* Single operations, on positions taken from random games. */
typedef struct BenchParts {
    double hash_ns;             /* a hash of the state after an answer */
    double view_ns;             /* a player's view */
    double text_us;             /* a printed entry compiled and explained in both languages */
    unsigned texts;             /* entries of the cards of the decks */
    double playouts_per_second; /* of the search player, on one thread */
} BenchParts;
bool bench_parts(const SimConfig *c, const Stock *stock, BenchParts *out);

/* Prints, as lines of CSV, what a decision costs by the number of cards in play, of effects, of
 * listening abilities and of players, and how many games a second threads play. */
bool bench_growth(const SimConfig *c, double seconds);
extern const char bench_growth_head[];
