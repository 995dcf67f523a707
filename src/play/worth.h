/* What a position is worth to the greedy player, as a game's host side tells. */
#pragma once
#include "kernel/run.h"

/* What a card in a zone is worth to the player whose zone it is, in hundredths of a point of
 * attack. */
typedef struct ZoneWorth {
    ZoneId zone;
    int worth;
    unsigned enough; /* more than so many are worth nothing; 0: all are */
    int rested;      /* what it is worth more while it lies rested */
} ZoneWorth;

typedef struct GameWorth {
    const ZoneWorth *zones; /* up to zone 0 */
    unsigned answers;       /* so many in all trials for a decision */
    unsigned turns;         /* a trial goes on to the end of so many turns; 0: 1 */
    ZoneId down_zone;       /* zone whose face-down cards are worth so much each; 0: none */
    int down;
    int scale;           /* numbers of cards are divided by this; 0: 1 */
    int attack, defence; /* of a point of the first and second number of a card in play */
    int third;           /* of a point of the third number of a card in play */
    int tally;           /* of each condition that a card in play counts and has met in full */
    unsigned near;       /* this many cards of the deck are the last that are safe */
    int drained;         /* of each that is missing of them */
    Clause indifferent;  /* of the question whose answers are as good as each other; 0: none */
} GameWorth;
