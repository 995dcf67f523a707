/* The memory of the turn (TIMES and DONE): what is counted, on which card a mark lies and for how
 * long, and that whatever reads it is derived again. Patterns and abilities are written as code. */
#include "code_pack.h"
#include "toy_games.h"

enum { DECK = 1 << TZ_DECK, HAND = 1 << TZ_HAND, FIELD = 1 << TZ_FIELD, LANE = 1 << TZ_LANE };
enum { CHARMS = 1 << TZ_CHARMS };
#define ANYCARD 1, OP_ANY

static CodePack code;
static AbilId drawn, arrived, charmed, turned; /* watches */

static AbilityDef watch_of(EventSet events, Pc trig) {
    return (AbilityDef){.kind = ABIL_WATCH, .events = events, .trig = trig};
}

/* Sites raise the attack of their master's units by the cards he drew this turn. Turtles raise the
 * attack of the units that came this turn by 10. */
static int open_code(void **state) {
    CodePack *c = &code;
    if (toy_open(state)) return 1;
    code_open(c, &game_toy, toy_stock.pack);
    drawn = code_ability(
        c, watch_of(ev_bit(EV_MOVE), PUT(c, OP_ON, EV_MOVE, 1, OP_ON_CARD, OP_FAND, 2, OP_AT,
                                         OP_YOU, DECK, OP_IN, OP_CARDS, OP_YOU, HAND, ANYCARD)));
    arrived =
        code_ability(c, watch_of(ev_bit(EV_MOVE), PUT(c, OP_ON, EV_MOVE, 1, OP_ON_CARD, OP_IN,
                                                      OP_CARDS, OP_EVERY, FIELD | HAND, ANYCARD)));
    AbilityDef host = watch_of(ev_bit(EV_MOVE), PUT(c, OP_ON, EV_MOVE, 1, OP_ON_CARD, OP_IN,
                                                    OP_CARDS, OP_EVERY, CHARMS, ANYCARD));
    host.flags = ABIL_IT_OBJECT;
    charmed = code_ability(c, host);
    turned = code_ability(
        c, watch_of(ev_bit(EV_ORIENT), PUT(c, OP_ON, EV_ORIENT, 1, OP_ON_CARD, OP_OF, OP_YOU)));
    const AbilityDef effect = {.kind = ABIL_STATIC,
                               .events = ev_bit(EV_STATIC),
                               .touches = TOUCH_STATS | TOUCH_ATK,
                               .depends = FIELD | DEPENDS_MEMORY};
    AbilityDef by_times = effect, by_done = effect;
    by_times.zones = LANE;
    by_times.body = PUT(c, OP_MOD, OP_CARDS, OP_YOU, FIELD, ANYCARD, OP_TIMES, drawn, OP_NUM, 0,
                        DUR_NONE, OP_END);
    code_give(c, SIGNPOST, by_times);
    by_done.zones = FIELD;
    by_done.body = PUT(c, OP_MOD, OP_CARDS, OP_EVERY, FIELD, 2, OP_DONE, arrived, OP_NUM, 10,
                       OP_NUM, 0, DUR_NONE, OP_END);
    code_give(c, TURTLE, by_done);
    code_done(c);
    return 0;
}

static int close_code(void **state) {
    code_free(&code);
    return toy_close(state);
}

/* An empty table in the middle of a turn. */
static Run board(void) {
    Run r = toy_board();
    r.pack = &code.pack;
    const FudaDeck decks[2] = {toy_stock.fuda[0], toy_stock.fuda[0]};
    const FudaSetup setup = {
        .game = &game_toy, .pack = r.pack, .players = 2, .seed = 3, .decks = decks};
    assert_true(game_start(r.s, &setup));
    frame_pop(&r);
    return r;
}

static int times(Run *r, AbilId watch, PlayerId you) {
    return r->s->happened[r->pack->abil[watch].index][you];
}

static bool done(Run *r, AbilId watch, PlayerId you, CardId c) {
    return memory_done(r->s, r->pack->abil[watch].index, you, ref_to(r->s, c));
}

static int attack_of(Run *r, CardId c) { return card_stat(r, ref_to(r->s, c), STAT_ATK); }

/* Nothing is stale. */
static void fresh(Run *r) {
    static State before, spare;
    memcpy(&before, r->s, state_size(r->s));
    Run copy = *r;
    copy.s = &spare;
    memcpy(copy.s, r->s, state_size(r->s));
    const char *bad = caches_ok(&copy, &before);
    if (bad) fail_msg("%s", bad);
    assert_null(state_ok(r));
}

static CardId draw_card(Run *r, PlayerId p) {
    CardId c = zone_top(r->s, p, TZ_DECK);
    move(r, c, TZ_HAND, 0, 0);
    return c;
}

/* Each player's own cards count for him only, and at most 255 times. */
static void counted_by_view(void **state) {
    (void)state;
    Run r = board();
    assert_int_equal(r.s->listened_events, ev_bit(EV_MOVE) | ev_bit(EV_ORIENT));
    draw_card(&r, 0);
    draw_card(&r, 0);
    draw_card(&r, 1);
    assert_int_equal(times(&r, drawn, 0), 2);
    assert_int_equal(times(&r, drawn, 1), 1);
    assert_int_equal(times(&r, arrived, 1), 3); /* a pattern without 'you' */
    fresh(&r);
    CardId unit = lay(&r, 0, SOLDIER, TZ_FIELD, 1, 0);
    for (unsigned i = 0; i < 300; i++) {
        unsigned first = batch_open(&r);
        batch_orient(&r, 0, unit, !(i & 1));
        batch_do(&r, first);
    }
    assert_int_equal(times(&r, turned, 0), 255);
    assert_int_equal(times(&r, turned, 1), 0);
    memory_forget(&r);
    assert_int_equal(times(&r, turned, 0) + times(&r, drawn, 0), 0);
    assert_int_equal(r.s->remembers, 0);
    fresh(&r);
}

/* Several at once count one by one. */
static void counted_in_a_batch(void **state) {
    (void)state;
    Run r = board();
    unsigned first = batch_open(&r);
    for (unsigned i = 0; i < 3; i++)
        batch_move(&r, zone_card(&r.s->player[0], TZ_DECK, i), 0, TZ_HAND, TH_DRAW);
    batch_do(&r, first);
    assert_int_equal(times(&r, drawn, 0), 3);
}

/* The mark lies on the new life, goes with it, and is never on a hidden card. */
static void marks_on_cards(void **state) {
    (void)state;
    Run r = board();
    CardId c = draw_card(&r, 0);
    assert_false(done(&r, arrived, 0, c)); /* the hand is hidden */
    CardId unit = lay(&r, 0, SOLDIER, TZ_FIELD, 1, 0);
    const CardRef then = ref_to(r.s, unit);
    assert_true(done(&r, arrived, 0, unit) && done(&r, arrived, 1, unit));
    move(&r, unit, TZ_FIELD, 2, 0); /* from seat to seat it keeps its life */
    assert_true(done(&r, arrived, 1, unit));
    CardId charm = lay(&r, 0, STRING, TZ_CHARMS, 0, unit);
    assert_true(done(&r, charmed, 0, unit));
    assert_false(done(&r, charmed, 0, charm));
    fresh(&r);
    move(&r, unit, TZ_PILE, 0, 0);
    assert_false(done(&r, arrived, 0, unit));
    assert_false(memory_done(r.s, r.pack->abil[arrived].index, 0, then));
    assert_int_equal(card_of(r.s, unit)->done, 0);
    fresh(&r);
}

/* A mark from one point of view is none from the other. */
static void marks_by_view(void **state) {
    (void)state;
    Run r = board();
    CardId mine = lay(&r, 0, SOLDIER, TZ_FIELD, 1, 0), other = lay(&r, 1, SOLDIER, TZ_FIELD, 1, 0);
    unsigned first = batch_open(&r);
    batch_orient(&r, 0, mine, true);
    batch_orient(&r, 1, other, true);
    batch_do(&r, first);
    assert_true(done(&r, turned, 0, mine) && done(&r, turned, 1, other));
    assert_false(done(&r, turned, 1, mine) || done(&r, turned, 0, other));
}

/* Static abilities that read the memory follow it at once. */
static void derived_again(void **state) {
    (void)state;
    Run r = board();
    CardId old = lay(&r, 0, SOLDIER, TZ_FIELD, 1, 0);
    lay(&r, 0, SIGNPOST, TZ_LANE, 0, 0);
    memory_forget(&r);
    assert_int_equal(attack_of(&r, old), 2);
    draw_card(&r, 0);
    assert_int_equal(attack_of(&r, old), 3);
    draw_card(&r, 1);
    assert_int_equal(attack_of(&r, old), 3);
    fresh(&r);
    lay(&r, 1, TURTLE, TZ_FIELD, 3, 0);
    assert_int_equal(attack_of(&r, old), 3); /* it came before this turn's memory began */
    CardId young = lay(&r, 0, SOLDIER, TZ_FIELD, 4, 0);
    assert_int_equal(attack_of(&r, young), 13);
    fresh(&r);
    memory_forget(&r);
    assert_int_equal(attack_of(&r, young), 2);
    assert_int_equal(attack_of(&r, old), 2);
    fresh(&r);
}

/* Positions that differ only in what has happened are different positions. */
static void part_of_the_position(void **state) {
    (void)state;
    Run r = board();
    CardId unit = lay(&r, 0, SOLDIER, TZ_FIELD, 1, 0);
    uint64_t now = position_hash(&r);
    memory_forget(&r);
    uint64_t forgotten = position_hash(&r);
    assert_true(now != forgotten);
    for (unsigned i = 0; i < 2; i++) {
        unsigned first = batch_open(&r);
        batch_orient(&r, 0, unit, !i);
        batch_do(&r, first);
    }
    assert_true(position_hash(&r) != forgotten);
    memory_forget(&r);
    assert_true(position_hash(&r) == forgotten);
}

/* Equal patterns share a number; a pack has room for sixteen. */
static void numbering(void **state) {
    (void)state;
    Code words[3 * (MAX_WATCHES + 2)] = {0};
    AbilityDef abil[MAX_WATCHES + 3] = {{0}};
    for (unsigned i = 1; i < MAX_WATCHES + 3u; i++) {
        const Code one[] = {OP_ODD, OP_NUM, i == MAX_WATCHES + 1 ? 3 : i};
        memcpy(words + 3 * (i - 1), one, sizeof one);
        abil[i] = watch_of(ev_bit(EV_MOVE), (Pc)(3 * (i - 1)));
    }
    assert_true(watches_number(&game_toy, words, abil, 1, MAX_WATCHES + 2));
    assert_int_equal(abil[MAX_WATCHES].index, MAX_WATCHES - 1);
    assert_int_equal(abil[MAX_WATCHES + 1].index, 2); /* as the third */
    assert_false(watches_number(&game_toy, words, abil, MAX_WATCHES + 2, MAX_WATCHES + 3));
    abil[4].flags = ABIL_IT_OBJECT; /* the same events, but the other card */
    abil[4].trig = abil[3].trig;
    assert_true(watches_number(&game_toy, words, abil, 1, 5));
    assert_int_equal(abil[4].index, 3);
}

/* ---- whole games ---- */

/* Every second card of the pack gets abilities that read the memory. */
static void give_readers(CodePack *c) {
    const Game *g = c->game;
    ZoneSet field = 0, deck = zone_bit(g->deck_zone), hand = zone_bit(g->hand_zone);
    for (ZoneId z = 1; z < g->nzones; z++)
        if (g->zones[z].flags & ZONE_FIELD) field |= zone_bit(z);
    AbilId draws = code_ability(
        c, watch_of(ev_bit(EV_MOVE), PUT(c, OP_ON, EV_MOVE, 1, OP_ON_CARD, OP_FAND, 2, OP_AT,
                                         OP_YOU, deck, OP_IN, OP_CARDS, OP_YOU, hand, ANYCARD)));
    AbilId comes =
        code_ability(c, watch_of(ev_bit(EV_MOVE), PUT(c, OP_ON, EV_MOVE, 1, OP_ON_CARD, OP_IN,
                                                      OP_CARDS, OP_EVERY, field, ANYCARD)));
    AbilId turns = code_ability(
        c, watch_of(ev_bit(EV_ORIENT) | ev_bit(EV_POINT) | ev_bit(EV_DAMAGE), PUT(c, OP_TRUE)));
    AbilityDef a = {.kind = ABIL_STATIC,
                    .zones = field,
                    .events = ev_bit(EV_STATIC),
                    .touches = TOUCH_STATS | TOUCH_ATK,
                    .depends = field | DEPENDS_MEMORY};
    const Pc times = PUT(c, OP_MOD, OP_SELF, OP_SUB, OP_TIMES, draws, OP_TIMES, turns, OP_NUM, 0,
                         DUR_NONE, OP_END),
             done = PUT(c, OP_MOD, OP_CARDS, OP_EVERY, field, 7, OP_FAND, 2, OP_DONE, comes,
                        OP_FNOT, OP_DONE, turns, OP_NUM, 1, OP_NUM, 0, DUR_NONE, OP_END);
    for (unsigned d = 1; d < c->pack.ndef; d++) {
        if (c->def[d].nabil == MAX_ABILITIES || d % 2) continue;
        a.body = d % 4 ? times : done;
        code_give(c, (DefId)d, a);
    }
    code_done(c);
}

static void checked_games(void **state) {
    (void)state;
    check_all_games(give_readers);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counted_by_view), cmocka_unit_test(counted_in_a_batch),
        cmocka_unit_test(marks_on_cards),  cmocka_unit_test(marks_by_view),
        cmocka_unit_test(derived_again),   cmocka_unit_test(part_of_the_position),
        cmocka_unit_test(numbering),       cmocka_unit_test(checked_games),
    };
    return cmocka_run_group_tests(tests, open_code, close_code);
}
