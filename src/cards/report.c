/* Collects what is not understood. */
#include "cards/report.h"
#include "text/message.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- grouping -------------------------------------------------------------------------------- */

/* Punctuation, brackets and blanks, which end a phrase. */
static bool is_mark(uint32_t c) {
    static const char marks[] = "、。，．,.：:；;【】〔〕〈〉《》「」『』（）()［］[]/／\n　 ";
    const char *s = marks;
    for (uint32_t m; (m = utf8_next(&s));)
        if (m == c) return true;
    return false;
}

/* What runs of characters make a word: katakana, kanji, letters. Hiragana has no visible words. */
static unsigned script(uint32_t c) {
    if ((c >= 0x30A1 && c <= 0x30FA) || c == 0x30FC) return 1;
    if ((c >= 0x4E00 && c <= 0x9FFF) || c == 0x3005) return 2;
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ? 3 : 0;
}

/* Where the word begins that character 'at' is part of. */
static const char *word_start(const char *text, unsigned at) {
    const char *start = text, *p = text;
    unsigned before = 0;
    for (unsigned i = 0; i <= at && *p; i++) {
        const char *here = p;
        uint32_t c = utf8_next(&p);
        if (!script(c) || script(c) != before) start = here;
        before = script(c);
        if (i == at) return start;
    }
    return p;
}

static bool is_hiragana(uint32_t c) { return c >= 0x3041 && c <= 0x3096; }

unsigned report_heading_at(const char *text, unsigned at) {
    unsigned start = at, i = 0, word = 0;
    uint32_t before = 0;
    for (const char *p = text; *p && i <= at; i++) { /* word: where the last phrase began */
        uint32_t c = utf8_next(&p);
        bool goes_on = script(c) ? script(c) == script(before) : is_hiragana(c) && !is_mark(before);
        if (!goes_on || !i) word = i;
        before = c;
        if (i == at && (script(c) || is_hiragana(c))) start = word;
    }
    return at - start > 12 ? at : start;
}

void report_phrase(const char *text, unsigned at, const char **from, const char **to) {
    bool words = false;
    *from = *to = word_start(text, at);
    for (const char *next = *to; **to; *to = next) {
        uint32_t c = utf8_next(&next);
        if (is_mark(c) && words) break;
        words = words || !is_mark(c);
    }
}

/* About LONGEST characters, including punctuation before the phrase, but no part of a word. */
void report_words(const char *text, unsigned at, char *out, size_t size) {
    enum { LONGEST = 10, MOST = 24 };
    size_t n = 0;
    unsigned taken = 0, before = 0;
    bool words = false, number = false;
    out[0] = 0;
    text = word_start(text, at);
    for (const char *from = text; taken < MOST; from = text) {
        uint32_t c = utf8_next(&text);
        if (!c || (is_mark(c) && words)) break;
        if (taken >= LONGEST && (!script(c) || script(c) != before)) break;
        before = script(c);
        bool digit = (c >= '0' && c <= '9') || (c >= 0xFF10 && c <= 0xFF19);
        words = words || !is_mark(c);
        if (digit && number) continue;
        number = digit;
        size_t bytes = digit ? 1 : (size_t)(text - from);
        if (n + bytes >= size) break;
        memcpy(out + n, digit ? "N" : from, bytes);
        out[n += bytes] = 0;
        taken++;
    }
    for (char *s = out; *s; s++)
        if (*s == '\n') *s = ' ';
    if (!*out) snprintf(out, size, "(end)");
}

/* Why the text does not compile, in Japanese; the base keeps the English message. The kind of card
 * hardly matters; where it does, the English message must do. */
static char *in_japanese(Report *r, const char *text, unsigned at, const char *message) {
    Compiled made;
    bool before = message_japanese(true);
    compile_text(r->game, 0, text, &made);
    char *words = arena_string(&r->arena, made.ok || made.at != at ? message : made.message);
    compiled_free(&made);
    message_japanese(before);
    return words;
}

/* RefusedVisit for texts that do not compile. */
static void add_refused(void *context, const char *text, unsigned at, const char *message,
                        unsigned uses, const char *card) {
    Report *r = context;
    char words[100];
    r->refused = array_grow(r->refused, r->n, sizeof *r->refused);
    if (*text)
        report_words(text, at, words, sizeof words);
    else
        snprintf(words, sizeof words, "(no text)");
    r->refused[r->n++] = (Refused){arena_string(&r->arena, text),
                                   arena_string(&r->arena, message),
                                   in_japanese(r, text, at, message),
                                   arena_string(&r->arena, card),
                                   arena_string(&r->arena, words),
                                   at,
                                   uses};
}

/* RefusedVisit for texts with a warning. */
static void add_warned(void *context, const char *text, unsigned at, const char *message,
                       unsigned uses, const char *card) {
    Report *r = context;
    (void)at;
    r->warned = array_grow(r->warned, r->nwarned, sizeof *r->warned);
    r->warned[r->nwarned++] = (Refused){.text = arena_string(&r->arena, text),
                                        .message = arena_string(&r->arena, message),
                                        .message_ja = arena_string(&r->arena, message),
                                        .card = arena_string(&r->arena, card),
                                        .uses = uses};
}

/* qsort order: by phrase, then by frequency. */
static int by_words(const void *a, const void *b) {
    const Refused *x = a, *y = b;
    int d = strcmp(x->words, y->words);
    if (!d) d = (x->uses < y->uses) - (x->uses > y->uses);
    return d ? d : strcmp(x->text, y->text);
}

static int by_uses(const void *a, const void *b) {
    const ReportGroup *x = a, *y = b;
    if (x->uses != y->uses) return x->uses < y->uses ? 1 : -1;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* Sorts by phrase, groups equal phrases, and sorts the groups by frequency. */
static void make_groups(Report *r) {
    if (r->n) qsort(r->refused, r->n, sizeof *r->refused, by_words);
    for (unsigned i = 0; i < r->n; i++) {
        if (!i || strcmp(r->refused[i - 1].words, r->refused[i].words) != 0) {
            r->group = array_grow(r->group, r->ngroups, sizeof *r->group);
            r->group[r->ngroups++] = (ReportGroup){i, 0, 0};
        }
        r->group[r->ngroups - 1].n++;
        r->group[r->ngroups - 1].uses += r->refused[i].uses;
    }
    if (r->ngroups) qsort(r->group, r->ngroups, sizeof *r->group, by_uses);
}

/* ---- sets and decks -------------------------------------------------------------------------- */

static void add_set(void *context, const SetTotals *t) {
    Report *r = context;
    r->set = array_grow(r->set, r->nsets, sizeof *r->set);
    r->set[r->nsets++] = (ReportPart){.name = arena_string(&r->arena, t->set),
                                      .cards = t->cards,
                                      .playable = t->playable,
                                      .texts = t->texts,
                                      .understood = t->understood};
}

ReportPart *report_add_deck(Report *r, const char *name) {
    r->deck = array_grow(r->deck, r->ndecks, sizeof *r->deck);
    ReportPart *d = &r->deck[r->ndecks++];
    *d = (ReportPart){.name = arena_string(&r->arena, name)};
    return d;
}

void report_add_card(Report *r, ReportPart *part, ReportCard card) {
    part->card = array_grow(part->card, part->n, sizeof *part->card);
    part->card[part->n++] =
        (ReportCard){arena_string(&r->arena, card.serial), arena_string(&r->arena, card.name),
                     arena_string(&r->arena, card.en), arena_string(&r->arena, card.ja)};
}

/* Sets come in the same order as their totals. */
static void add_refusal(void *context, const CardRefusal *x) {
    Report *r = context;
    char en[560], ja[560];
    unsigned i = 0;
    while (i < r->nsets && strcmp(r->set[i].name, x->set) != 0) i++;
    if (i == r->nsets) return;
    if (!x->text) {
        bool before = message_japanese(true);
        snprintf(en, sizeof en, "%s", x->message);
        snprintf(ja, sizeof ja, "%s", message(x->message));
        message_japanese(before);
    } else if (!*x->text) {
        snprintf(en, sizeof en, "its Japanese text is missing");
        snprintf(ja, sizeof ja, "日本語のテキストがありません");
    } else {
        const char *message_ja = in_japanese(r, x->text, x->at, x->message);
        snprintf(en, sizeof en, "character %u: %s", x->at + 1, x->message);
        snprintf(ja, sizeof ja, "%u文字目：%s", x->at + 1, message_ja);
    }
    report_add_card(r, &r->set[i], (ReportCard){x->serial, x->name, en, ja});
}

bool report_collect(Report *r, Base *b, const Game *g, FileError *e) {
    *r = (Report){.game = g};
    if (!base_refresh(b, g, e) || !base_totals(b, g, &r->totals.base, e) ||
        !base_each_set(b, g, add_set, r, e) || !base_each_refusal(b, g, add_refusal, r, e) ||
        !base_each_refused(b, g, add_refused, r, e) || !base_each_warned(b, g, add_warned, r, e))
        return false;
    make_groups(r);
    r->totals.groups = r->ngroups;
    r->totals.warned = r->nwarned;
    return true;
}

void report_free(Report *r) {
    for (unsigned i = 0; i < r->nsets; i++) free(r->set[i].card);
    for (unsigned i = 0; i < r->ndecks; i++) free(r->deck[i].card);
    free(r->set);
    free(r->deck);
    free(r->refused);
    free(r->group);
    free(r->warned);
    arena_free(&r->arena);
    *r = (Report){0};
}

bool report_html(Base *b, const Game *g, const char *path, ReportTotals *out, FileError *e) {
    Report r;
    bool ok = report_collect(&r, b, g, e) && report_write(&r, path, false, e);
    *out = r.totals;
    report_free(&r);
    return ok;
}
