/* fuda games: the games, and what of each is done. */
#include "cli/cli.h"
#include "gen/clauses.h"
#include "sim/replay.h"
#include <stdio.h>

static const char help[] = "usage: fuda games [--json]\n\n"
                           "Lists the games: key, name, version of the rulebook, clauses in the "
                           "ledger, and whether it can be played.\n";

/* The five games of the project; those that the engine has are in its own list. */
static const char *const planned[][2] = {
    {"rebirth", "Reバース for you"},
    {"ninja", "ニンジャスレイヤーTCG"},
    {"vividz", "Vividz"},
    {"luck", "ラクエンロジック"},
    {"granblue", "グランブルーファンタジーTCG"},
};

static void count_clauses(const char *key, unsigned *all, unsigned *rules) {
    *all = *rules = 0;
    for (unsigned c = 1; c < CLAUSE_COUNT; c++) {
        if (strcmp(clause_info[c].game, key)) continue;
        ++*all;
        *rules += clause_info[c].kind == CLAUSE_KIND_RULE;
    }
}

int cmd_games(int argc, char **argv) {
    bool json = false, done;
    ArgList rest;
    const Arg args[] = {{"--json", 0, ARG_FLAG, &json, 0}};
    if (!args_read(argc, argv, args, 1, help, &rest, &done)) return EXIT_USAGE;
    if (done) return EXIT_FINE;
    if (rest.n) return usage_error("games", "unexpected '%.60s'", rest.at[0]);
    if (json) putchar('[');
    for (unsigned i = 0; i < sizeof planned / sizeof *planned; i++) {
        const char *key = planned[i][0], *name = planned[i][1];
        bool playable = game_by_key(key) != NULL;
        unsigned all, rules;
        count_clauses(key, &all, &rules);
        if (json) {
            printf("%s\n  {\"key\": \"%s\", \"name\": ", i ? "," : "", key);
            json_string(name);
            printf(", \"rules\": \"%s\", \"playable\": %s, \"clauses\": %u, \"rule\": %u}",
                   rulebook_version(key), playable ? "true" : "false", all, rules);
        } else {
            printf("%-9s ver. %-6s ", key, rulebook_version(key));
            if (playable)
                printf("%4u clauses, %4u of them rules  %s\n", all, rules, name);
            else
                printf("%-33s %s\n", "to come", name);
        }
    }
    if (json) puts("\n]");
    return EXIT_FINE;
}
