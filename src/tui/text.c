#include "tui/text.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for 'more' bytes and the terminating NUL. */
static void make_room(Text *t, size_t more) {
    if (more < t->room - t->n) return;
    size_t room = (t->room ? t->room * 2 : 256);
    while (room - t->n <= more && room < SIZE_MAX / 2) room *= 2;
    char *s = more < room - t->n ? realloc(t->s, room) : NULL;
    if (!s) {
        fputs("fuda: out of memory\n", stderr);
        exit(1);
    }
    t->s = s;
    t->room = room;
}

void text_bytes(Text *t, const char *s, size_t n) {
    make_room(t, n);
    memcpy(t->s + t->n, s, n);
    t->n += n;
    t->s[t->n] = '\0';
}

void text_put(Text *t, const char *s) { text_bytes(t, s, strlen(s)); }

/* Formats twice: once to measure, once to write. */
void text_add(Text *t, const char *format, ...) {
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int n = vsnprintf(NULL, 0, format, list);
    va_end(list);
    if (n > 0) {
        make_room(t, (size_t)n);
        vsnprintf(t->s + t->n, (size_t)n + 1, format, again);
        t->n += (size_t)n;
    }
    va_end(again);
}

void text_clear(Text *t) {
    t->n = 0;
    if (t->s) *t->s = '\0';
}

void text_release(Text *t) {
    free(t->s);
    *t = (Text){0};
}

/* ---- columns --------------------------------------------------------------------------------- */

unsigned text_width(const char *s) {
    unsigned width = 0;
    for (uint32_t c; (c = utf8_next(&s));) width += utf8_width(c);
    return width;
}

/* Is c among the characters of 'marks'? */
static bool is_one_of(const char *marks, uint32_t c) {
    for (uint32_t m; (m = utf8_next(&marks));)
        if (m == c) return true;
    return false;
}

/* Characters that must not start a line, and characters that must not end one (kinsoku). */
static bool closes(uint32_t c) { return is_one_of("、。，．,.）)］]】〕〉》」：:！？!?ー", c); }
static bool opens(uint32_t c) { return is_one_of("（(［[【〔〈《「", c); }

/* Remembers the last position where a break is allowed while it scans. */
size_t text_fit(const char *s, unsigned columns, unsigned *used) {
    const char *at = s, *cut = s;
    unsigned width = 0, cut_width = 0;
    bool wide = false, opened = false;
    while (*at && *at != '\n') {
        const char *next = at;
        uint32_t c = utf8_next(&next);
        unsigned w = utf8_width(c);
        bool may_break = c == ' ' || ((w == 2 || wide) && !closes(c) && !opened);
        if (at > s && may_break) {
            cut = at;
            cut_width = width;
        }
        if (width + w > columns) {
            if (cut == s) { /* a single word wider than the line */
                cut = at;
                cut_width = width;
            }
            *used = cut_width;
            return cut > s ? (size_t)(cut - s) : (size_t)(next - s);
        }
        width += w;
        wide = w == 2;
        opened = opens(c);
        at = next;
    }
    *used = width;
    return (size_t)(at - s);
}

/* Column of the text in a table row (" word text"): after the first run of two blanks. 0 if the
 * line is not indented or has no such gap. */
static unsigned second_column(const char *line, unsigned own) {
    unsigned width = own;
    for (const char *at = line + own; own && *at && *at != '\n';) {
        if (!strncmp(at, "  ", 2)) return width + (unsigned)strspn(at, " ");
        width += utf8_width(utf8_next(&at));
    }
    return 0;
}

/* Widths below 8 columns are not supported; an indent that leaves less than that is dropped. */
void text_wrap(Text *t, const char *s, unsigned columns, unsigned indent, bool hang) {
    unsigned used, lead = 0, own, column;
    if (columns < 8) columns = 8;
    own = (unsigned)strspn(s, " ");
    column = second_column(s, own);
    while (*s) {
        size_t n = text_fit(s, columns - lead, &used);
        for (unsigned i = 0; i < lead; i++) text_put(t, " ");
        text_bytes(t, s, n);
        text_put(t, "\n");
        s += n;
        if (*s == '\n') {
            s++;
            lead = 0;
            own = (unsigned)strspn(s, " ");
            column = second_column(s, own);
        } else if (*s) {
            lead = column && column < columns / 2 ? column : own || hang ? own + indent : 0;
            if (lead + 8 > columns) lead = 0;
            s += strspn(s, " ");
        }
    }
}

/* 'keep' is the longest prefix that leaves room for the "..". */
void text_cut(Text *t, const char *s, unsigned columns) {
    const char *at = s, *keep = s;
    unsigned width = 0;
    while (*at && *at != '\n') {
        const char *next = at;
        unsigned w = utf8_width(utf8_next(&next));
        if (width + w > columns) {
            text_bytes(t, s, (size_t)(keep - s));
            text_put(t, columns >= 2 ? ".." : "");
            return;
        }
        width += w;
        at = next;
        if (width + 2 <= columns) keep = at;
    }
    text_bytes(t, s, (size_t)(at - s));
}
