/* 403: preparing the game; 500: the turn. Steps follow the order of the clauses. */
#include "games/ninja/ninja.h"

typedef struct Turn {
    uint8_t drawn; /* cards drawn in the draw step */
} Turn;
FRAME_LOCALS(Turn, turn_of)

enum { SETUP_SHUFFLE, SETUP_HANDS, SETUP_FIRST };

/* Procedure, 403: shuffles, deals four cards each, and decides who goes first. */
void ninja_setup(Run *r, Frame *f) {
    State *s = r->s;
    unsigned first = batch_open(r);
    switch (f->step) {
    case SETUP_SHUFFLE:
        enter_point(s, NP_SETUP);
        f->step = SETUP_HANDS;
        RULE(NS_401_1); /* reference point of stops.def */
        RULE(NS_403_1);
        for (PlayerId p = 0; p < s->nplayers; p++)
            batch_add(r, EV_SHUFFLE, p, NONE)->from = NZ_DECK;
        batch_do(r, first);
        return;
    case SETUP_HANDS:
        RULE(NS_403_2);
        for (PlayerId p = 0; p < s->nplayers; p++)
            for (unsigned i = 0; i < 4 && zone_top(s, p, NZ_DECK); i++) {
                unsigned one = batch_open(r);
                batch_move(r, zone_top(s, p, NZ_DECK), p, NZ_HAND, NH_RULE);
                batch_do(r, one);
            }
        f->step = SETUP_FIRST;
        return;
    default: {
        unsigned random_player = random_below(s, s->nplayers);
        RULE(NS_403_4);
        if (s->first_player == NOBODY) {
            RULE(NS_403_3);
            s->first_player = (PlayerId)random_player;
        }
        for (unsigned i = 0; i < s->nplayers; i++)
            s->order[i] = (uint8_t)((s->first_player + i) % s->nplayers);
        s->turn_player = s->first_player;
        s->turn = 1;
        memory_forget(r);
        frame_pop(r);
        frame_push(r, NPROC_TURN);
    }
    }
}

/* ---- 500 ---- */

static bool is_bowed(const Card *k) { return k->flags & CARD_RESTED; }
static bool is_hurt(const Card *k) { return k->damage != 0; }

/* Adds an event to the batch for each bowed card of the zone that may unbow. */
static void unbow_zone(Run *r, PlayerId p, ZoneId z) {
    State *s = r->s;
    if (zone_upright(&s->player[p], z)) RULE(NS_104_3); /* upright cards stay as they are */
    if (!s->player[p].rested[z]) return;
    const CardId *cards = zone_cards(&s->player[p], z);
    const unsigned n = s->player[p].count[z];
    for (unsigned i = 0; i < n; i += 64) {
        uint64_t bowed = cards_that(s, cards + i, n - i, is_bowed);
        for (; bowed; bowed &= bowed - 1) {
            CardId c = cards[i + (unsigned)__builtin_ctzll(bowed)];
            if (!r->g->orient_forbidden(r, c, 0) && !act_forbidden(r, EV_ORIENT, p, c, NONE, 0))
                batch_orient(r, p, c, false);
            else
                RULE(NS_104_4);
        }
    }
}

/* 502.2a: unbows the turn player's field and ether zone, all at once. */
static bool unbow_all(Run *r) {
    State *s = r->s;
    PlayerId p = s->turn_player;
    unsigned first = batch_open(r);
    settled_options_changed(s);
    RULE(NS_502_2a);
    unbow_zone(r, p, NZ_FIELD);
    unbow_zone(r, p, NZ_ETHER);
    return batch_do(r, first);
}

/* 502.3a, 1308.2: draws two cards one after another, one card in the first turn. Returns true if
 * another procedure comes first; call again then. */
static bool draw_all(Run *r, Frame *f) {
    State *s = r->s;
    Turn *turn = turn_of(f);
    PlayerId p = s->turn_player;
    const unsigned want = s->turn == 1 ? 1 : 2;
    for (;;) {
        CardId c = zone_top(s, p, NZ_DECK);
        RULE(NS_502_3a);
        bool barred = rule_on(r, NRC_NO_DRAW, p, NONE) > 0 ||
                      rule_move_forbidden(r, c, p, NZ_HAND, r->g->how_draw);
        if (turn->drawn == want || !c || barred) {
            if (barred) RULE(NS_104_4);
            if (turn->drawn < want && !barred) RULE(NS_104_2);
            turn->drawn = 0;
            return false;
        }
        unsigned first = batch_open(r);
        turn->drawn++;
        RULE(NS_1308_1);
        if (turn->drawn > 1) RULE(NS_1308_2);
        batch_move(r, c, p, NZ_HAND, NH_DRAW)->actor = p;
        if (batch_do(r, first)) return true;
    }
}

/* 502.4a: asks for a card to put into the ether zone. Copies of one card are a single option. */
static bool ask_ether(Run *r) {
    State *s = r->s;
    PlayerId p = s->turn_player;
    RULE(NS_502_4a);
    ask_begin(r, p, NASK_ETHER, NS_502_4a);
    const CardId *hand = zone_cards(&s->player[p], NZ_HAND);
    uint64_t seen = 0; /* definitions seen, hashed to 6 bits */
    for (unsigned i = 0, n = s->player[p].count[NZ_HAND]; i < n; i++) {
        DefId def = card_of(s, hand[i])->def;
        bool duplicate = false;
        if (seen >> (def & 63) & 1)
            for (unsigned j = 0; j < i && !duplicate; j++)
                duplicate = card_of(s, hand[j])->def == def;
        if (!duplicate && !rule_move_forbidden(r, hand[i], p, NZ_ETHER, NH_RULE))
            ask_add(r, (Option){.kind = NOPT_ETHER, .card = hand[i]});
        seen |= UINT64_C(1) << (def & 63);
    }
    ask_add(r, (Option){.kind = NOPT_NO_ETHER});
    return ask_done(r);
}

/* 502.4a: moves the chosen card, if any, to the ether zone. */
static bool put_ether(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    if (s->picked.kind == NOPT_ETHER)
        batch_move(r, s->picked.card, s->turn_player, NZ_ETHER, NH_RULE)->actor = s->turn_player;
    return batch_do(r, first);
}

/* 502: start phase. This and the other phase functions return true when the phase is over and the
 * next one follows at once. */
static bool start_phase(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case NTURN_UNBOW:
        enter_phase(s, NP_TURN_START);
        f->step = NTURN_DRAW;
        RULE(NS_501_1);
        RULE(NS_502_1); /* reference point of stops.def */
        unbow_all(r);
        RULE(NS_502_2b);
        if (s->turn == 1) trigger_point(r, NP_GAME_START, s->turn_player);
        RULE(NS_502_2c);
        if (ninja_point_round(r, NP_TURN_START)) return false; /* fallthrough */
    case NTURN_DRAW:
        enter_point(s, NP_DRAW);
        if (draw_all(r, f)) return false;
        f->step = NTURN_ETHER;
        RULE(NS_502_3b);
        RULE(NS_502_3c);
        if (ninja_point_round(r, NP_DRAW)) return false; /* fallthrough */
    case NTURN_ETHER:
        enter_point(s, NP_ETHER);
        f->step = NTURN_ETHER_CHOSEN;
        if (ask_ether(r)) return false; /* fallthrough */
    case NTURN_ETHER_CHOSEN:
        f->step = NTURN_ETHER_PUT;
        if (put_ether(r)) return false; /* fallthrough */
    default:
        f->step = NTURN_CHARACTER;
        RULE(NS_502_4b);
        RULE(NS_502_4c);
        return !ninja_point_round(r, NP_ETHER);
    }
}

/* 505.3a, 505.3b: removes damage from characters and ends the effects that last for the turn. */
static void end_turn_cleanup(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(NS_505_3);
    RULE(NS_505_3a);
    for (PlayerId p = 0; p < s->nplayers; p++) {
        const CardId *field = zone_cards(&s->player[p], NZ_FIELD);
        for (unsigned i = 0, n = s->player[p].count[NZ_FIELD]; i < n; i += 64) {
            uint64_t hurt = cards_that(s, field + i, n - i, is_hurt);
            for (; hurt; hurt &= hurt - 1)
                batch_add(r, EV_HEAL, p, field[i + (unsigned)__builtin_ctzll(hurt)]);
        }
    }
    batch_do(r, first);
    RULE(NS_505_3b);
    if (s->neffects) effects_end(r, DUR_TURN);
}

/* Clears a card's per-turn counters. */
static void reset_uses(State *s, Card *k) {
    if (k->used) card_touched(s, k);
    k->used = k->attacks = k->fired = k->times = k->many = 0;
    k->deeds &= (uint8_t)~NC_INTERRUPTED;
}

/* Clears the counters of the cards on the field and of all other cards with listening abilities. */
static void reset_all_uses(Run *r) {
    State *s = r->s;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[NZ_FIELD]; i++)
            reset_uses(s, card_at(s, zone_card(&s->player[p], NZ_FIELD, i)));
    if (s->spent & (SPENT_USED | SPENT_FIRED)) listeners_derive(r, EVENTS_ALL);
    for (unsigned i = 0; (s->spent & (SPENT_USED | SPENT_FIRED)) && i < s->nlisteners; i++)
        reset_uses(s, card_at(s, s->listen[i].card));
}

/* 505.4: clears everything that is kept for one turn and passes the turn to the next player. */
static void next_turn(Run *r) {
    State *s = r->s;
    RULE(NS_505_4);
    RULE(NS_305_5); /* nobody discards */
    deeds_forget(s, 1u << ND_ATTACKED | 1u << ND_HURT | 1u << ND_HURT_IN_BATTLE);
    if (s->spent & (SPENT_USED | SPENT_FIRED | SPENT_ATTACKS)) reset_all_uses(r);
    s->spent = 0;
    for (PlayerId p = 0; p < s->nplayers; p++)
        memset(s->player[p].counter, 0, sizeof s->player[p].counter);
    loop_forget(s);
    memory_forget(r);
    s->player[s->turn_player].flags |= PLAYER_HAD_TURN;
    s->turn_player = player_next(s, s->turn_player);
    s->turn++;
    s->turn_clock = s->clock;
    derived_read_changed(s, DEPENDS_TURN);
    if (s->neffects) effects_new_turn(r);
}

/* 505: end phase; 505.3c repeats its last step while rule processing is due. */
static bool end_phase(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case NTURN_END:
        enter_phase(s, NP_TURN_END);
        f->step = NTURN_LAST;
        RULE(NS_505_1);
        RULE(NS_505_2);
        return !ninja_point_round(r, NP_TURN_END);
    case NTURN_LAST:
        f->step = NTURN_OVER;
        end_turn_cleanup(r);
        return s->nframes == (unsigned)(f - s->frame) + 1;
    default:
        RULE(NS_505_3c);
        f->step = NTURN_LAST;
        if (ninja_rules_due(r)) return !ninja_priority_round(r);
        next_turn(r);
        f->step = NTURN_UNBOW;
        return true;
    }
}

/* Procedure, 500: runs turn after turn until the game ends. */
void ninja_turn(Run *r, Frame *f) {
    State *s = r->s;
    bool advance = true;
    while (advance && !s->result) {
        switch (f->step) {
        case NTURN_UNBOW:
        case NTURN_DRAW:
        case NTURN_ETHER:
        case NTURN_ETHER_CHOSEN:
        case NTURN_ETHER_PUT: advance = start_phase(r, f); break;
        case NTURN_CHARACTER:
            enter_phase(s, NP_CHARACTER);
            f->step = NTURN_CHARACTER_ROUND;
            RULE(NS_503_1);
            trigger_point(r, NP_CHARACTER, s->turn_player);
            break;
        case NTURN_CHARACTER_ROUND:
            enter_point(s, NP_CHARACTER);
            f->step = NTURN_BATTLE;
            RULE(NS_503_2);
            RULE(NS_601_1);
            advance = !ninja_priority_round(r);
            break;
        case NTURN_BATTLE:
            f->step = NTURN_END;
            RULE(NS_504_1);
            frame_push(r, NPROC_BATTLE);
            return;
        default: advance = end_phase(r, f); /* NTURN_END and the steps after it */
        }
    }
}
