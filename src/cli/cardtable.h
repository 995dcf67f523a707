/* Lists of cards for the terminal: one line a card, in columns. */
#pragma once
#include "cards/search.h"

/* Columns of a list. */
typedef struct CardTable {
    const Game *game;
    unsigned id, name, kind; /* widths in columns of the terminal */
    unsigned
        room; /* a line is no wider: first its traits are left out, then its name is cut; 0: any */
} CardTable;

/* Makes the columns wide enough for another card. */
void card_table_fit(CardTable *t, const PrintedCard *c);
/* Prints serial, name, kind, cost, numbers, traits and title, without the end of the line. */
void card_table_line(const CardTable *t, const PrintedCard *c);
