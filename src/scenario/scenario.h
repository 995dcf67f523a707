/* Judge scenarios: boards, what players do, and what must be true afterwards (docs/SCENARIOS.md).
 * Hosted code. */
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

/* What came of one scenario. A file that is wrong outside its scenarios gives one result without a
 * title. */
typedef struct ScenarioResult {
    const char *file, *title;
    unsigned line; /* of its `scenario` */
    bool passed;
    const ScenarioError *errors; /* why it did not pass: the places and what was wrong there */
    unsigned nerrors;
    const ClauseSet *named; /* clauses its header names: asserted if it passed */
    const ClauseSet *ran;   /* clauses that ran: executed */
} ScenarioResult;

typedef void (*ScenarioFn)(void *ctx, const ScenarioResult *);

typedef struct ScenarioOptions {
    const char *filter; /* only titles that contain this; null: all */
    FILE *trace;        /* statements, clauses and events as they happen; null: none */
} ScenarioOptions;

typedef struct ScenarioCount {
    unsigned passed, failed, files;
} ScenarioCount;

/* Runs every *.fuda below the paths (folders recursively, sorted; a path given is run whatever its
 * name). Calls fn once a scenario, in order. A path that cannot be read counts as failed. */
ScenarioCount scenario_run_all(const char *const *paths, unsigned npaths, const ScenarioOptions *,
                               ScenarioFn, void *ctx);

/* The same for a text in memory. */
ScenarioCount scenario_run_text(const char *file, const char *text, size_t n,
                                const ScenarioOptions *, ScenarioFn, void *ctx);

/* Only reads: true if the text is well formed, else the first 'max' errors (without compiling
 * printed text). */
bool scenario_check_text(const char *text, size_t n, ScenarioError *errors, unsigned max,
                         unsigned *nerrors);
