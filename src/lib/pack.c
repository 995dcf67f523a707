/* Cards, decks and packs. */
#include "lib/lib.h"
#include "cards/base.h"
#include "cards/form.h"
#include <stdlib.h>
#include <xxhash.h>

/* ---- cards ---- */

fuda_cards *fuda_cards_new(const fuda_game *game, fuda_error *e) {
    if (!game) return lib_missing(e, "a game"), NULL;
    if (!card_form(game_of(game))) {
        lib_fail(e, FUDA_ERROR_ARGUMENT, "cards of %s cannot be read yet", game_of(game)->key);
        return NULL;
    }
    fuda_cards *c = calloc(1, sizeof *c);
    if (!c) return lib_no_memory(e), NULL;
    cards_init(&c->list, game_of(game));
    lib_ok(e);
    return c;
}

void fuda_cards_free(fuda_cards *c) {
    if (!c) return;
    cards_free(&c->list);
    free(c);
}

/* The list may still change; pointers into it would be lost. */
static bool may_change(const fuda_cards *c, fuda_error *e) {
    if (!c) return lib_missing(e, "cards");
    return !c->used || lib_fail(e, FUDA_ERROR_STATE,
                                "the cards are in use: a pack was made of them; begin a new list");
}

static bool reported(bool ok, const FileError *why, fuda_error *e) {
    if (!ok) return lib_fail_input(e, why);
    lib_ok(e);
    return true;
}

fuda_cards *fuda_cards_default(const fuda_game *game, fuda_error *e) {
    FileError why;
    fuda_cards *c = fuda_cards_new(game, e);
    if (!c || reported(load_cards(&c->list, NULL, 0, NULL, NULL, &why), &why, e)) return c;
    fuda_cards_free(c);
    return NULL;
}

bool fuda_cards_add_file(fuda_cards *c, const char *path, fuda_error *e) {
    FileError why;
    if (!may_change(c, e)) return false;
    if (!path) return lib_missing(e, "a path");
    return reported(cards_read(&c->list, path, &why), &why, e);
}

bool fuda_cards_add_memory(fuda_cards *c, const char *name, const void *bytes, size_t size,
                           fuda_error *e) {
    FileError why;
    if (!may_change(c, e)) return false;
    if (!name || (!bytes && size)) return lib_missing(e, name ? "bytes" : "a name");
    return reported(cards_take(&c->list, name, bytes, size, &why), &why, e);
}

bool fuda_cards_add_base(fuda_cards *c, const char *path, fuda_error *e) {
    FileError why;
    if (!may_change(c, e)) return false;
    if (!path) return lib_missing(e, "a path");
    return reported(base_load(path, &c->list, &why), &why, e);
}

bool fuda_cards_correct(fuda_cards *c, const char *day, fuda_error *e) {
    FileError why;
    if (!may_change(c, e)) return false;
    if (day && !is_day(day))
        return lib_fail(e, FUDA_ERROR_ARGUMENT, "'%.40s' is no date; write it as YYYY-MM-DD", day);
    return reported(cards_correct(&c->list, day, &why), &why, e);
}

static const char *or_none(const char *s) { return s ? s : ""; }

/* 'p' may be null: a card of a replay. */
static void put_printed(const CardText *t, const PrintedCard *p, fuda_printed *out) {
    *out = (fuda_printed){.name = t->name,
                          .name_en = p ? or_none(p->name_en) : "",
                          .serial = p ? or_none(p->serial) : "",
                          .kinds = t->kinds,
                          .cost = t->cost,
                          .attack = t->atk,
                          .defence = t->def,
                          .third = t->third,
                          .nabilities = t->nabilities,
                          .ntraits = t->ntraits,
                          .abilities = t->abilities,
                          .traits = t->traits,
                          .box = or_none(t->box)};
}

unsigned fuda_cards_count(const fuda_cards *c) { return c ? c->list.n : 0; }

bool fuda_cards_at(const fuda_cards *c, unsigned i, fuda_printed *out) {
    if (!c || !out || i >= c->list.n) return false;
    CardText t = card_text(&c->list.card[i]);
    put_printed(&t, &c->list.card[i], out);
    return true;
}

/* ---- decks ---- */

/* The deck that was read into d->file. */
static fuda_deck *finish_deck(fuda_deck *d, bool ok, const FileError *why, fuda_error *e) {
    if (!reported(ok, why, e)) {
        free(d);
        return NULL;
    }
    for (unsigned i = 0; i < d->file.n; i++) d->size += d->file.line[i].count;
    return d;
}

fuda_deck *fuda_deck_file(const fuda_game *game, const char *path, fuda_error *e) {
    char found[2600];
    FileError why;
    if (!game || !path) return lib_missing(e, game ? "a path" : "a game"), NULL;
    fuda_deck *d = calloc(1, sizeof *d);
    if (!d) return lib_no_memory(e), NULL;
    const Game *g = game_of(game);
    bool ok = deck_read(&d->file, g, deck_path(g, path, found, sizeof found), &why);
    return finish_deck(d, ok, &why, e);
}

fuda_deck *fuda_deck_default(const fuda_game *game, unsigned i, fuda_error *e) {
    char path[2600];
    FileError why;
    if (!game) return lib_missing(e, "a game"), NULL;
    if (default_deck(game_of(game), i, path, sizeof path, &why))
        return fuda_deck_file(game, path, e);
    return lib_fail_input(e, &why), NULL;
}

fuda_deck *fuda_deck_memory(const fuda_game *game, const char *name, const void *bytes, size_t size,
                            fuda_error *e) {
    FileError why;
    if (!game || !name || (!bytes && size)) return lib_missing(e, "a game, name or bytes"), NULL;
    fuda_deck *d = calloc(1, sizeof *d);
    if (!d) return lib_no_memory(e), NULL;
    bool ok = deck_take(&d->file, game_of(game), name, bytes, size, &why);
    return finish_deck(d, ok, &why, e);
}

void fuda_deck_free(fuda_deck *d) {
    if (!d) return;
    deck_free(&d->file);
    free(d);
}

const char *fuda_deck_name(const fuda_deck *d) { return d ? d->file.name : ""; }
unsigned fuda_deck_size(const fuda_deck *d) { return d ? d->size : 0; }

/* ---- packs ---- */

/* Keeps the printed card of a definition. */
static bool keep_text(fuda_pack *p, DefId d, const CardText *t, const PrintedCard *printed) {
    if (d > p->ncards) {
        CardText *text = realloc(p->text, d * sizeof *text);
        if (text) p->text = text;
        const PrintedCard **cards = realloc(p->printed, d * sizeof *cards);
        if (cards) p->printed = cards;
        if (!text || !cards) return false;
        for (; p->ncards < d; p->ncards++) {
            p->text[p->ncards] = (CardText){.name = "?", .cost = -1};
            p->printed[p->ncards] = NULL;
        }
    }
    p->text[d - 1] = *t;
    p->printed[d - 1] = printed;
    return true;
}

static bool add_deck(fuda_pack *p, fuda_cards *cards, const fuda_deck *deck, unsigned flags,
                     LoadedDeck *l, fuda_error *e) {
    FileError why;
    if (!deck) return lib_missing(e, "a deck");
    DeckFile file = deck->file; /* lines are looked up in a copy: decks are constant */
    file.line = malloc(file.n * sizeof *file.line);
    if (!file.line) return lib_no_memory(e);
    memcpy(file.line, deck->file.line, file.n * sizeof *file.line);
    file.arena = (Arena){0};
    bool ok = load_deck_file(p->builder, &cards->list, &file, p->format,
                             flags & FUDA_PARTIAL ? LOAD_PARTIAL : 0, l, &why);
    free(file.line);
    arena_free(&file.arena);
    if (!ok) return lib_fail_input(e, &why);
    unsigned n = 0;
    for (unsigned k = 0; k < PILES; k++) n += l->n[k];
    if (n >= CARDS_PER_PLAYER)
        return lib_fail(e, FUDA_ERROR_INPUT, "%.200s: %u cards; a deck has at most %u", l->name, n,
                        CARDS_PER_PLAYER - 1u);
    PackDeck *d = &p->decks[p->ndecks++];
    for (unsigned k = 0; k < PILES; k++) {
        d->n[k] = l->n[k];
        memcpy(d->pile[k], l->pile[k], l->n[k] * sizeof *d->pile[k]);
    }
    for (unsigned i = 0; i < l->ncards; i++) {
        p->partial |= l->card[i].left_out > 0;
        if (!keep_text(p, l->card[i].def, &l->card[i].text, l->card[i].printed))
            return lib_no_memory(e);
    }
    return true;
}

static uint64_t hash_string(uint64_t h, const char *s) {
    return XXH3_64bits_withSeed(s, strlen(s) + 1, h);
}

static uint64_t pack_hash(const fuda_pack *p) {
    const Pack *k = p->pack;
    uint64_t h = hash_string(p->format, p->game->key);
    h = XXH3_64bits_withSeed(k->code, k->ncode * sizeof *k->code, h);
    h = XXH3_64bits_withSeed(k->abil, k->nabil * sizeof *k->abil, h);
    for (unsigned t = 1; t < k->nterm; t++) h = hash_string(h, pack_term(k, (TermId)t));
    for (DefId d = 1; d < k->ndef; d++) {
        const CardDef *x = &k->def[d];
        const int32_t numbers[] = {x->num.atk,   x->num.def, x->num.cost,
                                   x->num.third, x->kinds,   x->nabil};
        h = XXH3_64bits_withSeed(numbers, sizeof numbers, hash_string(h, pack_name(k, d)));
        h = XXH3_64bits_withSeed(x->trait, sizeof x->trait, h);
    }
    for (unsigned i = 0; i < p->ndecks; i++)
        h = XXH3_64bits_withSeed(&p->decks[i], sizeof p->decks[i], h);
    return h;
}

/* What remains once the builder has all cards and the decks are stored. */
static bool finish_pack(fuda_pack *p, fuda_error *e) {
    p->fuda = calloc(p->ndecks, sizeof *p->fuda);
    if (!p->fuda) return lib_no_memory(e);
    for (unsigned i = 0; i < p->ndecks; i++)
        for (unsigned k = 0; k < PILES; k++) {
            p->fuda[i].pile[k] = p->decks[i].pile[k];
            p->fuda[i].n[k] = p->decks[i].n[k];
        }
    p->pack = builder_pack(p->builder);
    p->hash = pack_hash(p);
    lib_ok(e);
    return true;
}

static bool fill_pack(fuda_pack *p, fuda_cards *cards, const fuda_deck *const *decks,
                      unsigned ndecks, unsigned flags, fuda_error *e) {
    p->builder = builder_new(p->game);
    p->decks = calloc(ndecks, sizeof *p->decks);
    LoadedDeck *l = malloc(sizeof *l);
    bool ok = (p->builder && p->decks && l) || lib_no_memory(e);
    for (unsigned i = 0; ok && i < ndecks; i++) ok = add_deck(p, cards, decks[i], flags, l, e);
    free(l);
    return ok && finish_pack(p, e);
}

static bool is_format(const Game *g, unsigned format) {
    fuda_format f;
    return fuda_format_at(game_out(g), format, &f);
}

fuda_pack *fuda_pack_new(fuda_cards *cards, const fuda_deck *const *decks, unsigned ndecks,
                         unsigned format, unsigned flags, fuda_error *e) {
    if (!cards || !decks) return lib_missing(e, cards ? "decks" : "cards"), NULL;
    const Game *g = cards->list.game;
    if (!ndecks || ndecks > SIM_MAX_DECKS || !is_format(g, format) || flags & ~1u) {
        lib_fail(e, FUDA_ERROR_ARGUMENT,
                 "%u decks, format %u, flags %u: expected 1 to %u decks, a format of %s and "
                 "FUDA_PARTIAL or 0",
                 ndecks, format, flags, SIM_MAX_DECKS, g->key);
        return NULL;
    }
    fuda_pack *p = calloc(1, sizeof *p);
    if (!p) return lib_no_memory(e), NULL;
    p->game = g;
    p->format = format;
    cards_day(&cards->list, p->day);
    cards->used = true;
    if (fill_pack(p, cards, decks, ndecks, flags, e)) return p;
    fuda_pack_free(p);
    return NULL;
}

fuda_pack *pack_of_replay(const Replay *r, const ReplayGame *g, fuda_error *e) {
    fuda_pack *p = calloc(1, sizeof *p);
    if (!p) return lib_no_memory(e), NULL;
    p->game = r->game;
    p->format = r->format;
    p->builder = g->builder;
    p->borrowed = true;
    p->partial = r->partial;
    memcpy(p->day, r->date, sizeof p->day);
    p->ndecks = r->players;
    p->decks = calloc(p->ndecks, sizeof *p->decks);
    bool ok = p->decks || lib_no_memory(e);
    for (unsigned q = 0; ok && q < p->ndecks; q++)
        for (unsigned k = 0; k < PILES; k++) {
            p->decks[q].n[k] = r->deck[q].n[k];
            for (unsigned i = 0; ok && i < r->deck[q].n[k]; i++) {
                const DefId d = p->decks[q].pile[k][i] = g->piles[q][k][i];
                ok = keep_text(p, d, &r->card[r->deck[q].card[k][i] - 1], NULL) || lib_no_memory(e);
            }
        }
    if (ok && finish_pack(p, e)) return p;
    fuda_pack_free(p);
    return NULL;
}

void fuda_pack_free(fuda_pack *p) {
    if (!p) return;
    if (p->builder && !p->borrowed) builder_free(p->builder);
    free(p->decks);
    free(p->fuda);
    free(p->text);
    free(p->printed);
    free(p);
}

const fuda_game *fuda_pack_game(const fuda_pack *p) { return p ? game_out(p->game) : NULL; }
unsigned fuda_pack_format(const fuda_pack *p) { return p ? p->format : 0; }
unsigned fuda_pack_decks(const fuda_pack *p) { return p ? p->ndecks : 0; }
unsigned fuda_pack_cards(const fuda_pack *p) { return p ? p->ncards : 0; }
uint64_t fuda_pack_hash(const fuda_pack *p) { return p ? p->hash : 0; }

bool fuda_pack_card(const fuda_pack *p, unsigned def, fuda_printed *out) {
    if (!p || !out || !def || def > p->ncards) return false;
    put_printed(&p->text[def - 1], p->printed[def - 1], out);
    return true;
}

unsigned fuda_pack_left_out(const fuda_pack *p, unsigned def) {
    unsigned n = 0;
    if (!p || !def || def > p->ncards || !builder_partial(p->builder, (DefId)def, &n)) return 0;
    return n;
}
