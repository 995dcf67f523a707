/* Replacement effects. A batch is offered to them before it is applied. The affected player
 * picks the order, each applies at most once to an event, and optional ones apply only if what
 * they require can be done. */
#include "kernel/procs.h"
#include "vm/vm.h"

enum { REPLACE_NEXT, REPLACE_CHOSEN, REPLACE_RAN, REPLACE_AGREED };

/* Has the replacement already been applied, by any batch in progress? */
static bool was_applied(const Run *r, CardId c, AbilId a) {
    for (unsigned i = 0; i < r->s->nframes; i++) {
        Frame *f = &r->s->frame[i];
        if (f->proc != PROC_REPLACE) continue;
        const Replacing *v = replacing_of(f);
        for (unsigned j = 0; j < v->napplied; j++)
            if (v->applied[j].card == c && v->applied[j].abil == a)
                return kmark(r, KM_REPLACE_ONCE), true;
    }
    return false;
}

/* The affected player: the card's master, else the event's player. */
static PlayerId affected(const Run *r, const Event *e) {
    return e->card && card_of(r->s, e->card)->zone ? card_of(r->s, e->card)->holder : e->player;
}

/* Does the event happen to a card in play, rather than being an action of a player? */
static bool in_play(const Run *r, const Event *e) {
    return e->card && (r->g->zones[card_of(r->s, e->card)->zone].flags & ZONE_FIELD);
}

/* Does the card's replacement ability apply to the event? */
static bool applies(Run *r, const Event *e, CardRef self, PlayerId you, AbilId a) {
    const AbilityDef *b = &r->pack->abil[a];
    if (!(b->events & ev_bit(e->kind)) || was_applied(r, self.card, a)) return false;
    Eval v = eval_source(r, you, self);
    v.ev = e;
    return vm_truth_at(&v, b->trig);
}

/* The same for a replacement effect that an ability made, perhaps for a card that it remembers. */
static bool effect_applies(Run *r, const Event *e, const Effect *x) {
    const AbilityDef *b = &r->pack->abil[x->abil];
    if (x->kind != EFF_REPLACE || (x->flags & EFF_DORMANT)) return false;
    if (!x->memory.card) return applies(r, e, x->source, x->master, x->abil);
    if (!(b->events & ev_bit(e->kind)) || was_applied(r, x->source.card, x->abil)) return false;
    Context memory = {.player = NOBODY, .opponent = NOBODY, .source = x->source};
    Eval v = eval_source(r, x->master, x->source);
    v.ctx = &memory;
    v.memory = x->memory;
    v.ev = e;
    return vm_truth_at(&v, b->trig);
}

/* Can the cost of an optional replacement be paid? Tested in context 0, which is restored. */
static bool feasible(Run *r, const Event *e, CardRef self, PlayerId you, AbilId a) {
    const AbilityDef *b = &r->pack->abil[a];
    const Code *k = r->pack->code;
    if (!(b->flags & ABIL_MAY_REPLACE)) return true;
    Pc pc = b->body;
    while (k[pc] == OP_MARK) pc = (Pc)(pc + 2);
    if (k[pc] != OP_BY) return true;
    Context *x = &r->s->ctx[0], saved = *x;
    CardRef kept[MAX_SET], it = ref_to(r->s, e->card);
    const unsigned nkept = x->n[REG_IT];
    memcpy(kept, reg_cards(r->s, x, REG_IT), nkept * sizeof *kept);
    x->master = you;
    x->player = e->player;
    x->opponent = NOBODY;
    x->source = self;
    reg_set(r, x, REG_IT, &it, e->card ? 1 : 0);
    Eval v = eval_ctx(r, 0);
    pc++;
    PlayerSet who = vm_players(&v, &pc);
    PlayerId p = you;
    for (PlayerId q = 0; q < r->s->nplayers; q++)
        if (who & player_bit(q)) p = q;
    bool ok = vm_can_until(r, 0, (Pc)(pc + 1), (Pc)(pc + 1 + k[pc]), p);
    if (!ok) kmark(r, KM_REPLACE_CANNOT);
    reg_set(r, x, REG_IT, kept, nkept);
    *x = saved;
    return ok;
}

/* Counts the replacements that apply, with 'add' as options. *optional: all of them are. Granted
 * ones must be derived. */
static unsigned find_replacements(Run *r, const Event *e, bool add, bool *optional) {
    State *s = r->s;
    unsigned n = 0;
    bool full = !ctx_room(s); /* no context for its body: do not offer it */
    *optional = true;
    if (e->kind == EV_MOVE && same_area(r->g, e->from, e->to)) return 0;
    LISTENING(i, s, EV_REPLACE) {
        const Listener *l = &s->listen[i];
        if (!(l->events & ev_bit(e->kind))) continue;
        if (full && (r->pack->abil[l->abil].flags & ABIL_MAY_REPLACE)) continue;
        PlayerId you = card_of(s, l->card)->holder;
        if (!applies(r, e, ref_to(s, l->card), you, l->abil) ||
            !ability_usable(r, l->card, l->abil) ||
            !feasible(r, e, ref_to(s, l->card), you, l->abil))
            continue;
        n++;
        *optional &= (r->pack->abil[l->abil].flags & ABIL_MAY_REPLACE) != 0;
        if (add) ask_add(r, (Option){.kind = OPT_APPLY, .card = l->card, .c = l->abil});
    }
    for (unsigned i = 0; i < s->neffects; i++) {
        const Effect *x = &s->effect[i];
        if (!effect_applies(r, e, x) || !feasible(r, e, x->source, x->master, x->abil)) continue;
        n++;
        *optional &= (r->pack->abil[x->abil].flags & ABIL_MAY_REPLACE) != 0;
        if (add)
            ask_add(r, (Option){.kind = OPT_APPLY,
                                .card = x->source.card,
                                .c = x->abil,
                                .a = (uint8_t)(i + 1)});
    }
    return n;
}

static void note_applied(Replacing *v, CardId c, AbilId a) {
    if (v->napplied >= MAX_APPLIED) return;
    v->applied[v->napplied].card = c;
    v->applied[v->napplied++].abil = a;
}

/* Declined: marks all that apply as applied, so that none is offered again for this event. */
static void decline(Run *r, Frame *f) {
    State *s = r->s;
    Replacing *v = replacing_of(f);
    for (unsigned i = 0; i < s->nlisteners; i++)
        if ((s->listen[i].events & ev_bit(EV_REPLACE)) &&
            applies(r, &s->batch[v->at], ref_to(s, s->listen[i].card),
                    card_of(s, s->listen[i].card)->holder, s->listen[i].abil))
            note_applied(v, s->listen[i].card, s->listen[i].abil);
    for (unsigned i = 0; i < s->neffects; i++) {
        const Effect *x = &s->effect[i];
        if (effect_applies(r, &s->batch[v->at], x)) note_applied(v, x->source.card, x->abil);
    }
    f->step = REPLACE_NEXT;
}

/* Opens a context for the picked replacement and runs its body. */
static void begin_body(Run *r, Frame *f) {
    State *s = r->s;
    Replacing *v = replacing_of(f);
    Option o = s->picked;
    if (o.kind != OPT_APPLY) { /* or nobody could answer */
        decline(r, f);
        return;
    }
    const Event e = s->batch[v->at];
    PlayerId you = o.a ? s->effect[o.a - 1].master : card_of(s, o.card)->holder;
    note_applied(v, o.card, o.c);
    if (e.kind == EV_DAMAGE) deeds_undo(s, r->g->damage_deeds, e.other, e.card);
    unsigned c = ctx_open(r, o.c, you, ref_to(s, o.card));
    if (!c) return;
    Context *x = &s->ctx[c];
    x->player = e.player;
    x->subject = ref_to(s, e.card);
    x->object = ref_to(s, e.other);
    x->amount = e.amount;
    x->agreed = (r->pack->abil[o.c].flags & ABIL_MAY_REPLACE) != 0;
    if (e.card) reg_push(r, x, REG_IT, x->subject);
    v->ctx = (uint8_t)c;
    f->step = REPLACE_RAN;
    if (o.a && (s->effect[o.a - 1].flags & EFF_ONCE)) effect_remove(r, o.a - 1u);
    run_used(r, o.card, o.c);
    const AbilityDef *b = &r->pack->abil[o.c];
    if (!o.a && ((b->flags & ABIL_ONCE) || b->limit)) ability_used(r, ref_to(s, o.card), o.c);
    vm_call(r, c, b->body);
}

const Event *replaced_event(State *s) {
    for (unsigned i = s->nframes; i-- > 0;) {
        Frame *f = &s->frame[i];
        if (f->proc == PROC_REPLACE && f->step == REPLACE_RAN)
            return &s->batch[replacing_of(f)->at];
    }
    return NULL;
}

bool replace_applies(Run *r, unsigned first) {
    State *s = r->s;
    bool optional;
    for (unsigned i = first; i < s->nbatch; i++)
        if ((s->replaced & ev_bit(s->batch[i].kind)) &&
            find_replacements(r, &s->batch[i], false, &optional))
            return true;
    return false;
}

/* Turn order of the player affected by the event. */
static unsigned affected_rank(const Run *r, const Event *e) {
    PlayerId p = affected(r, e);
    unsigned n = 0;
    while (n + 1u < r->s->nplayers && player_nth(r->s, n) != p) n++;
    return n;
}

/* Affected players are asked in turn order. Cards go to their owners' zones only, so the order
 * among players changes nothing else. */
void replace_in_order(Run *r, unsigned first) {
    State *s = r->s;
    for (unsigned i = first + 1; i < s->nbatch; i++)
        for (unsigned j = i;
             j > first && affected_rank(r, &s->batch[j]) < affected_rank(r, &s->batch[j - 1]);
             j--) {
            Event e = s->batch[j];
            s->batch[j] = s->batch[j - 1];
            s->batch[j - 1] = e;
        }
}

bool replace_compulsory(Run *r, unsigned first) {
    State *s = r->s;
    bool optional;
    listeners_derive(r, ev_bit(EV_REPLACE));
    for (unsigned i = first; i < s->nbatch; i++)
        if ((s->replaced & ev_bit(s->batch[i].kind)) &&
            find_replacements(r, &s->batch[i], false, &optional) && !optional)
            return true;
    return false;
}

void replace_cut(Run *r, Frame *f) {
    const Replacing *v = replacing_of(f);
    ctx_close(r, v->ctx);
    batch_drop(r, v->first);
}

/* The event at hand does not happen: if it was all that an action did, that was not done. A price
 * is paid all the same. */
static void undo_done(Run *r, const Replacing *v) {
    State *s = r->s;
    const Event gone = s->batch[v->at];
    if (!r->g->replaced_undone || !gone.ctx || text_pays(r)) return;
    for (unsigned i = v->first; i < v->end; i++) {
        const Event *e = &s->batch[i];
        const bool moot = e->card && card_of(s, e->card)->inc != e->inc; /* it has moved since */
        if (i != v->at && e->kind == gone.kind && e->ctx == gone.ctx && !moot) return;
    }
    s->ctx[gone.ctx].did = 0;
}

/* Does the card have a replacement ability? */
static bool replaces(const State *s, CardId c) {
    for (unsigned i = 0; i < s->nlisteners; i++)
        if (s->listen[i].card == c && (s->listen[i].events & ev_bit(EV_REPLACE))) return true;
    return false;
}

/* Advances to the next event. Events that happen to a card which itself replaces come in a
 * second pass, after it has replaced for the others: everything happens at once. */
static bool next_event(Run *r, Replacing *v) {
    const State *s = r->s;
    listeners_derive(r, ev_bit(EV_REPLACE)); /* the body of another one may have moved cards */
    for (;; v->at++, v->napplied = 0) {
        if (v->at < v->first) v->at = v->first;
        if (v->at >= v->end) {
            if (v->second++) return false;
            v->at = v->first;
        }
        const Event *e = &s->batch[v->at];
        bool gone = e->kind == EV_NONE || (e->card && (card_of(s, e->card)->flags & CARD_GONE));
        if (!gone && (v->second != 0) == (e->card && replaces(s, e->card))) return true;
    }
}

/* The event at hand does not happen: the cards that would follow its card stay, too. The last move
 * of a card in the batch is the one by which it follows. */
static void ties_stay(Run *r, const Replacing *v) {
    State *s = r->s;
    const Event host = s->batch[v->at];
    CardSet seen = {{0}};
    for (unsigned i = v->end; i-- > v->first;) {
        Event *e = &s->batch[i];
        const Card *k = card_of(s, e->card);
        if ((e->kind != EV_MOVE && e->kind != EV_TIE) || !(r->g->following_zones >> k->zone & 1))
            continue;
        if (k->tie != host.card || k->tie_inc != host.inc || card_in(&seen, e->card)) continue;
        card_join(&seen, e->card);
        e->kind = EV_NONE;
    }
}

/* The player whose replacement the option is about. */
static PlayerId replacement_of(const State *s, const Option *o) {
    return o->a ? s->effect[o->a - 1].master : card_of(s, o->card)->holder;
}

/* Game.turn_player_replaces: the turn player has picked one of several; its own player may decline
 * it if it is optional. */
static void ask_agreed(Run *r, Frame *f) {
    State *s = r->s;
    const Option o = s->picked;
    f->step = REPLACE_AGREED;
    if (o.kind != OPT_APPLY || !(r->pack->abil[o.c].flags & ABIL_MAY_REPLACE)) return;
    kmark(r, KM_REPLACE_MAY);
    ask_begin(r, replacement_of(s, &o), ASK_REPLACE, r->g->clause_replace);
    ask_add(r, o);
    ask_add(r, (Option){.kind = OPT_DECLINE, .card = o.card, .c = o.c});
    ask_done(r);
}

/* The picked one was declined, or is carried out. */
static void agreed(Run *r, Frame *f) {
    const Option o = r->s->picked;
    if (o.kind != OPT_DECLINE || !o.card) {
        begin_body(r, f);
        return;
    }
    note_applied(replacing_of(f), o.card, o.c);
    f->step = REPLACE_NEXT;
}

void proc_replace(Run *r, Frame *f) {
    State *s = r->s;
    Replacing *v = replacing_of(f);
    switch (f->step) {
    case REPLACE_NEXT: {
        for (; next_event(r, v); v->at++, v->napplied = 0) {
            const Event *e = &s->batch[v->at];
            bool optional;
            unsigned count = find_replacements(r, e, false, &optional);
            if (!count) continue;
            f->step = REPLACE_CHOSEN;
            if (count > 1) kmark(r, in_play(r, e) ? KM_REPLACE_CARD : KM_REPLACE_ACTION);
            const bool turn = r->g->turn_player_replaces;
            if (optional && !turn) kmark(r, KM_REPLACE_MAY);
            ask_begin(r, turn ? s->turn_player : affected(r, e), ASK_REPLACE, r->g->clause_replace);
            find_replacements(r, e, true, &optional);
            if (optional && !turn) ask_add(r, (Option){.kind = OPT_DECLINE});
            if (turn && count == 1) { /* nothing to pick */
                const Option only = s->option[0];
                ask_drop(r);
                s->picked = only;
                ask_agreed(r, f);
                return;
            }
            ask_done(r);
            return;
        }
        unsigned first = v->first;
        frame_pop(r);
        batch_apply(r, first);
        return;
    }
    case REPLACE_CHOSEN:
        if (r->g->turn_player_replaces)
            ask_agreed(r, f);
        else
            begin_body(r, f);
        return;
    case REPLACE_AGREED: agreed(r, f); return;
    default: {
        Context *x = &s->ctx[v->ctx];
        if (x->replaced) {
            kmark(r, KM_REPLACED_NOT);
            if (WATCHED(r) && text_pays(r)) kmark(r, KM_COST_REPLACED);
            for (unsigned i = v->first; i < v->end; i++) /* nobody has beaten the card */
                if (s->batch[i].kind == EV_BEAT && s->batch[i].other == s->batch[v->at].card)
                    s->batch[i].kind = EV_NONE;
            if (r->g->following_zones) ties_stay(r, v);
            undo_done(r, v);
            s->batch[v->at].kind = EV_NONE;
        }
        ctx_close(r, v->ctx);
        v->ctx = 0;
        f->step = REPLACE_NEXT;
    }
    }
}
