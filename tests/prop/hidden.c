/* Property: a computer player learns nothing that its player cannot see.
 *
 * At some decisions of a random game the cards that are hidden from who is asked are permuted: the
 * greedy player must answer the same, with the same random stream. And among many samples every
 * hidden card must have another face at least once, and other shuffles must come: a sample that
 * kept what is true would tell it. */
#include "play/sample.h"
#include "prop.h"

enum { ONE_IN = 12, SAMPLES = 24, DECISIONS = 400 };

/* Kinds of a hidden card that the viewer can see: faces change places only within them. */
static unsigned public_kinds(Run *r, PlayerId viewer, CardId c) {
    const Card *k = card_of(r->s, c);
    if (r->g->zones[k->zone].flags & ZONE_FIELD) return k->kinds;
    return r->g->kinds_known ? r->g->kinds_known(r, viewer, c) : 0;
}

/* Is an ability of the card waiting? Then its face is known. */
static bool waits(const State *s, CardId c) {
    for (unsigned i = 0; i < s->nwaiting; i++)
        if (s->waiting[i].source.card == c) return true;
    return false;
}

/* Is it all but certain that the card has another face in one of the samples? */
static bool should_change(Run *r, PlayerId viewer, CardId c) {
    const State *s = r->s;
    const Player *q = &s->player[card_owner(c)];
    unsigned n = 0, same = 0;
    if (!card_of(s, c)->zone || waits(s, c) || card_visible(r, viewer, c)) return false;
    for (unsigned i = 1; i <= q->ncards; i++) {
        const CardId x = card_id(card_owner(c), i);
        if (!card_of(s, x)->zone || waits(s, x) || card_visible(r, viewer, x) ||
            pile_at(r->g, card_of(s, x)->zone) != pile_at(r->g, card_of(s, c)->zone) ||
            public_kinds(r, viewer, x) != public_kinds(r, viewer, c))
            continue;
        n++;
        same += card_of(s, x)->def == card_of(s, c)->def;
    }
    return 2 * same <= n;
}

static bool samples_change(Trial *t, Run *a, Run *b, Rng *rng) {
    const State *s = a->s;
    const PlayerId viewer = s->ask.player;
    static bool changed[CARD_IDS];
    memset(changed, 0, sizeof changed);
    for (unsigned k = 0; k < SAMPLES; k++) {
        memcpy(b->s, s, state_size(s));
        sample_make(b, viewer, rng);
        if (!memcmp(b->s->random, s->random, sizeof s->random))
            return fails(t, "game %" PRIu64 ": a sample knows the shuffles to come", t->game);
        for (PlayerId p = 0; p < s->nplayers; p++)
            for (unsigned i = 1; i <= s->player[p].ncards; i++)
                changed[card_id(p, i)] |= b->s->player[p].card[i].def != s->player[p].card[i].def;
    }
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++)
            if (!changed[card_id(p, i)] && should_change(a, viewer, card_id(p, i)))
                return fails(t, "game %" PRIu64 ", decision %u: samples keep a card of P%u, %s",
                             t->game, s->choices, p + 1u,
                             a->g->zones[card_of(s, card_id(p, i))->zone].key);
    return true;
}

static bool moves_hide(Trial *t, Run *a, Run *b, Chooser *greedy, Rng *rng) {
    const uint64_t seed = rng_next(rng);
    memcpy(b->s, a->s, state_size(a->s));
    if (!hide_permute(b, a->s->ask.player, rng, HIDE_UNKNOWN, NULL)) return true;
    chooser_seed(greedy, seed);
    const unsigned x = greedy->choose(greedy, a);
    chooser_seed(greedy, seed);
    const unsigned y = greedy->choose(greedy, b);
    return x == y || fails(t, "game %" PRIu64 ", decision %u: option %u or %u", t->game,
                           a->s->choices, x + 1, y + 1);
}

static bool hides(Trial *t) {
    Rng rng = {seed_of(t->setup.seed, 7)};
    Run *a = &t->seat.run;
    State *blocks = calloc(2, sizeof(State));
    Chooser greedy = {0};
    if (!blocks || !chooser_open(&greedy, "greedy")) abort();
    Run b = {.s = blocks, .g = a->g, .pack = a->pack, .scratch = blocks + 1};
    bool good = game_start(a->s, &t->setup) || fails(t, "a deck does not fit");
    for (unsigned n = 0; good && n < DECISIONS && run_on(a) == STATUS_DECISION; n++) {
        if (!rng_below(&rng, ONE_IN))
            good = samples_change(t, a, &b, &rng) && moves_hide(t, a, &b, &greedy, &rng);
        run_answer(a, rng_below(&rng, a->s->ask.n));
    }
    chooser_close(&greedy);
    free(blocks);
    return good;
}

PROP_MAIN("hidden", hides, SLOW ? 8 : 100)
