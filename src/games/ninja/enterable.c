/* 1204.2l: can a card or an ability be entered?
 *
 * These predicates walk the same entry code and costs as enter.c but change nothing: they
 * evaluate in context 0, which borrow_context() fills and release_context() clears. Costs are
 * tested by the VM (vm_can_*), which reserves the cards that one part of a cost would use up. */
#include "games/ninja/enter.h"
#include "kernel/pick.h"

unsigned ninja_ether_upright(const State *s, PlayerId p) {
    return zone_upright(&s->player[p], NZ_ETHER);
}

AbilId ninja_spell_of(const Run *r, CardId c) {
    const CardDef *d = &r->pack->def[card_of(r->s, c)->def];
    for (AbilId a = d->abil; a < d->abil + d->nabil; a++)
        if (r->pack->abil[a].kind == ABIL_SPELL) return a;
    return NONE;
}

/* Borrows context 0 for a test. 'agreed' records that another test was already using it:
 * ninja_could_be_entered() limits the recursion by it. Release with release_context(). */
static Context *borrow_context(Run *r, PlayerId p, CardRef source, AbilId a) {
    Context *x = &r->s->ctx[0];
    bool within = x->abil != NONE;
    *x = (Context){0}; /* its register arrays stay allocated until the release */
    x->agreed = within;
    x->player = x->opponent = NOBODY;
    x->master = p;
    x->source = source;
    x->abil = a;
    return x;
}

/* Clears context 0 and frees its registers. */
static void release_context(Run *r) {
    Context *x = &r->s->ctx[0];
    for (unsigned g = 0; g < REG_COUNT; g++) reg_clear(r, x, g);
    *x = (Context){0};
}

bool ninja_costs_payable(Run *r, PlayerId p, CardRef source, const Pc *cost, unsigned n,
                         unsigned ether) {
    borrow_context(r, p, source, NONE);
    bool ok = vm_can_all(r, 0, cost, n, p, NONE, (int)ether);
    release_context(r);
    return ok;
}

unsigned ninja_sorts_of(const Run *r, const Stacked *t) {
    if (t->sort == STACK_CARD) return 1;
    switch (r->pack->abil[t->abil].kind) {
    case ABIL_ACTIVATED: return 2 | 4;
    case ABIL_TRIGGERED: return 2 | 8;
    case ABIL_CHECKED: return 2 | 16;
    default: return 2;
    }
}

unsigned ninja_stack_choices(Run *r, const Eval *e, Pc filter, unsigned what, unsigned self,
                             uint16_t *out) {
    State *s = r->s;
    unsigned n = 0;
    for (unsigned i = 0; i < s->nstack; i++) {
        const Stacked *t = &s->stack[i];
        if (t->sort == STACK_CHECKS) continue;
        if (!(what & ninja_sorts_of(r, t))) continue;
        if (!vm_match_at(e, filter, t->source)) continue;
        if (t->serial == self) {
            RULE(NS_1204_2e_4);
            continue;
        }
        if (out) out[n] = t->serial;
        n++;
    }
    return n;
}

static bool targets_exist(Run *r, unsigned ctx, Pc pc, Pc end);

/* The end of a chain of AIMs in which each choice refers to the one before (PICK_LEADS). */
static Pc end_of_chain(const Run *r, Pc pc) {
    bool leads = true;
    while (leads && r->pack->code[pc] == OP_AIM) {
        Pc at = (Pc)(pc + 1);
        vm_pass(r, &at);
        vm_pass(r, &at);
        vm_pass(r, &at);
        leads = r->pack->code[at] & PICK_LEADS;
        vm_pass(r, &pc);
    }
    return pc;
}

unsigned ninja_filter_leading(Run *r, unsigned ctx, Pc behind, CardRef *c, unsigned n) {
    Context *x = &r->s->ctx[ctx];
    CardRef it[MAX_SET];
    const unsigned had = x->n[REG_IT];
    memcpy(it, reg_cards(r->s, x, REG_IT), had * sizeof *it);
    Pc end = end_of_chain(r, behind);
    unsigned m = 0;
    for (unsigned i = 0; i < n; i++) {
        reg_set(r, x, REG_IT, &c[i], 1);
        if (targets_exist(r, ctx, behind, end)) c[m++] = c[i];
    }
    reg_set(r, x, REG_IT, it, had);
    return m;
}

/* Is there a card to choose that leaves targets for the rest of the chain? */
static bool any_leads_on(Run *r, unsigned ctx, Pc set, Pc behind) {
    CardRef c[MAX_SET];
    Eval e = eval_ctx(r, ctx);
    unsigned n = 0, all = vm_set(&e, &set, c, MAX_SET);
    for (unsigned i = 0; i < all; i++)
        if (r->g->choosable(r, e.you, c[i].card, ctx)) c[n++] = c[i];
    return ninja_filter_leading(r, ctx, behind, c, n) > 0;
}

unsigned ninja_modes_possible(Run *r, unsigned ctx, Pc pc, unsigned count, Pc *behind) {
    const Code *k = r->pack->code;
    unsigned bits = 0;
    for (unsigned i = 0; i < count; i++) { /* INMODE i length … */
        Pc body = (Pc)(pc + 3), end = (Pc)(body + k[pc + 2]);
        if (targets_exist(r, ctx, body, end))
            bits |= 1u << i;
        else
            RULE(NS_1204_2e);
        pc = end;
    }
    *behind = pc;
    return bits;
}

/* Are there enough cards to choose from in every place that the set names? */
static bool enough_in_each(const Eval *e, Pc set, unsigned want) {
    Run *r = e->r;
    CardRef c[MAX_SET];
    PlayerSet as_one;
    unsigned there[MAX_PLAYERS][MAX_ZONES] = {{0}}, full = 0, places = vm_places(e, set, &as_one),
             all = vm_set(e, &set, c, MAX_SET);
    for (unsigned i = 0; i < all; i++) {
        const Card *k = card_of(r->s, c[i].card);
        if (r->g->choosable(r, e->you, c[i].card, (unsigned)(e->ctx - r->s->ctx)))
            full += ++there[as_one & player_bit(k->holder) ? player_first(as_one) : k->holder]
                           [k->zone] == want;
    }
    return full >= places;
}

/* Are there enough cards to choose from that agree or differ as the choice demands? */
static bool enough_candidates(const Eval *e, unsigned flags, Pc set, unsigned want) {
    Run *r = e->r;
    CardRef c[MAX_SET];
    if (flags & PICK_EACH_ZONE) return enough_in_each(e, set, want);
    if (!(flags & PICK_ALIKE) || want < 2) return vm_enough(e, set, want);
    unsigned n = 0, all = vm_set(e, &set, c, MAX_SET);
    for (unsigned i = 0; i < all; i++)
        if (r->g->choosable(r, e->you, c[i].card, (unsigned)(e->ctx - r->s->ctx))) c[n++] = c[i];
    for (unsigned i = 0; i < n; i++)
        if (pick_group(r, flags, c, n, i) >= want) return true;
    return false;
}

/* Are there enough targets for every choice of the entry code up to 'stop' (NONE: its end)? Of the
 * modes, those chosen must have targets; if none is chosen yet, enough of them must. */
static bool targets_exist(Run *r, unsigned ctx, Pc pc, Pc stop) {
    const Code *k = r->pack->code;
    Eval e = eval_ctx(r, ctx);
    while ((!stop || pc < stop) && k[pc] != OP_END) {
        Pc at = (Pc)(pc + 1);
        unsigned op = k[pc];
        if (op == OP_AIM) {
            vm_players(&e, &at);
            int least = vm_needed(vm_number(&e, &at));
            vm_number(&e, &at);
            pc = (Pc)(at + 2 + k[at + 1]);
            if (k[at] & PICK_LEADS) {
                if (!any_leads_on(r, ctx, (Pc)(at + 2), pc)) return false;
                pc = end_of_chain(r, pc);
            } else if (least > 0 && !enough_candidates(&e, k[at], (Pc)(at + 2), (unsigned)least)) {
                return false;
            }
            continue;
        } else if (op == OP_AIMSTACK) {
            unsigned what = k[at++];
            Pc filter = at;
            vm_pass(r, &at);
            int choices = (int)ninja_stack_choices(r, &e, filter, what, e.ctx->row, 0);
            if (choices < vm_needed(vm_number(&e, &at))) return false;
        } else if (op == OP_SETX) {
            e.ctx->x = vm_number(&e, &at);
        } else if (op == OP_PICKMODES) {
            vm_players(&e, &at);
            int want = vm_number(&e, &at);
            unsigned may = k[at], count = k[at + 1], chosen = e.ctx->modes,
                     bits = ninja_modes_possible(r, ctx, (Pc)(at + 2), count, &pc);
            int available = 0;
            if (chosen & ~bits) return false;
            if (chosen) continue;
            for (; bits; bits &= bits - 1) available++;
            if (available < (may ? 1 : want)) return false;
            continue;
        }
        vm_pass(r, &pc);
    }
    return true;
}

/* Marks why the entry fails. */
static bool no_targets(Run *r) {
    RULE(NS_1204_2e);
    RULE(NS_1204_2l);
    return false;
}

/* 1204.2e: do the choices of the ability's entry code have targets? */
static bool entry_possible(Run *r, PlayerId p, CardRef source, AbilId a) {
    const AbilityDef *b = &r->pack->abil[a];
    if (!a || !b->entry) return true;
    borrow_context(r, p, source, a);
    bool ok = targets_exist(r, 0, b->entry, 0);
    release_context(r);
    return ok || no_targets(r);
}

bool ninja_card_enterable(Run *r, PlayerId p, CardId c) {
    State *s = r->s;
    if (rule_on(r, NRC_NO_ENTER, p, c) || act_forbidden(r, EV_PLAY, p, c, NONE, 0)) {
        RULE(NS_104_4);
        return false;
    }
    if (card_kinds(r, c) >> NK_CH & 1) return true;
    return entry_possible(r, p, ref_to(s, c), ninja_spell_of(r, c));
}

bool ninja_must_costs_payable(Run *r, PlayerId p, CardId c) {
    if (!r->pack->def[card_of(r->s, c)->def].extra_cost || !ninja_mandatory_extras(r, c))
        return true;
    borrow_context(r, p, ref_to(r->s, c), ninja_spell_of(r, c));
    bool ok = ninja_extras_payable(r, 0, c, 0, card_cost(r, c));
    release_context(r);
    if (ok) return true;
    RULE(NS_1203_2);
    RULE(NS_1204_2i);
    RULE(NS_1204_2l);
    return false;
}

bool ninja_can_enter_card(Run *r, PlayerId p, CardId c, unsigned flags) {
    if (!(flags & ENTER_FREE) && card_cost(r, c) > (int)ninja_ether_upright(r->s, p)) {
        RULE(NS_1204_2i);
        RULE(NS_1204_2l);
        return false;
    }
    return ninja_card_enterable(r, p, c) &&
           ((flags & ENTER_FREE) || ninja_must_costs_payable(r, p, c));
}

int ninja_ether_surcharge(Run *r, PlayerId p, CardId c, const AbilityDef *b) {
    if (b->kind != ABIL_ACTIVATED) return 0;
    return (int)rules_sum(r, NRC_USE_COST, p, c) - (int)rules_sum(r, NRC_USE_LESS, p, c);
}

/* 1313.1c: may be called while another entry is being tested. At the second level only the cost is
 * checked: cards that enter each other would recurse for ever. */
bool ninja_could_be_entered(Run *r, PlayerId p, CardId c, unsigned flags) {
    State *s = r->s;
    RULE(NS_1313_1c);
    Context *x = &s->ctx[0], kept = *x;
    if (!x->abil) return ninja_can_enter_card(r, p, c, flags);
    if (x->agreed) return (flags & ENTER_FREE) || card_cost(r, c) <= (int)ninja_ether_upright(s, p);
    bool ok = ninja_can_enter_card(r, p, c, flags);
    *x = kept;
    return ok;
}

AbilId ninja_nth_extra(const Run *r, CardId c, unsigned n) {
    const CardDef *d = &r->pack->def[card_of(r->s, c)->def];
    if (!d->extra_cost) return NONE;
    for (AbilId a = d->extra_cost; a < d->abil + d->nabil; a++)
        if (r->pack->abil[a].kind == ABIL_EXTRA && n-- == 0) return a;
    return NONE;
}

unsigned ninja_mandatory_extras(const Run *r, CardId c) {
    unsigned bits = 0;
    AbilId a;
    for (unsigned i = 0; i < 8 && (a = ninja_nth_extra(r, c, i)); i++)
        if (r->pack->abil[a].flags & ABIL_MUST_PAY) bits |= 1u << i;
    return bits;
}

bool ninja_extras_payable(Run *r, unsigned ctx, CardId c, unsigned bits, int ether) {
    Pc cost[8];
    unsigned n = 0;
    bits |= ninja_mandatory_extras(r, c);
    for (unsigned i = 0; i < 8; i++)
        if (bits >> i & 1) cost[n++] = r->pack->abil[ninja_nth_extra(r, c, i)].cost;
    return vm_can_all(r, ctx, cost, n, r->s->ctx[ctx].master, c, ether);
}

int ninja_next_x(Run *r, unsigned ctx, const FreeX *l, int n) {
    Context *x = &r->s->ctx[ctx];
    Pc cost = r->pack->abil[l->abil].cost;
    for (; n < 100; n++) {
        x->x = n;
        bool ok = l->card ? ninja_extras_payable(r, ctx, l->card, x->extra, l->ether)
                          : vm_can_beside(r, ctx, cost, x->master, NONE, l->ether);
        if (!ok) return -1;
        if (!l->entry || targets_exist(r, ctx, l->entry, 0)) return n;
    }
    return -1;
}

bool ninja_can_enter_ability(Run *r, PlayerId p, CardRef source, AbilId a) {
    const AbilityDef *b = &r->pack->abil[a];
    if (!b->cost) return entry_possible(r, p, source, a); /* it has no surcharge either */
    int more = ninja_ether_surcharge(r, p, source.card, b);
    borrow_context(r, p, source, a);
    bool ok =
        more <= (int)ninja_ether_upright(r->s, p) && vm_can_beside(r, 0, b->cost, p, NONE, more);
    bool any = !ok || !(b->flags & ABIL_FREE_X) ||
               ninja_next_x(r, 0, &(FreeX){a, NONE, more, b->entry}, 0) >= 0;
    release_context(r);
    if (!ok) {
        RULE(NS_1203_2);
        RULE(NS_1204_2i);
        RULE(NS_1204_2l);
    }
    if (!any) return no_targets(r);
    return ok && ((b->flags & ABIL_FREE_X) || entry_possible(r, p, source, a));
}

bool ninja_use_barred(Run *r, PlayerId p, CardId c, unsigned sort) {
    State *s = r->s;
    if (!rule_any(r, NRC_NO_USE)) return false;
    for (unsigned i = 0; i < s->nrules; i++) {
        const RuleNow *x = &s->rule[i];
        if (x->rule != NRC_NO_USE || !(x->players & player_bit(p)) || !(x->amount & sort)) continue;
        if (x->card && x->card != c) continue;
        RULE(NS_104_4);
        return true;
    }
    return false;
}

bool ninja_state_enterable(Run *r, uint16_t card, uint16_t abil, unsigned player) {
    PlayerId p = (PlayerId)player;
    if (!ninja_use_barred(r, p, card, USE_AUTO) &&
        !act_forbidden(r, EV_USED, p, card, NONE, abil) &&
        entry_possible(r, p, ref_to(r->s, card), abil))
        return true;
    RULE(NS_1209_5);
    return false;
}

/* The choices of a trigger may refer to its event, so that is loaded into the context. */
bool ninja_can_enter_waiting(Run *r, unsigned i) {
    const Waiting w = r->s->waiting[i];
    Stacked t = {.abil = w.abil};
    Pc entry = r->pack->abil[w.abil].entry;
    if (ninja_use_barred(r, w.master, w.source.card, USE_AUTO) ||
        act_forbidden(r, EV_USED, w.master, w.source.card, NONE, w.abil))
        return false;
    if (!entry) return true;
    ninja_stacked_event(r->s, &t, i);
    ninja_context_load(r, borrow_context(r, w.master, w.source, w.abil), &t);
    bool ok = targets_exist(r, 0, entry, 0);
    release_context(r);
    return ok || no_targets(r);
}
