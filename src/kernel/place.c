#include "kernel/place.h"
#include "kernel/pick.h"
#include "kernel/procs.h"

enum {
    PLACE_BEGIN,
    PLACE_SEAT,
    PLACE_SEATED,
    PLACE_ORDERED,
    PLACE_TOPS,
    PLACE_TOPS_DONE,
    PLACE_DONE
};

static ZoneId only_zone(unsigned zones) {
    zones &= ~1u;
    return zones ? zone_first(zones) : NONE;
}

static bool has_flag(const Run *r, unsigned zones, unsigned flag) {
    for (zones &= ~1u; zones; zones &= zones - 1)
        if (r->g->zones[zone_first(zones)].flags & flag) return true;
    return false;
}

Frame *place_begin(Run *r, unsigned ctx, PlayerId player, unsigned zones, unsigned put,
                   unsigned how) {
    Frame *f = frame_push(r, PROC_PLACE);
    f->ctx = (uint8_t)ctx;
    Place *p = place_of(f);
    *p = (Place){.zones = (uint16_t)zones,
                 .put = (uint16_t)put,
                 .player = player,
                 .how = (uint8_t)how,
                 .by = NOBODY};
    return f;
}

static PlayerId target(const Place *p, CardId c) {
    return p->put & PUT_NAMED_PLAYER ? p->player : card_owner(c);
}

static Event *add_move(Run *r, Frame *f, CardId c, ZoneId z, unsigned slot) {
    Place *p = place_of(f);
    kmark(r, KM_PUT);
    if (!(p->put & PUT_NAMED_PLAYER)) kmark(r, KM_OWNER_ZONE);
    if (p->how && p->how == r->g->how_kill && p->by_card) { /* told with what it does */
        Event *b = batch_add(r, EV_BEAT, p->by, p->by_card);
        b->other = c;
        kmark(r, KM_KILLED_BY_EFFECT);
    }
    Event *e = batch_move(r, c, target(p, c), z, p->how);
    e->put = (uint8_t)p->put;
    e->pos = p->put & PUT_BOTTOM ? POS_BOTTOM : POS_TOP;
    e->slot_to = (uint8_t)slot;
    e->by = p->by;
    e->ctx = f->ctx;
    e->cause = p->by_card;
    e->other = p->how && p->how == r->g->how_kill ? p->by_card : p->tie;
    return e;
}

bool place_displaced(Run *r, CardId newcomer) {
    State *s = r->s;
    const Card *k = card_of(s, newcomer);
    if (!(r->g->zones[k->zone].flags & ZONE_SEATED)) return false;
    const Player *q = &s->player[k->holder];
    unsigned first = batch_open(r);
    for (unsigned i = 0; i < q->count[k->zone]; i++) {
        CardId c = zone_card(q, k->zone, i);
        if (c != newcomer && card_of(s, c)->slot == k->slot && card_of(s, c)->stamp < k->stamp)
            kmark(r, KM_DISPLACED),
                batch_move(r, c, card_owner(c), r->g->displaced_to, r->g->how_displaced);
    }
    return batch_do(r, first);
}

/* Seats that may be taken by the i-th card. */
static unsigned seat_options(Run *r, Frame *f, bool add) {
    State *s = r->s;
    Place *p = place_of(f);
    CardId c = s->ctx[f->ctx].set[REG_MOVE][p->i].card;
    PlayerId q = target(p, c);
    unsigned n = 0;
    if (p->put & PUT_EMPTY_SEAT) kmark(r, KM_EMPTY_SEAT);
    for (ZoneId z = 1; z < r->g->nzones; z++) {
        if (!(p->zones >> z & 1)) continue;
        unsigned seats = r->g->zones[z].flags & ZONE_SEATED ? s->player[q].seats : 1;
        for (unsigned seat = 1; seat <= seats; seat++) {
            bool taken = false;
            for (unsigned j = 0; j < p->i && j < MAX_SEATS; j++)
                taken |= p->slot[j] == (z << 4 | seat) &&
                         target(p, s->ctx[f->ctx].set[REG_MOVE][j].card) == q;
            bool seated = r->g->zones[z].flags & ZONE_SEATED;
            if ((taken && (!seated || (p->put & PUT_EMPTY_SEAT))) ||
                (seated && (p->put & PUT_EMPTY_SEAT) && seat_card(s, q, z, seat)))
                continue;
            n++;
            if (add)
                ask_add(
                    r, (Option){
                           .kind = OPT_SEAT, .a = z, .b = (uint8_t)(seated ? seat : 0), .card = c});
        }
    }
    return n;
}

static void collect(Run *r, Frame *f) {
    Context *x = &r->s->ctx[f->ctx];
    Place *p = place_of(f);
    unsigned n = 0;
    for (unsigned i = 0; i < x->n[REG_MOVE]; i++) {
        CardRef c = x->set[REG_MOVE][i];
        bool ok = ref_live(r->s, c) &&
                  move_possible(r, c.card, target(p, c.card), only_zone(p->zones)) &&
                  !r->g->move_forbidden(r, c.card, p->zones, p->put, p->how);
        if (ok) x->set[REG_MOVE][n++] = c;
    }
    memset(&x->set[REG_MOVE][n], 0, (x->n[REG_MOVE] - n) * sizeof(CardRef));
    x->n[REG_MOVE] = (uint8_t)n;
}

/* Does any move of the batch lead where it was meant to, and not where a rule sends the card? */
static bool any_as_meant(Run *r, unsigned first) {
    for (unsigned i = first; i < r->s->nbatch; i++) {
        Event e = r->s->batch[i];
        if (r->g->redirect(r, &e) && e.to == r->s->batch[i].to) return true;
    }
    return false;
}

static void move_all(Run *r, Frame *f) {
    Context *x = &r->s->ctx[f->ctx];
    Place *p = place_of(f);
    unsigned first = batch_open(r), n = x->n[REG_MOVE], m = 0;
    bool seats = has_flag(r, p->zones, ZONE_SEATED) || (p->zones & (p->zones - 1));
    for (unsigned i = 0; i < n; i++) {
        unsigned z = only_zone(p->zones), slot = 0;
        if (seats) {
            if (i >= MAX_SEATS || !p->slot[i]) continue;
            z = p->slot[i] >> 4;
            slot = p->slot[i] & 15u;
            if (!(r->g->zones[z].flags & ZONE_SEATED)) slot = 0;
        }
        add_move(r, f, x->set[REG_MOVE][i].card, (ZoneId)z, slot);
        x->set[REG_MOVE][m++] = x->set[REG_MOVE][i];
    }
    memset(&x->set[REG_MOVE][m], 0, (n - m) * sizeof(CardRef));
    x->n[REG_MOVE] = (uint8_t)m;
    x->did = any_as_meant(r, first);
    batch_do(r, first);
}

static bool same_ref(CardRef a, CardRef b) { return (a.card == b.card) & (a.inc == b.inc); }

void place_follow(Run *r, Context *x, CardRef old) {
    CardRef now = ref_to(r->s, old.card);
    for (unsigned g = 0; g < REG_COUNT; g++)
        for (unsigned i = 0; i < x->n[g] && g != REG_LOOK; i++)
            x->set[g][i] = same_ref(x->set[g][i], old) ? now : x->set[g][i];
    if (same_ref(ctx_source(x), old)) x->source_now = now.inc;
    if (same_ref(x->object, old)) x->object = now;
}

static void follow_all(Run *r, Context *x) {
    for (unsigned i = 0; i < x->n[REG_MOVE]; i++) place_follow(r, x, x->set[REG_MOVE][i]);
}

static void to_it(Context *x) {
    reg_clear(x, REG_IT);
    x->n[REG_IT] = x->n[REG_MOVE];
    refs_copy(x->set[REG_IT], x->set[REG_MOVE], x->n[REG_MOVE]);
}

static void next_top(Run *r, Frame *f) {
    State *s = r->s;
    Place *p = place_of(f);
    Context *x = &s->ctx[f->ctx];
    ZoneId deck = r->g->deck_zone;
    CardId c = zone_top(s, p->from_player, deck);
    if (p->tops <= 0 || !c) {
        f->step = PLACE_TOPS_DONE;
        return;
    }
    p->tops--;
    kmark(r, KM_ONE_BY_ONE);
    if (x->n[REG_MOVE] < MAX_SET)
        x->set[REG_MOVE][x->n[REG_MOVE]++] = (CardRef){c, (uint16_t)(card_of(s, c)->inc + 1)};
    unsigned first = batch_open(r);
    add_move(r, f, c, only_zone(p->zones), 0);
    x->did = 1;
    batch_do(r, first);
}

static void place_step(Run *r, Frame *f) {
    State *s = r->s;
    Place *p = place_of(f);
    Context *x = &s->ctx[f->ctx];
    switch (f->step) {
    case PLACE_BEGIN:
        x->did = 0;
        if (p->tops > 0) {
            reg_clear(x, REG_MOVE);
            f->step = PLACE_TOPS;
            return;
        }
        collect(r, f);
        if (!x->n[REG_MOVE]) {
            if (p->to_it == PLACE_IT_IS_LEFT) reg_clear(x, REG_IT);
            frame_pop(r);
            return;
        }
        f->step = has_flag(r, p->zones, ZONE_SEATED) || (p->zones & (p->zones - 1)) ? PLACE_SEAT
                                                                                    : PLACE_ORDERED;
        if (f->step == PLACE_ORDERED && has_flag(r, p->zones, ZONE_ORDERED) &&
            !has_flag(r, p->zones, ZONE_SHUFFLED) && x->n[REG_MOVE] > 1 &&
            !(p->put & PUT_SHUFFLED)) {
            Frame *g = frame_push(r, PROC_SEQUENCE);
            g->ctx = f->ctx;
            g->u[0] = p->put & PUT_NAMED_PLAYER ? (uint16_t)(p->player + 1) : 0;
            g->u[2] = p->put & PUT_AS_LIKED ? (uint16_t)(p->player + 1) : 0;
        }
        return;
    case PLACE_SEAT:
        if (p->i == x->n[REG_MOVE] || p->i >= MAX_SEATS || !seat_options(r, f, false)) {
            f->step = PLACE_ORDERED;
            return;
        }
        f->step = PLACE_SEATED;
        ask_begin(r, p->put & PUT_OWNER_ASKED ? target(p, x->set[REG_MOVE][p->i].card) : p->player,
                  ASK_SEAT, r->g->clause_seat);
        seat_options(r, f, true);
        ask_done(r);
        return;
    case PLACE_SEATED:
        p->slot[p->i++] = (uint8_t)(s->picked.a << 4 | s->picked.b);
        if (!s->picked.b) p->slot[p->i - 1] |= 15;
        f->step = PLACE_SEAT;
        return;
    case PLACE_ORDERED:
        f->step = PLACE_DONE;
        move_all(r, f);
        return;
    case PLACE_TOPS: next_top(r, f); return;
    case PLACE_TOPS_DONE:
        to_it(x);
        frame_pop(r);
        return;
    default: {
        bool it = p->to_it;
        follow_all(r, x);
        if (it) to_it(x);
        CardRef moved[MAX_SEATS];
        unsigned n = 0;
        for (unsigned i = 0; i < x->n[REG_MOVE] && n < MAX_SEATS; i++)
            moved[n++] = x->set[REG_MOVE][i];
        bool seats = has_flag(r, p->zones, ZONE_SEATED);
        frame_pop(r);
        for (unsigned i = 0; seats && i < n; i++)
            if (ref_live(s, moved[i])) place_displaced(r, moved[i].card);
    }
    }
}

void proc_place(Run *r, Frame *f) {
    do place_step(r, f);
    while (frame_goes_on(r, f, PROC_PLACE));
}

static PlayerId sequence_target(const Frame *f, CardId c) {
    return f->u[0] ? (PlayerId)(f->u[0] - 1) : card_owner(c);
}

/* Brings card i of those to be put to place `at`, the others keep their order. */
static void bring_to(Context *x, unsigned at, unsigned i) {
    CardRef t = x->set[REG_MOVE][i];
    memmove(&x->set[REG_MOVE][at + 1], &x->set[REG_MOVE][at], (i - at) * sizeof t);
    x->set[REG_MOVE][at] = t;
}

/* How many cards from place `from` on go to that player's zone; *first is the first of them. */
static unsigned sequence_count(const Frame *f, const Context *x, unsigned from, PlayerId p,
                               unsigned *first) {
    unsigned k = 0;
    for (unsigned i = x->n[REG_MOVE]; i-- > from;)
        if (sequence_target(f, x->set[REG_MOVE][i].card) == p) {
            k++;
            *first = i;
        }
    return k;
}

/* Each player decides in which order cards come to lie in his own zone, the turn player first; the
 * first named is put first. u[0] is 1 + the player to whom all go, or 0: each to its owner; u[1] is
 * how many are in order; u[2] is 1 + the player who says it for all, or 0. */
enum { SEQ_ASK, SEQ_ANSWERED };
void proc_sequence(Run *r, Frame *f) {
    State *s = r->s;
    Context *x = &s->ctx[f->ctx];
    unsigned n = x->n[REG_MOVE], turn = 0, i = 0, k;
    if (f->step == SEQ_ANSWERED)
        for (i = f->u[1]; i < n; i++)
            if (x->set[REG_MOVE][i].card == s->picked.card) {
                bring_to(x, f->u[1]++, i);
                break;
            }
    while (f->u[1] < n && turn < s->nplayers) {
        PlayerId p = player_nth(s, turn), who = f->u[2] ? (PlayerId)(f->u[2] - 1) : p;
        k = sequence_count(f, x, f->u[1], p, &i);
        if (k > 1) {
            f->step = SEQ_ANSWERED;
            kmark(r, KM_ORDER);
            ask_begin(r, who, ASK_ORDER, r->g->clause_order);
            for (; i < n; i++)
                if (sequence_target(f, x->set[REG_MOVE][i].card) == p)
                    ask_add(r, (Option){.kind = OPT_CARD, .card = x->set[REG_MOVE][i].card});
            ask_done(r);
            return;
        }
        if (k && f->u[1]) ask_told(r, who, ASK_ORDER, r->g->clause_order, x->set[REG_MOVE][i].card);
        if (k) bring_to(x, f->u[1]++, i);
        turn++;
    }
    frame_pop(r);
}
