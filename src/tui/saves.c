#include "tui/saves.h"
#include "text/message.h"
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

static bool too_long(FileError *e) {
    return file_error(e, "FUDA_SAVES", 0, 0, "the name is too long");
}

/* Stores the directory's path and creates the directory if needed. */
static bool saves_folder(char *out, size_t size, FileError *e) {
    FileError why;
    if (!folder_name(out, size)) return too_long(e);
    if (file_make_folder(out, &why)) return true;
    snprintf(e->line, sizeof e->line, message("%.*s (set FUDA_SAVES, or use --save FILE)"),
             utf8_clip(why.line, sizeof e->line - 120), why.line);
    return false;
}

/* Appends a number if a game was started within the same second, by this program or another. */
bool saves_new(const Replay *p, LockedFile *out, FileError *e) {
    char folder[PATH_MAX], path[PATH_MAX + 200], day[32] = "game";
    time_t now = time(NULL);
    struct tm when;
    struct stat info;
    if (!saves_folder(folder, sizeof folder, e)) return false;
    if (localtime_r(&now, &when)) strftime(day, sizeof day, "%Y%m%d-%H%M%S", &when);
    for (unsigned i = 1; i < 1000; i++) {
        const char *key = p->game->key;
        snprintf(path, sizeof path, i == 1 ? "%s/%s-%s.replay" : "%s/%s-%s-%u.replay", folder, key,
                 day, i);
        if (lstat(path, &info) == 0) continue;
        bool ok = locked_open(out, path, &replay_type, e);
        if (ok && !locked_exists(out) && replay_save(p, out, e)) return true;
        locked_close(out);
        if (lstat(path, &info) != 0) return false; /* else another program has just created it */
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

/* Lists the replays of the directory, newest first. The caller frees the array and its paths.
 * *error is errno if the directory cannot be read, else 0. */
static SaveFile *list_saves(const char *folder, unsigned *n, int *error) {
    SaveFile *out = NULL;
    DIR *dir = opendir(folder);
    *n = 0;
    *error = dir || errno == ENOENT ? 0 : errno;
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

bool saves_intact(const Replay *p, const char *path, FileError *e) {
    return p->sum != SUM_WRONG ||
           file_error(e, path, 0, 0,
                      "was changed after it was saved: its checksum differs (to play it as it is, "
                      "delete the line `# sum`)");
}

/* Is it an unfinished game? A damaged file is none; *spoiled gets a line about it. */
static bool is_unfinished(const char *path, Text *spoiled) {
    static Replay p;
    FileError e;
    bool good = replay_read(&p, path, &e);
    bool open = good && p.result == RESULT_NONE;
    if (open && !saves_intact(&p, path, &e)) open = false, text_add(spoiled, "%s\n", e.line);
    if (good)
        replay_free(&p);
    else
        text_add(spoiled, "%s\n", e.line);
    return open;
}

/* Reads only as many files as needed, newest first. */
bool saves_last_open(char *out, size_t size, Text *spoiled, FileError *e) {
    char folder[PATH_MAX];
    unsigned n;
    int error;
    bool found = false;
    if (!folder_name(folder, sizeof folder)) return too_long(e);
    SaveFile *all = list_saves(folder, &n, &error);
    if (error) return file_error(e, folder, 0, 0, "cannot be read: %s", strerror(error));
    for (unsigned i = 0; i < n && !found; i++)
        if (is_unfinished(all[i].path, spoiled))
            found = (size_t)snprintf(out, size, "%s", all[i].path) < size;
    for (unsigned i = 0; i < n; i++) free(all[i].path);
    free(all);
    return found || file_error(e, folder, 0, 0, "there is no unfinished game to continue");
}

/* "Reバース for you, 34 answers, 2026-11-19 15:04" */
static void describe_open(const SaveFile *file, const Replay *p, Lang lang, OpenGame *out) {
    char day[32] = "";
    struct tm when;
    if (localtime_r(&file->when.tv_sec, &when)) strftime(day, sizeof day, "%Y-%m-%d %H:%M", &when);
    snprintf(out->path, sizeof out->path, "%s", file->path);
    snprintf(out->about, sizeof out->about,
             say(lang, W("%s, %u answers, %s", "%s（選択%u回、%s）")), p->game->name, p->nsteps,
             day);
}

unsigned saves_list_open(OpenGame *out, unsigned max, Lang lang) {
    enum { LOOKED_AT = 30 }; /* files: older ones are forgotten */
    static Replay p;
    char folder[PATH_MAX];
    unsigned n, found = 0;
    int error;
    FileError e;
    if (!folder_name(folder, sizeof folder)) return 0;
    SaveFile *all = list_saves(folder, &n, &error);
    for (unsigned i = 0; i < n && i < LOOKED_AT && found < max; i++) {
        if (!replay_read(&p, all[i].path, &e)) continue;
        if (p.result == RESULT_NONE && p.nsteps && p.sum != SUM_WRONG)
            describe_open(&all[i], &p, lang, &out[found++]);
        replay_free(&p);
    }
    for (unsigned i = 0; i < n; i++) free(all[i].path);
    free(all);
    return found;
}

/* Is it the name of a save of that game (saves_new)? */
static bool is_save_of(const char *path, const Game *g) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return !strncmp(name, g->key, strlen(g->key)) && name[strlen(g->key)] == '-';
}

bool saves_any(const Game *g) {
    char folder[PATH_MAX];
    unsigned n;
    int error;
    if (!folder_name(folder, sizeof folder)) return false;
    SaveFile *all = list_saves(folder, &n, &error);
    bool any = false;
    for (unsigned i = 0; i < n; i++) {
        any |= !g || is_save_of(all[i].path, g);
        free(all[i].path);
    }
    free(all);
    return any;
}
