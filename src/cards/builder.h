/* Compiles printed cards into a Pack for the core. Hosted code: allocates. */
#pragma once
#include "text/text.h"

/* A card as printed. Strings are UTF-8 and are only read during the call. */
typedef struct CardText {
    const char *name;
    unsigned kinds;            /* bit per kind of the game */
    int cost, atk, def, third; /* cost -1: none */
    const char *const *traits;
    unsigned ntraits;
    const char *title;            /* or null */
    const char *epithet;          /* or null */
    const char *const *abilities; /* printed entries, in order */
    unsigned nabilities;
    const char *box; /* text of the box that is read when the card is checked, or null */
    const struct TextTree
        *tree; /* parse tree of the first entry, to avoid parsing twice; or null */
} CardText;

typedef struct Builder Builder;
/* Creates an empty builder for a game's cards. */
Builder *builder_new(const Game *g);
void builder_free(Builder *b); /* also frees its pack */
/* Adds a card and returns its DefId. A card equal to an earlier one in name, numbers and texts
 * returns the earlier id. Returns 0 if the card does not compile: *entry tells which ability
 * (nabilities: the box; nabilities + 1: the card itself), *error why. */
DefId builder_add(Builder *b, const CardText *c, unsigned *entry, TextError *error);
/* Like builder_add, but leaves out abilities that do not compile and counts them in *left_out. */
DefId builder_add_partial(Builder *b, const CardText *c, unsigned *left_out);
/* Returns null if the card is complete. Otherwise *left_out is the number of abilities left out,
 * and the result says where and why the first of them failed. Valid until the next add or free. */
const char *builder_partial(const Builder *b, DefId d, unsigned *left_out);
/* "ability 2, character 7: MESSAGE", for an entry that failed in builder_add. */
void builder_describe_error(const CardText *c, unsigned entry, const TextError *error, char *out,
                            size_t size);
size_t builder_words(const Builder *b); /* code words so far; at most 65,000 */
const Pack *builder_pack(Builder *b);   /* valid until the next add or free */
/* Printed text of an ability; for a granted or delayed ability "". */
const char *builder_ability_text(const Builder *b, AbilId a);
