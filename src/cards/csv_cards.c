/* CSV card files: a header with the game's columns in any order. */
#include "cards/csv.h"
#include "cards/form.h"
#include "cards/readers.h"
#include "text/tongue.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* State while one file is read. */
typedef struct Reader {
    Csv csv;
    CardList *list;
    const CardForm *form;
    int place[COL_COUNT];  /* field index of each column, -1: absent */
    const TermSort *sorts; /* columns of terms by sort, or null */
    int sorted[MAX_SORTS]; /* their field indices */
    unsigned room;         /* for traits of the current card */
} Reader;

/* Index of the sort whose column has this name, -1: none. */
static int sort_named(const TermSort *sorts, const char *name) {
    for (int i = 0; sorts && sorts[i].column; i++)
        if (!strcasecmp(sorts[i].column, name)) return i;
    return -1;
}

/* Maps columns to fields. Unknown columns are noted and ignored. */
static bool read_header(Reader *r) {
    Csv *csv = &r->csv;
    bool more;
    for (int k = 0; k < COL_COUNT; k++) r->place[k] = -1;
    for (int k = 0; k < MAX_SORTS; k++) r->sorted[k] = -1;
    if (!csv_next(csv, &more))
        return more ? false : file_error(csv->error, csv->path, 1, 1, "missing header line");
    for (unsigned i = 0; i < csv->nfields; i++) {
        const CsvField *f = &csv->field[i];
        int k = 0;
        while (k < COL_COUNT && !(r->form->column[k] && !strcasecmp(f->text, r->form->column[k])))
            k++;
        int sort = sort_named(r->sorts, f->text);
        if (k == COL_COUNT && sort >= 0) {
            r->sorted[sort] = (int)i;
            continue;
        }
        if (k == COL_COUNT) {
            cards_note(r->list, "%s:%u:%u: unknown column '%.*s' is ignored", csv->path, f->line,
                       f->column, utf8_clip(f->text, 60), f->text);
            continue;
        }
        if (r->place[k] >= 0)
            return file_error(csv->error, csv->path, f->line, f->column, "duplicate column '%s'",
                              r->form->column[k]);
        r->place[k] = (int)i;
    }
    static const Column must[] = {COL_NAME, COL_TYPE};
    for (unsigned i = 0; i < 2; i++)
        if (r->place[must[i]] < 0)
            return file_error(csv->error, csv->path, csv->field[0].line, 1,
                              "the header has no column '%s' (a card file begins with a header "
                              "such as %s)",
                              r->form->column[must[i]], r->form->header);
    return true;
}

/* The column's field, an empty one if the column is absent. */
static const CsvField *field_of(const Reader *r, Column k) {
    static const CsvField none = {(char *)"", 0, 0};
    return r->place[k] < 0 ? &none : &r->csv.field[r->place[k]];
}

/* The field without surrounding blanks, in the arena. */
static const char *string_of(const Reader *r, Column k) {
    const char *s = field_of(r, k)->text;
    s += strspn(s, " \t\r\n");
    size_t size = strlen(s);
    while (size && strchr(" \t\r\n", s[size - 1])) size--;
    return arena_copy(&r->list->arena, s, size);
}

/* Parses a number up to form_most, ASCII or full-width, or as many stars. A blank field or
 * a dash gives 'none'. */
static bool number_of(const Reader *r, Column k, int none, int *out) {
    const CsvField *f = field_of(r, k);
    const char *s = string_of(r, k), *t = s;
    const int most = form_most(r->form);
    int n = 0;
    *out = none;
    if (!*s || !strcmp(s, "-")) return true;
    if (k == COL_THIRD && (*out = cards_stars(s))) return true;
    for (uint32_t c; (c = utf8_next(&t));) {
        if (c >= 0xFF10 && c <= 0xFF19) c -= 0xFEE0;
        if (c < '0' || c > '9' || n > most / 10)
            return file_error(
                r->csv.error, r->csv.path, f->line, f->column,
                "'%.*s' is not a valid %s; write a number from 0 to %d or leave it empty",
                utf8_clip(s, 60), s, r->form->column[k], most);
        n = n * 10 + (int)(c - '0');
    }
    *out = n > 127 && k == COL_COST ? 127 : n;
    return true;
}

/* Adds the words of a field as traits of the sort. */
static void sorted_traits(const Reader *r, PrintedCard *c, const TermSort *sort, int place) {
    if (place < 0) return;
    char *s =
        arena_copy(&r->list->arena, r->csv.field[place].text, strlen(r->csv.field[place].text));
    for (char *save, *word = strtok_r(s, sort->split, &save); word;
         word = strtok_r(NULL, sort->split, &save)) {
        word += strspn(word, " \t");
        size_t n = strlen(word), size = n + strlen(sort->open) + strlen(sort->close) + 1;
        while (n && strchr(" \t\r\n", word[n - 1])) n--;
        if (!n || !strcmp(word, "-")) continue;
        char *term = arena_get(&r->list->arena, size);
        snprintf(term, size, "%s%.*s%s", sort->open, (int)n, word, sort->close);
        if (c->ntraits < r->room) c->traits[c->ntraits++] = term;
    }
}

/* Splits the traits at '/'. */
static void traits_of(Reader *r, PrintedCard *c) {
    char *s = (char *)string_of(r, COL_TRAITS);
    unsigned most = 1;
    for (const char *p = s; *p; p++) most += *p == '/';
    r->room = most + 2 * MAX_TRAITS; /* for those of other columns, too */
    c->traits = arena_get(&r->list->arena, r->room * sizeof *c->traits);
    for (char *save, *word = strtok_r(s, "/", &save); word; word = strtok_r(NULL, "/", &save))
        c->traits[c->ntraits++] = word;
}

/* Reads the current record into c. */
static bool read_card(Reader *r, PrintedCard *c) {
    const Game *g = r->list->game;
    const CsvField *type = field_of(r, COL_TYPE);
    c->name = string_of(r, COL_NAME);
    c->epithet = string_of(r, COL_EPITHET);
    c->box = string_of(r, COL_BOX);
    c->name_en = string_of(r, COL_NAME_EN);
    c->serial = string_of(r, COL_ID);
    c->title = string_of(r, COL_TITLE);
    c->color = string_of(r, COL_COLOR);
    c->rarity = string_of(r, COL_RARITY);
    c->set = string_of(r, COL_SET);
    if (!*c->name) {
        const CsvField *f = field_of(r, COL_NAME);
        return file_error(r->csv.error, r->csv.path, f->line, f->column, "the card has no name");
    }
    c->kinds = kinds_named(g, string_of(r, COL_TYPE));
    if (!c->kinds) {
        char all[160];
        return file_error(r->csv.error, r->csv.path, type->line, type->column,
                          "unknown type '%.*s'; one of %s", utf8_clip(type->text, 60), type->text,
                          kinds_all(g, all, sizeof all));
    }
    if (!number_of(r, COL_COST, -1, &c->cost) || !number_of(r, COL_ATK, NO_NUMBER, &c->atk) ||
        !number_of(r, COL_DEF, NO_NUMBER, &c->def) || !number_of(r, COL_THIRD, 0, &c->third))
        return false;
    traits_of(r, c);
    for (int i = 0; r->sorts && r->sorts[i].column; i++)
        sorted_traits(r, c, &r->sorts[i], r->sorted[i]);
    cards_split_text(r->list, c, field_of(r, COL_TEXT)->text);
    return cards_check(r->list, c, true, type->line, r->csv.error);
}

/* Stops at the first error. */
bool cards_csv(CardList *l, const char *path, const FileText *f, FileError *e) {
    Reader r = {.csv = csv_open(path, f, e), .list = l, .form = card_form(l->game)};
    const Tongue *tongue = tongue_of(l->game);
    r.sorts = tongue ? tongue->sorts : 0;
    if (!r.form) return file_error(e, path, 0, 0, "cards of %s cannot be read yet", l->game->key);
    if (!read_header(&r)) return false;
    unsigned columns = r.csv.nfields, number = 0;
    bool more;
    while (csv_next(&r.csv, &more)) {
        if (r.csv.nfields != columns)
            return file_error(e, path, r.csv.field[0].line, 1, "%u fields, but %u in the header",
                              r.csv.nfields, columns);
        PrintedCard *c = cards_add(l);
        c->file = path;
        c->number = ++number;
        if (!read_card(&r, c)) return false;
    }
    return !more;
}
