/* fuda sim --out DIR: a study of decks instead of totals on the terminal. */
#pragma once
#include "sim/study.h"

/* Plays the config's games into the folder, from where an earlier run stopped if 'resume' is set.
 * Ctrl-C finishes the games that have begun and writes what there is. Prints a summary; returns the
 * exit code. Every process of the crew calls this; the leader alone uses the folder. */
int sim_study(const SimConfig *config, const Stock *stock, const char *folder, bool resume);
