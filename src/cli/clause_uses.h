/* Where clauses are used: scenarios that name them in their headers, and lines of source that mark
 * them. Both are read from the files beside the program, if they are there. */
#pragma once
#include "cards/arena.h"
#include "gen/clauses.h"
#include "kernel/game.h"
#include <stdbool.h>

/* A line of a file. 'title' is the scenario's; for code "". */
typedef struct ClauseUse {
    Clause clause;
    const char *file, *title; /* file: from the root of the repository */
    unsigned line;
} ClauseUse;

/* Uses of many clauses, in the order of the files. */
typedef struct ClauseUses {
    ClauseUse *at;
    unsigned n;
    bool scenarios, code; /* whether scenarios and sources were found at all */
    Arena *arena;
} ClauseUses;

/* Collects the places of the clauses for which 'wanted' (by clause number) is true. */
void clause_uses_find(ClauseUses *p, const Game *g, const bool *wanted);
void clause_uses_free(ClauseUses *p);
