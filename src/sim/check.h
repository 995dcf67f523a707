/* Playing a game under suspicion: whatever must hold of any game is checked as it goes. */
#pragma once
#include "sim/sim.h"

typedef struct Checker Checker;
Checker *checker_new(const SimConfig *config); /* null: no memory */
void checker_free(Checker *c);
/* Games with another pack from now on. */
void checker_pack(Checker *c, const Pack *pack);

/* Plays the game. False: something did not hold; v->what, decision and answers tell (the answers
 * live until the next game). The result is that of the game as far as it went. */
bool check_game(Checker *c, const FudaSetup *setup, Chooser *who, SimResult *result, Violation *v);

/* A game that begins in any position and need not be played to its end. */
typedef struct CheckPlan {
    const State *begin;
    uint64_t seed;   /* decides which decisions are turned over */
    unsigned one_in; /* one of so many is */
    Observer *watch; /* or null; a twin that nobody watches must stay equal */
    bool (*enough)(void *context, const Run *r); /* at a decision: it is left there */
    void *context;
} CheckPlan;
bool check_from(Checker *c, const CheckPlan *plan, Chooser *who, SimResult *result, Violation *v);

/* Null, or what is wrong: every card of every player is in exactly one place, and says so itself.
 */
const char *places_ok(const Run *r);
