/* One scenario being played. */
#pragma once
#include "cards/builder.h"
#include "cards/form.h"
#include "cards/load.h"
#include "play/words.h"
#include "scenario/ast.h"
#include "scenario/tables.h"

typedef struct Label {
    const char *text;
    CardId card;
} Label;

/* The game as it stood at a moment that nobody had to decide anything: a question with a single
 * answer, or a point that `run to` can be for. Statements can look at it although the game has gone
 * on by itself. */
typedef struct Shot {
    State *s;
    ClauseSet ran;  /* since the shot before */
    unsigned point; /* POINT_NONE: a question */
    bool open;      /* a question that a judge would see: not a mere pick */
    bool used;      /* a `do` has named its answer */
} Shot;

/* Watches what is done to look at the game: only marks count there. */
typedef struct Eye {
    Observer obs; /* the first member */
    struct Judge *judge;
} Eye;

/* A decision of the observed run and how the game went on from there. */
typedef struct Recorded {
    State *s;          /* with the question pending, or over */
    State *rewound;    /* a concession at an earlier moment than this: the game as it stood then */
    unsigned answer;   /* option number */
    PlayerId conceded; /* instead of an answer; NOBODY: none */
    Pos pos;           /* of the statement that led here */
} Recorded;

typedef struct Judge {
    Observer obs; /* the first member: callbacks get its address */
    Eye eye;
    const Scenario *sc;
    const JudgeTable *table;
    unsigned
        priority; /* kind of the question that is always asked, POINT_NONE: the game has none */
    unsigned resolved; /* things that began to be resolved so far */
    Builder *builder;
    const Plan **plan; /* cards of the pack, with their numbers there */
    DefId *def;
    unsigned nplans;
    CardList *cards; /* of the card files, on the scenario's day; null: not asked for yet */
    Label *labels;
    unsigned nlabels;
    Run run;
    State *spare;                 /* where saving writes to */
    State *look;                  /* a copy for looking: looking changes nothing */
    Shot *shots;                  /* since the last decision */
    unsigned nshots, cap, cursor; /* cursor = nshots: the game as it is now */
    unsigned base;                /* where the last statement that did something left the cursor */
    unsigned from_turn, from_point; /* where the last decision was made */
    bool landed;                    /* the cursor stands where `run to` has put it */
    unsigned since;                 /* first shot whose clauses count for `expect clause` */
    ClauseSet before; /* ran since the last statement that did something, up to the last decision */
    ClauseSet now;    /* ran since the last shot */
    ClauseSet ran;    /* ran in the whole scenario */
    bool fresh;       /* the next answer begins a statement: forget 'before' */
    unsigned steps;   /* marks since the last decision */
    State *begin;     /* the game before its first decision */
    Recorded *record; /* every decision since, in order */
    unsigned nrecord, record_cap;
    bool limited; /* see judge_limited */
    FILE *trace;
    ScenarioError error; /* line 0: none */
    char declined[200];  /* kinds of question that were declined on the way to an answer */
} Judge;

/* "file:line:column" of what went wrong; only the first counts. Always returns false. */
bool judge_fail(Judge *j, Pos pos, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* ---- build.c ---- */
bool judge_build(Judge *j); /* compiles the cards, sets the board and the first frame */
/* Rules of deck building that a player's deck breaks; writes the first 'max'. */
unsigned judge_deck_faults(Judge *j, PlayerId p, DeckFault *out, unsigned max);

/* ---- judge.c ---- */
ScenarioResult judge_scenario(const char *file, const Scenario *sc, FILE *trace,
                              ScenarioError *error, ClauseSet *ran);

/* ---- step.c: the game goes on ---- */
void judge_observe(Judge *j);
bool judge_go(Judge *j, Pos pos);                      /* to the next decision */
bool judge_answer(Judge *j, Pos pos, unsigned option); /* and on */
bool judge_save(Judge *j, Pos pos);
/* The game met a limit that the preset `tiny` has shrunk: the scenario ends there and passes. */
bool judge_limited(Judge *j, const State *s);
Run judge_view(Judge *j);          /* the game at the cursor, to look at */
bool judge_same_options(Judge *j); /* do all options of the pending decision say the same? */
void shots_clear(Judge *j);
/* Past the shots that are no questions a judge would see; 'ask': also past points. */
void cursor_settle(Judge *j, bool ask);
bool clause_ran(
    const Judge *j,
    unsigned clause); /* since the last statement that did something, up to the cursor */

/* ---- replay.c: the recorded game once more, unobserved ---- */
bool record_begin(Judge *j);
bool record_decision(Judge *j, Pos pos);
void record_answer(Judge *j, unsigned option);
bool record_concession(Judge *j, Pos pos, PlayerId p, const State *rewound);
void record_free(Judge *j);
bool judge_replay(Judge *j);

/* ---- match.c: words and cards ---- */
const char *judge_card_name(const Names *n, const Run *r, CardId c);
bool card_is(const Judge *j, const Run *r, const CardWord *w, CardId c);
/* The card meant; 0 after judge_fail. Among several of one name the one in play counts. */
CardId card_meant(Judge *j, const Run *r, const CardWord *w);
enum { MATCH_NONE = -1, MATCH_MANY = -2 };
/* The option the answer names, MATCH_NONE, or MATCH_MANY: options that say different things. whole
 * (or null): no word was left out. */
int answer_match(const Judge *j, const Run *r, const Answer *a, bool *whole);
bool answer_names(const Judge *j, const Run *r, const Answer *a, const Option *o, bool *exact);
/* Writes "P1 is asked action: a; b; c". */
void say_question(const Judge *j, const Run *r, char *out, size_t size);
const char *option_said(const Judge *j, const Run *r, const Option *o, char *out, size_t size);
void say_answer(const Answer *a, char *out, size_t size);

/* ---- do.c ---- */
bool judge_do(Judge *j, const Statement *st);
unsigned judge_limit(Judge *j, const Statement *st);
bool judge_run(Judge *j, const Statement *st);
bool judge_resolve(Judge *j, const Statement *st);
bool judge_refuse(Judge *j, const Statement *st);
bool judge_concede(Judge *j, const Statement *st);

/* ---- expect.c ---- */
bool judge_expect(Judge *j, const Statement *st);

/* ---- trace.c ---- */
void trace_statement(Judge *j, const Statement *st);
void trace_clause(Judge *j, Clause c);
void trace_event(Judge *j, const Run *r, const Event *e);
void trace_answer(Judge *j, const Run *r, const Decision *d, const Option *o, bool forced);
