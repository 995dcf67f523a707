/* The game loop at the table. */
#include "tui/front.h"
#include "tui/describe.h"
#include "tui/term.h"
#include "tui/think.h"
#include <stdio.h>

/* Shows the next tutorial page, if any: with 'options' (bit per option kind) the page for one of
 * these, otherwise the page for the pending question. Returns whether a page was shown. */
static bool show_page(Front *f, Table *t, uint64_t options) {
    const char *title;
    Text page = {0};
    bool any = !f->quit && (options ? page_guide_after(t, options, &title, &page)
                                    : page_guide(t, &title, &page));
    if (any && !f->page(f, title, text_of(&page), true)) t->guide = false;
    text_release(&page);
    return any;
}

/* Only with the answer "yes" the player has given up. */
static bool gives_up(Front *f, const Table *t) {
    const char *const lines[] = {say(t->lang, W("no, play on", "続ける")),
                                 say(t->lang, W("yes, concede", "投了する"))};
    const char *title =
        say(t->lang, t->run.s->nplayers > 2 ? W("Give up? You would be out of this game.",
                                                "投了しますか？ あなたはこのゲームから抜けます。")
                                            : W("Give up? Your opponent would win.",
                                                "投了しますか？ 相手の勝ちになります。"));
    return f->choose(f, title, lines, 2) == 1;
}

/* Has anything been told to the viewer since that entry of the log? */
static bool log_tells(const Table *t, unsigned from) {
    while (from < t->nlog && !t->log[from].text[t->me]) from++;
    return from < t->nlog;
}

/* The computer answers; what it does is shown at a readable pace. Returns false to leave. */
static bool play_computer(Front *f, Table *t) {
    const unsigned from = t->nlog;
    const bool shown = f->deed && t->speed && !f->hurry && !f->quit && t->human;
    unsigned answer;
    if (!think_answer(t, &answer)) return false;
    if (shown) table_before_deed(t);
    table_answer(t, answer);
    if (shown && log_tells(t, from)) f->deed(f, t, from);
    return true;
}

/* Says once whether the goal of a scenario was reached: when it is, or when the turn in which it
 * began is over. */
static void tell_goal(Front *f, Table *t) {
    const State *s = t->run.s;
    if (!t->puzzle || t->puzzle_told || !t->napplied || !puzzle_goal(t->puzzle, 0)) return;
    const bool reached = puzzle_reached(t->puzzle, s);
    if (!reached && s->turn == t->initial->turn && !s->result) return;
    t->puzzle_told = true;
    Text page = {0};
    text_add(&page, "%s\n\n",
             say(t->lang, reached ? W("You reached the goal.", "目標を達成しました！")
                                  : W("The turn is over, and the goal was not reached. `undo` goes "
                                      "back.",
                                      "ターンが終わりましたが、目標は達成していません。undo "
                                      "で戻せます。")));
    page_goal(t, &page);
    f->page(f, say(t->lang, W("The goal", "目標")), text_of(&page), false);
    text_release(&page);
}

/* Puts the pending question to the player who answers it. Returns false to leave. */
static bool ask_next(Front *f, Table *t) {
    unsigned answer = 0;
    Words why;
    PlayerId responder = table_responder(t);
    if (t->mode == MODE_HOTSEAT && !table_same_side(t, responder, t->me) && !f->hand_over(f, t))
        return false;
    if (responder == t->focus) t->focus = NOBODY;
    t->me = responder;
    while (show_page(f, t, 0)) {
    }
    switch (f->quit ? REPLY_LEAVE : f->ask(f, t, &answer)) {
    case REPLY_ANSWER:
        if (answer >= MAX_OPTIONS) {
            table_answer_macro(t, answer);
            return true;
        }
        show_page(f, t, 1ull << t->run.s->option[answer].kind);
        table_answer(t, answer);
        return true;
    case REPLY_CONCEDE:
        if (gives_up(f, t)) table_concede(t, t->me);
        return true;
    case REPLY_UNDO:
        if (!table_undo(t, &why)) f->note = say(t->lang, why);
        t->puzzle_told = false;
        return true;
    default: return false;
    }
}

static bool show_thinking(void *front, Table *t, PlayerId who, double part) {
    Front *f = front;
    return f->thinking(f, t, who, part);
}

/* Computers answer without a prompt, humans with auto-pass on likewise. Saves before each prompt,
 * so that the process may be killed at any time. */
bool table_play(Front *f, Table *t, FileError *e) {
    State *s = t->run.s;
    t->front = f;
    t->thinking = show_thinking;
    if (t->puzzle) {
        Text page = {0};
        page_goal(t, &page);
        f->page(f, puzzle_title(t->puzzle), text_of(&page), false);
        text_release(&page);
    }
    while (!s->result && !quit_requested()) {
        if (t->forced_kinds) show_page(f, t, t->forced_kinds);
        t->forced_kinds = 0;
        if (!table_human(t, table_responder(t))) {
            if (!play_computer(f, t)) break;
            continue;
        }
        f->hurry = false;
        if (table_auto_pass(t) || table_auto_pay(t)) continue;
        tell_goal(f, t);
        if (!table_save(t, e)) f->note = e->line;
        if (!ask_next(f, t)) break;
    }
    bool saved = table_save(t, e);
    if (s->result && !f->quit) {
        tell_goal(f, t);
        f->game_over(f, t);
        if (!f->quit && f->finish) table_finish(f, t);
    }
    return saved;
}
