/* Helpers shared by the files that draw the board. */
#pragma once
#include "tui/draw.h"
#include "tui/describe.h"

/* A cursor that writes from left to right, up to but excluding column 'end'. */
typedef struct Pen {
    Screen *s;
    unsigned row, col, end;
} Pen;

/* Append text, cut with ".." where it does not fit. */
void pen_put(Pen *p, Style style, const char *text);
void pen_text(Pen *p, Style style, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Columns left. */
static inline unsigned pen_room(const Pen *p) { return p->end > p->col ? p->end - p->col : 0; }

/* One player's part of the board. */
typedef struct Side {
    Screen *s;
    Table *t;
    PlayerId player;
    CardId marked;
} Side;

/* draw_status draws the first line. draw_partial draws the line that names partial cards, if there
 * are any, and returns the rows it used. */
void draw_status(Screen *s, const Table *t, unsigned cols);
unsigned draw_partial(Screen *s, const Table *t, unsigned row, unsigned cols);
/* Draws the stack in at most 'max' rows; returns the rows used. */
unsigned draw_space(Screen *s, Table *t, unsigned row, unsigned cols, unsigned max);
/* Draws one player's full mat in Mat.rows rows. Mats other than the viewer's are rotated by 180
 * degrees. */
void draw_side(const Side *d, unsigned row, unsigned cols);
/* Returns the rows the hand takes, 'max' at most (0: no limit). *per is the number of cards per
 * row, 0 for a flowing layout. */
unsigned hand_rows(const Table *t, PlayerId p, unsigned cols, unsigned max, unsigned *per);
void draw_hand(const Side *d, unsigned row, unsigned rows, unsigned per, unsigned cols);
/* Top card of the cell's zone or seat, or null. */
const FudaSeen *top_card(const Side *d, const MatCell *c);
/* How many cards the zone gained or lost since the last prompt. */
int count_change(const Side *d, unsigned zone);
/* Writes the change as "*+1", or "*" if there is no room. */
void put_change(Pen *p, int change);
/* Style of a value compared with the printed one. */
Style number_style(int now, int print);

/* Board for three or more players (draw_many.c). */
unsigned draw_many(Screen *s, Table *t, CardId marked, unsigned cols);
