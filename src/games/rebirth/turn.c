/* Chapter 7: the turn. Steps follow the order of the clauses.
 *
 * RPROC_TURN stays at the bottom of the frame stack for the whole game. It runs the standby,
 * energy and end phases itself and pushes RPROC_MAIN (7.4, below) and RPROC_ATTACK (attack.c)
 * for the others. In team formats all players of the team take the turn together (13.5.7.2):
 * loops over players test takes_turn(). */
#include "games/rebirth/procs.h"
#include "kernel/pick.h"
#include "kernel/place.h"
#include "vm/vm.h"

/* Does the player take part in this turn and remain in the game? In a team, all its players do
 * (13.5.7.2). */
static bool takes_turn(const State *s, PlayerId p) {
    if (s->team_size < 2) return p == s->turn_player && player_in(s, p);
    return (turn_side(s) & player_bit(p)) && player_in(s, p);
}

/* 7.2.1.1: adds an event to the batch for each rested card that stands up. */
static void stand_all(Run *r, PlayerId p) {
    State *s = r->s;
    static const ZoneId zones[] = {RZ_ENTRY, RZ_MEMBER, RZ_ENERGY};
    for (unsigned i = 0; i < 3; i++) {
        if (zone_upright(&s->player[p], zones[i])) RULE(RB_1_3_2_1); /* they stand already */
        if (!s->player[p].rested[zones[i]]) continue;
        const CardId *cards = zone_cards(&s->player[p], zones[i]);
        for (unsigned j = 0, n = s->player[p].count[zones[i]]; j < n; j++) {
            CardId c = cards[j];
            if (!(card_of(s, c)->flags & CARD_RESTED)) continue;
            if (r->g->orient_forbidden(r, c, 0) || rule_on(r, RRC_NO_STANDBY, NOBODY, c) ||
                act_forbidden(r, EV_ORIENT, p, c, NONE, 0))
                continue;
            RULE(RB_7_2_1_1);
            batch_orient(r, p, c, false);
        }
    }
}

/* 7.2.1, 13.5.7.2.1: all players of the turn stand their cards and draw one, all at once. */
static bool standby(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(RB_7_2_1);
    if (s->team_size > 1) {
        RULE(RB_13_5_7_2);
        RULE(RB_13_5_7_2_1);
        run_rule(r, r->g->formats[s->format].clause_turns);
    }
    for (PlayerId p = 0; p < s->nplayers; p++) {
        if (!takes_turn(s, p)) continue;
        stand_all(r, p);
        if (!zone_top(s, p, RZ_DECK)) r->g->interrupt(r);
        if (s->result) return true;
        CardId top = zone_top(s, p, RZ_DECK);
        if (!top || rebirth_draw_forbidden(r, p) ||
            rule_move_forbidden(r, top, p, RZ_HAND, RH_DRAW))
            continue;
        RULE(RB_7_2_1_2);
        batch_move(r, top, p, RZ_HAND, RH_DRAW)->actor = p;
    }
    return batch_do(r, first);
}

/* 7.3.2: asks for a partner (7.3.2.1) or another card (7.3.2.2) to put into the energy zone. */
static bool ask_energy(Run *r, PlayerId p, bool partner) {
    State *s = r->s;
    ask_begin(r, p, RASK_ENERGY, partner ? RB_7_3_2_1 : RB_7_3_2_2);
    for (unsigned i = 0; i < s->player[p].count[RZ_HAND]; i++) {
        CardId c = zone_card(&s->player[p], RZ_HAND, i);
        if ((card_kinds(r, c) >> RK_PA & 1) == partner &&
            !rule_move_forbidden(r, c, p, RZ_ENERGY, RH_RULE))
            ask_add(r, (Option){.kind = OPT_CARD, .card = c});
    }
    for (unsigned i = 0;
         !partner && rule_on(r, RRC_ENERGY_WAITING, p, NONE) && i < s->player[p].count[RZ_WAITING];
         i++) {
        CardId c = zone_card(&s->player[p], RZ_WAITING, i);
        if (!(card_kinds(r, c) >> RK_PA & 1) && !rule_move_forbidden(r, c, p, RZ_ENERGY, RH_RULE))
            ask_add(r, (Option){.kind = OPT_CARD, .card = c});
    }
    ask_add(r, (Option){.kind = OPT_DONE});
    return ask_done(r);
}

/* 7.6.5: Re birth cards leave except for those chosen to stay (in REG_MOVE of context 0);
 * partnerised cards leave (5.28.2). */
static void clear_rebirth_of(Run *r, PlayerId p) {
    State *s = r->s;
    for (unsigned i = 0; i < s->player[p].count[RZ_REBIRTH]; i++) {
        bool kept = false;
        for (unsigned j = 0; j < s->ctx[0].n[REG_MOVE]; j++)
            kept |= reg_cards(s, &s->ctx[0], REG_MOVE)[j].card ==
                    zone_card(&s->player[p], RZ_REBIRTH, i);
        if (!kept)
            batch_move(r, zone_card(&s->player[p], RZ_REBIRTH, i), p, RZ_WAITING, RH_TURN_END);
    }
    for (unsigned i = 0; i < s->player[p].count[RZ_ENERGY]; i++) {
        CardId c = zone_card(&s->player[p], RZ_ENERGY, i);
        const Card *k = card_of(s, c);
        if (!(k->flags & CARD_KINDS_CHANGED) || (r->pack->def[k->def].kinds >> RK_PA & 1)) continue;
        RULE(RB_5_28_2);
        batch_move(r, c, p, RZ_WAITING, RH_TURN_END);
    }
}

/* 7.6.5, 13.5.7.2.5: for all players of the turn at once. */
static bool clear_rebirth(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(RB_7_6_5);
    if (s->team_size > 1) RULE(RB_13_5_7_2_5);
    for (PlayerId p = 0; p < s->nplayers; p++)
        if (takes_turn(s, p)) clear_rebirth_of(r, p);
    reg_clear(r, &s->ctx[0], REG_MOVE);
    return batch_do(r, first);
}

/* 12.2.1.7: deer characters among the members return to the deer pile. */
static bool clear_deer(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[RZ_MEMBER]; i++) {
            CardId c = zone_card(&s->player[p], RZ_MEMBER, i);
            if (!(card_of(s, c)->kinds >> RK_DEER & 1)) continue;
            RULE(RB_12_2_1_7);
            batch_move(r, c, card_owner(c), RZ_DEER, RH_TURN_END);
        }
    return batch_do(r, first);
}

/* How many Re birth cards of their choice texts let the player keep. A rule change about a specific
 * card is not counted here, see may_keep_card(). */
static unsigned keep_allowance(const State *s, PlayerId p) {
    unsigned n = 0;
    for (unsigned i = 0; i < s->nrules; i++)
        if (s->rule[i].rule == RRC_KEEP_REBIRTH && (s->rule[i].players & player_bit(p)) &&
            !s->rule[i].card)
            n += s->rule[i].amount;
    return n;
}

/* Does a text let the player keep this very card? */
static bool may_keep_card(const State *s, PlayerId p, CardId c) {
    for (unsigned i = 0; i < s->nrules; i++)
        if (s->rule[i].rule == RRC_KEEP_REBIRTH && (s->rule[i].players & player_bit(p)) &&
            s->rule[i].card == c)
            return true;
    return false;
}

unsigned rebirth_list_keepable(const Run *r, PlayerId p, CardId *out) {
    const State *s = r->s;
    const Context *x = &s->ctx[0];
    unsigned used = 0, n = 0;
    for (unsigned i = 0; i < x->n[REG_MOVE]; i++)
        used += !may_keep_card(s, p, reg_cards(r->s, x, REG_MOVE)[i].card);
    for (unsigned i = 0; i < s->player[p].count[RZ_REBIRTH]; i++) {
        CardId c = zone_card(&s->player[p], RZ_REBIRTH, i);
        if (used < keep_allowance(s, p) || may_keep_card(s, p, c)) out[n++] = c;
    }
    return n;
}

/* Before the Re birth zone is emptied, asks the player which cards stay. Returns false if
 * none can. */
static bool keep_rebirth(Run *r, PlayerId p) {
    State *s = r->s;
    if (!takes_turn(s, p) || !rule_any(r, RRC_KEEP_REBIRTH)) return false;
    unsigned most = keep_allowance(s, p);
    for (unsigned i = 0; i < s->player[p].count[RZ_REBIRTH]; i++)
        most += may_keep_card(s, p, zone_card(&s->player[p], RZ_REBIRTH, i));
    if (!most || !s->player[p].count[RZ_REBIRTH]) return false;
    RULE(RB_1_3_1); /* the text overrides 7.6.5 */
    Frame *g = pick_begin(r, 0, p, 0, most, PICK_FREE | PICK_ADD, REG_MOVE);
    pick_of(g)->list = RL_REBIRTH;
    pick_of(g)->clause = RB_7_6_5;
    return true;
}

/* 7.6.3: removes all damage. */
static void clear_damage(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(RB_7_6_3);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[RZ_ENTRY]; i++) {
            CardId c = zone_card(&s->player[p], RZ_ENTRY, i);
            if (card_of(s, c)->damage) batch_add(r, EV_HEAL, p, c);
        }
    if (s->nbatch > first) batch_apply(r, first);
}

/* Resets the per-turn marks of the cards in play and of all other cards that have listening
 * abilities. */
static void reset_turn_marks(State *s) {
    /* attacks are counted on entries, which may have moved to a seat since */
    ZoneId last = s->spent & SPENT_USED ? RZ_REBIRTH : RZ_MEMBER;
    if (s->spent & (SPENT_USED | SPENT_ATTACKS))
        for (PlayerId p = 0; p < s->nplayers; p++)
            for (ZoneId z = RZ_ENTRY; z <= last; z++)
                for (unsigned i = 0; i < s->player[p].count[z]; i++) {
                    Card *k = card_at(s, zone_card(&s->player[p], z, i));
                    k->attacks = 0;
                    if (k->used) card_touched(s, k);
                    k->used = k->times = 0;
                }
    for (unsigned i = 0; (s->spent & SPENT_USED) && i < s->nlisteners; i++) {
        Card *k = card_at(s, s->listen[i].card);
        if (k->used) card_touched(s, k);
        k->used = k->times = 0;
    }
    s->spent = 0;
}

/* 7.6.6: clears everything that is kept for one turn and passes the turn to the next player. */
static void next_turn(Run *r) {
    State *s = r->s;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        if (turn_side(s) & player_bit(p)) s->player[p].flags |= PLAYER_HAD_TURN;
        if (!player_in(s, p)) s->player[p].flags |= PLAYER_GONE; /* 13.7.7 */
    }
    trigger_fired_clear(r);
    reset_turn_marks(s);
    memory_forget(r);
    for (PlayerId p = 0; p < s->nplayers; p++)
        memset(s->player[p].counter, 0, sizeof s->player[p].counter);
    memset(s->facts, 0, sizeof s->facts);
    memset(s->fact_card, 0, sizeof s->fact_card);
    loop_forget(s);
    if (rebirth_count_forced(r)) return;
    RULE(RB_7_1_1);
    if (s->nplayers > 2) run_rule(r, r->g->formats[s->format].clause_turns);
    s->turn++;
    s->turn_player = player_next(s, s->turn_player);
    if ((s->depends & DEPENDS_TURN) || s->nplayers > 2) derived_invalidate(s, BECAUSE_READ);
    effects_new_turn(r);
}

typedef struct Turn {
    uint8_t repeat; /* the end phase did something and is repeated (7.6.6) */
    PlayerId who;   /* the player choosing energy, or Re birth cards to keep */
    struct {
        CardId partner, card; /* what each player puts there, 0: nothing */
    } energy[MAX_PLAYERS];
} Turn;
FRAME_LOCALS(Turn, turn_of)

/* Each phase function returns true when the phase is over and the next one follows at once, false
 * when a decision or another procedure comes first. */

/* 7.2 standby phase */
static bool standby_phase(Run *r, Frame *f) {
    State *s = r->s;
    PlayerId p = s->turn_player;
    switch (f->step) {
    case RTURN_STANDBY:
        s->point = RP_TURN_START;
        f->step = RTURN_STANDBY_CHECK;
        if (standby(r)) return false;
        /* fallthrough */
    default:
        s->point = RP_STANDBY;
        f->step = RTURN_ENERGY;
        RULE(RB_7_2_2);
        if (s->turn == 1) trigger_point(r, RP_GAME_START, p);
        trigger_point(r, RP_TURN_START, p);
        trigger_point(r, RP_STANDBY, p);
        RULE(RB_7_2_3);
        return !rebirth_check_timing(r);
    }
}

/* 7.3.2, 13.5.7.2.2: the players choose one after another; put_chosen_energy() then moves all cards
 * at once. Returns false while a question is pending. */
static bool choose_energy(Run *r, Frame *f) {
    State *s = r->s;
    Turn *turn = turn_of(f);
    for (; turn->who < s->nplayers; turn->who++, f->step = RTURN_ENERGY_PARTNER) {
        PlayerId p = turn->who;
        if (f->step == RTURN_ENERGY_PARTNER) {
            if (!takes_turn(s, p)) continue;
            RULE(RB_7_3_2);
            RULE(RB_7_3_2_1);
            f->step = RTURN_ENERGY_CARD;
            if (ask_energy(r, p, true)) return false;
        }
        if (f->step == RTURN_ENERGY_CARD) {
            turn->energy[p].partner = s->picked.kind == OPT_CARD ? s->picked.card : 0;
            RULE(RB_7_3_2_2);
            f->step = RTURN_ENERGY_CHOSEN;
            if (takes_turn(s, p) && ask_energy(r, p, false)) return false;
        }
        turn->energy[p].card = takes_turn(s, p) && s->picked.kind == OPT_CARD ? s->picked.card : 0;
    }
    return true;
}

/* Adds the move of a chosen card that is still in the game. */
static void put_energy(Run *r, CardId c) {
    if (c && !(card_of(r->s, c)->flags & CARD_GONE))
        batch_move(r, c, card_owner(c), RZ_ENERGY, RH_RULE)->actor = card_owner(c);
}

/* Moves the chosen cards of all players at once. */
static bool put_chosen_energy(Run *r, Frame *f) {
    State *s = r->s;
    Turn *turn = turn_of(f);
    unsigned first = batch_open(r);
    if (s->team_size > 1) RULE(RB_13_5_7_2_2);
    for (PlayerId p = 0; p < s->nplayers; p++) {
        put_energy(r, turn->energy[p].partner);
        put_energy(r, turn->energy[p].card);
    }
    memset(turn->energy, 0, sizeof turn->energy);
    turn->who = 0;
    return batch_do(r, first);
}

/* 7.3 energy phase */
static bool energy_phase(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case RTURN_ENERGY:
        s->point = RP_ENERGY;
        f->step = RTURN_ENERGY_PARTNER;
        RULE(RB_7_3_1);
        trigger_point(r, RP_ENERGY, s->turn_player);
        if (rebirth_check_timing(r)) return false;
        /* fallthrough */
    case RTURN_ENERGY_PARTNER:
    case RTURN_ENERGY_CARD:
    case RTURN_ENERGY_CHOSEN:
        if (!choose_energy(r, f)) return false;
        f->step = RTURN_ENERGY_CHECK;
        if (put_chosen_energy(r, f)) return false;
        /* fallthrough */
    default:
        f->step = RTURN_MAIN;
        RULE(RB_7_3_3);
        return !rebirth_check_timing(r);
    }
}

/* 7.6 end phase */
static bool end_phase(Run *r, Frame *f) {
    State *s = r->s;
    Turn *turn = turn_of(f);
    switch (f->step) {
    case RTURN_END:
        s->point = RP_TURN_END;
        f->step = RTURN_END_CHECKED;
        RULE(RB_7_6_1);
        trigger_point_once(r, RP_TURN_END, s->turn_player);
        s->facts[RF_CHECKS] = 0;
        RULE(RB_7_6_2);
        if (rebirth_check_timing(r)) return false;
        /* fallthrough */
    case RTURN_END_CHECKED:
        f->step = RTURN_END_KEEP;
        turn->repeat = s->facts[RF_CHECKS];
        turn->who = 0;
        reg_clear(r, &s->ctx[0], REG_MOVE);
        clear_damage(r);
        /* fallthrough */
    case RTURN_END_KEEP:
        while (turn->who < s->nplayers)
            if (keep_rebirth(r, turn->who++)) return false;
        turn->who = 0;
        RULE(RB_7_6_4);
        effects_end(r, DUR_TURN);
        f->step = RTURN_END_DEER;
        if (clear_rebirth(r)) return false;
        /* fallthrough */
    case RTURN_END_DEER:
        f->step = RTURN_END_AGAIN;
        if (clear_deer(r)) return false;
        /* fallthrough */
    default:
        RULE(RB_7_6_6);
        f->step = RTURN_END;
        if (turn->repeat || s->nwaiting || trigger_point_once(r, RP_TURN_END, s->turn_player))
            return true;
        next_turn(r);
        f->step = RTURN_STANDBY;
        return true;
    }
}

/* Procedure, chapter 7: runs turn after turn until the game ends. */
void rebirth_turn(Run *r, Frame *f) {
    bool advance = true;
    while (advance && !r->s->result) {
        RULE(RB_7_1_2);
        switch (f->step) {
        case RTURN_STANDBY:
        case RTURN_STANDBY_CHECK: advance = standby_phase(r, f); break;
        case RTURN_ENERGY:
        case RTURN_ENERGY_PARTNER:
        case RTURN_ENERGY_CARD:
        case RTURN_ENERGY_CHOSEN:
        case RTURN_ENERGY_CHECK: advance = energy_phase(r, f); break;
        case RTURN_MAIN:
            f->step = RTURN_ATTACK;
            frame_push(r, RPROC_MAIN);
            return;
        case RTURN_ATTACK:
            f->step = RTURN_END;
            r->s->facts[RF_PHASE_OVER] = 0;
            RULE(RB_7_5_1);
            frame_push(r, RPROC_ATTACK);
            return;
        default: advance = end_phase(r, f); /* RTURN_END and the steps after it */
        }
    }
}

/* ---- 7.4 main phase ---- */

typedef struct MainPhase {
    CardId card;     /* the entry that moves to a seat (7.4.2.2) */
    uint8_t seat;    /* the seat it moves to */
    PlayerId player; /* who acts */
    bool over;       /* the attack phase follows */
} MainPhase;
FRAME_LOCALS(MainPhase, main_phase_of)

static unsigned upright_energy(const State *s, PlayerId p) {
    return zone_upright(&s->player[p], RZ_ENERGY);
}

/* 2.2.2: marks the clause on what a card of this kind is for. */
static void mark_kind(const Run *r, const Card *k) {
    if (k->kinds >> RK_CH & 1) RULE(RB_2_2_2_1);
    if (k->kinds >> RK_RE & 1) RULE(RB_2_2_2_2);
    if (k->kinds >> RK_PA & 1) RULE(RB_2_2_2_3);
}

/* 7.4.2.1, 7.4.2.4: offers characters to play and Re birth cards to set. */
static void offer_plays(Run *r, PlayerId p, int energy) {
    State *s = r->s;
    const Player *q = &s->player[p];
    const CardId *hand = zone_cards(q, RZ_HAND);
    for (unsigned i = 0, m = q->count[RZ_HAND]; i < m; i++) {
        CardId c = hand[i];
        const Card *k = card_of(s, c);
        bool duplicate = false; /* copies of one card are a single option */
        for (unsigned j = 0; j < i && !duplicate; j++) {
            const Card *o = card_of(s, hand[j]);
            duplicate = o->def == k->def && o->now.cost == k->now.cost &&
                        !(o->flags & CARD_SHOWN) == !(k->flags & CARD_SHOWN);
        }
        if (duplicate) continue;
        if (WATCHED(r)) mark_kind(r, k);
        if (k->kinds >> RK_CH & 1) {
            RULE(RB_4_5_3_1);
            if (k->now.cost > energy) RULE(RB_5_14_1_1);
            if (k->now.cost > energy || rule_on(r, RRC_NO_PLAY, p, c) ||
                act_forbidden(r, EV_PLAY, p, c, NONE, 0))
                continue;
            if (!rule_move_forbidden(r, c, p, RZ_ENTRY, RH_PLAY))
                ask_add(r, (Option){.kind = ROPT_PLAY, .card = c, .a = RZ_ENTRY});
            if (rule_move_forbidden(r, c, p, RZ_MEMBER, RH_PLAY)) continue;
            for (unsigned seat = 1; seat <= q->seats; seat++)
                ask_add(r,
                        (Option){.kind = ROPT_PLAY, .card = c, .a = RZ_MEMBER, .b = (uint8_t)seat});
        } else if (k->kinds >> RK_RE & 1) {
            if (!rule_on(r, RRC_NO_SET, p, c) && !rule_move_forbidden(r, c, p, RZ_REBIRTH, RH_SET))
                ask_add(r, (Option){.kind = ROPT_SET, .card = c});
        }
    }
}

/* 7.4.2.2: offers to move the entry to an empty seat for its cost. */
static void offer_entry_move(Run *r, PlayerId p, int energy) {
    State *s = r->s;
    CardId c = zone_top(s, p, RZ_ENTRY);
    if (c && card_of(s, c)->now.cost > energy) RULE(RB_5_14_1_1);
    if (!c || card_of(s, c)->now.cost > energy || rule_on(r, RRC_NO_SEAT, p, c) ||
        rule_move_forbidden(r, c, p, RZ_MEMBER, RH_RULE))
        return;
    RULE(RB_4_5_3_2);
    for (unsigned seat = 1; seat <= s->player[p].seats; seat++)
        if (!seat_card(s, p, RZ_MEMBER, seat))
            ask_add(r, (Option){.kind = ROPT_MOVE_ENTRY, .b = (uint8_t)seat, .card = c});
}

/* 7.4.2.3: offers activated abilities. */
static void offer_abilities(Run *r, PlayerId p) {
    State *s = r->s;
    listeners_derive(r);
    for (unsigned i = 0; i < s->nlisteners; i++) {
        const Listener *l = &s->listen[i];
        if (!(l->events & ev_bit(EV_ACTIVE)) || card_of(s, l->card)->holder != p) continue;
        if (listener_duplicate(s, i)) continue;
        if (rebirth_can_use(r, p, l->card, l->abil))
            ask_add(r, (Option){.kind = ROPT_USE, .card = l->card, .c = l->abil});
    }
}

/* 7.4.2: asks for the next action. 13.5.7.2.3: any player of a team may act; the turn player
 * answers for the team. */
static bool ask_action(Run *r) {
    State *s = r->s;
    derive_for(r, TOUCH_COST | TOUCH_KINDS);
    RULE(RB_7_4_2);
    if (s->team_size > 1) {
        RULE(RB_13_5_7_2_3);
        RULE(RB_13_5_2);
    }
    ask_begin(r, s->turn_player, RASK_ACTION, RB_7_4_2);
    for (PlayerId p = 0; !s->facts[RF_PHASE_OVER] && p < s->nplayers; p++) {
        if (!takes_turn(s, p)) continue;
        int energy = (int)upright_energy(s, p);
        offer_plays(r, p, energy);
        offer_entry_move(r, p, energy);
        offer_abilities(r, p);
    }
    ask_add(r, (Option){.kind = ROPT_TO_ATTACK});
    if (s->ask.n > 1) loop_open(r);
    return ask_done(r);
}

/* Begins the chosen action. */
static void begin_action(Run *r, Frame *f) {
    State *s = r->s;
    MainPhase *phase = main_phase_of(f);
    Option o = s->picked;
    PlayerId p = o.card ? card_owner(o.card) : s->turn_player;
    phase->player = p;
    f->step = RMAIN_CHECKED;
    switch (o.kind) {
    case ROPT_PLAY:
        RULE(RB_7_4_2_1);
        rebirth_play_card(r, p, o.card, o.a, o.b);
        return;
    case ROPT_MOVE_ENTRY:
        RULE(RB_7_4_2_2);
        phase->card = o.card;
        phase->seat = o.b;
        f->step = RMAIN_MOVED;
        rebirth_pay_energy(r, p, card_of(s, o.card)->now.cost);
        return;
    case ROPT_USE:
        RULE(RB_7_4_2_3);
        rebirth_play_ability(r, p, o.card, o.c, -1);
        return;
    case ROPT_SET: rebirth_set_card(r, p, o.card); return;
    default: RULE(RB_7_4_2_5); phase->over = true;
    }
}

/* 7.4.2.2: moves the entry once its cost is paid. */
static void finish_action(Run *r, Frame *f) {
    MainPhase *phase = main_phase_of(f);
    PlayerId p = phase->player;
    unsigned first = batch_open(r);
    f->step = RMAIN_CHECKED;
    Event *e = batch_move(r, phase->card, p, RZ_MEMBER, RH_RULE);
    e->actor = p;
    e->seats_to = seat_bit(phase->seat);
    batch_do(r, first);
}

/* 7.4.2: the steps of one action. */
static void main_action(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case RMAIN_ACT:
        s->point = RP_MAIN;
        f->step = RMAIN_CHOSEN;
        if (ask_action(r)) return;
        /* fallthrough */
    case RMAIN_CHOSEN: begin_action(r, f); return;
    default: finish_action(r, f);
    }
}

/* Procedure, 7.4: one action after another, each followed by a check timing, until the player goes
 * on to the attack phase. */
void rebirth_main(Run *r, Frame *f) {
    State *s = r->s;
    if (f->step == RMAIN_START) {
        s->point = RP_MAIN;
        f->step = RMAIN_ACT;
        RULE(RB_7_4_1);
        trigger_point(r, RP_MAIN, s->turn_player);
        if (rebirth_check_timing(r)) return;
    }
    if (f->step == RMAIN_CHECKED) {
        RULE(RB_7_4_3);
        f->step = main_phase_of(f)->over ? RMAIN_OVER : RMAIN_ACT;
        if (rebirth_check_timing(r)) return;
    }
    if (f->step != RMAIN_OVER) {
        main_action(r, f);
        return;
    }
    loop_closed(s);
    frame_pop(r);
}
