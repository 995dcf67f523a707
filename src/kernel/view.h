/* What one player may know of a game, as data without pointers. */
#pragma once
#include "kernel/run.h"

/* A card as one player may see it. Two states that differ only in what is hidden from that
 * player give the same bytes. */
typedef struct FudaSeen {
    DefId def;                         /* 0: the face is hidden from the viewer */
    uint8_t player, zone, index, slot; /* zone 0: a card of the viewer's that waits outside */
    uint16_t flags;                    /* CARD_RESTED, CARD_DOWN, ... */
    KindSet kinds;                     /* kinds that the viewer may know, even of a hidden card */
    SeatSet seats;                     /* all its seats; slot is the first of them */
    int32_t atk, def_now, damage;
    int16_t cost;
    int16_t third; /* the third number, in games that have one */
    int16_t tie;   /* index in FudaView.cards of the card it is attached to, -1 none */
} FudaSeen;
enum { FUDA_MAX_SEEN = MAX_PLAYERS * CARDS_PER_PLAYER };
/* An option of the pending question. */
typedef struct FudaChoice {
    uint8_t kind, a, b;
    int16_t seen;     /* index in FudaView.cards of its card, -1 none */
    uint16_t ability; /* index of the ability on that card + 1, 0 none */
} FudaChoice;
/* A row of the stack and its targets: public information. */
typedef struct FudaTarget {
    uint8_t kind;  /* TARGET_* */
    uint8_t share; /* its share of a divided amount */
    int16_t which; /* index in cards, player, or index in things; -1: gone */
} FudaTarget;
typedef struct FudaThing {
    uint8_t sort;            /* STACK_CARD, STACK_ABILITY, STACK_CHECKS */
    uint8_t player;          /* its master */
    uint8_t count;           /* STACK_CHECKS: number of checks */
    uint8_t flags;           /* STACKED_* */
    uint8_t modes, extra;    /* chosen modes and paid additional costs, bit each */
    uint8_t first, ntargets; /* range in FudaView.targets */
    int16_t x;
    int16_t seen;   /* index in cards of the card or the source; -1: gone or hidden */
    AbilId ability; /* ability of the pack that will be carried out, 0 none */
} FudaThing;
/* Counters of one kind that a player has: public information. */
typedef struct FudaTally {
    uint8_t player;
    uint16_t kind; /* as Counter.kind */
    int16_t n;
} FudaTally;
/* Everything that one player may know. */
typedef struct FudaView {
    uint8_t viewer, nplayers, turn_player, point, result, asked, ask_kind, min, max;
    uint8_t out[MAX_PLAYERS], won[MAX_PLAYERS], counts[MAX_PLAYERS][MAX_ZONES];
    uint8_t facts[16];
    uint16_t turn, clause;
    unsigned ncards, nchoices, nthings, ntallies;
    /* Cards in State.fact_card (attacker and the like): index in cards, -1 none. */
    int16_t roles[6];
    FudaSeen cards[FUDA_MAX_SEEN];
    FudaThing things[MAX_STACK]; /* the last is resolved next */
    FudaTarget targets[MAX_TARGETS];
    FudaTally tallies[MAX_COUNTERS];
    FudaChoice choices[MAX_OPTIONS]; /* only if the viewer is asked */
} FudaView;
/* Writes the player's view; NOBODY: that of a spectator, who sees what lies open to everybody.
 * Derives values in the state, so pass a copy if its bytes must not change. */
void view_make(Run *r, unsigned player, FudaView *out);
