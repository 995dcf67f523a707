/* The greedy player: tries each answer on samples of what is hidden, plays on to the end of the
 * turn or, as the game tells, until the other player has had his, and takes the answer after which
 * it stood best. What it counts lies open in every view.
 *
 * Trials come in rounds. After each, the worse half of the answers is dropped, and every round may
 * cost the same: most trials go to answers between which it is close. The cost is counted in
 * answers given, so that a decision takes about as long in any position, and the same decision is
 * made on any machine. Others are taken to answer what Enter alone would.
 */
#include "games/host.h"
#include "play/answer.h"
#include "play/player.h"
#include "play/sample.h"
#include "play/words.h"
#include "play/worth.h"

enum {
    ROLLOUT = 200,  /* answers of a trial: a longer one is cut */
    BEGINNING = 4,  /* to begin a trial costs as much as so many answers */
    PLAIN = 90,     /* of 100 own answers in a trial, so many are the default one */
    BALANCE = 4000, /* to be ahead by so much is half a victory */
    LOSS = 20000,   /* what a player is worth who has lost while others play on */
};

/* ---- what a position is worth ---------------------------------------------------------------- */

/* A game's worths, by zone. */
typedef struct Scale {
    const GameWorth *game;
    const ZoneWorth *zone[MAX_ZONES];
} Scale;

static const GameWorth *game_worth(const Game *g) {
    static const GameWorth none = {.answers = 500, .attack = 20, .defence = 30};
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
    return q->flags & PLAYER_OUT ? -LOSS : sum;
}

/* From -1, a defeat, to 1, a victory. */
static double evaluate(Run *r, PlayerId me, const Scale *x) {
    const State *s = r->s;
    if (s->player[me].flags & PLAYER_OUT) return -1;
    if (s->result) return s->result != RESULT_WIN ? 0 : s->player[me].flags & PLAYER_WON ? 1 : -1;
    derive(r); /* a trial of its own: numbers after all effects */
    int sum = 0;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        const bool mine = s->player[p].team == s->player[me].team;
        const int value = worth_of_player(r, p, x);
        sum += mine ? value : -value;
    }
    return (double)sum / (BALANCE + (sum < 0 ? -sum : sum));
}

/* ---- trials ---------------------------------------------------------------------------------- */

static bool is_indifferent(const State *s, const GameWorth *x) {
    return x->indifferent && s->ask.clause == x->indifferent;
}

/* An answer in a trial: that of whoever only goes on, from the player himself now and then any. */
static unsigned some_answer(const Run *r, PlayerId me, Rng *rng) {
    if (r->s->ask.player != me || rng_below(rng, 100) < PLAIN) return option_default(r);
    return rng_below(rng, r->s->ask.n);
}

/* Goes on until the turns are over; returns the cost. */
static unsigned roll_out(Run *r, PlayerId me, Rng *rng, const GameWorth *x) {
    const unsigned until = r->s->turn + (x->turns ? x->turns : 1);
    unsigned n = 0;
    while (n < ROLLOUT && run_on(r) == STATUS_DECISION && r->s->turn < until) {
        run_answer(r, is_indifferent(r->s, x) ? 0 : some_answer(r, me, rng));
        n++;
    }
    return BEGINNING + n;
}

/* An answer on trial. */
typedef struct Trial {
    uint8_t option;
    double score;
    unsigned chance; /* decides between equal scores */
} Trial;

/* A copy of the game in which what the player does not know is dealt anew. */
static Run new_sample(Chooser *c, const Run *game) {
    Run r = {.s = c->sample, .g = game->g, .pack = game->pack, .scratch = c->scratch};
    memcpy(c->sample, game->s, state_size(game->s));
    sample_make(&r, game->s->ask.player, &c->rng);
    return r;
}

/* Tries the n answers on one more sample; returns the cost. */
static unsigned try_all(Chooser *c, const Run *game, const Scale *x, Trial *trial, unsigned n) {
    Run r = new_sample(c, game);
    const PlayerId me = game->s->ask.player;
    const uint64_t chance = rng_next(&c->rng); /* the same for every answer */
    unsigned cost = 0;
    r.s = c->trial;
    for (unsigned i = 0; i < n; i++) {
        Rng rng = {chance};
        memcpy(c->trial, c->sample, state_size(c->sample));
        run_answer(&r, trial[i].option);
        cost += roll_out(&r, me, &rng, x->game);
        trial[i].score += evaluate(&r, me, x);
    }
    return cost;
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

/* Lists the answers as the player can tell them apart; returns how many. */
static unsigned list_answers(Chooser *c, const Run *game, Trial *trial) {
    Run r = new_sample(c, game);
    Answers a;
    derive(&r);
    answers_list(&r, &a);
    for (unsigned i = 0; i < a.n; i++)
        trial[i] = (Trial){a.option[i], 0, (unsigned)rng_next(&c->rng) >> 1};
    return a.n;
}

unsigned greedy_choose(Chooser *c, const Run *game) {
    Trial trial[MAX_OPTIONS];
    Scale x;
    find_worths(game->g, &x);
    if (is_indifferent(game->s, x.game)) return 0;
    unsigned n = list_answers(c, game, trial), rounds = 1, cost = 0;
    while (1u << rounds < n) rounds++;
    for (unsigned round = 1; n > 1; round++) {
        do cost += try_all(c, game, &x, trial, n);
        while (cost * rounds < x.game->answers * round);
        sort(trial, n);
        n = (n + 1) / 2;
    }
    return trial[0].option;
}
