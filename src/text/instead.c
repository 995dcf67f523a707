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

/* How the sentence says it: 「控え室に置くかわりに手札に戻す」, or
 * 「この効果でキャラを控え室に置く際、かわりに、 そのキャラを手札に戻す」. */
typedef struct Other {
    const Node *act;       /* what is done instead: where to, and whether it may be declined */
    const Node *from, *to; /* destinations */
    const Node *item[64];
    unsigned n;
} Other;

static bool read_other(Emit *e, const Node *sentence, Other *o) {
    o->n = flatten(e, node_child(e->t, sentence, 0), o->item, 64);
    o->act = act_of(e, o->item[o->n - 1]);
    o->from = o->to = 0;
    if (!o->act) return false;
    if (code_is(node_code(e, o->act), "!elsewhere")) {
        o->from = node_child(e->t, o->act, 0);
        o->to = node_child(e->t, o->act, 1);
        return true;
    }
    for (unsigned i = 0; i < o->n; i++)
        if (code_is(node_code(e, o->item[i]), "!whenput"))
            o->from = node_child(e->t, o->item[i], 1);
    if (o->from && code_is(node_code(e, o->act), "MOVE") && o->act->nchild == 2)
        o->to = node_child(e->t, o->act, 1);
    return o->to != 0;
}

void note_elsewhere(Emit *e, const Node *body) {
    Other o;
    e->elsewhere = 0;
    e->diverted = 0;
    if (body->nchild < 2) return;
    const Node *next = node_child(e->t, node_child(e->t, body, 1), 0);
    if (read_other(e, next, &o)) e->elsewhere = next;
}

/* The condition under which: all that the sentence asks before its action. */
static void conditions(Emit *e, const Node **item, unsigned n, Words *cond) {
    Words all = {0};
    unsigned count = 0;
    for (unsigned i = 0; i < n; i++) {
        const char *code = node_code(e, item[i]);
        if (code_is(code, "!whenput")) {
            put(e, &all, OP_HAVE);
            put(e, &all, OP_IT);
            emit_node(e, node_child(e->t, item[i], 0), &all);
            count++;
        } else if (code_is(code, "!if")) {
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
    Words from = {0}, to = {0}, cond = {0}, then = {0}, move = {0}, head = {0};
    unsigned last = fresh;
    Other o;
    if (!read_other(e, e->elsewhere, &o) || act == o.act || out->n == fresh || e->failed) return;
    for (unsigned i = fresh; i < out->n; i += op_len(e, out, i)) last = i;
    emit_node(e, o.from, &from);
    unsigned at = destination(e, out, last);
    if (!at || !from.n || out->w[at] != from.w[0]) return;
    e->diverted++;
    emit_node(e, o.to, &to);
    conditions(e, o.item, o.n - 1, &cond);
    for (unsigned i = last; i < out->n; i++) put(e, &move, out->w[i]);
    then = move;
    for (unsigned i = 0; i < 2 && i < to.n; i++) then.w[at - last + i] = to.w[i];
    bool may = o.act->form == FORM_MAY;
    if (may) {
        put(e, &head, OP_MAY);
        put(e, &head, o.act->player ? o.act->player : OP_YOU);
        wrap(e, &then, 0, &head);
    }
    out->n = last;
    either(e, &cond, &then, &move, may, out);
}

/* ---- from the top of the deck instead of from another zone ---- */

bool emit_from_top(Emit *e, const Node *sentence, Words *out, unsigned from) {
    const Node *item[64];
    unsigned n = flatten(e, node_child(e->t, sentence, 0), item, 64);
    const Node *act = act_of(e, item[n - 1]);
    Words cond = {0}, then = {0}, other = {0}, head = {0};
    if (!act || !code_is(node_code(e, act), "!fromtop") || e->failed) return false;
    Pc count = (Pc)(from + 2); /* SELECT player set: behind the set how many */
    if (from >= out->n || out->w[from] != OP_SELECT) return fail(e, act, "instead of what?"), true;
    vm_skip(e->t->game, out->w, &count);
    unsigned move = from + op_len(e, out, from), at = destination(e, out, move);
    if (move >= out->n || !at || move + op_len(e, out, move) != out->n || out->w[count] != OP_NUM)
        return fail(e, act, "instead of what?"), true;
    static const Code head_of[] = {OP_MOVE, OP_YOU, OP_TOPS, OP_YOU, OP_NUM};
    for (unsigned i = 0; i < 5; i++) put(e, &then, head_of[i]);
    put(e, &then, out->w[count + 1]);
    for (unsigned i = at; i < out->n; i++) put(e, &then, out->w[i]);
    if (act->form == FORM_MAY) {
        put(e, &head, OP_MAY);
        put(e, &head, OP_YOU);
        wrap(e, &then, 0, &head);
    }
    for (unsigned i = from; i < out->n; i++) put(e, &other, out->w[i]);
    out->n = from;
    conditions(e, item, n - 1, &cond);
    either(e, &cond, &then, &other, act->form == FORM_MAY, out);
    return true;
}

/* ---- so many instead ---- */

bool recount(Emit *e, const Node *item, const Words *first, Words *out) {
    const Node *act = act_of(e, item);
    Words low = {0}, high = {0};
    if (!act || !code_is(node_code(e, act), "!recount") || e->failed) return false;
    const Node *howmany = node_child(e->t, act, 0);
    unsigned at = 0;
    while (at + 1 < first->n && first->w[at] == OP_MARK) at += 2;
    if (at >= first->n || first->w[at] != OP_SELECT)
        return fail(e, act, "choose among what?"), true;
    emit_part(e, howmany, 0, &low);
    emit_part(e, howmany, 1, &high);
    Pc count = (Pc)(at + 1), end;
    vm_skip(e->t->game, first->w, &count);
    vm_skip(e->t->game, first->w, &count);
    end = count;
    vm_skip(e->t->game, first->w, &end);
    vm_skip(e->t->game, first->w, &end);
    for (unsigned i = 0; i < count; i++) put(e, out, first->w[i]);
    append(e, out, &low);
    append(e, out, &high);
    for (unsigned i = end; i < first->n; i++) put(e, out, first->w[i]);
    return true;
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
