/* 402: deck validation for the two formats. Checks run in the order of the clauses. */
#include "games/ninja/deck.h"

enum { COPIES = 4, UKEMI = 16, CONSTRUCTED_CARDS = 50, SEALED_CARDS = 40 };

/* Do the cards have the same name and epithet? */
static bool same_name(const Run *r, DefId a, DefId b) {
    const CardDef *x = &r->pack->def[a], *y = &r->pack->def[b];
    if (a == b) return true;
    return x->epithet == y->epithet && !strcmp(pack_name(r->pack, a), pack_name(r->pack, b));
}

/* Counts the cards with the same name as list[at]; *first: list[at] is the first of them. */
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

/* The number of cards with an ukemi box. */
static unsigned count_ukemi(const Run *r, const DeckLists *d) {
    unsigned n = 0;
    for (unsigned i = 0; i < d->n[PILE_MAIN]; i++) n += r->pack->def[d->pile[PILE_MAIN][i]].box;
    return n;
}

/* 402.4: constructed: exactly 50 cards, at most 4 copies, at most 16 ukemi. */
static void check_constructed(const Run *r, const DeckLists *d, Faults *f) {
    bool first;
    RULE(NS_402_4a);
    if (d->n[PILE_MAIN] != CONSTRUCTED_CARDS)
        deck_fault(f, NS_402_4a, NONE, d->n[PILE_MAIN], CONSTRUCTED_CARDS);
    RULE(NS_402_4b);
    for (unsigned i = 0; i < d->n[PILE_MAIN]; i++) {
        unsigned n = copies(r, d->pile[PILE_MAIN], d->n[PILE_MAIN], i, &first);
        if (first && n > COPIES) deck_fault(f, NS_402_4b, d->pile[PILE_MAIN][i], n, COPIES);
    }
    RULE(NS_402_4c);
    unsigned ukemi = count_ukemi(r, d);
    if (ukemi > UKEMI) deck_fault(f, NS_402_4c, NONE, ukemi, UKEMI);
}

static unsigned count(const DefId *list, unsigned n, DefId d) {
    unsigned found = 0;
    for (unsigned i = 0; i < n; i++) found += list[i] == d;
    return found;
}

/* 402.3a: the deck contains exactly the cards that were opened. */
static void check_opened(const DeckLists *d, Faults *f) {
    if (d->npool != SEALED_CARDS) deck_fault(f, NS_402_3a, NONE, d->npool, SEALED_CARDS);
    for (unsigned i = 0; i < d->n[PILE_MAIN]; i++) {
        if (count(d->pile[PILE_MAIN], i, d->pile[PILE_MAIN][i])) continue;
        unsigned have = count(d->pile[PILE_MAIN], d->n[PILE_MAIN], d->pile[PILE_MAIN][i]),
                 opened = count(d->pool, d->npool, d->pile[PILE_MAIN][i]);
        if (have > opened) deck_fault(f, NS_402_3a, d->pile[PILE_MAIN][i], have, opened);
    }
}

/* 402.3: sealed: exactly the 40 opened cards, without limits on copies and ukemi. */
static void check_sealed(const Run *r, const DeckLists *d, Faults *f) {
    bool first;
    RULE(NS_402_3a);
    if (d->n[PILE_MAIN] != SEALED_CARDS)
        deck_fault(f, NS_402_3a, NONE, d->n[PILE_MAIN], SEALED_CARDS);
    if (d->pool) check_opened(d, f);
    for (unsigned i = 0; i < d->n[PILE_MAIN]; i++)
        if (copies(r, d->pile[PILE_MAIN], d->n[PILE_MAIN], i, &first) > COPIES) RULE(NS_402_3b);
    if (count_ukemi(r, d) > UKEMI) RULE(NS_402_3c);
}

unsigned ninja_deck_check(const Run *r, const DeckLists *d, DeckFault *out, unsigned max) {
    Faults f = {out, 0, max};
    RULE(NS_402_1); /* every kind of card is allowed in a deck */
    RULE(NS_402_2);
    (d->format == NFORMAT_SEALED ? check_sealed : check_constructed)(r, d, &f);
    return f.n;
}
