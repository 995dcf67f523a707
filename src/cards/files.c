/* Everything that reads files: text, cards, decks, and where the shipped ones are. What is read is
 * then taken from memory, by files that know no disk. */
#define _GNU_SOURCE /* dladdr */
#include "cards/base.h"
#include "cards/home.h"
#include "cards/load.h"
#include "cards/store.h"
#include "text/message.h"
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- text ------------------------------------------------------------------------------------ */

/* Reads the stream to its end, starting with a buffer of 'room' bytes. */
static bool slurp(FILE *in, const char *path, size_t room, FileText *f, FileError *e) {
    for (;;) {
        char *grown = realloc(f->data, room + 1);
        if (!grown) return file_error(e, path, 0, 0, "out of memory");
        f->data = grown;
        f->size += fread(f->data + f->size, 1, room - f->size, in);
        if (ferror(in))
            return file_error(e, path, 0, 0, "cannot be read: %s", message(strerror(errno)));
        if (f->size < room) return true;
        if (room > FILE_MAX) return file_too_large(path, e);
        room = room * 2 > FILE_MAX ? FILE_MAX + 1 : room * 2;
    }
}

/* Does the path name a descriptor that is already open, as <(command) does in a shell? */
static bool is_descriptor(const char *path) {
    return !strcmp(path, "/dev/stdin") || !strncmp(path, "/dev/fd/", 8) ||
           !strncmp(path, "/proc/self/fd/", 14);
}

/* Opens a file to read. Never waits: without O_NONBLOCK, opening a FIFO would wait for a writer. */
static FILE *open_input(const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | (is_descriptor(path) ? 0 : O_NONBLOCK));
    FILE *in = fd < 0 ? NULL : fdopen(fd, "rb");
    if (fd >= 0 && !in) close(fd);
    return in;
}

/* For regular files the size is known in advance: one read suffices. */
bool file_read(const char *path, FileText *out, FileError *e) {
    struct stat info;
    *out = (FileText){0};
    bool standard = !strcmp(path, "-");
    FILE *in = standard ? stdin : open_input(path);
    if (!in) return file_error(e, path, 0, 0, "cannot be opened: %s", message(strerror(errno)));
    size_t room = 1 << 16;
    bool ok = true;
    if (!fstat(fileno(in), &info)) {
        const char *odd = file_oddity(info.st_mode);
        if (odd && (S_ISDIR(info.st_mode) || !(standard || is_descriptor(path))))
            ok = file_error(e, path, 0, 0, "%s", odd);
        if (S_ISREG(info.st_mode) && info.st_size > FILE_MAX) ok = file_too_large(path, e);
        if (ok && S_ISREG(info.st_mode)) room = (size_t)info.st_size + 1;
    }
    ok = ok && slurp(in, path, room, out, e);
    if (!standard) fclose(in);
    if (!ok) file_free(out);
    return ok && file_check(path, out, e);
}

/* ---- cards and decks ------------------------------------------------------------------------- */

bool cards_read(CardList *l, const char *path, FileError *e) {
    FileText f;
    bool ok = file_read(path, &f, e) && cards_take(l, path, f.data, f.size, e);
    file_free(&f);
    return ok;
}

/* ---- data directory -------------------------------------------------------------------------- */

/* a/b, if it is readable. */
static bool join(char *out, size_t size, const char *a, const char *b) {
    return (size_t)snprintf(out, size, "%s/%s", a, b) < size && access(out, R_OK) == 0;
}

static const char place_marker; /* an address in the library, or in the program that contains it */

/* The directory of the file, if it or one of those around it holds what is wanted. */
static bool beside(const char *file, const char *below, char *out, size_t size) {
    static const char *const places[] = {".", "..", "../share/fuda", "../../share/fuda", "../.."};
    char self[2048], dir[2100];
    snprintf(self, sizeof self, "%s", file);
    char *slash = strrchr(self, '/');
    if (slash) *slash = 0;
    for (unsigned i = 0; slash && i < sizeof places / sizeof *places; i++) {
        snprintf(dir, sizeof dir, "%s/%s", self, places[i]);
        if (join(out, size, dir, below)) return true;
    }
    return false;
}

#ifndef FUDA_DATADIR
#define FUDA_DATADIR "/usr/local/share/fuda"
#endif

/* Looks beside the executable, beside this library, in the current directory, and where programs
 * with the archive in them find what was installed. */
bool data_path(const char *below, char *out, size_t size) {
    const char *data = getenv("FUDA_DATA");
    char self[2048];
    Dl_info library;
    if (data && *data) return join(out, size, data, below);
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = 0;
    if (beside(self, below, out, size)) return true;
    if (dladdr((const void *)&place_marker, &library) && library.dli_fname &&
        beside(library.dli_fname, below, out, size))
        return true;
    return join(out, size, ".", below) || join(out, size, FUDA_DATADIR, below);
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

static int is_visible(const struct dirent *d) { return d->d_name[0] != '.'; }

bool default_deck(const Game *g, unsigned i, char *out, size_t size, FileError *e) {
    char below[200], dir[2200];
    struct dirent **found;
    snprintf(below, sizeof below, "decks/%.100s", g->key);
    if (!data_path(below, dir, sizeof dir))
        return file_error(e, below, 0, 0,
                          "not found; set FUDA_DATA to the directory that holds decks/");
    int n = scandir(dir, &found, is_visible, alphasort);
    if (n < 0) return file_error(e, dir, 0, 0, "cannot be read: %s", message(strerror(errno)));
    bool ok = i < (unsigned)n;
    if (ok) snprintf(out, size, "%s/%s", dir, found[i]->d_name);
    for (int k = 0; k < n; k++) free(found[k]);
    free(found);
    return ok || file_error(e, dir, 0, 0, "there is no deck %u; it has %d, counted from 0", i, n);
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

bool deck_read(DeckFile *d, const Game *g, const char *path, FileError *e) {
    FileText f;
    *d = (DeckFile){0};
    if (!strchr(path, '/') && strcmp(path, "-") != 0 && access(path, F_OK) != 0)
        return file_error(e, path, 0, 0,
                          "there is no such deck or file; `fuda deck list %s` lists the decks",
                          g->key);
    bool ok = file_read(path, &f, e) && deck_take(d, g, path, f.data, f.size, e);
    file_free(&f);
    d->shipped = ok && home_is_shipped(path);
    return ok;
}

bool load_deck(const Game *g, Builder *b, CardList *cards, const char *path, unsigned format,
               unsigned flags, LoadedDeck *out, FileError *e) {
    DeckFile file;
    char found[2600];
    memset(out, 0, sizeof *out);
    if (!deck_read(&file, g, deck_path(g, path, found, sizeof found), e)) return false;
    bool ok = load_deck_file(b, cards, &file, format, flags, out, e);
    deck_free(&file);
    return ok;
}
