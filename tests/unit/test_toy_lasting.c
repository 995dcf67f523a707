/* The actions that make effects which last: the rows that they write, for whom, on which cards and
 * for how long; and when a second one is added to the first. */
#include "toy_code.h"

enum { ABIL = 1 }; /* the ability that is carried out */
static const CardRef nothing = {0, 0};

static bool same_card(CardRef a, CardRef b) { return a.card == b.card && a.inc == b.inc; }

/* The i-th effect is of this kind and length, on this card, and of this card's ability. */
static const Effect *made(const Run *r, unsigned i, unsigned kind, unsigned dur, CardRef on) {
    assert_true(i < r->s->neffects);
    const Effect *e = &r->s->effect[i];
    if (e->kind != kind || e->duration != dur || !same_card(e->target, on))
        fail_msg("effect %u: kind %u, duration %u, card %u", i, e->kind, e->duration,
                 e->target.card);
    assert_true(e->master == 0 && same_card(e->source, ref_to(r->s, mine)));
    assert_true(e->turn == r->s->turn);
    if (kind != EFF_GRANT && kind != EFF_DELAYED) assert_int_equal(e->abil, ABIL);
    return e;
}

static int atk(Run *r, CardId c) { return card_stat(r, ref_to(r->s, c), STAT_ATK); }
static int def(Run *r, CardId c) { return card_stat(r, ref_to(r->s, c), STAT_DEF); }

static void numbers_change(void **state) {
    (void)state;
    Run r = board();
    const CardRef on = ref_to(r.s, theirs);
    const int was = atk(&r, theirs), defence = def(&r, theirs);
    assert_int_equal(DID(r, OP_MOD, THEIRS, OP_NUM, 2, OP_NUM, (Code)-1, DUR_TURN), 1);
    const Effect *e = made(&r, 0, EFF_STAT, DUR_TURN, on);
    assert_true(e->a == 2 && e->b == -1 && e->stat[0] == STAT_ATK && e->stat[1] == STAT_DEF);
    assert_true(atk(&r, theirs) == was + 2 && def(&r, theirs) == defence - 1);
    assert_int_equal(DID(r, OP_MOD, OP_NOSET, OP_NUM, 2, OP_NUM, 0, DUR_TURN), 0);
    assert_int_equal(DID(r, OP_STATMOD, THEIRS, STAT_DEF, OP_NUM, 3, DUR_GAME), 1);
    e = made(&r, 1, EFF_STAT, DUR_GAME, on);
    assert_true(e->a == 3 && !e->b && e->stat[0] == STAT_DEF && !e->stat[1]);
    assert_int_equal(DID(r, OP_STATMOD, OP_NOSET, STAT_DEF, OP_NUM, 3, DUR_GAME), 0);
    DID(r, OP_COSTMOD, THEIRS, OP_NUM, 4, DUR_TURN);
    e = made(&r, 2, EFF_STAT, DUR_TURN, on);
    assert_true(e->a == 4 && e->stat[0] == STAT_COST);
    assert_int_equal(r.s->neffects, 3);
    assert_int_equal(def(&r, theirs), defence + 2);
}

/* As much as leaves at least 1. */
static void numbers_change_above_zero(void **state) {
    (void)state;
    Run r = board();
    const int was = atk(&r, theirs), defence = def(&r, theirs);
    assert_true(was > 1 && defence > 2);
    assert_int_equal(DID(r, OP_MODABOVE, THEIRS, OP_NUM, (Code)-9, OP_NUM, (Code)-1, DUR_TURN), 1);
    assert_true(atk(&r, theirs) == 1 && def(&r, theirs) == defence - 1);
    DID(r, OP_MODABOVE, THEIRS, OP_NUM, (Code)-1, OP_NUM, (Code)-9, DUR_TURN);
    assert_true(atk(&r, theirs) == 1 && def(&r, theirs) == 1);
    DID(r, OP_MODABOVE, THEIRS, OP_NUM, 2, OP_NUM, 0, DUR_TURN);
    assert_true(atk(&r, theirs) == 3 && def(&r, theirs) == 1);
    DID(r, OP_MOD, THEIRS, OP_NUM, (Code)-5, OP_NUM, 0, DUR_GAME);
    DID(r, OP_MODABOVE, THEIRS, OP_NUM, (Code)-1, OP_NUM, 0, DUR_GAME);
    assert_int_equal(atk(&r, theirs), -2); /* nothing is left to take */
}

#define PLUS_ONE(dur) OP_MOD, OP_SELF, OP_NUM, 1, OP_NUM, 1, dur

/* The same ability again on the same card is one sum, unless something tells the two apart. */
static void changes_add_up(void **state) {
    (void)state;
    Run r = board();
    DID(r, PLUS_ONE(DUR_TURN));
    DID(r, PLUS_ONE(DUR_TURN));
    assert_true(r.s->neffects == 1 && r.s->effect[0].a == 2 && r.s->effect[0].b == 2);
    DID(r, PLUS_ONE(DUR_GAME));
    assert_int_equal(r.s->neffects, 2);
    DID(r, OP_MOD, THEIRS, OP_NUM, 1, OP_NUM, 1, DUR_TURN);
    assert_int_equal(r.s->neffects, 3);
    r.s->turn++;
    DID(r, PLUS_ONE(DUR_GAME));
    assert_int_equal(r.s->neffects, 4);
    r.s->effect[3].abil = ABIL + 1; /* of another ability */
    DID(r, PLUS_ONE(DUR_GAME));
    assert_int_equal(r.s->neffects, 5);
    r.s->effect[4].source.card = theirs; /* of another card */
    DID(r, PLUS_ONE(DUR_GAME));
    assert_int_equal(r.s->neffects, 6);
    r.s->effect[5].flags |= EFF_DORMANT; /* not yet */
    DID(r, PLUS_ONE(DUR_GAME));
    assert_int_equal(r.s->neffects, 7);
    r.s->effect[6].stat[1] = STAT_COST;
    DID(r, PLUS_ONE(DUR_GAME));
    r.s->effect[7].stat[0] = STAT_COST;
    DID(r, PLUS_ONE(DUR_GAME));
    assert_int_equal(r.s->neffects, 9);
    r.s->effect[8].memory = ref_to(r.s, mine); /* it waits for an attack */
    DID(r, PLUS_ONE(DUR_GAME));
    assert_int_equal(r.s->neffects, 10);
    r.s->effect[9].target.inc--; /* an earlier life */
    DID(r, PLUS_ONE(DUR_GAME));
    assert_int_equal(r.s->neffects, 11);
    r.s->effect[10].flags |= EFF_FACE_DOWN; /* made while it lay face down */
    DID(r, PLUS_ONE(DUR_GAME));
    assert_int_equal(r.s->neffects, 12);
    DID(r, PLUS_ONE(DUR_GAME));
    assert_int_equal(r.s->neffects, 12);
    DID(r, OP_TURNFACE, OP_SELF, 1);
    DID(r, PLUS_ONE(DUR_GAME));
    assert_true(r.s->neffects == 12 && r.s->effect[10].a == 2); /* now that one is the same */
}

/* A change behind "becomes N" is not added to one before it. */
static void changes_around_a_set_number(void **state) {
    (void)state;
    for (unsigned other = 0; other < 2; other++) {
        Run r = board();
        game.set_replaces_value = true;
        DID(r, PLUS_ONE(DUR_TURN));
        if (other)
            DID(r, OP_SETSTAT, THEIRS, STAT_ATK, OP_NUM, 7, DUR_TURN);
        else
            DID(r, OP_SETSTAT, OP_SELF, STAT_ATK, OP_NUM, 7, DUR_TURN);
        const Effect *e = made(&r, 1, EFF_SET, DUR_TURN, ref_to(r.s, other ? theirs : mine));
        assert_true(e->a == STAT_ATK && e->b == 7);
        DID(r, PLUS_ONE(DUR_TURN));
        assert_int_equal(r.s->neffects, other ? 2 : 3);
        if (!other) assert_int_equal(atk(&r, mine), 8);
    }
}

static void numbers_are_set_and_swapped(void **state) {
    (void)state;
    Run r = board();
    const int was = atk(&r, theirs);
    DID(r, OP_SETSTAT, THEIRS, STAT_ATK, OP_NUM, 9, DUR_TURN);
    const Effect *e = made(&r, 0, EFF_STAT, DUR_TURN, ref_to(r.s, theirs)); /* the difference */
    assert_true(e->a == 9 - was && e->stat[0] == STAT_ATK && atk(&r, theirs) == 9);
    const int first = atk(&r, mine);
    assert_int_equal(DID(r, OP_SWAPSTAT, ALL, STAT_ATK, DUR_TURN), 1);
    assert_true(atk(&r, mine) == 9 && atk(&r, theirs) == first);
    assert_int_equal(DID(r, OP_SWAPSTAT, THEIRS, STAT_ATK, DUR_TURN), 0);
    assert_int_equal(DID(r, OP_SWAPSTAT, ALL, STAT_ATK, DUR_WHILE_RESTED_SOURCE), 0);
    const unsigned n = r.s->neffects;
    /* the stat of a card that is not there is no number */
    DID(r, OP_SETSTAT, THEIRS, STAT_ATK, OP_STAT, STAT_ATK, OP_NOSET, DUR_TURN);
    DID(r, OP_SETSTAT, THEIRS, STAT_ATK, OP_ADD, OP_NUM, 1, OP_STAT, STAT_ATK, OP_NOSET, DUR_TURN);
    DID(r, OP_SETSTAT, THEIRS, STAT_ATK, OP_NEG, OP_TOPSTAT, STAT_ATK, OP_NOSET, DUR_TURN);
    DID(r, OP_STATMOD, THEIRS, STAT_ATK, OP_STAT, STAT_ATK, OP_NOSET, DUR_TURN);
    assert_int_equal(r.s->neffects, n);
    DID(r, OP_SETSTAT, THEIRS, STAT_ATK, OP_NEG, OP_STAT, STAT_ATK, OP_SELF, DUR_TURN);
    assert_int_equal(atk(&r, theirs), -9);
    DID(r, OP_SETSTAT, THEIRS, STAT_ATK, OP_SUB, OP_STAT, STAT_ATK, OP_SELF, OP_NUM, 2, DUR_TURN);
    assert_int_equal(atk(&r, theirs), 7);
}

/* Where the game counts a loss of defence as a hit. */
static void losses_are_hits(void **state) {
    (void)state;
    Run r = board();
    game.loss_is_hit = true;
    DID(r, OP_MOD, THEIRS, OP_NUM, (Code)-1, OP_NUM, 0, DUR_TURN);
    DID(r, OP_MOD, THEIRS, OP_NUM, 0, OP_NUM, 1, DUR_GAME);
    DID(r, OP_STATMOD, THEIRS, STAT_COST, OP_NUM, (Code)-1, DUR_TURN);
    assert_true(!card_of(r.s, theirs)->hit_by && !r.s->hits);
    DID(r, OP_MOD, THEIRS, OP_NUM, 0, OP_NUM, (Code)-1, DUR_TURN);
    assert_true(card_of(r.s, theirs)->hit_by == mine && r.s->hits);
    r = board();
    game.loss_is_hit = true;
    DID(r, OP_SETSTAT, THEIRS, STAT_DEF, OP_NUM, 50, DUR_TURN);
    assert_int_equal(card_of(r.s, theirs)->hit_by, 0);
    DID(r, OP_SETSTAT, THEIRS, STAT_DEF, OP_NUM, 1, DUR_TURN);
    assert_int_equal(card_of(r.s, theirs)->hit_by, mine);
}

/* The next card, not one that is there. */
static void the_next_card_gets_it(void **state) {
    (void)state;
    Run r = board();
    DID(r, OP_NEXTMOD, OP_EVERY, HAND | FIELD, OP_KIND, TK_CH, OP_NUM, 3, OP_NUM, 4, DUR_TURN);
    const Effect *e = made(&r, 0, EFF_NEXT, DUR_TURN, (CardRef){0, 3});
    assert_true(e->a == 3 && e->b == 4 && e->zones == (HAND | FIELD) && e->pc);
    assert_true(e->stat[0] == STAT_ATK && e->stat[1] == STAT_DEF);
}

static void rules_change(void **state) {
    (void)state;
    Run r = board();
    DID(r, OP_RULE, RULE_FORBID, OP_OPP, OP_ANY, OP_NUM, 5, DUR_TURN);
    const Effect *e = made(&r, 0, EFF_RULE, DUR_TURN, nothing);
    assert_true(e->a == RULE_FORBID && e->b == 2 && e->c == 5 && !e->pc && !e->flags);
    r = board();
    DID(r, OP_RULE, RULE_FORBID, OP_YOU, OP_KIND, TK_CH, OP_NUM, 5, DUR_GAME);
    e = made(&r, 0, EFF_RULE, DUR_GAME, nothing);
    assert_true(e->b == 1 && r.pack->code[e->pc] == OP_KIND);
    r = board();
    DID(r, OP_RULESET, RULE_FORBID, OP_EVERY, ALL, OP_NUM, 6, DUR_TURN);
    assert_int_equal(r.s->neffects, 2);
    e = made(&r, 1, EFF_RULE, DUR_TURN, ref_to(r.s, theirs));
    assert_true(e->b == 3 && e->c == 6 && e->flags == EFF_OPEN && !e->pc);
    r = board();
    DID(r, OP_FORBID, DUR_TURN, 5, OP_ON, EV_MOVE, 1, OP_ON_CARD, OP_ANY, OP_SETX, OP_NUM, 1);
    e = made(&r, 0, EFF_RULE, DUR_TURN, nothing);
    assert_true(e->a == RULE_FORBID && r.pack->code[e->pc] == OP_ON && !e->flags);
    r = board();
    DID(r, OP_FORBIDSET, ALL, DUR_TURN, 5, OP_ON, EV_MOVE, 1, OP_ON_CARD, OP_ANY);
    assert_int_equal(r.s->neffects, 2);
    e = made(&r, 0, EFF_RULE, DUR_TURN, ref_to(r.s, mine));
    assert_true(e->flags == EFF_OPEN && r.pack->code[e->pc] == OP_ON);
}

static void cards_gain_and_lose(void **state) {
    (void)state;
    Run r = board();
    assert_int_equal(DID(r, OP_GAIN, ALL, ADD_KIND, TK_BIG, DUR_TURN), 1);
    assert_int_equal(r.s->neffects, 2);
    const Effect *e = made(&r, 0, EFF_GAIN, DUR_TURN, ref_to(r.s, mine));
    assert_true(e->a == ADD_KIND && e->b == TK_BIG);
    const uint32_t stamp = e->stamp;
    assert_int_equal(DID(r, OP_GAIN, OP_SELF, ADD_KIND, TK_BIG, DUR_TURN), 1); /* renewed */
    assert_int_equal(r.s->neffects, 2);
    e = made(&r, 1, EFF_GAIN, DUR_TURN, ref_to(r.s, mine)); /* now the later one */
    assert_true(e->stamp >= stamp);
    DID(r, OP_GAIN, OP_SELF, ADD_KIND, TK_BIG, DUR_GAME);
    DID(r, OP_GAIN, OP_SELF, ADD_KIND, TK_SITE, DUR_TURN);
    DID(r, OP_GAIN, OP_SELF, SET_KIND, TK_BIG, DUR_TURN);
    assert_int_equal(r.s->neffects, 5);
    r.s->turn++;
    DID(r, OP_GAIN, OP_SELF, ADD_KIND, TK_BIG, DUR_GAME);
    assert_int_equal(r.s->neffects, 6);
    r.s->effect[5].master = 1;
    DID(r, OP_GAIN, OP_SELF, ADD_KIND, TK_BIG, DUR_GAME);
    assert_int_equal(r.s->neffects, 7);
    r.s->effect[6].flags |= EFF_DORMANT;
    DID(r, OP_GAIN, OP_SELF, ADD_KIND, TK_BIG, DUR_GAME);
    assert_int_equal(r.s->neffects, 8);
    r.s->effect[7].target.inc--;
    DID(r, OP_GAIN, OP_SELF, ADD_KIND, TK_BIG, DUR_GAME);
    assert_int_equal(r.s->neffects, 9);
    assert_int_equal(DID(r, OP_GAIN, OP_NOSET, ADD_KIND, TK_BIG, DUR_TURN), 0);
    r = board();
    assert_int_equal(DID(r, OP_LOSE, THEIRS, LOST_TRAITS, DUR_TURN), 1);
    e = made(&r, 0, EFF_LOSE, DUR_TURN, ref_to(r.s, theirs));
    assert_true(e->a == LOST_TRAITS && !e->b);
    DID(r, OP_LOSE, THEIRS, LOST_TRAITS, DUR_TURN);
    assert_int_equal(r.s->neffects, 2);
    r = board();
    assert_int_equal(DID(r, OP_GRANT, THEIRS, 2, DUR_TURN), 1);
    assert_int_equal(made(&r, 0, EFF_GRANT, DUR_TURN, ref_to(r.s, theirs))->abil, 2);
    r = board();
    const AbilId own = r.pack->def[card_of(r.s, mine)->def].abil;
    assert_int_equal(DID(r, OP_COPY, THEIRS, OP_SELF, DUR_TURN), 1);
    assert_int_equal(r.s->neffects, 1);
    assert_int_equal(made(&r, 0, EFF_GRANT, DUR_TURN, ref_to(r.s, theirs))->abil, own);
    assert_int_equal(DID(r, OP_COPY, THEIRS, OP_NOSET, DUR_TURN), 0);
    assert_int_equal(DID(r, OP_COPY, OP_NOSET, OP_SELF, DUR_TURN), 0);
    r = board();
    DID(r, OP_TURNFACE, OP_SELF, 1); /* face down it has none */
    assert_int_equal(DID(r, OP_COPY, THEIRS, OP_SELF, DUR_TURN), 0);
    assert_int_equal(r.s->neffects, 0);
}

/* Durations that depend on whose turn it is, and on a card whose attack is awaited. */
static void durations_are_resolved(void **state) {
    (void)state;
    static const struct {
        uint8_t written, own, opposite;
    } rows[] = {
        {DUR_OWN_END, DUR_TURN, DUR_OWN_TURN_END},
        {DUR_OPP_END, DUR_OPP_TURN_END, DUR_TURN},
        {DUR_NEXT_OF_THIS, DUR_NEXT_ATTACK, DUR_NEXT_ATTACK},
        {DUR_NEXT_OF_IT, DUR_NEXT_ATTACK, DUR_NEXT_ATTACK},
        {DUR_NEXT_OF_OWN, DUR_NEXT_ATTACK, DUR_NEXT_ATTACK},
        {DUR_NEXT_ON_OWN, DUR_NEXT_ATTACKED, DUR_NEXT_ATTACKED},
        {DUR_NEXT_TURN, DUR_NEXT_TURN, DUR_NEXT_TURN},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (PlayerId turn = 0; turn < 2; turn++) {
            Run r = board();
            r.s->turn_player = turn;
            const CardId turtle = lay(&r, 0, TURTLE, TZ_FIELD, 12, 0);
            DID(r, OP_SETIT, OP_CARDS, OP_YOU, FIELD, 2, OP_KIND, TK_BIG, OP_STATMOD, THEIRS,
                STAT_ATK, OP_NUM, 1, rows[i].written);
            const Effect *e =
                made(&r, 0, EFF_STAT, turn ? rows[i].opposite : rows[i].own, ref_to(r.s, theirs));
            const unsigned dur = rows[i].written;
            const CardId awaited = dur == DUR_NEXT_OF_THIS  ? mine
                                   : dur == DUR_NEXT_OF_IT  ? turtle
                                   : dur == DUR_NEXT_OF_OWN ? theirs
                                   : dur == DUR_NEXT_ON_OWN ? theirs
                                                            : NONE;
            assert_int_equal(e->memory.card, awaited);
        }
    Run r = board(); /* "its next attack", but there is no card */
    DID(r, OP_RULE, RULE_FORBID, OP_OPP, OP_ANY, OP_NUM, 5, DUR_NEXT_OF_IT);
    DID(r, OP_FORBID, DUR_NEXT_OF_IT, 5, OP_ON, EV_MOVE, 1, OP_ON_CARD, OP_ANY);
    assert_int_equal(r.s->neffects, 0);
}

static bool an_attack;
static bool in_attack(Run *r) { return r && an_attack; }
static bool passed(Run *r, unsigned point) { return r && point == 1; }

/* What would be over already does not begin, whatever it is. */
static void nothing_is_over_before_it_begins(void **state) {
    (void)state;
    static const Code durations[][2] = {
        /* over, not over */
        {DUR_ATTACK, DUR_TURN},
        {DUR_UNTIL + 1, DUR_UNTIL},
        {DUR_WHILE_RESTED_SOURCE, DUR_WHILE_SOURCE},
        {DUR_WHILE_RESTED_SOURCE, DUR_UNTIL_OWN + 1},
    };
    for (unsigned i = 0; i < sizeof durations / sizeof *durations; i++)
        for (unsigned begins = 0; begins < 2; begins++) {
            const Code d = durations[i][begins];
            Run r = board();
            game.in_attack = in_attack;
            game.point_passed = passed;
            an_attack = false;
            const unsigned want[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
            unsigned n = 0;
            DID(r, OP_MOD, THEIRS, OP_NUM, 1, OP_NUM, 1, d);
            assert_int_equal(r.s->neffects, begins * want[++n]);
            DID(r, OP_SETSTAT, THEIRS, STAT_ATK, OP_NUM, 1, d);
            assert_int_equal(r.s->neffects, begins * want[++n]);
            DID(r, OP_STATMOD, THEIRS, STAT_ATK, OP_NUM, 1, d);
            assert_int_equal(r.s->neffects, begins * want[++n]);
            DID(r, OP_RULE, RULE_FORBID, OP_OPP, OP_ANY, OP_NUM, 5, d);
            assert_int_equal(r.s->neffects, begins * want[++n]);
            DID(r, OP_RULESET, RULE_FORBID, OP_OPP, THEIRS, OP_NUM, 5, d);
            assert_int_equal(r.s->neffects, begins * want[++n]);
            DID(r, OP_FORBID, d, 5, OP_ON, EV_MOVE, 1, OP_ON_CARD, OP_ANY);
            assert_int_equal(r.s->neffects, begins * want[++n]);
            DID(r, OP_LOSE, THEIRS, LOST_TRAITS, d);
            assert_int_equal(r.s->neffects, begins * want[++n]);
            DID(r, OP_COPY, THEIRS, OP_SELF, d);
            assert_int_equal(r.s->neffects, begins * want[++n]);
        }
}

/* Cards that have left since they were chosen get nothing. */
static void only_live_cards_get_it(void **state) {
    (void)state;
    static const Code actions[][8] = {
        {OP_MOD, OP_IT, OP_NUM, 1, OP_NUM, 1, DUR_TURN, OP_END},
        {OP_SETSTAT, OP_IT, STAT_ATK, OP_NUM, 9, DUR_TURN, OP_END},
        {OP_STATMOD, OP_IT, STAT_ATK, OP_NUM, 1, DUR_TURN, OP_END},
        {OP_COSTMOD, OP_IT, OP_NUM, 1, DUR_TURN, OP_END},
        {OP_RULESET, RULE_FORBID, OP_YOU, OP_IT, OP_NUM, 0, DUR_TURN, OP_END},
        {OP_LOSE, OP_IT, LOST_TRAITS, DUR_TURN, OP_END},
        {OP_GRANT, OP_IT, 2, DUR_TURN, OP_END},
        {OP_COPY, OP_IT, OP_SELF, DUR_TURN, OP_END},
        {OP_DAMAGE, OP_IT, OP_NUM, 1, OP_END},
        {OP_ORIENT, OP_IT, 1, OP_END},
        {OP_TURNFACE, OP_IT, 1, OP_END},
    };
    for (unsigned i = 0; i < sizeof actions / sizeof *actions; i++)
        for (unsigned gone = 0; gone < 2; gone++) {
            Run r = board();
            code_free(&code);
            code_open(&code, r.g, toy_stock.pack);
            const Pc pc = code_put(&code, actions[i], 8);
            r.pack = code_done(&code);
            const unsigned ctx = ctx_open(&r, ABIL, 0, ref_to(r.s, mine));
            const CardRef it = ref_to(r.s, theirs);
            reg_push(&r, &r.s->ctx[ctx], REG_IT, it);
            if (gone) card_at(r.s, theirs)->inc++;
            nnoted = 0;
            vm_call(&r, ctx, pc);
            go_on(&r);
            if ((r.s->neffects + nnoted > 0) == gone) fail_msg("action %u, gone %u", i, gone);
        }
}

/* A card that loses its abilities loses those that it was given before; another card keeps its own.
 */
static void given_abilities_are_lost(void **state) {
    (void)state;
    for (unsigned later = 0; later < 2; later++) {
        static uint8_t layers[CHANGE_COUNT];
        Run r = board();
        memcpy(layers, game_toy.layer_of, sizeof layers);
        if (later) layers[CHANGE_LOSS] = LAYER_NUMBER;
        game.layer_of = layers;
        game.loss_takes_granted = true;
        const AbilId given = r.pack->def[SHIELD].abil;
        DID(r, OP_GRANT, ALL, given, DUR_GAME);
        derive(&r);
        assert_int_equal(r.s->nlisteners - r.s->nfixed, 2);
        DID(r, OP_LOSE, OP_SELF, LOST_ABILITIES, DUR_GAME);
        derive(&r);
        unsigned of_mine = 0, of_theirs = 0;
        for (unsigned i = r.s->nfixed; i < r.s->nlisteners; i++) {
            of_mine += r.s->listen[i].card == mine;
            of_theirs += r.s->listen[i].card == theirs;
        }
        assert_true(of_mine == 0 && of_theirs == 1);
        assert_true(card_silent(&r, mine) && !card_silent(&r, theirs));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_change),
        cmocka_unit_test(numbers_change_above_zero),
        cmocka_unit_test(changes_add_up),
        cmocka_unit_test(changes_around_a_set_number),
        cmocka_unit_test(numbers_are_set_and_swapped),
        cmocka_unit_test(losses_are_hits),
        cmocka_unit_test(the_next_card_gets_it),
        cmocka_unit_test(rules_change),
        cmocka_unit_test(cards_gain_and_lose),
        cmocka_unit_test(durations_are_resolved),
        cmocka_unit_test(nothing_is_over_before_it_begins),
        cmocka_unit_test(only_live_cards_get_it),
        cmocka_unit_test(given_abilities_are_lost),
    };
    return cmocka_run_group_tests(tests, toy_open, toy_close);
}
