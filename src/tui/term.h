/* The terminal: raw mode, keys, size, signals. One terminal per process. */
#pragma once
#include "tui/text.h"

/* Key codes beyond Unicode. */
enum Key {
    KEY_NONE = 0x110000, /* timeout */
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
    KEY_LEAVE, /* Ctrl-C, a terminating signal, or the terminal is gone */
    KEY_OTHER,
};
enum { CTRL_D = 4, BACKSPACE = 8, TAB = 9, ENTER = 13, CTRL_L = 12, CTRL_U = 21, CTRL_W = 23 };

/* Are stdin and stdout a terminal that can move its cursor? */
bool term_supported(void);
/* Is stdout a terminal and NO_COLOR unset? */
bool term_colour(void);
/* Enters raw mode and the alternate screen. Returns false if that fails. Undone by term_close,
 * which also runs at exit. */
bool term_open(void);
void term_close(void);
/* Size of the terminal, 24x80 if unknown. */
void term_size(unsigned *rows, unsigned *cols);
/* Writes all of the text. Returns false once the reader is gone (EPIPE, hangup). */
bool term_write(const Text *t);
/* Reads the next key: a code point or an enum Key. 'timeout' is in milliseconds, -1 waits. */
uint32_t term_key(int timeout);

/* Makes SIGINT, SIGTERM and SIGHUP set the flag that quit_requested reads, and ignores SIGPIPE. */
void signals_install(void);
bool quit_requested(void);
