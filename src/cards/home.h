/* The user's own cards and decks, used by every command beside the shipped ones.
 *
 *   cards   the card base $FUDA_DB (set but empty: none), or cards.db in the data folder
 *   decks   $FUDA_DECKS/KEY, or decks/KEY in the data folder
 *
 * The data folder is $XDG_DATA_HOME/fuda, or ~/.local/share/fuda. Nothing here has to exist: a
 * user without a base has the shipped cards. */
#pragma once
#include "cards/cardlist.h"

/* Stores the path of something in the user's data folder. Returns false if there is no such folder
 * (neither XDG_DATA_HOME nor HOME is set) or the name is too long. */
bool home_path(const char *below, char *out, size_t size);
/* Stores the path of the user's card base, whether it exists or not. Returns false if there is
 * none. */
bool home_base(char *out, size_t size);
/* Stores the path of the user's folder of decks of a game. Returns false if there is none. */
bool home_decks(const Game *g, char *out, size_t size);
/* Creates the folder that holds the file, if it is missing. */
bool home_make_folder_of(const char *path, FileError *e);

/* Stores the path of the user's deck with that name: NAME, NAME.txt or NAME.r4udek. */
bool home_find_deck(const Game *g, const char *name, char *out, size_t size);

/* Adds the cards that every command has, then applies the corrections of that date (null: all):
 * the given files or, without any, the shipped cards; then the card base 'base' or, without files
 * and 'base', the user's. A card of the base whose serial a shipped card has is left out, so that
 * no import changes what is shipped. Sets l->where. */
bool home_cards(CardList *l, const char *const *files, unsigned nfiles, const char *base,
                const char *as_of, FileError *e);
/* Adds the user's base, if there is one, to a list of shipped cards, likewise. */
bool home_add_base(CardList *l, const char *as_of, FileError *e);
