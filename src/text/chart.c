/* The chart parser. Phrases are parsed once at each place; a result is an end and a node.
 *
 * A text is read with what can begin at each place only (starts.c). One that is refused is read
 * once more without that help, to tell what was expected where. */
#include "text/chart.h"
#include "text/tongue.h"
#include <stdio.h>
#include <stdlib.h>

/* Results of a phrase at a place are a chain, in the order of discovery. */
enum { NOT_TRIED, NO_RESULT, FIRST_RESULT };
typedef struct Reading {
    uint16_t end, node, next;
} Reading;

typedef struct Parse {
    const Grammar *g;
    TextTree *t;
    uint16_t *class; /* of each place: starts.c */
    uint16_t *memo;  /* for each place nphrase: the first result */
    Reading *result;
    unsigned nresult, cap_result;
    unsigned furthest, nexpected;
    const Spelling *expected[8];
    unsigned work;
    bool too_much;
    bool explaining; /* second run of a text that failed: what was expected where? */
} Parse;
enum { MAX_WORK = 400000, MAX_NODES = 60000 };

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
    for (unsigned i = 0; i < n.nchild; i++) t->children[t->nchildren + i] = child[i];
    t->nchildren += n.nchild;
    t->node[t->nnode] = n;
    return t->nnode++;
}

__attribute__((cold, noinline)) static void expect(Parse *p, unsigned at, const Spelling *w) {
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
    if (w->len && p->t->cp[at] != *c) {
        if (p->explaining && at >= p->furthest) expect(p, at, w);
        return false;
    }
    for (unsigned i = 1; i < w->len; i++)
        if (p->t->cp[at + i] != c[i]) {
            expect(p, at + i < p->t->n ? at + i : at, w);
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
    const Tongue *w = t->tongue;
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
    case LEAF_NAME: return bracketed(t, at, w->name[0], w->name[1]);
    case LEAF_TRAIT:
        if ((end = bracketed(t, at, w->trait[0][0], w->trait[0][1]))) return end;
        end = bracketed(t, at, w->trait[1][0], w->trait[1][1]);
        return end && !holds_sentence(t, at, end) ? end : 0;
    default: return bracketed(t, at, w->quote[0], w->quote[1]);
    }
}

static unsigned parse_phrase(Parse *p, unsigned phrase, unsigned at);

/* A phrase that is being read: where it begins, its results so far, parts of the row at hand. */
typedef struct Match {
    unsigned start, head, tail;
    uint16_t child[MAX_ELEMENTS];
} Match;

static void add_result(Parse *p, Match *m, unsigned end, unsigned node) {
    if (p->nresult == p->cap_result) {
        p->cap_result *= 2;
        p->result = realloc(p->result, p->cap_result * sizeof *p->result);
        if (!p->result) abort();
    }
    unsigned i = p->nresult++;
    p->result[i] = (Reading){(uint16_t)end, (uint16_t)node, NO_RESULT};
    if (m->head == NO_RESULT)
        m->head = i;
    else
        p->result[m->tail].next = (uint16_t)i;
    m->tail = i;
}

/* A reading of the phrase up to 'at'. Where two rows read the same text the earlier row is kept. */
__attribute__((noinline)) static void finish(Parse *p, Match *m, unsigned rule, unsigned at,
                                             unsigned nchild, unsigned form) {
    unsigned row = p->g->rule[rule].row, same = m->head;
    while (same != NO_RESULT && p->result[same].end != at) same = p->result[same].next;
    if (same != NO_RESULT && p->t->node[p->result[same].node].row <= row) return;
    if (p->t->nnode >= MAX_NODES || p->t->nchildren >= MAX_NODES) {
        p->too_much = true;
        return;
    }
    Node n = {.row = (uint16_t)row,
              .form = (uint8_t)form,
              .nchild = (uint8_t)nchild,
              .start = (uint16_t)m->start,
              .end = (uint16_t)at};
    unsigned node = new_node(p->t, n, m->child);
    if (same != NO_RESULT)
        p->result[same].node = (uint16_t)node;
    else
        add_result(p, m, at, node);
}

static void match(Parse *p, Match *m, int branch, unsigned at, unsigned nchild, unsigned form);

/* Can a row end, or go on, behind the branch? */
static inline bool goes_on(const Parse *p, const Branch *b, unsigned at) {
    return b->rule >= 0 || p->explaining || may_start(p->g, b->after, p->class[at]);
}

/* An element has been read: a row may end here, others go on. A word that alone can follow, and
 * stands there, is just passed. */
__attribute__((noinline)) static void matched(Parse *p, Match *m, const Branch *b, unsigned at,
                                              unsigned nchild, unsigned form) {
    for (;;) {
        if (b->rule >= 0) finish(p, m, (unsigned)b->rule, at, nchild, form);
        if (b->child < 0 || (!p->explaining && !may_start(p->g, b->after, p->class[at]))) return;
        const Branch *next = &p->g->branch[b->child];
        if (p->explaining || !next->plain) break;
        at += next->plain;
        b = next;
    }
    match(p, m, b->child, at, nchild, form);
}

__attribute__((noinline)) static void match_leaf(Parse *p, Match *m, const Branch *b, unsigned at,
                                                 unsigned nchild, unsigned form) {
    int value;
    unsigned end = leaf_end(p->t, at, b->e.leaf, &value);
    if (!end || p->t->nnode >= MAX_NODES) return;
    Node n = {.start = (uint16_t)at, .end = (uint16_t)end, .leaf = b->e.leaf, .value = value};
    m->child[nchild] = (uint16_t)new_node(p->t, n, m->child);
    matched(p, m, b, end, nchild + 1, form);
}

__attribute__((always_inline)) static inline void
match_element(Parse *p, Match *m, const Branch *b, unsigned at, unsigned nchild, unsigned form) {
    const Element *e = &b->e;
    if (e->kind == EL_PHRASE) {
        unsigned i = p->memo[at * p->g->nphrase + e->phrase];
        if (i == NOT_TRIED) i = parse_phrase(p, e->phrase, at);
        while (i != NO_RESULT) {
            Reading r = p->result[i];
            m->child[nchild] = r.node;
            if (goes_on(p, b, r.end)) matched(p, m, b, r.end, nchild + 1, form);
            i = p->result[i].next;
        }
    } else if (e->kind == EL_LEAF) {
        match_leaf(p, m, b, at, nchild, form);
    } else {
        const Spelling *w = &p->g->spelling[e->alt], *end = w + e->nalt;
        for (; w < end; w++)
            if (spelled(p, at, w) && goes_on(p, b, at + w->len))
                matched(p, m, b, at + w->len, nchild, w->form ? w->form : form);
    }
}

static inline bool tired(Parse *p) {
    if (++p->work > MAX_WORK) p->too_much = true;
    return p->too_much;
}

/* All branches of a chain, whatever stands here. */
__attribute__((cold, noinline)) static void match_all(Parse *p, Match *m, int branch, unsigned at,
                                                      unsigned nchild, unsigned form) {
    for (; branch >= 0 && !tired(p); branch = p->g->branch[branch].next)
        match_element(p, m, &p->g->branch[branch], at, nchild, form);
}

static inline bool known_empty(const Branch *b, const uint16_t *memo) {
    return b->e.kind == EL_PHRASE && memo[b->e.phrase] == NO_RESULT;
}

/* Takes the branch and those beside it, as far as they can begin here. */
static void match(Parse *p, Match *m, int branch, unsigned at, unsigned nchild, unsigned form) {
    const Grammar *g = p->g;
    const Starts *s = &g->starts;
    const Branch *b = &g->branch[branch];
    const uint16_t *memo = p->memo + at * g->nphrase;
    if (p->explaining) {
        match_all(p, m, branch, at, nchild, form);
        return;
    }
    unsigned class = p->class[at];
    if (b->sorted < 0) {
        for (;; b = &g->branch[b->next]) {
            if (may_start(g, b->starts, class) && !known_empty(b, memo)) {
                if (tired(p)) return;
                match_element(p, m, b, at, nchild, form);
            }
            if (b->next < 0) return;
        }
    }
    const uint32_t *from = &s->sorted[(unsigned)b->sorted * (s->nclass + 1) + class];
    for (uint32_t i = from[0], end = from[1]; i < end; i++) {
        b = &g->branch[s->candidate[i]];
        if (known_empty(b, memo)) continue;
        if (tired(p)) return;
        match_element(p, m, b, at, nchild, form);
    }
}

/* The words that the first rows of a phrase begin with. */
static void expect_phrase(Parse *p, const Phrase *ph, unsigned at) {
    for (unsigned i = 0; at >= p->furthest && i < ph->nrule && i < 2; i++) {
        const Element *e = &p->g->element[p->g->rule[ph->rule + i].element];
        if (e->kind == EL_LITERAL) expect(p, at, &p->g->spelling[e->alt]);
    }
}

/* The first result. While a phrase is being parsed left recursion finds none. */
static unsigned parse_phrase(Parse *p, unsigned phrase, unsigned at) {
    uint16_t *memo = &p->memo[at * p->g->nphrase + phrase];
    const Phrase *ph = &p->g->phrase[phrase];
    Match m;
    *memo = NO_RESULT;
    if (p->explaining && !ph->nullable && !first_has(ph->first, p->t->cp[at])) {
        expect_phrase(p, ph, at);
        return NO_RESULT;
    }
    m.start = at;
    m.head = m.tail = NO_RESULT;
    if (ph->branch >= 0) match(p, &m, ph->branch, at, 0, 0);
    if (ph->empty >= 0) finish(p, &m, (unsigned)ph->empty, at, 0, 0);
    *memo = (uint16_t)m.head;
    return m.head;
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
    memset(p->memo, 0, (t->n + 1) * (size_t)p->g->nphrase * sizeof *p->memo);
    t->nnode = t->nchildren = 0;
    p->nresult = FIRST_RESULT;
    p->work = 0;
    p->too_much = false;
    for (unsigned i = parse_phrase(p, p->g->start, 0); i != NO_RESULT; i = p->result[i].next)
        if (p->result[i].end == t->n) {
            t->root = p->result[i].node;
            return true;
        }
    return false;
}

static void begin(Parse *p) {
    unsigned n = p->t->n;
    p->cap_result = 256;
    p->result = malloc(p->cap_result * sizeof *p->result);
    p->memo = malloc((n + 1) * (size_t)p->g->nphrase * sizeof *p->memo);
    p->class = malloc((n + 1) * sizeof *p->class);
    if (!p->result || !p->memo || !p->class) abort();
    for (unsigned i = 0; i <= n; i++) p->class[i] = (uint16_t)starts_class(p->g, p->t->cp + i);
}

bool grammar_parse(const Grammar *g, TextTree *t, TextError *error) {
    Parse p = {.g = g, .t = t};
    begin(&p);
    bool ok = run_over(&p);
    if (!ok) {
        bool too_much = p.too_much;
        p.explaining = true;
        run_over(&p);
        if (too_much)
            text_error(error, t->src[p.furthest],
                       "the text is too long or too ambiguous to be read");
        else
            not_understood(&p, error);
    }
    free(p.class);
    free(p.memo);
    free(p.result);
    return ok;
}
