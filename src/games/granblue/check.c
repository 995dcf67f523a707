/* 8-5-1: the check point, and the checked rule processing of 9-4.
 *
 * A round of GPROC_CHECK does the first thing that is due: the loss of the game, one destruction of
 * armour, one refill, one waiting ability. Then it starts over. */
#include "games/granblue/granblue.h"

enum { CHECK_ROUND, CHECK_CHOSEN };

/* ---- what is due ---- */

/* 9-4-1-2 to 9-4-1-4 */
static bool has_lost(Run *r, PlayerId p) {
    State *s = r->s;
    if (!s->player[p].counter[GN_DOWN] && zone_count(s, p, GZ_DECK)) return false;
    if (!rule_on(r, GRC_NO_LOSS, p, NONE)) return true;
    RULE(GB_1_3_3);
    s->player[p].counter[GN_DOWN] = 0;
    return false;
}

/* A card of the armour that an effect has marked (9-4-2-3-1-1). */
static CardId marked_armour(const State *s, PlayerId p) {
    for (unsigned i = 0; i < zone_count(s, p, GZ_ARMOUR); i++) {
        CardId c = zone_card(&s->player[p], GZ_ARMOUR, i);
        if (card_of(s, c)->flags & CARD_HIT) return c;
    }
    return NONE;
}

static bool armour_due(const State *s, PlayerId p) {
    return s->player[p].counter[GN_ARMOUR] || marked_armour(s, p);
}

static bool processing_due(Run *r) {
    const State *s = r->s;
    for (PlayerId p = 0; p < 2; p++)
        if (has_lost(r, p) || armour_due(s, p) || s->player[p].counter[GN_REFILL]) return true;
    return false;
}

/* 7-2-1-3-1-4: does the card that has just attacked have a charge attack to use? With 'add', offers
 * it. */
static unsigned charges(Run *r, bool add) {
    State *s = r->s;
    const CardRef c = s->fact_card[GC_LATEST];
    unsigned n = 0;
    if (!s->facts[GF_CHARGE] || !ref_live(s, c)) return 0;
    listeners_derive(r, ev_bit(EV_CANCELS));
    const Card *k = card_of(s, c.card);
    if (k->deeds & GDID_CHARGE) {
        granblue_void_text(r, c.card);
        RULE(GB_2_6_1_1_3);
        return 0;
    }
    for (unsigned i = 0; i < s->nlisteners; i++) {
        const Listener *l = &s->listen[i];
        if (l->card != c.card || !(l->events & ev_bit(EV_CANCELS)) || listener_duplicate(s, i))
            continue;
        if (!granblue_can_use(r, k->holder, l->card, l->abil)) continue;
        n++;
        if (add) ask_add(r, (Option){.kind = GOPT_CHARGE, .card = l->card, .c = l->abil});
    }
    return n;
}

bool granblue_check_point(Run *r) {
    State *s = r->s;
    if (states_listened(s)) waiting_state(r, DEPENDS_ALL);
    s->unchecked = 0;
    RULE(GB_4_5_1);
    if (s->result) return true;
    if (!s->nwaiting && !processing_due(r) && !charges(r, false)) {
        RULE(GB_8_5_1_4);
        return false;
    }
    frame_push_under(r, GPROC_CHECK, PROC_REVEAL);
    return true;
}

/* 11-1-1-1: after this many forced steps without a choice by any player the loop is endless. */
enum { FORCED_LIMIT = 1000 };
bool granblue_count_forced(Run *r) {
    State *s = r->s;
    if (++s->forced < FORCED_LIMIT) return false;
    RULE(GB_11_1_1_1);
    s->result = RESULT_DRAW;
    return true;
}

/* ---- 8-5-1-2, 8-5-1-3: waiting abilities ---- */

static void offer_waiting(Run *r, unsigned i) {
    State *s = r->s;
    const Waiting *w = &s->waiting[i];
    for (unsigned j = 0; j < i; j++)
        if (!memcmp(&s->waiting[j], w, sizeof *w)) return; /* equal ones are offered once */
    Option o = {.kind = GOPT_RESOLVE, .card = w->source.card, .c = w->abil, .a = (uint8_t)i};
    ask_add(r, o);
    if (!(r->pack->abil[w->abil].flags & ABIL_COST_MAY) || !granblue_waiting_playable(r, i)) return;
    RULE(GB_8_4_2_5);
    o.kind = GOPT_DROP;
    ask_add(r, o);
}

static bool ask_waiting(Run *r, PlayerId p) {
    State *s = r->s;
    const CardRef latest = s->fact_card[GC_LATEST];
    unsigned n = 0, charge = 0;
    for (unsigned i = 0; i < s->nwaiting; i++) n += s->waiting[i].master == p;
    if (s->facts[GF_CHARGE] && latest.card && card_of(s, latest.card)->holder == p)
        charge = charges(r, false);
    if (!n && !charge) return false;
    RULE(p == s->turn_player ? GB_8_5_1_2 : GB_8_5_1_3);
    if (n) RULE(GB_8_7_3);
    ask_begin(r, p, GASK_WAITING, p == s->turn_player ? GB_8_5_1_2 : GB_8_5_1_3);
    for (unsigned i = 0; i < s->nwaiting; i++)
        if (s->waiting[i].master == p) offer_waiting(r, i);
    if (charge) {
        RULE(GB_7_2_1_3_1_4);
        charges(r, true);
        if (!n) ask_add(r, (Option){.kind = GOPT_NO_CHARGE});
    }
    ask_done(r);
    return true;
}

static void waiting_chosen(Run *r) {
    State *s = r->s;
    const Option o = s->picked;
    if (o.kind == GOPT_NO_CHARGE) {
        s->facts[GF_CHARGE] = 0;
        return;
    }
    if (o.kind == GOPT_CHARGE) {
        RULE(GB_2_6_1_1_1);
        card_at(s, o.card)->deeds |= GDID_CHARGE;
        granblue_use_push(r, card_of(s, o.card)->holder, o.card, o.c, -1, GUSE_PLAIN);
        return;
    }
    const unsigned i = o.a;
    if (!o.kind || i >= s->nwaiting) return;
    if (o.kind == GOPT_RESOLVE && granblue_waiting_playable(r, i)) {
        const Waiting *w = &s->waiting[i];
        const bool stone = r->pack->abil[w->abil].keywords >> GW_STONE & 1;
        RULE(GB_8_7_1);
        granblue_use_push(r, w->master, w->source.card, w->abil, (int)i,
                          stone ? GUSE_TRIGGER : GUSE_PLAIN);
        return;
    }
    RULE(GB_8_7_3_1);
    waiting_drop(r, i);
}

/* ---- 9-4 ---- */

static void remove_losers(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r), n = 0;
    RULE(GB_9_4_1_2);
    RULE(GB_1_2_2);
    for (PlayerId p = 0; p < 2; p++) {
        if (!has_lost(r, p)) continue;
        if (s->player[p].counter[GN_DOWN]) {
            RULE(GB_9_4_1_3);
            RULE(GB_1_2_2_1);
        }
        if (!zone_count(s, p, GZ_DECK)) {
            RULE(GB_9_4_1_4);
            RULE(GB_1_2_2_2);
        }
        s->player[p].counter[GN_DOWN] = 0;
        n++;
        batch_add(r, EV_LEAVE, p, NONE);
    }
    if (n > 1) RULE(GB_1_2_3);
    batch_do(r, first);
}

typedef struct About {
    CardRef card;
    PlayerId player;
} About;
FRAME_LOCALS(About, about_player)

static void push_about(Run *r, unsigned proc, PlayerId p) {
    about_player(frame_push(r, proc))->player = p;
}

/* 8-5-1-1: does one thing that is due. */
static bool process_one(Run *r) {
    State *s = r->s;
    RULE(GB_9_3);
    if (processing_due(r)) RULE(GB_9_4);
    if (has_lost(r, 0) || has_lost(r, 1)) {
        remove_losers(r);
        return true;
    }
    for (unsigned i = 0; i < 2; i++) {
        PlayerId p = player_nth(s, i);
        if (!armour_due(s, p)) continue;
        RULE(GB_9_4_2_1_1);
        RULE(GB_9_4_2_2);
        push_about(r, GPROC_ARMOUR, p);
        return true;
    }
    for (unsigned i = 0; i < 2; i++) {
        PlayerId p = player_nth(s, i);
        if (!s->player[p].counter[GN_REFILL]) continue;
        RULE(GB_9_4_3_1_1);
        RULE(GB_9_4_3_2);
        push_about(r, GPROC_REFILL, p);
        return true;
    }
    return false;
}

/* Procedure, 8-5-1: repeats rounds until nothing is due. */
void granblue_check(Run *r, Frame *f) {
    State *s = r->s;
    if (f->step == CHECK_CHOSEN) {
        f->step = CHECK_ROUND;
        waiting_chosen(r);
        return;
    }
    if (granblue_count_forced(r)) return;
    RULE(GB_8_5_1_1);
    RULE(GB_4_5_2);
    if (states_listened(s)) waiting_state(r, DEPENDS_ALL);
    if (process_one(r)) return;
    f->step = CHECK_CHOSEN;
    if (ask_waiting(r, s->turn_player) || ask_waiting(r, granblue_foe(s->turn_player))) return;
    RULE(GB_8_5_1_4);
    s->chain = 0;
    frame_pop(r);
}

/* ---- 9-4-2 armour ---- */

enum { ARMOUR_PICK, ARMOUR_PICKED, ARMOUR_BROKEN, ARMOUR_SHOWN, ARMOUR_CHOSEN, ARMOUR_DONE };

/* 9-4-2-3-1: one that an effect has marked, else one of the player's choice. */
static bool pick_armour(Run *r, PlayerId p) {
    State *s = r->s;
    const CardId marked = marked_armour(s, p);
    if (marked) {
        RULE(GB_9_4_2_3_1_1);
        s->picked = (Option){.kind = OPT_CARD, .card = marked};
        return false;
    }
    s->player[p].counter[GN_ARMOUR]--;
    RULE(GB_9_4_2_3_1);
    ask_begin(r, p, GASK_ARMOUR, GB_9_4_2_3_1);
    for (unsigned i = 0; i < zone_count(s, p, GZ_ARMOUR); i++)
        ask_add(r, (Option){.kind = OPT_CARD, .card = zone_card(&s->player[p], GZ_ARMOUR, i)});
    return ask_done(r);
}

/* 9-4-2-3-2: what becomes of the card. */
static bool ask_shown(Run *r, PlayerId p, CardId c) {
    State *s = r->s;
    const AbilId spell = granblue_spell(r, c);
    ask_begin(r, p, GASK_SHOWN, GB_9_4_2_3_2);
    RULE(GB_9_4_2_3_2);
    if (granblue_is(r, c, GK_ME)) {
        RULE(GB_9_4_2_3_2_1);
        if (granblue_can_enter(r, p, c, 0)) ask_add(r, (Option){.kind = GOPT_APPEAR, .card = c});
    } else if (granblue_is(r, c, GK_ST)) {
        RULE(GB_9_4_2_3_2_2);
        s->player[p].counter[GN_REFILL]++;
        if (spell && !granblue_forbidden(r, p, c, spell) && !rule_on(r, GRC_NO_TRIGGER, p, c))
            ask_add(r, (Option){.kind = GOPT_TRIGGER, .card = c, .c = spell});
    }
    ask_add(r, (Option){.kind = GOPT_TO_HAND});
    return ask_done(r);
}

static void armour_chosen(Run *r, PlayerId p, CardId c) {
    const Option o = r->s->picked;
    if (o.kind == GOPT_APPEAR) {
        granblue_put_member(r, p, c, GH_ENTER, PUT_RESTED, 0);
    } else if (o.kind == GOPT_TRIGGER) {
        RULE(GB_10_17_1_2);
        granblue_use_push(r, p, c, o.c, -1, GUSE_TRIGGER);
    } else {
        unsigned first = batch_open(r);
        batch_move(r, c, p, GZ_HAND, GH_ARMOUR)->actor = p;
        batch_do(r, first);
    }
}

/* Procedure, 9-4-2-3: destroys one card of the armour. */
void granblue_armour(Run *r, Frame *f) {
    State *s = r->s;
    About *v = about_player(f);
    const PlayerId p = v->player;
    switch (f->step) {
    case ARMOUR_PICK:
        if (!zone_count(s, p, GZ_ARMOUR)) {
            RULE(GB_1_3_2);
            s->player[p].counter[GN_ARMOUR] = 0;
            frame_pop(r);
            return;
        }
        f->step = ARMOUR_PICKED;
        if (pick_armour(r, p)) return;
        /* fallthrough */
    case ARMOUR_PICKED: {
        const unsigned first = batch_open(r);
        f->step = ARMOUR_BROKEN;
        v->card = ref_to(s, s->picked.card);
        card_at(s, s->picked.card)->flags &= (uint16_t)~CARD_HIT;
        batch_add(r, EV_DEED, p, s->picked.card)->how = GDEED_BREAK;
        if (batch_do(r, first)) return;
    }
        /* fallthrough */
    case ARMOUR_BROKEN:
        f->step = ARMOUR_SHOWN;
        if (!ref_live(s, v->card) || !(card_of(s, v->card.card)->deeds & GDID_BREAK)) {
            frame_pop(r); /* a text did something else instead */
            return;
        }
        card_at(s, v->card.card)->deeds &= (uint8_t)~GDID_BREAK;
        RULE(GB_10_9_1);
        event_show(r, p, v->card.card);
        return;
    case ARMOUR_SHOWN:
        f->step = ARMOUR_CHOSEN;
        if (!ref_live(s, v->card)) {
            frame_pop(r);
            return;
        }
        if (ask_shown(r, p, v->card.card)) return;
        /* fallthrough */
    case ARMOUR_CHOSEN:
        f->step = ARMOUR_DONE;
        armour_chosen(r, p, v->card.card);
        return;
    default: frame_pop(r);
    }
}

/* ---- 9-4-3 refill ---- */

enum { REFILL_ASK, REFILL_CHOSEN, REFILL_DONE };

static bool ask_refill(Run *r, PlayerId p) {
    State *s = r->s;
    const Player *q = &s->player[p];
    RULE(GB_9_4_3_3_1);
    ask_begin(r, p, GASK_REFILL, GB_9_4_3_3_1);
    Event deed = event_make(s, EV_DEED, p, NONE);
    deed.how = GDEED_REFILL;
    const bool barred = event_forbidden(r, &deed);
    if (barred) RULE(GB_1_3_3);
    for (unsigned i = 0; !barred && i < q->count[GZ_HAND]; i++) {
        CardId c = zone_card(q, GZ_HAND, i);
        bool twice = false;
        for (unsigned j = 0; j < i && !twice; j++)
            twice = card_of(s, zone_card(q, GZ_HAND, j))->def == card_of(s, c)->def;
        if (!twice && granblue_is(r, c, GK_ME) && granblue_can_enter(r, p, c, 0))
            ask_add(r, (Option){.kind = GOPT_REFILL, .card = c});
    }
    ask_add(r, (Option){.kind = GOPT_NO_REFILL});
    return ask_done(r);
}

/* Procedure, 9-4-3-3: one member of the hand may appear rested. */
void granblue_refill(Run *r, Frame *f) {
    State *s = r->s;
    About *v = about_player(f);
    const PlayerId p = v->player;
    switch (f->step) {
    case REFILL_ASK:
        s->player[p].counter[GN_REFILL]--;
        f->step = REFILL_CHOSEN;
        if (ask_refill(r, p)) return;
        /* fallthrough */
    case REFILL_CHOSEN: {
        f->step = REFILL_DONE;
        if (s->picked.kind != GOPT_REFILL) {
            frame_pop(r);
            return;
        }
        v->card.card = s->picked.card;
        const bool active = rule_on(r, GRC_REFILL_ACTIVE, p, NONE);
        if (active) RULE(GB_1_3_1);
        granblue_put_member(r, p, s->picked.card, GH_REFILL, active ? 0 : PUT_RESTED, 0);
        return;
    }
    default: {
        const CardId c = v->card.card;
        unsigned first = batch_open(r);
        frame_pop(r);
        batch_deed(r, GDEED_REFILL, p, c, NONE, 0);
        batch_do(r, first);
    }
    }
}
