/* Reading and validating text files. */
#include "cards/store.h"
#include "text/message.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_error(FileError *e, const char *path, unsigned line, unsigned column, const char *format,
                ...) {
    va_list list;
    size_t n = (size_t)snprintf(e->line, sizeof e->line, "%.*s:", utf8_clip(path, 200), path);
    if (line) n += (size_t)snprintf(e->line + n, sizeof e->line - n, "%u:", line);
    if (line && column) n += (size_t)snprintf(e->line + n, sizeof e->line - n, "%u:", column);
    n += (size_t)snprintf(e->line + n, sizeof e->line - n, " ");
    va_start(list, format);
    vsnprintf(e->line + n, sizeof e->line - n, message(format), list);
    va_end(list);
    text_one_line(e->line);
    return false;
}

/* Control character at s, including the two-byte encoding of C1. */
static bool is_control(const unsigned char *s) {
    return (s[0] < 0x20 && !strchr("\t\n\r", s[0])) || s[0] == 0x7f ||
           (s[0] == 0xC2 && s[1] < 0xA0);
}

const char *text_control(const char *s) {
    for (; *s; s++)
        if (is_control((const unsigned char *)s)) return s;
    return NULL;
}

/* A two-byte C1 character becomes "??". */
void text_one_line(char *s) {
    s[utf8_good(s, strlen(s))] = 0;
    for (; *s; s++) {
        if (strchr("\t\n\r", *s)) *s = ' ';
        if (!is_control((unsigned char *)s)) continue;
        if (*s == (char)0xC2) *s++ = '?';
        *s = '?';
    }
}

/* Offset of the first byte that is not allowed in a text file, or 'size'. */
static size_t first_bad_byte(const char *s, size_t size) {
    size_t good = utf8_good(s, size);
    for (size_t i = 0; i < good; i++)
        if (!s[i] || is_control((const unsigned char *)s + i)) return i;
    return good;
}

/* Error with the line and column of a bad byte. */
static bool report_bad_byte(const FileText *f, size_t at, const char *path, FileError *e) {
    unsigned line = 1, column = 1;
    for (size_t i = 0; i < at; i++) {
        if (f->data[i] == '\n') {
            line++;
            column = 1;
        } else if (((unsigned char)f->data[i] & 0xC0) != 0x80) {
            column++;
        }
    }
    unsigned byte = (unsigned char)f->data[at];
    if (!utf8_good(f->data + at, f->size - at))
        return file_error(e, path, line, column,
                          "broken UTF-8 (byte 0x%02x); save the file as UTF-8", byte);
    if (byte == 0xC2) byte = (unsigned char)f->data[at + 1];
    return file_error(e, path, line, column, "control character 0x%02x: this is not a text file",
                      byte);
}

/* Strips a byte order mark and checks the contents. Frees f on failure. f->data must have room for
 * a NUL. */
static bool validate(const char *path, FileText *f, FileError *e) {
    if (f->size >= 3 && !memcmp(f->data, "\xEF\xBB\xBF", 3)) {
        f->size -= 3;
        memmove(f->data, f->data + 3, f->size);
    }
    f->data[f->size] = 0;
    size_t bad = first_bad_byte(f->data, f->size), blank = strspn(f->data, " \t\r\n");
    bool ok = bad == f->size ? true : report_bad_byte(f, bad, path, e);
    if (ok && blank == f->size) ok = file_error(e, path, 0, 0, "the file is empty");
    if (!ok) file_free(f);
    return ok;
}

static bool too_large(const char *path, FileError *e) {
    return file_error(e, path, 1, 1, "the file is larger than %d MiB", FILE_MAX >> 20);
}

bool file_take(const char *path, const void *bytes, size_t size, FileText *out, FileError *e) {
    *out = (FileText){0};
    if (size > FILE_MAX) return too_large(path, e);
    out->data = malloc(size + 1);
    if (!out->data) return file_error(e, path, 0, 0, "out of memory");
    if (size) memcpy(out->data, bytes, size);
    out->size = size;
    return validate(path, out, e);
}

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
        if (room > FILE_MAX) return too_large(path, e);
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
        if (S_ISREG(info.st_mode) && info.st_size > FILE_MAX) ok = too_large(path, e);
        if (ok && S_ISREG(info.st_mode)) room = (size_t)info.st_size + 1;
    }
    ok = ok && slurp(in, path, room, out, e);
    if (!standard) fclose(in);
    if (!ok) file_free(out);
    return ok && validate(path, out, e);
}

void file_free(FileText *f) {
    free(f->data);
    *f = (FileText){0};
}
