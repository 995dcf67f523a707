/* Samples: hidden cards are dealt anew, and the future is another one. */
#include "play/sample.h"

static void mention(CardSet *m, const State *s, unsigned card) {
    if (card && card < CARD_IDS && card_owner((CardId)card) < s->nplayers)
        card_join(m, (CardId)card);
}

static void mention_context(CardSet *m, const State *s, const Context *x) {
    mention(m, s, x->source.card);
    mention(m, s, x->subject.card);
    mention(m, s, x->object.card);
    for (unsigned i = 0; i < REG_COUNT; i++)
        for (unsigned j = 0; j < x->n[i]; j++) mention(m, s, reg_read(s, x, i)[j].card);
}

/* Cards that something under way speaks of, or may: a number in a frame that could be a card counts
 * as one. */
static void mention_all(CardSet *m, const State *s) {
    for (unsigned i = 0; i <= MAX_CONTEXTS; i++)
        if (!i || s->ctx[i].in_use) mention_context(m, s, &s->ctx[i]);
    for (unsigned i = 0; i < s->nframes; i++)
        for (unsigned j = 0; j < FRAME_WORDS; j++) mention(m, s, s->frame[i].u[j]);
    for (unsigned i = 0; i < s->nbatch; i++) {
        mention(m, s, s->batch[i].card);
        mention(m, s, s->batch[i].other);
        mention(m, s, s->batch[i].cause);
    }
    for (unsigned i = 0; i < s->neffects; i++) {
        mention(m, s, s->effect[i].target.card);
        mention(m, s, s->effect[i].source.card);
        mention(m, s, s->effect[i].memory.card);
    }
    for (unsigned i = 0; i < s->nwaiting; i++) {
        mention(m, s, s->waiting[i].source.card);
        mention(m, s, s->waiting[i].subject.card);
        mention(m, s, s->waiting[i].object.card);
    }
    for (unsigned i = 0; i < sizeof s->fact_card / sizeof *s->fact_card; i++)
        mention(m, s, s->fact_card[i].card);
}

/* Cards with a story of their own keep their definition: what was used, given or changed belongs to
 * the face. */
static bool has_story(const Card *k) {
    return k->used || k->latched || k->lost || k->damage || k->hit_by ||
           (k->flags & (CARD_KINDS_CHANGED | CARD_INFO | CARD_SHOWN | CARD_HIT));
}

static unsigned kinds_seen(Run *r, PlayerId viewer, CardId c) {
    const Card *k = card_of(r->s, c);
    if (r->g->zones[k->zone].flags & ZONE_FIELD) return k->kinds;
    return r->g->kinds_known ? r->g->kinds_known(r, viewer, c) : 0;
}

static void give(Run *r, CardId c, DefId d) {
    card_at(r->s, c)->def = d;
    card_printed(r, c);
}

/* Swaps two definitions, unless the viewer would see it. */
static bool swap(Run *r, PlayerId viewer, CardId a, CardId b) {
    DefId x = card_of(r->s, a)->def, y = card_of(r->s, b)->def;
    if (x == y) return false;
    unsigned ka = kinds_seen(r, viewer, a), kb = kinds_seen(r, viewer, b);
    give(r, a, y);
    give(r, b, x);
    if (kinds_seen(r, viewer, a) == ka && kinds_seen(r, viewer, b) == kb) return true;
    give(r, a, x);
    give(r, b, y);
    return false;
}

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
        if (!k->zone || has_story(k) || card_visible(r, viewer, c)) continue;
        before[n] = k->def;
        list[n++] = c;
    }
    if (n < 2) return 0;
    for (unsigned i = 0; i < n; i++) listen_leave(r, list[i]);
    for (unsigned i = n; i-- > 1;) {
        unsigned j = rng_below(rng, i + 1);
        bool extra_i = card_of(s, list[i])->zone == r->g->extra_zone;
        bool extra_j = card_of(s, list[j])->zone == r->g->extra_zone;
        if (i != j && extra_i == extra_j) swap(r, viewer, list[i], list[j]);
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
    if (what == HIDE_UNTOUCHED) mention_all(&m, s);
    for (PlayerId p = 0; p < s->nplayers; p++)
        changed += permute_owner(r, viewer, p, &m, only, rng);
    state_forget(s);
    return changed;
}

void sample_make(Run *r, PlayerId viewer, Rng *rng) {
    hide_permute(r, viewer, rng, HIDE_UNTOUCHED, NULL);
    random_seed(r->s, rng_next(rng));
}
