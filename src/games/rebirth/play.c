/* 9.7: playing and resolving cards and abilities, with costs (9.5).
 *
 * RPROC_PLAY announces a card or an ability, pays its cost, opens the counter window (9.7.3) and
 * resolves it. The window, RPROC_COUNTER, is pushed on top only if a cancel ability exists. It
 * asks all players in turn order; each cancel presented is paid for at once and starts the round
 * of questions over, since cancels can be cancelled too. When nobody presents another one, they
 * resolve last in, first out, and mark their target, another cancel or the play itself, as
 * stopped. */
#include "games/rebirth/procs.h"
#include "kernel/pick.h"
#include "kernel/place.h"
#include "vm/vm.h"

enum {
    PLAY_BEGIN,     /* 9.7.2: announce and pay */
    PLAY_PAID,      /* 9.7.3: counter window */
    PLAY_COUNTERED, /* 9.7.4: resolve */
    PLAY_RESOLVED,  /* 4.5.3.3: displace the previous occupant of the seat */
    PLAY_DISPLACED, /* done */
    PLAY_SET,       /* 7.4.2.4: draw for a Re birth card that was set */
    PLAY_DRAWN      /* further cards that a text adds to that draw */
};
typedef struct Play {
    CardRef source;  /* the card played, or the card whose ability is played */
    AbilId abil;     /* 0: the card itself is played */
    ZoneId zone;     /* where a played card goes */
    uint8_t seat;    /* seat in that zone, 0: none */
    PlayerId player; /* the player */
    bool waited;     /* a triggered ability with a row in State.waiting */
    bool cancelled;  /* stopped by a cancel ability */
    bool resolved;   /* the effect was carried out */
} Play;
FRAME_LOCALS(Play, play_of)

/* Pushes a play of the card in its current incarnation. */
static Play *play_push(Run *r, PlayerId p, CardId c) {
    Play *play = play_of(frame_push(r, RPROC_PLAY));
    play->source = ref_to(r->s, c);
    play->player = p;
    return play;
}

void rebirth_play_card(Run *r, PlayerId p, CardId c, ZoneId z, unsigned seat) {
    Play *play = play_push(r, p, c);
    play->zone = z;
    play->seat = (uint8_t)seat;
}

void rebirth_set_card(Run *r, PlayerId p, CardId c) {
    RULE(RB_7_4_2_4);
    play_push(r, p, c)->zone = RZ_REBIRTH;
    frame_top(r)->step = PLAY_PAID;
}

/* State.chain counts the abilities played since the last quiet position, for the loop rules
 * (14.1). */
void rebirth_play_ability(Run *r, PlayerId p, CardId c, AbilId a, int waiting) {
    if (r->s->chain < 200) r->s->chain++;
    r->s->texts = 1;
    Play *play = play_push(r, p, c);
    play->abil = a;
    if (waiting < 0) return;
    play->source.inc = r->s->waiting[waiting].source.inc;
    play->waited = true;
    r->s->waiting[waiting].flags |= WAIT_PLAYED;
}

/* 9.15.1: a forbidden activated ability cannot be played, a forbidden triggered one does not
 * wait. */
bool rebirth_ability_forbidden(Run *r, PlayerId p, CardId c, AbilId a) {
    State *s = r->s;
    if (bans_in_force(r) &&
        (act_banned(r, EV_USED, p, c, NONE, a) || act_banned(r, EV_PLAY, p, c, NONE, a))) {
        RULE(RB_9_15_1);
        return true;
    }
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

/* 9.5.2.2: can the cost of the ability be paid in full? */
static bool cost_payable(Run *r, PlayerId p, CardRef source, AbilId a) {
    const AbilityDef *b = &r->pack->abil[a];
    if (!b->cost) return true;
    const Context lent = ctx_borrow(r, a, p, source);
    bool ok = vm_can(r, 0, b->cost);
    if (!ok) RULE(RB_9_5_2_2);
    ctx_give_back(r, &lent);
    return ok;
}

bool rebirth_can_use(Run *r, PlayerId p, CardId c, AbilId a) {
    if (!ability_usable(r, c, a)) {
        const AbilityDef *b = &r->pack->abil[a];
        if (ability_spent(r, c, a))
            RULE(RB_9_2_2_1);
        else if (b->cond)
            RULE(RB_11_2_3_2);
        return false;
    }
    return !rebirth_ability_forbidden(r, p, c, a) && cost_payable(r, p, ref_to(r->s, c), a);
}

/* 9.8.3.2: a waiting ability that fails this test is dropped when chosen. */
bool rebirth_waiting_playable(Run *r, unsigned i) {
    const Waiting *w = &r->s->waiting[i];
    const AbilityDef *b = &r->pack->abil[w->abil];
    if ((b->flags & ABIL_ONCE) &&
        ((w->flags & WAIT_SPENT) ||
         (ref_live(r->s, w->source) && ability_spent(r, w->source.card, w->abil))))
        return false;
    return cost_payable(r, w->master, w->source, w->abil);
}

/* ---- 9.7.2 to 9.7.4 ---- */

/* 9.7.2: opens the context of the ability, loads what its trigger remembers, and starts paying. */
static void begin_ability(Run *r, Frame *f) {
    State *s = r->s;
    const Play *play = play_of(f);
    CardRef source = play->source;
    const AbilityDef *b = &r->pack->abil[play->abil];
    RULE(RB_9_7_2_1);
    if (b->reminder) RULE(RB_2_4_2);
    if (b->keywords >> RW_SPARK & 1) {
        RULE(RB_11_3_1);
    }
    f->step = PLAY_PAID;
    unsigned c = ctx_open(r, play->abil, play->player, source);
    if (!c) return;
    f->ctx = (uint8_t)c;
    Context *x = &s->ctx[c];
    if (play->waited) {
        const Waiting *w = &s->waiting[waiting_played(s, play->abil, play->source)];
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
    if (b->flags & ABIL_ONCE) RULE(RB_9_2_2_1);
    if ((b->flags & ABIL_ONCE) || (b->limit && b->kind == ABIL_ACTIVATED))
        ability_used(r, source, play->abil);
    if (!b->cost) return;
    RULE(RB_9_5_2);
    if (WATCHED(r) && vm_several(r, b->cost)) RULE(RB_9_5_2_1);
    vm_call_cost(r, c, b->cost);
}

/* 9.7.2.1.1: reveals the card and starts paying its cost. */
static void begin_card(Run *r, Frame *f) {
    State *s = r->s;
    const Play *play = play_of(f);
    CardId c = play->source.card;
    RULE(RB_9_7_2_1);
    RULE(RB_9_7_2_1_1);
    RULE(RB_2_3_1);
    f->step = PLAY_PAID;
    card_at(s, c)->flags |= CARD_SHOWN;
    rebirth_pay_energy(r, play->player, rebirth_play_cost(r, c, play->zone));
    event_show(r, play->player, c);
}

/* 11.2.3: condition keywords are tested again when resolution begins. */
static bool condition_holds(Run *r, Frame *f) {
    const Play *play = play_of(f);
    const AbilityDef *b = &r->pack->abil[play->abil];
    if (!b->cond) return true;
    Eval e = eval_ctx(r, f->ctx);
    bool ok = condition_met(r, &e, b);
    if (!ok) RULE(play->waited ? RB_11_2_3_3 : RB_11_2_3_2);
    return ok;
}

/* 9.7.4.1: puts the card into its zone; a cancelled card goes to the waiting room (5.19.1). */
static bool resolve_card(Run *r, Frame *f) {
    const Play *play = play_of(f);
    CardId c = play->source.card;
    PlayerId p = play->player;
    unsigned first = batch_open(r);
    card_at(r->s, c)->flags &= (uint16_t)~CARD_SHOWN;
    if (play->cancelled) {
        RULE(RB_5_19_1);
        batch_move(r, c, p, RZ_WAITING, RH_RULE);
    } else {
        const bool set = play->zone == RZ_REBIRTH;
        RULE(RB_9_7_4);
        RULE(set ? RB_5_6_1 : RB_9_7_4_1);
        Event *e = batch_move(r, c, p, play->zone, set ? RH_SET : RH_PLAY);
        e->actor = p;
        e->seats_to = play->seat ? seat_bit(play->seat) : 0;
    }
    return batch_do(r, first);
}

/* 7.4.2.4: the card for which a Re birth card was set. */
static bool draw_for_set(Run *r, PlayerId p) {
    CardId top = zone_top(r->s, p, RZ_DECK);
    unsigned first = batch_open(r);
    if (top && !rebirth_draw_forbidden(r, p) && !rule_move_forbidden(r, top, p, RZ_HAND, RH_DRAW))
        batch_move(r, top, p, RZ_HAND, RH_DRAW)->actor = p;
    return batch_do(r, first);
}

/* 9.7.4.2: runs the effect unless the ability was cancelled (5.13) or its condition fails. */
static void resolve_ability(Run *r, Frame *f) {
    Play *play = play_of(f);
    const AbilityDef *b = &r->pack->abil[play->abil];
    if (play->cancelled) {
        RULE(RB_5_13_1);
        RULE(RB_5_13_2);
        if (b->flags & ABIL_ONCE) RULE(RB_9_2_2_1_1);
        event_tell(r, EV_CANCELLED, play->player, play->source.card, 0, play->abil);
        return;
    }
    RULE(RB_9_7_4);
    if (!condition_holds(r, f)) return;
    play->resolved = true;
    RULE(RB_9_7_4_2);
    if (WATCHED(r) && vm_several(r, b->body)) RULE(RB_9_7_5);
    RULE(RB_3_1_2_4);
    if (!ref_live(r->s, play->source)) RULE(RB_9_7_4_2_1);
    run_used(r, play->source.card, play->abil);
    r->s->ctx[f->ctx].did = 0; /* the effect has not done anything yet */
    r->s->ctx[f->ctx].begun = ++r->s->clock;
    vm_call(r, f->ctx, b->body);
}

/* Closes the play: drops its waiting row and reports the use. */
static void finish_play(Run *r, Frame *f) {
    const Play play = *play_of(f);
    unsigned waiting = play.waited ? waiting_played(r->s, play.abil, play.source) : 0;
    ctx_close(r, f->ctx);
    frame_pop(r);
    if (!play.abil) return;
    if (play.waited && waiting < r->s->nwaiting) waiting_drop(r, waiting);
    if (play.resolved) state_trigger_resolved(r, play.source, play.abil);
    if (!play.cancelled) event_tell(r, EV_USED, play.player, play.source.card, 0, play.abil);
}

/* ---- 9.7.3 counter window ---- */

enum {
    COUNTER_ASK,      /* 9.7.3.1: ask the next player */
    COUNTER_ANSWERED, /* present a cancel, or go on */
    COUNTER_PAID,     /* 9.7.3.2: paid, ask everybody again */
    COUNTER_RESOLVE,  /* 9.7.3.3: resolve the last presented cancel */
    COUNTER_RESOLVED  /* apply its outcome */
};
typedef struct Window {
    CardId card;     /* the card played, or the card whose ability is played */
    AbilId abil;     /* the ability played, 0: the card itself */
    PlayerId player; /* the player */
    uint8_t play;    /* index of the RPROC_PLAY frame */
    uint8_t nth;     /* the next player to ask, in turn order */
    /* Context with the cancels presented so far, 0: none. The registers are parallel arrays: REG_IT
     * the cards, REG_LOOK the abilities (.inc), REG_KEEP the targets (.inc: 0 the play, else the
     * n-th cancel from 1, plus PRESENTED_STOPPED). */
    uint8_t list;
    uint8_t at;  /* the presented cancel being resolved, from 1; 0: done */
    uint8_t ctx; /* context of the cancel being paid for or resolved */
} Window;
FRAME_LOCALS(Window, window_of)
enum { PRESENTED_STOPPED = 0x100 };

/* Pushes the counter window for the play in that frame. */
static void counter_push(Run *r, const Play *play, unsigned frame) {
    Window *w = window_of(frame_push(r, RPROC_COUNTER));
    w->card = play->source.card;
    w->abil = play->abil;
    w->player = play->player;
    w->play = (uint8_t)frame;
}

/* Procedure, 9.7: announce and pay, counter window, resolve. The window is skipped when no cancel
 * ability exists. */
void rebirth_play(Run *r, Frame *f) {
    State *s = r->s;
    const Play *play = play_of(f);
    switch (f->step) {
    case PLAY_BEGIN:
        RULE(RB_9_7_1);
        if (play->abil)
            begin_ability(r, f);
        else
            begin_card(r, f);
        return;
    case PLAY_PAID:
        f->step = PLAY_COUNTERED;
        RULE(RB_9_7_3);
        listeners_derive(r, ev_bit(EV_CANCELS));
        if (s->listened_events & ev_bit(EV_CANCELS)) {
            /* a card that is set is seen now, too; an event would tell that somebody can cancel */
            if (!play->abil) card_at(s, play->source.card)->flags |= CARD_SHOWN;
            counter_push(r, play, (unsigned)(f - s->frame));
            return;
        }
        /* fallthrough */
    case PLAY_COUNTERED:
        if (play->abil) {
            f->step = PLAY_DISPLACED;
            resolve_ability(r, f);
            return;
        }
        f->step = play->zone == RZ_REBIRTH && !play->cancelled ? PLAY_SET : PLAY_RESOLVED;
        if (resolve_card(r, f) || f->step == PLAY_SET) return;
        /* fallthrough */
    case PLAY_RESOLVED: /* 4.5.3.3: the previous occupant of the seat leaves after the new card
                           arrives */
        f->step = PLAY_DISPLACED;
        if (play->zone == RZ_MEMBER && !play->cancelled &&
            card_of(s, play->source.card)->zone == RZ_MEMBER &&
            place_displaced(r, play->source.card))
            return;
        /* fallthrough */
    case PLAY_DISPLACED: finish_play(r, f); return;
    case PLAY_SET:
        f->step = PLAY_DRAWN;
        draw_for_set(r, play->player);
        return;
    default: f->step = PLAY_DISPLACED; rebirth_draw_more(r, play->player);
    }
}

/* 9.1.1.4.2: does the cancel ability match what is being played? */
static bool cancel_matches(Run *r, const Listener *l, CardId card, AbilId abil, PlayerId player) {
    const AbilityDef *b = &r->pack->abil[l->abil];
    Event e = event_make(r->s, EV_PLAY, player, card);
    e.amount = abil;
    Eval v = eval_source(r, card_of(r->s, l->card)->holder, ref_to(r->s, l->card));
    v.ev = &e;
    RULE(RB_9_1_1_4_2);
    return vm_truth_at(&v, b->trig);
}

/* Offers the ability against the n-th presented cancel, or for n = 0 against the play. */
static void offer_cancel(Run *r, const Listener *l, unsigned n) {
    RULE(RB_9_7_3_1);
    ask_add(r, (Option){.kind = n ? ROPT_STOP_CANCEL : ROPT_CANCEL,
                        .card = l->card,
                        .c = l->abil,
                        .a = (uint8_t)n});
}

/* Adds all cancels that the player can present to the question. */
static void offer_cancels(Run *r, const Window *w, PlayerId p) {
    State *s = r->s;
    unsigned n = w->list ? s->ctx[w->list].n[REG_IT] : 0u;
    listeners_derive(r, ev_bit(EV_CANCELS));
    for (unsigned i = 0; i < s->nlisteners; i++) {
        const Listener *l = &s->listen[i];
        if (!(l->events & ev_bit(EV_CANCELS)) || card_of(s, l->card)->holder != p) continue;
        if (listener_duplicate(s, i)) continue;
        if (l->card == w->card && !w->abil) continue; /* the card being played */
        if (!ability_valid(r, l->card, l->abil)) {
            if (r->pack->abil[l->abil].cond) RULE(RB_11_2_3_4);
            continue;
        }
        if (rule_on(r, RRC_NO_CANCEL, p, l->card) ||
            act_forbidden(r, EV_COUNTER, p, l->card, NONE, l->abil) ||
            !cost_payable(r, p, ref_to(s, l->card), l->abil))
            continue;
        if (rebirth_cancel_allowed(r, p, w->player) &&
            cancel_matches(r, l, w->card, w->abil, w->player))
            offer_cancel(r, l, 0);
        for (unsigned j = 0; j < n; j++) {
            const Context *x = &s->ctx[w->list];
            PlayerId by = card_owner(reg_cards(r->s, x, REG_IT)[j].card);
            if (player_in(s, by) && rebirth_cancel_allowed(r, p, by) &&
                cancel_matches(r, l, reg_cards(r->s, x, REG_IT)[j].card,
                               reg_cards(r->s, x, REG_LOOK)[j].inc, by))
                offer_cancel(r, l, j + 1);
        }
    }
}

/* 9.7.3.1: records the chosen cancel and starts paying its cost. */
static void present_cancel(Run *r, Frame *f) {
    State *s = r->s;
    Window *w = window_of(f);
    Option o = s->picked;
    PlayerId p = card_of(s, o.card)->holder;
    RULE(RB_9_7_3_1);
    if (!w->list) w->list = (uint8_t)ctx_open(r, 0, p, ref_to(s, o.card));
    if (!w->list) return;
    Context *x = &s->ctx[w->list];
    reg_push(r, x, REG_IT, ref_to(s, o.card));
    reg_push(r, x, REG_LOOK, (CardRef){NONE, o.c});
    reg_push(r, x, REG_KEEP, (CardRef){NONE, o.a});
    unsigned c = ctx_open(r, o.c, p, ref_to(s, o.card));
    w->ctx = (uint8_t)c;
    f->step = COUNTER_PAID;
    if (!c) return;
    if (r->pack->abil[o.c].cost) vm_call_cost(r, c, r->pack->abil[o.c].cost);
    event_tell(r, EV_COUNTER, p, o.card, 0, o.c);
}

/* 9.7.3.3: resolves the presented cancels, last one first; pops the window after the first. */
static void resolve_next_cancel(Run *r, Frame *f) {
    State *s = r->s;
    Window *w = window_of(f);
    if (!w->at) {
        if (w->list) ctx_close(r, w->list);
        frame_pop(r);
        return;
    }
    Context *x = &s->ctx[w->list];
    unsigned i = w->at - 1u;
    CardRef card = reg_cards(r->s, x, REG_IT)[i];
    AbilId a = reg_cards(r->s, x, REG_LOOK)[i].inc;
    f->step = COUNTER_RESOLVED;
    RULE(RB_9_7_3_3);
    if (reg_cards(r->s, x, REG_KEEP)[i].inc & PRESENTED_STOPPED) {
        RULE(RB_5_19_2_1);
        return;
    }
    unsigned c = ctx_open(r, a, card_owner(card.card), card);
    w->ctx = (uint8_t)c;
    if (!c) return;
    const AbilityDef *b = &r->pack->abil[a];
    Eval e = eval_ctx(r, c);
    if (!condition_met(r, &e, b)) {
        RULE(RB_11_2_3_4);
        return;
    }
    const unsigned target = reg_cards(r->s, x, REG_KEEP)[i].inc & 0xFF;
    const CardRef played =
        target ? reg_cards(r->s, x, REG_IT)[target - 1] : play_of(&s->frame[w->play])->source;
    s->ctx[c].subject = played; /* what the text calls that card */
    reg_push(r, &s->ctx[c], REG_IT, played);
    run_used(r, card.card, a);
    vm_call(r, c, b->body);
}

/* Applies the outcome of a resolved cancel to its target (5.13.1, 5.19.2). */
static void finish_cancel(Run *r, Frame *f) {
    State *s = r->s;
    Window *w = window_of(f);
    Context *x = &s->ctx[w->list];
    unsigned i = w->at - 1u, target = reg_cards(r->s, x, REG_KEEP)[i].inc & 0xFF;
    if (w->ctx && s->ctx[w->ctx].cancelled) {
        RULE(RB_5_13_1);
        RULE(RB_5_19_2);
        if (target) {
            reg_cards(r->s, x, REG_KEEP)[target - 1].inc |= PRESENTED_STOPPED;
            RULE(RB_5_19_2_1);
        } else {
            play_of(&s->frame[w->play])->cancelled = true;
        }
    }
    ctx_close(r, w->ctx);
    w->ctx = 0;
    w->at--;
    f->step = COUNTER_RESOLVE;
}

/* ---- 13.4.4: a player leaves during a play ---- */

bool rebirth_played_by(Frame *f, PlayerSet players) {
    return f->proc == RPROC_PLAY && (players & player_bit(play_of(f)->player));
}

void rebirth_counter_close(Run *r, Frame *f) {
    ctx_close(r, window_of(f)->ctx);
    ctx_close(r, window_of(f)->list);
}

void rebirth_counter_void(Run *r, Frame *f, PlayerSet players) {
    const Window *w = window_of(f);
    Context *x = &r->s->ctx[w->list];
    for (unsigned i = 0; w->list && i < x->n[REG_IT]; i++)
        if (players & player_bit(card_owner(reg_cards(r->s, x, REG_IT)[i].card)))
            reg_cards(r->s, x, REG_KEEP)[i].inc |= PRESENTED_STOPPED;
}

/* Procedure, 9.7.3: asks every player in turn order and starts over after each presented cancel;
 * once all decline, resolves them. */
void rebirth_counter(Run *r, Frame *f) {
    State *s = r->s;
    Window *w = window_of(f);
    switch (f->step) {
    case COUNTER_ASK: {
        if (w->nth == s->nplayers) {
            f->step = COUNTER_RESOLVE;
            w->at = w->list ? s->ctx[w->list].n[REG_IT] : 0;
            return;
        }
        PlayerId p = player_nth(s, w->nth++);
        if (!player_in(s, p)) return;
        f->step = COUNTER_ANSWERED;
        if (s->nplayers > 2) RULE(RB_13_2_1);
        ask_begin(r, p, RASK_CANCEL, RB_9_7_3_1);
        offer_cancels(r, w, p);
        ask_add(r, (Option){.kind = ROPT_NO_CANCEL});
        ask_done(r);
        return;
    }
    case COUNTER_ANSWERED:
        if (s->picked.kind == ROPT_CANCEL || s->picked.kind == ROPT_STOP_CANCEL) {
            present_cancel(r, f);
            return;
        }
        f->step = COUNTER_ASK;
        return;
    case COUNTER_PAID:
        RULE(RB_9_7_3_2);
        ctx_close(r, w->ctx);
        w->ctx = 0;
        w->nth = 0;
        f->step = COUNTER_ASK;
        return;
    case COUNTER_RESOLVE: resolve_next_cancel(r, f); return;
    default: finish_cancel(r, f);
    }
}
