/* Options in words, and reasons: why is this asked, why is that not offered. */
#include "play/words.h"
#include "lib/lib.h"
#include <stdio.h>
#include <stdlib.h>

enum { WORDS = 640 }; /* room for an option in words */

size_t fuda_option_words(const fuda_state *s, unsigned option, char *out, size_t size) {
    char line[WORDS] = "";
    fuda_question q;
    if (fuda_asked(s, &q) && option < q.options)
        option_name(&s->run, &s->run.s->ask, &s->run.s->option[option], NULL, line, sizeof line);
    return lib_put(line, out, size);
}

int fuda_option_find(const fuda_state *s, const char *words) {
    fuda_question q;
    char line[WORDS];
    if (!words || !fuda_asked(s, &q)) return -1;
    for (unsigned i = 0; i < q.options; i++) {
        fuda_option_words(s, i, line, sizeof line);
        if (!strcmp(line, words)) return (int)i;
    }
    return -1;
}

/* ---- why ---- */

static void put_clause(unsigned number, fuda_reason *out) {
    out->clause = number;
    if (!fuda_clause_at(number, &out->rule)) out->rule = (fuda_clause){"", "", ""};
}

/* The ability that is being carried out, and its card; 0: a rule asks. */
static AbilId asking_ability(const State *s, CardId *card) {
    for (unsigned i = s->nframes; i-- > 0;) {
        const Context *x = s->frame[i].ctx ? &s->ctx[s->frame[i].ctx] : NULL;
        if (!x || !x->in_use || !x->abil) continue;
        *card = x->source.card;
        return x->abil;
    }
    return NONE;
}

static bool is_asked(const fuda_state *s, fuda_question *q, fuda_error *e) {
    if (!s) return lib_missing(e, "a state");
    return fuda_asked(s, q) || lib_fail(e, FUDA_ERROR_STATE, "nobody is asked anything");
}

/* The name of the card on which the ability is printed: it was declared, so the name is known even
 * if the card is hidden by now. A granted ability is printed on none: that of a card in sight. */
static const char *card_of_ability(const fuda_state *s, AbilId a, CardId c) {
    const Pack *k = s->pack->pack;
    for (DefId d = 1; d < k->ndef; d++)
        if ((a >= k->def[d].abil && a < k->def[d].abil + k->def[d].nabil) ||
            a == k->def[d].when_checked)
            return pack_name(k, d);
    const bool seen = card_visible(&s->run, s->run.s->ask.player, c);
    return seen ? pack_name(k, card_of(s->run.s, c)->def) : "";
}

bool fuda_why(const fuda_state *s, fuda_reason *out, fuda_error *e) {
    fuda_question q;
    CardId card = NONE;
    if (!is_asked(s, &q, e)) return false;
    if (!out) return lib_missing(e, "a reason");
    const AbilId a = asking_ability(s->run.s, &card);
    *out = (fuda_reason){.option = -1, .card = "", .ability = ""};
    put_clause(q.clause, out);
    if (a && card) {
        out->card = card_of_ability(s, a, card);
        out->ability = builder_ability_text(s->pack->builder, a);
    }
    lib_ok(e);
    return true;
}

/* ---- why not ---- */

enum { MAX_WORDS = 24 };
/* The words of a question, cut at blanks; a card's name is one word. */
typedef struct Asking {
    const fuda_state *s;
    PlayerId player;
    char *word[MAX_WORDS];
    const char *name[MAX_WORDS]; /* the card that the word may name; null: none */
    unsigned n;
    unsigned nth;   /* which of the cards with the name the first card's word means */
    int first;      /* index of that word; -1: none yet */
    FudaView *view; /* of the player */
} Asking;

static CardId card_in_view(const Asking *a, unsigned i) {
    const FudaSeen *x = &a->view->cards[i];
    return x->zone ? zone_card(&a->s->run.s->player[x->player], x->zone, x->index)
                   : card_id(x->player, x->index);
}

/* The longest name of a card in view with which the text begins; null: none. */
static const char *name_at(const Asking *a, const char *text) {
    const char *best = NULL;
    for (unsigned i = 0; i < a->view->ncards; i++) {
        if (!a->view->cards[i].def) continue;
        const char *name = pack_name(a->s->pack->pack, a->view->cards[i].def);
        const size_t n = strlen(name);
        if (strncmp(text, name, n) != 0 || (text[n] && text[n] != ' ')) continue;
        if (!best || n > strlen(best)) best = name;
    }
    return best;
}

/* Cuts the text into words. False: there are too many. */
static bool cut(Asking *a, char *text) {
    while (*(text += strspn(text, " \t"))) {
        if (a->n == MAX_WORDS) return false;
        const bool quoted = *text == '"';
        text += quoted;
        const char *name = name_at(a, text);
        size_t n = quoted ? strcspn(text, "\"") : name ? strlen(name) : strcspn(text, " \t");
        a->word[a->n] = text;
        a->name[a->n++] = name && strlen(name) == n ? name : NULL;
        text += n;
        if (*text) *text++ = 0;
    }
    return true;
}

/* FindCard: '@' and an index in the view, or a name. */
static CardId find_card(void *context, unsigned i) {
    Asking *a = context;
    const char *w = a->word[i];
    if (*w == '@') {
        char *end;
        unsigned long k = strtoul(w + 1, &end, 10);
        return end > w + 1 && !*end && k < a->view->ncards ? card_in_view(a, (unsigned)k) : NONE;
    }
    if (!a->name[i]) return NONE;
    if (a->first < 0) a->first = (int)i;
    unsigned skip = a->first == (int)i ? a->nth : 0;
    for (unsigned mine = 2; mine-- > 0;) /* the player's own cards first */
        for (unsigned k = 0; k < a->view->ncards; k++) {
            const FudaSeen *x = &a->view->cards[k];
            if (!x->def || (x->player == a->player) != mine ||
                strcmp(pack_name(a->s->pack->pack, x->def), a->name[i]) != 0)
                continue;
            if (!skip--) return card_in_view(a, k);
        }
    return NONE;
}

/* The option on offer that is this one, or the same one for an equal card; -1: none. */
static int offered(const State *s, const Option *o) {
    for (unsigned i = 0; i < s->ask.n; i++) {
        const Option *x = &s->option[i];
        if (x->kind != o->kind || x->c != o->c || x->a != o->a || x->b != o->b) continue;
        if (x->card == o->card) return (int)i;
        const Card *a = card_of(s, x->card), *b = card_of(s, o->card);
        if (x->card && o->card && a->def == b->def && a->zone == b->zone && a->holder == b->holder)
            return (int)i;
    }
    return -1;
}

/* The first clause against the option, asked on a copy. False: no memory. */
static bool refusing_clause(const fuda_state *s, const Option *o, unsigned *clause) {
    Run look = state_look(s);
    if (!look.s) return false;
    *clause = look.g->why_not ? look.g->why_not(&look, look.s->ask.player, o) : look.s->ask.clause;
    free(look.s);
    return true;
}

/* Tries the cards that the words can mean: the first of which it can be done, else the first. */
static bool judge(Asking *a, fuda_reason *out, fuda_error *e) {
    Option o, first;
    unsigned tried = 0;
    for (a->nth = 0; a->nth < FUDA_MAX_SEEN; a->nth++) {
        a->first = -1;
        if (!option_from_words(&a->s->run, (const char *const *)a->word, a->n, find_card, a, &o))
            break;
        if (!tried++) first = o;
        if ((out->option = offered(a->s->run.s, &o)) >= 0 || a->first < 0) break;
    }
    if (!tried)
        return lib_fail(e, FUDA_ERROR_INPUT,
                        "these words are no option of %s, or name no card that player %u sees",
                        a->s->pack->game->key, a->player);
    unsigned clause = CLAUSE_NONE;
    if (out->option < 0 && !refusing_clause(a->s, &first, &clause)) return lib_no_memory(e);
    put_clause(clause, out);
    lib_ok(e);
    return true;
}

bool fuda_why_not(const fuda_state *s, const char *words, fuda_reason *out, fuda_error *e) {
    fuda_question q;
    char text[WORDS];
    if (!is_asked(s, &q, e)) return false;
    if (!words || !out) return lib_missing(e, words ? "a reason" : "words");
    if (strlen(words) >= sizeof text)
        return lib_fail(e, FUDA_ERROR_INPUT, "%zu bytes of words; an option has at most %d",
                        strlen(words), WORDS - 1);
    memcpy(text, words, strlen(words) + 1);
    Asking a = {.s = s, .player = (PlayerId)q.player, .view = malloc(sizeof *a.view)};
    Run look = state_look(s);
    bool ok = (a.view && look.s) || lib_no_memory(e);
    *out = (fuda_reason){.option = fuda_option_find(s, words), .card = "", .ability = ""};
    put_clause(CLAUSE_NONE, out);
    if (ok) view_make(&look, a.player, a.view);
    free(look.s);
    if (ok && out->option < 0)
        ok = cut(&a, text) ? judge(&a, out, e)
                           : lib_fail(e, FUDA_ERROR_INPUT, "more than %d words", MAX_WORDS);
    else if (ok)
        lib_ok(e);
    free(a.view);
    return ok;
}
