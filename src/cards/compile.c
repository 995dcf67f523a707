#include "cards/compile.h"
#include "cards/form.h"
#include "cards/file.h"
#include "text/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

void compiled_free(Compiled *c) {
    free(c->en);
    free(c->ja);
    free(c->names);
    free(c->reminder);
    free(c->code);
    free(c->listing);
    *c = (Compiled){0};
}

/* Stores the pack as one block: counts, abilities, code, terms. */
static void store_code(Builder *b, Compiled *out) {
    const Pack *p = builder_pack(b);
    uint32_t count[3] = {p->nabil, p->ncode, p->nterm};
    size_t abilities = count[0] * sizeof *p->abil, code = count[1] * sizeof *p->code, terms = 0;
    for (unsigned i = 1; i < p->nterm; i++) terms += strlen(pack_term(p, (TermId)i)) + 1;
    out->code_size = sizeof count + abilities + code + terms;
    char *to = out->code = malloc(out->code_size);
    if (!to) return;
    memcpy(to, count, sizeof count);
    memcpy(to + sizeof count, p->abil, abilities);
    memcpy(to + sizeof count + abilities, p->code, code);
    to += sizeof count + abilities + code;
    for (unsigned i = 1; i < p->nterm; i++) to = stpcpy(to, pack_term(p, (TermId)i)) + 1;
}

static void set_error(Compiled *out, unsigned at, const char *message) {
    out->at = at;
    snprintf(out->message, sizeof out->message, "%s", message);
    text_one_line(out->message);
}

/* Compiles a card that consists of this text only. */
static void generate(const Game *g, unsigned kinds, const char *printed, const TextTree *tree,
                     bool listed, Compiled *out) {
    CardText card = {.name = "card", .kinds = kinds & ~(unsigned)KINDS_BOX};
    if (kinds & KINDS_BOX) {
        card.box = printed;
    } else {
        card.abilities = &printed;
        card.nabilities = 1;
        card.tree = tree;
    }
    TextError error = {0};
    unsigned entry;
    Builder *b = builder_new(g);
    DefId made = b ? builder_add(b, &card, &entry, &error) : 0;
    out->ok = made != 0;
    if (out->ok)
        store_code(b, out);
    else
        set_error(out, error.at, error.message);
    if (out->ok && listed) out->listing = text_listing(g, builder_pack(b), made);
    builder_free(b);
}

/* Fills in explanations, names, reminders and the reminder's warning. */
static void explain(const TextTree *tree, Compiled *out) {
    out->en = text_explain(tree, "en");
    out->ja = text_explain(tree, "ja");
    out->names = text_names(tree);
    out->reminder = text_reminder(tree);
    if (text_reminder_fault(tree, out->warning, sizeof out->warning)) text_one_line(out->warning);
}

/* 'whole' is the text as the grammar reads it: the printed text after 'mark' prefix characters. */
static void compile_whole(const Game *g, unsigned kinds, const char *printed, const char *whole,
                          unsigned mark, bool listed, Compiled *out) {
    TextError error = {0};
    TextTree *tree = text_parse(g, whole, &error);
    if (!tree) {
        set_error(out, error.at > mark ? error.at - mark : 0, error.message);
        return;
    }
    const char *unowned = text_ownership(tree);
    if (unowned)
        set_error(out, 0, unowned);
    else
        generate(g, kinds, printed, tree, listed, out);
    if (out->ok) explain(tree, out);
    text_free(tree);
}

static void compile(const Game *g, unsigned kinds, const char *printed, bool listed,
                    Compiled *out) {
    *out = (Compiled){0};
    if (!*printed) {
        set_error(out, 0, "the Japanese text is missing");
    } else if (kinds & KINDS_BOX) {
        const char *mark = card_form(g)->box_mark;
        size_t size = strlen(mark) + strlen(printed) + 1;
        char *whole = malloc(size);
        if (!whole) abort();
        snprintf(whole, size, "%s%s", mark, printed);
        compile_whole(g, kinds, printed, whole, utf8_count(mark), listed, out);
        free(whole);
    } else {
        compile_whole(g, kinds, printed, printed, 0, listed, out);
    }
}

void compile_text(const Game *g, unsigned kinds, const char *printed, Compiled *out) {
    compile(g, kinds, printed, false, out);
}

void compile_listed(const Game *g, unsigned kinds, const char *printed, Compiled *out) {
    compile(g, kinds, printed, true, out);
}

uint64_t compiled_hash(const Compiled *c) { return XXH3_64bits(c->listing, strlen(c->listing)); }
