/* Other states that look the same to a player. */
#pragma once
#include "kernel/run.h"
#include "play/rng.h"

enum HideWhat {
    HIDE_ALL,       /* whatever the viewer cannot see; the state is only good to be looked at */
    HIDE_UNTOUCHED, /* not the cards that something under way speaks of: the game can go on */
};

/* Deals the definitions of the cards whose faces the viewer cannot know anew among themselves: for
 * each owner apart, and so that kinds which are seen of hidden cards stay. If 'only' is not null,
 * only cards of that set take part. Returns how many cards have another
 * definition now. */
unsigned hide_permute(Run *r, PlayerId viewer, Rng *rng, enum HideWhat what, const CardSet *only);

/* Makes the state one that fits what the viewer knows, with a random future of its own. */
void sample_make(Run *r, PlayerId viewer, Rng *rng);
