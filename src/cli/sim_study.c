#include "cli/sim_study.h"
#include "cards/store.h"
#include "cli/cli.h"
#include "cli/crew.h"
#include "cli/progress.h"
#include "cli/speak.h"
#include "sim/hall.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* Each process of the crew has a hall. The leader hands out stretches of games, and adds up what
 * comes back. Sums do not depend on who has played what. */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Games for less than half a second are left? Before the first results it is not known. */
static bool hungry(Hall *h, double rate) { return (double)hall_waiting(h) <= rate / 2; }

/* ---- messages -------------------------------------------------------------------------------- */

/* From the leader: what to do, and the games of GIVE. */
typedef enum Order { GIVE, END, STOP, BYE } Order;

static void order(unsigned to, Order what, Stretch s) {
    const uint64_t word[] = {what, s.from, s.until};
    crew_send(to, word, sizeof word / sizeof *word);
}

/* To the leader: what was counted since the last report. Then come the stretches and the counts. */
enum { REPORT_WANTS = 1, REPORT_LAST = 2, REPORT_FAILED = 4 };
enum { REPORT_FLAGS, REPORT_RATE, REPORT_STRETCHES, REPORT_HEAD };

static bool report(const Study *x, unsigned flags, double rate) {
    const size_t stretches = 2 * (size_t)x->done.n, n = REPORT_HEAD + stretches + x->size;
    uint64_t *word = malloc(n * sizeof *word);
    if (!word) return false;
    word[REPORT_FLAGS] = flags;
    word[REPORT_RATE] = (uint64_t)(1000 * rate);
    word[REPORT_STRETCHES] = x->done.n;
    if (stretches) memcpy(word + REPORT_HEAD, x->done.at, stretches * sizeof *word);
    memcpy(word + REPORT_HEAD + stretches, x->count, x->size * sizeof *word);
    crew_send(0, word, n);
    free(word);
    return true;
}

/* ---- the leader ------------------------------------------------------------------------------ */

typedef struct Lead {
    Study *x;
    Hall *hall;
    GameSet given;   /* to anybody, or counted before */
    double begun;    /* when */
    uint64_t before; /* games counted before */
    unsigned away;   /* other processes that have not yet said that they are done */
    bool *gone;      /* by process: it has */
    bool stopping, failed;
} Lead;

/* The next games for a process that plays so many a second: for two seconds, but towards the end
 * fewer, so that all end together. Empty: none are left. */
static Stretch next_stretch(Lead *l, double rate) {
    const uint64_t games = l->x->config->games, given = games_count(&l->given);
    const uint64_t fair = (games > given ? games - given : 0) / (2 * crew_size()) + 1;
    const uint64_t enough = (uint64_t)(2 * rate) + 2 * l->x->config->threads;
    const Stretch none = {0, 0}, s = games_missing(&l->given, games, enough < fair ? enough : fair);
    if (l->stopping || !stretch_size(s)) return none;
    l->failed |= !games_add(&l->given, s);
    return s;
}

static void stop_all(Lead *l) {
    if (l->stopping) return;
    l->stopping = true;
    hall_stop(l->hall);
    for (unsigned i = 1; i < crew_size(); i++)
        if (!l->gone[i]) order(i, STOP, (Stretch){0, 0});
}

static void feed_own(Lead *l) {
    const double took = now() - l->begun;
    const double rate = took > 0 ? (double)(games_count(&l->x->done) - l->before) / took : 0;
    if (!hungry(l->hall, rate / crew_size())) return;
    const Stretch s = next_stretch(l, rate / crew_size());
    if (stretch_size(s)) l->failed |= !hall_give(l->hall, s);
}

/* Adds what a process has counted, and gives it more. */
static void take_report(Lead *l, const CrewMessage *m) {
    const uint64_t flags = m->word[REPORT_FLAGS], n = m->word[REPORT_STRETCHES];
    const Stretch *stretch = (const Stretch *)(m->word + REPORT_HEAD);
    const Study other = {.size = l->x->size, .count = m->word + REPORT_HEAD + 2 * n};
    for (uint64_t i = 0; i < n; i++) l->failed |= !games_add(&l->x->done, stretch[i]);
    study_add(l->x, &other);
    l->failed |= (flags & REPORT_FAILED) != 0;
    if (flags & REPORT_LAST) {
        l->gone[m->from] = true;
        l->away--;
        order(m->from, BYE, (Stretch){0, 0});
    } else if (flags & REPORT_WANTS) {
        const Stretch s = next_stretch(l, (double)m->word[REPORT_RATE] / 1000);
        order(m->from, stretch_size(s) ? GIVE : END, s);
    }
}

/* One round of the leader's work. False: all is done. */
static bool lead_on(Lead *l) {
    CrewMessage m;
    feed_own(l);
    while (crew_poll(&m)) {
        take_report(l, &m);
        free(m.word);
    }
    const bool idle = hall_idle(l->hall); /* before what it has counted is collected */
    l->failed |= !hall_collect(l->hall, l->x);
    progress_step(games_count(&l->x->done), l->x->config->games, NULL);
    if (progress_stopped() || l->failed) stop_all(l);
    const bool over =
        l->stopping || !stretch_size(games_missing(&l->given, l->x->config->games, 1));
    return !(over && idle && !l->away);
}

/* Saves the counts every few seconds: who is killed loses no more. */
static bool lead(Lead *l, const Stock *stock, const char *path, FileError *e) {
    enum { SECONDS = 3 };
    bool good = true;
    double saved = now();
    while (lead_on(l)) {
        if (good && now() - saved > SECONDS) {
            good = study_save(l->x, stock, path, e);
            saved = now();
        }
        if (!good) stop_all(l);
        hall_wait(l->hall, crew_size() > 1 ? 1 : 50);
    }
    if (l->failed)
        return file_error(e, path, 0, 0, "a deck does not fit this game, or out of memory");
    return good && study_save(l->x, stock, path, e);
}

static bool lead_all(Study *x, Hall *hall, const Stock *stock, const char *path, FileError *e) {
    Lead l = {.x = x, .hall = hall, .begun = now(), .away = crew_size() - 1};
    l.before = games_count(&x->done);
    l.gone = calloc(crew_size(), sizeof *l.gone);
    l.failed = !l.gone || !games_add_all(&l.given, &x->done);
    progress_from(l.before);
    const bool good = lead(&l, stock, path, e);
    games_free(&l.given);
    free(l.gone);
    return good;
}

/* ---- the others ------------------------------------------------------------------------------ */

typedef struct Follower {
    Study *x; /* since the last report */
    Hall *hall;
    bool asked, ended, said_last, over;
} Follower;

static void obey(Follower *f, const CrewMessage *m) {
    switch ((Order)m->word[0]) {
    case GIVE:
        f->asked = false;
        hall_give(f->hall, (Stretch){m->word[1], m->word[2]});
        break;
    case STOP: hall_stop(f->hall); /* fall through */
    case END: f->ended = true; break;
    case BYE: f->over = true; break;
    }
}

/* Reports when it wants more games, when all is done, and now and then: the leader saves it. */
static bool follow(Study *x, Hall *hall) {
    enum { SECONDS = 2 };
    Follower f = {.x = x, .hall = hall};
    const double begun = now();
    double reported = begun, played = 0;
    bool good = true;
    CrewMessage m;
    while (!f.over) {
        while (crew_poll(&m)) {
            obey(&f, &m);
            free(m.word);
        }
        if (progress_stopped() && !f.ended) {
            f.ended = true;
            hall_stop(hall);
        }
        const bool idle = hall_idle(hall);
        good &= hall_collect(hall, x);
        const double t = now();
        const double rate = (played + (double)games_count(&x->done)) / (t - begun + 1e-9);
        const bool last = !good || (f.ended && idle),
                   wants = !f.ended && !f.asked && hungry(hall, rate);
        if (!f.said_last && (last || wants || t - reported > SECONDS)) {
            const unsigned flags =
                last * REPORT_LAST | !good * REPORT_FAILED | wants * REPORT_WANTS;
            if (!report(x, flags, rate)) abort();
            played += (double)games_count(&x->done);
            study_clear(x);
            reported = t;
            f.asked |= wants;
            f.said_last = last;
        }
        hall_wait(hall, 1);
    }
    return good;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void print_summary(const Study *x, const Stock *stock, const char *folder) {
    const uint64_t games = *study_total(x, STUDY_GAMES);
    printf(tr("%s/index.html: %" PRIu64 " games, %" PRIu64 " finished, %" PRIu64 " draws\n",
              "%s/index.html：%" PRIu64 "戦、終了%" PRIu64 "、引き分け%" PRIu64 "\n"),
           folder, games, *study_total(x, STUDY_FINISHED), *study_total(x, STUDY_DRAWS));
    for (unsigned a = 0; a < x->ndecks; a++) {
        const uint64_t *n = study_deck(x, a);
        const Share s = share_of(n[1], n[0]);
        printf(tr("%s: won %" PRIu64 " of %" PRIu64 " (%.1f%% [%.1f, %.1f])\n",
                  "%1$s：%3$" PRIu64 "戦%2$" PRIu64 "勝（%4$.1f%% [%5$.1f, %6$.1f]）\n"),
               stock->deck[a].name, n[1], n[0], 100 * s.is, 100 * s.least, 100 * s.most);
    }
    if (games < x->config->games)
        printf(tr("stopped after %" PRIu64 " of %" PRIu64 " games; --resume goes on\n",
                  "%2$" PRIu64 "戦のうち%1$" PRIu64 "戦で止めました。--resumeで続けられます\n"),
               games, x->config->games);
}

/* Gets the folder ready, and reads what is there. */
static bool open_folder(Study *x, const Stock *stock, const char *folder, const char *path,
                        bool resume, FileError *e) {
    if (!file_make_folder(folder, e)) return false;
    if (resume) return study_load(x, stock, path, e);
    return access(path, F_OK) != 0 ||
           file_error(e, path, 0, 0,
                      "a study is there already: --resume goes on with it, or delete the file");
}

/* The leader's part, after which it prints what came of it. Returns the exit code. */
static int lead_study(Study *x, Hall *hall, const Stock *stock, const char *folder,
                      const char *path) {
    FileError e;
    progress_begin(tr("games", "戦"));
    const bool good = lead_all(x, hall, stock, path, &e) && study_write(x, stock, folder, &e);
    progress_end();
    if (!good) {
        fprintf(stderr, "%s\n", e.line);
        return EXIT_INPUT;
    }
    print_summary(x, stock, folder);
    const uint64_t games = *study_total(x, STUDY_GAMES);
    const bool all = games >= x->config->games && *study_total(x, STUDY_FINISHED) == games;
    return progress_code(all ? EXIT_FINE : EXIT_INPUT);
}

int sim_study(const SimConfig *config, const Stock *stock, const char *folder, bool resume) {
    Study x;
    FileError e;
    char path[4096];
    Hall *hall = NULL;
    int code = EXIT_INPUT;
    snprintf(path, sizeof path, "%s/counts", folder);
    bool good =
        study_open(&x, config, stock->ncards) || file_error(&e, folder, 0, 0, "out of memory");
    if (good && crew_leads()) good = open_folder(&x, stock, folder, path, resume, &e);
    if (good) {
        hall = hall_open(config, stock->ncards);
        good = hall || file_error(&e, folder, 0, 0, "out of memory");
    }
    if (!good && crew_leads()) fprintf(stderr, "%s\n", e.line);
    if (crew_agree(good, 0, good ? NULL : e.line)) {
        if (crew_leads())
            code = lead_study(&x, hall, stock, folder, path);
        else {
            progress_begin(NULL);
            code = follow(&x, hall) ? EXIT_FINE : EXIT_INPUT;
            progress_end();
        }
    }
    hall_close(hall);
    study_close(&x);
    return code;
}
