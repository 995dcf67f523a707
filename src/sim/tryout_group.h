/* Shared by the files of the tryout. */
#pragma once
#include "sim/tryout.h"

/* A card that an ability needs around it: one with a name, trait or title it refers to, or one that
 * refers to its keyword (OP_KEY). */
typedef struct Requirement {
    Tried *t;
    unsigned op; /* OP_NAME, OP_TRAIT, OP_TITLE, OP_KEY */
    const char *term;
} Requirement;

/* The cards of one title, compiled into one pack, and the state of the whole run. */
typedef struct Group {
    const TryConfig *config;
    TryReport *report;
    Checker *checker;
    State *begin; /* two blocks: start position and scratch */
    Builder *builder;
    const Pack *pack;
    DefId *def;     /* by index in the card list; 0: not in this group */
    uint32_t *slot; /* hash set of printed texts: index in the report + 1 */
    unsigned nslots, done;
    Requirement *requirement;
    unsigned nrequirements;
} Group;

/* Lists the distinct abilities in the report. Returns false if out of memory. */
bool group_list(Group *g);
/* Builds one group after the other and tries its abilities. */
bool group_each(Group *g);
void group_free(Group *g);

/* Tries abilities first .. first + n - 1 of a card of the pack. */
bool tryout_one(const Group *g, Tried *t, DefId card, AbilId first, unsigned n);
