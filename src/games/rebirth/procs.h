/* The procedures of rebirth (one per numbered section that can stop for a decision) and the
 * functions its files share. */
#pragma once
#include "games/rebirth/rebirth.h"

/* Steps of the turn (7) and of the main phase (7.4), in the order of the clauses. */
enum {
    RTURN_STANDBY,        /* 7.2.1: stand and draw */
    RTURN_STANDBY_CHECK,  /* 7.2.2, 7.2.3: triggers, check timing */
    RTURN_ENERGY,         /* 7.3.1: beginning of the energy phase */
    RTURN_ENERGY_PARTNER, /* 7.3.2.1: ask for a partner */
    RTURN_ENERGY_CARD,    /* answered; 7.3.2.2: ask for another card */
    RTURN_ENERGY_CHOSEN,  /* answered; the next player of the team */
    RTURN_ENERGY_CHECK,   /* 7.3.3: check timing */
    RTURN_MAIN,           /* 7.4: the main phase, RPROC_MAIN */
    RTURN_ATTACK,         /* 7.5: the attack phase, RPROC_ATTACK */
    RTURN_END,            /* 7.6.1, 7.6.2: beginning of the end phase */
    RTURN_END_CHECKED,    /* 7.6.3: remove damage */
    RTURN_END_KEEP,       /* 7.6.4, 7.6.5: end effects, empty the Re birth zone */
    RTURN_END_DEER,       /* 12.2.1.7: deer characters leave */
    RTURN_END_AGAIN,      /* 7.6.6: repeat the phase, or the next turn */
    RTURN_STANDBY_MORE,   /* further cards that a text adds are drawn */
    RTURN_ENERGY_MORE     /* further cards that a text allows are chosen; the next player */
};
enum {
    RMAIN_START,   /* 7.4.1: beginning of the main phase */
    RMAIN_ACT,     /* 7.4.2: ask for an action */
    RMAIN_CHOSEN,  /* answered: begin the action */
    RMAIN_MOVED,   /* second half of an action, see finish_action() */
    RMAIN_CHECKED, /* 7.4.3: check timing after an action */
    RMAIN_OVER,    /* 7.4.2.5: the phase is over */
    RMAIN_SEATED   /* 4.5.3.3: the card on the seat that the entry moved to leaves */
};

/* format.c: chapter 13 */
extern const FormatInfo rebirth_formats[];
/* The players whose entry this player may attack. */
PlayerSet rebirth_attack_targets(const Run *r, PlayerId p);
/* The first clause that keeps the player from attacking anybody, 0 if there is a target. */
unsigned rebirth_attack_barred(const Run *r, PlayerId p);
/* The n-th player who may block (from 0), NOBODY after the last. */
PlayerId rebirth_attack_blocker(const Run *r, PlayerId attacked, unsigned n);
/* 13.6.5, 13.7.5: may p cancel what 'master' plays? */
bool rebirth_cancel_allowed(const Run *r, PlayerId p, PlayerId master);
/* 10.6.2, 13.10.3: does the player meet the condition for losing? */
bool rebirth_player_lost(Run *r, PlayerId p);
/* 13.9.3.1: sets the team points of a triple-team game to 0. */
void rebirth_init_points(Run *r);
/* 13.6.3.2: ends the game if an open tie for the fewest retired cards is resolved. */
void rebirth_settle_tie(Run *r);
/* Hooks of Game for players who lose or leave. */
void rebirth_decide_result(Run *r, unsigned lost);
void rebirth_players_left(Run *r, unsigned players);
bool rebirth_rebuild_question(Run *r);

/* 13.4.4: what a leaving player breaks off; play.c and attack.c own the frames. */
/* Is the frame a play by one of these players? */
bool rebirth_played_by(Frame *f, PlayerSet players);
/* Closes the contexts of a counter window whose frame is about to be dropped. */
void rebirth_counter_close(Run *r, Frame *f);
/* Voids the cancels that these players have presented. */
void rebirth_counter_void(Run *r, Frame *f, PlayerSet players);
/* The step of the attack that asks the pending question again, -1: none. */
int rebirth_attack_question_step(const Run *r, Frame *f);
/* Returns an attack to its first question if attacker or defender leaves before it is declared. */
bool rebirth_attack_withdraw(Run *r, Frame *f, PlayerSet left);

/* 14.1.1.3: counts one forced step. True: the limit is reached and the game is a draw. */
bool rebirth_count_forced(Run *r);
/* The game is at that point of the turn now; texts may ask for the phase. */
static inline void rebirth_reach(State *s, unsigned point) {
    if (s->point == point) return;
    s->point = (uint8_t)point;
    derived_read_changed(s, DEPENDS_TURN);
}
/* 9.8.3.2: can the waiting ability be played? i is its index in State.waiting. */
bool rebirth_waiting_playable(Run *r, unsigned i);
/* Pushes the draw of the further cards that a text adds to a draw by rule. Returns false if there
 * are none. */
bool rebirth_draw_more(Run *r, PlayerId p);
/* How many more times an ability of the player triggers. */
unsigned rebirth_triggers_more(Run *r, unsigned player, uint16_t a);
/* What it costs the player to play the card there, or to move the entry to a seat. */
int rebirth_play_cost(Run *r, CardId c, ZoneId z);
int rebirth_seat_cost(Run *r, PlayerId p, CardId entry);
/* 5.23: is the attack in progress a partner attack? */
bool rebirth_attack_is_partner(Run *r);
/* Does the attack count as the n-th, if it is the so_many-th of the turn? */
bool rebirth_is_nth(Run *r, unsigned so_many, int n);
/* 1.3.3: does a rule change forbid it? */
/* By how much texts change the damage that the card takes from the source. */
int rebirth_damage_added(Run *r, uint16_t c, uint16_t source);
bool rebirth_draw_forbidden(Run *r, unsigned player);
/* How many more cards the player draws whenever they draw; texts do not add up. */
unsigned rebirth_draws_more(Run *r, unsigned player);
bool rebirth_attack_forbidden(Run *r, PlayerId p);
bool rebirth_block_forbidden(Run *r, PlayerId p, CardId c);
bool rebirth_damage_forbidden(Run *r, uint16_t c);
/* 9.15.1: does a text forbid the player to use this ability? */
bool rebirth_ability_forbidden(Run *r, PlayerId p, CardId c, AbilId a);
/* Writes the Re birth cards that may still be chosen to stay in their zone (7.6.5). */
unsigned rebirth_list_keepable(const Run *r, PlayerId p, CardId *out);
/* Writes the hand cards that the player may still put into the energy zone (7.3.2.2). */
unsigned rebirth_list_energy(Run *r, PlayerId p, CardId *out);
/* Writes the Re birth cards that are about to leave and may go elsewhere. */
unsigned rebirth_list_leaving(const Run *r, PlayerId p, CardId *out);
/* Writes the partners in the player's energy zone, only the upright ones if asked. */
void rebirth_list_partners(Run *r, PlayerId p, bool upright, CardId *out, unsigned *n);
