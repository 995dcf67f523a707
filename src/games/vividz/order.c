/* 904.2f: the parts of an ability's cost are paid in any order. As printed, if all can be paid so;
 * else in the first order in which they can. */
#include "games/vividz/vividz.h"
#include "vm/vm.h"

enum { PARTS = 4 };
typedef struct Parts {
    Pc pc[PARTS], end[PARTS];
    uint8_t n;
} Parts;

/* Visitor: does the action speak of cards that an earlier one has named? */
static void goes_on(void *self, unsigned op, const Code *operands) {
    (void)operands;
    *(bool *)self |= op == OP_IT || op == OP_KEPT || op == OP_LEFT || op == OP_LOOKED || op == OP_X;
}

/* The parts of the cost; none if their order does not matter or they cannot be told apart. */
static Parts parts_of(const Run *r, Pc cost) {
    const Code *code = r->pack->code;
    Parts parts = {.n = 0};
    Pc pc = (Pc)(cost + 1);
    if (code[cost] != OP_TRIED) return parts;
    while (code[pc] != OP_END) {
        const Pc from = pc;
        while (code[pc] == OP_MARK) vm_skip(r->g, code, &pc);
        const unsigned op = code[pc];
        bool more = false;
        if (op == OP_IF || op == OP_WHEN || op == OP_ELSE || op == OP_END) return (Parts){.n = 0};
        vm_walk(r->g, code, pc, goes_on, &more);
        vm_skip(r->g, code, &pc);
        if (!more || !parts.n) {
            if (parts.n == PARTS) return (Parts){.n = 0};
            parts.pc[parts.n++] = from;
        }
        parts.end[parts.n - 1] = pc;
    }
    return parts;
}

/* The parts in the n-th order; as printed for n = 0. False: there are not so many. */
static bool nth_order(const Parts *parts, unsigned nth, Parts *out) {
    bool used[PARTS] = {false};
    unsigned ways = 1;
    *out = (Parts){.n = 0};
    for (unsigned i = 2; i <= parts->n; i++) ways *= i;
    if (nth >= ways) return false;
    for (unsigned left = parts->n; left > 0; left--) {
        ways /= left;
        unsigned skip = nth / ways, i = 0;
        nth %= ways;
        for (;; i++) {
            if (used[i]) continue;
            if (!skip--) break;
        }
        used[i] = true;
        out->pc[out->n] = parts->pc[i];
        out->end[out->n++] = parts->end[i];
    }
    return true;
}

/* Finds an order other than the printed one in which all can be paid. */
static bool find_order(Run *r, unsigned ctx, Pc cost, PlayerId p, int more, Parts *out) {
    const Parts parts = parts_of(r, cost);
    for (unsigned i = 1; parts.n > 1 && nth_order(&parts, i, out); i++)
        if (vm_try_parts(r, ctx, out->pc, out->end, out->n, p, more)) return true;
    return false;
}

bool vividz_other_order(Run *r, unsigned ctx, Pc cost, PlayerId p, int more) {
    Parts parts;
    return find_order(r, ctx, cost, p, more, &parts);
}

bool vividz_pay_in_order(Run *r, unsigned ctx, Pc cost, PlayerId p, int more) {
    Parts parts;
    if (vm_can_all(r, ctx, &cost, 1, p, NONE, more)) return false;
    if (!find_order(r, ctx, cost, p, more, &parts)) return false;
    vm_call_parts(r, ctx, parts.pc, parts.end, parts.n, more < 0 ? -more : 0);
    return true;
}
