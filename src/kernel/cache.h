/* What a state caches, when it is valid, and what invalidates it. All of it is part of the state,
 * so copies and saves carry it along; none of it is a fact of the game. Two modules own it.
 *
 * 1. Derived values: what cards are and what rule changes are in force, after all effects.
 *    effect.c fills it on demand (derive_for, derive_rules), zone.c keeps the listeners.
 *      Card.now, kinds, lost; State.modified, extra; granted listeners     values of cards
 *      State.rule, rule_mask, rules_on_cards                               rule changes in force
 *      State.dirty    DIRTY_VALUES: cards may differ; DIRTY_RULES: rule changes may
 *      State.layers   TOUCH_* that listening static abilities write; TOUCH_ALL: not known
 *      State.derived  TOUCH_* that was written last, or by effects that have changed since
 *      State.due      TOUCH_* that may differ now
 *      State.depends  what listening static abilities read: a change of anything else is no reason
 *      State.may_rule rule changes that any ability or effect could make now
 *      CARD_ASLEEP    a deck card whose own static abilities do not listen: whoever reads its
 *                     values wakes it first (sleep.c)
 *    Invariants: due == (dirty & DIRTY_VALUES ? layers | derived : 0). Information that is not due
 *    is what deriving everything would give. A rule change in force is in may_rule.
 *
 * 2. Settled questions: what the game need not check again. The game fills it.
 *      State.unchecked     zones and UNCHECKED_*: what has changed since rule processing last
 *                          found nothing to do
 *      State.idle, idle_*  players who can do nothing, as of this clock, stack and phase
 *      Player.fresh, idle  zones unchanged since the game last looked at them, and what it found
 *    Invariants: if nothing in 'unchecked' concerns the game, rule processing is not due. A player
 *    who is cached as idle has no option but to pass.
 *
 * The hashes of zones are a third cache with one owner: hash.c (zone_hash, zones_hash, stale).
 *
 * Debug builds compute all of it anew at every decision and compare (caches_ok). */
#pragma once
#include "kernel/state.h"

/* ---- settled questions ----------------------------------------------------------------------- */

/* Rule processing must look at these zones, or UNCHECKED_*. */
static inline void settled_recheck(State *s, uint32_t what) { s->unchecked |= what; }
/* What a player can do may have changed. */
static inline void settled_options_changed(State *s) { s->idle = 0; }
/* A card of the player's zone came, left or changed. */
static inline void settled_zone_changed(Player *q, ZoneId z) {
    q->fresh &= ~(zone_bit(z) | FRESH_ALL);
}
/* What cards cost or are may have changed, in any zone. */
static inline void settled_costs_changed(State *s) {
    for (PlayerId p = 0; p < s->nplayers; p++) s->player[p].fresh = 0;
}

/* ---- derived values -------------------------------------------------------------------------- */

typedef enum Reason {
    BECAUSE_EFFECT,      /* an effect was made, changed, or goes along with its card */
    BECAUSE_READ,        /* something that a static ability reads has changed */
    BECAUSE_GRANTS,      /* granted abilities were taken off the list of listeners */
    BECAUSE_TARGET_LEFT, /* a card that a rule change is about began a new life */
} Reason;

/* 'dirty', 'layers' or 'derived' has changed. */
static inline void derived_update_due(State *s) {
    s->due = s->dirty & DIRTY_VALUES ? s->layers | s->derived : 0;
}

static inline void derived_invalidate(State *s, Reason why) {
    switch (why) {
    case BECAUSE_EFFECT:
        s->dirty = DIRTY_VALUES | DIRTY_RULES;
        s->layers = s->due = TOUCH_ALL;
        s->may_rule = ~(RuleSet)0;
        break;
    case BECAUSE_READ:
        s->dirty = DIRTY_VALUES | DIRTY_RULES;
        derived_update_due(s);
        break;
    case BECAUSE_GRANTS: /* nothing else changed: deriving adds them back */
        s->dirty = DIRTY_VALUES | DIRTY_RULES;
        s->layers = s->due = TOUCH_ALL;
        return;
    case BECAUSE_TARGET_LEFT:
        s->dirty |= DIRTY_RULES;
        s->derived |= TOUCH_RULE;
        derived_update_due(s);
        return;
    }
    settled_options_changed(s);
    settled_recheck(s, UNCHECKED_DERIVED);
}

/* Call when something of 'what' (DEPENDS_*) has changed: invalidates if a static ability reads
 * it. */
static inline void derived_read_changed(State *s, Depends what) {
    if (s->depends & what) derived_invalidate(s, BECAUSE_READ);
}

/* Invalidates every cache. Call after changing cards without events: laying out a board, dealing
 * a sample. */
static inline void caches_forget(State *s) {
    derived_invalidate(s, BECAUSE_EFFECT);
    settled_costs_changed(s);
    settled_recheck(s, UNCHECKED_ALL);
}

/* ---- hashes of zones ------------------------------------------------------------------------- */

static inline void zone_hash_add(Player *q, ZoneId z, uint64_t h) {
    q->zone_hash[z] += h;
    q->zones_hash += h;
}

/* ---- a card changes where it lies ------------------------------------------------------------ */

/* Call when a card in an ordered zone changed, or in a way that the zone's hash does not cover. */
static inline void card_touched(State *s, const Card *k) {
    s->player[k->holder].stale |= zone_bit(k->zone);
    settled_zone_changed(&s->player[k->holder], k->zone);
    settled_options_changed(s);
}
/* Call when a card in an unordered zone changed; 'was' is its card_hash before the change. */
static inline void card_changed(State *s, const Card *k, uint64_t was) {
    zone_hash_add(&s->player[k->holder], k->zone, card_hash(k) - was);
    settled_zone_changed(&s->player[k->holder], k->zone);
    settled_options_changed(s);
}
/* Flips the card's orientation and the zone's count of rested cards. Leaves hashes and caches
 * alone. */
static inline void card_turn(State *s, Card *k) {
    uint8_t *n = &s->player[k->holder].rested[k->zone];
    k->flags ^= CARD_RESTED;
    *n = (uint8_t)(k->flags & CARD_RESTED ? *n + 1 : *n - 1);
}
/* Flips the card's orientation and updates hashes and caches. */
static inline void card_turned(State *s, Card *k) {
    uint64_t was = card_hash(k);
    card_turn(s, k);
    card_changed(s, k, was);
}
