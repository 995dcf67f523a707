/* 9.6: check timing, and chapter 10: the rule processing it carries out.
 *
 * rebirth_check_timing() is called wherever the rules have a check timing. It pushes RPROC_CHECK
 * only if something is due. What is due is computed incrementally: State.unchecked records which
 * zones and values changed since the last clean check, zones_changed() maps that to zones, and
 * due_now() examines only these. Debug builds verify with rebirth_processing_overlooked() that
 * nothing is missed.
 *
 * A round of RPROC_CHECK (check_round) does the first thing on the list of 9.6.2 that is due:
 * recovery (10.3, RPROC_RECOVER), one waiting ability (10.4), the entry process (10.5), losing
 * (10.6). Then the list starts over from the top. */
#include "games/rebirth/procs.h"
#include "kernel/pick.h"

enum { CHECK_RECOVER, CHECK_WAITING_CHOSEN };
typedef struct CheckTiming {
    uint16_t due; /* DUE_*: what was found due at the start or in the last round */
} CheckTiming;
FRAME_LOCALS(CheckTiming, check_timing_of)

/* ---- 10.3 recovery: collecting the moves ---- */

/* Adds a move to the batch. A card moves once: the first clause that applies wins. */
static bool add_move(Run *r, CardId card, ZoneId to, unsigned how) {
    for (unsigned i = 0; i < r->s->nbatch; i++)
        if (r->s->batch[i].card == card) return false;
    batch_move(r, card, card_owner(card), to, how);
    return true;
}

/* 10.3.3, 10.3.5: of several cards in a place for one, all but the one placed last go to the
 * waiting room. */
static bool displace_older(Run *r, PlayerId p, ZoneId z, SeatSet seat, bool characters) {
    State *s = r->s;
    const Player *q = &s->player[p];
    CardId last = NONE;
    unsigned n = 0;
    for (unsigned i = 0; i < q->count[z]; i++) {
        const Card *k = card_of(s, zone_card(q, z, i));
        if (k->seats != seat || (characters && !(k->kinds >> RK_CH & 1))) continue;
        n++;
        if (!last || k->stamp >= card_of(s, last)->stamp) last = zone_card(q, z, i);
    }
    if (n < 2) return false;
    for (unsigned i = 0; i < q->count[z]; i++) {
        CardId c = zone_card(q, z, i);
        if (c != last && card_of(s, c)->seats == seat) add_move(r, c, RZ_WAITING, RH_RULE);
    }
    return true;
}

/* 10.3.3, 10.3.6, 10.3.7: surplus entries; entries that are beaten or hit by a partner attack. */
static void recover_entry(Run *r, PlayerId p) {
    State *s = r->s;
    const Player *q = &s->player[p];
    if (q->count[RZ_ENTRY] > 1) {
        RULE(RB_10_3_3);
        displace_older(r, p, RZ_ENTRY, 0, false);
    }
    for (unsigned i = 0; i < q->count[RZ_ENTRY]; i++) {
        CardId c = zone_card(q, RZ_ENTRY, i);
        const Card *k = card_of(s, c);
        if (!(k->kinds >> RK_CH & 1)) continue;
        bool beaten = k->damage >= k->now.def, hit = k->flags & CARD_HIT;
        if ((!beaten && !hit) || !add_move(r, c, RZ_RETIRE, RH_RETIRE)) continue;
        if (beaten) {
            RULE(RB_10_3_6);
            RULE(RB_2_7_2);
        }
        if (hit) RULE(RB_10_3_7);
    }
}

/* Does any seat, or the entry, hold more than one card? */
static bool place_shared(const State *s, PlayerId p) {
    const Player *q = &s->player[p];
    unsigned seats = 0, twice = 0;
    for (unsigned i = 0; i < q->count[RZ_MEMBER]; i++) {
        unsigned bit = card_of(s, zone_card(q, RZ_MEMBER, i))->seats;
        twice |= seats & bit;
        seats |= bit;
    }
    return twice || q->count[RZ_ENTRY] > 1;
}

/* 10.3.9: is the soul no longer tied to a card? */
static bool soul_untied(const State *s, const Card *k) {
    return !k->tie || card_of(s, k->tie)->inc != k->tie_inc;
}

/* 10.3.2, 10.3.4, 10.3.5, 10.3.9: cards of the wrong kind, shared seats, untied souls. */
static void recover_rest(Run *r, PlayerId p) {
    State *s = r->s;
    const Player *q = &s->player[p];
    for (unsigned i = 0; i < q->count[RZ_REBIRTH]; i++)
        if (!(card_of(s, zone_card(q, RZ_REBIRTH, i))->kinds >> RK_RE & 1)) {
            RULE(RB_10_3_2);
            add_move(r, zone_card(q, RZ_REBIRTH, i), RZ_WAITING, RH_RULE);
        }
    for (unsigned i = 0; i < q->count[RZ_MEMBER]; i++)
        if (!(card_of(s, zone_card(q, RZ_MEMBER, i))->kinds >> RK_CH & 1)) {
            RULE(RB_10_3_4);
            add_move(r, zone_card(q, RZ_MEMBER, i), RZ_WAITING, RH_RULE);
        }
    if (place_shared(s, p))
        for (unsigned seat = 1; seat <= q->seats; seat++)
            if (displace_older(r, p, RZ_MEMBER, seat_bit(seat), true)) RULE(RB_10_3_5);
    for (unsigned i = 0; i < q->count[RZ_SOUL]; i++) {
        if (!soul_untied(s, card_of(s, zone_card(q, RZ_SOUL, i)))) continue;
        RULE(RB_10_3_9);
        RULE(RB_4_13_3_2);
        add_move(r, zone_card(q, RZ_SOUL, i), RZ_WAITING, RH_RULE);
    }
}

/* 10.3.8: is this a partner outside hand and energy zone? RF_STRAY is set when one arrives, so that
 * the search can be skipped otherwise. */
static bool is_stray(const Run *r, PlayerId p, ZoneId z, unsigned i) {
    const State *s = r->s;
    return z != RZ_HAND && z != RZ_ENERGY &&
           (card_of(s, zone_card(&s->player[p], z, i))->kinds >> RK_PA & 1);
}

/* 10.3.8: is there any stray partner? */
static bool any_stray(const Run *r) {
    const State *s = r->s;
    for (PlayerId p = 0; s->facts[RF_STRAY] && p < s->nplayers; p++)
        for (ZoneId z = 1; z < RZ_COUNT; z++)
            for (unsigned i = 0; i < s->player[p].count[z]; i++)
                if (is_stray(r, p, z, i)) return true;
    return false;
}

/* 10.3.8: removes stray partners from the game. */
static void recover_partners(Run *r) {
    State *s = r->s;
    for (PlayerId p = 0; s->facts[RF_STRAY] && p < s->nplayers; p++)
        for (ZoneId z = 1; z < RZ_COUNT; z++)
            for (unsigned i = 0; i < s->player[p].count[z]; i++)
                if (is_stray(r, p, z, i)) {
                    RULE(RB_10_3_8);
                    add_move(r, zone_card(&s->player[p], z, i), RZ_NOWHERE, RH_RULE);
                }
}

/* Collects the moves of recovery in the batch, the turn player's first: replacement questions come
 * in this order. */
static void collect_recovery(Run *r, PlayerSet who) {
    State *s = r->s;
    derive(r);
    for (unsigned i = 0; i < s->nplayers; i++) {
        PlayerId p = player_nth(s, i);
        if (!(who & player_bit(p))) continue;
        recover_entry(r, p);
        recover_rest(r, p);
    }
    recover_partners(r);
}

/* The zones that rule processing depends on. */
enum {
    CHECKED_ZONES = 1 << RZ_ENTRY | 1 << RZ_MEMBER | 1 << RZ_REBIRTH | 1 << RZ_RETIRE | 1 << RZ_SOUL
};

/* Zones to recheck, given what changed since the last clean check. Changed numbers concern the
 * entry only, changed kinds every zone. */
static unsigned zones_changed(const State *s) {
    unsigned changed = s->unchecked & CHECKED_ZONES;
    if (!(s->unchecked & (UNCHECKED_VALUES | UNCHECKED_DERIVED))) return changed;
    return (s->layers | s->derived) & TOUCH_KINDS ? CHECKED_ZONES : changed | 1u << RZ_ENTRY;
}

/* Which rule processing is due. due_now() must find something due whenever the collecting code
 * above would add a move, and nothing otherwise. */
enum {
    DUE_RECOVERY = 1,
    DUE_ENTRY = 2,
    DUE_LOSS = 4,
    DUE_PLAYER = 8 /* from this bit on: one bit per player who has to recover */
};

/* 10.3.6: does the entry survive? Skips deriving its defence when nothing lowers it: neither what
 * has changed nor an effect that is there as before, whose counterweight may have gone. */
static bool survives(Run *r, const Card *k) {
    if (derive_due(r, TOUCH_DEF)) {
        if (!derive_due(r, TOUCH_LOWERS) && !k->damage && !(k->flags & CARD_DOWN) &&
            r->pack->def[k->def].num.def > 0 && !(effects_touch(r) & TOUCH_LOWERS))
            return true;
        derive(r);
    }
    return k->damage < k->now.def;
}

/* DUE_* for one player's entry zone. */
static unsigned due_entry(Run *r, const Player *q) {
    const State *s = r->s;
    if (!q->count[RZ_ENTRY]) return q->count[RZ_DECK] ? DUE_ENTRY : 0;
    unsigned n = q->count[RZ_ENTRY], due = n > 1 ? DUE_RECOVERY : 0;
    const CardId *entry = zone_cards(q, RZ_ENTRY);
    for (unsigned i = 0; i < n; i++) {
        const Card *k = card_of(s, entry[i]);
        if ((k->kinds >> RK_CH & 1) && ((k->flags & CARD_HIT) || !survives(r, k)))
            due |= DUE_RECOVERY;
        if (k->kinds >> RK_RE & 1) due |= DUE_ENTRY;
    }
    return due;
}

/* 10.3.4, 10.3.5: is there a member that is not a character, or a shared seat? */
static bool members_invalid(const State *s, const Player *q) {
    unsigned seats = 0, wrong = 0;
    const CardId *members = zone_cards(q, RZ_MEMBER);
    for (unsigned i = 0, n = q->count[RZ_MEMBER]; i < n; i++) {
        const Card *k = card_of(s, members[i]);
        wrong |= (~(unsigned)k->kinds >> RK_CH & 1) | ((seats & k->seats) != 0);
        seats |= k->seats;
    }
    return wrong;
}

/* DUE_* for one player, given the zones that changed. Losing conditions, Re birth and
 * soul zones are checked in any case. */
static unsigned due_for(Run *r, PlayerId p, ZoneSet zones) {
    const State *s = r->s;
    const Player *q = &s->player[p];
    unsigned due = 0;
    bool wrong = false;
    if (zones >> RZ_ENTRY & 1) due = due_entry(r, q);
    if (q->count[RZ_RETIRE] >= 7 || s->team_size > 1)
        due |= rebirth_player_lost(r, p) ? DUE_LOSS : 0;
    if (zones >> RZ_MEMBER & 1) wrong = members_invalid(s, q);
    const CardId *set = zone_cards(q, RZ_REBIRTH), *souls = zone_cards(q, RZ_SOUL);
    for (unsigned i = 0, n = q->count[RZ_REBIRTH]; i < n; i++)
        wrong |= ~(unsigned)card_of(s, set[i])->kinds >> RK_RE & 1;
    for (unsigned i = 0, n = q->count[RZ_SOUL]; i < n; i++)
        wrong |= soul_untied(s, card_of(s, souls[i]));
    return due | (wrong ? DUE_RECOVERY : 0u);
}

/* DUE_* for all players, given the zones that changed. */
static unsigned due_now(Run *r, ZoneSet zones) {
    State *s = r->s;
    unsigned due = 0;
    derive_for(r, TOUCH_KINDS);
    for (PlayerId p = 0; p < s->nplayers; p++)
        if (player_in(s, p)) {
            unsigned mine = due_for(r, p, zones);
            due |= mine | (mine & DUE_RECOVERY ? (unsigned)DUE_PLAYER << p : 0u);
        }
    if (s->facts[RF_STRAY] && any_stray(r)) due |= DUE_RECOVERY;
    return due;
}

/* ---- 10.3 recovery: the procedure ---- */

/* Does the card count for this place? Every card in the entry (no seat), only characters on a
 * seat. */
static bool counts_for_place(const Card *k, SeatSet seat) {
    return k->seats == seat && (!seat || (k->kinds >> RK_CH & 1));
}

/* 10.3.3, 10.3.5: were several cards of this place put there last, together? With 'ask', asks the
 * zone's player which of them stays. */
static bool tie_at(Run *r, PlayerId p, SeatSet seat, bool ask) {
    State *s = r->s;
    ZoneId z = seat ? RZ_MEMBER : RZ_ENTRY;
    const Player *q = &s->player[p];
    uint32_t last = 0;
    unsigned n = 0;
    for (unsigned i = 0; i < q->count[z]; i++) {
        const Card *k = card_of(s, zone_card(q, z, i));
        if (!counts_for_place(k, seat)) continue;
        if (k->stamp > last) {
            last = k->stamp;
            n = 0;
        }
        n += k->stamp == last;
    }
    if (n < 2) return false;
    if (!ask) return true;
    ask_begin(r, p, ASK_CARD, seat ? RB_10_3_5 : RB_10_3_3);
    for (unsigned i = 0; i < q->count[z]; i++) {
        const Card *k = card_of(s, zone_card(q, z, i));
        if (counts_for_place(k, seat) && k->stamp == last)
            ask_add(r, (Option){.kind = OPT_CARD, .card = zone_card(q, z, i)});
    }
    ask_done(r);
    return true;
}

/* 5.15.2: reports which card made which retire, after the recovery that follows the damage. */
static void report_beaten(Run *r) {
    State *s = r->s;
    if (!(s->spent & SPENT_BEATEN)) return;
    s->spent &= (uint8_t)~SPENT_BEATEN;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[RZ_RETIRE]; i++) {
            CardId c = zone_card(&s->player[p], RZ_RETIRE, i);
            Card *k = card_at(s, c);
            if (!k->beaten_by) continue;
            RULE(RB_5_15_2);
            const CardId winner = hit_card(k->beaten_by);
            Event e = event_make(s, EV_BEAT, card_owner(winner), winner);
            e.other = c;
            e.how = (k->beaten_by & HIT_BY_RULE) != 0; /* by an attack */
            if (winner == r->g->role(r, RR_ATTACKING).card) s->fact_card[RR_BEATEN] = ref_to(s, c);
            k->beaten_by = NONE;
            if (WATCHED(r) && r->obs->event) r->obs->event(r->obs, r, &e);
            if (r->pack->watched & ev_bit(EV_BEAT)) memory_note(r, &e);
            trigger_scan(r, &e, 0);
        }
}

/* 5.15.2: a card that survives the recovery after the damage was not beaten. */
static void clear_hits(Run *r) {
    State *s = r->s;
    if (!s->hits) return;
    s->hits = 0;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[RZ_ENTRY]; i++) {
            Card *k = card_at(s, zone_card(&s->player[p], RZ_ENTRY, i));
            if (!k->hit_by) continue;
            RULE(RB_5_15_2);
            k->hit_by = NONE;
        }
}

enum {
    REC_TIES,       /* look for the next tie */
    REC_TIE_CHOSEN, /* answered */
    REC_MOVE,       /* make all moves at once */
    REC_DONE        /* report what was beaten */
};
typedef struct Recovery {
    PlayerSet players; /* who recovers */
    uint8_t nth;       /* the player being searched for ties, in turn order */
    uint8_t place;     /* the place being searched: 0 the entry, else a seat */
} Recovery;
FRAME_LOCALS(Recovery, recovery_of)

/* Asks about the next tie. Returns false if none is left. */
static bool ask_next_tie(Run *r, Frame *f) {
    State *s = r->s;
    Recovery *v = recovery_of(f);
    for (; v->nth < s->nplayers; v->nth++, v->place = 0) {
        PlayerId p = player_nth(s, v->nth);
        if (!(v->players & player_bit(p)) || !place_shared(s, p)) continue;
        for (; v->place <= s->player[p].seats; v->place++)
            if (tie_at(r, p, seat_set(v->place), false)) {
                f->step = REC_TIE_CHOSEN;
                tie_at(r, p, seat_set(v->place), true);
                return true;
            }
    }
    return false;
}

/* Procedure, 10.3: settles ties by asking, then makes all moves at once. */
void rebirth_recover(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case REC_TIE_CHOSEN: /* the latest stamp stays; 0: the player has left */
        if (s->picked.card) card_at(s, s->picked.card)->stamp = ++s->clock;
        f->step = REC_TIES;
        return;
    case REC_TIES:
        if (ask_next_tie(r, f)) return;
        f->step = REC_MOVE;
        /* fallthrough */
    case REC_MOVE: {
        unsigned first = batch_open(r);
        f->step = REC_DONE;
        collect_recovery(r, recovery_of(f)->players);
        if (s->nbatch > first + 1) {
            RULE(RB_10_1_3);
            RULE(RB_10_3_1_2);
        }
        s->facts[RF_STRAY] = 0;
        for (PlayerId p = 0; p < s->nplayers; p++)
            for (unsigned i = 0; i < s->player[p].count[RZ_ENTRY]; i++)
                card_at(s, zone_card(&s->player[p], RZ_ENTRY, i))->flags &= (uint16_t)~CARD_HIT;
        if (batch_do(r, first)) return;
    }
        /* fallthrough */
    default:
        frame_pop(r);
        report_beaten(r);
        clear_hits(r);
    }
}

/* ---- 10.4 ---- */

/* Two identical waiting abilities are offered once. */
static bool same_waiting(const Waiting *a, const Waiting *b) { return !memcmp(a, b, sizeof *a); }

/* 9.8.3.1: offers the waiting abilities of the player's side. Returns false if there are none. An
 * ability may be declined only if it is once per turn (9.2.2.2) or has an optional cost. */
static bool ask_waiting(Run *r, PlayerId p) {
    State *s = r->s;
    PlayerSet side = team_mates(s, p);
    unsigned n = 0;
    for (unsigned i = 0; i < s->nwaiting; i++) n += (side & player_bit(s->waiting[i].master)) != 0;
    if (!n) return false;
    RULE(side & player_bit(s->turn_player) ? RB_10_4_1 : RB_10_4_2);
    if (s->team_size > 1) RULE(RB_13_5_7_3);
    if (s->nplayers > 2) RULE(RB_13_2_1);
    RULE(RB_9_8_3);
    RULE(RB_9_8_3_1);
    ask_begin(r, team_speaker(s, p), RASK_WAITING, RB_9_8_3);
    for (unsigned i = 0; i < s->nwaiting; i++) {
        const Waiting *w = &s->waiting[i];
        bool duplicate = false;
        for (unsigned j = 0; j < i && !duplicate; j++) duplicate = same_waiting(&s->waiting[j], w);
        if (!(side & player_bit(w->master)) || duplicate) continue;
        Option o = {.kind = ROPT_RESOLVE, .card = w->source.card, .c = w->abil, .a = (uint8_t)i};
        ask_add(r, o);
        unsigned flags = r->pack->abil[w->abil].flags;
        if (!(flags & (ABIL_ONCE | ABIL_COST_MAY)) || !rebirth_waiting_playable(r, i)) continue;
        if (flags & ABIL_ONCE) RULE(RB_9_2_2_2);
        if (flags & ABIL_COST_MAY) RULE(RB_9_8_3_1_1);
        o.kind = ROPT_DROP;
        ask_add(r, o);
    }
    ask_done(r);
    return true;
}

/* 9.8.3.2: plays the chosen ability, or drops it if it was declined or cannot be played. */
static void waiting_chosen(Run *r) {
    State *s = r->s;
    unsigned i = s->picked.a;
    bool drop = s->picked.kind == ROPT_DROP;
    s->facts[RF_CHECKS] = 1;
    if (i >= s->nwaiting) return;
    if (!drop && rebirth_waiting_playable(r, i)) {
        const Waiting *w = &s->waiting[i];
        rebirth_play_ability(r, w->master, w->source.card, w->abil, (int)i);
        return;
    }
    if (drop && (r->pack->abil[s->waiting[i].abil].flags & ABIL_COST_MAY)) RULE(RB_9_8_3_2_1);
    if (!drop) {
        RULE(RB_9_8_3_2);
        RULE(RB_10_4_3);
    }
    waiting_drop(r, i);
}

/* ---- 10.5, 10.6 ---- */

/* 10.5.1: carries out the first of the four cases that applies: Re birth cards in an entry, then
 * empty entries, each in turn order. Returns whether another procedure comes first. */
static bool entry_process(Run *r) {
    State *s = r->s;
    for (unsigned kind = 0; kind < 2; kind++)
        for (unsigned i = 0; i < s->nplayers; i++) {
            PlayerId p = player_nth(s, i);
            if (!player_in(s, p)) continue;
            CardId c = NONE;
            for (unsigned j = 0; j < s->player[p].count[RZ_ENTRY]; j++)
                if (card_of(s, zone_card(&s->player[p], RZ_ENTRY, j))->kinds >> RK_RE & 1)
                    c = zone_card(&s->player[p], RZ_ENTRY, j);
            if (kind == 0 ? !c : s->player[p].count[RZ_ENTRY] > 0 || !zone_top(s, p, RZ_DECK))
                continue;
            RULE(RB_10_5_1);
            if (s->nplayers > 2) RULE(RB_13_2_1);
            if (kind == 0)
                RULE(i == 0 ? RB_10_5_1_1 : RB_10_5_1_2);
            else
                RULE(i == 0 ? RB_10_5_1_3 : RB_10_5_1_4);
            unsigned first = batch_open(r);
            Event *e = batch_move(r, kind == 0 ? c : zone_top(s, p, RZ_DECK), p,
                                  kind == 0 ? RZ_REBIRTH : RZ_ENTRY, kind == 0 ? RH_SET : RH_FILL);
            e->actor = p;
            return batch_do(r, first);
        }
    return false;
}

/* 10.6: removes all players who meet the condition for losing, at once. */
static void remove_losers(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r), n = 0;
    for (unsigned i = 0; i < s->nplayers; i++) {
        PlayerId p = player_nth(s, i);
        if (!player_in(s, p) || !rebirth_player_lost(r, p)) continue;
        if (n++) RULE(RB_10_6_1_1);
        batch_add(r, EV_LEAVE, p, NONE);
    }
    batch_do(r, first);
}

/* ---- 9.6 ---- */

/* Pushes a check timing if the changes make anything due or an ability waits. */
__attribute__((noinline)) static bool check_changed(Run *r, unsigned changed) {
    State *s = r->s;
    unsigned due = changed ? due_now(r, changed) : 0; /* nothing becomes due without a change */
    s->unchecked = 0;
    if (changed) RULE(RB_10_1_2);
    if (!due && !s->nwaiting) {
        RULE(RB_9_6_2_5);
        s->facts[RF_STRAY] = 0;
        clear_hits(r); /* the recovery has happened, with nothing to do */
        return false;
    }
    Frame *f = frame_push_under(r, RPROC_CHECK, PROC_REVEAL); /* revealing comes first */
    check_timing_of(f)->due = (uint16_t)due;
    return true;
}

/* The slow path: derived values may have changed. Scans state triggers (9.8.6) first. */
__attribute__((noinline)) static bool check_values(Run *r) {
    State *s = r->s;
    if (states_listened(s)) waiting_state(r, DEPENDS_ALL);
    unsigned changed = zones_changed(s);
    return !s->result && (changed || s->nwaiting) && check_changed(r, changed);
}

/* The common case, nothing changed and nothing waits, is tested inline; the rest is out of line. */
bool rebirth_check_timing(Run *r) {
    const State *s = r->s;
    if (s->unchecked & (UNCHECKED_VALUES | UNCHECKED_DERIVED)) return check_values(r);
    unsigned changed = s->unchecked & CHECKED_ZONES;
    return !s->result && (changed || s->nwaiting) && check_changed(r, changed);
}

bool rebirth_processing_overlooked(Run *r) {
    const State *s = r->s;
    const unsigned recorded = UNCHECKED_VALUES | UNCHECKED_DERIVED | CHECKED_ZONES;
    for (unsigned i = 0; i < s->nframes; i++)
        if (s->frame[i].proc == RPROC_CHECK) return false;
    if (s->unchecked & recorded) return false;
    derive_now(r);
    return due_now(r, CHECKED_ZONES) != 0;
}

/* 14.1.1.3: after this many forced steps without a choice by any player, in one check timing or
 * across several, the loop is taken to be endless. A chain that ends by itself (a deck runs out, no
 * card is left to retire) ends much sooner. */
enum { FORCED_LIMIT = 1000 };
bool rebirth_count_forced(Run *r) {
    State *s = r->s;
    if (++s->forced < FORCED_LIMIT) return false;
    RULE(RB_14_1_1_3);
    s->result = RESULT_DRAW;
    return true;
}

/* 9.6.2.2: asks the first player in turn order who has a waiting ability. */
static bool next_waiting(Run *r) {
    State *s = r->s;
    for (unsigned i = 0; s->nwaiting && i < s->nplayers; i++) {
        PlayerId p = player_nth(s, i);
        if (player_in(s, p) && ask_waiting(r, p)) return true;
    }
    return false;
}

/* DUE_* for the next round: what was due before plus what later changes make due. Recovery is not
 * carried over: one recovery deals with everything. */
static unsigned due_next_round(Run *r, Frame *f) {
    State *s = r->s;
    unsigned due = check_timing_of(f)->due, changed = zones_changed(s);
    s->unchecked = 0;
    if (changed) {
        RULE(RB_10_1_2);
        if (changed >> RZ_ENTRY & 1) due &= ~(unsigned)DUE_ENTRY;
        due = (due & DUE_ENTRY) | due_now(r, changed);
    }
    check_timing_of(f)->due = due & (DUE_ENTRY | DUE_LOSS);
    return due;
}

/* 9.6.2: does the first thing on the list that is due. Returns true to start over from the top at
 * once. */
static bool check_round(Run *r, Frame *f) {
    State *s = r->s;
    if (rebirth_count_forced(r)) return false;
    unsigned due = due_next_round(r, f);
    if (due & DUE_RECOVERY) {
        RULE(RB_9_6_2_1);
        RULE(RB_10_3_1_1);
        s->facts[RF_CHECKS] = 1;
        recovery_of(frame_push(r, RPROC_RECOVER))->players = (PlayerSet)(due / DUE_PLAYER);
        return false;
    }
    s->facts[RF_STRAY] = 0;
    clear_hits(r);
    RULE(RB_9_6_2_2);
    f->step = CHECK_WAITING_CHOSEN;
    if (next_waiting(r)) {
        RULE(RB_9_6_1_1);
        return false;
    }
    f->step = CHECK_RECOVER;
    RULE(RB_9_6_2_3);
    if (due & DUE_ENTRY) return !entry_process(r);
    RULE(RB_9_6_2_4);
    if (due & DUE_LOSS) {
        remove_losers(r);
        return false;
    }
    RULE(RB_9_6_2_5);
    s->chain = 0;
    frame_pop(r);
    return false;
}

/* Procedure, 9.6: repeats rounds until nothing is due. */
void rebirth_check(Run *r, Frame *f) {
    if (f->step == CHECK_WAITING_CHOSEN) {
        f->step = CHECK_RECOVER;
        if (!r->s->picked.kind) return; /* the player who was asked has left */
        waiting_chosen(r);
        return;
    }
    while (check_round(r, f)) {
    }
}
