/* fuda: dispatches to the subcommands. */
#include "cli/cli.h"
#include "cli/speak.h"
#include "sim/replay.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>

typedef struct Command {
    const char *name, *gist;
    int (*run)(int argc, char **argv);
} Command;

static const Command commands[] = {
    {"games", "list the games and their formats", cmd_games},
    {"rules", "show the clause ledger; --coverage measures the scenarios", cmd_rules},
    {"text", "compile printed text and print what was understood", cmd_text},
    {"cards", "import, search, show, try cards", cmd_cards},
    {"deck", "check decks against the deck building rules", cmd_deck},
    {"play", "play a game in the terminal", cmd_play},
    {"scenario", "run judge scenarios", cmd_scenario},
    {"replay", "verify or watch recorded games", cmd_replay},
    {"sim", "play many games between computer players", cmd_sim},
    {"bench", "measure speed; print the behaviour signature", cmd_bench},
};
enum { NCOMMANDS = sizeof commands / sizeof *commands };

static void print_help(FILE *out) {
    fputs("fuda: a rules engine and a table for Japanese trading card games\n\n"
          "usage: fuda COMMAND [OPTION...]\n\n",
          out);
    for (unsigned i = 0; i < NCOMMANDS; i++)
        fprintf(out, "  %-9s %s\n", commands[i].name, commands[i].gist);
    fputs("\n`fuda COMMAND --help` explains a command. Most commands take --json.\n"
          "Exit codes: 0 success, 1 bad input, 2 wrong usage.\n",
          out);
}

static int unknown(const char *word) {
    const char *names[NCOMMANDS];
    for (unsigned i = 0; i < NCOMMANDS; i++) names[i] = commands[i].name;
    const char *near = closest_word(word, names, NCOMMANDS);
    fprintf(stderr, "fuda: unknown command '%.60s'", word);
    if (near) fprintf(stderr, "; did you mean '%s'?", near);
    fputs("\n(`fuda --help` lists the commands)\n", stderr);
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
    const char *word = argv[1];
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
