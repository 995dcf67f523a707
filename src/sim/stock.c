/* Loads cards and decks and compiles the cards they need. */
#include "sim/stock.h"
#include "cards/home.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Files {
    const char **at;
    unsigned n;
} Files;

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Adds the files of a folder, sorted. Returns false if it cannot be opened. */
static bool folder_decks(Stock *s, const char *folder, Files *out) {
    unsigned before = out->n;
    DIR *dir = opendir(folder);
    if (!dir) return false;
    for (struct dirent *entry; (entry = readdir(dir));) {
        char path[4608];
        size_t n = strlen(entry->d_name);
        if (entry->d_name[0] == '.' || entry->d_name[n - 1] == '~') continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        out->at = array_grow(out->at, out->n, sizeof *out->at);
        out->at[out->n++] = arena_string(&s->arena, path);
    }
    closedir(dir);
    if (out->n > before) qsort(out->at + before, out->n - before, sizeof *out->at, by_name);
    return true;
}

/* Have two deck files the same name, whatever their folder and ending? */
static bool same_name(const char *a, const char *b) {
    const char *x = strrchr(a, '/'), *y = strrchr(b, '/');
    x = x ? x + 1 : a;
    y = y ? y + 1 : b;
    size_t n = strcspn(x, ".");
    return n == strcspn(y, ".") && !strncmp(x, y, n);
}

/* Lists the files in decks/KEY, without those whose name a deck already listed has. */
static bool shipped_decks(Stock *s, Files *out, FileError *e) {
    char below[64], folder[4096];
    unsigned before = out->n, kept;
    snprintf(below, sizeof below, "decks/%.40s", s->game->key);
    if (!data_path(below, folder, sizeof folder) || !folder_decks(s, folder, out))
        return file_error(
            e, below, 0, 0,
            "not found; set FUDA_DATA to the directory that holds decks/, or use --deck");
    if (out->n == before) return file_error(e, folder, 0, 0, "contains no decks");
    kept = before;
    for (unsigned i = before; i < out->n; i++) {
        bool known = false;
        for (unsigned k = 0; k < before && !known; k++) known = same_name(out->at[i], out->at[k]);
        if (!known) out->at[kept++] = out->at[i];
    }
    out->n = kept;
    return true;
}

/* Lists the decks of a run without deck files. */
static bool all_decks(Stock *s, const StockOptions *options, Files *out, FileError *e) {
    char folder[4096];
    if (options->home && home_decks(s->game, folder, sizeof folder)) folder_decks(s, folder, out);
    return shipped_decks(s, out, e);
}

/* Stores the printed card of a definition; fills gaps with placeholders. */
static void keep_text(Stock *s, DefId d, const CardText *text, const PrintedCard *printed) {
    while (s->ncards < d) {
        s->text = array_grow(s->text, s->ncards, sizeof *s->text);
        s->printed = array_grow(s->printed, s->ncards, sizeof *s->printed);
        s->printed[s->ncards] = NULL;
        s->text[s->ncards++] = (CardText){.name = "?", .cost = -1};
    }
    s->text[d - 1] = *text;
    s->printed[d - 1] = printed;
}

/* Loads a deck into the stock; 'l' is scratch space. */
static bool add_deck(Stock *s, const char *path, const StockOptions *options, LoadedDeck *l,
                     FileError *e) {
    StockDeck *d = &s->deck[s->ndecks];
    unsigned flags = options->partial ? LOAD_PARTIAL : 0;
    if (!load_deck(s->game, s->builder, &s->cards, path, options->format, flags, l, e))
        return false;
    unsigned cards = 0;
    for (unsigned k = 0; k < PILES; k++) cards += l->n[k];
    if (cards >= CARDS_PER_PLAYER) return file_error(e, path, 0, 0, "the deck has too many cards");
    d->name = arena_string(&s->arena, l->name);
    FudaDeck *fuda = &s->fuda[s->ndecks++];
    for (unsigned k = 0; k < PILES; k++) {
        fuda->n[k] = d->n[k] = l->n[k];
        fuda->pile[k] = memcpy(d->pile[k], l->pile[k], l->n[k] * sizeof *d->pile[k]);
    }
    for (unsigned i = 0; i < l->ncards; i++)
        keep_text(s, l->card[i].def, &l->card[i].text, l->card[i].printed);
    return true;
}

/* Does a shipped deck belong to the format? Only games with a sealed format have decks that do not.
 */
static bool of_format(Stock *s, const char *path, const StockOptions *options, LoadedDeck *l) {
    FileError e;
    if (!card_form(s->game) || !card_form(s->game)->pool) return true;
    Builder *b =
        builder_new(s->game); /* separate, so that a skipped deck leaves nothing in the pack */
    bool ok = b && load_deck(s->game, b, &s->cards, path, options->format, LOAD_PARTIAL, l, &e);
    builder_free(b);
    return ok || !l->nfaults;
}

/* Can the deck be added? Tries it in a builder of its own, as of_format does. */
static bool can_load(Stock *s, const char *path, const StockOptions *options, LoadedDeck *l,
                     FileError *e) {
    Builder *b = builder_new(s->game);
    unsigned flags = options->partial ? LOAD_PARTIAL : 0;
    bool ok = b ? load_deck(s->game, b, &s->cards, path, options->format, flags, l, e)
                : file_error(e, path, 0, 0, "out of memory");
    builder_free(b);
    return ok;
}

/* Remembers why a deck is missing. */
static void leave_out(Stock *s, const FileError *why) {
    s->left_out = array_grow(s->left_out, s->nleft_out, sizeof *s->left_out);
    s->left_out[s->nleft_out++] = arena_string(&s->arena, why->line);
}

/* Cards, then decks, then the pack. */
static bool open_all(Stock *s, const StockOptions *options, LoadedDeck *l, Files *shipped,
                     FileError *e) {
    bool (*load)(CardList *, const char *const *, unsigned, const char *, const char *,
                 FileError *) = options->home ? home_cards : load_cards;
    if (!load(&s->cards, options->cards, options->ncards, options->base, options->as_of, e))
        return false;
    if (!options->ndecks && !all_decks(s, options, shipped, e)) return false;
    const char *const *path = options->ndecks ? options->decks : shipped->at;
    unsigned n = options->ndecks ? options->ndecks : shipped->n;
    s->deck = arena_get(&s->arena, n * sizeof *s->deck);
    s->fuda = arena_get(&s->arena, n * sizeof *s->fuda);
    for (unsigned i = 0; i < n; i++) {
        if (!options->ndecks && !of_format(s, path[i], options, l)) continue;
        if (!options->ndecks && options->home && !can_load(s, path[i], options, l, e)) {
            leave_out(s, e);
            continue;
        }
        if (!add_deck(s, path[i], options, l, e)) return false;
    }
    if (!s->ndecks && s->nleft_out) return false;
    if (!s->ndecks)
        return file_error(e, s->game->key, 0, 0, "no shipped deck fits %s; use --deck",
                          s->game->formats[options->format].key);
    s->pack = builder_pack(s->builder);
    return true;
}

bool stock_open(Stock *s, const Game *g, const StockOptions *options, FileError *e) {
    Files shipped = {0};
    memset(s, 0, sizeof *s);
    s->game = g;
    cards_init(&s->cards, g);
    s->builder = builder_new(g);
    LoadedDeck *l = malloc(sizeof *l);
    bool good = l && s->builder ? open_all(s, options, l, &shipped, e)
                                : file_error(e, g->key, 0, 0, "out of memory");
    free(l);
    free(shipped.at);
    if (!good) stock_free(s);
    return good;
}

void stock_free(Stock *s) {
    if (s->builder) builder_free(s->builder);
    cards_free(&s->cards);
    free(s->text);
    free(s->printed);
    free(s->left_out);
    arena_free(&s->arena);
    memset(s, 0, sizeof *s);
}

void stock_report_corrections(const Stock *s, const Run *r) {
    for (unsigned i = 0; i < s->ncards; i++)
        if (s->printed[i]) card_tell_corrected(s->printed[i], r);
}

void stock_replay(const Stock *s, Replay *p, const FudaSetup *setup, const unsigned *which) {
    replay_init(p, s->game);
    cards_day(&s->cards, p->date);
    p->players = setup->players;
    p->format = setup->format;
    p->seed = setup->seed;
    p->first = setup->first;
    for (unsigned i = 0; i < s->ncards; i++) {
        unsigned left_out;
        p->partial |= builder_partial(s->builder, (DefId)(i + 1), &left_out) != NULL;
        replay_add_card(p, &s->text[i]);
    }
    for (unsigned q = 0; q < setup->players; q++) {
        const StockDeck *d = &s->deck[which[q]];
        memcpy(p->deck[q].card, d->pile, sizeof d->pile);
        memcpy(p->deck[q].n, d->n, sizeof d->n);
    }
}
