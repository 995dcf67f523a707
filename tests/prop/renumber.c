/* Property: numbering is irrelevant. With definitions compiled in another order and cards numbered
 * differently, the game is the same. */
#include "twin.h"

/* The same decks with a pack compiled in another order. */
typedef struct OtherPack {
    Builder *builder;
    const Pack *pack;
    DefId *id; /* by DefId of the first pack */
    DefId pile[2][PILES][CARDS_PER_PLAYER];
    FudaDeck decks[2];
} OtherPack;

/* Compiles the cards in random order. */
static bool other_pack(Trial *t, OtherPack *o, Rng *rng) {
    const Stock *s = t->stock;
    unsigned n = s->ncards;
    unsigned *order = malloc(n * sizeof *order);
    o->builder = builder_new(s->game);
    o->id = calloc(n + 1, sizeof *o->id);
    for (unsigned i = 0; i < n; i++) order[i] = i;
    for (unsigned i = n; i-- > 1;) {
        unsigned j = rng_below(rng, i + 1), x = order[i];
        order[i] = order[j];
        order[j] = x;
    }
    bool good = true;
    for (unsigned i = 0; i < n; i++) {
        unsigned entry;
        TextError error;
        o->id[order[i] + 1] = builder_add(o->builder, &s->text[order[i]], &entry, &error);
        good &= o->id[order[i] + 1] != 0;
    }
    free(order);
    o->pack = builder_pack(o->builder);
    for (unsigned p = 0; p < 2; p++) {
        const StockDeck *d = &s->deck[t->which[p]];
        for (unsigned k = 0; k < PILES; k++) {
            for (unsigned i = 0; i < d->n[k]; i++) o->pile[p][k][i] = o->id[d->pile[k][i]];
            o->decks[p].pile[k] = o->pile[p][k];
            o->decks[p].n[k] = d->n[k];
        }
    }
    return good || fails(t, "a card compiles in one order only");
}

/* Permutes card numbers in a game that has not started. Cards in no zone yet keep theirs, because
 * the number is their order. */
static void renumber(State *s, Renaming *m, Rng *rng) {
    renaming_identity(m);
    for (PlayerId p = 0; p < s->nplayers; p++) {
        Player *q = &s->player[p];
        CardId base = card_id(p, 0);
        for (unsigned i = q->ncards; i > 1; i--) {
            unsigned j = 1 + rng_below(rng, i);
            if (!q->card[i].zone || !q->card[j].zone) continue;
            CardId x = m->card[base + i];
            m->card[base + i] = m->card[base + j];
            m->card[base + j] = x;
        }
        Player old = *q;
        for (unsigned i = 1; i <= q->ncards; i++)
            q->card[card_number(m->card[base + i])] = old.card[i];
        for (unsigned i = 0; i < LIST_ROOM; i++)
            if (q->list[i]) q->list[i] = m->card[q->list[i]];
    }
    for (unsigned i = 0; i < s->nlisteners; i++) s->listen[i].card = m->card[s->listen[i].card];
}

/* Plays the original and the renumbered game side by side. */
static bool renumbered(Trial *t) {
    static OtherPack o;
    Rng rng = {seed_of(t->setup.seed, 5)};
    Renaming m;
    Run *a = &t->seat.run;
    State *blocks = calloc(2, sizeof(State));
    bool good = other_pack(t, &o, &rng);
    FudaSetup setup = t->setup;
    setup.pack = o.pack;
    setup.decks = o.decks;
    Run b = {.s = blocks, .g = a->g, .pack = o.pack, .scratch = blocks + 1};
    good = good && ((game_start(a->s, &t->setup) && game_start(b.s, &setup)) ||
                    fails(t, "a deck does not fit"));
    if (good) {
        renumber(b.s, &m, &rng);
        good = same_game(t, a, &b, &m);
    }
    builder_free(o.builder);
    free(o.id);
    free(blocks);
    return good;
}

PROP_MAIN("renumber", renumbered, SLOW ? 100 : 1200)
