/* Picking cards into a context's register "it". */
#pragma once
#include "kernel/run.h"

enum PickFlags {
    PICK_KEEP = 1,
    PICK_EACH_ZONE = 2, /* Pick.each from every zone */
    PICK_NAMES = 4,
    PICK_LEADS = 8, /* of a target: the choice of the next one speaks of this one */
    PICK_RANDOM = 16,
    PICK_ADD = 32,
    PICK_FREE =
        64, /* a rule picks, or a text without the word for it: no target, nothing forbids it */
    PICK_PAIRS = 128 /* so that every card can change places with one of another zone */
};

enum { LATE_SLOT = 255 }; /* of a target that is chosen when the text is carried out */

typedef struct Pick {
    uint16_t pc;   /* set expression, or 0 with list */
    uint16_t list; /* the game's own candidate list */
    uint16_t clause;
    uint8_t player, min, max, taken, flags, base, reg, each;
    uint8_t whole;  /* all there are must be picked; min tells how many for it to be done */
    uint8_t leads;  /* Game.narrow_pick keeps candidates that leave something for the next choice */
    uint8_t sum;    /* costs of the picked cards together at most so much - 1; 0: without end */
    uint8_t steady; /* its list stays as it is while cards are picked */
    uint8_t shown;  /* so many options stay for the next question, less the one that is picked */
} Pick;
FRAME_LOCALS(Pick, pick_of)
/* How many cards must be picked as long as there are any. */
static inline unsigned pick_least(const Pick *p) { return p->whole ? MAX_SET : p->min; }

/* 'min' and 'max' may be VM_WHOLE and more (vm.h): all there are. */
Frame *pick_begin(Run *r, unsigned ctx, PlayerId player, unsigned min, unsigned max, unsigned flags,
                  unsigned reg);
