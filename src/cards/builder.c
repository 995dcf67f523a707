/* Builds packs: interns names and terms, compiles texts, and works out which names contain which
 * terms. */
#include "cards/builder.h"
#include "cards/file.h"
#include "cards/printed.h"
#include "text/grammar.h"
#include "vm/vm.h"
#include <stdio.h>
#include <stdlib.h>

/* Of a card: abilities that were not understood, and why the first of them was not. */
typedef struct LeftOut {
    unsigned n;
    uint32_t why; /* offset into strings */
} LeftOut;

struct Builder {
    const Game *game;
    CardDef *def;
    AbilityDef *abil;
    uint32_t *abil_text; /* offset of the printed text, 0 = none */
    Code *code;
    char *strings;
    uint32_t *term;
    unsigned ndef, nabil, nterm, ngiven;
    size_t nstrings, ncode;
    uint64_t *name_has, *term_has, *part_of;
    uint32_t **card_text; /* offsets of the printed entries of each def and of its box, to find
                             equal cards */
    unsigned *card_entries;
    uint32_t *card_name; /* as texts speak of it */
    LeftOut *card_left;
    PrintedTable printed;
    Pack pack;
};

static void *more(void *p, size_t n, size_t size) { /* doubles at powers of two */
    if (n && (n & (n - 1))) return p;
    void *q = realloc(p, (n ? 2 * n : 1) * size);
    if (!q) abort();
    return q;
}

static uint32_t keep_string(Builder *b, const char *s) {
    size_t n = strlen(s) + 1;
    uint32_t at = (uint32_t)b->nstrings;
    for (size_t i = 0; i < n; i++) {
        b->strings = more(b->strings, b->nstrings, 1);
        b->strings[b->nstrings++] = s[i];
    }
    return at;
}

Builder *builder_new(const Game *g) {
    Builder *b = calloc(1, sizeof *b);
    b->game = g;
    keep_string(b, "");
    b->def = more(b->def, 0, sizeof *b->def);
    b->def[0] = (CardDef){0};
    b->abil = more(b->abil, 0, sizeof *b->abil);
    b->abil[0] = (AbilityDef){0};
    b->abil_text = more(b->abil_text, 0, sizeof *b->abil_text);
    b->abil_text[0] = 0;
    b->term = more(b->term, 0, sizeof *b->term);
    b->term[0] = 0;
    b->code = more(b->code, 0, sizeof *b->code);
    b->code[0] = 0;
    b->card_text = more(b->card_text, 0, sizeof *b->card_text);
    b->card_entries = more(b->card_entries, 0, sizeof *b->card_entries);
    b->card_left = more(b->card_left, 0, sizeof *b->card_left);
    b->card_text[0] = 0;
    b->card_entries[0] = 0;
    b->card_left[0] = (LeftOut){0};
    b->card_name = more(b->card_name, 0, sizeof *b->card_name);
    b->card_name[0] = 0;
    b->ndef = b->nabil = b->nterm = 1;
    b->ncode = 1;
    return b;
}

void builder_free(Builder *b) {
    if (!b) return;
    for (unsigned i = 0; i < b->ndef; i++) free(b->card_text[i]);
    free(b->card_text);
    free(b->card_entries);
    free(b->card_left);
    free(b->card_name);
    free(b->def);
    free(b->abil);
    free(b->abil_text);
    free(b->code);
    free(b->strings);
    free(b->term);
    free(b->name_has);
    free(b->term_has);
    free(b->part_of);
    printed_free(&b->printed);
    free(b);
}

static unsigned intern(void *self, const char *s) {
    Builder *b = self;
    for (unsigned i = 1; i < b->nterm; i++)
        if (!strcmp(b->strings + b->term[i], s)) return i;
    b->term = more(b->term, b->nterm, sizeof *b->term);
    uint32_t at = keep_string(b, s);
    b->term[b->nterm] = at;
    return b->nterm++;
}

/* A trait or title of a card, in the form in which texts speak of it. */
static TermId intern_printed(Builder *b, const char *printed) {
    char *name = text_name(printed);
    unsigned t = intern(b, name ? name : printed);
    free(name);
    return (TermId)t;
}

/* The card's name in that form; the same string where it is printed so. */
static uint32_t keep_name(Builder *b, uint32_t printed) {
    char *name = text_name(b->strings + printed);
    uint32_t at = !name || !strcmp(name, b->strings + printed) ? printed : keep_string(b, name);
    free(name);
    return at;
}

static unsigned add_ability(void *self, const AbilityDef *a) {
    Builder *b = self;
    b->abil = more(b->abil, b->nabil, sizeof *b->abil);
    b->abil_text = more(b->abil_text, b->nabil, sizeof *b->abil_text);
    b->abil[b->nabil] = *a;
    b->abil_text[b->nabil] = 0;
    return b->nabil++;
}

/* An ability inside a text. One that is given to a card has a place behind the printed ones,
 * another one than those of the texts before it: a card may be given several. */
enum { GIVEN_FIRST = 4, GIVEN_PLACES = 3 };
static unsigned add_inner(void *self, const AbilityDef *a) {
    Builder *b = self;
    AbilityDef inner = *a;
    if (!(a->flags & ABIL_DELAYED))
        inner.index = (uint8_t)(GIVEN_FIRST + b->ngiven++ % GIVEN_PLACES);
    return add_ability(b, &inner);
}

static unsigned add_code(void *self, const Code *w, unsigned n) {
    Builder *b = self;
    unsigned at = (unsigned)b->ncode;
    for (unsigned i = 0; i < n; i++) {
        b->code = more(b->code, b->ncode, sizeof *b->code);
        b->code[b->ncode++] = w[i];
    }
    return at;
}

static uint32_t same_name(const Builder *b, const char *name) {
    for (unsigned i = 1; i < b->ndef; i++)
        if (!strcmp(b->strings + b->def[i].name, name)) return b->def[i].name;
    return 0;
}

static bool same_term(const Builder *b, TermId t, const char *printed) {
    char *name = text_name(printed);
    bool same = !strcmp(b->strings + b->term[t], name ? name : printed);
    free(name);
    return same;
}

static bool said(const char *s) { return s && *s; }

static bool same_numbers(const CardDef *d, const CardText *c) {
    return d->atk == c->atk && d->def == c->def && d->cost == c->cost && d->third == c->third;
}

static bool same_epithet(const Builder *b, const CardDef *d, const CardText *c) {
    if (!said(c->epithet)) return !d->epithet;
    return d->epithet && same_term(b, d->epithet, c->epithet);
}

static DefId equal_card(const Builder *b, const CardText *c) {
    const char *box = said(c->ukemi) ? c->ukemi : "";
    for (unsigned i = 1; i < b->ndef; i++) {
        const CardDef *d = &b->def[i];
        if (strcmp(b->strings + d->name, c->name) || d->kinds != c->kinds || !same_numbers(d, c) ||
            !same_epithet(b, d, c))
            continue;
        if (b->card_entries[i] != c->nabilities ||
            d->ntrait != (c->ntraits < MAX_TRAITS ? c->ntraits : MAX_TRAITS))
            continue;
        bool same = !strcmp(b->strings + b->card_text[i][c->nabilities], box);
        for (unsigned j = 0; j < c->nabilities && same; j++)
            same = !strcmp(b->strings + b->card_text[i][j], c->abilities[j]);
        for (unsigned j = 0; j < d->ntrait && same; j++)
            same = same_term(b, d->trait[j], c->traits[j]);
        if (same) return (DefId)i;
    }
    return 0;
}

void builder_say(const CardText *c, unsigned entry, const TextError *error, char *out,
                 size_t size) {
    if (entry > c->nabilities)
        snprintf(out, size, "%s", error->message);
    else if (entry == c->nabilities)
        snprintf(out, size, "ukemi, character %u: %s", error->at + 1, error->message);
    else if (!*c->abilities[entry])
        snprintf(out, size, "ability %u: its Japanese text is missing", entry + 1);
    else
        snprintf(out, size, "ability %u, character %u: %s", entry + 1, error->at + 1,
                 error->message);
    text_one_line(out);
}

static void leave_out(Builder *b, const CardText *c, unsigned entry, const TextError *error,
                      LeftOut *left) {
    char why[sizeof error->message + 60];
    if (left->n++) return;
    builder_say(c, entry, error, why, sizeof why);
    left->why = keep_string(b, why);
}

/* How much there is of everything that compiling adds to. */
typedef struct Extent {
    unsigned nabil, nterm;
    size_t nstrings, ncode;
} Extent;

static Extent extent(const Builder *b) {
    return (Extent){b->nabil, b->nterm, b->nstrings, b->ncode};
}

/* Takes back what a text added that was not understood in the end: a pack follows from the cards
 * that are in it, not from those that were tried. */
static void take_back(Builder *b, Extent to) {
    b->nabil = to.nabil;
    b->nterm = to.nterm;
    b->nstrings = to.nstrings;
    b->ncode = to.ncode;
}

/* Code that the machine could not run is an error of the grammar, told before a game meets it. */
static bool verified(const Builder *b, const Pack *p, const AbilityDef *a, unsigned *words,
                     TextError *error) {
    unsigned at;
    const char *why = vm_verify(b->game, p, a, &at);
    if (!why) {
        *words += at;
        return true;
    }
    unsigned w = p->code[at];
    return text_error(error, 0, "its code is wrong: %s (word %u, %s)", why, at,
                      w && w < OP_COUNT_ ? op_info[w].name : "no op");
}

/* All that the entry has made since 'here': abilities inside it, and its own. */
static bool all_verified(const Builder *b, Extent here, const AbilityDef *own, unsigned n,
                         TextError *error) {
    const Pack p = {.abil = b->abil,
                    .code = b->code,
                    .nabil = (uint16_t)b->nabil,
                    .nterm = (uint16_t)b->nterm,
                    .ncode = (uint32_t)b->ncode};
    unsigned words = 0;
    for (unsigned i = here.nabil; i < b->nabil; i++)
        if (!verified(b, &p, &b->abil[i], &words, error)) return false;
    for (unsigned i = 0; i < n; i++)
        if (!verified(b, &p, &own[i], &words, error)) return false;
    return here.ncode + words == b->ncode ||
           text_error(error, 0, "its code is wrong: %zu words, of which %u belong to an ability",
                      b->ncode - here.ncode, words);
}

/* Compiles one entry. How many abilities it makes, 0: error. */
static unsigned compile_entry(Builder *b, Sink *sink, const char *text, const TextTree *read,
                              AbilityDef *out, TextError *error) {
    if (!*text) return text_error(error, 0, "its Japanese text is missing");
    const Extent here = extent(b);
    TextTree *own_tree = read ? NULL : text_parse(b->game, text, error);
    const TextTree *t = read ? read : own_tree;
    unsigned k = t ? text_emit(t, sink, out, error) : 0;
    text_free(own_tree);
    if (b->ncode > 65000 || b->nabil > 65000 || b->nterm > 65000)
        return text_error(error, 0, "the pack is full");
    return k && all_verified(b, here, out, k, error) ? k : 0;
}

/* Compiles the entries; what is made by them (granted, delayed) is added at once, the card's own
 * are collected. */
static unsigned compile(Builder *b, const CardText *c, bool partial, AbilityDef *own,
                        uint8_t *entry_of, unsigned *entry, LeftOut *left, TextError *error) {
    Sink sink = {
        .self = b, .term = intern, .ability = add_inner, .code = add_code, .kinds = c->kinds};
    unsigned n = 0;
    for (unsigned i = 0; i < c->nabilities; i++) {
        const Extent here = extent(b);
        AbilityDef out[MAX_ENTRY_ABILITIES];
        unsigned k = compile_entry(b, &sink, c->abilities[i], i ? NULL : c->tree, out, error);
        if (k && n + k > MAX_ABILITIES) {
            text_error(error, 0, "more than %d abilities on one card", MAX_ABILITIES);
            k = 0;
        }
        if (!k && !partial) {
            *entry = i;
            return ~0u;
        }
        if (!k) take_back(b, here);
        if (!k) leave_out(b, c, i, error, left);
        for (unsigned j = 0; j < k; j++) {
            entry_of[n] = (uint8_t)i;
            own[n++] = out[j];
        }
    }
    return n;
}

/* The box. False: it was not understood. */
static bool compile_box(Builder *b, const CardText *c, AbilityDef *box, TextError *error) {
    static const char mark[] = BUILDER_BOX;
    Sink sink = {
        .self = b, .term = intern, .ability = add_inner, .code = add_code, .kinds = c->kinds};
    AbilityDef out[MAX_ENTRY_ABILITIES];
    size_t n = strlen(c->ukemi);
    char *text = malloc(sizeof mark + n);
    if (!text) return text_error(error, 0, "out of memory");
    memcpy(text, mark, sizeof mark - 1);
    memcpy(text + sizeof mark - 1, c->ukemi, n + 1);
    unsigned k = compile_entry(b, &sink, text, NULL, out, error);
    free(text);
    error->at = error->at > BUILDER_BOX_CHARS ? error->at - BUILDER_BOX_CHARS : 0;
    if (k == 1 && out[0].kind == ABIL_CHECKED) {
        *box = out[0];
        return true;
    }
    return k ? text_error(error, 0, "this is no text for the box") : false;
}

/* The box of the card, if it has one; kind ABIL_NONE: none, or left out. */
static bool box_of(Builder *b, const CardText *c, bool partial, AbilityDef *box, unsigned *entry,
                   LeftOut *left, TextError *error) {
    const Extent here = extent(b);
    if (!said(c->ukemi) || compile_box(b, c, box, error)) return true;
    *entry = c->nabilities;
    take_back(b, here);
    if (partial) leave_out(b, c, c->nabilities, error, left);
    return partial;
}

static bool in_bounds(const CardText *c) {
    return c->cost >= -1 && c->cost <= 99 && c->atk >= -99 && c->atk <= 999 && c->def >= -99 &&
           c->def <= 999 && c->third >= 0 && c->third <= 99;
}

/* Its texts, kept; the box is the last one. */
static uint32_t *keep_texts(Builder *b, const CardText *c) {
    uint32_t *texts = calloc(c->nabilities + 1, sizeof *texts);
    if (!texts) abort();
    for (unsigned i = 0; i < c->nabilities; i++) texts[i] = keep_string(b, c->abilities[i]);
    if (said(c->ukemi)) texts[c->nabilities] = keep_string(b, c->ukemi);
    return texts;
}

/* Its abilities stand one after the other; that of the box behind them. */
static void keep_abilities(Builder *b, CardDef *d, AbilityDef *own, unsigned n, AbilityDef *box,
                           const uint8_t *entry_of, const uint32_t *texts, unsigned ntexts) {
    d->abil = (AbilId)b->nabil;
    d->nabil = (uint8_t)n;
    for (unsigned i = 0; i < n; i++) {
        own[i].index = (uint8_t)i;
        own[i].span = entry_of[i];
        d->keywords |= own[i].keywords;
        if (own[i].flags & ABIL_SELF_MOVE) d->self_move |= own[i].to ? own[i].to : 0xFFFF;
        d->opponent |= (own[i].flags & ABIL_ONE_OPPONENT) != 0;
        if (own[i].events) d->listens |= (uint16_t)own[i].zones;
        if (own[i].kind == ABIL_STATIC) d->statics |= (uint16_t)own[i].zones;
        unsigned id = add_ability(b, &own[i]);
        if (own[i].kind == ABIL_EXTRA && !d->extra_cost) d->extra_cost = (AbilId)id;
        b->abil_text[id] = texts[entry_of[i]];
    }
    if (!box->kind) return;
    box->index = (uint8_t)n;
    box->span = (uint8_t)ntexts;
    d->when_checked = (AbilId)add_ability(b, box);
    b->abil_text[d->when_checked] = texts[ntexts];
}

static void keep_card(Builder *b, const CardDef *d, const CardText *c, uint32_t *texts,
                      LeftOut left) {
    b->def = more(b->def, b->ndef, sizeof *b->def);
    b->card_text = more(b->card_text, b->ndef, sizeof *b->card_text);
    b->card_entries = more(b->card_entries, b->ndef, sizeof *b->card_entries);
    b->card_left = more(b->card_left, b->ndef, sizeof *b->card_left);
    b->card_left[b->ndef] = left;
    b->card_name = more(b->card_name, b->ndef, sizeof *b->card_name);
    b->card_name[b->ndef] = keep_name(b, d->name);
    b->card_text[b->ndef] = texts;
    b->card_entries[b->ndef] = c->nabilities;
    b->def[b->ndef++] = *d;
}

static DefId add(Builder *b, const CardText *c, bool partial, unsigned *entry, TextError *error) {
    LeftOut left = {0};
    DefId known = equal_card(b, c);
    if (known && (partial || !b->card_left[known].n)) return known;
    *entry = c->nabilities + 1;
    if (!c->name || !*c->name) return (DefId)text_error(error, 0, "a card needs a name");
    if (!in_bounds(c)) return (DefId)text_error(error, 0, "cost or another number out of bounds");
    AbilityDef own[MAX_ABILITIES], box = {0};
    uint8_t entry_of[MAX_ABILITIES];
    const Extent before = extent(b);
    unsigned n = compile(b, c, partial, own, entry_of, entry, &left, error);
    if (n == ~0u || !box_of(b, c, partial, &box, entry, &left, error)) {
        take_back(b, before);
        return 0;
    }
    CardDef d = {.kinds = (uint8_t)c->kinds,
                 .cost = (int8_t)c->cost,
                 .atk = (int16_t)c->atk,
                 .def = (int16_t)c->def,
                 .third = (int8_t)c->third,
                 .box = said(c->ukemi)};
    uint32_t name = same_name(b, c->name);
    d.name = name ? name : keep_string(b, c->name);
    if (said(c->title)) d.title = intern_printed(b, c->title);
    if (said(c->epithet)) d.epithet = intern_printed(b, c->epithet);
    if (d.epithet && !d.title) d.title = d.epithet; /* by which texts speak of it */
    for (unsigned i = 0; i < c->ntraits && i < MAX_TRAITS; i++)
        d.trait[d.ntrait++] = intern_printed(b, c->traits[i]);
    uint32_t *texts = keep_texts(b, c);
    keep_abilities(b, &d, own, n, &box, entry_of, texts, c->nabilities);
    keep_card(b, &d, c, texts, left);
    return (DefId)(b->ndef - 1);
}

DefId builder_add(Builder *b, const CardText *c, unsigned *entry, TextError *error) {
    return add(b, c, false, entry, error);
}

DefId builder_add_partial(Builder *b, const CardText *c, unsigned *left_out) {
    unsigned entry;
    TextError error;
    DefId d = add(b, c, true, &entry, &error);
    *left_out = b->card_left[d].n;
    return d;
}

const char *builder_partial(const Builder *b, DefId d, unsigned *left_out) {
    *left_out = d < b->ndef ? b->card_left[d].n : 0;
    return *left_out ? b->strings + b->card_left[d].why : NULL;
}

size_t builder_words(const Builder *b) { return b->ncode; }

/* "AxB" is one attribute that contains A and B, where the game says so. */
static void compound_terms(Builder *b, unsigned row) {
    free(b->part_of);
    b->part_of = 0;
    if (!b->game->compound_traits) return;
    b->part_of = calloc((size_t)b->nterm * row, sizeof *b->part_of);
    if (!b->part_of) abort();
    for (unsigned u = 1; u < b->nterm; u++)
        for (unsigned t = 1; t < b->nterm; t++) {
            const char *s = b->strings + b->term[u], *part = b->strings + b->term[t];
            size_t n = strlen(part);
            for (const char *at = s; n && (at = strstr(at, part)); at++)
                if ((at == s || at[-1] == 'x') && (!at[n] || at[n] == 'x'))
                    b->part_of[u * row + t / 64] |= 1ull << (t & 63);
        }
}

typedef struct Giver {
    Builder *b;
    AbilityDef *a;
} Giver;

static void given(void *self, unsigned op, const Code *operands) {
    const Giver *g = self;
    Pc pc = 0;
    if (op != OP_GRANT) return;
    vm_skip(g->b->game, operands, &pc); /* a set, then the ability */
    const AbilityDef *to = &g->b->abil[operands[pc]];
    g->a->touches |= to->touches & TOUCH_INFORMATION;
    g->a->rules |= to->rules;
}

/* A static ability that gives another one reaches as far as that does; so may that one. */
static void givers_reach(Builder *b) {
    for (unsigned round = 0; round < 4; round++)
        for (unsigned i = 1; i < b->nabil; i++) {
            Giver g = {b, &b->abil[i]};
            if (!(g.a->events & ev_bit(EV_GRANTS))) continue;
            for (unsigned pc = g.a->body; pc && b->code[pc] != OP_END;)
                pc = vm_walk(b->game, b->code, pc, given, &g);
        }
}

static void note_rule(void *self, unsigned op, const Code *operands) {
    if (op == OP_RULE || op == OP_RULESET) *(RuleSet *)self |= rule_bit(operands[0]);
}

/* Rule changes that texts make, static ones and others. */
static RuleSet rules_made(const Builder *b) {
    RuleSet made = 0;
    for (unsigned a = 1; a < b->nabil; a++)
        for (unsigned pc = b->abil[a].kind == ABIL_DECK ? 0 : b->abil[a].body;
             pc && b->code[pc] != OP_END;)
            pc = vm_walk(b->game, b->code, pc, note_rule, &made);
    return made;
}

const Pack *builder_pack(Builder *b) {
    givers_reach(b);
    unsigned row = (b->nterm + 63) / 64;
    free(b->name_has);
    free(b->term_has);
    b->name_has = calloc((size_t)b->ndef * row, sizeof *b->name_has);
    b->term_has = calloc((size_t)b->nterm * row, sizeof *b->term_has);
    for (unsigned t = 1; t < b->nterm; t++) {
        const char *s = b->strings + b->term[t];
        for (unsigned d = 1; d < b->ndef; d++)
            if (strstr(b->strings + b->card_name[d], s))
                b->name_has[d * row + t / 64] |= 1ull << (t & 63);
        for (unsigned u = 1; u < b->nterm; u++)
            if (strstr(b->strings + b->term[u], s))
                b->term_has[u * row + t / 64] |= 1ull << (t & 63);
    }
    for (unsigned d = 1; d < b->ndef; d++) /* the term that is the whole name */
        for (unsigned t = 1; t < b->nterm; t++)
            if (!strcmp(b->strings + b->card_name[d], b->strings + b->term[t]))
                b->def[d].name_term = (TermId)t;
    compound_terms(b, row);
    b->pack = (Pack){b->def,
                     b->abil,
                     b->code,
                     b->strings,
                     b->term,
                     b->name_has,
                     b->term_has,
                     (uint16_t)b->ndef,
                     (uint16_t)b->nabil,
                     (uint16_t)b->nterm,
                     (uint16_t)row,
                     (uint32_t)b->ncode,
                     b->part_of,
                     0,
                     0,
                     0,
                     0};
    b->pack.rules = rules_made(b);
    printed_make(b->game, &b->pack, &b->printed);
    return &b->pack;
}

const char *builder_ability_text(const Builder *b, AbilId a) {
    return a < b->nabil ? b->strings + b->abil_text[a] : "";
}
