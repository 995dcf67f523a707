/* For tests of the toy game: its cards and deck, and positions laid by hand. */
#pragma once
#include "sim/check.h"
#include "sim/stock.h"
#include "toy/toy.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
// clang-format off
#include <cmocka.h>
// clang-format on

/* The definitions, in the order of the deck. */
enum { SOLDIER = 1, SHIELD, TURTLE, SIGNPOST, STRING };

static Stock toy_stock;
static State toy_state[2];

/* Group setup: reads the cards. */
static inline int toy_open(void **state) {
    static const char *const deck[] = {"tests/toy/deck.txt"}, *const cards[] = {
                                                                  "tests/toy/cards.csv"};
    (void)state;
    FileError e;
    StockOptions o = {.decks = deck, .ndecks = 1, .cards = cards, .ncards = 1};
    if (stock_open(&toy_stock, game_by_key("toy"), &o, &e)) return 0;
    print_error("%s\n", e.line);
    return 1;
}

static inline int toy_close(void **state) {
    (void)state;
    stock_free(&toy_stock);
    return 0;
}

static inline SimConfig toy_config(void) {
    return (SimConfig){.game = toy_stock.game,
                       .pack = toy_stock.pack,
                       .decks = toy_stock.fuda,
                       .ndecks = toy_stock.ndecks,
                       .players = 2,
                       .seed = 1};
}

/* A new game, before its first step. */
static inline Run toy_new(uint64_t seed) {
    Run r = {.s = &toy_state[0], .g = &game_toy, .pack = toy_stock.pack, .scratch = &toy_state[1]};
    const FudaDeck decks[2] = {toy_stock.fuda[0], toy_stock.fuda[0]};
    const FudaSetup setup = {
        .game = &game_toy, .pack = toy_stock.pack, .players = 2, .seed = seed, .decks = decks};
    assert_true(game_start(r.s, &setup));
    return r;
}

/* ---- positions laid by hand ---- */

/* The topmost card of that definition in the player's deck. */
static inline CardId in_deck(const State *s, PlayerId p, DefId def) {
    for (unsigned i = zone_count(s, p, TZ_DECK); i-- > 0;)
        if (card_of(s, zone_card(&s->player[p], TZ_DECK, i))->def == def)
            return zone_card(&s->player[p], TZ_DECK, i);
    fail_msg("no card %u in the deck", def);
    return NONE;
}

/* Moves a card by an event; 'tie': the card it is tied to there. */
static inline bool move(Run *r, CardId c, ZoneId z, unsigned seats, CardId tie) {
    unsigned first = batch_open(r);
    Event *e = batch_move(r, c, card_owner(c), z, TH_PUT);
    e->seats_to = (SeatSet)seats;
    e->other = tie;
    return batch_do(r, first);
}

static inline CardId lay(Run *r, PlayerId p, DefId def, ZoneId z, unsigned seats, CardId tie) {
    CardId c = in_deck(r->s, p, def);
    move(r, c, z, seats, tie);
    return c;
}

/* Nothing is being carried out: what is laid stays as it is. */
static inline Run toy_board(void) {
    Run r = toy_new(3);
    frame_pop(&r);
    return r;
}

static inline void forget_waiting(Run *r) {
    while (r->s->nwaiting) waiting_drop(r, 0);
}
