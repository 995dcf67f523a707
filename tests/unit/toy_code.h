/* For tests of compiled text: code carried out on a board of the toy game, and what happens. The
 * code is carried out for player 0; "this card" is a unit of his that lies opposite one of
 * player 1. */
#pragma once
#include "code_pack.h"
#include "toy_play.h"
#include "vm/vm.h"

enum { DECK = 1 << TZ_DECK, HAND = 1 << TZ_HAND, FIELD = 1 << TZ_FIELD, PILE = 1 << TZ_PILE };
enum { ENDED = 3, MAX_NOTED = 12 };
#define MINE    OP_CARDS, OP_YOU, FIELD, 1, OP_ANY
#define THEIRS  OP_CARDS, OP_OPP, FIELD, 1, OP_ANY
#define ALL     OP_CARDS, OP_EVERY, FIELD, 1, OP_ANY
#define IN_HAND OP_CARDS, OP_YOU, HAND, 1, OP_ANY

static CodePack code;
static Game game;
static ZoneInfo zones[TZ_COUNT];
static CardId mine, theirs;

/* ---- events as they happen ---- */

static Event noted[MAX_NOTED];
static unsigned nnoted;

static inline void note(Observer *o, const Run *r, const Event *e) {
    (void)o;
    (void)r;
    if (nnoted < MAX_NOTED) noted[nnoted++] = *e;
}
static Observer observer = {.event = note};

/* ---- a board, and code carried out on it ---- */

static inline Run board(void) {
    Run r = toy_board();
    game = game_toy;
    memcpy(zones, game_toy.zones, sizeof zones);
    game.zones = zones;
    r.g = &game;
    mine = lay(&r, 0, SOLDIER, TZ_FIELD, 1, 0);
    theirs = lay(&r, 1, SOLDIER, TZ_FIELD, 8, 0);
    lay(&r, 0, SIGNPOST, TZ_HAND, 0, 0);
    lay(&r, 0, STRING, TZ_HAND, 0, 0);
    lay(&r, 1, STRING, TZ_HAND, 0, 0);
    forget_waiting(&r);
    r.obs = &observer;
    return r;
}

/* Goes on until a question is asked or the code is at its end. False: a question. */
static inline bool go_on(Run *r) {
    while (r->s->nframes && !r->s->ask.pending && !r->s->result) {
        Frame *f = frame_top(r);
        r->g->procs[f->proc].fn(r, f);
    }
    return !r->s->ask.pending;
}

/* Begins to carry out the code. Returns the context, in which DID was 1 before. */
static inline Context *begin_code(Run *r, const Code *c, unsigned n) {
    code_free(&code);
    code_open(&code, r->g, toy_stock.pack);
    const Pc pc = code_put(&code, c, n);
    r->pack = code_done(&code);
    nnoted = 0;
    const unsigned ctx = ctx_open(r, 1, 0, ref_to(r->s, mine));
    r->s->ctx[ctx].did = 1;
    vm_call(r, ctx, pc);
    go_on(r);
    return &r->s->ctx[ctx];
}
#define CODE(...)                                                                                  \
    (const Code[]){__VA_ARGS__, OP_END}, sizeof((const Code[]){__VA_ARGS__, OP_END}) / sizeof(Code)

/* Carries it out to the end. Returns DID, or ENDED if the game is over. */
static inline unsigned carry_out(Run *r, const Code *c, unsigned n) {
    const Context *x = begin_code(r, c, n);
    assert_false(r->s->ask.pending);
    const unsigned did = x->did;
    ctx_close(r, (unsigned)(x - r->s->ctx));
    assert_true(r->s->result || !r->s->nframes);
    return r->s->result ? ENDED : did;
}
#define DID(r, ...) carry_out(&(r), CODE(__VA_ARGS__))

static inline void answer(Run *r, unsigned option) {
    assert_true(run_answer(r, option));
    go_on(r);
}

/* The i-th event: its kind, whom and which card it is about, its amount, and who carried it out by
 * the effect of player 0. */
static inline void happened(unsigned i, unsigned kind, PlayerId player, CardId card, int amount,
                            PlayerId actor) {
    assert_true(i < nnoted);
    const Event *e = &noted[i];
    if (e->kind != kind || e->player != player || e->card != card || e->amount != amount)
        fail_msg("event %u: kind %u, player %u, card %u, amount %d", i, e->kind, e->player, e->card,
                 e->amount);
    if (e->actor != actor || e->by != 0 || !e->ctx || e->cost)
        fail_msg("event %u: actor %u, by %u, ctx %u, cost %u", i, e->actor, e->by, e->ctx, e->cost);
}
