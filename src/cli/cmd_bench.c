/* fuda bench: speed of the engine, and the signature of its behaviour. */
#include "cli/bench.h"
#include "cli/cli.h"
#include "cli/speak.h"
#include "cli/progress.h"
#include "sim/count.h"
#include "sim/stock.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char help[] = "usage: fuda bench [KEY] [--seconds N] [--as-of DATE] [--json]\n"
                           "       fuda bench [KEY] --signature | --growth [--seconds N]\n"
                           "\n"
                           "Measures the engine on one core, with random players and the decks of "
                           "decks/KEY: decisions and\n"
                           "games per second (including setup), instructions per decision; the "
                           "time to copy a game, to\n"
                           "hash it, to make a player's view of it, to set one up to its first "
                           "question, and to compile a\n"
                           "printed text and explain it in both languages; playouts per second of "
                           "the search player.\n"
                           "A second is one of processor time: what else runs on the machine does "
                           "not count.\n"
                           "\n"
                           "  --signature   print only the signature: a hash of every question, "
                           "option list and answer in 200\n"
                           "                games with fixed seeds. It must equal "
                           "tests/signature.txt unless the rules, the\n"
                           "                starter cards or the decks changed\n"
                           "  --growth      as CSV: the cost of a decision by the number of "
                           "cards in play, of effects, of\n"
                           "                listening abilities, of players and of threads (here "
                           "in real time)\n"
                           "  --no-instructions\n"
                           "                do not count instructions, which takes longest\n"
                           "  --seconds N   how long to play (default 2)\n"
                           "  --as-of DATE  use card texts as corrected on that date, YYYY-MM-DD "
                           "(default: all corrections)\n"
                           "  --json        print JSON\n";

/* SIGNATURE_GAMES is part of the signature's definition: changing it changes tests/signature.txt.
 */
enum { SIGNATURE_GAMES = 200, COUNT_GAMES = 200, COPIES = 100000, NEW_GAMES = 20000 };

/* Results for one game. */
typedef struct Figures {
    double per_second, best_per_second, games_per_second, copy_ns, new_us;
    BenchParts parts;
    uint64_t games, decisions, signature;
    size_t state_bytes;
    InstructionCount count;
} Figures;

/* Sets up and plays game i. Returns its number of decisions. */
static uint32_t play_one(const SimConfig *c, SimSeat *seat, uint64_t i) {
    FudaDeck decks[MAX_PLAYERS];
    unsigned which[MAX_PLAYERS];
    FudaSetup setup = sim_setup(c, i, decks, which);
    sim_seed(seat->chooser, seat->nchoosers, setup.seed);
    return game_start(seat->run.s, &setup) ? sim_game(&seat->run, seat->chooser).decisions : 0;
}

/* Rate over the whole run, and over its best tenth of a second, which is less affected by other
 * load on the machine. */
static void measure_games(const SimConfig *c, SimSeat *seat, double seconds, Figures *out) {
    for (uint64_t i = 0; i < 50; i++) play_one(c, seat, i); /* warm up */
    double start = bench_clock(), since = start, time, t;
    uint64_t before = 0;
    do {
        for (int k = 0; k < 16; k++) out->decisions += play_one(c, seat, out->games++);
        t = bench_clock();
        time = t - start;
        if (!progress_step((uint64_t)(time * 10), (uint64_t)(seconds * 10), c->game->key)) break;
        if (t - since < 0.1) continue;
        double rate = (double)(out->decisions - before) / (t - since);
        if (rate > out->best_per_second) out->best_per_second = rate;
        since = t;
        before = out->decisions;
    } while (time < seconds);
    out->per_second = (double)out->decisions / time;
    out->games_per_second = (double)out->games / time;
}

/* Cost of cloning a state. */
static void measure_copy(SimSeat *seat, Figures *out) {
    State *from = seat->run.s, *to = seat->run.scratch;
    double start = bench_clock();
    for (unsigned i = 0; i < COPIES; i++) {
        memcpy(to, from, state_size(from));
        __asm__ volatile("" : : "r"(to) : "memory"); /* keep the compiler from removing the copy */
    }
    out->copy_ns = (bench_clock() - start) * 1e9 / COPIES;
    out->state_bytes = state_size(from);
}

/* Cost of a new game up to its first question. */
static void measure_new(const SimConfig *c, SimSeat *seat, Figures *out) {
    double start = bench_clock();
    for (uint64_t i = 0; i < NEW_GAMES; i++) {
        FudaDeck decks[MAX_PLAYERS];
        unsigned which[MAX_PLAYERS];
        FudaSetup setup = sim_setup(c, i, decks, which);
        if (game_start(seat->run.s, &setup)) run_on(&seat->run);
    }
    out->new_us = (bench_clock() - start) * 1e6 / NEW_GAMES;
}

static void print_text(const SimConfig *c, const Figures *f) {
    printf(tr("%s, one core, random players, %u decks\n",
              "%s：1コア、ランダムなプレイヤー、デッキ%u個\n"),
           c->game->key, c->ndecks);
    printf(tr("  %12.0f decisions a second (%.0f games a second, %.0f decisions a game)\n",
              "  %12.0f 選択/秒（%.0f戦/秒、1戦に選択%.0f回）\n"),
           f->per_second, f->games_per_second, (double)f->decisions / (double)f->games);
    printf(tr("  %12.0f in the best tenth of a second\n", "  %12.0f 最も速い0.1秒では\n"),
           f->best_per_second);
    if (f->count.per_decision > 0)
        printf(tr("  %12.0f instructions a decision, by %s\n", "  %12.0f 命令/選択（%s）\n"),
               f->count.per_decision, f->count.how);
    else
        printf(tr("  %12s instructions a decision: %s\n", "  %12s 命令/選択：%s\n"), "?",
               f->count.how);
    printf(tr("  %12.0f ns for a copy of a game (%zu bytes)\n",
              "  %12.0f ns ゲームのコピー（%zuバイト）\n"),
           f->copy_ns, f->state_bytes);
    printf(tr("  %12.2f us for a new game up to its first question\n",
              "  %12.2f us 最初の選択までの準備\n"),
           f->new_us);
    printf(tr("  %12.0f ns for a hash\n", "  %12.0f ns ハッシュ\n"), f->parts.hash_ns);
    printf(tr("  %12.0f ns for a player's view\n", "  %12.0f ns プレイヤーの視点\n"),
           f->parts.view_ns);
    printf(tr("  %12.0f us to compile a text and explain it (%u texts)\n",
              "  %12.0f us テキストの解釈と説明（%u個）\n"),
           f->parts.text_us, f->parts.texts);
    printf(tr("  %12.0f playouts a second of the search player\n",
              "  %12.0f 探索プレイヤーの試行/秒\n"),
           f->parts.playouts_per_second);
    printf(tr("  signature %016" PRIx64 " (%d games)\n", "  署名 %016" PRIx64 "（%d戦）\n"),
           f->signature, SIGNATURE_GAMES);
}

/* One member of the JSON object, keyed by game. */
static void print_json(const SimConfig *c, const Figures *f, bool first) {
    printf("%s\n  \"%s\": {\"decisions_per_second\": %.0f, \"best_tenth\": %.0f, "
           "\"games_per_second\": %.1f, "
           "\"decisions_per_game\": %.1f,\n"
           "   \"instructions_per_decision\": ",
           first ? "" : ",", c->game->key, f->per_second, f->best_per_second, f->games_per_second,
           (double)f->decisions / (double)f->games);
    if (f->count.per_decision > 0)
        printf("%.1f", f->count.per_decision);
    else
        fputs("null", stdout);
    printf(", \"instructions_by\": ");
    json_string(f->count.how);
    printf(
        ",\n   \"clone_ns\": %.1f, \"state_bytes\": %zu, \"new_game_us\": %.3f, \"hash_ns\": %.1f, "
        "\"view_ns\": %.1f,\n   \"text_us\": %.2f, \"texts\": %u, \"playouts_per_second\": %.0f, "
        "\"signature\": \"%016" PRIx64 "\"}",
        f->copy_ns, f->state_bytes, f->new_us, f->parts.hash_ns, f->parts.view_ns, f->parts.text_us,
        f->parts.texts, f->parts.playouts_per_second, f->signature);
}

/* --inner N is internal: count_instructions runs this program under callgrind with it. */
typedef struct BenchOptions {
    bool json, signature, growth, no_count;
    const char *as_of;
    uint64_t inner, seconds;
    unsigned done; /* games printed so far, for commas in JSON */
} BenchOptions;

/* Measures one game and prints the result, or only the signature, or runs as the inner process. */
static int bench(const SimConfig *c, const Stock *stock, BenchOptions *w) {
    Figures f = {0};
    SimSeat seat;
    if (w->inner) {
        uint64_t decisions;
        if (!count_inner(c, (unsigned)w->inner, &decisions)) return EXIT_INPUT;
        printf("decisions %" PRIu64 "\n", decisions);
        return EXIT_FINE;
    }
    if (w->growth) {
        progress_begin(NULL);
        const bool good = bench_growth(c, (double)w->seconds);
        progress_end();
        return good ? EXIT_FINE : EXIT_INPUT;
    }
    f.signature = sim_signature(c, SIGNATURE_GAMES);
    if (w->signature) {
        printf("%s %d %016" PRIx64 "\n", c->game->key, SIGNATURE_GAMES, f.signature);
        return EXIT_FINE;
    }
    if (!f.signature || !sim_seat_open(&seat, c)) {
        fprintf(stderr, tr("fuda bench: a deck does not fit this game, or out of memory\n",
                           "fuda bench：デッキがこのゲームに合わないか、メモリが足りません\n"));
        return EXIT_INPUT;
    }
    progress_begin(NULL);
    measure_games(c, &seat, (double)w->seconds, &f);
    measure_copy(&seat, &f);
    measure_new(c, &seat, &f);
    if (!progress_stopped()) bench_parts(c, stock, &f.parts);
    sim_seat_close(&seat);
    if (progress_stopped())
        f.count.how = tr("not counted (stopped)", "途中で止めたので数えていません");
    else if (w->no_count)
        f.count.how = tr("not counted", "数えていません");
    else
        count_instructions(c, COUNT_GAMES, w->as_of, &f.count);
    progress_end();
    if (w->json)
        print_json(c, &f, w->done == 0);
    else
        print_text(c, &f);
    w->done++;
    return EXIT_FINE;
}

/* Loads the game's shipped cards and decks, and measures. */
static int bench_game(const Game *g, BenchOptions *w) {
    Stock stock;
    FileError e;
    if (!stock_open(&stock, g, &(StockOptions){.as_of = w->as_of}, &e)) {
        fprintf(stderr, "%s\n", e.line);
        return EXIT_INPUT;
    }
    SimConfig c = {.game = g,
                   .pack = stock.pack,
                   .decks = stock.fuda,
                   .ndecks = stock.ndecks,
                   .players = 2,
                   .seed = 1};
    int code = bench(&c, &stock, w);
    stock_free(&stock);
    return code;
}

/* Without KEY, measures every game. */
int cmd_bench(int argc, char **argv) {
    bool done;
    BenchOptions w = {.seconds = 2};
    static ArgList rest;
    int code = EXIT_FINE;
    const Arg args[] = {{"--json", 0, ARG_FLAG, &w.json, 0},
                        {"--signature", 0, ARG_FLAG, &w.signature, 0},
                        {"--growth", 0, ARG_FLAG, &w.growth, 0},
                        {"--no-instructions", 0, ARG_FLAG, &w.no_count, 0},
                        {"--seconds", 0, ARG_NUMBER, &w.seconds, 3600},
                        {"--as-of", 0, ARG_STRING, &w.as_of, 0},
                        {"--inner", 0, ARG_NUMBER, &w.inner, 1000000}};
    if (!args_read(argc, argv, args, sizeof args / sizeof *args, help, &rest, &done))
        return EXIT_USAGE;
    if (done) return EXIT_FINE;
    if (rest.n > 1) return usage_error("bench", "unexpected '%.60s'", rest.at[1]);
    if (!check_day("bench", w.as_of)) return EXIT_USAGE;
    const Game *g = rest.n ? require_game("bench", rest.at[0]) : NULL;
    if (rest.n && !g) return EXIT_USAGE;
    if (w.inner && !g) return usage_error("bench", "--inner needs a game");
    bool braces = w.json && !w.inner && !w.signature && !w.growth;
    if (w.growth) fputs(bench_growth_head, stdout);
    if (braces) putchar('{');
    for (unsigned i = 0; !code && !progress_stopped() && (g ? i < 1 : game_at(i) != NULL); i++)
        code = bench_game(g ? g : game_at(i), &w);
    if (braces) puts("\n}");
    return progress_code(code);
}
