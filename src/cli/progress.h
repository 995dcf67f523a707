/* Progress of long work, and stopping it.
 *
 * On a terminal a line on stderr says how much is done and how long the rest will take; it is
 * rewritten at most four times a second and removed at the end. The first Ctrl-C (or SIGTERM, or
 * SIGUSR1, which mpirun passes on) only asks the work to stop, so that what was done can be
 * printed; a second one ends the program. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* Exit code of a command that was stopped; results were printed as far as they go. */
enum { EXIT_STOPPED = 130 };

/* Begins. 'what' is the word for the units ("games"), or null for none. */
void progress_begin(const char *what);
/* So many units were done by an earlier run: they say nothing about how long the rest will take. */
void progress_from(uint64_t done);
/* Says that 'done' of 'all' units are done (all 0: not known); 'name' is the present one, or null.
 * Returns false if the user asked to stop. Cheap enough to call for every game. */
bool progress_step(uint64_t done, uint64_t all, const char *name);
/* Removes the line, so that something can be printed; the next step draws it again. */
void progress_clear(void);
/* Ends: removes the line and gives Ctrl-C its usual meaning back. */
void progress_end(void);
/* Has the user asked to stop? */
bool progress_stopped(void);
/* The exit code of a command that would end with 'code' otherwise. */
int progress_code(int code);
