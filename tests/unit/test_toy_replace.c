/* Replacement effects: who orders them, each at most once, and what happens instead. The cards are
 * made here, as sites, so that they are not hit by what they replace. */
#include "toy_play.h"

enum { UNIT = 1, CHARM, TO_HAND, STAYS, AGAIN, MAY, KINDS_OF_CARDS };
static const struct {
    const char *name;
    unsigned kind;
    const char *text;
} printed[KINDS_OF_CARDS] = {
    [UNIT] = {"兵", TK_CH, 0},
    [CHARM] = {"紐", TK_CHARM, 0},
    [TO_HAND] = {"手札", TK_SITE,
                 "【永】あなたの場のユニットが捨て山に置かれる時、かわりに、それを手札に戻す。"},
    [STAYS] = {"残留", TK_SITE,
               "【永】あなたの場のユニットが捨て山に置かれる時、かわりに、1枚引く。"},
    [AGAIN] = {"反復", TK_SITE,
               "【永】あなたの場のユニットが捨て山に置かれる時、かわりに、それを捨て山に置く。"},
    [MAY] = {"任意", TK_SITE,
             "【永】あなたの場のユニットが捨て山に置かれる時、かわりに、それを手札に戻してよい。"},
};
static Builder *builder;
static const Pack *pack;

static int open_cards(void **state) {
    (void)state;
    builder = builder_new(&game_toy);
    for (unsigned i = 1; i < KINDS_OF_CARDS; i++) {
        CardText card = {.name = printed[i].name,
                         .kinds = 1u << printed[i].kind,
                         .cost = -1,
                         .atk = 1,
                         .def = 3,
                         .abilities = &printed[i].text,
                         .nabilities = printed[i].text != 0};
        unsigned entry;
        TextError error;
        if (builder_add(builder, &card, &entry, &error) == i) continue;
        print_error("%s: %u: %s\n", card.name, error.at, error.message);
        return 1;
    }
    pack = builder_pack(builder);
    return 0;
}

static int close_cards(void **state) {
    (void)state;
    builder_free(builder);
    return 0;
}

/* Player 1 has a unit with a charm and these sites; it is player 0's turn, and both players have
 * some more cards in their decks. */
typedef struct Table {
    Run r;
    CardId unit, charm, site[2];
} Table;

static Table lay_cards(DefId first, DefId second) {
    static const DefId others[] = {UNIT, UNIT, TO_HAND};
    const DefId mine[] = {UNIT, UNIT, UNIT, CHARM, first, second};
    const FudaDeck decks[2] = {{.pile = {others}, .n = {3}}, {.pile = {mine}, .n = {6}}};
    const FudaSetup setup = {
        .game = &game_toy, .pack = pack, .players = 2, .seed = 1, .decks = decks, .first = 0};
    Table t = {.r = {.s = &toy_state[0], .g = &game_toy, .pack = pack, .scratch = &toy_state[1]}};
    Run *r = &t.r;
    assert_true(game_start(r->s, &setup));
    frame_pop(r);
    lay(r, 0, UNIT, TZ_FIELD, 1, 0);   /* so that he can do something in his turn */
    lay(r, 0, TO_HAND, TZ_LANE, 0, 0); /* of the other player: it never applies */
    t.unit = lay(r, 1, UNIT, TZ_FIELD, 1, 0);
    t.charm = lay(r, 1, CHARM, TZ_CHARMS, 0, t.unit);
    t.site[0] = lay(r, 1, first, TZ_LANE, 0, 0);
    if (second != UNIT) t.site[1] = lay(r, 1, second, TZ_LANE, 0, 0);
    game_toy.start_at(r, "main");
    return t;
}

/* The same, and the unit is to go to the pile. */
static Table lay_table(DefId first, DefId second) {
    Table t = lay_cards(first, second);
    assert_true(move(&t.r, t.unit, TZ_PILE, 0, 0)); /* something comes first */
    run_on(&t.r);
    return t;
}

/* The affected player chooses among these two. */
static void asked(const Table *t, CardId a, CardId b) {
    const State *s = t->r.s;
    assert_int_equal(s->ask.kind, ASK_REPLACE);
    assert_int_equal(s->ask.player, 1);
    assert_int_equal(s->ask.n, 2);
    assert_true(s->option[0].kind == OPT_APPLY && s->option[0].card == a);
    if (b) assert_true(s->option[1].kind == OPT_APPLY && s->option[1].card == b);
    if (!b) assert_int_equal(s->option[1].kind, OPT_DECLINE);
}

static void choose(Table *t, unsigned option) {
    assert_true(run_answer(&t->r, option));
    run_on(&t->r);
}

/* Where both are now, and that the turn goes on. */
static void ended(Table *t, ZoneId unit, ZoneId charm) {
    State *s = t->r.s;
    assert_int_equal(card_of(s, t->unit)->zone, unit);
    assert_int_equal(card_of(s, t->charm)->zone, charm);
    assert_int_equal(card_of(s, t->charm)->tie, charm == TZ_CHARMS ? t->unit : NONE);
    assert_true(s->result == RESULT_NONE && s->ask.kind == TASK_ACTION && s->ask.player == 0);
    assert_int_equal(s->nbatch, 0);
    assert_int_equal(s->ctx_top, 0);
    assert_null(state_ok(&t->r));
    assert_null(hashes_ok(&t->r));
}

static void affected_player_chooses(void **state) {
    (void)state;
    Table t = lay_table(TO_HAND, STAYS);
    asked(&t, t.site[0], t.site[1]);
    choose(&t, 0);
    ended(&t, TZ_HAND, TZ_HAND);
    assert_int_equal(zone_count(t.r.s, 1, TZ_HAND), 2); /* nothing was drawn */

    t = lay_table(TO_HAND, STAYS);
    asked(&t, t.site[0], t.site[1]);
    choose(&t, 1); /* the unit does not leave, nor does what follows it */
    ended(&t, TZ_FIELD, TZ_CHARMS);
    assert_int_equal(zone_count(t.r.s, 1, TZ_HAND), 1);
}

/* What it puts in the place of the event is the same event again: the others still apply, it does
 * not. */
static void each_at_most_once(void **state) {
    (void)state;
    Table t = lay_table(AGAIN, TO_HAND);
    asked(&t, t.site[0], t.site[1]);
    choose(&t, 0);
    ended(&t, TZ_HAND, TZ_HAND); /* the second alone is no question */

    t = lay_table(AGAIN, AGAIN);
    asked(&t, t.site[0], t.site[1]);
    choose(&t, 1);
    ended(&t, TZ_PILE, TZ_PILE);
}

static void alone_it_is_no_question(void **state) {
    (void)state;
    Table t = lay_table(STAYS, UNIT);
    ended(&t, TZ_FIELD, TZ_CHARMS);
    /* a charm that is itself put into the pile goes there, though its unit stays */
    unsigned first = batch_open(&t.r);
    ask_drop(&t.r);
    frame_top(&t.r)->step = 1; /* the check before the question */
    batch_move(&t.r, t.unit, 1, TZ_PILE, TH_PUT);
    batch_move(&t.r, t.charm, 1, TZ_PILE, TH_PUT);
    assert_true(batch_do(&t.r, first));
    run_on(&t.r);
    ended(&t, TZ_FIELD, TZ_PILE);
}

static void optional_ones_can_be_declined(void **state) {
    (void)state;
    Table t = lay_table(MAY, UNIT);
    asked(&t, t.site[0], NONE);
    choose(&t, 0);
    ended(&t, TZ_HAND, TZ_HAND);
    t = lay_table(MAY, UNIT);
    choose(&t, 1);
    ended(&t, TZ_PILE, TZ_PILE);
    t = lay_table(MAY, MAY); /* declining declines both */
    assert_int_equal(t.r.s->ask.n, 3);
    choose(&t, 2);
    ended(&t, TZ_PILE, TZ_PILE);
    t = lay_table(MAY, STAYS); /* one of them is not optional */
    asked(&t, t.site[0], t.site[1]);
}

/* If no context is free for its body, an optional one is not offered. */
static void optional_ones_need_a_context(void **state) {
    (void)state;
    for (unsigned free = 0; free < 2; free++) {
        Table t = lay_cards(MAY, UNIT);
        State *s = t.r.s;
        for (unsigned i = free; i < MAX_CONTEXTS; i++) ctx_open(&t.r, 1, 0, ref_to(s, 1));
        move(&t.r, t.unit, TZ_PILE, 0, 0);
        run_on(&t.r);
        assert_int_equal(s->result, RESULT_NONE);
        assert_int_equal(s->ask.kind, free ? ASK_REPLACE : TASK_ACTION);
        assert_int_equal(card_of(s, t.unit)->zone, free ? TZ_FIELD : TZ_PILE);
        if (free) choose(&t, 0);
        assert_int_equal(card_of(s, t.unit)->zone, free ? TZ_HAND : TZ_PILE);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(affected_player_chooses),
        cmocka_unit_test(each_at_most_once),
        cmocka_unit_test(alone_it_is_no_question),
        cmocka_unit_test(optional_ones_can_be_declined),
        cmocka_unit_test(optional_ones_need_a_context),
    };
    return cmocka_run_group_tests(tests, open_cards, close_cards);
}
