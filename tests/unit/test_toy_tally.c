/* Abilities that are counted instead of waiting, counters with names, cards of a deck up to a
 * number, hosts of tied cards and ties that follow a tied host, hits by lost defence, immunity and
 * lower bounds. Abilities are written as code. */
#include "code_pack.h"
#include "toy_play.h"

enum { FIELD = 1 << TZ_FIELD, LANE = 1 << TZ_LANE, PILE = 1 << TZ_PILE };
#define ANYCARD 1, OP_ANY

static CodePack code;
static AbilId counted;
static Game game;
static bool counting; /* Game.playable */

static bool playable(Run *r, uint16_t c, uint16_t a, unsigned p) {
    (void)r, (void)p;
    return counting && c && a;
}

static Pc weaker, from_deck, spends;

/* Signposts count the units that are rested. Turtles are immune against effects of opponents;
 * soldiers do not fall below 2 by them. */
static int open_code(void **state) {
    CodePack *c = &code;
    if (toy_open(state)) return 1;
    code_open(c, &game_toy, toy_stock.pack);
    AbilityDef tally = {.kind = ABIL_TRIGGERED,
                        .flags = ABIL_TALLY,
                        .zones = LANE,
                        .events = ev_bit(EV_ORIENT),
                        .limit = 2};
    tally.trig = PUT(c, OP_ON, EV_ORIENT, 2, OP_TURNED, 1, OP_ON_CARD, OP_OF, OP_YOU);
    code_give(c, SIGNPOST, tally);
    const AbilityDef note = {.kind = ABIL_STATIC,
                             .zones = FIELD,
                             .events = ev_bit(EV_STATIC),
                             .touches = TOUCH_INFO | TOUCH_KEYS,
                             .rules = rule_bit(RULE_NOTED)};
    AbilityDef immune = note, bound = note;
    immune.body = PUT(c, OP_GAIN, OP_SELF, ADD_IMMUNE, IMMUNE_OPPONENTS, DUR_NONE, OP_END);
    bound.body = PUT(c, OP_GAIN, OP_SELF, ADD_FLOOR, 2, DUR_NONE, OP_END);
    code_give(c, TURTLE, immune);
    code_give(c, SOLDIER, bound);
    weaker =
        PUT(c, OP_STATMOD, OP_CARDS, OP_OPP, FIELD, ANYCARD, STAT_DEF, OP_NUM, (Code)-9, DUR_GAME,
            OP_STATMOD, OP_CARDS, OP_OPP, FIELD, ANYCARD, STAT_DEF, OP_NUM, 1, DUR_GAME, OP_END);
    from_deck =
        PUT(c, OP_MOVE, OP_YOU, OP_TOPS, OP_YOU, OP_UPTO, OP_NUM, 3, PILE, 0, TH_MILL, OP_END);
    spends = PUT(c, OP_COUNTERS, OP_EVERY, 1);
    code_done(c);
    for (AbilId a = 1; a < c->pack.nabil; a++)
        if (c->pack.abil[a].flags & ABIL_TALLY) counted = a;
    return 0;
}

static int close_code(void **state) {
    code_free(&code);
    return toy_close(state);
}

static Run board(void) {
    Run r = toy_board();
    game = game_toy;
    game.playable = playable;
    game.loss_is_hit = true;
    r.g = &game;
    r.pack = &code.pack;
    counting = true;
    const FudaDeck decks[2] = {toy_stock.fuda[0], toy_stock.fuda[0]};
    const FudaSetup setup = {
        .game = &game, .pack = r.pack, .players = 2, .seed = 3, .decks = decks};
    assert_true(game_start(r.s, &setup));
    frame_pop(&r);
    return r;
}

static void turn(Run *r, PlayerId p, CardId c, bool rest) {
    unsigned first = batch_open(r);
    batch_orient(r, p, c, rest);
    batch_do(r, first);
}

/* It does not wait, belongs to its card's player, and starts anew when its counters are dropped. */
static void test_tally(void **state) {
    Run r = board();
    (void)state;
    CardId sign = lay(&r, 0, SIGNPOST, TZ_LANE, 0, 0), unit = lay(&r, 0, SOLDIER, TZ_FIELD, 1, 0),
           foe = lay(&r, 1, SOLDIER, TZ_FIELD, 1, 0);
    forget_waiting(&r);
    turn(&r, 0, unit, true);
    turn(&r, 0, unit, false);
    turn(&r, 1, foe, true);
    assert_int_equal(tally_of(&r, sign, counted), 1);
    assert_int_equal(r.s->nwaiting, 0);
    counting = false; /* the game says when */
    turn(&r, 0, unit, true);
    assert_int_equal(tally_of(&r, sign, counted), 1);
    counters_drop(r.s, sign);
    assert_int_equal(tally_of(&r, sign, counted), 0);
}

/* Counters of players by a name, which has 16 bits. */
static void test_named_counters(void **state) {
    Run r = board();
    (void)state;
    for (unsigned kind = 1; kind <= 600; kind += 599)
        for (PlayerId p = 0; p < 2; p++) {
            unsigned first = batch_open(&r);
            Event *e = batch_add(&r, EV_COUNTERS, p, NONE);
            e->put = (uint16_t)kind;
            e->amount = 3 + p;
            batch_do(&r, first);
        }
    assert_int_equal(counter_of(r.s, NONE, 1, 600), 4);
    Eval e = eval_source(&r, 0, (CardRef){0});
    Pc pc = spends;
    assert_int_equal(vm_number(&e, &pc), 7);
}

/* Each card is asked for. */
static void test_up_to(void **state) {
    Run r = board();
    State *s = r.s;
    (void)state;
    const unsigned deck = zone_count(s, 0, TZ_DECK);
    vm_call(&r, ctx_open(&r, 0, 0, (CardRef){0}), from_deck);
    for (unsigned i = 0; i < 2; i++) {
        run_on(&r);
        assert_int_equal(s->ask.kind, ASK_YESNO);
        assert_int_equal(zone_count(s, 0, TZ_DECK), deck - i);
        assert_true(run_answer(&r, i)); /* yes, then no */
    }
    run_on(&r);
    assert_int_equal(zone_count(s, 0, TZ_PILE), 1);
}

/* A tied card whose host becomes tied itself is tied to the new host, in its old life. */
static void test_ties(void **state) {
    Run r = board();
    State *s = r.s;
    (void)state;
    CardId low = lay(&r, 0, SOLDIER, TZ_FIELD, 1, 0), high = lay(&r, 0, SOLDIER, TZ_FIELD, 2, 0),
           charm = lay(&r, 0, STRING, TZ_CHARMS, 0, low);
    forget_waiting(&r);
    const CardRef was = ref_to(s, charm);
    unsigned first = batch_open(&r);
    batch_move(&r, low, 0, TZ_CHARMS, TH_PUT)->other = high;
    batch_do(&r, first);
    assert_true(ref_live(s, was));
    assert_int_equal(card_of(s, charm)->tie, high);
    assert_int_equal(card_of(s, low)->tie, high);
    first = batch_open(&r);
    batch_move(&r, high, 0, TZ_PILE, TH_PUT)->put = PUT_BOTTOM;
    batch_do(&r, first);
    assert_int_equal(card_of(s, charm)->zone, TZ_PILE);
    assert_int_equal(card_of(s, low)->zone, TZ_PILE);
}

/* Opponents bring soldiers down to 2 only, which is a hit by the source; then up again by 1. They
 * change turtles not at all. */
static void test_bounds(void **state) {
    Run r = board();
    State *s = r.s;
    (void)state;
    CardId soldier = lay(&r, 1, SOLDIER, TZ_FIELD, 1, 0),
           turtle = lay(&r, 1, TURTLE, TZ_FIELD, 4 | 8, 0),
           by = lay(&r, 0, SIGNPOST, TZ_LANE, 0, 0);
    forget_waiting(&r);
    const int before = card_stat(&r, ref_to(s, turtle), STAT_DEF);
    vm_call(&r, ctx_open(&r, 0, 0, ref_to(s, by)), weaker);
    run_on(&r);
    assert_int_equal(card_stat(&r, ref_to(s, soldier), STAT_DEF), 3);
    assert_int_equal(card_stat(&r, ref_to(s, turtle), STAT_DEF), before);
    assert_int_equal(card_of(s, soldier)->hit_by, by);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tally),  cmocka_unit_test(test_named_counters),
        cmocka_unit_test(test_up_to),  cmocka_unit_test(test_ties),
        cmocka_unit_test(test_bounds),
    };
    return cmocka_run_group_tests_name("toy_tally", tests, open_code, close_code);
}
