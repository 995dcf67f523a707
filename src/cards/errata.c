/* Corrections of printed cards by date: reading them and applying them. */
#include "cards/csv.h"
#include "cards/form.h"
#include "cards/readers.h"
#include "text/message.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

const char *fix_word(const Game *g, unsigned what) {
    static const char *const words[FIX_COUNT] = {"text", NULL, "attribute+", "attribute-"};
    return what == FIX_BOX ? box_word(g) : words[what];
}

/* Which of them the word means, or FIX_COUNT. */
static unsigned fix_named(const Game *g, const char *said) {
    for (unsigned i = 0; i < FIX_COUNT; i++)
        if (fix_word(g, i) && !strcmp(said, fix_word(g, i))) return i;
    return FIX_COUNT;
}

/* ---- days ------------------------------------------------------------------------------------ */

/* Comparing such strings with strcmp compares the dates. */
bool is_day(const char *s) {
    static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    unsigned n[3] = {0};
    if (strlen(s) != 10) return false;
    for (unsigned i = 0, part = 0; i < 10; i++) {
        if (i == 4 || i == 7) {
            if (s[i] != '-') return false;
            part++;
        } else if (s[i] < '0' || s[i] > '9') {
            return false;
        } else {
            n[part] = n[part] * 10 + (unsigned)(s[i] - '0');
        }
    }
    if (n[1] < 1 || n[1] > 12) return false;
    bool leap = (n[0] % 4 == 0 && n[0] % 100 != 0) || n[0] % 400 == 0;
    return n[2] >= 1 && n[2] <= days[n[1] - 1] + (leap && n[1] == 2 ? 1u : 0u);
}

void cards_day(const CardList *l, char out[11]) {
    time_t now = time(NULL);
    struct tm day;
    if (*l->as_of) {
        memcpy(out, l->as_of, 11);
        return;
    }
    out[0] = 0;
    if (gmtime_r(&now, &day)) strftime(out, 11, "%Y-%m-%d", &day);
    for (unsigned i = 0; i < l->ncorrections; i++)
        if (strcmp(l->correction[i].from, out) > 0) memcpy(out, l->correction[i].from, 11);
}

void cards_add_correction(CardList *l, const Correction *x) {
    cards_revert_corrections(l);
    l->correction = array_grow(l->correction, l->ncorrections, sizeof *l->correction);
    l->correction[l->ncorrections++] = *x;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Columns of a list of corrections; all are required. */
enum { FIELD_ID, FIELD_FROM, FIELD_WHAT, FIELD_VALUE, FIELD_CLAUSE, FIELD_COUNT };
static const char *const field_names[FIELD_COUNT] = {"id", "from", "what", "value", "clause"};

/* State while one file is read. */
typedef struct Reader {
    Csv csv;
    CardList *list;
    unsigned place[FIELD_COUNT]; /* index of each field in a record */
} Reader;

static bool field_error(const Reader *r, unsigned field, const char *what) {
    const CsvField *f = &r->csv.field[r->place[field]];
    return file_error(r->csv.error, r->csv.path, f->line, f->column, "'%.*s' %s",
                      utf8_clip(f->text, 60), f->text, what);
}

/* All five columns are required, in any order. */
static bool read_header(Reader *r) {
    Csv *csv = &r->csv;
    bool more, there[FIELD_COUNT] = {0};
    if (!csv_next(csv, &more)) return false;
    for (unsigned i = 0; i < csv->nfields; i++) {
        const CsvField *f = &csv->field[i];
        unsigned k = 0;
        while (k < FIELD_COUNT && strcasecmp(f->text, field_names[k]) != 0) k++;
        if (k == FIELD_COUNT || there[k])
            return file_error(csv->error, csv->path, f->line, f->column,
                              "the column '%.*s' %s; a list of corrections has "
                              "id,from,what,value,clause",
                              utf8_clip(f->text, 60), f->text,
                              k < FIELD_COUNT ? message("is a duplicate") : message("is unknown"));
        there[k] = true;
        r->place[k] = i;
    }
    for (unsigned k = 0; k < FIELD_COUNT; k++)
        if (!there[k])
            return file_error(csv->error, csv->path, csv->field[0].line, 1,
                              "the header has no column '%s'; a list of corrections has "
                              "id,from,what,value,clause",
                              field_names[k]);
    return true;
}

/* The field without surrounding blanks, in the arena. */
static const char *field(Reader *r, unsigned k) {
    const char *s = r->csv.field[r->place[k]].text;
    s += strspn(s, " \t\r\n");
    size_t size = strlen(s);
    while (size && strchr(" \t\r\n", s[size - 1])) size--;
    return arena_copy(&r->list->arena, s, size);
}

Clause clause_by_id(const Game *g, const char *id) {
    for (unsigned c = 1; c < CLAUSE_COUNT; c++)
        if (!strcmp(clause_info[c].game, g->key) && !strcmp(clause_info[c].id, id))
            return (Clause)c;
    return 0;
}

/* Parses and checks one correction. */
static bool read_one(Reader *r, Correction *c) {
    const char *from = field(r, FIELD_FROM), *what = field(r, FIELD_WHAT),
               *clause = field(r, FIELD_CLAUSE);
    c->id = field(r, FIELD_ID);
    c->value = field(r, FIELD_VALUE);
    c->file = r->csv.path;
    c->line = r->csv.field[0].line;
    if (!*c->id) return field_error(r, FIELD_ID, "is not a card number");
    if (!is_day(from)) return field_error(r, FIELD_FROM, "is not a date; write it as 2026-02-13");
    memcpy(c->from, from, sizeof c->from);
    c->what = fix_named(r->list->game, what);
    if (c->what == FIX_COUNT) {
        const char *box = box_word(r->list->game);
        char why[120];
        snprintf(why, sizeof why, "cannot be corrected; use text, %s%sattribute+ or attribute-",
                 box ? box : "", box ? ", " : "");
        return field_error(r, FIELD_WHAT, why);
    }
    if (c->what >= FIX_MORE && !*c->value)
        return field_error(r, FIELD_VALUE, "is not an attribute");
    if (*clause && !(c->clause = clause_by_id(r->list->game, clause)))
        return field_error(r, FIELD_CLAUSE, "is not a clause of the rulebook");
    return true;
}

bool cards_errata(CardList *l, const char *path, const FileText *f, FileError *e) {
    Reader r = {.csv = csv_open(path, f, e), .list = l};
    if (!card_form(l->game))
        return file_error(e, path, 0, 0, "cards of %s cannot be read yet", l->game->key);
    if (!read_header(&r)) return false;
    bool more;
    while (csv_next(&r.csv, &more)) {
        if (r.csv.nfields != FIELD_COUNT)
            return file_error(e, path, r.csv.field[0].line, 1, "%u fields, but %d in the header",
                              r.csv.nfields, FIELD_COUNT);
        Correction c = {0};
        if (!read_one(&r, &c)) return false;
        cards_add_correction(l, &c);
    }
    return !more;
}

/* ---- applying -------------------------------------------------------------------------------- */

/* Error about a correction that cannot be applied. */
static bool correction_error(const Correction *x, const char *what, FileError *e) {
    return file_error(e, x->file, x->line, x->line ? 1 : 0, "%.*s: %s", utf8_clip(x->id, 60), x->id,
                      message(what));
}

/* Index of the trait, ntraits if the card does not have it. */
static unsigned trait_at(const PrintedCard *c, const char *trait) {
    unsigned i = 0;
    while (i < c->ntraits && strcmp(c->traits[i], trait) != 0) i++;
    return i;
}

/* Adds or removes one trait. */
static bool change_traits(CardList *l, PrintedCard *c, const Correction *x, FileError *e) {
    unsigned at = trait_at(c, x->value), n = 0;
    if (x->what == FIX_MORE && at < c->ntraits) return true; /* it has the trait already */
    if (x->what == FIX_LESS && at == c->ntraits)
        return correction_error(x, "the card does not have this attribute", e);
    if (x->what == FIX_MORE && c->ntraits == MAX_TRAITS)
        return correction_error(x, "the card would have too many attributes", e);
    const char **traits = arena_get(&l->arena, (c->ntraits + 1) * sizeof *traits);
    for (unsigned i = 0; i < c->ntraits; i++)
        if (x->what == FIX_MORE || i != at) traits[n++] = c->traits[i];
    if (x->what == FIX_MORE) traits[n++] = x->value;
    c->traits = traits;
    c->ntraits = n;
    return true;
}

/* Applies one correction to one card. Allocates new arrays: printed copies share the old ones. */
static bool apply(CardList *l, PrintedCard *c, const Correction *x, FileError *e) {
    const Correction **fix = arena_get(&l->arena, (c->nfix + 1) * sizeof *fix);
    if (c->nfix) memcpy(fix, c->fix, c->nfix * sizeof *fix);
    fix[c->nfix++] = x;
    c->fix = fix;
    if (x->what >= FIX_MORE) return change_traits(l, c, x, e);
    if (x->what == FIX_BOX) {
        c->box = x->value;
        return true;
    }
    cards_split_text(l, c, x->value);
    return c->ntext <= MAX_ABILITIES ||
           correction_error(x, "the card would have too many abilities", e);
}

static bool has_serial(const PrintedCard *c, const char *serial) {
    bool found = !strcmp(c->serial, serial);
    for (unsigned i = 0; i < c->nalso && !found; i++) found = !strcmp(c->also[i], serial);
    return found;
}

/* Applies the correction to every printing of its card if it is in force. Fails if there is no such
 * card, even before its date. */
static bool correct(CardList *l, const Correction *x, bool in_force, FileError *e) {
    bool any = false;
    for (unsigned i = 0; i < l->n; i++) {
        if (!has_serial(&l->card[i], x->id)) continue;
        any = true;
        if (in_force && !apply(l, &l->card[i], x, e)) return false;
    }
    return any || correction_error(x, "no card has this number", e);
}

/* qsort order: by date, then by position in the list. */
static int by_day(const void *a, const void *b) {
    const Correction *x = *(const Correction *const *)a, *y = *(const Correction *const *)b;
    int d = strcmp(x->from, y->from);
    return d ? d : x < y ? -1 : x > y; /* stable */
}

void cards_revert_corrections(CardList *l) {
    if (l->printed && l->n) memcpy(l->card, l->printed, l->n * sizeof *l->card);
    free(l->printed);
    l->printed = NULL;
}

/* Saves the uncorrected cards, so that another date can be applied later. */
static bool save_printed(CardList *l) {
    size_t size = l->n * sizeof *l->card;
    cards_revert_corrections(l);
    l->printed = malloc(size ? size : 1);
    if (l->printed && size) memcpy(l->printed, l->card, size);
    return l->printed != NULL;
}

/* Starts again from the printed cards, so that calls with different dates do not accumulate. */
bool cards_correct(CardList *l, const char *as_of, FileError *e) {
    snprintf(l->as_of, sizeof l->as_of, "%s", as_of ? as_of : "");
    if (!l->ncorrections) return true;
    const Correction **order = malloc(l->ncorrections * sizeof *order);
    bool ok = order && save_printed(l);
    if (!ok) file_error(e, l->game->key, 0, 0, "out of memory");
    for (unsigned i = 0; ok && i < l->ncorrections; i++) order[i] = &l->correction[i];
    if (ok) qsort(order, l->ncorrections, sizeof *order, by_day);
    for (unsigned i = 0; ok && i < l->ncorrections; i++)
        ok = correct(l, order[i], !as_of || strcmp(order[i]->from, as_of) <= 0, e);
    free(order);
    return ok;
}

void card_tell_corrected(const PrintedCard *c, const Run *r) {
    if (c->nfix) run_rule(r, card_form(r->g)->corrected);
    for (unsigned i = 0; i < c->nfix; i++) run_rule(r, c->fix[i]->clause);
}
