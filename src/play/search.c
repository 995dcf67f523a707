/* The search player: budget, threads, and the trees from one decision to the next. */
#include "play/search.h"
#include <pthread.h>
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
    bool threaded;
    pthread_t thread;
} Task;

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
        if (i % LOOK_EVERY == 0 && i && is_decided(&k->walker->tree, k->playouts - i)) return;
        walker_playout(k->walker, k->game);
    }
}

/* How many more playouts there will be follows from how many there were. */
static void think_timed(Task *k) {
    double now = budget_clock();
    for (uint64_t i = 0; now < k->until || !i; now = budget_clock()) {
        walker_playout(k->walker, k->game);
        const double rate = (double)++i / (now - k->begun + 0.01);
        if (i % LOOK_EVERY == 0 &&
            is_decided(&k->walker->tree, (uint64_t)(rate * (k->until - now))))
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

/* The answer that most playouts gave; of equal ones the one that did better. */
static unsigned best_answer(Search *x, const Answers *a) {
    uint64_t most = 0, all = 0;
    double most_sum = 0;
    unsigned best = 0;
    for (unsigned i = 0; i < a->n; i++) {
        uint64_t visits = 0;
        double sum = 0;
        for (unsigned t = 0; t < x->budget.threads; t++) {
            const Tree *tree = &x->walker[t].tree;
            const uint32_t node = tree_find(tree, 0, a->key[i]);
            if (!node) continue;
            visits += tree->node[node].visits;
            sum += tree->node[node].sum;
        }
        all += visits;
        if (visits < most || (visits == most && sum <= most_sum)) continue;
        most = visits;
        most_sum = sum;
        best = i;
    }
    x->advice = (Advice){.option = a->option[best],
                         .share = all ? (double)most / (double)all : 0,
                         .chance = most ? most_sum / (double)most : 0,
                         .playouts = all};
    return best;
}

/* The trees of the last decision fit if its answer is all that has been answered since. */
static void take_up(Search *x, const Run *game) {
    if (x->game != game->g) {
        estimate_open(&x->estimate, game->g);
        x->game = game->g;
        x->keeps_on = false;
    }
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
        return a.option[0];
    }
    for (unsigned i = 0; i < x->budget.threads; i++) walker_fade(&x->walker[i]);
    think_all(x, game);
    const unsigned best = best_answer(x, &a);
    follow(x, a.key[best]);
    return a.option[best];
}
