/* fuda cards report: which cards cannot be played, by set and by deck, as text, JSON or a page. */
#include "cards/report.h"
#include "cards/home.h"
#include "cli/cmd_cards.h"
#include "cli/deckcheck.h"
#include "cli/speak.h"
#include "text/message.h"
#include "tui/text.h"
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- decks ----------------------------------------------------------------------------------- */

/* Why line i of the deck cannot be played; "" if it can. */
static const char *line_fault(const CheckedDeck *c, unsigned i) { return c->file.line[i].why; }

/* Is the card of line i on an earlier line, too? */
static bool is_repeated(const CheckedDeck *c, unsigned i) {
    for (unsigned k = 0; k < i; k++)
        if (c->file.line[i].card && c->file.line[k].card &&
            cards_equal(c->file.line[i].card, c->file.line[k].card))
            return true;
    return false;
}

/* Adds a deck. It is checked once in each language, for the reasons. */
static void add_deck(Report *r, CardList *cards, const char *path, const char *name) {
    const DeckRules rules = {r->game, 0, NULL};
    CheckedDeck *en = calloc(1, sizeof *en), *ja = calloc(1, sizeof *ja);
    FileError e;
    bool before = message_japanese(false);
    bool ok = en && ja && deckcheck_file(en, &rules, cards, path, &e);
    message_japanese(true);
    ok = ok && deckcheck_file(ja, &rules, cards, path, &e);
    message_japanese(before);
    if (ok) {
        ReportPart *d = report_add_deck(r, name);
        for (unsigned i = 0; i < en->file.n; i++) {
            const DeckLine *l = &en->file.line[i];
            if (is_repeated(en, i)) continue;
            d->cards++;
            d->playable += l->card && !*line_fault(en, i);
            if (*line_fault(en, i))
                report_add_card(r, d,
                                (ReportCard){l->card ? l->card->serial : "",
                                             l->card ? l->card->label : l->name, line_fault(en, i),
                                             line_fault(ja, i)});
        }
    }
    if (en) deckcheck_free(en);
    if (ja) deckcheck_free(ja);
    free(en);
    free(ja);
}

static int is_deck_file(const struct dirent *d) {
    return d->d_name[0] != '.' && d->d_name[strlen(d->d_name) - 1] != '~';
}

static void add_folder(Report *r, CardList *cards, const char *folder) {
    struct dirent **found;
    int n = scandir(folder, &found, is_deck_file, alphasort);
    for (int i = 0; i < n; i++) {
        char path[PATH_MAX + 300], name[300];
        snprintf(path, sizeof path, "%s/%s", folder, found[i]->d_name);
        snprintf(name, sizeof name, "%s", found[i]->d_name);
        char *dot = strrchr(name, '.');
        if (dot && dot > name) *dot = 0;
        add_deck(r, cards, path, name);
        free(found[i]);
    }
    if (n >= 0) free(found);
}

/* The user's decks. The shipped ones need no card base. */
static bool add_decks(Report *r, const CardsOptions *w, FileError *e) {
    char folder[PATH_MAX];
    CardList cards;
    if (!home_decks(w->game, folder, sizeof folder)) return true;
    cards_init(&cards, w->game);
    bool ok = home_cards(&cards, NULL, 0, w->base, w->as_of, e);
    if (ok) add_folder(r, &cards, folder);
    cards_free(&cards);
    return ok;
}

/* ---- output ---------------------------------------------------------------------------------- */

/* A bar of 20 columns; what is understood is filled. */
static void print_bar(unsigned part, unsigned all) {
    unsigned filled = all ? 20 * part / all : 20;
    if (all && part < all && filled == 20) filled = 19; /* full only if nothing is missing */
    for (unsigned i = 0; i < 20; i++) putchar(i < filled ? '#' : '.');
}

static void print_part(const ReportPart *p, unsigned width) {
    Text name = {0};
    text_cut(&name, p->name, width);
    printf("%s%*s  ", text_of(&name), (int)(width - text_width(text_of(&name))), "");
    print_bar(p->playable, p->cards);
    printf(tr("  %u of %u cards can be played\n", "  %2$u枚中%1$u枚を使えます\n"), p->playable,
           p->cards);
    for (unsigned i = 0; i < p->n; i++) {
        const ReportCard *c = &p->card[i];
        printf("    %s%s%s: %s\n", c->serial, *c->serial ? " " : "", c->name, tr(c->en, c->ja));
    }
    text_release(&name);
}

static void print_parts(const ReportPart *list, unsigned n, const char *title) {
    unsigned width = 8;
    for (unsigned i = 0; i < n; i++)
        if (text_width(list[i].name) > width) width = text_width(list[i].name);
    if (width > 40) width = 40;
    if (n) puts(title);
    for (unsigned i = 0; i < n; i++) print_part(&list[i], width);
}

static void print_totals(const Report *r) {
    const BaseTotals *t = &r->totals.base;
    printf(tr("%u of %u different abilities understood; the rest in %u groups\n",
              "%2$u種類の能力のうち%1$u種類を解釈できます。残りは%3$uグループです\n"),
           t->understood, t->texts, r->totals.groups);
    if (r->totals.warned)
        printf(tr("%u reminder texts contradict their ability\n",
                  "注釈が能力と食い違うものが%u件あります\n"),
               r->totals.warned);
}

static void json_parts(const char *name, const ReportPart *list, unsigned n) {
    printf(",\n \"%s\": [", name);
    for (unsigned i = 0; i < n; i++) {
        const ReportPart *p = &list[i];
        fputs(i ? ",\n  {\"name\": " : "\n  {\"name\": ", stdout);
        json_string(p->name);
        printf(", \"size\": %u, \"playable\": %u, \"refused\": [", p->cards, p->playable);
        for (unsigned k = 0; k < p->n; k++) {
            fputs(k ? ",\n    {\"id\": " : "\n    {\"id\": ", stdout);
            json_string(p->card[k].serial);
            fputs(", \"name\": ", stdout);
            json_string(p->card[k].name);
            fputs(", \"why\": ", stdout);
            json_string(p->card[k].en);
            fputs(", \"why_ja\": ", stdout);
            json_string(p->card[k].ja);
            putchar('}');
        }
        fputs("]}", stdout);
    }
    putchar(']');
}

static void print_json(const Report *r) {
    const ReportTotals *t = &r->totals;
    printf("{\"sets\": %u, \"cards\": %u, \"total\": %u, \"compiled\": %u, \"groups\": %u, "
           "\"warned\": %u",
           t->base.sets, t->base.cards, t->base.texts, t->base.understood, t->groups, t->warned);
    json_parts("by_set", r->set, r->nsets);
    json_parts("by_deck", r->deck, r->ndecks);
    puts("}");
}

/* As text: all of it, or with a page only the totals. */
static void print_report(const CardsOptions *w, const Report *r) {
    if (w->json) {
        print_json(r);
        return;
    }
    if (w->html) {
        printf("%s: ", w->html);
    } else {
        print_parts(r->set, r->nsets, tr("By set", "セットごと"));
        print_parts(r->deck, r->ndecks, tr("By deck", "デッキごと"));
    }
    print_totals(r);
}

int cards_report(const CardsOptions *w) {
    char own[PATH_MAX];
    FileError e;
    Report r = {0};
    if (w->rest.n) return usage_error("cards report", "'%.60s' is unexpected", w->rest.at[0]);
    const char *path = choose_base("cards report", w, own, sizeof own);
    if (!path) return EXIT_USAGE;
    Base *b = base_open(path, false, &e);
    bool ok = b && report_collect(&r, b, w->game, &e);
    base_close(b);
    ok = ok && add_decks(&r, w, &e);
    ok = ok && (!w->html || report_write(&r, w->html, speak_lang() == LANG_JA, &e));
    if (ok)
        print_report(w, &r);
    else
        fprintf(stderr, "%s\n", e.line);
    report_free(&r);
    return ok ? EXIT_FINE : EXIT_INPUT;
}
