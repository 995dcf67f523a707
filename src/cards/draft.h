/* A deck being built: lines of cards that can be added, removed, undone, and written as a deck file
 * or a plain list. */
#pragma once
#include "cards/deck.h"

/* A number of copies of a card in a pile. */
typedef struct DraftLine {
    const PrintedCard *card; /* null: unknown, kept as written */
    const char *name;        /* as written, if the card is unknown */
    const char *why;         /* why it is unknown */
    unsigned count;
    uint8_t pile;
} DraftLine;

/* One state of the deck, for undo. */
typedef struct DraftState {
    DraftLine *line;
    unsigned n;
} DraftState;

/* The card list must outlive the draft and not change. */
typedef struct Draft {
    CardList *cards;
    DraftState now;
    DraftState *before; /* earlier states, the oldest first */
    unsigned nbefore;
    const char *head; /* comment lines at the top of the file, "" */
    Arena arena;
} Draft;

void draft_init(Draft *d, CardList *cards);
void draft_free(Draft *d);

/* What reading a list found; the strings live in the draft. */
typedef struct DraftReport {
    unsigned cards, unknown, skipped; /* copies; lines with unknown cards; lines that are no card */
    const char *first_unknown, *first_skipped; /* or null */
} DraftReport;
/* Adds the cards of a list as one change: a deck file, or any plain list with a count before or
 * behind the name (`4 NAME`, `NAME x4`, `NAME 4枚`, `NAME,4`). A line without a count is one copy
 * if it is the name of a card, else it is skipped. Returns false with *e set if the file cannot be
 * read. */
bool draft_read(Draft *d, const char *path, DraftReport *out, FileError *e);
bool draft_take(Draft *d, const char *path, const void *bytes, size_t size, DraftReport *out,
                FileError *e);

/* Looks up a card as a deck file names it. Returns null and stores why. */
const PrintedCard *draft_find(const Draft *d, const char *name, char *why, size_t size);
/* The pile a card belongs to unless another one is asked for. */
unsigned draft_pile(const Game *g, const PrintedCard *c);
/* Changes the number of copies by 'change', down to 0, and returns what is left. */
unsigned draft_change(Draft *d, const PrintedCard *c, unsigned pile, int change);
/* Removes line i altogether. */
void draft_drop(Draft *d, unsigned i);
/* Takes the last change back. Returns false if there is none. */
bool draft_undo(Draft *d);
/* Makes the present state the first one. */
void draft_forget(Draft *d);
/* The number of cards in a pile. */
unsigned draft_count(const Draft *d, unsigned pile);

typedef enum DraftForm { DRAFT_TEXT, DRAFT_SERIALS, DRAFT_R4UDEK, DRAFT_FORMS } DraftForm;
/* The deck as a file, NUL-terminated: with names, with serials, or as .r4udek. By pile, cost and
 * name. The caller frees it. */
char *draft_text(const Draft *d, DraftForm form, const char *name);
/* Orders the lines for display in the same way. */
void draft_sort(Draft *d);
