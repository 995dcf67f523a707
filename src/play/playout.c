#include "play/playout.h"
#include "play/sample.h"
#include <math.h>
#include <stdlib.h>

/* Constants that trials showed to work in every game (docs/ARCHITECTURE.md, The search player). */
static const double explore = 0.3;     /* UCB1 */
static const float faded = 0.3f;       /* what habits keep from one decision to the next */
enum { BY_CHANCE = 30, OUT_OF = 100 }; /* answers below the tree that are not by habit */

bool walker_open(Walker *w, const Estimate *estimate, uint32_t nodes) {
    memset(w, 0, sizeof *w);
    w->estimate = estimate;
    w->sample = calloc(2, sizeof(State));
    if (!w->sample) return false;
    w->scratch = w->sample + 1;
    return tree_open(&w->tree, nodes);
}

void walker_close(Walker *w) {
    free(w->sample);
    tree_close(&w->tree);
    memset(w, 0, sizeof *w);
}

void walker_forget(Walker *w) {
    tree_clear(&w->tree);
    memset(w->habit, 0, sizeof w->habit);
}

void walker_fade(Walker *w) {
    for (unsigned i = 0; i < MANNERS; i++) {
        w->habit[i].sum *= faded;
        w->habit[i].count *= faded;
    }
}

/* ---- the sample ------------------------------------------------------------------------------ */

static Run begin(Walker *w, const Run *game) {
    Run r = {.s = w->sample, .g = game->g, .pack = game->pack, .scratch = w->scratch};
    const PlayerId me = game->s->ask.player;
    memcpy(w->sample, game->s, state_size(game->s));
    if (w->open_cards)
        random_seed(r.s, rng_next(&w->rng));
    else
        sample_make(&r, me, &w->rng);
    derive(&r);
    return r;
}

void walker_answers(Walker *w, const Run *game, Answers *out) {
    const Run r = begin(w, game);
    answers_list(&r, out);
}

/* ---- answers in the tree --------------------------------------------------------------------- */

static double bound(const Node *x) {
    return x->sum / x->visits + explore * sqrt(log(x->offered) / x->visits);
}

/* Index of the answer to follow: a new one if there is any, which is added, else the one with the
 * highest bound. *to receives its node; 0: the tree is full. */
static unsigned descend(Walker *w, uint32_t from, uint32_t *to, bool *is_new) {
    const Answers *a = &w->answers;
    uint32_t fresh[MAX_OPTIONS], nfresh = 0, best = 0;
    unsigned pick = 0;
    double most = 0;
    for (unsigned i = 0; i < a->n; i++) {
        const uint32_t x = tree_find(&w->tree, from, a->key[i]);
        if (!x) {
            fresh[nfresh++] = i;
            continue;
        }
        Node *node = &w->tree.node[x];
        node->offered++;
        const double b = bound(node);
        if (best && b <= most) continue;
        best = x;
        pick = i;
        most = b;
    }
    *is_new = nfresh && !tree_full(&w->tree);
    if (*is_new) {
        pick = fresh[rng_below(&w->rng, nfresh)];
        best = tree_add(&w->tree, from, a->key[pick]);
        w->tree.node[best].offered = 1;
    }
    *to = best;
    return best ? pick : rng_below(&w->rng, a->n);
}

/* ---- answers below the tree ------------------------------------------------------------------ */

static float habit_value(const Habit *h) { return (h->sum + 0.5f) / (h->count + 1); }

/* Mostly the option of the best habit, of equal ones any. */
static unsigned by_habit(Walker *w, const Run *r) {
    const State *s = r->s;
    unsigned best = 0, ties = 1;
    float most = -1;
    if (rng_below(&w->rng, OUT_OF) < BY_CHANCE) return rng_below(&w->rng, s->ask.n);
    for (unsigned i = 0; i < s->ask.n; i++) {
        const float v = habit_value(&w->habit[answer_manner(r, &s->option[i])]);
        if (v > most) {
            most = v;
            best = i;
            ties = 1;
        } else if (v == most && !rng_below(&w->rng, ++ties)) {
            best = i;
        }
    }
    return best;
}

static void say(Walker *w, Run *r, unsigned option) {
    w->said[w->nsaid].manner = (uint16_t)answer_manner(r, &r->s->option[option]);
    w->said[w->nsaid++].asked = r->s->ask.player;
    run_answer(r, option);
}

/* ---- one playout ----------------------------------------------------------------------------- */

static bool goes_on(const Walker *w, Run *r, unsigned until) {
    return w->nsaid < PLAYOUT_MOST && run_on(r) == STATUS_DECISION && r->s->turn < until;
}

/* Equal answers are one, and a question that leaves no choice is no node: paying with any of four
 * like cards is over at once. */
static void walk_tree(Walker *w, Run *r, unsigned until) {
    uint32_t at = 0;
    bool is_new = false;
    while (!is_new && goes_on(w, r, until)) {
        answers_list(r, &w->answers);
        if (w->answers.n < 2) {
            say(w, r, 0);
            continue;
        }
        uint32_t to;
        const unsigned pick = descend(w, at, &to, &is_new);
        if (!to) return;
        w->asked[w->depth] = r->s->ask.player;
        w->node[w->depth++] = at = to;
        say(w, r, w->answers.option[pick]);
    }
}

static void learn(Walker *w, const float *chance) {
    for (unsigned i = 0; i < w->depth; i++) {
        Node *x = &w->tree.node[w->node[i]];
        x->visits++;
        x->sum += (double)chance[w->asked[i]];
    }
    for (unsigned i = 0; i < w->nsaid; i++) {
        Habit *h = &w->habit[w->said[i].manner];
        h->sum += chance[w->said[i].asked];
        h->count += 1;
    }
}

void walker_playout(Walker *w, const Run *game) {
    Run r = begin(w, game);
    const unsigned until = r.s->turn + PLAYOUT_TURNS;
    float chance[MAX_PLAYERS];
    w->depth = w->nsaid = 0;
    walk_tree(w, &r, until);
    while (goes_on(w, &r, until)) say(w, &r, by_habit(w, &r));
    estimate_chances(w->estimate, &r, chance);
    learn(w, chance);
    w->playouts++;
}
