/* Normalisation: printed text becomes code points with widths, signs, brackets, icons and known
 * misprints unified. No later phase handles variants of these. Blanks are dropped and reminder text
 * in (…) is skipped, but every printed character gets an owner (TextTree.owner). */
#include "text/tongue.h"
#include "text/message.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool text_error(TextError *e, unsigned at, const char *format, ...) {
    va_list v;
    va_start(v, format);
    e->at = at;
    vsnprintf(e->message, sizeof e->message, message(format), v);
    va_end(v);
    return false;
}

/* Decodes one code point and advances *s. Returns 0 at the end and -1 for malformed UTF-8. */
static long decode(const unsigned char **s) {
    const unsigned char *p = *s;
    unsigned n = p[0] < 0x80                   ? 0
                 : p[0] >= 0xC2 && p[0] < 0xE0 ? 1
                 : (p[0] & 0xF0) == 0xE0       ? 2
                 : p[0] >= 0xF0 && p[0] < 0xF5 ? 3
                                               : 9;
    if (n == 9) return -1;
    if (n == 2 && (p[1] & 0xC0) == 0x80 && (p[2] & 0xC0) == 0x80 && p[0] > 0xE0 && p[0] < 0xED) {
        *s += 3; /* fast path: kana and kanji */
        return (p[0] & 0xF) << 12 | (p[1] & 0x3F) << 6 | (p[2] & 0x3F);
    }
    long c = n == 0 ? p[0] : p[0] & (0x3F >> n);
    for (unsigned i = 1; i <= n; i++) {
        if ((p[i] & 0xC0) != 0x80) return -1;
        c = c << 6 | (p[i] & 0x3F);
    }
    if ((n == 2 && c < 0x800) || (n == 3 && c < 0x10000) || (c >= 0xD800 && c < 0xE000)) return -1;
    *s += n + 1;
    return c;
}

/* Maps variants of a character (full width, mathematical brackets, dashes) to one code point. Never
 * changes the number of characters. */
static uint32_t fold(uint32_t c) {
    if (c >= 0x3040 && c < 0xFE00) return c; /* kana and kanji */
    switch (c) {
    case 0x2212:
    case 0x2010:
    case 0x2013:
    case 0xFE63: return '-';
    case 0x2015: return 0x30FC;
    case 0xFF3B: return '[';
    case 0xFF3D: return ']';
    case 0x2997:
    case '{':
    case 0xFF5B: return 0x3014;
    case '}':
    case 0xFF5D: return 0x3015;
    case 0xFF5E: return 0x301C;
    case 0xFF0C:
    case 0xFF64: return 0x3001;
    case 0xFF61: return 0x3002;
    case 0x226A: return 0x300A;
    case 0x226B: return 0x300B;
    case '<':
    case 0x27E8:
    case 0x2329:
    case 0xFF1C: return 0x3008;
    case '>':
    case 0x27E9:
    case 0x232A:
    case 0xFF1E: return 0x3009;
    case 0x00D7: return 'x';
    default: return c >= 0xFF01 && c <= 0xFF5E ? c - 0xFF01 + '!' : c;
    }
}

static bool blank(uint32_t c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == 0x3000 || c == 0xFEFF;
}

/* A blank without meaning inside brackets: between a name's bracket and the name, or where a line
 * was broken. */
static bool pads_name(const Tongue *t, const uint32_t *c, unsigned i, unsigned n) {
    unsigned from = i, to = i + 1;
    if (!blank(c[i])) return false;
    if (c[i] != ' ' && c[i] != 0x3000) return true;
    while (to < n && blank(c[to])) to++;
    while (from && blank(c[from - 1])) from--;
    return (to < n && c[to] == t->name[1]) || (from && c[from - 1] == t->name[0]);
}

/* Punctuation without meaning: '@' between choices, and a comma or quotation mark left over at the
 * end of a line. */
static bool stray(const uint32_t *c, unsigned i, unsigned n) {
    if (c[i] == '@') return true;
    return (c[i] == ',' || c[i] == '"') && (i + 1 == n || c[i + 1] == '\n' || c[i + 1] == '\r');
}

/* The icon character for an energy cost, 0 if there is none. */
static uint32_t circled(unsigned n) { return n == 0 ? 0x24EA : n <= 20 ? 0x2460 + n - 1 : 0; }

/* Is the bracket at c[i] of a name the beginning of a quoted ability? No name has a slot in it. */
static bool quotes_ability(const Tongue *t, const uint32_t *c, unsigned i, unsigned n) {
    if (c[i] != t->name[0] || t->name_keys) return false; /* there, [ ] is a part of names */
    for (unsigned j = i + 1; j < n && c[j] != t->name[1]; j++)
        if (c[j] == '[' || c[j] == 0x3010) return true;
    return false;
}

/* How a character changes the nesting of quotes. Text inside them is kept as printed. */
static int quote_depth(const Tongue *t, uint32_t c) {
    if (c == t->name[0] || c == t->trait[0][0] || c == t->quote[0]) return 1;
    if (c == t->name[1] || c == t->trait[0][1] || c == t->quote[1]) return -1;
    return 0;
}

/* Does the bracket at i enclose an ability rather than a name? */
static bool encloses_sentence(const Tongue *t, const uint32_t *c, unsigned i, unsigned n) {
    if (!t->sorts || c[i] != t->name[0]) return false;
    for (unsigned depth = 0; i < n; i++) {
        if (c[i] == t->name[0]) depth++;
        if (c[i] == t->name[1] && !--depth) return false;
        if (c[i] == 0x3002) return true;
    }
    return false;
}

/* Index behind an ability's printed name at i, which has no meaning; 0 if there is no name here. */
static unsigned skip_ability_name(const Tongue *t, const uint32_t *c, unsigned i, unsigned n) {
    for (unsigned k = 0; k < 2; k++)
        for (unsigned j = i; t->name_bracket[k][0] && c[i] == t->name_bracket[k][0] && j < n; j++)
            if (c[j] == t->name_bracket[k][1]) return j + 1;
    return 0;
}

/* ---- names before a colon (Tongue.name_keys) ---- */

enum {
    TAG_OPEN = 0x3010,
    TAG_CLOSE = 0x3011,
    ANGLE_OPEN = 0x3008,
    QUOTE_OPEN = 0x300C,
    QUOTE_CLOSE = 0x300D
};

/* Length of the first word of the list at c[i], 0: none of them stands there. */
static unsigned word_at(const uint32_t (*list)[12], const uint32_t *c, unsigned i, unsigned end) {
    for (; list && (*list)[0]; list++) {
        unsigned n = 0;
        while (n < 12 && (*list)[n] && i + n < end && c[i + n] == (*list)[n]) n++;
        if (n == 12 || !(*list)[n]) return n;
    }
    return 0;
}

static bool is_digit(uint32_t c) { return c >= '0' && c <= '9'; }

/* Does an ability begin at i: the text, a line, or a quoted ability? */
static bool ability_begins(const uint32_t *c, unsigned i, unsigned n) {
    if (!i || c[i - 1] == '\n') return true;
    return c[i - 1] == QUOTE_OPEN && i < n && (c[i] == TAG_OPEN || c[i] == ANGLE_OPEN);
}

/* The colon that ends the name of the ability at i, outside brackets and quotes; n: there is none.
 */
static unsigned name_colon(const uint32_t *c, unsigned i, unsigned n) {
    unsigned depth = 0;
    for (; i < n && c[i] != '\n'; i++) {
        if (c[i] == ':' && !depth) return i;
        if (c[i] == '[' || c[i] == QUOTE_OPEN) depth++;
        if (depth && (c[i] == ']' || c[i] == QUOTE_CLOSE)) depth--;
        if (c[i] == 0x3002) break; /* a sentence without a name */
    }
    return n;
}

/* Marks the characters of names as such: in 'name', one for each character. */
static void find_names(const Tongue *t, const uint32_t *c, unsigned n, bool *name) {
    for (unsigned i = 0; t->name_keys && i < n; i++) {
        unsigned from = i, colon;
        if (!ability_begins(c, i, n)) continue;
        while (from < n && blank(c[from])) from++;
        if (from < n && c[from] == TAG_OPEN)
            while (from < n && c[from++] != TAG_CLOSE) {
            }
        colon = name_colon(c, from, n);
        while (from < colon && blank(c[from])) from++;
        if (colon == n || word_at(t->name_headings, c, from, colon) == colon - from) continue;
        for (bool number = false; from < colon;) {
            unsigned key = word_at(t->name_keys, c, from, colon);
            number = key ? c[from] == ANGLE_OPEN : number && (blank(c[from]) || is_digit(c[from]));
            if (!key && !number && !blank(c[from])) name[from] = true;
            from += key ? key : 1;
        }
    }
}

/* Replaces signs that scans confuse with the ability mark, at the start of a line or quote. */
static void fix_ability_marks(const Tongue *t, uint32_t *c, unsigned n) {
    for (unsigned i = 0; t->ability_mark && i < n; i++) {
        bool first = i == 0 || c[i - 1] == '\n' || c[i - 1] == 0x300C;
        if (first && (c[i] == 0x25A0 || c[i] == 0x25B6 || c[i] == 0x25C7)) c[i] = t->ability_mark;
    }
}

/* Can the character follow a noun? One of を が は に の と, or a count. */
static bool follows_noun(uint32_t c) {
    static const uint32_t particle[] = {0x3092, 0x304C, 0x306F, 0x306B, 0x306E, 0x3068};
    for (unsigned i = 0; i < sizeof particle / sizeof *particle; i++)
        if (c == particle[i]) return true;
    return c >= '1' && c <= '9';
}

/* (…) between の and whatever follows a noun holds a trait, not a reminder. Quotation marks around
 * names alternate between opening and closing, whichever way they are printed. */
static void fix_trait_brackets(const Tongue *t, uint32_t *c, unsigned n) {
    bool open = false;
    for (unsigned i = 0; t->ability_mark && i < n; i++) {
        bool mark = c[i] == t->name[0] || c[i] == t->name[1] || c[i] == '"';
        if (mark) c[i] = t->name[open], open = !open;
        if (c[i] != '(' || !i || c[i - 1] != 0x306E) continue;
        unsigned j = i + 1;
        while (j < n && c[j] >= 0x3040 && c[j] < 0xFE00) j++;
        if (j == i + 1 || j + 1 >= n || c[j] != ')' || !follows_noun(c[j + 1])) continue;
        c[i] = t->trait[0][0];
        c[j] = t->trait[0][1];
    }
}

/* Scans the parenthesis at c[i]. Returns the index behind its closing one, 0 if it is
 * unbalanced. *icon: it holds only digits, so it is an energy icon of that *value; otherwise it
 * is a reminder. */
static unsigned scan_parenthesis(const uint32_t *c, unsigned i, unsigned n, bool *icon,
                                 unsigned *value) {
    unsigned depth = 0, j = i;
    *icon = true;
    *value = 0;
    for (; j < n; j++) {
        if (c[j] == '(')
            depth++;
        else if (c[j] == ')' && --depth == 0)
            break;
        else if (c[j] >= '0' && c[j] <= '9')
            *value = *value * 10 + (c[j] - '0');
        else
            *icon = false;
    }
    if (j >= n) return 0;
    if (j == i + 1 || *value > 20) *icon = false;
    return j + 1;
}

/* Applies a list of misprints in place. */
static void replace_misprints(uint32_t *c, unsigned n, const Misprint *list) {
    for (; list && list->wrong[0]; list++) {
        unsigned len = 0;
        while (len < 8 && list->wrong[len]) len++;
        for (unsigned i = 0; i + len <= n; i++)
            if (c[i] == list->wrong[0] && !memcmp(c + i, list->wrong, len * sizeof *c))
                memcpy(c + i, list->right, len * sizeof *c);
    }
}

/* Applies misprints that need no knowledge of brackets. */
static void fix_misprints(const Tongue *own, uint32_t *c, unsigned n) {
    static const Misprint common[] = {
        {{0x3042, 0x306A, 0x305F, 0x306E, 0x81EA, 0x5206, 0x306E},
         {0x3042, 0x306A, 0x305F, 0x306F, 0x81EA, 0x5206, 0x306E}}, /* あなたの自分の */
        {{0}, {0}},
    };
    replace_misprints(c, n, common);
    replace_misprints(c, n, own->misprints);
    for (unsigned i = 1; i + 1 < n; i++) /* をー2/±0: the long vowel is a minus */
        if (c[i] == 0x30FC && c[i - 1] == 0x3092 && c[i + 1] >= '0' && c[i + 1] <= '9') c[i] = '-';
}

/* Fills cp, src, owner and folded of the tree. Each kept character has an entry in cp and src;
 * skipped ones only in owner. */
bool text_normalise(TextTree *t, TextError *error) {
    const unsigned char *s = (const unsigned char *)t->printed;
    size_t bytes = strlen(t->printed);
    if (bytes > MAX_NORMAL * 3)
        return text_error(error, 0, "the text is too long (%zu bytes, at most %d)", bytes,
                          MAX_NORMAL * 3);
    uint32_t *raw = malloc((bytes + 1) * sizeof *raw);
    t->cp = malloc((bytes + 1) * sizeof *t->cp);
    t->src = malloc((bytes + 1) * sizeof *t->src);
    t->owner = calloc(bytes + 1, 1);
    unsigned n = 0;
    while (*s) {
        long c = decode(&s);
        if (c < 0) {
            free(raw);
            return text_error(error, n, "the text is not valid UTF-8");
        }
        raw[n++] = fold((uint32_t)c);
    }
    t->nchars = n;
    fix_misprints(t->tongue, raw, n);
    fix_ability_marks(t->tongue, raw, n);
    fix_trait_brackets(t->tongue, raw, n);
    int depth = 0;
    bool *name = calloc(n + 1, 1);
    if (name) find_names(t->tongue, raw, n, name);
    for (unsigned i = 0; i < n; i++) {
        bool icon;
        unsigned value, end;
        if (name && name[i]) {
            t->owner[i] = OWNER_NAME;
            continue;
        }
        if (raw[i] >= 0x3040 && raw[i] < 0xFE00) { /* kana and kanji */
            t->owner[i] = OWNER_PHRASE;
            t->cp[t->n] = raw[i];
            t->src[t->n++] = (uint16_t)i;
            continue;
        }
        if (depth == 0 && (end = skip_ability_name(t->tongue, raw, i, n))) {
            memset(t->owner + i, OWNER_NAME, end - i);
            i = end - 1;
            continue;
        }
        const bool opens =
            encloses_sentence(t->tongue, raw, i, n) || quotes_ability(t->tongue, raw, i, n);
        int d = opens ? 0 : quote_depth(t->tongue, raw[i]);
        if (d > 0 && t->tongue->name_keys && raw[i] == QUOTE_OPEN && ability_begins(raw, i + 1, n))
            d = 0; /* a quoted ability, not a name */
        depth = depth + d < 0 ? 0 : depth + d;
        if (depth == 0 && raw[i] == '(' && (end = scan_parenthesis(raw, i, n, &icon, &value))) {
            if (icon) {
                t->cp[t->n] = circled(value);
                t->src[t->n++] = (uint16_t)i;
            }
            memset(t->owner + i, icon ? OWNER_PHRASE : OWNER_REMINDER, end - i);
            i = end - 1;
        } else if (depth == 0 ? blank(raw[i]) || stray(raw, i, n)
                              : pads_name(t->tongue, raw, i, n)) {
            t->owner[i] = OWNER_BLANK;
        } else {
            t->owner[i] = OWNER_PHRASE;
            t->cp[t->n] = raw[i];
            t->src[t->n++] = (uint16_t)i;
        }
    }
    free(name);
    while (t->n && (t->cp[t->n - 1] == ',' || t->cp[t->n - 1] == ')'))
        t->owner[t->src[--t->n]] = OWNER_BLANK; /* stray at the end of the text */
    t->cp[t->n] = 0;
    t->src[t->n] = (uint16_t)n;
    t->folded = raw;
    if (!t->n) return text_error(error, 0, "the text is empty");
    return true;
}

/* Writes one code point as UTF-8 and returns the position behind it. */
static char *encode(char *out, uint32_t c) {
    if (c < 0x80) {
        *out++ = (char)c;
    } else if (c < 0x800) {
        *out++ = (char)(0xC0 | c >> 6);
        *out++ = (char)(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        *out++ = (char)(0xE0 | c >> 12);
        *out++ = (char)(0x80 | (c >> 6 & 0x3F));
        *out++ = (char)(0x80 | (c & 0x3F));
    } else {
        *out++ = (char)(0xF0 | c >> 18);
        *out++ = (char)(0x80 | (c >> 12 & 0x3F));
        *out++ = (char)(0x80 | (c >> 6 & 0x3F));
        *out++ = (char)(0x80 | (c & 0x3F));
    }
    return out;
}

char *leaf_text(const TextTree *t, const Node *n) {
    char *out = malloc((size_t)(n->end - n->start) * 4 + 1), *p = out;
    for (unsigned i = n->start; i < n->end; i++) p = encode(p, t->cp[i]);
    *p = 0;
    return out;
}

/* The character of a name that a variant stands for. */
static uint32_t name_char(uint32_t c) {
    switch (c) {
    case 0x300E: return 0x300C;
    case 0x300F: return 0x300D;
    case 0x3000: return ' ';
    case 0x2018:
    case 0x2019: return '\'';
    default: return c;
    }
}

char *text_name(const char *printed) {
    const unsigned char *s = (const unsigned char *)printed;
    size_t bytes = strlen(printed);
    char *out = malloc(4 * bytes + 1), *p = out;
    if (!out) return NULL;
    while (*s) {
        long c = decode(&s);
        if (c < 0) return memcpy(out, printed, bytes + 1);
        p = encode(p, name_char(fold((uint32_t)c)));
    }
    *p = 0;
    return out;
}
