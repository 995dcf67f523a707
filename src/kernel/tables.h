/* The tables of a game descriptor whose columns are the same in every game. Only a game's game.c
 * includes this, behind the game's own header (kernel/enums.h). */
#pragma once
#include "kernel/game.h"
#include "kernel/procs.h"

#define FIRST(...)         FIRST_(__VA_ARGS__, 0)
#define FIRST_(first, ...) first

static const NameInfo kinds[] = {
#define KIND(name, ...) {#name, FIRST(__VA_ARGS__)}, /* printed */
#include TABLE(kinds)
#undef KIND
};
static const NameInfo points[] = {
    {"none", ""},
#define POINT(name, key, printed, ...) {key, printed},
#include TABLE(points)
#undef POINT
};
static const NameInfo keywords[] = {
    {"none", ""},
#define KEYWORD(name, key, printed) {key, printed},
#include TABLE(keywords)
#undef KEYWORD
};
static const NameInfo rules[] = {
    {"NONE", ""},
#define RULE_CHANGE(name, meaning) {#name, meaning},
#include TABLE(rules)
#undef RULE_CHANGE
};
static const NameInfo facts[] = {
#define FACT(name, word, meaning)            {#name, meaning},
#define FACT_SHOWN(name, word, meaning, key) {#name, meaning},
#include TABLE(facts)
#undef FACT
#undef FACT_SHOWN
};
static const NameInfo asks[] = {
#define QUESTION(name, key, words) {key, ""},
#include TABLE(questions)
#undef QUESTION
};
static const ProcInfo procs[] = {
    KERNEL_PROCS,
#define PROC(name, label, function) [ID(PROC, name)] = {label, function},
#include TABLE(procs)
#undef PROC
};
_Static_assert(sizeof procs / sizeof *procs == ID(PROC, END), "every procedure has its place");
