/* Counts the instructions of the game loop. */
#pragma once
#include "sim/sim.h"

typedef struct InstructionCount {
    double per_decision; /* 0: not measured */
    uint64_t instructions, decisions;
    const char *how; /* "callgrind", "perf_event", or why there is no count */
} InstructionCount;

/* Plays 'games' games of the series and counts their instructions: with callgrind if valgrind is
 * installed (runs this program again as `fuda bench KEY --inner GAMES`), else with the processor's
 * counter. as_of: date of the card texts, or null. */
void count_instructions(const SimConfig *config, unsigned games, const char *as_of,
                        InstructionCount *out);

/* Body of the inner run: plays the games and counts their decisions. */
bool count_inner(const SimConfig *config, unsigned games, uint64_t *decisions);
