/* Checking a deck against the deck building rules, for `fuda deck check` and `fuda deck edit`. */
#pragma once
#include "cards/form.h"
#include "cards/load.h"

/* Faults stored and printed per deck; further ones are only counted. */
enum { MAX_FAULTS = 64 };

/* A deck and what is wrong with it. Owned by deckcheck_free. */
typedef struct CheckedDeck {
    DeckFile file, opened; /* opened: the sealed pool, empty if there is none */
    LoadedDeck deck, pool;
    Builder *builder;
    DeckFault fault[MAX_FAULTS];
    unsigned nfaults, unknown;
    unsigned different, refused; /* different known cards, and how many of them do not compile */
    unsigned faulty; /* of these, cards whose file entry is wrong, not just their text */
} CheckedDeck;

/* What a deck is checked for. */
typedef struct DeckRules {
    const Game *game;
    unsigned format;
    const char *pool; /* sealed: a file, or null */
} DeckRules;

/* Reads, compiles and checks a deck: a file, or the name of a deck. Returns false with *e set if it
 * cannot be read; call deckcheck_free in either case. */
bool deckcheck_file(CheckedDeck *c, const DeckRules *w, CardList *cards, const char *name,
                    FileError *e);
/* The same for the text of a deck; an empty one is no error. */
bool deckcheck_text(CheckedDeck *c, const DeckRules *w, CardList *cards, const char *name,
                    const char *text, FileError *e);
void deckcheck_free(CheckedDeck *c);

static inline bool deck_legal(const CheckedDeck *c) { return !c->nfaults && !c->unknown; }
/* Is the deck legal, and no card refused for play? */
bool deck_playable(const CheckedDeck *c, bool partial);
/* Writes fault i in one line. */
void deckcheck_say(const CheckedDeck *c, const Game *g, unsigned i, char *out, size_t size);
/* `50 main, 3 partners` */
void deckcheck_piles(const CheckedDeck *c, const Game *g);
