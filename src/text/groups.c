/* Groups of a pattern that contain parts or verbs: {<set>|<player>}が, {~置く|~戻す}. Such a row
 * stands for a row of each alternative. Parts are numbered through the whole pattern; in the code
 * of a variant, items of a list and alternatives of ( a , b ) that mention a part it lacks are left
 * out. In its English {1} is empty then; {1:before|behind|else} puts words around the part, or
 * else; a field may contain other parts. */
#include "text/grammar.h"
#include <stdio.h>
#include <stdlib.h>

/* Finds the first group that contains a part or a verb. Returns its bracket, null if there is none,
 * and sets *end to the bracket that closes it. */
static const char *find_group(const char *pattern, const char **end) {
    for (const char *s = strchr(pattern, '{'); s; s = strchr(*end, '{')) {
        *end = strchr(s, '}');
        if (!*end) return 0;
        if (memchr(s, '<', (size_t)(*end - s)) || memchr(s, '~', (size_t)(*end - s))) return s;
    }
    return 0;
}

unsigned group_variants(const Row *row) {
    const char *end, *group = find_group(row->pattern, &end);
    unsigned n = group != 0;
    for (; group && group < end; group++) n += *group == '|';
    return n;
}

static unsigned count_parts(const char *s, const char *end) {
    unsigned n = 0;
    for (; s < end; s++) n += *s == '<';
    return n;
}

/* Parts from 'first' up to 'last' belong to the group; those from 'keep' up to 'kept' stay. */
typedef struct Cut {
    unsigned first, last, keep, kept;
} Cut;

/* The number of a part in the variant, 0 if it lacks the part. */
static unsigned part_after(const Cut *c, unsigned i) {
    if (i < c->first) return i;
    if (i >= c->last) return i - (c->last - c->first) + (c->kept - c->keep);
    return i >= c->keep && i < c->kept ? c->first + i - c->keep : 0;
}

static bool is_part(const char *s) { return strchr("$%#", *s) && s[1] >= '1' && s[1] <= '9'; }

/* The comma or bracket that ends an item. */
static const char *item_end(const char *s) {
    for (unsigned depth = 0; *s; s++) {
        if (*s == '(' || *s == '[') depth++;
        if (!depth && (*s == ',' || *s == ')' || *s == ']')) return s;
        if (*s == ')' || *s == ']') depth--;
    }
    return s;
}

/* Does the item mention, outside brackets, a part that the variant lacks? */
static bool is_lost(const Cut *c, const char *s, const char *end) {
    unsigned depth = 0;
    for (; s < end; s++) {
        depth += *s == '(' || *s == '[';
        depth -= *s == ')' || *s == ']';
        if (!depth && is_part(s) && !part_after(c, (unsigned)(s[1] - '0'))) return true;
    }
    return false;
}

/* Does the alternative depend on the roles of a frame? */
static bool asks_roles(const char *s, const char *end) {
    for (; s < end; s++)
        if (*s == '&' || (strchr("$%", *s) && s[1] > '9')) return true;
    return false;
}

typedef struct Copy {
    const Cut *cut;
    bool last; /* the variant has no other group: choices between parts are made */
    char *out;
    size_t n;
} Copy;

static void copy_code(Copy *w, const char *s, const char *end);

/* Removes the brackets around the only alternative of a choice, which begins at 'at'. */
static void unwrap(Copy *w, size_t at) {
    size_t from = at + 1, to = w->n - 1;
    while (from < to && w->out[from] == ' ') from++;
    while (to > from && w->out[to - 1] == ' ') to--;
    memmove(w->out + at, w->out + from, to - from);
    w->n = at + to - from;
}

/* Copies a list or choice from its bracket on. Returns the position behind it. */
static const char *copy_items(Copy *w, const char *s) {
    bool choice = *s == '(', made = false;
    size_t at = w->n++;
    unsigned kept = 0;
    w->out[at] = *s;
    do {
        const char *from = s + 1, *end = item_end(from);
        if (!made && !is_lost(w->cut, from, end)) {
            if (kept++) w->out[w->n++] = ',';
            copy_code(w, from, end);
            made = choice && w->last && !asks_roles(from, end);
        }
        s = end;
    } while (*s == ',');
    w->out[w->n++] = *s;
    if (choice && kept == 1) unwrap(w, at);
    return *s ? s + 1 : s;
}

static void copy_code(Copy *w, const char *s, const char *end) {
    while (s < end) {
        if (*s == '(' || *s == '[') {
            s = copy_items(w, s);
            continue;
        }
        bool part = is_part(s);
        w->out[w->n++] = *s++;
        if (part) w->out[w->n++] = (char)('0' + part_after(w->cut, (unsigned)(*s++ - '0')));
    }
}

/* The bracket that closes the one at s. */
static const char *closing(const char *s) {
    for (unsigned depth = 0; *s; s++) {
        depth += *s == '{';
        depth -= *s == '}';
        if (!depth) return s;
    }
    return s;
}

/* The bar behind the field at s, or 'end'. */
static const char *field_end(const char *s, const char *end) {
    for (unsigned depth = 0; s < end; s++) {
        depth += *s == '{';
        depth -= *s == '}';
        if (!depth && *s == '|') break;
    }
    return s;
}

static void copy_english(Copy *w, const char *s, const char *end);

/* Copies what qualifies a part: numbers of other parts stand behind * @ #. */
static void copy_qualifier(Copy *w, const char *s, const char *end) {
    for (; s < end; s++) {
        bool part = *s >= '1' && *s <= '9' && strchr("*@#", s[-1]);
        w->out[w->n++] = part ? (char)('0' + part_after(w->cut, (unsigned)(*s - '0'))) : *s;
    }
}

/* Copies {1}, {a1} or {1:before|behind|else}; 'digit' is its number, 'end' its last bracket. */
static void copy_part(Copy *w, const char *s, const char *digit, const char *end) {
    unsigned now = part_after(w->cut, (unsigned)(*digit - '0'));
    int letters = (int)(digit - s);
    bool around = digit[1] == ':';
    if (!around || (now && !w->last)) { /* not before all groups are resolved */
        if (!now) return;
        w->n += (size_t)sprintf(w->out + w->n, "%.*s%u", letters, s, now);
        around ? copy_english(w, digit + 1, end) : copy_qualifier(w, digit + 1, end);
        w->out[w->n++] = '}';
        return;
    }
    for (unsigned field = 0; digit < end; field++) {
        const char *from = digit + (field ? 1 : 2);
        digit = field_end(from, end);
        if (now ? field < 2 : field == 2) copy_english(w, from, digit);
        if (now && !field) w->n += (size_t)sprintf(w->out + w->n, "%.*s%u}", letters, s, now);
    }
}

static void copy_english(Copy *w, const char *s, const char *end) {
    while (s < end) {
        const char *digit = s + 1;
        if (*s == '{') digit += strspn(digit, "aceEopstxz=") == 1;
        if (*s != '{' || *digit < '1' || *digit > '9') {
            w->out[w->n++] = *s++;
            continue;
        }
        const char *close = closing(s);
        copy_part(w, s, digit, close);
        s = close + 1;
    }
}

static char *copy_template(const char *s, const Cut *cut, bool english, bool last) {
    Copy w = {.cut = cut, .last = last, .out = malloc(strlen(s) + 2)};
    if (!w.out) abort();
    if (english)
        copy_english(&w, s, s + strlen(s));
    else
        copy_code(&w, s, s + strlen(s));
    w.out[w.n] = 0;
    return w.out;
}

Row group_variant(const Row *row, unsigned i) {
    const char *end = 0, *group = find_group(row->pattern, &end), *from = group + 1;
    if (!group || !end) abort(); /* group_variants() was 0 */
    Cut cut = {.first = count_parts(row->pattern, group) + 1};
    cut.last = cut.first + count_parts(group, end);
    for (; i > 0; i--) from = strchr(from, '|') + 1;
    const char *to = from + strcspn(from, "|}");
    cut.keep = cut.first + count_parts(group, from);
    cut.kept = cut.keep + count_parts(from, to);
    Row out = *row;
    size_t size = strlen(row->pattern) + 1;
    char *pattern = malloc(size), *roles = row->roles ? malloc(strlen(row->roles) + 1) : 0;
    if (!pattern || (row->roles && !roles)) abort();
    snprintf(pattern, size, "%.*s%.*s%s", (int)(group - row->pattern), row->pattern,
             (int)(to - from), from, end + 1);
    if (roles) memcpy(roles, row->roles, strlen(row->roles) + 1);
    out.pattern = pattern;
    out.roles = roles;
    bool last = !find_group(pattern, &end);
    out.code = copy_template(row->code, &cut, false, last);
    out.english = copy_template(row->english, &cut, true, last);
    out.made = true;
    return out;
}

void row_free(Row *row) {
    if (!row->made) return;
    free((char *)(uintptr_t)row->roles);
    free((char *)(uintptr_t)row->pattern);
    free((char *)(uintptr_t)row->code);
    free((char *)(uintptr_t)row->english);
    free((char *)(uintptr_t)row->goal);
    free((char *)(uintptr_t)row->left);
}
