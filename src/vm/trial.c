/* Costs whose parts touch one another are tried out on a copy of the state, with backtracking over
 * the choices in them: a card that one part stands up can be rested by the next, two choices may
 * want the same card. Costs without such parts are forecast (can.c). */
#include "kernel/procs.h"
#include "vm/vm.h"

/* ---- do parts of a cost touch one another? ---- */

/* The zones that one part of a cost takes cards from or turns cards in, and puts cards into. */
typedef struct PartZones {
    ZoneSet takes, puts;
    bool pays; /* it pays currency, which the forecast follows from part to part */
} PartZones;

static ZoneSet tied_zones(const Game *g) {
    ZoneSet zones = 0;
    for (ZoneId z = 1; z < g->nzones; z++)
        if (g->zones[z].flags & ZONE_TIED) zones |= zone_bit(z);
    return zones;
}

/* Zones of the cards of a set; all if they are not described by their zones. */
static ZoneSet zones_of_set(const Game *g, const Code *k, ZoneSet self) {
    Pc pc = 1;
    switch (k[0]) {
    case OP_SELF: return self;
    case OP_TOPS: return zone_bit(g->deck_zone);
    case OP_SOULS: return tied_zones(g);
    case OP_CARDS: vm_skip(g, k, &pc); return k[pc];
    case OP_ONLY: return zones_of_set(g, k + 1, self);
    case OP_SMARK: return zones_of_set(g, k + 2, self);
    case OP_JOIN:
        vm_skip(g, k, &pc);
        return zones_of_set(g, k + 1, self) | zones_of_set(g, k + pc, self);
    default: return ZONES_ALL;
    }
}

static bool is_it(const Code *k) { return k[0] == OP_IT || (k[0] == OP_ONLY && k[1] == OP_IT); }

/* Adds the zones of an op to the part it belongs to. Returns true if it begins a new part. */
static bool read_part(const Game *g, const Code *k, ZoneSet self, PartZones *z) {
    Pc pc = 1;
    switch (k[0]) {
    case OP_PAY: *z = (PartZones){zone_bit(g->pay_zone), 0, true}; return true;
    case OP_SELECT:
        vm_skip(g, k, &pc);
        *z = (PartZones){.takes = zones_of_set(g, k + pc, self)};
        return true;
    case OP_SETIT: *z = (PartZones){.takes = zones_of_set(g, k + 1, self)}; return true;
    case OP_ORIENT:
        if (is_it(k + 1)) return false;
        *z = (PartZones){.takes = zones_of_set(g, k + 1, self)};
        return true;
    case OP_MOVE:
    case OP_TAKE: {
        vm_skip(g, k, &pc);
        const bool it = is_it(k + pc);
        const ZoneSet takes = it ? z->takes : zones_of_set(g, k + pc, self);
        vm_skip(g, k, &pc);
        *z = (PartZones){.takes = takes, .puts = z->puts | k[pc]};
        return !it;
    }
    case OP_GAME: {
        const ZoneSet zones = g->op_zones ? g->op_zones(k[1]) : 0;
        *z = zones ? (PartZones){zones, 0, true}
                   : (PartZones){.takes = ZONES_ALL, .puts = ZONES_ALL};
        return true;
    }
    default: return false;
    }
}

/* May what the earlier part does decide whether the later one can be done, or which choices of the
 * earlier one leave it possible? If the payer settles the order, either may come first. */
static bool part_touches(const Game *g, PartZones earlier, PartZones later) {
    return (later.takes & (earlier.takes | earlier.puts)) ||
           (g->parts_any_order && (earlier.takes & later.puts));
}

/* Other costs may be paid in the currency beside this one (not in games with op_zones). */
static bool touches_currency(const Game *g, PartZones z) {
    return !g->op_zones && !z.pays && ((z.takes | z.puts) & zone_bit(g->pay_zone));
}

typedef struct Parts {
    PartZones part[8];
    unsigned n;
    bool tangled; /* already known to be */
} Parts;

/* Adds the parts of a cost. */
static void add_parts(Parts *p, const Game *g, const Code *code, Pc pc, Pc end, ZoneSet self) {
    const unsigned first = p->n;
    for (; !p->tangled && (!end || pc < end) && code[pc] != OP_END; vm_skip(g, code, &pc)) {
        PartZones z = p->n > first ? p->part[p->n - 1] : (PartZones){0};
        const bool next = read_part(g, code + pc, self, &z);
        const bool branch = code[pc] == OP_IF || code[pc] == OP_WHEN || code[pc] == OP_ELSE;
        p->tangled = next && p->n == sizeof p->part / sizeof *p->part;
        if (p->tangled) return;
        if (next) p->n++;
        if (p->n > first) p->part[p->n - 1] = z;
        p->tangled = p->n > first && (branch || touches_currency(g, z));
        if (branch) return;
    }
}

static bool parts_touch(const Game *g, const Parts *p) {
    for (unsigned i = 0; i < p->n; i++)
        for (unsigned j = 0; j < i; j++)
            if (part_touches(g, p->part[j], p->part[i])) return true;
    return p->tangled;
}

ZoneSet vm_cost_takes(const Run *r, Pc pc) {
    const Code *code = r->pack->code;
    PartZones z = {0};
    ZoneSet all = 0;
    for (; code[pc] != OP_END; vm_skip(r->g, code, &pc)) {
        read_part(r->g, code + pc, 0, &z);
        if (z.takes != ZONES_ALL) all |= z.takes;
    }
    return all;
}

bool vm_tangled(const Game *g, const Code *code, Pc pc, Pc end, ZoneSet self) {
    Parts parts = {.n = 0};
    if (g->pay) add_parts(&parts, g, code, pc, end, self);
    return parts_touch(g, &parts);
}

bool vm_cost_chooses(const Run *r, Pc pc) {
    const Code *code = r->pack->code;
    for (; code[pc] != OP_END; vm_pass(r, &pc))
        if (code[pc] == OP_SELECT) return true;
    return false;
}

/* Where the card is whose ability runs. */
static ZoneSet zone_of_source(const Run *r, unsigned ctx) {
    return zone_bit(card_of(r->s, r->s->ctx[ctx].source.card)->zone);
}

bool vm_tangled_now(const Run *r, unsigned ctx, Pc pc, Pc end) {
    return vm_tangled(r->g, r->pack->code, pc, end, zone_of_source(r, ctx));
}

bool vm_tangled_together(const Run *r, unsigned ctx, const Pc *pc, unsigned n) {
    Parts parts = {.n = 0};
    for (unsigned i = 0; n > 1 && i < n; i++)
        add_parts(&parts, r->g, r->pack->code, pc[i], 0, zone_of_source(r, ctx));
    return parts_touch(r->g, &parts);
}

/* ---- trying ---- */

/* A way to answer the questions of a cost, tried again from the start for each answer. */
enum { MAX_QUESTIONS = 48, MAX_TRIALS = 2000 };
typedef struct Trial {
    const Run *from; /* the state to start with */
    Run run;         /* works on a copy */
    PlayerId payer;  /* chooses, and knows the faces that this player may see */
    unsigned base;   /* the cost is paid when no more frames than this are left */
    unsigned depth;  /* questions of the way */
    uint8_t answer[MAX_QUESTIONS];
} Trial;

/* Would the two options lead to the same? Cards that are alike are tried once. */
static bool alike(const Run *r, const Option *a, const Option *b) {
    if (a->kind != b->kind || a->a != b->a || a->b != b->b || !a->card || !b->card) return false;
    const Card *x = card_of(r->s, a->card), *y = card_of(r->s, b->card);
    return x->def == y->def && x->zone == y->zone && x->holder == y->holder &&
           x->flags == y->flags && x->seats == y->seats && !x->lost && !y->lost && !x->tie &&
           !y->tie && x->damage == y->damage;
}

/* The first option that leads to the same. */
static unsigned first_alike(const Run *r, unsigned option) {
    unsigned i = 0;
    while (i < option && !alike(r, &r->s->option[i], &r->s->option[option])) i++;
    return i;
}

/* Answers the question at this depth of the way. False: there is nothing new to try. */
static bool answer_next(Trial *t, unsigned depth) {
    State *s = t->run.s;
    if (depth >= MAX_QUESTIONS) return false;
    if (depth == t->depth) t->answer[t->depth++] = 0;
    if (t->answer[depth] >= s->ask.n) return false;
    const unsigned option = t->answer[depth];
    if (depth + 1 == t->depth && first_alike(&t->run, option) < option) return false;
    return run_answer(&t->run, t->answer[depth]);
}

/* Goes on until the cost is paid. False: a part cannot be done. */
static bool pay_on(Trial *t) {
    State *s = t->run.s;
    unsigned depth = 0;
    while (s->nframes > t->base) {
        if (s->result || s->leaving || s->fault) return false;
        if (s->ask.pending) {
            if (!answer_next(t, depth++)) return false;
            continue;
        }
        Frame *f = frame_top(&t->run);
        if (f->proc == PROC_TEXT && text_is_cost(f)) {
            if (!vm_part_payable(&t->run, f, t->payer)) return false;
            text_step(&t->run, f);
        } else {
            t->run.g->procs[f->proc].fn(&t->run, f);
        }
    }
    return true;
}

/* The next way: the last question that has another answer gets it. False: there is none. */
static bool next_way(Trial *t) {
    if (!t->depth) return false;
    t->answer[t->depth - 1]++;
    return true;
}

static void trial_copy(Trial *t) { memcpy(t->run.s, t->from->s, state_size(t->from->s)); }

/* Tries all ways to pay; 'begin' prepares each copy. An answer beyond the last option ends the
 * ways through its question. */
static bool any_way(Trial *t, bool (*begin)(Trial *t, const void *self), const void *self) {
    for (unsigned i = 0; i < MAX_TRIALS; i++) {
        trial_copy(t);
        if (!begin(t, self)) return false;
        if (pay_on(t)) return true;
        const unsigned last = t->depth ? t->depth - 1 : 0;
        const State *s = t->run.s;
        if (t->depth && s->ask.pending && t->answer[last] >= s->ask.n) t->depth--;
        if (!next_way(t)) return false;
    }
    return false;
}

/* ---- a cost as a whole ---- */

typedef struct Costs {
    const Pc *pc;
    unsigned n;
    Pc end;         /* of the only one, 0: up to END */
    const Pc *ends; /* of each; null: they are not parts of one cost */
    unsigned ctx;
    PlayerId payer;
    CardId entered;
    int first; /* currency to pay before; negative: so much need not be paid */
} Costs;

/* Opens a context like that of the forecast and pushes the payments, the first one last. */
static bool begin_costs(Trial *t, const void *self) {
    const Costs *c = self;
    Run *r = &t->run;
    State *s = r->s;
    t->base = s->nframes;
    memset(s->option, 0, s->ask.n * sizeof(Option));
    memset(&s->ask, 0, sizeof s->ask);
    const Context like = s->ctx[c->ctx];
    const unsigned at = ctx_open(r, like.abil, like.master, like.source);
    if (!at) return false;
    Context *x = &s->ctx[at];
    x->player = like.player;
    x->opponent = like.opponent;
    x->subject = like.subject;
    x->object = like.object;
    x->x = like.x;
    x->amount = like.amount;
    reg_set(r, x, REG_IT, reg_read(t->from->s, &t->from->s->ctx[c->ctx], REG_IT), like.n[REG_IT]);
    if (c->entered) {
        listen_leave(r, c->entered);
        zone_remove(r, c->entered);
    }
    const unsigned paying = c->ends ? vm_paying_part(r, c->pc, c->n) : 0;
    for (unsigned i = c->n; i-- > 0;) {
        Frame *f = vm_call_cost(r, at, c->pc[i]);
        text_of(f)->end = c->ends ? c->ends[i] : c->end;
        if (i == paying && c->first < 0) text_of(f)->credit = (int16_t)-c->first;
    }
    if (c->first > 0) r->g->pay(r, at, c->payer, (unsigned)c->first);
    return true;
}

static bool try_costs(Run *r, const Costs *costs) {
    State copy;
    Trial t = {.from = r, .payer = costs->payer};
    t.run = (Run){.s = &copy, .g = r->g, .pack = r->pack, .scratch = r->scratch, .trying = true};
    return any_way(&t, begin_costs, costs);
}

bool vm_try_costs(Run *r, unsigned ctx, const Pc *pc, unsigned n, Pc end, PlayerId payer,
                  CardId entered, int first) {
    const Costs costs = {pc, n, end, 0, ctx, payer, entered, first};
    return try_costs(r, &costs);
}

bool vm_try_parts(Run *r, unsigned ctx, const Pc *pc, const Pc *end, unsigned n, PlayerId payer,
                  int first) {
    const Costs costs = {pc, n, 0, end, ctx, payer, NONE, first};
    return try_costs(r, &costs);
}

unsigned vm_paying_part(const Run *r, const Pc *pc, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        Pc at = pc[i];
        while (r->pack->code[at] == OP_MARK) at = (Pc)(at + 2);
        if (r->pack->code[at] == OP_PAY) return i;
    }
    return 0;
}

/* ---- paying ---- */

void vm_call_costs(Run *r, unsigned ctx, const Pc *pc, unsigned n) {
    const bool tried = vm_tangled_together(r, ctx, pc, n);
    while (n > 0) {
        Frame *f = vm_call_cost(r, ctx, pc[--n]);
        if (tried) text_try(f);
    }
}

void vm_call_parts(Run *r, unsigned ctx, const Pc *pc, const Pc *end, unsigned n, int credit) {
    const unsigned paying = vm_paying_part(r, pc, n);
    for (unsigned i = n; i-- > 0;) {
        Frame *f = vm_call_cost(r, ctx, pc[i]);
        text_try(f);
        text_of(f)->end = end[i];
        if (i == paying) text_of(f)->credit = (int16_t)credit;
    }
}

/* ---- while it is paid ---- */

/* The lowest frame of the cost that is being paid; the number of frames if there is none or its
 * parts do not touch one another. */
static unsigned tangled_cost(const Run *r) {
    const State *s = r->s;
    for (unsigned i = 0; i < s->nframes; i++) {
        Frame *f = &r->s->frame[i];
        if (f->proc == PROC_TEXT && text_is_cost(f) && text_is_tried(r, f)) return i;
    }
    return s->nframes;
}

/* Answers the question that is about to be asked with this option. */
static bool begin_option(Trial *t, const void *self) {
    t->run.s->ask.pending = 1;
    return run_answer(&t->run, *(const unsigned *)self);
}

bool vm_keep_payable(Run *r) {
    State *s = r->s;
    const unsigned base = r->trying ? s->nframes : tangled_cost(r);
    unsigned n = 0, count = s->ask.n;
    if (base == s->nframes) return false;
    if (count < 2) return true;
    bool keep[MAX_OPTIONS] = {false};
    for (unsigned i = 0; i < count; i++) {
        State copy;
        const unsigned same = first_alike(r, i);
        if (same < i) {
            n += keep[i] = keep[same];
            continue;
        }
        Trial t = {.from = r, .base = base, .payer = s->ask.player};
        t.run =
            (Run){.s = &copy, .g = r->g, .pack = r->pack, .scratch = r->scratch, .trying = true};
        n += keep[i] = any_way(&t, begin_option, &i);
    }
    if (!n || n == count) return true;
    kmark(r, KM_COST_KEPT);
    unsigned m = 0;
    for (unsigned i = 0; i < count; i++)
        if (keep[i]) s->option[m++] = s->option[i];
    memset(&s->option[m], 0, (count - m) * sizeof(Option));
    s->ask.n = (uint8_t)m;
    return true;
}
