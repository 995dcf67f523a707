/* 700: the battle phase.
 *
 * One procedure, NPROC_BATTLE, runs any number of attacks; its steps follow the order of the
 * clauses. The roles of the attack are in State.facts and State.fact_card: the attacker from
 * 704.6 on (NF_IN_ATTACK), the attacked card or player only from 705.5 on (NF_IN_BATTLE).
 * ninja_roles_changed() must be called whenever they change.
 *
 * Rule changes about attacks are rare. any_attack_rule() tests for all of them at once, so that
 * an ordinary attack skips the individual tests. */
#include "games/ninja/ninja.h"
#include "vm/vm.h"

typedef struct Battle {
    CardRef attacker; /* of the current attack */
} Battle;
FRAME_LOCALS(Battle, battle_of)

/* Invalidates what depends on the roles: the cache of idle players (what can be chosen) and derived
 * values. */
void ninja_roles_changed(State *s) {
    settled_options_changed(s);
    derived_read_changed(s, DEPENDS_ATTACK);
}

static bool is_character(Run *r, CardId c) { return card_kinds(r, c) >> NK_CH & 1; }

/* Is any rule change about attacks in force? If not, the checks below are skipped. */
static bool any_attack_rule(Run *r) {
    return rules_among(r, rule_bit(NRC_NO_ATTACK) | rule_bit(NRC_ATTACK_COST) |
                              rule_bit(NRC_NO_BOW) | rule_bit(NRC_NO_ATTACK_PLAYER) |
                              rule_bit(NRC_NO_ATTACK_CARD) | rule_bit(NRC_NOT_ATTACKED) |
                              rule_bit(NRC_ATTACK_DEMAND) | rule_bit(NRC_ATTACK_PLAYER_DEMAND) |
                              rule_bit(NRC_MUST_ATTACK) | rule_bit(NRC_NO_ATTACK_PAIR) |
                              rule_bit(RULE_FORBID));
}

/* 104.4: does the rule change apply? */
static bool barred(Run *r, unsigned rule, PlayerId p, CardId c) {
    if (!rule_on(r, rule, p, c)) return false;
    RULE(NS_104_4);
    return true;
}

/* 704.4: does a rule change forbid this pair of attacker and target? */
static bool pair_barred(Run *r, CardId by, CardId c) {
    const State *s = r->s;
    for (unsigned i = 0, n = rule_any(r, NRC_NO_ATTACK_PAIR) ? s->nrules : 0; i < n; i++) {
        const RuleNow *x = &s->rule[i];
        if (x->rule != NRC_NO_ATTACK_PAIR) continue;
        Eval e = eval_source(r, x->master, x->source);
        Pc first = (Pc)(x->pc + 2), second = first; /* skip the operation and its count */
        vm_pass(r, &second);
        if (!vm_match_at(&e, first, ref_to(s, by)) || !vm_match_at(&e, second, ref_to(s, c)))
            continue;
        RULE(NS_104_4);
        return true;
    }
    return false;
}

/* 704.4: may the attacker choose this card? */
static bool may_be_attacked(Run *r, CardId c, CardId by) {
    return is_character(r, c) && !barred(r, NRC_NOT_ATTACKED, NOBODY, c) &&
           !barred(r, NRC_NO_ATTACK_CARD, NOBODY, by) && !pair_barred(r, by, c) &&
           !act_forbidden(r, EV_ATTACK, r->s->turn_player, by, c, 0);
}

/* 704.4: does the player have a character that the attacker may choose? */
static bool any_attackable(Run *r, PlayerId p, CardId by) {
    const Player *q = &r->s->player[p];
    const CardId *field = zone_cards(q, NZ_FIELD);
    for (unsigned i = 0, n = q->count[NZ_FIELD]; i < n; i++)
        if (may_be_attacked(r, field[i], by)) return true;
    return false;
}

/* ---- 704.5: what an attack demands ---- */

static unsigned ether_demanded(Run *r, CardId by) {
    return rules_sum(r, NRC_ATTACK_COST, NOBODY, by);
}

/* The actions demanded, as code; aimed: the attacked player, NOBODY: a character. Returns how
 * many. */
enum { MAX_DEMANDS = 6 };
static unsigned deeds_demanded(Run *r, CardId by, PlayerId aimed, Pc *out) {
    const State *s = r->s;
    unsigned n = 0;
    if (!rules_among(r, rule_bit(NRC_ATTACK_DEMAND) | rule_bit(NRC_ATTACK_PLAYER_DEMAND))) return 0;
    for (unsigned i = 0; i < s->nrules && n < MAX_DEMANDS; i++) {
        const RuleNow *x = &s->rule[i];
        bool applies =
            x->rule == NRC_ATTACK_DEMAND || (x->rule == NRC_ATTACK_PLAYER_DEMAND &&
                                             aimed != NOBODY && (x->players & player_bit(aimed)));
        if (applies && x->card == by) out[n++] = x->pc;
    }
    return n;
}

/* Can the demands of the attack be met? The attacker is still upright here but bowed when they are
 * paid, so it is turned for the test. */
static bool demands_met(Run *r, CardId by, PlayerId aimed) {
    State *s = r->s;
    PlayerId p = s->turn_player;
    Pc code[MAX_DEMANDS];
    unsigned ether = ether_demanded(r, by), n = deeds_demanded(r, by, aimed, code);
    bool ok = ether <= ninja_ether_upright(s, p);
    if (!ok || !n) return ok;
    card_turn(s, card_at(s, by));
    ok = ninja_costs_payable(r, p, ref_to(s, by), code, n, ether);
    card_turn(s, card_at(s, by));
    return ok;
}

/* 704.4, 704.5: may the card attack the player, and can its demands be met? */
static bool can_attack_player(Run *r, PlayerId p, CardId by) {
    return !barred(r, NRC_NO_ATTACK_PLAYER, p, by) &&
           !act_forbidden(r, EV_ATTACK, r->s->turn_player, by, NONE, 0) && demands_met(r, by, p);
}

/* 704.3a: an upright character. */
static bool able_to_attack(const Card *k) {
    return ((k->flags & CARD_RESTED) == 0) & (k->kinds >> NK_CH & 1);
}

/* Do effects let the character attack, and can what its attack demands be paid? */
static bool allowed_to_attack(Run *r, CardId c) {
    const State *s = r->s;
    if (rule_on(r, NRC_NO_ATTACK, NOBODY, c)) {
        RULE(NS_704_3a_2);
        if (rule_on(r, NRC_MUST_ATTACK, NOBODY, c)) RULE(NS_104_4);
        return false;
    }
    PlayerId o = player_next(s, s->turn_player);
    if (!barred(r, NRC_NO_BOW, NOBODY, c) &&
        !act_forbidden(r, EV_ORIENT, s->turn_player, c, NONE, 1) &&
        (can_attack_player(r, o, c) || (any_attackable(r, o, c) && demands_met(r, c, NOBODY))))
        return true;
    RULE(NS_704_5);
    return false;
}

/* Does a text force the card to attack? Not if attacking demands anything (704.5). */
static bool must_attack(Run *r, CardId c) {
    PlayerId o = player_next(r->s, r->s->turn_player);
    Pc code[MAX_DEMANDS];
    return rule_on(r, NRC_MUST_ATTACK, NOBODY, c) && !ether_demanded(r, c) &&
           !deeds_demanded(r, c, o, code);
}

/* 704.3: asks for the attacker. "No attack" is not offered if a card must attack. */
static bool ask_attacker(Run *r) {
    State *s = r->s;
    PlayerId p = s->turn_player;
    derive_for(r, TOUCH_KINDS);
    RULE(NS_703_1);
    RULE(NS_704_3);
    ask_begin(r, p, NASK_ATTACK, NS_704_3);
    const bool ruled = any_attack_rule(r);
    bool must = false;
    const CardId *field = zone_cards(&s->player[p], NZ_FIELD);
    const unsigned n = s->player[p].count[NZ_FIELD];
    for (unsigned i = 0; i < n; i++) {
        const Card *k = card_of(s, field[i]);
        bool may = able_to_attack(k);
        if (WATCHED(r) && (k->flags & CARD_RESTED)) RULE(NS_704_3a_1);
        if (ruled) {
            may = may && allowed_to_attack(r, field[i]);
            must |= may && must_attack(r, field[i]);
        }
        ask_add_if(s, NOPT_ATTACK, field[i], may);
    }
    if (must)
        RULE(NS_104_1);
    else
        ask_add(r, (Option){.kind = NOPT_NO_ATTACK});
    return ask_done(r);
}

/* 704.4: asks for the target: the opponent or one of the opponent's characters, upright or not. */
static bool ask_target(Run *r, PlayerId p, CardId c) {
    State *s = r->s;
    PlayerId o = player_next(s, p);
    RULE(NS_704_4);
    ask_begin(r, p, NASK_AIM, NS_704_4);
    const bool ruled = any_attack_rule(r);
    if (!ruled || can_attack_player(r, o, c)) ask_add(r, (Option){.kind = OPT_PLAYER, .a = o});
    const CardId *field = zone_cards(&s->player[o], NZ_FIELD);
    const bool pays = !ruled || demands_met(r, c, NOBODY);
    const unsigned n = pays ? s->player[o].count[NZ_FIELD] : 0;
    if (n) derive_for(r, TOUCH_KINDS);
    for (unsigned i = 0; i < n; i++) {
        bool may = card_of(s, field[i])->kinds >> NK_CH & 1;
        if (ruled) may = may && may_be_attacked(r, field[i], c);
        ask_add_if(s, NOPT_AIM, field[i], may);
    }
    return ask_done(r);
}

/* 704.5: bows the attacker. */
static bool bow(Run *r, Frame *f) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(NS_704_5);
    batch_orient(r, s->turn_player, battle_of(f)->attacker.card, true);
    derived_read_changed(s, DEPENDS_STATUS);
    return batch_do(r, first);
}

/* 704.5: pushes the payment of what else the attack demands. Returns false if there is none. */
static bool pay_demands(Run *r, Frame *f) {
    State *s = r->s;
    const CardRef by = battle_of(f)->attacker;
    if (!any_attack_rule(r)) return false;
    PlayerId p = s->turn_player,
             aimed = s->facts[NF_AIM_PLAYER] ? (PlayerId)(s->facts[NF_AIM_PLAYER] - 1) : NOBODY;
    Pc code[MAX_DEMANDS];
    unsigned due = ether_demanded(r, by.card), n = deeds_demanded(r, by.card, aimed, code);
    if (n) f->ctx = (uint8_t)ctx_open(r, NONE, p, by);
    if (f->ctx) vm_call_costs(r, f->ctx, code, n);
    if (due) {
        ninja_pay_ether(r, 0, p, due);
    }
    return due || f->ctx;
}

/* 704.6, 704.7: the card is attacking now; reports the attack. */
static void declare_attack(Run *r, Frame *f) {
    State *s = r->s;
    const CardRef by = battle_of(f)->attacker;
    RULE(NS_704_6);
    s->facts[NF_IN_ATTACK] = 1;
    s->fact_card[NR_ATTACKING] = by;
    ninja_roles_changed(s);
    RULE(NS_704_7);
    card_at(s, by.card)->attacks++;
    s->spent |= SPENT_ATTACKS;
    event_tell(r, EV_ATTACK, s->turn_player, by.card, s->fact_card[NR_ATTACKED].card, 0);
}

/* 704.6a, 705.5a: this includes a move to another player's field. */
void ninja_leave_attack(Run *r, CardId c) {
    State *s = r->s;
    for (unsigned role = NR_ATTACKING; role <= NR_ATTACKED; role++) {
        if (s->fact_card[role].card != c) continue;
        RULE(role == NR_ATTACKING ? NS_704_6a : NS_705_5a);
        s->fact_card[role] = (CardRef){0, 0};
        ninja_roles_changed(s);
    }
}

/* Is the attacker still on the field? ninja_leave_attack() clears the role otherwise. */
static bool attacker_present(const State *s) { return ref_live(s, s->fact_card[NR_ATTACKING]); }

/* 705.3a, 1402: can the card redirect the attack to itself? */
static bool may_interrupt(Run *r, PlayerId p, CardId c) {
    State *s = r->s;
    uint32_t keys = card_keywords(r, c);
    CardRef at = s->fact_card[NR_ATTACKED];
    if (!(keys >> NW_INTERRUPT & 1) && !(keys >> NW_KAIZEN & 1)) return false;
    RULE(NS_705_3a);
    if (barred(r, NRC_NOT_INTERRUPTING, NOBODY, c) ||
        act_forbidden(r, EV_BLOCK, p, c, s->fact_card[NR_ATTACKING].card, 0))
        return false;
    if (card_of(s, c)->deeds & NC_INTERRUPTED) {
        RULE(NS_705_3a_1);
        return false;
    }
    if (s->facts[NF_AIM_PLAYER] == p + 1u) {
        if (keys >> NW_INTERRUPT & 1) RULE(NS_1402_2);
        if (keys >> NW_KAIZEN & 1) RULE(NS_1402_3);
        return true;
    }
    if (!(keys >> NW_KAIZEN & 1) || !ref_live(s, at) || at.card == c) return false;
    RULE(NS_1402_3);
    return card_of(s, at.card)->holder == p && card_of(s, at.card)->zone == NZ_FIELD;
}

/* 705.3: asks the defending player whether to interrupt. */
static bool ask_interrupt(Run *r) {
    State *s = r->s;
    PlayerId p = player_next(s, s->turn_player);
    RULE(NS_705_3);
    RULE(NS_1402_1);
    ask_begin(r, p, NASK_INTERRUPT, NS_705_3a);
    derive_for(r, TOUCH_KEYS);
    bool fixed = rule_on(r, NRC_NO_INTERRUPT, NOBODY, s->fact_card[NR_ATTACKING].card) > 0;
    if (fixed) RULE(NS_705_3a_2);
    const CardId *field = zone_cards(&s->player[p], NZ_FIELD);
    unsigned n = !fixed && attacker_present(s) ? s->player[p].count[NZ_FIELD] : 0;
    for (unsigned i = 0; i < n; i++)
        if (may_interrupt(r, p, field[i]))
            ask_add(r, (Option){.kind = NOPT_INTERRUPT, .card = field[i]});
    ask_add(r, (Option){.kind = NOPT_NO_INTERRUPT});
    return ask_done(r);
}

/* Reports the use of the printed keyword to the observer. */
static void keyword_used(Run *r, CardId c) {
    const CardDef *d = &r->pack->def[card_of(r->s, c)->def];
    for (AbilId a = d->abil; WATCHED(r) && a < d->abil + d->nabil; a++)
        if (r->pack->abil[a].keywords & (1u << NW_INTERRUPT | 1u << NW_KAIZEN)) run_used(r, c, a);
}

/* Reports that the attack has a new target; by the effect in the context, or (0) by the player. */
static void report_new_target(Run *r, CardId c, PlayerId player, unsigned ctx) {
    unsigned first = batch_open(r);
    Event *e = batch_deed(r, NDEED_AIM, player, c, r->s->fact_card[NR_ATTACKING].card, 0);
    if (e && ctx) event_caused(r->s, e, ctx, r->s->ctx[ctx].master);
    if (e && !ctx) e->actor = player;
    batch_do(r, first);
}

/* 705.4: the picked card becomes the target of the attack. */
static void interrupt_attack(Run *r) {
    State *s = r->s;
    CardId c = s->picked.card;
    RULE(NS_705_4);
    keyword_used(r, c);
    s->facts[NF_AIM_PLAYER] = 0;
    s->fact_card[NR_ATTACKED] = ref_to(s, c);
    card_at(s, c)->deeds |= NC_INTERRUPTED;
    s->spent |= SPENT_USED;
    ninja_roles_changed(s);
    event_tell(r, EV_BLOCK, card_of(s, c)->holder, c, s->fact_card[NR_ATTACKING].card, 0);
    report_new_target(r, c, card_of(s, c)->holder, 0);
}

void ninja_redirect_attack(Run *r, CardRef c, PlayerId player, unsigned ctx) {
    State *s = r->s;
    if (!s->facts[NF_IN_ATTACK]) return;
    unsigned aim = c.card ? 0 : player + 1u;
    bool same = s->facts[NF_AIM_PLAYER] == aim && s->fact_card[NR_ATTACKED].card == c.card;
    if (same) RULE(NS_104_3);
    s->facts[NF_AIM_PLAYER] = (uint8_t)aim;
    s->fact_card[NR_ATTACKED] = c;
    ninja_roles_changed(s);
    if (c.card && s->facts[NF_IN_BATTLE]) deed_add(r, ND_ATTACKED, s->fact_card[NR_ATTACKING], c);
    if (!same) report_new_target(r, c.card, c.card ? card_of(s, c.card)->holder : player, ctx);
}

/* 705.5: the target is attacked from now on, and both are in battle (1323). */
static void begin_battle(Run *r) {
    State *s = r->s;
    RULE(NS_705_5);
    RULE(NS_1323_2);
    s->facts[NF_IN_BATTLE] = 1;
    ninja_roles_changed(s);
    if (attacker_present(s) && ref_live(s, s->fact_card[NR_ATTACKED]))
        deed_add(r, ND_ATTACKED, s->fact_card[NR_ATTACKING], s->fact_card[NR_ATTACKED]);
}

/* Is there still a player or a character under attack? */
static bool target_present(const State *s) {
    return s->facts[NF_AIM_PLAYER] || ref_live(s, s->fact_card[NR_ATTACKED]);
}

/* 706.4: the attacker deals its damage: sabotage to a player, karate to a character. */
static bool strike(Run *r) {
    State *s = r->s;
    CardRef by = s->fact_card[NR_ATTACKING], at = s->fact_card[NR_ATTACKED];
    unsigned first = batch_open(r);
    RULE(NS_706_4);
    if (!attacker_present(s) || !target_present(s)) return false;
    RULE(NS_1318_1);
    if (s->facts[NF_AIM_PLAYER]) {
        RULE(NS_706_4a);
        ninja_deal_damage(r, first, by, 0, NONE, (PlayerId)(s->facts[NF_AIM_PLAYER] - 1),
                          card_stat(r, by, STAT_THIRD), DEAL_BATTLE);
    } else {
        RULE(NS_706_4b);
        ninja_deal_damage(r, first, by, 0, at.card, NOBODY, card_stat(r, by, STAT_ATK),
                          DEAL_BATTLE);
    }
    return batch_do(r, first);
}

/* 706.9: clears the roles of the attack. */
static void attack_over(Run *r) {
    State *s = r->s;
    RULE(NS_706_9);
    RULE(NS_706_9a);
    if (s->fact_card[NR_ATTACKED].card) RULE(NS_706_9b);
    if (s->facts[NF_IN_BATTLE]) RULE(NS_706_9c);
    s->facts[NF_IN_ATTACK] = s->facts[NF_IN_BATTLE] = s->facts[NF_AIM_PLAYER] = 0;
    s->fact_card[NR_ATTACKING] = s->fact_card[NR_ATTACKED] = (CardRef){0, 0};
    ninja_roles_changed(s);
}

void ninja_end_attack(Run *r) {
    State *s = r->s;
    if (!s->facts[NF_IN_ATTACK]) return;
    attack_over(r);
    for (unsigned i = 0; i < s->nframes; i++)
        if (s->frame[i].proc == NPROC_BATTLE) s->frame[i].step = NBATTLE_LAST;
}

/* Each *_step() returns true when it is over and the next one follows at once, false when a
 * decision or another procedure comes first. */

/* 704: choosing attacker and target. */
static bool aim_step(Run *r, Frame *f) {
    State *s = r->s;
    Battle *battle = battle_of(f);
    bool player;
    switch (f->step) {
    case NBATTLE_AIM:
        enter_point(s, NP_AIM);
        f->step = NBATTLE_ATTACKER;
        RULE(NS_703_2);
        RULE(NS_704_1);
        RULE(NS_704_2);
        if (ninja_point_round(r, NP_AIM)) return false; /* fallthrough */
    case NBATTLE_ATTACKER:
        f->step = NBATTLE_ATTACKER_CHOSEN;
        if (ask_attacker(r)) return false; /* fallthrough */
    case NBATTLE_ATTACKER_CHOSEN:
        if (s->picked.kind != NOPT_ATTACK) {
            f->step = NBATTLE_END;
            if (s->neffects) effects_end(r, DUR_ATTACK);
            return true;
        }
        battle->attacker = ref_to(s, s->picked.card);
        f->step = NBATTLE_TARGET_CHOSEN;
        if (ask_target(r, s->turn_player, battle->attacker.card)) return false; /* fallthrough */
    case NBATTLE_TARGET_CHOSEN:
        player = s->picked.kind == OPT_PLAYER;
        s->facts[NF_AIM_PLAYER] = player ? (uint8_t)(s->picked.a + 1) : 0;
        s->fact_card[NR_ATTACKED] = player ? (CardRef){0, 0} : ref_to(s, s->picked.card);
        f->step = NBATTLE_BOWED;
        if (bow(r, f)) return false; /* fallthrough */
    case NBATTLE_BOWED:
        f->step = NBATTLE_PAID;
        if (pay_demands(r, f)) return false; /* fallthrough */
    default:
        if (f->ctx) ctx_close(r, f->ctx);
        f->ctx = 0;
        f->step = NBATTLE_INTERRUPT;
        declare_attack(r, f);
        RULE(NS_704_8);
        return !ninja_priority_round(r);
    }
}

/* 705: interrupting. */
static bool interrupt_step(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case NBATTLE_INTERRUPT:
        enter_point(s, NP_INTERRUPT);
        f->step = NBATTLE_INTERRUPT_ASK;
        RULE(NS_705_1);
        RULE(NS_705_2);
        if (ninja_point_round(r, NP_INTERRUPT)) return false; /* fallthrough */
    case NBATTLE_INTERRUPT_ASK:
        f->step = NBATTLE_INTERRUPT_CHOSEN;
        if (ask_interrupt(r)) return false; /* fallthrough */
    case NBATTLE_INTERRUPT_CHOSEN:
        f->step = NBATTLE_ATTACKED;
        if (s->picked.kind == NOPT_INTERRUPT) interrupt_attack(r); /* fallthrough */
    default:
        f->step = NBATTLE_DAMAGE;
        begin_battle(r);
        RULE(NS_705_6);
        return !ninja_priority_round(r);
    }
}

/* 706: damage, and the end of the attack. */
static bool damage_step(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case NBATTLE_DAMAGE:
        enter_point(s, NP_DAMAGE);
        RULE(NS_706_1);
        if (!attacker_present(s) ||
            !target_present(s)) { /* 706.10; effects that last for this battle end too */
            RULE(NS_706_10);
            RULE(NS_706_8a);
            effects_end(r, DUR_ATTACK);
            attack_over(r);
            f->step = NBATTLE_AIM;
            return true;
        }
        f->step = NBATTLE_STRIKE;
        RULE(NS_706_2);
        RULE(NS_706_3);
        if (ninja_point_round(r, NP_DAMAGE)) return false; /* fallthrough */
    case NBATTLE_STRIKE:
        f->step = NBATTLE_STRUCK;
        if (strike(r)) return false; /* fallthrough */
    case NBATTLE_STRUCK:
        f->step = NBATTLE_DAMAGE_END;
        RULE(NS_706_5);
        if (ninja_priority_round(r)) return false; /* fallthrough */
    case NBATTLE_DAMAGE_END:
        enter_point(s, NP_DAMAGE_END);
        f->step = NBATTLE_LAST;
        RULE(NS_706_6);
        RULE(NS_706_7);
        if (ninja_point_round(r, NP_DAMAGE_END)) return false; /* fallthrough */
    case NBATTLE_LAST:
        f->step = NBATTLE_OVER;
        RULE(NS_706_8);
        RULE(NS_706_8a);
        if (s->neffects) effects_end(r, DUR_ATTACK);
        return true;
    default:
        RULE(NS_706_8b);
        f->step = NBATTLE_LAST;
        if (ninja_rules_due(r)) return !ninja_priority_round(r);
        attack_over(r);
        RULE(NS_706_10);
        f->step = NBATTLE_AIM;
        return true;
    }
}

/* Procedure, 700: the start of battle, attacks until the player stops, the end of battle. */
void ninja_battle(Run *r, Frame *f) {
    State *s = r->s;
    bool advance = true;
    while (advance && !s->result) {
        switch (f->step) {
        case NBATTLE_START:
            enter_phase(s, NP_BATTLE);
            f->step = NBATTLE_AIM;
            RULE(NS_702_1);
            RULE(NS_702_2);
            advance = !ninja_point_round(r, NP_BATTLE);
            break;
        case NBATTLE_AIM:
        case NBATTLE_ATTACKER:
        case NBATTLE_ATTACKER_CHOSEN:
        case NBATTLE_TARGET_CHOSEN:
        case NBATTLE_BOWED:
        case NBATTLE_PAID: advance = aim_step(r, f); break;
        case NBATTLE_INTERRUPT:
        case NBATTLE_INTERRUPT_ASK:
        case NBATTLE_INTERRUPT_CHOSEN:
        case NBATTLE_ATTACKED: advance = interrupt_step(r, f); break;
        case NBATTLE_DAMAGE:
        case NBATTLE_STRIKE:
        case NBATTLE_STRUCK:
        case NBATTLE_DAMAGE_END:
        case NBATTLE_LAST:
        case NBATTLE_OVER: advance = damage_step(r, f); break;
        case NBATTLE_END:
            enter_point(s, NP_BATTLE_END);
            f->step = NBATTLE_DONE;
            RULE(NS_707_1);
            RULE(NS_707_2);
            advance = !ninja_point_round(r, NP_BATTLE_END);
            break;
        default: frame_pop(r); return;
        }
    }
}
