/* The procedures of vividz (one per numbered section that can stop for a decision) and the
 * functions its files share. */
#pragma once
#include "games/vividz/vividz.h"

/* Steps of the turn (700), in the order of the clauses. */
enum {
    VTURN_START,         /* 702.1, 702.2 */
    VTURN_START_WAKE,    /* 702.3 */
    VTURN_START_DRAW,    /* 702.4 */
    VTURN_START_CHECK,   /* 702.5 */
    VTURN_MAIN,          /* 703: the main phase, VPROC_MAIN */
    VTURN_MISSION,       /* 704.1, 704.2 */
    VTURN_MISSION_CLEAR, /* 704.3, 704.4 */
    VTURN_MISSION_CHECK, /* 704.4 */
    VTURN_MISSION_END,   /* 704.5, 704.6 */
    VTURN_MISSION_RESET, /* 704.7 to 704.10 */
    VTURN_MISSION_LAST,  /* 704.11 */
    VTURN_CHARGE,        /* 705.1, 705.2 */
    VTURN_CHARGE_KEPT,   /* answered */
    VTURN_CHARGE_DROP,   /* … what was kept before goes */
    VTURN_CHARGE_MORE,   /* 705.3 */
    VTURN_CHARGE_CHOSEN, /* the cards are put there */
    VTURN_CHARGE_CHECK,  /* 705.4 */
    VTURN_END_DRAW,      /* 706.1, 706.2 */
    VTURN_END_WAKE,      /* 706.3 */
    VTURN_END_DRAWS,     /* 706.4 */
    VTURN_END_CHECK,     /* 706.5 */
    VTURN_OVER           /* the next turn */
};
/* Steps of the main phase (703). */
enum {
    VMAIN_START,  /* 703.1 */
    VMAIN_ACT,    /* 703.2: pre-processing, then priority */
    VMAIN_ASK,    /* … the question */
    VMAIN_CHOSEN, /* answered: begin the action */
};

/* 202: pushes a pre-processing if anything is due. Returns whether it did. */
bool vividz_preprocess(Run *r);
bool vividz_processing_overlooked(Run *r); /* for debug checks */
/* The game is at that point of the turn now; texts may ask for the phase. */
static inline void vividz_reach(State *s, unsigned point) {
    if (s->point == point) return;
    s->point = (uint8_t)point;
    derived_read_changed(s, DEPENDS_TURN);
}
/* 703.2a: is it the first turn of the first player? */
static inline bool vividz_first_turn(const State *s) { return s->turn == 1; }

/* The character in an area, the newest if there are several; NONE: it is empty. */
static inline CardId vividz_char(const State *s, PlayerId p, unsigned area) {
    return seat_card(s, p, VZONE_AREA, area);
}
static inline PlayerId vividz_opponent(PlayerId p) { return (PlayerId)(1 - p); }
/* The lane of a card in an area or of a mission. */
static inline unsigned vividz_lane(const State *s, CardId c) {
    return seat_number(card_of(s, c)->seats);
}
/* Has the card the icon now? */
bool vividz_icon(Run *r, CardId c, unsigned icon);
/* 802.1a: the attacking character while it stays in an area; NONE: it has left. */
CardId vividz_attacker(const State *s);

/* check.c: does a text keep the player from losing (but by conceding, 101.5)? */
bool vividz_lose_forbidden(Run *r, unsigned p);

/* play.c */
/* Pushes the play of a card to an area (0 for an event), or of an ability. 'waiting' is the index
 * in State.waiting of a triggered ability, -1 for one that did not trigger. */
enum { VPLAY_FREE = 1 };
void vividz_play_card(Run *r, PlayerId p, CardId c, unsigned area, unsigned flags, int less);
void vividz_play_ability(Run *r, PlayerId p, CardId c, AbilId a, int waiting);
/* 905.2: what it costs the player to play the card there. */
int vividz_price(Run *r, PlayerId p, CardId c, unsigned area);
/* The first clause that keeps the player from playing the card there, CLAUSE_NONE: he can. */
unsigned vividz_play_barred(Run *r, PlayerId p, CardId c, unsigned area, unsigned flags, int less);
unsigned vividz_use_barred(Run *r, PlayerId p, CardId c, AbilId a);
/* Has the waiting ability, playable once a turn, been played in this turn? */
bool vividz_waiting_spent(const Run *r, unsigned i);
/* 908.2a: can the waiting ability be played? */
bool vividz_waiting_playable(Run *r, unsigned i);
/* 905.3: pushes the payment of n energy by the effect in the context, 0: by a rule. */
/* 904.2f: can the cost be paid in another order than the printed one, with that much energy more or
 * less? */
bool vividz_other_order(Run *r, unsigned ctx, Pc cost, PlayerId p, int more);
/* Pays in another order. False: it can be paid as printed, and nothing was done. */
bool vividz_pay_in_order(Run *r, unsigned ctx, Pc cost, PlayerId p, int more);
void vividz_pay_energy(Run *r, unsigned ctx, PlayerId p, int n);
bool vividz_payable(Run *r, unsigned player, int n, uint16_t *reserved, unsigned *nreserved);
/* Adds the options to play the card, one for each area, that nothing bars. */
void vividz_offer_play(Run *r, PlayerId p, CardId c, unsigned flags, int less);
/* Pushes the play that the option to play a card is about, by the effect in the context (0: by a
 * rule). */
void vividz_play_option(Run *r, PlayerId p, const Option *o, unsigned flags, int less,
                        unsigned ctx);

/* turn.c */
void vividz_offer_abilities(Run *r, PlayerId p);

/* attack.c */
void vividz_attack_begin(Run *r, CardId c);
unsigned vividz_attack_barred(Run *r, PlayerId p, CardId c);
/* May the player end the main phase? A text may make him attack first. */
bool vividz_must_attack(Run *r, PlayerId p);

/* scout.c */
void vividz_scout_begin(Run *r, PlayerSet who, unsigned ctx, bool by_rule);

/* mission.c */
/* 304.6d: are all conditions of that block (VW_CHECK, VW_CLEAR) met? */
bool vividz_conditions_met(Run *r, CardId c, unsigned block);
/* 1006: missions to be checked now; with 'add', adds their events to the batch. */
bool vividz_missions_due(Run *r, bool add);
bool vividz_missions_settle(Run *r); /* 704.3 */
void vividz_missions_forget(Run *r); /* 704.8 */
/* 1007.1: are all missions of the player face down? */
bool vividz_all_cleared(const State *s, PlayerId p);

/* actions.c */
extern const GameOp vividz_ops[];
void vividz_op(Run *r, Frame *f, unsigned op);
bool vividz_op_payable(Run *r, unsigned ctx, unsigned op, unsigned pc);
/* 1116.1: may the character slide to this area? The clause that forbids it, CLAUSE_NONE: it may. */
unsigned vividz_slide_barred(Run *r, CardId c, unsigned area);
/* Moves the character to the area. */
bool vividz_slide_to(Run *r, CardId c, unsigned area, unsigned ctx, PlayerId actor);
/* why.c */
unsigned vividz_why_not(Run *r, unsigned p, const Option *o);
