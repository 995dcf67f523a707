/* 5.22: costs. What pays them, whether they can be paid in full, and the order of their parts.
 *
 * Parts that a blank parts are paid in any order (5.22.2). Where the order matters the compiler
 * leaves a mark of this clause between them, behind TRIED; then the payer settles the order before
 * anything is paid, and only orders are offered in which all can be paid. */
#include "games/luck/luck.h"
#include "vm/vm.h"

/* ---- stock ---- */

bool luck_payable(Run *r, unsigned player, int n, uint16_t *reserved, unsigned *nreserved) {
    const Player *q = &r->s->player[player];
    int left = n;
    if (n > 0 && luck_deed_forbidden(r, LDEED_PAY, (PlayerId)player, NONE)) return false;
    for (unsigned i = q->count[LZ_STOCK]; i-- > 0 && left > 0;) {
        CardId c = zone_card(q, LZ_STOCK, i);
        bool used = false;
        for (unsigned j = 0; j < *nreserved; j++) used |= reserved[j] == c;
        if (used) continue;
        if (*nreserved < MAX_SET) reserved[(*nreserved)++] = c;
        left--;
    }
    return left <= 0;
}

bool luck_pay_stock(Run *r, unsigned ctx, PlayerId p, unsigned n) {
    State *s = r->s;
    unsigned first = batch_open(r);
    RULE(LL_5_22_5);
    RULE(LL_5_22_5_3);
    if (!n) RULE(LL_5_22_5_4);
    const unsigned have = s->player[p].count[LZ_STOCK];
    for (unsigned i = 0; i < n && i < have; i++) {
        RULE(LL_5_22_5_2);
        RULE(LL_4_8_1_2);
        Event *e =
            batch_move(r, zone_card(&s->player[p], LZ_STOCK, have - 1 - i), p, LZ_DROP, LH_PAY);
        e->actor = p;
        if (ctx) event_caused(s, e, ctx, p);
    }
    Event *d = batch_deed(r, LDEED_PAY, p, NONE, NONE, (int)n);
    if (d) d->actor = p;
    return batch_do(r, first);
}

/* ---- the parts of a cost ---- */

enum { PARTS = 4 };
typedef struct Parts {
    Pc pc[PARTS], end[PARTS];
    uint8_t n;
} Parts;

/* Does the part say what an earlier one has chosen? Then it is no part of its own. */
static bool goes_on(const Run *r, Pc pc) {
    const Code *code = r->pack->code;
    while (code[pc] == OP_MARK) pc = (Pc)(pc + 2);
    const unsigned op = code[pc++];
    if (op == OP_MOVE || op == OP_TAKE) vm_skip(r->g, code, &pc);
    return (op == OP_MOVE || op == OP_TAKE || op == OP_ORIENT || op == OP_REVEAL) &&
           code[pc] == OP_IT;
}

/* 5.22.2: the parts whose order matters; none if it does not. The code ends at 'end', 0: with
 * END. */
static Parts parts_of(const Run *r, Pc cost, Pc end) {
    const Code *code = r->pack->code;
    Parts parts = {.n = 0};
    if (code[cost] != OP_TRIED) return parts;
    Pc pc = (Pc)(cost + 1);
    parts.pc[parts.n++] = pc;
    for (; end ? pc < end : code[pc] != OP_END; vm_skip(r->g, code, &pc)) {
        if (code[pc] != OP_MARK || code[pc + 1] != LL_5_22_2) continue;
        if (parts.n == PARTS || goes_on(r, (Pc)(pc + 2))) continue;
        parts.end[parts.n - 1] = pc;
        parts.pc[parts.n++] = (Pc)(pc + 2);
    }
    parts.end[parts.n - 1] = pc;
    if (parts.n < 2) parts.n = 0;
    return parts;
}

/* An order in which parts are paid. */
typedef struct Order {
    uint8_t part[PARTS], n;
} Order;

static bool ordered(const Order *o, unsigned part) {
    for (unsigned i = 0; i < o->n; i++)
        if (o->part[i] == part) return true;
    return false;
}

static Order followed_by(Order o, unsigned part) {
    if (o.n < PARTS) o.part[o.n++] = (uint8_t)part;
    return o;
}

static Parts in_order(const Parts *parts, const Order *o) {
    Parts out = {.n = o->n};
    for (unsigned i = 0; i < o->n; i++) {
        out.pc[i] = parts->pc[o->part[i]];
        out.end[i] = parts->end[o->part[i]];
    }
    return out;
}

/* Can the cost be paid in some order that begins with this one? */
static bool can_go_on(Run *r, unsigned ctx, const Parts *parts, Order o, PlayerId p, int more) {
    if (o.n == parts->n) {
        const Parts q = in_order(parts, &o);
        return vm_try_parts(r, ctx, q.pc, q.end, q.n, p, more);
    }
    for (unsigned i = 0; i < parts->n; i++) {
        if (ordered(&o, i)) continue;
        if (can_go_on(r, ctx, parts, followed_by(o, i), p, more)) return true;
    }
    return false;
}

/* ---- can it be paid? ---- */

/* 9.6.2.3.1: what texts add to the cost (first raised, then lowered). A logic drive is an activated
 * ability (11.4.1). */
static int cost_change(Run *r, unsigned ctx, PlayerId p, AbilId a) {
    const CardRef source = ctx_source(&r->s->ctx[ctx]);
    const CardId c = ref_live(r->s, source) ? source.card : NONE;
    const bool drive = r->pack->abil[a].keywords >> LW_DRIVE & 1;
    if (r->pack->abil[a].kind != ABIL_ACTIVATED) return 0;
    if (!rule_any(r, LRC_ACT_COST) && !(drive && rule_any(r, LRC_DRIVE_COST))) return 0;
    RULE(LL_9_6_2_3_1);
    const int more = (int)rules_sum(r, LRC_ACT_COST, p, c);
    return more + (drive ? (int)rules_sum(r, LRC_DRIVE_COST, p, c) : 0);
}

bool luck_can_pay(Run *r, unsigned ctx, PlayerId p, AbilId a) {
    const Pc cost = r->pack->abil[a].cost;
    const Parts parts = parts_of(r, cost, 0);
    const int more = cost_change(r, ctx, p, a);
    if (parts.n) return can_go_on(r, ctx, &parts, (Order){.n = 0}, p, more);
    return vm_can_beside(r, ctx, cost, p, NONE, more);
}

bool luck_cost_payable(Run *r, PlayerId p, CardRef source, AbilId a) {
    const AbilityDef *b = &r->pack->abil[a];
    if (!b->cost) return true;
    const Context lent = ctx_borrow(r, a, p, source);
    const bool ok = luck_can_pay(r, 0, p, a);
    ctx_give_back(r, &lent);
    RULE(LL_9_4_2);
    if (!ok) {
        if (WATCHED(r) && vm_several(r, b->cost)) RULE(LL_5_22_2_1);
        if (r->pack->code[b->cost] == OP_TRIED) RULE(LL_5_22_3_1);
        RULE(LL_5_22_3);
        RULE(LL_9_6_2_3_2);
    }
    return ok;
}

/* ---- paying ---- */

enum { COST_ASK, COST_CHOSEN, COST_PAID };
typedef struct Cost {
    Order order;
    AbilId abil; /* whose cost it is; 0: code in the body of an ability */
    Pc from, end;
    PlayerId player;
} Cost;
FRAME_LOCALS(Cost, cost_of)

/* Asks which part comes next. */
static void ask_part(Run *r, const Frame *f, const Cost *v, const Parts *parts) {
    const int more = v->abil ? cost_change(r, f->ctx, v->player, v->abil) : 0;
    ask_begin(r, v->player, LASK_PART, LL_5_22_2);
    for (unsigned i = 0; i < parts->n; i++) {
        if (ordered(&v->order, i)) continue;
        if (can_go_on(r, f->ctx, parts, followed_by(v->order, i), v->player, more))
            ask_add(r, (Option){.kind = LOPT_PART, .a = (uint8_t)(i + 1)});
    }
    ask_done(r);
}

/* Procedure, 5.22.2: settles the order of all parts, then pays them. */
void luck_pay(Run *r, Frame *f) {
    Cost *v = cost_of(f);
    if (f->step == COST_PAID) { /* what a text lets pay was paid in full */
        r->s->ctx[f->ctx].did = 1;
        frame_pop(r);
        return;
    }
    const Parts parts = parts_of(r, v->from, v->end);
    if (f->step == COST_CHOSEN && r->s->picked.kind == LOPT_PART)
        v->order = followed_by(v->order, r->s->picked.a - 1u);
    f->step = COST_CHOSEN;
    if (v->order.n < parts.n) {
        ask_part(r, f, v, &parts);
        return;
    }
    const Parts all = in_order(&parts, &v->order);
    const int more = v->abil ? cost_change(r, f->ctx, v->player, v->abil) : 0;
    const unsigned ctx = f->ctx;
    const PlayerId p = v->player;
    RULE(LL_5_22_2);
    f->step = COST_PAID;
    if (v->abil) frame_pop(r);
    vm_call_parts(r, ctx, all.pc, all.end, all.n, more < 0 ? -more : 0);
    if (more > 0) luck_pay_stock(r, ctx, p, (unsigned)more);
}

void luck_pay_cost(Run *r, unsigned ctx, PlayerId p, AbilId a) {
    const AbilityDef *b = &r->pack->abil[a];
    if (!b->cost) return;
    RULE(LL_5_22_1);
    RULE(LL_9_6_2_3);
    if (WATCHED(r) && vm_several(r, b->cost)) RULE(LL_5_22_2_1);
    if (parts_of(r, b->cost, 0).n) {
        Frame *f = frame_push(r, LPROC_PAY);
        f->ctx = (uint8_t)ctx;
        *cost_of(f) = (Cost){.abil = a, .from = b->cost, .player = p};
        return;
    }
    const int more = cost_change(r, ctx, p, a);
    Frame *t = vm_call_cost(r, ctx, b->cost);
    if (more < 0 && t) text_of(t)->credit = (int16_t)-more;
    if (more > 0) luck_pay_stock(r, ctx, p, (unsigned)more);
}

/* ---- costs that a text lets pay (9.7.3.3) ---- */

bool luck_parts_payable(Run *r, unsigned ctx, unsigned from, unsigned end, unsigned p) {
    const Parts parts = parts_of(r, (Pc)from, (Pc)end);
    if (parts.n) return can_go_on(r, ctx, &parts, (Order){.n = 0}, (PlayerId)p, 0);
    return vm_can_until(r, ctx, (Pc)from, (Pc)end, (PlayerId)p);
}

bool luck_pay_parts(Run *r, unsigned ctx, unsigned from, unsigned end, unsigned p) {
    if (!parts_of(r, (Pc)from, (Pc)end).n) return false;
    Frame *f = frame_push(r, LPROC_PAY);
    f->ctx = (uint8_t)ctx;
    *cost_of(f) = (Cost){.from = (Pc)from, .end = (Pc)end, .player = (PlayerId)p};
    return true;
}
