/* Puts decks that were read into a builder. */
#include "cards/load.h"
#include "text/message.h"
#include <stdio.h>
#include <string.h>

/* ---- cards into the builder ------------------------------------------------------------------ */

/* A card with a fault is never complete, but LOAD_PARTIAL still adds it. */
DefId load_card(Builder *b, const PrintedCard *c, unsigned flags, unsigned *left_out, char *why,
                size_t size) {
    TextError error = {0};
    unsigned entry = 0;
    CardText t = card_text(c);
    *left_out = 0;
    *why = 0;
    if (*c->fault) {
        snprintf(why, size, "%s", c->fault);
    } else {
        DefId d = builder_add(b, &t, &entry, &error);
        if (d) return d;
        builder_describe_error(&t, entry, &error, why, size);
    }
    return flags & LOAD_PARTIAL ? builder_add_partial(b, &t, left_out) : 0;
}

/* ---- decks ----------------------------------------------------------------------------------- */

unsigned deck_faults(const Game *g, const Pack *p, const LoadedDeck *d, unsigned format,
                     const LoadedDeck *pool, DeckFault *out, unsigned max) {
    Run r = {.g = g, .pack = p};
    DeckLists lists = {.format = format,
                       .pool = pool ? pool->pile[PILE_MAIN] : NULL,
                       .npool = pool ? pool->n[PILE_MAIN] : 0};
    for (unsigned pile = 0; pile < PILES; pile++) {
        lists.pile[pile] = d->pile[pile];
        lists.n[pile] = d->n[pile];
    }
    return card_form(g)->check(&r, &lists, out, max);
}

/* Adds a deck line's card to the builder and the deck. */
static bool add_line(Builder *b, const DeckFile *file, const DeckLine *l, unsigned flags,
                     LoadedDeck *out, FileError *e) {
    char why[480];
    unsigned left_out;
    const char *name = l->card->label;
    int clip = utf8_clip(name, 60);
    if (*l->card->fault)
        return deck_error(file, l, e, "%.*s cannot be played: %s", clip, name, l->card->fault);
    DefId d = load_card(b, l->card, flags, &left_out, why, sizeof why);
    if (!d)
        return deck_error(
            file, l, e,
            "%.*s is not understood (--allow-partial plays it without that ability): %s", clip,
            name, *why ? why : message("the card cannot be added"));
    unsigned i = 0;
    while (i < out->ncards && out->card[i].def != d) i++;
    if (i == out->ncards) {
        out->card[out->ncards++].def = d;
        out->card[i].text = card_text(l->card);
        out->card[i].printed = l->card;
        out->card[i].left_out = left_out;
        out->left_out += left_out;
    }
    out->card[i].count += l->count;
    for (unsigned k = 0; k < l->count; k++) out->pile[l->pile][out->n[l->pile]++] = d;
    return true;
}

/* Fails with the first fault of the deck. */
static bool check_legal(const Game *g, Builder *b, const char *path, LoadedDeck *d, unsigned format,
                        FileError *e) {
    DeckFault fault;
    Run r = {.g = g, .pack = builder_pack(b)};
    unsigned n = d->nfaults = deck_faults(g, r.pack, d, format, NULL, &fault, 1);
    char what[300], more[60] = "";
    if (!n) return true;
    deck_fault_words(&r, &fault, what, sizeof what);
    if (n > 1) snprintf(more, sizeof more, message(" (and %u more: `fuda deck check`)"), n - 1);
    return file_error(e, path, 0, 0, "illegal deck, clause %s: %s%s", clause_info[fault.clause].id,
                      what, more);
}

bool load_deck_file(Builder *b, CardList *cards, DeckFile *file, unsigned format, unsigned flags,
                    LoadedDeck *out, FileError *e) {
    const Game *g = cards->game;
    memset(out, 0, sizeof *out);
    snprintf(out->name, sizeof out->name, "%.*s", utf8_clip(file->name, sizeof out->name - 1),
             file->name);
    deck_find(file, cards);
    bool ok = true;
    for (unsigned i = 0; i < file->n && ok; i++)
        ok = file->line[i].card ? add_line(b, file, &file->line[i], flags, out, e)
                                : deck_error(file, &file->line[i], e, "%s%s", file->line[i].why,
                                             cards->where ? cards->where : "");
    return ok && (flags & LOAD_ILLEGAL || check_legal(g, b, file->path, out, format, e));
}
