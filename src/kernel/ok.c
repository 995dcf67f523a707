/* Invariants of a state. Each check has a name, which is what is returned when it does not hold. */
#include "kernel/run.h"

static const char *zones_ok(const Run *r) {
    const State *s = r->s;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        const Player *q = &s->player[p];
        unsigned in_zones = 0;
        for (ZoneId z = 1; z < MAX_ZONES; z++) {
            if (q->count[z] > CARDS_PER_PLAYER) return "zone count within bounds";
            in_zones += q->count[z];
            for (unsigned i = 0; i < q->count[z]; i++) {
                const Card *k = card_of(s, q->zone[z][i]);
                if (!q->zone[z][i] || k->zone != z || k->holder != p)
                    return "card knows the zone that lists it";
                for (unsigned j = 0; j < i; j++)
                    if (q->zone[z][j] == q->zone[z][i]) return "card is listed once";
            }
            if (q->count[z] < CARDS_PER_PLAYER && q->zone[z][q->count[z]])
                return "unused places are zero";
        }
        (void)in_zones;
    }
    return 0;
}

static const char *cards_ok(const Run *r) {
    const State *s = r->s;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++) {
            const Card *k = &s->player[p].card[i];
            if (!k->zone) continue;
            bool found = false;
            const Player *q = &s->player[k->holder];
            for (unsigned j = 0; j < q->count[k->zone]; j++)
                found |= q->zone[k->zone][j] == (CardId)(p << CARD_BITS | i);
            if (!found) return "card is in the zone it says";
            if ((r->g->zones[k->zone].flags & ZONE_SEATED) ? !k->slot : k->slot != 0)
                return "seats only in seated zones";
        }
    return 0;
}

/* The fixed listeners are exactly the abilities valid where their cards lie. */
static const char *listeners_ok(Run *r) {
    const State *s = r->s;
    unsigned want = 0;
    uint32_t heard = 0;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++) {
            const Card *k = &s->player[p].card[i];
            const CardDef *d = &r->pack->def[k->def];
            if (!k->zone || (k->flags & CARD_DOWN)) continue;
            for (AbilId a = d->abil; a < d->abil + d->nabil; a++) {
                const AbilityDef *b = &r->pack->abil[a];
                if (!(b->zones & zone_bit(k->zone)) || !b->events) continue;
                want++;
                heard |= b->events;
                bool found = false;
                for (unsigned j = 0; j < s->nfixed; j++)
                    found |=
                        s->listen[j].card == (CardId)(p << CARD_BITS | i) && s->listen[j].abil == a;
                if (!found) return "valid abilities listen";
            }
        }
    if (want != s->nfixed) return "only valid abilities listen";
    if ((s->heard & heard) != heard) return "what is listened to is heard";
    return 0;
}

const char *state_ok(Run *r) {
    const State *s = r->s;
    const char *bad;
    if (s->fault) return "no limit was met";
    if (s->ask.pending && s->ask.n < 2 && !r->ask_forced)
        return "questions have at least two options";
    if (s->ask.pending && (s->ask.player >= s->nplayers || !player_in(s, s->ask.player)))
        return "a player in the game is asked";
    if (s->nbatch > MAX_BATCH || s->nframes > MAX_FRAMES) return "stacks within bounds";
    if ((bad = zones_ok(r)) || (bad = cards_ok(r)) || (bad = listeners_ok(r))) return bad;
    return r->g->check ? r->g->check(r) : 0;
}

#ifdef FUDA_DEBUG
/* A host that can print brings its own. */
__attribute__((weak)) void core_assert_failed(const char *what, const char *file, int line) {
    (void)what;
    (void)file;
    (void)line;
    __builtin_trap();
}

void core_assert(bool ok, const char *what, const char *file, int line) {
    if (ok) return;
    core_assert_failed(what, file, line);
}
#endif
