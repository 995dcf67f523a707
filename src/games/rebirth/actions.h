/* Actions of rebirth that texts can ask for, chapter 5. */
#pragma once
#include "games/rebirth/rebirth.h"
extern const GameOp rebirth_ops[ROP_COUNT];
bool rebirth_op_payable(Run *r, unsigned ctx, unsigned op, unsigned at);
bool rebirth_payable(Run *r, unsigned player, int n, uint16_t *reserved, unsigned *nreserved);
