/* The greedy player: tries each option on a few samples, plays on at random for a short while, and
 * takes the option after which it stood best. What it counts lies open in every view. */
#include "play/player.h"
#include "play/sample.h"

enum { SAMPLES = 2, ROLLOUT = 24, WIN_VALUE = 100000 };

/* What a card in a zone is worth to the player whose zone it is, in hundredths of a point of
 * attack. */
typedef struct ZoneWorth {
    const char *game, *zone;
    int worth;
} ZoneWorth;
static const ZoneWorth worths[] = {
    {"rebirth", "retire", -1500}, {"rebirth", "hand", 150},   {"rebirth", "energy", 120},
    {"rebirth", "member", 250},   {"rebirth", "rebirth", 80}, {"rebirth", "deck", 2},
};

static void find_worths(const Game *g, int *worth) {
    for (unsigned z = 0; z < MAX_ZONES; z++) worth[z] = 0;
    for (unsigned i = 0; i < sizeof worths / sizeof *worths; i++)
        for (unsigned z = 1; z < g->nzones; z++)
            if (!strcmp(worths[i].game, g->key) && !strcmp(worths[i].zone, g->zones[z].key))
                worth[z] = worths[i].worth;
}

static int worth_of_player(const Run *r, PlayerId p, const int *worth) {
    const State *s = r->s;
    int sum = 0;
    for (unsigned z = 1; z < r->g->nzones; z++) {
        unsigned n = zone_count(s, p, (ZoneId)z);
        sum += worth[z] * (int)n;
        if (!(r->g->zones[z].flags & ZONE_FIELD)) continue;
        for (unsigned i = 0; i < n; i++) {
            const Card *k = card_of(s, zone_card(&s->player[p], z, i));
            if (!(k->flags & CARD_DOWN)) sum += 20 * k->atk + 30 * (k->def2 - k->damage);
        }
    }
    return sum;
}

static int evaluate(Run *r, PlayerId me, const int *worth) {
    const State *s = r->s;
    derive(r); /* a trial of its own: numbers after all effects */
    int sum = 0;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        bool mine = s->player[p].team == s->player[me].team;
        int value = worth_of_player(r, p, worth);
        if (s->player[p].flags & PLAYER_WON) value += WIN_VALUE;
        if (s->player[p].flags & PLAYER_OUT) value -= WIN_VALUE;
        sum += mine ? value : -value;
    }
    return sum;
}

/* Goes on at random until this turn is over, or for a while. */
static void roll_out(Run *r, Rng *rng) {
    unsigned turn = r->s->turn;
    for (unsigned i = 0; i < ROLLOUT && run_on(r) == STATUS_DECISION && r->s->turn == turn; i++)
        run_answer(r, rng_below(rng, r->s->ask.n));
}

unsigned greedy_choose(Chooser *c, const Run *game) {
    unsigned n = game->s->ask.n, best = 0;
    PlayerId me = game->s->ask.player;
    int score[MAX_OPTIONS] = {0}, worth[MAX_ZONES];
    Run r = *game;
    r.obs = NULL;
    r.scratch = c->scratch;
    find_worths(r.g, worth);
    for (unsigned k = 0; k < SAMPLES; k++) {
        memcpy(c->sample, game->s, state_size(game->s));
        r.s = c->sample;
        sample_make(&r, me, &c->rng);
        uint64_t luck = rng_next(&c->rng); /* the same for every option */
        for (unsigned i = 0; i < n; i++) {
            Rng rng = {luck};
            memcpy(c->trial, c->sample, state_size(c->sample));
            r.s = c->trial;
            run_answer(&r, i);
            roll_out(&r, &rng);
            score[i] += evaluate(&r, me, worth);
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
