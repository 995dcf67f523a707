/* Deck cards with static abilities that define their own card ("its attack is the number of
 * ..."). Such an ability works in every zone, but hardly anything reads a card in the deck, so
 * there it does not listen and is not derived. Whoever does read the card wakes it first. */
#include "vm/vm.h"

/* TOUCH_* that a sleeping ability may write: no kinds, keywords, abilities or rule changes. */
enum {
    SLEEPING = TOUCH_TRAIT | TOUCH_INFO | TOUCH_BASE | TOUCH_STATS | TOUCH_COST | TOUCH_LOWERS |
               TOUCH_DEF | TOUCH_TRAITS | TOUCH_NAMES | TOUCH_ATK | TOUCH_THIRD
};

static bool about_cards(unsigned op) {
    return op == OP_MOD || op == OP_COSTMOD || op == OP_STATMOD || op == OP_SETSTAT ||
           op == OP_LOSE || op == OP_GAIN;
}

/* Do all its effects apply to its own card? */
static bool about_itself(const Run *r, Pc pc) {
    const Code *k = r->pack->code;
    for (; k[pc] != OP_END; vm_pass(r, &pc)) {
        Pc set = (Pc)(pc + 1);
        if (k[pc] == OP_MARK || k[pc] == OP_IF || k[pc] == OP_WHEN || k[pc] == OP_ELSE) continue;
        if (!about_cards(k[pc])) return false;
        while (k[set] == OP_SMARK) set = (Pc)(set + 2);
        if (k[set] != OP_SELF) return false;
    }
    return true;
}

bool ability_sleeps(const Run *r, const Card *k, const AbilityDef *b) {
    return k->zone == r->g->deck_zone && b->events == ev_bit(EV_STATIC) &&
           !(b->touches & ~SLEEPING) && about_itself(r, b->body);
}

void card_wake(Run *r, CardId c, Woken *w) {
    State *s = r->s;
    Card *k = card_at(s, c);
    const CardDef *d = &r->pack->def[k->def];
    bool outer = r->deriving;
    if (!outer) derive_for(r, TOUCH_INFORMATION); /* what the ability may read */
    w->card = *k;
    w->nextra = s->nextra;
    w->nmodified = s->nmodified;
    memcpy(w->extra, s->extra, sizeof w->extra);
    k->flags &= (uint16_t)~CARD_ASLEEP;
    r->deriving = true;
    for (unsigned layer = 0; layer < LAYER_RULE; layer++)
        for (AbilId a = d->abil; a < d->abil + d->nabil; a++)
            if ((r->pack->abil[a].touches >> layer & 1) && ability_sleeps(r, k, &r->pack->abil[a]))
                ability_apply(r, c, a, layer, 0);
    r->deriving = outer;
}

void card_sleep(Run *r, CardId c, const Woken *w) {
    State *s = r->s;
    *card_at(s, c) = w->card;
    memcpy(s->extra, w->extra, sizeof w->extra);
    memset(&s->modified[w->nmodified], 0, (s->nmodified - w->nmodified) * sizeof *s->modified);
    s->nextra = w->nextra;
    s->nmodified = w->nmodified;
}
