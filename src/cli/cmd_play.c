/* fuda play: a game in the terminal. */
#define _GNU_SOURCE /* program_invocation_name */
#include "cli/cli.h"
#include "tui/front.h"
#include "tui/saves.h"
#include "tui/start.h"
#include "tui/tell.h"
#include "tui/term.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static const char help[] =
    "usage: fuda play [KEY] [OPTION...]\n"
    "       fuda play --continue\n\n"
    "A game in the terminal. Everything you may do is offered; `help` explains the rest. What is "
    "not\n"
    "given here is asked for at the start. Where there is no terminal the game goes line by "
    "line.\n\n"
    "      --hotseat       two people at this screen; hands are hidden between turns\n"
    "      --solo          both sides yourself\n"
    "  -p, --opponent P    the computer: greedy (default) or random\n"
    "  -d, --deck FILE     your deck; a second --deck is your opponent's (default: those of "
    "decks/KEY)\n"
    "  -c, --cards FILE    the cards (default: all of cards/KEY)\n"
    "      --allow-partial\n"
    "                      abilities that are not understood are left out (else a deck with one "
    "is\n"
    "                      refused); the table names these cards\n"
    "      --continue      go on with the game that was left last\n"
    "      --load FILE     go on with this one\n"
    "      --practice      undo goes back past anything\n"
    "      --guide         explain the first turn (default: in your first game); --no-guide: do "
    "not\n"
    "  -s, --seed S        the same seed and the same answers give the same game (default: by "
    "chance)\n"
    "      --lang L        en or ja (default: by LC_ALL, LC_MESSAGES, LANG)\n"
    "      --save FILE     keep the game here (default: a new file in $FUDA_SAVES, or in fuda/ "
    "below\n"
    "                      $XDG_DATA_HOME or ~/.local/share)\n"
    "      --plain         line by line also in a terminal\n\n"
    "NO_COLOR switches colours off.\n";

typedef struct Wish {
    Start start;
    const char *opponent, *path, *load;
    uint64_t seed;
    Lang lang;
    bool practice, guide, no_guide, plain, go_on, hotseat, solo, partial;
    ArgList decks, cards;
} Wish;

static uint64_t seed_by_chance(void) {
    uint32_t seed;
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed) seed = (uint32_t)time(NULL);
    return seed;
}

/* ---- who sits there, as a remark in the replay -------------------------------------------------
 */

static const char *const mode_words[] = {"computer", "hotseat", "solo"};

static void note_table(Table *t) {
    snprintf(t->replay.table, sizeof t->replay.table, "%s %s%s", mode_words[t->mode], t->opponent,
             t->practice ? " practice" : "");
}

/* What the file says, where the command line says nothing. */
static void read_table(const Replay *p, Wish *w, char *opponent, size_t size) {
    char mode[16] = "", player[24] = "", more[16] = "";
    if (sscanf(p->table, "%15s %23s %15s", mode, player, more) < 2) return;
    for (unsigned i = 0; !w->start.mode_given && i < 3; i++)
        if (!strcmp(mode_words[i], mode)) w->start.mode = (Mode)i;
    if (!w->opponent) {
        snprintf(opponent, size, "%s", player);
        w->opponent = opponent;
    }
    if (!strcmp(more, "practice")) w->practice = true;
}

/* ---- the game ---------------------------------------------------------------------------------
 */

/* On the way out: how it ended, where it is, how to go on. */
static void say_goodbye(const Table *t, bool kept, const FileError *e) {
    Text x = {0};
    const char *self = program_invocation_name;
    if (t->run.s->result) {
        tell_result(t, &x);
        text_put(&x, "\n");
    }
    if (!kept) {
        fprintf(stderr, "%s\n", e->line);
    } else if (t->replay.nsteps) {
        text_add(&x, say(t->lang, W("kept as %s\n", "保存しました：%s\n")), t->path);
        if (t->run.s->result)
            text_add(
                &x,
                say(t->lang, W("watch it: %s replay %s --watch\n", "再生：%s replay %s --watch\n")),
                self, t->path);
        else if (t->path_given)
            text_add(&x,
                     say(t->lang, W("go on: %s play --load %s\n", "続ける：%s play --load %s\n")),
                     self, t->path);
        else
            text_add(&x,
                     say(t->lang, W("go on: %s play --continue\n", "続ける：%s play --continue\n")),
                     self);
    }
    if (!term_write(&x)) fputs(text_of(&x), stderr);
    text_release(&x);
}

static int play(Front *f, Table *t, Wish *w) {
    FileError e;
    t->lang = w->lang;
    t->practice = w->practice;
    if (!table_seats(t, w->start.mode, w->opponent ? w->opponent : "greedy")) {
        front_close(f);
        return usage_error("play", "unknown player '%.60s'; there are random, greedy", w->opponent);
    }
    note_table(t);
    bool kept = table_play(f, t, &e);
    front_close(f);
    say_goodbye(t, kept, &e);
    return kept ? EXIT_FINE : EXIT_INPUT;
}

static int complain(Front *f, const FileError *e) {
    front_close(f);
    fprintf(stderr, "%s\n", e->line);
    return EXIT_INPUT;
}

static int play_loaded(Front *f, Wish *w) {
    static Table t;
    char path[4096], opponent[24];
    FileError e;
    if (!w->load && !saves_last_open(path, sizeof path, &e)) return complain(f, &e);
    if (!table_load(&t, w->load ? w->load : path, false, &e)) return complain(f, &e);
    read_table(&t.replay, w, opponent, sizeof opponent);
    t.path_given = w->load || w->path;
    if (w->path) snprintf(t.path, sizeof t.path, "%s", w->path);
    int code = play(f, &t, w);
    table_free(&t);
    return code;
}

static bool make_path(Table *t, const Wish *w, FileError *e) {
    t->path_given = w->path != NULL;
    if (!w->path) return saves_new(t->run.g, t->path, sizeof t->path, e);
    return (size_t)snprintf(t->path, sizeof t->path, "%s", w->path) < sizeof t->path ||
           file_error(e, "--save", 0, 0, "the name is too long");
}

static int play_new(Front *f, Wish *w) {
    static Table t;
    static Stock stock;
    FileError e;
    bool person = isatty(STDIN_FILENO); /* a script is asked for nothing */
    if (person && (!start_game(f, &w->start) || !start_mode(f, &w->start))) {
        front_close(f);
        return EXIT_FINE;
    }
    if (!w->start.game) w->start.game = game_at(0);
    const StockWish wish = {w->decks.at, w->decks.n, w->cards.at, w->cards.n, NULL, w->partial};
    if (!stock_open(&stock, w->start.game, &wish, &e)) return complain(f, &e);
    if (!person) w->start.deck_given = true;
    int code = EXIT_FINE;
    if (start_deck(f, &w->start, &stock)) {
        const FudaDeck decks[2] = {stock.fuda[w->start.which[0]], stock.fuda[w->start.which[1]]};
        const FudaSetup setup = {stock.game, stock.pack, 2, 0, w->seed, decks, -1};
        bool first = person && !saves_any();
        if (!table_new(&t, &stock, &setup, w->start.which, &e) || !make_path(&t, w, &e)) {
            code = complain(f, &e);
        } else {
            t.guide = w->guide || (first && !w->no_guide);
            code = play(f, &t, w);
        }
        table_free(&t);
    } else {
        front_close(f);
    }
    stock_free(&stock);
    return code;
}

/* ---- options ----------------------------------------------------------------------------------
 */

static int read_wish(int argc, char **argv, Wish *w, bool *done) {
    const char *lang = NULL;
    static ArgList rest;
    const Arg args[] = {{"--deck", 'd', ARG_LIST, &w->decks, 0},
                        {"--cards", 'c', ARG_LIST, &w->cards, 0},
                        {"--opponent", 'p', ARG_STRING, &w->opponent, 0},
                        {"--seed", 's', ARG_NUMBER, &w->seed, 0},
                        {"--lang", 0, ARG_STRING, &lang, 0},
                        {"--save", 0, ARG_STRING, &w->path, 0},
                        {"--load", 0, ARG_STRING, &w->load, 0},
                        {"--continue", 0, ARG_FLAG, &w->go_on, 0},
                        {"--hotseat", 0, ARG_FLAG, &w->hotseat, 0},
                        {"--solo", 0, ARG_FLAG, &w->solo, 0},
                        {"--practice", 0, ARG_FLAG, &w->practice, 0},
                        {"--guide", 0, ARG_FLAG, &w->guide, 0},
                        {"--no-guide", 0, ARG_FLAG, &w->no_guide, 0},
                        {"--allow-partial", 0, ARG_FLAG, &w->partial, 0},
                        {"--plain", 0, ARG_FLAG, &w->plain, 0}};
    w->seed = UINT64_MAX;
    w->lang = lang_of_environment();
    if (!args_read(argc, argv, args, sizeof args / sizeof *args, help, &rest, done))
        return EXIT_USAGE;
    if (*done) return EXIT_FINE;
    if (rest.n > 1) return usage_error("play", "unexpected '%.60s'", rest.at[1]);
    if (rest.n && !(w->start.game = game_wanted("play", rest.at[0]))) return EXIT_USAGE;
    if (lang && !lang_from_word(lang, &w->lang))
        return usage_error("play", "--lang is en or ja, not '%.60s'", lang);
    if (w->decks.n > 2) return usage_error("play", "this is a game for 2 players");
    if (w->hotseat + w->solo + (w->opponent != NULL) > 1)
        return usage_error("play", "--hotseat, --solo and --opponent exclude one another");
    if (w->opponent && strcmp(w->opponent, "greedy") && strcmp(w->opponent, "random"))
        return usage_error("play", "unknown player '%.60s'; there are random, greedy", w->opponent);
    w->start.mode = w->hotseat ? MODE_HOTSEAT : w->solo ? MODE_SOLO : MODE_COMPUTER;
    w->start.mode_given = w->hotseat || w->solo || w->opponent;
    w->start.deck_given = w->decks.n > 0;
    if (w->seed == UINT64_MAX) w->seed = seed_by_chance();
    return EXIT_FINE;
}

int cmd_play(int argc, char **argv) {
    static Wish w;
    bool done = false;
    int code = read_wish(argc, argv, &w, &done);
    if (code || done) return code;
    signals_take();
    Front *f = w.plain ? NULL : front_screen(w.lang);
    if (!f) f = front_plain(w.lang);
    if (!f) return EXIT_INPUT;
    return w.go_on || w.load ? play_loaded(f, &w) : play_new(f, &w);
}
