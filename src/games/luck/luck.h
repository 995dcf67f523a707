/* ラクエンロジック: enumerators and functions shared by its files. */
#pragma once
#define TABLE(name)   TABLE_OF(luck, name)
#define ZONE_ID(name) LZ_##name
#define ID(set, name) L##set##_##name
#include "kernel/enums.h"

_Static_assert(LP_COUNT <= 16, "points fit a duration");

/* Numbers of a card: power, level and cost are STAT_ATK, STAT_DEF and STAT_COST. */
enum { LSTAT_POWER = STAT_ATK, LSTAT_LEVEL = STAT_DEF, LSTAT_AURA = STAT_THIRD };
enum { LSTAT_LIMIT = STAT_FOURTH, LSTAT_HEART = STAT_FIFTH };
/* Indices of CardDef.more. */
enum {
    LM_TERRITORY, /* 2.10: circles it lies on; 0 counts as 1 */
    LM_POWER,     /* 2.11: its logic: power, aura, limit */
    LM_AURA,
    LM_LIMIT,
    LM_IC,   /* 2.11.3: it has the intercept icon */
    LM_LAW,  /* 2.16: 1 aura, 2 heart */
    LM_GATE, /* 2.17 */
    LM_SUPER /* 2.2.2.8.1: a my logicalist that unites with super logicalists, too */
};
/* Sorts of terms (TermSort): Pack.sort is one more. */
enum { LSORT_NAME, LSORT_TITLE, LSORT_WORLD, LSORT_ATTRIBUTE, LSORT_PARTNER, LSORT_COLOUR };
/* Counters on players, which last for the whole game. */
enum { LCOUNT_NONE, LCOUNT_TRANK, LCOUNT_REFRESH };
/* Numbers of players that texts read (GNUM). */
enum { LN_TRANK, LN_REFRESH, LN_DEFINED, LN_UNIONS, LN_COUNT };
/* Indices into Player.counter: of this turn or battle. */
enum { LC_DEFINED, LC_UNIONS };

/* Indices into State.facts. All but the last ones are cleared at the end of the turn. */
enum {
    LF_ATTACKS,  /* battles begun this turn (8.1.3) */
    LF_BATTLE,   /* a battle is in progress */
    LF_CIRCLE,   /* the attacked circle of the turn player's opponent, from 1; 0 none */
    LF_UNIONS,   /* unions declared this turn, without transchange */
    LF_CHANGES,  /* unions by transchange */
    LF_DRIVE,    /* a logic drive was played this turn */
    LF_CHECKS,   /* the last check timing did something (7.7.8, 8.6.7) */
    LF_ARRANGED, /* members were rearranged, and nothing has happened since */
    LF_PAYING,   /* a rule's payment is going on (10.2.3) */
    LF_PASSES,   /* players who did nothing in a row in the definition step */
    LF_FOLLOWED, /* souls left since the last check timing: whose they were is known (12.2.2) */
    LF_TOLD      /* waiting abilities, from the first, whose triggering was told (LDEED_TRIGGER) */
};
/* Candidate lists of this game for PROC_PICK (Pick.list). */
enum { LL_NONE_, LLIST_HAND, LLIST_LEVEL, LLIST_PARADOX, LLIST_RELIC, LLIST_MAKE, LLIST_SHARED };

extern const Game game_luck;

/* Steps of the turn (7) and of the main phase (7.5), in the order of the clauses. */
enum {
    LTURN_STAND,        /* 7.2.2, 7.2.3 */
    LTURN_STAND_UP,     /* 7.2.4 */
    LTURN_STOOD,        /* 7.2.5 */
    LTURN_DRAW,         /* 7.3.2 */
    LTURN_DRAW_TWO,     /* 7.3.3 */
    LTURN_DREW,         /* 7.3.4 */
    LTURN_STOCK,        /* 7.3.5 */
    LTURN_STOCKED,      /* 7.3.6 */
    LTURN_LEVEL,        /* 7.4.2 */
    LTURN_LEVEL_ASK,    /* 7.4.3 */
    LTURN_LEVEL_CHOSEN, /* answered; 7.4.3.1.1: ask which one is exchanged */
    LTURN_LEVEL_SWAP,   /* answered */
    LTURN_LEVEL_CHECK,  /* 7.4.4 */
    LTURN_MAIN,         /* 7.5 */
    LTURN_BATTLE,       /* 7.6 */
    LTURN_END,          /* 7.7.2, 7.7.3 */
    LTURN_END_PARADOX,  /* 7.7.4 */
    LTURN_END_CHECK,    /* 7.7.5 */
    LTURN_END_HAND,     /* 7.7.6: ask which cards stay */
    LTURN_END_DISCARD,  /* answered: the others go */
    LTURN_END_EFFECTS   /* 7.7.7, 7.7.8 */
};
enum {
    LMAIN_START,   /* 7.5.2 */
    LMAIN_ACT,     /* 7.5.3 */
    LMAIN_CHOSEN,  /* answered: begin the action */
    LMAIN_CHECKED, /* 9.5.4.1: check timing before the next one */
    LMAIN_OVER     /* 7.5.4 */
};

/* The game is at that point of the turn now; texts may ask for the phase. */
static inline void luck_reach(State *s, unsigned point) {
    if (s->point == point) return;
    s->point = (uint8_t)point;
    derived_read_changed(s, DEPENDS_TURN | DEPENDS_ATTACK);
}
static inline PlayerId luck_other(const State *s, PlayerId p) { return player_next(s, p); }
/* Card.deeds of a card in the intercept zone: it intercepts, it is no soul that came along. */
enum { LDONE_INTERCEPT = 1 };
static inline unsigned kinds_member(void) {
    return 1u << LK_LOGICALIST | 1u << LK_FOREIGNER | 1u << LK_TRANSUNION | 1u << LK_SUPER;
}
static inline int luck_more(const Run *r, CardId c, unsigned which) {
    return r->pack->def[card_of(r->s, c)->def].more[which];
}
static inline unsigned luck_territory(const Run *r, CardId c) {
    const int n = luck_more(r, c, LM_TERRITORY);
    return n ? (unsigned)n : 1;
}

/* A limit of a player: what texts make it, else the usual one, and their changes of it. */
unsigned luck_limit(Run *r, unsigned is, unsigned changes, PlayerId p, int usual);
unsigned luck_level_limit(Run *r, PlayerId p); /* turn.c: 4.7.2 */
/* check.c: 9.5.3. Pushes a check timing if anything is due. Returns whether it did. */
bool luck_check_timing(Run *r);
void luck_check_over(Run *r); /* 12.2.2: whose souls the cards were is forgotten */
bool luck_processing_overlooked(Run *r);
bool luck_count_forced(Run *r); /* 12.1.1.3 */
/* process.c: chapter 10. Is any checked rule processing due? */
/* process.c: is processing due because of what these zones hold? */
bool luck_process_due(Run *r, ZoneSet changed);
bool luck_processing_due(Run *r); /* check.c: given what changed since the last clean check */
void luck_reshuffle(Run *r, PlayerId p, bool refresh, unsigned ctx); /* 5.20, 5.21 */
void luck_interrupt(Run *r);                                         /* 10.2 */
bool luck_lost(Run *r, PlayerId p);                                  /* 10.3.1 */
/* play.c: 9.6. 'waiting' is the index in State.waiting, -1 for an ability that did not trigger. */
void luck_play_ability(Run *r, PlayerId p, CardId c, AbilId a, int waiting);
enum { PLAY_FREE = -2 }; /* 5.22.6: without paying, by an effect */
bool luck_condition_met(Run *r, PlayerId p, CardId c, AbilId a); /* EX soul, vanguard */
bool luck_can_use(Run *r, PlayerId p, CardId c, AbilId a);
/* 1.3.3: may the player, or that card of theirs, not do it? */
bool luck_deed_forbidden(Run *r, unsigned deed, PlayerId p, CardId c);
void luck_waiting_drop(Run *r, unsigned i);
bool luck_ability_forbidden(Run *r, PlayerId p, CardId c, AbilId a); /* 12.3: unusable */
bool luck_ability_void(Run *r, PlayerId p, CardId c, AbilId a);      /* 9.3.3: lost or void */
bool luck_play_forbidden(Run *r, PlayerId p, CardId c, AbilId a);    /* it triggers all the same */
/* cost.c: 5.22. Can the cost of the ability be paid in full, at all, or in a context with its X? */
bool luck_cost_payable(Run *r, PlayerId p, CardRef source, AbilId a);
bool luck_can_pay(Run *r, unsigned ctx, PlayerId p, AbilId a);
void luck_pay_cost(Run *r, unsigned ctx, PlayerId p, AbilId a); /* pushes what pays it */
bool luck_parts_payable(Run *r, unsigned ctx, unsigned from, unsigned end, unsigned p);
bool luck_pay_parts(Run *r, unsigned ctx, unsigned from, unsigned end, unsigned p);
/* Moves n cards from the top of the stock (5.22.5). As batch_do. */
bool luck_pay_stock(Run *r, unsigned ctx, PlayerId p, unsigned n);
bool luck_payable(Run *r, unsigned player, int n, uint16_t *reserved, unsigned *nreserved);
/* sortie.c: 5.12 */
enum { SORTIE_EFFECT = 1, SORTIE_UNION = 2, SORTIE_RESTED = 4, SORTIE_FLASH = 8 };
typedef struct Sortie {
    CardRef card;
    PlayerId player;
    uint8_t flags;  /* SORTIE_* */
    SeatSet seats;  /* where; 0: to be chosen */
    SeatSet among;  /* the circles that may be chosen */
    PlayerId where; /* whose circles */
    uint8_t done;   /* it has arrived */
} Sortie;
FRAME_LOCALS(Sortie, sortie_of)
/* Several members that an effect lets sortie at the same time. */
enum { MUSTER_MAX = 6 };
typedef struct Muster {
    CardRef card[MUSTER_MAX];
    SeatSet seats[MUSTER_MAX]; /* where; 0: nowhere */
    PlayerId player, where;
    uint8_t n, nth, flags; /* SORTIE_* */
    SeatSet among;
} Muster;
FRAME_LOCALS(Muster, muster_of)
/* Does a text forbid that the member sorties to these circles? ctx: of the effect, 0: by rule. */
bool luck_circles_barred(Run *r, unsigned ctx, PlayerId by, CardId c, PlayerId where, SeatSet seats,
                         unsigned how);
Frame *luck_sortie_begin(Run *r, unsigned ctx, PlayerId p, CardId c, unsigned flags);
unsigned luck_seatings(Run *r, uint16_t card, unsigned player, unsigned zone, SeatSet *out,
                       unsigned max);
/* 9.6.2.1: may the player play the card? The first clause against it, 0: none. */
unsigned luck_play_barred(Run *r, PlayerId p, CardId c);
unsigned luck_union_barred(Run *r, PlayerId p, CardId c, bool free);
int luck_cost(Run *r, CardId c);
bool luck_stock_pays(Run *r, PlayerId p, int n); /* so many cards of the stock */
/* union.c: 5.13 */
void luck_offer_unions(Run *r, PlayerId p);
void luck_union_begin(Run *r, unsigned ctx, PlayerId p, CardId first, CardId second, bool change,
                      ZoneSet from);
bool luck_changes_with(Run *r, CardId a, CardId b); /* 11.5.1: the first by transchange */
bool luck_unites(Run *r, CardId a, CardId b);
bool luck_may_unite(Run *r, PlayerId p, bool change);
/* battle.c */
void luck_ask_attack(Run *r);
SeatSet luck_targets(Run *r, PlayerId p, CardId c);
/* Why the circle cannot be named where one is asked for. */
unsigned luck_aim_why(Run *r, PlayerId p, unsigned seat);
int luck_attack_limit(Run *r, PlayerId p);
/* Does an effect keep the member from attacking? */
bool luck_attack_barred(Run *r, PlayerId p, CardId c);
unsigned luck_law(Run *r); /* 8.5.3.4: 0 power, 1 aura, 2 heart */
bool luck_destroy(Run *r, CardId gate, CardId by, unsigned ctx, PlayerId actor);
bool luck_has_icon(Run *r, CardId c);
ZoneSet luck_logic_zones(Run *r, PlayerId p);
void luck_logic_begin(Run *r, unsigned ctx, PlayerId p, const CardRef *c, unsigned n);
void luck_battle_over(Run *r);
/* Deeds are seen by triggers as other events are. */
void luck_deed(Run *r, unsigned deed, PlayerId p, CardId card, CardId other, int amount,
               unsigned ctx);
/* actions.c */
extern const GameOp luck_ops[];
void luck_op(Run *r, Frame *f, unsigned op);
bool luck_op_payable(Run *r, unsigned ctx, unsigned op, unsigned pc);
void luck_boost_begin(Run *r, unsigned ctx, PlayerId p, bool luck);
/* why.c */
unsigned luck_why_not(Run *r, unsigned p, const Option *o);
