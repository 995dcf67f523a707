/* What was entered and waits to be carried out, in words and on the board. All of it lies open:
 * what was entered was declared, also where its card has gone since. */
#include "tui/pen.h"
#include <stdio.h>

static const char *name_of(const Table *t, CardId c) {
    return pack_name(t->run.pack, card_of(t->run.s, c)->def);
}

/* The thing alone. */
static void put_thing(const Table *t, const Stacked *x, Text *out) {
    if (x->sort == STACK_CHECKS)
        text_add(out, say(t->lang, t->mat->checks), x->count);
    else if (x->sort == STACK_ABILITY)
        text_add(out, say(t->lang, W("ability of %s", "%sの能力")), name_of(t, x->source.card));
    else
        text_put(out, name_of(t, x->source.card));
}

void tell_thing(Table *t, const Stacked *x, PlayerId viewer, Text *out) {
    if (!x) return;
    put_thing(t, x, out);
    text_add(out, t->lang == LANG_JA ? "（%s）" : " (%s)", tell_player(t, x->master, viewer));
}

static void put_target(Table *t, const Target *x, Text *out) {
    const Stacked *row;
    switch (x->kind) {
    case TARGET_PLAYER: text_put(out, tell_player(t, (PlayerId)(x->ref.card - 1), t->me)); break;
    case TARGET_STACKED:
        if ((row = stack_row(t->run.s, x->ref.card))) put_thing(t, row, out);
        break;
    default: tell_card(t, x->ref.card, t->me, out);
    }
    if (x->share) text_add(out, " %u", x->share);
}

void tell_waiting(Table *t, const Stacked *x, Text *out) {
    const State *s = t->run.s;
    text_add(out, t->lang == LANG_JA ? "%s：" : "%s: ", tell_player(t, x->master, t->me));
    put_thing(t, x, out);
    if (x->flags & STACKED_ENTERING)
        text_put(out, say(t->lang, W(" (being entered)", "（エントリー中）")));
    for (unsigned i = 0; i < x->n; i++) {
        text_put(out, i ? ", " : " -> ");
        put_target(t, &s->target[x->first + i], out);
    }
    if (x->sort == STACK_CHECKS || !x->abil || !*tell_ability(t, x->abil)) return;
    text_put(out, t->lang == LANG_JA ? "：" : ": ");
    tell_effect(t, x->abil, false, out);
}

/* Topmost first; where they do not fit, the last line counts the rest. */
unsigned draw_space(Screen *s, Table *t, unsigned row, unsigned cols, unsigned max) {
    const State *state = t->run.s;
    unsigned n = state->nstack, rows = n < max ? n : max;
    if (!t->mat->space || !n) return 0;
    for (unsigned i = 0; i < rows; i++) {
        Pen p = {s, row + i, 0, cols};
        Text line = {0};
        const char *label = t->run.g->zones[t->mat->space].name;
        if (!i) pen_text(&p, ST_LABEL, "%s ", label);
        p.col = text_width(label) + 1;
        if (i + 1 == rows && n > rows) {
            pen_text(&p, ST_NEW, say(t->lang, W(".. and %u more", "..ほか%u")), n - i);
            continue;
        }
        pen_text(&p, ST_KEY, "%u ", i + 1);
        tell_waiting(t, &state->stack[n - 1 - i], &line);
        pen_put(&p, i ? ST_PLAIN : ST_HEAD, text_of(&line));
        text_release(&line);
    }
    return rows;
}
