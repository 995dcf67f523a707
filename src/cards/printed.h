/* Filters of texts that ask only for what is printed are answered for every card when a pack is
 * made; vm/sets.c uses the answers for cards that are as they are printed. */
#pragma once
#include "kernel/game.h"
#include "kernel/pack.h"

typedef struct PrintedTable {
    PrintedFilter *at; /* one for each word of the code */
    uint64_t *bits;    /* rows of one bit for each card */
    uint32_t *matters; /* one for each ability */
} PrintedTable;

/* Fills the table anew (free what was in it with printed_free) and hangs it into the pack. */
void printed_make(const Game *g, Pack *p, PrintedTable *t);
void printed_free(PrintedTable *t);
