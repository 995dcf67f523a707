/* Makes the rows of a game's grammar: those of grammar.def, then its own, with each verb expanded
 * into a frame for every mood that applies to it, and a row for each alternative of a group that
 * contains parts (groups.c). In the common rows [C] stands for the game's word for a card on the
 * field.
 *
 * A verb names the event it is: "KIND item , item;subject;object". KIND is the kind of event, the
 * items are truths that always hold of it; subject and object are the ops that test who does it and
 * what it is done to (ACTOR and ON_CARD if not given, - for none).
 * In a mood's code %E stands for the kind, %L for the items, each with a comma behind it, %S and %O
 * for subject and object, %C for the verb's own code; in its English %b, %s and %p for the verb's
 * base, third person and participle, %v for the verb as its form asks, %a for the whole action (a
 * fourth field of its words, if the usual "put CARDS PLACE" does not fit). The column 'of' says
 * which verbs have the mood: a verbs with code of their own   e with an event   p done by a player
 * c done by a card o done to something   i done to nothing   n without code, with a destination
 * Roles of a mood: - none, empty those of the verb, +… these and those of the verb. A verb with the
 * role r (swap A with B) has it in every mood of its event. */
#include "text/tongue.h"
#include <stdio.h>
#include <stdlib.h>

#define R     GRAMMAR_ROW
#define CHUNK GRAMMAR_CHUNK
#define FRAME GRAMMAR_FRAME
#define AGREE GRAMMAR_AGREE
#define VERB  GRAMMAR_VERB
#define MOOD  GRAMMAR_MOOD
static const Row common_rows[] = {
#include "text/grammar.def"
};

/* Finds a field of a list separated by 'mark', empty if there are fewer. Returns its length. */
static size_t field(const char *list, char mark, unsigned i, const char **from) {
    const char stop[2] = {mark, 0};
    for (; i > 0 && *list; i--) {
        list += strcspn(list, stop);
        list += *list == mark;
    }
    *from = list;
    return strcspn(list, stop);
}

typedef struct VerbEvent {
    char kind[40], items[200], subject[20], object[20];
} VerbEvent;

static VerbEvent read_event(const Row *verb) {
    VerbEvent v = {"", "", "ACTOR", "ON_CARD"};
    const char *from;
    size_t n = field(verb->event, ';', 0, &from), kind = strcspn(from, " ;");
    snprintf(v.kind, sizeof v.kind, "%.*s", (int)kind, from);
    if (n > kind) snprintf(v.items, sizeof v.items, "%.*s ,", (int)(n - kind - 1), from + kind + 1);
    if ((n = field(verb->event, ';', 1, &from)))
        snprintf(v.subject, sizeof v.subject, "%.*s", (int)n, from);
    if ((n = field(verb->event, ';', 2, &from)))
        snprintf(v.object, sizeof v.object, "%.*s", (int)n, from);
    return v;
}

static char *copy_word(const char *s) {
    const size_t len = strcspn(s, " ");
    char *out = malloc(len + 1);
    if (!out) abort();
    snprintf(out, len + 1, "%.*s", (int)len, s);
    return out;
}

/* The zones behind FROM or TO in the event of a verb, null: it names none, or all but some. */
static const char *event_zones(const VerbEvent *v, const char *word) {
    const char *s = strstr(v->items, word);
    return s && !has_start(s + strlen(word), "NOT") ? s + strlen(word) : 0;
}

/* The destination that a verb without code implies: where its event ends, if it began elsewhere. */
static const char *event_goal(const VerbEvent *v) {
    const char *from = event_zones(v, "FROM "), *to = event_zones(v, "TO ");
    if (!to ||
        (from && strcspn(from, " ") == strcspn(to, " ") && !strncmp(from, to, strcspn(to, " "))))
        return 0;
    return to;
}

/* The destination that the verb's own code names, "MOVE … ZONE FLAGS [!special] HOW"; null if it is
 * a role or there is none. The caller frees it. */
static char *implied_goal(const Row *verb) {
    const char *move = strstr(verb->code, "MOVE "), *word[32];
    const char *end = move ? move + strcspn(move, ";") : 0;
    unsigned n = 0;
    for (const char *s = move; s && s < end; s += strspn(s, " ")) {
        if (n == 32) return 0;
        if (*s != '!') word[n++] = s;
        s += strcspn(s, " ;");
    }
    if (n < 6 || *word[n - 3] < 'A' || *word[n - 3] > 'Z') return 0;
    return copy_word(word[n - 3]);
}

/* Does the verb have the mood? */
static bool applies(const Row *verb, const Row *mood, const VerbEvent *v) {
    bool player = !strcmp(v->subject, "ACTOR"), object = *v->object != '-';
    if (*mood->pattern && !strchr(verb->pattern, '~')) return false; /* "1枚ドロー。" */
    for (const char *s = mood->event; *s; s++) {
        if (*s == 'a' && !*verb->code) return false;
        if (*s == 'e' && !*v->kind) return false;
        if ((*s == 'p' && !player) || (*s == 'c' && player)) return false;
        if (*s == 'n' && (*verb->code || !event_goal(v))) return false;
        if ((*s == 'o' && !object) || (*s == 'i' && object)) return false;
    }
    return true;
}

/* Expands %x in a template; the caller frees the result. */
static char *expand(const char *s, const Row *verb, const VerbEvent *v) {
    static const char words[] = "bsp", fields[] = "ELSOC";
    const char *fill[] = {v->kind, v->items, v->subject, v->object, verb->code};
    char out[1200] = "";
    size_t n = 0;
    for (; *s && n + 1 < sizeof out; s++) {
        const char *from = s;
        size_t len = 1;
        if (has_start(s, "%a")) {
            s++;
            len = field(verb->english, '|', 3, &from);
            if (!len) {
                n += (size_t)snprintf(out + n, sizeof out - n, "%.*s {&} {D}{z}{m+ }",
                                      (int)field(verb->english, '|', 0, &from), verb->english);
                continue;
            }
        } else if (has_start(s, "%v")) { /* the verb in whatever form */
            s++;
            size_t all = strlen(verb->english), last = field(verb->english, '|', 3, &from);
            if (last) all -= last + 1;
            n += (size_t)snprintf(out + n, sizeof out - n, "{%.*s}", (int)all, verb->english);
            continue;
        } else if (*s == '%' && s[1] && strchr(words, s[1])) {
            s++;
            len = field(verb->english, '|', (unsigned)(strchr(words, *s) - words), &from);
        } else if (*s == '%' && s[1] && strchr(fields, s[1])) {
            s++;
            from = fill[strchr(fields, *s) - fields];
            len = strlen(from);
        }
        n += (size_t)snprintf(out + n, sizeof out - n, "%.*s", (int)len, from);
    }
    if (n >= sizeof out) abort();
    char *copy = malloc(n + 1);
    if (!copy) abort();
    memcpy(copy, out, n + 1);
    return copy;
}

/* The head of a frame: the verb's, with the mood's mark of forms. */
static char *mark_forms(const char *head, const char *forms) {
    const char *verb = strchr(head, '~');
    size_t before = verb ? (size_t)(verb - head) + 1 + verb_length(verb + 1) : strlen(head),
           size = strlen(head) + strlen(forms) + 2;
    char *out = malloc(size);
    if (!out) abort();
    snprintf(out, size, "%.*s%s%s%s", (int)before, head, *forms ? "^" : "", forms, head + before);
    return out;
}

static char *join(const char *a, const char *b) {
    size_t size = strlen(a) + strlen(b) + 1;
    char *out = malloc(size);
    if (!out) abort();
    snprintf(out, size, "%s%s", a, b);
    return out;
}

static void lengthen(const char **s, const char *tail) {
    char *old = (char *)*s;
    *s = join(old, tail);
    free(old);
}

static Row make_frame(const Row *verb, const Row *mood, const VerbEvent *v) {
    Row row = *verb;
    row.sort = ROW_FRAME;
    row.made = true;
    row.phrase = mood->phrase;
    row.roles = *mood->roles == '-'   ? join("", "")
                : *mood->roles == '+' ? join(mood->roles + 1, verb->roles)
                : *mood->roles        ? join(mood->roles, "")
                                      : join(verb->roles, "");
    row.pattern = mark_forms(verb->pattern, mood->pattern);
    row.code = expand(mood->code, verb, v);
    row.english = expand(mood->english, verb, v);
    row.goal = implied_goal(verb);
    if (strchr(mood->event, 'n')) row.goal = copy_word(event_goal(v));
    if (row.goal && event_zones(v, "FROM ")) row.left = copy_word(event_zones(v, "FROM "));
    if (strchr(mood->event, 'e') && strchr(verb->roles, 'r')) {
        lengthen(&row.roles, "r");
        lengthen(&row.english, "{r}");
    }
    return row;
}

typedef struct Rows {
    Row *row;
    unsigned n, cap;
} Rows;

static void add(Rows *r, Row row) {
    if (r->n == r->cap) {
        r->cap = r->cap ? 2 * r->cap : 1024;
        r->row = realloc(r->row, r->cap * sizeof *r->row);
        if (!r->row) abort();
    }
    r->row[r->n++] = row;
}

static void add_verb(Rows *r, const Row *verb) {
    const VerbEvent v = read_event(verb);
    for (unsigned i = 0; i < sizeof common_rows / sizeof *common_rows; i++)
        if (common_rows[i].sort == ROW_MOOD && applies(verb, &common_rows[i], &v))
            add(r, make_frame(verb, &common_rows[i], &v));
}

static void add_row(Rows *r, const Row *row) {
    Row one;
    unsigned n = row->sort == ROW_MOOD ? 0 : group_variants(row);
    for (unsigned i = 0; i < n; i++) {
        one = group_variant(row, i);
        add_row(r, &one);
        if (one.sort == ROW_VERB || group_variants(&one)) row_free(&one); /* others are added */
    }
    if (n || row->sort == ROW_MOOD) return;
    if (row->sort == ROW_VERB)
        add_verb(r, row);
    else
        add(r, *row);
}

static void add_rows(Rows *r, const Row *row, unsigned n) {
    for (unsigned i = 0; i < n; i++) add_row(r, &row[i]);
}

/* A copy of a common row in which [C] is the game's word for a card on the field. */
static Row name_cards(const Row *row, const char *word) {
    char pattern[600];
    size_t n = 0;
    for (const char *s = row->pattern; *s;) {
        const bool is_word = has_start(s, "[C]");
        n += (size_t)snprintf(pattern + n, sizeof pattern - n, "%.*s", is_word ? 99 : 1,
                              is_word ? word : s);
        s += is_word ? 3 : 1;
        if (n >= sizeof pattern) abort();
    }
    Row out = *row;
    out.roles = row->roles ? join(row->roles, "") : 0;
    out.pattern = join(pattern, "");
    out.code = join(row->code, "");
    out.english = join(row->english, "");
    out.made = true;
    return out;
}

static void add_common_rows(Rows *r, const Tongue *t) {
    for (unsigned i = 0; i < sizeof common_rows / sizeof *common_rows; i++) {
        bool without = false;
        for (const char *const *w = t->without; w && *w; w++)
            without |= !strcmp(common_rows[i].pattern, *w);
        if (without) continue;
        if (!strstr(common_rows[i].pattern, "[C]")) {
            add_row(r, &common_rows[i]);
            continue;
        }
        Row row = name_cards(&common_rows[i], t->card_word[0] ? t->card_word[0] : "カード");
        const bool kept = !group_variants(&row);
        add_row(r, &row);
        if (!kept) row_free(&row);
    }
}

Row *rows_make(const Tongue *t, unsigned *n) {
    Rows r = {0};
    add_common_rows(&r, t);
    add_rows(&r, t->row, t->nrow);
    *n = r.n;
    return r.row;
}

void rows_free(Row *row, unsigned n) {
    for (unsigned i = 0; i < n; i++) row_free(&row[i]);
    free(row);
}
