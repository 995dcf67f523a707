/* Words of rows. They differ early, and most are compared with constants: in place this
 * takes less than a call of strcmp. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

static inline bool same_word(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

static inline bool has_start(const char *s, const char *start) {
    while (*start && *s == *start) s++, start++;
    return !*start;
}

/* Is the word, or are the words, the first of the code? */
static inline bool code_is(const char *code, const char *word) {
    while (*word && *code == *word) code++, word++;
    return !*word && (!*code || *code == ' ' || *code == ';');
}

/* The next code point of a text that is known to be UTF-8: of the rows. */
static inline uint32_t utf8_char(const char **s) {
    const unsigned char *p = (const unsigned char *)*s;
    unsigned n = p[0] < 0x80 ? 0 : p[0] < 0xE0 ? 1 : p[0] < 0xF0 ? 2 : 3;
    uint32_t c = n == 0 ? p[0] : p[0] & (0x3Fu >> n);
    for (unsigned i = 1; i <= n; i++) c = c << 6 | (p[i] & 0x3F);
    *s += n + 1;
    return c;
}
