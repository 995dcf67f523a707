/* With which characters phrases and branches can begin, so that what cannot stand at a place is not
 * tried there. */
#include "text/chart.h"
#include <stdlib.h>

/* ---- as messages need it: a hashed set for each phrase ---- */

static void first_add(uint64_t *set, uint32_t c) { set[c >> 6 & 3] |= 1ull << (c & 63); }

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

/* Adds what the rule can begin with; true if all of it may be empty. */
static bool rule_first(const Grammar *g, const Rule *r, uint64_t *set) {
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
    return open;
}

/* Which characters a phrase can begin with; repeated until nothing changes. */
static bool first_step(Grammar *g) {
    bool changed = false;
    for (unsigned p = 0; p < g->nphrase; p++)
        for (unsigned i = 0; i < g->phrase[p].nrule; i++) {
            Phrase *ph = &g->phrase[p];
            uint64_t set[4];
            memcpy(set, ph->first, sizeof set);
            bool empty = rule_first(g, &g->rule[ph->rule + i], set);
            changed |= (empty && !ph->nullable) || memcmp(set, ph->first, sizeof set);
            ph->nullable |= empty;
            memcpy(ph->first, set, sizeof set);
        }
    return changed;
}

/* ---- as reading needs it: an exact set of classes for each branch ---- */

typedef struct Set {
    uint64_t w[MAX_CLASS / 64];
} Set;
static void set_join(Set *a, const Set *b) {
    for (unsigned i = 0; i < MAX_CLASS / 64; i++) a->w[i] |= b->w[i];
}
static bool set_has(const Set *s, unsigned class) { return s->w[class >> 6] >> (class & 63) & 1; }

/* The character's class, made if it has none yet. */
static void set_add(Grammar *g, Set *s, uint32_t c) {
    Starts *st = &g->starts;
    if (c >= 0x10000) grammar_broken("character outside the basic plane", "");
    if (!st->class_of[c]) {
        if (st->nclass == MAX_CLASS) grammar_broken("more first characters than MAX_CLASS", "");
        st->class_of[c] = (uint16_t)st->nclass++;
    }
    s->w[st->class_of[c] >> 6] |= 1ull << (st->class_of[c] & 63);
}

/* Numbers, names, traits and quotes begin in a few ways. */
static void leaf_starts(Grammar *g, unsigned leaf, Set *s) {
    static const uint32_t kanji[] = {0x24EA, 0x4E00, 0x4E8C, 0x4E09};
    if (leaf == LEAF_NUMBER) {
        for (uint32_t c = '0'; c <= '9'; c++) set_add(g, s, c);
        for (uint32_t c = 0x2460; c < 0x2474; c++) set_add(g, s, c);
        for (unsigned i = 0; i < 4; i++) set_add(g, s, kanji[i]);
    } else if (leaf == LEAF_NAME) {
        set_add(g, s, 0x300A);
    } else if (leaf == LEAF_TRAIT) {
        set_add(g, s, 0x3014);
        set_add(g, s, 0x3008);
    } else {
        set_add(g, s, 0x300E);
    }
}

/* What the text can begin with where this branch goes on. 'ends': also what may come behind a row
 * that has read nothing: anything. */
static Set branch_starts(Grammar *g, const Set *of, int b, bool ends) {
    const Element *e = &g->branch[b].e;
    Set set = {{0}};
    bool empty = false;
    if (e->kind == EL_LEAF) {
        leaf_starts(g, e->leaf, &set);
        return set;
    }
    if (e->kind == EL_PHRASE) {
        set = of[e->phrase];
        empty = g->phrase[e->phrase].nullable;
    }
    for (unsigned i = 0; e->kind != EL_PHRASE && i < e->nalt; i++) {
        const Spelling *w = &g->spelling[e->alt + i];
        if (w->len)
            set_add(g, &set, g->chars[w->text]);
        else
            empty = true;
    }
    if (empty && ends && g->branch[b].rule >= 0) memset(&set, 0xFF, sizeof set);
    for (int c = g->branch[b].child; empty && c >= 0; c = g->branch[c].next) {
        Set more = branch_starts(g, of, c, ends);
        set_join(&set, &more);
    }
    return set;
}

/* For each phrase, until nothing changes. To be freed. */
static Set *phrase_starts(Grammar *g) {
    Set *of = calloc(g->nphrase, sizeof *of);
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned p = 0; p < g->nphrase; p++) {
            Set set = of[p];
            for (int b = g->phrase[p].branch; b >= 0; b = g->branch[b].next) {
                Set more = branch_starts(g, of, b, false);
                set_join(&set, &more);
            }
            changed |= memcmp(&set, &of[p], sizeof set) != 0;
            of[p] = set;
        }
    }
    return of;
}

/* The number of the set among those found before; it becomes one of them. */
static unsigned set_number(Set **sets, unsigned *n, const Set *s) {
    for (unsigned i = 0; i < *n; i++)
        if (!memcmp(&(*sets)[i], s, sizeof *s)) return i;
    *sets = grammar_grow(*sets, *n, sizeof **sets);
    (*sets)[*n] = *s;
    return (*n)++;
}

static void number_sets(Grammar *g) {
    Starts *st = &g->starts;
    Set *of = phrase_starts(g), *sets = NULL;
    for (unsigned b = 0; b < g->nbranch; b++) {
        Set set = branch_starts(g, of, (int)b, true);
        g->branch[b].starts = (uint16_t)set_number(&sets, &st->nset, &set);
    }
    st->width = (st->nset + 7) / 8;
    st->can = calloc(st->nclass, st->width);
    for (unsigned c = 0; c < st->nclass; c++)
        for (unsigned i = 0; i < st->nset; i++)
            if (set_has(&sets[i], c)) st->can[c * st->width + i / 8] |= (uint8_t)(1u << i % 8);
    free(of);
    free(sets);
}

enum { MANY = 4 };
/* Sorts a chain of branches where it is long, and those behind each of them. */
static void sort_chain(Grammar *g, int first) {
    Starts *st = &g->starts;
    unsigned n = 0, size = st->nclass + 1;
    for (int b = first; b >= 0; b = g->branch[b].next, n++) sort_chain(g, g->branch[b].child);
    if (n < MANY) return;
    unsigned mine = st->nsorted++;
    g->branch[first].sorted = (int16_t)mine;
    st->sorted = realloc(st->sorted, (size_t)st->nsorted * size * sizeof *st->sorted);
    for (unsigned class = 0; class < st->nclass; class++) {
        st->sorted[mine * size + class] = st->ncandidate;
        for (int b = first; b >= 0; b = g->branch[b].next)
            if (may_start(g, &g->branch[b], class)) {
                st->candidate = grammar_grow(st->candidate, st->ncandidate, sizeof *st->candidate);
                st->candidate[st->ncandidate++] = (uint16_t)b;
            }
    }
    st->sorted[mine * size + st->nclass] = st->ncandidate;
}

void grammar_find_starts(Grammar *g) {
    while (first_step(g)) {
    }
    g->starts.nclass = 1;
    number_sets(g);
    for (unsigned p = 0; p < g->nphrase; p++) sort_chain(g, g->phrase[p].branch);
}
