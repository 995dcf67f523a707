/* Answers as the asked player can tell them apart.
 *
 * A key stands for an answer in every sample of the same position: it is made of who is asked what,
 * of the option, and of the look of its card (face and state, or the place if the face is hidden).
 * Card ids are not part of it, so copies of a card are one answer, and a key tells no more than the
 * asked player sees. */
#pragma once
#include "kernel/run.h"

/* The different answers to the pending question, in the order of their first options. */
typedef struct Answers {
    unsigned n;
    uint8_t option[MAX_OPTIONS]; /* the first option of each */
    uint64_t key[MAX_OPTIONS];
} Answers;

/* Lists the answers to the pending question. Numbers of cards in play are read as last derived. */
void answers_list(const Run *r, Answers *out);

/* A coarse name for an option, the same in different positions of a game: who does what with which
 * face. Several may share one. */
enum { MANNERS = 1 << 12 };
unsigned answer_manner(const Run *r, const Option *o);
