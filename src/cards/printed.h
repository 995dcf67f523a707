/* Precomputes filters that depend only on printed values. Each gets a row of bits, one per card
 * definition, which vm/sets.c uses for cards whose values are unmodified. */
#pragma once
#include "kernel/game.h"
#include "kernel/pack.h"

/* Owned by the builder; the pack points into it. */
typedef struct PrintedTable {
    PrintedFilter *at; /* by code position */
    uint64_t *bits;    /* rows, one bit per definition */
    uint32_t *matters; /* by ability: see Pack.matters */
} PrintedTable;

/* Builds the table for a pack and attaches it. Frees the table's previous contents. */
void printed_make(const Game *g, Pack *p, PrintedTable *t);
void printed_free(PrintedTable *t);
