/* Moving a set of cards into a zone (PROC_PLACE): chooses seats and order, takes cards from a
 * deck one by one, displaces cards that occupied the seats. */
#pragma once
#include "kernel/run.h"

/* Locals of PROC_PLACE. */
typedef struct Place {
    ZoneSet zones; /* destination; if several, the player picks */
    uint16_t put;  /* PUT_* */
    int16_t tops;  /* > 0: move this many cards from the top of from_player's deck, one by one */
    uint16_t tie;  /* card to attach them to */
    uint8_t player, how, i, from_player;
    PlayerId actor; /* who moves them */
    bool by_effect; /* the context's effect causes it; false: a rule */
    bool to_it;     /* "it" becomes the moved cards, if any */
    bool may;       /* with 'tops': the player may stop before each card */
    bool taken;     /* with 'onto': there must be such a card, else there must be none */
    Pc onto;        /* filter for the cards on the seat, 0: any seat */
    Pc on;          /* the places to which they may go, 0: any */
    struct {
        ZoneId zone : 5;     /* 0: none */
        PlayerId player : 3; /* with 'on': whose place it is */
        SeatSet seats;
    } at[MAX_SEATS]; /* destination of each card of REG_MOVE */
} Place;
FRAME_LOCALS(Place, place_of)

/* Pushes a PROC_PLACE frame for the cards in the context's REG_MOVE. */
Frame *place_begin(Run *r, unsigned ctx, PlayerId player, unsigned zones, unsigned put,
                   unsigned how);
/* Moves cards that the newcomer displaced from its seats. True: something must happen first. */
bool place_displaced(Run *r, CardId newcomer);
/* Updates the context's references to a card that the ability itself has moved, so that they
 * name its new life. */
void place_follow(Run *r, Context *x, CardRef old);
