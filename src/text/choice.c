/* Restricts choices to cards that the following action can be done to. */
#include "kernel/pick.h"
#include "text/tongue.h"

/* A SELECT in the code and the action behind it. */
typedef struct SelectSite {
    Pc set, end;          /* range of its set */
    unsigned flags, next; /* positions of its flags and of the next action */
} SelectSite;

/* Locates the operands of the SELECT at i. */
static SelectSite choice_at(Emit *e, const Words *w, unsigned i) {
    SelectSite c = {.set = (Pc)(i + 1), .next = i + op_len(e, w, i)};
    vm_skip(e->t->game, w->w, &c.set); /* behind the player */
    c.end = c.set;
    vm_skip(e->t->game, w->w, &c.end);
    c.flags = c.next - 1;
    while (c.next < w->n && w->w[c.next] == OP_MARK) c.next += 2;
    return c;
}

/* Wraps the set of a choice as ONLY set filter. */
static void narrow(Emit *e, Words *w, const SelectSite *c, const Code *filter, unsigned n) {
    unsigned more = n + 1;
    if (w->n + more > MAX_WORDS) {
        put(e, w, 0);
        return;
    }
    memmove(w->w + c->end + more, w->w + c->end, (w->n - c->end) * sizeof(Code));
    memmove(w->w + c->set + 1, w->w + c->set, (c->end - c->set) * sizeof(Code));
    w->w[c->set] = OP_ONLY;
    memcpy(w->w + c->end + 1, filter, n * sizeof(Code));
    w->n += more;
}

/* Replaces each of the two numbers of a choice by the smaller of it and 'most'. */
static void choose_at_most(Emit *e, Words *w, const SelectSite *c, const Words *most) {
    Words rest = {0};
    Pc pc = c->end;
    for (unsigned i = 0; i < 2; i++) {
        const Pc from = pc;
        vm_skip(e->t->game, w->w, &pc);
        put(e, &rest, OP_MIN);
        for (unsigned k = from; k < pc; k++) put(e, &rest, w->w[k]);
        append(e, &rest, most);
    }
    for (unsigned k = pc; k < w->n; k++) put(e, &rest, w->w[k]);
    w->n = c->end;
    append(e, w, &rest);
}

void emit_share(Emit *e, const Node *n, Words *out) {
    unsigned last = 0, before = 0;
    bool any = false, two = false;
    (void)n;
    for (unsigned i = 0; i < out->n && !e->failed; i = skip_action(e, out, i)) {
        if (out->w[i] != OP_SELECT) continue;
        two = any, before = last;
        any = true, last = i;
    }
    if (!two || e->failed) return;
    const SelectSite chosen = choice_at(e, out, before), shared = choice_at(e, out, last);
    if (chosen.next != last || out->w[chosen.end] != OP_NUM) return;
    Words units = {0};
    Pc end = shared.end;
    vm_skip(e->t->game, out->w, &end);
    for (unsigned i = shared.end; i < end; i++) put(e, &units, out->w[i]);
    const unsigned was = out->n;
    choose_at_most(e, out, &chosen, &units);
    e->grown += out->n - was;
}

/* Is it this op, with "it" as that operand? */
static bool acts_on_it(const Words *w, unsigned i, unsigned op, unsigned operand) {
    return i + 2 < w->n && w->w[i] == op && w->w[i + operand] == OP_IT;
}

typedef struct KindSearch {
    unsigned kind, last; /* last: the op visited before, other than a mark */
    bool found;
} KindSearch;

/* Visitor for names_kind. */
static void match_kind(void *self, unsigned op, const Code *operands) {
    KindSearch *x = self;
    if (op == OP_KIND && operands[0] == x->kind && x->last != OP_FNOT) x->found = true;
    if (op != OP_FMARK) x->last = op;
}

/* Does the set's filter ask for cards of the kind, without negation? */
static bool names_kind(const Emit *e, const Words *w, const SelectSite *c, unsigned kind) {
    KindSearch x = {.kind = kind};
    vm_walk(e->t->game, w->w, c->set, match_kind, &x);
    return x.found;
}

/* Does the set's filter say so already, without negation? */
static void match_filter(void *self, unsigned op, const Code *operands) {
    KindSearch *x = self;
    (void)operands;
    if (op == x->kind && x->last != OP_FNOT) x->found = true;
    if (op != OP_FMARK) x->last = op;
}

static bool says_filter(const Emit *e, const Words *w, const SelectSite *c, unsigned op) {
    KindSearch x = {.kind = op};
    vm_walk(e->t->game, w->w, c->set, match_filter, &x);
    return x.found;
}

/* Does the set include the restricted zone without naming the restricted kind? */
static bool takes_restricted(const Emit *e, const Words *w, const SelectSite *c) {
    const Tongue *t = e->t->tongue;
    Pc zones = (Pc)(c->set + 1);
    while (w->w[zones] == OP_PMARK) zones = (Pc)(zones + 2);
    return w->w[c->set] == OP_CARDS && (w->w[zones + 1] >> t->restricted_zone & 1) &&
           !names_kind(e, w, c, t->restricted_kind);
}

/* Without this a player could choose cards to which nothing can then be done. The flags and filters
 * depend on the action right behind each choice. Bodies are left alone: what they contain was
 * restricted when they were written. */
unsigned restrict_choices(Emit *e, Words *out, unsigned from, unsigned fresh, bool cost) {
    const Tongue *t = e->t->tongue;
    const Code not_restricted[] = {OP_FNOT, OP_FMARK, (Code)t->clause_restricted, OP_KIND,
                                   t->restricted_kind},
               upright[] = {OP_UPRIGHT}, up[] = {OP_UP}, down[] = {OP_DOWN};
    for (unsigned i = from; i < out->n && !e->failed; i = skip_action(e, out, i)) {
        if (out->w[i] == OP_MODES) return fresh;
        if (out->w[i] != OP_SELECT) continue;
        SelectSite c = choice_at(e, out, i);
        if (c.next < fresh) continue;
        bool swap =
            (acts_on_it(out, c.next, OP_SWAP, 1) || acts_on_it(out, c.next, OP_SWAPREST, 1)) &&
            out->w[c.next + 2] == OP_IT;
        bool any =
            out->w[c.end] == OP_NUM && out->w[c.end + 1] == 0 && out->w[c.end + 2] == OP_WHOLE;
        if (swap && any) out->w[c.flags] |= PICK_PAIRS;
        const unsigned n = out->n;
        /* restricted cards only go there by effects that name their kind */
        bool to_restricted = t->restricted_zone && acts_on_it(out, c.next, OP_MOVE, 2) &&
                             out->w[c.next + 3] == zone_bit(t->restricted_zone);
        if (to_restricted && names_kind(e, out, &c, t->restricted_kind))
            out->w[c.next + 4] |= PUT_NAMED_KIND;
        else if (to_restricted || (swap && t->restricted_zone && takes_restricted(e, out, &c)))
            narrow(e, out, &c, not_restricted, 5);
        else if (cost && acts_on_it(out, c.next, OP_ORIENT, 1) && out->w[c.next + 2] == 1)
            narrow(e, out, &c, upright, 1); /* resting as a cost needs an upright card */
        else if (cost && acts_on_it(out, c.next, OP_TURNFACE, 1) &&
                 !says_filter(e, out, &c, out->w[c.next + 2] ? OP_UP : OP_DOWN))
            narrow(e, out, &c, out->w[c.next + 2] ? up : down, 1);
        if (i < fresh) fresh += out->n - n;
    }
    return fresh;
}
