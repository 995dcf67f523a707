/* fuda deck check: the rules of deck building, each fault with its clause. */
#include "cards/load.h"
#include "cli/cli.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: fuda deck check KEY [--format F] [--pool FILE] [--cards FILE]... [--db DB] [--as-of "
    "DATE]\n"
    "                       [--allow-partial] FILE...\n\n"
    "Checks decks against the rules of deck building: every fault with its clause, unknown cards "
    "with a suggestion,\n"
    "and which cards are understood. A deck is a text file (`4 card name` a line, `# comment`, "
    "sections such as\n"
    "`partners`), a .r4udek of r4utools, or the name of a deck that is shipped.\n\n"
    "      --format F    the format to be played (`fuda games` lists them; default: the usual "
    "one)\n"
    "      --pool FILE   where decks are made of opened cards (sealed): these cards, written like "
    "a deck\n"
    "      --one-out     of rumble and circle the one with this rule\n"
    "      --cards FILE  cards from this file (CSV, JSON, .r4uset) instead of the shipped ones; "
    "may be repeated\n"
    "      --db DB       cards from this card base\n"
    "      --as-of DATE  cards as corrected on that day, YYYY-MM-DD (default: by all corrections)\n"
    "      --allow-partial\n"
    "                    cards that are not wholly understood are not refused for play: the "
    "abilities that are not\n"
    "                    understood are left out\n"
    "      --json        the same as JSON\n\n"
    "Ends with 1 when a deck is not legal or has a card that is refused for play.\n";

enum { MAX_FAULTS = 64 };

typedef struct Checked {
    DeckFile file, opened; /* opened: the pool, empty where there is none */
    LoadedDeck deck, pool;
    Builder *builder;
    DeckFault fault[MAX_FAULTS];
    unsigned nfaults, unknown;
    unsigned different, refused; /* cards that are known, and of these not understood */
    unsigned faulty;             /* of these: wrong as written down, not only their text */
} Checked;

typedef struct Wanted {
    const Game *game;
    FormatWish wish;
    unsigned format_number;
    const char *format, *base, *pool, *as_of;
    ArgList cards, rest;
    bool json, partial;
} Wanted;

/* A card with nothing but a name, so that an unknown one is counted all the same. */
static DefId stand_in(Builder *b, const Game *g, const DeckLine *l) {
    unsigned pile = l->pile < PILE_COUNT ? l->pile : PILE_MAIN,
             kinds = card_form(g)->pile[pile].kinds, entry;
    TextError error;
    CardText t = {.name = l->card ? l->card->label : l->name, .kinds = kinds & -kinds, .cost = 0};
    return builder_add(b, &t, &entry, &error);
}

/* A card that stands on several lines is added once. */
static void add_card(Checked *c, DeckLine *l) {
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

static void build(Checked *c, const Game *g) {
    for (unsigned i = 0; i < c->file.n; i++) {
        DeckLine *l = &c->file.line[i];
        unsigned pile = l->pile < PILE_COUNT ? l->pile : PILE_MAIN;
        if (l->card) add_card(c, l);
        if (!l->def) l->def = stand_in(c->builder, g, l);
        for (unsigned k = 0; l->def && k < l->count; k++)
            c->deck.pile[pile][c->deck.n[pile]++] = l->def;
    }
}

/* The opened cards; all of them must be known. */
static bool build_pool(Checked *c, const Wanted *w, CardList *cards, FileError *e) {
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

static bool check(Checked *c, const Wanted *w, CardList *cards, const char *name, FileError *e) {
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

static void checked_free(Checked *c) {
    builder_free(c->builder);
    deck_free(&c->file);
    deck_free(&c->opened);
}

static bool legal(const Checked *c) { return !c->nfaults && !c->unknown; }

/* Nothing of it is refused for play. */
static bool playable(const Checked *c, bool partial) {
    return legal(c) && !(partial ? c->faulty : c->refused);
}

/* ---- output ---------------------------------------------------------------------------------- */

static void say_fault(const Checked *c, const Game *g, unsigned i, char *out, size_t size) {
    Run r = {.g = g, .pack = builder_pack(c->builder)};
    card_form(g)->say(&r, &c->fault[i], out, size);
    text_one_line(out);
}

/* The piles as `50 main, 3 partners`. */
static void print_piles(const Checked *c, const Game *g) {
    for (unsigned p = 0, any = 0; p < PILE_COUNT; p++)
        if (c->deck.n[p])
            printf("%s%u %s", any++ ? ", " : "", c->deck.n[p], card_form(g)->pile[p].word);
}

static void print_understood(const Checked *c, bool partial) {
    const char *known = c->unknown ? " that are known" : "";
    if (!c->refused)
        printf("; all cards%s understood\n", known);
    else
        printf("; %u of %u different cards%s understood, %u %s\n", c->different - c->refused,
               c->different, known, c->refused,
               partial && !c->faulty ? "played in part" : "refused for play");
}

static void print_text(const Checked *c, const Game *g, bool partial) {
    FileError e;
    char what[400];
    for (unsigned i = 0; i < c->file.n; i++)
        if (!c->file.line[i].card) {
            deck_error(&c->file, &c->file.line[i], &e, "%s", c->file.line[i].why);
            puts(e.line);
        }
    for (unsigned i = 0; i < c->nfaults && i < MAX_FAULTS; i++) {
        say_fault(c, g, i, what, sizeof what);
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
    print_understood(c, partial);
}

static void json_field(const char *name, const char *value) {
    printf("\"%s\": ", name);
    json_string(value);
}

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

static void print_json(const Checked *c, const Game *g, const char *format, bool partial) {
    char what[400];
    fputs("{", stdout);
    json_field("file", c->file.path);
    fputs(", ", stdout);
    json_field("format", format);
    printf(", \"legal\": %s, \"playable\": %s, \"unknown\": %u, \"different\": %u, "
           "\"understood\": %u, \"not_understood\": %u,\n  ",
           legal(c) ? "true" : "false", playable(c, partial) ? "true" : "false", c->unknown,
           c->different, c->different - c->refused, c->refused);
    for (unsigned p = 0; p < PILE_COUNT; p++)
        if (card_form(g)->pile[p].word)
            printf("\"%s\": %u, ", card_form(g)->pile[p].word, c->deck.n[p]);
    fputs("\n  \"violations\": [", stdout);
    for (unsigned i = 0; i < c->nfaults && i < MAX_FAULTS; i++) {
        const DeckFault *f = &c->fault[i];
        say_fault(c, g, i, what, sizeof what);
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

static int check_all(const Wanted *w, CardList *cards) {
    Checked *c = malloc(sizeof *c);
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
            print_text(c, w->game, w->partial);
        }
        if (!playable(c, w->partial)) code = EXIT_INPUT;
        checked_free(c);
    }
    if (w->json) fputs("]}\n", stdout);
    free(c);
    return code;
}

static int check_command(Wanted *w) {
    CardList cards;
    FileError e;
    if (!w->rest.n) return usage_error("deck check", "which game? KEY is missing");
    if (!(w->game = game_wanted("deck check", w->rest.at[0]))) return EXIT_USAGE;
    const CardForm *form = card_form(w->game);
    if (!form) return usage_error("deck check", "decks of %s cannot be checked yet", w->game->key);
    unsigned players;
    if (!format_wanted("deck check", w->game, &w->wish, &w->format_number, &players))
        return EXIT_USAGE;
    w->format = w->game->formats[w->format_number].key;
    bool opened = form->pool && !strcmp(form->pool, w->format);
    if (opened && !w->pool)
        return usage_error("deck check",
                           "%s decks are made of opened cards: --pool FILE lists them", w->format);
    if (w->pool && !opened)
        return usage_error("deck check", "--pool does not belong to %s decks", w->format);
    if (!day_wanted("deck check", w->as_of)) return EXIT_USAGE;
    if (w->rest.n < 2) return usage_error("deck check", "no deck FILE");
    cards_init(&cards, w->game);
    int code = EXIT_INPUT;
    if (load_cards(&cards, w->cards.at, w->cards.n, w->base, w->as_of, &e))
        code = check_all(w, &cards);
    else
        fprintf(stderr, "%s\n", e.line);
    cards_free(&cards);
    return code;
}

int cmd_deck(int argc, char **argv) {
    Wanted w = {0};
    bool done;
    const Arg args[] = {{"--format", 0, ARG_STRING, &w.wish.name, 0},
                        {"--one-out", 0, ARG_FLAG, &w.wish.one_out, 0},
                        {"--cards", 0, ARG_LIST, &w.cards, 0},
                        {"--pool", 0, ARG_STRING, &w.pool, 0},
                        {"--as-of", 0, ARG_STRING, &w.as_of, 0},
                        {"--db", 0, ARG_STRING, &w.base, 0},
                        {"--allow-partial", 0, ARG_FLAG, &w.partial, 0},
                        {"--json", 0, ARG_FLAG, &w.json, 0}};
    if (argc < 2) return usage_error("deck", "what to do? `check` is what there is");
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) return fputs(help, stdout), EXIT_FINE;
    if (strcmp(argv[1], "check") != 0)
        return usage_error("deck", "'%.60s' is unknown; `check` is what there is", argv[1]);
    argv[1] = (char *)"deck check";
    if (!args_read(argc - 1, argv + 1, args, sizeof args / sizeof *args, help, &w.rest, &done))
        return EXIT_USAGE;
    return done ? EXIT_FINE : check_command(&w);
}
