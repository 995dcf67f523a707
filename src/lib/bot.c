/* Computer players, samples, and series of whole games. */
#include "lib/lib.h"
#include "play/sample.h"
#include <stdlib.h>

struct fuda_bot {
    Chooser chooser;
};

static bool unknown_bot(const char *name, fuda_error *e) {
    char names[200] = "";
    for (unsigned i = 0, n = 0; chooser_names[i] && n < sizeof names; i++)
        n += (unsigned)lib_put(chooser_names[i], names + n, sizeof names - n),
            n += (unsigned)lib_put(chooser_names[i + 1] ? ", " : "", names + n, sizeof names - n);
    return lib_fail(e, FUDA_ERROR_ARGUMENT, "'%.60s' is no computer player; there are %s", name,
                    names);
}

fuda_bot *fuda_bot_new(const char *name, uint64_t seed, fuda_error *e) {
    if (!name) return lib_missing(e, "a name"), NULL;
    fuda_bot *b = calloc(1, sizeof *b);
    if (!b) return lib_no_memory(e), NULL;
    if (chooser_open(&b->chooser, name)) {
        chooser_seed(&b->chooser, seed);
        lib_ok(e);
        return b;
    }
    unknown_bot(name, e);
    free(b);
    return NULL;
}

void fuda_bot_free(fuda_bot *b) {
    if (!b) return;
    chooser_close(&b->chooser);
    free(b);
}

int fuda_bot_choose(fuda_bot *b, const fuda_state *s) {
    fuda_question q;
    if (!b || !fuda_asked(s, &q)) return -1;
    Run quiet = s->run;
    quiet.obs = NULL;
    return (int)b->chooser.choose(&b->chooser, &quiet);
}

bool fuda_sample(fuda_state *to, const fuda_state *from, int player, uint64_t seed, fuda_error *e) {
    if (!to || !from) return lib_missing(e, "a state");
    if (player < 0 || player >= (int)from->run.s->nplayers)
        return lib_fail(e, FUDA_ERROR_ARGUMENT, "player %d; there are 0 to %u", player,
                        from->run.s->nplayers - 1u);
    if (!fuda_copy(to, from, e)) return false;
    Rng rng = {seed};
    Run quiet = to->run;
    quiet.obs = NULL;
    sample_make(&quiet, (PlayerId)player, &rng);
    if (to->watch) to->watch->foreign = true;
    return true;
}

static bool known_bots(const fuda_series *x, fuda_error *e) {
    for (unsigned i = 0; i < x->players; i++) {
        Chooser c;
        if (!x->bot[i]) continue;
        if (!chooser_open(&c, x->bot[i])) return unknown_bot(x->bot[i], e);
        chooser_close(&c);
    }
    return true;
}

bool fuda_play(const fuda_pack *pack, const fuda_series *x, fuda_totals *out, fuda_error *e) {
    if (!pack || !x || !out) return lib_missing(e, "a pack, series or totals");
    const fuda_setup setup = {.players = x->players, .first = FUDA_BY_LOT};
    if (!setup_check(pack, &setup, e) || !known_bots(x, e)) return false;
    SimConfig config = {.game = pack->game,
                        .pack = pack->pack,
                        .decks = pack->fuda,
                        .ndecks = pack->ndecks,
                        .players = x->players,
                        .format = pack->format,
                        .games = x->games,
                        .seed = x->seed,
                        .threads = x->threads ? x->threads : 1};
    memcpy(config.player, x->bot, sizeof config.player);
    SimTotals t;
    if (!sim_run(&config, &t)) return lib_no_memory(e);
    *out = (fuda_totals){.games = t.games,
                         .finished = t.finished,
                         .draws = t.draws,
                         .decisions = t.decisions,
                         .turns = t.turns,
                         .seconds = t.seconds};
    memcpy(out->wins, t.wins, sizeof out->wins);
    lib_ok(e);
    return true;
}
