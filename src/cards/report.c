#include "cards/report.h"
#include "cards/store.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A text of the base with its problem; strings live in the report's arena. */
typedef struct Refused {
    char *text, *message, *card, *words;
    unsigned at, uses;
} Refused;

/* Texts that fail at the same phrase. */
typedef struct Group {
    unsigned first, n, uses; /* range of Report.refused, sorted by words */
} Group;

typedef struct Report {
    Arena arena;
    Refused *refused;
    unsigned n;
    Group *group;
    unsigned ngroups;
    Refused *warned; /* compile, but a reminder text contradicts them */
    unsigned nwarned;
} Report;

/* ---- grouping -------------------------------------------------------------------------------- */

/* Punctuation, brackets and blanks, which end a phrase. */
static bool is_mark(uint32_t c) {
    static const char marks[] = "、。，．,.：:；;【】〔〕〈〉《》「」『』（）()［］[]/／\n　 ";
    const char *s = marks;
    for (uint32_t m; (m = utf8_next(&s));)
        if (m == c) return true;
    return false;
}

/* At most LONGEST characters, including punctuation before the phrase. */
void report_words(const char *text, unsigned at, char *out, size_t size) {
    enum { LONGEST = 10 };
    size_t n = 0;
    unsigned taken = 0;
    bool words = false, number = false;
    out[0] = 0;
    while (at && utf8_next(&text)) at--;
    for (const char *from = text; taken < LONGEST; from = text) {
        uint32_t c = utf8_next(&text);
        if (!c || (is_mark(c) && words)) break;
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
    const Group *x = a, *y = b;
    if (x->uses != y->uses) return x->uses < y->uses ? 1 : -1;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* Sorts by phrase, groups equal phrases, and sorts the groups by frequency. */
static void make_groups(Report *r) {
    if (r->n) qsort(r->refused, r->n, sizeof *r->refused, by_words);
    for (unsigned i = 0; i < r->n; i++) {
        if (!i || strcmp(r->refused[i - 1].words, r->refused[i].words) != 0) {
            r->group = array_grow(r->group, r->ngroups, sizeof *r->group);
            r->group[r->ngroups++] = (Group){i, 0, 0};
        }
        r->group[r->ngroups - 1].n++;
        r->group[r->ngroups - 1].uses += r->refused[i].uses;
    }
    if (r->ngroups) qsort(r->group, r->ngroups, sizeof *r->group, by_uses);
}

/* ---- the page -------------------------------------------------------------------------------- */

/* The page is self-contained: no external style sheets or scripts. */
static const char head[] =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>Fuda: what is not understood</title>\n<style>\n"
    ":root{color-scheme:light dark;--line:#8884;--mark:#c22}\n"
    "body{font:16px/1.6 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}\n"
    "h1{font-size:1.5rem}.sum{font-size:1.1rem}\n"
    "details{border-top:1px solid var(--line);padding:.4rem 0}\n"
    "summary{cursor:pointer;display:grid;grid-template-columns:4.5rem 5.5rem 1fr;gap:1rem}\n"
    "summary b{text-align:right;font-variant-numeric:tabular-nums}\n"
    "summary span{color:GrayText}\n"
    "li{margin:.6rem 0}.text{white-space:pre-wrap}\n"
    ".text u{color:var(--mark);text-decoration:underline wavy;text-underline-offset:.25em}\n"
    "small{color:GrayText;display:block}\n"
    "</style></head><body>\n";

/* Writes n bytes with HTML special characters escaped. */
static void escape(FILE *out, const char *s, size_t size) {
    for (size_t i = 0; i < size; i++) switch (s[i]) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        case '"': fputs("&quot;", out); break;
        default: putc(s[i], out);
        }
}

static void escape_string(FILE *out, const char *s) { escape(out, s, strlen(s)); }

/* The text with the phrase where parsing stopped underlined. */
static void print_text(FILE *out, const Refused *r) {
    const char *from = r->text;
    for (unsigned i = 0; i < r->at && utf8_next(&from);) i++;
    const char *to = from;
    bool words = false;
    for (const char *next = to; *to; to = next) {
        uint32_t c = utf8_next(&next);
        if (is_mark(c) && words) break;
        words = words || !is_mark(c);
    }
    fputs("<div class=\"text\" lang=\"ja\">", out);
    escape(out, r->text, (size_t)(from - r->text));
    fputs("<u>", out);
    escape(out, from, (size_t)(to - from));
    fputs(*from ? "</u>" : "▮</u>", out);
    escape_string(out, to);
    fputs("</div>", out);
}

/* A collapsible section: number of cards, number of texts, phrase; inside, the texts. */
static void print_group(FILE *out, const Report *r, const Group *g) {
    const Refused *first = &r->refused[g->first];
    fprintf(out, "<details><summary><b>%u</b><span>%u %s</span><span lang=\"ja\">", g->uses, g->n,
            g->n == 1 ? "text" : "texts");
    escape_string(out, first->words);
    fputs("</span></summary>\n<ul>\n", out);
    for (unsigned i = 0; i < g->n; i++) {
        const Refused *t = first + i;
        fputs("<li>", out);
        print_text(out, t);
        fputs("<small>", out);
        escape_string(out, t->message);
        fprintf(out, "</small><small>%u %s, e.g. ", t->uses, t->uses == 1 ? "card" : "cards");
        escape_string(out, t->card);
        fputs("</small></li>\n", out);
    }
    fputs("</ul></details>\n", out);
}

/* The whole page: totals, groups, contradicting reminders. */
static void print_page(FILE *out, const Report *r, const Game *g, const BaseTotals *t) {
    fputs(head, out);
    fprintf(out, "<h1>%s (%s): what is not understood</h1>\n", g->name, g->key);
    fprintf(out,
            "<p class=\"sum\">%u sets, %u cards, %u different abilities: %u understood "
            "(%.1f&nbsp;%%), %u not, in %u groups.</p>\n",
            t->sets, t->cards, t->texts, t->understood,
            t->texts ? 100.0 * t->understood / t->texts : 100.0, t->texts - t->understood,
            r->ngroups);
    fputs("<p>Each group is a place where understanding stopped: the words there, and on how many "
          "cards. The first group "
          "is the next thing to teach the grammar.</p>\n",
          out);
    for (unsigned i = 0; i < r->ngroups; i++) print_group(out, r, &r->group[i]);
    if (r->nwarned) fputs("<h2>Reminder texts that contradict their ability</h2>\n<ul>\n", out);
    for (unsigned i = 0; i < r->nwarned; i++) {
        fputs("<li><div class=\"text\" lang=\"ja\">", out);
        escape_string(out, r->warned[i].text);
        fputs("</div><small>", out);
        escape_string(out, r->warned[i].message);
        fputs("</small><small>", out);
        escape_string(out, r->warned[i].card);
        fputs("</small></li>\n", out);
    }
    if (r->nwarned) fputs("</ul>\n", out);
    fputs("</body></html>\n", out);
}

/* Builds the page in memory and writes it at once. */
static bool write_page(const Report *r, const Game *g, const BaseTotals *t, const char *path,
                       FileError *e) {
    static const FileType page = {"<!doctype html>\n", "an HTML page of fuda"};
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    if (out) print_page(out, r, g, t);
    bool ok = out && !ferror(out);
    ok = out && fclose(out) == 0 && ok;
    ok = ok ? file_write(path, &page, bytes, size, e) : file_error(e, path, 0, 0, "out of memory");
    free(bytes);
    return ok;
}

bool report_html(Base *b, const Game *g, const char *path, ReportTotals *out, FileError *e) {
    Report r = {0};
    bool ok = base_refresh(b, g, e) && base_totals(b, g, &out->base, e) &&
              base_each_refused(b, g, add_refused, &r, e) &&
              base_each_warned(b, g, add_warned, &r, e);
    if (ok) {
        make_groups(&r);
        out->groups = r.ngroups;
        out->warned = r.nwarned;
        ok = write_page(&r, g, &out->base, path, e);
    }
    free(r.refused);
    free(r.group);
    free(r.warned);
    arena_free(&r.arena);
    return ok;
}
