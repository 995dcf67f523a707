/* Reads untrusted text files and reports errors. An error is one line, `file:line:column: message`,
 * with columns counted in characters from 1. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Limits for files from untrusted sources, in bytes. */
enum { FILE_MAX = 64 << 20, LINE_MAX_BYTES = 1 << 20 };

/* A formatted error, ready to print. */
typedef struct FileError {
    char line[640];
} FileError;

/* A whole file in memory: valid UTF-8 without byte order mark and without control characters except
 * tab, CR and LF; NUL-terminated; never blank. */
typedef struct FileText {
    char *data; /* freed by file_free */
    size_t size;
} FileText;

/* Reads a regular file, an open descriptor (/dev/fd/3), or "-", standard input. Returns false with
 * *e set. */
bool file_read(const char *path, FileText *out, FileError *e);
/* The same for bytes in memory, which are copied; 'path' is for messages. */
bool file_take(const char *path, const void *bytes, size_t size, FileText *out, FileError *e);
/* Strips a byte order mark and checks what was read; frees it on failure. It must have room for a
 * NUL. */
bool file_check(const char *path, FileText *f, FileError *e);
bool file_too_large(const char *path, FileError *e);
void file_free(FileText *f);

/* What the JSON library found wrong, in the language of the program: in Japanese only near what. */
const char *json_fault(const char *english, char *out, size_t size);
/* Formats the error and returns false. line 0: about the whole file; column 0: about the whole
 * line. */
bool file_error(FileError *e, const char *path, unsigned line, unsigned column, const char *format,
                ...) __attribute__((format(printf, 5, 6)));

/* First control character (C0 except tab and line ends, DEL, C1) of a string, or null. */
const char *text_control(const char *s);
/* Makes untrusted text safe for one line of a terminal: control characters become '?', tabs and
 * line ends blanks. Cuts at invalid UTF-8. */
void text_one_line(char *s);

/* ---- UTF-8 ----------------------------------------------------------------------------------- */

/* Returns the code point at *s and advances; 0 at the end, U+FFFD for an invalid byte. */
uint32_t utf8_next(const char **s);
/* Length of the longest valid UTF-8 prefix. */
size_t utf8_good(const char *s, size_t size);
/* Number of characters. */
unsigned utf8_count(const char *s);
/* Terminal columns of a character: 0, 1 or 2. */
unsigned utf8_width(uint32_t c);
/* Length of the longest prefix of at most 'max' bytes that does not split a character; for "%.*s".
 */
int utf8_clip(const char *s, size_t max);
/* Levenshtein distance in characters; limit + 1 if it exceeds 'limit'. */
unsigned utf8_distance(const char *a, const char *b, unsigned limit);
