/* What makes two positions the same for the rules about loops (position_hash), and what of it a
 * loop may make grow (loop_shape): one byte of a crowded position is changed at a time. */
#include "toy_play.h"
#include "vm/vm.h"

/* Something in every list, laid there by hand: nothing of it is ever carried out. */
static Run crowded(void) {
    Run r = toy_board();
    State *s = r.s;
    const CardId a = lay(&r, 0, SOLDIER, TZ_FIELD, 1, 0), b = lay(&r, 1, SHIELD, TZ_FIELD, 2, 0);
    forget_waiting(&r);
    s->turn = 3;
    frame_push(&r, TPROC_TURN)->step = 1;
    const unsigned ctx = ctx_open(&r, 1, 0, ref_to(s, a));
    frame_push(&r, PROC_TEXT)->ctx = (uint8_t)ctx;
    text_of(frame_top(&r))->pc = 7;
    reg_push(&r, &s->ctx[ctx], REG_IT, ref_to(s, a));
    reg_push(&r, &s->ctx[ctx], REG_IT, ref_to(s, b));
    s->effect[0] = (Effect){.kind = EFF_STAT, .duration = DUR_TURN, .target = ref_to(s, a)};
    s->effect[1] = (Effect){.kind = EFF_RULE, .duration = DUR_GAME, .target = ref_to(s, b)};
    s->stack[0] = (Stacked){.sort = STACK_CARD, .source = ref_to(s, a)};
    s->stack[1] = (Stacked){.sort = STACK_CHECKS, .count = 2};
    s->waiting[0] = (Waiting){.abil = 1, .source = ref_to(s, a)};
    s->waiting[1] = (Waiting){.abil = 2, .source = ref_to(s, b)};
    s->target[0] = (Target){.kind = TARGET_CARD, .ref = ref_to(s, a)};
    s->target[1] = (Target){.kind = TARGET_STACKED, .ref = {1, 0}};
    s->counter[0] = (Counter){.card = a, .kind = 1, .n = 2, .player = NOBODY};
    s->counter[1] = (Counter){.card = b, .kind = 2, .n = 3, .player = NOBODY};
    s->neffects = s->nstack = s->nwaiting = s->ntargets = s->ncounters = 2;
    s->remembers = 1;
    card_at(s, a)->done = 1;
    return r;
}

static CardId on_field(const State *s, PlayerId p) { return zone_card(&s->player[p], TZ_FIELD, 0); }

typedef struct Hashes {
    uint64_t position, shape;
} Hashes;

static Hashes hashes(Run *r) {
    for (PlayerId p = 0; p < 2; p++) r->s->player[p].stale = ~(ZoneSet)0;
    const Hashes h = {position_hash(r), loop_shape(r)};
    assert_true(h.position && h.shape);
    return h;
}

enum { NEITHER, GROWS, BOTH }; /* which hash a change changes; GROWS: the position's only */

/* Adds 1 to a byte of the position, or with 'by' that; 'at' is its address in r.s. */
static void changed(Run *r, const char *what, void *at, unsigned which) {
    uint8_t *byte = at;
    const Hashes before = hashes(r);
    ++*byte;
    const Hashes after = hashes(r);
    --*byte;
    if ((before.position != after.position) != (which >= GROWS))
        fail_msg("%s: the position is %s", what, which >= GROWS ? "the same" : "another");
    if ((before.shape != after.shape) != (which == BOTH))
        fail_msg("%s: the shape is %s", what, which == BOTH ? "the same" : "another");
}
#define CHANGED(field, which) changed(&r, #field, (void *)&r.s->field, which)

static void the_turn_and_its_facts(void **state) {
    (void)state;
    Run r = crowded();
    CHANGED(turn, BOTH);
    CHANGED(turn_player, BOTH);
    CHANGED(point, BOTH);
    CHANGED(ask.player, BOTH);
    for (unsigned p = 0; p < 2; p++) {
        CHANGED(player[p].flags, BOTH);
        for (unsigned i = 0; i < 12; i++) CHANGED(player[p].counter[i], GROWS);
    }
    for (unsigned i = 0; i < 16; i++) CHANGED(facts[i], GROWS);
    for (unsigned i = 0; i < 6; i++) {
        CHANGED(fact_card[i].card, BOTH);
        CHANGED(fact_card[i].inc, NEITHER);
    }
    CHANGED(clock, NEITHER);
    CHANGED(random[1], NEITHER);
    CHANGED(choices, NEITHER);
    CHANGED(serial, NEITHER);
}

static void what_is_carried_out(void **state) {
    (void)state;
    Run r = crowded();
    Frame *turn = &r.s->frame[r.s->nframes - 2], *text = frame_top(&r);
    const unsigned ctx = text->ctx;
    changed(&r, "step of the game", &turn->step, BOTH);
    changed(&r, "procedure of the game", &turn->proc, BOTH);
    changed(&r, "place in the text", &text_of(text)->pc, BOTH);
    for (unsigned i = 0; i < 2; i++) {
        CardRef *it = &reg_cards(r.s, &r.s->ctx[ctx], REG_IT)[i];
        changed(&r, "a card it speaks of", &it->card, BOTH);
        changed(&r, "life of a card it speaks of", &it->inc, NEITHER);
    }
    CHANGED(ctx[ctx].begun, NEITHER);
    const Hashes before = hashes(&r);
    frame_push(&r, PROC_PLACE);
    assert_true(hashes(&r).position != before.position && hashes(&r).shape != before.shape);
}

static void effects_and_what_waits(void **state) {
    (void)state;
    Run r = crowded();
    for (unsigned i = 0; i < 2; i++) { /* the first one is a sum of changes, which may grow */
        CHANGED(effect[i].duration, i ? BOTH : GROWS);
        CHANGED(effect[i].flags, i ? BOTH : GROWS);
        CHANGED(effect[i].target.card, i ? BOTH : GROWS);
        CHANGED(effect[i].abil, i ? BOTH : GROWS);
        CHANGED(effect[i].a, GROWS);
        CHANGED(effect[i].b, GROWS);
        CHANGED(effect[i].stat[0], GROWS);
        CHANGED(effect[i].stat[1], GROWS);
        CHANGED(effect[i].zones, GROWS);
        CHANGED(effect[i].target.inc, NEITHER);
        CHANGED(effect[i].stamp, NEITHER);
        CHANGED(waiting[i].abil, BOTH);
        CHANGED(waiting[i].source.card, BOTH);
        CHANGED(waiting[i].source.inc, NEITHER);
        CHANGED(stack[i].sort, GROWS);
        CHANGED(stack[i].master, GROWS);
        CHANGED(stack[i].count, GROWS);
        CHANGED(stack[i].abil, GROWS);
        CHANGED(stack[i].source.card, GROWS);
        CHANGED(stack[i].source.inc, NEITHER);
        CHANGED(stack[i].serial, NEITHER);
        CHANGED(target[i].share, GROWS);
        CHANGED(target[i].ref.card, i ? NEITHER : GROWS); /* of a row of the stack: its serial */
        CHANGED(target[i].ref.inc, NEITHER);
        CHANGED(counter[i].card, GROWS);
        CHANGED(counter[i].player, GROWS);
        CHANGED(counter[i].kind, GROWS);
        CHANGED(counter[i].n, GROWS);
    }
    CHANGED(effect[1].kind, BOTH);
    CHANGED(target[0].kind, GROWS);
    CHANGED(happened[0][0], GROWS);
    CHANGED(happened[0][1], GROWS);
    CHANGED(happened[MAX_WATCHES - 1][1], GROWS);
    CHANGED(happened[0][2], NEITHER); /* there are two players */
    CHANGED(nstack, BOTH);
}

/* Rows that count in their order, and rows that do not. */
static void the_order_of_rows(void **state) {
    (void)state;
    Run r = crowded();
    State *s = r.s;
    const Hashes before = hashes(&r);
#define SWAP(array, Row, which)                                                                    \
    do {                                                                                           \
        const Row first = s->array[0];                                                             \
        s->array[0] = s->array[1];                                                                 \
        s->array[1] = first;                                                                       \
        const Hashes after = hashes(&r);                                                           \
        assert_int_equal(after.position != before.position, which >= GROWS);                       \
        assert_int_equal(after.shape != before.shape, which == BOTH);                              \
        s->array[1] = s->array[0];                                                                 \
        s->array[0] = first;                                                                       \
    } while (0)
    SWAP(effect, Effect, GROWS);
    SWAP(stack, Stacked, GROWS);
    SWAP(waiting, Waiting, BOTH);
    SWAP(target, Target, GROWS);
    SWAP(counter, Counter, NEITHER);
    SWAP(fact_card, CardRef, NEITHER); /* both are zero */
    s->fact_card[0].card = 1;
    const Hashes one = hashes(&r);
    s->fact_card[0].card = 0;
    s->fact_card[1].card = 1;
    assert_true(hashes(&r).position != one.position && hashes(&r).shape != one.shape);
}

static void the_cards(void **state) {
    (void)state;
    Run r = crowded();
    for (PlayerId p = 0; p < 2; p++) {
        Card *k = card_at(r.s, on_field(r.s, p));
        changed(&r, "seats", &k->seats, BOTH);
        changed(&r, "tie", &k->tie, BOTH);
        changed(&r, "flags", &k->flags, BOTH);
        changed(&r, "used", &k->used, GROWS);
        changed(&r, "damage", &k->damage, GROWS);
        changed(&r, "life", &k->inc, NEITHER);
        changed(&r, "stamp", &k->stamp, NEITHER);
    }
    changed(&r, "done", &card_at(r.s, on_field(r.s, 0))->done, GROWS);
    Player *q = &r.s->player[1];
    CardId *deck = &q->list[q->at[TZ_DECK]];
    unsigned i = 1;
    while (card_of(r.s, deck[i])->def == card_of(r.s, deck[0])->def) i++;
    const Hashes before = hashes(&r);
    const CardId c = deck[0];
    deck[0] = deck[i];
    deck[i] = c;
    assert_true(hashes(&r).position != before.position && hashes(&r).shape != before.shape);
}

/* Without what is rare the hash is made up of the rest alone: nothing there makes none. */
static void each_rare_list_counts_alone(void **state) {
    (void)state;
    Run r = toy_board();
    State *s = r.s;
    lay(&r, 0, SIGNPOST, TZ_LANE, 0, 0);
    forget_waiting(&r);
    const uint64_t before = hashes(&r).position;
    uint8_t *const counts[] = {&s->neffects, &s->nstack, &s->nwaiting, &s->ntargets, &s->ncounters};
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
        *counts[i] = 1; /* a row of zeros */
        s->stack[0].sort = s->waiting[0].abil = 1;
        s->target[0].share = 1;
        s->counter[0].n = 1;
        assert_true(hashes(&r).position != before);
        *counts[i] = 0;
    }
    s->happened[1][0] = 1;
    s->remembers = 1;
    assert_true(hashes(&r).position != before);
    s->happened[1][0] = 0;
    s->remembers = 0;
    assert_true(hashes(&r).position == before);
}

/* In a chain of abilities what was chosen in this position before is not offered again; if nothing
 * else is left nobody can stop the loop. */
static void options_that_would_go_on(void **state) {
    (void)state;
    for (unsigned barred = 0; barred <= 3; barred++) {
        Run r = toy_board();
        State *s = r.s;
        s->chain = 2;
        ask_begin(&r, 0, TASK_ACTION, CLAUSE_NONE);
        for (CardId c = 1; c <= 3; c++) ask_add(&r, (Option){.kind = TOPT_ATTACK, .card = c});
        for (unsigned i = 0; i < barred; i++)
            s->seen[s->nseen++] =
                (Seen){.at = position_hash(&r), .action = action_key(&s->option[i])};
        s->seen[s->nseen++] = (Seen){.at = 1, .action = action_key(&s->option[2])}; /* elsewhere */
        s->nbarred = 1;
        loop_question(&r);
        assert_int_equal(s->ask.n, 3 - barred);
        assert_int_equal(s->result, barred == 3 ? RESULT_DRAW : RESULT_NONE);
        if (barred < 3) assert_int_equal(s->option[0].card, barred + 1);
        assert_int_equal(s->option[3 - barred].kind, OPT_NONE);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_turn_and_its_facts),
        cmocka_unit_test(what_is_carried_out),
        cmocka_unit_test(effects_and_what_waits),
        cmocka_unit_test(the_order_of_rows),
        cmocka_unit_test(the_cards),
        cmocka_unit_test(each_rare_list_counts_alone),
        cmocka_unit_test(options_that_would_go_on),
    };
    return cmocka_run_group_tests(tests, toy_open, toy_close);
}
