/* A scenario file as read: plain data in one arena, checked as far as that is possible without
 * playing. */
#pragma once
#include "cards/arena.h"
#include "cards/file.h"
#include "kernel/run.h"
#include "scenario/scenario.h"

typedef struct Pos {
    unsigned line, column;
} Pos;

/* Room for one more element of a list that grows by doubling in the arena. */
void *arena_more(Arena *a, void *list, unsigned n, size_t size);

/* ---- words of a line ---- */
typedef enum TokenKind {
    TOK_END,
    TOK_WORD,
    TOK_NAME,  /* "…" or 《…》 */
    TOK_TRAIT, /* 〈…〉 */
    TOK_SPEC,  /* (…) written directly behind a name */
    TOK_COMMA,
    TOK_SEMI,
    TOK_COLON,
    TOK_EQUAL,
} TokenKind;
typedef struct Token {
    TokenKind kind;
    unsigned column;
    const char *text; /* without the quotes */
} Token;

/* ---- cards ---- */
typedef struct Plan { /* of a card */
    const char *name;
    unsigned kinds;
    int cost, atk, def, third;
    const char **traits;
    unsigned ntraits;
    const char *title, *epithet;
    const char *serial;     /* of a card of the card files, which says the rest; null: none */
    const char **abilities; /* as printed */
    Pos *ability_at;
    unsigned nabilities;
    const char *box; /* text of its box; null: none */
    Pos box_at;
    Pos pos;
    struct Plan *next;
} Plan;

/* A card spoken of: by its name or label, or by its place. */
typedef struct CardWord {
    const char *text; /* null: by place */
    PlayerId player;
    ZoneId zone;
    unsigned number; /* seat, or the number-th card of the zone; 0: the only one */
    Pos pos;
} CardWord;

/* ---- boards ---- */
enum PutWord { WORD_RESTED = 1, WORD_DOWN = 2, WORD_UP = 4, WORD_PARTNERISED = 8 };
typedef struct BoardCard {
    const Plan *plan;
    unsigned count, flags;
    int damage;
    const char *label;
    Pos pos;
} BoardCard;
/* Before a game, in no zone: `partners`; `opened`, the cards that a deck must be made of. */
enum { ZONE_SIDE = MAX_ZONES, ZONE_OPENED };
typedef struct BoardLine {
    ZoneId zone;
    unsigned seat;
    const char *soul_of; /* label or name; null: none */
    BoardCard *cards;
    unsigned ncards;
    Pos pos;
} BoardLine;
typedef struct Board {
    BoardLine *lines;
    unsigned nlines;
    unsigned seats; /* 0: as the game says */
} Board;

/* ---- statements ---- */
typedef struct AnswerWord {
    const char *text; /* null: a place */
    bool quoted;
    CardWord place;
} AnswerWord;
typedef struct Answer {
    Pos pos;
    PlayerId player;
    AnswerWord *words;
    unsigned nwords;
} Answer;

typedef struct ZoneWord {
    ZoneId zone;
    unsigned seat; /* 0: the whole zone */
    CardWord *of;  /* souls of */
} ZoneWord;

typedef enum ExpectKind {
    EX_COUNT,
    EX_IS,
    EX_HAS,
    EX_LACKS,
    EX_TOP,
    EX_BOTTOM,
    EX_LYING, /* zones */
    EX_CARD,  /* properties of a card */
    EX_ASKED,
    EX_NOBODY,
    EX_OPTIONS,
    EX_OPTION,
    EX_WAITING,
    EX_STACK,       /* the things of the space, topmost first */
    EX_STACK_COUNT, /* how many */
    EX_SEES,
    EX_CLAUSE,
    EX_TURN,
    EX_POINT,
    EX_TURNS,
    EX_ROLE,
    EX_ATTACKED_PLAYER,
    EX_FACT,
    EX_OUT,
    EX_POINTS,
    EX_WINNER,
    EX_LOSER,
    EX_DRAW,
    EX_OVER,
    EX_WHY_NOT,
    EX_DECK, /* clause 0: legal */
} ExpectKind;

typedef enum PropKind {
    PROP_NUMBER, /* one of the table's */
    PROP_DAMAGE,
    PROP_UPRIGHT,
    PROP_RESTED,
    PROP_UP,
    PROP_DOWN,
    PROP_KIND,
    PROP_TRAIT,
    PROP_NAMED,
    PROP_REMOVED,
    PROP_IN,
} PropKind;
typedef struct Prop {
    PropKind kind;
    bool not ;
    int number; /* or the kind */
    unsigned stat;
    const char *text;
    PlayerId player;
    ZoneWord zone;
    Pos pos;
} Prop;

typedef struct Item { /* of a list of cards */
    CardWord card;
    unsigned count;
    const char *unseen; /* "?" or a kind's word before "?": a card whose face is hidden */
} Item;

typedef enum ThingSort { THING_CARD, THING_ABILITY, THING_BOX, THING_CHECK } ThingSort;
typedef struct Thing { /* of the space */
    ThingSort sort;
    CardWord card;
    unsigned number; /* of the ability, 0: any; of checks, how many */
    PlayerId player; /* whose check */
} Thing;

typedef struct Expect {
    ExpectKind kind;
    bool not ;
    PlayerId player, viewer;
    ZoneWord zone;
    int number;                    /* -1: none given */
    unsigned clause, lying, which; /* which: kind of question, point, role, fact */
    const char *word;
    CardWord *card;
    Item *items;
    unsigned nitems;
    Answer *answers;
    unsigned nanswers;
    Prop *props;
    unsigned nprops;
    Thing *things;
    unsigned nthings;
} Expect;

typedef enum StatementKind {
    ST_DO,
    ST_RUN,
    ST_RUN_TO,
    ST_RESOLVE,
    ST_REFUSE,
    ST_CONCEDE,
    ST_SAVE,
    ST_EXPECT
} StatementKind;
typedef struct Statement {
    StatementKind kind;
    Pos pos;
    PlayerId player; /* NOBODY: none named */
    unsigned point;
    int number; /* refuse option N; -1 none. resolve N; -1 all */
    Answer *answers;
    unsigned nanswers;
    Expect expect;
    const char *source; /* the line, for traces */
} Statement;

/* ---- scenarios ---- */
typedef struct Scenario {
    const char *title;
    Pos pos;
    const Game *game;
    unsigned players, format, turns, point;
    PlayerId turn, first;
    bool random_first; /* `at game`: lots are drawn */
    uint64_t seed;
    const char *as_of; /* the day whose card texts count, null: all corrections */
    ClauseSet named;
    Pos *clause_at; /* by clause, where it was named */
    Plan *plans;    /* its own cards, the last first; then those of the file */
    Board board[MAX_PLAYERS];
    const char **labels;
    unsigned nlabels;
    Statement *statements;
    unsigned nstatements;
    ScenarioError *errors;
    unsigned nerrors;
    struct Scenario *next;
} Scenario;

typedef struct ScenarioFile {
    Arena arena;
    const char *name;
    Plan *plans; /* cards all scenarios know */
    Scenario *first, *last;
    unsigned nscenarios;
    ScenarioError *errors; /* outside scenarios */
    unsigned nerrors;
} ScenarioFile;

ScenarioFile *scenario_parse(const char *name, const char *text,
                             size_t n); /* free with scenario_free */
void scenario_free(ScenarioFile *f);
/* The card a name means in a scenario: the one defined last, or null. */
const Plan *plan_find(const Scenario *sc, const char *name);
