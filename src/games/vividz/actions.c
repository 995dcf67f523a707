/* Chapter 1100: the actions of card text that need more than the kernel's moves.
 *
 * vividz_op() dispatches: operations of ops.def to their op_* function, and those of the VM whose
 * meaning is up to the game. A function reads its operands from the code with text_set(),
 * text_number() and so on, in the order of the operand letters. An action that has to ask pushes a
 * procedure of its own; its op_* function only fills in the frame. */
#include "games/vividz/procs.h"
#include "kernel/pick.h"
#include "kernel/place.h"
#include "vm/vm.h"

void vividz_accel_begin(Run *r, unsigned ctx, PlayerId p, Pc filter);

const GameOp vividz_ops[VOP_COUNT] = {
#define GAME_OP(name, operands, meaning, function) {#name, operands, meaning},
#include "games/vividz/ops.def"
#undef GAME_OP
};

/* The first player of the set in turn order. */
static PlayerId first_of(const Run *r, PlayerSet p) {
    for (unsigned i = 0; i < r->s->nplayers; i++)
        if (p & player_bit(player_nth(r->s, i))) return player_nth(r->s, i);
    return 0;
}

/* ---- 1115 scout, 1201 accel ---- */

/* "N times": the frames lie on top of each other, so that one scout follows another. */
static void op_scout(Run *r, Frame *f) {
    PlayerSet who = text_players(r, f);
    int n = text_number(r, f);
    const unsigned ctx = f->ctx;
    r->s->ctx[ctx].did = 0;
    for (; n > 0 && !r->s->result; n--) vividz_scout_begin(r, who, ctx, false);
}

static void op_accel(Run *r, Frame *f) {
    PlayerId p = first_of(r, text_players(r, f));
    const Pc filter = text_of(f)->pc;
    vm_pass(r, &text_of(f)->pc);
    vividz_accel_begin(r, f->ctx, p, filter);
}

/* ---- 1116 slide ---- */

unsigned vividz_slide_barred(Run *r, CardId c, unsigned area) {
    const State *s = r->s;
    const Card *k = card_of(s, c);
    if (k->zone != VZONE_AREA) return VZ_1116_1;
    const unsigned at = vividz_lane(s, c);
    if (area + 1 != at && area != at + 1) return VZ_1116_1;
    if (vividz_char(s, k->holder, area)) return VZ_1116_1;
    const bool banned = rule_on(r, VRC_NO_SLIDE, NOBODY, c) ||
                        rule_seat_forbidden(r, c, k->holder, VZONE_AREA, seat_bit(area), VH_SLIDE);
    if (banned) RULE(VZ_102_7);
    return banned ? VZ_102_7 : CLAUSE_NONE;
}

bool vividz_slide_to(Run *r, CardId c, unsigned area, unsigned ctx, PlayerId actor) {
    unsigned first = batch_open(r);
    RULE(VZ_1116_1);
    Event *e = batch_move(r, c, card_of(r->s, c)->holder, VZONE_AREA, VH_SLIDE);
    e->seats_to = seat_bit(area);
    e->actor = actor;
    if (ctx) event_caused(r->s, e, ctx, actor);
    return batch_do(r, first);
}

enum { SLIDE_ASK, SLIDE_CHOSEN };
typedef struct Slide {
    PlayerId player;
    uint8_t at; /* the next card of REG_MOVE */
} Slide;
FRAME_LOCALS(Slide, slide_of)

/* Procedure, 1116.1: each card of REG_MOVE slides to a neighbouring area without another one. */
void vividz_slide(Run *r, Frame *f) {
    State *s = r->s;
    Slide *v = slide_of(f);
    Context *x = &s->ctx[f->ctx];
    if (f->step == SLIDE_CHOSEN) {
        f->step = SLIDE_ASK;
        x->did |= s->picked.kind == VOPT_SLIDE;
        if (s->picked.kind == VOPT_SLIDE)
            vividz_slide_to(r, s->picked.card, s->picked.b, f->ctx, v->player);
        return;
    }
    if (v->at >= x->n[REG_MOVE]) {
        reg_copy(r, x, REG_IT, REG_MOVE);
        frame_pop(r);
        return;
    }
    const CardRef c = reg_cards(s, x, REG_MOVE)[v->at++];
    f->step = SLIDE_CHOSEN;
    ask_begin(r, v->player, VASK_SLIDE, VZ_1116_1);
    for (unsigned area = 1; ref_live(s, c) && area <= AREAS; area++)
        if (!vividz_slide_barred(r, c.card, area))
            ask_add(
                r,
                (Option){.kind = VOPT_SLIDE, .card = c.card, .a = VZONE_AREA, .b = (uint8_t)area});
    ask_done(r);
}

static void op_slide(Run *r, Frame *f) {
    PlayerId p = first_of(r, text_players(r, f));
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c);
    Context *x = &r->s->ctx[f->ctx];
    x->did = 0;
    reg_set(r, x, REG_MOVE, c, n);
    Frame *g = frame_push(r, VPROC_SLIDE);
    g->ctx = f->ctx;
    slide_of(g)->player = p;
}

/* The cards change areas; both must be in one. */
static void op_swap_places(Run *r, Frame *f) {
    State *s = r->s;
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c), first = batch_open(r);
    Context *x = &s->ctx[f->ctx];
    x->did = 0;
    if (n != 2 || !ref_live(s, c[0]) || !ref_live(s, c[1])) return;
    const Card *a = card_of(s, c[0].card), *b = card_of(s, c[1].card);
    if (a->zone != VZONE_AREA || b->zone != VZONE_AREA || a->holder != b->holder) return;
    const SeatSet to[2] = {b->seats, a->seats};
    for (unsigned i = 0; i < 2; i++) {
        Event *e = batch_move(r, c[i].card, a->holder, VZONE_AREA, VH_PUT);
        e->seats_to = to[i];
        e->other = c[1 - i].card;
        e->put = PUT_SWAPPED;
        event_caused(s, e, f->ctx, x->master);
    }
    x->did = 1;
    batch_do(r, first);
}

/* ---- 1112 EXP ---- */

static void op_exp(Run *r, Frame *f) {
    State *s = r->s;
    PlayerId p = first_of(r, text_players(r, f));
    CardRef a[MAX_SET], b[MAX_SET];
    unsigned na = text_set(r, f, a), nb = text_set(r, f, b), first = batch_open(r);
    Context *x = &s->ctx[f->ctx];
    unsigned m = 0;
    x->did = 0;
    /* "Choose a card and make it EXP of that character" speaks of the one before the choice. */
    const bool itself = na && nb && a[0].card == b[0].card && x->n[REG_KEEP];
    if (itself) b[0] = reg_cards(s, x, REG_KEEP)[0];
    if (!nb || !ref_live(s, b[0]) || card_of(s, b[0].card)->zone != VZONE_AREA) {
        RULE(VZ_1112_1a);
        return;
    }
    for (unsigned i = 0; i < na; i++) {
        const CardId c = a[i].card;
        Event like = {.how = VH_EXP, .other = b[0].card};
        event_caused(s, &like, f->ctx, p);
        if (!ref_live(s, a[i]) || c == b[0].card ||
            !move_possible(r, c, card_owner(c), VZONE_EXP) ||
            (bans_in_force(r) && move_banned(r, c, card_owner(c), VZONE_EXP, &like)))
            continue;
        RULE(VZ_1112_1);
        const bool tied = card_of(s, c)->zone == VZONE_EXP;
        Event *e = tied ? batch_add(r, EV_TIE, card_of(s, c)->holder, c)
                        : batch_move(r, c, card_owner(c), VZONE_EXP, VH_EXP);
        e->other = b[0].card;
        event_caused(s, e, f->ctx, p);
        if (!tied) a[m++] = a[i];
        x->did = 1;
    }
    batch_do(r, first);
    for (unsigned i = 0; i < m; i++)
        if (card_of(s, a[i].card)->inc == (uint16_t)(a[i].inc + 1)) place_follow(r, x, a[i]);
}

/* ---- 1111 remove ---- */

/* Procedure, 1111.2: the cards of REG_MOVE are removed one by one. */
void vividz_remove(Run *r, Frame *f) {
    State *s = r->s;
    Context *x = &s->ctx[f->ctx];
    uint32_t *at = &f->locals[0];
    if (*at) place_follow(r, x, reg_cards(s, x, REG_MOVE)[*at - 1]);
    if (*at >= x->n[REG_MOVE]) {
        reg_copy(r, x, REG_IT, REG_MOVE);
        frame_pop(r);
        return;
    }
    const CardRef c = reg_cards(s, x, REG_MOVE)[(*at)++];
    Event like = {.how = VH_PUT};
    event_caused(s, &like, f->ctx, (PlayerId)f->locals[1]);
    if (!ref_live(s, c) ||
        (bans_in_force(r) && move_banned(r, c.card, card_owner(c.card), VZONE_REMOVED, &like)))
        return;
    if (*at > 1) RULE(VZ_1111_2);
    x->did = 1;
    unsigned first = batch_open(r);
    event_caused(s, batch_move(r, c.card, card_owner(c.card), VZONE_REMOVED, VH_PUT), f->ctx,
                 (PlayerId)f->locals[1]);
    batch_do(r, first);
}

static void op_remove(Run *r, Frame *f) {
    PlayerId p = first_of(r, text_players(r, f));
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c);
    Context *x = &r->s->ctx[f->ctx];
    x->did = 0;
    reg_set(r, x, REG_MOVE, c, n);
    Frame *g = frame_push(r, VPROC_REMOVE);
    g->ctx = f->ctx;
    g->locals[1] = p;
}

/* ---- 1113 check ---- */

/* 1113.2: a checked mission sleeps. */
static void op_check(Run *r, Frame *f) {
    State *s = r->s;
    PlayerId p = first_of(r, text_players(r, f));
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c), first = batch_open(r);
    Context *x = &s->ctx[f->ctx];
    x->did = 0;
    for (unsigned i = 0; i < n; i++) {
        const Card *k = card_of(s, c[i].card);
        if (!ref_live(s, c[i]) || k->zone != VZONE_MISSION ||
            (k->flags & (CARD_DOWN | CARD_RESTED)))
            continue;
        RULE(VZ_1113_2);
        Event *e = event_caused(s, batch_add(r, EV_ORIENT, k->holder, c[i].card), f->ctx, p);
        e->amount = 1;
        x->did = 1;
    }
    batch_do(r, first);
}

/* ---- 1117 reload ---- */

static void op_reload(Run *r, Frame *f) {
    State *s = r->s;
    PlayerSet who = text_players(r, f);
    Context *x = &s->ctx[f->ctx];
    unsigned first = batch_open(r);
    reg_clear(r, x, REG_MOVE);
    for (unsigned n = 0; n < s->nplayers; n++) {
        const PlayerId p = player_nth(s, n);
        if (!(who & player_bit(p))) continue;
        RULE(VZ_1117_1);
        for (unsigned i = 0; i < s->player[p].count[VZONE_TRASH]; i++) {
            CardId c = zone_card(&s->player[p], VZONE_TRASH, i);
            if (!(card_kinds(r, c) >> VK_CH & 1)) continue;
            event_caused(s, batch_move(r, c, p, VZONE_DECK, VH_RELOAD), f->ctx, p);
            reg_push(r, x, REG_MOVE, (CardRef){c, (uint16_t)(card_of(s, c)->inc + 1)});
        }
        Event *e = event_caused(s, batch_add(r, EV_SHUFFLE, p, NONE), f->ctx, p);
        e->from = VZONE_DECK;
        e = batch_deed(r, VDEED_RELOAD, p, NONE, NONE, 0);
        if (e) event_caused(s, e, f->ctx, p);
    }
    reg_copy(r, x, REG_IT, REG_MOVE);
    x->did = 1;
    batch_do(r, first);
}

/* ---- 1120 counters ---- */

/* Adds or takes counters; of each player at most what is there is taken (1301.4). */
static void change_counters(Run *r, Frame *f, bool spend) {
    State *s = r->s;
    PlayerSet who = text_players(r, f);
    const unsigned kind = text_word(r, f);
    const int n = text_number(r, f);
    unsigned first = batch_open(r);
    Context *x = &s->ctx[f->ctx];
    x->did = 0;
    x->x = 0;
    for (PlayerId p = 0; n > 0 && p < s->nplayers; p++) {
        if (!(who & player_bit(p))) continue;
        const int have = counter_of(s, NONE, p, kind), by = spend ? (n < have ? n : have) : n;
        if (spend && n > have) RULE(VZ_1301_4);
        if (!by) continue;
        RULE(spend ? VZ_1120_2 : VZ_1120_1);
        RULE(VZ_1301_2);
        Event *e = batch_add(r, EV_COUNTERS, p, NONE);
        e->put = (uint16_t)kind;
        e->amount = spend ? -by : by;
        event_caused(s, e, f->ctx, p);
        x->did = 1;
        x->x += by;
    }
    batch_do(r, first);
}

static void op_counters(Run *r, Frame *f) { change_counters(r, f, false); }
static void op_spend(Run *r, Frame *f) { change_counters(r, f, true); }

/* Locals of VPROC_ALLOT. */
typedef struct Allot {
    uint32_t player, kind; /* kind: of counters, with flags 1 */
    uint32_t left;         /* what is still to be divided, or the most counters */
    uint32_t unit;
    uint32_t at; /* the card of REG_MOVE that gets its share next */
} Allot;
FRAME_LOCALS(Allot, allot_of)

/* The player names how many of them. */
static void op_spend_upto(Run *r, Frame *f) {
    PlayerId p = first_of(r, text_players(r, f));
    const unsigned kind = text_word(r, f);
    int most = text_number(r, f);
    const int have = counter_of(r->s, NONE, p, kind);
    if (most > have) most = have;
    Frame *g = frame_push(r, VPROC_ALLOT);
    g->ctx = f->ctx;
    g->flags = 1;
    *allot_of(g) = (Allot){.player = p, .kind = kind, .left = (uint32_t)most};
}

/* ---- 904.3b: dividing an amount ---- */

enum { ALLOT_ASK, ALLOT_CHOSEN };

/* Spends the chosen number of counters. */
static void spend_chosen(Run *r, Frame *f) {
    State *s = r->s;
    const Allot v = *allot_of(f);
    Context *x = &s->ctx[f->ctx];
    const int n = s->picked.a;
    const unsigned ctx = f->ctx;
    frame_pop(r);
    x->x = n;
    x->did = n > 0;
    if (!n) return;
    unsigned first = batch_open(r);
    Event *e = batch_add(r, EV_COUNTERS, (PlayerId)v.player, NONE);
    e->put = (uint16_t)v.kind;
    e->amount = -n;
    event_caused(s, e, ctx, (PlayerId)v.player);
    RULE(VZ_1120_2);
    batch_do(r, first);
}

static void ask_number(Run *r, PlayerId p, unsigned from, unsigned to, unsigned clause) {
    ask_begin(r, p, ASK_NUMBER, clause);
    if (clause == VZ_102_11) RULE(VZ_102_11);
    for (unsigned i = from; i <= to; i++) ask_add(r, (Option){.kind = OPT_NUMBER, .a = (uint8_t)i});
    ask_done(r);
}

/* Procedure: asks how many counters are spent, or for the share of each card but the last. The
 * shares are kept as damage that is dealt at the end, all at once. */
void vividz_allot(Run *r, Frame *f) {
    State *s = r->s;
    Allot *v = allot_of(f);
    Context *x = &s->ctx[f->ctx];
    if (f->flags == 1) {
        if (f->step == ALLOT_CHOSEN) {
            spend_chosen(r, f);
            return;
        }
        f->step = ALLOT_CHOSEN;
        ask_number(r, (PlayerId)v->player, 0, v->left, VZ_102_11);
        return;
    }
    const unsigned n = x->n[REG_MOVE];
    if (f->step == ALLOT_CHOSEN) {
        const unsigned share = s->picked.a;
        reg_cards(s, x, REG_KEEP)[v->at++].inc = (uint16_t)share;
        v->left -= share;
        f->step = ALLOT_ASK;
    }
    if (v->at + 1 < n) {
        f->step = ALLOT_CHOSEN;
        RULE(VZ_904_3b);
        ask_number(r, (PlayerId)v->player, 1, v->left - (n - 1 - v->at), VZ_904_3b);
        return;
    }
    if (n) reg_cards(s, x, REG_KEEP)[n - 1].inc = (uint16_t)v->left;
    unsigned first = batch_open(r);
    for (unsigned i = 0; i < n; i++) {
        const CardRef c = reg_cards(s, x, REG_MOVE)[i];
        if (!ref_live(s, c)) continue;
        const int dealt = (int)(reg_cards(s, x, REG_KEEP)[i].inc * v->unit) +
                          r->g->damage_added(r, c.card, x->source.card);
        if (dealt <= 0) {
            RULE(VZ_1101_2);
            continue;
        }
        Event *e = batch_add(r, EV_DAMAGE, card_of(s, c.card)->holder, c.card);
        e->amount = dealt;
        e->other = x->source.card;
        event_caused(s, e, f->ctx, x->master);
    }
    frame_pop(r);
    batch_do(r, first);
}

static void op_allot(Run *r, Frame *f) {
    State *s = r->s;
    PlayerId p = first_of(r, text_players(r, f));
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c), m = 0;
    int total = text_number(r, f), unit = text_number(r, f);
    Context *x = &s->ctx[f->ctx];
    if (unit < 1) unit = 1;
    for (unsigned i = 0; i < n; i++)
        if (ref_live(s, c[i])) c[m++] = c[i];
    if (m > (unsigned)(total / unit)) m = (unsigned)(total / unit);
    x->did = m > 0;
    if (!m) return;
    reg_set(r, x, REG_MOVE, c, m);
    reg_set(r, x, REG_KEEP, c, m);
    Frame *g = frame_push(r, VPROC_ALLOT);
    g->ctx = f->ctx;
    *allot_of(g) = (Allot){.player = p, .left = (uint32_t)(total / unit), .unit = (uint32_t)unit};
}

/* ---- 906: playing cards by an effect ---- */

enum { BRING_ASK, BRING_CHOSEN };
typedef struct Bring {
    PlayerId player;
    uint8_t flags; /* 1 without cost, 2 may */
    int8_t less;
    uint8_t at;
} Bring;
FRAME_LOCALS(Bring, bring_of)

/* Procedure: the cards of REG_MOVE are played one after the other, as far as they can be. */
void vividz_bring(Run *r, Frame *f) {
    State *s = r->s;
    Bring *v = bring_of(f);
    Context *x = &s->ctx[f->ctx];
    const unsigned flags = v->flags & 1 ? VPLAY_FREE : 0;
    if (f->step == BRING_CHOSEN) {
        const Option o = s->picked;
        f->step = BRING_ASK;
        if (o.kind != VOPT_PLAY && o.kind != VOPT_EVENT) return;
        x->did = 1;
        vividz_play_option(r, v->player, &o, flags, v->less, f->ctx);
        return;
    }
    if (v->at >= x->n[REG_MOVE]) {
        frame_pop(r);
        return;
    }
    const CardRef c = reg_cards(s, x, REG_MOVE)[v->at++];
    if (!ref_live(s, c)) return;
    f->step = BRING_CHOSEN;
    ask_begin(r, v->player, VASK_PLAY, VZ_906_1);
    vividz_offer_play(r, v->player, c.card, flags, v->less);
    if (v->flags & 2) ask_add(r, (Option){.kind = VOPT_NO_PLAY});
    ask_done(r);
}

static void op_play(Run *r, Frame *f) {
    PlayerId p = first_of(r, text_players(r, f));
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c), flags = text_word(r, f);
    int less = text_number(r, f);
    Context *x = &r->s->ctx[f->ctx];
    x->did = 0;
    reg_set(r, x, REG_MOVE, c, n);
    Frame *g = frame_push(r, VPROC_BRING);
    g->ctx = f->ctx;
    *bring_of(g) = (Bring){.player = p, .flags = (uint8_t)flags, .less = (int8_t)less};
}

/* ---- others ---- */

static void op_end_attack(Run *r, Frame *f) {
    (void)f;
    if (r->s->facts[VF_ATTACKING]) r->s->facts[VF_ENDING] = 1;
}

/* In a replacement of damage: the cards take it instead. */
static void op_redirect(Run *r, Frame *f) {
    State *s = r->s;
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c), first = batch_open(r);
    const Event *was = replaced_event(s);
    if (!was || was->kind != EV_DAMAGE) return;
    const Event e0 = *was;
    for (unsigned i = 0; i < n; i++) {
        if (!ref_live(s, c[i])) continue;
        Event *e = batch_add(r, EV_DAMAGE, card_of(s, c[i].card)->holder, c[i].card);
        e->amount = e0.amount;
        e->other = e0.other;
        e->how = e0.how;
        e->by = e0.by;
        e->ctx = e0.ctx;
        e->actor = e0.actor;
        RULE(VZ_914_2b);
    }
    batch_do(r, first);
}

static void op_pay(Run *r, Frame *f) {
    PlayerId p = first_of(r, text_players(r, f));
    int n = text_number(r, f);
    TextLocals *t = text_of(f);
    const int credit = t->credit < n ? t->credit : n; /* 905.2c */
    t->credit = (int16_t)(t->credit - credit);
    RULE(VZ_905_2b);
    vividz_pay_energy(r, f->ctx, p, n - credit);
}

/* Hook: carries out an operation of the game (ops.def) or one of the VM's that the game defines. */
void vividz_op(Run *r, Frame *f, unsigned op) {
    static void (*const handlers[VOP_COUNT])(Run *, Frame *) = {
#define GAME_OP(name, operands, meaning, function) function,
#include "games/vividz/ops.def"
#undef GAME_OP
    };
    if (op >= OP_COUNT_ && op < OP_COUNT_ + VOP_COUNT)
        handlers[op - OP_COUNT_](r, f);
    else if (op == OP_PAY)
        op_pay(r, f);
    else
        run_fault(r, FAULT_CODE);
}

/* Hook, 904.2f: can the operation be paid as a cost? */
bool vividz_op_payable(Run *r, unsigned ctx, unsigned op, unsigned at) {
    Eval e = eval_ctx(r, ctx);
    Pc pc = (Pc)at;
    CardRef c[MAX_SET];
    PlayerId p = op == VOP_END_ATTACK || op == VOP_REDIRECT || op == VOP_SWAP_PLACES
                     ? e.you
                     : first_of(r, vm_players(&e, &pc));
    switch (op) {
    case VOP_SPEND: {
        unsigned kind = r->pack->code[pc++];
        return counter_of(r->s, NONE, p, kind) >= vm_number(&e, &pc);
    }
    case VOP_SCOUT: return zone_count(r->s, p, VZONE_DECK) > 0;
    case VOP_SLIDE:
    case VOP_REMOVE:
    case VOP_EXP:
        if (r->pack->code[pc] == OP_IT) return true;
        return vm_set(&e, &pc, c, MAX_SET) > 0;
    default: return true;
    }
}
