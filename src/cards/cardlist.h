/* Printed cards in memory, as read from CSV, JSON and .r4uset files or from a card base.
 *
 *   CSV      RFC 4180 with a header: name, type, and any of id cost atk def traits title color
 *            rarity set name_en text; traits with '/' between them, abilities with line breaks
 *   JSON     an array of objects with the same field names; traits and text may be arrays
 *   .r4uset  as r4utools writes it
 *
 * A line of 'text' begins a new ability when it begins with an icon (【…】, not followed by ．);
 * every other line goes on with the one before. */
#pragma once
#include "cards/arena.h"
#include "cards/builder.h"
#include "cards/file.h"

/* Attack or defence that a file does not give; only while reading. */
enum { NO_NUMBER = INT16_MIN };

/* Strings are never null: "" where a card has none. */
typedef struct PrintedCard {
    const char *name, *name_en, *serial, *title, *color, *rarity, *set;
    unsigned kinds;     /* bit per kind of the game */
    int cost, atk, def; /* cost -1: has none */
    const char **traits;
    const char **text; /* printed entries; "" is one whose Japanese text is missing */
    const char **also; /* serials of other printings of the same card */
    unsigned ntraits, ntext, nalso;
    const char *fault; /* "" or why the card as written down cannot be played */
    const char *file;
    unsigned number; /* of the card in its file, from 1 */
} PrintedCard;

typedef struct CardList {
    const Game *game;
    PrintedCard *card;
    unsigned n;
    char **note; /* one line each: what was passed over in reading */
    unsigned nnotes;
    Arena arena;
    uint32_t *slot; /* hash index of names and serials; made when first asked */
    unsigned nslots;
} CardList;

void cards_init(CardList *l, const Game *g);
void cards_free(CardList *l);

/* Adds the cards of a file. False: *e tells why, and the list is as before. */
bool cards_read(CardList *l, const char *path, FileError *e);
bool cards_take(CardList *l, const char *path, const void *bytes, size_t size, FileError *e);
/* Adds a card whose strings live as long as the list (arena). */
PrintedCard *cards_add(CardList *l);
void cards_note(CardList *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Calls for every card with this name or serial, in order of reading, until told false. */
typedef bool (*CardVisit)(void *context, const PrintedCard *c);
void cards_each(CardList *l, const char *name_or_serial, CardVisit visit, void *context);
/* Printings of one card: equal in play, though blanks, widths and reminder text may differ. */
bool cards_equal(const PrintedCard *a, const PrintedCard *b);
/* The card's name nearest to 'name', or null if none is near. */
const char *cards_nearest(const CardList *l, const char *name);
/* For the builder; points into the card. */
CardText card_text(const PrintedCard *c);
/* Splits printed text at the abilities' beginnings. */
void cards_split_text(CardList *l, PrintedCard *c, const char *text);
/* Checks what every reader must: name, kinds, sizes, numbers where the kind has them. strict: what
 * is wrong is an error; otherwise it becomes c->fault if the card can be listed at all. line 0:
 * JSON. */
bool cards_check(CardList *l, PrintedCard *c, bool strict, unsigned line, FileError *e);
