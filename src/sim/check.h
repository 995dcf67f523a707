/* Playing a game under suspicion: whatever must hold of any game is checked as it goes. */
#pragma once
#include "sim/sim.h"

typedef struct Checker Checker;
Checker *checker_new(const SimConfig *config); /* null: no memory */
void checker_free(Checker *c);

/* Plays the game. False: something did not hold; v->what, decision and answers tell (the answers
 * live until the next game). The result is that of the game as far as it went. */
bool check_game(Checker *c, const FudaSetup *setup, Chooser *who, SimResult *result, Violation *v);

/* Null, or what is wrong: every card of every player is in exactly one place, and says so itself.
 */
const char *places_ok(const Run *r);
