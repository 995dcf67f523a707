#define _GNU_SOURCE /* renameat2 */
#include "cards/store.h"
#include "text/message.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Names of temporary files: .fuda-PID-NUMBER.tmp */
static const char temporary_begin[] = ".fuda-", temporary_end[] = ".tmp";
enum { TRIES = 100 };

const char *file_oddity(unsigned mode) {
    if (S_ISREG(mode)) return NULL;
    if (S_ISDIR(mode)) return message("is a directory");
    if (S_ISFIFO(mode)) return message("is a FIFO, not a file");
    if (S_ISSOCK(mode)) return message("is a socket, not a file");
    return message("is a device, not a file");
}

/* The path of a file beside 'path'. The caller frees it. */
static char *beside(const char *path, const char *name) {
    const char *slash = strrchr(path, '/');
    size_t n = slash ? (size_t)(slash - path) + 1 : 0, size = n + strlen(name) + 1;
    char *out = malloc(size);
    if (out) snprintf(out, size, "%.*s%s", (int)n, path, name);
    return out;
}

static bool same_file(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Does the path lead to the open file? */
static bool leads_to(const char *path, int fd) {
    struct stat a, b;
    return stat(path, &a) == 0 && fstat(fd, &b) == 0 && same_file(&a, &b);
}

/* ---- temporary files ------------------------------------------------------------------------- */

/* Creates and locks a temporary file beside 'path'. Returns its descriptor, or -1 with errno set;
 * *name is to be freed. */
static int temporary_open(const char *path, char **name) {
    for (unsigned i = 0; i < TRIES; i++) {
        char base[64];
        snprintf(base, sizeof base, "%s%ld-%u%s", temporary_begin, (long)getpid(), i,
                 temporary_end);
        if (!(*name = beside(path, base))) return -1;
        int fd = open(*name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        /* another program may take it for abandoned before it is locked */
        if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 && leads_to(*name, fd)) return fd;
        int why = errno;
        if (fd >= 0) close(fd);
        free(*name);
        *name = NULL;
        errno = why;
        if (fd < 0 && why != EEXIST) return -1;
    }
    return -1;
}

/* Removes temporary files of programs that were killed: nobody has them locked. */
static void remove_abandoned(const char *path) {
    char *folder = beside(path, ".");
    DIR *dir = folder ? opendir(folder) : NULL;
    free(folder);
    for (struct dirent *d; dir && (d = readdir(dir));) {
        size_t n = strlen(d->d_name), end = strlen(temporary_end);
        if (strncmp(d->d_name, temporary_begin, strlen(temporary_begin)) != 0) continue;
        if (n < end || strcmp(d->d_name + n - end, temporary_end) != 0) continue;
        char *name = beside(path, d->d_name);
        int fd = name ? open(name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC) : -1;
        if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 && leads_to(name, fd)) unlink(name);
        if (fd >= 0) close(fd);
        free(name);
    }
    if (dir) closedir(dir);
}

static bool write_all(int fd, const char *bytes, size_t size) {
    while (size) {
        ssize_t n = write(fd, bytes, size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        bytes += n;
        size -= (size_t)n;
    }
    return fsync(fd) == 0;
}

/* Makes a rename durable. A directory that cannot be read or synced at all is no error. */
static bool sync_folder(const char *path) {
    char *folder = beside(path, ".");
    int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    bool ok = fd < 0 || fsync(fd) == 0 || errno == EINVAL;
    int why = errno;
    if (fd >= 0) close(fd);
    free(folder);
    errno = why;
    return ok;
}

/* Gives the temporary file a name that must be unused. Some file systems know only link. */
static bool publish_new(const char *temporary, const char *path) {
    if (renameat2(AT_FDCWD, temporary, AT_FDCWD, path, RENAME_NOREPLACE) == 0) return true;
    if (errno != EINVAL && errno != ENOSYS) return false;
    return link(temporary, path) == 0 && unlink(temporary) == 0;
}

/* ---- locks ----------------------------------------------------------------------------------- */

/* The process that holds the flock on the file; 0: unknown. */
static long lock_holder(int fd) {
    struct stat info;
    FILE *in = fopen("/proc/locks", "re");
    char line[200];
    long found = 0, pid;
    unsigned long inode;
    if (!in) return 0;
    bool known = fstat(fd, &info) == 0;
    while (known && !found && fgets(line, sizeof line, in))
        if (sscanf(line, "%*d: FLOCK %*s %*s %ld %*x:%*x:%lu", &pid, &inode) == 2 &&
            inode == info.st_ino && pid > 0)
            found = pid;
    fclose(in);
    return found;
}

static bool in_use(const char *name, int fd, FileError *e) {
    long pid = lock_holder(fd);
    char who[40] = "";
    if (pid) snprintf(who, sizeof who, " (process %ld)", pid);
    return file_error(e, name, 0, 0,
                      "is in use by another fuda%s; leave it there first, or choose another file",
                      who);
}

/* Is the file empty or of the type? */
static bool has_type(int fd, const FileType *type) {
    char begin[64] = "";
    ssize_t n = pread(fd, begin, sizeof begin - 1, 0);
    return n == 0 || (n > 0 && !strncmp(begin, type->begins, strlen(type->begins)));
}

/* Why a file cannot be written: what is missing then is its folder. */
static const char *write_reason(int why) {
    return message(why == ENOENT ? "there is no such folder" : strerror(why));
}

/* Opens and locks the file. Sets f->fd, or leaves it at -1 if the file does not exist. Repeats if
 * another program replaces the file in between. */
static bool lock_existing(LockedFile *f, FileError *e) {
    for (unsigned i = 0; i < TRIES; i++) {
        struct stat info;
        if (stat(f->path, &info) != 0) {
            if (errno == ENOENT) return true;
            return file_error(e, f->name, 0, 0, "cannot be opened: %s", message(strerror(errno)));
        }
        const char *odd = file_oddity(info.st_mode);
        if (odd) return file_error(e, f->name, 0, 0, "%s", odd);
        int fd = open(f->path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
        if (fd < 0 && errno == ENOENT) continue;
        if (fd < 0)
            return file_error(e, f->name, 0, 0, "cannot be written: %s", write_reason(errno));
        bool locked = flock(fd, LOCK_EX | LOCK_NB) == 0;
        int why = errno;
        if (locked && leads_to(f->path, fd)) {
            f->fd = fd;
            return true;
        }
        if (!locked && why == EWOULDBLOCK)
            in_use(f->name, fd, e);
        else if (!locked)
            file_error(e, f->name, 0, 0, "cannot be locked: %s", message(strerror(why)));
        close(fd);
        if (!locked) return false;
    }
    return file_error(e, f->name, 0, 0, "another program keeps replacing it");
}

/* The path without symbolic links, so that replacing the file does not replace a link to it. */
static char *resolve(const char *path, FileError *e) {
    struct stat info;
    char *real = realpath(path, NULL);
    if (real) return real;
    if (errno != ENOENT)
        file_error(e, path, 0, 0, "cannot be opened: %s", message(strerror(errno)));
    else if (lstat(path, &info) == 0)
        file_error(e, path, 0, 0, "is a symbolic link to a file that does not exist");
    else if (!(real = strdup(path)))
        file_error(e, path, 0, 0, "out of memory");
    return real;
}

bool locked_open(LockedFile *f, const char *path, const FileType *type, FileError *e) {
    *f = (LockedFile){.fd = -1};
    if (!strcmp(path, "-")) return file_error(e, path, 0, 0, "needs a file name to write to");
    f->path = resolve(path, e);
    if (!f->path) return false;
    f->name = strdup(path);
    bool ok = f->name ? lock_existing(f, e) : file_error(e, path, 0, 0, "out of memory");
    if (ok && type && f->fd >= 0 && !has_type(f->fd, type))
        ok =
            file_error(e, path, 0, 0, "is not %s; left unchanged: choose another name", type->what);
    if (ok)
        remove_abandoned(f->path);
    else
        locked_close(f);
    return ok;
}

/* Links the present contents to NAME~, NAME~2, ...: the first that is unused. */
static bool keep_previous(LockedFile *f, FileError *e) {
    size_t size = strlen(f->path) + 8;
    char *name = malloc(size);
    bool ok = false;
    for (unsigned i = 1; name && !ok && i < 1000; i++) {
        snprintf(name, size, i == 1 ? "%s~" : "%s~%u", f->path, i);
        ok = link(f->path, name) == 0;
        if (!ok && errno != EEXIST) break;
    }
    if (!ok) {
        file_error(e, f->name, 0, 0, "cannot be kept as %s~: %s", f->name,
                   message(strerror(errno)));
        free(name);
        return false;
    }
    free(f->kept);
    f->kept = name;
    return true;
}

/* Gives the temporary file the locked file's name. */
static bool publish(LockedFile *f, const char *temporary, FileError *e) {
    bool there = f->fd >= 0 && access(f->path, F_OK) == 0;
    if (there && !leads_to(f->path, f->fd))
        return file_error(
            e, f->name, 0, 0,
            "was replaced by another program; left unchanged: save under another name");
    if (there && f->keep && !keep_previous(f, e)) return false;
    bool ok = there ? rename(temporary, f->path) == 0 : publish_new(temporary, f->path);
    if (!ok && errno == EEXIST)
        return file_error(e, f->name, 0, 0,
                          "was created by another program; left unchanged: choose another name");
    return ok || file_error(e, f->name, 0, 0, "cannot be written: %s", write_reason(errno));
}

bool locked_write(LockedFile *f, const void *bytes, size_t size, FileError *e) {
    struct stat old;
    char *temporary;
    int fd = temporary_open(f->path, &temporary);
    bool ok = fd >= 0 && write_all(fd, bytes, size);
    if (!ok) file_error(e, f->name, 0, 0, "cannot be written: %s", write_reason(errno));
    if (ok && f->fd >= 0 && fstat(f->fd, &old) == 0) fchmod(fd, old.st_mode & 0777);
    ok = ok && publish(f, temporary, e);
    if (fd >= 0 && !ok) {
        unlink(temporary);
        close(fd);
    }
    free(temporary);
    if (!ok) return false;
    f->created |= f->fd < 0;
    f->keep = false;
    if (f->fd >= 0) close(f->fd);
    f->fd = fd;
    return sync_folder(f->path) ||
           file_error(e, f->name, 0, 0, "cannot be written: %s", write_reason(errno));
}

bool locked_is(const LockedFile *f, const char *path) {
    return locked_exists(f) && leads_to(path, f->fd);
}

bool locked_filled(const LockedFile *f) {
    struct stat info;
    return locked_exists(f) && fstat(f->fd, &info) == 0 && info.st_size > 0;
}

void locked_remove(LockedFile *f) {
    if (locked_exists(f) && leads_to(f->path, f->fd)) unlink(f->path);
    locked_close(f);
}

void locked_close(LockedFile *f) {
    if (locked_exists(f)) close(f->fd);
    free(f->path);
    free(f->name);
    free(f->kept);
    *f = (LockedFile){.fd = -1};
}

bool file_write(const char *path, const FileType *type, const void *bytes, size_t size,
                FileError *e) {
    LockedFile f;
    if (!locked_open(&f, path, type, e)) return false;
    bool ok = locked_write(&f, bytes, size, e);
    locked_close(&f);
    return ok;
}

/* ---- directories ----------------------------------------------------------------------------- */

/* Makes one directory; its parent exists. */
static bool make_one(const char *path, FileError *e) {
    struct stat info;
    if (mkdir(path, 0777) == 0) return true;
    int why = errno;
    if (stat(path, &info) == 0)
        return S_ISDIR(info.st_mode) || file_error(e, path, 0, 0, "is not a directory");
    return file_error(e, path, 0, 0, "cannot create the directory: %s", message(strerror(why)));
}

bool file_make_folder(const char *path, FileError *e) {
    struct stat info;
    char *part = strdup(path);
    bool ok = part || file_error(e, path, 0, 0, "out of memory");
    if (ok && stat(path, &info) == 0) {
        ok = S_ISDIR(info.st_mode) || file_error(e, path, 0, 0, "is not a directory");
    } else if (ok) {
        for (char *at = part + (*part != 0); ok && (at = strchr(at, '/')); *at++ = '/') {
            *at = '\0';
            ok = make_one(part, e);
        }
        ok = ok && make_one(part, e);
    }
    free(part);
    return ok;
}
