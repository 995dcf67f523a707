/* 6.1: the main deck, the gate deck, a my logicalist and the relic deck. */
#include "games/luck/deck.h"

enum { MAIN = 50, COPIES = 4, PARADOXES = 8, GATES = 10, SAME_GATE = 2, RELICS = 4 };

static bool is_kind(const Run *r, DefId d, unsigned kind) {
    return r->pack->def[d].kinds >> kind & 1;
}

/* Cards of the pile with the same name as the one at 'at'; 0 if an earlier one has it, too. */
static unsigned copies(const Run *r, const DeckLists *d, unsigned pile, unsigned at) {
    const DefId *list = d->pile[pile];
    unsigned n = 0;
    for (unsigned i = 0; i < d->n[pile]; i++) {
        if (strcmp(pack_name(r->pack, list[i]), pack_name(r->pack, list[at]))) continue;
        if (i < at) return 0;
        n++;
    }
    return n;
}

/* 6.1.1.1 */
static void check_main(const Run *r, const DeckLists *d, Faults *f) {
    unsigned paradoxes = 0;
    RULE(LL_6_1_1_1_1);
    if (d->n[LPILE_MAIN] != MAIN) deck_fault(f, LL_6_1_1_1_1, NONE, d->n[LPILE_MAIN], MAIN);
    RULE(LL_6_1_1_1_2);
    RULE(LL_6_1_1_1_2_1);
    for (unsigned i = 0; i < d->n[LPILE_MAIN]; i++) {
        const DefId c = d->pile[LPILE_MAIN][i];
        const unsigned n = copies(r, d, LPILE_MAIN, i);
        if (n > COPIES) deck_fault(f, LL_6_1_1_1_2, c, n, COPIES);
        paradoxes += is_kind(r, c, LK_PARADOX);
        RULE(LL_6_1_1_1_4);
        if (is_kind(r, c, LK_GATE) || is_kind(r, c, LK_MY)) deck_fault(f, LL_6_1_1_1_4, c, 1, 0);
    }
    RULE(LL_6_1_1_1_3);
    if (paradoxes != PARADOXES) deck_fault(f, LL_6_1_1_1_3, NONE, paradoxes, PARADOXES);
}

/* 6.1.1.2 */
static void check_gates(const Run *r, const DeckLists *d, Faults *f) {
    const DefId *list = d->pile[LPILE_GATES];
    RULE(LL_6_1_1_2_1);
    if (d->n[LPILE_GATES] != GATES) deck_fault(f, LL_6_1_1_2_1, NONE, d->n[LPILE_GATES], GATES);
    for (unsigned i = 0; i < d->n[LPILE_GATES]; i++) {
        unsigned n = 0;
        bool earlier = false;
        RULE(LL_6_1_1_2_3);
        if (!is_kind(r, list[i], LK_GATE)) {
            deck_fault(f, LL_6_1_1_2_3, list[i], 1, 0);
            continue;
        }
        for (unsigned j = 0; j < d->n[LPILE_GATES]; j++) {
            if (r->pack->def[list[j]].more[LM_GATE] != r->pack->def[list[i]].more[LM_GATE])
                continue;
            earlier |= j < i;
            n++;
        }
        RULE(LL_6_1_1_2_2);
        if (n > SAME_GATE && !earlier) deck_fault(f, LL_6_1_1_2_2, list[i], n, SAME_GATE);
    }
}

static bool has_skill(const Run *r, DefId d) {
    return r->pack->def[d].keywords >> LW_RELICSKILL & 1;
}

unsigned luck_deck_check(const Run *r, const DeckLists *d, DeckFault *out, unsigned max) {
    Faults f = {out, 0, max};
    check_main(r, d, &f);
    check_gates(r, d, &f);
    RULE(LL_6_1_1_3_1);
    if (d->n[LPILE_MY] > 1) deck_fault(&f, LL_6_1_1_3_1, NONE, d->n[LPILE_MY], 1);
    for (unsigned i = 0; i < d->n[LPILE_MY]; i++)
        if (!is_kind(r, d->pile[LPILE_MY][i], LK_MY))
            deck_fault(&f, LL_6_1_1_3_1, d->pile[LPILE_MY][i], 1, 0);
    RULE(LL_6_1_1_4_1);
    if (d->n[LPILE_RELICS] > RELICS) deck_fault(&f, LL_6_1_1_4_1, NONE, d->n[LPILE_RELICS], RELICS);
    for (unsigned i = 0; i < d->n[LPILE_RELICS]; i++) {
        RULE(LL_6_1_1_4_2);
        if (!has_skill(r, d->pile[LPILE_RELICS][i]))
            deck_fault(&f, LL_6_1_1_4_2, d->pile[LPILE_RELICS][i], 1, 0);
        if (copies(r, d, LPILE_RELICS, i) > 1) RULE(LL_6_1_1_4_3);
    }
    return f.n;
}
