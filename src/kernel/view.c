/* What one player may know. A hidden card has a place and no identity that could be tracked. */
#include "kernel/view.h"

/* Marks the clause by which the card is visible or hidden. */
static void mark_sight(const Run *r, const Card *k, bool open) {
    bool down = k->flags & CARD_DOWN;
    if (!open)
        kmark(r, down ? KM_UNSEEN_DOWN : KM_UNSEEN);
    else if (!down && (r->g->zones[k->zone].flags & ZONE_PUBLIC))
        kmark(r, KM_SEEN);
}

static bool sees(const Run *r, PlayerId viewer, CardId c) {
    return viewer == NOBODY ? card_visible_to_all(r, c) : card_visible(r, viewer, c);
}

/* Writes what the viewer may know of a card. */
static void see(Run *r, PlayerId viewer, CardId c, unsigned index, FudaSeen *out) {
    const State *s = r->s;
    const Card *k = card_of(s, c);
    bool open = sees(r, viewer, c);
    mark_sight(r, k, open);
    memset(out, 0, sizeof *out);
    out->player = k->holder;
    out->zone = k->zone;
    out->index = (uint8_t)index;
    out->slot = (uint8_t)seat_number(k->seats);
    out->seats = k->seats;
    out->flags = k->flags & (CARD_RESTED | CARD_DOWN | CARD_HIT | CARD_KINDS_CHANGED | CARD_SHOWN);
    out->damage = k->damage;
    out->tie = -1;
    const KindSet back = r->g->kinds_known ? r->g->kinds_known(r, viewer, c) : 0;
    out->kinds = back;
    if (open) out->def = k->def;
    if (open || (r->g->zones[k->zone].flags & ZONE_PUBLIC)) {
        /* a face-down card in play shows only what its effect gave it */
        out->kinds = k->kinds;
        bool down = (k->flags & CARD_DOWN) && !(r->g->zones[k->zone].flags & ZONE_FIELD);
        bool asleep = card_asleep(s, c);
        Woken w;
        if (asleep) card_wake(r, c, &w);
        if (!down || open) {
            out->atk = k->now.atk;
            out->def_now = k->now.def;
            out->cost = k->now.cost;
            out->third = k->now.third;
        }
        if (asleep) card_sleep(r, c, &w);
        if (down && !open) out->kinds = back;
    }
}

/* The card that an entry of the view shows. A card in no zone goes by its number. */
static CardId shown_by(const State *s, const FudaSeen *x) {
    return x->zone ? zone_card(&s->player[x->player], x->zone, x->index)
                   : card_id(x->player, x->index);
}

/* Index of the card in v->cards, -1: none. */
static int find_seen(const FudaView *v, const State *s, CardId c) {
    const Card *k = card_of(s, c);
    for (unsigned i = 0; i < v->ncards; i++) {
        const FudaSeen *x = &v->cards[i];
        if (x->player == k->holder && x->zone == k->zone && shown_by(s, x) == c) return (int)i;
    }
    return -1;
}

static int16_t seen_ref(const FudaView *v, const State *s, CardRef c) {
    return c.card && ref_live(s, c) && card_of(s, c.card)->zone ? (int16_t)find_seen(v, s, c.card)
                                                                : (int16_t)-1;
}

static int16_t thing_index(const State *s, unsigned serial) {
    for (unsigned i = 0; i < s->nstack; i++)
        if (s->stack[i].serial == serial) return (int16_t)i;
    return -1;
}

/* Writes the stack and its targets. The source is named only if the viewer sees its face. */
static void see_stack(const Run *r, FudaView *v) {
    const State *s = r->s;
    for (unsigned i = 0; i < s->nstack; i++) {
        const Stacked *t = &s->stack[i];
        FudaThing *out = &v->things[v->nthings++];
        *out = (FudaThing){.sort = t->sort,
                           .player = t->master,
                           .count = t->count,
                           .flags = t->flags,
                           .modes = t->modes,
                           .extra = t->extra,
                           .first = t->first,
                           .ntargets = t->n,
                           .x = t->x,
                           .seen = seen_ref(v, s, t->source),
                           .ability = t->abil};
        if (out->seen >= 0 && !v->cards[out->seen].def) out->seen = -1;
    }
    for (unsigned i = 0; i < s->ntargets; i++) {
        const Target *t = &s->target[i];
        v->targets[i] =
            (FudaTarget){.kind = t->kind,
                         .share = t->share,
                         .which = t->kind == TARGET_PLAYER    ? (int16_t)(t->ref.card - 1)
                                  : t->kind == TARGET_STACKED ? thing_index(s, t->ref.card)
                                                              : seen_ref(v, s, t->ref)};
    }
}

/* Writes the viewer's own cards that wait outside. */
static void see_outside(Run *r, PlayerId viewer, FudaView *v) {
    const State *s = r->s;
    for (unsigned i = 1; viewer != NOBODY && i <= s->player[viewer].ncards; i++) {
        const Card *k = &s->player[viewer].card[i];
        if (k->def && !k->zone && !(k->flags & CARD_GONE))
            see(r, viewer, card_id(viewer, i), i, &v->cards[v->ncards++]);
    }
}

/* Writes the counters that players have. */
static void see_counters(const Run *r, FudaView *v) {
    const State *s = r->s;
    for (unsigned i = 0; i < s->ncounters; i++) {
        const Counter *x = &s->counter[i];
        if (x->card) continue;
        kmark(r, KM_COUNTERS_SEEN);
        v->tallies[v->ntallies++] = (FudaTally){.player = x->player, .kind = x->kind, .n = x->n};
    }
}

void view_make(Run *r, unsigned player, FudaView *v) {
    State *s = r->s;
    memset(v, 0, sizeof *v);
    derive(r);
    kmark(r, KM_COUNTS);
    if (s->team_size > 1) kmark(r, KM_TEAM_SIGHT);
    v->viewer = (uint8_t)player;
    v->nplayers = s->nplayers;
    v->turn_player = s->turn_player;
    v->turn = s->turn;
    v->point = s->point;
    v->result = s->result;
    memcpy(v->facts, s->facts, sizeof v->facts);
    for (PlayerId p = 0; p < s->nplayers; p++) {
        v->out[p] = !player_in(s, p);
        v->won[p] = (s->player[p].flags & PLAYER_WON) != 0;
        for (ZoneId z = 1; z < r->g->nzones; z++) {
            v->counts[p][z] = s->player[p].count[z];
            for (unsigned i = 0; i < s->player[p].count[z]; i++)
                see(r, (PlayerId)player, zone_card(&s->player[p], z, i), i, &v->cards[v->ncards++]);
        }
    }
    see_outside(r, (PlayerId)player, v);
    for (unsigned i = 0; i < v->ncards; i++) {
        const FudaSeen *x = &v->cards[i];
        const Card *k = card_of(s, shown_by(s, x));
        if (k->tie && card_of(s, k->tie)->inc == k->tie_inc)
            v->cards[i].tie = (int16_t)find_seen(v, s, k->tie);
    }
    for (unsigned i = 0; i < sizeof v->roles / sizeof *v->roles; i++)
        v->roles[i] = seen_ref(v, s, s->fact_card[i]);
    see_stack(r, v);
    see_counters(r, v);
    v->asked = s->ask.pending ? s->ask.player : NOBODY;
    if (!s->ask.pending || s->ask.player != player) return;
    v->ask_kind = s->ask.kind;
    v->min = s->ask.min;
    v->max = s->ask.max;
    v->clause = s->ask.clause;
    for (unsigned i = 0; i < s->ask.n; i++) {
        const Option *o = &s->option[i];
        FudaChoice *c = &v->choices[v->nchoices++];
        *c = (FudaChoice){.kind = o->kind, .a = o->a, .b = o->b, .seen = -1};
        if (o->card) c->seen = (int16_t)find_seen(v, s, o->card);
        if (o->card && o->c && o->kind != OPT_CARD)
            c->ability = (uint16_t)(r->pack->abil[o->c].index + 1);
    }
}
