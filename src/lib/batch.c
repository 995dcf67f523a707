/* Many games that go on together, with what is asked in arrays. */
#include "lib/lib.h"
#include "play/rng.h"
#include <pthread.h>
#include <stdlib.h>

enum { MOST_THREADS = 256 };

struct fuda_batch {
    const fuda_pack *pack;
    fuda_setup setup;
    unsigned games, threads;
    size_t size, width; /* bytes of a game; numbers of an observation */
    char *states;
    uint64_t *round; /* games begun at each place */
    int32_t *player, *options, *kind, *result, *winners, *turn, *refused, *observation;
    uint64_t *finished;
    uint8_t *mask;
    char *scratch; /* one per thread: a block, a copy of a state, and a view */
    size_t scratch_size;
};

/* A range of games that one thread goes on with. */
typedef struct Part {
    fuda_batch *b;
    unsigned from, to, thread;
    const int32_t *answers; /* null: random ones */
    uint64_t seed;
    unsigned steps;
} Part;

static State *state_at(const fuda_batch *b, unsigned i) {
    return (State *)(void *)(b->states + (size_t)i * b->size);
}

static Run run_of(const fuda_batch *b, unsigned i, unsigned thread) {
    return (Run){.s = state_at(b, i),
                 .g = b->pack->game,
                 .pack = b->pack->pack,
                 .scratch = (State *)(void *)(b->scratch + thread * b->scratch_size)};
}

static bool begin(fuda_batch *b, unsigned i) {
    const uint64_t number = b->round[i]++ * b->games + i;
    return setup_start(b->pack, &b->setup, seed_of(b->setup.seed, number), state_at(b, i));
}

/* Fills in the observation of who is asked, or of player 0. */
static void observe(fuda_batch *b, unsigned i, const Run *r, unsigned thread) {
    char *own = b->scratch + thread * b->scratch_size;
    Run look = *r;
    look.s = (State *)(void *)(own + b->size);
    memcpy(look.s, r->s, b->size);
    FudaView *v = (FudaView *)(void *)(own + 2 * b->size);
    const PlayerId viewer = r->s->ask.pending ? r->s->ask.player : 0;
    view_make(&look, viewer, v);
    observation_write(v, viewer, b->observation + i * b->width);
}

/* Runs the game to its next question or its end, and fills in the arrays. */
static void settle(fuda_batch *b, unsigned i, unsigned thread) {
    Run r = run_of(b, i, thread);
    const State *s = r.s;
    const bool over = run_on(&r) == STATUS_OVER;
    const int32_t n = over ? 0 : s->ask.n;
    uint8_t *mask = b->mask + (size_t)i * FUDA_MAX_OPTIONS;
    if (n > b->options[i]) memset(mask + b->options[i], 1, (size_t)(n - b->options[i]));
    if (n < b->options[i]) memset(mask + n, 0, (size_t)(b->options[i] - n));
    b->options[i] = n;
    b->player[i] = over ? FUDA_NOBODY : s->ask.player;
    b->kind[i] = over ? 0 : s->ask.kind;
    b->result[i] = s->result;
    b->turn[i] = s->turn;
    b->finished[i] += over;
    b->winners[i] = 0;
    for (PlayerId p = 0; over && p < s->nplayers; p++)
        b->winners[i] |= ((s->player[p].flags & PLAYER_WON) != 0) << p;
    if (b->observation) observe(b, i, &r, thread);
}

/* One answer in one game. */
static void step(fuda_batch *b, unsigned i, unsigned thread, int32_t answer) {
    Run r = run_of(b, i, thread);
    b->refused[i] = 0;
    if (b->player[i] == FUDA_NOBODY) {
        begin(b, i);
    } else if (answer < 0 || answer >= b->options[i]) {
        b->refused[i] = 1;
        return;
    } else {
        run_answer(&r, (unsigned)answer);
    }
    settle(b, i, thread);
}

static void *work(void *context) {
    const Part *p = context;
    for (unsigned i = p->from; i < p->to; i++) {
        Rng rng = {seed_of(p->seed, i)};
        if (p->answers) step(p->b, i, p->thread, p->answers[i]);
        for (unsigned k = 0; !p->answers && k < p->steps; k++) {
            const int32_t n = p->b->options[i];
            step(p->b, i, p->thread, n ? (int32_t)rng_below(&rng, (uint32_t)n) : 0);
        }
    }
    return NULL;
}

/* Splits the games among the threads; what cannot be started is done here. */
static void share(fuda_batch *b, Part all) {
    Part part[MOST_THREADS];
    pthread_t thread[MOST_THREADS];
    bool started[MOST_THREADS] = {false};
    const unsigned n = b->threads;
    for (unsigned t = 0; t < n; t++) {
        part[t] = all;
        part[t].thread = t;
        part[t].from = (unsigned)((uint64_t)b->games * t / n);
        part[t].to = (unsigned)((uint64_t)b->games * (t + 1) / n);
        if (t) started[t] = pthread_create(&thread[t], NULL, work, &part[t]) == 0;
    }
    work(&part[0]);
    for (unsigned t = 1; t < n; t++) {
        if (started[t])
            pthread_join(thread[t], NULL);
        else
            work(&part[t]);
    }
}

static bool alloc_arrays(fuda_batch *b, bool observed) {
    const size_t n = b->games;
    b->states = calloc(n, b->size);
    b->scratch = calloc(b->threads, b->scratch_size);
    b->round = calloc(n, sizeof *b->round);
    b->finished = calloc(n, sizeof *b->finished);
    b->mask = calloc(n, FUDA_MAX_OPTIONS);
    b->player = calloc(7 * n, sizeof *b->player);
    if (observed) b->observation = calloc(n * b->width, sizeof *b->observation);
    if (!b->player) return false;
    b->options = b->player + n;
    b->kind = b->player + 2 * n;
    b->result = b->player + 3 * n;
    b->winners = b->player + 4 * n;
    b->turn = b->player + 5 * n;
    b->refused = b->player + 6 * n;
    return b->states && b->scratch && b->round && b->finished && b->mask &&
           (b->observation || !observed);
}

static size_t rounded(size_t size) { return (size + 63) / 64 * 64; }

fuda_batch *fuda_batch_new(const fuda_pack *pack, const fuda_batch_setup *x, fuda_error *e) {
    if (!x) return lib_missing(e, "a setup"), NULL;
    if (!setup_check(pack, &x->setup, e)) return NULL;
    if (!x->games || x->threads > MOST_THREADS) {
        lib_fail(e, FUDA_ERROR_ARGUMENT, "%u games in %u threads; expected at least 1 in up to %u",
                 x->games, x->threads, MOST_THREADS);
        return NULL;
    }
    fuda_batch *b = calloc(1, sizeof *b);
    if (!b) return lib_no_memory(e), NULL;
    b->pack = pack;
    b->setup = x->setup;
    b->games = x->games;
    b->threads = !x->threads ? 1 : x->threads < x->games ? x->threads : x->games;
    b->size = rounded(offsetof(State, player) + x->setup.players * sizeof(Player));
    b->width = observation_width(x->setup.players);
    b->scratch_size = rounded(2 * b->size + sizeof(FudaView));
    bool ok = alloc_arrays(b, x->observe) || lib_no_memory(e);
    for (unsigned i = 0; ok && i < b->games; i++)
        if ((ok = begin(b, i) || lib_fail(e, FUDA_ERROR_INPUT, "the decks do not fit this game")))
            settle(b, i, 0);
    if (ok) {
        lib_ok(e);
        return b;
    }
    fuda_batch_free(b);
    return NULL;
}

void fuda_batch_free(fuda_batch *b) {
    if (!b) return;
    free(b->states);
    free(b->scratch);
    free(b->round);
    free(b->finished);
    free(b->mask);
    free(b->player);
    free(b->observation);
    free(b);
}

void fuda_batch_read(const fuda_batch *b, fuda_batch_arrays *out) {
    if (!out) return;
    *out = (fuda_batch_arrays){0};
    if (!b) return;
    *out = (fuda_batch_arrays){.games = b->games,
                               .width = (unsigned)b->width,
                               .player = b->player,
                               .options = b->options,
                               .kind = b->kind,
                               .result = b->result,
                               .winners = b->winners,
                               .turn = b->turn,
                               .refused = b->refused,
                               .finished = b->finished,
                               .mask = b->mask,
                               .observation = b->observation};
}

void fuda_batch_step(fuda_batch *b, const int32_t *answers) {
    if (b && answers) share(b, (Part){.b = b, .answers = answers});
}

void fuda_batch_random(fuda_batch *b, unsigned steps, uint64_t seed) {
    if (b) share(b, (Part){.b = b, .seed = seed, .steps = steps});
}

bool fuda_batch_copy(const fuda_batch *b, unsigned i, fuda_state *to, fuda_error *e) {
    if (!b || !to) return lib_missing(e, b ? "a state" : "a batch");
    if (i >= b->games)
        return lib_fail(e, FUDA_ERROR_ARGUMENT, "game %u; there are 0 to %u", i, b->games - 1);
    if (to->pack != b->pack || to->run.s->nplayers != b->setup.players || to->watch)
        return lib_fail(e, FUDA_ERROR_ARGUMENT,
                        "the state is of another pack or number of players, or not quiet");
    memcpy(to->run.s, state_at(b, i), to->size);
    to->setup = b->setup;
    to->setup.seed = seed_of(b->setup.seed, (b->round[i] - 1) * b->games + i);
    lib_ok(e);
    return true;
}
