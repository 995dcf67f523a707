/* Completion for shells: `fuda --complete WORD...` prints what may stand for the last word, one
 * candidate a line; `:files` means that a file may stand there, too. share/completion uses it. */
#pragma once
#include "cli/cli.h"

/* The commands as main knows them; ends with a null name. */
typedef struct Command {
    const char *name;
    int (*run)(int argc, char **argv);
} Command;

/* fuda --complete; argv[0] is the first word after it. */
int complete(const Command *commands, int argc, char **argv);

/* While a command is asked for its options or subcommands, instead of being run, args_read and the
 * dispatchers of `cards` and `deck` list them. */
bool listing(void);
/* Adds an option, or a subcommand (ARG_FLAG). */
void list_word(const char *name, ArgKind kind);
