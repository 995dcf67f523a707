/* Chapter 8: the attack phase.
 *
 * One procedure, RPROC_ATTACK, runs all attacks of the phase; its steps follow the order of the
 * clauses. The frame holds what belongs to the declaration. The roles that card text asks about
 * (attacking, attacked, supporting, blocked) are in State.facts and State.fact_card from the
 * declaration (8.2.4.3) until attack_over() (8.5.4). */
#include "games/rebirth/procs.h"
#include "kernel/pick.h"
#include "vm/vm.h"

enum {
    AT_START,        /* 8.2.1, 8.2.2: start step */
    AT_DECLARE,      /* 8.2.3: ask for a supporter, or to end */
    AT_DECLARED,     /* answered */
    AT_TARGET,       /* 13.6.6: ask whom to attack */
    AT_TARGETED,     /* answered; 8.2.4.4: ask for a partner attack */
    AT_PARTNER,      /* answered: pick the partners */
    AT_REST,         /* 8.2.4: rest the supporter and the partners */
    AT_ATTACK,       /* 8.2.4.2 to 8.2.5: assign roles, check timing */
    AT_BLOCK,        /* 8.3.1, 8.3.2: block step */
    AT_BLOCK_ASK,    /* 8.3.3: ask the next player who may block */
    AT_BLOCKED,      /* answered */
    AT_BLOCK_DONE,   /* 8.3.4: check timing */
    AT_DAMAGE,       /* 8.4.1, 8.4.2: damage step */
    AT_DEAL,         /* 8.4.3: deal damage */
    AT_DAMAGE_CHECK, /* 8.4.4: check timing */
    AT_CLOSE,        /* 8.5.1, 8.5.2: close step */
    AT_CLOSE_CHECKED /* 8.5.3 to 8.5.5: end effects, repeat or go on */
};
typedef struct Attack {
    CardId supporter;  /* the member that rests for the attack, 0: none is needed */
    PlayerId attacker; /* whose entry attacks */
    PlayerId defender; /* whose entry is attacked */
    bool partnered;    /* declared as a partner attack */
    bool begun;        /* the triggers of the attack phase have fired */
    uint8_t nth;       /* number of players asked to block so far */
} Attack;
FRAME_LOCALS(Attack, attack_of)

/* The index of this player in the order of blockers, or of the next one if the player has left. */
static uint8_t blocker_index(const Run *r, const Attack *a, PlayerId blocker) {
    uint8_t n = blocker != a->defender;
    while (n && rebirth_attack_blocker(r, a->defender, n) < blocker)
        n++; /* ends at NOBODY, which is greater than any player */
    return n;
}

/* Used when a player leaves. Also rewinds the order of blockers to the player being asked. */
int rebirth_attack_question_step(const Run *r, Frame *f) {
    switch (r->s->ask.kind) {
    case RASK_BLOCK:
        attack_of(f)->nth = blocker_index(r, attack_of(f), r->s->ask.player);
        return AT_BLOCK_ASK;
    case RASK_ATTACK: return AT_DECLARE;
    case ASK_PLAYER: return AT_TARGET;
    case RASK_PARTNER: return f->step == AT_DECLARE ? AT_DECLARE : -1;
    default: return -1;
    }
}

/* 13.6.6: before anything has rested there is no attack yet to break off. */
bool rebirth_attack_withdraw(Run *r, Frame *f, PlayerSet left) {
    if (f->proc != RPROC_ATTACK || (f->step != AT_PARTNER && f->step != AT_REST)) return false;
    const Attack *a = attack_of(f);
    if (!(left & (player_bit(a->attacker) | player_bit(a->defender)))) return false;
    reg_clear(r, &r->s->ctx[0], REG_MOVE);
    f->step = AT_DECLARE;
    return true;
}

/* 9.10.5: reduces the list to the cards that the most "must choose" effects ask for. */
static unsigned most_preferred(Run *r, PlayerId p, unsigned rule, CardId *c, unsigned n) {
    unsigned best = 0, m = 0, votes[CARDS_PER_PLAYER];
    for (unsigned i = 0; i < n; i++) {
        votes[i] = rule_on(r, rule, p, c[i]);
        if (votes[i] > best) best = votes[i];
    }
    if (best) RULE(RB_9_10_5);
    for (unsigned i = 0; i < n; i++)
        if (votes[i] == best) c[m++] = c[i];
    return m;
}

/* Do prohibitions by pattern rule out every attack of the player's entry? */
bool rebirth_attack_forbidden(Run *r, PlayerId p) {
    const State *s = r->s;
    const CardId entry = zone_top(s, p, RZ_ENTRY);
    for (PlayerSet left = rebirth_attack_targets(r, p); left; left &= (PlayerSet)(left - 1))
        if (!act_forbidden(r, EV_ATTACK, p, entry, zone_top(s, player_first(left), RZ_ENTRY), 0))
            return false;
    return true;
}

/* Is it forbidden to attack with the support of this member? */
static bool support_forbidden(Run *r, PlayerId p, CardId member) {
    return act_forbidden(r, EV_SUPPORT, p, member, zone_top(r->s, p, RZ_ENTRY), 0) ||
           (!rule_on(r, RRC_NO_REST_SUPPORT, p, member) &&
            act_forbidden(r, EV_ORIENT, p, member, NONE, 1));
}

/* Can the player's entry attack at all, if it is supported? */
static bool can_attack(Run *r, PlayerId p) {
    const State *s = r->s;
    if (s->turn == 1) {
        RULE(RB_8_2_3_1);
        return false;
    }
    return zone_top(s, p, RZ_ENTRY) && !s->facts[RF_PHASE_OVER] && rebirth_attack_targets(r, p) &&
           !rule_on(r, RRC_NO_ATTACK, p, zone_top(s, p, RZ_ENTRY)) &&
           !(bans_in_force(r) && rebirth_attack_forbidden(r, p));
}

/* Does a text let this entry make its next attack without a supporter? */
static bool attacks_alone(Run *r, CardId entry) {
    const State *s = r->s;
    bool alone = false, any = rule_any(r, RRC_ATTACK_ALONE);
    for (unsigned i = 0; any && i < s->nrules; i++)
        alone |= s->rule[i].rule == RRC_ATTACK_ALONE && s->rule[i].card == entry &&
                 s->rule[i].amount == card_of(s, entry)->attacks + 1;
    if (alone) RULE(RB_1_3_1); /* the text overrides 8.2.4.1 */
    return alone;
}

/* 8.2.4: writes the members that the player can rest for an attack. */
static unsigned list_supporters(Run *r, PlayerId p, CardId *c) {
    State *s = r->s;
    unsigned n = 0;
    const bool bans = bans_in_force(r);
    const CardId *members = zone_cards(&s->player[p], RZ_MEMBER);
    for (unsigned i = 0, m = s->player[p].count[RZ_MEMBER]; i < m; i++)
        if (!(card_of(s, members[i])->flags & CARD_RESTED) &&
            !(bans && support_forbidden(r, p, members[i])))
            c[n++] = members[i];
    if (!n) RULE(RB_8_2_4_1);
    return n ? most_preferred(r, p, RRC_PREFER_SUPPORT, c, n) : 0;
}

/* 8.2.3: asks for the next attack. 13.5.7.2.4: any player of the team may attack. */
static bool ask_attack(Run *r) {
    State *s = r->s;
    CardId c[CARDS_PER_PLAYER];
    RULE(RB_8_2_3);
    if (s->team_size > 1) RULE(RB_13_5_7_2_4);
    ask_begin(r, s->turn_player, RASK_ATTACK, RB_8_2_4);
    for (PlayerId p = 0; p < s->nplayers; p++) {
        if (!(turn_side(s) & player_bit(p)) || !player_in(s, p)) continue;
        if (!can_attack(r, p)) continue;
        unsigned n = list_supporters(r, p, c);
        for (unsigned i = 0; i < n; i++) ask_add(r, (Option){.kind = ROPT_ATTACK, .card = c[i]});
        CardId entry = zone_top(s, p, RZ_ENTRY);
        if (attacks_alone(r, entry)) ask_add(r, (Option){.kind = ROPT_ATTACK_ALONE, .card = entry});
    }
    if (!s->ask.n) RULE(RB_8_2_3_2);
    ask_add(r, (Option){.kind = ROPT_END_ATTACKS});
    return ask_done(r);
}

void rebirth_list_partners(Run *r, PlayerId p, bool upright, CardId *out, unsigned *n) {
    State *s = r->s;
    derive_for(r, TOUCH_KINDS);
    *n = 0;
    const CardId *energy = zone_cards(&s->player[p], RZ_ENERGY);
    for (unsigned i = 0, m = s->player[p].count[RZ_ENERGY]; i < m; i++) {
        CardId c = energy[i];
        if (!(card_of(s, c)->kinds >> RK_PA & 1)) continue;
        if (upright && (card_of(s, c)->flags & CARD_RESTED)) continue;
        out[(*n)++] = c;
    }
}

/* 8.2.4.4: asks whether to make it a partner attack, which takes three upright partners. */
static bool ask_partner_attack(Run *r, PlayerId p) {
    State *s = r->s;
    CardId c[CARDS_PER_PLAYER];
    unsigned n;
    rebirth_list_partners(r, p, true, c, &n);
    if (s->team_size > 1) RULE(RB_13_5_2);
    if (n >= 3) RULE(RB_8_2_4_4);
    ask_begin(r, p, RASK_PARTNER, RB_8_2_4_4);
    if (n >= 3 && !rule_on(r, RRC_NO_DECLARE_PARTNER, p, zone_top(s, p, RZ_ENTRY)))
        ask_add(r, (Option){.kind = ROPT_PARTNER_ATTACK});
    ask_add(r, (Option){.kind = ROPT_PLAIN_ATTACK});
    return ask_done(r);
}

/* 8.2.4, 8.2.4.4: rests the member and, for a partner attack, the three partners, all at once. */
static bool rest_for_attack(Run *r, Frame *f) {
    State *s = r->s;
    const Attack *a = attack_of(f);
    PlayerId p = a->attacker;
    unsigned first = batch_open(r);
    RULE(RB_8_2_4);
    if (a->supporter && !rule_on(r, RRC_NO_REST_SUPPORT, p, a->supporter))
        batch_orient(r, p, a->supporter, true);
    if (a->partnered) {
        Context *x = &s->ctx[0];
        for (unsigned i = 0; i < x->n[REG_MOVE]; i++)
            batch_orient(r, p, reg_cards(r->s, x, REG_MOVE)[i].card, true);
        reg_clear(r, x, REG_MOVE);
        s->facts[RF_PARTNER_ATTACK] = 1;
    }
    return batch_do(r, first);
}

/* Activates the effects that last for the next attack: any attack, one by a card, or one on a
 * card. */
static void wake_next_attack(Run *r, CardRef attacker, CardRef attacked) {
    State *s = r->s;
    for (unsigned i = 0; i < s->neffects; i++) {
        Effect *e = &s->effect[i];
        if (e->duration != DUR_NEXT_ATTACK && e->duration != DUR_NEXT_ATTACKED) continue;
        CardRef c = e->duration == DUR_NEXT_ATTACK ? attacker : attacked;
        if (e->memory.card && (e->memory.card != c.card || e->memory.inc != c.inc)) continue;
        e->flags &= (uint8_t)~EFF_DORMANT;
        derived_invalidate(s, BECAUSE_EFFECT);
    }
}

/* 8.2.4.2, 8.2.4.3: assigns the roles of the attack and reports it. */
static void declare(Run *r, Frame *f) {
    State *s = r->s;
    const Attack *a = attack_of(f);
    PlayerId p = a->attacker;
    CardId attacker = zone_top(s, p, RZ_ENTRY), attacked = zone_top(s, a->defender, RZ_ENTRY);
    unsigned first = batch_open(r);
    RULE(RB_8_2_4_2);
    RULE(RB_8_2_4_3);
    s->facts[RF_ATTACKING] = 1;
    s->facts[RF_ATTACKS]++;
    s->facts[RF_TARGET] = a->defender;
    s->facts[RF_ATTACKER] = p;
    s->player[p].counter[0]++;
    if (a->supporter) s->fact_card[RR_SUPPORTING] = ref_to(s, a->supporter);
    wake_next_attack(r, ref_to(s, attacker), ref_to(s, attacked));
    derived_read_changed(s, DEPENDS_ATTACK);
    if (s->facts[RF_PARTNER_ATTACK]) {
        RULE(RB_5_23_1);
        RULE(RB_8_2_4_5);
    }
    if (attacker) {
        card_at(s, attacker)->attacks++;
        s->spent |= SPENT_ATTACKS;
        Event *e = batch_add(r, EV_ATTACK, p, attacker);
        e->other = attacked;
        if (a->supporter) batch_add(r, EV_SUPPORT, p, a->supporter)->other = attacker;
    }
    batch_apply(r, first);
}

/* 5.23: a declaration or an effect makes it one; an effect that says it is not prevails
 * (5.23.3). */
bool rebirth_attack_is_partner(Run *r) {
    State *s = r->s;
    if (!s->facts[RF_ATTACKING]) return false;
    CardId attacker = r->g->role(r, RR_ATTACKING).card, attacked = r->g->role(r, RR_ATTACKED).card;
    bool is = s->facts[RF_PARTNER_ATTACK], no = false;
    bool any = rule_any(r, RRC_PARTNER_ATTACK);
    any |= rule_any(r, RRC_NO_PARTNER_ATTACK);
    for (unsigned i = 0; any && i < s->nrules; i++) {
        const RuleNow *x = &s->rule[i];
        if (x->rule != RRC_PARTNER_ATTACK && x->rule != RRC_NO_PARTNER_ATTACK) continue;
        if (!(x->players & player_bit(s->facts[RF_ATTACKER]))) continue;
        CardId about = x->amount == 1 ? attacked : attacker;
        Eval e = eval_source(r, x->master, x->source);
        if (x->card && x->card != about) continue;
        if (x->pc && !vm_match_at(&e, x->pc, ref_to(s, about))) continue;
        if (x->amount > 1 && !rebirth_is_nth(r, s->facts[RF_ATTACKS], x->amount - 1))
            continue; /* applies to the n-th attack only */
        if (x->rule == RRC_PARTNER_ATTACK) {
            RULE(RB_5_23_1);
            is = true;
        } else {
            RULE(RB_5_23_2);
            no = true;
        }
    }
    if (is && no) RULE(RB_5_23_3);
    if (is && !no) RULE(RB_8_2_4_5);
    return is && !no;
}

/* Finds a rule change that lets the player block with this card: an unlimited one if possible, else
 * a once-per-turn one that is unused. Null: none. */
enum { RULE_USED = 0x80 }; /* bit of Card.used that no printed ability has */
static const RuleNow *block_rule(Run *r, PlayerId p, CardId c) {
    State *s = r->s;
    const RuleNow *found = 0;
    bool any = rule_any(r, RRC_BLOCK_WITH);
    for (unsigned i = 0; any && i < s->nrules; i++) {
        const RuleNow *x = &s->rule[i];
        if (x->rule != RRC_BLOCK_WITH || !(x->players & player_bit(p))) continue;
        if (x->amount && (card_of(s, x->source.card)->used & RULE_USED)) continue;
        Eval e = eval_source(r, x->master, x->source);
        if (x->pc && !vm_match_at(&e, x->pc, ref_to(s, c))) continue;
        if (!found || !x->amount) found = x;
    }
    return found;
}

/* Does the card have a valid blocker ability? */
static bool can_block(Run *r, PlayerId p, CardId c) {
    listeners_derive(r, ev_bit(EV_KEYWORD));
    for (unsigned i = 0; i < r->s->nlisteners; i++) {
        const Listener *l = &r->s->listen[i];
        if (l->card == c && (l->events & ev_bit(EV_KEYWORD)) && card_of(r->s, c)->holder == p &&
            (r->pack->abil[l->abil].keywords >> RW_BLOCKER & 1) && ability_valid(r, c, l->abil))
            return true;
    }
    return false;
}

/* Is it forbidden that the player blocks with this card? */
bool rebirth_block_forbidden(Run *r, PlayerId p, CardId c) {
    return rule_on(r, RRC_NO_BLOCKER, p, c) ||
           act_forbidden(r, EV_BLOCK, p, c, r->g->role(r, RR_ATTACKED).card, 0) ||
           rule_move_forbidden(r, c, p, RZ_WAITING, RH_BLOCK);
}

/* 8.3.3: asks the player for a card in hand to block with. */
static bool ask_block(Run *r, PlayerId p) {
    State *s = r->s;
    RULE(RB_8_3_3);
    listeners_derive(r, ev_bit(EV_KEYWORD));
    ask_begin(r, p, RASK_BLOCK, RB_8_3_3);
    for (unsigned i = 0; i < s->nlisteners; i++) {
        const Listener *l = &s->listen[i];
        const Card *k = card_of(s, l->card);
        if (!(l->events & ev_bit(EV_KEYWORD)) || k->zone != RZ_HAND || k->holder != p) continue;
        if (!(r->pack->abil[l->abil].keywords >> RW_BLOCKER & 1)) continue;
        if (!ability_valid(r, l->card, l->abil) || rebirth_block_forbidden(r, p, l->card)) continue;
        bool duplicate = false;
        for (unsigned j = 0; j < s->ask.n; j++) duplicate |= s->option[j].card == l->card;
        if (duplicate) continue;
        RULE(RB_11_6_1);
        RULE(RB_11_6_4);
        ask_add(r, (Option){.kind = ROPT_BLOCK, .card = l->card});
    }
    for (unsigned i = 0; WATCHED(r) && i < s->player[p].count[RZ_HAND]; i++)
        if (card_of(s, zone_card(&s->player[p], RZ_HAND, i))->kinds >> RK_DEER & 1) RULE(RB_12_2_2);
    if (rule_any(r, RRC_BLOCK_WITH))
        for (unsigned i = 0; i < s->player[p].count[RZ_HAND]; i++) {
            CardId c = zone_card(&s->player[p], RZ_HAND, i);
            bool duplicate = false;
            for (unsigned j = 0; j < s->ask.n; j++) duplicate |= s->option[j].card == c;
            if (!duplicate && block_rule(r, p, c) && !rebirth_block_forbidden(r, p, c))
                ask_add(r, (Option){.kind = ROPT_BLOCK, .card = c});
        }
    ask_add(r, (Option){.kind = ROPT_NO_BLOCK});
    return ask_done(r);
}

/* 8.3.3.3.1: does blocking with the card trigger one of its own abilities? */
static bool has_block_trigger(const Run *r, CardId c) {
    const CardDef *d = &r->pack->def[card_of(r->s, c)->def];
    for (AbilId a = d->abil; a < d->abil + d->nabil; a++)
        if (r->pack->abil[a].events & ev_bit(EV_BLOCK)) return true;
    return false;
}

/* Reports the blocker abilities in use to the observer: those whose condition holds. Reads only
 * values that are already derived, because observing must not change the state. */
static void report_blockers(Run *r, CardId c) {
    const State *s = r->s;
    for (unsigned i = 0; i < s->nlisteners; i++) {
        const Listener *l = &s->listen[i];
        const AbilityDef *b = &r->pack->abil[l->abil];
        if (l->card != c || !(b->keywords >> RW_BLOCKER & 1)) continue;
        Eval e = eval_source(r, card_of(s, c)->holder, ref_to(s, c));
        if (!b->cond || (!s->dirty && vm_truth_at(&e, b->cond))) run_used(r, c, l->abil);
    }
}

/* 8.3.3.1 to 8.3.3.3: discards the blocking card and marks the attacked entry as blocked. */
static bool block(Run *r) {
    State *s = r->s;
    CardId c = s->picked.card, attacked = r->g->role(r, RR_ATTACKED).card;
    const RuleNow *rule = can_block(r, card_owner(c), c) ? 0 : block_rule(r, card_owner(c), c);
    if (rule && rule->amount) {
        card_at(s, rule->source.card)->used |= RULE_USED;
        card_touched(s, card_of(s, rule->source.card));
        s->spent |= SPENT_USED;
    }
    unsigned first = batch_open(r);
    if (WATCHED(r) && r->obs->used) report_blockers(r, c);
    RULE(RB_8_3_3_1);
    RULE(RB_8_3_3_2);
    s->facts[RF_BLOCKED] = 1;
    s->fact_card[RR_BLOCKED] = ref_to(s, attacked);
    s->fact_card[RR_ATTACKING] = ref_to(s, c); /* RR_BLOCKING */
    batch_move(r, c, card_owner(c), RZ_WAITING, RH_BLOCK)->actor = card_owner(c);
    RULE(RB_8_3_3_3);
    if (WATCHED(r) && has_block_trigger(r, c)) RULE(RB_8_3_3_3_1);
    /* added after the move, so that the card hears it from where it lies now */
    Event *e = batch_add(r, EV_BLOCK, card_owner(c), c);
    e->other = attacked;
    return batch_do(r, first);
}

/* How much a block reduces the damage of this attacker; -1: to 0, the usual case. */
static int block_reduction(Run *r, CardId attacker) {
    int less = -1;
    bool any = rule_any(r, RRC_BLOCKED_LESS);
    for (unsigned i = 0; any && i < r->s->nrules; i++)
        if (r->s->rule[i].rule == RRC_BLOCKED_LESS && r->s->rule[i].card == attacker)
            less = (less < 0 ? 0 : less) + r->s->rule[i].amount;
    return less;
}

/* 8.4.3: deals damage equal to the attacker's attack, none if blocked (8.4.3.1); a partner attack
 * also hits (8.4.3.2). */
static bool deal_damage(Run *r) {
    State *s = r->s;
    CardId attacker = r->g->role(r, RR_ATTACKING).card, attacked = r->g->role(r, RR_ATTACKED).card;
    unsigned first = batch_open(r);
    if (!attacked || !attacker) return false;
    RULE(RB_8_4_3);
    RULE(RB_2_6_2);
    int atk = card_stat(r, ref_to(s, attacker), STAT_ATK);
    if (ref_live(s, s->fact_card[RR_BLOCKED]) && s->fact_card[RR_BLOCKED].card == attacked) {
        int less = block_reduction(r, attacker);
        if (less < 0) RULE(RB_8_4_3_1);
        atk = less < 0 ? 0 : atk - less;
    }
    if (atk > 0) atk += rebirth_damage_added(r, attacked, attacker);
    if (rule_on(r, RRC_NO_ATTACK_DAMAGE, s->turn_player, attacker) ||
        rebirth_damage_forbidden(r, attacked) ||
        act_forbidden(r, EV_DAMAGE, card_of(s, attacked)->holder, attacked, attacker, atk))
        atk = 0;
    if (atk > 0) {
        Event *e = batch_add(r, EV_DAMAGE, card_of(s, attacked)->holder, attacked);
        e->amount = atk;
        e->other = attacker;
        RULE(RB_9_13_3);
    }
    if (rebirth_attack_is_partner(r)) {
        RULE(RB_8_4_3_2);
        batch_add(r, EV_HIT, card_of(s, attacked)->holder, attacked)->other = attacker;
    }
    return batch_do(r, first);
}

/* 8.5.4: clears the roles of the attack. */
static void attack_over(Run *r) {
    State *s = r->s;
    RULE(RB_8_5_4);
    s->facts[RF_ATTACKING] = s->facts[RF_PARTNER_ATTACK] = s->facts[RF_BLOCKED] = 0;
    memset(s->fact_card, 0, sizeof s->fact_card);
    trigger_fired_clear(r);
    derived_read_changed(s, DEPENDS_ATTACK);
}

/* 13.6.6: asks whom to attack if there is a choice. Returns true if the answer is pending;
 * otherwise it is in State.picked. */
static bool ask_defender(Run *r, PlayerId attacker, PlayerSet targets) {
    State *s = r->s;
    if (s->nplayers > 2 && s->team_size < 2 && !s->circle) RULE(RB_13_6_6);
    if (targets & (targets - 1)) return ask_player(r, attacker, targets, RB_13_6_6);
    s->picked = (Option){.kind = OPT_PLAYER, .a = player_first(targets)};
    return false;
}

/* 8.2.4.4: the player picks the three partners to rest. */
static void pick_partners(Run *r, PlayerId attacker) {
    Frame *g = pick_begin(r, 0, attacker, 3, 3, PICK_FREE, REG_MOVE);
    pick_of(g)->list = RL_PARTNERS;
    pick_of(g)->clause = RB_8_2_4_4;
}

/* Each *_part() returns true when its step is over and the next one follows at once, false when a
 * decision or another procedure comes first. */

/* 8.2.1, 8.2.2: beginning of the start step. */
static bool start_part(Run *r, Frame *f) {
    State *s = r->s;
    Attack *a = attack_of(f);
    rebirth_reach(s, RP_START_STEP);
    f->step = AT_DECLARE;
    RULE(RB_8_2_1);
    trigger_point(r, RP_START_STEP, s->turn_player);
    if (!a->begun) trigger_point(r, RP_ATTACK_PHASE, s->turn_player);
    a->begun = true;
    RULE(RB_8_2_2);
    return !rebirth_check_timing(r);
}

/* 8.2.3 to 8.2.5: declaring the attack. */
static bool declare_part(Run *r, Frame *f) {
    State *s = r->s;
    Attack *a = attack_of(f);
    PlayerSet targets;
    switch (f->step) {
    case AT_DECLARE:
        f->step = AT_DECLARED;
        if (ask_attack(r)) return false;
        /* fallthrough */
    case AT_DECLARED:
        if (s->picked.kind != ROPT_ATTACK && s->picked.kind != ROPT_ATTACK_ALONE) {
            frame_pop(r);
            return false;
        }
        a->supporter = s->picked.kind == ROPT_ATTACK ? s->picked.card : NONE;
        a->attacker = card_owner(s->picked.card);
        /* fallthrough */
    case AT_TARGET:
        targets = rebirth_attack_targets(r, a->attacker);
        f->step = AT_DECLARE; /* every possible target may have left */
        if (!targets || !player_in(s, a->attacker)) return true;
        f->step = AT_TARGETED;
        if (ask_defender(r, a->attacker, targets)) return false;
        /* fallthrough */
    case AT_TARGETED:
        if (s->picked.kind != OPT_PLAYER) {
            f->step = AT_DECLARE;
            return true;
        }
        a->defender = s->picked.a;
        f->step = AT_PARTNER;
        if (ask_partner_attack(r, a->attacker)) return false;
        /* fallthrough */
    case AT_PARTNER:
        a->partnered = s->picked.kind == ROPT_PARTNER_ATTACK;
        f->step = AT_REST;
        if (a->partnered) {
            pick_partners(r, a->attacker);
            return false;
        }
        /* fallthrough */
    case AT_REST:
        f->step = AT_ATTACK;
        if (rest_for_attack(r, f)) return false;
        /* fallthrough */
    default:
        f->step = AT_BLOCK;
        declare(r, f);
        RULE(RB_8_2_5);
        return !rebirth_check_timing(r);
    }
}

/* 8.3.3: asks the players who may block, one after another, until one does. Without an attacked
 * card no blocker is valid (11.6.2). */
static bool ask_blockers(Run *r, Frame *f) {
    State *s = r->s;
    Attack *a = attack_of(f);
    for (;;) {
        if (f->step == AT_BLOCKED && s->picked.kind == ROPT_BLOCK) break;
        PlayerId p = rebirth_attack_blocker(r, a->defender, a->nth);
        if (p == NOBODY || !r->g->role(r, RR_ATTACKED).card) break;
        a->nth++;
        f->step = AT_BLOCKED;
        if (ask_block(r, p)) return false;
    }
    bool blocked = f->step == AT_BLOCKED && s->picked.kind == ROPT_BLOCK;
    f->step = AT_BLOCK_DONE;
    a->nth = 0;
    return !blocked || !block(r);
}

/* 8.3 block step */
static bool block_part(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case AT_BLOCK:
        rebirth_reach(s, RP_BLOCK_STEP);
        f->step = AT_BLOCK_ASK;
        RULE(RB_8_3_1);
        trigger_point(r, RP_BLOCK_STEP, s->turn_player);
        RULE(RB_8_3_2);
        if (rebirth_check_timing(r)) return false;
        /* fallthrough */
    case AT_BLOCK_ASK:
    case AT_BLOCKED:
        if (!ask_blockers(r, f)) return false;
        /* fallthrough */
    default:
        f->step = AT_DAMAGE;
        RULE(RB_8_3_4);
        return !rebirth_check_timing(r);
    }
}

/* 8.4 damage step */
static bool damage_part(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case AT_DAMAGE:
        rebirth_reach(s, RP_DAMAGE_STEP);
        f->step = AT_DEAL;
        RULE(RB_8_4_1);
        trigger_point(r, RP_DAMAGE_STEP, s->turn_player);
        RULE(RB_8_4_2);
        if (rebirth_check_timing(r)) return false;
        /* fallthrough */
    case AT_DEAL:
        f->step = AT_DAMAGE_CHECK;
        if (deal_damage(r)) return false;
        /* fallthrough */
    default:
        f->step = AT_CLOSE;
        RULE(RB_8_4_4);
        return !rebirth_check_timing(r);
    }
}

/* 8.5 close step */
static bool close_part(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case AT_CLOSE:
        rebirth_reach(s, RP_CLOSE_STEP);
        f->step = AT_CLOSE_CHECKED;
        RULE(RB_8_5_1);
        trigger_point_once(r, RP_CLOSE_STEP, s->turn_player);
        trigger_point_once(r, RP_ATTACK_END, s->facts[RF_ATTACKER]);
        RULE(RB_8_5_2);
        if (rebirth_check_timing(r)) return false;
        /* fallthrough */
    default: {
        effects_end(r, DUR_ATTACK);
        RULE(RB_8_5_3);
        unsigned more = trigger_point_once(r, RP_CLOSE_STEP, s->turn_player) +
                        trigger_point_once(r, RP_ATTACK_END, s->facts[RF_ATTACKER]);
        f->step = AT_CLOSE;
        if (more || s->nwaiting) return true;
        if (rebirth_check_timing(r))
            return false; /* rule processing is due: repeat the close step (8.5.3) */
        attack_over(r);
        RULE(RB_8_5_5);
        f->step = AT_START;
        return true;
    }
    }
}

static bool attack_part(Run *r, Frame *f) {
    switch (f->step) {
    case AT_START: return start_part(r, f);
    case AT_DECLARE:
    case AT_DECLARED:
    case AT_TARGET:
    case AT_TARGETED:
    case AT_PARTNER:
    case AT_REST:
    case AT_ATTACK: return declare_part(r, f);
    case AT_BLOCK:
    case AT_BLOCK_ASK:
    case AT_BLOCKED:
    case AT_BLOCK_DONE: return block_part(r, f);
    case AT_DAMAGE:
    case AT_DEAL:
    case AT_DAMAGE_CHECK: return damage_part(r, f);
    default: return close_part(r, f); /* AT_CLOSE, AT_CLOSE_CHECKED */
    }
}

/* Procedure, chapter 8: one attack after another until the player stops. */
void rebirth_attack(Run *r, Frame *f) {
    bool advance = true;
    while (advance && !r->s->result) {
        RULE(RB_8_1_1);
        advance = attack_part(r, f);
    }
}
