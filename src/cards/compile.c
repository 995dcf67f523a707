#include "cards/compile.h"
#include "cards/file.h"
#include "text/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

struct Compiler {
    const Game *game;
    Builder *builder;
    unsigned used;
};

enum { TEXTS_PER_BUILDER = 400 }; /* a pack has room for some thousand abilities */

Compiler *compiler_new(const Game *g) {
    Compiler *c = calloc(1, sizeof *c);
    if (c) c->game = g;
    return c;
}

void compiler_free(Compiler *c) {
    if (!c) return;
    builder_free(c->builder);
    free(c);
}

void compiled_free(Compiled *c) {
    free(c->en);
    free(c->ja);
    free(c->code);
    *c = (Compiled){0};
}

/* Adds a card that has nothing but the text. */
static bool generate(Builder *b, const char *printed, unsigned number, TextError *error) {
    char name[40];
    unsigned entry;
    snprintf(name, sizeof name, "card %u", number);
    CardText t = {.name = name, .kinds = 1, .abilities = &printed, .nabilities = 1};
    return builder_add(b, &t, &entry, error) != 0;
}

/* A pack of its own, as one block: counts, abilities, code, terms. */
static void keep_code(const Game *g, const char *printed, Compiled *out) {
    TextError error;
    Builder *b = builder_new(g);
    if (b && generate(b, printed, 0, &error)) {
        const Pack *p = builder_pack(b);
        uint32_t count[3] = {p->nabil, p->ncode, p->nterm};
        size_t abilities = count[0] * sizeof *p->abil, code = count[1] * sizeof *p->code, terms = 0;
        for (unsigned i = 1; i < p->nterm; i++) terms += strlen(pack_term(p, (TermId)i)) + 1;
        out->code_size = sizeof count + abilities + code + terms;
        char *to = out->code = malloc(out->code_size);
        if (to) {
            memcpy(to, count, sizeof count);
            memcpy(to + sizeof count, p->abil, abilities);
            memcpy(to + sizeof count + abilities, p->code, code);
            to += sizeof count + abilities + code;
            for (unsigned i = 1; i < p->nterm; i++) to = stpcpy(to, pack_term(p, (TermId)i)) + 1;
        }
    }
    builder_free(b);
}

static void refuse(Compiled *out, unsigned at, const char *message) {
    out->ok = false;
    out->at = at;
    snprintf(out->message, sizeof out->message, "%s", message);
    text_one_line(out->message);
}

void compile_text(Compiler *c, const char *printed, bool want_code, Compiled *out) {
    TextError error = {0};
    *out = (Compiled){0};
    if (!*printed) {
        refuse(out, 0, "the Japanese text is missing");
        return;
    }
    TextTree *tree = text_parse(c->game, printed, &error);
    if (!tree) {
        refuse(out, error.at, error.message);
        return;
    }
    if (!c->builder || c->used++ == TEXTS_PER_BUILDER) {
        builder_free(c->builder);
        c->builder = builder_new(c->game);
        c->used = 1;
    }
    const char *lost = text_ownership(tree);
    if (lost)
        refuse(out, 0, lost);
    else if (!c->builder || !generate(c->builder, printed, c->used, &error))
        refuse(out, error.at, error.message);
    else
        out->ok = true;
    if (out->ok) {
        out->en = text_explain(tree, "en");
        out->ja = text_explain(tree, "ja");
        if (want_code) keep_code(c->game, printed, out);
    }
    text_free(tree);
}

const char *compiler_version(void) {
    static char version[20];
    static char block[1 << 16];
    if (*version) return version;
    FILE *self = fopen("/proc/self/exe", "rb");
    XXH3_state_t *state = XXH3_createState();
    size_t n, all = 0;
    if (self && state) {
        XXH3_64bits_reset(state);
        while ((n = fread(block, 1, sizeof block, self)) > 0) {
            XXH3_64bits_update(state, block, n);
            all += n;
        }
        if (all)
            snprintf(version, sizeof version, "%016llx",
                     (unsigned long long)XXH3_64bits_digest(state));
    }
    if (self) fclose(self);
    XXH3_freeState(state);
    return version;
}
