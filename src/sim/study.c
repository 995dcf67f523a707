#include "sim/study.h"
#include <math.h>
#include <stdlib.h>

Share share_of(uint64_t part, uint64_t of) {
    if (!of) return (Share){0, 0, 1};
    const double z = 1.959964, n = (double)of, p = (double)part / n;
    const double middle = p + z * z / (2 * n),
                 reach = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)), down = 1 + z * z / n;
    const double least = (middle - reach) / down, most = (middle + reach) / down;
    return (Share){p, least > 0 ? least : 0, most < 1 ? most : 1};
}

bool study_open(Study *x, const SimConfig *config, unsigned ncards) {
    *x = (Study){.config = config, .ndecks = config->ndecks, .ncards = ncards};
    x->size = STUDY_TOTALS + STUDY_LENGTHS + 2 * (size_t)x->ndecks * x->ndecks +
              4 * (size_t)x->ndecks + CARD_COUNTS * (size_t)x->ndecks * ncards;
    x->count = calloc(x->size, sizeof *x->count);
    return x->count != NULL;
}

void study_close(Study *x) {
    free(x->count);
    games_free(&x->done);
    *x = (Study){0};
}

/* ---- one game -------------------------------------------------------------------------------- */

/* Notes which cards came to their owner's hand and which were put to use from it. */
typedef struct Watcher {
    Observer observer;
    CardSet drawn, played;
} Watcher;

/* A card is played if the event says so, or if it leaves the hand otherwise than into the deck, as
 * a cost or discarded. */
static void on_event(Observer *o, const Run *r, const Event *e) {
    Watcher *w = (Watcher *)(void *)o;
    const Game *g = r->g;
    if (!e->card) return;
    if (e->kind == EV_PLAY && !e->amount) card_join(&w->played, e->card);
    if (e->kind != EV_MOVE) return;
    if (e->to == g->hand_zone) card_join(&w->drawn, e->card);
    if (e->from == g->hand_zone && e->to != g->hand_zone && e->to != g->deck_zone && !e->cost &&
        (!g->how_discard || e->how != g->how_discard))
        card_join(&w->played, e->card);
}

static void watch_hands(Watcher *w, const Run *r) {
    const State *s = r->s;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < zone_count(s, p, r->g->hand_zone); i++)
            card_join(&w->drawn, zone_card(&s->player[p], r->g->hand_zone, i));
}

/* Counts a card once a game, whichever of its copies it was. */
static void count_cards(Study *x, const Watcher *w, const State *s, PlayerId p, unsigned deck,
                        bool won) {
    DefId drawn[CARDS_PER_PLAYER], played[CARDS_PER_PLAYER];
    unsigned ndrawn = 0, nplayed = 0;
    for (unsigned i = 1; i <= s->player[p].ncards; i++) {
        const CardId c = card_id(p, i);
        const DefId d = card_of(s, c)->def;
        unsigned k = 0;
        if (!d || d > x->ncards) continue;
        while (k < ndrawn && drawn[k] != d) k++;
        if (card_in(&w->drawn, c) && k == ndrawn) drawn[ndrawn++] = d;
        for (k = 0; k < nplayed && played[k] != d;) k++;
        if (card_in(&w->played, c) && k == nplayed) played[nplayed++] = d;
    }
    for (unsigned k = 0; k < ndrawn; k++) {
        study_card(x, deck, drawn[k])[CARD_DRAWN]++;
        study_card(x, deck, drawn[k])[CARD_DRAWN_WON] += won;
    }
    for (unsigned k = 0; k < nplayed; k++) {
        study_card(x, deck, played[k])[CARD_PLAYED]++;
        study_card(x, deck, played[k])[CARD_PLAYED_WON] += won;
    }
}

static void count_game(Study *x, const State *s, const SimResult *end, const unsigned *which) {
    const bool two = s->nplayers == 2;
    *study_total(x, STUDY_GAMES) += 1;
    *study_total(x, STUDY_FINISHED) += end->result != RESULT_NONE && end->result != RESULT_FAULT;
    *study_total(x, STUDY_DRAWS) += end->result == RESULT_DRAW || end->result == RESULT_ALL_LOST;
    *study_total(x, STUDY_DECISIONS) += end->decisions;
    *study_total(x, STUDY_TURNS) += end->turns;
    *study_length(x, end->turns < STUDY_LENGTHS ? end->turns : STUDY_LENGTHS - 1) += 1;
    if (two && end->won && s->first_player < 2) {
        *study_total(x, STUDY_FIRST_GAMES) += 1;
        *study_total(x, STUDY_FIRST_WINS) += end->won >> s->first_player & 1;
    }
    for (PlayerId p = 0; p < s->nplayers; p++) {
        const bool won = end->won >> p & 1, first = two && s->first_player == p;
        uint64_t *deck = study_deck(x, which[p]);
        deck[0]++;
        deck[1] += won;
        deck[2] += first;
        deck[3] += first & won;
        for (PlayerId q = 0; q < s->nplayers; q++) {
            if (s->player[p].team == s->player[q].team) continue;
            *study_met(x, which[p], which[q]) += 1;
            *study_beat(x, which[p], which[q]) += won;
        }
    }
}

bool study_play_one(Study *x, SimSeat *seat, uint64_t game) {
    FudaDeck decks[MAX_PLAYERS];
    unsigned which[MAX_PLAYERS] = {0};
    Watcher w = {.observer = {.event = on_event}};
    const FudaSetup setup = sim_setup(x->config, game, decks, which);
    sim_seed(seat->chooser, seat->nchoosers, setup.seed);
    if (!game_start(seat->run.s, &setup)) return false;
    seat->run.obs = &w.observer;
    run_on(&seat->run);
    watch_hands(&w, &seat->run);
    const SimResult end = sim_game(&seat->run, seat->chooser);
    seat->run.obs = NULL;
    count_game(x, seat->run.s, &end, which);
    for (PlayerId p = 0; p < setup.players; p++)
        count_cards(x, &w, seat->run.s, p, which[p], end.won >> p & 1);
    return true;
}

/* ---- parts ----------------------------------------------------------------------------------- */

void study_add(Study *x, const Study *from) {
    for (size_t k = 0; k < x->size; k++) x->count[k] += from->count[k];
}

void study_clear(Study *x) {
    memset(x->count, 0, x->size * sizeof *x->count);
    games_clear(&x->done);
}
