/* The search player: budget, threads, and the trees from one decision to the next. */
#include "play/search.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum {
    MOST_NODES = 1 << 18,
    LOOK_EVERY = 16, /* playouts between looks at whether the answer is decided */
    AT_LEAST = 2,    /* a kept tree saves at most all but this part of a budget: 1/2 */
};

/* ---- memory ---------------------------------------------------------------------------------- */

static uint32_t nodes_for(Budget b) {
    const uint64_t per = b.playouts ? 4ull * b.playouts / b.threads + 64 : 200ull * b.ms + 4096;
    return per < MOST_NODES ? (uint32_t)per : MOST_NODES;
}

Search *search_open(Budget budget) {
    Search *x = calloc(1, sizeof *x);
    if (!x) return NULL;
    x->budget = budget;
    x->walker = calloc(budget.threads, sizeof *x->walker);
    bool good = x->walker != NULL;
    for (unsigned i = 0; good && i < budget.threads; i++)
        good = walker_open(&x->walker[i], &x->estimate, nodes_for(budget));
    if (good) return x;
    search_close(x);
    return NULL;
}

void search_close(Search *x) {
    if (!x) return;
    for (unsigned i = 0; x->walker && i < x->budget.threads; i++) walker_close(&x->walker[i]);
    free(x->walker);
    free(x);
}

void search_forget(Search *x) {
    for (unsigned i = 0; i < x->budget.threads; i++) walker_forget(&x->walker[i]);
    x->keeps_on = false;
    x->usual = 0;
}

void search_open_cards(Search *x) {
    for (unsigned i = 0; i < x->budget.threads; i++) x->walker[i].open_cards = true;
}

/* ---- thinking -------------------------------------------------------------------------------- */

/* One thread's part of a decision. */
typedef struct Task {
    Walker *walker;
    const Run *game;
    uint64_t playouts;   /* or, if 0, until that time */
    double begun, until; /* budget_clock */
    Search *asks;        /* of the thread that asked; else null */
    atomic_bool *stopped;
    bool threaded;
    pthread_t thread;
} Task;

/* To be called every LOOK_EVERY playouts: is it over although the budget is not spent? */
static bool is_stopped(const Task *k, double part) {
    Search *x = k->asks;
    if (x && x->goes_on && !x->goes_on(x->context, part < 1 ? part : 1))
        atomic_store_explicit(k->stopped, true, memory_order_relaxed);
    return atomic_load_explicit(k->stopped, memory_order_relaxed);
}

/* Can no other answer get ahead of the first with so many more playouts? */
static bool is_decided(const Tree *t, uint64_t left) {
    uint32_t first = 0, second = 0;
    for (uint32_t i = t->node[0].first; i; i = t->node[i].sibling) {
        const uint32_t n = t->node[i].visits;
        if (n > first) {
            second = first;
            first = n;
        } else if (n > second) {
            second = n;
        }
    }
    return first - second > left;
}

static void think_counted(Task *k) {
    for (uint64_t i = 0; i < k->playouts; i++) {
        if (i % LOOK_EVERY == 0 && i &&
            (is_decided(&k->walker->tree, k->playouts - i) ||
             is_stopped(k, (double)i / (double)k->playouts)))
            return;
        walker_playout(k->walker, k->game);
    }
}

/* How many more playouts there will be follows from how many there were. */
static void think_timed(Task *k) {
    double now = budget_clock();
    for (uint64_t i = 0; now < k->until || !i; now = budget_clock()) {
        walker_playout(k->walker, k->game);
        const double spent = now - k->begun, rate = (double)++i / (spent + 0.01);
        if (i % LOOK_EVERY == 0 &&
            (is_decided(&k->walker->tree, (uint64_t)(rate * (k->until - now))) ||
             is_stopped(k, spent / (k->until - k->begun))))
            return;
    }
}

static void *think(void *task) {
    Task *k = task;
    if (k->playouts)
        think_counted(k);
    else
        think_timed(k);
    return NULL;
}

static uint64_t visits_kept(const Search *x) {
    uint64_t n = 0;
    for (unsigned t = 0; t < x->budget.threads; t++) {
        const Tree *tree = &x->walker[t].tree;
        for (uint32_t i = tree->node[0].first; i; i = tree->node[i].sibling)
            n += tree->node[i].visits;
    }
    return n;
}

/* The part of a budget that is left after what a kept tree already holds. */
static double part_left(const Search *x, uint64_t kept) {
    const uint64_t usual = x->budget.playouts ? x->budget.playouts : x->usual;
    if (!usual) return 1;
    const double left = 1 - (double)kept / (double)usual;
    return left > 1.0 / AT_LEAST ? left : 1.0 / AT_LEAST;
}

static void think_all(Search *x, const Run *game) {
    Task task[BUDGET_MOST_THREADS];
    atomic_bool stopped = false;
    const unsigned n = x->budget.threads;
    const uint64_t kept = visits_kept(x);
    const double part = part_left(x, kept), now = budget_clock();
    const uint64_t each = (uint64_t)((double)x->budget.playouts * part / n + 0.5);
    uint64_t before = 0, after = 0;
    for (unsigned i = 0; i < n; i++) before += x->walker[i].playouts;
    for (unsigned i = 0; i < n; i++)
        task[i] = (Task){.walker = &x->walker[i],
                         .game = game,
                         .playouts = x->budget.playouts ? each + !each : 0,
                         .asks = i ? NULL : x,
                         .stopped = &stopped,
                         .begun = now,
                         .until = now + x->budget.ms * part};
    for (unsigned i = 1; i < n; i++)
        task[i].threaded = !pthread_create(&task[i].thread, NULL, think, &task[i]);
    for (unsigned i = 0; i < n; i++)
        if (!task[i].threaded) think(&task[i]);
    for (unsigned i = 1; i < n; i++)
        if (task[i].threaded) pthread_join(task[i].thread, NULL);
    for (unsigned i = 0; i < n; i++) after += x->walker[i].playouts;
    if (!kept) x->usual = after - before;
}

/* ---- the answer ------------------------------------------------------------------------------ */

/* Adds up what the trees found out about an answer. */
static Opinion opinion_of(const Search *x, unsigned option, uint64_t key, uint64_t *visits) {
    double sum = 0;
    *visits = 0;
    for (unsigned t = 0; t < x->budget.threads; t++) {
        const Tree *tree = &x->walker[t].tree;
        const uint32_t node = tree_find(tree, 0, key);
        if (!node) continue;
        *visits += tree->node[node].visits;
        sum += tree->node[node].sum;
    }
    return (Opinion){option, (double)*visits, *visits ? sum / (double)*visits : 0};
}

static bool is_better(const Opinion *a, const Opinion *b) {
    return a->share > b->share || (a->share == b->share && a->chance > b->chance);
}

/* Sorts the answers: first the one that most playouts gave, of equal ones the one that did better,
 * or comes first. */
static void form_opinions(Search *x, const Answers *a) {
    uint64_t visits, all = 0;
    x->nopinions = 0;
    for (unsigned i = 0; i < a->n; i++) {
        const Opinion new = opinion_of(x, a->option[i], a->key[i], &visits);
        unsigned at = x->nopinions++;
        for (; at && is_better(&new, &x->opinion[at - 1]); at--)
            x->opinion[at] = x->opinion[at - 1];
        x->opinion[at] = new;
        all += visits;
    }
    for (unsigned i = 0; all && i < a->n; i++) x->opinion[i].share /= (double)all;
    const Opinion *best = &x->opinion[0];
    x->advice = (Advice){best->option, best->share, best->chance, all};
}

/* The number of the answer that is taken. */
static unsigned best_answer(Search *x, const Answers *a) {
    unsigned i = 0;
    form_opinions(x, a);
    while (a->option[i] != x->opinion[0].option) i++;
    return i;
}

/* What it knows is of use in the same game and to the same player: another one must not profit from
 * what this one sees. The trees of the last decision fit if its answer is all that has been
 * answered since. */
static void take_up(Search *x, const Run *game) {
    const PlayerId player = game->s->ask.player;
    if (x->game != game->g) estimate_open(&x->estimate, game->g);
    if (x->game != game->g || x->state != game->s || x->player != player) search_forget(x);
    x->game = game->g;
    x->state = game->s;
    x->player = player;
    const bool fits = x->keeps_on && x->next == game->s->choices;
    for (unsigned i = 0; !fits && i < x->budget.threads; i++) tree_clear(&x->walker[i].tree);
    x->next = game->s->choices + 1;
    x->keeps_on = true;
}

static void follow(Search *x, uint64_t key) {
    for (unsigned i = 0; i < x->budget.threads; i++) {
        Tree *tree = &x->walker[i].tree;
        const uint32_t node = tree_find(tree, 0, key);
        if (node)
            tree_descend(tree, node);
        else
            tree_clear(tree);
    }
}

unsigned search_choose(Chooser *c, const Run *game) {
    Search *x = c->search;
    Answers a;
    take_up(x, game);
    for (unsigned i = 0; i < x->budget.threads; i++) x->walker[i].rng.x = rng_next(&c->rng);
    walker_answers(&x->walker[0], game, &a);
    if (a.n == 1) {
        x->advice = (Advice){.option = a.option[0]};
        x->nopinions = 0;
        return a.option[0];
    }
    for (unsigned i = 0; i < x->budget.threads; i++) walker_fade(&x->walker[i]);
    think_all(x, game);
    const unsigned best = best_answer(x, &a);
    follow(x, a.key[best]);
    return a.option[best];
}
