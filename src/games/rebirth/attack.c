/* Chapter 8: the attack phase. One procedure, its steps in the order of the clauses. */
#include "games/rebirth/procs.h"
#include "kernel/pick.h"
#include "vm/vm.h"

enum {
    AT_START,
    AT_DECLARE,
    AT_DECLARED,
    AT_TARGET,
    AT_TARGETED,
    AT_PARTNER,
    AT_REST,
    AT_ATTACK,
    AT_BLOCK,
    AT_BLOCK_ASK,
    AT_BLOCKED,
    AT_BLOCK_DONE,
    AT_DAMAGE,
    AT_DEAL,
    AT_DAMAGE_CHECK,
    AT_CLOSE,
    AT_CLOSE_CHECKED
};
typedef struct Attack {
    CardId supporter;  /* the member rested for it */
    PlayerId attacker; /* whose entry attacks */
    PlayerId defender; /* whose entry is attacked */
    bool partnered;    /* declared as a partner attack */
    bool begun;        /* the attack phase has begun: its triggers have fired */
    uint8_t nth;       /* how many players have been asked to block */
} Attack;
FRAME_LOCALS(Attack, attack_of)

/* The place of that player among those asked to block, or of the one after him if he has left. */
static uint8_t blocker_place(const Run *r, const Attack *a, PlayerId blocker) {
    uint8_t n = blocker != a->defender;
    while (n && rebirth_attack_blocker(r, a->defender, n) < blocker)
        n++; /* NOBODY is greater than any player */
    return n;
}

/* The step that asks the pending question again, for when a player leaves. */
int rebirth_attack_asks_at(const Run *r, Frame *f) {
    switch (r->s->ask.kind) {
    case RASK_BLOCK:
        attack_of(f)->nth = blocker_place(r, attack_of(f), r->s->ask.player);
        return AT_BLOCK_ASK;
    case RASK_ATTACK: return AT_DECLARE;
    case ASK_PLAYER: return AT_TARGET;
    case RASK_PARTNER: return f->step == AT_DECLARE ? AT_DECLARE : -1;
    default: return -1;
    }
}

/* 13.6.6: if the attacker or the defender leaves before anything has rested, there is no attack. */
bool rebirth_attack_undeclared(Run *r, Frame *f, PlayerSet left) {
    if (f->proc != RPROC_ATTACK || (f->step != AT_PARTNER && f->step != AT_REST)) return false;
    const Attack *a = attack_of(f);
    if (!(left & (player_bit(a->attacker) | player_bit(a->defender)))) return false;
    reg_clear(r, &r->s->ctx[0], REG_MOVE);
    f->step = AT_DECLARE;
    return true;
}

/* 9.10.5: of the "prefer this one" effects as many as possible are obeyed. */
static unsigned preferred(Run *r, PlayerId p, unsigned rule, CardId *c, unsigned n) {
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

/* Members that can be rested for an attack of this player. */
static unsigned supporters(Run *r, PlayerId p, CardId *c) {
    State *s = r->s;
    unsigned n = 0;
    if (s->turn == 1) {
        RULE(RB_8_2_3_1);
        return 0;
    }
    if (!zone_top(s, p, RZ_ENTRY) || s->facts[RF_PHASE_OVER] || !rebirth_attack_targets(r, p) ||
        rule_on(r, RRC_NO_ATTACK, p, zone_top(s, p, RZ_ENTRY)))
        return 0;
    const CardId *members = zone_cards(&s->player[p], RZ_MEMBER);
    for (unsigned i = 0, m = s->player[p].count[RZ_MEMBER]; i < m; i++)
        if (!(card_of(s, members[i])->flags & CARD_RESTED)) c[n++] = members[i];
    if (!n) RULE(RB_8_2_4_1);
    return n ? preferred(r, p, RRC_PREFER_SUPPORT, c, n) : 0;
}

/* 13.5.7.2.4: of a team any player may attack. */
static bool ask_attack(Run *r) {
    State *s = r->s;
    CardId c[CARDS_PER_PLAYER];
    RULE(RB_8_2_3);
    if (s->team_size > 1) RULE(RB_13_5_7_2_4);
    ask_begin(r, s->turn_player, RASK_ATTACK, RB_8_2_4);
    for (PlayerId p = 0; p < s->nplayers; p++) {
        if (!(turn_side(s) & player_bit(p)) || !player_in(s, p)) continue;
        unsigned n = supporters(r, p, c);
        for (unsigned i = 0; i < n; i++) ask_add(r, (Option){.kind = ROPT_ATTACK, .card = c[i]});
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

/* 8.2.4, 8.2.4.4: the member and, for a partner attack, three partners are rested at once. */
static bool rest_for_attack(Run *r, Frame *f) {
    State *s = r->s;
    const Attack *a = attack_of(f);
    PlayerId p = a->attacker;
    unsigned first = batch_open(r);
    RULE(RB_8_2_4);
    if (!rule_on(r, RRC_NO_REST_SUPPORT, p, a->supporter)) batch_orient(r, p, a->supporter, true);
    if (a->partnered) {
        Context *x = &s->ctx[0];
        for (unsigned i = 0; i < x->n[REG_MOVE]; i++)
            batch_orient(r, p, reg_cards(r->s, x, REG_MOVE)[i].card, true);
        reg_clear(r, x, REG_MOVE);
        s->facts[RF_PARTNER_ATTACK] = 1;
    }
    return batch_do(r, first);
}

/* Effects that wait for the next attack (any, by one card, or on one card) begin to apply. */
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

/* 8.2.4.2, 8.2.4.3: now they attack, are attacked and support. */
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
    s->fact_card[RR_SUPPORTING] = ref_to(s, a->supporter);
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
        e = batch_add(r, EV_SUPPORT, p, a->supporter);
        e->other = attacker;
    }
    batch_apply(r, first);
}

/* 5.23: a rule or effect makes it one; an effect that says it is not one wins. */
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
        if (x->amount > 1 && s->facts[RF_ATTACKS] != x->amount - 1)
            continue; /* only the n-th attack */
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

/* A rule that lets the card block; one that can be used freely before one for once a turn. Null:
 * there is none, or they were used. */
enum { RULE_USED = 0x80 }; /* in Card.used, the place that no printed ability has */
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

static bool can_block(Run *r, PlayerId p, CardId c) {
    for (unsigned i = 0; i < r->s->nlisteners; i++) {
        const Listener *l = &r->s->listen[i];
        if (l->card == c && (l->events & ev_bit(EV_KEYWORD)) && card_of(r->s, c)->holder == p &&
            (r->pack->abil[l->abil].keywords >> RW_BLOCKER & 1) && ability_valid(r, c, l->abil))
            return true;
    }
    return false;
}

/* 8.3.3: a card in hand with a valid blocker. */
static bool ask_block(Run *r, PlayerId p) {
    State *s = r->s;
    RULE(RB_8_3_3);
    listeners_derive(r);
    ask_begin(r, p, RASK_BLOCK, RB_8_3_3);
    for (unsigned i = 0; i < s->nlisteners; i++) {
        const Listener *l = &s->listen[i];
        const Card *k = card_of(s, l->card);
        if (!(l->events & ev_bit(EV_KEYWORD)) || k->zone != RZ_HAND || k->holder != p) continue;
        if (!(r->pack->abil[l->abil].keywords >> RW_BLOCKER & 1)) continue;
        if (!ability_valid(r, l->card, l->abil) || rule_on(r, RRC_NO_BLOCKER, p, l->card)) continue;
        bool again = false;
        for (unsigned j = 0; j < s->ask.n; j++) again |= s->option[j].card == l->card;
        if (again) continue;
        RULE(RB_11_6_1);
        RULE(RB_11_6_4);
        ask_add(r, (Option){.kind = ROPT_BLOCK, .card = l->card});
    }
    for (unsigned i = 0; WATCHED(r) && i < s->player[p].count[RZ_HAND]; i++)
        if (card_of(s, zone_card(&s->player[p], RZ_HAND, i))->kinds >> RK_DEER & 1) RULE(RB_12_2_2);
    if (rule_any(r, RRC_BLOCK_WITH))
        for (unsigned i = 0; i < s->player[p].count[RZ_HAND]; i++) {
            CardId c = zone_card(&s->player[p], RZ_HAND, i);
            bool again = false;
            for (unsigned j = 0; j < s->ask.n; j++) again |= s->option[j].card == c;
            if (!again && block_rule(r, p, c) && !rule_on(r, RRC_NO_BLOCKER, p, c))
                ask_add(r, (Option){.kind = ROPT_BLOCK, .card = c});
        }
    ask_add(r, (Option){.kind = ROPT_NO_BLOCK});
    return ask_done(r);
}

/* 8.3.3.3.1: its own blocking triggers it where it lies now. */
static bool hears_block(const Run *r, CardId c) {
    const CardDef *d = &r->pack->def[card_of(r->s, c)->def];
    for (AbilId a = d->abil; a < d->abil + d->nabil; a++)
        if (r->pack->abil[a].events & ev_bit(EV_BLOCK)) return true;
    return false;
}

/* The blocker that is used: of several on the card one that is valid now. Told from what is derived
 * already; nothing is worked out for whoever watches. */
static void tell_blocker(Run *r, CardId c) {
    const State *s = r->s;
    for (unsigned i = 0; i < s->nlisteners; i++) {
        const Listener *l = &s->listen[i];
        const AbilityDef *b = &r->pack->abil[l->abil];
        if (l->card != c || !(b->keywords >> RW_BLOCKER & 1)) continue;
        Eval e = eval_source(r, card_of(s, c)->holder, ref_to(s, c));
        if (!b->cond || (!s->dirty && vm_truth_at(&e, b->cond))) run_used(r, c, l->abil);
    }
}

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
    if (WATCHED(r) && r->obs->used) tell_blocker(r, c);
    RULE(RB_8_3_3_1);
    RULE(RB_8_3_3_2);
    s->facts[RF_BLOCKED] = 1;
    s->fact_card[RR_BLOCKED] = ref_to(s, attacked);
    batch_move(r, c, card_owner(c), RZ_WAITING, RH_BLOCK);
    RULE(RB_8_3_3_3);
    if (WATCHED(r) && hears_block(r, c)) RULE(RB_8_3_3_3_1);
    /* told after the move: heard where the card lies now */
    Event *e = batch_add(r, EV_BLOCK, card_owner(c), c);
    e->other = attacked;
    return batch_do(r, first);
}

/* How much less a block makes the damage of this attacker; -1: a block makes it 0. */
static int blocked_less(Run *r, CardId attacker) {
    int less = -1;
    bool any = rule_any(r, RRC_BLOCKED_LESS);
    for (unsigned i = 0; any && i < r->s->nrules; i++)
        if (r->s->rule[i].rule == RRC_BLOCKED_LESS && r->s->rule[i].card == attacker)
            less = (less < 0 ? 0 : less) + r->s->rule[i].amount;
    return less;
}

/* 8.4.3: damage equal to the attacker's attack; none if the attacked one is blocked. */
static bool deal(Run *r) {
    State *s = r->s;
    CardId attacker = r->g->role(r, RR_ATTACKING).card, attacked = r->g->role(r, RR_ATTACKED).card;
    unsigned first = batch_open(r);
    if (!attacked || !attacker) return false;
    RULE(RB_8_4_3);
    RULE(RB_2_6_2);
    int atk = card_stat(r, ref_to(s, attacker), STAT_ATK);
    if (ref_live(s, s->fact_card[RR_BLOCKED]) && s->fact_card[RR_BLOCKED].card == attacked) {
        int less = blocked_less(r, attacker);
        if (less < 0) RULE(RB_8_4_3_1);
        atk = less < 0 ? 0 : atk - less;
    }
    if (rule_on(r, RRC_NO_ATTACK_DAMAGE, s->turn_player, attacker) ||
        rebirth_damage_forbidden(r, attacked))
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

static void attack_over(Run *r) {
    State *s = r->s;
    RULE(RB_8_5_4);
    s->facts[RF_ATTACKING] = s->facts[RF_PARTNER_ATTACK] = s->facts[RF_BLOCKED] = 0;
    memset(s->fact_card, 0, sizeof s->fact_card);
    trigger_fired_clear(r);
    derived_read_changed(s, DEPENDS_ATTACK);
}

/* 13.6.6: asks whom to attack if there is a choice. True: the answer is pending. */
static bool ask_defender(Run *r, PlayerId attacker, PlayerSet targets) {
    State *s = r->s;
    if (s->nplayers > 2 && s->team_size < 2 && !s->circle) RULE(RB_13_6_6);
    if (targets & (targets - 1)) return ask_player(r, attacker, targets, RB_13_6_6);
    s->picked = (Option){.kind = OPT_PLAYER, .a = player_first(targets)};
    return false;
}

/* 8.2.4.4 */
static void pick_partners(Run *r, PlayerId attacker) {
    Frame *g = pick_begin(r, 0, attacker, 3, 3, PICK_FREE, REG_MOVE);
    pick_of(g)->list = RL_PARTNERS;
    pick_of(g)->clause = RB_8_2_4_4;
}

/* Each part of an attack returns true when it is finished and the next one follows at once. */

/* 8.2.1, 8.2.2: the start step begins. */
static bool start_part(Run *r, Frame *f) {
    State *s = r->s;
    Attack *a = attack_of(f);
    s->point = RP_START_STEP;
    f->step = AT_DECLARE;
    RULE(RB_8_2_1);
    trigger_point(r, RP_START_STEP, s->turn_player);
    if (!a->begun) trigger_point(r, RP_ATTACK_PHASE, s->turn_player);
    a->begun = true;
    RULE(RB_8_2_2);
    return !rebirth_check_timing(r);
}

/* 8.2.3 to 8.2.5: the attack is declared. */
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
        if (s->picked.kind != ROPT_ATTACK) {
            frame_pop(r);
            return false;
        }
        a->supporter = s->picked.card;
        a->attacker = card_owner(s->picked.card);
        /* fallthrough */
    case AT_TARGET:
        targets = rebirth_attack_targets(r, a->attacker);
        f->step = AT_DECLARE; /* in case everybody who could be attacked has left */
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

/* 8.3.3: asks those who may block, one after the other, until one does. Without an attacked card no
 * blocker is valid (11.6.2). */
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
        s->point = RP_BLOCK_STEP;
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
        s->point = RP_DAMAGE_STEP;
        f->step = AT_DEAL;
        RULE(RB_8_4_1);
        trigger_point(r, RP_DAMAGE_STEP, s->turn_player);
        RULE(RB_8_4_2);
        if (rebirth_check_timing(r)) return false;
        /* fallthrough */
    case AT_DEAL:
        f->step = AT_DAMAGE_CHECK;
        if (deal(r)) return false;
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
        s->point = RP_CLOSE_STEP;
        f->step = AT_CLOSE_CHECKED;
        RULE(RB_8_5_1);
        trigger_point_once(r, RP_CLOSE_STEP, s->turn_player);
        trigger_point_once(r, RP_ATTACK_END, s->turn_player);
        RULE(RB_8_5_2);
        if (rebirth_check_timing(r)) return false;
        /* fallthrough */
    default: {
        effects_end(r, DUR_ATTACK);
        RULE(RB_8_5_3);
        unsigned more = trigger_point_once(r, RP_CLOSE_STEP, s->turn_player) +
                        trigger_point_once(r, RP_ATTACK_END, s->turn_player);
        f->step = AT_CLOSE;
        if (more || s->nwaiting) return true;
        if (rebirth_check_timing(r))
            return false; /* rule processing is due: repeat the close step */
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

void rebirth_attack(Run *r, Frame *f) {
    bool on = true;
    while (on && !r->s->result) {
        RULE(RB_8_1_1);
        on = attack_part(r, f);
    }
}
