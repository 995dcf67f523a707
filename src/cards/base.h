/* The card base: an SQLite file with cards as printed.
 *
 * Printed text is the truth. What the compiler made of it (understood or not, explanations, code)
 * is kept beside it with the compiler's version and made anew whenever that differs. A set is what
 * came from one file; importing the file again replaces it. Every change is one transaction. */
#pragma once
#include "cards/cardlist.h"
#include "cards/compile.h"

typedef struct Base Base;

/* create: make the file if there is none. Null: *e tells why. */
Base *base_open(const char *path, bool create, FileError *e);
void base_close(Base *b);

typedef struct SetReport {
    unsigned cards, abilities, compiled, refused;
    unsigned cards_refused; /* cards that cannot be played: an ability refused, or the card itself
                               faulty */
    unsigned corrections;
} SetReport;

/* Replaces the set with the cards of the list. False: nothing was changed. */
bool base_import(Base *b, const CardList *l, const char *set, SetReport *out, FileError *e);
/* Adds all cards of the list's game. */
bool base_load(const char *path, CardList *l, FileError *e);
/* Compiles anew whatever another compiler made. */
bool base_refresh(Base *b, const Game *g, FileError *e);

typedef struct BaseTotals {
    unsigned sets, cards, texts, understood; /* texts: different printed entries */
} BaseTotals;
bool base_totals(Base *b, const Game *g, BaseTotals *out, FileError *e);
/* Every text that is not understood. 'uses': how many cards have it; 'card': one of them. */
typedef void (*RefusedVisit)(void *context, const char *text, unsigned at, const char *message,
                             unsigned uses, const char *card);
bool base_each_refused(Base *b, const Game *g, RefusedVisit visit, void *context, FileError *e);
/* Every text that is understood and whose reminder text says something else; 'message' tells what.
 */
bool base_each_warned(Base *b, const Game *g, RefusedVisit visit, void *context, FileError *e);
