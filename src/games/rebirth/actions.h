/* Chapter 5: the actions of rebirth that card text can request. */
#pragma once
#include "games/rebirth/rebirth.h"
extern const GameOp rebirth_ops[ROP_COUNT];
/* 9.5.2.2: can the operation whose operands begin at 'at' be carried out in full as a cost? */
bool rebirth_op_payable(Run *r, unsigned ctx, unsigned op, unsigned at);
/* 5.14.1.1: can the player rest n energy? Adds the cards counted to 'reserved'; cards already in
 * it, reserved by another part of the same cost, do not count. */
bool rebirth_payable(Run *r, unsigned player, int n, uint16_t *reserved, unsigned *nreserved);
