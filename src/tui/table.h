/* A game at the table: who plays, what is asked, what happened, the way back, and where it is kept.
 * Knows nothing of terminals: screen_front and plain_front (front.h) show it. */
#pragma once
#include "play/player.h"
#include "sim/stock.h"
#include "tui/mat.h"
#include "tui/text.h"

typedef enum Mode { MODE_COMPUTER, MODE_HOTSEAT, MODE_SOLO, MODE_WATCH } Mode;

/* A line of the log, as each player may read it; null: nothing for that one. */
typedef struct LogLine {
    unsigned step; /* answers given before it */
    uint16_t turn;
    CardId shown; /* it tells only that this card was shown */
    bool notice;  /* something went by without a question: it is shown before other news */
    char *text[MAX_PLAYERS];
} LogLine;

/* A line of the pending question: an option, or several that are equal to the player. */
typedef struct Line {
    uint8_t first, last, n; /* options of the engine; how many */
    uint8_t more;           /* MORE_*: a line of the table's own */
} Line;
/* Lines that stand for several answers; as an answer MAX_OPTIONS + MORE_*. */
enum {
    MORE_NONE,
    MORE_PAY, /* a whole payment, with any cards */
    MORE_PASS /* no more answers to rounds until something happens */
};

/* Where a player passes on: until another question comes, something waits, or an attack or turn
 * begins or ends. */
typedef struct Passing {
    bool on;
    uint16_t turn;
    MatAttack attack;
} Passing;

typedef struct Table {
    Run run;
    State *begin; /* the first state, for going back */
    State *copy;  /* for looking: a view settles what is derived and must not touch the game */
    Observer observer;
    const Mat *mat;
    const Builder *builder;
    ReplayGame *owned; /* of a game that was read from a file; else null */
    Lang lang;
    Mode mode;
    bool practice;                 /* undo goes back past anything */
    bool guide;                    /* the first turn is explained */
    PlayerSet human;               /* players who are asked here */
    PlayerId me;                   /* whose eyes the table is shown to */
    PlayerId focus;                /* of several others, whose mat is shown in full; NOBODY: none */
    Chooser computer[MAX_PLAYERS]; /* of the seats that are not human */
    Replay replay;                 /* in MODE_WATCH whole, else the answers so far */
    unsigned done;                 /* answers taken */
    uint8_t *asker;                /* who gave each of them */
    unsigned barrier;              /* answers after which something new became known */
    LogLine *log;
    unsigned nlog, read; /* read: lines that were there at the last prompt of 'me' */
    unsigned read_by[MAX_PLAYERS];
    uint16_t log_turn;
    FudaView view;              /* what 'me' sees */
    FudaView last[MAX_PLAYERS]; /* at each one's last prompt */
    bool has_last[MAX_PLAYERS];
    bool changed[FUDA_MAX_SEEN];  /* cards of the view that were not so before */
    Line line[MAX_OPTIONS];       /* of the pending question, as of the last table_look */
    uint8_t line_of[MAX_OPTIONS]; /* by option */
    unsigned nlines;
    Passing passing[MAX_PLAYERS];
    bool open[MAX_PLAYERS][CARD_IDS]; /* viewer, card: its face was seen */
    Option doing[MAX_PLAYERS];        /* what each player last took that was no card for it */
    uint64_t passed;  /* kinds of option that a human side took as the only ones, bit each */
    uint32_t guided;  /* pages of the guide that were shown, bit each */
    char path[4096];  /* where it is kept, "" = nowhere */
    bool path_given;  /* by the player, outside the folder of saves */
    char **explained; /* by ability, in English; null: not made yet */
    char *partial;    /* names of the cards in this game that are played in part; null: none */
} Table;

/* A new game. False: the decks do not fit; *e tells. The table keeps what it needs of the stock,
 * which must outlive it. */
bool table_new(Table *t, const Stock *stock, const FudaSetup *setup, const unsigned *which,
               FileError *e);
/* A game out of a file, as far as it goes there (watch: at its beginning). */
bool table_load(Table *t, const char *path, bool watch, FileError *e);
void table_free(Table *t);
/* Who plays: to be called once after the game is made. who[p]: "human", or a computer player; null:
 * a replay is watched. With one human the mode is MODE_COMPUTER, whatever is given. False: there is
 * no such computer player. */
bool table_seats(Table *t, Mode mode, const char *const *who);

/* Brings the view of 'me' and the lines of the question up to date and marks what changed since the
 * last prompt. */
void table_look(Table *t);
/* Finds the lines of the pending question; table_look does. */
void table_lines(Table *t);
/* The prompt was shown: what changes from now on is new. */
void table_shown(Table *t);
/* Takes an answer (one of the options) and goes on to the next question. */
void table_answer(Table *t, unsigned option);
/* The line as an answer: its first option, or one of the table's own. */
unsigned table_line_answer(const Table *t, unsigned line);
/* Takes an answer of the table's own. */
void table_answer_more(Table *t, unsigned more);
/* Passes if the player who is asked passes on; false: he is to be asked. */
bool table_pass_on(Table *t);
void table_concede(Table *t, PlayerId p);
/* Lets the game be as it was after that many answers, with the log of that time. */
void table_go(Table *t, unsigned answers);
/* In MODE_WATCH: the next answer of the file. False: there is none, or it does not fit. */
bool table_step(Table *t);
/* Back to the player's last decision. False: *why says why not. */
bool table_undo(Table *t, Words *why);
/* Keeps the game at its path. Nothing is written before the first answer. */
bool table_keep(Table *t, FileError *e);

static inline bool table_human(const Table *t, PlayerId p) { return t->human >> p & 1; }
/* Who answers the pending question: the asked player, or, where his team acts as one and he is a
 * computer, a human team mate. */
PlayerId table_asked(const Table *t);
/* They see the same: one player, or team mates (13.5.6). */
bool table_one_side(const Table *t, PlayerId a, PlayerId b);
/* The i-th of the others, from 1, in the order of turns. */
PlayerId table_other(const Table *t, unsigned i);
/* The next of the others' mats in full, then none. */
void table_turn_focus(Table *t);
/* The index in the view of a card, -1 if it is in no zone. */
int table_seen(const Table *t, CardId c);
/* Of the cards there whose faces the viewer does not see, how many are known to be of the kind. */
unsigned table_known(const Table *t, unsigned player, unsigned zone, unsigned kind);
CardId table_card(const Table *t, const FudaSeen *x);
