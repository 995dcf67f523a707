/* Plays many games. Seed and number determine each game, so threads share only a counter. */
#include "sim/sim.h"
#include "sim/check.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

/* ---- one game -----------------------------------------------------------------------------------
 */

/* Summary of a finished or abandoned game. */
static SimResult result_of(const State *s, uint32_t decisions) {
    SimResult out = {.result = s->result, .turns = s->turn, .decisions = decisions};
    for (PlayerId p = 0; p < s->nplayers; p++)
        if (s->player[p].flags & PLAYER_WON) out.won |= player_bit(p);
    return out;
}

/* Not inlined, because `fuda bench` has callgrind collect inside this function. */
__attribute__((noinline)) SimResult sim_game(Run *r, Chooser *who) {
    uint32_t n = 0;
    while (n < SIM_MAX_DECISIONS && run_on(r) == STATUS_DECISION) {
        Chooser *c = &who[r->s->ask.player];
        run_answer(r, c->choose(c, r));
        n++;
    }
    return result_of(r->s, n);
}

/* ---- setups
 * --------------------------------------------------------------------------------------- */

/* Two players: all ordered pairs of different decks in turn; a single deck meets itself. More
 * players: decks in rotation. */
static void choose_decks(const SimConfig *config, uint64_t i, unsigned *which) {
    unsigned n = config->ndecks;
    if (config->players == 2 && n > 1) {
        unsigned pair = (unsigned)(i % ((uint64_t)n * (n - 1)));
        which[0] = pair / (n - 1);
        which[1] = pair % (n - 1);
        which[1] += which[1] >= which[0];
        return;
    }
    for (unsigned p = 0; p < config->players; p++) which[p] = (unsigned)((i + p) % n);
}

FudaSetup sim_setup(const SimConfig *config, uint64_t i, FudaDeck *decks, unsigned *which) {
    choose_decks(config, i, which);
    for (unsigned p = 0; p < config->players; p++) decks[p] = config->decks[which[p]];
    return (FudaSetup){.game = config->game,
                       .pack = config->pack,
                       .players = config->players,
                       .format = config->format,
                       .seed = seed_of(config->seed, i),
                       .decks = decks,
                       .first = -1};
}

void sim_seed(Chooser *who, unsigned n, uint64_t seed) {
    for (unsigned p = 0; p < n; p++) chooser_seed(&who[p], seed_of(seed, 1000 + p));
}

bool sim_seat_open(SimSeat *seat, const SimConfig *config) {
    memset(seat, 0, sizeof *seat);
    State *blocks = calloc(2, sizeof(State));
    if (!blocks) return false;
    seat->run = (Run){.s = blocks, .g = config->game, .pack = config->pack, .scratch = blocks + 1};
    for (; seat->nchoosers < config->players; seat->nchoosers++) {
        const char *name = config->player[seat->nchoosers];
        if (!chooser_open(&seat->chooser[seat->nchoosers], name ? name : "random")) return false;
    }
    if (config->check) {
        seat->checker = checker_new(config);
        if (!seat->checker) return false;
    }
    return true;
}

void sim_seat_close(SimSeat *seat) {
    for (unsigned i = 0; i < seat->nchoosers; i++) chooser_close(&seat->chooser[i]);
    checker_free(seat->checker);
    free(seat->run.s);
    memset(seat, 0, sizeof *seat);
}

/* ---- threads
 * -------------------------------------------------------------------------------------- */

/* State shared by the threads; 'lock' protects the totals and the violation callback. */
typedef struct Shared {
    const SimConfig *config;
    _Atomic uint64_t next;
    _Atomic bool failed, stopped;
    pthread_mutex_t lock;
    SimTotals *totals;
} Shared;

/* Adds one result to a thread's totals. */
static void count(SimTotals *t, const SimConfig *config, const SimResult *x,
                  const unsigned *which) {
    t->games++;
    t->decisions += x->decisions;
    t->turns += x->turns;
    t->finished += x->result != RESULT_NONE && x->result != RESULT_FAULT;
    t->draws += x->result == RESULT_DRAW || x->result == RESULT_ALL_LOST;
    for (unsigned p = 0; p < config->players; p++) {
        bool won = x->won >> p & 1;
        t->wins[p] += won;
        t->deck_games[which[p]]++;
        t->deck_wins[which[p]] += won;
    }
}

static void add_totals(SimTotals *to, const SimTotals *from) {
    to->games += from->games;
    to->finished += from->finished;
    to->draws += from->draws;
    to->decisions += from->decisions;
    to->turns += from->turns;
    to->violations += from->violations;
    for (unsigned i = 0; i < MAX_PLAYERS; i++) to->wins[i] += from->wins[i];
    for (unsigned i = 0; i < SIM_MAX_DECKS; i++) {
        to->deck_games[i] += from->deck_games[i];
        to->deck_wins[i] += from->deck_wins[i];
    }
}

/* Plays game i. Returns false if its decks do not fit. */
static bool play_one(Shared *h, SimSeat *seat, SimTotals *mine, uint64_t i) {
    FudaDeck decks[MAX_PLAYERS];
    unsigned which[MAX_PLAYERS] = {0};
    FudaSetup setup = sim_setup(h->config, i, decks, which);
    SimResult result;
    sim_seed(seat->chooser, seat->nchoosers, setup.seed);
    if (seat->checker) {
        Violation v = {.game = i, .seed = setup.seed};
        memcpy(v.deck, which, sizeof v.deck);
        if (!check_game(seat->checker, &setup, seat->chooser, &result, &v)) {
            mine->violations++;
            pthread_mutex_lock(&h->lock);
            if (h->config->violation) h->config->violation(h->config->context, &v);
            pthread_mutex_unlock(&h->lock);
        }
    } else {
        if (!game_start(seat->run.s, &setup)) return false;
        result = sim_game(&seat->run, seat->chooser);
    }
    count(mine, h->config, &result, which);
    return true;
}

/* Takes game numbers from the shared counter until none are left, then adds its totals. 'first':
 * this is the thread that called sim_run. */
static void work(Shared *h, bool first) {
    const SimConfig *c = h->config;
    SimSeat seat;
    SimTotals mine = {0};
    if (!sim_seat_open(&seat, c)) h->failed = true;
    const uint64_t stride = c->stride ? c->stride : 1;
    for (uint64_t i; !h->failed && !h->stopped && (i = c->begin + stride * h->next++) < c->games;) {
        if (!play_one(h, &seat, &mine, i)) h->failed = true;
        if (first && c->go_on && !c->go_on(c->context, i + 1)) h->stopped = true;
    }
    sim_seat_close(&seat);
    pthread_mutex_lock(&h->lock);
    add_totals(h->totals, &mine);
    pthread_mutex_unlock(&h->lock);
}

static void *worker(void *shared) {
    work(shared, false);
    return NULL;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Starts as many threads as it can; the calling thread works as well. */
bool sim_run(const SimConfig *config, SimTotals *totals) {
    enum { MOST = 256 };
    pthread_t thread[MOST];
    unsigned n = config->threads < 1      ? 1
                 : config->threads > MOST ? MOST
                                          : config->threads,
             started = 0;
    memset(totals, 0, sizeof *totals);
    Shared h = {.config = config, .totals = totals};
    pthread_mutex_init(&h.lock, NULL);
    double start = now();
    while (started + 1 < n && pthread_create(&thread[started], NULL, worker, &h) == 0) started++;
    work(&h, true); /* this thread works, too */
    for (unsigned i = 0; i < started; i++) pthread_join(thread[i], NULL);
    totals->seconds = now() - start;
    pthread_mutex_destroy(&h.lock);
    return !h.failed;
}

/* ---- the signature
 * ---------------------------------------------------------------------------------- */

/* One step of a multiplicative hash. */
static uint64_t mix(uint64_t h, uint64_t v) {
    h = (h ^ v) * 0x9fb21c651e98df25u;
    return h ^ h >> 29;
}

/* Card id in the form the signature was defined with, independent of the id layout. */
static unsigned signature_card(CardId c) { return (unsigned)card_owner(c) << 6 | card_number(c); }

/* Hashes who is asked what, and every option. */
static uint64_t mix_question(uint64_t h, const State *s) {
    const Decision *d = &s->ask;
    h = mix(h, d->player | (uint64_t)d->kind << 8 | (uint64_t)d->n << 16 | (uint64_t)s->turn << 32);
    for (unsigned i = 0; i < d->n; i++) {
        const Option *o = &s->option[i];
        h = mix(h, o->kind | (uint64_t)o->a << 8 | (uint64_t)o->b << 16 |
                       (uint64_t)signature_card(o->card) << 24);
    }
    return h;
}

uint64_t sim_signature(const SimConfig *config, unsigned games) {
    SimSeat seat;
    uint64_t h = 0x13198a2e03707344u;
    bool good = sim_seat_open(&seat, config);
    Run *r = &seat.run;
    for (uint64_t i = 0; good && i < games; i++) {
        FudaDeck decks[MAX_PLAYERS];
        unsigned which[MAX_PLAYERS], n = 0;
        FudaSetup setup = sim_setup(config, i, decks, which);
        sim_seed(seat.chooser, seat.nchoosers, setup.seed);
        good = game_start(r->s, &setup);
        while (good && n++ < SIM_MAX_DECISIONS && run_on(r) == STATUS_DECISION) {
            Chooser *c = &seat.chooser[r->s->ask.player];
            unsigned answer = c->choose(c, r);
            h = mix(mix_question(h, r->s), answer);
            run_answer(r, answer);
        }
        SimResult end = result_of(r->s, n);
        h = mix(h, end.result | (uint64_t)end.won << 8 | (uint64_t)end.turns << 16);
    }
    sim_seat_close(&seat);
    return good ? h : 0;
}
