/* 1204: entering cards and abilities.
 *
 * NPROC_ENTER goes through the steps of 1204.2 in order. While it runs, the thing is on the
 * stack with STACKED_ENTERING; the card itself stays where it is until everything is paid
 * (1204.2j). Choices made on entry are code of their own, AbilityDef.entry: a list of AIM*
 * operations, each with a slot number under which the targets are stored (State.target).
 *
 * 1204.2l: nothing is begun that cannot be finished. enterable.c makes sure of that beforehand,
 * so no step here can fail. */
#include "games/ninja/enter.h"
#include "kernel/pick.h"
#include "kernel/procs.h"

enum {
    ENTER_BEGIN,          /* 1204.2a: reveal, put on the stack */
    ENTER_MODE,           /* 1204.2b: ask for a mode */
    ENTER_MODE_CHOSEN,    /* answered; ask for another */
    ENTER_EXTRA_ASK,      /* 1204.2c: ask for an additional cost */
    ENTER_EXTRA_ANSWERED, /* answered; ask for the next */
    ENTER_X_ANSWERED,     /* 1204.2d: X is answered; then the first choice of targets */
    ENTER_AIMED,          /* 1204.2e, 1204.2f: chosen: store the targets; then the next, or pay */
    ENTER_MOVE            /* 1204.2g to 1204.2i are over; 1204.2j, 1204.2k: into the space */
};
enum { ENTER_IS_CARD = 128 };
typedef struct Entry {
    CardRef source;  /* the card, in the incarnation that has the ability */
    AbilId abil;     /* the ability; for a card its text, NONE for a character */
    Pc pc;           /* the next choice in the entry code, NONE: there is none */
    uint16_t serial; /* serial of its stack row */
    uint16_t skip;   /* length of the code to skip after the current choice */
    PlayerId player; /* who enters it */
    uint8_t flags;   /* ENTER_* */
    uint8_t slot;    /* number of the current choice */
    uint8_t extra;   /* number of the current additional cost */
    uint8_t into;    /* REG_*: where the current choice collects its cards */
} Entry;
FRAME_LOCALS(Entry, entry_of)

static bool is_card(const Entry *entry) { return entry->flags & ENTER_IS_CARD; }
static bool is_free(const Entry *entry) { return entry->flags & ENTER_FREE; }

/* Pushes the procedure of entering. */
static Frame *push_entry(Run *r, PlayerId p, CardRef source, AbilId a, unsigned flags) {
    Frame *f = frame_push(r, NPROC_ENTER);
    Entry *entry = entry_of(f);
    entry->source = source;
    entry->abil = a;
    entry->player = p;
    entry->flags = (uint8_t)flags;
    return f;
}

Frame *ninja_enter_card(Run *r, PlayerId p, CardId c, unsigned flags) {
    bool ch = card_kinds(r, c) >> NK_CH & 1;
    return push_entry(r, p, ref_to(r->s, c), ch ? NONE : ninja_spell_of(r, c),
                      flags | ENTER_IS_CARD);
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
    Frame *f = push_entry(r, p, source, a, flags);
    RULE(NS_105_3b);
    if (r->pack->abil[a].kind != ABIL_CHECKED) RULE(NS_209_2);
    if (r->pack->def[card_of(s, source.card)->def].nabil > 1) RULE(NS_209_4);
    Stacked *t = stack_push(r, STACK_ABILITY, p);
    t->source = source;
    t->abil = a;
    t->flags |= STACKED_ENTERING;
    entry_of(f)->serial = t->serial;
    if (waiting >= 0) {
        ninja_stacked_event(s, t, (unsigned)waiting);
        if (!ref_live(s, source) || card_silent(r, source.card)) RULE(NS_1209_9);
        s->waiting[waiting].flags &= (uint8_t)~WAIT_SHOWN; /* 1209.3c: the card stays revealed */
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
    for (unsigned i = 0; i < t->n; i++) {
        const Target *paid = &r->s->target[t->first + i];
        if (paid->kind == TARGET_PAID) reg_push(r, x, REG_IT, paid->ref);
    }
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

/* 1204.2a: puts a card on the stack, opens the context and reveals a hidden card. */
static void begin_entering(Run *r, Frame *f) {
    State *s = r->s;
    Entry *entry = entry_of(f);
    CardId c = entry->source.card;
    if (is_card(entry)) {
        Stacked *t = stack_push(r, STACK_CARD, entry->player);
        t->source = entry->source;
        t->abil = entry->abil;
        t->flags |= STACKED_ENTERING | (is_free(entry) ? STACKED_FREE : 0);
        entry->serial = t->serial;
    }
    Stacked *t = stack_row(s, entry->serial);
    if (entry->flags & ENTER_CHECKED) t->flags |= STACKED_CHECK;
    f->ctx = (uint8_t)ninja_context_of(r, t);
    const AbilityDef *b = &r->pack->abil[entry->abil];
    entry->pc = entry->abil ? b->entry : NONE;
    f->step = b->flags & ABIL_MODES ? ENTER_MODE : ENTER_EXTRA_ASK;
    const Card *k = card_of(s, c);
    bool has = is_card(entry) || (b->zones & zone_bit(k->zone));
    if (has && k->inc == entry->source.inc && !(k->flags & CARD_SHOWN) &&
        !(r->g->zones[k->zone].flags & ZONE_PUBLIC)) {
        RULE(NS_1204_2a);
        bool others = s->glimpsed;
        event_show(r, entry->player, c);
        if (is_card(entry) && !others) s->glimpsed = GLIMPSED_ENTERED;
    }
}

/* 1204.2c, 1404.2: the current additional cost of the card, NONE after the last. */
static AbilId current_extra(const Run *r, const Entry *entry) {
    if (!is_card(entry) || is_free(entry)) return NONE;
    return entry->extra < 8 ? ninja_nth_extra(r, entry->source.card, entry->extra) : NONE;
}

/* Can the current one be paid in addition to the card's own cost and those already declared? */
static bool extra_payable(Run *r, Frame *f) {
    CardId c = entry_of(f)->source.card;
    unsigned bits = r->s->ctx[f->ctx].extra | 1u << entry_of(f)->extra;
    bool ok = ninja_extras_payable(r, f->ctx, c, bits, card_of(r->s, c)->now.cost);
    if (!ok) {
        RULE(NS_1203_2);
        RULE(NS_1204_2i);
        RULE(NS_1204_2l);
    }
    return ok;
}

/* The declared additional cost that contains an X to declare, NONE: none does. */
static AbilId declared_x(const Run *r, CardId c, unsigned bits) {
    for (unsigned i = 0; bits >> i; i++) {
        AbilId a = bits >> i & 1 ? ninja_nth_extra(r, c, i) : NONE;
        if (r->pack->abil[a].flags & ABIL_FREE_X) return a;
    }
    return NONE;
}

/* 1304.2a: the X to declare for what is being entered; its abil is NONE if there is none. */
static FreeX find_free_x(Run *r, Frame *f) {
    State *s = r->s;
    const Entry *entry = entry_of(f);
    CardId c = entry->source.card;
    bool card = is_card(entry);
    unsigned extras = s->ctx[f->ctx].extra;
    if (card && r->pack->def[card_of(s, c)->def].extra_cost) extras |= ninja_mandatory_extras(r, c);
    AbilId a = card ? declared_x(r, c, extras) : entry->abil;
    if (!(r->pack->abil[a].flags & ABIL_FREE_X) || is_free(entry)) a = NONE;
    if (!a) return (FreeX){0};
    int ether =
        card ? card_cost(r, c) : ninja_ether_surcharge(r, entry->player, c, &r->pack->abil[a]);
    return (FreeX){a, card ? c : NONE, ether, entry->pc};
}

/* 1204.2d: asks the player to declare X, out of the values that can be paid and have targets.
 * Returns false if there is no X. */
static bool ask_x(Run *r, Frame *f) {
    FreeX l = find_free_x(r, f);
    if (!l.abil) return false;
    if (l.card) RULE(NS_1204_2c);
    RULE(NS_1204_2d);
    RULE(NS_1304_2);
    RULE(NS_1304_2a);
    RULE(NS_104_5);
    ask_begin(r, entry_of(f)->player, ASK_NUMBER, NS_1304_2a);
    for (int n = ninja_next_x(r, f->ctx, &l, 0); n >= 0; n = ninja_next_x(r, f->ctx, &l, n + 1))
        ask_add(r, (Option){.kind = OPT_NUMBER, .a = (uint8_t)n});
    r->s->ctx[f->ctx].x = 0;
    ask_done(r);
    return true;
}

/* The operands of PICKMODES in the entry code, NONE: it has no modes. Evaluates the SETX operations
 * on the way. */
static Pc modes_code(Run *r, Frame *f) {
    const Code *k = r->pack->code;
    for (Pc pc = entry_of(f)->pc; pc && k[pc] != OP_END; vm_pass(r, &pc)) {
        Pc at = (Pc)(pc + 1);
        if (k[pc] == OP_PICKMODES) return at;
        if (k[pc] != OP_SETX) continue;
        Eval e = eval_ctx(r, f->ctx);
        e.ctx->x = vm_number(&e, &at);
    }
    return NONE;
}

/* Bitmask of the modes whose targets exist, for some value of X if X is still to be declared. */
static unsigned modes_enterable(Run *r, Frame *f, Pc pc, unsigned count) {
    Context *x = &r->s->ctx[f->ctx];
    FreeX l = find_free_x(r, f);
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

/* 1204.2b: asks for one more mode. Returns false if no more can be chosen. */
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
    unsigned bits = modes_enterable(r, f, (Pc)(pc + 2), count) & ~chosen;
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

/* 1204.2f: dividing an amount among targets. */
enum { SHARE_ASK, SHARE_ANSWERED };
typedef struct Share {
    int16_t left; /* amount left to divide */
    uint8_t slot; /* the choice whose targets receive it */
    uint8_t at;   /* index of the next target */
} Share;
FRAME_LOCALS(Share, share_of)

static void share_push(Run *r, unsigned ctx, unsigned slot, int n) {
    Frame *f = frame_push(r, NPROC_SHARE);
    f->ctx = (uint8_t)ctx;
    share_of(f)->slot = (uint8_t)slot;
    share_of(f)->left = (int16_t)n;
}

/* 1204.2f-1: limits the number of targets to the amount to be divided. */
static int limit_by_share(const Eval *e, Pc share, int max) {
    share++;
    int n = vm_number(e, &share);
    if (n >= max) return max;
    run_rule(e->r, NS_1204_2f_1);
    return n;
}

/* The limit of a WITHIN operation, encoded as Pick.sum; 0: no limit. */
static unsigned sum_limit(const Eval *e, Pc behind) {
    if (e->r->pack->code[behind++] != OP_WITHIN) return 0;
    int n = vm_number(e, &behind);
    return n < 0 ? 1u : (unsigned)n + 1;
}

unsigned ninja_narrow_pick(Run *r, Frame *pick, struct CardRef *c, unsigned n) {
    Pc behind = entry_of(pick - 1)->pc; /* the frame below the pick is the entry */
    vm_pass(r, &behind);
    return ninja_filter_leading(r, pick->ctx, behind, c, n);
}

/* Makes the chosen cards "it". */
static void set_it_to_chosen(Run *r, Context *x) {
    reg_copy(r, x, REG_IT, REG_MOVE);
    reg_clear(r, x, REG_MOVE);
}

/* 1204.2e: pushes the pick of targets for an AIM whose operands begin at pc. */
static void pick_targets(Run *r, Frame *f, Eval *e, Pc pc) {
    const Code *k = r->pack->code;
    PlayerSet choosers = vm_players(e, &pc); /* 1307.1: the player whom the text tells to choose */
    PlayerId p = choosers && choosers != everyone(r->s) ? player_first(choosers) : e->you;
    int min = vm_number(e, &pc), max = vm_number(e, &pc);
    unsigned flags = k[pc++];
    Pc set = (Pc)(pc + 1), next = (Pc)(set + k[pc]);
    if (k[next] == OP_SHARE) max = limit_by_share(e, next, max);
    PlayerSet as_one = 0;
    const int each = max < MAX_SET ? max : MAX_SET,
              places = flags & PICK_EACH_ZONE ? (int)vm_places(e, set, &as_one) : 1;
    if (!vm_is_whole(min)) min *= places;
    if (!vm_is_whole(max)) max *= places;
    RULE(NS_1204_2e);
    RULE(NS_1307_1);
    if (max <= 0) RULE(NS_1204_2e_1);
    if (max > 1) RULE(NS_1204_2e_2);
    /* "it" keeps its meaning while cards are chosen, unless they are added to the previous
     * choice */
    const uint8_t into = flags & PICK_ADD ? REG_IT : REG_MOVE;
    entry_of(f)->into = into;
    Frame *g = pick_begin(r, f->ctx, p, min < 0 ? 0 : (unsigned)min, max < 0 ? 0 : (unsigned)max,
                          flags & ~(unsigned)(PICK_KEEP | PICK_LEADS), into);
    pick_of(g)->pc = set;
    pick_of(g)->leads = (flags & PICK_LEADS) != 0;
    pick_of(g)->each = (uint8_t)each;
    pick_of(g)->as_one = as_one;
    pick_of(g)->sum = (uint8_t)sum_limit(e, next);
    pick_of(g)->clause = NS_1204_2e;
    frame_begin(r, g, proc_pick);
}

/* Begins the next choice of the entry code. Returns false after the last. */
static bool next_aim(Run *r, Frame *f) {
    const Code *k = r->pack->code;
    Entry *entry = entry_of(f);
    Pc pc = entry->pc;
    if (!pc || k[pc] == OP_END) return false;
    Eval e = eval_ctx(r, f->ctx);
    unsigned op = k[pc++];
    Context *x = &r->s->ctx[f->ctx];
    if (op == OP_SETX) {
        RULE(NS_1204_2d);
        RULE(NS_1304_2);
        RULE(NS_1304_2b);
        x->x = vm_number(&e, &pc);
    } else if (op == OP_PICKMODES) { /* modes were chosen first, in modes_step() */
        RULE(NS_1204_2b);
    } else if (op == OP_INMODE) { /* skip the code of a mode that was not chosen */
        entry->skip = x->modes >> k[pc] & 1 ? 0 : k[pc + 1];
    } else if (op == OP_SHARE) {
        share_push(r, f->ctx, entry->slot - 1u, vm_number(&e, &pc));
    } else if (op == OP_AIM) {
        pick_targets(r, f, &e, pc);
    } else if (op != OP_WITHIN) { /* AIMSTACK, AIMPLAYER, AIMEITHER */
        ninja_aim_push(r, f->ctx, entry->pc, entry->slot);
    }
    return true;
}

/* 1204.2e: stores the chosen cards as targets of the slot and moves on in the entry code. */
static void store_targets(Run *r, Frame *f) {
    State *s = r->s;
    Context *x = &s->ctx[f->ctx];
    Entry *entry = entry_of(f);
    Stacked *t = stack_row(s, entry->serial);
    Pc pc = entry->pc;
    unsigned op = r->pack->code[pc];
    if (op == OP_AIM) {
        if (entry->into == REG_MOVE) set_it_to_chosen(r, x);
        for (unsigned i = 0; t && i < x->n[REG_IT]; i++)
            stack_aim(r, t,
                      (Target){.kind = TARGET_CARD,
                               .slot = entry->slot,
                               .ref = reg_cards(r->s, x, REG_IT)[i]});
        RULE(NS_1204_2e_6);
    }
    vm_pass(r, &pc);
    entry->slot++;
    Pc end = (Pc)(pc + entry->skip);
    entry->skip = 0;
    for (; pc < end; vm_pass(r, &pc)) entry->slot++;
    entry->pc = pc;
}

/* Marks the clauses on paying. */
static void mark_payment(const Run *r) {
    RULE(NS_1204_2h);
    RULE(NS_1204_2i);
    RULE(NS_1203_1);
}

/* 1204.2g to 1204.2i: pushes the payment of the cost. Returns false if there is nothing to pay. */
static bool pay_cost(Run *r, Frame *f) {
    const Entry *entry = entry_of(f);
    if (is_free(entry)) {
        RULE(NS_1204_2i_1);
        RULE(NS_1313_1b);
        return false;
    }
    if (is_card(entry)) {
        int cost = card_cost(r, entry->source.card);
        RULE(NS_1204_2g_1);
        if (cost <= 0) {
            RULE(NS_1203_5);
            return false;
        }
        mark_payment(r);
        frame_begin(r, ninja_pay_ether(r, f->ctx, entry->player, (unsigned)cost), ninja_pay);
        return true;
    }
    const AbilityDef *b = &r->pack->abil[entry->abil];
    int more = ninja_ether_surcharge(r, entry->player, entry->source.card, b);
    if (!b->cost && more <= 0) return false;
    mark_payment(r);
    RULE(NS_1204_2g_2);
    if (WATCHED(r) && b->cost && (more > 0 || vm_several(r, b->cost))) RULE(NS_1203_4);
    Frame *cost = b->cost ? vm_call_cost(r, f->ctx, b->cost) : 0;
    if (more < 0 && cost) {
        RULE(NS_1204_2g_6);
        text_of(cost)->credit = (int16_t)-more;
    }
    if (more > 0) { /* pushed last, so that it is paid first */
        RULE(NS_1204_2g_5);
        ninja_pay_ether(r, f->ctx, entry->player, (unsigned)more);
    }
    return true;
}

bool ninja_under_effect(const State *s, CardRef c) {
    for (unsigned i = 0; i < s->neffects; i++)
        if (s->effect[i].target.card == c.card && s->effect[i].target.inc == c.inc) return true;
    return false;
}

/* Does entering count toward a limit per turn? Triggers are counted when they trigger. */
static bool limited_per_turn(const AbilityDef *b) {
    return (b->flags & ABIL_ONCE) || (b->limit && b->kind == ABIL_ACTIVATED);
}

/* 1204.2j, 1204.2k: completes the entry: moves a card to the space and reports it. */
static void finish_entering(Run *r, Frame *f) {
    State *s = r->s;
    const Entry entry = *entry_of(f);
    Stacked *t = stack_row(s, entry.serial);
    CardId c = entry.source.card;
    const Context *x = &s->ctx[f->ctx];
    if (t) {
        t->flags &= (uint8_t)~STACKED_ENTERING;
        t->x = x->x;
        t->modes = x->modes;
        t->extra = x->extra;
        const bool spoken_of = r->pack->abil[entry.abil].flags & ABIL_PAID;
        for (unsigned i = 0; spoken_of && i < x->n[REG_IT]; i++)
            stack_aim(r, t, (Target){.kind = TARGET_PAID, .ref = reg_cards(s, x, REG_IT)[i]});
    }
    ctx_close(r, f->ctx);
    frame_pop(r);
    RULE(NS_1204_2j);
    RULE(NS_1204_2k);
    if (s->chain < 200) s->chain++;
    s->texts = 1;
    if (!is_card(&entry) && limited_per_turn(&r->pack->abil[entry.abil]))
        ability_used(r, entry.source, entry.abil);
    if (is_card(&entry)) {
        if (ninja_under_effect(s, ref_to(s, c))) RULE(NS_1204_2j_1);
        unsigned first = batch_open(r);
        unsigned extra = t ? t->extra : 0;
        Event *e = batch_move(r, c, entry.player, NZ_SPACE, NH_ENTER);
        e->player = e->actor = entry.player;
        batch_do(r, first);
        if (s->glimpsed == GLIMPSED_ENTERED) s->glimpsed = 0; /* the card is public now */
        if (t) t->source = ref_to(s, c);
        if (extra) card_at(s, c)->deeds |= NC_EXTRA;
        event_tell(r, EV_PLAY, entry.player, c, 0, 0);
    } else if (!(r->pack->abil[entry.abil].flags & ABIL_DELAYED)) {
        event_tell(r, EV_USED, entry.player, c, 0, entry.abil);
    }
}

/* 1204.2c, 1404.2: asks whether to pay an optional additional cost. */
static void ask_extra(Run *r, const Entry *entry, AbilId extra) {
    RULE(NS_1204_2c);
    RULE(NS_1404_2);
    ask_begin(r, entry->player, NASK_EXTRA, NS_1204_2c);
    ask_add(r, (Option){.kind = OPT_YES, .card = entry->source.card, .c = extra});
    ask_add(r, (Option){.kind = OPT_NO});
    ask_done(r);
}

/* 1203.4: pays the declared additional costs in printed order. */
static bool pay_extras(Run *r, Frame *f) {
    unsigned bits = r->s->ctx[f->ctx].extra, n = 0;
    Pc cost[8];
    const Entry *entry = entry_of(f);
    CardId c = entry->source.card;
    if (is_card(entry) && !is_free(entry) && r->pack->def[card_of(r->s, c)->def].extra_cost)
        bits |= ninja_mandatory_extras(r, c);
    for (unsigned i = 0; i < 8; i++) {
        if (!(bits >> i & 1)) continue;
        AbilId extra = ninja_nth_extra(r, c, i);
        run_used(r, c, extra);
        cost[n++] = r->pack->abil[extra].cost;
    }
    if (!bits) return false;
    vm_call_costs(r, f->ctx, cost, n);
    mark_payment(r);
    RULE(NS_1204_2g_3);
    if ((bits & (bits - 1)) || card_cost(r, c) > 0) RULE(NS_1203_4);
    return true;
}

/* The steps of 1204.2 that ask. Each returns true if a decision or another procedure comes
 * first. */

/* 1204.2b: modes, one at a time. */
static bool modes_step(Run *r, Frame *f) {
    const Option o = r->s->picked;
    if (f->step == ENTER_EXTRA_ASK) return false; /* no modes */
    if (f->step == ENTER_MODE || o.kind == OPT_MODE) {
        if (f->step == ENTER_MODE_CHOSEN) r->s->ctx[f->ctx].modes |= (uint8_t)(1u << o.a);
        f->step = ENTER_MODE_CHOSEN;
        if (ask_mode(r, f)) return true;
    }
    f->step = ENTER_EXTRA_ASK;
    return false;
}

/* 1204.2c: optional additional costs, one at a time; those that cannot be paid are not offered. */
static bool extras_step(Run *r, Frame *f) {
    AbilId extra;
    Entry *entry = entry_of(f);
    if (f->step == ENTER_EXTRA_ANSWERED) {
        if (r->s->picked.kind == OPT_YES) r->s->ctx[f->ctx].extra |= (uint8_t)(1u << entry->extra);
        entry->extra++;
    }
    for (; (extra = current_extra(r, entry)) != NONE; entry->extra++) {
        if (r->pack->abil[extra].flags & ABIL_MUST_PAY) continue; /* mandatory: nothing to ask */
        if (!extra_payable(r, f)) continue;
        f->step = ENTER_EXTRA_ANSWERED;
        ask_extra(r, entry, extra);
        return true;
    }
    return false;
}

/* 1204.2d: the value of X. */
static bool x_step(Run *r, Frame *f) {
    if (f->step == ENTER_X_ANSWERED) {
        r->s->ctx[f->ctx].x = r->s->picked.a;
    } else {
        f->step = ENTER_X_ANSWERED;
        if (ask_x(r, f)) return true;
    }
    return false;
}

/* 1204.2e: the choices of the entry code, one per call. */
static bool aims_step(Run *r, Frame *f) {
    if (f->step == ENTER_AIMED) {
        store_targets(r, f);
        if (r->s->result) return true;
    }
    f->step = ENTER_AIMED;
    return next_aim(r, f);
}

/* Procedure, 1204.2: modes, additional costs, X, targets, payment, and finally the move to the
 * space. */
void ninja_enter(Run *r, Frame *f) {
    switch (f->step) {
    case ENTER_BEGIN:
        begin_entering(r, f);
        if (!frame_goes_on(r, f, NPROC_ENTER)) return; /* fallthrough */
    case ENTER_MODE:
    case ENTER_MODE_CHOSEN:
        if (modes_step(r, f)) return; /* fallthrough */
    case ENTER_EXTRA_ASK:
    case ENTER_EXTRA_ANSWERED:
        if (extras_step(r, f)) return; /* fallthrough */
    case ENTER_X_ANSWERED:
        if (x_step(r, f)) return; /* fallthrough */
    case ENTER_AIMED: {
        if (aims_step(r, f)) return;
        f->step = ENTER_MOVE;
        const bool extras = pay_extras(r, f); /* pushed first, so that they are paid last */
        if (pay_cost(r, f) || extras) return;
    } /* fallthrough */
    default: finish_entering(r, f);
    }
}

/* ---- 1204.2f, 1305: dividing an amount ---- */

/* Procedure: asks for the share of one target after another, at least 1 each; the last target gets
 * the rest. */
void ninja_share(Run *r, Frame *f) {
    State *s = r->s;
    Share *sh = share_of(f);
    Context *x = &s->ctx[f->ctx];
    const Stacked *t = stack_row(s, x->row);
    unsigned left = 0, at = 0;
    Target *one = 0;
    for (unsigned i = 0; t && i < t->n; i++) {
        Target *g = &s->target[t->first + i];
        if (g->slot != sh->slot) continue;
        if (at == sh->at) one = g;
        left += at++ >= sh->at;
    }
    if (f->step == SHARE_ANSWERED && one) {
        one->share = s->picked.a;
        RULE(NS_1204_2f_2);
        sh->left = (int16_t)(sh->left - s->picked.a);
        sh->at++;
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
    int most = sh->left - (int)(left - 1);
    for (int n = left == 1 ? most : 1; n <= most; n++)
        ask_add(r, (Option){.kind = OPT_NUMBER, .a = (uint8_t)n, .card = one->ref.card});
    ask_done(r);
}

/* ---- 1312: paying ether ---- */

enum { PAY_PICK, PAY_PICKED };
typedef struct Payment {
    uint16_t count;  /* ether cards to bow */
    PlayerId player; /* who pays */
} Payment;
FRAME_LOCALS(Payment, payment_of)

Frame *ninja_pay_ether(Run *r, unsigned ctx, PlayerId p, unsigned n) {
    Frame *f = frame_push(r, NPROC_PAY);
    f->ctx = (uint8_t)ctx;
    payment_of(f)->count = (uint16_t)n;
    payment_of(f)->player = p;
    return f;
}

/* Procedure: the player picks the ether cards, then all of them are bowed at once. */
void ninja_pay(Run *r, Frame *f) {
    State *s = r->s;
    const Payment pay = *payment_of(f);
    if (f->step == PAY_PICK) {
        RULE(NS_1312_1);
        f->step = PAY_PICKED;
        if (pay.count == 0) {
            frame_pop(r);
            return;
        }
        Frame *g = pick_begin(r, 0, pay.player, pay.count, pay.count, PICK_FREE, REG_MOVE);
        pick_of(g)->list = NL_ETHER;
        pick_of(g)->steady = 1;
        pick_of(g)->clause = NS_1312_1;
        frame_begin(r, g, proc_pick);
        return;
    }
    Context *x = &s->ctx[0];
    unsigned first = batch_open(r);
    settled_options_changed(s);
    for (unsigned i = 0; i < x->n[REG_MOVE]; i++)
        batch_orient(r, pay.player, reg_cards(r->s, x, REG_MOVE)[i].card, true);
    reg_clear(r, x, REG_MOVE);
    frame_pop(r);
    batch_do(r, first);
}

/* ---- 1204.2e: targets in the space, and players ---- */

enum { AIM_ASK, AIM_ANSWERED };
typedef struct Aim {
    Pc pc;          /* the AIM* operation */
    uint8_t slot;   /* number of the choice; LATE_SLOT: made on resolution */
    uint8_t chosen; /* things in the space chosen so far */
} Aim;
FRAME_LOCALS(Aim, aim_of)

void ninja_aim_push(Run *r, unsigned ctx, Pc pc, unsigned slot) {
    Frame *f = frame_push(r, NPROC_AIM);
    f->ctx = (uint8_t)ctx;
    aim_of(f)->pc = pc;
    aim_of(f)->slot = (uint8_t)slot;
}

/* AIMEITHER: asks for one of the cards or one of the players. */
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

/* 1204.2e-2: removes what was chosen before; nothing is chosen twice. */
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

/* AIMSTACK: asks for one more thing in the space. Returns false if enough are chosen or none is
 * left. */
static bool ask_stacked(Run *r, Frame *f, Eval *e, Pc pc) {
    State *s = r->s;
    const Aim *aim = aim_of(f);
    const Context *x = &s->ctx[f->ctx];
    uint16_t serial[MAX_STACK];
    unsigned what = r->pack->code[pc++], n = ninja_stack_choices(r, e, pc, what, x->row, serial);
    vm_pass(r, &pc);
    int least = vm_number(e, &pc), most = vm_number(e, &pc), have = aim->chosen;
    RULE(NS_1204_2e);
    if (have) RULE(NS_1204_2e_2);
    n = drop_chosen(s, stack_row(s, x->row), aim->slot, serial, n);
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

/* Procedure: makes the choice of an AIMSTACK, AIMPLAYER or AIMEITHER operation and stores the
 * targets. */
void ninja_aim(Run *r, Frame *f) {
    State *s = r->s;
    Aim *aim = aim_of(f);
    const Code *k = r->pack->code;
    Context *x = &s->ctx[f->ctx];
    Stacked *t = stack_row(s, x->row);
    Pc pc = aim->pc;
    Eval e = eval_ctx(r, f->ctx);
    unsigned op = k[pc++];
    if (f->step == AIM_ASK) {
        f->step = AIM_ANSWERED;
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
    x->did = o.kind != OPT_DONE || aim->chosen;
    if (t && o.kind == NOPT_STACKED) {
        stack_aim(r, t, (Target){.kind = TARGET_STACKED, .slot = aim->slot, .ref = {o.c, 0}});
        aim->chosen++;
        if (ask_stacked(r, f, &e, pc)) return;
    }
    if (t && o.kind == OPT_CARD)
        stack_aim(r, t, (Target){.kind = TARGET_CARD, .slot = aim->slot, .ref = ref_to(s, o.card)});
    if (t && o.kind == OPT_PLAYER)
        stack_aim(
            r, t,
            (Target){.kind = TARGET_PLAYER, .slot = aim->slot, .ref = {(CardId)(o.a + 1), 0}});
    frame_pop(r);
}
