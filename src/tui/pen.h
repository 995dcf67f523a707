/* Parts of the board, shared by the files that draw it. */
#pragma once
#include "tui/draw.h"
#include "tui/tell.h"

/* A place on the screen that is written from left to right. */
typedef struct Pen {
    Screen *s;
    unsigned row, col, end;
} Pen;

void pen_put(Pen *p, Style style, const char *text);
void pen_text(Pen *p, Style style, const char *format, ...) __attribute__((format(printf, 3, 4)));
static inline unsigned pen_room(const Pen *p) { return p->end > p->col ? p->end - p->col : 0; }

typedef struct Side {
    Screen *s;
    Table *t;
    PlayerId player;
    CardId marked;
} Side;

/* The first line; and the one that names partial cards, if there are any: returns its rows. */
void draw_status(Screen *s, const Table *t, unsigned cols);
unsigned draw_partial(Screen *s, const Table *t, unsigned row, unsigned cols);
/* What was entered and waits, in 'max' rows at most; returns the rows. */
unsigned draw_space(Screen *s, Table *t, unsigned row, unsigned cols, unsigned max);
/* One side's mat in full, in Mat.rows rows; another's is turned round. */
void draw_side(const Side *d, unsigned row, unsigned cols);
/* Rows that the hand takes, 'max' at most (0: any number), and how many cards stand in one (0: as
 * many as fit). */
unsigned hand_rows(const Table *t, PlayerId p, unsigned cols, unsigned max, unsigned *per);
void draw_hand(const Side *d, unsigned row, unsigned rows, unsigned per, unsigned cols);
/* The card on top of the cell's zone or seat, null: none. */
const FudaSeen *top_card(const Side *d, const MatCell *c);
/* How many more cards lie there than at the last prompt. */
int count_change(const Side *d, unsigned zone);
void put_change(Pen *p, int change);
Style of_number(int now, int print);

/* The board of three or more players (draw_many.c). */
unsigned draw_many(Screen *s, Table *t, CardId marked, unsigned cols);
