#include "cards/draft.h"
#include "cards/form.h"
#include "text/message.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void draft_init(Draft *d, CardList *cards) { *d = (Draft){.cards = cards, .head = ""}; }

void draft_free(Draft *d) {
    for (unsigned i = 0; i < d->nbefore; i++) free(d->before[i].line);
    free(d->before);
    free(d->now.line);
    arena_free(&d->arena);
    *d = (Draft){0};
}

/* ---- changes --------------------------------------------------------------------------------- */

static void *must(void *p) {
    if (p) return p;
    fputs("fuda: out of memory\n", stderr);
    exit(1);
}

/* Keeps the present state for undo. */
static void begin_change(Draft *d) {
    DraftState copy = {.n = d->now.n};
    for (unsigned i = 0; i < d->now.n; i++) {
        copy.line = array_grow(copy.line, i, sizeof *copy.line);
        copy.line[i] = d->now.line[i];
    }
    d->before = array_grow(d->before, d->nbefore, sizeof *d->before);
    d->before[d->nbefore++] = copy;
}

bool draft_undo(Draft *d) {
    if (!d->nbefore) return false;
    free(d->now.line);
    d->now = d->before[--d->nbefore];
    return true;
}

void draft_forget(Draft *d) {
    while (d->nbefore) free(d->before[--d->nbefore].line);
}

static void add_line(Draft *d, DraftLine line) {
    d->now.line = array_grow(d->now.line, d->now.n, sizeof *d->now.line);
    d->now.line[d->now.n++] = line;
}

static void remove_line(Draft *d, unsigned i) {
    memmove(&d->now.line[i], &d->now.line[i + 1], (--d->now.n - i) * sizeof *d->now.line);
}

void draft_drop(Draft *d, unsigned i) {
    begin_change(d);
    remove_line(d, i);
}

/* The line of the card in the pile, or of an equal card; the number of lines if there is none. */
static unsigned line_of(const Draft *d, const PrintedCard *c, unsigned pile) {
    unsigned i = 0;
    while (i < d->now.n && !(d->now.line[i].card && d->now.line[i].pile == pile &&
                             cards_equal(d->now.line[i].card, c)))
        i++;
    return i;
}

/* Changes a count without a state for undo; at most DECK_MAX_CARDS. */
static unsigned change_count(Draft *d, const PrintedCard *c, unsigned pile, int change) {
    unsigned i = line_of(d, c, pile);
    if (i == d->now.n) {
        if (change <= 0 || d->now.n == DECK_MAX_LINES) return 0;
        add_line(d, (DraftLine){.card = c, .name = c->label, .pile = (uint8_t)pile});
    }
    DraftLine *l = &d->now.line[i];
    long count = (long)l->count + change;
    l->count = count < 0 ? 0 : count > DECK_MAX_CARDS ? DECK_MAX_CARDS : (unsigned)count;
    unsigned left = l->count;
    if (!left) remove_line(d, i);
    return left;
}

unsigned draft_change(Draft *d, const PrintedCard *c, unsigned pile, int change) {
    begin_change(d);
    return change_count(d, c, pile, change);
}

unsigned draft_count(const Draft *d, unsigned pile) {
    unsigned n = 0;
    for (unsigned i = 0; i < d->now.n; i++)
        if (d->now.line[i].pile == pile) n += d->now.line[i].count;
    return n;
}

/* A pile for kinds that the main pile takes anyway is never the default. */
unsigned draft_pile(const Game *g, const PrintedCard *c) {
    const CardForm *form = card_form(g);
    for (unsigned p = PILES; p-- > 1;)
        if (form->pile[p].word && c->kinds & form->pile[p].kinds &&
            form->pile[p].kinds & ~form->pile[PILE_MAIN].kinds)
            return p;
    return PILE_MAIN;
}

/* ---- looking up ------------------------------------------------------------------------------ */

/* Looks the name up as a line of a deck file does, in that pile (PILES: in any). */
static const PrintedCard *find_in(const Draft *d, const char *name, unsigned pile, char *why,
                                  size_t size) {
    const Game *g = d->cards->game;
    DeckFile file;
    FileError e;
    const PrintedCard *found = NULL;
    size_t room = strlen(name) + 60;
    char *text = must(malloc(room));
    int n = snprintf(text, room, "%s\n1 %s\n",
                     pile < PILES && pile ? card_form(g)->pile[pile].word : "", name);
    if (strchr(name, '\n') || !deck_take(&file, g, "deck", text, (size_t)n, &e)) {
        snprintf(why, size, message("'%.*s' is not the name of a card"), utf8_clip(name, 120),
                 name);
    } else {
        deck_find(&file, d->cards);
        found = file.n ? file.line[0].card : NULL;
        if (!found && file.n) snprintf(why, size, "%s", file.line[0].why);
        deck_free(&file);
    }
    free(text);
    return found;
}

const PrintedCard *draft_find(const Draft *d, const char *name, char *why, size_t size) {
    return find_in(d, name, PILES, why, size);
}

/* ---- reading lists --------------------------------------------------------------------------- */

/* The value of a decimal digit, full-width too; -1: none. */
static int digit(uint32_t c) {
    if (c >= 0xFF10 && c <= 0xFF19) c -= 0xFEE0;
    return c >= '0' && c <= '9' ? (int)(c - '0') : -1;
}

static bool is_times(uint32_t c) {
    return c == 'x' || c == 'X' || c == 0xD7 || c == 0xFF58 || c == 0xFF38;
}

static bool is_gap(uint32_t c) { return c == ' ' || c == '\t' || c == 0x3000 || c == ','; }

/* Removes blanks, commas and quotes at both ends, in place. */
static char *trim(char *s) {
    for (const char *p = s;;) {
        const char *next = p;
        uint32_t c = utf8_next(&next);
        if (!is_gap(c) && c != '"' && c != '\r') break;
        p = next;
        s = (char *)p;
    }
    for (size_t n = strlen(s); n; n = strlen(s)) {
        if (strchr(" \t\r,\"", s[n - 1]))
            s[n - 1] = 0;
        else if (n >= 3 && !strcmp(s + n - 3, "　"))
            s[n - 3] = 0;
        else
            break;
    }
    return s;
}

/* A count before the name, and a gap or a times sign behind it: stores it and returns the name. */
static char *count_before(char *s, unsigned *count) {
    const char *p = s, *next = s;
    unsigned n = 0, digits = 0;
    uint32_t c = utf8_next(&next);
    for (; digit(c) >= 0 && digits < 4; digits++) {
        n = n * 10 + (unsigned)digit(c);
        p = next;
        c = utf8_next(&next);
    }
    if (!digits) return NULL;
    if (c == 0x679A || is_times(c)) { /* 枚 */
        p = next;
        c = utf8_next(&next);
    }
    if (!is_gap(c)) return NULL;
    *count = n;
    return trim((char *)p);
}

/* A count behind the name, after a gap or a times sign. */
static char *count_behind(char *s, unsigned *count) {
    char *cut = NULL; /* where the gap before the count begins */
    unsigned n = 0, state = 0;
    for (const char *p = s; *p;) {
        const char *at = p;
        uint32_t c = utf8_next(&p);
        if (is_gap(c) || is_times(c)) {
            if (state != 1) cut = (char *)at;
            state = 1;
            n = 0;
        } else if (digit(c) >= 0 && (state == 1 || state == 2)) {
            n = n * 10 + (unsigned)digit(c);
            state = n > DECK_MAX_CARDS ? 0 : 2;
        } else {
            state = c == 0x679A && state == 2 ? 3 : 0;
        }
    }
    if ((state != 2 && state != 3) || !cut || cut == s) return NULL;
    *cut = 0;
    *count = n;
    return trim(s);
}

/* One line of a plain list; *pile is the current section. */
static void read_line(Draft *d, char *s, unsigned *pile, DraftReport *out) {
    const CardForm *form = card_form(d->cards->game);
    char why[400], again[400];
    unsigned count = 1;
    s = trim(s);
    if (!*s || *s == '#') return;
    for (unsigned p = 0; p < PILES; p++) {
        const char *word = form->pile[p].word;
        size_t n = word ? strlen(word) : 0;
        if (word && !strncmp(s, word, n) && (!s[n] || !strcmp(s + n, ":"))) {
            *pile = p;
            return;
        }
    }
    char *whole = arena_string(&d->arena, s), *name = count_before(s, &count);
    if (!name) name = count_behind(s, &count);
    bool counted = name && *name && count;
    if (!counted) name = whole;
    const PrintedCard *c = find_in(d, name, *pile, why, sizeof why);
    if (!c && counted && name != whole && (c = find_in(d, whole, *pile, again, sizeof again)))
        counted = false; /* a name that ends in a number */
    if (!c && !counted) {
        if (!out->skipped++) out->first_skipped = whole;
        return;
    }
    if (!counted) count = 1;
    if (c) {
        unsigned to = *pile == PILES ? draft_pile(d->cards->game, c) : *pile;
        change_count(d, c, to, (int)count);
    } else if (d->now.n < DECK_MAX_LINES) {
        const char *reason = arena_string(&d->arena, why);
        add_line(d, (DraftLine){.name = arena_string(&d->arena, name),
                                .why = reason,
                                .count = count < DECK_MAX_CARDS ? count : DECK_MAX_CARDS,
                                .pile = (uint8_t)(*pile == PILES ? PILE_MAIN : *pile)});
        if (!out->unknown++) out->first_unknown = reason;
    }
    out->cards += count;
}

/* Keeps the comment at the top of the first file. If there are comments below as well, its last
 * line is a heading like these, and what is written has no headings. */
static void keep_head(Draft *d, const char *text) {
    const char *p = text, *last = text;
    while (*p == '#') {
        size_t n = strcspn(p, "\n");
        last = p;
        p += n + (p[n] != 0);
    }
    if (strstr(p, "\n#")) p = last;
    if (!*d->head && !d->now.n) d->head = arena_copy(&d->arena, text, (size_t)(p - text));
}

/* Takes the lines of a deck in JSON. */
static void take_deck(Draft *d, DeckFile *file, DraftReport *out) {
    deck_find(file, d->cards);
    for (unsigned i = 0; i < file->n; i++) {
        const DeckLine *l = &file->line[i];
        out->cards += l->count;
        if (l->card) {
            change_count(d, l->card, draft_pile(d->cards->game, l->card), (int)l->count);
            continue;
        }
        const char *why = arena_string(&d->arena, l->why);
        add_line(d, (DraftLine){
                        .name = arena_string(&d->arena, l->name), .why = why, .count = l->count});
        if (!out->unknown++) out->first_unknown = why;
    }
}

/* Reads either form and frees f. A list without a section line sorts its cards into their piles. */
static bool read_text(Draft *d, const char *path, FileText *f, DraftReport *out, FileError *e) {
    unsigned pile = PILES;
    DeckFile file;
    bool ok = true;
    *out = (DraftReport){0};
    if (f->data[strspn(f->data, " \t\r\n")] == '{') {
        ok = deck_take(&file, d->cards->game, path, f->data, f->size, e);
        if (ok) {
            begin_change(d);
            take_deck(d, &file, out);
            deck_free(&file);
        }
    } else {
        begin_change(d);
        keep_head(d, f->data);
        for (char *s = f->data, *end; s; s = end) {
            end = strchr(s, '\n');
            if (end) *end++ = 0;
            read_line(d, s, &pile, out);
        }
    }
    file_free(f);
    return ok;
}

bool draft_read(Draft *d, const char *path, DraftReport *out, FileError *e) {
    FileText f;
    return file_read(path, &f, e) && read_text(d, path, &f, out, e);
}

bool draft_take(Draft *d, const char *path, const void *bytes, size_t size, DraftReport *out,
                FileError *e) {
    FileText f;
    return file_take(path, bytes, size, &f, e) && read_text(d, path, &f, out, e);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* By pile, known cards first, kind, cost, name. */
static int by_order(const void *a, const void *b) {
    const DraftLine *x = a, *y = b;
    if (x->pile != y->pile) return x->pile < y->pile ? -1 : 1;
    if (!x->card || !y->card) return x->card ? -1 : y->card ? 1 : strcmp(x->name, y->name);
    if (x->card->kinds != y->card->kinds) return x->card->kinds < y->card->kinds ? -1 : 1;
    if (x->card->cost != y->card->cost) return x->card->cost < y->card->cost ? -1 : 1;
    int names = strcmp(x->card->label, y->card->label);
    return names ? names : strcmp(x->card->serial, y->card->serial);
}

void draft_sort(Draft *d) {
    if (d->now.n) qsort(d->now.line, d->now.n, sizeof *d->now.line, by_order);
}

/* `NAME`, or `NAME [SERIAL]` where the name alone means another card as well. */
static void put_name(FILE *out, const Draft *d, const DraftLine *l) {
    char why[400];
    if (!l->card) {
        fputs(l->name, out);
        return;
    }
    const PrintedCard *found = find_in(d, l->card->label, l->pile, why, sizeof why);
    if (found && cards_equal(found, l->card))
        fputs(l->card->label, out);
    else
        fprintf(out, "%s [%s]", l->card->label, l->card->serial);
}

/* A section line stands before every pile but the main one. */
static void put_text(FILE *out, const Draft *d, bool serials) {
    const CardForm *form = card_form(d->cards->game);
    unsigned pile = PILE_MAIN;
    fputs(d->head, out);
    for (unsigned i = 0; i < d->now.n; i++) {
        const DraftLine *l = &d->now.line[i];
        if (l->pile != pile) fprintf(out, "%s\n", form->pile[l->pile].word);
        pile = l->pile;
        fprintf(out, "%u ", l->count);
        if (serials && l->card && *l->card->serial)
            fputs(l->card->serial, out);
        else
            put_name(out, d, l);
        fputc('\n', out);
    }
}

/* {"Name": ..., "Remarks": "", "Ratios": {serial: count}}. Not jansson's json_string: the program
 * fuda has a function of that name (cli.h), which the linker would take. */
static void put_r4udek(FILE *out, const Draft *d, const char *name) {
    json_t *root = json_object(), *ratios = json_object();
    json_object_set_new(root, "Name", json_stringn(name, strlen(name)));
    json_object_set_new(root, "Remarks", json_stringn("", 0));
    for (unsigned i = 0; i < d->now.n; i++) {
        const DraftLine *l = &d->now.line[i];
        const char *key = l->card && *l->card->serial ? l->card->serial : l->name;
        json_int_t before = json_integer_value(json_object_get(ratios, key));
        json_object_set_new(ratios, key, json_integer(before + l->count));
    }
    json_object_set_new(root, "Ratios", ratios);
    json_dumpf(root, out, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
    json_decref(root);
    fputc('\n', out);
}

char *draft_text(const Draft *d, DraftForm form, const char *name) {
    char *text = NULL;
    size_t size = 0;
    Draft sorted = *d;
    DraftLine *copy = NULL;
    for (unsigned i = 0; i < d->now.n; i++) {
        copy = array_grow(copy, i, sizeof *copy);
        copy[i] = d->now.line[i];
    }
    sorted.now.line = copy;
    draft_sort(&sorted);
    FILE *out = must(open_memstream(&text, &size));
    if (form == DRAFT_R4UDEK)
        put_r4udek(out, &sorted, name);
    else
        put_text(out, &sorted, form == DRAFT_SERIALS);
    fclose(out);
    free(copy);
    return must(text);
}
