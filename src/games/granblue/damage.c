/* 9-2: interrupting rule processing: damage, knocking out members, level cards that go instead of
 * their member; and what level cards and chips add to numbers (10-4-3-3-1, 10-16-4-1). */
#include "games/granblue/granblue.h"
#include "vm/vm.h"

/* ---- 9-2-1 damage ---- */

/* Is the rule change about one of the cards? */
static bool is_about(Run *r, const RuleNow *x, const CardId *c, unsigned n) {
    Eval e = eval_source(r, x->master, x->source);
    for (unsigned i = 0; i < n; i++)
        if (x->card ? x->card == c[i] : !x->pc || vm_match_at(&e, x->pc, ref_to(r->s, c[i])))
            return true;
    return false;
}

/* Sum of a rule change over the cards; it counts once if it is about any of them. */
static int sum_over(Run *r, unsigned rule, const CardId *c, unsigned n) {
    int sum = 0;
    if (!rule_any(r, rule)) return 0;
    for (unsigned i = 0; i < r->s->nrules; i++) {
        const RuleNow x = r->s->rule[i];
        if (x.rule == rule && is_about(r, &x, c, n)) sum += x.amount;
    }
    return sum;
}

/* The same for the card that is hit, by effects of the players whom the rule change names. */
static int sum_by_effect(Run *r, const Blow *b) {
    int sum = 0;
    if (b->battle || !b->n || !rule_any(r, GRC_TAKES_BY_EFFECT)) return 0;
    const PlayerSet by = player_bit(card_of(r->s, b->from[0])->holder);
    for (unsigned i = 0; i < r->s->nrules; i++) {
        const RuleNow x = r->s->rule[i];
        if (x.rule == GRC_TAKES_BY_EFFECT && (x.players & by) && is_about(r, &x, &b->to, 1))
            sum += x.amount;
    }
    return sum;
}

static bool numbers_replaced(Run *r) {
    return rule_any(r, GRC_TAKES_AS) || rule_any(r, GRC_DEALS_AS);
}

/* Does the rule change replace the number of the damage, so much by now? */
static bool replaces_number(Run *r, unsigned i, const Blow *b, int amount) {
    const RuleNow x = r->s->rule[i];
    if (x.rule == GRC_DEALS_AS) return amount >= x.amount / 256 && is_about(r, &x, b->from, b->n);
    return x.rule == GRC_TAKES_AS && amount >= x.amount / 256 && is_about(r, &x, &b->to, 1);
}

/* 8-10-1-1: texts that only change the number, each once, that of the index first - 1 before the
 * others. */
static int damage_as(Run *r, const Blow *b, unsigned first) {
    const State *s = r->s;
    int amount = b->amount;
    if (!numbers_replaced(r)) return amount;
    for (unsigned i = 0; i <= s->nrules; i++) {
        const unsigned at = i ? i - 1 : first - 1;
        if (at >= s->nrules || (i && i == first) || !replaces_number(r, at, b, amount)) continue;
        RULE(GB_8_10_1_1);
        amount = s->rule[at].amount % 256;
    }
    return amount;
}

bool granblue_numbers_differ(Run *r, const Blow *b) {
    if (b->amount <= 0 || !numbers_replaced(r)) return false;
    const int usual = damage_as(r, b, 0);
    for (unsigned i = 0; i < r->s->nrules; i++)
        if (replaces_number(r, i, b, b->amount) && damage_as(r, b, i + 1) != usual) return true;
    return false;
}

bool granblue_ask_number(Run *r, const Blow *b) {
    State *s = r->s;
    s->picked = (Option){0};
    s->facts[GF_NUMBER] = 0;
    if (!granblue_numbers_differ(r, b)) return false;
    RULE(GB_8_10_2);
    RULE(GB_8_10_2_1);
    ask_begin(r, card_of(s, b->to)->holder, ASK_REPLACE, GB_8_10_2);
    for (unsigned i = 0; i < s->nrules; i++)
        if (replaces_number(r, i, b, b->amount))
            ask_add(
                r,
                (Option){.kind = OPT_APPLY, .card = s->rule[i].source.card, .b = (uint8_t)(i + 1)});
    return ask_done(r);
}

void granblue_number_picked(Run *r) {
    State *s = r->s;
    s->facts[GF_NUMBER] = s->picked.kind == OPT_APPLY ? s->picked.b : 0;
}

/* What texts add to damage from its sources, or take away. */
static int dealt_more(Run *r, const Blow *b) {
    const bool leader = card_of(r->s, b->to)->zone == GZ_LEADER;
    int more = sum_over(r, GRC_DEALS, b->from, b->n);
    if (b->battle) more += sum_over(r, GRC_DEALS_IN_BATTLE, b->from, b->n);
    return more + sum_over(r, leader ? GRC_DEALS_LEADER : GRC_DEALS_MEMBER, b->from, b->n);
}

int granblue_damage(Run *r, const Blow *b, int burst) {
    RULE(GB_9_2_1_2);
    RULE(GB_9_2_1_3_1);
    if (b->amount <= 0) return 0;
    if (sum_over(r, GRC_DEALS_NONE, b->from, b->n)) {
        RULE(GB_1_3_3);
        return 0;
    }
    int amount = damage_as(r, b, r->s->facts[GF_NUMBER]);
    r->s->facts[GF_NUMBER] = 0;
    if (amount <= 0) return 0; /* the number was replaced by nothing */
    const int more = dealt_more(r, b) + burst;
    int less = sum_over(r, GRC_TAKES, &b->to, 1) + sum_by_effect(r, b);
    if (b->battle) less += sum_over(r, GRC_TAKES_IN_BATTLE, &b->to, 1);
    if (more) RULE(GB_9_2_1_3_2);
    if (less) RULE(GB_9_2_1_3_3);
    amount += more + less;
    if (amount > 0) RULE(GB_9_2_1_3_4);
    return amount > 0 ? amount : 0;
}

/* Damage does not stay: it is held against HP once. */
static void clear_damage(State *s, Card *k) {
    const uint64_t was = card_hash(k);
    k->damage = 0;
    k->hit_by = NONE;
    card_changed(s, k, was);
}

bool granblue_unbreakable(Run *r, PlayerId p, CardId c, unsigned ctx) {
    Event e = event_make(r->s, EV_DEED, p, c);
    e.how = GDEED_BREAK;
    if (ctx) event_caused(r->s, &e, ctx, r->s->ctx[ctx].master);
    if (!c || !event_forbidden(r, &e)) return false;
    RULE(GB_1_3_3);
    return true;
}

/* 9-2-1-3-6: with armour, a destruction is due at the next check point; without, the leader is
 * knocked out. */
static void leader_struck(Run *r, PlayerId p) {
    State *s = r->s;
    RULE(GB_9_2_1_3_6);
    if (zone_count(s, p, GZ_ARMOUR)) {
        if (!granblue_unbreakable(r, p, zone_top(s, p, GZ_ARMOUR), 0))
            s->player[p].counter[GN_ARMOUR]++;
        return;
    }
    card_at(s, zone_top(s, p, GZ_LEADER))->deeds |= GDID_DUE;
}

/* 9-2-1-3-4, 9-2-1-3-5: holds the damage just dealt against HP. True: somebody is to fall. */
static bool compare_damage(Run *r) {
    State *s = r->s;
    static const ZoneId zones[] = {GZ_LEADER, GZ_MEMBER};
    bool falls = false;
    for (PlayerId p = 0; p < 2; p++)
        for (unsigned z = 0; z < 2; z++)
            for (unsigned i = 0; i < zone_count(s, p, zones[z]); i++) {
                CardId c = zone_card(&s->player[p], zones[z], i);
                Card *k = card_at(s, c);
                if (!k->damage) continue;
                const bool enough = k->damage >= card_stat(r, ref_to(s, c), STAT_DEF);
                clear_damage(s, k);
                if (!enough) continue;
                RULE(GB_2_7_1);
                if (zones[z] == GZ_LEADER) {
                    leader_struck(r, p);
                    falls |= (k->deeds & GDID_DUE) != 0;
                    continue;
                }
                RULE(GB_9_2_1_3_5);
                k->deeds |= GDID_DUE;
                falls = true;
            }
    return falls;
}

/* The context of the effect that is being carried out, 0: none. */
static unsigned running(const State *s) {
    for (unsigned i = s->nframes; i-- > 0;)
        if (s->frame[i].proc == PROC_TEXT && s->frame[i].ctx) return s->frame[i].ctx;
    return 0;
}

/* What level cards and chips add to allies, of both players. */
static void bonuses(Run *r) {
    const State *s = r->s;
    for (PlayerId p = 0; p < 2; p++)
        for (unsigned i = 0; i < zone_count(s, p, GZ_MEMBER); i++)
            granblue_bonus(r, zone_card(&s->player[p], GZ_MEMBER, i));
    for (PlayerId p = 0; p < 2; p++)
        if (zone_top(s, p, GZ_LEADER)) granblue_bonus(r, zone_top(s, p, GZ_LEADER));
}

enum { ALLIES = 1 << GZ_MEMBER | 1 << GZ_LEADER };

/* Hook: after damage, chips and moves. */
void granblue_interrupt(Run *r) {
    State *s = r->s;
    static const uint8_t how[] = {GH_FALL, GH_FALL_BATTLE, GH_FALL_BURST};
    if (s->point == GP_SETUP || s->result) return;
    if ((s->unchecked & ALLIES) && s->fact_card[GC_TARGET].card)
        derived_read_changed(s, DEPENDS_ATTACK); /* one may have left */
    if (s->unchecked & (ALLIES | 1 << GZ_LEVEL | UNCHECKED_VALUES)) bonuses(r);
    if (!s->hits) return; /* no damage was dealt */
    s->hits = 0;
    RULE(GB_9_2);
    const unsigned cause = s->facts[GF_CAUSE];
    if (compare_damage(r))
        granblue_fall_push(r, how[cause], cause == CAUSE_EFFECT ? running(s) : 0);
}

/* ---- 9-2-2 knocking out ---- */

enum { FALL_DEED, FALL_MOVE, FALL_NEXT };
typedef struct Fall {
    uint8_t nth; /* the player, in turn order */
    uint8_t how;
    uint8_t ctx; /* the effect that causes it, 0: a rule */
} Fall;
FRAME_LOCALS(Fall, fall_of)

void granblue_fall_push(Run *r, unsigned how, unsigned ctx) {
    for (unsigned i = 0; i < r->s->nframes; i++)
        if (r->s->frame[i].proc == GPROC_FALL && r->s->frame[i].step == FALL_DEED) return;
    *fall_of(frame_push(r, GPROC_FALL)) = (Fall){.how = (uint8_t)how, .ctx = (uint8_t)ctx};
}

/* Hook: a member that the deed is done to is about to leave; a leader is knocked out until the next
 * check point (9-4-1-3-1). */
void granblue_did(Run *r, const Event *e) {
    State *s = r->s;
    Card *k = card_at(s, e->card);
    if (e->how == GDEED_BREAK) k->deeds |= GDID_BREAK;
    if (e->how != GDEED_FALL) return;
    if (k->zone == GZ_MEMBER) {
        k->deeds |= GDID_FALL;
        return;
    }
    RULE(GB_9_4_1_3_1);
    s->player[e->player].counter[GN_DOWN] = 1;
}

static void cause(Run *r, Event *e, const Fall *v) {
    if (v->ctx) event_caused(r->s, e, v->ctx, r->s->ctx[v->ctx].master);
    e->amount = v->how;
}

/* Must the leader not be knocked out? Texts speak of it as of members, which leave. */
static bool leader_stands(Run *r, const Fall *v, PlayerId p, CardId c) {
    Event e = event_make(r->s, EV_MOVE, p, c);
    e.from = GZ_LEADER;
    e.to = GZ_GAUGE;
    cause(r, &e, v);
    e.how = v->how;
    e.amount = 0;
    return event_forbidden(r, &e);
}

/* 9-2-2-2: the deed, which texts may replace. What they forbid is the move of a member to the
 * gauge, and for a leader what would be one. */
static void add_deed(Run *r, const Fall *v, PlayerId p, CardId c) {
    State *s = r->s;
    const bool leader = card_of(s, c)->zone == GZ_LEADER;
    if (!(card_of(s, c)->deeds & GDID_DUE)) return;
    card_at(s, c)->deeds &= (uint8_t)~GDID_DUE;
    if (!leader) RULE(GB_9_2_2_2);
    Event *e = batch_add(r, EV_DEED, p, c);
    e->how = GDEED_FALL;
    cause(r, e, v);
    if (!leader || !leader_stands(r, v, p, c)) return;
    RULE(GB_1_3_3);
    s->nbatch--;
    *e = (Event){0};
}

static bool do_deeds(Run *r, const Fall *v, PlayerId p) {
    const State *s = r->s;
    const unsigned first = batch_open(r);
    const CardId leader = zone_top(s, p, GZ_LEADER);
    for (unsigned i = 0; i < zone_count(s, p, GZ_MEMBER); i++)
        add_deed(r, v, p, zone_card(&s->player[p], GZ_MEMBER, i));
    if (leader) add_deed(r, v, p, leader);
    return batch_do(r, first);
}

/* 9-2-2-3-1: into the gauge, all of one player at once. */
static bool move_fallen(Run *r, const Fall *v, PlayerId p) {
    State *s = r->s;
    unsigned first = batch_open(r);
    for (unsigned i = 0; i < zone_count(s, p, GZ_MEMBER); i++) {
        CardId c = zone_card(&s->player[p], GZ_MEMBER, i);
        if (!(card_of(s, c)->deeds & GDID_FALL)) continue;
        card_at(s, c)->deeds &= (uint8_t)~GDID_FALL;
        Event *e = batch_move(r, c, card_owner(c), GZ_GAUGE, v->how);
        cause(r, e, v);
        e->amount = 0;
        if (event_forbidden(r, e)) { /* "is not knocked out" */
            RULE(GB_1_3_3);
            s->nbatch--;
            *e = (Event){0};
            continue;
        }
        RULE(GB_9_2_2_3_1);
        RULE(GB_3_1_6);
    }
    if (s->nbatch > first) RULE(GB_9_2_2_1_1);
    return batch_do(r, first);
}

/* Procedure, 9-2-2: the turn player's members first. */
void granblue_fall(Run *r, Frame *f) {
    Fall *v = fall_of(f);
    const PlayerId p = player_nth(r->s, v->nth);
    switch (f->step) {
    case FALL_DEED:
        f->step = FALL_MOVE;
        if (do_deeds(r, v, p)) return;
        /* fallthrough */
    case FALL_MOVE:
        f->step = FALL_NEXT;
        if (move_fallen(r, v, p)) return;
        /* fallthrough */
    default:
        f->step = FALL_DEED;
        if (++v->nth == 2) frame_pop(r);
    }
}

/* ---- 9-2-3 level cards ---- */

unsigned granblue_levels(const State *s, CardRef c) {
    unsigned n = 0;
    for (PlayerId p = 0; p < 2; p++)
        for (unsigned i = 0; i < zone_count(s, p, GZ_LEVEL); i++) {
            const Card *k = card_of(s, zone_card(&s->player[p], GZ_LEVEL, i));
            n += k->tie == c.card && k->tie_inc == c.inc;
        }
    return n;
}

/* Would the event take a member with level cards out of its area? */
static bool saved(const Run *r, const Event *e) {
    const State *s = r->s;
    if (e->kind != EV_MOVE || e->from != GZ_MEMBER || e->to == GZ_MEMBER || e->to == GZ_LEVEL)
        return false;
    return card_of(s, e->card)->inc == e->inc && granblue_levels(s, ref_of(e->card, e->inc));
}

/* Hook, 8-4-2-4: a member that its level cards keep in its area pays no cost by leaving. */
bool granblue_kept(Run *r, uint16_t c, unsigned zones) {
    const State *s = r->s;
    const unsigned own = 1u << GZ_MEMBER | 1u << GZ_LEVEL;
    if (card_of(s, c)->zone != GZ_MEMBER || !(zones & ~own)) return false;
    if (!granblue_levels(s, ref_to(s, c))) return false;
    RULE(GB_9_2_3_2);
    return true;
}

typedef struct Save {
    uint8_t first, at;
} Save;
FRAME_LOCALS(Save, save_of)

bool granblue_intercept(Run *r, unsigned first) {
    State *s = r->s;
    if (!zone_count(s, 0, GZ_LEVEL) && !zone_count(s, 1, GZ_LEVEL)) return false;
    for (unsigned i = first; i < s->nbatch; i++)
        if (saved(r, &s->batch[i])) {
            *save_of(frame_push(r, GPROC_SAVE)) = (Save){(uint8_t)first, (uint8_t)i};
            return true;
        }
    return false;
}

/* The member's master picks the level card that goes. */
static bool ask_level(Run *r, const Event *e) {
    State *s = r->s;
    RULE(GB_9_2_3_2);
    RULE(GB_10_4_3_3_3);
    ask_begin(r, card_of(s, e->card)->holder, GASK_LEVEL, GB_9_2_3_2);
    for (PlayerId p = 0; p < 2; p++)
        for (unsigned i = 0; i < zone_count(s, p, GZ_LEVEL); i++) {
            CardId c = zone_card(&s->player[p], GZ_LEVEL, i);
            if (card_of(s, c)->tie == e->card && card_of(s, c)->tie_inc == e->inc)
                ask_add(r, (Option){.kind = OPT_CARD, .card = c});
        }
    return ask_done(r);
}

/* The level card goes to the gauge in place of its member: that has not moved (8-10-1-2). */
static void send_level(Run *r, Event *e, CardId c) {
    const Card *k = card_of(r->s, c);
    if (e->ctx) r->s->ctx[e->ctx].did = 0;
    *e = (Event){.kind = EV_MOVE,
                 .how = GH_SAVE,
                 .player = k->holder,
                 .to_player = card_owner(c),
                 .card = c,
                 .from = GZ_LEVEL,
                 .to = GZ_GAUGE,
                 .inc = k->inc,
                 .actor = NOBODY,
                 .by = NOBODY};
}

/* Procedure, 9-2-3: rewrites the moves of the batch that level cards stop. */
void granblue_save(Run *r, Frame *f) {
    State *s = r->s;
    Save *v = save_of(f);
    if (f->step) {
        if (s->picked.card) send_level(r, &s->batch[v->at], s->picked.card);
        f->step = 0;
        v->at++;
    }
    for (; v->at < s->nbatch; v->at++) {
        if (!saved(r, &s->batch[v->at])) continue;
        f->step = 1;
        if (ask_level(r, &s->batch[v->at])) return;
        send_level(r, &s->batch[v->at], s->picked.card);
        f->step = 0;
    }
    const unsigned first = v->first;
    frame_pop(r);
    batch_go(r, first);
}

/* ---- numbers by level cards and chips ---- */

int granblue_chips_on(const State *s, CardId c, unsigned kind) {
    int n = 0;
    for (unsigned i = 0; i < s->ncounters; i++)
        if (s->counter[i].card == c && (!kind || s->counter[i].kind == kind)) n += s->counter[i].n;
    return n;
}

/* What chips of these kinds add up to (10-16-4-1). */
static int chips_add(const State *s, CardId c, unsigned kind) {
    int sum = 0;
    for (unsigned i = 0; i < s->ncounters; i++) {
        const Counter *x = &s->counter[i];
        if (x->card == c && x->kind >= kind && x->kind < kind + 32u)
            sum += x->n * ((int)x->kind - (int)kind - 16);
    }
    return sum;
}

/* The row of State.effect with what the rules add to these numbers of the card: one for HP and
 * ATK, one for the rank. */
static void set_bonus(Run *r, CardId c, unsigned stat, int a, int b) {
    State *s = r->s;
    unsigned i = 0;
    for (; i < s->neffects; i++)
        if ((s->effect[i].flags & GEFF_RULE) && s->effect[i].target.card == c &&
            s->effect[i].target.inc == card_of(s, c)->inc && s->effect[i].stat[0] == stat)
            break;
    if (i < s->neffects && s->effect[i].a == a && s->effect[i].b == b) return;
    if (i < s->neffects) effect_remove(r, i);
    if (!a && !b) return;
    Effect *e = effect_add(r, EFF_STAT, DUR_GAME, card_of(s, c)->holder);
    e->flags = GEFF_RULE;
    e->target = e->source = ref_to(s, c);
    e->stat[0] = (uint8_t)stat;
    e->stat[1] = stat == STAT_DEF ? STAT_ATK : 0;
    e->a = a;
    e->b = b;
    e->stamp = UINT32_MAX; /* after all effects (10-15-1-1) */
}

void granblue_bonus(Run *r, CardId c) {
    State *s = r->s;
    bool any = s->ncounters || zone_count(s, 0, GZ_LEVEL) || zone_count(s, 1, GZ_LEVEL);
    for (unsigned i = 0; i < s->neffects && !any; i++)
        any = (s->effect[i].flags & GEFF_RULE) && s->effect[i].target.card == c;
    if (!any) return;
    const int levels = 2 * (int)granblue_levels(s, ref_to(s, c));
    if (levels) RULE(GB_10_4_3_3_1);
    set_bonus(r, c, STAT_DEF, levels + chips_add(s, c, GCHIP_HP),
              levels + chips_add(s, c, GCHIP_ATK));
    set_bonus(r, c, STAT_COST, chips_add(s, c, GCHIP_RANK), 0);
}
