/* Builds packs: interns names and terms, compiles texts, and computes which names contain which
 * terms. Index 0 of every table is reserved for "none". */
#include "cards/builder.h"
#include "cards/form.h"
#include "cards/file.h"
#include "cards/printed.h"
#include "cards/watches.h"
#include "text/grammar.h"
#include "text/tongue.h"
#include "vm/vm.h"
#include "text/message.h"
#include <stdio.h>
#include <stdlib.h>

/* Abilities of a card that did not compile, and why the first one failed. */
typedef struct LeftOut {
    unsigned n;
    uint32_t why; /* offset into strings */
} LeftOut;

/* Tables of the pack under construction. Arrays grow by doubling (grow), so pointers into them
 * become invalid with every add; strings are referred to by offset. */
struct Builder {
    const Game *game;
    CardDef *def;
    AbilityDef *abil;
    uint32_t *abil_text; /* offset of the printed text, 0: none */
    Code *code;
    char *strings;
    uint32_t *term;
    uint8_t *sort; /* of each term, see Pack.sort */
    unsigned ndef, nabil, nterm, ngranted;
    size_t nstrings, ncode;
    uint64_t *name_has, *term_has, *part_of;
    uint32_t **card_text; /* per def: offsets of its printed entries, then of its box */
    unsigned *card_entries;
    uint32_t *card_name; /* normalized name, as texts refer to it */
    LeftOut *card_left;
    PrintedTable printed;
    Pack pack;
};

/* Room for one more element; doubles at powers of two. */
static void *grow(void *p, size_t n, size_t size) { /* doubles at powers of two */
    if (n && (n & (n - 1))) return p;
    void *q = realloc(p, (n ? 2 * n : 1) * size);
    if (!q) abort();
    return q;
}

/* Appends a string to the pool and returns its offset. Does not deduplicate. */
static uint32_t add_string(Builder *b, const char *s) {
    size_t n = strlen(s) + 1;
    uint32_t at = (uint32_t)b->nstrings;
    for (size_t i = 0; i < n; i++) {
        b->strings = grow(b->strings, b->nstrings, 1);
        b->strings[b->nstrings++] = s[i];
    }
    return at;
}

/* Creates entry 0, "none", in every table. */
Builder *builder_new(const Game *g) {
    Builder *b = calloc(1, sizeof *b);
    b->game = g;
    add_string(b, "");
    b->def = grow(b->def, 0, sizeof *b->def);
    b->def[0] = (CardDef){0};
    b->abil = grow(b->abil, 0, sizeof *b->abil);
    b->abil[0] = (AbilityDef){0};
    b->abil_text = grow(b->abil_text, 0, sizeof *b->abil_text);
    b->abil_text[0] = 0;
    b->term = grow(b->term, 0, sizeof *b->term);
    b->term[0] = 0;
    b->code = grow(b->code, 0, sizeof *b->code);
    b->code[0] = 0;
    b->card_text = grow(b->card_text, 0, sizeof *b->card_text);
    b->card_entries = grow(b->card_entries, 0, sizeof *b->card_entries);
    b->card_left = grow(b->card_left, 0, sizeof *b->card_left);
    b->card_text[0] = 0;
    b->card_entries[0] = 0;
    b->card_left[0] = (LeftOut){0};
    b->card_name = grow(b->card_name, 0, sizeof *b->card_name);
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
    free(b->sort);
    free(b->name_has);
    free(b->term_has);
    free(b->part_of);
    printed_free(&b->printed);
    free(b);
}

/* Sink.term: index of a term, added if new. */
static unsigned intern(void *self, const char *s) {
    Builder *b = self;
    for (unsigned i = 1; i < b->nterm; i++)
        if (!strcmp(b->strings + b->term[i], s)) return i;
    b->term = grow(b->term, b->nterm, sizeof *b->term);
    uint32_t at = add_string(b, s);
    b->term[b->nterm] = at;
    return b->nterm++;
}

/* The sort of a trait that is written with its marks; null: none. */
static const TermSort *sort_of(const Builder *b, const char *term) {
    const Tongue *t = tongue_of(b->game);
    for (const TermSort *s = t ? t->sorts : 0; s && s->column; s++) {
        const size_t n = strlen(term), open = strlen(s->open), close = strlen(s->close);
        if (n > open + close && !strncmp(term, s->open, open) &&
            !strcmp(term + n - close, s->close))
            return s;
    }
    return 0;
}

/* Interns a trait or title in the normalized form in which texts refer to it. */
static TermId intern_printed(Builder *b, const char *printed) {
    char *name = text_name(printed);
    unsigned t = intern(b, name ? name : printed);
    free(name);
    return (TermId)t;
}

/* Offset of the normalized name; the printed string itself if it is normalized already. */
static uint32_t add_name(Builder *b, uint32_t printed) {
    char *name = text_name(b->strings + printed);
    uint32_t at = !name || !strcmp(name, b->strings + printed) ? printed : add_string(b, name);
    free(name);
    return at;
}

/* Appends an ability without text; printed ones get theirs in store_abilities. */
static unsigned add_ability(void *self, const AbilityDef *a) {
    Builder *b = self;
    b->abil = grow(b->abil, b->nabil, sizeof *b->abil);
    b->abil_text = grow(b->abil_text, b->nabil, sizeof *b->abil_text);
    b->abil[b->nabil] = *a;
    b->abil_text[b->nabil] = 0;
    return b->nabil++;
}

/* Sink.ability: an ability inside a text. Granted abilities get rotating indices after those of
 * printed abilities, because a card can be granted several at once. */
enum { GRANTED_FIRST = 4, GRANTED_SLOTS = 3 };
static unsigned add_inner(void *self, const AbilityDef *a) {
    Builder *b = self;
    AbilityDef inner = *a;
    if (!(a->flags & ABIL_DELAYED) && a->kind != ABIL_WATCH)
        inner.index = (uint8_t)(GRANTED_FIRST + b->ngranted++ % GRANTED_SLOTS);
    return add_ability(b, &inner);
}

/* Sink.code: appends code and returns its position. */
static unsigned add_code(void *self, const Code *w, unsigned n) {
    Builder *b = self;
    unsigned at = (unsigned)b->ncode;
    for (unsigned i = 0; i < n; i++) {
        b->code = grow(b->code, b->ncode, sizeof *b->code);
        b->code[b->ncode++] = w[i];
    }
    return at;
}

/* Offset of the name if an earlier card has it, so that equal names share an offset; else 0. */
static uint32_t same_name(const Builder *b, const char *name) {
    for (unsigned i = 1; i < b->ndef; i++)
        if (!strcmp(b->strings + b->def[i].name, name)) return b->def[i].name;
    return 0;
}

/* Is the term the normalized form of the printed word? */
static bool same_term(const Builder *b, TermId t, const char *printed) {
    char *name = text_name(printed);
    bool same = !strcmp(b->strings + b->term[t], name ? name : printed);
    free(name);
    return same;
}

/* Not null and not empty. */
static bool present(const char *s) { return s && *s; }

static bool same_numbers(const CardDef *d, const CardText *c) {
    return d->num.atk == c->atk && d->num.def == c->def && d->num.cost == c->cost &&
           d->num.third == c->third;
}

static bool same_epithet(const Builder *b, const CardDef *d, const CardText *c) {
    if (!present(c->epithet)) return !d->epithet;
    return d->epithet && same_term(b, d->epithet, c->epithet);
}

/* The card added earlier with the same name, kinds, numbers, traits and texts; 0 if there is none.
 */
static DefId find_equal_card(const Builder *b, const CardText *c) {
    const char *box = present(c->box) ? c->box : "";
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

void builder_describe_error(const CardText *c, unsigned entry, const TextError *error, char *out,
                            size_t size) {
    if (entry > c->nabilities)
        snprintf(out, size, "%s", error->message);
    else if (entry == c->nabilities)
        snprintf(out, size, message("box, character %u: %s"), error->at + 1, error->message);
    else if (!*c->abilities[entry])
        snprintf(out, size, message("ability %u: its Japanese text is missing"), entry + 1);
    else
        snprintf(out, size, message("ability %u, character %u: %s"), entry + 1, error->at + 1,
                 error->message);
    text_one_line(out);
}

/* Counts an entry that failed and keeps the first reason. */
static void record_left_out(Builder *b, const CardText *c, unsigned entry, const TextError *error,
                            LeftOut *left) {
    char why[sizeof error->message + 60];
    if (left->n++) return;
    builder_describe_error(c, entry, error, why, sizeof why);
    left->why = add_string(b, why);
}

/* Sizes of everything that compiling appends to. */
typedef struct Checkpoint {
    unsigned nabil, nterm;
    size_t nstrings, ncode;
} Checkpoint;

static Checkpoint checkpoint(const Builder *b) {
    return (Checkpoint){b->nabil, b->nterm, b->nstrings, b->ncode};
}

/* Undoes what a failed text appended: the pack must depend only on the cards in it. */
static void rollback(Builder *b, Checkpoint to) {
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
static bool all_verified(const Builder *b, Checkpoint here, const AbilityDef *own, unsigned n,
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

/* Compiles one entry into out[]. Returns the number of abilities, 0 on error. */
static unsigned compile_entry(Builder *b, Sink *sink, const char *text, const TextTree *read,
                              AbilityDef *out, TextError *error) {
    if (!*text) return text_error(error, 0, "its Japanese text is missing");
    const Checkpoint here = checkpoint(b);
    TextTree *own_tree = read ? NULL : text_parse(b->game, text, error);
    const TextTree *t = read ? read : own_tree;
    unsigned k = t ? text_emit(t, sink, out, error) : 0;
    text_free(own_tree);
    if (b->ncode > 65000 || b->nabil > 65000 || b->nterm > 65000)
        return text_error(error, 0, "the pack is full");
    if (!k || !all_verified(b, here, out, k, error)) return 0;
    if (!watches_number(b->game, b->code, b->abil, here.nabil, b->nabil))
        return text_error(error, 0,
                          "the cards of the pack ask about more than %d different things that "
                          "happened this turn",
                          MAX_WATCHES);
    return k;
}

/* Compiles all entries. The card's own abilities are collected in own[], with entry_of[] telling
 * the entry each came from; granted and delayed ones are added at once. Returns their number, ~0u
 * if an entry failed and 'partial' is not set. */
static unsigned compile(Builder *b, const CardText *c, bool partial, AbilityDef *own,
                        uint8_t *entry_of, unsigned *entry, LeftOut *left, TextError *error) {
    Sink sink = {
        .self = b, .term = intern, .ability = add_inner, .code = add_code, .kinds = c->kinds};
    unsigned n = 0;
    for (unsigned i = 0; i < c->nabilities; i++) {
        const Checkpoint here = checkpoint(b);
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
        if (!k) rollback(b, here);
        if (!k) record_left_out(b, c, i, error, left);
        for (unsigned j = 0; j < k; j++) {
            entry_of[n] = (uint8_t)i;
            own[n++] = out[j];
        }
    }
    return n;
}

/* Compiles the text of the box. */
static bool compile_box(Builder *b, const CardText *c, AbilityDef *box, TextError *error) {
    const CardForm *form = card_form(b->game);
    Sink sink = {
        .self = b, .term = intern, .ability = add_inner, .code = add_code, .kinds = c->kinds};
    AbilityDef out[MAX_ENTRY_ABILITIES];
    if (!form || !form->box_mark) return text_error(error, 0, "cards of this game have no box");
    unsigned mark = utf8_count(form->box_mark);
    size_t size = strlen(form->box_mark) + strlen(c->box) + 1;
    char *text = malloc(size);
    if (!text) return text_error(error, 0, "out of memory");
    snprintf(text, size, "%s%s", form->box_mark, c->box);
    unsigned k = compile_entry(b, &sink, text, NULL, out, error);
    free(text);
    error->at = error->at > mark ? error->at - mark : 0;
    if (k == 1 && out[0].kind == ABIL_CHECKED) {
        *box = out[0];
        return true;
    }
    return k ? text_error(error, 0, "this text cannot be in a box") : false;
}

/* Compiles the card's box if it has one. box->kind stays ABIL_NONE if there is none or it is left
 * out. */
static bool add_box(Builder *b, const CardText *c, bool partial, AbilityDef *box, unsigned *entry,
                    LeftOut *left, TextError *error) {
    const Checkpoint here = checkpoint(b);
    if (!present(c->box) || compile_box(b, c, box, error)) return true;
    *entry = c->nabilities;
    rollback(b, here);
    if (partial) record_left_out(b, c, c->nabilities, error, left);
    return partial;
}

/* The ranges that CardDef can store, with a margin for effects. */
static bool in_bounds(const CardText *c, int most) {
    return c->cost >= -1 && c->cost <= 99 && c->atk >= -99 && c->atk <= most && c->def >= -99 &&
           c->def <= most && c->third >= 0 && c->third <= 99;
}

/* Stores the printed entries, then the box. */
static uint32_t *store_texts(Builder *b, const CardText *c) {
    uint32_t *texts = calloc(c->nabilities + 1, sizeof *texts);
    if (!texts) abort();
    for (unsigned i = 0; i < c->nabilities; i++) texts[i] = add_string(b, c->abilities[i]);
    if (present(c->box)) texts[c->nabilities] = add_string(b, c->box);
    return texts;
}

/* Appends the card's abilities consecutively, then that of the box, and sums up their flags in the
 * definition. */
static void store_abilities(Builder *b, CardDef *d, AbilityDef *own, unsigned n, AbilityDef *box,
                            const uint8_t *entry_of, const uint32_t *texts, unsigned ntexts) {
    d->abil = (AbilId)b->nabil;
    d->nabil = (uint8_t)n;
    for (unsigned i = 0; i < n; i++) {
        own[i].index = (uint8_t)i;
        own[i].span = entry_of[i];
        d->keywords |= own[i].keywords;
        if (own[i].flags & ABIL_SELF_MOVE) d->self_move |= own[i].to ? own[i].to : ~0u;
        d->opponent |= (own[i].flags & ABIL_ONE_OPPONENT) != 0;
        if (own[i].events) d->listens |= own[i].zones;
        if (own[i].kind == ABIL_STATIC) d->statics |= own[i].zones;
        unsigned id = add_ability(b, &own[i]);
        if (own[i].kind == ABIL_EXTRA && !d->extra_cost) d->extra_cost = (AbilId)id;
        b->abil_text[id] = texts[entry_of[i]];
    }
    if (!box->kind) return;
    box->index = (uint8_t)n;
    box->span = (uint8_t)ntexts;
    d->when_checked = (AbilId)add_ability(b, box);
    d->keywords |= box->keywords;
    b->abil_text[d->when_checked] = texts[ntexts];
}

/* Appends the definition with what is needed to recognize an equal card later. */
static void store_card(Builder *b, const CardDef *d, const CardText *c, uint32_t *texts,
                       LeftOut left) {
    b->def = grow(b->def, b->ndef, sizeof *b->def);
    b->card_text = grow(b->card_text, b->ndef, sizeof *b->card_text);
    b->card_entries = grow(b->card_entries, b->ndef, sizeof *b->card_entries);
    b->card_left = grow(b->card_left, b->ndef, sizeof *b->card_left);
    b->card_left[b->ndef] = left;
    b->card_name = grow(b->card_name, b->ndef, sizeof *b->card_name);
    b->card_name[b->ndef] = add_name(b, d->name);
    b->card_text[b->ndef] = texts;
    b->card_entries[b->ndef] = c->nabilities;
    b->def[b->ndef++] = *d;
}

/* The bit of the third number that the word stands for, 0: it is a trait. */
static int colour_bit(const CardForm *form, const char *word) {
    for (unsigned i = 0; form->colours && form->colours[i]; i++)
        if (!strcmp(form->colours[i], word)) return 1 << i;
    return 0;
}

/* What the form of the game's cards reads out of traits and name. */
typedef struct Reading {
    const char *traits[MAX_TRAITS];
    char title[400];
} Reading;
static CardText read_by_form(const Builder *b, const CardText *c, Reading *to) {
    CardText out = *c;
    const CardForm *form = card_form(b->game);
    if (!form) return out;
    if (form->title && !present(c->title) && c->name) {
        form->title(c->name, to->title, sizeof to->title);
        out.title = to->title;
    }
    if (!form->colours) return out;
    out.ntraits = 0;
    out.traits = to->traits;
    for (unsigned i = 0; i < c->ntraits; i++) {
        const int bit = colour_bit(form, c->traits[i]);
        if (form->colourless && !strcmp(form->colourless, c->traits[i])) continue;
        out.third |= bit;
        if (!bit && out.ntraits < MAX_TRAITS) to->traits[out.ntraits++] = c->traits[i];
    }
    return out;
}

/* Common part of builder_add and builder_add_partial. */
static DefId add(Builder *b, const CardText *as_printed, bool partial, unsigned *entry,
                 TextError *error) {
    LeftOut left = {0};
    Reading reading;
    const CardText read = read_by_form(b, as_printed, &reading), *c = &read;
    DefId known = find_equal_card(b, c);
    if (known && (partial || !b->card_left[known].n)) return known;
    *entry = c->nabilities + 1;
    if (!c->name || !*c->name) return (DefId)text_error(error, 0, "a card needs a name");
    if (!in_bounds(c, form_most(card_form(b->game))))
        return (DefId)text_error(error, 0, "the cost or a stat is out of range");
    AbilityDef own[MAX_ABILITIES], box = {0};
    uint8_t entry_of[MAX_ABILITIES];
    const Checkpoint before = checkpoint(b);
    unsigned n = compile(b, c, partial, own, entry_of, entry, &left, error);
    if (n == ~0u || !add_box(b, c, partial, &box, entry, &left, error)) {
        rollback(b, before);
        return 0;
    }
    CardDef d = {
        .kinds = (KindSet)c->kinds,
        .num = {.cost = (int16_t)c->cost, .atk = c->atk, .def = c->def, .third = (int16_t)c->third},
        .box = present(c->box)};
    uint32_t name = same_name(b, c->name);
    d.name = name ? name : add_string(b, c->name);
    if (present(c->title)) d.title = intern_printed(b, c->title);
    if (present(c->epithet)) d.epithet = intern_printed(b, c->epithet);
    if (d.epithet && !d.title) d.title = d.epithet; /* texts refer to it by its epithet */
    for (unsigned i = 0; i < c->ntraits && i < MAX_TRAITS; i++) {
        const TermSort *sort = sort_of(b, c->traits[i]);
        d.trait[d.ntrait++] = intern_printed(b, c->traits[i]);
        const int value = sort ? atoi(c->traits[i] + strlen(sort->open)) : 0;
        if (sort && sort->stat) stat_plus(&d.num, sort->stat, value);
        if (sort && sort->more) d.more[sort->more - 1] = (int16_t)value;
    }
    uint32_t *texts = store_texts(b, c);
    store_abilities(b, &d, own, n, &box, entry_of, texts, c->nabilities);
    store_card(b, &d, c, texts, left);
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

/* In games with compound traits, "AxB" is one trait that contains A and B. */
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

/* Context of note_granted: the ability whose code is walked. */
typedef struct Granter {
    Builder *b;
    AbilityDef *a;
} Granter;

/* vm_walk callback: merges what a granted ability touches into the granting one. */
static void note_granted(void *self, unsigned op, const Code *operands) {
    const Granter *g = self;
    Pc pc = 0;
    if (op != OP_GRANT) return;
    vm_skip(g->b->game, operands, &pc); /* a set, then the ability */
    const AbilityDef *to = &g->b->abil[operands[pc]];
    g->a->touches |= granted_touches(to);
    g->a->rules |= to->rules;
    g->a->grants |= to->events | to->grants;
}

/* A static ability that grants abilities must be treated as touching whatever these touch. Four
 * rounds cover chains of grants. */
static void propagate_grants(Builder *b) {
    for (unsigned round = 0; round < 4; round++)
        for (unsigned i = 1; i < b->nabil; i++) {
            Granter g = {b, &b->abil[i]};
            if (!(g.a->events & ev_bit(EV_GRANTS))) continue;
            for (unsigned pc = g.a->body; pc && b->code[pc] != OP_END;)
                pc = vm_walk(b->game, b->code, pc, note_granted, &g);
        }
}

/* Does the GAIN make a note on its cards? */
static bool makes_note(const Builder *b, const Code *operands) {
    Pc pc = 0;
    vm_skip(b->game, operands, &pc);
    return is_note(operands[pc]);
}

typedef struct RuleScan {
    const Builder *b;
    RuleSet made;
} RuleScan;

/* vm_walk callback: collects rule changes. */
static void note_rule(void *self, unsigned op, const Code *operands) {
    RuleScan *x = self;
    if (op == OP_RULE || op == OP_RULESET) x->made |= rule_bit(operands[0]);
    if (op == OP_FORBID || op == OP_FORBIDSET) x->made |= rule_bit(RULE_FORBID);
    if (op == OP_COUNTAS || (op == OP_GAIN && makes_note(x->b, operands)))
        x->made |= rule_bit(RULE_NOTED);
}

/* All rule changes that any text can make. */
static RuleSet collect_rule_changes(const Builder *b) {
    RuleScan x = {b, 0};
    for (unsigned a = 1; a < b->nabil; a++)
        for (unsigned pc = b->abil[a].kind == ABIL_DECK ? 0 : b->abil[a].body;
             pc && b->code[pc] != OP_END;)
            pc = vm_walk(b->game, b->code, pc, note_rule, &x);
    return x.made;
}

/* vm_walk callback: does the code say what a number becomes? */
static void note_set(void *self, unsigned op, const Code *operands) {
    (void)operands;
    if (op == OP_SETSTAT) *(bool *)self = true;
}

static bool statics_set_numbers(const Builder *b) {
    bool set = false;
    for (unsigned a = 1; a < b->nabil; a++)
        for (unsigned pc = b->abil[a].kind == ABIL_STATIC ? b->abil[a].body : 0;
             pc && b->code[pc] != OP_END;)
            pc = vm_walk(b->game, b->code, pc, note_set, &set);
    return set;
}

/* Is this the card's whole name, or a term of a sort of names? */
static bool is_called(const Builder *b, unsigned d, const char *name) {
    const CardDef *c = &b->def[d];
    const size_t n = strlen(name);
    if (!strcmp(b->strings + b->card_name[d], name)) return true;
    for (unsigned i = 0; i < c->ntrait; i++) {
        const char *term = b->strings + b->term[c->trait[i]];
        const TermSort *sort = sort_of(b, term);
        if (sort && sort->names && strlen(term) == n + strlen(sort->open) + strlen(sort->close) &&
            !strncmp(term + strlen(sort->open), name, n))
            return true;
    }
    return false;
}

/* Recomputes the name and term tables and everything derived from the code. */
const Pack *builder_pack(Builder *b) {
    propagate_grants(b);
    unsigned row = (b->nterm + 63) / 64;
    const Tongue *tongue = tongue_of(b->game);
    const bool sorted = tongue && tongue->sorts; /* then a name is what it is, not a part of it */
    free(b->name_has);
    free(b->term_has);
    b->name_has = calloc((size_t)b->ndef * row, sizeof *b->name_has);
    b->term_has = calloc((size_t)b->nterm * row, sizeof *b->term_has);
    for (unsigned t = 1; t < b->nterm; t++) {
        const char *s = b->strings + b->term[t];
        for (unsigned d = 1; d < b->ndef; d++)
            if (sorted ? is_called(b, d, s) : strstr(b->strings + b->card_name[d], s) != 0)
                b->name_has[d * row + t / 64] |= 1ull << (t & 63);
        for (unsigned u = 1; u < b->nterm; u++)
            if (sorted ? u == t : strstr(b->strings + b->term[u], s) != 0)
                b->term_has[u * row + t / 64] |= 1ull << (t & 63);
    }
    for (unsigned d = 1; d < b->ndef; d++) /* terms that are a whole name */
        for (unsigned t = 1; t < b->nterm; t++)
            if (!strcmp(b->strings + b->card_name[d], b->strings + b->term[t]))
                b->def[d].name_term = (TermId)t;
    compound_terms(b, row);
    free(b->sort);
    b->sort = calloc(b->nterm, sizeof *b->sort);
    for (unsigned t = 1; t < b->nterm; t++) {
        const TermSort *sort = sort_of(b, b->strings + b->term[t]);
        if (sort) b->sort[t] = (uint8_t)(sort - tongue->sorts + 1);
    }
    b->pack = (Pack){b->def,
                     b->abil,
                     b->code,
                     b->strings,
                     b->term,
                     b->sort,
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
                     0,
                     {{0, 0, 0}},
                     0,
                     0,
                     statics_set_numbers(b)};
    b->pack.rules = collect_rule_changes(b);
    watches_collect(&b->pack);
    printed_make(b->game, &b->pack, &b->printed);
    return &b->pack;
}

const char *builder_ability_text(const Builder *b, AbilId a) {
    return a < b->nabil ? b->strings + b->abil_text[a] : "";
}
