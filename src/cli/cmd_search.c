/* fuda cards search: finds cards by words and fields. */
#include "cards/form.h"
#include "cards/home.h"
#include "cards/search.h"
#include "cli/cardtable.h"
#include "cli/cmd_cards.h"
#include "cli/speak.h"
#include "tui/term.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void json_field(const char *name, const char *value) {
    printf(", \"%s\": ", name);
    json_string(value);
}

static void json_found(const Game *g, const Found *f, bool first) {
    char kind[100];
    const PrintedCard *c = f->card;
    const char *const *word = card_form(g)->column;
    fputs(first ? "\n  {\"id\": " : ",\n  {\"id\": ", stdout);
    json_string(c->serial);
    json_field("name", c->label);
    json_field("type", kinds_words(g, c->kinds, kind, sizeof kind));
    if (c->cost >= 0) printf(", \"cost\": %d", c->cost);
    if (c->kinds & card_form(g)->numbered) {
        if (word[COL_ATK]) printf(", \"%s\": %d", word[COL_ATK], c->atk);
        printf(", \"%s\": %d", word[COL_DEF], c->def);
        if (word[COL_THIRD]) printf(", \"%s\": %d", word[COL_THIRD], c->third);
    }
    fputs(", \"traits\": [", stdout);
    for (unsigned i = 0; i < c->ntraits; i++) {
        if (i) fputs(", ", stdout);
        json_string(c->traits[i]);
    }
    fputs("]", stdout);
    json_field("title", c->title);
    printf(", \"printings\": %u, \"understood\": %s}", f->printings,
           card_understood(g, c) ? "true" : "false");
}

/* One card, with its texts below if they are wanted. */
static void print_found(const CardTable *t, const Found *f, bool texts) {
    const PrintedCard *c = f->card;
    card_table_line(t, c);
    if (f->printings > 1) printf("  ×%u", f->printings);
    if (!card_understood(t->game, c)) fputs(tr("  (not understood)", "（解釈できません）"), stdout);
    putchar('\n');
    for (unsigned i = 0; texts && i < c->ntext; i++) {
        fputs("      ", stdout);
        for (const char *s = c->text[i]; *s; s++) {
            putchar(*s);
            if (*s == '\n') fputs("      ", stdout);
        }
        if (!*c->text[i])
            fputs(tr("(its Japanese text is missing)", "（テキストがありません）"), stdout);
        putchar('\n');
    }
}

static void print_list(const CardsOptions *w, const Found *found, unsigned n, unsigned shown) {
    CardTable t = {.game = w->game};
    unsigned rows, cols;
    if (isatty(STDOUT_FILENO)) { /* one line each, with room for what follows the table */
        term_size(&rows, &cols);
        t.room = cols > 60 ? cols - 6 : 54;
    }
    for (unsigned i = 0; i < shown; i++) card_table_fit(&t, found[i].card);
    for (unsigned i = 0; i < shown; i++) print_found(&t, &found[i], w->texts);
    if (shown < n)
        printf(tr("%u cards, %u of them shown (--limit 0 shows all)\n",
                  "%u枚見つかりました。うち%u枚を表示しています（--limit 0 で全部）\n"),
               n, shown);
    else
        printf(n == 1 ? tr("%u card\n", "%u枚見つかりました\n")
                      : tr("%u cards\n", "%u枚見つかりました\n"),
               n);
}

/* Nothing matches: what is near, and where the cards come from. */
static void print_nothing(const CardsOptions *w, CardList *cards) {
    const char *near = NULL;
    for (unsigned i = 0; i < w->rest.n && !near; i++)
        if (!strpbrk(w->rest.at[i], ":<>=")) near = cards_nearest(cards, w->rest.at[i]);
    fputs(tr("no card matches", "当てはまるカードがありません"), stderr);
    if (near) fprintf(stderr, tr("; did you mean '%s'?", "。「%s」ではありませんか"), near);
    fprintf(stderr, "%s\n", cards->where ? cards->where : "");
}

static bool search(const CardsOptions *w, CardList *cards, const SearchQuery *q, FileError *e,
                   int *code) {
    Found *found = NULL;
    unsigned n = 0;
    SearchIndex *x = card_search_open(cards, e);
    bool ok = x && card_search_run(x, q, &found, &n, e);
    unsigned shown = w->limit && n > w->limit ? (unsigned)w->limit : n;
    *code = n ? EXIT_FINE : EXIT_INPUT;
    if (ok && w->json) {
        printf("{\"found\": %u, \"cards\": [", n);
        for (unsigned i = 0; i < shown; i++) json_found(w->game, &found[i], i == 0);
        puts("]}");
    } else if (ok && n) {
        print_list(w, found, n, shown);
    }
    if (ok && !n) print_nothing(w, cards);
    free(found);
    card_search_close(x);
    return ok;
}

int cards_search(const CardsOptions *w) {
    SearchQuery q;
    CardList cards;
    FileError e;
    int code = EXIT_INPUT;
    if (!w->rest.n)
        return usage_error("cards search", tr("missing WORD", "検索する言葉がありません"));
    if (!card_search_parse(&q, w->game, w->rest.at, w->rest.n, &e))
        return usage_error("cards search", "%s", e.line);
    cards_init(&cards, w->game);
    if (!home_cards(&cards, w->cards.at, w->cards.n, w->base, w->as_of, &e) ||
        !search(w, &cards, &q, &e, &code))
        fprintf(stderr, "%s\n", e.line);
    cards_free(&cards);
    card_search_query_free(&q);
    return code;
}
