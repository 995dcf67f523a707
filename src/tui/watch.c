/* Replays, watched: with pause, steps, back and speed; all faces are open. */
#include "tui/draw.h"
#include "tui/front.h"
#include "tui/tell.h"
#include "tui/term.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPEEDS = 6 };
static const int delays[SPEEDS] = {4000, 2000, 1000, 500, 200, 50}; /* milliseconds a decision */

typedef struct Watch {
    Front *f;
    Table *t;
    bool playing;
    unsigned speed;
} Watch;

/* What was asked, and what is answered next. */
static void describe(const Watch *w, Text *question, Text *answer) {
    Table *t = w->t;
    const State *s = t->run.s;
    text_add(question, "%u/%u  ", t->done, t->replay.nsteps);
    if (s->result) {
        tell_result(t, question);
    } else if (t->done >= t->replay.nsteps) {
        text_put(question, say(t->lang, W("The file ends here; the game was not finished.",
                                          "記録はここまでです（ゲームは途中です）。")));
    } else {
        const ReplayStep *x = &t->replay.step[t->done];
        text_add(
            question, t->lang == LANG_JA ? "%s：" : "%s: ",
            tell_player(t, x->answer == REPLAY_CONCEDE ? (PlayerId)x->of : s->ask.player, t->me));
        tell_question(t, question);
        if (x->answer == REPLAY_CONCEDE)
            text_put(answer, say(t->lang, W("concede", "投了")));
        else
            tell_option(t, &s->option[x->answer], answer);
    }
}

static void draw(Watch *w) {
    Front *f = w->f;
    Table *t = w->t;
    Text question = {0}, answer = {0}, reason = {0}, ability = {0};
    char hint[160];
    unsigned rows, cols, row, col, top = 0, number = 1;
    table_look(t);
    describe(w, &question, &answer);
    if (!t->run.s->result) {
        tell_reason(t, &reason);
        tell_asker(t, false, &ability);
    }
    if (answer.n)
        number = t->replay.step[t->done].answer == REPLAY_CONCEDE
                     ? 0
                     : t->line_of[t->replay.step[t->done].answer] + 1u;
    snprintf(hint, sizeof hint,
             say(t->lang, W("[%s x%u] Space %s  left/right step  +/- speed  v turn  q quit",
                            "[%s x%u] Space %s  左右 1手  +/- 速さ  v 反転  q 終了")),
             w->playing ? ">" : "||", w->speed + 1,
             w->playing ? say(t->lang, W("pause", "停止")) : say(t->lang, W("play", "再生")));
    char *list[1] = {answer.s};
    Scene scene = {.question = text_of(&question),
                   .reason = text_of(&reason),
                   .ability = text_of(&ability),
                   .options = list,
                   .number = &number,
                   .noptions = answer.n > 0,
                   .top = &top,
                   .input = "",
                   .hint = hint};
    term_size(&rows, &cols);
    screen_resize(&f->screen, rows, cols);
    draw_table(&f->screen, t, &scene, &row, &col);
    Text bytes = {0};
    screen_bytes(&f->screen, &bytes, row, col);
    if (!term_write(&bytes)) f->left = true;
    text_release(&bytes);
    text_release(&question);
    text_release(&answer);
    text_release(&reason);
    text_release(&ability);
}

static void forward(Watch *w) {
    table_shown(w->t);
    if (!table_step(w->t)) w->playing = false;
}

static void back(Watch *w, unsigned to) {
    w->playing = false;
    table_go(w->t, to);
}

/* False: quit. */
static bool on_key(Watch *w, uint32_t key) {
    Table *t = w->t;
    switch (key) {
    case KEY_NONE:
        if (w->playing) forward(w);
        break;
    case ' ': w->playing = !w->playing; break;
    case KEY_RIGHT:
    case '.':
    case 'n':
    case ENTER:
        w->playing = false;
        forward(w);
        break;
    case KEY_LEFT:
    case ',':
    case 'b': back(w, t->done ? t->done - 1 : 0); break;
    case KEY_HOME: back(w, 0); break;
    case KEY_END: back(w, t->replay.nsteps); break;
    case '+':
    case KEY_UP:
        if (w->speed + 1 < SPEEDS) w->speed++;
        break;
    case '-':
    case KEY_DOWN:
        if (w->speed) w->speed--;
        break;
    case 'v':
        t->me = (PlayerId)((t->me + 1u) % t->run.s->nplayers);
        t->focus = NOBODY;
        break;
    case TAB: table_turn_focus(t); break;
    case KEY_RESIZE:
    case CTRL_L: w->f->screen.fresh = true; break;
    case 'q':
    case KEY_ESCAPE:
    case KEY_LEAVE: return false;
    default: break;
    }
    return true;
}

static void watch_lines(Table *t) {
    unsigned shown = 0;
    bool more = true;
    Text head = {0};
    tell_partial(t, &head);
    if (head.n) text_put(&head, "\n");
    more = term_write(&head);
    text_release(&head);
    while (more) {
        Text x = {0};
        more = table_step(t);
        for (; shown < t->nlog; shown++)
            if (t->log[shown].text[t->me]) text_add(&x, "%s\n", t->log[shown].text[t->me]);
        if (!more) {
            tell_result(t, &x);
            if (!t->run.s->result) text_put(&x, say(t->lang, W("(not finished)", "（途中まで）")));
            text_put(&x, "\n");
        }
        more = term_write(&x) && more && !signal_to_leave();
        text_release(&x);
    }
}

void table_watch(Front *f, Table *t) {
    Watch w = {f, t, true, 2};
    if (!f) {
        watch_lines(t);
        return;
    }
    do {
        draw(&w);
    } while (!f->left && on_key(&w, term_key(w.playing ? delays[w.speed] : -1)));
}
