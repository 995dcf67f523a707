/* Computers that think at the table: their answers, and what one would do in the player's place.
 * Table.thinking shows meanwhile that they think. */
#pragma once
#include "tui/table.h"

/* The answer of the computer that is asked. False: the player left before there was one. */
bool think_answer(Table *t, unsigned *option);
/* What the search player would answer to the pending question, knowing what the asked player knows,
 * how sure it is, and what else it looked at. */
void page_hint(Table *t, Text *out);
