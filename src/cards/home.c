#include "cards/home.h"
#include "cards/base.h"
#include "cards/load.h"
#include "cards/store.h"
#include "text/message.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- places ---------------------------------------------------------------------------------- */

/* As src/tui/saves.c, which puts games there. */
bool home_path(const char *below, char *out, size_t size) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n = -1;
    if (data && *data == '/')
        n = snprintf(out, size, "%s/fuda/%s", data, below);
    else if (home && *home)
        n = snprintf(out, size, "%s/.local/share/fuda/%s", home, below);
    return n > 0 && (size_t)n < size;
}

bool home_base(char *out, size_t size) {
    const char *own = getenv("FUDA_DB");
    if (!own) return home_path("cards.db", out, size);
    return *own && (size_t)snprintf(out, size, "%s", own) < size;
}

bool home_decks(const Game *g, char *out, size_t size) {
    const char *own = getenv("FUDA_DECKS");
    char below[120];
    snprintf(below, sizeof below, "decks/%.100s", g->key);
    if (!own) return home_path(below, out, size);
    return *own && (size_t)snprintf(out, size, "%s/%s", own, g->key) < size;
}

bool home_make_folder_of(const char *path, FileError *e) {
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    if (!slash || slash == path) return true;
    if ((size_t)(slash - path) >= sizeof folder)
        return file_error(e, path, 0, 0, "the name is too long");
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
    return file_make_folder(folder, e);
}

bool home_find_deck(const Game *g, const char *name, char *out, size_t size) {
    static const char *const endings[] = {"", ".txt", ".r4udek"};
    char folder[PATH_MAX];
    if (!home_decks(g, folder, sizeof folder)) return false;
    for (unsigned i = 0; i < sizeof endings / sizeof *endings; i++)
        if ((size_t)snprintf(out, size, "%s/%s%s", folder, name, endings[i]) < size &&
            access(out, R_OK) == 0)
            return true;
    return false;
}

/* ---- cards ----------------------------------------------------------------------------------- */

/* Where to look and what would add cards, as the end of a message about an unknown card. */
static void note_where(CardList *l, bool shipped, const char *base, unsigned from_base) {
    char place[PATH_MAX], text[700];
    int n;
    if (!shipped)
        n = snprintf(text, sizeof text, message(" (looked in the %u cards that were given"), l->n);
    else
        n = snprintf(text, sizeof text, message(" (looked in the %u shipped cards"),
                     l->n - from_base);
    if (base && access(base, F_OK) == 0)
        snprintf(text + n, sizeof text - (size_t)n,
                 message(" and the %u of %.*s; `fuda cards import %s FILE` adds more)"), from_base,
                 utf8_clip(base, 200), base, l->game->key);
    else if (base)
        snprintf(
            text + n, sizeof text - (size_t)n,
            message("; there is no card base %.*s yet, `fuda cards import %s FILE` makes one)"),
            utf8_clip(base, 200), base, l->game->key);
    else
        snprintf(text + n, sizeof text - (size_t)n, "%s",
                 home_base(place, sizeof place)
                     ? message("; your card base is not used with --cards)")
                     : message(")"));
    l->where = arena_string(&l->arena, text);
}

/* Adds a base's cards to the list. 'needed': it must have some of the game. */
static bool join_base(CardList *l, const char *base, bool needed, unsigned *n, FileError *e) {
    CardList own;
    cards_init(&own, l->game);
    bool ok = needed ? base_load(base, &own, e) : base_read(base, &own, e);
    if (ok) *n = cards_join(l, &own);
    cards_free(&own);
    return ok;
}

bool home_cards(CardList *l, const char *const *files, unsigned nfiles, const char *base,
                const char *as_of, FileError *e) {
    char own[PATH_MAX];
    unsigned n = 0;
    if (nfiles) {
        bool ok = load_cards(l, files, nfiles, base, as_of, e);
        if (ok) note_where(l, false, NULL, 0);
        return ok;
    }
    const bool given = base != NULL;
    if (!load_default_cards(l, e)) return false;
    if (!given && home_base(own, sizeof own)) base = own;
    if (base && (given || access(base, F_OK) == 0) && !join_base(l, base, given, &n, e))
        return false;
    note_where(l, true, base, n);
    return cards_correct(l, as_of, e);
}

bool home_add_base(CardList *l, const char *as_of, FileError *e) {
    char own[PATH_MAX];
    unsigned n = 0;
    if (!home_base(own, sizeof own)) return true;
    if (access(own, F_OK) == 0 && !join_base(l, own, false, &n, e)) return false;
    note_where(l, true, own, n);
    return cards_correct(l, as_of, e);
}
