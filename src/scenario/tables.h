/* What a scenario's words mean in a game: a JudgeTable, which its host side brings. */
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
enum { CARD_NUMBERS = 4 };
typedef struct KnownCard {
    const char *name;
    int number[CARD_NUMBERS]; /* as on a card line */
} KnownCard;

typedef struct JudgeTable {
    const PointInfo *points; /* up to a null word */
    unsigned first_point;    /* the one before a game */
    unsigned default_point;
    const NumberWord *roles;     /* cards in an attack; up to a null word */
    const NumberWord *facts;     /* truths of an attack */
    const ZoneDefault *defaults; /* zones that are not named */
    const KnownCard *known;      /* cards every scenario knows */
    const NumberWord *numbers;   /* of cards, STAT_*; up to a null word */
    uint8_t line[CARD_NUMBERS];  /* STAT_* of the numbers that stand in a row on a card line */
    const char *line_said;       /* "ATK/DEF" */
    unsigned numbered;           /* kinds that have these numbers, bit per kind */
    const char *byname;          /* word for a card's title or epithet on its line */
    bool epithets;               /* it is an epithet */
    unsigned partners;           /* kinds that a card can become; 0: there is no such thing */
    const char *down_zone;       /* zone whose cards lie face down, but for partners; or null */
    unsigned passing;            /* zones, bit per zone, where no board can lay cards */
    unsigned default_kind;
    int plain[CARD_NUMBERS]; /* of a card of the default kind without numbers */
    int no_cost;             /* the cost of a card whose line names none and that has no numbers */
    const char *const
        *pauses;          /* questions a judge sees although they have but one answer; up to null */
    const char *priority; /* the question that is always asked, and passed; or null */
    const Clause *resolves;            /* marked when a thing begins to be resolved; up to 0 */
    unsigned (*point)(const State *s); /* where the game stands: index of points */
    bool (*fact)(Run *r, unsigned fact);
    void (*placed)(State *s); /* what the game must know of cards that were never moved there */
    PlayerId (*attacked)(const State *s); /* the player who is attacked, NOBODY; or null: never */
} JudgeTable;

const JudgeTable *judge_table(const Game *g); /* null: no scenarios for that game yet */
unsigned judge_point(const JudgeTable *t, const char *word); /* index, or POINT_NONE */
unsigned judge_priority(const JudgeTable *t, const Game *g); /* kind of question, or POINT_NONE */
