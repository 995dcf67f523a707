/* What a scenario's words mean in each game. A new game is one more table. */
#pragma once
#include "kernel/run.h"

enum { POINT_NONE = 0xFF };
typedef struct PointInfo {
    const char *word;
    Clause clause;   /* marked when the game comes there */
    bool at, expect; /* may stand behind `at`, behind `expect point`; all may behind `run to` */
} PointInfo;
typedef struct NumberWord {
    const char *word;
    unsigned number;
} NumberWord;
typedef struct ZoneDefault {
    const char *zone, *card;
    unsigned count;
} ZoneDefault;
typedef struct KnownCard {
    const char *name;
    int atk, def;
} KnownCard;

typedef struct JudgeTable {
    const char *game;
    const PointInfo *points; /* up to a null word */
    unsigned first_point;    /* the one before a game */
    unsigned default_point;
    const NumberWord *roles;     /* cards in an attack; up to a null word */
    const NumberWord *facts;     /* truths of an attack */
    const ZoneDefault *defaults; /* zones that are not named */
    const KnownCard *known;      /* cards every scenario knows */
    unsigned partner_kind;
    const char *down_zone; /* zone whose cards lie face down, but for partners */
    unsigned default_kind;
    int atk, def; /* of a card of the default kind without numbers */
    const char *const
        *pauses; /* questions a judge sees although they have but one answer; up to null */
    unsigned (*point)(const State *s); /* where the game stands: index of points */
    bool (*fact)(Run *r, unsigned fact);
    void (*placed)(State *s); /* what the game must know of cards that were never moved there */
} JudgeTable;

const JudgeTable *judge_table(const Game *g); /* null: no scenarios for that game yet */
unsigned judge_point(const JudgeTable *t, const char *word); /* index, or POINT_NONE */
