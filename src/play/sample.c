/* Sampling: redeals hidden cards and reseeds the game. */
#include "play/sample.h"
#include <stdlib.h>

/* Cards whose face other players know although it is hidden now: an ability of it waits. */
static void add_known(CardSet *m, const State *s) {
    for (unsigned i = 0; i < s->nwaiting; i++)
        if (s->waiting[i].source.card) card_join(m, s->waiting[i].source.card);
}

/* Cards with a history keep their definition: what was used, granted or changed belongs to the
 * face. */
static bool has_history(const Card *k) {
    return k->used || k->latched || k->damage || k->hit_by ||
           (k->flags & (CARD_KINDS_CHANGED | CARD_INFO | CARD_SHOWN | CARD_HIT));
}

/* Kinds of the card that the viewer can see. */
static unsigned kinds_seen(Run *r, PlayerId viewer, CardId c) {
    const Card *k = card_of(r->s, c);
    if (r->g->zones[k->zone].flags & ZONE_FIELD) return k->kinds;
    return r->g->kinds_known ? r->g->kinds_known(r, viewer, c) : 0;
}

/* Changes the definition and recomputes the card's printed values. */
static void set_definition(Run *r, CardId c, DefId d) {
    card_at(r->s, c)->def = d;
    card_printed(r, c);
    card_touched(r->s, card_of(r->s, c)); /* the hash of its zone */
}

/* A hidden card. Those of the same class can have each other's face without the viewer seeing a
 * difference. */
typedef struct Hidden {
    CardId card;
    DefId def;
    uint32_t class;
} Hidden;

static int compare_hidden(const void *a, const void *b) {
    const Hidden *x = a, *y = b;
    if (x->class != y->class) return x->class < y->class ? -1 : 1;
    return x->card < y->card ? -1 : 1;
}

static int compare_defs(const void *a, const void *b) {
    const DefId x = *(const DefId *)a, y = *(const DefId *)b;
    return x < y ? -1 : x > y;
}

/* Deals the faces of n cards of one class anew. They are sorted first, so that the result depends
 * on which faces there are and not on who has which. */
static void deal_class(Run *r, const Hidden *h, unsigned n, Rng *rng) {
    DefId def[CARDS_PER_PLAYER];
    for (unsigned i = 0; i < n; i++) def[i] = h[i].def;
    qsort(def, n, sizeof *def, compare_defs);
    for (unsigned i = n; i-- > 1;) {
        const unsigned j = rng_below(rng, i + 1);
        const DefId swap = def[i];
        def[i] = def[j];
        def[j] = swap;
    }
    for (unsigned i = 0; i < n; i++)
        if (card_of(r->s, h[i].card)->def != def[i]) set_definition(r, h[i].card, def[i]);
}

/* Deals the faces of one owner's hidden cards anew, except those in 'out'; 'only' restricts the
 * rest. Returns how many changed. */
static unsigned permute_owner(Run *r, PlayerId viewer, PlayerId owner, const CardSet *out,
                              const CardSet *only, Rng *rng) {
    State *s = r->s;
    Hidden list[CARDS_PER_PLAYER];
    unsigned n = 0, changed = 0;
    for (unsigned i = 1; i <= s->player[owner].ncards; i++) {
        CardId c = card_id(owner, i);
        const Card *k = card_of(s, c);
        if (card_in(out, c) || (only && !card_in(only, c))) continue;
        if (!k->zone || has_history(k) || card_seen(r, viewer, c)) continue;
        list[n++] = (Hidden){c, k->def, kinds_seen(r, viewer, c) * PILES + pile_at(r->g, k->zone)};
    }
    if (n < 2) return 0;
    qsort(list, n, sizeof *list, compare_hidden);
    for (unsigned i = 0; i < n; i++) listen_leave(r, list[i].card);
    for (unsigned i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && list[end].class == list[i].class;) end++;
        deal_class(r, &list[i], end - i, rng);
    }
    for (unsigned i = 0; i < n; i++) {
        listen_enter(r, list[i].card);
        changed += card_of(s, list[i].card)->def != list[i].def;
    }
    return changed;
}

unsigned hide_permute(Run *r, PlayerId viewer, Rng *rng, enum HideWhat what, const CardSet *only) {
    State *s = r->s;
    CardSet m = {{0}};
    unsigned changed = 0;
    if (what == HIDE_UNKNOWN) add_known(&m, s);
    for (PlayerId p = 0; p < s->nplayers; p++)
        changed += permute_owner(r, viewer, p, &m, only, rng);
    if (changed) derived_invalidate(s, BECAUSE_EFFECT);
    caches_forget(s);
    return changed;
}

void sample_make(Run *r, PlayerId viewer, Rng *rng) {
    hide_permute(r, viewer, rng, HIDE_UNKNOWN, NULL);
    random_seed(r->s, rng_next(rng));
}
