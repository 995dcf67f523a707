/* Parsed form of a scenario file: plain data in one arena, validated as far as possible without
 * playing. */
#pragma once
#include "cards/arena.h"
#include "cards/file.h"
#include "kernel/run.h"
#include "scenario/scenario.h"

typedef struct Pos {
    unsigned line, column;
} Pos;

/* Makes room for one more element in a list of n. The list must only ever grow through this
 * function; old copies stay in the arena. */
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
/* Text is without quotes; for a comma and the like it is the character itself. */
typedef struct Token {
    TokenKind kind;
    unsigned column;
    const char *text; /* without the quotes */
} Token;

/* ---- cards ---- */
/* A card as a `card` line, or a card in place such as 甲(3/5), describes it. */
typedef struct CardPlan {
    const char *name;
    unsigned kinds;
    int cost, atk, def, third;
    const char **traits;
    unsigned ntraits;
    const char *title, *epithet;
    const char *serial;     /* number in the card files, which define everything else; null: none */
    const char **abilities; /* as printed */
    Pos *ability_at;
    unsigned nabilities;
    const char *box; /* text of its box, such as a check effect; null: none */
    Pos box_at;
    Pos pos;
    struct CardPlan *next;
} CardPlan;

/* A reference to a card, by name or label, or by place. match.c resolves it against a game. */
typedef struct CardWord {
    const char *text; /* name or label; null: by place */
    PlayerId player;
    ZoneId zone;
    unsigned number; /* seat, or position in the zone from 1; 0: the only card there */
    Pos pos;
} CardWord;

/* ---- boards ---- */
enum PutWord { WORD_RESTED = 1, WORD_DOWN = 2, WORD_UP = 4, WORD_PARTNERISED = 8 };
typedef struct NamedChips { /* JudgeTable.chips */
    const char *kind;       /* null: the plain one */
    int number;
} NamedChips;
enum { MAX_CHIPS_LAID = 3 };
typedef struct BoardCard {
    NamedChips chips[MAX_CHIPS_LAID];
    unsigned nchips;
    const CardPlan *plan;
    unsigned count, flags;
    int damage;
    const char *label;
    Pos pos;
} BoardCard;
/* Pseudo-zones of a board before the game: + pile, a pile that starts in no zone; and the cards
 * that were opened for a deck. */
enum { ZONE_PILE = MAX_ZONES, ZONE_OPENED = ZONE_PILE + PILES };
typedef struct BoardLine {
    ZoneId zone;
    SeatSet seats;
    const char *soul_of; /* label or name of the card these are tied to; null: none */
    BoardCard *cards;
    unsigned ncards;
    Pos pos;
} BoardLine;
typedef struct Board {
    BoardLine *lines;
    unsigned nlines;
    unsigned seats; /* 0: the game's default */
    struct NamedCounters {
        const char *name;
        int number;
    } * counters;
    unsigned ncounters;
} Board;

/* ---- statements ---- */
typedef struct AnswerWord {
    const char *text; /* null: 'place' is used */
    bool quoted;
    CardWord place;
} AnswerWord;
typedef struct Answer {
    Pos pos;
    PlayerId player;
    const char *question; /* kind of question that it answers; null: any */
    AnswerWord *words;
    unsigned nwords;
} Answer;

typedef struct ZoneWord {
    ZoneId zone;
    unsigned seat; /* 0: the whole zone */
    CardWord *of;  /* `souls of CARD`: the card; null: all */
} ZoneWord;

typedef enum ExpectKind {
    EX_COUNT,
    EX_IS,
    EX_HAS,
    EX_LACKS,
    EX_TOP,
    EX_BOTTOM,
    EX_LYING, /* up to here: contents of a zone */
    EX_CARD,  /* properties of a card */
    EX_ASKED,
    EX_NOT_ASKED, /* not since the last acting statement */
    EX_NOBODY,
    EX_OPTIONS,
    EX_OPTION,
    EX_WAITING,
    EX_STACK, /* entries of the stack, topmost first */
    EX_STACK_COUNT,
    EX_SEES,
    EX_SEES_COUNTERS,
    EX_SAW,
    EX_CLAUSE,
    EX_TURN,
    EX_POINT,
    EX_TURNS,
    EX_ROLE,
    EX_ATTACKED_PLAYER,
    EX_FACT,
    EX_OUT,
    EX_POINTS,
    EX_COUNTERS, /* 'word': their name */
    EX_WINNER,
    EX_LOSER,
    EX_DRAW,
    EX_OVER,
    EX_WHY_NOT,
    EX_DECK, /* clause 0: the deck is legal */
} ExpectKind;

typedef enum PropKind {
    PROP_NUMBER, /* one of JudgeTable.numbers */
    PROP_DAMAGE,
    PROP_CHIPS, /* 'text': their kind, null: all */
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
    int number; /* expected value, or mask of kinds */
    unsigned stat;
    const char *text;
    PlayerId player;
    ZoneWord zone;
    Pos pos;
} Prop;

/* An element of a list of cards. */
typedef struct Item {
    CardWord card;
    unsigned count;
    const char
        *hidden; /* a face-down card: "" for `?`, the kind for `KIND?`; null: a visible card */
} Item;

typedef enum StackEntryKind { ENTRY_CARD, ENTRY_ABILITY, ENTRY_BOX, ENTRY_CHECK } StackEntryKind;
typedef struct StackEntry { /* an expected entry of the stack */
    StackEntryKind sort;
    CardWord card;
    unsigned number; /* ability number, 0: any; for checks their count */
    PlayerId player; /* owner of the checks */
} StackEntry;

typedef struct Expect {
    ExpectKind kind;
    bool not ;
    PlayerId player, viewer;
    ZoneWord zone;
    int number;                    /* -1: none given */
    unsigned clause, lying, which; /* which: point, role or fact; EX_SAW: 1 for exactly these */
    const char *word;              /* kind of question, role or fact as written; null: none */
    CardWord *card;
    Item *items;
    unsigned nitems;
    Answer *answers;
    unsigned nanswers;
    Prop *props;
    unsigned nprops;
    StackEntry *entries;
    unsigned nentries;
} Expect;

typedef enum StatementKind {
    ST_DO,
    ST_RUN,
    ST_RUN_TO,
    ST_RUN_ASKED,
    ST_RESOLVE,
    ST_REFUSE,
    ST_CONCEDE,
    ST_SAVE,
    ST_EXPECT
} StatementKind;
typedef struct Statement {
    StatementKind kind;
    Pos pos;
    PlayerId player; /* NOBODY if the statement names none */
    bool now;        /* `do now`: nothing may happen before the answer */
    unsigned point;
    const char *question; /* `run to asked`: the kind; null: any */
    int number;           /* `refuse … option N`, -1: none; `resolve N`, -1: all */
    Answer *answers;
    unsigned nanswers;
    Expect expect;
    const char *source; /* the line as written, for traces and messages */
} Statement;

/* ---- scenarios ---- */
typedef struct Scenario {
    const char *title;
    Pos pos;
    const Game *game;
    unsigned players, format, turns, point;
    PlayerId turn, first;
    bool random_first; /* `first random`: the game draws lots */
    uint64_t seed;
    const char *as_of; /* day whose errata apply; null: all of them */
    ClauseSet named;
    Pos *clause_at;  /* indexed by clause: where the header names it */
    CardPlan *plans; /* own cards, latest first, then those of the file */
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
    CardPlan *plans; /* cards defined above the first scenario */
    Scenario *first, *last;
    unsigned nscenarios;
    ScenarioError *errors; /* errors outside scenarios */
    unsigned nerrors;
} ScenarioFile;

/* Never fails: errors are kept with the scenario they occur in. Free with scenario_free. */
ScenarioFile *scenario_parse(const char *name, const char *text, size_t n);
void scenario_free(ScenarioFile *f);
/* The card of that name, the latest definition if there are several; null if there is none. */
const CardPlan *plan_find(const Scenario *sc, const char *name);
