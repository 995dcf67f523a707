/* Checking compiled code before it runs: every op is of the class that its place asks for, every
 * operand is in range, every length ends where an op ends. What passes here never meets FAULT_CODE
 * and never makes the machine read outside the pack. */
#include "vm/vm.h"

enum { MAX_DEPTH = 100 }; /* ops inside one another; texts stay far below */

/* What kind of code is being read. */
enum Place { IN_BODY, IN_STATIC, IN_ENTRY };

typedef struct Verifier {
    const Game *g;
    const Pack *p;
    unsigned pc, depth;
    const char *why; /* null: nothing is wrong so far */
    unsigned at;     /* where that is */
} Verifier;

static bool wrong(Verifier *v, unsigned at, const char *why) {
    if (!v->why) {
        v->why = why;
        v->at = at;
    }
    return false;
}

/* The next word, 0 behind the end. */
static unsigned next(Verifier *v) {
    if (v->pc < v->p->ncode) return v->p->code[v->pc++];
    wrong(v, v->pc, "the code breaks off");
    return 0;
}

static bool is_duration(const Game *g, unsigned d) {
    if (d < DUR_UNTIL) return d <= DUR_NEXT_ON_OWN;
    return d < DUR_WHILE_SOURCE ? (d & 15) < g->npoints : d <= DUR_WHILE_RESTED_SOURCE;
}

static bool same(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

/* 0, or a clause of the rulebook that the game is played by. */
static bool is_clause(const Game *g, unsigned c) {
    return c < CLAUSE_COUNT && (!c || same(clause_info[c].game, g->key));
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
    case 'S': return w && w <= STAT_THIRD ? 0 : "no such stat";
    case 'o': return w && w < g->npoints ? 0 : "no such point of the turn";
    case 'r': return w && w < g->nroles ? 0 : "no such role";
    case 'h': return w < 1u << g->nhows ? 0 : "no such way to move";
    case 'H': return w < g->nhows ? 0 : "no such way to move";
    case 'R': return w && w < g->nrules ? 0 : "no such rule change";
    case 'F': return w < g->nfacts ? 0 : "no such fact";
    case 'N': return w < g->nnumbers ? 0 : "no such number of the game's own";
    case 'Q': return w < g->ncard_facts ? 0 : "no such predicate of a card";
    case 'e': return w && w < g->ndeeds ? 0 : "no such deed";
    case 'a': return !p || (w && w < p->nabil) ? 0 : "no such ability";
    case 'm': return w >= 1 && w <= 4 ? 0 : "neither name, trait, title nor cost";
    case 'q': return w <= 5 ? 0 : "no such comparison";
    case 'g': return w < g->nops ? 0 : "no such action of the game's own";
    default: return 0; /* i, w: any */
    }
}

/* The letter of what is gained. */
char vm_gain_letter(unsigned what) {
    switch (what) {
    case ADD_NAME:
    case ADD_TRAIT:
    case LOSE_TRAIT:
    case SET_TRAIT: return 't';
    case ADD_KIND:
    case SET_KIND: return 'k';
    case ADD_KEYWORD:
    case LOSE_KEYWORD: return 'K';
    default: return 0;
    }
}

static void literal(Verifier *v, char letter) {
    unsigned at = v->pc, w = next(v);
    const char *why = vm_literal_fault(v->g, v->p, letter, w);
    if (why) wrong(v, at, why);
}

static void pair(Verifier *v, char letter) {
    unsigned at = v->pc;
    if (letter == 'D') {
        literal(v, 'z');
        if (!v->why && !v->p->code[at]) wrong(v, at, "put into no zone");
        next(v);
        return;
    }
    char gained = vm_gain_letter(next(v));
    if (!gained)
        wrong(v, at, "nothing that can be gained");
    else
        literal(v, gained);
}

/* Abilities that wait for an event are made by DELAY, others are given to cards. */
static void made_ability(Verifier *v, unsigned op, unsigned at) {
    bool waits = v->p->abil[v->p->code[at]].flags & ABIL_DELAYED;
    bool delays = op == OP_DELAY || op == OP_DELAYEACH;
    if (waits != delays) wrong(v, at, delays ? "nothing that waits" : "nothing that is given");
}

static void expression(Verifier *v, char cls);

/* The operands of the op. A length in front of another operand is checked against it; one at the
 * end is left to whoever reads the body. */
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
                if (!v->why && v->pc != at + 1 + length) wrong(v, at, "a length is wrong");
            } else if (*o == 'D' || *o == 'G') {
                pair(v, *o);
            } else if (vm_operand_is_code(*o)) {
                expression(v, *o);
            } else {
                literal(v, *o);
                if (*o == 'a' && !v->why) made_ability(v, op, at);
            }
        }
    }
}

/* The operands of the op that was read at 'at'. */
static void operands_of(Verifier *v, unsigned op, unsigned at) {
    if (++v->depth > MAX_DEPTH) wrong(v, at, "ops too deep inside one another");
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
    default: return "no action that can stand here";
    }
}

static void expression(Verifier *v, char cls) {
    unsigned at = v->pc, op = next(v);
    if (v->why) return;
    if (!op || op >= OP_COUNT_ || op_info[op].cls != cls)
        wrong(v, at, not_of_class(cls));
    else if (op == OP_IMPLIED)
        wrong(v, at, "players whom nothing names");
    else
        operands_of(v, op, at);
}

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

/* The body of so many words that begins here. Returns the length of the other half if it ends with
 * an ELSE. */
static unsigned inner(Verifier *v, unsigned at, unsigned length, enum Place place) {
    unsigned start = v->pc;
    if (v->why) return 0;
    if (length > v->p->ncode - start) {
        wrong(v, at, "a body goes beyond the code");
        return 0;
    }
    unsigned other = body(v, start + length, place);
    if (!v->why && v->pc != start + length) wrong(v, at, "a body ends inside an op");
    return other;
}

/* What stands behind an op with bodies. */
static void bodies(Verifier *v, unsigned op, unsigned at, enum Place place) {
    const Code *k = v->p->code;
    unsigned first = v->pc;
    switch (op) {
    case OP_IF:
    case OP_WHEN: {
        unsigned other = inner(v, first - 1, k[first - 1], place);
        if (other && inner(v, at, other - 1, place)) wrong(v, at, "two ELSE behind one IF");
        return;
    }
    case OP_MAY:
    case OP_BY:
    case OP_EACH:
    case OP_INMODE:
        if (inner(v, first - 1, k[first - 1], place)) wrong(v, at, "an ELSE without an IF");
        return;
    case OP_DEMAND: /* what is demanded is done like any cost */
        if (inner(v, first - 1, k[first - 1], IN_BODY)) wrong(v, at, "an ELSE without an IF");
        if (!v->why && (v->pc == first || k[v->pc - 1] != OP_END)) wrong(v, at, "no end");
        return;
    default: return;
    }
}

/* MODES: the lengths stand together, then the bodies. */
static void modes(Verifier *v, unsigned at, enum Place place) {
    const Code *k = v->p->code;
    Pc pc = (Pc)(at + 1);
    vm_skip(v->g, k, &pc);
    vm_skip(v->g, k, &pc);
    unsigned count = k[pc + 1];
    if (!count || count > 12) wrong(v, at, "no modes, or too many");
    for (unsigned i = 0; i < count && !v->why; i++)
        if (inner(v, pc + 2u + i, k[pc + 2 + i], place)) wrong(v, at, "an ELSE without an IF");
}

/* Actions up to 'end', or to an END where that is 0. Returns 1 + the length behind an ELSE that
 * ends them, 0: none does. */
static unsigned body(Verifier *v, unsigned end, enum Place place) {
    unsigned last = OP_NONE;
    if (++v->depth > MAX_DEPTH) wrong(v, v->pc, "bodies too deep inside one another");
    while (!v->why && (!end || v->pc < end)) {
        unsigned at = v->pc, op = next(v);
        if (v->why) break;
        if (!may_stand(op, place)) {
            wrong(v, at, not_of_class(0));
            break;
        }
        if (op == OP_WITHIN && last != OP_SELECT && last != OP_AIM)
            wrong(v, at, "a limit of costs without a choice before it");
        operands_of(v, op, at);
        if (v->why) break;
        if (op == OP_END) {
            if (end && v->pc != end) wrong(v, at, "code behind the end");
            break;
        }
        if (op == OP_ELSE) {
            v->depth--;
            if (v->pc == end) return 1u + v->p->code[at + 1];
            wrong(v, at, "an ELSE inside a body");
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

/* One piece of code: a truth, a number, or actions. Returns its length. */
static unsigned piece(Verifier *v, Pc pc, char cls, enum Place place) {
    if (!pc || v->why) return 0;
    v->pc = pc;
    v->depth = 0;
    if (pc >= v->p->ncode)
        wrong(v, pc, "no such code");
    else if (cls)
        expression(v, cls);
    else if (body(v, 0, place))
        wrong(v, pc, "an ELSE without an IF");
    return v->pc - pc;
}

const char *vm_verify(const Game *g, const Pack *p, const AbilityDef *a, unsigned *at) {
    Verifier v = {.g = g, .p = p};
    unsigned n = piece(&v, a->cond, 'b', IN_BODY);
    n += piece(&v, a->trig, 'b', IN_BODY);
    n += piece(&v, a->entry, 0, IN_ENTRY);
    n += piece(&v, a->cost, 0, IN_BODY);
    if (a->kind == ABIL_DECK)
        n += piece(&v, a->body, 'n', IN_BODY);
    else
        n += piece(&v, a->body, 0, a->kind == ABIL_STATIC ? IN_STATIC : IN_BODY);
    *at = v.why ? v.at : n;
    return v.why;
}
