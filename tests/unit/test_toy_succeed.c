/* Succession, areas and the hooks around a batch, on variants of the toy game. */
#include "toy_play.h"
#include "vm/vm.h"

static ZoneInfo zones[TZ_COUNT];
static Game variant;

/* The toy, in which field and lane are one area. */
static Run board(void) {
    Run r = toy_board();
    memcpy(zones, r.g->zones, sizeof zones);
    zones[TZ_FIELD].area = zones[TZ_LANE].area = 1;
    variant = game_toy;
    variant.zones = zones;
    variant.shared_zones = 0;
    r.g = &variant;
    return r;
}

/* The new card comes onto the old one, which goes to the other part of the area. */
static void put_over(Run *r, CardId now, CardId old) {
    unsigned first = batch_open(r);
    Event *e = batch_move(r, now, 0, TZ_FIELD, TH_PUT);
    e->put = PUT_OVER;
    e->other = old;
    e->seats_to = card_of(r->s, old)->seats;
    batch_move(r, old, 0, TZ_LANE, TH_PUT);
    assert_false(batch_do(r, first));
    assert_null(state_ok(r));
    assert_null(hashes_ok(r));
}

static void the_card_on_top_takes_over(void **state) {
    (void)state;
    Run r = board();
    State *s = r.s;
    CardId old = lay(&r, 0, TURTLE, TZ_FIELD, 3, NONE), now = in_deck(s, 0, SHIELD);
    CardId charm = lay(&r, 0, STRING, TZ_CHARMS, 0, old);
    Effect *e = effect_add(&r, EFF_STAT, DUR_GAME, 0);
    e->target = ref_to(s, old);
    e->stat[0] = STAT_ATK;
    e->a = 4;
    s->fact_card[2] = ref_to(s, old);
    counter_add(&r, old, NOBODY, TC_EXPERIENCE, 3);
    event_one(&r, EV_ORIENT, 0, old, NONE, 1);
    put_over(&r, now, old);
    assert_int_equal(card_of(s, old)->zone, TZ_LANE);
    assert_true(card_of(s, now)->flags & CARD_RESTED);
    assert_false(card_of(s, old)->flags & CARD_RESTED);
    assert_int_equal(card_stat(&r, ref_to(s, now), STAT_ATK), 1 + 4);
    assert_int_equal(card_stat(&r, ref_to(s, old), STAT_ATK), 2); /* its text is void there */
    assert_int_equal(counter_of(s, now, NOBODY, TC_EXPERIENCE), 3);
    assert_int_equal(counter_of(s, old, NOBODY, TC_EXPERIENCE), 0);
    assert_int_equal(s->fact_card[2].card, now);
    assert_true(ref_live(s, s->fact_card[2]));
    assert_int_equal(card_of(s, charm)->tie, now);
    assert_int_equal(card_of(s, charm)->tie_inc, card_of(s, now)->inc);
}

/* Whatever names the old card in its life names the new one, and nothing else does. */
static void everything_that_names_it(void **state) {
    (void)state;
    Run r = board();
    State *s = r.s;
    const CardId before = lay(&r, 0, TURTLE, TZ_FIELD, 3, NONE),
                 after = lay(&r, 0, SHIELD, TZ_FIELD, 4, NONE),
                 third = lay(&r, 1, SHIELD, TZ_FIELD, 4, NONE);
    forget_waiting(&r);
    const CardRef old = ref_to(s, before), now = ref_to(s, after), other = ref_to(s, third),
                  earlier = {old.card, (uint16_t)(old.inc - 1)};
    const CardRef was[] = {old, other, earlier}, is[] = {now, other, earlier};
    ctx_open(&r, 1, 0, old);
    Context *x = &s->ctx[1];
    for (unsigned i = 0; i < 3; i++) reg_push(&r, x, REG_KEEP, was[i]);
    s->neffects = s->nwaiting = s->nstack = s->ntargets = s->ndeeds = 3;
    for (unsigned i = 0; i < 3; i++) {
        s->effect[i] = (Effect){.target = was[i], .source = was[i], .memory = was[i]};
        s->waiting[i] = (Waiting){.source = was[i], .subject = was[i], .object = was[i]};
        s->stack[i] = (Stacked){.source = was[i], .subject = was[i], .object = was[i]};
        s->target[i] = (Target){.kind = TARGET_CARD, .ref = was[i]};
        s->deed[i] = (Deed){.by = was[i], .on = was[i]};
        s->fact_card[i + 3] = was[i];
    }
    s->target[2] = (Target){.kind = TARGET_STACKED, .ref = old}; /* the number of a row */
    x->subject = x->object = old;
    card_succeed(&r, old, now);
#define NOW(ref) assert_memory_equal(&(ref), &is[i], sizeof(CardRef))
    for (unsigned i = 0; i < 3; i++) {
        NOW(s->effect[i].target);
        NOW(s->effect[i].source);
        NOW(s->effect[i].memory);
        NOW(s->waiting[i].source);
        NOW(s->waiting[i].subject);
        NOW(s->waiting[i].object);
        NOW(s->stack[i].source);
        NOW(s->stack[i].subject);
        NOW(s->stack[i].object);
        NOW(s->deed[i].by);
        NOW(s->deed[i].on);
        NOW(s->fact_card[i + 3]);
        NOW(reg_cards(s, x, REG_KEEP)[i]);
        if (i < 2) NOW(s->target[i].ref);
    }
    assert_memory_equal(&s->target[2].ref, &old, sizeof old);
    const unsigned i = 0;
    NOW(x->source);
    NOW(x->subject);
    NOW(x->object);
    x->source = earlier; /* a text whose card it moved itself is about its new life */
    x->source_now = old.inc;
    card_succeed(&r, old, now);
    NOW(x->source);
    assert_int_equal(x->source_now, 0);
    x->source = other;
    card_succeed(&r, old, now);
    assert_memory_equal(&x->source, &other, sizeof other);
#undef NOW
}

/* A soldier's arrival triggers; its way through its own area does not. */
static void moves_inside_an_area_are_none(void **state) {
    (void)state;
    Run r = board();
    CardId c = lay(&r, 0, SOLDIER, TZ_LANE, 0, NONE);
    forget_waiting(&r);
    move(&r, c, TZ_FIELD, 1, NONE);
    assert_int_equal(r.s->nwaiting, 0);
    move(&r, c, TZ_PILE, 0, NONE);
    move(&r, c, TZ_FIELD, 1, NONE);
    assert_int_equal(r.s->nwaiting, 1);
}

/* The shield bearer sends units that go to the pile back to the hand, but a pile in the area of
 * the field is no other zone. */
static void moves_inside_an_area_are_not_replaced(void **state) {
    (void)state;
    for (unsigned area = 0; area < 2; area++) {
        Run r = board();
        zones[TZ_PILE].area = (uint8_t)area;
        CardId c = lay(&r, 0, TURTLE, TZ_FIELD, 3, NONE);
        lay(&r, 0, SHIELD, TZ_FIELD, 4, NONE);
        if (move(&r, c, TZ_PILE, 0, NONE)) run_on(&r);
        assert_int_equal(card_of(r.s, c)->zone, area ? TZ_PILE : TZ_HAND);
    }
}

static CardId saved_by;
/* Another card goes in place of the first of the batch. */
static bool intercept(Run *r, unsigned first) {
    Event *e = &r->s->batch[first];
    if (e->kind != EV_MOVE || e->to != TZ_PILE || !saved_by) return false;
    e->card = saved_by;
    e->from = card_of(r->s, saved_by)->zone;
    e->inc = card_of(r->s, saved_by)->inc;
    saved_by = NONE;
    return false;
}

static unsigned interrupts, deeds;
static void interrupt(Run *r) { interrupts += r->s->nplayers > 1; }
static void did(Run *r, const Event *e) { deeds += r->s->nplayers > 1 ? e->how : 0u; }

static void a_batch_is_intercepted(void **state) {
    (void)state;
    Run r = board();
    variant.intercept = intercept;
    CardId c = lay(&r, 0, TURTLE, TZ_FIELD, 3, NONE),
           other = lay(&r, 0, TURTLE, TZ_FIELD, 12, NONE);
    saved_by = other;
    move(&r, c, TZ_PILE, 0, NONE);
    assert_int_equal(card_of(r.s, c)->zone, TZ_FIELD);
    assert_int_equal(card_of(r.s, other)->zone, TZ_PILE);
    move(&r, c, TZ_PILE, 0, NONE);
    assert_int_equal(card_of(r.s, c)->zone, TZ_PILE);
}

static void events_interrupt_and_deeds_are_done(void **state) {
    (void)state;
    Run r = board();
    variant.interrupt = interrupt;
    variant.interrupt_kinds = ev_bit(EV_DAMAGE);
    variant.did = did;
    interrupts = deeds = 0;
    CardId c = lay(&r, 0, TURTLE, TZ_FIELD, 3, NONE);
    assert_int_equal(interrupts, 0);
    event_one(&r, EV_DAMAGE, 0, c, NONE, 1);
    assert_int_equal(interrupts, 1);
    unsigned first = batch_open(&r);
    batch_add(&r, EV_DEED, 0, c)->how = 5;
    batch_do(&r, first);
    assert_int_equal(deeds, 5);
    assert_int_equal(interrupts, 1);
}

/* Face down, yet open to all. */
static void all_see_a_card_turned_down(void **state) {
    (void)state;
    Run r = board();
    CardId c = lay(&r, 0, TURTLE, TZ_FIELD, 3, NONE);
    event_one(&r, EV_FACE, 0, c, NONE, 1);
    assert_false(card_visible(&r, 1, c));
    zones[TZ_FIELD].flags |= ZONE_ALL_SEE;
    assert_true(card_visible(&r, 1, c));
}

/* Sums leave out cards without a cost, not costs that have fallen below zero; bits of a number. */
static void numbers_below_zero_and_bits(void **state) {
    (void)state;
    assert_true(vm_compares(6, 6, 2));
    assert_false(vm_compares(5, 6, 2));
    assert_false(vm_compares(0, 6, 63));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_card_on_top_takes_over),
        cmocka_unit_test(everything_that_names_it),
        cmocka_unit_test(moves_inside_an_area_are_none),
        cmocka_unit_test(moves_inside_an_area_are_not_replaced),
        cmocka_unit_test(a_batch_is_intercepted),
        cmocka_unit_test(events_interrupt_and_deeds_are_done),
        cmocka_unit_test(all_see_a_card_turned_down),
        cmocka_unit_test(numbers_below_zero_and_bits),
    };
    return cmocka_run_group_tests(tests, toy_open, toy_close);
}
