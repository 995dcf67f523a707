/* fuda play: plays a game in the terminal. */
#define _GNU_SOURCE /* program_invocation_name */
#include "cli/cli.h"
#include "cli/partial.h"
#include "tui/front.h"
#include "tui/saves.h"
#include "tui/start.h"
#include "tui/describe.h"
#include "tui/term.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static const char help[] =
    "usage: fuda play [KEY] [OPTION...]\n"
    "       fuda play --continue\n"
    "       fuda play --scenario FILE [TITLE]\n"
    "\n"
    "Plays a game in the terminal. Every legal action is offered; `help` explains the rest. A menu "
    "asks\n"
    "for whatever the options leave open. Without a terminal the game is played line by line.\n"
    "\n"
    "      --format F      the format (`fuda games` lists them; default: the standard one)\n"
    "      --one-out       rumble and circle: the game ends when the first player is out "
    "(F-one-out)\n"
    "      --seats N       number of players (default: the number of --player, else the format's "
    "minimum)\n"
    "      --player P      who sits in the first seat: human, or a computer as in --opponent; "
    "repeat "
    "it for\n"
    "                      the other seats (default: you, then computers). Humans take turns at "
    "this\n"
    "                      screen\n"
    "      --hotseat       only humans, all at this screen; hands are hidden between turns\n"
    "      --solo          you play all sides\n"
    "  -p, --opponent P    the computer players: search:300ms (default: thinks so long about each "
    "answer),\n"
    "                      search:2000 (so many playouts), greedy or random\n"
    "  -d, --deck DECK     your deck: a file, or the name of one of your decks or of a shipped "
    "one;\n"
    "                      repeat it for the other seats\n"
    "      --db DB         your card base, instead of the usual one (`fuda cards --help`)\n"
    "  -c, --cards FILE    only the cards of this file (default: the shipped ones and your card "
    "base)\n"
    "      --as-of DATE    card texts as corrected on that date, YYYY-MM-DD (default: all "
    "corrections)\n"
    "      --allow-partial\n"
    "                      play cards without the abilities that are not understood (by default a "
    "deck\n"
    "                      with such a card is refused); the table names these cards\n"
    "      --continue      resume the last unfinished game\n"
    "      --load FILE     resume this game\n"
    "      --scenario FILE [TITLE]\n"
    "                      plays on from the position of a judge scenario (the first whose title "
    "contains\n"
    "                      TITLE); its last expectations are the goal. You are the turn player\n"
    "      --ask-all       also asks who can only decline, for instance to block: else being asked "
    "tells\n"
    "                      the others that there is something to answer with\n"
    "      --practice      undo without limits\n"
    "      --speed N       how fast the computers' turns are played out: 1 (slow) to 5, or off\n"
    "                      (default: $FUDA_SPEED, else 3)\n"
    "      --guide         explain the first turn (default: in your first game); --no-guide turns "
    "it off\n"
    "  -s, --seed S        same seed and same answers, same game (default: random)\n"
    "      --lang L        en or ja (default: from LC_ALL, LC_MESSAGES, LANG)\n"
    "      --save FILE     save the game here (default: a new file in $FUDA_SAVES, or in fuda/ "
    "below\n"
    "                      $XDG_DATA_HOME or ~/.local/share); a game in it is kept as FILE~\n"
    "      --plain         line by line even in a terminal\n"
    "\n"
    "NO_COLOR turns colours off.\n";

static const char usual_opponent[] = "search:300ms";

typedef struct PlayOptions {
    Start start;
    FormatChoice format;
    const char *who[MAX_PLAYERS]; /* per seat: "human" or a computer player's name */
    const char *opponent, *path, *load, *pace, *scenario, *title;
    unsigned speed;
    char last[4096];   /* --continue: the game */
    char spoiled[640]; /* to be said at the first prompt: what is wrong with a newer game or with a
                          deck of the user's, "": nothing */
    uint64_t seed;
    Lang lang;
    bool seed_given, practice, guide, no_guide, plain, resume, hotseat, solo, partial, ask_all;
    const char *as_of, *base;
    ArgList decks, cards, players;
} PlayOptions;

/* 32 bits, short enough to type. */
static uint64_t random_seed_value(void) {
    uint32_t seed;
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed) seed = (uint32_t)time(NULL);
    return seed;
}

/* ---- who sits there ----------------------------------------------------------------------------
 */

/* Fills in 'who' from the command line and the start menu. A seat without a name goes to a human if
 * there is none yet, else to a computer. */
static void fill_seats(PlayOptions *w, unsigned players) {
    unsigned people = w->start.people ? w->start.people : 1, humans = 0;
    for (unsigned p = 0; p < w->players.n; p++) humans += !strcmp(w->players.at[p], "human");
    if (w->start.mode != MODE_COMPUTER && !w->players.n && !w->start.people) people = players;
    for (unsigned p = 0; p < players; p++) {
        bool person = w->players.n ? !humans : p < people;
        w->who[p] = person ? "human" : w->opponent ? w->opponent : usual_opponent;
        if (p < w->players.n) w->who[p] = w->players.at[p];
        humans += p >= w->players.n && person;
    }
}

/* Bit per human player. */
static PlayerSet humans_of(const PlayOptions *w, unsigned players) {
    PlayerSet set = 0;
    for (unsigned p = 0; p < players; p++)
        if (!strcmp(w->who[p], "human")) set |= (PlayerSet)(1u << p);
    return set;
}

/* Writes who sits where into the replay's table comment: "seats human greedy", then optionally
 * "solo" and "practice". */
static void write_seats(Table *t, const PlayOptions *w) {
    Text x = {0};
    text_put(&x, "seats");
    for (unsigned p = 0; p < t->run.s->nplayers; p++) text_add(&x, " %s", w->who[p]);
    if (t->mode == MODE_SOLO) text_put(&x, " solo");
    if (t->practice) text_put(&x, " practice");
    snprintf(t->replay.table, sizeof t->replay.table, "%s", text_of(&x));
    text_release(&x);
}

static bool is_player_name(const char *word) {
    return !strcmp(word, "human") || chooser_known(word);
}

/* Restores the seats from the replay's table comment unless the command line gives them. w->who
 * points into 'words'. */
static void read_seats(const Replay *p, PlayOptions *w, char *words) {
    static const char *const modes[] = {"computer", "hotseat",
                                        "solo"}; /* written by older versions */
    unsigned n = 0;
    bool given = w->start.mode_given;
    fill_seats(w, p->players);
    snprintf(words, sizeof p->table, "%s", p->table);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        if (!strcmp(word, "practice")) w->practice = true;
        if (given) continue;
        for (unsigned i = 0; i < 3; i++)
            if (!strcmp(word, modes[i])) w->start.mode = (Mode)i;
        if (!strcmp(word, "seats")) w->start.mode = MODE_HOTSEAT;
        if (!strcmp(p->table, "seats") || strncmp(p->table, "seats ", 6)) continue;
        if (is_player_name(word) && n < p->players) w->who[n++] = word;
    }
    if (given || !strncmp(p->table, "seats ", 6)) return;
    const char *player = strchr(p->table, ' ');
    if (player && !strncmp(player + 1, "random", 6)) w->opponent = "random";
    if (player && !strncmp(player + 1, "greedy", 6)) w->opponent = "greedy";
    fill_seats(w, p->players);
}

/* ---- the game ---------------------------------------------------------------------------------
 */

/* After the game: the result, where the file is, how to continue or watch it. */
static void print_farewell(const Table *t, bool saved, const FileError *e) {
    Text x = {0};
    const char *self = program_invocation_name;
    if (t->run.s->result) {
        describe_result(t, &x);
        text_put(&x, "\n");
    }
    if (!saved) {
        fprintf(stderr, "%s\n", e->line);
    } else if (t->replay.nsteps && t->save.path) {
        text_add(&x, say(t->lang, W("saved as %s\n", "保存しました：%s\n")), t->save.name);
        if (t->save.kept)
            text_add(&x,
                     say(t->lang, W("the game that was there is kept as %s\n",
                                    "そこにあったゲームは残してあります：%s\n")),
                     t->save.kept);
        if (t->run.s->result)
            text_add(
                &x,
                say(t->lang, W("watch it: %s replay %s --watch\n", "再生：%s replay %s --watch\n")),
                self, t->save.name);
        else if (t->save_named)
            text_add(
                &x, say(t->lang, W("continue: %s play --load %s\n", "続ける：%s play --load %s\n")),
                self, t->save.name);
        else
            text_add(
                &x,
                say(t->lang, W("continue: %s play --continue\n", "続ける：%s play --continue\n")),
                self);
    }
    if (!term_write(&x)) fputs(text_of(&x), stderr);
    text_release(&x);
}

/* Gives the terminal back, then prints the error. */
static int leave_with_error(Front *f, const FileError *e) {
    front_leave(f);
    fprintf(stderr, "%s\n", e->line);
    return EXIT_INPUT;
}

/* The same, and closes the frontend. */
static int close_with_error(Front *f, const FileError *e) {
    front_close(f);
    fprintf(stderr, "%s\n", e->line);
    return EXIT_INPUT;
}

/* Opens the save file of a new game: --save, or a new one. A game that is in the file stays there
 * until the first answer, and is then kept as FILE~. */
static bool open_save(Table *t, const PlayOptions *w, FileError *e) {
    t->save_named = w->path != NULL;
    replay_set_end(&t->replay, t->run.s);
    if (!w->path) return saves_new(&t->replay, &t->save, e);
    if (!locked_open(&t->save, w->path, &replay_type, e)) return false;
    t->save.keep = locked_filled(&t->save);
    return table_save(t, e);
}

/* Plays the game at a prepared table and gives the terminal back, unless it is to be played again.
 * A game without an answer is not kept. */
static int play(Front *f, Table *t, PlayOptions *w) {
    FileError e;
    t->lang = w->lang;
    t->practice = w->practice;
    t->speed = w->speed;
    if (!table_seats(t, w->start.mode, w->who)) {
        FileError none;
        file_error(&none, "play", 0, 0, "out of memory");
        return leave_with_error(f, &none);
    }
    write_seats(t, w);
    if (!t->puzzle && !t->save.path && !open_save(t, w, &e)) return leave_with_error(f, &e);
    if (*w->spoiled) f->note = w->spoiled;
    bool saved = table_play(f, t, &e);
    if (!f->rematch) front_leave(f);
    if (!f->rematch) print_farewell(t, saved, &e);
    if (t->save.created && !t->replay.nsteps) locked_remove(&t->save);
    return saved ? EXIT_FINE : EXIT_INPUT;
}

/* Finds the game of --continue. Names newer ones that are damaged on stderr, and the first of them
 * at the first prompt. */
static bool find_last(PlayOptions *w) {
    Text spoiled = {0};
    FileError e;
    bool found = saves_last_open(w->last, sizeof w->last, &spoiled, &e);
    fputs(text_of(&spoiled), stderr);
    snprintf(w->spoiled, sizeof w->spoiled, "%.*s", (int)strcspn(text_of(&spoiled), "\n"),
             text_of(&spoiled));
    text_release(&spoiled);
    if (!found) fprintf(stderr, "%s\n", e.line);
    return found;
}

/* Locks the file before reading it, so that the game read is the one continued. With --save the
 * loaded file is only read. */
static bool load_locked(Table *t, const PlayOptions *w, FileError *e) {
    const char *path = w->load ? w->load : w->last;
    LockedFile lock = {.fd = -1};
    if (!w->path && !locked_open(&lock, path, NULL, e)) return false;
    bool ok = table_load(t, path, false, e);
    if (ok && !saves_intact(&t->replay, path, e)) {
        table_free(t);
        ok = false;
    }
    if (ok)
        t->save = lock;
    else
        locked_close(&lock);
    return ok;
}

/* --continue and --load. */
/* --scenario FILE [TITLE]: the turn player is human, the others are computers, unless the options
 * say something else. */
static int play_scenario(Front *f, PlayOptions *w) {
    static Table t;
    FileError e;
    Puzzle *p = puzzle_open(w->scenario, w->title, &e);
    if (!p) return close_with_error(f, &e);
    int code = EXIT_INPUT;
    if (!table_scenario(&t, p, &e)) {
        leave_with_error(f, &e);
    } else {
        const State *s = t.run.s;
        fill_seats(w, s->nplayers);
        if (!w->players.n && !w->hotseat && !w->solo)
            for (PlayerId q = 0; q < s->nplayers; q++)
                w->who[q] = q == s->turn_player ? "human" : w->opponent ? w->opponent : "greedy";
        w->practice = true;
        code = play(f, &t, w);
        table_free(&t);
    }
    front_close(f);
    puzzle_close(p);
    return code;
}

static int play_loaded(Front *f, PlayOptions *w) {
    static Table t;
    char words[sizeof t.replay.table];
    FileError e;
    if (!load_locked(&t, w, &e)) return close_with_error(f, &e);
    if (w->players.n > t.replay.players) {
        front_close(f);
        unsigned n = t.replay.players;
        table_free(&t);
        return usage_error("play", "this is a game for %u players", n);
    }
    read_seats(&t.replay, w, words);
    t.save_named = w->load != NULL;
    int code = play(f, &t, w);
    front_close(f);
    table_free(&t);
    return code;
}

/* Plays with the decks that were chosen, as often as the player wants, and closes the frontend. */
static int play_stock(Front *f, PlayOptions *w, const Stock *stock, bool person) {
    static Table t;
    FudaDeck decks[MAX_PLAYERS];
    FileError e;
    const Start *start = &w->start;
    for (unsigned p = 0; p < start->players; p++) decks[p] = stock->fuda[start->which[p]];
    for (;;) {
        const FudaSetup setup = {stock->game, stock->pack, start->players, start->format, w->seed,
                                 decks,       -1};
        const bool first = person && !saves_any(stock->game);
        if (!table_new(&t, stock, &setup, start->which, &e)) return close_with_error(f, &e);
        if (w->ask_all) table_ask_all(&t);
        t.guide = w->guide || (first && !w->no_guide);
        f->can_rematch = !w->path;
        const int code = play(f, &t, w);
        table_free(&t);
        if (!f->rematch) {
            front_close(f);
            return code;
        }
        f->screen.redraw_all = true;
        f->rematch = false;
        w->seed = random_seed_value();
    }
}

/* Loads cards and decks and asks for decks. Returns false if the player leaves or goes back, or
 * with *code set if that failed. */
static bool prepare_stock(Front *f, PlayOptions *w, Stock *stock, bool person, int *code) {
    FileError e;
    if (!w->start.game) w->start.game = game_at(0);
    if (!w->start.players) w->start.players = w->start.game->formats[0].least;
    const StockOptions choice = {.decks = w->decks.at,
                                 .ndecks = w->decks.n,
                                 .cards = w->cards.at,
                                 .ncards = w->cards.n,
                                 .base = w->base,
                                 .partial = w->partial,
                                 .as_of = w->as_of,
                                 .format = w->start.format,
                                 .home = true};
    if (!stock_open(stock, w->start.game, &choice, &e)) {
        *code = close_with_error(f, &e);
        return false;
    }
    if (stock->nleft_out) snprintf(w->spoiled, sizeof w->spoiled, "%s", stock->left_out[0]);
    if (!person) left_out_warn(stock);
    if (!person) w->start.deck_given = true;
    fill_seats(w, w->start.players);
    if (start_deck(f, &w->start, stock, humans_of(w, w->start.players))) return true;
    stock_free(stock);
    return false;
}

/* Is nothing said about the game, so that an unfinished one may be meant? */
static bool nothing_said(const PlayOptions *w) {
    return !w->start.game && !w->start.mode_given && !w->decks.n && !w->cards.n && !w->seed_given &&
           !w->path && !w->players.n && !w->guide;
}

/* Starts a new game: menus, then cards and decks, then the game. Esc goes back a menu. */
static int play_new(Front *f, PlayOptions *w) {
    static Stock stock;
    const bool person = isatty(STDIN_FILENO); /* never show menus to a script */
    const Start given = w->start;
    bool again = person && nothing_said(w);
    for (;; again = false) {
        int code = EXIT_FINE;
        if (again && !start_open(f, w->last, sizeof w->last)) break;
        if (again && *w->last) return play_loaded(f, w);
        f->back = false;
        if (person && !start_game(f, &w->start)) break;
        const Start chosen = w->start;
        bool ready = false;
        do {
            w->start = chosen;
            f->back = false;
            if (person && !start_mode(f, &w->start)) break;
            const bool asked = !w->start.deck_given && person;
            ready = prepare_stock(f, w, &stock, person, &code);
            if (code) return code;
            if (!asked) break;
        } while (!ready && f->back && !given.mode_given);
        if (ready) {
            code = play_stock(f, w, &stock, person);
            stock_free(&stock);
            return code;
        }
        if (!f->back || given.game) break;
        w->start = given;
    }
    front_close(f);
    return EXIT_FINE;
}

/* ---- options ----------------------------------------------------------------------------------
 */

static int unknown_player(const char *name, bool or_human) {
    char what[400];
    chooser_explain(name, what, sizeof what);
    if (or_human && strncmp(name, "search", 6) != 0)
        return usage_error(
            "play",
            "unknown player '%.60s'; use human, random, first, greedy, search:300ms or "
            "search:2000",
            name);
    return usage_error("play", "unknown player '%.60s'; %s", name, what);
}

/* Checks --player, --opponent, --hotseat and --solo. */
static int read_players(PlayOptions *w) {
    unsigned humans = 0, n = w->players.n;
    for (unsigned i = 0; i < n; i++) {
        const char *name = w->players.at[i];
        if (!is_player_name(name)) return unknown_player(name, true);
        humans += !strcmp(name, "human");
    }
    if (w->hotseat + w->solo + (w->opponent != NULL) + (n > 0) > 1)
        return usage_error("play", "use only one of --hotseat, --solo, --opponent and --player");
    if (w->opponent && (!is_player_name(w->opponent) || !strcmp(w->opponent, "human")))
        return unknown_player(w->opponent, false);
    w->start.mode = w->hotseat || n ? MODE_HOTSEAT : w->solo ? MODE_SOLO : MODE_COMPUTER;
    w->start.mode_given = w->hotseat || w->solo || w->opponent || n;
    if (n && !humans && n >= w->start.players && w->start.players)
        return usage_error("play", "no player is human (`fuda sim` plays without humans)");
    return EXIT_FINE;
}

/* Resolves format and number of players if any option mentions them. */
static int read_format(PlayOptions *w) {
    const FormatChoice *x = &w->format;
    if (x->seats == 1) return usage_error("play", "--seats must be at least 2");
    if (!x->name && !x->seats && !x->one_out && w->players.n < 2 && w->decks.n < 2)
        return EXIT_FINE;
    if (!x->seats && !x->name && w->players.n > 1) w->format.seats = w->players.n;
    const Game *g = w->start.game ? w->start.game : game_at(0);
    if (!require_format("play", g, x, &w->start.format, &w->start.players)) return EXIT_USAGE;
    if (!x->seats && w->players.n > w->start.players &&
        w->players.n <= g->formats[w->start.format].most)
        w->start.players = w->players.n;
    if (w->players.n > w->start.players || w->decks.n > w->start.players)
        return usage_error("play", "this is a game for %u players", w->start.players);
    w->start.game = g;
    return EXIT_FINE;
}

/* --speed, else FUDA_SPEED, else the usual one. */
static bool read_pace(PlayOptions *w) {
    const char *own = getenv("FUDA_SPEED");
    w->speed = SPEED_USUAL;
    if (w->pace && !speed_read(w->pace, &w->speed)) {
        usage_error("play", "--speed must be off or a number from 1 to %u, not '%.60s'", SPEEDS,
                    w->pace);
        return false;
    }
    if (!w->pace && own && *own && !speed_read(own, &w->speed)) {
        usage_error("play", "FUDA_SPEED must be off or a number from 1 to %u, not '%.60s'", SPEEDS,
                    own);
        return false;
    }
    return true;
}

/* Parses the command line. Returns an exit code; *done: help was printed. */
static int read_options(int argc, char **argv, PlayOptions *w, bool *done) {
    const char *lang = NULL;
    static ArgList rest;
    const Arg args[] = {{"--deck", 'd', ARG_LIST, &w->decks, 0},
                        {"--cards", 'c', ARG_LIST, &w->cards, 0},
                        {"--db", 0, ARG_STRING, &w->base, 0},
                        {"--format", 'f', ARG_STRING, &w->format.name, 0},
                        {"--one-out", 0, ARG_FLAG, &w->format.one_out, 0},
                        {"--seats", 0, ARG_NUMBER, &w->format.seats, MAX_PLAYERS},
                        {"--player", 0, ARG_LIST, &w->players, 0},
                        {"--opponent", 'p', ARG_STRING, &w->opponent, 0},
                        {"--seed", 's', ARG_NUMBER, &w->seed, 0},
                        {"--lang", 0, ARG_STRING, &lang, 0},
                        {"--save", 0, ARG_STRING, &w->path, 0},
                        {"--load", 0, ARG_STRING, &w->load, 0},
                        {"--continue", 0, ARG_FLAG, &w->resume, 0},
                        {"--hotseat", 0, ARG_FLAG, &w->hotseat, 0},
                        {"--solo", 0, ARG_FLAG, &w->solo, 0},
                        {"--scenario", 0, ARG_STRING, &w->scenario, 0},
                        {"--speed", 0, ARG_STRING, &w->pace, 0},
                        {"--ask-all", 0, ARG_FLAG, &w->ask_all, 0},
                        {"--practice", 0, ARG_FLAG, &w->practice, 0},
                        {"--guide", 0, ARG_FLAG, &w->guide, 0},
                        {"--no-guide", 0, ARG_FLAG, &w->no_guide, 0},
                        {"--as-of", 0, ARG_STRING, &w->as_of, 0},
                        {"--allow-partial", 0, ARG_FLAG, &w->partial, 0},
                        {"--plain", 0, ARG_FLAG, &w->plain, 0}};
    w->seed = UINT64_MAX;
    w->lang = lang_from_environment();
    if (!args_read(argc, argv, args, sizeof args / sizeof *args, help, &rest, done))
        return EXIT_USAGE;
    if (*done) return EXIT_FINE;
    if (w->scenario && rest.n < 2) {
        w->title = rest.n ? rest.at[0] : NULL;
        rest.n = 0;
    }
    if (rest.n > 1) return usage_error("play", "unexpected '%.60s'", rest.at[1]);
    if (w->resume + !!w->load + !!w->scenario > 1)
        return usage_error("play", "use only one of --continue, --load and --scenario");
    if (rest.n && !(w->start.game = require_game("play", rest.at[0]))) return EXIT_USAGE;
    if (lang && !lang_from_word(lang, &w->lang))
        return usage_error("play", "--lang must be en or ja, not '%.60s'", lang);
    if (!check_day("play", w->as_of) || !read_pace(w)) return EXIT_USAGE;
    int code = read_format(w);
    if (!code) code = read_players(w);
    w->start.deck_given = w->decks.n > 0;
    if (w->path && w->load && !strcmp(w->path, w->load)) w->path = NULL;
    w->seed_given = w->seed != UINT64_MAX;
    if (!w->seed_given) w->seed = random_seed_value();
    return code;
}

int cmd_play(int argc, char **argv) {
    static PlayOptions w;
    bool done = false;
    int code = read_options(argc, argv, &w, &done);
    if (code || done) return code;
    if (w.resume && !w.load && !find_last(&w)) return EXIT_INPUT;
    signals_install();
    Front *f = w.plain ? NULL : front_screen(w.lang);
    if (!f) f = front_plain(w.lang);
    if (!f) return EXIT_INPUT;
    if (w.scenario) return play_scenario(f, &w);
    return w.resume || w.load ? play_loaded(f, &w) : play_new(f, &w);
}
