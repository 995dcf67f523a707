/* The procedures of rebirth, one for each numbered section that can meet a choice. */
#pragma once
#include "games/rebirth/rebirth.h"

void rebirth_setup(Run *r, Frame *f);      /* setup.c   6.2 */
void rebirth_turn(Run *r, Frame *f);       /* turn.c    7 */
void rebirth_main(Run *r, Frame *f);       /* turn.c    7.4 */
void rebirth_attack(Run *r, Frame *f);     /* attack.c  8 */
void rebirth_check(Run *r, Frame *f);      /* check.c   9.6, 10 */
void rebirth_recover(Run *r, Frame *f);    /* check.c   10.3 */
void rebirth_play(Run *r, Frame *f);       /* play.c    9.7 */
void rebirth_counter(Run *r, Frame *f);    /* play.c    9.7.3 */
void rebirth_pay(Run *r, Frame *f);        /* actions.c 5.14 */
void rebirth_swap(Run *r, Frame *f);       /* actions.c 5.12 */
void rebirth_checkcard(Run *r, Frame *f);  /* actions.c 5.25 */
void rebirth_partnerise(Run *r, Frame *f); /* actions.c 5.28 */
void rebirth_heal(Run *r, Frame *f);       /* actions.c 5.16 */
void rebirth_fire(Run *r, Frame *f);       /* actions.c */

enum {
    RTURN_STANDBY,
    RTURN_STANDBY_CHECK,
    RTURN_ENERGY,
    RTURN_ENERGY_PARTNER,
    RTURN_ENERGY_CARD,
    RTURN_ENERGY_CHOSEN,
    RTURN_ENERGY_CHECK,
    RTURN_MAIN,
    RTURN_ATTACK,
    RTURN_END,
    RTURN_END_CHECKED,
    RTURN_END_KEEP,
    RTURN_END_DEER,
    RTURN_END_AGAIN
};
enum { RMAIN_START, RMAIN_ACT, RMAIN_CHOSEN, RMAIN_MOVED, RMAIN_CHECKED, RMAIN_OVER };

/* format.c: chapter 13 */
extern const FormatInfo rebirth_formats[];
PlayerSet rebirth_attack_targets(const Run *r, PlayerId p);
unsigned rebirth_attack_barred(const Run *r,
                               PlayerId p); /* the clause, 0: somebody can be attacked */
PlayerId rebirth_attack_blocker(const Run *r, PlayerId attacked,
                                unsigned n); /* n-th who may, NOBODY after the last */
bool rebirth_cancel_allowed(const Run *r, PlayerId p, PlayerId master);
bool rebirth_player_lost(const Run *r, PlayerId p);
void rebirth_points_begin(Run *r);
void rebirth_tie_settled(Run *r);
void rebirth_decide_result(Run *r, unsigned lost);
void rebirth_players_left(Run *r, unsigned players);
bool rebirth_rebuild_question(Run *r);
/* what leaving breaks off */
bool rebirth_play_of(const Frame *f, PlayerSet players);
void rebirth_counter_closed(Run *r, Frame *f);
void rebirth_counter_void(Run *r, Frame *f, PlayerSet players);
int rebirth_attack_asks_at(const Run *r,
                           Frame *f); /* the step that asks what is pending, -1: none */
bool rebirth_attack_undeclared(Run *r, Frame *f,
                               PlayerSet left); /* it goes back to its first question */

bool rebirth_never_ends(Run *r); /* 14.1.1.3: one more thing done without a choice; true: a draw */
bool rebirth_waiting_playable(Run *r, unsigned i);
bool rebirth_attack_is_partner(Run *r);
bool rebirth_draw_forbidden(Run *r, unsigned player);
bool rebirth_damage_forbidden(Run *r, uint16_t c);
bool rebirth_ability_forbidden(Run *r, PlayerId p, CardId c, AbilId a); /* 9.15 */
unsigned rebirth_list_kept(const Run *r, PlayerId p,
                           CardId *out); /* Re birth cards that may stay */
void rebirth_list_partners(Run *r, PlayerId p, bool upright, CardId *out, unsigned *n);
