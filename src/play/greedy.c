/* The greedy player: tries each answer on a few samples, plays on for a short while, and takes the
 * answer after which it stood best. What it counts lies open in every view.
 *
 * Trials come in rounds. After each, the worse half of the answers is dropped, and the next round
 * tries the others on twice as many samples: most trials go to answers between which it is close.
 */
#include "games/host.h"
#include "play/answer.h"
#include "play/player.h"
#include "play/sample.h"
#include "play/words.h"
#include "play/worth.h"

enum {
    ROLLOUT = 32,        /* answers of a trial, for each turn of it */
    WIN_VALUE = 1000000, /* of a game that is over */
    ROUNDS = 3,
};

/* ---- what a position is worth ---------------------------------------------------------------- */

/* A game's worths, by zone. */
typedef struct Scale {
    const GameWorth *game;
    const ZoneWorth *zone[MAX_ZONES];
} Scale;

static const GameWorth *game_worth(const Game *g) {
    static const GameWorth none = {.samples = 2, .attack = 20, .defence = 30};
    const GameWorth *own = game_host(g)->worth;
    return own ? own : &none;
}

static void find_worths(const Game *g, Scale *x) {
    static const ZoneWorth none = {0};
    x->game = game_worth(g);
    for (unsigned z = 0; z < MAX_ZONES; z++) x->zone[z] = &none;
    for (const ZoneWorth *w = x->game->zones; w && w->zone; w++) x->zone[w->zone] = w;
}

static int worth_of_card(const Run *r, const GameWorth *x, CardId c) {
    const Card *k = card_of(r->s, c);
    const CardDef *d = &r->pack->def[k->def];
    const int scale = x->scale ? x->scale : 1;
    if (k->flags & CARD_DOWN) return 0;
    int sum = x->attack * k->now.atk / scale + x->defence * (k->now.def - k->damage) / scale +
              x->third * k->now.third;
    for (AbilId a = d->abil; x->tally && a < d->abil + d->nabil; a++)
        if (r->pack->abil[a].flags & ABIL_TALLY)
            sum +=
                x->tally * tally_of(r, c, a) / (r->pack->abil[a].limit + !r->pack->abil[a].limit);
    return sum;
}

static int worth_of_zone(const Run *r, const Player *q, ZoneId z, const Scale *x) {
    const ZoneWorth *w = x->zone[z];
    const unsigned n = q->count[z];
    int sum = w->worth * (int)(w->enough && n > w->enough ? w->enough : n) +
              w->rested * (int)q->rested[z];
    for (unsigned i = 0; z == x->game->down_zone && i < n; i++)
        if (card_of(r->s, zone_card(q, z, i))->flags & CARD_DOWN) sum += x->game->down;
    for (unsigned i = 0; (r->g->zones[z].flags & ZONE_FIELD) && i < n; i++)
        sum += worth_of_card(r, x->game, zone_card(q, z, i));
    return sum;
}

static int worth_of_player(const Run *r, PlayerId p, const Scale *x) {
    const Player *q = &r->s->player[p];
    const unsigned deck = q->count[r->g->deck_zone], near = x->game->near;
    int sum = deck < near ? x->game->drained * (int)(near - deck) : 0;
    for (unsigned z = 1; z < r->g->nzones; z++) sum += worth_of_zone(r, q, (ZoneId)z, x);
    if (q->flags & PLAYER_WON) sum += WIN_VALUE;
    if (q->flags & PLAYER_OUT) sum -= WIN_VALUE;
    return sum;
}

static int evaluate(Run *r, PlayerId me, const Scale *x) {
    const State *s = r->s;
    derive(r); /* a trial of its own: numbers after all effects */
    int sum = 0;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        const bool mine = s->player[p].team == s->player[me].team;
        const int value = worth_of_player(r, p, x);
        sum += mine ? value : -value;
    }
    return sum;
}

/* ---- trials ---------------------------------------------------------------------------------- */

static bool is_indifferent(const State *s, const GameWorth *x) {
    return x->indifferent && s->ask.clause == x->indifferent;
}

/* An answer in a trial: mostly that of whoever only goes on, else any. */
static unsigned some_answer(const Run *r, Rng *rng, const GameWorth *x) {
    if (rng_below(rng, 100) < x->plain) return option_default(r);
    return rng_below(rng, r->s->ask.n);
}

/* Goes on until the end of the turn, or of the turns that the game looks ahead. */
static void roll_out(Run *r, Rng *rng, const GameWorth *x) {
    const unsigned turns = x->turns ? x->turns : 1, until = r->s->turn + turns;
    for (unsigned i = 0;
         i < ROLLOUT * turns && run_on(r) == STATUS_DECISION && r->s->turn < until;) {
        const bool any = is_indifferent(r->s, x);
        run_answer(r, any ? 0 : some_answer(r, rng, x));
        i += !any;
    }
}

/* An answer on trial. */
typedef struct Trial {
    uint8_t option;
    int score;
    unsigned chance; /* decides between equal scores */
} Trial;

/* Tries the n answers on one more sample. */
static void try_all(Chooser *c, const Run *game, const Scale *x, Trial *trial, unsigned n) {
    Run r = *game;
    const PlayerId me = game->s->ask.player;
    r.obs = NULL;
    r.scratch = c->scratch;
    r.s = c->sample;
    memcpy(c->sample, game->s, state_size(game->s));
    sample_make(&r, me, &c->rng);
    const uint64_t chance = rng_next(&c->rng); /* the same for every answer */
    for (unsigned i = 0; i < n; i++) {
        Rng rng = {chance};
        memcpy(c->trial, c->sample, state_size(c->sample));
        r.s = c->trial;
        run_answer(&r, trial[i].option);
        roll_out(&r, &rng, x->game);
        trial[i].score += evaluate(&r, me, x);
    }
}

/* The best first. */
static void sort(Trial *trial, unsigned n) {
    for (unsigned i = 1; i < n; i++) {
        const Trial x = trial[i];
        unsigned k = i;
        while (k && (trial[k - 1].score < x.score ||
                     (trial[k - 1].score == x.score && trial[k - 1].chance < x.chance)))
            trial[k] = trial[k - 1], k--;
        trial[k] = x;
    }
}

unsigned greedy_choose(Chooser *c, const Run *game) {
    Trial trial[MAX_OPTIONS];
    Scale x;
    unsigned n = game->s->ask.n;
    find_worths(game->g, &x);
    if (is_indifferent(game->s, x.game)) return 0;
    for (unsigned i = 0; i < n; i++)
        trial[i] = (Trial){(uint8_t)i, 0, (unsigned)rng_next(&c->rng) >> 1};
    for (unsigned round = 0, k = x.game->samples; round < ROUNDS && n > 1; round++, k *= 2) {
        for (unsigned i = 0; i < k; i++) try_all(c, game, &x, trial, n);
        sort(trial, n);
        n = (n + 1) / 2;
    }
    return trial[0].option;
}
