/* Replays of the C interface: recorded from a state, read and played again. */
#include "lib/lib.h"
#include <stdlib.h>

struct fuda_replay {
    Replay replay;
    ReplayGame game; /* its state is the beginning */
    fuda_pack *pack;
    char *name; /* for messages */
};

/* ---- recording ---- */

/* Card numbers of the replay are the pack's definitions. */
static void put_setup(const fuda_state *s, Replay *p) {
    const fuda_pack *k = s->pack;
    replay_init(p, k->game);
    memcpy(p->date, k->day, sizeof p->date);
    p->players = s->setup.players;
    p->format = k->format;
    p->seed = s->setup.seed;
    p->first = s->setup.first;
    p->partial = k->partial;
    for (unsigned i = 0; i < k->ncards; i++) replay_add_card(p, &k->text[i]);
    for (unsigned q = 0; q < p->players; q++) {
        const PackDeck *d = &k->decks[s->setup.decks[q]];
        memcpy(p->deck[q].card, d->pile, sizeof d->pile);
        memcpy(p->deck[q].n, d->n, sizeof d->n);
    }
}

/* Plays the answers again, for the hash before each. */
static bool put_answers(const fuda_state *s, Replay *p) {
    fuda_state *t = state_alloc(s->pack, s->setup.players, true, NULL);
    if (!t) return false;
    bool ok = setup_start(s->pack, &s->setup, s->setup.seed, t->run.s);
    for (unsigned i = 0; ok && i < s->watch->nanswers; i++) {
        const Answer *a = &s->watch->answer[i];
        run_on(&t->run);
        replay_add_step(p, a->option, a->of, state_hash(t->run.s));
        ok = a->option == REPLAY_CONCEDE ? run_concede(&t->run, (PlayerId)a->of)
                                         : run_answer(&t->run, a->option);
    }
    if (ok) run_on(&t->run);
    if (ok) replay_set_end(p, t->run.s);
    fuda_free(t);
    return ok;
}

size_t fuda_replay_save(const fuda_state *s, void *out, size_t size) {
    Replay p;
    size_t n = 0;
    if (!s || !s->watch || s->watch->foreign) return 0;
    put_setup(s, &p);
    char *bytes = put_answers(s, &p) ? replay_bytes(&p, &n) : NULL;
    replay_free(&p);
    if (!bytes) return 0;
    if (out && size >= n) memcpy(out, bytes, n);
    free(bytes);
    return n;
}

/* ---- reading ---- */

/* Sets up the game of what was read. */
static fuda_replay *open_read(fuda_replay *r, const char *name, fuda_error *e) {
    FileError why;
    r->name = malloc(strlen(name) + 1);
    if (!r->name) {
        lib_no_memory(e);
    } else {
        memcpy(r->name, name, strlen(name) + 1);
        if (!replay_open(&r->replay, r->name, &r->game, &why))
            lib_fail_input(e, &why);
        else if ((r->pack = pack_of_replay(&r->replay, &r->game, e)))
            return r;
    }
    fuda_replay_free(r);
    return NULL;
}

fuda_replay *fuda_replay_file(const char *path, fuda_error *e) {
    FileError why;
    if (!path) return lib_missing(e, "a path"), NULL;
    fuda_replay *r = calloc(1, sizeof *r);
    if (!r) return lib_no_memory(e), NULL;
    if (replay_read(&r->replay, path, &why)) return open_read(r, path, e);
    lib_fail_input(e, &why);
    free(r);
    return NULL;
}

fuda_replay *fuda_replay_memory(const char *name, const void *bytes, size_t size, fuda_error *e) {
    FileError why;
    if (!name || (!bytes && size)) return lib_missing(e, name ? "bytes" : "a name"), NULL;
    fuda_replay *r = calloc(1, sizeof *r);
    if (!r) return lib_no_memory(e), NULL;
    if (replay_take(&r->replay, name, bytes, size, &why)) return open_read(r, name, e);
    lib_fail_input(e, &why);
    free(r);
    return NULL;
}

void fuda_replay_free(fuda_replay *r) {
    if (!r) return;
    fuda_pack_free(r->pack);
    replay_close(&r->game);
    replay_free(&r->replay);
    free(r->name);
    free(r);
}

const fuda_pack *fuda_replay_pack(const fuda_replay *r) { return r ? r->pack : NULL; }
unsigned fuda_replay_answers(const fuda_replay *r) { return r ? r->replay.nsteps : 0; }

/* ---- playing again ---- */

static fuda_setup setup_of(const Replay *p) {
    fuda_setup x = {.players = p->players, .seed = p->seed, .first = p->first};
    for (unsigned q = 0; q < p->players; q++) x.decks[q] = q;
    return x;
}

/* Gives one recorded answer. */
static bool play_step(fuda_state *s, const fuda_replay *r, unsigned i, fuda_error *e) {
    const ReplayStep *x = &r->replay.step[i];
    fuda_question q = {0};
    fuda_error why = {0};
    fuda_run(s);
    bool ok = x->answer == REPLAY_CONCEDE
                  ? fuda_concede(s, x->of, &why)
                  : (!fuda_asked(s, &q) || q.options == x->of) && fuda_answer(s, x->answer, &why);
    if (ok) return true;
    if (why.code) return lib_fail(e, FUDA_ERROR_INPUT, "%s:%u: %s", r->name, x->line, why.message);
    return lib_fail(e, FUDA_ERROR_INPUT, "%s:%u: %u options are offered, the file says %u", r->name,
                    x->line, q.options, x->of);
}

fuda_state *fuda_replay_seek(const fuda_replay *r, unsigned answers, fuda_error *e) {
    if (!r) return lib_missing(e, "a replay"), NULL;
    if (answers > r->replay.nsteps) {
        lib_fail(e, FUDA_ERROR_ARGUMENT, "answer %u; the replay has %u", answers, r->replay.nsteps);
        return NULL;
    }
    const fuda_setup setup = setup_of(&r->replay);
    fuda_state *s = fuda_new(r->pack, &setup, e);
    bool ok = s != NULL;
    for (unsigned i = 0; ok && i < answers; i++) ok = play_step(s, r, i, e);
    if (ok) {
        fuda_run(s);
        lib_ok(e);
        return s;
    }
    fuda_free(s);
    return NULL;
}

bool fuda_replay_verify(const fuda_replay *r, fuda_error *e) {
    ReplayReport report;
    FileError why;
    if (!r) return lib_missing(e, "a replay");
    if (!replay_verify(&r->replay, r->name, &report, &why)) return lib_fail_input(e, &why);
    lib_ok(e);
    return true;
}
