/* Where games are saved: $FUDA_SAVES, or fuda/ below $XDG_DATA_HOME or ~/.local/share. All
 * functions with a FileError explain there why they return false. */
#pragma once
#include "sim/replay.h"
#include "tui/lang.h"
#include "tui/text.h"

/* Creates and locks a new file there, KEY-DATE-TIME.replay, and writes the game into it. Creates
 * the directory if needed. */
bool saves_new(const Replay *p, LockedFile *out, FileError *e);
/* Stores the path of the most recently saved unfinished game. *spoiled gets a line for each newer
 * file that is damaged. */
bool saves_last_open(char *out, size_t size, Text *spoiled, FileError *e);
/* Does the file match its checksum? */
bool saves_intact(const Replay *p, const char *path, FileError *e);
/* Unfinished games, the latest first: at most 'max' paths and lines that tell game, turn, answers
 * and day. Returns how many. Damaged files are passed over. */
typedef struct OpenGame {
    char path[4096], about[160];
} OpenGame;
unsigned saves_list_open(OpenGame *out, unsigned max, Lang lang);
/* Is there any saved game of that game (null: of any)? */
bool saves_any(const Game *g);
