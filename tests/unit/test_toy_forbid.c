/* Prohibitions by pattern (FORBID and FORBIDSET): by static abilities and by effects that last.
 * Effects do the rest, costs cannot be paid, replacements are not offered what cannot happen, and
 * rules do not offer it. */
#include "code_pack.h"
#include "kernel/procs.h"
#include "toy_games.h"

enum { DECK = 1 << TZ_DECK, HAND = 1 << TZ_HAND, FIELD = 1 << TZ_FIELD, LANE = 1 << TZ_LANE };
enum { PILE = 1 << TZ_PILE };
#define ANYCARD 1, OP_ANY
/* Patterns, with their lengths in front. */
#define NO_DRAW_OF_OPPONENTS 8, OP_ON, EV_MOVE, 2, OP_BYEFFECT, OP_ON_CARD, OP_AT, OP_OPP, DECK
#define NO_RESTING           5, OP_ON, EV_ORIENT, 1, OP_TURNED, 1
#define NO_LEAVING           8, OP_ON, EV_MOVE, 2, OP_BYEFFECT, OP_ON_CARD, OP_AT, OP_EVERY, FIELD
#define NO_PLAYING           7, OP_ON, EV_MOVE, 1, OP_ON_CARD, OP_AT, OP_OPP, HAND

static CodePack code;
static Pc draw_two, rest_all, rest_self, discard, lasting, lasting_set, look, lose;
static Pc see_hand, reveal_hand, show_hand, no_look, no_show; /* of the opponent; at sites */
static Pc any_event[EV_GRANTS];                               /* patterns, one for each kind */

static AbilityDef ban(ZoneSet zones, Pc body) {
    return (AbilityDef){.kind = ABIL_STATIC,
                        .zones = zones,
                        .events = ev_bit(EV_STATIC),
                        .touches = TOUCH_RULE,
                        .rules = rule_bit(RULE_FORBID),
                        .depends = FIELD,
                        .body = body};
}

/* Sites keep opponents from drawing by effects, turtles keep all other units of their opponents
 * from resting, shields keep units from leaving by effects (and replace it), charms keep opponents
 * from playing cards. */
static int open_code(void **state) {
    CodePack *c = &code;
    if (toy_open(state)) return 1;
    code_open(c, &game_toy, toy_stock.pack);
    code_give(c, SIGNPOST, ban(LANE, PUT(c, OP_FORBID, DUR_NONE, NO_DRAW_OF_OPPONENTS, OP_END)));
    code_give(c, TURTLE,
              ban(FIELD, PUT(c, OP_FORBIDSET, OP_CARDS, OP_OPP, FIELD, ANYCARD, DUR_NONE,
                             NO_RESTING, OP_END)));
    code_give(c, SHIELD, ban(FIELD, PUT(c, OP_FORBID, DUR_NONE, NO_LEAVING, OP_END)));
    code_give(c, STRING, ban(1 << TZ_CHARMS, PUT(c, OP_FORBID, DUR_NONE, NO_PLAYING, OP_END)));
    /* bodies that are carried out by hand; an ability makes the verifier see them */
    draw_two = PUT(c, OP_DRAW, OP_YOU, OP_NUM, 2, 0, OP_END);
    rest_all = PUT(c, OP_ORIENT, OP_CARDS, OP_EVERY, FIELD, ANYCARD, 1, OP_END);
    rest_self = PUT(c, OP_ORIENT, OP_SELF, 1, OP_END);
    discard = PUT(c, OP_MOVE, OP_YOU, OP_CARDS, OP_EVERY, FIELD, ANYCARD, PILE, 0, TH_PUT, OP_END);
    lasting = PUT(c, OP_FORBID, DUR_TURN, NO_DRAW_OF_OPPONENTS, OP_END);
    lasting_set =
        PUT(c, OP_FORBIDSET, OP_CARDS, OP_EVERY, FIELD, ANYCARD, DUR_TURN, NO_RESTING, OP_END);
    look = PUT(c, OP_LOOK, OP_YOU, OP_YOU, OP_NUM, 1, 0, OP_END);
    lose = PUT(c, OP_LOSEGAME, OP_EVERY, OP_END);
    for (unsigned kind = EV_MOVE; kind < EV_GRANTS; kind++) {
        any_event[kind] = (Pc)(PUT(c, OP_FORBID, DUR_NONE, 3, OP_ON, kind, 0, OP_END) + 3);
        code_ability(c, (AbilityDef){.kind = ABIL_ACTIVATED, .body = (Pc)(any_event[kind] - 3)});
    }
    see_hand = PUT(c, OP_SEE, OP_YOU, OP_CARDS, OP_OPP, HAND, ANYCARD, OP_END);
    reveal_hand = PUT(c, OP_REVEAL, OP_CARDS, OP_OPP, HAND, ANYCARD, OP_END);
    show_hand = PUT(c, OP_SHOWALL, OP_CARDS, OP_OPP, HAND, ANYCARD, OP_END);
    no_look =
        PUT(c, OP_FORBID, DUR_GAME, 6, OP_ON, EV_LOOK, 1, OP_ON_CARD, OP_KIND, TK_SITE, OP_END);
    no_show =
        PUT(c, OP_FORBID, DUR_GAME, 6, OP_ON, EV_SHOW, 1, OP_ON_CARD, OP_KIND, TK_SITE, OP_END);
    const Pc bodies[] = {draw_two, rest_all, rest_self, discard,  lasting,     lasting_set, look,
                         lose,     no_look,  no_show,   see_hand, reveal_hand, show_hand};
    for (unsigned i = 0; i < sizeof bodies / sizeof *bodies; i++)
        code_ability(c, (AbilityDef){.kind = ABIL_ACTIVATED, .body = bodies[i]});
    code_done(c);
    return 0;
}

static int close_code(void **state) {
    code_free(&code);
    return toy_close(state);
}

static Run board(void) {
    Run r = {.s = &toy_state[0], .g = &game_toy, .pack = &code.pack, .scratch = &toy_state[1]};
    const FudaDeck decks[2] = {toy_stock.fuda[0], toy_stock.fuda[0]};
    const FudaSetup setup = {
        .game = &game_toy, .pack = r.pack, .players = 2, .seed = 3, .decks = decks};
    assert_true(game_start(r.s, &setup));
    frame_pop(&r);
    return r;
}

/* Carries out the body as an ability of the card; returns DID. */
static bool carry_out(Run *r, Pc body, CardId source) {
    unsigned ctx = ctx_open(r, 1, card_owner(source), ref_to(r->s, source)), frames = r->s->nframes;
    vm_call(r, ctx, body);
    while (r->s->nframes > frames) {
        Frame *f = frame_top(r);
        r->g->procs[f->proc].fn(r, f);
        assert_false(r->s->ask.pending);
    }
    bool did = r->s->ctx[ctx].did;
    ctx_close(r, ctx);
    forget_waiting(r);
    assert_null(state_ok(r));
    return did;
}

static bool rested(const Run *r, CardId c) { return card_of(r->s, c)->flags & CARD_RESTED; }
static unsigned in_hand(const Run *r, PlayerId p) { return zone_count(r->s, p, TZ_HAND); }

/* The pattern's "opponent" is the opponent of the site's master; a draw by a rule is no effect. */
static void effect_does_the_rest(void **state) {
    (void)state;
    Run r = board();
    CardId mine = lay(&r, 0, SOLDIER, TZ_FIELD, 1, 0), other = lay(&r, 1, SOLDIER, TZ_FIELD, 1, 0);
    forget_waiting(&r);
    assert_true(carry_out(&r, draw_two, other));
    assert_int_equal(in_hand(&r, 1), 2);
    CardId site = lay(&r, 0, SIGNPOST, TZ_LANE, 0, 0);
    forget_waiting(&r);
    assert_false(carry_out(&r, draw_two, other));
    assert_int_equal(in_hand(&r, 1), 2);
    assert_true(carry_out(&r, draw_two, mine));
    assert_int_equal(in_hand(&r, 0), 2);
    move(&r, zone_top(r.s, 1, TZ_DECK), TZ_HAND, 0, 0);
    assert_int_equal(in_hand(&r, 1), 3);
    move(&r, site, TZ_PILE, 0, 0);
    assert_true(carry_out(&r, draw_two, other));
}

/* Only the cards of the set are bound; a cost that needs the event cannot be paid. */
static void set_is_bound(void **state) {
    (void)state;
    Run r = board();
    CardId mine = lay(&r, 0, SOLDIER, TZ_FIELD, 1, 0), other = lay(&r, 1, SOLDIER, TZ_FIELD, 1, 0);
    CardId turtle = lay(&r, 0, TURTLE, TZ_FIELD, 3 << 2, 0);
    forget_waiting(&r);
    Context lent = ctx_borrow(&r, NONE, 1, ref_to(r.s, other));
    assert_false(vm_can(&r, 0, rest_self));
    ctx_give_back(&r, &lent);
    lent = ctx_borrow(&r, NONE, 1, ref_to(r.s, mine));
    assert_true(vm_can(&r, 0, rest_self));
    ctx_give_back(&r, &lent);
    assert_true(carry_out(&r, rest_all, mine));
    assert_true(rested(&r, mine) && rested(&r, turtle) && !rested(&r, other));
    assert_false(carry_out(&r, rest_all, mine)); /* nothing is left but what is forbidden */
    move(&r, turtle, TZ_PILE, 0, 0);
    forget_waiting(&r);
    assert_true(carry_out(&r, rest_all, mine));
    assert_true(rested(&r, other));
}

/* The shield's own replacement does not see what cannot happen. */
static void not_replaced(void **state) {
    (void)state;
    Run r = board();
    CardId shield = lay(&r, 0, SHIELD, TZ_FIELD, 1, 0), unit = lay(&r, 0, SOLDIER, TZ_FIELD, 2, 0);
    forget_waiting(&r);
    assert_false(carry_out(&r, discard, shield));
    assert_true(card_of(r.s, unit)->zone == TZ_FIELD && card_of(r.s, shield)->zone == TZ_FIELD);
    /* a batch that nobody asked about before */
    unsigned first = batch_open(&r);
    Event *e = batch_move(&r, unit, 0, TZ_PILE, TH_PUT);
    e->by = 1;
    assert_false(batch_do(&r, first));
    assert_int_equal(r.s->nbatch, first);
    assert_int_equal(card_of(r.s, unit)->zone, TZ_FIELD);
    /* by a rule it is no effect: now it is replaced */
    assert_true(move(&r, unit, TZ_PILE, 0, 0));
}

/* Effects that last: until the turn ends, for the cards that were there. */
static void effects_that_last(void **state) {
    (void)state;
    Run r = board();
    CardId mine = lay(&r, 0, SOLDIER, TZ_FIELD, 1, 0), other = lay(&r, 1, SOLDIER, TZ_FIELD, 1, 0);
    forget_waiting(&r);
    carry_out(&r, lasting, mine);
    assert_false(carry_out(&r, draw_two, other));
    assert_true(carry_out(&r, draw_two, mine));
    carry_out(&r, lasting_set, mine);
    CardId late = lay(&r, 1, SOLDIER, TZ_FIELD, 2, 0);
    forget_waiting(&r);
    carry_out(&r, rest_all, mine);
    assert_true(!rested(&r, mine) && !rested(&r, other) && rested(&r, late));
    move(&r, other, TZ_HAND, 0, 0); /* a new card when it comes back */
    move(&r, other, TZ_FIELD, 1, 0);
    forget_waiting(&r);
    carry_out(&r, rest_all, mine);
    assert_true(!rested(&r, mine) && rested(&r, other));
    effects_end(&r, DUR_TURN);
    assert_true(carry_out(&r, draw_two, other) && carry_out(&r, rest_all, mine));
    assert_true(rested(&r, mine));
}

/* The pattern is in force for the rest of the game. */
static void forbid(Run *r, Pc pattern) {
    Effect *e = effect_add(r, EFF_RULE, DUR_GAME, 0);
    e->a = RULE_FORBID;
    e->pc = pattern;
    assert_true(bans_in_force(r));
}

/* An event that tells of something that has happened already stays, and so does what a rule does.
 */
static void only_what_changes_a_fact(void **state) {
    static const EventKind change[] = {EV_MOVE, EV_ORIENT,  EV_FACE,  EV_DAMAGE,
                                       EV_HIT,  EV_SHUFFLE, EV_TIE,   EV_SHOW,
                                       EV_LOOK, EV_HEAL,    EV_LEAVE, EV_COUNTERS};
    (void)state;
    EventSet changes = 0;
    for (unsigned i = 0; i < sizeof change / sizeof *change; i++) changes |= ev_bit(change[i]);
    for (unsigned kind = EV_MOVE; kind < EV_GRANTS; kind++)
        for (unsigned by_effect = 0; by_effect < 2; by_effect++) {
            Run r = board();
            CardId unit = lay(&r, 1, SOLDIER, TZ_FIELD, 1, 0);
            forget_waiting(&r);
            forbid(&r, any_event[kind]);
            unsigned first = batch_open(&r);
            Event *e = batch_add(&r, kind, 1, unit);
            if (by_effect) e->by = 0;
            batch_strike(&r, first);
            const bool stays = !by_effect || !(changes & ev_bit(kind));
            if (r.s->nbatch != first + stays)
                fail_msg("event %u, by %s", kind, by_effect ? "an effect" : "a rule");
        }
}

/* Nobody loses by an effect if nobody can. */
static void cannot_lose(void **state) {
    (void)state;
    Run r = board();
    CardId mine = lay(&r, 0, SOLDIER, TZ_FIELD, 1, 0);
    forget_waiting(&r);
    forbid(&r, any_event[EV_LEAVE]);
    carry_out(&r, lose, mine);
    assert_true(player_in(r.s, 0) && player_in(r.s, 1) && !r.s->result);
}

typedef struct Shown {
    Observer obs;
    unsigned soldiers, sites;
} Shown;

static void count_shown(Observer *o, const Run *r, const Event *e) {
    Shown *x = (Shown *)o;
    if (e->kind != EV_LOOK && e->kind != EV_SHOW) return;
    x->sites += card_of(r->s, e->card)->def == SIGNPOST;
    x->soldiers += card_of(r->s, e->card)->def == SOLDIER;
}

/* Cards are looked at and revealed as far as that is possible; DID tells whether any was. */
static void seen_as_far_as_possible(void **state) {
    (void)state;
    const Pc bodies[] = {see_hand, reveal_hand, show_hand}, bans[] = {no_look, no_show, no_show};
    for (unsigned i = 0; i < 3; i++)
        for (unsigned sites = 0; sites < 3; sites++) {
            Run r = board();
            Shown shown = {.obs.event = count_shown};
            CardId mine = lay(&r, 0, SOLDIER, TZ_FIELD, 1, 0);
            for (unsigned j = 0; j < 2; j++)
                lay(&r, 1, j < sites ? SIGNPOST : SOLDIER, TZ_HAND, 0, 0);
            forget_waiting(&r);
            carry_out(&r, bans[i], mine);
            r.obs = &shown.obs;
            assert_int_equal(carry_out(&r, bodies[i], mine), sites < 2);
            assert_int_equal(shown.soldiers, 2 - sites);
            assert_int_equal(shown.sites, 0);
        }
}

/* Options of player 1, whose turn it is. */
static unsigned offered(Run *r, unsigned kind) {
    unsigned n = 0;
    for (unsigned i = 0; i < r->s->ask.n; i++) n += r->s->option[i].kind == kind;
    return n;
}

static void not_offered(void **state) {
    (void)state;
    for (unsigned banned = 0; banned < 2; banned++) {
        Run r = board();
        CardId host = lay(&r, 0, SOLDIER, TZ_FIELD, 1, 0);
        lay(&r, 1, SOLDIER, TZ_FIELD, 1, 0);
        lay(&r, 1, SOLDIER, TZ_HAND, 0, 0);
        if (banned) lay(&r, 0, STRING, TZ_CHARMS, 0, host);
        if (banned) lay(&r, 0, TURTLE, TZ_FIELD, 3 << 2, 0);
        forget_waiting(&r);
        r.s->turn_player = 1;
        r.ask_single = ~0u;
        game_toy.start_at(&r, "main");
        run_on(&r);
        assert_int_equal(offered(&r, TOPT_PLAY), banned ? 0 : 1);
        assert_int_equal(offered(&r, TOPT_ATTACK), banned ? 0 : 1);
        assert_int_equal(offered(&r, TOPT_END), 1);
    }
}

/* ---- whole games ---- */

/* Every third card gets a prohibition that comes and goes with what has happened this turn. */
static void give_bans(CodePack *c) {
    const Game *g = c->game;
    ZoneSet field = 0, deck = zone_bit(g->deck_zone), hand = zone_bit(g->hand_zone);
    for (ZoneId z = 1; z < g->nzones; z++)
        if (g->zones[z].flags & ZONE_FIELD) field |= zone_bit(z);
    AbilId comes = code_ability(c, (AbilityDef){.kind = ABIL_WATCH,
                                                .events = ev_bit(EV_MOVE),
                                                .trig = PUT(c, OP_ON, EV_MOVE, 1, OP_ON_CARD, OP_IN,
                                                            OP_CARDS, OP_EVERY, field, ANYCARD)});
    const Pc bodies[] = {
        /* no draws by effects, no play of a second card, no resting of what came this turn, no
         * use of abilities of the opponents' cards */
        PUT(c, OP_FORBID, DUR_NONE, 8, OP_ON, EV_MOVE, 2, OP_BYEFFECT, OP_ON_CARD, OP_AT, OP_OPP,
            deck, OP_END),
        PUT(c, OP_WHEN, OP_ODD, OP_TIMES, comes, 10, OP_FORBID, DUR_NONE, 7, OP_ON, EV_MOVE, 1,
            OP_ON_CARD, OP_AT, OP_OPP, hand, OP_END),
        PUT(c, OP_FORBIDSET, OP_CARDS, OP_EVERY, field, 2, OP_DONE, comes, DUR_NONE, 5, OP_ON,
            EV_ORIENT, 1, OP_TURNED, 1, OP_END),
        PUT(c, OP_FORBID, DUR_NONE, 5, OP_ON, EV_USED, 1, OP_ON_CARD, OP_THIS, OP_END)};
    for (unsigned d = 1; d < c->pack.ndef; d++) {
        if (c->def[d].nabil == MAX_ABILITIES || d % 3) continue;
        AbilityDef a = ban(field, bodies[d / 3 % 4]);
        a.depends = field | DEPENDS_MEMORY;
        code_give(c, (DefId)d, a);
    }
    code_done(c);
}

static void checked_games(void **state) {
    (void)state;
    check_all_games(give_bans);
}

/* ---- what the shipped games offer ---- */

/* Counts events about cards of player 1 that rules and effects cause, not rule processing. */
typedef struct Seen1 {
    Observer obs;
    bool on;
    unsigned kind[EV_COUNT], draws;
} Seen1;

static void see_event(Observer *o, const Run *r, const Event *e) {
    Seen1 *x = (Seen1 *)o;
    if (!x->on || !e->card || card_of(r->s, e->card)->holder != 1) return;
    x->kind[e->kind]++;
    x->draws += e->kind == EV_MOVE && e->from == r->g->deck_zone && e->how == r->g->how_draw;
}

/* Plays random games. With 'pattern', nothing may happen to the cards of player 1 from that turn
 * on, when he has some cards in play. */
enum { BOUND_FROM = 5 };
static void play_bound(const Stock *stock, const Pack *pack, Pc pattern, Seen1 *seen) {
    static State s, scratch;
    Rng rng = {9};
    for (unsigned game = 0; game < 30; game++) {
        const FudaDeck decks[2] = {stock->fuda[game % stock->ndecks], stock->fuda[0]};
        const FudaSetup setup = {
            .game = stock->game, .pack = pack, .players = 2, .seed = game, .decks = decks};
        Run r = {.s = &s, .g = stock->game, .pack = pack, .scratch = &scratch, .obs = &seen->obs};
        seen->on = false;
        assert_true(game_start(&s, &setup));
        for (unsigned i = 0; i < 400 && run_on(&r) == STATUS_DECISION; i++) {
            if (!seen->on && s.turn >= BOUND_FROM && pattern) {
                Effect *e = effect_add(&r, EFF_RULE, DUR_GAME, 0);
                e->a = RULE_FORBID;
                e->pc = pattern;
            }
            seen->on |= s.turn >= BOUND_FROM;
            assert_true(run_answer(&r, rng_below(&rng, s.ask.n)));
        }
#ifndef FUDA_TINY /* which meets limits in ordinary games */
        assert_true(s.result != RESULT_FAULT);
#endif
    }
}

static void shipped_games_ask(void **state) {
    (void)state;
    static const EventKind asked[] = {EV_ATTACK, EV_SUPPORT, EV_BLOCK,  EV_USED,
                                      EV_PLAY,   EV_COUNTER, EV_ORIENT, EV_DAMAGE};
    for (unsigned i = 0; i < 2; i++) {
        Stock stock;
        FileError e;
        CodePack own;
        assert_true(stock_open(&stock, game_at(i), &(StockOptions){0}, &e));
        code_open(&own, stock.game, stock.pack);
#define OF_OPP(kind) OP_ON, kind, 1, OP_ON_CARD, OP_OF, OP_OPP
        Pc pattern = PUT(&own, OP_ON_ANY, 9, OF_OPP(EV_MOVE), OF_OPP(EV_ATTACK), OF_OPP(EV_SUPPORT),
                         OF_OPP(EV_BLOCK), OF_OPP(EV_USED), OF_OPP(EV_PLAY), OF_OPP(EV_COUNTER),
                         OF_OPP(EV_ORIENT), OF_OPP(EV_DAMAGE));
#undef OF_OPP
        code_ability(
            &own,
            (AbilityDef){.kind = ABIL_KEYWORD, .cond = pattern, .rules = rule_bit(RULE_FORBID)});
        code_done(&own);
        Seen1 free_game = {.obs.event = see_event}, bound = {.obs.event = see_event};
        play_bound(&stock, &own.pack, NONE, &free_game);
        play_bound(&stock, &own.pack, pattern, &bound);
        unsigned kinds = 0;
        for (unsigned k = 0; k < sizeof asked / sizeof *asked; k++) {
            kinds += free_game.kind[asked[k]] > 0;
            if (bound.kind[asked[k]])
                fail_msg("%s: event %u happens %u times", stock.game->key, asked[k],
                         bound.kind[asked[k]]);
        }
        assert_true(kinds >= 5 && free_game.draws > 0);
        assert_int_equal(bound.draws, 0);
        code_free(&own);
        stock_free(&stock);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(effect_does_the_rest),
        cmocka_unit_test(set_is_bound),
        cmocka_unit_test(not_replaced),
        cmocka_unit_test(effects_that_last),
        cmocka_unit_test(only_what_changes_a_fact),
        cmocka_unit_test(cannot_lose),
        cmocka_unit_test(seen_as_far_as_possible),
        cmocka_unit_test(not_offered),
        cmocka_unit_test(checked_games),
        cmocka_unit_test(shipped_games_ask),
    };
    return cmocka_run_group_tests(tests, open_code, close_code);
}
