/* A game in progress: beginning, running, answering, copying. */
#include "lib/lib.h"
#include <stdlib.h>

/* ---- making ---- */

static bool fits_format(const fuda_pack *p, unsigned players) {
    const FormatInfo *f = &p->game->formats[p->format];
    return players >= f->least && players <= f->most && players <= MAX_PLAYERS;
}

bool setup_check(const fuda_pack *p, const fuda_setup *x, fuda_error *e) {
    if (!p || !x) return lib_missing(e, p ? "a setup" : "a pack");
    const FormatInfo *f = &p->game->formats[p->format];
    if (!fits_format(p, x->players))
        return lib_fail(e, FUDA_ERROR_ARGUMENT, "%u players; %s is for %u to %u", x->players,
                        f->key, f->least, f->most);
    for (unsigned i = 0; i < x->players; i++)
        if (x->decks[i] >= p->ndecks)
            return lib_fail(e, FUDA_ERROR_ARGUMENT, "player %u has deck %u; the pack has 0 to %u",
                            i, x->decks[i], p->ndecks - 1);
    if (x->first < FUDA_BY_LOT || x->first >= (int)x->players)
        return lib_fail(e, FUDA_ERROR_ARGUMENT,
                        "player %d cannot go first; there are 0 to %u, or FUDA_BY_LOT", x->first,
                        x->players - 1);
    return !(x->flags & ~(unsigned)FUDA_QUIET) ||
           lib_fail(e, FUDA_ERROR_ARGUMENT, "flags %u: expected FUDA_QUIET or 0", x->flags);
}

bool setup_start(const fuda_pack *p, const fuda_setup *x, uint64_t seed, State *s) {
    FudaDeck decks[MAX_PLAYERS];
    for (unsigned i = 0; i < x->players; i++) decks[i] = p->fuda[x->decks[i]];
    const FudaSetup setup = {.game = p->game,
                             .pack = p->pack,
                             .players = x->players,
                             .format = p->format,
                             .seed = seed,
                             .decks = decks,
                             .first = x->first};
    return game_start(s, &setup);
}

/* The blocks of the state and its scratch stand behind it. */
fuda_state *state_alloc(const fuda_pack *pack, unsigned players, bool quiet, fuda_error *e) {
    const size_t size = offsetof(State, player) + players * sizeof(Player);
    fuda_state *s = calloc(1, sizeof *s);
    State *blocks = calloc(2, size);
    if (s && blocks) {
        s->pack = pack;
        s->size = size;
        s->run = (Run){.s = blocks,
                       .g = pack->game,
                       .pack = pack->pack,
                       .scratch = (State *)(void *)((char *)blocks + size)};
        blocks->nplayers = (uint8_t)players;
        if (quiet || (s->watch = watch_new(s))) return s;
    }
    free(blocks);
    free(s);
    lib_no_memory(e);
    return NULL;
}

fuda_state *fuda_new(const fuda_pack *pack, const fuda_setup *setup, fuda_error *e) {
    if (!setup_check(pack, setup, e)) return NULL;
    fuda_state *s = state_alloc(pack, setup->players, setup->flags & FUDA_QUIET, e);
    if (!s) return NULL;
    s->setup = *setup;
    if (!setup_start(pack, setup, setup->seed, s->run.s)) {
        lib_fail(e, FUDA_ERROR_INPUT, "the decks do not fit this game");
        fuda_free(s);
        return NULL;
    }
    if (s->watch) {
        watch_settle(s->watch);
        s->watch->unsettled = true; /* until the first question */
    }
    lib_ok(e);
    return s;
}

void fuda_free(fuda_state *s) {
    if (!s) return;
    watch_free(s->watch);
    free(s->run.s);
    free(s);
}

/* ---- running ---- */

const fuda_pack *fuda_state_pack(const fuda_state *s) { return s ? s->pack : NULL; }
unsigned fuda_state_players(const fuda_state *s) { return s ? s->run.s->nplayers : 0; }

int fuda_run(fuda_state *s) {
    if (!s) return FUDA_OVER;
    Status status = run_on(&s->run);
    if (s->watch && s->watch->unsettled) watch_settle(s->watch);
    return status == STATUS_DECISION ? FUDA_DECISION : FUDA_OVER;
}

bool fuda_asked(const fuda_state *s, fuda_question *out) {
    if (!s || !out || !s->run.s->ask.pending || s->run.s->result) return false;
    const Decision *d = &s->run.s->ask;
    *out = (fuda_question){d->player, d->kind, d->clause, d->min, d->max, d->n};
    return true;
}

bool fuda_answer(fuda_state *s, unsigned option, fuda_error *e) {
    fuda_question q;
    if (!s) return lib_missing(e, "a state");
    if (!fuda_asked(s, &q))
        return lib_fail(e, FUDA_ERROR_STATE,
                        s->run.s->result ? "the game is over" : "nobody is asked; call fuda_run");
    if (option >= q.options)
        return lib_fail(e, FUDA_ERROR_ARGUMENT, "option %u; the question has 0 to %u", option,
                        q.options - 1);
    if (s->watch && !watch_answer(s->watch, option, q.options)) return lib_no_memory(e);
    run_answer(&s->run, option);
    lib_ok(e);
    return true;
}

bool fuda_concede(fuda_state *s, int player, fuda_error *e) {
    if (!s) return lib_missing(e, "a state");
    if (player < 0 || player >= (int)s->run.s->nplayers)
        return lib_fail(e, FUDA_ERROR_ARGUMENT, "player %d; there are 0 to %u", player,
                        s->run.s->nplayers - 1u);
    if (s->run.s->result) return lib_fail(e, FUDA_ERROR_STATE, "the game is over");
    if (!player_in(s->run.s, (PlayerId)player))
        return lib_fail(e, FUDA_ERROR_STATE, "player %d has left the game", player);
    if (s->watch && !watch_answer(s->watch, REPLAY_CONCEDE, (unsigned)player))
        return lib_no_memory(e);
    run_concede(&s->run, (PlayerId)player);
    lib_ok(e);
    return true;
}

_Static_assert((int)FUDA_OPEN == RESULT_NONE && (int)FUDA_WIN == RESULT_WIN &&
                   (int)FUDA_DRAW == RESULT_DRAW && (int)FUDA_ALL_LOST == RESULT_ALL_LOST &&
                   (int)FUDA_FAULT == RESULT_FAULT,
               "results in fuda.h");

void fuda_state_result(const fuda_state *s, fuda_result *out) {
    if (!out) return;
    *out = (fuda_result){0};
    if (!s) return;
    *out = (fuda_result){
        .result = s->run.s->result, .turns = s->run.s->turn, .decisions = s->run.s->choices};
    for (PlayerId p = 0; p < s->run.s->nplayers; p++)
        out->winners |= (unsigned)((s->run.s->player[p].flags & PLAYER_WON) != 0) << p;
}

uint64_t fuda_hash(const fuda_state *s) { return s ? state_hash(s->run.s) : 0; }

/* ---- copying ---- */

bool fuda_copy(fuda_state *to, const fuda_state *from, fuda_error *e) {
    if (!to || !from) return lib_missing(e, "a state");
    if (to->pack != from->pack || to->size != from->size)
        return lib_fail(e, FUDA_ERROR_ARGUMENT,
                        "the states are of different packs or numbers of players");
    if (to->watch && !from->watch)
        return lib_fail(e, FUDA_ERROR_ARGUMENT,
                        "a quiet state has no moves to copy; copy it into a quiet one");
    if (to != from) {
        if (to->watch && !watch_copy(to->watch, from->watch)) return lib_no_memory(e);
        memcpy(to->run.s, from->run.s, from->size);
        to->setup = from->setup;
    }
    lib_ok(e);
    return true;
}

fuda_state *fuda_clone(const fuda_state *s, unsigned flags, fuda_error *e) {
    if (!s) return lib_missing(e, "a state"), NULL;
    fuda_state *out = state_alloc(s->pack, s->run.s->nplayers, flags & FUDA_QUIET || !s->watch, e);
    if (!out || fuda_copy(out, s, e)) return out;
    fuda_free(out);
    return NULL;
}

/* ---- viewers ---- */

int viewer_index(const fuda_state *s, int viewer) {
    const int n = s->run.s->nplayers;
    if (viewer == FUDA_SPECTATOR) return n;
    return viewer >= 0 && viewer < n ? viewer : -1;
}

bool viewer_check(const fuda_state *s, int viewer, fuda_error *e) {
    return viewer_index(s, viewer) >= 0 ||
           lib_fail(e, FUDA_ERROR_ARGUMENT, "viewer %d; there are 0 to %u and FUDA_SPECTATOR",
                    viewer, s->run.s->nplayers - 1u);
}

Run state_look(const fuda_state *s) {
    Run r = s->run;
    r.obs = NULL;
    r.s = malloc(2 * s->size);
    if (!r.s) return r;
    memcpy(r.s, s->run.s, s->size);
    r.scratch = (State *)(void *)((char *)r.s + s->size);
    return r;
}
