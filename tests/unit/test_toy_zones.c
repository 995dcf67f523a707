/* Zones as no shipped game uses them: as many zones and cards as fit, a zone that players share,
 * cards that follow their host, cards on several seats, counters, decks of several piles. */
#include "toy_play.h"
#include "kernel/place.h"

/* ---- all zones and all cards ---- */

enum { CARDS = CARDS_PER_PLAYER - 1, MOVES = 20000 };

static ZoneInfo wide_zones[MAX_ZONES];
static Game wide;
static DefId wide_deck[CARDS];
static CardId lies[2][MAX_ZONES][2 * CARDS]; /* the model: each zone from the bottom */
static unsigned nlies[2][MAX_ZONES];

/* The toy with every zone there can be, every other one ordered, and no rules about them. */
static Run wide_new(void) {
    Run r = toy_new(1);
    for (unsigned z = 0; z < MAX_ZONES; z++)
        wide_zones[z] = (ZoneInfo){.key = "zone", .name = "", .flags = z % 2 ? ZONE_ORDERED : 0};
    wide_zones[TZ_FIELD].flags = ZONE_PUBLIC | ZONE_ORIENTED | ZONE_FIELD;
    wide = game_toy;
    wide.zones = wide_zones;
    wide.nzones = MAX_ZONES;
    wide.following_zones = 0;
    for (unsigned i = 0; i < CARDS; i++) wide_deck[i] = i % 2 ? TURTLE : STRING;
    const FudaDeck decks[2] = {{.pile = {wide_deck}, .n = {CARDS}},
                               {.pile = {wide_deck}, .n = {CARDS}}};
    const FudaSetup setup = {
        .game = &wide, .pack = toy_stock.pack, .players = 2, .seed = 1, .decks = decks};
    r.g = &wide;
    assert_true(game_start(r.s, &setup));
    memset(nlies, 0, sizeof nlies);
    for (PlayerId p = 0; p < 2; p++)
        for (unsigned i = 1; i <= CARDS; i++) lies[p][TZ_DECK][nlies[p][TZ_DECK]++] = card_id(p, i);
    position_hash(&r); /* from now on no hash is stale */
    return r;
}

static void model_move(const State *s, CardId c, PlayerId p, ZoneId z, unsigned pos) {
    const Card *k = card_of(s, c);
    CardId *from = lies[k->holder][k->zone], *to = lies[p][z];
    unsigned *n = &nlies[k->holder][k->zone], i = 0;
    if (k->zone) {
        while (from[i] != c) i++;
        memmove(from + i, from + i + 1, (--*n - i) * sizeof *from);
    }
    if (!z) return;
    n = &nlies[p][z];
    if (pos == POS_BOTTOM) memmove(to + 1, to, *n * sizeof *to);
    to[pos == POS_BOTTOM ? 0 : *n] = c;
    ++*n;
}

static void as_in_model(const State *s) {
    for (PlayerId p = 0; p < 2; p++) {
        const Player *q = &s->player[p];
        unsigned at = 0;
        for (ZoneId z = 1; z < MAX_ZONES; z++) {
            assert_int_equal(q->at[z], at);
            assert_int_equal(q->count[z], nlies[p][z]);
            assert_memory_equal(zone_cards(q, z), lies[p][z], nlies[p][z] * sizeof(CardId));
            at += q->count[z];
        }
        assert_int_equal(q->at[MAX_ZONES], at);
        for (unsigned i = at; i < LIST_ROOM; i++) assert_int_equal(q->list[i], NONE);
    }
}

/* zone_move between any two zones, of any two players, and to and from nowhere. */
static void cards_go_anywhere(void **state) {
    Rng rng = {5};
    unsigned full = 0;
    (void)state;
    Run r = wide_new();
    for (unsigned i = 0; i < MOVES; i++) {
        CardId c = card_id(rng_below(&rng, 2), 1 + rng_below(&rng, CARDS));
        PlayerId p = i / 2000 % 2 ? (PlayerId)(i / 4000 % 2) : (PlayerId)rng_below(&rng, 2);
        ZoneId z = (ZoneId)rng_below(&rng, MAX_ZONES); /* 0: nowhere */
        unsigned pos = rng_below(&rng, 2) ? POS_TOP : POS_BOTTOM;
        model_move(r.s, c, p, z, pos);
        zone_move(&r, c, p, z, pos);
        const Card *k = card_of(r.s, c);
        assert_true(k->zone == z && (!z || k->holder == p));
        if (z && !(wide_zones[z].flags & ZONE_ORDERED)) /* as whoever moves a card does then */
            zone_hash_add(&r.s->player[p], z, card_hash(k));
        as_in_model(r.s);
        full += r.s->player[p].at[MAX_ZONES] > CARDS;
        const char *bad = i % 16 ? 0 : hashes_ok(&r);
        if (bad) fail_msg("move %u: %s", i, bad);
        if (!(i % 64)) position_hash(&r); /* hashes are made anew where they are stale */
    }
    assert_true(full > MOVES / 20); /* one player's zones held more than his own cards */
}

/* The same by events, with listeners, values and hashes kept up. */
static void events_move_anywhere(void **state) {
    Rng rng = {6};
    unsigned all[2][MAX_ZONES] = {{0}};
    (void)state;
    Run r = wide_new();
    frame_pop(&r);
    for (unsigned i = 0; i < MOVES / 4; i++) {
        CardId c = card_id(rng_below(&rng, 2), 1 + rng_below(&rng, CARDS));
        PlayerId p = card_owner(c);
        ZoneId z = (ZoneId)(1 + rng_below(&rng, MAX_ZONES - 1));
        bool bottom = rng_below(&rng, 2), rested = rng_below(&rng, 2);
        unsigned first = batch_open(&r);
        model_move(r.s, c, p, z, bottom ? POS_BOTTOM : POS_TOP);
        batch_move(&r, c, p, z, TH_PUT)->put =
            (uint16_t)((bottom ? PUT_BOTTOM : 0) | (rested ? PUT_RESTED : 0));
        assert_false(batch_do(&r, first));
        as_in_model(r.s);
        all[p][z]++;
        assert_int_equal(!!(card_of(r.s, c)->flags & CARD_RESTED), rested && z == TZ_FIELD);
        const char *bad = state_ok(&r);
        if (!bad) bad = hashes_ok(&r);
        if (bad) fail_msg("move %u: %s", i, bad);
    }
    for (ZoneId z = 1; z < MAX_ZONES; z++) assert_true(all[0][z] && all[1][z]);
}

/* What lies in an ordered zone in another order is another position, elsewhere it is not. */
static void order_counts_where_it_is_told(void **state) {
    (void)state;
    for (ZoneId z = 7; z < 9; z++) {
        Run r = wide_new();
        CardId a = card_id(0, 1), b = card_id(0, 2); /* different definitions */
        move(&r, a, z, 0, 0);
        move(&r, b, z, 0, 0);
        uint64_t before = position_hash(&r);
        move(&r, a, z, 0, 0); /* from below to the top */
        assert_int_equal(position_hash(&r) == before, !(wide_zones[z].flags & ZONE_ORDERED));
        assert_null(hashes_ok(&r));
    }
}

static bool anywhere(Run *r, Event *e) { return r->g && e->card; }

/* Where cards of other players may lie, a card that changes sides stays the same one. */
static void taken_over_as_it_lies(void **state) {
    (void)state;
    Run r = wide_new();
    wide.redirect = anywhere;
    wide_zones[TZ_FIELD].flags |= ZONE_FOREIGN;
    CardId c = card_id(0, 1);
    move(&r, c, TZ_FIELD, 0, 0);
    batch_orient(&r, 0, c, true);
    const uint16_t life = card_of(r.s, c)->inc;
    for (PlayerId p = 2; p-- > 0;) {
        unsigned first = batch_open(&r);
        batch_move(&r, c, p, TZ_FIELD, TH_PUT);
        assert_false(batch_do(&r, first));
        const Card *k = card_of(r.s, c);
        assert_true(k->holder == p && k->inc == life && (k->flags & CARD_RESTED));
        assert_int_equal(r.s->player[p].rested[TZ_FIELD], 1);
        assert_int_equal(r.s->player[!p].rested[TZ_FIELD], 0);
        assert_null(state_ok(&r));
        assert_null(hashes_ok(&r));
    }
}

/* ---- a shared zone ---- */

static int attack_of(Run *r, CardId c) { return card_stat(r, ref_to(r->s, c), STAT_ATK); }

/* The turtle counts "your lane", which is everybody's. */
static void lane_is_shared(void **state) {
    (void)state;
    Run r = toy_board();
    CardId turtle = lay(&r, 0, TURTLE, TZ_FIELD, 3, 0);
    assert_int_equal(attack_of(&r, turtle), 2);
    CardId own = lay(&r, 0, SIGNPOST, TZ_LANE, 0, 0);
    assert_int_equal(attack_of(&r, turtle), 3);
    CardId other = lay(&r, 1, SIGNPOST, TZ_LANE, 0, 0);
    assert_int_equal(attack_of(&r, turtle), 4);
    move(&r, own, TZ_PILE, 0, 0);
    assert_int_equal(attack_of(&r, turtle), 3);
    move(&r, other, TZ_HAND, 0, 0);
    assert_int_equal(attack_of(&r, turtle), 2);
    /* the field is not shared: only the own units are stronger */
    CardId foe = lay(&r, 1, SOLDIER, TZ_FIELD, 1, 0);
    lay(&r, 0, STRING, TZ_CHARMS, 0, turtle);
    assert_int_equal(card_stat(&r, ref_to(r.s, turtle), STAT_DEF), 6);
    assert_int_equal(card_stat(&r, ref_to(r.s, foe), STAT_DEF), 3);
}

/* ---- tied cards ---- */

typedef struct Log {
    Observer observer;
    CardId card[8];
    unsigned n;
} Log;
static void log_move(Observer *o, const Run *r, const Event *e) {
    Log *log = (Log *)(void *)o;
    (void)r;
    if (e->kind == EV_MOVE && log->n < 8) log->card[log->n++] = e->card;
}

static void tied_to(const State *s, CardId c, CardId host) {
    assert_int_equal(card_of(s, c)->tie, host);
    assert_int_equal(card_of(s, c)->tie_inc, host ? card_of(s, host)->inc : 0);
}

static void ties_follow_their_host(void **state) {
    static const ZoneId zones[] = {TZ_PILE, TZ_HAND, TZ_DECK, TZ_LANE};
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        Run r = toy_board();
        CardId host = lay(&r, 0, SOLDIER, TZ_FIELD, 1, 0),
               other = lay(&r, 0, SHIELD, TZ_FIELD, 2, 0);
        CardId a = lay(&r, 0, STRING, TZ_CHARMS, 0, host),
               b = lay(&r, 0, STRING, TZ_CHARMS, 0, other),
               c = lay(&r, 0, STRING, TZ_CHARMS, 0, host);
        tied_to(r.s, a, host);
        forget_waiting(&r);
        move(&r, host, TZ_FIELD, 8, 0); /* from seat to seat it stays the same card */
        tied_to(r.s, a, host);
        tied_to(r.s, c, host);
        if (zones[i] == TZ_PILE) move(&r, other, TZ_HAND, 0, 0); /* else it would save the host */
        Log log = {.observer = {.event = log_move}};
        r.obs = &log.observer;
        assert_false(move(&r, host, zones[i], 0, 0));
        r.obs = 0;
        assert_int_equal(log.n, 3);
        assert_true(log.card[0] == host && log.card[1] == a && log.card[2] == c);
        const Player *q = &r.s->player[0];
        unsigned n = q->count[zones[i]];
        assert_int_equal(zone_card(q, zones[i], n - 3), host);
        assert_int_equal(zone_card(q, zones[i], n - 2), a);
        assert_int_equal(zone_card(q, zones[i], n - 1), c);
        tied_to(r.s, a, NONE);
        tied_to(r.s, c, NONE);
        assert_int_equal(card_of(r.s, a)->stamp, card_of(r.s, host)->stamp); /* in one batch */
        if (zones[i] != TZ_PILE) tied_to(r.s, b, other);
        assert_null(state_ok(&r));
        assert_null(hashes_ok(&r));
    }
}

/* ---- seats ---- */

/* The player's turn with these cards in his hand. */
static void main_phase(Run *r) {
    forget_waiting(r);
    assert_true(game_toy.start_at(r, "main"));
    assert_int_equal(run_on(r), STATUS_DECISION);
    assert_int_equal(r->s->ask.kind, TASK_ACTION);
}

static void answer(Run *r, unsigned kind, CardId c, unsigned seats) {
    for (unsigned i = 0; i < r->s->ask.n; i++) {
        const Option *o = &r->s->option[i];
        if (o->kind != kind || o->card != c || (seats && option_seats(o) != seats)) continue;
        assert_true(run_answer(r, i));
        run_on(r);
        return;
    }
    fail_msg("no option %u of card %u on seats %u", kind, c, seats);
}

static void offered(const State *s, unsigned n, const SeatSet *seats) {
    assert_int_equal(s->ask.kind, ASK_SEAT);
    assert_int_equal(s->ask.n, n);
    for (unsigned i = 0; i < n; i++) assert_int_equal(option_seats(&s->option[i]), seats[i]);
}

static void big_card_takes_two_seats(void **state) {
    (void)state;
    Run r = toy_board();
    CardId one = lay(&r, 0, SOLDIER, TZ_FIELD, 1, 0), two = lay(&r, 0, SOLDIER, TZ_FIELD, 2, 0),
           three = lay(&r, 0, SOLDIER, TZ_FIELD, 4, 0),
           charm = lay(&r, 0, STRING, TZ_CHARMS, 0, two), big = lay(&r, 0, TURTLE, TZ_HAND, 0, 0),
           small = lay(&r, 0, SOLDIER, TZ_HAND, 0, 0);
    main_phase(&r);
    answer(&r, TOPT_PLAY, big, 0);
    offered(r.s, 2, (const SeatSet[]){1 | 2, 4 | 8});
    answer(&r, OPT_SEAT, big, 1 | 2);
    assert_int_equal(card_of(r.s, big)->seats, 1 | 2);
    for (unsigned seat = 1; seat <= 2; seat++)
        assert_int_equal(seat_card(r.s, 0, TZ_FIELD, seat), big);
    assert_int_equal(seat_card(r.s, 0, TZ_FIELD, 3), three);
    assert_int_equal(seat_card(r.s, 0, TZ_FIELD, 4), NONE);
    assert_int_equal(seats_empty(&r, 0, TZ_FIELD), 1);
    /* both who sat there are displaced together, and what was tied goes along */
    assert_int_equal(card_of(r.s, one)->zone, TZ_PILE);
    assert_int_equal(card_of(r.s, two)->zone, TZ_PILE);
    assert_int_equal(card_of(r.s, charm)->zone, TZ_PILE);
    assert_int_equal(card_of(r.s, one)->stamp, card_of(r.s, charm)->stamp);
    assert_int_equal(card_of(r.s, one)->seats, 0);
    /* one seat of it is enough to displace it */
    answer(&r, TOPT_PLAY, small, 0);
    offered(r.s, 4, (const SeatSet[]){1, 2, 4, 8});
    answer(&r, OPT_SEAT, small, 2);
    assert_int_equal(card_of(r.s, big)->zone, TZ_PILE);
    assert_int_equal(seat_card(r.s, 0, TZ_FIELD, 1), NONE);
    assert_int_equal(seat_card(r.s, 0, TZ_FIELD, 2), small);
    assert_null(state_ok(&r));
    assert_null(hashes_ok(&r));
}

/* Where only empty seats will do, a pair with one that is taken is not offered. */
static void empty_seats_only(void **state) {
    (void)state;
    Run r = toy_board();
    CardRef big = ref_to(r.s, lay(&r, 0, TURTLE, TZ_HAND, 0, 0));
    lay(&r, 0, SHIELD, TZ_FIELD, 2, 0);
    main_phase(&r);
    ask_drop(&r);
    reg_set(&r, &r.s->ctx[0], REG_MOVE, &big, 1);
    place_begin(&r, 0, 0, zone_bit(TZ_FIELD), PUT_EMPTY_SEAT, TH_PUT);
    run_on(&r); /* one way is no question */
    assert_int_equal(card_of(r.s, big.card)->seats, 4 | 8);
    assert_int_equal(seats_empty(&r, 0, TZ_FIELD), 1);
}

/* ---- counters ---- */

static void counters(Run *r, CardId c, PlayerId p, unsigned kind, int n) {
    unsigned first = batch_open(r);
    Event *e = batch_add(r, EV_COUNTERS, p, c);
    e->put = (uint16_t)kind;
    e->amount = n;
    batch_do(r, first);
}

static void counters_come_and_go(void **state) {
    (void)state;
    Run r = toy_board();
    CardId c = lay(&r, 0, SHIELD, TZ_FIELD, 1, 0), d = lay(&r, 1, SOLDIER, TZ_FIELD, 1, 0);
    const uint64_t none = position_hash(&r);
    counters(&r, c, 0, 1, 3);
    const uint64_t three = position_hash(&r);
    counters(&r, c, 0, 1, -1);
    assert_int_equal(counter_of(r.s, c, NOBODY, 1), 2);
    assert_int_equal(counter_of(r.s, c, NOBODY, 2), 0);
    assert_int_equal(counter_of(r.s, d, NOBODY, 1), 0);
    uint64_t two = position_hash(&r);
    assert_true(two != three && two != none && three != none);
    counters(&r, c, 0, 1, 1);
    assert_int_equal(position_hash(&r), three);
    counters(&r, c, 0, 1, -9); /* no fewer than none, and none leaves no trace */
    assert_int_equal(r.s->ncounters, 0);
    assert_int_equal(position_hash(&r), none);
    /* of players and of other kinds, in any order */
    counters(&r, c, 0, 1, 1);
    counters(&r, c, 0, 2, 5);
    counters(&r, NONE, 1, 1, 4);
    const uint64_t all = position_hash(&r);
    assert_int_equal(counter_of(r.s, NONE, 1, 1), 4);
    assert_int_equal(counter_of(r.s, NONE, 0, 1), 0);
    counters(&r, c, 0, 1, -1);
    counters(&r, c, 0, 1, 1); /* now the last in the list */
    assert_int_equal(position_hash(&r), all);
    move(&r, c, TZ_FIELD, 2, 0); /* from seat to seat they stay */
    assert_int_equal(counter_of(r.s, c, NOBODY, 2), 5);
    move(&r, c, TZ_HAND, 0, 0); /* they drop when the card leaves */
    assert_int_equal(r.s->ncounters, 1);
    assert_int_equal(counter_of(r.s, NONE, 1, 1), 4);
    counters(&r, d, 1, 1, 40000);
    assert_int_equal(counter_of(r.s, d, NOBODY, 1), INT16_MAX);
}

/* ---- piles of a deck ---- */

/* Each pile starts in its zone, or in none; ids follow the order of the piles. */
static void piles_start_in_their_zones(void **state) {
    (void)state;
    static const uint8_t zone[PILES] = {TZ_DECK, NONE, TZ_LANE, TZ_PILE};
    DefId pile[PILES][PILES];
    FudaDeck decks[2] = {{.pile = {0}}, {.pile = {0}}};
    Run r = toy_new(1);
    wide = game_toy;
    for (unsigned i = 0; i < PILES; i++) {
        if (i) wide.pile_zone[i] = zone[i];
        for (unsigned k = 0; k <= i; k++) pile[i][k] = i % 2 ? TURTLE : STRING;
        decks[0].pile[i] = decks[1].pile[i] = pile[i];
        decks[0].n[i] = decks[1].n[i] = i + 1;
        assert_int_equal(pile_at(&wide, zone[i]), i == 1 ? 0 : i);
    }
    const FudaSetup setup = {
        .game = &wide, .pack = toy_stock.pack, .players = 2, .seed = 1, .decks = decks};
    assert_true(game_start(r.s, &setup));
    for (PlayerId p = 0; p < 2; p++)
        for (unsigned i = 0, number = 1; i < PILES; i++)
            for (unsigned k = 0; k <= i; k++, number++) {
                const Card *c = card_of(r.s, card_id(p, number));
                assert_int_equal(c->zone, zone[i]);
                assert_int_equal(c->def, pile[i][k]);
            }
    decks[1].n[PILES - 1] = CARDS_PER_PLAYER - 6; /* with the six others one too many */
    assert_false(game_start(r.s, &setup));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(piles_start_in_their_zones),
        cmocka_unit_test(cards_go_anywhere),
        cmocka_unit_test(events_move_anywhere),
        cmocka_unit_test(order_counts_where_it_is_told),
        cmocka_unit_test(taken_over_as_it_lies),
        cmocka_unit_test(lane_is_shared),
        cmocka_unit_test(ties_follow_their_host),
        cmocka_unit_test(big_card_takes_two_seats),
        cmocka_unit_test(empty_seats_only),
        cmocka_unit_test(counters_come_and_go),
    };
    return cmocka_run_group_tests(tests, toy_open, toy_close);
}
