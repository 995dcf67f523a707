/* Static effects: what a static ability does in one layer, evaluated at once. With 'probe' nothing
 * is written; the probe sums up what would be applied to what, so that dependencies can be found by
 * trial. */
#include "vm/vm.h"

typedef struct At {
    const Eval *e;
    unsigned layer;
    uint64_t *probe;
    Pc pc;
    bool wrote;
} At;

static Code word(At *a) { return a->e->r->pack->code[a->pc++]; }

static void note(At *a, unsigned op, const CardRef *c, unsigned n, int x, int y) {
    uint64_t h =
        op * 0x9e3779b97f4a7c15u + (uint64_t)(uint32_t)x * 31u + (uint64_t)(uint32_t)y * 131u;
    for (unsigned i = 0; i < n; i++) h += (c[i].card + 1) * 0xc2b2ae3d27d4eb4fu;
    *a->probe = *a->probe * 31 + h;
}

/* What is done to each card of a set. */
typedef struct Doing {
    unsigned op, what, term; /* what: stat, ability, ADD_* or LOST_* */
    int x, y;
} Doing;

/* The layer in which it is done; SETSTAT: each card has its own. */
static unsigned layer_of(const Run *r, const Doing *d) {
    switch (d->op) {
    case OP_GRANT: return LAYER_ABILITY;
    case OP_LOSE: return loss_layer(r->g, d->what);
    case OP_GAIN: return gain_layer(r->g, d->what);
    default: return LAYER_NUMBER;
    }
}

/* A number that a card had not comes before changes. */
static unsigned of_this_layer(const At *a, unsigned stat, CardRef *c, unsigned n) {
    Run *r = a->e->r;
    unsigned m = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned in = a->e->base ? r->g->layer_of[CHANGE_NEW] : set_layer(r, c[i].card, stat);
        if (in == a->layer) c[m++] = c[i];
    }
    return m;
}

/* Numbers and duration (as long as it is valid), reckoned or passed over. */
static void read_numbers(At *a, Doing *d, bool reckon) {
    Run *r = a->e->r;
    if (!reckon && d->op == OP_MOD) vm_pass(r, &a->pc);
    if (reckon && d->op == OP_MOD) {
        d->x = vm_number(a->e, &a->pc);
        d->y = vm_number(a->e, &a->pc);
    } else if (d->op == OP_MOD || d->op == OP_STATMOD || d->op == OP_COSTMOD ||
               d->op == OP_SETSTAT) {
        if (reckon)
            d->x = vm_number(a->e, &a->pc);
        else
            vm_pass(r, &a->pc);
    }
    word(a);
}

static void change_card(Run *r, const Doing *d, CardRef c) {
    CardId k = c.card;
    mark_given(r, d->op, d->what);
    switch (d->op) {
    case OP_MOD:
        stat_add(r, k, STAT_ATK, d->x);
        stat_add(r, k, STAT_DEF, d->y);
        break;
    case OP_STATMOD: stat_add(r, k, d->what, d->x); break;
    case OP_COSTMOD: stat_add(r, k, STAT_COST, d->x); break;
    case OP_SETSTAT:
        if (d->what == STAT_COST) kmark(r, KM_COST_SET);
        stat_add(r, k, d->what, d->x - card_stat(r, c, d->what));
        break;
    case OP_GRANT:
        kmark(r, KM_GRANTED);
        if (r->pack->abil[d->what].zones & zone_bit(card_of(r->s, k)->zone))
            listen_add(r, k, (AbilId)d->what);
        break;
    case OP_LOSE: lost_add(r, k, d->what); break;
    default: extra_add(r, k, d->what, d->term);
    }
}

static bool came_later(const Run *r, CardId c, CardId source) {
    return WATCHED(r) && card_of(r->s, c)->stamp > card_of(r->s, source)->stamp;
}

static void per_card(At *a, unsigned op) {
    Run *r = a->e->r;
    CardRef c[MAX_SET];
    Doing d = {.op = op};
    Eval all = *a->e; /* read about one opponent, done to the cards of all */
    all.one = 0;
    Pc set = a->pc;
    vm_pass(r, &a->pc);
    if (op != OP_MOD && op != OP_COSTMOD) d.what = word(a);
    if (op == OP_GAIN) d.term = word(a);
    if (op != OP_SETSTAT && layer_of(r, &d) != a->layer) {
        read_numbers(a, &d, false);
        return;
    }
    unsigned n = vm_set(&all, &set, c, MAX_SET);
    if (op == OP_SETSTAT) n = of_this_layer(a, d.what, c, n);
    read_numbers(a, &d, op != OP_SETSTAT || n || a->probe);
    if (a->probe) {
        note(a, op, c, n, d.x + (int)d.what, d.y + (int)d.term);
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        if (!ref_live(r->s, c[i])) continue;
        a->wrote |= (op != OP_MOD && op != OP_COSTMOD) || d.x || d.y;
        if (came_later(r, c[i].card, a->e->self.card)) kmark(r, KM_AT_ONCE_STATIC);
        change_card(r, &d, c[i]);
    }
}

static void rule(At *a, bool set) {
    Run *r = a->e->r;
    unsigned which = word(a);
    Eval all = *a->e;
    all.one = 0;
    PlayerSet p = vm_players(&all, &a->pc);
    Pc filter = a->pc;
    vm_pass(r, &a->pc);
    int n = vm_number(a->e, &a->pc);
    word(a);
    if (a->layer != LAYER_RULE || a->probe) return;
    bool any = r->pack->code[filter] == OP_ANY;
    if (!set) {
        rule_now(r, which, p, a->e->you, a->e->self, any ? 0 : filter, n);
        a->wrote |= p != 0;
        return;
    }
    CardRef c[MAX_SET];
    unsigned m = vm_set(&all, &filter, c, MAX_SET);
    for (unsigned i = 0; i < m; i++) rule_now_card(r, which, p, a->e->you, c[i], n);
    a->wrote |= p && m;
}

/* The rule's code is what is demanded. */
static void demand(At *a) {
    Run *r = a->e->r;
    State *s = r->s;
    CardRef c[MAX_SET];
    unsigned which = word(a);
    PlayerSet p = vm_players(a->e, &a->pc);
    Pc set = a->pc;
    vm_pass(r, &a->pc);
    word(a);
    unsigned len = word(a);
    Pc body = a->pc;
    a->pc = (Pc)(body + len);
    if (a->layer != LAYER_RULE || a->probe) return;
    unsigned m = vm_set(a->e, &set, c, MAX_SET), n = s->nrules;
    for (unsigned i = 0; i < m; i++) rule_now_card(r, which, p, a->e->you, c[i], 1);
    for (; n < s->nrules; n++) s->rule[n].pc = body;
    a->wrote |= p && m;
}

bool vm_only_lasts(const Game *g, const Code *code, unsigned n) {
    for (Pc pc = 0; pc < n;) switch (code[pc]) {
        case OP_END: return true;
        case OP_MOD:
        case OP_COSTMOD:
        case OP_STATMOD:
        case OP_SETSTAT:
        case OP_GRANT:
        case OP_LOSE:
        case OP_GAIN:
        case OP_MARK:
        case OP_LATER:
        case OP_RULE:
        case OP_RULESET: vm_skip(g, code, &pc); break;
        case OP_DEMAND: /* and what is demanded */
            vm_skip(g, code, &pc);
            pc = (Pc)(pc + code[pc - 1]);
            break;
        case OP_WHEN:
        case OP_IF: /* its condition, how long it is, and what stands in it */
            pc++;
            vm_skip(g, code, &pc);
            pc++;
            break;
        case OP_ELSE: pc = (Pc)(pc + 2); break;
        default: return false;
        }
    return true;
}

bool vm_static(const Eval *e, Pc pc, unsigned layer, uint64_t *probe) {
    At a = {e, layer, probe, pc, false};
    for (;;) {
        unsigned op = word(&a);
        switch (op) {
        case OP_END: return a.wrote;
        case OP_MOD:
        case OP_COSTMOD:
        case OP_STATMOD:
        case OP_SETSTAT:
        case OP_GRANT:
        case OP_LOSE:
        case OP_GAIN: per_card(&a, op); break;
        case OP_MARK: run_rule(e->r, word(&a)); break;
        case OP_LATER: break;
        case OP_RULE: rule(&a, false); break;
        case OP_RULESET: rule(&a, true); break;
        case OP_DEMAND: demand(&a); break;
        case OP_WHEN:
        case OP_IF: {
            bool yes = vm_truth(e, &a.pc);
            a.pc = (Pc)(a.pc + 1 + (yes ? 0 : e->r->pack->code[a.pc]));
            break;
        }
        case OP_ELSE: a.pc = (Pc)(a.pc + 1 + e->r->pack->code[a.pc]); break;
        default: run_fault(e->r, FAULT_CODE); return false;
        }
    }
}
