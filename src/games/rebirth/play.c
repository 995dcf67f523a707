/* 9.7 playing and resolving, 9.7.3 the counter window, 9.5 costs. */
#include "games/rebirth/procs.h"
#include "kernel/pick.h"
#include "kernel/place.h"
#include "vm/vm.h"

/* u[0] card, u[1] its life, u[2] ability (0: the card itself is played), u[3] zone, u[4] seat, u[5]
 * it waited, u[6] player, u[7] cancelled, u[8] resolved */
enum { Y_CARD, Y_INC, Y_ABIL, Y_ZONE, Y_SEAT, Y_WAITING, Y_PLAYER, Y_CANCELLED, Y_RESOLVED };
enum { PLAY_BEGIN, PLAY_PAID, PLAY_COUNTERED, PLAY_RESOLVED, PLAY_DISPLACED };

void rebirth_play_card(Run *r, PlayerId p, CardId c, ZoneId z, unsigned seat) {
    Frame *f = frame_push(r, RPROC_PLAY);
    f->u[Y_CARD] = c;
    f->u[Y_INC] = card_of(r->s, c)->inc;
    f->u[Y_ZONE] = z;
    f->u[Y_SEAT] = (uint16_t)seat;
    f->u[Y_PLAYER] = p;
}

void rebirth_play_ability(Run *r, PlayerId p, CardId c, AbilId a, int waiting) {
    if (r->s->chain < 200) r->s->chain++;
    r->s->texts = 1;
    Frame *f = frame_push(r, RPROC_PLAY);
    f->u[Y_CARD] = c;
    f->u[Y_INC] = card_of(r->s, c)->inc;
    f->u[Y_ABIL] = a;
    f->u[Y_PLAYER] = p;
    if (waiting < 0) return;
    f->u[Y_INC] = r->s->waiting[waiting].source.inc;
    f->u[Y_WAITING] = 1;
    r->s->waiting[waiting].flags |= WAIT_PLAYED;
}

/* The waiting ability that is being played. */
static unsigned waiting_of(const State *s, const Frame *f) {
    unsigned i = 0;
    while (i < s->nwaiting &&
           !((s->waiting[i].flags & WAIT_PLAYED) && s->waiting[i].abil == f->u[Y_ABIL] &&
             s->waiting[i].source.card == f->u[Y_CARD] && s->waiting[i].source.inc == f->u[Y_INC]))
        i++;
    return i;
}

/* 9.15.1: "cannot use": an activated ability is not played, a triggered one does not wait. */
bool rebirth_ability_forbidden(Run *r, PlayerId p, CardId c, AbilId a) {
    State *s = r->s;
    if (!rule_any(r, RRC_NO_USE)) return false;
    for (unsigned i = 0; i < s->nrules; i++) {
        const RuleNow *x = &s->rule[i];
        if (x->rule != RRC_NO_USE || !(x->players & player_bit(p))) continue;
        if (x->amount && !(r->pack->abil[a].keywords >> x->amount & 1)) continue;
        Eval e = eval_source(r, x->master, x->source);
        if (x->card && x->card != c) continue;
        if (x->pc && !vm_match_at(&e, x->pc, ref_to(s, c))) continue;
        RULE(RB_9_15_1);
        return true;
    }
    return false;
}

/* 9.5.2.2: costs are paid whole or not at all, told beforehand. */
static bool cost_payable(Run *r, PlayerId p, CardRef source, AbilId a) {
    const AbilityDef *b = &r->pack->abil[a];
    if (!b->cost) return true;
    Context *x = &r->s->ctx[0]; /* lent for the question; nothing is kept */
    Context keep = {.player = x->player,
                    .master = x->master,
                    .source = x->source,
                    .abil = x->abil,
                    .opponent = x->opponent};
    x->player = x->opponent = NOBODY;
    x->master = p;
    x->source = source;
    x->abil = a;
    bool ok = vm_can(r, 0, b->cost);
    if (!ok) RULE(RB_9_5_2_2);
    x->player = keep.player;
    x->master = keep.master;
    x->source = keep.source;
    x->abil = keep.abil;
    x->opponent = keep.opponent;
    return ok;
}

bool rebirth_can_use(Run *r, PlayerId p, CardId c, AbilId a) {
    if (!ability_usable(r, c, a)) {
        const AbilityDef *b = &r->pack->abil[a];
        bool used = (b->flags & ABIL_ONCE) && (card_of(r->s, c)->used >> b->index & 1);
        if (used)
            RULE(RB_9_2_2_1);
        else if (b->cond)
            RULE(RB_11_2_3_2);
        return false;
    }
    return !rebirth_ability_forbidden(r, p, c, a) && cost_payable(r, p, ref_to(r->s, c), a);
}

/* 9.8.3.2: a waiting ability that cannot be played is dropped when it is chosen. */
bool rebirth_waiting_playable(Run *r, unsigned i) {
    const Waiting *w = &r->s->waiting[i];
    const AbilityDef *b = &r->pack->abil[w->abil];
    if ((b->flags & ABIL_ONCE) &&
        ((w->flags & WAIT_SPENT) ||
         (ref_live(r->s, w->source) && (card_of(r->s, w->source.card)->used >> b->index & 1))))
        return false;
    return cost_payable(r, w->master, w->source, w->abil);
}

/* ---- 9.7.2 to 9.7.4
 * -------------------------------------------------------------------------------- */

static void begin_ability(Run *r, Frame *f) {
    State *s = r->s;
    CardRef source = {f->u[Y_CARD], f->u[Y_INC]};
    const AbilityDef *b = &r->pack->abil[f->u[Y_ABIL]];
    RULE(RB_9_7_2_1);
    if (b->reminder) RULE(RB_2_4_2);
    if (b->keywords >> RW_SPARK & 1) {
        RULE(RB_11_3_1);
    }
    f->step = PLAY_PAID;
    unsigned c = ctx_open(r, f->u[Y_ABIL], (PlayerId)f->u[Y_PLAYER], source);
    if (!c) return;
    f->ctx = (uint8_t)c;
    Context *x = &s->ctx[c];
    if (f->u[Y_WAITING]) {
        const Waiting *w = &s->waiting[waiting_of(s, f)];
        RULE(RB_3_1_2_3);
        if (!ref_live(s, source)) RULE(RB_9_8_7);
        x->subject = w->subject;
        x->object = w->object;
        x->amount = w->amount;
        x->left_seat = (w->flags & WAIT_LEFT_SEAT) != 0;
        x->player = w->player;
        bool object = (w->flags & WAIT_MEMORY) || (b->flags & ABIL_IT_OBJECT);
        CardRef it = object ? w->object : w->subject;
        if (it.card) reg_push(r, x, REG_IT, it);
    } else {
        RULE(RB_3_1_2_2);
    }
    if (b->flags & ABIL_ONCE) {
        RULE(RB_9_2_2_1);
        ability_used(r, source, f->u[Y_ABIL]);
    }
    if (!b->cost) return;
    RULE(RB_9_5_2);
    if (WATCHED(r) && vm_several(r, b->cost)) RULE(RB_9_5_2_1);
    vm_call_cost(r, c, b->cost);
}

static void begin_card(Run *r, Frame *f) {
    State *s = r->s;
    CardId c = f->u[Y_CARD];
    RULE(RB_9_7_2_1);
    RULE(RB_9_7_2_1_1);
    RULE(RB_2_3_1);
    f->step = PLAY_PAID;
    card_at(s, c)->flags |= CARD_SHOWN;
    rebirth_pay_energy(r, (PlayerId)f->u[Y_PLAYER], card_of(s, c)->now.cost);
    event_show(r, (PlayerId)f->u[Y_PLAYER], c);
}

/* 11.2.3: condition keywords are asked again when the resolution begins. */
static bool condition_holds(Run *r, Frame *f) {
    const AbilityDef *b = &r->pack->abil[f->u[Y_ABIL]];
    if (!b->cond) return true;
    Eval e = eval_ctx(r, f->ctx);
    bool ok = vm_truth_at(&e, b->cond);
    if (!ok) RULE(f->u[Y_WAITING] ? RB_11_2_3_3 : RB_11_2_3_2);
    return ok;
}

static bool resolve_card(Run *r, Frame *f) {
    CardId c = f->u[Y_CARD];
    PlayerId p = (PlayerId)f->u[Y_PLAYER];
    unsigned first = batch_open(r);
    card_at(r->s, c)->flags &= (uint16_t)~CARD_SHOWN;
    if (f->u[Y_CANCELLED]) {
        RULE(RB_5_19_1);
        batch_move(r, c, p, RZ_WAITING, RH_RULE);
    } else {
        RULE(RB_9_7_4);
        RULE(RB_9_7_4_1);
        Event *e = batch_move(r, c, p, (ZoneId)f->u[Y_ZONE], RH_PLAY);
        e->seats_to = f->u[Y_SEAT] ? seat_bit(f->u[Y_SEAT]) : 0;
    }
    return batch_do(r, first);
}

static void resolve_ability(Run *r, Frame *f) {
    CardRef source = {f->u[Y_CARD], f->u[Y_INC]};
    if (f->u[Y_CANCELLED]) {
        RULE(RB_5_13_1);
        RULE(RB_5_13_2);
        if (r->pack->abil[f->u[Y_ABIL]].flags & ABIL_ONCE) RULE(RB_9_2_2_1_1);
        event_tell(r, EV_CANCELLED, (PlayerId)f->u[Y_PLAYER], f->u[Y_CARD], 0, f->u[Y_ABIL]);
        return;
    }
    RULE(RB_9_7_4);
    if (!condition_holds(r, f)) return;
    f->u[Y_RESOLVED] = 1;
    RULE(RB_9_7_4_2);
    if (WATCHED(r) && vm_several(r, r->pack->abil[f->u[Y_ABIL]].body)) RULE(RB_9_7_5);
    RULE(RB_3_1_2_4);
    if (!ref_live(r->s, source)) RULE(RB_9_7_4_2_1);
    run_used(r, source.card, f->u[Y_ABIL]);
    r->s->ctx[f->ctx].did = 0; /* by the effect nothing was done yet */
    r->s->ctx[f->ctx].begun = ++r->s->clock;
    vm_call(r, f->ctx, r->pack->abil[f->u[Y_ABIL]].body);
}

static void play_over(Run *r, Frame *f) {
    CardRef source = {f->u[Y_CARD], f->u[Y_INC]};
    AbilId a = f->u[Y_ABIL];
    bool waited = f->u[Y_WAITING];
    unsigned waiting = waited ? waiting_of(r->s, f) : 0;
    PlayerId p = (PlayerId)f->u[Y_PLAYER];
    bool cancelled = f->u[Y_CANCELLED], resolved = f->u[Y_RESOLVED];
    ctx_close(r, f->ctx);
    frame_pop(r);
    if (!a) return;
    if (waited && waiting < r->s->nwaiting) waiting_drop(r, waiting);
    if (resolved) state_trigger_resolved(r, source, a);
    if (!cancelled) event_tell(r, EV_USED, p, source.card, 0, a);
}

void rebirth_play(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case PLAY_BEGIN:
        RULE(RB_9_7_1);
        if (f->u[Y_ABIL])
            begin_ability(r, f);
        else
            begin_card(r, f);
        return;
    case PLAY_PAID: {
        f->step = PLAY_COUNTERED;
        RULE(RB_9_7_3);
        listeners_now(r);
        if (s->heard & ev_bit(EV_CANCELS)) {
            Frame *g = frame_push(r, RPROC_COUNTER);
            g->u[0] = f->u[Y_CARD];
            g->u[1] = f->u[Y_ABIL];
            g->u[2] = f->u[Y_PLAYER];
            g->u[3] = (uint16_t)(f - s->frame);
            return;
        }
    }
        /* fallthrough */
    case PLAY_COUNTERED:
        if (f->u[Y_ABIL]) {
            f->step = PLAY_DISPLACED;
            resolve_ability(r, f);
            return;
        }
        f->step = PLAY_RESOLVED;
        if (resolve_card(r, f)) return;
        /* fallthrough */
    case PLAY_RESOLVED: /* 4.5.3.3: who sat there before leaves after the newcomer has come */
        f->step = PLAY_DISPLACED;
        if (f->u[Y_ZONE] == RZ_MEMBER && !f->u[Y_CANCELLED] &&
            card_of(s, f->u[Y_CARD])->zone == RZ_MEMBER && place_displaced(r, f->u[Y_CARD]))
            return;
        /* fallthrough */
    default: play_over(r, f);
    }
}

/* ---- 9.7.3 counter window
 * -------------------------------------------------------------------------- */

/* u[0] card, u[1] ability being played, u[2] its player, u[3] frame of the play, u[4] player asked
 * (n-th), u[5] context that keeps the presented ones: REG_IT their cards, REG_LOOK .inc ability,
 * REG_KEEP .inc target and flags (no cards: .card is 0); u[6] the one being resolved + 1, u[7]
 * context of the one at hand */
enum { C_CARD, C_ABIL, C_PLAYER, C_PLAY, C_NTH, C_LIST, C_AT, C_CTX };
enum { COUNTER_ASK, COUNTER_ANSWERED, COUNTER_PAID, COUNTER_RESOLVE, COUNTER_RESOLVED };
enum { PRESENTED_STOPPED = 0x100 };

static bool aims_at(Run *r, const Listener *l, CardId card, AbilId abil, PlayerId player) {
    const AbilityDef *b = &r->pack->abil[l->abil];
    Event e = {.kind = EV_PLAY, .player = player, .card = card, .amount = abil, .by = NOBODY};
    Eval v = eval_source(r, card_of(r->s, l->card)->holder, ref_to(r->s, l->card));
    v.ev = &e;
    RULE(RB_9_1_1_4_2); /* it can be used against this, or it cannot */
    return vm_truth_at(&v, b->trig);
}

/* The ability fits the n-th presented one, or (0) what is being played. */
static void offer_cancel(Run *r, const Listener *l, unsigned n) {
    RULE(RB_9_7_3_1);
    ask_add(r, (Option){.kind = n ? ROPT_STOP_CANCEL : ROPT_CANCEL,
                        .card = l->card,
                        .c = l->abil,
                        .a = (uint8_t)n});
}

static void offer_cancels(Run *r, Frame *f, PlayerId p) {
    State *s = r->s;
    unsigned n = f->u[C_LIST] ? s->ctx[f->u[C_LIST]].n[REG_IT] : 0u;
    listeners_now(r);
    for (unsigned i = 0; i < s->nlisteners; i++) {
        const Listener *l = &s->listen[i];
        if (!(l->events & ev_bit(EV_CANCELS)) || card_of(s, l->card)->holder != p) continue;
        if (listener_again(s, i)) continue;
        if (l->card == f->u[C_CARD] && !f->u[C_ABIL]) continue; /* the card being played */
        if (!ability_valid(r, l->card, l->abil)) {
            if (r->pack->abil[l->abil].cond) RULE(RB_11_2_3_4);
            continue;
        }
        if (rule_on(r, RRC_NO_CANCEL, p, l->card) ||
            !cost_payable(r, p, ref_to(s, l->card), l->abil))
            continue;
        if (rebirth_cancel_allowed(r, p, (PlayerId)f->u[C_PLAYER]) &&
            aims_at(r, l, f->u[C_CARD], f->u[C_ABIL], (PlayerId)f->u[C_PLAYER]))
            offer_cancel(r, l, 0);
        for (unsigned j = 0; j < n; j++) {
            const Context *x = &s->ctx[f->u[C_LIST]];
            PlayerId by = card_owner(reg_cards(r->s, x, REG_IT)[j].card);
            if (player_in(s, by) && rebirth_cancel_allowed(r, p, by) &&
                aims_at(r, l, reg_cards(r->s, x, REG_IT)[j].card,
                        reg_cards(r->s, x, REG_LOOK)[j].inc, by))
                offer_cancel(r, l, j + 1);
        }
    }
}

static void present(Run *r, Frame *f) {
    State *s = r->s;
    Option o = s->picked;
    PlayerId p = card_of(s, o.card)->holder;
    RULE(RB_9_7_3_1);
    if (!f->u[C_LIST]) f->u[C_LIST] = (uint16_t)ctx_open(r, 0, p, ref_to(s, o.card));
    if (!f->u[C_LIST]) return;
    Context *x = &s->ctx[f->u[C_LIST]];
    reg_push(r, x, REG_IT, ref_to(s, o.card));
    reg_push(r, x, REG_LOOK, (CardRef){NONE, o.c});
    reg_push(r, x, REG_KEEP, (CardRef){NONE, o.a});
    unsigned c = ctx_open(r, o.c, p, ref_to(s, o.card));
    f->u[C_CTX] = (uint16_t)c;
    f->step = COUNTER_PAID;
    if (!c) return;
    if (r->pack->abil[o.c].cost) vm_call_cost(r, c, r->pack->abil[o.c].cost);
    event_tell(r, EV_COUNTER, p, o.card, 0, o.c);
}

/* 9.7.3.3: the last one presented is resolved first. */
static void resolve_next(Run *r, Frame *f) {
    State *s = r->s;
    if (!f->u[C_AT]) {
        if (f->u[C_LIST]) ctx_close(r, f->u[C_LIST]);
        frame_pop(r);
        return;
    }
    Context *x = &s->ctx[f->u[C_LIST]];
    unsigned i = f->u[C_AT] - 1u;
    CardRef card = reg_cards(r->s, x, REG_IT)[i];
    AbilId a = reg_cards(r->s, x, REG_LOOK)[i].inc;
    f->step = COUNTER_RESOLVED;
    RULE(RB_9_7_3_3);
    if (reg_cards(r->s, x, REG_KEEP)[i].inc & PRESENTED_STOPPED) {
        RULE(RB_5_19_2_1);
        return;
    }
    unsigned c = ctx_open(r, a, card_owner(card.card), card);
    f->u[C_CTX] = (uint16_t)c;
    if (!c) return;
    const AbilityDef *b = &r->pack->abil[a];
    Eval e = eval_ctx(r, c);
    if (b->cond && !vm_truth_at(&e, b->cond)) {
        RULE(RB_11_2_3_4);
        return;
    }
    run_used(r, card.card, a);
    vm_call(r, c, b->body);
}

static void resolved_one(Run *r, Frame *f) {
    State *s = r->s;
    Context *x = &s->ctx[f->u[C_LIST]];
    unsigned i = f->u[C_AT] - 1u, target = reg_cards(r->s, x, REG_KEEP)[i].inc & 0xFF;
    if (f->u[C_CTX] && s->ctx[f->u[C_CTX]].cancelled) {
        RULE(RB_5_13_1);
        RULE(RB_5_19_2);
        if (target) {
            reg_cards(r->s, x, REG_KEEP)[target - 1].inc |= PRESENTED_STOPPED;
            RULE(RB_5_19_2_1);
        } else {
            s->frame[f->u[C_PLAY]].u[Y_CANCELLED] = 1;
        }
    }
    ctx_close(r, f->u[C_CTX]);
    f->u[C_CTX] = 0;
    f->u[C_AT]--;
    f->step = COUNTER_RESOLVE;
}

/* ---- 13.4.4: somebody leaves in the middle of it */

bool rebirth_play_of(const Frame *f, PlayerSet players) {
    return f->proc == RPROC_PLAY && (players & player_bit((PlayerId)f->u[Y_PLAYER]));
}

void rebirth_counter_closed(Run *r, Frame *f) {
    ctx_close(r, f->u[C_CTX]);
    ctx_close(r, f->u[C_LIST]);
}

/* What they presented is not carried out. */
void rebirth_counter_void(Run *r, Frame *f, PlayerSet players) {
    Context *x = &r->s->ctx[f->u[C_LIST]];
    for (unsigned i = 0; f->u[C_LIST] && i < x->n[REG_IT]; i++)
        if (players & player_bit(card_owner(reg_cards(r->s, x, REG_IT)[i].card)))
            reg_cards(r->s, x, REG_KEEP)[i].inc |= PRESENTED_STOPPED;
}

void rebirth_counter(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case COUNTER_ASK: {
        if (f->u[C_NTH] == s->nplayers) {
            f->step = COUNTER_RESOLVE;
            f->u[C_AT] = f->u[C_LIST] ? s->ctx[f->u[C_LIST]].n[REG_IT] : 0u;
            return;
        }
        PlayerId p = player_nth(s, f->u[C_NTH]++);
        if (!player_in(s, p)) return;
        f->step = COUNTER_ANSWERED;
        if (s->nplayers > 2) RULE(RB_13_2_1);
        ask_begin(r, p, RASK_CANCEL, RB_9_7_3_1);
        offer_cancels(r, f, p);
        ask_add(r, (Option){.kind = ROPT_NO_CANCEL});
        ask_done(r);
        return;
    }
    case COUNTER_ANSWERED:
        if (s->picked.kind == ROPT_CANCEL || s->picked.kind == ROPT_STOP_CANCEL) {
            present(r, f);
            return;
        }
        f->step = COUNTER_ASK;
        return;
    case COUNTER_PAID:
        RULE(RB_9_7_3_2);
        ctx_close(r, f->u[C_CTX]);
        f->u[C_CTX] = 0;
        f->u[C_NTH] = 0;
        f->step = COUNTER_ASK;
        return;
    case COUNTER_RESOLVE: resolve_next(r, f); return;
    default: resolved_one(r, f);
    }
}
