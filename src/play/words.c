#include "play/words.h"
#include "cards/form.h"
#include "games/host.h"
#include "vm/vm.h"
#include <stdio.h>
#include <stdlib.h>

/* What every game has. */
static const Pattern kernel_patterns[] = {
    {OPT_CARD, "C", 0},       {OPT_DONE, "done", SENSE_NO},  {OPT_YES, "yes", 0},
    {OPT_NO, "no", SENSE_NO}, {OPT_NUMBER, "A", 0},          {OPT_MODE, "mode M", 0},
    {OPT_WORD, "W", 0},       {OPT_APPLY, "apply C K", 0},   {OPT_DECLINE, "decline", SENSE_NO},
    {OPT_PLAYER, "P", 0},     {OPT_REVEAL, "reveal C K", 0}, {OPT_NO_REVEAL, "no reveal", SENSE_NO},
    {OPT_SEAT, "Z", 0},       {OPT_REPEAT, "repeat", 0},     {OPT_TIMES, "N", 0},
    {OPT_NONE, 0, 0},
};

static const GameWords *words_of(const Game *g) {
    static const Pattern no_pattern = {OPT_NONE, 0, 0};
    static const GameWords none = {.patterns = &no_pattern};
    const GameWords *own = game_host(g)->words;
    return own ? own : &none;
}

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
    if (!k) return;
    unsigned first = *n;
    put(out, n, "ability");
    put_number(out, n, k);
    for (unsigned i = first; i < *n; i++) out[i].unsaid = printed_entries(r->pack, def) < 2;
}

/* `ability K`, or the word for a box: never left out, or it would be the card that is named. */
static void put_thing(const Run *r, const Option *o, OptionWord *out, unsigned *n) {
    const Stacked *t = 0;
    for (unsigned i = 0; i < r->s->nstack; i++)
        if (r->s->stack[i].serial == o->c) t = &r->s->stack[i];
    if (!t || t->sort != STACK_ABILITY) return;
    DefId def = card_of(r->s, t->source.card)->def;
    if (t->abil == r->pack->def[def].when_checked) {
        put(out, n, box_word(r->g));
        return;
    }
    put(out, n, "ability");
    unsigned k = ability_number(r->pack, def, t->abil);
    if (k) put_number(out, n, k);
}

/* Does the code speak of the card of the event, before it speaks of others? */
typedef struct Spoken {
    bool other, event;
} Spoken;

static void speaks(void *self, unsigned op, const Code *operands) {
    Spoken *k = self;
    (void)operands;
    k->event |= op == OP_SUBJ || op == OP_OBJ || (op == OP_IT && !k->other);
}

static bool speaks_of_event(const Run *r, AbilId a) {
    const Code *code = r->pack->code;
    Spoken k = {false, false};
    for (unsigned pc = r->pack->abil[a].body; pc && code[pc] != OP_END && !k.event;) {
        unsigned op = code[pc];
        pc = vm_walk(r->g, code, pc, speaks, &k);
        k.other |= op == OP_SELECT || op == OP_SETIT || op == OP_LOOK || op == OP_MOVE;
    }
    return k.event;
}

/* The card that a waiting ability is about: that of its event, or the one this card did something
 * to. */
static CardId about(const Run *r, const Waiting *w) {
    bool object = r->pack->abil[w->abil].flags & ABIL_IT_OBJECT;
    return object ? w->object.card : w->subject.card;
}

CardId option_event(const Run *r, const Option *o) {
    const State *s = r->s;
    const Waiting *w = &s->waiting[o->a];
    if (o->a >= s->nwaiting || w->abil != o->c || w->source.card != o->card) return NONE;
    for (unsigned i = 0; i < s->nwaiting; i++) {
        const Waiting *v = &s->waiting[i];
        if (v->abil == w->abil && v->master == w->master && v->source.card == w->source.card &&
            about(r, v) != about(r, w) && speaks_of_event(r, w->abil))
            return about(r, w);
    }
    return NONE;
}

static void put_event(const Run *r, const Option *o, OptionWord *out, unsigned *n) {
    CardId c = option_event(r, o);
    if (!c) return;
    put(out, n, "for");
    out[(*n)++] = (OptionWord){.card = c};
}

static void put_place(const Run *r, const Option *o, OptionWord *out, unsigned *n) {
    if (o->a >= r->g->nzones) return;
    char player[8];
    put(out, n, r->g->zones[o->a].key);
    if (!(r->g->zones[o->a].flags & ZONE_SEATED)) return;
    for (SeatSet left = option_seats(o); left; left = (SeatSet)(left & (left - 1)))
        put_number(out, n, seat_number(left));
    if (o->kind != OPT_SEAT || !o->c) return;
    snprintf(player, sizeof player, "P%u", o->c & 7u);
    put(out, n, "of");
    put(out, n, player);
}

static void put_code(const Run *r, const Option *o, char code, OptionWord *out, unsigned *n) {
    char text[12];
    switch (code) {
    case 'C': out[(*n)++] = (OptionWord){.card = o->card}; return;
    case 'K': put_ability(r, o, out, n); return;
    case 'Z': put_place(r, o, out, n); return;
    case 'S': put_number(out, n, o->b); return;
    case 'A': put_number(out, n, o->a); return;
    case 'N': put_number(out, n, o->a + 256u * o->b); return;
    case 'M': put_number(out, n, o->a + 1u); return;
    case 'D':
        if (o->c < r->pack->nterm) put(out, n, pack_term(r->pack, o->c));
        return;
    case 'T': put_thing(r, o, out, n); return;
    case 'E': put_event(r, o, out, n); return;
    case 'F':
        if (o->a) put(out, n, "free");
        return;
    case 'W':
        if (o->a < r->g->nkeywords)
            put(out, n, r->g->keywords[o->a].name)->also = r->g->keywords[o->a].key;
        return;
    default: snprintf(text, sizeof text, "P%u", o->a + 1u); put(out, n, text);
    }
}

static const Pattern *pattern_of(const Game *g, unsigned kind) {
    const Pattern *p = kind < OPT_GAME ? kernel_patterns : words_of(g)->patterns;
    while (p->text && p->kind != kind) p++;
    return p->text ? p : 0;
}

/* The next word of a pattern; its length, 0 at the end. */
static size_t pattern_word(const char **text) {
    *text += strspn(*text, " ");
    return strcspn(*text, " ");
}

static bool is_letter(const char *text, size_t len) {
    return len == 1 && *text >= 'A' && *text <= 'Z';
}

/* The plain word that a letter of a pattern can stand for; null: none. */
static const char *letter_word(const Game *g, char letter) {
    switch (letter) {
    case 'K': return "ability";
    case 'T': return box_word(g);
    case 'E': return "for";
    case 'Z': return "of";
    case 'F': return "free";
    default: return NULL;
    }
}

bool option_plain_word(const Game *g, unsigned i, char *out, size_t size) {
    const Pattern *tables[] = {kernel_patterns, words_of(g)->patterns};
    for (unsigned t = 0; t < 2; t++)
        for (const Pattern *p = tables[t]; p->text; p++) {
            const char *text = p->text;
            for (size_t len; (len = pattern_word(&text)); text += len) {
                bool letter = is_letter(text, len);
                const char *word = letter ? letter_word(g, *text) : text;
                if (!word || i--) continue;
                snprintf(out, size, "%.*s", letter ? (int)strlen(word) : (int)len, word);
                return true;
            }
        }
    return false;
}

bool option_begins(const Game *g, const char *word) {
    const Pattern *tables[] = {kernel_patterns, words_of(g)->patterns};
    for (unsigned t = 0; t < 2; t++)
        for (const Pattern *p = tables[t]; p->text; p++) {
            size_t len = strcspn(p->text, " ");
            if (!is_letter(p->text, len) && len == strlen(word) && !memcmp(p->text, word, len))
                return true;
        }
    return false;
}

unsigned option_words(const Run *r, const Option *o, OptionWord *out) {
    const Pattern *p = pattern_of(r->g, o->kind);
    unsigned n = 0;
    if (!p) return 0;
    const char *text = p->text;
    for (size_t len; (len = pattern_word(&text)); text += len) {
        if (is_letter(text, len)) {
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
    if (r->g->zones[k->zone].flags & ZONE_SEATED)
        snprintf(out, size, "P%u %s %u", k->holder + 1u, key, seat_number(k->seats));
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
        if (w[i].unsaid) continue;
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
        if (k ? b->span + 1u != k
              : x->o->kind == words_of(x->r->g)->use && b->kind != ABIL_ACTIVATED)
            continue;
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
        x->o->a = z;
        if (!(g->zones[z].flags & ZONE_SEATED)) return true;
        SeatSet seats = 0;
        while (read_number(x, 0, &seat))
            if (seat >= 1 && seat <= MAX_SEATS) seats |= seat_bit(seat);
        x->o->b = (uint8_t)seat_number(seats);
        x->o->seats = seats & (seats - 1) ? seats : 0;
        if (x->o->kind == OPT_SEAT && x->i + 1 < x->n && x->words[x->i] &&
            !strcmp(x->words[x->i], "of") && x->words[x->i + 1] && *x->words[x->i + 1] == 'P') {
            x->o->c = (uint16_t)(x->words[x->i + 1][1] - '0');
            x->i += 2;
        }
        return seats != 0;
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
    case 'N':
        if (!read_number(x, 0, &v)) return false;
        x->o->a = (uint8_t)(v & 255);
        x->o->b = (uint8_t)(v >> 8);
        return true;
    case 'E': return true; /* asked about as such, not about one of its events */
    case 'F':
        x->o->a = x->i < x->n && x->words[x->i] && !strcmp(x->words[x->i], "free");
        x->i += x->o->a;
        return true;
    default: return false;
    }
}

static bool read_pattern(Reader *x, const char *text) {
    for (size_t len; (len = pattern_word(&text)); text += len) {
        if (is_letter(text, len)) {
            if (!read_code(x, *text)) return false;
            continue;
        }
        const char *w = x->i < x->n ? x->words[x->i] : 0;
        if (!w || strlen(w) != len || memcmp(w, text, len)) return false;
        x->i++;
    }
    return x->i == x->n;
}

/* Has the pending question options of this kind? */
static bool kind_asked(const State *s, unsigned kind) {
    for (unsigned i = 0; i < s->ask.n; i++)
        if (s->option[i].kind == kind) return true;
    return false;
}

/* Of several kinds written the same way, the one that is asked about is meant. */
bool option_from_words(const Run *r, const char *const *said, unsigned n, FindCard find, void *ctx,
                       Option *out) {
    const Pattern *tables[] = {kernel_patterns, words_of(r->g)->patterns};
    for (unsigned i = 0; i < 4; i++)
        for (const Pattern *p = tables[i & 1]; p->text; p++) {
            if (i < 2 && !kind_asked(r->s, p->kind)) continue;
            Reader x = {r, said, n, 0, find, ctx, out};
            *out = (Option){.kind = p->kind};
            if (!read_pattern(&x, p->text)) continue;
            if (words_of(r->g)->complete) words_of(r->g)->complete(r, out);
            return true;
        }
    return false;
}

/* ---- questions ---- */

const char *ask_name(const Game *g, unsigned kind) {
    static const char *const own[ASK_GAME] = {"card",   "yesno", "number",  "mode",
                                              "word",   "order", "replace", "player",
                                              "reveal", "seat",  "times"};
    if (kind < ASK_GAME) return own[kind];
    return kind - ASK_GAME < g->nasks ? g->asks[kind - ASK_GAME].key : "?";
}

static bool has_sense(const Game *g, const Option *o, Sense sense) {
    const Pattern *p = pattern_of(g, o->kind);
    return p && p->sense == sense;
}

bool option_declines(const Game *g, const Option *o) { return has_sense(g, o, SENSE_NO); }

bool option_goes_on(const Game *g, const Option *o) { return has_sense(g, o, SENSE_ON); }

/* ---- what stands first ---- */

bool ask_is_payment(const Run *r) {
    const Clause c = words_of(r->g)->pay_clause;
    return c && r->s->ask.clause == c;
}

CardId option_displaces(const Run *r, const Option *o) {
    const State *s = r->s;
    if (!o->card || o->a >= r->g->nzones || o->kind > 63) return NONE;
    if (!(words_of(r->g)->over >> o->kind & 1)) return NONE;
    const Player *q = &s->player[card_of(s, o->card)->holder];
    for (unsigned i = 0; i < q->count[o->a]; i++)
        if (!option_seats(o) || (card_of(s, zone_card(q, o->a, i))->seats & option_seats(o)))
            return zone_card(q, o->a, i); /* in a zone without seats: whoever is there */
    return NONE;
}

unsigned option_default(const Run *r) {
    const State *s = r->s;
    const GameWords *w = words_of(r->g);
    const bool pay = ask_is_payment(r);
    for (unsigned i = 0; i < s->ask.n; i++) {
        const Option *o = &s->option[i];
        if (pay ? o->card && !(card_of(s, o->card)->kinds & w->pay_last)
                : o->kind == s->option[0].kind && !option_displaces(r, o))
            return i;
    }
    return 0;
}
