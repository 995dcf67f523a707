/* 1204: entering cards and abilities. Nothing is begun that cannot be finished (1204.2l): what is
 * asked beforehand is in enterable.c. */
#include "games/ninja/enter.h"
#include "kernel/pick.h"
#include "kernel/procs.h"

/* u[0] card, u[1] life, u[2] ability (of a card: what it does), u[3] player, u[4] ENTER_*, u[5]
 * entry code from here, u[6] serial, u[7] slot, u[8] extra cost at hand */
enum { E_CARD, E_INC, E_ABIL, E_PLAYER, E_FLAGS, E_PC, E_SERIAL, E_SLOT, E_EXTRA, E_INTO, E_SKIP };
enum {
    ENTER_BEGIN,
    ENTER_MODE,
    ENTER_MODE_CHOSEN,
    ENTER_EXTRA_ASK,
    ENTER_EXTRA_ANSWERED,
    ENTER_X,
    ENTER_X_ANSWERED,
    ENTER_AIM,
    ENTER_AIMED,
    ENTER_COST,
    ENTER_EXTRA_COST,
    ENTER_MOVE,
    ENTER_DONE
};
enum { ENTER_IS_CARD = 128 };

static Frame *begin(Run *r, PlayerId p, CardRef source, AbilId a, unsigned flags) {
    Frame *f = frame_push(r, NPROC_ENTER);
    f->u[E_CARD] = source.card;
    f->u[E_INC] = source.inc;
    f->u[E_ABIL] = a;
    f->u[E_PLAYER] = p;
    f->u[E_FLAGS] = (uint16_t)flags;
    return f;
}

Frame *ninja_enter_card(Run *r, PlayerId p, CardId c, unsigned flags) {
    bool ch = card_kinds(r, c) >> NK_CH & 1;
    return begin(r, p, ref_to(r->s, c), ch ? NONE : ninja_spell_of(r, c), flags | ENTER_IS_CARD);
}

void ninja_stacked_event(State *s, Stacked *t, unsigned i) {
    const Waiting *w = &s->waiting[i];
    t->subject = w->subject;
    t->object = w->object;
    t->amount = w->amount;
    t->player = w->player;
    t->wait = w->flags;
}

Frame *ninja_enter_ability(Run *r, PlayerId p, CardRef source, AbilId a, unsigned flags,
                           int waiting) {
    State *s = r->s;
    Frame *f = begin(r, p, source, a, flags);
    RULE(NS_105_3b);
    if (r->pack->abil[a].kind != ABIL_CHECKED) RULE(NS_209_2);
    if (r->pack->def[card_of(s, source.card)->def].nabil > 1) RULE(NS_209_4);
    Stacked *t = stack_push(r, STACK_ABILITY, p);
    t->source = source;
    t->abil = a;
    t->flags |= STACKED_ENTERING;
    f->u[E_SERIAL] = t->serial;
    if (waiting >= 0) {
        ninja_stacked_event(s, t, (unsigned)waiting);
        if (!ref_live(s, source) || card_silent(r, source.card)) RULE(NS_1209_9);
        s->waiting[waiting].flags &= (uint8_t)~WAIT_SHOWN; /* 1209.3c: it stays shown */
        waiting_drop(r, (unsigned)waiting);
    }
    return f;
}

void ninja_context_load(Run *r, Context *x, const Stacked *t) {
    const AbilityDef *b = &r->pack->abil[t->abil];
    x->row = t->serial;
    x->x = t->x;
    if (t->x) RULE(NS_1304_2c);
    x->modes = t->modes;
    x->extra = t->extra;
    if (t->player == NOBODY) return;
    x->subject = t->subject;
    x->object = t->object;
    x->amount = t->amount;
    x->player = t->player;
    x->left_seat = (t->wait & WAIT_LEFT_SEAT) != 0;
    bool object = (t->wait & WAIT_MEMORY) || (b->flags & ABIL_IT_OBJECT);
    CardRef it = object ? t->object : t->subject;
    if (!it.card) return;
    reg_set(r, x, REG_IT, &it, 1);
}

unsigned ninja_context_of(Run *r, const Stacked *t) {
    unsigned c = ctx_open(r, t->abil, t->master, t->source);
    if (c) ninja_context_load(r, &r->s->ctx[c], t);
    return c;
}

/* 1204.2a */
static void begin_entering(Run *r, Frame *f) {
    State *s = r->s;
    CardId c = f->u[E_CARD];
    bool card = f->u[E_FLAGS] & ENTER_IS_CARD;
    if (card) {
        Stacked *t = stack_push(r, STACK_CARD, (PlayerId)f->u[E_PLAYER]);
        t->source = (CardRef){c, f->u[E_INC]};
        t->abil = f->u[E_ABIL];
        t->flags |= STACKED_ENTERING | (f->u[E_FLAGS] & ENTER_FREE ? STACKED_FREE : 0);
        f->u[E_SERIAL] = t->serial;
    }
    Stacked *t = stack_row(s, f->u[E_SERIAL]);
    if (f->u[E_FLAGS] & ENTER_CHECKED) t->flags |= STACKED_CHECK;
    f->ctx = (uint8_t)ninja_context_of(r, t);
    f->u[E_PC] = f->u[E_ABIL] ? r->pack->abil[f->u[E_ABIL]].entry : NONE;
    f->step = r->pack->abil[f->u[E_ABIL]].flags & ABIL_MODES ? ENTER_MODE : ENTER_EXTRA_ASK;
    const Card *k = card_of(s, c);
    bool has = card || (r->pack->abil[f->u[E_ABIL]].zones & zone_bit(k->zone));
    if (has && k->inc == f->u[E_INC] && !(k->flags & CARD_SHOWN) &&
        !(r->g->zones[k->zone].flags & ZONE_PUBLIC)) {
        RULE(NS_1204_2a);
        bool others = s->glimpsed;
        event_show(r, (PlayerId)f->u[E_PLAYER], c);
        if (card && !others) s->glimpsed = GLIMPSED_ENTERED;
    }
}

/* 1204.2c, 1404.2: additional costs of the card, one after the other. */
static AbilId extra_cost(const Run *r, const Frame *f) {
    if (!(f->u[E_FLAGS] & ENTER_IS_CARD) || (f->u[E_FLAGS] & ENTER_FREE)) return NONE;
    return f->u[E_EXTRA] < 8 ? ninja_nth_extra(r, f->u[E_CARD], f->u[E_EXTRA]) : NONE;
}

/* Could the one at hand be paid beside the card's own cost and those that were declared? */
static bool extra_payable(Run *r, Frame *f) {
    CardId c = f->u[E_CARD];
    unsigned bits = r->s->ctx[f->ctx].extra | 1u << f->u[E_EXTRA];
    bool ok = ninja_extras_payable(r, f->ctx, c, bits, card_of(r->s, c)->now.cost);
    if (!ok) {
        RULE(NS_1203_2);
        RULE(NS_1204_2i);
        RULE(NS_1204_2l);
    }
    return ok;
}

/* Of the additional costs that were declared the one with an X of its own. */
static AbilId declared_x(const Run *r, CardId c, unsigned bits) {
    for (unsigned i = 0; bits >> i; i++) {
        AbilId a = bits >> i & 1 ? ninja_nth_extra(r, c, i) : NONE;
        if (r->pack->abil[a].flags & ABIL_FREE_X) return a;
    }
    return NONE;
}

/* 1304.2a: the X that nothing defines of what is being entered; its abil is NONE if there is none.
 */
static Letter free_x(Run *r, const Frame *f) {
    State *s = r->s;
    CardId c = f->u[E_CARD];
    bool card = f->u[E_FLAGS] & ENTER_IS_CARD;
    AbilId a = card ? declared_x(r, c, s->ctx[f->ctx].extra) : f->u[E_ABIL];
    if (!(r->pack->abil[a].flags & ABIL_FREE_X) || (f->u[E_FLAGS] & ENTER_FREE)) a = NONE;
    if (!a) return (Letter){0};
    int ether = card ? card_cost(r, c)
                     : ninja_ether_more(r, (PlayerId)f->u[E_PLAYER], c, &r->pack->abil[a]);
    return (Letter){a, card ? c : NONE, ether, f->u[E_PC]};
}

/* 1204.2d: it is declared, as much as can be paid and finds its targets. */
static bool ask_x(Run *r, Frame *f) {
    Letter l = free_x(r, f);
    if (!l.abil) return false;
    RULE(NS_1204_2d);
    RULE(NS_1304_2);
    RULE(NS_1304_2a);
    RULE(NS_104_5);
    ask_begin(r, (PlayerId)f->u[E_PLAYER], ASK_NUMBER, NS_1304_2a);
    for (int n = ninja_next_x(r, f->ctx, &l, 0); n >= 0; n = ninja_next_x(r, f->ctx, &l, n + 1))
        ask_add(r, (Option){.kind = OPT_NUMBER, .a = (uint8_t)n});
    r->s->ctx[f->ctx].x = 0;
    ask_done(r);
    return true;
}

/* Where the entry code has modes chosen, NONE: nowhere. What X is by the text is reckoned on the
 * way. */
static Pc modes_code(Run *r, const Frame *f) {
    const Code *k = r->pack->code;
    for (Pc pc = f->u[E_PC]; pc && k[pc] != OP_END; vm_pass(r, &pc)) {
        Pc at = (Pc)(pc + 1);
        if (k[pc] == OP_PICKMODES) return at;
        if (k[pc] != OP_SETX) continue;
        Eval e = eval_ctx(r, f->ctx);
        e.ctx->x = vm_number(&e, &at);
    }
    return NONE;
}

/* Of so many modes those that could be carried out, with one X or another where it is yet to be
 * declared. */
static unsigned modes_open(Run *r, Frame *f, Pc pc, unsigned count) {
    Context *x = &r->s->ctx[f->ctx];
    Letter l = free_x(r, f);
    int16_t kept = x->x;
    Pc behind;
    unsigned bits = 0;
    l.entry = NONE;
    if (!l.abil) return ninja_modes_possible(r, f->ctx, pc, count, &behind);
    for (int n = 0; ninja_next_x(r, f->ctx, &l, n) >= 0; n++)
        bits |= ninja_modes_possible(r, f->ctx, pc, count, &behind);
    x->x = kept;
    return bits;
}

/* 1204.2b: modes that can be entered; false: no more of them are chosen. */
static bool ask_mode(Run *r, Frame *f) {
    const Code *k = r->pack->code;
    Context *x = &r->s->ctx[f->ctx];
    Eval e = eval_ctx(r, f->ctx);
    Pc pc = modes_code(r, f);
    if (!pc) return false;
    vm_players(&e, &pc);
    int want = vm_number(&e, &pc);
    unsigned may = k[pc], count = k[pc + 1], have = 0, chosen = x->modes;
    x->modes = 0;
    unsigned bits = modes_open(r, f, (Pc)(pc + 2), count) & ~chosen;
    x->modes = (uint8_t)chosen;
    for (unsigned m = chosen; m; m &= m - 1) have++;
    if (!bits || (int)have >= want) return false;
    RULE(NS_1204_2b);
    ask_begin(r, x->master, ASK_MODE, NS_1204_2b);
    for (unsigned i = 0; i < count; i++)
        if (bits >> i & 1) ask_add(r, (Option){.kind = OPT_MODE, .a = (uint8_t)i});
    if (may == 1 || (may && have)) ask_add(r, (Option){.kind = OPT_DONE});
    ask_done(r);
    return true;
}

/* 1204.2f-1: no more targets than there is to allot. */
static int shared_at_most(const Eval *e, Pc share, int max) {
    share++;
    int n = vm_number(e, &share);
    if (n >= max) return max;
    run_rule(e->r, NS_1204_2f_1);
    return n;
}

/* As Pick.sum. */
static unsigned summed_at_most(const Eval *e, Pc behind) {
    if (e->r->pack->code[behind++] != OP_WITHIN) return 0;
    int n = vm_number(e, &behind);
    return n < 0 ? 1u : (unsigned)n + 1;
}

/* 1204.2e: all targets have to be found, those of the next choice as well. */
unsigned ninja_narrow_pick(Run *r, Frame *pick, struct CardRef *c, unsigned n) {
    Pc behind = pick[-1].u[E_PC];
    vm_pass(r, &behind);
    return ninja_leads_on(r, pick->ctx, behind, c, n);
}

/* From now on it is spoken of what was chosen. */
static void speak_of_chosen(Run *r, Context *x) {
    reg_copy(r, x, REG_IT, REG_MOVE);
    reg_clear(r, x, REG_MOVE);
}

/* The next choice of the entry code; false: there is none. */
static bool next_aim(Run *r, Frame *f) {
    const Code *k = r->pack->code;
    Pc pc = f->u[E_PC];
    if (!pc || k[pc] == OP_END) return false;
    Eval e = eval_ctx(r, f->ctx);
    unsigned op = k[pc++];
    Context *x = &r->s->ctx[f->ctx];
    if (op == OP_SETX) {
        RULE(NS_1204_2d);
        RULE(NS_1304_2);
        RULE(NS_1304_2b);
        x->x = vm_number(&e, &pc);
    } else if (op == OP_PICKMODES) { /* they were chosen first of all */
        RULE(NS_1204_2b);
    } else if (op == OP_INMODE) {
        f->u[E_SKIP] = x->modes >> k[pc] & 1 ? 0 : k[pc + 1]; /* passed over with what is in it */
    } else if (op == OP_SHARE) {
        Frame *g = frame_push(r, NPROC_SHARE);
        g->ctx = f->ctx;
        g->u[0] = (uint16_t)(f->u[E_SLOT] - 1);
        g->w[1] = (int16_t)vm_number(&e, &pc);
    } else if (op == OP_AIM) {
        PlayerSet asked = vm_players(&e, &pc); /* 1307.1: who is told to choose */
        PlayerId p = asked && asked != everyone(r->s) ? player_first(asked) : e.you;
        int min = vm_number(&e, &pc), max = vm_number(&e, &pc);
        unsigned flags = k[pc++];
        Pc set = (Pc)(pc + 1), next = (Pc)(set + k[pc]);
        if (k[next] == OP_SHARE) max = shared_at_most(&e, next, max);
        RULE(NS_1204_2e);
        RULE(NS_1307_1);
        if (max <= 0) RULE(NS_1204_2e_1);
        if (max > 1) RULE(NS_1204_2e_2);
        /* what was spoken of before still is while one chooses; one may add to the choice before */
        f->u[E_INTO] = flags & PICK_ADD ? REG_IT : REG_MOVE;
        Frame *g =
            pick_begin(r, f->ctx, p, min < 0 ? 0 : (unsigned)min, max < 0 ? 0 : (unsigned)max,
                       flags & ~(unsigned)(PICK_KEEP | PICK_LEADS), f->u[E_INTO]);
        pick_of(g)->pc = set;
        pick_of(g)->leads = (flags & PICK_LEADS) != 0;
        pick_of(g)->each = (uint8_t)max;
        pick_of(g)->sum = (uint8_t)summed_at_most(&e, next);
        pick_of(g)->clause = NS_1204_2e;
        frame_begin(r, g, proc_pick);
    } else if (op != OP_WITHIN) { /* AIMSTACK, AIMPLAYER, AIMEITHER */
        Frame *g = frame_push(r, NPROC_AIM);
        g->ctx = f->ctx;
        g->u[0] = f->u[E_PC];
        g->u[1] = f->u[E_SLOT];
    }
    return true;
}

/* What was chosen becomes the targets of the slot. */
static void aimed(Run *r, Frame *f) {
    State *s = r->s;
    Context *x = &s->ctx[f->ctx];
    Stacked *t = stack_row(s, f->u[E_SERIAL]);
    Pc pc = f->u[E_PC];
    unsigned op = r->pack->code[pc];
    if (op == OP_AIM) {
        if (f->u[E_INTO] == REG_MOVE) speak_of_chosen(r, x);
        for (unsigned i = 0; t && i < x->n[REG_IT]; i++)
            stack_aim(r, t,
                      (Target){.kind = TARGET_CARD,
                               .slot = (uint8_t)f->u[E_SLOT],
                               .ref = reg_cards(r->s, x, REG_IT)[i]});
        RULE(NS_1204_2e_6);
    }
    vm_pass(r, &pc);
    f->u[E_SLOT]++;
    Pc end = (Pc)(pc + f->u[E_SKIP]);
    f->u[E_SKIP] = 0;
    for (; pc < end; vm_pass(r, &pc)) f->u[E_SLOT]++;
    f->u[E_PC] = pc;
    f->step = ENTER_AIM;
}

static void mark_payment(const Run *r) {
    RULE(NS_1204_2h);
    RULE(NS_1204_2i);
    RULE(NS_1203_1);
}

/* 1204.2g to 1204.2i */
static bool pay_cost(Run *r, Frame *f) {
    bool card = f->u[E_FLAGS] & ENTER_IS_CARD;
    if (f->u[E_FLAGS] & ENTER_FREE) {
        RULE(NS_1204_2i_1);
        RULE(NS_1313_1b);
        return false;
    }
    if (card) {
        int cost = card_cost(r, f->u[E_CARD]);
        RULE(NS_1204_2g_1);
        if (cost <= 0) {
            RULE(NS_1203_5);
            return false;
        }
        mark_payment(r);
        Frame *g = frame_push(r, NPROC_PAY);
        g->ctx = f->ctx;
        g->u[0] = f->u[E_PLAYER];
        g->u[1] = (uint16_t)cost;
        frame_begin(r, g, ninja_pay);
        return true;
    }
    const AbilityDef *b = &r->pack->abil[f->u[E_ABIL]];
    int more = ninja_ether_more(r, (PlayerId)f->u[E_PLAYER], f->u[E_CARD], b);
    if (!b->cost && more <= 0) return false;
    mark_payment(r);
    RULE(NS_1204_2g_2);
    if (WATCHED(r) && b->cost && (more > 0 || vm_several(r, b->cost))) RULE(NS_1203_4);
    Frame *cost = b->cost ? vm_call_cost(r, f->ctx, b->cost) : 0;
    if (more < 0 && cost) {
        RULE(NS_1204_2g_6);
        cost->u[COST_CREDIT] = (uint16_t)-more;
    }
    if (more > 0) { /* on top, so that it is paid first */
        RULE(NS_1204_2g_5);
        Frame *g = frame_push(r, NPROC_PAY);
        g->ctx = f->ctx;
        g->u[0] = f->u[E_PLAYER];
        g->u[1] = (uint16_t)more;
    }
    return true;
}

bool ninja_under_effect(const State *s, CardRef c) {
    for (unsigned i = 0; i < s->neffects; i++)
        if (s->effect[i].target.card == c.card && s->effect[i].target.inc == c.inc) return true;
    return false;
}

/* May it be entered so often a turn only? A limit of triggers is reckoned when they trigger. */
static bool counted(const AbilityDef *b) {
    return (b->flags & ABIL_ONCE) || (b->limit && b->kind == ABIL_ACTIVATED);
}

/* 1204.2j, 1204.2k */
static void entered(Run *r, Frame *f) {
    State *s = r->s;
    Stacked *t = stack_row(s, f->u[E_SERIAL]);
    CardId c = f->u[E_CARD];
    PlayerId p = (PlayerId)f->u[E_PLAYER];
    AbilId a = f->u[E_ABIL];
    bool card = f->u[E_FLAGS] & ENTER_IS_CARD;
    uint16_t life = f->u[E_INC];
    const Context *x = &s->ctx[f->ctx];
    if (t) {
        t->flags &= (uint8_t)~STACKED_ENTERING;
        t->x = x->x;
        t->modes = x->modes;
        t->extra = x->extra;
    }
    ctx_close(r, f->ctx);
    frame_pop(r);
    RULE(NS_1204_2j);
    RULE(NS_1204_2k);
    if (s->chain < 200) s->chain++;
    s->texts = 1;
    if (!card && counted(&r->pack->abil[a])) ability_used(r, (CardRef){c, life}, a);
    if (card) {
        if (ninja_under_effect(s, ref_to(s, c))) RULE(NS_1204_2j_1);
        unsigned first = batch_open(r);
        unsigned extra = t ? t->extra : 0;
        Event *e = batch_move(r, c, p, NZ_SPACE, NH_ENTER);
        e->player = p;
        batch_do(r, first);
        if (s->glimpsed == GLIMPSED_ENTERED) s->glimpsed = 0; /* it is in the open now */
        if (t) t->source = ref_to(s, c);
        if (extra) card_at(s, c)->deeds |= NC_EXTRA;
        event_tell(r, EV_PLAY, p, c, 0, 0);
    } else if (!(r->pack->abil[a].flags & ABIL_DELAYED)) {
        event_tell(r, EV_USED, p, c, 0, a);
    }
}

static void ask_extra(Run *r, Frame *f, AbilId extra) {
    RULE(NS_1204_2c);
    RULE(NS_1404_2);
    ask_begin(r, (PlayerId)f->u[E_PLAYER], NASK_EXTRA, NS_1204_2c);
    ask_add(r, (Option){.kind = OPT_YES, .card = f->u[E_CARD], .c = extra});
    ask_add(r, (Option){.kind = OPT_NO});
    ask_done(r);
}

/* 1203.4: the declared ones in the order of the card; they are called from the last to the first.
 */
static bool pay_extras(Run *r, Frame *f) {
    unsigned bits = r->s->ctx[f->ctx].extra;
    bool paid = (f->u[E_FLAGS] & ENTER_IS_CARD) && !(f->u[E_FLAGS] & ENTER_FREE);
    if (paid && r->pack->def[card_of(r->s, f->u[E_CARD])->def].extra_cost)
        bits |= ninja_extras_due(r, f->u[E_CARD]);
    for (unsigned i = 8; bits && i-- > 0;) {
        if (!(bits >> i & 1)) continue;
        AbilId extra = ninja_nth_extra(r, f->u[E_CARD], i);
        run_used(r, f->u[E_CARD], extra);
        vm_call_cost(r, f->ctx, r->pack->abil[extra].cost);
    }
    if (!bits) return false;
    mark_payment(r);
    RULE(NS_1204_2g_3);
    if ((bits & (bits - 1)) || card_cost(r, f->u[E_CARD]) > 0) RULE(NS_1203_4);
    return true;
}

/* The steps of 1204.2 that ask: true where somebody is asked, or something comes first. */

static bool modes_step(Run *r, Frame *f) {
    const Option o = r->s->picked;
    if (f->step == ENTER_MODE || o.kind == OPT_MODE) {
        if (f->step == ENTER_MODE_CHOSEN) r->s->ctx[f->ctx].modes |= (uint8_t)(1u << o.a);
        f->step = ENTER_MODE_CHOSEN;
        if (ask_mode(r, f)) return true;
    }
    f->step = ENTER_EXTRA_ASK;
    return false;
}

static bool extras_step(Run *r, Frame *f) {
    AbilId extra;
    if (f->step == ENTER_EXTRA_ANSWERED) {
        if (r->s->picked.kind == OPT_YES) r->s->ctx[f->ctx].extra |= (uint8_t)(1u << f->u[E_EXTRA]);
        f->u[E_EXTRA]++;
    }
    for (; (extra = extra_cost(r, f)) != NONE; f->u[E_EXTRA]++) {
        if (r->pack->abil[extra].flags & ABIL_MUST_PAY) continue; /* nothing to decide */
        if (!extra_payable(r, f)) continue;
        f->step = ENTER_EXTRA_ANSWERED;
        ask_extra(r, f, extra);
        return true;
    }
    f->step = ENTER_X;
    return false;
}

static bool x_step(Run *r, Frame *f) {
    if (f->step == ENTER_X_ANSWERED) {
        r->s->ctx[f->ctx].x = r->s->picked.a;
    } else {
        f->step = ENTER_X_ANSWERED;
        if (ask_x(r, f)) return true;
    }
    f->step = ENTER_AIM;
    return false;
}

static bool aims_step(Run *r, Frame *f) {
    if (f->step == ENTER_AIMED) {
        aimed(r, f);
        if (r->s->result) return true;
    }
    f->step = ENTER_AIMED;
    if (next_aim(r, f)) return true;
    f->step = ENTER_COST;
    return false;
}

void ninja_enter(Run *r, Frame *f) {
    switch (f->step) {
    case ENTER_BEGIN:
        begin_entering(r, f);
        if (!frame_goes_on(r, f, NPROC_ENTER)) return; /* fallthrough */
    case ENTER_MODE:
    case ENTER_MODE_CHOSEN:
        if (f->step < ENTER_EXTRA_ASK && modes_step(r, f)) return; /* fallthrough */
    case ENTER_EXTRA_ASK:
    case ENTER_EXTRA_ANSWERED:
        if (extras_step(r, f)) return; /* fallthrough */
    case ENTER_X:
    case ENTER_X_ANSWERED:
        if (x_step(r, f)) return; /* fallthrough */
    case ENTER_AIM:
    case ENTER_AIMED:
        if (aims_step(r, f)) return; /* fallthrough */
    case ENTER_COST:
        f->step = ENTER_EXTRA_COST;
        if (pay_cost(r, f)) return; /* fallthrough */
    case ENTER_EXTRA_COST:
        f->step = ENTER_MOVE;
        if (pay_extras(r, f)) return; /* fallthrough */
    default: entered(r, f);
    }
}

/* ---- 1204.2f, 1305: at least one to each target; u[0] slot, w[1] left, u[2] target at hand */

enum { SHARE_ASK, SHARE_ANSWERED };
void ninja_share(Run *r, Frame *f) {
    State *s = r->s;
    Context *x = &s->ctx[f->ctx];
    const Stacked *t = stack_row(s, x->row);
    unsigned left = 0, at = 0;
    Target *one = 0;
    for (unsigned i = 0; t && i < t->n; i++) {
        Target *g = &s->target[t->first + i];
        if (g->slot != f->u[0]) continue;
        if (at == f->u[2]) one = g;
        left += at++ >= f->u[2];
    }
    if (f->step == SHARE_ANSWERED && one) {
        one->share = s->picked.a;
        RULE(NS_1204_2f_2);
        f->w[1] = (int16_t)(f->w[1] - s->picked.a);
        f->u[2]++;
        f->step = SHARE_ASK;
        return;
    }
    if (!one) {
        frame_pop(r);
        return;
    }
    RULE(NS_1204_2f);
    RULE(NS_1204_2f_1);
    RULE(NS_1305_1);
    f->step = SHARE_ANSWERED;
    ask_begin(r, x->master, NASK_ALLOT, NS_1204_2f);
    int most = f->w[1] - (int)(left - 1);
    for (int n = left == 1 ? most : 1; n <= most; n++)
        ask_add(r, (Option){.kind = OPT_NUMBER, .a = (uint8_t)n, .card = one->ref.card});
    ask_done(r);
}

/* ---- 1312: so many ether cards are bowed, one after the other
 * -------------------------------------------------------- */

enum { PAY_PICK, PAY_PICKED };
void ninja_pay(Run *r, Frame *f) {
    State *s = r->s;
    if (f->step == PAY_PICK) {
        RULE(NS_1312_1);
        f->step = PAY_PICKED;
        if (f->u[1] == 0) {
            frame_pop(r);
            return;
        }
        Frame *g = pick_begin(r, 0, (PlayerId)f->u[0], f->u[1], f->u[1], PICK_FREE, REG_MOVE);
        pick_of(g)->list = NL_ETHER;
        pick_of(g)->steady = 1;
        pick_of(g)->clause = NS_1312_1;
        frame_begin(r, g, proc_pick);
        return;
    }
    Context *x = &s->ctx[0];
    unsigned first = batch_open(r);
    PlayerId p = (PlayerId)f->u[0];
    s->idle = 0;
    for (unsigned i = 0; i < x->n[REG_MOVE]; i++)
        batch_orient(r, p, reg_cards(r->s, x, REG_MOVE)[i].card, true);
    reg_clear(r, x, REG_MOVE);
    frame_pop(r);
    batch_do(r, first);
}

/* ---- things of the space and players as targets
 * ------------------------------------------------------------------- */

/* 1204.2e: one of the cards that may be chosen, or one of the players. */
static void ask_either(Run *r, Eval *e, Pc pc) {
    CardRef c[MAX_SET];
    PlayerSet among = vm_players(e, &pc);
    unsigned n = 0, all;
    pc++;
    e->viewer = e->you;
    all = vm_set(e, &pc, c, MAX_SET);
    for (unsigned i = 0; i < all; i++)
        if (r->g->choosable(r, e->you, c[i].card, (unsigned)(e->ctx - r->s->ctx))) c[n++] = c[i];
    RULE(NS_1204_2e);
    ask_begin(r, e->you, NASK_TARGET, NS_1204_2e);
    ask_add_cards(r, c, n);
    for (PlayerId p = 0; p < r->s->nplayers; p++)
        if (among & player_bit(p)) ask_add(r, (Option){.kind = OPT_PLAYER, .a = p});
    ask_done(r);
}

/* 1204.2e-2: nothing is chosen twice. */
static unsigned drop_chosen(const State *s, const Stacked *t, unsigned slot, uint16_t *serial,
                            unsigned n) {
    unsigned left = 0;
    for (unsigned i = 0; i < n; i++) {
        bool chosen = false;
        for (unsigned j = 0; t && j < t->n; j++) {
            const Target *x = &s->target[t->first + j];
            chosen |= x->slot == slot && x->kind == TARGET_STACKED && x->ref.card == serial[i];
        }
        if (!chosen) serial[left++] = serial[i];
    }
    return left;
}

/* One more thing of the space is to be chosen; false: enough, or there is none. */
static bool ask_stacked(Run *r, const Frame *f, Eval *e, Pc pc) {
    State *s = r->s;
    const Context *x = &s->ctx[f->ctx];
    uint16_t serial[MAX_STACK];
    unsigned what = r->pack->code[pc++], n = ninja_stack_choices(r, e, pc, what, x->row, serial);
    vm_pass(r, &pc);
    int least = vm_number(e, &pc), most = vm_number(e, &pc), have = f->u[2];
    RULE(NS_1204_2e);
    if (have) RULE(NS_1204_2e_2);
    n = drop_chosen(s, stack_row(s, x->row), f->u[1], serial, n);
    if (!n || have >= most) return false;
    ask_begin(r, x->master, NASK_TARGET, NS_1204_2e);
    for (unsigned i = 0; i < n; i++) {
        const Stacked *u = stack_row(s, serial[i]);
        ask_add(r,
                (Option){.kind = NOPT_STACKED,
                         .card = u->source.card,
                         .c = serial[i],
                         .a = u->sort == STACK_ABILITY ? (uint8_t)(r->pack->abil[u->abil].index + 1)
                                                       : 0});
    }
    if (have >= least) ask_add(r, (Option){.kind = OPT_DONE});
    ask_done(r);
    return true;
}

/* u[0] entry code, u[1] slot, u[2] how many were chosen */
void ninja_aim(Run *r, Frame *f) {
    State *s = r->s;
    const Code *k = r->pack->code;
    Context *x = &s->ctx[f->ctx];
    Stacked *t = stack_row(s, x->row);
    Pc pc = f->u[0];
    Eval e = eval_ctx(r, f->ctx);
    unsigned op = k[pc++];
    if (f->step == 0) {
        f->step = 1;
        if (op == OP_AIMSTACK) {
            if (!ask_stacked(r, f, &e, pc)) frame_pop(r);
        } else if (op == OP_AIMEITHER) {
            ask_either(r, &e, pc);
        } else {
            PlayerSet among = vm_players(&e, &pc);
            RULE(NS_1204_2e);
            ask_player(r, x->master, among, NS_1204_2e);
        }
        return;
    }
    Option o = s->picked;
    x->did = o.kind != OPT_DONE || f->u[2];
    if (t && o.kind == NOPT_STACKED) {
        stack_aim(r, t,
                  (Target){.kind = TARGET_STACKED, .slot = (uint8_t)f->u[1], .ref = {o.c, 0}});
        f->u[2]++;
        if (ask_stacked(r, f, &e, pc)) return;
    }
    if (t && o.kind == OPT_CARD)
        stack_aim(
            r, t,
            (Target){.kind = TARGET_CARD, .slot = (uint8_t)f->u[1], .ref = ref_to(s, o.card)});
    if (t && o.kind == OPT_PLAYER)
        stack_aim(r, t,
                  (Target){.kind = TARGET_PLAYER,
                           .slot = (uint8_t)f->u[1],
                           .ref = {(CardId)(o.a + 1), 0}});
    frame_pop(r);
}
