/* The two languages of the table. Game words stay in Japanese in both; see mat.h. */
#pragma once
#include <stdbool.h>

typedef enum Lang { LANG_EN, LANG_JA } Lang;
typedef struct Words {
    const char *en, *ja;
} Words;

/* In code, and in tables. */
#define W(en_, ja_) ((Words){en_, ja_})
#define WORDS(en_, ja_)                                                                            \
    { en_, ja_ }
#define NO_WORDS WORDS(0, 0)

static inline const char *say(Lang l, Words w) { return l == LANG_JA ? w.ja : w.en; }
/* By LC_ALL, LC_MESSAGES, LANG, in this order: Japanese where it begins with "ja", else English. */
Lang lang_of_environment(void);
/* "en" or "ja"; false: neither. */
bool lang_from_word(const char *word, Lang *out);
/* What a clause says, in our words; "" of none. */
const char *clause_gist(unsigned clause, Lang lang);
