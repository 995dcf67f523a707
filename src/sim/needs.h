/* What an ability speaks of: cards by name, trait, title or keyword, and the zones its own card
 * comes from. Read out of its code, with what it gives and delays. */
#pragma once
#include "kernel/run.h"

enum { MAX_NEEDS = 32 };

typedef struct Need {
    uint8_t op;     /* OP_NAME, OP_TRAIT, OP_TITLE, OP_KEY */
    uint16_t value; /* term or keyword */
} Need;

typedef struct Needs {
    Need need[MAX_NEEDS];
    unsigned n;
    ZoneSet from, to; /* of the moves that trigger it */
    ZoneSet speaks;   /* zones whose cards it speaks of */
    ZoneSet puts;     /* zones into which it puts cards */
} Needs;

/* Adds what the ability speaks of; the same thing only once. */
void needs_add(const Game *g, const Pack *p, AbilId a, Needs *out);
/* Does the printed card answer to it? */
bool need_met(const Pack *p, const Need *n, DefId d);
