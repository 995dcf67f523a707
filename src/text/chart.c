/* The chart parser. Each phrase is parsed at most once at each position; its results are a chain of
 * (end, node). First sets (starts.c) prune branches that cannot match. A text that fails is parsed
 * a second time without pruning, only to collect what was expected at the furthest position.
 * Pruning must never change a reading: all rows that match are still tried, in the same order. Work
 * is bounded by MAX_WORK, because an ambiguous grammar can otherwise take exponential time, and
 * nesting by MAX_DEPTH, because each level takes stack (published texts reach 29). */
#include "text/chart.h"
#include "text/tongue.h"
#include "text/message.h"
#include <stdio.h>
#include <stdlib.h>

/* Entries of Parse.memo: state of a phrase at a position, or the index of its first result. Results
 * of one phrase and position are chained in order of discovery. */
enum { NOT_TRIED, NO_RESULT, FIRST_RESULT };
typedef struct Reading {
    uint16_t end, node, next;
} Reading;

typedef struct Parse {
    const Grammar *g;
    TextTree *t;
    uint16_t *class; /* class of each position, see Starts */
    uint16_t *memo;  /* [position * nphrase + phrase] */
    Reading *result;
    unsigned nresult, cap_result;
    unsigned furthest, nexpected; /* diagnosis: what was expected at the furthest position */
    const Spelling *expected[8];
    unsigned work;  /* branches tried, bounded by MAX_WORK */
    unsigned depth; /* phrases inside one another, bounded by MAX_DEPTH */
    bool gave_up;
    /* for the test text.reversed: names of phrases, each between commas, of which the worse of two
     * readings is kept; with a ! in front, of all others; null: none */
    const char *reversed;
    /* diagnosis: where the roles of a clause were read last, and which ones */
    unsigned clause_at, clause_phrase;
    uint32_t clause_said;
    bool quiet;      /* further forms of a verb are not noted as expected */
    bool diagnosing; /* second, unpruned pass over a text that failed */
} Parse;
enum { MAX_WORK = 400000, MAX_NODES = 60000, MAX_DEPTH = 400 };
enum { ABSENT_NODE }; /* filler of roles that are not said */

/* Appends a node with its children to the tree. Nodes of abandoned readings stay until
 * text_free. */
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

/* Notes that a spelling was expected at a position, if that is the furthest so far. */
__attribute__((cold, noinline)) static void expect(Parse *p, unsigned at, const Spelling *w) {
    if (!p->diagnosing || p->quiet) return;
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

/* Does the spelling occur at this position? cp ends with a 0, so this never reads past the end. */
static bool match_spelling(Parse *p, unsigned at, const Spelling *w) {
    const uint32_t *c = p->g->chars + w->text;
    if (w->len && p->t->cp[at] != *c) {
        if (p->diagnosing && at >= p->furthest) expect(p, at, w);
        return false;
    }
    for (unsigned i = 1; i < w->len; i++)
        if (p->t->cp[at + i] != c[i]) {
            expect(p, at + i < p->t->n ? at + i : at, w);
            return false;
        }
    return true;
}

/* End of the balanced bracket that opens at this position, 0 if there is none. */
static unsigned bracketed(const TextTree *t, unsigned at, uint32_t open, uint32_t close) {
    if (t->cp[at] != open) return 0;
    unsigned depth = 0;
    for (unsigned i = at; i < t->n; i++) {
        if (t->cp[i] == open) depth++;
        if (t->cp[i] == close && --depth == 0) return i + 1;
    }
    return 0;
}

/* Does the range contain 。, 【 or 《? Then it is a quoted ability and not a trait. */
static bool holds_sentence(const TextTree *t, unsigned from, unsigned to) {
    for (unsigned i = from; i < to; i++)
        if (t->cp[i] == 0x3002 || t->cp[i] == 0x3010 || t->cp[i] == 0x300A) return true;
    return false;
}

/* Does the range contain [? Then it is a quoted ability and not a name. */
static bool holds_slot(const TextTree *t, unsigned from, unsigned to) {
    for (unsigned i = from; i < to; i++)
        if (t->cp[i] == '[') return true;
    return false;
}

/* End of the name of a list's entry: up to the 」 or . behind it, and without any other sign. ⅰ, Ⅰ
 * and letters number the entries. */
static unsigned label_end(const TextTree *t, unsigned at) {
    static const uint32_t signs[] = {U'。', U'、', U'「', U'【', U'】',
                                     U'《', U'〔', U':',  U'・', 0};
    unsigned end = at;
    if (t->cp[at] < 0x80 || (t->cp[at] >= U'Ⅰ' && t->cp[at] <= U'ⅿ')) return 0;
    for (; t->cp[end] && t->cp[end] != U'」' && t->cp[end] != U'.'; end++)
        for (unsigned i = 0; signs[i]; i++)
            if (t->cp[end] == signs[i]) return 0;
    return t->cp[end] && end > at && end < at + 12 ? end : 0;
}

/* End of the leaf at this position, 0 if there is none. Sets *value for numbers. */
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
        for (end = at; t->cp[end] >= '0' && t->cp[end] <= '9' && end < at + 5; end++)
            *value = *value * 10 + (int)(t->cp[end] - '0');
        if (t->cp[end] >= '0' && t->cp[end] <= '9') return 0; /* too long: no part of it either */
        return end > at ? end : 0;
    case LEAF_NAME:
        end = bracketed(t, at, w->name[0], w->name[1]);
        if (end && w->sorts && holds_sentence(t, at, end)) return 0;
        return end && (w->name_keys || !holds_slot(t, at, end)) ? end : 0;
    case LEAF_TRAIT:
        if ((end = bracketed(t, at, w->trait[0][0], w->trait[0][1]))) return end;
        end = bracketed(t, at, w->trait[1][0], w->trait[1][1]);
        return end && !holds_sentence(t, at, end) ? end : 0;
    case LEAF_LABEL: return label_end(t, at);
    default: return bracketed(t, at, w->quote[0], w->quote[1]);
    }
}

static unsigned parse_phrase(Parse *p, unsigned phrase, unsigned at);

/* A phrase being parsed: its start, the chain of its results, and the children of the current
 * row. */
typedef struct Match {
    unsigned start, head, tail;
    struct OpenClause *clause; /* not null: the next chunk or the head of a clause is being read */
    uint16_t child[MAX_ELEMENTS];
} Match;

/* A clause being parsed: the roles said so far and their fillers. */
typedef struct OpenClause {
    Match *whole;        /* the phrase that the clause is a reading of */
    unsigned phrase;     /* its chunks and frames */
    uint32_t said;       /* role_bit each */
    uint16_t filler[32]; /* node by role number */
} OpenClause;

/* Is the first set of roles the better reading? */
static bool prefer_roles(uint32_t a, uint32_t b) {
    uint32_t differ = a ^ b;
    if (differ & LAST_RESORT) return !(a & LAST_RESORT);
    return (a & (differ & -differ)) != 0;
}

/* Appends a result to the chain of the phrase being parsed. */
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

__attribute__((cold)) static bool is_reversed(const Parse *p, const char *phrase) {
    char name[48];
    snprintf(name, sizeof name, ",%s,", phrase);
    return (strstr(p->reversed, name) != 0) != (*p->reversed == '!');
}

/* Does this first part reach further than that of the old reading? */
static bool longer_part(const TextTree *t, const Node *old, unsigned first, unsigned n) {
    return n && old->nchild && t->node[first].end > t->node[t->children[old->child]].end;
}

/* Keeps a reading of the phrase by a row. Of rows that read the same range the earlier one is kept;
 * of readings by the same frame the one whose roles come first in ROLE_LETTERS. */
static void keep_reading(Parse *p, Match *m, Node n, const uint16_t *child) {
    unsigned same = m->head;
    while (same != NO_RESULT && p->result[same].end != n.end) same = p->result[same].next;
    if (same != NO_RESULT) {
        const Node *old = &p->t->node[p->result[same].node];
        bool better = n.row < old->row ||
                      (n.row == old->row &&
                       (n.roles | old->roles ? prefer_roles(n.roles, old->roles)
                                             : longer_part(p->t, old, child[0], n.nchild)));
        if (better == (p->reversed && is_reversed(p, p->g->row[n.row].phrase))) return;
    }
    if (p->t->nnode >= MAX_NODES || p->t->nchildren >= MAX_NODES) {
        p->gave_up = true;
        return;
    }
    unsigned node = new_node(p->t, n, child);
    if (same != NO_RESULT)
        p->result[same].node = (uint16_t)node;
    else
        add_result(p, m, n.end, node);
}

static void accept_part(Parse *p, const Match *m, unsigned rule, unsigned at, unsigned nchild,
                        unsigned form);

/* A row matches up to 'at'. */
__attribute__((noinline)) static void accept_row(Parse *p, Match *m, unsigned rule, unsigned at,
                                                 unsigned nchild, unsigned form) {
    if (m->clause) {
        accept_part(p, m, rule, at, nchild, form);
        return;
    }
    Node n = {.row = p->g->rule[rule].row,
              .form = (uint8_t)form,
              .nchild = (uint8_t)nchild,
              .start = (uint16_t)m->start,
              .end = (uint16_t)at};
    keep_reading(p, m, n, m->child);
}

static void match(Parse *p, Match *m, int branch, unsigned at, unsigned nchild, unsigned form);

/* Can a row end behind this branch, or go on at this position? */
static inline bool can_continue(const Parse *p, const Branch *b, unsigned at) {
    return b->rule >= 0 || p->diagnosing || may_start(p->g, b->after, p->class[at]);
}

/* The element of branch b matched up to 'at'. Accepts the row that ends here, then tries its
 * children. A lone literal child that the class shows to be present is skipped without a recursive
 * call. */
__attribute__((noinline)) static void advance(Parse *p, Match *m, const Branch *b, unsigned at,
                                              unsigned nchild, unsigned form) {
    for (;;) {
        if (b->rule >= 0) accept_row(p, m, (unsigned)b->rule, at, nchild, form);
        if (b->child < 0 || (!p->diagnosing && !may_start(p->g, b->after, p->class[at]))) return;
        const Branch *next = &p->g->branch[b->child];
        if (p->diagnosing || !next->literal) break;
        at += next->literal;
        b = next;
    }
    match(p, m, b->child, at, nchild, form);
}

/* Tries a leaf. A leaf has at most one reading. */
__attribute__((noinline)) static void match_leaf(Parse *p, Match *m, const Branch *b, unsigned at,
                                                 unsigned nchild, unsigned form) {
    int value;
    unsigned end = leaf_end(p->t, at, b->e.leaf, &value);
    if (!end || p->t->nnode >= MAX_NODES) return;
    Node n = {.start = (uint16_t)at, .end = (uint16_t)end, .leaf = b->e.leaf, .value = value};
    m->child[nchild] = (uint16_t)new_node(p->t, n, m->child);
    advance(p, m, b, end, nchild + 1, form);
}

/* ---- clauses: chunks in any order, then the head ---- */

/* Can some frame still take all these roles? */
static bool roles_possible(const Phrase *clause, uint32_t said) {
    for (unsigned i = 0; i < clause->ntaken; i++)
        if (!(said & ~clause->taken[i])) return true;
    return false;
}

/* Do the roles form one of the sets that the clause allows? */
static bool roles_agree(const Phrase *clause, uint32_t said) {
    for (unsigned i = 0; i < clause->nrole_sets; i++)
        if (clause->role_set[i] == (said & clause->agreeing)) return true;
    return !clause->nrole_sets;
}

/* Reads the next chunk or the head at a position. */
static void match_clause(Parse *p, OpenClause *c, unsigned at) {
    Match m = {.start = at, .clause = c};
    match(p, &m, p->g->phrase[c->phrase].branch, at, 0, 0);
}

/* A chunk matches up to 'at': notes its fillers and goes on behind it. */
static void accept_chunk(Parse *p, const Match *m, const Row *row, unsigned at) {
    OpenClause *c = m->clause;
    uint32_t said = c->said;
    if ((said & row->takes) || !roles_possible(&p->g->phrase[c->phrase], said | row->takes)) return;
    for (unsigned i = 0; row->roles[i]; i++)
        c->filler[__builtin_ctz(role_bit(row->roles[i]))] = m->child[i];
    c->said |= row->takes;
    if (p->diagnosing && at >= p->clause_at) {
        p->clause_at = at;
        p->clause_phrase = c->phrase;
        p->clause_said = c->said;
    }
    match_clause(p, c, at);
    c->said = said;
}

/* The head of a frame matches up to 'at': the clause is complete if its roles fit. */
static void accept_head(Parse *p, const Match *m, unsigned rule, unsigned at, unsigned nchild,
                        unsigned form) {
    const OpenClause *c = m->clause;
    const Row *row = &p->g->row[p->g->rule[rule].row];
    uint16_t child[MAX_ELEMENTS];
    unsigned k = 0;
    if ((c->said & ~row->takes) || (row->needs & ~c->said) ||
        !roles_agree(&p->g->phrase[c->phrase], c->said))
        return;
    for (const char *s = row->roles; *s; s++) {
        if (*s == '!') continue;
        uint32_t bit = role_bit(*s);
        child[k++] = c->said & bit ? c->filler[__builtin_ctz(bit)] : ABSENT_NODE;
    }
    for (unsigned i = 0; i < nchild; i++) child[k++] = m->child[i];
    Node n = {.row = p->g->rule[rule].row,
              .form = (uint8_t)form,
              .nchild = (uint8_t)k,
              .start = (uint16_t)c->whole->start,
              .end = (uint16_t)at,
              .roles = c->said};
    keep_reading(p, c->whole, n, child);
}

static void accept_part(Parse *p, const Match *m, unsigned rule, unsigned at, unsigned nchild,
                        unsigned form) {
    do {
        const Row *row = &p->g->row[p->g->rule[rule].row];
        if (row->sort == ROW_CHUNK)
            accept_chunk(p, m, row, at);
        else
            accept_head(p, m, rule, at, nchild, form);
        rule = p->g->rule[rule].twin;
    } while (rule);
}

/* Tries one branch at a position. */
__attribute__((always_inline)) static inline void
match_element(Parse *p, Match *m, const Branch *b, unsigned at, unsigned nchild, unsigned form) {
    const Element *e = &b->e;
    if (e->kind == EL_PHRASE) {
        unsigned i = p->memo[at * p->g->nphrase + e->phrase];
        if (i == NOT_TRIED) i = parse_phrase(p, e->phrase, at);
        while (i != NO_RESULT) {
            Reading r = p->result[i];
            m->child[nchild] = r.node;
            unsigned own = p->t->node[r.node].form;
            bool fits = !e->forms || (e->forms >> own & 1);
            if (fits && can_continue(p, b, r.end))
                advance(p, m, b, r.end, nchild + 1, e->inherit ? own : form);
            i = p->result[i].next;
        }
    } else if (e->kind == EL_LEAF) {
        match_leaf(p, m, b, at, nchild, form);
    } else if (e->kind == EL_CLAUSE) {
        OpenClause c = {.whole = m, .phrase = e->phrase};
        match_clause(p, &c, at);
    } else {
        const Spelling *w = &p->g->spelling[e->alt], *end = w + e->nalt;
        bool verb = e->kind == EL_VERB, quiet = p->quiet;
        for (; w < end; w++) {
            if (match_spelling(p, at, w) && can_continue(p, b, at + w->len))
                advance(p, m, b, at + w->len, nchild, w->form ? w->form : form);
            p->quiet = verb; /* one form of a verb is enough in a message */
        }
        p->quiet = quiet;
    }
}

/* Counts work. Returns true once the text is too ambiguous to finish. */
static inline bool over_budget(Parse *p) {
    if (++p->work > MAX_WORK) p->gave_up = true;
    return p->gave_up;
}

/* Tries a chain of branches without pruning. */
__attribute__((cold, noinline)) static void match_all(Parse *p, Match *m, int branch, unsigned at,
                                                      unsigned nchild, unsigned form) {
    for (; branch >= 0 && !over_budget(p); branch = p->g->branch[branch].next)
        match_element(p, m, &p->g->branch[branch], at, nchild, form);
}

static inline bool known_empty(const Branch *b, const uint16_t *memo) {
    return b->e.kind == EL_PHRASE && memo[b->e.phrase] == NO_RESULT;
}

/* Tries the chain of branches at 'branch', skipping those whose first set excludes this
 * position. */
static void match(Parse *p, Match *m, int branch, unsigned at, unsigned nchild, unsigned form) {
    const Grammar *g = p->g;
    const Starts *s = &g->starts;
    const Branch *b = &g->branch[branch];
    const uint16_t *memo = p->memo + at * g->nphrase;
    if (p->diagnosing) {
        match_all(p, m, branch, at, nchild, form);
        return;
    }
    unsigned class = p->class[at];
    if (b->dispatch < 0) {
        for (;; b = &g->branch[b->next]) {
            if (may_start(g, b->starts, class) && !known_empty(b, memo)) {
                if (over_budget(p)) return;
                match_element(p, m, b, at, nchild, form);
            }
            if (b->next < 0) return;
        }
    }
    const uint32_t *from = &s->dispatch[(unsigned)b->dispatch * (s->nclass + 1) + class];
    for (uint32_t i = from[0], end = from[1]; i < end; i++) {
        b = &g->branch[s->candidate[i]];
        if (known_empty(b, memo)) continue;
        if (over_budget(p)) return;
        match_element(p, m, b, at, nchild, form);
    }
}

/* Notes the literals that the first rows of a phrase begin with. */
static void expect_phrase(Parse *p, const Phrase *ph, unsigned at) {
    for (unsigned i = 0; at >= p->furthest && i < ph->nrule && i < 2; i++) {
        const Element *e = &p->g->element[p->g->rule[ph->rule + i].element];
        if (e->kind == EL_LITERAL) expect(p, at, &p->g->spelling[e->alt]);
    }
}

/* Notes the literals that a phrase can begin with at the furthest position. */
static void expect_starts(Parse *p, unsigned phrase, unsigned depth) {
    const Phrase *ph = &p->g->phrase[phrase];
    for (unsigned i = 0; i < ph->nrule && p->nexpected < 8; i++) {
        const Rule *rule = &p->g->rule[ph->rule + i];
        const Element *e = &p->g->element[rule->element];
        if (!rule->nelement) continue;
        if (e->kind == EL_LITERAL) expect(p, p->furthest, &p->g->spelling[e->alt]);
        if (e->kind == EL_PHRASE && depth) expect_starts(p, e->phrase, depth - 1);
    }
}

/* Parses a phrase at a position and returns its first result. The memo holds NO_RESULT meanwhile,
 * so left recursion finds nothing and terminates. */
static unsigned parse_phrase(Parse *p, unsigned phrase, unsigned at) {
    uint16_t *memo = &p->memo[at * p->g->nphrase + phrase];
    const Phrase *ph = &p->g->phrase[phrase];
    Match m;
    *memo = NO_RESULT;
    if (p->diagnosing && !ph->nullable && !first_has(ph->first, p->t->cp[at])) {
        expect_phrase(p, ph, at);
        return NO_RESULT;
    }
    if (++p->depth > MAX_DEPTH) p->gave_up = true;
    m.start = at;
    m.head = m.tail = NO_RESULT;
    m.clause = 0;
    if (ph->branch >= 0) match(p, &m, ph->branch, at, 0, 0);
    if (ph->empty >= 0) accept_row(p, &m, (unsigned)ph->empty, at, 0, 0);
    *memo = (uint16_t)m.head;
    p->depth--;
    return m.head;
}

/* Writes the verbs that take the roles read before the furthest position, in dictionary form.
 * Returns false if no clause ends there. */
static bool fitting_verbs(const Parse *p, char *out, size_t size) {
    const Phrase *ph = &p->g->phrase[p->clause_phrase];
    unsigned n = 0;
    size_t k = 0;
    if (!p->clause_at || p->clause_at < p->furthest) return false;
    for (unsigned i = 0; i < ph->nrule && n < 8; i++) {
        const Row *row = &p->g->row[p->g->rule[ph->rule + i].row];
        const char *verb = strchr(row->pattern, '~');
        if (row->sort != ROW_FRAME || (p->clause_said & ~row->takes) || !verb) continue;
        int before = (int)(verb - row->pattern), len = (int)strcspn(verb + 1, "^{");
        if (strchr("{<", *row->pattern) && before) continue; /* a head with parts or spellings */
        char word[80];
        snprintf(word, sizeof word, "「%.*s%.*s」", before, row->pattern, len, verb + 1);
        if (strstr(out, word) || k + strlen(word) + 2 > size) continue;
        k += (size_t)snprintf(out + k, size - k, "%s%s", n++ ? " " : "", word);
    }
    return n > 0;
}

/* Is there no Japanese in the text at all? */
static bool foreign(const TextTree *t) {
    for (unsigned i = 0; i < t->n; i++)
        if (t->cp[i] >= 0x3000) return false;
    return t->n && ((t->cp[0] | 0x20) >= 'a' && (t->cp[0] | 0x20) <= 'z');
}

/* Fills *error with the text at the furthest position and what was expected there. */
static bool not_understood(Parse *p, TextError *error) {
    const TextTree *t = p->t;
    char near[160] = "", expected[220] = "";
    unsigned k = 0;
    Node around = {.start = (uint16_t)p->furthest,
                   .end = (uint16_t)(p->furthest + 8 < t->n ? p->furthest + 8 : t->n)};
    char *s = leaf_text(t, &around);
    snprintf(near, sizeof near, "%s", s);
    free(s);
    if (!p->furthest && foreign(t))
        return text_error(error, t->src[0],
                          "this is not Japanese: card texts are compiled as they are printed");
    if (!p->nexpected && !p->furthest) expect_starts(p, p->g->start, 3);
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
    char verbs[220] = "";
    if (fitting_verbs(p, verbs, sizeof verbs))
        return text_error(error, t->src[p->furthest],
                          "not understood from 「%s」; expected a verb that goes with what stands "
                          "before it, such as %s",
                          *near ? near : message("(end)"), verbs);
    if (!*expected)
        return text_error(error, t->src[p->furthest], "not understood from 「%s」",
                          *near ? near : message("(end)"));
    return text_error(error, t->src[p->furthest], "not understood from 「%s」; expected %s",
                      *near ? near : message("(end)"), expected);
}

/* One pass over the text. Returns true and sets t->root if a reading covers all of it. */
static bool parse_pass(Parse *p) {
    TextTree *t = p->t;
    memset(p->memo, 0, (t->n + 1) * (size_t)p->g->nphrase * sizeof *p->memo);
    t->nnode = t->nchildren = 0;
    new_node(t, (Node){.leaf = LEAF_ABSENT}, 0); /* ABSENT_NODE */
    p->nresult = FIRST_RESULT;
    p->work = 0;
    p->gave_up = false;
    for (unsigned i = parse_phrase(p, p->g->start, 0); i != NO_RESULT; i = p->result[i].next)
        if (p->result[i].end == t->n) {
            t->root = p->result[i].node;
            return true;
        }
    return false;
}

/* Allocates the tables of a parse. Classes are computed once and shared by both passes. */
static void parse_init(Parse *p) {
    unsigned n = p->t->n;
    p->cap_result = 256;
    p->result = malloc(p->cap_result * sizeof *p->result);
    p->memo = malloc((n + 1) * (size_t)p->g->nphrase * sizeof *p->memo);
    p->class = malloc((n + 1) * sizeof *p->class);
    if (!p->result || !p->memo || !p->class) abort();
    for (unsigned i = 0; i <= n; i++) p->class[i] = (uint16_t)starts_class(p->g, p->t->cp + i);
}

/* The second pass only collects what was expected; its result is never used. */
bool grammar_parse(const Grammar *g, TextTree *t, TextError *error) {
    Parse p = {.g = g, .t = t};
#ifdef FUDA_DEBUG
    p.reversed = getenv("FUDA_TEXT_REVERSED"); /* for the test text.reversed */
#endif
    parse_init(&p);
    bool ok = parse_pass(&p);
    if (!ok) {
        bool gave_up = p.gave_up;
        p.diagnosing = true;
        parse_pass(&p);
        if (gave_up)
            text_error(error, t->src[p.furthest], "the text is too long or too ambiguous to parse");
        else
            not_understood(&p, error);
    }
    free(p.class);
    free(p.memo);
    free(p.result);
    return ok;
}
