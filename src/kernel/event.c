/* Events: the only code that changes facts about cards. Events are collected in a batch, offered
 * to replacement effects, applied at once, and shown to triggers and to the observer. */
#include "kernel/run.h"
#include "kernel/procs.h"

static Event turning(const State *s, PlayerId player, CardId card, bool rest) {
    Event e = event_make(s, EV_ORIENT, player, card);
    e.amount = rest;
    e.actor = player;
    return e;
}

/* If nothing listens to or replaces the event and no duration can end with it, it is applied at
 * once: nothing can tell the difference. */
void batch_orient(Run *r, PlayerId player, CardId card, bool rest) {
    State *s = r->s;
    Card *k = card_at(s, card);
    if (!k->zone) return; /* it has left the game with its player */
    listeners_derive(r, ev_bit(EV_ORIENT));
    if (((s->listened_events | s->replaced) & ev_bit(EV_ORIENT)) || s->nuntil) {
        *batch_add(r, EV_ORIENT, player, card) = turning(s, player, card, rest);
        return;
    }
    if (((k->flags & CARD_RESTED) != 0) == rest) return;
    card_turned(s, k);
    kmark(r, KM_ORIENTED);
    derived_read_changed(s, DEPENDS_STATUS);
    if (!r->obs || !r->obs->event) return;
    const Event e = turning(s, player, card, rest);
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
    *e = event_make(s, kind, player, card);
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

/* A card never goes to another player's zone (unless ZONE_FOREIGN), and a card outside all zones
 * cannot move. */
bool move_possible(const Run *r, CardId c, PlayerId to_player, ZoneId to) {
    const Card *k = card_of(r->s, c);
    if (to != NONE && card_owner(c) != to_player) kmark(r, KM_FOREIGN);
    return !(k->flags & CARD_GONE) && k->def &&
           (to == NONE || card_owner(c) == to_player || (r->g->zones[to].flags & ZONE_FOREIGN));
}

/* Number of cards tied to this one. */
static unsigned count_tied(const Run *r, CardId c) {
    const State *s = r->s;
    unsigned n = 0;
    for (ZoneSet left = r->g->following_zones; left; left &= left - 1)
        for (PlayerId p = 0; p < s->nplayers; p++)
            for (unsigned i = 0; i < s->player[p].count[zone_first(left)]; i++) {
                const Card *k = card_of(s, zone_card(&s->player[p], zone_first(left), i));
                n += k->tie == c && k->tie_inc == card_of(s, c)->inc;
            }
    return n;
}

/* Saves last known information of a card that leaves play. Derives values only if something may
 * have changed the card; otherwise the printed ones are right. */
static void save_last_known(Run *r, const Event *e, Departed *gone) {
    const State *s = r->s;
    Card *k = card_at(r->s, e->card);
    if (!(r->g->zones[k->zone].flags & ZONE_FIELD) || k->inc != e->inc) return;
    if (same_area(r->g, e->from, e->to)) return;
    if (s->neffects || (k->lost & CARD_MODIFIED) || (s->depends & zone_bit(k->zone)) ||
        (r->pack->def[k->def].statics & zone_bit(k->zone)))
        derive_for(r, TOUCH_INFORMATION);
    Last *l = last_at(r->s, e->card);
    l->inc = k->inc;
    l->num = k->now;
    l->zone = k->zone;
    l->seats = k->seats;
    l->tied = r->g->ties_counted ? (uint8_t)count_tied(r, e->card) : 0;
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
    l->flags =
        (uint16_t)((k->flags & ~(CARD_ASLEEP | CARD_CHOSEN)) | (silent ? CARD_LAST_VOID : 0));
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

/* Begins a new life: resets everything that was true of the old one. */
static void begin_new_life(State *s, CardId c, Card *k) {
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
    k->deeds = k->times = k->many = 0;
    k->done = 0;
    if (s->ncounters) counters_drop(s, c);
}

/* Invalidates rule changes that apply to the card's old life. */
static void rules_drop_target(State *s, CardId c) {
    for (unsigned i = 0; i < s->nrules; i++)
        if (s->rule[i].card == c) {
            derived_invalidate(s, BECAUSE_TARGET_LEFT);
        }
}

/* Retargets effects on the card's old life to its new one. */
static void effects_follow(State *s, CardId c, uint16_t old) {
    for (unsigned i = 0; i < s->neffects; i++)
        if (s->effect[i].target.card == c && s->effect[i].target.inc == old) {
            s->effect[i].target.inc++;
            derived_invalidate(s, BECAUSE_EFFECT);
        }
}

/* Sets orientation, face and tie of a card that has just arrived. Who sees it follows from the
 * zone. */
static void arrive(Run *r, Event *e, Card *k, unsigned zf, bool as_printed) {
    State *s = r->s;
    if ((e->put & PUT_RESTED) && (zf & ZONE_ORIENTED)) card_turn(s, k);
    if (zf & ZONE_PUT_DOWN)
        k->flags |= e->put & PUT_UP ? 0 : CARD_DOWN;
    else if ((e->put & (PUT_UP | PUT_DOWN)) || (zf & ZONE_LIES_DOWN))
        k->flags |= r->g->put_face(r, e);
    if (e->other && (zf & ZONE_TIED)) {
        k->tie = e->other;
        k->tie_inc = card_of(s, e->other)->inc;
    }
    if (!as_printed || (k->flags & CARD_DOWN)) card_printed(r, e->card);
    if ((zf & ZONE_TELLS_IN) || k->beaten_by || (r->pack->def[k->def].kinds & r->g->entered_kinds))
        if (r->g->entered) r->g->entered(r, e);
}

/* Is there an effect that applies to the card's old life only? */
static bool effect_left_behind(const State *s, const Event *e) {
    for (unsigned i = 0; i < s->neffects; i++)
        if (s->effect[i].target.card == e->card && s->effect[i].target.inc == e->inc) return true;
    return false;
}

/* Marks the clauses of an applied move. */
static void mark_move(const Run *r, const Event *e, bool same) {
    const Card *k = card_of(r->s, e->card);
    unsigned zf = r->g->zones[e->to].flags, ff = r->g->zones[e->from].flags;
    if (!same) kmark(r, KM_NEW_CARD);
    if (!same && effect_left_behind(r->s, e)) kmark(r, KM_LOCKED);
    if (e->to == NONE) kmark(r, KM_REMOVED);
    if (e->to == NONE) return;
    if ((zf | ff) & ZONE_ORDERED) kmark(r, KM_ORDERED);
    if (zf & ZONE_SEATED) kmark(r, KM_SEAT_PUT);
    if (same) return;
    if (r->g->mark_entered) r->g->mark_entered(r, e);
    if (zf & ZONE_ORIENTED) kmark(r, e->put & PUT_RESTED ? KM_RESTED_PUT : KM_UPRIGHT_PUT);
    kmark(r, k->flags & CARD_DOWN ? KM_DOWN_PUT : zf & ZONE_PUBLIC ? KM_OPEN_PUT : KM_HIDDEN_PUT);
}

/* Can a card of these players, moving from or to the zones 'both', change what a static ability
 * does? 'plain': the printed values of the card decide (Pack.matters). */
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

/* Does the card leave the seats of a host that has gone before it? */
static bool left_by_host(const Run *r, ZoneId from, CardRef host) {
    return (r->g->beside_zones >> from & 1) && !ref_live(r->s, host);
}

/* Does the host in that life move with this batch, too? */
static bool host_moves_too(const State *s, CardRef host) {
    const Card *h = card_of(s, host.card);
    if (h->inc != host.inc) return h->inc == (uint16_t)(host.inc + 1) && h->stamp == s->clock;
    for (unsigned i = 0; i < s->nbatch; i++) {
        const Event *e = &s->batch[i];
        if (e->kind == EV_MOVE && e->card == host.card && e->from != e->to) return true;
    }
    return false;
}

/* Moves a card. A card that changes zone is a new card; from seat to seat it keeps its life. */
static void apply_move(Run *r, Event *e) {
    State *s = r->s;
    Card *k = card_at(s, e->card);
    const CardDef *d = &r->pack->def[k->def];
    const ZoneId from = e->from, to = e->to;
    const PlayerId holder = k->holder;
    const ZoneInfo *f = &r->g->zones[from];
    const unsigned zf = r->g->zones[to].flags;
    const ZoneSet both = zone_bit(from) | zone_bit(to);
    bool same =
        k->zone == to && ((holder == e->to_player && (zf & ZONE_SEATED)) ||
                          (zf & (ZONE_FOREIGN | ZONE_FIELD)) == (ZONE_FOREIGN | ZONE_FIELD));
    bool may_follow = f->flags & ZONE_GOES_ALONG, rested = k->flags & CARD_RESTED;
    bool as_printed = !k->lost && !(k->flags & (CARD_DOWN | CARD_KINDS_CHANGED));
    const CardRef tied = {k->tie, k->tie_inc};
    if ((e->put & PUT_OVER) && (card_of(s, e->other)->flags & CARD_RESTED)) e->put |= PUT_RESTED;
    if (rested) {
        if (may_follow && (f->keeps >> to & 1)) e->put |= PUT_RESTED;
        if (!same) card_turned(s, k);
    }
    listen_drop_granted(r); /* what is granted may change with any move */
    if (k->zone && (d->listens & zone_bit(k->zone))) listen_leave(r, e->card);
    if (WATCHED(r) && !same && has_tied(r, e->card)) kmark(r, KM_UNTIED);
    zone_move(r, e->card, e->to_player, to, e->put & PUT_BOTTOM ? POS_BOTTOM : POS_TOP);
    if (WATCHED(r) && !same)
        for (unsigned i = 0; i < s->ncounters; i++)
            if (s->counter[i].card == e->card) kmark(r, KM_COUNTERS_GONE);
    if (!same) {
        begin_new_life(s, e->card, k);
        k->put_by = e->ctx;
        if (e->cost) k->flags |= CARD_PAID;
    }
    k->arrived = (uint16_t)s->clock;
    if (s->rules_on_cards) rules_drop_target(s, e->card);
    settled_recheck(s, both);
    if (k->lost & CARD_RESHAPED) {
        derived_invalidate(s, BECAUSE_EFFECT); /* State.extra still lists its gains */
    } else if (k->lost & CARD_MODIFIED) {
        derived_invalidate(s, BECAUSE_READ);
    } else if (s->depends & both) {
        bool plain =
            as_printed && !same && !(e->put & PUT_DOWN) && !((zf | f->flags) & ZONE_LIES_DOWN);
        PlayerSet whose = player_bit(holder) | player_bit(e->to_player);
        if ((r->g->rule_reads & both) || move_matters(r, k, both, whose, plain))
            derived_invalidate(s, BECAUSE_READ);
    }
    if (to == NONE) {
        k->flags |= CARD_GONE;
    } else {
        if (zf & ZONE_SEATED) k->seats = e->seats_to;
        if (!same)
            arrive(r, e, k, zf, as_printed);
        else if (zf & ZONE_TELLS_SHIFT)
            r->g->entered(r, e);
        if (r->g->ties_kept && tied.card && !(zf & ZONE_TIED) &&
            (host_moves_too(s, tied) || left_by_host(r, from, tied))) {
            k->tie = tied.card;
            k->tie_inc = tied.inc;
        }
        if ((zf & ZONE_FIELD) && k->damage >= k->now.def) settled_recheck(s, UNCHECKED_VALUES);
        const bool follow = may_follow & (f->follows >> to & 1),
                   next = s->effect_kinds >> EFF_NEXT & 1; /* both are rare */
        if ((follow | next) & !same) {
            if (follow) effects_follow(s, e->card, e->inc);
            if (next) effects_arrival(r, e->card);
        }
        if (!(zf & ZONE_ORDERED)) zone_hash_add(&s->player[e->to_player], to, card_hash(k));
        if (d->listens & zone_bit(to)) listen_enter(r, e->card);
    }
    if (e->put & PUT_OVER) card_succeed(r, ref_to(s, e->other), ref_to(s, e->card));
    if (WATCHED(r)) mark_move(r, e, same);
}

/* Would the card only come to lie on the seats where it lies? */
static bool stays_put(const Run *r, const Event *e, const Card *k) {
    const bool seated = r->g->zones[e->to].flags & ZONE_SEATED;
    return seated && k->holder == e->to_player && k->seats == e->seats_to;
}

/* Applies a move, after redirection by the game. False: it does not happen. */
static inline bool move_one(Run *r, Event *e) {
    const Card *k = card_of(r->s, e->card);
    if (k->inc != e->inc || (k->flags & CARD_GONE)) return false;
    if (e->from == e->to && stays_put(r, e, k)) return false;
    if ((e->to_player != card_owner(e->card) || (r->g->zones[e->from].flags & ZONE_TELLS_OUT)) &&
        !r->g->redirect(r, e))
        return false;
    apply_move(r, e);
    return true;
}

/* Events other than moves after which rule processing may be due. */
enum { PROCESSING_EVENTS = 1 << EV_DAMAGE | 1 << EV_HIT | 1 << EV_FACE | 1 << EV_TIE };

/* Records the source of damage or of a hit. */
static void set_hit_by(State *s, Card *k, const Event *e) {
    k->hit_by = (uint16_t)(e->other | (e->other && e->by == NOBODY ? HIT_BY_RULE : 0));
    s->hits = 1;
}

/* Changes the facts of any event but a move; k is its card or null. False: it was already so. */
static inline bool change_facts(Run *r, const Event *e, Card *k) {
    State *s = r->s;
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
        set_hit_by(s, k, e);
        break;
    case EV_HEAL: /* amount 0: all of it */
        k->damage = e->amount && e->amount < k->damage ? k->damage - e->amount : 0;
        break;
    case EV_HIT:
        k->flags |= CARD_HIT;
        set_hit_by(s, k, e);
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
    case EV_TIE:
        k->tie = e->other;
        k->tie_inc = card_of(s, e->other)->inc;
        break;
    case EV_DEED:
        if (r->g->did) r->g->did(r, e);
        break;
    default: break;
    }
    return true;
}

/* Applies any event but a move, with hashes and caches. False: it does not happen. */
static bool change_one(Run *r, const Event *e) {
    State *s = r->s;
    if (e->kind == EV_COUNTERS) {
        settled_recheck(s, e->card ? UNCHECKED_VALUES : UNCHECKED_PLAYERS);
        counter_add(r, e->card, e->player, e->put, e->amount);
        derived_read_changed(s, DEPENDS_STATUS);
        return true;
    }
    Card *k = e->card ? card_at(s, e->card) : 0;
    const uint64_t was = k ? card_hash(k) : 0;
    if (!change_facts(r, e, k)) return false;
    if (k && (!k->zone || (r->g->zones[k->zone].flags & ZONE_ORDERED)))
        card_touched(s, k);
    else if (k)
        card_changed(s, k, was);
    if (PROCESSING_EVENTS >> e->kind & 1)
        settled_recheck(s, k ? UNCHECKED_VALUES : UNCHECKED_PLAYERS);
    if (e->kind == EV_FACE) {
        settled_recheck(s, zone_bit(k->zone));
        derived_invalidate(s, BECAUSE_EFFECT);
    } else if (e->kind == EV_TIE || (s->depends & DEPENDS_STATUS))
        derived_invalidate(s, BECAUSE_READ);
    return true;
}

static inline bool apply_one(Run *r, Event *e) {
    return e->kind == EV_MOVE ? move_one(r, e) : change_one(r, e);
}

/* Asks which opponent static abilities of arriving cards read, where there are several. */
static void ask_opponents(Run *r, unsigned first, unsigned n) {
    State *s = r->s;
    for (unsigned i = first; i < n; i++) {
        const Event *e = &s->batch[i];
        bool came = (e->kind == EV_MOVE && e->from != e->to) || e->kind == EV_FACE;
        if (came && r->pack->def[card_of(s, e->card)->def].opponent) opponents_ask(r, e->card);
    }
}

/* Saves granted abilities that listen to departures: the batch may end the grant. */
static void save_granted(Run *r, Departed *gone) {
    State *s = r->s;
    if (!(s->grantable & leaving_events(r))) return;
    listeners_derive(r, leaving_events(r));
    for (unsigned i = s->nfixed; i < s->nlisteners; i++)
        if (s->listen[i].events & leaving_events(r)) {
            gone->life[gone->n] = card_of(s, s->listen[i].card)->inc;
            gone->at[gone->n++] = s->listen[i];
        }
    gone->granted = gone->n;
}

/* Zones between which the batch moved cards; DEPENDS_ALL if it has other events. */
static Depends zones_touched(const State *s, unsigned first, unsigned n) {
    Depends touched = 0;
    for (unsigned i = first; i < n; i++) {
        const Event *e = &s->batch[i];
        touched |= e->kind == EV_MOVE ? zone_bit(e->from) | zone_bit(e->to) : DEPENDS_ALL;
    }
    return touched;
}

/* Must Game.interrupt be called? If a deck is empty; with three or more players always. */
static bool interrupt_due(const State *s, const Game *g) {
    return s->nplayers > 2 || !s->player[0].count[g->deck_zone] ||
           !s->player[1].count[g->deck_zone];
}

/* Cards that changed zone with the batch. */
static unsigned newcomers(const State *s, unsigned first, unsigned n, CardId *out) {
    unsigned m = 0;
    for (unsigned i = first; i < n; i++)
        if (s->batch[i].kind == EV_MOVE && s->batch[i].from != s->batch[i].to)
            out[m++] = s->batch[i].card;
    return m;
}

/* Shows an applied event to the observer, to the memory of the turn and to triggers. */
static inline void notify(Run *r, const Event *e, const Departed *gone) {
    const State *s = r->s;
    const EventSet bit = ev_bit(e->kind);
    bool listened = s->listened_events & bit;
    ASSERT(!event_ok(e));
    ASSERT(!r->acting || !e->kind || e->by != NOBODY); /* what a text does names its cause */
    if (WATCHED(r) && r->obs->event) r->obs->event(r->obs, r, e);
    if (e->kind == EV_MOVE && same_area(r->g, e->from, e->to)) return;
    if (listened && (r->pack->watched & bit)) memory_note(r, e);
    if (e->kind == EV_MOVE)
        listened = ((s->listened_events >> EV_MOVE & s->hows >> e->how & s->tos >> e->to) |
                    r->pack->def[card_of(s, e->card)->def].self_move >> e->to) &
                   1u;
    if (listened || (gone->n && (leaving_events(r) & bit))) trigger_scan(r, e, gone);
}

/* The rules step in; what they do is not caused by the text that is carried out. */
static void interrupted(Run *r) {
    const uint8_t acting = r->acting;
    r->acting = 0;
    r->g->interrupt(r);
    r->acting = acting;
}

/* Ends durations, checks state triggers and interrupts, after all events were shown. */
static inline void after_batch(Run *r, EventSet kinds, Depends touched) {
    State *s = r->s;
    if (s->nuntil && (kinds & (ev_bit(EV_MOVE) | ev_bit(EV_ORIENT))))
        effects_end(r, DUR_WHILE_SOURCE);
    if (states_listened(s)) waiting_state(r, touched);
    if ((kinds & r->g->interrupt_kinds) || ((kinds & ev_bit(EV_MOVE)) && interrupt_due(s, r->g)))
        interrupted(r);
}

/* Advances the clock. */
static inline void batch_begin(State *s, EventSet kinds) {
    s->clock++; /* cards that arrive together share a time stamp */
    if (kinds & ev_bit(EV_LEAVE)) settled_recheck(s, UNCHECKED_ALL);
}

/* Rests arriving cards to which the rule change rule_enters_rested applies for the player who puts
 * them there; the change may come with the card itself. */
static void enter_rested(Run *r, unsigned first, unsigned n) {
    State *s = r->s;
    for (unsigned i = first; i < n; i++) {
        Event *e = &s->batch[i];
        if (e->kind != EV_MOVE || e->from == e->to) continue;
        Card *k = card_at(s, e->card);
        if (!(r->g->zones[k->zone].flags & ZONE_ORIENTED) || (k->flags & CARD_RESTED)) continue;
        if (!rule_on(r, r->g->rule_enters_rested, e->actor, e->card)) continue;
        e->put |= PUT_RESTED;
        card_turned(s, k);
        kmark(r, KM_RESTED_PUT);
        kmark(r, KM_AT_ONCE_STATIC);
        derived_read_changed(s, DEPENDS_STATUS);
    }
}

/* batch_apply for one event, by far the most common case. Takes the steps of apply_many without
 * loops. */
static bool apply_single(Run *r, unsigned first) {
    State *s = r->s;
    Event *e = &s->batch[first];
    const EventSet kinds = ev_bit(e->kind);
    const RuleSet rested_in = rule_bit(r->g->rule_enters_rested) & ~rule_bit(0);
    const unsigned frames = s->nframes;
    Departed gone;
    batch_begin(s, kinds);
    gone.n = gone.granted = gone.nwere = gone.nextra = 0;
    save_granted(r, &gone);
    if (e->kind == EV_MOVE) save_last_known(r, e, &gone);
    r->departed = &gone;
    bool done = apply_one(r, e);
    r->departed = 0;
    r->before = gone.nwere ? &gone : 0;
    listeners_derive(r, kinds);
    if (done && (s->may_rule & rested_in)) enter_rested(r, first, first + 1);
    r->batch_waiting = s->nwaiting;
    if (done && !s->result) notify(r, e, &gone);
    r->before = 0;
    if (s->nplayers > 2) ask_opponents(r, first, first + 1);
    Depends touched = states_listened(s) ? zones_touched(s, first, first + 1) : 0;
    if (s->nframes > frames + 1) questions_in_order(r, frames);
    *e = (Event){0};
    s->nbatch = (uint8_t)first;
    if (!s->result) after_batch(r, kinds, touched);
    return s->result || s->nframes > frames;
}

/* batch_apply for several simultaneous events. */
static bool apply_many(Run *r, unsigned first) {
    State *s = r->s;
    unsigned n = s->nbatch, frames = s->nframes;
    PlayerSet leave = 0;
    Departed gone;
    Event *const events = &s->batch[first], *const end = &s->batch[n];
    EventSet kinds = 0;
    for (const Event *e = events; e < end; e++) kinds |= ev_bit(e->kind);
    batch_begin(s, kinds);
    gone.n = gone.granted = gone.nwere = gone.nextra = 0;
    save_granted(r, &gone);
    for (const Event *e = events; e < end; e++) /* before any of them leaves */
        if (e->kind == EV_MOVE) save_last_known(r, e, &gone);
    r->departed = &gone;
    for (Event *e = events; e < end; e++)
        if (!apply_one(r, e)) e->kind = EV_NONE;
    r->departed = 0;
    r->before = gone.nwere ? &gone : 0;
    listeners_derive(r, kinds);
    if (s->may_rule & rule_bit(r->g->rule_enters_rested) & ~rule_bit(0)) enter_rested(r, first, n);
    r->batch_waiting = s->nwaiting;
    for (const Event *e = events; e < end && !s->result; e++) {
        if (e->kind == EV_LEAVE) leave |= player_bit(e->player);
        if (e->kind != EV_NONE) notify(r, e, &gone);
    }
    r->before = 0;
    if (s->nplayers > 2) ask_opponents(r, first, n);
    Depends touched = states_listened(s) ? zones_touched(s, first, n) : 0;
    if (s->nframes > frames + 1) questions_in_order(r, frames);
    CardId came[MAX_BATCH];
    unsigned ncame = r->g->clause_age ? newcomers(s, first, n, came) : 0;
    memset(events, 0, (n - first) * sizeof(Event));
    s->nbatch = (uint8_t)first;
    if (leave) player_lose(r, leave);
    if (s->result) return true;
    if (ncame > 1) ages_ask(r, came, ncame);
    after_batch(r, kinds, touched);
    return s->result || s->nframes > frames;
}

bool batch_apply(Run *r, unsigned first) {
    const State *s = r->s;
    bool single = s->nbatch == first + 1 && s->batch[first].kind != EV_LEAVE;
    return single ? apply_single(r, first) : apply_many(r, first);
}

void batch_drop(Run *r, unsigned first) {
    State *s = r->s;
    memset(&s->batch[first], 0, (s->nbatch - first) * sizeof(Event));
    s->nbatch = (uint8_t)first;
}

/* Redirects moves first, since replacements apply to the move as redirected. */
static void redirect_all(Run *r, unsigned first) {
    State *s = r->s;
    for (unsigned i = first; i < s->nbatch; i++)
        if (s->batch[i].kind == EV_MOVE) r->g->redirect(r, &s->batch[i]);
}

/* Applies the batch, or pushes a frame that offers it to replacement effects. */
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

/* batch_do if there are replacement effects, or abilities that grant some. */
static bool do_listened(Run *r, unsigned first) {
    listeners_derive(r, ev_bit(EV_REPLACE));
    return r->s->replaced ? do_replaced(r, first) : batch_apply(r, first);
}

/* The tied card goes where its host goes; if that is tied itself then, both to the same card. */
static void tie_leaves(Run *r, CardId c, const Event *host) {
    const Card *k = card_of(r->s, c);
    const PlayerId to = r->g->master_zones ? host->to_player : card_owner(c);
    const bool stays = k->zone == host->to && (!r->g->master_zones || k->holder == to);
    Event *e = stays ? batch_add(r, EV_TIE, card_of(r->s, c)->holder, c)
                     : batch_move(r, c, to, host->to, host->how);
    if (stays || (r->g->zones[host->to].flags & ZONE_TIED)) e->other = host->other;
    if (!stays) kmark(r, KM_TIED_FOLLOWS);
    e->put = stays ? 0 : host->put & PUT_BOTTOM;
    e->actor = host->actor;
    e->by = host->by;
    e->ctx = host->ctx;
    e->cost = host->cost;
}

/* The tied card goes along to another player, or (beside) to other seats. */
static void tie_follows(Run *r, const Event *host, CardId c, bool beside) {
    const Card *k = card_of(r->s, c);
    if (k->tie != host->card || k->tie_inc != host->inc) return;
    if (host->from != host->to) {
        if (!beside) tie_leaves(r, c, host);
    } else if (beside || k->holder != host->to_player) {
        Event *e = batch_move(r, c, host->to_player, k->zone, host->how);
        e->actor = host->actor;
        e->seats_to = beside ? host->seats_to : 0;
        e->other = host->card;
        kmark(r, KM_TIED_ALONG);
    }
}

void ties_forget(const Run *r) {
    State *s = r->s;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++) {
            Card *k = &s->player[p].card[i];
            if (!k->tie || (r->g->zones[k->zone].flags & ZONE_TIED)) continue;
            k->tie = NONE;
            k->tie_inc = 0;
            card_touched(s, k);
        }
}

/* Adds moves for attached cards that follow their host, in the same batch and in their order. */
static void ties_follow(Run *r, unsigned first) {
    State *s = r->s;
    const ZoneSet all = r->g->following_zones | r->g->beside_zones;
    for (unsigned i = first, n = s->nbatch; i < n; i++) {
        const Event host = s->batch[i];
        if (host.kind != EV_MOVE) continue;
        if (!(r->g->zones[host.from].flags & ZONE_FIELD)) { /* only cards in play have tied ones */
            ASSERT(!has_tied(r, host.card));
            continue;
        }
        if (host.from != host.to ? same_area(r->g, host.from, host.to) : !r->g->beside_zones)
            continue;
        for (PlayerId p = 0; p < s->nplayers; p++)
            for (ZoneSet left = all; left; left &= left - 1) {
                const Player *q = &s->player[p];
                ZoneId z = zone_first(left);
                for (unsigned j = 0; j < q->count[z]; j++)
                    tie_follows(r, &host, zone_card(q, z, j), r->g->beside_zones >> z & 1);
            }
    }
}

/* Offers the batch to replacements, if there are any, and applies it. */
static inline bool replace_and_apply(Run *r, unsigned first) {
    const State *s = r->s;
    if (s->replaced || (s->grantable & ev_bit(EV_REPLACE))) return do_listened(r, first);
    return batch_apply(r, first);
}

bool batch_do(Run *r, unsigned first) {
    const State *s = r->s;
    if (first == s->nbatch) return false;
    if (bans_in_force(r)) { /* what cannot happen cannot be replaced either */
        batch_strike(r, first);
        if (first == s->nbatch) return false;
    }
    if (r->g->following_zones | r->g->beside_zones) ties_follow(r, first);
    if (r->g->intercept && r->g->intercept(r, first)) return true;
    return replace_and_apply(r, first);
}

bool batch_go(Run *r, unsigned first) {
    return first != r->s->nbatch && replace_and_apply(r, first);
}

void event_one(Run *r, unsigned kind, PlayerId player, CardId card, CardId other, int amount) {
    unsigned first = batch_open(r);
    Event *e = batch_add(r, kind, player, card);
    e->other = other;
    e->amount = amount;
    batch_do(r, first);
}

/* Does anything listen to or replace this kind of event? If not, no batch is needed. */
static bool needs_batch(Run *r, unsigned kind) {
    const State *s = r->s;
    listeners_derive(r, ev_bit(kind));
    return ((s->listened_events | s->replaced) & ev_bit(kind)) || states_listened(s);
}

void event_report(Run *r, const Event *e) {
    State *s = r->s;
    ASSERT(!event_ok(e));
    if (needs_batch(r, e->kind)) {
        unsigned first = batch_open(r);
        *batch_add(r, e->kind, e->player, e->card) = *e;
        batch_do(r, first);
        return;
    }
    settled_options_changed(s);
    if (WATCHED(r) && r->obs->event) r->obs->event(r->obs, r, e);
}

void event_tell(Run *r, unsigned kind, PlayerId player, CardId card, CardId other, int amount) {
    Event e = event_make(r->s, kind, player, card);
    e.other = other;
    e.amount = amount;
    event_report(r, &e);
}

Event *batch_deed(Run *r, unsigned deed, PlayerId player, CardId card, CardId other, int amount) {
    listeners_derive(r, ev_bit(EV_DEED));
    if (!(r->s->listened_events & ev_bit(EV_DEED))) return 0;
    Event *e = batch_add(r, EV_DEED, player, card);
    e->how = (uint8_t)deed;
    e->other = other;
    e->amount = amount;
    return e;
}

void event_show(Run *r, PlayerId player, CardId card) {
    State *s = r->s;
    if (needs_batch(r, EV_SHOW)) {
        event_one(r, EV_SHOW, player, card, 0, 0);
        return;
    }
    Card *k = card_at(s, card);
    k->known = everyone(s);
    s->glimpsed = 1;
    if (!WATCHED(r) || !r->obs->event) return;
    Event e = event_make(s, EV_SHOW, player, card);
    r->obs->event(r->obs, r, &e);
}
