/* Partial cards: those that are played without the abilities that were not understood. */
#pragma once
#include "sim/stock.h"

/* "partial cards, ...: NAME (1 of 2 abilities left out), ..." on stderr; nothing if all are whole.
 */
void partial_warn(const Stock *s);
/* A JSON array of {name, left_out, why}; [] if all cards are whole. */
void partial_json(const Stock *s);
