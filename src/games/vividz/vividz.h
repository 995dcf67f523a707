/* Vividz: enumerators and functions shared by its files. */
#pragma once
#define TABLE(name)   TABLE_OF(vividz, name)
#define ZONE_ID(name) VZONE_##name
#define ID(set, name) V##set##_##name
#include "kernel/enums.h"

_Static_assert(VP_COUNT <= 16, "points fit the durations that last until one");

/* Abilities played, or turns, without a choice of anybody, after which the game is a draw: see
 * rulings.md. */
enum { FORCED_LIMIT = 300 };
enum { AREAS = 3, CENTRE = 2 }; /* 503.2: areas of a player; the one in the middle */

/* The piles of a deck (401.2). */
enum { VPILE_ACCOUNT = PILE_MAIN + 1, VPILE_MISSIONS };

/* Indices into State.facts. All facts are cleared at the end of the turn. */
enum {
    VF_ATTACKING, /* an attack is in progress */
    VF_ENDING,    /* an effect ends the attack */
    VF_DECK_LOSS, /* an empty deck loses in this pre-processing (1007.2) */
};
/* Player.counter: events that the player has played this turn. */
enum { VC_EVENTS };
/* Card.deeds: its attack was a success (1118); an additional cost is CARD_EXTRA_PAID. */
enum { VCARD_SUCCESS = 1 };
/* Candidate lists of this game for PROC_PICK (Pick.list). */
enum { VL_NONE, VL_ENERGY, VL_HAND };

extern const Game game_vividz;
