/* Replays on disk. */
#include "sim/replay.h"
#include <stdlib.h>

bool replay_save(const Replay *p, LockedFile *to, FileError *e) {
    size_t size;
    char *bytes = replay_bytes(p, &size);
    bool ok =
        bytes ? locked_write(to, bytes, size, e) : file_error(e, to->name, 0, 0, "out of memory");
    free(bytes);
    return ok;
}

bool replay_write(const Replay *p, const char *path, FileError *e) {
    LockedFile f;
    if (!locked_open(&f, path, &replay_type, e)) return false;
    bool ok = replay_save(p, &f, e);
    locked_close(&f);
    return ok;
}

bool replay_read(Replay *p, const char *path, FileError *e) {
    FileText f;
    if (!file_read(path, &f, e)) return false;
    bool good = replay_take(p, path, f.data, f.size, e);
    file_free(&f);
    return good;
}
