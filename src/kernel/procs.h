/* Procedures of the kernel. Each is a step function over its frame. */
#pragma once
#include "kernel/run.h"

void proc_text(Run *r, Frame *f);    /* vm/text.c: carries out compiled text */
void proc_pick(Run *r, Frame *f);    /* pick.c: chooses cards one by one */
void proc_replace(Run *r, Frame *f); /* replace.c: offers a batch to replacement effects */
/* Does a replacement apply to any event of the batch from 'first' on? */
bool replace_applies(Run *r, unsigned first);
void replace_in_order(Run *r, unsigned first); /* sorts the batch: the turn player's events first */
void replace_cut(Run *r, Frame *f);            /* aborts the frame and its batch */
void proc_modes(Run *r, Frame *f);             /* vm/modes.c: chooses modes and runs them */
void proc_each(Run *r, Frame *f);              /* vm/modes.c: runs a body for each player */
void proc_rounds(Run *r, Frame *f);            /* vm/modes.c: runs a body several times */
void proc_reveal(Run *r,
                 Frame *f); /* trigger.c: asks whether to reveal a hidden card for its trigger */
void proc_place(Run *r, Frame *f);    /* place.c: moves a set of cards */
void proc_sequence(Run *r, Frame *f); /* place.c: asks for the order of cards in a zone */
void proc_upto(Run *r, Frame *f);     /* vm/modes.c: draws or looks at cards one at a time */
void proc_age(Run *r, Frame *f);      /* age.c: asks which of two simultaneous effects is older */
void ages_ask(Run *r, const CardId *card,
              unsigned n); /* pushes PROC_AGE if the order of cards that arrived together matters */
void proc_askword(Run *r, Frame *f);  /* vm/modes.c: asks for a number */
void proc_opponent(Run *r, Frame *f); /* leave.c: asks which opponent a static ability reads */
void proc_places(Run *r, Frame *f);   /* vm/places.c: chooses places one by one */

/* Locals of PROC_REVEAL and PROC_OPPONENT: the ability that the question is about. */
typedef struct AboutCard {
    CardRef card;
    AbilId abil;
} AboutCard;
FRAME_LOCALS(AboutCard, about_of)

/* Locals of PROC_REPLACE. */
enum { MAX_APPLIED = 8 };
typedef struct Replacing {
    uint8_t first, end; /* the events of the batch: State.batch[first .. end-1] */
    uint8_t at;         /* the current event */
    uint8_t ctx;        /* context of the running body */
    uint8_t second;     /* second pass: events that happen to cards which themselves replace */
    uint8_t napplied;   /* replacements already applied to the current event, or declined */
    struct {
        CardId card;
        AbilId abil;
    } applied[MAX_APPLIED];
} Replacing;
FRAME_LOCALS(Replacing, replacing_of)

/* The first rows of every game's table of procedures. */
#define KERNEL_PROCS                                                                               \
    [PROC_TEXT] = {"text", proc_text}, [PROC_PICK] = {"pick", proc_pick},                          \
    [PROC_REPLACE] = {"replace", proc_replace}, [PROC_MODES] = {"modes", proc_modes},              \
    [PROC_EACH] = {"each", proc_each}, [PROC_ROUNDS] = {"rounds", proc_rounds},                    \
    [PROC_REVEAL] = {"reveal", proc_reveal}, [PROC_PLACE] = {"place", proc_place},                 \
    [PROC_SEQUENCE] = {"sequence", proc_sequence}, [PROC_AGE] = {"age", proc_age},                 \
    [PROC_UPTO] = {"up to", proc_upto}, [PROC_ASKWORD] = {"word", proc_askword},                   \
    [PROC_OPPONENT] = {"opponent", proc_opponent}, [PROC_PLACES] = {"places", proc_places}
