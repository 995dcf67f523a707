/* fuda deck check: checks decks against the deck building rules, naming the clause of each fault.
 */
#include "cards/home.h"
#include "cards/load.h"
#include "cli/cmd_deck.h"
#include "cli/speak.h"
#include "cli/deckcheck.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- output ---------------------------------------------------------------------------------- */

/* How many cards are understood, and what happens to the others. */
static void print_coverage(const CheckedDeck *c, bool partial) {
    const char *known = c->unknown ? tr(" that are known", "知っている") : "";
    if (!c->refused)
        printf(tr("; all cards%s understood\n", "。%sカードはすべて解釈できます\n"), known);
    else if (speak_lang() == LANG_JA)
        printf("。%s%u種類のうち%u種類を解釈できます。%u種類は%s\n", known, c->different,
               c->different - c->refused, c->refused,
               partial && !c->faulty ? "一部の能力なしで使います" : "使えません");
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
    if (c->unknown && where)
        printf(tr("%s: unknown cards%s\n", "%s：知らないカードがあります%s\n"), c->file.path,
               where);
    for (unsigned i = 0; i < c->nfaults && i < MAX_FAULTS; i++) {
        deckcheck_say(c, g, i, what, sizeof what);
        printf("%s: %s: %s\n", c->file.path, clause_info[c->fault[i].clause].id, what);
    }
    if (c->nfaults > MAX_FAULTS)
        printf(tr("%s: and %u more faults\n", "%s：ほか%u件\n"), c->file.path,
               c->nfaults - MAX_FAULTS);
    for (unsigned i = 0; i < c->file.n; i++) {
        const DeckLine *l = &c->file.line[i];
        if (!l->card || !*l->why) continue;
        deck_error(&c->file, l, &e, "not understood: %s: %s", l->card->label, l->why);
        puts(e.line);
    }
    printf("%s: %s: ", c->file.path,
           deck_legal(c) ? tr("legal", "構築ルールに合っています")
                         : tr("NOT legal", "構築ルールに合っていません"));
    deckcheck_piles(c, g);
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
           deck_legal(c) ? "true" : "false", deck_playable(c, partial) ? "true" : "false",
           c->unknown, c->different, c->different - c->refused, c->refused);
    for (unsigned p = 0; p < PILES; p++)
        if (card_form(g)->pile[p].word)
            printf("\"%s\": %u, ", card_form(g)->pile[p].word, c->deck.n[p]);
    fputs("\n  \"violations\": [", stdout);
    for (unsigned i = 0; i < c->nfaults && i < MAX_FAULTS; i++) {
        const DeckFault *f = &c->fault[i];
        deckcheck_say(c, g, i, what, sizeof what);
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
    const DeckRules rules = {w->game, w->format_number, w->pool};
    CheckedDeck *c = malloc(sizeof *c);
    FileError e;
    int code = EXIT_FINE;
    if (!c) return EXIT_INPUT;
    if (w->json) fputs("{\"decks\": [", stdout);
    for (unsigned i = 0, any = 0; i < w->rest.n; i++) {
        if (!deckcheck_file(c, &rules, cards, w->rest.at[i], &e)) {
            fprintf(stderr, "%s\n", e.line);
            code = EXIT_INPUT;
        } else if (w->json) {
            fputs(any++ ? ",\n " : "\n ", stdout);
            print_json(c, w->game, w->format, w->partial);
        } else {
            print_text(c, w->game, w->partial, cards->where);
        }
        if (!deck_playable(c, w->partial)) code = EXIT_INPUT;
        deckcheck_free(c);
    }
    if (w->json) fputs("]}\n", stdout);
    free(c);
    return code;
}

int deck_check(DeckOptions *w) {
    CardList cards;
    FileError e;
    if (!w->rest.n) return usage_error("deck check", "missing deck FILE");
    cards_init(&cards, w->game);
    int code = EXIT_INPUT;
    if (home_cards(&cards, w->cards.at, w->cards.n, w->base, w->as_of, &e))
        code = check_all(w, &cards);
    else
        fprintf(stderr, "%s\n", e.line);
    cards_free(&cards);
    return code;
}
