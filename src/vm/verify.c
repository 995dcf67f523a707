/* Verifies compiled code before it runs: every op has the class that its place requires, every
 * operand is in range, every length ends where an op ends. Verified code never causes FAULT_CODE
 * and never makes the VM read outside the pack. */
#include "vm/vm.h"

enum { MAX_DEPTH = 100 }; /* nesting of ops and bodies; real texts stay far below */

/* The code being verified. */
enum Place { IN_BODY, IN_STATIC, IN_ENTRY };

typedef struct Verifier {
    const Game *g;
    const Pack *p;
    unsigned pc, depth;
    unsigned kind;   /* EV_* of the innermost pattern (ON); EV_NONE: outside */
    const char *why; /* the first error, null: none so far */
    unsigned at;     /* the offending word */
} Verifier;

/* Records the first error; returns false. */
static bool fail(Verifier *v, unsigned at, const char *why) {
    if (!v->why) {
        v->why = why;
        v->at = at;
    }
    return false;
}

/* Reads the next word; 0 and an error behind the end. */
static unsigned next(Verifier *v) {
    if (v->pc < v->p->ncode) return v->p->code[v->pc++];
    fail(v, v->pc, "the code breaks off");
    return 0;
}

static bool is_duration(const Game *g, unsigned d) {
    if (d < DUR_UNTIL) return d <= DUR_OPP_END;
    return d < DUR_WHILE_SOURCE ? (d & 15) < g->npoints : d <= DUR_WHILE_RESTED_SOURCE;
}

static bool equal(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

/* 0, or a clause of this game's rulebook. */
static bool is_clause(const Game *g, unsigned c) {
    return c < CLAUSE_COUNT && (!c || equal(clause_info[c].game, g->key));
}

static bool is_term(const Pack *p, unsigned t) { return t && t < p->nterm; }

const char *vm_literal_fault(const Game *g, const Pack *p, char letter, unsigned w) {
    switch (letter) {
    case 'B': return w <= 1 ? 0 : "neither 0 nor 1";
    case 'c': return is_clause(g, w) ? 0 : "no clause of this game";
    case 't': return !p || is_term(p, w) ? 0 : "no such term";
    case 'T': return !p || !w || is_term(p, w) ? 0 : "no such term";
    case 'z': return w < 1u << g->nzones ? 0 : "no set of zones of this game";
    case 'd': return is_duration(g, w) ? 0 : "no duration";
    case 'k': return w < g->nkinds ? 0 : "no such kind";
    case 'K': return w && w < g->nkeywords ? 0 : "no such keyword";
    case 'W': return w < g->nkeywords ? 0 : "no such keyword";
    case 'S': return w && w < STAT_COUNT ? 0 : "no such stat";
    case 'o': return w && w < g->npoints ? 0 : "no such point of the turn";
    case 'r': return w && w < g->nroles ? 0 : "no such role";
    case 'h': return w < 1u << g->nhows ? 0 : "no such way to move";
    case 'H': return w < g->nhows ? 0 : "no such way to move";
    case 'R': return w && w < g->nrules ? 0 : "no such rule change";
    case 'F': return w < g->nfacts ? 0 : "no such fact";
    case 'N': return w < g->nnumbers ? 0 : "no such number of the game's own";
    case 'Q': return w < g->ncard_facts ? 0 : "no such predicate of a card";
    case 'e': return w && w < g->ndeeds ? 0 : "no such deed";
    case 'E': return w < EV_COUNT && event_info[w].carries ? 0 : "no such kind of event";
    case 'a': return !p || (w && w < p->nabil) ? 0 : "no such ability";
    case 'm':
        return (w >= 1 && w <= 4 + MAX_TRAITS) || w == KINDS_BITS
                   ? 0
                   : "neither name, trait, title, cost nor colour";
    case 'q': return w <= 6 ? 0 : "no such comparison";
    case 'g': return w < g->nops ? 0 : "no such action of the game's own";
    default: return 0; /* i, w: any */
    }
}

char vm_gain_letter(unsigned what) {
    switch (what) {
    case ADD_NAME:
    case LOSE_NAME:
    case ADD_TRAIT:
    case LOSE_TRAIT:
    case SET_TRAIT: return 't';
    case ADD_KIND:
    case SET_KIND: return 'k';
    case ADD_KEYWORD:
    case LOSE_KEYWORD: return 'K';
    case ADD_ACCEPTS:
    case ADD_ACCEPTS_ALL: return 'T';
    case ADD_UNCOUNTED: return 'z';
    case ADD_IMMUNE:
    case ADD_FLOOR:
    case ADD_LEAST:
    case ADD_STEADY: return 'w';
    default: return 0;
    }
}

/* Verifies a literal operand of one word, and of two words (D, G). */
static void literal(Verifier *v, char letter) {
    unsigned at = v->pc, w = next(v);
    const char *why = vm_literal_fault(v->g, v->p, letter, w);
    if (why) fail(v, at, why);
}

static void pair(Verifier *v, char letter) {
    unsigned at = v->pc;
    if (letter == 'D') {
        literal(v, 'z');
        if (!v->why && !v->p->code[at]) fail(v, at, "put into no zone");
        next(v);
        return;
    }
    char gained = vm_gain_letter(next(v));
    if (!gained)
        fail(v, at, "nothing that can be gained");
    else
        literal(v, gained);
}

/* TIMES and DONE take watches, DELAY takes delayed abilities, GRANT and the like take others. */
static void check_made_ability(Verifier *v, unsigned op, unsigned at) {
    const AbilityDef *a = &v->p->abil[v->p->code[at]];
    bool waits = a->flags & ABIL_DELAYED, asks = op == OP_TIMES || op == OP_DONE;
    if (asks != (a->kind == ABIL_WATCH)) {
        fail(v, at, asks ? "nothing that is watched" : "a pattern is no ability");
        return;
    }
    if (asks) return;
    bool delays = op == OP_DELAY || op == OP_DELAYEACH;
    if (waits != delays) fail(v, at, delays ? "nothing that waits" : "nothing that is given");
}

static void expression(Verifier *v, char cls);

/* Verifies operands. A length in front of an operand must match it; one at the end belongs to a
 * body, which the caller verifies. */
static void operands(Verifier *v, unsigned op, const char *o) {
    for (; *o && !v->why; o++) {
        unsigned n = 1;
        if (*o == '*') {
            n = next(v);
            o++;
        }
        for (; n > 0 && !v->why; n--) {
            unsigned at = v->pc;
            if (*o == 'L' && o[1]) {
                unsigned length = next(v);
                expression(v, *++o);
                if (!v->why && v->pc != at + 1 + length) fail(v, at, "a length is wrong");
            } else if (*o == 'D' || *o == 'G') {
                pair(v, *o);
            } else if (vm_operand_is_code(*o)) {
                expression(v, *o);
            } else {
                literal(v, *o);
                if (*o == 'a' && !v->why) check_made_ability(v, op, at);
            }
        }
    }
}

/* Verifies the operands of the op at 'at', with nesting depth. */
static void operands_of(Verifier *v, unsigned op, unsigned at) {
    if (++v->depth > MAX_DEPTH) fail(v, at, "ops too deep inside one another");
    if (op != OP_GAME) {
        operands(v, op, op_info[op].operands);
    } else {
        unsigned own = v->pc;
        literal(v, 'g');
        if (!v->why) operands(v, op, v->g->ops[v->p->code[own]].operands);
    }
    v->depth--;
}

static const char *not_of_class(char cls) {
    switch (cls) {
    case 'n': return "no number";
    case 'b': return "no truth";
    case 'p': return "no players";
    case 's': return "no set of cards";
    case 'f': return "no filter";
    case 'l': return "no places";
    default: return "no action that can stand here";
    }
}

/* Verifies a pattern: its truths may ask for what its kind of event carries. */
static void pattern(Verifier *v, unsigned at) {
    unsigned outer = v->kind, kind = v->pc < v->p->ncode ? v->p->code[v->pc] : 0;
    if (kind < EV_COUNT) v->kind = kind;
    operands_of(v, OP_ON, at);
    v->kind = outer;
}

/* Verifies one expression of a class. */
static void expression(Verifier *v, char cls) {
    unsigned at = v->pc, op = next(v);
    if (v->why) return;
    if (!op || op >= OP_COUNT_ || op_info[op].cls != cls)
        fail(v, at, not_of_class(cls));
    else if (op == OP_IMPLIED)
        fail(v, at, "players whom nothing names");
    else if (!v->kind && op != OP_AMOUNT && vm_aspect(op)) /* an effect, too, has an amount */
        fail(v, at, "a truth about an event outside ON");
    else if (v->kind && (vm_aspect(op) & ~event_info[v->kind].carries))
        fail(v, at, event_info[v->kind].refusal);
    else if (op == OP_ON)
        pattern(v, at);
    else
        operands_of(v, op, at);
}

/* May the op occur in this kind of code? */
static bool may_stand(unsigned op, enum Place place) {
    if (!op || op >= OP_COUNT_) return false;
    switch (op_info[op].cls) {
    case 'A': return place == IN_BODY;
    case 'S': return place != IN_ENTRY;
    case 'T': return place == IN_STATIC;
    case 'E': return place == IN_ENTRY;
    case 'X': return place != IN_STATIC;
    case 'C': return place != IN_ENTRY || op == OP_END;
    default: return false;
    }
}

static unsigned body(Verifier *v, unsigned end, enum Place place);

/* Verifies a body of 'length' words. Returns as body(). */
static unsigned nested_body(Verifier *v, unsigned at, unsigned length, enum Place place) {
    unsigned start = v->pc;
    if (v->why) return 0;
    if (length > v->p->ncode - start) {
        fail(v, at, "a body goes beyond the code");
        return 0;
    }
    unsigned other = body(v, start + length, place);
    if (!v->why && v->pc != start + length) fail(v, at, "a body ends inside an op");
    return other;
}

/* Verifies the bodies behind an op. */
static void bodies(Verifier *v, unsigned op, unsigned at, enum Place place) {
    const Code *k = v->p->code;
    unsigned first = v->pc;
    switch (op) {
    case OP_IF:
    case OP_WHEN: {
        unsigned other = nested_body(v, first - 1, k[first - 1], place);
        if (other && nested_body(v, at, other - 1, place)) fail(v, at, "two ELSE behind one IF");
        return;
    }
    case OP_MAY:
    case OP_BY:
    case OP_EACH:
    case OP_ROUNDS:
    case OP_INMODE:
        if (nested_body(v, first - 1, k[first - 1], place)) fail(v, at, "an ELSE without an IF");
        return;
    case OP_DEMAND: /* the demanded cost is an ordinary body */
        if (nested_body(v, first - 1, k[first - 1], IN_BODY)) fail(v, at, "an ELSE without an IF");
        if (!v->why && (v->pc == first || k[v->pc - 1] != OP_END)) fail(v, at, "no end");
        return;
    default: return;
    }
}

/* Verifies MODES: a list of lengths, then the bodies. */
static void modes(Verifier *v, unsigned at, enum Place place) {
    const Code *k = v->p->code;
    Pc pc = (Pc)(at + 1);
    vm_skip(v->g, k, &pc);
    vm_skip(v->g, k, &pc);
    unsigned count = k[pc + 1];
    if (!count || count > 12) fail(v, at, "no modes, or too many");
    for (unsigned i = 0; i < count && !v->why; i++)
        if (nested_body(v, pc + 2u + i, k[pc + 2 + i], place)) fail(v, at, "an ELSE without an IF");
}

/* Verifies actions up to 'end', or to an END if that is 0. Returns 1 + the length of the else
 * part if an ELSE ends them, else 0. */
static unsigned body(Verifier *v, unsigned end, enum Place place) {
    unsigned last = OP_NONE;
    if (++v->depth > MAX_DEPTH) fail(v, v->pc, "bodies too deep inside one another");
    while (!v->why && (!end || v->pc < end)) {
        unsigned at = v->pc, op = next(v);
        if (v->why) break;
        if (!may_stand(op, place)) {
            fail(v, at, not_of_class(0));
            break;
        }
        if (op == OP_WITHIN && last != OP_SELECT && last != OP_AIM)
            fail(v, at, "a limit of costs without a choice before it");
        if ((op == OP_ONTO || op == OP_ONPLACES) && last != OP_MOVE)
            fail(v, at, "a choice of seats without a move before it");
        operands_of(v, op, at);
        if (v->why) break;
        if (op == OP_END) {
            if (end && v->pc != end) fail(v, at, "code behind the end");
            break;
        }
        if (op == OP_ELSE) {
            v->depth--;
            if (v->pc == end) return 1u + v->p->code[at + 1];
            fail(v, at, "an ELSE inside a body");
            return 0;
        }
        if (op == OP_MODES)
            modes(v, at, place);
        else
            bodies(v, op, at, place);
        last = op;
    }
    v->depth--;
    return 0;
}

/* Verifies one part of an ability: an expression of class cls, or (0) actions. Returns its
 * length. */
static unsigned code_part(Verifier *v, Pc pc, char cls, enum Place place) {
    if (!pc || v->why) return 0;
    v->pc = pc;
    v->depth = 0;
    if (pc >= v->p->ncode)
        fail(v, pc, "no such code");
    else if (cls)
        expression(v, cls);
    else if (body(v, 0, place))
        fail(v, pc, "an ELSE without an IF");
    return v->pc - pc;
}

/* Does the op refer to the card or the effect that the code belongs to? A watch has neither. */
static bool refers_to_source(unsigned op) {
    switch (op) {
    case OP_SELF:
    case OP_THIS:
    case OP_OTHER:
    case OP_IT:
    case OP_LOOKED:
    case OP_LEFT:
    case OP_KEPT:
    case OP_PAIDWITH:
    case OP_PUT:
    case OP_ARRIVED:
    case OP_TARGET:
    case OP_TARGETP:
    case OP_X:
    case OP_XBIT:
    case OP_DID:
    case OP_WON:
    case OP_LOST:
    case OP_PAID: return true;
    default: return false;
    }
}

/* vm_walk callback. */
static void visit_watch(void *self, unsigned op, const Code *operands) {
    Verifier *v = self;
    if (refers_to_source(op))
        fail(v, (unsigned)(operands - 1 - v->p->code), "a watched pattern belongs to no card");
}

/* Verifies what is special about ABIL_WATCH, behind code_part. */
static void watch(Verifier *v, const AbilityDef *a) {
    const EventSet real = ev_bit(EV_GRANTS) - ev_bit(EV_NONE + 1);
    if (v->why) return;
    if (!a->trig || a->cond || a->entry || a->cost || a->body)
        fail(v, a->trig, "a watch is a pattern and nothing else");
    else if (!a->events || (a->events & ~real))
        fail(v, a->trig, "a watch without events");
    else
        vm_walk(v->g, v->p->code, a->trig, visit_watch, v);
}

const char *vm_verify(const Game *g, const Pack *p, const AbilityDef *a, unsigned *at) {
    Verifier v = {.g = g, .p = p};
    unsigned n = code_part(&v, a->cond, 'b', IN_BODY);
    n += code_part(&v, a->trig, 'b', IN_BODY);
    if (a->kind == ABIL_WATCH) watch(&v, a);
    n += code_part(&v, a->entry, 0, IN_ENTRY);
    n += code_part(&v, a->cost, 0, IN_BODY);
    if (a->kind == ABIL_DECK)
        n += code_part(&v, a->body, 'n', IN_BODY);
    else
        n += code_part(&v, a->body, 0, a->kind == ABIL_STATIC ? IN_STATIC : IN_BODY);
    *at = v.why ? v.at : n;
    return v.why;
}
