#include "cards/printed.h"
#include "vm/vm.h"
#include <stdlib.h>

/* State while the table is built. */
typedef struct TableBuild {
    const Game *g;
    const Pack *p;
    PrintedTable *t;
    unsigned words;     /* length of a row */
    unsigned nrow;      /* rows finished; the next row is under construction */
    uint32_t *first;    /* hash table of code positions, to share rows of equal filters; 0: free */
    unsigned room, any; /* its size (a power of two) and the slots used */
} TableBuild;

static void *must(void *p) {
    if (!p) abort();
    return p;
}

/* Compound traits contain their parts. */
static bool has_trait(const Pack *p, const CardDef *d, TermId t) {
    for (unsigned i = 0; i < d->ntrait; i++)
        if (d->trait[i] == t || pack_part_of(p, d->trait[i], t)) return true;
    return false;
}

/* Evaluates one predicate on a definition; k: the op and its operands. */
static bool printed_match(const Pack *p, const Code *k, DefId id) {
    const CardDef *d = &p->def[id];
    switch (k[0]) {
    case OP_ANY: return true;
    case OP_KIND: return d->kinds >> k[1] & 1;
    case OP_NAME: return pack_name_has(p, id, k[1]);
    case OP_NAMED: return pack_name_has(p, id, k[1]) && d->name_term == k[1];
    case OP_TRAIT: return has_trait(p, d, k[1]);
    case OP_TITLE: return d->title == k[1];
    case OP_KEY: return d->keywords >> k[1] & 1;
    default: /* OP_HAS stat how NUM n */
        return vm_compares(stat_of(&d->num, k[1]), k[2], (int32_t)k[4]);
    }
}

/* Records which changes of a card invalidate the filter's row. */
static bool require(PrintedFilter *out, unsigned touches, unsigned bar) {
    out->needs |= touches;
    out->bar |= (uint16_t)bar;
    return true;
}

/* Can the predicate be decided from the print? If so, records what invalidates that. */
static bool depends_on_print(const Code *k, PrintedFilter *out) {
    switch (k[0]) {
    case OP_ANY:
    case OP_TITLE: return true;
    case OP_KIND: return require(out, TOUCH_KINDS, CARD_RECAST);
    case OP_NAME:
    case OP_NAMED: return require(out, TOUCH_NAMES, CARD_RENAMED);
    case OP_TRAIT: return require(out, TOUCH_TRAITS, CARD_RETRAITED);
    case OP_KEY: return require(out, TOUCH_KEYS, CARD_REKEYED);
    case OP_HAS:
        if (k[1] == STAT_DAMAGE || k[3] != OP_NUM) return false;
        return require(out, stat_touches(k[1]), CARD_MODIFIED);
    default: return false;
    }
}

/* The op at pc, skipping clause marks. */
static unsigned op_after_marks(const Code *k, Pc pc) {
    while (k[pc] == OP_FMARK) pc = (Pc)(pc + 2);
    return k[pc];
}

/* Evaluates the filter for all definitions into 'row' and advances *pc past it. Returns false if it
 * depends on more than the print; then the row of an AND still excludes the cards whose print fails
 * it. */
static bool match_all(TableBuild *m, Pc *pc, uint64_t *row, PrintedFilter *out) {
    const Code *k = m->p->code;
    while (k[*pc] == OP_FMARK) *pc = (Pc)(*pc + 2);
    unsigned op = k[*pc];
    Pc from = *pc;
    if (op != OP_FNOT && op != OP_FAND && op != OP_FOR) {
        vm_skip(m->g, k, pc);
        if (!depends_on_print(&k[from], out)) return false;
        const bool bare = op == OP_HAS && k[from + 1] != STAT_COST && m->g->bare_is_undefined;
        for (unsigned d = 1; d < m->p->ndef; d++)
            if ((!bare || (m->p->def[d].kinds & m->g->numbered_kinds)) &&
                printed_match(m->p, &k[from], (DefId)d))
                row[d / 64] |= 1ull << (d & 63);
        return true;
    }
    unsigned n = op == OP_FNOT ? 1 : k[from + 1];
    uint64_t *one = must(malloc(m->words * sizeof *one));
    bool all = true;
    memset(row, op == OP_FAND ? 0xFF : 0, m->words * sizeof *row);
    for (*pc = (Pc)(from + (op == OP_FNOT ? 1 : 2)); n > 0; n--) {
        memset(one, 0, m->words * sizeof *one);
        bool partial = op == OP_FAND && op_after_marks(k, *pc) == OP_FAND;
        bool whole = match_all(m, pc, one, out);
        all &= whole;
        for (unsigned i = 0; (whole || partial) && i < m->words; i++)
            row[i] = op == OP_FNOT ? ~one[i] : op == OP_FAND ? row[i] & one[i] : row[i] | one[i];
    }
    free(one);
    return all;
}

/* Hash slot of the code at pc: that of an equal filter, or a free one. */
static unsigned slot_of(const TableBuild *m, Pc pc, unsigned len) {
    const Code *k = m->p->code;
    uint32_t h = len;
    for (unsigned i = 0; i < len; i++) h = (h ^ k[pc + i]) * 0x9e3779b1u;
    unsigned i = h >> 8 & (m->room - 1);
    while (m->first[i] &&
           (m->t->at[m->first[i]].len != len || memcmp(&k[m->first[i]], &k[pc], len * sizeof *k)))
        i = (i + 1) & (m->room - 1);
    return i;
}

/* vm_walk callback: records the length of every node and fills in rows for filters. */
static void visit(void *self, unsigned op, const Code *operands) {
    TableBuild *m = self;
    const Pc at = (Pc)(operands - 1 - m->p->code);
    Pc end = at;
    if (op >= OP_COUNT_ || m->t->at[at].len) return;
    vm_skip(m->g, m->p->code, &end);
    unsigned len = (unsigned)(end - at);
    if (len > 255) return;
    m->t->at[at].len = (uint8_t)len;
    if (op_info[op].cls != 'f' || op == OP_ANY || m->any * 2 >= m->room) return;
    uint32_t *known = &m->first[slot_of(m, at, len)];
    if (*known) {
        m->t->at[at] = m->t->at[*known];
        return;
    }
    uint64_t *row = m->t->bits + (size_t)m->nrow * m->words;
    memset(row, 0, m->words * sizeof *row);
    Pc pc = at;
    PrintedFilter out = {.row = (uint32_t)((size_t)m->nrow * m->words), .len = (uint8_t)len};
    bool whole = match_all(m, &pc, row, &out);
    out.flags |= whole                                       ? PRINTED_WHOLE
                 : op_after_marks(m->p->code, at) == OP_FAND ? PRINTED_PART
                                                             : 0;
    m->t->at[at] = out;
    *known = at;
    m->any++;
    if (!(out.flags & (PRINTED_WHOLE | PRINTED_PART))) return;
    m->nrow++;
    m->t->bits = must(realloc(m->t->bits, (size_t)(m->nrow + 1) * m->words * sizeof *m->t->bits));
}

/* ---- relevance: which cards can affect a static ability -------------------------------------- */

/* Union of the cards that can pass a filter of the ability's sets. */
typedef struct Relevance {
    TableBuild *m;
    uint64_t *row;
    uint32_t whose; /* MATTERS_OWN, MATTERS_OTHERS */
    bool all;       /* any card may matter */
} Relevance;

/* Which players' cards a players operand selects. */
static uint32_t whose(const Code *players) {
    while (*players == OP_PMARK) players += 2;
    return *players == OP_YOU                          ? MATTERS_OWN
           : *players == OP_OPP || *players == OP_OPPS ? MATTERS_OTHERS
                                                       : MATTERS_OWN | MATTERS_OTHERS;
}

/* Does the op depend on cards other than through its operands? Ops listed here do not. */
static bool reads_other_state(unsigned op) {
    static const uint8_t plain[] = {
        OP_END,       OP_MARK,    OP_MOD,     OP_COSTMOD, OP_STATMOD, OP_SETSTAT,  OP_GAIN,
        OP_LOSE,      OP_RULE,    OP_RULESET, OP_GRANT,   OP_IF,      OP_WHEN,     OP_ELSE,
        OP_NUM,       OP_COUNT,   OP_ADD,     OP_SUB,     OP_MUL,     OP_DIV,      OP_MIN,
        OP_NEG,       OP_BIT,     OP_STAT,    OP_KINDS,   OP_LISTED,  OP_TOPSTAT,  OP_LOWSTAT,
        OP_PSTAT,     OP_NMARK,   OP_TRUE,    OP_AND,     OP_OR,      OP_NOT,      OP_GE,
        OP_LE,        OP_EQ,      OP_GT,      OP_LT,      OP_HAVE,    OP_HAVEALL,  OP_ALL,
        OP_ODD,       OP_TURN,    OP_BMARK,   OP_YOU,     OP_OPP,     OP_OPPS,     OP_TURNP,
        OP_NOT_TURNP, OP_EVERY,   OP_ALLY,    OP_BOTH,    OP_PMARK,   OP_CARDS,    OP_SELF,
        OP_JOIN,      OP_BUT,     OP_ONLY,    OP_ROLE,    OP_SMARK,   OP_FMARK,    OP_ANY,
        OP_KIND,      OP_NAME,    OP_NAMED,   OP_TRAIT,   OP_TITLE,   OP_HAS,      OP_KEY,
        OP_RESTED,    OP_UP,      OP_DOWN,    OP_UPRIGHT, OP_THIS,    OP_OTHER,    OP_FNOT,
        OP_FAND,      OP_FOR,     OP_AT,      OP_OF,      OP_FROLE,   OP_HURT,     OP_RAISED,
        OP_PHAS,      OP_LOWERED, OP_TIMES,   OP_DONE,    OP_POW,     OP_COUNTERS, OP_ABILITY};
    for (unsigned i = 0; i < sizeof plain; i++)
        if (plain[i] == op) return false;
    return true;
}

/* vm_walk callback: adds what the node reads. */
static void visit_relevance(void *self, unsigned op, const Code *operands) {
    Relevance *x = self;
    const Code *k = x->m->p->code;
    if (reads_other_state(op)) x->all = true, x->whose = MATTERS_OWN | MATTERS_OTHERS;
    if (op != OP_CARDS) return;
    x->whose |= whose(operands);
    Pc filter = (Pc)(operands - k);
    vm_skip(x->m->g, k, &filter); /* whose; then zones and a length */
    if (k[filter] & x->m->g->shared_zones) x->whose = MATTERS_OWN | MATTERS_OTHERS;
    filter = (Pc)(filter + 2);
    const PrintedFilter *f = &x->m->t->at[filter];
    if (!(f->flags & (PRINTED_WHOLE | PRINTED_PART))) x->all = true;
    for (unsigned i = 0; !x->all && i < x->m->words; i++) x->row[i] |= x->m->t->bits[f->row + i];
}

/* Value of Pack.matters for an ability: flags, and the offset of its row unless all cards matter.
 */
static uint32_t relevance_of(TableBuild *m, const AbilityDef *b) {
    Relevance x = {.m = m, .row = must(calloc(m->words, sizeof *x.row))};
    if (b->cond) vm_walk(m->g, m->p->code, b->cond, visit_relevance, &x);
    for (unsigned pc = b->body; pc && m->p->code[pc] != OP_END;)
        pc = vm_walk(m->g, m->p->code, pc, visit_relevance, &x);
    if (!x.all) memcpy(m->t->bits + (size_t)m->nrow * m->words, x.row, m->words * sizeof *x.row);
    free(x.row);
    if (x.all) return x.whose | MATTERS_ALL;
    uint32_t at = (uint32_t)((size_t)m->nrow++ * m->words);
    m->t->bits = must(realloc(m->t->bits, (size_t)(m->nrow + 1) * m->words * sizeof *m->t->bits));
    return x.whose | at;
}

void printed_make(const Game *g, Pack *p, PrintedTable *t) {
    printed_free(t);
    TableBuild m = {.g = g, .p = p, .t = t, .words = (p->ndef + 63u) / 64, .nrow = 0, .room = 64};
    while (m.room < p->ncode) m.room *= 2;
    t->at = must(calloc(p->ncode + 1, sizeof *t->at));
    t->bits = must(calloc(m.words + 1, sizeof *t->bits));
    m.first = must(calloc(m.room, sizeof *m.first));
    for (unsigned a = 1; a < p->nabil; a++) {
        const AbilityDef *b = &p->abil[a];
        if (b->kind == ABIL_DECK) continue; /* never executed */
        const Pc one[] = {b->cond, b->trig}, many[] = {b->entry, b->cost, b->body};
        for (unsigned i = 0; i < 2; i++)
            if (one[i]) vm_walk(g, p->code, one[i], visit, &m);
        for (unsigned i = 0; i < 3; i++)
            for (unsigned pc = many[i]; pc && p->code[pc] != OP_END;)
                pc = vm_walk(g, p->code, pc, visit, &m);
    }
    t->matters = must(malloc((p->nabil + 1u) * sizeof *t->matters));
    for (unsigned a = 0; a < p->nabil; a++)
        t->matters[a] =
            p->abil[a].events & ev_bit(EV_STATIC) ? relevance_of(&m, &p->abil[a]) : UINT32_MAX;
    free(m.first);
    p->matters = t->matters;
    p->printed = t->at;
    p->printed_bits = t->bits;
}

void printed_free(PrintedTable *t) {
    free(t->at);
    free(t->bits);
    free(t->matters);
    *t = (PrintedTable){0};
}
