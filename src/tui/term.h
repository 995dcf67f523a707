/* The terminal: raw mode, keys, its size. One terminal a process. */
#pragma once
#include "tui/text.h"

/* Keys beyond Unicode. */
enum Key {
    KEY_NONE = 0x110000, /* the time is over */
    KEY_UP,
    KEY_DOWN,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_HOME,
    KEY_END,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_DELETE,
    KEY_ESCAPE,
    KEY_RESIZE,
    KEY_LEAVE, /* Ctrl-C, a signal to end, or the terminal is gone */
    KEY_OTHER,
};
enum { CTRL_D = 4, BACKSPACE = 8, TAB = 9, ENTER = 13, CTRL_L = 12, CTRL_U = 21, CTRL_W = 23 };

/* Both ends are a terminal that can move its cursor. */
bool term_able(void);
/* Colour is wanted: a terminal, and NO_COLOR is not set. */
bool term_colour(void);
/* Raw mode on the other screen; false: not possible. Left at exit, and by term_close. */
bool term_open(void);
void term_close(void);
void term_size(unsigned *rows, unsigned *cols);
/* All of the text goes out; false: nobody reads any more. */
bool term_write(const Text *t);
/* The next key: a character or one of enum Key. timeout in milliseconds, -1: as long as it takes.
 */
uint32_t term_key(int timeout);

/* SIGINT, SIGTERM, SIGHUP only set a flag; SIGPIPE is ignored. */
void signals_take(void);
bool signal_to_leave(void);
