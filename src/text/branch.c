/* Conditions and payments, and the parts of a sentence that depend on them. */
#include "text/tongue.h"

bool is_payment(const Emit *e, const Words *w, unsigned i) {
    return w->w[i] == OP_PAY || (w->w[i] == OP_GAME && (e->t->tongue->pay_ops >> w->w[i + 1] & 1));
}

/* Does the condition ask what this effect has done? */
static bool tells_what_was_done(Emit *e, const Words *cond) {
    return contains_op(e, cond, OP_DID) || asks_where_put(e, cond);
}

void put_if(Emit *e, Words *head, const Words *cond) {
    put(e, head, tells_what_was_done(e, cond) ? OP_WHEN : OP_IF);
    append(e, head, cond);
}

/* The top cards of the decks of all players are taken from one deck after the other. */
void each_deck(Emit *e, const Node *act, unsigned at, Words *out) {
    Words head = {.n = 2, .w = {OP_EACH, OP_EVERY}};
    while (at < out->n && out->w[at] == OP_MARK) at += 2;
    if (e->failed || at + 3 >= out->n) return;
    const bool looks = out->w[at] == OP_LOOK;
    if (!looks && (out->w[at] != OP_MOVE || out->w[at + 2] != OP_TOPS)) return;
    unsigned whose = at + (looks ? 2u : 3u);
    while (whose < out->n && out->w[whose] == OP_PMARK) whose += 2;
    if (whose >= out->n || out->w[whose] != OP_EVERY) return;
    if (looks) fail(e, act, "the decks of several players cannot be looked at together");
    out->w[whose] = OP_THAT;
    wrap(e, out, at, &head);
}

/* ---- else ---- */

/* Bodies follow their op: op_len covers only the op, its operands and the body's length word. An IF
 * also owns the body behind an ELSE at the end of its own. */
unsigned skip_action(Emit *e, const Words *w, unsigned i) {
    unsigned op = w->w[i], end = i + op_len(e, w, i);
    if (op == OP_MODES) {
        Pc pc = (Pc)(i + 1);
        vm_skip(e->t->game, w->w, &pc);
        vm_skip(e->t->game, w->w, &pc);
        for (unsigned k = 0, count = w->w[pc + 1]; k < count; k++) end += w->w[pc + 2 + k];
    }
    if (op == OP_MAY || op == OP_BY || op == OP_EACH || op == OP_ROUNDS) return end + w->w[end - 1];
    if (op != OP_IF && op != OP_WHEN) return end;
    unsigned body = end;
    end += w->w[body - 1];
    return has_else(e, w, body, end) ? end + w->w[end - 1] : end;
}

bool has_else(Emit *e, const Words *w, unsigned from, unsigned to) {
    for (unsigned i = from; i < to && !e->failed; i = skip_action(e, w, i))
        if (w->w[i] == OP_ELSE) return true;
    return false;
}

/* Finds the IF that ends at 'end' and whose condition is the negation of 'cond'. Returns the
 * position of its length, + 1; 0 if there is none. */
static unsigned find_opposite_if(Emit *e, const Words *out, unsigned end, const Words *cond) {
    if (!cond->n || cond->w[0] != OP_NOT || e->failed) return 0;
    for (unsigned i = 0; i < end; i = skip_action(e, out, i)) {
        if (out->w[i] != OP_IF && out->w[i] != OP_WHEN) continue;
        unsigned at = i + op_len(e, out, i) - 1, n = at - i - 1;
        if (at + 1 + out->w[at] == end && n + 1 == cond->n &&
            !memcmp(out->w + i + 1, cond->w + 1, n * sizeof(Code)))
            return at + 1;
    }
    return 0;
}

/* Turns the code since 'from' into the ELSE of the IF before it. */
static void attach_else(Emit *e, Words *out, unsigned from, unsigned length) {
    Words body;
    body.n = 0;
    for (unsigned i = from; i < out->n; i++) put(e, &body, out->w[i]);
    out->n = from;
    put(e, out, OP_ELSE);
    put(e, out, body.n);
    out->w[length] = (Code)(out->w[length] + 2);
    append(e, out, &body);
}

/* ---- if ---- */

/* Does the first action use "it"? */
static bool uses_it(Emit *e, const Words *w, unsigned from) {
    if (e->failed || from >= w->n || w->w[from] == OP_SELECT) return false;
    unsigned end = from + op_len(e, w, from);
    if (w->w[from] != OP_MOVE && w->w[from] != OP_SWAP && w->w[from] != OP_MOD &&
        w->w[from] != OP_ORIENT)
        return false;
    for (unsigned i = from + 1; i < end && i < from + 4; i++)
        if (w->w[i] == OP_IT) return true;
    return false;
}

/* "There is X", "there are 2 or more X". */
static bool is_found(const Words *cond) {
    return cond->n > 1 && cond->w[0] == OP_HAVE && cond->w[1] == OP_CARDS;
}
static bool is_counted(const Words *cond) {
    return cond->n > 3 && (cond->w[0] == OP_EQ || cond->w[0] == OP_GE) && cond->w[1] == OP_COUNT &&
           cond->w[2] == OP_CARDS;
}

/* "If there is X, … that card": assigns X to "it" in front of the code since 'from'. */
static void bind_found(Emit *e, const Words *cond, unsigned from, Words *out) {
    const bool found = is_found(cond), counted = is_counted(cond);
    if ((!found && !counted) || e->is_static || !uses_it(e, out, from)) return;
    Words body;
    body.n = 0;
    for (unsigned i = from; i < out->n; i++) put(e, &body, out->w[i]);
    out->n = from;
    put(e, out, OP_SETIT);
    if (found) put(e, out, OP_ONLY);
    Pc end = counted ? 2 : (Pc)cond->n;
    if (counted) vm_skip(e->t->game, cond->w, &end);
    for (unsigned i = counted ? 2 : 1; i < end; i++) put(e, out, cond->w[i]);
    append(e, out, &body);
}

/* Is the last choice of exactly one card? */
static bool chose_one(Emit *e, const Words *w, unsigned end) {
    static const Code one[] = {OP_NUM, 1, OP_NUM, 1};
    bool yes = false;
    for (unsigned i = 0; i < end && !e->failed; i += op_len(e, w, i))
        if (w->w[i] == OP_SELECT) yes = !memcmp(&w->w[i + op_len(e, w, i) - 5], one, sizeof one);
    return yes;
}

/* "If it is an A, in addition it gets +1" of several cards is about each of them: the changes since
 * 'from' are those of the cards that the condition is true of. Returns false if it is not such a
 * condition, or about one card. */
static bool change_each(Emit *e, const Words *cond, unsigned from, Words *out) {
    Words one = {0}, each = {0};
    Pc filter = 1;
    if (e->failed || from == out->n || !cond->n || cond->w[0] != OP_ALL) return false;
    if (cond->w[1] != OP_CARDS && (cond->w[1] != OP_IT || chose_one(e, out, from))) return false;
    vm_skip(e->t->game, cond->w, &filter);
    put(e, &one, OP_ONLY);
    for (unsigned i = 1; i < cond->n; i++) put(e, &one, cond->w[i]);
    for (unsigned i = from; i < out->n && !e->failed;) {
        const unsigned end = i + op_len(e, out, i), set = filter - 1u;
        const bool same = end - i > set && !memcmp(&out->w[i + 1], &cond->w[1], set * sizeof(Code));
        if (out->w[i] == OP_RULE || !vm_lasts(out->w[i]) || !same) return false;
        put(e, &each, out->w[i]);
        append(e, &each, &one);
        for (unsigned k = i + 1 + set; k < end; k++) put(e, &each, out->w[k]);
        i = end;
    }
    out->n = from;
    append(e, out, &each);
    return true;
}

/* Compiles the condition of an item. 「そうでないなら」 negates the last one instead, which
 * find_opposite_if then recognises. */
static void emit_if_condition(Emit *e, const Node *item, Words *cond) {
    if (code_is(node_code(e, item), "!else")) { /* negate the last condition */
        if (!e->last_if.n) fail(e, item, "「そうでないなら」 has no condition before it");
        put(e, cond, OP_NOT);
        append(e, cond, &e->last_if);
        return;
    }
    emit_tail(e, item, cond);
    if (is_found(cond) || is_counted(cond)) e->described = true;
    e->last_if = *cond;
    note_condition(e, cond);
}

static bool is_condition(const char *code) {
    return code_is(code, "!if") || code_is(code, "!when") || code_is(code, "!else");
}

/* "Aなら、Xし、Bなら、Y": where the branch of the condition at i ends. A second condition ends the
 * first branch, unless さらに nests it. */
static unsigned branch_end(const Emit *e, const Node **item, unsigned i, unsigned n) {
    bool acted = false;
    for (unsigned j = i + 1; j < n; j++) {
        const char *code = node_code(e, item[j]);
        bool more = j + 1 < n && code_is(node_code(e, item[j + 1]), "!also");
        if (acted && is_condition(code) && !more) return j;
        if (code_is(code, "!delay")) return n;
        if (!code_is(code, "!act")) continue;
        if (node_child(e->t, item[j], 0)->form == FORM_BY) return n;
        acted = true;
    }
    return n;
}

/* Choices behind なら are made on resolution, even in a text with targets. */
static bool chosen_on_resolution(const Emit *e, const Node *item) {
    const uint32_t *cp = e->t->cp;
    unsigned end = item->end;
    if (end > item->start && cp[end - 1] == U'、') end--;
    if (end > item->start && cp[end - 1] == U'ば') end--;
    return e->t->tongue->targets_on_entry && end >= item->start + 2u && cp[end - 2] == U'な' &&
           cp[end - 1] == U'ら';
}

/* "While …" in a text that resolves once. Effects under it must end with the condition: a duration
 * for that exists only for "while this card is rested", and then e->duration is set. Returns true
 * if there is none. */
static bool note_while(Emit *e, const Node *item, const Words *cond) {
    if (!e->t->tongue->targets_on_entry || e->is_static || item->end < item->start + 2)
        return false;
    uint32_t last = e->t->cp[item->end - 2]; /* …間、 …中、 …かぎり、 …限り、 */
    if (last != U'間' && last != U'中' && last != U'り') return false;
    bool rested = cond->n == 3 && cond->w[0] == OP_ALL && cond->w[1] == OP_SELF &&
                  cond->w[2] == OP_RESTED && e->duration == DUR_GAME;
    if (rested) e->duration = DUR_WHILE_RESTED_SOURCE;
    return !rested;
}

/* Does the item ask what was done: 〔A〕を置いたら, そうしないなら? */
static bool asks_deed(const Emit *e, const Node *item) {
    const Node *first = item->nchild ? node_child(e->t, item, 0) : 0;
    const char *phrase =
        first && !first->leaf ? grammar_row(e->t->grammar, first->row)->phrase : "";
    return strstr(node_code(e, item), "DID") || same_word(phrase, "did") ||
           same_word(phrase, "didnot");
}

/* Compiles the branch behind the condition at i, then whatever follows the branch. A condition that
 * negates the IF just before becomes its ELSE. */
void emit_if(Emit *e, const Node **item, unsigned i, unsigned n, Words *out) {
    Words head, cond;
    head.n = cond.n = 0;
    e->conditional = true;
    const bool chose = only_chose(e);
    unsigned from = out->n, end = branch_end(e, item, i, n);
    emit_if_condition(e, item[i], &cond);
    if (tells_what_was_done(e, &cond) && end < n && !asks_deed(e, item[end]))
        end = n; /* "そうしたら、A、BならC": both of them */
    unsigned other = find_opposite_if(e, out, from, &cond);
    if (chosen_on_resolution(e, item[i])) put(e, out, OP_LATER);
    bool outer = e->in_while;
    e->in_while |= note_while(e, item[i], &cond);
    emit_items(e, item, i + 1, end, out);
    if (end == n) emit_continuation(e, false, out);
    e->in_while = outer;
    bool more = (i + 1 < n && code_is(node_code(e, item[i + 1]), "!also")) ||
                (i && code_is(node_code(e, item[i - 1]), "!also")); /* keeps "it" */
    if (!more && !chose) bind_found(e, &cond, from, out);
    put_if(e, &head, &cond);
    if (other)
        attach_else(e, out, from, other - 1);
    else if (!more || !change_each(e, &cond, from, out))
        wrap(e, out, from, &head);
    if (end < n) emit_items(e, item, end, n, out);
}

/* ---- payments ---- */

const Node *paid_for_after(const Emit *e, const Node *body) {
    const Node *next = body->nchild > 1 ? node_child(e->t, body, 1) : 0;
    return next && node_child(e->t, next, 0)->paid_for ? next : 0;
}

void pay_something(Emit *e, unsigned run, Words *out) {
    static const Code one[] = {OP_ATLEAST, OP_NUM, 1};
    for (unsigned i = run; i < out->n && !e->failed; i = skip_action(e, out, i)) {
        Pc min = (Pc)(i + 1);
        if (out->w[i] != OP_SELECT) continue;
        vm_skip(e->t->game, out->w, &min);
        vm_skip(e->t->game, out->w, &min);
        if (out->w[min] != OP_WHOLE) continue;
        Words rest;
        rest.n = 0;
        for (unsigned k = min + 1u; k < out->n; k++) put(e, &rest, out->w[k]);
        out->n = min;
        for (unsigned k = 0; k < 3; k++) put(e, out, one[k]);
        append(e, out, &rest);
    }
}

/* Everything becomes the body of one WHEN DID: it happens only if the payment was made. */
void emit_paid_for(Emit *e, const Node **item, unsigned i, unsigned n, Words *out) {
    static const Words did = {.n = 1, .w = {OP_DID}};
    Words head;
    head.n = 0;
    unsigned from = out->n;
    emit_items(e, item, i, n, out);
    if (e->paid_for && e->each.n && !e->each_used)
        fail(e, item[i - 1], "「…につき」 multiplies nothing in this sentence");
    if (e->paid_for) e->each.n = 0;
    while (e->paid_for && !e->failed) {
        const Node *body = e->paid_for;
        e->paid_for = paid_for_after(e, body);
        e->duration = e->default_duration;
        e->linked = sentence_goes_on(e, node_child(e->t, body, 0), false);
        unsigned shift = e->shift; /* as in emit_continuation */
        emit_sentence(e, node_child(e->t, body, 0), out);
        e->shift = shift;
    }
    if (out->n == from) return;
    put_if(e, &head, &did);
    wrap(e, out, from, &head);
}

/* "…して、…してもよい": the actions before the last one, which begins at 'fresh', are a cost paid
 * on resolution. Returns false if there are none. */
bool emit_may_with_cost(Emit *e, unsigned run, unsigned fresh, unsigned player, Words *out) {
    static const Words did = {.n = 1, .w = {OP_DID}};
    unsigned cost = run;
    for (unsigned i = run; i < fresh && !e->failed; i += op_len(e, out, i)) {
        unsigned op = out->w[i];
        bool acts =
            op != OP_SELECT && op != OP_WITHIN && op != OP_SETIT && op != OP_KEEP && op != OP_MARK;
        if (acts) cost = i + op_len(e, out, i);
    }
    if (cost == run || !e->t->tongue->targets_on_entry || e->failed) return false;
    Words rest, then, by;
    rest.n = then.n = by.n = 0;
    for (unsigned i = cost; i < out->n; i++) put(e, &rest, out->w[i]);
    out->n = cost;
    put(e, &by, OP_BY);
    put(e, &by, player);
    wrap(e, out, run, &by);
    put_if(e, &then, &did);
    unsigned from = out->n;
    append(e, out, &rest);
    wrap(e, out, from, &then);
    return true;
}

/* ---- 「…してよい。それが…なら、…」 ---- */

/* Does the action make other cards "it"? */
static bool renames_it(const Words *w, unsigned i, unsigned set) {
    switch (w->w[i]) {
    case OP_SELECT:
    case OP_SETIT:
    case OP_SWAP:
    case OP_SWAPREST:
    case OP_DRAW:
    case OP_LOOK: return true;
    case OP_MOVE:
    case OP_TAKE: return w->w[set] != OP_IT && w->w[set] != OP_SELF;
    default: return false;
    }
}

/* Do the actions in [from, to) make other cards "it"? */
static bool any_renames_it(Emit *e, const Words *w, unsigned from, unsigned to) {
    for (unsigned i = from; i < to && !e->failed; i += op_len(e, w, i)) {
        Pc set = (Pc)(i + 1);
        if (w->w[i] == OP_MOVE || w->w[i] == OP_TAKE) vm_skip(e->t->game, w->w, &set);
        if (renames_it(w, i, set)) return true;
    }
    return false;
}

/* Does the code before 'end' end with an optional action that makes other cards "it"? */
static bool ends_optional(Emit *e, const Words *w, unsigned end) {
    unsigned last = end;
    for (unsigned i = 0; i < end && !e->failed; i = skip_action(e, w, i))
        if (w->w[i] != OP_MARK) last = i;
    if (e->failed || last == end || w->w[last] != OP_MAY || skip_action(e, w, last) != end)
        return false;
    return any_renames_it(e, w, last + op_len(e, w, last), end);
}

bool reads_it(Emit *e, const Words *w, unsigned from) {
    for (unsigned i = from; i < w->n && !e->failed;) {
        Words op = {0};
        const unsigned end = i + op_len(e, w, i);
        for (unsigned k = i; k < end; k++) put(e, &op, w->w[k]);
        const bool tells = contains_op(e, &op, OP_DID) || asks_where_put(e, &op);
        if (!tells && contains_op(e, &op, OP_IT)) return true;
        if (any_renames_it(e, w, i, end)) return false;
        i = tells ? skip_action(e, w, i) : end;
    }
    return false;
}

static bool says_otherwise(const Emit *e, const Node *n) {
    if (n->leaf) return false;
    if (code_is(node_code(e, n), "!else")) return true;
    return n->nchild && says_otherwise(e, node_child(e->t, n, 0));
}

void begin_sentence_code(Emit *e, const Node *sentence, Words *out) {
    static const Words did = {.n = 1, .w = {OP_DID}},
                       found = {.n = 3, .w = {OP_HAVE, OP_IT, OP_ANY}};
    Words head = {0};
    if (!e->guarded || e->failed || (sentence && says_otherwise(e, sentence))) return;
    put(e, &head, OP_WHEN);
    append(e, &head, e->guarded_it ? &found : &did);
    wrap(e, out, e->guarded - 1, &head);
    e->guarded = 0;
    e->guarded_it = false;
}

/* Does the code before 'end' end with a condition without "otherwise", under which other cards
 * become "it"? Returns the place of the length of its body, 0: it does not. */
static unsigned ends_conditional(Emit *e, const Words *w, unsigned end) {
    unsigned last = end;
    for (unsigned i = 0; i < end && !e->failed; i = skip_action(e, w, i))
        if (w->w[i] != OP_MARK) last = i;
    if (e->failed || last == end || (w->w[last] != OP_IF && w->w[last] != OP_WHEN)) return 0;
    const unsigned body = last + op_len(e, w, last);
    const bool plain = body + w->w[body - 1] == end;
    return plain && any_renames_it(e, w, body, end) ? body - 1 : 0;
}

/* "…なら、1枚選ぶ。それが…": without the condition nothing was chosen, and "it" is nothing. */
static unsigned forget_it_otherwise(Emit *e, unsigned length, unsigned from, Words *out) {
    Words rest = {0};
    for (unsigned i = from; i < out->n; i++) put(e, &rest, out->w[i]);
    out->n = from;
    put(e, out, OP_SETIT);
    put(e, out, OP_NOSET);
    attach_else(e, out, from, length);
    const unsigned added = out->n - from;
    append(e, out, &rest);
    e->shift += added;
    return from + added;
}

void end_sentence_code(Emit *e, unsigned from, Words *out) {
    if (e->guarded || e->failed || e->is_static || !reads_it(e, out, from)) return;
    const unsigned length = ends_conditional(e, out, from);
    if (length) {
        e->guarded = forget_it_otherwise(e, length, from, out) + 1;
        e->guarded_it = true;
    } else if (ends_optional(e, out, from)) {
        e->guarded = from + 1;
    }
}
