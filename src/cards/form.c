/* Kinds of cards in the words of card files. */
#include "cards/form.h"
#include "games/host.h"
#include "text/message.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>

const CardForm *card_form(const Game *g) { return game_host(g)->form; }

const char *box_word(const Game *g) {
    const CardForm *form = card_form(g);
    return form ? form->column[COL_BOX] : NULL;
}

static unsigned kind_named(const Game *g, const char *word, size_t size) {
    for (unsigned i = 0; i < g->nkinds; i++) {
        const NameInfo *k = &g->kinds[i];
        if (k->key && strlen(k->key) == size && !strncasecmp(k->key, word, size)) return 1u << i;
        if (k->name && strlen(k->name) == size && !strncmp(k->name, word, size)) return 1u << i;
    }
    return 0;
}

unsigned kinds_named(const Game *g, const char *word) {
    const CardForm *form = card_form(g);
    unsigned kinds = 0;
    for (;;) {
        size_t size = strcspn(word, "/");
        unsigned kind = kind_named(g, word, size);
        if (!kind) return 0;
        kinds |= kind;
        if (!word[size]) break;
        word += size + 1;
    }
    for (unsigned i = 0; form && i < 4; i += 2)
        if (kinds & form->implied[i]) kinds |= form->implied[i + 1];
    return kinds;
}

const char *kinds_words(const Game *g, unsigned kinds, char *out, size_t size) {
    const CardForm *form = card_form(g);
    size_t n = 0;
    for (unsigned i = 4; form && i > 0; i -= 2)
        if (kinds & form->implied[i - 2]) kinds &= ~form->implied[i - 1];
    out[0] = 0;
    for (unsigned i = 0; i < g->nkinds && n < size; i++)
        if (kinds >> i & 1)
            n += (size_t)snprintf(out + n, size - n, "%s%s", n ? "/" : "", g->kinds[i].key);
    return out;
}

const char *kinds_all(const Game *g, char *out, size_t size) {
    size_t n = 0;
    out[0] = 0;
    for (unsigned i = 0; i < g->nkinds && n < size; i++)
        n += (size_t)snprintf(out + n, size - n, "%s%s", n ? ", " : "", g->kinds[i].key);
    return out;
}

/* Writes each `{s}` as what the last number before it demands. */
static void put_plurals(char *s) {
    bool one = false;
    char *to = s;
    for (const char *from = s; *from;) {
        if (!strncmp(from, "{s}", 3)) {
            if (!one) *to++ = 's';
            from += 3;
            continue;
        }
        if (*from >= '0' && *from <= '9') {
            const size_t n = strspn(from, "0123456789");
            one = n == 1 && *from == '1';
            memmove(to, from, n);
            to += n;
            from += n;
            continue;
        }
        *to++ = *from++;
    }
    *to = 0;
}

void deck_fault_words(const Run *r, const DeckFault *fault, char *out, size_t size) {
    card_form(r->g)->say(r, fault, out, size);
    put_plurals(out);
}

void pile_words(const Game *g, unsigned pile, unsigned n, char *out, size_t size) {
    const PileForm *p = &card_form(g)->pile[pile];
    const size_t length = strlen(p->word);
    const bool plural = length && p->word[length - 1] == 's';
    if (*either("", "ja"))
        snprintf(out, size, "%s%u枚", p->ja, n);
    else
        snprintf(out, size, "%u %.*s", n, (int)length - (n == 1 && plural), p->word);
}
