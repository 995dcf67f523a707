/* What an ability refers to: cards by name, trait, title or keyword, and zones. Read from its code,
 * including granted and delayed abilities. */
#pragma once
#include "kernel/run.h"

/* No printed text refers to nearly as many things; further ones are dropped. */
enum { MAX_NEEDS = 32 };

/* A name, trait, title or keyword that a text refers to. */
typedef struct Need {
    uint8_t op;     /* OP_NAME, OP_TRAIT, OP_TITLE, OP_KEY */
    uint16_t value; /* term or keyword */
} Need;

typedef struct Needs {
    Need need[MAX_NEEDS];
    unsigned n;
    ZoneSet from, to;    /* zones of the moves that trigger it */
    ZoneSet speaks;      /* zones whose cards it refers to */
    ZoneSet puts;        /* zones it moves cards into */
    uint16_t counter[4]; /* names of players' counters that it counts */
    unsigned ncounters;
} Needs;

/* Adds what the ability refers to, without duplicates. */
void needs_add(const Game *g, const Pack *p, AbilId a, Needs *out);
/* Does the printed card satisfy the need? */
bool need_met(const Pack *p, const Need *n, DefId d);
