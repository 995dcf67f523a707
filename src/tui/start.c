#include "tui/start.h"
#include "tui/saves.h"
#include <stdio.h>
#include <string.h>

/* Lines of a menu; of decks there can be more than of anything else. */
enum { MAX_CHOICES = 9, MAX_DECKS_SHOWN = 200 };

bool start_game(Front *f, Start *s) {
    const char *names[MAX_CHOICES];
    unsigned n = 0;
    if (s->game) return true;
    for (; n < MAX_CHOICES && game_at(n); n++) names[n] = game_at(n)->name;
    if (n == 1) s->game = game_at(0); /* only one game */
    if (s->game) return true;
    int k = f->choose(f, say(f->lang, W("Which game?", "どのゲームで遊びますか？")), names, n);
    if (k >= 0) s->game = game_at((unsigned)k);
    return k >= 0;
}

bool start_open(Front *f, char *path, size_t size) {
    enum { OFFERED = 5 };
    static OpenGame open[OFFERED];
    const char *lines[OFFERED + 1];
    char text[OFFERED][200];
    const unsigned n = saves_list_open(open, OFFERED, f->lang);
    *path = '\0';
    if (!n) return true;
    for (unsigned i = 0; i < n; i++) {
        snprintf(text[i], sizeof text[i], say(f->lang, W("go on: %s", "続きから：%s")),
                 open[i].about);
        lines[i] = text[i];
    }
    lines[n] = say(f->lang, W("a new game", "新しい対戦"));
    const int k = f->choose(
        f, say(f->lang, W("You have unfinished games.", "途中の対戦があります。")), lines, n + 1);
    if (k >= 0 && (unsigned)k < n) snprintf(path, size, "%s", open[k].path);
    return k >= 0;
}

/* ---- several players ------------------------------------------------------------------------- */

/* "rumble (3 to 6 players): description" */
static void format_line(const Front *f, const Game *g, const FormatInfo *x, char *out,
                        size_t size) {
    const MatFormat *words = mat_format(mat_of(g), x);
    char number[48];
    if (x->least == x->most)
        snprintf(number, sizeof number, say(f->lang, W("%u players", "%u人")), x->least);
    else
        snprintf(number, sizeof number, say(f->lang, W("%u to %u players", "%u～%u人")), x->least,
                 x->most);
    snprintf(out, size, say(f->lang, W("%s (%s): %s", "%s（%s）：%s")),
             mat_format_name(mat_of(g), x, f->lang), number,
             words ? say(f->lang, words->about) : "");
}

/* Menu of the formats for three or more players. */
static bool choose_format(Front *f, Start *s) {
    char text[MAX_CHOICES][240];
    const char *lines[MAX_CHOICES];
    unsigned format[MAX_CHOICES], n = 0;
    for (unsigned i = 0; s->game->formats[i].key && n < MAX_CHOICES; i++) {
        if (s->game->formats[i].most < 3) continue;
        format_line(f, s->game, &s->game->formats[i], text[n], sizeof text[n]);
        lines[n] = text[n];
        format[n++] = i;
    }
    int k =
        f->choose(f, say(f->lang, W("Which format?", "どのフォーマットで遊びますか？")), lines, n);
    if (k >= 0) s->format = format[k];
    return k >= 0;
}

/* Asks for a number from 'least' to 'most'; 0 means leave. */
static unsigned choose_number(Front *f, const char *title, Words one, Words many, unsigned least,
                              unsigned most) {
    char text[MAX_CHOICES][80];
    const char *lines[MAX_CHOICES];
    unsigned n = 0;
    for (unsigned i = least; i <= most && n < MAX_CHOICES; i++, n++) {
        snprintf(text[n], sizeof text[n], say(f->lang, i == 1 ? one : many), i);
        lines[n] = text[n];
    }
    int k = f->choose(f, title, lines, n);
    return k < 0 ? 0 : least + (unsigned)k;
}

/* Asks for the number of players if the format allows several. */
static bool choose_players(Front *f, Start *s) {
    const FormatInfo *x = &s->game->formats[s->format];
    s->players = x->least;
    if (x->least == x->most) return true;
    s->players = choose_number(f, say(f->lang, W("How many players?", "何人で遊びますか？")),
                               W("%u players", "%u人"), W("%u players", "%u人"), x->least, x->most);
    return s->players != 0;
}

/* Asks how many players sit at this screen; the mode follows from that. */
static bool choose_people(Front *f, Start *s) {
    s->people = choose_number(
        f,
        say(f->lang,
            W("How many of them are people at this screen?", "この画面で遊ぶのは何人ですか？")),
        W("%u: you against computers", "%u人（ほかはコンピュータ）"),
        W("%u people, hands hidden between turns", "%u人（交代のとき手札を隠します）"), 1,
        s->players);
    s->mode = s->people > 1 ? MODE_HOTSEAT : MODE_COMPUTER;
    return s->people != 0;
}

static bool has_multiplayer_format(const Game *g) {
    for (unsigned i = 0; g->formats[i].key; i++)
        if (g->formats[i].most > 2) return true;
    return false;
}

/* The menu has a fourth line if the game has multiplayer formats. */
bool start_mode(Front *f, Start *s) {
    static const Mode modes[] = {MODE_COMPUTER, MODE_HOTSEAT, MODE_SOLO};
    if (s->mode_given) return true;
    if (s->players > 2) return choose_people(f, s);
    const char *lines[] = {
        say(f->lang, W("against the computer", "コンピュータと対戦")),
        say(f->lang, W("two people at this screen, hands hidden between turns",
                       "ふたりで対戦（この画面で交代し、手札は隠します）")),
        say(f->lang, W("both sides yourself", "ひとりで両方を動かす")),
        say(f->lang, W("three to six players", "3～6人で遊ぶ")),
    };
    bool more = !s->players && has_multiplayer_format(s->game);
    const Start given = *s;
    int k = f->choose(f, say(f->lang, W("Against whom?", "だれと遊びますか？")), lines, 3 + more);
    if (k == 3) {
        if (choose_format(f, s) && choose_players(f, s) && choose_people(f, s)) return true;
        if (!f->back) return false;
        *s = given;
        return start_mode(f, s);
    }
    if (k >= 0) s->mode = modes[k];
    return k >= 0;
}

/* ---- decks ----------------------------------------------------------------------------------- */

/* "name: description", with the description from the first comment of the deck file; in Japanese
 * from the one that begins with `ja:`, if there is one. */
static void describe(const Stock *stock, unsigned i, Lang lang, char *out, size_t size) {
    char path[4096], line[300];
    const char *name = stock->deck[i].name;
    snprintf(out, size, "%s", name);
    FILE *in = fopen(deck_path(stock->game, name, path, sizeof path), "r");
    for (unsigned n = 0; in && fgets(line, sizeof line, in) && !strncmp(line, "# ", 2); n++) {
        const bool japanese = !strncmp(line, "# ja: ", 6);
        if (japanese ? lang != LANG_JA : n > 0) continue;
        const char *words = line + (japanese ? 6 : 2);
        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(words, name) != 0)
            snprintf(out, size, say(lang, W("%s: %.*s", "%s：%.*s")), name, utf8_clip(words, 180),
                     words);
    }
    if (in) fclose(in);
    text_one_line(out);
}

/* Menu of decks starting with deck 'first'; order[] maps menu lines to decks. */
static int choose_deck(Front *f, const Stock *stock, const char *title, unsigned first,
                       unsigned *order) {
    static char text[MAX_DECKS_SHOWN][300];
    const char *lines[MAX_DECKS_SHOWN];
    unsigned n = stock->ndecks < MAX_DECKS_SHOWN ? stock->ndecks : MAX_DECKS_SHOWN;
    for (unsigned i = 0; i < n; i++) {
        order[i] = (first + i) % stock->ndecks;
        describe(stock, order[i], f->lang, text[i], sizeof text[i]);
        lines[i] = text[i];
    }
    return f->choose(f, title, lines, n);
}

/* The first human chooses; the others default to the following decks, and in hotseat mode each
 * human may choose another. */
bool start_deck(Front *f, Start *s, const Stock *stock, PlayerSet human) {
    unsigned order[MAX_DECKS_SHOWN], me = 0;
    while (me < s->players && !(human >> me & 1)) me++;
    for (unsigned p = 0; p < s->players; p++) s->which[p] = p % stock->ndecks;
    if (s->deck_given || stock->ndecks < 2 || me == s->players) return true;
    int k = choose_deck(
        f, stock, say(f->lang, W("Which deck is yours?", "どのデッキを使いますか？")), 0, order);
    if (k < 0) return false;
    for (unsigned i = 0; i < s->players; i++)
        s->which[(me + i) % s->players] = (order[k] + i) % stock->ndecks;
    for (unsigned p = me + 1; p < s->players && s->mode == MODE_HOTSEAT; p++) {
        char title[96];
        if (!(human >> p & 1)) continue;
        if (s->players == 2)
            snprintf(title, sizeof title, "%s",
                     say(f->lang,
                         W("And which one is your opponent's?", "相手はどのデッキを使いますか？")));
        else
            snprintf(title, sizeof title,
                     say(f->lang,
                         W("Which deck is player %u's?", "プレイヤー%uはどのデッキを使いますか？")),
                     p + 1);
        k = choose_deck(f, stock, title, s->which[p], order);
        if (k < 0) return false;
        s->which[p] = order[k];
    }
    return true;
}
