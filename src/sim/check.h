/* Plays games while checking the invariants that must hold in any game. */
#pragma once
#include "sim/sim.h"

typedef struct Checker Checker;
/* Allocates a checker; null if out of memory. */
Checker *checker_new(const SimConfig *config);
void checker_free(Checker *c);
/* Switches to another pack for the following games. */
void checker_pack(Checker *c, const Pack *pack);

/* Plays a game. Returns false if an invariant is violated; *v then holds the message, the decision
 * and the answers, which stay valid until the next game. *result describes the game as far as it
 * went. */
bool check_game(Checker *c, const FudaSetup *setup, Chooser *who, SimResult *result, Violation *v);

/* A checked game that starts from a given position and may stop early. */
typedef struct CheckPlan {
    const State *begin;
    uint64_t seed;   /* selects the decisions that get the expensive checks */
    unsigned one_in; /* one in this many does */
    Observer *watch; /* or null; an unobserved twin must stay equal */
    bool (*enough)(void *context, const Run *r); /* called at each decision: true stops the game */
    void *context;
} CheckPlan;
/* check_game for a CheckPlan. */
bool check_from(Checker *c, const CheckPlan *plan, Chooser *who, SimResult *result, Violation *v);

/* Checks that every card is in exactly one place, the one its own fields name. Returns null, or
 * what is wrong. */
const char *places_ok(const Run *r);
