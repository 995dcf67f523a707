/* A study as one self-contained page: text in both languages, charts as SVG, no script. */
#include "sim/study.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char head[] =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>Fuda: a study of decks</title>\n<style>\n"
    ":root{color-scheme:light dark;--line:#8884;--bar:#4a7fb5;--good:60,140,80;--bad:190,70,60}\n"
    "body{font:16px/1.6 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}\n"
    "h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2rem}\n"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.25rem .6rem;border:1px solid var(--line);text-align:right}\n"
    "th{font-weight:600}th:first-child{text-align:left}td small{display:block;color:GrayText}\n"
    ".wide{overflow-x:auto}svg{display:block;max-width:100%;height:auto}\n"
    "svg text{font:12px system-ui,sans-serif;fill:CanvasText}\n"
    "svg .bar{fill:var(--bar)}svg .axis{stroke:GrayText;stroke-dasharray:2 3}\n"
    "svg .reach{stroke:CanvasText;stroke-width:2}\n"
    "details{border-top:1px solid var(--line);padding:.4rem 0}summary{cursor:pointer}\n"
    "#ja{position:absolute;opacity:0}label{float:right;cursor:pointer;text-decoration:underline}\n"
    ".ja,#ja:checked~* .en{display:none}#ja:checked~* .ja{display:inline}\n"
    "#ja:focus-visible~main label{outline:2px solid}\n"
    "</style></head><body>\n<input type=\"checkbox\" id=\"ja\" aria-label=\"日本語\"><main>\n"
    "<label for=\"ja\"><span class=\"en\" lang=\"ja\">日本語</span><span class=\"ja\">English"
    "</span></label>\n";

/* Writes n bytes of text with HTML's special characters escaped. */
static void escape(FILE *out, const char *s) {
    for (; *s; s++) switch (*s) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        case '"': fputs("&quot;", out); break;
        default: putc(*s, out);
        }
}

static void both(FILE *out, const char *en, const char *ja) {
    fprintf(out, "<span class=\"en\">%s</span><span class=\"ja\" lang=\"ja\">%s</span>", en, ja);
}

static void heading(FILE *out, const char *en, const char *ja) {
    fputs("<h2>", out);
    both(out, en, ja);
    fputs("</h2>\n", out);
}

static void paragraph(FILE *out, const char *en, const char *ja) {
    fputs("<p>", out);
    both(out, en, ja);
    fputs("</p>\n", out);
}

static double percent(uint64_t part, uint64_t of) {
    return of ? 100.0 * (double)part / (double)of : 0;
}

static double mean(uint64_t sum, uint64_t of) { return of ? (double)sum / (double)of : 0; }

/* ---- totals ---------------------------------------------------------------------------------- */

static void put_totals(FILE *out, const Study *x) {
    const SimConfig *c = x->config;
    const uint64_t games = *study_total(x, STUDY_GAMES);
    fprintf(out, "<h1>%s (%s)</h1>\n<p>", c->game->name, c->game->key);
    both(out, "Players:", "プレイヤー：");
    for (unsigned p = 0; p < c->players; p++) {
        fputs(p ? ", " : " ", out);
        escape(out, c->player[p]);
    }
    fprintf(out, ". ");
    both(out, "Seed", "シード");
    fprintf(out, " %" PRIu64 ".</p>\n<p><b>%" PRIu64 "</b> ", c->seed, games);
    both(out, "games", "試合");
    fprintf(out, ", %" PRIu64 " ", *study_total(x, STUDY_DRAWS));
    both(out, "draws", "引き分け");
    fprintf(out, ", %" PRIu64 " ", games - *study_total(x, STUDY_FINISHED));
    both(out, "not finished", "未決着");
    fprintf(out, "; %.1f ", mean(*study_total(x, STUDY_TURNS), games));
    both(out, "turns and", "ターン、");
    fprintf(out, " %.0f ", mean(*study_total(x, STUDY_DECISIONS), games));
    both(out, "decisions a game.", "回の選択（1試合平均）。");
    fputs("</p>\n", out);
    const Share s = share_of(*study_total(x, STUDY_FIRST_WINS), *study_total(x, STUDY_FIRST_GAMES));
    if (!*study_total(x, STUDY_FIRST_GAMES)) return;
    fputs("<p>", out);
    both(out, "Who goes first wins", "先攻の勝率は");
    fprintf(out, " <b>%.1f%%</b> [%.1f, %.1f].</p>\n", 100 * s.is, 100 * s.least, 100 * s.most);
}

/* ---- charts ---------------------------------------------------------------------------------- */

enum { ROW = 26, LEFT = 220, WIDE = 480, RIGHT = 150 };

/* A bar for each deck, with the reach of its interval. */
static void put_bars(FILE *out, const Study *x, const Stock *stock) {
    const unsigned high = ROW * x->ndecks + ROW;
    fprintf(out, "<svg viewBox=\"0 0 %d %u\" width=\"%d\" height=\"%u\" role=\"img\">\n",
            LEFT + WIDE + RIGHT, high, LEFT + WIDE + RIGHT, high);
    fprintf(out, "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"0\" y2=\"%u\"/>\n", LEFT + WIDE / 2,
            LEFT + WIDE / 2, high - ROW);
    for (unsigned a = 0; a < x->ndecks; a++) {
        const uint64_t *n = study_deck(x, a);
        const Share s = share_of(n[1], n[0]);
        const unsigned y = ROW * a;
        fprintf(out, "<text x=\"%d\" y=\"%u\" text-anchor=\"end\">", LEFT - 8, y + 17);
        escape(out, stock->deck[a].name);
        fprintf(out, "</text><rect class=\"bar\" x=\"%d\" y=\"%u\" width=\"%.1f\" height=\"%d\"/>",
                LEFT, y + 4, WIDE * s.is, ROW - 8);
        fprintf(out,
                "<line class=\"reach\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%u\" y2=\"%u\"/>"
                "<text x=\"%d\" y=\"%u\">%.1f%% [%.1f, %.1f]</text>\n",
                LEFT + WIDE * s.least, LEFT + WIDE * s.most, y + ROW / 2, y + ROW / 2,
                LEFT + WIDE + 8, y + 17, 100 * s.is, 100 * s.least, 100 * s.most);
    }
    for (unsigned k = 0; k <= 4; k++)
        fprintf(out, "<text x=\"%u\" y=\"%u\" text-anchor=\"middle\">%u%%</text>",
                LEFT + WIDE * k / 4, high - 8, 25 * k);
    fputs("</svg>\n", out);
}

static void put_lengths(FILE *out, const Study *x) {
    enum { HIGH = 160, BAR = 14 };
    unsigned last = 0, first = STUDY_LENGTHS;
    uint64_t most = 1;
    for (unsigned i = 0; i < STUDY_LENGTHS; i++) {
        const uint64_t n = *study_length(x, i);
        if (!n) continue;
        if (n > most) most = n;
        if (first > i) first = i;
        last = i;
    }
    if (first > last) first = last;
    const unsigned wide = (last - first + 1) * BAR + 40;
    fprintf(
        out,
        "<div class=\"wide\"><svg viewBox=\"0 0 %u %d\" width=\"%u\" height=\"%d\" role=\"img\">\n",
        wide, HIGH + 24, wide, HIGH + 24);
    for (unsigned i = first; i <= last; i++) {
        const double n = (double)*study_length(x, i), h = HIGH * n / (double)most;
        const unsigned at = 20 + (i - first) * BAR;
        fprintf(out,
                "<rect class=\"bar\" x=\"%u\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"><title>%u: "
                "%.0f</title></rect>",
                at, HIGH - h, BAR - 2, h, i, n);
        if (i % 5 == 0 || first == last)
            fprintf(out, "<text x=\"%u\" y=\"%d\" text-anchor=\"middle\">%u%s</text>", at + BAR / 2,
                    HIGH + 16, i, i == STUDY_LENGTHS - 1 ? "+" : "");
    }
    fputs("</svg></div>\n", out);
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* A cell's colour: the further from one half, the stronger. */
static void put_cell(FILE *out, uint64_t met, uint64_t beat) {
    const Share s = share_of(beat, met);
    if (!met) {
        fputs("<td>–</td>", out);
        return;
    }
    const double off = s.is > 0.5 ? s.is - 0.5 : 0.5 - s.is;
    fprintf(out,
            "<td style=\"background:rgba(var(%s),%.2f)\">%.1f%%<small>%.0f–%.0f%%, %" PRIu64
            "</small></td>",
            s.is > 0.5 ? "--good" : "--bad", 1.4 * off, 100 * s.is, 100 * s.least, 100 * s.most,
            met);
}

static void put_matrix(FILE *out, const Study *x, const Stock *stock) {
    fputs("<div class=\"wide\"><table><tr><th></th>", out);
    for (unsigned b = 0; b < x->ndecks; b++) {
        fputs("<th>", out);
        escape(out, stock->deck[b].name);
        fputs("</th>", out);
    }
    fputs("</tr>\n", out);
    for (unsigned a = 0; a < x->ndecks; a++) {
        fputs("<tr><th>", out);
        escape(out, stock->deck[a].name);
        fputs("</th>", out);
        for (unsigned b = 0; b < x->ndecks; b++)
            put_cell(out, *study_met(x, a, b), *study_beat(x, a, b));
        fputs("</tr>\n", out);
    }
    fputs("</table></div>\n", out);
}

static void put_first(FILE *out, const Study *x, const Stock *stock) {
    fputs("<div class=\"wide\"><table><tr><th>", out);
    both(out, "Deck", "デッキ");
    fputs("</th><th>", out);
    both(out, "going first", "先攻");
    fputs("</th><th>", out);
    both(out, "going second", "後攻");
    fputs("</th></tr>\n", out);
    for (unsigned a = 0; a < x->ndecks; a++) {
        const uint64_t *n = study_deck(x, a);
        fputs("<tr><th>", out);
        escape(out, stock->deck[a].name);
        fputs("</th>", out);
        put_cell(out, n[2], n[3]);
        put_cell(out, n[0] - n[2], n[1] - n[3]);
        fputs("</tr>\n", out);
    }
    fputs("</table></div>\n", out);
}

static void put_cards(FILE *out, const Study *x, const Stock *stock, unsigned deck) {
    const uint64_t games = study_deck(x, deck)[0];
    fputs("<details><summary>", out);
    escape(out, stock->deck[deck].name);
    fputs("</summary><div class=\"wide\"><table><tr><th>", out);
    both(out, "Card", "カード");
    fputs("</th><th>", out);
    both(out, "drawn", "引いた");
    fputs("</th><th>", out);
    both(out, "won when drawn", "引いたときの勝率");
    fputs("</th><th>", out);
    both(out, "played", "使った");
    fputs("</th><th>", out);
    both(out, "won when played", "使ったときの勝率");
    fputs("</th></tr>\n", out);
    for (DefId d = 1; d <= x->ncards; d++) {
        const uint64_t *n = study_card(x, deck, d);
        if (!n[CARD_DRAWN] && !n[CARD_PLAYED]) continue;
        fputs("<tr><th lang=\"ja\">", out);
        escape(out, pack_name(stock->pack, d));
        fprintf(out, "</th><td>%.0f%%</td>", percent(n[CARD_DRAWN], games));
        put_cell(out, n[CARD_DRAWN], n[CARD_DRAWN_WON]);
        fprintf(out, "<td>%.0f%%</td>", percent(n[CARD_PLAYED], games));
        put_cell(out, n[CARD_PLAYED], n[CARD_PLAYED_WON]);
        fputs("</tr>\n", out);
    }
    fputs("</table></div></details>\n", out);
}

char *study_page(const Study *x, const Stock *stock, size_t *size) {
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    if (!out) return NULL;
    fputs(head, out);
    put_totals(out, x);
    heading(out, "Decks", "デッキ");
    put_bars(out, x, stock);
    heading(out, "Who beats whom", "相性");
    paragraph(
        out,
        "How often the deck of the row beats that of the column; below, the 95% interval and the "
        "number of games.",
        "行のデッキが列のデッキに勝つ割合。下は95%信頼区間と試合数です。");
    put_matrix(out, x, stock);
    if (*study_total(x, STUDY_FIRST_GAMES)) {
        heading(out, "Going first", "先攻と後攻");
        put_first(out, x, stock);
    }
    heading(out, "Length in turns", "試合の長さ（ターン数）");
    put_lengths(out, x);
    heading(out, "Cards", "カード");
    paragraph(out,
              "In how many games of its deck a card came to the hand, and was played or put to "
              "other use; and "
              "how many of those the deck won. In longer games more cards are drawn, so compare "
              "cards within "
              "one deck.",
              "そのデッキの試合のうち、カードが手札に来た割合と使った割合、そのときの勝率です。"
              "長い試合ほど多く引くので、同じデッキの中で比べてください。");
    for (unsigned a = 0; a < x->ndecks; a++) put_cards(out, x, stock, a);
    fputs("</main></body></html>\n", out);
    if (fclose(out)) {
        free(text);
        return NULL;
    }
    return text;
}
