/* How much a search may think about one decision. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* Exactly one of the two is set. A budget of playouts makes a search deterministic. */
typedef struct Budget {
    uint32_t playouts;
    uint32_t ms;
    unsigned threads; /* at least 1 */
} Budget;
enum {
    BUDGET_MOST_PLAYOUTS = 1000000,
    BUDGET_MOST_MS = 600000,
    BUDGET_MOST_THREADS = 64,
};

/* Reads "300ms", "2s" or "2000" (playouts), with "x4" after it for four threads. False: it is none
 * of these, or too much. */
bool budget_read(Budget *b, const char *text);
/* Monotonic time in milliseconds. */
double budget_clock(void);
