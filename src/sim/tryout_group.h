/* What the files of the tryout share. */
#pragma once
#include "sim/tryout.h"

/* Something that an ability speaks of: a name, trait or title; or a keyword that others speak of.
 */
typedef struct Requirement {
    Tried *t;
    unsigned op; /* OP_NAME, OP_TRAIT, OP_TITLE, OP_KEY */
    const char *term;
} Requirement;

/* Cards of one title, compiled into one pack. */
typedef struct Group {
    const TryConfig *config;
    TryReport *report;
    Checker *checker;
    State *begin; /* two blocks: a position, and scratch */
    Builder *builder;
    const Pack *pack;
    DefId *def;     /* by number of the card in the list; 0: not in this group */
    uint32_t *slot; /* hash set of printed texts: number in the report + 1 */
    unsigned nslots, done;
    Requirement *requirement;
    unsigned nrequirements;
} Group;

/* Lists the different abilities in the report. False: no memory. */
bool group_list(Group *g);
/* Makes one group after the other, and tries what is in it. */
bool group_each(Group *g);
void group_free(Group *g);

/* Tries the abilities first .. first + n - 1 of a card of the pack. */
bool tryout_one(const Group *g, Tried *t, DefId card, AbilId first, unsigned n);
