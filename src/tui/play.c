/* A game from question to question. */
#include "tui/front.h"
#include "tui/tell.h"
#include "tui/term.h"
#include <stdio.h>

/* One page of the guide, if there is one: after these kinds of option, or where there are none
 * before the question. */
static bool show_page(Front *f, Table *t, uint64_t options) {
    const char *title;
    Text page = {0};
    bool any = !f->left && (options ? page_guide_after(t, options, &title, &page)
                                    : page_guide(t, &title, &page));
    if (any && !f->page(f, title, text_of(&page), true)) t->guide = false;
    text_release(&page);
    return any;
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
    while (show_page(f, t, 0)) {
    }
    switch (f->left ? REPLY_LEAVE : f->ask(f, t, &answer)) {
    case REPLY_ANSWER:
        if (answer >= MAX_OPTIONS) {
            table_answer_more(t, answer);
            return true;
        }
        show_page(f, t, 1ull << t->run.s->option[answer].kind);
        table_answer(t, answer);
        return true;
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
        if (t->passed) show_page(f, t, t->passed);
        t->passed = 0;
        if (!table_human(t, table_asked(t))) {
            Chooser *c = &t->computer[s->ask.player];
            table_answer(t, c->choose(c, &t->run));
            continue;
        }
        if (table_pass_on(t)) continue;
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
