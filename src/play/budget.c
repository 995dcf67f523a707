#include "play/budget.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Reads a number from 1 to 'most' and moves on behind it. */
static bool read_number(const char **text, uint32_t most, uint32_t *out) {
    char *end;
    if (**text < '0' || **text > '9') return false;
    const unsigned long long v = strtoull(*text, &end, 10);
    *text = end;
    *out = (uint32_t)v;
    return v >= 1 && v <= most;
}

static bool skip(const char **text, const char *word) {
    const size_t n = strlen(word);
    if (strncmp(*text, word, n)) return false;
    *text += n;
    return true;
}

bool budget_read(Budget *b, const char *text) {
    uint32_t n, threads = 1;
    if (!read_number(&text, UINT32_MAX, &n)) return false;
    *b = (Budget){0};
    if (skip(&text, "ms"))
        b->ms = n;
    else if (skip(&text, "s"))
        b->ms = n <= BUDGET_MOST_MS / 1000 ? n * 1000 : UINT32_MAX;
    else
        b->playouts = n;
    if (skip(&text, "x") && !read_number(&text, BUDGET_MOST_THREADS, &threads)) return false;
    b->threads = threads;
    return !*text && b->playouts <= BUDGET_MOST_PLAYOUTS && b->ms <= BUDGET_MOST_MS;
}

double budget_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}
