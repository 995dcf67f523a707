/* Vividz: enumerators and functions shared by its files. */
#pragma once
#include "kernel/run.h"

/* Each enum is expanded from a table, NAME.def, whose rows also hold the keys used in files, the
 * printed words and the UI text. The comment at the head of a table explains its columns. Where an
 * enum starts with NONE or NOWHERE, zero means "nothing". */
enum {
    VZONE_NOWHERE,
#define ZONE(name, ...) VZONE_##name,
#include "games/vividz/zones.def"
#undef ZONE
    VZONE_COUNT
};
enum {
#define KIND(name, ...) VK_##name,
#include "games/vividz/kinds.def"
#undef KIND
    VK_COUNT
};
enum {
    VW_NONE,
#define KEYWORD(name, ...) VW_##name,
#include "games/vividz/keywords.def"
#undef KEYWORD
    VW_COUNT
};
enum {
    VP_NONE,
#define POINT(name, ...) VP_##name,
#include "games/vividz/points.def"
#undef POINT
    VP_COUNT
};
enum {
    VDEED_NONE,
#define DEED(name, ...) VDEED_##name,
#include "games/vividz/deeds.def"
#undef DEED
    VDEED_COUNT
};
enum {
#define HOW(name, ...) VH_##name,
#include "games/vividz/hows.def"
#undef HOW
    VH_COUNT
};
enum {
    VR_NONE,
#define ROLE(name, ...) VR_##name,
#define ROLE_SHOWN      ROLE
#include "games/vividz/roles.def"
#undef ROLE
#undef ROLE_SHOWN
    VR_COUNT
};
enum {
#define FACT(name, ...) VFACT_##name,
#include "games/vividz/facts.def"
#undef FACT
    VFACT_COUNT
};
enum {
#define CARD_FACT(name, ...) VQ_##name,
#include "games/vividz/card_facts.def"
#undef CARD_FACT
    VQ_COUNT
};
enum {
    VRC_NONE,
#define RULE_CHANGE(name, ...) VRC_##name,
#include "games/vividz/rules.def"
#undef RULE_CHANGE
    VRC_COUNT
};
enum {
    VASK_BEFORE_ = ASK_GAME - 1,
#define QUESTION(name, ...) VASK_##name,
#include "games/vividz/questions.def"
#undef QUESTION
    VASK_END
};
enum {
    VOPT_BEFORE_ = OPT_GAME - 1,
#define OPTION(name, ...) VOPT_##name,
#include "games/vividz/options.def"
#undef OPTION
    VOPT_END
};
enum {
    VPROC_BEFORE_ = PROC_GAME - 1,
#define PROC(name, ...) VPROC_##name,
#include "games/vividz/procs.def"
#undef PROC
    VPROC_END
};
enum {
#define GAME_OP(name, ...) VOP_##name,
#include "games/vividz/ops.def"
#undef GAME_OP
    VOP_COUNT
};
_Static_assert((int)VZONE_COUNT <= (int)MAX_ZONES, "zones fit a ZoneSet beside its flags");
_Static_assert(VW_COUNT <= 32, "keywords fit AbilityDef.keywords");
_Static_assert(VP_COUNT <= 16, "points fit the durations that last until one");
_Static_assert(VH_COUNT <= 8 * sizeof(HowSet), "ways of moving fit a HowSet");
_Static_assert((int)VRC_COUNT <= (int)RULE_NOTED, "rule changes fit a RuleSet");
_Static_assert(VASK_END <= 32, "questions fit a mask of 32 bits");
_Static_assert(VOPT_END <= 256 && VPROC_END <= 256, "options and procedures fit a byte");

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
