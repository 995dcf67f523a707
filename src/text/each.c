/* "For each …" before actions whose rows do not apply the factor themselves (%1 in a template): it
 * multiplies their numbers, or (Tongue.each_repeats) repeats them. */
#include "text/tongue.h"

/* Operand letters of an op with numbers that "for each" multiplies, 0 if it has none. */
static const char *scaled_operands(const Emit *e, const Words *w, unsigned i) {
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

/* Copies the number at *pc, multiplied by the factor. */
static void scale_number(Emit *e, const Words *from, Pc *pc, Words *to) {
    Pc start = *pc;
    vm_skip(e->t->game, from->w, pc);
    bool all = from->w[start] == OP_WHOLE || from->w[start] == OP_ATLEAST;
    if (all && !e->failed) {
        text_error(e->error, 0, "「すべて」 cannot be combined with 「…につき」");
        e->failed = true;
    }
    put(e, to, OP_MUL);
    append(e, to, &e->each);
    for (Pc i = start; i < *pc; i++) put(e, to, from->w[i]);
}

/* Copies the op at *pc with its numbers multiplied. */
static void scale_op(Emit *e, const Words *from, Pc *pc, const char *operands, Words *to) {
    Pc end = (Pc)(*pc + op_len(e, from, *pc));
    put(e, to, from->w[(*pc)++]);
    if (from->w[*pc - 1] == OP_GAME) put(e, to, from->w[(*pc)++]);
    for (; *operands && *operands != 'w' && *operands != 'D'; operands++) {
        Pc start = *pc;
        if (*operands == 'n') {
            scale_number(e, from, pc, to);
        } else if (*operands == 's' && from->w[*pc] == OP_TOPS) {
            put(e, to, from->w[(*pc)++]);
            vm_skip(e->t->game, from->w, pc);
            for (Pc i = (Pc)(start + 1); i < *pc; i++) put(e, to, from->w[i]);
            scale_number(e, from, pc, to);
        } else if (*operands == 'z' || *operands == 'd') {
            put(e, to, from->w[(*pc)++]);
        } else {
            vm_skip(e->t->game, from->w, pc);
            for (Pc i = start; i < *pc; i++) put(e, to, from->w[i]);
        }
    }
    while (*pc < end) put(e, to, from->w[(*pc)++]);
}

void put_factor(Emit *e, const Node *n, Words *out) {
    if (e->each_chose && e->object && e->object->n && e->object->w[0] == OP_IT)
        fail(e, n,
             "「…につき」 says how many are chosen here, and cannot multiply the number, too");
    e->each_used = true;
    put(e, out, OP_MUL);
    const unsigned from = out->n;
    append(e, out, &e->each);
    const bool chose = e->object && e->object->n == 1 && e->object->w[0] == OP_IT;
    if (chose && !n->leaf && act_chooses(e->t, n)) speak_of_kept(e, from, out);
}

/* Rewrites the code in a second buffer, since multiplying inserts words. */
void multiply(Emit *e, Words *out, unsigned fresh) {
    Words scaled;
    scaled.n = 0;
    for (Pc pc = (Pc)fresh; pc < out->n && !e->failed;) {
        const char *operands = scaled_operands(e, out, pc);
        unsigned n = op_len(e, out, pc);
        if (operands) {
            e->each_used = true;
            e->each_chose |= out->w[pc] == OP_SELECT;
            scale_op(e, out, &pc, operands, &scaled);
        } else {
            for (unsigned i = 0; i < n; i++) put(e, &scaled, out->w[pc++]);
        }
    }
    out->n = fresh;
    append(e, out, &scaled);
}

/* Does the game repeat what follows? Numbers of cards that change are multiplied in any case. */
static bool is_repeated(Emit *e, const Node **item, unsigned i, unsigned n) {
    bool acts = false;
    for (i++; i < n; i++)
        if (code_is(node_code(e, item[i]), "!act"))
            acts |= !strchr(node_code(e, node_child(e->t, item[i], 0)), '%');
    return acts && e->t->tongue->each_repeats && !e->is_static;
}

/* Writes the rest of the sentence, and what goes on from it, as a body that is repeated. False: it
 * is not repeated. */
bool emit_rounds(Emit *e, const Node **item, unsigned i, unsigned n, Words *out) {
    Words head;
    const unsigned from = out->n;
    if (!is_repeated(e, item, i, n)) return false;
    head.n = 0;
    put(e, &head, OP_ROUNDS);
    append(e, &head, &e->each);
    e->each.n = 0;
    emit_items(e, item, i + 1, n, out);
    emit_continuation(e, false, out);
    wrap(e, out, from, &head);
    return true;
}
