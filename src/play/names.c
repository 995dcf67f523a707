/* The names of computer players. */
#include "play/search.h"
#include <stdio.h>
#include <stdlib.h>

const char *const chooser_names[] = {"random", "first", "greedy", "search:300ms", NULL};

static const char search_prefix[] = "search:";

/* The budget behind "search:". False: it is no name of a search. */
static bool search_budget(const char *name, Budget *b) {
    const size_t n = sizeof search_prefix - 1;
    return !strncmp(name, search_prefix, n) && budget_read(b, name + n);
}

bool chooser_known(const char *name) {
    Budget b;
    return !strcmp(name, "random") || !strcmp(name, "first") || !strcmp(name, "greedy") ||
           search_budget(name, &b);
}

void chooser_explain(const char *name, char *out, size_t size) {
    if (strncmp(name, "search", 6) != 0)
        snprintf(out, size, "use random, first, greedy, search:300ms or search:2000");
    else
        snprintf(out, size,
                 "a search needs a time or a number of playouts for each decision, as in "
                 "search:300ms, search:2s or search:2000, and then the threads if it is to have "
                 "several, as in search:2000x4");
}

bool chooser_open(Chooser *c, const char *name) {
    Budget budget;
    memset(c, 0, sizeof *c);
    if (!strcmp(name, "random")) {
        *c = (Chooser){.name = "random", .choose = random_choose};
        return true;
    }
    if (!strcmp(name, "first")) {
        *c = (Chooser){.name = "first", .choose = first_choose};
        return true;
    }
    if (search_budget(name, &budget)) {
        c->search = search_open(budget);
        c->choose = search_choose;
        c->name = "search";
        return c->search != NULL;
    }
    if (strcmp(name, "greedy") != 0) return false;
    *c = (Chooser){.name = "greedy", .choose = greedy_choose};
    c->sample = calloc(3, sizeof(State));
    if (!c->sample) return false;
    c->trial = c->sample + 1;
    c->scratch = c->sample + 2;
    return true;
}

void chooser_seed(Chooser *c, uint64_t seed) {
    c->rng.x = seed;
    if (c->search) search_forget(c->search);
}

void chooser_close(Chooser *c) {
    search_close(c->search);
    free(c->sample);
    memset(c, 0, sizeof *c);
}
