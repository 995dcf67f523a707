/* A string that grows, and lines of it fitted to a terminal's columns. Widths are those of
 * utf8_width: no locale decides. */
#pragma once
#include "cards/file.h"
#include <stdarg.h>

typedef struct Text {
    char *s; /* null while empty */
    size_t n, room;
} Text;

void text_add(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_put(Text *t, const char *s);
void text_bytes(Text *t, const char *s, size_t n);
void text_clear(Text *t);
void text_release(Text *t);
static inline const char *text_of(const Text *t) { return t->s ? t->s : ""; }

/* Columns of a string. */
unsigned text_width(const char *s);
/* Bytes of the beginning of the line that fit into 'columns'; *used: columns they take. Breaks at a
 * blank where there is one, between any two wide characters, never before a closing mark or behind
 * an opening one. Stops at a line end. */
size_t text_fit(const char *s, unsigned columns, unsigned *used);
/* Adds the text with every line broken to 'columns'; what continues a line that is indented itself
 * is indented by 'indent' more, as is every continued line where 'hang' is set; a row of a table
 * ("  word   text") goes on below its text. */
void text_wrap(Text *t, const char *s, unsigned columns, unsigned indent, bool hang);
/* Adds at most 'columns' of the line, with ".." where something was left out. */
void text_cut(Text *t, const char *s, unsigned columns);
