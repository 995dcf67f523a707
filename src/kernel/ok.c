/* Invariants of a state. A check returns null, or the name of the invariant that does not hold. */
#include "vm/vm.h"

/* Every card in a zone is listed there once, and every listed card says so. */
static const char *zones_ok(const Run *r) {
    const State *s = r->s;
    bool listed[CARD_IDS] = {false};
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (ZoneId z = 1; z < MAX_ZONES; z++) {
            const Player *q = &s->player[p];
            unsigned rested = 0;
            if (q->at[z] + q->count[z] != q->at[z + 1]) return "zones are contiguous in the list";
            for (unsigned i = 0; i < q->count[z]; i++) {
                CardId c = zone_card(q, z, i);
                const Card *k = card_of(s, c);
                if (!c || k->zone != z || k->holder != p)
                    return "a listed card names its zone and holder";
                if (listed[c]) return "a card is listed once";
                listed[c] = true;
                rested += k->flags & CARD_RESTED;
            }
            if (rested != q->rested[z]) return "Player.rested counts the rested cards";
        }
    for (PlayerId p = 0; p < s->nplayers; p++) {
        const Player *q = &s->player[p];
        for (unsigned i = q->at[MAX_ZONES]; i < LIST_ROOM; i++)
            if (q->list[i]) return "unused places of the list are zero";
    }
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++) {
            const Card *k = &s->player[p].card[i];
            if ((k->flags & CARD_GONE) && (k->zone || k->damage || k->known || k->tie))
                return "nothing is left of a card that has left the game";
            if (!k->tie && k->tie_inc) return "a card that is tied to nothing names no life of it";
            if (!k->zone) continue;
            if (!listed[card_id(p, i)]) return "a card's zone lists it";
            if ((r->g->zones[k->zone].flags & ZONE_SEATED) ? !k->seats : k->seats != 0)
                return "a card has seats if and only if its zone has";
        }
    return 0;
}

static bool is_running(const State *s, unsigned proc) {
    for (unsigned i = 0; i < s->nframes; i++)
        if (s->frame[i].proc == proc) return true;
    return false;
}

/* Does a prohibition keep the card in its seat? Tells from a copy, since it derives values. */
static bool may_stay(const Run *r, CardId c) {
    State copy;
    Run run = {.s = &copy, .g = r->g, .pack = r->pack, .scratch = r->scratch};
    memcpy(&copy, r->s, state_size(r->s));
    return rule_move_forbidden(&run, c, card_owner(c), r->g->displaced_to, r->g->how_displaced);
}

/* Does an earlier card of the zone occupy a seat of this one without a reason? Those that arrived
 * together wait for a rule to part them, and a prohibition may keep the earlier one there. */
static bool seat_shared(const Run *r, const Player *q, ZoneId z, unsigned i) {
    const State *s = r->s;
    const Card *k = card_of(s, zone_card(q, z, i));
    if (!r->g->displaced_to) return false; /* a rule parts them later */
    for (unsigned j = 0; j < i; j++) {
        CardId c = zone_card(q, z, j);
        if (!(card_of(s, c)->seats & k->seats) || card_of(s, c)->stamp == k->stamp) continue;
        if (!may_stay(r, c)) return true;
    }
    return false;
}

/* Every card in a zone of seats has a seat of its own that the zone has. */
static const char *seats_ok(const Run *r) {
    const State *s = r->s;
    /* The newcomer is there, who sat there goes next. */
    const bool displacing = is_running(s, PROC_PLACE) || is_running(s, PROC_REPLACE);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (ZoneId z = 1; z < r->g->nzones; z++) {
            const Player *q = &s->player[p];
            if (!(r->g->zones[z].flags & ZONE_SEATED)) continue;
            for (unsigned i = 0; i < q->count[z]; i++) {
                if (card_of(s, zone_card(q, z, i))->seats >> zone_seats(r, p, z))
                    return "a card's seats are seats of its zone";
                if (r->g->displaced_to && seat_shared(r, q, z, i) && !displacing)
                    return "a seat holds one card";
            }
        }
    return 0;
}

/* Do two cards of the zone occupy one seat? */
static bool seats_crowded(const State *s, const Player *q, ZoneId z) {
    SeatSet taken = 0;
    for (unsigned i = 0; i < q->count[z]; i++) {
        const SeatSet seats = card_of(s, zone_card(q, z, i))->seats;
        if (seats & taken) return true;
        taken |= seats;
    }
    return false;
}

/* Does a card that lies beside its host (Game.beside_zones) lie elsewhere? */
static bool strayed(const State *s, const Player *q, ZoneId z) {
    for (unsigned i = 0; i < q->count[z]; i++) {
        const Card *k = card_of(s, zone_card(q, z, i)), *host = card_of(s, k->tie);
        if (k->tie && host->inc == k->tie_inc &&
            (host->seats != k->seats || host->holder != k->holder))
            return true;
    }
    return false;
}

/* Rule processing is over at an open position: no zone holds more cards than it can. Where one
 * who arrives displaces the other (Game.displaced_to), seats_ok knows the exceptions. */
static const char *capacity_ok(const Run *r) {
    for (PlayerId p = 0; p < r->s->nplayers; p++)
        for (ZoneId z = 1; z < r->g->nzones; z++) {
            const unsigned flags = r->g->zones[z].flags, most = flags >> 24;
            if (most && r->s->player[p].count[z] > most)
                return "a zone holds no more cards than it can";
            const bool alone = (flags & ZONE_SEATED) && !(flags & ZONE_TIED);
            if (alone && !r->g->displaced_to && seats_crowded(r->s, &r->s->player[p], z))
                return "a seat holds one card at an open position";
            if ((r->g->beside_zones >> z & 1) && strayed(r->s, &r->s->player[p], z))
                return "a card beside its host shares its seats";
        }
    return 0;
}

const char *hashes_ok(const Run *r) {
    const State *s = r->s;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        const Player *q = &s->player[p];
        uint64_t sum = 0;
        for (ZoneId z = 1; z < r->g->nzones; z++) {
            bool ordered = r->g->zones[z].flags & ZONE_ORDERED;
            if (!(q->stale >> z & 1) && q->zone_hash[z] != zone_hash(s, q, z, ordered))
                return "a zone's hash is right or marked stale";
            sum += q->zone_hash[z];
        }
        if (sum != q->zones_hash) return "zones_hash is the sum of the zones' hashes";
    }
    return 0;
}

/* The fixed listeners are exactly the abilities valid where their cards lie. */
static const char *listeners_ok(Run *r) {
    const State *s = r->s;
    unsigned want = 0;
    EventSet heard = 0;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++) {
            const Card *k = &s->player[p].card[i];
            const CardDef *d = &r->pack->def[k->def];
            if (!k->zone || card_masked(r, k)) continue;
            for (AbilId a = d->abil; a < d->abil + d->nabil; a++) {
                const AbilityDef *b = &r->pack->abil[a];
                if (!(b->zones & zone_bit(k->zone)) || !b->events) continue;
                if (ability_sleeps(r, k, b)) {
                    if (!(k->flags & CARD_ASLEEP))
                        return "a card with a sleeping ability is flagged asleep";
                    continue;
                }
                want++;
                heard |= b->events;
                bool found = false;
                for (unsigned j = 0; j < s->nfixed; j++)
                    found |= s->listen[j].card == card_id(p, i) && s->listen[j].abil == a;
                if (!found) return "valid abilities listen";
            }
        }
    if (want != s->nfixed) return "only valid abilities listen";
    heard |= r->pack->watched;
    if ((s->listened_events & heard) != heard)
        return "listened_events covers all listeners and watches";
    return 0;
}

/* The registers of all contexts are contiguous, and the rest of the arena is zero. */
static const char *registers_ok(const State *s) {
    unsigned at = 0;
    for (unsigned i = 0; i <= s->ctx_top; i++) {
        const Context *x = &s->ctx[i];
        if (x->base != at) return "registers are contiguous";
        at = reg_first(x, REG_COUNT);
        if (i && !x->in_use && at != x->base) return "a context not in use has empty registers";
    }
    if (at != s->nreg) return "nreg counts the cards in registers";
    for (unsigned i = at; i < MAX_REGISTERED; i++)
        if (s->reg[i].card || s->reg[i].inc) return "unused registers are zero";
    return 0;
}

/* Context 0 is lent for questions only, which nothing is left of. */
static const char *context_given_back(const Run *r) {
    const Context *x = &r->s->ctx[0];
    if (!r->trying && (x->abil || x->master || x->player || x->opponent || x->x || x->paying))
        return "context 0 is given back";
    return 0;
}

/* The memory of the turn is empty unless 'remembers' says otherwise, and nothing is remembered
 * about a hidden card. */
static const char *memory_ok(const Run *r) {
    const State *s = r->s;
    static const uint8_t none[MAX_WATCHES][MAX_PLAYERS];
    if (!s->remembers && memcmp(s->happened, none, sizeof none))
        return "'remembers' is set if something has happened";
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++) {
            const Card *k = &s->player[p].card[i];
            if (!k->done) continue;
            if (!s->remembers) return "'remembers' is set if something has happened to a card";
            if (!(r->g->zones[k->zone].flags & ZONE_PUBLIC))
                return "nothing is remembered about a card in a hidden zone";
        }
    return 0;
}

static bool all_zero(const void *from, const void *to) {
    const uint8_t *a = from;
    const size_t n = (size_t)((const uint8_t *)to - a);
    return !n || (!*a && !memcmp(a, a + 1, n - 1));
}

/* Rows that are not in use are zero, so that equal games have equal bytes. */
static const char *unused_ok(const State *s) {
#define UNUSED_ZERO(array, n)                                                                      \
    if (!all_zero(&s->array[n], s->array + sizeof s->array / sizeof *s->array))                    \
    return "unused rows of '" #array "' are zero"
    UNUSED_ZERO(order, s->nplayers);
    UNUSED_ZERO(stack, s->nstack);
    UNUSED_ZERO(target, s->ntargets);
    UNUSED_ZERO(deed, s->ndeeds);
    UNUSED_ZERO(effect, s->neffects);
    UNUSED_ZERO(waiting, s->nwaiting);
    UNUSED_ZERO(seen, s->nseen < MAX_SEEN ? s->nseen : MAX_SEEN);
    UNUSED_ZERO(path, s->npath);
    UNUSED_ZERO(counter, s->ncounters);
    UNUSED_ZERO(frame, s->nframes);
    UNUSED_ZERO(ctx, s->ctx_top + 1u);
    UNUSED_ZERO(reg, s->nreg);
    UNUSED_ZERO(batch, s->nbatch);
    UNUSED_ZERO(option, s->ask.n);
    UNUSED_ZERO(listen, s->nlisteners);
    UNUSED_ZERO(rule, s->nrules);
    UNUSED_ZERO(extra, s->nextra);
    UNUSED_ZERO(modified, s->nmodified);
#undef UNUSED_ZERO
    return 0;
}

/* Once the first turn has begun, the order of turns has every player once. */
static const char *order_ok(const State *s) {
    PlayerSet seen = 0;
    for (unsigned i = 0; i < s->nplayers; i++) seen |= player_bit(s->order[i]);
    return s->turn && seen != everyone(s) ? "the order of turns has every player once" : 0;
}

const char *state_ok(Run *r) {
    const State *s = r->s;
    const char *bad;
    if (s->fault) return "no limit was met";
    if (s->ask.pending && s->ask.n < 2 && !(r->ask_single >> s->ask.kind & 1))
        return "questions have at least two options";
    if (s->ask.pending && (s->ask.player >= s->nplayers || !player_in(s, s->ask.player)))
        return "a player in the game is asked";
    if (s->nbatch > MAX_BATCH || s->nframes > MAX_FRAMES)
        return "batch and frames are within bounds";
    unsigned deeds = 0;
    for (unsigned i = 0; i < s->ndeeds; i++) deeds |= 1u << s->deed[i].kind;
    if (deeds != s->deed_kinds) return "deed_kinds is the set of kinds of deeds";
    unsigned effects = 0;
    for (unsigned i = 0; i < s->neffects; i++) effects |= 1u << s->effect[i].kind;
    if ((effects & ~s->effect_kinds) || (!effects && s->effect_kinds))
        return "effect_kinds covers the kinds of effects";
    for (unsigned i = 0; i < s->nrules; i++)
        if (s->rule[i].card && !s->rules_on_cards)
            return "rules_on_cards is set if a rule change applies to a card";
    if (s->top != (s->nstack ? s->stack[s->nstack - 1].sort : STACK_NONE))
        return "State.top is the sort of the top row";
    if (s->due != (s->dirty & DIRTY_VALUES ? s->layers | s->derived : 0))
        return "State.due follows from dirty, layers and derived";
    if (s->ask.pending && ((bad = seats_ok(r)) || (bad = hashes_ok(r)) || (bad = unused_ok(s))))
        return bad;
    if (s->ask.pending && s->open && (bad = capacity_ok(r))) return bad;
    const bool kept = is_running(s, PROC_REPLACE) ||
                      (r->g->intercept_proc && is_running(s, r->g->intercept_proc));
    if (s->ask.pending && s->nbatch && !kept)
        return "a batch is open at a decision only while its events are replaced";
    if ((bad = zones_ok(r)) || (bad = listeners_ok(r)) || (bad = registers_ok(s)) ||
        (bad = context_given_back(r)) || (bad = order_ok(s)) || (bad = memory_ok(r)))
        return bad;
    return r->g->check ? r->g->check(r) : 0;
}

/* An event has what its kind carries (events.def), and nothing else. */
const char *event_ok(const Event *e) {
    const unsigned has = event_info[e->kind].carries;
    const bool amounts = has & (HAS_AMOUNT | HAS_ABILITY | HAS_POINT | HAS_TURNED);
    if (!e->kind) return 0; /* replaced by something else */
    if (!has) return "an event is of a kind that happens";
    const bool needs = (has & HAS_CARD) && !(has & HAS_PLAYER) && e->kind != EV_CHECK;
    if (e->card ? !(has & HAS_CARD) : needs) return "an event has the card that its kind carries";
    if (e->other && !(has & HAS_OTHER)) return "an event has no other card than its kind carries";
    if (e->amount && !amounts) return "an event has no amount that its kind does not carry";
    if ((e->from && !(has & HAS_FROM)) || (e->to && !(has & HAS_TO)))
        return "an event has no zones that its kind does not carry";
    if (e->put && e->kind != EV_MOVE && !(has & HAS_COUNTER))
        return "only moves and counters are put somewhere";
    return 0;
}

#ifdef FUDA_DEBUG
/* A host that can print overrides it. */
__attribute__((weak)) void core_assert_failed(const char *what, const char *file, int line) {
    (void)what;
    (void)file;
    (void)line;
    __builtin_trap();
}

void core_assert(bool ok, const char *what, const char *file, int line) {
    if (ok) return;
    core_assert_failed(what, file, line);
}
#endif
