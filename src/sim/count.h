/* Counting instructions of the game loop. */
#pragma once
#include "sim/sim.h"

typedef struct InstructionCount {
    double per_decision; /* 0: could not be measured */
    uint64_t instructions, decisions;
    const char *how; /* "callgrind", "perf_event", or why not */
} InstructionCount;

/* Plays 'games' games of the series and counts. Callgrind where there is a valgrind (this program
 * is started under it once more, as `fuda bench KEY --inner GAMES`), else the processor's counter,
 * else nothing. as_of: the day whose card texts are played, or null. */
void count_instructions(const SimConfig *config, unsigned games, const char *as_of,
                        InstructionCount *out);

/* What the inner run does: plays the games and prints `decisions N`. */
bool count_inner(const SimConfig *config, unsigned games, uint64_t *decisions);
