/* Hashes of the state, and the memory of positions that the loop rules need. */
#include "kernel/run.h"

static inline uint64_t mix(uint64_t h, uint64_t v) {
    h ^= v;
    h *= 0x9fb21c651e98df25u;
    return h ^ h >> 29;
}

/* Two games are equal when all their bytes are: unused parts are kept zero. */
uint64_t state_hash(const State *s) {
    const unsigned char *b = (const unsigned char *)s;
    size_t n = state_size(s), i = 0;
    uint64_t h = 0x243f6a8885a308d3u, w;
    for (; i + 8 <= n; i += 8) {
        memcpy(&w, b + i, 8);
        h = mix(h, w);
    }
    for (; i < n; i++) h = mix(h, b[i]);
    return h;
}

static uint64_t hash_card(const Card *k) {
    uint64_t a = (uint64_t)k->def | (uint64_t)k->zone << 16 | (uint64_t)k->slot << 24 |
                 (uint64_t)k->flags << 32 | (uint64_t)k->used << 40 | (uint64_t)(uint16_t)k->damage << 48;
    return mix(a, (uint64_t)k->tie | (uint64_t)k->known << 16);
}

/* "Completely the same": places, order, states, effects, what waits; not the random generator, time
 * stamps or lives of cards. Cards that are alike are told apart only by where they lie. */
uint64_t position_hash(const State *s) {
    uint64_t h = mix(s->turn, s->turn_player | s->point << 8 | (uint64_t)s->nframes << 16);
    for (unsigned p = 0; p < s->nplayers; p++) {
        const Player *q = &s->player[p];
        for (unsigned z = 1; z < MAX_ZONES; z++) {
            h = mix(h, z << 8 | q->count[z]);
            for (unsigned i = 0; i < q->count[z]; i++) h = mix(h, hash_card(card_of(s, q->zone[z][i])));
        }
        uint64_t w;
        memcpy(&w, q->counter, 8);
        h = mix(h, w ^ q->flags);
    }
    for (unsigned i = 0; i < s->neffects; i++) {
        const Effect *e = &s->effect[i];
        h = mix(h, (uint64_t)e->kind | e->duration << 8 | e->flags << 16 | (uint64_t)e->target.card << 32 |
                       (uint64_t)e->abil << 48);
        h = mix(h, (uint64_t)(uint16_t)e->a | (uint64_t)(uint16_t)e->b << 16 | (uint64_t)(uint16_t)e->c << 32);
    }
    for (unsigned i = 0; i < s->nwaiting; i++)
        h = mix(h, (uint64_t)s->waiting[i].abil | (uint64_t)s->waiting[i].source.card << 16);
    uint64_t w[2];
    memcpy(w, s->facts, 16);
    return mix(mix(h, w[0]), w[1]);
}

bool loop_seen(const State *s, uint64_t position, uint64_t action) {
    unsigned n = s->nseen < MAX_SEEN ? s->nseen : MAX_SEEN;
    for (unsigned i = 0; i < n; i++)
        if (s->seen[i].position == position && s->seen[i].action == action) return true;
    return false;
}

void loop_note(State *s, uint64_t position, uint64_t action) {
    s->seen[s->nseen % MAX_SEEN] = (Seen){position, action};
    s->nseen = (uint8_t)(s->nseen + 1 < 2 * MAX_SEEN ? s->nseen + 1 : MAX_SEEN);
}
