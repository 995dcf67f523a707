/* The table of ops, and walking over code without running it. */
#include "vm/vm.h"

const OpInfo op_info[OP_COUNT_] = {
#define OP(name, cls, operands, doc) [OP_##name] = {#name, operands, doc, cls},
#include "vm/ops.def"
#undef OP
};

const EventInfo event_info[EV_COUNT] = {
#define EVENT(name, doc, carries)                                                                  \
    [EV_##name] = {"EV_" #name, doc, "EV_" #name " does not carry that", carries},
#include "kernel/events.def"
#undef EVENT
};

unsigned vm_aspect(unsigned op) {
    switch (op) {
    case OP_ON_CARD: return HAS_CARD;
    case OP_ON_OTHER: return HAS_OTHER;
    case OP_NOCARD: return HAS_PLAYER;
    case OP_FROM: return HAS_FROM;
    case OP_TO:
    case OP_LAID:
    case OP_LANDS: return HAS_TO;
    case OP_HOW:
    case OP_SWAPPED: return HAS_HOW;
    case OP_WHOSE: return HAS_WHOSE;
    case OP_ACTOR: return HAS_ACTOR;
    case OP_BYPLAYER:
    case OP_MADEBY:
    case OP_BYEFFECT:
    case OP_BYCARD: return HAS_CAUSE;
    case OP_BYATTACK: return HAS_ATTACK;
    case OP_AMOUNT: return HAS_AMOUNT;
    case OP_USES: return HAS_ABILITY;
    case OP_POINT: return HAS_POINT;
    case OP_TURNED: return HAS_TURNED;
    case OP_IN_BATTLE: return HAS_BATTLE;
    case OP_DEED: return HAS_DEED;
    case OP_ABOUT: return HAS_STAT;
    case OP_COUNTED: return HAS_COUNTER;
    default: return 0;
    }
}

const char *vm_operands(const Game *g, const Code *code, Pc pc) {
    unsigned op = code[pc];
    if (op == OP_GAME) return g->ops[code[pc + 1]].operands;
    return op < OP_COUNT_ ? op_info[op].operands : "";
}

void vm_skip(const Game *g, const Code *code, Pc *pc) {
    if (!*op_info[code[*pc]].operands && code[*pc] != OP_GAME) {
        ++*pc;
        return;
    }
    const char *o = vm_operands(g, code, *pc);
    *pc = (Pc)(*pc + (code[*pc] == OP_GAME ? 2 : 1));
    for (; *o; o++) {
        unsigned n = 1;
        if (*o == '*') {
            n = code[(*pc)++];
            o++;
        }
        for (; n > 0; n--) switch (*o) {
            case 'n':
            case 'b':
            case 'p':
            case 's':
            case 'l':
            case 'f': vm_skip(g, code, pc); break;
            case 'D':
            case 'G': *pc = (Pc)(*pc + 2); break;
            default: (*pc)++;
            }
    }
}

bool vm_mentions_opponent(const Game *g, const Code *code, Pc *pc) {
    unsigned op = code[*pc];
    bool yes = op == OP_OPP;
    if (op == OP_TURN) {
        vm_skip(g, code, pc);
        return false;
    }
    const char *o = vm_operands(g, code, *pc);
    *pc = (Pc)(*pc + (op == OP_GAME ? 2 : 1));
    for (; *o; o++) {
        unsigned n = 1;
        if (*o == '*') {
            n = code[(*pc)++];
            o++;
        }
        for (; n > 0; n--) {
            if (vm_operand_is_code(*o))
                yes |= vm_mentions_opponent(g, code, pc);
            else
                *pc = (Pc)(*pc + (*o == 'D' || *o == 'G' ? 2 : 1));
        }
    }
    return yes;
}

/* Actions that apply to the cards of their sets at once. */
static bool done_to_cards(unsigned op) {
    switch (op) {
    case OP_MOVE:
    case OP_TAKE:
    case OP_SWAP:
    case OP_SWAPREST:
    case OP_ORIENT:
    case OP_TURNFACE:
    case OP_REVEAL:
    case OP_SHOWALL:
    case OP_SEE:
    case OP_DAMAGE:
    case OP_CLEAR:
    case OP_FIRE:
    case OP_FIREAS:
    case OP_GAME: return true;
    default: return false;
    }
}

/* Actions in which their player makes a choice. */
static bool chooses(unsigned op) {
    switch (op) {
    case OP_SELECT:
    case OP_MAY:
    case OP_BY:
    case OP_MODES:
    case OP_DECLARE: return true;
    default: return false;
    }
}

bool vm_lasts(unsigned op) {
    switch (op) {
    case OP_MOD:
    case OP_MODABOVE:
    case OP_SETSTAT:
    case OP_STATMOD:
    case OP_COSTMOD:
    case OP_NEXTMOD:
    case OP_GAIN:
    case OP_LOSE:
    case OP_GRANT:
    case OP_RULE:
    case OP_RULESET:
    case OP_FORBID:
    case OP_FORBIDSET: return true;
    default: return false;
    }
}

unsigned vm_one_opponent(const Game *g, const Code *code, Pc pc) {
    unsigned op = code[pc];
    bool lasting = op == OP_RULE || op == OP_RULESET || op == OP_NEXTMOD;
    bool forbids = op == OP_FORBID || op == OP_FORBIDSET; /* a pattern means all opponents */
    const char *o = vm_operands(g, code, pc);
    pc = (Pc)(pc + (op == OP_GAME ? 2 : 1));
    for (; *o; o++) {
        unsigned n = 1;
        if (*o == '*') {
            n = code[pc++];
            o++;
        }
        for (; n > 0; n--) {
            if (!vm_operand_is_code(*o)) {
                pc = (Pc)(pc + (*o == 'D' || *o == 'G' ? 2 : 1));
            } else {
                bool yes = vm_mentions_opponent(g, code, &pc);
                if (yes && *o == 'p' && !lasting)
                    return chooses(op) ? OPPONENT_ACTS : OPPONENT_READ;
                if (yes &&
                    (*o == 'n' || (*o == 'b' && !forbids) || (*o == 's' && done_to_cards(op))))
                    return OPPONENT_READ;
            }
        }
    }
    return 0;
}

unsigned vm_walk(const Game *g, const Code *c, unsigned pc, OpVisit visit, void *self) {
    const char *o = vm_operands(g, c, (Pc)pc);
    unsigned op = c[pc];
    visit(self, op, c + pc + 1);
    pc += op == OP_GAME ? 2 : 1;
    for (; *o; o++) {
        unsigned n = 1;
        if (*o == '*') {
            n = c[pc++];
            o++;
        }
        for (; n > 0; n--)
            if (vm_operand_is_code(*o))
                pc = vm_walk(g, c, pc, visit, self);
            else
                pc += *o == 'D' || *o == 'G' ? 2 : 1;
    }
    return pc;
}
