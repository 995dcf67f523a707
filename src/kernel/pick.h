/* Choosing cards, one at a time, into a register of a context (PROC_PICK). */
#pragma once
#include "kernel/run.h"

enum PickFlags {
    PICK_KEEP = 1,
    PICK_EACH_ZONE = 2, /* up to Pick.each from every zone */
    PICK_NAMES = 4,
    PICK_LEADS = 8, /* a target: the next target's choice refers to this one */
    PICK_RANDOM = 16,
    PICK_ADD = 32,
    PICK_FREE = 64, /* not targeting: a rule picks, or a text without the word for it; prohibitions
                       do not apply */
    /* kept in Pick.alike, shifted by 8: what the picked cards must have in common, or not */
    PICK_SAME_COST = 256,
    PICK_OTHER_COST = 512,
    PICK_SAME_NAME = 1024,
    PICK_FROM_TOP = 2048, /* not in common, but each the topmost of its pile that is not picked */
    PICK_OTHER_TERMS = 4096, /* times a sort of terms, or PICK_TITLE: none of that sort in common */
    PICK_PAIRS = 128         /* the picked cards can be swapped in pairs across zones */
};

void chosen_forget(State *s); /* CARD_CHOSEN of all cards */
enum { LATE_SLOT = 255 };     /* Target.slot of a target chosen while the text is carried out */

/* Locals of PROC_PICK. */
typedef struct Pick {
    uint16_t pc;   /* set expression, or 0 if 'list' is used */
    uint16_t list; /* candidate list of the game (Game.candidates) */
    uint16_t clause;
    uint8_t player, min, max, taken, flags, base, reg, each;
    PlayerSet as_one; /* PICK_EACH_ZONE: their zones of one kind are one place */
    uint8_t alike;    /* PICK_SAME_COST and the like, shifted */
    uint8_t whole;    /* every candidate must be picked; 'min' is how many make it count as done */
    uint8_t leads;    /* Game.narrow_pick drops candidates that leave the next choice empty */
    uint8_t sum;      /* 1 + limit on the total cost of the picked cards; 0: none */
    uint8_t steady;   /* picking a card does not change the other candidates */
    uint8_t
        kept_options; /* options kept for the next question, less the picked one; 0: build anew */
} Pick;
FRAME_LOCALS(Pick, pick_of)
/* Cards that must be picked while candidates last. */
static inline unsigned pick_least(const Pick *p) { return p->whole ? MAX_SET : p->min; }

/* Do the two cards lie in the same zone, of one player or of two that count as one? */
static inline bool pick_same_place(PlayerSet as_one, const Card *a, const Card *b) {
    const PlayerSet both = (PlayerSet)(player_bit(a->holder) | player_bit(b->holder));
    return a->zone == b->zone && (a->holder == b->holder || (both & as_one) == both);
}

/* What the cards of a choice must have in common, or not. */
enum {
    PICK_TITLE = 14, /* beside the sorts of terms: the title; the third number as bits (each card */
    PICK_THIRD = 15, /* must have some) */
    PICK_TERMS = 15 * PICK_OTHER_TERMS,
    PICK_ALIKE = PICK_NAMES | PICK_SAME_COST | PICK_OTHER_COST | PICK_SAME_NAME | PICK_TERMS
};
/* Do the two cards agree, or differ, as the flags of PICK_ALIKE demand? */
bool pick_agrees(Run *r, unsigned flags, CardRef a, CardRef b);
/* Size of a largest set of the cards that agree as the flags of PICK_ALIKE
 * demand, with c[first] in it. */
unsigned pick_group(Run *r, unsigned flags, const CardRef *c, unsigned n, unsigned first);
/* Pushes a PROC_PICK frame; the caller sets pc or list. 'min' and 'max' may be VM_WHOLE or more
 * (vm.h): all candidates. */
Frame *pick_begin(Run *r, unsigned ctx, PlayerId player, unsigned min, unsigned max, unsigned flags,
                  unsigned reg);
