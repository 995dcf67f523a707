/* 8-4 costs, 8-6 using and resolving effect texts, stones and charge attacks. */
#include "games/granblue/granblue.h"
#include "kernel/pick.h"
#include "vm/vm.h"

/* ---- may it be used? ---- */

AbilId granblue_spell(const Run *r, CardId c) {
    const CardDef *d = &r->pack->def[card_of(r->s, c)->def];
    for (AbilId a = d->abil; a < d->abil + d->nabil; a++)
        if (r->pack->abil[a].kind == ABIL_SPELL) return a;
    return NONE;
}

/* 1-3-3: does a text forbid the player to use it? */
bool granblue_forbidden(Run *r, PlayerId p, CardId c, AbilId a) {
    if (!act_forbidden(r, EV_PLAY, p, c, NONE, a)) return false;
    RULE(GB_1_3_3);
    return true;
}

/* 8-4-2-4: can the cost be paid in full? */
bool granblue_cost_payable(Run *r, PlayerId p, CardRef source, AbilId a) {
    const AbilityDef *b = &r->pack->abil[a];
    if (!b->cost) return true;
    const Context lent = ctx_borrow(r, a, p, source);
    bool ok = vm_can(r, 0, b->cost);
    if (!ok) RULE(GB_8_4_2_4);
    ctx_give_back(r, &lent);
    return ok;
}

bool granblue_can_use(Run *r, PlayerId p, CardId c, AbilId a) {
    if (ability_spent(r, c, a)) RULE(GB_10_5_1);
    if (r->pack->abil[a].cond && !ability_valid(r, c, a)) RULE(GB_8_3_3);
    return ability_usable(r, c, a) && !granblue_forbidden(r, p, c, a) &&
           granblue_cost_payable(r, p, ref_to(r->s, c), a);
}

/* 8-7-3-1 */
bool granblue_waiting_playable(Run *r, unsigned i) {
    const Waiting *w = &r->s->waiting[i];
    const AbilityDef *b = &r->pack->abil[w->abil];
    if ((b->flags & ABIL_ONCE) &&
        ((w->flags & WAIT_SPENT) ||
         (ref_live(r->s, w->source) && ability_spent(r, w->source.card, w->abil))))
        return false;
    if (granblue_forbidden(r, w->master, w->source.card, w->abil)) return false;
    return granblue_cost_payable(r, w->master, w->source, w->abil);
}

/* 6-3-1-2-3-1: is the stone's condition met while it lies in the hand? */
static bool stone_usable(Run *r, PlayerId p, CardId c, AbilId a) {
    const AbilityDef *b = &r->pack->abil[a];
    if (!a || granblue_forbidden(r, p, c, a)) return false;
    if (!b->cond) return true;
    RULE(GB_6_3_1_2_3_1);
    Eval e = eval_source(r, p, ref_to(r->s, c));
    return vm_truth_at(&e, b->cond);
}

/* 10-18-2: assists of members in play are not offered. For marks. */
static void mark_assists(Run *r, PlayerId p) {
    const Player *q = &r->s->player[p];
    for (unsigned i = 0; i < q->count[GZ_MEMBER]; i++) {
        const CardDef *d = &r->pack->def[card_of(r->s, zone_card(q, GZ_MEMBER, i))->def];
        for (AbilId a = d->abil; a < d->abil + d->nabil; a++)
            if (r->pack->abil[a].keywords >> GW_ASSIST & 1) RULE(GB_10_18_2);
    }
}

void granblue_offer_uses(Run *r, PlayerId p) {
    State *s = r->s;
    if (WATCHED(r)) mark_assists(r, p);
    listeners_derive(r, ev_bit(EV_ACTIVE));
    for (unsigned i = 0; i < s->nlisteners; i++) {
        const Listener *l = &s->listen[i];
        if (!(l->events & ev_bit(EV_ACTIVE)) || card_of(s, l->card)->holder != p) continue;
        if (!listener_duplicate(s, i) && granblue_can_use(r, p, l->card, l->abil))
            ask_add(r, (Option){.kind = GOPT_USE, .card = l->card, .c = l->abil});
    }
    const Player *q = &s->player[p];
    for (unsigned i = 0; i < q->count[GZ_HAND]; i++) {
        CardId c = zone_card(q, GZ_HAND, i);
        bool twice = false;
        if (!granblue_is(r, c, GK_ST)) continue;
        for (unsigned j = 0; j < i && !twice; j++)
            twice = card_of(s, zone_card(q, GZ_HAND, j))->def == card_of(s, c)->def;
        const AbilId a = granblue_spell(r, c);
        if (!twice && stone_usable(r, p, c, a))
            ask_add(r, (Option){.kind = GOPT_STONE, .card = c, .c = a});
    }
}

bool granblue_begin_use(Run *r, PlayerId p) {
    const Option o = r->s->picked;
    if (o.kind == GOPT_USE) {
        RULE(GB_6_3_1_2_2);
        RULE(GB_8_1_2);
        granblue_use_push(r, p, o.card, o.c, -1, GUSE_PLAIN);
    } else if (o.kind == GOPT_STONE) {
        RULE(GB_6_3_1_2_3);
        granblue_use_push(r, p, o.card, o.c, -1, GUSE_STONE);
    }
    return o.kind == GOPT_USE || o.kind == GOPT_STONE;
}

/* ---- 8-6-2 ---- */

enum {
    USE_BEGIN, /* 8-6-2-1: show; a stone goes to the gauge */
    USE_PAY,   /* 8-6-2-3 */
    USE_TELL,  /* triggers see that it is used */
    USE_RUN,   /* 8-6-2-4 */
    USE_DONE
};
typedef struct Use {
    CardRef source;
    AbilId abil;
    PlayerId player;
    uint8_t way; /* GUSE_* */
    bool waited; /* it has a row in State.waiting */
    bool shown;  /* a card of the hand, shown while it is used */
} Use;
FRAME_LOCALS(Use, use_of)

void granblue_use_push(Run *r, PlayerId p, CardId c, AbilId a, int waiting, unsigned way) {
    State *s = r->s;
    if (s->chain < 200) s->chain++;
    s->texts = 1;
    Use *v = use_of(frame_push(r, GPROC_USE));
    *v = (Use){.source = ref_to(s, c), .abil = a, .player = p, .way = (uint8_t)way};
    if (waiting < 0) return;
    v->source.inc = s->waiting[waiting].source.inc;
    v->waited = true;
    s->waiting[waiting].flags |= WAIT_PLAYED;
}

/* Index of the State.waiting row being used, nwaiting if it is gone. */
static unsigned waiting_row(const State *s, AbilId a) {
    unsigned i = 0;
    while (i < s->nwaiting && !((s->waiting[i].flags & WAIT_PLAYED) && s->waiting[i].abil == a))
        i++;
    return i;
}

/* 8-6-2-1: a card of the hand is shown. 6-3-1-2-3-2, 10-17-1-2: a stone goes to the gauge. */
static void begin_use(Run *r, Frame *f) {
    State *s = r->s;
    Use *v = use_of(f);
    const ZoneId z = card_of(s, v->source.card)->zone;
    f->step = USE_PAY;
    RULE(GB_8_6_1);
    RULE(GB_8_6_2_1);
    if (v->way == GUSE_STONE || (v->way == GUSE_TRIGGER && z == GZ_ARMOUR)) {
        unsigned first = batch_open(r);
        RULE(v->way == GUSE_STONE ? GB_6_3_1_2_3_2 : GB_10_17_1_2);
        batch_move(r, v->source.card, card_owner(v->source.card), GZ_GAUGE, GH_STONE)->actor =
            v->player;
        v->source.inc++;
        batch_do(r, first);
    } else if (z == GZ_HAND && ref_live(s, v->source)) {
        RULE(GB_10_18_1);
        RULE(GB_10_18_2);
        card_at(s, v->source.card)->flags |= CARD_SHOWN;
        v->shown = true;
        event_show(r, v->player, v->source.card);
    }
}

/* 10-6-1-1: is a card shown as a part of the cost? For marks. */
static bool cost_shows(const Run *r, Pc pc) {
    bool shows = false;
    for (const Code *k = r->pack->code; k[pc] != OP_END; vm_pass(r, &pc))
        shows |= k[pc] == OP_REVEAL;
    return shows;
}

/* At the end of a battle "that card" is whom this card fought with. */
static void other_side(Run *r, Context *x, CardId c) {
    const State *s = r->s;
    const bool attacked = granblue_attacks(s, c);
    for (unsigned i = GC_TARGET; i < GC_END; i++)
        if (attacked == (i == GC_TARGET) && ref_live(s, s->fact_card[i]))
            reg_push(r, x, REG_IT, s->fact_card[i]);
}

/* Opens the context with what the trigger remembers, and pays (8-6-2-3). */
static void pay_use(Run *r, Frame *f) {
    State *s = r->s;
    const Use *v = use_of(f);
    const AbilityDef *b = &r->pack->abil[v->abil];
    f->step = USE_TELL;
    unsigned c = ctx_open(r, v->abil, v->player, v->source);
    if (!c) return;
    f->ctx = (uint8_t)c;
    Context *x = &s->ctx[c];
    x->extra = v->way == GUSE_TRIGGER;
    RULE(GB_4_3_3);
    if (v->waited) {
        const Waiting *w = &s->waiting[waiting_row(s, v->abil)];
        RULE(GB_4_3_3_3);
        if (!ref_live(s, v->source) || (w->flags & WAIT_LEFT_SEAT)) RULE(GB_8_7_6);
        x->subject = w->subject;
        x->object = w->object;
        x->amount = w->amount;
        x->left_seat = (w->flags & WAIT_LEFT_SEAT) != 0;
        x->player = w->player;
        bool object = (w->flags & WAIT_MEMORY) || (b->flags & ABIL_IT_OBJECT);
        CardRef it = object ? w->object : w->subject;
        if (it.card && v->way != GUSE_TRIGGER) reg_push(r, x, REG_IT, it);
        if ((b->events & ev_bit(EV_POINT)) && (b->from >> GP_BATTLE_END & 1))
            other_side(r, x, v->source.card);
        if (!x->n[REG_IT] && v->way != GUSE_TRIGGER) /* a point or a state: this card */
            reg_push(r, x, REG_IT, v->source);
    } else if (b->kind == ABIL_ACTIVATED) {
        RULE(GB_4_3_3_1);
    }
    if (b->flags & ABIL_ONCE) {
        RULE(GB_10_5_1);
        RULE(GB_10_5_2);
        ability_used(r, v->source, v->abil);
    } else {
        RULE(GB_10_5_3);
    }
    if (!b->cost) return;
    RULE(GB_8_6_2_2);
    RULE(GB_8_6_2_3);
    if (WATCHED(r) && cost_shows(r, b->cost)) RULE(GB_10_6_1_1);
    RULE(GB_8_4_2);
    if (WATCHED(r) && vm_several(r, b->cost)) RULE(GB_8_4_2_3);
    vm_call_cost(r, c, b->cost);
}

static void tell_use(Run *r, Frame *f) {
    State *s = r->s;
    const Use *v = use_of(f);
    f->step = USE_RUN;
    event_tell(r, EV_PLAY, v->player, v->source.card, NONE, v->abil);
    if (v->way != GUSE_TRIGGER) return;
    RULE(GB_10_17_1);
    unsigned first = batch_open(r);
    batch_deed(r, GDEED_TRIGGER, v->player, v->source.card, NONE, 0);
    if (s->nbatch > first) batch_do(r, first);
}

static void run_use(Run *r, Frame *f) {
    const Use *v = use_of(f);
    const AbilityDef *b = &r->pack->abil[v->abil];
    f->step = USE_DONE;
    RULE(GB_8_6_2_4);
    RULE(GB_8_6_2_4_1);
    RULE(GB_8_8_1);
    if (b->keywords >> GW_CHARGE & 1) {
        RULE(GB_2_6_1_1_1);
        RULE(GB_2_6_1_1_2);
        RULE(GB_2_6_2);
    }
    if (v->way == GUSE_TRIGGER && card_of(r->s, v->source.card)->zone == GZ_GEM) RULE(GB_10_17_1_1);
    run_used(r, v->source.card, v->abil);
    Context *x = &r->s->ctx[f->ctx];
    x->did = 0;
    x->begun = ++r->s->clock;
    if (b->keywords >> GW_CHARGE & 1) { /* 2-6-1-1-2: a bare change is one of this card */
        const CardRef self = ctx_source(x);
        reg_copy(r, x, REG_KEEP, REG_IT);
        reg_set(r, x, REG_IT, &self, 1);
    }
    vm_call(r, f->ctx, b->body);
}

static void finish_use(Run *r, Frame *f) {
    State *s = r->s;
    const Use v = *use_of(f);
    const unsigned row = v.waited ? waiting_row(s, v.abil) : s->nwaiting;
    if (s->glimpsed) RULE(GB_10_6_1_3);
    ctx_close(r, f->ctx);
    frame_pop(r);
    if (v.shown && ref_live(s, v.source)) {
        card_at(s, v.source.card)->flags &= (uint16_t)~CARD_SHOWN;
        card_at(s, v.source.card)->known = 0;
    }
    if (row < s->nwaiting) waiting_drop(r, row);
    state_trigger_resolved(r, v.source, v.abil);
    event_tell(r, EV_USED, v.player, v.source.card, NONE, v.abil);
}

/* Procedure, 8-6-2. */
void granblue_use(Run *r, Frame *f) {
    switch (f->step) {
    case USE_BEGIN: begin_use(r, f); return;
    case USE_PAY: pay_use(r, f); return;
    case USE_TELL: tell_use(r, f); return;
    case USE_RUN: run_use(r, f); return;
    default: finish_use(r, f);
    }
}

/* ---- 8-4-2-1, 8-4-2-2: gems by icons ---- */

enum { ELEMENTS = 6 };
static unsigned icon_count(unsigned icons, unsigned element) { return icons >> 4 * element & 15; }

static unsigned icons_in_all(unsigned icons) {
    unsigned n = 0;
    for (unsigned i = 0; i < ELEMENTS; i++) n += icon_count(icons, i);
    return n;
}

/* The gems of any sort that are left where texts lower the cost of activated effects; what the
 * effect itself has its player pay is no cost of it. */
static int any_left(Run *r, PlayerId p, unsigned ctx, int any) {
    const Context *x = &r->s->ctx[ctx];
    if (!x->paying || !(r->pack->abil[x->abil].keywords >> GW_ACT & 1)) return any;
    int less = (int)rules_sum(r, GRC_COST_LESS, p, x->source.card);
    return less >= any ? 0 : any - less;
}

static int element_of(Run *r, CardId c) { return card_stat(r, ref_to(r->s, c), STAT_THIRD); }

/* The elements that icons ask for, and how many icons ask for those of a set. */
static unsigned elements_asked(unsigned icons) {
    unsigned set = 0;
    for (unsigned i = 0; i < ELEMENTS; i++) set |= (unsigned)(icon_count(icons, i) > 0) << i;
    return set;
}
static unsigned icons_of(unsigned icons, unsigned set) {
    unsigned n = 0;
    for (; set; set &= set - 1) n += icon_count(icons, (unsigned)__builtin_ctz(set));
    return n;
}

/* Can every icon have a gem of its own? For each set of elements asked for there must be enough
 * gems that serve one of them. */
static bool icons_covered(unsigned icons, unsigned total, const int *gem, unsigned n) {
    if (n < total) return false;
    const unsigned asked = elements_asked(icons);
    for (unsigned set = asked; set; set = (set - 1) & asked) {
        unsigned have = 0;
        for (unsigned i = 0; i < n; i++) have += ((unsigned)gem[i] & set) != 0;
        if (have < icons_of(icons, set)) return false;
    }
    return true;
}

/* Can every gem serve an icon of its own? For each set of elements asked for, no more gems serve
 * only those than there are icons of them and of any sort. */
static bool gems_placed(unsigned icons, unsigned any, const int *gem, unsigned n) {
    const unsigned asked = elements_asked(icons);
    for (unsigned set = asked;; set = (set - 1) & asked) {
        unsigned have = 0;
        for (unsigned i = 0; i < n; i++) have += !((unsigned)gem[i] & asked & ~set);
        if (have > any + icons_of(icons, set)) return false;
        if (!set) return true;
    }
}

static unsigned active_gems(Run *r, PlayerId p, CardId *card, int *gem) {
    State *s = r->s;
    unsigned n = 0;
    for (unsigned i = 0; i < zone_count(s, p, GZ_GEM); i++) {
        CardId c = zone_card(&s->player[p], GZ_GEM, i);
        if (card_of(s, c)->flags & CARD_RESTED) continue;
        card[n] = c;
        gem[n++] = element_of(r, c);
    }
    return n;
}

bool granblue_icons_payable(Run *r, PlayerId p, unsigned ctx, unsigned icons, int any) {
    CardId card[LIST_ROOM];
    int gem[LIST_ROOM];
    const unsigned free = (unsigned)any_left(r, p, ctx, any), n = active_gems(r, p, card, gem);
    bool ok = icons_covered(icons, icons_in_all(icons) + free, gem, n);
    if (!ok) RULE(GB_8_4_2_4);
    return ok;
}

enum { PAY_PICK, PAY_REST };
typedef struct Payment {
    uint32_t icons; /* four bits each */
    uint8_t any;
    PlayerId player;
} Payment;
FRAME_LOCALS(Payment, payment_of)

/* Candidates of the pick on top of a payment: gems with which the rest can still be paid. By a
 * theorem of Mendelsohn and Dulmage, if all icons can be covered and all picked gems placed, both
 * can be done at once. */
unsigned granblue_icon_gems(Run *r, Frame *f, CardRef *out) {
    State *s = r->s;
    const Payment *v = payment_of(f - 1);
    const Context *x = &s->ctx[0];
    CardId card[LIST_ROOM];
    int gem[LIST_ROOM], picked[LIST_ROOM];
    const unsigned n = active_gems(r, v->player, card, gem), taken = x->n[REG_MOVE];
    unsigned m = 0;
    uint64_t tried = 0, fits = 0; /* by elements */
    for (unsigned i = 0; i < taken; i++)
        picked[i] = element_of(r, reg_read(s, x, REG_MOVE)[i].card);
    for (unsigned i = 0; i < n; i++) {
        const uint64_t sort = UINT64_C(1) << gem[i];
        bool had = false;
        for (unsigned j = 0; j < taken; j++) had |= reg_read(s, x, REG_MOVE)[j].card == card[i];
        picked[taken] = gem[i];
        if (!(tried & sort) && gems_placed(v->icons, v->any, picked, taken + 1)) fits |= sort;
        tried |= sort;
        if (!had && (fits & sort)) out[m++] = ref_to(s, card[i]);
    }
    return m;
}

void granblue_pay_push(Run *r, PlayerId p, unsigned ctx, unsigned icons, int any) {
    const int left = any_left(r, p, ctx, any);
    *payment_of(frame_push(r, GPROC_PAY)) =
        (Payment){.icons = icons, .any = (uint8_t)left, .player = p};
}

/* Procedure: the player picks the gems one by one, then all of them rest at once. */
void granblue_pay(Run *r, Frame *f) {
    State *s = r->s;
    Context *x = &s->ctx[0];
    const Payment v = *payment_of(f);
    const unsigned n = icons_in_all(v.icons) + v.any;
    if (f->step == PAY_PICK) {
        f->step = PAY_REST;
        if (icons_in_all(v.icons)) RULE(GB_8_4_2_1);
        if (v.any) RULE(GB_8_4_2_2);
        if (v.any && icons_in_all(v.icons)) RULE(GB_8_4_2_2_2);
        if (!n) RULE(GB_8_4_2_2_1);
        reg_clear(r, x, REG_MOVE);
        if (!n) return;
        Frame *g = pick_begin(r, 0, v.player, n, n, PICK_FREE, REG_MOVE);
        pick_of(g)->list = GL_ICONS;
        pick_of(g)->clause = v.any ? GB_8_4_2_2 : GB_8_4_2_1;
        return;
    }
    unsigned first = batch_open(r);
    for (unsigned i = 0; i < x->n[REG_MOVE]; i++)
        batch_orient(r, v.player, reg_cards(s, x, REG_MOVE)[i].card, true);
    reg_clear(r, x, REG_MOVE);
    frame_pop(r);
    batch_do(r, first);
}
