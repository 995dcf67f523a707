/* The one door for change: events are collected in a batch, offered to replacement effects, applied
 * at once, shown to triggers and to the observer. Nothing else writes facts about cards. */
#include "kernel/run.h"
#include "kernel/procs.h"

/* Stands up or rests a card as part of a batch. Where nobody hears or replaces it and nothing may
 * end with it, it is done at once: nothing can tell the difference. */
void batch_orient(Run *r, PlayerId player, CardId card, bool rest) {
    State *s = r->s;
    Card *k = card_at(s, card);
    listeners_derive(r);
    if (((s->listened_events | s->replaced) & ev_bit(EV_ORIENT)) || s->nuntil) {
        batch_add(r, EV_ORIENT, player, card)->amount = rest;
        return;
    }
    if (((k->flags & CARD_RESTED) != 0) == rest) return;
    card_turned(s, k);
    kmark(r, KM_ORIENTED);
    derived_read_changed(s, DEPENDS_STATUS);
    if (!r->obs || !r->obs->event) return;
    Event e = {.kind = EV_ORIENT,
               .player = player,
               .card = card,
               .amount = rest,
               .by = NOBODY,
               .inc = k->inc};
    r->obs->event(r->obs, r, &e);
}

unsigned batch_open(const Run *r) { return r->s->nbatch; }

Event *batch_add(Run *r, unsigned kind, PlayerId player, CardId card) {
    State *s = r->s;
    if (s->nbatch == MAX_BATCH) {
        run_fault(r, FAULT_BATCH);
        return &s->batch[MAX_BATCH - 1];
    }
    Event *e = &s->batch[s->nbatch++];
    *e = (Event){.kind = (uint8_t)kind, .player = player, .card = card, .by = NOBODY};
    if (card) e->inc = card_of(s, card)->inc;
    return e;
}

Event *batch_move(Run *r, CardId card, PlayerId to_player, ZoneId to, unsigned how) {
    const Card *k = card_of(r->s, card);
    Event *e = batch_add(r, EV_MOVE, k->holder, card);
    e->from = k->zone;
    e->seats_from = k->seats;
    e->to = to;
    e->to_player = to_player;
    e->how = (uint8_t)how;
    return e;
}

/* A card never goes to another player's zone, and what is in no zone cannot move. */
bool move_possible(const Run *r, CardId c, PlayerId to_player, ZoneId to) {
    const Card *k = card_of(r->s, c);
    if (to != NONE && card_owner(c) != to_player) kmark(r, KM_FOREIGN);
    return !(k->flags & CARD_GONE) && k->def &&
           (to == NONE || card_owner(c) == to_player || (r->g->zones[to].flags & ZONE_FOREIGN));
}

/* Last known information. Where nothing can have changed the card its print is right. */
static void remember(Run *r, const Event *e, Departed *gone) {
    const State *s = r->s;
    Card *k = card_at(r->s, e->card);
    if (!(r->g->zones[k->zone].flags & ZONE_FIELD) || k->inc != e->inc) return;
    if (s->neffects || (k->lost & CARD_MODIFIED) || (s->depends & zone_bit(k->zone)) ||
        (r->pack->def[k->def].statics & zone_bit(k->zone)))
        derive_for(r, TOUCH_INFORMATION);
    Last *l = last_at(r->s, e->card);
    l->inc = k->inc;
    l->num = k->now;
    l->zone = k->zone;
    l->seats = k->seats;
    l->lost = (uint16_t)(k->lost & ~(CARD_MODIFIED | CARD_RESHAPED));
    l->trait = NONE;
    for (unsigned i = 0; i < s->nextra; i++)
        if (s->extra[i].card == e->card && s->extra[i].kind == ADD_TRAIT)
            l->trait = s->extra[i].term;
    bool masked = card_masked(r, k), silent = (k->lost & LOST_ABILITIES) || masked;
    if (masked || (k->lost & (LOST_NAMES | LOST_TRAITS)) || s->nextra) {
        gone->were[gone->nwere].ref = (CardRef){e->card, e->inc};
        gone->were[gone->nwere].lost = k->lost;
        gone->were[gone->nwere++].masked = masked;
        if (!gone->nextra) memcpy(gone->extra, s->extra, s->nextra * sizeof *s->extra);
        gone->nextra = s->nextra;
    }
    l->flags = (uint16_t)((k->flags & ~CARD_ASLEEP) | (silent ? CARD_LAST_VOID : 0));
    l->holder = k->holder;
}

/* Is any card tied to this one? */
static bool has_tied(const Run *r, CardId c) {
    const State *s = r->s;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++)
            if (s->player[p].card[i].tie == c && s->player[p].card[i].tie_inc == card_of(s, c)->inc)
                return true;
    return false;
}

/* A new life: nothing that happened to the card before is true of it. */
static void renew(State *s, CardId c, Card *k) {
    if (k->hit_by) s->spent |= SPENT_BEATEN;
    if (k->guise) s->guise[k->guise - 1] = (Guise){0};
    k->inc++;
    k->flags = 0;
    k->known = k->used = k->seats = 0;
    k->tie = NONE;
    k->tie_inc = 0;
    k->beaten_by = k->hit_by;
    k->hit_by = NONE;
    k->damage = 0;
    k->kinds_now = 0;
    k->guise = 0;
    k->stamp = s->clock;
    k->attacks = k->fired = k->latched = 0;
    k->deeds = k->times = 0;
    if (s->ncounters) counters_drop(s, c);
}

/* Rule changes about the card were about its old life. */
static void rules_left(State *s, CardId c) {
    for (unsigned i = 0; i < s->nrules; i++)
        if (s->rule[i].card == c) {
            derived_invalidate(s, BECAUSE_TARGET_LEFT);
        }
}

/* Effects on the card go along with it into its new life. */
static void effects_follow(State *s, CardId c, uint16_t old) {
    for (unsigned i = 0; i < s->neffects; i++)
        if (s->effect[i].target.card == c && s->effect[i].target.inc == old) {
            s->effect[i].target.inc++;
            derived_invalidate(s, BECAUSE_EFFECT);
        }
}

/* How a new card lies in its zone; who may see it there is told by the zone. */
static void arrive(Run *r, Event *e, Card *k, unsigned zf, bool as_printed) {
    State *s = r->s;
    if ((e->put & PUT_RESTED) && (zf & ZONE_ORIENTED)) card_turn(s, k);
    if ((e->put & (PUT_UP | PUT_DOWN)) || (zf & ZONE_LIES_DOWN)) k->flags |= r->g->put_face(r, e);
    if (e->other && (zf & ZONE_TIED)) {
        k->tie = e->other;
        k->tie_inc = card_of(s, e->other)->inc;
    }
    if (!as_printed || (k->flags & CARD_DOWN)) card_printed(r, e->card);
    if ((zf & ZONE_TELLS_IN) || k->beaten_by || (r->pack->def[k->def].kinds & r->g->entered_kinds))
        if (r->g->entered) r->g->entered(r, e);
}

/* Is an effect on the card's old life not on its new one? */
static bool left_behind(const State *s, const Event *e) {
    for (unsigned i = 0; i < s->neffects; i++)
        if (s->effect[i].target.card == e->card && s->effect[i].target.inc == e->inc) return true;
    return false;
}

/* Told of a move that is done. */
static void mark_move(const Run *r, const Event *e, bool same) {
    const Card *k = card_of(r->s, e->card);
    unsigned zf = r->g->zones[e->to].flags, ff = r->g->zones[e->from].flags;
    if (!same) kmark(r, KM_NEW_CARD);
    if (!same && left_behind(r->s, e)) kmark(r, KM_LOCKED);
    if (e->to == NONE) kmark(r, KM_REMOVED);
    if (e->to == NONE) return;
    if ((zf | ff) & ZONE_ORDERED) kmark(r, KM_ORDERED);
    if (zf & ZONE_SEATED) kmark(r, KM_SEAT_PUT);
    if (same) return;
    if (r->g->mark_entered) r->g->mark_entered(r, e);
    if (zf & ZONE_ORIENTED) kmark(r, e->put & PUT_RESTED ? KM_RESTED_PUT : KM_UPRIGHT_PUT);
    kmark(r, k->flags & CARD_DOWN ? KM_DOWN_PUT : zf & ZONE_PUBLIC ? KM_OPEN_PUT : KM_HIDDEN_PUT);
}

/* Does it matter to a static ability that a card of these players comes or goes there? What is
 * printed on it tells, where it is plain. */
static bool move_matters(const Run *r, const Card *k, ZoneSet both, PlayerSet whose, bool plain) {
    const State *s = r->s;
    LISTENING(i, s, EV_STATIC) {
        const Listener *l = &s->listen[i];
        PlayerSet own = player_bit(card_of(s, l->card)->holder);
        uint32_t side = (whose & own ? MATTERS_OWN : 0) | (whose & ~own ? MATTERS_OTHERS : 0);
        bool reads = ((r->pack->abil[l->abil].depends & both) != 0) &
                     ((r->pack->matters[l->abil] & side) != 0);
        if (reads && (!plain || pack_matters(r->pack, l->abil, k->def))) return true;
    }
    return false;
}

/* A card that changes zone is a new card; from seat to seat it stays the same one. */
static void apply_move(Run *r, Event *e) {
    State *s = r->s;
    Card *k = card_at(s, e->card);
    const CardDef *d = &r->pack->def[k->def];
    const ZoneId from = e->from, to = e->to;
    const PlayerId holder = k->holder;
    const ZoneInfo *f = &r->g->zones[from];
    const unsigned zf = r->g->zones[to].flags;
    const ZoneSet both = zone_bit(from) | zone_bit(to);
    const bool granted = s->nlisteners > s->nfixed;
    bool same =
        k->zone == to && ((holder == e->to_player && (zf & ZONE_SEATED)) ||
                          (zf & (ZONE_FOREIGN | ZONE_FIELD)) == (ZONE_FOREIGN | ZONE_FIELD));
    bool along = f->flags & ZONE_GOES_ALONG, rested = k->flags & CARD_RESTED;
    bool as_printed = !k->lost && !(k->flags & (CARD_DOWN | CARD_KINDS_CHANGED));
    if (rested) {
        if (along && (f->keeps >> to & 1)) e->put |= PUT_RESTED;
        if (!same) card_turned(s, k);
    }
    if (k->zone && (granted || (d->listens & zone_bit(k->zone)))) listen_leave(r, e->card);
    if (WATCHED(r) && !same && has_tied(r, e->card)) kmark(r, KM_UNTIED);
    zone_move(r, e->card, e->to_player, to, e->put & PUT_BOTTOM ? POS_BOTTOM : POS_TOP);
    if (!same) {
        renew(s, e->card, k);
        k->put_by = e->ctx;
    }
    /* what it was under is gone; what reads the zones reads anew */
    if (s->rules_on_cards) rules_left(s, e->card);
    settled_recheck(s, both);
    if (k->lost & CARD_RESHAPED) {
        derived_invalidate(s, BECAUSE_EFFECT); /* what it had gained is still listed */
    } else if (k->lost & CARD_MODIFIED) {
        derived_invalidate(s, BECAUSE_READ);
    } else if (s->depends & both) {
        bool plain =
            as_printed && !same && !(e->put & PUT_DOWN) && !((zf | f->flags) & ZONE_LIES_DOWN);
        PlayerSet whose = player_bit(holder) | player_bit(e->to_player);
        if (move_matters(r, k, both, whose, plain)) derived_invalidate(s, BECAUSE_READ);
    }
    if (to == NONE) {
        k->flags |= CARD_GONE;
    } else {
        if (zf & ZONE_SEATED) k->seats = e->seats_to;
        if (!same) arrive(r, e, k, zf, as_printed);
        if ((zf & ZONE_FIELD) && k->damage >= k->now.def) settled_recheck(s, UNCHECKED_VALUES);
        const bool follow = along & (f->follows >> to & 1),
                   next = s->effect_kinds >> EFF_NEXT & 1; /* mostly neither */
        if ((follow | next) & !same) {
            if (follow) effects_follow(s, e->card, e->inc);
            if (next) effects_arrival(r, e->card);
        }
        if (!(zf & ZONE_ORDERED)) zone_hash_add(&s->player[e->to_player], to, card_hash(k));
        if ((d->listens & zone_bit(to)) || s->nlisteners > s->nfixed) listen_enter(r, e->card);
    }
    if (WATCHED(r)) mark_move(r, e, same);
}

static inline bool move_one(Run *r, Event *e) {
    const Card *k = card_of(r->s, e->card);
    if (k->inc != e->inc || (k->flags & CARD_GONE)) return false;
    if ((e->to_player != card_owner(e->card) || (r->g->zones[e->from].flags & ZONE_TELLS_OUT)) &&
        !r->g->redirect(r, e))
        return false;
    apply_move(r, e);
    return true;
}

/* Events after which rule processing may be due, beside moves. */
enum { PROCESSED = 1 << EV_DAMAGE | 1 << EV_HIT | 1 << EV_FACE | 1 << EV_TIE };

/* What is already so does not happen (amount tells the trigger). */
static bool change_one(Run *r, Event *e) {
    State *s = r->s;
    Card *k = e->card ? card_at(s, e->card) : 0;
    const uint64_t was = k ? card_hash(k) : 0;
    switch (e->kind) {
    case EV_ORIENT:
        kmark(r, e->amount ? KM_RESTS : KM_STANDS);
        if (((k->flags & CARD_RESTED) != 0) == (e->amount != 0)) return kmark(r, KM_ALREADY), false;
        kmark(r, KM_ORIENTED);
        card_turn(s, k);
        break;
    case EV_FACE:
        if (((k->flags & CARD_DOWN) != 0) == (e->amount != 0)) return kmark(r, KM_ALREADY), false;
        kmark(r, KM_TURNED);
        listen_leave(r, e->card);
        k->flags ^= CARD_DOWN;
        k->known = 0;
        card_printed(r, e->card);
        listen_enter(r, e->card);
        break;
    case EV_DAMAGE:
        if (!k) {
            s->player[e->player].damage += e->amount;
            break;
        }
        k->damage += e->amount;
        k->hit_by = (uint16_t)(e->other | (e->other && e->by == NOBODY ? HIT_BY_RULE : 0));
        s->hits = 1;
        break;
    case EV_HEAL: /* amount: so much of it; 0: all */
        k->damage = e->amount && e->amount < k->damage ? k->damage - e->amount : 0;
        break;
    case EV_HIT:
        k->flags |= CARD_HIT;
        k->hit_by = (uint16_t)(e->other | (e->other && e->by == NOBODY ? HIT_BY_RULE : 0));
        s->hits = 1;
        break;
    case EV_SHUFFLE:
        if (r->g->rule_open_cards && (s->may_rule >> r->g->rule_open_cards & 1))
            kmark(r, KM_SHUFFLE_HIDES);
        kmark(r, zone_count(s, e->player, e->from) < 2 ? KM_SHUFFLED_FEW : KM_SHUFFLED);
        zone_shuffle(r, e->player, e->from);
        break;
    case EV_SHOW:
        k->known = (PlayerSet)((1u << s->nplayers) - 1);
        s->glimpsed = 1;
        break;
    case EV_LOOK:
        kmark(r, KM_LOOK);
        s->glimpsed = 1;
        k->known |= player_bit(e->player);
        break;
    case EV_COUNTERS:
        counter_add(r, e->card, e->player, e->how, e->amount);
        derived_read_changed(s, DEPENDS_STATUS);
        return true;
    case EV_TIE:
        k->tie = e->other;
        k->tie_inc = card_of(s, e->other)->inc;
        break;
    default: break;
    }
    if (k && (!k->zone || (r->g->zones[k->zone].flags & ZONE_ORDERED)))
        card_touched(s, k);
    else if (k)
        card_changed(s, k, was);
    if (PROCESSED >> e->kind & 1) settled_recheck(s, k ? UNCHECKED_VALUES : UNCHECKED_PLAYERS);
    if (e->kind == EV_FACE)
        derived_invalidate(s, BECAUSE_EFFECT);
    else if (e->kind == EV_TIE || (s->depends & DEPENDS_STATUS))
        derived_invalidate(s, BECAUSE_READ);
    return true;
}

/* Facts change here and nowhere else. */
static inline bool apply_one(Run *r, Event *e) {
    return e->kind == EV_MOVE ? move_one(r, e) : change_one(r, e);
}

/* Where there are several opponents: static abilities that read about one. */
static void arrivals(Run *r, unsigned first, unsigned n) {
    State *s = r->s;
    for (unsigned i = first; i < n; i++) {
        const Event *e = &s->batch[i];
        bool came = (e->kind == EV_MOVE && e->from != e->to) || e->kind == EV_FACE;
        if (came && r->pack->def[card_of(s, e->card)->def].opponent) opponents_ask(r, e->card);
    }
}

/* Abilities that are given listen until the batch is done. */
static void granted_before(Run *r, Departed *gone) {
    State *s = r->s;
    derive(r);
    for (unsigned i = s->nfixed; i < s->nlisteners; i++)
        if (s->listen[i].events & leaving_events(r)) {
            gone->life[gone->n] = card_of(s, s->listen[i].card)->inc;
            gone->at[gone->n++] = s->listen[i];
        }
    gone->granted = gone->n;
}

/* Zones out of or into which the batch moved cards; other events may touch anything (DEPENDS_*). */
static Depends zones_touched(const State *s, unsigned first, unsigned n) {
    Depends touched = 0;
    for (unsigned i = first; i < n; i++) {
        const Event *e = &s->batch[i];
        touched |= e->kind == EV_MOVE ? zone_bit(e->from) | zone_bit(e->to) : DEPENDS_ALL;
    }
    return touched;
}

/* Somebody's deck is empty, or there are players enough for other things to be decided at once. */
static bool rules_interrupt(const State *s, const Game *g) {
    return s->nplayers > 2 || !s->player[0].count[g->deck_zone] ||
           !s->player[1].count[g->deck_zone];
}

/* Who came somewhere with the batch. */
static unsigned newcomers(const State *s, unsigned first, unsigned n, CardId *out) {
    unsigned m = 0;
    for (unsigned i = first; i < n; i++)
        if (s->batch[i].kind == EV_MOVE && s->batch[i].from != s->batch[i].to)
            out[m++] = s->batch[i].card;
    return m;
}

/* An event that was applied is shown to the observer and to those who listen. */
static inline void show(Run *r, const Event *e, const Departed *gone) {
    const State *s = r->s;
    const EventSet bit = ev_bit(e->kind);
    bool heard = s->listened_events & bit;
    if (WATCHED(r) && r->obs->event) r->obs->event(r->obs, r, e);
    if (e->kind == EV_MOVE)
        heard = ((s->listened_events >> EV_MOVE & s->hows >> e->how & s->tos >> e->to) |
                 r->pack->def[card_of(s, e->card)->def].self_move >> e->to) &
                1u;
    if (heard || (gone->n && (leaving_events(r) & bit))) trigger_scan(r, e, gone);
}

/* What follows when all was shown. */
static inline void applied(Run *r, EventSet kinds, Depends touched) {
    State *s = r->s;
    if (s->nuntil && (kinds & (ev_bit(EV_MOVE) | ev_bit(EV_ORIENT))))
        effects_end(r, DUR_WHILE_SOURCE);
    if (s->listened_events & ev_bit(EV_STATE)) waiting_state(r, touched);
    if ((kinds & ev_bit(EV_MOVE)) && rules_interrupt(s, r->g)) r->g->interrupt(r);
}

static inline void changes(State *s, EventSet kinds) {
    s->clock++; /* cards that come together have the same time stamp */
    if (kinds & ev_bit(EV_LEAVE)) settled_recheck(s, UNCHECKED_ALL);
}

/* Who comes while a rule says so, its own among them, comes rested. */
static void come_rested(Run *r, unsigned first, unsigned n) {
    State *s = r->s;
    for (unsigned i = first; i < n; i++) {
        Event *e = &s->batch[i];
        if (e->kind != EV_MOVE || e->from == e->to) continue;
        Card *k = card_at(s, e->card);
        if (!(r->g->zones[k->zone].flags & ZONE_ORIENTED) || (k->flags & CARD_RESTED)) continue;
        if (!rule_on(r, r->g->rule_enters_rested, NOBODY, e->card)) continue;
        e->put |= PUT_RESTED;
        card_turned(s, k);
        kmark(r, KM_RESTED_PUT);
        kmark(r, KM_AT_ONCE_STATIC);
        derived_read_changed(s, DEPENDS_STATUS);
    }
}

/* One event, as nearly always. */
static bool apply_alone(Run *r, unsigned first) {
    State *s = r->s;
    Event *e = &s->batch[first];
    const EventSet kinds = ev_bit(e->kind);
    const RuleSet rested_in = rule_bit(r->g->rule_enters_rested) & ~rule_bit(0);
    const unsigned frames = s->nframes;
    Departed gone;
    changes(s, kinds);
    gone.n = gone.granted = gone.nwere = gone.nextra = 0;
    if (s->listened_events & ev_bit(EV_GRANTS)) granted_before(r, &gone);
    if (e->kind == EV_MOVE) remember(r, e, &gone);
    r->departed = &gone;
    bool done = apply_one(r, e);
    r->departed = 0;
    r->before = gone.nwere ? &gone : 0;
    listeners_derive(r);
    if (done && (s->may_rule & rested_in)) come_rested(r, first, first + 1);
    if (done && !s->result) show(r, e, &gone);
    r->before = 0;
    if (s->nplayers > 2) arrivals(r, first, first + 1);
    Depends touched =
        s->listened_events & ev_bit(EV_STATE) ? zones_touched(s, first, first + 1) : 0;
    if (s->nframes > frames + 1) questions_in_order(r, frames);
    *e = (Event){0};
    s->nbatch = (uint8_t)first;
    if (!s->result) applied(r, kinds, touched);
    return s->result || s->nframes > frames;
}

static bool apply_all(Run *r, unsigned first) {
    State *s = r->s;
    unsigned n = s->nbatch, frames = s->nframes;
    PlayerSet leave = 0;
    Departed gone;
    Event *const events = &s->batch[first], *const end = &s->batch[n];
    EventSet kinds = 0;
    for (const Event *e = events; e < end; e++) kinds |= ev_bit(e->kind);
    changes(s, kinds);
    gone.n = gone.granted = gone.nwere = gone.nextra = 0;
    if (s->listened_events & ev_bit(EV_GRANTS)) granted_before(r, &gone);
    for (const Event *e = events; e < end; e++) /* as they were when all were still there */
        if (e->kind == EV_MOVE) remember(r, e, &gone);
    r->departed = &gone;
    for (Event *e = events; e < end; e++)
        if (!apply_one(r, e)) e->kind = EV_NONE;
    r->departed = 0;
    r->before = gone.nwere ? &gone : 0;
    listeners_derive(r);
    if (s->may_rule & rule_bit(r->g->rule_enters_rested) & ~rule_bit(0)) come_rested(r, first, n);
    for (const Event *e = events; e < end && !s->result; e++) {
        if (e->kind == EV_LEAVE) leave |= player_bit(e->player);
        if (e->kind != EV_NONE) show(r, e, &gone);
    }
    r->before = 0;
    if (s->nplayers > 2) arrivals(r, first, n);
    Depends touched = s->listened_events & ev_bit(EV_STATE) ? zones_touched(s, first, n) : 0;
    if (s->nframes > frames + 1) questions_in_order(r, frames);
    CardId came[MAX_BATCH];
    unsigned ncame = r->g->clause_age ? newcomers(s, first, n, came) : 0;
    memset(events, 0, (n - first) * sizeof(Event));
    s->nbatch = (uint8_t)first;
    if (leave) player_lose(r, leave);
    if (s->result) return true;
    if (ncame > 1) ages_ask(r, came, ncame);
    applied(r, kinds, touched);
    return s->result || s->nframes > frames;
}

bool batch_apply(Run *r, unsigned first) {
    const State *s = r->s;
    bool alone = s->nbatch == first + 1 && s->batch[first].kind != EV_LEAVE;
    return alone ? apply_alone(r, first) : apply_all(r, first);
}

void batch_drop(Run *r, unsigned first) {
    State *s = r->s;
    memset(&s->batch[first], 0, (s->nbatch - first) * sizeof(Event));
    s->nbatch = (uint8_t)first;
}

/* Where a rule leads a card elsewhere, what it would replace is that move. */
static void redirect_all(Run *r, unsigned first) {
    State *s = r->s;
    for (unsigned i = first; i < s->nbatch; i++)
        if (s->batch[i].kind == EV_MOVE) r->g->redirect(r, &s->batch[i]);
}

/* Where something is replaced. */
static bool do_replaced(Run *r, unsigned first) {
    State *s = r->s;
    EventSet kinds = 0;
    for (unsigned i = first; i < s->nbatch; i++) kinds |= ev_bit(s->batch[i].kind);
    if (s->replaced & kinds & ev_bit(EV_MOVE)) redirect_all(r, first);
    if (!(s->replaced & kinds) || !replace_applies(r, first)) return batch_apply(r, first);
    replace_in_order(r, first);
    Frame *f = frame_push(r, PROC_REPLACE);
    *replacing_of(f) = (Replacing){.first = (uint8_t)first, .end = s->nbatch};
    return true;
}

/* Where abilities are given or something is replaced. */
static bool do_heard(Run *r, unsigned first) {
    listeners_derive(r);
    return r->s->replaced ? do_replaced(r, first) : batch_apply(r, first);
}

/* Tied cards go along with their host, in the same batch and in their order. */
static void ties_follow(Run *r, unsigned first) {
    State *s = r->s;
    for (unsigned i = first, n = s->nbatch; i < n; i++) {
        const Event host = s->batch[i];
        if (host.kind != EV_MOVE || host.from == host.to) continue;
        for (PlayerId p = 0; p < s->nplayers; p++)
            for (ZoneSet left = r->g->following_zones; left; left &= left - 1) {
                const Player *q = &s->player[p];
                ZoneId z = zone_first(left);
                for (unsigned j = 0; j < q->count[z]; j++) {
                    CardId c = zone_card(q, z, j);
                    const Card *k = card_of(s, c);
                    if (k->tie == host.card && k->tie_inc == host.inc)
                        batch_move(r, c, card_owner(c), host.to, host.how);
                }
            }
    }
}

bool batch_do(Run *r, unsigned first) {
    const State *s = r->s;
    if (first == s->nbatch) return false;
    if (r->g->following_zones) ties_follow(r, first);
    if (s->replaced || (s->listened_events & ev_bit(EV_GRANTS))) return do_heard(r, first);
    return batch_apply(r, first);
}

void event_one(Run *r, unsigned kind, PlayerId player, CardId card, CardId other, int amount) {
    unsigned first = batch_open(r);
    Event *e = batch_add(r, kind, player, card);
    e->other = other;
    e->amount = amount;
    batch_do(r, first);
}

/* Does anybody take notice of an event of this kind? Else nothing can tell it from a batch of it
 * that none is made. */
static bool noticed(Run *r, unsigned kind) {
    const State *s = r->s;
    listeners_derive(r);
    return ((s->listened_events | s->replaced) & ev_bit(kind)) ||
           (s->listened_events & ev_bit(EV_STATE));
}

void event_tell(Run *r, unsigned kind, PlayerId player, CardId card, CardId other, int amount) {
    State *s = r->s;
    if (noticed(r, kind)) {
        event_one(r, kind, player, card, other, amount);
        return;
    }
    settled_options_changed(s);
    if (!WATCHED(r) || !r->obs->event) return;
    Event e = {.kind = (uint8_t)kind,
               .player = player,
               .card = card,
               .other = other,
               .amount = amount,
               .by = NOBODY,
               .inc = card ? card_of(s, card)->inc : 0};
    r->obs->event(r->obs, r, &e);
}

void batch_deed(Run *r, unsigned deed, PlayerId player, CardId card, CardId other, int amount) {
    listeners_derive(r);
    if (!(r->s->listened_events & ev_bit(EV_DEED))) return;
    Event *e = batch_add(r, EV_DEED, player, card);
    e->how = (uint8_t)deed;
    e->other = other;
    e->amount = amount;
}

void event_show(Run *r, PlayerId player, CardId card) {
    State *s = r->s;
    if (noticed(r, EV_SHOW)) {
        event_one(r, EV_SHOW, player, card, 0, 0);
        return;
    }
    Card *k = card_at(s, card);
    k->known = everyone(s);
    s->glimpsed = 1;
    if (!WATCHED(r) || !r->obs->event) return;
    Event e = {.kind = EV_SHOW, .player = player, .card = card, .by = NOBODY, .inc = k->inc};
    r->obs->event(r->obs, r, &e);
}
