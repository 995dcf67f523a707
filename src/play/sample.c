/* Sampling: redeals hidden cards and reseeds the game. */
#include "play/sample.h"

/* Cards referenced by anything in progress keep their definition. */
static void add_reference(CardSet *m, const State *s, unsigned card) {
    if (card && card < CARD_IDS && card_owner((CardId)card) < s->nplayers)
        card_join(m, (CardId)card);
}

static void add_context(CardSet *m, const State *s, const Context *x) {
    add_reference(m, s, x->source.card);
    add_reference(m, s, x->subject.card);
    add_reference(m, s, x->object.card);
    for (unsigned i = 0; i < REG_COUNT; i++)
        for (unsigned j = 0; j < x->n[i]; j++) add_reference(m, s, reg_read(s, x, i)[j].card);
}

/* Conservative: any frame word that could be a card id counts as one. */
static void add_all_references(CardSet *m, const State *s) {
    for (unsigned i = 0; i <= MAX_CONTEXTS; i++)
        if (!i || s->ctx[i].in_use) add_context(m, s, &s->ctx[i]);
    for (unsigned i = 0; i < s->nframes; i++)
        for (unsigned j = 0; j < FRAME_WORDS; j++) {
            uint16_t word;
            memcpy(&word, (const char *)s->frame[i].locals + j * sizeof word, sizeof word);
            add_reference(m, s, word);
        }
    for (unsigned i = 0; i < s->nbatch; i++) {
        add_reference(m, s, s->batch[i].card);
        add_reference(m, s, s->batch[i].other);
    }
    for (unsigned i = 0; i < s->neffects; i++) {
        add_reference(m, s, s->effect[i].target.card);
        add_reference(m, s, s->effect[i].source.card);
        add_reference(m, s, s->effect[i].memory.card);
    }
    for (unsigned i = 0; i < s->nwaiting; i++) {
        add_reference(m, s, s->waiting[i].source.card);
        add_reference(m, s, s->waiting[i].subject.card);
        add_reference(m, s, s->waiting[i].object.card);
    }
    for (unsigned i = 0; i < sizeof s->fact_card / sizeof *s->fact_card; i++)
        add_reference(m, s, s->fact_card[i].card);
}

/* Cards with a history keep their definition: what was used, granted or changed belongs to the
 * face. */
static bool has_history(const Card *k) {
    return k->used || k->done || k->latched || k->lost || k->damage || k->hit_by ||
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

/* Swaps two definitions, unless the viewer could see the difference. */
static bool try_swap(Run *r, PlayerId viewer, CardId a, CardId b) {
    DefId x = card_of(r->s, a)->def, y = card_of(r->s, b)->def;
    if (x == y) return false;
    unsigned ka = kinds_seen(r, viewer, a), kb = kinds_seen(r, viewer, b);
    set_definition(r, a, y);
    set_definition(r, b, x);
    if (kinds_seen(r, viewer, a) == ka && kinds_seen(r, viewer, b) == kb) return true;
    set_definition(r, a, x);
    set_definition(r, b, y);
    return false;
}

/* Shuffles the definitions of one owner's hidden cards except those in 'out' (Fisher-Yates,
 * rejected swaps are skipped); 'only' restricts the rest. Returns how many changed. */
static unsigned permute_owner(Run *r, PlayerId viewer, PlayerId owner, const CardSet *out,
                              const CardSet *only, Rng *rng) {
    State *s = r->s;
    CardId list[CARDS_PER_PLAYER];
    DefId before[CARDS_PER_PLAYER];
    unsigned n = 0, changed = 0;
    for (unsigned i = 1; i <= s->player[owner].ncards; i++) {
        CardId c = card_id(owner, i);
        const Card *k = card_of(s, c);
        if (card_in(out, c) || (only && !card_in(only, c))) continue;
        if (!k->zone || has_history(k) || card_visible(r, viewer, c)) continue;
        before[n] = k->def;
        list[n++] = c;
    }
    if (n < 2) return 0;
    for (unsigned i = 0; i < n; i++) listen_leave(r, list[i]);
    for (unsigned i = n; i-- > 1;) {
        unsigned j = rng_below(rng, i + 1);
        bool extra_i = card_of(s, list[i])->zone == r->g->extra_zone;
        bool extra_j = card_of(s, list[j])->zone == r->g->extra_zone;
        if (i != j && extra_i == extra_j) try_swap(r, viewer, list[i], list[j]);
    }
    for (unsigned i = 0; i < n; i++) {
        listen_enter(r, list[i]);
        changed += card_of(s, list[i])->def != before[i];
    }
    return changed;
}

unsigned hide_permute(Run *r, PlayerId viewer, Rng *rng, enum HideWhat what, const CardSet *only) {
    State *s = r->s;
    CardSet m = {{0}};
    unsigned changed = 0;
    if (what == HIDE_UNTOUCHED) add_all_references(&m, s);
    for (PlayerId p = 0; p < s->nplayers; p++)
        changed += permute_owner(r, viewer, p, &m, only, rng);
    caches_forget(s);
    return changed;
}

void sample_make(Run *r, PlayerId viewer, Rng *rng) {
    hide_permute(r, viewer, rng, HIDE_UNTOUCHED, NULL);
    random_seed(r->s, rng_next(rng));
}
