/* Reバース for you: enumerators and functions shared by its files. */
#pragma once
#define TABLE(name)   TABLE_OF(rebirth, name)
#define ZONE_ID(name) RZ_##name
#define ID(set, name) R##set##_##name
#include "kernel/enums.h"

enum { RPILE_PARTNERS = 1, RPILE_DEER }; /* piles of a deck beside the main one */

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
