/* Plays the trial games of one ability. tryout_group.c selects the abilities and builds the packs.
 */
#include "sim/tryout_group.h"
#include "cards/form.h"
#include "play/words.h"
#include "sim/stage.h"
#include "sim/uses.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    MAX_DECISIONS = 150,      /* per game */
    DECISIONS_AFTER_USE = 25, /* decisions played on after the ability had its effect */
    CHECK_ONE_IN = 6,         /* fraction of decisions with expensive checks */
    GAMES_AFTER_USE = 100,    /* games played on after the first use, waiting for an effect */
    MAX_VIOLATIONS = 3,       /* per ability */
};

/* All games of one ability. */
typedef struct Trial {
    const Group *g;
    Tried *t;
    Stage stage;
    Uses uses;
    unsigned used, effective; /* over all games, bit per part of the ability */
    unsigned decisions, after;
} Trial;

/* ---- players ----------------------------------------------------------------------------------
 */

/* Does the option refer to the ability under test? */
static bool offers_ability(const Trial *x, const Option *o) {
    bool ability = o->kind != OPT_CARD && o->kind != OPT_DONE && o->kind != OPT_NUMBER;
    return ability && o->c >= x->uses.first && o->c < x->uses.first + x->uses.n;
}

/* Weight of an option for the biased player: prefers the ability under test, then its card. Uses
 * only faces the player sees. */
static unsigned option_weight(const Trial *x, const Run *r, const Option *o) {
    const State *s = r->s;
    if (option_declines(r->g, o) || option_goes_on(r->g, o)) return 2;
    if (offers_ability(x, o)) return 30;
    if (o->card && card_of(s, o->card)->def == x->stage.card &&
        card_visible(r, s->ask.player, o->card))
        return 8;
    return 3;
}

/* Random player with weighted options. */
static unsigned biased_choose(Chooser *c, const Run *r) {
    const Trial *x = c->context;
    const State *s = r->s;
    unsigned weight[MAX_OPTIONS], all = 0, i = 0;
    for (unsigned k = 0; k < s->ask.n; k++) all += weight[k] = option_weight(x, r, &s->option[k]);
    for (unsigned at = rng_below(&c->rng, all); at >= weight[i]; i++) at -= weight[i];
    return i;
}

/* ---- a game -----------------------------------------------------------------------------------
 */

/* CheckPlan.enough: samples what happened, and stops some decisions after the ability had its
 * effect. */
static bool should_stop(void *context, const Run *r) {
    Trial *x = context;
    const State *s = r->s;
    uses_sample(&x->uses, s);
    for (unsigned i = 0; i < s->ask.n; i++) x->t->offered |= offers_ability(x, &s->option[i]);
    if (uses_all(&x->uses, x->uses.effective | x->effective)) x->after++;
    return x->after > DECISIONS_AFTER_USE || ++x->decisions > MAX_DECISIONS;
}

/* Depends only on the ability, so that --only reproduces a game. */
static uint64_t seed_for(const TryConfig *config, const Tried *t) {
    uint64_t h = config->seed + t->entry;
    for (const char *s = t->card->serial; *s; s++) h = seed_of(h, (unsigned char)*s);
    return h;
}

/* Plays one game. Returns false if the stage cannot be set. */
static bool play_game(Trial *x, unsigned i) {
    const Group *g = x->g;
    Run r = {.s = g->begin, .g = g->config->game, .pack = g->pack, .scratch = g->begin + 1};
    uint64_t seed = seed_of(seed_for(g->config, x->t), i);
    SimResult result;
    Violation v = {.game = i, .seed = seed};
    Chooser who[2] = {{.choose = biased_choose, .context = x, .rng = {seed_of(seed, 1)}},
                      {.choose = biased_choose, .context = x, .rng = {seed_of(seed, 2)}}};
    if (!stage_set(&x->stage, seed, &r)) return false;
    uses_begin(&x->uses, x->uses.first, x->uses.n);
    x->decisions = x->after = 0;
    const CheckPlan plan = {.begin = r.s,
                            .seed = seed,
                            .one_in = CHECK_ONE_IN,
                            .watch = &x->uses.observer,
                            .enough = should_stop,
                            .context = x};
    if (!check_from(g->checker, &plan, who, &result, &v)) {
        x->t->violations++;
        if (g->config->violation) g->config->violation(g->config->context, x->t, &v, &r);
    }
    uses_end(&x->uses, result.result != RESULT_NONE);
    x->used |= x->uses.used;
    x->effective |= x->uses.effective;
    x->t->waited |= x->uses.waited != 0;
    g->report->games++;
    g->report->decisions += result.decisions;
    return true;
}

/* Exercises an ability about deck building by checking a deck. */
static void check_deck(Trial *x) {
    const Group *g = x->g;
    DefId deck[CARDS_PER_PLAYER];
    DeckFault fault[8];
    Run r = {.g = g->config->game, .pack = g->pack, .obs = &x->uses.observer};
    for (unsigned i = 0; i < CARDS_PER_PLAYER; i++) deck[i] = x->stage.card;
    uses_begin(&x->uses, x->uses.first, x->uses.n);
    const DeckLists lists = {.pile = {deck}, .n = {CARDS_PER_PLAYER}};
    card_form(g->config->game)->check(&r, &lists, fault, 8);
    x->used |= x->uses.used;
    x->effective |= x->uses.effective;
}

/* Deck building abilities have no effect in a game. */
static bool about_decks(const Trial *x) {
    return x->g->pack->abil[x->uses.first].kind == ABIL_DECK;
}

/* Plays until each part had an effect, the maximum number of games is reached, or too many games
 * pass without an effect after the first use. */
bool tryout_one(const Group *g, Tried *t, DefId card, AbilId first, unsigned n) {
    Trial *x = calloc(1, sizeof *x);
    if (!x) return false;
    *x = (Trial){.g = g, .t = t, .uses = {.first = first, .n = n}};
    stage_open(&x->stage, g->config->game, g->pack, card, first, n);
    bool good = true;
    unsigned since = 0; /* games since every part was used */
    while (good && t->games < g->config->games && t->violations < MAX_VIOLATIONS) {
        if (about_decks(x)) check_deck(x);
        good = play_game(x, t->games++);
        if (t->games < g->config->least) continue;
        if (uses_all(&x->uses, x->effective)) break;
        if (uses_all(&x->uses, x->used) && ++since > GAMES_AFTER_USE) break;
    }
    t->used = uses_all(&x->uses, x->used);
    t->effective = uses_all(&x->uses, x->effective);
    free(x);
    return good;
}

/* ---- all of them ------------------------------------------------------------------------------
 */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Fills in the report's totals. */
static void sum_up(TryReport *r) {
    for (unsigned i = 0; i < r->n; i++) {
        const Tried *t = &r->tried[i];
        r->compiled += t->compiled;
        r->tries += t->games > 0;
        r->used += t->used;
        r->effective += t->effective;
        r->violations += t->violations;
    }
}

bool tryout_run(const TryConfig *config, TryReport *out) {
    double start = now();
    memset(out, 0, sizeof *out);
    const SimConfig sim = {.game = config->game};
    Group g = {.config = config, .report = out, .checker = checker_new(&sim)};
    g.begin = calloc(2, sizeof(State));
    bool good = g.checker && g.begin && group_list(&g) && group_each(&g);
    checker_free(g.checker);
    free(g.begin);
    group_free(&g);
    sum_up(out);
    out->seconds = now() - start;
    if (!good) tryout_free(out);
    return good;
}

void tryout_free(TryReport *r) {
    free(r->tried);
    arena_free(&r->arena);
    memset(r, 0, sizeof *r);
}
