/* The lower half of the screen: what happened, the question, the options, the input line; and at
 * the side, where the terminal is wide enough, the log and the card under the cursor. */
#include "tui/draw.h"
#include "tui/tell.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PANEL_FROM = 112, PANEL_LEAST = 32, PANEL_MOST = 60 };

static unsigned panel_width(const Screen *s) {
    if (s->cols < PANEL_FROM) return 0;
    unsigned w = s->cols - 80;
    if (w > s->cols / 3) w = s->cols / 3;
    if (w < PANEL_LEAST) w = PANEL_LEAST;
    return w > PANEL_MOST ? PANEL_MOST : w;
}

static unsigned main_width(const Screen *s) {
    unsigned w = panel_width(s);
    return w ? s->cols - w - 1 : s->cols;
}

/* ---- wrapped text ---------------------------------------------------------------------------- */

static unsigned count_lines(const char *text) {
    unsigned n = 0;
    for (; *text; n++) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return n;
}

static const char *line_at(const char *text, unsigned n) {
    while (n-- && *text) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return text;
}

/* Lines 'from'.. of the text into rows; returns how many were drawn. */
static unsigned draw_lines(Screen *s, const char *text, unsigned from, unsigned row, unsigned rows,
                           unsigned col, unsigned end, Style style) {
    unsigned n = 0;
    for (const char *line = line_at(text, from); *line && n < rows; n++) {
        screen_put(s, row + n, col, end, style, line);
        line = line_at(line, 1);
    }
    return n;
}

/* The text wrapped into the rows; ".." where it does not fit. Returns the rows used. */
static unsigned draw_wrapped(Screen *s, const char *text, unsigned row, unsigned rows, unsigned col,
                             unsigned end, Style style) {
    Text x = {0};
    if (!*text || !rows || end < col + 8) return 0;
    text_wrap(&x, text, end - col, 2, true);
    unsigned n = count_lines(text_of(&x));
    unsigned drawn = draw_lines(s, text_of(&x), 0, row, rows, col, end, style);
    if (n > rows) screen_put(s, row + rows - 1, end - 3, end, style, " ..");
    text_release(&x);
    return drawn;
}

unsigned draw_page(Screen *s, const char *title, const char *text, unsigned top, const char *hint) {
    Text x = {0};
    unsigned width = s->cols < 100 ? s->cols - 2 : 98;
    text_wrap(&x, text, width, 2, false);
    unsigned n = count_lines(text_of(&x)), rows = s->rows - 3;
    screen_put_cut(s, 0, 1, s->cols, ST_HEAD, title);
    screen_line(s, 1, 0, s->cols, ST_LABEL, '-');
    draw_lines(s, text_of(&x), top, 2, rows, 1, s->cols, ST_PLAIN);
    screen_put_cut(s, s->rows - 1, 1, s->cols, ST_KEY, hint);
    text_release(&x);
    return n;
}

/* ---- what happened --------------------------------------------------------------------------- */

static const char *log_text(const Table *t, unsigned i) { return t->log[i].text[t->me]; }

static unsigned news(const Table *t) {
    unsigned n = 0;
    for (unsigned i = t->read; i < t->nlog; i++) n += log_text(t, i) != NULL;
    return n;
}

/* The last lines of the log; those since the last prompt stand out. */
static void draw_log(Screen *s, const Table *t, unsigned row, unsigned rows, unsigned col,
                     unsigned end) {
    Text x = {0};
    unsigned from = t->nlog, used = 0;
    while (from > 0 && used < rows) {
        if (log_text(t, --from)) {
            text_clear(&x);
            text_wrap(&x, log_text(t, from), end - col - 2, 2, true);
            used += count_lines(text_of(&x));
        }
    }
    if (used > rows) from++;
    for (unsigned i = from; i < t->nlog && rows; i++) {
        if (!log_text(t, i)) continue;
        bool fresh = i >= t->read;
        text_clear(&x);
        text_wrap(&x, log_text(t, i), end - col - 2, 2, true);
        screen_put(s, row, col, end, ST_NEW, fresh ? "*" : " ");
        unsigned n =
            draw_lines(s, text_of(&x), 0, row, rows, col + 2, end, fresh ? ST_PLAIN : ST_LABEL);
        row += n;
        rows -= n;
    }
    text_release(&x);
}

/* ---- the card under the cursor --------------------------------------------------------------- */

/* Its page; made again only for another card. */
static const char *preview(Table *t, CardId c) {
    static Text page;
    static CardId of;
    static unsigned step;
    int i = table_seen(t, c);
    DefId def = i >= 0 ? t->view.cards[i].def : 0;
    if (!def) return "";
    if (of == c && step == t->done + 1 && page.n) return text_of(&page);
    of = c;
    step = t->done + 1;
    text_clear(&page);
    page_card(t, c, def, &page);
    return text_of(&page);
}

static void draw_panel(Screen *s, Table *t, const Scene *scene) {
    unsigned width = panel_width(s);
    if (!width) return;
    unsigned col = s->cols - width, row = 0;
    for (unsigned y = 0; y < s->rows; y++) screen_put(s, y, col - 1, col, ST_LABEL, "|");
    if (scene->marked) {
        row =
            draw_wrapped(s, preview(t, scene->marked), 0, s->rows / 2, col + 1, s->cols, ST_PLAIN);
        if (row) screen_line(s, row++, col, s->cols, ST_LABEL, '-');
    }
    draw_log(s, t, row, s->rows - row, col, s->cols);
}

/* ---- options --------------------------------------------------------------------------------- */

static unsigned longest_option(const Scene *scene) {
    unsigned most = 0;
    for (unsigned i = 0; i < scene->noptions; i++) {
        unsigned w = text_width(scene->options[i]);
        if (w > most) most = w;
    }
    return most;
}

unsigned draw_columns(const Screen *s, const Scene *scene) {
    unsigned n = main_width(s) / (longest_option(scene) + 7);
    if (scene->noptions <= 3 || n < 1) return 1;
    return n > 3 ? 3 : n;
}

static void draw_options(Screen *s, const Scene *scene, unsigned row, unsigned rows,
                         unsigned cols) {
    unsigned per = draw_columns(s, scene), width = cols / per;
    unsigned all = (scene->noptions + per - 1) / per, at = scene->cursor / per;
    if (!rows) return;
    if (*scene->top > at) *scene->top = at;
    if (at >= *scene->top + rows) *scene->top = at - rows + 1;
    if (*scene->top + rows > all) *scene->top = all > rows ? all - rows : 0;
    for (unsigned i = *scene->top * per; i < scene->noptions; i++) {
        unsigned y = i / per - *scene->top, x = i % per * width;
        char number[16];
        if (y >= rows) break;
        bool on = i == scene->cursor;
        snprintf(number, sizeof number, "%s%2u ", on ? ">" : " ", scene->number[i]);
        unsigned end = x + width < cols ? x + width - 1 : cols;
        x = screen_put(s, row + y, x, end, on ? ST_PICK : ST_KEY, number);
        screen_put_cut(s, row + y, x, end, on ? ST_PICK : ST_PLAIN, scene->options[i]);
    }
}

static void draw_question(Screen *s, const Table *t, const Scene *scene, unsigned row,
                          unsigned cols, bool more) {
    char count[48] = "";
    if (more)
        snprintf(count, sizeof count,
                 say(t->lang, W(" %u options: arrows scroll", " 全%u件：矢印で移動")),
                 scene->noptions);
    unsigned end = cols - text_width(count);
    unsigned col = 0;
    if (t->run.s->ask.pending && t->mode != MODE_WATCH) {
        col = screen_put(s, row, col, end, ST_MINE, tell_player(t, table_asked(t), t->me));
        col = screen_put(s, row, col, end, ST_MINE, t->lang == LANG_JA ? "：" : ": ");
    }
    screen_put_cut(s, row, col, end, ST_HEAD, scene->question);
    screen_put(s, row, end, cols, ST_KEY, count);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

/* Shares out the rows between the board and the input line. */
static void draw_prompt(Screen *s, Table *t, const Scene *scene, unsigned row, unsigned cols) {
    unsigned per = draw_columns(s, scene), wanted = (scene->noptions + per - 1) / per;
    unsigned rows = s->rows - 1 > row ? s->rows - 1 - row : 0,
             fixed = 2 + (*scene->ability ? 1 : 0);
    if (row + 4 > s->rows - 1) { /* a small terminal: the prompt comes first */
        row = s->rows > 6 ? s->rows - 6 : 1;
        rows = s->rows - 1 - row;
        for (unsigned y = row; y < s->rows; y++) screen_line(s, y, 0, cols, ST_PLAIN, ' ');
    }
    unsigned rest = rows > fixed ? rows - fixed : 1;
    unsigned happened = panel_width(s) ? 0 : news(t);
    unsigned spared = least(happened, rest > 3 ? 2 : 0);
    unsigned options = least(wanted, rest - spared), log = least(happened, rest - options);
    unsigned left = rest - options - log;
    if (log) draw_log(s, t, row, log, 0, cols);
    row += log;
    draw_question(s, t, scene, row++, cols, wanted > options);
    unsigned lines = draw_wrapped(s, scene->reason, row, 1 + least(left, 1), 2, cols,
                                  scene->alert ? ST_NEW : ST_LABEL);
    left -= lines > 1 ? lines - 1 : 0;
    row += lines ? lines : 1;
    if (*scene->ability) {
        unsigned room = 1 + least(left, 3);
        lines = draw_wrapped(s, scene->ability, row, room, 2, cols, ST_CARD);
        left -= lines > 1 ? lines - 1 : 0;
        row += lines;
    }
    draw_options(s, scene, row, options, cols);
    row += options;
    if (left >= 2 &&
        scene->noptions) { /* the option under the cursor, where its row is too short */
        unsigned room = cols / per - 5;
        const char *option = scene->options[scene->cursor];
        if (text_width(option) > room) {
            lines = draw_wrapped(s, option, row + 1, left - 1, 2, cols, ST_LABEL);
            row += lines + 1;
            left -= lines + 1;
        }
    }
    if (left >= 6 && !panel_width(s) && scene->marked)
        draw_wrapped(s, preview(t, scene->marked), row + 1, left - 1, 2, cols, ST_LABEL);
}

void draw_table(Screen *s, Table *t, const Scene *scene, unsigned *row, unsigned *col) {
    unsigned cols = main_width(s);
    unsigned below = draw_board(s, t, scene->marked, cols);
    draw_prompt(s, t, scene, below, cols);
    draw_panel(s, t, scene);
    *row = s->rows - 1;
    unsigned x = screen_put(s, *row, 0, cols, ST_HEAD, "> ");
    *col = screen_put(s, *row, x, cols - 1, ST_PLAIN, scene->input);
    unsigned width = text_width(scene->hint);
    if (*col + width + 2 < cols) screen_put(s, *row, cols - width, cols, ST_LABEL, scene->hint);
}
