/* fuda deck check: checks decks against the deck building rules, naming the clause of each fault.
 */
#include "cards/home.h"
#include "cards/load.h"
#include "cli/cli.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: fuda deck check KEY [--format F] [--pool FILE] [--cards FILE]... [--db DB] [--as-of "
    "DATE]\n"
    "                       [--allow-partial] FILE...\n"
    "\n"
    "Checks decks against the deck building rules and prints every fault with its clause, "
    "suggestions\n"
    "for unknown cards, and which cards are understood. FILE is a text file (`4 card name` per "
    "line,\n"
    "`# comment`, section lines such as `partners`), a .r4udek file of r4utools, or the name of "
    "one "
    "of your\n"
    "decks or of a shipped deck. Yours are in $FUDA_DECKS/KEY if it is set, else in fuda/decks/KEY "
    "below\n"
    "$XDG_DATA_HOME or ~/.local/share.\n"
    "\n"
    "      --format F    check for this format (`fuda games` lists them; default: the standard "
    "one)\n"
    "      --one-out     use the one-out variant of rumble or circle\n"
    "      --pool FILE   sealed: the opened cards, written like a deck\n"
    "      --cards FILE  read cards from this file (CSV, JSON, .r4uset) instead of the shipped "
    "ones and\n"
    "                    your card base; may be repeated\n"
    "      --db DB       another card base (`fuda cards --help`)\n"
    "      --as-of DATE  cards as corrected on that date, YYYY-MM-DD (default: all corrections)\n"
    "      --allow-partial\n"
    "                    accept cards that are only partly understood; they are played without "
    "the\n"
    "                    abilities that are not\n"
    "      --json        print JSON\n"
    "\n"
    "Exits with 1 if a deck is not legal or contains a card that is refused for play.\n";

/* Faults stored and printed per deck; further ones are only counted. */
enum { MAX_FAULTS = 64 };

/* A deck and what is wrong with it. */
typedef struct CheckedDeck {
    DeckFile file, opened; /* opened: the sealed pool, empty if there is none */
    LoadedDeck deck, pool;
    Builder *builder;
    DeckFault fault[MAX_FAULTS];
    unsigned nfaults, unknown;
    unsigned different, refused; /* different known cards, and how many of them do not compile */
    unsigned faulty; /* of these, cards whose file entry is wrong, not just their text */
} CheckedDeck;

typedef struct DeckOptions {
    const Game *game;
    FormatChoice choice;
    unsigned format_number;
    const char *format, *base, *pool, *as_of;
    ArgList cards, rest;
    bool json, partial;
} DeckOptions;

/* Adds a card with only a name, so that unknown cards still count towards the deck's size. */
static DefId add_placeholder(Builder *b, const Game *g, const DeckLine *l) {
    unsigned pile = l->pile < PILES ? l->pile : PILE_MAIN, kinds = card_form(g)->pile[pile].kinds,
             entry;
    TextError error;
    CardText t = {.name = l->card ? l->card->label : l->name, .kinds = kinds & -kinds, .cost = 0};
    return builder_add(b, &t, &entry, &error);
}

/* Adds a line's card to the builder, once even if several lines name it. */
static void add_card(CheckedDeck *c, DeckLine *l) {
    unsigned left_out;
    for (const DeckLine *before = c->file.line; before < l; before++)
        if (before->card && cards_equal(before->card, l->card)) {
            l->def = before->def;
            memcpy(l->why, before->why, sizeof l->why);
            return;
        }
    l->def = load_card(c->builder, l->card, LOAD_PARTIAL, &left_out, l->why, sizeof l->why);
    c->refused += *l->why != 0;
    c->faulty += *l->card->fault != 0;
    c->different++;
}

/* Fills the piles. */
static void build(CheckedDeck *c, const Game *g) {
    for (unsigned i = 0; i < c->file.n; i++) {
        DeckLine *l = &c->file.line[i];
        unsigned pile = l->pile < PILES ? l->pile : PILE_MAIN;
        if (l->card) add_card(c, l);
        if (!l->def) l->def = add_placeholder(c->builder, g, l);
        for (unsigned k = 0; l->def && k < l->count; k++)
            c->deck.pile[pile][c->deck.n[pile]++] = l->def;
    }
}

/* Reads the sealed pool; every card of it must be known. */
static bool build_pool(CheckedDeck *c, const DeckOptions *w, CardList *cards, FileError *e) {
    char why[400];
    unsigned left_out;
    if (!w->pool) return true;
    if (!deck_read(&c->opened, w->game, w->pool, e)) return false;
    deck_find(&c->opened, cards);
    for (unsigned i = 0; i < c->opened.n; i++) {
        const DeckLine *l = &c->opened.line[i];
        if (!l->card) return deck_error(&c->opened, l, e, "%s", l->why);
        DefId d = load_card(c->builder, l->card, LOAD_PARTIAL, &left_out, why, sizeof why);
        for (unsigned k = 0; k < l->count; k++) c->pool.pile[PILE_MAIN][c->pool.n[PILE_MAIN]++] = d;
    }
    return true;
}

/* Reads, compiles and checks one deck. Returns false with *e set if it cannot be read. */
static bool check(CheckedDeck *c, const DeckOptions *w, CardList *cards, const char *name,
                  FileError *e) {
    char found[2600];
    const Game *g = w->game;
    memset(c, 0, sizeof *c);
    if (!deck_read(&c->file, g, deck_path(g, name, found, sizeof found), e)) return false;
    c->unknown = deck_find(&c->file, cards);
    c->builder = builder_new(g);
    if (!c->builder) return file_error(e, name, 0, 0, "out of memory");
    build(c, g);
    if (!build_pool(c, w, cards, e)) return false;
    c->nfaults = deck_faults(g, builder_pack(c->builder), &c->deck, w->format_number,
                             w->pool ? &c->pool : NULL, c->fault, MAX_FAULTS);
    return true;
}

static void checked_free(CheckedDeck *c) {
    builder_free(c->builder);
    deck_free(&c->file);
    deck_free(&c->opened);
}

static bool legal(const CheckedDeck *c) { return !c->nfaults && !c->unknown; }

/* Is the deck legal, and no card refused for play? */
static bool playable(const CheckedDeck *c, bool partial) {
    return legal(c) && !(partial ? c->faulty : c->refused);
}

/* ---- output ---------------------------------------------------------------------------------- */

/* Message of fault i, one line. */
static void format_fault(const CheckedDeck *c, const Game *g, unsigned i, char *out, size_t size) {
    Run r = {.g = g, .pack = builder_pack(c->builder)};
    card_form(g)->say(&r, &c->fault[i], out, size);
    text_one_line(out);
}

/* `50 main, 3 partners` */
static void print_piles(const CheckedDeck *c, const Game *g) {
    for (unsigned p = 0, any = 0; p < PILES; p++)
        if (c->deck.n[p])
            printf("%s%u %s", any++ ? ", " : "", c->deck.n[p], card_form(g)->pile[p].word);
}

/* How many cards are understood, and what happens to the others. */
static void print_coverage(const CheckedDeck *c, bool partial) {
    const char *known = c->unknown ? " that are known" : "";
    if (!c->refused)
        printf("; all cards%s understood\n", known);
    else
        printf("; %u of %u different cards%s understood, %u %s\n", c->different - c->refused,
               c->different, known, c->refused,
               partial && !c->faulty ? "played in part" : "refused for play");
}

/* Unknown cards, faults, cards that are not understood, then the verdict. */
static void print_text(const CheckedDeck *c, const Game *g, bool partial, const char *where) {
    FileError e;
    char what[400];
    for (unsigned i = 0; i < c->file.n; i++)
        if (!c->file.line[i].card) {
            deck_error(&c->file, &c->file.line[i], &e, "%s", c->file.line[i].why);
            puts(e.line);
        }
    if (c->unknown && where) printf("%s: unknown cards%s\n", c->file.path, where);
    for (unsigned i = 0; i < c->nfaults && i < MAX_FAULTS; i++) {
        format_fault(c, g, i, what, sizeof what);
        printf("%s: %s: %s\n", c->file.path, clause_info[c->fault[i].clause].id, what);
    }
    if (c->nfaults > MAX_FAULTS)
        printf("%s: and %u more faults\n", c->file.path, c->nfaults - MAX_FAULTS);
    for (unsigned i = 0; i < c->file.n; i++) {
        const DeckLine *l = &c->file.line[i];
        if (!l->card || !*l->why) continue;
        deck_error(&c->file, l, &e, "not understood: %s: %s", l->card->label, l->why);
        puts(e.line);
    }
    printf("%s: %s: ", c->file.path, legal(c) ? "legal" : "NOT legal");
    print_piles(c, g);
    print_coverage(c, partial);
}

static void json_field(const char *name, const char *value) {
    printf("\"%s\": ", name);
    json_string(value);
}

/* One line of the deck. */
static void json_line(const DeckLine *l) {
    printf("{\"line\": %u, \"count\": %u, ", l->line, l->count);
    json_field("name", l->card ? l->card->label : l->name);
    printf(", \"known\": %s, \"understood\": %s", l->card ? "true" : "false",
           l->card && !*l->why ? "true" : "false");
    if (*l->why) {
        fputs(", ", stdout);
        json_field("why", l->why);
    }
    putchar('}');
}

/* The deck with its faults and lines as a JSON object. */
static void print_json(const CheckedDeck *c, const Game *g, const char *format, bool partial) {
    char what[400];
    fputs("{", stdout);
    json_field("file", c->file.path);
    fputs(", ", stdout);
    json_field("format", format);
    printf(", \"legal\": %s, \"playable\": %s, \"unknown\": %u, \"different\": %u, "
           "\"understood\": %u, \"not_understood\": %u,\n  ",
           legal(c) ? "true" : "false", playable(c, partial) ? "true" : "false", c->unknown,
           c->different, c->different - c->refused, c->refused);
    for (unsigned p = 0; p < PILES; p++)
        if (card_form(g)->pile[p].word)
            printf("\"%s\": %u, ", card_form(g)->pile[p].word, c->deck.n[p]);
    fputs("\n  \"violations\": [", stdout);
    for (unsigned i = 0; i < c->nfaults && i < MAX_FAULTS; i++) {
        const DeckFault *f = &c->fault[i];
        format_fault(c, g, i, what, sizeof what);
        fputs(i ? ",\n    {" : "\n    {", stdout);
        json_field("clause", clause_info[f->clause].id);
        fputs(", ", stdout);
        json_field("message", what);
        fputs(", \"card\": ", stdout);
        if (f->def)
            json_string(pack_name(builder_pack(c->builder), f->def));
        else
            fputs("null", stdout);
        printf(", \"have\": %u, \"allowed\": %u}", f->have, f->allowed);
    }
    fputs("],\n  \"cards\": [", stdout);
    for (unsigned i = 0; i < c->file.n; i++) {
        fputs(i ? ",\n    " : "\n    ", stdout);
        json_line(&c->file.line[i]);
    }
    fputs("]}", stdout);
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Checks every deck of the command line. */
static int check_all(const DeckOptions *w, CardList *cards) {
    CheckedDeck *c = malloc(sizeof *c);
    FileError e;
    int code = EXIT_FINE;
    if (!c) return EXIT_INPUT;
    if (w->json) fputs("{\"decks\": [", stdout);
    for (unsigned i = 1, any = 0; i < w->rest.n; i++) {
        if (!check(c, w, cards, w->rest.at[i], &e)) {
            fprintf(stderr, "%s\n", e.line);
            code = EXIT_INPUT;
        } else if (w->json) {
            fputs(any++ ? ",\n " : "\n ", stdout);
            print_json(c, w->game, w->format, w->partial);
        } else {
            print_text(c, w->game, w->partial, cards->where);
        }
        if (!playable(c, w->partial)) code = EXIT_INPUT;
        checked_free(c);
    }
    if (w->json) fputs("]}\n", stdout);
    free(c);
    return code;
}

/* Validates the options and loads the cards. */
static int check_command(DeckOptions *w) {
    CardList cards;
    FileError e;
    if (!w->rest.n) return usage_error("deck check", "missing KEY; `fuda games` lists the games");
    if (!(w->game = require_game("deck check", w->rest.at[0]))) return EXIT_USAGE;
    const CardForm *form = card_form(w->game);
    if (!form) return usage_error("deck check", "decks of %s cannot be checked yet", w->game->key);
    unsigned players;
    if (!require_format("deck check", w->game, &w->choice, &w->format_number, &players))
        return EXIT_USAGE;
    w->format = w->game->formats[w->format_number].key;
    bool opened = form->pool && !strcmp(form->pool, w->format);
    if (opened && !w->pool)
        return usage_error("deck check", "%s decks need --pool FILE, the list of opened cards",
                           w->format);
    if (w->pool && !opened)
        return usage_error("deck check", "--pool does not apply to %s decks", w->format);
    if (!check_day("deck check", w->as_of)) return EXIT_USAGE;
    if (w->rest.n < 2) return usage_error("deck check", "missing deck FILE");
    cards_init(&cards, w->game);
    int code = EXIT_INPUT;
    if (home_cards(&cards, w->cards.at, w->cards.n, w->base, w->as_of, &e))
        code = check_all(w, &cards);
    else
        fprintf(stderr, "%s\n", e.line);
    cards_free(&cards);
    return code;
}

int cmd_deck(int argc, char **argv) {
    DeckOptions w = {0};
    bool done;
    const Arg args[] = {{"--format", 0, ARG_STRING, &w.choice.name, 0},
                        {"--one-out", 0, ARG_FLAG, &w.choice.one_out, 0},
                        {"--cards", 0, ARG_LIST, &w.cards, 0},
                        {"--pool", 0, ARG_STRING, &w.pool, 0},
                        {"--as-of", 0, ARG_STRING, &w.as_of, 0},
                        {"--db", 0, ARG_STRING, &w.base, 0},
                        {"--allow-partial", 0, ARG_FLAG, &w.partial, 0},
                        {"--json", 0, ARG_FLAG, &w.json, 0}};
    if (argc < 2) return usage_error("deck", "missing subcommand: check");
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) return fputs(help, stdout), EXIT_FINE;
    if (strcmp(argv[1], "check") != 0)
        return usage_error("deck", "unknown subcommand '%.60s'; use check", argv[1]);
    argv[1] = (char *)"deck check";
    if (!args_read(argc - 1, argv + 1, args, sizeof args / sizeof *args, help, &w.rest, &done))
        return EXIT_USAGE;
    return done ? EXIT_FINE : check_command(&w);
}
