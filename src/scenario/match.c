/* Resolves the words of a scenario: which card is meant, and which option. */
#include "scenario/judge.h"
#include "text/message.h"
#include <stdarg.h>
#include <stdlib.h>

/* ---- cards ---- */

typedef struct JudgeNames {
    Names names;
    const Judge *j;
} JudgeNames;

/* The card's label, null if it has none. */
static const char *label_of(const Judge *j, CardId c) {
    for (unsigned i = 0; i < j->nlabels; i++)
        if (j->labels[i].card == c) return j->labels[i].text;
    return 0;
}

const char *judge_card_name(const Names *n, const Run *r, CardId c) {
    (void)r;
    return label_of(((const JudgeNames *)(const void *)n)->j, c);
}

/* Is the card at that place? Ordered zones are counted from the top. */
static bool at_place(const Run *r, const CardWord *w, CardId c) {
    const Card *k = card_of(r->s, c);
    if (k->holder != w->player || k->zone != w->zone) return false;
    const Player *q = &r->s->player[w->player];
    unsigned n = q->count[w->zone];
    if (!w->number) return n == 1;
    if (r->g->zones[w->zone].flags & ZONE_SEATED)
        return w->number >= 1 && w->number <= MAX_SEATS && (k->seats & seat_bit(w->number));
    if (w->number > n) return false;
    bool from_top = r->g->zones[w->zone].flags & ZONE_ORDERED;
    return zone_card(q, w->zone, from_top ? n - w->number : w->number - 1) == c;
}

/* A label means its own card only, even if other cards have that name. */
bool card_is(const Judge *j, const Run *r, const CardWord *w, CardId c) {
    if (!c || !card_of(r->s, c)->def) return false;
    if (!w->text) return at_place(r, w, c);
    const char *label = label_of(j, c);
    if (label && !strcmp(label, w->text)) return true;
    for (unsigned i = 0; i < j->nlabels; i++)
        if (!strcmp(j->labels[i].text, w->text))
            return false; /* a label never means another card */
    return !strcmp(pack_name(r->pack, card_of(r->s, c)->def), w->text);
}

/* Precedence among cards of one name: in play, in open zones, visible to their holder, others. */
static unsigned rank(const Run *r, CardId c) {
    const Card *k = card_of(r->s, c);
    unsigned flags = k->zone ? r->g->zones[k->zone].flags : 0;
    return flags & ZONE_FIELD ? 3 : flags & ZONE_PUBLIC ? 2 : flags & ZONE_HOLDER_SEES ? 1 : 0;
}

/* Fails if several cards of the highest precedence match. */
CardId card_resolve(Judge *j, const Run *r, const CardWord *w) {
    CardId found = 0;
    unsigned best = 0, same = 0;
    for (PlayerId p = 0; p < r->s->nplayers; p++)
        for (unsigned i = 1; i <= r->s->player[p].ncards; i++) {
            CardId c = card_id(p, i);
            if (!card_is(j, r, w, c)) continue;
            unsigned k = rank(r, c) + 1;
            if (k < best) continue;
            same = k > best ? 1 : same + 1;
            best = k;
            found = c;
        }
    char place[64], other[64];
    if (!found && !w->text)
        judge_fail(j, w->pos, "there is no card at this place");
    else if (!found)
        judge_fail(j, w->pos, "no card named `%s` is in the game", w->text);
    else if (same > 1) {
        judge_fail(j, w->pos,
                   "%u cards are called `%s`, one of them at %s; name the place or give each a "
                   "label with `as`%s",
                   same, w->text, place_name(r, found, place, sizeof place), (other[0] = 0, other));
        return 0;
    }
    return found;
}

/* ---- options ---- */

/* Does a word of the answer match a word of the option? Cards are compared by identity, other words
 * by text or synonym. */
static bool word_is(const Judge *j, const Run *r, const AnswerWord *w, const OptionWord *o) {
    if (o->card) {
        CardWord card = w->text ? (CardWord){.text = w->text} : w->place;
        return card_is(j, r, &card, o->card);
    }
    return w->text && (!strcmp(w->text, o->text) || (o->also && !strcmp(w->text, o->also)));
}

/* The words of the answer must occur in the option in that order, possibly with others between
 * them. Words that are normally not written count only if the answer has all of them. */
bool answer_matches(const Judge *j, const Run *r, const Answer *a, const Option *o, bool *exact) {
    OptionWord w[OPTION_WORDS];
    unsigned n = option_words(r, o, w), i = 0, shown = 0;
    for (unsigned k = 0; k < n; k++) shown += !w[k].unsaid;
    for (unsigned k = 0; k < n && i < a->nwords; k++)
        if (!w[k].unsaid || a->nwords == n) i += word_is(j, r, &a->words[i], &w[k]);
    *exact = a->nwords == shown || a->nwords == n;
    return i == a->nwords;
}

const char *option_text(const Judge *j, const Run *r, const Option *o, char *out, size_t size) {
    JudgeNames names = {{judge_card_name, true}, j};
    return option_name(r, &r->s->ask, o, &names.names, out, size);
}

/* Does the answer name a labelled card of the option by its name? A card without a label is
 * preferred then. */
static bool label_omitted(const Judge *j, const Run *r, const Answer *a, const Option *o) {
    OptionWord w[OPTION_WORDS];
    for (unsigned k = 0, n = option_words(r, o, w); k < n; k++) {
        const char *label = w[k].card ? label_of(j, w[k].card) : 0;
        bool named = !label;
        for (unsigned i = 0; i < a->nwords && !named; i++)
            named = !a->words[i].text || !strcmp(a->words[i].text, label);
        if (!named) return true;
    }
    return false;
}

bool asks_for(const Run *r, const char *question) {
    return !question || !strcmp(question, ask_name(r->g, r->s->ask.kind));
}

/* Prefers exact matches, then options without labelled cards. Equal options may be chosen freely if
 * they read the same. */
int answer_match(const Judge *j, const Run *r, const Answer *a, bool *whole) {
    const State *s = r->s;
    int found = MATCH_NONE;
    unsigned best = 0;
    bool many = false;
    char first[256], other[256];
    if (!asks_for(r, a->question)) return MATCH_NONE;
    for (unsigned i = 0; i < s->ask.n; i++) {
        bool exact;
        if (!answer_matches(j, r, a, &s->option[i], &exact)) continue;
        unsigned close = 1u + 2u * exact + !label_omitted(j, r, a, &s->option[i]);
        if (close > best) {
            found = (int)i;
            best = close;
            many = false;
        } else if (close == best) {
            option_text(j, r, &s->option[found], first, sizeof first);
            many |= strcmp(first, option_text(j, r, &s->option[i], other, sizeof other)) != 0;
        }
    }
    if (whole) *whole = best > 2 && !many;
    return many ? MATCH_MANY : found;
}

typedef struct WordCards {
    const Judge *j;
    const Run *r;
    const Answer *a;
} WordCards;

/* Callback of option_from_words: the card that a word of the answer means. */
static CardId find_card(void *ctx, unsigned word) {
    const WordCards *w = ctx;
    const AnswerWord *x = &w->a->words[word];
    const State *s = w->r->s;
    CardWord card = x->text ? (CardWord){.text = x->text, .pos = w->a->pos} : x->place;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++)
            if (card_is(w->j, w->r, &card, card_id(p, i))) return card_id(p, i);
    return 0;
}

bool answer_option(const Judge *j, const Run *r, const Answer *a, Option *out) {
    const char *words[OPTION_WORDS];
    WordCards w = {j, r, a};
    for (unsigned i = 0; i < a->nwords; i++) words[i] = a->words[i].text ? a->words[i].text : "";
    return option_from_words(r, words, a->nwords, find_card, &w, out);
}

/* An answer that leaves out words of the option, and by itself is another option, may have been
 * meant for another question. */
static void warn_short(Judge *j, const Run *r, const Answer *a, const Option *o) {
    const char *question = ask_name(r->g, r->s->ask.kind);
    Option other;
    bool exact;
    char answer[160], taken[256];
    answer_matches(j, r, a, o, &exact);
    if (exact || !answer_option(j, r, a, &other) || other.kind == o->kind) return;
    format_answer(a, answer, sizeof answer);
    judge_warn(j, a->pos,
               "`%s` is taken as `%s` (question %s), but as written it is another option, which is "
               "not offered; write all words, or `%s: %s`",
               answer, option_text(j, r, o, taken, sizeof taken), question, question, answer);
}

/* A card, a number or `yes` fits many questions, and may have been meant for one of another kind
 * that was declined. */
static void warn_late(Judge *j, const Run *r, const Answer *a, const Option *o,
                      const char *declined) {
    const char *question = ask_name(r->g, r->s->ask.kind);
    char answer[160];
    if (o->kind >= OPT_GAME || !strcmp(question, declined)) return;
    format_answer(a, answer, sizeof answer);
    judge_warn(j, a->pos,
               "`%s` answers the question %s after P%u has declined %s; write `%s: %s` if that is "
               "meant",
               answer, question, a->player + 1u, declined, question, answer);
}

void answer_warn(Judge *j, const Run *r, const Answer *a, unsigned option, const char *declined) {
    if (a->question) return;
    warn_short(j, r, a, &r->s->option[option]);
    if (declined) warn_late(j, r, a, &r->s->option[option], declined);
}

/* ---- messages ---- */

typedef struct Out {
    char *text;
    size_t size, at;
} Out;

/* Appends to the message; silently truncates. */
static void out(Out *o, const char *format, ...) {
    va_list args;
    if (o->at >= o->size) return;
    va_start(args, format);
    int n = vsnprintf(o->text + o->at, o->size - o->at, format, args);
    va_end(args);
    if (n > 0) o->at += (size_t)n;
}

/* Options that read the same are written once. */
void format_question(const Judge *j, const Run *r, char *text, size_t size) {
    const State *s = r->s;
    Out o = {text, size, 0};
    if (s->result) {
        out(&o, "%s", message("the game is over"));
        return;
    }
    if (!s->ask.pending) {
        out(&o, "%s", message("nobody is asked"));
        return;
    }
    out(&o, message("P%u is asked %s: "), s->ask.player + 1u, ask_name(r->g, s->ask.kind));
    char last[256] = "";
    for (unsigned i = 0; i < s->ask.n; i++) {
        char name[256];
        option_text(j, r, &s->option[i], name, sizeof name);
        if (!strcmp(last, name)) continue;
        out(&o, "%s%s", i ? "; " : "", name);
        memcpy(last, name, sizeof last);
    }
}

void format_answer(const Answer *a, char *text, size_t size) {
    Out o = {text, size, 0};
    if (a->question) out(&o, "%s: ", a->question);
    for (unsigned i = 0; i < a->nwords; i++) {
        const AnswerWord *w = &a->words[i];
        if (w->text)
            out(&o, "%s%s", i ? " " : "", w->text);
        else
            out(&o, "%s%s", i ? " " : "", message("the card at that place"));
    }
}
