/* The greedy player: tries each option on a few samples, plays on at random for a short while, and
 * takes the option after which it stood best. What it counts lies open in every view. */
#include "games/host.h"
#include "play/player.h"
#include "play/sample.h"
#include "play/worth.h"

enum { ROLLOUT = 24, WIN_VALUE = 100000 };

static void find_worths(const GameWorth *game, const ZoneWorth **worth) {
    static const ZoneWorth none = {0};
    for (unsigned z = 0; z < MAX_ZONES; z++) worth[z] = &none;
    for (const ZoneWorth *w = game->zones; w && w->zone; w++) worth[w->zone] = w;
}

static const GameWorth *game_worth(const Game *g) {
    static const GameWorth none = {.samples = 2};
    const GameWorth *own = game_host(g)->worth;
    return own ? own : &none;
}

static int worth_of_player(const Run *r, PlayerId p, const ZoneWorth *const *worth,
                           const GameWorth *game) {
    const State *s = r->s;
    const int scale = game->scale ? game->scale : 1;
    unsigned deck = zone_count(s, p, r->g->deck_zone);
    int sum = deck < game->near ? game->drained * (int)(game->near - deck) : 0;
    for (unsigned z = 1; z < r->g->nzones; z++) {
        unsigned n = zone_count(s, p, (ZoneId)z);
        unsigned count = worth[z]->enough && n > worth[z]->enough ? worth[z]->enough : n;
        for (unsigned i = 0; z == game->down_zone && i < n; i++)
            if (card_of(s, zone_card(&s->player[p], z, i))->flags & CARD_DOWN) sum += game->down;
        sum += worth[z]->worth * (int)count;
        if (!(r->g->zones[z].flags & ZONE_FIELD)) continue;
        for (unsigned i = 0; i < n; i++) {
            const Card *k = card_of(s, zone_card(&s->player[p], z, i));
            if (k->flags & CARD_DOWN) continue;
            sum += 20 * k->now.atk / scale + 30 * (k->now.def - k->damage) +
                   game->third * k->now.third;
        }
    }
    return sum;
}

static int evaluate(Run *r, PlayerId me, const ZoneWorth *const *worth, const GameWorth *game) {
    const State *s = r->s;
    derive(r); /* a trial of its own: numbers after all effects */
    int sum = 0;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        bool mine = s->player[p].team == s->player[me].team;
        int value = worth_of_player(r, p, worth, game);
        if (s->player[p].flags & PLAYER_WON) value += WIN_VALUE;
        if (s->player[p].flags & PLAYER_OUT) value -= WIN_VALUE;
        sum += mine ? value : -value;
    }
    return sum;
}

static bool is_indifferent(const State *s, const GameWorth *game) {
    return game->indifferent && s->ask.clause == game->indifferent;
}

/* Goes on at random until this turn is over, or for a while. */
static void roll_out(Run *r, Rng *rng, const GameWorth *game) {
    unsigned turn = r->s->turn;
    for (unsigned i = 0; i < ROLLOUT && run_on(r) == STATUS_DECISION && r->s->turn == turn;) {
        bool any = is_indifferent(r->s, game);
        run_answer(r, any ? 0 : rng_below(rng, r->s->ask.n));
        i += !any;
    }
}

unsigned greedy_choose(Chooser *c, const Run *game) {
    unsigned n = game->s->ask.n, best = 0;
    PlayerId me = game->s->ask.player;
    int score[MAX_OPTIONS] = {0};
    const ZoneWorth *worth[MAX_ZONES];
    Run r = *game;
    r.obs = NULL;
    r.scratch = c->scratch;
    const GameWorth *game_of = game_worth(r.g);
    if (is_indifferent(game->s, game_of)) return 0;
    find_worths(game_of, worth);
    for (unsigned k = 0; k < game_of->samples; k++) {
        memcpy(c->sample, game->s, state_size(game->s));
        r.s = c->sample;
        sample_make(&r, me, &c->rng);
        uint64_t chance = rng_next(&c->rng); /* the same for every option */
        for (unsigned i = 0; i < n; i++) {
            Rng rng = {chance};
            memcpy(c->trial, c->sample, state_size(c->sample));
            r.s = c->trial;
            run_answer(&r, i);
            roll_out(&r, &rng, game_of);
            score[i] += evaluate(&r, me, worth, game_of);
        }
    }
    unsigned ties = 1;
    for (unsigned i = 1; i < n; i++) {
        if (score[i] > score[best]) {
            best = i;
            ties = 1;
        } else if (score[i] == score[best] && rng_below(&c->rng, ++ties) == 0) {
            best = i;
        }
    }
    return best;
}
