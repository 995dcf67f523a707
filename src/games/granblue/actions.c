/* Chapter 10 and the game's own operations of card text (ops.def).
 *
 * A function reads its operands from the code with text_set(), text_number() and so on, in the
 * order of the operand letters. An action that has to ask pushes a procedure of its own. */
#include "games/granblue/granblue.h"
#include "kernel/place.h"
#include "vm/vm.h"

static PlayerId first_of(Run *r, PlayerSet p) {
    return p & player_bit(r->s->turn_player) ? r->s->turn_player : granblue_foe(r->s->turn_player);
}

/* ---- costs ---- */

static void op_icons(Run *r, Frame *f) {
    PlayerId p = first_of(r, text_players(r, f));
    const int n = text_number(r, f);
    r->s->ctx[f->ctx].did = granblue_icons_payable(r, p, f->ctx, n & ICONS_MASK, n >> ICONS_BITS);
    if (!r->s->ctx[f->ctx].did) { /* all or nothing */
        RULE(GB_8_4_2_4);
        return;
    }
    granblue_pay_push(r, p, f->ctx, n & ICONS_MASK, n >> ICONS_BITS);
}

/* ---- damage ---- */

/* Damage by the source of the context; not 'adds': what another card was to take. */
static Blow blow_of(const State *s, const Frame *f, CardId c, int amount, bool adds) {
    return (Blow){
        .to = c, .from = {s->ctx[f->ctx].source.card}, .n = adds ? 1 : 0, .amount = amount};
}

/* Adds damage by the source of the context; false: nothing is dealt. */
static bool add_damage(Run *r, Frame *f, CardRef c, int amount, bool adds) {
    State *s = r->s;
    const Context *x = &s->ctx[f->ctx];
    const Card *k = card_of(s, c.card);
    const Blow b = blow_of(s, f, c.card, amount, adds);
    if (!ref_live(s, c) || (k->zone != GZ_LEADER && k->zone != GZ_MEMBER)) return false;
    RULE(GB_4_9_1_2);
    const int n = granblue_damage(r, &b, 0);
    if (n <= 0) return false;
    Event *e = batch_add(r, EV_DAMAGE, k->holder, c.card);
    e->amount = n;
    e->other = x->source.card;
    event_caused(s, e, f->ctx, x->master);
    return true;
}

/* Deals damage to the cards in REG_KEEP; its amounts are in REG_MOVE (CardRef.inc). First it is
 * asked which of several texts replaces the number for each of them (8-10-2). */
enum { DEAL_ASK, DEAL_ANSWERED, MOST_HIT = 8 };
typedef struct Deal {
    uint8_t at, adds;
    uint8_t number[MOST_HIT]; /* GF_NUMBER for each card */
} Deal;
FRAME_LOCALS(Deal, deal_of)

static void deal_push(Run *r, unsigned ctx, bool adds) {
    Frame *g = frame_push(r, GPROC_DEAL);
    g->ctx = (uint8_t)ctx;
    deal_of(g)->adds = adds;
}

void granblue_deal(Run *r, Frame *f) {
    State *s = r->s;
    Deal *v = deal_of(f);
    Context *x = &s->ctx[f->ctx];
    const unsigned n = x->n[REG_KEEP];
    if (f->step == DEAL_ANSWERED) {
        granblue_number_picked(r);
        v->number[v->at++] = s->facts[GF_NUMBER];
        f->step = DEAL_ASK;
    }
    for (; v->at < n && v->at < MOST_HIT; v->at++) {
        const CardRef c = reg_cards(s, x, REG_KEEP)[v->at];
        if (!ref_live(s, c)) continue;
        const Blow b = blow_of(s, f, c.card, reg_cards(s, x, REG_MOVE)[v->at].inc, v->adds);
        f->step = DEAL_ANSWERED;
        if (granblue_ask_number(r, &b)) return;
        f->step = DEAL_ASK;
    }
    unsigned first = batch_open(r);
    for (unsigned i = 0; i < n; i++) {
        s->facts[GF_NUMBER] = i < MOST_HIT ? v->number[i] : 0;
        add_damage(r, f, reg_cards(s, x, REG_KEEP)[i], reg_cards(s, x, REG_MOVE)[i].inc, v->adds);
    }
    reg_clear(r, x, REG_MOVE);
    x->did = s->nbatch > first;
    frame_pop(r);
    batch_do(r, first);
}

static void damage_all(Run *r, Frame *f, bool adds) {
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c), dealt = 0;
    int amount = text_number(r, f);
    bool differ = false;
    for (unsigned i = 0; i < n; i++) {
        const Blow b = blow_of(r->s, f, c[i].card, amount, adds);
        differ |= granblue_numbers_differ(r, &b);
    }
    if (differ) {
        Context *x = &r->s->ctx[f->ctx];
        reg_set(r, x, REG_KEEP, c, n);
        reg_clear(r, x, REG_MOVE);
        for (unsigned i = 0; i < n; i++)
            reg_push(r, x, REG_MOVE, (CardRef){NONE, (uint16_t)amount});
        deal_push(r, f->ctx, adds);
        return;
    }
    const unsigned first = batch_open(r);
    for (unsigned i = 0; i < n; i++) dealt += add_damage(r, f, c[i], amount, adds);
    r->s->ctx[f->ctx].did = dealt > 0;
    batch_do(r, first);
}

static void op_damage(Run *r, Frame *f) { damage_all(r, f, true); }
static void op_take(Run *r, Frame *f) { damage_all(r, f, false); }

/* 10-13: the cards are in REG_KEEP, with their share in REG_MOVE (CardRef.inc). */
enum { ALLOT_ASK, ALLOT_ANSWERED };
typedef struct Allot {
    int16_t left; /* damage not yet allotted */
    uint8_t at;
    PlayerId player;
} Allot;
FRAME_LOCALS(Allot, allot_of)

static void op_allot(Run *r, Frame *f) {
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c);
    int amount = text_number(r, f);
    Context *x = &r->s->ctx[f->ctx];
    x->did = 0;
    if (!n || amount <= 0) return;
    RULE(GB_10_13_1);
    RULE(GB_10_13_2);
    if ((int)n > amount) n = (unsigned)amount;
    reg_set(r, x, REG_KEEP, c, n);
    reg_clear(r, x, REG_MOVE);
    Frame *g = frame_push(r, GPROC_ALLOT);
    g->ctx = f->ctx;
    *allot_of(g) = (Allot){.left = (int16_t)amount, .player = x->master};
}

void granblue_allot(Run *r, Frame *f) {
    State *s = r->s;
    Allot *v = allot_of(f);
    Context *x = &s->ctx[f->ctx];
    const unsigned n = x->n[REG_KEEP];
    if (f->step == ALLOT_ANSWERED) {
        reg_push(r, x, REG_MOVE, (CardRef){NONE, s->picked.a});
        v->left = (int16_t)(v->left - s->picked.a);
        v->at++;
        f->step = ALLOT_ASK;
    }
    if (v->at < n) {
        const int rest = (int)(n - v->at) - 1; /* at least one each for the others */
        f->step = ALLOT_ANSWERED;
        ask_begin(r, v->player, GASK_ALLOT, GB_10_13_2);
        for (int i = rest ? 1 : v->left; i <= v->left - rest; i++)
            ask_add(r, (Option){.kind = OPT_NUMBER, .a = (uint8_t)i});
        ask_done(r);
        return;
    }
    const uint8_t ctx = f->ctx;
    frame_pop(r);
    deal_push(r, ctx, true);
}

/* 9-2-2-2, 9-4-1-3-1: knocks cards out by an effect. */
static void op_fall(Run *r, Frame *f) {
    State *s = r->s;
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c);
    bool any = false;
    for (unsigned i = 0; i < n; i++) {
        Card *k = card_at(s, c[i].card);
        if (!ref_live(s, c[i])) continue;
        if (k->zone == GZ_MEMBER ||
            (k->zone == GZ_LEADER && !zone_count(s, k->holder, GZ_ARMOUR))) {
            k->deeds |= GDID_DUE;
            any = true;
        }
    }
    s->ctx[f->ctx].did = any;
    if (any) granblue_fall_push(r, GH_FALL, f->ctx);
}

/* 9-4-2-2: destructions are due at the next check point. */
static void op_break(Run *r, Frame *f) {
    State *s = r->s;
    PlayerSet who = text_players(r, f);
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c), due = 0;
    int more = text_number(r, f);
    for (unsigned i = 0; i < n; i++) {
        if (!ref_live(s, c[i]) || card_of(s, c[i].card)->zone != GZ_ARMOUR) continue;
        if (granblue_unbreakable(r, card_of(s, c[i].card)->holder, c[i].card, f->ctx)) continue;
        card_at(s, c[i].card)->flags |= CARD_HIT;
        due++;
    }
    for (PlayerId p = 0; p < 2; p++)
        if ((who & player_bit(p)) && more > 0 && zone_count(s, p, GZ_ARMOUR) &&
            !granblue_unbreakable(r, p, zone_top(s, p, GZ_ARMOUR), f->ctx)) {
            s->player[p].counter[GN_ARMOUR] = (uint8_t)(s->player[p].counter[GN_ARMOUR] + more);
            due++;
        }
    s->ctx[f->ctx].did = due > 0;
}

/* ---- 10-2, 10-3, 10-4 ---- */

/* The cards are in REG_MOVE; each must fit when its turn comes (10-2-3). */
typedef struct Enter {
    uint8_t at;
    uint8_t rested, masters;
    PlayerId player;
} Enter;
FRAME_LOCALS(Enter, enter_of)

static void op_enter(Run *r, Frame *f) {
    CardRef c[MAX_SET];
    PlayerId p = first_of(r, text_players(r, f));
    unsigned n = text_set(r, f, c), put = text_word(r, f);
    Context *x = &r->s->ctx[f->ctx];
    x->did = 0;
    reg_set(r, x, REG_MOVE, c, n);
    Frame *g = frame_push(r, GPROC_ENTER);
    g->ctx = f->ctx;
    *enter_of(g) = (Enter){
        .rested = (put & PUT_RESTED) != 0, .masters = (put & PUT_MASTERS) != 0, .player = p};
}

void granblue_enter(Run *r, Frame *f) {
    State *s = r->s;
    Enter *v = enter_of(f);
    Context *x = &s->ctx[f->ctx];
    while (v->at < x->n[REG_MOVE]) {
        const CardRef c = reg_cards(s, x, REG_MOVE)[v->at++];
        const PlayerId p = v->masters ? v->player : card_owner(c.card);
        const ZoneId z = card_of(s, c.card)->zone;
        if (!ref_live(s, c) || z == GZ_MEMBER || z == GZ_LEADER) continue;
        if (!granblue_can_enter(r, p, c.card, 0)) {
            RULE(GB_1_3_1_1);
            continue;
        }
        x->did = 1;
        const bool stop =
            granblue_put_member(r, p, c.card, GH_ENTER, v->rested ? PUT_RESTED : 0, f->ctx);
        place_follow(r, x, c);
        if (stop) return;
    }
    reg_copy(r, x, REG_IT, REG_MOVE);
    frame_pop(r);
}

static void op_job(Run *r, Frame *f) {
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c);
    Context *x = &r->s->ctx[f->ctx];
    x->did = 0;
    if (!n) return;
    const PlayerId p = card_of(r->s, c[0].card)->holder;
    if (!granblue_can_job(r, p, c[0].card, 0)) {
        RULE(GB_1_3_1_1);
        return;
    }
    x->did = 1;
    granblue_job_change(r, p, c[0].card, f->ctx);
}

static void op_limit(Run *r, Frame *f) {
    CardRef c[MAX_SET], onto[MAX_SET];
    unsigned n = text_set(r, f, c), m = text_set(r, f, onto);
    Context *x = &r->s->ctx[f->ctx];
    x->did = 0;
    if (!n || !m) return;
    const PlayerId p = card_of(r->s, c[0].card)->holder;
    const CardId fits = granblue_can_limit(r, p, c[0].card, 0);
    bool among = false;
    for (unsigned i = 0; i < m; i++) among |= fits && onto[i].card == fits;
    if (!among) return;
    x->did = 1;
    granblue_limit_break(r, p, c[0].card, fits, f->ctx);
}

/* Cards become level cards of the first card of the other set, face down. */
static void op_level(Run *r, Frame *f) {
    State *s = r->s;
    CardRef c[MAX_SET], onto[MAX_SET];
    unsigned n = text_set(r, f, c), m = text_set(r, f, onto), first = batch_open(r);
    Context *x = &s->ctx[f->ctx];
    x->did = 0;
    if (!m || !ref_live(s, onto[0]) || card_of(s, onto[0].card)->zone != GZ_MEMBER) return;
    for (unsigned i = 0; i < n; i++) {
        if (!ref_live(s, c[i])) continue;
        Event *e = batch_move(r, c[i].card, card_of(s, onto[0].card)->holder, GZ_LEVEL, GH_PUT);
        e->put = PUT_DOWN;
        e->other = onto[0].card;
        event_caused(s, e, f->ctx, x->master);
        x->did = 1;
    }
    batch_do(r, first);
}

/* ---- 10-16 chips ---- */

static void add_chips(Run *r, Frame *f, CardId c, unsigned kind, int n) {
    Event *e = batch_add(r, EV_COUNTERS, card_of(r->s, c)->holder, c);
    e->put = (uint16_t)kind;
    e->amount = n;
    event_caused(r->s, e, f->ctx, r->s->ctx[f->ctx].master);
}

static void op_chip(Run *r, Frame *f) {
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c), kind = (unsigned)text_number(r, f), first = batch_open(r);
    int many = text_number(r, f);
    RULE(GB_10_16_2);
    if (kind >= GCHIP_HP && kind < GCHIP_NAMED) RULE(GB_10_16_4_1);
    for (unsigned i = 0; i < n && many > 0; i++)
        if (ref_live(r->s, c[i])) add_chips(r, f, c[i].card, kind, many);
    r->s->ctx[f->ctx].did = r->s->nbatch > first;
    batch_do(r, first);
}

/* 10-16-3: takes off N chips, one at a time; which kind is asked where there are several. */
typedef struct Chips {
    CardRef card;
    int16_t left;
    uint16_t kind; /* 0: any */
    PlayerId player;
} Chips;
FRAME_LOCALS(Chips, chips_of)

static void op_unchip(Run *r, Frame *f) {
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c), kind = (unsigned)text_number(r, f);
    int many = text_number(r, f);
    Context *x = &r->s->ctx[f->ctx];
    x->did = n && granblue_chips_on(r->s, c[0].card, kind) > 0;
    x->x = 0; /* counts them */
    if (!n || many <= 0) return;
    RULE(GB_10_16_3);
    Frame *g = frame_push(r, GPROC_CHIPS);
    g->ctx = f->ctx;
    *chips_of(g) =
        (Chips){.card = c[0], .left = (int16_t)many, .kind = (uint16_t)kind, .player = x->master};
}

void granblue_chips(Run *r, Frame *f) {
    State *s = r->s;
    Chips *v = chips_of(f);
    if (f->step) {
        const unsigned kind = s->picked.a + 256u * s->picked.b;
        f->step = 0;
        v->left--;
        if (s->picked.kind == GOPT_CHIP) {
            unsigned first = batch_open(r);
            add_chips(r, f, v->card.card, kind, -1);
            s->ctx[f->ctx].x++;
            if (batch_do(r, first)) return;
        }
    }
    if (v->left <= 0 || !ref_live(s, v->card) || !granblue_chips_on(s, v->card.card, v->kind)) {
        frame_pop(r);
        return;
    }
    f->step = 1;
    ask_begin(r, v->player, ASK_NUMBER, GB_10_16_3);
    for (unsigned i = 0; i < s->ncounters; i++) {
        const Counter *x = &s->counter[i];
        if (x->card == v->card.card && (!v->kind || x->kind == v->kind))
            ask_add(r, (Option){.kind = GOPT_CHIP,
                                .card = v->card.card,
                                .a = (uint8_t)x->kind,
                                .b = (uint8_t)(x->kind >> 8)});
    }
    ask_done(r);
}

/* 10-16-1: chips in a zone, which belong to its player. */
static void zone_chips(Run *r, Frame *f, bool off) {
    State *s = r->s;
    const PlayerSet who = text_players(r, f);
    const unsigned kind = (unsigned)text_number(r, f), first = batch_open(r);
    const int many = text_number(r, f);
    Context *x = &s->ctx[f->ctx];
    x->did = 0;
    if (off) x->x = 0; /* counts them */
    for (PlayerId p = 0; p < 2; p++) {
        const int have = counter_of(s, NONE, p, kind), n = off && many > have ? have : many;
        if (!(who & player_bit(p)) || n <= 0) continue;
        RULE(off ? GB_10_16_3 : GB_10_16_2);
        Event *e = batch_add(r, EV_COUNTERS, p, NONE);
        e->put = (uint16_t)kind;
        e->amount = off ? -n : n;
        event_caused(s, e, f->ctx, x->master);
        x->did = 1;
        if (off) x->x += n;
    }
    batch_do(r, first);
}
static void op_zone_chip(Run *r, Frame *f) { zone_chips(r, f, false); }
static void op_zone_unchip(Run *r, Frame *f) { zone_chips(r, f, true); }

static void op_give_chips(Run *r, Frame *f) {
    State *s = r->s;
    CardRef a[MAX_SET], b[MAX_SET];
    unsigned n = text_set(r, f, a), m = text_set(r, f, b), first = batch_open(r);
    if (!n || !m || !ref_live(s, b[0]) || a[0].card == b[0].card) return;
    for (unsigned i = 0; i < s->ncounters; i++) {
        const Counter x = s->counter[i];
        if (x.card != a[0].card) continue;
        add_chips(r, f, a[0].card, x.kind, -x.n);
        add_chips(r, f, b[0].card, x.kind, x.n);
    }
    batch_do(r, first);
}

/* ---- 10-10-2-1, 10-15: striking what resolved effects have done ---- */

static bool touches_stat(const Effect *e, unsigned stat) {
    if (e->kind == EFF_SET) return (unsigned)e->a == stat;
    return e->kind == EFF_STAT && (e->stat[0] == stat || e->stat[1] == stat);
}

/* Takes the change of one number out of effect i, the whole effect if nothing remains. */
static void strike_stat(Run *r, unsigned i, unsigned stat) {
    Effect *e = &r->s->effect[i];
    r->s->derived |= effect_touches(r, e); /* what it has written differs from now on */
    if (e->kind == EFF_STAT && e->stat[0] == stat) e->a = 0;
    if (e->kind == EFF_STAT && e->stat[1] == stat) e->b = 0;
    if (e->kind == EFF_SET || (!e->a && !e->b)) effect_remove(r, i);
    derived_invalidate(r->s, BECAUSE_EFFECT);
}

static void strike(Run *r, const CardRef *c, unsigned n, unsigned stat) {
    State *s = r->s;
    for (unsigned i = s->neffects; i-- > 0;) {
        const Effect *e = &s->effect[i];
        bool about = false;
        if (e->flags & GEFF_RULE) continue;
        for (unsigned j = 0; j < n; j++)
            about |= e->target.card == c[j].card && e->target.inc == c[j].inc;
        if (!about) continue;
        if (!stat)
            effect_remove(r, i);
        else if (touches_stat(e, stat))
            strike_stat(r, i, stat);
    }
}

static void op_restore(Run *r, Frame *f) {
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c), stat = text_word(r, f);
    RULE(GB_10_15_1);
    RULE(GB_10_15_1_1);
    strike(r, c, n, stat);
}

static void op_undo(Run *r, Frame *f) {
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c);
    RULE(GB_10_10_2_1);
    strike(r, c, n, 0);
}

/* ---- stones, battles, declarations ---- */

static void op_stone(Run *r, Frame *f) {
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c);
    const PlayerId p = r->s->ctx[f->ctx].master;
    const AbilId a = n ? granblue_spell(r, c[0].card) : NONE;
    r->s->ctx[f->ctx].did = a && !granblue_forbidden(r, p, c[0].card, a);
    if (r->s->ctx[f->ctx].did) granblue_use_push(r, p, c[0].card, a, -1, GUSE_FREE);
}

static void op_aim(Run *r, Frame *f) {
    State *s = r->s;
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c);
    if (!n || !ref_live(s, c[0]) || !s->facts[GF_BATTLE]) return;
    s->fact_card[GC_TARGET] = c[0];
    derived_read_changed(s, DEPENDS_ATTACK);
}

typedef struct Word {
    PlayerId player;
    uint8_t sort; /* DECLARE_* */
} Word;
enum { DECLARE_ELEMENT, DECLARE_NAME, DECLARE_RACE };
FRAME_LOCALS(Word, word_of)

static void declare(Run *r, Frame *f, unsigned sort) {
    PlayerId p = first_of(r, text_players(r, f));
    Frame *g = frame_push(r, GPROC_WORD);
    g->ctx = f->ctx;
    *word_of(g) = (Word){p, (uint8_t)sort};
}
static void op_element(Run *r, Frame *f) { declare(r, f, DECLARE_ELEMENT); }
static void op_name(Run *r, Frame *f) { declare(r, f, DECLARE_NAME); }
static void op_race(Run *r, Frame *f) { declare(r, f, DECLARE_RACE); }

/* Character names of the pack, each once. */
static void offer_names(Run *r) {
    const CardDef *d = r->pack->def;
    for (unsigned i = 1; i < r->pack->ndef && r->s->ask.n < MAX_OPTIONS - 1; i++) {
        bool twice = !(d[i].kinds >> GK_CH & 1);
        for (unsigned j = 1; j < i && !twice; j++) twice = d[j].title == d[i].title;
        if (!twice) ask_add(r, (Option){.kind = GOPT_NAME, .c = d[i].title});
    }
}

static void offer_race(Run *r, TermId race) {
    const State *s = r->s;
    for (unsigned i = 0; i < s->ask.n; i++)
        if (s->option[i].c == race) return;
    if (s->ask.n < MAX_OPTIONS - 1) ask_add(r, (Option){.kind = GOPT_NAME, .c = race});
}

/* Races of the cards of the pack, each once. */
static void offer_races(Run *r) {
    for (unsigned i = 1; i < r->pack->ndef; i++)
        for (unsigned j = 0; j < r->pack->def[i].ntrait; j++)
            offer_race(r, r->pack->def[i].trait[j]);
}

void granblue_word(Run *r, Frame *f) {
    State *s = r->s;
    const Word *v = word_of(f);
    if (!f->step) {
        f->step = 1;
        RULE(GB_10_11_1);
        RULE(GB_10_11_2);
        ask_begin(r, v->player, ASK_WORD, GB_10_11_2);
        if (v->sort == DECLARE_NAME) offer_names(r);
        if (v->sort == DECLARE_RACE) offer_races(r);
        for (unsigned i = 0; v->sort == DECLARE_ELEMENT && i < 6; i++)
            ask_add(r, (Option){.kind = (uint8_t)(GOPT_FIRE + i)});
        ask_done(r);
        return;
    }
    const Option o = s->picked;
    s->ctx[f->ctx].x = o.kind == GOPT_NAME ? o.c : o.kind ? 1 << (o.kind - GOPT_FIRE) : 0;
    frame_pop(r);
}

/* ---- dispatch ---- */

const GameOp granblue_ops[GOP_COUNT] = {
#define GAME_OP(name, operands, meaning, function) {#name, operands, meaning},
#include "games/granblue/ops.def"
#undef GAME_OP
};

void granblue_op(Run *r, Frame *f, unsigned op) {
    static void (*const handlers[GOP_COUNT])(Run *, Frame *) = {
#define GAME_OP(name, operands, meaning, function) function,
#include "games/granblue/ops.def"
#undef GAME_OP
    };
    if (op >= OP_COUNT_ && op < OP_COUNT_ + GOP_COUNT) {
        handlers[op - OP_COUNT_](r, f);
    } else if (op == OP_PAY) {
        PlayerId p = first_of(r, text_players(r, f));
        granblue_pay_push(r, p, f->ctx, 0, text_number(r, f));
    } else {
        run_fault(r, FAULT_CODE);
    }
}

ZoneSet granblue_op_zones(unsigned op) { return op == GOP_ICONS ? zone_bit(GZ_GEM) : 0; }

bool granblue_op_payable(Run *r, unsigned ctx, unsigned op, unsigned at) {
    Eval e = eval_ctx(r, ctx);
    Pc pc = (Pc)at;
    CardRef c[MAX_SET];
    if (op == GOP_ICONS) {
        const PlayerId p = first_of(r, vm_players(&e, &pc));
        const int n = vm_number(&e, &pc);
        return granblue_icons_payable(r, p, ctx, n & ICONS_MASK, n >> ICONS_BITS);
    }
    if (op == GOP_UNCHIP) {
        const unsigned n = vm_set(&e, &pc, c, MAX_SET), kind = (unsigned)vm_number(&e, &pc);
        return n && granblue_chips_on(r->s, c[0].card, kind) >= vm_number(&e, &pc);
    }
    if (op == GOP_ZONEUNCHIP) {
        const PlayerSet who = vm_players(&e, &pc);
        const unsigned kind = (unsigned)vm_number(&e, &pc);
        const int many = vm_number(&e, &pc);
        for (PlayerId p = 0; p < 2; p++)
            if ((who & player_bit(p)) && counter_of(r->s, NONE, p, kind) < many) return false;
        return true;
    }
    return true;
}
