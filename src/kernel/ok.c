/* Invariants of a state. Each check has a name, which is what is returned when it does not hold. */
#include "kernel/run.h"

/* Every card in a zone is listed there once, and every listed card says so. */
static const char *zones_ok(const Run *r) {
    const State *s = r->s;
    bool listed[CARD_IDS] = {false};
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (ZoneId z = 1; z < MAX_ZONES; z++) {
            const Player *q = &s->player[p];
            unsigned rested = 0;
            if (q->at[z] + q->count[z] != q->at[z + 1]) return "zones lie one behind the other";
            for (unsigned i = 0; i < q->count[z]; i++) {
                CardId c = zone_card(q, z, i);
                const Card *k = card_of(s, c);
                if (!c || k->zone != z || k->holder != p)
                    return "card knows the zone that lists it";
                if (listed[c]) return "card is listed once";
                listed[c] = true;
                rested += k->flags & CARD_RESTED;
            }
            if (rested != q->rested[z]) return "rested cards are counted";
        }
    for (PlayerId p = 0; p < s->nplayers; p++) {
        const Player *q = &s->player[p];
        for (unsigned i = q->at[MAX_ZONES]; i < LIST_ROOM; i++)
            if (q->list[i]) return "unused places are zero";
    }
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++) {
            const Card *k = &s->player[p].card[i];
            if (!k->zone) continue;
            if (!listed[card_id(p, i)]) return "card is in the zone it says";
            if ((r->g->zones[k->zone].flags & ZONE_SEATED) ? !k->seats : k->seats != 0)
                return "seats only in seated zones";
        }
    return 0;
}

/* Not of a state whose hidden cards were dealt anew: its hashes go on from those of the game, so
 * that its positions are still known. */
const char *hashes_ok(const Run *r) {
    const State *s = r->s;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        const Player *q = &s->player[p];
        uint64_t sum = 0;
        for (ZoneId z = 1; z < r->g->nzones; z++) {
            bool ordered = r->g->zones[z].flags & ZONE_ORDERED;
            if (!(q->stale >> z & 1) && q->zone_hash[z] != zone_hash(s, q, z, ordered))
                return "a zone's hash is right or stale";
            sum += q->zone_hash[z];
        }
        if (sum != q->zones_hash) return "the sum of the zones' hashes is right";
    }
    return 0;
}

/* The fixed listeners are exactly the abilities valid where their cards lie. */
static const char *listeners_ok(Run *r) {
    const State *s = r->s;
    unsigned want = 0;
    EventSet heard = 0;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++) {
            const Card *k = &s->player[p].card[i];
            const CardDef *d = &r->pack->def[k->def];
            if (!k->zone || card_masked(r, k)) continue;
            for (AbilId a = d->abil; a < d->abil + d->nabil; a++) {
                const AbilityDef *b = &r->pack->abil[a];
                if (!(b->zones & zone_bit(k->zone)) || !b->events) continue;
                if (ability_sleeps(r, k, b)) {
                    if (!(k->flags & CARD_ASLEEP)) return "who does not listen is asleep";
                    continue;
                }
                want++;
                heard |= b->events;
                bool found = false;
                for (unsigned j = 0; j < s->nfixed; j++)
                    found |= s->listen[j].card == card_id(p, i) && s->listen[j].abil == a;
                if (!found) return "valid abilities listen";
            }
        }
    if (want != s->nfixed) return "only valid abilities listen";
    if ((s->listened_events & heard) != heard) return "what is listened to is heard";
    return 0;
}

/* The registers of the contexts lie one behind the other, and nothing lies behind the last. */
static const char *registers_ok(const State *s) {
    unsigned at = 0;
    for (unsigned i = 0; i <= s->ctx_top; i++) {
        const Context *x = &s->ctx[i];
        if (x->base != at) return "registers lie one behind the other";
        at = reg_first(x, REG_COUNT);
        if (i && !x->in_use && at != x->base) return "a context not in use has empty registers";
    }
    if (at != s->nreg) return "registered cards are counted";
    for (unsigned i = at; i < MAX_REGISTERED; i++)
        if (s->reg[i].card || s->reg[i].inc) return "unused registers are zero";
    return 0;
}

const char *state_ok(Run *r) {
    const State *s = r->s;
    const char *bad;
    if (s->fault) return "no limit was met";
    if (s->ask.pending && s->ask.n < 2 && !(r->ask_single >> s->ask.kind & 1))
        return "questions have at least two options";
    if (s->ask.pending && (s->ask.player >= s->nplayers || !player_in(s, s->ask.player)))
        return "a player in the game is asked";
    if (s->nbatch > MAX_BATCH || s->nframes > MAX_FRAMES) return "stacks within bounds";
    unsigned deeds = 0;
    for (unsigned i = 0; i < s->ndeeds; i++) deeds |= 1u << s->deed[i].kind;
    if (deeds != s->deed_kinds) return "the kinds of deeds are those listed";
    unsigned effects = 0;
    for (unsigned i = 0; i < s->neffects; i++) effects |= 1u << s->effect[i].kind;
    if ((effects & ~s->effect_kinds) || (!effects && s->effect_kinds))
        return "the kinds of effects are told";
    for (unsigned i = 0; i < s->nrules; i++)
        if (s->rule[i].card && !s->rules_on_cards) return "rule changes about cards are told";
    if (s->top != (s->nstack ? s->stack[s->nstack - 1].sort : STACK_NONE))
        return "what lies on top of the stack is known";
    if (s->due != (s->dirty & DIRTY_VALUES ? s->layers | s->derived : 0))
        return "what is due to be derived is told in one word";
    if ((bad = zones_ok(r)) || (bad = listeners_ok(r)) || (bad = registers_ok(s))) return bad;
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
