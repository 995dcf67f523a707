#include "cli/sim_study.h"
#include "cards/store.h"
#include "cli/cli.h"
#include "cli/speak.h"
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static _Atomic bool stop;

static void on_interrupt(int signal) {
    (void)signal;
    stop = true;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void show_progress(const Study *x, uint64_t begun_at, double seconds) {
    const uint64_t games = x->config->games;
    if (!isatty(STDERR_FILENO)) return;
    const double rate = (double)(x->done - begun_at) / (seconds > 0 ? seconds : 1e-9);
    const double left = rate > 0 ? (double)(games - x->done) / rate : 0;
    fprintf(stderr, "\r\033[K%" PRIu64 " of %" PRIu64 " games, %.0f:%02d left", x->done, games,
            (double)(int)(left / 60), (int)left % 60);
    if (x->done == games) fputs("\r\033[K", stderr);
}

/* Plays in parts that take some seconds each, and saves the counts after each: a killed run loses
 * no more than the last one. */
static bool play_all(Study *x, const Stock *stock, const char *path, FileError *e) {
    const uint64_t games = x->config->games, begun_at = x->done;
    uint64_t part = 2u * x->config->threads;
    const double begun = now();
    while (x->done < games && !stop) {
        const double before = now();
        const uint64_t until = games - x->done < part ? games : x->done + part;
        if (!study_play(x, until, &stop))
            return file_error(e, path, 0, 0, "a deck does not fit this game, or out of memory");
        if (!study_save(x, stock, path, e)) return false;
        const double took = now() - before;
        if (took < 1) part *= 2;
        if (took > 5 && part > x->config->threads) part /= 2;
        show_progress(x, begun_at, now() - begun);
    }
    return true;
}

static void print_summary(const Study *x, const Stock *stock, const char *folder) {
    printf(tr("%s/index.html: %" PRIu64 " games, %" PRIu64 " finished, %" PRIu64 " draws\n",
              "%s/index.html：%" PRIu64 "戦、決着%" PRIu64 "、引き分け%" PRIu64 "\n"),
           folder, *study_total(x, STUDY_GAMES), *study_total(x, STUDY_FINISHED),
           *study_total(x, STUDY_DRAWS));
    for (unsigned a = 0; a < x->ndecks; a++) {
        const uint64_t *n = study_deck(x, a);
        const Share s = share_of(n[1], n[0]);
        printf(tr("%s: won %" PRIu64 " of %" PRIu64 " (%.1f%% [%.1f, %.1f])\n",
                  "%s：%" PRIu64 "勝／%" PRIu64 "戦（%.1f%% [%.1f, %.1f]）\n"),
               stock->deck[a].name, n[1], n[0], 100 * s.is, 100 * s.least, 100 * s.most);
    }
    if (x->done < x->config->games)
        printf(tr("stopped after %" PRIu64 " of %" PRIu64 " games; --resume goes on\n",
                  "%" PRIu64 "／%" PRIu64 "戦で止めました。--resume で続きます\n"),
               x->done, x->config->games);
}

static bool fill_folder(Study *x, const Stock *stock, const char *folder, bool resume,
                        FileError *e) {
    char path[4096];
    snprintf(path, sizeof path, "%s/counts", folder);
    if (!file_make_folder(folder, e)) return false;
    if (resume && !study_load(x, stock, path, e)) return false;
    if (!resume && access(path, F_OK) == 0)
        return file_error(e, path, 0, 0,
                          "a study is there already: --resume goes on with it, or delete the file");
    return play_all(x, stock, path, e) && study_write(x, stock, folder, e);
}

int sim_study(SimConfig *config, const Stock *stock, const char *folder, bool resume) {
    Study x;
    FileError e;
    const struct sigaction catch = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    struct sigaction before;
    config->pack = stock->pack;
    config->decks = stock->fuda;
    config->ndecks = stock->ndecks;
    stop = false;
    if (!study_open(&x, config, stock->ncards)) {
        fputs(tr("fuda sim: out of memory\n", "fuda sim：メモリが足りません\n"), stderr);
        return EXIT_INPUT;
    }
    sigaction(SIGINT, &catch, &before);
    const bool good = fill_folder(&x, stock, folder, resume, &e);
    sigaction(SIGINT, &before, NULL);
    if (good)
        print_summary(&x, stock, folder);
    else
        fprintf(stderr, "%s\n", e.line);
    const bool all = good && x.done >= config->games &&
                     *study_total(&x, STUDY_FINISHED) == *study_total(&x, STUDY_GAMES);
    study_close(&x);
    return all ? EXIT_FINE : EXIT_INPUT;
}
