/* Chapter 5: the actions of card text that need more than the kernel's moves.
 *
 * rebirth_op() dispatches: operations of ops.def to their op_* function, and those of the VM
 * whose meaning is up to the game. A function reads its operands from the code with text_set(),
 * text_number() and so on, in the order of the operand letters. An action that has to ask pushes
 * a procedure of its own; its op_* function only fills in the frame. */
#include "games/rebirth/actions.h"
#include "games/rebirth/procs.h"
#include "kernel/pick.h"
#include "kernel/place.h"
#include "vm/vm.h"

const GameOp rebirth_ops[ROP_COUNT] = {
#define GAME_OP(name, operands, meaning, function) {#name, operands, meaning},
#include "games/rebirth/ops.def"
#undef GAME_OP
};

/* ---- 5.14 pay energy ---- */

enum { PAY_BEGIN, PAY_REST };
typedef struct Payment {
    int16_t count;   /* energy cards to rest */
    PlayerId player; /* who pays */
} Payment;
FRAME_LOCALS(Payment, payment_of)

Frame *rebirth_pay_energy(Run *r, PlayerId p, int n) {
    Frame *f = frame_push(r, RPROC_PAY);
    payment_of(f)->count = (int16_t)n;
    payment_of(f)->player = p;
    return f;
}

/* Procedure: the player picks the energy cards, then all of them are rested at once. */
void rebirth_pay(Run *r, Frame *f) {
    State *s = r->s;
    Context *x = &s->ctx[0];
    const Payment pay = *payment_of(f);
    if (f->step == PAY_BEGIN) {
        f->step = PAY_REST;
        RULE(RB_5_14_1);
        reg_clear(r, x, REG_MOVE);
        if (pay.count <= 0) return;
        const unsigned n = (unsigned)pay.count;
        Frame *g = pick_begin(r, 0, pay.player, n, n, PICK_FREE, REG_MOVE);
        pick_of(g)->list = RL_PAY;
        pick_of(g)->steady = 1;
        pick_of(g)->clause = RB_5_14_1;
        return;
    }
    unsigned first = batch_open(r);
    for (unsigned i = 0; i < x->n[REG_MOVE]; i++)
        batch_orient(r, pay.player, reg_cards(r->s, x, REG_MOVE)[i].card, true);
    reg_clear(r, x, REG_MOVE);
    frame_pop(r);
    batch_do(r, first);
}

bool rebirth_payable(Run *r, unsigned player, int n, uint16_t *reserved, unsigned *nreserved) {
    State *s = r->s;
    const Player *q = &s->player[player];
    int have = 0;
    for (unsigned i = 0; i < q->count[RZ_ENERGY] && have < n; i++) {
        CardId c = zone_card(q, RZ_ENERGY, i);
        bool taken = card_of(s, c)->flags & CARD_RESTED;
        for (unsigned j = 0; j < *nreserved; j++) taken |= reserved[j] == c;
        if (taken) continue;
        have++;
        if (*nreserved < MAX_SET) reserved[(*nreserved)++] = c;
    }
    if (have < n) RULE(RB_5_14_1_1);
    return have >= n;
}

/* ---- 5.12 swap ---- */

/* May an effect put the card where the other one lies? */
static bool can_go(Run *r, const Frame *f, CardId c, const Card *to) {
    Event like = {.how = RH_SWAP};
    event_caused(r->s, &like, f->ctx, r->s->ctx[f->ctx].master);
    return move_possible(r, c, to->holder, to->zone) &&
           !r->g->move_forbidden(r, c, zone_bit(to->zone), 0, 0) &&
           !(bans_in_force(r) && move_banned(r, c, to->holder, to->zone, &like));
}

/* 5.12.2: each card must be able to go to where the other lies, or neither moves. */
static bool swap_possible(Run *r, const Frame *f, CardId a, CardId b) {
    State *s = r->s;
    const Card *x = card_of(s, a), *y = card_of(s, b);
    if (!x->zone || !y->zone || a == b) return false;
    if (!can_go(r, f, a, y) || !can_go(r, f, b, x)) {
        RULE(RB_5_12_2);
        if (x->zone == RZ_MEMBER || y->zone == RZ_MEMBER) RULE(RB_5_12_2_1);
        return false;
    }
    /* 12.2.1.6.2: a deer character swaps only with another member */
    bool deer =
        ((x->kinds | y->kinds) >> RK_DEER & 1) && (x->zone != RZ_MEMBER || y->zone != RZ_MEMBER);
    if (deer) RULE(RB_12_2_1_6_2);
    return !deer;
}

/* Adds the two moves of one swap to the batch. */
static void add_swap(Run *r, CardId a, CardId b, const Frame *f, unsigned put) {
    PlayerId master = r->s->ctx[f->ctx].master;
    if (card_of(r->s, a)->zone == RZ_MEMBER || card_of(r->s, b)->zone == RZ_MEMBER)
        RULE(RB_5_12_1_1);
    const Card *x = card_of(r->s, a), *y = card_of(r->s, b);
    Event *e = batch_move(r, a, y->holder, y->zone, RH_SWAP);
    e->seats_to = y->seats;
    event_caused(r->s, e, f->ctx, master);
    e->put = (uint16_t)(put | PUT_SWAPPED);
    e->other = b;
    e = batch_move(r, b, x->holder, x->zone, RH_SWAP);
    e->seats_to = x->seats;
    event_caused(r->s, e, f->ctx, master);
    e->put = (uint16_t)(put | PUT_SWAPPED);
    e->other = a;
}

/* Applies all swaps of the batch at once. 5.12.2: if a compulsory replacement would send a card
 * elsewhere, none takes place. */
static void swap_apply(Run *r, Context *x, unsigned first, const CardRef *c, unsigned n) {
    if (r->s->nbatch == first) return;
    x->did = 1;
    if (replace_compulsory(r, first)) {
        RULE(RB_5_12_2);
        batch_drop(r, first);
        x->did = 0;
        return;
    }
    /* 5.12.2.2: optional replacements that would send a card elsewhere are not offered */
    RULE(RB_5_12_2_2);
    batch_apply(r, first);
    for (unsigned i = 0; i < n; i++) place_follow(r, x, c[i]);
}

/* Do the cards lie in the same zone of the same player? */
static bool same_place(const State *s, CardRef a, CardRef b) {
    const Card *x = card_of(s, a.card), *y = card_of(s, b.card);
    return x->zone == y->zone && x->holder == y->holder;
}

/* Swaps the cards of two zones that have no seats: each card goes to the other zone, however many
 * there are. Returns false if the cards lie otherwise and have to be paired. */
static bool swap_zones(Run *r, const Frame *f, const CardRef *c, unsigned n, unsigned put) {
    State *s = r->s;
    unsigned first = batch_open(r), other = 0;
    while (other < n && same_place(s, c[0], c[other])) other++;
    if (other == n) return true; /* all lie in one place: nothing to swap */
    for (unsigned i = 0; i < n; i++)
        if ((!same_place(s, c[i], c[0]) && !same_place(s, c[i], c[other])) ||
            (r->g->zones[card_of(s, c[i].card)->zone].flags & ZONE_SEATED))
            return false;
    for (unsigned i = 0; i < n; i++)
        if (!swap_possible(r, f, c[i].card, c[same_place(s, c[i], c[0]) ? other : 0].card))
            return true;
    for (unsigned i = 0; i < n; i++) {
        CardId partner = c[same_place(s, c[i], c[0]) ? other : 0].card;
        const Card *to = card_of(s, partner);
        Event *e = batch_move(r, c[i].card, to->holder, to->zone, RH_SWAP);
        event_caused(s, e, f->ctx, s->ctx[f->ctx].master);
        e->put = (uint16_t)(put | PUT_SWAPPED);
        e->other = partner;
    }
    swap_apply(r, &s->ctx[f->ctx], first, c, n);
    return true;
}

/* Swap of more than two cards: the player pairs them one at a time. REG_MOVE holds the cards, the
 * pairs made so far first. */
typedef struct Swap {
    uint16_t put;   /* PUT_*: how the cards are put */
    uint16_t pairs; /* pairs made so far */
} Swap;
FRAME_LOCALS(Swap, swap_of)
enum { SWAP_PAIR, SWAP_CHOSEN };
/* Procedure: asks for the partner of the first unpaired card until none is left, then swaps all
 * pairs. */
void rebirth_swap(Run *r, Frame *f) {
    State *s = r->s;
    Context *x = &s->ctx[f->ctx];
    CardRef *c = reg_cards(s, x, REG_MOVE);
    unsigned at = 2u * swap_of(f)->pairs, n = x->n[REG_MOVE];
    if (f->step == SWAP_CHOSEN) {
        unsigned j = at + 1;
        while (j + 1 < n && c[j].card != s->picked.card) j++;
        CardRef t = c[j];
        c[j] = c[at + 1];
        c[at + 1] = t;
        swap_of(f)->pairs++;
        f->step = SWAP_PAIR;
        return;
    }
    if (at + 1 < n) {
        f->step = SWAP_CHOSEN;
        ask_begin(r, x->master, ASK_CARD, RB_5_12_1);
        for (unsigned j = at + 1; j < n; j++)
            if (!same_place(s, c[at], c[j]) && swap_possible(r, f, c[at].card, c[j].card))
                ask_add(r, (Option){.kind = OPT_CARD, .card = c[j].card});
        if (s->ask.n) {
            ask_done(r);
            return;
        }
        memset(&s->ask, 0, sizeof s->ask); /* no legal partner: the card stays where it is */
        f->step = SWAP_PAIR;
        memmove(&c[at], &c[at + 1], (n - at - 1) * sizeof *c);
        reg_resize(r, x, REG_MOVE, n - 1);
        return;
    }
    CardRef done[MAX_SET];
    unsigned first = batch_open(r);
    memcpy(done, c, at * sizeof *c);
    for (unsigned i = 0; i + 1 < at; i += 2)
        add_swap(r, c[i].card, c[i + 1].card, f, swap_of(f)->put);
    reg_clear(r, x, REG_MOVE);
    frame_pop(r);
    swap_apply(r, x, first, done, at);
}

/* Swaps more than two cards, by zones if possible, else by pairs. */
static void swap_many(Run *r, Frame *f, const CardRef *c, unsigned n, unsigned put) {
    Context *x = &r->s->ctx[f->ctx];
    if (swap_zones(r, f, c, n, put)) return;
    reg_set(r, x, REG_MOVE, c, n);
    Frame *g = frame_push(r, RPROC_SWAP);
    g->ctx = f->ctx;
    swap_of(g)->put = (uint16_t)put;
}

/* SWAP s s: swaps the two sets pairwise. The same set twice means that its cards swap among
 * themselves. */
static void op_swap(Run *r, Frame *f, unsigned put) {
    CardRef a[MAX_SET], b[MAX_SET];
    unsigned na = text_set(r, f, a), nb = text_set(r, f, b), first = batch_open(r), n = 0;
    Context *x = &r->s->ctx[f->ctx];
    bool same = na == nb && na > 0 && a[0].card == b[0].card;
    RULE(RB_5_12_1);
    x->did = 0;
    if (same) { /* keep the cards that are still there */
        for (unsigned i = 0; i < na; i++)
            if (ref_live(r->s, a[i])) a[n++] = a[i];
        if (n > 2) swap_many(r, f, a, n, put);
        if (n != 2) return;
        b[0] = a[1];
        na = nb = 1;
    }
    for (unsigned i = n = 0; i < na && i < nb; i++) {
        if (!ref_live(r->s, a[i]) || !ref_live(r->s, b[i]) ||
            !swap_possible(r, f, a[i].card, b[i].card))
            continue;
        add_swap(r, a[i].card, b[i].card, f, put);
    }
    CardRef all[2 * MAX_SET];
    for (unsigned i = n = 0; i < na && i < nb; i++) {
        all[n++] = a[i];
        all[n++] = b[i];
    }
    swap_apply(r, x, first, all, n);
}

/* ---- 5.16 heal ---- */

enum { HEAL_PICK, HEAL_MOVE };
typedef struct Heal {
    int16_t count;   /* cards to take from the retire zone */
    PlayerId player; /* who heals */
} Heal;
FRAME_LOCALS(Heal, heal_of)

/* Procedure: the player picks cards of the retire zone, which move to the waiting room together. */
void rebirth_heal(Run *r, Frame *f) {
    State *s = r->s;
    Context *x = &s->ctx[0];
    const Heal heal = *heal_of(f);
    if (f->step == HEAL_PICK) {
        f->step = HEAL_MOVE;
        RULE(RB_5_16_1);
        reg_clear(r, x, REG_MOVE);
        if (heal.count <= 0) return;
        const unsigned n = (unsigned)heal.count;
        Frame *g = pick_begin(r, 0, heal.player, n, n, PICK_FREE, REG_MOVE);
        pick_of(g)->list = RL_RETIRE;
        pick_of(g)->clause = RB_5_16_1;
        return;
    }
    unsigned first = batch_open(r);
    for (unsigned i = 0; i < x->n[REG_MOVE]; i++)
        event_caused(
            s, batch_move(r, reg_cards(s, x, REG_MOVE)[i].card, heal.player, RZ_WAITING, RH_HEAL),
            f->ctx, heal.player);
    reg_clear(r, x, REG_MOVE);
    frame_pop(r);
    batch_do(r, first);
}

/* ---- 5.25 check ---- */

enum { CHK_WHO, CHK_MOVE, CHK_COMPARE };
typedef struct CardCheck {
    CardId card;      /* the checked card, 0: the deck was empty */
    DefId def;        /* its definition when it lay in the deck */
    PlayerId player;  /* who checks */
    PlayerId against; /* the opponent whose entry it is compared with */
} CardCheck;
FRAME_LOCALS(CardCheck, card_check_of)

/* 5.25.1.1 to 5.25.1.3: a Re birth card wins, a character wins by a higher attack than the
 * opponent's entry, anything else loses. */
static bool check_won(Run *r, const CardCheck *check) {
    State *s = r->s;
    const CardDef *d = &r->pack->def[check->def];
    CardId entry = zone_top(s, check->against, RZ_ENTRY);
    bool won = false;
    if (check->card && (d->kinds >> RK_RE & 1)) {
        RULE(RB_5_25_1_1);
        won = true;
    } else if (check->card && (d->kinds >> RK_CH & 1)) {
        RULE(RB_5_25_1_2);
        int mine = card_of(s, check->card)->zone == RZ_WAITING
                       ? card_stat(r, ref_to(s, check->card), STAT_ATK)
                       : d->num.atk;
        /* without a character in the entry there is no attack value to beat */
        won = entry && (card_kinds(r, entry) >> RK_CH & 1) &&
              mine > card_stat(r, ref_to(s, entry), STAT_ATK);
    }
    if (!won) RULE(RB_5_25_1_3);
    return won;
}

/* Procedure: moves the top card of the deck to the waiting room and compares it. Sets Context.won
 * to 1 or 2 and makes the checked card "it". */
void rebirth_checkcard(Run *r, Frame *f) {
    State *s = r->s;
    CardCheck *check = card_check_of(f);
    PlayerId p = check->player;
    Context *x = &s->ctx[f->ctx];
    if (f->step == CHK_WHO) { /* 13.5.5.3: choose one of several opponents */
        f->step = CHK_MOVE;
        PlayerSet set = opponents(r, p);
        if (s->nplayers > 2) run_rule(r, r->g->formats[s->format].clause_players);
        if (p == x->master && x->opponent != NOBODY) set = player_bit(x->opponent);
        if (ask_player(r, p, set, RB_13_5_5_3)) return;
    }
    if (f->step == CHK_MOVE) {
        CardId c = zone_top(s, p, RZ_DECK);
        check->against = s->picked.a;
        f->step = CHK_COMPARE;
        RULE(RB_5_25_1);
        x->won = 2;
        if (!c) return;
        check->card = c;
        check->def = card_of(s, c)->def;
        unsigned first = batch_open(r);
        Event *e = batch_move(r, c, p, RZ_WAITING, RH_PUT);
        event_caused(s, e, f->ctx, p);
        batch_do(r, first);
        return;
    }
    s->facts[RF_CHECKING] = (uint8_t)(p + 1);
    derived_read_changed(s, DEPENDS_ATTACK);
    const bool won = check_won(r, check);
    s->facts[RF_CHECKING] = 0;
    derived_read_changed(s, DEPENDS_ATTACK);
    RULE(RB_5_25_2);
    x->won = won ? 1 : 2;
    reg_clear(r, x, REG_IT);
    if (check->card) reg_push(r, x, REG_IT, ref_to(s, check->card));
    const bool lies = check->card && card_of(s, check->card)->zone == RZ_WAITING;
    Event e = event_make(s, EV_CHECK, p, lies ? check->card : NONE);
    e.amount = won ? 1 : 2;
    event_caused(s, &e, f->ctx, p);
    frame_pop(r);
    event_report(r, &e);
}

/* Carries out a batch and follows the cards that moved, so that "it" still refers to them. */
static void batch_do_follow(Run *r, Context *x, unsigned first, const CardRef *c, unsigned n) {
    batch_do(r, first);
    for (unsigned i = 0; i < n; i++)
        if (card_of(r->s, c[i].card)->inc == (uint16_t)(c[i].inc + 1)) place_follow(r, x, c[i]);
}

/* ---- 5.28 partnerise ---- */

/* 5.28: puts the cards face up into the energy zone, where entered() makes them partners. */
static void op_partnerise(Run *r, Frame *f) {
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c), first = batch_open(r), m = 0;
    Context *x = &r->s->ctx[f->ctx];
    for (unsigned i = 0; i < n; i++) {
        if (!ref_live(r->s, c[i]) || !move_possible(r, c[i].card, card_owner(c[i].card), RZ_ENERGY))
            continue;
        RULE(RB_5_28_1_1);
        Event *e = batch_move(r, c[i].card, card_owner(c[i].card), RZ_ENERGY, RH_PUT);
        e->put = PUT_UP;
        event_caused(r->s, e, f->ctx, x->master);
        e->amount = 1; /* partnerised on arrival */
        c[m++] = c[i];
    }
    x->did = m > 0;
    batch_do_follow(r, x, first, c, m);
}

/* 5.22, 4.13: ties the first set to the first card of the second as souls. */
static void op_soul(Run *r, Frame *f) {
    CardRef a[MAX_SET], b[MAX_SET];
    unsigned na = text_set(r, f, a), nb = text_set(r, f, b), first = batch_open(r), m = 0;
    Context *x = &r->s->ctx[f->ctx];
    x->did = 0;
    if (!nb || !ref_live(r->s, b[0])) return;
    RULE(RB_5_22_1);
    for (unsigned i = 0; i < na; i++) {
        if (!ref_live(r->s, a[i]) || !move_possible(r, a[i].card, card_owner(a[i].card), RZ_SOUL))
            continue;
        RULE(RB_4_13_3_1);
        if (card_of(r->s, a[i].card)->zone == RZ_SOUL) {
            RULE(RB_10_3_10); /* already a soul: the latest tie holds */
            Event *e = batch_add(r, EV_TIE, card_of(r->s, a[i].card)->holder, a[i].card);
            e->other = b[0].card;
            event_caused(r->s, e, f->ctx, x->master);
        } else {
            Event *e = batch_move(r, a[i].card, card_owner(a[i].card), RZ_SOUL, RH_SOUL);
            e->other = b[0].card;
            event_caused(r->s, e, f->ctx, x->master);
            a[m++] = a[i];
        }
        x->did = 1;
    }
    batch_do_follow(r, x, first, a, m);
}

/* 4.3.3.3.1: gives face-down cards the stated cost, numbers, name and trait. */
static void op_mask(Run *r, Frame *f) {
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c);
    Guise g = {.used = 1};
    g.cost = (int16_t)text_word(r, f);
    g.atk = (int16_t)text_word(r, f);
    g.def = (int16_t)text_word(r, f);
    g.name = (TermId)text_word(r, f);
    g.trait = (TermId)text_word(r, f);
    for (unsigned i = 0; i < n; i++) {
        Card *k = card_at(r->s, c[i].card);
        unsigned row = 0;
        while (row < MAX_GUISES && r->s->guise[row].used) row++;
        if (row == MAX_GUISES) run_fault(r, FAULT_RULES);
        if (!(k->flags & CARD_DOWN) || row == MAX_GUISES) continue;
        RULE(RB_4_3_3_3_1);
        k->flags |= CARD_INFO;
        k->guise = (uint8_t)(row + 1);
        r->s->guise[row] = g;
        card_printed(r, c[i].card);
    }
    derived_invalidate(r->s, BECAUSE_EFFECT);
}

/* 12.2.1.4.2: puts the top cards of the deer pile into a zone. */
static void op_deer(Run *r, Frame *f) {
    State *s = r->s;
    PlayerSet who = text_players(r, f);
    int n = text_number(r, f);
    unsigned zones = text_word(r, f), put = text_word(r, f);
    Context *x = &s->ctx[f->ctx];
    RULE(RB_12_2_1_4);
    RULE(RB_12_2_1_4_1); /* in order from the top */
    reg_clear(r, x, REG_MOVE);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (int i = 0; (who & player_bit(p)) && i < n && i < s->player[p].count[RZ_DEER]; i++)
            reg_push(r, x, REG_MOVE,
                     ref_to(s, zone_card(&s->player[p], RZ_DEER,
                                         s->player[p].count[RZ_DEER] - 1u - (unsigned)i)));
    Frame *g = place_begin(r, f->ctx, x->master, zones, put, RH_PUT);
    place_of(g)->by_effect = true;
    place_of(g)->to_it = true;
}

/* 5.10.1.1: the master looks at the cards; they stay hidden from everybody else. */
static void op_see(Run *r, Frame *f) {
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c), first = batch_open(r);
    Context *x = &r->s->ctx[f->ctx];
    RULE(RB_5_10_1_1);
    reg_clear(r, x, REG_LOOK);
    for (unsigned i = 0; i < n; i++) {
        reg_push(r, x, REG_LOOK, c[i]);
        event_caused(r->s, batch_add(r, EV_LOOK, x->master, c[i].card), f->ctx, x->master);
    }
    batch_do(r, first);
}

/* ---- playing an ability as if it had triggered ---- */

enum { FIRE_ASK, FIRE_CHOSEN };
typedef struct Fire {
    CardId card;     /* has the ability */
    CardId as;       /* the card the ability is played as */
    uint8_t keyword; /* abilities with this keyword are offered */
    PlayerId player; /* who chooses and plays it */
} Fire;
FRAME_LOCALS(Fire, fire_of)

/* Procedure: the player chooses one of the card's abilities with the keyword and plays it. */
void rebirth_fire(Run *r, Frame *f) {
    State *s = r->s;
    const Fire fire = *fire_of(f);
    if (f->step == FIRE_ASK) {
        const CardDef *d = &r->pack->def[card_of(s, fire.card)->def];
        f->step = FIRE_CHOSEN;
        ask_begin(r, fire.player, RASK_WAITING, RB_9_8_3);
        for (AbilId a = d->abil; a < d->abil + d->nabil; a++)
            if (r->pack->abil[a].keywords >> fire.keyword & 1)
                ask_add(r, (Option){.kind = ROPT_RESOLVE, .card = fire.card, .c = a});
        ask_done(r);
        return;
    }
    Option o = s->picked;
    frame_pop(r);
    if (o.kind != ROPT_RESOLVE) return;
    for (unsigned n = 1 + rebirth_triggers_more(r, fire.player, o.c); n > 0; n--)
        rebirth_play_ability(r, fire.player, fire.as, o.c, -1);
}

/* Reports that the effect has chosen a spark of the cards. */
static void report_chosen(Run *r, Frame *f, const CardRef *c, unsigned n) {
    const PlayerId p = r->s->ctx[f->ctx].master;
    unsigned first = batch_open(r);
    for (unsigned i = 0; i < n; i++) {
        Event *e = batch_deed(r, RDEED_SPARK_CHOSEN, p, c[i].card, NONE, 0);
        if (e) event_caused(r->s, e, f->ctx, p);
    }
    if (r->s->nbatch > first) batch_do(r, first);
}

static void op_chose(Run *r, Frame *f) {
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c);
    report_chosen(r, f, c, n);
}

static void op_hush(Run *r, Frame *f) {
    const State *s = r->s;
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c);
    for (unsigned i = s->nwaiting; i-- > 0;) {
        const Waiting *w = &s->waiting[i];
        bool own = w->subject.card == w->source.card && !w->effect;
        for (unsigned j = 0; own && j < n; j++)
            if (w->source.card == c[j].card && w->source.inc == c[j].inc) {
                waiting_drop(r, i);
                break;
            }
    }
}

/* FIRE, FIREAS: plays an ability of the first card; FIREAS plays it as an ability of the second. */
static void op_fire(Run *r, Frame *f, bool as) {
    CardRef c[MAX_SET];
    CardRef self[MAX_SET];
    const bool reported = r->pack->code[text_of(f)->pc] == OP_KEPT; /* by CHOSE */
    unsigned n = text_set(r, f, c), m = as ? text_set(r, f, self) : 0, key = text_word(r, f);
    if (!n || (as && !m)) return;
    Frame *g = frame_push(r, RPROC_FIRE);
    *fire_of(g) = (Fire){.card = c[0].card,
                         .as = as ? self[0].card : c[0].card,
                         .keyword = (uint8_t)key,
                         .player = r->s->ctx[f->ctx].master};
    if (!reported) report_chosen(r, f, c, 1);
}

/* FIRENOW: the card's player plays the ability that was just given to it. */
static void op_fire_now(Run *r, Frame *f) {
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c), abil = text_word(r, f);
    if (n && ref_live(r->s, c[0]))
        rebirth_play_ability(r, card_of(r->s, c[0].card)->holder, c[0].card, (AbilId)abil, -1);
}

/* ---- dispatch ---- */

/* The first player of the set in turn order. */
static PlayerId first_of(Run *r, PlayerSet p) {
    for (unsigned i = 0; i < r->s->nplayers; i++)
        if (p & player_bit(player_nth(r->s, i))) return player_nth(r->s, i);
    return 0;
}

/* CHECK, 5.25: pushes the check. */
static void op_check(Run *r, Frame *f) {
    PlayerId p = first_of(r, text_players(r, f));
    Frame *g = frame_push(r, RPROC_CHECKCARD);
    g->ctx = f->ctx;
    card_check_of(g)->player = p;
}

/* HEAL, 5.16: pushes the choice of retired cards. */
static void op_heal(Run *r, Frame *f) {
    PlayerId p = first_of(r, text_players(r, f));
    int n = text_number(r, f);
    Frame *g = frame_push(r, RPROC_HEAL);
    g->ctx = f->ctx;
    heal_of(g)->count = (int16_t)n;
    heal_of(g)->player = p;
}

/* PAY, 5.14: pushes the payment; paying 0 is possible (5.14.2.1). */
static void op_pay(Run *r, Frame *f) {
    PlayerId p = first_of(r, text_players(r, f));
    int n = text_number(r, f);
    if (n == 0) RULE(RB_5_14_2_1);
    rebirth_pay_energy(r, p, n);
}

/* LAPSE: ends the main or attack phase after the current action. */
static void op_lapse(Run *r, Frame *f) {
    text_word(r, f);
    r->s->facts[RF_PHASE_OVER] = 1;
}

/* Hook: carries out an operation of the game (ops.def) or one of the VM's that the game defines. */
void rebirth_op(Run *r, Frame *f, unsigned op) {
    static void (*const handlers[ROP_COUNT])(Run *, Frame *) = {
#define GAME_OP(name, operands, meaning, function) function,
#include "games/rebirth/ops.def"
#undef GAME_OP
    };
    if (op >= OP_COUNT_ && op < OP_COUNT_ + ROP_COUNT) {
        handlers[op - OP_COUNT_](r, f);
        return;
    }
    switch (op) {
    case OP_SWAP: op_swap(r, f, 0); return;
    case OP_SWAPREST: op_swap(r, f, PUT_RESTED); return;
    case OP_FIREAS: op_fire(r, f, true); return;
    case OP_PAY: op_pay(r, f); return;
    case OP_FIRE: op_fire(r, f, false); return;
    case OP_FIRENOW: op_fire_now(r, f); return;
    case OP_LAPSE: op_lapse(r, f); return;
    default: run_fault(r, FAULT_CODE);
    }
}

bool rebirth_op_payable(Run *r, unsigned ctx, unsigned op, unsigned at) {
    Eval e = eval_ctx(r, ctx);
    Pc pc = (Pc)at;
    CardRef c[MAX_SET];
    if (op == ROP_HEAL) {
        PlayerId p = first_of(r, vm_players(&e, &pc));
        return (int)zone_count(r->s, p, RZ_RETIRE) >= vm_number(&e, &pc);
    }
    if (op == ROP_CHECK) return zone_count(r->s, first_of(r, vm_players(&e, &pc)), RZ_DECK) > 0;
    if (op == ROP_DEER) return zone_count(r->s, first_of(r, vm_players(&e, &pc)), RZ_DEER) > 0;
    if (r->pack->code[pc] == OP_IT) return true; /* picked by an earlier part of the cost */
    return vm_set(&e, &pc, c, MAX_SET) > 0;
}
