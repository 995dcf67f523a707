/* Draws the table on a screen. */
#pragma once
#include "tui/screen.h"
#include "tui/table.h"

/* Everything on the screen besides the board. */
typedef struct Scene {
    const char *question, *reason; /* one line each */
    bool alert;                    /* 'reason' is a message to the player */
    const char *ability;           /* text of the ability that asks, or "" */
    const char *effect;     /* its effect only, used when the full text does not fit; may be null */
    char *const *options;   /* one string per line */
    const unsigned *number; /* the number to type for each */
    unsigned noptions, cursor;
    unsigned *top; /* first visible row of options; updated by drawing, kept by the caller */
    CardId marked; /* card under the cursor, or NONE */
    const char *input, *hint;
} Scene;

/* Draws board, prompt and panel. (*row, *col) is where the cursor goes. */
void draw_table(Screen *s, Table *t, const Scene *scene, unsigned *row, unsigned *col);
/* Number of option columns. */
unsigned draw_columns(const Screen *s, const Scene *scene);
/* Draws a page of wrapped text from line 'top' on, with a title and a hint. Returns the page's
 * total number of lines. */
unsigned draw_page(Screen *s, const char *title, const char *text, unsigned top, const char *hint);
/* Draws status line, mats and hand into the leftmost 'cols' columns. Returns the first free row. */
unsigned draw_board(Screen *s, Table *t, CardId marked, unsigned cols);
