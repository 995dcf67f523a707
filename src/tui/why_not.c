/* "Why not?": for a card, a place, or an action, what the rules say against it now. */
#include "tui/describe.h"
#include "games/host.h"
#include "play/words.h"
#include <strings.h>

/* ---- options and cards ----------------------------------------------------------------------- */

/* The words of an option with an ellipsis for each placeholder. */
static void put_pattern(const char *pattern, Text *out) {
    for (; *pattern; pattern++) {
        if (*pattern != '{') {
            text_add(out, "%c", *pattern);
            continue;
        }
        const char *end = strchr(pattern, '}');
        if (!end) return;
        /* what only adds to the option: what it displaces, an ability's text */
        if (pattern[1] != 'r' && pattern[1] != 'k' && pattern[1] != 'e') text_put(out, "…");
        pattern = end;
    }
}

/* First clause that forbids the option. Asked on a copy, because the predicate may derive state. */
static unsigned refusing_clause(Table *t, const Option *o) {
    Run look = t->run;
    if (!look.g->why_not) return look.s->ask.clause;
    memcpy(t->scratch, t->run.s, state_size(t->run.s));
    look.s = t->scratch;
    look.obs = NULL;
    return look.g->why_not(&look, look.s->ask.player, o);
}

/* Is the option, or the same one for an equal card, on offer? */
static bool offered(const Table *t, const Option *o) {
    const State *s = t->run.s;
    for (unsigned i = 0; i < s->ask.n; i++) {
        const Option *x = &s->option[i];
        if (x->kind != o->kind || x->c != o->c) continue;
        if (x->card == o->card || !x->card) return true;
        const Card *a = card_of(s, x->card), *b = card_of(s, o->card);
        if (x->card && a->def == b->def && a->zone == b->zone && a->holder == b->holder)
            return true;
    }
    return false;
}

/* If the option's cost exceeds what the player can pay, names both numbers. */
static void put_payment_shortfall(const Table *t, const Option *o, Text *out) {
    bool logged;
    const State *s = t->run.s;
    if (!o->card || !strstr(mat_option(t->mat, o->kind, s->ask.kind, &logged).en, "{$}")) return;
    int cost = current_cost(t, o->card), ready = 0;
    unsigned zone = 0;
    for (unsigned i = 0; i < t->mat->ncells; i++)
        if (t->mat->cells[i].form == FORM_READY) zone = t->mat->cells[i].zone;
    const Player *q = &s->player[card_of(s, o->card)->holder];
    for (unsigned i = 0; i < q->count[zone]; i++)
        ready += !(card_of(s, zone_card(q, zone, i))->flags & CARD_RESTED);
    if (zone && cost > ready)
        text_add(out,
                 say(t->lang, W("  (it costs %d, and you have %d to pay with)\n",
                                "  （コスト%dに対し、使えるのは%d枚です）\n")),
                 cost, ready);
}

/* Says whether the option is available, and if not, why. */
static void try_option(Table *t, const Option *o, Text *out) {
    describe_option(t, o, out);
    if (offered(t, o)) {
        text_put(out, say(t->lang, W("\n  can be done now: it is among the options.\n",
                                     "\n  今できます。選択肢にあります。\n")));
        return;
    }
    text_put(out, say(t->lang, W("\n  not now, because\n", "\n  今はできません。\n")));
    page_clause(t, refusing_clause(t, o), out);
    put_payment_shortfall(t, o, out);
}

/* What is asked now, in brackets. */
static void put_asked(Table *t, Text *out) {
    text_put(out, say(t->lang, W("  (now asked: ", "  （今の選択：")));
    describe_question(t, out);
    text_put(out, t->lang == LANG_JA ? "）\n" : ")\n");
}

/* The option as another question offers it. One that is only a card says too little by itself. */
static void describe_elsewhere(Table *t, const MatProbe *p, const Option *o, Text *out) {
    bool logged;
    if (strcmp(mat_option(t->mat, o->kind, p->ask, &logged).en, "{c}") != 0) {
        describe_option(t, o, out);
        return;
    }
    Text question = {0};
    put_pattern(say(t->lang, mat_ask(t->mat, t->run.g, p->ask, p->when)), &question);
    describe_card(t, o->card, t->me, out);
    text_add(out, say(t->lang, W(", where asked \"%s\"", "（「%s」と聞かれたとき）")),
             text_of(&question));
    text_release(&question);
}

/* The same for what another question would offer: first the clause that says when that is. */
static void try_elsewhere(Table *t, const MatProbe *p, const Option *o, Text *out) {
    const State *s = t->run.s;
    const PlayerId holder = card_of(s, o->card)->holder;
    describe_elsewhere(t, p, o, out);
    text_put(out, say(t->lang, W("\n  not now, because\n", "\n  今はできません。\n")));
    if (holder != s->ask.player)
        text_add(out,
                 say(t->lang, W("  it is not your card: only %s can do that.\n",
                                "  あなたのカードではありません。できるのは%sだけです。\n")),
                 player_label(t, holder, t->me));
    page_clause(t, p->when, out);
    put_asked(t, out);
}

/* Tries what the probe describes for this card; returns how many options it tried. 'now': the probe
 * is for the pending question, and the card is the asked player's. */
static unsigned probe(Table *t, const MatProbe *p, CardId c, bool now, Text *out) {
    const Card *k = card_of(t->run.s, c);
    const CardDef *d = &t->run.pack->def[k->def];
    unsigned n = 0;
    if (!(p->zones >> k->zone & 1) || (p->kinds && !(k->kinds & p->kinds))) return 0;
    if (!p->abil) {
        const Option o = {.kind = p->option, .card = c, .a = p->to};
        now ? try_option(t, &o, out) : try_elsewhere(t, p, &o, out);
        return 1;
    }
    for (AbilId a = d->abil; a < d->abil + d->nabil; a++) {
        if (t->run.pack->abil[a].kind != p->abil) continue;
        const Option o = {.kind = p->option, .card = c, .c = a};
        now ? try_option(t, &o, out) : try_elsewhere(t, p, &o, out);
        n++;
    }
    return n;
}

/* Probes of other questions, each kind of option once. */
static unsigned probe_elsewhere(Table *t, CardId c, Text *out) {
    const Mat *m = t->mat;
    unsigned n = 0;
    for (unsigned i = 0; i < m->nprobes; i++) {
        bool again = false;
        for (unsigned k = 0; k < i; k++) again |= m->probes[k].option == m->probes[i].option;
        if (!again) n += probe(t, &m->probes[i], c, false, out);
    }
    return n;
}

/* Behind the name of what no option is about: that, and the clause that asks. */
static void put_nothing(Table *t, Text *out) {
    text_put(out, say(t->lang, W(": it is not among the things that can be done now.\n",
                                 "：今の選択では使えません。\n")));
    page_clause(t, t->run.s->ask.clause, out);
    put_asked(t, out);
}

/* Uses the mat's probes for the question, then the options that concern the card, then the probes
 * of other questions: what could be done with it at another time, or by its holder. */
void page_why_not(Table *t, CardId c, Text *out) {
    const State *s = t->run.s;
    const bool own = table_same_side(t, card_of(s, c)->holder, s->ask.player);
    unsigned n = 0;
    for (unsigned i = 0; own && i < t->mat->nprobes; i++)
        if (t->mat->probes[i].ask == s->ask.kind) n += probe(t, &t->mat->probes[i], c, true, out);
    for (unsigned i = 0; !n && i < s->ask.n; i++) {
        if (s->option[i].card != c) continue;
        try_option(t, &s->option[i], out);
        n++;
    }
    if (!n) n = probe_elsewhere(t, c, out);
    if (n) return;
    describe_card(t, c, t->me, out);
    put_nothing(t, out);
}

void page_why_not_unseen(Table *t, DefId def, Text *out) {
    text_put(out, pack_name(t->run.pack, def));
    text_put(out,
             say(t->lang, W(": you cannot see it now; it is in your deck, or lies face down.\n",
                            "：今は見えません。デッキの中か、裏向きになっています。\n")));
    page_clause(t, t->run.s->ask.clause, out);
    put_asked(t, out);
}

/* ---- places ---------------------------------------------------------------------------------- */

/* Every different card of the place that the viewer sees; what is there, if there is none. */
void page_why_not_zone(Table *t, PlayerId p, unsigned zone, Text *out) {
    enum { MOST = 6 };
    DefId told[MOST];
    unsigned n = 0;
    for (unsigned i = 0; i < t->view.ncards && n < MOST; i++) {
        const FudaSeen *x = &t->view.cards[i];
        unsigned k = 0;
        if (x->player != p || x->zone != zone || !x->def) continue;
        while (k < n && told[k] != x->def) k++;
        if (k < n) continue;
        told[n++] = x->def;
        page_why_not(t, table_card_id(t, x), out);
    }
    if (n) return;
    page_zone(t, p, zone, out);
    page_clause(t, t->run.s->ask.clause, out);
    put_asked(t, out);
}

/* ---- actions --------------------------------------------------------------------------------- */

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* Does a word in the literal parts of a pattern, whose placeholders stand in braces, begin so? One
 * or two letters say too little. */
static bool says(const char *pattern, const char *word) {
    char plain[160];
    size_t n = 0;
    unsigned depth = 0;
    for (; pattern && *pattern && n + 1 < sizeof plain; pattern++) {
        if (*pattern == '{') depth++;
        if (!depth) plain[n++] = *pattern;
        if (*pattern == '}') depth--;
    }
    plain[n] = 0;
    if (strlen(word) < 3) return false;
    for (const char *s = plain; *s; s++) {
        const bool inside = s > plain && is_letter(s[-1]) && is_letter(*s);
        if (!inside && !strncasecmp(s, word, strlen(word))) return true;
    }
    return false;
}

/* Does the game's option of this kind go by the word: in a scenario, or at the table? */
static bool kind_says(const Table *t, const MatOption *o, const char *word) {
    const GameWords *words = game_host(t->run.g)->words;
    if (says(o->words.en, word) || says(o->words.ja, word)) return true;
    for (const Pattern *p = words ? words->patterns : NULL; p && p->text; p++) {
        char text[80];
        size_t n = 0;
        if (p->kind != o->kind) continue;
        for (const char *s = p->text; *s && n + 1 < sizeof text; s++)
            if (!(*s >= 'A' && *s <= 'Z')) text[n++] = *s;
        text[n] = 0;
        if (says(text, word)) return true;
    }
    return false;
}

static bool has_probe(const Table *t, unsigned kind) {
    for (unsigned i = 0; i < t->mat->nprobes; i++)
        if (t->mat->probes[i].option == kind) return true;
    return false;
}

/* An action for which no option is on offer: what stands against it with each card, or else when it
 * is asked for. */
static void try_kind(Table *t, const MatOption *o, Text *out) {
    const State *s = t->run.s;
    const MatProbe *probe_of = NULL;
    unsigned n = 0;
    for (unsigned i = 0; i < t->mat->nprobes; i++) {
        const MatProbe *p = &t->mat->probes[i];
        if (p->option != o->kind) continue;
        if (!probe_of) probe_of = p;
        for (unsigned k = 0; p->ask == s->ask.kind && k < t->view.ncards && n < 4; k++) {
            const FudaSeen *x = &t->view.cards[k];
            if (x->def && x->player == s->ask.player)
                n += probe(t, p, table_card_id(t, x), true, out);
        }
    }
    if (n) return;
    put_pattern(say(t->lang, o->words), out);
    text_put(out, say(t->lang, W("\n  not now, because\n", "\n  今はできません。\n")));
    if (probe_of)
        page_clause(t, probe_of->when, out);
    else
        page_clause(t, s->ask.clause, out);
    put_asked(t, out);
}

bool page_why_not_action(Table *t, const char *words, Text *out) {
    enum { MOST = 5 };
    bool fits[MAX_OPTIONS];
    const State *s = t->run.s;
    uint64_t told = 0;
    unsigned n = 0;
    if (strlen(words) > 2 && find_options(t, words, fits))
        for (unsigned i = 0; i < s->ask.n && n < MOST; i++) {
            if (!fits[i]) continue;
            try_option(t, &s->option[i], out);
            told |= (uint64_t)1 << s->option[i].kind;
            n++;
        }
    /* first those that say when they can be done */
    for (bool probed = true; probed || !n; probed = false) {
        for (unsigned i = 0; i < t->mat->noptions && n < MOST; i++) {
            const MatOption *o = &t->mat->options[i];
            if (told >> o->kind & 1 || has_probe(t, o->kind) != probed || !kind_says(t, o, words))
                continue;
            told |= (uint64_t)1 << o->kind;
            try_kind(t, o, out);
            n++;
        }
        if (!probed) break;
    }
    for (PlayerId p = 0; !n && p < s->nplayers; p++) {
        if (strcasecmp(player_label(t, p, t->me), words) != 0) continue;
        text_put(out, player_label(t, p, t->me));
        put_nothing(t, out);
        n++;
    }
    return n > 0;
}
