/* Keys of answers. */
#include "play/answer.h"

static inline uint64_t mix(uint64_t h, uint64_t v) {
    h = (h ^ v) * 0x9fb21c651e98df25u;
    return h ^ h >> 32;
}

static unsigned index_in_zone(const State *s, CardId c) {
    const Card *k = card_of(s, c);
    const Player *q = &s->player[k->holder];
    unsigned i = 0;
    while (i < q->count[k->zone] && zone_card(q, k->zone, i) != c) i++;
    return i;
}

/* Kinds that the player may know of a card whose face he does not see. */
static unsigned back_of(const Run *r, PlayerId viewer, CardId c) {
    const Card *k = card_of(r->s, c);
    if (r->g->zones[k->zone].flags & ZONE_FIELD) return k->kinds;
    return r->g->kinds_known ? r->g->kinds_known((Run *)r, viewer, c) : 0;
}

/* What the player sees of a card. In play its state counts as well, since copies differ there; of
 * hidden cards in an ordered zone the place. */
static uint64_t look_of(const Run *r, PlayerId viewer, CardId c) {
    enum { OPEN_FLAGS = CARD_RESTED | CARD_DOWN | CARD_HIT | CARD_SHOWN };
    const Card *k = card_of(r->s, c);
    const unsigned zone = r->g->zones[k->zone].flags;
    const bool seen = card_visible(r, viewer, c);
    const uint64_t face = seen ? k->def | 1u << 16 : back_of(r, viewer, c);
    uint64_t h = mix(face, k->zone | (uint64_t)k->holder << 8 | (uint64_t)k->seats << 16 |
                               (uint64_t)(k->flags & OPEN_FLAGS) << 24);
    if (zone & ZONE_FIELD) {
        const uint64_t host = k->tie ? card_of(r->s, k->tie)->def : 0;
        h = mix(h, (uint32_t)k->damage | (uint64_t)k->used << 32 | host << 40);
        h = mix(h, (uint32_t)k->now.atk | (uint64_t)(uint32_t)k->now.def << 32);
    } else if (!seen && (zone & ZONE_ORDERED)) {
        h = mix(h, index_in_zone(r->s, c));
    }
    return h;
}

static uint64_t key_of(const Run *r, const Option *o) {
    const Decision *d = &r->s->ask;
    const uint64_t asked = d->player | (uint64_t)d->kind << 8 | (uint64_t)d->clause << 16;
    const uint64_t what = o->kind | (uint64_t)o->a << 8 | (uint64_t)o->b << 16 |
                          (uint64_t)o->seats << 24 | (uint64_t)o->c << 32;
    const uint64_t h = mix(mix(0x243f6a8885a308d3u, asked), what);
    return o->card ? mix(h, look_of(r, d->player, o->card)) : h;
}

void answers_list(const Run *r, Answers *out) {
    const State *s = r->s;
    out->n = 0;
    for (unsigned i = 0; i < s->ask.n; i++) {
        const uint64_t key = key_of(r, &s->option[i]);
        unsigned k = 0;
        while (k < out->n && out->key[k] != key) k++;
        if (k < out->n) continue;
        out->key[k] = key;
        out->option[k] = (uint8_t)i;
        out->n++;
    }
}

unsigned answer_manner(const Run *r, const Option *o) {
    const State *s = r->s;
    uint64_t h =
        s->ask.player | (uint64_t)s->ask.kind << 8 | (uint64_t)o->kind << 16 | (uint64_t)o->a << 24;
    if (o->card) {
        const Card *k = card_of(s, o->card);
        const bool seen = card_visible(r, s->ask.player, o->card);
        h |= (uint64_t)(seen ? k->def : 0) << 32 | (uint64_t)(k->holder + 1u) << 48;
        h = mix(h, k->zone | (o->kind == OPT_CARD ? 0u : (unsigned)o->c << 8));
    } else {
        h = mix(h, o->c | (uint64_t)o->b << 16);
    }
    h *= 0x9e3779b97f4a7c15u;
    return (unsigned)(h >> 52);
}
