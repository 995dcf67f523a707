/* Static effects: applies a static ability in one layer. With 'probe' nothing is written; the
 * probe hashes what would be applied to which cards, so that effect.c can find dependencies by
 * trial. */
#include "vm/vm.h"

/* A run over the code of a static ability. */
typedef struct StaticStep {
    const Eval *e;
    unsigned layer;
    uint64_t *probe;
    Pc pc;
    bool wrote;
} StaticStep;

static Code word(StaticStep *a) { return a->e->r->pack->code[a->pc++]; }

/* Adds an op, its cards and amounts to the probe. */
static void probe_add(StaticStep *a, unsigned op, const CardRef *c, unsigned n, int x, int y) {
    uint64_t h =
        op * 0x9e3779b97f4a7c15u + (uint64_t)(uint32_t)x * 31u + (uint64_t)(uint32_t)y * 131u;
    for (unsigned i = 0; i < n; i++) h += (c[i].card + 1) * 0xc2b2ae3d27d4eb4fu;
    *a->probe = *a->probe * 31 + h;
}

/* What an op does to each card of its set. */
typedef struct CardChange {
    unsigned op, what, term; /* what: STAT_*, ability, ADD_* or LOST_* */
    int x, y;
} CardChange;

/* The layer of the change. For SETSTAT it depends on the card (keep_this_layer). */
static unsigned layer_of(const Run *r, const CardChange *d) {
    switch (d->op) {
    case OP_GRANT: return LAYER_ABILITY;
    case OP_LOSE: return loss_layer(r->g, d->what);
    case OP_GAIN: return gain_layer(r->g, d->what);
    default: return LAYER_NUMBER;
    }
}

/* Keeps the cards whose SETSTAT applies in this layer. */
static unsigned keep_this_layer(const StaticStep *a, unsigned stat, CardRef *c, unsigned n) {
    Run *r = a->e->r;
    unsigned m = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned in = a->e->base ? r->g->layer_of[CHANGE_NEW] : set_layer(r, c[i].card, stat);
        if (in == a->layer) c[m++] = c[i];
    }
    return m;
}

/* Reads the number operands, or skips them; then skips the duration, which static effects
 * ignore. */
static void read_numbers(StaticStep *a, CardChange *d, bool evaluate) {
    Run *r = a->e->r;
    if (!evaluate && d->op == OP_MOD) vm_pass(r, &a->pc);
    if (evaluate && d->op == OP_MOD) {
        d->x = vm_number(a->e, &a->pc);
        d->y = vm_number(a->e, &a->pc);
    } else if (d->op == OP_MOD || d->op == OP_STATMOD || d->op == OP_COSTMOD ||
               d->op == OP_SETSTAT) {
        if (evaluate)
            d->x = vm_number(a->e, &a->pc);
        else
            vm_pass(r, &a->pc);
    }
    word(a);
}

/* Applies the change to one card. */
static void change_card(Run *r, const CardChange *d, CardRef c) {
    CardId k = c.card;
    mark_given(r, d->op, d->what);
    switch (d->op) {
    case OP_MOD:
        stat_add(r, k, STAT_ATK, d->x);
        stat_add(r, k, STAT_DEF, d->y);
        break;
    case OP_STATMOD: stat_join(r, c, d->what, d->x); break;
    case OP_COSTMOD: stat_add(r, k, STAT_COST, d->x); break;
    case OP_SETSTAT:
        if (d->what == STAT_COST) kmark(r, KM_COST_SET);
        stat_add(r, k, d->what, d->x - card_stat(r, c, d->what));
        break;
    case OP_GRANT:
        kmark(r, KM_GRANTED);
        grant_now(r, k, (AbilId)d->what);
        break;
    case OP_LOSE: lost_add(r, k, d->what); break;
    default: extra_add(r, k, d->what, d->term);
    }
}

/* Did the card arrive after the source of the effect? For marks only. */
static bool arrived_later(const Run *r, CardId c, CardId source) {
    return WATCHED(r) && card_of(r->s, c)->stamp > card_of(r->s, source)->stamp;
}

/* Evaluates an op on a set of cards and applies or probes it, if it belongs to this layer. */
static void apply_to_cards(StaticStep *a, unsigned op) {
    Run *r = a->e->r;
    CardRef c[MAX_SET];
    CardChange d = {.op = op};
    Eval all = *a->e; /* amounts read one opponent, but the effect applies to the cards of all */
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
    if (op == OP_SETSTAT) n = keep_this_layer(a, d.what, c, n);
    read_numbers(a, &d, op != OP_SETSTAT || n || a->probe);
    if (a->probe) {
        probe_add(a, op, c, n, d.x + (int)d.what, d.y + (int)d.term);
        return;
    }
    const bool numbers = op != OP_GRANT && op != OP_LOSE && op != OP_GAIN;
    for (unsigned i = 0; i < n; i++) {
        if (!ref_live(r->s, c[i])) continue;
        a->wrote |= (op != OP_MOD && op != OP_COSTMOD) || d.x || d.y;
        if (arrived_later(r, c[i].card, a->e->self.card)) kmark(r, KM_AT_ONCE_STATIC);
        if (numbers && stat_kept(r, c[i].card, a->e->you)) continue;
        if (effect_refused(r, c[i].card, a->e->you, a->e->self.card)) continue;
        const int before = card_of(r->s, c[i].card)->now.def;
        change_card(r, &d, c[i]);
        effect_bounded(r, c[i].card, a->e->you, a->e->self.card, before);
    }
}

/* RULE, or RULESET with 'set'. */
static void apply_rule(StaticStep *a, bool set) {
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

/* FORBID, or FORBIDSET with 'set'. */
static void apply_forbid(StaticStep *a, bool set) {
    Run *r = a->e->r;
    CardRef c[MAX_SET];
    Eval all = *a->e;
    all.one = 0;
    Pc cards = a->pc;
    if (set) vm_pass(r, &a->pc);
    word(a);
    unsigned len = word(a), m = 0;
    Pc pattern = a->pc;
    a->pc = (Pc)(pattern + len);
    if (a->layer != LAYER_RULE || a->probe) return;
    if (set) m = vm_set(&all, &cards, c, MAX_SET);
    if (!set) ban_now(r, a->e->you, a->e->self, pattern, NONE);
    for (unsigned i = 0; i < m; i++) ban_now(r, a->e->you, a->e->self, pattern, c[i].card);
    a->wrote |= !set || m;
}

/* DEMAND: a rule change for each card whose pc is the demanded cost. */
static void apply_demand(StaticStep *a) {
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

/* COUNTAS: notes on the cards how the zones are counted. */
static void apply_countas(StaticStep *a) {
    Run *r = a->e->r;
    CardRef c[MAX_SET];
    unsigned kind = word(a);
    Pc set = a->pc;
    vm_pass(r, &a->pc);
    unsigned zones = word(a);
    int n = vm_number(a->e, &a->pc);
    if (gain_layer(r->g, kind) != a->layer) return;
    unsigned m = vm_set(a->e, &set, c, MAX_SET);
    if (a->probe) {
        probe_add(a, OP_COUNTAS, c, m, (int)zones, n);
        return;
    }
    for (unsigned i = 0; i < m; i++) extra_add(r, c[i].card, kind, tally_term(zones, n));
    a->wrote |= m;
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
        case OP_COUNTAS:
        case OP_RULE:
        case OP_FORBID:
        case OP_FORBIDSET:
        case OP_RULESET: vm_skip(g, code, &pc); break;
        case OP_DEMAND: /* with its body */
            vm_skip(g, code, &pc);
            pc = (Pc)(pc + code[pc - 1]);
            break;
        case OP_WHEN:
        case OP_IF: /* skip the condition and the length, then read the body */
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
    StaticStep a = {e, layer, probe, pc, false};
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
        case OP_GAIN: apply_to_cards(&a, op); break;
        case OP_MARK: run_rule(e->r, word(&a)); break;
        case OP_LATER: break;
        case OP_RULE: apply_rule(&a, false); break;
        case OP_RULESET: apply_rule(&a, true); break;
        case OP_DEMAND: apply_demand(&a); break;
        case OP_COUNTAS: apply_countas(&a); break;
        case OP_FORBID: apply_forbid(&a, false); break;
        case OP_FORBIDSET: apply_forbid(&a, true); break;
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
