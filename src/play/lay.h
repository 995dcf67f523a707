/* Positions that nobody played up to: an empty table, and cards laid on it as if they had come
 * there in play. Then Game.start_at tells where in the turn the game goes on. */
#pragma once
#include "kernel/setup.h"

/* A card as it is to lie. */
typedef struct Laid {
    DefId def;
    ZoneId zone;
    SeatSet seats;     /* in a zone with seats */
    uint16_t flags;    /* CARD_* */
    KindSet kinds_now; /* with CARD_KINDS_CHANGED */
    CardId tie;        /* the card it is tied to */
    int damage;
} Laid;

/* What game_start writes for no cards, without its first frame. False: no table for so many
 * players.
 */
bool lay_table(Run *r, unsigned players, unsigned format, uint64_t seed, int first);
/* Lays the card on those that lie there already; in an ordered zone below them. 0: the player has
 * too many cards. The state is to be derived anew when all is laid (State.dirty). */
CardId lay_card(Run *r, PlayerId p, const Laid *x);
