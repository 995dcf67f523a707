/* The two interface languages. A game's own terms stay Japanese in both; see mat.h. */
#pragma once
#include <stdbool.h>

typedef enum Lang { LANG_EN, LANG_JA } Lang;
/* A string in both languages. Null pointers mean that there is nothing to say. */
typedef struct Words {
    const char *en, *ja;
} Words;

/* W builds a Words value in an expression, WORDS an initializer in a table. */
#define W(en_, ja_) ((Words){en_, ja_})
#define WORDS(en_, ja_)                                                                            \
    { en_, ja_ }
#define NO_WORDS WORDS(0, 0)

/* Picks the string for the language; null if the pair has none. */
static inline const char *say(Lang l, Words w) { return l == LANG_JA ? w.ja : w.en; }
/* Reads LC_ALL, LC_MESSAGES, LANG in that order; the first that is set decides. Japanese if it
 * starts with "ja", English otherwise. */
Lang lang_from_environment(void);
/* Parses "en" or "ja". Returns false and leaves *out alone for anything else. */
bool lang_from_word(const char *word, Lang *out);
/* Returns the clause's one-sentence gist from the ledger, "" for an unknown clause. */
const char *clause_gist(unsigned clause, Lang lang);
