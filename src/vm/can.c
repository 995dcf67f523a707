/* Can a cost be paid completely? A dry run that changes nothing: cards that one part picks or moves
 * are reserved against later parts. Costs whose parts touch one another are tried instead
 * (trial.c), so it does not matter which cards a choice takes; so are those that the dry run finds
 * unpayable while something is forbidden, since it takes cards that may not be turned or moved. */
#include "kernel/pick.h"
#include "vm/vm.h"

typedef struct CostCheck {
    Run *r;
    unsigned ctx;
    Eval e;
    Pc pc, end; /* end 0: up to END */
    PlayerId payer;
    int credit;   /* this much of the currency need not be paid */
    bool unlucky; /* a picked card cannot be moved or turned; another one might */
    unsigned nres, nrest, nit;
    CardId reserved[MAX_SET]; /* moved away by earlier parts */
    CardId rested[MAX_SET];   /* rested by earlier payments, but still in place */
    CardRef it[MAX_SET];
} CostCheck;

static bool reserved(const CostCheck *a, CardId c) {
    for (unsigned i = 0; i < a->nres; i++)
        if (a->reserved[i] == c) return true;
    return false;
}

static void reserve(CostCheck *a, CardId c) {
    if (a->nres < MAX_SET) a->reserved[a->nres++] = c;
}

/* Evaluates a set, without reserved cards; those rested for a payment come last. */
static unsigned available(CostCheck *a, CardRef *c) {
    CardRef all[MAX_SET];
    unsigned n = vm_set(&a->e, &a->pc, all, MAX_SET), m = 0;
    for (unsigned last = 0; last < 2; last++) {
        if (last && n > 0 && m == 0 && a->nres + a->nrest > 0) kmark(a->r, KM_COST_TWICE);
        for (unsigned i = 0; i < n; i++) {
            bool rested = false;
            for (unsigned j = 0; j < a->nrest; j++) rested |= a->rested[j] == all[i].card;
            if (rested == (last != 0) && !reserved(a, all[i].card) && ref_live(a->r->s, all[i]))
                c[m++] = all[i];
        }
    }
    return m;
}

/* May the card be picked beside those picked since 'base'? As in kernel/pick.c. */
static bool fits(const CostCheck *a, unsigned base, CardRef c, unsigned flags, int each,
                 PlayerSet as_one) {
    const State *s = a->r->s;
    const Card *y = card_of(s, c.card);
    int there = 0;
    for (unsigned i = 0; i < a->nit; i++) {
        const Card *x = card_of(s, a->it[i].card);
        if (a->it[i].card == c.card) return false;
        if (i < base) continue;
        there += pick_same_place(as_one, x, y);
        if ((flags & PICK_ALIKE) && !pick_agrees(a->r, flags, a->it[i], c)) return false;
    }
    return !(flags & PICK_EACH_ZONE) || there < each;
}

/* The set of a SELECT has too few cards: marks that others only lie the wrong way. */
static void mark_state(const CostCheck *a, Pc set) {
    const Code *k = a->r->pack->code;
    CardRef c[MAX_SET];
    Eval e = a->e;
    if (!WATCHED(a->r) || k[set] != OP_ONLY) return;
    while (k[set] == OP_ONLY) set++;
    if (vm_set(&e, &set, c, MAX_SET) && (k[set] == OP_UPRIGHT || k[set] == OP_RESTED)) {
        kmark(a->r, KM_ALREADY);
        kmark(a->r, KM_COST_STATE);
    }
}

/* SELECT: picks greedily up to the minimum. False: too few candidates. */
static bool can_select(CostCheck *a) {
    CardRef c[MAX_SET];
    vm_players(&a->e, &a->pc);
    Pc set = a->pc;
    PlayerSet as_one = 0;
    a->e.among = !a->e.ctx || a->payer != a->e.ctx->opponent;
    unsigned n = available(a, c);
    int each = vm_number(&a->e, &a->pc), min = each;
    vm_number(&a->e, &a->pc);
    unsigned flags = a->r->pack->code[a->pc++];
    if ((flags & PICK_EACH_ZONE) && !vm_is_whole(min)) min *= (int)vm_places(&a->e, set, &as_one);
    a->e.among = false;
    if (!(flags & PICK_ADD)) a->nit = 0;
    unsigned base = a->nit, open = 0;
    for (unsigned i = 0; i < n; i++) {
        const bool taken = card_of(a->r->s, c[i].card)->flags & CARD_CHOSEN; /* by another part */
        if (taken) kmark(a->r, KM_COST_CARDS_DIFFER);
        if (!taken && a->r->g->choosable(a->r, a->payer, c[i].card, a->ctx)) c[open++] = c[i];
    }
    /* which cards agree depends on the first one */
    for (unsigned first = 0; first < open || !first; first++) {
        a->nit = base;
        for (unsigned k = 0; k < open && a->nit < MAX_SET; k++) {
            CardRef one = c[(first + k) % open];
            if ((int)(a->nit - base) < min && fits(a, base, one, flags, each, as_one))
                a->it[a->nit++] = one;
        }
        if ((int)(a->nit - base) >= vm_needed(min)) return true;
        if (!(flags & PICK_ALIKE)) break;
    }
    mark_state(a, set);
    return false;
}

/* The operand set of a move or orientation; "it" is what an earlier part picked. */
static unsigned operand_cards(CostCheck *a, CardRef *c, bool *picked) {
    *picked = a->r->pack->code[a->pc] == OP_IT;
    if (*picked) {
        a->pc++;
        memcpy(c, a->it, a->nit * sizeof *c);
        return a->nit;
    }
    const Code *k = a->r->pack->code;
    if (k[a->pc] == OP_ONLY && k[a->pc + 1] == OP_IT) { /* "it", filtered */
        unsigned n = 0;
        Pc filter = (Pc)(a->pc + 2);
        for (unsigned i = 0; i < a->nit; i++)
            if (vm_match_at(&a->e, filter, a->it[i])) c[n++] = a->it[i];
        a->pc = filter;
        vm_pass(a->r, &a->pc);
        return n;
    }
    return available(a, c);
}

/* Is it forbidden that this text moves the card to the zone? */
static bool move_ruled_out(const CostCheck *a, CardId c, ZoneId z, unsigned put, unsigned how) {
    const Event like = {.how = (uint8_t)how,
                        .put = (uint16_t)put,
                        .by = a->e.you,
                        .actor = a->payer,
                        .ctx = (uint8_t)a->ctx};
    return bans_in_force(a->r) && move_banned(a->r, c, card_owner(c), z, &like);
}

/* Is it forbidden that this text turns the card? */
static bool turn_ruled_out(const CostCheck *a, CardId c, unsigned rest) {
    const Event e = {.kind = EV_ORIENT,
                     .player = card_of(a->r->s, c)->holder,
                     .card = c,
                     .amount = (int)rest,
                     .by = a->e.you,
                     .actor = a->payer,
                     .ctx = (uint8_t)a->ctx,
                     .inc = card_of(a->r->s, c)->inc};
    return event_forbidden(a->r, &e);
}

/* Does the card already lie where it is to go, so that moving it would change nothing? */
static bool lies_there(const Run *r, CardId c, ZoneSet zones) {
    const ZoneId z = card_of(r->s, c)->zone;
    return zones == zone_bit(z) && !(r->g->zones[z].flags & (ZONE_ORDERED | ZONE_SEATED));
}

/* Is a part of a cost about no cards at all paid? Not if they were to be picked. */
static bool none_pays(CostCheck *a, bool picked) {
    if (picked) return true; /* the choice says what it takes */
    if (!a->r->g->none_unpaid) kmark(a->r, KM_ALL_OF_NONE);
    return !a->r->g->none_unpaid;
}

/* Has a deck fewer cards than the part takes off the top, and must it have as many? */
static bool too_few_on_top(const CostCheck *a) {
    const Game *g = a->r->g;
    Eval e = a->e;
    Pc pc = (Pc)(a->pc + 1);
    if (a->r->pack->code[a->pc] != OP_TOPS || !g->tops_in_full) return false;
    const PlayerSet whose = vm_players(&e, &pc);
    if (a->r->pack->code[pc] == OP_UPTO) return false;
    const int want = vm_number(&e, &pc);
    for (PlayerId p = 0; p < a->r->s->nplayers; p++)
        if ((whose & player_bit(p)) && (int)zone_count(a->r->s, p, g->deck_zone) < want)
            return true;
    return false;
}

/* MOVE or TAKE: may every card move there? Reserves the cards. */
static bool can_move(CostCheck *a, bool take) {
    CardRef c[MAX_SET];
    bool picked, names_cards, ok = true;
    vm_players(&a->e, &a->pc);
    unsigned op = a->r->pack->code[a->pc];
    names_cards = op == OP_SELF || op == OP_ROLE || op == OP_ONLY || op == OP_JOIN;
    if (too_few_on_top(a)) return false;
    unsigned n = operand_cards(a, c, &picked);
    ZoneSet zones = a->r->pack->code[a->pc];
    unsigned put = a->r->pack->code[a->pc + 1], how = take ? 0 : a->r->pack->code[a->pc + 2];
    a->pc = (Pc)(a->pc + (take ? 2 : 3));
    if (n == 0 && (names_cards || !none_pays(a, picked))) return false;
    for (unsigned i = 0; i < n; i++) {
        PlayerId to = put & PUT_MASTERS     ? a->e.you
                      : put & PUT_OPPONENTS ? player_first(opponents(a->r, a->e.you))
                                            : card_owner(c[i].card);
        for (ZoneId z = 1; z < a->r->g->nzones; z++)
            if (zones >> z & 1)
                ok &= move_possible(a->r, c[i].card, to, z) &&
                      !move_ruled_out(a, c[i].card, z, put, how);
        ok &= !a->r->g->move_forbidden(a->r, c[i].card, zones, put, how);
        ok &= !lies_there(a->r, c[i].card, zones);
        ok &= !a->r->g->move_kept || !a->r->g->move_kept(a->r, c[i].card, zones);
        if ((put & PUT_EMPTY_SEAT) && !seats_empty(a->r, card_owner(c[i].card), a->r->g->seat_zone))
            ok = false;
        reserve(a, c[i].card);
    }
    if (!ok) kmark(a->r, KM_COST_STUCK);
    a->unlucky |= !ok && picked;
    return ok;
}

/* ORIENT: may every card be turned? A card that already lies so makes the cost unpayable. */
static bool can_orient(CostCheck *a) {
    CardRef c[MAX_SET];
    bool picked;
    const bool unlucky = a->unlucky;
    unsigned op = a->r->pack->code[a->pc];
    bool names_cards = op == OP_SELF || op == OP_ROLE || op == OP_ONLY || op == OP_JOIN;
    unsigned n = operand_cards(a, c, &picked), rest = a->r->pack->code[a->pc++];
    if (n == 0 && (names_cards || !none_pays(a, picked))) return false;
    a->unlucky |= picked; /* as long as it cannot be turned */
    for (unsigned i = 0; i < n; i++) {
        const Card *k = card_of(a->r->s, c[i].card);
        if (!(a->r->g->zones[k->zone].flags & ZONE_ORIENTED)) return false;
        bool is_rested = (k->flags & CARD_RESTED) != 0;
        for (unsigned j = 0; j < a->nrest; j++) is_rested |= a->rested[j] == c[i].card;
        if (is_rested == (rest != 0)) {
            kmark(a->r, KM_ALREADY);
            kmark(a->r, KM_COST_STATE);
            return kmark(a->r, rest ? KM_RESTS : KM_STANDS), false;
        }
        if (a->r->g->orient_forbidden(a->r, c[i].card, rest) || turn_ruled_out(a, c[i].card, rest))
            return kmark(a->r, KM_COST_STATE), false;
    }
    a->unlucky = unlucky;
    return true;
}

/* TURNFACE: a card that already shows that side makes the cost unpayable. */
static bool can_turn(CostCheck *a) {
    CardRef c[MAX_SET];
    bool picked;
    const unsigned n = operand_cards(a, c, &picked), down = a->r->pack->code[a->pc++];
    if (n == 0 && !none_pays(a, picked)) return false;
    for (unsigned i = 0; i < n; i++)
        if (((card_of(a->r->s, c[i].card)->flags & CARD_DOWN) != 0) == (down != 0))
            return kmark(a->r, KM_ALREADY), false;
    return true;
}

/* PAY: can the rest of the amount, after the credit, be paid with unused cards? */
static bool can_pay(CostCheck *a) {
    CardId unavailable[MAX_SET];
    unsigned before = 0, n;
    vm_players(&a->e, &a->pc);
    int want = vm_number(&a->e, &a->pc), credited = want < a->credit ? want : a->credit;
    if (credited > 0) want -= credited, a->credit -= credited;
    for (unsigned i = 0; i < a->nres; i++) unavailable[before++] = a->reserved[i];
    for (unsigned i = 0; i < a->nrest && before < MAX_SET; i++)
        unavailable[before++] = a->rested[i];
    n = before;
    bool ok = a->r->g->payable(a->r, a->payer, want, unavailable, &n);
    if (!ok && before) kmark(a->r, KM_COST_TWICE);
    while (before < n && a->nrest < MAX_SET) a->rested[a->nrest++] = unavailable[before++];
    return ok;
}

/* Runs the cost from a->pc on. False: a part cannot be paid. */
static bool check_code(CostCheck *a) {
    Run *r = a->r;
    unsigned ctx = a->ctx;
    for (;;) {
        if (a->end && a->pc >= a->end) return true;
        Pc at = a->pc;
        unsigned op = r->pack->code[a->pc++];
        bool ok = true;
        switch (op) {
        case OP_END: return true;
        case OP_SELECT: ok = can_select(a); break;
        case OP_SETIT:
            ok = r->pack->code[a->pc] == OP_CARDS; /* else a named card, which must exist */
            a->nit = available(a, a->it);
            ok = a->nit > 0 || (ok && none_pays(a, false));
            break;
        case OP_MOVE: ok = can_move(a, false); break;
        case OP_TAKE: ok = can_move(a, true); break;
        case OP_ORIENT: ok = can_orient(a); break;
        case OP_TURNFACE: ok = can_turn(a); break;
        case OP_PAY: ok = can_pay(a); break;
        case OP_GAME:
            ok = !r->g->op_payable ||
                 r->g->op_payable(r, ctx, r->pack->code[a->pc], (unsigned)(a->pc + 1));
            a->unlucky |= !ok && a->nit;
            a->pc = at;
            vm_pass(r, &a->pc);
            break;
        case OP_WHEN:
        case OP_IF: {
            bool yes = vm_truth(&a->e, &a->pc);
            a->pc = (Pc)(a->pc + 1 + (yes ? 0 : r->pack->code[a->pc]));
            break;
        }
        case OP_ELSE: a->pc = (Pc)(a->pc + 1 + r->pack->code[a->pc]); break;
        default: a->pc = at; vm_pass(r, &a->pc);
        }
        if (!ok) return false;
    }
}

/* Sets the counts of the lists to 0 without clearing the lists: this runs for very many costs. */
static void check_begin(CostCheck *a, Run *r, unsigned ctx, Pc pc, Pc end, PlayerId payer) {
    a->r = r;
    a->ctx = ctx;
    a->e = eval_ctx(r, ctx);
    a->e.viewer = payer;
    a->pc = pc;
    a->end = end;
    a->payer = payer;
    a->credit = 0;
    a->nres = a->nrest = a->nit = 0;
    a->unlucky = false;
}

bool vm_part_payable(Run *r, Frame *text, PlayerId payer) {
    CostCheck a;
    const Context *x = &r->s->ctx[text->ctx];
    Pc pc = text_of(text)->pc, end = pc;
    const unsigned op = r->pack->code[pc];
    if (pc == text_of(text)->end) return true; /* of a part: all of it is done */
    if (op == OP_END || op == OP_IF || op == OP_WHEN || op == OP_ELSE) return true;
    vm_pass(r, &end);
    check_begin(&a, r, text->ctx, pc, end, payer);
    a.credit = text_of(text)->credit;
    for (unsigned i = 0; i < x->n[REG_IT] && a.nit < MAX_SET; i++)
        a.it[a.nit++] = reg_read(r->s, x, REG_IT)[i];
    return check_code(&a);
}

/* Can the part of a cost that is paid first be paid as things stand? If not, no way to pay the
 * whole needs to be tried. 'first' as for vm_can_all. */
static bool can_begin(Run *r, unsigned ctx, Pc pc, PlayerId payer, int first) {
    const Code *code = r->pack->code;
    CostCheck a;
    unsigned n = 0;
    check_begin(&a, r, ctx, pc, 0, payer);
    if (first > 0) return r->g->payable(r, payer, first, a.rested, &n);
    while (code[pc] == OP_TRIED || code[pc] == OP_MARK) vm_pass(r, &pc);
    if (code[pc] == OP_END || code[pc] == OP_IF || code[pc] == OP_WHEN || code[pc] == OP_ELSE)
        return true;
    a.pc = a.end = pc;
    vm_pass(r, &a.end);
    a.credit = -first;
    r->s->ctx[ctx].paying++;
    const bool payable = check_code(&a);
    r->s->ctx[ctx].paying--;
    return payable;
}

/* Checks code up to 'end' of an effect, or a whole cost if 'end' is 0. */
static bool forecast(Run *r, unsigned ctx, Pc pc, Pc end, PlayerId payer, bool *unlucky) {
    CostCheck a;
    check_begin(&a, r, ctx, pc, end, payer);
    if (!end) r->s->ctx[ctx].paying++;
    const bool payable = check_code(&a);
    if (!end) r->s->ctx[ctx].paying--;
    *unlucky = a.unlucky;
    return payable;
}

bool vm_can_until(Run *r, unsigned ctx, Pc pc, Pc end, PlayerId payer) {
    const bool tried = r->pack->code[pc] == OP_TRIED || (end && vm_tangled_now(r, ctx, pc, end));
    bool unlucky;
    if (!tried && forecast(r, ctx, pc, end, payer, &unlucky)) return true;
    if (!tried && !unlucky) return false;
    if (can_begin(r, ctx, pc, payer, 0) && vm_try_costs(r, ctx, &pc, 1, end, payer, NONE, 0))
        return true;
    if (WATCHED(r)) { /* marks the clauses why not, and leaves no value derived */
        State before;
        memcpy(&before, r->s, state_size(r->s));
        forecast(r, ctx, pc, end, payer, &unlucky);
        memcpy(r->s, &before, state_size(&before));
    }
    return false;
}

bool vm_can(Run *r, unsigned ctx, Pc pc) {
    return vm_can_until(r, ctx, pc, 0, r->s->ctx[ctx].master);
}

bool vm_can_beside(Run *r, unsigned ctx, Pc pc, PlayerId payer, CardId entered, int cost) {
    return vm_can_all(r, ctx, &pc, 1, payer, entered, cost);
}

/* Checks several costs in sequence: what one takes is not available to the next. */
static bool check_all(CostCheck *a, const Pc *pc, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        a->pc = pc[i];
        if (!check_code(a)) return false;
    }
    return true;
}

static bool forecast_all(Run *r, unsigned ctx, const Pc *pc, unsigned count, PlayerId payer,
                         CardId entered, int cost, bool *unlucky) {
    CostCheck a;
    unsigned n = 0;
    check_begin(&a, r, ctx, pc[0], 0, payer);
    if (entered) {
        reserve(&a, entered);
        a.rested[n++] = entered; /* nor can it be part of the currency */
    }
    a.credit = cost < 0 ? -cost : 0;
    *unlucky = false;
    if (cost > 0 && !r->g->payable(r, payer, cost, a.rested, &n)) return false;
    a.nrest = n;
    r->s->ctx[ctx].paying++;
    const bool payable = check_all(&a, pc, count);
    r->s->ctx[ctx].paying--;
    *unlucky = a.unlucky;
    return payable;
}

bool vm_can_all(Run *r, unsigned ctx, const Pc *pc, unsigned count, PlayerId payer, CardId entered,
                int cost) {
    bool tried = vm_tangled_together(r, ctx, pc, count);
    for (unsigned i = 0; i < count; i++) tried |= r->pack->code[pc[i]] == OP_TRIED;
    bool unlucky;
    if (!tried && forecast_all(r, ctx, pc, count, payer, entered, cost, &unlucky)) return true;
    if (!tried && !unlucky) return false;
    if (vm_try_costs(r, ctx, pc, count, 0, payer, entered, cost)) return true;
    if (WATCHED(r)) {
        State before;
        memcpy(&before, r->s, state_size(r->s));
        forecast_all(r, ctx, pc, count, payer, entered, cost, &unlucky);
        memcpy(r->s, &before, state_size(&before));
    }
    return false;
}

bool vm_surely_unpayable(Run *r, Pc pc, CardId self, unsigned have) {
    const Code *k = &r->pack->code[pc];
    for (unsigned pay = 0;;) {
        if (k[0] == OP_PAY && k[1] == OP_YOU && k[2] == OP_NUM) {
            pay += k[3];
            if (pay > have) return true;
            k += 4;
        } else if (k[0] == OP_ORIENT && k[1] == OP_SELF && k[2]) {
            if (card_of(r->s, self)->flags & CARD_RESTED) {
                kmark(r, KM_ALREADY);
                return kmark(r, KM_RESTS), true;
            }
            k += 3;
        } else if (k[0] == OP_GAME && k[2] == OP_YOU && k[3] == OP_NUM && r->g->op_unpayable) {
            if (r->g->op_unpayable(r, card_of(r->s, self)->holder, k[1], (int32_t)k[4]))
                return true;
            k += 5;
        } else {
            return false;
        }
    }
}
