/* Zones: order, seats, visibility, and the abilities that listen where their card lies. */
#include "kernel/run.h"

/* Where the zones of a player begin, all at once: what moves them is one addition without a branch
 * or loop, which cost 1.5 mispredicted branches a decision. */
typedef uint8_t Lanes __attribute__((vector_size(ZONE_LANES)));
static const Lanes zone_index = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

/* A card goes from one zone to another; NONE: it comes, or goes away. */
static void zones_shift(Player *q, ZoneId from, ZoneId to) {
    Lanes at;
    memcpy(&at, q->at, sizeof at);
    /* a comparison of lanes gives 0 or -1 */
    if (from) at += (Lanes)(zone_index > from);
    if (to) at -= (Lanes)(zone_index > to);
    memcpy(q->at, &at, sizeof at);
}

void zone_link(Player *q, ZoneId z, CardId c, unsigned i) {
    unsigned end = q->at[MAX_ZONES], place = q->at[z] + i;
    ASSERT(end < LIST_ROOM);
    memmove(&q->list[place + 1], &q->list[place], (end - place) * sizeof *q->list);
    q->list[place] = c;
    zones_shift(q, NONE, z);
    q->count[z]++;
}

/* Incremental zone hashes: removing or adding the top card of an ordered zone, or any card of an
 * unordered one, updates the hash; otherwise it becomes stale. To an unordered zone apply_move
 * adds the card once its flags are final. */
static void hash_remove(const Run *r, Player *q, const Card *k, unsigned i, unsigned n) {
    settled_zone_changed(q, k->zone);
    if (!(r->g->zones[k->zone].flags & ZONE_ORDERED))
        zone_hash_add(q, k->zone, -card_hash(k));
    else if (i == n - 1)
        zone_hash_add(q, k->zone, -place_hash(k, i));
    else
        q->stale |= 1u << k->zone;
}

static void hash_insert(const Run *r, Player *q, const Card *k, unsigned n, bool top) {
    ZoneId z = k->zone;
    unsigned zf = r->g->zones[z].flags & (ZONE_ORDERED | ZONE_SHUFFLED);
    settled_zone_changed(q, z);
    if (zf == ZONE_ORDERED && top)
        zone_hash_add(q, z, place_hash(k, n));
    else if (zf)
        q->stale |= 1u << z;
}

void zone_insert(Run *r, CardId c, PlayerId p, ZoneId z, unsigned pos) {
    Player *q = &r->s->player[p];
    Card *k = card_at(r->s, c);
    unsigned n = q->count[z];
    ASSERT(z > 0 && z < MAX_ZONES);
    zone_link(q, z, c, pos == POS_BOTTOM ? 0 : n);
    k->zone = z;
    k->holder = p;
    q->rested[z] = (uint8_t)(q->rested[z] + (k->flags & CARD_RESTED));
    hash_insert(r, q, k, n, pos == POS_TOP);
}

/* Index of the card in the list: mostly on top of its zone, else searched four at a time. */
static unsigned place_of(const Player *q, const Card *k, CardId c) {
    unsigned i = q->at[k->zone];
    const unsigned top = i + q->count[k->zone] - 1u;
    if (q->list[top] == c) return top;
    for (;; i += 4) {
        const CardId *four = &q->list[i];
        unsigned hit = (unsigned)(four[0] == c) | (unsigned)(four[1] == c) << 1 |
                       (unsigned)(four[2] == c) << 2 | (unsigned)(four[3] == c) << 3;
        if (hit) return i + (unsigned)__builtin_ctz(hit);
        ASSERT(i < top);
    }
}

void zone_remove(Run *r, CardId c) {
    Card *k = card_at(r->s, c);
    Player *q = &r->s->player[k->holder];
    unsigned place = place_of(q, k, c), end = q->at[MAX_ZONES];
    hash_remove(r, q, k, place - q->at[k->zone], q->count[k->zone]);
    memmove(&q->list[place], &q->list[place + 1], (end - place - 1) * sizeof *q->list);
    q->list[end - 1] = NONE;
    zones_shift(q, k->zone, NONE);
    q->count[k->zone]--;
    q->rested[k->zone] = (uint8_t)(q->rested[k->zone] - (k->flags & CARD_RESTED));
    k->zone = NONE;
}

/* Moves a card between zones of one player: shifts only what lies between. */
static void zone_transfer(Run *r, Player *q, Card *k, CardId c, ZoneId to, bool top) {
    ZoneId from = k->zone;
    unsigned place = place_of(q, k, c);
    hash_remove(r, q, k, place - q->at[from], q->count[from]);
    q->count[from]--;
    unsigned n = q->count[to], to_place = q->at[to] + (top ? n : 0u) - (to > from);
    if (to_place > place)
        memmove(&q->list[place], &q->list[place + 1], (to_place - place) * sizeof *q->list);
    else
        memmove(&q->list[to_place + 1], &q->list[to_place], (place - to_place) * sizeof *q->list);
    q->list[to_place] = c;
    zones_shift(q, from, to);
    q->count[to]++;
    k->zone = to;
    hash_insert(r, q, k, n, top);
}

void zone_move(Run *r, CardId c, PlayerId p, ZoneId z, unsigned pos) {
    Card *k = card_at(r->s, c);
    if (z && k->zone && k->holder == p) {
        zone_transfer(r, &r->s->player[p], k, c, z, pos == POS_TOP);
        return;
    }
    if (k->zone) zone_remove(r, c);
    if (z) zone_insert(r, c, p, z, pos);
}

/* In a zone where cards lie face down or up, as many as before lie face up, at the bottom. */
static void reface(Run *r, CardId *cards, unsigned n) {
    unsigned up = 0;
    for (unsigned i = 0; i < n; i++) up += !(card_of(r->s, cards[i])->flags & CARD_DOWN);
    if (up) kmark(r, KM_REFACED);
    for (unsigned i = 0; i < n; i++) {
        Card *k = card_at(r->s, cards[i]);
        const bool down = i >= up;
        if (((k->flags & CARD_DOWN) != 0) == down) continue;
        listen_leave(r, cards[i]);
        k->flags ^= CARD_DOWN;
        k->known = 0;
        card_printed(r, cards[i]);
        listen_enter(r, cards[i]);
        derived_invalidate(r->s, BECAUSE_EFFECT);
    }
}

/* A shuffle hides all faces, unless there is but one card. */
void zone_shuffle(Run *r, PlayerId p, ZoneId z) {
    State *s = r->s;
    Player *q = &s->player[p];
    CardId *a = &q->list[q->at[z]];
    unsigned n = q->count[z];
    q->stale |= 1u << z;
    for (unsigned i = n; i > 1; i--) {
        unsigned j = random_below(s, i);
        CardId t = a[i - 1];
        a[i - 1] = a[j];
        a[j] = t;
    }
    if (n > 1 && !(r->g->zones[z].flags & (ZONE_PUBLIC | ZONE_HOLDER_SEES)))
        for (unsigned i = 0; i < n; i++) card_at(s, a[i])->known = 0;
    if (r->g->zones[z].flags & ZONE_PUT_DOWN) {
        for (unsigned i = 0; i < n; i++) card_at(s, a[i])->known = 0;
        reface(r, a, n);
    }
}

CardId seat_card(const State *s, PlayerId p, ZoneId z, unsigned seat) {
    const Player *q = &s->player[p];
    const CardId *lying = zone_cards(q, z);
    for (unsigned i = q->count[z]; i-- > 0;)
        if (card_of(s, lying[i])->seats & seat_bit(seat)) return lying[i];
    return NONE;
}

unsigned seats_empty(const Run *r, PlayerId p, ZoneId z) {
    SeatSet taken = 0;
    const Player *q = &r->s->player[p];
    for (unsigned i = 0; i < q->count[z]; i++) taken |= card_of(r->s, zone_card(q, z, i))->seats;
    unsigned n = 0;
    for (unsigned i = 1, seats = zone_seats(r, p, z); i <= seats; i++) n += !(taken & seat_bit(i));
    return n;
}

/* Does a rule change open this card of a deck (the top one) or hand? Not while the zone is being
 * shuffled. */
static bool opened_by_rule(const Run *r, PlayerId p, ZoneId z, CardId c, bool ordered) {
    const State *s = r->s;
    unsigned which = ordered ? OPEN_TOP : OPEN_HAND;
    bool open = false;
    if (!(s->may_rule >> r->g->rule_open_cards & 1) || (ordered && zone_top(s, p, z) != c))
        return false;
    for (unsigned i = 0; i < s->nrules && !open; i++)
        open = s->rule[i].rule == r->g->rule_open_cards && s->rule[i].amount == (int)which &&
               (s->rule[i].players & player_bit(p));
    for (unsigned i = 1; open && i <= MAX_CONTEXTS; i++)
        if (s->ctx[i].in_use && s->ctx[i].shuffled) return kmark(r, KM_SHUFFLE_GOES_ON), false;
    return open;
}

/* Does a rule change open the card to everybody? */
static bool card_opened(const Run *r, const Card *k, CardId c, unsigned zf) {
    return r->g->rule_open_cards && ((zf & ZONE_ORDERED) || k->zone == r->g->hand_zone) &&
           opened_by_rule(r, k->holder, k->zone, c, zf & ZONE_ORDERED);
}

bool card_visible(const Run *r, PlayerId viewer, CardId c) {
    const Card *k = card_of(r->s, c);
    unsigned zf = r->g->zones[k->zone].flags;
    PlayerSet eyes = r->s->team_size > 1 ? team_mates(r->s, viewer) : player_bit(viewer);
    if (k->known & eyes) return true;
    if ((k->flags & CARD_SHOWN) || (zf & ZONE_ALL_SEE)) return true;
    if ((zf & ZONE_PUBLIC) && !(k->flags & CARD_DOWN)) return true;
    if ((zf & ZONE_HOLDER_SEES) && r->s->player[k->holder].team == r->s->player[viewer].team)
        return true;
    return card_opened(r, k, c, zf);
}

bool card_visible_to_all(const Run *r, CardId c) {
    const Card *k = card_of(r->s, c);
    unsigned zf = r->g->zones[k->zone].flags;
    return (k->flags & CARD_SHOWN) || (zf & ZONE_ALL_SEE) ||
           ((zf & ZONE_PUBLIC) && !(k->flags & CARD_DOWN)) || card_opened(r, k, c, zf);
}

static uint32_t mask_if(uint64_t yes) { return 0u - (uint32_t)(yes & 1); }
static uint32_t any_if_empty(uint32_t set) { return set ? set : ~0u; } /* 0 means any */

/* Adds an ability to the unions over listeners. Branch-free: these branches would be
 * unpredictable. */
static void listening_add(State *s, const AbilityDef *b, PlayerId holder) {
    const EventSet e = b->events;
    const uint32_t moves = mask_if(e >> EV_MOVE), points = mask_if(e >> EV_POINT),
                   writes = mask_if(e >> EV_STATIC);
    s->listened_events |= e;
    s->grantable |= b->grants;
    s->active |= (PlayerSet)((e >> EV_ACTIVE & 1) << holder);
    s->hows |= any_if_empty(b->how) & moves;
    s->tos |= any_if_empty(b->to) & moves;
    s->points |= any_if_empty(b->from) & points;
    s->replaced |= e & (UINT64_C(0) - (e >> EV_REPLACE & 1));
    s->depends |= b->depends & writes;
    s->layers |= b->touches & writes;
    s->may_rule |= b->rules & (UINT64_C(0) - (writes & 1));
}

void listening_granted(Run *r, AbilId a) {
    const AbilityDef *b = &r->pack->abil[a];
    r->s->listened_events |= ev_bit(EV_GRANTS);
    r->s->grantable |= b->events | b->grants;
}

void listen_add(Run *r, CardId c, AbilId a) {
    State *s = r->s;
    if (s->nlisteners == MAX_LISTENERS) {
        run_fault(r, FAULT_LISTENERS);
        return;
    }
    s->listen[s->nlisteners++] = (Listener){r->pack->abil[a].events, c, a};
    listening_add(s, &r->pack->abil[a], card_of(s, c)->holder);
    derived_update_due(s);
}

void listen_drop_granted(Run *r) {
    State *s = r->s;
    if (s->nlisteners == s->nfixed) return;
    memset(&s->listen[s->nfixed], 0, (s->nlisteners - s->nfixed) * sizeof(Listener));
    s->nlisteners = s->nfixed;
    derived_invalidate(s, BECAUSE_GRANTS);
    listen_rebuild(r);
}

void listen_enter(Run *r, CardId c) {
    State *s = r->s;
    const Card *k = card_of(s, c);
    const CardDef *d = &r->pack->def[k->def];
    if (s->nlisteners > s->nfixed) listen_drop_granted(r);
    if (!(d->listens & zone_bit(k->zone)) || card_masked(r, k)) return;
    for (AbilId a = d->abil; a < d->abil + d->nabil; a++) {
        const AbilityDef *b = &r->pack->abil[a];
        if (!(b->zones & zone_bit(k->zone)) || !b->events) continue;
        if (k->zone == r->g->deck_zone && ability_sleeps(r, k, b)) {
            card_at(s, c)->flags |= CARD_ASLEEP;
            continue;
        }
        if (b->events & (ev_bit(EV_STATIC) | ev_bit(EV_GRANTS)))
            derived_invalidate(s, BECAUSE_READ);
        listen_add(r, c, a);
    }
    s->nfixed = s->nlisteners;
}

void listen_rebuild(Run *r) {
    State *s = r->s;
    bool changed = s->layers == TOUCH_ALL;
    s->listened_events = r->pack->watched;
    s->points = mask_if(r->pack->watched >> EV_POINT);
    s->replaced = s->grantable = 0;
    s->active = s->hows = s->tos = 0;
    s->depends = r->g->rule_reads;
    s->layers = r->g->rule_touches;
    s->may_rule = 0;
    for (unsigned i = 0; i < s->nlisteners; i++)
        listening_add(s, &r->pack->abil[s->listen[i].abil], card_of(s, s->listen[i].card)->holder);
    if (changed) s->derived |= s->layers;
    for (unsigned i = 0; i < s->neffects; i++) {
        const Effect *e = &s->effect[i];
        if (changed) s->derived |= effect_touches(r, e);
        s->may_rule |= effect_rules(r, e);
        if (e->kind == EFF_GRANT) listening_granted(r, e->abil);
        if (e->kind == EFF_DELAYED || e->kind == EFF_REPLACE)
            listening_add(s, &r->pack->abil[e->abil], e->master);
    }
    derived_update_due(s);
}

void listen_leave(Run *r, CardId c) {
    State *s = r->s;
    if (s->nlisteners > s->nfixed) listen_drop_granted(r);
    if (!(r->pack->def[card_of(s, c)->def].listens & zone_bit(card_of(s, c)->zone))) return;
    card_at(s, c)->flags &= (uint16_t)~CARD_ASLEEP;
    unsigned n = 0;
    for (unsigned i = 0; i < s->nfixed; i++)
        if (s->listen[i].card != c) {
            s->listen[n++] = s->listen[i];
        } else {
            if (s->listen[i].events & (ev_bit(EV_STATIC) | ev_bit(EV_GRANTS)))
                derived_invalidate(s, BECAUSE_READ);
            if (r->departed && (s->listen[i].events & leaving_events(r))) {
                r->departed->life[r->departed->n] = card_of(s, c)->inc;
                r->departed->at[r->departed->n++] = s->listen[i];
            }
        }
    if (n == s->nfixed) return;
    memset(&s->listen[n], 0, (s->nfixed - n) * sizeof(Listener));
    s->nlisteners = s->nfixed = (uint8_t)n;
    listen_rebuild(r);
}
