/* Running one scenario. */
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

/* Copy of the game at a moment when nobody had to decide: a question with a single answer, or a
 * point of the turn. Statements can refer to it although the game has moved on by itself. */
typedef struct Snapshot {
    State *s;
    ClauseSet ran;           /* clauses executed since the snapshot before */
    unsigned nshown, nasked; /* lengths of Judge.shown and asked at that moment */
    unsigned point;          /* the point reached; POINT_NONE: a question */
    bool open;               /* a question listed in JudgeTable.pauses, not a mere pick */
    bool used;               /* a `do` has named its answer */
} Snapshot;

/* A card that was shown to players: looked at, or revealed. */
typedef struct Shown {
    CardId card;
    PlayerSet to;
} Shown;

/* A question that was put to a player, also one with a single answer that does not decline. */
typedef struct Asked {
    PlayerId player;
    uint8_t kind;
} Asked;

/* Observer for evaluating expectations: only records clauses. */
typedef struct LookObserver {
    Observer obs; /* must be first */
    struct Judge *judge;
} LookObserver;

/* A decision of the observed run and what was answered. replay.c plays the list again. */
typedef struct RecordedDecision {
    State *s;          /* with the question pending, or the game over */
    State *rewound;    /* concession at an earlier moment: the game at that moment; else null */
    unsigned answer;   /* option number */
    PlayerId conceded; /* who conceded instead of an answer; NOBODY: none */
    Pos pos;           /* statement that led here */
} RecordedDecision;

/* A scenario being played. Invariants: cursor <= nsnapshots, and cursor == nsnapshots means the
 * present; snapshots cover the time since the last decision and are dropped at the next one. */
typedef struct Judge {
    Observer obs; /* must be first: callbacks receive its address */
    LookObserver look_observer;
    const Scenario *sc;
    const JudgeTable *table;
    unsigned priority; /* kind of the question that is always asked; POINT_NONE: none */
    unsigned resolved; /* stack entries that began to resolve so far */
    Builder *builder;
    const CardPlan **plan; /* compiled cards; def[i] is the definition of plan[i] */
    DefId *def;
    unsigned nplans;
    CardList *cards; /* card files as of the scenario's day; null until needed */
    Label *labels;
    unsigned nlabels;
    Run run;
    State *spare_state; /* target of judge_save, swapped with run.s */
    State *look_state;  /* copy that expectations are evaluated on */
    Snapshot *snapshots;
    unsigned nsnapshots, snapshot_cap, cursor;
    unsigned statement_base;        /* cursor behind the last statement that acted */
    unsigned from_turn, from_point; /* turn and point of the last decision */
    bool at_run_target;             /* the cursor is where `run to` put it */
    bool held; /* `run to asked` stopped at the cursor: statements refer to that moment only */
    unsigned happened;     /* events, and stack entries that began to resolve, for `do now` */
    unsigned clauses_from; /* first snapshot that counts for `expect clause` */
    ClauseSet ran_before;  /* executed by the last acting statement, up to the last decision */
    ClauseSet ran_now;     /* executed since the last snapshot */
    ClauseSet ran_total;   /* executed in the whole scenario */
    Shown *shown;          /* cards shown in the whole scenario, in order */
    unsigned nshown, shown_cap;
    Asked *asked; /* questions of the whole scenario, in order */
    unsigned nasked, asked_cap;
    unsigned shown_base, asked_base; /* lengths at the last decision */
    unsigned shown_from, asked_from; /* the first that count for `saw` and `not asked` */
    bool new_statement;              /* the next answer begins a statement: reset ran_before */
    unsigned marks; /* clause marks since the last decision, to detect endless loops */
    State *initial; /* the game before its first decision */
    RecordedDecision *record;
    unsigned nrecord, record_cap;
    bool hit_limit; /* see judge_limited */
    FILE *trace;
    ScenarioError error; /* the first error; line 0: none */
    ScenarioError *warnings;
    unsigned nwarnings;
    char declined[200]; /* questions declined on the way to an answer, for messages */
} Judge;

/* Records a warning, which does not fail the scenario; repeated ones and those beyond MAX_WARNINGS
 * are dropped. */
void judge_warn(Judge *j, Pos pos, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Records an error unless there is one already. Always returns false. */
bool judge_fail(Judge *j, Pos pos, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* ---- build.c ---- */

/* Compiles the cards, lays the board and pushes the first frame. */
unsigned judge_term(const Judge *j, const char *name); /* of a name in texts; 0: none */
bool judge_build(Judge *j);
/* The text of a card of the scenario. False: it is of a card file and not loaded. */
bool judge_card_text(const Judge *j, const CardPlan *plan, CardText *out);
/* Checks a player's deck. Returns the number of faults and writes the first 'max'. */
unsigned judge_deck_faults(Judge *j, PlayerId p, DeckFault *out, unsigned max);

/* ---- judge.c ---- */

/* What the result of a scenario refers to. */
enum { MAX_WARNINGS = 8 };
typedef struct Verdict {
    ScenarioError error, warnings[MAX_WARNINGS];
    ClauseSet ran;
} Verdict;
/* Plays a scenario and replays it unobserved. Fills *v, which the result refers to. */
ScenarioResult judge_scenario(const char *file, const Scenario *sc, FILE *trace, Verdict *v);

/* Gets the blocks for states. */
bool judge_room(Judge *j);
/* Frees everything; fields that were never set are null. */
void judge_free(Judge *j);

/* ---- step.c: running the game ---- */

/* Installs the observers. */
void judge_observe(Judge *j);
/* Runs to the next decision and records it. */
bool judge_advance(Judge *j, Pos pos);
/* Answers the pending decision, then judge_advance. Drops all snapshots. */
bool judge_answer(Judge *j, Pos pos, unsigned option);
/* Saves and restores the game, which must not change it. */
bool judge_save(Judge *j, Pos pos);
/* Did the game meet a limit that the `tiny` preset shrinks? The scenario ends there and passes. */
bool judge_limited(Judge *j, const State *s);
/* The game at the cursor, as a copy without an observer. Valid until the next call. */
Run judge_view(Judge *j);
/* Do all options of the pending decision read the same? Then any of them will do. */
bool judge_same_options(Judge *j);
void snapshots_clear(Judge *j);
/* Is the moment a question to the player (NOBODY: to anybody) of that kind (null: any)? The moment
 * is a snapshot, or nsnapshots for the present. */
bool asked_at(const Judge *j, unsigned moment, PlayerId player, const char *question);
/* Moves the cursor to the next snapshot that a statement can refer to: an open question, or unless
 * 'ask' the target of `run to`. */
void cursor_skip(Judge *j, bool ask);
/* An acting statement begins at that snapshot; `expect clause` and `saw` count from there. */
void deed_from(Judge *j, unsigned snapshot);
/* Was the clause executed since the last acting statement, up to the cursor? */
bool clause_ran(const Judge *j, unsigned clause);

/* ---- replay.c: recording, and replaying unobserved ---- */

bool record_begin(Judge *j);
bool record_decision(Judge *j, Pos pos);
void record_answer(Judge *j, unsigned option); /* of the decision recorded last */
/* 'rewound' (or null): the earlier state that the concession applies to. */
bool record_concession(Judge *j, Pos pos, PlayerId p, const State *rewound);
void record_free(Judge *j);
/* Replays the recorded game in every mode; all states must be equal. */
bool judge_replay(Judge *j);

/* ---- match.c: resolving words ---- */

const char *judge_card_name(const Names *n, const Run *r, CardId c);
/* Can the reference mean this card? */
bool card_is(const Judge *j, const Run *r, const CardWord *w, CardId c);
/* The card that is meant, 0 after judge_fail. Cards in play take precedence over others of the same
 * name. */
CardId card_resolve(Judge *j, const Run *r, const CardWord *w);
enum { MATCH_NONE = -1, MATCH_MANY = -2 };
/* Index of the option that the answer names, MATCH_NONE, or MATCH_MANY if options that read
 * differently match equally well. *whole (may be null): the answer names every word of it. */
int answer_match(const Judge *j, const Run *r, const Answer *a, bool *whole);
/* Is the question of that kind? Null: any kind. */
bool asks_for(const Run *r, const char *question);
/* Does the answer name the option? *exact: with all its words. */
bool answer_matches(const Judge *j, const Run *r, const Answer *a, const Option *o, bool *exact);
/* The option that the words of the answer describe, on offer or not. False: none. */
bool answer_option(const Judge *j, const Run *r, const Answer *a, Option *out);
/* Warns if the answer, accepted as this option, could be meant for another question; 'declined':
 * the kind of one that the same player declined for it, or null. */
void answer_warn(Judge *j, const Run *r, const Answer *a, unsigned option, const char *declined);
/* Writes the pending question and its options, "P1 is asked action: a; b; c". */
void format_question(const Judge *j, const Run *r, char *out, size_t size);
const char *option_text(const Judge *j, const Run *r, const Option *o, char *out, size_t size);
void format_answer(const Answer *a, char *out, size_t size);

/* ---- do.c and expect.c: statements. False after judge_fail. ---- */

bool judge_do(Judge *j, const Statement *st);
/* Last snapshot, at or behind the cursor, that the expectations before the next `do` may refer to;
 * nsnapshots if the `do` does not limit them. */
unsigned judge_limit(Judge *j, const Statement *st);
bool judge_run(Judge *j, const Statement *st);
bool judge_resolve(Judge *j, const Statement *st);
bool judge_refuse(Judge *j, const Statement *st);
bool judge_concede(Judge *j, const Statement *st);
bool judge_expect(Judge *j, const Statement *st);

/* ---- trace.c ---- */
void trace_statement(Judge *j, const Statement *st);
void trace_clause(Judge *j, Clause c);
void trace_event(Judge *j, const Run *r, const Event *e);
void trace_answer(Judge *j, const Run *r, const Decision *d, const Option *o, bool forced);
