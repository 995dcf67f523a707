#include "tui/term.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static struct termios before; /* settings to restore */
static bool is_open;
static bool gone; /* the terminal hung up: stop reading and writing */
static volatile sig_atomic_t leave_flag, resize_flag;

static void on_leave(int number) {
    (void)number;
    leave_flag = 1;
}
static void on_resize(int number) {
    (void)number;
    resize_flag = 1;
}

void signals_install(void) {
    struct sigaction act = {.sa_handler = on_leave}; /* no SA_RESTART: a blocked read returns */
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
    sigaction(SIGHUP, &act, NULL);
    act.sa_handler = on_resize;
    sigaction(SIGWINCH, &act, NULL);
    act.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &act, NULL);
}

bool quit_requested(void) { return leave_flag != 0; }

bool term_supported(void) {
    const char *term = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && *term && strcmp(term, "dumb");
}

bool term_colour(void) {
    const char *no = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && !(no && *no);
}

void term_size(unsigned *rows, unsigned *cols) {
    struct winsize size;
    *rows = 24;
    *cols = 80;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col) {
        *rows = size.ws_row;
        *cols = size.ws_col;
    }
}

/* Writes all bytes, also to a non-blocking descriptor. Returns false once the terminal is gone. */
static bool write_all(const char *s, size_t n) {
    while (n && !gone) {
        ssize_t k = write(STDOUT_FILENO, s, n);
        if (k < 0 && errno == EINTR) continue;
        if (k < 0 && errno == EAGAIN) {
            struct pollfd p = {STDOUT_FILENO, POLLOUT, 0};
            poll(&p, 1, 1000);
            continue;
        }
        if (k <= 0) {
            gone = true;
            break;
        }
        s += k;
        n -= (size_t)k;
    }
    return !gone;
}

bool term_write(const Text *t) { return write_all(text_of(t), t->n); }

/* Raw mode, but with output processing. ISIG is off: Ctrl-C arrives as a key. */
static bool raw(void) {
    struct termios now = before;
    now.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INPCK | ISTRIP | IXON);
    now.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN | ISIG);
    now.c_cc[VMIN] = 1;
    now.c_cc[VTIME] = 0;
    return tcsetattr(STDIN_FILENO, TCSADRAIN, &now) == 0;
}

/* \033[?1049h switches to the alternate screen. */
bool term_open(void) {
    static bool at_exit;
    if (is_open) return true;
    if (tcgetattr(STDIN_FILENO, &before) != 0 || !raw()) return false;
    is_open = true;
    if (!at_exit) atexit(term_close);
    at_exit = true;
    static const char enter[] = "\033[?1049h\033[2J";
    return write_all(enter, sizeof enter - 1);
}

/* Shows the cursor again and leaves the alternate screen. Safe to call twice. */
void term_close(void) {
    static const char leave[] = "\033[0m\033[?25h\033[?1049l";
    if (!is_open) return;
    is_open = false;
    write_all(leave, sizeof leave - 1);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
}

/* Ctrl-Z: restores the shell's screen and stops the process group. Returns when resumed. */
static void suspend(void) {
    term_close();
    kill(0, SIGTSTP);
    term_open();
}

/* ---- keys ------------------------------------------------------------------------------------ */

/* Returns the next byte, or -1 on timeout, -2 on a signal, -3 on end of input or error. */
static int next_byte(int timeout) {
    struct pollfd p = {STDIN_FILENO, POLLIN, 0};
    unsigned char c;
    if (leave_flag || resize_flag) return -2;
    int ready = poll(&p, 1, timeout);
    if (ready < 0) return errno == EINTR ? -2 : -3;
    if (ready == 0) return -1;
    ssize_t n = read(STDIN_FILENO, &c, 1);
    if (n < 0 && errno == EINTR) return -2;
    return n == 1 ? c : -3;
}

/* Maps the final byte and number of an escape sequence to a key. */
static uint32_t final_key(int c, unsigned number) {
    static const struct {
        char end;
        uint8_t number;
        uint32_t key;
    } keys[] = {{'A', 0, KEY_UP},    {'B', 0, KEY_DOWN},    {'C', 0, KEY_RIGHT},
                {'D', 0, KEY_LEFT},  {'H', 0, KEY_HOME},    {'F', 0, KEY_END},
                {'~', 1, KEY_HOME},  {'~', 4, KEY_END},     {'~', 7, KEY_HOME},
                {'~', 8, KEY_END},   {'~', 5, KEY_PAGE_UP}, {'~', 6, KEY_PAGE_DOWN},
                {'~', 3, KEY_DELETE}};
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].end == c && (c != '~' || keys[i].number == number)) return keys[i].key;
    return KEY_OTHER;
}

/* Decodes what follows an ESC byte. ESC alone (nothing within 60 ms) is the Escape key. */
static uint32_t escape(void) {
    int c = next_byte(60);
    unsigned number = 0;
    bool first = true;
    if (c < 0) return KEY_ESCAPE;
    if (c != '[' && c != 'O') return KEY_OTHER;
    while ((c = next_byte(60)) >= 0 && (c < 0x40 || c > 0x7E)) {
        if (c == ';') first = false;
        if (first && c >= '0' && c <= '9') number = number * 10 + (unsigned)(c - '0');
    }
    return c < 0 ? KEY_OTHER : final_key(c, number);
}

/* Reads the rest of a UTF-8 sequence. */
static uint32_t character(int first) {
    unsigned more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    char bytes[5] = {(char)first};
    if (first < 0xC2 || first > 0xF4) return KEY_OTHER;
    for (unsigned i = 1; i <= more; i++) {
        int c = next_byte(60);
        if (c < 0) return KEY_OTHER;
        bytes[i] = (char)c;
    }
    const char *s = bytes;
    return utf8_next(&s);
}

/* Signals interrupt the wait: a resize returns KEY_RESIZE, a terminating signal KEY_LEAVE. */
uint32_t term_key(int timeout) {
    for (;;) {
        if (leave_flag || gone) return KEY_LEAVE;
        if (resize_flag) {
            resize_flag = 0;
            return KEY_RESIZE;
        }
        int c = next_byte(timeout);
        if (c == -1) return KEY_NONE;
        if (c == -2) continue;
        if (c == -3) {
            gone = true;
            return KEY_LEAVE;
        }
        if (c == 3) return KEY_LEAVE;
        if (c == 26) {
            suspend();
            return KEY_RESIZE;
        }
        if (c == 27) return escape();
        if (c == '\n') return ENTER;
        if (c == 0x7F) return BACKSPACE;
        return c < 0x80 ? (uint32_t)c : character(c);
    }
}
