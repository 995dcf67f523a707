/* Writes a game at the table as a judge scenario: the board at the first question of this turn, and
 * the answers since then. Effects, waiting abilities and what was used this turn cannot be written;
 * at the beginning of a turn there is little of it. */
#include "cards/home.h"
#include "play/words.h"
#include "scenario/tables.h"
#include "tui/describe.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is being written. */
typedef struct Sheet {
    Table *t;
    const JudgeTable *table;
    CardList cards; /* shipped and imported ones, for their numbers */
    Text out;
    unsigned nhosts; /* labels given to cards that others are tied to */
} Sheet;

/* ---- cards ----------------------------------------------------------------------------------- */

static bool take_first(void *context, const PrintedCard *c) {
    *(const PrintedCard **)context = c;
    return false;
}

static const char *serial_of(Sheet *x, const char *name) {
    const PrintedCard *found = NULL;
    cards_each(&x->cards, name, take_first, &found);
    return found && found->serial && *found->serial ? found->serial : NULL;
}

/* A card that is in no card file, as its text: a `card` line and its abilities. */
static void put_plan(Sheet *x, const CardText *c) {
    const Game *g = x->t->run.g;
    const int number[] = {
        [STAT_ATK] = c->atk, [STAT_DEF] = c->def, [STAT_COST] = c->cost, [STAT_THIRD] = c->third};
    text_add(&x->out, "card \"%s\"", c->name);
    for (unsigned i = 0; i < CARD_NUMBERS && x->table->line[i] && (c->kinds & x->table->numbered);
         i++)
        text_add(&x->out, "%s%d", i ? "/" : " ", number[x->table->line[i]]);
    for (unsigned k = 0; k < g->nkinds; k++)
        if (c->kinds >> k & 1) text_add(&x->out, " %s", g->kinds[k].key);
    if (c->cost >= 0) text_add(&x->out, " cost %d", c->cost);
    for (unsigned i = 0; i < c->ntraits; i++) text_add(&x->out, " 〈%s〉", c->traits[i]);
    const char *by = x->table->epithets ? c->epithet : c->title;
    if (by && *by) text_add(&x->out, " %s \"%s\"", x->table->byname, by);
    text_put(&x->out, "\n");
    for (unsigned i = 0; i < c->nabilities; i++) {
        text_put(&x->out, "  ");
        for (const char *at = c->abilities[i]; *at; at++)
            *at == '\n' ? text_put(&x->out, "\\n") : text_bytes(&x->out, at, 1);
        text_put(&x->out, "\n");
    }
}

/* Every card of the game once, above the scenario. */
static void put_cards(Sheet *x) {
    const Replay *p = &x->t->replay;
    const State *s = x->t->initial;
    bool used[REPLAY_MAX_CARDS] = {false};
    for (PlayerId q = 0; q < s->nplayers; q++)
        for (unsigned i = 1; i <= s->player[q].ncards; i++)
            if (s->player[q].card[i].def < REPLAY_MAX_CARDS) used[s->player[q].card[i].def] = true;
    for (DefId d = 1; d <= p->ncards && d < REPLAY_MAX_CARDS; d++) {
        const char *name = pack_name(x->t->run.pack, d), *serial;
        if (!used[d] || strcmp(name, p->card[d - 1].name)) continue;
        if (!x->t->puzzle && (serial = serial_of(x, name)))
            text_add(&x->out, "card \"%s\" number %s\n", name, serial);
        else
            put_plan(x, &p->card[d - 1]);
    }
}

/* ---- the board ------------------------------------------------------------------------------- */

static bool is_host(const State *s, CardId c) {
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++)
            if (s->player[p].card[i].tie == c && s->player[p].card[i].zone) return true;
    return false;
}

static void put_card(Sheet *x, const State *s, CardId c) {
    const Game *g = x->t->run.g;
    const Card *k = card_of(s, c);
    const bool down_zone =
        x->table->down_zone && !strcmp(g->zones[k->zone].key, x->table->down_zone);
    text_add(&x->out, "\"%s\"", pack_name(x->t->run.pack, k->def));
    if (k->flags & CARD_RESTED) text_put(&x->out, " rested");
    if (k->flags & CARD_DOWN)
        text_put(&x->out, " down");
    else if (down_zone)
        text_put(&x->out, " up");
    if (k->damage) text_add(&x->out, " damage %d", k->damage);
    if (is_host(s, c)) text_add(&x->out, " as host%u", c);
}

/* The cards of a zone, the top of a deck first. */
static void put_zone(Sheet *x, const State *s, PlayerId p, ZoneId z) {
    const Game *g = x->t->run.g;
    const Player *q = &s->player[p];
    const unsigned n = q->count[z];
    if (g->zones[z].flags & ZONE_SEATED) {
        for (unsigned i = 0; i < n; i++) {
            const CardId c = zone_card(q, z, i);
            text_add(&x->out, "  %s %u ", g->zones[z].key, seat_number(card_of(s, c)->seats));
            put_card(x, s, c);
            text_put(&x->out, "\n");
        }
        return;
    }
    text_add(&x->out, "  %s ", g->zones[z].key);
    if (!n) text_put(&x->out, "none");
    for (unsigned i = 0; i < n; i++) {
        if (i) text_put(&x->out, ", ");
        put_card(x, s, zone_card(q, z, z == g->deck_zone ? n - 1 - i : i));
    }
    text_put(&x->out, "\n");
}

/* Cards tied to others, behind these. */
static void put_tied(Sheet *x, const State *s, PlayerId p, ZoneId z) {
    for (unsigned i = 0; i < s->player[p].count[z]; i++) {
        const CardId c = zone_card(&s->player[p], z, i);
        text_add(&x->out, "  %s of host%u: \"%s\"\n", x->t->run.g->zones[z].key, card_of(s, c)->tie,
                 pack_name(x->t->run.pack, card_of(s, c)->def));
    }
}

static void put_board(Sheet *x, const State *s) {
    const Game *g = x->t->run.g;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        text_add(&x->out, "P%u\n", p + 1u);
        for (ZoneId z = 1; z < g->nzones; z++)
            if (!(g->zones[z].flags & ZONE_TIED) && !(x->table->passing >> z & 1))
                put_zone(x, s, p, z);
        for (ZoneId z = 1; z < g->nzones; z++)
            if (g->zones[z].flags & ZONE_TIED) put_tied(x, s, p, z);
    }
}

/* The last point, up to the present one, at which a scenario can begin. */
static const char *begins_at(const JudgeTable *t, const State *s) {
    unsigned i = t->point(s);
    if (i == t->first_point) return NULL;
    while (i > t->first_point + 1 && !t->points[i].at) i--;
    return t->points[i].word;
}

static void put_header(Sheet *x, const State *s, const char *point) {
    const Game *g = x->t->run.g;
    text_add(&x->out, "\nscenario the board in turn %u\n", s->turn);
    if (s->nplayers != 2) text_add(&x->out, "players %u\n", s->nplayers);
    if (s->format) text_add(&x->out, "format %s\n", g->formats[s->format].key);
    text_add(&x->out, "turn P%u\nfirst P%u\nturns %u\n", s->turn_player + 1u, s->order[0] + 1u,
             s->turn);
    put_board(x, s);
    text_add(&x->out, "at %s\n", point);
    if (s->neffects + s->nwaiting)
        text_add(&x->out, "# not written: %u effects, %u waiting abilities\n", s->neffects,
                 s->nwaiting);
}

/* ---- answers --------------------------------------------------------------------------------- */

static const char *quoted(const Names *n, const Run *r, CardId c) {
    static char name[4][200];
    static unsigned i;
    (void)n;
    i = (i + 1) % 4;
    snprintf(name[i], sizeof name[i], "\"%s\"", pack_name(r->pack, card_of(r->s, c)->def));
    return name[i];
}

static void put_answer(Sheet *x, const Run *r, const ReplayStep *step) {
    static const Names names = {.card = quoted, .all = true};
    char word[600];
    const State *s = r->s;
    if (step->answer == REPLAY_CONCEDE)
        text_add(&x->out, "concede P%u\n", step->of + 1u);
    else if (!option_declines(r->g, &s->option[step->answer]))
        text_add(&x->out, "do P%u %s\n", s->ask.player + 1u,
                 option_name(r, &s->ask, &s->option[step->answer], &names, word, sizeof word));
}

/* Plays the answers again on a copy. Those of this turn are written, behind the board. */
static bool put_game(Sheet *x, FileError *e, const char *path) {
    Table *t = x->t;
    State *blocks = calloc(2, sizeof(State));
    if (!blocks) return file_error(e, path, 0, 0, "out of memory");
    Run r = {.s = blocks, .g = t->run.g, .pack = t->run.pack, .scratch = blocks + 1};
    const char *point = NULL;
    bool begun = false;
    memcpy(r.s, t->initial, sizeof(State));
    run_on(&r);
    for (unsigned i = 0; i <= t->napplied; i++) {
        if (!begun && r.s->turn == t->run.s->turn) {
            begun = true;
            if (!(point = begins_at(x->table, r.s))) break;
            put_header(x, r.s, point);
        }
        if (i == t->napplied) break;
        const ReplayStep *step = &t->replay.step[i];
        if (begun) put_answer(x, &r, step);
        if (step->answer == REPLAY_CONCEDE)
            run_concede(&r, (PlayerId)step->of);
        else
            run_answer(&r, step->answer);
        run_on(&r);
    }
    free(blocks);
    return point || file_error(e, path, 0, 0, "the game has not begun yet: there is no board");
}

/* Creates the file; never replaces one. */
static bool write_new(const char *path, const Text *x, FileError *e) {
    FILE *f = fopen(path, "wx");
    if (!f) return file_error(e, path, 0, 0, "cannot be written: %s", strerror(errno));
    const bool good = fwrite(text_of(x), 1, x->n, f) == x->n;
    if (fclose(f) || !good) return file_error(e, path, 0, 0, "cannot be written");
    return true;
}

bool board_write(Table *t, const char *path, FileError *e) {
    Sheet x = {.t = t, .table = judge_table(t->run.g)};
    if (!x.table) return file_error(e, path, 0, 0, "this game has no scenarios");
    cards_init(&x.cards, t->run.g);
    bool good = load_cards(&x.cards, NULL, 0, NULL, NULL, e) && home_add_base(&x.cards, NULL, e);
    text_add(&x.out, "game %s\n", t->run.g->key);
    if (good) put_cards(&x);
    good = good && put_game(&x, e, path) && write_new(path, &x.out, e);
    cards_free(&x.cards);
    text_release(&x.out);
    return good;
}
