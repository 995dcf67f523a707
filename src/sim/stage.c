#include "sim/stage.h"
#include "games/rebirth/rebirth.h"
#include "scenario/lay.h"
#include "vm/vm.h"

/* ---- what lies where --------------------------------------------------------------------------
 */

/* How many cards of which kinds a zone has. */
typedef struct ZonePlan {
    ZoneId zone;
    uint8_t kinds;
    uint8_t rich[2], poor[2]; /* from, to */
} ZonePlan;

enum { CH = 1 << RK_CH, RE = 1 << RK_RE, PA = 1 << RK_PA, DEER = 1 << RK_DEER, MAIN = CH | RE };

/* Souls after what they are tied to, the deck last. At most 62 cards a player: what is too
 * much of a rich one is left out of the deck. */
static const ZonePlan rebirth_zones[] = {
    {RZ_ENTRY, CH, {1, 1}, {1, 1}},     {RZ_MEMBER, CH, {2, 3}, {0, 1}},
    {RZ_ENERGY, MAIN, {4, 9}, {0, 3}},  {RZ_REBIRTH, RE, {1, 2}, {0, 0}},
    {RZ_RETIRE, CH, {3, 6}, {0, 2}},    {RZ_HAND, MAIN, {3, 7}, {0, 1}},
    {RZ_WAITING, MAIN, {4, 9}, {0, 2}}, {RZ_MEMORY, MAIN, {0, 3}, {0, 0}},
    {RZ_SOUL, CH, {0, 2}, {0, 0}},      {RZ_DEER, DEER, {3, 5}, {0, 2}},
    {RZ_DECK, MAIN, {8, 16}, {2, 6}},
};
static const char *const rebirth_points[] = {"main", "main", "main",   "attack",     "attack",
                                             "turn", "turn", "energy", "main-start", "end"};

enum { PARTNERS = 3, NPOINTS = sizeof rebirth_points / sizeof *rebirth_points };

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

/* May the card lie where cards of these kinds do? Deer characters have a pile of their own. */
static bool fits(const Pack *p, DefId d, unsigned kinds) {
    unsigned own = p->def[d].kinds;
    return (own & DEER ? DEER : own) & kinds;
}

/* A card of the kinds that answers to the need (null: any); 0: there is none. */
static DefId pick(Dealer *d, unsigned kinds, const Need *need) {
    const Pack *p = d->st->pack;
    DefId found = 0;
    for (DefId i = 1, n = 0; i < p->ndef; i++) {
        if (!fits(p, i, kinds) || (need && !need_met(p, need, i))) continue;
        if (!rng_below(&d->rng, ++n)) found = i;
    }
    return found;
}

/* The card itself, one that helps it, one that the text speaks of, or any. */
static DefId choose(Dealer *d, unsigned kinds) {
    const Stage *st = d->st;
    const Pack *p = st->pack;
    DefId found = 0;
    if (fits(p, st->card, kinds) && percent(d, 18)) return st->card;
    if (st->nhelpers && percent(d, 25)) {
        found = st->helper[rng_below(&d->rng, st->nhelpers)];
        if (fits(p, found, kinds)) return found;
    }
    found = 0;
    if (st->needs.n && percent(d, 75))
        found = pick(d, kinds, &st->needs.need[rng_below(&d->rng, st->needs.n)]);
    return found ? found : pick(d, kinds, NULL);
}

/* ---- laying -----------------------------------------------------------------------------------
 */

/* The seats of a seated zone are filled from the first; a soul is tied to a card in play. */
static void lay(Dealer *d, PlayerId p, DefId def, ZoneId z, unsigned nth) {
    const State *s = d->r->s;
    Laid x = {.def = def, .zone = z, .seat = (uint8_t)(nth + 1)};
    unsigned members = s->player[p].count[RZ_MEMBER];
    if (!def) return;
    if (z == RZ_ENERGY && !(d->st->pack->def[def].kinds & PA)) x.flags |= CARD_DOWN;
    if (z == RZ_MEMBER && percent(d, 20)) x.flags |= CARD_RESTED;
    if (z == RZ_ENERGY && percent(d, 10)) x.flags |= CARD_RESTED;
    if (z == RZ_SOUL)
        x.tie = members && percent(d, 40) ? zone_card(&s->player[p], RZ_MEMBER, 0)
                                          : zone_top(s, p, RZ_ENTRY);
    if (z == RZ_ENTRY && percent(d, 40) && d->st->pack->def[def].num.def > 1)
        x.damage = d->st->pack->def[def].num.def - 1;
    lay_card(d->r, p, &x);
}

static void lay_partners(Dealer *d, PlayerId p) {
    unsigned there = 1 + rng_below(&d->rng, PARTNERS);
    for (unsigned i = 0; i < PARTNERS; i++) {
        DefId def =
            (d->st->pack->def[d->st->card].kinds & PA) && !i ? d->st->card : pick(d, PA, NULL);
        lay(d, p, def, i < there ? RZ_ENERGY : RZ_HAND, 0);
    }
}

/* Where the card itself is sure to lie: where its ability is valid, where it comes from, or in
 * hand. */
static ZoneId place_of_card(Dealer *d) {
    const Stage *st = d->st;
    ZoneSet zones = st->pack->abil[st->abil + rng_below(&d->rng, st->n)].zones;
    ZoneId list[32];
    unsigned n = 0;
    if (percent(d, 40) && st->needs.from) zones = st->needs.from;
    if (percent(d, 15)) zones = zone_bit(RZ_HAND) | zone_bit(RZ_WAITING) | zone_bit(RZ_DECK);
    for (ZoneId z = 1; z < st->game->nzones; z++)
        if (zones & zone_bit(z)) list[n++] = z;
    return n ? list[rng_below(&d->rng, n)] : RZ_HAND;
}

static void lay_side(Dealer *d, PlayerId p) {
    const Stage *st = d->st;
    ZoneId sure = place_of_card(d);
    unsigned mood = rng_below(&d->rng, 10); /* 0..5 rich, 6..7 mixed, 8..9 poor */
    for (unsigned i = 0; i < sizeof rebirth_zones / sizeof *rebirth_zones; i++) {
        const ZonePlan *z = &rebirth_zones[i];
        bool rich = mood < 6 || (mood < 8 && percent(d, 50));
        unsigned n = between(d, rich ? z->rich : z->poor);
        bool here = z->zone == sure && fits(st->pack, st->card, z->kinds);
        if (here && !n) n = 1;
        unsigned at = z->zone == RZ_DECK ? 0 : n ? rng_below(&d->rng, n) : 0;
        for (unsigned k = 0; k < n; k++)
            lay(d, p, here && k == at ? st->card : choose(d, z->kinds), z->zone, k);
        if (z->zone == RZ_ENERGY) lay_partners(d, p);
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

bool stage_set(const Stage *st, uint64_t seed, Run *r) {
    Dealer d = {st, r, {seed}};
    if (strcmp(st->game->key, "rebirth") || !lay_table(r, 2, 0, rng_next(&d.rng), 0)) return false;
    State *s = r->s;
    s->turn = (uint16_t)(3 + rng_below(&d.rng, 8));
    s->turn_player = (PlayerId)rng_below(&d.rng, 2);
    s->first_player = (PlayerId)((s->turn_player + s->turn + 1u) % 2);
    for (PlayerId p = 0; p < 2; p++) {
        s->order[p] = (PlayerId)((s->first_player + p) % 2);
        s->player[p].flags |= PLAYER_HAD_TURN;
        lay_side(&d, p);
    }
    state_forget(s);
    s->facts[RF_STRAY] = 1; /* look for stray cards once */
    return st->game->start_at(r, rebirth_points[rng_below(&d.rng, NPOINTS)]);
}
