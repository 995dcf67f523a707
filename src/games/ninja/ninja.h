/* ニンジャスレイヤーTCG: enumerators and functions that its files share. */
#pragma once
#include "kernel/run.h"

/* Every kind of thing the game has is one table, NAME.def: a row holds its enumerator, its words in
 * files, on cards and at the table, and what else belongs to it. The head of a table explains its
 * columns. Zero means "nothing" wherever an enum starts with it. */
enum {
    NZ_NOWHERE,
#define ZONE(name, ...) NZ_##name,
#include "games/ninja/zones.def"
#undef ZONE
    NZ_COUNT
};
enum {
#define KIND(name, ...) NK_##name,
#include "games/ninja/kinds.def"
#undef KIND
    NK_COUNT
};
enum {
    NW_NONE,
#define KEYWORD(name, ...) NW_##name,
#include "games/ninja/keywords.def"
#undef KEYWORD
    NW_COUNT
};
enum {
    NP_NONE,
#define POINT(name, ...) NP_##name,
#include "games/ninja/points.def"
#undef POINT
    NP_COUNT
};
enum {
#define HOW(name, ...) NH_##name,
#include "games/ninja/hows.def"
#undef HOW
    NH_COUNT
};
enum {
    NR_NONE,
#define ROLE(name, ...) NR_##name,
#define ROLE_SHOWN      ROLE
#include "games/ninja/roles.def"
#undef ROLE
#undef ROLE_SHOWN
    NR_COUNT
};
enum {
#define FACT(name, ...) NFACT_##name,
#include "games/ninja/facts.def"
#undef FACT
    NFACT_COUNT
};
enum {
#define CARD_FACT(name, ...) NQ_##name,
#include "games/ninja/card_facts.def"
#undef CARD_FACT
    NQ_COUNT
};
enum {
    NDEED_NONE,
#define DEED(name, ...) NDEED_##name,
#include "games/ninja/deeds.def"
#undef DEED
    NDEED_COUNT
};
enum {
    NRC_NONE,
#define RULE_CHANGE(name, ...) NRC_##name,
#include "games/ninja/rules.def"
#undef RULE_CHANGE
    NRC_COUNT
};
enum {
    NASK_BEFORE_ = ASK_GAME - 1,
#define QUESTION(name, ...) NASK_##name,
#include "games/ninja/questions.def"
#undef QUESTION
    NASK_END
};
enum {
    NOPT_BEFORE_ = OPT_GAME - 1,
#define OPTION(name, ...) NOPT_##name,
#include "games/ninja/options.def"
#undef OPTION
    NOPT_END
};
enum {
    NPROC_BEFORE_ = PROC_GAME - 1,
#define PROC(name, ...) NPROC_##name,
#include "games/ninja/procs.def"
#undef PROC
    NPROC_END
};
enum {
#define GAME_OP(name, ...) NOP_##name,
#include "games/ninja/ops.def"
#undef GAME_OP
    NOP_COUNT
};
enum {
#define FORMAT(name, ...) NFORMAT_##name,
#include "games/ninja/formats.def"
#undef FORMAT
};
_Static_assert((int)NZ_COUNT <= (int)MAX_ZONES, "zones fit a ZoneSet beside its flags");
_Static_assert(NK_COUNT <= 8 * sizeof(KindSet), "kinds fit a KindSet");
_Static_assert(NW_COUNT <= 32, "keywords fit AbilityDef.keywords");
_Static_assert(NP_COUNT <= 8 * sizeof(PointSet), "points fit a PointSet");
_Static_assert(NH_COUNT <= 8 * sizeof(HowSet), "ways of moving fit a HowSet");
_Static_assert(NRC_COUNT <= 8 * sizeof(RuleSet), "rule changes fit a RuleSet");
_Static_assert(NASK_END <= 32, "questions fit a mask of 32 bits");
_Static_assert(NOPT_END <= 256 && NPROC_END <= 256, "options and procedures fit a byte");
_Static_assert(NOP_COUNT <= 32, "actions of the game's own fit a mask of 32 bits");

/* Indices of State.facts. */
enum {
    NF_AIM_PLAYER, /* the player attacked + 1; 0: a character, or nobody */
    NF_IN_ATTACK,  /* from 704.6 on */
    NF_IN_BATTLE,  /* from 705.5 on: attacked, in battle */
    NF_SAW_START   /* the last point of this turn that has passed */
};
/* Kinds of State.deed. */
enum { ND_ATTACKED, ND_HURT, ND_HURT_IN_BATTLE };
/* Flags in Card.deeds: 705.3a-1; 1404.2a: an additional cost was paid. */
enum { NC_INTERRUPTED = 1, NC_EXTRA = 2 };
/* Lists of candidates for PROC_PICK. */
enum { NL_NONE, NL_ETHER, NL_DAMAGE, NL_FACE_UP, NL_ATTACKERS, NL_SEARCH };
unsigned ninja_search_candidates(Run *r, Frame *f, struct CardRef *out); /* actions.c */

/* Steps of the turn (500) and of the battle phase (700), in the order of the clauses. */
enum {
    NTURN_UNBOW,
    NTURN_DRAW,
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

/* The turn enters a phase or step. Static abilities that read it are marked dirty: an ability that
 * depends on the point has both flags. */
static inline void enter_point(State *s, unsigned point) {
    s->point = (uint8_t)point;
    if (!(~s->depends & (DEPENDS_TURN | DEPENDS_ATTACK))) derived_invalidate(s, BECAUSE_READ);
}
/* A phase. Drops the cached idle players too: some cards can be entered in one phase only. */
static inline void enter_phase(State *s, unsigned point) {
    settled_options_changed(s);
    enter_point(s, point);
}

/* The cards, up to 64, that satisfy the predicate: a bit for each. */
static inline uint64_t cards_that(const State *s, const CardId *lying, unsigned n,
                                  bool (*is)(const Card *)) {
    uint64_t out = 0;
    if (n > 64) n = 64;
    for (unsigned i = 0; i < n; i++) out |= (uint64_t)is(card_of(s, lying[i])) << i;
    return out;
}

#define PROC(name, label, function) void function(Run *r, Frame *f);
#include "games/ninja/procs.def"
#undef PROC

/* battle.c 700 */
void ninja_roles_changed(State *s);
void ninja_leave_attack(Run *r, CardId c); /* 704.6a, 705.5a: it leaves the field */
/* Turns the attack to the card, or if there is none to the player; without an attack a no-op. */
void ninja_attack_turned(Run *r, CardRef c, PlayerId player);
void ninja_attack_ended(Run *r); /* ends the attack going on */
/* priority.c 800, 900, 1000 */
/* Pushes a round of priority. False: nobody can do anything, and no processing is due. */
bool ninja_priority_round(Run *r);
/* Reports a point of the turn to triggers and pushes a round if anybody can do anything. */
bool ninja_point_round(Run *r, unsigned point);
/* Bits of State.unchecked that rule processing depends on: losing players, dying characters. */
enum {
    CHECKED_LOSS = 1 << NZ_DAMAGE | 1 << NZ_DECK,
    CHECKED_FALL = UNCHECKED_VALUES,
    CHECKED_ALL = CHECKED_LOSS | CHECKED_FALL | UNCHECKED_PLAYERS | UNCHECKED_DERIVED
};
bool ninja_processing_due(Run *r); /* 1000 */
bool ninja_lose_forbidden(Run *r, unsigned player);
/* On a copy: is anything due although no change is recorded? */
bool ninja_processing_overlooked(Run *r);
bool ninja_kill_forbidden(Run *r, CardId c); /* 104.4 */
bool ninja_rules_due(Run *r);            /* 505.3c, 706.8b: rule processing or triggers are due */
void ninja_rule_check(Run *r, bool due); /* 901; due: is processing due? */
void ninja_nothing_due(Run *r);          /* marks a rule check that does nothing */
bool ninja_idle_wrong(Run *r);           /* asked of a copy */
/* enter.c 1204 */
Frame *ninja_pay_ether(Run *r, unsigned ctx, PlayerId p, unsigned n); /* pushes the payment */
/* Pushes the choice that the AIM* operation at pc describes. */
void ninja_aim_push(Run *r, unsigned ctx, Pc pc, unsigned slot);
unsigned ninja_narrow_pick(Run *r, Frame *pick, struct CardRef *c, unsigned n);
enum { ENTER_FREE = 1, ENTER_CHECKED = 2, ENTER_WAITED = 4 };
bool ninja_can_enter_card(Run *r, PlayerId p, CardId c, unsigned flags);
bool ninja_could_be_entered(Run *r, PlayerId p, CardId c, unsigned flags); /* 1313.1c */
bool ninja_card_enterable(Run *r, PlayerId p, CardId c); /* every condition but its cost */
bool ninja_due_payable(Run *r, PlayerId p,
                       CardId c); /* 1204.2g-3: with mandatory additional costs */
bool ninja_can_enter_ability(Run *r, PlayerId p, CardRef source, AbilId a);
/* 104.4: is the player forbidden to enter abilities of that sort of the card? */
enum { USE_ACT = 1, USE_UKEMI = 2, USE_AUTO = 4 };
bool ninja_use_barred(Run *r, PlayerId p, CardId c, unsigned sort);
/* 1209.8: a state trigger that cannot be entered does not trigger until it can. */
bool ninja_state_enterable(Run *r, uint16_t card, uint16_t abil, unsigned player);
bool ninja_can_enter_waiting(Run *r, unsigned i); /* index of State.waiting */
Frame *ninja_enter_card(Run *r, PlayerId p, CardId c, unsigned flags);
Frame *ninja_enter_ability(Run *r, PlayerId p, CardRef source, AbilId a, unsigned flags,
                           int waiting);
enum { GLIMPSED_ENTERED = 2 }; /* in State.glimpsed: only for the card being entered */
/* Could the player pay the costs one after the other, and so much ether besides? */
bool ninja_costs_payable(Run *r, PlayerId p, CardRef source, const Pc *cost, unsigned n,
                         unsigned ether);
unsigned ninja_ether_upright(const State *s, PlayerId p);
unsigned ninja_context_of(Run *r,
                          const Stacked *t); /* opens a context to carry it out; 0: no room */
struct Eval;
/* 1204.2e: writes the things in the space that pass the filter; what: 1 cards, 2 abilities. */
unsigned ninja_stack_choices(Run *r, const struct Eval *e, Pc filter, unsigned what, unsigned self,
                             uint16_t *out);
unsigned ninja_sorts_of(const Run *r, const Stacked *t); /* bitmask of sorts, as in AIMSTACK */
bool ninja_under_effect(const State *s, CardRef c);      /* does a continuous effect apply to it? */
/* 1313.1c: is what is chosen there entered without paying? */
bool ninja_enters_free(const Run *r, Pc select);
AbilId ninja_spell_of(const Run *r,
                      CardId c); /* 209.3: the ability that a kotodama is entered for */
/* resolve.c 1104, 1205, 1321 */
/* Locals of NPROC_RESOLVE. */
typedef struct Resolving {
    uint16_t serial; /* of the row of the stack whose text is carried out */
} Resolving;
FRAME_LOCALS(Resolving, resolving_of)
bool ninja_negate(Run *r, unsigned serial, PlayerId by); /* false: it cannot be negated */
/* actions.c 1300 */
extern const GameOp ninja_ops[NOP_COUNT];
void ninja_op(Run *r, Frame *f, unsigned op);
bool ninja_op_payable(Run *r, unsigned ctx, unsigned op, unsigned pc);
/* Does the rule change apply to the card, or if there is none to the player? */
bool ninja_rule_about(Run *r, const RuleNow *x, CardId card, PlayerId player);
bool ninja_op_unpayable(Run *r, unsigned player, unsigned op, int n);
enum { DEAL_BATTLE = 1, DEAL_AGAIN = 2 }; /* again: the amount is final */
void ninja_deal_damage(Run *r, unsigned first, CardRef by, PlayerId master, CardId card,
                       PlayerId player, int n, unsigned how);
unsigned ninja_why_not(Run *r, unsigned p, const Option *o);
