/* fuda games: lists the games and their formats. */
#include "cli/cli.h"
#include "cli/speak.h"
#include "gen/clauses.h"
#include "sim/replay.h"
#include "tui/mat.h"
#include <stdio.h>

static const char help[] = "usage: fuda games [--lang L] [--json]\n"
                           "\n"
                           "Lists the games: key, rulebook version, clauses in the ledger, name; "
                           "below each\n"
                           "its formats for `--format` and their numbers of players.\n"
                           "\n"
                           "  --lang L  en or ja (default: from LC_ALL, LC_MESSAGES, LANG)\n"
                           "  --json    print JSON\n";

/* Clauses of a game's ledger, and how many of them are rules. */
static void count_clauses(const char *key, unsigned *all, unsigned *rules) {
    *all = *rules = 0;
    for (unsigned c = 1; c < CLAUSE_COUNT; c++) {
        if (strcmp(clause_info[c].game, key)) continue;
        ++*all;
        *rules += clause_info[c].kind == CLAUSE_KIND_RULE;
    }
}

/* One line per format. */
static void print_formats(const Game *g, Lang lang) {
    const char *unit = lang == LANG_JA ? "人" : " players";
    for (const FormatInfo *f = g->formats; f->key; f++) {
        const MatFormat *x = mat_format(mat_of(g), f);
        char range[16];
        snprintf(range, sizeof range,
                 f->least == f->most ? "%u"
                 : lang == LANG_JA   ? "%u～%u"
                                     : "%u-%u",
                 f->least, f->most);
        printf("  %-15s %s%s  %s%s\n", f->key, range, unit, f->least == f->most ? "  " : "",
               x ? say(lang, x->about) : "");
    }
}

static void json_formats(const Game *g) {
    fputs(", \"formats\": [", stdout);
    for (const FormatInfo *f = g->formats; f->key; f++) {
        const MatFormat *x = mat_format(mat_of(g), f);
        printf("%s\n    {\"key\": \"%s\", \"least\": %u, \"most\": %u, \"team\": %u",
               f == g->formats ? "" : ",", f->key, f->least, f->most, f->team);
        if (x) {
            fputs(", \"about\": ", stdout);
            json_string(x->about.en);
            fputs(", \"about_ja\": ", stdout);
            json_string(x->about.ja);
        }
        putchar('}');
    }
    putchar(']');
}

/* One game as text or JSON. A game without an implementation has no formats. */
static void print_game(unsigned i, bool json, Lang lang) {
    const Game *g = game_at(i);
    unsigned all, rules;
    count_clauses(g->key, &all, &rules);
    if (json) {
        printf("%s\n  {\"key\": \"%s\", \"name\": ", i ? "," : "", g->key);
        json_string(g->name);
        printf(", \"rules\": \"%s\", \"playable\": true, \"clauses\": %u, \"rule\": %u",
               rulebook_version(g), all, rules);
        json_formats(g);
        putchar('}');
        return;
    }
    printf(tr("%-9s ver. %-6s %4u clauses, %4u of them rules  %s\n",
              "%-9s ver. %-6s 全%4u条、うちルール%4u条  %s\n"),
           g->key, rulebook_version(g), all, rules, g->name);
    print_formats(g, lang);
}

int cmd_games(int argc, char **argv) {
    bool json = false, done;
    const Lang lang = speak_lang();
    ArgList rest;
    const Arg args[] = {{"--json", 0, ARG_FLAG, &json, 0}};
    if (!args_read(argc, argv, args, 1, help, &rest, &done)) return EXIT_USAGE;
    if (done) return EXIT_FINE;
    if (rest.n) return usage_error("games", "unexpected '%.60s'", rest.at[0]);
    if (json) putchar('[');
    for (unsigned i = 0; game_at(i); i++) print_game(i, json, lang);
    if (json) puts("\n]");
    return EXIT_FINE;
}
