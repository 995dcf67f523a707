/* Board for three or more players: the viewer's mat in full, the others in one or two lines each,
 * and in full for the focused player or if there is room. Team mates and their hands go below the
 * viewer's hand, everybody else above the middle line. */
#include "tui/pen.h"
#include <stdio.h>
#include <string.h>

enum { PROMPT_ROWS = 8 };  /* reserved for the question */
enum { SEAT_COLUMNS = 6 }; /* per seat in the one-line form */

/* ---- one player in brief --------------------------------------------------------------------- */

/* Turn marker, name, team, and whether the player is out or has won. */
static void put_name(Pen *p, const Side *d) {
    const Table *t = d->t;
    bool turn = t->view.turn && table_same_side(t, d->player, t->view.turn_player);
    pen_put(p, ST_PICK, turn && !t->view.out[d->player] ? ">" : " ");
    pen_text(p, d->player == t->me ? ST_MINE : ST_HEAD, "%s%s", player_label(t, d->player, t->me),
             team_suffix(t, d->player));
    if (t->view.out[d->player]) pen_put(p, ST_DAMAGE, say(t->lang, W(" out", " 退場")));
    if (t->view.won[d->player]) pen_put(p, ST_UP, say(t->lang, W(" wins", " 勝利")));
}

/* Formats the cell's count into 'out'. Returns false if the cell is empty and hidden. */
static bool count_text(const Side *d, const MatCell *c, char *out, size_t size) {
    const FudaView *v = &d->t->view;
    unsigned n = v->counts[d->player][c->zone], ready = 0;
    if (c->form == FORM_EXTRA && !n) return false;
    for (unsigned i = 0; i < v->ncards; i++)
        ready += v->cards[i].player == d->player && v->cards[i].zone == c->zone &&
                 !(v->cards[i].flags & CARD_RESTED);
    if (c->form == FORM_LIMIT)
        snprintf(out, size, "%u/%u", n, c->arg);
    else if (c->form == FORM_READY)
        snprintf(out, size, "%u/%u", ready, n);
    else
        snprintf(out, size, "%u", n);
    const Game *g = d->t->run.g;
    for (unsigned k = 0; k < g->nkinds && c->form == FORM_COUNT; k++) {
        unsigned known = table_count_known(d->t, d->player, c->zone, k);
        size_t at = strlen(out);
        if (known) snprintf(out + at, size - at, " %s%u", g->kinds[k].key, known);
    }
    return true;
}

/* Writes one count, or nothing if it does not fit whole. 'words' adds the zone's name. */
static void brief_count(Pen *p, const Side *d, const MatCell *c, bool words) {
    const Table *t = d->t;
    const MatZone *z = mat_zone(t->mat, c->zone);
    const char *word = mat_zone_word(t->mat, t->run.g, c->zone, t->lang);
    char label[64], value[32];
    if (!z || !count_text(d, c, value, sizeof value)) return;
    char letter = (char)(z->letter - 'a' + (d->player == t->me ? 'a' : 'A'));
    snprintf(label, sizeof label, words ? "%c %s " : "%c", letter, word);
    int change = count_change(d, c->zone);
    if (pen_room(p) < 2 + text_width(label) + text_width(value) + (change != 0)) return;
    unsigned n = t->view.counts[d->player][c->zone];
    bool near = c->form == FORM_LIMIT && n + 2 >= c->arg;
    pen_put(p, ST_PLAIN, words ? "  " : " ");
    pen_text(p, ST_KEY, "%c", letter);
    pen_put(p, ST_LABEL, label + 1);
    pen_put(p, near ? ST_DAMAGE : ST_HEAD, value);
    pen_put(p, ST_NEW, change ? "*" : "");
}

/* "3/5-2": attack, defence, damage taken. "x": rested, "!": hit by a partner attack. */
static void brief_stats(Pen *p, const Side *d, const FudaSeen *x) {
    const CardDef *def = &d->t->run.pack->def[x->def];
    if (x->def || !(x->flags & CARD_DOWN)) {
        pen_text(p, number_style(x->atk, x->def ? def->num.atk : x->atk), "%d", x->atk);
        pen_put(p, ST_PLAIN, "/");
        pen_text(p, number_style(x->def_now, x->def ? def->num.def : x->def_now), "%d", x->def_now);
    } else {
        pen_put(p, ST_LABEL, "?");
    }
    if (x->damage) pen_text(p, ST_DAMAGE, "-%d", x->damage);
    if (x->flags & CARD_HIT) pen_put(p, ST_DAMAGE, "!");
    if (x->flags & CARD_RESTED) pen_put(p, ST_RESTED, "x");
}

/* The zone's letter, with the seat number if it has seats. */
static void brief_letter(Pen *p, const Side *d, const MatCell *c, unsigned seat) {
    const MatZone *z = mat_zone(d->t->mat, c->zone);
    if (!z) return;
    char letter = (char)(z->letter - 'a' + (d->player == d->t->me ? 'a' : 'A'));
    pen_text(p, ST_KEY, seat ? "%c%u" : "%c", letter, seat);
    pen_put(p, ST_PLAIN, " ");
}

/* Stats and, if 'named', the name of the cell's top card. */
static void brief_card(Pen *p, const Side *d, const MatCell *c, bool named) {
    const Table *t = d->t;
    const FudaSeen *x = top_card(d, c);
    if (!x) {
        pen_put(p, ST_LABEL, "-");
        return;
    }
    brief_stats(p, d, x);
    pen_put(p, ST_NEW, t->changed[x - t->view.cards] ? "*" : "");
    if (!named) return;
    bool picked = d->marked && table_card_id(t, x) == d->marked;
    pen_put(p, ST_PLAIN, " ");
    pen_put(p,
            picked                   ? ST_PICK
            : x->flags & CARD_RESTED ? ST_RESTED
                                     : ST_CARD,
            x->def ? pack_name(t->run.pack, x->def) : say(t->lang, W("(face down)", "（裏向き）")));
}

/* One line: counts by letter, the first card with its name, stats only for the seats. */
static void draw_one_line(const Side *d, unsigned row, unsigned cols) {
    const Mat *m = d->t->mat;
    unsigned seats = 0;
    for (unsigned i = 0; i < m->nbrief; i++) seats += m->brief[i].form == FORM_SEAT;
    unsigned right = cols - 2 - seats * SEAT_COLUMNS, middle = cols * 40 / MAT_COLUMNS;
    Pen p = {d->s, row, 0, middle};
    put_name(&p, d);
    if (d->t->view.out[d->player]) return;
    for (unsigned i = 0; i < m->nbrief; i++)
        if (!m->brief[i].row) brief_count(&p, d, &m->brief[i], false);
    for (unsigned i = 0; i < m->nbrief; i++) {
        const MatCell *c = &m->brief[i];
        bool seat = c->form == FORM_SEAT;
        if (!c->row) continue;
        Pen q = {d->s, row, middle, right - 1};
        if (seat) q = (Pen){d->s, row, right + 2 + SEAT_COLUMNS * (c->arg - 1u), cols};
        if (seat && c->arg == 1) q.col -= 2;
        if (!seat || c->arg == 1) brief_letter(&q, d, c, 0);
        if (seat) q.end = q.col + SEAT_COLUMNS - 1;
        brief_card(&q, d, c, !seat);
    }
}

/* Two lines: counts with words, then the cards with names. */
static void draw_two_lines(const Side *d, unsigned row, unsigned cols) {
    const Mat *m = d->t->mat;
    Pen p = {d->s, row, 0, cols};
    put_name(&p, d);
    if (d->t->view.out[d->player]) return;
    if (p.col < 17) p.col = 17;
    for (unsigned i = 0; i < m->nbrief; i++) {
        const MatCell *c = &m->brief[i];
        unsigned end = (c->col + c->span) * cols / MAT_COLUMNS;
        if (c->row) {
            Pen q = {d->s, row + 1, c->col * cols / MAT_COLUMNS, end < cols ? end - 1 : cols};
            brief_letter(&q, d, c, c->arg);
            brief_card(&q, d, c, true);
        } else {
            brief_count(&p, d, c, true);
        }
    }
}

/* ---- sharing out the rows -------------------------------------------------------------------- */

/* Rows assigned to each player. A full mat has a name line above it, except the viewer's own. */
typedef struct Plan {
    unsigned rows[MAX_PLAYERS], hand[MAX_PLAYERS], per[MAX_PLAYERS];
} Plan;

static bool in_full(const Table *t, const Plan *plan, PlayerId p) {
    return plan->rows[p] >= t->mat->rows;
}

static bool is_mate(const Table *t, PlayerId p) {
    return p != t->me && t->run.s->team_size > 1 && table_same_side(t, p, t->me);
}

/* Assigns rows to the visible hands: the viewer's, team mates', and the focused one in a replay. */
static void plan_hands(const Screen *s, const Table *t, Plan *plan, unsigned cols) {
    bool tall = s->rows >= 30, team = t->run.s->team_size > 1;
    for (PlayerId p = 0; p < t->view.nplayers; p++) {
        bool open = p == t->me || is_mate(t, p) || (t->mode == MODE_WATCH && p == t->focus);
        unsigned max = p == t->me ? (tall ? 4 : team ? 2 : 3) : p == t->focus || tall ? 2 : 1;
        if (open) plan->hand[p] = hand_rows(t, p, cols, max, &plan->per[p]);
    }
}

/* Shares out the rows left by the hands and the prompt. With a focused player, the viewer's own mat
 * shrinks if both do not fit in full; the other mats get a full mat, two lines or one, all alike.
 */
static void plan_rows(const Screen *s, const Table *t, Plan *plan) {
    unsigned full = t->mat->rows + 1, n = t->view.nplayers, used = 2 + (t->partial != NULL),
             here = 0;
    for (PlayerId p = 0; p < n; p++) {
        used += plan->hand[p];
        here += p != t->me && !t->view.out[p];
        plan->rows[p] = 1;
    }
    used += n - 1 - here; /* players who are out keep one line */
    unsigned room = s->rows > used + PROMPT_ROWS ? s->rows - used - PROMPT_ROWS : 0;
    bool looks = t->focus != NOBODY && !t->view.out[t->focus];
    unsigned others = looks ? here - 1 : here, rest = room - (room > full ? full : room);
    unsigned own = t->mat->rows;
    if (looks && rest < own + others)
        own = rest > others + 1 ? 2 : 1; /* the viewer's own mat gives way */
    if (!looks) rest = room;
    rest -= rest > own ? own : rest;
    unsigned each = !others ? 1 : rest / others >= full ? full : rest / others >= 2 ? 2 : 1;
    for (PlayerId p = 0; p < n; p++)
        if (p != t->me && !t->view.out[p]) plan->rows[p] = p == t->focus ? full : each;
    plan->rows[t->me] = own;
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* Draws one player as planned. Returns the first free row. */
static unsigned draw_part(const Side *d, const Plan *plan, unsigned row, unsigned cols) {
    PlayerId p = d->player;
    if (in_full(d->t, plan, p)) {
        Pen pen = {d->s, row, 0, cols};
        if (p != d->t->me) {
            put_name(&pen, d);
            row++;
        }
        draw_side(d, row, cols);
        row += d->t->mat->rows;
    } else {
        (plan->rows[p] == 2 ? draw_two_lines : draw_one_line)(d, row, cols);
        row += plan->rows[p];
    }
    if (plan->hand[p]) draw_hand(d, row, plan->hand[p], plan->per[p], cols);
    return row + plan->hand[p];
}

/* The player the viewer attacks in formats that leave no choice, else NOBODY. */
static PlayerId target_of(const Table *t) {
    const State *s = t->run.s;
    if (s->circle) return player_beside(s, t->me, true);
    return s->team_size > 1 ? player_facing(s, t->me) : NOBODY;
}

/* Middle line: the attack, or the format and the score; on the right, who the viewer is. */
static void draw_between(Screen *s, const Table *t, unsigned row, unsigned cols) {
    const FormatInfo *f = &t->run.g->formats[t->run.s->format];
    Text line = {0}, mine = {0};
    PlayerId target = target_of(t);
    screen_line(s, row, 0, cols, ST_LABEL, '-');
    text_add(&mine, " v %s%s", player_label(t, t->me, t->me), team_suffix(t, t->me));
    if (target != NOBODY && target != t->me && player_in(t->run.s, target))
        text_add(&mine, say(t->lang, W(" against %s", "（アタック先：%s）")),
                 player_label(t, target, t->me));
    text_put(&mine, " ");
    unsigned width = text_width(text_of(&mine));
    Pen q = {s, row, cols > width + 2 ? cols - 2 - width : 0, cols}, p = {s, row, 2, q.col};
    text_put(&line, " ");
    bool attack = describe_attack(t, &line);
    if (!attack) {
        Text score = {0};
        describe_score(t, &score);
        text_add(&line, "%s%s%s", mat_format_name(t->mat, f, t->lang), score.n ? "  " : "",
                 text_of(&score));
        text_release(&score);
    }
    text_put(&line, " ");
    pen_put(&p, attack ? ST_DAMAGE : ST_HEAD, text_of(&line));
    pen_put(&q, ST_MINE, text_of(&mine));
    text_release(&line);
    text_release(&mine);
}

/* Opponents in turn order from the top; then the divider, the viewer, and team mates. */
unsigned draw_many(Screen *s, Table *t, CardId marked, unsigned cols) {
    Plan plan = {0};
    unsigned row = 1;
    plan_hands(s, t, &plan, cols);
    plan_rows(s, t, &plan);
    draw_status(s, t, cols);
    row += draw_partial(s, t, row, cols);
    for (unsigned i = 1; i < t->view.nplayers; i++) {
        Side d = {s, t, table_other_player(t, i), marked};
        if (!is_mate(t, d.player)) row = draw_part(&d, &plan, row, cols);
    }
    draw_between(s, t, row++, cols);
    for (unsigned i = 0; i < t->view.nplayers; i++) {
        Side d = {s, t, table_other_player(t, i), marked};
        if (i && !is_mate(t, d.player)) continue;
        row = draw_part(&d, &plan, row, cols);
    }
    return row;
}
