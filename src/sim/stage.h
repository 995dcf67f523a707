/* A stage: random positions in the middle of a game in which a card's ability has good chances to
 * be used. Copies of the card, of cards that its text speaks of and of any others lie in all zones
 * of both players; decks are not legal ones. Nothing of the rules is touched. What lies where is a
 * StagePlan, which a game's host side brings. */
#pragma once
#include "play/rng.h"
#include "sim/needs.h"

/* How many cards of which kinds a zone has, and how they lie. */
typedef struct ZonePlan {
    ZoneId zone;
    unsigned kinds;           /* bit per kind */
    uint8_t rich[2], poor[2]; /* how many, from and to */
    /* so many of a hundred are rested; have taken all the damage that they can stand; lie face
     * down, but for those of StagePlan.open */
    uint8_t rested, hurt, down;
} ZonePlan;

/* Cards that begin a game beside the deck: from 1 to 'count' of them lie in a zone, the rest in
 * another one. */
typedef struct SidePlan {
    unsigned kinds;
    unsigned count; /* 0: there are none */
    ZoneId zone, rest;
} SidePlan;

/* Whose card a card of the tied zone is tied to: the first in 'one' in so many of a hundred cases,
 * if there is any, else the top one of 'other'. */
typedef struct TiePlan {
    ZoneId zone; /* 0: no cards are tied */
    ZoneId one, other;
    uint8_t percent;
} TiePlan;

/* Where a card has to lie so that it can come to a zone in which no board lays any. */
typedef struct WayPlan {
    ZoneId to, from;
} WayPlan;

/* Where a game begins. */
typedef struct PointPlan {
    const char *word; /* of Game.start_at */
    bool first;       /* in the first turn, else in a later one */
} PointPlan;

typedef struct FactPlan {
    uint8_t fact, value; /* of State.facts */
} FactPlan;

typedef struct StagePlan {
    /* Up to zone 0. Zones of tied cards behind those they are tied to, the deck last: what is too
     * much for a player is left out of it. */
    const ZonePlan *zones;
    const PointPlan *points; /* each as likely; up to a null word */
    const WayPlan *ways;     /* up to zone 0, or null */
    const FactPlan *facts;   /* written when all is laid. Fact and value 0: the end; or null */
    SidePlan side;           /* laid behind the cards of its zone */
    TiePlan tie;
    unsigned copies;   /* a player has hardly more of one card; 0: however many */
    ZoneSet elsewhere; /* in which the card itself lies now and then, wherever it is valid */
    unsigned apart;    /* kinds whose cards lie only in zones for these kinds */
    unsigned open;     /* kinds that lie face up where others are down */
} StagePlan;

typedef struct Stage {
    const Game *game;
    const Pack *pack;
    const StagePlan *plan; /* null: there is no stage for this game */
    DefId card;            /* the card, */
    AbilId abil;           /* its abilities, from this one, */
    unsigned n;            /* so many, */
    Needs needs;           /* and what the text speaks of */
    DefId helper[16]; /* cards that ask for a keyword of it, or make the moves that trigger it */
    unsigned nhelpers;
} Stage;

/* For abilities a .. a + n - 1 of a card of the pack. */
void stage_open(Stage *st, const Game *g, const Pack *p, DefId card, AbilId a, unsigned n);
/* Writes the position that follows from the seed into r->s; r has the stage's game and pack. False:
 * there is no stage for this game. */
bool stage_set(const Stage *st, uint64_t seed, Run *r);
