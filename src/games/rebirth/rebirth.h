/* Reバース for you: the numbers that its tables, procedures and texts share. */
#pragma once
#include "kernel/run.h"

/* Zones, chapter 4. */
enum {
    RZ_NOWHERE,
    RZ_ENTRY,
    RZ_MEMBER,
    RZ_ENERGY,
    RZ_REBIRTH,
    RZ_RETIRE,
    RZ_DECK,
    RZ_HAND,
    RZ_WAITING,
    RZ_MEMORY,
    RZ_SOUL,
    RZ_DEER,
    RZ_COUNT
};
/* Kinds, 2.2.2 and 12.2.1.1: bit numbers. */
enum { RK_CH, RK_RE, RK_PA, RK_DEER, RK_COUNT };
/* Keywords, chapter 11 and the ability icons: bit numbers. */
enum {
    RW_NONE,
    RW_SPARK,
    RW_CANCEL,
    RW_BLOCKER,
    RW_RECOMBO,
    RW_HONRYO,
    RW_NOBISHIRO,
    RW_ACT,
    RW_AUTO,
    RW_STATIC,
    RW_COUNT
};
/* Points of time that trigger or are reported. */
enum {
    RP_NONE,
    RP_GAME_START,
    RP_TURN_START,
    RP_STANDBY,
    RP_ENERGY,
    RP_MAIN,
    RP_ATTACK_PHASE,
    RP_START_STEP,
    RP_BLOCK_STEP,
    RP_DAMAGE_STEP,
    RP_CLOSE_STEP,
    RP_ATTACK_END,
    RP_TURN_END,
    RP_SETUP,
    RP_COUNT
};
/* How a card moved. */
enum {
    RH_PUT,
    RH_DRAW,
    RH_DISCARD,
    RH_RETIRE,
    RH_PLAY,
    RH_SET,
    RH_FILL,
    RH_SWAP,
    RH_REFRESH,
    RH_BLOCK,
    RH_CANCEL,
    RH_RULE,
    RH_HEAL,
    RH_TURN_END,
    RH_SOUL,
    RH_COUNT
};
/* Roles in an attack, 8.2.4.3; also indices of State.fact_card. */
enum {
    RR_NONE,
    RR_ATTACKING,
    RR_ATTACKED,
    RR_SUPPORTING,
    RR_BLOCKED,
    RR_BEATEN,
    RR_SUPPORTED /* no index: RR_SUPPORTING, also after that card has gone */
};
/* Indices of State.facts. */
enum {
    RF_ATTACKS,
    RF_ATTACKING,
    RF_PARTNER_ATTACK,
    RF_BLOCKED,
    RF_TARGET,
    RF_PHASE_OVER,
    RF_FIRST_ENTRY,
    RF_CHECKS,
    RF_STRAY,
    RF_ATTACKER /* the player whose entry attacks */
};
/* Rule changes that texts make. */
enum {
    RRC_NONE,
    RRC_NO_BLOCKER,
    RRC_NO_CANCEL,
    RRC_NO_STAND,
    RRC_NO_CHOOSE,
    RRC_NO_PARTNER_ATTACK,
    RRC_PARTNER_ATTACK,
    RRC_NO_DECLARE_PARTNER,
    RRC_NO_USE,
    RRC_PREFER_SUPPORT,
    RRC_PREFER_CHOOSE,
    RRC_NO_ATTACK,
    RRC_NO_SET,
    RRC_NO_MOVE,
    RRC_KEEP_REBIRTH,
    RRC_BLOCK_WITH,
    RRC_NO_PLAY,
    RRC_NO_REST_SUPPORT,
    RRC_SPARK_TWICE,
    RRC_NO_DRAW,
    RRC_NO_CHOOSE_CH,     /* not chosen by what characters of the players do */
    RRC_NO_STANDBY,       /* not stood up in the standby phase */
    RRC_NO_ATTACK_DAMAGE, /* the attack going on deals no damage */
    RRC_NO_DAMAGE,        /* takes no damage */
    RRC_BLOCKED_LESS,     /* a block does not make its damage 0 but so much less */
    RRC_ENERGY_WAITING,   /* the energy phase may take a card of the waiting room */
    RRC_NO_SEAT,          /* is not moved from the entry to a seat in the main phase */
    RRC_NO_CHOOSE_BY,     /* by effects of the players, whoever chooses */
    RRC_COUNT
};
/* Kinds of question and of option beyond the kernel's. */
enum {
    RASK_ACTION = ASK_GAME,
    RASK_ATTACK,
    RASK_PARTNER,
    RASK_BLOCK,
    RASK_CANCEL,
    RASK_WAITING,
    RASK_ENERGY,
    RASK_ENTRY,
    RASK_PAY,
    RASK_TARGET,
    RASK_END
};
enum {
    ROPT_PLAY = OPT_GAME, /* card; a = zone, b = seat */
    ROPT_MOVE_ENTRY,      /* b = seat */
    ROPT_USE,             /* card; c = ability */
    ROPT_SET,             /* card */
    ROPT_TO_ATTACK,
    ROPT_ATTACK, /* card = supporter */
    ROPT_END_ATTACKS,
    ROPT_PARTNER_ATTACK,
    ROPT_PLAIN_ATTACK,
    ROPT_BLOCK, /* card */
    ROPT_NO_BLOCK,
    ROPT_CANCEL, /* card; c = ability: aimed at what is being played */
    ROPT_NO_CANCEL,
    ROPT_RESOLVE,     /* card; c = ability; a = index among the waiting ones */
    ROPT_DROP,        /* likewise */
    ROPT_STOP_CANCEL, /* as ROPT_CANCEL; a = which of the presented cancels it is aimed at, from 1
                       */
    ROPT_END_,
};
/* Lists of candidates for PROC_PICK. */
enum { RL_NONE, RL_PAY, RL_PARTNERS, RL_RETIRE, RL_REBIRTH };
/* Procedures. */
enum {
    RPROC_SETUP = PROC_GAME,
    RPROC_TURN,
    RPROC_MAIN,
    RPROC_ATTACK,
    RPROC_CHECK,
    RPROC_PLAY,
    RPROC_COUNTER,
    RPROC_PAY,
    RPROC_ENTRYCHOICE,
    RPROC_RECOVER,
    RPROC_SWAP,
    RPROC_CHECKCARD,
    RPROC_PARTNERISE,
    RPROC_HEAL,
    RPROC_SETCARD,
    RPROC_FIRE,
    RPROC_SHOWDOWN,
    RPROC_END
};

/* In the zones that a text names: only partners there. */
enum { PARTNERS_ONLY = 1 << 30 };

extern const Game game_rebirth;
bool rebirth_check_timing(Run *r);
bool rebirth_processing_overlooked(Run *r);
/* asked of a copy */ /* 9.6: pushes a frame if anything is due, and tells */
void rebirth_play_card(Run *r, PlayerId p, CardId c, ZoneId z, unsigned seat);
void rebirth_play_ability(Run *r, PlayerId p, CardId c, AbilId a,
                          int waiting); /* waiting: index, or -1 */
Frame *rebirth_pay_energy(Run *r, PlayerId p, int n);
bool rebirth_can_use(Run *r, PlayerId p, CardId c,
                     AbilId a); /* 7.4.2.3: valid, cost payable, allowed */
unsigned rebirth_why_not(Run *r, unsigned p, const Option *o);
void rebirth_op(Run *r, Frame *f, unsigned op);
