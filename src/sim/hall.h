/* A hall: threads of this process that play games of a study. They are given stretches of games,
 * and what they have counted is collected from time to time. One thread owns the hall and calls
 * these functions. */
#pragma once
#include "sim/study.h"

typedef struct Hall Hall;

/* Starts config->threads threads, or as many as there can be. The config must outlive the hall.
 * Null: no memory, or no thread. */
Hall *hall_open(const SimConfig *config, unsigned ncards);
/* Gives games to play. False: no memory. */
bool hall_give(Hall *h, Stretch s);
/* How many games were given and have not begun. */
uint64_t hall_waiting(Hall *h);
/* Has every game that was given been played, or left out after hall_stop? */
bool hall_idle(Hall *h);
/* Adds the counts and games since the last call to 'into', a study of the same config. False: a
 * deck does not fit, or out of memory; the counts are of no use then. */
bool hall_collect(Hall *h, Study *into);
/* Begins no further game. Those that have begun are finished and counted. */
void hall_stop(Hall *h);
/* Waits for news, for at most so many milliseconds. */
void hall_wait(Hall *h, unsigned milliseconds);
/* Stops, waits for the threads and frees the hall. Null is fine. */
void hall_close(Hall *h);
