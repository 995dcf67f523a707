/* Chapter 7: the battle phase. Steps follow the order of the clauses.
 *
 * GPROC_BATTLE runs attack, counter and damage steps in turn. The cards of the battle are in
 * State.fact_card, whether it goes on in GF_BATTLE. Every step that may have lost an attack card or
 * the battle opponent asks battle_lapsed() first (7-2-1-3-1-3). */
#include "games/granblue/granblue.h"
#include "vm/vm.h"

enum {
    BATTLE_STEP,      /* 7-2-1-1, 7-2-1-2 */
    BATTLE_ACT,       /* 7-2-1-3 */
    BATTLE_CHOSEN,    /* answered */
    BATTLE_AIM,       /* 7-2-1-3-1-2 */
    BATTLE_AIMED,     /* answered: 7-2-1-3-1-3, 7-2-1-3-1-4 */
    BATTLE_FOLLOW,    /* 7-2-1-3-2-2 */
    BATTLE_CHARGED,   /* the check point of the attack is over */
    BATTLE_COUNTER,   /* 7-2-1-4 */
    BATTLE_COUNTERED, /* answered */
    COUNTER_ACT,      /* 7-3-1-2 */
    COUNTER_CHOSEN,   /* answered */
    DAMAGE_STEP,      /* 7-4-1-1 */
    DAMAGE_NUMBER,    /* 8-10-2 */
    DAMAGE_DEAL,      /* 7-4-1-2 */
    DAMAGE_DEALT,     /* 7-4-1-3 */
    DAMAGE_OVER
};
typedef struct Battle {
    CardRef attacker; /* the card being declared */
    uint8_t acted;    /* something was done in this counter step */
} Battle;
FRAME_LOCALS(Battle, battle_of)

/* ---- the cards of the battle ---- */

bool granblue_attacks(const State *s, CardId c) {
    for (unsigned i = GC_ATTACKERS; i < GC_END; i++)
        if (s->fact_card[i].card == c && ref_live(s, s->fact_card[i])) return true;
    return false;
}

/* A card that has left, or changed areas, is out of the battle. */
static bool there(const State *s, CardRef c, PlayerId p) {
    const Card *k = card_of(s, c.card);
    return ref_live(s, c) && k->holder == p && (k->zone == GZ_LEADER || k->zone == GZ_MEMBER);
}

bool granblue_battle_on(const State *s) {
    bool any = false;
    for (unsigned i = GC_ATTACKERS; i < GC_END; i++)
        any |= there(s, s->fact_card[i], s->turn_player);
    return s->facts[GF_BATTLE] && any &&
           there(s, s->fact_card[GC_TARGET], granblue_foe(s->turn_player));
}

static void roles_changed(State *s) {
    derived_read_changed(s, DEPENDS_ATTACK);
    settled_options_changed(s);
}

/* The card joins the battle, once (7-2-1-3-2-1). */
static void join(Run *r, CardId c) {
    State *s = r->s;
    unsigned free = GC_ATTACKERS;
    s->fact_card[GC_LATEST] = ref_to(s, c);
    s->facts[GF_CHARGE] = 1;
    card_at(s, c)->attacks++;
    s->spent |= SPENT_ATTACKS;
    if (!granblue_attacks(s, c)) {
        while (free < GC_END - 1 && there(s, s->fact_card[free], s->turn_player)) free++;
        s->fact_card[free] = ref_to(s, c);
    }
    roles_changed(s);
}

void granblue_battle_end(Run *r) {
    State *s = r->s;
    const PlayerId p = s->turn_player;
    s->facts[GF_CHARGE] = 0;
    trigger_point(r, GP_BATTLE_END, p);
    s->facts[GF_BATTLE] = 0;
    effects_end(r, DUR_ATTACK);
    roles_changed(s);
}

/* 7-1, 7-2-1-3-1-3: the battle is over when an attack card or the battle opponent is missing. */
static bool battle_lapsed(Run *r) {
    State *s = r->s;
    if (!s->facts[GF_BATTLE] || granblue_battle_on(s)) return false;
    RULE(GB_7_1);
    RULE(GB_7_2_1_3_1_3);
    granblue_battle_end(r);
    return true;
}

/* ---- 7-2 attack step ---- */

/* Must the attacker attack one of these? Texts name the attackers; their card is the target. */
static bool taunted(Run *r, PlayerId p, CardId attacker, CardId target) {
    const State *s = r->s;
    if (!rule_any(r, GRC_TAUNT)) return false;
    for (unsigned i = 0; i < s->nrules; i++) {
        const RuleNow *x = &s->rule[i];
        if (x->rule != GRC_TAUNT || !(x->players & player_bit(p)) || x->source.card != target)
            continue;
        Eval e = eval_source(r, x->master, x->source);
        if (!x->pc || vm_match_at(&e, x->pc, ref_to(s, attacker))) return true;
    }
    return false;
}

static bool may_attack(Run *r, PlayerId p, CardId c, CardId target) {
    return !act_forbidden(r, EV_ATTACK, p, c, target, 0);
}

/* 7-2-1-3-1-2: the cards that can be attacked. */
static unsigned targets_of(Run *r, PlayerId p, CardId c, CardId *out) {
    const State *s = r->s;
    const PlayerId foe = granblue_foe(p);
    const CardId leader = zone_top(s, foe, GZ_LEADER);
    unsigned n = 0, must = 0;
    for (unsigned i = 0; i < zone_count(s, foe, GZ_MEMBER); i++) {
        CardId m = zone_card(&s->player[foe], GZ_MEMBER, i);
        if (may_attack(r, p, c, m)) out[n++] = m;
    }
    bool over = rule_on(r, GRC_ATTACK_LEADER, p, c);
    if (leader && (!n || over) && may_attack(r, p, c, leader)) {
        if (n && over) RULE(GB_1_3_1);
        out[n++] = leader;
    }
    for (unsigned i = 0; i < n; i++)
        if (taunted(r, p, c, out[i])) out[must++] = out[i];
    return must ? must : n;
}

/* 7-2-1-3-1, 7-2-1-3-2: is the card active, and has it something to attack? */
static bool can_attack(Run *r, PlayerId p, CardId c) {
    const State *s = r->s;
    CardId out[4];
    if (card_of(s, c)->flags & CARD_RESTED) return false;
    if (act_forbidden(r, EV_ORIENT, p, c, NONE, 1)) return false;
    if (!s->facts[GF_BATTLE]) return targets_of(r, p, c, out) > 0;
    const CardId target = s->fact_card[GC_TARGET].card;
    return may_attack(r, p, c, target) && !act_forbidden(r, EV_SUPPORT, p, c, target, 0);
}

static void offer_attacks(Run *r, PlayerId p) {
    State *s = r->s;
    static const ZoneId zones[] = {GZ_LEADER, GZ_MEMBER};
    const unsigned kind = s->facts[GF_BATTLE] ? GOPT_FOLLOW : GOPT_ATTACK;
    for (unsigned z = 0; z < 2; z++)
        for (unsigned i = 0; i < zone_count(s, p, zones[z]); i++) {
            CardId c = zone_card(&s->player[p], zones[z], i);
            if (can_attack(r, p, c)) ask_add(r, (Option){.kind = (uint8_t)kind, .card = c});
        }
}

/* Must one of the cards that can attack do so before the player passes? */
static bool must_attack(Run *r, PlayerId p) {
    const State *s = r->s;
    if (s->facts[GF_BATTLE] || !rule_any(r, GRC_MUST_ATTACK)) return false;
    for (unsigned i = 0; i < s->ask.n; i++)
        if (s->option[i].kind == GOPT_ATTACK && rule_on(r, GRC_MUST_ATTACK, p, s->option[i].card))
            return true;
    return false;
}

static bool ask_attack(Run *r) {
    State *s = r->s;
    RULE(GB_7_2_1_3);
    RULE(GB_7_2_1);
    ask_begin(r, s->turn_player, GASK_ATTACK, GB_7_2_1_3);
    offer_attacks(r, s->turn_player);
    granblue_offer_uses(r, s->turn_player);
    if (!must_attack(r, s->turn_player)) ask_add(r, (Option){.kind = GOPT_PASS});
    if (s->ask.n > 1) loop_open(r);
    return ask_done(r);
}

/* 7-2-1-3-1-1, 7-2-1-3-2-1: the card rests. */
static bool rest(Run *r, Frame *f, CardId c) {
    unsigned first = batch_open(r);
    battle_of(f)->attacker = ref_to(r->s, c);
    r->s->facts[GF_COUNTERED] = 0;
    batch_orient(r, r->s->turn_player, c, true);
    return batch_do(r, first);
}

/* 7-2-1-3-1-2 */
static bool ask_target(Run *r, Frame *f) {
    CardId out[4];
    const PlayerId p = r->s->turn_player;
    RULE(GB_7_2_1_3_1_2);
    ask_begin(r, p, GASK_AIM, GB_7_2_1_3_1_2);
    for (unsigned i = 0, n = targets_of(r, p, battle_of(f)->attacker.card, out); i < n; i++)
        ask_add(r, (Option){.kind = OPT_CARD, .card = out[i]});
    return ask_done(r);
}

/* 7-2-1-3-1-3: the battle begins. */
static void begin_battle(Run *r, Frame *f) {
    State *s = r->s;
    const PlayerId p = s->turn_player;
    const CardRef c = battle_of(f)->attacker;
    if (!s->picked.card || !ref_live(s, c)) return;
    memset(s->fact_card, 0, sizeof s->fact_card);
    s->fact_card[GC_TARGET] = ref_to(s, s->picked.card);
    s->facts[GF_BATTLE] = 1;
    RULE(GB_7_1);
    RULE(GB_7_2_1_3_1_1);
    RULE(GB_7_2_1_3_1_3);
    RULE(GB_7_2_1_3_1_4);
    join(r, c.card);
    trigger_point(r, GP_BATTLE_START, p);
    event_tell(r, EV_ATTACK, p, c.card, s->fact_card[GC_TARGET].card, 0);
}

static void follow_up(Run *r, Frame *f) {
    State *s = r->s;
    const PlayerId p = s->turn_player;
    const CardRef c = battle_of(f)->attacker;
    if (!ref_live(s, c) || !granblue_battle_on(s)) return;
    RULE(GB_7_2_1_3_2_1);
    RULE(GB_7_2_1_3_2_2);
    join(r, c.card);
    event_tell(r, EV_ATTACK, p, c.card, s->fact_card[GC_TARGET].card, 0);
    event_tell(r, EV_SUPPORT, p, c.card, s->fact_card[GC_TARGET].card, 0);
}

static void attack_chosen(Run *r, Frame *f) {
    State *s = r->s;
    const Option o = s->picked;
    switch (o.kind) {
    case GOPT_ATTACK:
        RULE(GB_7_2_1_3_1);
        f->step = BATTLE_AIM;
        rest(r, f, o.card);
        return;
    case GOPT_FOLLOW:
        RULE(GB_7_2_1_3_2);
        f->step = BATTLE_FOLLOW;
        rest(r, f, o.card);
        return;
    default:
        f->step = BATTLE_ACT;
        if (granblue_begin_use(r, s->turn_player)) {
            RULE(o.kind == GOPT_STONE ? GB_7_2_1_3_4 : GB_7_2_1_3_3);
            s->facts[GF_COUNTERED] = 0;
            return;
        }
        RULE(GB_7_2_1_4);
        f->step = BATTLE_COUNTER;
    }
}

/* 7-2-1-4: the other player may take a counter step, except again after one in which nothing was
 * done (11-1-1-2). */
static bool ask_counter(Run *r) {
    State *s = r->s;
    const PlayerId p = granblue_foe(s->turn_player);
    RULE(GB_4_4_2);
    const bool barred = rule_on(r, GRC_NO_COUNTER, p, NONE);
    if (barred) RULE(GB_1_3_3);
    ask_begin(r, p, GASK_COUNTER, GB_7_2_1_4);
    if (!s->facts[GF_COUNTERED] && !barred) ask_add(r, (Option){.kind = GOPT_COUNTER});
    ask_add(r, (Option){.kind = GOPT_NO_COUNTER});
    return ask_done(r);
}

/* ---- 7-3 counter step ---- */

static bool ask_answer(Run *r) {
    State *s = r->s;
    const PlayerId p = granblue_foe(s->turn_player);
    RULE(GB_7_3_1);
    RULE(GB_7_3_1_2);
    ask_begin(r, p, GASK_ANSWER, GB_7_3_1_2);
    granblue_offer_uses(r, p);
    ask_add(r, (Option){.kind = GOPT_STOP});
    if (s->ask.n > 1) loop_open(r);
    return ask_done(r);
}

static void counter_chosen(Run *r, Frame *f) {
    State *s = r->s;
    const Option o = s->picked;
    f->step = COUNTER_ACT;
    if (granblue_begin_use(r, granblue_foe(s->turn_player))) {
        RULE(o.kind == GOPT_STONE ? GB_7_3_1_2_2 : GB_7_3_1_2_1);
        battle_of(f)->acted = 1;
        return;
    }
    RULE(GB_7_3_1_3);
    s->facts[GF_COUNTERED] = !battle_of(f)->acted;
    granblue_reach(s, GP_ATTACK_STEP);
    f->step = BATTLE_ACT;
}

static void counter_answered(Run *r, Frame *f) {
    State *s = r->s;
    if (s->picked.kind == GOPT_COUNTER) {
        granblue_reach(s, GP_COUNTER_STEP);
        RULE(GB_7_3_1_1);
        battle_of(f)->acted = 0;
        f->step = COUNTER_ACT;
        trigger_point(r, GP_COUNTER_STEP, s->turn_player);
        return; /* COUNTER_ACT begins with a check point */
    }
    if (s->facts[GF_BATTLE]) {
        f->step = DAMAGE_STEP;
        return;
    }
    loop_closed(s);
    frame_pop(r);
}

/* ---- 7-4 damage step ---- */

/* 1-3-3: may the card not take the damage of the batch's last event from one of these sources? */
static bool barred(Run *r, Event *e, const CardId *from, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        e->other = from[i];
        if (event_forbidden(r, e)) return true;
    }
    e->other = from[0];
    return false;
}

/* The damage by the sum of all attack cards' ATK. */
static Blow battle_blow(Run *r) {
    const State *s = r->s;
    Blow b = {.to = s->fact_card[GC_TARGET].card, .battle = true};
    for (unsigned i = GC_ATTACKERS; i < GC_END; i++) {
        if (!there(s, s->fact_card[i], s->turn_player)) continue;
        b.from[b.n++] = s->fact_card[i].card;
        const int atk = card_stat(r, s->fact_card[i], STAT_ATK);
        if (atk < 0) RULE(GB_1_3_6);
        RULE(GB_2_8_1);
        b.amount += atk;
    }
    return b;
}

static bool ask_number(Run *r) {
    const Blow b = battle_blow(r);
    return granblue_ask_number(r, &b);
}

/* 7-4-1-2: one damage. */
static bool deal(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(GB_7_4_1_2);
    RULE(GB_4_9_1_1);
    const Blow b = battle_blow(r);
    s->facts[GF_CAUSE] = CAUSE_BATTLE;
    const int dealt = granblue_damage(r, &b, 0);
    if (dealt <= 0) return false;
    Event *e = batch_add(r, EV_DAMAGE, card_of(s, b.to)->holder, b.to);
    e->amount = dealt;
    e->how = 1; /* of a battle */
    e->actor = s->turn_player;
    if (barred(r, e, b.from, b.n)) {
        RULE(GB_1_3_3);
        batch_drop(r, first);
        return false;
    }
    return batch_do(r, first);
}

static void damage_step(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case DAMAGE_STEP:
        granblue_reach(s, GP_DAMAGE_STEP);
        s->facts[GF_CHARGE] = 0;
        RULE(GB_7_4_1);
        RULE(GB_7_4_1_1);
        f->step = DAMAGE_NUMBER;
        trigger_point(r, GP_DAMAGE_STEP, s->turn_player);
        if (granblue_check_point(r)) return;
        /* fallthrough */
    case DAMAGE_NUMBER:
        f->step = DAMAGE_OVER;
        if (battle_lapsed(r)) return;
        f->step = DAMAGE_DEAL;
        s->picked = (Option){0};
        if (ask_number(r)) return;
        /* fallthrough */
    case DAMAGE_DEAL:
        f->step = DAMAGE_DEALT;
        granblue_number_picked(r);
        if (deal(r)) return;
        /* fallthrough */
    case DAMAGE_DEALT:
        s->facts[GF_CAUSE] = CAUSE_EFFECT;
        RULE(GB_7_4_1_3);
        f->step = DAMAGE_OVER;
        if (granblue_check_point(r)) return;
        /* fallthrough */
    default:
        f->step = BATTLE_STEP;
        if (s->facts[GF_BATTLE]) granblue_battle_end(r);
        granblue_check_point(r); /* what waits for the end of the battle */
    }
}

/* 7-2-1-1 */
static bool begin_step(Run *r, Frame *f) {
    State *s = r->s;
    granblue_reach(s, s->facts[GF_BATTLES] ? GP_ATTACK_STEP : GP_BATTLE_PHASE);
    RULE(GB_7_2_1_1); /* the point of scenarios: it has been reached */
    f->step = BATTLE_ACT;
    s->facts[GF_COUNTERED] = 0;
    if (!s->facts[GF_BATTLES]) {
        trigger_point(r, GP_BATTLE_PHASE, s->turn_player);
    }
    s->facts[GF_BATTLES] = 1;
    granblue_reach(s, GP_ATTACK_STEP);
    trigger_point(r, GP_ATTACK_STEP, s->turn_player);
    RULE(GB_7_2_1_2);
    return granblue_check_point(r);
}

/* Procedure, chapter 7. */
void granblue_battle(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case BATTLE_STEP:
        if (begin_step(r, f)) return;
        /* fallthrough */
    case BATTLE_ACT:
        if (granblue_check_point(r)) return; /* comes back to this step */
        s->facts[GF_CHARGE] = 0;
        if (battle_lapsed(r)) return;
        f->step = BATTLE_CHOSEN;
        if (ask_attack(r)) return;
        /* fallthrough */
    case BATTLE_CHOSEN: attack_chosen(r, f); return;
    case BATTLE_AIM:
        f->step = BATTLE_AIMED;
        if (!ref_live(s, battle_of(f)->attacker)) {
            f->step = BATTLE_ACT;
            return;
        }
        if (ask_target(r, f)) return;
        /* fallthrough */
    case BATTLE_AIMED:
        f->step = BATTLE_ACT;
        begin_battle(r, f);
        return;
    case BATTLE_FOLLOW:
        f->step = BATTLE_ACT;
        follow_up(r, f);
        return;
    case BATTLE_COUNTER:
        f->step = BATTLE_COUNTERED;
        if (granblue_check_point(r)) {
            f->step = BATTLE_COUNTER;
            return;
        }
        if (ask_counter(r)) return;
        /* fallthrough */
    case BATTLE_COUNTERED: counter_answered(r, f); return;
    case COUNTER_ACT:
        if (granblue_check_point(r)) return;
        if (battle_lapsed(r)) return;
        f->step = COUNTER_CHOSEN;
        if (ask_answer(r)) return;
        /* fallthrough */
    case COUNTER_CHOSEN: counter_chosen(r, f); return;
    default: damage_step(r, f);
    }
}
