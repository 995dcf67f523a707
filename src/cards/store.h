/* Writes the user's files so that none is lost, and locks them against other programs.
 *
 * A file is replaced as a whole: the new contents go to a temporary file in the same directory,
 * are synced, and take the file's name in one step, which is synced too. Whoever is killed in
 * between leaves the old file and an abandoned temporary file, which the next program removes.
 *
 * The lock is an flock on the file itself. A replacement is locked before it takes the name, so
 * the name always leads to a locked file. Programs that only read need no lock. */
#pragma once
#include "cards/file.h"

/* What a file may be written over: only a file that begins like this, or an empty one. */
typedef struct FileType {
    const char *begins;
    const char *what; /* for messages: "a saved game" */
} FileType;

/* A file that this program may replace and nobody else may. All zero: none. Owns its strings. */
typedef struct LockedFile {
    char *name; /* as given, for messages */
    char *path; /* with symbolic links resolved */
    int fd;     /* carries the lock; -1: the file does not exist yet */
    bool created;
    bool keep;  /* the next write keeps the present contents as NAME~ */
    char *kept; /* where it kept them */
} LockedFile;

/* Locks the file if it exists. Returns false with *e set if it is in use by another program, is
 * not of the type (null: any), is not a regular file, or cannot be written. */
bool locked_open(LockedFile *f, const char *path, const FileType *type, FileError *e);
/* Replaces the contents; on failure the file is as before. Creates a file that did not exist, and
 * fails if it exists by now. */
bool locked_write(LockedFile *f, const void *bytes, size_t size, FileError *e);
/* Is this the locked file, under whatever name? */
bool locked_is(const LockedFile *f, const char *path);
static inline bool locked_exists(const LockedFile *f) { return f->path && f->fd >= 0; }
/* Does the file exist and have contents? */
bool locked_filled(const LockedFile *f);
/* Deletes the file, unless another program has replaced it. */
void locked_remove(LockedFile *f);
void locked_close(LockedFile *f);

/* Opens, writes and closes. */
bool file_write(const char *path, const FileType *type, const void *bytes, size_t size,
                FileError *e);

/* mkdir -p. An error names the directory that cannot be made. */
bool file_make_folder(const char *path, FileError *e);
/* What the path is if it is not a regular file: "is a directory"; else null. 'mode' is st_mode. */
const char *file_oddity(unsigned mode);
