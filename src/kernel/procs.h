/* Procedures the kernel brings; each is a step function over its frame. */
#pragma once
#include "kernel/run.h"

void proc_text(Run *r, Frame *f);    /* vm/text.c: carry out compiled text */
void proc_pick(Run *r, Frame *f);    /* pick.c: choose cards one by one */
void proc_replace(Run *r, Frame *f); /* replace.c: offer a batch to replacement effects */
bool replace_applies(Run *r, unsigned first);
void replace_in_order(Run *r, unsigned first); /* the turn player's events first */
void replace_cut(Run *r, Frame *f);
void proc_modes(Run *r, Frame *f);    /* vm/modes.c */
void proc_each(Run *r, Frame *f);     /* vm/modes.c: once for each player */
void proc_reveal(Run *r, Frame *f);   /* trigger.c: show a hidden card for its trigger? */
void proc_place(Run *r, Frame *f);    /* place.c: put a set of cards somewhere */
void proc_sequence(Run *r, Frame *f); /* place.c: in which order? */
void proc_upto(Run *r, Frame *f);     /* vm/modes.c: draw or look "up to" one at a time */
void proc_age(Run *r, Frame *f); /* age.c: which of the effects that arose together is the older? */
void ages_ask(Run *r, const CardId *card, unsigned n); /* cards that came together */
void proc_askword(Run *r, Frame *f);
void proc_opponent(Run *r, Frame *f); /* vm/modes.c: name a number, keyword, ... */

/* A question about an ability of a card: PROC_REVEAL, PROC_OPPONENT. */
typedef struct AboutCard {
    CardRef card;
    AbilId abil;
} AboutCard;
FRAME_LOCALS(AboutCard, about_of)

/* Replacement effects and a batch. */
enum { MAX_APPLIED = 8 };
typedef struct Replacing {
    uint8_t first, end; /* the batch */
    uint8_t at;         /* the event at hand */
    uint8_t ctx;        /* context of the running body */
    uint8_t second;     /* in the second round: events that befall cards which replace */
    uint8_t napplied;   /* replacements that were applied to the event, or declined */
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
    [PROC_EACH] = {"each", proc_each}, [PROC_REVEAL] = {"reveal", proc_reveal},                    \
    [PROC_PLACE] = {"place", proc_place}, [PROC_SEQUENCE] = {"sequence", proc_sequence},           \
    [PROC_AGE] = {"age", proc_age}, [PROC_UPTO] = {"up to", proc_upto},                            \
    [PROC_ASKWORD] = {"word", proc_askword}, [PROC_OPPONENT] = {"opponent", proc_opponent}
