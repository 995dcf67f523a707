/* Continuous effects. Deriving starts from printed values and applies the layers in order;
 * inside a layer dependency comes before time stamp. Everything written here is derived and
 * rebuilt on demand. */
#include "vm/vm.h"

/* ---- effects of resolved abilities ----------------------------------------------------------- */

/* A card that is not of a numbered kind by print has no numbers but its cost. */
unsigned set_layer(const Run *r, CardId c, unsigned stat) {
    const CardDef *d = &r->pack->def[card_of(r->s, c)->def];
    if (stat == STAT_COST) return r->g->layer_of[CHANGE_COST];
    return d->kinds & r->g->numbered_kinds ? LAYER_NUMBER : r->g->layer_of[CHANGE_NEW];
}

/* Does the effect decrease defence? */
static bool lowers_defence(const Effect *e) {
    return (e->stat[0] == STAT_DEF && e->a < 0) || (e->stat[1] == STAT_DEF && e->b < 0);
}

Touch effect_touches(const Run *r, const Effect *e) {
    switch (e->kind) {
    case EFF_STAT:
        return TOUCH_STATS | (e->a ? stat_touches(e->stat[0]) : 0) |
               (e->b ? stat_touches(e->stat[1]) : 0) | (lowers_defence(e) ? TOUCH_LOWERS : 0u);
    case EFF_SET:
        return 1u << set_layer(r, e->target.card, (unsigned)e->a) | TOUCH_STATS |
               stat_touches((unsigned)e->a) | (e->a == STAT_DEF ? TOUCH_LOWERS : 0u);
    case EFF_LOSE: return loss_touches(r->g, (unsigned)e->a);
    case EFF_GRANT: return TOUCH_ABILITY | granted_touches(&r->pack->abil[e->abil]);
    case EFF_GAIN: return gain_touches(r->g, (unsigned)e->a);
    case EFF_RULE: return TOUCH_RULE;
    default: return 0;
    }
}

Touch effects_touch(const Run *r) {
    const State *s = r->s;
    Touch touches = 0;
    for (unsigned i = 0; i < s->neffects; i++) touches |= effect_touches(r, &s->effect[i]);
    return touches;
}

/* Durations that begin in a later turn or with a later attack: the effect is dormant until then. */
static bool until_in_opp_turn(unsigned d) { return d >= DUR_OPP_TO && d < DUR_WHILE_SOURCE; }
static bool starts_dormant(unsigned d) {
    return d == DUR_OPP_TURN || d == DUR_OWN_TURN || d == DUR_NEXT_TURN || until_in_opp_turn(d);
}
static bool for_next_attack(unsigned d) { return d == DUR_NEXT_ATTACK || d == DUR_NEXT_ATTACKED; }

Effect *effect_add(Run *r, unsigned kind, Duration d, PlayerId master) {
    State *s = r->s;
    derived_invalidate(s, BECAUSE_EFFECT);
    if (s->neffects == MAX_EFFECTS) {
        run_fault(r, FAULT_EFFECTS);
        return &s->effect[MAX_EFFECTS - 1];
    }
    Effect *e = &s->effect[s->neffects++];
    *e = (Effect){.kind = (uint8_t)kind,
                  .duration = (uint8_t)d,
                  .master = master,
                  .turn = s->turn,
                  .stamp = ++s->clock};
    if (starts_dormant(d) || for_next_attack(d)) e->flags |= EFF_DORMANT;
    s->nuntil += d >= DUR_UNTIL;
    s->effect_kinds |= (uint16_t)(1u << kind);
    return e;
}

void effect_renew(State *s, unsigned i) {
    Effect e = s->effect[i];
    e.stamp = ++s->clock;
    memmove(&s->effect[i], &s->effect[i + 1], (s->neffects - 1u - i) * sizeof e);
    s->effect[s->neffects - 1] = e;
    derived_invalidate(s, BECAUSE_EFFECT);
}

/* Does the effect still apply to its target: same life, same face as when it was made? */
static bool effect_reaches(const Run *r, const Effect *e) {
    const State *s = r->s;
    if (!ref_live(s, e->target)) {
        kmark(r, KM_LOCKED);
        return false;
    }
    const Card *k = card_of(s, e->target.card);
    if (((k->flags & CARD_DOWN) != 0) == ((e->flags & EFF_FACE_DOWN) != 0)) return true;
    if (given_face_down(r, k)) return true;
    kmark(r, KM_OTHER_FACE);
    return false;
}

static void add_numbers(Run *r, const Effect *e) {
    stat_join(r, e->target, e->stat[0], e->a);
    if (e->stat[1]) stat_join(r, e->target, e->stat[1], e->b);
}

void effect_remove(Run *r, unsigned i) {
    State *s = r->s;
    const unsigned kind = s->effect[i].kind;
    bool listens = kind == EFF_DELAYED || kind == EFF_REPLACE || kind == EFF_GRANT;
    s->derived |= effect_touches(r, &s->effect[i]);
    s->nuntil -= s->effect[i].duration >= DUR_UNTIL;
    if (!--s->neffects) s->effect_kinds = 0;
    memmove(&s->effect[i], &s->effect[i + 1], (s->neffects - i) * sizeof(Effect));
    memset(&s->effect[s->neffects], 0, sizeof(Effect));
    derived_invalidate(s, BECAUSE_READ);
    if (listens) listen_drop_granted(r);
    if (listens || !s->neffects) listen_rebuild(r);
}

static bool opponents_turn(const Run *r, const Effect *e) {
    if (r->s->nplayers > 2) run_rule(r, r->g->formats[r->s->format].clause_players);
    return opponents(r, e->master) & turn_side(r->s);
}

/* A one-time delayed trigger on a point of the turn. It lasts until the turn is over, since the
 * point may come again after the effects of the turn have ended. */
static bool awaits_point(const Run *r, const Effect *e) {
    return e->kind == EFF_DELAYED && (e->flags & EFF_ONCE) &&
           (r->pack->abil[e->abil].events & ev_bit(EV_POINT));
}

/* Effect i no longer gives control of its card. If a later effect does, the card returns from
 * there to where it would return from here; else the return is added to the batch from 'first'
 * on. */
static void control_ends(Run *r, unsigned i, unsigned first) {
    State *s = r->s;
    const Effect *e = &s->effect[i];
    for (unsigned j = i + 1; j < s->neffects; j++) {
        Effect *f = &s->effect[j];
        if (f->kind != EFF_CONTROL || f->target.card != e->target.card ||
            f->target.inc != e->target.inc)
            continue;
        f->a = e->a;
        return;
    }
    for (unsigned j = first; j < s->nbatch; j++)
        if (s->batch[j].card == e->target.card) {
            s->batch[j].to_player = (PlayerId)e->a;
            return;
        }
    const Card *k = card_of(s, e->target.card);
    bool in_play = r->g->zones[k->zone].flags & ZONE_FIELD; /* control ends with leaving play */
    if (ref_live(s, e->target) && k->holder == e->master && in_play)
        batch_move(r, e->target.card, (PlayerId)e->a, k->zone, 0);
}

/* Moves the cards back, all at once, except those that are already where they belong. */
static void control_return(Run *r, unsigned first) {
    State *s = r->s;
    unsigned n = first;
    for (unsigned i = first; i < s->nbatch; i++)
        if (s->batch[i].to_player != card_of(s, s->batch[i].card)->holder)
            s->batch[n++] = s->batch[i];
    memset(&s->batch[n], 0, (s->nbatch - n) * sizeof(Event));
    s->nbatch = (uint8_t)n;
    batch_do(r, first);
}

static bool masters_turn(const Run *r, const Effect *e) {
    return turn_side(r->s) & player_bit(e->master);
}

/* Does the effect end with this turn? */
static bool ends_with_turn(const Run *r, const Effect *e) {
    bool later = e->turn < r->s->turn;
    switch (e->duration) {
    case DUR_TURN: return !awaits_point(r, e);
    case DUR_OPP_TURN:
    case DUR_OWN_TURN:
    case DUR_NEXT_TURN: return !(e->flags & EFF_DORMANT);
    case DUR_OPP_TURN_END: return opponents_turn(r, e) && later;
    case DUR_OWN_TURN_END: return masters_turn(r, e) && later;
    case DUR_NEXT_TURN_END: return later;
    case DUR_NEXT_ATTACK:
    case DUR_NEXT_ATTACKED: return true;
    default: return e->duration >= DUR_UNTIL && e->duration < DUR_UNTIL_OWN;
    }
}

/* Does the effect end at this point of the turn? */
static bool ends_with_point(const Run *r, const Effect *e, unsigned point) {
    if (e->duration == DUR_UNTIL + point) return true;
    if (e->turn >= r->s->turn) return false;
    return (e->duration == DUR_UNTIL_OWN + point && masters_turn(r, e)) ||
           (e->duration == DUR_UNTIL_OPP + point && opponents_turn(r, e)) ||
           (e->duration == DUR_OPP_TO + point && !(e->flags & EFF_DORMANT));
}

bool source_stays(const Run *r, CardRef source, PlayerId master, Duration d) {
    const Card *k = card_of(r->s, source.card);
    return ref_live(r->s, source) && (r->g->zones[k->zone].flags & ZONE_FIELD) &&
           (d != DUR_WHILE_OWN_SOURCE || k->holder == master) &&
           (d != DUR_WHILE_RESTED_SOURCE || (k->flags & CARD_RESTED));
}

/* Does the effect end now? 'd' as in effects_end. */
static bool ends_with(const Run *r, const Effect *e, unsigned d) {
    if (d == DUR_TURN) return ends_with_turn(r, e);
    if (d == DUR_WHILE_SOURCE)
        return e->duration >= d && !source_stays(r, e->source, e->master, e->duration);
    if (d >= DUR_UNTIL) return ends_with_point(r, e, d - DUR_UNTIL);
    return e->duration == d ||
           (d == DUR_ATTACK && for_next_attack(e->duration) && !(e->flags & EFF_DORMANT));
}

void effects_end(Run *r, Duration d) {
    State *s = r->s;
    unsigned first = batch_open(r);
    for (unsigned i = s->neffects; i-- > 0;) {
        if (!ends_with(r, &s->effect[i], d)) continue;
        if (s->effect[i].kind == EFF_CONTROL) control_ends(r, i, first);
        effect_remove(r, i);
    }
    if (s->nbatch > first) control_return(r, first);
}

/* Gives the card what the effect gives to all cards of its zone. What it gave to cards that have
 * left is removed, so that there is never more of it than cards. */
static void arrive_in_open_set(Run *r, unsigned i, CardId c) {
    State *s = r->s;
    const Effect whole = s->effect[i];
    kmark(r, KM_OPEN_SET);
    Effect *e = effect_add(r, EFF_STAT, (Duration)whole.duration, whole.master);
    const uint8_t flags = e->flags;
    *e = whole;
    e->kind = EFF_STAT;
    e->flags = flags | EFF_OPEN;
    e->target = ref_to(s, c);
    e->zones = 0;
    e->pc = 0;
    for (unsigned j = s->neffects; j-- > i + 1;)
        if (s->effect[j].kind == EFF_STAT && (s->effect[j].flags & EFF_OPEN) &&
            !ref_live(s, s->effect[j].target))
            effect_remove(r, j);
}

/* An EFF_NEXT becomes an EFF_STAT on the card that has just arrived; with EFF_OPEN it stays. */
void effects_arrival(Run *r, CardId c) {
    State *s = r->s;
    const Card *k = card_of(s, c);
    for (unsigned i = 0; i < s->neffects; i++) {
        Effect *e = &s->effect[i];
        if (e->kind != EFF_NEXT || !(e->zones >> k->zone & 1) ||
            !(e->target.inc & player_bit(k->holder)))
            continue;
        Eval v = eval_source(r, e->master, e->source);
        bool fits = !e->pc || vm_match_at(&v, e->pc, ref_to(s, c));
        derived_invalidate(
            /* Even if the filter has derived values: the card does not listen yet. */
            s, BECAUSE_READ);
        if (!fits) continue;
        kmark(r, KM_AT_ONCE);
        if (e->flags & EFF_OPEN) {
            arrive_in_open_set(r, i, c);
            continue;
        }
        e->kind = EFF_STAT;
        s->effect_kinds |= 1u << EFF_STAT;
        e->target = ref_to(s, c);
        e->zones = 0;
        e->pc = 0;
        derived_invalidate(s, BECAUSE_EFFECT);
    }
}

/* Wakes dormant effects made for this turn. Delayed triggers that waited for a point of the old
 * turn are removed. */
void effects_new_turn(Run *r) {
    State *s = r->s;
    for (unsigned i = s->neffects; i-- > 0;)
        if (s->effect[i].duration == DUR_TURN && awaits_point(r, &s->effect[i]))
            effect_remove(r, i);
    for (unsigned i = 0; i < s->neffects; i++) {
        Effect *e = &s->effect[i];
        if (((e->duration == DUR_OPP_TURN || until_in_opp_turn(e->duration)) &&
             opponents_turn(r, e)) ||
            (e->duration == DUR_OWN_TURN && masters_turn(r, e)) ||
            (e->duration == DUR_NEXT_TURN && (e->flags & EFF_DORMANT))) {
            e->flags &= (uint8_t)~EFF_DORMANT;
            derived_invalidate(s, BECAUSE_EFFECT);
        }
    }
}

/* ---- what layers write ----------------------------------------------------------------------- */

/* Resets derived values to print; for a face-down card to what the effect that turned it gave
 * it, else to its kind only. */
static void print_values(Run *r, Card *k) {
    const CardDef *d = &r->pack->def[k->def];
    k->kinds = k->flags & CARD_KINDS_CHANGED ? k->kinds_now : d->kinds;
    k->lost = 0;
    if (!card_masked(r, k)) {
        k->now = d->num;
        return;
    }
    if (card_blank(r, k)) k->kinds &= r->g->open_kinds; /* what its back tells */
    if (!k->guise && (r->g->zones[k->zone].flags & ZONE_FIELD)) kmark(r, KM_FACE_DOWN_INFO);
    const Guise *g = guise_of(r, k);
    k->now = (Numbers){.atk = g->atk, .def = g->def, .cost = g->cost};
}

/* Values of cards before a trial, to be restored. */
struct Undo {
    unsigned n;
    struct {
        CardId card;
        KindSet kinds;
        uint16_t lost;
        Numbers now;
    } saved[MAX_MODIFIED];
};

/* Saves the card's values unless they are saved already. */
static void undo_save(struct Undo *u, CardId c, const Card *k) {
    for (unsigned i = 0; i < u->n; i++)
        if (u->saved[i].card == c) return;
    if (u->n == sizeof u->saved / sizeof *u->saved) return;
    u->saved[u->n].card = c;
    u->saved[u->n].now = k->now;
    u->saved[u->n].kinds = k->kinds;
    u->saved[u->n++].lost = k->lost;
}

static void undo_restore(State *s, const struct Undo *u) {
    for (unsigned i = 0; i < u->n; i++) {
        Card *k = card_at(s, u->saved[i].card);
        k->now = u->saved[i].now;
        k->kinds = u->saved[i].kinds;
        k->lost = u->saved[i].lost;
    }
}

/* Does the card ignore effects because it has no information (card_blank)? */
static bool refuses_changes(const Run *r, CardId c) {
    const Card *k = card_of(r->s, c);
    if (!card_blank(r, k)) return false;
    if (given_face_down(r, k)) return kmark(r, KM_GIVEN_FACE_DOWN), false;
    kmark(r, KM_FACE_DOWN_INFO);
    return true;
}

/* Lists the card as different from print; returns it for writing. */
static Card *mark_modified(Run *r, CardId c) {
    State *s = r->s;
    Card *k = card_at(s, c);
    if (r->undo) undo_save(r->undo, c, k);
    if (k->lost & CARD_MODIFIED) return k;
    if (s->nmodified == sizeof s->modified / sizeof *s->modified) {
        run_fault(r, FAULT_RULES);
        return k;
    }
    k->lost |= CARD_MODIFIED;
    s->modified[s->nmodified++] = c;
    return k;
}

/* The same if more than numbers changes; 'how' is CARD_RENAMED and the like. */
static Card *mark_reshaped(Run *r, CardId c, unsigned how) {
    Card *k = mark_modified(r, c);
    k->lost |= (uint16_t)how;
    return k;
}

/* CARD_RENAMED and the like, for a gain and for a loss. */
static unsigned gain_reshapes(unsigned what) {
    return what == ADD_NAME || what == LOSE_NAME         ? CARD_RENAMED
           : what == ADD_KIND || what == SET_KIND        ? CARD_RECAST
           : what == ADD_KEYWORD || what == LOSE_KEYWORD ? CARD_REKEYED
           : is_note(what)                               ? 0
                                                         : CARD_RETRAITED;
}
static unsigned loss_reshapes(unsigned lost) {
    return (lost & LOST_ABILITIES ? CARD_REKEYED : 0u) |
           (lost & LOST_TRAITS ? CARD_RETRAITED : 0u) | (lost & LOST_NAMES ? CARD_RENAMED : 0u);
}

bool stat_kept(Run *r, CardId c, PlayerId by) {
    const State *s = r->s;
    if (__builtin_expect(!(r->pack->rules & rule_bit(RULE_NOTED)), 1)) return false;
    for (unsigned i = 0; i < s->nextra; i++)
        if (s->extra[i].kind == ADD_STEADY && s->extra[i].card == c &&
            (opponents(r, card_of(s, c)->holder) & player_bit(by)))
            return true;
    return false;
}

/* Does the note apply to effects of that player and source? */
static bool note_applies(const Run *r, const Extra *x, CardId c, PlayerId by, CardId source) {
    const State *s = r->s;
    const bool foe = opponents(r, card_of(s, c)->holder) & player_bit(by);
    if (x->card != c) return false;
    if (x->kind == ADD_FLOOR || x->kind == ADD_LEAST) return foe || x->kind == ADD_LEAST;
    if (x->kind != ADD_IMMUNE || ((x->term & IMMUNE_OPPONENTS) && !foe)) return false;
    const unsigned kinds = x->term & 0xFF;
    return !kinds || (source && (r->pack->def[card_of(s, source)->def].kinds & kinds));
}

bool effect_refused(Run *r, CardId c, PlayerId by, CardId source) {
    const State *s = r->s;
    if (__builtin_expect(!(r->pack->rules & rule_bit(RULE_NOTED)), 1)) return false;
    for (unsigned i = 0; i < s->nextra; i++) {
        const Extra *x = &s->extra[i];
        if (x->kind == ADD_IMMUNE && !(x->term & IMMUNE_LOWERING) &&
            note_applies(r, x, c, by, source))
            return kmark(r, KM_IMMUNE), true;
    }
    return false;
}

void effect_bounded(Run *r, CardId c, PlayerId by, CardId source, int before) {
    State *s = r->s;
    if (__builtin_expect(!(r->pack->rules & rule_bit(RULE_NOTED)), 1)) return;
    Card *k = card_at(s, c);
    if (k->now.def >= before) return;
    int floor = INT32_MIN;
    for (unsigned i = 0; i < s->nextra; i++) {
        const Extra *x = &s->extra[i];
        if (!note_applies(r, x, c, by, source)) continue;
        if (x->kind == ADD_IMMUNE && (x->term & IMMUNE_LOWERING)) {
            kmark(r, KM_IMMUNE_LOWERING);
            floor = before;
        } else if (x->kind != ADD_IMMUNE && x->term > floor) {
            kmark(r, KM_FLOOR);
            floor = x->term;
        }
    }
    if (floor > before) floor = before;
    if (k->now.def < floor) k->now.def = floor;
}

void stat_add(Run *r, CardId c, unsigned stat, int n) {
    if (refuses_changes(r, c)) return;
    Card *k = mark_modified(r, c);
    kmark(r, stat != STAT_COST ? KM_MODIFIED : n < 0 ? KM_COST_LOWERED : KM_COST_RAISED);
    stat_plus(&k->now, stat, n);
}

void stat_join(Run *r, CardRef c, unsigned stat, int n) {
    if (stat == r->g->mask_stat) n &= ~card_stat(r, c, stat);
    stat_add(r, c.card, stat, n);
}

/* Removes abilities granted to the card. If losses apply in a later layer than grants the rows
 * stay, emptied: writers of this pass refer to others by index. */
static void drop_granted(Run *r, CardId c) {
    State *s = r->s;
    bool rows = r->g->layer_of[CHANGE_LOSS] != r->g->layer_of[CHANGE_GRANT];
    unsigned n = s->nfixed;
    for (unsigned i = s->nfixed; i < s->nlisteners; i++) {
        if (s->listen[i].card != c)
            s->listen[n++] = s->listen[i];
        else if (rows)
            s->listen[n++] = (Listener){0};
    }
    memset(&s->listen[n], 0, (s->nlisteners - n) * sizeof(Listener));
    s->nlisteners = (uint8_t)n;
}

/* Also removes what was gained before; what is gained later stays. */
void lost_add(Run *r, CardId c, unsigned lost) {
    State *s = r->s;
    if (refuses_changes(r, c)) return;
    Card *k = mark_reshaped(r, c, loss_reshapes(lost));
    k->lost |= (uint16_t)lost;
    r->lost |= (lost & LOST_ABILITIES) != 0;
    unsigned m = 0;
    if (lost & LOST_ABILITIES) drop_granted(r, c);
    for (unsigned i = 0; i < s->nextra; i++) {
        const Extra *x = &s->extra[i];
        bool gone = x->card == c && ((x->kind == ADD_NAME && (lost & LOST_NAMES)) ||
                                     (x->kind == ADD_KEYWORD && (lost & LOST_ABILITIES)) ||
                                     (x->kind == ADD_TRAIT && (lost & LOST_TRAITS)));
        if (!gone) s->extra[m++] = s->extra[i];
    }
    memset(&s->extra[m], 0, (s->nextra - m) * sizeof(Extra));
    s->nextra = (uint8_t)m;
}

void mark_given(const Run *r, unsigned op, unsigned what) {
    if (op == OP_GAIN && what == ADD_TRAIT) kmark(r, KM_GAINED_TRAIT);
    if (op == OP_GAIN && what == ADD_KEYWORD) kmark(r, KM_GRANTED);
    if ((op == OP_GAIN && what == LOSE_KEYWORD) || (op == OP_LOSE && (what & LOST_ABILITIES)))
        kmark(r, KM_LOST);
}

/* The loss of what is gained, the gain of what is lost; 0: there is none. */
static unsigned opposite_gain(unsigned kind) {
    switch (kind) {
    case ADD_NAME: return LOSE_NAME;
    case LOSE_NAME: return ADD_NAME;
    case ADD_TRAIT: return LOSE_TRAIT;
    case LOSE_TRAIT: return ADD_TRAIT;
    case ADD_KEYWORD: return LOSE_KEYWORD;
    case LOSE_KEYWORD: return ADD_KEYWORD;
    default: return 0;
    }
}

void extra_add(Run *r, CardId c, unsigned kind, unsigned term) {
    State *s = r->s;
    if (refuses_changes(r, c)) return;
    if (kind == ADD_KIND) {
        mark_reshaped(r, c, CARD_RECAST)->kinds |= (KindSet)(1u << term);
        return;
    }
    if (kind == SET_KIND) {
        mark_reshaped(r, c, CARD_RECAST)->kinds = (KindSet)(1u << term);
        return;
    }
    if (kind == SET_TRAIT) {
        kmark(r, KM_SET_VALUE);
        lost_add(r, c, LOST_TRAITS);
        kind = ADD_TRAIT;
    }
    mark_reshaped(r, c, gain_reshapes(kind));
    for (unsigned i = 0; i < s->nextra; i++) {
        Extra *x = &s->extra[i];
        if (x->card != c || x->term != term) continue;
        if (x->kind == kind) return;          /* already there */
        if (x->kind == opposite_gain(kind)) { /* what came later applies */
            x->kind = (uint8_t)kind;
            return;
        }
    }
    if (s->nextra < MAX_EXTRA)
        s->extra[s->nextra++] = (Extra){.card = c, .kind = (uint8_t)kind, .term = (uint16_t)term};
    else
        run_fault(r, FAULT_RULES);
}

void rule_now(Run *r, unsigned rule, PlayerSet players, PlayerId master, CardRef source, Pc pc,
              int amount) {
    State *s = r->s;
    if (s->nrules == MAX_RULES) {
        run_fault(r, FAULT_RULES);
        return;
    }
    s->rule[s->nrules++] = (RuleNow){.rule = (uint8_t)rule,
                                     .players = players,
                                     .master = master,
                                     .amount = amount,
                                     .source = source,
                                     .pc = pc};
    s->rule_mask |= rule_bit(rule);
}

void rule_now_card(Run *r, unsigned rule, PlayerSet players, PlayerId master, CardRef card,
                   int amount) {
    unsigned n = r->s->nrules;
    rule_now(r, rule, players, master, card, 0, amount);
    if (r->s->nrules > n) {
        r->s->rule[n].card = card.card;
        r->s->rules_on_cards = 1;
    }
}

void ban_now(Run *r, PlayerId master, CardRef source, Pc pattern, CardId card) {
    unsigned n = r->s->nrules;
    rule_now(r, RULE_FORBID, 0, master, source, pattern, 0);
    if (!card || r->s->nrules == n) return;
    r->s->rule[n].card = card;
    r->s->rules_on_cards = 1;
}

/* ---- the layers ------------------------------------------------------------------------------ */

/* Something that writes derived values: an effect, or else a listening static ability. */
typedef struct Writer {
    uint32_t stamp;
    uint16_t effect; /* index + 1, or 0 */
    uint16_t listener;
} Writer;

/* The layer an effect writes in; LAYER_COUNT: none. */
static unsigned effect_layer(const Run *r, const Effect *e) {
    switch (e->kind) {
    case EFF_GRANT: return LAYER_ABILITY;
    case EFF_LOSE: return loss_layer(r->g, (unsigned)e->a);
    case EFF_GAIN: return gain_layer(r->g, (unsigned)e->a);
    case EFF_SET: return set_layer(r, e->target.card, (unsigned)e->a);
    case EFF_STAT: return LAYER_NUMBER;
    case EFF_RULE: return LAYER_RULE;
    default: return LAYER_COUNT;
    }
}

void grant_now(Run *r, CardId c, AbilId a) {
    const Card *k = card_of(r->s, c);
    if (!(r->pack->abil[a].zones & zone_bit(k->zone))) return;
    if (card_blank(r, k) && given_face_down(r, k)) kmark(r, KM_GIVEN_FACE_DOWN);
    listen_add(r, c, a);
}

/* Applies an effect in its layer. With 'probe', only hashes its target. */
static void apply_effect(Run *r, Effect *e, uint64_t *probe) {
    State *s = r->s;
    if (e->kind == EFF_RULE) {
        if (probe) return;
        if (e->a == RULE_FORBID) {
            if (!e->target.card || ref_live(s, e->target))
                ban_now(r, e->master, e->source, e->pc, e->target.card);
        } else if (!e->target.card)
            rule_now(r, (unsigned)e->a, (PlayerSet)e->b, e->master, e->source, e->pc, e->c);
        else if (ref_live(s, e->target))
            rule_now_card(r, (unsigned)e->a, (PlayerSet)e->b, e->master, e->target, e->c);
        return;
    }
    if (!effect_reaches(r, e)) return;
    const Card *k = card_of(s, e->target.card);
    if (probe) {
        *probe += e->target.card;
        return;
    }
    if (effect_refused(r, e->target.card, e->master, e->source.card)) return;
    const int before = k->now.def;
    switch (e->kind) {
    case EFF_STAT:
        if (!stat_kept(r, e->target.card, e->master)) add_numbers(r, e);
        break;
    case EFF_SET:
        stat_add(r, e->target.card, (unsigned)e->a, e->b - card_stat(r, e->target, (unsigned)e->a));
        break;
    case EFF_LOSE: lost_add(r, e->target.card, (unsigned)e->a); break;
    case EFF_GAIN: extra_add(r, e->target.card, (unsigned)e->a, (unsigned)e->b); break;
    case EFF_GRANT: grant_now(r, e->target.card, e->abil); break;
    default: break;
    }
    effect_bounded(r, e->target.card, e->master, e->source.card, before);
}

/* Does the ability define its own card in every zone, even in the deck? Then it cannot be lost:
 * it is part of what the layers start from. */
static bool base_ability(const Run *r, const AbilityDef *b) {
    return b->zones & zone_bit(r->g->deck_zone);
}

/* Are the card's abilities suppressed in this pass, because a later layer takes them away? */
static bool is_suppressed(const Run *r, CardId c) {
    for (unsigned i = 0; i < r->nsilent; i++)
        if (r->silent[i] == c) return true;
    return false;
}

/* Applies a writer in one layer, or probes it. */
static void apply(Run *r, const Writer *a, unsigned layer, uint64_t *probe) {
    State *s = r->s;
    if (a->effect) {
        apply_effect(r, &s->effect[a->effect - 1], probe);
        return;
    }
    const Listener *l = &s->listen[a->listener];
    const AbilityDef *b = &r->pack->abil[l->abil];
    const Card *k = card_of(s, l->card);
    bool base = base_ability(r, b);
    if (!l->card || (!base && a->listener < s->nfixed && is_suppressed(r, l->card))) return;
    if (!base && (k->lost & LOST_ABILITIES) && a->listener < s->nfixed) return;
    ability_apply(r, l->card, l->abil, layer, probe);
}

void ability_apply(Run *r, CardId c, AbilId a, unsigned layer, uint64_t *probe) {
    const State *s = r->s;
    const AbilityDef *b = &r->pack->abil[a];
    const Card *k = card_of(s, c);
    bool base = base_ability(r, b);
    if (!r->g->playable(r, c, a, k->holder)) return;
    Eval e = eval_source(r, k->holder, ref_to(s, c));
    e.base = base;
    if (s->nplayers > 2 && (b->flags & ABIL_ONE_OPPONENT))
        e.one = (uint8_t)(opponent_picked(r, c, a) + 1u); /* NOBODY + 1 = none */
    if (!condition_met(r, &e, b)) {
        kmark(r, KM_VOID_STATIC);
        return;
    }
    kmark(r, KM_DO_NOTHING_ELSE);
    if (base) kmark(r, KM_BASE_ABILITY);
    unsigned early = b->touches & (TOUCH_TRAIT | TOUCH_ABILITY | TOUCH_INFO);
    if (early && (b->touches & TOUCH_STATS)) kmark(r, KM_SEVERAL_LAYERS);
    kmark(r, b->flags & ABIL_ZONES_PRINTED ? KM_ZONE_PRINTED : KM_ZONE_PLAIN);
    if (vm_static(&e, b->body, layer, probe)) run_used(r, c, a);
}

/* Can the writer take abilities away? */
static bool removes_abilities(const Run *r, const Writer *a) {
    const State *s = r->s;
    const Code *k = r->pack->code;
    if (a->effect) return s->effect[a->effect - 1].kind == EFF_LOSE;
    for (Pc pc = r->pack->abil[s->listen[a->listener].abil].body; k[pc] != OP_END;) {
        Pc from = pc;
        vm_pass(r, &pc);
        for (; from < pc; from++)
            if (k[from] == OP_LOSE) return true; /* may be an operand: costs a needless trial */
    }
    return false;
}

/* TOUCH_*: the information that the writer changes. */
static unsigned touches_written(const Run *r, const Writer *a) {
    const State *s = r->s;
    return TOUCH_INFORMATION & (a->effect ? effect_touches(r, &s->effect[a->effect - 1])
                                          : r->pack->abil[s->listen[a->listener].abil].touches);
}

/* Memo of a writer's probe before any other is applied. */
typedef struct Baseline {
    uint64_t probe;
    bool known;
} Baseline;

/* Does B depend on A: does A change what B applies to, or how? Found by trial: apply A, probe B,
 * undo. Trials that cannot touch abilities undo card by card; others restore the whole state
 * from Run.scratch. */
static bool depends(Run *r, const Writer *b, const Writer *a, unsigned layer, Baseline *now) {
    State *s = r->s;
    /* ^ An effect's cards and amounts are fixed. An ability that does not read what A writes can
     * only be taken away by it. */
    if (b->effect) return false;
    const AbilityDef *reader = &r->pack->abil[s->listen[b->listener].abil];
    bool cheap = layer == LAYER_NUMBER || layer == LAYER_BASE || layer == LAYER_TRAIT ||
                 (layer == LAYER_INFO && !removes_abilities(r, a));
    bool reads =
        (reader->reads >> layer & 1) && (!cheap || (reader->wants & touches_written(r, a)));
    if (!reads && (cheap || !removes_abilities(r, a))) return false;
    if (!now->known) apply(r, b, layer, &now->probe);
    now->known = true;
    const uint64_t alone = now->probe;
    uint64_t after = 0;
    if (cheap) {
        struct Undo undo;
        undo.n = 0;
        Extra extra[MAX_EXTRA];
        uint8_t nextra = s->nextra, nmodified = s->nmodified;
        memcpy(extra, s->extra, sizeof extra);
        r->undo = &undo;
        apply(r, a, layer, 0);
        r->undo = 0;
        apply(r, b, layer, &after);
        undo_restore(s, &undo);
        memcpy(s->extra, extra, sizeof extra);
        memset(&s->modified[nmodified], 0, (s->nmodified - nmodified) * sizeof *s->modified);
        s->nextra = nextra;
        s->nmodified = nmodified;
        if (alone != after) kmark(r, KM_DEPENDENCY);
        return alone != after;
    }
    ASSERT(r->scratch);
    memcpy(r->scratch, s, state_size(s));
    apply(r, a, layer, 0);
    apply(r, b, layer, &after);
    memcpy(s, r->scratch, state_size(s));
    if (alone != after) kmark(r, KM_DEPENDENCY);
    return alone != after;
}

/* Applies the writers, each time the oldest that depends on no other; in a cycle simply the
 * oldest. */
static void apply_dependent(Run *r, Writer *a, unsigned n, unsigned layer) {
    while (n > 0) {
        unsigned pick = 0;
        for (unsigned i = 0; i < n; i++) {
            bool independent = true;
            Baseline now = {0, false};
            for (unsigned j = 0; j < n && independent; j++)
                independent = i == j || !depends(r, &a[i], &a[j], layer, &now);
            if (independent) {
                pick = i;
                break;
            }
        }
        apply(r, &a[pick], layer, 0);
        for (n--; pick < n; pick++) a[pick] = a[pick + 1];
    }
}

/* All writers in order of time stamp, with the layers they write and read. */
typedef struct Writers {
    Writer at[MAX_EFFECTS + MAX_LISTENERS];
    Touch layers[MAX_EFFECTS + MAX_LISTENERS], reads[MAX_EFFECTS + MAX_LISTENERS];
    unsigned n, all, statics; /* TOUCH_* of all writers, and of static abilities */
    RuleSet rules;
} Writers;

RuleSet effect_rules(const Run *r, const Effect *e) {
    return e->kind == EFF_RULE    ? rule_bit((unsigned)e->a)
           : e->kind == EFF_GRANT ? r->pack->abil[e->abil].rules
                                  : 0;
}

static void writer_put(Writers *t, unsigned i, Writer a, unsigned layers, unsigned reads) {
    t->at[i] = a;
    t->layers[i] = layers;
    t->reads[i] = reads;
}

/* Inserts by time stamp; nearly always at the end. */
static void writer_add(Writers *t, Writer a, unsigned layers, unsigned reads) {
    unsigned i = t->n++;
    for (; i > 0 && t->at[i - 1].stamp > a.stamp; i--)
        writer_put(t, i, t->at[i - 1], t->layers[i - 1], t->reads[i - 1]);
    writer_put(t, i, a, layers, reads);
}

/* Collects all effects in force and listening static abilities. */
static void collect_writers(const Run *r, Writers *t) {
    const State *s = r->s;
    t->n = 0;
    t->all = t->statics = r->g->rule_touches;
    t->rules = 0;
    for (unsigned i = 0; i < s->neffects; i++) {
        const Effect *e = &s->effect[i];
        t->all |= effect_touches(r, e);
        t->rules |= effect_rules(r, e);
        if (!(e->flags & EFF_DORMANT))
            writer_add(t, (Writer){e->stamp, (uint16_t)(i + 1), 0}, 1u << effect_layer(r, e), 0);
    }
    LISTENING(i, s, EV_STATIC) {
        const AbilityDef *b = &r->pack->abil[s->listen[i].abil];
        t->statics |= b->touches;
        t->rules |= b->rules;
        writer_add(t, (Writer){card_of(s, s->listen[i].card)->stamp, 0, (uint16_t)i}, b->touches,
                   b->reads);
    }
    t->all |= t->statics;
}

/* Copies the writers of one layer to 'list', branch-free. *reads: one of them reads that layer. */
static unsigned layer_writers(unsigned layer, const Writers *t, Writer *list, bool *reads) {
    unsigned n = 0, any = 0;
    for (unsigned i = 0; i < t->n; i++) {
        const unsigned writes = t->layers[i] >> layer & 1;
        list[n] = t->at[i];
        n += writes;
        any |= t->reads[i] & -writes;
    }
    *reads = any >> layer & 1;
    return n;
}

/* May one of the static abilities lose itself to another writer of the layer? */
static bool may_lose_abilities(const Run *r, const Writer *list, unsigned n) {
    bool any = false, stat = false;
    for (unsigned i = 0; i < n; i++) stat |= !list[i].effect;
    for (unsigned i = 0; stat && i < n && !any; i++) any = removes_abilities(r, &list[i]);
    return any;
}

/* Does the writer's place in the order matter? Pure additions commute. */
static bool order_matters(const Run *r, unsigned layer, const Writer *a) {
    if (!a->effect) return layer != LAYER_NUMBER || r->g->set_replaces_value;
    return r->s->effect[a->effect - 1].kind != EFF_STAT;
}

/* Marks the clauses of a layer and, if order matters, of its order. */
static void mark_layer(const Run *r, unsigned layer, const Writer *list, unsigned n) {
    static const KernelMark mark[] = {KM_LAYER_TRAIT, KM_LAYER_ABILITY, KM_LAYER_INFO,
                                      KM_LAYER_BASE, KM_LAYER_NUMBER};
    if (layer < LAYER_RULE) kmark(r, mark[layer]);
    bool any = false;
    for (unsigned i = 0; i < n; i++) any |= order_matters(r, layer, &list[i]);
    if (!any || n < 2) return;
    kmark(r, KM_BY_TIME);
    for (unsigned i = 0; i < n; i++)
        kmark(r, list[i].effect ? KM_BY_TIME_EFFECT : KM_BY_TIME_STATIC);
}

/* Applies all writers of one layer: by dependency if one reads what the layer writes, else by
 * time. */
static void run_layer(Run *r, unsigned layer, const Writers *t) {
    Writer list[MAX_EFFECTS + MAX_LISTENERS];
    bool reads;
    unsigned n = layer_writers(layer, t, list, &reads);
    if (!n) return;
    if (WATCHED(r)) mark_layer(r, layer, list, n);
    if (layer == r->g->layer_of[CHANGE_LOSS] && n > 1 && !reads)
        reads = may_lose_abilities(r, list, n);
    if (reads && n > 1 && layer < LAYER_RULE) {
        apply_dependent(r, list, n, layer);
        return;
    }
    for (unsigned i = 0; i < n; i++) apply(r, &list[i], layer, 0);
}

/* Applies the trait layer of granted abilities; the others have already applied theirs. */
static void run_granted_traits(Run *r, const Writers *t) {
    Writers granted;
    granted.n = 0;
    for (unsigned i = 0; i < t->n; i++)
        if (!t->at[i].effect && t->at[i].listener >= r->s->nfixed && (t->layers[i] & TOUCH_TRAIT))
            writer_add(&granted, t->at[i], TOUCH_TRAIT, t->reads[i]);
    if (granted.n) run_layer(r, LAYER_TRAIT, &granted);
}

/* The rules' own changes of numbers come last; what they wrote before is derived, too. */
static void rule_numbers_end(Run *r) {
    r->g->rule_numbers(r, true);
    if (r->s->nmodified) r->s->derived |= r->g->rule_touches;
    derived_update_due(r->s);
}

/* Resets all modified cards to print and applies the layers, except rule changes. */
static void derive_pass(Run *r) {
    State *s = r->s;
    for (unsigned i = 0; i < s->nmodified; i++) print_values(r, card_at(s, s->modified[i]));
    memset(s->modified, 0, s->nmodified * sizeof *s->modified);
    memset(s->extra, 0, s->nextra * sizeof *s->extra);
    s->nmodified = s->nextra = 0;
    listen_drop_granted(r);
    s->dirty &= DIRTY_RULES;
    s->derived &= s->dirty ? TOUCH_RULE : 0;
    derived_update_due(s);
    if (r->g->rule_numbers) r->g->rule_numbers(r, false);
    if (!s->layers && !s->neffects) {
        if (r->g->rule_numbers) rule_numbers_end(r);
        return;
    }
    kmark(r, KM_PRINTED);
    Writers t;
    collect_writers(r, &t);
    if (t.all & TOUCH_TRAIT) run_layer(r, LAYER_TRAIT, &t);
    if (t.all & TOUCH_ABILITY) { /* granted abilities may write in any layer */
        run_layer(r, LAYER_ABILITY, &t);
        collect_writers(r, &t); /* now with the granted ones */
        run_granted_traits(r, &t);
    }
    for (unsigned layer = LAYER_INFO; layer < LAYER_RULE; layer++)
        if (t.all >> layer & 1) run_layer(r, layer, &t);
    s->layers = t.statics;
    s->derived |= t.statics;
    derived_update_due(s);
    s->may_rule = t.rules;
    if (r->g->rule_numbers) rule_numbers_end(r);
}

/* Rule changes are the last layer and only the rules read them, so they are derived separately,
 * when one is asked for. Values they depend on are derived as they are read. */
void derive_rules(Run *r) {
    State *s = r->s;
    Writers t;
    RuleSet was = s->rule_mask;
    listeners_derive(r, ev_bit(EV_STATIC));
    memset(s->rule, 0, s->nrules * sizeof *s->rule);
    s->nrules = s->rules_on_cards = 0;
    s->rule_mask = 0;
    s->dirty &= DIRTY_VALUES;
    collect_writers(r, &t);
    s->derived = (s->derived & ~(Touch)TOUCH_RULE) | (t.statics & TOUCH_RULE);
    derived_update_due(s);
    if (t.all & TOUCH_RULE) {
        kmark(r, KM_PRINTED);
        derive_for(r, TOUCH_KEYS); /* a card that lost its abilities makes none */
        run_layer(r, LAYER_RULE, &t);
    }
    if ((was | s->rule_mask) & r->g->rules_of_entry) settled_costs_changed(s);
}

bool rules_derived(Run *r, RuleSet kinds) {
    State *s = r->s;
    if (r->deriving) return false;
    if (s->layers == TOUCH_ALL) layers_recompute(r);
    if (!(s->may_rule & kinds)) return false;
    if ((s->dirty & DIRTY_RULES) && ((s->layers | s->derived) & TOUCH_RULE)) derive_rules(r);
    return s->rule_mask & kinds;
}

/* Cards that lost their abilities in this pass after these had written in an earlier layer. */
static unsigned cards_lost_late(const Run *r, CardId *out) {
    const State *s = r->s;
    unsigned n = 0, early = TOUCH_TRAIT | TOUCH_ABILITY;
    for (unsigned i = 0; i < s->nfixed; i++) {
        const Listener *l = &s->listen[i];
        const AbilityDef *b = &r->pack->abil[l->abil];
        bool wrote = (l->events & ev_bit(EV_STATIC)) && (b->touches & early) && !base_ability(r, b);
        if (wrote && (card_of(s, l->card)->lost & LOST_ABILITIES) && n < MAX_SET)
            out[n++] = l->card;
    }
    return n;
}

void layers_recompute(Run *r) {
    State *s = r->s;
    Writers t;
    collect_writers(r, &t);
    if (s->layers == TOUCH_ALL) s->derived |= t.all;
    s->layers = t.statics;
    derived_update_due(s);
    s->may_rule = t.rules;
}

void derive_now(Run *r) {
    CardId suppressed[MAX_SET];
    bool outer = r->deriving, lost = r->lost;
    unsigned was = r->s->layers | r->s->derived;
    r->deriving = true; /* no rule change is in force meanwhile */
    r->lost = false;
    derive_pass(r);
    if (r->lost && r->g->layer_of[CHANGE_LOSS] != r->g->layer_of[CHANGE_GRANT]) {
        /* A second pass without the abilities that the first one found to be lost. */
        r->silent = suppressed;
        r->nsilent = cards_lost_late(r, suppressed);
        if (r->nsilent) derive_pass(r);
        r->silent = 0;
        r->nsilent = 0;
    }
    r->deriving = outer;
    r->lost = lost;
    was |= r->s->derived;
    if (was & (TOUCH_COST | TOUCH_KINDS)) settled_costs_changed(r->s);
    if (was & (TOUCH_DEF | TOUCH_KINDS)) settled_recheck(r->s, UNCHECKED_VALUES);
    if (was & TOUCH_KINDS) settled_recheck(r->s, UNCHECKED_KINDS);
}

void card_printed(Run *r, CardId c) { print_values(r, card_at(r->s, c)); }
