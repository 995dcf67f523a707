/* Dependency in a layer is found by trial: what was only tried leaves nothing behind. Static
 * abilities that change kinds, which no shipped text does, are written as code.
 *
 * A turtle makes all big units sites. A shield makes itself big while there is no site. Each
 * depends on the other, so the older one comes first. */
#include "code_pack.h"
#include "toy_games.h"

enum { FIELD = 1 << TZ_FIELD };
enum { BIG = 1 << TK_BIG, SITE = 1 << TK_SITE };

static CodePack code;

static int open_code(void **state) {
    CodePack *c = &code;
    if (toy_open(state)) return 1;
    code_open(c, &game_toy, toy_stock.pack);
    const AbilityDef kinds = {.kind = ABIL_STATIC,
                              .events = ev_bit(EV_STATIC),
                              .zones = FIELD,
                              .touches = TOUCH_INFO | TOUCH_KINDS,
                              .reads = 1 << LAYER_INFO,
                              .wants = TOUCH_KINDS,
                              .depends = FIELD};
    AbilityDef turtle = kinds, shield = kinds;
    turtle.body = PUT(c, OP_GAIN, OP_CARDS, OP_EVERY, FIELD, 2, OP_KIND, TK_BIG, ADD_KIND, TK_SITE,
                      DUR_NONE, OP_END);
    shield.cond =
        PUT(c, OP_NOT, OP_HAVE, OP_CARDS, OP_EVERY, FIELD, 1, OP_ANY, OP_KIND, TK_SITE, OP_END);
    shield.body = PUT(c, OP_GAIN, OP_SELF, ADD_KIND, TK_BIG, DUR_NONE, OP_END);
    code_give(c, TURTLE, turtle);
    code_give(c, SHIELD, shield);
    code_done(c);
    return 0;
}

static int close_code(void **state) {
    code_free(&code);
    return toy_close(state);
}

static Run board(void) {
    Run r = toy_board();
    const FudaDeck decks[2] = {toy_stock.fuda[0], toy_stock.fuda[0]};
    const FudaSetup setup = {
        .game = &game_toy, .pack = &code.pack, .players = 2, .seed = 3, .decks = decks};
    r.pack = &code.pack;
    assert_true(game_start(r.s, &setup));
    frame_pop(&r);
    return r;
}

static unsigned added(Run *r, CardId c) { return card_kinds(r, c) & (BIG | SITE); }

static void one_alone(void **state) {
    (void)state;
    Run r = board();
    const CardId shield = lay(&r, 0, SHIELD, TZ_FIELD, seat_bit(3), 0);
    assert_int_equal(added(&r, shield), BIG);
}

static void the_turtle_came_first(void **state) {
    (void)state;
    Run r = board();
    const CardId turtle = lay(&r, 0, TURTLE, TZ_FIELD, seat_bit(1) | seat_bit(2), 0);
    const CardId shield = lay(&r, 0, SHIELD, TZ_FIELD, seat_bit(3), 0);
    assert_int_equal(added(&r, turtle), BIG | SITE);
    assert_int_equal(added(&r, shield), 0); /* was big in the trial only */
    assert_null(state_ok(&r));
}

static void the_shield_came_first(void **state) {
    (void)state;
    Run r = board();
    const CardId shield = lay(&r, 0, SHIELD, TZ_FIELD, seat_bit(3), 0);
    const CardId turtle = lay(&r, 0, TURTLE, TZ_FIELD, seat_bit(1) | seat_bit(2), 0);
    assert_int_equal(added(&r, shield), BIG | SITE);
    assert_int_equal(added(&r, turtle), BIG | SITE);
    assert_null(state_ok(&r));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_alone),
        cmocka_unit_test(the_turtle_came_first),
        cmocka_unit_test(the_shield_came_first),
    };
    return cmocka_run_group_tests(tests, open_code, close_code);
}
