/* The greedy player: tries each option on a few samples, plays on at random for a short while, and
 * takes the option after which it stood best. What it counts lies open in every view. */
#include "play/player.h"
#include "play/sample.h"

enum { ROLLOUT = 24, WIN_VALUE = 100000 };

/* What a card in a zone is worth to the player whose zone it is, in hundredths of a point of
 * attack. */
typedef struct ZoneWorth {
    const char *game, *zone;
    int worth;
    unsigned enough; /* more than so many are worth nothing; 0: all are */
} ZoneWorth;
static const ZoneWorth worths[] = {
    {"rebirth", "retire", -1500, 0}, {"rebirth", "hand", 150, 0},   {"rebirth", "energy", 120, 0},
    {"rebirth", "member", 250, 0},   {"rebirth", "rebirth", 80, 0}, {"rebirth", "deck", 2, 0},
    {"ninja", "damage", -400, 0},    {"ninja", "hand", 100, 0},     {"ninja", "ether", 260, 8},
    {"ninja", "field", 100, 0},      {"ninja", "deck", 3, 0},       {"ninja", "ohigan", 1, 0},
};

/* What else is so of a game. */
typedef struct GameWorth {
    const char *game;
    unsigned samples;
    int third;            /* of a point of the third number of a card in play */
    unsigned near;        /* this many cards of the deck are the last that are safe */
    int drained;          /* of each that is missing of them */
    uint16_t indifferent; /* clause of the question whose answers are as good as each other */
} GameWorth;
static const GameWorth games[] = {
    {"rebirth", 2, 0, 0, 0, 0},
    {"ninja", 6, 60, 6, -250, NS_1312_1},
};

static void find_worths(const Game *g, const ZoneWorth **worth) {
    static const ZoneWorth none = {0};
    for (unsigned z = 0; z < MAX_ZONES; z++) worth[z] = &none;
    for (unsigned i = 0; i < sizeof worths / sizeof *worths; i++)
        for (unsigned z = 1; z < g->nzones; z++)
            if (!strcmp(worths[i].game, g->key) && !strcmp(worths[i].zone, g->zones[z].key))
                worth[z] = &worths[i];
}

static const GameWorth *game_worth(const Game *g) {
    static const GameWorth none = {.samples = 2};
    for (unsigned i = 0; i < sizeof games / sizeof *games; i++)
        if (!strcmp(games[i].game, g->key)) return &games[i];
    return &none;
}

static int worth_of_player(const Run *r, PlayerId p, const ZoneWorth *const *worth,
                           const GameWorth *game) {
    const State *s = r->s;
    unsigned deck = zone_count(s, p, r->g->deck_zone);
    int sum = deck < game->near ? game->drained * (int)(game->near - deck) : 0;
    for (unsigned z = 1; z < r->g->nzones; z++) {
        unsigned n = zone_count(s, p, (ZoneId)z);
        unsigned count = worth[z]->enough && n > worth[z]->enough ? worth[z]->enough : n;
        sum += worth[z]->worth * (int)count;
        if (!(r->g->zones[z].flags & ZONE_FIELD)) continue;
        for (unsigned i = 0; i < n; i++) {
            const Card *k = card_of(s, zone_card(&s->player[p], z, i));
            if (k->flags & CARD_DOWN) continue;
            sum += 20 * k->now.atk + 30 * (k->now.def - k->damage) + game->third * k->now.third;
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
    find_worths(r.g, worth);
    for (unsigned k = 0; k < game_of->samples; k++) {
        memcpy(c->sample, game->s, state_size(game->s));
        r.s = c->sample;
        sample_make(&r, me, &c->rng);
        uint64_t luck = rng_next(&c->rng); /* the same for every option */
        for (unsigned i = 0; i < n; i++) {
            Rng rng = {luck};
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
