/* Prohibitions by pattern (FORBID, FORBIDSET): rule changes of the kind RULE_FORBID whose code is
 * the pattern of the events that cannot happen. An effect leaves out such an event, a cost that
 * needs one cannot be paid, and an action by rule that consists of one is not offered. */
#include "vm/vm.h"

bool event_banned(Run *r, const Event *e) {
    const State *s = r->s;
    for (unsigned i = 0; i < s->nrules; i++) {
        const RuleNow x = s->rule[i]; /* a copy: evaluation may derive the rows again */
        if (x.rule != RULE_FORBID || (x.card && x.card != e->card)) continue;
        Eval v = eval_source(r, x.master, x.source);
        v.ev = e;
        if (!vm_truth_at(&v, x.pc)) continue;
        kmark(r, KM_FORBIDDEN);
        return true;
    }
    return false;
}

bool act_banned(Run *r, unsigned kind, PlayerId player, CardId card, CardId other, int amount) {
    Event e = event_make(r->s, kind, player, card);
    e.other = other;
    e.amount = amount;
    return event_banned(r, &e);
}

bool move_banned(Run *r, CardId card, PlayerId to_player, ZoneId to, const Event *like) {
    const Card *k = card_of(r->s, card);
    Event e = *like;
    if (!card) return false;
    e.kind = EV_MOVE;
    e.player = k->holder;
    e.card = card;
    e.inc = k->inc;
    e.from = k->zone;
    e.seats_from = k->seats;
    e.to = to;
    e.to_player = to_player;
    return event_banned(r, &e);
}

/* Events that change a fact. The others tell of something that has happened already. */
static bool changes_fact(unsigned kind) {
    switch (kind) {
    case EV_MOVE:
    case EV_ORIENT:
    case EV_FACE:
    case EV_DAMAGE:
    case EV_HIT:
    case EV_SHUFFLE:
    case EV_TIE:
    case EV_SHOW:
    case EV_LOOK:
    case EV_HEAL:
    case EV_LEAVE:
    case EV_COUNTERS: return true;
    default: return false;
    }
}

void batch_strike(Run *r, unsigned first) {
    State *s = r->s;
    unsigned n = first;
    for (unsigned i = first; i < s->nbatch; i++) {
        const Event e = s->batch[i];
        if (e.by == NOBODY || !changes_fact(e.kind) || !event_banned(r, &e)) s->batch[n++] = e;
    }
    batch_drop(r, n);
}
