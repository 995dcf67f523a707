/* グランブルーファンタジーTCG: enumerators and functions shared by its files. */
#pragma once
#define TABLE(name)   TABLE_OF(granblue, name)
#define ZONE_ID(name) GZ_##name
#define ID(set, name) G##set##_##name
#include "kernel/enums.h"

enum { GPILE_LEADERS = 1 }; /* the pile of a deck beside the main one */
_Static_assert(GP_COUNT <= 16, "durations until a point have 16 of them");

/* Indices into State.facts. All facts are cleared at the end of the turn. */
enum {
    GF_BATTLE,    /* a battle is going on (7-1) */
    GF_BATTLES,   /* this is not the first attack step of the turn (7-2-1-1) */
    GF_CHARGE,    /* the card that has just attacked may use its charge attack (7-2-1-3-1-4) */
    GF_COUNTERED, /* the last counter step passed without an action */
    GF_CAUSE,     /* CAUSE_*: what the damage being dealt comes from */
    GF_NUMBER     /* 1 + the rule change that replaces its number first (8-10-2) */
};
enum { CAUSE_EFFECT, CAUSE_BATTLE, CAUSE_BURST };
/* Indices into State.fact_card. Attack cards keep their place while they are in the battle. */
enum { GC_LATEST, GC_TARGET, GC_ATTACKERS, GC_END = 6 };
/* Indices into Player.counter. */
enum {
    GN_JOB,    /* the job change of this turn was made (10-3-2) */
    GN_LIMIT,  /* the limit break (10-4-2) */
    GN_DRAWN,  /* cards drawn by effects this turn */
    GN_ARMOUR, /* destructions of armour that are due (9-4-2-2) */
    GN_REFILL, /* refills that are due (9-4-3-2) */
    GN_DOWN    /* the leader is knocked out (9-4-1-3) */
};
/* Bits of Card.deeds, beside CARD_EXTRA_PAID. */
enum {
    GDID_CHARGE = 4, /* its charge attack was used this turn (2-6-1-1-3) */
    GDID_DUE = 8,    /* to be knocked out (9-2-2-2) */
    GDID_FALL = 16,  /* it is knocked out, and about to leave */
    GDID_BREAK = 32  /* this card of the armour is destroyed (9-4-2-3) */
};
/* Kinds of chips (Counter.kind): plain ones, and those that change a number by kind - CHIP_X - 16.
 */
enum {
    GCHIP_PLAIN = 1,
    GCHIP_HP = 32,
    GCHIP_ATK = 64,
    GCHIP_RANK = 96,
    GCHIP_NAMED = 128, /* and the term */
    GCHIP_ZONE =
        0x8000, /* of a player, in a zone: six kinds, GCHIP_IN_*, for each term; 0: plain */
    GCHIP_ZONES = 6
};
enum {
    GCHIP_IN_GAUGE,
    GCHIP_IN_GEM,
    GCHIP_IN_LEADER,
    GCHIP_IN_MEMBER,
    GCHIP_IN_ARMOUR,
    GCHIP_IN_DECK
};
/* Effects of the rules: level cards and chips. They apply after all others (10-15-1-1). */
enum { GEFF_RULE = 16 };
/* Candidate lists of this game for PROC_PICK (Pick.list). */
enum { GL_NONE, GL_ICONS };

/* Steps of the turn, in the order of the clauses. */
enum {
    GTURN_START,   /* 6-2-1, 6-2-2 */
    GTURN_ACTIVE,  /* 6-2-3 */
    GTURN_ACTIVED, /* 6-2-4 */
    GTURN_DRAW,    /* 6-2-5 */
    GTURN_DRAWN,   /* 6-2-6 */
    GTURN_GEM,     /* 6-2-7 */
    GTURN_GEMMED,  /* 6-2-8 */
    GTURN_MAIN,    /* 6-3 */
    GTURN_BATTLE,  /* 6-4 */
    GTURN_BURST,   /* 6-5-1-1 */
    GTURN_CHAIN,   /* 6-5-1-2 */
    GTURN_AIMED,   /* 6-5-1-2-1-2 */
    GTURN_HIT,     /* 6-5-1-2-1-3 */
    GTURN_RETURN,  /* 6-5-1-2-1-4 */
    GTURN_END,     /* 6-5-1-3 */
    GTURN_ENDED,   /* 6-5-1-3, 6-5-1-4 */
    GTURN_DRAW2,   /* the second card of 6-2-5 */
    GTURN_NUMBER   /* 8-10-2, for a chain burst */
};
enum { GMAIN_START, GMAIN_ACT, GMAIN_CHOSEN, GMAIN_OVER, GMAIN_PASSED };

extern const Game game_granblue;
extern const GameOp granblue_ops[];

/* The game is at that point of the turn now; texts may ask for the phase. */
static inline void granblue_reach(State *s, unsigned point) {
    if (s->point == point) return;
    s->point = (uint8_t)point;
    derived_read_changed(s, DEPENDS_TURN);
}
static inline PlayerId granblue_foe(PlayerId p) { return (PlayerId)(1 - p); }
static inline bool granblue_is(Run *r, CardId c, unsigned kind) {
    return card_kinds(r, c) >> kind & 1;
}

/* 1-3-1-1: a text that would lift one of the limits it names is read and does nothing. */
static inline void granblue_void_text(Run *r, CardId c) {
    if (rule_on(r, GRC_VOID, NOBODY, c)) RULE(GB_1_3_1_1);
}

/* check.c */
bool granblue_check_point(Run *r);  /* 8-5-1: pushes a check point if anything is due */
bool granblue_count_forced(Run *r); /* 11-1-1-1 */

/* entry.c: 10-2-3, what may be put into an area */
bool granblue_can_enter(Run *r, PlayerId p, CardId c, unsigned *why);
bool granblue_can_job(Run *r, PlayerId p, CardId c, unsigned *why);
/* The member onto which the card can be put; NONE: there is none. */
CardId granblue_can_limit(Run *r, PlayerId p, CardId c, unsigned *why);
/* Carry them out; true: the caller must return. ctx 0: the player does it by rule. */
bool granblue_put_member(Run *r, PlayerId p, CardId c, unsigned how, unsigned put, unsigned ctx);
bool granblue_job_change(Run *r, PlayerId p, CardId c, unsigned ctx);
bool granblue_limit_break(Run *r, PlayerId p, CardId c, CardId onto, unsigned ctx);

/* damage.c: 9-2 */
/* A damage before it is dealt. */
typedef struct Blow {
    CardId to;
    CardId from[GC_END]; /* its sources (4-9); a chain burst has none */
    unsigned n;
    bool battle;
    int amount;
} Blow;
/* What the damage becomes: 9-2-1-3-1 to 9-2-1-3-3. 'burst' is what texts add to that of a chain
 * burst. */
int granblue_damage(Run *r, const Blow *b, int burst);
/* 8-10-2: asks which of several texts replaces the number of that damage first, if that makes a
 * difference; granblue_number_picked takes the answer. */
bool granblue_numbers_differ(Run *r, const Blow *b);
bool granblue_ask_number(Run *r, const Blow *b);
void granblue_number_picked(Run *r);
void granblue_interrupt(Run *r);
/* 1-3-3: does a text forbid that the card of the armour is destroyed, by the effect of ctx? */
bool granblue_unbreakable(Run *r, PlayerId p, CardId c, unsigned ctx);
bool granblue_intercept(Run *r, unsigned first);
bool granblue_kept(Run *r, uint16_t c, unsigned zones); /* a level card goes in its place */
void granblue_did(Run *r, const Event *e);
void granblue_fall_push(Run *r, unsigned how, unsigned ctx);
void granblue_bonus(Run *r, CardId c); /* level cards and chips of the card changed */
unsigned granblue_levels(const State *s, CardRef c);
int granblue_chips_on(const State *s, CardId c, unsigned kind); /* kind 0: of all kinds */

/* use.c: 8-4, 8-6 */
bool granblue_can_use(Run *r, PlayerId p, CardId c, AbilId a);
bool granblue_cost_payable(Run *r, PlayerId p, CardRef source, AbilId a);
bool granblue_forbidden(Run *r, PlayerId p, CardId c, AbilId a);
bool granblue_waiting_playable(Run *r, unsigned i);
enum { GUSE_PLAIN, GUSE_STONE, GUSE_TRIGGER, GUSE_FREE };
void granblue_use_push(Run *r, PlayerId p, CardId c, AbilId a, int waiting, unsigned way);
AbilId granblue_spell(const Run *r, CardId c); /* the effect of a stone, 0: none */
void granblue_offer_uses(Run *r, PlayerId p);  /* 6-3-1-2-2, 6-3-1-2-3: effects and stones */
/* Icons of a cost in one number: four bits for each element, above them gems of any sort. */
enum { ICONS_BITS = 24, ICONS_MASK = (1 << ICONS_BITS) - 1 };
bool granblue_begin_use(Run *r, PlayerId p); /* begins State.picked if it is one of these */
void granblue_pay_push(Run *r, PlayerId p, unsigned ctx, unsigned icons, int any);
bool granblue_icons_payable(Run *r, PlayerId p, unsigned ctx, unsigned icons, int any);
unsigned granblue_icon_gems(Run *r, Frame *f, CardRef *out);

/* battle.c: 7 */
bool granblue_attacks(const State *s, CardId c); /* is it an attack card? */
bool granblue_battle_on(const State *s);         /* attack cards and battle opponent are there */
void granblue_battle_end(Run *r);

/* actions.c, why.c */
void granblue_op(Run *r, Frame *f, unsigned op);
ZoneSet granblue_op_zones(unsigned op);
bool granblue_op_payable(Run *r, unsigned ctx, unsigned op, unsigned at);
unsigned granblue_why_not(Run *r, unsigned p, const Option *o);
