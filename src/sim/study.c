#include "sim/study.h"
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
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

/* ---- threads --------------------------------------------------------------------------------- */

typedef struct Hall {
    const SimConfig *config;
    Study *study;
    _Atomic uint64_t next;
    uint64_t until;
    _Atomic bool *stop;
    _Atomic bool failed;
    pthread_mutex_t lock; /* of study->count */
} Hall;

static bool play_one(const SimConfig *config, SimSeat *seat, Study *mine, uint64_t i) {
    FudaDeck decks[MAX_PLAYERS];
    unsigned which[MAX_PLAYERS] = {0};
    Watcher w = {.observer = {.event = on_event}};
    const FudaSetup setup = sim_setup(config, i, decks, which);
    sim_seed(seat->chooser, seat->nchoosers, setup.seed);
    if (!game_start(seat->run.s, &setup)) return false;
    seat->run.obs = &w.observer;
    run_on(&seat->run);
    watch_hands(&w, &seat->run);
    const SimResult end = sim_game(&seat->run, seat->chooser);
    seat->run.obs = NULL;
    count_game(mine, seat->run.s, &end, which);
    for (PlayerId p = 0; p < setup.players; p++)
        count_cards(mine, &w, seat->run.s, p, which[p], end.won >> p & 1);
    return true;
}

/* Takes game after game; every game that was taken is finished, so the counted ones are the first.
 */
static void *work(void *hall) {
    Hall *h = hall;
    SimSeat seat = {0};
    Study mine = {0};
    if (!sim_seat_open(&seat, h->config) || !study_open(&mine, h->config, h->study->ncards))
        h->failed = true;
    while (!h->failed && !*h->stop) {
        const uint64_t i = atomic_fetch_add(&h->next, 1);
        if (i >= h->until) break;
        if (!play_one(h->config, &seat, &mine, i)) h->failed = true;
    }
    pthread_mutex_lock(&h->lock);
    for (size_t k = 0; mine.count && !h->failed && k < mine.size; k++)
        h->study->count[k] += mine.count[k];
    pthread_mutex_unlock(&h->lock);
    study_close(&mine);
    sim_seat_close(&seat);
    return NULL;
}

bool study_play(Study *x, uint64_t until, _Atomic bool *stop) {
    enum { MOST = 256 };
    pthread_t thread[MOST];
    Hall h = {.config = x->config, .study = x, .next = x->done, .until = until, .stop = stop};
    const unsigned n = x->config->threads < MOST ? x->config->threads : MOST;
    unsigned started = 0;
    if (until <= x->done) return true;
    pthread_mutex_init(&h.lock, NULL);
    while (started + 1 < n && !pthread_create(&thread[started], NULL, work, &h)) started++;
    work(&h);
    for (unsigned i = 0; i < started; i++) pthread_join(thread[i], NULL);
    pthread_mutex_destroy(&h.lock);
    if (h.failed) return false;
    x->done = h.next < until ? h.next : until;
    return true;
}
