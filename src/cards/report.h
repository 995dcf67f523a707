/* The work list of the grammar: what the cards of a base say that is not understood. */
#pragma once
#include "cards/base.h"

typedef struct ReportTotals {
    BaseTotals base;
    unsigned groups;
    unsigned warned; /* texts whose reminder says something else */
} ReportTotals;

/* Writes one self-contained page that groups the refused texts by the words where understanding
 * stopped, most used first, and lists the reminder texts that say something else. The file appears
 * whole or not at all. */
bool report_html(Base *b, const Game *g, const char *path, ReportTotals *out, FileError *e);
/* The words at a character of a printed text that name the missing construct: up to the next mark,
 * digits as N. */
void report_words(const char *text, unsigned at, char *out, size_t size);
