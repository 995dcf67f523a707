/* Abilities: triggers, costs and effects, and the static analysis of what they listen to, read and
 * change. The analysis must be conservative: an event kind, zone or layer that is missing means an
 * ability that is silently skipped or not recomputed; one too many only costs time. */
#include "text/tongue.h"

/* Visitor for events_of: the kinds of event that patterns match. */
static void event_bit(void *self, unsigned op, const Code *operands) {
    if (op == OP_ON) *(EventSet *)self |= ev_bit(operands[0]);
    if (op == OP_ON_STATE || op == OP_ON_CHANGE) *(EventSet *)self |= ev_bit(EV_STATE);
}

EventSet events_of(Emit *e, const Words *w) {
    EventSet bits = 0;
    if (w->n && !e->failed) vm_walk(e->t->game, w->w, 0, event_bit, &bits);
    return bits;
}

typedef struct OpSearch {
    unsigned op;
    bool found;
} OpSearch;

static void match_op(void *self, unsigned op, const Code *operands) {
    (void)operands;
    if (op == ((OpSearch *)self)->op) ((OpSearch *)self)->found = true;
}

bool contains_op(Emit *e, const Words *w, unsigned op) {
    OpSearch m = {op, false};
    if (w->n && !e->failed) vm_walk(e->t->game, w->w, 0, match_op, &m);
    return m.found;
}

/* Does the code ask where this effect has put cards? */
bool asks_where_put(Emit *e, const Words *w) {
    return contains_op(e, w, OP_PUT) || contains_op(e, w, OP_ARRIVED);
}

/* Position, in the operands of an ON, of the first operand of its n-th truth with this op; 0: there
 * is none. */
static unsigned truth_of(const Game *g, const Code *operands, unsigned op, unsigned nth) {
    Pc pc = 2; /* operands: kind, count, truths */
    for (unsigned n = operands[1]; n > 0; n--, vm_skip(g, operands, &pc)) {
        unsigned at = pc;
        while (operands[at] == OP_BMARK) at += 2;
        if (operands[at] == op && !nth--) return at + 1u;
    }
    return 0;
}

/* The op of the filter on the card (ON_CARD) or the other card (ON_OTHER): THIS if one of several
 * is just that, ANY if there is none. */
static unsigned filter_of(const Game *g, const Code *operands, unsigned op) {
    unsigned first = truth_of(g, operands, op, 0);
    for (unsigned at, n = 0; (at = truth_of(g, operands, op, n)); n++)
        if (operands[at] == OP_THIS) return OP_THIS;
    return first ? operands[first] : OP_ANY;
}

/* What all truths with this op allow, as a mask; 0: anything. */
static unsigned mask_of(const Game *g, const Code *operands, unsigned op) {
    unsigned mask = ~0u, n = 0;
    for (unsigned at; (at = truth_of(g, operands, op, n)); n++) mask &= operands[at];
    return n ? mask : 0;
}

typedef struct PatternSearch {
    const Game *game;
    bool found;
    unsigned moves; /* MOVES_* */
} PatternSearch;

/* "This card beats/blocks/supports a described card": the described card is the event's object. */
static void names_object(void *self, unsigned op, const Code *operands) {
    PatternSearch *x = self;
    if (op != OP_ON ||
        (operands[0] != EV_BEAT && operands[0] != EV_BLOCK && operands[0] != EV_SUPPORT))
        return;
    x->found |= filter_of(x->game, operands, OP_ON_CARD) == OP_THIS &&
                filter_of(x->game, operands, OP_ON_OTHER) != OP_ANY;
}

/* The attacked card is the object of its event; so is the source of damage, if a player takes
 * it. */
static void object_is_other(void *self, unsigned op, const Code *operands) {
    PatternSearch *x = self;
    if (op != OP_ON) return;
    unsigned other = filter_of(x->game, operands, OP_ON_OTHER);
    bool player_hurt = operands[0] == EV_DAMAGE && truth_of(x->game, operands, OP_NOCARD, 0);
    x->found |= (operands[0] == EV_ATTACK || player_hurt) && other != OP_THIS && other != OP_ANY;
}

/* Most games without targets never refer to the other card of attack and damage events this way. */
bool it_is_object(Emit *e, const Words *w) {
    PatternSearch x = {.game = e->t->game};
    if (!w->n || e->failed) return false;
    vm_walk(e->t->game, w->w, 0, names_object, &x);
    if (e->t->tongue->targets_on_entry || e->t->tongue->it_is_attacked)
        vm_walk(e->t->game, w->w, 0, object_is_other, &x);
    return x.found;
}

/* Mask of the zones with that flag. */
static unsigned zones_with(const Game *g, unsigned flag) {
    unsigned zones = 0;
    for (ZoneId z = 1; z < g->nzones; z++)
        if (g->zones[z].flags & flag) zones |= 1u << z;
    return zones;
}

/* Adds what the op reads to a->depends: zones, statuses, attack, turn. A static ability is
 * recomputed only when one of them changes, so this must never be too small. */
static void note_dependence(const Game *g, AbilityDef *a, unsigned op, const Code *operands) {
    Pc pc = 0;
    switch (op) {
    case OP_CARDS:
    case OP_AT:
        while (operands[pc] == OP_PMARK) pc = (Pc)(pc + 2);
        if (operands[pc] == OP_HOLDER) {
            a->depends = DEPENDS_ALL;
            return;
        }
        pc++;
        a->depends |= operands[pc] & ZONES_ALL;
        break;
    case OP_RESTED:
    case OP_UPRIGHT:
    case OP_DOWN:
    case OP_UP:
    case OP_HURT: a->depends |= DEPENDS_STATUS; break;
    case OP_GNUM: a->depends |= operands[0] ? DEPENDS_ALL : zones_with(g, ZONE_SEATED); break;
    case OP_COUNTERS:
    case OP_COUNTERS_HELD:
    case OP_COUNTERS_ON:
    case OP_COUNTERS_KIND: a->depends |= DEPENDS_STATUS; break;
    case OP_SEATS:
    case OP_PLACEOF:
    case OP_VACANT:
    case OP_STANDS: a->depends |= zones_with(g, ZONE_SEATED); break;
    case OP_GPLACES: a->depends |= DEPENDS_ATTACK; break;
    case OP_PUT:
    case OP_ARRIVED: a->depends |= operands[0] & ZONES_ALL; break;
    case OP_TOPS: a->depends |= zone_bit(g->deck_zone); break;
    case OP_HOST:
    case OP_SOULS:
    case OP_SOULED: a->depends |= zones_with(g, ZONE_TIED); break;
    case OP_STAT:
    case OP_TOPSTAT:
    case OP_LOWSTAT:
    case OP_HAS:
        if (operands[0] == STAT_DAMAGE) a->depends |= DEPENDS_STATUS;
        break;
    case OP_FGAME: a->depends |= zones_with(g, ZONE_TIED) | DEPENDS_STATUS; /* fallthrough */
    case OP_ROLE:
    case OP_FROLE:
    case OP_FACT: a->depends |= zones_with(g, ZONE_FIELD) | DEPENDS_ATTACK | DEPENDS_TURN; break;
    case OP_TURN: a->depends |= DEPENDS_TURN; break;
    case OP_TIMES:
    case OP_DONE: a->depends |= DEPENDS_MEMORY; break;
    default: break;
    }
}

/* Is the number at *pc non-negative in every game state? Advances *pc behind it. */
static bool never_negative(const Game *g, const Code *k, Pc *pc) {
    bool first;
    Pc at = *pc;
    switch (k[at]) {
    case OP_NUM: *pc = (Pc)(at + 2); return (int32_t)k[at + 1] >= 0;
    case OP_COUNT:
    case OP_KINDS:
    case OP_LISTED:
    case OP_TIMES:
    case OP_COUNTERS:
    case OP_COUNTERS_HELD:
    case OP_COUNTERS_ON:
    case OP_COUNTERS_KIND:
    case OP_SPOTS:
    case OP_SEATS: vm_skip(g, k, pc); return true;
    case OP_ADD:
    case OP_MUL:
    case OP_DIV:
    case OP_MIN:
        ++*pc;
        first = never_negative(g, k, pc);
        return never_negative(g, k, pc) && first;
    default: vm_skip(g, k, pc); return false;
    }
}

/* MOD changes attack and defence. TOUCH_LOWERS is set unless defence provably does not fall. */
static Touch touches_of_mod(const Game *g, const Code *operands) {
    Pc pc = 0;
    vm_skip(g, operands, &pc);
    vm_skip(g, operands, &pc);
    if (operands[pc] == OP_NUM && !operands[pc + 1]) return TOUCH_STATS | TOUCH_ATK;
    return TOUCH_STATS | TOUCH_ATK | TOUCH_DEF |
           (never_negative(g, operands, &pc) ? 0 : TOUCH_LOWERS);
}

typedef struct EffectScan {
    AbilityDef *a;
    const Game *game;
} EffectScan;

/* The word behind the leading set operand: a stat, or what is gained or lost. */
static unsigned word_behind_set(const Game *g, const Code *operands) {
    Pc pc = 0;
    vm_skip(g, operands, &pc);
    return operands[pc];
}

/* SETSTAT: may lower defence if it sets it. */
static Touch touches_of_setstat(const Game *g, const Code *operands) {
    unsigned stat = word_behind_set(g, operands);
    return TOUCH_STATS | stat_touches(stat) | (stat == STAT_DEF ? TOUCH_LOWERS : 0u);
}

/* STATMOD: lowers defence unless the number is non-negative. */
static Touch touches_of_statmod(const Game *g, const Code *operands) {
    Pc pc = 0;
    vm_skip(g, operands, &pc);
    unsigned stat = operands[pc++];
    bool lowers = stat == STAT_DEF && !never_negative(g, operands, &pc);
    return TOUCH_STATS | stat_touches(stat) | (lowers ? TOUCH_LOWERS : 0u);
}

/* Adds what one op changes (touches, rules), in which layers it reads (reads) and what information
 * (wants) to the ability. */
static void scan_effect(void *self, unsigned op, const Code *operands) {
    const EffectScan *reach = self;
    AbilityDef *a = reach->a;
    const uint8_t *in = reach->game->layer_of;
    note_dependence(reach->game, a, op, operands);
    switch (op) {
    case OP_MOD:
    case OP_MODABOVE: a->touches |= touches_of_mod(reach->game, operands); break;
    case OP_STATMOD: a->touches |= touches_of_statmod(reach->game, operands); break;
    case OP_COSTMOD: a->touches |= TOUCH_STATS | TOUCH_COST; break;
    case OP_SETSTAT:
        a->touches |= touches_of_setstat(reach->game, operands) | 1u << in[CHANGE_NEW];
        if (word_behind_set(reach->game, operands) == STAT_COST)
            a->touches |= 1u << in[CHANGE_COST];
        break;
    case OP_GAIN:
        a->touches |= gain_touches(reach->game, word_behind_set(reach->game, operands));
        break;
    case OP_COUNTAS: a->touches |= gain_touches(reach->game, operands[0]); break;
    case OP_LOSE:
        a->touches |= loss_touches(reach->game, word_behind_set(reach->game, operands));
        break;
    case OP_GRANT:
    case OP_COPY:
        if (op == OP_COPY) a->touches |= gain_touches(reach->game, ADD_KEYWORD);
        a->touches |= TOUCH_ABILITY;
        a->events |= ev_bit(EV_GRANTS);
        break;
    case OP_RULE:
    case OP_DEMAND:
    case OP_RULESET:
        a->touches |= TOUCH_RULE;
        a->rules |= rule_bit(operands[0]);
        break;
    case OP_FORBID:
    case OP_FORBIDSET:
        a->touches |= TOUCH_RULE;
        a->rules |= rule_bit(RULE_FORBID);
        break;
    case OP_HAS:
    case OP_RAISED:
    case OP_LOWERED:
    case OP_STAT:
    case OP_TOPSTAT:
    case OP_LOWSTAT:
    case OP_SERIES:
        a->reads |= 1 << LAYER_NUMBER;
        a->wants |= TOUCH_ATK | TOUCH_DEF | TOUCH_COST | TOUCH_THIRD | TOUCH_FOURTH | TOUCH_FIFTH;
        break;
    case OP_NAME:
    case OP_NAMED:
    case OP_TRAIT:
    case OP_KIND:
    case OP_TITLE:
    case OP_SAME:
        a->reads |= (uint16_t)(1 << LAYER_INFO | 1u << in[CHANGE_TRAIT]);
        a->wants |= op == OP_KIND ? TOUCH_KINDS : TOUCH_NAMES | TOUCH_TRAITS | TOUCH_KINDS;
        break;
    case OP_KEY:
        a->reads |= (uint16_t)(1 << LAYER_ABILITY | 1u << in[CHANGE_LOSS]);
        a->wants |= TOUCH_KEYS;
        break;
    default: break;
    }
}

/* Visits every op of code that has several. */
static void walk_ops(Emit *e, const Words *w, OpVisit fn, void *self) {
    for (unsigned pc = 0; pc < w->n && !e->failed;) pc = vm_walk(e->t->game, w->w, pc, fn, self);
}

Pc store_code(Emit *e, Words *w, bool body) {
    if (!w->n || e->failed) return 0;
    if (body) put(e, w, OP_END);
    return (Pc)e->sink->code(e->sink->self, w->w, w->n);
}

/* Whose moves a trigger waits for. */
enum { MOVES_SELF = 1, MOVES_OTHERS = 2 };
/* Visitor: whose moves a pattern waits for. A filter that is just THIS means this card. */
static void note_move(void *self, unsigned op, const Code *operands) {
    PatternSearch *x = self;
    if (op == OP_ON && operands[0] == EV_MOVE)
        x->moves |= filter_of(x->game, operands, OP_ON_CARD) == OP_THIS ? MOVES_SELF : MOVES_OTHERS;
}

/* Visitor: does the trigger wait for this very card being entered? */
static void own_play(void *self, unsigned op, const Code *operands) {
    PatternSearch *x = self;
    if (op == OP_ON && operands[0] == EV_PLAY &&
        filter_of(x->game, operands, OP_ON_CARD) == OP_THIS)
        x->found = true;
}

/* Derives what is tested before the trigger's code runs: from, to and how of a plain move, the bit
 * of a plain point. The trigger may have marks or a further condition. */
static void derive_filter(const Game *g, const Words *trig, AbilityDef *a) {
    unsigned at = 0;
    while (at + 2 < trig->n && (trig->w[at] == OP_BMARK || trig->w[at] == OP_ON_IF))
        at += trig->w[at] == OP_BMARK ? 2 : 1;
    if (at + 2 >= trig->n || trig->w[at] != OP_ON) return;
    const Code *operands = &trig->w[at + 1];
    if (operands[0] == EV_MOVE) {
        a->from = mask_of(g, operands, OP_FROM);
        a->to = mask_of(g, operands, OP_TO);
        a->how = mask_of(g, operands, OP_HOW);
    }
    unsigned point = operands[0] == EV_POINT ? truth_of(g, operands, OP_POINT, 0) : 0;
    if (point && operands[point] < 16) a->from = 1u << operands[point];
}

typedef struct KindSearch {
    unsigned kind;
    bool found, placed; /* the filter asks for the kind, for a place */
} KindSearch;
static void note_kind(void *self, unsigned op, const Code *operands) {
    KindSearch *x = self;
    x->found |= op == OP_KIND && operands[0] == x->kind;
    x->placed |= op == OP_AT || op == OP_IN;
}

/* "when a member is put there", "when a member is rested": from or in the zone in which such cards
 * lie, unless the text names another or they arrive in it (Tongue.kind_zones). */
void emit_kind_zone(Emit *e, Words *trig) {
    const KindZone *k = e->t->tongue->kind_zones;
    const Game *g = e->t->game;
    unsigned at = 0;
    while (!e->failed && at + 2 < trig->n && trig->w[at] == OP_BMARK) at += 2;
    if (!k || e->failed || at + 2 >= trig->n || trig->w[at] != OP_ON) return;
    const Code *operands = &trig->w[at + 1];
    const unsigned card = truth_of(g, operands, OP_ON_CARD, 0);
    const bool turned = operands[0] == EV_ORIENT || operands[0] == EV_FACE;
    const ZoneSet to = mask_of(g, operands, OP_TO);
    if (!card || (!turned && (operands[0] != EV_MOVE || !to || truth_of(g, operands, OP_FROM, 0))))
        return;
    if (at + op_len(e, trig, at) != trig->n) return;
    for (; k->zone; k++) {
        KindSearch x = {.kind = k->kind};
        vm_walk(g, operands, (Pc)card, note_kind, &x);
        if (!x.found || x.placed || (to & zone_bit(k->zone))) continue;
        if (turned) put(e, trig, OP_ON_CARD), put(e, trig, OP_AT), put(e, trig, OP_EVERY);
        if (!turned) put(e, trig, OP_FROM);
        put(e, trig, zone_bit(k->zone));
        trig->w[at + 2]++;
        return;
    }
}

/* Where a text about its own card's move is valid: in the zone that it names as the source, or, if
 * the card would come into play, anywhere else (Tongue.own_moves). */
void note_own_move(Emit *e, const Words *pattern) {
    const Game *g = e->t->game;
    const ZoneSet field = zones_with(g, ZONE_FIELD);
    if (!e->t->tongue->own_moves || e->failed || pattern->n < 3) return;
    if (pattern->w[0] != OP_ON || pattern->w[1] != EV_MOVE) return;
    const Code *operands = &pattern->w[1];
    const ZoneSet from = mask_of(g, operands, OP_FROM), to = mask_of(g, operands, OP_TO);
    if (filter_of(g, operands, OP_ON_CARD) != OP_THIS) return;
    if (from)
        e->in_zones |= from;
    else if (to && !(to & ~field))
        e->in_zones |= ((1u << g->nzones) - 2u) & ~(unsigned)field;
}

/* Compiles the trigger, then derives what lets the engine skip it cheaply: the event kinds, the
 * from/to/how filter of a plain move or point, ABIL_SELF_MOVE if only this card's own move fires
 * it, and the zones a state trigger depends on. */
void emit_trigger(Emit *e, const Node *trigger, AbilityDef *a) {
    e->trigger = trigger;
    Words trig;
    trig.n = 0;
    PatternSearch moves = {.game = e->t->game}, play = moves;
    e->once = (a->flags & ABIL_ONCE) != 0;
    e->per_deed = e->next_time = e->lying = false;
    emit_node(e, trigger, &trig);
    if (e->per_deed) a->flags |= ABIL_PER_DEED;
    if (e->next_time) fail(e, trigger, "「次に」 needs a period before it, such as 「このターン」");
    resolve_owners(e, &trig);
    emit_kind_zone(e, &trig);
    a->events |= e->trigger_events = events_of(e, &trig);
    if (!e->failed && trig.n) vm_walk(e->t->game, trig.w, 0, note_move, &moves);
    if (!e->failed && trig.n) vm_walk(e->t->game, trig.w, 0, own_play, &play);
    e->own_play = play.found;
    if (!e->failed) derive_filter(e->t->game, &trig, a);
    if (moves.moves == MOVES_SELF && a->events == ev_bit(EV_MOVE)) a->flags |= ABIL_SELF_MOVE;
    if (a->events &
        ev_bit(EV_STATE)) { /* evaluated only when its zones change, if it reads nothing else */
        AbilityDef reach = {0};
        a->flags |= ABIL_STATE;
        if (contains_op(e, &trig, OP_ON_CHANGE)) a->flags |= ABIL_CHANGE;
        if (!e->failed)
            vm_walk(e->t->game, trig.w, 0, scan_effect, &(EffectScan){&reach, e->t->game});
        if (!reach.reads && !(reach.depends & ~(Depends)ZONES_ALL)) a->depends = reach.depends;
    }
    e->it_object = it_is_object(e, &trig);
    if (e->it_object) a->flags |= ABIL_IT_OBJECT;
    e->t->tongue->zones(e, a, a->events);
    a->trig = store_code(e, &trig, false);
}

typedef struct XSearch {
    const Code *at;
    bool yes;
} XSearch;

static void match_x(void *self, unsigned op, const Code *operands) {
    XSearch *f = self;
    if (operands - 1 == f->at && op == OP_X) f->yes = true;
}

/* Is the word at i the op X, and not an operand with the same value? */
static bool is_x_at(Emit *e, const Words *w, unsigned i) {
    XSearch f = {w->w + i, false};
    for (unsigned pc = 0; pc < w->n && !e->failed;) pc = vm_walk(e->t->game, w->w, pc, match_x, &f);
    return f.yes;
}

bool reads_x(Emit *e, const Words *w) {
    for (unsigned i = 0; i < w->n; i++)
        if (w->w[i] == OP_X && is_x_at(e, w, i)) return true;
    return false;
}

/* "…なら、(cost):": a condition around the whole cost becomes the ability's condition of use. */
static void split_cost_condition(Emit *e, const Node *n, Words *w, AbilityDef *a) {
    bool conditional = false;
    for (unsigned i = 0; i < w->n && !e->failed; i += op_len(e, w, i))
        conditional |= w->w[i] == OP_IF || w->w[i] == OP_WHEN;
    if (!conditional) return;
    Words cond, cost;
    cond.n = cost.n = 0;
    unsigned body = op_len(e, w, 0);
    if (body + w->w[body - 1] != w->n || (w->w[0] != OP_IF && w->w[0] != OP_WHEN) || a->cond)
        fail(e, n, "a condition can only apply to the whole cost");
    for (unsigned i = 1; i + 1 < body; i++) put(e, &cond, w->w[i]);
    for (unsigned i = body; i < w->n; i++) put(e, &cost, w->w[i]);
    a->cond = store_code(e, &cond, false);
    *w = cost;
}

void mark_tried(Emit *e, Words *w) {
    const Game *g = e->t->game;
    ZoneSet field = 0;
    for (ZoneId z = 1; z < g->nzones; z++)
        if (g->zones[z].flags & ZONE_FIELD) field |= zone_bit(z);
    const Words cost = *w;
    unsigned first = 0;
    while (!e->failed && first < w->n && w->w[first] == OP_MARK) first += 2;
    if (e->failed || first >= w->n || first + op_len(e, w, first) == w->n)
        return; /* a single part touches no other */
    if (!vm_tangled(g, w->w, 0, (Pc)w->n, e->in_zones ? e->in_zones : field)) return;
    w->n = 0;
    put(e, w, OP_TRIED);
    append(e, w, &cost);
}

/* Does a blank, and no comma, part the node from what is printed before it? */
static bool behind_blank(const Emit *e, const Node *n) {
    const TextTree *t = e->t;
    unsigned at = t->src[n->start];
    if (!at || t->owner[at - 1] != OWNER_BLANK) return false;
    while (at && t->owner[at - 1] == OWNER_BLANK) at--;
    return at && t->folded[at - 1] != ',' && t->folded[at - 1] != 0x3001;
}

void mark_part(Emit *e, const Node *n, Words *out) {
    if (!out->n || !behind_blank(e, n)) return;
    put(e, out, OP_MARK);
    put(e, out, e->t->tongue->clause_parts);
}

void drop_parts(Emit *e, Words *w) {
    const Words all = *w;
    w->n = 0;
    for (unsigned i = 0, len; i < all.n && !e->failed; i += len) {
        len = op_len(e, &all, i);
        if (all.w[i] == OP_MARK && all.w[i + 1] == e->t->tongue->clause_parts) continue;
        for (unsigned k = 0; k < len; k++) put(e, w, all.w[i + k]);
    }
}

/* ABIL_FREE_X is set if the cost contains X: the player then chooses its value. */
/* "X cards": any number is chosen, and X is how many. */
static void settle_x(Emit *e, Words *w) {
    Words out = {0};
    for (Pc pc = 0; pc < w->n && !e->failed;) {
        Pc next = pc, at = (Pc)(pc + 1);
        vm_skip(e->t->game, w->w, &next);
        bool any = w->w[pc] == OP_SELECT;
        for (unsigned i = 0; any && i < 2; i++) vm_skip(e->t->game, w->w, &at); /* who, which */
        any = any && w->w[at] == OP_X && w->w[at + 1] == OP_X;
        if (any && e->t->tongue->clause_x_cost)
            put(e, &out, OP_MARK), put(e, &out, e->t->tongue->clause_x_cost);
        for (; pc < (any ? at : next); pc++) put(e, &out, w->w[pc]);
        if (!any) continue;
        put(e, &out, OP_NUM), put(e, &out, 0), put(e, &out, OP_WHOLE);
        for (pc = (Pc)(at + 2); pc < next; pc++) put(e, &out, w->w[pc]);
        put(e, &out, OP_SETX), put(e, &out, OP_COUNT), put(e, &out, OP_IT);
    }
    *w = out;
}

void emit_cost(Emit *e, const Node *n, AbilityDef *a) {
    Words w;
    w.n = 0;
    e->in_cost = 1;
    e->in_parts = e->t->tongue->clause_parts;
    emit_body(e, node_child(e->t, n, 0), &w);
    if (e->cost_x) settle_x(e, &w);
    e->in_parts = false;
    e->cost_acts = e->nacts;
    resolve_owners(e, &w);
    e->in_cost = 0;
    if (e->t->tongue->targets_on_entry) split_cost_condition(e, n, &w, a);
    if (reads_x(e, &w)) a->flags |= ABIL_FREE_X;
    mark_tried(e, &w);
    if (w.n && w.w[0] != OP_TRIED) drop_parts(e, &w);
    a->cost = store_code(e, &w, true);
}

/* Does a static body refer to a single opponent? */
static bool reads_one_opponent(Emit *e, const Words *w) {
    bool yes = false;
    for (Pc pc = 0; pc < w->n && !e->failed; vm_skip(e->t->game, w->w, &pc))
        yes |= vm_one_opponent(e->t->game, w->w, pc) != 0;
    return yes;
}

void emit_condition(Emit *e, const Words *cond, AbilityDef *a) {
    for (unsigned pc = 0; pc < cond->n && !e->failed;)
        pc = vm_walk(e->t->game, cond->w, pc, scan_effect, &(EffectScan){a, e->t->game});
}

/* Code in which words were replaced by longer code. to[i] is the new position of old word i; body
 * lengths must be recomputed. */
typedef struct Relocation {
    const Game *game;
    const Code *old;
    Code *now;
    const uint16_t *to;
} Relocation;

static void fix_length(const Relocation *m, unsigned at, unsigned start) {
    m->now[m->to[at]] = (Code)(m->to[start + m->old[at]] - m->to[start]);
}

/* Recomputes the lengths among the operands of one op. MODES keeps all lengths in front of its
 * bodies. */
static void fix_lengths(void *self, unsigned op, const Code *operands) {
    const Relocation *m = self;
    Pc pc = (Pc)(operands - m->old);
    const char *o = vm_operands(m->game, m->old, (Pc)(pc - 1));
    if (op == OP_GAME) pc++;
    for (; *o && *o != '*'; o++) {
        if (*o == 'L') fix_length(m, pc, pc + 1u);
        if (vm_operand_is_code(*o))
            vm_skip(m->game, m->old, &pc);
        else
            pc = (Pc)(pc + (*o == 'D' || *o == 'G' ? 2 : 1));
    }
    if (op != OP_MODES) return;
    unsigned count = m->old[pc], body = pc + 1u + count;
    for (unsigned i = 1; i <= count; i++) {
        fix_length(m, pc + i, body);
        body += m->old[pc + i];
    }
}

/* Replaces every X by its definition. */
static void inline_x(Emit *e, Words *w, unsigned clause) {
    Words out;
    out.n = 0;
    uint16_t to[MAX_WORDS + 1];
    for (unsigned i = 0; i < w->n; i++) {
        to[i] = (uint16_t)out.n;
        if (w->w[i] == OP_X && is_x_at(e, w, i)) {
            put_mark(e, &out, OP_NMARK, clause);
            append(e, &out, &e->x);
        } else {
            put(e, &out, w->w[i]);
        }
    }
    to[w->n] = (uint16_t)out.n;
    walk_ops(e, w, fix_lengths, &(Relocation){e->t->game, w->w, out.w, to});
    *w = out;
}

/* Applies the definition of X. Static abilities evaluate it each time; others once, before they
 * act, unless it refers to what they did. */
static void bind_x(Emit *e, Words *w, const AbilityDef *a) {
    Words out;
    out.n = 0;
    if (!e->x.n || e->failed) return;
    if (a->kind == ABIL_STATIC) {
        inline_x(e, w, e->t->tongue->clause_x_static);
    } else if (contains_op(e, &e->x, OP_KEPT)) { /* known only once the action is done */
        inline_x(e, w, e->t->tongue->clause_x_resolve);
    } else {
        put(e, &out, OP_SETX);
        put_mark(e, &out, OP_NMARK, e->t->tongue->clause_x_resolve);
        append(e, &out, &e->x);
        append(e, &out, w);
        *w = out;
    }
}

/* Does the body only choose cards and enter them? */
static bool only_enters(Emit *e, const Words *w) {
    bool enters = false;
    for (unsigned i = 0; i < w->n && !e->failed; i += op_len(e, w, i)) {
        if (w->w[i] == OP_GAME && w->w[i + 1] == e->t->tongue->op_enter)
            enters = true;
        else if (w->w[i] != OP_SELECT && w->w[i] != OP_MARK && w->w[i] != OP_SETIT)
            return false;
    }
    return enters;
}

/* Were cards looked at so far? Is there a reference to looked-at cards before that? */
typedef struct LookScan {
    bool looked, missing, quiet; /* Tongue.quiet_ops */
} LookScan;

/* Visitor: tracks looked-at cards in execution order. Game ops may show cards, so all of them
 * count. */
static void scan_looks(void *self, unsigned op, const Code *operands) {
    LookScan *l = self;
    (void)operands;
    l->looked |= op == OP_LOOK || op == OP_SHOWALL || op == OP_SEE || (op == OP_GAME && !l->quiet);
    l->missing |= (op == OP_LEFT || op == OP_LOOKED) && !l->looked;
}

static void find_payment(void *self, unsigned op, const Code *operands) {
    (void)operands;
    *(bool *)self |= op == OP_PAIDWITH;
}

/* Does the effect speak of what the cost was paid with? */
static bool speaks_of_payment(Emit *e, const Words *w) {
    bool found = false;
    walk_ops(e, w, find_payment, &found);
    return found;
}

/* Refuses "among them" and "the rest" when no cards were looked at. A cost may have shown some. */
static void check_among(Emit *e, const Node *n, const Words *w, const AbilityDef *a) {
    LookScan l = {a->cost != 0, false, e->t->tongue->quiet_ops};
    walk_ops(e, w, scan_looks, &l);
    if (l.missing && !e->failed)
        fail(e, n, "no cards were looked at or revealed that this could refer to");
}

typedef struct PastScan {
    unsigned last;
    bool asks; /* what this card has done this turn */
} PastScan;

static void find_past(void *self, unsigned op, const Code *operands) {
    PastScan *p = self;
    (void)operands;
    p->asks |= op == OP_DONE && p->last == OP_SELF;
    p->last = op;
}

/* Refuses to ask a card that has left play what it did there: that was another life. */
static void check_own_past(Emit *e, const Node *n, const Words *w, const AbilityDef *a) {
    PastScan p = {0};
    if (!(a->flags & ABIL_SELF_MOVE) || !a->to || (a->to & zones_with(e->t->game, ZONE_FIELD)))
        return;
    walk_ops(e, w, find_past, &p);
    if (p.asks && !e->failed)
        fail(e, n, "what this card did this turn is not known any more when it has left play");
}

/* Can the ability be limited to so many times a turn? */
static bool limitable(const AbilityDef *a) {
    return a->kind == ABIL_ACTIVATED || a->kind == ABIL_TRIGGERED || a->kind == ABIL_REPLACE;
}

/* "この能力は各ターン2回まで使える": a limit is for abilities that are used, trigger or replace. */
static void apply_limit(Emit *e, const Node *n, AbilityDef *a) {
    if (!e->limit || e->failed) return;
    if (!limitable(a) || (a->flags & ABIL_ONCE))
        fail(e, n, "only an ability that is used or triggers can be limited, and only once");
    else if (e->limit == 1)
        a->flags |= ABIL_ONCE;
    else
        a->limit = (uint8_t)e->limit;
}

/* The order matters: references are checked first, owners are resolved before X is substituted (its
 * definition needs them too), and targets are lifted last, from the finished code. */
void emit_effect(Emit *e, const Node *n, AbilityDef *a, unsigned duration) {
    Words w;
    w.n = 0;
    e->duration = duration;
    emit_body(e, n, &w);
    check_among(e, n, &w, a);
    check_own_past(e, n, &w, a);
    apply_limit(e, n, a);
    resolve_owners(e, &w);
    resolve_owners(e, &e->x);
    bind_x(e, &w, a);
    if (a->kind == ABIL_CHECKED && only_enters(e, &w)) a->flags |= ABIL_ENTERS;
    if (a->flags & ABIL_ENTERS)
        narrow_choices(e, &w);
    else if (a->kind != ABIL_STATIC && e->t->tongue->targets_on_entry)
        lift_targets(e, &w, a);
    if (a->kind == ABIL_STATIC) {
        a->events |= ev_bit(EV_STATIC);
        if (!e->failed && !vm_only_lasts(e->t->game, w.w, w.n))
            fail(e, n, "this is an action, but the text does not say when it happens");
        walk_ops(e, &w, scan_effect, &(EffectScan){a, e->t->game});
        if (reads_one_opponent(e, &w)) a->flags |= ABIL_ONE_OPPONENT;
    }
    const bool kept = e->t->tongue->targets_on_entry && reads_it(e, &w, 0);
    if (a->cost && (kept || speaks_of_payment(e, &w))) a->flags |= ABIL_PAID;
    a->body = store_code(e, &w, true);
}

/* Is there an optional action below the node? */
static bool has_may(const Emit *e, const Node *n) {
    if (n->leaf) return false;
    if (n->form == FORM_MAY) return true;
    for (unsigned i = 0; i < n->nchild; i++)
        if (has_may(e, node_child(e->t, n, i))) return true;
    return false;
}

/* Position of the first op behind clause marks. */
static unsigned first_op(const Words *w) {
    unsigned i = 0;
    while (i + 2 < w->n && w->w[i] == OP_MARK) i += 2;
    return i;
}

/* Does the node, or a part of it, speak of what was done or of cards named before? */
static bool speaks_of(const Emit *e, const Node *n) {
    static const char *const word[] = {"IT", "LEFT", "LOOKED", "DID", "AMOUNT", "PUT", "!made", 0};
    if (n->leaf) return false;
    for (unsigned i = 0; word[i]; i++)
        if (has_word(node_code(e, n), word[i])) return true;
    for (unsigned i = 0; i < n->nchild; i++)
        if (speaks_of(e, node_child(e->t, n, i))) return true;
    return false;
}

/* A replacement for a period holds one sentence, and those behind it that speak of what it did. */
static void emit_spoken_of(Emit *e, Words *out) {
    while (!e->failed && e->following && speaks_of(e, node_child(e->t, e->following, 0))) {
        const Node *more = e->following;
        e->following = more->nchild > 1 ? node_child(e->t, more, 1) : 0;
        e->duration = DUR_GAME;
        emit_sentence(e, node_child(e->t, more, 0), out);
    }
}

/* "…する時、かわりに…". If the first sentence is optional, the replacement only happens when it was
 * done. */
void emit_replace(Emit *e, const Node *n, AbilityDef *a) {
    Words trig, body;
    trig.n = body.n = 0;
    const Node *b = node_child(e->t, n, 1);
    a->kind = ABIL_REPLACE;
    e->next_time = false;
    emit_node(e, node_child(e->t, n, 0), &trig);
    resolve_owners(e, &trig);
    emit_kind_zone(e, &trig);
    a->events |= (e->trigger_events = events_of(e, &trig)) | ev_bit(EV_REPLACE);
    note_own_move(e, &trig);
    a->trig = store_code(e, &trig, false);
    e->duration = DUR_GAME;
    e->in_replacement = true;
    if (same_word(node_code(e, n), "!before")) {
        put(e, &body, OP_MARK);
        put(e, &body, e->t->tongue->clause_before);
        emit_body(e, b, &body);
        unsigned op = first_op(&body);
        if (body.w[op] == OP_BY || body.w[op] == OP_MAY) a->flags |= ABIL_MAY_REPLACE;
    } else if (has_may(e, node_child(e->t, b, 0))) {
        Words head;
        head.n = 0;
        a->flags |= ABIL_MAY_REPLACE;
        emit_sentence(e, node_child(e->t, b, 0), &body);
        unsigned op = first_op(&body);
        if (body.w[op] == OP_MAY) body.w[op] = OP_BY; /* 9.11.3: only if it can be done in full */
        unsigned from = body.n;
        put(e, &body, OP_INSTEAD);
        if (b->nchild > 1) emit_body(e, node_child(e->t, b, 1), &body);
        put(e, &head, OP_WHEN);
        put(e, &head, OP_DID);
        emit_spoken_of(e, &body);
        wrap(e, &body, from, &head);
    } else {
        put(e, &body, OP_INSTEAD);
        emit_body(e, b, &body);
        emit_spoken_of(e, &body);
    }
    e->in_replacement = false;
    apply_limit(e, n, a);
    resolve_owners(e, &body);
    a->body = store_code(e, &body, true);
}

void emit_ability(Emit *e, const Node *n, AbilityDef *a) {
    const char *kind = node_code(e, n) + strlen("!ability");
    while (*kind == ' ') kind++;
    e->t->tongue->ability(e, n, kind, a);
    if (!e->failed && e->valid.n) fail(e, n, "this ability cannot be restricted");
}

/* Each ability is compiled with fresh state: nothing carries over from one to the next. */
unsigned text_emit(const TextTree *t, Sink *sink, AbilityDef *out, TextError *error) {
    const Node *n = &t->node[t->root];
    unsigned k = 0;
    for (;;) {
        Emit e = {.t = t, .sink = sink, .error = error};
        const Node *ability = node_child(t, n, 0);
        if (k == MAX_ENTRY_ABILITIES)
            return text_error(error, t->src[ability->start],
                              "an entry can have at most 6 abilities");
        out[k] = (AbilityDef){0};
        emit_ability(&e, ability, &out[k]);
        if (e.failed) return 0;
        for (unsigned i = 0; i < t->nchars; i++) {
            if (t->owner[i] == OWNER_REMINDER) out[k].reminder |= BESIDE_REMINDER;
            if (t->owner[i] == OWNER_NAME) out[k].reminder |= BESIDE_NAME;
        }
        k++;
        if (n->nchild < 2) return k;
        n = node_child(t, n, 1);
    }
}
