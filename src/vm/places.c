/* Places: seats of players as values (class l), and choosing them (PROC_PLACES). */
#include "kernel/procs.h"
#include "vm/vm.h"

static Code word(const Eval *e, Pc *pc) { return e->r->pack->code[(*pc)++]; }

unsigned places_count(const Places *p) {
    unsigned n = 0;
    for (unsigned i = 0; i < MAX_PLAYERS; i++)
        for (SeatSet left = p->of[i]; left; left = (SeatSet)(left & (left - 1))) n++;
    return n;
}

/* PLACES: the seats of the players' zones, all or those of a mask. */
static Places places_of_players(const Eval *e, Pc *pc) {
    const Run *r = e->r;
    const PlayerSet players = vm_players(e, pc);
    const unsigned mask = word(e, pc);
    Places out = {0};
    for (PlayerId p = 0; p < r->s->nplayers; p++) {
        const SeatSet all = (SeatSet)((1u << zone_seats(r, p, r->g->seat_zone)) - 1);
        if (players & player_bit(p)) out.of[p] = mask ? (SeatSet)(all & mask) : all;
    }
    return out;
}

/* PLACEOF: where the cards lie now or, of a life that has ended, lay when they left play. */
static Places places_of_cards(const Eval *e, Pc *pc) {
    const State *s = e->r->s;
    CardRef set[MAX_SET];
    Places out = {0};
    for (unsigned n = vm_set(e, pc, set, MAX_SET); n-- > 0;) {
        const CardRef c = vm_on_seat(e, set[n]);
        const Card *k = card_of(s, c.card);
        const Last *l = last_of(s, c.card);
        if (k->inc == c.inc && (e->r->g->zones[k->zone].flags & ZONE_SEATED)) {
            out.of[k->holder] |= k->seats;
        } else if (l->inc == c.inc || l->inc == (uint16_t)(c.inc - 1)) {
            kmark(e->r, KM_LAST_KNOWN);
            out.of[l->holder] |= l->seats;
        }
    }
    return out;
}

/* The places that lie so to one of these. */
static Places places_next(const Eval *e, Pc *pc, unsigned how) {
    const Run *r = e->r;
    const Places from = vm_places_of(e, pc);
    Places out = {0};
    for (PlayerId p = 0; r->g->next_to && p < r->s->nplayers; p++)
        for (SeatSet left = from.of[p]; left; left = (SeatSet)(left & (left - 1)))
            r->g->next_to(r, how, p, seat_number(left), &out);
    return out;
}

static Places places_facing(const Eval *e, Pc *pc) {
    const Places from = vm_places_of(e, pc);
    Places out = {0};
    SeatSet all = 0;
    for (PlayerId p = 0; p < e->r->s->nplayers; p++) all |= from.of[p];
    for (PlayerId p = 0; p < e->r->s->nplayers; p++) out.of[p] = all;
    return out;
}

/* VACANT: without those where a card that passes the filter lies. */
static Places places_vacant(const Eval *e, Pc *pc) {
    const State *s = e->r->s;
    const ZoneId z = e->r->g->seat_zone;
    Places out = vm_places_of(e, pc);
    const Pc filter = *pc;
    vm_pass(e->r, pc);
    kmark(e->r, KM_EMPTY_SEAT);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[z]; i++) {
            CardId c = zone_card(&s->player[p], z, i);
            if ((out.of[p] & card_of(s, c)->seats) && vm_match_at(e, filter, ref_to(s, c)))
                out.of[p] = (SeatSet)(out.of[p] & ~card_of(s, c)->seats);
        }
    return out;
}

/* COMMON, APART, EITHER: of two groups of places. */
static Places places_of_two(const Eval *e, Pc *pc, unsigned op) {
    Places a = vm_places_of(e, pc);
    const Places b = vm_places_of(e, pc);
    for (unsigned p = 0; p < MAX_PLAYERS; p++) {
        if (op == OP_COMMON) a.of[p] &= b.of[p];
        if (op == OP_APART) a.of[p] &= (SeatSet)~b.of[p];
        if (op == OP_EITHER) a.of[p] |= b.of[p];
    }
    return a;
}

Places vm_places_of(const Eval *e, Pc *pc) {
    Places out = {0};
    const unsigned op = word(e, pc);
    switch (op) {
    case OP_PLACES: return places_of_players(e, pc);
    case OP_PLACEOF: return places_of_cards(e, pc);
    case OP_ADJOIN: return places_next(e, pc, NEXT_ADJACENT);
    case OP_BEFORE: return places_next(e, pc, NEXT_BEFORE);
    case OP_BEHIND: return places_next(e, pc, NEXT_BEHIND);
    case OP_FACING: return places_facing(e, pc);
    case OP_VACANT: return places_vacant(e, pc);
    case OP_COMMON:
    case OP_APART:
    case OP_EITHER: return places_of_two(e, pc, op);
    case OP_CHOSEN: return e->ctx ? e->ctx->places : out;
    case OP_GPLACES: {
        const unsigned which = word(e, pc);
        if (e->r->g->places) e->r->g->places(e->r, which, &out);
        return out;
    }
    default: run_fault(e->r, FAULT_CODE); return out;
    }
}

/* ---- PROC_PLACES: one place after the other ---- */

enum { PLACES_ASK, PLACES_ANSWERED };

static void ask_place(Run *r, const PickPlaces *v) {
    ask_begin(r, v->player, ASK_SEAT, r->g->clause_place);
    for (PlayerId p = 0; p < r->s->nplayers; p++)
        for (SeatSet left = v->from.of[p]; left; left = (SeatSet)(left & (left - 1)))
            ask_add(r, (Option){.kind = OPT_SEAT,
                                .a = r->g->seat_zone,
                                .b = (uint8_t)seat_number(left),
                                .c = (uint16_t)(p + 1u)});
    if (!v->min) ask_add(r, (Option){.kind = OPT_DONE});
    ask_done(r);
}

void proc_places(Run *r, Frame *f) {
    State *s = r->s;
    PickPlaces *v = pick_places_of(f);
    if (f->step == PLACES_ANSWERED) {
        const Option o = s->picked;
        f->step = PLACES_ASK;
        if (o.kind == OPT_SEAT && o.c) {
            s->ctx[f->ctx].places.of[o.c - 1] |= seat_bit(o.b);
            v->from.of[o.c - 1] = (SeatSet)(v->from.of[o.c - 1] & ~seat_bit(o.b));
            v->min -= v->min > 0;
            v->max--;
        } else {
            v->max = 0;
        }
    }
    if (!v->max) {
        s->ctx[f->ctx].did = places_any(&s->ctx[f->ctx].places);
        frame_pop(r);
        return;
    }
    f->step = PLACES_ANSWERED;
    ask_place(r, v);
}
