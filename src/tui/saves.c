#include "tui/saves.h"
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* Chooses the directory from the environment. Returns false if its name is too long. */
static bool folder_name(char *out, size_t size) {
    const char *own = getenv("FUDA_SAVES"), *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n;
    if (own && *own)
        n = snprintf(out, size, "%s", own);
    else if (data && *data == '/')
        n = snprintf(out, size, "%s/fuda", data);
    else if (home && *home)
        n = snprintf(out, size, "%s/.local/share/fuda", home);
    else
        n = snprintf(out, size, "saves");
    return n > 0 && (size_t)n < size;
}

/* mkdir -p; errno tells why it failed. */
static bool make_folder(char *path) {
    for (char *at = path + 1;; at++) {
        if (*at && *at != '/') continue;
        char c = *at;
        *at = '\0';
        bool good = mkdir(path, 0777) == 0 || errno == EEXIST || errno == EISDIR;
        int why = errno;
        *at = c;
        if (!c) {
            errno = why;
            return good;
        }
    }
}

bool saves_folder(char *out, size_t size, FileError *e) {
    struct stat info;
    if (!folder_name(out, size)) return file_error(e, "FUDA_SAVES", 0, 0, "the name is too long");
    if (stat(out, &info) == 0)
        return S_ISDIR(info.st_mode) || file_error(e, out, 0, 0, "is not a directory");
    return make_folder(out) ||
           file_error(e, out, 0, 0, "cannot create the directory: %s", strerror(errno));
}

/* Appends a number if a game was started within the same second. */
bool saves_new(const Game *g, char *out, size_t size, FileError *e) {
    char folder[PATH_MAX], day[32] = "game";
    time_t now = time(NULL);
    struct tm when;
    struct stat info;
    if (!saves_folder(folder, sizeof folder, e)) return false;
    if (localtime_r(&now, &when)) strftime(day, sizeof day, "%Y%m%d-%H%M%S", &when);
    for (unsigned i = 1; i < 1000; i++) {
        int n = i == 1 ? snprintf(out, size, "%s/%s-%s.replay", folder, g->key, day)
                       : snprintf(out, size, "%s/%s-%s-%u.replay", folder, g->key, day, i);
        if (n < 0 || (size_t)n >= size) break;
        if (stat(out, &info) != 0) return true;
    }
    return file_error(e, folder, 0, 0, "cannot find an unused file name for a new game");
}

/* ---- what is there --------------------------------------------------------------------------- */

/* A replay in the directory; 'path' is owned. */
typedef struct SaveFile {
    char *path;
    struct timespec when;
} SaveFile;

static int newest_first(const void *a, const void *b) {
    const SaveFile *x = a, *y = b;
    if (x->when.tv_sec != y->when.tv_sec) return x->when.tv_sec < y->when.tv_sec ? 1 : -1;
    if (x->when.tv_nsec != y->when.tv_nsec) return x->when.tv_nsec < y->when.tv_nsec ? 1 : -1;
    return strcmp(y->path, x->path);
}

/* Lists the replays of the directory, newest first. The caller frees the array and its paths. */
static SaveFile *list_saves(const char *folder, unsigned *n) {
    SaveFile *out = NULL;
    DIR *dir = opendir(folder);
    *n = 0;
    if (!dir) return NULL;
    for (struct dirent *entry; (entry = readdir(dir));) {
        static char path[PATH_MAX + 300];
        struct stat info;
        size_t length = strlen(entry->d_name);
        if (length < 8 || strcmp(entry->d_name + length - 7, ".replay")) continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (stat(path, &info) != 0 || !S_ISREG(info.st_mode)) continue;
        out = array_grow(out, *n, sizeof *out);
        out[(*n)++] = (SaveFile){strdup(path), info.st_mtim};
    }
    closedir(dir);
    if (*n) qsort(out, *n, sizeof *out, newest_first);
    return out;
}

/* Reads the whole file, so that a damaged one is skipped. */
static bool is_unfinished(const char *path) {
    static Replay p;
    FileError e;
    if (!replay_read(&p, path, &e)) return false;
    bool open = p.result == RESULT_NONE;
    replay_free(&p);
    return open;
}

/* Reads only as many files as needed, newest first. */
bool saves_last_open(char *out, size_t size, FileError *e) {
    char folder[PATH_MAX];
    unsigned n;
    bool found = false;
    if (!folder_name(folder, sizeof folder))
        return file_error(e, "FUDA_SAVES", 0, 0, "the name is too long");
    SaveFile *all = list_saves(folder, &n);
    for (unsigned i = 0; i < n && !found; i++)
        if (is_unfinished(all[i].path))
            found = (size_t)snprintf(out, size, "%s", all[i].path) < size;
    for (unsigned i = 0; i < n; i++) free(all[i].path);
    free(all);
    return found || file_error(e, folder, 0, 0, "there is no unfinished game to continue");
}

bool saves_any(void) {
    char folder[PATH_MAX];
    unsigned n;
    if (!folder_name(folder, sizeof folder)) return false;
    SaveFile *all = list_saves(folder, &n);
    for (unsigned i = 0; i < n; i++) free(all[i].path);
    free(all);
    return n > 0;
}
