/* What is known of a card: print, what effects give and take, what a card that left had, and what a
 * card face down tells. The rows that deriving would write are laid by hand. */
#include "toy_play.h"

/* WHOLE is the name of the shield and contains SHORT; FOREIGN contains SHORT, too. PAIR is a trait
 * made of LEFT and RIGHT. The shield has the traits LONE and PAIR, the turtle none. */
enum { WHOLE = 1, SHORT, FOREIGN, LONE, PAIR, LEFT, RIGHT, NTERMS };
enum { PLAIN_SORT = 1, PAIR_SORT, KEYS = 1 << 2 | 1 << 3 };

static CardDef defs[16];
static uint64_t name_has[16], term_has[NTERMS], part_of[NTERMS];
static const uint8_t sorts[NTERMS] = {[LONE] = PLAIN_SORT, [LEFT] = PLAIN_SORT, [PAIR] = PAIR_SORT};
static Pack pack;
static Game game;
static CardId shield, turtle;

static Run informed(void) {
    Run r = toy_board();
    pack = *r.pack;
    assert_true(pack.ndef <= 16);
    memcpy(defs, pack.def, pack.ndef * sizeof *defs);
    defs[SHIELD].name_term = WHOLE;
    defs[SHIELD].keywords = KEYS;
    defs[SHIELD].ntrait = 2;
    defs[SHIELD].trait[0] = LONE;
    defs[SHIELD].trait[1] = PAIR;
    name_has[SHIELD] = 1 << WHOLE | 1 << SHORT;
    term_has[WHOLE] = 1 << WHOLE | 1 << SHORT;
    term_has[FOREIGN] = 1 << FOREIGN | 1 << SHORT;
    term_has[SHORT] = 1 << SHORT;
    part_of[PAIR] = 1 << LEFT | 1 << RIGHT;
    pack.def = defs;
    pack.name_has = name_has;
    pack.term_has = term_has;
    pack.part_of = part_of;
    pack.sort = sorts;
    pack.nterm = NTERMS;
    pack.row = 1;
    game = game_toy;
    r.pack = &pack;
    r.g = &game;
    shield = lay(&r, 0, SHIELD, TZ_FIELD, 1, 0);
    turtle = lay(&r, 0, TURTLE, TZ_FIELD, 12, 0);
    forget_waiting(&r);
    derive(&r);
    r.s->dirty = 0;
    r.s->due = 0;
    return r;
}

static void give(Run *r, CardId c, unsigned kind, TermId t) {
    r->s->extra[r->s->nextra++] = (Extra){.card = c, .kind = (uint8_t)kind, .term = t};
}

/* The set of terms, bit each, that the question is answered with yes for. */
static unsigned all(Run *r, CardId c, bool (*has)(Run *r, CardId c, TermId t)) {
    unsigned set = 0;
    for (TermId t = 1; t < NTERMS; t++) set |= (unsigned)has(r, c, t) << t;
    return set;
}
static unsigned names(Run *r, CardId c) { return all(r, c, card_named); }
static unsigned whole_names(Run *r, CardId c) { return all(r, c, card_named_wholly); }
static unsigned traits(Run *r, CardId c) { return all(r, c, card_trait); }
static unsigned terms(Run *r, CardId c, unsigned sort) {
    TermId t[MAX_TRAITS];
    unsigned set = 0;
    for (unsigned i = 0, n = card_terms(r, c, sort, t); i < n; i++) set |= 1u << t[i];
    return set;
}
enum { SHIELD_NAMES = 1 << WHOLE | 1 << SHORT };
enum { SHIELD_TRAITS = 1 << LONE | 1 << PAIR | 1 << LEFT | 1 << RIGHT };

static void no_card_is_nothing(void **state) {
    (void)state;
    Run r = informed();
    give(&r, NONE, ADD_NAME, WHOLE);
    give(&r, NONE, ADD_TRAIT, LONE);
    give(&r, NONE, ADD_KEYWORD, 1);
    assert_int_equal(names(&r, NONE) | whole_names(&r, NONE) | traits(&r, NONE), 0);
    assert_int_equal(card_keywords(&r, NONE), 0);
    assert_int_equal(card_stat(&r, (CardRef){0}, STAT_ATK), 0);
}

static void names_given_and_lost(void **state) {
    (void)state;
    Run r = informed();
    assert_int_equal(names(&r, shield), SHIELD_NAMES);
    assert_int_equal(whole_names(&r, shield), 1 << WHOLE);
    assert_int_equal(names(&r, turtle) | whole_names(&r, turtle), 0);
    give(&r, turtle, ADD_NAME, FOREIGN); /* the first row, and later one behind it */
    assert_int_equal(names(&r, turtle), 1 << FOREIGN | 1 << SHORT);
    assert_int_equal(whole_names(&r, turtle), 1 << FOREIGN);
    assert_int_equal(names(&r, shield), SHIELD_NAMES);
    give(&r, shield, ADD_NAME, FOREIGN);
    assert_int_equal(names(&r, shield), SHIELD_NAMES | 1 << FOREIGN);
    assert_int_equal(whole_names(&r, shield), 1 << WHOLE | 1 << FOREIGN);
    card_at(r.s, shield)->lost |= LOST_NAMES;
    assert_int_equal(names(&r, shield), 1 << FOREIGN | 1 << SHORT);
    assert_int_equal(whole_names(&r, shield), 1 << FOREIGN);
    give(&r, shield, LOSE_NAME, FOREIGN);
    give(&r, turtle, LOSE_NAME, SHORT);
    assert_int_equal(names(&r, shield), 1 << SHORT);
    assert_int_equal(whole_names(&r, shield), 0);
    assert_int_equal(names(&r, turtle), 1 << FOREIGN);
}

static void traits_given_and_lost(void **state) {
    (void)state;
    Run r = informed();
    assert_int_equal(traits(&r, shield), SHIELD_TRAITS);
    assert_int_equal(traits(&r, turtle), 0);
    give(&r, turtle, ADD_TRAIT, PAIR);
    assert_int_equal(traits(&r, turtle), 1 << PAIR | 1 << LEFT | 1 << RIGHT);
    assert_int_equal(terms(&r, turtle, PAIR_SORT), 1 << PAIR);
    assert_int_equal(terms(&r, turtle, PLAIN_SORT), 0);
    give(&r, turtle, ADD_NAME, LONE); /* a name is no trait */
    give(&r, turtle, ADD_TRAIT, LEFT);
    assert_int_equal(terms(&r, turtle, PLAIN_SORT), 1 << LEFT);
    assert_int_equal(terms(&r, shield, PLAIN_SORT), 1 << LONE);
    assert_int_equal(terms(&r, shield, PAIR_SORT), 1 << PAIR);
    give(&r, shield, LOSE_TRAIT, LONE);
    assert_int_equal(traits(&r, shield), SHIELD_TRAITS & ~(1 << LONE));
    assert_int_equal(terms(&r, shield, PLAIN_SORT), 0);
    card_at(r.s, shield)->lost |= LOST_TRAITS;
    assert_int_equal(traits(&r, shield) | terms(&r, shield, PAIR_SORT), 0);
    give(&r, shield, ADD_TRAIT, LEFT);
    assert_int_equal(traits(&r, shield), 1 << LEFT);
}

static void more_traits_than_fit(void **state) {
    (void)state;
    Run r = informed();
    TermId t[MAX_TRAITS + 1] = {[MAX_TRAITS] = NTERMS};
    for (unsigned i = 0; i < MAX_TRAITS + 2; i++) give(&r, turtle, ADD_TRAIT, LONE);
    assert_int_equal(card_terms(&r, turtle, PLAIN_SORT, t), MAX_TRAITS);
    assert_int_equal(t[MAX_TRAITS], NTERMS);
}

static void keywords_given_and_lost(void **state) {
    (void)state;
    Run r = informed();
    assert_int_equal(card_keywords(&r, shield), KEYS);
    give(&r, shield, ADD_KEYWORD, 5);
    give(&r, turtle, ADD_KEYWORD, 6);
    assert_int_equal(card_keywords(&r, shield), KEYS | 1 << 5);
    assert_int_equal(card_keywords(&r, turtle), 1 << 6);
    give(&r, shield, LOSE_KEYWORD, 2);
    give(&r, shield, LOSE_KEYWORD, 5);
    assert_int_equal(card_keywords(&r, shield), 1 << 3);
    assert_int_equal(card_keywords(&r, turtle), 1 << 6);
    assert_int_equal(keywords_lost(r.s, shield), 1 << 2 | 1 << 5);
    card_at(r.s, shield)->lost |= LOST_ABILITIES;
    give(&r, shield, ADD_KEYWORD, 7);
    assert_int_equal(card_keywords(&r, shield), 1 << 7);
    game.loss_takes_granted = true;
    assert_int_equal(card_keywords(&r, shield), 0);
    assert_int_equal(card_keywords(&r, turtle), 1 << 6);
}

/* Face down a card has nothing that is printed on it, but what effects give it, and its guise. */
static void face_down(void **state) {
    (void)state;
    Run r = informed();
    Card *k = card_at(r.s, shield);
    k->flags |= CARD_DOWN;
    assert_int_equal(names(&r, shield) | whole_names(&r, shield) | traits(&r, shield), 0);
    assert_int_equal(card_keywords(&r, shield), 0);
    give(&r, shield, ADD_NAME, FOREIGN);
    give(&r, shield, ADD_TRAIT, LEFT);
    give(&r, shield, ADD_KEYWORD, 4);
    assert_int_equal(names(&r, shield), 1 << FOREIGN | 1 << SHORT);
    assert_int_equal(traits(&r, shield), 1 << LEFT);
    assert_int_equal(card_keywords(&r, shield), 1 << 4);
    r.s->nextra = 0;
    r.s->guise[1] = (Guise){.used = 1, .name = WHOLE, .trait = RIGHT};
    k->guise = 2;
    assert_int_equal(names(&r, shield), SHIELD_NAMES);
    assert_int_equal(traits(&r, shield), 1 << RIGHT);
    k->flags &= (uint16_t)~CARD_DOWN;
    assert_int_equal(traits(&r, shield), SHIELD_TRAITS);
}

/* Triggers on a departure read what the cards of the batch were then. */
static void as_it_left(void **state) {
    (void)state;
    Run r = informed();
    Departed gone = {.nwere = 2, .nextra = 2};
    const CardRef s = ref_to(r.s, shield), t = ref_to(r.s, turtle), later = {s.card, s.inc + 1};
    gone.were[0].ref = s;
    gone.were[1].ref = t;
    gone.extra[0] = (Extra){.card = shield, .kind = ADD_NAME, .term = FOREIGN};
    gone.extra[1] = (Extra){.card = turtle, .kind = ADD_TRAIT, .term = PAIR};
    r.before = &gone;
    assert_true(card_named_then(&r, s, FOREIGN) && card_named_then(&r, s, WHOLE));
    assert_true(card_named_then(&r, s, SHORT));
    assert_false(card_named_then(&r, later, FOREIGN) || card_named_then(&r, t, FOREIGN));
    assert_true(card_trait_then(&r, t, PAIR) && card_trait_then(&r, t, LEFT));
    assert_false(card_trait_then(&r, t, LONE) || card_trait_then(&r, t, FOREIGN));
    assert_true(card_trait_then(&r, s, LONE));
    gone.were[0].lost = LOST_NAMES;
    assert_false(card_named_then(&r, s, WHOLE));
    assert_true(card_named_then(&r, s, FOREIGN) && card_trait_then(&r, s, LONE));
    gone.were[0].lost = LOST_TRAITS;
    assert_true(card_named_then(&r, s, WHOLE));
    assert_false(card_trait_then(&r, s, LONE));
    gone.were[0].lost = 0;
    gone.were[0].masked = true;
    assert_false(card_named_then(&r, s, WHOLE) || card_trait_then(&r, s, LONE));
    assert_true(card_named_then(&r, s, FOREIGN));
    r.before = 0;
    assert_true(card_named_then(&r, s, WHOLE) && !card_named_then(&r, s, FOREIGN));
}

/* Of a card that left earlier its last trait and numbers are known. */
static void as_it_was_last(void **state) {
    (void)state;
    Run r = informed();
    const CardRef was = ref_to(r.s, shield);
    Last *l = last_at(r.s, shield);
    *l = (Last){.inc = was.inc, .trait = PAIR, .num = {.atk = 9}};
    l->trait = NONE;
    const int now = card_stat(&r, was, STAT_ATK);
    assert_true(now != 9 && card_trait_then(&r, was, LONE)); /* it is still there */
    card_at(r.s, shield)->inc++;
    assert_int_equal(card_stat(&r, was, STAT_ATK), 9);
    assert_int_equal(card_stat(&r, ref_to(r.s, shield), STAT_ATK), now);
    assert_true(card_trait_then(&r, was, LONE) && !card_trait_then(&r, was, FOREIGN));
    l->trait = FOREIGN;
    assert_true(card_trait_then(&r, was, FOREIGN) && !card_trait_then(&r, was, SHORT));
    l->lost = LOST_TRAITS;
    assert_false(card_trait_then(&r, was, LONE));
    l->trait = PAIR;
    assert_true(card_trait_then(&r, was, LEFT) && card_trait_then(&r, was, PAIR));
    assert_true(card_trait_then(&r, ref_to(r.s, shield), LONE));
    l->inc++; /* about another life */
    const CardRef older = {shield, (uint16_t)(was.inc - 1)};
    assert_false(card_trait_then(&r, older, FOREIGN));
    assert_true(card_trait_then(&r, older, LONE));
    assert_int_equal(card_stat(&r, was, STAT_DAMAGE), 0);
}

/* Rule changes count for their players and cards. */
static void rule_changes(void **state) {
    (void)state;
    Run r = informed();
    r.s->rule[0] = (RuleNow){.rule = 3, .players = 1, .amount = 2};
    r.s->rule[1] = (RuleNow){.rule = 3, .players = 3, .amount = 5, .card = shield};
    r.s->rule[2] = (RuleNow){.rule = 4, .players = 3, .amount = 50};
    r.s->nrules = 3;
    assert_int_equal(rules_counted(&r, 3, 0, shield), 2);
    assert_int_equal(rules_summed(&r, 3, 0, shield), 7);
    assert_int_equal(rules_counted(&r, 3, 0, turtle), 1);
    assert_int_equal(rules_summed(&r, 3, 0, NONE), 2);
    assert_int_equal(rules_counted(&r, 3, 1, NONE), 0);
    assert_int_equal(rules_summed(&r, 3, 1, shield), 5);
    assert_int_equal(rules_counted(&r, 3, NOBODY, shield), 2);
    assert_int_equal(rules_counted(&r, 4, 1, turtle), 1);
    assert_int_equal(rules_counted(&r, 5, NOBODY, shield), 0);
}

/* What comes later applies: a gain in place of the loss of the same, and the other way round. */
static void gains_and_losses_of_the_same(void **state) {
    static const uint8_t pairs[][2] = {
        {ADD_NAME, LOSE_NAME}, {ADD_TRAIT, LOSE_TRAIT}, {ADD_KEYWORD, LOSE_KEYWORD}};
    (void)state;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned first = 0; first < 2; first++) {
            Run r = informed();
            const unsigned a = pairs[i][first], b = pairs[i][!first];
            extra_add(&r, turtle, a, 5);
            extra_add(&r, turtle, a, 5);
            assert_true(r.s->nextra == 1 && r.s->extra[0].kind == a);
            extra_add(&r, turtle, b, 6);
            extra_add(&r, shield, b, 5);
            extra_add(&r, turtle, pairs[(i + 1) % 3][0], 5);
            assert_true(r.s->nextra == 4 && r.s->extra[0].kind == a);
            extra_add(&r, turtle, b, 5);
            assert_true(r.s->nextra == 4 && r.s->extra[0].kind == b);
            assert_true(r.s->extra[3].kind == pairs[(i + 1) % 3][0] &&
                        r.s->extra[2].card == shield);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_card_is_nothing),
        cmocka_unit_test(names_given_and_lost),
        cmocka_unit_test(traits_given_and_lost),
        cmocka_unit_test(more_traits_than_fit),
        cmocka_unit_test(keywords_given_and_lost),
        cmocka_unit_test(face_down),
        cmocka_unit_test(as_it_left),
        cmocka_unit_test(as_it_was_last),
        cmocka_unit_test(rule_changes),
        cmocka_unit_test(gains_and_losses_of_the_same),
    };
    return cmocka_run_group_tests(tests, toy_open, toy_close);
}
