/* Loads the shipped cards, and decks to play. */
#include "cards/load.h"
#include "cards/base.h"
#include "cards/home.h"
#include "text/message.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- data directory -------------------------------------------------------------------------- */

/* a/b, if it is readable. */
static bool join(char *out, size_t size, const char *a, const char *b) {
    return (size_t)snprintf(out, size, "%s/%s", a, b) < size && access(out, R_OK) == 0;
}

/* Tries the executable's directory, its parents and ../share/fuda, then the current directory. */
bool data_path(const char *below, char *out, size_t size) {
    static const char *const beside[] = {".", "..", "../share/fuda", "../.."};
    const char *data = getenv("FUDA_DATA");
    char self[2048], dir[2100];
    if (data && *data) return join(out, size, data, below);
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = 0;
    char *slash = strrchr(self, '/');
    if (slash) *slash = 0;
    for (unsigned i = 0; slash && i < sizeof beside / sizeof *beside; i++) {
        snprintf(dir, sizeof dir, "%s/%s", self, beside[i]);
        if (join(out, size, dir, below)) return true;
    }
    return join(out, size, ".", below);
}

static int is_card_file(const struct dirent *d) {
    const char *dot = strrchr(d->d_name, '.');
    return d->d_name[0] != '.' && dot &&
           (!strcmp(dot, ".csv") || !strcmp(dot, ".json") || !strcmp(dot, ".r4uset"));
}

bool load_default_cards(CardList *l, FileError *e) {
    char below[200], dir[2200], path[2600];
    struct dirent **found;
    snprintf(below, sizeof below, "cards/%.100s", l->game->key);
    if (!data_path(below, dir, sizeof dir))
        return file_error(
            e, below, 0, 0,
            "not found; set FUDA_DATA to the directory that holds cards/, or name card files");
    int n = scandir(dir, &found, is_card_file, alphasort);
    if (n < 0) return file_error(e, dir, 0, 0, "cannot be read: %s", message(strerror(errno)));
    bool ok = true;
    for (int i = 0; i < n; i++) {
        snprintf(path, sizeof path, "%s/%s", dir, found[i]->d_name);
        ok = ok && cards_read(l, path, e);
        free(found[i]);
    }
    free(found);
    return ok && (l->n || file_error(e, dir, 0, 0, "contains no card files"));
}

bool load_cards(CardList *l, const char *const *files, unsigned nfiles, const char *base,
                const char *as_of, FileError *e) {
    if (!nfiles && !base && !load_default_cards(l, e)) return false;
    for (unsigned i = 0; i < nfiles; i++)
        if (!cards_read(l, files[i], e)) return false;
    return (!base || base_load(base, l, e)) && cards_correct(l, as_of, e);
}

const char *deck_path(const Game *g, const char *path, char *out, size_t size) {
    static const char *const endings[] = {"", ".txt", ".r4udek"};
    char below[400];
    if (strchr(path, '/') || access(path, F_OK) == 0 || strlen(path) > 200) return path;
    if (home_find_deck(g, path, out, size)) return out;
    for (unsigned i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(below, sizeof below, "decks/%.100s/%s%s", g->key, path, endings[i]);
        if (data_path(below, out, size)) return out;
    }
    return path;
}

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
    card_form(g)->say(&r, &fault, what, sizeof what);
    if (n > 1) snprintf(more, sizeof more, message(" (and %u more: `fuda deck check`)"), n - 1);
    return file_error(e, path, 0, 0, "illegal deck, clause %s: %s%s", clause_info[fault.clause].id,
                      what, more);
}

bool load_deck(const Game *g, Builder *b, CardList *cards, const char *path, unsigned format,
               unsigned flags, LoadedDeck *out, FileError *e) {
    DeckFile file;
    char found[2600];
    memset(out, 0, sizeof *out);
    path = deck_path(g, path, found, sizeof found);
    if (!deck_read(&file, g, path, e)) return false;
    snprintf(out->name, sizeof out->name, "%.*s", utf8_clip(file.name, sizeof out->name - 1),
             file.name);
    deck_find(&file, cards);
    bool ok = true;
    for (unsigned i = 0; i < file.n && ok; i++)
        ok = file.line[i].card ? add_line(b, &file, &file.line[i], flags, out, e)
                               : deck_error(&file, &file.line[i], e, "%s%s", file.line[i].why,
                                            cards->where ? cards->where : "");
    deck_free(&file);
    return ok && (flags & LOAD_ILLEGAL || check_legal(g, b, path, out, format, e));
}
