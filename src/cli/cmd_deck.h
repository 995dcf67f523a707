/* Shared by the subcommands of `fuda deck`. */
#pragma once
#include "cards/home.h"
#include "cli/cli.h"

/* Options of all subcommands; each uses its own part. */
typedef struct DeckOptions {
    const Game *game;
    FormatChoice choice;
    unsigned format_number;
    const char *format, *base, *pool, *as_of, *from, *form, *out;
    ArgList cards, rest; /* rest: positional words after KEY */
    bool json, partial;
} DeckOptions;

int deck_check(DeckOptions *w);  /* cmd_deck_check.c */
int deck_new(DeckOptions *w);    /* cmd_deck_edit.c */
int deck_edit(DeckOptions *w);   /* " */
int deck_list(DeckOptions *w);   /* cmd_deck.c */
int deck_import(DeckOptions *w); /* " */
int deck_export(DeckOptions *w); /* " */

/* Stores the path of the user's deck of that name, NAME.txt in the user's folder. Returns false
 * after a message if the name cannot be one or there is no folder. */
bool own_deck_path(const char *command, const Game *g, const char *name, char *out, size_t size);
