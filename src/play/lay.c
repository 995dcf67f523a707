#include "play/lay.h"

bool lay_table(Run *r, unsigned players, unsigned format, uint64_t seed, int first) {
    FudaDeck none[MAX_PLAYERS] = {0};
    FudaSetup setup = {.game = r->g,
                       .pack = r->pack,
                       .players = players,
                       .format = format,
                       .seed = seed,
                       .decks = none,
                       .first = first};
    if (!game_start(r->s, &setup)) return false;
    while (r->s->nframes) frame_pop(r);
    return true;
}

CardId lay_card(Run *r, PlayerId p, const Laid *x) {
    State *s = r->s;
    Player *q = &s->player[p];
    unsigned zf = r->g->zones[x->zone].flags;
    if (q->ncards + 1 >= CARDS_PER_PLAYER) return 0;
    CardId c = card_id(p, ++q->ncards);
    Card *k = card_at(s, c);
    *k = (Card){.def = x->def, .inc = 1, .stamp = ++s->clock, .damage = x->damage};
    zone_insert(r, c, p, x->zone, zf & ZONE_ORDERED ? POS_BOTTOM : POS_TOP);
    if (zf & ZONE_SEATED) k->seats = x->seats;
    if (x->tie) {
        k->tie = x->tie;
        k->tie_inc = card_of(s, x->tie)->inc;
    }
    k->flags = (uint16_t)(x->flags & ~CARD_RESTED);
    if (x->flags & CARD_RESTED) card_turn(s, k);
    if (x->flags & CARD_KINDS_CHANGED) k->kinds_now = x->kinds_now;
    card_printed(r, c);
    listen_enter(r, c);
    return c;
}
