/* 5-1: the leader deck and the main deck. Checks run in the order of the clauses. A definition in
 * the pack is one card number: equal cards are merged (2-10-2). */
#include "games/granblue/deck.h"
#include "vm/vm.h"

enum { COPIES = 4, ANY_NUMBER = 0xFFFF };

static bool is_kind(const Run *r, DefId d, unsigned kind) {
    return r->pack->def[d].kinds >> kind & 1;
}

/* How many copies are allowed: 4, or what a text of the card says (5-1-3-3). The body of such a
 * text is OP_NUM and the limit; any other body means no limit. */
static unsigned limit_of(const Run *r, DefId d) {
    const CardDef *def = &r->pack->def[d];
    for (unsigned i = 0; i < def->nabil; i++) {
        const AbilityDef *a = &r->pack->abil[def->abil + i];
        if (a->kind != ABIL_DECK) continue;
        RULE(GB_5_1_3_3);
        run_used(r, NONE, (AbilId)(def->abil + i));
        const Code *body = a->body ? r->pack->code + a->body : NULL;
        return body && body[0] == OP_NUM ? body[1] : ANY_NUMBER;
    }
    return COPIES;
}

/* Reports one fault for each card number with too many copies. */
static void check_copies(const Run *r, const DefId *list, unsigned n, Clause clause, Faults *f) {
    for (unsigned i = 0; i < n; i++) {
        unsigned earlier = 0, all = 0, limit = limit_of(r, list[i]);
        for (unsigned j = 0; j < n; j++) {
            all += list[j] == list[i];
            earlier += j < i && list[j] == list[i];
        }
        if (!earlier && all > limit) deck_fault(f, clause, list[i], all, limit);
    }
}

/* 2-1-1-3-1: the last part of a leader's name in round brackets, of either width. */
static const char *sex_of(const Run *r, DefId d) {
    const char *at = NULL;
    for (const char *s = pack_name(r->pack, d); *s; s++)
        if (*s == '(' || !strncmp(s, "（", 3)) at = s + (*s == '(' ? 1 : 3);
    return at ? at : "";
}

static bool same_sex(const char *a, const char *b) {
    while (*a && *a == *b && *a != ')') a++, b++;
    bool over = !*a || *a == ')' || !strncmp(a, "）", 3);
    return over && (!*b || *b == ')' || !strncmp(b, "）", 3));
}

static void check_leaders(const Run *r, const DefId *list, unsigned n, Faults *f) {
    unsigned others = 0, zero = 0;
    for (unsigned i = 0; i < n; i++) {
        if (!is_kind(r, list[i], GK_LE)) deck_fault(f, GB_5_1_2, list[i], 1, 0);
        others += !same_sex(sex_of(r, list[0]), sex_of(r, list[i]));
        zero += is_kind(r, list[i], GK_LE) && r->pack->def[list[i]].num.cost == 0;
    }
    RULE(GB_5_1_2_2);
    RULE(GB_2_1_1_3_1);
    if (others) deck_fault(f, GB_5_1_2_2, NONE, others, 0);
    RULE(GB_5_1_2_3);
    if (!zero) deck_fault(f, GB_5_1_2_3, NONE, 0, 1);
}

unsigned granblue_deck_check(const Run *r, const DeckLists *d, DeckFault *out, unsigned max) {
    Faults f = {out, 0, max};
    unsigned stones = 0;
    RULE(GB_5_1_1);
    RULE(GB_5_1_2);
    if (d->n[GPILE_LEADERS] > 5) deck_fault(&f, GB_5_1_2, NONE, d->n[GPILE_LEADERS], 5);
    RULE(GB_5_1_2_1);
    RULE(GB_2_10_3);
    check_copies(r, d->pile[GPILE_LEADERS], d->n[GPILE_LEADERS], GB_5_1_2_1, &f);
    check_leaders(r, d->pile[GPILE_LEADERS], d->n[GPILE_LEADERS], &f);
    RULE(GB_5_1_3);
    if (d->n[PILE_MAIN] != 50) deck_fault(&f, GB_5_1_3, NONE, d->n[PILE_MAIN], 50);
    for (unsigned i = 0; i < d->n[PILE_MAIN]; i++) {
        stones += is_kind(r, d->pile[PILE_MAIN][i], GK_ST);
        if (is_kind(r, d->pile[PILE_MAIN][i], GK_LE))
            deck_fault(&f, GB_5_1_1, d->pile[PILE_MAIN][i], 1, 0);
    }
    RULE(GB_5_1_3_1);
    check_copies(r, d->pile[PILE_MAIN], d->n[PILE_MAIN], GB_5_1_3_1, &f);
    RULE(GB_5_1_3_2);
    if (stones > 8) deck_fault(&f, GB_5_1_3_2, NONE, stones, 8);
    return f.n;
}
