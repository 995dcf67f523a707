/* Putting a set of cards somewhere: seats, order, one by one out of a deck, who lay there before.
 */
#pragma once
#include "kernel/run.h"

enum {
    PLACE_SAYS_NOTHING,
    PLACE_BECOMES_IT, /* what is put is spoken of, if anything is */
    PLACE_IT_IS_LEFT  /* of "it" those are left that are put */
};

typedef struct Place {
    ZoneSet zones;    /* destination; several: the player picks */
    uint16_t put;     /* PUT_* */
    uint16_t by_card; /* source of the effect, 0 = a rule */
    int16_t tops;     /* > 0: so many cards from the top of from_player's deck, one by one */
    uint16_t tie;     /* card to tie them to */
    uint8_t player, how, i, by, from_player;
    uint8_t to_it; /* PLACE_*: what becomes of "it" */
    struct {
        ZoneId zone;
        SeatSet seats;
    } at[MAX_SEATS]; /* where the cards go, in the order of REG_MOVE; zone 0: nowhere */
} Place;
FRAME_LOCALS(Place, place_of)

/* The cards stand in the context's REG_MOVE. */
Frame *place_begin(Run *r, unsigned ctx, PlayerId player, unsigned zones, unsigned put,
                   unsigned how);
/* Whoever lay on the seat before the card came goes where the displaced go. */
bool place_displaced(Run *r, CardId newcomer);
/* What an ability speaks of (this card, "it", …) follows a card to where the ability itself put it.
 */
void place_follow(Run *r, Context *x, CardRef old);
