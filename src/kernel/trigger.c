/* Triggered abilities: finds what triggers, keeps what waits, and checks what may be used. */
#include "kernel/procs.h"
#include "vm/vm.h"

bool condition_met(Run *r, const Eval *e, const AbilityDef *b) {
    if (!b->cond || vm_truth_at(e, b->cond)) return true;
    return r->g->condition_waived && notes_made(r) && r->g->condition_waived(r, e, b);
}

bool ability_valid(Run *r, CardId c, AbilId a) {
    const AbilityDef *b = &r->pack->abil[a];
    const Card *k = card_of(r->s, c);
    kmark(r, b->flags & ABIL_ZONES_PRINTED ? KM_ZONE_PRINTED : KM_ZONE_PLAIN);
    const CardDef *d = &r->pack->def[k->def];
    const bool printed = a >= d->abil && a < d->abil + d->nabil;
    if (!(b->zones & zone_bit(k->zone))) return false;
    if (card_masked(r, k)) {
        if (printed || !given_face_down(r, k)) return false;
        kmark(r, KM_GIVEN_FACE_DOWN);
    }
    if (card_silent(r, c) && (r->g->loss_takes_granted || printed)) return false;
    if (!r->g->playable(r, c, a, k->holder)) return false;
    if (!b->cond) return true;
    Eval e = eval_source(r, k->holder, ref_to(r->s, c));
    bool valid = condition_met(r, &e, b);
    if (!valid && b->kind == ABIL_KEYWORD) kmark(r, KM_NOT_VALID);
    if (!valid && b->kind == ABIL_REPLACE) kmark(r, KM_VOID_STATIC);
    return valid;
}

/* Uses left this turn of a limited ability, by its index on the card. */
static unsigned times_left(const Card *k, const AbilityDef *b, unsigned place) {
    unsigned times = b->limit > TIMES_MAX ? k->many : k->times >> 2 * (place & 3) & 3u;
    return times < b->limit ? b->limit - times : 0;
}

/* Counts one use of a limited ability. */
static void count_use(Run *r, CardId c, const AbilityDef *b, unsigned place) {
    Card *k = card_at(r->s, c);
    if (b->limit > TIMES_MAX)
        k->many++;
    else
        k->times = (uint8_t)(k->times + (1u << 2 * (place & 3)));
    r->s->spent |= SPENT_USED;
}

/* Bit of Card.used for an ability with one use a turn. An ability that the card has from another
 * one (COPY) takes a bit behind those of its own. */
static uint8_t once_bit(const Run *r, CardId c, AbilId a) {
    const CardDef *d = &r->pack->def[card_of(r->s, c)->def];
    const unsigned i = r->pack->abil[a].index;
    const bool own = a >= d->abil && a < d->abil + d->nabil;
    return (uint8_t)(1u << (own || i >= 4 ? i : (d->nabil + i) % (MAX_ABILITIES - 1)));
}

/* Index for limits of an activated ability: printed and granted ones count from opposite ends
 * (place_on_card). */
static unsigned place_played(const AbilityDef *b) {
    return b->index < 4 ? b->index : MAX_ABILITIES - 1u - b->index;
}

bool ability_spent(const Run *r, CardId c, AbilId a) {
    return (r->pack->abil[a].flags & ABIL_ONCE) && (card_of(r->s, c)->used & once_bit(r, c, a));
}

bool ability_usable(Run *r, CardId c, AbilId a) {
    const AbilityDef *b = &r->pack->abil[a];
    if (ability_spent(r, c, a)) return false;
    if (b->limit && !times_left(card_of(r->s, c), b, place_played(b))) return false;
    return ability_valid(r, c, a);
}

/* Recorded on the card and, since the card may be gone when they are played, in other waiting
 * rows of the ability. */
void ability_used(Run *r, CardRef source, AbilId a) {
    const AbilityDef *b = &r->pack->abil[a];
    for (unsigned i = 0; i < r->s->nwaiting; i++) {
        Waiting *w = &r->s->waiting[i];
        if (w->abil == a && w->source.card == source.card && w->source.inc == source.inc)
            w->flags |= WAIT_SPENT;
    }
    if (!ref_live(r->s, source)) return;
    if (b->limit) count_use(r, source.card, b, place_played(b));
    if (b->flags & ABIL_ONCE) card_at(r->s, source.card)->used |= once_bit(r, source.card, a);
    r->s->spent |= SPENT_USED;
    card_touched(r->s, card_of(r->s, source.card));
}

void waiting_add(Run *r, AbilId a, PlayerId master, CardRef source, const Event *e,
                 unsigned effect) {
    State *s = r->s;
    if (s->nwaiting == MAX_WAITING) {
        run_fault(r, FAULT_WAITING);
        return;
    }
    Waiting *w = &s->waiting[s->nwaiting++];
    *w = (Waiting){.abil = a,
                   .master = master,
                   .source = source,
                   .effect = (uint8_t)effect,
                   .player = s->turn_player};
    if (!e) return;
    w->player = e->player;
    w->amount = e->amount;
    if (e->kind == EV_MOVE && e->from != e->to && (r->g->zones[e->from].flags & ZONE_READ_LEAVING))
        w->flags |= WAIT_LEFT_SEAT;
    w->subject = ref_to(s, e->card);
    w->object = ref_to(s, e->other);
}

unsigned waiting_played(const State *s, AbilId a, CardRef source) {
    unsigned i = 0;
    for (; i < s->nwaiting; i++) {
        const Waiting *w = &s->waiting[i];
        if ((w->flags & WAIT_PLAYED) && w->abil == a && w->source.card == source.card &&
            w->source.inc == source.inc)
            break;
    }
    return i;
}

void waiting_drop(Run *r, unsigned i) {
    State *s = r->s;
    Waiting w = s->waiting[i];
    s->nwaiting--;
    memmove(&s->waiting[i], &s->waiting[i + 1], (s->nwaiting - i) * sizeof(Waiting));
    memset(&s->waiting[s->nwaiting], 0, sizeof(Waiting));
    if (w.flags & WAIT_SHOWN) hide_shown(r, w.source);
}

/* Passes WAIT_SHOWN on to another waiting row of the card; hides the card if there is none and
 * none is on the stack. */
void hide_shown(Run *r, CardRef c) {
    State *s = r->s;
    for (unsigned j = 0; j < s->nwaiting; j++)
        if (s->waiting[j].source.card == c.card) {
            s->waiting[j].flags |= WAIT_SHOWN;
            return;
        }
    for (unsigned j = 0; j < s->nstack; j++)
        if (s->stack[j].source.card == c.card && (s->stack[j].wait & WAIT_SHOWN)) return;
    if (!ref_live(s, c)) return;
    card_at(s, c.card)->flags &= (uint16_t)~CARD_SHOWN;
    card_at(s, c.card)->known = 0;
}

/* Has the ability triggered on another event of the batch at hand? */
static bool triggered_by_batch(const Run *r, AbilId a, CardRef source) {
    const State *s = r->s;
    for (unsigned i = r->batch_waiting; i < s->nwaiting; i++)
        if (s->waiting[i].abil == a && s->waiting[i].source.card == source.card) return true;
    return false;
}

/* Adds a waiting ability. A card in a hidden zone triggers only if its player reveals it: pushes
 * the question. */
static void add_trigger(Run *r, AbilId a, PlayerId master, CardRef source, const Event *e,
                        unsigned effect) {
    State *s = r->s;
    const Card *k = card_of(s, source.card);
    unsigned zf = r->g->zones[k->zone].flags;
    bool hidden = k->inc == source.inc && k->zone && !(zf & ZONE_PUBLIC) && !effect &&
                  !(k->flags & CARD_SHOWN) && (r->pack->abil[a].zones & zone_bit(k->zone)) &&
                  !(e && e->kind == EV_MOVE && e->card == source.card &&
                    (r->g->zones[e->from].flags & ZONE_FIELD));
    if (hidden && !card_seen(r, k->holder, source.card)) return;
    if ((r->pack->abil[a].flags & ABIL_PER_DEED) && triggered_by_batch(r, a, source)) return;
    kmark(r, KM_TRIGGERED);
    if (!effect)
        kmark(r, r->pack->abil[a].flags & ABIL_ZONES_PRINTED ? KM_ZONE_PRINTED : KM_ZONE_PLAIN);
    for (unsigned i = 0; i < s->nwaiting; i++)
        if (s->waiting[i].abil == a && s->waiting[i].source.card == source.card)
            kmark(r, KM_TRIGGERED_AGAIN);
    waiting_add(r, a, master, source, e, effect);
    if (r->g->triggers_more)
        for (unsigned n = r->g->triggers_more(r, master, a); n > 0; n--)
            waiting_add(r, a, master, source, e, effect);
    if (!hidden || s->result) return;
    kmark(r, KM_HIDDEN_TRIGGER);
    Frame *f = frame_push(r, PROC_REVEAL);
    *about_of(f) = (AboutCard){.card = source, .abil = a};
}

/* Turn order of the owner of the card that the frame asks about. */
static unsigned turn_rank(const State *s, Frame *f) {
    unsigned n = 0;
    while (n + 1u < s->nplayers && player_nth(s, n) != card_owner(about_of(f)->card.card)) n++;
    return n;
}

/* The turn player's frame comes on top. */
void questions_in_order(Run *r, unsigned from) {
    State *s = r->s;
    for (unsigned i = from + 1; i < s->nframes; i++)
        for (unsigned j = i;
             j > from && turn_rank(s, &s->frame[j - 1]) < turn_rank(s, &s->frame[j]); j--) {
            Frame f = s->frame[j];
            s->frame[j] = s->frame[j - 1];
            s->frame[j - 1] = f;
        }
}

enum { REVEAL_ASK, REVEAL_ANSWERED };
void proc_reveal(Run *r, Frame *f) {
    State *s = r->s;
    const AboutCard about = *about_of(f);
    const CardId c = about.card.card;
    switch (f->step) {
    case REVEAL_ASK:
        f->step = REVEAL_ANSWERED;
        if (!player_in(s, card_of(s, c)->holder)) { /* who has left shows nothing */
            frame_pop(r);
            return;
        }
        if (!r->g->hidden_triggers_forced) {
            ask_begin(r, card_of(s, c)->holder, ASK_REVEAL, r->g->clause_reveal);
            ask_add(r, (Option){.kind = OPT_REVEAL, .card = c, .c = about.abil});
            ask_add(r, (Option){.kind = OPT_NO_REVEAL});
            ask_done(r);
            return;
        }
        s->picked = (Option){.kind = OPT_REVEAL};
        /* fallthrough */
    default: {
        bool show = s->picked.kind == OPT_REVEAL;
        const CardRef ref = about.card;
        const AbilId a = about.abil;
        frame_pop(r);
        for (unsigned i = s->nwaiting; i-- > 0;) {
            Waiting *w = &s->waiting[i];
            if (w->source.card != ref.card || w->source.inc != ref.inc || w->abil != a ||
                (w->flags & WAIT_SHOWN))
                continue;
            if (show) {
                kmark(r, KM_HIDDEN_SHOWN);
                w->flags |= WAIT_SHOWN;
                if (ref_live(s, ref)) {
                    event_one(r, EV_SHOW, card_of(s, c)->holder, c, 0, 0);
                    card_at(s, c)->flags |= CARD_SHOWN;
                }
            } else {
                waiting_drop(r, i);
            }
            return;
        }
    }
    }
}

/* Would the trigger on entering play match, were the card not in play already? */
static bool moved_within_play(const Run *r, const Event *e, const AbilityDef *b) {
    const ZoneInfo *z = r->g->zones;
    return (b->to & zone_bit(e->to)) && (z[e->from].flags & z[e->to].flags & ZONE_FIELD);
}

/* The ability's index for limits and 'fired': printed ones as printed, granted ones from the
 * other end. */
static unsigned place_on_card(const State *s, const Listener *l, const AbilityDef *b) {
    const Listener *given = &s->listen[s->nfixed];
    unsigned n = 0;
    if (l < given || l >= &s->listen[s->nlisteners]) return b->index;
    for (; given < l; given++) n += given->card == l->card;
    return MAX_ABILITIES - 1u - n % MAX_ABILITIES;
}

/* Is the ability printed on its card, not granted? */
static bool printed(const Run *r, const Listener *l) {
    const CardDef *d = &r->pack->def[card_of(r->s, l->card)->def];
    return l->abil >= d->abil && l->abil < d->abil + d->nabil;
}

/* "This card" of a trigger: the life that had the ability; for its own move, the life after it
 * if the ability is valid there. */
static CardRef trigger_self(const Run *r, const Event *e, const Listener *l, const uint16_t *life) {
    const AbilityDef *b = &r->pack->abil[l->abil];
    const Card *k = card_of(r->s, l->card);
    CardRef self = {l->card, k->inc};
    bool moved = e->kind == EV_MOVE && e->card == l->card;
    if (b->flags & ABIL_SELF_MOVE) return self;
    if (moved && e->inc != k->inc && (b->zones & zone_bit(e->from)) &&
        !(b->zones & zone_bit(e->to)))
        self.inc = e->inc;
    if (life && !moved) self.inc = *life;
    return self;
}

/* The ability's master: who held its card in that life. */
static PlayerId life_holder(const State *s, CardId c, uint16_t life) {
    const Card *k = card_of(s, c);
    const Last *l = last_of(s, c);
    return k->inc != life && l->inc == life ? l->holder : k->holder;
}

/* Has the ability reached its limit for this turn? If not, counts one use. */
static bool limit_reached(Run *r, CardId c, const AbilityDef *b, unsigned place) {
    if (!b->limit) return false;
    if (!times_left(card_of(r->s, c), b, place)) return true;
    count_use(r, c, b, place);
    return false;
}

int tally_of(const Run *r, CardId c, AbilId a) {
    return counter_of(r->s, c, NOBODY, r->pack->abil[a].index);
}

/* Counts a match of an ABIL_TALLY ability: a counter of the kind of its place on the card. */
static void tally(Run *r, CardId c, const AbilityDef *b) {
    kmark(r, KM_TALLIED);
    counter_add(r, c, NOBODY, b->index, 1);
    settled_recheck(r->s, zone_bit(card_of(r->s, c)->zone));
}

/* Tests a listener against an event. 'life': of a card that lost the ability with the batch;
 * null: it has it now. */
static void try_listener(Run *r, const Event *e, const Listener *l, const uint16_t *life) {
    State *s = r->s;
    const AbilityDef *b = &r->pack->abil[l->abil];
    if (b->kind != ABIL_TRIGGERED || (b->flags & ABIL_STATE)) return;
    if ((b->flags & ABIL_SELF_MOVE) && (e->card != l->card || printed(r, l))) return;
    if (e->kind == EV_MOVE &&
        ((b->from && !(b->from & zone_bit(e->from))) || (b->to && !(b->to & zone_bit(e->to))))) {
        if (WATCHED(r) && moved_within_play(r, e, b)) kmark(r, KM_NOT_ARRIVED);
        return;
    }
    if (e->kind == EV_MOVE && b->how && !(b->how >> e->how & 1)) return;
    if (e->kind == EV_POINT && b->from && !(b->from >> e->amount & 1)) return;
    const Card *k = card_of(s, l->card);
    bool moved = e->kind == EV_MOVE && e->card == l->card;
    CardRef self = trigger_self(r, e, l, life);
    PlayerId you = life ? life_holder(s, l->card, *life) : k->holder;
    Eval v = eval_source(r, you, self);
    v.ev = e;
    if (b->flags & ABIL_TALLY) { /* most events come while it does not count: tested first */
        if (!life && r->g->playable(r, l->card, l->abil, you) && vm_truth_at(&v, b->trig))
            tally(r, l->card, b);
        return;
    }
    if (!vm_truth_at(&v, b->trig)) return;
    if (!r->g->playable(r, l->card, l->abil, you)) return;
    const Last *last = last_of(s, l->card);
    bool was_void = life && last->inc == *life && (last->flags & CARD_LAST_VOID);
    if ((was_void || (!moved && card_silent(r, l->card))) && printed(r, l)) {
        kmark(r, KM_VOID_TRIGGER);
        return;
    }
    if (e->kind == EV_POINT &&
        e->how) { /* fires once: the end of a turn or attack may come again */
        uint8_t bit = (uint8_t)(1u << place_on_card(s, l, b));
        if (k->fired & bit) return;
        card_at(s, l->card)->fired |= bit;
        s->spent |= SPENT_FIRED;
    }
    if (limit_reached(r, l->card, b, place_on_card(s, l, b))) return;
    add_trigger(r, l->abil, you, self, e, 0);
}

/* Tests the card's own abilities that trigger on its move (ABIL_SELF_MOVE). */
static void try_self_move(Run *r, const Event *e) {
    State *s = r->s;
    const Card *k = card_of(s, e->card);
    const Last *last = last_of(s, e->card);
    const CardDef *d = &r->pack->def[k->def];
    for (AbilId a = d->abil; a < d->abil + d->nabil; a++) {
        const AbilityDef *b = &r->pack->abil[a];
        if (!(b->flags & ABIL_SELF_MOVE) || b->kind != ABIL_TRIGGERED) continue;
        if ((b->from && !(b->from & zone_bit(e->from))) || (b->to && !(b->to & zone_bit(e->to)))) {
            if (WATCHED(r) && moved_within_play(r, e, b)) kmark(r, KM_NOT_ARRIVED);
            continue;
        }
        if ((b->flags & ABIL_ZONES_PRINTED) && !(b->zones & (zone_bit(e->from) | zone_bit(e->to))))
            continue;
        if (card_masked(r, k) && last->zone != e->from) continue;
        bool left = r->g->zones[e->from].flags & ~r->g->zones[e->to].flags & ZONE_FIELD;
        PlayerId you = left ? life_holder(s, e->card, e->inc) : k->holder;
        Eval v = eval_source(r, you, ref_to(s, e->card));
        v.ev = e;
        if (!vm_truth_at(&v, b->trig) || !r->g->playable(r, e->card, a, you)) continue;
        if (last->inc == e->inc && (last->flags & CARD_LAST_VOID)) { /* lost in play */
            kmark(r, KM_VOID_TRIGGER);
            continue;
        }
        if (limit_reached(r, e->card, b, b->index)) continue;
        if (!(b->zones & zone_bit(e->from))) kmark(r, KM_MOVE_TRIGGER_TOGETHER);
        add_trigger(r, a, you, ref_to(s, e->card), e, 0);
    }
}

/* Tests delayed triggers: effects that belong to no card's text. */
static void try_effects(Run *r, const Event *e) {
    State *s = r->s;
    for (unsigned i = 0; i < s->neffects; i++) {
        Effect *x = &s->effect[i];
        if (x->kind != EFF_DELAYED || (x->flags & EFF_DORMANT)) continue;
        const AbilityDef *b = &r->pack->abil[x->abil];
        if (!(b->events & ev_bit(e->kind))) continue;
        Context memory = {.player = NOBODY, .opponent = NOBODY, .source = x->source};
        bool moves = e->kind == EV_MOVE && e->card == x->source.card && e->inc == x->source.inc;
        bool there = moves || ref_live(s, x->source); /* else there is no "this card" */
        Eval v = {.r = r,
                  .you = x->master,
                  .viewer = x->master,
                  .ctx = &memory,
                  .ev = e,
                  .memory = x->memory};
        if (there) v.self = v.was = x->source;
        if (!vm_truth_at(&v, b->trig)) continue;
        kmark(r, KM_DELAYED_FIRES);
        waiting_add(r, x->abil, x->master, moves ? ref_to(s, e->card) : x->source, e, i + 1);
        if (x->memory.card && s->nwaiting) {
            s->waiting[s->nwaiting - 1].object = x->memory;
            s->waiting[s->nwaiting - 1].flags |= WAIT_MEMORY;
        }
        if (x->flags & EFF_ONCE) effect_remove(r, i--);
    }
}

/* Tests listeners that left with the batch, except those that listen again now. */
static void try_departed(Run *r, const Event *e, const Departed *gone) {
    State *s = r->s;
    for (unsigned i = 0; i < gone->n; i++) {
        const Listener *l = &gone->at[i];
        const Card *k = card_of(s, l->card);
        if (!(l->events & ev_bit(e->kind))) continue;
        bool listens_again =
            (r->pack->abil[l->abil].zones & zone_bit(k->zone)) && !card_masked(r, k);
        if (i < gone->granted) {
            listens_again = false;
            for (unsigned j = s->nfixed; j < s->nlisteners && !listens_again; j++)
                listens_again = s->listen[j].card == l->card && s->listen[j].abil == l->abil;
        }
        if (!listens_again) try_listener(r, e, l, &gone->life[i]);
    }
}

/* Tests listener i. Evaluation may derive granted abilities again: they keep their places. */
static void try_listening(Run *r, const Event *e, unsigned i) {
    const State *s = r->s;
    const Listener *l = &s->listen[i];
    unsigned n = s->nwaiting;
    ASSERT(l->events & ev_bit(e->kind));
    if (!(l->events & ev_bit(e->kind))) return;
    try_listener(r, e, l, 0);
    if (WATCHED(r) && e->kind == EV_MOVE && s->nwaiting > n &&
        card_of(s, l->card)->stamp == s->clock)
        kmark(r, KM_MOVE_TRIGGER_TOGETHER);
}

void trigger_scan(Run *r, const Event *e, const Departed *gone) {
    State *s = r->s;
    EventSet bit = ev_bit(e->kind);
    listeners_derive(r, bit);
    if (e->kind == EV_MOVE && (r->pack->def[card_of(s, e->card)->def].self_move >> e->to & 1))
        try_self_move(r, e);
    if (gone && gone->n && (leaving_events(r) & bit)) try_departed(r, e, gone);
    if (!(s->listened_events & bit)) return;
    if (e->kind == EV_MOVE && !(s->hows >> e->how & s->tos >> e->to & 1)) return;
    LISTENING(i, s, e->kind) try_listening(r, e, i);
    if (s->effect_kinds >> EFF_DELAYED & 1) try_effects(r, e);
}

/* Is the ability waiting or on the stack? */
static bool still_pending(const State *s, CardId c, AbilId a) {
    for (unsigned j = 0; j < s->nwaiting; j++)
        if (s->waiting[j].abil == a && s->waiting[j].source.card == c) return true;
    for (unsigned j = 0; j < s->nstack; j++)
        if (s->stack[j].sort == STACK_ABILITY && s->stack[j].abil == a &&
            s->stack[j].source.card == c)
            return true;
    return false;
}

/* A state trigger fires once when its state arises (Card.latched), and again if it still holds
 * after it was resolved. */
void waiting_state(Run *r, unsigned touched) {
    State *s = r->s;
    listeners_derive(r, ev_bit(EV_STATE));
    LISTENING(i, s, EV_STATE) {
        const Listener *l = &s->listen[i];
        const AbilityDef *b = &r->pack->abil[l->abil];
        Card *k = card_at(s, l->card);
        const bool noted = r->pack->rules & rule_bit(RULE_NOTED); /* may change what is counted */
        if (b->depends && !noted && !(b->depends & touched) && k->stamp != s->clock) continue;
        uint8_t bit = (uint8_t)(1u << b->index);
        Eval v = eval_source(r, k->holder, ref_to(s, l->card));
        if (!vm_truth_at(&v, b->trig)) {
            if (!still_pending(s, l->card, l->abil))
                k->latched &= (uint8_t)~bit; /* fires once for each time the state arises */
        } else if ((b->flags & ABIL_CHANGE) && k->stamp == s->clock) {
            k->latched |= bit; /* it was so when the card came */
        } else if (!(k->latched & bit) && !card_silent(r, l->card)) {
            if (r->g->state_enterable && !r->g->state_enterable(r, l->card, l->abil, k->holder))
                continue;
            if (limit_reached(r, l->card, b, place_on_card(s, l, b))) continue;
            k->latched |= bit;
            if (!r->g->playable(r, l->card, l->abil, k->holder)) continue;
            kmark(r, KM_STATE_TRIGGER);
            add_trigger(r, l->abil, k->holder, ref_to(s, l->card), 0, 0);
        }
    }
}

void state_trigger_resolved(Run *r, CardRef source, AbilId a) {
    const AbilityDef *b = &r->pack->abil[a];
    if (!(b->flags & ABIL_STATE) || (b->flags & ABIL_CHANGE) || !ref_live(r->s, source)) return;
    unsigned n = r->s->nwaiting;
    card_at(r->s, source.card)->latched &= (uint8_t) ~(1u << b->index);
    waiting_state(r, DEPENDS_ALL);
    if (r->s->nwaiting > n) kmark(r, KM_STATE_AGAIN);
}

/* Does a trigger listen to this point of the turn, or an observer to events? */
static bool point_listened(Run *r, unsigned point) {
    listeners_derive(r, ev_bit(EV_POINT));
    return (r->s->points >> point & 1) || (WATCHED(r) && r->obs->event);
}

/* Shows the point to the observer, to the memory of the turn and to triggers. Most points are not
 * listened to: kept apart so that the test can be inlined. */
__attribute__((noinline)) static void tell_point(Run *r, const Event *e) {
    const unsigned frames = r->s->nframes;
    if (WATCHED(r) && r->obs->event) r->obs->event(r->obs, r, e);
    if (r->pack->watched & ev_bit(EV_POINT)) memory_note(r, e);
    trigger_scan(r, e, 0);
    if (r->s->nframes > frames + 1) questions_in_order(r, frames);
}

unsigned trigger_point_once(Run *r, unsigned point, PlayerId player) {
    unsigned before = r->s->nwaiting;
    if (r->s->nuntil) effects_end(r, (Duration)(DUR_UNTIL + point));
    if (!point_listened(r, point)) return 0;
    Event e = event_make(r->s, EV_POINT, player, NONE);
    e.amount = (int)point;
    e.how = 1;
    tell_point(r, &e);
    return r->s->nwaiting - before;
}

void trigger_fired_clear(Run *r) {
    State *s = r->s;
    if (!(s->spent & SPENT_FIRED)) return;
    s->spent &= (uint8_t)~SPENT_FIRED;
    listeners_derive(r, EVENTS_ALL);
    for (unsigned i = 0; i < s->nlisteners; i++) card_at(s, s->listen[i].card)->fired = 0;
}

/* Effects that last until this point end first. */
void trigger_point(Run *r, unsigned point, PlayerId player) {
    if (r->s->nuntil) effects_end(r, (Duration)(DUR_UNTIL + point));
    if (!point_listened(r, point)) return;
    Event e = event_make(r->s, EV_POINT, player, NONE);
    e.amount = (int)point;
    tell_point(r, &e);
}
