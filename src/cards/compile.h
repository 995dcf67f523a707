/* Compiles one printed entry: to code, and back to explanations. */
#pragma once
#include "cards/builder.h"

/* Flag in 'kinds' for a text that stands in a card's box. */
enum { KINDS_BOX = 1 << 30 };

/* Result of compile_text. Owns its pointers; compiled_free releases them. */
typedef struct Compiled {
    bool ok;
    unsigned at;       /* if not ok: character where parsing stopped, from 0 */
    char message[420]; /* if not ok: the reason, one line */
    char *en, *ja;     /* if ok: explanations */
    char *names;       /* if ok: names of abilities, one per line; null: none */
    char *reminder;    /* if ok: reminder texts, one per line; null: none */
    char warning[300]; /* if ok: "", or how a reminder text contradicts the ability */
    void *code;        /* if ok: abilities, code and terms as one block */
    size_t code_size;
    char *listing; /* compile_listed, if ok: the code, disassembled without clause marks */
} Compiled;

/* Compiles UTF-8 text for a card of these kinds; KINDS_BOX for the text of a box. Empty text does
 * not compile. The caller frees *out with compiled_free. */
void compile_text(const Game *g, unsigned kinds, const char *printed, Compiled *out);
/* The same, and fills 'listing'. */
void compile_listed(const Game *g, unsigned kinds, const char *printed, Compiled *out);
/* A hash of the listing: the same for texts that compile to the same abilities, in any order of
 * terms and on any machine. */
uint64_t compiled_hash(const Compiled *c);
void compiled_free(Compiled *c);
