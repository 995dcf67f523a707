/* A screen of cells, and the bytes that bring a terminal from what it shows to what it should: only
 * cells that differ are written, so that nothing flickers. */
#pragma once
#include "tui/text.h"

/* Styles say what is meant, not how it looks. */
typedef enum Style {
    ST_PLAIN,
    ST_LABEL,  /* words of the mat */
    ST_HEAD,   /* titles, the phase that is on */
    ST_CARD,   /* names of cards */
    ST_UP,     /* a number above its print */
    ST_DOWN,   /* a number below its print */
    ST_DAMAGE, /* damage, retirement */
    ST_NEW,    /* changed since the last prompt */
    ST_RESTED, /* cannot be used now */
    ST_MINE,   /* the viewer */
    ST_KEY,    /* what can be typed */
    ST_PICK,   /* what is selected */
    ST_COUNT
} Style;

typedef struct Cell {
    uint32_t c, mark; /* character (0: the second half of a wide one) and a combining one on it */
    uint8_t style;
} Cell;

typedef struct Screen {
    unsigned rows, cols;
    Cell *want, *shown;
    bool fresh;  /* nothing is known of what the terminal shows */
    bool colour; /* else no style is written at all */
} Screen;

/* Of that size, empty; what was shown is forgotten if the size is another one. */
void screen_resize(Screen *s, unsigned rows, unsigned cols);
void screen_free(Screen *s);
void screen_clear(Screen *s);
/* Writes one line of text from a column on, up to before column 'end'; returns the column behind
 * it. What does not fit is cut off; a wide character is never halved. */
unsigned screen_put(Screen *s, unsigned row, unsigned col, unsigned end, Style style,
                    const char *text);
/* The same, with ".." where it was cut. */
unsigned screen_put_cut(Screen *s, unsigned row, unsigned col, unsigned end, Style style,
                        const char *text);
void screen_line(Screen *s, unsigned row, unsigned col, unsigned end, Style style, char c);
/* Adds the bytes for the terminal; the cursor ends at (row, col). */
void screen_bytes(Screen *s, Text *out, unsigned row, unsigned col);
