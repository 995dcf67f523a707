/* The grammar's work list: texts of a card base that do not compile. */
#pragma once
#include "cards/base.h"

typedef struct ReportTotals {
    BaseTotals base;
    unsigned groups;
    unsigned warned; /* texts whose reminder contradicts the ability */
} ReportTotals;

/* Writes a self-contained page with the refused texts, grouped by the phrase where parsing stopped
 * and sorted by frequency, and the contradicting reminders. The page appears complete or not at
 * all. */
bool report_html(Base *b, const Game *g, const char *path, ReportTotals *out, FileError *e);
/* The phrase at a character of a text, as the name of the missing construct: up to the next
 * punctuation mark, with numbers as N. */
void report_words(const char *text, unsigned at, char *out, size_t size);
