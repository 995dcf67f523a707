/* Which costs are tried out on a copy (vm_tangled): those of which one part takes from a zone that
 * another one takes from or puts into. Each kind of part and each kind of set by an example. */
#include "games/ninja/ninja.h"
#include "vm/vm.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
// clang-format off
#include <cmocka.h>
// clang-format on

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum {
    FIELD = 1 << NZ_FIELD,
    ETHER = 1 << NZ_ETHER,
    HAND = 1 << NZ_HAND,
    DECK = 1 << NZ_DECK,
    OHIGAN = 1 << NZ_OHIGAN,
    REMOVED = 1 << NZ_REMOVED
};
#define OF(zone)        OP_CARDS, OP_YOU, zone, 1, OP_ANY
#define CHOOSE(...)     OP_SELECT, OP_YOU, __VA_ARGS__, OP_NUM, 1, OP_NUM, 1, 1
#define PUT(what, zone) OP_MOVE, OP_YOU, what, zone, 0, 0
#define DISCARD         CHOOSE(OF(HAND)), PUT(OP_IT, OHIGAN)

#define TOP_CARD        OP_MOVE, OP_YOU, OP_TOPS, OP_YOU, OP_NUM, 1, REMOVED, 0, 0

static const struct {
    const char *what;
    bool tangled;
    Code code[48];
} costs[] = {
    {"a single part", false, {DISCARD, OP_END}},
    {"two from one hand", true, {DISCARD, DISCARD, OP_END}},
    {"from other zones", false, {DISCARD, CHOOSE(OF(FIELD)), OP_ORIENT, OP_IT, 1, OP_END}},
    {"what came is taken", true, {DISCARD, CHOOSE(OF(OHIGAN)), PUT(OP_IT, REMOVED), OP_END}},
    {"what goes comes later", false, {CHOOSE(OF(OHIGAN)), PUT(OP_IT, REMOVED), DISCARD, OP_END}},
    {"put there by both", false, {DISCARD, CHOOSE(OF(FIELD)), PUT(OP_IT, OHIGAN), OP_END}},
    {"this card is where the other is chosen",
     true,
     {OP_ORIENT, OP_SELF, 1, CHOOSE(OF(FIELD)), PUT(OP_IT, OHIGAN), OP_END}},
    {"this card is elsewhere", false, {OP_ORIENT, OP_SELF, 1, DISCARD, OP_END}},
    {"all of a zone", true, {OP_SETIT, OF(HAND), PUT(OP_IT, OHIGAN), DISCARD, OP_END}},
    {"a set without a choice", true, {PUT(OP_SELF, HAND), DISCARD, OP_END}},
    {"the top of the deck, and a card of it",
     true,
     {TOP_CARD, CHOOSE(OF(DECK)), PUT(OP_IT, OHIGAN), OP_END}},
    {"the top of the deck", false, {TOP_CARD, DISCARD, OP_END}},
    {"currency alone", false, {OP_PAY, OP_YOU, OP_NUM, 2, OP_END}},
    {"currency, and other cards", false, {OP_PAY, OP_YOU, OP_NUM, 2, DISCARD, OP_END}},
    {"currency that is turned",
     true,
     {OP_PAY, OP_YOU, OP_NUM, 2, CHOOSE(OF(ETHER)), OP_ORIENT, OP_IT, 0, OP_END}},
    {"currency that comes back", true, {CHOOSE(OF(FIELD)), PUT(OP_IT, ETHER), OP_END}},
    {"filtered",
     true,
     {CHOOSE(OP_ONLY, OF(HAND), 1, OP_ANY), PUT(OP_IT, REMOVED), DISCARD, OP_END}},
    {"filtered, elsewhere",
     false,
     {CHOOSE(OP_ONLY, OF(FIELD), 1, OP_ANY), PUT(OP_IT, REMOVED), DISCARD, OP_END}},
    {"the first of a union",
     true,
     {CHOOSE(OP_JOIN, OF(HAND), OF(FIELD)), PUT(OP_IT, REMOVED), DISCARD, OP_END}},
    {"the second of a union",
     true,
     {CHOOSE(OP_JOIN, OF(FIELD), OF(HAND)), PUT(OP_IT, REMOVED), DISCARD, OP_END}},
    {"neither of a union",
     false,
     {CHOOSE(OP_JOIN, OF(FIELD), OF(OHIGAN)), PUT(OP_IT, REMOVED), CHOOSE(OF(HAND)),
      PUT(OP_IT, DECK), OP_END}},
    {"a set that no zone describes", true, {PUT(OP_LEFT, DECK), DISCARD, OP_END}},
};

static void parts_that_touch(void **state) {
    (void)state;
    for (unsigned i = 0; i < COUNT(costs); i++)
        if (vm_tangled(&game_ninja, costs[i].code, 0, 0, FIELD) != costs[i].tangled)
            fail_msg("%s: expected %s", costs[i].what,
                     costs[i].tangled ? "tangled" : "not tangled");
}

/* Where the payer settles the order, what comes later in the text may come first. */
static void parts_in_any_order(void **state) {
    (void)state;
    static const Code code[] = {CHOOSE(OF(OHIGAN)), PUT(OP_IT, REMOVED), DISCARD, OP_END};
    Game game = game_ninja;
    assert_false(vm_tangled(&game, code, 0, 0, FIELD));
    game.parts_any_order = true;
    assert_true(vm_tangled(&game, code, 0, 0, FIELD));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(parts_that_touch),
                                       cmocka_unit_test(parts_in_any_order)};
    return cmocka_run_group_tests(tests, 0, 0);
}
