/* Printed cards in memory, read from CSV, JSON and .r4uset files or a card base.
 *
 *   CSV      RFC 4180 with a header: name, type, and any other column of the game (form.c);
 *            traits separated by '/', abilities by line breaks
 *   JSON     an array of objects with the same field names; traits and text may be arrays
 *   .r4uset  as written by r4utools
 *
 * A line of 'text' starts a new ability if it starts with an icon (【…】, not followed by ．);
 * other lines continue the ability. In games with one ability per paragraph (CardForm.lines) every
 * line is an ability unless it starts with ・ or a bracket.
 *
 * A CSV file with the columns id,from,what,value,clause is a list of corrections; see
 * cards_correct. */
#pragma once
#include "cards/arena.h"
#include "cards/builder.h"
#include "cards/file.h"
#include "kernel/run.h"

/* Marks a stat the file does not give; only used while reading. */
enum { NO_NUMBER = INT16_MIN };

/* A change to a printed card that applies from a date on. */
typedef struct Correction {
    const char *id;    /* serial of the card */
    char from[11];     /* first day, YYYY-MM-DD */
    uint8_t what;      /* FIX_* */
    Clause clause;     /* clause that orders it, 0: none */
    const char *value; /* the new text, or the trait */
    const char *file;
    unsigned line;
} Correction;
/* What a correction changes: all abilities, the box, a trait added, a trait removed. */
enum { FIX_TEXT, FIX_BOX, FIX_MORE, FIX_LESS, FIX_COUNT };
/* The word for it in a list of corrections; null: cards of the game have no such thing. */
const char *fix_word(const Game *g, unsigned what);

/* A printed card. Strings are never null but "" if absent; they live in the list's arena. */
typedef struct PrintedCard {
    const char *name, *name_en, *serial, *title, *color, *rarity, *set;
    const char *epithet, *box; /* box: the text that is read when it is checked */
    const char *label;         /* name in decks: NAME, or NAME◆EPITHET */
    unsigned kinds;            /* bit per kind of the game */
    int cost, atk, def, third; /* cost -1: has none */
    const char **traits;
    const char **text; /* printed entries; "": its Japanese text is missing */
    const char **also; /* serials of other printings */
    unsigned ntraits, ntext, nalso;
    const Correction **fix; /* corrections in force, by date; already applied to the card */
    unsigned nfix;
    const char *fault; /* "", or why the card cannot be played as written */
    const char *file;
    unsigned number; /* position in its file, from 1 */
} PrintedCard;

/* Cards and corrections of one game. The arena owns all strings. */
typedef struct CardList {
    const Game *game;
    PrintedCard *card;
    unsigned n;
    PrintedCard *printed; /* uncorrected copies; null while no correction is applied */
    Correction *correction;
    unsigned ncorrections;
    char as_of[11]; /* date of the corrections, "": all */
    char **note;    /* one-line notes about ignored input */
    unsigned nnotes;
    const char *where; /* where the cards were looked for, for messages; null: not known */
    Arena arena;
    uint32_t *slot; /* hash index of names and serials, built on the first lookup */
    unsigned nslots;
} CardList;

void cards_init(CardList *l, const Game *g);
void cards_free(CardList *l);

/* Appends the cards of a file, or of bytes in memory. On failure *e is set and the list is
 * unchanged. */
bool cards_read(CardList *l, const char *path, FileError *e);
bool cards_take(CardList *l, const char *path, const void *bytes, size_t size, FileError *e);
/* Appends an empty card. Its strings must live as long as the list; use the arena. Invalidates
 * pointers to cards. */
PrintedCard *cards_add(CardList *l);
/* Moves the cards and corrections of 'from' behind those of l, which then owns them; 'from' is
 * empty then. Leaves out corrections that l has, and cards with the serial of a card of l, with a
 * note if they differ. Returns how many cards it moved. */
unsigned cards_join(CardList *l, CardList *from);
/* Adds a note. */
void cards_note(CardList *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Applies the corrections in force on that date (YYYY-MM-DD; null: all). May be called again with
 * another date. Returns false with *e naming file and line if a correction cannot apply: no such
 * card, or it removes a trait the card does not have. */
bool cards_correct(CardList *l, const char *as_of, FileError *e);
/* Reports the clauses behind the card's corrections to r's observer; of r only the game and the
 * observer are used. Call at the start of a game for each of its cards. */
void card_tell_corrected(const PrintedCard *c, const Run *r);
/* The date the texts are valid for: the one requested, else today, or the newest correction's date
 * if that is later. */
void cards_day(const CardList *l, char out[11]);
/* Is this a calendar date YYYY-MM-DD? */
bool is_day(const char *s);

/* Visits every card with this name, label or serial, in reading order, until the callback returns
 * false. */
typedef bool (*CardVisit)(void *context, const PrintedCard *c);
void cards_each(CardList *l, const char *name_or_serial, CardVisit visit, void *context);
/* Are they printings of the same card: equal in play, apart from blanks, widths and reminder text?
 */
bool cards_equal(const PrintedCard *a, const PrintedCard *b);
/* The card name (label, if 'name' contains an epithet) most similar to 'name', or null. */
const char *cards_nearest(const CardList *l, const char *name);
/* The card as builder input; points into the card. */
CardText card_text(const PrintedCard *c);
/* Sets the card's entries by splitting 'text' into abilities. */
void cards_split_text(CardList *l, PrintedCard *c, const char *text);
/* Checks what every reader must check: name, kinds, sizes, required stats. 'strict': a problem is
 * an error; otherwise it becomes c->fault if the card can be listed at all. line 0: no line number
 * (JSON). */
bool cards_check(CardList *l, PrintedCard *c, bool strict, unsigned line, FileError *e);
/* Counts stars: ★★★ is 3. 0 if the string is anything else. */
int cards_stars(const char *s);
/* Sets c->label. In games with epithets, splits a name written as NAME◆EPITHET. */
void cards_label(CardList *l, PrintedCard *c);
