/* Reads deck files and looks up their cards. */
#include "cards/deck.h"
#include "cards/form.h"
#include "text/message.h"
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool deck_error(const DeckFile *d, const DeckLine *l, FileError *e, const char *format, ...) {
    char words[480];
    va_list list;
    va_start(list, format);
    vsnprintf(words, sizeof words, message(format), list);
    va_end(list);
    if (l->line) return file_error(e, d->path, l->line, l->column, "%s", words);
    return file_error(e, d->path, 0, 0, "card %u (%.*s): %s", (unsigned)(l - d->line) + 1,
                      utf8_clip(l->name, 100), l->name, words);
}

void deck_free(DeckFile *d) {
    free(d->line);
    arena_free(&d->arena);
    *d = (DeckFile){0};
}

static unsigned deck_size(const DeckFile *d) {
    unsigned n = 0;
    for (unsigned i = 0; i < d->n; i++) n += d->line[i].count;
    return n;
}

/* Appends a line. Returns false if the count is 0 or the deck too large. */
static bool add_line(DeckFile *d, DeckLine line, FileError *e) {
    if (!line.count)
        return file_error(e, d->path, line.line, line.column, "the count must be at least 1");
    if (d->n == DECK_MAX_LINES || deck_size(d) + line.count > DECK_MAX_CARDS)
        return file_error(e, d->path, line.line, line.column, "more than %d cards in one deck",
                          DECK_MAX_CARDS);
    d->line = array_grow(d->line, d->n, sizeof *d->line);
    d->line[d->n++] = line;
    return true;
}

/* ---- text ------------------------------------------------------------------------------------ */

/* The pile whose section line this is, PILES if it is none. */
static unsigned section(const CardForm *form, const char *s, size_t size) {
    unsigned pile = 0;
    if (size && s[size - 1] == ':') size--;
    while (pile < PILES && !(form->pile[pile].word && strlen(form->pile[pile].word) == size &&
                             !strncmp(form->pile[pile].word, s, size)))
        pile++;
    return pile;
}

/* The game's section words for messages: `main`, or one of `main`, `side`, `extra` in its words. */
static const char *sections(const CardForm *form, char *out, size_t size) {
    char words[120];
    size_t n = 0;
    for (unsigned p = 0; p < PILES && n < sizeof words; p++)
        if (form->pile[p].word)
            n += (size_t)snprintf(words + n, sizeof words - n, "%s%s",
                                  n ? either("`, `", "、") : "", form->pile[p].word);
    snprintf(out, size, message(form->pile[1].word ? "one of `%s`" : "`%s`"), words);
    return out;
}

/* Parses the count before a name: ASCII or full-width digits, optionally followed by x or ×.
 * Returns the name, or null if there is no count. */
static const char *read_count(const char *s, unsigned *count) {
    const char *start = s;
    *count = 0;
    for (;;) {
        const char *before = s;
        uint32_t c = utf8_next(&s);
        if (c >= 0xFF10 && c <= 0xFF19) c -= 0xFEE0;
        if (c >= '0' && c <= '9') {
            if (*count <= DECK_MAX_CARDS) *count = *count * 10 + (c - '0');
            continue;
        }
        bool times = (c == 'x' || c == 'X' || c == 0xD7) && before > start;
        if (!times) s = before;
        size_t blanks = strspn(s, " \t");
        bool wide = !strncmp(s, "　", strlen("　"));
        if (before == start || (!blanks && !wide)) return NULL;
        return s + blanks + (wide ? strlen("　") : 0);
    }
}

/* Parses one line of a text deck; *pile is the current section. */
static bool read_line(DeckFile *d, const CardForm *form, char *s, unsigned number, unsigned *pile,
                      FileError *e) {
    unsigned column = 1 + (unsigned)strspn(s, " \t"), count;
    char words[80];
    s += column - 1;
    size_t size = strlen(s);
    while (size && strchr(" \t\r", s[size - 1])) size--;
    s[size] = 0;
    if (!size || *s == '#') return true;
    unsigned named = section(form, s, size);
    if (named < PILES) {
        *pile = named;
        return true;
    }
    const char *name = read_count(s, &count);
    if (!name || !*name)
        return file_error(e, d->path, number, column,
                          "'%.*s': a line is `4 card name`, `# comment`, or %s", utf8_clip(s, 60),
                          s, sections(form, words, sizeof words));
    DeckLine line = {.name = arena_string(&d->arena, name),
                     .count = count,
                     .line = number,
                     .column = column,
                     .pile = (uint8_t)*pile};
    return add_line(d, line, e);
}

/* Reads a text deck; modifies f. */
static bool read_text(DeckFile *d, const CardForm *form, FileText *f, FileError *e) {
    unsigned number = 1, pile = PILE_MAIN;
    for (char *s = f->data; s; number++) {
        char *end = strchr(s, '\n');
        if (end) *end++ = 0;
        if (strnlen(s, LINE_MAX_BYTES + 1) > LINE_MAX_BYTES)
            return file_error(e, d->path, number, 1, "line longer than %d bytes", LINE_MAX_BYTES);
        if (!read_line(d, form, s, number, &pile, e)) return false;
        s = end;
    }
    return true;
}

/* ---- .r4udek --------------------------------------------------------------------------------- */

/* Reads the object of an r4utools deck. */
static bool read_ratios(DeckFile *d, const json_t *root, FileError *e) {
    const json_t *ratios = json_object_get(root, "Ratios");
    const char *name = json_string_value(json_object_get(root, "Name"));
    if (!json_is_object(ratios))
        return file_error(e, d->path, 1, 1, "no 'Ratios': this is not an r4utools deck");
    if (name && *name) d->name = arena_copy(&d->arena, name, (size_t)utf8_clip(name, 200));
    for (void *i = json_object_iter((json_t *)ratios); i;
         i = json_object_iter_next((json_t *)ratios, i)) {
        const char *serial = json_object_iter_key(i);
        const json_t *v = json_object_iter_value(i);
        json_int_t count = json_integer_value(v);
        if (!json_is_integer(v) || count < 1 || count > DECK_MAX_CARDS)
            return file_error(e, d->path, 0, 0, "card %u (%.*s): the count must be at least 1",
                              d->n + 1, utf8_clip(serial, 100), serial);
        DeckLine line = {.name = arena_string(&d->arena, serial),
                         .count = (unsigned)count,
                         .pile = PILE_BY_KIND};
        if (!add_line(d, line, e)) return false;
    }
    return true;
}

static bool read_json(DeckFile *d, const FileText *f, FileError *e) {
    json_error_t why;
    char words[JSON_ERROR_TEXT_LENGTH + 40];
    json_t *root = json_loadb(f->data, f->size, JSON_REJECT_DUPLICATES, &why);
    if (!root)
        return file_error(e, d->path, why.line > 0 ? (unsigned)why.line : 1,
                          why.column > 0 ? (unsigned)why.column : 1, "not JSON: %s",
                          json_fault(why.text, words, sizeof words));
    bool ok = read_ratios(d, root, e);
    json_decref(root);
    return ok;
}

/* ---- both ------------------------------------------------------------------------------------ */

/* Reads either form; the first character tells them apart. Frees f. */
static bool read_file_text(DeckFile *d, const Game *g, const char *path, FileText *f,
                           FileError *e) {
    const CardForm *form = card_form(g);
    *d = (DeckFile){0};
    d->path = arena_string(&d->arena, path);
    const char *base = strrchr(d->path, '/');
    base = base ? base + 1 : d->path;
    size_t size = strcspn(base, ".");
    d->name = arena_copy(&d->arena, base, size ? size : strlen(base));
    bool ok;
    if (!form)
        ok = file_error(e, path, 0, 0, "decks of %s cannot be read yet", g->key);
    else if (f->data[strspn(f->data, " \t\r\n")] == '{')
        ok = read_json(d, f, e);
    else
        ok = read_text(d, form, f, e);
    if (ok && !d->n) ok = file_error(e, path, 0, 0, "contains no cards");
    file_free(f);
    if (!ok) deck_free(d);
    return ok;
}

bool deck_take(DeckFile *d, const Game *g, const char *path, const void *bytes, size_t size,
               FileError *e) {
    FileText f;
    *d = (DeckFile){0};
    return file_take(path, bytes, size, &f, e) && read_file_text(d, g, path, &f, e);
}

/* ---- finding cards --------------------------------------------------------------------------- */

/* State of a lookup by name. Printings of one card count once, a card of the pile's kinds beats any
 * other, and a bare name prefers the card without an epithet. */
typedef struct Search {
    const char *name;
    unsigned kinds;     /* kinds allowed in the pile; 0: any */
    const char *serial; /* required serial, or null */
    const PrintedCard *fit, *other,
        *second;            /* best match, match of another pile, second equally good match */
    const PrintedCard *end; /* only cards before this one; null: any */
} Search;

static bool has_serial(const PrintedCard *c, const char *serial) {
    bool found = !strcmp(c->serial, serial);
    for (unsigned i = 0; i < c->nalso && !found; i++) found = !strcmp(c->also[i], serial);
    return found;
}

/* Did the card match by its name although it has an epithet? */
static bool matches_bare_name(const Search *s, const PrintedCard *c) {
    return *c->epithet && !strcmp(c->name, s->name);
}

/* CardVisit callback of the search. */
static bool visit_candidate(void *context, const PrintedCard *c) {
    Search *s = context;
    if (s->end && c >= s->end) return true;
    if (s->serial && !has_serial(c, s->serial)) return true;
    if (s->kinds && !(c->kinds & s->kinds)) {
        if (!s->other) s->other = c;
    } else if (!s->fit || (matches_bare_name(s, s->fit) && !matches_bare_name(s, c))) {
        s->fit = c;
        s->second = NULL;
    } else if (matches_bare_name(s, c) && !matches_bare_name(s, s->fit)) {
        return true;
    } else if (!s->second && !cards_equal(s->fit, c)) {
        s->second = c;
    }
    return true;
}

/* Splits `name [serial]`. Returns false if the line does not have that form. */
static bool split_serial(DeckFile *d, const char *s, const char **name, const char **serial) {
    const char *open = strrchr(s, '[');
    size_t size = strlen(s);
    if (!open || open == s || s[size - 1] != ']') return false;
    *serial = arena_copy(&d->arena, open + 1, size - (size_t)(open - s) - 2);
    size_t n = (size_t)(open - s);
    while (n && strchr(" \t", s[n - 1])) n--;
    *name = arena_copy(&d->arena, s, n);
    return true;
}

/* The special pile that takes the card's kind, else the main pile. */
static unsigned pile_of(const CardForm *form, const PrintedCard *c) {
    for (unsigned p = PILES; p-- > 1;)
        if (c->kinds & form->pile[p].kinds) return p;
    return PILE_MAIN;
}

/* Resolves one line: sets its card and pile, or why it has no card. */
static void find_line(DeckFile *d, DeckLine *l, const CardForm *form, CardList *cards) {
    const char *name = l->name;
    Search s = {.name = name, .kinds = l->pile < PILES ? form->pile[l->pile].kinds : 0};
    l->card = NULL;
    if (d->shipped && cards->nshipped) {
        s.end = cards->card + cards->nshipped;
        cards_each(cards, l->name, visit_candidate, &s);
        s.end = NULL;
    }
    if (!s.fit) cards_each(cards, l->name, visit_candidate, &s);
    if (!s.fit && !s.other && split_serial(d, l->name, &name, &s.serial)) {
        s.name = name;
        cards_each(cards, name, visit_candidate, &s);
    }
    const char *near = s.fit || s.other ? NULL : cards_nearest(cards, name);
    if (s.second && strcmp(s.fit->label, s.second->label) != 0)
        snprintf(l->why, sizeof l->why,
                 message("several cards are called %.*s; write %.*s or %.*s"), utf8_clip(name, 90),
                 name, utf8_clip(s.fit->label, 120), s.fit->label, utf8_clip(s.second->label, 120),
                 s.second->label);
    else if (s.second)
        snprintf(l->why, sizeof l->why, message("several cards are called %.*s; add [%s] or [%s]"),
                 utf8_clip(name, 120), name, s.fit->serial, s.second->serial);
    else if (near)
        snprintf(l->why, sizeof l->why, message("unknown card '%.*s'; did you mean '%.*s'?"),
                 utf8_clip(l->name, 120), l->name, utf8_clip(near, 120), near);
    else if (!s.fit && !s.other)
        snprintf(l->why, sizeof l->why, message("unknown card '%.*s'"), utf8_clip(l->name, 120),
                 l->name);
    else
        l->card = s.fit ? s.fit : s.other;
    if (l->pile == PILE_BY_KIND && l->card) l->pile = (uint8_t)pile_of(form, l->card);
}

unsigned deck_find(DeckFile *d, CardList *cards) {
    const CardForm *form = card_form(cards->game);
    unsigned lost = 0;
    for (unsigned i = 0; i < d->n; i++) {
        find_line(d, &d->line[i], form, cards);
        lost += !d->line[i].card;
    }
    return lost;
}
