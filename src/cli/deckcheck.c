#include "cli/deckcheck.h"
#include "cards/form.h"
#include "cli/speak.h"
#include <stdio.h>
#include <string.h>

/* Adds a card with only a name, so that unknown cards still count towards the deck's size. */
static DefId add_placeholder(Builder *b, const Game *g, const DeckLine *l) {
    unsigned pile = l->pile < PILES ? l->pile : PILE_MAIN, kinds = card_form(g)->pile[pile].kinds,
             entry;
    TextError error;
    CardText t = {.name = l->card ? l->card->label : l->name, .kinds = kinds & -kinds, .cost = 0};
    return builder_add(b, &t, &entry, &error);
}

/* Adds a line's card to the builder, once even if several lines name it. */
static void add_card(CheckedDeck *c, DeckLine *l) {
    unsigned left_out;
    for (const DeckLine *before = c->file.line; before < l; before++)
        if (before->card && cards_equal(before->card, l->card)) {
            l->def = before->def;
            memcpy(l->why, before->why, sizeof l->why);
            return;
        }
    l->def = load_card(c->builder, l->card, LOAD_PARTIAL, &left_out, l->why, sizeof l->why);
    c->refused += *l->why != 0;
    c->faulty += *l->card->fault != 0;
    c->different++;
}

/* Fills the piles. */
static void build(CheckedDeck *c, const Game *g) {
    for (unsigned i = 0; i < c->file.n; i++) {
        DeckLine *l = &c->file.line[i];
        unsigned pile = l->pile < PILES ? l->pile : PILE_MAIN;
        if (l->card) add_card(c, l);
        if (!l->def) l->def = add_placeholder(c->builder, g, l);
        for (unsigned k = 0; l->def && k < l->count; k++)
            c->deck.pile[pile][c->deck.n[pile]++] = l->def;
    }
}

/* Reads the sealed pool; every card of it must be known. */
static bool build_pool(CheckedDeck *c, const DeckRules *w, CardList *cards, FileError *e) {
    char why[400];
    unsigned left_out;
    if (!w->pool) return true;
    if (!deck_read(&c->opened, w->game, w->pool, e)) return false;
    deck_find(&c->opened, cards);
    for (unsigned i = 0; i < c->opened.n; i++) {
        const DeckLine *l = &c->opened.line[i];
        if (!l->card) return deck_error(&c->opened, l, e, "%s", l->why);
        DefId d = load_card(c->builder, l->card, LOAD_PARTIAL, &left_out, why, sizeof why);
        for (unsigned k = 0; k < l->count; k++) c->pool.pile[PILE_MAIN][c->pool.n[PILE_MAIN]++] = d;
    }
    return true;
}

/* Compiles and checks the deck in c->file. */
static bool check(CheckedDeck *c, const DeckRules *w, CardList *cards, const char *name,
                  FileError *e) {
    const Game *g = w->game;
    c->unknown = deck_find(&c->file, cards);
    c->builder = builder_new(g);
    if (!c->builder) return file_error(e, name, 0, 0, "out of memory");
    build(c, g);
    if (!build_pool(c, w, cards, e)) return false;
    c->nfaults = deck_faults(g, builder_pack(c->builder), &c->deck, w->format,
                             w->pool ? &c->pool : NULL, c->fault, MAX_FAULTS);
    return true;
}

bool deckcheck_file(CheckedDeck *c, const DeckRules *w, CardList *cards, const char *name,
                    FileError *e) {
    char found[2600];
    memset(c, 0, sizeof *c);
    return deck_read(&c->file, w->game, deck_path(w->game, name, found, sizeof found), e) &&
           check(c, w, cards, name, e);
}

bool deckcheck_text(CheckedDeck *c, const DeckRules *w, CardList *cards, const char *name,
                    const char *text, FileError *e) {
    memset(c, 0, sizeof *c);
    return (!*text || deck_take(&c->file, w->game, name, text, strlen(text), e)) &&
           check(c, w, cards, name, e);
}

void deckcheck_free(CheckedDeck *c) {
    if (c->builder) builder_free(c->builder);
    deck_free(&c->file);
    deck_free(&c->opened);
}

bool deck_playable(const CheckedDeck *c, bool partial) {
    return deck_legal(c) && !(partial ? c->faulty : c->refused);
}

void deckcheck_say(const CheckedDeck *c, const Game *g, unsigned i, char *out, size_t size) {
    Run r = {.g = g, .pack = builder_pack(c->builder)};
    deck_fault_words(&r, &c->fault[i], out, size);
    text_one_line(out);
}

void deckcheck_piles(const CheckedDeck *c, const Game *g) {
    unsigned any = 0;
    char words[100];
    for (unsigned p = 0; p < PILES; p++) {
        if (!c->deck.n[p] && (p != PILE_MAIN || any)) continue;
        pile_words(g, p, c->deck.n[p], words, sizeof words);
        printf("%s%s", any++ ? tr(", ", "、") : "", words);
    }
}
