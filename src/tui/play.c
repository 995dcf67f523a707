/* A game from question to question. */
#include "tui/front.h"
#include "tui/tell.h"
#include "tui/term.h"
#include <stdio.h>

static void show_guide(Front *f, Table *t) {
    const char *title;
    for (;;) {
        Text page = {0};
        if (f->left || !page_guide(t, &title, &page)) {
            text_release(&page);
            return;
        }
        if (!f->page(f, title, text_of(&page), true)) t->guide = false;
        text_release(&page);
    }
}

/* The next question is put to whoever it is for. False: leave. */
static bool ask_next(Front *f, Table *t) {
    unsigned answer = 0;
    Words why;
    PlayerId asked = table_asked(t);
    if (t->mode == MODE_HOTSEAT && !table_one_side(t, asked, t->me) && !f->hand_over(f, t))
        return false;
    if (asked == t->focus) t->focus = NOBODY;
    t->me = asked;
    show_guide(f, t);
    switch (f->left ? REPLY_LEAVE : f->ask(f, t, &answer)) {
    case REPLY_ANSWER: table_answer(t, answer); return true;
    case REPLY_CONCEDE: table_concede(t, t->me); return true;
    case REPLY_UNDO:
        if (!table_undo(t, &why)) f->note = say(t->lang, why);
        return true;
    default: return false;
    }
}

bool table_play(Front *f, Table *t, FileError *e) {
    State *s = t->run.s;
    bool kept = true;
    while (!s->result && !signal_to_leave()) {
        if (!table_human(t, table_asked(t))) {
            Chooser *c = &t->computer[s->ask.player];
            table_answer(t, c->choose(c, &t->run));
            continue;
        }
        if (kept && !table_keep(t, e)) { /* said once, and again at the end */
            kept = false;
            f->note = e->line;
        }
        if (!ask_next(f, t)) break;
    }
    kept = table_keep(t, e);
    if (s->result && !f->left) f->over(f, t);
    return kept;
}
