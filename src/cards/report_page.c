/* The report as an HTML page, in English and Japanese. */
#include "cards/report.h"
#include "cards/store.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The page is self-contained: no external style sheets, no scripts. Two radio buttons choose the
 * language; the other one is hidden by the style sheet. */
static const char head[] =
    "<!doctype html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>Fuda: what is not understood / 解釈できないテキスト</title>\n<style>\n"
    ":root{color-scheme:light dark;--line:#8884;--mark:#c22;--good:#2a7d46;--bad:#c22}\n"
    "body{font:16px/1.6 system-ui,sans-serif;max-width:68rem;margin:2rem auto;padding:0 1rem}\n"
    "h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2.5rem}.sum{font-size:1.1rem}\n"
    "input[name=lang]{position:absolute;opacity:0}\n"
    "label{border:1px solid var(--line);padding:.2rem .8rem;cursor:pointer;border-radius:.3rem}\n"
    "#en:checked~label[for=en],#ja:checked~label[for=ja]{background:var(--good);color:#fff}\n"
    "input:focus-visible~label{outline:2px solid}\n"
    "#en:checked~main .ja,#ja:checked~main .en{display:none}\n"
    "details{border-top:1px solid var(--line);padding:.4rem 0}\n"
    "summary{cursor:pointer;display:grid;gap:1rem;align-items:center;list-style:none}\n"
    "summary::-webkit-details-marker{display:none}\n"
    "summary::before{content:'\\25B8';font-size:1.2em;line-height:1}\n"
    "details[open]>summary::before{content:'\\25BE'}\n"
    "summary:hover{background:var(--line)}\n"
    ".group>summary{grid-template-columns:1rem 4.5rem 6rem 1fr}\n"
    ".part>summary{grid-template-columns:1rem 16rem 1fr 12rem}\n"
    ".row{display:grid;grid-template-columns:1rem 16rem 1fr 12rem;gap:1rem;align-items:center;"
    "border-top:1px solid var(--line);padding:.4rem 0}\n"
    "summary b{text-align:right;font-variant-numeric:tabular-nums}\n"
    "summary span.n,.row span.n{color:GrayText;text-align:right}\n"
    ".bar{background:var(--bad);height:.9rem;border-radius:.2rem;overflow:hidden}\n"
    ".bar i{display:block;background:var(--good);height:100%%}\n"
    "li{margin:.6rem 0}.text{white-space:pre-wrap}\n"
    ".text u{color:var(--mark);text-decoration:underline wavy;text-underline-offset:.25em}\n"
    "small{color:GrayText;display:block}\n"
    "@media(max-width:50rem){.part>summary,.row{grid-template-columns:1rem 1fr}"
    ".part>summary .bar,.row .bar,.part>summary .n,.row .n{grid-column:2;text-align:left}}\n"
    "@media print{details>*{display:block}}\n"
    "</style></head><body>\n"
    "<input type=\"radio\" name=\"lang\" id=\"en\"%s><input type=\"radio\" name=\"lang\" "
    "id=\"ja\"%s>\n"
    "<label for=\"en\">English</label> <label for=\"ja\" lang=\"ja\">日本語</label>\n<main>\n";

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

/* Both languages of something that needs no escaping. */
static void both(FILE *out, const char *tag, const char *en, const char *ja) {
    fprintf(out, "<%s class=\"en\">%s</%s><%s class=\"ja\" lang=\"ja\">%s</%s>", tag, en, tag, tag,
            ja, tag);
}

/* Both languages of text from cards. */
static void both_escaped(FILE *out, const char *tag, const char *en, const char *ja) {
    fprintf(out, "<%s class=\"en\">", tag);
    escape_string(out, en);
    fprintf(out, "</%s><%s class=\"ja\" lang=\"ja\">", tag, tag);
    escape_string(out, ja);
    fprintf(out, "</%s>", tag);
}

static void heading(FILE *out, const char *en, const char *ja) {
    both(out, "h2", en, ja);
    putc('\n', out);
}

static double share(unsigned part, unsigned all) { return all ? 100.0 * part / all : 100.0; }

/* ---- sets and decks -------------------------------------------------------------------------- */

/* A row of the chart: name, bar, numbers. */
static void print_bar(FILE *out, const ReportPart *p) {
    char en[80], ja[80];
    double part = share(p->playable, p->cards);
    fputs("<span lang=\"ja\">", out);
    escape_string(out, p->name);
    fprintf(out,
            "</span><div class=\"bar\" role=\"img\" aria-label=\"%.1f%%\"><i "
            "style=\"width:%.2f%%\"></i></div><span class=\"n\">",
            part, part);
    snprintf(en, sizeof en, "%u of %u cards", p->playable, p->cards);
    snprintf(ja, sizeof ja, "%u枚中%u枚", p->cards, p->playable);
    both(out, "span", en, ja);
    fputs("</span>", out);
}

/* A row that opens to the cards that cannot be played, if there are any. */
static void print_part(FILE *out, const ReportPart *p) {
    if (!p->n) {
        fputs("<div class=\"row\"><span></span>", out);
        print_bar(out, p);
        fputs("</div>\n", out);
        return;
    }
    fputs("<details class=\"part\"><summary>", out);
    print_bar(out, p);
    fputs("</summary>\n<ul>\n", out);
    for (unsigned i = 0; i < p->n; i++) {
        const ReportCard *c = &p->card[i];
        fputs("<li lang=\"ja\">", out);
        escape_string(out, c->name);
        if (*c->serial) fputs(" [", out);
        escape_string(out, c->serial);
        if (*c->serial) fputs("]", out);
        both_escaped(out, "small", c->en, c->ja);
        fputs("</li>\n", out);
    }
    fputs("</ul></details>\n", out);
}

static void print_parts(FILE *out, const Report *r) {
    heading(out, "Cards that can be played, by set", "使えるカード：セットごと");
    for (unsigned i = 0; i < r->nsets; i++) print_part(out, &r->set[i]);
    if (!r->ndecks) return;
    heading(out, "Cards that can be played, by deck", "使えるカード：デッキごと");
    for (unsigned i = 0; i < r->ndecks; i++) print_part(out, &r->deck[i]);
}

/* ---- texts ----------------------------------------------------------------------------------- */

/* The text with the phrase where parsing stopped underlined. */
static void print_text(FILE *out, const Refused *r) {
    const char *from, *to;
    report_phrase(r->text, r->at, &from, &to);
    fputs("<div class=\"text\" lang=\"ja\">", out);
    escape(out, r->text, (size_t)(from - r->text));
    fputs("<u>", out);
    escape(out, from, (size_t)(to - from));
    fputs(*from ? "</u>" : "▮</u>", out);
    escape_string(out, to);
    fputs("</div>", out);
}

/* A row that opens: number of cards, number of texts, phrase; inside, the texts. */
static void print_group(FILE *out, const Report *r, const ReportGroup *g, bool open) {
    const Refused *first = &r->refused[g->first];
    char en[80], ja[80];
    snprintf(en, sizeof en, "%u %s", g->n, g->n == 1 ? "text" : "texts");
    snprintf(ja, sizeof ja, "テキスト%u種", g->n);
    fprintf(out, "<details class=\"group\"%s><summary><b>%u</b><span class=\"n\">",
            open ? " open" : "", g->uses);
    both(out, "span", en, ja);
    fputs("</span><span lang=\"ja\">", out);
    if (*first->text) {
        char words[160];
        const char *s = words;
        report_words(first->text, report_heading_at(first->text, first->at), words, sizeof words);
        while (!strncmp(s, "、", 3) || !strncmp(s, "。", 3) || !strncmp(s, "．", 3)) s += 3;
        if (!strcmp(s, "(end)"))
            both(out, "span", "the end of the text", "テキストの終わり");
        else
            escape_string(out, s);
    } else {
        both(out, "span", "no Japanese text", "日本語のテキストがない");
    }
    fputs("</span></summary>\n<ul>\n", out);
    for (unsigned i = 0; i < g->n; i++) {
        const Refused *t = first + i;
        fputs("<li>", out);
        print_text(out, t);
        both_escaped(out, "small", t->message, t->message_ja);
        snprintf(en, sizeof en, "%u %s, for example ", t->uses, t->uses == 1 ? "card" : "cards");
        snprintf(ja, sizeof ja, "%u枚、たとえば ", t->uses);
        fputs("<small>", out);
        both(out, "span", en, ja);
        fputs("<span lang=\"ja\">", out);
        escape_string(out, t->card);
        fputs("</span></small></li>\n", out);
    }
    fputs("</ul></details>\n", out);
}

static void print_warned(FILE *out, const Report *r) {
    if (!r->nwarned) return;
    heading(out, "Reminder texts that contradict their ability", "能力と食い違う注釈");
    fputs("<ul>\n", out);
    for (unsigned i = 0; i < r->nwarned; i++) {
        fputs("<li><div class=\"text\" lang=\"ja\">", out);
        escape_string(out, r->warned[i].text);
        fputs("</div>", out);
        both_escaped(out, "small", r->warned[i].message, r->warned[i].message_ja);
        fputs("<small lang=\"ja\">", out);
        escape_string(out, r->warned[i].card);
        fputs("</small></li>\n", out);
    }
    fputs("</ul>\n", out);
}

/* ---- the page -------------------------------------------------------------------------------- */

static void print_summary(FILE *out, const Report *r) {
    const BaseTotals *t = &r->totals.base;
    char en[400], ja[400];
    double part = share(t->understood, t->texts);
    snprintf(en, sizeof en, "%s (%s): what is not understood", r->game->name, r->game->key);
    snprintf(ja, sizeof ja, "%s（%s）：解釈できないテキスト", r->game->name, r->game->key);
    both_escaped(out, "h1", en, ja);
    snprintf(
        en, sizeof en,
        "%u sets, %u cards, %u different abilities: %u understood (%.1f&nbsp;%%), %u not, in %u "
        "groups.",
        t->sets, t->cards, t->texts, t->understood, part, t->texts - t->understood, r->ngroups);
    snprintf(ja, sizeof ja,
             "%uセット、%u枚、%u種類の能力のうち、%u種類（%.1f%%）を解釈できます。できない%u種類は%"
             "uグループです。",
             t->sets, t->cards, t->texts, t->understood, part, t->texts - t->understood,
             r->ngroups);
    fputs("\n<div class=\"sum\">", out);
    both(out, "p", en, ja);
    fprintf(out,
            "<div class=\"bar\" role=\"img\" aria-label=\"%.1f%%\"><i "
            "style=\"width:%.2f%%\"></i></div></div>\n",
            part, part);
    both(out, "p", "Green is what is understood, red what is not. A row with a triangle opens.",
         "緑は解釈できるもの、赤はできないものです。三角のある行は開けます。");
}

/* Totals, sets, decks, groups, contradicting reminders. */
static void print_page(FILE *out, const Report *r, bool japanese) {
    fprintf(out, head, japanese ? "ja" : "en", japanese ? "" : " checked",
            japanese ? " checked" : "");
    print_summary(out, r);
    print_parts(out, r);
    if (r->ngroups) {
        heading(out, "Texts that are not understood", "解釈できないテキスト");
        both(out, "p",
             "Each group is a place where understanding stopped: on how many cards, and the words "
             "there. The first group is the next thing to teach the grammar.",
             "グループは解釈が止まった場所です。何枚のカードにあるかと、そこの言葉を示します。最初"
             "のグループが、次に文法に"
             "教えるべきものです。");
        putc('\n', out);
    }
    for (unsigned i = 0; i < r->ngroups; i++) print_group(out, r, &r->group[i], i == 0);
    print_warned(out, r);
    fputs("</main></body></html>\n", out);
}

/* Builds the page in memory and writes it at once. */
bool report_write(const Report *r, const char *path, bool japanese, FileError *e) {
    static const FileType page = {"<!doctype html>\n", "an HTML page of fuda"};
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    if (out) print_page(out, r, japanese);
    bool ok = out && !ferror(out);
    ok = out && fclose(out) == 0 && ok;
    ok = ok ? file_write(path, &page, bytes, size, e) : file_error(e, path, 0, 0, "out of memory");
    free(bytes);
    return ok;
}
