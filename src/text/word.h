/* Comparing the words of row templates. Most comparisons are against constants and differ in the
 * first characters, so inline loops are cheaper than calls of strcmp. */
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

/* Does 'code' begin with the word or words, ending at a word boundary? */
static inline bool code_is(const char *code, const char *word) {
    while (*word && *code == *word) code++, word++;
    return !*word && (!*code || *code == ' ' || *code == ';');
}

/* Does the word occur anywhere in the code? */
static inline bool has_word(const char *code, const char *word) {
    for (; *code; code++) {
        if (code_is(code, word)) return true;
        while (*code && *code != ' ') code++;
        if (!*code) return false;
    }
    return false;
}

/* Decodes one code point and advances *s. Does not validate: use it only on the rows' own text. */
static inline uint32_t utf8_char(const char **s) {
    const unsigned char *p = (const unsigned char *)*s;
    unsigned n = p[0] < 0x80 ? 0 : p[0] < 0xE0 ? 1 : p[0] < 0xF0 ? 2 : 3;
    uint32_t c = n == 0 ? p[0] : p[0] & (0x3Fu >> n);
    for (unsigned i = 1; i <= n; i++) c = c << 6 | (p[i] & 0x3F);
    *s += n + 1;
    return c;
}
