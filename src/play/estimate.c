#include "play/estimate.h"
#include "games/host.h"
#include <math.h>

enum { LOW_DECK = 8 };

static const char *const names[] = {
#define ZONE_FEATURE(name, doc) #name,
#define FEATURE(name, doc)
#include "play/features.def"
#define ZONE_FEATURE(name, doc)
#define FEATURE(name, doc) #name,
#include "play/features.def"
    NULL};

const char *estimate_feature_name(unsigned i) { return names[i]; }

/* Index of the feature that a row is about, -1: there is none. */
static int feature_of(const Game *g, const Weight *w) {
    unsigned i = 0;
    while (names[i] && strcmp(names[i], w->feature)) i++;
    if (!names[i]) return -1;
    if (i >= FEATURE_ZONES) return *w->zone ? -1 : (int)(FEATURE_PLAIN + i - FEATURE_ZONES);
    for (ZoneId z = 1; z < g->nzones; z++)
        if (!strcmp(g->zones[z].key, w->zone)) return (int)zone_feature(i, z);
    return -1;
}

static void weigh_simply(float *weight, const Game *g) {
    weight[zone_feature(FEATURE_CARDS, g->hand_zone)] = 0.1f;
    for (ZoneId z = 1; z < g->nzones; z++)
        if (g->zones[z].flags & ZONE_FIELD) weight[zone_feature(FEATURE_CARDS, z)] = 0.2f;
}

void estimate_set(Estimate *e, const Game *g, const float *weight) {
    Estimate x = {.nused = 0};
    memcpy(x.weight, weight, sizeof x.weight);
    for (unsigned i = 0; i < FEATURES; i++)
        if (x.weight[i] != 0) x.used[x.nused++] = i;
    for (ZoneId z = 1; z < g->nzones; z++)
        if (x.weight[zone_feature(FEATURE_DOWN, z)] != 0) x.down |= zone_bit(z);
    *e = x;
}

bool estimate_open(Estimate *e, const Game *g) {
    const Weights *table = game_host(g)->weights;
    float weight[FEATURES] = {0};
    if (!table) weigh_simply(weight, g);
    for (const Weight *w = table ? table->rows : NULL; w && w->feature; w++) {
        const int i = feature_of(g, w);
        if (i < 0) return false;
        weight[i] = w->weight;
    }
    estimate_set(e, g, weight);
    return true;
}

static void add_card(const Card *k, float *out) {
    if (k->flags & CARD_DOWN) return;
    out[FEATURE_ATTACK] += (float)k->now.atk;
    out[FEATURE_DEFENCE] += (float)(k->now.def - k->damage);
    out[FEATURE_THIRD] += (float)k->now.third;
    out[FEATURE_COST] += (float)k->now.cost;
    if (!(k->flags & CARD_RESTED)) out[FEATURE_READY] += (float)k->now.atk;
}

static void add_zone(const Run *r, const Player *q, ZoneId z, ZoneSet down, float *out) {
    const unsigned n = q->count[z];
    const CardId *card = zone_cards(q, z);
    unsigned ndown = 0;
    out[zone_feature(FEATURE_CARDS, z)] = (float)n;
    out[zone_feature(FEATURE_SQUARE, z)] = (float)(n * n) * 0.1f;
    out[zone_feature(FEATURE_RESTED, z)] = q->rested[z];
    for (unsigned i = 0; (down >> z & 1) && i < n; i++)
        ndown += (card_of(r->s, card[i])->flags & CARD_DOWN) != 0;
    out[zone_feature(FEATURE_DOWN, z)] = (float)ndown;
    for (unsigned i = 0; (r->g->zones[z].flags & ZONE_FIELD) && i < n; i++)
        add_card(card_of(r->s, card[i]), out);
}

void estimate_features(const Run *r, PlayerId p, ZoneSet down, float *out) {
    const State *s = r->s;
    const Player *q = &s->player[p];
    for (unsigned i = FEATURE_PLAIN; i < FEATURES; i++) out[i] = 0;
    for (ZoneId z = 1; z < r->g->nzones; z++) add_zone(r, q, z, down, out);
    const unsigned deck = q->count[r->g->deck_zone];
    out[FEATURE_TURN] = turn_side(s) >> p & 1;
    out[FEATURE_SHORT_HAND] = q->count[r->g->hand_zone] <= 1;
    out[FEATURE_SHORT_DECK] = deck < LOW_DECK ? (float)(LOW_DECK - deck) : 0;
    out[FEATURE_HURT] = (float)q->damage;
    for (unsigned i = 0; i < s->ncounters; i++)
        if (!s->counter[i].card && s->counter[i].player == p)
            out[FEATURE_COUNTERS] += (float)s->counter[i].n;
    if (s->team_size > 1 && q->team < sizeof s->score) out[FEATURE_SCORE] = s->score[q->team];
}

static float points_of(const Estimate *e, const Run *r, PlayerId p) {
    float feature[FEATURES], sum = 0;
    estimate_features(r, p, e->down, feature);
    for (unsigned i = 0; i < e->nused; i++) sum += e->weight[e->used[i]] * feature[e->used[i]];
    return sum;
}

/* The mean of his team against the mean of all others that are still in. */
static float chance_of(const State *s, PlayerId p, const float *points) {
    float mine = 0, theirs = 0;
    unsigned nmine = 0, ntheirs = 0;
    for (PlayerId q = 0; q < s->nplayers; q++) {
        if (!player_in(s, q)) continue;
        const bool mate = s->player[q].team == s->player[p].team;
        *(mate ? &mine : &theirs) += points[q];
        *(mate ? &nmine : &ntheirs) += 1;
    }
    if (!nmine) return 0;
    if (!ntheirs) return 1;
    return 1 / (1 + expf(theirs / (float)ntheirs - mine / (float)nmine));
}

void estimate_chances(const Estimate *e, Run *r, float *chance) {
    const State *s = r->s;
    float points[MAX_PLAYERS];
    if (s->result) {
        for (PlayerId p = 0; p < s->nplayers; p++)
            chance[p] = s->result != RESULT_WIN           ? 0.5f
                        : s->player[p].flags & PLAYER_WON ? 1.0f
                                                          : 0.0f;
        return;
    }
    derive(r);
    for (PlayerId p = 0; p < s->nplayers; p++) points[p] = points_of(e, r, p);
    for (PlayerId p = 0; p < s->nplayers; p++) chance[p] = chance_of(s, p, points);
}
