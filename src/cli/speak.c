#include "cli/speak.h"
#include "text/message.h"
#include <string.h>

static Lang language;

void speak_begin(int argc, char **argv) {
    language = lang_from_environment();
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (!strcmp(argv[i], "--lang") && i + 1 < argc) lang_from_word(argv[i + 1], &language);
        if (!strncmp(argv[i], "--lang=", 7)) lang_from_word(argv[i] + 7, &language);
    }
    message_japanese(language == LANG_JA);
}

Lang speak_lang(void) { return language; }

const char *tr(const char *en, const char *ja) { return language == LANG_JA ? ja : en; }
