/* Compiles the cards of a scenario and lays its board as if the cards had come there in play. */
#include "scenario/judge.h"
#include "cards/home.h"
#include "play/lay.h"
#include <stdlib.h>

/* ---- cards ---- */

/* Column offset of the at-th character of a printed text. A line break was written as \n, two
 * characters. */
static unsigned text_column(const char *text, unsigned at) {
    unsigned column = 0;
    while (*text && at--) {
        column += *text == '\n' ? 2 : 1;
        utf8_next(&text);
    }
    return column;
}

/* A lookup in the card files: by number, and by name among cards with the same number. */
typedef struct FileLookup {
    const CardPlan *plan;
    const PrintedCard *found;
} FileLookup;

static bool match_name(void *context, const PrintedCard *c) {
    FileLookup *w = context;
    if (!strcmp(c->name, w->plan->name)) w->found = c;
    return !w->found;
}

/* The card that the plan names, null after judge_fail. Loads the shipped cards on first use, and
 * the user's card base only for a card that is not among them: what a user imported changes no
 * scenario about shipped cards. */
static const PrintedCard *find_printed(Judge *j, const CardPlan *plan) {
    FileError e = {0};
    FileLookup w = {plan, 0};
    if (!j->cards) {
        j->cards = calloc(1, sizeof *j->cards);
        if (!j->cards) return judge_fail(j, plan->pos, "out of memory"), NULL;
        cards_init(j->cards, j->sc->game);
        if (!load_cards(j->cards, 0, 0, NULL, j->sc->as_of, &e))
            return judge_fail(j, plan->pos, "the card files: %s", e.line), NULL;
    }
    cards_each(j->cards, plan->serial, match_name, &w);
    if (!w.found && !j->cards->where) {
        if (!home_add_base(j->cards, j->sc->as_of, &e))
            return judge_fail(j, plan->pos, "the card base: %s", e.line), NULL;
        cards_each(j->cards, plan->serial, match_name, &w);
    }
    if (!w.found)
        judge_fail(j, plan->pos, "no card `%s` has the number %s%s", plan->name, plan->serial,
                   j->cards->where ? j->cards->where : "");
    return w.found;
}

static void add_def(Judge *j, const CardPlan *plan, DefId d) {
    j->plan[j->nplans] = plan;
    j->def[j->nplans++] = d;
}

/* Compiles a card of the card files. */
static bool compile_numbered(Judge *j, const CardPlan *plan) {
    const PrintedCard *c = find_printed(j, plan);
    char why[400];
    unsigned left = 0;
    if (!c) return false;
    DefId d = load_card(j->builder, c, 0, &left, why, sizeof why);
    if (!d) return judge_fail(j, plan->pos, "%s", why);
    add_def(j, plan, d);
    return true;
}

static CardText plan_text(const CardPlan *plan) {
    return (CardText){.name = plan->name,
                      .kinds = plan->kinds,
                      .cost = plan->cost,
                      .atk = plan->atk,
                      .def = plan->def,
                      .third = plan->third,
                      .traits = plan->traits,
                      .ntraits = plan->ntraits,
                      .title = plan->title,
                      .epithet = plan->epithet,
                      .box = plan->box,
                      .abilities = plan->abilities,
                      .nabilities = plan->nabilities};
}

bool judge_card_text(const Judge *j, const CardPlan *plan, CardText *out) {
    FileLookup w = {plan, 0};
    if (!plan->serial) {
        *out = plan_text(plan);
        return true;
    }
    if (j->cards) cards_each(j->cards, plan->serial, match_name, &w);
    if (w.found) *out = card_text(w.found);
    return w.found != NULL;
}

/* Adds the card to the pack, once per plan. Errors in its text are reported at the character in the
 * scenario file. */
static bool compile(Judge *j, const CardPlan *plan) {
    for (unsigned i = 0; i < j->nplans; i++)
        if (j->plan[i] == plan) return true;
    if (plan->serial) return compile_numbered(j, plan);
    const CardText c = plan_text(plan);
    unsigned entry = 0;
    TextError e = {0};
    DefId d = builder_add(j->builder, &c, &entry, &e);
    if (!d && entry <= plan->nabilities) {
        bool box = entry == plan->nabilities;
        Pos pos = box ? plan->box_at : plan->ability_at[entry];
        pos.column += text_column(box ? plan->box : plan->abilities[entry], e.at);
        return judge_fail(j, pos, "the text is not understood from here: %s", e.message);
    }
    if (!d)
        return judge_fail(j, plan->pos, "the card %s cannot be compiled: %s", plan->name,
                          e.message);
    add_def(j, plan, d);
    return true;
}

/* Marks the clauses by which cards differ from print (errata). */
static void mark_corrected(Judge *j) {
    for (unsigned i = 0; i < j->nplans; i++) {
        const PrintedCard *c = j->plan[i]->serial ? find_printed(j, j->plan[i]) : 0;
        if (c) card_tell_corrected(c, &j->run);
    }
}

/* The compiled definition of a plan, 0 if it was not compiled. */
static DefId def_of(const Judge *j, const CardPlan *plan) {
    for (unsigned i = 0; i < j->nplans; i++)
        if (j->plan[i] == plan) return j->def[i];
    return 0;
}

/* Compiles the scenario's own cards, used or not, so that their texts are always checked; those of
 * the file only if a board uses them. */
static bool compile_all(Judge *j) {
    unsigned n = 0;
    for (const CardPlan *c = j->sc->plans; c; c = c->next) n++;
    j->plan = calloc(n + 1, sizeof *j->plan);
    j->def = calloc(n + 1, sizeof *j->def);
    if (!j->plan || !j->def) return judge_fail(j, j->sc->pos, "out of memory");
    for (const CardPlan *c = j->sc->plans; c && c->pos.line >= j->sc->pos.line; c = c->next)
        if (!compile(j, c)) return false;
    for (unsigned p = 0; p < j->sc->players; p++)
        for (unsigned i = 0; i < j->sc->board[p].nlines; i++)
            for (unsigned k = 0; k < j->sc->board[p].lines[i].ncards; k++)
                if (!compile(j, j->sc->board[p].lines[i].cards[k].plan)) return false;
    for (const ZoneDefault *d = j->table->defaults; d->zone; d++)
        if (!compile(j, plan_find(j->sc, d->card))) return false;
    return true;
}

/* ---- boards ---- */

static void label_put(Judge *j, const char *text, CardId c) {
    if (text) j->labels[j->nlabels++] = (Label){text, c};
}

static ZoneId zone_named(const Game *g, const char *key) {
    for (ZoneId z = 1; z < g->nzones; z++)
        if (!strcmp(g->zones[z].key, key)) return z;
    return 0;
}

/* Face-up or face-down: as written, else by the zone. */
static uint8_t face(const Judge *j, const BoardCard *b, ZoneId z) {
    if (b->flags & WORD_DOWN) return CARD_DOWN;
    if (b->flags & (WORD_UP | WORD_PARTNERISED)) return 0;
    bool hides = (j->table->down_zone && z == zone_named(j->sc->game, j->table->down_zone)) ||
                 (j->sc->game->zones[z].flags & ZONE_PUT_DOWN);
    return hides && !(b->plan->kinds & j->table->partners) ? CARD_DOWN : 0;
}

/* Lays one card at the bottom of a zone. Returns 0 after judge_fail. */
static CardId lay(Judge *j, PlayerId p, const BoardCard *b, ZoneId z, SeatSet seats, CardId tie) {
    Laid x = {.def = def_of(j, b->plan),
              .zone = z,
              .seats = seats,
              .flags = face(j, b, z),
              .tie = tie,
              .damage = b->damage};
    if (b->flags & WORD_RESTED) x.flags |= CARD_RESTED;
    if (b->flags & WORD_PARTNERISED) {
        x.flags |= CARD_KINDS_CHANGED;
        x.kinds_now = (KindSet)j->table->partners;
    }
    CardId c = lay_card(&j->run, p, &x);
    if (!c)
        judge_fail(j, b->pos, "P%u has too many cards; at most %d", p + 1u, CARDS_PER_PLAYER - 1);
    else
        label_put(j, b->label, c);
    for (unsigned i = 0; c && i < b->nchips; i++) {
        const unsigned kind = j->table->chip(&j->run, b->chips[i].kind);
        if (!kind) {
            judge_fail(j, b->pos, "no card of the scenario mentions %s chips", b->chips[i].kind);
            return 0;
        }
        counter_add(&j->run, c, NOBODY, kind, b->chips[i].number);
    }
    return c;
}

/* The card on a player's board that souls are tied to: by label, else by name, preferably on the
 * field. */
static CardId tie_of(Judge *j, PlayerId p, const BoardLine *line) {
    const State *s = j->run.s;
    CardId found = 0;
    for (unsigned i = 0; i < j->nlabels; i++)
        if (!strcmp(j->labels[i].text, line->soul_of)) return j->labels[i].card;
    for (unsigned i = 1; i <= s->player[p].ncards; i++) {
        const Card *k = &s->player[p].card[i];
        if (strcmp(pack_name(j->run.pack, k->def), line->soul_of)) continue;
        if (!found || (j->sc->game->zones[k->zone].flags & ZONE_FIELD)) found = card_id(p, i);
    }
    if (!found)
        judge_fail(j, line->pos, "P%u has no card `%s` on the lines above", p + 1u, line->soul_of);
    return found;
}

/* Lays the cards of one line of a board. */
static bool lay_line(Judge *j, PlayerId p, const BoardLine *line) {
    const Game *g = j->sc->game;
    CardId tie = 0;
    if (line->zone >= ZONE_PILE)
        return judge_fail(
            j, line->pos, "`%s` can only be used `at %s`",
            line->zone == ZONE_OPENED ? "opened" : card_form(g)->pile[line->zone - ZONE_PILE].word,
            j->table->points[j->table->first_point].word);
    const bool seated = g->zones[line->zone].flags & ZONE_SEATED;
    const unsigned most = seated ? zone_seats(&j->run, p, line->zone) : 0;
    for (SeatSet left = line->seats; seated && left; left = (SeatSet)(left & (left - 1)))
        if (seat_number(left) > most)
            return judge_fail(j, line->pos, "no seat %u; P%u has %u", seat_number(left), p + 1u,
                              most);
    if (line->soul_of && !(tie = tie_of(j, p, line))) return false;
    /* a tied card with a place lies where the other one does */
    const SeatSet seats = seated && tie ? card_of(j->run.s, tie)->seats : line->seats;
    for (unsigned i = 0; i < line->ncards; i++)
        for (unsigned n = 0; n < line->cards[i].count; n++)
            if (!lay(j, p, &line->cards[i], line->zone, seats, tie)) return false;
    return true;
}

/* Fills a zone that the board does not mention with the game's default cards. */
static bool lay_default(Judge *j, PlayerId p, const ZoneDefault *d) {
    const Board *b = &j->sc->board[p];
    ZoneId z = zone_named(j->sc->game, d->zone);
    const bool seated = j->sc->game->zones[z].flags & ZONE_SEATED;
    SeatSet taken = 0;
    for (unsigned i = 0; i < b->nlines; i++) {
        if (b->lines[i].zone != z) continue;
        if (!seated) return true;
        taken |= b->lines[i].seats; /* the other seats are filled */
    }
    BoardCard card = {.plan = plan_find(j->sc, d->card), .count = 1, .pos = j->sc->pos};
    for (unsigned i = 0; i < d->count; i++) {
        const SeatSet seat = seated ? seat_bit(i + 1) : 0;
        if (!(seat & taken) && !lay(j, p, &card, z, seat, 0)) return false;
    }
    return true;
}

/* The order matters: default cards lie below written ones, and ties need their card to exist. */
static bool lay_board(Judge *j, PlayerId p) {
    const Board *b = &j->sc->board[p];
    for (unsigned i = 0; i < b->nlines; i++) /* souls come after the cards they are tied to */
        if (!b->lines[i].soul_of && !lay_line(j, p, &b->lines[i])) return false;
    for (const ZoneDefault *d = j->table->defaults; d->zone; d++)
        if (!lay_default(j, p, d)) return false;
    for (unsigned i = 0; i < b->nlines; i++)
        if (b->lines[i].soul_of && !lay_line(j, p, &b->lines[i])) return false;
    return true;
}

/* The term that texts of the pack have for a name, 0: none mentions it. */
unsigned judge_term(const Judge *j, const char *name) {
    for (unsigned t = 1; t < j->run.pack->nterm; t++)
        if (!strcmp(pack_term(j->run.pack, (TermId)t), name)) return t;
    return 0;
}

/* Lays the counters of a player. */
static bool lay_counters(Judge *j, PlayerId p) {
    const Board *b = &j->sc->board[p];
    for (unsigned i = 0; i < b->ncounters; i++) {
        unsigned term = judge_term(j, b->counters[i].name);
        if (!term)
            return judge_fail(j, j->sc->pos, "no card of the scenario mentions %s counters",
                              b->counters[i].name);
        counter_add(&j->run, NONE, p, term, b->counters[i].number);
    }
    return true;
}

/* Lays all boards and starts the game at the scenario's point. The observer is off meanwhile, since
 * laying cards executes no clause. */
static bool lay_all(Judge *j) {
    State *s = j->run.s;
    const Scenario *sc = j->sc;
    s->turn = (uint16_t)sc->turns;
    s->turn_player = sc->turn;
    j->run.obs = 0;
    for (PlayerId p = 0; p < sc->players; p++) {
        Player *q = &s->player[p];
        s->order[p] = (uint8_t)((sc->first + p) % sc->players);
        if (sc->board[p].seats) q->seats = (uint8_t)sc->board[p].seats;
        if (!lay_board(j, p) || !lay_counters(j, p)) return false;
    }
    for (unsigned i = 0; i < sc->players; i++) /* turns belong to players or teams */
        if (i / s->team_size + 1 < sc->turns) s->player[s->order[i]].flags |= PLAYER_HAD_TURN;
    s->turn_player = team_speaker(s, s->turn_player);
    caches_forget(s);
    j->run.obs = &j->obs;
    mark_corrected(j);
    if (j->table->placed) j->table->placed(s);
    if (j->sc->game->start_at(&j->run, j->table->points[sc->point].word)) return true;
    return judge_fail(j, sc->pos, "%s cannot start at %s yet", sc->game->key,
                      j->table->points[sc->point].word);
}

/* ---- before the game: decks only ---- */

enum { PILE_OPENED = PILES, PILES_LAID }; /* opened cards are not part of the deck */
/* A player's decks before the game, with the label of each card. */
typedef struct Piles {
    DefId pile[PILES_LAID][CARDS_PER_PLAYER];
    const char *label[PILES_LAID][CARDS_PER_PLAYER];
    unsigned n[PILES_LAID];
} Piles;

/* Adds a line of a board before the game to the pile it stands for. */
static bool pile_line(Judge *j, const BoardLine *line, Piles *out) {
    const Game *g = j->sc->game;
    unsigned pile = 0;
    if (line->zone >= ZONE_PILE)
        pile = line->zone - ZONE_PILE;
    else
        while (pile < PILES && pile_zone(g, pile) != line->zone) pile++;
    if (pile == PILES && line->zone != ZONE_OPENED)
        return judge_fail(j, line->pos, "before the game a board can only hold decks");
    for (unsigned i = 0; i < line->ncards; i++)
        for (unsigned k = 0; k < line->cards[i].count; k++) {
            unsigned n = out->n[pile];
            if (n + 1 >= CARDS_PER_PLAYER)
                return judge_fail(j, line->cards[i].pos, "too many cards; at most %d",
                                  CARDS_PER_PLAYER - 1);
            out->pile[pile][n] = def_of(j, line->cards[i].plan);
            out->label[pile][n] = line->cards[i].label;
            out->n[pile]++;
        }
    return true;
}

/* Scenarios list a deck from the top; the game expects the top card last. */
static void reverse(Piles *x, unsigned pile) {
    for (unsigned i = 0, k = x->n[pile]; i + 1 < k--; i++) {
        DefId d = x->pile[pile][i];
        const char *l = x->label[pile][i];
        x->pile[pile][i] = x->pile[pile][k];
        x->label[pile][i] = x->label[pile][k];
        x->pile[pile][k] = d;
        x->label[pile][k] = l;
    }
}

static bool pile_lines(Judge *j, PlayerId p, Piles *x) {
    const Board *b = &j->sc->board[p];
    for (unsigned i = 0; i < b->nlines; i++)
        if (!pile_line(j, &b->lines[i], x)) return false;
    return true;
}

/* pile_lines cannot fail here: new_game has read the same lines before. */
unsigned judge_deck_faults(Judge *j, PlayerId p, DeckFault *out, unsigned max) {
    const CardForm *form = card_form(j->sc->game);
    Piles *x = form && form->check ? calloc(1, sizeof *x) : 0;
    if (!x || !pile_lines(j, p, x)) {
        free(x);
        return 0;
    }
    DeckLists lists = {.pool = x->n[PILE_OPENED] ? x->pile[PILE_OPENED] : 0,
                       .npool = x->n[PILE_OPENED],
                       .format = j->sc->format};
    for (unsigned pile = 0; pile < PILES; pile++) {
        lists.pile[pile] = x->pile[pile];
        lists.n[pile] = x->n[pile];
    }
    unsigned n = form->check(&j->run, &lists, out, max);
    free(x);
    return n;
}

/* Starts a regular game with the piles as decks. Labels follow the order in which game_start
 * numbers cards: pile by pile. */
static bool new_game(Judge *j, Piles *piles) {
    const Scenario *sc = j->sc;
    FudaDeck decks[MAX_PLAYERS];
    for (PlayerId p = 0; p < sc->players; p++) {
        Piles *x = &piles[p];
        if (!pile_lines(j, p, x)) return false;
        decks[p] = (FudaDeck){0};
        for (unsigned pile = 0; pile < PILES; pile++) {
            if (pile_zone(sc->game, pile)) reverse(x, pile);
            decks[p].pile[pile] = x->pile[pile];
            decks[p].n[pile] = x->n[pile];
        }
    }
    FudaSetup setup = {.game = sc->game,
                       .pack = j->run.pack,
                       .players = sc->players,
                       .format = sc->format,
                       .seed = sc->seed,
                       .decks = decks,
                       .first = sc->random_first ? -1 : sc->first};
    if (!game_start(j->run.s, &setup))
        return judge_fail(j, sc->pos, "a deck is too large; at most %d cards",
                          CARDS_PER_PLAYER - 1);
    for (PlayerId p = 0; p < sc->players; p++)
        for (unsigned pile = 0, number = 1; pile < PILES; pile++)
            for (unsigned i = 0; i < piles[p].n[pile]; i++)
                label_put(j, piles[p].label[pile][i], card_id(p, number++));
    return true;
}

/* A game without cards, for the scenario's players and format. */
static bool empty_table(Judge *j) {
    const Scenario *sc = j->sc;
    return lay_table(&j->run, sc->players, sc->format, sc->seed, sc->first) ||
           judge_fail(j, sc->pos, "the game cannot be played by %u players", sc->players);
}

/* The game's priority question is asked even with a single answer, so that statements can refer to
 * it. */
bool judge_build(Judge *j) {
    const Scenario *sc = j->sc;
    j->builder = builder_new(sc->game);
    j->labels = calloc(sc->nlabels + 1, sizeof *j->labels);
    if (!j->builder || !j->labels) return judge_fail(j, sc->pos, "out of memory");
    if (!compile_all(j)) return false;
    j->run.g = sc->game;
    j->run.pack = builder_pack(j->builder);
    j->priority = judge_priority(j->table, sc->game);
    if (j->priority != POINT_NONE) j->run.ask_single = 1u << j->priority;
    if (sc->point != j->table->first_point) return empty_table(j) && lay_all(j);
    Piles *piles = calloc(sc->players, sizeof *piles);
    if (!piles) return judge_fail(j, sc->pos, "out of memory");
    bool ok = new_game(j, piles);
    free(piles);
    return ok;
}
