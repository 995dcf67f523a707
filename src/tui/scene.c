/* The lower part of the screen: news, question, options, input line. Wide terminals also get a
 * panel with the card under the cursor and the log. */
#include "tui/draw.h"
#include "tui/describe.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Columns: the panel appears from PANEL_MIN_SCREEN on. */
enum { PANEL_MIN_SCREEN = 112, PANEL_MIN_WIDTH = 32, PANEL_MAX_WIDTH = 60 };

/* Width of the panel, 0 if there is none. */
static unsigned panel_width(const Screen *s) {
    if (s->cols < PANEL_MIN_SCREEN) return 0;
    unsigned w = s->cols - 80;
    if (w > s->cols / 3) w = s->cols / 3;
    if (w < PANEL_MIN_WIDTH) w = PANEL_MIN_WIDTH;
    return w > PANEL_MAX_WIDTH ? PANEL_MAX_WIDTH : w;
}

/* Columns left of the panel. */
static unsigned main_width(const Screen *s) {
    unsigned w = panel_width(s);
    return w ? s->cols - w - 1 : s->cols;
}

static unsigned min_u(unsigned a, unsigned b) { return a < b ? a : b; }

/* ---- wrapped text ---------------------------------------------------------------------------- */

static unsigned count_lines(const char *text) {
    unsigned n = 0;
    for (; *text; n++) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return n;
}

/* Start of line n. */
static const char *line_at(const char *text, unsigned n) {
    while (n-- && *text) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return text;
}

/* Draws lines from..from+rows-1 of wrapped text; returns how many there were. */
static unsigned draw_lines(Screen *s, const char *text, unsigned from, unsigned row, unsigned rows,
                           unsigned col, unsigned end, Style style) {
    unsigned n = 0;
    for (const char *line = line_at(text, from); *line && n < rows; n++) {
        screen_put(s, row + n, col, end, style, line);
        line = line_at(line, 1);
    }
    return n;
}

/* Wraps the text into at most 'rows' rows and marks a cut with "..". Returns the rows used. */
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
    if (n > rows) {
        char where[48];
        snprintf(where, sizeof where, " %u-%u / %u ", top + 1, min_u(top + rows, n), n);
        screen_put(s, 1, s->cols - 2 - text_width(where), s->cols, ST_KEY, where);
    }
    draw_lines(s, text_of(&x), top, 2, rows, 1, s->cols, ST_PLAIN);
    screen_put_cut(s, s->rows - 1, 1, s->cols, ST_KEY, hint);
    text_release(&x);
    return n;
}

/* ---- what happened --------------------------------------------------------------------------- */

static const char *log_text(const Table *t, unsigned i) { return t->log[i].text[t->me]; }

/* Rows that the text takes when wrapped. */
static unsigned wrapped_lines(const char *text, unsigned columns) {
    Text x = {0};
    text_wrap(&x, text, columns, 2, true);
    unsigned n = count_lines(text_of(&x));
    text_release(&x);
    return n;
}

/* Rows needed by all log lines since the last prompt. */
static unsigned news_rows(const Table *t, unsigned columns) {
    unsigned n = 0;
    for (unsigned i = t->nread; i < t->nlog; i++)
        if (log_text(t, i)) n += wrapped_lines(log_text(t, i), columns - 2);
    return n;
}

/* First log entry such that everything from it on fits into 'rows'; not below 'least'. */
static unsigned log_from(const Table *t, unsigned least, unsigned rows, unsigned columns) {
    unsigned from = t->nlog, used = 0;
    while (from > least) {
        const char *text = log_text(t, from - 1);
        if (text && (used += wrapped_lines(text, columns)) > rows) break;
        from--;
    }
    return from;
}

/* Draws one log entry, new ones with a star. Returns the rows used. */
static unsigned draw_entry(Screen *s, const Table *t, unsigned i, unsigned row, unsigned rows,
                           unsigned col, unsigned end) {
    bool fresh = i >= t->nread;
    if (!log_text(t, i) || !rows) return 0;
    screen_put(s, row, col, end, ST_NEW, fresh ? "*" : " ");
    return draw_wrapped(s, log_text(t, i), row, rows, col + 2, end, fresh ? ST_PLAIN : ST_LABEL);
}

/* Names the viewer's cards that entries from..to-1 took from him. */
static void put_losses(const Table *t, unsigned from, unsigned to, Text *out) {
    unsigned n = 0;
    for (unsigned i = from; i < to; i++) {
        const CardId c = t->log[i].lost;
        if (!c || !log_text(t, i) || !table_same_side(t, card_owner(c), t->me)) continue;
        text_put(out, n++ ? (t->lang == LANG_JA ? "、" : ", ")
                          : say(t->lang, W("* you lost ", "* 失ったカード：")));
        text_put(out, pack_name(t->run.pack, card_of(t->run.s, c)->def));
    }
}

/* Summarizes the new entries before 'from', which do not fit: what the viewer lost by them, their
 * number, and in full those marked as notices. Returns the rows used. */
static unsigned draw_skipped(Screen *s, const Table *t, unsigned from, unsigned row, unsigned rows,
                             unsigned col, unsigned end) {
    unsigned used = 1, missed = 0;
    for (unsigned i = t->nread; i < from; i++) {
        if (!log_text(t, i)) continue;
        if (t->log[i].notice && used < rows)
            used += draw_entry(s, t, i, row + used, 1, col, end);
        else
            missed++;
    }
    char line[96];
    Text lost = {0};
    put_losses(t, t->nread, from, &lost);
    snprintf(line, sizeof line,
             say(t->lang, W("* .. %u more: Space shows all", "* ..ほか%u件（Spaceで表示）")),
             missed);
    screen_put_cut(s, row, col, end, ST_NEW, line);
    if (lost.n && used < rows)
        used += draw_wrapped(s, text_of(&lost), row + used, rows - used, col, end, ST_DAMAGE);
    text_release(&lost);
    return used;
}

/* Number of notices among the skipped entries. */
static unsigned notices(const Table *t, unsigned from) {
    unsigned n = 0;
    for (unsigned i = t->nread; i < from; i++) n += t->log[i].notice && log_text(t, i);
    return n;
}

/* Rows for what the viewer lost by the skipped entries. */
static unsigned loss_rows(const Table *t, unsigned from, unsigned columns) {
    Text lost = {0};
    put_losses(t, t->nread, from, &lost);
    const unsigned n = lost.n ? wrapped_lines(text_of(&lost), columns) : 0;
    text_release(&lost);
    return n;
}

/* Draws the end of the log. 'old' includes entries from before the last prompt. If the new entries
 * do not fit, the first row says how many were skipped. */
static void draw_log(Screen *s, const Table *t, unsigned row, unsigned rows, unsigned col,
                     unsigned end, bool old) {
    unsigned columns = end - col - 2;
    unsigned from = log_from(t, old ? 0 : t->nread, rows, columns);
    unsigned entries = 0;
    for (unsigned i = t->nread; i < t->nlog; i++) entries += log_text(t, i) != NULL;
    if (entries == 1 && from == t->nlog) { /* a single entry that is too long: show its start */
        while (!log_text(t, --from)) {
        }
    } else if (from > t->nread && rows) {
        for (unsigned i = 0; i < 3; i++) { /* what is skipped takes rows, so that more is skipped */
            unsigned taken = 1 + notices(t, from) + loss_rows(t, from, end - col);
            from = log_from(t, t->nread, rows > taken ? rows - taken : 0, columns);
        }
        unsigned n = draw_skipped(s, t, from, row, rows, col, end);
        row += n;
        rows -= n;
    }
    for (unsigned i = from; i < t->nlog && rows; i++) {
        unsigned n = draw_entry(s, t, i, row, rows, col, end);
        row += n;
        rows -= n;
    }
}

/* ---- the card under the cursor --------------------------------------------------------------- */

/* The card's page, cached until another card or another decision. */
static const char *preview(Table *t, CardId c) {
    static Text page;
    static CardId of;
    static unsigned step;
    int i = table_view_index(t, c);
    DefId def = i >= 0 ? t->view.cards[i].def : 0;
    if (!def) return "";
    if (of == c && step == t->napplied + 1 && page.n) return text_of(&page);
    of = c;
    step = t->napplied + 1;
    text_clear(&page);
    page_card(t, c, def, &page);
    return text_of(&page);
}

/* Right-hand panel: the card under the cursor in at most half of the rows, the log below it. */
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
    draw_log(s, t, row, s->rows - row, col, s->cols, true);
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

/* At most three, and one for short lists. */
unsigned draw_columns(const Screen *s, const Scene *scene) {
    unsigned n = main_width(s) / (longest_option(scene) + 7);
    if (scene->noptions <= 3 || n < 1) return 1;
    return n > 3 ? 3 : n;
}

enum { NUMBER_COLUMNS = 4 }; /* cursor mark and number before an option */

/* Length in bytes of the longest prefix that option i shares with any other option. */
static size_t shared_beginning(const Scene *scene, unsigned i) {
    size_t most = 0;
    for (unsigned k = 0; k < scene->noptions; k++) {
        const char *a = scene->options[i], *b = scene->options[k];
        size_t n = 0;
        if (k == i) continue;
        while (a[n] && a[n] == b[n]) n++;
        if (n > most) most = n;
    }
    while (most && (scene->options[i][most] & 0xC0) == 0x80) most--;
    return most;
}

/* Cuts an option to one row but keeps the part that distinguishes it: a long shared prefix is
 * elided in the middle. */
static void cut_option(const Scene *scene, unsigned i, unsigned columns, Text *out) {
    const char *text = scene->options[i];
    unsigned used, head = columns / 2;
    size_t same = shared_beginning(scene, i), n = text_fit(text, head, &used);
    Text shared = {0};
    text_bytes(&shared, text, same);
    bool seen = text_width(text) <= columns || text_width(text_of(&shared)) + 12 < columns;
    text_release(&shared);
    if (seen || n >= same) {
        text_cut(out, text, columns);
        return;
    }
    text_bytes(out, text, n);
    text_put(out, ".. ");
    text_cut(out, text + same, columns - used - 3);
}

/* Heights of the options in a single column. If they do not fit into 'rows', only the one under the
 * cursor is wrapped. Returns the rows all of them would need. */
static unsigned option_rows(const Scene *scene, unsigned rows, unsigned cols, uint8_t *height) {
    unsigned all = 0, n = scene->noptions;
    for (unsigned i = 0; i < n; i++)
        all += height[i] = (uint8_t)wrapped_lines(scene->options[i], cols - NUMBER_COLUMNS);
    if (all <= rows) return all;
    unsigned most = rows > 1 && n > 1 ? rows - 1 : rows;
    for (unsigned i = 0; i < n; i++)
        if (i != scene->cursor || !most)
            height[i] = 1;
        else if (height[i] > most)
            height[i] = (uint8_t)most;
    return all;
}

/* Total height of options from..to-1. */
static unsigned height_between(const uint8_t *height, unsigned from, unsigned to) {
    unsigned sum = 0;
    while (from < to) sum += height[from++];
    return sum;
}

/* Options in a single column, scrolled so that the cursor is visible. */
static void draw_list(Screen *s, const Scene *scene, unsigned row, unsigned rows, unsigned cols) {
    uint8_t height[MAX_OPTIONS];
    unsigned n = scene->noptions, at = scene->cursor, end = row + rows;
    option_rows(scene, rows, cols, height);
    if (*scene->top > at) *scene->top = at;
    while (height_between(height, *scene->top, at + 1) > rows) ++*scene->top;
    while (*scene->top && height_between(height, *scene->top - 1, n) <= rows) --*scene->top;
    for (unsigned i = *scene->top; i < n && row < end; i++) {
        char number[16];
        Style style = i == at ? ST_PICK : ST_PLAIN;
        snprintf(number, sizeof number, "%s%2u ", i == at ? ">" : " ", scene->number[i]);
        screen_put(s, row, 0, cols, i == at ? ST_PICK : ST_KEY, number);
        Text one = {0};
        if (height[i] == 1) cut_option(scene, i, cols - NUMBER_COLUMNS, &one);
        draw_wrapped(s, one.n ? text_of(&one) : scene->options[i], row, min_u(height[i], end - row),
                     NUMBER_COLUMNS, cols, style);
        text_release(&one);
        row += height[i];
    }
}

/* Options in columns, one row each. */
static void draw_grid(Screen *s, const Scene *scene, unsigned row, unsigned rows, unsigned cols,
                      unsigned per) {
    unsigned width = cols / per, all = (scene->noptions + per - 1) / per, at = scene->cursor / per;
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

/* A list if there is one column, else a grid. */
static void draw_options(Screen *s, const Scene *scene, unsigned row, unsigned rows,
                         unsigned cols) {
    unsigned per = draw_columns(s, scene);
    if (!rows || !scene->noptions) return;
    if (per > 1)
        draw_grid(s, scene, row, rows, cols, per);
    else
        draw_list(s, scene, row, rows, cols);
}

/* The question line; 'more' adds a hint that the option list scrolls. */
static void draw_question(Screen *s, const Table *t, const Scene *scene, unsigned row,
                          unsigned cols, bool more) {
    char count[48] = "";
    if (more)
        snprintf(count, sizeof count,
                 say(t->lang, W(" %u options: arrows scroll", " 全%u件：矢印で移動")),
                 scene->noptions);
    unsigned end = cols - text_width(count);
    unsigned col = 0;
    if (t->run.s->ask.pending && t->mode != MODE_WATCH && scene->noptions) {
        col = screen_put(s, row, col, end, ST_MINE, player_label(t, table_responder(t), t->me));
        col = screen_put(s, row, col, end, ST_MINE, t->lang == LANG_JA ? "：" : ": ");
    }
    screen_put_cut(s, row, col, end, ST_HEAD, scene->question);
    screen_put(s, row, end, cols, ST_KEY, count);
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* Rows assigned to each part of the prompt; 'left' is what remains. */
typedef struct RowBudget {
    unsigned log, reason, ability, options, left;
    const char *ability_text;
} RowBudget;

/* Grows a part to 'upto' rows as far as rows remain. */
static void grant_rows(RowBudget *x, unsigned *part, unsigned upto) {
    unsigned n = *part < upto ? min_u(x->left, upto - *part) : 0;
    *part += n;
    x->left -= n;
}

/* Rows for the text of the asking ability: the whole text, or its effect only, taking rows from the
 * options (down to two) if needed. */
static void budget_ability(RowBudget *x, const Scene *scene, unsigned cols) {
    x->ability_text = scene->ability;
    unsigned n = *scene->ability ? wrapped_lines(scene->ability, cols - 2) : 0;
    if (n > x->left && scene->effect && *scene->effect) {
        x->ability_text = scene->effect;
        n = wrapped_lines(scene->effect, cols - 2);
    }
    if (n > x->left && x->options > 2) {
        x->left += x->options - 2;
        x->options = 2;
    }
    grant_rows(x, &x->ability, n);
}

/* Priorities: a few options, the ability, the reason, two rows of news; then the rest of each. */
static RowBudget budget_rows(const Screen *s, const Table *t, const Scene *scene, unsigned rows,
                             unsigned cols, unsigned wanted) {
    RowBudget x = {.left = rows > 1 ? rows - 1 : 0};
    unsigned happened = panel_width(s) ? 0 : news_rows(t, cols);
    unsigned reason = *scene->reason ? wrapped_lines(scene->reason, cols - 2) : 0;
    grant_rows(&x, &x.options, min_u(wanted, 3));
    budget_ability(&x, scene, cols);
    if (scene->alert || !*scene->ability) grant_rows(&x, &x.reason, scene->alert ? reason : 1);
    grant_rows(&x, &x.log, min_u(happened, 2));
    grant_rows(&x, &x.options, wanted);
    grant_rows(&x, &x.reason, reason);
    grant_rows(&x, &x.log, happened);
    return x;
}

/* The prompt fills everything below the board. If rows remain, shows the card under the cursor. */
static void draw_prompt(Screen *s, Table *t, const Scene *scene, unsigned row, unsigned cols) {
    uint8_t height[MAX_OPTIONS];
    unsigned per = draw_columns(s, scene);
    unsigned wanted =
        per > 1 ? (scene->noptions + per - 1) / per : option_rows(scene, MAX_OPTIONS, cols, height);
    if (row + 4 > s->rows - 1) { /* small terminal: the prompt covers the board */
        row = s->rows > 6 ? s->rows - 6 : 1;
        for (unsigned y = row; y < s->rows; y++) screen_line(s, y, 0, cols, ST_PLAIN, ' ');
    }
    RowBudget x = budget_rows(s, t, scene, s->rows - 1 - row, cols, wanted);
    if (x.log) draw_log(s, t, row, x.log, 0, cols, false);
    row += x.log;
    draw_question(s, t, scene, row++, cols, wanted > x.options);
    row += draw_wrapped(s, x.ability_text, row, x.ability, 2, cols, ST_CARD);
    row += draw_wrapped(s, scene->reason, row, x.reason, 2, cols, scene->alert ? ST_NEW : ST_LABEL);
    draw_options(s, scene, row, x.options, cols);
    row += x.options;
    if (x.left >= 6 && !panel_width(s) && scene->marked)
        draw_wrapped(s, preview(t, scene->marked), row + 1, x.left - 1, 2, cols, ST_LABEL);
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
