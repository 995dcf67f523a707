/* The procedures of rebirth, one for each numbered section that can meet a choice. */
#pragma once
#include "games/rebirth/rebirth.h"

#define PROC(name, label, function) void function(Run *r, Frame *f);
#include "games/rebirth/procs.def"
#undef PROC

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
bool rebirth_play_by(Frame *f, PlayerSet players); /* does one of them play it? */
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
