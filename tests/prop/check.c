/* Property: the invariants of src/sim/check.c hold in every game. */
#include "prop.h"

static bool checked(Trial *t) {
    Violation v = {0};
    SimResult result;
    Checker *c = checker_new(t->config);
    if (!c) abort();
    bool good = check_game(c, &t->setup, t->seat.chooser, &result, &v);
    if (!good) fails(t, "game %" PRIu64 ", decision %u: %s", t->game, v.decision + 1, v.what);
    checker_free(c);
    return good;
}

PROP_MAIN("check", checked, SLOW ? 100 : 800)
