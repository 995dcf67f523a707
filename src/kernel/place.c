/* PROC_PLACE: moves a set of cards (place.h). PROC_SEQUENCE: asks for their order. */
#include "kernel/place.h"
#include "kernel/pick.h"
#include "kernel/procs.h"
#include "vm/vm.h"

enum {
    PLACE_BEGIN,
    PLACE_SEAT,
    PLACE_SEATED,
    PLACE_ORDERED,
    PLACE_TOPS,
    PLACE_TOP_MAY,
    PLACE_TOP_SEATED,
    PLACE_TOP_MOVED,
    PLACE_TOPS_DONE,
    PLACE_DONE
};

/* Locals of PROC_SEQUENCE: the order in which cards are put into an ordered zone. */
typedef struct Sequence {
    PlayerId to;  /* whose zone all go to; NOBODY: each card to its owner's */
    PlayerId by;  /* who decides for all; NOBODY: each player for his own zone */
    uint8_t done; /* number of cards already in order */
} Sequence;
FRAME_LOCALS(Sequence, sequence_of)

/* The first zone of the set; NONE if it is empty ("nowhere" does not count). */
static ZoneId only_zone(unsigned zones) {
    zones &= ~1u;
    return zones ? zone_first(zones) : NONE;
}

static bool has_flag(const Run *r, unsigned zones, unsigned flag) {
    for (zones &= ~1u; zones; zones &= zones - 1)
        if (r->g->zones[zone_first(zones)].flags & flag) return true;
    return false;
}

/* Are seats or zones to be chosen for the cards? */
static bool has_choice_of_place(const Run *r, const Place *p) {
    return has_flag(r, p->zones, ZONE_SEATED) || (p->zones & (p->zones - 1));
}

Frame *place_begin(Run *r, unsigned ctx, PlayerId player, unsigned zones, unsigned put,
                   unsigned how) {
    Frame *f = frame_push(r, PROC_PLACE);
    f->ctx = (uint8_t)ctx;
    Place *p = place_of(f);
    *p = (Place){.zones = zones,
                 .put = (uint16_t)put,
                 .player = player,
                 .actor = player,
                 .how = (uint8_t)how};
    return f;
}

/* Whose zone the card goes to. */
static PlayerId target(const Run *r, const Place *p, CardId c) {
    if (p->put & PUT_NAMED_PLAYER) return p->player;
    if (p->put & PUT_OWNERS || !r->g->master_zones) return card_owner(c);
    return card_of(r->s, c)->holder;
}

/* Adds the card's move to the batch, after an EV_BEAT if an effect kills it. to: whose zone;
 * NOBODY: not said. */
static Event *add_move(Run *r, Frame *f, CardId c, PlayerId to, ZoneId z, SeatSet seats) {
    const Place *p = place_of(f);
    const Context *x = &r->s->ctx[f->ctx];
    const PlayerId owner = to == NOBODY ? target(r, p, c) : to;
    const bool kills = p->how && p->how == r->g->how_kill;
    const CardId source = p->by_effect ? x->source.card : NONE;
    kmark(r, KM_PUT);
    if (!(p->put & PUT_NAMED_PLAYER)) kmark(r, KM_OWNER_ZONE);
    if (kills && source) {
        Event *b = batch_add(r, EV_BEAT, x->master, source);
        b->other = c;
        event_caused(r->s, b, f->ctx, p->actor);
        kmark(r, KM_KILLED_BY_EFFECT);
    }
    Event *e = batch_move(r, c, owner, z, p->how);
    e->put = p->put;
    e->seats_to = seats;
    e->ctx = f->ctx;
    e->actor = p->actor;
    if (p->by_effect) event_caused(r->s, e, f->ctx, p->actor);
    e->other = kills ? source : p->tie;
    return e;
}

bool place_displaced(Run *r, CardId newcomer) {
    State *s = r->s;
    const Card *k = card_of(s, newcomer);
    if (!(r->g->zones[k->zone].flags & ZONE_SEATED) || !r->g->displaced_to) return false;
    const Player *q = &s->player[k->holder];
    unsigned first = batch_open(r);
    for (unsigned i = 0; i < q->count[k->zone]; i++) {
        CardId c = zone_card(q, k->zone, i);
        if (c != newcomer && (card_of(s, c)->seats & k->seats) && card_of(s, c)->stamp < k->stamp)
            kmark(r, KM_DISPLACED),
                batch_move(r, c, card_owner(c), r->g->displaced_to, r->g->how_displaced);
    }
    return batch_do(r, first);
}

/* Placements of a card in the player's zone: sets of seats, or one empty set if it has no seats. */
enum { MAX_SEATINGS = 16 };
static unsigned seatings(Run *r, CardId c, PlayerId p, ZoneId z, SeatSet *out) {
    if (!(r->g->zones[z].flags & ZONE_SEATED)) return out[0] = 0, 1;
    if (r->g->seatings) return r->g->seatings(r, c, p, z, out, MAX_SEATINGS);
    unsigned n = zone_seats(r, p, z);
    for (unsigned i = 0; i < n; i++) out[i] = seat_bit(i + 1);
    return n;
}

static bool seats_taken(const State *s, PlayerId p, ZoneId z, SeatSet seats) {
    const Player *q = &s->player[p];
    for (unsigned i = 0; i < q->count[z]; i++)
        if (card_of(s, zone_card(q, z, i))->seats & seats) return true;
    return false;
}

/* Does the text rule out these seats because of the cards that lie there? */
static bool seats_excluded(Run *r, const Frame *f, const Place *p, PlayerId q, ZoneId z,
                           SeatSet seats) {
    const State *s = r->s;
    bool found = false;
    if (!seats) return false;
    Eval e = eval_ctx(r, f->ctx);
    if (p->on && (seats & ~vm_places_at(&e, p->on).of[q])) return true;
    if (!p->onto) return false;
    for (unsigned i = 0; i < s->player[q].count[z]; i++) {
        CardId c = zone_card(&s->player[q], z, i);
        found |= (card_of(s, c)->seats & seats) && vm_match_at(&e, p->onto, ref_to(s, c));
    }
    return found != p->taken;
}

/* Do earlier cards of the set already go there? A zone without seats takes one. */
static bool seat_reserved(const Run *r, const Frame *f, const Place *p, PlayerId q, ZoneId z,
                          SeatSet seats) {
    const State *s = r->s;
    for (unsigned j = 0; j < p->i && j < MAX_SEATS; j++)
        if (p->at[j].zone == z && (!seats || (p->at[j].seats & seats)) &&
            target(r, p, reg_read(s, &s->ctx[f->ctx], REG_MOVE)[j].card) == q)
            return true;
    return false;
}

/* Is it forbidden that the card moves to those seats of the zone (0: none, or not chosen yet) by
 * this text or rule? */
static bool place_forbidden(Run *r, Frame *f, CardId c, PlayerId q, ZoneId z, SeatSet seats) {
    const Place *p = place_of(f);
    Event like = event_make(r->s, EV_MOVE, NOBODY, c);
    like.how = p->how;
    like.put = p->put;
    like.other = p->tie;
    like.actor = p->actor;
    like.seats_to = seats;
    if (p->by_effect) event_caused(r->s, &like, f->ctx, p->actor);
    return bans_in_force(r) && move_banned(r, c, q, z, &like);
}

/* Is it forbidden in every zone that the card may go to? */
static bool all_forbidden(Run *r, Frame *f, CardId c) {
    const Place *p = place_of(f);
    if (!bans_in_force(r)) return false;
    const PlayerId q = target(r, p, c);
    if (!(p->zones & ~1u)) return place_forbidden(r, f, c, q, only_zone(p->zones), 0);
    for (ZoneSet left = p->zones & ~1u; left; left &= left - 1)
        if (!place_forbidden(r, f, c, q, zone_first(left), 0)) return false;
    return true;
}

/* The card whose place is to be chosen. */
static CardId placing(Run *r, Frame *f) {
    const Place *p = place_of(f);
    if (p->tops > 0) return zone_top(r->s, p->from_player, r->g->deck_zone);
    return reg_cards(r->s, &r->s->ctx[f->ctx], REG_MOVE)[p->i].card;
}

/* Placements of the current card in the player's zones. */
static unsigned seat_options_of(Run *r, Frame *f, CardId c, PlayerId q, bool add) {
    State *s = r->s;
    Place *p = place_of(f);
    const bool empty = p->put & PUT_EMPTY_SEAT, apart = empty || (p->put & PUT_APART);
    unsigned n = 0;
    for (ZoneSet left = p->zones & ~1u; left; left &= left - 1) {
        ZoneId z = zone_first(left);
        SeatSet seats[MAX_SEATINGS];
        for (unsigned i = 0, m = seatings(r, c, q, z, seats); i < m; i++) {
            if ((apart || !seats[i]) && seat_reserved(r, f, p, q, z, seats[i])) continue;
            if (empty && seats_taken(s, q, z, seats[i])) continue;
            if (seats_excluded(r, f, p, q, z, seats[i])) continue;
            if (bans_in_force(r) && place_forbidden(r, f, c, q, z, seats[i])) continue;
            n++;
            if (!add) continue;
            bool several = seats[i] & (seats[i] - 1);
            ask_add(r, (Option){.kind = OPT_SEAT,
                                .a = z,
                                .b = (uint8_t)seat_number(seats[i]),
                                .seats = several ? seats[i] : 0,
                                .card = p->tops > 0 ? NONE : c, /* it is not seen yet */
                                .c = p->on ? (uint16_t)(q + 1u) : 0});
        }
    }
    return n;
}

/* Number of placements of the current card; with 'add', offers them as options. */
static unsigned seat_options(Run *r, Frame *f, bool add) {
    State *s = r->s;
    Place *p = place_of(f);
    CardId c = placing(r, f);
    const PlayerId own = target(r, p, c);
    unsigned n = 0;
    if (p->put & PUT_EMPTY_SEAT) kmark(r, KM_EMPTY_SEAT);
    if (!p->on) return seat_options_of(r, f, c, own, add);
    for (PlayerId q = 0; q < s->nplayers; q++)
        if (move_possible(r, c, q, only_zone(p->zones))) n += seat_options_of(r, f, c, q, add);
    return n;
}
/* Drops cards from REG_MOVE that cannot or must not move there. */
static void drop_immovable(Run *r, Frame *f) {
    Context *x = &r->s->ctx[f->ctx];
    Place *p = place_of(f);
    CardRef *const moved = reg_cards(r->s, x, REG_MOVE);
    unsigned n = 0;
    for (unsigned i = 0; i < x->n[REG_MOVE]; i++) {
        CardRef c = moved[i];
        bool ok = ref_live(r->s, c) &&
                  move_possible(r, c.card, target(r, p, c.card), only_zone(p->zones)) &&
                  !r->g->move_forbidden(r, c.card, p->zones, p->put, p->how) &&
                  !all_forbidden(r, f, c.card);
        if (ok) moved[n++] = c;
    }
    if (n < x->n[REG_MOVE]) reg_resize(r, x, REG_MOVE, n);
}

/* Does a move of the batch reach its destination without being redirected by a rule? */
static bool any_reached_target(Run *r, unsigned first) {
    for (unsigned i = first; i < r->s->nbatch; i++) {
        Event e = r->s->batch[i];
        if (r->g->redirect(r, &e) && e.to == r->s->batch[i].to) return true;
    }
    return false;
}

/* Moves the cards of REG_MOVE at once. */
static void move_all(Run *r, Frame *f) {
    Context *x = &r->s->ctx[f->ctx];
    Place *p = place_of(f);
    CardRef *const moved = reg_cards(r->s, x, REG_MOVE);
    unsigned first = batch_open(r), n = x->n[REG_MOVE], m = 0;
    bool seats = has_choice_of_place(r, p);
    for (unsigned i = 0; i < n; i++) {
        ZoneId z = only_zone(p->zones);
        SeatSet on = 0;
        PlayerId to = NOBODY;
        if (seats) {
            if (i >= MAX_SEATS || !p->at[i].zone) continue;
            z = p->at[i].zone;
            on = p->at[i].seats;
            if (p->on) to = p->at[i].player;
        }
        add_move(r, f, moved[i].card, to, z, on);
        moved[m++] = moved[i];
    }
    if (m < n) reg_resize(r, x, REG_MOVE, m);
    x->did = any_reached_target(r, first);
    batch_do(r, first);
}

static bool same_ref(CardRef a, CardRef b) { return (a.card == b.card) & (a.inc == b.inc); }

void place_follow(Run *r, Context *x, CardRef old) {
    CardRef now = ref_to(r->s, old.card);
    for (unsigned g = 0; g < REG_COUNT; g++) {
        CardRef *c = reg_cards(r->s, x, g);
        for (unsigned i = 0; i < x->n[g] && g != REG_LOOK; i++)
            c[i] = same_ref(c[i], old) ? now : c[i];
    }
    if (same_ref(ctx_source(x), old)) x->source_now = now.inc;
    if (same_ref(x->object, old)) x->object = now;
}

static void follow_all(Run *r, Context *x) {
    for (unsigned i = 0; i < x->n[REG_MOVE]; i++)
        place_follow(r, x, reg_cards(r->s, x, REG_MOVE)[i]);
}

/* Asks for the place of the current card. */
static void ask_seat(Run *r, Frame *f) {
    const Place *p = place_of(f);
    ask_begin(r, p->put & PUT_OWNER_ASKED ? target(r, p, placing(r, f)) : p->player, ASK_SEAT,
              r->g->clause_seat);
    seat_options(r, f, true);
    ask_done(r);
}

/* Moves the top card of the deck to the place chosen, if one was to be chosen. */
static void move_top(Run *r, Frame *f, CardId c) {
    State *s = r->s;
    Place *p = place_of(f);
    Context *x = &s->ctx[f->ctx];
    bool chosen = has_choice_of_place(r, p);
    kmark(r, KM_ONE_BY_ONE);
    reg_push(r, x, REG_MOVE, (CardRef){c, (uint16_t)(card_of(s, c)->inc + 1)});
    unsigned first = batch_open(r);
    add_move(r, f, c, chosen && s->picked.c ? (PlayerId)(s->picked.c - 1) : NOBODY,
             chosen ? s->picked.a : only_zone(p->zones), chosen ? option_seats(&s->picked) : 0);
    x->did = 1;
    p->tops--;
    f->step = chosen ? PLACE_TOP_MOVED : PLACE_TOPS;
    batch_do(r, first);
}

/* Asks whether the next card of the deck is moved, too. */
static void ask_top(Run *r, Frame *f) {
    f->step = PLACE_TOP_MAY;
    kmark(r, KM_DRAW_UP_TO);
    ask_begin(r, place_of(f)->actor, ASK_YESNO, r->g->clause_upto_draw);
    ask_add(r, (Option){.kind = OPT_YES});
    ask_add(r, (Option){.kind = OPT_NO});
    ask_done(r);
}

/* Moves the next card from the top of the deck. */
static void next_top(Run *r, Frame *f) {
    Place *p = place_of(f);
    CardId c = zone_top(r->s, p->from_player, r->g->deck_zone);
    const bool agreed = f->step == PLACE_TOP_MAY;
    if (agreed) kmark(r, KM_DRAW_UP_TO_ONE);
    if (p->tops <= 0 || !c || (agreed && r->s->picked.kind != OPT_YES)) {
        if (p->tops > 0 && !c) kmark(r, KM_AS_MUCH); /* the deck had fewer */
        f->step = PLACE_TOPS_DONE;
    } else if (p->may && !agreed) {
        ask_top(r, f);
    } else if (all_forbidden(r, f, c)) {
        p->tops--;
    } else if (!has_choice_of_place(r, p)) {
        move_top(r, f, c);
    } else if (!seat_options(r, f, false)) {
        f->step = PLACE_TOPS_DONE;
    } else {
        f->step = PLACE_TOP_SEATED;
        ask_seat(r, f);
    }
}

/* Moves what the last card from the deck displaced. */
static void displace_under_top(Run *r, Frame *f) {
    const Context *x = &r->s->ctx[f->ctx];
    const CardRef last = reg_read(r->s, x, REG_MOVE)[x->n[REG_MOVE] - 1];
    f->step = PLACE_TOPS;
    if (ref_live(r->s, last)) place_displaced(r, last.card);
}

/* Do the cards of REG_MOVE go from an open to a hidden zone? */
static bool become_hidden(const Run *r, Frame *f) {
    const Context *x = &r->s->ctx[f->ctx];
    const CardRef first = reg_read(r->s, x, REG_MOVE)[0];
    const ZoneId to = only_zone(place_of(f)->zones);
    return (r->g->zones[card_of(r->s, first.card)->zone].flags & ZONE_PUBLIC) &&
           !(r->g->zones[to].flags & ZONE_PUBLIC);
}

/* Does the card follow another one of these to its zone? */
static bool follows(const Run *r, CardId c, const CardRef *hosts, unsigned n) {
    const Card *k = card_of(r->s, c);
    for (unsigned i = 0; k->tie && i < n; i++)
        if (k->tie == hosts[i].card && k->tie_inc == hosts[i].inc) return true;
    return false;
}

/* Adds the cards that follow those of REG_MOVE to an ordered zone: they are ordered with them. */
static void add_followers(Run *r, Context *x) {
    const State *s = r->s;
    const unsigned n = x->n[REG_MOVE];
    CardRef hosts[MAX_SET];
    memcpy(hosts, reg_read(s, x, REG_MOVE), n * sizeof *hosts);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (ZoneSet left = r->g->following_zones; left; left &= left - 1)
            for (unsigned i = 0; i < s->player[p].count[zone_first(left)]; i++) {
                const CardId c = zone_card(&s->player[p], zone_first(left), i);
                if (!follows(r, c, hosts, n) || x->n[REG_MOVE] == MAX_SET) continue;
                kmark(r, KM_FOLLOWS_IN_ORDER);
                reg_push(r, x, REG_MOVE, ref_to(s, c));
            }
}

/* Leaves cards out that were moved because their host was: "it" is the host. */
static void leave_followers_out(Run *r, Context *x) {
    CardRef *const moved = reg_cards(r->s, x, REG_MOVE);
    unsigned n = 0;
    for (unsigned i = 0; i < x->n[REG_MOVE]; i++) {
        const Card *k = card_of(r->s, moved[i].card);
        const bool tied = k->tie && !(r->g->zones[k->zone].flags & ZONE_TIED);
        if (!tied) moved[n++] = moved[i];
    }
    if (n < x->n[REG_MOVE]) reg_resize(r, x, REG_MOVE, n);
}

/* Step PLACE_BEGIN: drops cards that cannot move, and asks for the order in an ordered zone. */
static void place_start(Run *r, Frame *f) {
    Place *p = place_of(f);
    Context *x = &r->s->ctx[f->ctx];
    x->did = 0;
    if (p->tops > 0) {
        reg_clear(r, x, REG_MOVE);
        f->step = PLACE_TOPS;
        return;
    }
    drop_immovable(r, f);
    if (!x->n[REG_MOVE]) {
        if (p->to_it) reg_clear(r, x, REG_IT);
        frame_pop(r);
        return;
    }
    f->step = has_choice_of_place(r, p) ? PLACE_SEAT : PLACE_ORDERED;
    if (r->g->followers_ordered && f->step == PLACE_ORDERED && has_flag(r, p->zones, ZONE_ORDERED))
        add_followers(r, x);
    if (f->step == PLACE_ORDERED && has_flag(r, p->zones, ZONE_ORDERED) &&
        !has_flag(r, p->zones, ZONE_SHUFFLED) && x->n[REG_MOVE] > 1 && !(p->put & PUT_SHUFFLED)) {
        const bool master = r->g->master_orders_hidden && p->by_effect && become_hidden(r, f);
        Frame *g = frame_push(r, PROC_SEQUENCE);
        g->ctx = f->ctx;
        if (master) kmark(r, KM_ORDER_MASTER);
        *sequence_of(g) = (Sequence){.to = p->put & PUT_NAMED_PLAYER ? p->player : NOBODY,
                                     .by = p->put & PUT_AS_LIKED || master ? p->player : NOBODY};
    }
}

/* Step PLACE_DONE: updates the registers, and moves cards that were displaced from their seats. */
static void place_finish(Run *r, Frame *f) {
    State *s = r->s;
    const Place *p = place_of(f);
    Context *x = &s->ctx[f->ctx];
    follow_all(r, x);
    if (r->g->followers_ordered && has_flag(r, p->zones, ZONE_ORDERED)) leave_followers_out(r, x);
    if (p->to_it) reg_copy(r, x, REG_IT, REG_MOVE);
    CardRef moved[MAX_SEATS];
    unsigned n = 0;
    for (unsigned i = 0; i < x->n[REG_MOVE] && n < MAX_SEATS; i++)
        moved[n++] = reg_cards(s, x, REG_MOVE)[i];
    bool seats = has_flag(r, p->zones, ZONE_SEATED);
    frame_pop(r);
    for (unsigned i = 0; seats && i < n; i++)
        if (ref_live(s, moved[i])) place_displaced(r, moved[i].card);
}

static void place_step(Run *r, Frame *f) {
    State *s = r->s;
    Place *p = place_of(f);
    Context *x = &s->ctx[f->ctx];
    switch (f->step) {
    case PLACE_BEGIN: place_start(r, f); return;
    case PLACE_SEAT:
        if (p->i == x->n[REG_MOVE] || p->i >= MAX_SEATS || !seat_options(r, f, false)) {
            f->step = PLACE_ORDERED;
            return;
        }
        f->step = PLACE_SEATED;
        ask_seat(r, f);
        return;
    case PLACE_SEATED:
        p->at[p->i].zone = s->picked.a & 31;
        p->at[p->i].player = p->on ? (s->picked.c - 1u) & 7 : 0;
        p->at[p->i++].seats = option_seats(&s->picked);
        f->step = PLACE_SEAT;
        return;
    case PLACE_ORDERED:
        f->step = PLACE_DONE;
        move_all(r, f);
        return;
    case PLACE_TOPS:
    case PLACE_TOP_MAY: next_top(r, f); return;
    case PLACE_TOP_SEATED: move_top(r, f, placing(r, f)); return;
    case PLACE_TOP_MOVED: displace_under_top(r, f); return;
    case PLACE_TOPS_DONE:
        reg_copy(r, x, REG_IT, REG_MOVE);
        frame_pop(r);
        return;
    default: place_finish(r, f);
    }
}

void proc_place(Run *r, Frame *f) {
    do place_step(r, f);
    while (frame_goes_on(r, f, PROC_PLACE));
}

static PlayerId sequence_target(const Run *r, const Sequence *q, CardId c) {
    if (q->to != NOBODY) return q->to;
    return r->g->master_zones ? card_of(r->s, c)->holder : card_owner(c);
}

/* Moves card i to place 'at'; the others keep their order. */
static void move_to_front(CardRef *c, unsigned at, unsigned i) {
    CardRef t = c[i];
    memmove(&c[at + 1], &c[at], (i - at) * sizeof t);
    c[at] = t;
}

/* Number of cards from place 'from' on that go to p's zone; *first is the first of them. */
static unsigned count_for_player(const Run *r, const Sequence *q, const CardRef *c, unsigned n,
                                 unsigned from, PlayerId p, unsigned *first) {
    unsigned k = 0;
    for (unsigned i = n; i-- > from;)
        if (sequence_target(r, q, c[i].card) == p) {
            k++;
            *first = i;
        }
    return k;
}

/* PROC_SEQUENCE: each player orders the cards for his zone, turn player first. The first one
 * named is put first. */
enum { SEQ_ASK, SEQ_ANSWERED };
void proc_sequence(Run *r, Frame *f) {
    State *s = r->s;
    Sequence *q = sequence_of(f);
    const Context *x = &s->ctx[f->ctx];
    CardRef *const c = reg_cards(s, x, REG_MOVE);
    unsigned n = x->n[REG_MOVE], turn = 0, i = 0, k;
    if (f->step == SEQ_ANSWERED)
        for (i = q->done; i < n; i++)
            if (c[i].card == s->picked.card) {
                move_to_front(c, q->done++, i);
                break;
            }
    while (q->done < n && turn < s->nplayers) {
        PlayerId p = player_nth(s, turn), who = q->by == NOBODY ? p : q->by;
        k = count_for_player(r, q, c, n, q->done, p, &i);
        if (k > 1) {
            f->step = SEQ_ANSWERED;
            kmark(r, KM_ORDER);
            ask_begin(r, who, ASK_ORDER, r->g->clause_order);
            for (; i < n; i++)
                if (sequence_target(r, q, c[i].card) == p)
                    ask_add(r, (Option){.kind = OPT_CARD, .card = c[i].card});
            ask_done(r);
            return;
        }
        if (k && q->done)
            ask_forced(r, who, ASK_ORDER, r->g->clause_order,
                       (Option){.kind = OPT_CARD, .card = c[i].card});
        if (k) move_to_front(c, q->done++, i);
        turn++;
    }
    frame_pop(r);
}
