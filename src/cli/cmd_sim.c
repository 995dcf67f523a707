/* fuda sim: plays many games between computer players. */
#include "cli/cli.h"
#include "cli/crew.h"
#include "cli/progress.h"
#include "cli/speak.h"
#include "cli/partial.h"
#include "cli/sim_study.h"
#include "sim/sim.h"
#include "sim/stock.h"
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

static const char help[] =
    "usage: fuda sim KEY [OPTION...]\n"
    "\n"
    "Plays games between computer players and prints statistics. The seed and a game's number "
    "determine\n"
    "the game. Only decisions with two or more options are counted.\n"
    "\n"
    "  --games N       number of games (default 1000)\n"
    "  --seed S        seed of the series (default 1)\n"
    "  --threads T     number of threads (default 1)\n"
    "  --format F      the format (`fuda games` lists them; default: the standard one)\n"
    "  --one-out       rumble and circle: the game ends when the first player is out (F-one-out)\n"
    "  --seats N       number of players (default: the format's minimum)\n"
    "  --player P      random (default), first (what Enter alone answers at the table), greedy,\n"
    "                  search:300ms (time for each decision) or search:2000 (playouts for each); "
    "repeat it\n"
    "                  for the other seats\n"
    "  --deck DECK     a deck: a file, or the name of one of your decks or of a shipped one; "
    "several\n"
    "                  decks meet each other in turn (default: your decks and the shipped ones)\n"
    "  --db DB         your card base, instead of the usual one (`fuda cards --help`)\n"
    "  --cards FILE    only the cards of this file; may be repeated (default: the shipped ones and "
    "your\n"
    "                  card base)\n"
    "  --as-of DATE    card texts as corrected on that date, YYYY-MM-DD (default: all "
    "corrections)\n"
    "  --allow-partial\n"
    "                  play cards without the abilities that are not understood (by default a deck "
    "with\n"
    "                  such a card is refused); they are named on stderr and in the JSON\n"
    "  --check         check the invariants of every game; prints each violation with its seed "
    "and\n"
    "                  decision, and saves the game as a replay\n"
    "  --save DIR      where to save those games (default saves)\n"
    "  --json          print JSON\n"
    "  --out DIR       a study instead: who beats whom with 95% intervals, going first, length, "
    "and "
    "how\n"
    "                  often each card was drawn, played and won with, as CSV, JSON and a page "
    "(index.html).\n"
    "                  Ctrl-C keeps what was played; so does SIGUSR1, which mpirun passes on\n"
    "  --resume        go on with the study in DIR, up to --games\n"
    "\n"
    "Under MPI (mpirun -n 4 fuda sim ...) the processes share the games; the results are the "
    "same.\n"
    "Exits with 1 if a game did not finish or an invariant was violated. Ctrl-C prints what was "
    "played so\n"
    "far and exits with 130.\n";

/* What to make of the games. */
typedef struct SimWish {
    const char *out, *dir; /* a study's folder, or null; where games with violations are saved */
    bool resume, json;
} SimWish;

/* Context of report_violation. */
typedef struct Report {
    const SimConfig *config;
    const Stock *stock;
    const char *dir;
    unsigned reported;
} Report;

enum { MAX_REPORTED = 20 }; /* violations printed and saved; the rest are only counted */

/* Replays the answers to record the state hash at each of them. */
static void fill_replay(const Report *r, Replay *p, const FudaSetup *setup, const Violation *v) {
    static State blocks[2];
    Run run = {.s = blocks, .g = r->config->game, .pack = r->config->pack, .scratch = blocks + 1};
    if (!game_start(run.s, setup)) return;
    for (unsigned i = 0; i < v->nanswers && run_on(&run) == STATUS_DECISION; i++) {
        replay_add_step(p, v->answers[i], run.s->ask.n, state_hash(run.s));
        run_answer(&run, v->answers[i]);
    }
    run_on(&run);
    replay_set_end(p, run.s);
}

/* Prints a violation and saves its game as a replay. */
static void report_violation(void *context, const Violation *v) {
    Report *r = context;
    FudaDeck decks[MAX_PLAYERS];
    unsigned which[MAX_PLAYERS];
    char path[4096];
    Replay p;
    FileError e;
    if (r->reported++ >= MAX_REPORTED) return;
    progress_clear();
    fprintf(stderr, "violation: game %" PRIu64 " (seed %" PRIu64 "), decision %u: %s\n", v->game,
            v->seed, v->decision + 1, v->what);
    FudaSetup setup = sim_setup(r->config, v->game, decks, which);
    stock_replay(r->stock, &p, &setup, which);
    fill_replay(r, &p, &setup, v);
    snprintf(path, sizeof path, "%s/%s-%" PRIu64 ".replay", r->dir, r->config->game->key, v->seed);
    if (file_make_folder(r->dir, &e) && replay_write(&p, path, &e))
        fprintf(stderr, tr("  saved as %s\n", "  保存しました：%s\n"), path);
    else
        fprintf(stderr, "%s\n", e.line);
    replay_free(&p);
}

/* Totals as a JSON object. */
static void print_json(const SimConfig *c, const Stock *stock, const SimTotals *t) {
    double time = t->seconds > 0 ? t->seconds : 1e-9, games = t->games ? (double)t->games : 1;
    printf("{\"game\": \"%s\", \"games\": %" PRIu64 ", \"finished\": %" PRIu64
           ", \"draws\": %" PRIu64 ", \"decisions\": %" PRIu64
           ",\n \"seconds\": %.3f, \"decisions_per_second\": %.0f, \"games_per_second\": %.1f"
           ", \"mean_turns\": %.2f, \"stopped\": %s,\n \"wins\": [",
           c->game->key, t->games, t->finished, t->draws, t->decisions, t->seconds,
           (double)t->decisions / time, (double)t->games / time, (double)t->turns / games,
           t->games < c->games ? "true" : "false");
    for (unsigned p = 0; p < c->players; p++) printf("%s%" PRIu64, p ? ", " : "", t->wins[p]);
    printf("], \"players\": [");
    for (unsigned p = 0; p < c->players; p++) printf("%s\"%s\"", p ? ", " : "", c->player[p]);
    printf("],\n \"decks\": [");
    for (unsigned i = 0; i < stock->ndecks; i++) {
        printf("%s{\"name\": ", i ? ", " : "");
        json_string(stock->deck[i].name);
        printf(", \"games\": %" PRIu64 ", \"wins\": %" PRIu64 "}", t->deck_games[i],
               t->deck_wins[i]);
    }
    printf("],\n \"seed\": %" PRIu64 ", \"checked\": %s, \"violations\": %" PRIu64
           ",\n \"partial\": ",
           c->seed, c->check ? "true" : "false", t->violations);
    partial_json(stock);
    puts("}");
}

static void print_text(const SimConfig *c, const Stock *stock, const SimTotals *t) {
    double time = t->seconds > 0 ? t->seconds : 1e-9, games = t->games ? (double)t->games : 1;
    printf(tr("%" PRIu64 " games of %s in %.2f s: %" PRIu64 " finished, %" PRIu64 " draws\n",
              "%" PRIu64 "戦（%s、%.2f秒）：終了%" PRIu64 "、引き分け%" PRIu64 "\n"),
           t->games, c->game->key, t->seconds, t->finished, t->draws);
    printf(tr("%" PRIu64
              " decisions (%.0f a second, %.0f a game), %.0f games a second, %.1f turns a game\n",
              "選択%" PRIu64 "回（1秒に%.0f、1戦に%.0f）、1秒に%.0f戦、1戦に%.1fターン\n"),
           t->decisions, (double)t->decisions / time, (double)t->decisions / games,
           (double)t->games / time, (double)t->turns / games);
    for (unsigned p = 0; p < c->players; p++)
        printf(
            tr("seat %u (%s): won %" PRIu64 " (%.1f%%)\n", "席%u（%s）：%" PRIu64 "勝（%.1f%%）\n"),
            p + 1, c->player[p], t->wins[p], 100.0 * (double)t->wins[p] / games);
    for (unsigned i = 0; i < stock->ndecks; i++)
        printf(tr("%s: won %" PRIu64 " of %" PRIu64 " (%.1f%%)\n",
                  "%1$s：%3$" PRIu64 "戦%2$" PRIu64 "勝（%4$.1f%%）\n"),
               stock->deck[i].name, t->deck_wins[i], t->deck_games[i],
               t->deck_games[i] ? 100.0 * (double)t->deck_wins[i] / (double)t->deck_games[i] : 0.0);
    if (t->games < c->games)
        printf(tr("stopped: %" PRIu64 " of %" PRIu64 " games were played\n",
                  "途中で止めました：%2$" PRIu64 "戦のうち%1$" PRIu64 "戦\n"),
               t->games, c->games);
    if (c->check) printf(tr("%" PRIu64 " violations\n", "違反%" PRIu64 "件\n"), t->violations);
}

/* Resolves the player names; the last one given applies to all remaining seats. */
static bool players_ok(SimConfig *c, const ArgList *names) {
    for (unsigned p = 0; p < c->players; p++) {
        const char *name = names->n ? names->at[p < names->n ? p : names->n - 1] : "random";
        if (!chooser_known(name)) {
            unsigned n = 0;
            char what[400];
            while (chooser_names[n]) n++;
            const char *near =
                strncmp(name, "search", 6) ? closest_word(name, chooser_names, n) : 0;
            chooser_explain(name, what, sizeof what);
            usage_error("sim", "unknown player '%.60s'; %s%s%s", name,
                        near ? "did you mean '" : what, near ? near : "", near ? "'?" : "");
            return false;
        }
        c->player[p] = name;
    }
    return true;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* SimConfig.go_on. */
static bool go_on(void *context, uint64_t next) {
    const Report *r = context;
    return progress_step(next, r->config->games, NULL);
}

/* Plays this process's share of the games: every so-manieth. The leader gets the totals of all. */
static bool play_share(SimConfig *config, SimTotals *t) {
    _Static_assert(offsetof(SimTotals, seconds) + sizeof t->seconds == sizeof *t, "seconds last");
    config->begin = crew_number();
    config->stride = crew_size();
    const double begun = now();
    const bool good = sim_run(config, t);
    if (!crew_agree(good, 0, good ? NULL : "a deck does not fit this game, or out of memory"))
        return false;
    crew_sum((uint64_t *)t, offsetof(SimTotals, seconds) / sizeof(uint64_t));
    t->seconds = now() - begun;
    return true;
}

/* Runs the simulation and prints the totals. */
static int run(SimConfig *config, const Stock *stock, const char *dir, bool json) {
    SimTotals totals;
    Report report = {config, stock, dir, 0};
    config->violation = report_violation;
    config->context = &report;
    config->go_on = go_on;
    progress_begin(tr("games", "戦"));
    bool good = play_share(config, &totals);
    progress_end();
    if (!good) {
        fputs(tr("fuda sim: a deck does not fit this game, or out of memory\n",
                 "fuda sim：デッキがこのゲームに合わないか、メモリが足りません\n"),
              stderr);
        return EXIT_INPUT;
    }
    if (report.reported > MAX_REPORTED)
        fprintf(stderr,
                tr("(%u more violations are only counted)\n", "（ほか%u件は数えるだけです）\n"),
                report.reported - MAX_REPORTED);
    (json ? print_json : print_text)(config, stock, &totals);
    return progress_code(totals.violations || totals.finished < totals.games ? EXIT_INPUT
                                                                             : EXIT_FINE);
}

/* Opens what the games need, the same in every process, and plays them. */
static int play(SimConfig *config, const StockOptions *choice, const SimWish *wish) {
    Stock stock;
    FileError e;
    uint64_t same = 0;
    int code = EXIT_INPUT;
    const bool good = stock_open(&stock, config->game, choice, &e);
    if (good) {
        left_out_warn(&stock);
        partial_warn(&stock);
        config->pack = stock.pack;
        config->decks = stock.fuda;
        config->ndecks = stock.ndecks;
        if (crew_size() > 1) same = study_fingerprint(config, &stock);
    } else {
        fprintf(stderr, "%s\n", e.line);
    }
    const bool all = crew_agree(good, same, good ? NULL : e.line);
    crew_speak(true);
    if (all)
        code = wish->out ? sim_study(config, &stock, wish->out, wish->resume)
                         : run(config, &stock, wish->dir, wish->json);
    if (good) stock_free(&stock);
    return code;
}

/* Parses the options. */
static int sim(int argc, char **argv) {
    bool json = false, check = false, partial = false, resume = false, done;
    uint64_t games = 1000, seed = 1, threads = 1;
    const char *dir = "saves", *as_of = NULL, *base = NULL, *out = NULL;
    FormatChoice format = {0};
    static ArgList rest, decks, cards, players;
    const Arg args[] = {{"--json", 0, ARG_FLAG, &json, 0},
                        {"--check", 0, ARG_FLAG, &check, 0},
                        {"--allow-partial", 0, ARG_FLAG, &partial, 0},
                        {"--games", 'n', ARG_NUMBER, &games, 0},
                        {"--seed", 's', ARG_NUMBER, &seed, 0},
                        {"--threads", 't', ARG_NUMBER, &threads, 256},
                        {"--format", 'f', ARG_STRING, &format.name, 0},
                        {"--one-out", 0, ARG_FLAG, &format.one_out, 0},
                        {"--seats", 0, ARG_NUMBER, &format.seats, MAX_PLAYERS},
                        {"--player", 'p', ARG_LIST, &players, 0},
                        {"--deck", 'd', ARG_LIST, &decks, 0},
                        {"--cards", 'c', ARG_LIST, &cards, 0},
                        {"--db", 0, ARG_STRING, &base, 0},
                        {"--as-of", 0, ARG_STRING, &as_of, 0},
                        {"--save", 0, ARG_STRING, &dir, 0},
                        {"--out", 'o', ARG_STRING, &out, 0},
                        {"--resume", 0, ARG_FLAG, &resume, 0}};
    if (!args_read(argc, argv, args, sizeof args / sizeof *args, help, &rest, &done))
        return EXIT_USAGE;
    if (done) return EXIT_FINE;
    if (rest.n != 1)
        return usage_error("sim", rest.n ? "give only one KEY"
                                         : "missing KEY; `fuda games` lists the games");
    const Game *g = require_game("sim", rest.at[0]);
    if (!g) return EXIT_USAGE;
    if (!games || !threads) return usage_error("sim", "--games and --threads must be at least 1");
    if (resume && !out) return usage_error("sim", "--resume needs --out DIR");
    if (out && (check || json)) return usage_error("sim", "--out goes without --check and --json");
    if (decks.n > SIM_MAX_DECKS) return usage_error("sim", "at most %d decks", SIM_MAX_DECKS);
    SimConfig config = {
        .game = g, .games = games, .seed = seed, .threads = (unsigned)threads, .check = check};
    if (!require_format("sim", g, &format, &config.format, &config.players)) return EXIT_USAGE;
    if (players.n > config.players)
        return usage_error("sim", "this is a game for %u players", config.players);
    if (!players_ok(&config, &players) || !check_day("sim", as_of)) return EXIT_USAGE;
    const StockOptions choice = {.decks = decks.at,
                                 .ndecks = decks.n,
                                 .cards = cards.at,
                                 .ncards = cards.n,
                                 .base = base,
                                 .partial = partial,
                                 .as_of = as_of,
                                 .format = config.format,
                                 .home = true};
    return play(&config, &choice, &(SimWish){out, dir, resume, json});
}

/* Under mpirun the leader's exit code is that of the run. */
int cmd_sim(int argc, char **argv) {
    if (!crew_join()) return EXIT_INPUT;
    const int code = sim(argc, argv);
    crew_leave();
    return crew_leads() ? code : EXIT_FINE;
}
