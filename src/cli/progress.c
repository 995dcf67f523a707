#include "cli/progress.h"
#include "cards/file.h"
#include "cli/speak.h"
#include "tui/text.h"
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t stopped;
static const char *unit;
static double begin, drawn; /* times; drawn 0: no line stands there */
static bool terminal;
static uint64_t before; /* units of an earlier run */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void ask_to_stop(int signal_number) {
    (void)signal_number;
    stopped = 1;
}

/* SA_RESETHAND: the second signal has its usual effect. */
void progress_begin(const char *what) {
    struct sigaction stop = {.sa_handler = ask_to_stop,
                             .sa_flags = (int)(SA_RESETHAND | SA_RESTART)};
    const char *term = getenv("TERM");
    sigaction(SIGINT, &stop, NULL);
    sigaction(SIGTERM, &stop, NULL);
    sigaction(SIGUSR1, &stop, NULL);
    terminal = isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
    unit = what;
    begin = now();
    drawn = 0;
    before = 0;
}

void progress_from(uint64_t done) { before = done; }

/* 42 s, 3 min 20 s, 2 h 5 min */
static void put_time(Text *x, double seconds) {
    uint64_t s = (uint64_t)(seconds + 0.5);
    if (s < 60)
        text_add(x, tr("%" PRIu64 " s", "%" PRIu64 "秒"), s);
    else if (s < 3600)
        text_add(x, tr("%" PRIu64 " min %" PRIu64 " s", "%" PRIu64 "分%" PRIu64 "秒"), s / 60,
                 s % 60);
    else
        text_add(x, tr("%" PRIu64 " h %" PRIu64 " min", "%" PRIu64 "時間%" PRIu64 "分"), s / 3600,
                 s / 60 % 60);
}

/* The estimate needs a second to settle. */
static void put_rest(Text *x, uint64_t done, uint64_t all, double since) {
    if (since < 1 || done <= before || done >= all) return;
    text_put(x, tr(", ", "、残り"));
    put_time(x, since * (double)(all - done) / (double)(done - before));
    text_put(x, tr(" left", ""));
}

static unsigned columns(void) {
    struct winsize size;
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return known ? size.ws_col : 80;
}

static void draw(uint64_t done, uint64_t all, const char *name, double since) {
    Text x = {0}, line = {0};
    text_add(&x, "[%" PRIu64, done);
    if (all) text_add(&x, "/%" PRIu64, all);
    text_add(&x, "%s%s]", unit ? " " : "", unit ? unit : "");
    if (all) text_add(&x, " %u%%", (unsigned)(100.0 * (double)done / (double)all));
    put_rest(&x, done, all, since);
    if (name) text_add(&x, "  %s", name);
    text_cut(&line, text_of(&x), columns() - 1);
    fprintf(stderr, "\r\033[K%s", text_of(&line));
    fflush(stderr);
    text_release(&x);
    text_release(&line);
}

bool progress_step(uint64_t done, uint64_t all, const char *name) {
    if (terminal) {
        double t = now();
        if (t - drawn >= 0.25 && t - begin >= 0.25) {
            draw(done, all, name, t - begin);
            drawn = t;
        }
    }
    return !stopped;
}

void progress_clear(void) {
    if (drawn > 0) fputs("\r\033[K", stderr);
    drawn = 0;
}

void progress_end(void) {
    progress_clear();
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGUSR1, SIG_DFL);
}

bool progress_stopped(void) { return stopped; }

int progress_code(int code) { return stopped ? EXIT_STOPPED : code; }
