#include "cli/complete.h"
#include "cards/home.h"
#include "cards/load.h"
#include "cli/speak.h"
#include "gen/clauses.h"
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* Words that a command has listed. */
static struct {
    bool on;
    const char *name[64];
    ArgKind kind[64];
    unsigned n;
} list;

bool listing(void) { return list.on; }

void list_word(const char *name, ArgKind kind) {
    if (list.n == sizeof list.name / sizeof *list.name) return;
    list.name[list.n] = name;
    list.kind[list.n++] = kind;
}

/* What is being completed: the words before the last one, which has been typed only in part. */
typedef struct Line {
    const Command *command;
    const char *verb; /* of `cards` and `deck`, else null */
    const char *word; /* in part */
    char prefix[40];  /* of every candidate: --option= */
    const Game *game;
    unsigned nwords; /* positional words before the last one, command and verb aside */
} Line;

/* Prints a candidate if it begins with the word. */
static void offer(const Line *x, const char *s) {
    if (!strncmp(s, x->word, strlen(x->word))) printf("%s%s\n", x->prefix, s);
}

static void offer_list(const Line *x, const char *words) {
    char copy[200];
    snprintf(copy, sizeof copy, "%s", words);
    for (char *save, *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save))
        offer(x, w);
}

static void offer_games(const Line *x) {
    for (unsigned i = 0; game_at(i); i++) offer(x, game_at(i)->key);
}

static void offer_formats(const Line *x) {
    for (unsigned i = 0; game_at(i); i++)
        for (const FormatInfo *f = game_at(i)->formats; f->key; f++)
            if (!x->game || game_at(i) == x->game) offer(x, f->key);
}

static void offer_folder(const Line *x, const char *folder) {
    DIR *dir = opendir(folder);
    for (struct dirent *d; dir && (d = readdir(dir));) {
        char name[300];
        snprintf(name, sizeof name, "%s", d->d_name);
        char *dot = strrchr(name, '.');
        if (*name == '.' || name[strlen(name) - 1] == '~' || !dot) continue;
        *dot = 0;
        offer(x, name);
    }
    if (dir) closedir(dir);
}

/* The user's decks, the shipped ones, and files. */
static void offer_decks(const Line *x) {
    char folder[PATH_MAX], below[120];
    const Game *g = x->game ? x->game : game_at(0);
    if (home_decks(g, folder, sizeof folder)) offer_folder(x, folder);
    snprintf(below, sizeof below, "decks/%.60s", g->key);
    if (data_path(below, folder, sizeof folder)) offer_folder(x, folder);
    puts(":files");
}

static void offer_cards(const Line *x) {
    CardList cards;
    FileError e;
    if (!x->game) return;
    cards_init(&cards, x->game);
    if (home_cards(&cards, NULL, 0, NULL, NULL, &e))
        for (unsigned i = 0; i < cards.n; i++) {
            offer(x, cards.card[i].label);
            if (*x->word) offer(x, cards.card[i].serial);
        }
    cards_free(&cards);
}

static void offer_clauses(const Line *x) {
    for (unsigned c = 1; c < CLAUSE_COUNT; c++)
        if (x->game && !strcmp(clause_info[c].game, x->game->key)) offer(x, clause_info[c].id);
}

/* The value of an option. */
static void offer_value(const Line *x, const char *option) {
    if (!strcmp(option, "--lang"))
        offer_list(x, "en ja");
    else if (!strcmp(option, "--player"))
        offer_list(x, !strcmp(x->command->name, "play") ? "human greedy random" : "greedy random");
    else if (!strcmp(option, "--opponent"))
        offer_list(x, "greedy random");
    else if (!strcmp(option, "--format"))
        offer_formats(x);
    else if (!strcmp(option, "--as"))
        offer_list(x, "text serials r4udek");
    else if (!strcmp(option, "--deck") || !strcmp(option, "--from"))
        offer_decks(x);
    else if (strchr("cdhlops", option[2])) /* --cards --db --html --load --out --pool --save ... */
        puts(":files");
}

/* The next positional word. */
static void offer_word(const Line *x) {
    const char *c = x->command->name, *v = x->verb ? x->verb : "";
    bool files = !strcmp(c, "scenario") || !strcmp(c, "replay");
    if (files)
        puts(":files");
    else if (!x->nwords && strcmp(c, "games") != 0)
        offer_games(x);
    else if (!strcmp(c, "rules"))
        offer_clauses(x);
    else if (!strcmp(c, "deck") && strcmp(v, "import") != 0 && strcmp(v, "new") != 0)
        offer_decks(x);
    else if (!strcmp(v, "show"))
        offer_cards(x);
    else if (!strcmp(v, "import") || !strcmp(v, "try"))
        puts(":files");
}

/* Has the command lists its options; returns the one named, or null. 'offered': prints them. */
static const char *options(const Line *x, const char *named, bool offered) {
    char *argv[3] = {(char *)x->command->name, (char *)x->verb, NULL};
    const char *found = NULL;
    list.n = 0;
    list.on = true;
    x->command->run(x->verb ? 2 : 1, argv);
    list.on = false;
    list_word("--lang", ARG_STRING);
    list_word("--help", ARG_FLAG);
    for (unsigned i = 0; i < list.n; i++) {
        if (offered) offer(x, list.name[i]);
        if (named && !strcmp(list.name[i], named) && list.kind[i] != ARG_FLAG) found = list.name[i];
    }
    return found;
}

/* Counts the positional words before the last one, and finds the game among them. */
static void read_words(Line *x, int argc, char **argv) {
    for (int i = 0; i + 1 < argc; i++) {
        if (argv[i][0] == '-') {
            if (options(x, argv[i], false)) i++; /* its value */
            continue;
        }
        if (!x->nwords++) x->game = game_by_key(argv[i]);
    }
}

static const Command *command_named(const Command *commands, const char *name) {
    while (commands->name && strcmp(commands->name, name) != 0) commands++;
    return commands->name ? commands : NULL;
}

int complete(const Command *commands, int argc, char **argv) {
    Line x = {.word = argc ? argv[argc - 1] : ""};
    if (argc <= 1) {
        for (const Command *c = commands; c->name; c++) offer(&x, c->name);
        offer_list(&x, "help --help --version --lang");
        return EXIT_FINE;
    }
    if (!(x.command = command_named(commands, argv[0]))) return EXIT_FINE;
    bool verbs = !strcmp(argv[0], "cards") || !strcmp(argv[0], "deck");
    if (verbs && argc == 2) {
        list.on = true;
        x.command->run(1, (char *[]){argv[0], NULL});
        list.on = false;
        for (unsigned i = 0; i < list.n; i++) offer(&x, list.name[i]);
        return EXIT_FINE;
    }
    if (verbs) x.verb = argv[1];
    int first = verbs ? 2 : 1;
    read_words(&x, argc - first, argv + first);
    if (!strcmp(x.word, "=")) x.word = ""; /* bash cuts --option=value into three words */
    int last = argc - 2;
    if (last > first && !strcmp(argv[last], "=")) last--;
    const char *before = last >= first ? argv[last] : "", *equals = strchr(x.word, '=');
    if (equals && !strncmp(x.word, "--", 2)) { /* zsh does not */
        snprintf(x.prefix, sizeof x.prefix, "%.*s", (int)(equals + 1 - x.word), x.word);
        char named[sizeof x.prefix];
        snprintf(named, sizeof named, "%.*s", (int)(equals - x.word), x.word);
        x.word = equals + 1;
        const char *option = options(&x, named, false);
        if (option) offer_value(&x, option);
        return EXIT_FINE;
    }
    const char *option = *before == '-' ? options(&x, before, false) : NULL;
    if (option)
        offer_value(&x, option);
    else if (*x.word == '-')
        options(&x, NULL, true);
    else
        offer_word(&x);
    return EXIT_FINE;
}
