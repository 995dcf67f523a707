/* What of a card base is not understood: by set, by deck, and as the grammar's work list; as a page
 * in both languages. */
#pragma once
#include "cards/base.h"

/* A card that cannot be played, and why, in both languages. Strings live in the report's arena. */
typedef struct ReportCard {
    const char *serial, *name, *en, *ja;
} ReportCard;

/* A set and its cards that cannot be played; or a deck and its lines that cannot. */
typedef struct ReportPart {
    const char *name;
    unsigned cards, playable;   /* cards of a set; different cards of a deck */
    unsigned texts, understood; /* of a set */
    ReportCard *card;           /* one entry per reason, cards in order */
    unsigned n;
} ReportPart;

/* A text with its problem. */
typedef struct Refused {
    char *text, *message, *message_ja, *card, *words;
    unsigned at, uses;
} Refused;

/* Texts that fail at the same phrase. */
typedef struct ReportGroup {
    unsigned first, n, uses; /* range of Report.refused, sorted by words */
} ReportGroup;

typedef struct ReportTotals {
    BaseTotals base;
    unsigned groups;
    unsigned warned; /* texts whose reminder contradicts the ability */
} ReportTotals;

typedef struct Report {
    const Game *game;
    ReportTotals totals;
    ReportPart *set, *deck;
    unsigned nsets, ndecks;
    Refused *refused;
    unsigned n;
    ReportGroup *group; /* by frequency */
    unsigned ngroups;
    Refused *warned; /* compile, but a reminder text contradicts them */
    unsigned nwarned;
    Arena arena;
} Report;

/* Collects everything but the decks. Returns false with *e set; call report_free in either case. */
bool report_collect(Report *r, Base *b, const Game *g, FileError *e);
/* Adds a deck, and reasons to the deck or set. */
ReportPart *report_add_deck(Report *r, const char *name);
void report_add_card(Report *r, ReportPart *part, ReportCard card);
void report_free(Report *r);
/* Writes a self-contained page; it appears complete or not at all. japanese: it is shown in
 * Japanese first. */
bool report_write(const Report *r, const char *path, bool japanese, FileError *e);

/* All of it, without decks. */
bool report_html(Base *b, const Game *g, const char *path, ReportTotals *out, FileError *e);
/* The phrase at a character of a text, as the name of the missing construct: from the beginning of
 * the word there up to the next punctuation mark, with numbers as N. */
void report_words(const char *text, unsigned at, char *out, size_t size);
/* Where a heading for a text that fails at this character begins: at the beginning of the words it
 * is in the middle of, such as a noun with its particle. */
unsigned report_heading_at(const char *text, unsigned at);
/* The range of bytes of that phrase in the text. */
void report_phrase(const char *text, unsigned at, const char **from, const char **to);
