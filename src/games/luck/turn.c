/* Chapter 7: the turn. Steps follow the order of the clauses.
 *
 * LPROC_TURN stays at the bottom of the frame stack for the whole game. It runs the stand, draw,
 * level and end phases itself and pushes LPROC_MAIN (main.c) and LPROC_BATTLE (battle.c) for the
 * others. */
#include "games/luck/luck.h"
#include "kernel/pick.h"
#include "vm/vm.h"

enum { HAND_LIMIT = 8, LEVEL_LIMIT = 4 };

typedef struct Turn {
    CardId card; /* what goes to the level zone */
} Turn;
FRAME_LOCALS(Turn, turn_of)

/* 7.2.4: the cards on the field and in the level zone stand up; a my logicalist does not. */
static bool stand_all(Run *r, PlayerId p) {
    static const ZoneId zones[] = {LZ_CIRCLE, LZ_GATE, LZ_LEVEL, LZ_MY};
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(LL_7_2_4);
    for (unsigned i = 0; i < 4; i++)
        for (unsigned j = 0; j < s->player[p].count[zones[i]]; j++) {
            CardId c = zone_card(&s->player[p], zones[i], j);
            if (!(card_of(s, c)->flags & CARD_RESTED)) {
                RULE(LL_1_3_2_1);
                continue;
            }
            if (zones[i] == LZ_MY && !rule_on(r, LRC_STANDS_TOO, NOBODY, c)) {
                RULE(LL_7_2_4_1);
                continue;
            }
            if (rule_on(r, LRC_NO_STAND, NOBODY, c) || act_forbidden(r, EV_ORIENT, p, c, NONE, 0)) {
                RULE(LL_1_3_3);
                continue;
            }
            batch_orient(r, p, c, false);
        }
    return batch_do(r, first);
}

/* 7.2 stand phase. Each phase function returns true when the next one follows at once. */
static bool stand_phase(Run *r, Frame *f) {
    State *s = r->s;
    const PlayerId p = s->turn_player;
    switch (f->step) {
    case LTURN_STAND:
        luck_reach(s, LP_STAND);
        f->step = LTURN_STAND_UP;
        RULE(LL_7_2_2);
        if (s->turn == 1) trigger_point(r, LP_GAME_START, p);
        trigger_point(r, LP_STAND, p);
        RULE(LL_7_2_3);
        if (luck_check_timing(r)) return false;
        /* fallthrough */
    case LTURN_STAND_UP:
        f->step = LTURN_STOOD;
        if (stand_all(r, p)) return false;
        /* fallthrough */
    default:
        f->step = LTURN_DRAW;
        RULE(LL_7_2_5);
        return !luck_check_timing(r);
    }
}

/* 7.3.3: two cards, one after the other. */
static void draw_two(Run *r, PlayerId p) {
    RULE(LL_7_3_3);
    RULE(LL_5_6_2);
    UptoLocals *v = upto_of(frame_push(r, PROC_UPTO));
    v->want = 2;
    v->who = player_bit(p);
    v->flags = UPTO_PLAIN;
}

/* 7.3 draw phase */
static bool draw_phase(Run *r, Frame *f) {
    State *s = r->s;
    const PlayerId p = s->turn_player;
    switch (f->step) {
    case LTURN_DRAW:
        luck_reach(s, LP_DRAW);
        f->step = LTURN_DRAW_TWO;
        RULE(LL_7_3_2);
        trigger_point(r, LP_DRAW, p);
        if (luck_check_timing(r)) return false;
        /* fallthrough */
    case LTURN_DRAW_TWO:
        f->step = LTURN_DREW;
        draw_two(r, p);
        return false;
    case LTURN_DREW:
        f->step = LTURN_STOCK;
        RULE(LL_7_3_4);
        if (luck_check_timing(r)) return false;
        /* fallthrough */
    case LTURN_STOCK: {
        CardId top = zone_top(s, p, LZ_DECK);
        unsigned first = batch_open(r);
        f->step = LTURN_STOCKED;
        RULE(LL_7_3_5);
        if (top) batch_move(r, top, p, LZ_STOCK, LH_RULE)->actor = p;
        if (batch_do(r, first)) return false;
    }
        /* fallthrough */
    default:
        f->step = LTURN_LEVEL;
        RULE(LL_7_3_6);
        return !luck_check_timing(r);
    }
}

unsigned luck_limit(Run *r, unsigned is, unsigned changes, PlayerId p, int usual) {
    const State *s = r->s;
    for (unsigned i = 0; rule_any(r, is) && i < s->nrules; i++)
        if (s->rule[i].rule == is && (s->rule[i].players & player_bit(p)))
            usual = s->rule[i].amount;
    const int n = usual + (int)rules_sum(r, changes, p, NONE);
    return n > 0 ? (unsigned)n : 0;
}

/* 4.7.2: how many level cards the player may have. */
unsigned luck_level_limit(Run *r, PlayerId p) {
    return luck_limit(r, LRC_LEVEL_LIMIT_IS, LRC_LEVEL_LIMIT, p, LEVEL_LIMIT);
}

/* 7.4.3: asks for a card of the hand. */
static bool ask_level(Run *r, PlayerId p) {
    const Player *q = &r->s->player[p];
    RULE(LL_7_4_3);
    ask_begin(r, p, LASK_LEVEL, LL_7_4_3);
    for (unsigned i = 0; i < q->count[LZ_HAND]; i++)
        ask_add(r, (Option){.kind = OPT_CARD, .card = zone_card(q, LZ_HAND, i)});
    ask_add(r, (Option){.kind = LOPT_NO_LEVEL});
    return ask_done(r);
}

/* 7.4.3.1.1: at the limit it takes the place of a level card. */
static bool ask_exchange(Run *r, PlayerId p) {
    const Player *q = &r->s->player[p];
    RULE(LL_7_4_3_1_1);
    RULE(LL_4_7_2);
    ask_begin(r, p, LASK_EXCHANGE, LL_7_4_3_1_1);
    for (unsigned i = 0; i < q->count[LZ_LEVEL]; i++)
        ask_add(r, (Option){.kind = OPT_CARD, .card = zone_card(q, LZ_LEVEL, i)});
    return ask_done(r);
}

/* 7.4.3.1: face up; face down in the first player's first turn. */
static bool put_level(Run *r, PlayerId p, CardId c, CardId out) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(LL_7_4_3_1);
    Event *e = batch_move(r, c, p, LZ_LEVEL, LH_RULE);
    e->actor = p;
    if (s->turn == 1) e->put = PUT_DOWN;
    if (out) {
        RULE(LL_5_11_1);
        batch_move(r, out, p, LZ_HAND, LH_RULE)->actor = p;
    }
    return batch_do(r, first);
}

/* 7.4 level phase */
static bool level_phase(Run *r, Frame *f) {
    State *s = r->s;
    const PlayerId p = s->turn_player;
    Turn *turn = turn_of(f);
    switch (f->step) {
    case LTURN_LEVEL:
        luck_reach(s, LP_LEVEL);
        f->step = LTURN_LEVEL_ASK;
        RULE(LL_7_4_2);
        trigger_point(r, LP_LEVEL, p);
        if (luck_check_timing(r)) return false;
        /* fallthrough */
    case LTURN_LEVEL_ASK:
        f->step = LTURN_LEVEL_CHOSEN;
        if (ask_level(r, p)) return false;
        /* fallthrough */
    case LTURN_LEVEL_CHOSEN:
        turn->card = s->picked.kind == OPT_CARD ? s->picked.card : NONE;
        s->picked = (Option){0};
        f->step = LTURN_LEVEL_SWAP;
        if (!turn->card) {
            RULE(LL_7_4_3_2);
            f->step = LTURN_LEVEL_CHECK;
            return true;
        }
        if (s->player[p].count[LZ_LEVEL] >= luck_level_limit(r, p) && ask_exchange(r, p))
            return false;
        /* fallthrough */
    case LTURN_LEVEL_SWAP: {
        const CardId c = turn->card;
        turn->card = NONE;
        f->step = LTURN_LEVEL_CHECK;
        if (put_level(r, p, c, s->picked.kind == OPT_CARD ? s->picked.card : NONE)) return false;
    }
        /* fallthrough */
    default:
        f->step = LTURN_MAIN;
        RULE(LL_7_4_4);
        return !luck_check_timing(r);
    }
}

/* 7.7.4: the paradoxes of both players; face-down cards go with them. */
static bool drop_paradoxes(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(LL_7_7_4);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[LZ_PARADOX]; i++)
            batch_move(r, zone_card(&s->player[p], LZ_PARADOX, i), p, LZ_DROP, LH_RULE);
    return batch_do(r, first);
}

/* 4.6.3 */
static unsigned hand_limit(Run *r, PlayerId p) {
    RULE(LL_4_6_3_1);
    return luck_limit(r, LRC_HAND_LIMIT_IS, LRC_HAND_LIMIT, p, HAND_LIMIT);
}

/* 7.7.6: asks which cards stay. False: there are no more than the limit. */
static bool ask_hand(Run *r, PlayerId p) {
    const unsigned most = hand_limit(r, p);
    if (r->s->player[p].count[LZ_HAND] <= most) return false;
    RULE(LL_7_7_6);
    RULE(LL_4_6_3);
    reg_clear(r, &r->s->ctx[0], REG_KEEP);
    Frame *g = pick_begin(r, 0, p, most, most, PICK_FREE, REG_KEEP);
    pick_of(g)->list = LLIST_HAND;
    pick_of(g)->clause = LL_7_7_6;
    return true;
}

/* The others are discarded together. */
static bool discard_rest(Run *r, PlayerId p) {
    State *s = r->s;
    const Player *q = &s->player[p];
    unsigned first = batch_open(r);
    if (q->count[LZ_HAND] <= hand_limit(r, p)) return false;
    for (unsigned i = 0; i < q->count[LZ_HAND]; i++) {
        CardId c = zone_card(q, LZ_HAND, i);
        bool kept = false;
        for (unsigned j = 0; j < s->ctx[0].n[REG_KEEP]; j++)
            kept |= reg_cards(s, &s->ctx[0], REG_KEEP)[j].card == c;
        if (!kept) batch_move(r, c, p, LZ_DROP, LH_DISCARD)->actor = p;
    }
    reg_clear(r, &s->ctx[0], REG_KEEP);
    return batch_do(r, first);
}

/* Resets what cards remember of a turn. */
static void reset_turn_marks(State *s) {
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++) {
            Card *k = &s->player[p].card[i];
            if (k->used && k->zone) card_touched(s, k);
            k->attacks = k->deeds = 0;
            k->used = k->times = k->many = 0;
        }
    s->spent = 0;
}

/* 7.7.8: passes the turn to the other player. */
static void next_turn(Run *r) {
    State *s = r->s;
    s->player[s->turn_player].flags |= PLAYER_HAD_TURN;
    trigger_fired_clear(r);
    reset_turn_marks(s);
    memory_forget(r);
    luck_check_over(r);
    for (PlayerId p = 0; p < s->nplayers; p++)
        memset(s->player[p].counter, 0, sizeof s->player[p].counter);
    memset(s->facts, 0, sizeof s->facts);
    memset(s->fact_card, 0, sizeof s->fact_card);
    loop_forget(s);
    if (luck_count_forced(r)) return;
    RULE(LL_7_1_1);
    s->turn++;
    s->turn_player = player_next(s, s->turn_player);
    derived_invalidate(s, BECAUSE_READ);
    effects_new_turn(r);
}

/* 7.7 end phase */
static bool end_phase(Run *r, Frame *f) {
    State *s = r->s;
    const PlayerId p = s->turn_player;
    switch (f->step) {
    case LTURN_END:
        luck_reach(s, LP_END);
        f->step = LTURN_END_PARADOX;
        RULE(LL_7_7_2);
        trigger_point_once(r, LP_END, p);
        RULE(LL_7_7_3);
        if (luck_check_timing(r)) return false;
        /* fallthrough */
    case LTURN_END_PARADOX:
        f->step = LTURN_END_CHECK;
        if (drop_paradoxes(r)) return false;
        /* fallthrough */
    case LTURN_END_CHECK:
        f->step = LTURN_END_HAND;
        RULE(LL_7_7_5);
        if (luck_check_timing(r)) return false;
        /* fallthrough */
    case LTURN_END_HAND:
        f->step = LTURN_END_DISCARD;
        if (ask_hand(r, p)) return false;
        /* fallthrough */
    case LTURN_END_DISCARD:
        f->step = LTURN_END_EFFECTS;
        if (discard_rest(r, p)) return false;
        /* fallthrough */
    default:
        RULE(LL_7_7_7);
        effects_end(r, DUR_TURN);
        RULE(LL_7_7_8);
        f->step = LTURN_END;
        if (luck_processing_due(r) || s->nwaiting || trigger_point_once(r, LP_END, p))
            return !luck_count_forced(r);
        next_turn(r);
        f->step = LTURN_STAND;
        return true;
    }
}

/* Procedure, chapter 7: runs turn after turn until the game ends. */
void luck_turn(Run *r, Frame *f) {
    bool advance = true;
    while (advance && !r->s->result) {
        RULE(LL_7_1_2);
        switch (f->step) {
        case LTURN_STAND:
        case LTURN_STAND_UP:
        case LTURN_STOOD: advance = stand_phase(r, f); break;
        case LTURN_DRAW:
        case LTURN_DRAW_TWO:
        case LTURN_DREW:
        case LTURN_STOCK:
        case LTURN_STOCKED: advance = draw_phase(r, f); break;
        case LTURN_LEVEL:
        case LTURN_LEVEL_ASK:
        case LTURN_LEVEL_CHOSEN:
        case LTURN_LEVEL_SWAP:
        case LTURN_LEVEL_CHECK: advance = level_phase(r, f); break;
        case LTURN_MAIN:
            f->step = LTURN_BATTLE;
            frame_push(r, LPROC_MAIN);
            return;
        case LTURN_BATTLE:
            f->step = LTURN_END;
            RULE(LL_7_6_1);
            frame_push(r, LPROC_BATTLE);
            return;
        default: advance = end_phase(r, f);
        }
    }
}
