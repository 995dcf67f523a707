/* What a game tells scenarios: the words for its points, roles and numbers, and defaults for
 * boards. Each game that has scenarios defines one JudgeTable in its host directory. */
#pragma once
#include "kernel/run.h"

enum { POINT_NONE = 0xFF };
typedef struct PointInfo {
    const char *word;
    Clause clause;   /* its mark means that the game has reached the point */
    bool at, expect; /* allowed in `at`, in `expect point`; all are allowed in `run to` */
} PointInfo;
typedef struct NumberWord {
    const char *word;
    unsigned number;
} NumberWord;
/* Cards laid in a zone that the board does not mention. */
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
    const PointInfo *points; /* ends with a null word, as all lists here */
    unsigned first_point;    /* before the game: boards hold decks only */
    unsigned default_point;
    const NumberWord *roles;       /* cards with a role in an attack */
    const NumberWord *facts;       /* predicates about an attack */
    const ZoneDefault *defaults;   /* contents of zones that a board does not mention */
    const KnownCard *known;        /* cards that every scenario can use without defining them */
    const NumberWord *known_kinds; /* their kinds, bit each, where not the default; or null */
    const NumberWord *numbers;     /* words for STAT_* */
    uint8_t line[CARD_NUMBERS];    /* STAT_* of the numbers of a card line, in order; 0 ends */
    const char *line_said;         /* their format for messages, such as "ATK/DEF" */
    unsigned numbered;             /* bit per kind: kinds that have these numbers */
    const char *byname;            /* word that introduces a card's title or epithet */
    bool epithets;                 /* it introduces an epithet, not a title */
    unsigned partners;             /* kinds of a `partnerised` card; 0: the game has none */
    const char *down_zone;         /* zone where cards lie face down, except partners; or null */
    unsigned passing;              /* bit per zone: transit zones, where a board cannot lay cards */
    unsigned default_kind;
    int plain[CARD_NUMBERS]; /* numbers of a card whose line gives none */
    int no_cost;             /* cost of a card without numbers whose line gives none */
    int plain_third;         /* third number of a card whose line gives none, nor a colour */
    bool counters;           /* players have counters that texts call by a name (kind: the term) */
    const char *chips;       /* word for counters on cards; null: none can be laid or asked for */
    unsigned (*chip)(const Run *r, const char *word); /* their kind; null word: the plain one */
    const char *const
        *pauses; /* questions that statements can refer to even when there is only one answer */
    const char
        *priority; /* question that is asked even with one answer, and passed by `run`; or null */
    const Clause *resolves;            /* marks of a stack entry beginning to resolve; 0 ends */
    unsigned (*point)(const State *s); /* current point, an index of 'points' */
    bool (*fact)(Run *r, unsigned fact);
    void (*placed)(State *s); /* fixes game state after a board was laid without moves; or null */
    PlayerId (*attacked)(
        const State *s); /* attacked player or NOBODY; null: players cannot be attacked */
} JudgeTable;

const JudgeTable *judge_table(const Game *g);                /* null: the game has no scenarios */
unsigned judge_point(const JudgeTable *t, const char *word); /* index of points or POINT_NONE */
unsigned judge_priority(const JudgeTable *t, const Game *g); /* ASK_* or POINT_NONE */
