/* Reading text files that anybody may have written, and saying what is wrong with them.
 *
 * A complaint is one line: `file:line:column: message`, columns counted in characters from 1. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FILE_MAX = 64 << 20, LINE_MAX_BYTES = 1 << 20 };

typedef struct FileError {
    char line[640];
} FileError;

/* A whole file in memory: valid UTF-8 without a byte order mark, without control characters but
 * tab, carriage return and line feed, with a zero byte behind it. Never empty. */
typedef struct FileText {
    char *data; /* to be freed */
    size_t size;
} FileText;

bool file_read(const char *path, FileText *out, FileError *e);
/* The same for bytes in memory; 'path' only names them. The bytes are copied. */
bool file_take(const char *path, const void *bytes, size_t size, FileText *out, FileError *e);
void file_free(FileText *f);

/* Writes the complaint and returns false. line 0: about the file as a whole; column 0: about the
 * whole line. */
bool file_error(FileError *e, const char *path, unsigned line, unsigned column, const char *format,
                ...) __attribute__((format(printf, 5, 6)));

/* The first control character (C0 without tab and line ends, DEL, C1) of a string, or null. */
const char *text_control(const char *s);
/* Makes what a stranger wrote fit for one line of a terminal: control characters become '?', line
 * ends blanks. */
void text_one_line(char *s);

/* ---- UTF-8 ----------------------------------------------------------------------------------- */

/* The character at *s, which moves on; 0 at the end, U+FFFD (one byte) where it is broken. */
uint32_t utf8_next(const char **s);
/* Length of the longest beginning that is whole UTF-8. */
size_t utf8_good(const char *s, size_t size);
unsigned utf8_count(const char *s);
/* Columns of a terminal that the character takes: 0, 1 or 2. */
unsigned utf8_width(uint32_t c);
/* Bytes of the beginning of s that fit into 'max' bytes without cutting a character: for "%.*s". */
int utf8_clip(const char *s, size_t max);
/* Letters to be changed, added or dropped to get from a to b; 'limit' + 1 if there are more than
 * that. */
unsigned utf8_distance(const char *a, const char *b, unsigned limit);
