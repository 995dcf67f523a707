/* Chapter 5: the actions of card text that need more than the kernel's moves, and make (11.11).
 *
 * luck_op() dispatches: operations of ops.def to their op_* function, and those of the VM whose
 * meaning is up to the game. An action that has to ask pushes a procedure of its own. */
#include "games/luck/luck.h"
#include "kernel/pick.h"
#include "kernel/place.h"
#include "vm/vm.h"

const GameOp luck_ops[LOP_COUNT] = {
#define GAME_OP(name, operands, meaning, function) {#name, operands, meaning},
#include "games/luck/ops.def"
#undef GAME_OP
};

static PlayerId one_of(Run *r, const Frame *f, PlayerSet set) {
    return set ? player_first(set) : r->s->ctx[f->ctx].master;
}

/* Sets DID and what "it" is afterwards. */
static void does(Run *r, Frame *f, bool did) { r->s->ctx[f->ctx].did = did; }

/* ---- payment ---- */

static void op_pay(Run *r, Frame *f) {
    const PlayerId p = one_of(r, f, text_players(r, f));
    int n = text_number(r, f);
    TextLocals *t = text_of(f);
    const int credit = t->credit < n ? t->credit : n;
    n -= credit;
    t->credit = (int16_t)(t->credit - credit);
    const bool able = n <= (int)r->s->player[p].count[LZ_STOCK];
    RULE(LL_5_22_5_1);
    does(r, f, able);
    if (able) luck_pay_stock(r, f->ctx, p, (unsigned)(n > 0 ? n : 0));
}

/* ---- 5.11 swap ---- */

static bool can_go(Run *r, const Frame *f, CardId c, const Card *to) {
    Event like = {.how = LH_PUT};
    SeatSet at[16];
    event_caused(r->s, &like, f->ctx, r->s->ctx[f->ctx].master);
    if (bans_in_force(r) && move_banned(r, c, to->holder, to->zone, &like)) return false;
    if (to->zone != LZ_CIRCLE) return true;
    for (unsigned i = 0, n = luck_seatings(r, c, to->holder, to->zone, at, 16); i < n; i++)
        if (at[i] == to->seats) return true;
    return false;
}

static void add_swap(Run *r, CardId a, const Card *to, const Frame *f, CardId other, unsigned how) {
    Event *e = batch_move(r, a, to->holder, to->zone, how);
    e->seats_to = to->seats;
    event_caused(r->s, e, f->ctx, r->s->ctx[f->ctx].master);
    e->put = PUT_SWAPPED;
    if (to->zone == LZ_STOCK && !(to->flags & CARD_DOWN)) e->put |= PUT_UP;
    e->other = r->g->zones[to->zone].flags & ZONE_TIED ? NONE : other;
}

/* SWAP s s: both or neither, at once; each takes the other's place. */
static void op_swap(Run *r, Frame *f) {
    State *s = r->s;
    CardRef a[MAX_SET], b[MAX_SET];
    unsigned na = text_set(r, f, a), nb = text_set(r, f, b);
    Context *x = &s->ctx[f->ctx];
    if (na == 2 && nb == 2 && a[0].card == b[0].card) b[0] = a[1], na = nb = 1;
    does(r, f, false);
    RULE(LL_5_11_1);
    if (!na || !nb || !ref_live(s, a[0]) || !ref_live(s, b[0]) || a[0].card == b[0].card) return;
    const Card p = *card_of(s, a[0].card), q = *card_of(s, b[0].card);
    if (!can_go(r, f, a[0].card, &q) || !can_go(r, f, b[0].card, &p)) {
        RULE(LL_5_11_2);
        return;
    }
    unsigned first = batch_open(r);
    const unsigned how = p.zone == LZ_CIRCLE && q.zone == LZ_CIRCLE ? LH_MOVE : LH_PUT;
    add_swap(r, a[0].card, &q, f, b[0].card, how);
    add_swap(r, b[0].card, &p, f, a[0].card, how);
    does(r, f, true);
    batch_do(r, first);
    place_follow(r, x, a[0]);
    place_follow(r, x, b[0]);
}

/* ---- 5.12, 5.13 ---- */

static void op_sortie(Run *r, Frame *f) {
    State *s = r->s;
    CardRef c[MAX_SET];
    const PlayerId p = one_of(r, f, text_players(r, f));
    unsigned n = text_set(r, f, c);
    const Places at = text_places(r, f);
    const unsigned flags = text_word(r, f);
    does(r, f, false);
    reg_clear(r, &s->ctx[f->ctx], REG_IT);
    unsigned members = 0;
    for (unsigned i = 0; i < n; i++)
        members += ref_live(s, c[i]) && (card_kinds(r, c[i].card) & kinds_member());
    if (members > 1 && members <= MUSTER_MAX) {
        Frame *g = frame_push(r, LPROC_MUSTER);
        Muster *v = muster_of(g);
        g->ctx = f->ctx;
        *v = (Muster){.player = p, .flags = SORTIE_EFFECT | (flags & 1 ? SORTIE_RESTED : 0)};
        for (unsigned i = 0; i < n; i++)
            if (ref_live(s, c[i]) && (card_kinds(r, c[i].card) & kinds_member()))
                v->card[v->n++] = c[i];
        v->where = p;
        for (PlayerId q = 0; q < s->nplayers; q++)
            if (at.of[q]) v->where = q;
        v->among = at.of[v->where];
        return;
    }
    for (unsigned i = n; i-- > 0;) { /* the first one is on top */
        if (!ref_live(s, c[i]) || !(card_kinds(r, c[i].card) & kinds_member())) continue;
        Frame *g = luck_sortie_begin(r, f->ctx, p, c[i].card,
                                     SORTIE_EFFECT | (flags & 1 ? SORTIE_RESTED : 0));
        for (PlayerId q = 0; q < s->nplayers; q++)
            if (at.of[q]) sortie_of(g)->where = q;
        sortie_of(g)->among = at.of[sortie_of(g)->where];
    }
}

static void op_unite(Run *r, Frame *f) {
    CardRef c[MAX_SET];
    const PlayerId p = one_of(r, f, text_players(r, f));
    unsigned n = text_set(r, f, c);
    const ZoneSet from = text_word(r, f);
    does(r, f, false);
    if (n < 2 || !ref_live(r->s, c[0]) || !ref_live(r->s, c[1])) return;
    if (luck_deed_forbidden(r, LDEED_UNION, p, NONE)) return;
    if (luck_unites(r, c[0].card, c[1].card))
        luck_union_begin(r, f->ctx, p, c[0].card, c[1].card, false, from);
}

/* 5.26: the first become souls of the second. */
static void op_soul(Run *r, Frame *f) {
    State *s = r->s;
    CardRef a[MAX_SET], b[MAX_SET];
    unsigned na = text_set(r, f, a), nb = text_set(r, f, b), first = batch_open(r), m = 0;
    Context *x = &s->ctx[f->ctx];
    does(r, f, false);
    if (!nb || !ref_live(s, b[0]) || card_of(s, b[0].card)->zone != LZ_CIRCLE) return;
    const PlayerId to = card_of(s, b[0].card)->holder;
    for (unsigned i = 0; i < na; i++) {
        if (!ref_live(s, a[i])) continue;
        RULE(LL_5_26_1);
        Event *e = card_of(s, a[i].card)->zone == LZ_SOUL
                       ? batch_add(r, EV_TIE, to, a[i].card)
                       : batch_move(r, a[i].card, to, LZ_SOUL, LH_SOUL);
        e->other = b[0].card;
        event_caused(s, e, f->ctx, x->master);
        if (e->kind == EV_MOVE) a[m++] = a[i];
        does(r, f, true);
    }
    batch_do(r, first);
    for (unsigned i = 0; i < m; i++) place_follow(r, x, a[i]);
}

/* 5.24: the first are set on the second. Without a place on the field they are dropped. */
static void op_set(Run *r, Frame *f) {
    State *s = r->s;
    CardRef a[MAX_SET], b[MAX_SET];
    const PlayerId actor = one_of(r, f, text_players(r, f));
    unsigned na = text_set(r, f, a), nb = text_set(r, f, b), put = text_word(r, f), m = 0;
    Context *x = &s->ctx[f->ctx];
    unsigned first = batch_open(r);
    does(r, f, false);
    if (!nb) return;
    const Card *host = card_of(s, b[0].card);
    const bool there = ref_live(s, b[0]) && (host->zone == LZ_CIRCLE || host->zone == LZ_GATE);
    for (unsigned i = 0; i < na; i++) {
        if (!ref_live(s, a[i])) continue;
        RULE(there ? LL_5_24_1 : LL_5_24_1_1);
        Event *e = there ? batch_move(r, a[i].card, host->holder, LZ_SET, LH_SET)
                         : batch_move(r, a[i].card, card_owner(a[i].card), LZ_DROP, LH_DROP);
        event_caused(s, e, f->ctx, actor);
        if (!there) continue;
        e->other = b[0].card;
        e->seats_to = host->seats;
        e->put = (uint16_t)put;
        if (put & PUT_DOWN) RULE(LL_5_24_4);
        if (card_kinds(r, a[i].card) & kinds_member()) RULE(LL_5_24_6);
        a[m++] = a[i];
        does(r, f, true);
    }
    batch_do(r, first);
    reg_clear(r, x, REG_IT);
    for (unsigned i = 0; i < m; i++) {
        place_follow(r, x, a[i]);
        reg_push(r, x, REG_IT, ref_to(s, a[i].card));
    }
}

/* 5.32 */
static void op_destroy(Run *r, Frame *f) {
    CardRef c[MAX_SET];
    const PlayerId p = one_of(r, f, text_players(r, f));
    unsigned n = text_set(r, f, c);
    does(r, f, false);
    for (unsigned i = 0; i < n && !r->s->result; i++) {
        const Card *k = card_of(r->s, c[i].card);
        Event like = event_make(r->s, EV_FACE, k->holder, c[i].card);
        like.how = LH_DESTROY;
        event_caused(r->s, &like, f->ctx, p);
        if (!ref_live(r->s, c[i]) || event_forbidden(r, &like)) continue;
        if (k->zone == LZ_GATE && (k->flags & CARD_DOWN)) does(r, f, true);
        luck_destroy(r, c[i].card, r->s->ctx[f->ctx].source.card, f->ctx, p);
    }
}

/* ---- 5.15 level boost, 5.18 luck drive ---- */

enum { BOOST_BEGIN, BOOST_CHOSEN, BOOST_DRAW, BOOST_DREW, BOOST_END };
typedef struct Boost {
    PlayerId player;
    uint8_t luck;
    CardRef rested;
} Boost;
FRAME_LOCALS(Boost, boost_of)

void luck_boost_begin(Run *r, unsigned ctx, PlayerId p, bool luck) {
    Frame *f = frame_push(r, LPROC_BOOST);
    f->ctx = (uint8_t)ctx;
    *boost_of(f) = (Boost){.player = p, .luck = luck};
}

/* Pays: three cards of the stock, or a level card is rested. */
static bool pay_boost(Run *r, Frame *f, Boost *v) {
    State *s = r->s;
    const Player *q = &s->player[v->player];
    if (v->luck) {
        RULE(LL_5_18_1);
        if (q->count[LZ_STOCK] < 3) {
            frame_pop(r);
            return true;
        }
        return luck_pay_stock(r, f->ctx, v->player, 3);
    }
    RULE(LL_5_15_1);
    if (!zone_upright(q, LZ_LEVEL)) {
        frame_pop(r);
        return true;
    }
    f->step = BOOST_CHOSEN;
    ask_begin(r, v->player, ASK_CARD, LL_5_15_1);
    for (unsigned i = 0; i < q->count[LZ_LEVEL]; i++)
        if (!(card_of(s, zone_card(q, LZ_LEVEL, i))->flags & CARD_RESTED))
            ask_add(r, (Option){.kind = OPT_CARD, .card = zone_card(q, LZ_LEVEL, i)});
    ask_done(r);
    return true;
}

/* Procedure: the cost, then one card is drawn. */
void luck_boost(Run *r, Frame *f) {
    State *s = r->s;
    Boost *v = boost_of(f);
    switch (f->step) {
    case BOOST_BEGIN:
        f->step = BOOST_DRAW;
        if (f->ctx) does(r, f, false);
        pay_boost(r, f, v);
        return;
    case BOOST_CHOSEN: {
        unsigned first = batch_open(r);
        f->step = BOOST_DRAW;
        v->rested = ref_to(s, s->picked.card);
        batch_orient(r, v->player, s->picked.card, true);
        batch_do(r, first);
        return;
    }
    case BOOST_DRAW: {
        f->step = BOOST_END;
        UptoLocals *u;
        Frame *g = frame_push(r, PROC_UPTO);
        g->ctx = f->ctx;
        u = upto_of(g);
        u->want = 1;
        u->who = player_bit(v->player);
        u->flags = UPTO_PLAIN;
        reg_clear(r, &s->ctx[f->ctx], REG_IT);
        return;
    }
    default: {
        const Boost b = *v;
        const unsigned ctx = f->ctx;
        const CardRef drawn =
            s->ctx[ctx].n[REG_IT] ? reg_cards(s, &s->ctx[ctx], REG_IT)[0] : (CardRef){0};
        if (ctx) s->ctx[ctx].did = 1;
        if (!ctx) reg_clear(r, &s->ctx[0], REG_IT);
        frame_pop(r);
        luck_deed(r, b.luck ? LDEED_LUCK : LDEED_BOOST, b.player,
                  b.luck ? drawn.card : b.rested.card, b.luck ? NONE : drawn.card, 0, ctx);
    }
    }
}

static void boost(Run *r, Frame *f, bool luck) {
    const PlayerId p = one_of(r, f, text_players(r, f));
    does(r, f, false);
    if (!luck_deed_forbidden(r, luck ? LDEED_LUCK : LDEED_BOOST, p, NONE))
        luck_boost_begin(r, f->ctx, p, luck);
}
static void op_boost(Run *r, Frame *f) { boost(r, f, false); }
static void op_luck(Run *r, Frame *f) { boost(r, f, true); }

/* 5.16 by an effect: only up to the member's limit (2.15.2). */
static void op_define(Run *r, Frame *f) {
    State *s = r->s;
    CardRef c[MAX_SET];
    const PlayerId p = one_of(r, f, text_players(r, f));
    const unsigned n = text_set(r, f, c);
    const CardRef own = r->g->role(r, p == s->turn_player ? LR_ATTACKING : LR_DEFENDING);
    does(r, f, false);
    if (!n || !own.card || card_stat(r, own, LSTAT_LIMIT) <= (int)s->player[p].count[LZ_BATTLE])
        return;
    if (luck_deed_forbidden(r, LDEED_DEFINE, p, NONE)) return;
    luck_logic_begin(r, f->ctx, p, c, n);
}

/* ---- 5.33 transmute ---- */

enum { RELIC_ASK, RELIC_CHOSEN, RELIC_SKILL, RELIC_END };
typedef struct Relic {
    CardRef card;
    int16_t level;
    PlayerId player;
} Relic;
FRAME_LOCALS(Relic, relic_of)

static void op_transmute(Run *r, Frame *f) {
    const PlayerId p = one_of(r, f, text_players(r, f));
    const int n = text_number(r, f);
    Frame *g = frame_push(r, LPROC_RELIC);
    does(r, f, false);
    g->ctx = f->ctx;
    *relic_of(g) = (Relic){.level = (int16_t)n, .player = p};
}

/* 5.33.1.1: up to one face-down relic whose face has that level or less. */
static bool ask_relic(Run *r, const Relic *v) {
    const State *s = r->s;
    const Player *q = &s->player[v->player];
    RULE(LL_5_33_1_1);
    ask_begin(r, v->player, ASK_CARD, LL_5_33_1_1);
    for (unsigned i = 0; i < q->count[LZ_RELIC]; i++) {
        CardId c = zone_card(q, LZ_RELIC, i);
        if ((card_of(s, c)->flags & CARD_DOWN) &&
            r->pack->def[card_of(s, c)->def].num.def <= v->level)
            ask_add(r, (Option){.kind = OPT_CARD, .card = c});
    }
    ask_add(r, (Option){.kind = OPT_DONE});
    return ask_done(r);
}

/* 11.10.1: the skill is a part of the transmutation. */
static void run_skill(Run *r, const Frame *f, CardId c) {
    const CardDef *d = &r->pack->def[card_of(r->s, c)->def];
    for (AbilId a = d->abil; a < d->abil + d->nabil; a++) {
        if (!(r->pack->abil[a].keywords >> LW_RELICSKILL & 1)) continue;
        RULE(LL_11_10_1);
        run_used(r, c, a);
        vm_call(r, f->ctx, r->pack->abil[a].body);
    }
}

/* Procedure, 5.33 */
void luck_relic(Run *r, Frame *f) {
    State *s = r->s;
    Relic *v = relic_of(f);
    switch (f->step) {
    case RELIC_ASK:
        f->step = RELIC_CHOSEN;
        RULE(LL_5_33_1);
        if (ask_relic(r, v)) return;
        /* fallthrough */
    case RELIC_CHOSEN: {
        if (s->picked.kind != OPT_CARD) {
            RULE(LL_5_33_3);
            frame_pop(r);
            return;
        }
        unsigned first = batch_open(r);
        v->card = ref_to(s, s->picked.card);
        f->step = RELIC_SKILL;
        card_at(s, v->card.card)->deeds = f->ctx; /* turned down when this effect is over */
        event_caused(s, batch_add(r, EV_FACE, v->player, v->card.card), f->ctx, v->player);
        if (batch_do(r, first)) return;
    }
        /* fallthrough */
    case RELIC_SKILL:
        f->step = RELIC_END;
        luck_deed(r, LDEED_TRANSMUTE, v->player, v->card.card, NONE, 0, f->ctx);
        run_skill(r, f, v->card.card);
        return;
    default: { /* 5.33.3: what the skill did and chose is nothing to the text that transmuted */
        const CardRef done = v->card;
        Context *x = &s->ctx[f->ctx];
        frame_pop(r);
        x->did = 1;
        reg_set(r, x, REG_IT, &done, 1);
    }
    }
}

/* ---- 5.34 flash ---- */

enum { FLASH_PURGE, FLASH_SORTIE, FLASH_TIE };
typedef struct Flash {
    CardRef card;
    PlayerId where;
    SeatSet seats;
} Flash;
FRAME_LOCALS(Flash, flash_of)

static void op_flash(Run *r, Frame *f) {
    State *s = r->s;
    CardRef c[MAX_SET];
    text_players(r, f);
    unsigned n = text_set(r, f, c);
    does(r, f, false);
    for (unsigned i = 0; i < n; i++) {
        const Card *k = card_of(s, c[i].card);
        if (!ref_live(s, c[i]) || k->zone != LZ_CIRCLE) continue;
        if (luck_deed_forbidden(r, LDEED_FLASH, k->holder, c[i].card)) continue;
        Frame *g = frame_push(r, LPROC_FLASH);
        g->ctx = f->ctx;
        *flash_of(g) = (Flash){.card = c[i], .where = k->holder, .seats = k->seats};
    }
}

/* Procedure, 5.34: the member and its souls are purged, then it sorties to where it was. */
void luck_flash(Run *r, Frame *f) {
    State *s = r->s;
    Flash *v = flash_of(f);
    unsigned first = batch_open(r);
    switch (f->step) {
    case FLASH_PURGE:
        f->step = FLASH_SORTIE;
        RULE(LL_5_34_1_1);
        event_caused(s, batch_move(r, v->card.card, v->where, LZ_PURGE, LH_PURGE), f->ctx,
                     s->ctx[f->ctx].master);
        v->card.inc++;
        batch_do(r, first);
        return;
    case FLASH_SORTIE: {
        f->step = FLASH_TIE;
        if (!ref_live(s, v->card) || card_of(s, v->card.card)->zone != LZ_PURGE) {
            frame_pop(r);
            return;
        }
        RULE(LL_5_34_1_1_2);
        Frame *g =
            luck_sortie_begin(r, f->ctx, v->where, v->card.card, SORTIE_EFFECT | SORTIE_FLASH);
        sortie_of(g)->seats = v->seats;
        return;
    }
    default: {
        const Flash done = *v;
        const unsigned ctx = f->ctx;
        frame_pop(r);
        if (card_of(s, done.card.card)->zone == LZ_PURGE) RULE(LL_5_34_1_1_3);
        if (card_of(s, done.card.card)->zone != LZ_CIRCLE) return;
        luck_deed(r, LDEED_FLASH, done.where, done.card.card, NONE, 0, ctx);
        s->ctx[ctx].did = 1;
    }
    }
}

/* ---- 11.11 make ---- */

enum { MAKE_ASK, MAKE_CHOSEN, MAKE_TIE };
typedef struct Make {
    CardRef out, in;
    int16_t level;
    SeatSet seats;
    PlayerId player;
    CardId soul[8];
    uint8_t n;
} Make;
FRAME_LOCALS(Make, make_of)

static void op_make(Run *r, Frame *f) {
    State *s = r->s;
    const int n = text_number(r, f);
    const CardRef self = ctx_source(&s->ctx[f->ctx]);
    does(r, f, false);
    if (!ref_live(s, self) || card_of(s, self.card)->zone != LZ_CIRCLE) return;
    Frame *g = frame_push(r, LPROC_MAKE);
    g->ctx = f->ctx;
    *make_of(g) = (Make){.out = self,
                         .level = (int16_t)n,
                         .seats = card_of(s, self.card)->seats,
                         .player = card_of(s, self.card)->holder};
}

/* 11.11.2: the same name, a different partner, the level, and it fits these circles. */
static bool can_be_made(Run *r, const Make *v, CardId c) {
    TermId own[MAX_TRAITS], terms[MAX_TRAITS];
    SeatSet at[16];
    bool name = false, partner = false, room = false;
    if (!(card_kinds(r, c) & kinds_member()) ||
        card_stat(r, ref_to(r->s, c), LSTAT_LEVEL) > v->level)
        return false;
    unsigned m = card_terms(r, v->out.card, LSORT_NAME + 1, own);
    for (unsigned i = 0; i < m; i++) name |= card_trait(r, c, own[i]);
    unsigned n = card_terms(r, c, LSORT_PARTNER + 1, terms);
    for (unsigned i = 0; i < n; i++) partner |= !card_trait(r, v->out.card, terms[i]);
    if (partner && n > 1) RULE(LL_11_11_2_1);
    for (unsigned i = 0, k = luck_seatings(r, c, v->player, LZ_CIRCLE, at, 16); i < k; i++)
        room |= at[i] == v->seats;
    return name && partner && room;
}

static bool ask_make(Run *r, const Make *v) {
    const Player *q = &r->s->player[v->player];
    RULE(LL_11_11_2);
    ask_begin(r, v->player, ASK_CARD, LL_11_11_2);
    for (unsigned i = 0; i < q->count[LZ_HAND]; i++)
        if (can_be_made(r, v, zone_card(q, LZ_HAND, i)))
            ask_add(r, (Option){.kind = OPT_CARD, .card = zone_card(q, LZ_HAND, i)});
    ask_add(r, (Option){.kind = OPT_DONE});
    return ask_done(r);
}

/* Both change places at once; the souls stay where they are. */
static bool exchange(Run *r, Frame *f, Make *v) {
    State *s = r->s;
    unsigned first = batch_open(r);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[LZ_SOUL] && v->n < 8; i++) {
            CardId c = zone_card(&s->player[p], LZ_SOUL, i);
            if (card_of(s, c)->tie != v->out.card || card_of(s, c)->tie_inc != v->out.inc) continue;
            v->soul[v->n++] = c;
            batch_add(r, EV_TIE, p, c)->other = NONE; /* so that it does not follow */
        }
    batch_apply(r, first);
    first = batch_open(r);
    Event *e = batch_move(r, v->out.card, v->player, LZ_HAND, LH_MAKE);
    event_caused(s, e, f->ctx, v->player);
    e = batch_move(r, v->in.card, v->player, LZ_CIRCLE, LH_MAKE);
    e->seats_to = v->seats;
    event_caused(s, e, f->ctx, v->player);
    return batch_do(r, first);
}

/* Procedure, 11.11 */
void luck_make(Run *r, Frame *f) {
    State *s = r->s;
    Make *v = make_of(f);
    switch (f->step) {
    case MAKE_ASK:
        f->step = MAKE_CHOSEN;
        if (ask_make(r, v)) return;
        /* fallthrough */
    case MAKE_CHOSEN:
        if (s->picked.kind != OPT_CARD) {
            frame_pop(r);
            return;
        }
        v->in = ref_to(s, s->picked.card);
        f->step = MAKE_TIE;
        if (exchange(r, f, v)) return;
        /* fallthrough */
    default: {
        const Make done = *v;
        const unsigned ctx = f->ctx;
        unsigned first = batch_open(r);
        frame_pop(r);
        if (card_of(s, done.in.card)->zone != LZ_CIRCLE) return;
        for (unsigned i = 0; i < done.n; i++)
            if (card_of(s, done.soul[i])->zone == LZ_SOUL)
                batch_add(r, EV_TIE, done.player, done.soul[i])->other = done.in.card;
        batch_do(r, first);
        RULE(LL_11_11_3);
        card_at(s, done.in.card)->deeds = 1;
        s->ctx[ctx].did = 1;
        luck_deed(r, LDEED_MAKE, done.player, done.in.card, done.out.card, 0, ctx);
    }
    }
}

/* ---- deck and stock ---- */

static void op_reshuffle(Run *r, Frame *f) {
    const PlayerSet who = text_players(r, f);
    const bool refresh = text_word(r, f);
    does(r, f, true);
    for (unsigned i = 0; i < r->s->nplayers; i++)
        if (who & player_bit(player_nth(r->s, i)))
            luck_reshuffle(r, player_nth(r->s, i), refresh, f->ctx);
}

/* 5.28, 5.29: the lowest face-down cards are turned up; the topmost face-up ones down. */
static void op_open(Run *r, Frame *f) {
    State *s = r->s;
    const PlayerId p = one_of(r, f, text_players(r, f));
    const int n = text_number(r, f);
    const bool close = text_word(r, f);
    const unsigned have = s->player[p].count[LZ_STOCK], first = batch_open(r);
    int turned = 0;
    RULE(close ? LL_5_29_1 : LL_5_28_1);
    for (unsigned i = 0; i < have && turned < n; i++) {
        CardId c = zone_card(&s->player[p], LZ_STOCK, close ? have - 1 - i : i);
        const bool down = card_of(s, c)->flags & CARD_DOWN;
        if (down == close) continue;
        turned++;
        Event *e = batch_add(r, EV_FACE, p, c);
        e->amount = close;
        event_caused(s, e, f->ctx, p);
    }
    if (turned < n) RULE(LL_1_3_2);
    does(r, f, turned > 0);
    batch_do(r, first);
}

static void op_points(Run *r, Frame *f) {
    State *s = r->s;
    const PlayerSet who = text_players(r, f);
    const int n = text_number(r, f);
    const unsigned first = batch_open(r);
    does(r, f, false);
    for (PlayerId p = 0; p < s->nplayers; p++) {
        if (!(who & player_bit(p)) || (n < 0 && !counter_of(s, NONE, p, LCOUNT_REFRESH))) continue;
        Event *e = batch_add(r, EV_COUNTERS, p, NONE);
        e->put = LCOUNT_REFRESH;
        e->amount = n;
        event_caused(s, e, f->ctx, s->ctx[f->ctx].master);
        does(r, f, true);
    }
    batch_do(r, first);
    settled_recheck(s, 1u << LZ_DECK);
}

/* 11.4.2.1: a logic drive that an effect plays needs no soul and is no drive of the turn. */
static void op_drive(Run *r, Frame *f) {
    State *s = r->s;
    CardRef c[MAX_SET], unused[MAX_SET];
    const PlayerId p = one_of(r, f, text_players(r, f));
    const unsigned n = text_set(r, f, c);
    text_set(r, f, unused);
    does(r, f, false);
    if (!n || !ref_live(s, c[0])) return;
    const CardDef *d = &r->pack->def[card_of(s, c[0].card)->def];
    for (AbilId a = d->abil; a < d->abil + d->nabil; a++) {
        if (!(r->pack->abil[a].keywords >> LW_DRIVE & 1) || !ability_valid(r, c[0].card, a))
            continue;
        RULE(LL_11_4_2_1);
        does(r, f, true);
        luck_play_ability(r, p, c[0].card, a, PLAY_FREE);
        return;
    }
}

/* Hook: carries out an operation of the game (ops.def) or one of the VM's that the game defines. */
void luck_op(Run *r, Frame *f, unsigned op) {
    static void (*const handlers[LOP_COUNT])(Run *, Frame *) = {
#define GAME_OP(name, operands, meaning, function) function,
#include "games/luck/ops.def"
#undef GAME_OP
    };
    if (op >= OP_COUNT_ && op < OP_COUNT_ + LOP_COUNT) {
        handlers[op - OP_COUNT_](r, f);
        return;
    }
    switch (op) {
    case OP_SWAP:
    case OP_SWAPREST: op_swap(r, f); return;
    case OP_PAY: op_pay(r, f); return;
    default: run_fault(r, FAULT_CODE);
    }
}

bool luck_op_payable(Run *r, unsigned ctx, unsigned op, unsigned at) {
    const State *s = r->s;
    Eval e = eval_ctx(r, ctx);
    Pc pc = (Pc)at;
    CardRef c[MAX_SET];
    if (op == LOP_BOOST || op == LOP_LUCK) {
        const PlayerId p = player_first(vm_players(&e, &pc));
        return op == LOP_LUCK ? s->player[p].count[LZ_STOCK] >= 3
                              : zone_upright(&s->player[p], LZ_LEVEL) > 0;
    }
    if (op == LOP_MAKE || op == LOP_RESHUFFLE || op == LOP_POINTS) return true;
    if (op == LOP_OPEN) {
        const PlayerId p = player_first(vm_players(&e, &pc));
        int want = vm_number(&e, &pc), have = 0;
        const bool close = r->pack->code[pc];
        for (unsigned i = 0; i < s->player[p].count[LZ_STOCK]; i++)
            have += ((card_of(s, zone_card(&s->player[p], LZ_STOCK, i))->flags & CARD_DOWN) != 0) !=
                    close;
        return have >= want;
    }
    if (op != LOP_SOUL) vm_players(&e, &pc);
    if (r->pack->code[pc] == OP_IT) return true; /* picked by an earlier part of the cost */
    return op == LOP_TRANSMUTE || vm_set(&e, &pc, c, MAX_SET) > 0;
}
