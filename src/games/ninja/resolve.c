/* 1205: resolving; 1104: damage checks; 1211: ukemi; 1321: negating.
 *
 * NPROC_RESOLVE takes the top of the stack: a character goes to the field at once, a text is run
 * with its row still on the stack. Pending damage checks are a row of their own (STACK_CHECKS,
 * with a count): each resolution carries out one check (NPROC_UKEMI) and counts it off, so that
 * a round of priority comes between two checks. */
#include "games/ninja/ninja.h"
#include "kernel/pick.h"
#include "vm/vm.h"

/* ---- 1205.1a: rechecking targets ---- */

/* The choice in the entry code that belongs to the slot. */
static Pc slot_code(const Run *r, AbilId a, unsigned slot) {
    Pc pc = r->pack->abil[a].entry;
    for (; slot; slot--) vm_pass(r, &pc);
    return pc;
}

/* Is the target still there and does it still match its choice? */
static bool target_legal(Run *r, unsigned ctx, const Stacked *t, const Target *x) {
    State *s = r->s;
    Pc pc = slot_code(r, t->abil, x->slot);
    Eval e = eval_ctx(r, ctx);
    unsigned op = r->pack->code[pc++];
    if (x->kind == TARGET_STACKED) {
        const Stacked *u = stack_row(s, x->ref.card);
        return u && op == OP_AIMSTACK && vm_match_at(&e, (Pc)(pc + 1), u->source);
    }
    if (x->kind == TARGET_PLAYER) return player_in(s, (PlayerId)(x->ref.card - 1));
    if (!ref_live(s, x->ref)) return false;
    vm_players(&e, &pc);
    if (op == OP_AIMEITHER) {
        pc++;
    } else {
        vm_number(&e, &pc);
        vm_number(&e, &pc);
        pc = (Pc)(pc + 2);
    }
    return vm_set_has(&e, &pc, x->ref) && r->g->choosable(r, e.you, x->ref.card, ctx);
}

/* Makes the targets from..to "it": a choice may refer to the previous one. */
static void set_it_to_targets(Run *r, Context *x, const Target *from, const Target *to) {
    reg_clear(r, x, REG_IT);
    for (; from < to; from++)
        if (from->kind == TARGET_CARD) reg_push(r, x, REG_IT, from->ref);
}

/* 1205.1a: marks the targets that have become illegal. All are tested before any is marked. */
static void recheck_targets(Run *r, unsigned ctx, const Stacked *t) {
    State *s = r->s;
    unsigned targets = t->n;
    while (targets && s->target[t->first + targets - 1u].kind == TARGET_PAID) targets--;
    if (!targets) return;
    RULE(NS_1205_1a);
    bool wrong[MAX_TARGETS];
    Context *x = &s->ctx[ctx];
    const Target *all = &s->target[t->first], *slot = all;
    CardRef it[MAX_SET]; /* what "it" was, restored below */
    const unsigned n = x->n[REG_IT];
    memcpy(it, reg_cards(s, x, REG_IT), n * sizeof *it);
    for (unsigned i = 0; i < targets; i++) {
        if (all[i].slot != slot->slot) {
            set_it_to_targets(r, x, slot, &all[i]);
            slot = &all[i];
        }
        wrong[i] = !target_legal(r, ctx, t, &all[i]);
    }
    if (slot != all) reg_set(r, x, REG_IT, it, n);
    for (unsigned i = 0; i < targets; i++) s->target[t->first + i].wrong = wrong[i];
}

/* ---- 1205 ---- */

enum {
    RESOLVE_BEGIN,
    RESOLVE_DONE /* the text has been carried out */
};

/* Steps of a damage check. */
enum {
    UK_TOP,      /* 1104.1, 1104.2: move the top card of the deck to the check zone */
    UK_SHOWN,    /* 1104.3, 1104.4: look at it */
    UK_ANSWERED, /* 1104.4a: whether the player pays for the ukemi */
    UK_PAID,     /* 1211.2: paid, enter cards instead of the ability */
    UK_ENTERED,  /* 1211.2a: done */
    UK_OVER      /* 1104.5 */
};
typedef struct DamageCheck {
    CardRef card;    /* the checked card, in its incarnation in the check zone */
    uint16_t serial; /* stack row with the player's pending checks */
    PlayerId player; /* who checks */
} DamageCheck;
FRAME_LOCALS(DamageCheck, damage_check_of)

/* 1205.1c-1: moves the character to the field. */
static void resolve_character(Run *r, Stacked *t) {
    State *s = r->s;
    CardRef c = t->source;
    PlayerId p = t->master;
    uint8_t extra = t->extra;
    stack_take(s, t->serial);
    frame_pop(r);
    RULE(NS_1205_1); /* reference point of JudgeTable.resolves */
    if (!ref_live(s, c)) return;
    RULE(NS_1205_1c_1);
    RULE(NS_602_2);
    if (ninja_under_effect(s, c)) RULE(NS_1205_1c_3);
    unsigned first = batch_open(r);
    Event *e = batch_move(r, c.card, p, NZ_FIELD, NH_ENTER);
    e->player = e->actor = p;
    batch_do(r, first);
    if (extra) card_at(s, c.card)->deeds |= NC_EXTRA;
}

/* 1205.1: rechecks the targets and runs the text. The row stays on the stack until the text is
 * done. */
static void resolve_text(Run *r, Frame *f, Stacked *t) {
    State *s = r->s;
    resolving_of(f)->serial = t->serial;
    f->step = RESOLVE_DONE;
    RULE(NS_1205_1);
    unsigned c = ninja_context_of(r, t);
    if (!c) return;
    f->ctx = (uint8_t)c;
    recheck_targets(r, c, t);
    if (t->sort == STACK_CARD) {
        RULE(NS_1205_1c_2);
        if (t->abil) RULE(NS_209_3);
    } else {
        RULE(NS_1205_1d);
        if (t->player != NOBODY && card_silent(r, t->source.card)) RULE(NS_1209_9);
        if (!ref_live(s, t->source) || card_silent(r, t->source.card)) RULE(NS_1205_1d_1);
    }
    run_used(r, t->source.card, t->abil);
    if (t->abil) vm_call(r, c, r->pack->abil[t->abil].body);
}

/* 1205.1c-2, 1104.4c: a kotodama, or the checked card of an ukemi, goes to the ohigan once it is
 * resolved or negated. */
static void move_resolved_card(Run *r, const Stacked *t, unsigned how) {
    State *s = r->s;
    unsigned first = batch_open(r);
    const Card *k = card_of(s, t->source.card);
    if (t->flags & STACKED_CHECK) RULE(NS_1211_4);
    if (t->sort == STACK_CARD && k->zone == NZ_SPACE) {
        batch_move(r, t->source.card, card_owner(t->source.card), NZ_OHIGAN, how);
    } else if ((t->flags & STACKED_CHECK) && k->zone == NZ_CHECK && k->inc == t->source.inc) {
        RULE(NS_1104_4c);
        batch_move(r, t->source.card, card_owner(t->source.card), NZ_OHIGAN, NH_RULE);
    }
    if (t->sort == STACK_CARD && how == NH_RULE)
        batch_deed(r, NDEED_RESOLVED, t->master, t->source.card, NONE, 0);
    batch_do(r, first);
}

/* 1306.1, 1307.2: hides the cards again that were shown or looked at during the resolution. */
static void hide_glimpsed(State *s) {
    static const ZoneId hidden[] = {NZ_HAND, NZ_DECK};
    if (!s->glimpsed) return;
    s->glimpsed = 0;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned z = 0; z < 2; z++)
            for (unsigned i = 0; i < s->player[p].count[hidden[z]]; i++) {
                Card *k = card_at(s, zone_card(&s->player[p], hidden[z], i));
                if (!(k->flags & CARD_SHOWN)) k->known = 0;
            }
}

/* Takes the resolved row off the stack. */
static void finish_resolving(Run *r, Frame *f) {
    State *s = r->s;
    Stacked was = stack_take(s, resolving_of(f)->serial);
    ctx_close(r, f->ctx);
    hide_glimpsed(s);
    frame_pop(r);
    if (!was.sort) return;
    if (was.sort == STACK_ABILITY) state_trigger_resolved(r, was.source, was.abil);
    if (was.wait & WAIT_SHOWN) hide_shown(r, was.source);
    move_resolved_card(r, &was, NH_RULE);
}

/* Procedure, 1205: resolves the top of the stack; pending damage checks start NPROC_UKEMI
 * instead. */
void ninja_resolve(Run *r, Frame *f) {
    State *s = r->s;
    if (f->step == RESOLVE_DONE) {
        finish_resolving(r, f);
        return;
    }
    Stacked *t = stack_top(s);
    if (t->sort == STACK_CHECKS) {
        PlayerId p = t->master;
        frame_pop(r);
        DamageCheck *check = damage_check_of(frame_push(r, NPROC_UKEMI));
        check->player = p;
        check->serial = t->serial;
    } else if (t->sort == STACK_CARD && card_kinds(r, t->source.card) >> NK_CH & 1) {
        resolve_character(r, t);
    } else {
        resolve_text(r, f, t);
    }
}

/* 104.4: does a text protect the thing from being negated? */
static bool negation_forbidden(Run *r, const Stacked *t) {
    const State *s = r->s;
    if (!rule_any(r, NRC_NO_NEGATE)) return false;
    for (unsigned i = 0; i < s->nrules; i++) {
        const RuleNow *x = &s->rule[i];
        if (x->rule == NRC_NO_NEGATE && (x->amount & ninja_sorts_of(r, t)) &&
            ninja_rule_about(r, x, t->source.card, NOBODY))
            return true;
    }
    return false;
}

/* Costs are not refunded (1321.2). */
bool ninja_negate(Run *r, unsigned serial, unsigned ctx) {
    State *s = r->s;
    const Stacked *t = stack_row(s, serial);
    if (!t) return false;
    if (negation_forbidden(r, t)) {
        RULE(NS_104_4);
        return false;
    }
    Stacked was = stack_take(s, serial);
    RULE(NS_1321_1);
    RULE(NS_1321_2);
    const PlayerId by = s->ctx[ctx].master;
    Event e = event_make(s, EV_CANCELLED, by, was.source.card);
    e.amount = was.sort == STACK_CARD ? 0 : was.abil;
    event_report(r, event_caused(s, &e, ctx, by));
    if (was.sort == STACK_ABILITY) state_trigger_resolved(r, was.source, was.abil);
    if (was.wait & WAIT_SHOWN) hide_shown(r, was.source);
    move_resolved_card(r, &was, NH_NEGATED);
    return true;
}

/* ---- 1104 ---- */

/* 1104.5: counts off one pending check. */
static void finish_check(State *s, unsigned serial) {
    Stacked *t = stack_row(s, serial);
    if (t && --t->count == 0) stack_take(s, serial);
}

/* Moves the checked card on, if it is still in the check zone. */
static void move_checked_card(Run *r, Frame *f, ZoneId z) {
    unsigned first = batch_open(r);
    CardId c = damage_check_of(f)->card.card;
    if (card_of(r->s, c)->zone == NZ_CHECK) batch_move(r, c, card_owner(c), z, NH_CHECK);
    batch_do(r, first);
}

/* 1211.2b: does the text only enter the card itself? */
static bool enters_itself(const Run *r, AbilId a) {
    return r->pack->abil[a].flags & ABIL_ENTERS_SELF;
}

/* 1211.2a: can any of the cards that the text enters be entered? */
static bool any_to_enter(Run *r, PlayerId p, CardRef self, AbilId a) {
    const Code *k = r->pack->code;
    Eval e = eval_source(r, p, self);
    for (Pc pc = r->pack->abil[a].body; k[pc] != OP_END; vm_pass(r, &pc)) {
        CardRef c[MAX_SET];
        Pc at = (Pc)(pc + 1);
        if (k[pc] != OP_SELECT) continue;
        vm_players(&e, &at);
        for (unsigned n = vm_set(&e, &at, c, MAX_SET); n-- > 0;)
            if (ninja_can_enter_card(r, p, c[n].card, ninja_enters_free(r, pc) ? ENTER_FREE : 0))
                return true;
    }
    return false;
}

/* 1104.4b, 1211.2: can the ukemi of the checked card be entered? */
static bool ukemi_possible(Run *r, Frame *f, AbilId a) {
    PlayerId p = damage_check_of(f)->player;
    CardRef c = damage_check_of(f)->card;
    const AbilityDef *b = &r->pack->abil[a];
    if (b->cond) {
        Eval e = eval_source(r, p, c);
        if (!vm_truth_at(&e, b->cond)) return false;
    }
    if (ninja_use_barred(r, p, c.card, USE_UKEMI) || act_forbidden(r, EV_USED, p, c.card, NONE, a))
        return false;
    if (enters_itself(r, a))
        return ninja_can_enter_card(r, p, c.card, ENTER_FREE) &&
               ninja_can_enter_ability(r, p, c, a);
    if ((b->flags & ABIL_ENTERS) && !any_to_enter(r, p, c, a)) {
        RULE(NS_1211_2a);
        return false;
    }
    return ninja_can_enter_ability(r, p, c, a);
}

/* 1211.2b: the card itself is entered instead of the ability, without paying. */
static void enter_itself(Run *r, Frame *f) {
    RULE(NS_1211_2b);
    RULE(NS_1211_2b_1);
    RULE(NS_1313_1a_1);
    f->step = UK_OVER;
    ninja_enter_card(r, damage_check_of(f)->player, damage_check_of(f)->card.card, ENTER_FREE);
}

/* 1211.2a: the cards that the text enters are entered instead of the ability. */
static void enter_others(Run *r, Frame *f, AbilId a) {
    unsigned x = ctx_open(r, a, damage_check_of(f)->player, damage_check_of(f)->card);
    RULE(NS_1211_2a);
    f->step = UK_ENTERED;
    f->ctx = (uint8_t)x;
    if (x) vm_call(r, x, r->pack->abil[a].body);
}

/* Pays the cost of the ukemi if it has one, then enters cards instead of the ability. */
static void enter_instead(Run *r, Frame *f, AbilId a) {
    const DamageCheck *check = damage_check_of(f);
    Pc cost = f->step == UK_PAID ? NONE : r->pack->abil[a].cost;
    unsigned x = cost ? ctx_open(r, a, check->player, check->card) : 0;
    if (x) {
        f->step = UK_PAID;
        f->ctx = (uint8_t)x;
        vm_call_cost(r, x, cost);
    } else if (enters_itself(r, a)) {
        enter_itself(r, f);
    } else {
        enter_others(r, f, a);
    }
}

/* 1104.4: enters the ukemi, or what its text enters. */
static void enter_ukemi(Run *r, Frame *f, AbilId a) {
    const DamageCheck *check = damage_check_of(f);
    f->step = UK_OVER;
    RULE(NS_1104_4);
    RULE(NS_1211_3);
    if (r->pack->abil[a].flags & (ABIL_ENTERS | ABIL_ENTERS_SELF)) {
        run_used(r, check->card.card, a);
        enter_instead(r, f, a);
        return;
    }
    RULE(NS_1211_2c);
    ninja_enter_ability(r, check->player, check->card, a, ENTER_CHECKED, -1);
}

/* The ukemi ability of the card, NONE: it has none. */
static AbilId ukemi_of(const Run *r, CardId c) {
    return r->pack->def[card_of(r->s, c)->def].when_checked;
}

/* 1104.3, 1104.4: the checked card is revealed: damage without an ukemi; else ask about its cost,
 * or enter it. */
static void check_revealed(Run *r, Frame *f) {
    const DamageCheck *check = damage_check_of(f);
    AbilId a = ukemi_of(r, check->card.card);
    f->step = UK_OVER;
    if (a) RULE(NS_1211_1);
    if (!a) {
        RULE(NS_1104_3);
        move_checked_card(r, f, NZ_DAMAGE);
    } else if (!ukemi_possible(r, f, a)) {
        RULE(NS_1104_4b);
        move_checked_card(r, f, NZ_OHIGAN);
    } else if (r->pack->abil[a].cost) {
        RULE(NS_1104_4a);
        RULE(NS_1211_3a);
        f->step = UK_ANSWERED;
        ask_begin(r, check->player, NASK_UKEMI, NS_1104_4a);
        ask_add(r, (Option){.kind = OPT_YES, .card = check->card.card});
        ask_add(r, (Option){.kind = OPT_NO});
        ask_done(r);
    } else {
        enter_ukemi(r, f, a);
    }
}

/* One step of a damage check, 1104. */
static void ukemi_step(Run *r, Frame *f) {
    State *s = r->s;
    DamageCheck *check = damage_check_of(f);
    CardId c;
    unsigned first;
    switch (f->step) {
    case UK_TOP:
        c = zone_top(s, check->player, NZ_DECK);
        RULE(NS_1104_1);
        f->step = c ? UK_SHOWN : UK_OVER;
        if (!c) return;
        RULE(NS_1104_2);
        first = batch_open(r);
        batch_move(r, c, check->player, NZ_CHECK, NH_CHECK)->actor = check->player;
        check->card =
            ref_of(c, (uint16_t)(card_of(s, c)->inc + 1)); /* its incarnation after the move */
        batch_do(r, first);
        return;
    case UK_SHOWN:
        if (card_of(s, check->card.card)->zone != NZ_CHECK || !ref_live(s, check->card))
            f->step = UK_OVER;
        else
            check_revealed(r, f);
        return;
    case UK_ANSWERED:
        if (s->picked.kind == OPT_YES) {
            enter_ukemi(r, f, ukemi_of(r, check->card.card));
            return;
        }
        f->step = UK_OVER;
        RULE(NS_1104_4a);
        move_checked_card(r, f, NZ_OHIGAN);
        return;
    case UK_PAID:
        ctx_close(r, f->ctx);
        f->ctx = 0;
        enter_instead(r, f, ukemi_of(r, check->card.card));
        return;
    case UK_ENTERED:
        ctx_close(r, f->ctx);
        f->ctx = 0;
        f->step = UK_OVER;
        move_checked_card(r, f, NZ_OHIGAN);
        return;
    default:
        RULE(NS_1104_5);
        finish_check(s, check->serial);
        frame_pop(r);
    }
}

/* Procedure, 1104: one damage check. */
void ninja_ukemi(Run *r, Frame *f) {
    do ukemi_step(r, f);
    while (frame_goes_on(r, f, NPROC_UKEMI));
}
