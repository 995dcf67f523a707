/* fuda deck: checks, lists, builds, imports and exports decks. */
#include "cli/cmd_deck.h"
#include "cli/complete.h"
#include "cards/draft.h"
#include "cards/store.h"
#include "cli/deckcheck.h"
#include "cli/speak.h"
#include "text/message.h"
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "usage: fuda deck new KEY NAME [--from DECK] [--format F] [--pool FILE]\n"
    "       fuda deck edit KEY DECK [--format F] [--pool FILE]\n"
    "       fuda deck check KEY [--format F] [--pool FILE] [--allow-partial] DECK...\n"
    "       fuda deck list KEY\n"
    "       fuda deck import KEY FILE [NAME]\n"
    "       fuda deck export KEY DECK [--as FORM] [--out FILE]\n"
    "\n"
    "DECK is a file, or the name of one of your decks or of a shipped one. Yours are in "
    "$FUDA_DECKS/KEY\n"
    "if it is set, else in fuda/decks/KEY below $XDG_DATA_HOME or ~/.local/share.\n"
    "\n"
    "new     makes a deck and opens it as `edit` does\n"
    "edit    builds a deck: search, add, remove, curve and counts, and what the deck building "
    "rules\n"
    "        say after every step, with clauses; `help` lists the commands. Every change is saved "
    "at\n"
    "        once, and `undo` takes it back. A shipped deck is edited as a copy of your own. "
    "Without "
    "a\n"
    "        terminal the commands are read from standard input\n"
    "check   prints every broken deck building rule with its clause, suggestions for unknown "
    "cards, "
    "and\n"
    "        which cards are understood; exits with 1 if a deck is not legal or contains a card "
    "that\n"
    "        is refused for play\n"
    "list    lists your decks and the shipped ones\n"
    "import  makes one of your decks from a list: lines such as `4 NAME`, `NAME x4`, `SERIAL,4`, "
    "or "
    "a\n"
    "        .r4udek file of r4utools. Cards go to the pile of their kind unless section lines "
    "such\n"
    "        as `partners` say otherwise\n"
    "export  prints a deck: text (default), serials (a plain list of serials) or r4udek\n"
    "\n"
    "      --format F    check for this format (`fuda games` lists them; default: the standard "
    "one)\n"
    "      --one-out     use the one-out variant of rumble or circle\n"
    "      --pool FILE   sealed: the opened cards, written like a deck\n"
    "      --from DECK   new: start with the cards of this deck\n"
    "      --as FORM     export: text, serials or r4udek\n"
    "      --out FILE    export: write to this file\n"
    "      --cards FILE  read cards from this file (CSV, JSON, .r4uset) instead of the shipped "
    "ones and\n"
    "                    your card base; may be repeated\n"
    "      --db DB       another card base (`fuda cards --help`)\n"
    "      --as-of DATE  cards as corrected on that date, YYYY-MM-DD (default: all corrections)\n"
    "      --allow-partial\n"
    "                    accept cards that are only partly understood; they are played without "
    "the\n"
    "                    abilities that are not\n"
    "      --json        check, list: print JSON\n";

/* ---- names ----------------------------------------------------------------------------------- */

bool own_deck_path(const char *command, const Game *g, const char *name, char *out, size_t size) {
    char folder[PATH_MAX];
    size_t n = strlen(name);
    if (!n || n > 120 || strpbrk(name, "/\n\r\t") || *name == '.' || *name == '-' ||
        text_control(name) || utf8_good(name, n) != n || name[n - 1] == '~') {
        usage_error(
            command,
            tr("'%.60s' cannot be the name of a deck", "「%.60s」はデッキの名前にできません"),
            name);
        return false;
    }
    if (!home_decks(g, folder, sizeof folder)) {
        usage_error(command, "%s",
                    tr("there is no place for your decks (HOME is not set, or FUDA_DECKS is empty)",
                       "デッキを置く場所がありません（HOME がないか、FUDA_DECKS が空です）"));
        return false;
    }
    const char *dot = strrchr(name, '.');
    bool ending = dot && (!strcmp(dot, ".txt") || !strcmp(dot, ".r4udek"));
    return (size_t)snprintf(out, size, "%s/%s%s", folder, name, ending ? "" : ".txt") < size;
}

/* ---- list ------------------------------------------------------------------------------------ */

/* State of a list; counts the decks printed. */
typedef struct Listing {
    const DeckOptions *w;
    CardList *cards;
    unsigned n;
} Listing;

static void json_field(const char *name, const char *value) {
    printf(", \"%s\": ", name);
    json_string(value);
}

/* One deck: name, size, whether it is legal and can be played. */
static void list_deck(Listing *x, const char *path, const char *name, bool own) {
    const DeckRules rules = {x->w->game, x->w->format_number, NULL};
    CheckedDeck *c = malloc(sizeof *c);
    FileError e;
    if (!c) return;
    bool read = deckcheck_file(c, &rules, x->cards, path, &e);
    if (x->w->json) {
        fputs(x->n ? ",\n  {\"name\": " : "\n  {\"name\": ", stdout);
        json_string(name);
        json_field("file", path);
        printf(", \"own\": %s, \"legal\": %s, \"playable\": %s}", own ? "true" : "false",
               read && deck_legal(c) ? "true" : "false",
               read && deck_playable(c, x->w->partial) ? "true" : "false");
    } else {
        printf("%s  %s: ", own ? tr("yours  ", "自分") : tr("shipped", "付属"), name);
        if (read) {
            deckcheck_piles(c, x->w->game);
            puts(deck_playable(c, x->w->partial) ? ""
                 : deck_legal(c)
                     ? tr(" - some cards cannot be played", " - 使えないカードがあります")
                     : tr(" - not legal (`fuda deck check` says why)",
                          " - 構築ルールに合っていません（理由は fuda deck check で）"));
        } else {
            puts(e.line);
        }
    }
    x->n++;
    deckcheck_free(c);
    free(c);
}

static int is_deck_file(const struct dirent *d) {
    return d->d_name[0] != '.' && d->d_name[strlen(d->d_name) - 1] != '~';
}

static void list_folder(Listing *x, const char *folder, bool own) {
    struct dirent **found;
    int n = scandir(folder, &found, is_deck_file, alphasort);
    for (int i = 0; i < n; i++) {
        char path[PATH_MAX + 300], name[300];
        snprintf(path, sizeof path, "%s/%s", folder, found[i]->d_name);
        snprintf(name, sizeof name, "%s", found[i]->d_name);
        char *dot = strrchr(name, '.');
        if (dot && dot > name) *dot = 0;
        list_deck(x, path, name, own);
        free(found[i]);
    }
    if (n >= 0)
        free(found);
    else if (errno != ENOENT) /* there may be no decks yet */
        fprintf(stderr, "%s: %s\n", folder, message(strerror(errno)));
}

/* Loads the cards that all subcommands use. Returns false after a message. */
static bool load(const DeckOptions *w, CardList *cards) {
    FileError e;
    cards_init(cards, w->game);
    if (home_cards(cards, w->cards.at, w->cards.n, w->base, w->as_of, &e)) return true;
    fprintf(stderr, "%s\n", e.line);
    cards_free(cards);
    return false;
}

int deck_list(DeckOptions *w) {
    CardList cards;
    char folder[PATH_MAX], below[120];
    if (w->rest.n) return usage_error("deck list", "unexpected '%.60s'", w->rest.at[0]);
    if (!load(w, &cards)) return EXIT_INPUT;
    Listing x = {w, &cards, 0};
    if (w->json) fputs("{\"decks\": [", stdout);
    if (home_decks(w->game, folder, sizeof folder)) list_folder(&x, folder, true);
    snprintf(below, sizeof below, "decks/%.60s", w->game->key);
    if (data_path(below, folder, sizeof folder)) list_folder(&x, folder, false);
    if (w->json) puts("]}");
    cards_free(&cards);
    return EXIT_FINE;
}

/* ---- import and export ----------------------------------------------------------------------- */

/* Prints the unknown lines of a draft. */
static void print_unknown(const Draft *d, const char *path) {
    for (unsigned i = 0; i < d->now.n; i++)
        if (!d->now.line[i].card) fprintf(stderr, "%s: %s\n", path, d->now.line[i].why);
    if (d->cards->where) fprintf(stderr, "%s:%s\n", path, d->cards->where);
}

/* Writes the deck if all its cards are known and the name is free. */
static int save_import(const DeckOptions *w, Draft *d, const char *from, const char *path,
                       const DraftReport *r) {
    FileError e;
    if (r->unknown) return print_unknown(d, from), EXIT_INPUT;
    if (!d->now.n) {
        fprintf(stderr, tr("%s: contains no cards\n", "%s：カードがありません\n"), from);
        return EXIT_INPUT;
    }
    if (access(path, F_OK) == 0) {
        fprintf(stderr,
                tr("%s: there is such a deck already; choose another NAME\n",
                   "%s：同じ名前のデッキがあります。別の名前にしてください\n"),
                path);
        return EXIT_INPUT;
    }
    const char *slash = strrchr(path, '/');
    char *text = draft_text(d, DRAFT_TEXT, slash ? slash + 1 : path);
    bool ok = home_make_folder_of(path, &e) && file_write(path, NULL, text, strlen(text), &e);
    free(text);
    if (!ok) return fprintf(stderr, "%s\n", e.line), EXIT_INPUT;
    if (r->skipped)
        fprintf(
            stderr,
            tr("note: %u lines are no cards: %s\n", "注意：カードではない行が%u行あります：%s\n"),
            r->skipped, r->first_skipped);
    printf(tr("%u cards imported as %s\n", "%u枚のデッキを取り込みました：%s\n"), r->cards, path);
    (void)w;
    return EXIT_FINE;
}

/* The name of a list without folder and ending. */
static void name_of(const char *path, char *out, size_t size) {
    const char *base = strrchr(path, '/');
    base = base ? base + 1 : path;
    const char *dot = strrchr(base, '.');
    snprintf(out, size, "%.*s", dot && dot > base ? (int)(dot - base) : (int)strlen(base), base);
}

int deck_import(DeckOptions *w) {
    CardList cards;
    Draft d;
    DraftReport r;
    FileError e;
    char name[300], path[PATH_MAX];
    if (!w->rest.n)
        return usage_error("deck import", "%s", tr("missing FILE", "ファイルがありません"));
    if (w->rest.n > 2) return usage_error("deck import", "unexpected '%.60s'", w->rest.at[2]);
    name_of(w->rest.at[w->rest.n - 1], name, sizeof name);
    if (!own_deck_path("deck import", w->game, name, path, sizeof path)) return EXIT_USAGE;
    if (!load(w, &cards)) return EXIT_INPUT;
    draft_init(&d, &cards);
    int code = EXIT_INPUT;
    if (draft_read(&d, w->rest.at[0], &r, &e))
        code = save_import(w, &d, w->rest.at[0], path, &r);
    else
        fprintf(stderr, "%s\n", e.line);
    draft_free(&d);
    cards_free(&cards);
    return code;
}

/* Index of the form; -1: unknown. */
static int form_named(const char *word) {
    static const char *const names[DRAFT_FORMS] = {"text", "serials", "r4udek"};
    for (int i = 0; i < DRAFT_FORMS; i++)
        if (!word || !strcmp(word, names[i])) return i;
    return -1;
}

int deck_export(DeckOptions *w) {
    CardList cards;
    Draft d;
    DraftReport r;
    FileError e;
    char found[PATH_MAX], name[300];
    int form = form_named(w->form), code = EXIT_INPUT;
    if (w->rest.n != 1)
        return usage_error("deck export", "%s",
                           tr("name one DECK", "デッキを 1 つ指定してください"));
    if (form < 0)
        return usage_error("deck export",
                           tr("--as must be text, serials or r4udek, not '%.60s'",
                              "--as は text、serials、r4udek のどれかです：「%.60s」"),
                           w->form);
    if (!load(w, &cards)) return EXIT_INPUT;
    const char *path = deck_path(w->game, w->rest.at[0], found, sizeof found);
    name_of(path, name, sizeof name);
    draft_init(&d, &cards);
    if (!draft_read(&d, path, &r, &e)) {
        fprintf(stderr, "%s\n", e.line);
    } else if (r.unknown) {
        print_unknown(&d, path);
    } else {
        char *text = draft_text(&d, (DraftForm)form, name);
        bool ok = !w->out || file_write(w->out, NULL, text, strlen(text), &e);
        if (!w->out) fputs(text, stdout);
        if (!ok) fprintf(stderr, "%s\n", e.line);
        code = ok ? EXIT_FINE : EXIT_INPUT;
        free(text);
    }
    draft_free(&d);
    cards_free(&cards);
    return code;
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Subcommands; 'full' is the name used in messages. */
static const struct {
    const char *name, *full;
    int (*run)(DeckOptions *);
} verbs[] = {{"new", "deck new", deck_new},          {"edit", "deck edit", deck_edit},
             {"check", "deck check", deck_check},    {"list", "deck list", deck_list},
             {"import", "deck import", deck_import}, {"export", "deck export", deck_export}};
enum { NVERBS = sizeof verbs / sizeof *verbs };

/* Resolves game, format and pool. */
static int check_options(const char *command, DeckOptions *w) {
    unsigned players;
    if (!w->rest.n) return usage_error(command, "missing KEY; `fuda games` lists the games");
    if (!(w->game = require_game(command, w->rest.at[0]))) return EXIT_USAGE;
    const CardForm *form = card_form(w->game);
    if (!form) return usage_error(command, "decks of %s cannot be checked yet", w->game->key);
    if (!require_format(command, w->game, &w->choice, &w->format_number, &players))
        return EXIT_USAGE;
    w->format = w->game->formats[w->format_number].key;
    bool opened = form->pool && !strcmp(form->pool, w->format);
    if (opened && !w->pool)
        return usage_error(command, "%s decks need --pool FILE, the list of opened cards",
                           w->format);
    if (w->pool && !opened)
        return usage_error(command, "--pool does not apply to %s decks", w->format);
    if (!check_day(command, w->as_of)) return EXIT_USAGE;
    w->rest.n--;
    memmove(w->rest.at, w->rest.at + 1, w->rest.n * sizeof *w->rest.at);
    return EXIT_FINE;
}

/* Replaces argv[1] by the full name of the subcommand, which messages then use. */
int cmd_deck(int argc, char **argv) {
    static DeckOptions w;
    bool done;
    unsigned verb = 0;
    const Arg args[] = {{"--format", 0, ARG_STRING, &w.choice.name, 0},
                        {"--one-out", 0, ARG_FLAG, &w.choice.one_out, 0},
                        {"--cards", 0, ARG_LIST, &w.cards, 0},
                        {"--pool", 0, ARG_STRING, &w.pool, 0},
                        {"--from", 0, ARG_STRING, &w.from, 0},
                        {"--as", 0, ARG_STRING, &w.form, 0},
                        {"--out", 'o', ARG_STRING, &w.out, 0},
                        {"--as-of", 0, ARG_STRING, &w.as_of, 0},
                        {"--db", 0, ARG_STRING, &w.base, 0},
                        {"--allow-partial", 0, ARG_FLAG, &w.partial, 0},
                        {"--json", 0, ARG_FLAG, &w.json, 0}};
    const char *names[NVERBS];
    for (unsigned i = 0; i < NVERBS; i++) names[i] = verbs[i].name;
    if (argc < 2 && listing()) {
        for (unsigned i = 0; i < NVERBS; i++) list_word(verbs[i].name, ARG_FLAG);
        return EXIT_FINE;
    }
    if (argc < 2) return subcommand_error("deck", NULL, names, NVERBS);
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
        return print_help_of("deck", help), EXIT_FINE;
    while (verb < NVERBS && strcmp(argv[1], verbs[verb].name) != 0) verb++;
    if (verb == NVERBS) return subcommand_error("deck", argv[1], names, NVERBS);
    argv[1] = (char *)verbs[verb].full;
    if (!args_read(argc - 1, argv + 1, args, sizeof args / sizeof *args, help, &w.rest, &done))
        return EXIT_USAGE;
    if (done) return EXIT_FINE;
    int code = check_options(verbs[verb].full, &w);
    return code ? code : verbs[verb].run(&w);
}
