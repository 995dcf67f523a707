/* Samples: other states that look the same to a player. */
#pragma once
#include "kernel/run.h"
#include "play/rng.h"

enum HideWhat {
    HIDE_ALL,     /* everything the viewer cannot see; the result is for viewing only */
    HIDE_UNKNOWN, /* except cards whose abilities wait: the game can continue */
};

/* Permutes the definitions of cards whose faces the viewer cannot know, separately for each owner,
 * keeping the kinds that are public. The result is the same whoever of them had which face. If
 * 'only' is not null, only cards of that set take part. Returns how many cards changed. */
unsigned hide_permute(Run *r, PlayerId viewer, Rng *rng, enum HideWhat what, const CardSet *only);

/* Turns the state into a random one that is consistent with the viewer's knowledge, with a new
 * random seed. */
void sample_make(Run *r, PlayerId viewer, Rng *rng);
