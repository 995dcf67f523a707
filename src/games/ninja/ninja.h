/* ニンジャスレイヤーTCG: enumerators and functions shared by its files. */
#pragma once
#define TABLE(name)   TABLE_OF(ninja, name)
#define ZONE_ID(name) NZ_##name
#define ID(set, name) N##set##_##name
#include "kernel/enums.h"

/* Indices into State.facts. */
enum {
    NF_AIM_PLAYER, /* the attacked player + 1; 0: a character, or no attack */
    NF_IN_ATTACK,  /* an attack is in progress: from 704.6 on */
    NF_IN_BATTLE   /* the two are in battle: from 705.5 on */
};
/* Kinds of State.deed: who attacked or damaged whom. */
enum { ND_ATTACKED, ND_HURT, ND_HURT_IN_BATTLE };
/* Flags in Card.deeds: has interrupted this turn (705.3a-1); an additional cost was paid
 * (1404.2a). */
enum { NC_INTERRUPTED = 1, NC_EXTRA = 2 };
/* Candidate lists of this game for PROC_PICK (Pick.list). */
enum { NL_NONE, NL_ETHER, NL_DAMAGE, NL_FACE_UP, NL_ATTACKERS, NL_SEARCH };

/* Steps of the turn (500) and of the battle phase (700), in the order of the clauses. */
enum {
    NTURN_UNBOW,           /* 502.2: unbow, round */
    NTURN_DRAW,            /* 502.3: draw, round */
    NTURN_ETHER,           /* 502.4a: ask for a card for the ether zone */
    NTURN_ETHER_CHOSEN,    /* answered: put it there */
    NTURN_ETHER_PUT,       /* 502.4b, 502.4c: round */
    NTURN_CHARACTER,       /* 503.1: beginning of the character phase */
    NTURN_CHARACTER_ROUND, /* 503.2: round */
    NTURN_BATTLE,          /* 504: battle phase, NPROC_BATTLE */
    NTURN_END,             /* 505.1, 505.2: end phase, round */
    NTURN_LAST,            /* 505.3a, 505.3b: remove damage, end effects */
    NTURN_OVER             /* 505.3c: repeat, or 505.4: the next turn */
};
enum {
    NBATTLE_START,            /* 702: start of battle, round */
    NBATTLE_AIM,              /* 704.1, 704.2: round */
    NBATTLE_ATTACKER,         /* 704.3: ask for the attacker */
    NBATTLE_ATTACKER_CHOSEN,  /* answered; 704.4: ask for the target */
    NBATTLE_TARGET_CHOSEN,    /* answered; 704.5: bow the attacker */
    NBATTLE_BOWED,            /* 704.5: pay what the attack demands */
    NBATTLE_PAID,             /* 704.6 to 704.8: attack, round */
    NBATTLE_INTERRUPT,        /* 705.1, 705.2: round */
    NBATTLE_INTERRUPT_ASK,    /* 705.3: ask for an interrupt */
    NBATTLE_INTERRUPT_CHOSEN, /* answered; 705.4: the new target */
    NBATTLE_ATTACKED,         /* 705.5, 705.6: in battle, round */
    NBATTLE_DAMAGE,           /* 706.1 to 706.3, 706.10: round, or no attack */
    NBATTLE_STRIKE,           /* 706.4: deal damage */
    NBATTLE_STRUCK,           /* 706.5: round */
    NBATTLE_DAMAGE_END,       /* 706.6, 706.7: round */
    NBATTLE_LAST,             /* 706.8a: end the effects of this battle */
    NBATTLE_OVER,             /* 706.8b: repeat, or 706.9, 706.10: the next attack */
    NBATTLE_END,              /* 707: end of battle, round */
    NBATTLE_DONE              /* the phase is over */
};

extern const Game game_ninja;

/* Enters a step. Invalidates derived values if an ability reads the point: such an ability has both
 * DEPENDS_TURN and DEPENDS_ATTACK. */
static inline void enter_point(State *s, unsigned point) {
    s->point = (uint8_t)point;
    if (!(~s->depends & (DEPENDS_TURN | DEPENDS_ATTACK))) derived_invalidate(s, BECAUSE_READ);
}
/* Enters a phase. Also drops the cache of idle players: some cards can be entered in one phase
 * only. */
static inline void enter_phase(State *s, unsigned point) {
    settled_options_changed(s);
    enter_point(s, point);
}

/* Bitmask of the first 64 cards of the list that satisfy the predicate. Works on four cards at a
 * time, branch-free. */
static inline uint64_t cards_that(const State *s, const CardId *lying, unsigned n,
                                  bool (*is)(const Card *)) {
    uint64_t out = 0;
    if (n > 64) n = 64;
    for (unsigned i = 0; i < n; i++) out |= (uint64_t)is(card_of(s, lying[i])) << i;
    return out;
}

/* ---- battle.c: 700 ---- */
/* Call when a card begins or ceases to attack, to be attacked or to be in battle. */
void ninja_roles_changed(State *s);
/* 704.6a, 705.5a: takes a card that leaves the field out of the attack. */
void ninja_leave_attack(Run *r, CardId c);
/* The effect in the context redirects the attack in progress to the card, or to the player if the
 * card is 0. */
void ninja_redirect_attack(Run *r, CardRef c, PlayerId player, unsigned ctx);
/* Ends the attack in progress and goes on with 706.8. */
void ninja_end_attack(Run *r);

/* ---- priority.c: 800; check.c: 900, 1000 ---- */
/* Pushes a round of priority. Returns false, and pushes nothing, if nobody can do anything and no
 * processing is due. */
bool ninja_priority_round(Run *r);
/* Reports a point of the turn to triggers, then pushes a round of priority as above. */
bool ninja_point_round(Run *r, unsigned point);
/* Bits of State.unchecked that rule processing depends on: those for losing players (1002) and
 * those for killed characters (1004). */
enum {
    CHECKED_LOSS = 1 << NZ_DAMAGE | 1 << NZ_DECK,
    CHECKED_KILL = UNCHECKED_VALUES,
    CHECKED_ALL = CHECKED_LOSS | CHECKED_KILL | UNCHECKED_PLAYERS | UNCHECKED_DERIVED
};
/* 1000: is rule processing due, given what changed since the last clean check? */
bool ninja_processing_due(Run *r);
/* 104.4: does a text keep the player from losing, or the card from being killed? */
bool ninja_lose_forbidden(Run *r, unsigned player);
bool ninja_kill_forbidden(Run *r, CardId c);
/* Debug check: is processing due although no change was recorded? Run on a copy of the state. */
bool ninja_processing_overlooked(Run *r);
/* 505.3c, 706.8b: is rule processing due, or is a trigger waiting? */
bool ninja_rules_due(Run *r);
/* 901: pushes a rule check; due: the caller knows that processing is due. */
void ninja_rule_check(Run *r, bool due);
/* A rule check that finds nothing to do. */
void ninja_clean_check(Run *r);
/* For caches_ok, asked of a copy. */
bool ninja_idle_wrong(Run *r);

/* ---- enter.c, enterable.c: 1204 ---- */
/* 1312: pushes the payment of n ether. */
Frame *ninja_pay_ether(Run *r, unsigned ctx, PlayerId p, unsigned n);
/* Pushes the choice that the AIM* operation at pc describes. */
void ninja_aim_push(Run *r, unsigned ctx, Pc pc, unsigned slot);
/* Hook, 1204.2e: keeps the candidates of a pick that leave targets for the choices after it. */
unsigned ninja_narrow_pick(Run *r, Frame *pick, struct CardRef *c, unsigned n);
/* Flags of entering: without paying (1204.2i-1), as an ukemi (1211), as a waiting trigger. */
enum { ENTER_FREE = 1, ENTER_CHECKED = 2, ENTER_WAITED = 4 };
/* 1204.2l: could the player enter the card now and pay for it? Timing (802.4) is not checked. */
bool ninja_can_enter_card(Run *r, PlayerId p, CardId c, unsigned flags);
/* 1313.1c: the same for a card that an effect is to enter; may be asked within another test. */
bool ninja_could_be_entered(Run *r, PlayerId p, CardId c, unsigned flags);
/* Every condition of ninja_can_enter_card but the costs. */
bool ninja_card_enterable(Run *r, PlayerId p, CardId c);
/* 1204.2g-3: can the mandatory additional costs be paid together with the card's own cost? */
bool ninja_must_costs_payable(Run *r, PlayerId p, CardId c);
/* 1204.2l: could the ability be entered, with its targets and its costs? */
bool ninja_can_enter_ability(Run *r, PlayerId p, CardRef source, AbilId a);
/* 104.4: is the player forbidden to enter abilities of this sort (USE_*) of the card? */
enum { USE_ACT = 1, USE_UKEMI = 2, USE_AUTO = 4 };
bool ninja_use_barred(Run *r, PlayerId p, CardId c, unsigned sort);
/* Hook, 1209.8: a state trigger that cannot be entered does not trigger until it can. */
bool ninja_state_enterable(Run *r, uint16_t card, uint16_t abil, unsigned player);
/* 1209.5: can the waiting trigger be entered? i is its index in State.waiting. */
bool ninja_can_enter_waiting(Run *r, unsigned i);
/* Push the procedure that enters a card or an ability. 'waiting' is the index of a trigger in
 * State.waiting, -1 for others. */
Frame *ninja_enter_card(Run *r, PlayerId p, CardId c, unsigned flags);
Frame *ninja_enter_ability(Run *r, PlayerId p, CardRef source, AbilId a, unsigned flags,
                           int waiting);
enum { GLIMPSED_ENTERED = 2 }; /* State.glimpsed: only the card being entered was shown */
/* Could the player pay all these costs one after another, and that much ether besides? */
bool ninja_costs_payable(Run *r, PlayerId p, CardRef source, const Pc *cost, unsigned n,
                         unsigned ether);
unsigned ninja_ether_upright(const State *s, PlayerId p);
/* Opens a context for a thing on the stack; 0: no context is free. */
unsigned ninja_context_of(Run *r, const Stacked *t);
struct Eval;
/* 1204.2e: counts the things in the space that pass the filter, except 'self', and writes their
 * serials unless 'out' is null. what: a bitmask of sorts as in ninja_sorts_of. */
unsigned ninja_stack_choices(Run *r, const struct Eval *e, Pc filter, unsigned what, unsigned self,
                             uint16_t *out);
/* The sorts of a thing, as the operand of AIMSTACK: 1 card, 2 ability, and for abilities 4
 * activated, 8 triggered, 16 ukemi. */
unsigned ninja_sorts_of(const Run *r, const Stacked *t);
/* Does a continuous effect apply to this very card? */
bool ninja_under_effect(const State *s, CardRef c);
/* 1313.1c: does the text enter the cards of this SELECT without paying? */
bool ninja_enters_free(const Run *r, Pc select);
/* 209.3: the text of a kotodama; NONE for a character. */
AbilId ninja_spell_of(const Run *r, CardId c);

/* ---- resolve.c: 1104, 1205, 1321 ---- */
/* Locals of NPROC_RESOLVE. */
typedef struct Resolving {
    uint16_t serial; /* of the stack row being resolved */
} Resolving;
FRAME_LOCALS(Resolving, resolving_of)
/* 1321: negates a thing on the stack. Returns false if it is gone or cannot be negated. */
bool ninja_negate(Run *r, unsigned serial, unsigned ctx);

/* ---- actions.c: 1300 ---- */
extern const GameOp ninja_ops[NOP_COUNT];
/* Hooks of Game: operations of card text, and whether they can be carried out as a cost. */
void ninja_op(Run *r, Frame *f, unsigned op);
bool ninja_op_payable(Run *r, unsigned ctx, unsigned op, unsigned pc);
/* Does the rule change apply to the card, or to the player if the card is 0? */
bool ninja_rule_about(Run *r, const RuleNow *x, CardId card, PlayerId player);
bool ninja_op_unpayable(Run *r, unsigned player, unsigned op, int n);
/* The candidates of NL_SEARCH. */
unsigned ninja_search_candidates(Run *r, Frame *f, struct CardRef *out);
/* 1102.4: adds the damage to the batch, to the card or, if that is 0, to the player. DEAL_AGAIN:
 * increases and reductions have been applied already. ctx: the effect that deals it; not in battle.
 */
enum { DEAL_BATTLE = 1, DEAL_AGAIN = 2 };
void ninja_deal_damage(Run *r, unsigned first, CardRef by, unsigned ctx, CardId card,
                       PlayerId player, int n, unsigned how);
/* Hook: the clause that keeps an option from being offered, CLAUSE_NONE if it is on offer. */
unsigned ninja_why_not(Run *r, unsigned p, const Option *o);
