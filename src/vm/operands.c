/* Operands of a game's ops: each function reads one at the frame's pc and advances it. */
#include "vm/vm.h"

unsigned text_set(Run *r, Frame *f, CardRef *out) {
    Eval e = eval_ctx(r, f->ctx);
    Pc pc = text_of(f)->pc;
    unsigned n = vm_set(&e, &pc, out, MAX_SET);
    text_of(f)->pc = pc;
    return n;
}
int text_number(Run *r, Frame *f) {
    Eval e = eval_ctx(r, f->ctx);
    Pc pc = text_of(f)->pc;
    int n = vm_number(&e, &pc);
    text_of(f)->pc = pc;
    return n;
}
PlayerSet text_players(Run *r, Frame *f) {
    Eval e = eval_ctx(r, f->ctx);
    Pc pc = text_of(f)->pc;
    PlayerSet p = vm_players(&e, &pc);
    text_of(f)->pc = pc;
    return p;
}
Places text_places(Run *r, Frame *f) {
    Eval e = eval_ctx(r, f->ctx);
    Pc pc = text_of(f)->pc;
    Places p = vm_places_of(&e, &pc);
    text_of(f)->pc = pc;
    return p;
}
unsigned text_word(Run *r, Frame *f) { return r->pack->code[text_of(f)->pc++]; }
