/* Shared by the subcommands of `fuda`. A subcommand is `int cmd_NAME(int argc, char **argv)` in
 * cmd_NAME.c; argv[0] is its name, the return value the exit code. Each handles its own `--help`.
 */
#pragma once
#include "kernel/game.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Exit codes: success, bad input, wrong usage. */
enum { EXIT_FINE = 0, EXIT_INPUT = 1, EXIT_USAGE = 2 };

int cmd_games(int argc, char **argv);
int cmd_rules(int argc, char **argv);
int cmd_text(int argc, char **argv);
int cmd_cards(int argc, char **argv);
int cmd_deck(int argc, char **argv);
int cmd_play(int argc, char **argv);
int cmd_scenario(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_sim(int argc, char **argv);
int cmd_bench(int argc, char **argv);

/* ---- options ------------------------------------------------------------------------------------
 */

/* One option of a command. 'name' starts with "--"; 'short_name' is a letter or 0. */
typedef enum ArgKind { ARG_FLAG, ARG_STRING, ARG_NUMBER, ARG_LIST } ArgKind;
typedef struct Arg {
    const char *name;
    char short_name;
    ArgKind kind;
    void *to;     /* destination: bool *, const char **, uint64_t *, ArgList * */
    uint64_t max; /* largest number allowed; 0: no limit */
} Arg;
/* Values of a repeatable option, or positional words; they point into argv. */
typedef struct ArgList {
    const char *at[256];
    unsigned n;
} ArgList;

/* Parses options (`--name value`, `--name=value`, `-n value`; `--` ends them) and collects the
 * other words in 'rest'. `-h` and `--help` print 'help' and set *done. On an error prints a message
 * and returns false; the command then exits with EXIT_USAGE. */
bool args_read(int argc, char **argv, const Arg *args, unsigned nargs, const char *help,
               ArgList *rest, bool *done);
/* Prints the help of a command ("sim", "deck check") in the language of the program. */
void print_help_of(const char *command, const char *english);
/* Prints "fuda COMMAND: MESSAGE" to stderr. Returns EXIT_USAGE. */
int usage_error(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Returns false after a message if --as-of is set and is not a date. */
bool check_day(const char *command, const char *day);

/* Format options of the command line. Without a name, the number of players picks the first format
 * that allows it. */
typedef struct FormatChoice {
    const char *name;
    uint64_t seats; /* --seats; 0: the format's minimum */
    bool one_out;   /* --one-out: use the variant NAME-one-out */
} FormatChoice;
/* Resolves the options to a format index and a number of players. Returns false after a message if
 * they contradict each other. */
bool require_format(const char *command, const Game *g, const FormatChoice *choice,
                    unsigned *format, unsigned *players);
/* Refuses the word where a subcommand should be (null: none): the error names them, or the one that
 * was meant. Returns EXIT_USAGE. */
int subcommand_error(const char *command, const char *word, const char *const *names, unsigned n);
/* Looks up a game by key. Prints a message with a suggestion and returns null if there is none; the
 * command then exits with EXIT_USAGE. */
const Game *require_game(const char *command, const char *key);
/* Returns the word of the list most similar to 'word', or null if none is similar. */
const char *closest_word(const char *word, const char *const *list, unsigned n);

/* Prints s as a quoted JSON string. Invalid UTF-8 bytes become U+FFFD. */
void json_string(const char *s);
