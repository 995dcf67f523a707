/* The actions of compiled text, one by one: what happens, who does it and by whose effect, and
 * whether it counts as done (DID). */
#include "toy_code.h"

static bool rested(const Run *r, CardId c) { return card_of(r->s, c)->flags & CARD_RESTED; }
static bool is_down(const Run *r, CardId c) { return card_of(r->s, c)->flags & CARD_DOWN; }

/* Forbids everything to the card 'spared'. */
static CardId spared;
static bool no_turning(Run *r, uint16_t c, unsigned rest) { return r && rest < 2 && c == spared; }
static bool no_damage(Run *r, uint16_t c) { return r && c == spared; }
static int more_damage(Run *r, uint16_t c, uint16_t source) {
    return r && source == mine && c == spared ? 1 : -2;
}
static bool never_loses(Run *r, unsigned p) { return r && p == 1; }
static bool no_draws(Run *r, unsigned p) { return r && p == 1; }
static unsigned draws_one_more(Run *r, unsigned p) { return r && p == 0; }

/* ---- actions on cards ---- */

static void cards_are_turned(void **state) {
    (void)state;
    Run r = board();
    assert_int_equal(DID(r, OP_ORIENT, OP_SELF, 1), 1);
    happened(0, EV_ORIENT, 0, mine, 1, 0);
    assert_int_equal(DID(r, OP_ORIENT, OP_SELF, 1), 0); /* already */
    assert_int_equal(nnoted, 0);
    assert_int_equal(DID(r, OP_ORIENT, ALL, 1), 1);
    assert_int_equal(nnoted, 1);
    happened(0, EV_ORIENT, 1, theirs, 1, 0);
    assert_int_equal(DID(r, OP_ORIENT, IN_HAND, 1), 0); /* nothing rests there */
    assert_int_equal(DID(r, OP_ORIENT, OP_SELF, 0), 1);
    happened(0, EV_ORIENT, 0, mine, 0, 0);
    spared = mine;
    game.orient_forbidden = no_turning;
    assert_int_equal(DID(r, OP_ORIENT, OP_SELF, 1), 0);
    assert_int_equal(DID(r, OP_ORIENT, OP_NOSET, 1), 0);
    assert_int_equal(DID(r, OP_ORIENT, THEIRS, 0), 1);
    assert_true(!rested(&r, mine) && !rested(&r, theirs));
}

static void cards_are_turned_over(void **state) {
    (void)state;
    Run r = board();
    assert_int_equal(DID(r, OP_TURNFACE, THEIRS, 1), 1);
    happened(0, EV_FACE, 1, theirs, 1, 0);
    assert_int_equal(DID(r, OP_TURNFACE, THEIRS, 1), 0);
    assert_int_equal(nnoted, 0);
    assert_int_equal(DID(r, OP_TURNFACE, ALL, 1), 1);
    assert_int_equal(nnoted, 1);
    happened(0, EV_FACE, 0, mine, 1, 0);
    assert_int_equal(DID(r, OP_TURNFACE, THEIRS, 0), 1);
    assert_true(is_down(&r, mine) && !is_down(&r, theirs));
    assert_int_equal(DID(r, OP_TURNFACE, OP_NOSET, 1), 0);
}

static void damage_is_dealt(void **state) {
    (void)state;
    Run r = board();
    assert_int_equal(DID(r, OP_DAMAGE, THEIRS, OP_NUM, 2), 1);
    happened(0, EV_DAMAGE, 1, theirs, 2, 0);
    assert_int_equal(noted[0].other, mine);
    assert_int_equal(card_of(r.s, theirs)->hit_by, mine); /* by an effect, not by a rule */
    assert_int_equal(DID(r, OP_DAMAGE, THEIRS, OP_NUM, 0), 0);
    assert_int_equal(DID(r, OP_DAMAGE, THEIRS, OP_NUM, (Code)-1), 0);
    assert_int_equal(nnoted, 0);
    spared = theirs;
    game.damage_added = more_damage;
    assert_int_equal(DID(r, OP_DAMAGE, ALL, OP_NUM, 2), 1); /* 2 - 2 and 2 + 1 */
    assert_int_equal(nnoted, 1);
    happened(0, EV_DAMAGE, 1, theirs, 3, 0);
    assert_int_equal(DID(r, OP_DAMAGE, ALL, OP_NUM, 0), 0); /* nothing is added to no damage */
    assert_int_equal(DID(r, OP_CLEAR, THEIRS), 1);
    happened(0, EV_HEAL, 1, theirs, 0, 0);
    assert_int_equal(card_of(r.s, theirs)->damage, 0);
    game.damage_forbidden = no_damage;
    assert_int_equal(DID(r, OP_DAMAGE, THEIRS, OP_NUM, 2), 0);
    assert_int_equal(DID(r, OP_DAMAGE, ALL, OP_NUM, 3), 1);
    assert_int_equal(nnoted, 1);
    happened(0, EV_DAMAGE, 0, mine, 1, 0);
    assert_int_equal(DID(r, OP_CLEAR, ALL), 1); /* what is forbidden is damage */
    assert_int_equal(nnoted, 2);
    assert_int_equal(DID(r, OP_DAMAGE, OP_NOSET, OP_NUM, 1), 0);
}

static void cards_are_shown(void **state) {
    (void)state;
    Run r = board();
    const CardId hidden = zone_card(&r.s->player[0], TZ_HAND, 0),
                 other = zone_card(&r.s->player[1], TZ_HAND, 0);
    assert_int_equal(DID(r, OP_REVEAL, IN_HAND), 1);
    assert_int_equal(nnoted, 2);
    happened(0, EV_SHOW, 0, hidden, 0, 0);
    assert_int_equal(card_of(r.s, hidden)->known, 0); /* hidden again: the ability is over */
    begin_code(&r, CODE(OP_SHOWALL, OP_CARDS, OP_OPP, HAND, 1, OP_ANY));
    happened(0, EV_SHOW, 1, other, 0, 0);
    assert_int_equal(DID(r, OP_REVEAL, OP_NOSET), 0);
}

static void cards_are_looked_at(void **state) {
    (void)state;
    Run r = board();
    const CardId other = zone_card(&r.s->player[1], TZ_HAND, 0);
    Context *x = begin_code(
        &r, CODE(OP_SEE, OP_YOU, OP_CARDS, OP_OPP, HAND, 1, OP_ANY, OP_ORIENT, OP_SELF, 0));
    happened(0, EV_LOOK, 0, other, 0, 0);
    assert_int_equal(x->n[REG_LOOK], 1);
    assert_int_equal(reg_cards(r.s, x, REG_LOOK)[0].card, other);
    ctx_close(&r, (unsigned)(x - r.s->ctx));
    x = begin_code(&r, CODE(OP_SEE, OP_OPP, IN_HAND));
    assert_int_equal(x->did, 1);
    assert_int_equal(nnoted, 2);
    happened(0, EV_LOOK, 1, zone_card(&r.s->player[0], TZ_HAND, 0), 0, 1);
    ctx_close(&r, (unsigned)(x - r.s->ctx));
    assert_int_equal(DID(r, OP_SEE, OP_YOU, OP_NOSET), 0);
    x = begin_code(&r, CODE(OP_LOOK, OP_OPP, OP_YOU, OP_NUM, 2, 0));
    assert_int_equal(x->n[REG_LOOK], 2);
    assert_int_equal(x->n[REG_IT], 2);
    happened(0, EV_LOOK, 1, zone_top(r.s, 0, TZ_DECK), 0, 1);
    assert_int_equal(reg_cards(r.s, x, REG_LOOK)[0].card, zone_top(r.s, 0, TZ_DECK));
    ctx_close(&r, (unsigned)(x - r.s->ctx));
    assert_int_equal(DID(r, OP_LOOK, OP_YOU, OP_YOU, OP_NUM, 0, 0), 0);
    x = begin_code(&r, CODE(OP_LOOK, OP_YOU, OP_OPP, OP_NUM, 1, 2)); /* revealed */
    happened(0, EV_SHOW, 0, zone_top(r.s, 1, TZ_DECK), 0, 0);
    ctx_close(&r, (unsigned)(x - r.s->ctx));
}

/* ---- by the rules ---- */

/* Cards that the rules turn: the player does it, and no effect. Also where nothing listens to it.
 */
static void cards_turned_by_the_rules(void **state) {
    (void)state;
    for (unsigned heard = 0; heard < 2; heard++)
        for (unsigned rest = 2; rest-- > 0;) {
            Run r = board();
            if (!rest) DID(r, OP_ORIENT, THEIRS, 1);
            r.s->nuntil = (uint8_t)heard; /* a duration may end with it */
            nnoted = 0;
            const unsigned first = batch_open(&r);
            batch_orient(&r, 1, theirs, rest);
            batch_do(&r, first);
            const Event *e = &noted[0];
            assert_true(nnoted == 1 && e->kind == EV_ORIENT && e->card == theirs);
            assert_true(e->player == 1 && e->actor == 1 && e->by == NOBODY);
            assert_int_equal(e->amount, rest);
            assert_int_equal(rested(&r, theirs), rest);
            r.s->nuntil = 0;
        }
}

/* What rule processing has to look at again. */
static void what_is_to_be_checked(void **state) {
    (void)state;
    Run r = board();
    static const struct {
        uint8_t kind;
        bool on_card;
        uint32_t unchecked;
    } rows[] = {
        {EV_DAMAGE, true, UNCHECKED_VALUES},     {EV_DAMAGE, false, UNCHECKED_PLAYERS},
        {EV_HIT, true, UNCHECKED_VALUES},        {EV_TIE, true, UNCHECKED_VALUES},
        {EV_FACE, true, UNCHECKED_VALUES},       {EV_COUNTERS, true, UNCHECKED_VALUES},
        {EV_COUNTERS, false, UNCHECKED_PLAYERS},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        r.s->unchecked = 0;
        const CardId other = rows[i].kind == EV_TIE ? mine : NONE;
        const int amount = rows[i].kind != EV_TIE && rows[i].kind != EV_HIT;
        event_one(&r, rows[i].kind, 1, rows[i].on_card ? theirs : NONE, other, amount);
        const uint32_t both = UNCHECKED_VALUES | UNCHECKED_PLAYERS;
        if ((r.s->unchecked & both) != rows[i].unchecked) fail_msg("row %u", i);
        if (rows[i].kind == EV_FACE) assert_true(r.s->unchecked & FIELD);
    }
}

/* ---- players ---- */

static void cards_are_drawn(void **state) {
    (void)state;
    Run r = board();
    const CardId top = zone_top(r.s, 0, TZ_DECK);
    Context *x = begin_code(&r, CODE(OP_DRAW, OP_YOU, OP_NUM, 2, 0));
    assert_int_equal(x->did, 1);
    assert_int_equal(x->n[REG_IT], 2);
    assert_int_equal(reg_cards(r.s, x, REG_IT)[0].card, top);
    assert_true(ref_live(r.s, reg_cards(r.s, x, REG_IT)[0]));
    assert_int_equal(nnoted, 2);
    happened(0, EV_MOVE, 0, top, 0, 0);
    assert_int_equal(noted[0].how, TH_DRAW);
    ctx_close(&r, (unsigned)(x - r.s->ctx));
    assert_int_equal(DID(r, OP_DRAW, OP_EVERY, OP_NUM, 1, 0), 1);
    assert_true(nnoted == 2 && noted[0].actor == 0 && noted[1].actor == 1 && !noted[1].by);
    game.draws_more = draws_one_more;
    assert_int_equal(DID(r, OP_DRAW, OP_EVERY, OP_NUM, 1, 0), 1);
    assert_int_equal(nnoted, 3);
    DID(r, OP_DRAW, OP_YOU, OP_NUM, 1, UPTO_PLAIN);
    assert_int_equal(nnoted, 1);
    game.draws_more = 0;
    game.draw_forbidden = no_draws;
    assert_int_equal(DID(r, OP_DRAW, OP_OPP, OP_NUM, 1, 0), 0);
    assert_int_equal(DID(r, OP_DRAW, OP_YOU, OP_NUM, 1, 0), 1);
    assert_int_equal(DID(r, OP_DRAW, OP_YOU, OP_NUM, 0, 0), 0);
    DID(r, OP_DRAW, OP_YOU, OP_NUM, 50, 0);
    assert_int_equal(zone_count(r.s, 0, TZ_DECK), 0);
    assert_int_equal(DID(r, OP_DRAW, OP_YOU, OP_NUM, 1, 0), 0); /* nothing is left */
}

/* "Up to": a question before each card, none where there is no card to draw. */
static void cards_are_drawn_as_liked(void **state) {
    (void)state;
    Run r = board();
    Context *x = begin_code(&r, CODE(OP_DRAW, OP_EVERY, OP_NUM, 2, UPTO_MAY));
    assert_true(r.s->ask.kind == ASK_YESNO && r.s->ask.player == 0 && r.s->ask.n == 2);
    answer(&r, 0);
    answer(&r, 1); /* no more: the next player */
    assert_true(r.s->ask.pending && r.s->ask.player == 1);
    answer(&r, 0);
    answer(&r, 0);
    assert_true(!r.s->ask.pending && nnoted == 3 && x->did == 1 && x->n[REG_IT] == 3);
    ctx_close(&r, (unsigned)(x - r.s->ctx));
    game.draw_forbidden = no_draws;
    x = begin_code(&r, CODE(OP_DRAW, OP_OPP, OP_NUM, 2, UPTO_MAY));
    assert_true(!r.s->ask.pending && !nnoted && !x->did);
}

static void zones_are_shuffled(void **state) {
    (void)state;
    Run r = board();
    DID(r, OP_SHUFFLE, OP_EVERY, DECK);
    assert_int_equal(nnoted, 2);
    happened(0, EV_SHUFFLE, 0, NONE, 0, 0);
    happened(1, EV_SHUFFLE, 1, NONE, 0, 1);
    assert_true(noted[0].from == TZ_DECK && noted[1].from == TZ_DECK);
    DID(r, OP_SHUFFLE, OP_OPP, DECK | PILE);
    assert_true(nnoted == 2 && noted[0].player == 1 && noted[1].from == TZ_PILE);
}

static void games_are_won_and_lost(void **state) {
    (void)state;
    Run r = board();
    game.lose_forbidden = never_loses;
    DID(r, OP_LOSEGAME, OP_OPP);
    assert_true(!r.s->result && !nnoted);
    game.lose_forbidden = 0;
    DID(r, OP_LOSEGAME, OP_OPP);
    happened(0, EV_LEAVE, 1, NONE, 0, 0);
    assert_true(r.s->result == RESULT_WIN && (r.s->player[0].flags & PLAYER_WON));
    r = board();
    assert_int_equal(DID(r, OP_WIN, OP_OPP), ENDED);
    assert_true(r.s->result == RESULT_WIN && (r.s->player[1].flags & PLAYER_WON) &&
                !(r.s->player[0].flags & PLAYER_WON));
}

/* ---- moves ---- */

static void cards_are_moved(void **state) {
    (void)state;
    Run r = board();
    const CardId hidden = zone_card(&r.s->player[0], TZ_HAND, 0);
    Context *x = begin_code(
        &r, CODE(OP_MOVE, OP_OPP, OP_CARDS, OP_YOU, HAND, 2, OP_KIND, TK_SITE, PILE, 0, TH_MILL));
    assert_int_equal(x->did, 1);
    happened(0, EV_MOVE, 0, hidden, 0, 1); /* the player that the text names does it */
    assert_true(noted[0].how == TH_MILL && noted[0].to == TZ_PILE && noted[0].to_player == 0);
    assert_true(x->n[REG_IT] == 1 && reg_cards(r.s, x, REG_IT)[0].card == hidden);
    ctx_close(&r, (unsigned)(x - r.s->ctx));
    x = begin_code(&r, CODE(OP_MOVE, OP_OPP, IN_HAND, PILE, PUT_MASTERS, TH_MILL));
    happened(0, EV_MOVE, 0, noted[0].card, 0, 1); /* also where it names whose zone it is */
    assert_true(noted[0].to_player == 0 && x->n[REG_IT] == 1);
    ctx_close(&r, (unsigned)(x - r.s->ctx));
    assert_int_equal(DID(r, OP_MOVE, OP_YOU, OP_NOSET, PILE, 0, TH_PUT), 0);
    assert_int_equal(DID(r, OP_MOVE, OP_YOU, OP_TOPS, OP_OPP, OP_NUM, 2, PILE, 0, TH_MILL), 1);
    assert_true(nnoted == 2 && noted[0].player == 1 && noted[0].actor == 0);
    x = begin_code(&r, CODE(OP_MOVE, OP_YOU, OP_TOPS, OP_YOU, OP_NUM, 0, PILE, 0, TH_MILL));
    assert_true(!x->did && !nnoted && !x->n[REG_IT]);
    ctx_close(&r, (unsigned)(x - r.s->ctx));
    assert_int_equal(DID(r, OP_MOVE, OP_YOU, OP_TOPS, OP_YOU, OP_NUM, 1, HAND, PUT_BOTTOM, TH_PUT),
                     1);
}

/* What is tied to a card goes where it goes, by the same player's effect, and as its cost. */
static void tied_cards_follow(void **state) {
    (void)state;
    for (unsigned cost = 0; cost < 2; cost++) {
        Run r = board();
        const CardId charm = lay(&r, 0, STRING, TZ_CHARMS, 0, mine);
        nnoted = 0;
        code_free(&code);
        code_open(&code, r.g, toy_stock.pack);
        const Pc pc = PUT(&code, OP_MOVE, OP_OPP, OP_SELF, PILE, PUT_BOTTOM, TH_MILL, OP_END);
        r.pack = code_done(&code);
        const unsigned ctx = ctx_open(&r, 1, 0, ref_to(r.s, mine));
        if (cost)
            vm_call_cost(&r, ctx, pc);
        else
            vm_call(&r, ctx, pc);
        go_on(&r);
        assert_int_equal(nnoted, 2);
        for (unsigned i = 0; i < 2; i++) {
            const Event *e = &noted[i];
            assert_true(e->kind == EV_MOVE && e->card == (i ? charm : mine) && e->to == TZ_PILE);
            assert_true(e->actor == 1 && e->by == 0 && e->ctx == ctx && e->cost == cost);
            assert_true(e->how == TH_MILL && (e->put & PUT_BOTTOM));
        }
        assert_int_equal(r.s->ctx[ctx].paying, 0);
    }
}

/* "It" is what was moved; what was looked at before stays "left" only if it did not move. */
static void what_it_is_then(void **state) {
    (void)state;
    Run r = board();
    Context *x = begin_code(&r, CODE(OP_SETIT, THEIRS, OP_MOVE, OP_YOU, OP_SELF, HAND, 0, TH_PUT));
    assert_int_equal(reg_cards(r.s, x, REG_IT)[0].card, theirs); /* this card is not "it" */
    ctx_close(&r, (unsigned)(x - r.s->ctx));
    r = board();
    x = begin_code(&r, CODE(OP_MOVE, OP_YOU, OP_SELF, HAND, 0, TH_PUT));
    assert_int_equal(reg_cards(r.s, x, REG_IT)[0].card, mine); /* unless nothing else is */
    assert_int_equal(x->source_now, card_of(r.s, mine)->inc);
    ctx_close(&r, (unsigned)(x - r.s->ctx));
    r = board();
    x = begin_code(&r, CODE(OP_LOOK, OP_YOU, OP_YOU, OP_NUM, 3, 0, OP_SETIT, OP_NOSET, OP_TAKE,
                            OP_YOU, OP_TOPS, OP_YOU, OP_NUM, 1, HAND, 0, OP_SETIT, OP_LEFT));
    assert_true(x->n[REG_LOOK] == 3 && x->n[REG_IT] == 2);
    ctx_close(&r, (unsigned)(x - r.s->ctx));
    x = begin_code(&r, CODE(OP_SETIT, THEIRS, OP_KEEP, OP_SETIT, OP_SELF));
    assert_int_equal(reg_cards(r.s, x, REG_KEEP)[0].card, theirs);
    assert_int_equal(reg_cards(r.s, x, REG_IT)[0].card, mine);
}

/* Players that the text names by what happened: nobody, then the master acts. */
static void players_who_act(void **state) {
    (void)state;
    Run r = board();
    assert_int_equal(DID(r, OP_SEE, OP_OWNER, OP_NOSET, OP_CARDS, OP_OPP, HAND, 1, OP_ANY), 1);
    happened(0, EV_LOOK, 0, zone_card(&r.s->player[1], TZ_HAND, 0), 0, 0);
    DID(r, OP_SETP, OP_OPP, OP_DRAW, OP_NOT_THAT, OP_NUM, 1, 0);
    assert_true(nnoted == 1 && noted[0].player == 0);
    DID(r, OP_SETP, OP_YOU, OP_DRAW, OP_NOT_THAT, OP_NUM, 1, 0);
    assert_true(nnoted == 1 && noted[0].player == 1);
    r.s->turn_player = 1; /* nobody is named: the turn player */
    DID(r, OP_DRAW, OP_THAT, OP_NUM, 1, 0);
    assert_true(nnoted == 1 && noted[0].player == 1);
    DID(r, OP_DRAW, OP_NOT_TURNP, OP_NUM, 1, 0);
    assert_true(nnoted == 1 && noted[0].player == 0);
    DID(r, OP_DRAW, OP_HOLDER, THEIRS, OP_NUM, 1, 0);
    assert_true(nnoted == 1 && noted[0].player == 1);
    Context *x = begin_code(&r, CODE(OP_LOOK, OP_YOU, OP_OPP, OP_NUM, 2, 0, OP_SETIT, OP_LOOKED));
    assert_int_equal(x->n[REG_IT], 2);
}

/* Whoever chooses by what others cannot see need not find such a card, wherever in the set it is;
 * open cards must be found. */
static void hidden_choices(void **state) {
#define SITES_IN_HAND  OP_CARDS, OP_YOU, HAND, 2, OP_KIND, TK_SITE
#define CHOOSE(n, ...) CODE(OP_SELECT, OP_YOU, __VA_ARGS__, OP_NUM, n, OP_NUM, n, 0)
    (void)state;
    for (unsigned i = 0; i < 5; i++) {
        Run r = board();
        lay(&r, 0, SIGNPOST, TZ_HAND, 0, 0);
        switch (i) {
        case 0: begin_code(&r, CHOOSE(1, ALL)); break;
        case 1: begin_code(&r, CHOOSE(1, IN_HAND)); break; /* any card will do */
        case 2: begin_code(&r, CHOOSE(1, SITES_IN_HAND)); break;
        case 3: begin_code(&r, CHOOSE(3, OP_JOIN, SITES_IN_HAND, ALL)); break;
        default: begin_code(&r, CHOOSE(3, OP_JOIN, ALL, SITES_IN_HAND));
        }
        for (unsigned found = 0; found < 2 && i >= 3; found++) answer(&r, 0);
        assert_true(r.s->ask.pending && r.s->ask.kind == ASK_CARD);
        bool declines = false;
        for (unsigned k = 0; k < r.s->ask.n; k++) declines |= r.s->option[k].kind == OPT_DONE;
        if (declines != (i >= 2)) fail_msg("choice %u", i);
    }
}

/* ---- control ---- */

static void bodies_are_run(void **state) {
    (void)state;
    Run r = board();
#define REST_SELF OP_ORIENT, OP_SELF, 1
#define ODD(n)    OP_ODD, OP_NUM, n
    assert_int_equal(DID(r, OP_IF, ODD(2), 3, REST_SELF), 0);
    assert_int_equal(DID(r, OP_WHEN, ODD(2), 3, REST_SELF), 1); /* as before */
    assert_false(rested(&r, mine));
    assert_int_equal(DID(r, OP_IF, ODD(2), 5, REST_SELF, OP_ELSE, 3, OP_ORIENT, OP_SELF, 0), 0);
    assert_int_equal(DID(r, OP_IF, ODD(1), 5, REST_SELF, OP_ELSE, 3, OP_ORIENT, OP_SELF, 0), 1);
    assert_true(rested(&r, mine));
    assert_int_equal(DID(r, OP_ROUNDS, OP_NUM, 0, 5, OP_DRAW, OP_YOU, OP_NUM, 1, 0), 0);
    assert_int_equal(nnoted, 0);
    assert_int_equal(DID(r, OP_ROUNDS, OP_NUM, 3, 5, OP_DRAW, OP_YOU, OP_NUM, 1, 0), 1);
    assert_int_equal(nnoted, 3);
    r.s->turn_player = 1; /* who begins */
    Context *x = begin_code(
        &r, CODE(OP_SETP, OP_NOT_TURNP, OP_EACH, OP_EVERY, 5, OP_DRAW, OP_THAT, OP_NUM, 1, 0));
    assert_true(nnoted == 2 && noted[0].player == 1 && noted[1].player == 0);
    assert_int_equal(x->player, 0); /* as it was before */
}

static void who_may_decline(void **state) {
    (void)state;
    for (unsigned no = 0; no < 2; no++) {
        Run r = board();
        Context *x = begin_code(
            &r, CODE(OP_MAY, OP_OPP, 3, OP_ORIENT, OP_SELF, 1, OP_DRAW, OP_YOU, OP_NUM, 1, 0));
        assert_true(r.s->ask.kind == ASK_YESNO && r.s->ask.player == 1);
        answer(&r, no);
        assert_int_equal(rested(&r, mine), !no);
        assert_int_equal(nnoted, no ? 1 : 2); /* what stands behind is done anyway */
        ctx_close(&r, (unsigned)(x - r.s->ctx));
        x = begin_code(&r, CODE(OP_BY, OP_YOU, 3, OP_ORIENT, OP_SELF, 1));
        assert_int_equal(r.s->ask.pending, no); /* a cost that cannot be paid is not offered */
        if (r.s->ask.pending) answer(&r, 0);
        assert_int_equal(x->did, no);
        assert_int_equal(nnoted, no);
        if (no) happened(0, EV_ORIENT, 0, mine, 1, 0); /* a part of the effect, not a cost of it */
        ctx_close(&r, (unsigned)(x - r.s->ctx));
    }
    Run r = board();
    Context *x = begin_code(&r, CODE(OP_BY, OP_YOU, 3, OP_ORIENT, OP_SELF, 1));
    answer(&r, 1);
    assert_true(!x->did && !nnoted && !rested(&r, mine));
    ctx_close(&r, (unsigned)(x - r.s->ctx));
    assert_int_equal(DID(r, OP_MUST, OP_BY, OP_YOU, 3, OP_ORIENT, OP_SELF, 1), 1); /* not asked */
    x = begin_code(&r, CODE(OP_MUST, OP_BY, OP_YOU, 3, OP_ORIENT, OP_SELF, 1));
    assert_true(!x->did && !x->agreed);
}

static void numbers_and_modes(void **state) {
    (void)state;
    Run r = board();
    Context *x = begin_code(&r, CODE(OP_DECLARE, OP_OPP, OP_NUM, (Code)-1, OP_NUM, 3));
    assert_true(r.s->ask.kind == ASK_NUMBER && r.s->ask.player == 1 && r.s->ask.n == 4);
    assert_int_equal(r.s->option[3].a, 3);
    answer(&r, 2);
    assert_int_equal(x->x, 2);
    ctx_close(&r, (unsigned)(x - r.s->ctx));
    x = begin_code(&r, CODE(OP_DECLARE, OP_YOU, OP_NUM, 4, OP_NUM, 400));
    assert_true(r.s->option[0].a == 4 && r.s->ask.n == 96); /* numbers below 100 */
    answer(&r, 0);
    ctx_close(&r, (unsigned)(x - r.s->ctx));
    x = begin_code(
        &r, CODE(OP_MODES, OP_OPP, OP_NUM, 1, 0, 2, 3, 3, OP_SETX, OP_NUM, 5, OP_SETX, OP_NUM, 6));
    assert_true(r.s->ask.kind == ASK_MODE && r.s->ask.player == 1 && r.s->ask.n == 2);
    answer(&r, 1);
    assert_int_equal(x->x, 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_are_turned),
        cmocka_unit_test(cards_are_turned_over),
        cmocka_unit_test(damage_is_dealt),
        cmocka_unit_test(cards_are_shown),
        cmocka_unit_test(cards_are_looked_at),
        cmocka_unit_test(cards_are_drawn),
        cmocka_unit_test(cards_are_drawn_as_liked),
        cmocka_unit_test(zones_are_shuffled),
        cmocka_unit_test(games_are_won_and_lost),
        cmocka_unit_test(cards_are_moved),
        cmocka_unit_test(what_it_is_then),
        cmocka_unit_test(players_who_act),
        cmocka_unit_test(tied_cards_follow),
        cmocka_unit_test(hidden_choices),
        cmocka_unit_test(cards_turned_by_the_rules),
        cmocka_unit_test(what_is_to_be_checked),
        cmocka_unit_test(bodies_are_run),
        cmocka_unit_test(who_may_decline),
        cmocka_unit_test(numbers_and_modes),
    };
    return cmocka_run_group_tests(tests, toy_open, toy_close);
}
