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

static void per_card(At *a, unsigned op) {
    Run *r = a->e->r;
    CardRef c[MAX_SET];
    Eval all = *a->e; /* read about one opponent, done to the cards of all */
    all.one = 0;
    unsigned n = vm_set(&all, &a->pc, c, MAX_SET), layer = LAYER_NUMBER, w = 0, term = 0;
    int x = 0, y = 0;
    switch (op) {
    case OP_MOD:
        x = vm_number(a->e, &a->pc);
        y = vm_number(a->e, &a->pc);
        break;
    case OP_COSTMOD: x = vm_number(a->e, &a->pc); break;
    case OP_STATMOD:
        w = word(a);
        x = vm_number(a->e, &a->pc);
        break;
    case OP_SETSTAT: { /* a number that a card had not comes before changes */
        unsigned m = 0;
        w = word(a);
        for (unsigned i = 0; i < n; i++)
            if ((a->e->base ? r->g->layer_of[CHANGE_NEW] : set_layer(r, c[i].card, w)) == a->layer)
                c[m++] = c[i];
        n = m;
        if (!n && !a->probe) { /* nothing to reckon here */
            vm_pass(r, &a->pc);
            word(a);
            return;
        }
        x = vm_number(a->e, &a->pc);
        break;
    }
    case OP_GRANT:
        w = word(a);
        layer = LAYER_ABILITY;
        break;
    case OP_LOSE:
        w = word(a);
        layer = loss_layer(r->g, w);
        break;
    default: /* GAIN */
        w = word(a);
        term = word(a);
        layer = gain_layer(r->g, w);
    }
    word(a); /* duration: as long as it is valid */
    if (op != OP_SETSTAT && layer != a->layer) return;
    if (a->probe) {
        note(a, op, c, n, x + (int)w, y + (int)term);
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        CardId k = c[i].card;
        if (!ref_live(r->s, c[i])) continue;
        mark_given(r, op, w);
        a->wrote |= (op != OP_MOD && op != OP_COSTMOD) || x || y;
        if (op == OP_MOD) {
            stat_add(r, k, STAT_ATK, x);
            stat_add(r, k, STAT_DEF, y);
        } else if (op == OP_STATMOD) {
            stat_add(r, k, w, x);
        } else if (op == OP_COSTMOD) {
            stat_add(r, k, STAT_COST, x);
        } else if (op == OP_SETSTAT) {
            if (w == STAT_COST) kmark(r, KM_COST_SET);
            stat_add(r, k, w, x - card_stat(r, c[i], w));
        } else if (op == OP_GRANT) {
            kmark(r, KM_GRANTED);
            if (r->pack->abil[w].zones & zone_bit(card_of(r->s, k)->zone))
                listen_add(r, k, (AbilId)w);
        } else if (op == OP_LOSE) {
            lost_add(r, k, w);
        } else {
            extra_add(r, k, w, term);
        }
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
