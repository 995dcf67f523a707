/* Fuzz target: printed text. It must be refused with a position inside it, or be understood
 * completely: every character belongs to one node, explanations exist in both languages, and the
 * Japanese explanation compiles to the same tree or the same code. */
#include "cards/compile.h"
#include "cards/file.h"
#include "text/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reports a broken property and aborts. */
static void wrong(const char *what, const char *text, const char *more) {
    fprintf(stderr, "%s\n  %s\n  %s\n", what, text, more ? more : "");
    abort();
}

/* Checks the properties of a text that parses. */
static void check_understood(const Game *g, const TextTree *t, const char *text) {
    TextError error;
    const char *lost = text_ownership(t);
    if (lost) wrong("a character belongs to no node or to two", text, lost);
    char *en = text_explain(t, "en"), *ja = text_explain(t, "ja");
    if (!en || !*en || !ja || !*ja) wrong("no explanation", text, NULL);
    TextTree *again = text_parse(g, ja, &error);
    if (!again) wrong("the explanation is not understood", text, ja);
    if (!text_same(t, again) && !text_same_code(t, again))
        wrong("the explanation means something else", text, ja);
    text_free(again);
    free(en);
    free(ja);
}

static void try_game(const Game *g, const char *text) {
    TextError error = {0};
    Compiled made;
    TextTree *t = text_parse(g, text, &error);
    if (t) {
        check_understood(g, t, text);
        text_free(t);
    } else if (error.at > utf8_count(text) || !*error.message) {
        wrong("an error without a place", text, error.message);
    }
    compile_text(g, 1, text, &made);
    compiled_free(&made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FileText f;
    FileError e;
    if (size > 3000 || !file_take("fuzz", data, size, &f, &e)) return 0;
    for (unsigned i = 0; game_at(i); i++) try_game(game_at(i), f.data);
    file_free(&f);
    return 0;
}
