#include "cards/printed.h"
#include "vm/vm.h"
#include <stdlib.h>

typedef struct Making {
    const Game *g;
    const Pack *p;
    PrintedTable *t;
    unsigned words;     /* of a row */
    unsigned nrow;      /* row 0 is none */
    uint32_t *first;    /* places of the code whose filter was answered, by hash; 0 = free */
    unsigned room, any; /* of 'first', a power of two; how many are taken */
} Making;

static void *must(void *p) {
    if (!p) abort();
    return p;
}

static bool has_trait(const Pack *p, const CardDef *d, TermId t) {
    for (unsigned i = 0; i < d->ntrait; i++)
        if (d->trait[i] == t || pack_part_of(p, d->trait[i], t)) return true;
    return false;
}

/* One question about one card; k: the op and its operands. */
static bool answer(const Pack *p, const Code *k, DefId id) {
    const CardDef *d = &p->def[id];
    switch (k[0]) {
    case OP_ANY: return true;
    case OP_KIND: return d->kinds >> k[1] & 1;
    case OP_NAME: return pack_name_has(p, id, k[1]);
    case OP_NAMED: return pack_name_has(p, id, k[1]) && d->name_term == k[1];
    case OP_TRAIT: return has_trait(p, d, k[1]);
    case OP_TITLE: return d->title == k[1];
    case OP_KEY: return d->keywords >> k[1] & 1;
    default: /* OP_HAS stat how NUM n */ return vm_compares(def_stat(d, k[1]), k[2], (int16_t)k[4]);
    }
}

static bool needs(PrintedFilter *out, unsigned touches, unsigned bar) {
    out->needs |= (uint16_t)touches;
    out->bar |= (uint8_t)bar;
    return true;
}

static bool asks_print(const Code *k, PrintedFilter *out) {
    switch (k[0]) {
    case OP_ANY:
    case OP_TITLE:
    case OP_KIND: return needs(out, TOUCH_KINDS, CARD_RECAST);
    case OP_NAME:
    case OP_NAMED: return needs(out, TOUCH_NAMES, CARD_RENAMED);
    case OP_TRAIT: return needs(out, TOUCH_TRAITS, CARD_RETRAITED);
    case OP_KEY: return needs(out, TOUCH_KEYS, CARD_REKEYED);
    case OP_HAS:
        if (k[1] == STAT_DAMAGE || k[3] != OP_NUM) return false;
        return needs(out, stat_touches(k[1]), CARD_MODIFIED);
    default: return false;
    }
}

/* What stands behind the marks. */
static unsigned op_behind(const Code *k, Pc pc) {
    while (k[pc] == OP_FMARK) pc = (Pc)(pc + 2);
    return k[pc];
}

/* Answers the filter for all cards; false if it asks for more than print: then the row of an "and"
 * tells whom print shuts out. Goes behind it either way. */
static bool answer_all(Making *m, Pc *pc, uint64_t *row, PrintedFilter *out) {
    const Code *k = m->p->code;
    while (k[*pc] == OP_FMARK) *pc = (Pc)(*pc + 2);
    unsigned op = k[*pc];
    Pc from = *pc;
    if (op != OP_FNOT && op != OP_FAND && op != OP_FOR) {
        vm_skip(m->g, k, pc);
        if (!asks_print(&k[from], out)) return false;
        for (unsigned d = 1; d < m->p->ndef; d++)
            if (answer(m->p, &k[from], (DefId)d)) row[d / 64] |= 1ull << (d & 63);
        return true;
    }
    unsigned n = op == OP_FNOT ? 1 : k[from + 1];
    uint64_t *one = must(malloc(m->words * sizeof *one));
    bool all = true;
    memset(row, op == OP_FAND ? 0xFF : 0, m->words * sizeof *row);
    for (*pc = (Pc)(from + (op == OP_FNOT ? 1 : 2)); n > 0; n--) {
        memset(one, 0, m->words * sizeof *one);
        bool tells = op == OP_FAND && op_behind(k, *pc) == OP_FAND;
        bool yes = answer_all(m, pc, one, out);
        all &= yes;
        for (unsigned i = 0; (yes || tells) && i < m->words; i++)
            row[i] = op == OP_FNOT ? ~one[i] : op == OP_FAND ? row[i] & one[i] : row[i] | one[i];
    }
    free(one);
    return all;
}

static unsigned slot_of(const Making *m, Pc pc, unsigned len) {
    const Code *k = m->p->code;
    uint32_t h = len;
    for (unsigned i = 0; i < len; i++) h = (h ^ k[pc + i]) * 0x9e3779b1u;
    unsigned i = h >> 8 & (m->room - 1);
    while (m->first[i] &&
           (m->t->at[m->first[i]].len != len || memcmp(&k[m->first[i]], &k[pc], len * sizeof *k)))
        i = (i + 1) & (m->room - 1);
    return i;
}

/* Every node of the code; a filter: what is printed decides it, or (part of an "and") decides
 * against. */
static void visit(void *self, unsigned op, const Code *operands) {
    Making *m = self;
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
    bool whole = answer_all(m, &pc, row, &out);
    out.flags |= whole ? PRINTED_WHOLE : op_behind(m->p->code, at) == OP_FAND ? PRINTED_PART : 0;
    m->t->at[at] = out;
    *known = at;
    m->any++;
    if (!(out.flags & (PRINTED_WHOLE | PRINTED_PART))) return;
    m->nrow++;
    m->t->bits = must(realloc(m->t->bits, (size_t)(m->nrow + 1) * m->words * sizeof *m->t->bits));
}

/* ---- which cards matter to a static ability: those that can pass a filter of its sets ---- */

typedef struct Matter {
    Making *m;
    uint64_t *row;
    uint32_t whose; /* MATTERS_OWN, MATTERS_OTHERS */
    bool all;
} Matter;

static uint32_t whose(const Code *players) {
    while (*players == OP_PMARK) players += 2;
    return *players == OP_YOU                          ? MATTERS_OWN
           : *players == OP_OPP || *players == OP_OPPS ? MATTERS_OTHERS
                                                       : MATTERS_OWN | MATTERS_OTHERS;
}

/* Does it say more than its operands do, about cards that come and go? */
static bool reads_beside(unsigned op) {
    static const uint8_t plain[] = {
        OP_END,     OP_MARK,      OP_MOD,     OP_COSTMOD, OP_STATMOD, OP_SETSTAT, OP_GAIN, OP_LOSE,
        OP_RULE,    OP_RULESET,   OP_GRANT,   OP_IF,      OP_WHEN,    OP_ELSE,    OP_NUM,  OP_COUNT,
        OP_ADD,     OP_SUB,       OP_MUL,     OP_DIV,     OP_MIN,     OP_NEG,     OP_BIT,  OP_STAT,
        OP_KINDS,   OP_LISTED,    OP_TOPSTAT, OP_LOWSTAT, OP_PSTAT,   OP_NMARK,   OP_TRUE, OP_AND,
        OP_OR,      OP_NOT,       OP_GE,      OP_LE,      OP_EQ,      OP_GT,      OP_LT,   OP_HAVE,
        OP_HAVEALL, OP_ALL,       OP_ODD,     OP_TURN,    OP_BMARK,   OP_YOU,     OP_OPP,  OP_OPPS,
        OP_TURNP,   OP_NOT_TURNP, OP_EVERY,   OP_ALLY,    OP_PMARK,   OP_CARDS,   OP_SELF, OP_JOIN,
        OP_BUT,     OP_ONLY,      OP_ROLE,    OP_SMARK,   OP_FMARK,   OP_ANY,     OP_KIND, OP_NAME,
        OP_NAMED,   OP_TRAIT,     OP_TITLE,   OP_HAS,     OP_KEY,     OP_RESTED,  OP_UP,   OP_DOWN,
        OP_UPRIGHT, OP_THIS,      OP_OTHER,   OP_FNOT,    OP_FAND,    OP_FOR,     OP_AT,   OP_OF,
        OP_FROLE,   OP_HURT,      OP_RAISED,  OP_LOWERED};
    for (unsigned i = 0; i < sizeof plain; i++)
        if (plain[i] == op) return false;
    return true;
}

static void visit_matter(void *self, unsigned op, const Code *operands) {
    Matter *x = self;
    const Code *k = x->m->p->code;
    if (reads_beside(op)) x->all = true, x->whose = MATTERS_OWN | MATTERS_OTHERS;
    if (op != OP_CARDS) return;
    x->whose |= whose(operands);
    Pc filter = (Pc)(operands - k);
    vm_skip(x->m->g, k, &filter); /* whose; then zones and a length */
    filter = (Pc)(filter + 2);
    const PrintedFilter *f = &x->m->t->at[filter];
    if (!(f->flags & (PRINTED_WHOLE | PRINTED_PART))) x->all = true;
    for (unsigned i = 0; !x->all && i < x->m->words; i++) x->row[i] |= x->m->t->bits[f->row + i];
}

static uint32_t matters(Making *m, const AbilityDef *b) {
    Matter x = {.m = m, .row = must(calloc(m->words, sizeof *x.row))};
    if (b->cond) vm_walk(m->g, m->p->code, b->cond, visit_matter, &x);
    for (unsigned pc = b->body; pc && m->p->code[pc] != OP_END;)
        pc = vm_walk(m->g, m->p->code, pc, visit_matter, &x);
    if (!x.all) memcpy(m->t->bits + (size_t)m->nrow * m->words, x.row, m->words * sizeof *x.row);
    free(x.row);
    if (x.all) return x.whose | MATTERS_ALL;
    uint32_t at = (uint32_t)((size_t)m->nrow++ * m->words);
    m->t->bits = must(realloc(m->t->bits, (size_t)(m->nrow + 1) * m->words * sizeof *m->t->bits));
    return x.whose | at;
}

void printed_make(const Game *g, Pack *p, PrintedTable *t) {
    printed_free(t);
    Making m = {.g = g, .p = p, .t = t, .words = (p->ndef + 63u) / 64, .nrow = 0, .room = 64};
    while (m.room < p->ncode) m.room *= 2;
    t->at = must(calloc(p->ncode + 1, sizeof *t->at));
    t->bits = must(calloc(m.words + 1, sizeof *t->bits));
    m.first = must(calloc(m.room, sizeof *m.first));
    for (unsigned a = 1; a < p->nabil; a++) {
        const AbilityDef *b = &p->abil[a];
        if (b->kind == ABIL_DECK) continue; /* never run */
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
            p->abil[a].events & ev_bit(EV_STATIC) ? matters(&m, &p->abil[a]) : UINT32_MAX;
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
