/* PROC_TEXT: carries out compiled text, one action per step, in printed order. */
#include "kernel/pick.h"
#include "kernel/place.h"
#include "kernel/procs.h"
#include "vm/step.h"

/* Frame.flags of PROC_TEXT: the text is a cost; it sets Context.did at its end; it is tried before
 * it is offered (OP_TRIED). */
enum { TEXT_COST = 1, TEXT_SETS_DID = 2, TEXT_TRIED = 4 };
enum { TEXT_RUN, TEXT_MAY, TEXT_OPPONENT };

Frame *vm_call(Run *r, unsigned ctx, Pc pc) {
    Frame *f = frame_push(r, PROC_TEXT);
    f->ctx = (uint8_t)ctx;
    text_of(f)->pc = pc;
    return f;
}

Frame *vm_call_cost(Run *r, unsigned ctx, Pc pc) {
    Frame *f = vm_call(r, ctx, pc);
    f->flags |= TEXT_COST;
    if (bans_in_force(r) && vm_cost_chooses(r, pc)) f->flags |= TEXT_TRIED; /* as vm_can_until */
    r->s->ctx[ctx].paying++;
    return f;
}

void text_try(Frame *f) { f->flags |= TEXT_TRIED; }
bool text_is_cost(const Frame *f) { return f->flags & TEXT_COST; }
bool text_is_tried(const Run *r, Frame *f) {
    return (f->flags & TEXT_TRIED) || r->pack->code[text_of(f)->pc] == OP_TRIED;
}

/* Reads players and returns the first in turn order; the master if there is none. */
static PlayerId one_player(TextStep *a) {
    if (a->r->pack->code[a->pc] == OP_YOU) kmark(a->r, KM_MASTER_ACTS);
    PlayerSet set = vm_players(&a->e, &a->pc);
    for (unsigned i = 0; i < a->r->s->nplayers; i++) {
        PlayerId p = player_nth(a->r->s, i);
        if (set & player_bit(p)) return p;
    }
    return a->e.you;
}

/* Records that the running text causes the event, and which player carries it out: the one that
 * the instruction names, else the master. */
static Event *caused(const TextStep *a, Event *e, PlayerId actor) {
    return event_caused(a->r->s, e, a->f->ctx, actor);
}

/* Zones of looked-at cards that somebody does not see. */
static ZoneSet hidden_looked(const TextStep *a) {
    Run *r = a->r;
    ZoneSet zones = 0;
    for (unsigned i = 0; i < a->x->n[REG_LOOK]; i++) {
        CardId c = reg_cards(r->s, a->x, REG_LOOK)[i].card;
        for (PlayerId p = 0; p < r->s->nplayers; p++)
            if (!card_seen(r, p, c)) zones |= zone_bit(card_of(r->s, c)->zone);
    }
    return zones;
}

/* May cards of a zone with these flags be hidden from somebody? */
static bool may_hide(unsigned zone_flags) {
    if (zone_flags & ZONE_ALL_SEE) return false;
    return !(zone_flags & ZONE_PUBLIC) || (zone_flags & ZONE_LIES_DOWN);
}

/* Does the choice depend on hidden information? Then nobody can be forced to find such a card. */
static bool need_not_find(TextStep *a, Pc set) {
    const Game *g = a->r->g;
    const Code *k = a->r->pack->code;
    bool only = k[set] == OP_ONLY;
    ZoneSet hidden = 0;
    if (only) set++;
    if (k[set] == OP_JOIN) {
        Pc second = (Pc)(set + 1);
        vm_skip(g, k, &second);
        return need_not_find(a, (Pc)(set + 1)) || need_not_find(a, second);
    }
    if (k[set] == OP_LEFT)
        return only && g->chooser_sees_zone && (hidden = hidden_looked(a)) &&
               vm_asks_info(a->r, (Pc)(set + 1), hidden);
    if (k[set] != OP_CARDS) return false;
    Pc pc = (Pc)(set + 1), after = set;
    vm_skip(g, k, &pc);
    vm_skip(g, k, &after);
    for (ZoneId z = 1; z < g->nzones; z++)
        if ((k[pc] >> z & 1) && may_hide(g->zones[z].flags)) hidden |= zone_bit(z);
    pc = (Pc)(pc + 2);
    return hidden &&
           (vm_asks_info(a->r, pc, hidden) || (only && vm_asks_info(a->r, after, hidden)));
}

/* Does the set consist of hidden zones only? For marks. */
static bool from_hidden(const TextStep *a, Pc set) {
    const Game *g = a->r->g;
    const Code *k = a->r->pack->code;
    while (k[set] == OP_ONLY) set++;
    if (!WATCHED(a->r) || k[set] != OP_CARDS) return false;
    Pc pc = (Pc)(set + 1);
    vm_skip(g, k, &pc);
    for (ZoneId z = 1; z < g->nzones; z++)
        if ((k[pc] >> z & 1) && (g->zones[z].flags & ZONE_PUBLIC)) return false;
    return true;
}

void vm_look_through(Run *r, unsigned ctx, PlayerId p, PlayerSet whose, ZoneSet zones) {
    State *s = r->s;
    for (PlayerId q = 0; q < s->nplayers; q++) {
        unsigned first = batch_open(r);
        for (ZoneId z = 1; (whose & player_bit(q)) && z < r->g->nzones; z++)
            for (unsigned i = 0; (zones >> z & 1) && i < s->player[q].count[z]; i++) {
                CardId c = zone_card(&s->player[q], z, i);
                if (card_seen(r, p, c)) continue;
                kmark(r, KM_SEARCHED);
                event_caused(s, batch_add(r, EV_LOOK, p, c), ctx, p);
            }
        batch_do(r, first);
    }
}

/* Do all players see all cards of the zones? */
static bool all_see(Run *r, PlayerSet whose, ZoneSet zones) {
    const State *s = r->s;
    for (PlayerId q = 0; q < s->nplayers; q++)
        for (ZoneId z = 1; (whose & player_bit(q)) && z < r->g->nzones; z++)
            for (unsigned i = 0; (zones >> z & 1) && i < s->player[q].count[z]; i++)
                for (PlayerId p = 0; p < s->nplayers; p++)
                    if (!card_seen(r, p, zone_card(&s->player[q], z, i))) return false;
    return true;
}

/* Shows the zones of the set to the chooser. Returns whether everybody sees them now; computed
 * only if it 'matters'. */
static bool look_through(TextStep *a, PlayerId p, Pc set, bool matters) {
    const Code *k = a->r->pack->code;
    while (k[set] == OP_ONLY || k[set] == OP_SMARK) set = (Pc)(set + (k[set] == OP_SMARK ? 2 : 1));
    if (k[set++] != OP_CARDS) return false;
    PlayerSet whose = vm_players(&a->e, &set);
    ZoneSet zones = 0; /* cards face down among face-up ones stay as they are */
    for (ZoneId z = 1; z < a->r->g->nzones; z++)
        if (!(a->r->g->zones[z].flags & ZONE_PUT_DOWN)) zones |= k[set] & zone_bit(z);
    vm_look_through(a->r, a->f->ctx, p, whose, zones);
    return matters && all_see(a->r, whose, k[set]);
}

/* Reads an optional WITHIN: 1 + the limit of the total cost, 0: no limit. */
static unsigned cost_limit(TextStep *a) {
    if (a->r->pack->code[a->pc] != OP_WITHIN) return 0;
    a->pc++;
    int limit = step_number(a);
    return limit < 0 ? 1u : (unsigned)limit + 1;
}

/* How many cards must be found although the choice depends on hidden information: those that
 * everybody sees, at most 'each' of a place if the choice is made from each. */
static int must_find(TextStep *a, PlayerId p, Pc set, unsigned flags, int each, PlayerSet as_one) {
    const Run *r = a->r;
    CardRef c[MAX_SET];
    int found[MAX_PLAYERS][MAX_ZONES] = {{0}}, all = 0;
    unsigned n = vm_set(&a->e, &set, c, MAX_SET);
    for (unsigned i = 0; i < n; i++) {
        const Card *k = card_of(r->s, c[i].card);
        const unsigned zf = r->g->zones[k->zone].flags;
        bool open = (zf & ZONE_ALL_SEE) || ((zf & ZONE_PUBLIC) && !(k->flags & CARD_DOWN));
        if (!open || (!(flags & PICK_FREE) && !r->g->choosable(a->r, p, c[i].card, a->f->ctx)))
            continue;
        const PlayerId at = as_one & player_bit(k->holder) ? player_first(as_one) : k->holder;
        if (!(flags & PICK_EACH_ZONE) || found[at][k->zone]++ < each) all++;
    }
    return all;
}

/* SELECT: pushes a pick into "it". */
static void mark_choice(TextStep *a, Pc set, int min, unsigned flags) {
    CardRef c[MAX_SET];
    const int n = (int)vm_set(&a->e, &set, c, MAX_SET);
    kmark(a->r, flags & PICK_RANDOM ? KM_CHOOSE_RANDOM : KM_CHOOSE);
    if (!n) kmark(a->r, KM_CHOOSE_NONE);
    if (n && !vm_is_whole(min) && n < min) kmark(a->r, KM_CHOOSE_FEWER);
}

static void do_select(TextStep *a) {
    PlayerId p = one_player(a);
    Pc set = a->pc;
    PlayerSet as_one = 0;
    a->e.among = p != a->x->opponent;
    step_skip(a);
    int min = step_number(a), max = step_number(a);
    unsigned flags = step_word(a);
    unsigned sum = cost_limit(a);
    if (max <= 0) kmark(a->r, KM_ZERO_TIMES);
    if (max < 0) max = 0;
    if (min < 0) min = 0;
    int each = max < MAX_SET ? max : MAX_SET,
        places = flags & PICK_EACH_ZONE ? (int)vm_places(&a->e, set, &as_one) : 1;
    if (!vm_is_whole(min)) min *= places;
    if (!vm_is_whole(max)) max *= places;
    if (from_hidden(a, set)) kmark(a->r, KM_CHOSEN_THEN);
    bool may_decline = !(a->f->flags & TEXT_COST) && need_not_find(a, set);
    if (a->r->g->chooser_sees_zone && !(flags & PICK_RANDOM) &&
        look_through(a, p, set, may_decline))
        may_decline = false;
    if (may_decline) {
        kmark(a->r, KM_NEED_NOT_FIND);
        int open = must_find(a, p, set, flags, each, as_one);
        if (vm_is_whole(min) || min > open) min = open;
    }
    text_of(a->f)->pc = a->pc;
    a->x->did = 0;
    if (WATCHED(a->r)) mark_choice(a, set, min, flags);
    if (flags & PICK_FREE) kmark(a->r, KM_NOT_CHOSEN);
    Frame *g = pick_begin(a->r, a->f->ctx, p, (unsigned)min, (unsigned)max, flags, REG_IT);
    pick_of(g)->pc = set;
    pick_of(g)->each = (uint8_t)each;
    pick_of(g)->as_one = as_one;
    pick_of(g)->sum = (uint8_t)sum;
    pick_of(g)->clause = (uint16_t)a->r->g->clause_choose;
}

/* Whose zone the cards go to: p, or the player that PUT_MASTERS or PUT_OPPONENTS names; then
 * cards of others may go there, too. */
static PlayerId whose_zone(const TextStep *a, PlayerId p, unsigned *put) {
    if (!(*put & (PUT_MASTERS | PUT_OPPONENTS))) return p;
    bool own = *put & PUT_MASTERS;
    *put = (*put & ~(unsigned)(PUT_MASTERS | PUT_OPPONENTS)) | PUT_NAMED_PLAYER;
    return own ? a->x->master : player_first(opponents(a->r, a->x->master));
}

/* MOVE or TAKE. */
static void do_move(TextStep *a, bool take) {
    CardRef c[MAX_SET];
    const PlayerId actor = one_player(a);
    PlayerId p = actor, from = NOBODY;
    const Code *k = a->r->pack->code;
    unsigned op = k[a->pc], n = 0;
    int tops = 0;
    bool may = false;
    if (op == OP_TOPS) {
        a->pc++;
        from = one_player(a);
        may = k[a->pc] == OP_UPTO;
        tops = step_number(a);
    } else {
        n = step_set(a, c);
    }
    unsigned zones = step_word(a), put = step_word(a), how = take ? 0 : step_word(a);
    p = whose_zone(a, p, &put);
    text_of(a->f)->pc = a->pc;
    if (op != OP_TOPS) reg_set(a->r, a->x, REG_MOVE, c, n);
    if (op != OP_TOPS && !n) kmark(a->r, KM_NONE_MOVED);
    a->x->did = 0;
    if (op == OP_TOPS && tops <= 0) {
        kmark(a->r, KM_ZERO_TIMES);
        reg_clear(a->r, a->x, REG_IT);
        return;
    }
    Frame *g = place_begin(a->r, a->f->ctx, p, zones, put, how);
    Place *pl = place_of(g);
    if (k[a->pc] == OP_ONTO) {
        pl->onto = (Pc)(a->pc + 2);
        pl->taken = k[a->pc + 1] != 0;
    }
    if (k[a->pc] == OP_ONPLACES) pl->on = (Pc)(a->pc + 1);
    pl->by_effect = true;
    pl->actor = actor;
    pl->tops = (int16_t)tops;
    pl->may = may;
    pl->from_player = from;
    pl->to_it = op != OP_LEFT && (op != OP_SELF || !a->x->n[REG_IT]) && !take;
}

/* Removes the last event of the batch if it is forbidden. */
static bool struck(TextStep *a, const Event *e) {
    if (!event_forbidden(a->r, e)) return false;
    batch_drop(a->r, a->r->s->nbatch - 1u);
    return true;
}

static void do_orient(TextStep *a) {
    CardRef c[MAX_SET];
    unsigned n = step_set(a, c), rest = step_word(a), first = batch_open(a->r);
    text_of(a->f)->pc = a->pc;
    step_keep_live(a, c, &n);
    a->x->did = 0;
    for (unsigned i = 0; i < n; i++) {
        const Card *k = card_of(a->r->s, c[i].card);
        if (!(a->r->g->zones[k->zone].flags & ZONE_ORIENTED)) continue;
        if (((k->flags & CARD_RESTED) != 0) == (rest != 0)) {
            kmark(a->r, KM_ALREADY);
            continue;
        }
        if (a->r->g->orient_forbidden(a->r, c[i].card, rest)) {
            kmark(a->r, KM_FORBIDDEN);
            continue;
        }
        Event *e = batch_add(a->r, EV_ORIENT, k->holder, c[i].card);
        e->amount = (int)rest;
        caused(a, e, a->x->master);
        if (!struck(a, e)) a->x->did = 1;
    }
    batch_do(a->r, first);
}

static void do_face(TextStep *a) {
    CardRef c[MAX_SET];
    unsigned n = step_set(a, c), down = step_word(a), first = batch_open(a->r);
    text_of(a->f)->pc = a->pc;
    step_keep_live(a, c, &n);
    a->x->did = 0;
    for (unsigned i = 0; i < n; i++) {
        const Card *k = card_of(a->r->s, c[i].card);
        if (((k->flags & CARD_DOWN) != 0) == (down != 0)) {
            kmark(a->r, KM_ALREADY);
            continue;
        }
        Event *e = batch_add(a->r, EV_FACE, k->holder, c[i].card);
        e->amount = (int)down;
        caused(a, e, a->x->master);
        if (struck(a, e)) continue;
        a->x->did = 1;
        if (down) vm_note_turned(a->r, a->f->ctx, c[i]);
    }
    batch_do(a->r, first);
}

/* DRAW or LOOK: each player in turn order, one card at a time. */
static void do_upto(TextStep *a, bool look) {
    const Pc op = (Pc)(a->pc - 1);
    if (a->r->pack->code[a->pc] == OP_YOU) kmark(a->r, KM_MASTER_ACTS);
    PlayerSet who = vm_players(&a->e, &a->pc), whose = look ? vm_players(&a->e, &a->pc) : who;
    int n = step_number(a);
    unsigned flags = step_word(a);
    text_of(a->f)->pc = a->pc;
    a->x->did = 0;
    if (!look || !each_looks_on(a->r, a->f, op, a->pc)) {
        if (look) reg_clear(a->r, a->x, REG_LOOK);
        reg_clear(a->r, a->x, REG_IT); /* the drawn or looked-at cards become "it" */
    }
    if (n <= 0) {
        kmark(a->r, KM_ZERO_TIMES);
        return;
    }
    if (!look && n > 1) kmark(a->r, KM_DRAW_MANY);
    Frame *g = frame_push(a->r, PROC_UPTO);
    g->ctx = a->f->ctx;
    *upto_of(g) =
        (UptoLocals){.want = n, .who = who, .whose = whose, .flags = (uint8_t)flags, .look = look};
}

static void do_see(TextStep *a) {
    CardRef c[MAX_SET];
    PlayerId p = one_player(a);
    unsigned n = step_set(a, c), first = batch_open(a->r), barred = 0;
    text_of(a->f)->pc = a->pc;
    step_keep_live(a, c, &n);
    for (unsigned i = 0; i < n; i++)
        if (!card_seen(a->r, p, c[i].card))
            barred += struck(a, caused(a, batch_add(a->r, EV_LOOK, p, c[i].card), p));
    reg_set(a->r, a->x, REG_LOOK, c, n);
    a->x->did = n > barred;
    batch_do(a->r, first);
}

/* REVEAL, or SHOWALL with 'look'. */
static void do_reveal(TextStep *a, bool look) {
    CardRef c[MAX_SET];
    unsigned n = step_set(a, c), first = batch_open(a->r), barred = 0;
    text_of(a->f)->pc = a->pc;
    step_keep_live(a, c, &n);
    const PlayerSet all = (PlayerSet)((1u << a->r->s->nplayers) - 1);
    for (unsigned i = 0; i < n; i++) {
        const Card *k = card_of(a->r->s, c[i].card);
        if ((k->flags & CARD_SHOWN) || (k->known & all) == all) {
            kmark(a->r, KM_SHOWN_ALREADY);
            continue;
        }
        kmark(a->r, KM_SHOWN);
        barred +=
            struck(a, caused(a, batch_add(a->r, EV_SHOW, k->holder, c[i].card), a->x->master));
    }
    if (look) reg_set(a->r, a->x, REG_LOOK, c, n);
    a->x->did = n > barred;
    batch_do(a->r, first);
}

/* MOVE and TAKE. */
static bool moves_cards(unsigned op) { return op == OP_MOVE || op == OP_TAKE; }

static void do_shuffle(TextStep *a) {
    PlayerSet p = vm_players(&a->e, &a->pc);
    ZoneSet zones = step_word(a);
    text_of(a->f)->pc = a->pc;
    a->x->shuffled = moves_cards(a->r->pack->code[a->pc]);
    unsigned first = batch_open(a->r);
    for (PlayerId q = 0; q < a->r->s->nplayers; q++)
        for (ZoneId z = 1; z < a->r->g->nzones; z++)
            if ((p & player_bit(q)) && (zones >> z & 1)) {
                Event *e = caused(a, batch_add(a->r, EV_SHUFFLE, q, 0), q);
                e->from = z;
            }
    batch_do(a->r, first);
}

/* DAMAGE, or CLEAR with 'clear'. */
static void do_damage(TextStep *a, bool clear) {
    CardRef c[MAX_SET];
    unsigned n = step_set(a, c), first = batch_open(a->r);
    if (!clear && step_reads_no_card(a, a->pc)) kmark(a->r, KM_UNDEFINED);
    int d = clear ? 0 : step_number(a);
    text_of(a->f)->pc = a->pc;
    step_keep_live(a, c, &n);
    for (unsigned i = 0; i < n; i++) {
        int (*added)(Run *, uint16_t, uint16_t) = clear ? 0 : a->r->g->damage_added;
        const int dealt = d + (added ? added(a->r, c[i].card, a->x->source.card) : 0);
        if (!clear && (d <= 0 || dealt <= 0)) {
            kmark(a->r, KM_ZERO_TIMES);
            continue;
        }
        if (!clear && a->r->g->damage_forbidden && a->r->g->damage_forbidden(a->r, c[i].card))
            continue;
        const Card *k = card_of(a->r->s, c[i].card);
        Event *e = batch_add(a->r, clear ? EV_HEAL : EV_DAMAGE, k->holder, c[i].card);
        e->amount = dealt;
        e->other = a->x->source.card;
        caused(a, e, a->x->master);
        if (!clear) kmark(a->r, KM_DAMAGE_SOURCE);
    }
    a->x->did = a->r->s->nbatch > first;
    batch_do(a->r, first);
}

/* Asks yes or no about the next len words; the TEXT_MAY step takes the answer. */
static void ask_may(TextStep *a, PlayerId p, unsigned len) {
    text_of(a->f)->pc = a->pc;
    text_of(a->f)->may = (uint16_t)len;
    a->f->step = TEXT_MAY;
    if (a->x->agreed) {
        a->x->agreed = 0;
        a->r->s->picked = (Option){.kind = OPT_YES};
        return;
    }
    ask_begin(a->r, p, ASK_YESNO, a->r->g->clause_may);
    ask_add(a->r, (Option){.kind = OPT_YES});
    ask_add(a->r, (Option){.kind = OPT_NO});
    ask_done(a->r);
}

/* Does the code discard cards? For marks. */
static bool discards(const Run *r, Pc pc, Pc end) {
    const Code *k = r->pack->code;
    for (; pc < end && r->g->how_discard; vm_pass(r, &pc)) {
        Pc next = pc;
        vm_pass(r, &next);
        if (k[pc] == OP_MOVE && k[next - 1] == r->g->how_discard) return true;
    }
    return false;
}

bool text_pays(const Run *r) {
    for (unsigned i = r->s->nframes; i-- > 0;)
        if (r->s->frame[i].proc == PROC_TEXT) return r->s->frame[i].flags & TEXT_COST;
    return false;
}

/* BY: the player may pay the body as a cost; offered only if it can be paid. */
static void do_by(TextStep *a) {
    bool master = a->r->pack->code[a->pc] == OP_YOU;
    PlayerId p = one_player(a);
    unsigned len = step_word(a);
    if (WATCHED(a->r)) {
        bool discard = discards(a->r, a->pc, (Pc)(a->pc + len));
        kmark(a->r, discard ? KM_BY_DISCARD : KM_BY_COST);
        if (master) kmark(a->r, discard ? KM_BY_DISCARD_MASTER : KM_BY_MASTER);
    }
    const Pc end = (Pc)(a->pc + len);
    const Game *g = a->r->g;
    if (g->parts_payable ? !g->parts_payable(a->r, a->f->ctx, a->pc, end, p)
                         : !vm_can_until(a->r, a->f->ctx, a->pc, end, p)) {
        kmark(a->r, KM_BY_CANNOT);
        a->x->did = a->x->agreed = 0;
        text_of(a->f)->pc = (Pc)(a->pc + len);
        return;
    }
    a->f->flags |= TEXT_SETS_DID;
    ask_may(a, p, len);
}

/* Step TEXT_MAY: runs the body of a MAY in place, that of a BY as a cost frame, or skips it. */
static void may_answered(TextStep *a) {
    bool yes = a->r->s->picked.kind == OPT_YES;
    unsigned len = text_of(a->f)->may;
    bool by = a->f->flags & TEXT_SETS_DID;
    a->f->flags &= (uint8_t)~TEXT_SETS_DID;
    a->f->step = TEXT_RUN;
    a->x->did = yes;
    if (!yes || by) text_of(a->f)->pc = (Pc)(a->pc + len);
    if (!yes || !by) return;
    const Game *game = a->r->g;
    const unsigned end = a->pc + len, payer = a->x->master;
    if (game->pay_parts && game->pay_parts(a->r, a->f->ctx, a->pc, end, payer)) return;
    Frame *g = vm_call(a->r, a->f->ctx, a->pc);
    text_of(g)->end = (Pc)(a->pc + len);
    g->flags = TEXT_COST | TEXT_SETS_DID;
    if (vm_tangled_now(a->r, a->f->ctx, a->pc, text_of(g)->end)) g->flags |= TEXT_TRIED;
}

static void do_each(TextStep *a) {
    PlayerSet p = vm_players(&a->e, &a->pc);
    unsigned len = step_word(a);
    Frame *g = frame_push(a->r, PROC_EACH);
    g->ctx = a->f->ctx;
    *each_of(g) =
        (EachLocals){.players = p, .before = a->x->player, .body = a->pc, .end = (Pc)(a->pc + len)};
    text_of(a->f)->pc = (Pc)(a->pc + len);
}

static void do_rounds(TextStep *a) {
    const int n = step_number(a);
    const unsigned len = step_word(a);
    const Pc body = a->pc;
    text_of(a->f)->pc = (Pc)(body + len);
    if (n <= 0) a->x->did = 0;
    vm_call_rounds(a->r, a->f->ctx, n, body, (Pc)(body + len));
}

static void do_modes(TextStep *a) {
    PlayerId p = one_player(a);
    int n = step_number(a);
    unsigned may = step_word(a), count = step_word(a);
    Frame *g = frame_push(a->r, PROC_MODES);
    g->ctx = a->f->ctx;
    *modes_of(g) = (ModesLocals){
        .want = n, .lengths = a->pc, .count = (uint8_t)count, .player = p, .may = (uint8_t)may};
    Pc end = (Pc)(a->pc + count);
    for (unsigned i = 0; i < count; i++) end = (Pc)(end + a->r->pack->code[a->pc + i]);
    text_of(a->f)->pc = end;
}

static void do_declare(TextStep *a) {
    Frame *g = frame_push(a->r, PROC_ASKWORD);
    g->ctx = a->f->ctx;
    DeclareLocals *v = declare_of(g);
    v->player = one_player(a);
    v->low = step_number(a);
    v->high = step_number(a);
    text_of(a->f)->pc = a->pc;
}

/* PICKPLACE: as many as there are, up to the largest number. */
static void do_pick_places(TextStep *a) {
    const PlayerId p = one_player(a);
    Places from = vm_places_of(&a->e, &a->pc);
    vm_drop_chosen_places(a->r, a->f->ctx, &from);
    const int all = (int)places_count(&from);
    int min = step_number(a), max = step_number(a);
    text_of(a->f)->pc = a->pc;
    min = min < all ? min : all;
    max = max < all ? max : all;
    if (max > 0) kmark(a->r, max < all ? KM_NUMBER : KM_AS_MUCH);
    a->x->places = (Places){0};
    a->x->did = max > 0;
    if (max <= 0) return;
    Frame *g = frame_push(a->r, PROC_PLACES);
    g->ctx = a->f->ctx;
    *pick_places_of(g) = (PickPlaces){
        .from = from, .min = (uint8_t)(min > 0 ? min : 0), .max = (uint8_t)max, .player = p};
}

/* WIN or LOSEGAME. A team wins together; losing is an event, since it can be replaced. */
static void do_end_of_game(TextStep *a, bool win) {
    PlayerSet p = vm_players(&a->e, &a->pc);
    text_of(a->f)->pc = a->pc;
    kmark(a->r, KM_EFFECT_ENDS);
    if (win) {
        for (PlayerId q = 0; q < a->r->s->nplayers; q++)
            if (p & player_bit(q)) p |= team_mates(a->r->s, q);
        player_win(a->r, p);
        return;
    }
    unsigned first = batch_open(a->r);
    bool (*forbidden)(Run *, unsigned) = a->r->g->lose_forbidden;
    for (PlayerId q = 0; q < a->r->s->nplayers; q++)
        if ((p & player_bit(q)) && !(forbidden && forbidden(a->r, q)))
            caused(a, batch_add(a->r, EV_LEAVE, q, 0), a->x->master);
    batch_do(a->r, first);
}

/* SETX, SETIT, KEEP: change registers only. */
static void do_register(TextStep *a, unsigned op) {
    CardRef c[MAX_SET];
    unsigned n;
    if (op == OP_SETX) {
        kmark(a->r, KM_RECKONED);
        a->x->x = step_number(a);
    } else if (op == OP_SETIT) {
        n = step_set(a, c);
        if (a->described) kmark(a->r, KM_THESE_ONLY);
        reg_set(a->r, a->x, REG_IT, c, n);
    } else { /* KEEP */
        reg_copy(a->r, a->x, REG_KEEP, REG_IT);
    }
    text_of(a->f)->pc = a->pc;
}

static void text_end(TextStep *a) {
    if (a->f->flags & TEXT_SETS_DID) /* a payment inside an effect is part of it */
        a->x->did = 1;
    else if ((a->f->flags & TEXT_COST) && !--a->x->paying && a->r->g->cost_cards_differ)
        chosen_forget(a->r->s);
    frame_pop(a->r);
}

/* With several opponents: if the action needs one, asks for it, once per resolution. True: the
 * step is over (a question is pending, or the opponent has left and the action is skipped). */
static bool ask_opponent_first(TextStep *a) {
    Run *r = a->r;
    Context *x = a->x;
    if (x->opponent != NOBODY && player_in(r->s, x->opponent)) return false;
    PlayerSet set = opponents(r, x->master);
    if (x->opponent == NOBODY && !(set & (set - 1))) return false;
    unsigned need = vm_one_opponent(r->g, r->pack->code, a->pc);
    if (!need) return false;
    if (x->opponent == NOBODY) {
        unsigned clause =
            need == OPPONENT_ACTS ? r->g->clause_opponent_acts : r->g->clause_opponent;
        run_rule(r, clause);
        if (r->g->formats[r->s->format].clause_players)
            run_rule(r, r->g->formats[r->s->format].clause_players);
        a->f->step = TEXT_OPPONENT;
        ask_player(r, x->master, set, clause);
        return true;
    }
    bool cond = r->pack->code[a->pc] == OP_IF;
    Pc pc = (Pc)(a->pc + 1);
    if (cond) vm_pass(r, &pc);
    if (cond)
        text_of(a->f)->pc = (Pc)(pc + 1 + r->pack->code[pc]);
    else
        vm_pass(r, &a->pc), text_of(a->f)->pc = a->pc;
    return true;
}

/* Carries out one action. An action that pushes a frame or asks returns with text_of(f)->pc set;
 * others break and set it here. */
void text_step(Run *r, Frame *f) {
    TextStep a = {r, f, &r->s->ctx[f->ctx], eval_ctx(r, f->ctx), text_of(f)->pc, false};
    if (f->step == TEXT_MAY) {
        may_answered(&a);
        return;
    }
    if (f->step == TEXT_OPPONENT) {
        if (r->s->picked.kind == OPT_PLAYER) a.x->opponent = r->s->picked.a;
        f->step = TEXT_RUN;
    }
    if (text_of(f)->end && a.pc >= text_of(f)->end) {
        text_end(&a);
        return;
    }
    if (r->s->nplayers > 2 && ask_opponent_first(&a)) return;
    unsigned op = step_word(&a), len;
    a.e.among = vm_lasts(op); /* and applies to the cards of all opponents */
    if (a.x->shuffled) a.x->shuffled = a.x->shuffled == 1 && moves_cards(op) ? 2 : 0;
    switch (op) {
    case OP_END: text_end(&a); return;
    case OP_SELECT: do_select(&a); return;
    case OP_MOVE:
        kmark(r, KM_ONE_SHOT);
        do_move(&a, false);
        return;
    case OP_TAKE: do_move(&a, true); return;
    case OP_ORIENT:
        kmark(r, KM_ONE_SHOT);
        do_orient(&a);
        return;
    case OP_TURNFACE: do_face(&a); return;
    case OP_DRAW:
        kmark(r, KM_ONE_SHOT);
        do_upto(&a, false);
        return;
    case OP_LOOK: do_upto(&a, true); return;
    case OP_REVEAL: do_reveal(&a, false); return;
    case OP_SHOWALL: do_reveal(&a, true); return;
    case OP_SEE: do_see(&a); return;
    case OP_SHUFFLE: do_shuffle(&a); return;
    case OP_SETP: {
        PlayerSet who = vm_players(&a.e, &a.pc);
        a.x->player = who ? player_first(who) : NOBODY;
        break;
    }
    case OP_DAMAGE:
    case OP_CLEAR:
        kmark(r, KM_ONE_SHOT);
        do_damage(&a, op == OP_CLEAR);
        return;
    case OP_IF:
    case OP_WHEN:
        len = vm_truth(&a.e, &a.pc);
        a.pc = (Pc)(a.pc + 1 + (len ? 0 : r->pack->code[a.pc]));
        if (!len && op == OP_IF) a.x->did = 0;
        break;
    case OP_ELSE: a.pc = (Pc)(a.pc + 1 + r->pack->code[a.pc]); break;
    case OP_MAY: {
        PlayerId p = one_player(&a);
        len = step_word(&a);
        ask_may(&a, p, len);
        return;
    }
    case OP_MUST: a.x->agreed = 1; break;
    case OP_BY: do_by(&a); return;
    case OP_EACH: do_each(&a); return;
    case OP_ROUNDS: do_rounds(&a); return;
    case OP_MODES: do_modes(&a); return;
    case OP_DECLARE: do_declare(&a); return;
    case OP_PICKPLACE: do_pick_places(&a); return;
    case OP_SETPLACES: a.x->places = vm_places_of(&a.e, &a.pc); break;
    case OP_SETX:
    case OP_SETIT:
    case OP_KEEP: do_register(&a, op); return;
    case OP_STOP: a.x->cancelled = 1; break;
    case OP_MARK: run_rule(r, step_word(&a)); break;
    case OP_TRIED: f->flags |= TEXT_TRIED; break;
    case OP_LATER: kmark(r, KM_LATER); break;
    case OP_ONPLACES:
    case OP_ONTO: /* the move before it has read this */
        a.pc--;
        vm_pass(r, &a.pc);
        break;
    case OP_WIN: do_end_of_game(&a, true); return;
    case OP_LOSEGAME: do_end_of_game(&a, false); return;
    case OP_INSTEAD: a.x->replaced = 1; break;
    case OP_AIMSTACK:
    case OP_AIMPLAYER:
    case OP_AIMEITHER:
    case OP_SWAPREST:
    case OP_FIREAS:
    case OP_SWAP:
    case OP_PAY:
    case OP_FIRENOW:
    case OP_FIRE:
    case OP_LAPSE:
        text_of(f)->pc = a.pc;
        r->g->op(r, f, op);
        return;
    case OP_GAME:
        kmark(r, KM_ONE_SHOT);
        text_of(f)->pc = (Pc)(a.pc + 1);
        r->acting = r->g->ordered_ops >> r->pack->code[a.pc] & 1 ? 0 : f->ctx;
        r->g->op(r, f, OP_COUNT_ + r->pack->code[a.pc]);
        r->acting = 0;
        return;
    default:
        if (step_lasting(&a, op)) break;
        run_fault(r, FAULT_CODE);
        return;
    }
    text_of(f)->pc = a.pc;
}

void proc_text(Run *r, Frame *f) {
    do text_step(r, f);
    while (frame_goes_on(r, f, PROC_TEXT));
}
