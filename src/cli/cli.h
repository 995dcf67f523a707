/* What the commands of `fuda` share. A command is `int cmd_NAME(int argc, char **argv)` in
 * cmd_NAME.c: argv[0] is its name, the return value the exit code. `--help` is its own business. */
#pragma once
#include "kernel/game.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* One option of a command. A name starts with "--"; short_name is a letter or 0. */
typedef enum ArgKind { ARG_FLAG, ARG_STRING, ARG_NUMBER, ARG_LIST } ArgKind;
typedef struct Arg {
    const char *name;
    char short_name;
    ArgKind kind;
    void *to;     /* bool *, const char **, uint64_t *, ArgList * */
    uint64_t max; /* of a number; 0: no limit */
} Arg;
typedef struct ArgList {
    const char *at[256];
    unsigned n;
} ArgList;

/* Reads the options (`--name value`, `--name=value`, `-n value`; `--` ends them) and leaves the
 * other words in 'rest'. `-h` and `--help` print 'help' and set *done. Returns false after a
 * message: exit with EXIT_USAGE. */
bool args_read(int argc, char **argv, const Arg *args, unsigned nargs, const char *help,
               ArgList *rest, bool *done);
/* "fuda sim: MESSAGE" on stderr; returns EXIT_USAGE. */
int usage_error(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* False, and said: --as-of was given something that is no day. */
bool day_wanted(const char *command, const char *day);

/* What is wanted of the formats: a name (null: by the number of players, else the first), how many
 * play (0: the fewest), and the rule that the first one out ends the game: NAME-one-out. */
typedef struct FormatWish {
    const char *name;
    uint64_t seats;
    bool one_out;
} FormatWish;
/* False, and said, where these do not go together. */
bool format_wanted(const char *command, const Game *g, const FormatWish *wish, unsigned *format,
                   unsigned *players);
/* The game by key, or null after a message with a suggestion (exit with EXIT_USAGE). */
const Game *game_wanted(const char *command, const char *key);
/* The word of the list that is nearest to 'word', or null if none is near. */
const char *nearest(const char *word, const char *const *list, unsigned n);

/* Writes s as a JSON string with its quotes. Bytes that are no UTF-8 become U+FFFD. */
void json_string(const char *s);
