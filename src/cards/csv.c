/* CSV card files: RFC 4180, a header with the columns in any order. */
#include "cards/form.h"
#include "cards/readers.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_COLUMNS = 64 };
typedef enum Column {
    COL_ID,
    COL_NAME,
    COL_TYPE,
    COL_COST,
    COL_ATK,
    COL_DEF,
    COL_TRAITS,
    COL_TITLE,
    COL_COLOR,
    COL_RARITY,
    COL_SET,
    COL_NAME_EN,
    COL_TEXT,
    COL_COUNT
} Column;
static const char *const column_names[COL_COUNT] = {"id",  "name",    "type",  "cost",  "atk",
                                                    "def", "traits",  "title", "color", "rarity",
                                                    "set", "name_en", "text"};

typedef struct Field {
    char *text;
    unsigned line, column;
} Field;

/* Where the reader stands. Fields are unquoted in place. */
typedef struct Csv {
    CardList *list;
    const char *path;
    char *at, *end;
    unsigned line, column;
    Field field[MAX_COLUMNS];
    unsigned nfields;
    int place[COL_COUNT]; /* of each column in a record, -1: not there */
    FileError *error;
} Csv;

static char step(Csv *r) {
    char c = *r->at++;
    if (c == '\n') {
        r->line++;
        r->column = 1;
    } else if (((unsigned char)c & 0xC0) != 0x80) {
        r->column++;
    }
    return c;
}

static bool at_end_of_field(const Csv *r) {
    return r->at == r->end || *r->at == ',' || *r->at == '\n' ||
           (*r->at == '\r' && r->at[1] == '\n');
}

static bool read_quoted(Csv *r, const Field *f) {
    char *to = r->at;
    step(r);
    for (;;) {
        if (r->at == r->end)
            return file_error(r->error, r->path, f->line, f->column,
                              "the quote that begins here is never closed");
        char c = step(r);
        if (c == '"') {
            if (*r->at != '"') break;
            step(r);
        }
        if (c == '\r' && *r->at == '\n') continue;
        *to++ = c;
    }
    if (!at_end_of_field(r))
        return file_error(r->error, r->path, r->line, r->column,
                          "a comma or the end of the line must follow the quote");
    *to = 0; /* at the latest where the closing quote was */
    return true;
}

static bool read_plain(Csv *r) {
    while (!at_end_of_field(r)) {
        if (*r->at == '"')
            return file_error(
                r->error, r->path, r->line, r->column,
                "a quote inside a field; write the whole field in quotes and double it");
        step(r);
    }
    return true;
}

/* Reads one record. Its fields end with zero bytes only after the separator was read. */
static bool read_record(Csv *r) {
    const char *start = r->at;
    r->nfields = 0;
    for (;;) {
        if (r->nfields == MAX_COLUMNS)
            return file_error(r->error, r->path, r->line, r->column, "more than %d fields",
                              MAX_COLUMNS);
        Field *f = &r->field[r->nfields++];
        *f = (Field){r->at, r->line, r->column};
        if (*r->at == '"' ? !read_quoted(r, f) : !read_plain(r)) return false;
        if (r->at - start > LINE_MAX_BYTES)
            return file_error(r->error, r->path, f->line, f->column,
                              "a record of more than %d bytes", LINE_MAX_BYTES);
        char *stop = r->at;
        if (r->at == r->end) return true;
        char c = step(r);
        if (c == '\r') c = step(r);
        *stop = 0;
        if (c == '\n') return true;
    }
}

static bool blank(const Csv *r) {
    return r->nfields == 1 && !r->field[0].text[strspn(r->field[0].text, " \t")];
}

static bool read_header(Csv *r) {
    for (int k = 0; k < COL_COUNT; k++) r->place[k] = -1;
    do {
        if (r->at == r->end) return file_error(r->error, r->path, 1, 1, "there is no header line");
        if (!read_record(r)) return false;
    } while (blank(r));
    for (unsigned i = 0; i < r->nfields; i++) {
        const Field *f = &r->field[i];
        int k = 0;
        while (k < COL_COUNT && strcasecmp(f->text, column_names[k]) != 0) k++;
        if (k == COL_COUNT) {
            cards_note(r->list, "%s:%u:%u: the column '%.*s' is not known and is ignored", r->path,
                       f->line, f->column, utf8_clip(f->text, 60), f->text);
            continue;
        }
        if (r->place[k] >= 0)
            return file_error(r->error, r->path, f->line, f->column,
                              "the column '%s' stands here twice", column_names[k]);
        r->place[k] = (int)i;
    }
    for (int k = COL_NAME; k <= COL_TYPE; k++)
        if (r->place[k] < 0)
            return file_error(
                r->error, r->path, r->field[0].line, 1,
                "the header lacks the column '%s' (a card file begins with a header such as "
                "id,name,type,cost,atk,def,traits,title,color,text)",
                column_names[k]);
    return true;
}

static const Field *field_of(const Csv *r, Column k) {
    static const Field none = {(char *)"", 0, 0};
    return r->place[k] < 0 ? &none : &r->field[r->place[k]];
}

static const char *string_of(const Csv *r, Column k) {
    const char *s = field_of(r, k)->text;
    s += strspn(s, " \t\r\n");
    size_t size = strlen(s);
    while (size && strchr(" \t\r\n", s[size - 1])) size--;
    return arena_copy(&r->list->arena, s, size);
}

/* A number of at most three digits, ASCII or full-width; 'none' where the field is blank or a dash.
 */
static bool number_of(const Csv *r, Column k, int none, int *out) {
    const Field *f = field_of(r, k);
    const char *s = string_of(r, k), *t = s;
    int n = 0;
    *out = none;
    if (!*s || !strcmp(s, "-")) return true;
    for (uint32_t c; (c = utf8_next(&t));) {
        if (c >= 0xFF10 && c <= 0xFF19) c -= 0xFEE0;
        if (c < '0' || c > '9' || n > 99)
            return file_error(r->error, r->path, f->line, f->column,
                              "'%.*s' is no %s; a number from 0 to 999 or nothing",
                              utf8_clip(s, 60), s, column_names[k]);
        n = n * 10 + (int)(c - '0');
    }
    *out = n > 127 && k == COL_COST ? 127 : n;
    return true;
}

static void traits_of(const Csv *r, PrintedCard *c) {
    char *s = (char *)string_of(r, COL_TRAITS);
    unsigned most = 1;
    for (const char *p = s; *p; p++) most += *p == '/';
    c->traits = arena_get(&r->list->arena, most * sizeof *c->traits);
    for (char *save, *word = strtok_r(s, "/", &save); word; word = strtok_r(NULL, "/", &save))
        c->traits[c->ntraits++] = word;
}

static bool read_card(Csv *r, PrintedCard *c) {
    const Game *g = r->list->game;
    const Field *type = field_of(r, COL_TYPE);
    c->name = string_of(r, COL_NAME);
    c->name_en = string_of(r, COL_NAME_EN);
    c->serial = string_of(r, COL_ID);
    c->title = string_of(r, COL_TITLE);
    c->color = string_of(r, COL_COLOR);
    c->rarity = string_of(r, COL_RARITY);
    c->set = string_of(r, COL_SET);
    if (!*c->name) {
        const Field *f = field_of(r, COL_NAME);
        return file_error(r->error, r->path, f->line, f->column, "the card has no name");
    }
    c->kinds = kinds_named(g, string_of(r, COL_TYPE));
    if (!c->kinds) {
        char all[160];
        return file_error(r->error, r->path, type->line, type->column,
                          "unknown type '%.*s'; one of %s", utf8_clip(type->text, 60), type->text,
                          kinds_all(g, all, sizeof all));
    }
    if (!number_of(r, COL_COST, -1, &c->cost) || !number_of(r, COL_ATK, NO_NUMBER, &c->atk) ||
        !number_of(r, COL_DEF, NO_NUMBER, &c->def))
        return false;
    traits_of(r, c);
    cards_split_text(r->list, c, field_of(r, COL_TEXT)->text);
    return cards_check(r->list, c, true, type->line, r->error);
}

bool cards_csv(CardList *l, const char *path, const FileText *f, FileError *e) {
    Csv r = {.list = l,
             .path = path,
             .at = f->data,
             .end = f->data + f->size,
             .line = 1,
             .column = 1,
             .error = e};
    if (!read_header(&r)) return false;
    unsigned columns = r.nfields, number = 0;
    while (r.at < r.end) {
        unsigned line = r.line;
        if (!read_record(&r)) return false;
        if (blank(&r)) continue;
        if (r.nfields != columns)
            return file_error(e, path, line, 1, "fields: %u here, %u in the header", r.nfields,
                              columns);
        PrintedCard *c = cards_add(l);
        c->file = path;
        c->number = ++number;
        if (!read_card(&r, c)) return false;
    }
    return true;
}
