/* Chapter 7: the turn. Steps stand in the order of the clauses; the attack phase is chapter 8,
 * attack.c. */
#include "games/rebirth/procs.h"
#include "kernel/pick.h"
#include "kernel/place.h"
#include "vm/vm.h"

/* 7.2.1: all at once: stand one's cards, draw one. */
static bool standby(Run *r) {
    State *s = r->s;
    PlayerId p = s->turn_player;
    unsigned first = batch_open(r);
    static const ZoneId stood[] = {Z_ENTRY, Z_MEMBER, Z_ENERGY};
    RULE(RB_7_2_1);
    RULE(RB_7_2_1_1);
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = 0; j < s->player[p].count[stood[i]]; j++) {
            CardId c = s->player[p].zone[stood[i]][j];
            if (!(card_of(s, c)->flags & CARD_RESTED)) continue;
            if (r->g->orient_forbidden(r, c, 0) || rule_on(r, RC_NO_STANDBY, NOBODY, c)) {
                RULE(RB_1_3_1); /* the text beats 7.2.1.1 */
                continue;
            }
            batch_orient(r, p, c, false);
        }
    RULE(RB_7_2_1_2);
    if (!zone_top(s, p, Z_DECK)) r->g->interrupt(r);
    if (s->result) return true;
    CardId top = zone_top(s, p, Z_DECK);
    if (top) batch_move(r, top, p, Z_HAND, HOW_DRAW);
    return batch_do(r, first);
}

static bool ask_energy(Run *r, bool partner) {
    State *s = r->s;
    PlayerId p = s->turn_player;
    ask_begin(r, p, ASK_ENERGY, partner ? RB_7_3_2_1 : RB_7_3_2_2);
    for (unsigned i = 0; i < s->player[p].count[Z_HAND]; i++) {
        CardId c = s->player[p].zone[Z_HAND][i];
        if ((card_kinds(r, c) >> K_PA & 1) == partner)
            ask_add(r, (Option){.kind = OPT_CARD, .card = c});
    }
    for (unsigned i = 0;
         !partner && rule_on(r, RC_ENERGY_WAITING, p, NONE) && i < s->player[p].count[Z_WAITING];
         i++)
        if (!(card_kinds(r, s->player[p].zone[Z_WAITING][i]) >> K_PA & 1))
            ask_add(r, (Option){.kind = OPT_CARD, .card = s->player[p].zone[Z_WAITING][i]});
    ask_add(r, (Option){.kind = OPT_DONE});
    return ask_done(r);
}

/* 7.6.5: the Re birth zone is emptied, partnerised cards leave. */
static bool clear_rebirth(Run *r) {
    State *s = r->s;
    PlayerId p = s->turn_player;
    unsigned first = batch_open(r);
    RULE(RB_7_6_5);
    for (unsigned i = 0; i < s->player[p].count[Z_REBIRTH]; i++) {
        bool kept = false;
        for (unsigned j = 0; j < s->ctx[0].n[REG_MOVE]; j++)
            kept |= s->ctx[0].set[REG_MOVE][j].card == s->player[p].zone[Z_REBIRTH][i];
        if (!kept) batch_move(r, s->player[p].zone[Z_REBIRTH][i], p, Z_WAITING, HOW_TURN_END);
    }
    reg_clear(&s->ctx[0], REG_MOVE);
    for (unsigned i = 0; i < s->player[p].count[Z_ENERGY]; i++) {
        CardId c = s->player[p].zone[Z_ENERGY][i];
        const Card *k = card_of(s, c);
        if (!(k->flags & CARD_KINDS_CHANGED) || (r->pack->def[k->def].kinds >> K_PA & 1)) continue;
        RULE(RB_5_28_2);
        batch_move(r, c, p, Z_WAITING, HOW_TURN_END);
    }
    return batch_do(r, first);
}

/* 12.2.1.7: deer characters among the members go back to their pile. */
static bool clear_deer(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[Z_MEMBER]; i++) {
            CardId c = s->player[p].zone[Z_MEMBER][i];
            if (!(card_of(s, c)->kinds >> K_DEER & 1)) continue;
            RULE(RB_12_2_1_7);
            batch_move(r, c, card_owner(c), Z_DEER, HOW_TURN_END);
        }
    return batch_do(r, first);
}

/* Texts let so many Re birth cards stay, or these cards: how many of any kind; of the card, whether
 * it is one of these. */
static unsigned kept_of_any(const State *s, PlayerId p) {
    unsigned n = 0;
    for (unsigned i = 0; i < s->nrules; i++)
        if (s->rule[i].rule == RC_KEEP_REBIRTH && (s->rule[i].players & player_bit(p)) &&
            !s->rule[i].card)
            n += s->rule[i].amount;
    return n;
}

static bool kept_itself(const State *s, PlayerId p, CardId c) {
    for (unsigned i = 0; i < s->nrules; i++)
        if (s->rule[i].rule == RC_KEEP_REBIRTH && (s->rule[i].players & player_bit(p)) &&
            s->rule[i].card == c)
            return true;
    return false;
}

unsigned list_kept(const Run *r, PlayerId p, CardId *out) {
    const State *s = r->s;
    const Context *x = &s->ctx[0];
    unsigned used = 0, n = 0;
    for (unsigned i = 0; i < x->n[REG_MOVE]; i++)
        used += !kept_itself(s, p, x->set[REG_MOVE][i].card);
    for (unsigned i = 0; i < s->player[p].count[Z_REBIRTH]; i++) {
        CardId c = s->player[p].zone[Z_REBIRTH][i];
        if (used < kept_of_any(s, p) || kept_itself(s, p, c)) out[n++] = c;
    }
    return n;
}

/* The turn player picks them before the zone is emptied. */
static bool keep_rebirth(Run *r) {
    State *s = r->s;
    PlayerId p = s->turn_player;
    derive(r);
    if (!(s->rule_mask >> RC_KEEP_REBIRTH & 1)) return false;
    unsigned most = kept_of_any(s, p);
    for (unsigned i = 0; i < s->player[p].count[Z_REBIRTH]; i++)
        most += kept_itself(s, p, s->player[p].zone[Z_REBIRTH][i]);
    if (!most || !s->player[p].count[Z_REBIRTH]) return false;
    Frame *g = pick_begin(r, 0, p, 0, most, PICK_FREE, REG_MOVE);
    pick_of(g)->list = LIST_REBIRTH;
    pick_of(g)->clause = RB_7_6_5;
    return true;
}

static void damage_clear(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(RB_7_6_3);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[Z_ENTRY]; i++) {
            CardId c = s->player[p].zone[Z_ENTRY][i];
            if (card_of(s, c)->damage) batch_add(r, EV_HEAL, p, c);
        }
    if (s->nbatch > first) batch_apply(r, first);
}

/* What a card did this turn is forgotten. */
static void fresh(State *s, CardId c) {
    Card *k = card_at(s, c);
    k->attacks = 0;
    if (!k->used) return;
    k->used = 0;
    card_touched(s, k);
}

static void next_turn(Run *r) {
    State *s = r->s;
    s->player[s->turn_player].flags |= PLAYER_HAD_TURN;
    trigger_fired_clear(r);
    for (PlayerId p = 0; p < s->nplayers; p++) /* cards in play, then whatever else has abilities */
        for (ZoneId z = Z_ENTRY; z <= Z_REBIRTH; z++)
            for (unsigned i = 0; i < s->player[p].count[z]; i++) fresh(s, s->player[p].zone[z][i]);
    for (unsigned i = 0; i < s->nlisteners; i++) fresh(s, s->listen[i].card);
    for (PlayerId p = 0; p < s->nplayers; p++)
        memset(s->player[p].counter, 0, sizeof s->player[p].counter);
    memset(s->facts, 0, sizeof s->facts);
    memset(s->fact_card, 0, sizeof s->fact_card);
    loop_forget(s);
    RULE(RB_7_1_1);
    s->turn++;
    s->turn_player = player_next(s, s->turn_player);
    if (s->depends & DEPENDS_TURN) s->dirty = 1;
    effects_new_turn(r);
}

/* Each phase returns true when it is through and the next one follows at once. */

/* 7.2 standby phase */
static bool standby_phase(Run *r, Frame *f) {
    State *s = r->s;
    PlayerId p = s->turn_player;
    switch (f->step) {
    case TURN_STANDBY:
        s->point = PT_TURN_START;
        f->step = TURN_STANDBY_CHECK;
        if (standby(r)) return false;
        /* fallthrough */
    default:
        s->point = PT_STANDBY;
        f->step = TURN_ENERGY;
        RULE(RB_7_2_2);
        if (s->turn == 1) trigger_point(r, PT_GAME_START, p);
        trigger_point(r, PT_TURN_START, p);
        trigger_point(r, PT_STANDBY, p);
        RULE(RB_7_2_3);
        return !check_timing(r);
    }
}

/* 7.3 energy phase */
static bool energy_phase(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case TURN_ENERGY:
        s->point = PT_ENERGY;
        f->step = TURN_ENERGY_PARTNER;
        RULE(RB_7_3_1);
        trigger_point(r, PT_ENERGY, s->turn_player);
        if (check_timing(r)) return false;
        /* fallthrough */
    case TURN_ENERGY_PARTNER:
        RULE(RB_7_3_2);
        RULE(RB_7_3_2_1);
        f->step = TURN_ENERGY_CARD;
        if (ask_energy(r, true)) return false;
        /* fallthrough */
    case TURN_ENERGY_CARD:
        f->u[0] = s->picked.kind == OPT_CARD ? s->picked.card : 0;
        RULE(RB_7_3_2_2);
        f->step = TURN_ENERGY_MOVE;
        if (ask_energy(r, false)) return false;
        /* fallthrough */
    case TURN_ENERGY_MOVE: {
        unsigned first = batch_open(r);
        f->step = TURN_ENERGY_CHECK;
        if (f->u[0]) batch_move(r, f->u[0], s->turn_player, Z_ENERGY, HOW_RULE);
        if (s->picked.kind == OPT_CARD)
            batch_move(r, s->picked.card, s->turn_player, Z_ENERGY, HOW_RULE);
        if (batch_do(r, first)) return false;
    }
        /* fallthrough */
    default:
        f->step = TURN_MAIN;
        RULE(RB_7_3_3);
        return !check_timing(r);
    }
}

/* 7.6 end phase */
static bool end_phase(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case TURN_END:
        s->point = PT_TURN_END;
        f->step = TURN_END_CHECKED;
        RULE(RB_7_6_1);
        trigger_point_once(r, PT_TURN_END, s->turn_player);
        s->facts[F_CHECKS] = 0;
        RULE(RB_7_6_2);
        if (check_timing(r)) return false;
        /* fallthrough */
    case TURN_END_CHECKED:
        f->step = TURN_END_REBIRTH;
        f->u[1] = s->facts[F_CHECKS];
        damage_clear(r);
        bool asked = keep_rebirth(r);
        RULE(RB_7_6_4);
        effects_end(r, DUR_TURN);
        if (asked) return false;
        /* fallthrough */
    case TURN_END_REBIRTH:
        f->step = TURN_END_DEER;
        if (clear_rebirth(r)) return false;
        /* fallthrough */
    case TURN_END_DEER:
        f->step = TURN_END_AGAIN;
        if (clear_deer(r)) return false;
        /* fallthrough */
    default:
        RULE(RB_7_6_6);
        f->step = TURN_END;
        if (f->u[1] || s->nwaiting || trigger_point_once(r, PT_TURN_END, s->turn_player))
            return true;
        next_turn(r);
        f->step = TURN_STANDBY;
        return true;
    }
}

void proc_turn(Run *r, Frame *f) {
    bool on = true;
    while (on && !r->s->result) {
        RULE(RB_7_1_2);
        if (f->step < TURN_ENERGY) {
            on = standby_phase(r, f);
        } else if (f->step < TURN_MAIN) {
            on = energy_phase(r, f);
        } else if (f->step == TURN_MAIN) {
            f->step = TURN_ATTACK;
            frame_push(r, PROC_MAIN);
            return;
        } else if (f->step == TURN_ATTACK) {
            f->step = TURN_END;
            r->s->facts[F_PHASE_OVER] = 0;
            RULE(RB_7_5_1);
            frame_push(r, PROC_ATTACK);
            return;
        } else {
            on = end_phase(r, f);
        }
    }
}

/* ---- 7.4 main phase ----------------------------------------------------------------------------
 */

static unsigned upright_energy(const State *s, PlayerId p) {
    unsigned n = 0;
    for (unsigned i = 0; i < s->player[p].count[Z_ENERGY]; i++)
        n += !(card_of(s, s->player[p].zone[Z_ENERGY][i])->flags & CARD_RESTED);
    return n;
}

/* 2.2.2: its kind tells what may be done with a card in hand. */
static void mark_kind(const Run *r, const Card *k) {
    RULE(RB_2_2_2);
    if (k->kinds >> K_CH & 1) RULE(RB_2_2_2_1);
    if (k->kinds >> K_RE & 1) RULE(RB_2_2_2_2);
    if (k->kinds >> K_PA & 1) RULE(RB_2_2_2_3);
}

static void offer_plays(Run *r, PlayerId p, int energy) {
    State *s = r->s;
    const Player *q = &s->player[p];
    for (unsigned i = 0; i < q->count[Z_HAND]; i++) {
        CardId c = q->zone[Z_HAND][i];
        const Card *k = card_of(s, c);
        bool again = false; /* equal copies in hand are one option */
        for (unsigned j = 0; j < i && !again; j++) {
            const Card *o = card_of(s, q->zone[Z_HAND][j]);
            again = o->def == k->def && o->cost == k->cost &&
                    !(o->flags & CARD_SHOWN) == !(k->flags & CARD_SHOWN);
        }
        if (again) continue;
        if (r->obs) mark_kind(r, k);
        if (k->kinds >> K_CH & 1) {
            RULE(RB_4_5_3_1);
            if (k->cost > energy || rule_on(r, RC_NO_PLAY, p, c)) continue;
            ask_add(r, (Option){.kind = OPT_PLAY, .card = c, .a = Z_ENTRY});
            for (unsigned seat = 1; seat <= q->seats; seat++)
                ask_add(r,
                        (Option){.kind = OPT_PLAY, .card = c, .a = Z_MEMBER, .b = (uint8_t)seat});
        } else if (k->kinds >> K_RE & 1) {
            if (!rule_on(r, RC_NO_SET, p, c)) ask_add(r, (Option){.kind = OPT_SET, .card = c});
        }
    }
}

static void offer_entry_move(Run *r, PlayerId p, int energy) {
    State *s = r->s;
    CardId c = zone_top(s, p, Z_ENTRY);
    if (!c || card_of(s, c)->cost > energy || rule_on(r, RC_NO_SEAT, p, c)) return;
    RULE(RB_4_5_3_2);
    for (unsigned seat = 1; seat <= s->player[p].seats; seat++)
        if (!seat_card(s, p, Z_MEMBER, seat))
            ask_add(r, (Option){.kind = OPT_MOVE_ENTRY, .b = (uint8_t)seat, .card = c});
}

static void offer_abilities(Run *r, PlayerId p) {
    State *s = r->s;
    for (unsigned i = 0; i < s->nlisteners; i++) {
        const Listener *l = &s->listen[i];
        if (!(l->events & ev_bit(EV_ACTIVE)) || card_of(s, l->card)->holder != p) continue;
        if (can_use(r, p, l->card, l->abil))
            ask_add(r, (Option){.kind = OPT_USE, .card = l->card, .c = l->abil});
    }
}

static bool ask_action(Run *r) {
    State *s = r->s;
    PlayerId p = s->turn_player;
    derive(r);
    int energy = (int)upright_energy(s, p);
    RULE(RB_7_4_2);
    ask_begin(r, p, ASK_ACTION, RB_7_4_2);
    if (!s->facts[F_PHASE_OVER]) {
        offer_plays(r, p, energy);
        offer_entry_move(r, p, energy);
        offer_abilities(r, p);
    }
    ask_add(r, (Option){.kind = OPT_TO_ATTACK});
    if (s->ask.n > 1) loop_open(r);
    return ask_done(r);
}

/* u[0] card and u[1] seat of a moved entry, u[2] a Re birth card was set, u[3] on to the attack
 * phase */
static void act(Run *r, Frame *f) {
    State *s = r->s;
    PlayerId p = s->turn_player;
    Option o = s->picked;
    f->step = MAIN_CHECKED;
    switch (o.kind) {
    case OPT_PLAY:
        RULE(RB_7_4_2_1);
        play_card(r, p, o.card, o.a, o.b);
        return;
    case OPT_MOVE_ENTRY:
        RULE(RB_7_4_2_2);
        f->u[0] = o.card;
        f->u[1] = o.b;
        f->step = MAIN_MOVED;
        pay_energy(r, p, card_of(s, o.card)->cost);
        return;
    case OPT_USE:
        RULE(RB_7_4_2_3);
        play_ability(r, p, o.card, o.c, -1);
        return;
    case OPT_SET: {
        RULE(RB_7_4_2_4);
        RULE(RB_5_6_1);
        unsigned first = batch_open(r);
        Event *e = batch_move(r, o.card, p, Z_REBIRTH, HOW_SET);
        e->player = p;
        f->step = MAIN_MOVED;
        f->u[2] = 1; /* draw afterwards */
        batch_do(r, first);
        return;
    }
    default: RULE(RB_7_4_2_5); f->u[3] = 1;
    }
}

/* What follows a paid move of the entry, or a set Re birth card. */
static void act_after(Run *r, Frame *f) {
    State *s = r->s;
    PlayerId p = s->turn_player;
    unsigned first = batch_open(r);
    f->step = MAIN_CHECKED;
    if (f->u[2]) {
        f->u[2] = 0;
        if (zone_top(s, p, Z_DECK)) batch_move(r, zone_top(s, p, Z_DECK), p, Z_HAND, HOW_DRAW);
    } else {
        Event *e = batch_move(r, f->u[0], p, Z_MEMBER, HOW_RULE);
        e->slot_to = (uint8_t)f->u[1];
    }
    batch_do(r, first);
}

void proc_main(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case MAIN_START:
        s->point = PT_MAIN;
        f->step = MAIN_ACT;
        RULE(RB_7_4_1);
        trigger_point(r, PT_MAIN, s->turn_player);
        if (check_timing(r)) return;
        /* fallthrough */
    case MAIN_ACT:
        s->point = PT_MAIN;
        f->step = MAIN_CHOSEN;
        if (ask_action(r)) return;
        /* fallthrough */
    case MAIN_CHOSEN: act(r, f); return;
    case MAIN_MOVED: act_after(r, f); return;
    case MAIN_CHECKED:
        RULE(RB_7_4_3);
        f->step = f->u[3] ? MAIN_OVER : MAIN_ACT;
        check_timing(r);
        return;
    default: frame_pop(r);
    }
}
