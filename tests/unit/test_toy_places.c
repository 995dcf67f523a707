/* Places as values: sets of seats of both players, those next to them, empty ones, choosing them
 * and moving cards to them; zones of masters; numbers that rules change before and after the
 * layers. */
#include "toy_play.h"
#include "vm/vm.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
enum { MAX_CODE = 1000 };

static Code code[MAX_CODE];
static PrintedFilter printed[MAX_CODE];
static Pack pack;
static Pc start;
static Game game;
static ZoneInfo zones[TZ_COUNT];

static void set_code(Run *r, const Code *words, unsigned n) {
    pack = *toy_stock.pack;
    start = (Pc)pack.ncode;
    assert_true(start + n < MAX_CODE);
    memcpy(code, pack.code, start * sizeof *code);
    memcpy(code + start, words, n * sizeof *code);
    memcpy(printed, pack.printed, start * sizeof *printed);
    memset(printed + start, 0, n * sizeof *printed);
    pack.code = code;
    pack.printed = printed;
    r->pack = &pack;
}
#define WORDS(...) ((const Code[]){__VA_ARGS__}), COUNT(((const Code[]){__VA_ARGS__}))

/* Seats 1 and 2 are the front, 3 and 4 behind them; fronts face each other crosswise. */
static void next_to(const Run *r, unsigned how, unsigned p, unsigned seat, Places *out) {
    const bool front = seat <= 2;
    (void)r;
    if (how == NEXT_BEFORE && !front) out->of[p] |= seat_bit(seat - 2);
    if (how == NEXT_BEHIND && front) out->of[p] |= seat_bit(seat + 2);
    if (how != NEXT_ADJACENT) return;
    out->of[p] |= seat_bit(front ? seat + 2 : seat - 2) | seat_bit(seat % 2 ? seat + 1 : seat - 1);
    if (front) out->of[1 - p] |= seat_bit(3 - seat);
}
static void game_places(const Run *r, unsigned which, Places *out) {
    if (r->g && which == 7) out->of[1] = seat_bit(4);
}

static bool redirect(Run *r, Event *e) { return r->g && e->card; } /* to anybody's zone */

typedef struct Board {
    Run r;
    CardId own, foe;
    unsigned ctx;
} Board;

/* Player 0 has a soldier on seat 1, player 1 a turtle on seats 3 and 4. */
static Board board(void) {
    Board b = {.r = toy_board()};
    memcpy(zones, game_toy.zones, sizeof zones);
    for (unsigned z = 1; z < TZ_COUNT; z++) zones[z].flags |= ZONE_FOREIGN;
    game = game_toy;
    game.zones = zones;
    game.next_to = next_to;
    game.places = game_places;
    game.displaced_to = 0;
    game.redirect = redirect;
    b.r.g = &game;
    b.own = lay(&b.r, 0, SOLDIER, TZ_FIELD, 1, NONE);
    b.foe = lay(&b.r, 1, TURTLE, TZ_FIELD, 4 | 8, NONE);
    forget_waiting(&b.r);
    b.ctx = ctx_open(&b.r, 0, 0, ref_to(b.r.s, b.own));
    return b;
}

static void expect_places(Board *b, const Code *words, unsigned n, SeatSet own, SeatSet foe) {
    set_code(&b->r, words, n);
    Eval e = eval_ctx(&b->r, b->ctx);
    Pc pc = start;
    Places at = vm_places_of(&e, &pc);
    assert_int_equal(pc, start + n);
    assert_int_equal(at.of[0], own);
    assert_int_equal(at.of[1], foe);
    b->r.pack = toy_stock.pack;
}
#define PLACES(own, foe, ...) expect_places(&b, WORDS(__VA_ARGS__), own, foe)

static void test_values(void **state) {
    Board b = board();
    (void)state;
    PLACES(15, 0, OP_PLACES, OP_YOU, 0);
    PLACES(3, 3, OP_PLACES, OP_EVERY, 3);
    PLACES(1, 0, OP_PLACEOF, OP_SELF);
    PLACES(0, 12, OP_PLACEOF, OP_CARDS, OP_OPP, 1 << TZ_FIELD, 1, OP_ANY);
    PLACES(2 | 4, 2, OP_ADJOIN, OP_PLACEOF, OP_SELF);
    PLACES(4, 0, OP_BEHIND, OP_PLACEOF, OP_SELF);
    PLACES(0, 3, OP_BEFORE, OP_PLACEOF, OP_CARDS, OP_OPP, 1 << TZ_FIELD, 1, OP_ANY);
    PLACES(1, 1, OP_FACING, OP_PLACEOF, OP_SELF);
    PLACES(14, 3, OP_VACANT, OP_PLACES, OP_EVERY, 0, OP_ANY);
    PLACES(15, 3, OP_VACANT, OP_PLACES, OP_EVERY, 0, OP_FNOT, OP_THIS);
    PLACES(2, 0, OP_COMMON, OP_PLACES, OP_YOU, 3, OP_ADJOIN, OP_PLACEOF, OP_SELF);
    PLACES(0, 8, OP_GPLACES, 7);
    PLACES(0, 0, OP_CHOSEN);
}

static void test_last_known(void **state) {
    Board b = board();
    (void)state;
    move(&b.r, b.own, TZ_PILE, 0, NONE);
    PLACES(1, 0, OP_PLACEOF, OP_SELF);
}

static void test_filter(void **state) {
    Board b = board();
    (void)state;
    set_code(&b.r, WORDS(OP_STANDS, OP_PLACES, OP_OPP, 8));
    Eval e = eval_ctx(&b.r, b.ctx);
    assert_true(vm_match_at(&e, start, ref_to(b.r.s, b.foe))); /* one of its seats is enough */
    assert_false(vm_match_at(&e, start, ref_to(b.r.s, b.own)));
    set_code(&b.r, WORDS(OP_SPOTS, OP_PLACES, OP_EVERY, 3));
    Pc pc = start;
    assert_int_equal(vm_number(&e, &pc), 4);
    b.r.pack = toy_stock.pack;
}

static bool offered(const State *s, unsigned player, unsigned seat) {
    for (unsigned i = 0; i < s->ask.n; i++)
        if (s->option[i].kind == OPT_SEAT && s->option[i].c == player + 1 && s->option[i].b == seat)
            return true;
    return false;
}
static void answer(Run *r, unsigned player, unsigned seat) {
    for (unsigned i = 0; i < r->s->ask.n; i++)
        if (r->s->option[i].c == player + 1 && r->s->option[i].b == seat) {
            assert_true(run_answer(r, i));
            run_on(r);
            return;
        }
    fail_msg("not offered: seat %u of %u", seat, player);
}

/* Chooses an empty place of the other player and moves this card there: it is the same card, with
 * another master. */
static void test_choose_and_move(void **state) {
    Board b = board();
    State *s = b.r.s;
    (void)state;
    const CardRef was = ref_to(s, b.own);
    set_code(&b.r, WORDS(OP_PICKPLACE, OP_YOU, OP_VACANT, OP_PLACES, OP_OPP, 0, OP_ANY, OP_NUM, 1,
                         OP_NUM, 1, OP_MOVE, OP_YOU, OP_SELF, 1 << TZ_FIELD, 0, TH_PUT, OP_ONPLACES,
                         OP_CHOSEN, OP_END));
    vm_call(&b.r, b.ctx, start);
    run_on(&b.r);
    assert_int_equal(s->ask.kind, ASK_SEAT);
    assert_int_equal(s->ask.n, 2);
    assert_true(offered(s, 1, 1) && offered(s, 1, 2) && !offered(s, 1, 3) && !offered(s, 0, 2));
    answer(&b.r, 1, 2);
    assert_int_equal(card_of(s, b.own)->holder, 1);
    assert_int_equal(card_of(s, b.own)->seats, 2);
    assert_true(ref_live(s, was));
    b.r.pack = toy_stock.pack;
}

#define CHOOSE_ONE                                                                                 \
    OP_SELECT, OP_YOU, OP_CARDS, OP_EVERY, 1 << TZ_FIELD, 1, OP_ANY, OP_NUM, 1, OP_NUM, 1, 0

/* A body that is run twice offers no card twice; what follows offers all again. */
static void test_rounds(void **state) {
    Board b = board();
    State *s = b.r.s;
    const CardId third = lay(&b.r, 0, SOLDIER, TZ_FIELD, 2, NONE);
    (void)state;
    forget_waiting(&b.r);
    set_code(&b.r,
             WORDS(OP_ROUNDS, OP_NUM, 2, 15, CHOOSE_ONE, OP_ORIENT, OP_IT, 1, CHOOSE_ONE, OP_END));
    vm_call(&b.r, b.ctx, start);
    run_on(&b.r);
    assert_int_equal(s->ask.n, 3);
    unsigned at = 0;
    while (s->option[at].card != third) at++;
    assert_true(run_answer(&b.r, at));
    run_on(&b.r);
    assert_true(card_of(s, third)->flags & CARD_RESTED);
    assert_int_equal(s->ask.n, 2);
    for (unsigned i = 0; i < s->ask.n; i++) assert_int_not_equal(s->option[i].card, third);
    assert_true(run_answer(&b.r, 0));
    run_on(&b.r);
    assert_int_equal(s->ask.n, 3);
    assert_false(card_of(s, third)->flags & CARD_CHOSEN);
    b.r.pack = toy_stock.pack;
}

/* Several places are chosen one after another, each once. */
static void test_choose_several(void **state) {
    (void)state;
    for (PlayerId who = 0; who < 2; who++) {
        Board b = board();
        State *s = b.r.s;
        set_code(&b.r, WORDS(OP_PICKPLACE, OP_YOU, OP_PLACES, who ? OP_OPP : OP_YOU, 0, OP_NUM, 2,
                             OP_NUM, 2, OP_END));
        vm_call(&b.r, b.ctx, start);
        run_on(&b.r);
        assert_true(offered(s, who, 1) && offered(s, who, 2) && offered(s, who, 3));
        answer(&b.r, who, 2);
        assert_true(offered(s, who, 1) && !offered(s, who, 2) && offered(s, who, 3));
        answer(&b.r, who, 3);
        assert_int_equal(s->ctx[b.ctx].places.of[who], seat_bit(2) | seat_bit(3));
        assert_int_equal(s->ctx[b.ctx].places.of[!who], 0);
        b.r.pack = toy_stock.pack;
    }
}

/* A zone whose player is not said is the master's where the game says so. */
static void test_master_zones(void **state) {
    for (unsigned i = 0; i < 2; i++) {
        Board b = board();
        State *s = b.r.s;
        (void)state;
        game.master_zones = i;
        set_code(&b.r, WORDS(OP_SETPLACES, OP_PLACES, OP_OPP, 1, OP_MOVE, OP_YOU, OP_SELF,
                             1 << TZ_FIELD, 0, TH_PUT, OP_ONPLACES, OP_CHOSEN, OP_MOVE, OP_YOU,
                             OP_SELF, 1 << TZ_PILE, 0, TH_PUT, OP_END));
        vm_call(&b.r, b.ctx, start);
        run_on(&b.r);
        assert_int_equal(card_of(s, b.own)->zone, TZ_PILE);
        assert_int_equal(card_of(s, b.own)->holder, i);
        b.r.pack = toy_stock.pack;
    }
}

/* Rules add 10 before all effects, and afterwards defence counts as attack, too. */
static void rule_numbers(Run *r, bool last) {
    CardId c = zone_top(r->s, 0, TZ_FIELD);
    if (!c) return;
    if (!last) stat_add(r, c, STAT_ATK, 10);
    if (last) stat_add(r, c, STAT_THIRD, card_of(r->s, c)->now.atk);
}
static void test_rule_numbers(void **state) {
    Board b = board();
    State *s = b.r.s;
    (void)state;
    game.rule_numbers = rule_numbers;
    game.rule_touches = TOUCH_ATK | TOUCH_THIRD;
    derived_invalidate(s, BECAUSE_EFFECT);
    assert_int_equal(card_stat(&b.r, ref_to(s, b.own), STAT_ATK), 12);
    assert_int_equal(card_stat(&b.r, ref_to(s, b.own), STAT_THIRD), 12);
    Effect *e = effect_add(&b.r, EFF_SET, DUR_GAME, 0);
    e->target = ref_to(s, b.own);
    e->a = STAT_ATK;
    e->b = 5;
    assert_int_equal(card_stat(&b.r, ref_to(s, b.own), STAT_ATK), 5);
    assert_int_equal(card_stat(&b.r, ref_to(s, b.own), STAT_THIRD), 5);
}

/* Cards arrive face down where the zone says so; in another everybody sees them all the same. */
static void test_faces(void **state) {
    Board b = board();
    State *s = b.r.s;
    (void)state;
    zones[TZ_PILE].flags |= ZONE_PUT_DOWN;
    move(&b.r, b.own, TZ_PILE, 0, NONE);
    assert_true(card_of(s, b.own)->flags & CARD_DOWN);
    assert_false(card_visible(&b.r, 0, b.own) || card_visible(&b.r, 1, b.own));
    zones[TZ_PILE].flags |= ZONE_ALL_SEE;
    assert_true(card_visible(&b.r, 0, b.own) && card_visible(&b.r, 1, b.own));
}

/* A card tied to another one lies on its seats and goes along to other seats and players, but not
 * out of play; others follow it everywhere. */
static void test_ties(void **state) {
    Board b = board();
    State *s = b.r.s;
    (void)state;
    zones[TZ_CHARMS].flags |= ZONE_SEATED | ZONE_FIELD;
    game.beside_zones = 1 << TZ_CHARMS;
    game.following_zones = 0;
    game.master_zones = true;
    CardId charm = lay(&b.r, 0, STRING, TZ_CHARMS, 1, b.own);
    move(&b.r, b.own, TZ_FIELD, 2, NONE);
    assert_int_equal(card_of(s, charm)->seats, 2);
    unsigned first = batch_open(&b.r);
    batch_move(&b.r, b.own, 1, TZ_FIELD, TH_PUT)->seats_to = 1;
    batch_do(&b.r, first);
    assert_int_equal(card_of(s, charm)->holder, 1);
    assert_int_equal(card_of(s, charm)->seats, 1);
    const uint16_t came = card_of(s, b.own)->arrived;
    assert_int_equal(card_of(s, charm)->arrived, came); /* together */
    move(&b.r, b.own, TZ_PILE, 0, NONE);
    assert_int_equal(card_of(s, charm)->zone, TZ_CHARMS);
}

/* Number of cards attached to this card, in its zone or where they followed it to. */
static int attached(Board *b) {
    set_code(&b->r, WORDS(OP_COUNT, OP_SOULS, OP_SELF, OP_AT, OP_EVERY, 1 << TZ_CHARMS));
    Eval e = eval_ctx(&b->r, b->ctx);
    Pc pc = start;
    const int n = vm_number(&e, &pc);
    b->r.pack = toy_stock.pack;
    return n;
}

/* Cards that followed their host are still found as its own until the game forgets them; one that
 * left alone is not. */
static void test_ties_kept(void **state) {
    Board b = board();
    State *s = b.r.s;
    (void)state;
    game.ties_kept = true;
    const CardId left = lay(&b.r, 0, STRING, TZ_CHARMS, 0, b.own),
                 stays = lay(&b.r, 0, STRING, TZ_CHARMS, 0, b.own);
    assert_int_equal(attached(&b), 2);
    move(&b.r, left, TZ_PILE, 0, NONE);
    assert_int_equal(card_of(s, left)->tie, NONE);
    assert_int_equal(attached(&b), 1);
    move(&b.r, b.own, TZ_PILE, 0, NONE);
    assert_int_equal(card_of(s, stays)->zone, TZ_PILE);
    assert_int_equal(attached(&b), 1);
    ties_forget(&b.r);
    assert_int_equal(card_of(s, stays)->tie, NONE);
    assert_int_equal(attached(&b), 0);
}

/* An effect that turns a card face down goes on reading its face; nobody else does. */
static void test_face_recalled(void **state) {
    Board b = board();
    State *s = b.r.s;
    (void)state;
    game.face_down_is_blank = true;
    set_code(&b.r, WORDS(OP_TURNFACE, OP_SELF, 1, OP_WHEN, OP_GE, OP_STAT, STAT_ATK, OP_SELF,
                         OP_NUM, 1, 3, OP_ORIENT, OP_SELF, 1, OP_END));
    vm_call(&b.r, b.ctx, start);
    run_on(&b.r);
    assert_true(card_of(s, b.own)->flags & CARD_DOWN);
    assert_true(card_of(s, b.own)->flags & CARD_RESTED);
    Eval e = eval_ctx(&b.r, b.ctx);
    Pc pc = (Pc)(start + 5);
    assert_int_equal(vm_number(&e, &pc), 0); /* the body is over */
    b.r.pack = toy_stock.pack;
}

/* A shuffle of a zone with faces turns as many of its cards up as before, at the bottom. */
static void test_reface(void **state) {
    Board b = board();
    State *s = b.r.s;
    (void)state;
    zones[TZ_PILE].flags |= ZONE_PUT_DOWN;
    for (unsigned i = 0; i < 4; i++) {
        unsigned first = batch_open(&b.r);
        batch_move(&b.r, in_deck(s, 0, SOLDIER), 0, TZ_PILE, TH_PUT)->put = i == 3 ? PUT_UP : 0;
        batch_do(&b.r, first);
    }
    unsigned first = batch_open(&b.r);
    batch_add(&b.r, EV_SHUFFLE, 0, NONE)->from = TZ_PILE;
    batch_do(&b.r, first);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(card_of(s, zone_card(&s->player[0], TZ_PILE, i))->flags & CARD_DOWN,
                         i ? CARD_DOWN : 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ties),           cmocka_unit_test(test_reface),
        cmocka_unit_test(test_values),         cmocka_unit_test(test_last_known),
        cmocka_unit_test(test_filter),         cmocka_unit_test(test_choose_and_move),
        cmocka_unit_test(test_master_zones),   cmocka_unit_test(test_rule_numbers),
        cmocka_unit_test(test_faces),          cmocka_unit_test(test_ties_kept),
        cmocka_unit_test(test_rounds),         cmocka_unit_test(test_face_recalled),
        cmocka_unit_test(test_choose_several),
    };
    return cmocka_run_group_tests(tests, toy_open, toy_close);
}
