/* Limits of the state: each can be filled up to the last place, and one more ends the game with its
 * fault and writes nothing. And registers against a plain model of them. */
#include "toy_play.h"
#include "vm/vm.h"

/* ---- limits ---- */

static unsigned contexts(const State *s) {
    unsigned n = 0;
    for (unsigned i = 1; i <= MAX_CONTEXTS; i++) n += s->ctx[i].in_use;
    return n;
}

/* LIMIT(name, how many there are, one more): 'i' counts from 0. */
#define LIMIT(name, has, ...)                                                                      \
    static unsigned has_##name(const State *s) { return (has); }                                   \
    static void more_##name(Run *r, unsigned i) {                                                  \
        (void)i;                                                                                   \
        __VA_ARGS__;                                                                               \
    }
LIMIT(frames, s->nframes, frame_push(r, PROC_TEXT))
LIMIT(frames_under, s->nframes, frame_push_under(r, PROC_TEXT, PROC_PICK))
LIMIT(effects, s->neffects, effect_add(r, EFF_STAT, DUR_GAME, 0))
LIMIT(waiting, s->nwaiting, waiting_add(r, 1, 0, ref_to(r->s, 1), 0, 0))
LIMIT(listeners, s->nlisteners, listen_add(r, 1, 1))
LIMIT(contexts, contexts(s), ctx_open(r, 1, 0, ref_to(r->s, 1)))
LIMIT(batch, s->nbatch, batch_add(r, EV_SHOW, 0, 1))
LIMIT(options, s->ask.n, ask_add(r, (Option){.kind = OPT_CARD, .card = 1}))
LIMIT(rules, s->nrules, rule_now(r, 1, 1, 0, ref_to(r->s, 1), 0, 0))
LIMIT(card_rules, s->nrules, rule_now_card(r, 1, 1, 0, ref_to(r->s, 1), 0))
LIMIT(extra, s->nextra, extra_add(r, 1, ADD_TRAIT, i + 1))
LIMIT(stack, s->nstack, stack_push(r, STACK_ABILITY, 0))
LIMIT(deeds, s->ndeeds, deed_add(r, 1, ref_of(1, (uint16_t)i), ref_of(2, 1)))
LIMIT(counters, s->ncounters, counter_add(r, (CardId)(1 + i / 3), 0, i % 3, 1))
LIMIT(targets, s->ntargets, {
    if (!stack_top(r->s)) stack_push(r, STACK_ABILITY, 0);
    stack_aim(r, stack_top(r->s), (Target){.kind = TARGET_CARD, .ref = ref_to(r->s, 1)});
})
LIMIT(registers, s->nreg, {
    if (!i) ctx_open(r, 1, 0, ref_to(r->s, 1)), ctx_open(r, 1, 0, ref_to(r->s, 1));
    reg_push(r, &r->s->ctx[1 + i % 2], i / 2 % REG_COUNT, ref_to(r->s, 1));
})
LIMIT(one_register, s->ctx[1].n[REG_LOOK], {
    if (!i) ctx_open(r, 1, 0, ref_to(r->s, 1));
    reg_push(r, &r->s->ctx[1], REG_LOOK, ref_to(r->s, 1));
})

#define ROW(name, fault, max)                                                                      \
    { #name, has_##name, more_##name, fault, max }
static const struct {
    const char *name;
    unsigned (*has)(const State *);
    void (*more)(Run *, unsigned);
    unsigned fault, max;
} limits[] = {
    ROW(frames, FAULT_FRAMES, MAX_FRAMES),
    ROW(frames_under, FAULT_FRAMES, MAX_FRAMES),
    ROW(effects, FAULT_EFFECTS, MAX_EFFECTS),
    ROW(waiting, FAULT_WAITING, MAX_WAITING),
    ROW(listeners, FAULT_LISTENERS, MAX_LISTENERS),
    ROW(contexts, FAULT_CONTEXTS, MAX_CONTEXTS),
    ROW(batch, FAULT_BATCH, MAX_BATCH),
    ROW(options, FAULT_OPTIONS, MAX_OPTIONS),
    ROW(rules, FAULT_RULES, MAX_RULES),
    ROW(card_rules, FAULT_RULES, MAX_RULES),
    ROW(extra, FAULT_RULES, MAX_EXTRA),
    ROW(stack, FAULT_STACK, MAX_STACK),
    ROW(targets, FAULT_STACK, MAX_TARGETS),
    ROW(deeds, FAULT_STACK, MAX_DEEDS),
    ROW(counters, FAULT_COUNTERS, MAX_COUNTERS),
    ROW(registers, FAULT_REGISTERS, MAX_REGISTERED),
    ROW(one_register, FAULT_REGISTERS, MAX_SET),
};

/* Nothing has changed but the result and what is cached. */
static void written_nothing(const State *before, const State *s) {
    static State now;
    memcpy(&now, s, state_size(s));
    now.fault = before->fault;
    now.result = before->result;
    now.dirty = before->dirty;
    now.layers = before->layers;
    now.due = before->due;
    now.may_rule = before->may_rule;
    now.idle = before->idle;
    now.unchecked = before->unchecked;
    assert_memory_equal(&now, before, state_size(s));
}

/* In a block of just the size of the state, so that a sanitizer sees what is written behind it. */
static Run small_block(void) {
    Run r = toy_board();
    State *s = malloc(state_size(r.s));
    memcpy(s, r.s, state_size(r.s));
    r.s = s;
    return r;
}

/* There is room for a context as soon as one of them is free, whichever it is. */
static void room_for_contexts(void **state) {
    (void)state;
    for (unsigned free = 1; free <= MAX_CONTEXTS; free++) {
        Run r = toy_board();
        for (unsigned i = 1; i <= MAX_CONTEXTS; i++) {
            assert_true(ctx_room(r.s));
            assert_int_equal(ctx_open(&r, 1, 0, ref_to(r.s, 1)), i);
        }
        assert_false(ctx_room(r.s));
        ctx_close(&r, free);
        assert_true(ctx_room(r.s));
        assert_int_equal(ctx_open(&r, 1, 0, ref_to(r.s, 1)), free);
    }
}

static void limits_hold(void **state) {
    static State before;
    (void)state;
    for (unsigned k = 0; k < sizeof limits / sizeof *limits; k++) {
        Run r = small_block();
        for (unsigned i = 0; limits[k].has(r.s) < limits[k].max; i++) {
            unsigned had = limits[k].has(r.s);
            limits[k].more(&r, i);
            if (r.s->fault || limits[k].has(r.s) != had + 1)
                fail_msg("%s: number %u of %u does not fit", limits[k].name, had + 1,
                         limits[k].max);
        }
        memcpy(&before, r.s, state_size(r.s));
        limits[k].more(&r, 1000);
        if (r.s->fault != limits[k].fault || r.s->result != RESULT_FAULT)
            fail_msg("%s: one too many gives fault %u, result %u", limits[k].name, r.s->fault,
                     r.s->result);
        written_nothing(&before, r.s);
        free(r.s);
    }
}

/* Callers write to the row they get, also to the one that did not fit. */
static void rows_are_in_their_tables(void **state) {
    (void)state;
    Run r = toy_board();
    State *s = r.s;
#define LAST_ROW(array, n, max, add)                                                               \
    for (unsigned i = 0; i <= max; i++) {                                                          \
        const void *row = add;                                                                     \
        assert_ptr_equal(row, &s->array[s->n - 1]);                                                \
    }
    LAST_ROW(frame, nframes, MAX_FRAMES, frame_push(&r, PROC_TEXT))
    LAST_ROW(effect, neffects, MAX_EFFECTS, effect_add(&r, EFF_STAT, DUR_GAME, 0))
    LAST_ROW(batch, nbatch, MAX_BATCH, batch_add(&r, EV_SHOW, 0, 1))
    LAST_ROW(stack, nstack, MAX_STACK, stack_push(&r, STACK_ABILITY, 0))
#undef LAST_ROW
}

/* Several at once: all or nothing. */
static void limits_of_many(void **state) {
    static State before;
    CardRef cards[MAX_OPTIONS] = {{0, 0}};
    (void)state;
    Run r = small_block();
    for (unsigned i = 0; i < MAX_OPTIONS; i++) cards[i] = ref_to(r.s, 1);
    ask_begin(&r, 0, ASK_CARD, 0);
    ask_add_cards(&r, cards, MAX_OPTIONS - 1);
    assert_int_equal(r.s->fault, 0);
    memcpy(&before, r.s, state_size(r.s));
    ask_add_cards(&r, cards, 2);
    assert_int_equal(r.s->fault, FAULT_OPTIONS);
    written_nothing(&before, r.s);
    free(r.s);

    r = small_block();
    unsigned a = ctx_open(&r, 1, 0, ref_to(r.s, 1)), b = ctx_open(&r, 1, 0, ref_to(r.s, 1));
    reg_set(&r, &r.s->ctx[a], REG_IT, cards, MAX_SET);
    reg_set(&r, &r.s->ctx[b], REG_IT, cards, MAX_SET);
    reg_set(&r, &r.s->ctx[a], REG_LOOK, cards, MAX_REGISTERED - 2 * MAX_SET);
    assert_int_equal(r.s->fault, 0);
    memcpy(&before, r.s, state_size(r.s));
    reg_copy(&r, &r.s->ctx[b], REG_KEEP, REG_IT);
    assert_int_equal(r.s->fault, FAULT_REGISTERS);
    written_nothing(&before, r.s);
    free(r.s);
}

/* A deed is noted once; what is forgotten leaves no trace. */
static void deeds_and_stack(void **state) {
    static State before;
    (void)state;
    Run r = toy_board();
    State *s = r.s;
    memcpy(&before, s, state_size(s));
    deed_add(&r, 1, ref_of(1, 1), ref_of(2, 1));
    deed_add(&r, 1, ref_of(1, 1), ref_of(2, 1));
    deed_add(&r, 2, ref_of(1, 1), ref_of(2, 1));
    assert_int_equal(s->ndeeds, 2);
    deeds_undo(s, 1 << 1, 1, 2);
    assert_int_equal(s->deed_kinds, 1 << 2);
    deeds_forget(s, 1 << 2);
    assert_memory_equal(s, &before, state_size(s));
    /* things with targets, taken out of the middle, then all */
    unsigned serial[3];
    for (unsigned i = 0; i < 3; i++) {
        serial[i] = stack_push(&r, i == 1 ? STACK_CARD : STACK_ABILITY, 0)->serial;
        for (unsigned j = 0; j <= i; j++)
            stack_aim(&r, stack_top(s), (Target){.ref = ref_of((CardId)(10 * i + j + 1), 1)});
    }
    stack_aim(&r, stack_row(s, serial[0]), (Target){.ref = ref_of(2, 1)});
    assert_int_equal(stack_take(s, serial[1]).n, 2);
    assert_null(stack_row(s, serial[1]));
    assert_int_equal(s->top, STACK_ABILITY);
    const Stacked *last = stack_row(s, serial[2]);
    assert_int_equal(last->first, 2);
    for (unsigned j = 0; j < 3; j++) assert_int_equal(s->target[last->first + j].ref.card, 21 + j);
    assert_int_equal(s->target[1].ref.card, 2);
    stack_take(s, serial[0]);
    stack_take(s, serial[2]);
    assert_memory_equal(s, &before, state_size(s));
}

/* The targets of a row are not those of the next one. */
static void each_row_has_its_own_targets(void **state) {
    static const Code code[] = {OP_TARGETP, 0, OP_TARGET, 0, OP_END};
    (void)state;
    Run r = toy_board();
    Pack pack = *r.pack;
    State *s = r.s;
    pack.code = code;
    r.pack = &pack;
    const CardRef one = ref_to(s, 1), two = ref_to(s, 2);
    unsigned ctx = ctx_open(&r, 1, 0, one), serial[2];
    for (unsigned i = 0; i < 2; i++) serial[i] = stack_push(&r, STACK_ABILITY, 0)->serial;
    stack_aim(&r, stack_row(s, serial[0]), (Target){.kind = TARGET_CARD, .ref = one});
    stack_aim(&r, stack_row(s, serial[1]), (Target){.kind = TARGET_PLAYER, .ref = {2, 0}});
    stack_aim(&r, stack_row(s, serial[1]), (Target){.kind = TARGET_CARD, .ref = two});
    for (unsigned i = 0; i < 2; i++) {
        CardRef c[MAX_SET];
        Pc pc = 0;
        s->ctx[ctx].row = (uint16_t)serial[i];
        const Eval e = eval_ctx(&r, ctx);
        assert_int_equal(vm_players(&e, &pc), i ? player_bit(1) : 0);
        assert_int_equal(vm_set(&e, &pc, c, MAX_SET), 1);
        assert_int_equal(c[0].card, i ? two.card : one.card);
    }
}

/* ---- registers ---- */

enum { CONTEXTS = MAX_CONTEXTS + 1, OPERATIONS = 10000 };
typedef struct Model {
    bool open;
    unsigned n[REG_COUNT];
    CardRef card[REG_COUNT][MAX_SET];
} Model;
static Model model[CONTEXTS];

static unsigned registered(void) {
    unsigned n = 0;
    for (unsigned c = 0; c < CONTEXTS; c++)
        for (unsigned g = 0; g < REG_COUNT; g++) n += model[c].n[g];
    return n;
}

static void same_registers(Run *r) {
    for (unsigned c = 0; c < CONTEXTS; c++)
        for (unsigned g = 0; g < REG_COUNT; g++) {
            const Context *x = &r->s->ctx[c];
            assert_int_equal(x->n[g], model[c].n[g]);
            assert_memory_equal(reg_cards(r->s, x, g), model[c].card[g],
                                model[c].n[g] * sizeof(CardRef));
        }
    assert_null(state_ok(r));
}

static CardRef random_card(Rng *rng) {
    return ref_of(card_id(rng_below(rng, 2), 1 + rng_below(rng, TOY_DECK)),
                  (uint16_t)rng_below(rng, 9));
}

static void one_operation(Run *r, Rng *rng, unsigned c) {
    Model *m = &model[c];
    Context *x = &r->s->ctx[c];
    unsigned g = rng_below(rng, REG_COUNT), h = rng_below(rng, REG_COUNT);
    unsigned n = rng_below(rng, rng_below(rng, 9) ? 9 : 60);
    const unsigned room = MAX_REGISTERED - registered();
    CardRef card[MAX_SET];
    switch (rng_below(rng, 5)) {
    case 0:
    case 1:
        if (!room || m->n[g] == MAX_SET) return;
        m->card[g][m->n[g]++] = card[0] = random_card(rng);
        reg_push(r, x, g, card[0]);
        return;
    case 2:
        if (n > room + m->n[g]) return;
        for (unsigned i = 0; i < n; i++) m->card[g][i] = card[i] = random_card(rng);
        m->n[g] = n;
        reg_set(r, x, g, card, n);
        return;
    case 3:
        if (m->n[h] > room + m->n[g]) return;
        memcpy(card, m->card[h], sizeof card);
        memcpy(m->card[g], card, sizeof card);
        m->n[g] = m->n[h];
        reg_copy(r, x, g, h);
        return;
    default:
        if (n > room + m->n[g]) return;
        for (unsigned i = m->n[g]; i < n; i++) m->card[g][i] = (CardRef){0, 0};
        m->n[g] = n;
        reg_resize(r, x, g, n);
    }
}

static void registers_keep_apart(void **state) {
    Rng rng = {11};
    unsigned open = 0, most = 0;
    (void)state;
    Run r = toy_board();
    model[0].open = true; /* the context of the rules is always there */
    for (unsigned i = 0; i < OPERATIONS; i++) {
        unsigned c = rng_below(&rng, CONTEXTS);
        if (c && !rng_below(&rng, 12)) {
            if (model[c].open) {
                ctx_close(&r, c);
                model[c] = (Model){0};
                open--;
            } else {
                c = ctx_open(&r, 1, 0, ref_to(r.s, 1)); /* the first that is free */
                model[c].open = true;
                open++;
            }
        } else if (model[c].open) {
            one_operation(&r, &rng, c);
        }
        if (open > most) most = open;
        same_registers(&r);
    }
    assert_int_equal(r.s->fault, 0);
    assert_true(most + 2 >= MAX_CONTEXTS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_hold),          cmocka_unit_test(room_for_contexts),
        cmocka_unit_test(limits_of_many),       cmocka_unit_test(rows_are_in_their_tables),
        cmocka_unit_test(deeds_and_stack),      cmocka_unit_test(each_row_has_its_own_targets),
        cmocka_unit_test(registers_keep_apart),
    };
    return cmocka_run_group_tests(tests, toy_open, toy_close);
}
