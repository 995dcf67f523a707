/* Choices and what is done with the chosen cards: a choice is made among what that can be done to.
 */
#include "kernel/pick.h"
#include "text/tongue.h"

/* A choice in the code, and the action behind it. */
typedef struct Chosen {
    Pc set, end; /* the set it is made from */
    unsigned flags, next;
} Chosen;

static Chosen choice_at(Emit *e, const Words *w, unsigned i) {
    Chosen c = {.set = (Pc)(i + 1), .next = i + op_len(e, w, i)};
    vm_skip(e->t->game, w->w, &c.set); /* behind the player */
    c.end = c.set;
    vm_skip(e->t->game, w->w, &c.end);
    c.flags = c.next - 1;
    while (c.next < w->n && w->w[c.next] == OP_MARK) c.next += 2;
    return c;
}

/* The set is narrowed by a filter. */
static void narrow(Emit *e, Words *w, const Chosen *c, const Code *filter, unsigned n) {
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

static bool is_op(const Words *w, unsigned i, unsigned op, unsigned operand) {
    return i + 2 < w->n && w->w[i] == op && w->w[i + operand] == OP_IT;
}

/* Does it ask for cards of the kind? */
static bool names_kind(const Words *w, const Chosen *c, unsigned kind) {
    for (unsigned i = c->set + 1u; i + 1 < c->end; i++)
        if (w->w[i] == OP_KIND && w->w[i + 1] == kind) {
            unsigned before = i - 1;
            while (w->w[before - 1] == OP_FMARK) before -= 2;
            if (w->w[before] != OP_FNOT) return true;
        }
    return false;
}

/* Does it speak of the zone, and not of the kind that goes there only by name? */
static bool plain_stored(const Tongue *t, const Words *w, const Chosen *c) {
    Pc zones = (Pc)(c->set + 1);
    while (w->w[zones] == OP_PMARK) zones = (Pc)(zones + 2);
    return w->w[c->set] == OP_CARDS && (w->w[zones + 1] >> t->stored_zone & 1) &&
           !names_kind(w, c, t->stored_kind);
}

void restrict_choices(Emit *e, Words *out, unsigned from, unsigned fresh, bool cost) {
    const Tongue *t = e->t->tongue;
    const Code not_stored[] = {OP_FNOT, OP_FMARK, (Code)t->clause_stored, OP_KIND, t->stored_kind},
               upright[] = {OP_UPRIGHT};
    for (unsigned i = from; i < out->n && !e->failed; i += op_len(e, out, i)) {
        if (out->w[i] == OP_MODES) return;
        if (out->w[i] != OP_SELECT) continue;
        Chosen c = choice_at(e, out, i);
        if (c.next < fresh) continue;
        bool swap = (is_op(out, c.next, OP_SWAP, 1) || is_op(out, c.next, OP_SWAPREST, 1)) &&
                    out->w[c.next + 2] == OP_IT;
        bool any =
            out->w[c.end] == OP_NUM && out->w[c.end + 1] == 0 && out->w[c.end + 2] == OP_WHOLE;
        if (swap && any) out->w[c.flags] |= PICK_PAIRS;
        /* such cards do not go there by what does not say so */
        bool stored = t->stored_zone && is_op(out, c.next, OP_MOVE, 2) &&
                      out->w[c.next + 3] == zone_bit(t->stored_zone);
        if (stored && names_kind(out, &c, t->stored_kind))
            out->w[c.next + 4] |= PUT_NAMED_KIND;
        else if (stored || (swap && t->stored_zone && plain_stored(t, out, &c)))
            narrow(e, out, &c, not_stored, 5);
        else if (cost && is_op(out, c.next, OP_ORIENT, 1) && out->w[c.next + 2] == 1)
            narrow(e, out, &c, upright, 1); /* what is rested as a cost is upright */
    }
}
