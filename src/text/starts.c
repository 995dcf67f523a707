/* First sets: which words a phrase or branch can begin with, so that the parser tries only what can
 * match. See Starts in chart.h. */
#include "text/chart.h"
#include "text/tongue.h"
#include <stdlib.h>

/* ---- first characters of phrases, for error messages: hashed, may give false positives ---- */

static void first_add(uint64_t *set, uint32_t c) { set[c >> 6 & 3] |= 1ull << (c & 63); }

/* Names, traits and quotes may begin with any bracket, so their set is full. */
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

/* Adds what the rule can begin with. Returns true if the rule can match nothing. */
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

/* One step of the fixed-point iteration for Phrase.first and nullable. Returns true if anything
 * changed. */
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
    for (unsigned p = 0; p < g->nphrase; p++)
        for (unsigned k = 0; g->phrase[p].clause && k < 4; k++) {
            uint64_t more = g->phrase[g->phrase[p].clause].first[k];
            changed |= (more & ~g->phrase[p].first[k]) != 0;
            g->phrase[p].first[k] |= more;
        }
    return changed;
}

/* ---- first words of branches, for parsing: exact sets ---- */

enum { MAX_WORD = 3072 };
/* A set of word numbers. */
typedef struct Set {
    uint64_t w[MAX_WORD / 64];
} Set;
static void set_join(Set *a, const Set *b) {
    for (unsigned i = 0; i < MAX_WORD / 64; i++) a->w[i] |= b->w[i];
}

static unsigned new_node(Starts *st, uint32_t c) {
    if (st->nnode > UINT16_MAX) grammar_abort("too many words", "");
    st->node = grammar_grow(st->node, st->nnode, sizeof *st->node);
    st->node[st->nnode] = (TrieNode){.c = c};
    return st->nnode++;
}

/* Child of a trie node for a character, 0 if there is none. */
static unsigned node_below(const Starts *st, unsigned node, uint32_t c) {
    unsigned n = st->node[node].child;
    while (n && st->node[n].c != c) n = st->node[n].next;
    return n;
}

/* The trie node of a word, added if it is new. */
static unsigned node_for(Starts *st, const uint32_t *c, unsigned len) {
    if (c[0] >= 0x10000) grammar_abort("character outside the basic plane", "");
    unsigned node = st->root[c[0]];
    if (!node) {
        node = new_node(st, c[0]);
        st->root[c[0]] = (uint16_t)node;
    }
    for (unsigned i = 1; i < len; i++) {
        unsigned below = node_below(st, node, c[i]);
        if (!below) {
            below = new_node(st, c[i]);
            st->node[below].next = st->node[node].child;
            st->node[node].child = (uint16_t)below;
        }
        node = below;
    }
    return node;
}

/* Adds a word to the set, numbering it if it is new. */
static void set_add(Grammar *g, Set *s, const uint32_t *c, unsigned len) {
    Starts *st = &g->starts;
    unsigned at = node_for(st, c, len); /* may move st->node */
    TrieNode *node = &st->node[at];
    if (!node->word) node->word = (uint16_t)st->nclass++;
    if (st->nclass > MAX_WORD) grammar_abort("more words than MAX_WORD", "");
    s->w[node->word >> 6] |= 1ull << (node->word & 63);
}

static void add_range(Grammar *g, Set *s, uint32_t from, uint32_t to) {
    for (uint32_t c = from; c <= to; c++) set_add(g, s, &c, 1);
}

/* Adds an opening bracket; 0: the game has none of this sort. */
static void add_bracket(Grammar *g, Set *s, uint32_t c) {
    if (c) set_add(g, s, &c, 1);
}

/* Adds the characters that a leaf can begin with. */
static void leaf_starts(Grammar *g, unsigned leaf, Set *s) {
    if (leaf == LEAF_NUMBER) {
        add_range(g, s, '0', '9');
        add_range(g, s, 0x2460, 0x2473);
        add_range(g, s, 0x24EA, 0x24EA);
        add_range(g, s, 0x4E00, 0x4E00);
        add_range(g, s, 0x4E8C, 0x4E8C);
        add_range(g, s, 0x4E09, 0x4E09);
    } else if (leaf == LEAF_NAME) {
        add_bracket(g, s, g->tongue->name[0]);
    } else if (leaf == LEAF_TRAIT) {
        for (unsigned i = 0; i < 2; i++) add_bracket(g, s, g->tongue->trait[i][0]);
    } else if (leaf == LEAF_LABEL) {
        memset(s, 0xFF, sizeof *s); /* any character */
    } else {
        add_bracket(g, s, g->tongue->quote[0]);
    }
}

static void chain_starts(Grammar *g, const Set *of, int chain, bool ends, Set *out);

/* Adds what the text can begin with from branch b on. 'ends': a row that ends here without
 * consuming anything allows any text to follow, so the set becomes full. */
static void branch_starts(Grammar *g, const Set *of, int b, bool ends, Set *out) {
    const Element *e = &g->branch[b].e;
    bool empty = false;
    if (e->kind == EL_LEAF) {
        leaf_starts(g, e->leaf, out);
    } else if (e->kind == EL_PHRASE || e->kind == EL_CLAUSE) {
        set_join(out, &of[e->phrase]);
        empty = g->phrase[e->phrase].nullable;
    } else {
        for (unsigned i = 0; i < e->nalt; i++) {
            const Spelling *w = &g->spelling[e->alt + i];
            if (w->len)
                set_add(g, out, g->chars + w->text, w->len);
            else
                empty = true;
        }
    }
    if (empty && ends && g->branch[b].rule >= 0) memset(out, 0xFF, sizeof *out);
    if (empty) chain_starts(g, of, g->branch[b].child, ends, out);
}

static void chain_starts(Grammar *g, const Set *of, int chain, bool ends, Set *out) {
    for (int b = chain; b >= 0; b = g->branch[b].next) branch_starts(g, of, b, ends, out);
}

/* First sets of all phrases, by fixed-point iteration. The caller frees the array. */
static Set *phrase_starts(Grammar *g) {
    Set *of = calloc(g->nphrase, sizeof *of);
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned p = 0; p < g->nphrase; p++) {
            Set set = of[p];
            chain_starts(g, of, g->phrase[p].branch, false, &set);
            changed |= memcmp(&set, &of[p], sizeof set) != 0;
            of[p] = set;
        }
    }
    return of;
}

/* Distinct sets; branches refer to them by number. */
typedef struct Sets {
    Set *set;
    uint64_t *hash;
    unsigned n;
} Sets;

/* Number of the set, adding it if it is new. */
static unsigned set_number(Sets *sets, const Set *s) {
    uint64_t hash = 0;
    for (unsigned i = 0; i < MAX_WORD / 64; i++) hash = (hash ^ s->w[i]) * 0x9E3779B97F4A7C15u;
    for (unsigned i = 0; i < sets->n; i++)
        if (sets->hash[i] == hash && !memcmp(&sets->set[i], s, sizeof *s)) return i;
    sets->set = grammar_grow(sets->set, sets->n, sizeof *sets->set);
    sets->hash = grammar_grow(sets->hash, sets->n, sizeof *sets->hash);
    sets->set[sets->n] = *s;
    sets->hash[sets->n] = hash;
    return sets->n++;
}

/* Computes and numbers the first sets of all branches and phrases. */
static Sets number_sets(Grammar *g) {
    Set *of = phrase_starts(g);
    Sets sets = {0};
    for (unsigned b = g->nbranch; b-- > 0;) { /* children first: they have higher indices */
        int child = g->branch[b].child;
        Set set = {{0}}, after = {{0}};
        branch_starts(g, of, (int)b, true, &set);
        g->branch[b].starts = (uint16_t)set_number(&sets, &set);
        if (child >= 0 && g->branch[child].next < 0) {
            g->branch[b].after = g->branch[child].starts;
            continue;
        }
        chain_starts(g, of, child, true, &after);
        g->branch[b].after = (uint16_t)set_number(&sets, &after);
    }
    for (unsigned p = 0; p < g->nphrase; p++) {
        Set set = {{0}};
        chain_starts(g, of, g->phrase[p].branch, true, &set);
        g->phrase[p].starts = (uint16_t)set_number(&sets, &set);
    }
    free(of);
    return sets;
}

/* Fills 'can' with each class's own word only; classify adds the prefixes. */
static void fill_own_words(Starts *st, const Sets *sets) {
    st->nset = sets->n;
    st->width = (st->nset + 7) / 8;
    st->can = calloc(st->nclass, st->width);
    for (unsigned i = 0; i < st->nset; i++)
        for (unsigned k = 0; k < MAX_WORD / 64; k++)
            for (uint64_t left = sets->set[i].w[k]; left; left &= left - 1) {
                unsigned word = k * 64 + (unsigned)__builtin_ctzll(left);
                if (word < st->nclass) st->can[word * st->width + i / 8] |= (uint8_t)(1u << i % 8);
            }
}

/* Sets the classes of a trie node and those below it. A position that holds a word also holds its
 * prefixes, so each row of 'can' includes the rows of the prefixes. */
static void classify(Starts *st, unsigned node, unsigned class) {
    unsigned word = st->node[node].word;
    uint8_t *row = st->can + word * st->width, *before = st->can + class * st->width;
    for (unsigned i = 0; word && i < st->width; i++) row[i] |= before[i];
    st->node[node].class = (uint16_t)(word ? word : class);
    for (unsigned n = st->node[node].child; n; n = st->node[n].next)
        classify(st, n, st->node[node].class);
}

/* Follows the trie as far as the text allows. */
unsigned starts_class(const Grammar *g, const uint32_t *text) {
    const Starts *st = &g->starts;
    unsigned node = *text < 0x10000 ? st->root[*text] : 0, below = node;
    while (below) {
        node = below;
        below = node_below(st, node, *++text);
    }
    return st->node[node].class;
}

/* Chains shorter than this are scanned; a dispatch table would not pay. */
enum { DISPATCH_MIN = 4 };
/* Builds dispatch tables for a chain of branches, if it is long, and for the chains behind it.
 * 'set' is the first set of the whole chain. */
static void build_dispatch(Grammar *g, int first, unsigned set) {
    Starts *st = &g->starts;
    unsigned n = 0, size = st->nclass + 1;
    for (int b = first; b >= 0; b = g->branch[b].next, n++)
        build_dispatch(g, g->branch[b].child, g->branch[b].after);
    if (n < DISPATCH_MIN) return;
    unsigned table = st->ndispatch++;
    g->branch[first].dispatch = (int16_t)table;
    st->dispatch = realloc(st->dispatch, (size_t)st->ndispatch * size * sizeof *st->dispatch);
    for (unsigned class = 0; class < st->nclass; class ++) {
        st->dispatch[table * size + class] = st->ncandidate;
        if (!may_start(g, set, class)) continue;
        for (int b = first; b >= 0; b = g->branch[b].next)
            if (may_start(g, g->branch[b].starts, class)) {
                st->candidate = grammar_grow(st->candidate, st->ncandidate, sizeof *st->candidate);
                st->candidate[st->ncandidate++] = (uint16_t)b;
            }
    }
    st->dispatch[table * size + st->nclass] = st->ncandidate;
}

/* Sets Branch.literal where a single spelling is the only way to continue. */
static void find_sole_literals(Grammar *g) {
    for (unsigned b = 0; b < g->nbranch; b++) {
        if (g->branch[b].child < 0) continue;
        Branch *only = &g->branch[g->branch[b].child];
        if (only->next < 0 && only->e.kind == EL_LITERAL && only->e.nalt == 1)
            only->literal = (uint16_t)g->spelling[only->e.alt].len;
    }
}

/* The trie is complete once all sets are numbered; only then can classes be assigned. */
void grammar_find_starts(Grammar *g) {
    Starts *st = &g->starts;
    while (first_step(g)) {
    }
    new_node(st, 0);
    st->nclass = 1;
    find_sole_literals(g);
    Sets sets = number_sets(g);
    fill_own_words(st, &sets);
    for (unsigned c = 0; c < 0x10000; c++)
        if (st->root[c]) classify(st, st->root[c], 0);
    for (unsigned p = 0; p < g->nphrase; p++)
        build_dispatch(g, g->phrase[p].branch, g->phrase[p].starts);
    free(sets.set);
    free(sets.hash);
}
