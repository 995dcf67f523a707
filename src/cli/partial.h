/* Reports partial cards: those played without the abilities that do not compile. */
#pragma once
#include "sim/stock.h"

/* Prints "partial cards (abilities left out): NAME (1 of 2), ..." to stderr; nothing if there are
 * none. */
void partial_warn(const Stock *s);
/* Prints a JSON array of {name, left_out, why}. */
void partial_json(const Stock *s);
/* Prints one note to stderr for every deck that cannot be played and is therefore left out. */
void left_out_warn(const Stock *s);
