#include "sim/uses.h"
#include <stddef.h>

static Uses *uses_of(Observer *o) { return (Uses *)((char *)o - offsetof(Uses, observer)); }

/* Bit of the ability, 0 if it is not observed. */
static unsigned bit_of(const Uses *u, unsigned a) {
    return a >= u->first && a < u->first + u->n ? 1u << (a - u->first) : 0;
}

/* Rested cards of all players. */
static unsigned count_rested(const State *s) {
    unsigned n = 0;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++)
            n += (s->player[p].card[i].flags & CARD_RESTED) != 0;
    return n;
}

/* Marks the resolving ability as effective if anything changed since it started. */
static void record_effect(Uses *u, const State *s) {
    if (!u->open) return;
    if (u->happened || s->neffects != u->effects || count_rested(s) != u->rested)
        u->effective |= bit_of(u, u->open);
}

/* Observer.used. Activated and triggered abilities need further observation; others take effect at
 * once. */
static void on_used(Observer *o, const Run *r, CardId c, AbilId a) {
    Uses *u = uses_of(o);
    unsigned bit = bit_of(u, a), kind = r->pack->abil[a].kind;
    (void)c;
    if (!bit) return;
    u->used |= bit;
    if (kind == ABIL_ACTIVATED || kind == ABIL_TRIGGERED) {
        u->open = a;
        u->happened = 0;
        u->effects = r->s->neffects;
        u->rested = count_rested(r->s);
    } else {
        u->effective |= bit;
    }
}

/* Timing points and the ability's own end do not count as effects. */
static void on_event(Observer *o, const Run *r, const Event *e) {
    Uses *u = uses_of(o);
    if (!u->open) return;
    if (e->kind == EV_USED && e->amount == u->open) {
        record_effect(u, r->s);
        u->open = 0;
    } else if (e->kind != EV_USED && e->kind != EV_POINT && e->kind != EV_PLAY) {
        u->happened++;
    }
}

void uses_begin(Uses *u, AbilId first, unsigned n) {
    *u = (Uses){.observer = {.used = on_used, .event = on_event}, .first = first, .n = n};
}

void uses_sample(Uses *u, const State *s) {
    record_effect(u, s);
    for (unsigned i = 0; i < s->nwaiting; i++) u->waited |= bit_of(u, s->waiting[i].abil);
}

void uses_end(Uses *u, bool over) {
    if (u->open && (u->happened || over)) u->effective |= bit_of(u, u->open);
}
