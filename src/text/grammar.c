/* The chart parser. Phrases are parsed once at each place; a result is an end and a node. */
#include "text/grammar.h"
#include <stdio.h>
#include <stdlib.h>

#define R(phrase, pattern, code, english) {phrase, pattern, code, english},
static const Row common_rows[] = {
#include "text/grammar.def"
};
static const Row rebirth_rows[] = {
#include "games/rebirth/lexicon.def"
};
#undef R
#define V(word, final, cont, may, by) {word, {0, final, cont, may, by}},
static const Verb verbs[] = {
#include "text/verbs.def"
};
#undef V

enum ElementKind { EL_LITERAL, EL_PHRASE, EL_VERB, EL_LEAF };
typedef struct Element {
    uint8_t kind, leaf;
    uint16_t phrase;    /* EL_PHRASE: number; EL_VERB: verb */
    uint16_t alt, nalt; /* EL_LITERAL, EL_VERB: spellings in Grammar.spelling */
} Element;
typedef struct Spelling {
    uint32_t text, len; /* in Grammar.chars */
    uint8_t form;
} Spelling;
typedef struct Rule {
    uint16_t element, nelement, row;
} Rule;
/* Rows of a phrase that begin alike share the beginning. */
typedef struct Branch {
    uint16_t element;
    int16_t child, next; /* -1 = none */
    int16_t rule;        /* the rule that ends here, -1 = none */
    int16_t sorted;      /* on the first of many: its table in Grammar.sorted, -1 = none */
    uint64_t starts[4];  /* hashed set of what its element can begin with; all: it may be empty */
} Branch;
/* Many branches at one place, by the bit of the character that comes there. */
typedef struct Sorted {
    uint32_t from[257]; /* in Grammar.candidate */
} Sorted;
typedef struct Phrase {
    const char *name;
    int16_t branch; /* first branch, -1 = none */
    int16_t empty;  /* rule with an empty pattern, -1 = none */
    uint16_t rule, nrule;
    uint64_t first[4]; /* hashed set of first characters; all ones when it may be empty */
    uint8_t nullable, state;
} Phrase;
struct Grammar {
    Row *row;
    unsigned nrow;
    Phrase *phrase;
    unsigned nphrase;
    Rule *rule;
    unsigned nrule;
    Element *element;
    unsigned nelement;
    Branch *branch;
    unsigned nbranch;
    Sorted *sorted;
    unsigned nsorted;
    uint16_t *candidate;
    unsigned ncandidate;
    Spelling *spelling;
    unsigned nspelling;
    uint32_t *chars;
    unsigned nchars;
    unsigned start;
};

const Row *grammar_row(const Grammar *g, unsigned i) { return &g->row[i]; }

unsigned grammar_rows(const Grammar *g) { return g->nrow; }

static const Verb *verb_at(const char *s) {
    for (unsigned v = 0; v < sizeof verbs / sizeof *verbs; v++)
        if (!strncmp(s, verbs[v].word, strlen(verbs[v].word))) return &verbs[v];
    return 0;
}

size_t verb_length(const char *s) { return verb_at(s) ? strlen(verb_at(s)->word) : 0; }

bool verb_spelling(const char *verb, unsigned form, unsigned i, char *out, size_t size) {
    const Verb *v = verb_at(verb);
    const char *w = v ? v->forms[form == FORM_OR ? FORM_FINAL : form] : 0;
    for (; w && i > 0; i--) {
        w = strchr(w, '|');
        if (w) w++;
    }
    if (!w || !*w) return false;
    int n = (int)(strchr(w, '|') ? strchr(w, '|') - w : (long)strlen(w));
    snprintf(out, size, "%.*s%s", n, w, form == FORM_OR ? "か" : "");
    return true;
}

int grammar_find(const Grammar *g, const char *phrase, const char *pattern) {
    for (unsigned i = 0; i < g->nrow; i++)
        if (!strcmp(g->row[i].phrase, phrase) && !strcmp(g->row[i].pattern, pattern)) return (int)i;
    return -1;
}

/* ---- building
 * --------------------------------------------------------------------------------------- */

static void *grow(void *p, unsigned n,
                  size_t size) { /* room for one more: doubles at powers of two */
    if (n && (n & (n - 1))) return p;
    void *q = realloc(p, (n ? 2 * (size_t)n : 1) * size);
    if (!q) abort();
    return q;
}

static void broken(const char *what, const char *where) {
    fprintf(stderr, "grammar: %s: %s\n", what, where);
    abort(); /* a mistake in our own tables: seen by the first test that runs */
}

static unsigned phrase_number(Grammar *g, const char *name, size_t len) {
    for (unsigned i = 0; i < g->nphrase; i++)
        if (strlen(g->phrase[i].name) == len && !memcmp(g->phrase[i].name, name, len)) return i;
    g->phrase = grow(g->phrase, g->nphrase, sizeof *g->phrase);
    char *copy = malloc(len + 1);
    memcpy(copy, name, len);
    copy[len] = 0;
    g->phrase[g->nphrase] = (Phrase){.name = copy};
    return g->nphrase++;
}

static uint32_t next_char(const char **s) {
    const unsigned char *p = (const unsigned char *)*s;
    unsigned n = p[0] < 0x80 ? 0 : p[0] < 0xE0 ? 1 : p[0] < 0xF0 ? 2 : 3;
    uint32_t c = n == 0 ? p[0] : p[0] & (0x3Fu >> n);
    for (unsigned i = 1; i <= n; i++) c = c << 6 | (p[i] & 0x3F);
    *s += n + 1;
    return c;
}

static void add_spelling(Grammar *g, const char *s, const char *end, unsigned form) {
    g->spelling = grow(g->spelling, g->nspelling, sizeof *g->spelling);
    Spelling *p = &g->spelling[g->nspelling++];
    *p = (Spelling){.text = g->nchars, .form = (uint8_t)form};
    while (s < end) {
        g->chars = grow(g->chars, g->nchars, sizeof *g->chars);
        g->chars[g->nchars++] = next_char(&s);
        p->len++;
    }
}

static Element *add_element(Grammar *g, unsigned kind) {
    g->element = grow(g->element, g->nelement, sizeof *g->element);
    Element *e = &g->element[g->nelement++];
    *e = (Element){.kind = (uint8_t)kind, .alt = (uint16_t)g->nspelling};
    return e;
}

static const char *add_braces(Grammar *g, const char *s) {
    Element *e = add_element(g, EL_LITERAL);
    const char *from = ++s;
    for (; *s && *s != '}'; s++)
        if (*s == '|') {
            add_spelling(g, from, s, 0);
            from = s + 1;
        }
    add_spelling(g, from, s, 0);
    e->nalt = (uint16_t)(g->nspelling - e->alt);
    return *s ? s + 1 : s;
}

/* "…するか": the final form with か behind it. */
static void add_or_form(Grammar *g, const char *s, const char *end) {
    char word[64];
    size_t n = (size_t)(end - s);
    if (n + 4 > sizeof word) broken("verb too long", s);
    memcpy(word, s, n);
    strcpy(word + n, "か");
    add_spelling(g, word, word + strlen(word), FORM_OR);
}

static const char *add_verb(Grammar *g, const char *s) {
    for (unsigned v = 0; v < sizeof verbs / sizeof *verbs; v++) {
        size_t len = strlen(verbs[v].word);
        if (strncmp(s, verbs[v].word, len)) continue;
        Element *e = add_element(g, EL_VERB);
        e->phrase = (uint16_t)v;
        for (unsigned f = 1; f < FORM_COUNT; f++)
            for (const char *w = verbs[v].forms[f]; w && *w;) {
                const char *bar = strchr(w, '|');
                add_spelling(g, w, bar ? bar : w + strlen(w), f);
                if (f == FORM_FINAL) add_or_form(g, w, bar ? bar : w + strlen(w));
                w = bar ? bar + 1 : "";
            }
        e->nalt = (uint16_t)(g->nspelling - e->alt);
        return s + len;
    }
    broken("unknown verb", s);
    return s;
}

static const char *add_phrase(Grammar *g, const char *s) {
    static const char *leaves[] = {"", "#number", "#name", "#trait", "#quote"};
    const char *end = strchr(s, '>');
    if (!end) broken("no closing >", s);
    size_t len = (size_t)(end - s - 1);
    for (unsigned i = 1; i < sizeof leaves / sizeof *leaves; i++)
        if (strlen(leaves[i]) == len && !strncmp(leaves[i], s + 1, len)) {
            add_element(g, EL_LEAF)->leaf = (uint8_t)i;
            return end + 1;
        }
    unsigned p = phrase_number(g, s + 1, len);
    add_element(g, EL_PHRASE)->phrase = (uint16_t)p;
    return end + 1;
}

static void add_rule(Grammar *g, unsigned row) {
    const char *s = g->row[row].pattern;
    g->rule = grow(g->rule, g->nrule, sizeof *g->rule);
    Rule *r = &g->rule[g->nrule++];
    unsigned first = g->nelement;
    while (*s) {
        if (*s == '<') {
            s = add_phrase(g, s);
        } else if (*s == '{') {
            s = add_braces(g, s);
        } else if (*s == '~') {
            s = add_verb(g, s + 1);
        } else {
            const char *from = s;
            while (*s && !strchr("<{~", *s)) s++;
            Element *e = add_element(g, EL_LITERAL);
            add_spelling(g, from, s, 0);
            e->nalt = 1;
        }
    }
    r = &g->rule[g->nrule - 1];
    *r = (Rule){.element = (uint16_t)first,
                .nelement = (uint16_t)(g->nelement - first),
                .row = (uint16_t)row};
    if (r->nelement > MAX_ELEMENTS) broken("pattern too long", g->row[row].pattern);
}

static bool same_element(const Grammar *g, const Element *a, const Element *b) {
    if (a->kind != b->kind || a->leaf != b->leaf || a->phrase != b->phrase || a->nalt != b->nalt)
        return false;
    for (unsigned i = 0; i < a->nalt; i++) {
        const Spelling *x = &g->spelling[a->alt + i], *y = &g->spelling[b->alt + i];
        if (x->len != y->len || x->form != y->form) return false;
        if (x->len && memcmp(g->chars + x->text, g->chars + y->text, x->len * sizeof *g->chars))
            return false;
    }
    return true;
}

static void add_branches(Grammar *g, Phrase *ph) {
    ph->branch = ph->empty = -1;
    for (unsigned i = 0; i < ph->nrule; i++) {
        const Rule *r = &g->rule[ph->rule + i];
        int at = -1; /* branch reached so far */
        for (unsigned j = 0; j < r->nelement; j++) {
            int first = at < 0 ? ph->branch : g->branch[at].child, last = -1, hit = -1;
            for (int b = first; b >= 0 && hit < 0; b = g->branch[b].next) {
                last = b;
                if (same_element(g, &g->element[g->branch[b].element], &g->element[r->element + j]))
                    hit = b;
            }
            if (hit < 0) {
                g->branch = grow(g->branch, g->nbranch, sizeof *g->branch);
                hit = (int)g->nbranch++;
                g->branch[hit] = (Branch){(uint16_t)(r->element + j), -1, -1, -1, -1, {0}};
                if (last >= 0)
                    g->branch[last].next = (int16_t)hit;
                else if (at >= 0)
                    g->branch[at].child = (int16_t)hit;
                else
                    ph->branch = (int16_t)hit;
            }
            at = hit;
        }
        if (at < 0)
            ph->empty = (int16_t)(ph->rule + i);
        else if (g->branch[at].rule < 0)
            g->branch[at].rule = (int16_t)(ph->rule + i);
    }
}

static void first_add(uint64_t *set, uint32_t c) { set[c >> 6 & 3] |= 1ull << (c & 63); }
static bool first_has(const uint64_t *set, uint32_t c) { return set[c >> 6 & 3] >> (c & 63) & 1; }

static void leaf_first(unsigned leaf, uint64_t *set) {
    if (leaf == LEAF_NUMBER) {
        for (uint32_t c = '0'; c <= '9'; c++) first_add(set, c);
        for (uint32_t c = 0x2460; c < 0x2474; c++) first_add(set, c);
        first_add(set, 0x24EA);
        static const uint32_t kanji[] = {0x4E00, 0x4E8C, 0x4E09};
        for (unsigned i = 0; i < 3; i++) first_add(set, kanji[i]);
    } else {
        memset(set, 0xFF, 32);
    }
}

/* Which characters a phrase can begin with; repeated until nothing changes. */
static bool first_step(Grammar *g) {
    bool changed = false;
    for (unsigned p = 0; p < g->nphrase; p++)
        for (unsigned i = 0; i < g->phrase[p].nrule; i++) {
            const Rule *r = &g->rule[g->phrase[p].rule + i];
            uint64_t set[4];
            memcpy(set, g->phrase[p].first, sizeof set);
            bool open = true;
            for (unsigned j = 0; j < r->nelement && open; j++) {
                const Element *e = &g->element[r->element + j];
                open = false;
                if (e->kind == EL_PHRASE) {
                    for (unsigned k = 0; k < 4; k++) set[k] |= g->phrase[e->phrase].first[k];
                    open = g->phrase[e->phrase].nullable;
                } else if (e->kind == EL_LEAF) {
                    leaf_first(e->leaf, set);
                } else {
                    for (unsigned k = 0; k < e->nalt; k++) {
                        const Spelling *w = &g->spelling[e->alt + k];
                        if (w->len)
                            first_add(set, g->chars[w->text]);
                        else
                            open = true;
                    }
                }
            }
            if (open && !g->phrase[p].nullable) {
                g->phrase[p].nullable = 1;
                changed = true;
            }
            if (memcmp(set, g->phrase[p].first, sizeof set)) {
                memcpy(g->phrase[p].first, set, sizeof set);
                changed = true;
            }
        }
    return changed;
}

/* A character's bit in Branch.starts. */
static unsigned start_bit(uint32_t c) { return c * 0x9E3779B1u >> 24; }

typedef struct Starts {
    uint64_t w[4];
} Starts;
static const Starts anything = {{~0ull, ~0ull, ~0ull, ~0ull}};
static void starts_join(Starts *a, const Starts *b) {
    for (unsigned i = 0; i < 4; i++) a->w[i] |= b->w[i];
}

static void starts_add(Starts *s, uint32_t c) {
    s->w[start_bit(c) >> 6] |= 1ull << (start_bit(c) & 63);
}
static bool starts_with(const Branch *b, unsigned bit) {
    return b->starts[bit >> 6] >> (bit & 63) & 1;
}

/* Numbers, names, traits and quotes begin in a few ways. */
static void leaf_starts(unsigned leaf, Starts *s) {
    static const uint32_t kanji[] = {0x24EA, 0x4E00, 0x4E8C, 0x4E09};
    if (leaf == LEAF_NUMBER) {
        for (uint32_t c = '0'; c <= '9'; c++) starts_add(s, c);
        for (uint32_t c = 0x2460; c < 0x2474; c++) starts_add(s, c);
        for (unsigned i = 0; i < 4; i++) starts_add(s, kanji[i]);
    } else if (leaf == LEAF_NAME) {
        starts_add(s, 0x300A);
    } else if (leaf == LEAF_TRAIT) {
        starts_add(s, 0x3014);
        starts_add(s, 0x3008);
    } else {
        starts_add(s, 0x300E);
    }
}

/* What the text can begin with where this branch goes on. 'ends': also what may come behind a row
 * that has read nothing: anything. */
static Starts branch_starts(const Grammar *g, const Starts *of, int b, bool ends) {
    const Element *e = &g->element[g->branch[b].element];
    Starts set = {{0}};
    bool empty = false;
    if (e->kind == EL_LEAF) {
        leaf_starts(e->leaf, &set);
        return set;
    }
    if (e->kind == EL_PHRASE) {
        set = of[e->phrase];
        empty = g->phrase[e->phrase].nullable;
    }
    for (unsigned i = 0; e->kind != EL_PHRASE && i < e->nalt; i++) {
        const Spelling *w = &g->spelling[e->alt + i];
        if (w->len)
            starts_add(&set, g->chars[w->text]);
        else
            empty = true;
    }
    if (!empty) return set;
    if (ends && g->branch[b].rule >= 0) return anything;
    for (int c = g->branch[b].child; c >= 0; c = g->branch[c].next) {
        Starts more = branch_starts(g, of, c, ends);
        starts_join(&set, &more);
    }
    return set;
}

/* For phrases until nothing changes, then for every branch. */
static void find_starts(Grammar *g) {
    Starts *of = calloc(g->nphrase, sizeof *of);
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned p = 0; p < g->nphrase; p++) {
            Starts set = of[p];
            for (int b = g->phrase[p].branch; b >= 0; b = g->branch[b].next) {
                Starts more = branch_starts(g, of, b, false);
                starts_join(&set, &more);
            }
            changed |= memcmp(&set, &of[p], sizeof set) != 0;
            of[p] = set;
        }
    }
    for (unsigned b = 0; b < g->nbranch; b++) {
        Starts set = branch_starts(g, of, (int)b, true);
        memcpy(g->branch[b].starts, set.w, sizeof set.w);
    }
    free(of);
}

enum { MANY = 4 };
/* Sorts a chain of branches where it is long, and those behind each of them. */
static void sort_chain(Grammar *g, int first) {
    unsigned n = 0;
    for (int b = first; b >= 0; b = g->branch[b].next, n++) sort_chain(g, g->branch[b].child);
    if (n < MANY) return;
    g->branch[first].sorted = (int16_t)g->nsorted;
    g->sorted = grow(g->sorted, g->nsorted, sizeof *g->sorted);
    unsigned mine = g->nsorted++;
    for (unsigned bit = 0; bit < 256; bit++) {
        g->sorted[mine].from[bit] = g->ncandidate;
        for (int b = first; b >= 0; b = g->branch[b].next)
            if (starts_with(&g->branch[b], bit)) {
                g->candidate = grow(g->candidate, g->ncandidate, sizeof *g->candidate);
                g->candidate[g->ncandidate++] = (uint16_t)b;
            }
    }
    g->sorted[mine].from[256] = g->ncandidate;
}

static Grammar *build(const Row *a, unsigned na, const Row *b, unsigned nb) {
    Grammar *g = calloc(1, sizeof *g);
    g->nrow = na + nb;
    g->row = malloc(g->nrow * sizeof *g->row);
    memcpy(g->row, a, na * sizeof *a);
    memcpy(g->row + na, b, nb * sizeof *b);
    for (unsigned i = 0; i < g->nrow; i++)
        phrase_number(g, g->row[i].phrase, strlen(g->row[i].phrase));
    /* rows of a phrase stand together, the game's own after the common ones */
    for (unsigned p = 0; p < g->nphrase; p++) {
        unsigned from = g->nrule;
        for (unsigned i = 0; i < g->nrow; i++)
            if (!strcmp(g->row[i].phrase, g->phrase[p].name)) add_rule(g, i);
        g->phrase[p].rule = (uint16_t)from;
        g->phrase[p].nrule = (uint16_t)(g->nrule - from);
        if (g->nrule == from) broken("no row for phrase", g->phrase[p].name);
    }
    for (unsigned p = 0; p < g->nphrase; p++) add_branches(g, &g->phrase[p]);
    while (first_step(g)) {
    }
    find_starts(g);
    for (unsigned p = 0; p < g->nphrase; p++) sort_chain(g, g->phrase[p].branch);
    g->start = phrase_number(g, "entry", 5);
    return g;
}

const Grammar *grammar_of(const Game *game) {
    static Grammar *rebirth;
    (void)game;
    if (!rebirth)
        rebirth = build(common_rows, sizeof common_rows / sizeof *common_rows, rebirth_rows,
                        sizeof rebirth_rows / sizeof *rebirth_rows);
    return rebirth;
}

/* ---- parsing
 * ------------------------------------------------------------------------------------------ */

typedef struct Result {
    uint16_t end, node;
    int next;
} Result;

typedef struct Parse {
    const Grammar *g;
    TextTree *t;
    int **memo; /* a row of phrases for each place that was reached: first result + 2, 1 = none, 0 =
                   not tried */
    Result *result;
    unsigned nresult;
    unsigned furthest, nexpected;
    const Spelling *expected[8];
    unsigned work;
    uint16_t stack[MAX_ELEMENTS];
    bool too_much;
    bool explaining; /* second run of a text that failed: what was expected where? */
} Parse;
enum { MAX_WORK = 400000 };

static unsigned new_node(TextTree *t, Node n, const uint16_t *child) {
    if (t->nnode == t->cap_node) {
        t->cap_node = t->cap_node ? t->cap_node * 2 : 256;
        t->node = realloc(t->node, t->cap_node * sizeof *t->node);
    }
    while (t->nchildren + n.nchild > t->cap_children) {
        t->cap_children = t->cap_children ? t->cap_children * 2 : 512;
        t->children = realloc(t->children, t->cap_children * sizeof *t->children);
    }
    n.child = (uint16_t)t->nchildren;
    if (n.nchild) memcpy(t->children + t->nchildren, child, n.nchild * sizeof *child);
    t->nchildren += n.nchild;
    t->node[t->nnode] = n;
    return t->nnode++;
}

static void expect(Parse *p, unsigned at, const Spelling *w) {
    if (!p->explaining) return;
    if (at < p->furthest || !w->len) return;
    if (at > p->furthest) {
        p->furthest = at;
        p->nexpected = 0;
    }
    for (unsigned i = 0; i < p->nexpected; i++)
        if (p->expected[i]->len == w->len &&
            !memcmp(p->g->chars + p->expected[i]->text, p->g->chars + w->text, w->len * 4))
            return;
    if (p->nexpected < 8) p->expected[p->nexpected++] = w;
}

static bool spelled(Parse *p, unsigned at, const Spelling *w) {
    const uint32_t *c = p->g->chars + w->text;
    if (w->len && p->t->cp[at] != *c && !p->explaining) return false;
    for (unsigned i = 0; i < w->len; i++)
        if (p->t->cp[at + i] != c[i]) {
            expect(p, at + i < p->t->n && i ? at + i : at, w);
            return false;
        }
    return true;
}

static unsigned bracketed(const TextTree *t, unsigned at, uint32_t open, uint32_t close) {
    if (t->cp[at] != open) return 0;
    unsigned depth = 0;
    for (unsigned i = at; i < t->n; i++) {
        if (t->cp[i] == open) depth++;
        if (t->cp[i] == close && --depth == 0) return i + 1;
    }
    return 0;
}

static bool holds_sentence(const TextTree *t, unsigned from, unsigned to) {
    for (unsigned i = from; i < to; i++)
        if (t->cp[i] == 0x3002 || t->cp[i] == 0x3010 || t->cp[i] == 0x300A) return true;
    return false;
}

/* Numbers, names, traits and quotes: the end, or 0. */
static unsigned leaf_end(const TextTree *t, unsigned at, unsigned leaf, int *value) {
    uint32_t c = t->cp[at];
    unsigned end = 0;
    *value = 0;
    switch (leaf) {
    case LEAF_NUMBER:
        if (c >= 0x2460 && c < 0x2474) return *value = (int)(c - 0x2460 + 1), at + 1;
        if (c == 0x24EA) return at + 1;
        if (c == 0x4E00 || c == 0x4E8C || c == 0x4E09)
            return *value = c == 0x4E00 ? 1 : c == 0x4E8C ? 2 : 3, at + 1;
        for (end = at; t->cp[end] >= '0' && t->cp[end] <= '9' && end < at + 4; end++)
            *value = *value * 10 + (int)(t->cp[end] - '0');
        return end > at ? end : 0;
    case LEAF_NAME: return bracketed(t, at, 0x300A, 0x300B);
    case LEAF_TRAIT:
        if ((end = bracketed(t, at, 0x3014, 0x3015))) return end;
        end = bracketed(t, at, 0x3008, 0x3009);
        return end && !holds_sentence(t, at, end) ? end : 0;
    default: return bracketed(t, at, 0x300E, 0x300F);
    }
}

static int parse_phrase(Parse *p, unsigned phrase, unsigned at);

typedef struct Match {
    unsigned start;
    int *head;
    uint16_t child[MAX_ELEMENTS];
} Match;

/* A reading of the phrase up to 'at'. Where two rows read the same text the earlier row is kept. */
static void finish(Parse *p, Match *m, unsigned rule, unsigned at, unsigned nchild, unsigned form) {
    unsigned row = p->g->rule[rule].row;
    int same = *m->head;
    while (same >= 0 && p->result[same].end != at) same = p->result[same].next;
    if (same >= 0 && p->t->node[p->result[same].node].row <= row) return;
    if (p->t->nnode >= 60000 || p->t->nchildren >= 60000) {
        p->too_much = true;
        return;
    }
    Node n = {.row = (uint16_t)row,
              .form = (uint8_t)form,
              .nchild = (uint8_t)nchild,
              .start = (uint16_t)m->start,
              .end = (uint16_t)at};
    unsigned node = new_node(p->t, n, m->child);
    if (same >= 0) {
        p->result[same].node = (uint16_t)node;
        return;
    }
    p->result = grow(p->result, p->nresult, sizeof *p->result);
    p->result[p->nresult] = (Result){(uint16_t)at, (uint16_t)node, -1};
    int *tail = m->head; /* kept in the order of discovery */
    while (*tail >= 0) tail = &p->result[*tail].next;
    *tail = (int)p->nresult++;
}

static void match(Parse *p, Match *m, int branch, unsigned at, unsigned nchild, unsigned form);

/* An element has been read: a row may end here, others go on. */
static void matched(Parse *p, Match *m, const Branch *b, unsigned at, unsigned nchild,
                    unsigned form) {
    int rule = b->rule, child = b->child;
    if (rule >= 0) finish(p, m, (unsigned)rule, at, nchild, form);
    if (child >= 0) match(p, m, child, at, nchild, form);
}

static void match_element(Parse *p, Match *m, const Branch *b, unsigned at, unsigned nchild,
                          unsigned form) {
    const Element *e = &p->g->element[b->element];
    if (e->kind == EL_LITERAL || e->kind == EL_VERB) {
        for (unsigned i = 0; i < e->nalt; i++) {
            const Spelling *w = &p->g->spelling[e->alt + i];
            if (spelled(p, at, w)) matched(p, m, b, at + w->len, nchild, w->form ? w->form : form);
        }
    } else if (e->kind == EL_LEAF) {
        int value;
        unsigned end = leaf_end(p->t, at, e->leaf, &value);
        if (!end || p->t->nnode >= 60000) return;
        Node n = {.start = (uint16_t)at, .end = (uint16_t)end, .leaf = e->leaf, .value = value};
        m->child[nchild] = (uint16_t)new_node(p->t, n, m->child);
        matched(p, m, b, end, nchild + 1, form);
    } else {
        for (int i = parse_phrase(p, e->phrase, at); i >= 0; i = p->result[i].next) {
            m->child[nchild] = p->result[i].node;
            matched(p, m, b, p->result[i].end, nchild + 1, form);
        }
    }
}

static bool tired(Parse *p) {
    if (!p->too_much && ++p->work > MAX_WORK) p->too_much = true;
    return p->too_much;
}

static void match(Parse *p, Match *m, int branch, unsigned at, unsigned nchild, unsigned form) {
    const Grammar *g = p->g;
    if (branch < 0) return;
    unsigned bit = start_bit(p->t->cp[at]);
    int sorted = g->branch[branch].sorted;
    if (sorted >= 0 && !p->explaining) {
        const uint32_t *from = &g->sorted[sorted].from[bit];
        for (uint32_t i = from[0]; i < from[1] && !tired(p); i++)
            match_element(p, m, &g->branch[g->candidate[i]], at, nchild, form);
        return;
    }
    for (; branch >= 0; branch = g->branch[branch].next) {
        if (!p->explaining && !starts_with(&g->branch[branch], bit)) continue;
        if (tired(p)) return;
        match_element(p, m, &g->branch[branch], at, nchild, form);
    }
}

static int parse_phrase(Parse *p, unsigned phrase, unsigned at) {
    if (!p->memo[at]) p->memo[at] = calloc(p->g->nphrase, sizeof **p->memo);
    int *memo = &p->memo[at][phrase];
    if (*memo) return *memo - 2;
    *memo = 1; /* while it is being parsed: left recursion finds nothing */
    const Phrase *ph = &p->g->phrase[phrase];
    int head = -1;
    if (!ph->nullable && !first_has(ph->first, p->t->cp[at])) {
        if (at >= p->furthest)
            for (unsigned i = 0; i < ph->nrule && i < 2; i++) {
                const Element *e = &p->g->element[p->g->rule[ph->rule + i].element];
                if (e->kind == EL_LITERAL) expect(p, at, &p->g->spelling[e->alt]);
            }
        return -1;
    }
    Match m = {.start = at, .head = &head};
    match(p, &m, ph->branch, at, 0, 0);
    if (ph->empty >= 0) finish(p, &m, (unsigned)ph->empty, at, 0, 0);
    *memo = head + 2;
    return head;
}

static bool not_understood(const Parse *p, TextError *error) {
    const TextTree *t = p->t;
    char near[160] = "", expected[220] = "";
    unsigned k = 0;
    Node around = {.start = (uint16_t)p->furthest,
                   .end = (uint16_t)(p->furthest + 8 < t->n ? p->furthest + 8 : t->n)};
    char *s = leaf_text(t, &around);
    snprintf(near, sizeof near, "%s", s);
    free(s);
    for (unsigned i = 0; i < p->nexpected && k < 160; i++) {
        char word[64];
        unsigned b = 0;
        TextTree tmp = {.cp = (uint32_t *)(p->g->chars + p->expected[i]->text)};
        Node n = {.start = 0,
                  .end = (uint16_t)(p->expected[i]->len < 12 ? p->expected[i]->len : 12)};
        char *w = leaf_text(&tmp, &n);
        b = (unsigned)snprintf(word, sizeof word, "%s「%s」", i ? " " : "", w);
        free(w);
        if (b < sizeof word && k + b < sizeof expected) {
            memcpy(expected + k, word, b + 1);
            k += b;
        }
    }
    return text_error(error, t->src[p->furthest], "not understood from 「%s」; expected %s",
                      *near ? near : "(end)", *expected ? expected : "something else");
}

/* One run over the text; true if a reading covers it. */
static bool run_over(Parse *p) {
    TextTree *t = p->t;
    for (unsigned i = 0; i <= t->n; i++)
        if (p->memo[i]) memset(p->memo[i], 0, p->g->nphrase * sizeof **p->memo);
    t->nnode = t->nchildren = 0;
    p->nresult = p->work = 0;
    p->too_much = false;
    for (int i = parse_phrase(p, p->g->start, 0); i >= 0; i = p->result[i].next)
        if (p->result[i].end == t->n) {
            t->root = p->result[i].node;
            return true;
        }
    return false;
}

bool grammar_parse(const Grammar *g, TextTree *t, TextError *error) {
    Parse p = {.g = g, .t = t};
    p.memo = calloc(t->n + 1, sizeof *p.memo);
    free(p.result);
    p.result = 0;
    bool ok = run_over(&p);
    if (!ok) {
        bool too_much = p.too_much;
        p.explaining = true;
        free(p.result);
        p.result = 0;
        run_over(&p);
        if (too_much)
            text_error(error, t->src[p.furthest],
                       "the text is too long or too ambiguous to be read");
        else
            not_understood(&p, error);
    }
    for (unsigned i = 0; i <= t->n; i++) free(p.memo[i]);
    free(p.memo);
    free(p.result);
    return ok;
}
