/* "For each …" in front of actions whose rows do not say themselves what it multiplies. */
#include "text/tongue.h"

/* Which operands of an op are numbers of times or cards; 0: it has none. */
static const char *multiplied(const Emit *e, const Words *w, unsigned i) {
    switch (w->w[i]) {
    case OP_SELECT:
    case OP_PAY:
    case OP_DAMAGE:
    case OP_DRAW:
    case OP_LOOK:
    case OP_NEXTMOD:
    case OP_COSTMOD: return op_info[w->w[i]].operands;
    case OP_MOVE: return w->w[i + 2] == OP_TOPS ? op_info[OP_MOVE].operands : 0;
    case OP_GAME: return e->t->tongue->counted_ops >> w->w[i + 1] & 1 ? "pn" : 0;
    default: return 0;
    }
}

static void number(Emit *e, const Words *from, Pc *pc, Words *to) {
    Pc start = *pc;
    vm_skip(e->t->game, from->w, pc);
    bool all = from->w[start] == OP_WHOLE || from->w[start] == OP_ATLEAST;
    if (all && !e->failed) {
        text_error(e->error, 0, "all of them, for each?");
        e->failed = true;
    }
    put(e, to, OP_MUL);
    append(e, to, &e->each);
    for (Pc i = start; i < *pc; i++) put(e, to, from->w[i]);
}

/* One op from 'from' to 'to' with its numbers multiplied. */
static void copy_op(Emit *e, const Words *from, Pc *pc, const char *operands, Words *to) {
    Pc end = (Pc)(*pc + op_len(e, from, *pc));
    put(e, to, from->w[(*pc)++]);
    if (from->w[*pc - 1] == OP_GAME) put(e, to, from->w[(*pc)++]);
    for (; *operands && *operands != 'w' && *operands != 'D'; operands++) {
        Pc start = *pc;
        if (*operands == 'n') {
            number(e, from, pc, to);
        } else if (*operands == 's' && from->w[*pc] == OP_TOPS) {
            put(e, to, from->w[(*pc)++]);
            vm_skip(e->t->game, from->w, pc);
            for (Pc i = (Pc)(start + 1); i < *pc; i++) put(e, to, from->w[i]);
            number(e, from, pc, to);
        } else if (*operands == 'z' || *operands == 'd') {
            put(e, to, from->w[(*pc)++]);
        } else {
            vm_skip(e->t->game, from->w, pc);
            for (Pc i = start; i < *pc; i++) put(e, to, from->w[i]);
        }
    }
    while (*pc < end) put(e, to, from->w[(*pc)++]);
}

void multiply(Emit *e, Words *out, unsigned fresh) {
    Words made = {0};
    for (Pc pc = (Pc)fresh; pc < out->n && !e->failed;) {
        const char *operands = multiplied(e, out, pc);
        unsigned n = op_len(e, out, pc);
        if (operands) {
            e->each_used = true;
            copy_op(e, out, &pc, operands, &made);
        } else {
            for (unsigned i = 0; i < n; i++) put(e, &made, out->w[pc++]);
        }
    }
    out->n = fresh;
    append(e, out, &made);
}
