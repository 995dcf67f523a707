/* Sets up a new game from decks. */
#include "kernel/setup.h"

/* Creates a card in its first life, in zone z or in none. */
static void add_card(State *s, PlayerId p, DefId d, ZoneId z) {
    Player *q = &s->player[p];
    unsigned i = ++q->ncards;
    CardId c = card_id(p, i);
    memset(&q->card[i], 0, sizeof(Card));
    q->card[i].def = d;
    q->card[i].zone = z;
    q->card[i].holder = p;
    q->card[i].inc = 1;
    q->card[i].known = player_bit(p); /* a player knows his deck until it is shuffled */
    if (z) zone_link(q, z, c, q->count[z]);
}

bool game_start(State *s, const FudaSetup *setup) {
    unsigned n = setup->players;
    const FormatInfo *format = &setup->game->formats[setup->format];
    if (n < format->least || n > format->most || n > MAX_PLAYERS) return false;
    memset(s, 0, offsetof(State, player) + n * sizeof(Player));
    Run r = {.s = s, .g = setup->game, .pack = setup->pack};
    s->layout = (uint32_t)sizeof(State) << 8 ^ (uint32_t)sizeof(Player);
    s->nplayers = (uint8_t)n;
    s->format = (uint8_t)setup->format;
    s->team_size = format->team;
    s->circle = format->circle;
    s->first_player = setup->first < 0 ? NOBODY : (PlayerId)setup->first;
    for (unsigned i = 0; i < 5; i++)
        if (game_at(i) == setup->game) s->game = (uint8_t)i;
    random_seed(s, setup->seed);
    listen_rebuild(&r);
    for (PlayerId p = 0; p < n; p++) {
        const FudaDeck *d = &setup->decks[p];
        Player *q = &s->player[p];
        s->order[p] = p;
        q->team = (uint8_t)(p / format->team);
        q->seats = setup->game->seats;
        q->stale = ~0u;
        for (unsigned pile = 0; pile < PILES; pile++) {
            if (q->ncards + d->n[pile] >= CARDS_PER_PLAYER) return false;
            for (unsigned i = 0; i < d->n[pile]; i++)
                add_card(s, p, d->pile[pile][i], pile_zone(setup->game, pile));
        }
        for (unsigned i = 1; i <= q->ncards; i++) {
            CardId c = card_id(p, i);
            card_printed(&r, c);
            if (q->card[i].zone) listen_enter(&r, c);
        }
    }
    derived_invalidate(s, BECAUSE_READ);
    s->glimpsed = 1;
    setup->game->begin(&r);
    return true;
}
