/* The card base: an SQLite file of printed cards.
 *
 * The printed text is authoritative. Compile results (ok or not, explanations, code) are a cache,
 * stored with the compiler's version and rebuilt when it differs. A set is the contents of one
 * imported file; importing it again replaces the set. Every change is one transaction. */
#pragma once
#include "cards/cardlist.h"
#include "cards/compile.h"

/* An open card base. Not thread-safe. */
typedef struct Base Base;

/* Opens a base; 'create' makes the file if it does not exist. Returns null with *e set on failure.
 */
Base *base_open(const char *path, bool create, FileError *e);
/* Closes and frees the base; null is allowed. Deletes a file that base_open created and nothing was
 * imported into. */
void base_close(Base *b);

/* Counts of one import. */
typedef struct SetReport {
    unsigned cards, abilities, compiled, refused;
    unsigned
        cards_refused; /* cards that cannot be played: an ability or the card itself is refused */
    unsigned corrections;
} SetReport;

/* Replaces the set with the cards of the list. On failure nothing changes. */
bool base_import(Base *b, const CardList *l, const char *set, SetReport *out, FileError *e);
/* Appends all cards and corrections of the list's game; there may be none. */
bool base_read(const char *path, CardList *l, FileError *e);
/* The same, but a base without a card of the game is an error. */
bool base_load(const char *path, CardList *l, FileError *e);
/* Recompiles everything that another compiler version compiled. */
bool base_refresh(Base *b, const Game *g, FileError *e);

typedef struct BaseTotals {
    unsigned sets, cards, texts, understood; /* texts: distinct printed entries */
} BaseTotals;
/* Counts the cards and texts of a game. */
bool base_totals(Base *b, const Game *g, BaseTotals *out, FileError *e);
/* Visits a text. 'at' and 'message' say where and why it failed, 'uses' how many cards have it,
 * 'card' is one of them. */
typedef void (*RefusedVisit)(void *context, const char *text, unsigned at, const char *message,
                             unsigned uses, const char *card);
/* Visits every text that does not compile. */
bool base_each_refused(Base *b, const Game *g, RefusedVisit visit, void *context, FileError *e);
/* Counts of one set, and visits: every set, and every reason why a card cannot be played, set by
 * set. 'message' is the fault of the card itself if 'text' is null, else why its entry number
 * 'place' (from 0; negative: its box) fails at character 'at'. */
typedef struct SetTotals {
    const char *set;
    unsigned cards, playable, texts, understood; /* texts: entries, with repetitions */
} SetTotals;
typedef struct CardRefusal {
    const char *set, *serial, *name, *type, *text, *message;
    unsigned at;
    int place;
} CardRefusal;
bool base_each_set(Base *b, const Game *g, void (*visit)(void *, const SetTotals *), void *context,
                   FileError *e);
bool base_each_refusal(Base *b, const Game *g, void (*visit)(void *, const CardRefusal *),
                       void *context, FileError *e);
/* Visits every text that compiles but whose reminder text contradicts it; 'message' says how. */
bool base_each_warned(Base *b, const Game *g, RefusedVisit visit, void *context, FileError *e);
/* Identifies this compiler, whose results a base keeps: a hash of the executable, "" if that cannot
 * be read. */
const char *compiler_version(void);
