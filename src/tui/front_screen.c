/* The full-screen frontend: keys, input line, pages, menus. */
#include "tui/draw.h"
#include "tui/front.h"
#include "tui/describe.h"
#include "play/words.h"
#include "tui/term.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- frames ---------------------------------------------------------------------------------- */

/* Starts a frame with the current size of the terminal. */
static void begin_frame(Front *f) {
    unsigned rows, cols;
    term_size(&rows, &cols);
    screen_resize(&f->screen, rows, cols);
}

/* Sends the frame in one write. */
static void end_frame(Front *f, unsigned row, unsigned col) {
    Text bytes = {0};
    screen_bytes(&f->screen, &bytes, row, col);
    if (!term_write(&bytes)) f->quit = true;
    text_release(&bytes);
}

/* Returns the next key. A resize or Ctrl-L forces a full redraw. */
static uint32_t next_key(Front *f, int timeout) {
    uint32_t key = f->quit ? (uint32_t)KEY_LEAVE : f->nahead ? f->ahead[0] : term_key(timeout);
    if (f->nahead) memmove(f->ahead, f->ahead + 1, --f->nahead * sizeof *f->ahead);
    if (key == KEY_RESIZE || key == CTRL_L) f->screen.redraw_all = true;
    if (key == KEY_LEAVE) f->quit = true;
    return key;
}

/* ---- the input line -------------------------------------------------------------------------- */

/* Removes the last UTF-8 character. */
static void drop_last(Text *line) {
    while (line->n && (line->s[line->n - 1] & 0xC0) == 0x80) line->n--;
    if (line->n) line->n--;
    if (line->s) line->s[line->n] = '\0';
}

static void drop_word(Text *line) {
    while (line->n && line->s[line->n - 1] == ' ') drop_last(line);
    while (line->n && line->s[line->n - 1] != ' ') drop_last(line);
}

/* Applies an editing key or a character to the input line. Returns false if the key is neither. */
static bool edit(Text *line, uint32_t key) {
    char b[5] = {0};
    if (key == BACKSPACE)
        drop_last(line);
    else if (key == CTRL_U)
        text_clear(line);
    else if (key == CTRL_W)
        drop_word(line);
    else if (key < 0x20 || key >= KEY_NONE || line->n > 400)
        return false;
    else {
        if (key < 0x80)
            b[0] = (char)key;
        else if (key < 0x800)
            b[0] = (char)(0xC0 | key >> 6), b[1] = (char)(0x80 | (key & 0x3F));
        else if (key < 0x10000)
            b[0] = (char)(0xE0 | key >> 12), b[1] = (char)(0x80 | (key >> 6 & 0x3F)),
            b[2] = (char)(0x80 | (key & 0x3F));
        else
            b[0] = (char)(0xF0 | key >> 18), b[1] = (char)(0x80 | (key >> 12 & 0x3F)),
            b[2] = (char)(0x80 | (key >> 6 & 0x3F)), b[3] = (char)(0x80 | (key & 0x3F));
        text_put(line, b);
    }
    return true;
}

/* ---- pages and menus ------------------------------------------------------------------------- */

/* New first line of a page after a key. */
static unsigned scroll(unsigned top, uint32_t key, unsigned lines, unsigned rows) {
    unsigned most = lines > rows ? lines - rows : 0;
    if (key == KEY_UP && top) top--;
    if (key == KEY_DOWN) top++;
    if (key == KEY_PAGE_UP) top = top > rows ? top - rows : 0;
    if (key == KEY_PAGE_DOWN || key == ' ') top += rows;
    if (key == KEY_HOME) top = 0;
    if (key == KEY_END) top = most;
    return top < most ? top : most;
}

/* Shows a page until the player closes it; 'from_end' starts at its last lines. Returns false to
 * skip the guide or leave. */
static bool read_page(Front *f, const char *title, const char *text, bool guide, bool from_end) {
    unsigned top = 0, lines = 0;
    const char *hint = guide ? say(f->lang, W("Enter: continue    s: skip the guide",
                                              "Enter：次へ    s：説明を省略"))
                             : say(f->lang, W("arrows, Space: scroll    Enter: back to the table",
                                              "矢印・Space：スクロール    Enter：テーブルに戻る"));
    for (bool first = true;; first = false) {
        begin_frame(f);
        lines = draw_page(&f->screen, title, text, top, hint);
        if (first && from_end && lines > f->screen.rows - 3) {
            top = lines - (f->screen.rows - 3);
            continue;
        }
        end_frame(f, f->screen.rows - 1, 0);
        uint32_t key = next_key(f, -1);
        if (key == KEY_LEAVE) return false;
        if (guide && (key == 's' || key == 'S' || key == KEY_ESCAPE)) return false;
        if (key == ENTER || key == KEY_ESCAPE || key == 'q') return true;
        if (guide && key == ' ' && top + f->screen.rows - 3 >= lines) return true;
        top = scroll(top, key, lines, f->screen.rows - 3);
    }
}

static bool screen_page(Front *f, const char *title, const char *text, bool guide) {
    return read_page(f, title, text, guide, false);
}

/* Front.hand_over: shows nothing but the next player's name until Enter. */
static bool screen_hand_over(Front *f, Table *t) {
    Text line = {0};
    uint32_t key;
    text_add(&line,
             say(f->lang, W("%s: take your seat and press Enter.",
                            "%sの番です。交代してEnterを押してください。")),
             player_label(t, table_responder(t), table_responder(t)));
    do {
        begin_frame(f);
        screen_put_cut(&f->screen, f->screen.rows / 2, 4, f->screen.cols, ST_HEAD, text_of(&line));
        end_frame(f, f->screen.rows - 1, 0);
        key = next_key(f, -1);
    } while (key != ENTER && key != KEY_LEAVE);
    text_release(&line);
    return key == ENTER;
}

/* Title and numbered lines, with the cursor at line 'at'; as many as there is room for. */
static void draw_menu(Front *f, const char *title, const char *const *lines, unsigned n,
                      unsigned at) {
    Screen *s = &f->screen;
    begin_frame(f); /* which finds out the size */
    const unsigned room = s->rows > 10 ? s->rows - 8 : 2;
    const unsigned from = n <= room || at < room / 2 ? 0
                          : at + room - room / 2 < n ? at - room / 2
                                                     : n - room;
    const unsigned shown = n - from < room ? n - from : room;
    screen_put(s, 1, 2, s->cols, ST_HEAD, "Fuda 札");
    screen_put_cut(s, 3, 2, s->cols, ST_HEAD, title);
    for (unsigned k = 0; k < shown; k++) {
        const unsigned i = from + k;
        char number[16];
        snprintf(number, sizeof number, "%s%*u  ", i == at ? ">" : " ", n > 9 ? 2 : 1, i + 1);
        unsigned x = screen_put(s, 5 + k, 2, s->cols, i == at ? ST_PICK : ST_KEY, number);
        screen_put_cut(s, 5 + k, x, s->cols, i == at ? ST_PICK : ST_PLAIN, lines[i]);
    }
    if (shown < n) {
        char more[80];
        snprintf(more, sizeof more, say(f->lang, W("%u to %u of %u", "全%3$u件のうち%1$u～%2$u")),
                 from + 1, from + shown, n);
        screen_put_cut(s, 6 + shown, 2, s->cols, ST_LABEL, more);
    }
    screen_put_cut(
        s, s->rows - 1, 2, s->cols, ST_LABEL,
        say(f->lang, W("Enter: take it    arrows or a number: choose    Esc: back    q: leave",
                       "Enter：決定    矢印か番号：選択    Esc：前に戻る    q：やめる")));
    end_frame(f, s->rows - 1, 0);
}

/* Front.choose: arrow keys or a number move the cursor, Enter takes it, Esc goes back. */
static int screen_choose(Front *f, const char *title, const char *const *lines, unsigned n) {
    unsigned at = 0, typed = 0;
    f->back = false;
    for (;;) {
        draw_menu(f, title, lines, n, at);
        uint32_t key = next_key(f, -1);
        f->back = key == KEY_ESCAPE;
        if (f->back) return -1;
        if (key == KEY_LEAVE || key == 'q' || key == CTRL_D) return -1;
        if (key == ENTER) return (int)at;
        if (key == KEY_UP && at) at--;
        if (key == KEY_DOWN && at + 1 < n) at++;
        if (key == KEY_HOME) at = 0;
        if (key == KEY_END) at = n - 1;
        if (key == KEY_PAGE_UP) at = at < 10 ? 0 : at - 10;
        if (key == KEY_PAGE_DOWN) at = at + 10 < n ? at + 10 : n - 1;
        if (key < '0' || key > '9') {
            typed = 0;
            continue;
        }
        const unsigned digit = key - '0';
        typed = typed && typed * 10 + digit <= n ? typed * 10 + digit : digit;
        if (typed && typed <= n) at = typed - 1;
    }
}

/* ---- the question ---------------------------------------------------------------------------- */

/* The pending question rendered as text, and the lines currently listed. */
typedef struct QuestionText {
    Text question, reason, ability, effect;
    char *option[MAX_OPTIONS];    /* by line, owned */
    char *list[MAX_OPTIONS];      /* listed lines, pointing into 'option' or 'folded' */
    unsigned number[MAX_OPTIONS]; /* number to type for each listed line */
    unsigned n;
    char *folded[MAX_OPTIONS]; /* by its first line, owned: lines of one card, which differ only in
                                  the place; null: no others follow */
    unsigned lines[MAX_OPTIONS]; /* how many each folded one stands for */
} QuestionText;

/* Do the two lines differ only in where the card goes? */
static bool same_but_place(const Table *t, unsigned a, unsigned b) {
    const Line *x = &t->line[a], *y = &t->line[b];
    const Option *o = &t->run.s->option[x->first], *p = &t->run.s->option[y->first];
    bool logged;
    const char *words = mat_option(t->mat, o->kind, t->run.s->ask.kind, &logged).en;
    return !x->macro && !y->macro && o->kind == p->kind && o->card && o->card == p->card &&
           o->c == p->c && (strstr(words, "{z}") || strstr(words, "{s}"));
}

/* "play X (2) to …": what the lines begin with, and how many they are. */
static char *fold(const Table *t, const QuestionText *x, unsigned from, unsigned n) {
    Text text = {0};
    const char *a = x->option[from];
    size_t same = strlen(a);
    for (unsigned i = from + 1; i < from + n; i++) {
        size_t k = 0;
        while (k < same && x->option[i][k] == a[k]) k++;
        same = k;
    }
    while (same && (a[same] & 0xC0) == 0x80) same--;
    text_bytes(&text, a, same);
    text_add(&text, say(t->lang, W("… (%u places)", "…（%uか所）")), n);
    return text.s;
}

/* A long list is grouped by card first; where the card goes is asked when it is taken. */
static void fold_options(const Table *t, QuestionText *x) {
    enum { LONG = 5 };
    for (unsigned i = 0, n; i < t->nlines && t->nlines > LONG; i += n) {
        for (n = 1; i + n < t->nlines && same_but_place(t, i, i + n);) n++;
        x->lines[i] = n;
        if (n > 1) x->folded[i] = fold(t, x, i, n);
    }
}

/* Renders the question; release frees it. */
static void prepare(Table *t, QuestionText *x) {
    describe_question(t, &x->question);
    describe_reason(t, &x->reason);
    describe_asking_ability(t, false, &x->ability);
    describe_asking_ability(t, true, &x->effect);
    for (unsigned i = 0; i < t->nlines; i++) {
        Text text = {0};
        describe_line(t, i, &text);
        text_put(&text, "");
        x->option[i] = text.s;
    }
    fold_options(t, x);
}

/* Opens the folded lines that begin with this one. Returns false if it is not folded. */
static bool unfold(Front *f, const Table *t, const QuestionText *x, unsigned line) {
    if (f->narrowed || line >= t->nlines || !x->folded[line]) return false;
    const unsigned usual = t->line_of[option_default(&t->run)];
    memset(f->keep, 0, sizeof f->keep);
    for (unsigned i = 0; i < x->lines[line]; i++) f->keep[line + i] = true;
    f->narrowed = true;
    f->cursor = f->top = 0;
    if (usual >= line && usual < line + x->lines[line]) f->cursor = usual - line;
    return true;
}

static void release(QuestionText *x, unsigned n) {
    text_release(&x->question);
    text_release(&x->reason);
    text_release(&x->ability);
    text_release(&x->effect);
    for (unsigned i = 0; i < n; i++) {
        free(x->option[i]);
        free(x->folded[i]);
    }
}

/* Lists all lines, those of one card as one, or the lines left by a search. */
static void list_options(Front *f, const Table *t, QuestionText *x) {
    x->n = 0;
    for (unsigned i = 0; i < t->nlines; i++) {
        if (f->narrowed && !f->keep[i]) continue;
        const bool fold = !f->narrowed && x->folded[i];
        x->list[x->n] = fold ? x->folded[i] : x->option[i];
        x->number[x->n++] = i + 1;
        if (fold) i += x->lines[i] - 1;
    }
    if (f->cursor >= x->n) f->cursor = x->n ? x->n - 1 : 0;
}

static unsigned option_at_cursor(const Front *f, const Table *t, const QuestionText *x) {
    return table_line_answer(t, x->number[f->cursor] - 1);
}

/* The option's card if the viewer sees its face, else NONE. */
static CardId card_at_cursor(const Front *f, const Table *t, const QuestionText *x) {
    unsigned at = option_at_cursor(f, t, x);
    if (at >= MAX_OPTIONS) return NONE;
    const Option *o = &t->run.s->option[at];
    int i = o->card ? table_view_index(t, o->card) : -1;
    return i >= 0 && t->view.cards[i].def ? o->card : NONE;
}

/* Key hints at the end of the input line. */
static const char *hint_of(const Front *f, const Table *t) {
    if (f->narrowed) return say(f->lang, W("Esc: all options", "Esc：すべての選択肢"));
    if (t->run.s->nplayers > 2)
        return say(f->lang, W("number or arrows, Enter   Tab card   v look at a mat   ? help",
                              "番号か矢印でEnter   Tab カード   v ほかのマット   ? ヘルプ"));
    return say(f->lang, W("number or arrows, Enter   Tab card   ? help",
                          "番号か矢印でEnter   Tab カード   ? ヘルプ"));
}

/* A message, if there is one, takes the place of the reason. */
static Scene scene_of(Front *f, const Table *t, const QuestionText *x) {
    return (Scene){
        .question = text_of(&x->question),
        .reason = f->message.n ? text_of(&f->message) : text_of(&x->reason),
        .alert = f->message.n > 0,
        .ability = text_of(&x->ability),
        .effect = text_of(&x->effect),
        .options = x->list,
        .number = x->number,
        .noptions = x->n,
        .cursor = f->cursor,
        .top = &f->top,
        .marked = card_at_cursor(f, t, x),
        .input = text_of(&f->line),
        .hint = hint_of(f, t),
    };
}

/* Moves within n options in rows of 'per'. */
static void move_cursor(Front *f, uint32_t key, unsigned n, unsigned per) {
    unsigned c = f->cursor;
    if (key == KEY_UP) c = c >= per ? c - per : c;
    if (key == KEY_DOWN) c = c + per < n ? c + per : n - 1;
    if (key == KEY_LEFT) c = c ? c - 1 : 0;
    if (key == KEY_RIGHT) c = c + 1 < n ? c + 1 : c;
    if (key == KEY_PAGE_UP) c = c >= per * 4 ? c - per * 4 : 0;
    if (key == KEY_PAGE_DOWN) c = c + per * 4 < n ? c + per * 4 : n - 1;
    if (key == KEY_HOME) c = 0;
    if (key == KEY_END) c = n - 1;
    f->cursor = c;
}

/* Shows the result of a command. Returns true if the question is answered or left. */
static bool apply_command(Front *f, Command *c) {
    text_clear(&f->message);
    switch (c->reply) {
    case REPLY_PAGE: read_page(f, c->title, text_of(&c->text), false, c->from_end); break;
    case REPLY_NOTE: text_put(&f->message, text_of(&c->text)); break;
    case REPLY_KEEP:
        memcpy(f->keep, c->keep, sizeof f->keep);
        f->narrowed = true;
        f->cursor = f->top = 0;
        break;
    case REPLY_BOARD: f->screen.redraw_all = true; break;
    case REPLY_LOOK: break;
    default: return true;
    }
    return false;
}

/* Enter: an empty line takes the option at the cursor. */
static bool enter(Front *f, Table *t, const QuestionText *x, Reply *reply, unsigned *answer) {
    Command c = {0};
    const unsigned long typed = strtoul(text_of(&f->line), NULL, 10);
    const unsigned line = f->line.n ? (unsigned)typed - 1 : x->number[f->cursor] - 1;
    if ((!f->line.n || strspn(f->line.s, "0123456789") == f->line.n) && unfold(f, t, x, line)) {
        text_clear(&f->line);
        return false;
    }
    if (!f->line.n) {
        *reply = REPLY_ANSWER;
        *answer = option_at_cursor(f, t, x);
        return true;
    }
    command_read(t, text_of(&f->line), &c);
    text_clear(&f->line);
    bool done = apply_command(f, &c);
    *reply = c.reply;
    *answer = c.answer;
    text_release(&c.text);
    return done;
}

/* Runs a command bound to a single key. */
static void shortcut(Front *f, Table *t, const char *command) {
    Command c = {0};
    command_read(t, command, &c);
    apply_command(f, &c);
    text_release(&c.text);
}

/* Tab: the page of the card under the cursor. */
static void show_marked(Front *f, Table *t, CardId card) {
    Text page = {0};
    int i = table_view_index(t, card);
    if (i < 0 || !t->view.cards[i].def) return;
    page_card(t, card, t->view.cards[i].def, &page);
    read_page(f, say(f->lang, W("Card", "カード")), text_of(&page), false, false);
    text_release(&page);
}

/* Shows everything since the last prompt. */
static void show_news(Front *f, const Table *t) {
    Text page = {0};
    page_news(t, &page);
    if (page.n)
        read_page(f, say(f->lang, W("Since you were last asked", "前回の選択からのできごと")),
                  text_of(&page), false, false);
    text_release(&page);
}

/* Initial cursor position: what the player who only goes on would answer, or what it is folded
 * into. */
static unsigned first_cursor(const Table *t, const QuestionText *x) {
    const unsigned line = t->line_of[option_default(&t->run)];
    unsigned at = 0;
    if (t->nlines && t->line[0].macro) return 0;
    for (unsigned i = 0; i < line; at++) {
        i += x->folded[i] ? x->lines[i] : 1;
        if (i > line) return at;
    }
    return at;
}

/* Handles one key. Returns true if the question is answered or left. */
static bool on_key(Front *f, Table *t, const QuestionText *x, const Scene *scene, Reply *reply,
                   unsigned *answer) {
    uint32_t key = next_key(f, -1);
    *reply = REPLY_LEAVE;
    if (key == KEY_LEAVE || (key == CTRL_D && !f->line.n)) return true;
    if (key == ENTER) return enter(f, t, x, reply, answer);
    if (key == TAB) {
        show_marked(f, t, scene->marked);
    } else if (key == '?' && !f->line.n) {
        shortcut(f, t, "help");
    } else if (key == ' ' && !f->line.n) {
        show_news(f, t);
    } else if (key == 'v' && !f->line.n && t->run.s->nplayers > 2) {
        table_next_focus(t);
    } else if (key == KEY_ESCAPE) {
        t->focus = NOBODY;
        text_clear(&f->line);
        text_clear(&f->message);
        if (f->narrowed) f->cursor = first_cursor(t, x);
        f->narrowed = false;
    } else if (!edit(&f->line, key)) {
        move_cursor(f, key, x->n, draw_columns(&f->screen, scene));
    }
    return false;
}

/* ---- the computers' deeds ---------------------------------------------------------------------
 */

/* How long a deed is shown: longer, if the log has more lines about it. */
static int deed_time(const Table *t, unsigned from) {
    static const int first[SPEEDS + 1] = {0, 3000, 1800, 1000, 500, 200}; /* milliseconds */
    int lines = 0;
    for (unsigned i = from; i < t->nlog; i++) lines += t->log[i].text[t->me] != NULL;
    if (lines > 6) lines = 6;
    return first[t->speed] + (lines - 1) * first[t->speed] / 3;
}

static void draw_deed(Front *f, Table *t, unsigned from) {
    unsigned row, col, top = 0;
    char hint[160], question[160];
    table_refresh_deed(t, from);
    snprintf(question, sizeof question,
             say(t->lang, W("the others play (speed %u of %u)", "相手の番です（速さ%u／%u）")),
             t->speed, SPEEDS);
    snprintf(hint, sizeof hint, "%s",
             say(t->lang, W("Space: go on  Esc: to your turn  +/-: speed  0: off",
                            "Space：次へ  Esc：自分の番まで  +/-：速さ  0：見ない")));
    Scene scene = {
        .question = question, .reason = "", .ability = "", .top = &top, .input = "", .hint = hint};
    begin_frame(f);
    draw_table(&f->screen, t, &scene, &row, &col);
    end_frame(f, row, col);
}

/* Front.deed. */
static void screen_deed(Front *f, Table *t, unsigned from) {
    for (;;) {
        draw_deed(f, t, from);
        const uint32_t key = next_key(f, deed_time(t, from));
        if (key == KEY_NONE || key == ' ' || key == ENTER || key == KEY_RIGHT) return;
        if (key == '+' && t->speed < SPEEDS) t->speed++;
        if (key == '-' && t->speed > 1) t->speed--;
        if (key == '0') t->speed = 0;
        if (key == KEY_ESCAPE) f->hurry = true;
        if (f->hurry || !t->speed || key == KEY_LEAVE) return;
    }
}

/* Front.ask: redraws after every key until the question is answered or left. */
static Reply screen_ask(Front *f, Table *t, unsigned *answer) {
    static QuestionText x;
    Reply reply = REPLY_LEAVE;
    unsigned row, col;
    bool done = false;
    x = (QuestionText){0};
    f->thought = 0;
    table_refresh(t);
    unsigned n = t->nlines;
    prepare(t, &x);
    text_clear(&f->line);
    text_clear(&f->message);
    if (f->note) text_put(&f->message, f->note);
    f->note = NULL;
    f->narrowed = false;
    f->cursor = first_cursor(t, &x);
    f->top = 0;
    while (!done) {
        list_options(f, t, &x);
        Scene scene = scene_of(f, t, &x);
        begin_frame(f);
        draw_table(&f->screen, t, &scene, &row, &col);
        end_frame(f, row, col);
        done = on_key(f, t, &x, &scene, &reply, answer);
    }
    table_mark_read(t);
    release(&x, n);
    return reply;
}

/* Keys that are typed while a computer thinks are for the next question, but for leaving. */
static void look_for_keys(Front *f) {
    const unsigned room = sizeof f->ahead / sizeof *f->ahead;
    uint32_t key;
    while (!f->quit && f->nahead < room && (key = term_key(0)) != KEY_NONE) {
        if (key == KEY_LEAVE) f->quit = true;
        if (key == KEY_RESIZE)
            f->screen.redraw_all = true;
        else
            f->ahead[f->nahead++] = key;
    }
}

/* Front.thinking: the table as it is, and a row of dots that grows. */
static bool screen_thinking(Front *f, Table *t, PlayerId who, double part) {
    static const char dots[] = "...........";
    const unsigned n = 1 + (unsigned)(10 * part);
    unsigned row, col, top = 0;
    char line[160];
    look_for_keys(f);
    if (f->thought == t->napplied + 1 && f->dots == n && !f->screen.redraw_all) return !f->quit;
    f->thought = t->napplied + 1;
    f->dots = n;
    snprintf(line, sizeof line, "%s%s%s %.*s",
             player_label(t, who == NOBODY ? table_responder(t) : who, t->me),
             f->lang == LANG_JA ? "：" : ": ",
             say(f->lang, who == NOBODY ? W("what would the computer do?", "コンピュータなら？")
                                        : W("thinking", "考えています")),
             (int)n, dots);
    table_refresh(t);
    Scene scene = {.question = line,
                   .reason = "",
                   .ability = "",
                   .top = &top,
                   .input = "",
                   .hint = say(f->lang, W("Ctrl-C: leave", "Ctrl-C：終わる"))};
    begin_frame(f);
    draw_table(&f->screen, t, &scene, &row, &col);
    end_frame(f, row, col);
    return !f->quit;
}

/* Front.game_over: the final board with the result, until a key closes it. */
static void screen_game_over(Front *f, Table *t) {
    Text result = {0};
    unsigned row, col, top = 0;
    uint32_t key;
    Text reason = {0};
    describe_result(t, &result);
    describe_decided(t, &reason);
    table_refresh(t);
    do {
        Scene scene = {.question = text_of(&result),
                       .reason = text_of(&reason),
                       .ability = "",
                       .top = &top,
                       .input = "",
                       .hint = say(f->lang, W("Enter: go on", "Enter：次へ"))};
        begin_frame(f);
        draw_table(&f->screen, t, &scene, &row, &col);
        end_frame(f, row, col);
        key = next_key(f, -1);
        if (key == 'v') table_next_focus(t);
    } while (key != ENTER && key != 'q' && key != KEY_LEAVE && key != KEY_ESCAPE);
    text_release(&result);
    text_release(&reason);
}

Front *front_screen(Lang lang) {
    if (!term_supported() || !term_open()) return NULL;
    Front *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    f->lang = lang;
    f->ask = screen_ask;
    f->deed = screen_deed;
    f->finish = true;
    f->page = screen_page;
    f->hand_over = screen_hand_over;
    f->thinking = screen_thinking;
    f->choose = screen_choose;
    f->game_over = screen_game_over;
    f->screen.colour = term_colour();
    f->screen.redraw_all = true;
    return f;
}

void front_leave(Front *f) {
    (void)f;
    term_close();
}

void front_close(Front *f) {
    if (!f) return;
    term_close();
    screen_free(&f->screen);
    text_release(&f->line);
    text_release(&f->message);
    free(f);
}
