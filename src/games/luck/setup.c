/* 6.2: preparing the game. Steps follow the order of the clauses. */
#include "games/luck/luck.h"
#include "kernel/pick.h"
#include "kernel/place.h"

enum {
    SETUP_SHUFFLE,  /* 6.2.1.4 */
    SETUP_GATES,    /* 6.2.1.5 */
    SETUP_FIRST,    /* 6.2.1.7 */
    SETUP_HANDS,    /* 6.2.1.8: draw five */
    SETUP_MULLIGAN, /* ask the next player */
    SETUP_CHOSEN,   /* answered: to the bottom, in any order */
    SETUP_REDRAW,   /* as many again */
    SETUP_START     /* 6.2.1.9 to 6.2.1.11 */
};
enum { FIRST_HAND = 5, GATES = 6 };
typedef struct Setup {
    uint8_t nth;   /* whose mulligan, in turn order */
    uint8_t count; /* cards put back */
} Setup;
FRAME_LOCALS(Setup, setup_of)

/* 6.2.1.1 to 6.2.1.4: my logicalist and relics lie in their zones already, face down. */
static void shuffle_decks(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(LL_6_2_1_1);
    RULE(LL_6_2_1_4);
    for (PlayerId p = 0; p < s->nplayers; p++) {
        if (s->player[p].count[LZ_MY]) RULE(LL_6_2_1_2);
        if (s->player[p].count[LZ_RELIC]) RULE(LL_6_2_1_3);
        batch_add(r, EV_SHUFFLE, p, 0)->from = LZ_DECK;
        batch_add(r, EV_SHUFFLE, p, 0)->from = LZ_REMOVE;
    }
    batch_do(r, first);
}

/* 6.2.1.5: the gate deck lies in the remove zone, face down; six of it go to the gate zones. */
static void lay_gates(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(LL_6_2_1_5);
    RULE(LL_6_2_1_5_1);
    RULE(LL_6_2_1_6);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < GATES && i < s->player[p].count[LZ_REMOVE]; i++) {
            const unsigned n = s->player[p].count[LZ_REMOVE];
            Event *e =
                batch_move(r, zone_card(&s->player[p], LZ_REMOVE, n - 1 - i), p, LZ_GATE, LH_RULE);
            e->seats_to = seat_bit(i + 1);
        }
    batch_do(r, first);
}

/* 6.2.1.7: lots decide; nobody chooses. */
static void decide_first(Run *r) {
    State *s = r->s;
    unsigned random_player = random_below(s, s->nplayers);
    if (s->first_player == NOBODY) { /* replays and scenarios fix the first player */
        RULE(LL_6_2_1_7);
        RULE(LL_6_2_1_7_1);
        s->first_player = (PlayerId)random_player;
    }
    for (unsigned i = 0; i < s->nplayers; i++)
        s->order[i] = (uint8_t)((s->first_player + i) % s->nplayers);
    s->turn_player = s->first_player;
}

static void draw(Run *r, PlayerId p, unsigned n) {
    for (; n > 0; n--) {
        CardId c = zone_top(r->s, p, LZ_DECK);
        unsigned first = batch_open(r);
        if (!c) return;
        batch_move(r, c, p, LZ_HAND, LH_DRAW)->actor = p;
        batch_do(r, first);
    }
}

/* 6.2.1.8: asks for any number of cards of the hand. */
static void ask_exchange(Run *r, PlayerId p) {
    RULE(LL_6_2_1_8);
    reg_clear(r, &r->s->ctx[0], REG_MOVE);
    Frame *g = pick_begin(r, 0, p, 0, r->s->player[p].count[LZ_HAND], PICK_FREE, REG_MOVE);
    pick_of(g)->list = LLIST_HAND;
    pick_of(g)->clause = LL_6_2_1_8;
}

/* Puts them under the deck; their player picks the order. */
static void put_under(Run *r, Frame *f, PlayerId p) {
    setup_of(f)->count = r->s->ctx[0].n[REG_MOVE];
    if (!setup_of(f)->count) return;
    place_begin(r, 0, p, zone_bit(LZ_DECK), PUT_BOTTOM | PUT_NAMED_PLAYER, LH_RULE);
}

/* 6.2.1.9 to 6.2.1.11. The face of a my logicalist is known once the game begins. */
static void start(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    for (PlayerId p = 0; p < s->nplayers; p++) {
        CardId my = zone_top(s, p, LZ_MY);
        if (!my || !(card_of(s, my)->flags & CARD_DOWN)) continue;
        RULE(LL_6_2_1_9);
        batch_add(r, EV_FACE, p, my)->amount = 0;
    }
    RULE(LL_6_2_1_10);
    RULE(LL_6_2_1_11);
    s->turn = 1;
    memory_forget(r);
    frame_pop(r);
    frame_push(r, LPROC_TURN);
    batch_do(r, first);
}

/* Procedure, 6.2: ends by pushing the first turn. */
void luck_setup(Run *r, Frame *f) {
    State *s = r->s;
    Setup *setup = setup_of(f);
    switch (f->step) {
    case SETUP_SHUFFLE:
        luck_reach(s, LP_SETUP);
        f->step = SETUP_GATES;
        shuffle_decks(r);
        return;
    case SETUP_GATES:
        f->step = SETUP_FIRST;
        lay_gates(r);
        return;
    case SETUP_FIRST:
        f->step = SETUP_HANDS;
        decide_first(r);
        return;
    case SETUP_HANDS:
        f->step = SETUP_MULLIGAN;
        for (unsigned i = 0; i < s->nplayers; i++) draw(r, s->order[i], FIRST_HAND);
        return;
    case SETUP_MULLIGAN:
        f->step = setup->nth < s->nplayers ? SETUP_CHOSEN : SETUP_START;
        if (setup->nth < s->nplayers) ask_exchange(r, s->order[setup->nth]);
        return;
    case SETUP_CHOSEN:
        f->step = SETUP_REDRAW;
        put_under(r, f, s->order[setup->nth]);
        return;
    case SETUP_REDRAW:
        f->step = SETUP_MULLIGAN;
        draw(r, s->order[setup->nth++], setup->count);
        return;
    default: start(r);
    }
}
