/* Public interface of the text compiler: printed ability text -> parse tree -> VM code, and the
 * tree back into English or Japanese. Safe to call from any number of threads. */
#pragma once
#include "kernel/game.h"
#include "kernel/pack.h"

/* Why a printed text was refused. Filled by the functions below when they fail; 'message' is one
 * line without a trailing newline. */
typedef struct TextError {
    unsigned at;       /* code point of the printed text, from 0, where parsing stopped */
    char message[400]; /* what was found there and what was expected */
} TextError;

/* Parse tree of one printed entry, which may hold several abilities. Opaque outside src/text. */
typedef struct TextTree TextTree;

/* Parses 'printed' (UTF-8) and resolves its players and references. Returns null and fills *error
 * unless the whole text is understood. Free the tree with text_free, which accepts null. */
TextTree *text_parse(const Game *g, const char *printed, TextError *error);
void text_free(TextTree *t);

/* Renders the tree in 'lang' ("en" or "ja"), from the tree alone. The caller frees the result. */
char *text_explain(const TextTree *t, const char *lang);
/* Renders the tree itself, one node per line with the characters it covers. The caller frees it. */
char *text_dump(const TextTree *t);
/* Reminder texts, one per line, or null if there are none. The caller frees the result. */
char *text_reminder(const TextTree *t);
/* Printed names of the abilities, one per line, or null if they have none. The caller frees it. */
char *text_names(const TextTree *t);

/* Returns true and writes one line to 'out' if a standard reminder contradicts the text. */
bool text_reminder_fault(const TextTree *t, char *out, size_t size);

/* Checks that every printed character belongs to exactly one node. Returns null if so, else a
 * static description of the violation. */
const char *text_ownership(const TextTree *t);

/* Do both trees have the same rows, verb forms and leaves? */
bool text_same(const TextTree *a, const TextTree *b);
/* Do both trees compile to the same abilities, clause marks aside? False if either fails. */
bool text_same_code(const TextTree *a, const TextTree *b);

/* Disassembles the abilities of a card: one op per line, terms and table rows by name, without
 * clause marks. The caller frees the result. */
char *text_listing(const Game *g, const Pack *p, DefId d);

/* Rows of the game's grammar: their number; counts those of a tree, one element per row; the place
 * in our tables, the phrase and the pattern, separated by tabs (the caller frees it). */
unsigned text_row_count(const Game *g);
void text_count_rows(const TextTree *t, unsigned *count);
char *text_row_name(const Game *g, unsigned i);

/* Normalises a name, trait or title to the form that compiled texts use: widths are folded, and
 * inner 『』 become 「」 because nested quotes are printed either way. The caller frees the result.
 * Text that is not UTF-8 is copied unchanged. */
char *text_name(const char *printed);
