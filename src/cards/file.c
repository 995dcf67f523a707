/* Validating text, and the errors about it. */
#include "cards/file.h"
#include "text/message.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *json_fault(const char *english, char *out, size_t size) {
    const char *near = strstr(english, " near ");
    if (!near || !strcmp(either("en", "ja"), "en")) return english;
    near += strlen(" near ");
    snprintf(out, size, "%sの近く", !strcmp(near, "end of file") ? "ファイルの終わり" : near);
    return out;
}

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

bool file_check(const char *path, FileText *f, FileError *e) {
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

bool file_too_large(const char *path, FileError *e) {
    return file_error(e, path, 1, 1, "the file is larger than %d MiB", FILE_MAX >> 20);
}

bool file_take(const char *path, const void *bytes, size_t size, FileText *out, FileError *e) {
    *out = (FileText){0};
    if (size > FILE_MAX) return file_too_large(path, e);
    out->data = malloc(size + 1);
    if (!out->data) return file_error(e, path, 0, 0, "out of memory");
    if (size) memcpy(out->data, bytes, size);
    out->size = size;
    return file_check(path, out, e);
}

void file_free(FileText *f) {
    free(f->data);
    *f = (FileText){0};
}
