/* The list of printed cards: adding, checking, lookup. */
#include "cards/csv.h"
#include "cards/form.h"
#include "cards/readers.h"
#include "text/message.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

void cards_init(CardList *l, const Game *g) { *l = (CardList){.game = g}; }

/* Drops the hash index; the next lookup rebuilds it. */
static void forget_index(CardList *l) {
    free(l->slot);
    l->slot = NULL;
    l->nslots = 0;
}

void cards_free(CardList *l) {
    for (unsigned i = 0; i < l->nnotes; i++) free(l->note[i]);
    free(l->note);
    free(l->card);
    free(l->printed);
    free(l->correction);
    forget_index(l);
    arena_free(&l->arena);
    *l = (CardList){0};
}

/* Reverts corrections first: they must be applied to all printings at once. */
PrintedCard *cards_add(CardList *l) {
    forget_index(l);
    cards_revert_corrections(l);
    l->card = array_grow(l->card, l->n, sizeof *l->card);
    PrintedCard *c = &l->card[l->n++];
    *c = (PrintedCard){.name = "",
                       .name_en = "",
                       .serial = "",
                       .title = "",
                       .color = "",
                       .rarity = "",
                       .set = "",
                       .epithet = "",
                       .box = "",
                       .label = "",
                       .fault = "",
                       .file = "",
                       .cost = -1};
    return c;
}

void cards_note(CardList *l, const char *format, ...) {
    FileError line;
    va_list list;
    va_start(list, format);
    vsnprintf(line.line, sizeof line.line, message(format), list);
    va_end(list);
    text_one_line(line.line);
    char *copy = strdup(line.line);
    if (!copy) return;
    l->note = array_grow(l->note, l->nnotes, sizeof *l->note);
    l->note[l->nnotes++] = copy;
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool ends_with(const char *s, const char *end) {
    size_t n = strlen(s), m = strlen(end);
    return n >= m && !strcmp(s + n - m, end);
}

/* Decides by extension, then by the first character. */
static bool looks_like_json(const char *path, const FileText *f) {
    char first = f->data[strspn(f->data, " \t\r\n")];
    if (ends_with(path, ".csv")) return false;
    return first == '[' || first == '{' || ends_with(path, ".json") || ends_with(path, ".r4uset");
}

/* Reads cards or corrections; on failure restores the list. Frees f. */
static bool read_text(CardList *l, const char *path, FileText *f, FileError *e) {
    unsigned before = l->n, corrections = l->ncorrections;
    const char *name = arena_string(&l->arena, path);
    bool ok;
    if (looks_like_json(path, f))
        ok = cards_json(l, name, f, e);
    else if (csv_header_has(f, "from") && csv_header_has(f, "what"))
        ok = cards_errata(l, name, f, e);
    else
        ok = cards_csv(l, name, f, e);
    if (ok && l->n == before && l->ncorrections == corrections)
        ok = file_error(e, path, 0, 0, "contains no cards");
    ok = ok && cards_check_serials(l, before, e);
    if (!ok) {
        l->n = before;
        l->ncorrections = corrections;
    }
    file_free(f);
    return ok;
}

bool cards_take(CardList *l, const char *path, const void *bytes, size_t size, FileError *e) {
    FileText f;
    return file_take(path, bytes, size, &f, e) && read_text(l, path, &f, e);
}

bool card_error(FileError *e, const PrintedCard *c, const char *format, ...) {
    char words[400];
    va_list list;
    va_start(list, format);
    vsnprintf(words, sizeof words, message(format), list);
    va_end(list);
    const char *name = *c->name ? c->name : *c->serial ? c->serial : message("without a name");
    return file_error(e, c->file, 0, 0, "card %u (%.*s): %s", c->number, utf8_clip(name, 120), name,
                      words);
}

/* Error with a line number, or with the card's number if there is none. */
static bool report_card(FileError *e, const PrintedCard *c, unsigned line, const char *what) {
    what = message(what);
    if (!line) return card_error(e, c, "%s", what);
    return file_error(e, c->file, line, 1, "%.*s%s%s", utf8_clip(c->name, 120), c->name,
                      *c->name ? ": " : "", what);
}

/* Name of a stat that the card's kind requires and the card lacks, or null. */
static const char *missing_number(const CardForm *form, const PrintedCard *c) {
    if (c->kinds & form->costed && c->cost < 0) return form->needs[0];
    if (!(c->kinds & form->numbered)) return NULL;
    if (form->column[COL_ATK] && c->atk == NO_NUMBER) return form->needs[1];
    return c->def == NO_NUMBER ? form->needs[2] : NULL;
}

/* What is wrong with the card, or null. The string lives in the arena. */
static const char *card_problem(CardList *l, const PrintedCard *c) {
    const CardForm *form = card_form(l->game);
    char line[80];
    if (!*c->name) return "the card has no name";
    if (!c->kinds) return "the card has no type";
    if (strlen(c->name) > 300) return "the name is longer than 300 bytes";
    if (c->ntraits > MAX_TRAITS) return "more than 8 traits";
    if (c->ntext > MAX_ABILITIES) return "more than 8 abilities";
    const char *lacks = form ? missing_number(form, c) : NULL;
    if (!lacks) return NULL;
    snprintf(line, sizeof line, "a card of this type needs %s", lacks);
    return arena_string(&l->arena, line);
}

/* Where a colour is a word among the traits, the column of its own joins them: 'A' or 'A/B'. */
static void add_colours(CardList *l, PrintedCard *c) {
    const CardForm *form = card_form(l->game);
    if (!form || !form->colours || !*c->color) return;
    unsigned most = c->ntraits + 1;
    for (const char *s = c->color; *s; s++) most += *s == '/';
    const char **all = arena_get(&l->arena, most * sizeof *all);
    memcpy(all, c->traits, c->ntraits * sizeof *all);
    for (const char *s = c->color; *s;) {
        size_t size = strcspn(s, "/");
        all[c->ntraits++] = arena_copy(&l->arena, s, size);
        s += size + (s[size] == '/');
    }
    c->traits = all;
}

/* A stat that is missing without being required becomes 0. */
bool cards_check(CardList *l, PrintedCard *c, bool strict, unsigned line, FileError *e) {
    cards_label(l, c);
    add_colours(l, c);
    const char *what = card_problem(l, c);
    if (what && (strict || !c->kinds || !*c->name)) return report_card(e, c, line, what);
    if (what) {
        c->fault = what;
        cards_note(l, "%s: card %u (%.*s): %s; it cannot be played", c->file, c->number,
                   utf8_clip(c->name, 120), c->name, what);
    }
    if (c->atk == NO_NUMBER) c->atk = 0;
    if (c->def == NO_NUMBER) c->def = 0;
    return true;
}

/* ---- printed text ---------------------------------------------------------------------------- */

static bool begins_with(const char *s, const char *beginning) {
    return !strncmp(s, beginning, strlen(beginning));
}

/* Does the line continue the previous one: an item of a list, or a reminder text? */
static bool continues_paragraph(const char *line) {
    line += strspn(line, " \t");
    return begins_with(line, "・") || begins_with(line, "(") || begins_with(line, "（");
}

/* Does the line start with an icon that begins an ability? The label of a mode (【…】．) does not.
 */
static bool begins_with_icon(const char *line) {
    const char *close;
    if (!begins_with(line, "【")) return false;
    size_t size = strcspn(line, "\n");
    close = strstr(line, "】");
    if (!close || (size_t)(close - line) > size) return false;
    close += strlen("】");
    return *close != '.' && !begins_with(close, "．");
}

/* Adds an entry without surrounding blanks, unless it is empty. */
static void add_entry(CardList *l, PrintedCard *c, const char *from, size_t size) {
    while (size && strchr(" \t\r\n", from[size - 1])) size--;
    while (size && strchr(" \t\r\n", *from)) from++, size--;
    if (size) c->text[c->ntext++] = arena_copy(&l->arena, from, size);
}

/* The number of lines bounds the number of entries. */
void cards_split_text(CardList *l, PrintedCard *c, const char *text) {
    const CardForm *form = card_form(l->game);
    unsigned lines = 1;
    for (const char *s = text; *s; s++) lines += *s == '\n';
    c->text = arena_get(&l->arena, lines * sizeof *c->text);
    c->ntext = 0;
    const char *start = text;
    for (const char *s = text; *s; s++)
        if (*s == '\n' &&
            (form && form->lines ? !continues_paragraph(s + 1) : begins_with_icon(s + 1))) {
            add_entry(l, c, start, (size_t)(s - start));
            start = s + 1;
        }
    add_entry(l, c, start, strlen(start));
}

int cards_stars(const char *s) {
    int n = 0;
    for (; begins_with(s, "★"); s += strlen("★")) n++;
    return *s || n > 99 ? 0 : n;
}

void cards_label(CardList *l, PrintedCard *c) {
    static const char mark[] = "◆";
    const CardForm *form = card_form(l->game);
    const char *at = form && form->column[COL_EPITHET] ? strstr(c->name, mark) : NULL;
    if (at && at > c->name && !*c->epithet) {
        c->epithet = arena_string(&l->arena, at + strlen(mark));
        c->name = arena_copy(&l->arena, c->name, (size_t)(at - c->name));
    }
    c->label = c->name;
    if (!*c->epithet) return;
    size_t size = strlen(c->name) + strlen(mark) + strlen(c->epithet) + 1;
    char *label = arena_get(&l->arena, size);
    snprintf(label, size, "%s%s%s", c->name, mark, c->epithet);
    c->label = label;
}

CardText card_text(const PrintedCard *c) {
    return (CardText){.name = c->name,
                      .kinds = c->kinds,
                      .cost = c->cost,
                      .atk = c->atk,
                      .def = c->def,
                      .third = c->third,
                      .traits = c->traits,
                      .ntraits = c->ntraits,
                      .title = *c->title ? c->title : NULL,
                      .epithet = *c->epithet ? c->epithet : NULL,
                      .abilities = c->text,
                      .nabilities = c->ntext,
                      .box = *c->box ? c->box : NULL};
}

/* ---- finding --------------------------------------------------------------------------------- */

/* Open addressing, linear probing; a key may occur several times. */
static void slot_put(CardList *l, const char *key, unsigned card) {
    if (!*key) return;
    size_t i = XXH3_64bits(key, strlen(key)) & (l->nslots - 1);
    while (l->slot[i]) i = (i + 1) & (l->nslots - 1);
    l->slot[i] = card + 1;
}

/* Indexes names, labels and serials. Keeps the load factor below one half. */
static void make_index(CardList *l) {
    size_t keys = 0;
    for (unsigned i = 0; i < l->n; i++) keys += 3 + l->card[i].nalso;
    l->nslots = 16;
    while (l->nslots < 2 * keys) l->nslots *= 2;
    l->slot = calloc(l->nslots, sizeof *l->slot);
    if (!l->slot) {
        l->nslots = 0;
        return;
    }
    for (unsigned i = 0; i < l->n; i++) {
        const PrintedCard *c = &l->card[i];
        slot_put(l, c->name, i);
        if (*c->epithet) slot_put(l, c->label, i);
        slot_put(l, c->serial, i);
        for (unsigned k = 0; k < c->nalso; k++) slot_put(l, c->also[k], i);
    }
}

static bool matches_key(const PrintedCard *c, const char *key) {
    if (!strcmp(c->name, key) || !strcmp(c->serial, key) || !strcmp(c->label, key)) return true;
    for (unsigned k = 0; k < c->nalso; k++)
        if (!strcmp(c->also[k], key)) return true;
    return false;
}

/* A card that matches by several keys occupies several slots; 'last' skips the repetition. */
void cards_each(CardList *l, const char *key, CardVisit visit, void *context) {
    const PrintedCard *last = NULL;
    if (!*key) return;
    if (!l->slot) make_index(l);
    if (!l->slot) return;
    size_t i = XXH3_64bits(key, strlen(key)) & (l->nslots - 1);
    for (; l->slot[i]; i = (i + 1) & (l->nslots - 1)) {
        const PrintedCard *c = &l->card[l->slot[i] - 1];
        if (c == last || !matches_key(c, key)) continue;
        last = c;
        if (!visit(context, c)) return;
    }
}

/* Next character that matters for comparison: skips blanks and reminder text, folds full-width
 * ASCII. */
static uint32_t next_significant(const char **s) {
    unsigned inside = 0;
    for (uint32_t c; (c = utf8_next(s));) {
        if (c >= 0xFF01 && c <= 0xFF5E) c -= 0xFEE0;
        if (c == '(') inside++;
        if (!inside && c != ' ' && c != 0x3000 && c != '\n' && c != '\r' && c != '\t') return c;
        if (c == ')' && inside) inside--;
    }
    return 0;
}

static bool same_text(const char *a, const char *b) {
    uint32_t x, y;
    do {
        x = next_significant(&a);
        y = next_significant(&b);
    } while (x && x == y);
    return x == y;
}

static bool has_trait(const PrintedCard *c, const char *trait) {
    for (unsigned i = 0; i < c->ntraits; i++)
        if (same_text(c->traits[i], trait)) return true;
    return false;
}

bool cards_equal(const PrintedCard *a, const PrintedCard *b) {
    if (a == b) return true;
    if (strcmp(a->name, b->name) != 0 || a->kinds != b->kinds || a->cost != b->cost ||
        a->atk != b->atk || a->def != b->def || a->third != b->third ||
        strcmp(a->epithet, b->epithet) != 0 || !same_text(a->box, b->box) ||
        a->ntraits != b->ntraits || a->ntext != b->ntext)
        return false;
    for (unsigned i = 0; i < a->ntraits; i++)
        if (!has_trait(b, a->traits[i])) return false;
    for (unsigned i = 0; i < a->ntext; i++)
        if (!same_text(a->text[i], b->text[i])) return false;
    return true;
}

/* A serial of a card: its own, or one of another printing. */
typedef struct Serial {
    const char *serial;
    unsigned card;
    bool own;
} Serial;

static int by_serial(const void *a, const void *b) {
    const Serial *x = a, *y = b;
    int d = strcmp(x->serial, y->serial);
    return d ? d : x->card < y->card ? -1 : x->card > y->card;
}

/* Compares two cards with the same serial; b is the later one. */
static bool check_same(CardList *l, const Serial *a, const Serial *b, FileError *e) {
    const PrintedCard *c = &l->card[a->card], *d = &l->card[b->card];
    bool elsewhere = strcmp(c->file, d->file) != 0;
    if (!cards_equal(c, d))
        return card_error(e, d, "its serial %s is also that of card %u (%.*s)%s%s", b->serial,
                          c->number, utf8_clip(c->label, 90), c->label,
                          elsewhere ? message(" of ") : "", elsewhere ? c->file : "");
    if (a->own && b->own && !elsewhere)
        cards_note(l, "%s: card %u (%.*s): the same as card %u, serial %s", d->file, d->number,
                   utf8_clip(d->label, 90), d->label, c->number, b->serial);
    return true;
}

bool cards_check_serials(CardList *l, unsigned first, FileError *e) {
    unsigned n = 0, most = 0;
    for (unsigned i = 0; i < l->n; i++) most += 1 + l->card[i].nalso;
    Serial *all = malloc((most + 1) * sizeof *all);
    if (!all) return file_error(e, l->game->key, 0, 0, "out of memory");
    for (unsigned i = 0; i < l->n; i++) {
        const PrintedCard *c = &l->card[i];
        if (*c->serial) all[n++] = (Serial){c->serial, i, true};
        for (unsigned k = 0; k < c->nalso; k++) all[n++] = (Serial){c->also[k], i, false};
    }
    qsort(all, n, sizeof *all, by_serial);
    bool ok = true;
    for (unsigned i = 1, head = 0; ok && i < n; i++) { /* head: the first use of this serial */
        if (strcmp(all[i].serial, all[head].serial) != 0)
            head = i;
        else if (all[i].card >= first && all[i].card != all[head].card)
            ok = check_same(l, &all[head], &all[i], e);
    }
    free(all);
    return ok;
}

/* ---- joining --------------------------------------------------------------------------------- */

/* CardVisit: the first card with the serial asked for. */
typedef struct SerialSearch {
    const char *serial;
    const PrintedCard *found;
    unsigned first; /* only cards from here on */
    const CardList *list;
} SerialSearch;

static bool visit_serial(void *context, const PrintedCard *c) {
    SerialSearch *s = context;
    bool same = !strcmp(c->serial, s->serial);
    for (unsigned i = 0; i < c->nalso && !same; i++) same = !strcmp(c->also[i], s->serial);
    if (same && (unsigned)(c - s->list->card) >= s->first) s->found = c;
    return !s->found;
}

static const PrintedCard *with_serial(CardList *l, const char *serial, unsigned first) {
    SerialSearch s = {serial, NULL, first, l};
    if (*serial) cards_each(l, serial, visit_serial, &s);
    return s.found;
}

/* The card of the list that has one of c's serials, or null. */
static const PrintedCard *same_serial(CardList *l, const PrintedCard *c) {
    const PrintedCard *found = with_serial(l, c->serial, 0);
    for (unsigned i = 0; i < c->nalso && !found; i++) found = with_serial(l, c->also[i], 0);
    return found;
}

/* Two passes, since adding a card drops the index. */
unsigned cards_join(CardList *l, CardList *from) {
    unsigned before = l->n, left = 0;
    cards_revert_corrections(from);
    for (unsigned i = 0; i < from->n; i++) {
        const PrintedCard *c = &from->card[i], *other = same_serial(l, c);
        if (other && !cards_equal(c, other))
            cards_note(l, "%s: %s (%s) is left out: %s of %s has the same serial", c->file,
                       c->label, c->serial, other->label, other->file);
        if (!other) from->card[left++] = *c;
    }
    for (unsigned i = 0; i < left; i++) *cards_add(l) = from->card[i];
    for (unsigned i = 0; i < from->ncorrections; i++)
        if (with_serial(l, from->correction[i].id, before))
            cards_add_correction(l, &from->correction[i]);
    arena_join(&l->arena, &from->arena);
    cards_free(from);
    return left;
}

/* Allows about one edit per three characters. Falls back to a label that contains the name. */
const char *cards_nearest(const CardList *l, const char *name) {
    unsigned length = utf8_count(name), best = length < 3 ? 1 : length / 3 + 1;
    const char *found = NULL;
    bool whole = strstr(name, "◆") != NULL;
    for (unsigned i = 0; i < l->n; i++) {
        const char *known = whole ? l->card[i].label : l->card[i].name;
        unsigned d = utf8_distance(name, known, best);
        if (d > best || (d == best && found)) continue;
        best = d;
        found = known;
    }
    for (unsigned i = 0; i < l->n && !found && length > 1; i++)
        if (strstr(l->card[i].label, name)) found = l->card[i].label;
    return found;
}
