/* Debug checks of the caches (cache.h): recompute everything on a copy and compare. */
#include "kernel/run.h"

/* Values that are not due must equal the freshly derived ones. Null: they do. */
static const char *card_differs(const Card *is, const Card *anew, Touch due) {
    if (!(due & TOUCH_KINDS) && is->kinds != anew->kinds) return "a card's kind is stale";
    for (unsigned stat = STAT_ATK; stat < STAT_COUNT; stat++)
        if (!(due & stat_touches(stat)) && stat_of(&is->now, stat) != stat_of(&anew->now, stat))
            return "a card's number is stale";
    unsigned lost = (due & TOUCH_KEYS ? 0u : LOST_ABILITIES) |
                    (due & TOUCH_TRAITS ? 0u : LOST_TRAITS) | (due & TOUCH_NAMES ? 0u : LOST_NAMES);
    return (is->lost ^ anew->lost) & lost ? "what a card has lost is stale" : 0;
}

/* TOUCH_* that reading them now would derive. */
static Touch touches_due(Run *copy) {
    const State *s = copy->s;
    Touch due = derive_due(copy, TOUCH_ABILITY) ? TOUCH_ABILITY : 0;
    for (Touch bit = TOUCH_LAYERS + 1; bit <= (Touch)TOUCH_FIFTH; bit <<= 1)
        if (derive_due(copy, bit)) due |= bit;
    if ((s->dirty & DIRTY_RULES) && ((s->layers | s->derived) & TOUCH_RULE)) due |= TOUCH_RULE;
    return due;
}

/* Checks the invariants of the derived values; derives everything on the copy. */
static const char *derived_ok(Run *copy, const State *is) {
    const Touch gained = TOUCH_TRAITS | TOUCH_NAMES | TOUCH_KEYS;
    const State *anew = copy->s;
    if (is->due != (is->dirty & DIRTY_VALUES ? is->layers | is->derived : 0))
        return "'due' does not follow from 'dirty', 'layers' and 'derived'";
    const Touch due = touches_due(copy);
    const RuleSet may_rule = anew->may_rule;
    derive_now(copy);
    derive_rules(copy);
    if (anew->rule_mask & ~may_rule) return "a rule change in force is not in 'may_rule'";
    if (!(due & TOUCH_RULE) &&
        (is->nrules != anew->nrules || memcmp(is->rule, anew->rule, sizeof anew->rule)))
        return "rule changes are stale";
    if (!(due & gained) &&
        (is->nextra != anew->nextra || memcmp(is->extra, anew->extra, sizeof anew->extra)))
        return "what cards have gained is stale";
    if (!(due & TOUCH_ABILITY) && (is->nlisteners != anew->nlisteners ||
                                   memcmp(is->listen, anew->listen, sizeof anew->listen)))
        return "granted listeners are stale";
    for (PlayerId p = 0; p < anew->nplayers; p++)
        for (unsigned i = 1; i <= anew->player[p].ncards; i++) {
            const char *bad = card_differs(&is->player[p].card[i], &anew->player[p].card[i], due);
            if (bad) return bad;
        }
    return 0;
}

const char *caches_ok(Run *copy, const State *is) {
    const char *bad = derived_ok(copy, is);
    if (bad) return bad;
    memcpy(copy->s, is, state_size(is));
    if (copy->g->processing_overlooked && copy->g->processing_overlooked(copy))
        return "rule processing is due and overlooked";
    memcpy(copy->s, is, state_size(is));
    if (copy->g->idle_wrong && copy->g->idle_wrong(copy))
        return "a player who is cached as idle can do something";
    return 0;
}
