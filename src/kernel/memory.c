/* The memory of the turn: how often the patterns of events that texts ask about (Pack.watch) have
 * happened, and to which cards. A pattern belongs to no card, so it is evaluated once from the
 * point of view of each player. */
#include "vm/vm.h"

/* Card.done has two bits for each watch: it happened from the point of view of the card's owner,
 * and of another player. */
_Static_assert(2 * MAX_WATCHES <= 32, "Card.done has two bits for each watch");
static uint32_t done_bit(unsigned watch, bool owner) { return 1u << (2 * watch + !owner); }

bool memory_done(const State *s, unsigned watch, PlayerId you, CardRef c) {
    return ref_live(s, c) &&
           (card_of(s, c.card)->done & done_bit(watch, card_owner(c.card) == you));
}

/* The players from whose point of view the event matches the pattern. */
static PlayerSet matching_views(Run *r, const WatchDef *w, const Event *e) {
    const PlayerSet in = players_in(r->s);
    PlayerSet out = 0;
    if (!(w->events & ev_bit(e->kind))) return 0;
    for (PlayerId p = 0; p < r->s->nplayers; p++) {
        Eval v = eval_source(r, p, ref_of(NONE, 0));
        v.ev = e;
        if ((in & player_bit(p)) && vm_truth_at(&v, w->trig)) out |= player_bit(p);
    }
    return out;
}

/* Can the card get a bit? It must still be in the life that the event is about, or began, and lie
 * where its bits tell nobody anything about a hidden face. */
static bool may_be_marked(const Run *r, const Event *e, CardId c) {
    const Card *k = card_of(r->s, c);
    const unsigned zf = r->g->zones[k->zone].flags;
    if (!c || !(zf & ZONE_PUBLIC) || ((k->flags & CARD_DOWN) && (zf & ZONE_LIES_DOWN)))
        return false;
    return c != e->card || e->kind == EV_MOVE || k->inc == e->inc;
}

/* Records that watch number w has happened from these players' points of view. */
static void note(Run *r, unsigned w, const Event *e, PlayerSet views) {
    State *s = r->s;
    const CardId c = r->pack->watch[w].other ? e->other : e->card;
    const bool marked = may_be_marked(r, e, c);
    for (PlayerId p = 0; p < s->nplayers; p++) {
        if (!(views & player_bit(p))) continue;
        s->happened[w][p] = (uint8_t)(s->happened[w][p] + (s->happened[w][p] < UINT8_MAX));
        if (marked) card_at(s, c)->done |= done_bit(w, card_owner(c) == p);
    }
}

/* Something that TIMES and DONE read has changed. */
static void memory_changed(State *s) {
    derived_read_changed(s, DEPENDS_MEMORY);
    settled_options_changed(s);
    settled_costs_changed(s);
}

/* All patterns are evaluated before anything is recorded: they may ask about one another. */
void memory_note(Run *r, const Event *e) {
    PlayerSet views[MAX_WATCHES], any = 0;
    for (unsigned w = 0; w < r->pack->nwatches; w++)
        any |= views[w] = matching_views(r, &r->pack->watch[w], e);
    if (!any) return;
    for (unsigned w = 0; w < r->pack->nwatches; w++)
        if (views[w]) note(r, w, e, views[w]);
    r->s->remembers = 1;
    memory_changed(r->s);
}

void memory_forget(Run *r) {
    State *s = r->s;
    if (!s->remembers) return;
    s->remembers = 0;
    memset(s->happened, 0, sizeof s->happened);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++) s->player[p].card[i].done = 0;
    memory_changed(s);
}
