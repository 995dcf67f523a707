/* A growing string buffer, and fitting its lines to terminal columns. Widths come from utf8_width,
 * so the locale has no influence. Running out of memory ends the program. */
#pragma once
#include "cards/file.h"
#include <stdarg.h>

typedef struct Text {
    char *s; /* NUL-terminated; null while empty */
    size_t n, room;
} Text;

/* Append: printf style, a string, n bytes. */
void text_add(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_put(Text *t, const char *s);
void text_bytes(Text *t, const char *s, size_t n);
/* text_clear empties the buffer and keeps its memory; text_release frees it. */
void text_clear(Text *t);
void text_release(Text *t);
/* The content as a C string, never null; valid until the next append. */
static inline const char *text_of(const Text *t) { return t->s ? t->s : ""; }

/* Width of the string in terminal columns. */
unsigned text_width(const char *s);
/* Returns how many leading bytes of the line fit into 'columns' and stores the columns they take in
 * *used. Breaks at a blank if there is one, or between two wide characters, but never before a
 * closing mark or after an opening one. Stops at a newline. */
size_t text_fit(const char *s, unsigned columns, unsigned *used);
/* Appends s with every line wrapped to 'columns'. Continuation lines of an indented line are
 * indented by 'indent' more, and with 'hang' those of unindented lines too. A table row (" word
 * text") continues below its text column. */
void text_wrap(Text *t, const char *s, unsigned columns, unsigned indent, bool hang);
/* Appends the line cut to 'columns'; ".." marks the cut. */
void text_cut(Text *t, const char *s, unsigned columns);
