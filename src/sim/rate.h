/* How fast the search player searches. */
#pragma once
#include "sim/sim.h"

/* Playouts a second of processor time of one thread, at questions all over random games of the
 * series. Measures for about so many seconds. 0: a deck does not fit, or out of memory. */
double search_rate(const SimConfig *config, double seconds);
