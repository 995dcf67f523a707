/* "かわりに" inside an effect: under a condition an action, or only its destination, is another
 * one. Replacement effects (9.11) are abilities; see emit_replace. */
#include "kernel/pick.h"
#include "text/emit.h"

/* With 'may' the code of 'other' occurs twice: behind a declined 'then' and in the ELSE. */
void emit_if_else(Emit *e, const Words *cond, const Words *then, const Words *other, bool may,
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

/* ---- what is replaced ---- */

/* Does the code speak of "it" before it chooses cards itself? */
static bool refers_back(Emit *e, const Words *w) {
    for (unsigned i = 0; i < w->n && !e->failed; i += op_len(e, w, i)) {
        Words op;
        op.n = 0;
        for (unsigned k = 0; k < op_len(e, w, i); k++) put(e, &op, w->w[i + k]);
        if (contains_op(e, &op, OP_IT)) return true;
        if (w->w[i] == OP_SELECT || w->w[i] == OP_SETIT) return false;
    }
    return false;
}

/* Position behind the marks at the start of the code. */
static unsigned skip_marks(const Words *w) {
    unsigned i = 0;
    while (i + 1 < w->n && w->w[i] == OP_MARK) i += 2;
    return i;
}

/* Moves to 'out' what tells which cards the replaced action is about, so that the condition and
 * the alternative can speak of them: a choice, or cards that the action itself names. */
static void know_cards(Emit *e, Words *other, Words *out) {
    unsigned at = skip_marks(other);
    if (at >= other->n || e->failed) return;
    Words rest;
    rest.n = 0;
    if (other->w[at] == OP_SELECT) {
        at += op_len(e, other, at);
        for (unsigned i = 0; i < other->n; i++) put(e, i < at ? out : &rest, other->w[i]);
    } else if (other->w[at] == OP_MOVE || other->w[at] == OP_TAKE) {
        Pc set = (Pc)(at + 1), end;
        vm_skip(e->t->game, other->w, &set);
        end = set;
        vm_skip(e->t->game, other->w, &end);
        if (other->w[set] == OP_IT) return;
        put(e, out, OP_SETIT);
        for (unsigned i = set; i < end; i++) put(e, out, other->w[i]);
        for (unsigned i = 0; i < set; i++) put(e, &rest, other->w[i]);
        put(e, &rest, OP_IT);
        for (unsigned i = end; i < other->n; i++) put(e, &rest, other->w[i]);
    } else {
        return;
    }
    *other = rest;
}

void settle_cards(Emit *e, const Words *cond, const Words *then, Words *other, Words *out) {
    if (contains_op(e, cond, OP_IT) || refers_back(e, then)) know_cards(e, other, out);
}

static Words without_marks(Emit *e, const Words *w) {
    Words out;
    out.n = 0;
    for (unsigned i = 0, len; i < w->n && !e->failed; i += len) {
        len = op_len(e, w, i);
        for (unsigned k = 0; k < len && w->w[i] != OP_MARK; k++) put(e, &out, w->w[i + k]);
    }
    return out;
}

/* Is the code that of the action, clause marks aside? */
static bool is_action(Emit *e, const Words *w, const Words *action) {
    const Words bare = without_marks(e, w);
    return bare.n == action->n && !memcmp(bare.w, action->w, bare.n * sizeof *bare.w);
}

void split_named(Emit *e, const Node **item, unsigned alt, Words *other, Words *out) {
    Words named;
    named.n = 0;
    unsigned first = 0;
    while (first < alt && !code_is(node_code(e, item[first]), "!act")) first++;
    if (first == alt) return;
    emit_items(e, item, first, alt, &named);
    named = without_marks(e, &named);
    for (unsigned i = 0; i < other->n && !e->failed; i += op_len(e, other, i)) {
        Words tail, known;
        tail.n = known.n = 0;
        for (unsigned k = i; k < other->n; k++) put(e, &tail, other->w[k]);
        if (!is_action(e, &tail, &named))
            know_cards(e, &tail, &known); /* it leaves out its object */
        if (!is_action(e, &tail, &named)) continue;
        for (unsigned k = 0; k < i; k++) put(e, out, other->w[k]);
        append(e, out, &known);
        *other = tail;
        return;
    }
    fail(e, item[first], "the sentence before does not end with this action");
}

/* ---- another destination ---- */

static const Node *act_of(const Emit *e, const Node *item) {
    return code_is(node_code(e, item), "!act") ? node_child(e->t, item, 0) : 0;
}

/* Two wordings: 「控え室に置くかわりに手札に戻す」, or
 * 「この効果でキャラを控え室に置く際、かわりに、 そのキャラを手札に戻す」. */
typedef struct Redirect {
    const Node *act;  /* the alternative; FORM_MAY: it can be declined */
    const Node *from; /* destination that is replaced; the other one is that of 'act' */
    const Node *item[64];
    unsigned n;
} Redirect;

bool moves_on(const Emit *e, const Node *act) {
    const Node *card = role_filler(e->t, act, 's');
    return e->moves_on && card && same_word(node_code(e, card), "SELF");
}

/* Fills *o from a sentence of either wording. Returns false if it is neither. */
static bool read_redirect(Emit *e, const Node *sentence, Redirect *o) {
    o->n = flatten(e, node_child(e->t, sentence, 0), o->item, 64);
    o->act = act_of(e, o->item[o->n - 1]);
    o->from = o->act ? role_filler(e->t, o->act, 'x') : 0;
    if (o->act && moves_on(e, o->act)) return false;
    if (!o->act || o->from) return o->from != 0;
    for (unsigned i = 0; i < o->n; i++)
        if (code_is(node_code(e, o->item[i]), "!whenput"))
            o->from = node_child(e->t, o->item[i], 1);
    return o->from && code_is(node_code(e, o->act), "MOVE") && role_filler(e->t, o->act, 'D') &&
           !act_chooses(e->t, o->act);
}

void note_redirect(Emit *e, const Node *body) {
    Redirect o;
    e->redirect = 0;
    e->nredirected = 0;
    if (body->nchild < 2) return;
    const Node *next = node_child(e->t, node_child(e->t, body, 1), 0);
    if (read_redirect(e, next, &o)) e->redirect = next;
}

/* The conjunction of all conditions among the items. */
static void emit_conditions(Emit *e, const Node **item, unsigned n, Words *cond) {
    Words all;
    all.n = 0;
    unsigned count = 0;
    for (unsigned i = 0; i < n; i++) {
        const char *code = node_code(e, item[i]);
        if (code_is(code, "!whenput")) {
            put(e, &all, OP_HAVE);
            put(e, &all, OP_IT);
            emit_node(e, node_child(e->t, item[i], 0), &all);
            count++;
        } else if (code_is(code, "!if")) {
            emit_tail(e, item[i], &all);
            count++;
        } else if (!code_is(code, "!topic")) {
            fail(e, item[i], "only conditions may precede the alternative");
        }
    }
    if (!count) put(e, cond, OP_TRUE);
    if (count > 1) {
        put(e, cond, OP_AND);
        put(e, cond, count);
    }
    append(e, cond, &all);
}

/* Position of the destination operand of the move at w[i], 0 if it is not a move. */
static unsigned move_destination(Emit *e, const Words *w, unsigned i) {
    Pc pc = (Pc)(i + 1);
    if (w->w[i] != OP_MOVE && w->w[i] != OP_TAKE) return 0;
    vm_skip(e->t->game, w->w, &pc);
    vm_skip(e->t->game, w->w, &pc);
    return pc;
}

/* Only a move to the destination that the next sentence replaces is affected; it becomes an IF
 * between both destinations. */
void redirect_move(Emit *e, const Node *act, Words *out, unsigned fresh) {
    Words from, to, cond, then, move, head;
    from.n = to.n = cond.n = then.n = move.n = head.n = 0;
    unsigned last = fresh;
    Redirect o;
    if (!read_redirect(e, e->redirect, &o) || act == o.act || out->n == fresh || e->failed) return;
    for (unsigned i = fresh; i < out->n; i += op_len(e, out, i)) last = i;
    emit_node(e, o.from, &from);
    unsigned at = move_destination(e, out, last);
    if (!at || !from.n || out->w[at] != from.w[0]) return;
    e->nredirected++;
    emit_destination(e, o.act, &to);
    emit_conditions(e, o.item, o.n - 1, &cond);
    for (unsigned i = last; i < out->n; i++) put(e, &move, out->w[i]);
    out->n = last;
    if (contains_op(e, &cond, OP_IT)) know_cards(e, &move, out);
    at = move_destination(e, &move, 0);
    then = move;
    for (unsigned i = 0; i < 2 && i < to.n; i++) then.w[at + i] = to.w[i];
    bool may = o.act->form == FORM_MAY;
    if (may) {
        put(e, &head, OP_MAY);
        put(e, &head, o.act->player ? o.act->player : OP_YOU);
        wrap(e, &then, 0, &head);
    }
    emit_if_else(e, &cond, &then, &move, may, out);
}

/* ---- other cards, too ---- */

/* The action of "…なら、〔B〕を選んでもよい", "…なら、追加で…からも1枚選ぶ" or
 * "…なら、〔A〕ではなく〔B〕と 入れ替えてもよい", null if the sentence is another one. */
static const Node *widening_act(Emit *e, const Node *sentence, const Node **item, unsigned *n) {
    *n = flatten(e, node_child(e->t, sentence, 0), item, 64);
    const Node *act = act_of(e, item[*n - 1]);
    if (!act || code_is(node_code(e, act), "!more")) return act;
    bool may = code_is(node_code(e, act), "!widen") || code_is(node_code(e, act), "!otherwith");
    return may && act->form == FORM_MAY ? act : 0;
}

void note_widening(Emit *e, const Node *body) {
    const Node *item[64];
    unsigned n;
    e->widening = 0;
    e->nwidened = 0;
    if (body->nchild < 2) return;
    const Node *next = node_child(e->t, node_child(e->t, body, 1), 0);
    if (widening_act(e, next, item, &n)) e->widening = next;
}

/* Adds the cards to the set, as long as the conditions hold. */
static void join_if(Emit *e, const Node **item, unsigned n, Words *more, Words *set) {
    Words filter, cond, out;
    filter.n = cond.n = out.n = 0;
    emit_conditions(e, item, n, &cond);
    put(e, &filter, OP_SO);
    append(e, &filter, &cond);
    narrow_set(e, more, &filter);
    put(e, &out, OP_JOIN);
    append(e, &out, set);
    append(e, &out, more);
    *set = out;
}

/* The other cards are those named, or such cards in the place that the choice is made from. */
void widen_choice(Emit *e, const Node *act, Words *set) {
    const Node *item[64];
    unsigned n;
    if (!e->widening || e->failed) return;
    const Node *also = widening_act(e, e->widening, item, &n), *from = role_filler(e->t, act, 'F');
    if (!code_is(node_code(e, also), "!widen")) return;
    const Node *what = 0, *which = role_filler(e->t, also, 's');
    Words more, filter;
    more.n = filter.n = 0;
    e->nwidened++;
    if (which && same_word(grammar_row(e->t->grammar, which->row)->pattern, "<own><f>")) {
        const Node *own = node_child(e->t, which, 0);
        if (own->start < own->end && node_child(e->t, own, 0)->player != OP_YOU)
            fail(e, also, "these cards are not where the choice is made from");
        what = node_child(e->t, which, 1);
        which = 0;
    }
    if (!from && !which) fail(e, also, "the text does not say where these cards are");
    if (e->failed) return;
    emit_node(e, which ? which : from, &more);
    if (what) emit_node(e, what, &filter);
    narrow_set(e, &more, &filter);
    join_if(e, item, n - 1, &more, set);
}

/* "〔A〕ではなく〔B〕と入れ替えてもよい": the partner may be one of the other cards of that place.
 */
void widen_partner(Emit *e, Words *set) {
    const Node *item[64];
    unsigned n;
    if (!e->widening || e->failed) return;
    const Node *also = widening_act(e, e->widening, item, &n);
    if (!code_is(node_code(e, also), "!otherwith")) return;
    Words first, second, more;
    first.n = second.n = more.n = 0;
    Pc pc = 1;
    emit_node(e, node_child(e->t, also, 0), &first);
    emit_node(e, node_child(e->t, also, 1), &second);
    e->nwidened++;
    if (!e->failed && set->w[0] == OP_CARDS) vm_skip(e->t->game, set->w, &pc);
    unsigned filter = pc + 2u; /* behind the zones and the length */
    if (e->failed || set->w[0] != OP_CARDS || set->n != filter + first.n ||
        memcmp(set->w + filter, first.w, first.n * sizeof(Code))) {
        fail(e, also, "the partner before this is another one");
        return;
    }
    for (unsigned i = 0; i <= pc; i++) put(e, &more, set->w[i]);
    put_body(e, &more, &second);
    join_if(e, item, n - 1, &more, set);
}

/* "追加でメンバーからも1枚選ぶ": a second choice, whose cards are treated like those of the first.
 * bind.c sets whose cards they are. */
void choose_more(Emit *e, const Node *act, Words *out) {
    const Node *item[64];
    unsigned n, from = out->n;
    if (!e->widening || e->failed) return;
    const Node *also = widening_act(e, e->widening, item, &n);
    if (!code_is(node_code(e, also), "!more")) return;
    const Node *own = node_child(e->t, also, 0), *zones = node_child(e->t, also, 1),
               *many = node_child(e->t, also, 2);
    Words head, cond, filter;
    head.n = cond.n = filter.n = 0;
    e->nwidened++;
    if (!e->chosen_from.n) fail(e, also, "the choice before this is not one of a zone's cards");
    put(e, out, OP_SELECT);
    put(e, out, act->player);
    put(e, out, OP_CARDS);
    emit_node(e, own, out);
    emit_node(e, zones, out);
    emit_part(e, zones, 1, &filter);
    put_body(e, out, &filter);
    emit_part(e, many, 0, out);
    emit_part(e, many, 1, out);
    put(e, out, PICK_ADD);
    emit_conditions(e, item, n - 1, &cond);
    put_if(e, &head, &cond);
    wrap(e, out, from, &head);
}

/* ---- twice as much ---- */

/* "…なら、この数値は2倍になる", "この数値は…1枚につき、2倍になる". */
void note_scale(Emit *e, const Node *body) {
    const Node *item[64];
    e->scale.n = 0;
    e->scaled = false;
    if (body->nchild < 2) return;
    const Node *next = node_child(e->t, node_child(e->t, body, 1), 0);
    unsigned n = flatten(e, node_child(e->t, next, 0), item, 64);
    const Node *act = act_of(e, item[n - 1]);
    if (!act || !code_is(node_code(e, act), "!scale")) return;
    Words times, factor;
    times.n = factor.n = 0;
    emit_node(e, node_child(e->t, act, act->nchild - 1u), &times);
    if (act->nchild > 1) {
        put(e, &factor, OP_POW);
        append(e, &factor, &times);
        emit_node(e, node_child(e->t, act, 0), &factor);
        if (n > 1) fail(e, act, "nothing may precede this");
    } else {
        Words cond;
        cond.n = 0;
        emit_conditions(e, item, n - 1, &cond);
        static const Code one[] = {OP_ADD, OP_NUM, 1, OP_MUL, OP_BIT};
        for (unsigned i = 0; i < 5; i++) put(e, &factor, one[i]);
        append(e, &factor, &cond);
        put(e, &factor, OP_SUB);
        append(e, &factor, &times);
        put(e, &factor, OP_NUM);
        put(e, &factor, 1);
    }
    e->scale = factor;
}

/* ---- from the top of the deck instead ---- */

/* The number of cards stays that of the replaced choice. */
bool emit_from_top(Emit *e, const Node *sentence, Words *out, unsigned from) {
    const Node *item[64];
    unsigned n = flatten(e, node_child(e->t, sentence, 0), item, 64);
    const Node *act = act_of(e, item[n - 1]);
    Words cond, then, other, head;
    cond.n = then.n = other.n = head.n = 0;
    if (!act || !code_is(node_code(e, act), "!fromtop") || e->failed) return false;
    Pc count = (Pc)(from + 2); /* SELECT player set count */
    if (from >= out->n || out->w[from] != OP_SELECT)
        return fail(e, act, "this must follow a choice of cards and their move"), true;
    vm_skip(e->t->game, out->w, &count);
    unsigned move = from + op_len(e, out, from), at = move_destination(e, out, move);
    if (move >= out->n || !at || move + op_len(e, out, move) != out->n || out->w[count] != OP_NUM)
        return fail(e, act, "this must follow a choice of cards and their move"), true;
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
    emit_conditions(e, item, n - 1, &cond);
    emit_if_else(e, &cond, &then, &other, act->form == FORM_MAY, out);
    return true;
}

/* ---- another number ---- */

/* Everything else of 'first' is copied, so the cards chosen are treated alike. */
bool recount(Emit *e, const Node *item, const Words *first, Words *out) {
    const Node *act = act_of(e, item);
    Words low, high;
    low.n = high.n = 0;
    if (!act || !code_is(node_code(e, act), "!recount") || e->failed) return false;
    const Node *howmany = node_child(e->t, act, 0);
    unsigned at = 0;
    while (at + 1 < first->n && first->w[at] == OP_MARK) at += 2;
    if (at >= first->n || first->w[at] != OP_SELECT)
        return fail(e, act, "there is no choice before this whose number could change"), true;
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

/* ---- another action ---- */

/* Only one action may precede the condition: it would be unclear which one is replaced. */
bool emit_instead(Emit *e, const Node **item, unsigned n, Words *out) {
    unsigned acts = 0, when = n, alt = n;
    for (unsigned i = 0; i < n && alt == n; i++) {
        const char *code = node_code(e, item[i]);
        if (code_is(code, "!act")) acts++;
        if (code_is(code, "!if") && when == n) when = i;
        if (code_is(code, "!alt")) alt = i;
    }
    if (alt == n || when > alt || !acts) return false;
    if (acts > 1 || alt != when + 1)
        return fail(e, item[alt], "「かわりに」 must follow one action and its condition"), true;
    Words cond, then, other;
    cond.n = then.n = other.n = 0;
    emit_items(e, item, 0, when, &other);
    emit_tail(e, item[when], &cond);
    emit_items(e, item, alt + 1, n, &then);
    settle_cards(e, &cond, &then, &other, out);
    const Node *last = act_of(e, item[n - 1]);
    emit_if_else(e, &cond, &then, &other, last && last->form == FORM_MAY, out);
    return true;
}
