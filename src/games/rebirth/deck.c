/* Deck validation: 6.1 main deck and partners, 12.2.1 deer deck. Checks run in the order of the
 * clauses. */
#include "games/rebirth/deck.h"
#include "vm/vm.h"

static bool is_kind(const Run *r, DefId d, unsigned kind) {
    return r->pack->def[d].kinds >> kind & 1;
}

static bool same_name(const Run *r, DefId a, DefId b) {
    return a == b || !strcmp(pack_name(r->pack, a), pack_name(r->pack, b));
}

enum { COPIES = 4, ANY_NUMBER = 0xFFFF };

/* The maximum number of copies: 4 by 6.1.1.2 unless the card has an ability that says otherwise
 * (6.1.2). The body of such an ability is OP_NUM and the limit; any other body means no limit. */
static unsigned limit_of(const Run *r, DefId d) {
    const CardDef *def = &r->pack->def[d];
    for (unsigned i = 0; i < def->nabil; i++) {
        const AbilityDef *a = &r->pack->abil[def->abil + i];
        if (a->kind != ABIL_DECK) continue;
        RULE(RB_6_1_2);
        RULE(RB_6_1_2_1);
        run_used(r, NONE, (AbilId)(def->abil + i));
        const Code *body = a->body ? r->pack->code + a->body : NULL;
        return body && body[0] == OP_NUM ? body[1] : ANY_NUMBER;
    }
    return COPIES;
}

static unsigned count_kind(const Run *r, const DefId *list, unsigned n, unsigned kind) {
    unsigned found = 0;
    for (unsigned i = 0; i < n; i++) found += is_kind(r, list[i], kind);
    return found;
}

/* 6.1.1.2: reports one fault for each name with too many copies. Cards of the same name but with
 * different limits are counted separately. */
static void check_names(const Run *r, const DefId *main, unsigned n, Faults *f) {
    for (unsigned i = 0; i < n; i++) {
        unsigned limit = limit_of(r, main[i]), earlier = 0, all = 0;
        for (unsigned j = 0; j < n && !earlier; j++) {
            if (!same_name(r, main[i], main[j])) continue;
            if (main[j] != main[i] && limit_of(r, main[j]) != limit) continue;
            if (j < i) earlier++;
            all++;
        }
        if (!earlier && all > limit) deck_fault(f, RB_6_1_1_2, main[i], all, limit);
    }
}

/* Reports one fault for each card of a kind that the main deck must not contain. */
static void check_absent(const Run *r, const DefId *main, unsigned n, unsigned kind, Clause clause,
                         Faults *f) {
    for (unsigned i = 0; i < n; i++) {
        unsigned earlier = 0, all = 0;
        if (!is_kind(r, main[i], kind)) continue;
        for (unsigned j = 0; j < n; j++) {
            all += main[j] == main[i];
            earlier += j < i && main[j] == main[i];
        }
        if (!earlier) deck_fault(f, clause, main[i], all, 0);
    }
}

/* 6.1.1.5: exactly three cards, all partners. */
static void check_partners(const Run *r, const DefId *side, unsigned n, Faults *f) {
    unsigned partners = count_kind(r, side, n, RK_PA);
    if (partners != 3) deck_fault(f, RB_6_1_1_5, NONE, partners, 3);
    for (unsigned i = 0; i < n; i++)
        if (!is_kind(r, side[i], RK_PA)) deck_fault(f, RB_6_1_1_5, side[i], 1, 0);
}

/* 12.2.1.3: exactly one of each card on the printed list. */
static void check_deer(const Run *r, const DefId *extra, unsigned n, Faults *f) {
    static const char *const deer_names[] = {"シカ", "共鳴 シカ", "シカコレ シカ", "激動 シカ",
                                             "ツノださん"};
    enum { LISTED = sizeof deer_names / sizeof *deer_names };
    unsigned found[LISTED] = {0};
    for (unsigned i = 0; i < n; i++) {
        unsigned k = 0;
        while (k < LISTED && strcmp(deer_names[k], pack_name(r->pack, extra[i])) != 0) k++;
        if (k == LISTED || !is_kind(r, extra[i], RK_DEER))
            deck_fault(f, RB_12_2_1_3, extra[i], 1, 0);
        else if (++found[k] == 2)
            deck_fault(f, RB_12_2_1_3, extra[i], 2, 1);
    }
    for (unsigned k = 0; k < LISTED; k++)
        if (!found[k]) {
            deck_fault(f, RB_12_2_1_3, NONE, n, LISTED);
            break;
        }
}

/* The checks of 6.1 and 12.2.1, one after another; none depends on the outcome of another. */
unsigned rebirth_deck_check(const Run *r, const DeckLists *d, DeckFault *out, unsigned max) {
    Faults f = {out, 0, max};
    RULE(RB_6_1_1_1);
    if (d->n[PILE_MAIN] != 50) deck_fault(&f, RB_6_1_1_1, NONE, d->n[PILE_MAIN], 50);
    RULE(RB_6_1_1_2);
    check_names(r, d->pile[PILE_MAIN], d->n[PILE_MAIN], &f);
    RULE(RB_6_1_1_3);
    unsigned rebirths = count_kind(r, d->pile[PILE_MAIN], d->n[PILE_MAIN], RK_RE);
    if (rebirths > 8) deck_fault(&f, RB_6_1_1_3, NONE, rebirths, 8);
    RULE(RB_6_1_1_4);
    check_absent(r, d->pile[PILE_MAIN], d->n[PILE_MAIN], RK_PA, RB_6_1_1_4, &f);
    RULE(RB_6_1_1_5);
    check_partners(r, d->pile[RPILE_PARTNERS], d->n[RPILE_PARTNERS], &f);
    RULE(RB_12_2_1_2);
    check_absent(r, d->pile[PILE_MAIN], d->n[PILE_MAIN], RK_DEER, RB_12_2_1_2, &f);
    if (d->n[RPILE_DEER]) {
        RULE(RB_12_2_1_3);
        check_deer(r, d->pile[RPILE_DEER], d->n[RPILE_DEER], &f);
    }
    return f.n;
}
