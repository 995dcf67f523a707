/* The line-based frontend for pipes, dumb terminals and scripts. */
#include "tui/front.h"
#include "tui/describe.h"
#include "tui/term.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Writes the text; a failed write ends the session. */
static void out(Front *f, const Text *t) {
    if (!f->quit && !term_write(t)) f->quit = true;
}

static void say_line(Front *f, const char *line) {
    Text x = {0};
    text_add(&x, "%s\n", line);
    out(f, &x);
    text_release(&x);
}

/* Reads one line without its newline. Returns false at end of input or on a signal. Echoes the line
 * if stdin is no terminal, so that transcripts are complete. */
static bool read_line(Front *f, Text *line) {
    static char block[4096];
    static size_t have, at;
    text_clear(line);
    while (!quit_requested()) {
        if (at == have) {
            ssize_t n = read(STDIN_FILENO, block, sizeof block);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) break;
            have = (size_t)n;
            at = 0;
        }
        const char *end = memchr(block + at, '\n', have - at);
        size_t n = end ? (size_t)(end - block) - at : have - at;
        if (line->n < 4096)
            text_bytes(line, block + at,
                       n < 4096 ? n : 4096); /* drop the rest of an overlong line */
        at += n + (end != NULL);
        if (!end) continue;
        while (line->n && line->s[line->n - 1] == '\r') line->s[--line->n] = '\0';
        if (!isatty(STDIN_FILENO)) say_line(f, text_of(line));
        return true;
    }
    if (line->n && !quit_requested()) return true; /* last line without a newline */
    f->quit = true;
    return false;
}

static void prompt(Front *f) {
    Text x = {0};
    text_put(&x, "> ");
    out(f, &x);
    text_release(&x);
}

/* ---- the board ------------------------------------------------------------------------------- */

/* One card: tag, name, stats (printed ones where they differ), status. */
static void put_card(const Table *t, unsigned i, Text *x) {
    const FudaSeen *c = &t->view.cards[i];
    unsigned zf = t->run.g->zones[c->zone].flags, souls = 0;
    const CardDef *d = &t->run.pack->def[c->def];
    if (t->changed[i]) text_put(x, "*");
    describe_tag(t, c, x);
    text_add(x, " %s", c->def ? pack_name(t->run.pack, c->def) : "?");
    if (zf & ZONE_FIELD) {
        bool third = t->mat->third;
        text_put(x, " ");
        describe_pair(t, c->atk, c->def_now, x);
        if (third) text_add(x, "/%d", c->third);
        if (c->def && (c->atk != d->num.atk || c->def_now != d->num.def ||
                       (third && c->third != d->num.third))) {
            describe_printed_stats(t, d, "(", x);
            text_put(x, ")");
        }
    } else if (c->def && d->num.cost >= 0 && !(zf & ZONE_PUBLIC)) {
        text_add(x, " (%d)", c->cost);
        describe_printed_stats(t, d, " ", x);
    }
    if (c->damage) text_add(x, say(t->lang, W(" damage %d", " ダメージ%d")), c->damage);
    if (c->flags & CARD_RESTED) text_put(x, say(t->lang, t->mat->rested));
    for (unsigned j = 0; j < t->view.ncards; j++) souls += t->view.cards[j].tie == (int)i;
    describe_tied(t, souls, x);
    if (c->def && !(c->flags & CARD_DOWN)) describe_tallies(t, table_card_id(t, c), x);
}

/* A zone: its count, the public kinds of face-down cards, and the cards the viewer sees. */
static void put_zone(const Table *t, unsigned p, unsigned z, Text *x) {
    const FudaView *v = &t->view;
    unsigned listed = 0, zf = t->run.g->zones[z].flags;
    if (!v->counts[p][z]) return;
    text_add(x, "  %s ", mat_zone_word(t->mat, t->run.g, z, t->lang));
    if (t->lang == LANG_EN) text_add(x, "%s ", t->run.g->zones[z].name);
    text_add(x, "%u", v->counts[p][z]);
    for (unsigned k = 0; k < t->run.g->nkinds; k++) {
        unsigned n = table_count_known(t, p, z, k);
        if (n) text_add(x, " %s%u", t->run.g->kinds[k].key, n);
    }
    for (unsigned i = 0; i < v->ncards; i++) {
        const FudaSeen *c = &v->cards[i];
        bool shown = c->def ? z != t->mat->deck : (zf & (ZONE_FIELD | ZONE_ORIENTED)) != 0;
        if (c->player != p || c->zone != z || !shown) continue;
        text_put(x, listed++ ? ", " : ": ");
        put_card(t, i, x);
    }
    text_put(x, "\n");
}

/* Another player in two lines: counts, then the cards in play. */
static void put_brief(const Table *t, unsigned p, Text *x) {
    const FudaView *v = &t->view;
    unsigned n = 0;
    text_put(x, "  ");
    for (unsigned i = 0; i < t->mat->nbrief; i++) {
        const MatCell *c = &t->mat->brief[i];
        unsigned all = v->counts[p][c->zone], ready = 0;
        if (c->row || (c->form == FORM_EXTRA && !all)) continue;
        text_add(x, "%s%s %u", n++ ? ", " : "", mat_zone_word(t->mat, t->run.g, c->zone, t->lang),
                 all);
        if (c->form == FORM_LIMIT) text_add(x, "/%u", c->arg);
        for (unsigned k = 0; k < v->ncards && c->form == FORM_READY; k++)
            ready += v->cards[k].player == p && v->cards[k].zone == c->zone &&
                     !(v->cards[k].flags & CARD_RESTED);
        if (c->form == FORM_READY) text_add(x, say(t->lang, t->mat->upright), ready);
        for (unsigned k = 0; k < t->run.g->nkinds && c->form == FORM_COUNT; k++) {
            unsigned known = table_count_known(t, p, c->zone, k);
            if (known) text_add(x, " %s%u", t->run.g->kinds[k].key, known);
        }
    }
    text_put(x, "\n");
    n = 0;
    for (unsigned i = 0; i < v->ncards; i++) {
        if (v->cards[i].player != p || !(t->run.g->zones[v->cards[i].zone].flags & ZONE_FIELD))
            continue;
        text_put(x, n++ ? ", " : "  ");
        put_card(t, i, x);
    }
    if (n) text_put(x, "\n");
}

/* The player's counters: 「name」 number. */
static void put_counters(const Table *t, unsigned p, Text *x) {
    Text names = {0};
    describe_counters(t, p, &names);
    if (names.n) text_add(x, "  %s%s\n", say(t->lang, t->mat->counters), text_of(&names));
    text_release(&names);
}

/* A player's part of the board. In full for two players, the viewer and the focused player; team
 * mates' hands are open (13.5.6). */
static void put_side(const Table *t, PlayerId p, Text *x) {
    const FudaView *v = &t->view;
    bool turn = v->turn && table_same_side(t, p, v->turn_player);
    text_add(x, "%s%s%s%s\n", v->nplayers > 2 && turn ? "> " : "", player_label(t, p, t->me),
             team_suffix(t, p), v->out[p] ? say(t->lang, W(" (out)", "（敗北）")) : "");
    bool brief = v->nplayers > 2 && p != t->me && p != t->focus;
    if (v->out[p] && v->nplayers > 2) return;
    if (brief) put_brief(t, p, x);
    for (unsigned z = 1; z < t->run.g->nzones; z++)
        if (!brief || (z == t->mat->hand && table_same_side(t, p, t->me))) put_zone(t, p, z, x);
    put_counters(t, p, x);
}

/* Three or more players: the format, the score, and the current attack. */
static void put_between(const Table *t, Text *x) {
    Text score = {0}, attack = {0};
    describe_score(t, &score);
    text_add(x, "(%s%s%s)\n",
             mat_format_name(t->mat, &t->run.g->formats[t->run.s->format], t->lang),
             score.n ? "  " : "", text_of(&score));
    if (describe_attack(t, &attack)) text_add(x, "(%s)\n", text_of(&attack));
    text_release(&score);
    text_release(&attack);
}

/* The stack, topmost first, preceded by the current attack. */
static void put_space(Table *t, Text *x) {
    const State *s = t->run.s;
    Text attack = {0};
    if (!t->mat->space) return;
    if (describe_attack(t, &attack)) text_add(x, "(%s)\n", text_of(&attack));
    text_release(&attack);
    if (s->nstack) text_add(x, "%s\n", mat_zone_word(t->mat, t->run.g, t->mat->space, t->lang));
    for (unsigned i = s->nstack; i-- > 0;) {
        text_add(x, "  %u ", s->nstack - i);
        describe_stack_entry(t, &s->stack[i], x);
        text_put(x, "\n");
    }
}

/* Turn, partial cards, every player with the viewer last, then the stack. */
static void put_board(Table *t, Text *x) {
    const FudaView *v = &t->view;
    const NameInfo *point = &t->run.g->points[v->point < t->run.g->npoints ? v->point : 0];
    Text side = {0};
    describe_side(t, v->turn_player, t->me, &side);
    text_add(x, say(t->lang, W("\n-- turn %u, %s, %s --\n", "\n-- ターン%u、%s、%s --\n")), v->turn,
             text_of(&side), t->lang == LANG_JA && *point->name ? point->name : point->key);
    describe_partial(t, x);
    if (t->partial) text_put(x, "\n");
    for (unsigned i = 1; i <= v->nplayers; i++)
        put_side(t, table_other_player(t, i), x); /* viewer last, next to the prompt */
    if (v->nplayers > 2) put_between(t, x);
    put_space(t, x);
    text_release(&side);
}

/* Log entries since the last prompt. */
static void put_news(const Table *t, Text *x) {
    for (unsigned i = t->nread; i < t->nlog; i++)
        if (t->log[i].text[t->me]) text_add(x, "  . %s\n", t->log[i].text[t->me]);
}

/* The question with its numbered lines; 'keep' restricts them, null lists all. */
static void put_question(Table *t, const bool *keep, Text *x) {
    Text asker = {0};
    text_put(x, "\n");
    text_add(x, t->lang == LANG_JA ? "%s：" : "%s: ", player_label(t, table_responder(t), t->me));
    describe_question(t, x);
    text_put(x, "\n  ");
    describe_reason(t, x);
    text_put(x, "\n");
    describe_asking_ability(t, false, &asker);
    if (asker.n) text_add(x, "  %s\n", text_of(&asker));
    text_release(&asker);
    for (unsigned i = 0; i < t->nlines; i++) {
        if (keep && !keep[i]) continue;
        text_add(x, " %2u  ", i + 1);
        describe_line(t, i, x);
        text_put(x, "\n");
    }
}

/* ---- the front ------------------------------------------------------------------------------- */

/* News, board and question of a new prompt. */
static void show(Front *f, Table *t) {
    Text x = {0};
    put_news(t, &x);
    put_board(t, &x);
    put_question(t, NULL, &x);
    if (f->note) text_add(&x, "%s\n", f->note);
    f->note = NULL;
    out(f, &x);
    text_release(&x);
    table_mark_read(t);
}

/* Prints the reply to a command that did not answer the question. */
static void answer_line(Front *f, Table *t, const Command *c) {
    Text x = {0};
    switch (c->reply) {
    case REPLY_PAGE: text_add(&x, "%s\n%s\n", c->title, text_of(&c->text)); break;
    case REPLY_NOTE: text_add(&x, "%s\n", text_of(&c->text)); break;
    case REPLY_KEEP: put_question(t, c->keep, &x); break;
    default:
        table_refresh(t);
        put_board(t, &x);
        put_question(t, NULL, &x);
        t->focus = NOBODY; /* lines scroll away, so the focus lasts for one board */
    }
    out(f, &x);
    text_release(&x);
}

/* Front.ask: one line at a time until a command answers or leaves. */
static Reply plain_ask(Front *f, Table *t, unsigned *answer) {
    table_refresh(t);
    show(f, t);
    for (;;) {
        prompt(f);
        if (f->quit || !read_line(f, &f->line)) return REPLY_LEAVE;
        f->told = false;
        Command c = {0};
        command_read(t, text_of(&f->line), &c);
        bool done = c.reply <= REPLY_UNDO;
        *answer = c.answer;
        if (!done) answer_line(f, t, &c);
        text_release(&c.text);
        if (done) return c.reply;
    }
}

/* Front.page: only tutorial pages wait for Enter. */
static bool plain_page(Front *f, const char *title, const char *text, bool guide) {
    Text x = {0};
    text_add(&x, "\n== %s ==\n%s\n", title, text);
    if (guide)
        text_put(&x, say(f->lang, W("(Enter: continue, s: skip the guide)\n",
                                    "（Enterで次へ、sで説明を省略）\n")));
    out(f, &x);
    text_release(&x);
    if (!guide) return !f->quit;
    prompt(f);
    return read_line(f, &f->line) && strcmp(text_of(&f->line), "s") != 0;
}

/* Front.hand_over: scrolls the previous player's cards off a terminal. */
static bool plain_hand_over(Front *f, Table *t) {
    Text x = {0};
    for (unsigned i = 0; i < 60 && isatty(STDOUT_FILENO); i++) text_put(&x, "\n");
    text_add(&x,
             say(f->lang, W("\n%s: take your seat and press Enter.\n",
                            "\n%sの番です。交代してEnterを押してください。\n")),
             player_label(t, table_responder(t), table_responder(t)));
    out(f, &x);
    text_release(&x);
    return read_line(f, &f->line);
}

/* Front.thinking: one line, and only for a person who waits. */
static bool plain_thinking(Front *f, Table *t, PlayerId who, double part) {
    Text x = {0};
    (void)part;
    if (f->told || !isatty(STDOUT_FILENO)) return !f->quit;
    f->told = true;
    if (who == NOBODY)
        text_put(&x, say(f->lang, W("(thinking ...)\n", "（考えています）\n")));
    else
        text_add(&x, say(f->lang, W("(%s: thinking ...)\n", "（%s：考えています）\n")),
                 player_label(t, who, t->me));
    out(f, &x);
    text_release(&x);
    return !f->quit;
}

/* Front.choose: repeats the menu until the input is valid; an empty line takes the first choice,
 * `b` goes back. */
static int plain_choose(Front *f, const char *title, const char *const *lines, unsigned n) {
    f->back = false;
    for (;;) {
        Text x = {0};
        text_add(&x, "\n%s\n", title);
        for (unsigned i = 0; i < n; i++) text_add(&x, " %2u  %s\n", i + 1, lines[i]);
        out(f, &x);
        text_release(&x);
        prompt(f);
        if (f->quit || !read_line(f, &f->line)) return -1;
        const char *word = text_of(&f->line);
        unsigned long k = strtoul(word, NULL, 10);
        if (!*word) return 0;
        f->back = !strcmp(word, "b");
        if (!strcmp(word, "q") || f->back) return -1;
        if (k >= 1 && k <= n) return (int)k - 1;
    }
}

static void plain_game_over(Front *f, Table *t) {
    Text x = {0};
    table_refresh(t);
    put_news(t, &x);
    put_board(t, &x);
    text_put(&x, "\n");
    page_summary(t, &x);
    out(f, &x);
    text_release(&x);
    table_mark_read(t);
}

Front *front_plain(Lang lang) {
    Front *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    f->lang = lang;
    f->ask = plain_ask;
    f->page = plain_page;
    f->hand_over = plain_hand_over;
    f->thinking = plain_thinking;
    f->choose = plain_choose;
    f->game_over = plain_game_over;
    return f;
}
