/* fuda.h: the public C API of Fuda, a rules engine for Japanese trading card games.
 *
 * A pack holds compiled cards and never changes. A state is one block of plain data: copy it with
 * memcpy of state_size bytes. run_on plays until a decision is due or the game is over; run_answer
 * takes the number of an option and refuses a wrong one without changing anything:
 *
 *     while (run_on(&run) == STATUS_DECISION) run_answer(&run, choose(&run));
 *
 * For now the public types are those of the core. */
#pragma once
#include "kernel/setup.h"
#include "kernel/view.h"
