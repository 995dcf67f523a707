/* A screen of character cells. screen_bytes writes only the cells that changed since the last
 * frame, which avoids flicker. */
#pragma once
#include "tui/text.h"

/* A style names a meaning; sgr_codes in screen.c maps it to a colour. */
typedef enum Style {
    ST_PLAIN,
    ST_LABEL,  /* zone names and other fixed words */
    ST_HEAD,   /* titles, the current phase */
    ST_CARD,   /* card names */
    ST_UP,     /* a value above the printed one */
    ST_DOWN,   /* a value below the printed one */
    ST_DAMAGE, /* damage, retirement */
    ST_NEW,    /* changed since the last prompt */
    ST_RESTED, /* rested, hence not usable now */
    ST_MINE,   /* the viewing player */
    ST_KEY,    /* something the player can type */
    ST_PICK,   /* the selection */
    ST_COUNT
} Style;

typedef struct Cell {
    uint32_t c, mark; /* code point (0: right half of a wide one), and a combining mark */
    uint8_t style;
} Cell;

/* 'want' is the frame being drawn, 'shown' what the terminal displays. In both, a wide character
 * occupies its cell and a following cell with c == 0. */
typedef struct Screen {
    unsigned rows, cols;
    Cell *want, *shown;
    bool redraw_all; /* 'shown' is invalid: clear the terminal first */
    bool colour;     /* false: write no style sequences at all */
} Screen;

/* Sets the size and clears 'want'. A new size also invalidates 'shown'. */
void screen_resize(Screen *s, unsigned rows, unsigned cols);
void screen_free(Screen *s);
/* Blanks 'want'. */
void screen_clear(Screen *s);
/* Writes one line of text at (row, col), up to but excluding column 'end'. Returns the column after
 * the text. Clips what does not fit and never splits a wide character. */
unsigned screen_put(Screen *s, unsigned row, unsigned col, unsigned end, Style style,
                    const char *text);
/* Like screen_put, but marks the cut with "..". */
unsigned screen_put_cut(Screen *s, unsigned row, unsigned col, unsigned end, Style style,
                        const char *text);
/* Fills the columns col..end-1 of a row with a character. */
void screen_line(Screen *s, unsigned row, unsigned col, unsigned end, Style style, char c);
/* Appends the escape sequences that update the terminal, and leaves the cursor at (row, col). */
void screen_bytes(Screen *s, Text *out, unsigned row, unsigned col);
