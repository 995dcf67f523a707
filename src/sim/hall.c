#include "sim/hall.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_THREADS = 256 };

struct Hall {
    const SimConfig *config;
    pthread_mutex_t lock; /* of all that follows but 'stop' */
    pthread_cond_t work;  /* games were given, or the hall closes */
    pthread_cond_t news;  /* something was counted */
    Study counted;        /* since it was last collected */
    GameSet waiting;      /* given and not begun */
    unsigned playing;     /* threads at a game */
    bool closing, failed;
    _Atomic bool stop;
    unsigned nthreads;
    pthread_t thread[MOST_THREADS];
};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- a thread -------------------------------------------------------------------------------- */

/* The next games: as many as the thread likes, but towards the end fewer, so that all threads end
 * together. An empty stretch: the hall closes. Called with the lock. */
static Stretch take(Hall *h, uint64_t most) {
    while (!h->closing && !h->waiting.n) pthread_cond_wait(&h->work, &h->lock);
    if (h->closing) return (Stretch){0, 0};
    const uint64_t fair = games_count(&h->waiting) / (2 * h->nthreads + 1) + 1;
    h->playing++;
    return games_take(&h->waiting, most < fair ? most : fair);
}

/* Plays the games of a stretch, until the hall stops. Returns those that were played. */
static Stretch play(Hall *h, SimSeat *seat, Study *mine, Stretch s, bool *good) {
    uint64_t i = s.from;
    while (*good && i < s.until && !h->stop) *good = study_play_one(mine, seat, i++);
    return (Stretch){s.from, i};
}

/* Called with the lock. */
static void hand_in(Hall *h, Study *mine, Stretch played) {
    study_add(&h->counted, mine);
    study_clear(mine);
    h->failed |= !games_add(&h->counted.done, played);
    h->playing--;
    pthread_cond_signal(&h->news);
}

/* Hands in a few times a second: often enough to be stopped at any time, seldom enough to cost
 * nothing. */
static void *work(void *hall) {
    const double often = 0.05, seldom = 0.25;
    Hall *h = hall;
    SimSeat seat = {0};
    Study mine = {0};
    uint64_t most = 1;
    bool good = sim_seat_open(&seat, h->config) && study_open(&mine, h->config, h->counted.ncards);
    pthread_mutex_lock(&h->lock);
    while (good) {
        const Stretch s = take(h, most);
        if (!stretch_size(s)) break;
        pthread_mutex_unlock(&h->lock);
        const double begun = now();
        const Stretch played = play(h, &seat, &mine, s, &good);
        const double took = now() - begun;
        if (took < often && stretch_size(played) == most) most *= 2;
        if (took > seldom && most > 1) most /= 2;
        pthread_mutex_lock(&h->lock);
        hand_in(h, &mine, played);
    }
    h->failed |= !good;
    pthread_cond_signal(&h->news);
    pthread_mutex_unlock(&h->lock);
    study_close(&mine);
    sim_seat_close(&seat);
    return NULL;
}

/* ---- the hall -------------------------------------------------------------------------------- */

Hall *hall_open(const SimConfig *config, unsigned ncards) {
    Hall *h = calloc(1, sizeof *h);
    if (!h) return NULL;
    h->config = config;
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->work, NULL);
    pthread_cond_init(&h->news, &clock);
    pthread_condattr_destroy(&clock);
    bool good = study_open(&h->counted, config, ncards);
    const unsigned n = config->threads < MOST_THREADS ? config->threads : MOST_THREADS;
    pthread_mutex_lock(&h->lock);
    while (good && h->nthreads < n && !pthread_create(&h->thread[h->nthreads], NULL, work, h))
        h->nthreads++;
    pthread_mutex_unlock(&h->lock);
    if (h->nthreads) return h;
    hall_close(h);
    return NULL;
}

bool hall_give(Hall *h, Stretch s) {
    pthread_mutex_lock(&h->lock);
    const bool good = h->stop || games_add(&h->waiting, s);
    pthread_cond_broadcast(&h->work);
    pthread_mutex_unlock(&h->lock);
    return good;
}

uint64_t hall_waiting(Hall *h) {
    pthread_mutex_lock(&h->lock);
    const uint64_t n = games_count(&h->waiting);
    pthread_mutex_unlock(&h->lock);
    return n;
}

bool hall_idle(Hall *h) {
    pthread_mutex_lock(&h->lock);
    const bool idle = h->failed || (!h->playing && !h->waiting.n);
    pthread_mutex_unlock(&h->lock);
    return idle;
}

bool hall_collect(Hall *h, Study *into) {
    pthread_mutex_lock(&h->lock);
    study_add(into, &h->counted);
    h->failed |= !games_add_all(&into->done, &h->counted.done);
    study_clear(&h->counted);
    const bool good = !h->failed;
    pthread_mutex_unlock(&h->lock);
    return good;
}

void hall_stop(Hall *h) {
    pthread_mutex_lock(&h->lock);
    h->stop = true;
    games_clear(&h->waiting);
    pthread_mutex_unlock(&h->lock);
}

void hall_wait(Hall *h, unsigned milliseconds) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    until.tv_sec += milliseconds / 1000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&h->lock);
    if (!h->counted.done.n && !h->failed) pthread_cond_timedwait(&h->news, &h->lock, &until);
    pthread_mutex_unlock(&h->lock);
}

void hall_close(Hall *h) {
    if (!h) return;
    hall_stop(h);
    pthread_mutex_lock(&h->lock);
    h->closing = true;
    pthread_cond_broadcast(&h->work);
    pthread_mutex_unlock(&h->lock);
    for (unsigned i = 0; i < h->nthreads; i++) pthread_join(h->thread[i], NULL);
    pthread_mutex_destroy(&h->lock);
    pthread_cond_destroy(&h->work);
    pthread_cond_destroy(&h->news);
    games_free(&h->waiting);
    study_close(&h->counted);
    free(h);
}
