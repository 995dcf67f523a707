/* fuda play: a game in the terminal, line by line. */
#include "cli/board.h"
#include "cli/cli.h"
#include "play/player.h"
#include "sim/stock.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char help[] =
    "usage: fuda play [KEY] [OPTION...]\n\n"
    "A game against the computer. Everything you may do is offered by number.\n\n"
    "  --deck FILE     your deck; a second --deck is your opponent's (default: the first two of "
    "decks/KEY)\n"
    "  --cards FILE    the cards (default: all of cards/KEY)\n"
    "  --opponent P    greedy (default) or random\n"
    "  --seed S        the same seed and the same answers give the same game (default: by chance)\n"
    "  --lang L        en (default) or ja\n"
    "  --save FILE     where the game is kept as a replay when it is over or left (default: "
    "saves/KEY-SEED.replay)\n\n"
    "While you play: a number answers; `b` shows the board again; `save FILE` keeps the game so "
    "far; `concede` gives up;\n"
    "`q` leaves.\n";

typedef struct Table {
    Run run;
    State *copy; /* for looking: a view settles what is derived, and must not touch the game */
    Observer observer; /* must be found from the callback: the first member would do as well */
    Chooser opponent;
    PlayerId me;
    Lang lang;
    Replay replay;
    FudaView view;
} Table;

static const char *say(const Table *t, const char *en, const char *ja) {
    return t->lang == LANG_JA ? ja : en;
}

static void watch(Observer *o, const Run *r, const Event *e) {
    const Table *t = (const Table *)((const char *)o - offsetof(Table, observer));
    board_event(r, e, t->me, t->lang);
}

static void show_board(Table *t) {
    Run look = t->run;
    memcpy(t->copy, t->run.s, state_size(t->run.s));
    look.s = t->copy;
    look.obs = NULL;
    fuda_view(&look, t->me, &t->view);
    board_print(&t->view, t->run.g, t->run.pack, t->lang);
}

static void show_question(Table *t) {
    const State *s = t->run.s;
    const char *clause = s->ask.clause < CLAUSE_COUNT ? clause_info[s->ask.clause].id : "";
    printf("\n%s%s%s%s\n", board_question(t->run.g, s->ask.kind, t->lang), *clause ? "  [" : "",
           clause, *clause ? "]" : "");
    for (unsigned i = 0; i < s->ask.n; i++) {
        char name[400];
        printf(" %2u  %s\n", i + 1,
               board_option(&t->run, &s->option[i], t->me, t->lang, name, sizeof name));
    }
}

static bool save(Table *t, const char *path) {
    FileError e;
    replay_set_end(&t->replay, t->run.s);
    if (!replay_write(&t->replay, path, &e)) {
        fprintf(stderr, "%s\n", e.line);
        return false;
    }
    printf("%s %s\n", say(t, "kept as", "保存："), path);
    return true;
}

/* ---- answering
 * ------------------------------------------------------------------------------------------ */

typedef enum Said { SAID_ANSWER, SAID_QUIT, SAID_CONCEDE, SAID_AGAIN } Said;

/* One line of input without its end; false at the end of input. What does not fit is dropped. */
static bool read_input(char *line, size_t size) {
    if (!fgets(line, (int)size, stdin)) return false;
    size_t n = strcspn(line, "\r\n");
    if (!line[n]) /* too long */
        for (int c; (c = getchar()) != EOF && c != '\n';) {
        }
    line[n] = '\0';
    if (!isatty(STDIN_FILENO)) printf("%s\n", line);
    return true;
}

static Said understand(Table *t, char *line, unsigned *answer) {
    char *word = line + strspn(line, " \t"), *end;
    size_t n = strlen(word);
    while (n && (word[n - 1] == ' ' || word[n - 1] == '\t')) word[--n] = '\0';
    if (!strcmp(word, "q") || !strcmp(word, "quit")) return SAID_QUIT;
    if (!strcmp(word, "concede")) return SAID_CONCEDE;
    if (!strcmp(word, "b") || !*word) {
        show_board(t);
        show_question(t);
        return SAID_AGAIN;
    }
    if (!strncmp(word, "save", 4) && (word[4] == ' ' || !word[4])) {
        char *path = word + 4 + strspn(word + 4, " ");
        if (*path)
            save(t, path);
        else
            puts(say(t, "save where? `save FILE`", "保存先は？ `save FILE`"));
        return SAID_AGAIN;
    }
    unsigned long number = strtoul(word, &end, 10);
    if (*word >= '0' && *word <= '9' && !*end && number >= 1 && number <= t->run.s->ask.n) {
        *answer = (unsigned)number - 1;
        return SAID_ANSWER;
    }
    printf(say(t, "please answer 1 to %u (b board, save FILE, concede, q leave)\n",
               "1～%u（b 盤面、save FILE、concede 投了、q 終了）\n"),
           t->run.s->ask.n);
    return SAID_AGAIN;
}

static Said ask_me(Table *t, unsigned *answer) {
    char line[1024];
    show_board(t);
    show_question(t);
    for (;;) {
        fputs("> ", stdout);
        fflush(stdout);
        if (!read_input(line, sizeof line)) {
            putchar('\n');
            return SAID_QUIT;
        }
        Said said = understand(t, line, answer);
        if (said != SAID_AGAIN) return said;
    }
}

/* ---- the game
 * ------------------------------------------------------------------------------------------- */

static void answer(Table *t, unsigned option) {
    State *s = t->run.s;
    char name[400];
    if (s->ask.player != t->me)
        printf("P%u: %s\n", s->ask.player + 1u,
               board_option(&t->run, &s->option[option], t->me, t->lang, name, sizeof name));
    replay_add_step(&t->replay, option, s->ask.n, state_hash(s));
    run_answer(&t->run, option);
    run_on(&t->run);
}

static void show_result(const Table *t) {
    const State *s = t->run.s;
    if (s->result == RESULT_WIN)
        puts(s->player[t->me].flags & PLAYER_WON ? say(t, "\nYou win.", "\nあなたの勝ちです。")
                                                 : say(t, "\nYou lose.", "\nあなたの負けです。"));
    else if (s->result == RESULT_FAULT)
        printf("\n%s %u\n", say(t, "The engine met a limit:", "エンジンの上限に達しました："),
               s->fault);
    else
        puts(s->result == RESULT_ALL_LOST ? say(t, "\nAll players lose.", "\n全員の敗北です。")
                                          : say(t, "\nA draw.", "\n引き分けです。"));
}

/* Plays until the game is over or the player leaves. */
static void play(Table *t) {
    State *s = t->run.s;
    run_on(&t->run);
    while (!s->result) {
        unsigned option = 0;
        if (s->ask.player != t->me) {
            answer(t, t->opponent.choose(&t->opponent, &t->run));
            continue;
        }
        switch (ask_me(t, &option)) {
        case SAID_QUIT: return;
        case SAID_CONCEDE:
            replay_add_step(&t->replay, REPLAY_CONCEDE, t->me, state_hash(s));
            run_concede(&t->run, t->me);
            run_on(&t->run);
            break;
        default: answer(t, option);
        }
    }
    show_result(t);
}

static uint64_t seed_by_chance(void) {
    uint32_t seed;
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed) seed = (uint32_t)time(NULL);
    return seed;
}

/* saves/KEY-SEED.replay, and the folder for it. */
static const char *default_path(const Game *g, uint64_t seed, char *out, size_t size) {
    snprintf(out, size, "saves/%s-%" PRIu64 ".replay", g->key, seed);
    if (mkdir("saves", 0777) != 0 && errno != EEXIST)
        snprintf(out, size, "%s-%" PRIu64 ".replay", g->key, seed);
    return out;
}

static int open_table(Table *t, const Stock *stock, const FudaSetup *setup, const unsigned *which,
                      const char *opponent) {
    State *blocks = calloc(3, sizeof(State));
    if (!blocks || !chooser_open(&t->opponent, opponent)) {
        free(blocks);
        return usage_error("play", "unknown player '%.60s'; there are random, greedy", opponent);
    }
    t->run = (Run){.s = blocks,
                   .g = setup->game,
                   .pack = setup->pack,
                   .obs = &t->observer,
                   .scratch = blocks + 1};
    t->copy = blocks + 2;
    t->observer.event = watch;
    chooser_seed(&t->opponent, seed_of(setup->seed, 1001));
    stock_replay(stock, &t->replay, setup, which);
    if (fuda_new(t->run.s, setup)) return EXIT_FINE;
    fputs("fuda play: these decks do not fit the game\n", stderr);
    return EXIT_INPUT;
}

static int play_game(const Stock *stock, const char *opponent, uint64_t seed, Lang lang,
                     const char *path) {
    static Table t;
    char by_default[128];
    unsigned which[2] = {0, stock->ndecks > 1};
    const FudaDeck decks[2] = {stock->fuda[which[0]], stock->fuda[which[1]]};
    const FudaSetup setup = {stock->game, stock->pack, 2, 0, seed, decks, -1};
    t.lang = lang;
    int code = open_table(&t, stock, &setup, which, opponent);
    if (!code) {
        printf("%s: %s / %s, seed %" PRIu64 "\n", stock->game->name, stock->deck[which[0]].name,
               stock->deck[which[1]].name, seed);
        play(&t);
        if (t.replay.nsteps &&
            !save(&t, path ? path : default_path(stock->game, seed, by_default, sizeof by_default)))
            code = EXIT_INPUT;
    }
    if (t.run.s) replay_free(&t.replay);
    chooser_close(&t.opponent);
    free(t.run.s);
    return code;
}

int cmd_play(int argc, char **argv) {
    bool done;
    const char *opponent = "greedy", *lang = "en", *path = NULL;
    uint64_t seed = UINT64_MAX;
    static ArgList rest, decks, cards;
    const Arg args[] = {
        {"--deck", 'd', ARG_LIST, &decks, 0},          {"--cards", 'c', ARG_LIST, &cards, 0},
        {"--opponent", 'p', ARG_STRING, &opponent, 0}, {"--seed", 's', ARG_NUMBER, &seed, 0},
        {"--lang", 0, ARG_STRING, &lang, 0},           {"--save", 0, ARG_STRING, &path, 0}};
    if (!args_read(argc, argv, args, sizeof args / sizeof *args, help, &rest, &done))
        return EXIT_USAGE;
    if (done) return EXIT_FINE;
    if (rest.n > 1) return usage_error("play", "unexpected '%.60s'", rest.at[1]);
    const Game *g = rest.n ? game_wanted("play", rest.at[0]) : game_at(0);
    if (!g) return EXIT_USAGE;
    if (strcmp(lang, "en") && strcmp(lang, "ja"))
        return usage_error("play", "--lang is en or ja, not '%.60s'", lang);
    if (decks.n > 2) return usage_error("play", "this is a game for 2 players");
    if (seed == UINT64_MAX) seed = seed_by_chance();
    Stock stock;
    FileError e;
    const StockWish wish = {decks.at, decks.n, cards.at, cards.n, NULL};
    if (!stock_open(&stock, g, &wish, &e)) {
        fprintf(stderr, "%s\n", e.line);
        return EXIT_INPUT;
    }
    int code = play_game(&stock, opponent, seed, strcmp(lang, "ja") ? LANG_EN : LANG_JA, path);
    stock_free(&stock);
    return code;
}
