#include "cli/cardtable.h"
#include "cards/form.h"
#include "tui/text.h"
#include <stdio.h>
#include <string.h>

/* Names longer than this stick out of their column. */
enum { NAME_MAX_WIDTH = 40 };

static void widen(unsigned *width, const char *s, unsigned most) {
    unsigned n = text_width(s);
    if (n > most) n = most;
    if (n > *width) *width = n;
}

static const char *kind_of(const Game *g, const PrintedCard *c, char *out, size_t size) {
    return kinds_words(g, c->kinds, out, size);
}

void card_table_fit(CardTable *t, const PrintedCard *c) {
    char kind[100];
    widen(&t->id, c->serial, 24);
    widen(&t->name, c->label, NAME_MAX_WIDTH);
    widen(&t->kind, kind_of(t->game, c, kind, sizeof kind), 20);
}

/* Cost and numbers as 2 3/5 or 2 3/5/4; blanks for what the card lacks. */
static void add_numbers(Text *x, const Game *g, const PrintedCard *c) {
    const CardForm *form = card_form(g);
    char numbers[60] = "", cost[20] = "";
    if (c->cost >= 0) snprintf(cost, sizeof cost, "%d", c->cost);
    if (c->kinds & form->numbered) {
        int n = form->column[COL_ATK] ? snprintf(numbers, sizeof numbers, "%d/%d", c->atk, c->def)
                                      : snprintf(numbers, sizeof numbers, "%d", c->def);
        if (form->column[COL_THIRD] && form->column[COL_ATK])
            snprintf(numbers + n, sizeof numbers - (size_t)n, "/%d", c->third);
    }
    text_add(x, "  %2s  %-7s", cost, numbers);
}

static void add_padded(Text *x, const char *s, unsigned width) {
    unsigned n = text_width(s);
    text_add(x, "%s%*s  ", s, n < width ? (int)(width - n) : 0, "");
}

/* Without blanks at the end. */
void card_table_line(const CardTable *t, const PrintedCard *c) {
    Text x = {0};
    char kind[100];
    const CardForm *form = card_form(t->game);
    Text name = {0};
    const unsigned rest = t->id + t->kind + 17;
    unsigned room = t->name;
    if (t->room > rest + 10 && t->room - rest < room) room = t->room - rest;
    if (t->room)
        text_cut(&name, c->label, room);
    else
        text_put(&name, c->label);
    add_padded(&x, c->serial, t->id);
    add_padded(&x, text_of(&name), room);
    text_release(&name);
    add_padded(&x, kind_of(t->game, c, kind, sizeof kind), t->kind);
    add_numbers(&x, t->game, c);
    unsigned wide = text_width(text_of(&x)) + 2;
    for (unsigned i = 0; i < c->ntraits; i++)
        wide += text_width(form->marks[0]) + text_width(c->traits[i]) + text_width(form->marks[1]);
    for (unsigned i = 0; i < c->ntraits && (!t->room || wide <= t->room); i++)
        text_add(&x, "%s%s%s%s", i ? "" : "  ", form->marks[0], c->traits[i], form->marks[1]);
    const char *line = text_of(&x);
    size_t n = strlen(line);
    while (n && line[n - 1] == ' ') n--;
    fwrite(line, 1, n, stdout);
    text_release(&x);
}
