/* 6.2: preparing the game. Steps follow the order of the clauses. */
#include "games/rebirth/procs.h"

enum {
    SETUP_ENTRY,          /* 6.2.1.2: ask the next player for the first entry */
    SETUP_ENTRY_CHOSEN,   /* answered: put it face down */
    SETUP_SHUFFLE,        /* 6.2.1.3 */
    SETUP_FIRST,          /* 6.2.1.4: who goes first */
    SETUP_HANDS,          /* 6.2.1.5 */
    SETUP_PARTNER,        /* 6.2.1.6: ask the next player for a partner */
    SETUP_PARTNER_CHOSEN, /* answered: put it into the energy zone */
    SETUP_START           /* 6.2.1.7: reveal the entries, begin */
};
typedef struct Setup {
    uint8_t nth; /* next to choose: a player id for entries, an index in turn order for partners */
} Setup;
FRAME_LOCALS(Setup, setup_of)

/* 6.2.1.2: can the card be a first entry (cost 2 or less, not a partner)? */
static bool can_be_first_entry(Run *r, CardId c) {
    const CardDef *d = &r->pack->def[card_of(r->s, c)->def];
    return d->num.cost >= 0 && d->num.cost <= 2 && !(d->kinds >> RK_PA & 1);
}

/* 6.2.1.2: asks for the first entry. Copies of one card are a single option. */
static void ask_entry(Run *r, PlayerId p) {
    State *s = r->s;
    const Player *q = &s->player[p];
    uint64_t seen[64] = {0};
    ask_begin(r, p, RASK_ENTRY, RB_6_2_1_2);
    const CardId *deck = zone_cards(q, RZ_DECK);
    for (unsigned i = 0, n = q->count[RZ_DECK]; i < n; i++) {
        CardId c = deck[i];
        unsigned d = card_of(s, c)->def;
        bool duplicate = seen[d >> 6 & 63] >> (d & 63) &
                         1; /* the bitmap wraps at 4096 definitions: confirm a hit */
        for (unsigned j = 0; duplicate && d >= 4096 && j < s->ask.n; j++)
            duplicate = card_of(s, s->option[j].card)->def == d;
        seen[d >> 6 & 63] |= 1ull << (d & 63);
        if (can_be_first_entry(r, c) && !duplicate)
            ask_add(r, (Option){.kind = OPT_CARD, .card = c});
    }
    ask_done(r);
}

/* 6.2.1.5: three cards from the deck, then the partners, which are in no zone yet. */
static void deal_hands(Run *r) {
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

/* 6.2.1.6: asks a player who does not go first for a partner to put into the energy zone. */
static bool ask_partner(Run *r, PlayerId p) {
    State *s = r->s;
    ask_begin(r, p, RASK_ENERGY, RB_6_2_1_6);
    for (unsigned i = 0; i < s->player[p].count[RZ_HAND]; i++)
        if (card_kinds(r, zone_card(&s->player[p], RZ_HAND, i)) >> RK_PA & 1)
            ask_add(r, (Option){.kind = OPT_CARD, .card = zone_card(&s->player[p], RZ_HAND, i)});
    ask_done(r);
    return true;
}

/* 6.2.1.4, 13.5.7.1: decides who goes first and sets the turn order. */
static void decide_first(Run *r) {
    State *s = r->s;
    unsigned random_player = random_below(s, s->nplayers);
    if (s->first_player == NOBODY) { /* replays and scenarios fix the first player */
        RULE(RB_6_2_1_4);
        RULE(RB_6_2_1_4_1);
        s->first_player = (PlayerId)random_player;
    }
    if (s->team_size > 1) {
        RULE(RB_13_5_7_1); /* the first seat of the first team begins */
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

/* 6.2.1.7: turns the first entries face up. */
static void reveal_entries(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[RZ_ENTRY]; i++)
            if (card_of(s, zone_card(&s->player[p], RZ_ENTRY, i))->flags & CARD_DOWN)
                batch_add(r, EV_FACE, p, zone_card(&s->player[p], RZ_ENTRY, i))->amount = 0;
    batch_do(r, first);
}

/* Moves the picked card to its zone; the first entry is put face down. */
static void put_picked(Run *r, ZoneId z, unsigned put) {
    const Option o = r->s->picked;
    if (o.kind != OPT_CARD) return;
    unsigned first = batch_open(r);
    batch_move(r, o.card, card_owner(o.card), z, RH_RULE)->put = (uint16_t)put;
    batch_do(r, first);
}

/* 6.2.1.1, 6.2.1.2: asks the next player, or goes on once all have chosen. */
static void next_entry(Run *r, Frame *f) {
    State *s = r->s;
    Setup *setup = setup_of(f);
    rebirth_reach(s, RP_SETUP);
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
        RULE(RB_12_2_1_4); /* the deer deck is a separate pile in a zone of its own */
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

/* Procedure, 6.2: ends by pushing the first turn. */
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
        setup_of(f)->nth = s->team_size; /* skip the first player or the first team */
        deal_hands(r);
        return;
    case SETUP_PARTNER: next_partner(r, f); return;
    case SETUP_PARTNER_CHOSEN:
        f->step = SETUP_PARTNER;
        setup_of(f)->nth++;
        put_picked(r, RZ_ENERGY, 0);
        return;
    default:
        RULE(RB_6_2_1_7);
        rebirth_init_points(r);
        s->turn = 1;
        memory_forget(r);
        frame_pop(r);
        frame_push(r, RPROC_TURN);
        reveal_entries(r);
        return;
    }
}
