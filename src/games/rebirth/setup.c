/* Chapter 6.2: before the game. Steps stand in the order of the clauses. */
#include "games/rebirth/procs.h"

enum {
    SETUP_ENTRY,
    SETUP_ENTRY_CHOSEN,
    SETUP_SHUFFLE,
    SETUP_FIRST,
    SETUP_HANDS,
    SETUP_PARTNER,
    SETUP_PARTNER_CHOSEN,
    SETUP_START
};
typedef struct Setup {
    uint8_t nth; /* the next player to choose: a player for entries, a place in turn order later */
} Setup;
FRAME_LOCALS(Setup, setup_of)

static bool may_open(Run *r, CardId c) {
    const CardDef *d = &r->pack->def[card_of(r->s, c)->def];
    return d->num.cost >= 0 && d->num.cost <= 2 && !(d->kinds >> RK_PA & 1);
}

/* 6.2.1.2: one card of cost 2 or less; equal copies count once. */
static void ask_entry(Run *r, PlayerId p) {
    State *s = r->s;
    const Player *q = &s->player[p];
    uint64_t seen[64] = {0};
    ask_begin(r, p, RASK_ENTRY, RB_6_2_1_2);
    const CardId *deck = zone_cards(q, RZ_DECK);
    for (unsigned i = 0, n = q->count[RZ_DECK]; i < n; i++) {
        CardId c = deck[i];
        unsigned d = card_of(s, c)->def;
        bool again =
            seen[d >> 6 & 63] >> (d & 63) & 1; /* defs beyond 4096 could hide one another */
        for (unsigned j = 0; again && d >= 4096 && j < s->ask.n; j++)
            again = card_of(s, s->option[j].card)->def == d;
        seen[d >> 6 & 63] |= 1ull << (d & 63);
        if (may_open(r, c) && !again) ask_add(r, (Option){.kind = OPT_CARD, .card = c});
    }
    ask_done(r);
}

static void open_hands(Run *r) {
    State *s = r->s;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        for (int i = 0; i < 3; i++) {
            CardId c = zone_top(s, p, RZ_DECK);
            if (!c) break;
            unsigned first = batch_open(r);
            batch_move(r, c, p, RZ_HAND, RH_RULE);
            batch_do(r, first);
        }
        unsigned first = batch_open(r);
        for (unsigned i = 1; i <= s->player[p].ncards; i++)
            if (!s->player[p].card[i].zone && !(s->player[p].card[i].flags & CARD_GONE))
                batch_move(r, card_id(p, i), p, RZ_HAND, RH_RULE);
        batch_do(r, first);
    }
}

static bool ask_partner(Run *r, PlayerId p) {
    State *s = r->s;
    ask_begin(r, p, RASK_ENERGY, RB_6_2_1_6);
    for (unsigned i = 0; i < s->player[p].count[RZ_HAND]; i++)
        if (card_kinds(r, zone_card(&s->player[p], RZ_HAND, i)) >> RK_PA & 1)
            ask_add(r, (Option){.kind = OPT_CARD, .card = zone_card(&s->player[p], RZ_HAND, i)});
    ask_done(r);
    return true;
}

static void decide_first(Run *r) {
    State *s = r->s;
    unsigned lot = random_below(s, s->nplayers);
    if (s->first_player == NOBODY) { /* a match may fix it for replays and judges */
        RULE(RB_6_2_1_4);
        RULE(RB_6_2_1_4_1);
        s->first_player = (PlayerId)lot;
    }
    if (s->team_size > 1) {
        RULE(RB_13_5_7_1); /* the first team: its first seat begins */
        s->first_player = team_speaker(s, s->first_player);
    }
    if (s->nplayers > 2) {
        run_rule(r, r->g->formats[s->format].clause);
        run_rule(r, r->g->formats[s->format].clause_turns);
    }
    for (unsigned i = 0; i < s->nplayers; i++)
        s->order[i] = (uint8_t)((s->first_player + i) % s->nplayers);
    s->turn_player = s->first_player;
}

static void face_up(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[RZ_ENTRY]; i++)
            if (card_of(s, zone_card(&s->player[p], RZ_ENTRY, i))->flags & CARD_DOWN)
                batch_add(r, EV_FACE, p, zone_card(&s->player[p], RZ_ENTRY, i))->amount = 0;
    batch_do(r, first);
}

/* Puts the card that was picked; face down for an opening entry. */
static void put_picked(Run *r, ZoneId z, unsigned put) {
    const Option o = r->s->picked;
    if (o.kind != OPT_CARD) return;
    unsigned first = batch_open(r);
    batch_move(r, o.card, card_owner(o.card), z, RH_RULE)->put = (uint16_t)put;
    batch_do(r, first);
}

/* 6.2.1.1, 6.2.1.2 */
static void next_entry(Run *r, Frame *f) {
    State *s = r->s;
    Setup *setup = setup_of(f);
    s->point = RP_SETUP;
    RULE(RB_6_2_1_1);
    if (setup->nth == s->nplayers) {
        setup->nth = 0;
        f->step = SETUP_SHUFFLE;
        return;
    }
    RULE(RB_6_2_1_2);
    f->step = SETUP_ENTRY_CHOSEN;
    ask_entry(r, setup->nth);
}

/* 6.2.1.3 */
static void shuffle_decks(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(RB_6_2_1_3);
    for (PlayerId p = 0; p < s->nplayers; p++) {
        batch_add(r, EV_SHUFFLE, p, 0)->from = RZ_DECK;
        if (!s->player[p].count[RZ_DEER]) continue;
        RULE(RB_12_2_1_4); /* a pile and a zone of its own */
        RULE(RB_12_2_1_5);
        batch_add(r, EV_SHUFFLE, p, 0)->from = RZ_DEER;
    }
    batch_do(r, first);
}

/* 6.2.1.6 */
static void next_partner(Run *r, Frame *f) {
    State *s = r->s;
    const Setup *setup = setup_of(f);
    if (setup->nth >= s->nplayers) {
        f->step = SETUP_START;
        return;
    }
    RULE(RB_6_2_1_6);
    if (s->nplayers > 2) RULE(RB_13_2_1);
    f->step = SETUP_PARTNER_CHOSEN;
    ask_partner(r, s->order[setup->nth]);
}

void rebirth_setup(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case SETUP_ENTRY: next_entry(r, f); return;
    case SETUP_ENTRY_CHOSEN:
        f->step = SETUP_ENTRY;
        setup_of(f)->nth++;
        put_picked(r, RZ_ENTRY, PUT_DOWN);
        return;
    case SETUP_SHUFFLE:
        f->step = SETUP_FIRST;
        shuffle_decks(r);
        return;
    case SETUP_FIRST:
        decide_first(r);
        f->step = SETUP_HANDS;
        return;
    case SETUP_HANDS:
        RULE(RB_6_2_1_5);
        f->step = SETUP_PARTNER;
        setup_of(f)->nth = s->team_size; /* everybody but the first player, or the first team */
        open_hands(r);
        return;
    case SETUP_PARTNER: next_partner(r, f); return;
    case SETUP_PARTNER_CHOSEN:
        f->step = SETUP_PARTNER;
        setup_of(f)->nth++;
        put_picked(r, RZ_ENERGY, 0);
        return;
    default:
        RULE(RB_6_2_1_7);
        rebirth_points_begin(r);
        s->turn = 1;
        frame_pop(r);
        frame_push(r, RPROC_TURN);
        face_up(r);
        return;
    }
}
