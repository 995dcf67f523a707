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

bool rebirth_draw_more(Run *r, PlayerId p) {
    const unsigned n = rebirth_draws_more(r, p);
    if (!n) return false;
    UptoLocals *v = upto_of(frame_push(r, PROC_UPTO));
    v->want = (int)n;
    v->who = player_bit(p);
    v->flags = UPTO_PLAIN;
    return true;
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

/* Registers of context 0 for what players choose before the Re birth zone is emptied. */
enum {
    CLEAR_STAYS = REG_MOVE,
    CLEAR_TO_HAND = REG_IT,
    CLEAR_TO_ENERGY = REG_KEEP,
    CLEAR_HAND = REG_LOOK
};

static bool chosen(const State *s, unsigned reg, CardId c) {
    for (unsigned i = 0; i < s->ctx[0].n[reg]; i++)
        if (reg_read(s, &s->ctx[0], reg)[i].card == c) return true;
    return false;
}

/* 7.6.5: Re birth cards leave except for those chosen to stay; partnerised cards leave
 * (5.28.2). */
static void clear_rebirth_of(Run *r, PlayerId p) {
    State *s = r->s;
    for (unsigned i = 0; i < s->player[p].count[RZ_REBIRTH]; i++) {
        CardId c = zone_card(&s->player[p], RZ_REBIRTH, i);
        if (chosen(s, CLEAR_STAYS, c)) continue;
        bool energy = chosen(s, CLEAR_TO_ENERGY, c);
        ZoneId z = chosen(s, CLEAR_TO_HAND, c) ? RZ_HAND : energy ? RZ_ENERGY : RZ_WAITING;
        Event *e = batch_move(r, c, p, z, RH_TURN_END);
        if (energy) e->put = PUT_RESTED;
    }
    for (unsigned i = 0; i < s->player[p].count[RZ_HAND]; i++) {
        CardId c = zone_card(&s->player[p], RZ_HAND, i);
        if (chosen(s, CLEAR_HAND, c)) batch_move(r, c, p, RZ_WAITING, RH_PUT)->actor = p;
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
    for (unsigned reg = 0; reg < REG_COUNT; reg++) reg_clear(r, &s->ctx[0], reg);
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

/* How many Re birth cards of their choice the player can keep: what texts allow, and one for each
 * card of the hand that is put away instead. A rule change about a specific card is not counted
 * here, see may_keep_card(). */
static unsigned keep_allowance(const State *s, PlayerId p) {
    unsigned n = 0;
    for (unsigned i = 0; i < s->player[p].count[RZ_HAND]; i++)
        n += chosen(s, CLEAR_HAND, zone_card(&s->player[p], RZ_HAND, i));
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
    for (unsigned i = 0; i < x->n[CLEAR_STAYS]; i++)
        used += !may_keep_card(s, p, reg_cards(r->s, x, CLEAR_STAYS)[i].card);
    for (unsigned i = 0; i < s->player[p].count[RZ_REBIRTH]; i++) {
        CardId c = zone_card(&s->player[p], RZ_REBIRTH, i);
        if (used < keep_allowance(s, p) || may_keep_card(s, p, c)) out[n++] = c;
    }
    return n;
}

unsigned rebirth_list_leaving(const Run *r, PlayerId p, CardId *out) {
    const State *s = r->s;
    unsigned n = 0;
    for (unsigned i = 0; i < s->player[p].count[RZ_REBIRTH]; i++) {
        CardId c = zone_card(&s->player[p], RZ_REBIRTH, i);
        if (!chosen(s, CLEAR_STAYS, c) && !chosen(s, CLEAR_TO_HAND, c)) out[n++] = c;
    }
    return n;
}

/* What a player may choose before the Re birth zone is emptied, in this order. */
enum { ASK_HAND, ASK_STAYS, ASK_TO_HAND, ASK_TO_ENERGY, CLEAR_QUESTIONS };

/* How many cards the player may choose for that question. */
static unsigned clear_allowance(Run *r, PlayerId p, unsigned question) {
    const State *s = r->s;
    const unsigned set = s->player[p].count[RZ_REBIRTH];
    unsigned most = 0;
    switch (question) {
    case ASK_HAND: return rule_on(r, RRC_KEEP_BY_HAND, p, NONE) ? set : 0;
    case ASK_TO_HAND: return rules_sum(r, RRC_REBIRTH_TO_HAND, p, NONE);
    case ASK_TO_ENERGY: return rules_sum(r, RRC_REBIRTH_TO_ENERGY, p, NONE);
    default:
        for (unsigned i = 0; i < set; i++)
            most += may_keep_card(s, p, zone_card(&s->player[p], RZ_REBIRTH, i));
        return most + keep_allowance(s, p);
    }
}

/* Before the Re birth zone is emptied, asks the player what texts allow. Returns false if there is
 * nothing to choose. */
static bool ask_clear(Run *r, PlayerId p, unsigned question) {
    static const struct {
        uint8_t reg, list;
    } how[CLEAR_QUESTIONS] = {[ASK_HAND] = {CLEAR_HAND, RL_HAND},
                              [ASK_STAYS] = {CLEAR_STAYS, RL_REBIRTH},
                              [ASK_TO_HAND] = {CLEAR_TO_HAND, RL_REBIRTH_LEAVING},
                              [ASK_TO_ENERGY] = {CLEAR_TO_ENERGY, RL_REBIRTH_LEAVING}};
    const RuleSet rules = rule_bit(RRC_KEEP_REBIRTH) | rule_bit(RRC_KEEP_BY_HAND) |
                          rule_bit(RRC_REBIRTH_TO_HAND) | rule_bit(RRC_REBIRTH_TO_ENERGY);
    if (!takes_turn(r->s, p) || !rules_among(r, rules) || !r->s->player[p].count[RZ_REBIRTH])
        return false;
    unsigned most = clear_allowance(r, p, question);
    if (!most) return false;
    RULE(RB_1_3_1); /* the text overrides 7.6.5 */
    Frame *g = pick_begin(r, 0, p, 0, most, PICK_FREE | PICK_ADD, how[question].reg);
    pick_of(g)->list = how[question].list;
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
static void reset_turn_marks(Run *r) {
    State *s = r->s;
    /* attacks are counted on entries, which may have moved to a seat since */
    ZoneId last = s->spent & SPENT_USED ? RZ_REBIRTH : RZ_MEMBER;
    if (s->spent & (SPENT_USED | SPENT_ATTACKS))
        for (PlayerId p = 0; p < s->nplayers; p++)
            for (ZoneId z = RZ_ENTRY; z <= last; z++)
                for (unsigned i = 0; i < s->player[p].count[z]; i++) {
                    Card *k = card_at(s, zone_card(&s->player[p], z, i));
                    k->attacks = 0;
                    if (k->used) card_touched(s, k);
                    k->used = k->times = k->many = 0;
                }
    if (s->spent & SPENT_USED) listeners_derive(r, EVENTS_ALL);
    for (unsigned i = 0; (s->spent & SPENT_USED) && i < s->nlisteners; i++) {
        Card *k = card_at(s, s->listen[i].card);
        if (k->used) card_touched(s, k);
        k->used = k->times = k->many = 0;
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
    reset_turn_marks(r);
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
    uint8_t repeat;   /* the end phase did something and is repeated (7.6.6) */
    PlayerId who;     /* the player choosing energy, or Re birth cards to keep */
    uint8_t question; /* the next question of ask_clear() */
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
        rebirth_reach(r->s, RP_TURN_START);
        f->step = RTURN_STANDBY_MORE;
        if (standby(r)) return false;
        /* fallthrough */
    case RTURN_STANDBY_MORE: {
        bool more = false;
        f->step = RTURN_STANDBY_CHECK;
        for (PlayerId q = s->nplayers; q-- > 0;)
            more |= takes_turn(s, q) && rebirth_draw_more(r, q);
        if (more) return false;
    }
        /* fallthrough */
    default:
        rebirth_reach(r->s, RP_STANDBY);
        f->step = RTURN_ENERGY;
        RULE(RB_7_2_2);
        if (s->turn == 1) trigger_point(r, RP_GAME_START, p);
        trigger_point(r, RP_TURN_START, p);
        trigger_point(r, RP_STANDBY, p);
        RULE(RB_7_2_3);
        return !rebirth_check_timing(r);
    }
}

unsigned rebirth_list_energy(Run *r, PlayerId p, CardId *out) {
    State *s = r->s;
    const CardId taken = turn_of(s->frame)->energy[p].card; /* RPROC_TURN is at the bottom */
    unsigned n = 0;
    for (unsigned i = 0; i < s->player[p].count[RZ_HAND]; i++) {
        CardId c = zone_card(&s->player[p], RZ_HAND, i);
        if (!(card_kinds(r, c) >> RK_PA & 1) && c != taken &&
            !rule_move_forbidden(r, c, p, RZ_ENERGY, RH_RULE))
            out[n++] = c;
    }
    return n;
}

/* Asks for further cards of the hand, if a text allows any. Those of all players go to one
 * register, see put_chosen_energy(). */
static bool ask_more_energy(Run *r, PlayerId p) {
    unsigned most = rules_sum(r, RRC_ENERGY_MORE, p, NONE);
    if (!most) return false;
    RULE(RB_1_3_1); /* the text overrides 7.3.2.2 */
    Frame *g = pick_begin(r, 0, p, 0, most, PICK_FREE | PICK_ADD, REG_MOVE);
    pick_of(g)->list = RL_ENERGY;
    pick_of(g)->clause = RB_7_3_2_2;
    return true;
}

/* 7.3.2, 13.5.7.2.2: the players choose one after another; put_chosen_energy() then moves all cards
 * at once. Returns false while a question is pending. */
static bool choose_energy(Run *r, Frame *f) {
    State *s = r->s;
    Turn *turn = turn_of(f);
    if (f->step == RTURN_ENERGY_PARTNER && !turn->who) reg_clear(r, &s->ctx[0], REG_MOVE);
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
        if (f->step == RTURN_ENERGY_CHOSEN) {
            const bool put = takes_turn(s, p) && s->picked.kind == OPT_CARD;
            turn->energy[p].card = put ? s->picked.card : 0;
            f->step = RTURN_ENERGY_MORE;
            if (put && card_of(s, s->picked.card)->zone == RZ_HAND && ask_more_energy(r, p))
                return false;
        }
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
    for (unsigned i = 0; i < s->ctx[0].n[REG_MOVE]; i++)
        put_energy(r, reg_cards(s, &s->ctx[0], REG_MOVE)[i].card);
    reg_clear(r, &s->ctx[0], REG_MOVE);
    memset(turn->energy, 0, sizeof turn->energy);
    turn->who = 0;
    return batch_do(r, first);
}

/* 7.3 energy phase */
static bool energy_phase(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case RTURN_ENERGY:
        rebirth_reach(r->s, RP_ENERGY);
        f->step = RTURN_ENERGY_PARTNER;
        RULE(RB_7_3_1);
        trigger_point(r, RP_ENERGY, s->turn_player);
        if (rebirth_check_timing(r)) return false;
        /* fallthrough */
    case RTURN_ENERGY_PARTNER:
    case RTURN_ENERGY_CARD:
    case RTURN_ENERGY_CHOSEN:
    case RTURN_ENERGY_MORE:
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
        rebirth_reach(r->s, RP_TURN_END);
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
        turn->who = turn->question = 0;
        for (unsigned reg = 0; reg < REG_COUNT; reg++) reg_clear(r, &s->ctx[0], reg);
        clear_damage(r);
        /* fallthrough */
    case RTURN_END_KEEP:
        for (; turn->who < s->nplayers; turn->who++, turn->question = 0)
            while (turn->question < CLEAR_QUESTIONS)
                if (ask_clear(r, turn->who, turn->question++)) return false;
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
        case RTURN_STANDBY_MORE:
        case RTURN_STANDBY_CHECK: advance = standby_phase(r, f); break;
        case RTURN_ENERGY:
        case RTURN_ENERGY_PARTNER:
        case RTURN_ENERGY_CARD:
        case RTURN_ENERGY_CHOSEN:
        case RTURN_ENERGY_MORE:
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

int rebirth_play_cost(Run *r, CardId c, ZoneId z) {
    const State *s = r->s;
    int cost = card_of(s, c)->now.cost;
    const bool any = z == RZ_ENTRY && rule_any(r, RRC_ENTRY_COST);
    for (unsigned i = 0; any && i < s->nrules; i++) {
        if (s->rule[i].rule != RRC_ENTRY_COST || s->rule[i].card != c) continue;
        RULE(RB_1_3_1);
        cost = s->rule[i].amount;
    }
    return cost;
}

int rebirth_seat_cost(Run *r, PlayerId p, CardId entry) {
    const int cost = card_of(r->s, entry)->now.cost;
    if (r->s->facts[RF_SEATED] >> p & 1) return cost;
    return cost + (int)rules_sum(r, RRC_SEAT_COST, p, NONE);
}

/* 7.4.2.1: offers to play the character to the entry or to a seat. */
static void offer_play(Run *r, PlayerId p, CardId c, int energy) {
    const State *s = r->s;
    const Card *k = card_of(s, c);
    const int to_entry = rebirth_play_cost(r, c, RZ_ENTRY);
    RULE(RB_4_5_3_1);
    if (k->now.cost > energy) RULE(RB_5_14_1_1);
    if ((k->now.cost > energy && to_entry > energy) || rule_on(r, RRC_NO_PLAY, p, c) ||
        act_forbidden(r, EV_PLAY, p, c, NONE, 0))
        return;
    if (to_entry <= energy && !rule_move_forbidden(r, c, p, RZ_ENTRY, RH_PLAY))
        ask_add(r, (Option){.kind = ROPT_PLAY, .card = c, .a = RZ_ENTRY});
    if (k->now.cost > energy || rule_move_forbidden(r, c, p, RZ_MEMBER, RH_PLAY)) return;
    for (unsigned seat = 1; seat <= s->player[p].seats; seat++)
        ask_add(r, (Option){.kind = ROPT_PLAY, .card = c, .a = RZ_MEMBER, .b = (uint8_t)seat});
}

/* Offers the characters that a text lets the player play from other zones. */
static void offer_plays_elsewhere(Run *r, PlayerId p, int energy) {
    State *s = r->s;
    if (!rule_any(r, RRC_PLAY_FROM)) return;
    for (ZoneId z = RZ_ENTRY; z < RZ_COUNT; z++)
        for (unsigned i = 0; z != RZ_HAND && i < s->player[p].count[z]; i++) {
            CardId c = zone_card(&s->player[p], z, i);
            if (rule_on(r, RRC_PLAY_FROM, p, c)) offer_play(r, p, c, energy);
        }
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
            duplicate =
                o->def == k->def && o->now.cost == k->now.cost &&
                rebirth_play_cost(r, hand[j], RZ_ENTRY) == rebirth_play_cost(r, c, RZ_ENTRY) &&
                !(o->flags & CARD_SHOWN) == !(k->flags & CARD_SHOWN);
        }
        if (duplicate) continue;
        if (WATCHED(r)) mark_kind(r, k);
        if (k->kinds >> RK_CH & 1) {
            offer_play(r, p, c, energy);
        } else if (k->kinds >> RK_RE & 1) {
            if (!rule_move_forbidden(r, c, p, RZ_REBIRTH, RH_SET))
                ask_add(r, (Option){.kind = ROPT_SET, .card = c});
        }
    }
    offer_plays_elsewhere(r, p, energy);
}

/* 7.4.2.2: offers to move the entry to an empty seat for its cost. */
static void offer_entry_move(Run *r, PlayerId p, int energy) {
    State *s = r->s;
    CardId c = zone_top(s, p, RZ_ENTRY);
    const int cost = c ? rebirth_seat_cost(r, p, c) : 0;
    if (cost > energy) RULE(RB_5_14_1_1);
    if (!c || cost > energy || rule_on(r, RRC_NO_SEAT, p, c) ||
        rule_move_forbidden(r, c, p, RZ_MEMBER, RH_RULE))
        return;
    RULE(RB_4_5_3_2);
    for (unsigned seat = 1; seat <= s->player[p].seats; seat++)
        if (!seat_card(s, p, RZ_MEMBER, seat) ||
            rule_on(r, RRC_SEAT_OVER, p, seat_card(s, p, RZ_MEMBER, seat)))
            ask_add(r, (Option){.kind = ROPT_MOVE_ENTRY, .b = (uint8_t)seat, .card = c});
}

/* 7.4.2.3: offers activated abilities. */
static void offer_abilities(Run *r, PlayerId p) {
    State *s = r->s;
    listeners_derive(r, ev_bit(EV_ACTIVE));
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
        rebirth_pay_energy(r, p, rebirth_seat_cost(r, p, o.card));
        if (r->pack->rules & rule_bit(RRC_SEAT_COST)) s->facts[RF_SEATED] |= player_bit(p);
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
    f->step = RMAIN_SEATED;
    Event *e = batch_move(r, phase->card, p, RZ_MEMBER, RH_RULE);
    e->actor = p;
    e->seats_to = seat_bit(phase->seat);
    batch_do(r, first);
}

/* 4.5.3.3: the entry has moved to a seat; a card that lay there leaves. */
static void displace_seated(Run *r, Frame *f) {
    CardId c = main_phase_of(f)->card;
    f->step = RMAIN_CHECKED;
    if (card_of(r->s, c)->zone == RZ_MEMBER) place_displaced(r, c);
}

/* 7.4.2: the steps of one action. */
static void main_action(Run *r, Frame *f) {
    switch (f->step) {
    case RMAIN_ACT:
        rebirth_reach(r->s, RP_MAIN);
        f->step = RMAIN_CHOSEN;
        if (ask_action(r)) return;
        /* fallthrough */
    case RMAIN_CHOSEN: begin_action(r, f); return;
    case RMAIN_SEATED: displace_seated(r, f); return;
    default: finish_action(r, f);
    }
}

/* Procedure, 7.4: one action after another, each followed by a check timing, until the player goes
 * on to the attack phase. */
void rebirth_main(Run *r, Frame *f) {
    State *s = r->s;
    if (f->step == RMAIN_START) {
        rebirth_reach(r->s, RP_MAIN);
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
