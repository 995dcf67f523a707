/* 601: preparing the game. Steps follow the order of the clauses. */
#include "games/vividz/procs.h"
#include "kernel/pick.h"

enum {
    SETUP_ACCOUNTS, /* 601.1a */
    SETUP_PLACE,    /* 601.1b: ask for the mission of the next place */
    SETUP_PLACED,   /* answered */
    SETUP_SHUFFLE,  /* 601.1c */
    SETUP_REVEAL,   /* 601.1d */
    SETUP_COMPARE,  /* … the cards are in the energy zones */
    SETUP_HANDS,    /* 601.1e */
    SETUP_CHOSEN,   /* … the second player has chosen two cards */
    SETUP_OPEN,     /* 601.1f */
    SETUP_START     /* 601.1g */
};
typedef struct Setup {
    PlayerId player; /* who places missions */
    uint8_t place;   /* the place to be filled, from 1 */
    CardId shown[2]; /* 601.1d */
} Setup;
FRAME_LOCALS(Setup, setup_of)

/* Cards that begin in no zone and are of that kind. */
static bool waits(const Run *r, CardId c, unsigned kind) {
    const Card *k = card_of(r->s, c);
    return k->def && !k->zone && !(k->flags & CARD_GONE) &&
           (r->pack->def[k->def].kinds >> kind & 1);
}

/* 601.1a: upright and face up. */
static void put_accounts(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(VZ_601_1a);
    RULE(VZ_502_1a);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++)
            if (waits(r, card_id(p, i), VK_AC))
                batch_move(r, card_id(p, i), p, VZONE_ACCOUNT, VH_RULE);
    batch_do(r, first);
}

/* 601.1b, 507.3: asks for the mission of the next place. False: all are placed. */
static bool ask_place(Run *r, Frame *f) {
    State *s = r->s;
    Setup *v = setup_of(f);
    for (; v->player < s->nplayers; v->player++, v->place = 1) {
        unsigned n = 0;
        for (unsigned i = 1; i <= s->player[v->player].ncards; i++)
            n += waits(r, card_id(v->player, i), VK_MI);
        if (!n || v->place > AREAS) continue;
        RULE(VZ_601_1b);
        RULE(VZ_507_3);
        f->step = SETUP_PLACED;
        ask_begin(r, v->player, VASK_PLACE, VZ_601_1b);
        for (unsigned i = 1; i <= s->player[v->player].ncards; i++)
            if (waits(r, card_id(v->player, i), VK_MI))
                ask_add(r, (Option){.kind = OPT_CARD, .card = card_id(v->player, i)});
        ask_done(r);
        return true;
    }
    return false;
}

static void place(Run *r, Frame *f) {
    Setup *v = setup_of(f);
    const CardId c = r->s->picked.card;
    unsigned first = batch_open(r);
    f->step = SETUP_PLACE;
    if (!c) return;
    Event *e = batch_move(r, c, v->player, VZONE_MISSION, VH_RULE);
    e->seats_to = seat_bit(v->place++);
    e->put = PUT_DOWN;
    batch_do(r, first);
}

static void shuffle_decks(Run *r) {
    unsigned first = batch_open(r);
    RULE(VZ_601_1c);
    for (PlayerId p = 0; p < r->s->nplayers; p++)
        batch_add(r, EV_SHUFFLE, p, NONE)->from = VZONE_DECK;
    batch_do(r, first);
}

/* 601.1d: both show their top card, which goes to the energy zone. */
static void reveal(Run *r, Frame *f) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(VZ_601_1d);
    for (PlayerId p = 0; p < 2; p++) {
        const CardId c = zone_top(s, p, VZONE_DECK);
        setup_of(f)->shown[p] = c;
        if (c) batch_move(r, c, p, VZONE_ENERGY, VH_RULE);
    }
    f->step = SETUP_COMPARE;
    batch_do(r, first);
}

static int printed_cost(const Run *r, CardId c) {
    return c ? r->pack->def[card_of(r->s, c)->def].num.cost : 0;
}

/* The dearer card's owner goes first; equal ones are repeated while five cards are left (601.1e),
 * then it is decided by lot. Replays and scenarios may fix the first player. */
static void compare(Run *r, Frame *f) {
    State *s = r->s;
    const Setup *v = setup_of(f);
    const int a = printed_cost(r, v->shown[0]), b = printed_cost(r, v->shown[1]);
    const bool more = zone_count(s, 0, VZONE_DECK) > 5 && zone_count(s, 1, VZONE_DECK) > 5;
    if (a == b && more) {
        f->step = SETUP_REVEAL;
        return;
    }
    const PlayerId won = a == b ? (PlayerId)random_below(s, 2) : b > a;
    if (s->first_player == NOBODY) s->first_player = won;
    for (unsigned i = 0; i < s->nplayers; i++)
        s->order[i] = (uint8_t)((s->first_player + i) % s->nplayers);
    s->turn_player = s->first_player;
    f->step = SETUP_HANDS;
}

/* 601.1e: five cards each, which is no drawing; then two of the second player's hand. */
static void deal(Run *r, Frame *f) {
    State *s = r->s;
    RULE(VZ_601_1e);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < 5 && zone_top(s, p, VZONE_DECK); i++) {
            unsigned first = batch_open(r);
            batch_move(r, zone_top(s, p, VZONE_DECK), p, VZONE_HAND, VH_RULE);
            batch_do(r, first);
        }
    f->step = SETUP_CHOSEN;
    reg_clear(r, &s->ctx[0], REG_MOVE);
    Frame *g = pick_begin(r, 0, vividz_opponent(s->first_player), 2, 2, PICK_FREE, REG_MOVE);
    pick_of(g)->list = VL_HAND;
    pick_of(g)->clause = VZ_601_1e;
}

static void put_chosen(Run *r) {
    State *s = r->s;
    Context *x = &s->ctx[0];
    unsigned first = batch_open(r);
    for (unsigned i = 0; i < x->n[REG_MOVE]; i++) {
        CardId c = reg_cards(s, x, REG_MOVE)[i].card;
        batch_move(r, c, card_owner(c), VZONE_ENERGY, VH_RULE);
    }
    reg_clear(r, x, REG_MOVE);
    batch_do(r, first);
}

static void open_missions(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(VZ_601_1f);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[VZONE_MISSION]; i++)
            batch_add(r, EV_FACE, p, zone_card(&s->player[p], VZONE_MISSION, i))->amount = 0;
    batch_do(r, first);
}

/* Procedure, 601: ends by pushing the first turn. Nothing triggers before it. */
void vividz_setup(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case SETUP_ACCOUNTS:
        vividz_reach(s, VP_SETUP);
        RULE(VZ_601_1);
        f->step = SETUP_PLACE;
        setup_of(f)->place = 1;
        put_accounts(r);
        return;
    case SETUP_PLACE:
        if (ask_place(r, f)) return;
        f->step = SETUP_SHUFFLE;
        return;
    case SETUP_PLACED: place(r, f); return;
    case SETUP_SHUFFLE:
        f->step = SETUP_REVEAL;
        shuffle_decks(r);
        return;
    case SETUP_REVEAL: reveal(r, f); return;
    case SETUP_COMPARE: compare(r, f); return;
    case SETUP_HANDS: deal(r, f); return;
    case SETUP_CHOSEN:
        f->step = SETUP_OPEN;
        put_chosen(r);
        return;
    case SETUP_OPEN:
        f->step = SETUP_START;
        open_missions(r);
        return;
    default:
        RULE(VZ_601_1g);
        while (s->nwaiting) waiting_drop(r, 0);
        s->turn = 1;
        memory_forget(r);
        frame_pop(r);
        frame_push(r, VPROC_TURN);
    }
}
