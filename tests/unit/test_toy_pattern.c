/* Patterns of an event (ON): each aspect by an event that has it and one that has not, a wrong
 * kind, and what effects record about the events they cause. */
#include "toy_play.h"
#include "vm/vm.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
enum { MAX_CODE = 1000, KEY = 2, ABILITY = 1, PLAIN_ABILITY };

/* The toy's pack with the code under test behind its own code, at 'start'. */
static Code code[MAX_CODE];
static PrintedFilter printed[MAX_CODE];
static const AbilityDef abilities[] = {[ABILITY] = {.keywords = 1u << KEY}, [PLAIN_ABILITY] = {0}};
static Pack pack;
static Pc start;

static void set_code(Run *r, const Code *words, unsigned n) {
    pack = *toy_stock.pack;
    start = (Pc)pack.ncode;
    assert_true(start + n < MAX_CODE);
    memcpy(code, pack.code, start * sizeof *code);
    memcpy(code + start, words, n * sizeof *code);
    memcpy(printed, pack.printed, start * sizeof *printed);
    memset(printed + start, 0, n * sizeof *printed); /* lengths and answers are not known */
    pack.code = code;
    pack.printed = printed;
    r->pack = &pack;
}

/* ---- matching ---- */

/* Player 0 has 'own' in play, player 1 'foe'; context 1 is an effect of 'foe'. */
typedef struct Board {
    Run r;
    CardId own, foe;
    unsigned ctx;
} Board;

static Board board(void) {
    Board b = {.r = toy_board()};
    b.own = lay(&b.r, 0, SOLDIER, TZ_FIELD, 1, NONE);
    b.foe = lay(&b.r, 1, TURTLE, TZ_FIELD, 1, NONE);
    forget_waiting(&b.r);
    b.ctx = ctx_open(&b.r, 0, 1, ref_to(b.r.s, b.foe));
    return b;
}

/* Is the code true of the event, for an ability of 'own'? It must be read to its end either way. */
static bool holds(Board *b, const Event *e, const Code *words, unsigned n) {
    set_code(&b->r, words, n);
    Eval v = eval_source(&b->r, 0, ref_to(b->r.s, b->own));
    Pc pc = start;
    pack.abil = abilities;
    v.ev = e;
    bool yes = vm_truth(&v, &pc);
    assert_int_equal(pc, start + n);
    b->r.pack = toy_stock.pack;
    return yes;
}
#define WORDS(...)         ((const Code[]){__VA_ARGS__}), COUNT(((const Code[]){__VA_ARGS__}))
#define HOLDS(b, e, ...)   assert_true(holds(b, e, WORDS(OP_ON, __VA_ARGS__)))
#define REFUSES(b, e, ...) assert_false(holds(b, e, WORDS(OP_ON, __VA_ARGS__)))

/* 'own' goes from the hand to the field. */
static Event a_move(const Board *b) {
    Event e = event_make(b->r.s, EV_MOVE, 0, b->own);
    e.from = TZ_HAND;
    e.to = TZ_FIELD;
    e.how = TH_PLAY;
    return e;
}

static void kind_comes_first(void **state) {
    (void)state;
    Board b = board();
    Event e = a_move(&b);
    HOLDS(&b, &e, EV_MOVE, 0);
    REFUSES(&b, &e, EV_ATTACK, 0);
    REFUSES(&b, &e, EV_ATTACK, 2, OP_ON_CARD, OP_FAND, 2, OP_ANY, OP_THIS, OP_ON_OTHER, OP_ANY);
    REFUSES(&b, &e, EV_DEED, 1, OP_DEED, 1);
    REFUSES(&b, 0, EV_MOVE, 1, OP_FROM, 1 << TZ_HAND);
    /* the first that is false ends it, wherever it stands */
    REFUSES(&b, &e, EV_MOVE, 3, OP_TO, 1 << TZ_PILE, OP_FROM, 1 << TZ_HAND, OP_WHOSE, OP_YOU);
    REFUSES(&b, &e, EV_MOVE, 3, OP_FROM, 1 << TZ_HAND, OP_WHOSE, OP_YOU, OP_TO, 1 << TZ_PILE);
    /* patterns and other truths inside a pattern, and what follows one that does not match */
    HOLDS(&b, &e, EV_MOVE, 2, OP_ON, EV_MOVE, 1, OP_TO, 1 << TZ_FIELD, OP_TRUE);
    assert_true(holds(&b, &e,
                      WORDS(OP_ON_ANY, 2, OP_ON, EV_BLOCK, 1, OP_WHOSE, OP_OPP, OP_ON, EV_MOVE, 1,
                            OP_WHOSE, OP_YOU)));
}

static void moves(void **state) {
    (void)state;
    Board b = board();
    Event e = a_move(&b);
    HOLDS(&b, &e, EV_MOVE, 1, OP_FROM, 1 << TZ_HAND | 1 << TZ_DECK);
    REFUSES(&b, &e, EV_MOVE, 1, OP_FROM, 1 << TZ_DECK);
    HOLDS(&b, &e, EV_MOVE, 1, OP_NOT, OP_FROM, 1 << TZ_DECK);
    HOLDS(&b, &e, EV_MOVE, 1, OP_TO, 1 << TZ_FIELD);
    REFUSES(&b, &e, EV_MOVE, 1, OP_TO, 1 << TZ_HAND);
    HOLDS(&b, &e, EV_MOVE, 1, OP_HOW, 1 << TH_PLAY | 1 << TH_PUT);
    REFUSES(&b, &e, EV_MOVE, 1, OP_HOW, 1 << TH_DRAW);
    HOLDS(&b, &e, EV_MOVE, 1, OP_ON_CARD, OP_THIS);
    REFUSES(&b, &e, EV_MOVE, 1, OP_ON_CARD, OP_OTHER);
    REFUSES(&b, &e, EV_MOVE, 1, OP_ON_OTHER, OP_ANY);
    REFUSES(&b, &e, EV_MOVE, 1, OP_BYATTACK, OP_EVERY);
    card_at(b.r.s, b.own)->hit_by = (uint16_t)(b.foe | HIT_BY_RULE); /* before the move */
    HOLDS(&b, &e, EV_MOVE, 1, OP_BYATTACK, OP_OPP);
    REFUSES(&b, &e, EV_MOVE, 1, OP_BYATTACK, OP_YOU);
}

static void players_and_causes(void **state) {
    (void)state;
    Board b = board();
    Event e = a_move(&b);
    HOLDS(&b, &e, EV_MOVE, 1, OP_WHOSE, OP_YOU);
    REFUSES(&b, &e, EV_MOVE, 1, OP_WHOSE, OP_OPP);
    /* a rule: nobody acts, no effect causes it */
    REFUSES(&b, &e, EV_MOVE, 1, OP_ACTOR, OP_EVERY);
    REFUSES(&b, &e, EV_MOVE, 1, OP_BYEFFECT);
    REFUSES(&b, &e, EV_MOVE, 1, OP_BYPLAYER, OP_EVERY);
    REFUSES(&b, &e, EV_MOVE, 1, OP_BYCARD, OP_ANY);
    /* the other player's effect lets you move it */
    event_caused(b.r.s, &e, b.ctx, 0);
    HOLDS(&b, &e, EV_MOVE, 1, OP_ACTOR, OP_YOU);
    REFUSES(&b, &e, EV_MOVE, 1, OP_ACTOR, OP_OPP);
    HOLDS(&b, &e, EV_MOVE, 1, OP_BYEFFECT);
    HOLDS(&b, &e, EV_MOVE, 1, OP_BYPLAYER, OP_OPP);
    REFUSES(&b, &e, EV_MOVE, 1, OP_BYPLAYER, OP_YOU);
    HOLDS(&b, &e, EV_MOVE, 1, OP_BYCARD, OP_KIND, TK_BIG);
    REFUSES(&b, &e, EV_MOVE, 1, OP_BYCARD, OP_THIS);
}

static void cards_and_amounts(void **state) {
    (void)state;
    Board b = board();
    Event e = event_make(b.r.s, EV_DAMAGE, 1, b.foe);
    e.other = b.own;
    e.amount = 3;
    HOLDS(&b, &e, EV_DAMAGE, 2, OP_ON_CARD, OP_KIND, TK_BIG, OP_ON_OTHER, OP_THIS);
    REFUSES(&b, &e, EV_DAMAGE, 1, OP_ON_OTHER, OP_KIND, TK_BIG);
    REFUSES(&b, &e, EV_DAMAGE, 1, OP_NOCARD);
    REFUSES(&b, &e, EV_DAMAGE, 1, OP_IN_BATTLE);
    HOLDS(&b, &e, EV_DAMAGE, 1, OP_GE, OP_AMOUNT, OP_NUM, 3);
    REFUSES(&b, &e, EV_DAMAGE, 1, OP_GT, OP_AMOUNT, OP_NUM, 3);
    e = event_make(b.r.s, EV_DAMAGE, 1, NONE);
    e.how = 1;
    HOLDS(&b, &e, EV_DAMAGE, 3, OP_NOCARD, OP_IN_BATTLE, OP_WHOSE, OP_OPP);
    REFUSES(&b, &e, EV_DAMAGE, 1, OP_ON_CARD, OP_ANY);
}

static void what_else_happens(void **state) {
    (void)state;
    Board b = board();
    Event e = event_make(b.r.s, EV_USED, 1, b.foe);
    e.amount = ABILITY;
    HOLDS(&b, &e, EV_USED, 2, OP_USES, KEY, OP_USES, 0);
    REFUSES(&b, &e, EV_USED, 1, OP_USES, KEY + 1);
    e.amount = PLAIN_ABILITY;
    HOLDS(&b, &e, EV_USED, 1, OP_USES, 0);
    REFUSES(&b, &e, EV_USED, 1, OP_USES, KEY);
    e.kind = EV_PLAY;
    e.amount = 0; /* a card */
    REFUSES(&b, &e, EV_PLAY, 1, OP_USES, 0);
    HOLDS(&b, &e, EV_PLAY, 1, OP_NOT, OP_USES, 0);

    e = event_make(b.r.s, EV_ORIENT, 0, b.own);
    HOLDS(&b, &e, EV_ORIENT, 1, OP_TURNED, 0);
    REFUSES(&b, &e, EV_ORIENT, 1, OP_TURNED, 1);
    e = event_make(b.r.s, EV_POINT, 0, NONE);
    e.amount = TP_MAIN;
    HOLDS(&b, &e, EV_POINT, 1, OP_POINT, TP_MAIN);
    REFUSES(&b, &e, EV_POINT, 1, OP_POINT, TP_MAIN + 1);
    e = event_make(b.r.s, EV_DEED, 0, NONE);
    e.how = 2;
    HOLDS(&b, &e, EV_DEED, 2, OP_DEED, 2, OP_NOCARD);
    REFUSES(&b, &e, EV_DEED, 1, OP_DEED, 1);
}

/* ---- recording ---- */

/* The last event of a kind that was shown. */
typedef struct Watcher {
    Observer obs;
    unsigned kind, n;
    Event last;
} Watcher;

static void watch(Observer *o, const Run *r, const Event *e) {
    Watcher *w = (Watcher *)o;
    (void)r;
    if (e->kind != w->kind) return;
    w->last = *e;
    w->n++;
}

/* The toy's own texts turn no cards, so it lacks this hook. */
static bool never(Run *r, uint16_t card, unsigned rest) {
    (void)r, (void)card, (void)rest;
    return false;
}

/* An effect of player 1's card carries out the code; an event of the kind has this actor and that
 * cause. */
static void causes(unsigned kind, PlayerId actor, const Code *words, unsigned n) {
    Board b = board();
    Watcher w = {.obs = {.event = watch}, .kind = kind};
    set_code(&b.r, words, n);
    Game toy = game_toy;
    toy.orient_forbidden = never;
    b.r.g = &toy;
    b.r.obs = &w.obs;
    vm_call(&b.r, b.ctx, start);
    while (b.r.s->nframes && !b.r.s->result) {
        Frame *f = frame_top(&b.r);
        game_toy.procs[f->proc].fn(&b.r, f);
    }
    assert_true(w.n > 0);
    assert_int_equal(w.last.actor, actor);
    assert_int_equal(w.last.by, 1);
    assert_int_equal(event_cause(b.r.s, &w.last), b.foe);
    assert_true(event_info[kind].carries & HAS_ACTOR);
    assert_true(event_info[kind].carries & HAS_CAUSE);
}
#define CAUSES(kind, actor, ...) causes(kind, actor, WORDS(__VA_ARGS__, OP_END))

/* All cards of the opponents in the zone. */
#define THEIRS(zone) OP_CARDS, OP_OPP, 1 << (zone), 1, OP_ANY

static void effects_record_actor_and_cause(void **state) {
    (void)state;
    CAUSES(EV_MOVE, 0, OP_DRAW, OP_OPP, OP_NUM, 1, 0);
    CAUSES(EV_MOVE, 1, OP_DRAW, OP_YOU, OP_NUM, 1, 0);
    CAUSES(EV_MOVE, 0, OP_MOVE, OP_OPP, THEIRS(TZ_FIELD), 1 << TZ_PILE, 0, 0);
    CAUSES(EV_MOVE, 1, OP_MOVE, OP_YOU, THEIRS(TZ_FIELD), 1 << TZ_PILE, 0, 0);
    CAUSES(EV_ORIENT, 1, OP_ORIENT, THEIRS(TZ_FIELD), 1);
    CAUSES(EV_FACE, 1, OP_TURNFACE, THEIRS(TZ_FIELD), 1);
    CAUSES(EV_LOOK, 0, OP_LOOK, OP_OPP, OP_YOU, OP_NUM, 1, 0);
    CAUSES(EV_SHOW, 1, OP_REVEAL, OP_TOPS, OP_OPP, OP_NUM, 1);
    CAUSES(EV_SHUFFLE, 0, OP_SHUFFLE, OP_OPP, 1 << TZ_DECK);
    CAUSES(EV_DAMAGE, 1, OP_DAMAGE, THEIRS(TZ_FIELD), OP_NUM, 1);
    CAUSES(EV_HEAL, 1, OP_CLEAR, THEIRS(TZ_FIELD));
    CAUSES(EV_LEAVE, 1, OP_LOSEGAME, OP_OPP);
}

/* An action by rule has the player acting; what rules do by themselves has nobody. */
static void rules_record_the_actor(void **state) {
    (void)state;
    Board b = board();
    Watcher w = {.obs = {.event = watch}, .kind = EV_ORIENT};
    b.r.obs = &w.obs;
    unsigned first = batch_open(&b.r);
    batch_orient(&b.r, 0, b.own, true);
    batch_do(&b.r, first);
    assert_int_equal(w.n, 1);
    assert_int_equal(w.last.actor, 0);
    assert_int_equal(w.last.by, NOBODY);
    assert_int_equal(event_cause(b.r.s, &w.last), NONE);
    assert_int_equal(event_make(b.r.s, EV_ATTACK, 1, b.foe).actor, 1);
    assert_int_equal(event_make(b.r.s, EV_LEAVE, 1, NONE).actor, NOBODY);
    assert_int_equal(event_make(b.r.s, EV_MOVE, 1, b.foe).actor, NOBODY);
}

/* ---- which actions need one of several opponents ---- */

#define OF_OPP OP_CARDS, OP_OPP, 1 << TZ_FIELD, 1, OP_ANY
#define OF_YOU OP_CARDS, OP_YOU, 1 << TZ_FIELD, 1, OP_ANY
#define PILE   1 << TZ_PILE, 0
static const struct {
    unsigned need;
    Code code[24];
} actions[] = {
    /* what is done to cards of "the opponent" at once */
    {OPPONENT_READ, {OP_MOVE, OP_YOU, OF_OPP, PILE, TH_PUT}},
    {OPPONENT_READ, {OP_TAKE, OP_YOU, OF_OPP, PILE}},
    {OPPONENT_READ, {OP_SWAP, OF_YOU, OF_OPP}},
    {OPPONENT_READ, {OP_SWAPREST, OF_OPP, OF_YOU}},
    {OPPONENT_READ, {OP_ORIENT, OF_OPP, 1}},
    {OPPONENT_READ, {OP_TURNFACE, OF_OPP, 1}},
    {OPPONENT_READ, {OP_REVEAL, OF_OPP}},
    {OPPONENT_READ, {OP_SHOWALL, OF_OPP}},
    {OPPONENT_READ, {OP_SEE, OP_YOU, OF_OPP}},
    {OPPONENT_READ, {OP_DAMAGE, OF_OPP, OP_NUM, 1}},
    {OPPONENT_READ, {OP_CLEAR, OF_OPP}},
    {OPPONENT_READ, {OP_FIRE, OF_OPP, 1}},
    {OPPONENT_READ, {OP_FIREAS, OF_YOU, OF_OPP, 1}},
    {0, {OP_MOVE, OP_YOU, OF_YOU, PILE, TH_PUT}},
    /* what lasts applies to all opponents, but a number is that of one of them */
    {0, {OP_MOD, OF_OPP, OP_NUM, 1, OP_NUM, 1, DUR_TURN}},
    {OPPONENT_READ, {OP_MOD, OF_YOU, OP_COUNT, OF_OPP, OP_NUM, 1, DUR_TURN}},
    {0, {OP_RULE, 1, OP_OPP, OP_ANY, OP_NUM, 1, DUR_TURN}},
    {0, {OP_RULESET, 1, OP_OPP, OF_OPP, OP_NUM, 1, DUR_TURN}},
    {OPPONENT_READ, {OP_RULE, 1, OP_OPP, OP_ANY, OP_COUNT, OF_OPP, DUR_TURN}},
    {0, {OP_FORBID, DUR_TURN, 5, OP_ON, EV_MOVE, 1, OP_WHOSE, OP_OPP}},
    /* a card is chosen among those of all opponents */
    {0, {OP_SELECT, OP_YOU, OF_OPP, OP_NUM, 1, OP_NUM, 1, 0}},
    /* the player who does something; one who chooses acts */
    {OPPONENT_READ, {OP_DRAW, OP_OPP, OP_NUM, 1, 0}},
    {OPPONENT_READ, {OP_SHUFFLE, OP_OPP, 1 << TZ_DECK}},
    {OPPONENT_ACTS, {OP_SELECT, OP_OPP, OF_YOU, OP_NUM, 1, OP_NUM, 1, 0}},
    {OPPONENT_ACTS, {OP_MAY, OP_OPP, 1, OP_KEEP}},
    {OPPONENT_ACTS, {OP_BY, OP_OPP, 1, OP_KEEP}},
    {OPPONENT_ACTS, {OP_MODES, OP_OPP, OP_NUM, 1, 0, 1, 1, OP_KEEP}},
    {OPPONENT_ACTS, {OP_DECLARE, OP_OPP, OP_NUM, 0, OP_NUM, 3}},
    /* a condition */
    {OPPONENT_READ, {OP_IF, OP_HAVE, OF_OPP, OP_ANY, 1, OP_KEEP}},
    {0, {OP_IF, OP_TURN, OP_OPP, 1, OP_KEEP}},
};

static void one_opponent(void **state) {
    (void)state;
    for (unsigned i = 0; i < COUNT(actions); i++)
        if (vm_one_opponent(&game_toy, actions[i].code, 0) != actions[i].need)
            fail_msg("action %u needs %u", i, vm_one_opponent(&game_toy, actions[i].code, 0));
}

/* ---- counting what is different ---- */

static int different(Board *b, unsigned what) {
    set_code(&b->r, WORDS(OP_KINDS, what, OP_CARDS, OP_YOU, 1 << TZ_FIELD, 1, OP_ANY));
    Eval v = eval_source(&b->r, 0, ref_to(b->r.s, b->own));
    Pc pc = start;
    int n = vm_number(&v, &pc);
    b->r.pack = toy_stock.pack;
    return n;
}

static void kinds_are_counted_once(void **state) {
    (void)state;
    static const int cost[] = {0, -1, 0, 7};
    Board b = board();
    for (unsigned seat = 1; seat < 4; seat++)
        lay(&b.r, 0, seat == 2 ? SHIELD : SOLDIER, TZ_FIELD, 1u << seat, NONE);
    forget_waiting(&b.r);
    derive(&b.r);
    assert_int_equal(different(&b, 1), 2); /* names */
    assert_int_equal(different(&b, 3), 1); /* titles: none has one */
    for (unsigned i = 0; i < 4; i++)
        card_at(b.r.s, zone_card(&b.r.s->player[0], TZ_FIELD, i))->now.cost = cost[i];
    assert_int_equal(different(&b, 4), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kind_comes_first),       cmocka_unit_test(moves),
        cmocka_unit_test(players_and_causes),     cmocka_unit_test(cards_and_amounts),
        cmocka_unit_test(what_else_happens),      cmocka_unit_test(effects_record_actor_and_cause),
        cmocka_unit_test(rules_record_the_actor), cmocka_unit_test(kinds_are_counted_once),
        cmocka_unit_test(one_opponent),
    };
    return cmocka_run_group_tests(tests, toy_open, toy_close);
}
