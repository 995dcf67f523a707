#include "play/words.h"
#include "games/rebirth/rebirth.h"
#include <stdio.h>
#include <stdlib.h>

/* A pattern: words, and C card, K ability, Z zone and seat from a and b, S seat from b, A number a,
 * M mode a + 1, P player a, W keyword a. */
typedef struct Pattern {
    uint8_t kind;
    const char *text;
} Pattern;

static const Pattern patterns[] = {
    {OPT_CARD, "C"},
    {OPT_DONE, "done"},
    {OPT_YES, "yes"},
    {OPT_NO, "no"},
    {OPT_NUMBER, "A"},
    {OPT_MODE, "mode M"},
    {OPT_WORD, "W"},
    {OPT_APPLY, "apply C K"},
    {OPT_DECLINE, "decline"},
    {OPT_PLAYER, "P"},
    {OPT_REVEAL, "reveal C K"},
    {OPT_NO_REVEAL, "no reveal"},
    {OPT_SEAT, "Z"},
    {OPT_PLAY, "play C to Z"},
    {OPT_MOVE_ENTRY, "move entry to member S"},
    {OPT_USE, "use C K"},
    {OPT_SET, "set C"},
    {OPT_TO_ATTACK, "attack-phase"},
    {OPT_ATTACK, "attack with C"},
    {OPT_END_ATTACKS, "end attacks"},
    {OPT_PARTNER_ATTACK, "partner attack"},
    {OPT_PLAIN_ATTACK, "plain attack"},
    {OPT_BLOCK, "block with C"},
    {OPT_NO_BLOCK, "no block"},
    {OPT_CANCEL, "cancel with C K"},
    {OPT_STOP_CANCEL, "stop cancel A with C K"},
    {OPT_NO_CANCEL, "no cancel"},
    {OPT_RESOLVE, "resolve C K"},
    {OPT_DROP, "drop C K"},
};
enum { NPATTERNS = sizeof patterns / sizeof *patterns };

const char *const option_vocabulary[] = {
    "play",         "to",     "entry",   "member", "move",    "use",     "ability", "set",
    "attack-phase", "attack", "with",    "end",    "attacks", "partner", "plain",   "block",
    "no",           "cancel", "resolve", "drop",   "done",    "yes",     "mode",    "apply",
    "decline",      "reveal", "option",  "stop",   0};

unsigned ability_number(const Pack *pack, DefId def, AbilId a) {
    const CardDef *d = &pack->def[def];
    return a >= d->abil && a < d->abil + d->nabil ? pack->abil[a].span + 1u : 0;
}

static unsigned printed_entries(const Pack *pack, DefId def) {
    const CardDef *d = &pack->def[def];
    unsigned most = 0;
    for (AbilId a = d->abil; a < d->abil + d->nabil; a++)
        if (pack->abil[a].span + 1u > most) most = pack->abil[a].span + 1u;
    return most;
}

static OptionWord *put(OptionWord *out, unsigned *n, const char *text) {
    OptionWord *w = &out[(*n)++];
    *w = (OptionWord){0};
    snprintf(w->text, sizeof w->text, "%s", text);
    return w;
}

static void put_number(OptionWord *out, unsigned *n, unsigned number) {
    char text[12];
    snprintf(text, sizeof text, "%u", number);
    put(out, n, text);
}

static void put_ability(const Run *r, const Option *o, OptionWord *out, unsigned *n) {
    DefId def = card_of(r->s, o->card)->def;
    unsigned k = o->c ? ability_number(r->pack, def, o->c) : 0;
    if (!k || printed_entries(r->pack, def) < 2) return;
    put(out, n, "ability");
    put_number(out, n, k);
}

static void put_place(const Run *r, const Option *o, OptionWord *out, unsigned *n) {
    if (o->a >= r->g->nzones) return;
    put(out, n, r->g->zones[o->a].key);
    if (o->a == r->g->seat_zone && o->b) put_number(out, n, o->b);
}

static void put_code(const Run *r, const Option *o, char code, OptionWord *out, unsigned *n) {
    char text[12];
    switch (code) {
    case 'C': out[(*n)++] = (OptionWord){.card = o->card}; return;
    case 'K': put_ability(r, o, out, n); return;
    case 'Z': put_place(r, o, out, n); return;
    case 'S': put_number(out, n, o->b); return;
    case 'A': put_number(out, n, o->a); return;
    case 'M': put_number(out, n, o->a + 1u); return;
    case 'W':
        if (o->a < r->g->nkeywords)
            put(out, n, r->g->keywords[o->a].name)->also = r->g->keywords[o->a].key;
        return;
    default: snprintf(text, sizeof text, "P%u", o->a + 1u); put(out, n, text);
    }
}

static const Pattern *pattern_of(unsigned kind) {
    for (unsigned i = 0; i < NPATTERNS; i++)
        if (patterns[i].kind == kind) return &patterns[i];
    return 0;
}

/* The next word of a pattern; its length, 0 at the end. */
static size_t pattern_word(const char **text) {
    *text += strspn(*text, " ");
    return strcspn(*text, " ");
}

unsigned option_words(const Run *r, const Option *o, OptionWord *out) {
    const Pattern *p = pattern_of(o->kind);
    unsigned n = 0;
    if (!p) return 0;
    const char *text = p->text;
    for (size_t len; (len = pattern_word(&text)); text += len) {
        if (len == 1 && *text >= 'A' && *text <= 'Z') {
            put_code(r, o, *text, out, &n);
            continue;
        }
        char word[24];
        snprintf(word, sizeof word, "%.*s", (int)len, text);
        put(out, &n, word);
    }
    return n;
}

const char *place_name(const Run *r, CardId c, char *out, size_t size) {
    const Card *k = card_of(r->s, c);
    if (!k->zone) {
        snprintf(out, size, "P%u's removed card", card_owner(c) + 1u);
        return out;
    }
    const Player *q = &r->s->player[k->holder];
    unsigned n = q->count[k->zone], i = 0;
    while (i < n && zone_card(q, k->zone, i) != c) i++;
    const char *key = r->g->zones[k->zone].key;
    if (k->zone == r->g->deck_zone) i = n - 1 - i;
    if (k->zone == r->g->seat_zone)
        snprintf(out, size, "P%u %s %u", k->holder + 1u, key, k->slot);
    else if (n == 1)
        snprintf(out, size, "P%u %s", k->holder + 1u, key);
    else
        snprintf(out, size, "P%u %s %u", k->holder + 1u, key, i + 1);
    return out;
}

static const char *card_called(const Run *r, const Decision *d, CardId c, const Names *names,
                               char *buffer, size_t size) {
    bool seen = (names && names->all) || !card_of(r->s, c)->zone || card_visible(r, d->player, c);
    const char *own = seen && names && names->card ? names->card(names, r, c) : 0;
    if (own) return own;
    if (seen) return pack_name(r->pack, card_of(r->s, c)->def);
    return place_name(r, c, buffer, size);
}

const char *option_name(const Run *r, const Decision *d, const Option *o, const Names *names,
                        char *out, size_t size) {
    OptionWord w[OPTION_WORDS];
    unsigned n = option_words(r, o, w);
    size_t at = 0;
    if (!n) snprintf(out, size, "option of kind %u", o->kind);
    for (unsigned i = 0; i < n && at < size; i++) {
        char place[48];
        const char *text =
            w[i].card ? card_called(r, d, w[i].card, names, place, sizeof place) : w[i].text;
        int k = snprintf(out + at, size - at, "%s%s", i ? " " : "", text);
        if (k > 0) at += (size_t)k;
    }
    return out;
}

/* ---- from words to an option ---- */

typedef struct Reader {
    const Run *r;
    const char *const *words;
    unsigned n, i;
    FindCard find;
    void *ctx;
    Option *o;
} Reader;

static bool read_number(Reader *x, const char *word, unsigned *out) {
    if (word && x->i < x->n && !strcmp(x->words[x->i], word)) x->i++;
    if (x->i >= x->n || !x->words[x->i]) return false;
    char *end;
    unsigned long v = strtoul(x->words[x->i], &end, 10);
    if (end == x->words[x->i] || *end || v > 255) return false;
    *out = (unsigned)v;
    x->i++;
    return true;
}

static bool read_ability(Reader *x) {
    const CardDef *d = &x->r->pack->def[card_of(x->r->s, x->o->card)->def];
    unsigned k = 0;
    if (x->i < x->n && !read_number(x, "ability", &k)) return false;
    for (AbilId a = d->abil; a < d->abil + d->nabil; a++) {
        const AbilityDef *b = &x->r->pack->abil[a];
        if (k ? b->span + 1u != k : x->o->kind == OPT_USE && b->kind != ABIL_ACTIVATED) continue;
        x->o->c = a;
        return true;
    }
    return !d->nabil;
}

static bool read_place(Reader *x) {
    const Game *g = x->r->g;
    unsigned seat = 0;
    for (ZoneId z = 1; z < g->nzones; z++) {
        if (x->i >= x->n || !x->words[x->i] || strcmp(x->words[x->i], g->zones[z].key)) continue;
        x->i++;
        if (z == g->seat_zone && !read_number(x, 0, &seat)) return false;
        x->o->a = z;
        x->o->b = (uint8_t)seat;
        return true;
    }
    return false;
}

static bool read_code(Reader *x, char code) {
    unsigned v;
    switch (code) {
    case 'C':
        if (x->i >= x->n || !(x->o->card = x->find(x->ctx, x->i))) return false;
        x->i++;
        return true;
    case 'K': return read_ability(x);
    case 'Z': return read_place(x);
    case 'S':
        if (!read_number(x, 0, &v)) return false;
        x->o->b = (uint8_t)v;
        return true;
    case 'A':
    case 'M':
        if (!read_number(x, 0, &v) || (code == 'M' && !v)) return false;
        x->o->a = (uint8_t)(code == 'M' ? v - 1 : v);
        return true;
    default: return false;
    }
}

bool option_from_words(const Run *r, const char *const *words, unsigned n, FindCard find, void *ctx,
                       Option *out) {
    for (unsigned p = 0; p < NPATTERNS; p++) {
        Reader x = {r, words, n, 0, find, ctx, out};
        *out = (Option){.kind = patterns[p].kind};
        const char *text = patterns[p].text;
        bool ok = true;
        for (size_t len; ok && (len = pattern_word(&text)); text += len) {
            if (len == 1 && *text >= 'A' && *text <= 'Z') {
                ok = read_code(&x, *text);
            } else {
                const char *w = x.i < n ? words[x.i] : 0;
                ok = w && strlen(w) == len && !memcmp(w, text, len);
                x.i++;
            }
        }
        if (!ok || x.i != n) continue;
        if (out->kind == OPT_MOVE_ENTRY) out->card = zone_top(r->s, r->s->turn_player, Z_ENTRY);
        return true;
    }
    return false;
}

/* ---- questions ---- */

const char *ask_name(const Game *g, unsigned kind) {
    static const char *const own[ASK_GAME] = {"card",  "yesno",   "number", "mode",   "word",
                                              "order", "replace", "player", "reveal", "seat"};
    if (kind < ASK_GAME) return own[kind];
    return kind - ASK_GAME < g->nasks ? g->asks[kind - ASK_GAME].key : "?";
}

bool option_declines(const Option *o) {
    return o->kind == OPT_NO || o->kind == OPT_DONE || o->kind == OPT_DECLINE ||
           o->kind == OPT_NO_REVEAL || o->kind == OPT_NO_BLOCK || o->kind == OPT_NO_CANCEL;
}

bool option_goes_on(const Option *o) {
    return o->kind == OPT_TO_ATTACK || o->kind == OPT_END_ATTACKS;
}
