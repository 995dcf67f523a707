/* Draws both mats and the hand. Everything comes from one player's view, so hidden information
 * cannot reach the screen. */
#include "tui/pen.h"
#include "tui/describe.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void pen_put(Pen *p, Style style, const char *text) {
    p->col = screen_put_cut(p->s, p->row, p->col, p->end, style, text);
}

void pen_text(Pen *p, Style style, const char *format, ...) {
    char line[256];
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    pen_put(p, style, line);
}

/* ---- cells of the mat ------------------------------------------------------------------------ */

/* Writes the zone's letter and name. English adds the translated name if 'more' columns remain
 * after it. 'word' overrides the name. */
static void put_label(Pen *p, const Side *d, unsigned zone, unsigned seat, const char *word,
                      unsigned more) {
    const MatZone *z = mat_zone(d->t->mat, zone);
    const char *own = word ? word : d->t->run.g->zones[zone].name;
    if (z) {
        char letter = d->player == d->t->me ? z->letter : (char)(z->letter - 'a' + 'A');
        if (seat)
            pen_text(p, ST_KEY, "%c%u", letter, seat);
        else
            pen_text(p, ST_KEY, "%c", letter);
        pen_put(p, ST_PLAIN, " ");
    }
    pen_put(p, ST_LABEL, own);
    if (d->t->lang == LANG_EN && z && !word && strcmp(own, z->en) &&
        pen_room(p) >= 1 + text_width(z->en) + more) {
        pen_put(p, ST_PLAIN, " ");
        pen_put(p, ST_LABEL, z->en);
    }
    pen_put(p, ST_PLAIN, " ");
}

int count_change(const Side *d, unsigned zone) {
    const Table *t = d->t;
    if (!t->has_prompt_view[t->me]) return 0;
    return t->view.counts[d->player][zone] - t->prompt_view[t->me].counts[d->player][zone];
}

void put_change(Pen *p, int change) {
    char text[16];
    if (!change) return;
    snprintf(text, sizeof text, "*%+d", change);
    if (text_width(text) > pen_room(p)) text[1] = '\0';
    pen_put(p, ST_NEW, text);
}

/* Counts of face-down cards whose kind is public: "PA2". */
static void put_known(Pen *p, const Side *d, unsigned zone) {
    const Game *g = d->t->run.g;
    for (unsigned k = 0; k < g->nkinds; k++) {
        unsigned n = table_count_known(d->t, d->player, zone, k);
        if (n && pen_room(p) >= text_width(g->kinds[k].key) + (n < 10 ? 2u : 3u))
            pen_text(p, ST_LABEL, " %s%u", g->kinds[k].key, n);
    }
}

/* A zone as a number; FORM_LIMIT adds a bar. It turns red two short of the limit. */
static void put_count(Pen *p, const Side *d, const MatCell *c) {
    unsigned n = d->t->view.counts[d->player][c->zone];
    int change = count_change(d, c->zone);
    if (c->form == FORM_EXTRA && !n) return;
    put_label(p, d, c->zone, 0, NULL, 4);
    if (c->form != FORM_LIMIT) {
        pen_text(p, ST_HEAD, "%u", n);
        put_change(p, change);
        put_known(p, d, c->zone);
        return;
    }
    pen_text(p, n + 2 >= c->arg ? ST_DAMAGE : ST_HEAD, "%u/%u", n, c->arg);
    put_change(p, change);
    if (pen_room(p) < c->arg + 3u) return;
    pen_put(p, ST_PLAIN, " [");
    for (unsigned i = 0; i < c->arg; i++)
        pen_put(p, i < n ? ST_DAMAGE : ST_LABEL, i < n ? "#" : ".");
    pen_put(p, ST_PLAIN, "]");
}

/* Upright cards out of all, with a bar of o (upright) and x (rested). */
static void put_ready(Pen *p, const Side *d, const MatCell *c) {
    const FudaView *v = &d->t->view;
    unsigned n = 0, ready = 0;
    char bar[CARDS_PER_PLAYER + 1];
    for (unsigned i = 0; i < v->ncards; i++) {
        const FudaSeen *x = &v->cards[i];
        if (x->player != d->player || x->zone != c->zone) continue;
        bool upright = !(x->flags & CARD_RESTED);
        ready += upright;
        bar[n++] = upright ? 'o' : 'x';
    }
    bar[n] = '\0';
    put_label(p, d, c->zone, 0, NULL, 9);
    pen_text(p, ready ? ST_HEAD : ST_RESTED, "%u/%u", ready, n);
    put_change(p, count_change(d, c->zone));
    if (n && pen_room(p) >= n + 3) pen_text(p, ST_LABEL, " [%s]", bar);
}

/* Does FORM_NAMES list this card? Cell argument: kind + 1, 0 for all. */
static bool is_named(const Side *d, const MatCell *c, const FudaSeen *x) {
    if (x->player != d->player || x->zone != c->zone || !x->def) return false;
    return !c->arg || (x->kinds >> (c->arg - 1) & 1);
}

/* Columns that all names take, with 'rested' appended to rested cards. */
static unsigned names_width(const Side *d, const MatCell *c, const char *rested) {
    const Table *t = d->t;
    unsigned width = 0;
    for (unsigned i = 0; i < t->view.ncards; i++) {
        const FudaSeen *x = &t->view.cards[i];
        if (!is_named(d, c, x)) continue;
        width += text_width(pack_name(t->run.pack, x->def)) + (width > 0) + t->changed[i];
        if (x->flags & CARD_RESTED) width += text_width(rested);
    }
    return width;
}

/* FORM_NAMES: names of face-up cards. Rested ones get "(x)", or "x" if space is short. */
static void put_names(Pen *p, const Side *d, const MatCell *c) {
    const Table *t = d->t;
    const FudaView *v = &t->view;
    unsigned n = 0;
    put_label(p, d, c->zone, 0, c->arg ? t->run.g->kinds[c->arg - 1].name : NULL, 10);
    const char *rested = names_width(d, c, "(x)") <= pen_room(p) ? "(x)" : "x";
    for (unsigned i = 0; i < v->ncards; i++) {
        const FudaSeen *x = &v->cards[i];
        if (!is_named(d, c, x)) continue;
        if (n++) pen_put(p, ST_PLAIN, " ");
        bool picked = d->marked && table_card_id(t, x) == d->marked;
        if (t->changed[i]) pen_put(p, ST_NEW, "*");
        pen_put(p,
                picked                   ? ST_PICK
                : x->flags & CARD_RESTED ? ST_RESTED
                                         : ST_CARD,
                pack_name(t->run.pack, x->def));
        if (x->flags & CARD_RESTED) pen_put(p, ST_RESTED, rested);
    }
    if (!n) pen_put(p, ST_LABEL, "-");
}

/* ---- a card in play -------------------------------------------------------------------------- */

/* The view lists cards bottom first, so the last match is on top. */
const FudaSeen *top_card(const Side *d, const MatCell *c) {
    const FudaView *v = &d->t->view;
    const FudaSeen *found = NULL;
    for (unsigned i = 0; i < v->ncards; i++) {
        const FudaSeen *x = &v->cards[i];
        if (x->player != d->player || x->zone != c->zone) continue;
        if (c->form == FORM_SEAT && x->slot != c->arg) continue;
        found = x;
    }
    return found;
}

Style number_style(int now, int print) {
    return now > print ? ST_UP : now < print ? ST_DOWN : ST_HEAD;
}

/* Writes attack and defence. If they differ from the print, the printed values follow in brackets,
 * provided 'more' columns remain after them; otherwise they are returned in 'print' for the name's
 * line. */
static void put_stats(Pen *p, const Side *d, const FudaSeen *x, unsigned more, char print[32]) {
    const CardDef *def = &d->t->run.pack->def[x->def];
    int atk = x->def ? def->num.atk : x->atk, dfn = x->def ? def->num.def : x->def_now;
    const bool power = d->t->mat->power;
    if (!power) {
        pen_text(p, number_style(x->atk, atk), "%d", x->atk);
        pen_put(p, ST_PLAIN, "/");
    }
    pen_text(p, number_style(x->def_now, dfn), "%d", x->def_now);
    if (x->atk == atk && x->def_now == dfn) return;
    if (power)
        snprintf(print, 32, "(%d)", dfn);
    else
        snprintf(print, 32, "(%d/%d)", atk, dfn);
    if (pen_room(p) < text_width(print) + more) return;
    pen_put(p, ST_LABEL, print);
    print[0] = '\0';
}

/* Status words behind a card's stats; empty strings where nothing applies. */
typedef struct CardStatus {
    char damage[32], hit[2], rested[16], souls[32], counted[48];
} CardStatus;

/* Collects the status of a card in play. */
static CardStatus card_status(const Table *t, const FudaSeen *x) {
    CardStatus b = {0};
    unsigned souls = 0;
    int self = (int)(x - t->view.cards);
    for (unsigned i = 0; i < t->view.ncards; i++) souls += t->view.cards[i].tie == self;
    if (x->damage)
        snprintf(b.damage, sizeof b.damage, say(t->lang, W(" damage %d", " ダメージ%d")),
                 x->damage);
    if (x->flags & CARD_HIT) b.hit[0] = '!';
    if (x->flags & CARD_RESTED)
        snprintf(b.rested, sizeof b.rested, "%s", say(t->lang, t->mat->rested));
    Text tied = {0}, counted = {0};
    describe_tied(t, souls, &tied);
    if (x->def && !(x->flags & CARD_DOWN)) describe_tallies(t, table_card_id(t, x), &counted);
    snprintf(b.souls, sizeof b.souls, "%s", text_of(&tied));
    snprintf(b.counted, sizeof b.counted, "%s", text_of(&counted));
    text_release(&tied);
    text_release(&counted);
    return b;
}

static unsigned status_width(const CardStatus *b) {
    return text_width(b->damage) + text_width(b->hit) + text_width(b->rested) +
           text_width(b->souls) + text_width(b->counted);
}

static void put_status(Pen *p, const CardStatus *b) {
    pen_put(p, ST_HEAD, b->counted);
    pen_put(p, ST_DAMAGE, b->damage);
    pen_put(p, ST_DAMAGE, b->hit);
    pen_put(p, ST_RESTED, b->rested);
    pen_put(p, ST_UP, b->souls);
}

/* FORM_CARD, FORM_SEAT: stats on the first line, the name on the second. */
static void put_card(Pen *p, const Side *d, const MatCell *c) {
    const Table *t = d->t;
    const FudaSeen *x = top_card(d, c);
    unsigned left = p->col;
    put_label(p, d, c->zone, c->form == FORM_SEAT ? c->arg : 0, NULL, 14);
    if (!x) {
        pen_put(p, ST_LABEL, "-");
        return;
    }
    bool picked = d->marked && table_card_id(t, x) == d->marked;
    CardStatus b = card_status(t, x);
    char print[32] = "";
    const unsigned kinds = t->run.pack->def[x->def].kinds;
    const bool bare = x->def && t->mat->bare_kinds && !(kinds & ~(unsigned)t->mat->bare_kinds);
    if (bare && *b.counted) memmove(b.counted, b.counted + 1, strlen(b.counted));
    if (!bare && (x->def || !(x->flags & CARD_DOWN))) put_stats(p, d, x, status_width(&b), print);
    put_status(p, &b);
    p->row++;
    p->col = left;
    p->end -= text_width(print);
    pen_put(p, ST_NEW, t->changed[x - t->view.cards] ? "*" : " ");
    pen_put(p,
            picked                   ? ST_PICK
            : x->flags & CARD_RESTED ? ST_RESTED
                                     : ST_CARD,
            x->def ? pack_name(t->run.pack, x->def) : say(t->lang, W("(face down)", "（裏向き）")));
    p->end += text_width(print);
    pen_put(p, ST_LABEL, print);
}

/* ---- a field without seats ------------------------------------------------------------------- */

/* Columns reserved for a name before the status words are shortened. */
enum { FIELD_NAME = 10 }; /* columns that a name gets before words are shortened */

/* What follows a card's name on a field without seats: stats, printed stats where they differ,
 * rested. Shortened to fit. */
typedef struct Tail {
    char print[40], rested[24];
    bool mark; /* a ' replaces the printed stats */
    unsigned width;
} Tail;

/* Does any stat differ from the print? */
static bool differs(const Table *t, const FudaSeen *x) {
    const CardDef *d = &t->run.pack->def[x->def];
    return x->def && (x->atk != d->num.atk || x->def_now != d->num.def ||
                      (t->mat->third && x->third != d->num.third));
}

/* Builds the tail, dropping first the word for rested, then the printed stats, until name and tail
 * fit into 'room' columns. */
static Tail tail_of(const Table *t, const FudaSeen *x, unsigned room) {
    Tail tail = {0};
    Text numbers = {0};
    const CardDef *d = &t->run.pack->def[x->def];
    text_put(&numbers, " ");
    describe_pair(t, x->atk, x->def_now, &numbers);
    if (x->damage) text_add(&numbers, "-%d", x->damage);
    if (t->mat->third) text_add(&numbers, "/%d", x->third);
    if (differs(t, x)) {
        Text print = {0};
        describe_printed_stats(t, d, "(", &print);
        snprintf(tail.print, sizeof tail.print, "%s)", text_of(&print));
        text_release(&print);
    }
    if (x->flags & CARD_RESTED)
        snprintf(tail.rested, sizeof tail.rested, "%s", say(t->lang, t->mat->rested));
    unsigned n = text_width(text_of(&numbers));
    unsigned name = text_width(pack_name(t->run.pack, x->def));
    if (name > FIELD_NAME) name = FIELD_NAME;
    if (*tail.rested && n + name + text_width(tail.print) + text_width(tail.rested) > room)
        snprintf(tail.rested, sizeof tail.rested, " x");
    if (*tail.print && n + name + text_width(tail.print) + text_width(tail.rested) > room) {
        tail.mark = true;
        snprintf(tail.print, sizeof tail.print, "'");
    }
    tail.width = n + text_width(tail.print) + text_width(tail.rested);
    text_release(&numbers);
    return tail;
}

/* FORM_FIELD: cards in a grid of c->arg rows, two per row unless there are too many. */
static void put_field_card(Pen *p, const Side *d, const FudaSeen *x) {
    const Table *t = d->t;
    const CardDef *def = &t->run.pack->def[x->def];
    bool picked = d->marked && table_card_id(t, x) == d->marked;
    Text tag = {0};
    describe_tag(t, x, &tag);
    pen_put(p, ST_KEY, text_of(&tag));
    pen_put(p, ST_NEW, t->changed[x - t->view.cards] ? "*" : " ");
    text_release(&tag);
    Tail tail = tail_of(t, x, pen_room(p));
    unsigned end = p->end;
    p->end = pen_room(p) > tail.width ? end - tail.width : p->col;
    pen_put(p,
            picked                   ? ST_PICK
            : x->flags & CARD_RESTED ? ST_RESTED
                                     : ST_CARD,
            x->def ? pack_name(t->run.pack, x->def) : say(t->lang, W("(face down)", "（裏向き）")));
    p->end = end;
    pen_text(p, number_style(x->atk, x->def ? def->num.atk : x->atk), " %d", x->atk);
    pen_put(p, ST_PLAIN, "/");
    pen_text(p, number_style(x->def_now, x->def ? def->num.def : x->def_now), "%d", x->def_now);
    if (x->damage) pen_text(p, ST_DAMAGE, "-%d", x->damage);
    if (t->mat->third) {
        pen_put(p, ST_PLAIN, "/");
        pen_text(p, number_style(x->third, x->def ? def->num.third : x->third), "%d", x->third);
    }
    pen_put(p, tail.mark ? ST_NEW : ST_LABEL, tail.print);
    pen_put(p, ST_RESTED, tail.rested);
}

/* Its cards side by side, two in a line or as many as there must be. */
static void put_field(const Side *d, const MatCell *c, Pen p) {
    const FudaView *v = &d->t->view;
    unsigned n = v->counts[d->player][c->zone], at = 0;
    unsigned per = n <= 2u * c->arg ? 2 : (n + c->arg - 1) / c->arg;
    if (!n) {
        put_label(&p, d, c->zone, 0, NULL, 4);
        pen_put(&p, ST_LABEL, "-");
        return;
    }
    pen_text(&p, ST_LABEL, "%s ", d->t->run.g->zones[c->zone].name);
    unsigned left = p.col, width = (p.end - left) / per;
    for (unsigned i = 0; i < v->ncards; i++) {
        if (v->cards[i].player != d->player || v->cards[i].zone != c->zone) continue;
        unsigned from = left + at % per * width;
        Pen q = {d->s, p.row + at / per, from, at % per + 1 < per ? from + width - 1 : p.end};
        put_field_card(&q, d, &v->cards[i]);
        at++;
    }
}

/* Rows that a cell takes. */
static unsigned lines_of(const MatCell *c) {
    if (c->form == FORM_FIELD) return c->arg;
    return c->form == FORM_CARD || c->form == FORM_SEAT ? 2 : 1;
}

/* Scales the mat's 80 columns to the available width. */
void draw_side(const Side *d, unsigned row, unsigned cols) {
    const Mat *m = d->t->mat;
    bool mine = d->player == d->t->me;
    for (unsigned i = 0; i < m->ncells; i++) {
        const MatCell *c = &m->cells[i];
        unsigned from = mine ? c->col : MAT_COLUMNS - c->col - c->span;
        unsigned lines = lines_of(c);
        unsigned y = mine ? c->row : m->rows - c->row - lines;
        unsigned end = (from + c->span) * cols / MAT_COLUMNS;
        Pen p = {d->s, row + y, from * cols / MAT_COLUMNS, end < cols ? end - 1 : cols};
        switch (c->form) {
        case FORM_CARD:
        case FORM_SEAT: put_card(&p, d, c); break;
        case FORM_NAMES: put_names(&p, d, c); break;
        case FORM_READY: put_ready(&p, d, c); break;
        case FORM_FIELD: put_field(d, c, p); break;
        default: put_count(&p, d, c);
        }
    }
}

/* ---- the lines between ----------------------------------------------------------------------- */

/* Turn number and whose turn it is. */
static void put_turn(Pen *p, const Table *t) {
    const FudaView *v = &t->view;
    Text side = {0};
    describe_side(t, v->turn_player, t->me, &side);
    pen_text(p, table_same_side(t, v->turn_player, t->me) ? ST_MINE : ST_HEAD,
             say(t->lang, W("Turn %u: %s  ", "ターン%u：%s  ")), v->turn, text_of(&side));
    text_release(&side);
}

/* Before the first turn only the setup phase is shown. English adds the Japanese term to the
 * current phase only, for lack of room. */
void draw_status(Screen *s, const Table *t, unsigned cols) {
    const FudaView *v = &t->view;
    Pen p = {s, 0, 0, cols};
    if (v->turn) put_turn(&p, t);
    for (unsigned i = v->turn ? 1 : 0; i < t->mat->nphases && (v->turn || !i); i++) {
        bool on = v->point < t->run.g->npoints && t->mat->phase_of[v->point] == i;
        const char *name = say(t->lang, t->mat->phases[i]);
        char shortened[64];
        if (!on && t->lang == LANG_EN) { /* only the current phase gets both words */
            snprintf(shortened, sizeof shortened, "%.*s", (int)strcspn(name, " "), name);
            name = shortened;
        }
        pen_text(&p, on ? ST_PICK : ST_LABEL, on ? "[%s]" : " %s ", name);
        if (i + 1 < t->mat->nphases && v->turn) pen_put(&p, ST_LABEL, ">");
    }
    if (t->practice) pen_put(&p, ST_NEW, say(t->lang, W("  practice", "  練習")));
}

unsigned draw_partial(Screen *s, const Table *t, unsigned row, unsigned cols) {
    Text x = {0};
    Pen p = {s, row, 0, cols};
    describe_partial(t, &x);
    if (x.n) pen_put(&p, ST_NEW, text_of(&x));
    text_release(&x);
    return t->partial != NULL;
}

/* Divider with both players' names and the current attack. */
static void draw_middle(Screen *s, const Table *t, unsigned row, unsigned cols, PlayerId other) {
    screen_line(s, row, 0, cols, ST_LABEL, '-');
    Pen p = {s, row, 2, cols};
    Text counters = {0};
    describe_counters(t, other, &counters);
    pen_text(&p, ST_HEAD, " %s ^%s ", player_label(t, other, t->me), text_of(&counters));
    text_release(&counters);
    describe_counters(t, t->me, &counters);
    Pen q = {s, row, 0, cols};
    char mine[200];
    snprintf(mine, sizeof mine, "%s v %s ", text_of(&counters), player_label(t, t->me, t->me));
    text_release(&counters);
    q.col = cols - 2 - text_width(mine);
    pen_put(&q, ST_MINE, mine);
    Text line = {0};
    text_put(&line, " ");
    bool attack = describe_attack(t, &line);
    text_put(&line, " ");
    p.end = cols - 2 - text_width(mine);
    p.col += 2;
    if (attack) pen_put(&p, ST_DAMAGE, text_of(&line));
    text_release(&line);
}

/* ---- the hand -------------------------------------------------------------------------------- */

/* Room for a tag and the start of a name. */
enum { MIN_NAME_COLUMNS = 8 }; /* columns: a tag and the beginning of a name */

/* Splits "h3 name (cost) stats" into the name and the numbers; the name is cut first. */
static void hand_item(const Table *t, unsigned i, Text *name, Text *numbers) {
    const FudaSeen *x = &t->view.cards[i];
    const CardDef *d = &t->run.pack->def[x->def];
    describe_tag(t, x, name);
    text_add(name, " %s", x->def ? pack_name(t->run.pack, x->def) : "?");
    if (!x->def || d->num.cost < 0) return;
    text_add(numbers, " (%d)", x->cost);
    describe_printed_stats(t, d, " ", numbers);
}

/* Width of a hand card including the change mark. */
static unsigned hand_width(const Table *t, unsigned i) {
    Text x = {0};
    hand_item(t, i, &x, &x);
    unsigned w = 1 + text_width(text_of(&x));
    text_release(&x);
    return w;
}

/* Rows of a flowing layout, in which each card takes only the columns it needs. */
static unsigned flow_rows(const Table *t, PlayerId p, unsigned cols) {
    unsigned rows = 1, at = 0;
    for (unsigned i = 0; i < t->view.ncards; i++) {
        if (t->view.cards[i].player != p || t->view.cards[i].zone != t->mat->hand) continue;
        unsigned w = hand_width(t, i);
        if (at && at + w > cols) rows++, at = 0;
        at += w + 1;
    }
    return rows;
}

/* Tries equal columns first, then a flowing layout, then columns narrow enough to cut the names. */
unsigned hand_rows(const Table *t, PlayerId p, unsigned cols, unsigned max, unsigned *per) {
    unsigned n = 0, longest = 8;
    for (unsigned i = 0; i < t->view.ncards; i++) {
        if (t->view.cards[i].player != p || t->view.cards[i].zone != t->mat->hand) continue;
        unsigned w = hand_width(t, i) - 1;
        if (w > longest) longest = w;
        n++;
    }
    *per = cols / (longest + 2);
    if (!*per) *per = 1;
    if (max && n > *per * max) {
        unsigned flow = flow_rows(t, p, cols);
        *per = flow <= max ? 0 : (n + max - 1) / max;
        if (!*per) return flow;
    }
    return (n + *per - 1) / *per;
}

/* Where card i, the n-th of the hand, goes. */
static Pen hand_place(const Side *d, unsigned i, unsigned n, unsigned per, unsigned row,
                      unsigned cols, const Pen *last) {
    if (per) {
        unsigned width = cols / per, from = n % per * width;
        return (Pen){d->s, row + n / per, from, from + width < cols ? from + width - 1 : cols};
    }
    unsigned w = hand_width(d->t, i), from = n ? last->end + 1 : 0, y = n ? last->row : row;
    if (from && from + w > cols) from = 0, y++;
    return (Pen){d->s, y, from, from + w};
}

/* Draws the cards in up to 'rows' rows; cards beyond that are not drawn. */
void draw_hand(const Side *d, unsigned row, unsigned rows, unsigned per, unsigned cols) {
    const Table *t = d->t;
    unsigned n = 0;
    Pen last = {0};
    for (unsigned i = 0; i < t->view.ncards; i++) {
        const FudaSeen *x = &t->view.cards[i];
        if (x->player != d->player || x->zone != t->mat->hand) continue;
        Text name = {0}, numbers = {0};
        Pen p = last = hand_place(d, i, n++, per, row, cols, &last);
        unsigned from = p.col;
        if (p.row >= row + rows) return;
        hand_item(t, i, &name, &numbers);
        bool picked = d->marked && table_card_id(t, x) == d->marked;
        unsigned end = p.end, tail = text_width(text_of(&numbers));
        if (end - from < tail + MIN_NAME_COLUMNS)
            tail = 0; /* drop the numbers rather than the name */
        pen_put(&p, ST_NEW, t->changed[i] ? "*" : " ");
        p.end = end > tail ? end - tail : end;
        pen_put(&p, picked ? ST_PICK : ST_PLAIN, text_of(&name));
        p.end = end;
        if (tail) pen_put(&p, ST_LABEL, text_of(&numbers));
        text_release(&name);
        text_release(&numbers);
    }
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* Hands get at most 3 rows on small screens, a sixth of the screen on larger ones. */
unsigned draw_board(Screen *s, Table *t, CardId marked, unsigned cols) {
    unsigned row = 1, per;
    if (t->view.nplayers > 2) return draw_many(s, t, marked, cols);
    PlayerId other = (PlayerId)((t->me + 1u) % t->view.nplayers);
    Side far = {s, t, other, marked}, near = {s, t, t->me, marked};
    unsigned max = s->rows < 28 ? 3 : s->rows / 6;
    draw_status(s, t, cols);
    row += draw_partial(s, t, row, cols);
    if (t->mode == MODE_WATCH) {
        unsigned rows = hand_rows(t, other, cols, max - 1, &per);
        draw_hand(&far, row, rows, per, cols);
        row += rows;
        max--;
    }
    draw_side(&far, row, cols);
    row += t->mat->rows;
    draw_middle(s, t, row++, cols, other);
    row += draw_space(s, t, row, cols, s->rows < 28 ? 3 : s->rows / 6);
    draw_side(&near, row, cols);
    row += t->mat->rows;
    unsigned rows = hand_rows(t, t->me, cols, max, &per);
    draw_hand(&near, row, rows, per, cols);
    return row + rows;
}
