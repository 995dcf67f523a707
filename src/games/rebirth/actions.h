/* Actions of rebirth that texts can ask for, chapter 5. */
#pragma once
#include "games/rebirth/rebirth.h"
enum { GOP_CHECK, GOP_PARTNERISE, GOP_HEAL, GOP_SOUL, GOP_MASK, GOP_DEER, GOP_SEE, GOP_COUNT };
extern const GameOp rebirth_ops[GOP_COUNT];
bool rebirth_op_can(Run *r, unsigned ctx, unsigned op, unsigned at);
bool rebirth_payable(Run *r, unsigned player, int n, uint16_t *reserved, unsigned *nreserved);
