/* Reバース for you: the numbers that its tables, procedures and texts share. */
#pragma once
#include "kernel/run.h"

/* Zones, chapter 4. */
enum {
    Z_NOWHERE,
    Z_ENTRY,
    Z_MEMBER,
    Z_ENERGY,
    Z_REBIRTH,
    Z_RETIRE,
    Z_DECK,
    Z_HAND,
    Z_WAITING,
    Z_MEMORY,
    Z_SOUL,
    Z_DEER,
    Z_COUNT
};
/* Kinds, 2.2.2 and 12.2.1.1: bit numbers. */
enum { K_CH, K_RE, K_PA, K_DEER, K_COUNT };
/* Keywords, chapter 11 and the ability icons: bit numbers. */
enum {
    KW_NONE,
    KW_SPARK,
    KW_CANCEL,
    KW_BLOCKER,
    KW_RECOMBO,
    KW_HONRYO,
    KW_NOBISHIRO,
    KW_ACT,
    KW_AUTO,
    KW_STATIC,
    KW_COUNT
};
/* Points of time that trigger or are reported. */
enum {
    PT_NONE,
    PT_GAME_START,
    PT_TURN_START,
    PT_STANDBY,
    PT_ENERGY,
    PT_MAIN,
    PT_ATTACK_PHASE,
    PT_START_STEP,
    PT_BLOCK_STEP,
    PT_DAMAGE_STEP,
    PT_CLOSE_STEP,
    PT_ATTACK_END,
    PT_TURN_END,
    PT_SETUP,
    PT_COUNT
};
/* How a card moved. */
enum {
    HOW_PUT,
    HOW_DRAW,
    HOW_DISCARD,
    HOW_RETIRE,
    HOW_PLAY,
    HOW_SET,
    HOW_FILL,
    HOW_SWAP,
    HOW_REFRESH,
    HOW_BLOCK,
    HOW_CANCEL,
    HOW_RULE,
    HOW_HEAL,
    HOW_TURN_END,
    HOW_SOUL,
    HOW_COUNT
};
/* Roles in an attack, 8.2.4.3; also indices of State.fact_card. */
enum {
    ROLE_NONE,
    ROLE_ATTACKING,
    ROLE_ATTACKED,
    ROLE_SUPPORTING,
    ROLE_BLOCKED,
    ROLE_BEATEN,
    ROLE_SUPPORTED /* no index: ROLE_SUPPORTING, also after that card has gone */
};
/* Indices of State.facts. */
enum {
    F_ATTACKS,
    F_ATTACKING,
    F_PARTNER_ATTACK,
    F_BLOCKED,
    F_TARGET,
    F_PHASE_OVER,
    F_FIRST_ENTRY,
    F_CHECKS,
    F_STRAY,
    F_ATTACKER /* the player whose entry attacks */
};
/* Rule changes that texts make. */
enum {
    RC_NONE,
    RC_NO_BLOCKER,
    RC_NO_CANCEL,
    RC_NO_STAND,
    RC_NO_CHOOSE,
    RC_NO_PARTNER_ATTACK,
    RC_PARTNER_ATTACK,
    RC_NO_DECLARE_PARTNER,
    RC_NO_USE,
    RC_PREFER_SUPPORT,
    RC_PREFER_CHOOSE,
    RC_NO_ATTACK,
    RC_NO_SET,
    RC_NO_MOVE,
    RC_KEEP_REBIRTH,
    RC_BLOCK_WITH,
    RC_NO_PLAY,
    RC_NO_REST_SUPPORT,
    RC_SPARK_TWICE,
    RC_NO_DRAW,
    RC_NO_CHOOSE_CH,     /* not chosen by what characters of the players do */
    RC_NO_STANDBY,       /* not stood up in the standby phase */
    RC_NO_ATTACK_DAMAGE, /* the attack going on deals no damage */
    RC_NO_DAMAGE,        /* takes no damage */
    RC_BLOCKED_LESS,     /* a block does not make its damage 0 but so much less */
    RC_ENERGY_WAITING,   /* the energy phase may take a card of the waiting room */
    RC_NO_SEAT,          /* is not moved from the entry to a seat in the main phase */
    RC_NO_CHOOSE_BY,     /* by effects of the players, whoever chooses */
    RC_COUNT
};
/* Kinds of question and of option beyond the kernel's. */
enum {
    ASK_ACTION = ASK_GAME,
    ASK_ATTACK,
    ASK_PARTNER,
    ASK_BLOCK,
    ASK_CANCEL,
    ASK_WAITING,
    ASK_ENERGY,
    ASK_ENTRY,
    ASK_PAY,
    ASK_TARGET,
    ASK_END
};
enum {
    OPT_PLAY = OPT_GAME, /* card; a = zone, b = seat */
    OPT_MOVE_ENTRY,      /* b = seat */
    OPT_USE,             /* card; c = ability */
    OPT_SET,             /* card */
    OPT_TO_ATTACK,
    OPT_ATTACK, /* card = supporter */
    OPT_END_ATTACKS,
    OPT_PARTNER_ATTACK,
    OPT_PLAIN_ATTACK,
    OPT_BLOCK, /* card */
    OPT_NO_BLOCK,
    OPT_CANCEL, /* card; c = ability: aimed at what is being played */
    OPT_NO_CANCEL,
    OPT_RESOLVE,     /* card; c = ability; a = index among the waiting ones */
    OPT_DROP,        /* likewise */
    OPT_STOP_CANCEL, /* as OPT_CANCEL; a = which of the presented cancels it is aimed at, from 1 */
    OPT_END_,
};
/* Lists of candidates for PROC_PICK. */
enum { LIST_NONE, LIST_PAY, LIST_PARTNERS, LIST_RETIRE, LIST_REBIRTH };
/* Procedures. */
enum {
    PROC_SETUP = PROC_GAME,
    PROC_TURN,
    PROC_MAIN,
    PROC_ATTACK,
    PROC_CHECK,
    PROC_PLAY,
    PROC_COUNTER,
    PROC_PAY,
    PROC_ENTRYCHOICE,
    PROC_RECOVER,
    PROC_SWAP,
    PROC_CHECKCARD,
    PROC_PARTNERISE,
    PROC_HEAL,
    PROC_SETCARD,
    PROC_FIRE,
    PROC_SHOWDOWN,
    PROC_RB_END
};

extern const Game game_rebirth;
bool check_timing(Run *r);
bool rebirth_unsettled(Run *r);
/* asked of a copy */ /* 9.6: pushes a frame if anything is due, and tells */
void play_card(Run *r, PlayerId p, CardId c, ZoneId z, unsigned seat);
void play_ability(Run *r, PlayerId p, CardId c, AbilId a, int waiting); /* waiting: index, or -1 */
Frame *pay_energy(Run *r, PlayerId p, int n);
bool can_use(Run *r, PlayerId p, CardId c, AbilId a); /* 7.4.2.3: valid, cost payable, allowed */
unsigned rebirth_why_not(Run *r, unsigned p, const Option *o);
void rebirth_op(Run *r, Frame *f, unsigned op);
