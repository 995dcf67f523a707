/* What the files of one game look like beyond what the kernel's tables tell: the columns of card
 * files, which pile of a deck takes which kinds, which kinds carry numbers, and how a deck is
 * checked. One row a game. */
#pragma once
#include "games/deck.h"
#include <stddef.h>

/* What a card file can say of a card. */
typedef enum Column {
    COL_ID,
    COL_NAME,
    COL_EPITHET,
    COL_TYPE,
    COL_COST,
    COL_ATK,
    COL_DEF,
    COL_THIRD,
    COL_TRAITS,
    COL_TITLE,
    COL_COLOR,
    COL_RARITY,
    COL_SET,
    COL_NAME_EN,
    COL_TEXT,
    COL_BOX, /* the text that is read when the card is checked */
    COL_COUNT
} Column;

typedef struct PileForm {
    const char *word; /* the section line in a deck file; null: the game has no such pile */
    unsigned kinds;   /* kinds that lie there, bit per kind */
    const char *ja;   /* how it is called in Japanese */
} PileForm;

typedef struct CardForm {
    /* The word for it in card files; null: cards of the game have no such thing. */
    const char *column[COL_COUNT];
    const char *header;    /* of a card file, as an example */
    const char *needs[3];  /* "an ATK": what a card with numbers lacks without cost, the first, the
                              second of them */
    const char *marks[2];  /* around a trait */
    const char *box_mark;  /* in front of the text of a box: it is read as one of its own kind */
    bool lines;            /* a line of text is an ability (else: one that begins with an icon) */
    Clause corrected;      /* which says that corrected cards count as printed */
    const NameInfo *types; /* kinds as .r4uset files call them: its key, the word (null: none); up
                              to a null key; null: there are no such files */
    const char *pool;      /* format whose decks are made of opened cards only; null: none */
    PileForm pile[PILES];
    /* Words among the traits that are no traits but bits of the third number, the first one is bit
     * 0; ends with null. Null: there are none. */
    const char *const *colours;
    const char *colourless; /* the word among them for none, where a default must be overridden */
    /* Writes the part of a card's name that serves as its title. Null: titles are given. */
    void (*title)(const char *name, char *out, size_t size);
    unsigned most;     /* the largest printed number; 0: 999 */
    unsigned costed;   /* kinds that have a cost */
    unsigned numbered; /* kinds that have the other numbers */
    unsigned
        implied[4]; /* a card of the first kinds is also of the second, of the third … fourth */
    DeckCheck *check;
    /* The fault in words, one line; to be read through deck_fault_words. */
    void (*say)(const Run *r, const DeckFault *fault, char *out, size_t size);
} CardForm;

/* The largest printed number of a card beside its cost. */
static inline int form_most(const CardForm *f) { return f && f->most ? (int)f->most : 999; }
/* Null for a game whose cards cannot be read yet. */
const CardForm *card_form(const Game *g);
/* The fault in words, one line: what a game says, where `{s}` after a number is the ending of the
 * English plural. */
void deck_fault_words(const Run *r, const DeckFault *fault, char *out, size_t size);
/* "50 main" or "1 partner", in Japanese "メインデッキ50枚". */
void pile_words(const Game *g, unsigned pile, unsigned n, char *out, size_t size);
/* The word for a card's box in all files; null: cards of the game have none. */
const char *box_word(const Game *g);
/* The kinds a word stands for (key or printed name, several with '/'); 0: unknown. */
unsigned kinds_named(const Game *g, const char *word);
/* The keys of the kinds with '/' between them, written into 'out'. */
const char *kinds_words(const Game *g, unsigned kinds, char *out, size_t size);
/* The keys of all kinds, for messages. */
const char *kinds_all(const Game *g, char *out, size_t size);
