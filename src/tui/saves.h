/* Where games are kept: $FUDA_SAVES, or fuda/ below $XDG_DATA_HOME or ~/.local/share. */
#pragma once
#include "sim/replay.h"

/* The folder; made if it is missing. False: *e tells. */
bool saves_folder(char *out, size_t size, FileError *e);
/* A new file's name there: KEY-DATE-TIME.replay. */
bool saves_new(const Game *g, char *out, size_t size, FileError *e);
/* The game that was kept last and is not over. False: *e tells. */
bool saves_last_open(char *out, size_t size, FileError *e);
/* Whether any game has been kept yet. */
bool saves_any(void);
