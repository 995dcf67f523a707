#include "sim/stage.h"
#include "games/host.h"
#include "play/lay.h"
#include "vm/vm.h"

/* ---- which cards ------------------------------------------------------------------------------
 */

typedef struct Dealer {
    const Stage *st;
    Run *r;
    Rng rng;
} Dealer;

static unsigned between(Dealer *d, const uint8_t *range) {
    return range[0] + rng_below(&d->rng, range[1] - range[0] + 1u);
}

static bool percent(Dealer *d, unsigned n) { return rng_below(&d->rng, 100) < n; }

/* The same for a row of the plan: what never or always is so takes no number of the stream. */
static bool so_many(Dealer *d, unsigned n) { return n && (n >= 100 || percent(d, n)); }

/* May the card lie where cards of these kinds do? */
static bool fits(const Stage *st, DefId d, unsigned kinds) {
    unsigned own = st->pack->def[d].kinds, apart = own & st->plan->apart;
    return (apart ? apart : own) & kinds;
}

/* A card of the kinds that answers to the need (null: any); 0: there is none. */
static DefId pick(Dealer *d, unsigned kinds, const Need *need) {
    const Pack *p = d->st->pack;
    DefId found = 0;
    for (DefId i = 1, n = 0; i < p->ndef; i++) {
        if (!fits(d->st, i, kinds) || (need && !need_met(p, need, i))) continue;
        if (!rng_below(&d->rng, ++n)) found = i;
    }
    return found;
}

/* The card itself, one that helps it, one that the text speaks of, or any. */
static DefId choose(Dealer *d, unsigned kinds) {
    const Stage *st = d->st;
    DefId found = 0;
    if (fits(st, st->card, kinds) && percent(d, 18)) return st->card;
    if (st->nhelpers && percent(d, 25)) {
        found = st->helper[rng_below(&d->rng, st->nhelpers)];
        if (fits(st, found, kinds)) return found;
    }
    found = 0;
    if (st->needs.n && percent(d, 75))
        found = pick(d, kinds, &st->needs.need[rng_below(&d->rng, st->needs.n)]);
    return found ? found : pick(d, kinds, NULL);
}

static unsigned copies_of(const State *s, PlayerId p, DefId def) {
    unsigned n = 0;
    for (unsigned i = 1; i <= s->player[p].ncards; i++) n += s->player[p].card[i].def == def;
    return n;
}

static DefId choose_for(Dealer *d, PlayerId p, unsigned kinds) {
    enum { TRIES = 8 };
    DefId found = choose(d, kinds);
    unsigned most = d->st->plan->copies;
    for (unsigned i = 0; most && i < TRIES && copies_of(d->r->s, p, found) >= most; i++)
        found = pick(d, kinds, NULL);
    return found;
}

/* ---- laying -----------------------------------------------------------------------------------
 */

static CardId tied_to(Dealer *d, PlayerId p) {
    const State *s = d->r->s;
    const TiePlan *tie = &d->st->plan->tie;
    bool any = s->player[p].count[tie->one] != 0;
    return any && percent(d, tie->percent) ? zone_card(&s->player[p], tie->one, 0)
                                           : zone_top(s, p, tie->other);
}

static const ZonePlan *plan_of(const StagePlan *plan, ZoneId zone) {
    const ZonePlan *z = plan->zones;
    while (z->zone && z->zone != zone) z++;
    return z;
}

/* The seats of a seated zone are filled from the first. */
static void lay(Dealer *d, PlayerId p, DefId def, ZoneId zone, unsigned nth) {
    const StagePlan *plan = d->st->plan;
    const ZonePlan *z = plan_of(plan, zone);
    const CardDef *printed = &d->st->pack->def[def];
    Laid x = {.def = def, .zone = zone, .seats = seat_bit(nth + 1)};
    if (!def) return;
    if (!(printed->kinds & plan->open) && so_many(d, z->down)) x.flags |= CARD_DOWN;
    if (so_many(d, z->rested)) x.flags |= CARD_RESTED;
    if (zone == plan->tie.zone) x.tie = tied_to(d, p);
    if (so_many(d, z->hurt) && printed->num.def > 1) x.damage = printed->num.def - 1;
    lay_card(d->r, p, &x);
}

static void lay_beside(Dealer *d, PlayerId p) {
    const SidePlan *side = &d->st->plan->side;
    DefId card = d->st->card;
    unsigned there = 1 + rng_below(&d->rng, side->count);
    bool own = d->st->pack->def[card].kinds & side->kinds;
    for (unsigned i = 0; i < side->count; i++)
        lay(d, p, own && !i ? card : pick(d, side->kinds, NULL),
            i < there ? side->zone : side->rest, 0);
}

/* Where the card itself is sure to lie: where its ability is valid or comes to be, where it comes
 * from, or in hand. */
static ZoneId place_of_card(Dealer *d) {
    const Stage *st = d->st;
    ZoneSet zones = st->pack->abil[st->abil + rng_below(&d->rng, st->n)].zones;
    ZoneId list[32];
    unsigned n = 0;
    if (percent(d, 40) && st->needs.from) zones = st->needs.from;
    if (percent(d, 15)) zones = st->plan->elsewhere;
    for (ZoneId z = 1; z < st->game->nzones; z++)
        if (zones & zone_bit(z)) list[n++] = z;
    ZoneId place = n ? list[rng_below(&d->rng, n)] : st->game->hand_zone;
    for (const WayPlan *way = st->plan->ways; way && way->to; way++)
        if (way->to == place) return way->from;
    return place;
}

static void lay_side(Dealer *d, PlayerId p) {
    const Stage *st = d->st;
    ZoneId sure = place_of_card(d);
    unsigned mood = rng_below(&d->rng, 10); /* 0..5 rich, 6..7 mixed, 8..9 poor */
    for (const ZonePlan *z = st->plan->zones; z->zone; z++) {
        bool rich = mood < 6 || (mood < 8 && percent(d, 50));
        unsigned n = between(d, rich ? z->rich : z->poor);
        bool here = z->zone == sure && fits(st, st->card, z->kinds);
        if (here && !n) n = 1;
        unsigned at = z->zone == st->game->deck_zone ? 0 : n ? rng_below(&d->rng, n) : 0;
        for (unsigned k = 0; k < n; k++)
            lay(d, p, here && k == at ? st->card : choose_for(d, p, z->kinds), z->zone, k);
        if (st->plan->side.count && z->zone == st->plan->side.zone) lay_beside(d, p);
    }
}

/* Does the card ask for one of the keywords, or move cards as the trigger wants it? */
static bool helps(const Stage *st, DefId d, uint32_t keys) {
    const CardDef *def = &st->pack->def[d];
    Needs other = {.n = 0};
    for (unsigned i = 0; i < def->nabil; i++)
        needs_add(st->game, st->pack, (AbilId)(def->abil + i), &other);
    for (unsigned i = 0; i < other.n; i++)
        if (other.need[i].op == OP_KEY && (keys >> other.need[i].value & 1)) return true;
    return (other.speaks & st->needs.from) && (other.puts & st->needs.to);
}

void stage_open(Stage *st, const Game *g, const Pack *p, DefId card, AbilId a, unsigned n) {
    enum { MOST = sizeof st->helper / sizeof *st->helper };
    uint32_t keys = 0;
    Rng rng = {a};
    memset(st, 0, sizeof *st);
    st->game = g;
    st->pack = p;
    st->plan = game_host(g)->stage;
    st->card = card;
    st->abil = a;
    st->n = n;
    for (AbilId b = a; b < a + n; b++) {
        needs_add(g, p, b, &st->needs);
        if (p->abil[b].kind == ABIL_KEYWORD) keys |= p->abil[b].keywords;
    }
    for (DefId d = 1, all = 0; d < p->ndef; d++) { /* any of them is as likely as any other */
        if (!helps(st, d, keys)) continue;
        unsigned at = all++ < MOST ? all - 1u : rng_below(&rng, all);
        if (at < MOST) st->helper[at] = d;
        st->nhelpers = all < MOST ? all : MOST;
    }
}

/* Whose turn it is, and who had one before. */
static void set_turn(State *s, unsigned turn) {
    s->turn = (uint16_t)turn;
    s->first_player = (PlayerId)((s->turn_player + turn + 1u) % 2);
    for (PlayerId p = 0; p < 2; p++) {
        s->order[p] = (PlayerId)((s->first_player + p) % 2);
        if (turn > 1) s->player[p].flags |= PLAYER_HAD_TURN;
    }
}

/* Players have few or many of the counters that the text counts. */
static void give_counters(Dealer *d) {
    enum { FEW = 4, MANY = 32 };
    const Needs *n = &d->st->needs;
    for (unsigned i = 0; i < n->ncounters; i++)
        for (PlayerId p = 0; p < 2; p++)
            counter_add(d->r, NONE, p, n->counter[i],
                        (int)rng_below(&d->rng, percent(d, 50) ? FEW : MANY));
}

bool stage_set(const Stage *st, uint64_t seed, Run *r) {
    Dealer d = {st, r, {seed}};
    const StagePlan *plan = st->plan;
    unsigned npoints = 0;
    if (!plan || !lay_table(r, 2, 0, rng_next(&d.rng), 0)) return false;
    State *s = r->s;
    unsigned turn = 3 + rng_below(&d.rng, 8);
    s->turn_player = (PlayerId)rng_below(&d.rng, 2);
    for (PlayerId p = 0; p < 2; p++) lay_side(&d, p);
    while (plan->points[npoints].word) npoints++;
    const PointPlan *begin = &plan->points[rng_below(&d.rng, npoints)];
    set_turn(s, begin->first ? 1 : turn);
    give_counters(&d);
    caches_forget(s);
    for (const FactPlan *f = plan->facts; f && (f->fact || f->value); f++)
        s->facts[f->fact] = f->value;
    return st->game->start_at(r, begin->word);
}
