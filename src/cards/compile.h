/* One printed entry, understood: from text to code and back into words. */
#pragma once
#include "cards/builder.h"

enum { KINDS_BOX = 1 << 30 };

typedef struct Compiled {
    bool ok;
    unsigned at;       /* if not: the character where understanding stopped, from 0 */
    char message[420]; /* and one line why */
    char *en, *ja;     /* if ok: the explanations */
    char *names;       /* if ok: what abilities are called, one a line; null: nothing */
    char *reminder;    /* if ok: the reminder texts, one a line; null: there is none */
    char warning[300]; /* if ok: "" or what a reminder text says that is not so */
    void *code;        /* if ok: abilities, code and terms as the core uses them */
    size_t code_size;
} Compiled;

/* kinds: of the card that has the text; KINDS_BOX: it stands in the box that is read when the card
 * is checked. An empty text is one that is missing: it is not understood.
 * The text is UTF-8. */
void compile_text(const Game *g, unsigned kinds, const char *printed, Compiled *out);
void compiled_free(Compiled *c);
/* What compiled forms must have been made with to be of use: changes whenever the program does. ""
 * : unknown. */
const char *compiler_version(void);
