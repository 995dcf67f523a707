/* ニンジャスレイヤーTCG: the numbers that its tables, procedures and texts share. */
#pragma once
#include "kernel/run.h"

/* Zones, 304 to 312. */
enum {
    NZ_NOWHERE,
    NZ_FIELD,
    NZ_ETHER,
    NZ_HAND,
    NZ_OHIGAN,
    NZ_DAMAGE,
    NZ_REMOVED,
    NZ_CHECK,
    NZ_SPACE,
    NZ_DECK,
    NZ_COUNT
};
/* Kinds, 205.2: bit numbers. */
enum { NK_CH, NK_KO, NK_COUNT };
/* Keywords, 1400, and the kinds of ability of 1201.1: bit numbers. */
enum {
    NW_NONE,
    NW_INTERRUPT,
    NW_KAIZEN,
    NW_SATSUBATSU,
    NW_TATSUJIN,
    NW_ACT,
    NW_AUTO,
    NW_STATIC,
    NW_UKEMI,
    NW_COUNT
};
/* Points of time that trigger or are reported, 502 to 707. */
enum {
    NP_NONE,
    NP_SETUP,
    NP_GAME_START,
    NP_TURN_START,
    NP_DRAW,
    NP_ETHER,
    NP_CHARACTER,
    NP_BATTLE,
    NP_AIM,
    NP_INTERRUPT,
    NP_DAMAGE,
    NP_DAMAGE_END,
    NP_BATTLE_END,
    NP_TURN_END,
    NP_COUNT
};
/* How a card moved. */
enum {
    NH_PUT,
    NH_DRAW,
    NH_DISCARD,
    NH_KILL,    /* 1311 */
    NH_ENTER,   /* 1204.2j, 1205.1c */
    NH_AMBUSH,  /* 1314 */
    NH_RECOVER, /* 1319 */
    NH_CHECK,   /* 1104 */
    NH_CONTROL, /* 306.4 */
    NH_NEGATED, /* 1321 */
    NH_RULE,
    NH_COUNT
};
/* Roles in an attack, 704.6 and 705.5; the first two are indices of State.fact_card. */
enum { NR_NONE, NR_ATTACKING, NR_ATTACKED, NR_STRIKING }; /* the attacker once it is in battle */
/* Indices of State.facts. */
enum {
    NF_AIM_PLAYER, /* the player attacked + 1, 0: a character, or nobody */
    NF_IN_ATTACK,  /* from 704.6 on */
    NF_IN_BATTLE,  /* from 705.5 on: attacked, in battle */
    NF_ENTERED,    /* rounds of priority go on: something was entered in a rule check */
    NF_SAW_START   /* the point of this turn that has passed last */
};
/* EV_DEED: recovered, did jitsu (amount: so many cards); a card was resolved; the attack of the
 * other card is on this one, or on the player. */
enum { NDEED_NONE, NDEED_RECOVER, NDEED_JITSU, NDEED_RESOLVED, NDEED_AIM };
/* Kinds of State.deed. */
enum { ND_ATTACKED, ND_HURT, ND_HURT_IN_BATTLE };
/* Card.deeds. */
enum { NC_INTERRUPTED = 1, NC_EXTRA = 2 }; /* 705.3a-1; 1404.2a: an additional cost was paid */
/* Rule changes that texts make. */
enum {
    NC_NONE_,
    NRC_NO_ATTACK,    /* cannot attack */
    NRC_NO_INTERRUPT, /* its attack cannot be redirected by the keywords */
    NRC_NO_TARGET,    /* cannot be chosen by the players */
    NRC_NO_ENTER,     /* the players cannot enter such cards */
    NRC_FREE,         /* may be entered without paying */
    NRC_NO_UNBOW,     /* is not unbowed */
    NRC_NO_USE,       /* abilities cannot be entered: USE_* */
    NRC_MORE_DAMAGE,  /* 1326: deals so much more */
    NRC_ATTACK_COST,  /* 704.5: attacking demands so much ether */
    NRC_NO_DRAW,
    NRC_NO_KILL,            /* is not killed */
    NRC_USE_COST,           /* activated abilities cost so much ether more */
    NRC_USE_LESS,           /* so much less */
    NRC_LESS_BATTLE,        /* the card, or the players, take so much less battle damage */
    NRC_ATTACK_PLAYER_COST, /* attacking the players demands so much ether */
    NRC_TOP_OPEN,           /* the top card of the players' decks is open */
    NRC_NO_BOW,             /* is not bowed */
    NRC_NO_ATTACK_PLAYER,   /* cannot attack the players */
    NRC_NO_ATTACK_CARD,     /* cannot attack characters */
    NRC_NOT_ATTACKED,       /* cannot be chosen to be attacked */
    NRC_NOT_INTERRUPTING,   /* cannot make an attack its own by the keywords */
    NRC_NO_RECOVER,
    NRC_BOWED_IN,             /* comes bowed */
    NRC_ATTACK_DEMAND,        /* 704.5: attacking demands that the rule's code is done */
    NRC_ATTACK_PLAYER_DEMAND, /* attacking the players does */
    NRC_LESS_DAMAGE,          /* the card, or the players, take so much less damage */
    NRC_MORE_BATTLE,          /* deals so much more battle damage */
    NRC_NO_DAMAGE,            /* the card, or the players, take none; 2: no battle damage */
    NRC_MUST_ATTACK,          /* attacks if it can */
    NRC_NO_LOSE,              /* the players do not lose */
    NRC_NO_ATTACK_PAIR,       /* cannot attack such: a filter for each of the two */
    NRC_NO_NEGATE, /* 1321: such things of the space are not negated; sorts as AIMSTACK */
    NRC_COUNT
};
/* Kinds of question and of option beyond the kernel's. */
enum {
    NASK_PRIORITY = ASK_GAME,
    NASK_ETHER,
    NASK_ATTACK,
    NASK_AIM,
    NASK_INTERRUPT,
    NASK_TRIGGER,
    NASK_EXTRA,
    NASK_UKEMI,
    NASK_PAY,
    NASK_TARGET,
    NASK_ALLOT,
    NASK_END
};
enum {
    NOPT_PASS = OPT_GAME,
    NOPT_ENTER, /* card; a = 1: without paying */
    NOPT_USE,   /* card; c = ability */
    NOPT_ETHER, /* card */
    NOPT_NO_ETHER,
    NOPT_ATTACK, /* card */
    NOPT_NO_ATTACK,
    NOPT_AIM,       /* card */
    NOPT_INTERRUPT, /* card */
    NOPT_NO_INTERRUPT,
    NOPT_TRIGGER, /* card; c = ability; a = index among the waiting ones */
    NOPT_STACKED, /* card; c = serial of a thing in the space */
    NOPT_END_
};
/* Lists of candidates for PROC_PICK. */
enum { NL_NONE, NL_ETHER, NL_DAMAGE, NL_FACE_UP, NL_ATTACKERS, NL_SEARCH };
unsigned ninja_search_candidates(Run *r, Frame *f, struct CardRef *out); /* actions.c */
/* What texts ask of cards by FGAME: could the player enter it (1: without paying); has it attacked
 * this turn? */
enum { NQ_ENTERABLE, NQ_ATTACKED, NQ_ARRIVED };
/* What texts ask by FACT: is it that point of the turn; at whom does an attack aim; is it the
 * battle phase? */
enum { NFACT_POINT, NFACT_EXTRA, NFACT_AIMED_AT_PLAYER, NFACT_BATTLE_PHASE };
/* Procedures. */
enum {
    NPROC_SETUP = PROC_GAME,
    NPROC_TURN,
    NPROC_BATTLE,
    NPROC_PRIORITY,
    NPROC_CHECK, /* 900 rule check */
    NPROC_ENTER,
    NPROC_RESOLVE,
    NPROC_UKEMI, /* 1104 damage check */
    NPROC_PAY,
    NPROC_AIM,
    NPROC_SHARE, /* 1305 */
    NPROC_HEAL,  /* 1319, 1320 */
    NPROC_END
};

/* Steps of the turn (500) and of the battle phase (700), in the order of the clauses. */
enum {
    NTURN_UNBOW,
    NTURN_DRAW,
    NTURN_DRAWN,
    NTURN_ETHER,
    NTURN_ETHER_CHOSEN,
    NTURN_ETHER_PUT,
    NTURN_CHARACTER,
    NTURN_CHARACTER_ROUND,
    NTURN_BATTLE,
    NTURN_END,
    NTURN_LAST,
    NTURN_OVER
};
enum {
    NBATTLE_START,
    NBATTLE_AIM,
    NBATTLE_ATTACKER,
    NBATTLE_ATTACKER_CHOSEN,
    NBATTLE_TARGET_CHOSEN,
    NBATTLE_BOWED,
    NBATTLE_PAID,
    NBATTLE_INTERRUPT,
    NBATTLE_INTERRUPT_ASK,
    NBATTLE_INTERRUPT_CHOSEN,
    NBATTLE_ATTACKED,
    NBATTLE_DAMAGE,
    NBATTLE_STRIKE,
    NBATTLE_STRUCK,
    NBATTLE_DAMAGE_END,
    NBATTLE_LAST,
    NBATTLE_OVER,
    NBATTLE_END,
    NBATTLE_DONE
};

extern const Game game_ninja;

/* Another phase or step: what is so only in some of them is told anew. */
static inline void come_to(State *s, unsigned point) {
    s->point = (uint8_t)point;
    if (!(~s->depends & (DEPENDS_TURN | DEPENDS_ATTACK))) stale(s); /* facts read both */
}
/* … a phase: what can be entered in some of them only is asked anew, too. */
static inline void phase_begins(State *s, unsigned point) {
    s->idle = 0;
    come_to(s, point);
}

/* Which of up to 64 cards are so, bit each. */
static inline uint64_t cards_that(const State *s, const CardId *lying, unsigned n,
                                  bool (*is)(const Card *)) {
    uint64_t out = 0;
    if (n > 64) n = 64;
    for (unsigned i = 0; i < n; i += 4)
        IN_FOURS(j, i, n) out |= (uint64_t)is(card_of(s, lying[j])) << j;
    return out;
}

/* turn.c 403, 500 */
void ninja_setup(Run *r, Frame *f);
void ninja_turn(Run *r, Frame *f);
/* battle.c 700 */
void ninja_battle(Run *r, Frame *f);
void ninja_roles_changed(State *s);
void ninja_leave_attack(Run *r, CardId c); /* 704.6a, 705.5a: it leaves the field */
/* From now on the card, or if there is none the player, is attacked; outside an attack nothing. */
void ninja_attack_turned(Run *r, CardRef c, PlayerId player);
void ninja_attack_ended(Run *r); /* the attack that goes on is over */
/* priority.c 800, 900, 1000 */
void ninja_priority(Run *r, Frame *f);
void ninja_check(Run *r, Frame *f);
bool ninja_priority_round(
    Run *r); /* pushes a round of priority; false: nobody can do anything and nothing is due */
/* A point of the turn: it is told, triggers wait, and a round follows if anybody can do anything.
 */
bool ninja_point_round(Run *r, unsigned point);
/* In State.unchecked, what processing looks at: who has lost, who falls. */
enum {
    CHECKED_LOSS = 1 << NZ_DAMAGE | 1 << NZ_DECK,
    CHECKED_FALL = UNCHECKED_VALUES,
    CHECKED_ALL = CHECKED_LOSS | CHECKED_FALL | UNCHECKED_PLAYERS | UNCHECKED_DERIVED
};
bool ninja_processing_due(Run *r); /* 1000 */
bool ninja_lose_forbidden(Run *r, unsigned player);
bool ninja_processing_overlooked(Run *r); /* asked of a copy: is anything due and overlooked? */
bool ninja_spared(Run *r, CardId c);      /* 104.4: it is not killed */
bool ninja_rules_due(Run *r);             /* 505.3c, 706.8b: rule processing or triggers are due */
void ninja_rule_check(Run *r, bool due);  /* 901; due: processing is */
void ninja_nothing_due(Run *r);           /* a rule check in which there is nothing to do */
/* enter.c 1204 */
void ninja_enter(Run *r, Frame *f);
void ninja_aim(Run *r, Frame *f);
void ninja_pay(Run *r, Frame *f);
void ninja_share(Run *r, Frame *f);
unsigned ninja_narrow_pick(Run *r, Frame *pick, struct CardRef *c, unsigned n);
enum { ENTER_FREE = 1, ENTER_CHECKED = 2, ENTER_WAITED = 4 };
bool ninja_can_enter_card(Run *r, PlayerId p, CardId c, unsigned flags);
bool ninja_could_be_entered(Run *r, PlayerId p, CardId c, unsigned flags); /* 1313.1c */
bool ninja_card_enterable(Run *r, PlayerId p, CardId c); /* all but what it costs */
bool ninja_due_payable(Run *r, PlayerId p,
                       CardId c); /* 1204.2g-3: with what has to be paid beside it */
bool ninja_can_enter_ability(Run *r, PlayerId p, CardRef source, AbilId a);
/* 104.4: may the player not enter abilities of the card of that sort? */
enum { USE_ACT = 1, USE_UKEMI = 2, USE_AUTO = 4 };
bool ninja_use_barred(Run *r, PlayerId p, CardId c, unsigned sort);
/* 1209.8: one that cannot be entered does not trigger until it can. */
bool ninja_state_enterable(Run *r, uint16_t card, uint16_t abil, unsigned player);
bool ninja_can_enter_waiting(Run *r, unsigned i); /* one of those that have triggered */
Frame *ninja_enter_card(Run *r, PlayerId p, CardId c, unsigned flags);
Frame *ninja_enter_ability(Run *r, PlayerId p, CardRef source, AbilId a, unsigned flags,
                           int waiting);
enum { GLIMPSED_ENTERED = 2 }; /* in State.glimpsed: only the card that is being entered */
/* Could he do one code after the other as costs, and pay so much ether beside them? */
bool ninja_costs_payable(Run *r, PlayerId p, CardRef source, const Pc *cost, unsigned n,
                         unsigned ether);
unsigned ninja_ether_upright(const State *s, PlayerId p);
unsigned ninja_context_of(Run *r, const Stacked *t); /* opened to carry it out, 0: no room */
struct Eval;
/* 1204.2e: things of the space that pass the filter; what: 1 cards, 2 abilities. */
unsigned ninja_stack_choices(Run *r, const struct Eval *e, Pc filter, unsigned what, unsigned self,
                             uint16_t *out);
unsigned ninja_sorts_of(const Run *r,
                        const Stacked *t);          /* what it can be chosen as: see AIMSTACK */
bool ninja_under_effect(const State *s, CardRef c); /* does a lasting effect apply to it? */
/* 1313.1c: is what is chosen there entered without paying? */
bool ninja_enters_free(const Run *r, Pc select);
AbilId ninja_spell_of(const Run *r,
                      CardId c); /* 209.3: the ability that a kotodama is entered for */
/* resolve.c 1104, 1205, 1321 */
void ninja_resolve(Run *r, Frame *f);
void ninja_ukemi(Run *r, Frame *f);
bool ninja_negate(Run *r, unsigned serial, PlayerId by); /* false: it cannot be */
bool target_right(Run *r, const Stacked *t, const Target *x);
/* actions.c 1300 */
extern const GameOp ninja_ops[];
enum {
    NOP_PDAMAGE,
    NOP_DEAL,
    NOP_NEGATE,
    NOP_ENTER,
    NOP_JITSU,
    NOP_RECOVER,
    NOP_CONTROL,
    NOP_SATSUBATSU,
    NOP_RETARGET,
    NOP_SHARES,
    NOP_SEARCHSUM,
    NOP_TAKE,
    NOP_RETARGETP,
    NOP_ENDATTACK,
    NOP_DUEL,
    NOP_REDIRECT,
    NOP_REDIRECTP,
    NOP_HEAL,
    NOP_PDEAL,
    NOP_NEGATEALL,
    NOP_COUNT
};
void ninja_op(Run *r, Frame *f, unsigned op);
void ninja_heal(Run *r, Frame *f);
bool ninja_op_payable(Run *r, unsigned ctx, unsigned op, unsigned pc);
/* Is the rule about the card, or if there is none about the player himself? */
bool ninja_rule_about(Run *r, const RuleNow *x, CardId card, PlayerId player);
bool ninja_op_unpayable(Run *r, unsigned player, unsigned op, int n);
enum { COST_CREDIT = 5 }; /* word of the frame that pays a cost: so much ether is left out */
enum { DEAL_BATTLE = 1, DEAL_AGAIN = 2 }; /* again: the amount was reckoned already */
void ninja_deal_damage(Run *r, unsigned first, CardRef by, PlayerId master, CardId card,
                       PlayerId player, int n, unsigned how);
unsigned ninja_why_not(Run *r, unsigned p, const Option *o);
