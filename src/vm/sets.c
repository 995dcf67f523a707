/* Sets of cards, and filters on them. */
#include "vm/vm.h"

static Code word(const Eval *e, Pc *pc) { return e->r->pack->code[(*pc)++]; }

/* Adds a card to a set unless it is in already; returns the new size. */
static unsigned set_insert(CardRef *out, unsigned n, unsigned max, CardRef c) {
    for (unsigned i = 0; i < n; i++)
        if (out[i].card == c.card && out[i].inc == c.inc) return n;
    if (n < max) out[n++] = c;
    return n;
}

/* ---- filters on printed values, with precomputed answers (kernel/pack.h) ---- */

/* Does evaluation read cards as they are now, not as they were before they left? */
static bool reads_current(const Eval *e) { return !e->r->before && !(e->ctx && e->ctx->left_seat); }

enum { MASK_UNKNOWN = 0xFFFF };
/* Derives what the filter reads. Returns the bits of Card.lost that must be clear for the
 * precomputed answer to hold; MASK_UNKNOWN: it never does. */
static unsigned modified_mask(Run *r, const PrintedFilter *f) {
    derive_for(r, f->needs);
    return (f->needs & TOUCH_KEYS) && r->s->nlisteners != r->s->nfixed ? MASK_UNKNOWN : f->bar;
}

/* Does the precomputed answer hold for this card? */
static bool as_printed(const Card *k, unsigned mask) {
    return !(k->flags & (CARD_DOWN | CARD_KINDS_CHANGED | CARD_ASLEEP)) && !(k->lost & mask) &&
           mask != MASK_UNKNOWN;
}

/* A filter prepared for testing many cards. */
typedef struct Filter {
    Pc filter;
    bool any, whole;
    uint16_t mask;
    const uint64_t *bits; /* precomputed answers, null: evaluate */
} Filter;

static Filter filter_prepare(const Eval *e, Pc filter) {
    const Pack *p = e->r->pack;
    const PrintedFilter *f = &p->printed[filter];
    Filter v = {.filter = filter, .any = p->code[filter] == OP_ANY};
    if (v.any || !(f->flags & (PRINTED_WHOLE | PRINTED_PART)) || !reads_current(e)) return v;
    v.whole = f->flags & PRINTED_WHOLE;
    v.mask = (uint16_t)modified_mask(e->r, f);
    if (!WATCHED(e->r)) v.bits = p->printed_bits + f->row; /* observers want every clause marked */
    return v;
}

static bool match_rest(const Eval *e, Pc pc, CardRef c, const Card *k);
static inline bool match(const Eval *e, Pc *pc, CardRef c, const Card *k, bool whole);

/* Does the card, in its current life, pass? */
static inline bool filter_passes(const Eval *e, const Filter *v, CardRef c, const Card *k) {
    if (v->any) return true;
    if (!v->bits || !as_printed(k, v->mask)) return vm_match_at(e, v->filter, c);
    bool yes = bits_has(v->bits, k->def);
    if (!v->whole) yes = yes && match_rest(e, v->filter, c, k);
    ASSERT(e->r->s->dirty ||
           yes == vm_match_at(e, v->filter, c)); /* only if evaluation derives nothing */
    return yes;
}

/* The zones of player p that "zones of these players" covers. */
static inline ZoneSet zones_of(const Run *r, PlayerSet players, PlayerId p, ZoneSet zones) {
    return players & player_bit(p) ? zones : zones & r->g->shared_zones;
}

bool vm_hidden_cards(const Eval *e, Pc *pc, PlayerSet *who, ZoneSet *zones) {
    const Run *r = e->r;
    if (r->pack->code[(*pc)++] != OP_CARDS) return false;
    *who = vm_players(e, pc);
    *zones = r->pack->code[*pc];
    *pc = (Pc)(*pc + 2); /* and the length of the filter */
    for (ZoneId z = 1; z < r->g->nzones; z++)
        if ((*zones >> z & 1) && (r->g->zones[z].flags & ZONE_PUBLIC)) return false;
    return true;
}

/* CARDS: the players' cards in the zones that pass the filter. */
static unsigned set_cards(const Eval *e, Pc *pc, CardRef *out, unsigned max) {
    const State *s = e->r->s;
    PlayerSet players = vm_players(e, pc);
    ZoneSet zones = word(e, pc);
    unsigned len = word(e, pc);
    Filter v = filter_prepare(e, *pc);
    unsigned n = 0;
    *pc = (Pc)(*pc + len);
    for (PlayerId p = 0; p < s->nplayers; p++) {
        const Player *q = &s->player[p];
        for (ZoneSet left = zones_of(e->r, players, p, zones); left; left &= left - 1) {
            ZoneId z = zone_first(left);
            const CardId *list = zone_cards(q, z);
            for (unsigned i = 0, m = q->count[z]; i < m; i++) {
                const Card *k = card_of(s, list[i]);
                CardRef c = {list[i], k->inc};
                if (n == max) return n;
                out[n] = c;
                n += filter_passes(e, &v, c, k);
            }
        }
    }
    return n;
}

/* Number of cards of a CARDS expression, counted up to 'stop'. With 'one' a second filter
 * follows, and cards must pass both. */
static int cards_count(const Eval *e, Pc *pc, bool one, int stop) {
    const State *s = e->r->s;
    PlayerSet players = vm_players(e, pc);
    ZoneSet zones = word(e, pc);
    unsigned len = word(e, pc);
    Filter v = filter_prepare(e, *pc);
    Pc more = (Pc)(*pc + len);
    int n = 0;
    *pc = more;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        const Player *q = &s->player[p];
        for (ZoneSet left = zones_of(e->r, players, p, zones); left; left &= left - 1) {
            ZoneId z = zone_first(left);
            if (v.any && !one) {
                n += q->count[z];
                continue;
            }
            const CardId *list = zone_cards(q, z);
            for (unsigned i = 0, m = q->count[z]; i < m; i++) {
                const Card *k = card_of(s, list[i]);
                CardRef c = {list[i], k->inc};
                if (!filter_passes(e, &v, c, k) || (one && !vm_match_at(e, more, c))) continue;
                if (++n >= stop) return n;
            }
        }
    }
    return n;
}

/* Does the filter accept every card that lies in the zones anyway: no name, trait or state? */
static bool filter_is_plain(const Eval *e, Pc *pc) {
    const Code *k = e->r->pack->code;
    while (k[*pc] == OP_FMARK) *pc = (Pc)(*pc + 2);
    unsigned op = k[*pc];
    if (op != OP_FAND && op != OP_FOR) {
        vm_pass(e->r, pc);
        return op == OP_ANY || op == OP_KIND || op == OP_AT;
    }
    bool plain = true;
    *pc = (Pc)(*pc + 2);
    for (unsigned n = k[*pc - 1]; n > 0; n--) plain &= filter_is_plain(e, pc);
    return plain;
}

/* How many cards of the zone a text counts, given how many there are and the notes on cards. */
static int tally_of_zone(const Eval *e, PlayerId p, ZoneId z, int n) {
    const State *s = e->r->s;
    int as = n, less = 0;
    for (unsigned i = 0; i < s->nextra; i++) {
        const Extra *x = &s->extra[i];
        const Card *k = card_of(s, x->card);
        int number = x->term >> TALLY_SHIFT;
        if (k->holder != p || !(x->term >> z & 1)) continue;
        if (x->kind == ADD_UNCOUNTED && k->zone == z) less++;
        if (x->kind == ADD_COUNTED_LESS) less += number;
        if (x->kind == ADD_COUNTED_AS || (x->kind == ADD_COUNTS_AS && x->card == e->self.card))
            as = number;
    }
    return as > less ? as - less : 0;
}

/* As cards_count for a number that notes on cards change: that of all cards in the zones. */
static int cards_tally(const Eval *e, Pc *pc) {
    const State *s = e->r->s;
    Pc filter = *pc;
    PlayerSet players = vm_players(e, &filter);
    ZoneSet zones = word(e, &filter);
    Pc at = ++filter;
    if (!filter_is_plain(e, &at)) return cards_count(e, pc, false, MAX_SET);
    Filter v = filter_prepare(e, filter);
    int all = 0;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (ZoneSet left = zones_of(e->r, players, p, zones); left; left &= left - 1) {
            ZoneId z = zone_first(left);
            int n = 0;
            for (unsigned i = 0; i < s->player[p].count[z]; i++) {
                CardId c = zone_card(&s->player[p], z, i);
                n += filter_passes(e, &v, ref_to(s, c), card_of(s, c));
            }
            all += tally_of_zone(e, p, z, n);
        }
    *pc = at;
    return all;
}

static unsigned count_bits(unsigned x) {
    unsigned n = 0;
    for (; x; x &= x - 1) n++;
    return n;
}

/* Those of the players whose cards lie in one place for "so many of each": several opponents, and
 * a team, but not each player. */
static PlayerSet players_as_one(const Eval *e, Pc pc) {
    const Code *k = e->r->pack->code;
    while (k[pc] == OP_PMARK) pc = (Pc)(pc + 2);
    const unsigned op = k[pc];
    if (op == OP_BOTH) {
        Pc second = ++pc;
        vm_pass(e->r, &second);
        return players_as_one(e, pc) | players_as_one(e, second);
    }
    const bool side = op == OP_OPP || op == OP_NOT_THAT || op == OP_NOT_TURNP || op == OP_ALLY;
    return side ? vm_players(e, &pc) : 0;
}

unsigned vm_places(const Eval *e, Pc set, PlayerSet *as_one) {
    const Code *k = e->r->pack->code;
    while (k[set] == OP_SMARK) set = (Pc)(set + 2);
    unsigned op = k[set++];
    if (op == OP_ONLY || op == OP_BUT) return vm_places(e, set, as_one);
    if (op == OP_JOIN) {
        Pc second = set;
        vm_pass(e->r, &second);
        PlayerSet also;
        const unsigned n = vm_places(e, set, as_one) + vm_places(e, second, &also);
        *as_one |= also;
        return n;
    }
    *as_one = 0;
    if (op != OP_CARDS) return 1;
    *as_one = players_as_one(e, set);
    const PlayerSet all = vm_players(e, &set), apart = all & ~*as_one;
    return (count_bits(apart) + (apart != all)) * count_bits(k[set]);
}

/* With Game.ties_counted, at a set: how many cards were tied to those of SOULS … ANY that have
 * left play, in their last life there. */
static int count_tied_last(const Eval *e, Pc pc) {
    const Run *r = e->r;
    const Code *code = r->pack->code;
    CardRef of[MAX_SET] = {e->was};
    unsigned m = 1;
    int n = 0;
    while (code[pc] == OP_SMARK) pc = (Pc)(pc + 2);
    if (code[pc++] != OP_SOULS) return 0;
    if (code[pc] == OP_SELF && e->was.card)
        pc++;
    else
        m = vm_set(e, &pc, of, MAX_SET);
    if (code[pc] != OP_ANY) return 0;
    for (unsigned i = 0; i < m; i++) {
        const Card *k = card_of(r->s, of[i].card);
        const Last *l = last_of(r->s, of[i].card);
        const bool here = k->inc == of[i].inc && (r->g->zones[k->zone].flags & ZONE_FIELD);
        if (here || !l->zone || (l->inc != of[i].inc && l->inc != (uint16_t)(of[i].inc - 1)))
            continue;
        if (l->tied) kmark(r, KM_LAST_KNOWN);
        n += l->tied;
    }
    return n;
}

int vm_count(const Eval *e, Pc *pc) {
    CardRef set[MAX_SET];
    const int left = e->r->g->ties_counted ? count_tied_last(e, *pc) : 0;
    if (e->r->pack->code[*pc] != OP_CARDS) return left + (int)vm_set(e, pc, set, MAX_SET);
    ++*pc;
    return notes_made(e->r) ? cards_tally(e, pc) : cards_count(e, pc, false, MAX_SET);
}

int vm_count_to(const Eval *e, Pc *pc, int stop) {
    *pc = (Pc)(*pc + 2);
    return notes_made(e->r) ? cards_tally(e, pc) : cards_count(e, pc, false, stop);
}

bool vm_enough(const Eval *e, Pc pc, unsigned want) {
    const State *s = e->r->s;
    CardRef set[MAX_SET];
    unsigned n = 0, ctx = e->ctx ? (unsigned)(e->ctx - s->ctx) : 0;
    if (e->r->pack->code[pc] != OP_CARDS) {
        unsigned all = vm_set(e, &pc, set, MAX_SET);
        for (unsigned i = 0; i < all; i++) n += e->r->g->choosable(e->r, e->you, set[i].card, ctx);
        return n >= want;
    }
    pc++;
    PlayerSet players = vm_players(e, &pc);
    ZoneSet zones = word(e, &pc);
    Filter v = filter_prepare(e, (Pc)(pc + 1));
    for (PlayerId p = 0; p < s->nplayers; p++) {
        const Player *q = &s->player[p];
        for (ZoneSet left = zones_of(e->r, players, p, zones); left; left &= left - 1) {
            ZoneId z = zone_first(left);
            const CardId *list = zone_cards(q, z);
            for (unsigned i = 0, m = q->count[z]; i < m; i++) {
                const Card *k = card_of(s, list[i]);
                CardRef c = {list[i], k->inc};
                n += filter_passes(e, &v, c, k) && e->r->g->choosable(e->r, e->you, c.card, ctx);
                if (n >= want) return true;
            }
        }
    }
    return false;
}

bool vm_any(const Eval *e, Pc *pc) {
    CardRef set[MAX_SET];
    bool hit = false;
    if (e->r->pack->code[*pc] == OP_CARDS) {
        ++*pc;
        hit = cards_count(e, pc, true, 1) > 0;
    } else {
        unsigned n = vm_set(e, pc, set, MAX_SET);
        for (unsigned i = 0; i < n && !hit; i++) hit = vm_match_at(e, *pc, set[i]);
    }
    vm_pass(e->r, pc);
    return hit;
}

static unsigned set_register(const Eval *e, unsigned reg, CardRef *out, unsigned max) {
    if (!e->ctx) return 0;
    if (reg == REG_IT && e->memory.card) return out[0] = e->memory, 1;
    unsigned n = e->ctx->n[reg] < max ? e->ctx->n[reg] : max;
    memcpy(out, reg_cards(e->r->s, e->ctx, reg), n * sizeof *out);
    return n;
}

/* TOPS: the top cards of the players' decks, topmost first. */
static unsigned set_tops(const Eval *e, Pc *pc, CardRef *out, unsigned max) {
    const State *s = e->r->s;
    PlayerSet players = vm_players(e, pc);
    int want = vm_number(e, pc);
    unsigned n = 0;
    ZoneId deck = e->r->g->deck_zone;
    for (PlayerId p = 0; p < s->nplayers; p++)
        if (players & player_bit(p))
            for (int i = 0; i < want && i < s->player[p].count[deck] && n < max; i++)
                out[n++] =
                    ref_to(s, zone_card(&s->player[p], deck, s->player[p].count[deck] - 1 - i));
    return n;
}

/* HOST: the cards that those of the set are attached to. */
static unsigned set_hosts(const Eval *e, Pc *pc, CardRef *out, unsigned max) {
    const State *s = e->r->s;
    CardRef of[MAX_SET];
    unsigned m = vm_set(e, pc, of, MAX_SET), n = 0;
    for (unsigned i = 0; i < m; i++) {
        const Card *k = card_of(s, of[i].card);
        const CardRef host = {k->tie, k->tie_inc};
        if (k->inc == of[i].inc && ref_live(s, host)) n = set_insert(out, n, max, host);
    }
    return n;
}

/* Did the card follow that one, in its life then or the next, to where it lies (Game.ties_kept)? */
static bool followed(const Run *r, const Card *k, CardRef host) {
    if (k->tie != host.card || (r->g->zones[k->zone].flags & ZONE_TIED)) return false;
    return k->tie_inc == host.inc || (uint16_t)(k->tie_inc + 1) == host.inc;
}

/* Cards that followed those; the filter sees them as they lay before. Returns the new count. */
static unsigned add_followers(const Eval *e, Pc filter, const CardRef *of, unsigned m, CardRef *out,
                              unsigned n, unsigned max) {
    const State *s = e->r->s;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++) {
            const CardId c = card_id(p, i);
            Card was = *card_of(s, c);
            bool found = false;
            for (unsigned j = 0; j < m && was.tie; j++) found |= followed(e->r, &was, of[j]);
            if (!found) continue;
            const Last *last = last_of(s, c);
            const bool beside =
                (uint16_t)(last->inc + 1) == was.inc && (e->r->g->beside_zones >> last->zone & 1);
            was.zone = beside ? last->zone : zone_first(e->r->g->following_zones);
            Pc pc = filter;
            if (!match(e, &pc, ref_to(s, c), &was, false)) continue;
            kmark(e->r, KM_TIES_KEPT);
            n = set_insert(out, n, max, ref_to(s, c));
        }
    return n;
}

/* SOULS: cards attached to those of the set. */
static unsigned set_attached(const Eval *e, Pc *pc, CardRef *out, unsigned max) {
    const State *s = e->r->s;
    CardRef of[MAX_SET];
    unsigned m = vm_set(e, pc, of, MAX_SET), n = 0;
    Pc filter = *pc;
    vm_pass(e->r, pc);
    if (e->r->g->ties_kept) n = add_followers(e, filter, of, m, out, n, max);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (ZoneId z = 1; z < e->r->g->nzones; z++) {
            if (!(e->r->g->zones[z].flags & ZONE_TIED)) continue;
            for (unsigned i = 0; i < s->player[p].count[z]; i++) {
                CardId c = zone_card(&s->player[p], z, i);
                const Card *k = card_of(s, c);
                for (unsigned j = 0; j < m; j++)
                    if (k->tie == of[j].card && k->tie_inc == of[j].inc &&
                        vm_match_at(e, filter, ref_to(s, c)))
                        n = set_insert(out, n, max, ref_to(s, c));
            }
        }
    return n;
}

/* LEFT: cards looked at that are still in the same life. */
static unsigned set_left(const Eval *e, CardRef *out, unsigned max) {
    CardRef all[MAX_SET];
    unsigned m = set_register(e, REG_LOOK, all, MAX_SET), n = 0;
    for (unsigned i = 0; i < m; i++)
        if (ref_live(e->r->s, all[i])) n = set_insert(out, n, max, all[i]);
    return n;
}

/* JOIN or BUT: union or difference. */
static unsigned set_two(const Eval *e, Pc *pc, CardRef *out, unsigned max, bool join) {
    CardRef a[MAX_SET], b[MAX_SET];
    unsigned n = 0, na = vm_set(e, pc, a, MAX_SET), nb = vm_set(e, pc, b, MAX_SET);
    for (unsigned i = 0; i < na; i++) {
        bool in_b = false;
        for (unsigned j = 0; j < nb; j++) in_b |= a[i].card == b[j].card && a[i].inc == b[j].inc;
        if (join || !in_b) n = set_insert(out, n, max, a[i]);
    }
    for (unsigned j = 0; join && j < nb; j++) n = set_insert(out, n, max, b[j]);
    return n;
}

static unsigned set_only(const Eval *e, Pc *pc, CardRef *out, unsigned max) {
    CardRef all[MAX_SET];
    unsigned m = vm_set(e, pc, all, MAX_SET), n = 0;
    for (unsigned i = 0; i < m; i++)
        if (vm_match_at(e, *pc, all[i])) n = set_insert(out, n, max, all[i]);
    vm_pass(e->r, pc);
    return n;
}

/* Has the running ability moved the card to where it is, by its effect or as its cost? */
static bool moved_by_this(const Eval *e, CardId c) {
    const Card *k = card_of(e->r->s, c);
    return &e->r->s->ctx[k->put_by] == e->ctx && k->stamp > e->ctx->begun;
}

/* The same by its effect; what was paid is no part of it. */
static bool put_by_this(const Eval *e, CardId c) {
    return moved_by_this(e, c) && !(card_of(e->r->s, c)->flags & CARD_PAID);
}

/* PAIDWITH: what the cost was paid with, as the stack remembers it. */
static unsigned set_paid_with(const Eval *e, CardRef *out, unsigned max) {
    const State *s = e->r->s;
    const Stacked *t = e->ctx ? stack_row(e->r->s, e->ctx->row) : 0;
    unsigned n = 0;
    for (unsigned i = 0; t && i < t->n && n < max; i++) {
        const Target *x = &s->target[t->first + i];
        if (x->kind == TARGET_PAID) out[n++] = x->ref;
    }
    return n;
}

static bool was_paid_with(const Eval *e, CardRef c) {
    CardRef paid[MAX_TARGETS];
    for (unsigned i = set_paid_with(e, paid, MAX_TARGETS); i-- > 0;)
        if (paid[i].card == c.card && paid[i].inc == c.inc) return true;
    return false;
}

/* PUT: cards in the zones that the running ability put there; nowhere: that it removed. */
static unsigned set_put(const Eval *e, Pc *pc, CardRef *out, unsigned max) {
    const State *s = e->r->s;
    ZoneSet zones = word(e, pc);
    unsigned n = 0;
    if (!e->ctx) return 0;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        const Player *q = &s->player[p];
        for (ZoneSet left = zones & ZONES_ALL; left; left &= (ZoneSet)(left - 1)) {
            ZoneId z = zone_first(left);
            for (unsigned i = 0; i < q->count[z] && n < max; i++)
                if (put_by_this(e, zone_card(q, z, i))) out[n++] = ref_to(s, zone_card(q, z, i));
        }
        for (unsigned i = 1; (zones & 1) && i <= q->ncards && n < max; i++)
            if ((q->card[i].flags & CARD_GONE) && put_by_this(e, card_id(p, i)))
                out[n++] = ref_to(s, card_id(p, i));
    }
    return n;
}

/* ARRIVED: the cards of "it" that lie where the running ability put them, in the zones, and those
 * that have moved on since, such as into the deck by a refresh. */
static unsigned set_arrived(const Eval *e, Pc *pc, CardRef *out, unsigned max) {
    CardRef it[MAX_SET];
    const ZoneSet zones = word(e, pc);
    const unsigned m = set_register(e, e->choosing ? REG_KEEP : REG_IT, it, MAX_SET);
    unsigned n = 0;
    for (unsigned i = 0; i < m && n < max; i++) {
        const Card *k = card_of(e->r->s, it[i].card);
        const ZoneSet at = k->flags & CARD_GONE ? 1u : zone_bit(k->zone);
        const bool there = (at & zones) && put_by_this(e, it[i].card);
        if (there || !ref_live(e->r->s, it[i])) out[n++] = it[i];
    }
    return n;
}

/* CAME: was the card's life before this one in one of the zones? */
static bool came_from(const Eval *e, CardRef c, ZoneSet zones) {
    const Last *l = last_of(e->r->s, c.card);
    return l->inc + 1 == c.inc && (zones >> l->zone & 1);
}

/* TARGET: targets of a choice that were legal when resolution began. */
static unsigned set_target(const Eval *e, unsigned slot, CardRef *out, unsigned max) {
    State *s = e->r->s;
    const Stacked *t = e->ctx ? stack_row(s, e->ctx->row) : 0;
    unsigned n = 0;
    for (unsigned i = 0; t && i < t->n && n < max; i++) {
        const Target *x = &s->target[t->first + i];
        if (x->slot != slot || x->wrong) continue;
        const Stacked *u = x->kind == TARGET_STACKED ? stack_row(s, x->ref.card) : 0;
        if (x->kind == TARGET_CARD) out[n++] = x->ref;
        if (u && u->sort == STACK_CARD) out[n++] = u->source;
    }
    return n;
}

/* WAS: cards that left play, in their life there. */
static unsigned set_was(const Eval *e, Pc *pc, CardRef *out, unsigned max) {
    unsigned n = vm_set(e, pc, out, max);
    for (unsigned i = 0; i < n; i++) {
        const Last *l = last_of(e->r->s, out[i].card);
        if (l->zone && l->inc == (uint16_t)(out[i].inc - 1)) out[i].inc--;
    }
    return n;
}

/* LASTLY: the same for cards that the running ability has moved. */
static unsigned set_lastly(const Eval *e, Pc *pc, CardRef *out, unsigned max) {
    unsigned n = vm_set(e, pc, out, max);
    for (unsigned i = 0; i < n && e->ctx; i++) {
        const Last *l = last_of(e->r->s, out[i].card);
        const ZoneInfo *now = &e->r->g->zones[card_of(e->r->s, out[i].card)->zone];
        const bool left =
            l->zone && l->inc == (uint16_t)(out[i].inc - 1) && !(now->flags & ZONE_FIELD);
        if (left && ref_live(e->r->s, out[i]) &&
            (moved_by_this(e, out[i].card) || was_paid_with(e, out[i])))
            out[i].inc--;
    }
    return n;
}

unsigned vm_set(const Eval *e, Pc *pc, CardRef *out, unsigned max) {
    switch (vm_op(e, pc, OP_SMARK)) {
    case OP_CARDS: return set_cards(e, pc, out, max);
    case OP_SELF: return out[0] = e->self, e->self.card ? 1 : 0;
    case OP_IT: return set_register(e, e->choosing ? REG_KEEP : REG_IT, out, max);
    case OP_LOOKED: return set_register(e, REG_LOOK, out, max);
    case OP_KEPT: return set_register(e, REG_KEEP, out, max);
    case OP_LEFT: return set_left(e, out, max);
    case OP_PAIDWITH: return set_paid_with(e, out, max);
    case OP_PUT: return set_put(e, pc, out, max);
    case OP_ARRIVED: return set_arrived(e, pc, out, max);
    case OP_SUBJ:
        if (e->ev) return out[0] = ref_to(e->r->s, e->ev->card), e->ev->card ? 1 : 0;
        return e->ctx && e->ctx->subject.card ? (out[0] = e->ctx->subject, 1) : 0;
    case OP_OBJ:
        if (e->ev) return out[0] = ref_to(e->r->s, e->ev->other), e->ev->other ? 1 : 0;
        return e->ctx && e->ctx->object.card ? (out[0] = e->ctx->object, 1) : 0;
    case OP_ROLE: out[0] = e->r->g->role(e->r, word(e, pc)); return out[0].card ? 1 : 0;
    case OP_TOPS: return set_tops(e, pc, out, max);
    case OP_HOST: return set_hosts(e, pc, out, max);
    case OP_SOULS: return set_attached(e, pc, out, max);
    case OP_JOIN: return set_two(e, pc, out, max, true);
    case OP_BUT: return set_two(e, pc, out, max, false);
    case OP_ONLY: return set_only(e, pc, out, max);
    case OP_TARGET: return set_target(e, word(e, pc), out, max);
    case OP_NOSET: return 0;
    case OP_WAS: return set_was(e, pc, out, max);
    case OP_LASTLY: return set_lastly(e, pc, out, max);
    default: run_fault(e->r, FAULT_CODE); return 0;
    }
}

/* ---- filters --------------------------------------------------------------------------------- */

/* The card, or if the reference names its last life in play, a copy in *was with its place at
 * that time. Before a swap the partner lay where the card of the event went. */
static const Card *card_as_referred(const Eval *e, CardRef c, Card *was) {
    const Card *k = card_of(e->r->s, c.card);
    const Last *l = last_of(e->r->s, c.card);
    if (k->inc == c.inc) return k;
    if (l->inc != c.inc) {
        if (!e->before || c.card != e->ev->other) return k;
        *was = *k;
        was->zone = e->ev->to;
        was->holder = e->ev->to_player;
        was->seats = e->ev->seats_to;
        return was;
    }
    kmark(e->r, KM_LAST_KNOWN);
    *was = *k;
    was->zone = l->zone;
    was->seats = l->seats;
    was->flags = (uint16_t)(l->flags & ~CARD_LAST_VOID);
    was->holder = l->holder;
    return was;
}

/* SAME: shares a name, a cost or a term of a sort with a card of the set. */
static bool match_same(const Eval *e, Pc *pc, CardRef c) {
    unsigned what = word(e, pc);
    CardRef set[MAX_SET];
    Eval read = *e;
    read.among = false;
    unsigned n = vm_set(&read, pc, set, MAX_SET);
    const Pack *k = e->r->pack;
    const CardDef *d = &k->def[card_of(e->r->s, c.card)->def];
    for (unsigned i = 0; i < n; i++) {
        const CardDef *o = &k->def[card_of(e->r->s, set[i].card)->def];
        if (what == 1 && d->name == o->name) return true;
        if (what == 3 && d->title && d->title == o->title) return true;
        if (what > 4) {
            TermId terms[MAX_TRAITS];
            for (unsigned t = card_terms(e->r, set[i].card, what - 4, terms); t-- > 0;)
                if (card_trait(e->r, c.card, terms[t])) return true;
        }
        if (what == 4 && card_stat(e->r, c, STAT_COST) == card_stat(e->r, set[i], STAT_COST))
            return true;
    }
    return false;
}

/* SOULED: has at least so many attached cards that pass the filter. */
static bool match_attached(const Eval *e, Pc *pc, CardRef c) {
    const State *s = e->r->s;
    int want = vm_number(e, pc), n = 0;
    Pc filter = *pc;
    const Last *l = last_of(s, c.card);
    vm_pass(e->r, pc);
    if (e->r->g->ties_counted && l->inc == c.inc && card_of(s, c.card)->inc != c.inc &&
        e->r->pack->code[filter] == OP_ANY)
        n = l->tied;
    for (ZoneId z = 1; z < e->r->g->nzones; z++) {
        if (!(e->r->g->zones[z].flags & ZONE_TIED)) continue;
        for (PlayerId p = 0; p < s->nplayers; p++)
            for (unsigned i = 0; i < s->player[p].count[z]; i++) {
                CardId t = zone_card(&s->player[p], z, i);
                const Card *k = card_of(s, t);
                n +=
                    k->tie == c.card && k->tie_inc == c.inc && vm_match_at(e, filter, ref_to(s, t));
            }
    }
    return n >= want;
}

bool vm_unseen(const Eval *e, CardRef c) {
    const Card *k = card_of(e->r->s, c.card);
    return (k->flags & CARD_DOWN) && (e->r->g->zones[k->zone].flags & ZONE_LIES_DOWN) &&
           !card_seen(e->r, e->viewer, c.card);
}

/* A filter on a card whose face the viewer cannot see: only public kinds can match. */
static bool match_unseen(const Eval *e, Pc *pc, CardRef c) {
    Pc at = *pc;
    unsigned op = vm_op(e, &at, OP_FMARK);
    kmark(e->r, KM_UNSEEN_DOWN);
    vm_pass(e->r, pc);
    if (op != OP_KIND) return false;
    unsigned kind = e->r->pack->code[at];
    return (e->r->g->open_kinds & card_kinds(e->r, c.card)) >> kind & 1;
}

/* Filters that read the card's face. */
static bool reads_face(unsigned op) {
    return op == OP_KIND || op == OP_NAME || op == OP_NAMED || op == OP_TRAIT || op == OP_TITLE ||
           op == OP_HAS || op == OP_PHAS || op == OP_KEY || op == OP_SAME;
}

bool vm_asks_info(const Run *r, Pc pc, ZoneSet zones) {
    const Code *k = r->pack->code;
    while (k[pc] == OP_FMARK) pc = (Pc)(pc + 2);
    unsigned op = k[pc++];
    if (op == OP_FNOT) return vm_asks_info(r, pc, zones);
    if (op == OP_KIND) return !(r->g->open_kinds >> k[pc] & 1);
    if (op != OP_FAND && op != OP_FOR) return reads_face(op);
    bool asks = false;
    for (unsigned n = k[pc++]; n > 0; n--) {
        Pc at =
            (Pc)(pc +
                 1); /* an AT for other zones makes the whole conjunction independent of these */
        if (op == OP_FAND && k[pc] == OP_AT) {
            vm_pass(r, &at);
            if (!(k[at] & zones)) return false;
        }
        asks |= vm_asks_info(r, pc, zones);
        vm_pass(r, &pc);
    }
    return asks;
}

/* Tests one card without building the set where possible. */
bool vm_set_has(const Eval *e, Pc *pc, CardRef c) {
    Pc at = *pc;
    if (vm_op(e, &at, OP_SMARK) != OP_CARDS) {
        CardRef set[MAX_SET];
        unsigned n = vm_set(e, pc, set, MAX_SET);
        for (unsigned i = 0; i < n; i++)
            if (set[i].card == c.card && set[i].inc == c.inc) return true;
        return false;
    }
    const Card *k = card_of(e->r->s, c.card);
    PlayerSet players = vm_players(e, &at);
    ZoneSet zones = word(e, &at);
    unsigned len = word(e, &at);
    *pc = (Pc)(at + len);
    if (!c.card || k->inc != c.inc) return false;
    if (!(zones_of(e->r, players, k->holder, zones) & zone_bit(k->zone))) return false;
    Filter v = filter_prepare(e, at);
    return filter_passes(e, &v, c, k);
}

/* Has the card the keyword? Reports abilities that consist only of the keyword as used. */
static bool has_keyword(Run *r, CardId c, unsigned key) {
    if (!(card_keywords(r, c) >> key & 1)) return false;
    const CardDef *d = &r->pack->def[card_of(r->s, c)->def];
    for (AbilId a = d->abil; WATCHED(r) && a < d->abil + d->nabil; a++)
        if (r->pack->abil[a].kind == ABIL_KEYWORD && !r->pack->abil[a].zones &&
            (r->pack->abil[a].keywords >> key & 1))
            run_used(r, c, a);
    return true;
}

/* Is the card alone on its seats? A card that takes the place of another one took no empty seat. */
static bool alone(const Eval *e, CardId c) {
    const State *s = e->r->s;
    const Card *k = card_of(s, c);
    const Player *q = &s->player[k->holder];
    if (e->ev && e->ev->card == c && (e->ev->put & PUT_SWAPPED)) return false;
    for (unsigned i = 0; i < q->count[k->zone]; i++)
        if (zone_card(q, k->zone, i) != c &&
            (card_of(s, zone_card(q, k->zone, i))->seats & k->seats))
            return false;
    return true;
}

bool vm_lacks_number(const Run *r, CardId c, unsigned stat) {
    return r->g->bare_is_undefined && stat != STAT_COST && stat != STAT_DAMAGE &&
           !(r->pack->def[card_of(r->s, c)->def].kinds & r->g->numbered_kinds);
}

/* Is the card (k) rested? If leaving its seat triggered the ability: was it, on the seat? */
static bool is_rested(const Eval *e, CardRef c, const Card *k) {
    bool then = e->ctx && e->ctx->left_seat && vm_on_seat(e, c).inc != c.inc;
    return (then ? last_of(e->r->s, c.card)->flags : k->flags) & CARD_RESTED;
}

static int printed_stat(const Run *r, CardId c, unsigned stat) {
    return stat_of(&r->pack->def[card_of(r->s, c)->def].num, stat);
}

/* The number that RAISED and LOWERED compare with: as printed, as the card's own ability defines
 * it, or, if it has none by print, as an effect has set it. */
static int original_stat(const Eval *e, CardRef c, unsigned stat) {
    Run *r = e->r;
    const State *s = r->s;
    const CardDef *d = &r->pack->def[card_of(s, c.card)->def];
    int n = printed_stat(r, c.card, stat);
    for (AbilId a = d->abil; a < d->abil + d->nabil; a++) {
        const AbilityDef *b = &r->pack->abil[a];
        Pc pc = b->body;
        if (!(b->touches & TOUCH_BASE) || !(b->zones & zone_bit(r->g->deck_zone))) continue;
        if (r->pack->code[pc] != OP_SETSTAT || r->pack->code[pc + 2] != stat) continue;
        Eval own = eval_source(r, card_of(s, c.card)->holder, c);
        pc = (Pc)(pc + 3); /* skip SETSTAT SELF stat */
        n = vm_number(&own, &pc);
    }
    if (stat == STAT_COST || !(s->effect_kinds >> EFF_SET & 1)) return n;
    for (unsigned i = 0; i < s->neffects; i++) {
        const Effect *f = &s->effect[i];
        if (f->kind == EFF_SET && f->target.card == c.card && f->target.inc == c.inc &&
            f->a == (int)stat && set_layer(r, c.card, stat) == r->g->layer_of[CHANGE_NEW])
            return f->b;
    }
    return n;
}

/* Evaluates one filter op. k: the card as the reference means it. 'whole': evaluate all operands
 * and leave *pc behind the filter; else stop at the first false part, with *pc undefined. */
static bool match_op(const Eval *e, Pc *pc, CardRef c, const Card *k, bool whole);

/* Evaluates with marks, but derives no more than an unobserved run would: if the precomputed
 * answer rejects the card, only the parts of the conjunction that print decides. 'yes' is that
 * answer. */
static bool match_observed(const Eval *e, Pc pc, CardRef c, const Card *k, bool yes) {
    const PrintedFilter *all = e->r->pack->printed;
    if (yes || (all[pc].flags & PRINTED_WHOLE)) return match_op(e, &pc, c, k, false);
    vm_op(e, &pc, OP_FMARK);
    for (unsigned n = word(e, &pc); n > 0; n--) {
        Pc part = pc;
        if (all[pc].flags & PRINTED_WHOLE) match_op(e, &part, c, k, true);
        vm_pass(e->r, &pc);
    }
    return false;
}

/* Tests a filter: by its precomputed answer where that holds, else by evaluation. */
static inline bool match(const Eval *e, Pc *pc, CardRef c, const Card *k, bool whole) {
    const Pack *p = e->r->pack;
    const PrintedFilter *f = &p->printed[*pc];
    if (!(f->flags &
          (PRINTED_WHOLE | PRINTED_PART))) { /* fast path: filters that do not read the face */
        unsigned op = p->code[*pc];
        if (op == OP_OTHER) return ++*pc, c.card != e->self.card;
        if (op == OP_THIS) return ++*pc, c.card == e->self.card;
        if (op == OP_FROLE) {
            *pc = (Pc)(*pc + 2);
            return e->r->g->role(e->r, p->code[*pc - 1]).card == c.card;
        }
        return match_op(e, pc, c, k, whole);
    }
    if (!reads_current(e) || k->inc != c.inc || !c.card) return match_op(e, pc, c, k, whole);
    if (!as_printed(k, modified_mask(e->r, f))) return match_op(e, pc, c, k, whole);
    bool yes = bits_has(p->printed_bits + f->row, k->def);
    Pc at = *pc;
    *pc = (Pc)(at + f->len);
    if (WATCHED(e->r)) return match_observed(e, at, c, k, yes);
#ifdef FUDA_DEBUG
    if (!e->r->s->dirty) { /* only if evaluation derives nothing */
        Pc again = at;
        bool evaluated = match_op(e, &again, c, k, true);
        ASSERT(f->flags & PRINTED_WHOLE ? evaluated == yes : yes || !evaluated);
    }
#endif
    return yes && ((f->flags & PRINTED_WHOLE) || match_rest(e, at, c, k));
}

/* Evaluates the parts of a conjunction that print does not decide; the others have passed. */
static bool match_rest(const Eval *e, Pc pc, CardRef c, const Card *k) {
    const Pack *p = e->r->pack;
    vm_op(e, &pc, OP_FMARK);
    for (unsigned n = word(e, &pc); n > 0; n--) {
        const PrintedFilter *f = &p->printed[pc];
        if (f->flags & PRINTED_WHOLE)
            pc = (Pc)(pc + f->len);
        else if (!match(e, &pc, c, k, false))
            return false;
    }
    return true;
}

/* Does the move bring its card from elsewhere to one of the players' zones in play? */
static bool comes_to(const Run *r, const Event *ev, PlayerSet players, ZoneSet zones) {
    return (r->g->zones[ev->to].flags & ZONE_FIELD) && (zones >> ev->to & 1) &&
           !(zones >> ev->from & 1) && (players & player_bit(ev->to_player));
}

/* The body of the ability of that context, the lowest of its frames; null: there is none. */
static Frame *body_frame(State *s, const Context *x) {
    for (unsigned i = 0; i < s->nframes; i++)
        if (s->frame[i].proc == PROC_TEXT && &s->ctx[s->frame[i].ctx] == x) return &s->frame[i];
    return 0;
}

void vm_note_turned(Run *r, unsigned ctx, CardRef c) {
    Frame *f = body_frame(r->s, &r->s->ctx[ctx]);
    if (f && text_of(f)->nturned < MAX_TURNED) text_of(f)->turned[text_of(f)->nturned++] = c;
}

bool vm_recalls(const Eval *e, CardRef c) {
    const Run *r = e->r;
    const Card *k = card_of(r->s, c.card);
    if (!card_blank(r, k) || r->deriving) return false;
    if (k->inc != c.inc) { /* its life before it was laid face down elsewhere */
        const Last *l = last_of(r->s, c.card);
        return l->inc == c.inc && !(l->flags & CARD_DOWN);
    }
    if (e->ev) return e->ev->kind == EV_FACE && e->ev->amount && e->ev->card == c.card;
    if (!e->ctx) return false;
    const Context *x = e->ctx;
    if (x->subject.card == c.card && (r->pack->abil[x->abil].events & ev_bit(EV_FACE))) return true;
    Frame *f = body_frame(e->r->s, x);
    for (unsigned i = 0; f && i < text_of(f)->nturned; i++)
        if (text_of(f)->turned[i].card == c.card && text_of(f)->turned[i].inc == c.inc) return true;
    return false;
}

Card vm_face_begin(const Eval *e, CardId c) {
    Run *r = e->r;
    derive_for(r, TOUCH_INFORMATION);
    Card *k = card_at(r->s, c);
    const Card before = *k;
    kmark(r, KM_FACE_RECALLED);
    k->flags &= (uint16_t)~CARD_DOWN;
    card_printed(r, c);
    return before;
}

void vm_face_end(const Eval *e, CardId c, const Card *before) { *card_at(e->r->s, c) = *before; }

static bool match_op(const Eval *e, Pc *pc, CardRef c, const Card *k, bool whole) {
    Run *r = e->r;
    Pc start = *pc;
    unsigned op = vm_op(e, pc, OP_FMARK), n, a, b;
    bool out;
    PlayerSet players;
    if ((card_of(r->s, c.card)->flags & CARD_DOWN) && (reads_face(op) || op == OP_FGAME) &&
        vm_recalls(e, c)) {
        const bool left = card_of(r->s, c.card)->inc != c.inc;
        const Card before = vm_face_begin(e, c.card);
        *pc = start;
        const bool yes = match_op(e, pc, c, left ? k : card_of(r->s, c.card), whole);
        vm_face_end(e, c.card, &before);
        return yes;
    }
    const bool back = op == OP_KIND && r->g->open_kinds; /* a back may tell the kind */
    const bool given = given_face_down(r, k) && (op == OP_NAME || op == OP_TRAIT || op == OP_KEY);
    if ((k->flags & CARD_DOWN) && reads_face(op) && !given && !(back && card_blank(r, k))) {
        if (card_blank(r, k)) {
            kmark(r, KM_FACE_DOWN_INFO);
            kmark(r, KM_MASKED);
            *pc = start;
            vm_pass(r, pc);
            return false;
        }
        if (vm_unseen(e, c)) {
            *pc = start;
            return match_unseen(e, pc, c);
        }
        if (!card_masked(r, k)) kmark(r, KM_DOWN_KNOWN);
    }
    switch (op) {
    case OP_ANY: return c.card != 0;
    case OP_KIND:
        a = card_kinds(r, c.card);
        b = a >> word(e, pc) & 1;
        if (b && (a & (a - 1))) kmark(r, KM_KINDS);
        return b;
    case OP_NAME:
        kmark(r, KM_NAME);
        out = card_named_then(r, c, word(e, pc));
        if (out && r->pack->def[k->def].name_term != r->pack->code[*pc - 1]) kmark(r, KM_NAME_PART);
        return out;
    case OP_NAMED: kmark(r, KM_NAME); return card_named_wholly(r, c.card, word(e, pc));
    case OP_TRAIT: kmark(r, KM_TRAIT); return card_trait_then(r, vm_on_seat(e, c), word(e, pc));
    case OP_TITLE: kmark(r, KM_TITLE); return r->pack->def[k->def].title == word(e, pc);
    case OP_HAS:
    case OP_PHAS:
        a = word(e, pc);
        b = word(e, pc);
        start = *pc;
        n = (unsigned)vm_compares(op == OP_HAS ? vm_stat(e, c, a) : printed_stat(r, c.card, a), b,
                                  vm_number(e, pc));
        return n && !vm_lacks_number(r, c.card, a) && !vm_undefined(e, start);
    case OP_KEY: return has_keyword(r, c.card, word(e, pc));
    case OP_RESTED: return is_rested(e, c, k);
    case OP_UPRIGHT: return !is_rested(e, c, k);
    case OP_DOWN: return (k->flags & CARD_DOWN) != 0;
    case OP_UP: return !(k->flags & CARD_DOWN);
    case OP_THIS: return c.card == e->self.card;
    case OP_OTHER: return c.card != e->self.card;
    case OP_IN: return vm_set_has(e, pc, c);
    case OP_FNOT: return !match(e, pc, c, k, true);
    case OP_FAND:
        for (n = word(e, pc), out = true; n > 0; n--) {
            out &= match(e, pc, c, k, whole);
            if (!out && !whole) return false;
        }
        return out;
    case OP_FOR:
        for (n = word(e, pc), out = false; n > 0; n--) out |= match(e, pc, c, k, true);
        return out;
    case OP_AT:
        players = vm_players(e, pc);
        a = word(e, pc);
        if (e->ev && e->ev->kind == EV_MOVE && e->ev->card == c.card) {
            if (r->g->arrivals_belong && comes_to(r, e->ev, players, a)) return true;
            return (players & player_bit(e->ev->player)) && (!a || (a >> e->ev->from & 1));
        }
        return (players & player_bit(k->holder)) && (!a || (a >> k->zone & 1));
    case OP_OF: return (vm_players(e, pc) & player_bit(k->holder)) != 0;
    case OP_OWNED: return (vm_players(e, pc) & player_bit(card_owner(c.card))) != 0;
    case OP_SAME: return match_same(e, pc, c);
    case OP_FGAME:
        a = word(e, pc);
        return r->g->card_fact && r->g->card_fact(r, a, word(e, pc), e->you, c.card);
    case OP_FROLE: return r->g->role(r, word(e, pc)).card == c.card;
    case OP_SOULED: return match_attached(e, pc, c);
    case OP_STANDS: {
        Places at = vm_places_of(e, pc);
        return (r->g->zones[k->zone].flags & ZONE_SEATED) && (at.of[k->holder] & k->seats);
    }
    case OP_SO: return vm_truth(e, pc);
    case OP_ALONE: return alone(e, c.card);
    case OP_HURT: return k->damage > 0;
    case OP_DONE:
        kmark(r, KM_THIS_TURN);
        return memory_done(r->s, r->pack->abil[word(e, pc)].index, e->you, c);
    case OP_CAME: return came_from(e, c, word(e, pc));
    case OP_RAISED: a = word(e, pc); return vm_stat(e, c, a) > original_stat(e, c, a);
    case OP_LOWERED: a = word(e, pc); return vm_stat(e, c, a) < original_stat(e, c, a);
    default: run_fault(r, FAULT_CODE); return false;
    }
}

bool vm_match_at(const Eval *e, Pc pc, CardRef c) {
    Card was;
    return match(e, &pc, c, c.card ? card_as_referred(e, c, &was) : &e->r->s->player[0].card[0],
                 false);
}
