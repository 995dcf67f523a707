/* 904 to 907: playing and resolving cards and abilities, and 905: energy costs.
 *
 * VPROC_PLAY announces a card or an ability, determines what it costs (904.2d), moves the card to
 * the temporary zone (904.2e), pays (904.2f) and resolves it. Nothing is offered that cannot be
 * paid in full, so no play has to be rewound. */
#include "games/vividz/procs.h"
#include "kernel/pick.h"
#include "vm/vm.h"

enum {
    PLAY_BEGIN,    /* 904.2a to 904.2e */
    PLAY_PRICE,    /* 904.2c: which of two prices */
    PLAY_PAY,      /* 904.2f, 904.2g: energy, then further costs */
    PLAY_PAID,     /* 904.2h */
    PLAY_RESOLVE,  /* 904.3 */
    PLAY_SPELL,    /* 909: the next event ability */
    PLAY_RESOLVED, /* 904.3c */
    PLAY_DONE,     /* 1108.3 */
    PLAY_OVER
};
enum { MAX_EXTRAS = 3 };
typedef struct Play {
    CardRef source;  /* the card played, or the card whose ability is played */
    AbilId abil;     /* 0: the card itself is played */
    int16_t price;   /* 904.2d: energy to pay */
    ZoneId from;     /* 1109.2: where the card was before */
    uint8_t area;    /* where a character goes */
    PlayerId player; /* the player */
    uint8_t spell;   /* event abilities resolved so far */
    bool waited;     /* a triggered ability with a row in State.waiting */
    bool free;
    bool instead; /* 904.2c: another price is paid instead of the energy */
    uint8_t nextra;
    uint8_t by; /* context of the effect that lets the card be played, 0: a rule */
    int8_t less;
    AbilId extra[MAX_EXTRAS]; /* abilities whose costs are to be paid, too */
} Play;
FRAME_LOCALS(Play, play_of)

/* ---- 905: energy ---- */

enum { PAY_PICK, PAY_MOVE };
typedef struct Payment {
    int16_t count;
    PlayerId player;
} Payment;
FRAME_LOCALS(Payment, payment_of)

void vividz_pay_energy(Run *r, unsigned ctx, PlayerId p, int n) {
    Frame *f = frame_push(r, VPROC_PAY);
    f->ctx = (uint8_t)ctx;
    payment_of(f)->count = (int16_t)n;
    payment_of(f)->player = p;
}

/* Procedure, 905.3: the player picks the energy, then all of it goes to the trash at once. */
void vividz_pay(Run *r, Frame *f) {
    State *s = r->s;
    Context *x = &s->ctx[0];
    const Payment pay = *payment_of(f);
    if (f->step == PAY_PICK) {
        f->step = PAY_MOVE;
        reg_clear(r, x, REG_MOVE);
        if (pay.count <= 0) return;
        RULE(VZ_905_1);
        RULE(VZ_905_3a);
        RULE(VZ_506_3);
        RULE(VZ_1107_2);
        Frame *g = pick_begin(r, 0, pay.player, (unsigned)pay.count, (unsigned)pay.count, PICK_FREE,
                              REG_MOVE);
        pick_of(g)->list = VL_ENERGY;
        pick_of(g)->steady = 1;
        pick_of(g)->clause = VZ_905_3a;
        return;
    }
    unsigned first = batch_open(r);
    for (unsigned i = 0; i < x->n[REG_MOVE]; i++) {
        CardId c = reg_cards(s, x, REG_MOVE)[i].card;
        Event *e = batch_move(r, c, card_owner(c), VZONE_TRASH, VH_PAY);
        e->actor = pay.player;
        e->cost = 1;
        RULE(VZ_905_3c);
    }
    reg_clear(r, x, REG_MOVE);
    frame_pop(r);
    batch_do(r, first);
}

bool vividz_payable(Run *r, unsigned player, int n, uint16_t *reserved, unsigned *nreserved) {
    State *s = r->s;
    const Player *q = &s->player[player];
    int have = 0;
    for (unsigned i = 0; i < q->count[VZONE_ENERGY] && have < n; i++) {
        CardId c = zone_card(q, VZONE_ENERGY, i);
        bool taken = false;
        for (unsigned j = 0; j < *nreserved; j++) taken |= reserved[j] == c;
        if (taken || rule_move_forbidden(r, c, player, VZONE_TRASH, VH_PAY)) continue;
        have++;
        if (*nreserved < MAX_SET) reserved[(*nreserved)++] = c;
    }
    if (have < n) RULE(VZ_905_3b);
    return have >= n;
}

/* ---- 905.2: the price of a card ---- */

/* Does the rule change apply to the player and the card? */
static bool applies(Run *r, const RuleNow *x, PlayerId p, CardId c) {
    if (!(x->players & player_bit(p)) || (x->card && x->card != c)) return false;
    Eval e = eval_source(r, x->master, x->source);
    return !x->pc || vm_match_at(&e, x->pc, ref_to(r->s, c));
}

/* Does a character of the player in the area pass the filter of the rule change? */
static bool stands_on(Run *r, const RuleNow *x, PlayerId p, unsigned area) {
    const State *s = r->s;
    const Player *q = &s->player[p];
    Eval e = eval_source(r, x->master, x->source);
    for (unsigned i = 0; i < q->count[VZONE_AREA]; i++) {
        CardId c = zone_card(q, VZONE_AREA, i);
        if ((card_of(s, c)->seats & seat_bit(area)) &&
            (!x->pc || vm_match_at(&e, x->pc, ref_to(s, c))))
            return true;
    }
    return false;
}

/* 905.2d: how much less a card with the level-up icon costs over that area. */
static int level_discount(Run *r, PlayerId p, CardId c, unsigned area) {
    const State *s = r->s;
    if (!area || !vividz_icon(r, c, VW_LEVEL)) return 0;
    CardId under = vividz_char(s, p, area);
    if (!under || card_cost(r, under) >= card_cost(r, c)) return 0;
    int n = 1;
    for (unsigned i = 0; i < s->player[p].count[VZONE_EXP]; i++)
        n += card_of(s, zone_card(&s->player[p], VZONE_EXP, i))->tie == under;
    RULE(VZ_905_2d);
    return n;
}

/* Does the rule change say by how much the price goes up or down? */
static bool changes_price(Run *r, const RuleNow *x, PlayerId p, CardId c, unsigned area) {
    if (x->rule == VRC_PRICE || x->rule == VRC_PRICE_NEXT) return applies(r, x, p, c);
    return x->rule == VRC_PRICE_ONTO && x->source.card == c && area && stands_on(r, x, p, area);
}

/* Sum of the rule changes that raise (or lower) the price. */
static int changes(Run *r, PlayerId p, CardId c, unsigned area, bool up) {
    const State *s = r->s;
    int sum = 0;
    if (!rules_among(r, rule_bit(VRC_PRICE) | rule_bit(VRC_PRICE_NEXT) | rule_bit(VRC_PRICE_ONTO)))
        return 0;
    for (unsigned i = 0; i < s->nrules; i++) {
        const RuleNow *x = &s->rule[i];
        if ((x->amount > 0) == up && changes_price(r, x, p, c, area)) sum += x->amount;
    }
    if (sum) RULE(VZ_102_2);
    return up ? sum : -sum;
}

/* 904.2h: effects on the next such card end with its play. */
static void end_next_prices(Run *r, PlayerId p, CardId c) {
    const State *s = r->s;
    for (unsigned i = s->neffects; rule_any(r, VRC_PRICE_NEXT) && i-- > 0;) {
        const Effect *x = &s->effect[i];
        if (x->kind != EFF_RULE || x->a != VRC_PRICE_NEXT || !((unsigned)x->b & player_bit(p)))
            continue;
        Eval e = eval_source(r, x->master, x->source);
        if (!x->pc || vm_match_at(&e, x->pc, ref_to(s, c))) effect_remove(r, i);
    }
}

/* The last rule change of that kind for the player and the card, null: none. */
static const RuleNow *last_rule(Run *r, unsigned rule, PlayerId p, CardId c) {
    if (!rule_any(r, rule)) return 0;
    for (unsigned i = r->s->nrules; i-- > 0;) {
        const RuleNow *x = &r->s->rule[i];
        if (x->rule == rule && applies(r, x, p, c)) return x;
    }
    return 0;
}

/* 905.2c: first what is added, then what is taken off, never below 0. Nothing is added to a cost
 * that is not paid, or to one of which a text says what it is. */
int vividz_price(Run *r, PlayerId p, CardId c, unsigned area) {
    const bool unpaid = last_rule(r, VRC_UNPAID, p, c);
    const RuleNow *told = unpaid ? 0 : last_rule(r, VRC_PRICE_IS, p, c);
    if (unpaid || told) {
        RULE(VZ_102_2);
        return told && told->amount > 0 ? told->amount : 0;
    }
    int cost = card_cost(r, c);
    RULE(VZ_905_2a);
    if (cost < 0) cost = 0;
    cost += changes(r, p, c, area, true);
    const int less = changes(r, p, c, area, false) + level_discount(r, p, c, area);
    if (less) RULE(VZ_905_2c);
    return less > cost ? 0 : cost - less;
}

/* 905.2c for an activated ability, with no energy cost taken for one of 0: how much more or less
 * is paid. */
static int ability_change(Run *r, PlayerId p, CardId c, AbilId a) {
    const State *s = r->s;
    int more = 0;
    if (r->pack->abil[a].kind != ABIL_ACTIVATED) return 0;
    if (!rule_any(r, VRC_ACT_PRICE)) return 0;
    for (unsigned i = 0; i < s->nrules; i++) {
        const RuleNow *x = &s->rule[i];
        if (x->rule == VRC_ACT_PRICE && applies(r, x, p, c)) more += x->amount;
    }
    if (more) RULE(VZ_905_2c);
    return more;
}

/* The abilities whose costs texts (that kind of rule change) add to the play of the card or of its
 * activated abilities (904.2d); more than MAX_EXTRAS is a fault. */
static unsigned extras(Run *r, unsigned rule, PlayerId p, CardId c, AbilId *out) {
    const State *s = r->s;
    unsigned n = 0;
    if (!rule_any(r, rule)) return 0;
    for (unsigned i = 0; i < s->nrules; i++) {
        const RuleNow *x = &s->rule[i];
        if (x->rule != rule || !applies(r, x, p, c)) continue;
        if (n == MAX_EXTRAS) {
            run_fault(r, FAULT_RULES);
            return n;
        }
        out[n++] = (AbilId)x->amount;
    }
    return n;
}

/* The first event ability of the card, 0: none. */
static AbilId nth_spell(const Run *r, CardId c, unsigned n) {
    const CardDef *d = &r->pack->def[card_of(r->s, c)->def];
    for (AbilId a = d->abil; a < d->abil + d->nabil; a++)
        if (r->pack->abil[a].kind == ABIL_SPELL && !n--) return a;
    return 0;
}

/* Borrows context 0 to ask whether costs could be paid by the player for the card. */
static bool costs_payable(Run *r, PlayerId p, CardRef source, AbilId a, const Pc *pc, unsigned n,
                          CardId entered, int price) {
    const Context lent = ctx_borrow(r, a, p, source);
    for (unsigned i = 0; WATCHED(r) && i < n && zone_count(r->s, p, VZONE_KEEP); i++)
        if (vm_cost_takes(r, pc[i]) >> VZONE_HAND & 1) RULE(VZ_508_3);
    bool ok = vm_can_all(r, 0, pc, n, p, entered, price) ||
              (n == 1 && !entered && vividz_other_order(r, 0, pc[0], p, price));
    ctx_give_back(r, &lent);
    return ok;
}

/* ---- what may be played ---- */

/* 703.2a and texts about events. */
static unsigned event_barred(Run *r, PlayerId p) {
    const State *s = r->s;
    if (vividz_first_turn(s) && p == s->turn_player) return VZ_703_2a;
    for (unsigned i = 0; rule_any(r, VRC_EVENTS_ONLY) && i < s->nrules; i++)
        if (s->rule[i].rule == VRC_EVENTS_ONLY && (s->rule[i].players & player_bit(p)) &&
            s->player[p].counter[VC_EVENTS] >= s->rule[i].amount) {
            RULE(VZ_102_7);
            return VZ_102_7;
        }
    return CLAUSE_NONE;
}

/* The ability whose cost may be paid instead of the energy for the card, 0: there is none. */
static AbilId other_price(Run *r, PlayerId p, CardId c) {
    AbilId other[MAX_EXTRAS];
    return extras(r, VRC_OTHER_COST, p, c, other) ? other[0] : 0;
}

/* Why the price cannot be paid: so much energy, what texts add, and the cost of 'other'. */
static unsigned price_barred(Run *r, PlayerId p, CardId c, int price, AbilId other) {
    const bool event = card_kinds(r, c) >> VK_EV & 1;
    AbilId extra[MAX_EXTRAS];
    Pc pc[MAX_EXTRAS + 2];
    /* 904.2e: a card of the energy zone lies there no more when the price is paid */
    if (price + (card_of(r->s, c)->zone == VZONE_ENERGY) > (int)zone_count(r->s, p, VZONE_ENERGY) &&
        price > 0) {
        RULE(VZ_905_3b);
        return VZ_905_3b;
    }
    uint16_t taken[MAX_SET] = {c};
    unsigned ntaken = 1;
    if (price > 0 && bans_in_force(r) && !vividz_payable(r, p, price, taken, &ntaken))
        return VZ_905_3b;
    unsigned n = extras(r, VRC_EXTRA_COST, p, c, extra), m = 0;
    for (unsigned i = 0; i < n; i++) pc[m++] = r->pack->abil[extra[i]].cost;
    const AbilId spell = event ? nth_spell(r, c, 0) : 0;
    if (spell && r->pack->abil[spell].cost) pc[m++] = r->pack->abil[spell].cost;
    if (other && m <= MAX_EXTRAS) pc[m++] = r->pack->abil[other].cost;
    if (m && !costs_payable(r, p, ref_to(r->s, c), spell, pc, m, c, price)) {
        RULE(VZ_904_2f);
        return VZ_904_2f;
    }
    return CLAUSE_NONE;
}

unsigned vividz_play_barred(Run *r, PlayerId p, CardId c, unsigned area, unsigned flags, int less) {
    const unsigned kinds = card_kinds(r, c);
    const bool event = kinds >> VK_EV & 1;
    if (!event && !(kinds >> VK_CH & 1)) return VZ_906_1;
    if (!event && (area < 1 || area > AREAS)) return VZ_906_1a;
    if (event && event_barred(r, p)) return event_barred(r, p);
    Event e = event_make(r->s, EV_PLAY, p, c);
    e.from = card_of(r->s, c)->zone;
    if (event_forbidden(r, &e) ||
        (!event && rule_seat_forbidden(r, c, p, VZONE_AREA, seat_bit(area), VH_PLAY))) {
        RULE(VZ_102_7);
        return VZ_102_7;
    }
    const int price = flags & VPLAY_FREE ? 0 : vividz_price(r, p, c, area) - less;
    const unsigned usual = price_barred(r, p, c, price < 0 ? 0 : price, 0);
    const AbilId other = usual && !(flags & VPLAY_FREE) ? other_price(r, p, c) : 0;
    return other && !price_barred(r, p, c, 0, other) ? CLAUSE_NONE : usual;
}

/* Areas in which the player has a character. */
static SeatSet areas_taken(const State *s, PlayerId p) {
    const Player *q = &s->player[p];
    SeatSet taken = 0;
    for (unsigned i = 0; i < q->count[VZONE_AREA]; i++)
        taken |= card_of(s, zone_card(q, VZONE_AREA, i))->seats;
    return taken;
}

void vividz_offer_play(Run *r, PlayerId p, CardId c, unsigned flags, int less) {
    if (card_kinds(r, c) >> VK_EV & 1) {
        if (!vividz_play_barred(r, p, c, 0, flags, less))
            ask_add(r, (Option){.kind = VOPT_EVENT, .card = c});
        return;
    }
    /* where it comes only matters for what makes it cheaper over another character */
    const bool onto = (card_keywords(r, c) >> VW_LEVEL & 1) || rule_any(r, VRC_PRICE_ONTO);
    const bool banned = bans_in_force(r); /* an area may be forbidden */
    const SeatSet taken = onto ? areas_taken(r->s, p) : 0;
    bool asked = false, barred_elsewhere = false, any = false;
    for (unsigned area = 1; area <= AREAS; area++) {
        const bool over = banned || (taken & seat_bit(area));
        bool barred = barred_elsewhere;
        if (over || !asked) barred = vividz_play_barred(r, p, c, area, flags, less);
        if (!over) asked = true, barred_elsewhere = barred;
        any |= !barred;
        if (!barred)
            ask_add(r, (Option){.kind = VOPT_PLAY, .card = c, .a = VZONE_AREA, .b = (uint8_t)area});
    }
    if (banned && !any) RULE(VZ_906_1a);
}

void vividz_play_option(Run *r, PlayerId p, const Option *o, unsigned flags, int less,
                        unsigned ctx) {
    vividz_play_card(r, p, o->card, o->kind == VOPT_PLAY ? o->b : 0u, flags, less);
    play_of(frame_top(r))->by = (uint8_t)ctx;
}

/* What is paid for an ability: its cost, those that texts add, and energy more or less. */
typedef struct Costs {
    Pc pc[MAX_EXTRAS + 1];
    unsigned n;
    int more;
} Costs;

static Costs ability_costs(Run *r, PlayerId p, CardId c, AbilId a) {
    Costs out = {.more = ability_change(r, p, c, a)};
    const bool act = r->pack->abil[a].kind == ABIL_ACTIVATED;
    AbilId extra[MAX_EXTRAS];
    const unsigned n = act ? extras(r, VRC_ACT_EXTRA, p, c, extra) : 0;
    for (unsigned i = 0; i < n; i++) out.pc[out.n++] = r->pack->abil[extra[i]].cost;
    if (r->pack->abil[a].cost) out.pc[out.n++] = r->pack->abil[a].cost;
    return out;
}

/* 903.3: a text may forbid the player to use the ability. */
static bool use_forbidden(Run *r, PlayerId p, CardId c, AbilId a) {
    return bans_in_force(r) &&
           (act_banned(r, EV_USED, p, c, NONE, a) || act_banned(r, EV_PLAY, p, c, NONE, a));
}

unsigned vividz_use_barred(Run *r, PlayerId p, CardId c, AbilId a) {
    if (ability_spent(r, c, a)) return VZ_102_7;
    if (!ability_usable(r, c, a)) {
        RULE(VZ_903_2);
        if (r->pack->abil[a].cond) RULE(VZ_903_2a);
        return VZ_903_2;
    }
    if (use_forbidden(r, p, c, a)) {
        RULE(VZ_102_7);
        return VZ_102_7;
    }
    const Costs costs = ability_costs(r, p, c, a);
    if (costs.n ? !costs_payable(r, p, ref_to(r->s, c), a, costs.pc, costs.n, NONE, costs.more)
                : costs.more > (int)zone_count(r->s, p, VZONE_ENERGY)) {
        RULE(VZ_904_2f);
        if (card_of(r->s, c)->flags & CARD_RESTED) {
            RULE(VZ_904_4a);
            RULE(VZ_907_1a);
        }
        return VZ_904_2f;
    }
    return CLAUSE_NONE;
}

bool vividz_waiting_spent(const Run *r, unsigned i) {
    const Waiting *w = &r->s->waiting[i];
    if (!(r->pack->abil[w->abil].flags & ABIL_ONCE)) return false;
    return (w->flags & WAIT_SPENT) ||
           (ref_live(r->s, w->source) && ability_spent(r, w->source.card, w->abil));
}

bool vividz_waiting_playable(Run *r, unsigned i) {
    const Waiting *w = &r->s->waiting[i];
    const AbilityDef *b = &r->pack->abil[w->abil];
    return !b->cost || costs_payable(r, w->master, w->source, w->abil, &b->cost, 1, NONE, 0);
}

/* ---- 904.2: the play ---- */

static Play *play_push(Run *r, PlayerId p, CardId c) {
    Play *play = play_of(frame_push(r, VPROC_PLAY));
    play->source = ref_to(r->s, c);
    play->player = p;
    return play;
}

void vividz_play_card(Run *r, PlayerId p, CardId c, unsigned area, unsigned flags, int less) {
    Play *play = play_push(r, p, c);
    play->area = (uint8_t)area;
    play->free = flags & VPLAY_FREE;
    play->less = (int8_t)less;
    r->s->texts = 1;
}

void vividz_play_ability(Run *r, PlayerId p, CardId c, AbilId a, int waiting) {
    if (r->s->chain < 200) r->s->chain++;
    r->s->texts = 1;
    Play *play = play_push(r, p, c);
    play->abil = a;
    if (waiting < 0) return;
    play->source.inc = r->s->waiting[waiting].source.inc;
    play->waited = true;
    r->s->waiting[waiting].flags |= WAIT_PLAYED;
}

/* 904.2c: asks whether another price is paid instead, if both can be. Returns whether it asks. */
static bool ask_price(Run *r, Frame *f) {
    Play *play = play_of(f);
    const CardId c = play->source.card;
    const PlayerId p = play->player;
    const bool free = play->free || last_rule(r, VRC_UNPAID, p, c);
    const AbilId other = free ? 0 : other_price(r, p, c);
    if (!other) return false;
    const int price = vividz_price(r, p, c, play->area) - play->less;
    play->instead = !price_barred(r, p, c, 0, other);
    if (!play->instead || price_barred(r, p, c, price < 0 ? 0 : price, 0)) return false;
    f->step = PLAY_PRICE;
    RULE(VZ_904_2c);
    ask_begin(r, p, ASK_YESNO, VZ_904_2c);
    ask_add(r, (Option){.kind = OPT_YES});
    ask_add(r, (Option){.kind = OPT_NO});
    ask_done(r);
    return true;
}

/* 904.2b to 904.2e for a card: it is shown, its cost settled, and it lies in the temporary zone. */
static void begin_card(Run *r, Frame *f) {
    State *s = r->s;
    Play *play = play_of(f);
    const CardId c = play->source.card;
    const PlayerId p = play->player;
    const bool event = card_kinds(r, c) >> VK_EV & 1;
    RULE(VZ_904_2b);
    RULE(event ? VZ_906_1b : VZ_906_1a);
    RULE(VZ_502_1b);
    if (!event) RULE(VZ_904_2c);
    RULE(VZ_303_1);
    int price = play->free || play->instead ? 0 : vividz_price(r, p, c, play->area) - play->less;
    if (play->less) RULE(VZ_905_2c);
    RULE(VZ_904_2d);
    play->price = (int16_t)(price < 0 ? 0 : price);
    play->nextra = (uint8_t)extras(r, VRC_EXTRA_COST, p, c, play->extra);
    if (play->instead && play->nextra < MAX_EXTRAS)
        play->extra[play->nextra++] = other_price(r, p, c);
    play->from = card_of(s, c)->zone;
    f->step = PLAY_PAY;
    RULE(VZ_904_2e);
    unsigned first = batch_open(r);
    batch_move(r, c, p, VZONE_TEMPORARY, VH_PLAY)->actor = p;
    batch_do(r, first);
}

/* Loads what the trigger of a waiting ability remembers. */
static void load_trigger(Run *r, Frame *f) {
    State *s = r->s;
    const Play *play = play_of(f);
    const Waiting *w = &s->waiting[waiting_played(s, play->abil, play->source)];
    const AbilityDef *b = &r->pack->abil[play->abil];
    Context *x = &s->ctx[f->ctx];
    if (!ref_live(s, play->source)) {
        RULE(VZ_908_6);
        RULE(VZ_903_2c);
    } else if ((w->flags & WAIT_LEFT_SEAT) && w->subject.card == play->source.card) {
        RULE(VZ_908_6); /* it is read as it was in the area */
    } else if (!ability_valid(r, play->source.card, play->abil)) { /* derives: also unobserved */
        if (card_of(s, play->source.card)->lost & LOST_ABILITIES) RULE(VZ_908_6);
        RULE(VZ_903_2c);
    }
    x->subject = w->subject;
    x->object = w->object;
    x->amount = w->amount;
    x->left_seat = (w->flags & WAIT_LEFT_SEAT) != 0;
    x->player = w->player;
    bool object = (w->flags & WAIT_MEMORY) || (b->flags & ABIL_IT_OBJECT);
    CardRef it = object ? w->object : w->subject;
    if (it.card) reg_push(r, x, REG_IT, it);
}

/* After a cost, "that card" of a triggered ability is that of its event again. */
static void reload_trigger(Run *r, Frame *f) {
    Context *x = &r->s->ctx[f->ctx];
    const unsigned flags = r->pack->abil[x->abil].flags;
    const CardRef it = flags & ABIL_IT_OBJECT ? x->object : x->subject;
    reg_copy(r, x, REG_KEEP, REG_IT);
    reg_clear(r, x, REG_IT);
    if (it.card) reg_push(r, x, REG_IT, it);
}

/* 904.2b to 904.2f for an ability. */
static void begin_ability(Run *r, Frame *f) {
    State *s = r->s;
    const Play *play = play_of(f);
    const AbilityDef *b = &r->pack->abil[play->abil];
    f->step = PLAY_PAID;
    unsigned c = ctx_open(r, play->abil, play->player, play->source);
    if (!c) return;
    f->ctx = (uint8_t)c;
    const CardRef host = {card_of(s, play->source.card)->tie,
                          card_of(s, play->source.card)->tie_inc};
    if (host.card && !play->waited)
        s->ctx[c].object = host; /* it may leave its character as a cost */
    if (play->waited) load_trigger(r, f);
    if (b->reminder) RULE(VZ_304_3);
    RULE(VZ_502_1c);
    if (r->pack->def[card_of(s, play->source.card)->def].nabil > 1) RULE(VZ_304_2);
    if ((b->flags & ABIL_ONCE) || (b->limit && b->kind == ABIL_ACTIVATED))
        ability_used(r, play->source, play->abil);
    if (b->kind == ABIL_ACTIVATED) {
        RULE(VZ_907_1a);
        RULE(VZ_907_1b);
        if (card_of(s, play->source.card)->zone == VZONE_HAND) {
            event_show(r, play->player, play->source.card);
            RULE(VZ_904_2b);
        }
    }
    const Costs costs = ability_costs(r, play->player, play->source.card, play->abil);
    if (!costs.n && costs.more <= 0) return;
    RULE(VZ_904_2f);
    RULE(VZ_304_4b);
    if (costs.n > 1 || (WATCHED(r) && b->cost && vm_several(r, b->cost))) RULE(VZ_904_4c);
    const PlayerId p = play->player;
    if (costs.n == 1 && b->cost && vividz_pay_in_order(r, c, b->cost, p, costs.more)) {
        if (costs.more > 0) vividz_pay_energy(r, c, p, costs.more);
        return;
    }
    Frame *own = b->cost ? vm_call_cost(r, c, b->cost) : 0;
    if (own && costs.more < 0) text_of(own)->credit = (int16_t)-costs.more;
    if (costs.n > (b->cost != 0)) vm_call_costs(r, c, costs.pc, costs.n - (b->cost != 0));
    if (costs.more > 0) vividz_pay_energy(r, c, p, costs.more);
}

/* The context of a card being played: of its first event ability. */
static bool open_card(Run *r, Frame *f) {
    State *s = r->s;
    Play *play = play_of(f);
    play->source = ref_to(s, play->source.card);
    unsigned c = ctx_open(r, nth_spell(r, play->source.card, 0), play->player, play->source);
    f->ctx = (uint8_t)c;
    return c != 0;
}

/* 904.2f, 904.2g: energy, then the costs beside it. Their frames lie below that of the energy, so
 * that no card that one of them needs can be picked to pay (vm_keep_payable). */
static void pay_card(Run *r, Frame *f) {
    const Play play = *play_of(f);
    const AbilId spell = r->s->ctx[f->ctx].abil;
    const unsigned ctx = f->ctx;
    Pc pc[MAX_EXTRAS + 1];
    unsigned n = 0;
    for (unsigned i = play.nextra; i-- > 0;) pc[n++] = r->pack->abil[play.extra[i]].cost;
    if (n || play.price > 0) RULE(VZ_904_2f);
    if (spell && r->pack->abil[spell].cost) {
        RULE(VZ_904_2g);
        pc[n++] = r->pack->abil[spell].cost;
    }
    if (n > 1 || (n && play.price > 0)) RULE(VZ_904_4c);
    vm_call_costs(r, ctx, pc, n);
    if (play.price > 0) vividz_pay_energy(r, ctx, play.player, play.price);
}

/* 904.2h: the card or ability has been played. */
static void tell_played(Run *r, Frame *f) {
    State *s = r->s;
    const Play *play = play_of(f);
    RULE(VZ_904_2h);
    if (!play->abil && (card_kinds(r, play->source.card) >> VK_EV & 1) &&
        s->player[play->player].counter[VC_EVENTS] < 255)
        s->player[play->player].counter[VC_EVENTS]++;
    if (play->waited) return;
    Event e = event_make(s, EV_PLAY, play->player, play->source.card);
    e.from = play->from;
    e.amount = play->abil;
    event_report(r, &e);
}

/* ---- 904.3 ---- */

/* 906.2a: the character arrives from the zone it was played from (1109.2). */
static bool resolve_character(Run *r, Frame *f) {
    const Play *play = play_of(f);
    unsigned first = batch_open(r);
    RULE(VZ_906_2a);
    RULE(VZ_1109_2);
    RULE(VZ_1109_3);
    Event *e = batch_move(r, play->source.card, play->player, VZONE_AREA, VH_PLAY);
    e->from = play->from;
    e->ctx = play->by;
    e->actor = play->player;
    e->seats_to = seat_bit(play->area);
    return batch_do(r, first);
}

/* Runs the effect of the ability in the frame's context. */
static void resolve_text(Run *r, Frame *f, AbilId a) {
    State *s = r->s;
    const AbilityDef *b = &r->pack->abil[a];
    RULE(VZ_904_3a);
    RULE(VZ_902_1);
    run_used(r, play_of(f)->source.card, a);
    s->ctx[f->ctx].did = 0;
    s->ctx[f->ctx].begun = ++s->clock;
    vm_call(r, f->ctx, b->body);
}

/* 909.2: the next event ability of the card. False: there is none left. */
static bool next_spell(Run *r, Frame *f) {
    Play *play = play_of(f);
    const AbilId a = nth_spell(r, play->source.card, play->spell);
    if (!a) return false;
    RULE(VZ_906_2b);
    RULE(VZ_909_1);
    RULE(VZ_304_1c);
    RULE(VZ_903_1d);
    if (play->spell) RULE(VZ_909_2);
    if (play->spell++) {
        ctx_close(r, f->ctx);
        f->ctx = (uint8_t)ctx_open(r, a, play->player, play->source);
        if (!f->ctx) return false;
    }
    resolve_text(r, f, a);
    return true;
}

/* 906.2b: the event goes to the trash, unless it has gone elsewhere. */
static bool discard_event(Run *r, Frame *f) {
    const CardId c = play_of(f)->source.card;
    unsigned first = batch_open(r);
    if (card_of(r->s, c)->zone != VZONE_TEMPORARY) return false;
    RULE(VZ_904_3c);
    RULE(VZ_906_2b);
    batch_move(r, c, card_owner(c), VZONE_TRASH, VH_RULE);
    return batch_do(r, first);
}

/* Is the card or ability played by an effect that is not over yet? */
static bool nested(const State *s) {
    unsigned plays = 0;
    for (unsigned i = 0; i < s->nframes; i++) plays += s->frame[i].proc == VPROC_PLAY;
    return plays > 1;
}

/* 1108.3: cards of the hands that have been revealed are hidden again. */
static void hide_hands(Run *r) {
    State *s = r->s;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[VZONE_HAND]; i++) {
            Card *k = card_at(s, zone_card(&s->player[p], VZONE_HAND, i));
            if (!k->known) continue;
            RULE(VZ_1108_3);
            k->known = 0;
        }
}

/* 1108.3: a deck with cards that are still open when the effect is over is shuffled. Returns
 * whether something comes first. */
static bool hide_open(Run *r, Frame *f) {
    State *s = r->s;
    if (!s->glimpsed || nested(s)) return false;
    hide_hands(r);
    unsigned first = batch_open(r);
    s->glimpsed = 0;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[VZONE_DECK]; i++) {
            const Card *k = card_of(s, zone_card(&s->player[p], VZONE_DECK, i));
            if (k->known != everyone(s)) continue;
            RULE(VZ_1108_3);
            Event *e = event_caused(s, batch_add(r, EV_SHUFFLE, p, NONE), f->ctx, p);
            e->from = VZONE_DECK;
            break;
        }
    return batch_do(r, first);
}

/* Closes the play: drops its waiting row. */
static void finish_play(Run *r, Frame *f) {
    const Play play = *play_of(f);
    unsigned waiting = play.waited ? waiting_played(r->s, play.abil, play.source) : 0;
    ctx_close(r, f->ctx);
    frame_pop(r);
    if (!play.abil) return;
    RULE(VZ_904_3c);
    if (play.waited && waiting < r->s->nwaiting) waiting_drop(r, waiting);
    state_trigger_resolved(r, play.source, play.abil);
    if (!play.waited) event_tell(r, EV_USED, play.player, play.source.card, 0, play.abil);
}

/* Is the card an event? */
static bool plays_event(Run *r, Frame *f) {
    return card_kinds(r, play_of(f)->source.card) >> VK_EV & 1;
}

/* Procedure, 904. */
void vividz_play(Run *r, Frame *f) {
    const Play *play = play_of(f);
    switch (f->step) {
    case PLAY_BEGIN:
        RULE(VZ_904_1);
        RULE(VZ_904_2a);
        if (play->abil)
            begin_ability(r, f);
        else if (!ask_price(r, f))
            begin_card(r, f);
        return;
    case PLAY_PRICE:
        play_of(f)->instead = r->s->picked.kind == OPT_YES;
        begin_card(r, f);
        return;
    case PLAY_PAY:
        f->step = PLAY_PAID;
        if (open_card(r, f)) pay_card(r, f);
        return;
    case PLAY_PAID:
        f->step = PLAY_RESOLVE;
        if (play->waited && r->pack->abil[play->abil].cost) reload_trigger(r, f);
        if (WATCHED(r) && play->abil && !play->waited &&
            (!ref_live(r->s, play->source) || !ability_valid(r, play->source.card, play->abil)))
            RULE(VZ_903_3);
        if (!play->abil) end_next_prices(r, play->player, play->source.card);
        tell_played(r, f);
        return;
    case PLAY_RESOLVE:
        if (play->abil) {
            f->step = PLAY_DONE;
            resolve_text(r, f, play->abil);
        } else if (plays_event(r, f)) {
            f->step = PLAY_SPELL;
        } else {
            f->step = PLAY_DONE;
            resolve_character(r, f);
        }
        return;
    case PLAY_SPELL:
        if (next_spell(r, f)) return;
        f->step = PLAY_DONE;
        discard_event(r, f);
        return;
    case PLAY_DONE:
        f->step = PLAY_OVER;
        if (hide_open(r, f)) return;
        /* fallthrough */
    default: finish_play(r, f);
    }
}
