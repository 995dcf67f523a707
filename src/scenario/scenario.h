/* Judge scenarios: a board, what the players do, and what must be true afterwards
 * (docs/SCENARIOS.md). */
#pragma once
#include "gen/clauses.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct ScenarioError {
    unsigned line, column; /* from 1; column counts characters */
    char message[1400];
} ScenarioError;

enum { CLAUSE_WORDS = (CLAUSE_COUNT + 63) / 64 };
typedef struct ClauseSet {
    uint64_t bit[CLAUSE_WORDS];
} ClauseSet;
static inline bool clause_in(const ClauseSet *s, unsigned c) {
    return s->bit[c >> 6] >> (c & 63) & 1;
}
static inline void clause_put(ClauseSet *s, unsigned c) {
    s->bit[c >> 6] |= (uint64_t)1 << (c & 63);
}

/* Outcome of one scenario. A file with errors outside its scenarios yields one result with an empty
 * title. Pointers are valid only during the callback. */
typedef struct ScenarioResult {
    const char *file, *title;
    unsigned line; /* of its `scenario` line */
    bool passed;
    const ScenarioError *errors; /* reasons why it failed, with positions */
    unsigned nerrors;
    const ScenarioError *warnings; /* what may not be meant as written; they fail nothing */
    unsigned nwarnings;
    const ClauseSet *named; /* clauses in its header; asserted if it passed */
    const ClauseSet *ran;   /* clauses executed */
} ScenarioResult;

typedef void (*ScenarioFn)(void *ctx, const ScenarioResult *);

typedef struct ScenarioOptions {
    const char *filter; /* only titles that contain this; null: all */
    /* Called before each file; false stops, and what has run is counted. May be null. */
    bool (*go_on)(void *ctx, const char *file, unsigned done, unsigned all);
    FILE *trace; /* receives statements, clauses and events as they happen; null: none */
} ScenarioOptions;

typedef struct ScenarioCount {
    unsigned passed, failed, files;
    bool stopped; /* by go_on */
} ScenarioCount;

/* Runs every *.fuda file below the paths: directories recursively, in sorted order; a path given
 * explicitly whatever its name. Calls fn once per scenario, in order. A path that cannot be read
 * counts as a failed scenario. */
ScenarioCount scenario_run_all(const char *const *paths, unsigned npaths, const ScenarioOptions *,
                               ScenarioFn, void *ctx);

/* The same for a text in memory. */
ScenarioCount scenario_run_text(const char *file, const char *text, size_t n,
                                const ScenarioOptions *, ScenarioFn, void *ctx);

/* Parses without running anything or compiling card texts. Returns true if the text is well formed,
 * else writes the first 'max' errors. */
bool scenario_check_text(const char *text, size_t n, ScenarioError *errors, unsigned max,
                         unsigned *nerrors);
