/* fuda replay: verifies recorded games, or shows one. */
#include "cli/cli.h"
#include "cli/speak.h"
#include "sim/replay.h"
#include "tui/front.h"
#include "tui/term.h"
#include <stdio.h>
#include <string.h>

static const char help[] =
    "usage: fuda replay FILE... [--json]\n"
    "       fuda replay FILE --watch [--lang L] [--plain]\n"
    "\n"
    "Plays recorded games again from the cards, seed and answers in the file, and compares the "
    "state hash\n"
    "at every decision. Where a game diverges, prints the line and the decision and exits with 1. "
    "Hashes\n"
    "written by another version of the engine cannot be compared; then it verifies only that every "
    "answer\n"
    "is still possible among as many options, and that the game ends the same way.\n"
    "\n"
    "  --watch   show the game with all faces open: Space plays and pauses, left and right step, + "
    "and -\n"
    "            change the speed, Home and End jump to the start and end, v changes the side, q "
    "quits.\n"
    "            In a pipe it prints the log\n"
    "  --lang L  en or ja (default: from LC_ALL, LC_MESSAGES, LANG)\n"
    "  --plain   line by line even in a terminal\n"
    "  --json    print JSON\n";

/* Names of RESULT_*, as in replay files. */
static const char *const results[] = {"open", "win", "draw", "lost", "fault"};

/* Was card number 'card' of the file compiled only in part? */
static bool is_partial(const ReplayReport *x, unsigned card) {
    return x->partial[card / 64] >> (card % 64) & 1;
}

/* Result for one file; p is null if it could not be read. */
static void print_json(const char *path, const Replay *p, const ReplayReport *x, const char *error,
                       bool first) {
    printf("%s\n  {\"file\": ", first ? "" : ",");
    json_string(path);
    printf(", \"ok\": %s, \"game\": ", error ? "false" : "true");
    json_string(p && p->game ? p->game->key : "");
    printf(
        ", \"answers\": %u, \"verified\": %u, \"hashes\": %s, \"result\": \"%s\", \"winners\": [",
        p ? p->nsteps : 0, x->decisions, x->hashes ? "true" : "false", results[x->result]);
    for (unsigned q = 0, n = 0; q < MAX_PLAYERS; q++)
        if (x->won >> q & 1) printf("%s\"P%u\"", n++ ? ", " : "", q + 1);
    printf("], \"turns\": %u, \"partial\": [", x->turns);
    for (unsigned i = 0, n = 0; p && i < p->ncards; i++)
        if (is_partial(x, i)) {
            if (n++) fputs(", ", stdout);
            json_string(p->card[i].name);
        }
    fputs("], \"error\": ", stdout);
    if (error)
        json_string(error);
    else
        fputs("null", stdout);
    putchar('}');
}

static void print_text(const char *path, const Replay *p, const ReplayReport *x) {
    static const char *const results_ja[] = {"途中", "勝ち", "引き分け", "全員の負け", "中断"};
    printf(tr("%s: %u decisions verified%s, %u turns, %s",
              "%s：選択%u回を確認しました%s、%uターン、%s"),
           path, x->decisions,
           x->hashes ? ""
                     : tr(" (hashes of another engine: not compared)",
                          "（別のバージョンのハッシュは比べていません）"),
           x->turns,
           speak_lang() == LANG_JA    ? results_ja[x->result]
           : x->result == RESULT_NONE ? "not finished"
                                      : results[x->result]);
    for (unsigned q = 0; q < MAX_PLAYERS; q++)
        if (x->won >> q & 1) printf(" P%u", q + 1);
    for (unsigned i = 0, n = 0; i < p->ncards; i++)
        if (is_partial(x, i))
            printf("%s%s", n++ ? ", " : tr("; partial cards: ", "。一部だけ使うカード："),
                   p->card[i].name);
    putchar('\n');
}

/* Verifies one file and prints the result. Returns whether it is correct. */
static bool verify(const char *path, bool json, bool first) {
    Replay p;
    ReplayReport x = {0};
    FileError e;
    bool read = replay_read(&p, path, &e);
    bool good = read && replay_verify(&p, path, &x, &e);
    if (!good) fprintf(stderr, "%s\n", e.line);
    if (good && p.sum == SUM_WRONG)
        fprintf(stderr,
                tr("%s: note: the file was changed after it was saved (its checksum differs)\n",
                   "%s：注意：保存した後で書き換えられています（チェックサムが違います）\n"),
                path);
    if (json)
        print_json(path, read ? &p : NULL, &x, good ? NULL : e.line, first);
    else if (good)
        print_text(path, &p, &x);
    if (read) replay_free(&p);
    return good;
}

/* Shows a replay in the terminal, or prints its log to a pipe. */
static int watch(const char *path, Lang lang, bool plain) {
    static Table t;
    FileError e;
    if (!table_load(&t, path, true, &e)) {
        fprintf(stderr, "%s\n", e.line);
        return EXIT_INPUT;
    }
    signals_install();
    t.lang = lang;
    table_seats(&t, MODE_WATCH, NULL);
    Front *f = plain ? NULL : front_screen(lang);
    table_watch(f, &t);
    front_close(f);
    table_free(&t);
    return EXIT_FINE;
}

int cmd_replay(int argc, char **argv) {
    bool json = false, watched = false, plain = false, done, good = true;
    const char *word = NULL;
    Lang lang = lang_from_environment();
    static ArgList rest;
    const Arg args[] = {{"--json", 0, ARG_FLAG, &json, 0},
                        {"--watch", 0, ARG_FLAG, &watched, 0},
                        {"--plain", 0, ARG_FLAG, &plain, 0},
                        {"--lang", 0, ARG_STRING, &word, 0}};
    if (!args_read(argc, argv, args, sizeof args / sizeof *args, help, &rest, &done))
        return EXIT_USAGE;
    if (done) return EXIT_FINE;
    if (!rest.n) return usage_error("replay", "missing FILE");
    if (word && !lang_from_word(word, &lang))
        return usage_error("replay", "--lang must be en or ja, not '%.60s'", word);
    if (watched && (json || rest.n > 1))
        return usage_error("replay", "--watch shows one file, without --json");
    if (watched) return watch(rest.at[0], lang, plain);
    if (json) putchar('[');
    for (unsigned i = 0; i < rest.n; i++) good &= verify(rest.at[i], json, i == 0);
    if (json) puts("\n]");
    return good ? EXIT_FINE : EXIT_INPUT;
}
