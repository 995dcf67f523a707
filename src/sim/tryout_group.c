/* Selects the abilities to try and the cards around them. */
#include "sim/tryout_group.h"
#include "sim/needs.h"
#include "text/text.h"
#include "vm/vm.h"
#include <stdio.h>
#include <stdlib.h>

enum {
    HELPERS = 3,        /* cards from other titles per requirement */
    MIN_PER_KIND = 10,  /* cards of each kind in a group */
    GROUP_CODE = 48000, /* code words at which a group is full; a pack holds 65,000 */
};

/* ---- the list ---------------------------------------------------------------------------------
 */

static uint64_t hash_text(const char *s, uint64_t h) {
    for (; *s; s++) h = (h ^ (unsigned char)*s) * 0x100000001b3u;
    return h ^ h >> 29;
}

/* The entries of a card; that of its box is the last one. */
static unsigned entries_of(const PrintedCard *c) { return c->ntext + (*c->box != 0); }

static bool in_box(const PrintedCard *c, unsigned entry) { return entry == c->ntext; }

static const char *entry_text(const PrintedCard *c, unsigned entry) {
    return in_box(c, entry) ? c->box : c->text[entry];
}

/* Adds the text to the hash set. Returns false if an earlier card of the same kinds has it. */
static bool first_seen(Group *g, const PrintedCard *c, unsigned entry) {
    const TryReport *r = g->report;
    unsigned i = (unsigned)(hash_text(entry_text(c, entry), c->kinds) % g->nslots);
    for (; g->slot[i]; i = (i + 1) % g->nslots) {
        const Tried *t = &r->tried[g->slot[i] - 1];
        if (t->card->kinds == c->kinds && in_box(t->card, t->entry) == in_box(c, entry) &&
            !strcmp(entry_text(t->card, t->entry), entry_text(c, entry)))
            return false;
    }
    g->slot[i] = r->n + 1;
    return true;
}

bool group_list(Group *g) {
    const CardList *l = g->config->cards;
    TryReport *r = g->report;
    unsigned all = 0;
    for (unsigned i = 0; i < l->n; i++) all += entries_of(&l->card[i]);
    g->nslots = 2 * all + 1;
    g->slot = calloc(g->nslots, sizeof *g->slot);
    g->def = calloc(l->n + 1, sizeof *g->def);
    r->tried = calloc(all + 1, sizeof *r->tried);
    if (!g->slot || !g->def || !r->tried) return false;
    for (unsigned i = 0; i < l->n; i++)
        for (unsigned k = 0; k < entries_of(&l->card[i]); k++)
            if (!*l->card[i].fault && first_seen(g, &l->card[i], k))
                r->tried[r->n++] = (Tried){.card = &l->card[i], .entry = k};
    return true;
}

void group_free(Group *g) {
    builder_free(g->builder);
    free(g->slot);
    free(g->def);
    free(g->requirement);
}

/* ---- cards of a group -------------------------------------------------------------------------
 */

/* Adds a card of the list to the pack, partially if need be. Returns false if it is there already
 * or malformed. */
static bool add_card(Group *g, unsigned i) {
    const PrintedCard *c = &g->config->cards->card[i];
    unsigned left_out;
    CardText t = card_text(c);
    if (g->def[i] || *c->fault) return false;
    g->def[i] = builder_add_partial(g->builder, &t, &left_out);
    return g->def[i] != 0;
}

/* Is the normalized word equal to the term, or with 'part', does it contain it? */
static bool matches_term(const char *printed, const char *term, bool part) {
    char *name = text_name(printed);
    bool yes = name && (part ? strstr(name, term) != NULL : !strcmp(name, term));
    free(name);
    return yes;
}

/* Does a text of the card refer to the keyword? A keyword at the start of a text is the card's own.
 */
static bool refers_to_keyword(const PrintedCard *c, const char *keyword) {
    for (unsigned i = 0; i < c->ntext; i++) {
        const char *at = strstr(c->text[i], keyword);
        if (at && (size_t)(at - c->text[i]) > strlen("【")) return true;
    }
    return false;
}

/* Does the card satisfy the requirement? */
static bool satisfies(const PrintedCard *c, unsigned op, const char *term) {
    if (op == OP_KEY) return refers_to_keyword(c, term);
    if (op == OP_NAME) return matches_term(c->name, term, true);
    if (op == OP_TITLE) return matches_term(c->title, term, false);
    for (unsigned i = 0; i < c->ntraits; i++)
        if (matches_term(c->traits[i], term, false)) return true;
    return false;
}

/* The term in the brackets its kind is printed with. */
static const char *quote_term(TryReport *r, unsigned op, const char *term) {
    static const char *const marks[][2] = {{"《", "》"}, {"〔", "〕"}, {"『", "』"}};
    const char *const *m = marks[op == OP_NAME ? 0 : op == OP_TRAIT ? 1 : 2];
    char text[400];
    snprintf(text, sizeof text, "%s%.360s%s", m[0], term, m[1]);
    return arena_string(&r->arena, text);
}

/* Adds cards from other titles that satisfy the requirement. Returns false if the list has none. */
static bool add_helpers(Group *g, unsigned op, const char *term) {
    const CardList *l = g->config->cards;
    unsigned n = 0;
    for (unsigned i = 0; i < l->n && n < HELPERS; i++)
        if (satisfies(&l->card[i], op, term)) n += g->def[i] || add_card(g, i);
    return n > 0;
}

/* Abilities of a printed entry: first .. first + n - 1. Returns n. */
static unsigned parts(const Pack *p, DefId d, unsigned entry, AbilId *first) {
    const CardDef *def = &p->def[d];
    unsigned n = 0;
    if (def->when_checked && p->abil[def->when_checked].span == entry) {
        *first = def->when_checked;
        return 1;
    }
    for (unsigned i = 0; i < def->nabil; i++) {
        if (p->abil[def->abil + i].span != entry) continue;
        if (!n++) *first = (AbilId)(def->abil + i);
    }
    return n;
}

static DefId def_of(const Group *g, const Tried *t) {
    return g->def[t->card - g->config->cards->card];
}

static void require_card(Group *g, Tried *t, unsigned op, const char *term) {
    g->requirement = array_grow(g->requirement, g->nrequirements, sizeof *g->requirement);
    g->requirement[g->nrequirements++] =
        (Requirement){t, op, arena_string(&g->report->arena, term)};
}

/* A keyword without an effect of its own needs a card that refers to it. */
static void require_keyword_users(Group *g, Tried *t, const AbilityDef *b) {
    const Game *game = g->config->game;
    if (b->kind != ABIL_KEYWORD || b->zones) return;
    for (unsigned k = 1; k < game->nkeywords; k++)
        if (b->keywords >> k & 1) require_card(g, t, OP_KEY, game->keywords[k].name);
}

/* Collects requirements before any card is added, because adding a card rebuilds the pack. */
static void note_needs(Group *g, Tried *t) {
    Needs needs = {.n = 0};
    AbilId first = 0;
    unsigned n = parts(g->pack, def_of(g, t), t->entry, &first);
    t->compiled = n > 0;
    for (unsigned i = 0; i < n; i++)
        needs_add(g->config->game, g->pack, (AbilId)(first + i), &needs);
    for (unsigned i = 0; i < needs.n; i++) {
        const Need *x = &needs.need[i];
        if (x->op != OP_KEY) require_card(g, t, x->op, pack_term(g->pack, x->value));
    }
    for (unsigned i = 0; i < n; i++) require_keyword_users(g, t, &g->pack->abil[first + i]);
}

/* Adds helpers for all requirements; records the first one that no card satisfies. */
static void fetch_requirements(Group *g) {
    for (unsigned i = 0; i < g->nrequirements; i++) {
        const Requirement *w = &g->requirement[i];
        if (!add_helpers(g, w->op, w->term) && !w->t->missing && w->op != OP_KEY)
            w->t->missing = quote_term(g->report, w->op, w->term);
    }
    g->nrequirements = 0;
}

/* Adds cards until every kind is present, so that decks can be built. */
static void fetch_kinds(Group *g) {
    const CardList *l = g->config->cards;
    for (unsigned k = 0; k < g->config->game->nkinds; k++) {
        unsigned n = 0;
        for (unsigned i = 0; i < l->n; i++) n += g->def[i] && (l->card[i].kinds >> k & 1);
        for (unsigned i = 0; i < l->n && n < MIN_PER_KIND; i++)
            if (l->card[i].kinds >> k & 1) n += add_card(g, i);
    }
}

/* ---- groups -----------------------------------------------------------------------------------
 */

/* Does --only select the ability? "SERIAL" or "SERIAL#2". */
static bool is_selected(const Group *g, const Tried *t) {
    const char *only = g->config->only, *serial = t->card->serial;
    size_t n = strlen(serial);
    if (!only) return true;
    if (strncmp(only, serial, n) != 0) return false;
    return !only[n] || (only[n] == '#' && (unsigned)atoi(only + n + 1) == t->entry + 1);
}

/* Starts a pack with the title's cards from index 'from' on. Returns the index where the pack was
 * full. */
static unsigned group_open(Group *g, unsigned from, const char *title) {
    const CardList *l = g->config->cards;
    builder_free(g->builder);
    memset(g->def, 0, l->n * sizeof *g->def);
    g->builder = builder_new(g->config->game);
    while (from < l->n && builder_words(g->builder) < GROUP_CODE) {
        if (!strcmp(l->card[from].title, title)) add_card(g, from);
        from++;
    }
    g->pack = builder_pack(g->builder);
    return from;
}

/* Does the ability belong to a card of the title within [from, to) that is in the pack? */
static bool in_group(const Group *g, const Tried *t, const char *title, unsigned from,
                     unsigned to) {
    const PrintedCard *card = g->config->cards->card;
    return t->card >= card + from && t->card < card + to && !strcmp(t->card->title, title) &&
           def_of(g, t);
}

/* Tries the abilities of the open group. */
static bool group_try(Group *g, const char *title, unsigned from, unsigned to) {
    TryReport *r = g->report;
    bool good = true;
    for (unsigned i = 0; i < r->n; i++)
        if (in_group(g, &r->tried[i], title, from, to)) note_needs(g, &r->tried[i]);
    fetch_requirements(g);
    fetch_kinds(g);
    g->pack = builder_pack(g->builder);
    checker_pack(g->checker, g->pack);
    for (unsigned i = 0; i < r->n && good; i++) {
        Tried *t = &r->tried[i];
        AbilId first = 0;
        if (!in_group(g, t, title, from, to)) continue;
        if (r->stopped) break;
        if (g->config->progress)
            r->stopped = !g->config->progress(g->config->context, g->done++, r->n);
        unsigned n = parts(g->pack, def_of(g, t), t->entry, &first);
        if (n && is_selected(g, t)) good = tryout_one(g, t, def_of(g, t), first, n);
    }
    return good;
}

/* Does --only select an ability of the title? */
static bool title_selected(const Group *g, const char *title) {
    const TryReport *r = g->report;
    for (unsigned i = 0; i < r->n; i++)
        if (is_selected(g, &r->tried[i]) && !strcmp(r->tried[i].card->title, title)) return true;
    return false;
}

/* Is this the first card of its title? */
static bool new_title(const CardList *l, unsigned i) {
    for (unsigned k = 0; k < i; k++)
        if (!strcmp(l->card[k].title, l->card[i].title)) return false;
    return true;
}

/* A title whose cards do not fit into one pack becomes several groups. */
bool group_each(Group *g) {
    const CardList *l = g->config->cards;
    bool good = true;
    for (unsigned i = 0; i < l->n && good && !g->report->stopped; i++) {
        const char *title = l->card[i].title;
        if (!new_title(l, i) || !title_selected(g, title)) continue;
        for (unsigned from = i, to; from < l->n && good; from = to) {
            to = group_open(g, from, title);
            good = group_try(g, title, from, to);
        }
    }
    return good;
}
