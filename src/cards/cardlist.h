/* Printed cards in memory, as read from CSV, JSON and .r4uset files or from a card base.
 *
 *   CSV      RFC 4180 with a header: name, type, and any other column of the game (form.c);
 *            traits with '/' between them, abilities with line breaks
 *   JSON     an array of objects with the same field names; traits and text may be arrays
 *   .r4uset  as r4utools writes it
 *
 * A line of 'text' begins a new ability when it begins with an icon (【…】, not followed by ．);
 * every other line goes on with the one before. Where a game's paragraphs are abilities
 * (CardForm.lines) every line is one, but for those that begin with ・ or a bracket.
 *
 * A CSV file with the columns id,from,what,value,clause is no card file but a list of corrections:
 * see cards_correct. */
#pragma once
#include "cards/arena.h"
#include "cards/builder.h"
#include "cards/file.h"
#include "kernel/run.h"

/* Attack or defence that a file does not give; only while reading. */
enum { NO_NUMBER = INT16_MIN };

/* A card is to be read otherwise from a day on. */
typedef struct Correction {
    const char *id;    /* serial of the card */
    char from[11];     /* the first day, YYYY-MM-DD */
    uint8_t what;      /* FIX_* */
    Clause clause;     /* that says so, 0: none */
    const char *value; /* the new text, or the trait */
    const char *file;
    unsigned line;
} Correction;
enum { FIX_TEXT, FIX_BOX, FIX_MORE, FIX_LESS, FIX_COUNT };
/* The word for it in a list of corrections; null: cards of the game have no such thing. */
const char *fix_word(const Game *g, unsigned what);

/* Strings are never null: "" where a card has none. */
typedef struct PrintedCard {
    const char *name, *name_en, *serial, *title, *color, *rarity, *set;
    const char *epithet, *box; /* box: the text that is read when it is checked */
    const char *label;         /* as decks name it: NAME, or NAME◆EPITHET */
    unsigned kinds;            /* bit per kind of the game */
    int cost, atk, def, third; /* cost -1: has none */
    const char **traits;
    const char **text; /* printed entries; "" is one whose Japanese text is missing */
    const char **also; /* serials of other printings of the same card */
    unsigned ntraits, ntext, nalso;
    const Correction **fix; /* in force, in order of their days: the card is as they say */
    unsigned nfix;
    const char *fault; /* "" or why the card as written down cannot be played */
    const char *file;
    unsigned number; /* of the card in its file, from 1 */
} PrintedCard;

typedef struct CardList {
    const Game *game;
    PrintedCard *card;
    unsigned n;
    PrintedCard *printed; /* the cards before anything was corrected; null: nothing was yet */
    Correction *correction;
    unsigned ncorrections;
    char as_of[11]; /* the day that was asked for, "": all corrections */
    char **note;    /* one line each: what was passed over in reading */
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

/* Lets every card be as the corrections say that are in force on that day (YYYY-MM-DD; null: all
 * of them). May be called again with another day. False: *e names the file and the line of one that
 * cannot be: it speaks of no card, or takes away a trait that is not there. */
bool cards_correct(CardList *l, const char *as_of, FileError *e);
/* Tells the observer the clauses by which the card is not as printed; r needs nothing else but its
 * game. To be called for the cards of a game when it begins. */
void card_tell_corrected(const PrintedCard *c, const Run *r);
/* The day whose cards these are: as asked for, else today, or the newest correction's if that is
 * later. */
void cards_day(const CardList *l, char out[11]);
/* Is this a day of the calendar, as YYYY-MM-DD? */
bool is_day(const char *s);

/* Calls for every card with this name, label or serial, in order of reading, until told false. */
typedef bool (*CardVisit)(void *context, const PrintedCard *c);
void cards_each(CardList *l, const char *name_or_serial, CardVisit visit, void *context);
/* Printings of one card: equal in play, though blanks, widths and reminder text may differ. */
bool cards_equal(const PrintedCard *a, const PrintedCard *b);
/* The card's name nearest to 'name' (label, if 'name' has an epithet), or null if none is near. */
const char *cards_nearest(const CardList *l, const char *name);
/* For the builder; points into the card. */
CardText card_text(const PrintedCard *c);
/* Splits printed text at the abilities' beginnings; what the card had is forgotten. */
void cards_split_text(CardList *l, PrintedCard *c, const char *text);
/* Checks what every reader must: name, kinds, sizes, numbers where the kind has them. strict: what
 * is wrong is an error; otherwise it becomes c->fault if the card can be listed at all. line 0:
 * JSON. */
bool cards_check(CardList *l, PrintedCard *c, bool strict, unsigned line, FileError *e);
/* ★★★ is 3; 0: there is something else. */
int cards_stars(const char *s);
/* Makes c->label; a name that is written NAME◆EPITHET is taken apart where the game has epithets.
 */
void cards_label(CardList *l, PrintedCard *c);
