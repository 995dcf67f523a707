/* Printed text -> tree -> code, and back into words. */
#pragma once
#include "kernel/game.h"
#include "kernel/pack.h"

/* Where and why a printed text was not understood. */
typedef struct TextError {
    unsigned
        at; /* character (code point, from 0) of the printed text where understanding stopped */
    char message[400]; /* one line: what was expected there, nearest known wording */
} TextError;

typedef struct TextTree TextTree; /* of one printed entry, which may hold several abilities */

/* Null and *error if the text is not wholly understood. */
TextTree *text_parse(const Game *g, const char *printed, TextError *error);
void text_free(TextTree *t);
/* From the tree alone. The result is to be freed. lang: "en" or "ja". */
char *text_explain(const TextTree *t, const char *lang);
char *
text_dump(const TextTree *t); /* the tree itself, one node a line, with the characters it owns */
/* Reminder texts, one a line, to be freed; null: there is none. */
char *text_reminder(const TextTree *t);
/* What abilities are called in print, one a line; null: they have no names. */
char *text_names(const TextTree *t);
/* Does a standard reminder say something else than the text? Then what, in one line. */
bool text_reminder_fault(const TextTree *t, char *out, size_t size);
/* Null, or which character of the printed text belongs to no node or to two. */
const char *text_ownership(const TextTree *t);
bool text_same(const TextTree *a, const TextTree *b);
/* A name, trait or title in the form in which texts speak of it: widths are folded as in texts, and
 * 『』 inside it are 「」, as quotes in quotes are printed either way. The result is to be freed.
 */
char *text_name(const char *printed);
/* Do both make the same abilities? Marks of clauses do not count. False if one makes none. */
bool text_same_code(const TextTree *a, const TextTree *b);
