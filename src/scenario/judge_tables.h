/* What a JudgeTable takes from the tables of its game: its stops, points, roles and facts. Only a
 * game's judge.c includes this, behind the game's own header (kernel/enums.h). */
#pragma once
#include "scenario/tables.h"

enum {
#define STOP(name, ...) STOP_##name,
#include TABLE(stops)
#undef STOP
};
static const PointInfo points[] = {
#define STOP(name, word, clause, expected, proc, step)                                             \
    [STOP_##name] = {word, clause, (int)(proc) != PROC_NONE, expected},
#include TABLE(stops)
#undef STOP
    {0},
};
static const uint8_t stop_of[] = {
#define POINT(name, key, printed, phase, stop, ...) [ID(P, name)] = STOP_##stop,
#include TABLE(points)
#undef POINT
};
static const NumberWord roles[] = {
#define ROLE(name, word)
#define ROLE_SHOWN(name, word, key, words) {key, ID(R, name)},
#include TABLE(roles)
#undef ROLE
#undef ROLE_SHOWN
    {0},
};
static const NumberWord facts[] = {
#define FACT(name, word, meaning)
#define FACT_SHOWN(name, word, meaning, key) {key, ID(FACT, name)},
#include TABLE(facts)
#undef FACT
#undef FACT_SHOWN
    {0},
};

/* The scenario's name for the current point of the turn, as an index into points. */
static unsigned point(const State *s) { return stop_of[s->point]; }
