/* Chapter 6: the turn. Steps follow the order of the clauses.
 *
 * GPROC_TURN stays at the bottom of the frame stack for the whole game. It runs the start and burst
 * phases itself and pushes GPROC_MAIN (6-3, below) and GPROC_BATTLE (battle.c) for the others. */
#include "games/granblue/granblue.h"
#include "kernel/pick.h"
#include "kernel/place.h"

/* 6-2-3: adds an event for each rested card of leader, member and gem area. */
static bool stand_all(Run *r, PlayerId p) {
    State *s = r->s;
    static const ZoneId zones[] = {GZ_LEADER, GZ_MEMBER, GZ_GEM};
    unsigned first = batch_open(r);
    RULE(GB_6_2_3);
    for (unsigned i = 0; i < 3; i++) {
        if (!s->player[p].rested[zones[i]]) continue;
        for (unsigned j = 0; j < s->player[p].count[zones[i]]; j++) {
            CardId c = zone_card(&s->player[p], zones[i], j);
            if (!(card_of(s, c)->flags & CARD_RESTED)) continue;
            if (rule_on(r, GRC_NO_START, p, c) || act_forbidden(r, EV_ORIENT, p, c, NONE, 0)) {
                RULE(GB_1_3_3);
                continue;
            }
            batch_orient(r, p, c, false);
        }
    }
    return batch_do(r, first);
}

/* 6-2-5: one of the two cards. */
static bool draw_one(Run *r, PlayerId p) {
    CardId top = zone_top(r->s, p, GZ_DECK);
    unsigned first = batch_open(r);
    RULE(GB_4_8_1);
    RULE(GB_4_8_2);
    RULE(GB_4_8_3);
    if (top && !rule_move_forbidden(r, top, p, GZ_HAND, GH_DRAW))
        batch_move(r, top, p, GZ_HAND, GH_DRAW)->actor = p;
    return batch_do(r, first);
}

/* 6-2-7 */
static bool lay_gem(Run *r, PlayerId p) {
    CardId top = zone_top(r->s, p, GZ_DECK);
    unsigned first = batch_open(r);
    RULE(GB_6_2_7);
    if (top && !rule_move_forbidden(r, top, p, GZ_GEM, GH_GEM))
        batch_move(r, top, p, GZ_GEM, GH_GEM)->actor = p;
    return batch_do(r, first);
}

/* 6-2 start phase; the next step may follow at once unless it returns false. */
static bool start_phase(Run *r, Frame *f) {
    State *s = r->s;
    const PlayerId p = s->turn_player;
    switch (f->step) {
    case GTURN_START:
        granblue_reach(s, GP_TURN_START);
        RULE(GB_6_1_1);
        RULE(GB_4_4_1);
        RULE(GB_6_2_1);
        effects_end(r, DUR_UNTIL + GP_TURN_START);
        RULE(GB_6_2_2);
        f->step = GTURN_ACTIVE;
        trigger_point(r, GP_TURN_START, p);
        return !granblue_check_point(r);
    case GTURN_ACTIVE: f->step = GTURN_ACTIVED; return !stand_all(r, p);
    case GTURN_ACTIVED:
        RULE(GB_6_2_4);
        f->step = GTURN_DRAW;
        return !granblue_check_point(r);
    case GTURN_DRAW:
        RULE(GB_6_2_5);
        f->step = GTURN_DRAWN;
        if (s->turn == 1) return true; /* the first turn of the first player */
        f->step = GTURN_DRAW2;
        return !draw_one(r, p);
    case GTURN_DRAW2: f->step = GTURN_DRAWN; return !draw_one(r, p);
    case GTURN_DRAWN:
        RULE(GB_6_2_6);
        f->step = GTURN_GEM;
        return !granblue_check_point(r);
    case GTURN_GEM: f->step = GTURN_GEMMED; return !lay_gem(r, p);
    default:
        RULE(GB_6_2_8);
        f->step = GTURN_MAIN;
        return !granblue_check_point(r);
    }
}

/* ---- 6-5 burst phase ---- */

static unsigned down_in_gauge(const State *s, PlayerId p) {
    unsigned n = 0;
    for (unsigned i = 0; i < zone_count(s, p, GZ_GAUGE); i++)
        n += (card_of(s, zone_card(&s->player[p], GZ_GAUGE, i))->flags & CARD_DOWN) != 0;
    return n;
}

/* 6-5-1-2-1-1: a member, or the leader if there is none. */
static bool ask_burst(Run *r, PlayerId p) {
    const State *s = r->s;
    const PlayerId foe = granblue_foe(p);
    const ZoneId z = zone_count(s, foe, GZ_MEMBER) ? GZ_MEMBER : GZ_LEADER;
    RULE(GB_6_5_1_2_1_1);
    ask_begin(r, p, GASK_BURST, GB_6_5_1_2_1_1);
    for (unsigned i = 0; i < zone_count(s, foe, z); i++)
        ask_add(r, (Option){.kind = OPT_CARD, .card = zone_card(&s->player[foe], z, i)});
    return ask_done(r);
}

typedef struct Turn {
    CardRef hit; /* by the chain burst */
} Turn;
FRAME_LOCALS(Turn, turn_of)

/* 6-5-1-2-1-2: damage without a source. */
static bool burst(Run *r, PlayerId p, CardId c) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(GB_6_5_1_2_1_2);
    s->facts[GF_CAUSE] = CAUSE_BURST;
    const int more = (int)rules_sum(r, GRC_DEALS_BURST, p, NONE);
    const Blow b = {.to = c, .amount = (int)down_in_gauge(s, p)};
    int n = granblue_damage(r, &b, more);
    if (n > 0) {
        Event *e = batch_add(r, EV_DAMAGE, card_of(s, c)->holder, c);
        e->amount = n;
        e->actor = p;
        if (event_forbidden(r, e)) {
            RULE(GB_1_3_3);
            batch_drop(r, first);
        }
    }
    Event *e = batch_deed(r, GDEED_BURST, p, c, NONE, n);
    if (e) e->actor = p;
    return batch_do(r, first);
}

/* 6-5-1-2-1-4: the face-down cards go under the deck in an order of the player's choice. */
static void return_gauge(Run *r, PlayerId p) {
    State *s = r->s;
    CardRef c[CARDS_PER_PLAYER];
    unsigned n = 0;
    RULE(GB_6_5_1_2_1_4);
    RULE(GB_3_1_5_2);
    for (unsigned i = 0; i < zone_count(s, p, GZ_GAUGE); i++) {
        CardId g = zone_card(&s->player[p], GZ_GAUGE, i);
        if (card_of(s, g)->flags & CARD_DOWN) c[n++] = ref_to(s, g);
    }
    reg_set(r, &s->ctx[0], REG_MOVE, c, n);
    place_begin(r, 0, p, zone_bit(GZ_DECK), PUT_BOTTOM, GH_BURST);
}

/* Resets what is counted about a turn on the cards in play and on those with abilities. */
static void reset_turn_marks(State *s) {
    for (PlayerId p = 0; p < 2; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++) {
            Card *k = &s->player[p].card[i];
            k->attacks = 0;
            k->deeds &= (uint8_t)~GDID_CHARGE;
            if (!k->used && !k->times && !k->many) continue;
            if (k->used && k->zone) card_touched(s, k);
            k->used = k->times = k->many = 0;
        }
    s->spent = 0;
}

/* 6-5-1-4 */
static void next_turn(Run *r) {
    State *s = r->s;
    s->player[s->turn_player].flags |= PLAYER_HAD_TURN;
    trigger_fired_clear(r);
    reset_turn_marks(s);
    memory_forget(r);
    for (PlayerId p = 0; p < 2; p++)
        s->player[p].counter[GN_JOB] = s->player[p].counter[GN_LIMIT] =
            s->player[p].counter[GN_DRAWN] = 0;
    memset(s->facts, 0, sizeof s->facts);
    memset(s->fact_card, 0, sizeof s->fact_card);
    loop_forget(s);
    if (granblue_count_forced(r)) return;
    RULE(GB_6_5_1_4);
    s->turn++;
    s->turn_player = player_next(s, s->turn_player);
    if (s->depends & DEPENDS_TURN) derived_invalidate(s, BECAUSE_READ);
    effects_new_turn(r);
}

static bool burst_phase(Run *r, Frame *f) {
    State *s = r->s;
    const PlayerId p = s->turn_player;
    switch (f->step) {
    case GTURN_BURST:
        granblue_reach(s, GP_BURST);
        RULE(GB_6_5_1_1);
        f->step = GTURN_CHAIN;
        trigger_point(r, GP_BURST, p);
        return !granblue_check_point(r);
    case GTURN_CHAIN:
        RULE(GB_6_5_1_2);
        f->step = GTURN_END;
        if (!down_in_gauge(s, p)) return true;
        f->step = GTURN_AIMED;
        return !ask_burst(r, p);
    case GTURN_AIMED:
        f->step = GTURN_NUMBER;
        turn_of(f)->hit = ref_to(s, s->picked.card);
        return !granblue_ask_number(
            r, &(Blow){.to = s->picked.card, .amount = (int)down_in_gauge(s, p)});
    case GTURN_NUMBER: {
        const CardId c = turn_of(f)->hit.card;
        f->step = GTURN_HIT;
        turn_of(f)->hit = (CardRef){0};
        granblue_number_picked(r);
        return !c || !burst(r, p, c);
    }
    case GTURN_HIT:
        s->facts[GF_CAUSE] = CAUSE_EFFECT;
        RULE(GB_6_5_1_2_1_3);
        f->step = GTURN_RETURN;
        return !granblue_check_point(r);
    case GTURN_RETURN:
        f->step = GTURN_END;
        return_gauge(r, p);
        return false;
    case GTURN_END:
        granblue_reach(s, GP_TURN_END);
        RULE(GB_6_5_1_3);
        f->step = GTURN_ENDED;
        trigger_point_once(r, GP_TURN_END, p);
        return !granblue_check_point(r);
    default:
        effects_end(r, DUR_UNTIL + GP_TURN_END);
        effects_end(r, DUR_TURN);
        next_turn(r);
        f->step = GTURN_START;
        return true;
    }
}

/* Procedure, chapter 6: runs turn after turn until the game ends. */
void granblue_turn(Run *r, Frame *f) {
    bool advance = true;
    while (advance && !r->s->result) {
        if (f->step == GTURN_MAIN) {
            f->step = GTURN_BATTLE;
            frame_push(r, GPROC_MAIN);
            return;
        }
        if (f->step == GTURN_BATTLE) {
            f->step = GTURN_BURST;
            RULE(GB_6_4_1);
            frame_push(r, GPROC_BATTLE);
            return;
        }
        advance =
            f->step < GTURN_MAIN || f->step == GTURN_DRAW2 ? start_phase(r, f) : burst_phase(r, f);
    }
}

/* ---- 6-3 main phase ---- */

/* 6-3-1-2-1, 6-3-1-2-5: members of the hand. Copies of one card are a single option. */
static void offer_members(Run *r, PlayerId p) {
    State *s = r->s;
    const Player *q = &s->player[p];
    for (unsigned i = 0; i < q->count[GZ_HAND]; i++) {
        CardId c = zone_card(q, GZ_HAND, i);
        bool twice = false;
        for (unsigned j = 0; j < i && !twice; j++) {
            const Card *o = card_of(s, zone_card(q, GZ_HAND, j)), *k = card_of(s, c);
            twice = o->def == k->def && o->now.cost == k->now.cost;
        }
        if (twice || !granblue_is(r, c, GK_ME)) continue;
        if (granblue_can_enter(r, p, c, 0)) ask_add(r, (Option){.kind = GOPT_ENTER, .card = c});
        if (granblue_can_limit(r, p, c, 0)) ask_add(r, (Option){.kind = GOPT_LIMIT, .card = c});
    }
}

/* 6-3-1-2-4 */
static void offer_jobs(Run *r, PlayerId p) {
    State *s = r->s;
    const Player *q = &s->player[p];
    for (unsigned i = 0; i < q->count[GZ_LEADERS]; i++) {
        CardId c = zone_card(q, GZ_LEADERS, i);
        bool twice = false;
        for (unsigned j = 0; j < i && !twice; j++) {
            const Card *o = card_of(s, zone_card(q, GZ_LEADERS, j));
            twice = o->def == card_of(s, c)->def && (o->flags & CARD_DOWN);
        }
        if (!twice && granblue_can_job(r, p, c, 0))
            ask_add(r, (Option){.kind = GOPT_JOB, .card = c});
    }
}

static bool ask_action(Run *r) {
    State *s = r->s;
    const PlayerId p = s->turn_player;
    derive_for(r, TOUCH_COST | TOUCH_KINDS);
    RULE(GB_6_3_1_2);
    RULE(GB_4_6_2);
    RULE(GB_8_5_2_1);
    RULE(GB_8_5_2_2);
    ask_begin(r, p, GASK_ACTION, GB_6_3_1_2);
    offer_members(r, p);
    granblue_offer_uses(r, p);
    offer_jobs(r, p);
    ask_add(r, (Option){.kind = GOPT_TO_BATTLE});
    if (s->ask.n > 1) loop_open(r);
    return ask_done(r);
}

/* Begins the chosen action. Returns whether it was none. */
static bool begin_action(Run *r) {
    State *s = r->s;
    const PlayerId p = s->turn_player;
    const Option o = s->picked;
    if (o.kind != GOPT_TO_BATTLE) {
        RULE(GB_4_6_3);
        RULE(GB_4_6_3_1);
    }
    switch (o.kind) {
    case GOPT_ENTER:
        RULE(GB_6_3_1_2_1);
        granblue_put_member(r, p, o.card, GH_ENTER, 0, 0);
        return false;
    case GOPT_JOB:
        RULE(GB_6_3_1_2_4);
        granblue_job_change(r, p, o.card, 0);
        return false;
    case GOPT_LIMIT:
        RULE(GB_6_3_1_2_5);
        granblue_limit_break(r, p, o.card, granblue_can_limit(r, p, o.card, 0), 0);
        return false;
    default: return !granblue_begin_use(r, p);
    }
}

/* Procedure, 6-3: one action after another, with a check point before each. */
void granblue_main(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case GMAIN_START:
        granblue_reach(s, GP_MAIN);
        RULE(GB_6_3_1_1);
        f->step = GMAIN_ACT;
        trigger_point(r, GP_MAIN, s->turn_player);
        if (granblue_check_point(r)) return;
        /* fallthrough */
    case GMAIN_ACT:
        granblue_reach(s, GP_MAIN);
        if (granblue_check_point(r)) return; /* comes back to this step */
        f->step = GMAIN_CHOSEN;
        if (ask_action(r)) return;
        /* fallthrough */
    case GMAIN_CHOSEN:
        f->step = GMAIN_ACT;
        if (!begin_action(r)) return;
        RULE(GB_6_3_1_3);
        RULE(GB_4_6_3_2);
        RULE(GB_8_5_2_3);
        f->step = GMAIN_OVER;
        trigger_point(r, GP_MAIN_END, s->turn_player);
        if (granblue_check_point(r)) return;
        /* fallthrough */
    default: loop_closed(s); frame_pop(r);
    }
}
