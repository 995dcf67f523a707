/* Can a cost be paid? Each cost is asked for on four boards: by the forecast, and as one that is
 * tried on a copy (TRIED). Then it is paid, and is offered only ways that lead to its end. */
#include "toy_code.h"

/* The boards, bit each. In the last one this card lies face down. */
enum { UPRIGHT = 1, RESTED = 2, NO_HAND = 4, FACE_DOWN = 8, ALWAYS = 15, HAS_HAND = 11 };
enum { READY = ALWAYS & ~RESTED };

#define REST           OP_ORIENT, OP_SELF, 1
#define ODD(n)         OP_ODD, OP_NUM, n
#define CHOOSE(set, n) OP_SELECT, OP_YOU, set, OP_NUM, n, OP_NUM, n, 0
#define PUT_IT(zone)   OP_MOVE, OP_YOU, OP_IT, zone, 0, TH_PUT
#define DISCARD(n)     CHOOSE(IN_HAND, n), PUT_IT(PILE)

static const struct {
    const char *what;
    unsigned can;   /* on these boards */
    unsigned tried; /* likewise where it is tried, if that is another answer */
    Code code[48];
} costs[] = {
    {"rest", READY, READY, {REST, OP_END}},
    {"stand up", RESTED, RESTED, {OP_ORIENT, OP_SELF, 0, OP_END}},
    {"turn down", ALWAYS & ~FACE_DOWN, ALWAYS & ~FACE_DOWN, {OP_TURNFACE, OP_SELF, 1, OP_END}},
    {"turn up", FACE_DOWN, FACE_DOWN, {OP_TURNFACE, OP_SELF, 0, OP_END}},
    {"discard one", HAS_HAND, HAS_HAND, {DISCARD(1), OP_END}},
    {"discard two", UPRIGHT | RESTED, UPRIGHT | RESTED, {DISCARD(2), OP_END}},
    {"discard three", 0, 0, {DISCARD(3), OP_END}},
    {"one and one", UPRIGHT | RESTED, UPRIGHT | RESTED, {DISCARD(1), DISCARD(1), OP_END}},
    {"two and one", 0, 0, {DISCARD(2), DISCARD(1), OP_END}},
    {"rest, discard", READY &HAS_HAND, READY &HAS_HAND, {REST, DISCARD(1), OP_END}},
    {"discard, rest", READY &HAS_HAND, READY &HAS_HAND, {DISCARD(1), REST, OP_END}},
    {"rest twice", READY, 0, {REST, REST, OP_END}}, /* the forecast does not follow states */
    {"if: rest", READY, READY, {OP_IF, ODD(1), 3, REST, OP_END}},
    {"if not: rest", ALWAYS, ALWAYS, {OP_IF, ODD(2), 3, REST, OP_END}},
    {"when: rest", READY, READY, {OP_WHEN, ODD(1), 3, REST, OP_END}},
    {"if, else", READY, READY, {OP_IF, ODD(1), 5, REST, OP_ELSE, 18, DISCARD(1), OP_END}},
    {"if not, else", HAS_HAND, HAS_HAND, {OP_IF, ODD(2), 5, REST, OP_ELSE, 18, DISCARD(1), OP_END}},
    {"to the hand", ALWAYS, ALWAYS, {OP_MOVE, OP_YOU, OP_SELF, HAND, 0, TH_PUT, OP_END}},
    {"to where it is", 0, 0, {CHOOSE(IN_HAND, 1), PUT_IT(HAND), OP_END}},
    {"taken from where it lies", ALWAYS, ALWAYS, {OP_TAKE, OP_YOU, OP_SELF, HAND, 0, OP_END}},
    {"taken to where it lies", NO_HAND, NO_HAND, {OP_TAKE, OP_YOU, IN_HAND, HAND, 0, OP_END}},
    {"none of none", ALWAYS, ALWAYS, {OP_MOVE, OP_YOU, OP_NOSET, PILE, 0, TH_PUT, OP_END}},
    {"named cards that are none",
     0,
     0,
     {OP_MOVE, OP_YOU, OP_JOIN, OP_NOSET, OP_NOSET, PILE, 0, TH_PUT, OP_END}},
    {"gone, then resting", 0, 0, {OP_MOVE, OP_YOU, OP_SELF, HAND, 0, TH_PUT, REST, OP_END}},
    {"another's card rests", ALWAYS, ALWAYS, {CHOOSE(THEIRS, 1), OP_ORIENT, OP_IT, 1, OP_END}},
    {"it is filtered",
     ALWAYS,
     ALWAYS,
     {OP_SETIT, ALL, OP_ORIENT, OP_ONLY, OP_IT, OP_OTHER, 1, OP_END}},
    {"it is filtered away",
     0,
     0,
     {OP_SETIT, THEIRS, OP_ORIENT, OP_ONLY, OP_IT, OP_THIS, 1, OP_END}},
    {"what is set rests", ALWAYS, ALWAYS, {OP_SETIT, THEIRS, OP_ORIENT, OP_IT, 1, OP_END}},
    {"what the first part took is not there for the second",
     0,
     0,
     {OP_SETIT, IN_HAND, PUT_IT(PILE), DISCARD(1), OP_END}},
    {"the top of the deck",
     ALWAYS,
     ALWAYS,
     {OP_MOVE, OP_YOU, OP_TOPS, OP_YOU, OP_NUM, 2, PILE, 0, TH_PUT, OP_END}},
};

static Run on_board(unsigned which) {
    Run r = board();
    r.obs = 0;
    while (which >= NO_HAND && zone_count(r.s, 0, TZ_HAND) > (which == FACE_DOWN))
        move(&r, zone_top(r.s, 0, TZ_HAND), TZ_PILE, 0, 0);
    if (which == RESTED) DID(r, REST);
    if (which == FACE_DOWN) DID(r, OP_TURNFACE, OP_SELF, 1);
    return r;
}

/* Pays a cost that can be paid: each question is answered with its last option. */
static void pay(Run *r, unsigned ctx, Pc pc, const char *what) {
    vm_call_cost(r, ctx, pc);
    while (!go_on(r))
        if (!run_answer(r, r->s->ask.n - 1u)) fail_msg("%s: it cannot be paid to the end", what);
    assert_int_equal(r->s->ctx[ctx].paying, 0);
    assert_true(!r->s->fault);
}

static void costs_on_boards(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof costs / sizeof *costs; i++)
        for (unsigned on = UPRIGHT; on <= FACE_DOWN; on *= 2) {
            Run r = on_board(on);
            code_free(&code);
            code_open(&code, r.g, toy_stock.pack);
            const Pc plain = code_put(&code, costs[i].code, 48),
                     tried = code_put(&code, (const Code[]){OP_TRIED}, 1);
            code_put(&code, costs[i].code, 48);
            r.pack = code_done(&code);
            const unsigned ctx = ctx_open(&r, 1, 0, ref_to(r.s, mine));
            static State before;
            memcpy(&before, r.s, state_size(r.s));
            if (vm_can(&r, ctx, plain) != ((costs[i].can & on) != 0))
                fail_msg("%s, board %u: %s", costs[i].what, on, costs[i].can & on ? "no" : "yes");
            if (vm_can(&r, ctx, tried) != ((costs[i].tried & on) != 0))
                fail_msg("%s, tried, board %u: %s", costs[i].what, on,
                         costs[i].tried & on ? "no" : "yes");
            assert_int_equal(r.s->ctx[ctx].paying, 0);
            assert_memory_equal(r.s->player, before.player, 2 * sizeof(Player));
            if (costs[i].tried & on) pay(&r, ctx, tried, costs[i].what);
        }
}

/* A cost that is tried offers only what lets the rest be paid: of the three cards in hand the two
 * that the second part does not need. */
static void options_that_lead_on(void **state) {
    (void)state;
    Run r = board();
    lay(&r, 0, TURTLE, TZ_HAND, 0, 0);
    Context *x = begin_code(&r, CODE(OP_BY, OP_YOU, 38, OP_TRIED, CHOOSE(IN_HAND, 1), PUT_IT(PILE),
                                     OP_SELECT, OP_YOU, OP_CARDS, OP_YOU, HAND, 2, OP_KIND, TK_SITE,
                                     OP_NUM, 1, OP_NUM, 1, 0, PUT_IT(PILE)));
    assert_int_equal(r.s->ask.kind, ASK_YESNO);
    answer(&r, 0);
    assert_true(r.s->ask.kind == ASK_CARD && r.s->ask.n == 2);
    for (unsigned i = 0; i < 2; i++)
        assert_int_not_equal(card_of(r.s, r.s->option[i].card)->def, SIGNPOST);
    answer(&r, 0);
    assert_true(!r.s->ask.pending && x->did && nnoted == 2);
    assert_int_equal(zone_count(r.s, 0, TZ_HAND), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_on_boards),
        cmocka_unit_test(options_that_lead_on),
    };
    return cmocka_run_group_tests(tests, toy_open, toy_close);
}
