/* Numbers, truths and players: expressions, evaluated at once. */
#include "vm/vm.h"

Eval eval_source(Run *r, PlayerId you, CardRef self) {
    return (Eval){.r = r, .you = you, .viewer = you, .self = self, .was = self};
}

Eval eval_ctx(Run *r, unsigned ctx) {
    Context *c = &r->s->ctx[ctx];
    CardRef self = ctx_source(c);
    Eval e = {
        .r = r, .you = c->master, .viewer = c->master, .self = self, .was = c->source, .ctx = c};
    if (c->source_now && (r->g->zones[card_of(r->s, self.card)->zone].flags & ZONE_FIELD))
        e.was = self;
    return e;
}

/* A set to read information from: "this card" may be its last life in play (Eval.was). */
static unsigned info_set(const Eval *e, Pc *pc, CardRef *out) {
    if (e->r->pack->code[*pc] != OP_SELF || !e->was.card) return vm_set(e, pc, out, MAX_SET);
    ++*pc;
    out[0] = e->was;
    return 1;
}

static Code word(const Eval *e, Pc *pc) { return e->r->pack->code[(*pc)++]; }

/* KINDS: number of different names, traits, titles or costs in the set; quadratic, since sets are
 * small. */
static int count_distinct(CardRef *set, unsigned n, const Eval *e, unsigned what) {
    State *s = e->r->s;
    const Pack *k = e->r->pack;
    unsigned seen[MAX_SET * 2];
    unsigned m = 0;
    for (unsigned i = 0; i < n; i++) {
        if (vm_unseen(e, set[i])) continue;
        const CardDef *d = &k->def[card_of(s, set[i].card)->def];
        if (what > 4) {
            TermId terms[MAX_TRAITS];
            for (unsigned t = card_terms(e->r, set[i].card, what - 4, terms), j; t-- > 0;) {
                for (j = 0; j < m && seen[j] != terms[t]; j++) {
                }
                if (j == m && m < MAX_SET * 2) seen[m++] = terms[t];
            }
            continue;
        }
        unsigned count = what == 2 ? d->ntrait : 1;
        for (unsigned t = 0; t < count; t++) {
            unsigned v = what == 1   ? d->name
                         : what == 2 ? d->trait[t]
                         : what == 3 ? d->title
                                     : (unsigned)card_stat(e->r, set[i], STAT_COST);
            unsigned j = 0;
            if (what == 1) { /* equal offsets mean equal names */
                for (; j < m && k->def[seen[j]].name != v; j++) {
                }
                if (j == m && m < MAX_SET * 2) seen[m++] = card_of(s, set[i].card)->def;
                continue;
            }
            for (; j < m && seen[j] != v; j++) {
            }
            if (j == m && m < MAX_SET * 2) seen[m++] = v;
        }
    }
    return (int)m;
}

/* KINDS_BITS: number of bits that the third number of some card of the set has. */
static int count_bits(const CardRef *set, unsigned n, const Eval *e) {
    unsigned bits = 0;
    for (unsigned i = 0; i < n; i++)
        if (!vm_unseen(e, set[i])) bits |= (unsigned)card_stat(e->r, set[i], STAT_THIRD);
    int count = 0;
    for (; bits; bits &= bits - 1) count++;
    return count;
}

CardRef vm_on_seat(const Eval *e, CardRef c) {
    const Context *x = e->ctx;
    if (x && x->left_seat && c.card == x->subject.card && c.inc == x->subject.inc &&
        last_of(e->r->s, c.card)->inc == (uint16_t)(c.inc - 1))
        c.inc--;
    return c;
}

int vm_stat(const Eval *e, CardRef c, unsigned stat) {
    c = vm_on_seat(e, c);
    if (vm_recalls(e, c)) {
        const Card before = vm_face_begin(e, c.card);
        const int n = card_stat(e->r, c, stat);
        vm_face_end(e, c.card, &before);
        return n;
    }
    return vm_unseen(e, c) ? 0 : card_stat(e->r, c, stat);
}

/* Is no cost printed on the card? A printed one may fall below zero. */
static bool costless(const Run *r, CardId c) {
    return r->pack->def[card_of(r->s, c)->def].num.cost < 0;
}

enum { OVER_SUM, OVER_LARGEST, OVER_SMALLEST };
static int num_over_set(const Eval *e, Pc *pc, unsigned how) {
    unsigned stat = word(e, pc);
    CardRef set[MAX_SET];
    unsigned n = info_set(e, pc, set);
    if (!n) kmark(e->r, KM_NO_CARD);
    int sum = 0;
    for (unsigned i = 0; i < n; i++) {
        int v = vm_stat(e, set[i], stat);
        if (how == OVER_SUM)
            sum += stat == STAT_COST && v < 0 && costless(e->r, set[i].card) ? 0 : v;
        else if (i == 0 || (how == OVER_LARGEST ? v > sum : v < sum))
            sum = v;
    }
    return sum;
}

/* Large exponents mean nothing in a game and must not overflow. */
static int power(int base, int exponent) {
    int out = 1;
    for (int i = 0; i < exponent && i < 12 && out < 1 << 16; i++) out *= base;
    return out;
}

static int num_printed(const Eval *e, Pc *pc) {
    unsigned stat = word(e, pc);
    CardRef set[MAX_SET];
    int sum = 0;
    for (unsigned n = vm_set(e, pc, set, MAX_SET); n-- > 0;) {
        sum += stat_of(&e->r->pack->def[card_of(e->r->s, set[n].card)->def].num, stat);
    }
    return sum;
}

/* Number of alternatives of "this or this or ..." that a card of the set passes. */
static int count_listed(const Eval *e, Pc *pc, const CardRef *set, unsigned n) {
    const Code *k = e->r->pack->code;
    if (k[*pc] == OP_FOR) {
        int found = 0;
        *pc = (Pc)(*pc + 2);
        for (unsigned m = k[*pc - 1]; m > 0; m--) found += count_listed(e, pc, set, n);
        return found;
    }
    Pc at = *pc;
    vm_pass(e->r, pc);
    for (unsigned j = 0; j < n; j++)
        if (vm_match_at(e, at, set[j])) return 1;
    return 0;
}

/* Number of alternatives of "this or this or ...". */
static int alternatives(const Eval *e, Pc *pc) {
    const Code *k = e->r->pack->code;
    if (k[*pc] != OP_FOR) return vm_pass(e->r, pc), 1;
    int n = 0;
    *pc = (Pc)(*pc + 2);
    for (unsigned m = k[*pc - 1]; m > 0; m--) n += alternatives(e, pc);
    return n;
}

static bool have_all(const Eval *e, Pc *pc) {
    CardRef set[MAX_SET];
    unsigned n = vm_set(e, pc, set, MAX_SET);
    Pc at = *pc;
    int want = alternatives(e, &at);
    return count_listed(e, pc, set, n) == want;
}

static int num_listed(const Eval *e, Pc *pc) {
    CardRef set[MAX_SET];
    unsigned n = vm_set(e, pc, set, MAX_SET);
    return count_listed(e, pc, set, n);
}

static int num_players(const Eval *e, Pc *pc, unsigned op) {
    unsigned which = op == OP_GNUM ? word(e, pc) : 0;
    PlayerSet set = vm_players(e, pc);
    int sum = 0;
    for (PlayerId p = 0; p < e->r->s->nplayers; p++)
        if (set & player_bit(p)) sum += e->r->g->number(e->r, which, p);
    return sum;
}

/* COUNTERS, or COUNTERS_HELD: summed over the players. */
static int counters_of(const Eval *e, Pc *pc, bool by_name) {
    PlayerSet set = vm_players(e, pc);
    unsigned kind = by_name ? word(e, pc) : (unsigned)vm_number(e, pc);
    int sum = 0;
    for (PlayerId p = 0; p < e->r->s->nplayers; p++)
        if (set & player_bit(p)) sum += counter_of(e->r->s, NONE, p, kind);
    return sum;
}

/* COUNTERS_ON, or COUNTERS_KIND: of one kind. */
static int counters_on(const Eval *e, Pc *pc, bool of_kind) {
    const State *s = e->r->s;
    CardRef set[MAX_SET];
    const unsigned n = vm_set(e, pc, set, MAX_SET);
    const int kind = of_kind ? vm_number(e, pc) : 0;
    int sum = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < s->ncounters; j++)
            if (s->counter[j].card == set[i].card && (!of_kind || s->counter[j].kind == kind))
                sum += s->counter[j].n;
    return sum;
}

static int num_kinds(const Eval *e, Pc *pc) {
    unsigned what = word(e, pc);
    CardRef set[MAX_SET];
    unsigned n = vm_set(e, pc, set, MAX_SET);
    return what == KINDS_BITS ? count_bits(set, n, e) : count_distinct(set, n, e, what);
}

int vm_number_of(const Eval *e, Pc *pc) {
    int a, b;
    if (e->among) {
        Eval read = *e;
        read.among = false;
        return vm_number_of(&read, pc);
    }
    unsigned op = vm_op(e, pc, OP_NMARK);
    switch (op) {
    case OP_NUM: return (int32_t)word(e, pc);
    case OP_WHOLE: return VM_WHOLE;
    case OP_ATLEAST: a = vm_number(e, pc); return VM_WHOLE + (a > 0 ? a : 0);
    case OP_UPTO: return vm_number(e, pc);
    case OP_COUNT: return vm_count(e, pc);
    case OP_KINDS: return num_kinds(e, pc);
    case OP_LISTED: return num_listed(e, pc);
    case OP_STAT: return num_over_set(e, pc, OVER_SUM);
    case OP_TOPSTAT: return num_over_set(e, pc, OVER_LARGEST);
    case OP_LOWSTAT: return num_over_set(e, pc, OVER_SMALLEST);
    case OP_PSTAT: return num_printed(e, pc);
    case OP_SPOTS: {
        Places at = vm_places_of(e, pc);
        return (int)places_count(&at);
    }
    case OP_SEATS:
    case OP_GNUM: return num_players(e, pc, op);
    case OP_ADD: a = vm_number(e, pc); return a + vm_number(e, pc);
    case OP_SUB: a = vm_number(e, pc); return a - vm_number(e, pc);
    case OP_MUL: a = vm_number(e, pc); return a * vm_number(e, pc);
    case OP_DIV:
        a = vm_number(e, pc);
        b = vm_number(e, pc);
        return b > 0 && a > 0 ? a / b : 0;
    case OP_POW:
        a = vm_number(e, pc);
        b = vm_number(e, pc);
        return power(a, b);
    case OP_MIN:
        a = vm_number(e, pc);
        b = vm_number(e, pc);
        return a < b ? a : b;
    case OP_NEG: return -vm_number(e, pc);
    case OP_BIT: return vm_truth(e, pc);
    case OP_COUNTERS: return counters_of(e, pc, true);
    case OP_COUNTERS_HELD: return counters_of(e, pc, false);
    case OP_COUNTERS_ON: return counters_on(e, pc, false);
    case OP_COUNTERS_KIND: return counters_on(e, pc, true);
    case OP_ABILITY: return (int)word(e, pc);
    case OP_TIMES:
        kmark(e->r, KM_THIS_TURN);
        return e->r->s->happened[e->r->pack->abil[word(e, pc)].index][e->you];
    case OP_X: return e->ctx ? e->ctx->x : 0;
    case OP_AMOUNT: return e->ev ? e->ev->amount : e->ctx ? e->ctx->amount : 0;
    default: run_fault(e->r, FAULT_CODE); return 0;
    }
}

/* "That player": the one named before in the text, else the player of the event. */
static PlayerId that_player(const Eval *e) {
    if (e->each) return (PlayerId)(e->each - 1);
    if (e->ctx && e->ctx->player != NOBODY) return e->ctx->player;
    return e->ev ? e->ev->player : e->r->s->turn_player;
}

/* The player targeted by that choice; none if the stack row is gone. */
static PlayerSet target_player(const Eval *e, unsigned slot) {
    State *s = e->r->s;
    const Stacked *t = e->ctx ? stack_row(s, e->ctx->row) : 0;
    for (unsigned i = 0; t && i < t->n; i++) {
        const Target *x = &s->target[t->first + i];
        if (x->slot == slot && x->kind == TARGET_PLAYER && !x->wrong)
            return player_bit((PlayerId)(x->ref.card - 1));
    }
    return 0;
}

/* The masters ('now') or owners of the cards. */
static PlayerSet holders(const Eval *e, Pc *pc, bool now) {
    const State *s = e->r->s;
    CardRef set[MAX_SET];
    PlayerSet out = 0;
    for (unsigned n = vm_set(e, pc, set, MAX_SET); n-- > 0;) {
        const Card *k = card_of(s, set[n].card);
        PlayerId p = card_owner(set[n].card);
        if (now && ref_live(s, set[n]) && k->zone) {
            p = k->holder;
        } else if (now && last_of(s, set[n].card)->inc == set[n].inc) {
            kmark(e->r, KM_LAST_KNOWN);
            p = last_of(s, set[n].card)->holder;
        }
        out |= player_bit(p);
    }
    return out;
}

/* Marks which opponents the text means where there are several; outside events, that it means
 * all. */
static void opponents_marks(const Eval *e) {
    unsigned clause = e->r->g->formats[e->r->s->format].clause_players;
    if (clause) run_rule(e->r, clause);
    if (!e->ev) kmark(e->r, KM_ALL_OPPONENTS);
}

/* Is it the turn of one of the players? The turn of a player who has left still counts as an
 * opponent's. */
static bool in_turn_of(const Eval *e, Pc *pc) {
    const State *s = e->r->s;
    const Code *k = &e->r->pack->code[*pc];
    while (*k == OP_PMARK) k += 2;
    bool opp = *k == OP_OPP;
    PlayerSet set = vm_players(e, pc);
    if (opp && !player_in(s, s->turn_player))
        return !(team_mates(s, e->you) & player_bit(s->turn_player)) &&
               (!s->circle || player_beside(s, e->you, true) == s->turn_player ||
                player_beside(s, e->you, false) == s->turn_player);
    return set & turn_side(s);
}

PlayerSet vm_players_of(const Eval *e, Pc *pc) {
    const State *s = e->r->s;
    switch (vm_op(e, pc, OP_PMARK)) {
    case OP_YOU: return vm_you(e);
    case OP_OPP:
        if (e->one) return player_bit((PlayerId)(e->one - 1)) & players_in(s);
        if (e->ctx && e->ctx->opponent != NOBODY && !e->among)
            return player_bit(e->ctx->opponent) & players_in(s);
        if (s->nplayers > 2) opponents_marks(e);
        return opponents(e->r, e->you);
    case OP_OPPS:
        if (s->nplayers > 2) opponents_marks(e);
        return opponents(e->r, e->you);
    case OP_THAT: return player_bit(that_player(e));
    case OP_NOT_THAT: return opponents(e->r, that_player(e));
    case OP_TURNP: return player_bit(s->turn_player);
    case OP_NOT_TURNP: return opponents(e->r, s->turn_player);
    case OP_EVERY:
        if (e->ev) return everyone(s);
        if (s->nplayers > 2) run_rule(e->r, e->r->g->formats[s->format].clause_players);
        return players_spoken_of(e->r, e->you);
    case OP_BOTH: {
        const PlayerSet one = vm_players(e, pc);
        return one | vm_players(e, pc);
    }
    case OP_ALLY: kmark(e->r, KM_ALLY); return players_in(s) & team_mates(s, e->you);
    case OP_HOLDER: return holders(e, pc, true);
    case OP_OWNER: return holders(e, pc, false);
    case OP_TARGETP: return target_player(e, word(e, pc));
    default: run_fault(e->r, FAULT_CODE); return 0;
    }
}

/* SOME: is the truth true of one of the players, as "that player"? */
static bool some_player(const Eval *e, Pc *pc) {
    PlayerSet players = vm_players(e, pc);
    Pc truth = *pc;
    bool yes = false;
    for (PlayerId p = 0; p < e->r->s->nplayers && !yes; p++) {
        Eval x = *e;
        x.each = (uint8_t)(p + 1);
        if (players & player_bit(p)) yes = vm_truth_at(&x, truth);
    }
    vm_pass(e->r, pc);
    return yes;
}

/* SERIES: exactly n cards whose sorted values rise by one without a gap. */
static bool is_series(const Eval *e, Pc *pc) {
    int n = vm_number(e, pc);
    unsigned stat = word(e, pc);
    CardRef set[MAX_SET];
    unsigned m = vm_set(e, pc, set, MAX_SET);
    if (n < 1 || (int)m != n) return false;
    uint64_t have = 0;
    int low = 1000;
    for (unsigned i = 0; i < m; i++) {
        int v = card_stat(e->r, set[i], stat);
        if (v < low) low = v;
    }
    for (unsigned i = 0; i < m; i++) {
        int v = card_stat(e->r, set[i], stat) - low;
        if (v >= n || (have >> v & 1)) return false;
        have |= 1ull << v;
    }
    return true;
}

static bool all_match(const Eval *e, Pc *pc) {
    CardRef set[MAX_SET];
    unsigned n = info_set(e, pc, set), hits = 0;
    for (unsigned i = 0; i < n; i++) hits += vm_match_at(e, *pc, set[i]);
    vm_pass(e->r, pc);
    return n > 0 && hits == n;
}

static bool on_event(const Eval *e, Pc *pc);
static bool about_event(const Eval *e, Pc *pc, unsigned op);

/* Was an additional cost paid for this card, in this life? */
static bool extra_paid(const Eval *e) {
    return e->self.card && ref_live(e->r->s, e->self) &&
           (card_of(e->r->s, e->self.card)->deeds & CARD_EXTRA_PAID);
}

/* Is it a set of cards that are looked for where they lie, of which there may be none? */
static bool is_open_set(const Code *k, Pc pc) {
    for (;; pc++) {
        if (k[pc] == OP_SMARK)
            pc++;
        else if (k[pc] != OP_LASTLY && k[pc] != OP_ONLY && k[pc] != OP_WAS)
            return k[pc] == OP_CARDS;
    }
}

bool vm_undefined(const Eval *e, Pc pc) {
    const Code *k = e->r->pack->code;
    CardRef c[MAX_SET];
    if (!e->r->g->bare_is_undefined) return false;
    const unsigned op = k[pc++];
    if (op == OP_ADD || op == OP_SUB || op == OP_MUL || op == OP_DIV) {
        const Pc first = pc;
        vm_pass(e->r, &pc);
        return vm_undefined(e, first) || vm_undefined(e, pc);
    }
    if (op != OP_STAT) return false;
    const unsigned stat = k[pc++];
    if (is_open_set(k, pc)) return false;
    const unsigned n = vm_set(e, &pc, c, MAX_SET);
    for (unsigned i = 0; i < n; i++)
        if (!vm_lacks_number(e->r, c[i].card, stat)) return false;
    kmark(e->r, KM_UNDEFINED);
    return true;
}

/* Compares two numbers. Counting cards against a literal stops as soon as the result is known. */
static bool compare(const Eval *e, Pc *pc, unsigned op) {
    const Code *k = e->r->pack->code;
    int a, b;
    const Pc first = *pc;
    Pc second = *pc;
    bool cards = k[*pc] == OP_COUNT && k[*pc + 1] == OP_CARDS;
    if (cards) vm_pass(e->r, &second);
    if (cards && k[second] == OP_NUM) {
        b = (int32_t)k[second + 1];
        a = vm_count_to(e, pc, b + 1);
        *pc = (Pc)(second + 2);
    } else {
        a = vm_number(e, pc);
        second = *pc;
        b = vm_number(e, pc);
        if (vm_undefined(e, first) || vm_undefined(e, second)) return false;
    }
    switch (op) {
    case OP_GE: return a >= b;
    case OP_LE: return a <= b;
    case OP_EQ: return a == b;
    case OP_GT: return a > b;
    default: return a < b;
    }
}

bool vm_truth(const Eval *e, Pc *pc) {
    unsigned op = vm_op(e, pc, OP_BMARK), n;
    int a;
    bool out;
    switch (op) {
    case OP_TRUE: return true;
    case OP_AND:
        for (n = word(e, pc), out = true; n > 0; n--) out &= vm_truth(e, pc);
        return out;
    case OP_OR:
    case OP_ON_ANY:
        for (n = word(e, pc), out = false; n > 0; n--) out |= vm_truth(e, pc);
        return out;
    case OP_NOT: return !vm_truth(e, pc);
    case OP_GE:
    case OP_LE:
    case OP_EQ:
    case OP_GT:
    case OP_LT: return compare(e, pc, op);
    case OP_SOME: return some_player(e, pc);
    case OP_HAVE: return vm_any(e, pc);
    case OP_HAVEALL: return have_all(e, pc);
    case OP_ODD: return vm_number(e, pc) & 1;
    case OP_XBIT: return e->ctx && (e->ctx->x >> word(e, pc) & 1);
    case OP_ALL: return all_match(e, pc);
    case OP_TURN: return in_turn_of(e, pc);
    case OP_DID: return e->ctx && e->ctx->did;
    case OP_WON: return e->ctx && e->ctx->won == 1;
    case OP_LOST: return e->ctx && e->ctx->won == 2;
    case OP_PAID: return (e->ctx && e->ctx->extra) || extra_paid(e);
    case OP_SERIES: return is_series(e, pc);
    case OP_FACT:
        n = word(e, pc);
        a = vm_number(e, pc);
        return e->r->g->fact(e->r, n, a, e->you);
    case OP_ON: return on_event(e, pc);
    case OP_ON_STATE:
    case OP_ON_CHANGE: return vm_truth(e, pc);
    case OP_ON_IF: out = vm_truth(e, pc); return vm_truth(e, pc) && out;
    default: return about_event(e, pc, op);
    }
}

/* ---- truths about an event ------------------------------------------------------------------- */

/* The life of a moved card that filters read: out of a zone with ZONE_READ_LEAVING the one before
 * the move; else the one in the open zone; else the one after the move. */
static CardRef moved_card(const Eval *e) {
    const Event *v = e->ev;
    const Card *k = card_of(e->r->s, v->card);
    const ZoneInfo *z = e->r->g->zones;
    bool from_open = z[v->from].flags & ZONE_PUBLIC, to_open = z[v->to].flags & ZONE_PUBLIC;
    if (from_open != to_open) kmark(e->r, KM_MOVE_TRIGGER_OPEN);
    if ((z[v->from].flags & ZONE_READ_LEAVING) && v->from != v->to)
        return kmark(e->r, KM_MOVE_TRIGGER_SEAT), (CardRef){v->card, v->inc};
    if (z[v->to].flags & ZONE_READ_LEAVING)
        kmark(e->r, from_open ? KM_MOVE_TRIGGER_IN_OPEN : KM_MOVE_TRIGGER_IN);
    else if (from_open && to_open)
        kmark(e->r, KM_MOVE_TRIGGER_NEW);
    if (to_open) kmark(e->r, KM_ARRIVED);
    if (from_open && !to_open) return (CardRef){v->card, v->inc};
    return (CardRef){v->card, k->inc};
}

/* A card of a swap as it was before. */
static CardRef card_before(const Eval *e, CardId card) {
    const bool applied = card_of(e->r->s, e->ev->card)->inc != e->ev->inc;
    CardRef c = ref_to(e->r->s, card);
    c.inc = (uint16_t)(c.inc - applied);
    return c;
}

/* A card of any other event. For EV_BEAT of a card that has left play, its life there. */
static CardRef card_then(const Eval *e, CardId card) {
    CardRef c = ref_to(e->r->s, card);
    const Card *k = card_of(e->r->s, c.card);
    const Last *l = last_of(e->r->s, c.card);
    unsigned was = e->r->g->zones[l->zone].flags, is = e->r->g->zones[k->zone].flags;
    if (e->ev->kind == EV_BEAT && e->r->g->how_kill && (was & ZONE_READ_LEAVING) &&
        !(is & ZONE_FIELD) && l->inc == (uint16_t)(c.inc - 1))
        c.inc--;
    return c;
}

/* Does a card of the event (0: none) pass the filter? */
static bool match_card(const Eval *e, Pc *pc, CardId card) {
    const Pc filter = *pc;
    vm_pass(e->r, pc);
    if (!card) return false;
    if (e->before) return vm_match_at(e, filter, card_before(e, card));
    bool moved = e->ev->kind == EV_MOVE && card == e->ev->card;
    return vm_match_at(e, filter, moved ? moved_card(e) : card_then(e, card));
}

/* Is the player (or NOBODY) one of the players? */
static bool match_player(const Eval *e, Pc *pc, PlayerId p) {
    PlayerSet players = vm_players(e, pc);
    return p != NOBODY && (players & player_bit(p));
}

/* BYPLAYER, or MADEBY if costs count, with their marks. */
static bool by_player(const Eval *e, Pc *pc, bool costs) {
    const PlayerId by = e->ev->cost && !costs ? NOBODY : e->ev->by;
    if (!match_player(e, pc, by)) return kmark(e->r, KM_NOT_MOVED_BY), false;
    if (WATCHED(e->r)) kmark(e->r, e->ev->cost ? KM_MOVED_BY_COST : KM_MOVED_BY);
    return true;
}

/* BYATTACK: reads the source of the last damage or hit. Of an EV_BEAT, 'how' tells. */
static bool by_attack(const Eval *e, Pc *pc) {
    PlayerSet players = vm_players(e, pc);
    if (e->ev->kind == EV_BEAT)
        return e->ev->how && (players & player_bit(card_owner(e->ev->card)));
    const Card *k = card_of(e->r->s, e->ev->card);
    unsigned by = k->inc == e->ev->inc ? k->hit_by : k->beaten_by; /* before or after the move */
    return (by & HIT_BY_RULE) && (players & player_bit(card_owner(hit_card((uint16_t)by))));
}

/* USES: the amount of the event is an ability, 0 = a card. */
static bool uses_ability(const Eval *e, unsigned key) {
    const AbilId a = (AbilId)e->ev->amount;
    return a && (!key || (ability_keys(e->r, a) >> key & 1));
}

/* Where a moved card lies in its pile: 0 on top, 1 at the bottom, -1 anywhere. */
static int laid(const Event *v) {
    if (v->put & PUT_SHUFFLED) return -1;
    return v->put & PUT_BOTTOM ? 1 : 0;
}

/* LANDS: false of a move whose place has not been chosen yet. */
static bool lands(const Eval *e, Pc *pc) {
    const Event *v = e->ev;
    const Places at = vm_places_of(e, pc);
    const bool seated = e->r->g->zones[v->to].flags & ZONE_SEATED;
    return seated && v->to_player < MAX_PLAYERS && (at.of[v->to_player] & v->seats_to);
}

/* One aspect of the event. vm_verify admits these ops only inside an ON whose kind carries the
 * aspect, so there is an event, and it is of that kind. */
static bool about_event(const Eval *e, Pc *pc, unsigned op) {
    const Event *v = e->ev;
    switch (op) {
    case OP_ON_CARD: return match_card(e, pc, v->card);
    case OP_ON_OTHER: return match_card(e, pc, v->other);
    case OP_NOCARD: return !v->card;
    case OP_FROM: return word(e, pc) >> v->from & 1;
    case OP_TO: return word(e, pc) >> v->to & 1;
    case OP_HOW: return word(e, pc) >> v->how & 1;
    case OP_LAID: return laid(v) == (int)word(e, pc);
    case OP_LANDS: return lands(e, pc);
    case OP_SWAPPED: return v->put & PUT_SWAPPED;
    case OP_WHOSE: return match_player(e, pc, v->player);
    case OP_ACTOR: return match_player(e, pc, v->actor);
    case OP_BYPLAYER:
    case OP_MADEBY: return by_player(e, pc, op == OP_MADEBY);
    case OP_BYEFFECT: return v->by != NOBODY && !v->cost;
    case OP_BYCARD: return match_card(e, pc, v->cost ? NONE : event_cause(e->r->s, v));
    case OP_BYATTACK: return by_attack(e, pc);
    case OP_USES: return uses_ability(e, word(e, pc));
    case OP_POINT:
    case OP_TURNED: return word(e, pc) == (unsigned)v->amount;
    case OP_IN_BATTLE: return v->how != 0;
    case OP_COUNTED: return word(e, pc) == v->put;
    case OP_ABOUT:
    case OP_DEED: return word(e, pc) == v->how;
    default: run_fault(e->r, FAULT_CODE); return false;
    }
}

/* Is one of the truths of the pattern at 'pc' SWAPPED? */
static bool asks_swap(const Eval *e, Pc pc) {
    pc++; /* the kind */
    for (unsigned n = word(e, &pc); n > 0; n--) {
        if (e->r->pack->code[pc] == OP_SWAPPED) return true;
        vm_pass(e->r, &pc);
    }
    return false;
}

/* ON: skips the rest once one of the truths is false. A pattern of a swap reads both cards as they
 * were before it. */
static bool on_event(const Eval *e, Pc *pc) {
    const Pc start = (Pc)(*pc - 1);
    if (e->ev && (e->ev->put & PUT_SWAPPED) && !e->before && asks_swap(e, *pc)) {
        Eval before = *e;
        before.before = true;
        return on_event(&before, pc);
    }
    bool out = word(e, pc) == (unsigned)(e->ev ? e->ev->kind : EV_NONE);
    for (unsigned n = word(e, pc); out && n > 0; n--) out = vm_truth(e, pc);
    if (out) return true;
    *pc = start;
    vm_pass(e->r, pc);
    return false;
}
