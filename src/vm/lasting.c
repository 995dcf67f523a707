/* The actions that make continuous effects: changes of numbers, rule changes, prohibitions, what
 * cards gain and lose, delayed triggers. */
#include "vm/step.h"

static CardRef first_it(const TextStep *a) {
    return a->x->n[REG_IT] ? reg_cards(a->r->s, a->x, REG_IT)[0] : (CardRef){0, 0};
}

/* Resolves DUR_OWN_END, DUR_OPP_END, a DUR_NEXT_OF_* or DUR_NEXT_ON_* to a plain duration; returns
 * the card whose attack is awaited, 0: none. */
static CardRef awaited_attacker(const TextStep *a, unsigned *dur, CardRef target) {
    unsigned requested = *dur;
    if (requested == DUR_OWN_END)
        *dur = turn_side(a->r->s) & player_bit(a->x->master) ? DUR_TURN : DUR_OWN_TURN_END;
    if (requested == DUR_OPP_END)
        *dur = turn_side(a->r->s) & opponents(a->r, a->x->master) ? DUR_TURN : DUR_OPP_TURN_END;
    if (requested < DUR_COUNT || requested >= DUR_OWN_END) return (CardRef){0, 0};
    *dur = requested == DUR_NEXT_ON_OWN ? DUR_NEXT_ATTACKED : DUR_NEXT_ATTACK;
    return requested == DUR_NEXT_OF_THIS ? ctx_source(a->x)
           : requested == DUR_NEXT_OF_IT ? first_it(a)
                                         : target;
}

/* Adds an effect of the running ability. */
static Effect *add_effect(TextStep *a, unsigned kind, unsigned dur, CardRef target) {
    CardRef whose = awaited_attacker(a, &dur, target);
    kmark(a->r, kind == EFF_GRANT ? KM_GRANTED : KM_LASTS);
    if (target.card && a->described) kmark(a->r, KM_THESE_ONLY);
    kmark(a->r, dur == DUR_GAME ? KM_LASTS_GAME : KM_LASTS_TERM);
    Effect *e = effect_add(a->r, kind, (Duration)dur, a->x->master);
    if (a->r->g->dated_by_play && a->x->begun) e->stamp = a->x->begun;
    e->target = target;
    e->source = ctx_source(a->x);
    e->abil = a->x->abil;
    e->memory = whose;
    if (target.card && (card_of(a->r->s, target.card)->flags & CARD_DOWN))
        e->flags |= EFF_FACE_DOWN;
    return e;
}

/* Sets the two numbers that an EFF_STAT or EFF_NEXT changes. */
static Effect *set_stats(Effect *e, unsigned first, unsigned second) {
    e->stat[0] = (uint8_t)first;
    e->stat[1] = (uint8_t)second;
    return e;
}

/* Where the game counts it as a hit that an effect lowers a card's defence. */
static void lowered(const TextStep *a, CardRef c, unsigned stat, int by) {
    if (!a->r->g->loss_is_hit || stat != STAT_DEF || by >= 0) return;
    card_at(a->r->s, c.card)->hit_by = a->x->source.card;
    a->r->s->hits = 1;
}

/* Adds an EFF_STAT that changes one number. */
static Effect *add_stat_effect(TextStep *a, CardRef c, unsigned stat, int by, unsigned dur) {
    Effect *e = set_stats(add_effect(a, EFF_STAT, dur, c), stat, 0);
    lowered(a, c, stat, by);
    e->a = by;
    return e;
}

/* Could changes of this card's numbers since effect i give another result if they came before it?
 * Sums do not depend on their order; "becomes N" does. */
static bool numbers_set_since(const TextStep *a, unsigned i, CardRef c) {
    const State *s = a->r->s;
    if (a->r->pack->statics_set_numbers) return true; /* it may have become valid since */
    while (++i < s->neffects)
        if (s->effect[i].kind == EFF_SET && s->effect[i].target.card == c.card) return true;
    return false;
}

/* An existing effect of the same ability on the same card with the same duration, to which a
 * repeated change can be added because nothing will tell the two apart. */
static Effect *find_same_change(TextStep *a, unsigned dur, CardRef c) {
    State *s = a->r->s;
    if (dur >= DUR_COUNT) return 0;
    for (unsigned i = s->neffects; i-- > 0;) {
        Effect *e = &s->effect[i];
        if (e->kind == EFF_STAT && e->duration == dur && e->abil == a->x->abil &&
            e->target.card == c.card && e->target.inc == c.inc &&
            e->source.card == a->x->source.card && e->turn == s->turn && !e->memory.card &&
            e->stat[0] == STAT_ATK && e->stat[1] == STAT_DEF && !(e->flags & EFF_DORMANT) &&
            ((e->flags & EFF_FACE_DOWN) != 0) == ((card_of(s, c.card)->flags & CARD_DOWN) != 0))
            return numbers_set_since(a, i, c) ? 0 : e;
    }
    return 0;
}

bool text_expired(Run *r, const Context *x, unsigned dur) {
    const Game *g = r->g;
    if (dur == DUR_ATTACK && g->in_attack && !g->in_attack(r)) return true;
    if (dur >= DUR_WHILE_SOURCE) return !source_stays(r, ctx_source(x), x->master, (Duration)dur);
    return dur >= DUR_UNTIL && dur < DUR_UNTIL_OWN && g->point_passed(r, dur - DUR_UNTIL);
}

static bool expired(const TextStep *a, unsigned dur) { return text_expired(a->r, a->x, dur); }

/* As much of the change as leaves at least 1. */
static int change_above_zero(const TextStep *a, int n, CardRef c, unsigned stat) {
    const int now = card_stat(a->r, c, stat), most = now > 1 ? 1 - now : 0;
    return n < most ? most : n;
}

/* MOD, or MODABOVE with 'above'. */
static void do_mod(TextStep *a, bool above) {
    CardRef c[MAX_SET];
    unsigned n = step_set(a, c);
    int atk = step_number(a), def = step_number(a);
    unsigned dur = step_word(a);
    if (expired(a, dur)) return;
    step_keep_live(a, c, &n);
    for (unsigned i = 0; i < n; i++) {
        const int x = above ? change_above_zero(a, atk, c[i], STAT_ATK) : atk,
                  y = above ? change_above_zero(a, def, c[i], STAT_DEF) : def;
        Effect *e = find_same_change(a, dur, c[i]);
        if (!e) e = set_stats(add_effect(a, EFF_STAT, dur, c[i]), STAT_ATK, STAT_DEF);
        e->a += x;
        e->b += y;
        lowered(a, c[i], STAT_DEF, y);
        derived_invalidate(a->r->s, BECAUSE_EFFECT);
    }
    a->x->did = n > 0;
}

static void do_nextmod(TextStep *a) {
    PlayerSet p = vm_players(&a->e, &a->pc);
    ZoneSet z = step_word(a);
    Pc filter = a->pc;
    step_skip(a);
    int atk = step_number(a), def = step_number(a);
    Effect *e =
        set_stats(add_effect(a, EFF_NEXT, step_word(a), (CardRef){0, 0}), STAT_ATK, STAT_DEF);
    e->a = atk;
    e->b = def;
    e->zones = z;
    e->pc = filter;
    e->target.inc = p;
}

bool step_reads_no_card(const TextStep *a, Pc pc) {
    const Code *k = a->r->pack->code;
    CardRef c[MAX_SET];
    unsigned op = k[pc++];
    if (op == OP_STAT || op == OP_TOPSTAT) return pc++, vm_set(&a->e, &pc, c, MAX_SET) == 0;
    if (op != OP_ADD && op != OP_SUB && op != OP_MUL && op != OP_MIN && op != OP_NEG) return false;
    if (step_reads_no_card(a, pc)) return true;
    vm_pass(a->r, &pc);
    return op != OP_NEG && step_reads_no_card(a, pc);
}

/* "Becomes N": sets the number or adds the difference, as the game rules
 * (Game.set_replaces_value). */
static void set_stat(TextStep *a, CardRef c, unsigned stat, int want, unsigned dur) {
    kmark(a->r, KM_SET_VALUE);
    lowered(a, c, stat, want - card_stat(a->r, c, stat));
    if (a->r->g->set_replaces_value) {
        Effect *v = add_effect(a, EFF_SET, dur, c);
        v->a = (int)stat;
        v->b = want;
        return;
    }
    int diff = want - card_stat(a->r, c, stat);
    add_stat_effect(a, c, stat, diff, dur);
}

static void do_setstat(TextStep *a) {
    CardRef c[MAX_SET];
    unsigned n = step_set(a, c), stat = step_word(a);
    bool no_card = step_reads_no_card(a, a->pc);
    int want = step_number(a);
    unsigned dur = step_word(a);
    step_keep_live(a, c, &n);
    if (no_card) kmark(a->r, KM_UNDEFINED);
    if (no_card || expired(a, dur)) n = 0;
    for (unsigned i = 0; i < n; i++) set_stat(a, c[i], stat, want, dur);
}

/* Does nothing unless there are exactly two cards. */
static void do_swapstat(TextStep *a) {
    CardRef c[MAX_SET];
    unsigned n = step_set(a, c), stat = step_word(a), dur = step_word(a);
    step_keep_live(a, c, &n);
    a->x->did = n == 2 && !expired(a, dur);
    if (!a->x->did) return;
    int first = card_stat(a->r, c[0], stat), second = card_stat(a->r, c[1], stat);
    set_stat(a, c[0], stat, second, dur);
    set_stat(a, c[1], stat, first, dur);
}

static void do_costmod(TextStep *a) {
    CardRef c[MAX_SET];
    unsigned n = step_set(a, c);
    int d = step_number(a);
    unsigned dur = step_word(a);
    step_keep_live(a, c, &n);
    for (unsigned i = 0; i < n; i++) add_stat_effect(a, c[i], STAT_COST, d, dur);
}

/* Where the game says so, an effect on all cards of hidden zones applies to those that come later,
 * too. False: the set is another. */
static bool add_open_effect(TextStep *a, Pc set, unsigned stat, int by, unsigned dur) {
    PlayerSet who;
    ZoneSet zones;
    if (!a->r->g->hidden_sets_open || !vm_hidden_cards(&a->e, &set, &who, &zones)) return false;
    Effect *e = set_stats(add_effect(a, EFF_NEXT, dur, (CardRef){.inc = who}), stat, 0);
    e->a = by;
    e->zones = zones;
    e->pc = set;
    e->flags |= EFF_OPEN;
    return true;
}

static void do_statmod(TextStep *a) {
    CardRef c[MAX_SET];
    const Pc set = a->pc;
    unsigned n = step_set(a, c), stat = step_word(a);
    bool no_card = step_reads_no_card(a, a->pc);
    int d = step_number(a);
    unsigned dur = step_word(a);
    if (no_card) kmark(a->r, KM_UNDEFINED);
    if (no_card || expired(a, dur)) return;
    step_keep_live(a, c, &n);
    for (unsigned i = 0; i < n; i++) add_stat_effect(a, c[i], stat, d, dur);
    a->x->did = add_open_effect(a, set, stat, d, dur) || n > 0;
}

static void change_numbers(TextStep *a, unsigned op) {
    switch (op) {
    case OP_MOD: do_mod(a, false); return;
    case OP_MODABOVE: do_mod(a, true); return;
    case OP_SETSTAT: do_setstat(a); return;
    case OP_SWAPSTAT: do_swapstat(a); return;
    case OP_STATMOD: do_statmod(a); return;
    default: do_costmod(a); return;
    }
}

/* Carries out a change of numbers, and tells of it if anybody listens. */
static void do_numbers(TextStep *a, unsigned op) {
    NumbersBefore before;
    const State *s = a->r->s;
    const bool told = (s->listened_events | s->grantable) & ev_bit(EV_NUMBER);
    if (told) numbers_read(a->r, &before);
    change_numbers(a, op);
    if (told) numbers_tell(a->r, a->f->ctx, &before);
}

static void do_rule(TextStep *a) {
    unsigned rule = step_word(a);
    PlayerSet p = vm_players(&a->e, &a->pc);
    Pc filter = a->pc;
    step_skip(a);
    int n = step_number(a);
    unsigned dur = step_word(a);
    if (dur == DUR_NEXT_OF_IT && !a->x->n[REG_IT]) return; /* the attack of no card */
    if (expired(a, dur)) return;
    Effect *e = add_effect(a, EFF_RULE, dur, (CardRef){0, 0});
    e->a = (int)rule;
    e->b = p;
    e->c = n;
    e->pc = a->r->pack->code[filter] == OP_ANY ? 0 : filter;
}

/* RULESET: one effect for each card, bound to it. */
static void do_ruleset(TextStep *a) {
    unsigned rule = step_word(a);
    PlayerSet p = vm_players(&a->e, &a->pc);
    CardRef c[MAX_SET];
    unsigned n = step_set(a, c);
    int num = step_number(a);
    unsigned dur = step_word(a);
    if (expired(a, dur)) return;
    step_keep_live(a, c, &n);
    for (unsigned i = 0; i < n; i++) {
        Effect *e = add_effect(a, EFF_RULE, dur, c[i]);
        e->a = (int)rule;
        e->b = p;
        e->c = num;
        e->flags |= EFF_OPEN; /* the rule change applies to the target itself */
    }
}

/* FORBID, or FORBIDSET with 'set': one effect for each card, bound to it. */
static void do_forbid(TextStep *a, bool set) {
    CardRef c[MAX_SET] = {{0, 0}};
    unsigned n = set ? step_set(a, c) : 1, dur = step_word(a), len = step_word(a);
    Pc pattern = a->pc;
    a->pc = (Pc)(pattern + len);
    if (set) step_keep_live(a, c, &n);
    if (dur == DUR_NEXT_OF_IT && !a->x->n[REG_IT]) return; /* the attack of no card */
    if (expired(a, dur)) return;
    for (unsigned i = 0; i < n; i++) {
        Effect *e = add_effect(a, EFF_RULE, dur, c[i]);
        e->a = RULE_FORBID;
        e->pc = pattern;
        if (set) e->flags |= EFF_OPEN;
    }
}

/* If the card has the same gain with the same duration, renews that effect. False: there is
 * none. */
static bool renew_gain(TextStep *a, unsigned what, unsigned term, unsigned dur, CardRef c) {
    State *s = a->r->s;
    unsigned down = card_of(s, c.card)->flags & CARD_DOWN ? EFF_FACE_DOWN : 0;
    for (unsigned i = 0; i < s->neffects; i++) {
        Effect *e = &s->effect[i];
        if (e->kind != EFF_GAIN || e->duration != dur || e->turn != s->turn || e->a != (int)what ||
            e->b != (int)term || e->target.card != c.card || e->target.inc != c.inc ||
            e->master != a->x->master || (e->flags & (EFF_DORMANT | EFF_FACE_DOWN)) != down)
            continue;
        effect_renew(s, i);
        return true;
    }
    return false;
}

/* How many abilities COPY copies at most. */
enum { COPIED_ABILITIES = 16 };

/* GRANT, LOSE or GAIN. */
static void do_per_card(TextStep *a, unsigned op) {
    CardRef c[MAX_SET];
    unsigned n = step_set(a, c), w = step_word(a), term = op == OP_GAIN ? step_word(a) : 0u,
             dur = step_word(a);
    step_keep_live(a, c, &n);
    if (expired(a, dur)) return;
    unsigned kind = op == OP_GRANT ? EFF_GRANT : op == OP_LOSE ? EFF_LOSE : EFF_GAIN;
    if (n) mark_given(a->r, op, w);
    for (unsigned i = 0; i < n; i++) {
        if (op == OP_GAIN && renew_gain(a, w, term, dur, c[i])) continue;
        Effect *e = add_effect(a, kind, dur, c[i]);
        if (op == OP_GRANT) {
            e->abil = (AbilId)w;
            listening_granted(a->r, e->abil);
        } else {
            e->a = (int)w;
            e->b = (int)term;
        }
    }
    a->x->did = n > 0;
}

/* Writes the abilities that the card has now, printed and granted, at most max. Returns their
 * number. */
static unsigned abilities_now(Run *r, CardId c, AbilId *out, unsigned max) {
    const State *s = r->s;
    const Card *k = card_of(s, c);
    const CardDef *d = &r->pack->def[k->def];
    unsigned n = 0;
    derive_for(r, TOUCH_KEYS | TOUCH_ABILITY);
    const bool printed = !card_masked(r, k) && !(k->lost & LOST_ABILITIES);
    for (AbilId a = d->abil; printed && a < d->abil + d->nabil && n < max; a++) out[n++] = a;
    for (unsigned i = s->nfixed; i < s->nlisteners && n < max; i++)
        if (s->listen[i].card == c) out[n++] = s->listen[i].abil;
    return n;
}

/* Grants one ability of another card. A mere keyword listens nowhere, so it is gained. */
static void copy_ability(TextStep *a, AbilId abil, unsigned dur, CardRef c) {
    const AbilityDef *b = &a->r->pack->abil[abil];
    if (b->zones) {
        add_effect(a, EFF_GRANT, dur, c)->abil = abil;
        listening_granted(a->r, abil);
    }
    for (unsigned key = 0; !b->zones && b->kind == ABIL_KEYWORD && key < 32; key++) {
        if (!(b->keywords >> key & 1) || renew_gain(a, ADD_KEYWORD, key, dur, c)) continue;
        Effect *e = add_effect(a, EFF_GAIN, dur, c);
        e->a = ADD_KEYWORD;
        e->b = (int)key;
    }
}

/* COPY: the cards gain the abilities that the first card of the second set has. */
static void do_copy(TextStep *a) {
    CardRef c[MAX_SET], from[MAX_SET];
    AbilId abil[COPIED_ABILITIES];
    unsigned n = step_set(a, c), m = step_set(a, from), dur = step_word(a);
    step_keep_live(a, c, &n);
    step_keep_live(a, from, &m);
    if (expired(a, dur)) return;
    const unsigned many = m ? abilities_now(a->r, from[0].card, abil, COPIED_ABILITIES) : 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < many; j++) copy_ability(a, abil[j], dur, c[i]);
    a->x->did = n > 0 && many > 0;
}

/* DELAY, or DELAYEACH with 'each': adds delayed triggers or replacements. */
static void do_delay(TextStep *a, bool each) {
    AbilId abil = step_word(a);
    unsigned dur = step_word(a), n = a->x->n[REG_IT];
    const AbilityDef *b = &a->r->pack->abil[abil];
    for (unsigned i = 0; i < n || (!each && i == 0); i++) {
        Effect *e = add_effect(a, b->kind == ABIL_REPLACE ? EFF_REPLACE : EFF_DELAYED, dur,
                               (CardRef){0, 0});
        kmark(a->r, KM_DELAYED);
        e->abil = abil;
        e->flags |= b->flags & ABIL_NEXT_TIME ? EFF_ONCE : 0;
        if (n) e->memory = reg_cards(a->r->s, a->x, REG_IT)[i];
        if (!each) break;
    }
    listen_rebuild(a->r);
}

bool step_lasting(TextStep *a, unsigned op) {
    switch (op) {
    case OP_MOD:
    case OP_MODABOVE:
    case OP_SETSTAT:
    case OP_SWAPSTAT:
    case OP_STATMOD:
    case OP_COSTMOD: do_numbers(a, op); return true;
    case OP_NEXTMOD: do_nextmod(a); return true;
    case OP_RULE: do_rule(a); return true;
    case OP_RULESET: do_ruleset(a); return true;
    case OP_FORBID: do_forbid(a, false); return true;
    case OP_FORBIDSET: do_forbid(a, true); return true;
    case OP_GRANT:
    case OP_LOSE:
    case OP_GAIN: do_per_card(a, op); return true;
    case OP_COPY: do_copy(a); return true;
    case OP_DELAY:
    case OP_DELAYEACH: do_delay(a, op == OP_DELAYEACH); return true;
    default: return false;
    }
}
