/* Describes and draws the stack. Everything on it is public: it was declared, even if its card has
 * left since. */
#include "tui/pen.h"
#include <stdio.h>

static const char *name_of(const Table *t, CardId c) {
    return pack_name(t->run.pack, card_of(t->run.s, c)->def);
}

/* The item without its controller. */
static void put_thing(const Table *t, const Stacked *x, Text *out) {
    if (x->sort == STACK_CHECKS)
        text_add(out, say(t->lang, t->mat->checks), x->count);
    else if (x->sort == STACK_ABILITY)
        text_add(out, say(t->lang, W("ability of %s", "%sの能力")), name_of(t, x->source.card));
    else
        text_put(out, name_of(t, x->source.card));
}

void describe_stack_item(Table *t, const Stacked *x, PlayerId viewer, Text *out) {
    if (!x) return;
    put_thing(t, x, out);
    text_add(out, t->lang == LANG_JA ? "（%s）" : " (%s)", player_label(t, x->master, viewer));
}

/* A target: player, stack item or card, with its share of a divided amount. */
static void put_target(Table *t, const Target *x, Text *out) {
    const Stacked *row;
    switch (x->kind) {
    case TARGET_PLAYER: text_put(out, player_label(t, (PlayerId)(x->ref.card - 1), t->me)); break;
    case TARGET_STACKED:
        if ((row = stack_row(t->run.s, x->ref.card))) put_thing(t, row, out);
        break;
    default: describe_card(t, x->ref.card, t->me, out);
    }
    if (x->share) text_add(out, " %u", x->share);
}

void describe_stack_entry(Table *t, const Stacked *x, Text *out) {
    const State *s = t->run.s;
    text_add(out, t->lang == LANG_JA ? "%s：" : "%s: ", player_label(t, x->master, t->me));
    put_thing(t, x, out);
    if (x->flags & STACKED_ENTERING)
        text_put(out, say(t->lang, W(" (being entered)", "（エントリー中）")));
    for (unsigned i = 0; i < x->n && s->target[x->first + i].kind != TARGET_PAID; i++) {
        text_put(out, i ? ", " : " -> ");
        put_target(t, &s->target[x->first + i], out);
    }
    if (x->sort == STACK_CHECKS || !x->abil || !*ability_text(t, x->abil)) return;
    text_put(out, t->lang == LANG_JA ? "：" : ": ");
    describe_effect(t, x->abil, false, out);
}

/* Topmost first. If they do not fit, the last row counts the rest. */
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
        describe_stack_entry(t, &state->stack[n - 1 - i], &line);
        pen_put(&p, i ? ST_PLAIN : ST_HEAD, text_of(&line));
        text_release(&line);
    }
    return rows;
}
