/* Groups the engine's options into the lines shown to the player: cards that are interchangeable
 * for the player share one line with a count. The engine's option list is not changed. */
#include "tui/table.h"
#include "play/words.h"

/* Does an effect or a waiting ability refer to this very card? */
static bool is_referenced(const State *s, CardId c) {
    for (unsigned i = 0; i < s->neffects; i++)
        if (s->effect[i].target.card == c || s->effect[i].memory.card == c) return true;
    for (unsigned i = 0; i < s->nwaiting; i++) {
        const Waiting *w = &s->waiting[i];
        if (w->source.card == c || w->subject.card == c || w->object.card == c) return true;
    }
    return false;
}

/* Facts about a card that are not visible in the view but can matter later. */
static bool same_history(const Card *a, const Card *b) {
    return a->known == b->known && a->used == b->used && a->tie == b->tie &&
           a->beaten_by == b->beaten_by && a->hit_by == b->hit_by && a->put_by == b->put_by &&
           a->attacks == b->attacks && a->fired == b->fired && a->latched == b->latched &&
           a->done == b->done && a->lost == b->lost;
}

/* Equal as far as the view shows. */
static bool same_look(const FudaSeen *a, const FudaSeen *b) {
    return a->def && a->def == b->def && a->player == b->player && a->zone == b->zone &&
           a->flags == b->flags && a->kinds == b->kinds && a->atk == b->atk &&
           a->def_now == b->def_now && a->third == b->third && a->cost == b->cost &&
           a->damage == b->damage && a->tie == b->tie;
}

/* In an ordered zone, position distinguishes cards unless they are adjacent or the viewer sees the
 * whole zone. The latter happens only during a search, which ends in a shuffle. */
static bool order_is_irrelevant(const Table *t, const FudaSeen *a, const FudaSeen *b) {
    unsigned zf = t->run.g->zones[a->zone].flags;
    if (zf & (ZONE_SEATED | ZONE_FIELD | ZONE_TIED)) return false;
    if (!(zf & ZONE_ORDERED) || a->index + 1 == b->index) return true;
    for (unsigned i = 0; i < t->view.ncards; i++) {
        const FudaSeen *x = &t->view.cards[i];
        if (x->player == a->player && x->zone == a->zone && !x->def) return false;
    }
    return true;
}

/* Can the two options share a line? */
static bool same_option(const Table *t, const Option *a, const Option *b) {
    const State *s = t->run.s;
    if (a->kind != b->kind || a->a != b->a || a->b != b->b || a->c != b->c) return false;
    if (!a->card || !b->card) return false;
    int i = table_view_index(t, a->card), j = table_view_index(t, b->card);
    if (i < 0 || j < 0 || !same_look(&t->view.cards[i], &t->view.cards[j])) return false;
    if (!order_is_irrelevant(t, &t->view.cards[i], &t->view.cards[j])) return false;
    return same_history(card_of(s, a->card), card_of(s, b->card)) && !is_referenced(s, a->card) &&
           !is_referenced(s, b->card);
}

/* Which macro answer the question gets. MACRO_PAY goes first in the list, MACRO_PASS last. */
static unsigned macro_line(const Table *t) {
    const State *s = t->run.s;
    if (s->ask.n < 2 || s->ask.n == MAX_OPTIONS) return MACRO_NONE;
    if (t->mat->pay_any.en && ask_is_payment(&t->run)) return MACRO_PAY;
    bool main = s->point == t->mat->round_main && table_same_side(t, s->turn_player, s->ask.player);
    if (t->mat->pass_on.en && s->ask.kind == t->mat->round_ask && !s->nstack && !main)
        return MACRO_PASS;
    return MACRO_NONE;
}

/* Compares each option with the last one of every line; quadratic, but option lists are short. */
void table_group_options(Table *t) {
    const State *s = t->run.s;
    unsigned more = macro_line(t), first = more == MACRO_PAY;
    t->nlines = 0;
    if (first) t->line[t->nlines++] = (Line){.macro = MACRO_PAY};
    for (unsigned i = 0; i < s->ask.n; i++) {
        unsigned k = first;
        while (k < t->nlines && !same_option(t, &s->option[t->line[k].last], &s->option[i])) k++;
        if (k == t->nlines) t->line[t->nlines++] = (Line){.first = (uint8_t)i};
        t->line[k].last = (uint8_t)i;
        t->line[k].n++;
        t->line_of[i] = (uint8_t)k;
    }
    if (more == MACRO_PASS) t->line[t->nlines++] = (Line){.macro = MACRO_PASS};
}
