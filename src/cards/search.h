/* Finding cards: a query language, and a full-text index over a card list.
 *
 *   灯台 draw            cards with all of these words in name, traits, title, text or serial
 *   -word               without the word
 *   name:灯台 text:引く  in this field only: name text trait title kind color rarity set id
 *   cost:2 cost:1-3 cost:4+ atk:5+    numbers, under the game's own words as well
 *   understood:yes understood:no      whether the whole card can be played
 *
 * Field names have Japanese synonyms (card_search_fields). Case, full and half width, and hiragana
 * and katakana make no difference. */
#pragma once
#include "cards/cardlist.h"

typedef enum SearchField {
    SEARCH_ANY,
    SEARCH_NAME,
    SEARCH_TEXT,
    SEARCH_TRAIT,
    SEARCH_TITLE,
    SEARCH_COLOR,
    SEARCH_RARITY,
    SEARCH_SET,
    SEARCH_ID,
    SEARCH_KIND,
    SEARCH_COST,
    SEARCH_ATK,
    SEARCH_DEF,
    SEARCH_THIRD,
    SEARCH_UNDERSTOOD,
    SEARCH_FIELDS
} SearchField;

enum { SEARCH_MAX_TERMS = 32 };

/* One word of a query. */
typedef struct SearchTerm {
    SearchField field;
    bool without;     /* the card must not match */
    const char *word; /* folded; for words */
    int least, most;  /* for numbers */
    unsigned kinds;   /* for kinds */
    bool yes;         /* for SEARCH_UNDERSTOOD */
} SearchTerm;

/* A parsed query; the arena owns its words. */
typedef struct SearchQuery {
    SearchTerm term[SEARCH_MAX_TERMS];
    unsigned n;
    Arena arena;
} SearchQuery;

/* Parses words as they stand on a command line; a word may contain blanks. Returns false with *e
 * set; then there is nothing to free. */
bool card_search_parse(SearchQuery *q, const Game *g, const char *const *word, unsigned n,
                       FileError *e);
void card_search_query_free(SearchQuery *q);

/* An index over a list. The list must outlive it and not change. */
typedef struct SearchIndex SearchIndex;
SearchIndex *card_search_open(CardList *l, FileError *e);
void card_search_close(SearchIndex *x);

/* A card that was found, with the number of its printings (equal cards) in the list. */
typedef struct Found {
    const PrintedCard *card;
    unsigned printings;
} Found;
/* Stores the cards that match, best first: those with the words in their names, then by how rare
 * the words are and how often they stand there. The caller frees *out. Returns false with *e set.
 */
bool card_search_run(SearchIndex *x, const SearchQuery *q, Found **out, unsigned *n, FileError *e);

/* Can the whole card be played? Compiles its texts. */
bool card_understood(const Game *g, const PrintedCard *c);
/* The field names of the game for messages: "name, text, ...". */
const char *card_search_fields(const Game *g, char *out, size_t size);
/* Writes s without the differences that do not matter in a search. */
char *card_search_fold(Arena *a, const char *s);
