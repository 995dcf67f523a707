#include "tui/screen.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void screen_free(Screen *s) {
    free(s->want);
    free(s->shown);
    s->want = s->shown = NULL;
    s->rows = s->cols = 0;
}

/* Enforces a minimum of 4x20, so that drawing code need not handle less. */
void screen_resize(Screen *s, unsigned rows, unsigned cols) {
    if (rows < 4) rows = 4;
    if (cols < 20) cols = 20;
    if (rows == s->rows && cols == s->cols && s->want) {
        screen_clear(s);
        return;
    }
    screen_free(s);
    s->want = calloc((size_t)rows * cols, sizeof *s->want);
    s->shown = calloc((size_t)rows * cols, sizeof *s->shown);
    if (!s->want || !s->shown) {
        fputs("fuda: out of memory\n", stderr);
        exit(1);
    }
    s->rows = rows;
    s->cols = cols;
    s->redraw_all = true;
    screen_clear(s);
}

void screen_clear(Screen *s) {
    for (size_t i = 0; i < (size_t)s->rows * s->cols; i++) s->want[i] = (Cell){' ', 0, ST_PLAIN};
}

/* Called before a cell is overwritten: if it is half of a wide character, blanks the other half. */
static void split_wide(Screen *s, unsigned row, unsigned col) {
    Cell *c = &s->want[row * s->cols + col];
    if (!c->c && col) c[-1].c = ' ';
    if (col + 1 < s->cols && !c[1].c) c[1].c = ' ';
}

/* Replaces control characters by '?' and attaches combining marks to the preceding character. */
unsigned screen_put(Screen *s, unsigned row, unsigned col, unsigned end, Style style,
                    const char *text) {
    if (end > s->cols) end = s->cols;
    if (row >= s->rows) return col;
    for (uint32_t c; *text != '\n' && (c = utf8_next(&text));) {
        unsigned w = utf8_width(c);
        Cell *to = &s->want[row * s->cols + col];
        if (c < 0x20 || c == 0x7F || (c >= 0x80 && c < 0xA0)) c = '?', w = 1;
        if (!w) {
            if (col && !to[-1].c)
                to[-2].mark = c;
            else if (col)
                to[-1].mark = c;
            continue;
        }
        if (col + w > end) break;
        for (unsigned i = 0; i < w; i++) split_wide(s, row, col + i);
        to[0] = (Cell){c, 0, (uint8_t)style};
        if (w == 2) to[1] = (Cell){0, 0, (uint8_t)style};
        col += w;
    }
    return col;
}

unsigned screen_put_cut(Screen *s, unsigned row, unsigned col, unsigned end, Style style,
                        const char *text) {
    Text cut = {0};
    if (col >= end) return col;
    text_cut(&cut, text, end - col);
    col = screen_put(s, row, col, end, style, text_of(&cut));
    text_release(&cut);
    return col;
}

void screen_line(Screen *s, unsigned row, unsigned col, unsigned end, Style style, char c) {
    const char text[2] = {c, 0};
    while (row < s->rows && col < end && col < s->cols)
        col = screen_put(s, row, col, end, style, text);
}

/* ---- bytes ----------------------------------------------------------------------------------- */

/* SGR parameters of each style. */
static const char *const sgr_codes[ST_COUNT] = {
    [ST_PLAIN] = "",   [ST_LABEL] = "2",   [ST_HEAD] = "1",      [ST_CARD] = "1",
    [ST_UP] = "1;32",  [ST_DOWN] = "1;35", [ST_DAMAGE] = "1;31", [ST_NEW] = "1;33",
    [ST_RESTED] = "2", [ST_MINE] = "1;36", [ST_KEY] = "36",      [ST_PICK] = "7",
};

/* Appends the code point as UTF-8. */
static void put_character(Text *out, uint32_t c) {
    char b[5] = {0};
    if (c < 0x80)
        b[0] = (char)c;
    else if (c < 0x800)
        b[0] = (char)(0xC0 | c >> 6), b[1] = (char)(0x80 | (c & 0x3F));
    else if (c < 0x10000)
        b[0] = (char)(0xE0 | c >> 12), b[1] = (char)(0x80 | (c >> 6 & 0x3F)),
        b[2] = (char)(0x80 | (c & 0x3F));
    else
        b[0] = (char)(0xF0 | c >> 18), b[1] = (char)(0x80 | (c >> 12 & 0x3F)),
        b[2] = (char)(0x80 | (c >> 6 & 0x3F)), b[3] = (char)(0x80 | (c & 0x3F));
    text_put(out, b);
}

static bool cells_equal(const Cell *a, const Cell *b) {
    return a->c == b->c && a->mark == b->mark && a->style == b->style;
}

/* Terminals disagree on the width of these characters, so reposition the cursor after them. */
static bool ambiguous_width(uint32_t c) { return c >= 0xA1 && utf8_width(c) == 1; }

/* Cursor position and style of the terminal while a frame is written. */
typedef struct Pen {
    unsigned row, col, style;
    bool known; /* false: position the cursor explicitly */
} Pen;

/* Writes one cell, moving the cursor and changing the style only if needed. */
static void put_cell(Screen *s, Text *out, Pen *pen, unsigned row, unsigned col) {
    const Cell *c = &s->want[row * s->cols + col];
    if (!pen->known || pen->row != row || pen->col != col)
        text_add(out, "\033[%u;%uH", row + 1, col + 1);
    if (s->colour && pen->style != c->style) {
        text_add(out, "\033[0%s%sm", *sgr_codes[c->style] ? ";" : "", sgr_codes[c->style]);
        pen->style = c->style;
    }
    put_character(out, c->c);
    if (c->mark) put_character(out, c->mark);
    pen->row = row;
    pen->col = col + (col + 1 < s->cols && !c[1].c ? 2 : 1);
    pen->known = !ambiguous_width(c->c) && pen->col < s->cols;
}

/* Compares the halves of a wide character together: either half may have changed. */
void screen_bytes(Screen *s, Text *out, unsigned row, unsigned col) {
    Pen pen = {0};
    text_put(out, "\033[?25l");
    if (s->colour) text_put(out, "\033[0m");
    if (s->redraw_all) {
        text_put(out, "\033[2J");
        for (size_t i = 0; i < (size_t)s->rows * s->cols; i++)
            s->shown[i] = (Cell){' ', 0, ST_PLAIN};
        s->redraw_all = false;
    }
    for (unsigned y = 0; y < s->rows; y++)
        for (unsigned x = 0; x < s->cols; x++) {
            size_t i = (size_t)y * s->cols + x;
            bool wide = x + 1 < s->cols && !s->want[i + 1].c;
            if (!s->want[i].c) continue;
            if (cells_equal(&s->want[i], &s->shown[i]) &&
                (!wide || cells_equal(&s->want[i + 1], &s->shown[i + 1])))
                continue;
            put_cell(s, out, &pen, y, x);
        }
    memcpy(s->shown, s->want, (size_t)s->rows * s->cols * sizeof *s->want);
    if (s->colour && pen.style) text_put(out, "\033[0m");
    text_add(out, "\033[%u;%uH\033[?25h", row + 1, col + 1);
}
