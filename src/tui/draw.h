/* The table on a screen. */
#pragma once
#include "tui/screen.h"
#include "tui/table.h"

/* What else is on the screen than the board. */
typedef struct Scene {
    const char *question, *reason; /* lines */
    bool alert;                    /* the reason is a message */
    const char *ability;           /* the ability that asks, or "" */
    const char *effect;            /* only what it does; may be null */
    char *const *options;          /* in words */
    const unsigned *number;        /* of each, as it is to be typed */
    unsigned noptions, cursor;
    unsigned *top; /* first row of options that is shown; kept by the caller */
    CardId marked; /* card under the cursor */
    const char *input, *hint;
} Scene;

/* Everything; the cursor belongs to (*row, *col). */
void draw_table(Screen *s, Table *t, const Scene *scene, unsigned *row, unsigned *col);
/* How many options stand side by side. */
unsigned draw_columns(const Screen *s, const Scene *scene);
/* A page of wrapped text with a title and a hint; 'top' is its first line. Returns the number of
 * its lines. */
unsigned draw_page(Screen *s, const char *title, const char *text, unsigned top, const char *hint);
/* Status, both mats and the hand; returns the first row below. */
unsigned draw_board(Screen *s, Table *t, CardId marked, unsigned cols);
