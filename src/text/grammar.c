/* Builds a Grammar from the rows: patterns become elements, and rows of a phrase that begin with
 * the same elements share branches. */
#include "games/host.h"
#include "text/chart.h"
#include "text/tongue.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

const Row *grammar_row(const Grammar *g, unsigned i) { return &g->row[i]; }

int grammar_find(const Grammar *g, const char *phrase, const char *pattern) {
    for (unsigned i = 0; i < g->nrow; i++)
        if (!strcmp(g->row[i].phrase, phrase) && !strcmp(g->row[i].pattern, pattern)) return (int)i;
    return -1;
}

/* ---- roles of frames ---- */

uint32_t role_bit(char role) {
    const char *at = role ? strchr(ROLE_LETTERS, role) : 0;
    return at ? 1u << (at - ROLE_LETTERS) : 0;
}

int role_part(const Row *row, char role) {
    int part = 0;
    for (const char *s = row->sort == ROW_FRAME ? row->roles : ""; *s; s++) {
        if (*s == role) return part;
        part += *s != '!';
    }
    return -1;
}

const Node *role_filler(const TextTree *t, const Node *n, char role) {
    int part = n->leaf ? -1 : role_part(grammar_row(t->grammar, n->row), role);
    const Node *filler = part < 0 ? 0 : node_child(t, n, (unsigned)part);
    return filler && filler->leaf != LEAF_ABSENT ? filler : 0;
}

unsigned role_count(const Row *row) {
    unsigned n = 0;
    for (const char *s = row->sort == ROW_FRAME ? row->roles : ""; *s; s++) n += *s != '!';
    return n;
}

/* The first one listed whose roles are all said. */
/* Does no chunk of the phrase begin with this role? It then stands behind another. */
static bool only_behind(const Grammar *g, const Phrase *ph, char role) {
    for (unsigned i = 0; i < ph->nrule; i++) {
        const Row *row = &g->row[g->rule[ph->rule + i].row];
        if (row->sort == ROW_CHUNK && *row->roles == role) return false;
    }
    return true;
}

const Row *grammar_chunk(const Grammar *g, const Row *frame, const char *roles, uint32_t said) {
    const Phrase *ph = &g->phrase[frame->clause];
    const Row *best = 0;
    for (unsigned i = 0; i < ph->nrule; i++) {
        const Row *row = &g->row[g->rule[ph->rule + i].row];
        if (row->sort != ROW_CHUNK || *row->roles != *roles || (row->takes & ~said)) continue;
        if (!best || (row->roles[1] && !best->roles[1] && only_behind(g, ph, row->roles[1])))
            best = row;
    }
    return best;
}

/* Fills Row.takes and needs from the letters; ! behind a letter means that the role must be said.
 */
static void find_roles(Row *row) {
    row->takes = row->needs = 0;
    for (const char *s = row->roles; s && *s; s++) {
        if (*s == '!') continue;
        if (!role_bit(*s)) grammar_abort("unknown role", row->roles);
        row->takes |= role_bit(*s);
        if (s[1] == '!') row->needs |= role_bit(*s);
    }
}

/* ---- building ---- */

void *grammar_grow(void *p, unsigned n, size_t size) {
    if (n && (n & (n - 1))) return p;
    void *q = realloc(p, (n ? 2 * (size_t)n : 1) * size);
    if (!q) abort();
    return q;
}

void grammar_abort(const char *what, const char *where) {
    fprintf(stderr, "grammar: %s: %s\n", what, where);
    abort(); /* our own mistake: the first test run shows it */
}

/* Index of the phrase, adding it if it is new. */
static unsigned phrase_number(Grammar *g, const char *name, size_t len) {
    for (unsigned i = 0; i < g->nphrase; i++)
        if (strlen(g->phrase[i].name) == len && !memcmp(g->phrase[i].name, name, len)) return i;
    g->phrase = grammar_grow(g->phrase, g->nphrase, sizeof *g->phrase);
    char *copy = malloc(len + 1);
    memcpy(copy, name, len);
    copy[len] = 0;
    g->phrase[g->nphrase] = (Phrase){.name = copy};
    return g->nphrase++;
}

/* Appends a spelling to Grammar.spelling. Spellings of one element must be added consecutively. */
static void add_spelling(Grammar *g, const char *s, const char *end, unsigned form) {
    g->spelling = grammar_grow(g->spelling, g->nspelling, sizeof *g->spelling);
    Spelling *p = &g->spelling[g->nspelling++];
    *p = (Spelling){.text = g->nchars, .form = (uint8_t)form};
    while (s < end) {
        g->chars = grammar_grow(g->chars, g->nchars, sizeof *g->chars);
        g->chars[g->nchars++] = utf8_char(&s);
        p->len++;
    }
}

/* Appends an element whose spellings begin at the end of Grammar.spelling. The pointer is valid
 * until the next call. */
static Element *add_element(Grammar *g, unsigned kind) {
    g->element = grammar_grow(g->element, g->nelement, sizeof *g->element);
    Element *e = &g->element[g->nelement++];
    *e = (Element){.kind = (uint8_t)kind, .alt = (uint16_t)g->nspelling};
    return e;
}

/* Each add_* function appends the element at 's' and returns the position behind it. */
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

/* All forms of a verb become spellings of one element; the one that matches sets Node.form. */
static const char *add_verb(Grammar *g, const char *s) {
    size_t len = verb_length(s);
    char word[96];
    if (!len) grammar_abort("unknown verb", s);
    Element *e = add_element(g, EL_VERB);
    for (unsigned f = 1; f < FORM_COUNT_; f++)
        for (unsigned i = 0; verb_has_form(s, f) && verb_spelling(s, f, i, word, sizeof word); i++)
            add_spelling(g, word, word + strlen(word), f);
    e->nalt = (uint16_t)(g->nspelling - e->alt);
    return s + len;
}

static const char *add_phrase(Grammar *g, const char *s) {
    static const char *leaves[] = {"", "#number", "#name", "#trait", "#quote", "#label"};
    const char *end = strchr(s, '>');
    if (!end) grammar_abort("no closing >", s);
    size_t len = (size_t)(end - s - 1);
    for (unsigned i = 1; i < sizeof leaves / sizeof *leaves; i++)
        if (strlen(leaves[i]) == len && !strncmp(leaves[i], s + 1, len)) {
            add_element(g, EL_LEAF)->leaf = (uint8_t)i;
            return end + 1;
        }
    uint32_t forms = 0;
    bool inherit = false;
    if (len > 2 && s[len - 1] == '^') {
        forms = form_mark(s[len]);
        inherit = s[len] == '*';
        len -= 2;
    }
    unsigned p = phrase_number(g, s + 1, len);
    Element *e = add_element(g, EL_PHRASE);
    e->phrase = (uint16_t)p;
    e->forms = forms;
    e->inherit = inherit;
    return end + 1;
}

/* Parses the pattern of a row into a rule. Adding elements may move Grammar.rule, so 'r' is fetched
 * again. */
static void add_rule(Grammar *g, unsigned row) {
    const char *s = g->row[row].pattern;
    g->rule = grammar_grow(g->rule, g->nrule, sizeof *g->rule);
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
    if (r->nelement > MAX_ELEMENTS) grammar_abort("pattern too long", g->row[row].pattern);
}

/* Are the elements interchangeable? Only then may rows share a branch. */
static bool same_element(const Grammar *g, const Element *a, const Element *b) {
    if (a->kind != b->kind || a->leaf != b->leaf || a->phrase != b->phrase || a->nalt != b->nalt ||
        a->forms != b->forms || a->inherit != b->inherit)
        return false;
    for (unsigned i = 0; i < a->nalt; i++) {
        const Spelling *x = &g->spelling[a->alt + i], *y = &g->spelling[b->alt + i];
        if (x->len != y->len || x->form != y->form) return false;
        if (x->len && memcmp(g->chars + x->text, g->chars + y->text, x->len * sizeof *g->chars))
            return false;
    }
    return true;
}

/* The branch for this element behind branch 'at' (-1: at the start of the phrase), adding it if it
 * is new. */
static int branch_for(Grammar *g, Phrase *ph, int at, const Element *e) {
    int first = at < 0 ? ph->branch : g->branch[at].child, last = -1;
    for (int b = first; b >= 0; b = g->branch[b].next) {
        last = b;
        if (same_element(g, &g->branch[b].e, e)) return b;
    }
    g->branch = grammar_grow(g->branch, g->nbranch, sizeof *g->branch);
    int made = (int)g->nbranch++;
    g->branch[made] = (Branch){.e = *e, .child = -1, .next = -1, .rule = -1, .dispatch = -1};
    if (last >= 0)
        g->branch[last].next = (int16_t)made;
    else if (at >= 0)
        g->branch[at].child = (int16_t)made;
    else
        ph->branch = (int16_t)made;
    return made;
}

/* Appends a rule to those that end at the same branch. */
static void add_twin(Grammar *g, int rule, unsigned twin) {
    while (g->rule[rule].twin) rule = g->rule[rule].twin;
    g->rule[rule].twin = (uint16_t)twin;
}

/* Inserts all rules of a phrase into its prefix tree. Of rules with equal elements the first
 * wins; frames with the same head all stay, because their roles differ. */
static void add_branches(Grammar *g, unsigned phrase) {
    Phrase *ph = &g->phrase[phrase];
    ph->branch = ph->empty = -1;
    if (ph->clause) {
        Element e = {.kind = EL_CLAUSE, .phrase = ph->clause};
        branch_for(g, ph, -1, &e);
    }
    for (unsigned i = 0; i < ph->nrule; i++) {
        const Rule *r = &g->rule[ph->rule + i];
        int at = -1; /* branch reached so far, -1 = the root */
        for (unsigned j = 0; j < r->nelement; j++)
            at = branch_for(g, ph, at, &g->element[r->element + j]);
        if (at < 0)
            ph->empty = (int16_t)(ph->rule + i);
        else if (g->branch[at].rule < 0)
            g->branch[at].rule = (int16_t)(ph->rule + i);
        else if (g->row[r->row].sort != ROW_PLAIN)
            add_twin(g, g->branch[at].rule, ph->rule + i);
    }
}

/* Reads an AGREE row into the clause's table of role sets. */
static void add_role_sets(Phrase *clause, const Row *row) {
    clause->agreeing = row->takes;
    for (const char *s = row->pattern; *s; s += *s == ' ') {
        uint32_t set = 0;
        for (; *s && *s != ' '; s++) set |= role_bit(*s);
        if (clause->nrole_sets == MAX_ROLE_SETS) grammar_abort("too many sets", row->pattern);
        clause->role_set[clause->nrole_sets++] = set;
    }
}

/* Adds the roles that a frame takes to those of its clause. */
static void add_taken(Phrase *clause, uint32_t takes) {
    for (unsigned i = 0; i < clause->ntaken; i++)
        if (clause->taken[i] == takes) return;
    clause->taken = grammar_grow(clause->taken, clause->ntaken, sizeof *clause->taken);
    clause->taken[clause->ntaken++] = takes;
}

/* Gives each phrase that has chunks or frames a second phrase, named NAME+, which holds them. */
static void add_clauses(Grammar *g) {
    for (unsigned i = 0; i < g->nrow; i++) {
        char name[40];
        if (g->row[i].sort == ROW_PLAIN) continue;
        snprintf(name, sizeof name, "%s+", g->row[i].phrase);
        unsigned clause = phrase_number(g, name, strlen(name)),
                 phrase = phrase_number(g, g->row[i].phrase, strlen(g->row[i].phrase));
        g->phrase[phrase].clause = g->row[i].clause = (uint16_t)clause;
        if (g->row[i].sort == ROW_AGREE) add_role_sets(&g->phrase[clause], &g->row[i]);
        if (g->row[i].sort == ROW_FRAME) add_taken(&g->phrase[clause], g->row[i].takes);
    }
}

/* Does the row belong to this phrase? Chunks and frames belong to the clause of theirs. */
static bool belongs(const Grammar *g, unsigned phrase, unsigned row) {
    const char *name = g->phrase[phrase].name;
    size_t n = strlen(g->row[row].phrase);
    bool clause = g->row[row].sort != ROW_PLAIN;
    if (g->row[row].sort == ROW_AGREE) return false;
    return !strncmp(name, g->row[row].phrase, n) && !strcmp(name + n, clause ? "+" : "");
}

/* PHRASE_* of a phrase name, PHRASE_OTHER if the compiler does not refer to it. */
static unsigned phrase_id(const char *name) {
    static const char *const known[] = {
        [PHRASE_ABILITY] = "ability", [PHRASE_ACT] = "act",       [PHRASE_ADJ] = "adj",
        [PHRASE_ALLOF] = "allof",     [PHRASE_COST] = "cost",     [PHRASE_ENTRY] = "entry",
        [PHRASE_EVENT] = "event",     [PHRASE_F] = "f",           [PHRASE_GRADE] = "grade",
        [PHRASE_HOWMANY] = "howmany", [PHRASE_ITEM] = "item",     [PHRASE_ITEMS] = "items",
        [PHRASE_LATER] = "later",     [PHRASE_LISTED] = "listed", [PHRASE_MODE] = "mode",
        [PHRASE_NOUN] = "noun",       [PHRASE_NP] = "np",         [PHRASE_NUM] = "num",
        [PHRASE_OWN] = "own",         [PHRASE_PLACE] = "place",   [PHRASE_PLAYER] = "player",
        [PHRASE_POINT] = "point",     [PHRASE_REL] = "rel",       [PHRASE_SET] = "set",
        [PHRASE_SET1] = "set1",       [PHRASE_WHO] = "who",       [PHRASE_ZONE] = "zone",
        [PHRASE_ZONES] = "zones",
    };
    for (unsigned i = 1; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i], name)) return i;
    if (!strcmp(name, "pile")) return PHRASE_ZONE; /* one that places and icons name, too */
    return PHRASE_OTHER;
}

/* Builds the grammar of a game. */
static Grammar *build(const Tongue *t) {
    Grammar *g = calloc(1, sizeof *g);
    g->tongue = t;
    g->words = words_make(t);
    g->row = rows_make(t, &g->nrow);
    for (unsigned i = 0; i < g->nrow; i++) {
        g->row[i].phrase_id = (uint8_t)phrase_id(g->row[i].phrase);
        g->row[i].has_variants = strpbrk(g->row[i].pattern, "{~") != NULL;
        g->row[i].facts = refer_facts(&g->row[i]);
        g->row[i].implicit = strstr(g->row[i].code, "!implicit") != NULL;
        find_roles(&g->row[i]);
        phrase_number(g, g->row[i].phrase, strlen(g->row[i].phrase));
    }
    add_clauses(g);
    grammar_find_canonical(g->row, g->nrow);
    /* rules of a phrase are contiguous, the game's own behind the common ones */
    for (unsigned p = 0; p < g->nphrase; p++) {
        unsigned from = g->nrule;
        for (unsigned i = 0; i < g->nrow; i++)
            if (belongs(g, p, i)) add_rule(g, i);
        g->phrase[p].rule = (uint16_t)from;
        g->phrase[p].nrule = (uint16_t)(g->nrule - from);
        if (g->nrule == from && !g->phrase[p].clause)
            grammar_abort("no row for phrase", g->phrase[p].name);
    }
    for (unsigned p = 0; p < g->nphrase; p++) add_branches(g, p);
    grammar_find_starts(g);
    g->start = phrase_number(g, "entry", 5);
    return g;
}

const Tongue *tongue_of(const Game *game) { return game_host(game)->tongue; }

/* Only for the loser of the race in grammar_of. */
void grammar_free(Grammar *g) {
    for (unsigned i = 0; i < g->nphrase; i++) {
        free((char *)(uintptr_t)g->phrase[i].name);
        free(g->phrase[i].taken);
    }
    free(g->words);
    rows_free(g->row, g->nrow);
    free(g->phrase);
    free(g->rule);
    free(g->element);
    free(g->branch);
    free(g->spelling);
    free(g->chars);
    free(g->starts.node);
    free(g->starts.can);
    free(g->starts.dispatch);
    free(g->starts.candidate);
    free(g);
}

/* The only mutable data of src/text. Threads that race may build the same grammar twice; the first
 * to store it wins, and the loser frees its copy. */
const Grammar *grammar_of(const Game *game) {
    static _Atomic(Grammar *) built[8];
    const Tongue *t = tongue_of(game);
    for (unsigned i = 0; i < 8; i++) {
        Grammar *g = atomic_load_explicit(&built[i], memory_order_acquire);
        if (!g) {
            Grammar *own = build(t);
            if (atomic_compare_exchange_strong(&built[i], &g, own)) return own;
            grammar_free(own);
        }
        if (g->tongue == t) return g;
    }
    return 0;
}
