/* Reバース for you: enumerators and functions shared by its files. */
#pragma once
#include "kernel/run.h"

/* Each enum is expanded from a table, NAME.def, whose rows also hold the keys used in files, the
 * printed words and the UI text. The comment at the head of a table explains its columns. Where an
 * enum starts with NONE or NOWHERE, zero means "nothing". */
enum {
    RZ_NOWHERE,
#define ZONE(name, ...) RZ_##name,
#include "games/rebirth/zones.def"
#undef ZONE
    RZ_COUNT
};
enum {
#define KIND(name, ...) RK_##name,
#include "games/rebirth/kinds.def"
#undef KIND
    RK_COUNT
};
enum { RPILE_PARTNERS = 1, RPILE_DEER }; /* piles of a deck beside the main one */
enum {
    RW_NONE,
#define KEYWORD(name, ...) RW_##name,
#include "games/rebirth/keywords.def"
#undef KEYWORD
    RW_COUNT
};
enum {
    RP_NONE,
#define POINT(name, ...) RP_##name,
#include "games/rebirth/points.def"
#undef POINT
    RP_COUNT
};
enum {
    RDEED_NONE,
#define DEED(name, ...) RDEED_##name,
#include "games/rebirth/deeds.def"
#undef DEED
    RDEED_COUNT
};
enum {
#define HOW(name, ...) RH_##name,
#include "games/rebirth/hows.def"
#undef HOW
    RH_COUNT
};
enum {
    RR_NONE,
#define ROLE(name, ...) RR_##name,
#define ROLE_SHOWN      ROLE
#include "games/rebirth/roles.def"
#undef ROLE
#undef ROLE_SHOWN
    RR_COUNT
};
enum {
#define FACT(name, ...) RFACT_##name,
#define FACT_SHOWN      FACT
#include "games/rebirth/facts.def"
#undef FACT
#undef FACT_SHOWN
    RFACT_COUNT
};
enum {
    RRC_NONE,
#define RULE_CHANGE(name, ...) RRC_##name,
#include "games/rebirth/rules.def"
#undef RULE_CHANGE
    RRC_COUNT
};
enum {
    RASK_BEFORE_ = ASK_GAME - 1,
#define QUESTION(name, ...) RASK_##name,
#include "games/rebirth/questions.def"
#undef QUESTION
    RASK_END
};
enum {
    ROPT_BEFORE_ = OPT_GAME - 1,
#define OPTION(name, ...) ROPT_##name,
#include "games/rebirth/options.def"
#undef OPTION
    ROPT_END
};
enum {
    RPROC_BEFORE_ = PROC_GAME - 1,
#define PROC(name, ...) RPROC_##name,
#include "games/rebirth/procs.def"
#undef PROC
    RPROC_END
};
enum {
#define GAME_OP(name, ...) ROP_##name,
#include "games/rebirth/ops.def"
#undef GAME_OP
    ROP_COUNT
};
enum {
#define FORMAT(name, ...) RFORMAT_##name,
#include "games/rebirth/formats.def"
#undef FORMAT
};
_Static_assert((int)RZ_COUNT <= (int)MAX_ZONES, "zones fit a ZoneSet beside its flags");
_Static_assert(RK_COUNT <= 8 * sizeof(KindSet), "kinds fit a KindSet");
_Static_assert(RW_COUNT <= 32, "keywords fit AbilityDef.keywords");
_Static_assert(RP_COUNT <= 8 * sizeof(PointSet), "points fit a PointSet");
_Static_assert(RH_COUNT <= 8 * sizeof(HowSet), "ways of moving fit a HowSet");
_Static_assert((int)RRC_COUNT <= (int)RULE_NOTED, "rule changes fit a RuleSet");
_Static_assert(RASK_END <= 32, "questions fit a mask of 32 bits");
_Static_assert(ROPT_END <= 256 && RPROC_END <= 256, "options and procedures fit a byte");
_Static_assert(ROP_COUNT <= 32, "actions of the game's own fit a mask of 32 bits");

/* Indices into State.facts. All facts are cleared at the end of the turn. */
enum {
    RF_ATTACKS,        /* attacks declared this turn */
    RF_ATTACKING,      /* an attack is in progress */
    RF_PARTNER_ATTACK, /* it was declared as a partner attack (8.2.4.4) */
    RF_BLOCKED,        /* it was blocked */
    RF_TARGET,         /* the player whose entry is attacked */
    RF_PHASE_OVER,     /* an effect ended the main or attack phase */
    RF_CHECKS,         /* the last check timing did something (7.6.6) */
    RF_STRAY,          /* a partner may lie outside hand and energy zone (10.3.8) */
    RF_ATTACKER,       /* the player whose entry attacks */
    RF_CHECKING,       /* the player who makes a check, + 1 */
    RF_SEATED          /* players who have moved their entry to a seat, bit each */
};
/* Candidate lists of this game for PROC_PICK (Pick.list). */
enum {
    RL_NONE,
    RL_PAY,
    RL_PARTNERS,
    RL_RETIRE,
    RL_REBIRTH,
    RL_REBIRTH_LEAVING,
    RL_HAND,
    RL_ENERGY
};

/* Flag in the zone set of a compiled text: only partners in those zones. */
enum { PARTNERS_ONLY = 1 << 30 };

extern const Game game_rebirth;
/* 9.6: pushes a check timing if anything is due. Returns whether it did. */
bool rebirth_check_timing(Run *r);
/* Debug check: is processing due although no change was recorded? Run on a copy of the state. */
bool rebirth_processing_overlooked(Run *r);
/* 9.7: push the procedure that plays a card to a zone and seat, or an ability. 'waiting' is the
 * index in State.waiting of a triggered ability, -1 for an ability that did not trigger. */
void rebirth_play_card(Run *r, PlayerId p, CardId c, ZoneId z, unsigned seat);
/* 7.4.2.4: sets a Re birth card and draws; a cancel ability may respond to it. */
void rebirth_set_card(Run *r, PlayerId p, CardId c);
void rebirth_play_ability(Run *r, PlayerId p, CardId c, AbilId a, int waiting);
/* 5.14: pushes the payment of n energy. */
Frame *rebirth_pay_energy(Run *r, PlayerId p, int n);
/* 7.4.2.3: is the ability valid, allowed and payable? */
bool rebirth_can_use(Run *r, PlayerId p, CardId c, AbilId a);
/* Hooks of Game: why an option is not offered, and the operations of card text. */
unsigned rebirth_why_not(Run *r, unsigned p, const Option *o);
void rebirth_op(Run *r, Frame *f, unsigned op);
