/* "かわりに" inside an effect: an action, or only where it puts a card, is another one if something
 * is so. (Replacement effects of 9.11 are abilities: emit_replace.) */
#include "text/emit.h"

void either(Emit *e, const Words *cond, const Words *then, const Words *other, bool may,
            Words *out) {
    Words first = *then;
    if (may) {
        put(e, &first, OP_WHEN);
        put(e, &first, OP_NOT);
        put(e, &first, OP_DID);
        put(e, &first, other->n);
        append(e, &first, other);
    }
    put(e, &first, OP_ELSE);
    put(e, &first, other->n);
    put_if(e, out, cond);
    put(e, out, first.n);
    append(e, out, &first);
    append(e, out, other);
}

/* ---- where a card is put ---- */

static const Node *act_of(const Emit *e, const Node *item) {
    return code_is(node_code(e, item), "!act") ? node_child(e->t, item, 0) : 0;
}

void note_elsewhere(Emit *e, const Node *body) {
    const Node *item[64];
    e->elsewhere = 0;
    e->diverted = 0;
    if (body->nchild < 2) return;
    const Node *next = node_child(e->t, node_child(e->t, body, 1), 0);
    unsigned n = flatten(e, node_child(e->t, next, 0), item, 64);
    for (unsigned i = 0; i < n; i++) {
        const Node *act = act_of(e, item[i]);
        if (act && code_is(node_code(e, act), "!elsewhere") && i + 1 == n) e->elsewhere = next;
    }
}

/* The condition under which: all that the sentence asks before its action. */
static void conditions(Emit *e, const Node **item, unsigned n, Words *cond) {
    Words all = {0};
    unsigned count = 0;
    for (unsigned i = 0; i < n; i++) {
        const char *code = node_code(e, item[i]);
        if (code_is(code, "!if")) {
            emit_rest(e, item[i], &all);
            count++;
        } else if (!code_is(code, "!topic")) {
            fail(e, item[i], "only a condition may stand before what is done instead");
        }
    }
    if (!count) put(e, cond, OP_TRUE);
    if (count > 1) {
        put(e, cond, OP_AND);
        put(e, cond, count);
    }
    append(e, cond, &all);
}

/* Where the destination of the move at w[i] stands; 0: it is no move. */
static unsigned destination(Emit *e, const Words *w, unsigned i) {
    Pc pc = (Pc)(i + 1);
    if (w->w[i] != OP_MOVE && w->w[i] != OP_TAKE) return 0;
    vm_skip(e->t->game, w->w, &pc);
    vm_skip(e->t->game, w->w, &pc);
    return pc;
}

void divert(Emit *e, const Node *act, Words *out, unsigned fresh) {
    const Node *item[64], *s = e->elsewhere;
    Words from = {0}, to = {0}, cond = {0}, then = {0}, move = {0}, head = {0};
    unsigned last = fresh, n = flatten(e, node_child(e->t, s, 0), item, 64);
    const Node *other = act_of(e, item[n - 1]);
    if (act == other || out->n == fresh || e->failed) return;
    for (unsigned i = fresh; i < out->n; i += op_len(e, out, i)) last = i;
    emit_node(e, node_child(e->t, other, 0), &from);
    unsigned at = destination(e, out, last);
    if (!at || !from.n || out->w[at] != from.w[0]) return;
    e->diverted++;
    emit_node(e, node_child(e->t, other, 1), &to);
    conditions(e, item, n - 1, &cond);
    for (unsigned i = last; i < out->n; i++) put(e, &move, out->w[i]);
    then = move;
    for (unsigned i = 0; i < 2 && i < to.n; i++) then.w[at - last + i] = to.w[i];
    bool may = other->form == FORM_MAY;
    if (may) {
        put(e, &head, OP_MAY);
        put(e, &head, other->player ? other->player : OP_YOU);
        wrap(e, &then, 0, &head);
    }
    out->n = last;
    either(e, &cond, &then, &move, may, out);
}

/* ---- one action instead of another ---- */

bool emit_instead(Emit *e, const Node **item, unsigned n, Words *out) {
    unsigned acts = 0, when = n, alt = n;
    for (unsigned i = 0; i < n && alt == n; i++) {
        const char *code = node_code(e, item[i]);
        if (code_is(code, "!act")) acts++;
        if (code_is(code, "!if") && when == n) when = i;
        if (code_is(code, "!alt")) alt = i;
    }
    if (alt == n || when > alt || !acts) return false;
    if (acts > 1 || alt != when + 1) return fail(e, item[alt], "instead of which action?"), true;
    Words cond = {0}, then = {0}, other = {0};
    emit_items(e, item, 0, when, &other);
    emit_rest(e, item[when], &cond);
    emit_items(e, item, alt + 1, n, &then);
    const Node *last = act_of(e, item[n - 1]);
    either(e, &cond, &then, &other, last && last->form == FORM_MAY, out);
    return true;
}
