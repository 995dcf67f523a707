/* Property: what the C interface tells a viewer does not depend on what is hidden from that viewer.
 *
 * Cards that a viewer cannot see change places: the view, the observation, the options and the
 * reason are the same bytes. Cards that stay hidden while an answer is carried out change places
 * before it: if the game goes on alike, the moves and the next view are the same bytes. And a
 * handle never stays with a card that was out of sight in between. */
#include "lib/lib.h"
#include "play/sample.h"
#include "prop.h"

enum { ONE_IN = 10, DECISIONS = 300, MOST_MOVES = 400 };

/* How often moves were compared, and how often the games went on differently. */
static unsigned compared, differed;

/* Of each game. */
static fuda_pack *packs[8];
static fuda_cards *cards[8];

static fuda_pack *pack_of(const Game *g) {
    unsigned k = 0;
    fuda_error e;
    while (game_at(k) != g) k++;
    if (packs[k]) return packs[k];
    cards[k] = fuda_cards_default(game_out(g), &e);
    const fuda_deck *decks[2] = {fuda_deck_default(game_out(g), 0, &e),
                                 fuda_deck_default(game_out(g), 1, &e)};
    packs[k] = fuda_pack_new(cards[k], decks, 2, 0, 0, &e);
    if (!packs[k]) abort();
    for (unsigned i = 0; i < 2; i++) fuda_deck_free((fuda_deck *)decks[i]);
    return packs[k];
}

/* All that the viewer is told about a state, as bytes. */
typedef struct Told {
    size_t n;
    unsigned char bytes[1 << 20];
} Told;

static void tell(Told *t, const void *bytes, size_t n) {
    if (t->n + n > sizeof t->bytes) abort();
    memcpy(t->bytes + t->n, bytes, n);
    t->n += n;
}

static void tell_question(Told *t, const fuda_state *s, const fuda_question *q) {
    char words[700];
    fuda_reason why;
    tell(t, q, sizeof *q);
    for (unsigned i = 0; i < q->options; i++)
        tell(t, words, fuda_option_words(s, i, words, sizeof words));
    if (!fuda_why(s, &why, NULL)) abort();
    tell(t, &why.clause, sizeof why.clause);
    tell(t, why.card, strlen(why.card));
    tell(t, why.ability, strlen(why.ability));
}

static void tell_all(Told *t, const fuda_state *s, int viewer) {
    fuda_view *v = fuda_view_new(NULL);
    static int32_t numbers[1 << 16];
    fuda_question q = {0};
    t->n = 0;
    if (!fuda_view_read(v, s, viewer, NULL)) abort();
    tell(t, v, offsetof(fuda_view, cards));
    tell(t, v->cards, v->ncards * sizeof *v->cards);
    tell(t, v->options, v->noptions * sizeof *v->options);
    tell(t, v->stack, v->nstacked * sizeof *v->stack);
    tell(t, v->targets, v->ntargets * sizeof *v->targets);
    fuda_view_free(v);
    size_t n = fuda_observe(s, viewer, numbers, sizeof numbers / sizeof *numbers);
    tell(t, numbers, n * sizeof *numbers);
    if (fuda_asked(s, &q) && q.player == viewer) tell_question(t, s, &q);
}

static bool same(const Told *a, const Told *b) {
    return a->n == b->n && !memcmp(a->bytes, b->bytes, a->n);
}

static bool views_hide(Trial *t, const fuda_state *a, int viewer, Rng *rng) {
    static Told is, other;
    fuda_state *b = fuda_clone(a, 0, NULL);
    hide_permute(&b->run, (PlayerId)(viewer < 0 ? 0 : viewer), rng, HIDE_ALL, NULL);
    tell_all(&is, a, viewer);
    tell_all(&other, b, viewer);
    fuda_free(b);
    return same(&is, &other) ||
           fails(t, "game %" PRIu64 ", decision %u: viewer %d sees hidden cards", t->game,
                 a->run.s->choices, viewer);
}

/* Cards that the viewer sees neither before nor after nor in between. */
static CardSet untouched(const fuda_state *before, const fuda_state *after, unsigned v) {
    CardSet set = {{0}};
    const State *s = after->run.s;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++) {
            const CardId c = card_id(p, i);
            bool seen = watch_handle(before->watch, v, c) || watch_handle(after->watch, v, c);
            for (unsigned k = 0; k < after->watch->nhappened; k++) {
                const Happened *h = &after->watch->happened[k];
                seen |= (h->card == c && (h->named >> v & 1)) ||
                        (h->second == c && (h->other_named >> v & 1));
            }
            if (!seen) card_join(&set, c);
        }
    return set;
}

/* Did the same happen in both, as far as nobody's eyes are concerned? */
static bool alike(const fuda_state *a, const fuda_state *b) {
    const Watch *x = a->watch, *y = b->watch;
    const Decision *d = &a->run.s->ask, *f = &b->run.s->ask;
    if (x->nhappened != y->nhappened || d->player != f->player || d->kind != f->kind ||
        d->clause != f->clause || a->run.s->result != b->run.s->result)
        return false;
    for (unsigned i = 0; i < x->nhappened; i++)
        if (x->happened[i].kind != y->happened[i].kind ||
            x->happened[i].card != y->happened[i].card)
            return false;
    return true;
}

static void tell_moves(Told *t, const fuda_state *s, int viewer) {
    static fuda_move move[MOST_MOVES];
    unsigned n = fuda_moves(s, viewer, 0, move, MOST_MOVES);
    char line[800];
    t->n = 0;
    tell(t, move, (n < MOST_MOVES ? n : MOST_MOVES) * sizeof *move);
    for (unsigned i = 0; i < n && i < MOST_MOVES; i++)
        tell(t, line, fuda_move_words(s, &move[i], i & 1, line, sizeof line));
}

static bool moves_hide(Trial *t, const fuda_state *before, const fuda_state *a, unsigned answer,
                       int viewer, Rng *rng) {
    static Told is, other;
    const CardSet set = untouched(before, a, (unsigned)viewer_index(a, viewer));
    fuda_state *b = fuda_clone(before, 0, NULL);
    Run quiet = b->run;
    quiet.obs = NULL;
    bool good = true;
    if (hide_permute(&quiet, (PlayerId)(viewer < 0 ? 0 : viewer), rng, HIDE_UNKNOWN, &set)) {
        fuda_answer(b, answer, NULL);
        fuda_run(b);
        tell_moves(&is, a, viewer);
        tell_moves(&other, b, viewer);
        if (!alike(a, b)) {
            differed++;
        } else {
            compared++;
            good = same(&is, &other) || fails(t,
                                              "game %" PRIu64 ", decision %u: viewer %d is told "
                                              "of hidden cards",
                                              t->game, before->run.s->choices, viewer);
        }
    }
    fuda_free(b);
    return good;
}

/* ---- handles ---- */

/* Which cards each viewer lost sight of, at any event. */
typedef struct Eye {
    Observer observer;
    const fuda_state *s;
    bool lost[3][2 * CARD_STRIDE];
} Eye;

static void blink(Observer *o, const Run *r, const Event *e) {
    Eye *x = (Eye *)(void *)o;
    (void)e;
    for (PlayerId p = 0; p < 2; p++)
        for (unsigned i = 1; i <= r->s->player[p].ncards; i++)
            for (unsigned v = 0; v < 3; v++)
                if (!viewer_sees(x->s, v, card_id(p, i))) x->lost[v][card_id(p, i)] = true;
}

static bool handles_forget(Trial *t, const fuda_state *before, const fuda_state *a,
                           unsigned answer) {
    static Eye eye;
    fuda_state *b = fuda_clone(before, FUDA_QUIET, NULL);
    bool good = true;
    eye = (Eye){.observer = {.event = blink}, .s = b};
    b->run.obs = &eye.observer;
    fuda_answer(b, answer, NULL);
    fuda_run(b);
    for (PlayerId p = 0; p < 2; p++)
        for (unsigned i = 1; i <= b->run.s->player[p].ncards; i++)
            for (unsigned v = 0; v < 3; v++) {
                const CardId c = card_id(p, i);
                const uint32_t was = watch_handle(before->watch, v, c);
                if (was && eye.lost[v][c] && watch_handle(a->watch, v, c) == was)
                    good = fails(t, "game %" PRIu64 ", decision %u: viewer %u follows a card",
                                 t->game, before->run.s->choices, v);
            }
    fuda_free(b);
    return good;
}

static bool tells_nothing(Trial *t) {
    Rng rng = {seed_of(t->setup.seed, 11)};
    fuda_setup x = {.players = 2, .decks = {0, 1}, .seed = t->setup.seed, .first = FUDA_BY_LOT};
    fuda_state *a = fuda_new(pack_of(t->config->game), &x, NULL);
    fuda_question q;
    bool good = true;
    for (unsigned n = 0; good && n < DECISIONS && fuda_run(a) == FUDA_DECISION; n++) {
        fuda_asked(a, &q);
        const unsigned answer = rng_below(&rng, q.options);
        const bool try = !rng_below(&rng, ONE_IN);
        fuda_state *before = try ? fuda_clone(a, 0, NULL) : NULL;
        for (int v = FUDA_SPECTATOR; good && try && v < 2; v++) good = views_hide(t, a, v, &rng);
        fuda_answer(a, answer, NULL);
        fuda_run(a);
        for (int v = FUDA_SPECTATOR; good && try && v < 2; v++)
            good = moves_hide(t, before, a, answer, v, &rng);
        good = good && (!try || handles_forget(t, before, a, answer));
        fuda_free(before);
    }
    fuda_free(a);
    return good;
}

static void test_library(void **state) {
    (void)state;
    assert_int_equal(prop_run("library", tells_nothing, SLOW ? 6 : 60), 0);
    for (unsigned k = 0; packs[k]; k++) {
        fuda_pack_free(packs[k]);
        fuda_cards_free(cards[k]);
    }
    print_message("moves compared %u times; %u games went on differently\n", compared, differed);
    assert_true(compared > 100 && compared > 2 * differed);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_library)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
