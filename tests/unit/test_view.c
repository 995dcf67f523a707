/* Views of random games: every card, role, row of the stack and target is the state's own, and the
 * state is at the point of the turn that was told of last. */
#include "games/ninja/ninja.h"
#include "kernel/view.h"
#include "sim/stock.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

enum { GAMES = 12, DECISIONS = 250 };

/* The card that an index of the view means, NONE for -1. */
static CardId seen_card(const State *s, const FudaView *v, int i) {
    if (i < 0) return NONE;
    assert_true((unsigned)i < v->ncards);
    const FudaSeen *x = &v->cards[i];
    return x->zone ? zone_card(&s->player[x->player], x->zone, x->index)
                   : card_id(x->player, x->index);
}

static CardId living(const State *s, CardRef c) {
    return ref_live(s, c) && card_of(s, c.card)->zone ? c.card : NONE;
}

static void check_cards(const Run *r, const FudaView *v) {
    const State *s = r->s;
    unsigned n = 0;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (ZoneId z = 1; z < r->g->nzones; z++) {
            n += s->player[p].count[z];
            assert_int_equal(v->counts[p][z], s->player[p].count[z]);
        }
    for (unsigned i = 1; i <= s->player[v->viewer].ncards; i++) {
        const Card *k = &s->player[v->viewer].card[i];
        n += k->def && !k->zone && !(k->flags & CARD_GONE);
    }
    assert_int_equal(v->ncards, n);
    for (unsigned i = 0; i < v->ncards; i++) {
        const FudaSeen *x = &v->cards[i];
        const Card *k = card_of(s, seen_card(s, v, (int)i));
        const CardRef host = {k->tie, k->tie_inc};
        assert_true(!x->def || x->def == k->def);
        assert_int_equal(x->seats, k->seats);
        assert_int_equal(seen_card(s, v, x->tie), k->tie ? living(s, host) : NONE);
        if (!x->def || x->zone == r->g->deck_zone) continue;
        assert_int_equal(x->atk, k->now.atk);
        assert_int_equal(x->def_now, k->now.def);
        assert_int_equal(x->cost, k->now.cost);
        assert_int_equal(x->third, k->now.third);
    }
    for (unsigned i = 0; i < sizeof v->roles / sizeof *v->roles; i++)
        assert_int_equal(seen_card(s, v, v->roles[i]), living(s, s->fact_card[i]));
}

/* Every viewer sees all counters that players have. */
static void check_counters(const State *s, const FudaView *v) {
    unsigned n = 0;
    for (unsigned i = 0; i < s->ncounters; i++) {
        const Counter *x = &s->counter[i];
        if (x->card) continue;
        assert_int_equal(v->tallies[n].player, x->player);
        assert_int_equal(v->tallies[n].kind, x->kind);
        assert_int_equal(v->tallies[n++].n, x->n);
    }
    assert_int_equal(v->ntallies, n);
}

/* Returns how many players and things were targets. */
static unsigned check_stack(const State *s, const FudaView *v) {
    unsigned others = 0;
    assert_int_equal(v->nthings, s->nstack);
    for (unsigned i = 0; i < s->nstack; i++) {
        const CardId source = seen_card(s, v, v->things[i].seen);
        assert_int_equal(v->things[i].player, s->stack[i].master);
        assert_int_equal(v->things[i].ability, s->stack[i].abil);
        assert_int_equal(v->things[i].ntargets, s->stack[i].n);
        if (source) assert_int_equal(source, s->stack[i].source.card);
    }
    for (unsigned i = 0; i < s->ntargets; i++) {
        const Target *t = &s->target[i];
        const int which = v->targets[i].which;
        assert_int_equal(v->targets[i].kind, t->kind);
        others += t->kind != TARGET_CARD;
        if (t->kind == TARGET_PLAYER)
            assert_int_equal(which, t->ref.card - 1);
        else if (t->kind == TARGET_STACKED)
            assert_true(which < 0 || s->stack[which].serial == t->ref.card);
        else
            assert_int_equal(seen_card(s, v, which), living(s, t->ref));
    }
    return others;
}

static void check_choices(const State *s, const FudaView *v) {
    assert_int_equal(v->nchoices, v->asked == v->viewer ? s->ask.n : 0);
    if (v->asked == v->viewer) {
        assert_int_equal(v->ask_kind, s->ask.kind);
        assert_int_equal(v->clause, s->ask.clause);
        assert_int_equal(v->min, s->ask.min);
        assert_int_equal(v->max, s->ask.max);
    }
    for (unsigned i = 0; i < v->nchoices; i++) {
        assert_int_equal(v->choices[i].kind, s->option[i].kind);
        if (s->option[i].card)
            assert_int_equal(seen_card(s, v, v->choices[i].seen), s->option[i].card);
    }
}

/* A spectator sees the faces that all players see, and no options. */
static void check_spectator(Run *copy, const State *s) {
    static FudaView v;
    view_make(copy, NOBODY, &v);
    assert_int_equal(v.viewer, NOBODY);
    assert_int_equal(v.nchoices, 0);
    for (unsigned i = 0; i < v.ncards; i++) {
        const CardId c = seen_card(s, &v, (int)i);
        bool all = true;
        for (PlayerId p = 0; p < s->nplayers; p++) all = all && card_visible(copy, p, c);
        assert_true(!v.cards[i].def || all);
        if (copy->g->zones[v.cards[i].zone].flags & ZONE_HOLDER_SEES) continue;
        assert_true(v.cards[i].def || !all || (card_of(s, c)->known & everyone(s)) == everyone(s));
    }
}

/* Passes told of or answered since somebody did something else. */
static unsigned passes;
static void note_priority(const Decision *d, const Option *o) {
    if (d->kind == NASK_PRIORITY) passes = o->kind == NOPT_PASS ? passes + 1 : 0;
}
static void count_pass(Observer *o, const Run *r, const Decision *d, const Option *option) {
    (void)o;
    if (r->g == &game_ninja) note_priority(d, option);
}

/* 802.5c: nothing resolves before both players have passed, asked or not. */
static void check_passes(Observer *o, const Run *r, Clause clause) {
    (void)o;
    if (r->g != &game_ninja || clause != NS_1205_1) return;
    assert_true(passes >= 2);
    passes = 0;
}

/* The state is at the point that is told of. A few are told of together with another one. */
static void check_point(Observer *o, const Run *r, const Event *e) {
    static const char *const together[] = {"game",     "turn",         "attack-end",
                                           "main-end", "battle-phase", "battle-start",
                                           "battle",   "battle-end",   "battle-over"};
    (void)o;
    if (e->kind != EV_POINT) return;
    const char *told = r->g->points[e->amount].key;
    for (unsigned i = 0; i < sizeof together / sizeof *together; i++)
        if (!strcmp(told, together[i])) return;
    assert_string_equal(r->g->points[r->s->point].key, told);
}

/* Returns how many targets were no cards. */
static unsigned views_of(const Game *g) {
    static Stock stock;
    static State blocks[3];
    static FudaView v;
    FileError e;
    unsigned others = 0;
    if (!stock_open(&stock, g, &(StockOptions){0}, &e)) fail_msg("%s", e.line);
    Observer points = {.event = check_point, .forced = count_pass, .mark = check_passes};
    Run r = {.s = &blocks[0], .g = g, .pack = stock.pack, .scratch = &blocks[1], .obs = &points};
    Run copy = {.s = &blocks[2], .g = g, .pack = stock.pack, .scratch = &blocks[1]};
    for (unsigned game = 0; game < GAMES; game++) {
        const FudaDeck decks[2] = {stock.fuda[game % stock.ndecks], stock.fuda[0]};
        const FudaSetup setup = {
            .game = g, .pack = stock.pack, .players = 2, .seed = game, .decks = decks};
        assert_true(game_start(r.s, &setup));
        for (unsigned i = 0; i < DECISIONS && run_on(&r) == STATUS_DECISION; i++) {
            for (PlayerId p = 0; p < 2; p++) {
                memcpy(copy.s, r.s, state_size(r.s));
                view_make(&copy, p, &v);
                assert_int_equal(v.viewer, p);
                check_cards(&copy, &v);
                check_counters(copy.s, &v);
                others += check_stack(copy.s, &v);
                check_choices(copy.s, &v);
            }
            memcpy(copy.s, r.s, state_size(r.s));
            check_spectator(&copy, copy.s);
            const unsigned answer = (i * 7 + game) % r.s->ask.n;
            if (g == &game_ninja) note_priority(&r.s->ask, &r.s->option[answer]);
            run_answer(&r, answer);
        }
    }
    stock_free(&stock);
    return others;
}

static void views_are_right(void **state) {
    (void)state;
    unsigned others = 0;
    for (unsigned k = 0; game_at(k); k++) others += views_of(game_at(k));
    assert_true(others > 0); /* some game has targets in the space, or players */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(views_are_right)};
    return cmocka_run_group_tests(tests, 0, 0);
}
