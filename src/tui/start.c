#include "tui/start.h"
#include <stdio.h>
#include <string.h>

enum { MAX_CHOICES = 9 };

bool start_game(Front *f, Start *s) {
    const char *names[MAX_CHOICES];
    unsigned n = 0;
    if (s->game) return true;
    for (; n < MAX_CHOICES && game_at(n); n++) names[n] = game_at(n)->name;
    int k = f->choose(f, say(f->lang, W("Which game?", "どのゲームで遊びますか？")), names, n);
    if (k >= 0) s->game = game_at((unsigned)k);
    return k >= 0;
}

bool start_mode(Front *f, Start *s) {
    static const Mode modes[] = {MODE_COMPUTER, MODE_HOTSEAT, MODE_SOLO};
    if (s->mode_given) return true;
    const char *lines[] = {
        say(f->lang, W("against the computer", "コンピュータと対戦")),
        say(f->lang, W("two people at this screen, hands hidden between turns",
                       "ふたりで対戦（この画面で交代し、手札は隠します）")),
        say(f->lang, W("both sides yourself", "ひとりで両方を動かす")),
    };
    int k = f->choose(f, say(f->lang, W("Against whom?", "だれと遊びますか？")), lines, 3);
    if (k >= 0) s->mode = modes[k];
    return k >= 0;
}

/* "name: what it is", from the remark in the first line of the deck's file. */
static void describe(const Stock *stock, unsigned i, char *out, size_t size) {
    char below[160], path[4096], line[200];
    const char *name = stock->deck[i].name;
    snprintf(out, size, "%s", name);
    snprintf(below, sizeof below, "decks/%.20s/%.100s.txt", stock->game->key, name);
    FILE *in = data_path(below, path, sizeof path) ? fopen(path, "r") : NULL;
    if (in && fgets(line, sizeof line, in) && !strncmp(line, "# ", 2)) {
        line[strcspn(line, "\r\n")] = '\0';
        snprintf(out, size, "%s: %.*s", name, utf8_clip(line + 2, 120), line + 2);
        text_one_line(out);
    }
    if (in) fclose(in);
}

static int choose_deck(Front *f, const Stock *stock, const char *title, unsigned first,
                       unsigned *order) {
    char text[MAX_CHOICES][240];
    const char *lines[MAX_CHOICES];
    unsigned n = stock->ndecks < MAX_CHOICES ? stock->ndecks : MAX_CHOICES;
    for (unsigned i = 0; i < n; i++) {
        order[i] = (first + i) % stock->ndecks;
        describe(stock, order[i], text[i], sizeof text[i]);
        lines[i] = text[i];
    }
    return f->choose(f, title, lines, n);
}

bool start_deck(Front *f, Start *s, const Stock *stock) {
    unsigned order[MAX_CHOICES];
    s->which[0] = 0;
    s->which[1] = stock->ndecks > 1;
    if (s->deck_given || stock->ndecks < 2) return true;
    int k = choose_deck(
        f, stock, say(f->lang, W("Which deck is yours?", "どのデッキを使いますか？")), 0, order);
    if (k < 0) return false;
    s->which[0] = order[k];
    s->which[1] = (order[k] + 1) % stock->ndecks;
    if (s->mode != MODE_HOTSEAT) return true;
    k = choose_deck(
        f, stock,
        say(f->lang, W("And which one is your opponent's?", "相手はどのデッキを使いますか？")),
        s->which[1], order);
    if (k >= 0) s->which[1] = order[k];
    return k >= 0;
}
