#include "sim/needs.h"
#include "vm/vm.h"

typedef struct Reader {
    const Game *g;
    const Pack *p;
    Needs *out;
    unsigned depth; /* nesting of granted abilities */
} Reader;

static void read_ability(Reader *r, AbilId a);

/* Adds a need once; drops those beyond MAX_NEEDS. */
static void add(Needs *out, unsigned op, unsigned value) {
    for (unsigned i = 0; i < out->n; i++)
        if (out->need[i].op == op && out->need[i].value == value) return;
    if (out->n < MAX_NEEDS) out->need[out->n++] = (Need){(uint8_t)op, (uint16_t)value};
}

static void add_counter(Needs *out, unsigned name) {
    for (unsigned i = 0; i < out->ncounters; i++)
        if (out->counter[i] == name) return;
    if (out->ncounters < sizeof out->counter / sizeof *out->counter)
        out->counter[out->ncounters++] = (uint16_t)name;
}

/* vm_walk callback. */
static void visit(void *self, unsigned op, const Code *operands) {
    Reader *r = self;
    Pc pc = 0;
    switch (op) {
    case OP_NAME:
    case OP_TRAIT:
    case OP_TITLE:
    case OP_KEY: add(r->out, op, operands[0]); break;
    case OP_FROM: r->out->from |= operands[0]; break;
    case OP_TO: r->out->to |= operands[0]; break;
    case OP_CARDS: /* players, then the zones */
        vm_skip(r->g, operands, &pc);
        r->out->speaks |= operands[pc];
        break;
    case OP_TOPS:
    case OP_LOOK: r->out->speaks |= zone_bit(r->g->deck_zone); break;
    case OP_MOVE:
    case OP_TAKE: /* a player, a set, then the zones */
        vm_skip(r->g, operands, &pc);
        vm_skip(r->g, operands, &pc);
        r->out->puts |= operands[pc];
        break;
    case OP_COUNTERS: /* players, then the name */
        vm_skip(r->g, operands, &pc);
        add_counter(r->out, operands[pc]);
        break;
    case OP_DELAY: read_ability(r, operands[0]); break;
    case OP_GRANT: /* a set, then the ability */
        vm_skip(r->g, operands, &pc);
        read_ability(r, operands[pc]);
        break;
    default: break;
    }
}

/* Visits condition, trigger, cost and body. The depth limit stops abilities that grant each other.
 */
static void read_ability(Reader *r, AbilId a) {
    const AbilityDef *b = &r->p->abil[a];
    const Code *code = r->p->code;
    const Pc one[] = {b->cond, b->trig}, bodies[] = {b->cost, b->body};
    if (r->depth == 4 || b->kind == ABIL_DECK) return;
    r->depth++;
    for (unsigned i = 0; i < 2; i++) {
        if (one[i]) vm_walk(r->g, code, one[i], visit, r);
        for (unsigned pc = bodies[i]; pc && code[pc] != OP_END;)
            pc = vm_walk(r->g, code, pc, visit, r);
    }
    r->depth--;
}

void needs_add(const Game *g, const Pack *p, AbilId a, Needs *out) {
    Reader r = {g, p, out, 0};
    read_ability(&r, a);
}

bool need_met(const Pack *p, const Need *n, DefId d) {
    const CardDef *def = &p->def[d];
    switch (n->op) {
    case OP_NAME: return pack_name_has(p, d, n->value);
    case OP_TITLE: return def->title == n->value;
    case OP_KEY: return def->keywords >> n->value & 1;
    default:
        for (unsigned i = 0; i < def->ntrait; i++)
            if (def->trait[i] == n->value) return true;
        return false;
    }
}
