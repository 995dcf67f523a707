/* text_listing: disassembles the abilities of a card. The listing is canonical: ops, terms and what
 * the game's tables name are written by name, nested abilities in place, and the filters of a
 * conjunction in one order; clause marks are left out. Equal listings mean equal behaviour,
 * whatever the numbers behind the names. */
#include "text/explain.h"
#include "vm/vm.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_NESTED = 8, MAX_JOINED = 64 }; /* abilities inside one another; filters of a FAND */

typedef struct Listing {
    const Game *game;
    const Pack *pack;
    Buffer b;
    unsigned indent, nested;
} Listing;

static void ability(Listing *l, const AbilityDef *a);

static void add(Listing *l, const char *s) { buffer_add(&l->b, s, strlen(s)); }

__attribute__((format(printf, 2, 3))) static void addf(Listing *l, const char *format, ...) {
    char s[40];
    va_list args;
    va_start(args, format);
    vsnprintf(s, sizeof s, format, args);
    va_end(args);
    add(l, s);
}

/* Begins a line. */
static void begin(Listing *l) {
    for (unsigned i = 0; i < l->indent; i++) add(l, "  ");
}

/* The key of row i of a table, or the number if the row has none. */
static void name(Listing *l, const NameInfo *table, unsigned n, unsigned i) {
    if (i < n && table[i].key) {
        add(l, " ");
        add(l, table[i].key);
    } else {
        addf(l, " %u", i);
    }
}

static void zones(Listing *l, unsigned set) {
    const char *between = " ";
    if (!set) add(l, " 0");
    for (unsigned z = 0; z < l->game->nzones; z++)
        if (set >> z & 1) {
            add(l, between);
            add(l, l->game->zones[z].key ? l->game->zones[z].key : "?");
            between = "+";
        }
}

static void term(Listing *l, unsigned t) {
    if (!t || t >= l->pack->nterm) {
        addf(l, " %u", t);
        return;
    }
    add(l, " 「");
    add(l, pack_term(l->pack, (TermId)t));
    add(l, "」");
}

/* A nested ability, in parentheses on lines of its own. */
static void nested(Listing *l, unsigned id) {
    if (id >= l->pack->nabil || l->nested == MAX_NESTED) {
        addf(l, " ability %u", id);
        return;
    }
    add(l, " (\n");
    l->indent += 2;
    l->nested++;
    ability(l, &l->pack->abil[id]);
    l->nested--;
    l->indent -= 2;
    begin(l);
    add(l, ")");
}

/* An operand of one word. */
static void literal(Listing *l, char letter, Code w) {
    const Game *g = l->game;
    switch (letter) {
    case 't':
    case 'T': term(l, w); break;
    case 'z': zones(l, w); break;
    case 'k': name(l, g->kinds, g->nkinds, w); break;
    case 'K':
    case 'W': name(l, g->keywords, g->nkeywords, w); break;
    case 'o': name(l, g->points, g->npoints, w); break;
    case 'R': name(l, g->rules, g->nrules, w); break;
    case 'F': name(l, g->facts, g->nfacts, w); break;
    case 'a': nested(l, w); break;
    case 'i': addf(l, " %d", (int32_t)w); break;
    default: addf(l, " %u", w); break;
    }
}

static bool is_mark(unsigned op) {
    return op == OP_MARK || op == OP_BMARK || op == OP_NMARK || op == OP_PMARK || op == OP_SMARK ||
           op == OP_FMARK;
}

static unsigned line(Listing *l, unsigned pc);

/* The ops of a body of 'length' words, a line each. Returns the position behind it. */
static unsigned body(Listing *l, unsigned pc, unsigned length) {
    l->indent++;
    for (unsigned end = pc + length; pc < end;) pc = line(l, pc);
    l->indent--;
    return pc;
}

/* Lengths among the operands of an op: of its one body, or a list of them. */
typedef struct Bodies {
    unsigned at, count;
} Bodies;

static unsigned node(Listing *l, unsigned pc, Bodies *bodies);

static const char *const events[] = {
#define EVENT(name, ...) #name,
#include "kernel/events.def"
#undef EVENT
};

static const char *event_name(unsigned kind) {
    return kind < sizeof events / sizeof *events ? events[kind] : "?";
}

/* The filters of a conjunction, each as text. */
typedef struct Joined {
    char *text[MAX_JOINED];
    unsigned n;
} Joined;

/* Adds the n items at pc, and those of 'op' (FAND or AND) inside them, except ANY. Returns the
 * position behind them. */
static unsigned join(Listing *l, unsigned pc, unsigned n, unsigned op, Joined *all) {
    const Code *c = l->pack->code;
    Bodies none = {0};
    for (; n > 0; n--) {
        while (is_mark(c[pc])) pc += 2;
        if (c[pc] == op) {
            pc = join(l, pc + 2, c[pc + 1], op, all);
            continue;
        }
        Buffer outer = l->b;
        l->b = (Buffer){0};
        bool any = c[pc] == OP_ANY;
        pc = node(l, pc, &none);
        if (any || all->n == MAX_JOINED)
            free(l->b.s);
        else
            all->text[all->n++] = l->b.s;
        l->b = outer;
    }
    return pc;
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void write_sorted(Listing *l, Joined *all) {
    qsort(all->text, all->n, sizeof *all->text, by_text);
    for (unsigned i = 0; i < all->n; i++) {
        add(l, all->text[i]);
        free(all->text[i]);
    }
}

/* Writes a FAND or AND with its items sorted: the order has no effect, and depends on the
 * wording. */
static unsigned conjunction(Listing *l, unsigned pc) {
    const Code *c = l->pack->code;
    Joined all = {.n = 0};
    unsigned op = c[pc];
    pc = join(l, pc + 2, c[pc + 1], op, &all);
    if (!all.n) add(l, " ANY");
    if (all.n > 1) addf(l, " %s %u", op_info[op].name, all.n);
    write_sorted(l, &all);
    return pc;
}

/* Writes a pattern of an event with its items sorted; the truths of an ON_IF around it are items,
 * too. */
static unsigned pattern(Listing *l, unsigned pc) {
    const Code *c = l->pack->code;
    Joined all = {.n = 0};
    unsigned ifs = 0;
    for (; c[pc] == OP_ON_IF || is_mark(c[pc]); pc += is_mark(c[pc]) ? 2 : 1)
        ifs += c[pc] == OP_ON_IF;
    unsigned kind = c[pc + 1];
    pc = join(l, pc + 3, c[pc + 2], OP_AND, &all);
    pc = join(l, pc, ifs, OP_AND, &all);
    addf(l, " ON %s %u", event_name(kind), all.n);
    write_sorted(l, &all);
    return pc;
}

static bool is_pattern(const Listing *l, unsigned pc) {
    const Code *c = l->pack->code;
    while (c[pc] == OP_ON_IF || is_mark(c[pc])) pc += is_mark(c[pc]) ? 2 : 1;
    return c[pc] == OP_ON;
}

/* Writes the op at pc and its operands, without bodies. Returns the position behind the operands.
 */
static unsigned node(Listing *l, unsigned pc, Bodies *bodies) {
    const Code *c = l->pack->code;
    while (is_mark(c[pc])) pc += 2;
    if (c[pc] == OP_FAND || c[pc] == OP_AND) return conjunction(l, pc);
    if ((c[pc] == OP_ON || c[pc] == OP_ON_IF) && is_pattern(l, pc)) return pattern(l, pc);
    const char *o = vm_operands(l->game, c, (Pc)pc);
    unsigned op = c[pc++];
    addf(l, " %s", op < OP_COUNT_ ? op_info[op].name : "?");
    if (op == OP_GAME) addf(l, " %s", l->game->ops[c[pc++]].name);
    for (; *o; o++) {
        unsigned n = 1;
        if (*o == '*') {
            addf(l, " %u", n = c[pc++]);
            o++;
        }
        if (*o == 'L') {
            if (!o[1]) *bodies = (Bodies){pc, n};
            pc += n;
            continue;
        }
        for (; n > 0; n--) {
            if (vm_operand_is_code(*o)) {
                pc = node(l, pc, bodies);
            } else if (*o == 'D') {
                zones(l, c[pc]);
                addf(l, " 0x%x", c[pc + 1]);
                pc += 2;
            } else if (*o == 'G') {
                addf(l, " %u", c[pc]);
                literal(l, vm_gain_letter(c[pc]), c[pc + 1]);
                pc += 2;
            } else {
                literal(l, *o, c[pc++]);
            }
        }
    }
    return pc;
}

/* Writes the action at pc on a line, and its bodies on lines below. Returns the position behind
 * all of them. */
static unsigned line(Listing *l, unsigned pc) {
    const Code *c = l->pack->code;
    Bodies bodies = {0};
    if (c[pc] == OP_MARK) return pc + 2;
    if (c[pc] == OP_END) return pc + 1;
    begin(l);
    pc = node(l, pc, &bodies);
    add(l, "\n");
    for (unsigned i = 0; i < bodies.count; i++) {
        if (bodies.count > 1) {
            begin(l);
            addf(l, " mode %u\n", i + 1);
        }
        pc = body(l, pc, c[bodies.at + i]);
    }
    return pc;
}

/* A part of an ability that is one expression. */
static void expression(Listing *l, const char *title, Pc pc) {
    Bodies none = {0};
    if (!pc) return;
    begin(l);
    add(l, title);
    node(l, pc, &none);
    add(l, "\n");
}

/* A part of an ability that is a list of actions. */
static void actions(Listing *l, const char *title, Pc pc) {
    if (!pc) return;
    begin(l);
    add(l, title);
    add(l, "\n");
    l->indent++;
    for (unsigned at = pc; l->pack->code[at] != OP_END;) at = line(l, at);
    l->indent--;
}

/* Kind, flags, zones, events, keywords and limit, on one line. The other fields of AbilityDef
 * follow from the code. */
static void head(Listing *l, const AbilityDef *a) {
    static const char *const kinds[] = {
        [ABIL_NONE] = "none",     [ABIL_ACTIVATED] = "activated", [ABIL_TRIGGERED] = "triggered",
        [ABIL_STATIC] = "static", [ABIL_CANCEL] = "cancel",       [ABIL_REPLACE] = "replace",
        [ABIL_KEYWORD] = "key",   [ABIL_DECK] = "deck",           [ABIL_CHECKED] = "checked",
        [ABIL_EXTRA] = "extra",   [ABIL_SPELL] = "spell",         [ABIL_WATCH] = "watch"};
    _Static_assert(sizeof kinds / sizeof *kinds == ABIL_WATCH + 1, "every kind has a name");
    begin(l);
    addf(l, "%s flags 0x%x in", kinds[a->kind], a->flags);
    zones(l, a->zones);
    for (unsigned i = 0; i < sizeof events / sizeof *events; i++)
        if ((uint64_t)a->events >> i & 1) addf(l, " on %s", events[i]);
    for (unsigned i = 0; i < l->game->nkeywords; i++)
        if (a->keywords >> i & 1) name(l, l->game->keywords, l->game->nkeywords, i);
    if (a->limit) addf(l, " limit %u", a->limit);
    add(l, "\n");
}

static void ability(Listing *l, const AbilityDef *a) {
    head(l, a);
    l->indent++;
    expression(l, "when", a->trig);
    expression(l, "if", a->cond);
    actions(l, "entry", a->entry);
    actions(l, "cost", a->cost);
    if (a->kind == ABIL_DECK)
        expression(l, "number", a->body);
    else
        actions(l, "do", a->body);
    l->indent--;
}

char *text_listing(const Game *g, const Pack *p, DefId d) {
    Listing l = {.game = g, .pack = p};
    const CardDef *def = &p->def[d];
    add(&l, "");
    for (unsigned i = 0; i < def->nabil; i++) ability(&l, &p->abil[def->abil + i]);
    if (def->when_checked) ability(&l, &p->abil[def->when_checked]);
    return l.b.s;
}
