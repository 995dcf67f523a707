/* Chapter 700: the turn. Steps follow the order of the clauses.
 *
 * VPROC_TURN stays at the bottom of the frame stack for the whole game; VPROC_MAIN (703) runs the
 * main phase. */
#include "games/vividz/procs.h"
#include "kernel/pick.h"
#include "vm/vm.h"

/* 702.3, 706.3: the account wakes up; characters do not (rulings.md). */
static bool wake_account(Run *r) {
    State *s = r->s;
    const PlayerId p = s->turn_player;
    unsigned first = batch_open(r);
    RULE(s->point == VP_START_DRAW ? VZ_702_3 : VZ_706_3);
    for (unsigned i = 0; i < s->player[p].count[VZONE_ACCOUNT]; i++) {
        CardId c = zone_card(&s->player[p], VZONE_ACCOUNT, i);
        if ((card_of(s, c)->flags & CARD_RESTED) && !r->g->orient_forbidden(r, c, 0) &&
            !act_forbidden(r, EV_ORIENT, p, c, NONE, 0))
            batch_orient(r, p, c, false);
    }
    return batch_do(r, first);
}

/* 702.4, 706.4: one card, or as many as make five. Pushes the draw. */
static bool draw_up(Run *r) {
    State *s = r->s;
    const PlayerId p = s->turn_player;
    const unsigned hand = zone_count(s, p, VZONE_HAND);
    if (s->point == VP_START_DRAW && vividz_first_turn(s)) {
        RULE(VZ_702_4a);
        return false;
    }
    RULE(s->point == VP_START_DRAW ? VZ_702_4 : VZ_706_4);
    UptoLocals *v = upto_of(frame_push(r, PROC_UPTO));
    v->want = hand >= 5 ? 1 : 5 - (int)hand;
    if (v->want > 1) RULE(VZ_1106_2);
    v->who = player_bit(p);
    v->flags = UPTO_PLAIN;
    return true;
}

/* ---- 704 mission phase ---- */

/* 704.8: success of attacks, recorded deeds and damage vanish. */
static void reset_characters(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(VZ_704_8);
    vividz_missions_forget(r);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[VZONE_AREA]; i++) {
            CardId c = zone_card(&s->player[p], VZONE_AREA, i);
            card_at(s, c)->deeds &= (uint8_t)~VCARD_SUCCESS;
            if (card_of(s, c)->damage) batch_add(r, EV_HEAL, p, c);
        }
    derived_read_changed(s, DEPENDS_ATTACK);
    if (s->nbatch > first) batch_apply(r, first);
}

static bool mission_phase(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case VTURN_MISSION:
        vividz_reach(s, VP_MISSION);
        f->step = VTURN_MISSION_CLEAR;
        RULE(VZ_704_1);
        trigger_point(r, VP_MISSION, s->turn_player);
        RULE(VZ_704_2);
        return !vividz_preprocess(r);
    case VTURN_MISSION_CLEAR: f->step = VTURN_MISSION_CHECK; return !vividz_missions_settle(r);
    case VTURN_MISSION_CHECK:
        f->step = VTURN_MISSION_END;
        RULE(VZ_704_4);
        return !vividz_preprocess(r);
    case VTURN_MISSION_END:
        vividz_reach(s, VP_MISSION_END);
        f->step = VTURN_MISSION_RESET;
        RULE(VZ_704_5);
        trigger_point_once(r, VP_MISSION_END, s->turn_player);
        RULE(VZ_704_6);
        return !vividz_preprocess(r);
    case VTURN_MISSION_RESET:
        f->step = VTURN_MISSION_END;
        RULE(VZ_704_7);
        if (trigger_point_once(r, VP_MISSION_END, s->turn_player)) return true;
        reset_characters(r);
        RULE(VZ_704_9);
        effects_end(r, (Duration)(DUR_UNTIL + VP_MISSION_OVER));
        RULE(VZ_704_10);
        if (trigger_point_once(r, VP_MISSION_END, s->turn_player)) return true;
        vividz_reach(s, VP_MISSION_OVER);
        if (vividz_preprocess(r)) return false;
        f->step = VTURN_MISSION_LAST;
        return true;
    default:
        f->step = VTURN_CHARGE;
        RULE(VZ_704_11);
        return !vividz_preprocess(r);
    }
}

/* ---- 705 charge phase ---- */

static bool ask_keep(Run *r) {
    State *s = r->s;
    const PlayerId p = s->turn_player;
    RULE(VZ_705_2);
    ask_begin(r, p, VASK_KEEP, VZ_705_2);
    for (unsigned i = 0; i < s->player[p].count[VZONE_HAND]; i++) {
        CardId c = zone_card(&s->player[p], VZONE_HAND, i);
        if (!rule_move_forbidden(r, c, p, VZONE_KEEP, VH_KEEP))
            ask_add(r, (Option){.kind = VOPT_KEEP, .card = c});
    }
    ask_add(r, (Option){.kind = VOPT_NO_KEEP});
    return ask_done(r);
}

static bool keep(Run *r, CardId c) {
    const PlayerId p = r->s->turn_player;
    unsigned first = batch_open(r);
    batch_move(r, c, p, VZONE_KEEP, VH_KEEP)->actor = p;
    return batch_do(r, first);
}

/* 705.2: what was kept before goes to the trash. */
static bool drop_kept(Run *r, CardId kept) {
    State *s = r->s;
    const PlayerId p = s->turn_player;
    unsigned first = batch_open(r);
    for (unsigned i = 0; kept && i < s->player[p].count[VZONE_KEEP]; i++) {
        CardId c = zone_card(&s->player[p], VZONE_KEEP, i);
        if (c != kept) batch_move(r, c, p, VZONE_TRASH, VH_RULE)->actor = p;
    }
    return batch_do(r, first);
}

typedef struct Turn {
    CardId kept; /* the card put into the keep zone, 0: none */
} Turn;
FRAME_LOCALS(Turn, turn_of)

/* 705.3: any number of cards of the hand. */
static bool ask_charge(Run *r) {
    State *s = r->s;
    const PlayerId p = s->turn_player;
    RULE(VZ_705_3);
    reg_clear(r, &s->ctx[0], REG_MOVE);
    const unsigned n = zone_count(s, p, VZONE_HAND);
    if (!n) return false;
    Frame *g = pick_begin(r, 0, p, 0, n, PICK_FREE, REG_MOVE);
    pick_of(g)->list = VL_HAND;
    pick_of(g)->clause = VZ_705_3;
    return true;
}

static bool charge(Run *r) {
    State *s = r->s;
    Context *x = &s->ctx[0];
    unsigned first = batch_open(r);
    for (unsigned i = 0; i < x->n[REG_MOVE]; i++) {
        CardId c = reg_cards(s, x, REG_MOVE)[i].card;
        batch_move(r, c, card_owner(c), VZONE_ENERGY, VH_CHARGE)->actor = card_owner(c);
    }
    reg_clear(r, x, REG_MOVE);
    return batch_do(r, first);
}

static bool charge_phase(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case VTURN_CHARGE:
        vividz_reach(s, VP_CHARGE);
        f->step = VTURN_CHARGE_KEPT;
        RULE(VZ_705_1);
        trigger_point(r, VP_CHARGE, s->turn_player);
        if (ask_keep(r)) return false;
        /* fallthrough */
    case VTURN_CHARGE_KEPT:
        f->step = VTURN_CHARGE_DROP;
        turn_of(f)->kept = s->picked.kind == VOPT_KEEP ? s->picked.card : NONE;
        if (turn_of(f)->kept && keep(r, turn_of(f)->kept)) return false;
        /* fallthrough */
    case VTURN_CHARGE_DROP:
        f->step = VTURN_CHARGE_MORE;
        if (drop_kept(r, turn_of(f)->kept)) return false;
        /* fallthrough */
    case VTURN_CHARGE_MORE:
        f->step = VTURN_CHARGE_CHOSEN;
        if (ask_charge(r)) return false;
        /* fallthrough */
    case VTURN_CHARGE_CHOSEN:
        f->step = VTURN_CHARGE_CHECK;
        if (charge(r)) return false;
        /* fallthrough */
    default:
        f->step = VTURN_END_DRAW;
        RULE(VZ_705_4);
        return !vividz_preprocess(r);
    }
}

/* ---- 702, 706 draw phases ---- */

static bool start_draw_phase(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case VTURN_START:
        vividz_reach(s, VP_START_DRAW);
        f->step = VTURN_START_WAKE;
        RULE(VZ_702_1);
        if (s->turn == 1) trigger_point(r, VP_GAME_START, s->turn_player);
        trigger_point(r, VP_START_DRAW, s->turn_player);
        RULE(VZ_702_2);
        s->facts[VF_DECK_LOSS] = 1;
        return !vividz_preprocess(r);
    case VTURN_START_WAKE:
        s->facts[VF_DECK_LOSS] = 0;
        f->step = VTURN_START_DRAW;
        return !wake_account(r);
    case VTURN_START_DRAW: f->step = VTURN_START_CHECK; return !draw_up(r);
    default:
        f->step = VTURN_MAIN;
        RULE(VZ_702_5);
        return !vividz_preprocess(r);
    }
}

/* Resets the per-turn marks of cards. */
static void reset_turn_marks(State *s) {
    if (!s->spent) return;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++) {
            Card *k = &s->player[p].card[i];
            k->attacks = 0;
            if (k->used) card_touched(s, k);
            k->used = k->times = k->many = 0;
        }
    s->spent = 0;
}

/* 706.5: clears everything that is kept for one turn and passes the turn to the other player. */
static void next_turn(Run *r) {
    State *s = r->s;
    RULE(VZ_706_5);
    RULE(VZ_701_1);
    s->player[s->turn_player].flags |= PLAYER_HAD_TURN;
    effects_end(r, DUR_TURN);
    trigger_fired_clear(r);
    reset_turn_marks(s);
    memory_forget(r);
    for (PlayerId p = 0; p < s->nplayers; p++)
        memset(s->player[p].counter, 0, sizeof s->player[p].counter);
    memset(s->facts, 0, sizeof s->facts);
    memset(s->fact_card, 0, sizeof s->fact_card);
    loop_forget(s);
    s->turn++;
    s->turn_player = vividz_opponent(s->turn_player);
    RULE(VZ_701_2);
    if (s->depends & DEPENDS_TURN) derived_invalidate(s, BECAUSE_READ);
    effects_new_turn(r);
    if (++s->forced >= FORCED_LIMIT) s->result = RESULT_DRAW;
}

static bool end_draw_phase(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case VTURN_END_DRAW:
        vividz_reach(s, VP_END_DRAW);
        f->step = VTURN_END_WAKE;
        RULE(VZ_706_1);
        trigger_point(r, VP_END_DRAW, s->turn_player);
        RULE(VZ_706_2);
        s->facts[VF_DECK_LOSS] = 1;
        return !vividz_preprocess(r);
    case VTURN_END_WAKE:
        s->facts[VF_DECK_LOSS] = 0;
        f->step = VTURN_END_DRAWS;
        return !wake_account(r);
    case VTURN_END_DRAWS: f->step = VTURN_END_CHECK; return !draw_up(r);
    case VTURN_END_CHECK: f->step = VTURN_OVER; return !vividz_preprocess(r);
    default:
        next_turn(r);
        f->step = VTURN_START;
        return true;
    }
}

/* Procedure, 700: runs turn after turn until the game ends. */
void vividz_turn(Run *r, Frame *f) {
    bool advance = true;
    while (advance && !r->s->result) {
        RULE(VZ_701_3);
        if (f->step < VTURN_MAIN) {
            advance = start_draw_phase(r, f);
        } else if (f->step == VTURN_MAIN) {
            f->step = VTURN_MISSION;
            frame_push(r, VPROC_MAIN);
            return;
        } else if (f->step < VTURN_CHARGE) {
            advance = mission_phase(r, f);
        } else if (f->step < VTURN_END_DRAW) {
            advance = charge_phase(r, f);
        } else {
            advance = end_draw_phase(r, f);
        }
    }
}

/* ---- 703 main phase ---- */

/* Copies of a card in one zone are a single option. */
static bool duplicate(Run *r, const CardId *cards, unsigned i) {
    const State *s = r->s;
    const Card *k = card_of(s, cards[i]);
    for (unsigned j = 0; j < i; j++) {
        const Card *o = card_of(s, cards[j]);
        if (o->def == k->def && o->now.cost == k->now.cost && o->lost == k->lost &&
            !(o->flags & CARD_SHOWN) == !(k->flags & CARD_SHOWN))
            return true;
    }
    return false;
}

/* 703.2, 508.2: cards of the hand and of the keep zone, and what texts let the player play. */
static void offer_plays(Run *r, PlayerId p) {
    State *s = r->s;
    const Player *q = &s->player[p];
    const CardId *hand = zone_cards(q, VZONE_HAND);
    for (unsigned i = 0; i < q->count[VZONE_HAND]; i++)
        if (!duplicate(r, hand, i)) vividz_offer_play(r, p, hand[i], 0, 0);
    for (unsigned i = 0; i < q->count[VZONE_KEEP]; i++) {
        RULE(VZ_508_2);
        vividz_offer_play(r, p, zone_card(q, VZONE_KEEP, i), 0, 0);
    }
    if (!rule_any(r, VRC_PLAY_FROM)) return;
    for (ZoneId z = 1; z < VZONE_COUNT; z++)
        for (unsigned i = 0; z != VZONE_HAND && z != VZONE_KEEP && i < q->count[z]; i++)
            if (rule_on(r, VRC_PLAY_FROM, p, zone_card(q, z, i)))
                vividz_offer_play(r, p, zone_card(q, z, i), 0, 0);
}

void vividz_offer_abilities(Run *r, PlayerId p) {
    State *s = r->s;
    listeners_derive(r, ev_bit(EV_ACTIVE));
    for (unsigned i = 0; i < s->nlisteners; i++) {
        const Listener *l = &s->listen[i];
        if (!(l->events & ev_bit(EV_ACTIVE)) || card_of(s, l->card)->holder != p) continue;
        if (listener_duplicate(s, i)) continue;
        if (!vividz_use_barred(r, p, l->card, l->abil))
            ask_add(r, (Option){.kind = VOPT_USE, .card = l->card, .c = l->abil});
    }
}

static void offer_attacks(Run *r, PlayerId p) {
    State *s = r->s;
    for (unsigned i = 0; i < s->player[p].count[VZONE_AREA]; i++) {
        CardId c = zone_card(&s->player[p], VZONE_AREA, i);
        if (!vividz_attack_barred(r, p, c)) ask_add(r, (Option){.kind = VOPT_ATTACK, .card = c});
    }
}

/* 703.2: priority. */
static bool ask_action(Run *r) {
    State *s = r->s;
    const PlayerId p = s->turn_player;
    derive_for(r, TOUCH_COST | TOUCH_KINDS);
    RULE(VZ_703_2);
    RULE(VZ_201_1);
    RULE(VZ_201_2);
    RULE(VZ_201_3);
    if (vividz_first_turn(s)) RULE(VZ_703_2a);
    ask_begin(r, p, VASK_ACTION, VZ_703_2);
    offer_plays(r, p);
    vividz_offer_abilities(r, p);
    offer_attacks(r, p);
    if (!vividz_must_attack(r, p)) ask_add(r, (Option){.kind = VOPT_TO_MISSION});
    if (s->ask.n > 1) loop_open(r);
    return ask_done(r);
}

/* Begins the chosen action. */
static void begin_action(Run *r, Frame *f) {
    State *s = r->s;
    const Option o = s->picked;
    const PlayerId p = s->turn_player;
    f->step = VMAIN_ACT;
    switch (o.kind) {
    case VOPT_PLAY:
    case VOPT_EVENT: vividz_play_option(r, p, &o, 0, 0, 0); return;
    case VOPT_USE: vividz_play_ability(r, p, o.card, o.c, -1); return;
    case VOPT_ATTACK: vividz_attack_begin(r, o.card); return;
    default: RULE(VZ_703_3a); frame_pop(r);
    }
}

/* Procedure, 703: one action after another, each after a pre-processing. */
void vividz_main(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case VMAIN_START:
        vividz_reach(s, VP_MAIN);
        f->step = VMAIN_ACT;
        RULE(VZ_703_1);
        trigger_point(r, VP_MAIN, s->turn_player);
        /* fallthrough */
    case VMAIN_ACT:
        vividz_reach(s, VP_MAIN);
        f->step = VMAIN_ASK;
        RULE(VZ_703_3);
        if (vividz_preprocess(r)) return;
        /* fallthrough */
    case VMAIN_ASK:
        f->step = VMAIN_CHOSEN;
        if (ask_action(r)) return;
        /* fallthrough */
    default: begin_action(r, f);
    }
}
