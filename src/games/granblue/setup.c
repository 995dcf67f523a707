/* 5-2: preparing the game. Steps follow the order of the clauses. */
#include "games/granblue/granblue.h"
#include "kernel/place.h"

enum {
    SETUP_DECKS,    /* 5-2-1-1 to 5-2-1-3 */
    SETUP_FIRST,    /* 5-2-1-4 */
    SETUP_HANDS,    /* 5-2-1-5 */
    SETUP_REDRAW,   /* 5-2-1-5-1: ask the next player for a card */
    SETUP_RETURNED, /* answered */
    SETUP_REDRAWN,  /* 5-2-1-5-2 */
    SETUP_ARMOUR,   /* 5-2-1-6 */
    SETUP_LEADER,   /* 5-2-1-7: ask the next player */
    SETUP_CHOSEN    /* answered */
};
typedef struct Setup {
    uint8_t nth;      /* the next player, in turn order */
    uint8_t n;        /* cards that the player has returned */
    CardId leader[2]; /* the leaders chosen, in turn order: they are turned up together */
} Setup;
FRAME_LOCALS(Setup, setup_of)

/* No event: nobody has seen the card, and the log would name it. */
static void lies_down(Run *r, CardId c) {
    Card *k = card_at(r->s, c);
    listen_leave(r, c);
    k->flags |= CARD_DOWN;
    k->known = 0;
    card_printed(r, c);
    listen_enter(r, c);
    card_touched(r->s, k);
}

/* 5-2-1-2, 5-2-1-3: leader decks lie face down, main decks are shuffled. */
static void lay_decks(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(GB_5_2_1_1);
    RULE(GB_5_2_1_2);
    RULE(GB_5_2_1_3);
    for (PlayerId p = 0; p < 2; p++) {
        batch_add(r, EV_SHUFFLE, p, NONE)->from = GZ_DECK;
        for (unsigned i = 0; i < zone_count(s, p, GZ_LEADERS); i++)
            lies_down(r, zone_card(&s->player[p], GZ_LEADERS, i));
    }
    batch_do(r, first);
}

/* 5-2-1-4: by lot alone. */
static void decide_first(Run *r) {
    State *s = r->s;
    unsigned lot = random_below(s, 2);
    if (s->first_player == NOBODY) { /* replays and scenarios fix the first player */
        RULE(GB_5_2_1_4);
        RULE(GB_5_2_1_4_1);
        s->first_player = (PlayerId)lot;
    }
    for (unsigned i = 0; i < 2; i++) s->order[i] = (uint8_t)((s->first_player + i) % 2);
    s->turn_player = s->first_player;
}

static void draw(Run *r, PlayerId p, unsigned n) {
    for (; n > 0; n--) {
        CardId c = zone_top(r->s, p, GZ_DECK);
        if (!c) return;
        unsigned first = batch_open(r);
        batch_move(r, c, p, GZ_HAND, GH_RULE);
        batch_do(r, first);
    }
}

/* 5-2-1-5-1: the cards go under the deck one after another, so the player orders them. */
static void ask_return(Run *r, PlayerId p) {
    const Player *q = &r->s->player[p];
    ask_begin(r, p, GASK_REDRAW, GB_5_2_1_5_1);
    for (unsigned i = 0; i < q->count[GZ_HAND]; i++)
        ask_add(r, (Option){.kind = OPT_CARD, .card = zone_card(q, GZ_HAND, i)});
    ask_add(r, (Option){.kind = OPT_DONE});
    ask_done(r);
}

static void lay_armour(Run *r) {
    State *s = r->s;
    RULE(GB_5_2_1_6);
    for (unsigned i = 0; i < 2; i++)
        for (unsigned n = 0; n < 5; n++) {
            CardId c = zone_top(s, s->order[i], GZ_DECK);
            unsigned first = batch_open(r);
            if (c) batch_move(r, c, s->order[i], GZ_ARMOUR, GH_RULE)->put = PUT_BOTTOM;
            batch_do(r, first);
        }
}

/* 5-2-1-7: a leader of rank 0. Copies of one card are a single option. */
static void ask_leader(Run *r, PlayerId p) {
    const State *s = r->s;
    const Player *q = &s->player[p];
    ask_begin(r, p, GASK_LEADER, GB_5_2_1_7);
    for (unsigned i = 0; i < q->count[GZ_LEADERS]; i++) {
        CardId c = zone_card(q, GZ_LEADERS, i);
        bool twice = false;
        for (unsigned j = 0; j < i && !twice; j++)
            twice = card_of(s, zone_card(q, GZ_LEADERS, j))->def == card_of(s, c)->def;
        if (!twice && r->pack->def[card_of(s, c)->def].num.cost == 0)
            ask_add(r, (Option){.kind = OPT_CARD, .card = c});
    }
    ask_done(r);
}

static void put_leaders(Run *r, const Setup *v) {
    unsigned first = batch_open(r);
    RULE(GB_5_2_1_7);
    for (unsigned i = 0; i < 2; i++)
        if (v->leader[i])
            batch_move(r, v->leader[i], card_owner(v->leader[i]), GZ_LEADER, GH_ENTER);
    batch_do(r, first);
}

static void redraw(Run *r, Frame *f) {
    State *s = r->s;
    Setup *v = setup_of(f);
    const PlayerId p = s->order[v->nth];
    if (s->picked.kind == OPT_CARD) {
        unsigned first = batch_open(r);
        RULE(GB_5_2_1_5_1);
        batch_move(r, s->picked.card, p, GZ_DECK, GH_RULE)->put = PUT_BOTTOM;
        v->n++;
        f->step = SETUP_REDRAW;
        batch_do(r, first);
        return;
    }
    RULE(GB_5_2_1_5_2);
    f->step = SETUP_REDRAW;
    v->nth++;
    draw(r, p, v->n);
    v->n = 0;
}

/* 5-2-1-8 */
static void begin_game(Run *r, Frame *f) {
    const Setup done = *setup_of(f);
    RULE(GB_5_2_1_8);
    r->s->turn = 1;
    memory_forget(r);
    frame_pop(r);
    frame_push(r, GPROC_TURN);
    put_leaders(r, &done);
}

/* Procedure, 5-2: ends by pushing the first turn. */
void granblue_setup(Run *r, Frame *f) {
    State *s = r->s;
    Setup *v = setup_of(f);
    switch (f->step) {
    case SETUP_DECKS:
        granblue_reach(s, GP_SETUP);
        f->step = SETUP_FIRST;
        lay_decks(r);
        return;
    case SETUP_FIRST: decide_first(r); f->step = SETUP_HANDS; /* fallthrough */
    case SETUP_HANDS:
        RULE(GB_5_2_1_5);
        f->step = SETUP_REDRAW;
        for (unsigned i = 0; i < 2; i++) draw(r, s->order[i], 5);
        return;
    case SETUP_REDRAW:
        if (v->nth == 2) {
            v->nth = 0;
            f->step = SETUP_ARMOUR;
            return;
        }
        f->step = SETUP_RETURNED;
        ask_return(r, s->order[v->nth]);
        return;
    case SETUP_RETURNED: redraw(r, f); return;
    case SETUP_ARMOUR:
        f->step = SETUP_LEADER;
        lay_armour(r);
        return;
    case SETUP_LEADER:
        if (v->nth < 2) {
            f->step = SETUP_CHOSEN;
            ask_leader(r, s->order[v->nth]);
            return;
        }
        begin_game(r, f);
        return;
    default:
        f->step = SETUP_LEADER;
        v->leader[v->nth++] = s->picked.kind == OPT_CARD ? s->picked.card : NONE;
    }
}
