/* A game for tests only, never shipped. It has no clauses; game.c states its rules. */
#pragma once
#include "kernel/run.h"

enum {
    TZ_NOWHERE,
#define ZONE(name, ...) TZ_##name,
#include "toy/zones.def"
#undef ZONE
    TZ_COUNT
};
enum { TK_CH, TK_BIG, TK_SITE, TK_CHARM, TK_COUNT }; /* kinds; a big unit is a unit, too */
enum { TP_NONE, TP_MAIN, TP_COUNT };                 /* points of the turn */
enum { TH_PUT, TH_DRAW, TH_PLAY, TH_FALL, TH_MILL, TH_COUNT }; /* ways of moving */
enum { TASK_ACTION = ASK_GAME, TPROC_TURN = PROC_GAME };
enum { TOPT_PLAY = OPT_GAME, TOPT_ATTACK, TOPT_END };
enum { TC_EXPERIENCE = 1, TF_PLAYED = 0 }; /* kind of counters; State.facts: cards played */
enum { TOY_SEATS = 4, TOY_PLAYS = 2, TOY_DECK = 22 };
extern const Game game_toy;

/* Where a card of these kinds is played to, and its abilities are valid. */
static inline ZoneId toy_home(unsigned kinds) {
    return kinds >> TK_SITE & 1 ? TZ_LANE : kinds >> TK_CHARM & 1 ? TZ_CHARMS : TZ_FIELD;
}
