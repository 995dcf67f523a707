/* Replay viewer with pause, single steps, rewind and speed. All faces are open. */
#include "tui/draw.h"
#include "tui/front.h"
#include "tui/describe.h"
#include "tui/term.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WATCH_SPEEDS = 6 };
static const int delays[WATCH_SPEEDS] = {4000, 2000, 1000,
                                         500,  200,  50}; /* milliseconds per decision */

/* State of the viewer; 'speed' is an index into delays[]. */
typedef struct Watch {
    Front *f;
    Table *t;
    bool playing;
    unsigned speed;
} Watch;

/* The recorded question and the answer that follows. */
static void describe(const Watch *w, Text *question, Text *answer) {
    Table *t = w->t;
    const State *s = t->run.s;
    text_add(question, "%u/%u  ", t->napplied, t->replay.nsteps);
    if (s->result) {
        describe_result(t, question);
    } else if (t->napplied >= t->replay.nsteps) {
        text_put(question, say(t->lang, W("The file ends here; the game was not finished.",
                                          "記録はここまでです（ゲームは途中です）。")));
    } else {
        const ReplayStep *x = &t->replay.step[t->napplied];
        text_add(
            question, t->lang == LANG_JA ? "%s：" : "%s: ",
            player_label(t, x->answer == REPLAY_CONCEDE ? (PlayerId)x->of : s->ask.player, t->me));
        describe_question(t, question);
        if (x->answer == REPLAY_CONCEDE)
            text_put(answer, say(t->lang, W("concede", "投了")));
        else
            describe_option(t, &s->option[x->answer], answer);
    }
}

/* Draws the board with the recorded answer as the only option. */
static void draw(Watch *w) {
    Front *f = w->f;
    Table *t = w->t;
    Text question = {0}, answer = {0}, reason = {0}, ability = {0};
    char hint[160];
    unsigned rows, cols, row, col, top = 0, number = 1;
    table_refresh(t);
    describe(w, &question, &answer);
    if (!t->run.s->result) {
        describe_reason(t, &reason);
        describe_asking_ability(t, false, &ability);
    }
    if (answer.n)
        number = t->replay.step[t->napplied].answer == REPLAY_CONCEDE
                     ? 0
                     : t->line_of[t->replay.step[t->napplied].answer] + 1u;
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
    if (!term_write(&bytes)) f->quit = true;
    text_release(&bytes);
    text_release(&question);
    text_release(&answer);
    text_release(&reason);
    text_release(&ability);
}

/* Applies the next answer; stops playback at the end. */
static void forward(Watch *w) {
    table_mark_read(w->t);
    if (!table_step(w->t)) w->playing = false;
}

/* Jumps to a position and pauses. */
static void back(Watch *w, unsigned to) {
    w->playing = false;
    table_seek(w->t, to);
}

/* Handles a key. Returns false to quit. */
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
    case 'b': back(w, t->napplied ? t->napplied - 1 : 0); break;
    case KEY_HOME: back(w, 0); break;
    case KEY_END: back(w, t->replay.nsteps); break;
    case '+':
    case KEY_UP:
        if (w->speed + 1 < WATCH_SPEEDS) w->speed++;
        break;
    case '-':
    case KEY_DOWN:
        if (w->speed) w->speed--;
        break;
    case 'v':
        t->me = (PlayerId)((t->me + 1u) % t->run.s->nplayers);
        t->focus = NOBODY;
        break;
    case TAB: table_next_focus(t); break;
    case KEY_RESIZE:
    case CTRL_L: w->f->screen.redraw_all = true; break;
    case 'q':
    case KEY_ESCAPE:
    case KEY_LEAVE: return false;
    default: break;
    }
    return true;
}

/* Prints the whole log, for a pipe. */
static void watch_lines(Table *t) {
    unsigned shown = 0;
    bool more = true;
    Text head = {0};
    describe_partial(t, &head);
    if (head.n) text_put(&head, "\n");
    more = term_write(&head);
    text_release(&head);
    while (more) {
        Text x = {0};
        more = table_step(t);
        for (; shown < t->nlog; shown++)
            if (t->log[shown].text[t->me]) text_add(&x, "%s\n", t->log[shown].text[t->me]);
        if (!more) {
            describe_result(t, &x);
            if (!t->run.s->result) text_put(&x, say(t->lang, W("(not finished)", "（途中まで）")));
            text_put(&x, "\n");
        }
        more = term_write(&x) && more && !quit_requested();
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
    } while (!f->quit && on_key(&w, term_key(w.playing ? delays[w.speed] : -1)));
}
