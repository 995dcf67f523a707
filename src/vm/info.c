/* The table of ops, and walking over code without running it. */
#include "vm/vm.h"

const OpInfo op_info[OP_COUNT_] = {
#define OP(name, cls, operands, doc) [OP_##name] = {#name, operands, doc, cls},
#include "vm/ops.def"
#undef OP
};

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
            case 'w':
            case 'i':
            case 't':
            case 'z':
            case 'd':
            case 'L': (*pc)++; break;
            case 'D': *pc = (Pc)(*pc + 2); break;
            default: vm_skip(g, code, pc);
            }
    }
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
        for (; n > 0; n--) switch (*o) {
            case 'w':
            case 'i':
            case 't':
            case 'z':
            case 'd':
            case 'L': pc++; break;
            case 'D': pc += 2; break;
            default: pc = vm_walk(g, c, pc, visit, self);
            }
    }
    return pc;
}
