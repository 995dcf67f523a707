/* UTF-8: decoding, validation, widths. */
#include "cards/file.h"
#include <string.h>

/* Length of the valid sequence at s, 0 if it is invalid. */
static unsigned sequence_length(const unsigned char *s, size_t size) {
    if (s[0] < 0x80) return 1;
    unsigned n = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
    if (s[0] < 0xC2 || s[0] > 0xF4 || size < n) return 0;
    for (unsigned i = 1; i < n; i++)
        if ((s[i] & 0xC0) != 0x80) return 0;
    if (s[0] == 0xE0 && s[1] < 0xA0) return 0; /* overlong */
    if (s[0] == 0xF0 && s[1] < 0x90) return 0;
    if (s[0] == 0xED && s[1] > 0x9F) return 0; /* surrogates */
    if (s[0] == 0xF4 && s[1] > 0x8F) return 0;
    return n;
}

uint32_t utf8_next(const char **s) {
    static const unsigned char mask[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    const unsigned char *p = (const unsigned char *)*s;
    if (!*p) return 0;
    unsigned n = sequence_length(p, strnlen(*s, 4));
    *s += n ? n : 1;
    if (!n) return 0xFFFD;
    uint32_t c = p[0] & mask[n];
    for (unsigned i = 1; i < n; i++) c = c << 6 | (p[i] & 0x3F);
    return c;
}

size_t utf8_good(const char *s, size_t size) {
    size_t i = 0;
    while (i < size) {
        unsigned n = sequence_length((const unsigned char *)s + i, size - i);
        if (!n) break;
        i += n;
    }
    return i;
}

unsigned utf8_count(const char *s) {
    unsigned n = 0;
    while (utf8_next(&s)) n++;
    return n;
}

/* A short table of wide ranges; independent of wcwidth() and hence of the locale. */
unsigned utf8_width(uint32_t c) {
    static const uint32_t wide[][2] = {{0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},
                                       {0x23E9, 0x23EC},   {0x2E80, 0x303E},   {0x3041, 0x3098},
                                       {0x309B, 0x4DBF},   {0x4E00, 0xA4CF},   {0xA960, 0xA97C},
                                       {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE10, 0xFE19},
                                       {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},
                                       {0x1B000, 0x1B2FF}, {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF},
                                       {0x1F900, 0x1F9FF}, {0x1FA70, 0x1FAFF}, {0x20000, 0x3FFFD}};
    if (c < 0x300) return c >= 0x20;
    if (c <= 0x36F || c == 0x3099 || c == 0x309A || (c >= 0x200B && c <= 0x200F) ||
        (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF)
        return 0;
    for (unsigned i = 0; i < sizeof wide / sizeof *wide; i++)
        if (c >= wide[i][0] && c <= wide[i][1]) return 2;
    return 1;
}

int utf8_clip(const char *s, size_t max) {
    size_t n = strnlen(s, max + 1);
    return (int)(n <= max ? n : utf8_good(s, max));
}

/* Stops as soon as a whole row exceeds the limit. */
unsigned utf8_distance(const char *a, const char *b, unsigned limit) {
    enum { LONGEST = 63 };
    uint32_t letters[LONGEST];
    unsigned row[LONGEST + 1], n = 0;
    for (uint32_t c; (c = utf8_next(&b));) {
        if (n == LONGEST) return limit + 1;
        letters[n++] = c;
    }
    for (unsigned j = 0; j <= n; j++) row[j] = j;
    unsigned i = 0;
    for (uint32_t c; (c = utf8_next(&a)); i++) {
        unsigned diagonal = row[0], least = row[0] = i + 1;
        if (i > n + limit) return limit + 1;
        for (unsigned j = 0; j < n; j++) {
            unsigned change = diagonal + (c != letters[j]);
            diagonal = row[j + 1];
            unsigned best = (row[j] < diagonal ? row[j] : diagonal) + 1;
            row[j + 1] = change < best ? change : best;
            if (row[j + 1] < least) least = row[j + 1];
        }
        if (least > limit) return limit + 1;
    }
    return row[n] > limit ? limit + 1 : row[n];
}
