/* Lists of cases ("以下をすべて行う"), conditions that continue the one before
 * ("1枚以下なら、さらに", "《甲》もいるなら"), and "one action or another". */
#include "text/tongue.h"

/* ---- operands of the last condition ---- */

static void copy_range(Emit *e, Words *to, const Words *from, unsigned at, unsigned end) {
    to->n = 0;
    for (unsigned i = at; i < end; i++) put(e, to, from->w[i]);
}

/* Position behind the op at 'at' and its operands. */
static unsigned op_end(const Emit *e, const Words *w, unsigned at) {
    Pc pc = (Pc)at;
    vm_skip(e->t->game, w->w, &pc);
    return pc;
}

static void note_set(Emit *e, const Words *w, unsigned at) {
    unsigned end = op_end(e, w, at);
    if (w->w[at] == OP_CARDS) copy_range(e, &e->cond_set, w, at, end);
}

/* Remembers the number, set and filter of the predicate at 'at'. Returns the position behind it. */
static unsigned note_predicate(Emit *e, const Words *w, unsigned at) {
    while (w->w[at] == OP_BMARK) at += 2;
    unsigned end = op_end(e, w, at), n;
    switch (w->w[at]) {
    case OP_GE:
    case OP_LE:
    case OP_EQ:
    case OP_GT:
    case OP_LT:
        if (w->w[at + 1] == OP_NUM || w->w[at + 1] == OP_X) break;
        copy_range(e, &e->cond_number, w, at + 1, op_end(e, w, at + 1));
        if (w->w[at + 1] == OP_COUNT) note_set(e, w, at + 2);
        break;
    case OP_ODD: copy_range(e, &e->cond_number, w, at + 1, end); break;
    case OP_NOT: note_predicate(e, w, at + 1); break;
    case OP_HAVE:
    case OP_HAVEALL:
        note_set(e, w, at + 1);
        copy_range(e, &e->cond_filter, w, op_end(e, w, at + 1), end);
        break;
    case OP_AND:
        n = w->w[at + 1];
        for (unsigned i = at + 2; n > 0 && i < end; n--) i = note_predicate(e, w, i);
        break;
    default: break;
    }
    return end;
}

void note_condition(Emit *e, const Words *cond) {
    if (cond->n && !e->failed) note_predicate(e, cond, 0);
}

void note_each(Emit *e, const Words *each) {
    if (each->n < 3 || each->w[0] != OP_DIV || e->failed) return;
    copy_range(e, &e->cond_number, each, 1, op_end(e, each, 1));
    if (each->w[1] == OP_COUNT) note_set(e, each, 2);
}

void emit_last_condition(Emit *e, const Node *n, char what, Words *out) {
    const Words *w = what == 'v' ? &e->cond_number : what == 's' ? &e->cond_set : &e->cond_filter;
    if (!w->n) fail(e, n, "there is no condition before this to continue from");
    append(e, out, w);
}

/* "It" in a static ability, which has no register for it: the set named last, else the cards that
 * the condition found. */
void emit_static_it(Emit *e, const Node *n, Words *out) {
    if (n->self_meant) {
        put(e, out, OP_SELF);
    } else if (e->last_set.n) {
        append(e, out, &e->last_set);
    } else if (e->cond_set.n && e->cond_filter.n) {
        put(e, out, OP_ONLY);
        append(e, out, &e->cond_set);
        append(e, out, &e->cond_filter);
    } else {
        fail(e, n, "nothing before this says which card is meant");
    }
}

/* ---- all cases that apply ---- */

/* One body of the list, under its condition if it has one. */
static void emit_case(Emit *e, const Node *n, const Words *cond, Words *out) {
    Words head;
    head.n = 0;
    unsigned from = out->n;
    emit_body(e, node_child(e->t, n, n->nchild - 1u), out);
    if (!cond->n) return;
    put(e, &head, OP_IF);
    append(e, &head, cond);
    wrap(e, out, from, &head);
}

/* "以下をすべて行う": the bodies one after another. With a subject each case has a condition about
 * it; the number is stored in X, or all conditions are evaluated as bits of X, before anything is
 * done. */
void emit_doall(Emit *e, const Node *n, Words *out) {
    const Node *part[12];
    unsigned k = flatten(e, node_child(e->t, n, n->nchild - 1u), part, 12);
    const char *first = node_code(e, part[0]);
    bool number = strstr(first, " X ") != 0,
         asks = code_is(first, "HAVE") || code_is(first, "HAVEALL");
    if (number || asks) put(e, out, OP_SETX);
    if (number) {
        emit_node(e, node_child(e->t, n, 0), out);
    } else if (asks) {
        e->cond_set.n = 0;
        put(e, &e->cond_set, OP_CARDS);
        emit_node(e, node_child(e->t, n, 0), &e->cond_set);
        emit_node(e, node_child(e->t, n, 1), &e->cond_set);
        put_place_body(e, node_child(e->t, n, 1), &e->cond_set);
    }
    for (unsigned i = 0; asks && i < k; i++) { /* one bit of X per condition */
        if (i + 1 < k) put(e, out, OP_ADD);
        put(e, out, OP_MUL);
        put(e, out, OP_NUM);
        put(e, out, 1u << i);
        put(e, out, OP_BIT);
        emit_node(e, part[i], out);
    }
    for (unsigned i = 0; i < k; i++) {
        Words cond;
        cond.n = 0;
        if (asks) {
            put(e, &cond, OP_XBIT);
            put(e, &cond, i);
        } else if (number) {
            emit_node(e, part[i], &cond);
        }
        emit_case(e, part[i], &cond, out);
    }
}

/* ---- alternatives ---- */

/* Writes MODES with two bodies of which the player picks one. */
static void put_modes(Emit *e, unsigned player, const Words *a, const Words *b, Words *out) {
    put(e, out, OP_MODES);
    put(e, out, player ? player : OP_YOU);
    put(e, out, OP_NUM);
    put(e, out, 1);
    put(e, out, 0);
    put(e, out, 2);
    put(e, out, a->n);
    put(e, out, b->n);
    append(e, out, a);
    append(e, out, b);
}

/* "!ways A / B": two ways to do something, the player picks one. */
void emit_ways(Emit *e, const Node *n, Words *out) {
    Words way[2] = {{0}, {0}};
    const char *s = node_code(e, n) + strlen("!ways");
    for (unsigned k = 0; *s && !e->failed;) {
        while (*s == ' ') s++;
        if (*s == '/') {
            k = 1;
            s++;
        } else if (*s) {
            s = emit_token(e, n, s, &way[k]);
        }
    }
    put_modes(e, n->player, &way[0], &way[1], out);
}

/* Is the code about cards that were chosen, looked at or revealed before it? */
static bool goes_on_with(Emit *e, const Words *w) {
    bool shown = false;
    for (unsigned i = 0; i < w->n && !e->failed; i += op_len(e, w, i)) {
        Words op = {0};
        for (unsigned k = i; k < i + op_len(e, w, i); k++) put(e, &op, w->w[k]);
        shown |= contains_op(e, &op, OP_LEFT) || contains_op(e, &op, OP_LOOKED) ||
                 contains_op(e, &op, OP_KEPT);
    }
    return shown || reads_it(e, w, 0);
}

/* Is the choice at the start of the run a part of this action only: made by the same player, and
 * not spoken of in the alternative? A target is chosen whatever is done. */
static bool run_belongs_to(Emit *e, const Node *act, unsigned run, const Words *second,
                           const Words *out) {
    while (run + 2 < out->n && out->w[run] == OP_MARK) run += 2;
    return !e->failed && !e->t->tongue->targets_on_entry && run + 1 < out->n &&
           out->w[run] == OP_SELECT && out->w[run + 1] == act->player && second->n &&
           !goes_on_with(e, second);
}

/* If the alternative begins with its own choice, or does not go on with the cards of the run, it
 * replaces the whole run, else only the last action. */
void emit_or(Emit *e, const Node **item, unsigned i, unsigned n, unsigned run, unsigned fresh,
             Words *out) {
    Words first, second;
    first.n = second.n = 0;
    const Node *act = node_child(e->t, item[i], 0), *last = node_child(e->t, item[n - 1], 0);
    emit_items(e, item, i + 1, n, &second);
    if (i + 1 == n || last->form == FORM_MAY || last->form == FORM_BY)
        fail(e, item[i], "「…するか」 needs another action behind it");
    unsigned at = 0;
    while (at + 1 < second.n && second.w[at] == OP_MARK) at += 2;
    const bool own = second.n && second.w[at] == OP_SELECT;
    unsigned from = own || run_belongs_to(e, act, run, &second, out) ? run : fresh;
    copy_range(e, &first, out, from, out->n);
    out->n = from;
    put_modes(e, act->player, &first, &second, out);
}
