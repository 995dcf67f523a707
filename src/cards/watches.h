/* The patterns of events that the texts of a pack ask about (ABIL_WATCH). */
#pragma once
#include "kernel/game.h"
#include "kernel/pack.h"

/* Numbers the watches among abil[from .. n-1]: AbilityDef.index. Watches with equal code share a
 * number; those before 'from' have theirs. False: there are more than MAX_WATCHES. */
bool watches_number(const Game *g, const Code *code, AbilityDef *abil, unsigned from, unsigned n);
void watches_collect(Pack *p); /* fills in Pack.watch from its abilities */
