/* Where games are saved: $FUDA_SAVES, or fuda/ below $XDG_DATA_HOME or ~/.local/share. All
 * functions that return false explain why in *e. */
#pragma once
#include "sim/replay.h"

/* Stores the directory's path and creates the directory if needed. */
bool saves_folder(char *out, size_t size, FileError *e);
/* Stores an unused file name there: KEY-DATE-TIME.replay. */
bool saves_new(const Game *g, char *out, size_t size, FileError *e);
/* Stores the path of the most recently saved unfinished game. */
bool saves_last_open(char *out, size_t size, FileError *e);
/* Is there any saved game? */
bool saves_any(void);
