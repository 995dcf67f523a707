/* The options as they stand on the screen: equal cards are one line with a number. The engine's
 * options stay as they are; only what is shown and typed goes by lines. */
#include "tui/table.h"

/* An effect is on the card, or an ability has it in hand. */
static bool is_meant(const State *s, CardId c) {
    for (unsigned i = 0; i < s->neffects; i++)
        if (s->effect[i].target.card == c || s->effect[i].memory.card == c) return true;
    for (unsigned i = 0; i < s->nwaiting; i++) {
        const Waiting *w = &s->waiting[i];
        if (w->source.card == c || w->subject.card == c || w->object.card == c) return true;
    }
    return false;
}

static bool same_history(const Card *a, const Card *b) {
    return a->known == b->known && a->used == b->used && a->tie == b->tie &&
           a->beaten_by == b->beaten_by && a->hit_by == b->hit_by && a->put_by == b->put_by &&
           a->attacks == b->attacks && a->fired == b->fired && a->latched == b->latched &&
           a->lost == b->lost;
}

static bool same_look(const FudaSeen *a, const FudaSeen *b) {
    return a->def && a->def == b->def && a->player == b->player && a->zone == b->zone &&
           a->flags == b->flags && a->kinds == b->kinds && a->atk == b->atk &&
           a->def_now == b->def_now && a->third == b->third && a->cost == b->cost &&
           a->damage == b->damage && a->tie == b->tie;
}

/* In an ordered zone the place tells cards apart, unless they are neighbours or the whole zone is
 * open to the viewer: so it is while it is searched, and then it is shuffled. */
static bool place_is_nothing(const Table *t, const FudaSeen *a, const FudaSeen *b) {
    unsigned zf = t->run.g->zones[a->zone].flags;
    if (zf & (ZONE_SEATED | ZONE_FIELD | ZONE_TIED)) return false;
    if (!(zf & ZONE_ORDERED) || a->index + 1 == b->index) return true;
    for (unsigned i = 0; i < t->view.ncards; i++) {
        const FudaSeen *x = &t->view.cards[i];
        if (x->player == a->player && x->zone == a->zone && !x->def) return false;
    }
    return true;
}

static bool same_option(const Table *t, const Option *a, const Option *b) {
    const State *s = t->run.s;
    if (a->kind != b->kind || a->a != b->a || a->b != b->b || a->c != b->c) return false;
    if (!a->card || !b->card) return false;
    int i = table_seen(t, a->card), j = table_seen(t, b->card);
    if (i < 0 || j < 0 || !same_look(&t->view.cards[i], &t->view.cards[j])) return false;
    if (!place_is_nothing(t, &t->view.cards[i], &t->view.cards[j])) return false;
    return same_history(card_of(s, a->card), card_of(s, b->card)) && !is_meant(s, a->card) &&
           !is_meant(s, b->card);
}

/* Lines of the table's own: in a payment first, in a round last. */
static unsigned more_line(const Table *t) {
    const State *s = t->run.s;
    if (s->ask.n < 2 || s->ask.n == MAX_OPTIONS) return MORE_NONE;
    if (t->mat->pay_any.en && s->ask.clause == t->mat->pay_clause) return MORE_PAY;
    bool main = s->point == t->mat->round_main && table_one_side(t, s->turn_player, s->ask.player);
    if (t->mat->pass_on.en && s->ask.kind == t->mat->round_ask && !s->nstack && !main)
        return MORE_PASS;
    return MORE_NONE;
}

void table_lines(Table *t) {
    const State *s = t->run.s;
    unsigned more = more_line(t), first = more == MORE_PAY;
    t->nlines = 0;
    if (first) t->line[t->nlines++] = (Line){.more = MORE_PAY};
    for (unsigned i = 0; i < s->ask.n; i++) {
        unsigned k = first;
        while (k < t->nlines && !same_option(t, &s->option[t->line[k].last], &s->option[i])) k++;
        if (k == t->nlines) t->line[t->nlines++] = (Line){.first = (uint8_t)i};
        t->line[k].last = (uint8_t)i;
        t->line[k].n++;
        t->line_of[i] = (uint8_t)k;
    }
    if (more == MORE_PASS) t->line[t->nlines++] = (Line){.more = MORE_PASS};
}
