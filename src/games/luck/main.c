/* 7.5: the main phase, and rearranging members (7.5.3.6). */
#include "games/luck/luck.h"
#include "vm/vm.h"

typedef struct MainPhase {
    CardId first;   /* who unites; the other one is being asked for */
    uint8_t change; /* by transchange */
    uint8_t over;
} MainPhase;
FRAME_LOCALS(MainPhase, main_phase_of)

/* 7.5.3.1: offers members of the hand, for every way to lie. */
static void offer_sorties(Run *r, PlayerId p) {
    State *s = r->s;
    const Player *q = &s->player[p];
    for (unsigned i = 0; i < q->count[LZ_HAND]; i++) {
        CardId c = zone_card(q, LZ_HAND, i);
        SeatSet at[16];
        bool duplicate = false; /* copies of one card are a single option */
        for (unsigned j = 0; j < i && !duplicate; j++) {
            CardId o = zone_card(q, LZ_HAND, j);
            duplicate =
                card_of(s, o)->def == card_of(s, c)->def && luck_cost(r, o) == luck_cost(r, c);
        }
        const unsigned barred = duplicate ? 0 : luck_play_barred(r, p, c);
        if (barred) run_rule(r, barred);
        if (duplicate || barred || rule_move_forbidden(r, c, p, LZ_CIRCLE, LH_SORTIE)) continue;
        for (unsigned j = 0, n = luck_seatings(r, c, p, LZ_CIRCLE, at, 16); j < n; j++) {
            const bool several = at[j] & (at[j] - 1);
            if (rule_seat_forbidden(r, c, p, LZ_CIRCLE, at[j], LH_SORTIE)) {
                RULE(LL_1_3_3);
                continue;
            }
            ask_add(r, (Option){.kind = LOPT_SORTIE,
                                .card = c,
                                .a = LZ_CIRCLE,
                                .b = (uint8_t)seat_number(at[j]),
                                .seats = several ? at[j] : 0});
        }
    }
}

/* 7.5.3.5, 7.5.3.7: offers activated abilities. */
static void offer_abilities(Run *r, PlayerId p) {
    State *s = r->s;
    listeners_derive(r, ev_bit(EV_ACTIVE));
    for (unsigned i = 0; i < s->nlisteners; i++) {
        const Listener *l = &s->listen[i];
        if (!(l->events & ev_bit(EV_ACTIVE)) || card_of(s, l->card)->holder != p) continue;
        if (listener_duplicate(s, i)) continue;
        if (luck_can_use(r, p, l->card, l->abil))
            ask_add(r, (Option){.kind = LOPT_USE, .card = l->card, .c = l->abil});
    }
}

/* 7.5.3.6: could any member lie elsewhere? Not twice in a row: once would have done. */
static bool can_arrange(Run *r, PlayerId p) {
    const State *s = r->s;
    if (!s->player[p].count[LZ_CIRCLE] || rule_on(r, LRC_NO_REARRANGE, p, NONE)) return false;
    if (s->facts[LF_ARRANGED]) {
        RULE(LL_12_1_1_2);
        return false;
    }
    return true;
}

/* 7.5.3: asks for the next action. */
static bool ask_action(Run *r) {
    State *s = r->s;
    const PlayerId p = s->turn_player;
    derive_for(r, TOUCH_COST | TOUCH_KINDS | TOUCH_DEF);
    RULE(LL_7_5_3);
    RULE(LL_9_5_4_2);
    ask_begin(r, p, LASK_ACTION, LL_7_5_3);
    offer_sorties(r, p);
    luck_offer_unions(r, p);
    if (s->player[p].count[LZ_STOCK] >= 3 && !luck_deed_forbidden(r, LDEED_LUCK, p, NONE))
        ask_add(r, (Option){.kind = LOPT_LUCK});
    offer_abilities(r, p);
    if (can_arrange(r, p)) ask_add(r, (Option){.kind = LOPT_ARRANGE});
    ask_add(r, (Option){.kind = LOPT_TO_BATTLE});
    if (s->ask.n > 1) loop_open(r);
    return ask_done(r);
}

/* Asks for the card that unites with the first one. */
static void ask_partner(Run *r, PlayerId p, CardId first, bool change) {
    const State *s = r->s;
    static const ZoneId zones[] = {LZ_CIRCLE, LZ_MY};
    ask_begin(r, p, ASK_CARD, LL_5_13_1_1);
    for (unsigned z = 0; z < 2; z++)
        for (unsigned i = 0; i < s->player[p].count[zones[z]]; i++) {
            CardId c = zone_card(&s->player[p], zones[z], i);
            const bool fits = change ? luck_changes_with(r, first, c) : luck_unites(r, first, c);
            if (fits) ask_add(r, (Option){.kind = OPT_CARD, .card = c});
        }
    ask_done(r);
}

enum { LMAIN_PARTNER = LMAIN_OVER + 1 }; /* the partner of a union was chosen */

/* Begins the chosen action. */
static void begin_action(Run *r, Frame *f) {
    State *s = r->s;
    MainPhase *phase = main_phase_of(f);
    const Option o = s->picked;
    const PlayerId p = s->turn_player;
    f->step = LMAIN_CHECKED;
    if (o.kind != LOPT_ARRANGE) s->facts[LF_ARRANGED] = 0;
    switch (o.kind) {
    case LOPT_SORTIE: {
        RULE(LL_7_5_3_1);
        Frame *g = luck_sortie_begin(r, 0, p, o.card, 0);
        sortie_of(g)->seats = option_seats(&o);
        return;
    }
    case LOPT_UNITE:
    case LOPT_CHANGE:
        phase->first = o.card;
        phase->change = o.kind == LOPT_CHANGE;
        f->step = LMAIN_PARTNER;
        ask_partner(r, p, o.card, phase->change);
        return;
    case LOPT_LUCK:
        RULE(LL_7_5_3_4);
        luck_boost_begin(r, 0, p, true);
        return;
    case LOPT_USE:
        RULE(r->pack->abil[o.c].keywords >> LW_DRIVE & 1 ? LL_7_5_3_5 : LL_7_5_3_7);
        luck_play_ability(r, p, o.card, o.c, -1);
        return;
    case LOPT_ARRANGE:
        RULE(LL_7_5_3_6);
        s->facts[LF_ARRANGED] = 1;
        frame_push(r, LPROC_ARRANGE);
        return;
    default:
        RULE(LL_7_5_3_8);
        RULE(LL_9_5_4_3);
        phase->over = 1;
    }
}

/* Procedure, 7.5: one action after another, each followed by a check timing. */
void luck_main(Run *r, Frame *f) {
    State *s = r->s;
    MainPhase *phase = main_phase_of(f);
    switch (f->step) {
    case LMAIN_START:
        luck_reach(s, LP_MAIN);
        f->step = LMAIN_ACT;
        RULE(LL_7_5_2);
        trigger_point(r, LP_MAIN, s->turn_player);
        if (luck_check_timing(r)) return;
        /* fallthrough */
    case LMAIN_ACT:
        luck_reach(s, LP_MAIN);
        f->step = LMAIN_CHOSEN;
        if (ask_action(r)) return;
        /* fallthrough */
    case LMAIN_CHOSEN: begin_action(r, f); return;
    case LMAIN_PARTNER: {
        const CardId first = phase->first;
        f->step = LMAIN_CHECKED;
        phase->first = NONE;
        if (s->picked.kind == OPT_CARD)
            luck_union_begin(r, 0, s->turn_player, first, s->picked.card, phase->change, 0);
        return;
    }
    case LMAIN_CHECKED:
        f->step = phase->over ? LMAIN_OVER : LMAIN_ACT;
        RULE(LL_9_5_2);
        RULE(LL_9_5_4_1);
        luck_check_timing(r);
        return;
    default:
        RULE(LL_7_5_4);
        loop_closed(s);
        frame_pop(r);
    }
}

/* ---- 7.5.3.6 ---- */

enum { ARRANGE_ASK, ARRANGE_ANSWERED, ARRANGE_DONE };
enum { MEMBERS = 6 };
typedef struct Arrange {
    CardId card[MEMBERS];
    SeatSet to[MEMBERS];
    uint8_t n, at;
} Arrange;
FRAME_LOCALS(Arrange, arrange_of)

/* 5.14.3: does a text forbid that the member goes from circle to circle? Then it stays. */
static bool fixed(Run *r, CardId c, PlayerId p) {
    const Event like = {.how = LH_ARRANGE, .by = NOBODY, .actor = p};
    return bans_in_force(r) && move_banned(r, c, p, LZ_CIRCLE, &like);
}

/* Where the member may lie after the rearrangement. */
static unsigned targets(Run *r, CardId c, PlayerId p, SeatSet *out) {
    if (!fixed(r, c, p)) return luck_seatings(r, c, p, LZ_CIRCLE, out, 16);
    out[0] = card_of(r->s, c)->seats;
    return 1;
}

/* Can the members from 'at' on be laid on circles that are still free? */
static bool fits(Run *r, const Arrange *v, unsigned at, SeatSet taken, PlayerId p) {
    SeatSet seats[16];
    if (at == v->n) return true;
    for (unsigned i = 0, n = targets(r, v->card[at], p, seats); i < n; i++)
        if (!(seats[i] & taken) && fits(r, v, at + 1, (SeatSet)(taken | seats[i]), p)) return true;
    return false;
}

static void collect_members(Run *r, Arrange *v, PlayerId p) {
    const Player *q = &r->s->player[p];
    for (unsigned i = 0; i < q->count[LZ_CIRCLE] && v->n < MEMBERS; i++) {
        CardId c = zone_card(q, LZ_CIRCLE, i);
        if (card_kinds(r, c) & kinds_member()) v->card[v->n++] = c;
    }
}

static SeatSet taken_before(const Arrange *v) {
    SeatSet taken = 0;
    for (unsigned i = 0; i < v->at; i++) taken |= v->to[i];
    return taken;
}

/* Asks where the next member goes; every answer leaves room for the others. */
static void ask_circle(Run *r, const Arrange *v, PlayerId p) {
    SeatSet seats[16];
    const SeatSet taken = taken_before(v);
    ask_begin(r, p, LASK_ARRANGE, LL_7_5_3_6);
    for (unsigned i = 0, n = targets(r, v->card[v->at], p, seats); i < n; i++) {
        if ((seats[i] & taken) || !fits(r, v, v->at + 1u, (SeatSet)(taken | seats[i]), p)) continue;
        const bool several = seats[i] & (seats[i] - 1);
        ask_add(r, (Option){.kind = OPT_SEAT,
                            .card = v->card[v->at],
                            .a = LZ_CIRCLE,
                            .b = (uint8_t)seat_number(seats[i]),
                            .seats = several ? seats[i] : 0});
    }
    ask_done(r);
}

/* All go at once; who stays has not moved (5.14.2). */
static void move_members(Run *r, const Arrange *v, PlayerId p) {
    unsigned first = batch_open(r);
    for (unsigned i = 0; i < v->n; i++) {
        if (card_of(r->s, v->card[i])->seats == v->to[i]) continue;
        RULE(LL_5_14_2);
        Event *e = batch_move(r, v->card[i], p, LZ_CIRCLE, LH_ARRANGE);
        e->actor = p;
        e->seats_to = v->to[i];
        if (event_forbidden(r, e)) batch_drop(r, r->s->nbatch - 1u);
    }
    batch_do(r, first);
}

/* Procedure, 7.5.3.6: asks for one member after the other, then moves all. */
void luck_arrange(Run *r, Frame *f) {
    State *s = r->s;
    Arrange *v = arrange_of(f);
    const PlayerId p = s->turn_player;
    switch (f->step) {
    case ARRANGE_ASK:
        if (!v->n) collect_members(r, v, p);
        if (v->at == v->n) {
            const Arrange all = *v;
            frame_pop(r);
            move_members(r, &all, p);
            return;
        }
        f->step = ARRANGE_ANSWERED;
        ask_circle(r, v, p);
        return;
    default:
        v->to[v->at] = s->picked.kind == OPT_SEAT ? option_seats(&s->picked)
                                                  : card_of(s, v->card[v->at])->seats;
        v->at++;
        f->step = ARRANGE_ASK;
    }
}
