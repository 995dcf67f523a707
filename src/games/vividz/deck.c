/* 401: deck validation. Checks run in the order of the clauses. */
#include "games/vividz/deck.h"

enum { MISSIONS = 3, LEAST = 50, MOST = 70, COPIES = 4 };

static bool same_name(const Run *r, DefId a, DefId b) {
    return a == b || !strcmp(pack_name(r->pack, a), pack_name(r->pack, b));
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

/* Reports names with too many copies. */
static void check_names(const Run *r, const DefId *list, unsigned n, unsigned most, Clause clause,
                        Faults *f) {
    for (unsigned i = 0; i < n; i++) {
        bool first;
        unsigned all = copies(r, list, n, i, &first);
        if (first && all > most) deck_fault(f, clause, list[i], all, most);
    }
}

/* Reports cards of a pile that are of none of the kinds, each once. */
static void check_kinds(const Run *r, const DefId *list, unsigned n, unsigned kinds, Clause clause,
                        Faults *f) {
    for (unsigned i = 0; i < n; i++) {
        unsigned all = 0, earlier = 0;
        if (r->pack->def[list[i]].kinds & kinds) continue;
        for (unsigned j = 0; j < n; j++) {
            all += list[j] == list[i];
            earlier += j < i && list[j] == list[i];
        }
        if (!earlier) deck_fault(f, clause, list[i], all, 0);
    }
}

/* ---- 401.5c ----
 * Traits of a card are its mission information, a letter or the star, and its 特徴. */

static bool has_trait(const CardDef *d, TermId t) {
    for (unsigned i = 0; i < d->ntrait; i++)
        if (d->trait[i] == t) return true;
    return false;
}

/* Is the term a mission information: a single letter, or the star? */
static bool is_letter(const Run *r, TermId t) {
    const char *s = pack_term(r->pack, t);
    return (s[0] && !s[1]) || !strcmp(s, "☆");
}

static bool is_star(const Run *r, const CardDef *d) {
    for (unsigned i = 0; i < d->ntrait; i++)
        if (!strcmp(pack_term(r->pack, d->trait[i]), "☆")) return true;
    return false;
}

/* Have the cards a trait of that sort in common, or neither one of it? */
static bool agree(const Run *r, const CardDef *a, const CardDef *b, bool letters) {
    bool any = false;
    for (unsigned i = 0; i < a->ntrait; i++) {
        if (is_letter(r, a->trait[i]) != letters) continue;
        if (has_trait(b, a->trait[i])) return true;
        any = true;
    }
    for (unsigned i = 0; i < b->ntrait; i++) any |= is_letter(r, b->trait[i]) == letters;
    return !any;
}

/* Does the card agree with the mission in all three parameters (rulings.md)? */
static bool matches(const Run *r, DefId card, DefId mission) {
    const CardDef *a = &r->pack->def[card], *b = &r->pack->def[mission];
    return agree(r, a, b, true) && agree(r, a, b, false) && a->title == b->title;
}

static void check_matches(const Run *r, const DeckLists *d, Faults *f) {
    const DefId *main = d->pile[PILE_MAIN];
    const unsigned n = d->n[PILE_MAIN];
    for (unsigned i = 0; i < n; i++) {
        bool fits = is_star(r, &r->pack->def[main[i]]);
        unsigned all = 0, earlier = 0;
        for (unsigned j = 0; j < d->n[VPILE_MISSIONS]; j++)
            fits |= matches(r, main[i], d->pile[VPILE_MISSIONS][j]);
        for (unsigned j = 0; j < n; j++) {
            all += main[j] == main[i];
            earlier += j < i && main[j] == main[i];
        }
        if (!fits && !earlier) deck_fault(f, VZ_401_5c, main[i], all, 0);
    }
}

unsigned vividz_deck_check(const Run *r, const DeckLists *d, DeckFault *out, unsigned max) {
    Faults f = {out, 0, max};
    const unsigned n = d->n[PILE_MAIN];
    RULE(VZ_401_1);
    RULE(VZ_401_2);
    RULE(VZ_401_3);
    if (d->n[VPILE_ACCOUNT] != 1) deck_fault(&f, VZ_401_3, NONE, d->n[VPILE_ACCOUNT], 1);
    check_kinds(r, d->pile[VPILE_ACCOUNT], d->n[VPILE_ACCOUNT], 1u << VK_AC, VZ_401_3, &f);
    RULE(VZ_401_4);
    if (d->n[VPILE_MISSIONS] != MISSIONS)
        deck_fault(&f, VZ_401_4, NONE, d->n[VPILE_MISSIONS], MISSIONS);
    check_kinds(r, d->pile[VPILE_MISSIONS], d->n[VPILE_MISSIONS], 1u << VK_MI, VZ_401_4, &f);
    RULE(VZ_401_4a);
    check_names(r, d->pile[VPILE_MISSIONS], d->n[VPILE_MISSIONS], 1, VZ_401_4a, &f);
    RULE(VZ_401_5);
    check_kinds(r, d->pile[PILE_MAIN], n, 1u << VK_CH | 1u << VK_EV, VZ_401_5, &f);
    RULE(VZ_401_5a);
    if (n < LEAST) deck_fault(&f, VZ_401_5a, NONE, n, LEAST);
    if (n > MOST) deck_fault(&f, VZ_401_5a, NONE, n, MOST);
    RULE(VZ_401_5b);
    RULE(VZ_301_2);
    check_names(r, d->pile[PILE_MAIN], n, COPIES, VZ_401_5b, &f);
    RULE(VZ_401_5c);
    RULE(VZ_306_1);
    RULE(VZ_307_1);
    RULE(VZ_308_1);
    check_matches(r, d, &f);
    return f.n;
}
