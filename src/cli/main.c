/* fuda: dispatches to the subcommands. */
#include "cli/complete.h"
#include "cli/speak.h"
#include "sim/replay.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>

static const Command commands[] = {
    {"games", cmd_games},
    {"rules", cmd_rules},
    {"text", cmd_text},
    {"cards", cmd_cards},
    {"deck", cmd_deck},
    {"play", cmd_play},
    {"scenario", cmd_scenario},
    {"replay", cmd_replay},
    {"sim", cmd_sim},
    {"bench", cmd_bench},
    {0},
};
enum { NCOMMANDS = sizeof commands / sizeof *commands - 1 };

/* By what the reader wants to do. */
static const char help_en[] =
    "fuda: a rules engine and a table for Japanese trading card games\n"
    "\n"
    "usage: fuda COMMAND [OPTION...]      `fuda COMMAND --help` explains a command\n"
    "\n"
    "Play\n"
    "  fuda play                          choose a game and play it against the computer\n"
    "  fuda play KEY --deck NAME          with a deck of yours\n"
    "  fuda play --continue               go on with the last game\n"
    "  fuda replay FILE --watch           watch a game again\n"
    "  fuda games                         the games and their formats\n"
    "\n"
    "Use your own cards\n"
    "  fuda cards import KEY FILE...      read cards into your card base (CSV, JSON, .r4uset)\n"
    "  fuda cards search KEY WORD...      find cards by name, text, cost, kind, ...\n"
    "  fuda cards show KEY NAME           a card, and what was understood of its text\n"
    "  fuda cards report KEY              which cards cannot be played yet, and why\n"
    "\n"
    "Build a deck\n"
    "  fuda deck new KEY NAME             search, add, and see what the deck rules say\n"
    "  fuda deck edit KEY NAME            change it\n"
    "  fuda deck import KEY FILE          from a plain list; `deck export` writes one\n"
    "  fuda cards boosters KEY            open boosters for sealed play\n"
    "  fuda deck check KEY NAME           is it legal? every fault with its clause\n"
    "  fuda deck list KEY                 your decks and the shipped ones\n"
    "\n"
    "Settle a question about the rules\n"
    "  fuda rules KEY [CLAUSE]            the clauses, in our own words\n"
    "  fuda rules KEY WORD...             clauses about something, with scenarios and code\n"
    "  fuda text KEY 'TEXT'               what a card text means\n"
    "  fuda scenario PATH...              judge scenarios: a board, decisions, the outcome\n"
    "\n"
    "Measure\n"
    "  fuda sim KEY                       thousands of games between computer players\n"
    "  fuda cards try KEY                 play every ability until it was used\n"
    "  fuda bench                         speed; the signature of behaviour\n"
    "\n"
    "KEY is the game: %s.\n"
    "Most commands take --json; all take --lang en or --lang ja.\n"
    "Exit codes: 0 success, 1 bad input, 2 wrong usage, 130 stopped (what was done is printed).\n"
    "\n"
    "Environment\n"
    "  FUDA_DB       your card base (default: fuda/cards.db in the data folder; empty: none)\n"
    "  FUDA_DECKS    the folder of your decks (default: fuda/decks in the data folder)\n"
    "  FUDA_SAVES    the folder of your games (default: fuda in the data folder)\n"
    "  FUDA_SPEED    how fast the table plays out the computers' turns: 1 to 5, or off\n"
    "  FUDA_DATA     the shipped cards and decks (default: found beside the program)\n"
    "  XDG_DATA_HOME the data folder (default: ~/.local/share)\n"
    "  LC_ALL, LC_MESSAGES, LANG   the language, if --lang does not say it\n"
    "  NO_COLOR      no colours\n"
    "  TERM          dumb or unset: the table plays line by line\n";

static const char help_ja[] =
    "fuda（札）：日本のトレーディングカードゲームのルールエンジンと対戦テーブル\n"
    "\n"
    "使い方：fuda コマンド [オプション...]    コマンドの説明は fuda コマンド --help\n"
    "\n"
    "遊ぶ\n"
    "  fuda play                          ゲームを選んでコンピュータと対戦する\n"
    "  fuda play KEY --deck 名前          自分のデッキで対戦する\n"
    "  fuda play --continue               前回の続きから\n"
    "  fuda replay FILE --watch           対戦をもう一度見る\n"
    "  fuda games                         ゲームとフォーマットの一覧\n"
    "\n"
    "自分のカードを使う\n"
    "  fuda cards import KEY FILE...      カードを取り込む（CSV、JSON、.r4uset）\n"
    "  fuda cards search KEY 言葉...      名前、テキスト、コスト、種類などで探す\n"
    "  fuda cards show KEY カード名       カードと、テキストの解釈\n"
    "  fuda cards report KEY              まだ使えないカードとその理由\n"
    "\n"
    "デッキを組む\n"
    "  fuda deck new KEY 名前             探して入れると、構築ルールの違反がすぐわかる\n"
    "  fuda deck edit KEY 名前            組み直す\n"
    "  fuda deck import KEY FILE          カードリストから作る。書き出しは deck export\n"
    "  fuda cards boosters KEY            シールド戦のパックを開ける\n"
    "  fuda deck check KEY 名前           構築ルールの違反を、ルール番号つきですべて示す\n"
    "  fuda deck list KEY                 自分のデッキと付属のデッキの一覧\n"
    "\n"
    "ルールを調べる\n"
    "  fuda rules KEY [条番号]            ルールの要点\n"
    "  fuda rules KEY 言葉...             言葉からルールを探す。シナリオとコードの場所もわかる\n"
    "  fuda text KEY 'テキスト'           カードテキストの意味\n"
    "  fuda scenario PATH...              裁定シナリオ：盤面、行動、結果\n"
    "\n"
    "測る\n"
    "  fuda sim KEY                       コンピュータどうしで何千回も対戦する\n"
    "  fuda cards try KEY                 すべての能力を使われるまで試す\n"
    "  fuda bench                         速さと、動作の署名\n"
    "\n"
    "KEY はゲームのキー：%s。\n"
    "結果を出すコマンドは --json に、すべてのコマンドは --lang en と --lang ja "
    "に対応しています。\n"
    "終了コード：0 成功、1 入力の間違い、2 使い方の間違い、130 "
    "途中で停止（そこまでの結果は表示します）。\n"
    "\n"
    "環境変数\n"
    "  FUDA_DB       自分のカードベース（初期値：データフォルダの fuda/cards.db。空なら使わない）\n"
    "  FUDA_DECKS    自分のデッキのフォルダ（初期値：データフォルダの fuda/decks）\n"
    "  FUDA_SAVES    対戦を保存するフォルダ（初期値：データフォルダの fuda）\n"
    "  FUDA_SPEED    コンピュータの番を見せる速さ：1～5、または off\n"
    "  FUDA_DATA     付属のカードとデッキ（初期値：プログラムの近くから探す）\n"
    "  XDG_DATA_HOME データフォルダ（初期値：~/.local/share）\n"
    "  LC_ALL、LC_MESSAGES、LANG   表示する言語（--lang が優先）\n"
    "  NO_COLOR      色を使わない\n"
    "  TERM          dumb か未設定なら、対戦画面を1行ずつ表示する\n";

static void print_help(FILE *out) {
    char keys[200] = "";
    for (unsigned i = 0, n = 0; game_at(i) && n < sizeof keys; i++)
        n += (unsigned)snprintf(keys + n, sizeof keys - n, "%s%s", i ? ", " : "", game_at(i)->key);
    fprintf(out, tr(help_en, help_ja), keys);
}

static int unknown(const char *word) {
    const char *names[NCOMMANDS];
    for (unsigned i = 0; i < NCOMMANDS; i++) names[i] = commands[i].name;
    const char *near = closest_word(word, names, NCOMMANDS);
    fprintf(stderr, tr("fuda: unknown command '%.60s'", "fuda：コマンド「%.60s」はありません"),
            word);
    if (near) fprintf(stderr, tr("; did you mean '%s'?", "。「%s」ではありませんか"), near);
    fputs(tr("\n(`fuda --help` lists the commands)\n", "\n（コマンドの一覧は fuda --help で）\n"),
          stderr);
    return EXIT_USAGE;
}

/* Fails if the output could not be written, whatever the command returned. */
static int finish(int code) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    perror("fuda: standard output");
    return EXIT_INPUT;
}

int main(int argc, char **argv) {
    signal(SIGXFSZ, SIG_IGN); /* a write beyond the limit is an error, not the end of the program */
    speak_begin(argc, argv);
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (!strncmp(argv[1], "--lang", 6)) { /* `fuda --lang ja sim` is `fuda sim --lang ja` */
        const int words = argv[1][6] == '=' ? 1 : 2;
        if (argc <= words + 1) {
            print_help(stderr);
            return EXIT_USAGE;
        }
        argv += words;
        argc -= words;
    }
    const char *word = argv[1];
    if (!strcmp(word, "--complete")) return finish(complete(commands, argc - 2, argv + 2));
    bool help = !strcmp(word, "help");
    if (help && argc > 2) { /* `fuda help sim` is `fuda sim --help` */
        argv[1] = argv[2];
        argv[2] = "--help";
        argc = 3;
        word = argv[1];
        help = false;
    }
    if (help || !strcmp(word, "--help") || !strcmp(word, "-h")) {
        print_help(stdout);
        return finish(EXIT_FINE);
    }
    if (!strcmp(word, "--version") || !strcmp(word, "-V")) {
        puts("fuda " FUDA_VERSION);
        return finish(EXIT_FINE);
    }
    for (unsigned i = 0; i < NCOMMANDS; i++)
        if (!strcmp(word, commands[i].name)) return finish(commands[i].run(argc - 1, argv + 1));
    return unknown(word);
}
