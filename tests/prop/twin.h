/* Compares two runs that must be the same game under a renaming of cards and players. */
#pragma once
#include "prop.h"

/* Maps cards and players of the first run to those of the second. */
typedef struct Renaming {
    CardId card[CARD_IDS]; /* by card of the first run */
    PlayerId player[MAX_PLAYERS];
} Renaming;

static inline void renaming_identity(Renaming *m) {
    for (unsigned i = 0; i < CARD_IDS; i++) m->card[i] = (CardId)i;
    for (unsigned p = 0; p < MAX_PLAYERS; p++) m->player[p] = (PlayerId)p;
}

static inline Option rename_option(const Renaming *m, Option o) {
    o.card = m->card[o.card];
    if (o.kind == OPT_PLAYER) o.a = m->player[o.a];
    o.c = 0; /* ability numbers depend on the pack */
    return o;
}

/* Index in b of the option that corresponds to a's option i, or -1. */
static inline int find_option(const State *a, const State *b, const Renaming *m, unsigned i) {
    Option wanted = rename_option(m, a->option[i]);
    unsigned twin = 0; /* options that differ only in the ability are matched in order */
    for (unsigned j = 0; j < i; j++) {
        Option o = rename_option(m, a->option[j]);
        twin += !memcmp(&o, &wanted, sizeof o);
    }
    for (unsigned j = 0; j < b->ask.n; j++) {
        Option o = b->option[j];
        o.c = 0;
        if (!memcmp(&o, &wanted, sizeof o) && !twin--) return (int)j;
    }
    return -1;
}

/* Compares player, kind, limits, clause and options. */
static inline bool same_question(Trial *t, const State *a, const State *b, const Renaming *m,
                                 unsigned n) {
    const Decision *x = &a->ask, *y = &b->ask;
    if (m->player[x->player] != y->player)
        return fails(t, "game %" PRIu64 ", decision %u: another player is asked", t->game, n);
    if (x->kind != y->kind || x->min != y->min || x->max != y->max || x->clause != y->clause)
        return fails(
            t, "game %" PRIu64 ", decision %u: another question (%u and %u, clauses %s and %s)",
            t->game, n, x->kind, y->kind, clause_info[x->clause].id, clause_info[y->clause].id);
    if (x->n != y->n)
        return fails(t, "game %" PRIu64 ", decision %u (%s): %u and %u options", t->game, n,
                     clause_info[x->clause].id, x->n, y->n);
    for (unsigned i = 0; i < x->n; i++)
        if (find_option(a, b, m, i) < 0)
            return fails(t, "game %" PRIu64 ", decision %u (%s): option %u is not offered", t->game,
                         n, clause_info[x->clause].id, i);
    return true;
}

/* Compares results and the sizes of all zones. */
static inline bool same_end(Trial *t, const State *a, const State *b, const Renaming *m,
                            unsigned n) {
    if (a->result != b->result || a->turn != b->turn)
        return fails(t, "game %" PRIu64 " ends otherwise after %u decisions", t->game, n);
    for (PlayerId p = 0; p < a->nplayers; p++) {
        const Player *x = &a->player[p], *y = &b->player[m->player[p]];
        if (x->flags != y->flags) return fails(t, "game %" PRIu64 ": another player wins", t->game);
        if (memcmp(x->count, y->count, sizeof x->count))
            return fails(t, "game %" PRIu64 ": zones hold other numbers", t->game);
    }
    return true;
}

/* Plays both to the end with corresponding answers and compares every question. */
static inline bool same_game(Trial *t, Run *a, Run *b, const Renaming *m) {
    Chooser *who = t->seat.chooser;
    for (unsigned n = 0; n < SIM_MAX_DECISIONS; n++) {
        Status x = run_on(a), y = run_on(b);
        if (x != y)
            return fails(t, "game %" PRIu64 ": only one of both is over after %u decisions",
                         t->game, n);
        if (x == STATUS_OVER) return same_end(t, a->s, b->s, m, n);
        if (!same_question(t, a->s, b->s, m, n)) return false;
        unsigned i = who->choose(who, a);
        int j = find_option(a->s, b->s, m, i);
        run_answer(a, i);
        run_answer(b, (unsigned)j);
    }
    return fails(t, "game %" PRIu64 " does not end", t->game);
}
