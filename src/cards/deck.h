/* Deck files.
 *
 *   text     `4 card name` a line; `# comment`; a section line (`main`, or what the game calls
 *            its other piles) says which pile the lines below it belong to. A card's serial may
 *            stand instead of its name, or behind it in [ ] where several cards have one name. In a
 *            game with epithets a card is NAME◆EPITHET, or NAME where no other has that name or
 *            this one has no epithet.
 *   .r4udek  as r4utools writes it: {"Name": …, "Remarks": …, "Ratios": {serial: count}}; each
 *            card goes to the pile of its kind. */
#pragma once
#include "cards/cardlist.h"

enum { PILE_BY_KIND = 255, DECK_MAX_CARDS = 1000, DECK_MAX_LINES = 1000 };

typedef struct DeckLine {
    const char *name;             /* as written: a name, a serial, or `name [serial]` */
    unsigned count, line, column; /* line 0: no place in a text */
    uint8_t pile;
    const PrintedCard *card; /* after deck_find: null if unknown or unclear */
    char why[400];           /* then: why, in words */
    DefId def;               /* in the builder it was last added to */
} DeckLine;

typedef struct DeckFile {
    const char *path, *name; /* name: of the deck, or of the file */
    DeckLine *line;
    unsigned n;
    Arena arena;
} DeckFile;

bool deck_read(DeckFile *d, const Game *g, const char *path, FileError *e);
bool deck_take(DeckFile *d, const Game *g, const char *path, const void *bytes, size_t size,
               FileError *e);
void deck_free(DeckFile *d);
/* Finds every line's card in the list and its pile; returns how many could not be found. */
unsigned deck_find(DeckFile *d, CardList *cards);
/* The place of a line as `file:line:column: message`, or `file: card N (NAME): message`. */
bool deck_error(const DeckFile *d, const DeckLine *l, FileError *e, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
