/* Building a pack: printed cards in, a Pack for the core out. Hosted code (allocates). */
#pragma once
#include "kernel/game.h"
#include "kernel/pack.h"

/* Where and why a printed text was not understood. */
typedef struct TextError {
    unsigned
        at; /* character (code point, from 0) of the printed text where understanding stopped */
    char message[400]; /* one line: what was expected there, nearest known wording */
} TextError;

/* A card as printed. Strings are UTF-8 and only read during the call. */
typedef struct CardText {
    const char *name;
    unsigned kinds;            /* bit per kind of the game */
    int cost, atk, def, third; /* cost -1: has none */
    const char *const *traits;
    unsigned ntraits;
    const char *title;            /* or null */
    const char *epithet;          /* or null */
    const char *const *abilities; /* one printed entry each, as on the card */
    unsigned nabilities;
    const char *ukemi;           /* the box that is read when the card is checked, or null */
    const struct TextTree *tree; /* or null: the first entry as it was read already */
} CardText;

/* The text of a box is read as one of its own kind, which this in front tells. */
#define BUILDER_BOX "ウケミ："
enum { BUILDER_BOX_CHARS = 4 };

typedef struct Builder Builder;
Builder *builder_new(const Game *g);
void builder_free(Builder *b); /* also frees the pack it made */
/* Adds a card. Returns its DefId, or 0: *entry tells which ability text failed and *error why
 * (entry = nabilities: the box; nabilities + 1: the card itself is wrong). Adding a card whose
 * name, numbers and text equal those of an earlier one returns that one. */
DefId builder_add(Builder *b, const CardText *c, unsigned *entry, TextError *error);
/* The same, but abilities that are not understood are left out; *left_out counts them. */
DefId builder_add_partial(Builder *b, const CardText *c, unsigned *left_out);
/* Null: the card is whole. Else it was added as a partial one: where and why the first of *left_out
 * abilities was not understood, one line. Valid until the next add or free. */
const char *builder_partial(const Builder *b, DefId d, unsigned *left_out);
/* "ability 2, character 7: MESSAGE", for an entry that failed in builder_add. */
void builder_say(const CardText *c, unsigned entry, const TextError *error, char *out, size_t size);
size_t builder_words(const Builder *b); /* of code so far; at most 65,000 */
const Pack *builder_pack(Builder *b);   /* valid until the next add or free */
/* The printed text of an ability of the pack (for reports); of one that another gives, the text it
 * stands in. */
const char *builder_ability_text(const Builder *b, AbilId a);
