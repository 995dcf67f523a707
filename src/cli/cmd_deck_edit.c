/* fuda deck new, fuda deck edit: builds a deck with typed commands.
 *
 * Every change is written to the deck's file at once, so that nothing is lost however the program
 * ends; the file is locked against a second editor. */
#include "cards/draft.h"
#include "cards/search.h"
#include "cards/store.h"
#include "cli/cardtable.h"
#include "cli/cmd_cards.h"
#include "cli/cmd_deck.h"
#include "cli/deckcheck.h"
#include "cli/speak.h"
#include "tui/term.h"
#include "tui/text.h"
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHOWN = 30, FAULTS_SHOWN = 3 };

/* A line of the last list that was printed; numbers refer to it. */
typedef struct Shown {
    const PrintedCard *card; /* null: an unknown card of the deck */
    unsigned pile;           /* PILES: not from the deck */
    unsigned line;           /* of the draft, if from the deck */
} Shown;

typedef struct Editor {
    DeckOptions *w;
    const Game *game;
    CardList cards;
    SearchIndex *index;
    Draft draft, pool; /* pool: the opened cards, if w->pool */
    LockedFile file;
    DraftForm form;
    const char *name; /* of the deck */
    Shown *shown;
    unsigned nshown;
    Found *found; /* by the last search; `more` goes on at 'from' */
    unsigned nfound, from;
    bool person; /* commands are typed */
    bool failed; /* a command could not be carried out */
    bool done;
} Editor;

static const char *pile_word(const Editor *x, unsigned pile) {
    return card_form(x->game)->pile[pile].word;
}

/* ---- messages -------------------------------------------------------------------------------- */

/* Says why a command was not carried out; a script then ends with EXIT_INPUT. */
__attribute__((format(printf, 2, 3))) static void refuse(Editor *x, const char *format, ...) {
    va_list list;
    va_start(list, format);
    fflush(stdout);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    x->failed = true;
}

/* ---- state of the deck ----------------------------------------------------------------------- */

/* Piles, and the first broken rules with their clauses. all: every one of them. */
static void print_status(Editor *x, bool all) {
    const DeckRules rules = {x->game, x->w->format_number, x->w->pool};
    CheckedDeck *c = malloc(sizeof *c);
    char what[400], *text = draft_text(&x->draft, DRAFT_TEXT, x->name);
    FileError e;
    if (!c) return;
    if (!x->draft.now.n) *text = 0; /* comments alone are no deck */
    if (!deckcheck_text(c, &rules, &x->cards, x->name, text, &e)) {
        refuse(x, "%s", e.line);
    } else {
        unsigned most = all ? MAX_FAULTS : FAULTS_SHOWN;
        fputs("  = ", stdout);
        deckcheck_piles(c, x->game);
        puts(deck_playable(c, x->w->partial) ? tr(": legal", "：構築ルールに合っています")
             : deck_legal(c)                 ? tr(": legal, but some cards cannot be played",
                                                  "：構築ルールには合っていますが、使えないカードがあります")
                                             : "");
        for (unsigned i = 0; i < c->nfaults && i < most; i++) {
            deckcheck_say(c, x->game, i, what, sizeof what);
            printf("    %s: %s\n", clause_info[c->fault[i].clause].id, what);
        }
        if (c->nfaults > most)
            printf(tr("    and %u more (`check` lists them)\n", "    ほか%u件（check で全部）\n"),
                   c->nfaults - most);
        for (unsigned i = 0; i < c->file.n; i++) {
            const DeckLine *l = &c->file.line[i];
            if (!l->card)
                printf("    %s\n", l->why);
            else if (all && *l->why)
                printf(tr("    not understood: %s: %s\n", "    解釈できません：%s：%s\n"),
                       l->card->label, l->why);
        }
    }
    deckcheck_free(c);
    free(c);
    free(text);
}

/* Writes the file. A deck without cards is a comment, so that it can be opened again. */
static bool save(Editor *x) {
    FileError e;
    char *text = draft_text(&x->draft, x->form, x->name);
    bool empty = !*text;
    char line[200];
    snprintf(line, sizeof line, "# %.150s\n", x->name);
    const char *bytes = empty ? line : text;
    bool ok = locked_write(&x->file, bytes, strlen(bytes), &e);
    free(text);
    if (!ok) refuse(x, "%s", e.line);
    return ok;
}

/* The last list stays, but its lines of the deck have moved. */
static void changed(Editor *x) {
    for (unsigned i = 0; i < x->nshown; i++) x->shown[i].line = UINT_MAX;
    save(x);
    print_status(x, false);
}

/* ---- lists ----------------------------------------------------------------------------------- */

static void forget_shown(Editor *x) { x->nshown = 0; }

static void remember(Editor *x, Shown s) {
    x->shown = array_grow(x->shown, x->nshown, sizeof *x->shown);
    x->shown[x->nshown++] = s;
}

static void print_number(const Editor *x) { printf("%4u  ", x->nshown); }

/* Copies in the deck, whatever the pile. */
static unsigned copies(const Draft *d, const PrintedCard *c) {
    unsigned n = 0;
    for (unsigned i = 0; i < d->now.n; i++)
        if (d->now.line[i].card && cards_equal(d->now.line[i].card, c)) n += d->now.line[i].count;
    return n;
}

/* Sealed: only what was opened can be found. Returns how many are left. */
static unsigned keep_opened(const Editor *x, Found *found, unsigned n) {
    unsigned kept = 0;
    for (unsigned i = 0; i < n; i++)
        if (!x->w->pool || copies(&x->pool, found[i].card)) found[kept++] = found[i];
    return kept;
}

/* A table that fits the terminal: rows, and columns beside what a line has before and after it. */
static CardTable table(const Editor *x, unsigned beside, unsigned *rows) {
    CardTable t = {.game = x->game};
    unsigned cols;
    *rows = SHOWN;
    if (!x->person) return t;
    term_size(rows, &cols);
    *rows = *rows > 10 ? *rows - 5 : 5;
    t.room = cols > beside + 40 ? cols - beside : 40;
    return t;
}

/* The next cards of the last search, as many as there is room for. */
static void print_found(Editor *x) {
    unsigned rows;
    CardTable t = table(x, 24, &rows);
    const Found *found = x->found + x->from;
    const unsigned left = x->nfound - x->from, shown = left < rows ? left : rows;
    for (unsigned i = 0; i < shown; i++) card_table_fit(&t, found[i].card);
    for (unsigned i = 0; i < shown; i++) {
        unsigned have = copies(&x->draft, found[i].card);
        remember(x, (Shown){found[i].card, PILES, 0});
        print_number(x);
        card_table_line(&t, found[i].card);
        if (have) printf(tr("  (%u in the deck)", "（デッキに%u枚）"), have);
        if (!card_understood(x->game, found[i].card))
            fputs(tr("  (not understood)", "（解釈できません）"), stdout);
        putchar('\n');
    }
    x->from += shown;
    if (left > shown)
        printf(tr("      and %u more: `more` shows them, another word narrows the search\n",
                  "      ほか%u枚。more で続き、言葉を足すと絞り込めます\n"),
               left - shown);
}

static void do_more(Editor *x, char *s) {
    (void)s;
    if (x->from < x->nfound)
        print_found(x);
    else
        refuse(x, "%s", tr("there is no more of the last search", "直前の検索の続きはありません"));
}

/* find WORD...: words are separated by blanks; 's' is modified. */
static void do_find(Editor *x, char *s) {
    const char *word[SEARCH_MAX_TERMS];
    unsigned n = 0, nfound = 0;
    SearchQuery q;
    FileError e;
    char all[200];
    snprintf(all, sizeof all, "%.*s", utf8_clip(s, sizeof all - 1), s);
    for (char *save = NULL, *w = strtok_r(s, " \t", &save); w && n < SEARCH_MAX_TERMS;
         w = strtok_r(NULL, " \t", &save))
        word[n++] = w;
    if (!card_search_parse(&q, x->game, word, n, &e)) {
        refuse(x, "%s", e.line);
        return;
    }
    Found *found = NULL;
    if (!card_search_run(x->index, &q, &found, &nfound, &e)) refuse(x, "%s", e.line);
    if (found) nfound = keep_opened(x, found, nfound);
    if (found && nfound) {
        free(x->found);
        x->found = found;
        x->nfound = nfound;
        x->from = 0;
        found = NULL;
        forget_shown(x);
        print_found(x);
    } else if (found) {
        const char *near = n ? cards_nearest(&x->cards, word[0]) : NULL;
        refuse(x,
               tr("no card matches '%s'; %s%s%s`help` lists the commands",
                  "「%s」に当てはまるカードがありません。%s%s%shelp でコマンドの一覧"),
               all, near ? tr("did you mean '", "「") : "", near ? near : "",
               near ? tr("'? ", "」ではありませんか。") : "");
    }
    free(found);
    card_search_query_free(&q);
}

static void do_list(Editor *x, char *s) {
    unsigned pile = PILES, rows;
    CardTable t = table(x, 12, &rows);
    (void)s;
    forget_shown(x);
    x->from = x->nfound; /* numbers are those of this list now */
    draft_sort(&x->draft);
    for (unsigned i = 0; i < x->draft.now.n; i++)
        if (x->draft.now.line[i].card) card_table_fit(&t, x->draft.now.line[i].card);
    for (unsigned i = 0; i < x->draft.now.n; i++) {
        const DraftLine *l = &x->draft.now.line[i];
        if (l->pile != pile)
            printf("  %s (%u)\n", pile_word(x, l->pile), draft_count(&x->draft, l->pile));
        pile = l->pile;
        remember(x, (Shown){l->card, l->pile, i});
        print_number(x);
        printf("%3u x ", l->count);
        if (l->card)
            card_table_line(&t, l->card);
        else
            printf("%s", l->why);
        putchar('\n');
    }
    print_status(x, false);
}

/* ---- curve ----------------------------------------------------------------------------------- */

enum { CURVE = 16 }; /* costs from 0; the last row is this one and more */

static void print_bar(const char *label, unsigned n) {
    printf("  %6s %3u ", label, n);
    for (unsigned i = 0; i < n && i < 60; i++) putchar('#');
    putchar('\n');
}

/* Cards of the main pile by cost, then all cards by kind. */
static void do_curve(Editor *x, char *s) {
    unsigned by_cost[CURVE + 1] = {0}, by_kind[8 * sizeof(KindSet)] = {0}, none = 0, cards = 0,
                             most = 0;
    long sum = 0;
    char label[20];
    (void)s;
    for (unsigned i = 0; i < x->draft.now.n; i++) {
        const DraftLine *l = &x->draft.now.line[i];
        if (!l->card) continue;
        for (unsigned k = 0; k < x->game->nkinds; k++)
            if (l->card->kinds >> k & 1) by_kind[k] += l->count;
        if (l->pile != PILE_MAIN) continue;
        if (l->card->cost < 0) {
            none += l->count;
            continue;
        }
        unsigned cost = l->card->cost < CURVE ? (unsigned)l->card->cost : CURVE;
        by_cost[cost] += l->count;
        if (cost > most) most = cost;
        cards += l->count;
        sum += (long)l->card->cost * l->count;
    }
    if (!x->draft.now.n) {
        puts(tr("  no cards yet", "  まだカードがありません"));
        return;
    }
    puts(tr("  cost", "  コスト"));
    for (unsigned c = 0; c <= most && cards; c++) {
        snprintf(label, sizeof label, "%u%s", c, c == CURVE ? "+" : "");
        print_bar(label, by_cost[c]);
    }
    if (none) print_bar("-", none);
    if (cards) printf(tr("  %.2f on average\n", "  平均 %.2f\n"), (double)sum / cards);
    for (unsigned k = 0; k < x->game->nkinds; k++)
        if (by_kind[k]) printf("  %s %u", x->game->kinds[k].key, by_kind[k]);
    puts("");
}

/* ---- adding and removing --------------------------------------------------------------------- */

/* What add, remove and show were told: a card, a pile (PILES: none named), a count. */
typedef struct Wanted {
    const PrintedCard *card;
    unsigned pile, line, count;
    bool counted, in_deck;
} Wanted;

/* Cuts ` to PILE` off the end. Returns the pile, PILES if there is none. */
static unsigned take_pile(const Editor *x, char *s) {
    char *to = NULL;
    for (char *p = strstr(s, " to "); p; p = strstr(p + 1, " to ")) to = p;
    for (unsigned p = 0; to && p < PILES; p++)
        if (pile_word(x, p) && !strcmp(to + 4, pile_word(x, p))) {
            *to = 0;
            return p;
        }
    return PILES;
}

/* Cuts a count such as x4 off the end. */
static bool take_count(char *s, unsigned *count) {
    char *blank = strrchr(s, ' '), *end;
    if (!blank) return false;
    char *p = blank + 1;
    if (!strncmp(p, "×", 2))
        p += 2;
    else if (*p == 'x' || *p == 'X')
        p++;
    else
        return false;
    unsigned long n = strtoul(p, &end, 10);
    if (*p < '0' || *p > '9' || *end || n > DECK_MAX_CARDS) return false;
    *blank = 0;
    *count = (unsigned)n;
    return true;
}

/* Reads `NUMBER [COUNT]`, where NUMBER is a line of the last list. */
static bool take_number(Editor *x, const char *s, Wanted *out) {
    char *end;
    unsigned long n = strtoul(s, &end, 10);
    while (*end == ' ') end++;
    if (*end) {
        unsigned long count = strtoul(end, &end, 10);
        if (*end || count > DECK_MAX_CARDS) return false;
        out->count = (unsigned)count;
        out->counted = true;
    }
    if (!n || n > x->nshown) {
        refuse(x, tr("there is no number %lu in the last list", "直前の一覧に%lu番はありません"),
               n);
        return true;
    }
    const Shown *shown = &x->shown[n - 1];
    out->card = shown->card;
    out->in_deck = shown->pile < PILES;
    out->line = shown->line;
    if (out->pile == PILES) out->pile = shown->pile;
    return true;
}

/* A name that is none: what to do about it. */
static void refuse_unknown(Editor *x, const char *why) {
    refuse(x, tr("%s; a part of its name or text finds it", "%s。名前やテキストの一部で探せます"),
           why);
}

/* Understands what a command is about; false after a message. */
static bool take_card(Editor *x, char *s, Wanted *out) {
    char why[400];
    *out = (Wanted){.count = 1};
    out->pile = take_pile(x, s);
    out->counted = take_count(s, &out->count);
    if (*s >= '0' && *s <= '9' && take_number(x, s, out)) {
        if (out->card || out->in_deck) return true;
        return false;
    }
    if (!*s)
        refuse(x, "%s",
               tr("which card? a name, a serial, or a number of the last list",
                  "どのカードですか。カード名か番号、または直前の一覧の番号で指定します"));
    else if (!(out->card = draft_find(&x->draft, s, why, sizeof why)))
        refuse_unknown(x, why);
    return out->card != NULL;
}

static void change(Editor *x, const Wanted *m, int change) {
    unsigned pile = m->pile < PILES ? m->pile : draft_pile(x->game, m->card);
    const char *label = m->card->label;
    if (!change) {
        refuse(x, "%s", tr("the count must be at least 1", "枚数は1以上にしてください"));
        return;
    }
    if (change < 0 && !copies(&x->draft, m->card)) {
        refuse(x, tr("%s is not in the deck", "%sはデッキに入っていません"), label);
        return;
    }
    unsigned n = draft_change(&x->draft, m->card, pile, change);
    printf("  %u x %s%s%s\n", n, label, pile ? " to " : "", pile ? pile_word(x, pile) : "");
    if (change > 0 && !card_understood(x->game, m->card))
        printf("%s", tr("  note: not all of its text is understood; `show` says where\n",
                        "  注意：テキストに解釈できないところがあります（show で確認）\n"));
    changed(x);
}

static void do_add(Editor *x, char *s) {
    Wanted m;
    if (!take_card(x, s, &m)) return;
    if (m.card)
        change(x, &m, (int)m.count);
    else
        refuse(x, "%s", tr("that card is not known", "知らないカードです"));
}

/* The pile that holds the card, if the command names none. */
static unsigned pile_with(const Editor *x, const PrintedCard *c) {
    for (unsigned i = 0; i < x->draft.now.n; i++)
        if (x->draft.now.line[i].card && cards_equal(x->draft.now.line[i].card, c))
            return x->draft.now.line[i].pile;
    return PILES;
}

static void do_remove(Editor *x, char *s) {
    Wanted m;
    if (!take_card(x, s, &m)) return;
    if (!m.card) { /* an unknown card of the deck */
        if (m.line >= x->draft.now.n) {
            refuse(x, "%s",
                   tr("the deck has changed; `list` it again",
                      "デッキが変わりました。もう一度 list で見てください"));
            return;
        }
        draft_drop(&x->draft, m.line);
        changed(x);
        return;
    }
    if (m.pile == PILES) m.pile = pile_with(x, m.card);
    change(x, &m, -(int)m.count);
}

static void do_show(Editor *x, char *s) {
    Wanted m;
    if (!take_card(x, s, &m)) return;
    if (m.card)
        card_show(x->game, m.card);
    else if (m.line < x->draft.now.n)
        refuse(x, "%s", x->draft.now.line[m.line].why);
}

static void do_check(Editor *x, char *s) { (void)s, print_status(x, true); }

static void do_undo(Editor *x, char *s) {
    (void)s;
    if (draft_undo(&x->draft))
        changed(x);
    else
        refuse(x, "%s", tr("nothing to undo", "取り消せることはありません"));
}

static void do_import(Editor *x, char *s) {
    DraftReport r;
    FileError e;
    if (!*s) {
        refuse(x, "%s", tr("import needs a FILE", "import にはファイル名が要ります"));
        return;
    }
    if (!draft_read(&x->draft, s, &r, &e)) {
        refuse(x, "%s", e.line);
        return;
    }
    printf(tr("  %u cards read\n", "  %u枚読み込みました\n"), r.cards);
    if (r.skipped)
        printf(tr("  %u lines are no cards: %s\n", "  カードではない行が%u行あります：%s\n"),
               r.skipped, r.first_skipped);
    if (r.unknown) x->failed = true;
    changed(x);
}

/* export [FILE]: a plain list; without FILE on the screen. */
static void do_export(Editor *x, char *s) {
    FileError e;
    size_t n = strlen(s);
    DraftForm form = n > 7 && !strcmp(s + n - 7, ".r4udek") ? DRAFT_R4UDEK : DRAFT_TEXT;
    char *text = draft_text(&x->draft, form, x->name);
    if (!*s)
        fputs(text, stdout);
    else if (access(s, F_OK) == 0)
        refuse(x,
               tr("%s: exists already; choose another name",
                  "%s：すでにあります。別の名前にしてください"),
               s);
    else if (!file_write(s, NULL, text, strlen(text), &e))
        refuse(x, "%s", e.line);
    else
        printf(tr("  written to %s\n", "  %s に書き出しました\n"), s);
    free(text);
}

static void do_quit(Editor *x, char *s) { (void)s, x->done = true; }
static void do_help(Editor *x, char *s);

/* ---- commands -------------------------------------------------------------------------------- */

static const struct {
    const char *en, *ja, *words, *about, *about_ja;
    void (*run)(Editor *, char *);
} commands[] = {
    {"find", "検索", "WORD...", "search; `find` may be left out (`cards search`)",
     "カードを探す（find は省略可。cards search と同じ）", do_find},
    {"search", "探す", "WORD...", NULL, NULL, do_find},
    {"more", "続き", "", "the next cards of the last search", "検索の続きを見る", do_more},
    {"add", "追加", "CARD [xN] [to PILE]", "copies; by name, serial, or number of the last list",
     "カードを入れる。カード名、番号、一覧の番号で指定", do_add},
    {"remove", "削除", "CARD [xN]", "take copies out", "カードを抜く", do_remove},
    {"show", "表示", "CARD", "its text, and what was understood", "テキストと解釈を見る", do_show},
    {"list", "一覧", "", "the deck (also: Enter)", "デッキの中身（Enter だけでも）", do_list},
    {"curve", "カーブ", "", "cards by cost and kind", "コストと種類ごとの枚数", do_curve},
    {"check", "確認", "", "every rule that the deck breaks, with its clause",
     "構築ルールの違反をルール番号つきですべて見る", do_check},
    {"undo", "戻す", "", "take the last change back", "1つ前に戻す", do_undo},
    {"import", "読込", "FILE", "the cards of a list (`4 NAME`, `NAME x4`, .r4udek)",
     "リストのカードを足す（`4 カード名`、`カード名 x4`、.r4udek）", do_import},
    {"export", "書出", "[FILE]", "the deck as a plain list, shown or written",
     "リストとして表示、またはファイルに書き出す", do_export},
    {"help", "ヘルプ", "", "this list", "この一覧", do_help},
    {"quit", "終了", "", "end; everything is saved already", "終わる（変更は保存済み）", do_quit},
};
enum { NCOMMANDS = sizeof commands / sizeof *commands };

static void do_help(Editor *x, char *s) {
    (void)x, (void)s;
    for (unsigned i = 0; i < NCOMMANDS; i++) {
        Text t = {0};
        if (!commands[i].about) continue;
        text_add(&t, "%s %s", tr(commands[i].en, commands[i].ja), commands[i].words);
        unsigned n = text_width(text_of(&t));
        printf("  %s%*s  %s\n", text_of(&t), n < 24 ? (int)(24 - n) : 0, "",
               tr(commands[i].about, commands[i].about_ja));
        text_release(&t);
    }
    puts(tr("Shorter: `+3` and `+ NAME x4` add, `-3` removes, `3` shows number 3 of the last\n"
            "list, `4 NAME` adds four. Commands may be written in Japanese as well.",
            "略記：`+3`、`+ カード名 x4` で入れる、`-3` で抜く、`3` で一覧の3番を表示、\n"
            "`4 カード名` で4枚入れる。英語のコマンド名も使えます。"));
}

/* Is it a number, then a blank and a name? Then it is a line of a deck. */
static bool is_deck_line(const char *s) {
    size_t n = strspn(s, "0123456789");
    return n && n < 4 && (s[n] == ' ' || ((s[n] == 'x' || s[n] == 'X') && s[n + 1] == ' '));
}

/* `4 NAME`: adds the cards of a deck's line. */
static void add_deck_line(Editor *x, char *s) {
    char why[400];
    unsigned count = (unsigned)strtoul(s, &s, 10);
    s += *s == 'x' || *s == 'X';
    s += strspn(s, " ");
    const PrintedCard *c = draft_find(&x->draft, s, why, sizeof why);
    if (!c)
        refuse_unknown(x, why);
    else
        change(x, &(Wanted){.card = c, .pile = PILES}, (int)count);
}

/* The command a word names: a whole one, or the beginning of an English one; NCOMMANDS: none. */
static unsigned command_named(const char *word, size_t n) {
    unsigned found = NCOMMANDS;
    for (unsigned i = 0; i < NCOMMANDS; i++) {
        if (strlen(commands[i].ja) == n && !strncmp(commands[i].ja, word, n)) return i;
        if (strlen(commands[i].en) == n && !strncmp(commands[i].en, word, n)) return i;
    }
    return found;
}

/* Carries out one line. Full-width blanks separate words, too. */
static void run_line(Editor *x, char *s) {
    for (char *p; (p = strstr(s, "　"));) {
        memmove(p + 1, p + 3, strlen(p + 3) + 1);
        *p = ' ';
    }
    s += strspn(s, " \t");
    for (size_t n = strlen(s); n && strchr(" \t\r\n", s[n - 1]);) s[--n] = 0;
    if (text_control(s) || utf8_good(s, strlen(s)) != strlen(s)) {
        refuse(x, "%s", tr("that is broken UTF-8", "UTF-8として読めません"));
        return;
    }
    size_t n = strcspn(s, " ");
    unsigned k = command_named(s, n);
    char *rest = s + n + strspn(s + n, " ");
    if (*s == '#') return;
    if (!*s)
        do_list(x, s);
    else if (k < NCOMMANDS)
        commands[k].run(x, rest);
    else if (!strcmp(s, "?") || !strcmp(s, "h"))
        do_help(x, s);
    else if (!strcmp(s, "q"))
        x->done = true;
    else if (*s == '+')
        do_add(x, s + 1 + strspn(s + 1, " "));
    else if (*s == '-')
        do_remove(x, s + 1 + strspn(s + 1, " "));
    else if (!s[strspn(s, "0123456789")])
        do_show(x, s);
    else if (is_deck_line(s))
        add_deck_line(x, s);
    else
        do_find(x, s);
}

static void run_lines(Editor *x) {
    char *line = NULL;
    size_t room = 0;
    while (!x->done) {
        if (x->person) printf("%s> ", x->name);
        fflush(stdout);
        if (getline(&line, &room, stdin) < 0) break;
        run_line(x, line);
    }
    if (x->person && !x->done) putchar('\n');
    free(line);
}

/* ---- opening --------------------------------------------------------------------------------- */

/* Is there anything but blanks and comments in the file? */
static bool has_lines(const char *path) {
    FILE *in = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    bool any = false;
    while (in && !any && getline(&line, &room, in) >= 0) {
        size_t n = strspn(line, " \t\r\n");
        any = line[n] && line[n] != '#';
    }
    free(line);
    if (in) fclose(in);
    return any;
}

/* Reads the cards the deck starts with; a file without cards is a deck without cards. */
static bool read_deck(Editor *x, const char *path, FileError *e) {
    DraftReport r;
    if (access(path, R_OK) == 0 && !has_lines(path)) return true;
    if (!draft_read(&x->draft, path, &r, e)) return false;
    draft_forget(&x->draft);
    if (r.skipped)
        return file_error(e, path, 0, 0, "'%.*s' is no line of a deck",
                          utf8_clip(r.first_skipped, 80), r.first_skipped);
    return true;
}

/* Cards, index, and the opened cards. */
static bool open_cards(Editor *x, FileError *e) {
    const DeckOptions *w = x->w;
    DraftReport r;
    cards_init(&x->cards, x->game);
    draft_init(&x->draft, &x->cards);
    draft_init(&x->pool, &x->cards);
    return home_cards(&x->cards, w->cards.at, w->cards.n, w->base, w->as_of, e) &&
           (x->index = card_search_open(&x->cards, e)) != NULL &&
           (!w->pool || draft_read(&x->pool, w->pool, &r, e));
}

static void print_welcome(const Editor *x, const char *path) {
    if (!x->person) return;
    printf("%s\n", path);
    puts(tr("Type words to search, `+3` to add number 3 of the list, `help` for all commands.\n"
            "Every change is saved at once.",
            "言葉を打つとカードを探し、`+3` で一覧の3番を入れます。help でコマンドの一覧。\n"
            "変更はすぐ保存されます。"));
}

/* Opens the file, reads 'from' (null: nothing), and carries out the commands. */
static int edit(DeckOptions *w, const char *path, const char *from) {
    static Editor x;
    FileError e;
    const char *slash = strrchr(path, '/');
    char name[300];
    snprintf(name, sizeof name, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(name, '.');
    x = (Editor){.w = w, .game = w->game, .file = {.fd = -1}, .name = name};
    x.person = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    x.form = dot && !strcmp(dot, ".r4udek") ? DRAFT_R4UDEK : DRAFT_TEXT;
    if (dot && dot > name) *dot = 0;
    bool ok = home_make_folder_of(path, &e) && locked_open(&x.file, path, NULL, &e) &&
              open_cards(&x, &e) && (!from || read_deck(&x, from, &e));
    if (ok) {
        if (from && strcmp(from, path) != 0) save(&x);
        print_welcome(&x, path);
        print_status(&x, false);
        run_lines(&x);
        if (!x.person && locked_exists(&x.file))
            printf(tr("saved as %s\n", "保存しました：%s\n"), path);
    } else {
        fprintf(stderr, "%s\n", e.line);
    }
    locked_close(&x.file);
    card_search_close(x.index);
    free(x.shown);
    free(x.found);
    draft_free(&x.draft);
    draft_free(&x.pool);
    cards_free(&x.cards);
    return ok && (x.person || !x.failed) ? EXIT_FINE : EXIT_INPUT;
}

int deck_new(DeckOptions *w) {
    char path[PATH_MAX], found[PATH_MAX];
    if (w->rest.n != 1)
        return usage_error("deck new", "%s",
                           w->rest.n ? tr("give one NAME; quote a name that contains blanks",
                                          "名前は 1 つです。空白があるときは引用符で囲んでください")
                                     : tr("missing NAME", "デッキの名前がありません"));
    if (!own_deck_path("deck new", w->game, w->rest.at[0], path, sizeof path)) return EXIT_USAGE;
    if (access(path, F_OK) == 0) {
        fprintf(stderr,
                tr("%s: there is such a deck already; `fuda deck edit %s %s` opens it\n",
                   "%s：同じ名前のデッキがあります。fuda deck edit %s %s で開けます\n"),
                path, w->game->key, w->rest.at[0]);
        return EXIT_INPUT;
    }
    const char *from = w->from ? deck_path(w->game, w->from, found, sizeof found) : NULL;
    return edit(w, path, from);
}

/* A deck of the user's, any file, or a copy of a shipped deck. */
int deck_edit(DeckOptions *w) {
    char path[PATH_MAX], found[PATH_MAX];
    if (w->rest.n != 1)
        return usage_error("deck edit", "%s", tr("name one DECK", "デッキを 1 つ指定してください"));
    const char *name = w->rest.at[0], *from = deck_path(w->game, name, found, sizeof found);
    if (strchr(name, '/') || access(name, F_OK) == 0) return edit(w, name, name);
    if (home_find_deck(w->game, name, path, sizeof path)) return edit(w, path, path);
    if (from == name) {
        fprintf(
            stderr,
            tr("%s: no such deck; `fuda deck list %s` lists them, `fuda deck new %s %s` makes it\n",
               "%s：そのデッキはありません。一覧は fuda deck list %s、新しく作るなら fuda deck new "
               "%s %s\n"),
            name, w->game->key, w->game->key, name);
        return EXIT_INPUT;
    }
    if (!own_deck_path("deck edit", w->game, name, path, sizeof path)) return EXIT_USAGE;
    return edit(w, path, from);
}
