/* The procedures of rebirth, one for each numbered section that can meet a choice. */
#pragma once
#include "games/rebirth/rebirth.h"

void proc_setup(Run *r, Frame *f);      /* setup.c   6.2 */
void proc_turn(Run *r, Frame *f);       /* turn.c    7 */
void proc_main(Run *r, Frame *f);       /* turn.c    7.4 */
void proc_attack(Run *r, Frame *f);     /* attack.c  8 */
void proc_check(Run *r, Frame *f);      /* check.c   9.6, 10 */
void proc_recover(Run *r, Frame *f);    /* check.c   10.3 */
void proc_play(Run *r, Frame *f);       /* play.c    9.7 */
void proc_counter(Run *r, Frame *f);    /* play.c    9.7.3 */
void proc_pay(Run *r, Frame *f);        /* actions.c 5.14 */
void proc_swap(Run *r, Frame *f);       /* actions.c 5.12 */
void proc_checkcard(Run *r, Frame *f);  /* actions.c 5.25 */
void proc_partnerise(Run *r, Frame *f); /* actions.c 5.28 */
void proc_heal(Run *r, Frame *f);       /* actions.c 5.16 */
void proc_fire(Run *r, Frame *f);       /* actions.c */

enum {
    TURN_STANDBY,
    TURN_STANDBY_CHECK,
    TURN_ENERGY,
    TURN_ENERGY_PARTNER,
    TURN_ENERGY_CARD,
    TURN_ENERGY_CHOSEN,
    TURN_ENERGY_CHECK,
    TURN_MAIN,
    TURN_ATTACK,
    TURN_END,
    TURN_END_CHECKED,
    TURN_END_KEEP,
    TURN_END_DEER,
    TURN_END_AGAIN
};
enum { MAIN_START, MAIN_ACT, MAIN_CHOSEN, MAIN_MOVED, MAIN_CHECKED, MAIN_OVER };

/* format.c: chapter 13 */
extern const FormatInfo rebirth_formats[];
PlayerSet attack_targets(const Run *r, PlayerId p);
unsigned attack_barred(const Run *r, PlayerId p); /* the clause, 0: somebody can be attacked */
PlayerId attack_blocker(const Run *r, PlayerId attacked,
                        unsigned n); /* n-th who may, NOBODY after the last */
bool cancel_allowed(const Run *r, PlayerId p, PlayerId master);
bool player_lost(const Run *r, PlayerId p);
void tie_settled(Run *r);
void rebirth_settle(Run *r, unsigned lost);
void rebirth_left(Run *r, unsigned players);
bool rebirth_ask_again(Run *r);
/* what leaving breaks off */
bool play_of(const Frame *f, PlayerSet players);
void counter_closed(Run *r, Frame *f);
void counter_void(Run *r, Frame *f, PlayerSet players);
int attack_asks_at(const Run *r, Frame *f); /* the step that asks what is pending, -1: none */
bool attack_undeclared(Run *r, Frame *f, PlayerSet left); /* it goes back to its first question */

bool never_ends(Run *r); /* 14.1.1.3: one more thing done without a choice; true: a draw */
bool waiting_playable(Run *r, unsigned i);
bool attack_is_partner(Run *r);
bool draw_forbidden(Run *r, unsigned player);
bool damage_forbidden(Run *r, uint16_t c);
bool ability_forbidden(Run *r, PlayerId p, CardId c, AbilId a); /* 9.15 */
unsigned list_kept(const Run *r, PlayerId p, CardId *out);      /* Re birth cards that may stay */
void list_partners(Run *r, PlayerId p, bool upright, CardId *out, unsigned *n);
