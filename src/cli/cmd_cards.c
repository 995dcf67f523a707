/* fuda cards: imports cards into a card base, shows cards, reports text that does not compile. */
#include "cards/base.h"
#include "cards/form.h"
#include "cards/home.h"
#include "cli/cmd_cards.h"
#include "cli/complete.h"
#include "cli/progress.h"
#include "cli/speak.h"
#include "cli/underline.h"
#include "text/message.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: fuda cards import KEY FILE... [--db DB]\n"
    "       fuda cards search KEY WORD... [--text] [--limit N] [--db DB] [--cards FILE]...\n"
    "       fuda cards show KEY NAME [--db DB] [--cards FILE]... [--as-of DATE]\n"
    "       fuda cards boosters KEY [--set SET] [--packs N] [--size N] [--seed S] [--out FILE]\n"
    "       fuda cards report KEY [--html FILE] [--db DB]\n"
    "       fuda cards try KEY [FILE...] [--db DB] [--games N] [--seed S] [--only SERIAL[#N]]\n"
    "\n"
    "All commands use the shipped cards and your card base, the file that `import` fills:\n"
    "$FUDA_DB if it is set, else fuda/cards.db below $XDG_DATA_HOME or ~/.local/share.\n"
    "\n"
    "import  reads cards as printed (CSV with a header, JSON, .r4uset) into your card base, "
    "compiles\n"
    "        their text, and prints for each file the number of cards, abilities, compiled and "
    "refused\n"
    "        ones. Each file is imported completely or not at all; importing it again replaces "
    "its\n"
    "        cards. Also imports lists of corrections (CSV: id,from,what,value,clause).\n"
    "search  lists the cards with all of the words in name, traits, title, serial or text, the "
    "best "
    "first.\n"
    "        A word can ask for one field: name:灯台 text:引く trait:港町 title:W kind:PA "
    "color:青\n"
    "        rarity:R set:W id:SK-01; for a number: cost:2 cost:1-3 cost:4+ atk>=5; or for what "
    "can "
    "be\n"
    "        played: understood:yes, understood:no. After `--`, -WORD excludes a word. Capitals, "
    "full\n"
    "        and half width, hiragana and katakana make no difference.\n"
    "show    prints a card and what each of its abilities was understood to mean. NAME may be a "
    "serial.\n"
    "boosters\n"
    "        opens boosters for sealed play and prints the cards as a deck file, the --pool of\n"
    "        `fuda deck check` and `fuda deck new`. Same seed and cards, same boosters. Rare cards "
    "come\n"
    "        seldom, but these are not the publisher's odds; no card is twice in a booster, and "
    "only\n"
    "        cards that can be played come\n"
    "report  says for every set of the card base and for every deck which cards cannot be played "
    "and\n"
    "        why; --html writes it as a page, with a bar chart and the texts that are not "
    "understood,\n"
    "        most frequent first\n"
    "try     plays random games around each different compiled ability until the ability was used. "
    "The\n"
    "        games start from mid-game positions made for the ability and are checked as by\n"
    "        `fuda sim --check`. Reports abilities never used (and why), abilities that never had "
    "an\n"
    "        effect, and violations. With FILE it tries only the cards of these files. Exits with "
    "1 "
    "on\n"
    "        a violation.\n"
    "\n"
    "      --db DB       another card base (an SQLite file)\n"
    "      --cards FILE  read cards from this file instead of the shipped ones and your base; may "
    "be\n"
    "                    repeated\n"
    "      --as-of DATE  show, try: cards as corrected on that date, YYYY-MM-DD (default: all\n"
    "                    corrections)\n"
    "      --text        search: print the texts as well\n"
    "      --limit N     search: print at most N cards (default 50; 0: all)\n"
    "      --html FILE   report: write the page to this file\n"
    "      --games N     try: at most N games per ability (default 250)\n"
    "      --least N     try: at least N games per ability (default 1)\n"
    "      --set SET     boosters: only cards of this set (as `set:` in a search; else the serial "
    "up "
    "to -)\n"
    "      --packs N     boosters: how many (default 5)\n"
    "      --size N      boosters: cards in each (default 8)\n"
    "  -o, --out FILE    boosters: write to this file\n"
    "      --seed S      boosters, try: seed (default 1)\n"
    "      --only S#N    try: only ability N of the card with serial S, or all its abilities "
    "without #N\n"
    "      --json        print JSON\n";

static int report_error(const FileError *e) {
    fprintf(stderr, "%s\n", e->line);
    return EXIT_INPUT;
}

/* Prints the reader's first few notes. */
static void print_notes(const CardList *l) {
    enum { SHOWN = 8 };
    for (unsigned i = 0; i < l->nnotes && i < SHOWN; i++)
        fprintf(stderr, tr("note: %s\n", "注意：%s\n"), l->note[i]);
    if (l->nnotes > SHOWN)
        fprintf(stderr, tr("note: and %u more like these\n", "注意：ほか%u件\n"),
                l->nnotes - SHOWN);
}

const char *choose_base(const char *command, const CardsOptions *w, char *out, size_t size) {
    if (w->base) return w->base;
    if (home_base(out, size)) return out;
    usage_error(command, "there is no place for your card base (HOME is not set, or FUDA_DB is "
                         "empty); name one with --db DB");
    return NULL;
}

/* ---- import ---------------------------------------------------------------------------------- */

/* State of one import command; 'width' aligns the set names. */
typedef struct Import {
    const CardsOptions *w;
    Base *base;
    const char *path; /* of the base */
    SetReport total;
    unsigned done, width;
} Import;

/* The set's name: the file's base name without its extension. */
static void set_name(const char *path, char *out, size_t size) {
    const char *base = strrchr(path, '/');
    base = base ? base + 1 : path;
    size_t n = strlen(base);
    const char *dot = strrchr(base, '.');
    if (dot && dot > base) n = (size_t)(dot - base);
    snprintf(out, size, "%.*s", (int)(n < size ? n : size - 1), base);
}

/* One line, or JSON object, per imported set. */
static void print_set(const Import *m, const char *name, const char *file, const SetReport *r) {
    if (!m->w->json) {
        printf(tr("%-*s %5u cards %6u abilities %6u compiled %5u refused",
                  "%-*s %5u枚 能力%6u 解釈%6u 未解釈%5u"),
               (int)m->width, name, r->cards, r->abilities, r->compiled, r->refused);
        if (r->corrections) printf(tr(" %5u corrections", " エラッタ%5u"), r->corrections);
        putchar('\n');
        return;
    }
    fputs(m->done ? ",\n  {\"set\": " : "\n  {\"set\": ", stdout);
    json_string(name);
    fputs(", \"file\": ", stdout);
    json_string(file);
    printf(", \"cards\": %u, \"abilities\": %u, \"compiled\": %u, \"refused\": %u, "
           "\"cards_refused\": %u",
           r->cards, r->abilities, r->compiled, r->refused, r->cards_refused);
    if (r->corrections) printf(", \"corrections\": %u", r->corrections);
    putchar('}');
}

/* Returns true with *e set if an earlier file of the command maps to the same set name, which would
 * replace it. */
static bool duplicate_set(const Import *m, unsigned i, FileError *e) {
    char name[256], other[256];
    const ArgList *files = &m->w->rest;
    set_name(files->at[i], name, sizeof name);
    for (unsigned k = 0; k < i; k++) {
        set_name(files->at[k], other, sizeof other);
        if (strcmp(name, other) != 0) continue;
        file_error(e, files->at[i], 0, 0, "%s has the same set name; rename one of them",
                   files->at[k]);
        return true;
    }
    return false;
}

/* Imports file i in one transaction. Opens the base on first use, so that a command without a
 * readable file creates none. */
static bool import_file(Import *m, unsigned i, FileError *e) {
    const char *path = m->w->rest.at[i];
    char name[256];
    CardList cards;
    SetReport r;
    if (duplicate_set(m, i, e)) return false;
    set_name(path, name, sizeof name);
    cards_init(&cards, m->w->game);
    bool ok = cards_read(&cards, path, e);
    if (ok && !m->base && !m->w->base) ok = home_make_folder_of(m->path, e);
    if (ok && !m->base) ok = (m->base = base_open(m->path, true, e)) != NULL;
    ok = ok && base_import(m->base, &cards, name, &r, e);
    if (ok) {
        progress_clear();
        print_notes(&cards);
        print_set(m, name, path, &r);
        m->total.cards += r.cards;
        m->total.abilities += r.abilities;
        m->total.compiled += r.compiled;
        m->total.refused += r.refused;
        m->total.cards_refused += r.cards_refused;
        m->total.corrections += r.corrections;
        m->done++;
    }
    cards_free(&cards);
    return ok;
}

/* Ends the array of sets and names the base. */
static void json_imported(const Import *m) {
    printf("%s],\n \"base\": ", m->done ? "\n " : "");
    json_string(m->path);
}

/* Totals over all files; as text only if there were several. */
static void print_total(const Import *m) {
    const SetReport *t = &m->total;
    if (m->w->json) json_imported(m);
    if (m->w->json)
        printf(", \"total\": {\"sets\": %u, \"cards\": %u, \"abilities\": %u, \"compiled\": "
               "%u, \"refused\": %u, "
               "\"cards_refused\": %u}}\n",
               m->done, t->cards, t->abilities, t->compiled, t->refused, t->cards_refused);
    else if (m->done > 1)
        print_set(m, tr("total", "合計"), "", t);
    if (!m->w->json && t->cards_refused)
        printf(tr("%u cards cannot be played yet; `fuda cards report %s` says why\n",
                  "%u枚はまだ使えません。理由は fuda cards report %s で\n"),
               t->cards_refused, m->w->game->key);
    if (!m->w->json && m->done) printf(tr("imported into %s\n", "取り込みました：%s\n"), m->path);
}

/* fuda cards import: continues with the next file after an error. */
static int cards_import(const CardsOptions *w) {
    char base[PATH_MAX];
    Import m = {.w = w, .width = 5, .path = choose_base("cards import", w, base, sizeof base)};
    FileError e;
    if (!m.path) return EXIT_USAGE;
    int code = EXIT_FINE;
    if (!w->rest.n) return usage_error("cards import", "missing FILE");
    if (!card_form(w->game))
        return usage_error("cards import", "cards of %s cannot be read yet", w->game->key);
    for (unsigned i = 0; i < w->rest.n; i++) {
        char name[256];
        set_name(w->rest.at[i], name, sizeof name);
        if (strlen(name) > m.width)
            m.width = (unsigned)strlen(name) < 40 ? (unsigned)strlen(name) : 40;
    }
    if (w->json) fputs("{\"sets\": [", stdout);
    progress_begin(tr("files", "ファイル"));
    for (unsigned i = 0; i < w->rest.n; i++) {
        const char *slash = strrchr(w->rest.at[i], '/');
        if (!progress_step(i, w->rest.n, slash ? slash + 1 : w->rest.at[i])) break;
        if (import_file(&m, i, &e)) continue;
        progress_clear();
        code = report_error(&e);
    }
    progress_end();
    if (progress_stopped())
        fprintf(stderr,
                tr("stopped: %u of %u files were imported\n",
                   "途中で止めました：%2$u個のうち%1$u個のファイルを取り込みました\n"),
                m.done, w->rest.n);
    print_total(&m);
    base_close(m.base);
    return progress_code(code);
}

/* ---- show ------------------------------------------------------------------------------------ */

/* 'shown' remembers the cards already printed, to skip further printings of them. */
typedef struct Show {
    const CardsOptions *w;
    const PrintedCard *shown[16];
    unsigned n;
} Show;

/* Two stats print as 3/5, three or one with their column names. */
static void print_numbers(const CardForm *form, const PrintedCard *c) {
    const char *const *word = form->column;
    if (c->cost >= 0) printf(tr("  cost %d", "  コスト%d"), c->cost);
    if (c->cost >= 0 && !word[COL_THIRD] && word[COL_ATK]) printf("  %d/%d", c->atk, c->def);
    if (c->kinds & form->numbered && !word[COL_ATK]) printf("  %s %d", word[COL_DEF], c->def);
    if (word[COL_THIRD] && c->kinds & form->numbered)
        printf("  %s %d  %s %d  %s %d", word[COL_ATK], c->atk, word[COL_DEF], c->def,
               word[COL_THIRD], c->third);
    for (unsigned i = 0; i < c->ntraits; i++)
        printf("%s%s%s%s", i ? "" : "  ", form->marks[0], c->traits[i], form->marks[1]);
    putchar('\n');
}

/* Prints text after a label and indents its continuation lines. */
static void print_block(const char *label, const char *text, const char *indent) {
    printf("%s%s", indent, label);
    for (; *text; text++) {
        putchar(*text);
        if (*text == '\n' && text[1]) printf("%s%*s", indent, (int)strlen(label), "");
    }
    putchar('\n');
}

/* An ability with its meaning, or with the place where it fails. */
static void print_ability(const char *text, const Compiled *c) {
    if (!*text) {
        puts(tr("  (the Japanese text of this ability is missing)",
                "  （この能力の日本語のテキストがありません）"));
        return;
    }
    print_block("", text, "  ");
    if (c->ok) {
        print_block("en  ", c->en ? c->en : "", "      ");
        print_block("ja  ", c->ja ? c->ja : "", "      ");
        if (*c->warning) print_block(tr("warning: ", "注意："), c->warning, "      ");
        return;
    }
    printf(tr("      NOT understood, character %u: %s\n", "      解釈できません（%u文字目）：%s\n"),
           c->at + 1, c->message);
    print_underlined(stdout, text, c->at, "      ");
}

static void json_field(const char *name, const char *value) {
    printf(", \"%s\": ", name);
    json_string(value);
}

static void json_corrections(const Game *g, const PrintedCard *c) {
    fputs(", \"corrections\": [", stdout);
    for (unsigned i = 0; i < c->nfix; i++) {
        printf("%s{\"from\": \"%s\", \"what\": \"%s\"", i ? ", " : "", c->fix[i]->from,
               fix_word(g, c->fix[i]->what));
        if (c->fix[i]->clause) json_field("clause", clause_info[c->fix[i]->clause].id);
        putchar('}');
    }
    putchar(']');
}

/* The card's members up to the start of its array of abilities. */
static void json_card(const Show *s, const PrintedCard *c) {
    char type[100];
    const char *const *word = card_form(s->w->game)->column;
    const char *const fields[][2] = {
        {"name", c->name},   {"name_en", c->name_en}, {"id", c->serial},
        {"title", c->title}, {"color", c->color},     {"rarity", c->rarity},
        {"set", c->set},     {"fault", c->fault},     {"file", c->file}};
    fputs(s->n > 1 ? ",\n {\"type\": " : "\n {\"type\": ", stdout);
    json_string(kinds_words(s->w->game, c->kinds, type, sizeof type));
    for (unsigned i = 0; i < sizeof fields / sizeof *fields; i++)
        json_field(fields[i][0], fields[i][1]);
    if (word[COL_EPITHET]) json_field(word[COL_EPITHET], c->epithet);
    if (c->cost >= 0)
        printf(", \"cost\": %d, \"%s\": %d, \"%s\": %d", c->cost, word[COL_ATK], c->atk,
               word[COL_DEF], c->def);
    if (c->cost >= 0 && word[COL_THIRD]) printf(", \"%s\": %d", word[COL_THIRD], c->third);
    if (c->nfix) json_corrections(s->w->game, c);
    printf(", \"%s\": [", word[COL_TRAITS]);
    for (unsigned i = 0; i < c->ntraits; i++) {
        if (i) fputs(", ", stdout);
        json_string(c->traits[i]);
    }
    fputs("],\n  \"abilities\": [", stdout);
}

/* Prints entry i with its meaning; entry ntext is the box. */
static void print_entry(const Show *s, const PrintedCard *c, unsigned i) {
    Compiled made;
    bool box = i == c->ntext;
    const char *text = box ? c->box : c->text[i];
    compile_text(s->w->game, box ? c->kinds | KINDS_BOX : c->kinds, text, &made);
    if (s->w->json) {
        if (box)
            printf("],\n  \"%s\": {", box_word(s->w->game));
        else
            fputs(i ? ",\n   {" : "\n   {", stdout);
        json_compiled(text, &made);
        putchar('}');
    } else {
        if (box) printf("  %s:\n", box_word(s->w->game));
        print_ability(text, &made);
    }
    compiled_free(&made);
}

/* The corrections that apply to the card. */
static void print_corrections(const Game *g, const PrintedCard *c) {
    for (unsigned i = 0; i < c->nfix; i++) {
        const Correction *x = c->fix[i];
        printf(tr("  (corrected from %s on: %s", "  （エラッタ %s から：%s"), x->from,
               fix_word(g, x->what));
        if (x->what >= FIX_MORE) printf(" %s", x->value);
        if (x->clause) printf(tr(", clause %s", "、ルール %s"), clause_info[x->clause].id);
        puts(")");
    }
}

/* The card with all its entries. */
static void print_card(const Show *s, const PrintedCard *c) {
    char type[100];
    if (s->w->json) {
        json_card(s, c);
    } else {
        printf("%s%s", s->n > 1 ? "\n" : "", c->label);
        if (*c->serial) printf("  [%s]", c->serial);
        if (*c->name_en && strcmp(c->name, c->name_en) != 0) printf("  %s", c->name_en);
        printf("\n  %s", kinds_words(s->w->game, c->kinds, type, sizeof type));
        print_numbers(card_form(s->w->game), c);
        print_corrections(s->w->game, c);
        if (*c->fault)
            printf(tr("  (cannot be played: %s)\n", "  （使えません：%s）\n"), message(c->fault));
    }
    for (unsigned i = 0; i < c->ntext + (*c->box != 0); i++) print_entry(s, c, i);
    if (s->w->json) fputs(*c->box ? "}" : "]}", stdout);
}

void card_show(const Game *g, const PrintedCard *c) {
    const CardsOptions w = {.game = g};
    const Show s = {.w = &w, .n = 1};
    print_card(&s, c);
}

/* CardVisit: prints each card once, whatever its number of printings. */
static bool show_one(void *context, const PrintedCard *c) {
    Show *s = context;
    for (unsigned i = 0; i < s->n; i++)
        if (cards_equal(s->shown[i], c)) return true;
    if (s->n == sizeof s->shown / sizeof *s->shown) return false;
    s->shown[s->n++] = c;
    print_card(s, c);
    return true;
}

/* No card has exactly that name: shows the only card whose label contains it, or lists the
 * candidates, or suggests a similar name. */
static void show_part(Show *s, CardList *cards, const char *part) {
    const PrintedCard *only = NULL;
    unsigned n = 0;
    for (unsigned i = 0; i < cards->n; i++) {
        const PrintedCard *c = &cards->card[i];
        if (!strstr(c->label, part) || (only && !strcmp(only->label, c->label))) continue;
        only = c;
        n++;
    }
    if (n == 1) cards_each(cards, only->label, show_one, s);
    if (s->n) return;
    if (n > 1) {
        fprintf(stderr,
                tr("no card is called '%.*s'; these contain it:\n",
                   "「%.*s」というカードはありません。名前に含むものは：\n"),
                utf8_clip(part, 200), part);
        for (unsigned i = 0, k = 0; i < cards->n && k < 10; i++)
            if (strstr(cards->card[i].label, part))
                k++, fprintf(stderr, "  %s\n", cards->card[i].label);
        return;
    }
    const char *near = cards_nearest(cards, part);
    fprintf(stderr, tr("no card is called '%.*s'", "「%.*s」というカードはありません"),
            utf8_clip(part, 200), part);
    if (near)
        fprintf(stderr, tr("; did you mean '%s'?\n", "。「%s」ではありませんか\n"), near);
    else
        fprintf(stderr, "%s\n", cards->where ? cards->where : "");
}

/* fuda cards show. */
static int cards_show(const CardsOptions *w) {
    Show s = {.w = w};
    CardList cards;
    FileError e;
    if (w->rest.n != 1)
        return usage_error("cards show",
                           w->rest.n ? "more than one NAME; quote a name that contains blanks"
                                     : "missing NAME");
    if (text_control(w->rest.at[0]) ||
        utf8_good(w->rest.at[0], strlen(w->rest.at[0])) != strlen(w->rest.at[0])) {
        fputs(tr("fuda cards show: NAME is broken UTF-8\n",
                 "fuda cards show：カード名がUTF-8として読めません\n"),
              stderr);
        return EXIT_INPUT;
    }
    if (!card_form(w->game))
        return usage_error("cards show", "cards of %s cannot be read yet", w->game->key);
    cards_init(&cards, w->game);
    int code = EXIT_FINE;
    if (!home_cards(&cards, w->cards.at, w->cards.n, w->base, w->as_of, &e)) {
        code = report_error(&e);
    } else {
        print_notes(&cards);
        if (w->json) fputs("{\"cards\": [", stdout);
        cards_each(&cards, w->rest.at[0], show_one, &s);
        if (!s.n) show_part(&s, &cards, w->rest.at[0]);
        if (w->json) fputs("]}\n", stdout);
        if (!s.n) code = EXIT_INPUT;
    }
    cards_free(&cards);
    return code;
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Subcommands; 'full' is the name used in messages. */
static const struct {
    const char *name, *full;
    int (*run)(const CardsOptions *);
} verbs[] = {
    {"import", "cards import", cards_import}, {"search", "cards search", cards_search},
    {"show", "cards show", cards_show},       {"boosters", "cards boosters", cards_boosters},
    {"report", "cards report", cards_report}, {"try", "cards try", cards_try}};

/* Replaces argv[1] by the full name of the subcommand, which messages then use. */
int cmd_cards(int argc, char **argv) {
    CardsOptions w = {.seed = 1, .limit = 50, .packs = UINT64_MAX, .size = UINT64_MAX};
    bool done;
    unsigned verb = 0;
    const Arg args[] = {{"--db", 0, ARG_STRING, &w.base, 0},
                        {"--cards", 0, ARG_LIST, &w.cards, 0},
                        {"--as-of", 0, ARG_STRING, &w.as_of, 0},
                        {"--html", 0, ARG_STRING, &w.html, 0},
                        {"--games", 0, ARG_NUMBER, &w.games, 1000000},
                        {"--least", 0, ARG_NUMBER, &w.least, 1000000},
                        {"--seed", 0, ARG_NUMBER, &w.seed, 0},
                        {"--only", 0, ARG_STRING, &w.only, 0},
                        {"--limit", 0, ARG_NUMBER, &w.limit, 1000000},
                        {"--set", 0, ARG_STRING, &w.set, 0},
                        {"--packs", 0, ARG_NUMBER, &w.packs, 1000},
                        {"--size", 0, ARG_NUMBER, &w.size, 1000},
                        {"--out", 'o', ARG_STRING, &w.out, 0},
                        {"--text", 0, ARG_FLAG, &w.texts, 0},
                        {"--json", 0, ARG_FLAG, &w.json, 0}};
    const unsigned nverbs = sizeof verbs / sizeof *verbs;
    if (argc < 2 && listing()) {
        for (unsigned i = 0; i < nverbs; i++) list_word(verbs[i].name, ARG_FLAG);
        return EXIT_FINE;
    }
    const char *names[sizeof verbs / sizeof *verbs];
    for (unsigned i = 0; i < nverbs; i++) names[i] = verbs[i].name;
    if (argc < 2) return subcommand_error("cards", NULL, names, nverbs);
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
        return print_help_of("cards", help), EXIT_FINE;
    while (verb < nverbs && strcmp(argv[1], verbs[verb].name) != 0) verb++;
    if (verb == nverbs) return subcommand_error("cards", argv[1], names, nverbs);
    argv[1] = (char *)verbs[verb].full;
    if (!args_read(argc - 1, argv + 1, args, sizeof args / sizeof *args, help, &w.rest, &done))
        return EXIT_USAGE;
    if (done) return EXIT_FINE;
    if (!check_day(verbs[verb].full, w.as_of)) return EXIT_USAGE;
    if (!w.rest.n)
        return usage_error(verbs[verb].full, "missing KEY; `fuda games` lists the games");
    if (!(w.game = require_game(verbs[verb].full, w.rest.at[0]))) return EXIT_USAGE;
    w.rest.n--;
    memmove(w.rest.at, w.rest.at + 1, w.rest.n * sizeof *w.rest.at);
    return verbs[verb].run(&w);
}
