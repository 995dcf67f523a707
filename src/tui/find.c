/* Resolves typed words to cards and options. */
#include "tui/describe.h"
#include <stdlib.h>
#include <string.h>

/* A tag: [player number] zone letter [card number]. A capital letter means another player's zone.
 */
typedef struct Tag {
    bool mine;
    unsigned player; /* from 1; 0: not given */
    uint8_t zone;
    unsigned number; /* from 1; 0: not given */
} Tag;

/* Parses the n bytes at 'word'. Returns false if they are not a tag. */
static bool read_tag(const Table *t, const char *word, size_t n, Tag *out) {
    unsigned player = 0;
    if (*word >= '1' && *word <= (char)('0' + t->run.s->nplayers) && n > 1) {
        player = (unsigned)(*word++ - '0');
        n--;
    }
    char c = *word;
    bool capital = c >= 'A' && c <= 'Z';
    if (capital) c = (char)(c - 'A' + 'a');
    if (n > 3) return false;
    *out = (Tag){.mine = player ? player - 1 == t->me : !capital, .player = player};
    for (size_t i = 1; i < n; i++) {
        if (word[i] < '0' || word[i] > '9') return false;
        out->number = out->number * 10 + (unsigned)(word[i] - '0');
    }
    for (unsigned i = 0; i < t->mat->nzones; i++)
        if (t->mat->zones[i].letter == c) out->zone = t->mat->zones[i].zone;
    return out->zone != 0 && (n == 1 || out->number);
}

bool find_is_tag(const Table *t, const char *line) {
    Tag tag;
    return read_tag(t, line, strcspn(line, " "), &tag);
}

/* The other player in a game of two; with several, a capital alone says too little. */
static PlayerId whose(const Table *t, const Tag *tag) {
    if (tag->player) return (PlayerId)(tag->player - 1);
    return tag->mine ? t->me : table_other_player(t, 1);
}

bool find_zone(const Table *t, const char *words, PlayerId *p, unsigned *zone) {
    Tag tag;
    const Game *g = t->run.g;
    if (read_tag(t, words, strlen(words), &tag) && !tag.number) {
        *p = whose(t, &tag);
        *zone = tag.zone;
        return true;
    }
    *p = t->me;
    for (unsigned z = 1; *words && z < g->nzones; z++) {
        const MatZone *m = mat_zone(t->mat, z);
        if (strcmp(words, g->zones[z].name) && strcmp(words, g->zones[z].key) &&
            (!m || strcmp(words, m->en)))
            continue;
        *zone = z;
        return true;
    }
    return false;
}

/* Does the tag refer to this card? */
static bool tag_matches(const Table *t, const Tag *tag, const FudaSeen *x) {
    if ((x->player == t->me) != tag->mine || x->zone != tag->zone) return false;
    if (tag->player && x->player + 1u != tag->player) return false;
    if (!tag->number) return true;
    return x->slot ? x->slot == tag->number : x->index + 1u == tag->number;
}

/* ---- cards ----------------------------------------------------------------------------------- */

/* Only cards whose face the viewer sees. */
static bool find_by_tag(const Table *t, const char *word, CardId *c, DefId *def) {
    Tag tag;
    if (!read_tag(t, word, strlen(word), &tag)) return false;
    for (unsigned i = t->view.ncards; i-- > 0;) { /* topmost card first */
        const FudaSeen *x = &t->view.cards[i];
        if (!tag_matches(t, &tag, x) || !x->def) continue;
        *c = table_card_id(t, x);
        *def = x->def;
        return true;
    }
    return false;
}

/* Searches visible cards, the viewer's own first, then the viewer's deck list. 'whole' requires the
 * full name. */
static bool find_by_name(const Table *t, const char *word, bool whole, CardId *c, DefId *def) {
    const Pack *pack = t->run.pack;
    const State *s = t->run.s;
    for (unsigned pass = 0; pass < 2; pass++) /* own cards first */
        for (unsigned i = 0; i < t->view.ncards; i++) {
            const FudaSeen *x = &t->view.cards[i];
            if (!x->def || (x->player == t->me) != !pass) continue;
            const char *name = pack_name(pack, x->def);
            if (whole ? strcmp(name, word) != 0 : !strstr(name, word)) continue;
            *c = table_card_id(t, x);
            *def = x->def;
            return true;
        }
    for (unsigned i = 1; i <= s->player[t->me].ncards; i++) {
        const Card *k = &s->player[t->me].card[i];
        const char *name = pack_name(pack, k->def);
        if (whole ? strcmp(name, word) != 0 : !strstr(name, word)) continue;
        *c = NONE;
        *def = k->def;
        return true;
    }
    return false;
}

/* A full name wins over a part of one, a tag over both. */
bool find_card(const Table *t, const char *word, CardId *c, DefId *def) {
    *c = NONE;
    *def = NONE;
    if (!*word) return false;
    return find_by_tag(t, word, c, def) || find_by_name(t, word, true, c, def) ||
           find_by_name(t, word, false, c, def);
}

/* ---- options --------------------------------------------------------------------------------- */

/* Does the option move its card to the place the tag names? */
static bool is_destination(const Table *t, const Option *o, const Tag *tag) {
    bool logged;
    const char *pattern = mat_option(t->mat, o->kind, t->run.s->ask.kind, &logged).en;
    bool zone = strstr(pattern, "{z}") != NULL, seat = strstr(pattern, "{s}") != NULL;
    PlayerId whose = o->card ? card_of(t->run.s, o->card)->holder : t->me;
    if (tag->player ? whose + 1u != tag->player : !tag->mine) return false;
    if (!zone && !seat) return false;
    if ((seat ? t->run.g->seat_zone : o->a) != tag->zone) return false;
    return !tag->number || o->b == tag->number;
}

/* Does the tag name the option's card, or an equal copy in hand? */
static bool concerns_tag(const Table *t, const Option *o, const Tag *tag) {
    for (unsigned i = 0; o->card && i < t->view.ncards; i++) {
        const FudaSeen *x = &t->view.cards[i];
        if (!tag_matches(t, tag, x)) continue;
        CardId c = table_card_id(t, x);
        if (c == o->card) return true;
        /* equal copies in hand are offered once */
        const Card *a = card_of(t->run.s, c), *b = card_of(t->run.s, o->card);
        if (x->zone == t->mat->hand && x->def && a->def == b->def && a->zone == b->zone &&
            a->holder == b->holder)
            return true;
    }
    return false;
}

/* Matches a tag, or any part of the option's text. */
static bool fits_word(Table *t, const Option *o, const char *word, size_t n) {
    Tag tag;
    Text text = {0};
    char part[256];
    if (read_tag(t, word, n, &tag)) return concerns_tag(t, o, &tag) || is_destination(t, o, &tag);
    if (n >= sizeof part) return false;
    memcpy(part, word, n);
    part[n] = '\0';
    describe_option(t, o, &text);
    bool in = strstr(text_of(&text), part) != NULL;
    text_release(&text);
    return in;
}

unsigned find_options(Table *t, const char *words, bool *keep) {
    const State *s = t->run.s;
    unsigned count = 0;
    for (unsigned i = 0; i < s->ask.n; i++) {
        keep[i] = true;
        for (const char *w = words; keep[i] && *(w += strspn(w, " "));) {
            size_t n = strcspn(w, " ");
            keep[i] = fits_word(t, &s->option[i], w, n);
            w += n;
        }
        count += keep[i];
    }
    return count;
}
