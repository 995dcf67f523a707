/* Property: seats are irrelevant.
 *
 * Runs two games to the first question of the first turn, the second with seats swapped. Then
 * copies the board of the first, mirrored, into the second (their shuffles differed), and plays
 * both with the same answers. */
#include "twin.h"

static CardId mirror(CardId c) { return c ? card_id(!card_owner(c), card_number(c)) : 0; }
static PlayerId other(PlayerId p) { return p < 2 ? !p : p; }

static void mirror_option(Option *o) {
    o->card = mirror(o->card);
    if (o->kind == OPT_PLAYER) o->a = other(o->a);
}

static void mirror_player(Player *to, const Player *from) {
    *to = *from;
    to->team = other(from->team);
    to->stale = ~0u;
    for (unsigned i = 1; i <= to->ncards; i++) {
        Card *k = &to->card[i];
        k->holder = other(k->holder);
        to->last[i].holder = other(to->last[i].holder);
        k->tie = mirror(k->tie);
        k->hit_by = (uint16_t)(mirror(hit_card(k->hit_by)) | (k->hit_by & HIT_BY_RULE));
        k->known = (PlayerSet)((k->known & 1) << 1 | (k->known >> 1 & 1));
    }
    for (unsigned i = 0; i < LIST_ROOM; i++) to->list[i] = mirror(to->list[i]);
}

/* Copies a's board, mirrored, into b, which is at the same point of its game and keeps its frames.
 */
static void mirror_board(State *b, const State *a) {
    memcpy(b->random, a->random, sizeof a->random);
    memcpy(b->facts, a->facts, sizeof a->facts);
    b->clock = a->clock;
    b->nseen = a->nseen;
    memcpy(b->seen, a->seen, sizeof a->seen);
    for (unsigned i = 0; i < 6; i++)
        b->fact_card[i] = (CardRef){mirror(a->fact_card[i].card), a->fact_card[i].inc};
    for (PlayerId p = 0; p < 2; p++) mirror_player(&b->player[!p], &a->player[p]);
    b->ask = a->ask;
    b->ask.player = other(a->ask.player);
    memcpy(b->option, a->option, sizeof a->option);
    for (unsigned i = 0; i < b->ask.n; i++) mirror_option(&b->option[i]);
    memcpy(b->listen, a->listen, sizeof a->listen);
    for (unsigned i = 0; i < a->nlisteners; i++) b->listen[i].card = mirror(b->listen[i].card);
    b->nlisteners = a->nlisteners;
    b->nfixed = a->nfixed;
    b->listened_events = a->listened_events;
    memcpy(b->modified, a->modified, sizeof a->modified);
    for (unsigned i = 0; i < a->nmodified; i++) b->modified[i] = mirror(b->modified[i]);
    b->nmodified = a->nmodified;
    b->choices = a->choices;
    b->dirty = DIRTY_VALUES | DIRTY_RULES;
    b->idle = 0; /* recomputed */
    for (unsigned p = 0; p < b->nplayers; p++) b->player[p].fresh = 0;
}

/* Plays to the first question of the first turn. Returns false if there is none, or if effects,
 * waiting abilities or events are pending. */
static bool play_to_first_turn(Run *r, Rng *rng) {
    for (unsigned n = 0; n < 100 && run_on(r) == STATUS_DECISION; n++) {
        const State *s = r->s;
        if (s->turn) return !s->neffects && !s->nwaiting && !s->nbatch;
        run_answer(r, rng_below(rng, s->ask.n));
    }
    return false;
}

/* Plays the original and the mirrored game side by side. */
static bool swapped(Trial *t) {
    Rng rng = {seed_of(t->setup.seed, 6)};
    Renaming m;
    Run *a = &t->seat.run;
    State *blocks = calloc(2, sizeof(State));
    const FudaDeck decks[2] = {t->decks[1], t->decks[0]};
    FudaSetup setup = t->setup;
    t->setup.first = (int)(t->game & 1);
    setup.first = !t->setup.first;
    setup.decks = decks;
    Run b = {.s = blocks, .g = a->g, .pack = a->pack, .scratch = blocks + 1};
    renaming_identity(&m);
    for (unsigned i = 1; i < 2 * CARD_STRIDE; i++)
        m.card[i] = i == CARD_STRIDE ? 0 : mirror((CardId)i);
    m.player[0] = 1;
    m.player[1] = 0;
    bool good =
        (game_start(a->s, &t->setup) && game_start(b.s, &setup)) || fails(t, "a deck does not fit");
    if (good && play_to_first_turn(a, &rng) && play_to_first_turn(&b, &rng)) {
        const bool other = a->s->ask.kind != b.s->ask.kind; /* another shuffle, another question */
        if (!other && (a->s->nframes != b.s->nframes || a->s->point != b.s->point))
            good =
                fails(t, "game %" PRIu64 ": seats exchanged stand elsewhere at the first question",
                      t->game);
        if (good && !other) {
            mirror_board(b.s, a->s);
            listen_rebuild(&b); /* recompute the listener index */
            good = same_game(t, a, &b, &m);
        }
    }
    free(blocks);
    return good;
}

PROP_MAIN("seats", swapped, SLOW ? 200 : 3000)
