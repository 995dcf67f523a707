/* A scenario as a position to play on from: its board, and as the goal its expectations behind the
 * last statement that acts. */
#pragma once
#include "cards/builder.h"
#include "cards/file.h"
#include "kernel/run.h"

typedef struct Puzzle Puzzle;

/* Reads the first scenario of the file whose title contains 'title' (null: any) and lays its board.
 * Null with *e set if that fails. Free with puzzle_close. */
Puzzle *puzzle_open(const char *path, const char *title, FileError *e);
void puzzle_close(Puzzle *p);
const char *puzzle_title(const Puzzle *p);
const Game *puzzle_game(const Puzzle *p);
/* The board as laid, before the first question, and its cards. They live as long as the puzzle. */
const State *puzzle_state(const Puzzle *p);
const Pack *puzzle_pack(const Puzzle *p);
const Builder *puzzle_builder(const Puzzle *p);
/* The text of card i of the pack, from 1. False: there is none. */
bool puzzle_card(const Puzzle *p, DefId i, CardText *out);
/* The goal, line by line as written; null past the last one. */
const char *puzzle_goal(const Puzzle *p, unsigned i);
/* Does the whole goal hold in that state? False if there is no goal. */
bool puzzle_reached(Puzzle *p, const State *s);
