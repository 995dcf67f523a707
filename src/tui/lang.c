#include "tui/lang.h"
#include "gen/clauses.h"
#include <stdlib.h>
#include <string.h>

Lang lang_from_environment(void) {
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) return !strncmp(value, "ja", 2) ? LANG_JA : LANG_EN;
    }
    return LANG_EN;
}

bool lang_from_word(const char *word, Lang *out) {
    if (strcmp(word, "en") && strcmp(word, "ja")) return false;
    *out = strcmp(word, "ja") ? LANG_EN : LANG_JA;
    return true;
}

const char *clause_gist(unsigned clause, Lang lang) {
    if (clause >= CLAUSE_COUNT) return "";
    return lang == LANG_JA ? clause_info[clause].gist_ja : clause_info[clause].gist;
}
