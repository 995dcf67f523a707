/* Deck files.
 *
 *   text     `4 card name` per line; `# comment`; a section line (`main`, or the game's word for
 *            another pile) selects the pile for the lines below it. A serial may replace the
 *            name, or follow it in [ ] if several cards share the name. In a game with epithets a
 *            card is NAME◆EPITHET; NAME suffices if it is unique or the card has no epithet.
 *   .r4udek  as written by r4utools: {"Name": …, "Remarks": …, "Ratios": {serial: count}}; each
 * card goes to the pile of its kind. */
#pragma once
#include "cards/cardlist.h"

/* PILE_BY_KIND: the card's kind decides, as in .r4udek files. The limits only keep bad files from
 * exhausting memory; deck building rules are checked later. */
enum { PILE_BY_KIND = 255, DECK_MAX_CARDS = 1000, DECK_MAX_LINES = 1000 };

/* One line of a deck: a number of copies of a card. */
typedef struct DeckLine {
    const char *name;             /* as written: a name, a serial, or `name [serial]` */
    unsigned count, line, column; /* line 0: no position in a text file */
    uint8_t pile;
    const PrintedCard *card; /* set by deck_find; null if unknown or ambiguous */
    char why[400];           /* if card is null: the reason */
    DefId def;               /* id in the builder it was last added to */
} DeckLine;

/* A deck as written. The arena owns all strings. */
typedef struct DeckFile {
    const char *path, *name; /* name: the deck's own, or the file's */
    DeckLine *line;
    unsigned n;
    bool shipped; /* its names mean shipped cards, whatever else has the name */
    Arena arena;
} DeckFile;

/* Reads a deck from a file, or from bytes in memory. Returns false with *e set; then there is
 * nothing to free. */
bool deck_read(DeckFile *d, const Game *g, const char *path, FileError *e);
bool deck_take(DeckFile *d, const Game *g, const char *path, const void *bytes, size_t size,
               FileError *e);
void deck_free(DeckFile *d);
/* Looks up every line's card and pile. Returns how many lines have no card. */
unsigned deck_find(DeckFile *d, CardList *cards);
/* Formats an error about a line as `file:line:column: message`, or without a position as `file:
 * card N (NAME): message`. Returns false. */
bool deck_error(const DeckFile *d, const DeckLine *l, FileError *e, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
