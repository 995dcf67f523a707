/* 402: decks of the two formats. The checks stand in the order of the clauses. */
#include "games/ninja/deck.h"

enum { COPIES = 4, UKEMI = 16, CONSTRUCTED_CARDS = 50, SEALED_CARDS = 40 };

static bool same_name(const Run *r, DefId a, DefId b) {
    const CardDef *x = &r->pack->def[a], *y = &r->pack->def[b];
    if (a == b) return true;
    return x->epithet == y->epithet && !strcmp(pack_name(r->pack, a), pack_name(r->pack, b));
}

/* How many cards of the list have its name and epithet, *first: it is the first of them. */
static unsigned copies(const Run *r, const DefId *list, unsigned n, unsigned at, bool *first) {
    unsigned all = 0;
    *first = true;
    for (unsigned i = 0; i < n; i++) {
        if (!same_name(r, list[i], list[at])) continue;
        if (i < at) *first = false;
        all++;
    }
    return all;
}

static unsigned with_ukemi(const Run *r, const DeckLists *d) {
    unsigned n = 0;
    for (unsigned i = 0; i < d->nmain; i++) n += r->pack->def[d->main[i]].box;
    return n;
}

/* 402.4 */
static void check_constructed(const Run *r, const DeckLists *d, Faults *f) {
    bool first;
    RULE(NS_402_4a);
    if (d->nmain != CONSTRUCTED_CARDS) deck_fault(f, NS_402_4a, NONE, d->nmain, CONSTRUCTED_CARDS);
    RULE(NS_402_4b);
    for (unsigned i = 0; i < d->nmain; i++) {
        unsigned n = copies(r, d->main, d->nmain, i, &first);
        if (first && n > COPIES) deck_fault(f, NS_402_4b, d->main[i], n, COPIES);
    }
    RULE(NS_402_4c);
    unsigned ukemi = with_ukemi(r, d);
    if (ukemi > UKEMI) deck_fault(f, NS_402_4c, NONE, ukemi, UKEMI);
}

static unsigned count(const DefId *list, unsigned n, DefId d) {
    unsigned found = 0;
    for (unsigned i = 0; i < n; i++) found += list[i] == d;
    return found;
}

/* 402.3a: nothing but what was opened, and all of it. */
static void check_opened(const DeckLists *d, Faults *f) {
    if (d->npool != SEALED_CARDS) deck_fault(f, NS_402_3a, NONE, d->npool, SEALED_CARDS);
    for (unsigned i = 0; i < d->nmain; i++) {
        if (count(d->main, i, d->main[i])) continue;
        unsigned have = count(d->main, d->nmain, d->main[i]),
                 opened = count(d->pool, d->npool, d->main[i]);
        if (have > opened) deck_fault(f, NS_402_3a, d->main[i], have, opened);
    }
}

/* 402.3 */
static void check_sealed(const Run *r, const DeckLists *d, Faults *f) {
    bool first;
    RULE(NS_402_3a);
    if (d->nmain != SEALED_CARDS) deck_fault(f, NS_402_3a, NONE, d->nmain, SEALED_CARDS);
    if (d->pool) check_opened(d, f);
    for (unsigned i = 0; i < d->nmain; i++)
        if (copies(r, d->main, d->nmain, i, &first) > COPIES) RULE(NS_402_3b);
    if (with_ukemi(r, d) > UKEMI) RULE(NS_402_3c);
}

unsigned ninja_deck_check(const Run *r, const DeckLists *d, DeckFault *out, unsigned max) {
    Faults f = {out, 0, max};
    RULE(NS_402_1); /* a card is of no other kind */
    RULE(NS_402_2);
    (d->format == NFORMAT_SEALED ? check_sealed : check_constructed)(r, d, &f);
    return f.n;
}
